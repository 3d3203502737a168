"""How many words the turn messages of whole simulated games have, by mode, language and who plays.

`python -m tests.bot.words` prints a line for each. A word is what stands between spaces and has a letter or a digit,
so that a sign beside a number costs nothing; `parts` counts everything between spaces.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median

from bot.screens.board import board
from bot.tables.events import Seat
from bot.tables.fold import apply
from bot.tables.table import Table
from bot.texts import LANGUAGES, Language, texts
from game.events import TurnEnded
from tests.bot.games import table_of, whole

GAMES = (("standard", 2), ("standard", 3), ("standard", 4), ("team", 4), ("duel", 2), ("solo", 1))
LATE = 0.75
"""From which part of a game on its turns are late."""


@dataclass(frozen=True)
class Figures:
    """The words of the turn messages of some games."""

    words: tuple[int, ...]
    parts: tuple[int, ...]
    late: tuple[int, ...]
    """The words of those late in their games."""

    @property
    def line(self) -> str:
        """The figures for people."""
        return (
            f"words median {median(self.words):.0f}, most {max(self.words)}; late median {median(self.late):.0f}, "
            f"most {max(self.late)}; parts most {max(self.parts)}"
        )


def words_in(text: str) -> int:
    """The words of a text."""
    return sum(any(letter.isalnum() for letter in part) for part in text.split())


def turn_messages(mode: str, seats: int, language: Language, seed: int, *, bots: bool) -> list[str]:
    """The texts of all turn messages of a game; with `bots` only the first seat is a person's."""
    return [
        board(table, texts(language), since).text
        for table, since in _turns(table_of(whole(mode, seats, seed)), bots=bots)
    ]


def figures(mode: str, seats: int, language: Language, *, bots: bool = False, games: int = 5) -> Figures:
    """The words of the turn messages of several games of bots."""
    texts_of = [turn_messages(mode, seats, language, seed, bots=bots) for seed in range(1, games + 1)]
    every = [text for game in texts_of for text in game]
    late = [text for game in texts_of for text in game[int(len(game) * LATE) :]]
    return Figures(tuple(map(words_in, every)), tuple(len(text.split()) for text in every), tuple(map(words_in, late)))


def _turns(table: Table, *, bots: bool) -> Iterator[tuple[Table, int]]:
    """The table each time that a person gets on turn, with the number of the first turn that is new to them."""
    people = [Seat(seat.user if at == 0 or not bots else None, seat.name) for at, seat in enumerate(table.seats)]
    now = replace(table, seats=tuple(people), events=(), state=None, last_public_state=None)
    since = 0
    for event in table.events:
        now = apply(now, event)
        on_turn = isinstance(event, TurnEnded) or now.turn == 0
        if on_turn and now.status == "running" and people[now.public.seat].user is not None:
            yield now, since
            since = now.turn


def main() -> None:
    """Print the figures."""
    for language in LANGUAGES:
        for mode, seats in GAMES:
            for bots in (False, True) if seats > 1 else (False,):
                against = f"one person, {seats - 1} bots" if bots else f"{seats} people"
                sys.stdout.write(f"{language} {mode} {against}: {figures(mode, seats, language, bots=bots).line}\n")


if __name__ == "__main__":
    main()
