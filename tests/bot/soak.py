"""A week of games in a simulated Discord: people who play, forget, go and come back; restarts, outages and faults.

`make soak` plays the full length and prints its figures; the suite plays a part of it (`whole/test_soak.py`).
Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

import discord
import simcord

from bot.tables import schedule
from bot.tables.events import EndedEarly, Resigned, Returned, SeatTakenOver, TableEvent, TurnMissed, from_text
from bot.tables.fold import apply, start
from bot.tables.table import Table
from data.address import Address, ServerUrl
from game.board import NAMES
from game.events import Stopped
from tests.bot.ids import split
from tests.bot.players import Script
from tests.bot.world import PEOPLE, World, world
from tests.postgres import Databases

STEP = timedelta(minutes=30)
"""How often somebody may look at Discord."""
TERMS = (
    {"mode": "standard", "seats": 2},
    {"mode": "standard", "seats": 3},
    {"mode": "standard", "seats": 4},
    {"mode": "standard", "seats": 4, "bots": 2},
    {"mode": "duel", "seats": 2},
    {"mode": "team", "seats": 4},
    {"mode": "team", "seats": 4, "bots": 1},
    {"mode": "solo", "seats": 1},
    {"mode": "standard", "seats": 2, "bots": 1},
    {"mode": "duel", "seats": 2, "bots": 1},
)
PACES = ("1h", "8h", "1d", "none", "2d")
FAULTS = (
    ("POST", "/channels/*/messages", 503, 0, "Service Unavailable"),
    ("POST", "/channels/*/messages", 500, 0, "Internal Server Error"),
    ("PATCH", "/channels/*/messages/*", 404, 10008, "Unknown Message"),
    ("PATCH", "/channels/*/messages/*", 500, 0, "Internal Server Error"),
    ("POST", "/channels/{dm}/messages", 403, 50007, "Cannot send messages to this user"),
)
"""What Discord answers instead; `{dm}` are somebody's direct messages."""


@dataclass
class Figures:
    """What happened, and what of it was told."""

    seed: int
    games: int = 0
    finished: int = 0
    cancelled: int = 0
    turns: int = 0
    boards: int = 0
    """The messages that call somebody to their turn."""
    twice: int = 0
    """Turns to which somebody was called more than once."""
    missing_calls: int = 0
    """Turns of people to which nobody was called."""
    reminders: int = 0
    quiet: int = 0
    """Reminders in quiet hours."""
    late: int = 0
    direct: int = 0
    missed: int = 0
    held: int = 0
    returned: int = 0
    resigned: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    restarts: int = 0
    outages: int = 0
    faults: int = 0
    presses: int = 0
    left_in_outbox: int = 0
    days: float = 0.0
    seconds: float = 0.0

    @property
    def broken_rules(self) -> list[str]:
        """What must not be: games that did not end, notices that were doubled, lost, or came at the wrong time."""
        wrong = {
            "unfinished": self.games - self.finished - self.cancelled,
            "called twice": self.twice,
            "not called": self.missing_calls,
            "reminded in quiet hours": self.quiet,
            "left in the outbox": self.left_in_outbox,
            "missed without a notice": max(0, self.missed - self.late),
        }
        return [f"{name}: {count}" for name, count in wrong.items() if count]

    def lines(self) -> list[str]:
        return [f"{name}: {dict(value) if isinstance(value, Counter) else value}" for name, value in vars(self).items()]


@dataclass(frozen=True)
class Sent:
    """A message that Discord has taken."""

    at: datetime
    channel: int
    text: str
    users: tuple[int, ...]
    version: int | None
    game: int | None


