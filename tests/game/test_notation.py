"""A position in one line of text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.events import Dealt, Event, Stopped
from game.modes import MODES
from game.notation import LineError, from_line, is_line, to_line
from game.rules import apply, deal, fold
from game.state import view
from tests.game.build import at, games, played, unfinished

SETUPS = [(mode.name, seats) for mode in MODES.values() for seats in mode.seats]
LINE = "duel/2 RB-E7-E8 GG-C4-C5+"


@given(games() | unfinished(), st.data())
def test_a_line_brings_back_all_that_everybody_sees(events: list[Event], data: st.DataObject):
    now = fold(events[: data.draw(st.integers(1, len(events)))])
    line = to_line(now.position)
    read = from_line(line)
    assert view(read, None) == view(now, None)
    assert to_line(read.position) == line


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("stop", [None, Stopped("resign", 0), Stopped("resign"), Stopped("stopped")], ids=str)
def test_a_line_of_a_game_that_has_ended_brings_back_its_ending(mode: str, seats: int, stop: Stopped | None):
    events = played(mode, seats, 1, until=40 if stop else None, styles=("greedy",))
    now = fold([*events, stop] if stop else events)
    assert now.position.ending
    assert from_line(to_line(now.position)).position == now.position


def test_a_line_is_the_same_whatever_nobody_but_its_owner_sees():
    events = played("standard", 2, 1, until=6)
    assert isinstance(events[0], Dealt)
    other = deal(MODES["standard"], 2, Random(9))
    unknown = [Dealt("standard", ((None,) * 6,) * 2), *events[1:]]
    assert to_line(fold(unknown).position) == to_line(fold(events).position)
    assert to_line(apply(None, other).position) == "standard/2"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "word 1, '': not a mode with its number of seats, such as standard/2"),
        ("chess/2", "word 1, 'chess/2': not a mode"),
        ("duel/3", "word 1, 'duel/3': 'duel' is not played by 3"),
        ("duel/2 hello", "word 2, 'hello': 'hello' is no placement such as RB-E7-E8"),
        ("duel/2  RB-E7-E8", "word 2, '': '' is no placement"),
        ("duel/2 RX-E7-E8", "word 2, 'RX-E7-E8': not a tile: 'RX'"),
        ("duel/2 RB-E7-Z8", "word 2, 'RB-E7-Z8': not a cell of the board: 'Z8'"),
        ("duel/2 RB-C4-C5 GG-C5-C6", "word 3, 'GG-C5-C6': the space C5 is taken (R3.1)"),
        ("duel/2 RB-C4-C5+ GG-M9-M10", "only the last turn may end in +"),
        ("duel/2 RB-C4-C5=", "word 2, 'RB-C4-C5=': the codes of the exchanged tiles have two letters each"),
        ("duel/2 RB-C4-C5=RRGGB", "word 2, 'RB-C4-C5=RRGGB': the codes"),
        ("duel/2 RB-C4-C5=RR", "word 2, 'RB-C4-C5=RR': this exchange is not allowed (R9.4)"),
        ("duel/2 RB-C4-C5=RR+", "word 2, 'RB-C4-C5=RR+': a turn that exchanged has ended"),
        ("duel/2 RB-C4-C5+GG-I4-I5", "no bonus placement was earned"),
        ("duel/2 stopped RB-C4-C5", "word 3, 'RB-C4-C5': the game is over"),
        ("duel/2 resign:7", "word 2, 'resign:7': there is no seat 7"),
    ],
)
def test_a_line_that_is_none_is_refused_with_its_word_and_what_is_wrong(line: str, wrong: str):
    with pytest.raises(LineError) as caught:
        from_line(line)
    assert wrong in str(caught.value)


@given(st.text(max_size=40) | st.text(max_size=20).map(f"{LINE} ".__add__) | st.sampled_from(SETUPS).map(str))
def test_any_text_is_a_position_or_a_line_error(text: str):
    try:
        read = from_line(text)
    except LineError:
        return
    assert from_line(to_line(read.position)) == read


def test_a_line_is_told_from_the_name_of_a_file():
    assert is_line(LINE)
    assert is_line("solo/1")
    assert [name for name in ("game.json", "duel", "games/2.json", "-", "") if is_line(name)] == []


def test_the_order_of_a_double_is_the_order_of_its_cells():
    now = from_line("standard/2 RR-D4-D3+")
    assert now.position.turns[0].placements[0].at == at("D4 D3")
