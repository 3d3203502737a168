"""Screens as values: within what Discord allows whatever people are called, and naming only whom they mean."""

import re
from dataclasses import replace
from functools import cache

import pytest

from bot.screens import board, games, info, panel, picture_labels, votes
from bot.screens import lobby as lobby_screen
from bot.screens.custom_ids import custom_id
from bot.screens.draft import Draft
from bot.screens.games import Listed
from bot.screens.location import Whereabouts
from bot.screens.model import Screen, Select
from bot.screens.phrases import JOINER, length, placement_words
from bot.settings.operator import OperatorLinks
from bot.tables import lobby, play
from bot.tables.events import Joined
from bot.tables.table import Table
from bot.texts import FORMER, LANGUAGES, Texts, texts
from game.board import parse_cell
from game.placements import placements
from game.state import Placement
from game.tiles import COLOURS, parse_tile
from render.rack import LOWEST_MARK
from tests.bot import sample_tables
from tests.bot.games import simulated, table_of
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, after, played, running, turn_of

PEOPLE = {"standard": (ANN, BEN, CEM, DIA), "solo": (ANN,), "team": (ANN, BEN, CEM, DIA), "duel": (ANN, BEN)}
WIDE = {user: sign * 32 for user, sign in zip((ANN, BEN, CEM, DIA, EVE), "@:*_|", strict=True)}
"""Names of which every character has to be escaped."""
WHERE = Whereabouts("<#999999999999999999>", "https://discord.com/channels/" + "/".join(["9" * 19] * 3))


@pytest.fixture(autouse=True, scope="module")
def _wide_names():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sample_tables, "NAMES", WIDE)
        yield


@cache
def game(mode: str) -> tuple[Table, ...]:
    """A game at every sixteenth placement, and its end."""
    stages = [running(*PEOPLE[mode], mode=mode)]
    while stages[-1].status == "running":
        stages.append(played(stages[-1], 16))
    return tuple(stages)


def full_lobby(mode: str) -> Table:
    invited = tuple(10**18 + number for number in range(3))
    seats = len(PEOPLE[mode])
    return (
        sample_tables.lobby_table(*PEOPLE[mode][:-1], mode=mode, seats=seats, invited=invited)
        if seats > 1
        else sample_tables.lobby_table(ANN, mode=mode)
    )


def screens(table: Table, words: Texts) -> dict[str, Screen]:
    """Every screen of a running or finished game."""
    turns = len(table.public.turns)
    user = turn_of(table) or ANN
    view = table.view_for(user)
    found = {
        "board": board.board(table, words, max(0, turns - 1)),
        "board after many turns": board.board(table, words, 0),
        "present": board.present(table, view, words),
        "scores": info.scores(table, view, words),
        "history": info.history(table, table.view_for(None), words),
        "rack": info.rack(table, view, words, WHERE, notices=True),
        "racks": info.racks([(replace(table, id=number), view, WHERE) for number in range(20)], words),
        "notice": info.turn_notice(table, view, words, WHERE),
        "games": games.games([Listed(replace(table, id=number), WHERE) for number in range(50)], user, 0, words),
        "vote": votes.stop_vote(
            after(table, play.vote_stop(table, ANN)) if table.status == "running" else table, words
        ),
        "begun": lobby_screen.begun(table, words),
    }
    if view.on_turn:
        tile = view.rack[0]
        found["panel"] = panel.panel(table, view, Draft(), words, "x" * 100)
        found["panel of a tile"] = panel.panel(table, view, Draft(tile), words, "x" * 100)
        for choice in placements(view)[::100]:
            draft = Draft(choice[0], at=choice[1])
            found[f"confirm {draft.text}"] = panel.panel(table, view, draft, words, "x" * 100)
    return found


@pytest.fixture(scope="module", params=[(mode, language) for mode in PEOPLE for language in LANGUAGES], ids="-".join)
def shown(request, _wide_names) -> dict[str, Screen]:
    """Every screen of a mode in a language; made once, as pytest puts the tests together that look at them."""
    mode, language = request.param
    words = texts(language)
    found = {
        f"{name} at {at}": one for at, table in enumerate(game(mode)) for name, one in screens(table, words).items()
    }
    table = full_lobby(mode)
    closed = after(table, lobby.close(table, table.host))
    found |= {"lobby": lobby_screen.lobby(table, words), "closed": lobby_screen.lobby(closed, words)}
    found |= {
        "remove": lobby_screen.remove(table, words),
        "rules": info.rules_page(mode, words),
        "help": info.help_page(words, "0", OperatorLinks()),
    }
    return found


