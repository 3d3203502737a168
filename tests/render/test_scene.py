"""What a scene says about a position, and what it cannot tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import dist
from random import Random

import pytest

from game.board import DIRECTIONS, START, WHITE, parse_cell
from game.events import Stopped
from game.illegal import Illegal
from game.placements import placements
from game.rules import apply, preview
from game.state import GameState, view
from game.tiles import PIECES, Tile
from render.board import gain_places, owner_place
from render.layout import BOARD_PX, GRIDS
from render.paint import draw, png
from render.scene_builder import Ghost, Labels, Scene, board_scene, rack_scene
from render.sprites import BADGE_PX
from render.theme import Theme
from tests.game.build import SETUPS
from tests.render.games import NAMES, at, labels, mine, public, states


def reshuffled(state: GameState, keep: int | None = None) -> GameState:
    """The same game with other hidden tiles; the rack of seat `keep` stays."""
    hidden = [tile for seat, rack in enumerate(state.racks) if seat != keep for tile in rack if tile]
    bag = Counter(state.unseen)
    bag.update(tile.piece for tile in hidden)
    tiles = list(bag.elements())
    Random(9).shuffle(tiles)
    racks = [rack if seat == keep else tuple(tiles.pop() for _ in rack) for seat, rack in enumerate(state.racks)]
    left = Counter(tiles)
    fresh = tuple((value + 1) % 3 if seat != keep else value for seat, value in enumerate(state.fresh))
    return replace(state, racks=tuple(racks), unseen={piece: left[piece] for piece in PIECES}, fresh=fresh)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
def test_a_public_picture_tells_nothing_of_hidden_tiles(mode: str, seats: int, share: float, theme: Theme):
    state = at(mode, seats, 11, share)
    other = reshuffled(state)
    assert other.racks != state.racks
    one, two = (board_scene(public(game), labels(game)) for game in (state, other))
    assert one == two
    assert png(draw(one, theme)) == png(draw(two, theme))


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
def test_a_players_picture_tells_nothing_of_other_racks(share: float):
    state = at("standard", 4, 12, share)
    seat = state.position.seat
    other = reshuffled(state, keep=seat)
    for build in (lambda seen, words: board_scene(seen, words, rack=True), rack_scene):
        assert build(view(state, seat), labels(state)) == build(view(other, seat), labels(other))


def test_the_rack_is_shown_only_where_it_is_asked_for():
    state = at("standard", 2, 1, 0.5)
    assert board_scene(mine(state), labels(state)).rack is None
    assert board_scene(mine(state), labels(state), rack=True).rack


def test_new_tiles_are_marked():
    state = at("standard", 2, 1, 0.5)
    seat = 1 - state.position.seat
    tiles = rack_scene(view(state, seat), labels(state)).rack
    assert tiles
    assert [tile.fresh for tile in tiles.tiles] == [False] * (6 - state.fresh[seat]) + [True] * state.fresh[seat]


def test_every_symbol_on_the_board_is_in_the_scene_once():
    state = at("team", 4, 3, 0.7)
    part = board_scene(public(state), labels(state)).board
    assert part
    laid = {half.cell: half.colour for half in part.halves}
    assert len(laid) == len(part.halves)
    symbols = state.position.symbols
    assert laid == {cell: symbols[cell] for cell in range(len(symbols)) if symbols[cell] != START[cell]}
    for half in part.halves:
        assert half.cell + DIRECTIONS[half.towards] in laid


def test_the_last_turn_is_highlighted_and_more_when_asked():
    state = at("standard", 3, 2, 0.5)
    turns = state.position.turns

    def highlighted(since: int | None):
        part = board_scene(public(state), labels(state), since=since).board
        assert part
        return {half.cell for half in part.halves if half.look == "new"}

    assert highlighted(None) == {cell for placement in turns[-1].placements for cell in placement.at}
    assert highlighted(0) == {cell for turn in turns for placement in turn.placements for cell in placement.at}
    assert highlighted(len(turns)) == set()


def states_before(mode: str, seats: int, seed: int, state: GameState):
    """The pegs of the last turn's player before that turn."""
    turns = len(state.position.turns)
    earlier = [game for game in states(mode, seats, seed) if len(game.position.turns) < turns]
    return earlier[-1].position.pegs(state.position.turns[-1].seat)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_lines_and_points_of_a_turn_are_those_that_it_scored(mode: str, seats: int):
    for state in [*states(mode, seats, 6)[1::5], states(mode, seats, 6)[-1]]:
        turns = state.position.turns
        if not turns:
            continue
        part = board_scene(public(state), labels(state)).board
        assert part
        placements = turns[-1].placements
        assert sum(gain.points for gain in part.gains) == sum(placements[-1].steps)
        before = states_before(mode, seats, 6, state)
        moved = [after - at for after, at in zip(state.position.pegs(turns[-1].seat), before, strict=True)]
        counted = {colour for placement in placements for colour, points in placement.gained.items() if points}
        assert part.earned
        assert dict(part.earned.points) == {colour: moved[colour] for colour in counted}
        if not placements[-1].tile.double:
            assert len(part.links) == placements[-1].total


