"""The position as text: all of it, nothing hidden, and never longer than a message may be."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.screens.text_board import LENGTH, rack_told, text_board
from bot.texts import LANGUAGES, plain, texts
from game.board import EMPTY, PRINTED, parse_cell
from game.modes import MODES
from game.rules import apply
from game.simulate import simulate
from game.state import GameState, Placement, Turn, view
from game.tiles import COLOURS, PIECES, Colour, Tile
from tests.game.build import SETUPS

NAMES = ("Ann", "Bartholomew", "Çelik", "Дмитрий")
LONG = ("*" * 32, "_" * 32, "W" * 32, "[" * 32)


@cache
def states(mode: str, seats: int, seed: int = 1) -> tuple[GameState, ...]:
    found: list[GameState] = []
    state = None
    for event in simulate(MODES[mode], ("random",) * seats, Random(seed)):
        state = apply(state, event)
        found.append(state)
    return tuple(found)


def told(text: str, language: str) -> dict[int, int]:
    """The symbols that a text puts on cells."""
    words = {texts(language)(f"textboard.{colour.name.lower()}"): int(colour) for colour in COLOURS}
    words |= {texts(language)(f"code.{colour.name.lower()}"): int(colour) for colour in COLOURS}
    words |= {texts(language)("textboard.empty"): EMPTY}
    found: dict[int, int] = {}
    row_of_cells = re.escape(texts(language)("textboard.row", row="|", cells="/")).replace("\\|", "([A-O])\xa0?")
    for row, line in re.findall(f"^{row_of_cells.replace('/', '(.*)')}$", text, re.MULTILINE):
        for part in line.split("; "):
            word, _, numbers = part.partition(" ")
            for item in numbers.split(", "):
                ends = [int(number) for number in re.findall(r"\d+", item)]
                for number in range(ends[0], ends[-1] + 1):
                    cell = parse_cell(f"{row}{number}")
                    assert cell not in found
                    found[cell] = words[word]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_text_tells_every_space_of_the_area(mode: str, seats: int, language: str):
    for state in states(mode, seats)[::4]:
        position = state.position
        expected = {cell: position.symbols[cell] for cell in position.area.cells}
        seen = view(state, None)
        assert told(text_board(seen, NAMES, texts(language)), language) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("names", [NAMES, LONG])
def test_a_text_fits_into_a_message(names, mode: str, seats: int, language: str):
    for state in states(mode, seats, 2)[::3]:
        seen = view(state, state.position.seat)
        assert 0 < len(text_board(seen, names, texts(language))) <= LENGTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worst_board_fits_into_a_message(language: str):
    # No two neighbours in a row alike, every name as long as markdown makes it, a turn of many bonus placements.
    state = states("standard", 4)[60]
    rng = Random(1)
    for _ in range(20):
        symbols = bytearray(state.position.symbols)
        for number, cell in enumerate(state.position.area.cells):
            symbols[cell] = PRINTED.get(cell, (number * 3 + rng.randrange(6)) % 7)
        at = (parse_cell("H11"), parse_cell("H12"))
        laid = Placement(Tile(Colour.PURPLE, Colour.ORANGE), at, (18, 17), (18, 17), 2)
        rack = (Tile(Colour.PURPLE, Colour.YELLOW),) * 6
        turn = Turn(state.position.seat, (laid,) * 6, rack, complete=True)
        position = replace(state.position, symbols=bytes(symbols), turns=(*state.position.turns, turn))
        seen = replace(view(state, state.position.seat), position=position, rack=rack)
        assert len(text_board(seen, LONG, texts(language))) <= LENGTH
        expected = {cell: symbols[cell] for cell in position.area.cells}
        assert told(text_board(seen, LONG, texts(language)), language) == expected


def test_an_empty_row_is_told_as_a_span():
    text = text_board(view(states("standard", 2)[0], None), NAMES, texts("en"))
    assert "\nE: empty 3 to 10.\n" in text
    assert "\nC: red 3; green 8; empty 4 to 7.\n" in text


def test_the_first_turn_is_told_which_printed_symbols_are_free():
    played = states("standard", 2)
    first = text_board(view(played[0], None), NAMES, texts("en"))
    assert "red C3, green C8, blue H13, orange M13, yellow M8, purple H3" in first
    later = next(state for state in played if len(state.position.turns) == 2 and not state.position.in_turn)
    assert "Printed symbols" not in text_board(view(later, None), NAMES, texts("en"))


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_only_the_readers_own_rack_is_told(mode: str, seats: int):
    state = next(state for state in states(mode, seats)[9:] if not state.position.in_turn)
    tiles = Counter(tile.piece for rack in state.racks for tile in rack if tile)
    bag = Counter(state.unseen)
    bag.update(tiles)
    shuffled = list(bag.elements())
    Random(4).shuffle(shuffled)
    racks = tuple(tuple(shuffled.pop() for _ in rack) for rack in state.racks)
    left = Counter(shuffled)
    other = replace(state, racks=racks, unseen={piece: left[piece] for piece in PIECES})
    assert other.racks != state.racks
    one, two = (text_board(view(game, None), NAMES, texts("en")) for game in (state, other))
    assert one == two
    assert "Your tiles" not in one
    seat = state.position.seat
    mine = replace(other, racks=tuple(state.racks[at] if at == seat else rack for at, rack in enumerate(racks)))
    words = [text_board(view(game, seat), NAMES, texts("en")) for game in (state, mine)]
    assert words[0] == words[1]
    assert ("Your tiles: 1 " in words[0]) == bool(state.racks[seat])


def test_tiles_are_told_by_the_names_of_their_colours_while_there_is_room():
    english = texts("en")
    rack = rack_told([Tile(Colour.RED, Colour.BLUE), Tile(Colour.GREEN, Colour.GREEN)], english)
    red, blue, green = (english(f"textboard.{colour}") for colour in ("red", "blue", "green"))
    assert rack == english("textboard.rack", tiles=f"1 {red} {blue}, 2 {green} {green}")


def test_names_do_no_harm():
    state = states("standard", 4)[-1]
    for name in ("@everyone", "**x**", "<@1>", "[a](http://b)"):
        text = text_board(view(state, None), (name,) * 4, texts("en"))
        assert plain(name) in text
        assert name not in text


def test_scores_and_the_last_turn_are_told():
    state = next(state for state in states("standard", 3) if len(state.position.turns) == 12)
    position = state.position
    text = text_board(view(state, None), NAMES, texts("en"))
    for seat in range(3):
        values = ", ".join(f"{colour.name.lower()} {position.pegs(seat)[colour]}" for colour in COLOURS)
        assert f"{NAMES[seat]}: {values}." in text
    turn = position.turns[-1]
    assert f"Last turn, {NAMES[turn.seat]}: " in text
    assert f"{NAMES[position.seat]} to move." in text


def test_the_end_is_told():
    state = states("duel", 2)[-1]
    text = text_board(view(state, None), NAMES, texts("en"))
    assert "to move" not in text
    assert "left" not in text