@dataclass
class SoakRun:
    """The people, how they are, and what was sent."""

    world: World
    rng: Random
    figures: Figures
    sent: list[Sent] = field(default_factory=list)
    away: dict[str, datetime] = field(default_factory=dict)
    """Until when somebody does not look."""
    script: Script = field(default_factory=Script)

    @property
    def now(self) -> datetime:
        return self.world.env.now()

    def present(self) -> list[simcord.MemberActor]:
        return [self.world.people[name] for name in PEOPLE if self.away.get(name, self.now) <= self.now]

    async def press(self, person: simcord.MemberActor, custom_id: str) -> str:
        """Press a button of a message as it was; what the answer says."""
        self.figures.presses += 1
        data = {"custom_id": custom_id, "component_type": 2}
        message = next((shown for shown in reversed(self.world.messages()) if custom_id in str(shown.components)), None)
        if message is None:
            return ""
        return (await self.world.answer(self.world.forge(person, data, message=message))).text

    async def command(self, person: simcord.MemberActor, name: str, **options: object) -> str:
        self.figures.presses += 1
        return (await self.world.command(person, name, **options)).text

    async def events(self, game: int) -> list[TableEvent]:
        return [from_text(body) for body in (await self.world.store.load(game)).events]


async def soak(path: Address, *, seed: int, games: int, days: float) -> Figures:
    """Play this many games for so many days, and then on until all are finished; raises where a rule is broken."""
    began = time.perf_counter()
    figures = Figures(seed)
    rng = Random(seed)
    async with world(path, seed=seed, pictures=False) as here:
        run = SoakRun(here, rng, figures, script=Script(Random(seed)))
        with _recorded(run):
            start = run.now
            await _set_preferences(run)
            for number in range(games):
                await _open(run, number)
            while run.now < start + timedelta(days=days):
                await _step(run)
            figures.days = days
            await _finish(run)
            await _count(run)
    figures.seconds = round(time.perf_counter() - began, 1)
    return figures


@contextmanager
def _recorded(run: SoakRun) -> Iterator[None]:
    """Keep what Discord takes."""
    send = discord.abc.Messageable.send

    async def recorded(self, *args, **words):
        message = await send(self, *args, **words)
        presses = [split(child.custom_id) for row in message.components for child in getattr(row, "children", [])]
        press = next((press for press in presses if press and press.verb == "play"), None)
        called = words.get("allowed_mentions")
        users = tuple(user.id for user in called.users) if called and isinstance(called.users, list) else ()
        version, game = (press.version, press.game) if press else (None, None)
        run.sent.append(Sent(run.now, message.channel.id, message.content, users, version, game))
        return message

    with patch.object(discord.abc.Messageable, "send", recorded):
        yield


async def _set_preferences(run: SoakRun) -> None:
    here = run.world
    await run.command(here.ann, "me", quiet="22-07", zone="Europe/Berlin", reminders="both")
    await run.command(here.ben, "me", quiet="22-07", zone="America/New_York", notices=True)
    await run.command(here.cem, "me", reminders="late", next=True)
    await run.command(here.dia, "me", reminders="off", notices=True)


async def _open(run: SoakRun, number: int) -> None:
    """Open a table of the next kind, fill it, begin."""
    here, terms = run.world, TERMS[number % len(TERMS)]
    people = run.rng.sample(list(here.people.values()), terms["seats"] - terms.get("bots", 0))
    await run.command(people[0], "start", pace=PACES[number % len(PACES)], **terms)
    game = number + 1
    for person in people[1:]:
        await run.command(person, "join", game=game)
    if (await here.table(game)).status == "lobby":
        await run.command(people[0], "begin", game=game)
    assert (await here.table(game)).status == "running", terms


async def _step(run: SoakRun) -> None:
    """Half an hour: faults, restarts, and whatever those do who are there."""
    rng, figures, here = run.rng, run.figures, run.world
    what = rng.random()
    if what < 0.12:
        method, route, status, code, words = rng.choice(FAULTS)
        route = route.format(dm=here.dm(rng.choice(list(here.people.values()))).id)
        here.env.inject_error(method, route, status=status, code=code, message=words, times=rng.randint(1, 2))
        figures.faults += 1
    elif what < 0.18:
        await here.restart()
        figures.restarts += 1
    elif what < 0.195:
        await _outage(run, timedelta(hours=rng.choice((8, 9, 12))))
    if rng.random() < 0.04:
        run.away[rng.choice(PEOPLE)] = run.now + timedelta(hours=rng.choice((5, 20, 60, 100)))
    for person in run.present():
        if rng.random() < 0.5:
            await _take_turns(run, person)
    await _wait(run, STEP)


