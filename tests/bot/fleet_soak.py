"""Two weeks of games over several processes that are killed at random every few hours, on PostgreSQL.

`make soak ARGS="--engine postgres --processes 3 --kill"` plays the full length; the suite plays a part of it
(`whole/test_fleet_soak.py`). Everything but the order of what happens at once follows from the seed.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from bot.tables.events import Resigned, Returned, SeatTakenOver, TableEvent, TurnMissed, from_text
from bot.tables.fold import fold
from bot.tables.schedule import is_quiet
from bot.tables.table import Table
from data.address import ServerUrl
from data.opening import open_store
from data.store import PlayerRow, Store
from game.board import NAMES
from tests.bot.fleet import Fleet, fleet
from tests.bot.ids import split
from tests.bot.killing import Clock, new_discord
from tests.bot.players import Script
from tests.bot.soak import PACES, STEP, TERMS, Figures, turns_of_people
from tests.wire.fake import CHANNEL, Discord, Interaction, error, guild_on
from tests.wire.tables import press_of

PEOPLE = tuple(range(11, 35))
QUIET = {11: "Europe/Berlin", 12: "America/New_York"}
"""Whose quiet hours are from 22 to 7 o'clock there."""
KILLED_EVERY = timedelta(hours=5)
FAULTS = (
    ("POST", "/channels/*/messages", error(503, 0)),
    ("PATCH", "/channels/*/messages/*", error(404, 10008)),
    ("POST", f"/channels/{1000 + PEOPLE[2]}/messages", error(403, 50007)),
)


@dataclass
class FleetFigures(Figures):
    """The same of several processes."""

    kills: int = 0
    ends: int = 0
    """Processes that ended in order."""
    unheard: int = 0
    """Presses that reached no process, or one that died before it answered."""


@dataclass
class FleetRun:
    """The people and what became of their presses."""

    fleet: Fleet
    store: Store
    rng: Random
    figures: FleetFigures
    script: Script
    killed_at: datetime
    channels: list[int] = field(default_factory=list)
    away: dict[int, datetime] = field(default_factory=dict)

    @property
    def fake(self) -> Discord:
        return self.fleet.fake

    @property
    def now(self) -> datetime:
        return self.fleet.clock.now

    async def heard(self, pressed: Interaction) -> bool:
        """Whether a press was answered to the end; else time passes in which another process takes over."""
        self.figures.presses += 1
        processes = len(self.fleet.bots)
        await self.fleet.quiet()
        if pressed.answers and len(self.fleet.bots) == processes:
            return True
        self.figures.unheard += not pressed.answers
        await self.fleet.later(timedelta(seconds=1))
        return False

    async def command(self, user: int, name: str, channel: int = CHANNEL, **options: Any) -> bool:
        """Type a command; whether it was answered."""
        return await self.heard(self.fake.command(user, name, channel, **options))

    async def table(self, game: int) -> Table:
        return fold(game, await self.events(game))

    async def events(self, game: int) -> list[TableEvent]:
        return [from_text(body) for body in (await self.store.load(game)).events]

    async def delivered(self) -> None:
        """Let all that failed for the sake of Discord or of a killed process be sent, before anybody moves again."""
        await self.fleet.later(timedelta(seconds=5))
        for _ in range(3):
            due = await self.store.due(self.now, 1000)
            if not due and self.fleet.acting:
                return
            await self.fleet.later(timedelta(seconds=70))