def test_pegs_know_where_they_were_and_where_the_ghost_would_bring_them():
    state = at("standard", 2, 4, 0.5)
    position, seat = state.position, state.position.seat
    tile, a, b, _, _ = max(placements(mine(state)), key=lambda choice: choice[3] + choice[4])
    scene = board_scene(mine(state), labels(state), ghost=Ghost(tile, (a, b)))
    after = preview(mine(state), tile, (a, b)).position
    assert [peg.at for peg in scene.panels[seat].pegs] == list(position.pegs(seat))
    assert [peg.after for peg in scene.panels[seat].pegs] == list(after.pegs(seat))
    rival = scene.panels[1 - seat].pegs
    last = position.turns[-1].placements
    gained = sum(sum(placement.steps) for placement in last)
    assert sum(peg.at - peg.before for peg in rival) == gained


def test_a_ghost_that_the_rules_refuse_is_refused():
    state = at("standard", 2, 4, 0.0)
    tile = mine(state).rack[0]
    with pytest.raises(Illegal):
        board_scene(mine(state), labels(state), ghost=Ghost(tile, (parse_cell("H8"), parse_cell("H9"))))


def test_a_ghost_is_two_halves_with_their_own_symbols():
    state = at("standard", 2, 4, 0.5)
    tile, a, b, _, _ = next(choice for choice in placements(mine(state)) if not choice[0].double)
    part = board_scene(mine(state), labels(state), ghost=Ghost(tile, (a, b))).board
    assert part
    assert part.trying
    ghosts = {half.cell: half.colour for half in part.halves if half.look == "ghost"}
    assert Tile(ghosts[a], ghosts[b]) == tile


def test_the_standing_is_in_the_final_scene():
    state = at("standard", 3, 8, 1.0)
    scene = board_scene(public(state), labels(state))
    ending = state.position.ending
    assert ending
    assert scene.over
    seats = {seat.number: seat for panel in scene.panels for seat in panel.seats}
    assert {number for number, seat in seats.items() if seat.rank == 1} == set(ending.standing[0])
    assert not any(seat.on_turn for seat in seats.values())
    for number, seat in seats.items():
        assert seat.result == tuple(sorted(state.position.pegs(number)))


def test_nobody_wins_a_game_that_was_stopped():
    state = apply(at("standard", 3, 11, 0.5), Stopped("stopped"))
    scene = board_scene(public(state), labels(state))
    assert {seat.rank for panel in scene.panels for seat in panel.seats} == {None}


def test_partners_share_one_rank():
    state = at("team", 4, 2, 1.0)
    ending = state.position.ending
    assert ending
    scene = board_scene(public(state), labels(state))
    ranks = {seat.number: seat.rank for panel in scene.panels for seat in panel.seats}
    assert len(ending.standing) == 2
    for rank, group in enumerate(ending.standing, 1):
        assert {ranks[seat] for seat in group} == {rank}


def test_the_item_that_decided_a_place_is_the_first_that_differs():
    for seed in range(20):
        state = at("standard", 2, seed, 1.0, "random")
        ending = state.position.ending
        assert ending
        scene = board_scene(public(state), labels(state))
        first, second = (seat for panel in scene.panels for seat in panel.seats)
        if len(ending.standing) == 1:
            assert first.decided is None
            continue
        decided = first.decided
        assert decided is not None
        assert decided == second.decided
        assert first.result[:decided] == second.result[:decided]
        assert first.result[decided] != second.result[decided]


