"""What a Swiss tournament of 64 people over 7 rounds costs: messages for Discord, and seconds of this process.

Each game ends by a resignation at its first turn, so that what is measured is the tournament and not the games. A game
costs one message and, where it has a thread, the thread and the message that carries it beside.
"""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

from bot.services import tournaments
from bot.tables import absence
from bot.tournaments import actions
from bot.tournaments.events import Entered, Opened
from data.ids import ChannelId, GuildId, TournamentId, UserId
from render.paint import draw, png
from render.theme import load_theme
from tests.bot.club import Club, club_at

PEOPLE, ROUNDS = 64, 7
FIRST = 101


def main() -> None:
    """Print everything."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> None:
    async with club_at(folder / "games.sqlite3") as club:
        terms = Opened(
            UserId(1), ChannelId(2), "duel", 2, rounds=ROUNDS, system="swiss", most=PEOPLE, when_full=True, casual=True
        )
        began = perf_counter()
        number = (await tournaments.open_one(club.app, GuildId(1), terms)).row.id
        for at in range(PEOPLE):
            loaded = await tournaments.load(club.app, number)
            entry = Entered(UserId(FIRST + at), f"P{at}", 1000 + at)
            await tournaments.change(club.app, loaded, partial(actions.enter, entry=entry, roles=()))
            await club.tell()
        entered_s = perf_counter() - began
        rounds_s = [await _round(club, number) for _ in range(ROUNDS)]
        over = (await tournaments.load(club.app, number)).tournament
        _print(club, over.status, entered_s, rounds_s)


async def _round(club: Club, number: TournamentId) -> float:
    """The seconds of a round: its games begin, end and are reported, and the next one is paired."""
    began = perf_counter()
    await club.tell()
    last = (await tournaments.load(club.app, number)).tournament.round
    for game in last.open_games if last else []:
        loaded = await club.tables.load(game)
        loser, shuffle = loaded.table.humans[0], club.tables.chance.shuffle(game)
        await club.tables.change(loaded, partial(absence.resign, user=loser, shuffle=shuffle))
        await club.tell()
    return perf_counter() - began


def _print(club: Club, status: str, entered_s: float, rounds_s: list[float]) -> None:
    posts = list(club.listener.posts.values())
    edits = sum(len(screens) - 1 for screens in posts)
    scene, theme = posts[-1][-1].picture, load_theme()
    began = perf_counter()
    picture = png(draw(scene, theme)) if scene else b""
    drawn_s = perf_counter() - began
    print(f"tournament of {PEOPLE}, {ROUNDS} rounds of Swiss, {ROUNDS * PEOPLE // 2} games ({status})")
    print(f"  messages {len(posts)}, edits {edits}; boards and results of games {len(club.said)}")
    print(f"  entries {entered_s:.1f} s, a round {sum(rounds_s) / len(rounds_s):.1f} s, all {sum(rounds_s):.1f} s")
    print(f"  standings {drawn_s * 1000:.0f} ms, {len(picture) / 1000:.0f} kB")