async def soak_fleet(
    address: ServerUrl, journal: Path, *, seed: int, games: int, days: float, processes: int, kill: bool = True
) -> FleetFigures:
    """Play this many games for so many days, and then on until all are finished; raises where a rule is broken."""
    began = time.perf_counter()
    figures, rng, clock = FleetFigures(seed), Random(seed), Clock()
    fake = new_discord(clock)
    fake.journal = journal
    channels = [CHANNEL, *(fake.add_guild(guild_on(shard)) for shard in range(1, processes))]
    async with open_store(address, clock) as store, fleet(address, fake, clock, processes) as here:
        run = FleetRun(here, store, rng, figures, Script(Random(seed)), clock.now, channels)
        await _set_preferences(run)
        for number in range(games):
            await _open(run, number)
        start = run.killed_at = run.now
        while run.now < start + timedelta(days=days):
            await _step(run, processes, kill=kill)
        figures.days = days
        await _finish(run)
        await _count(run)
    figures.seconds = round(time.perf_counter() - began, 1)
    return figures


async def _set_preferences(run: FleetRun) -> None:
    for user, zone in QUIET.items():
        await run.command(user, "me", quiet="22-07", zone=zone, reminders="both")


async def _open(run: FleetRun, number: int) -> None:
    """Open a table of the next kind, fill it, begin."""
    terms: dict[str, Any] = dict(TERMS[number % len(TERMS)])
    people = run.rng.sample(PEOPLE, terms["seats"] - terms.get("bots", 0))
    channel, game = run.channels[number % len(run.channels)], number + 1
    await run.command(people[0], "start", channel, pace=PACES[number % len(PACES)], **terms)
    for person in people[1:]:
        await run.command(person, "join", channel, game=game)
    if (await run.table(game)).status == "lobby":
        await run.command(people[0], "begin", channel, game=game)
    assert (await run.table(game)).status == "running", terms
    await run.fleet.later(timedelta(seconds=20))


async def _step(run: FleetRun, processes: int, *, kill: bool) -> None:
    """Half an hour: processes that come and go, faults, and whatever those do who are there."""
    rng, figures, fake = run.rng, run.figures, run.fake
    fake.nonces.clear()  # Discord knows them for some minutes only
    if rng.random() < 0.1:
        fake.plan(*rng.choice(FAULTS))
        figures.faults += 1
    if kill and run.now - run.killed_at > KILLED_EVERY * rng.uniform(0.5, 1.5):
        run.killed_at = run.now
        # It dies in the middle of what it does next.
        victim = rng.choice(run.fleet.bots)
        victim.life.end, victim.life.after = len(victim.life.steps) + rng.randrange(25), rng.random() < 0.5
        figures.kills += 1
    elif rng.random() < 0.03:
        figures.ends += 1
        ending = rng.choice(run.fleet.bots)
        run.fleet.bots.remove(ending)
        await ending.end()
    if len(run.fleet.bots) < processes and rng.random() < 0.5:
        await run.fleet.add()
    if rng.random() < 0.06:
        run.away[rng.choice(PEOPLE)] = run.now + timedelta(hours=rng.choice((5, 20, 60, 100)))
    for person in PEOPLE:
        if run.away.get(person, run.now) <= run.now and rng.random() < 0.3:
            await _take_turns(run, person)
    await run.fleet.later(STEP)
    await run.delivered()


async def _take_turns(run: FleetRun, person: int) -> None:
    """Somebody looks at Discord and makes most of their turns."""
    for row in await run.store.games_of(person, ("running",)):
        table = await run.table(row.id)
        seat = table.seat_of(person)
        if table.status != "running" or seat in table.resigned:
            continue
        if seat in table.taken_over:
            if run.rng.random() < 0.5:
                press = f"ig1:{row.id}:{table.public.version}:back:"
                await run.heard(press_of(run.fake, person, press))
        elif table.seats[table.public.seat].user == person and run.rng.random() < 0.9:
            await _play(run, person, row.id)


async def _play(run: FleetRun, person: int, game: int) -> None:
    """Make a whole turn, by command; who gets no answer types it again."""
    for _ in range(12):
        table = await run.table(game)
        view = table.view_for(person) if table.status == "running" else None
        if view is None or not view.on_turn:
            return
        place = run.script.plan(view)
        at, to = (NAMES[cell] for cell in place.at)
        exchange = {} if place.exchange is None else {"exchange": place.exchange}
        row = await run.store.game(game)
        answered = await run.command(
            person, "place", row.channel, tile=place.tile.code, at=at, and_=to, game=game, **exchange
        )
        after = await run.table(game)
        assert not answered or after.seq > table.seq, f"a placement in game {game} was not made"
        if after.status != "running" or not after.game().position.in_turn:
            await run.delivered()
            return


