"""The panel as a function of what a player sees and of the draft: its steps, the directions, the order of a double."""

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens.custom_ids import parse
from bot.screens.draft import Draft, parse_draft, placed
from bot.screens.model import Screen, Select
from bot.screens.options import Ranked, varied
from bot.screens.panel import ask_before_placing, panel, panel_of
from bot.screens.panel_context import PanelContext
from bot.screens.panel_parts import space_button
from bot.screens.phrases import JOINER, points_words
from bot.screens.press import LessonTurnPress, TurnPress
from bot.screens.verbs import Step
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts import texts
from game.ai.evaluation import worth
from game.board import CELLS, DIRECTIONS, NAMES, adjacent, parse_cell, row
from game.placements import placements
from game.rules import preview
from game.tiles import COLOURS, Tile, parse_tile
from render.scene import Scene
from tests.bot.ids import Id, id_of
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, played, running, turn_of

EN = texts("en")
PEOPLE = {"standard": (ANN, BEN, CEM, DIA), "solo": (ANN,), "team": (ANN, BEN, CEM, DIA), "duel": (ANN, BEN)}

tiles = st.builds(Tile, st.sampled_from(COLOURS), st.sampled_from(COLOURS))
cells = st.sampled_from(CELLS)
drafts = st.one_of(
    st.just(Draft()),
    st.builds(Draft, tiles),
    st.builds(Draft, tiles, row=st.integers(1, 15)),
    st.builds(Draft, tiles, at=cells),
    st.builds(Draft, tiles, at=cells, to=cells, second_first=st.booleans()),
)


# --- the draft -----------------------------------------------------------------------------------------------------


@given(drafts)
def test_a_draft_comes_back_from_its_text(draft):
    assert parse_draft(draft.text) == draft


@given(drafts)
def test_a_draft_fits_into_a_custom_id(draft):
    assert parse(Id(1, 1, "place", draft.text).custom_id) is not None


@given(st.text(max_size=100) | st.text(alphabet="RBxE7.12²٣-", max_size=30) | st.text(max_size=9).map("RB.".__add__))
def test_any_text_is_a_draft_or_refused(text):
    try:
        draft = parse_draft(text)
    except ValueError:
        return
    assert draft.text == text


@pytest.mark.parametrize(
    "text",
    [
        "XX",
        "R",
        "RBB",
        ".",
        "RB.",
        "RB.A99",
        "RB.E7.",
        "RB.E7.E8.E9",
        "RB.E7.E8.y",
        "RB.x",
        "RB.-1",
        "RB.²",
        "RB.E7.x",
        "RB.٣",
        "RB.07",
        "RB.0",
        "RB.16",
        "RB.99",
        "rb.E7",
        ".E7",
    ],
)
def test_a_text_that_no_panel_makes_is_refused(text):
    with pytest.raises(ValueError, match=r"not a|no draft"):
        parse_draft(text)


@pytest.mark.parametrize("draft", [Draft(), Draft(parse_tile("RB")), Draft(parse_tile("RB"), at=CELLS[0])])
def test_half_a_draft_places_nothing(draft):
    with pytest.raises(Refused, match="bad-press"):
        placed(draft)


def test_the_second_half_is_scored_first_where_the_draft_says_so():
    a, b = parse_cell("E7"), parse_cell("E8")
    assert placed(Draft(parse_tile("RR"), None, a, b)) == (parse_tile("RR"), (a, b))
    assert placed(Draft(parse_tile("RR"), None, a, b, second_first=True)) == (parse_tile("RR"), (b, a))


# --- the steps -----------------------------------------------------------------------------------------------------


@cache
def game(mode: str, turns: int, seed: int = 1) -> Table:
    if turns == 0:
        return running(*PEOPLE[mode], mode=mode, shuffle=lambda seq: Random(f"{seed}:{seq}"))
    return played(game(mode, turns - 1, seed), 1)


def shown(table: Table, draft: Draft, words=EN) -> Screen:
    return panel(table, table.view_for(turn_of(table)), draft, words)


