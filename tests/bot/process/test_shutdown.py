"""The bot is told to end with presses in flight, and rests when too much goes wrong; people get words in both cases."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from simcord import MemberActor

from bot.discord import runner
from bot.discord.connection import Connection
from bot.discord.runner import Online
from bot.process.circuit_breaker import OPEN_FOR, PEOPLE_LIMIT, CircuitBreaker
from bot.process.guard import Guard
from bot.process.phase import Phase
from bot.process.wakes import Wakes
from bot.texts import texts
from data.shards import WHOLE
from game.board import NAMES
from game.events import Placed
from game.placements import placements
from game.state import view
from tests.bot.forging import crowd
from tests.bot.games import simulated
from tests.bot.holdings import Elsewhere
from tests.bot.world import Shown, World, world

say, sag = texts("en"), texts("de")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        await made.put(simulated("standard", 2, turns=8), made.ann, made.ben)
        yield made


def pressed(here: World, who, message: Shown, verb: str, locale: str = "en-US"):
    """A press that nobody waits for."""
    data = {"custom_id": message.button(verb), "component_type": 2}
    return here.forge(who, data, message=message, locale=locale)


def good(table) -> Placed:
    """A placement that the player on turn may make."""
    state = table.state
    seat = state.position.seat
    tile, a, b, *_ = next(iter(placements(view(state, seat))))
    return Placed(seat, tile, (a, b))


class Gate:
    """Holds up whoever loads a game until it is opened."""

    def __init__(self, here: World) -> None:
        self.opened = asyncio.Event()
        self.waiting = 0
        self._load = here.app.tables.load
        here.app.tables.load = self._wait

    async def _wait(self, game: int):
        self.waiting += 1
        await self.opened.wait()
        return await self._load(game)

    async def holds(self, number: int) -> None:
        while self.waiting < number:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def answered(result) -> None:
    while result.response is None:  # noqa: ASYNC110
        await asyncio.sleep(0.001)


def text(here: World, result) -> str:
    return here.shown(result.response.channel_id, result.response.id).text


# --- the end -------------------------------------------------------------------------------------------------------


async def test_presses_in_flight_are_finished_and_later_ones_put_off_in_words(here):
    board, gate = here.last(), Gate(here)
    flying = [pressed(here, who, board, verb) for who in (here.ann, here.ben) for verb in ("rack", "scores") * 3]
    await gate.holds(12)
    here.app.guard.end()
    ending = asyncio.create_task(here.env.bot.finish())
    late, auch = pressed(here, here.ann, board, "play"), pressed(here, here.ann, board, "play", locale="de")
    await answered(late)
    await answered(auch)
    assert not ending.done()
    gate.opened.set()
    await ending
    await here.settle()
    answers = {text(here, result) for result in flying}
    assert len(answers) == 3  # Two racks, and the scores, which are the same for both.
    assert say("error.restarting") not in answers
    assert (text(here, late), text(here, auch)) == (say("error.restarting"), sag("error.restarting"))
    assert here.shown(late.response.channel_id, late.response.id).ephemeral


async def test_a_move_in_flight_is_stored_and_told_before_the_end(here):
    version, move = (await here.store.game(1)).version, good(await here.table())
    before, gate = len(here.messages()), Gate(here)
    at, to = (NAMES[cell] for cell in move.at)
    placing = asyncio.create_task(
        here.command(here.ann, "place", tile=move.tile.code, at=at, and_=to, exchange=False, game=1)
    )
    await gate.holds(1)
    here.app.guard.end()
    ending = asyncio.create_task(here.env.bot.finish())
    gate.opened.set()
    await ending
    await placing
    assert (await here.store.game(1)).version > version
    assert len(here.messages()) == before + 1
    assert not await here.store.due(here.app.clock(), 10)


async def test_commands_are_put_off_as_well_and_change_nothing(here):
    here.app.guard.end()
    answer = await here.command(here.ann, "start")
    assert answer.text == say("error.restarting")
    assert await here.store.count_games(("lobby",)) == 0


async def test_a_panel_stays_when_its_press_is_put_off(here, monkeypatch):
    panel = await here.do(here.ann, here.last(), "play")
    here.app.guard.end()
    press = next(control["custom_id"] for control in panel.controls if control["type"] == 2)
    assert (await here.press(here.ann, panel, press)).id != panel.id
    monkeypatch.setattr(here.app.guard, "_phase", Phase.ACTING)  # as the next process
    assert here.shown(panel.channel, panel.id).components == panel.components
    assert (await here.press(here.ann, panel, press)).id == panel.id


async def test_after_its_end_nothing_more_is_sent_and_the_next_process_sends_it(here):
    await here.env.bot.finish()
    before = len(here.messages())
    await here.app.tables.resign(1, here.ben.id)
    here.env.bot.dispatcher.notify(await here.app.tables.load(1))
    await here.env.bot.dispatcher.notify_all()
    await here.settle()
    assert len(here.messages()) == before
    await here.restart()
    assert len(here.messages()) > before


# --- not our turn --------------------------------------------------------------------------------------------------


async def test_who_does_not_act_leaves_presses_and_messages_to_the_other_process(here, monkeypatch):
    before = len(here.messages())
    monkeypatch.setattr(here.app.guard, "_lease", Elsewhere())
    result = pressed(here, here.ann, here.last(), "rack")
    await here.app.tables.resign(1, here.ben.id)
    await here.settle()
    assert result.response is None
    assert len(here.messages()) == before
    assert await here.store.due(here.app.clock(), 10)


# --- the circuit breaker -------------------------------------------------------------------------------------------


def test_the_circuit_opens_with_the_tenth_person_within_a_minute_and_closes_after_one():
    circuit = CircuitBreaker()
    gone = [circuit.count_error(user, NOW + 6 * user * SECOND) for user in range(PEOPLE_LIMIT)]
    assert gone == [False] * 9 + [True]
    since = NOW + 54 * SECOND
    assert [circuit.is_open(since + at) for at in (-SECOND, 0 * SECOND, OPEN_FOR - SECOND, OPEN_FOR)] == [
        False,
        True,
        True,
        False,
    ]


def test_people_whose_errors_are_further_apart_do_not_add_up():
    circuit = CircuitBreaker()
    assert not any(circuit.count_error(user, NOW + 7 * user * SECOND) for user in range(100))
    assert not circuit.is_open(NOW + 700 * SECOND)


def test_no_number_of_errors_of_few_people_opens_the_circuit():
    circuit = CircuitBreaker()
    assert not any(circuit.count_error(at % (PEOPLE_LIMIT - 1), NOW) for at in range(1000))
    assert not circuit.is_open(NOW)


def test_after_a_rest_it_takes_as_many_people_again():
    circuit = CircuitBreaker()
    first = [circuit.count_error(user, NOW) for user in range(PEOPLE_LIMIT)]
    later = [circuit.count_error(user, NOW + OPEN_FOR) for user in range(PEOPLE_LIMIT)]
    assert first == later == [False] * 9 + [True]


async def storm(here: World, people: Sequence[MemberActor]) -> None:
    """A command of each of them fails as nobody has foreseen."""
    good = here.app.tables.load

    async def bad(game: int):
        raise ZeroDivisionError

    here.app.tables.load = bad
    for person in people:
        answer = await here.command(person, "rack", game=1)
        assert "Reference" in answer.text
    here.app.tables.load = good


async def test_after_errors_of_ten_people_the_bot_rests_for_a_minute_changes_nothing_and_returns(here):
    await storm(here, crowd(here, PEOPLE_LIMIT))
    seq = (await here.table()).seq
    assert (await here.do(here.ann, here.last(), "rack")).text == say("error.resting")
    assert (await here.command(here.ann, "resign", game=1, locale="de")).text == sag("error.resting")
    assert (await here.command(here.ben, "start")).text == say("error.resting")
    assert (await here.table()).seq == seq
    assert await here.store.count_games(("lobby",)) == 0
    await here.env.advance_time(61)
    assert (await here.do(here.ann, here.last(), "rack")).text not in (say("error.resting"), "")
    await here.command(here.ben, "start")
    assert await here.store.count_games(("lobby",)) == 1


async def test_the_errors_of_one_person_make_nobody_wait(here):
    await storm(here, [here.eve] * (PEOPLE_LIMIT + 1))
    assert (await here.do(here.ann, here.last(), "rack")).text not in (say("error.resting"), "")


async def test_refusals_and_a_store_that_cannot_be_reached_are_no_such_errors(here):
    for _ in range(PEOPLE_LIMIT + 2):
        await here.do(here.eve, here.last(), "play")
    assert not here.app.guard.circuit.is_open(here.app.clock())


# --- the last moments of a connection ---------------------------------------------------------------------------------


class Ending:
    """A client that ends; a press comes when it has finished all others."""

    was_online = True

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._pressed: asyncio.Task[None] | None = None
        self.happened = list[str]()

    async def _press(self) -> None:
        with self._guard.answering():
            assert self._guard.phase is Phase.ENDING
            for _ in range(10):
                await asyncio.sleep(0)
            self.happened.append("put off in words")

    async def finish(self) -> None:
        await self._guard.idle()
        self.happened.append("finished")
        self._pressed = self._pressed or asyncio.create_task(self._press())

    async def close(self) -> None:
        self.happened.append("closed")


async def test_a_press_that_comes_last_gets_its_words_before_the_connection_is_closed(monkeypatch):
    monkeypatch.setattr(runner, "_LINGER_S", 0.001)
    guard, stop = Guard(), asyncio.Event()
    lease = SimpleNamespace(lost=asyncio.Event(), asked_back=asyncio.Event(), is_awaited=_nobody_waits, shards=WHOLE)
    client, running = Ending(guard), asyncio.create_task(asyncio.Event().wait())
    services = SimpleNamespace(guard=guard, store=None, wakes=Wakes())
    parts = {one.name: Mock() for one in fields(Online)} | {"services": services, "lease": lease, "stop": stop}
    online = Online(**parts)
    stop.set()
    over = asyncio.create_task(stop.wait())
    assert await online._connected(Connection(client, running), over, ahead=False) is None
    assert client.happened == ["finished", "put off in words", "finished", "closed"]


async def _nobody_waits() -> bool:
    return False