async def _finish(run: FleetRun) -> None:
    """Let everybody play their games to the end, and then all that waits come to its time."""
    run.away.clear()
    while rows := await run.store.games_with(("lobby", "running")):
        before = sum(row.version for row in rows)
        for person in PEOPLE:
            for row in await run.store.games_of(person, ("running",)):
                table = await run.table(row.id)
                if table.seat_of(person) not in table.resigned:
                    await _play(run, person, row.id)
        if sum(row.version for row in await run.store.games_with(("lobby", "running"))) == before:
            await run.fleet.later(timedelta(hours=6))
    for _ in range(8 * 4):
        await run.fleet.later(timedelta(hours=6))
    await run.delivered()


async def _count(run: FleetRun) -> None:
    """Compare what happened with what was sent."""
    figures, public = run.figures, [one for one in _sent(run) if one["channel"] in run.channels]
    called: Counter[tuple[int, int]] = Counter()
    for message in public:
        presses = [split(custom_id) for custom_id in message["controls"]]
        press = next((one for one in presses if one and one.verb == "play"), None)
        if press and message["called"]:
            called[press.game, press.version] += 1
    edited = _edited(run)
    figures.late = sum("time is up in game" in message["content"] for message in public)
    for row in await run.store.games_with(("over", "cancelled", "lobby", "running", "quarantined")):
        figures.games += 1
        figures.finished += row.status == "over"
        figures.cancelled += row.status == "cancelled"
        events = await run.events(row.id)
        figures.missed += sum(isinstance(event, TurnMissed) for event in events)
        figures.held += sum(isinstance(event, SeatTakenOver) for event in events)
        figures.returned += sum(isinstance(event, Returned) for event in events)
        figures.resigned += sum(isinstance(event, Resigned) for event in events)
        turns = turns_of_people(events, row.id) if row.status == "over" else []
        figures.turns += len(turns)
        if len(fold(row.id, events).seats) > 1:
            figures.missing_calls += sum(not called[row.id, version] for version in set(turns) - edited[row.id])
            figures.twice += sum(called[row.id, version] > 1 for version in turns)
    figures.boards = sum(called.values())
    figures.left_in_outbox = len(await run.store.due(run.now + timedelta(days=100), 1000))
    _count_direct(run)


def _edited(run: FleetRun) -> defaultdict[int, set[int]]:
    """By game, the versions to which its message was edited: one person against bots gets no new one for each turn."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for request in run.fake.sent("PATCH", "/channels/*/messages/*"):
        for row in request.body.get("components") or ():
            for press in (split(one.get("custom_id", "")) for one in row["components"]):
                if press and press.verb == "play" and press.game:
                    found[press.game].add(press.version)
    return found


def _sent(run: FleetRun) -> list[dict[str, Any]]:
    """The messages as they were when they were sent."""
    assert run.fake.journal
    return [json.loads(line) for line in run.fake.journal.read_text(encoding="utf-8").splitlines()]


def _count_direct(run: FleetRun) -> None:
    figures = run.figures
    for person in PEOPLE:
        for message in run.fake.shown(1000 + person):
            figures.direct += 1
            if "is due <t:" in message["content"]:
                figures.reminders += 1
                sent = datetime.fromtimestamp(((int(message["id"]) >> 22) + 1_420_070_400_000) / 1000, UTC)
                zone = QUIET.get(person)
                figures.quiet += zone is not None and is_quiet(
                    sent, PlayerRow(person, quiet_from=1320, quiet_to=420, zone=zone)
                )