def presses(screen: Screen, verb: str) -> list[Id]:
    return [
        pressed
        for line in screen.rows
        if not isinstance(line, Select)
        for button in line
        if (pressed := id_of(button.press)).verb == verb
    ]


def ways(screen: Screen) -> list[tuple[str, Draft, bool]]:
    """The placements on one space as a step offers them: label, draft, whether it is the one that is shown."""
    buttons = [button for line in screen.rows if not isinstance(line, Select) for button in line]
    found = [one for one in buttons if id_of(one.press).verb == "turn"]
    if found:
        return [(one.label, parse_draft(id_of(one.press).draft), one.style == "primary") for one in found]
    # Where there is one way only it is shown and needs no button.
    (only,) = presses(screen, "place")
    return [("", parse_draft(only.draft), True)]


def test_the_panel_first_asks_for_a_tile():
    table = game("standard", 0)
    asked = {parse_draft(press.draft).tile for press in presses(shown(table, Draft()), "tile")}
    assert asked == {tile.piece for tile in table.game().racks[0]}


def test_a_tile_that_is_there_twice_is_asked_for_once():
    for turns in range(40):
        screen = shown(game("standard", turns), Draft())
        drafts = [press.draft for press in presses(screen, "tile")]
        assert len(drafts) == len(set(drafts))


Good = tuple[int, float, int]
"""The bonuses of a placement, what the own pegs are worth after it, and its points."""


def good(view, tile: Tile, at: tuple[int, int]) -> Good:
    """What a placement does for the pegs of its player, of which a low one needs the points most."""
    done = preview(view, tile, at)
    pegs = done.position.pegs(view.position.seat)
    value = round(sum(worth(view.position.mode.track, peg) for peg in pegs), 9)
    return done.placement.bonuses, value, sum(done.placement.steps)


def offered(screen: Screen, view) -> list[tuple[Tile, Good]]:
    """The placements that a step suggests: the tile, and how good each is."""
    found = [placed(parse_draft(press.draft)) for press in presses(screen, "try")]
    return [(tile.piece, good(view, tile, at)) for tile, at in found]


def every(view) -> list[tuple[Tile, Good]]:
    """Every legal placement: the tile, and how good it is."""
    return [(one[0], good(view, one[0], one[1:3])) for one in placements(view)]


@pytest.mark.parametrize("mode", ["standard", "team", "duel"])
@pytest.mark.parametrize(("turns", "number"), [(0, 4), (12, 6)])
def test_the_panel_first_offers_the_placements_that_are_best_for_the_own_pegs(mode, turns, number):
    table = game(mode, turns)
    view = table.view_for(turn_of(table))
    found = [one for _, one in offered(shown(table, Draft()), view)]
    assert len(found) == number
    assert found == sorted(found, reverse=True)
    assert found[0] == max(one for _, one in every(view))


@pytest.mark.parametrize(
    ("note", "number"), [("", 6), ("Placed", 6), ("Placed\nAda", 4), ("Placed\n" + 60 * "Ada ", 2)]
)
def test_the_more_there_is_to_read_the_fewer_placements_are_offered_as_a_phone_is_no_higher(note, number):
    table = game("standard", 16)
    screen = panel(table, table.view_for(turn_of(table)), Draft(), EN, note)
    assert len(presses(screen, "try")) == number
    assert (EN("panel.head", game=table.id) in screen.text) == (not note)


def test_a_placement_that_lifts_the_lowest_colour_comes_before_one_with_more_points():
    table = game("standard", 16)
    view = table.view_for(turn_of(table))
    first, most = offered(shown(table, Draft()), view)[0][1], max(points for _, (_, _, points) in every(view))
    assert first[2] < most, "otherwise the position shows nothing"


def test_a_suggestion_says_which_colours_gain_and_which_tile_of_the_rack_it_lays():
    table = game("standard", 16)
    view = table.view_for(turn_of(table))
    buttons = [one for line in shown(table, Draft()).rows if not isinstance(line, Select) for one in line]
    for button in buttons:
        if isinstance(button.press, TurnPress) and button.press.verb == Step.TRY:
            tile, at = placed(button.press.draft)
            number, where, gains = button.label.split(" ")
            assert view.rack[int(number) - 1].piece == tile.piece
            assert where.startswith(NAMES[at[0]])
            assert gains == re.sub(rf"[{JOINER} ]", "", points_words(preview(view, tile, at).placement))


