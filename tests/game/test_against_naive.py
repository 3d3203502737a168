"""The core against the second implementation, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from game.board import NAMES, open_ends
from game.events import Event, Placed, TurnEnded
from game.rules import apply, exchangeable, fold
from game.scoring import standing
from game.state import GameState
from game.tiles import Tile
from tests.game.build import SEEDS, SETUPS, played, whole
from tests.game.naive import COLOURS, RADIUS, NaiveGame, space


def codes(tiles: Iterable[Tile | None]) -> list[str]:
    return [tile.code for tile in tiles if tile]


def same_piece(code: str) -> str:
    return "".join(sorted(code))


def spaces(cells: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    return space(NAMES[cells[0]]), space(NAMES[cells[1]])


def check(now: GameState, naive: NaiveGame) -> None:
    """The two agree on everything that can be seen or asked."""
    place = now.position
    assert [dict(zip(COLOURS, board.pegs, strict=True)) for board in place.scores] == naive.scores
    assert naive.count() == 120
    for mine, plain in zip(now.racks, naive.racks, strict=True):
        assert sorted(map(same_piece, codes(mine))) == sorted(map(same_piece, plain))
    if naive.reason:
        assert place.ending is not None
        assert place.ending.reason == naive.reason
        assert [list(seats) for seats in place.ending.standing] == naive.standing()
        return
    assert place.ending is None
    assert (place.seat, place.owed) == (naive.seat, naive.owed)
    assert [list(seats) for seats in standing(place)] == naive.standing()
    if place.mode.track.two_sided:
        held = [[COLOURS[colour] for colour in place.tokens(seat)] for seat in (0, 1)]
        assert held == [[c for c in COLOURS if naive.tokens.get(c) == seat] for seat in (0, 1)]
    if place.owed:
        ends = open_ends(place.symbols, place.area, opening=place.opening)
        mine = {spaces(pair) for pair in zip(*ends, strict=True)}
        free = [at for at, symbol in naive.symbols.items() if not symbol]
        plain = {(a, b) for a in free for b in naive.neighbours(a) if a < b and naive.may_lie(a, b)}
        assert mine == plain
    else:
        mine_out = codes(exchangeable(place, now.racks[place.seat]))
        assert sorted(map(same_piece, mine_out)) == sorted(map(same_piece, naive.exchangeable()))


def follow(events: Sequence[Event], mode: str) -> NaiveGame:
    """Play the same game in both, checking after every event."""
    now = apply(None, events[0])
    naive = NaiveGame(mode, [codes(rack) for rack in events[0].racks])
    check(now, naive)
    for event in events[1:]:
        now = apply(now, event)
        if isinstance(event, Placed):
            gained, bonus = naive.place(event.tile.code, *spaces(event.at))
            mine = now.position.turns[-1].placements[-1]
            assert {COLOURS[colour]: points for colour, points in mine.gained.items()} == gained
            assert mine.bonuses == bonus
        elif isinstance(event, TurnEnded):
            naive.end_turn(codes(event.returned), codes(event.drawn))
        check(now, naive)
    return naive


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_both_implementations_play_the_same_games(mode: str, seats: int):
    for seed in SEEDS:
        assert follow(whole((mode, seats), seed), mode).reason is not None


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_both_know_the_same_areas(mode: str, seats: int):
    area = fold(played(mode, seats, 1, until=1)).position.area
    assert {space(NAMES[cell]) for cell in area.cells} == set(
        NaiveGame(mode, [["RR", "OO", "YY", "GG", "BB", "PP"]] * seats).symbols
    )
    assert area.radius == RADIUS[f"{mode} {seats}"]


def test_the_games_compared_have_bonuses_exchanges_and_both_ways_to_end():
    """What the comparison is worth: the rare things do happen in it."""
    endings: set[str] = set()
    bonuses = exchanges = lapsed = lost = 0
    for setup in SETUPS:
        for seed in SEEDS:
            events = whole(setup, seed)
            place = fold(events).position
            endings.add(place.ending.reason)
            exchanges += sum(isinstance(event, TurnEnded) and bool(event.returned) for event in events)
            for turn in place.turns:
                for placement in turn.placements:
                    bonuses += placement.bonuses
                    lost += sum(placement.lost)
                lapsed += sum(placement.bonuses for placement in turn.placements) >= len(turn.placements)
    assert endings == {"board-full", "instant-win"}
    assert min(bonuses, exchanges, lapsed, lost) > 0