async def _wait(run: SoakRun, span: timedelta) -> None:
    """Let time pass in steps that the simulation settles within."""
    end = run.now + span
    while run.now < end:
        await run.world.env.advance_time(min((end - run.now).total_seconds(), 3600))


async def _outage(run: SoakRun, span: timedelta) -> None:
    """Nothing of the bot is there for hours."""
    here = run.world
    await here.settle()
    await here.store.record_heartbeat(run.now)
    await here.env.bot.finish()
    here.env.backend.advance_clock(span.total_seconds())
    await here.restart()
    run.figures.outages += 1


async def _take_turns(run: SoakRun, person: simcord.MemberActor) -> None:
    """Somebody looks at Discord: most of their turns are made, now and then something else is done."""
    here, rng = run.world, run.rng
    name = next(name for name, one in here.people.items() if one is person)
    if rng.random() < 0.02:
        day = (run.now + timedelta(days=rng.randint(1, 3))).date().isoformat()
        await run.command(person, "me", vacation=rng.choice((day, "off")))
    for row in await here.store.games_of(person.id, ("running",)):
        table = await here.table(row.id)
        if table.status != "running":
            continue
        seat = table.seat_of(person.id)
        if seat in table.resigned:
            continue
        if seat in table.taken_over and rng.random() < 0.5:
            await run.press(person, _version_press(table, "back"))
        elif table.seats[table.public.seat].user == person.id and rng.random() < 0.9:
            await _play(run, person, row.id)
        elif rng.random() < 0.01:
            await run.command(person, "nudge", game=row.id)
        elif rng.random() < 0.002:
            await run.command(person, "resign", game=row.id)
            await _pressed_ephemeral(run, person, "resign", row.id)
        elif (table.stop_votes and rng.random() < 0.3) or rng.random() < 0.001:
            await run.command(person, "cancel", game=row.id)
    run.away.pop(name, None)


def _version_press(table: Table, verb: str) -> str:
    return f"ig1:{table.id}:{table.public.version}:{verb}:"


async def _pressed_ephemeral(run: SoakRun, person: simcord.MemberActor, verb: str, game: int) -> None:
    """Press a button of the newest answer that only this person sees."""
    for message in reversed(run.world.channel.history(viewer=person)):
        shown = run.world.shown(run.world.channel.id, message.id)
        if any(press.verb == verb and press.game == game for press in shown.presses):
            await run.world.do(person, shown, verb)
            return


async def _play(run: SoakRun, person: simcord.MemberActor, game: int) -> None:
    """Make a whole turn, by command."""
    here = run.world
    for _ in range(12):
        table = await here.table(game)
        view = table.view_for(person.id) if table.status == "running" else None
        if view is None or not view.on_turn:
            return
        place = run.script.plan(view)
        at, to = (NAMES[cell] for cell in place.at)
        exchange = {} if place.exchange is None else {"exchange": place.exchange}
        said = await run.command(person, "place", tile=place.tile.code, at=at, and_=to, game=game, **exchange)
        assert (await here.table(game)).seq > table.seq, said
        if not (await here.table(game)).game().position.in_turn:
            # What failed for Discord's sake is told before anybody moves again, so that no turn is merged away.
            await _wait(run, timedelta(seconds=70))
            return


async def _finish(run: SoakRun) -> None:
    """Let everybody play their games to the end, and then all that waits come to its time."""
    here = run.world
    run.away.clear()
    while rows := await here.store.games_with(("lobby", "running")):
        before = sum(row.version for row in rows)
        for person in here.people.values():
            await run.command(person, "me", vacation="off")
            for row in await here.store.games_of(person.id, ("running",)):
                table = await here.table(row.id)
                if table.seat_of(person.id) not in table.resigned:
                    await _play(run, person, row.id)
        after = await here.store.games_with(("lobby", "running"))
        if len(after) == len(rows) and sum(row.version for row in after) == before:
            await _wait(run, timedelta(hours=6))
    for _ in range(8):
        await here.env.advance_time(24 * 3600)