def test_a_tile_is_named_by_its_number_on_the_rack_in_the_picture():
    table = game("standard", 5)
    view = table.view_for(turn_of(table))
    screen = shown(table, Draft())
    for line in screen.rows:
        for button in line if not isinstance(line, Select) else ():
            if isinstance(button.press, TurnPress) and button.press.verb == Step.TILE:
                assert view.rack[int(button.label) - 1].piece == button.press.draft.tile


def test_the_first_step_is_a_board_and_a_rack_and_the_score_boards_are_one_press_away():
    table = game("standard", 5)
    view = table.view_for(turn_of(table))
    first = shown(table, Draft())
    (press,) = presses(first, "whole")
    scores = panel(table, view, Draft(), EN, step=Step(press.verb))
    assert first.picture.board
    assert first.picture.rack
    assert first.picture.panels == ()
    assert len(scores.picture.panels) == 4
    assert presses(scores, "try") == presses(first, "try")


@pytest.mark.parametrize("mode", ["standard", "solo", "duel"])
def test_what_to_read_is_two_lines_once_the_buttons_are_known(mode):
    assert len(shown(game(mode, 5), Draft()).text.split("\n")) == 2
    assert EN("panel.which-tile" if mode != "solo" else "panel.choose-placement") in shown(game(mode, 0), Draft()).text


@pytest.mark.parametrize("mode", ["standard", "duel"])
@pytest.mark.parametrize("turns", [0, 1, 9, 16])
def test_every_tile_that_is_as_good_is_offered_before_one_is_offered_twice(mode, turns):
    table = game(mode, turns)
    view = table.view_for(turn_of(table))
    found = offered(shown(table, Draft()), view)
    for at, one in enumerate(found):
        if one in found[:at]:
            assert {other for other in every(view) if other[1] == one[1]} <= {*found[:at]}
            assert found[:at].count(one) == 1


def test_a_tile_that_is_best_in_many_places_leaves_room_for_others():
    table = game("standard", 0)
    view = table.view_for(turn_of(table))
    best = max(one for _, one in every(view))
    assert len({tile for tile, one in every(view) if one == best}) == 1, "one tile alone is the best"
    found = offered(shown(table, Draft()), view)
    assert [one for _, one in found].count(best) == 2
    assert len({tile for tile, _ in found}) == 3


def test_two_kinds_of_tile_fill_the_suggestions_too():
    red = parse_tile("RB")
    twice = [Ranked((0, -2.0, -2, -2), at, red, 0, 0, False, False, {}) for at in range(9)]
    assert [one.number for one in varied(twice, 6)] == [0, 1, 2, 3, 4, 5]
    other = Ranked((0, -1.0, -1, -1), 9, parse_tile("GG"), 0, 0, False, False, {})
    assert [one.number for one in varied([*twice, other], 6)] == [0, 1, 2, 3, 4, 9]


def test_the_first_step_has_at_most_four_lines_of_buttons():
    for turns in range(0, 40, 5):
        screen = shown(game("standard", turns), Draft())
        assert len(screen.rows) <= 4
        assert sum(len(line) for line in screen.rows if not isinstance(line, Select)) <= 13


def test_a_tile_shows_its_best_placement_ready_to_be_placed():
    table = game("standard", 16)
    view = table.view_for(turn_of(table))
    for tile in dict.fromkeys(tile.piece for tile in view.rack):
        screen = shown(table, Draft(tile))
        (place,) = presses(screen, "place")
        best = max(one for piece, one in every(view) if piece == tile)
        assert good(view, *placed(parse_draft(place.draft))) == best