def badges(*names: str) -> list[str]:
    state = at("standard", len(names), 1, 0.0)
    scene = board_scene(public(state), Labels(names))
    return [seat.badge.letters for panel in scene.panels for seat in panel.seats if seat.badge]


def test_each_seat_has_a_mark_of_its_own():
    assert badges("Ann", "Ben", "Cem") == ["A", "B", "C"]
    assert badges("ann", "Alex", "Cem") == ["An", "Al", "C"]
    assert badges("Alex", "Alex (2)", "Alex (3)") == ["A1", "A2", "A3"]
    assert badges("", "~ ~", "_zoe_") == ["", "", "Z"]


def test_nobody_has_to_be_told_apart_in_a_game_alone():
    state = at("solo", 1, 1, 0.5)
    scene = board_scene(public(state), labels(state))
    assert scene.board
    assert [seat.badge for panel in scene.panels for seat in panel.seats] == [None]
    assert scene.board.owners == ()


def test_of_several_turns_the_tiles_say_whose_they_are_and_the_last_placement_has_its_points():
    state = at("standard", 4, 7, 0.5)
    turns = state.position.turns[-3:]
    part = board_scene(public(state), labels(state), since=len(state.position.turns) - 3).board
    assert part
    laid = {placement.at[0]: turn.seat for turn in turns for placement in turn.placements}
    assert {owner.cell: owner.badge.number for owner in part.owners} == laid
    assert part.earned
    assert part.earned.name == NAMES[turns[-1].seat]
    assert {gain.cell for gain in part.gains} <= set(turns[-1].placements[-1].at)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_points_are_whole_and_on_top_of_no_mark(mode: str, seats: int):
    for state in states(mode, seats, 7)[1::3]:
        since = max(0, len(state.position.turns) - seats)
        part = board_scene(public(state), labels(state), since=since).board
        assert part
        grid = GRIDS[part.radius]
        wide = grid.scaled(BADGE_PX)
        marks = [*gain_places(part, grid), *(owner_place(owner, grid) for owner in part.owners)]
        assert all(wide / 2 <= y <= BOARD_PX - wide / 2 for _, y in marks)
        for gain in gain_places(part, grid):
            assert all(dist(gain, other) >= wide for other in marks if other != gain)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
def test_the_score_of_a_seat_is_what_is_compared_first(mode: str, seats: int, share: float):
    state = at(mode, seats, 3, share)
    scene = board_scene(public(state), labels(state))
    for panel in scene.panels:
        for seat in panel.seats:
            assert seat.score == state.position.mode.result(state.position.pegs(seat.number))[0]
            if panel.rail.low == 0:
                assert {peg.at for peg in panel.pegs if peg.lowest} == {seat.score}


def test_a_ghost_shows_the_score_that_it_would_bring():
    for state in states("duel", 2, 4)[5:40]:
        if not state.position.owed or not placements(mine(state)):
            continue
        tile, a, b, _, _ = max(placements(mine(state)), key=lambda choice: choice[3] + choice[4])
        scene = board_scene(mine(state), labels(state), ghost=Ghost(tile, (a, b)))
        after = preview(mine(state), tile, (a, b)).position
        assert [seat.after for seat in scene.panels[0].seats] == [
            after.mode.result(after.pegs(seat))[0] for seat in range(2)
        ]


def test_a_note_stands_at_its_seat_and_a_rank_in_the_words_of_the_reader():
    state = at("team", 4, 2, 1.0)
    words = replace(labels(state), notes=("", "resigned"), ranks=("1.", "2."))
    seats = {seat.number: seat for panel in board_scene(public(state), words).panels for seat in panel.seats}
    assert [seats[number].note for number in range(4)] == ["", "resigned", "", ""]
    assert {seat.rank_words for seat in seats.values()} == {"1.", "2."}


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_the_area_in_play_is_that_of_the_setup(mode: str, seats: int):
    state = at(mode, seats, 1, 0.0)
    part = board_scene(public(state), labels(state)).board
    assert part
    assert part.radius == state.position.area.radius >= WHITE.radius


def test_a_scene_is_a_key():
    state = at("duel", 2, 1, 0.5)
    scenes: dict[Scene, int] = {board_scene(public(state), labels(state)): 1}
    assert scenes[board_scene(public(state), labels(state))] == 1
