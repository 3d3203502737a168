"""What a turn uses of a time bank, reckoned from what each engine keeps of its clock."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import pytest

from bot.process.heartbeat import credit_outage
from bot.services import clocks
from bot.services.loaded import Location
from bot.tables.change import change
from bot.tables.events import Opened, TimeGiven, TimeUsed, from_text
from data.ids import GuildId
from tests.bot.club import ENDLESS, person
from tests.bot.numbered import NumberedTables
from tests.bot.sample_tables import ANN, BEN, choice, turn_of
from tests.bot.tables.test_time_at_random import DAY, HOUR, MS, Span, used
from tests.data.conftest import Opener, StoppedClock

HERE = Location(GuildId(1), 2)
TURNS = 10


class Bank:
    """A game of two people on a store, whose turns take long, with what they were to use."""

    def __init__(self, tables: NumberedTables, clock: StoppedClock, rng: Random) -> None:
        self.tables, self.clock, self.rng = tables, clock, rng
        self.away: list[Span] = []
        self.gifts = []
        self.expected: list[tuple[int, timedelta]] = []

    def wait(self) -> None:
        self.clock.now += self.rng.randrange(1, 20_000_000) * MS

    async def outage(self) -> None:
        await self.tables.store.record_heartbeat(self.clock.now)
        since = self.clock.now
        self.wait()
        self.clock.now += HOUR
        await credit_outage(self.tables.store, self.clock)
        self.away.append((since, self.clock.now))

    async def server_away(self) -> None:
        since, absent = self.clock.now, self.tables.absent
        absent.left(HERE.guild)
        await absent.record()
        self.wait()
        await absent.hold(HERE.guild)
        self.wait()
        await absent.returned(HERE.guild)
        self.away.append((since, self.clock.now))

    async def gift(self) -> None:
        loaded = await self.tables.load(1)
        seat = loaded.table.public.seat
        await clocks.give_time(self.tables, loaded, lambda table: change(table, TimeGiven(seat, 86_400, BEN)))
        self.gifts.append(self.clock.now)

    async def restart(self) -> None:
        self.tables = NumberedTables(self.tables.store, 7, self.clock)

    async def turn(self) -> None:
        """Somebody's turn, from its beginning to its end."""
        before, began = (await self.tables.load(1)).table, self.clock.now
        self.away, self.gifts = [], []
        actions: list[Callable[[], Awaitable[None]]] = [self.outage, self.server_away, self.gift, self.restart]
        for action in self.rng.sample(actions, 2):
            self.wait()
            await action()
        self.wait()
        table, seat = before, before.public.seat
        while table.status == "running" and table.turn == before.turn:
            user, version = turn_of(table) or 0, table.game().position.version
            table = (await self.tables.play(1, user, version, choice(table))).table
        time = used((began, self.clock.now), before.time_left[seat], self.gifts, self.away)
        self.expected.append((seat, time))


@pytest.mark.parametrize("seed", range(2))
async def test_a_turn_uses_the_spans_in_which_its_person_could_have_moved(opener: Opener, clock, seed):
    clock.now = clock.now.replace(microsecond=0)
    async with opener() as store:
        tables = NumberedTables(store, 7, clock)
        await tables.open(HERE, person(ANN), Opened(ANN, "standard", 2, order="joined", pace="3d+12h/7d"), ENDLESS)
        await tables.join(1, person(BEN), None)
        await tables.begin(1, ANN)
        bank = Bank(tables, clock, Random(seed))
        for _ in range(TURNS):
            await bank.turn()
    async with opener() as store:
        events = map(from_text, (await store.load(1)).events)
        used_up = [(event.seat, event.ms * MS) for event in events if isinstance(event, TimeUsed)]
        assert used_up == bank.expected
        left = (await NumberedTables(store, 7, clock).load(1)).table.time_left
        assert all(timedelta() <= time <= 7 * DAY for time in left)