def test_a_placement_tried_offers_the_tile_turned_round_first():
    table = game("standard", 12)
    tried = [parse_draft(press.draft) for press in presses(shown(table, Draft()), "try")]
    draft = next(draft for draft in tried if draft.tile and not draft.tile.double)
    screen = panel(table, table.view_for(turn_of(table)), draft, EN, step=Step.TRY)
    turned = placed(parse_draft(presses(screen, "try")[0].draft))
    tile, at = placed(draft)
    assert {*turned[1]} == {*at}
    assert {*zip(turned[1], turned[0], strict=True)} != {*zip(at, tile, strict=True)}
    labels = [one.label for line in screen.rows if not isinstance(line, Select) for one in line]
    assert sum(EN("panel.turned") in label for label in labels) == 1


@pytest.mark.parametrize("turns", [0, 1, 6, 15])
def test_a_rack_with_one_kind_of_tile_has_nothing_laid_at_first(turns):
    table = game("solo", turns)
    first = shown(table, Draft())
    assert presses(first, "place") == presses(first, "swap") == []
    assert isinstance(first.picture, Scene)
    assert first.picture.rack
    assert first.picture.rack.tiles[0].chosen
    assert not any(half.look == "ghost" for half in first.picture.board.halves)
    assert 1 <= len(presses(first, "try")) <= 6


def test_a_suggestion_is_two_presses_from_made_with_one_kind_of_tile():
    table = game("solo", 6)
    view = table.view_for(turn_of(table))
    for tried in presses(shown(table, Draft()), "try"):
        screen = panel(table, view, parse_draft(tried.draft), EN, step=Step(tried.verb))
        assert [press.draft for press in presses(screen, "place")] == [tried.draft]


def test_the_rows_of_a_rack_with_one_kind_of_tile_have_nothing_laid_and_a_way_back():
    table = game("solo", 6)
    view = table.view_for(turn_of(table))
    (other,) = presses(shown(table, Draft()), "tile")
    every = panel(table, view, parse_draft(other.draft), EN, step=Step(other.verb))
    assert presses(every, "row")
    assert presses(every, "place") == presses(every, "try") == []
    assert every.picture
    assert not every.picture.close_to
    (back,) = presses(every, "again")
    first = panel(table, view, parse_draft(back.draft), EN, step=Step(back.verb))
    assert presses(first, "try")


def test_a_placement_tried_of_one_kind_of_tile_has_a_few_others_and_the_way_to_all():
    table = game("solo", 6)
    (tried, *_) = presses(shown(table, Draft()), "try")
    screen = panel(table, table.view_for(turn_of(table)), parse_draft(tried.draft), EN, step=Step.TRY)
    assert len(presses(screen, "try")) <= 4
    assert presses(screen, "row") == presses(screen, "space") == []
    assert len(presses(screen, "tile")) == 1


@pytest.mark.parametrize("turns", [0, 6])
def test_a_placement_tried_of_one_kind_of_tile_names_the_tile_once(turns):
    table = game("solo", turns)
    first = shown(table, Draft())
    assert ("🟣" in first.text) == (turns > 0), "the own pegs, once one has moved"
    assert (EN("panel.opening") in first.text) == (turns == 0)
    (tried, *_) = presses(first, "try")
    screen = panel(table, table.view_for(turn_of(table)), parse_draft(tried.draft), EN, step=Step.TRY)
    assert EN("panel.opening") not in screen.text


def test_what_the_buttons_of_rows_say_is_explained_by_one_of_them():
    table = game("standard", 0)
    screen = shown(table, Draft(table.view_for(turn_of(table)).rack[0].piece))
    labels = [one.label for line in screen.rows if not isinstance(line, Select) for one in line]
    (example,) = re.findall(r"\*\*(\+\d+ [A-O])\*\*", screen.text)
    assert example in labels


def test_the_picture_of_a_choice_leaves_out_what_others_scored():
    table = game("standard", 16)
    picture = shown(table, Draft()).picture
    assert isinstance(picture, Scene)
    assert picture.board
    assert (picture.board.links, picture.board.gains, picture.board.earned, picture.board.owners) == ((), (), None, ())
    assert any(half.look == "new" for half in picture.board.halves)


