"""Games in a database of their own, and what their players press, for a bot in another process."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from random import Random

from bot.screens.draft import Draft
from bot.tables.events import Begun, Joined, Opened, Seat, from_text, to_text
from bot.tables.fold import fold
from bot.tables.table import Table
from data.address import Address
from data.opening import open_store
from data.store import GameChange, NewGame, NewOutboxRow, PlayerRow, SeatRow
from game import ai
from tests.bot.games import simulated
from tests.bot.ids import Id
from tests.wire.fake import CHANNEL, GUILD, PEOPLE, Discord, Interaction, controls
from tests.wire.program import until


def _now() -> datetime:
    return datetime.now(UTC)


async def fill(
    path: Address,
    games: int = 1,
    *,
    turns: int = 0,
    seats: int = 2,
    dm: tuple[int, ...] = (),
    guild: int = GUILD,
    channel: int = CHANNEL,
) -> None:
    """Put so many running games there that have come so far; who is in `dm` gets the rack by direct message."""
    people = list(PEOPLE.items())[:seats]
    names = [Seat(user, name.capitalize()) for name, user in people]
    async with open_store(path, _now) as store:
        for user in dm:
            await store.save_player(PlayerRow(user, dm_rack=True))
        for number in range(games):
            opened = Opened(names[0].user or 0, "standard", seats, order="joined")
            events = simulated("standard", seats, turns=turns, seed=1 + number % 5)
            joined = [Joined(seat.user or 0, seat.name) for seat in names]
            new = NewGame(guild, channel, "standard", "en", opened.host)
            rows = [SeatRow(at, seat.user or 0, seat.name) for at, seat in enumerate(names)]
            log = [opened, *joined, Begun(tuple(names)), *events]
            board = NewOutboxRow("table", json.dumps({"since": 0}))
            row = await store.create(new, [to_text(event) for event in log], rows, [board])
            await store.append(row.id, row.version, (), change=GameChange(status="running"))


async def table(path: Address, game: int = 1) -> Table:
    """A game as the database has it."""
    async with open_store(path, _now) as store:
        return fold(game, [from_text(text) for text in (await store.load(game)).events])


async def tables(path: Address, games: int) -> list[Table]:
    """All of them."""
    async with open_store(path, _now) as store:
        stored = [await store.load(game) for game in range(1, games + 1)]
    return [fold(one.row.id, [from_text(text) for text in one.events]) for one in stored]


def turn_of(one: Table) -> int:
    """The user on turn."""
    return one.seats[one.game().position.seat].user or 0


def placement(one: Table, seed: int = 1) -> str:
    """The custom id with which whoever is on turn makes a placement."""
    position = one.game().position
    intent = ai.choose(one.view_for(turn_of(one)), "greedy", Random(seed))
    return Id(one.id, position.version, "place", Draft(intent.tile, None, *intent.at).text).custom_id


def press_of(fake: Discord, user: int, custom_id: str) -> Interaction:
    """A press of this button, as if the newest message had it."""
    control = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    return fake.press(user, custom_id, fake.last() | {"components": [{"type": 1, "components": [control]}]})


def boards(fake: Discord) -> list[dict]:
    """The public messages that can be played from."""
    return [one for one in fake.shown() if any(":play:" in control["custom_id"] for control in controls(one))]


async def shown(fake: Discord, number: int = 1) -> None:
    """Wait until so many boards stand there."""
    await until(lambda: len(boards(fake)) >= number)


async def done(*interactions: Interaction) -> None:
    """Wait until these are answered to the end."""
    await until(lambda: all(one.filled or (one.answers and one.answers[0]["type"] == 4) for one in interactions))
    await asyncio.sleep(0.05)


async def make_turn(fake: Discord, path: Address) -> None:
    """Make a placement for the user on turn, and wait until it is answered and the next board stands there."""
    one, before = await table(path), len(fake.shown())
    await done(press_of(fake, turn_of(one), placement(one)))
    await until(lambda: len(fake.shown()) == before + 1)