async def _count(run: SoakRun) -> None:
    """Compare what happened with what was told."""
    here, figures = run.world, run.figures
    public = [sent for sent in run.sent if sent.channel == here.channel.id]
    called = Counter((sent.game, sent.version) for sent in public if sent.users and sent.version)
    for row in await here.store.games_with(("over", "cancelled", "lobby", "running", "quarantined")):
        figures.games += 1
        figures.finished += row.status == "over"
        figures.cancelled += row.status == "cancelled"
        assert row.status in ("over", "cancelled"), row
        events = await run.events(row.id)
        figures.missed += sum(isinstance(event, TurnMissed) for event in events)
        figures.held += sum(isinstance(event, SeatTakenOver) for event in events)
        figures.returned += sum(isinstance(event, Returned) for event in events)
        figures.resigned += sum(isinstance(event, Resigned) for event in events)
        figures.stopped.update(event.why for event in events if isinstance(event, EndedEarly))
        figures.stopped.update(event.by for event in events if isinstance(event, Stopped))
        if row.status != "over":
            continue
        turns = turns_of_people(events, row.id)
        figures.turns += len(turns)
        if len((await here.table(row.id)).seats) > 1:
            figures.missing_calls += sum(not called[row.id, version] for version in turns)
            figures.twice += sum(called[row.id, version] > 1 for version in turns)
    figures.boards = sum(called.values())
    figures.left_in_outbox = len(await here.store.due(run.now + timedelta(days=100), 1000))
    _count_direct(run)


def turns_of_people(events: list[TableEvent], game: int) -> list[int]:
    """The versions of the positions in which a person was called to their turn."""
    versions: list[int] = []
    table, turn = start(game, events[0]), -1
    for event in events[1:]:
        table = apply(table, event)
        if table.status != "running" or table.turn == turn:
            continue
        turn = table.turn
        if not table.is_bot(table.game().position.seat):
            versions.append(table.public.version)
    return versions


def _count_direct(run: SoakRun) -> None:
    """Count the direct messages, and those reminders that came in somebody's quiet hours."""
    here, figures = run.world, run.figures
    zones = {here.dm(here.ann).id: "Europe/Berlin", here.dm(here.ben).id: "America/New_York"}
    for sent in run.sent:
        if sent.channel == here.channel.id:
            figures.late += "time is up in game" in sent.text
            continue
        figures.direct += 1
        if "is due <t:" in sent.text:
            figures.reminders += 1
            zone = zones.get(sent.channel)
            person = schedule.PlayerRow(1, quiet_from=1320, quiet_to=420, zone=zone)
            figures.quiet += zone is not None and schedule.is_quiet(sent.at, person)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.soak", description=__doc__)
    parser.add_argument("--games", type=int, help="20, or 50 with several processes")
    parser.add_argument("--days", type=float, help="7, or 14 with several processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="several share a database, which needs postgres")
    parser.add_argument("--kill", action="store_true", help="kill one of the processes every few hours")
    options = parser.parse_args()
    several = options.processes > 1 or options.kill
    if several and options.engine != "postgres":
        parser.error("several processes, or killed ones, need --engine postgres")
    games, days = options.games or (50 if several else 20), options.days or (14 if several else 7)
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        path: Address = Path(folder) / "games.sqlite3"
        if options.engine == "postgres":
            path = Databases().of(path)
        if isinstance(path, ServerUrl) and several:
            from tests.bot.fleet_soak import soak_fleet  # noqa: PLC0415 - it builds on this

            how = {"processes": options.processes, "kill": options.kill}
            played = soak_fleet(path, Path(folder) / "sent", seed=options.seed, games=games, days=days, **how)
        else:
            played = soak(path, seed=options.seed, games=games, days=days)
        figures = asyncio.run(played)
    sys.stdout.write("\n".join(figures.lines()) + "\n")
    sys.exit(len(figures.broken_rules))


if __name__ == "__main__":
    main()