def test_a_placement_tried_is_seen_close_and_the_whole_board_is_one_press_away():
    table = game("team", 16)
    view = table.view_for(turn_of(table))
    tried = parse_draft(presses(shown(table, Draft()), "try")[0].draft)
    close = panel(table, view, tried, EN, step=Step.TRY)
    (press,) = presses(close, "whole")
    whole = panel(table, view, parse_draft(press.draft), EN, step=Step(press.verb))
    assert close.picture
    assert whole.picture
    assert close.picture.close_to == {*placed(tried)[1]}
    assert not whole.picture.close_to
    assert presses(whole, "place") == presses(close, "place")


# --- trying while others are on turn -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["standard", "team", "duel"])
@pytest.mark.parametrize("turns", [0, 1, 9, 20])
def test_who_waits_can_try_placements_but_make_none(mode, turns):
    table = game(mode, turns)
    (waiting, *_) = (user for user in PEOPLE[mode] if user != turn_of(table))
    view = table.view_for(waiting)
    first = panel(table, view, Draft(), EN, step=Step.TRIAL)
    (tried, *_) = presses(first, "try")
    for screen in (first, panel(table, view, parse_draft(tried.draft), EN, step=Step.TRY)):
        assert presses(screen, "place") + presses(screen, "swap") == []
        assert "nothing is placed" in screen.text
    assert parse_draft(tried.draft).tile.piece in {tile.piece for tile in view.rack}


def test_the_picture_of_a_trial_names_one_player_on_turn():
    table = game("standard", 9)
    (waiting, *_) = (user for user in PEOPLE["standard"] if user != turn_of(table))
    screen = panel(table, table.view_for(waiting), Draft(), EN, step=Step.TRIAL)
    assert screen.picture
    (on_turn,) = screen.picture.named
    assert table.seats[on_turn.number].user == turn_of(table)
    assert on_turn.name in screen.picture.title


def test_a_trial_shows_the_own_rack_alone():
    table = game("standard", 9)
    (waiting, *_) = (user for user in PEOPLE["standard"] if user != turn_of(table))
    view = table.view_for(waiting)
    screen = panel(table, view, Draft(), EN, step=Step.TRIAL)
    assert screen.picture
    assert screen.picture.rack
    assert [one.tile for one in screen.picture.rack.tiles] == [*view.rack]
    asked = {parse_draft(press.draft).tile for press in presses(screen, "tile")}
    assert asked == {tile.piece for tile in view.rack}


def test_many_spaces_are_asked_for_by_row():
    table = game("standard", 8)
    tile = table.view_for(turn_of(table)).rack[0]
    rows = [parse_draft(press.draft).row for press in presses(shown(table, Draft(tile)), "row")]
    open_to_it = {row(cell) for choice in placements(table.view_for(turn_of(table))) for cell in choice[1:3]}
    assert rows == sorted(open_to_it)


def test_a_row_offers_its_spaces():
    table = game("standard", 8)
    tile = table.view_for(turn_of(table)).rack[0]
    spaces = [parse_draft(press.draft).at for press in presses(shown(table, Draft(tile, row=8)), "space")]
    assert spaces
    assert {row(space) for space in spaces} == {8}


def test_few_spaces_are_asked_for_at_once():
    table = game("standard", 72)
    assert table.status == "running"
    tile = table.view_for(turn_of(table)).rack[0]
    screen = shown(table, Draft(tile))
    assert presses(screen, "space")
    assert presses(screen, "row") == []


def test_a_space_leads_to_the_direction_with_the_best_chosen():
    table = game("standard", 20)
    view = table.view_for(turn_of(table))
    for tile, a, _, _, _ in placements(view)[:200:7]:
        offered = ways(shown(table, Draft(tile, at=a)))
        found = [good(view, *placed(draft)) for _, draft, _ in offered]
        assert found == sorted(found, reverse=True)
        assert [chosen for _, _, chosen in offered] == [True, *[False] * (len(offered) - 1)]


def test_the_direction_may_be_chosen():
    table = game("standard", 20)
    view = table.view_for(turn_of(table))
    tile, a, _, _, _ = next(choice for choice in placements(view) if not choice[0].double)
    offered = ways(shown(table, Draft(tile, at=a)))
    assert len(offered) > 1
    for _, draft, _ in offered:
        screen = shown(table, draft)
        (place,) = presses(screen, "place")
        assert place.draft == draft.text
        assert [one for _, one, chosen in ways(screen) if chosen] == [draft]


