"""What a turn costs its player and the network: taps, calls of Discord's API, kilobytes uploaded, words to read.

`python -m tests.bot.taps` plays whole games of every mode through the real path, each person pressing what takes the
fewest taps to the placement they want, and prints the figures. A button is one tap, an option of a select two, and
opening the panel counts; who plays alone finds it open after each placement.

`--phone 390` plays a few turns alone, against a bot and as two people before a page of that width in Chromium instead,
and prints how high the panel is, how often one has to scroll to the next button, and how much there is to read.

`--channel` prints what a whole game leaves behind in its channel and its thread, and how often it calls somebody.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bot.interactions.request import Request
from bot.services.loaded import Location
from bot.texts import texts
from data.store import PlayerRow
from game import ai
from game.ai import Style
from tests.bot import kept, thumb
from tests.bot.games import simulated
from tests.bot.players import on_turn
from tests.bot.shortest import shortest
from tests.bot.world import PEOPLE, Shown, World, world

MODES = (("standard", 2), ("standard", 3), ("standard", 4), ("solo", 1), ("team", 4), ("duel", 2))
MOST = 6
"""The most taps that any placement may take, opening the panel included."""


@dataclass(frozen=True)
class TurnCost:
    """One turn of a person, its bonus placements included."""

    taps: int
    placements: tuple[int, ...]
    """The taps of each placement."""
    calls: int
    uploaded: int
    """Bytes of attached files."""
    words: int
    """Of the channel message that follows."""


@dataclass
class _Meter:
    """Counts the calls and bytes that reach a simulated Discord."""

    here: World
    uploaded: int = 0
    started: int = 0

    def __post_init__(self) -> None:
        cdn: Any = self.here.env.backend.cdn
        store = cdn.store_attachment

        def stored(number: int, channel: int, name: str, data: bytes, *rest: Any, **words: Any) -> Any:
            self.uploaded += len(data)
            return store(number, channel, name, data, *rest, **words)

        cdn.store_attachment = stored
        self.reset()

    def reset(self) -> None:
        self.uploaded, self.started = 0, len(self.here.env.http_requests)

    @property
    def calls(self) -> int:
        return len(self.here.env.http_requests) - self.started


# --- whole games ---------------------------------------------------------------------------------------------------


async def measured(here: World, mode: str, seats: int, style: Style, seed: int) -> list[TurnCost]:
    """The cost of every turn of a whole game in which all are people."""
    people = [here.people[name] for name in PEOPLE[:seats]]
    game = await here.put(simulated(mode, seats, turns=0, seed=seed), *people)
    await here.settle()
    meter, rng, found = _Meter(here), Random(seed), list[TurnCost]()
    panel: Shown | None = None
    while (await here.table(game)).status == "running":
        cost, panel = await _turn(here, game, meter, style, rng, panel if seats == 1 else None)
        found.append(cost)
    return found


async def _turn(
    here: World, game: int, meter: _Meter, style: Style, rng: Random, panel: Shown | None
) -> tuple[TurnCost, Shown]:
    """Make one turn by buttons, in the panel where it is open already, and count."""
    loaded = await here.app.tables.load(game)
    person = on_turn(here, loaded.table)
    request = Request(person.id, "", Location(here.guild.id, here.channel.id), texts("en"), PlayerRow(person.id), None)
    row_ = await here.store.game(game)
    meter.reset()
    opened = panel is None
    panel = panel or await here.do(person, here.shown(row_.message_channel, row_.message), "play")
    taps: list[int] = []
    while True:
        view = loaded.table.view_for(person.id)
        shown = [one["custom_id"] for one in panel.controls]
        steps = shortest(loaded, request, ai.choose(view, style, rng), shown)
        taps.append(sum(1 if value is None else 2 for _, value in steps))
        for pressed, value in steps:
            panel = await here.press(person, panel, pressed, value)
        loaded = await here.app.tables.load(game)
        after = loaded.table.view_for(person.id)
        if not (after.on_turn and after.position.in_turn):
            break
    row_ = await here.store.game(game)
    words = len(here.shown(row_.message_channel, row_.message).text.split())
    taps[0] += opened
    return TurnCost(sum(taps), tuple(taps), meter.calls, meter.uploaded, words), panel


async def play_all(modes: Sequence[tuple[str, int]], style: Style, games: int) -> None:
    """Play and print a line a mode."""
    print(f"a turn of `{style}` players by buttons, {games} games a mode; medians, and the most")
    shares = " ".join(f"{one:>4}" for one in range(1, 7)) + "   7+"
    print(f"mode        turns | taps most  placement most | {shares} taps | {'KB':>5}  most | calls | words")
    for mode, seats in modes:
        turns: list[TurnCost] = []
        for seed in range(1, games + 1):
            with tempfile.TemporaryDirectory() as folder:
                async with world(Path(folder) / "games.sqlite3", seed=seed) as here:
                    turns += await measured(here, mode, seats, style, seed)
        print(_line(f"{mode} {seats}", turns), flush=True)


def _line(name: str, turns: Sequence[TurnCost]) -> str:
    taps = [turn.taps for turn in turns]
    each = [one for turn in turns for one in turn.placements]
    shares = Counter(min(7, one) for one in taps)
    kilobytes = [turn.uploaded / 1000 for turn in turns]
    words = [turn.words for turn in turns]
    return (
        f"{name:<12}{len(turns):>5} | {median(taps):>4.0f} {max(taps):>4}  {median(each):>9.0f} {max(each):>4} | "
        + " ".join(f"{shares[one] / len(taps):>4.0%}" for one in range(1, 8))
        + f"      | {median(kilobytes):>5.0f} {max(kilobytes):>5.0f} | {median(turn.calls for turn in turns):>5.0f}"
        f" | {median(words):>3.0f} {max(words):>4}"
    )


def main() -> None:
    """Measure the modes that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.taps", description=__doc__)
    parser.add_argument("--style", default="careful", choices=ai.PLAYERS, help="how people choose their placements")
    parser.add_argument("--games", type=int, default=1, help="how many games a mode")
    parser.add_argument("--mode", help="only this mode")
    parser.add_argument("--phone", type=int, choices=thumb.HEIGHTS, help="the width of a phone")
    parser.add_argument("--channel", action="store_true", help="what a channel keeps of a game")
    asked = parser.parse_args()
    if asked.channel:
        asyncio.run(kept.play_all())
        return
    if asked.phone:
        asyncio.run(thumb.play_all(asked.phone))
        return
    modes = [one for one in MODES if asked.mode in (None, one[0])]
    asyncio.run(play_all(modes, asked.style, asked.games))


if __name__ == "__main__":
    main()