every_mode = pytest.mark.parametrize("mode", PEOPLE)


def test_no_text_is_cut(shown):
    long = {name: len(one.text) for name, one in shown.items() if not 1 <= len(one.text) <= 2000}
    assert long == {}


def test_every_text_has_room_for_emojis_in_place_of_its_signs(shown):
    long = {name: length(screen.text) for name, screen in shown.items()}
    assert {name: found for name, found in long.items() if found > 2000} == {}


def test_every_picture_is_told_in_words_that_are_not_cut(shown):
    silent = {name for name, one in shown.items() if one.picture and not 1 <= len(one.alt) < 1024}
    assert silent == set()


def test_controls_are_what_discord_takes(shown):
    for name, screen in shown.items():
        assert len(screen.rows) <= 5, name
        found = []
        for line in screen.rows:
            if isinstance(line, Select):
                found.append(custom_id(line.press))
                assert 1 <= len(line.options) <= 25, name
                assert 1 <= len(line.placeholder) <= 150, name
                assert len({option.value for option in line.options}) == len(line.options), name
                for option in line.options:
                    assert 1 <= len(option.label) <= 100, name
                    assert 1 <= len(option.value) <= 100, name
                    assert option.description is None or 1 <= len(option.description) <= 100, name
                assert sum(option.chosen for option in line.options) <= 1, name
            else:
                assert 1 <= len(line) <= 5, name
                found += [custom_id(button.press) for button in line]
                assert all(1 <= len(button.label) <= 80 for button in line), name
        assert len(found) == len(set(found)), name


def test_bold_text_begins_and_ends_in_the_same_line(shown):
    for name, screen in shown.items():
        for line in screen.text.splitlines():
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\*\*", line)) % 2 == 0, (name, line)


def test_everything_was_filled_in(shown):
    for name, screen in shown.items():
        assert not re.search(r"[{}]", screen.text + screen.alt), name


@every_mode
def test_a_public_message_mentions_nobody_but_whom_it_means(mode):
    for table in game(mode):
        screen = board.board(table, texts("en"), 0)
        named = {int(user) for user in re.findall(r"<@!?(\d+)>", screen.text)}
        if table.status == "running":
            assert named == {turn_of(table)} == set(screen.mentions)
        else:
            people = set(table.humans) if len(table.humans) > 1 else set()
            assert named == people == set(screen.mentions)


def test_a_lobby_mentions_who_is_invited_and_not_there_yet():
    table = sample_tables.lobby_table(ANN, seats=3, invited=(BEN, CEM))
    table = after(table, [Joined(CEM, "Cem")])
    screen = lobby_screen.lobby(table, texts("en"))
    assert re.findall(r"<@!?(\d+)>", screen.text) == [str(BEN)]
    assert screen.mentions == (BEN,)


def test_a_full_lobby_mentions_nobody():
    screen = lobby_screen.lobby(sample_tables.lobby_table(ANN, BEN, invited=(CEM,)), texts("en"))
    assert "<@" not in screen.text


def test_a_vote_mentions_who_has_not_agreed():
    table = running(ANN, BEN, CEM)
    screen = votes.stop_vote(after(table, play.vote_stop(table, BEN)), texts("en"))
    assert set(screen.mentions) == {ANN, CEM}
    assert {int(user) for user in re.findall(r"<@(\d+)>", screen.text)} == {ANN, CEM}


def test_a_lobby_names_its_present_host():
    table = sample_tables.lobby_table(ANN, BEN, seats=3)
    table = after(table, lobby.leave(table, ANN, ANN))
    assert ":\u2060" * 32 + " (host)" in lobby_screen.lobby(table, texts("en")).text


def test_a_picture_in_words_has_colours_in_words_and_no_codes(shown, request):
    _, language = request.node.callspec.params["shown"]
    colours = [texts(language)(f"textboard.{colour.name.lower()}") for colour in COLOURS]
    colours.append(texts(language)("textboard.nothing"))
    for name, one in shown.items():
        if not one.picture:
            continue
        assert not re.search(r"[🔴🟠🟡🟢🔵🟣★\u2060]|\b[A-Z]{2}\b", one.alt), (name, one.alt)
        if name != "rules":
            assert any(colour in one.alt for colour in colours), (name, one.alt)


def test_nobody_removes_themselves_from_the_list():
    table = sample_tables.lobby_table(ANN, BEN, CEM)
    (select,) = lobby_screen.remove(table, texts("en")).rows
    assert isinstance(select, Select)
    assert [option.value for option in select.options] == [str(BEN), str(CEM)]