def test_the_directions_of_a_space_are_all_legal_placements_on_it():
    table = game("duel", 10)
    view = table.view_for(turn_of(table))
    for tile in dict.fromkeys(tile.piece for tile in view.rack):
        legal = [choice for choice in placements(view) if choice[0] == tile]
        for space in {cell for choice in legal for cell in choice[1:3]}:
            options = [placed(draft) for _, draft, _ in ways(shown(table, Draft(tile, at=space)))]
            there = {
                (laid.piece, frozenset(at) if laid.double else at if laid == laid.piece else at[::-1])
                for laid, at in options
            }
            wanted = {
                (tile, frozenset(choice[1:3]) if tile.double else choice[1:3])
                for choice in legal
                if space in choice[1:3]
            }
            assert there == wanted


WRONG = ["", "PP", "PP.E7", "RB.1", "RB.15", "OY.A1", "RB.A1.O15", "GG.E7.E7", "BB.H8.H9.x"]


@pytest.mark.parametrize("mode", PEOPLE)
@pytest.mark.parametrize("draft", WRONG)
def test_a_draft_that_does_not_fit_goes_back_to_where_it_does(mode, draft):
    for turns in (0, 6, 25):
        screen = shown(game(mode, turns), parse_draft(draft))
        assert screen.rows


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(PEOPLE)), st.integers(0, 30), drafts)
def test_every_draft_leads_to_a_panel_with_a_way_on(mode, turns, draft):
    table = game(mode, turns)
    if table.status == "running":
        screen = shown(table, draft)
        assert {press.verb for verb in ("tile", "row", "space", "place") for press in presses(screen, verb)}


def test_every_press_of_a_panel_carries_the_version_that_it_shows():
    table = game("duel", 7)
    tile, a, b, _, _ = placements(table.view_for(turn_of(table)))[0]
    for draft in (Draft(), Draft(tile), Draft(tile, row=row(a)), Draft(tile, at=a), Draft(tile, None, a, b)):
        screen = shown(table, draft)
        found = [button.press for line in screen.rows if not isinstance(line, Select) for button in line]
        found += [line.press for line in screen.rows if isinstance(line, Select)]
        assert {(press.game, press.version) for press in found} == {(1, table.game().position.version)}


# --- directions ----------------------------------------------------------------------------------------------------

ARROWS = dict(zip(DIRECTIONS, "→↘↙←↖↗", strict=True))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_direction_says_its_points_first_and_then_where_which_half_goes(language):
    table = game("standard", 20)
    view = table.view_for(turn_of(table))
    signs = dict(zip(COLOURS, "🔴🟠🟡🟢🔵🟣", strict=True))
    for tile, a, _, _, _ in placements(view)[::97]:
        offered = ways(shown(table, Draft(tile, at=a), texts(language)))
        for label, draft, _ in offered if len(offered) > 1 else ():
            at, to = draft.at or 0, draft.to or 0
            assert draft.tile
            points = sum(preview(view, *placed(draft)).placement.steps)
            symbols = signs[draft.tile.first] + signs[draft.tile.second]
            assert label == f"+{points} · {symbols} {NAMES[at]}{ARROWS[to - at]}\ufe0e"


def test_a_space_offers_at_most_twelve_directions():
    for turns in range(0, 60, 6):
        table = game("team", turns)
        for tile, a, _, _, _ in placements(table.view_for(turn_of(table)))[::83]:
            offered = ways(shown(table, Draft(tile, at=a)))
            assert 1 <= len(offered) <= 12
            assert all(adjacent(a, draft.to or 0) for _, draft, _ in offered)


# --- the order of a double (R6.3) ------------------------------------------------------------------------------------


