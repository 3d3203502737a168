"""Positions to draw: games of bots stopped where a test wants them, with names and words."""

from __future__ import annotations

from functools import cache
from random import Random

from game.ai import Style
from game.modes import MODES
from game.rules import apply
from game.simulate import simulate
from game.state import GameState, SeatView, view
from render.scene_builder import Labels

NAMES = ("Ann", "Bartholomew", "Çelik", "Дмитрий")


@cache
def states(mode: str, seats: int, seed: int, style: Style = "greedy") -> tuple[GameState, ...]:
    """A whole game: the state after each event."""
    played: list[GameState] = []
    state: GameState | None = None
    for event in simulate(MODES[mode], (style,) * seats, Random(seed)):
        state = apply(state, event)
        played.append(state)
    return tuple(played)


def at(mode: str, seats: int, seed: int, share: float, style: Style = "greedy") -> GameState:
    """A game when this share of it is played; between two turns, or at the end."""
    played = states(mode, seats, seed, style)
    here = round(share * (len(played) - 1))
    while played[here].position.in_turn and not played[here].position.ending:
        here += 1
    return played[here]


def public(state: GameState) -> SeatView:
    """What everybody sees."""
    return view(state, None)


def mine(state: GameState) -> SeatView:
    """What the seat on turn sees."""
    return view(state, state.position.seat)


def labels(state: GameState, names: tuple[str, ...] = NAMES) -> Labels:
    """English words for a position."""
    position = state.position
    names = names[: position.seats]
    if position.ending is None:
        return Labels(names, to_move=f"{names[position.seat]} to move", left="about 9 turns left each", score="Score")
    final = f"{names[position.ending.standing[0][0]]} wins"
    return Labels(names, final=final, score="Score", ranks=("1st", "2nd", "3rd", "4th"))