def test_who_is_alone_has_nobody_to_remove():
    assert lobby_screen.remove(sample_tables.lobby_table(ANN, seats=2), texts("en")).rows == ()


def test_the_words_in_a_picture_are_in_the_language_of_its_reader():
    table = game("duel")[0]
    assert picture_labels.labels(table, table.view_for(None), texts("de")).to_move.endswith("ist am Zug")


def test_a_finished_game_has_no_button_to_play():
    table = game("duel")[-1]
    view = table.view_for(ANN)
    for screen in (board.board(table, texts("en"), 0), board.present(table, view, texts("en"))):
        buttons = [button for line in screen.rows if not isinstance(line, Select) for button in line]
        assert {button.press.verb for button in buttons} <= {"rematch", "film", "analysis", "fair"}


def test_the_result_comes_without_the_record():
    table = game("solo")[-1]
    assert board.board(table, texts("en"), 0).file is None
    assert board.record_file(table).startswith(b"{")


def test_text_alt_text_and_picture_count_points_that_are_lost_alike():
    """Red at 17 and a line of two: the peg goes one step, one point is lost, and all say so."""
    laid = Placement(parse_tile("RB"), (parse_cell("H8"), parse_cell("H9")), (2, 0), (1, 0), 1)
    assert placement_words(laid, texts("en")) == f"**Ingenious!** +1{JOINER}🔴 +0{JOINER}🔵 (1 point lost) H8-H9"
    assert laid.steps == (1, 0)
    full = replace(laid, lost=(2, 0), bonuses=0)
    assert placement_words(full, texts("en")) == f"+0{JOINER}🔴 +0{JOINER}🔵 (2 points lost) H8-H9"


@every_mode
def test_a_former_player_is_called_so_in_the_language_of_the_reader_on_every_screen(mode):
    words = texts("de")
    for table in game(mode):
        former = replace(table, seats=tuple(replace(seat, name=FORMER) for seat in table.seats))
        shown = {name: repr(replace(screen, file=None)) for name, screen in screens(former, words).items()}
        assert [name for name, content in shown.items() if FORMER in content] == []
        assert words("name.former") in shown["board"]
        assert words("name.former") in shown["scores"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_of_a_rack_shows_the_mark_that_the_picture_draws(language):
    table = game("standard")[0]
    view = table.view_for(turn_of(table))
    screen = info.rack(table, view, texts(language), WHERE, notices=True)
    assert f"-# {LOWEST_MARK} " in screen.text


def test_a_rack_in_the_duel_explains_no_mark_because_none_is_drawn():
    table = game("duel")[1]
    view = table.view_for(turn_of(table))
    screen = info.rack(table, view, texts("en"), WHERE, notices=True)
    assert not any(any(tile.lowest) for tile in screen.picture.rack.tiles)
    assert LOWEST_MARK not in screen.text


def test_the_team_game_speaks_of_the_colour_of_the_team_where_one_may_exchange():
    table, offered = game("team")[0], ""
    while table.status == "running" and "You may exchange" not in offered:
        chosen = sample_tables.choice(table)
        draft = Draft(chosen.tile, None, *chosen.at)
        offered = panel.panel(table, table.view_for(turn_of(table)), draft, texts("en"), "").text
        table = played(table, 1)
    assert "None of your tiles shows your team\u2019s lowest colour. You may exchange" in offered


def test_of_a_team_that_is_ahead_both_partners_are_named():
    words, named = texts("en"), set[str]()
    for turns in range(6, 40, 2):
        table = table_of(simulated("team", 4, turns=turns))
        lines = info.scores(table, table.view_for(None), words).text.splitlines()
        named |= {line.split("**")[1] for line in lines if line.startswith(("Ahead", "Tied"))}
    assert named
    assert named <= {"Ann & Cem", "Ben & Dia"}


def test_who_is_ahead_with_the_same_lowest_colour_is_said_to_be_so_by_the_next_ones():
    words, keys = texts("en"), set[str]()
    for turns in range(6, 40, 2):
        table = table_of(simulated("standard", 2, turns=turns))
        position = table.view_for(None).position
        first, second = (sorted(position.pegs(seat)) for seat in (0, 1))
        if first != second:
            key = "scores.leader-next" if first[0] == second[0] else "scores.leader"
            name = "Ann" if first > second else "Ben"
            assert (
                words(key, name=name, lowest=max(first, second)[0])
                in info.scores(table, table.view_for(None), words).text.splitlines()
            )
            keys.add(key)
    assert keys == {"scores.leader", "scores.leader-next"}