@cache
def doubles_that_matter() -> tuple[tuple[Table, Tile, tuple[int, int]], ...]:
    """Positions on a double-length track in which the order of a double moves its peg differently."""
    found = []
    for seed in range(30):
        for mode in ("solo", "team"):
            for turns in range(8, 60):
                table = game(mode, turns, seed)
                if table.status != "running":
                    break
                view = table.view_for(turn_of(table))
                pegs = view.position.pegs(view.position.seat)
                for tile, a, b, one, other in placements(view):
                    if tile.double and one != other and pegs[tile.first] < 18 < pegs[tile.first] + one + other:
                        there = preview(view, tile, (a, b)).position.scores
                        if there != preview(view, tile, (b, a)).position.scores:
                            found.append((table, tile, (a, b)))
                            break
        if len(found) > 5:
            break
    assert len(found) > 3
    return tuple(found)


def peg(table: Table, draft: Draft) -> int:
    view = table.view_for(turn_of(table))
    tile, at = placed(draft)
    return preview(view, tile, at).position.pegs(view.position.seat)[tile.first]


def test_both_orders_of_such_a_double_are_offered_and_the_better_one_is_chosen():
    for table, tile, (a, b) in doubles_that_matter():
        options = [draft for _, draft, _ in ways(shown(table, Draft(tile, at=a)))]
        both = [draft for draft in options if draft.to == b]
        assert {draft.second_first for draft in both} == {False, True}
        assert both[0] == max(both, key=lambda draft: peg(table, draft))


def test_the_panel_says_that_the_order_matters_and_where_the_peg_gets():
    for table, tile, (a, b) in doubles_that_matter():
        for second_first in (False, True):
            draft = Draft(tile, None, a, b, second_first=second_first)
            first = NAMES[b if second_first else a]
            assert f"{first} scores first, and your peg gets to {peg(table, draft)}." in shown(table, draft).text


def test_the_button_says_which_half_scores_first():
    for table, tile, (a, b) in doubles_that_matter():
        labels = {draft: label for label, draft, _ in ways(shown(table, Draft(tile, at=a)))}
        assert labels[Draft(tile, None, a, b)].endswith(f"{NAMES[a]} scores first")
        assert labels[Draft(tile, None, a, b, second_first=True)].endswith(f"{NAMES[b]} scores first")


def test_a_double_whose_order_does_not_matter_is_offered_once():
    table = game("standard", 20)
    view = table.view_for(turn_of(table))
    assert any(tile.double for tile, *_ in placements(view))
    for tile, a, _, _, _ in placements(view):
        if tile.double:
            options = [draft for _, draft, _ in ways(shown(table, Draft(tile, at=a)))]
            assert len({draft.to for draft in options}) == len(options)
            assert not any(draft.second_first for draft in options)


# --- asking before placing -----------------------------------------------------------------------------------------


def test_the_question_keeps_the_picture_and_leads_to_the_placement_or_back():
    table = game("standard", 12)
    view = table.view_for(turn_of(table))
    draft = parse_draft(presses(shown(table, Draft()), "try")[0].draft)
    asked = ask_before_placing(PanelContext.of_game(table, view, EN), draft, exchange=False)
    assert asked.keeps_picture
    assert "cannot be undone" in asked.text
    assert [press.draft for press in presses(asked, "sure")] == [draft.text]
    assert [press.draft for press in presses(asked, "try")] == [draft.text]
    assert presses(asked, "place") == []


@pytest.mark.parametrize(("is_lesson", "offered"), [(False, True), (True, False)])
def test_the_way_to_the_score_boards_is_offered_where_the_picture_leaves_them_out(is_lesson, offered):
    table = running(ANN, BEN)
    context = PanelContext.of_game(table, table.view_for(turn_of(table)), EN)
    if is_lesson:
        context = replace(context, pattern=LessonTurnPress(1, Step.PLAY))
    shown = panel_of(context, Draft(), Step.PLAY)
    labels = [button.label for row in shown.rows if isinstance(row, tuple) for button in row]
    assert (EN("button.scores") in labels) is offered


def test_a_row_that_scores_nothing_is_named_without_points():
    table = running(ANN, BEN)
    context = PanelContext.of_game(table, table.view_for(ANN), EN)
    labels = [space_button(context, Step.ROW, Draft(row=8), "H", most).label for most in (0, 3)]
    assert labels == ["H", "+3 H"]
