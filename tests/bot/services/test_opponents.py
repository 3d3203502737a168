"""Bots at the table: which level sits there, when it thinks, and what happens when it does not come to an end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
from typing_extensions import override

from bot.process.worker import InPlace, Thinker, Worker
from bot.process.worker_process import WorkerStoppedError
from bot.services.context import Services
from bot.tables import lobby, play, rematch
from bot.tables.events import Begun, Opened, Seat, from_text
from bot.tables.lobby import NewTerms
from bot.tables.names import short_name
from bot.texts import plain, texts
from game.ai import Style
from game.ai.levels import STAND_IN
from game.events import Place, Stopped
from game.state import SeatView
from tests.bot import forging
from tests.bot.club import Club, club_at
from tests.bot.process.test_worker import until
from tests.bot.sample_tables import ANN, BEN, after, choice, lobby_table, running, shuffle, turn_of
from tests.bot.world import World, world
from tests.patience import PATIENCE_S

EN = texts("en")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


@dataclass
class Quick(InPlace):
    """A thinker that notes what it thinks about, and plays as a quick level does."""

    meanwhile: Callable[[], Awaitable[object]] | None = None
    thought: list[tuple[Style, int]] = field(default_factory=list)
    stopped: bool = False

    @override
    async def choose(self, view: SeatView, level: Style, seed: str) -> Place:
        self.thought.append((level, view.position.version))
        if self.stopped:
            raise WorkerStoppedError
        if self.meanwhile:
            await self.meanwhile()
        return await super().choose(view, "careful", seed)


def with_thinker(app: Services, thinker: Thinker) -> None:
    object.__setattr__(app, "thinker", thinker)


# --- which level sits there ------------------------------------------------------------------------------------------


async def test_a_bot_plays_the_level_that_was_asked_for_and_is_named_by_it(here: World) -> None:
    await here.command(here.ann, "start", bots=2, level="beginner")
    bots = [seat for seat in (await here.table()).seats if seat.user is None]
    assert {bot.level for bot in bots} == {"beginner"}
    assert {bot.name for bot in bots} == {"Bot Ada (beginner)", "Bot Blaise (beginner)"}
    assert "Bot Ada (beginner)" in here.last().attachments[0]["description"]


async def test_a_bot_for_which_nobody_names_a_level_is_casual(here: World) -> None:
    await here.command(here.ann, "start", bots=1)
    assert [seat.level for seat in (await here.table()).seats if seat.user is None] == ["2"]


def test_a_bot_is_named_in_the_language_of_its_table() -> None:
    table = lobby_table(ANN, bots=1, levels=("4",), language="de")
    assert [bot.name for bot in lobby.bots_of(table)] == ["Bot Ada (Stufe 4)"]


@pytest.mark.parametrize("name", ["Bot Ada", "Bot Ada (level 3)", "Bot Ada · Stufe 3", "Bot Ada · beginner"])
def test_a_bot_is_called_without_its_level_where_one_reads_fast(name: str) -> None:
    assert short_name(Seat(None, name, "3")) == "Bot Ada"


def test_a_person_who_is_called_like_a_bot_keeps_their_name() -> None:
    assert short_name(Seat(ANN, "Bot Ada (level 3)")) == "Bot Ada (level 3)"


def test_bots_of_games_that_were_begun_before_there_were_levels_stay_careful() -> None:
    begun = from_text('{"table":"begun","seats":[{"user":11,"name":"Ann"},{"user":null,"name":"Bot Ada"}]}')
    assert isinstance(begun, Begun)
    assert begun.seats[1] == Seat(None, "Bot Ada", "careful")
    opened = from_text('{"table":"opened","host":11,"mode":"standard","seats":2,"bots":1}')
    assert isinstance(opened, Opened)
    assert replace(lobby_table(ANN, bots=1), opened=opened).levels == ("careful",)


def test_a_rematch_keeps_the_levels_of_its_seats() -> None:
    table = running(ANN, seats=3, bots=2, levels=("1", "3"))
    terms = rematch.terms(after(table, [Stopped("stopped")]))
    again = lobby_table(ANN, seats=3, bots=2, levels=terms.levels, line=terms.line)
    levels = {short_name(seat): seat.level for seat in lobby._seating(again, Random(1))}
    assert sorted(levels.items())[1:] == [("Bot Ada", "1"), ("Bot Blaise", "3")]


def test_missed_turns_are_played_by_the_level_of_the_middle() -> None:
    assert running(ANN, BEN, bots=1, levels=("5",)).level_of(0) == STAND_IN == "3"


# --- thinking --------------------------------------------------------------------------------------------------------


def odd_worker(what: str, path: Path) -> Worker:
    return Worker([sys.executable, "-m", "tests.bot.odd_worker", what, str(path)])


async def slow_game(club: Club, thinker: Thinker, *people: int, level: str = "5") -> int:
    """A game of these people and a slow bot, which is on turn after a placement of each."""
    with_thinker(club.app, thinker)
    game = await club.game(*(people or (ANN,)), bots=1, levels=(level,))
    for _ in people or (ANN,):
        await club.place(game, "max")
    return game


async def test_a_slow_bot_thinks_after_the_placement_of_a_person_is_stored_and_answered(club: Club) -> None:
    thinker = Quick()
    game = await slow_game(club, thinker)
    assert (await club.table(game)).is_thinking
    assert thinker.thought == []
    told = await club.tell()
    assert not (await club.table(game)).is_thinking
    assert {level for level, _ in thinker.thought} == {"5"}
    assert "Bot Ada is thinking" in told[0].screen.text
    assert f"<@{ANN}>, your turn" in told[-1].screen.text


async def test_a_quick_bot_moves_with_the_placement_of_a_person(club: Club) -> None:
    thinker = Quick()
    game = await slow_game(club, thinker, level="3")
    assert turn_of(await club.table(game)) == ANN
    assert await club.store.outbox_of(game)
    assert thinker.thought == []


async def test_a_bot_that_was_thinking_when_the_process_died_thinks_again_in_the_next(club: Club) -> None:
    game = await slow_game(club, Quick())
    club.tables = await club.another()
    club.app = Services.build(club.tables, club.app.pictures, club.app.clock, "en", "0")
    thinker = Quick()
    with_thinker(club.app, thinker)
    await club.tell()
    assert thinker.thought
    assert turn_of(await club.table(game)) == ANN


async def test_a_conflict_on_writing_does_not_make_a_bot_think_again(club: Club) -> None:
    thinker = Quick()
    game = await slow_game(club, thinker, ANN, BEN)

    async def vote() -> None:
        thinker.meanwhile = None
        await club.tables.vote_stop(game, ANN)

    thinker.meanwhile = vote
    await club.tell()
    assert turn_of(await club.table(game)) == ANN
    versions = [version for _, version in thinker.thought]
    assert len(versions) == len(set(versions)) > 0


async def test_a_bot_whose_game_was_stopped_meanwhile_places_nothing(club: Club) -> None:
    thinker = Quick()
    game = await slow_game(club, thinker)
    thinker.meanwhile = lambda: club.tables.stop(game)
    await club.tell()
    table = await club.table(game)
    assert (table.status, len(thinker.thought)) == ("over", 1)


async def test_what_a_bot_thinks_about_is_put_off_when_the_worker_is_stopped(here: World) -> None:
    thinker = Quick(stopped=True)
    with_thinker(here.app, thinker)
    await here.command(here.ann, "start", mode="duel", bots=1, level="5", order="joined")
    await here.app.tables.play(1, here.ann.id, None, choice(await here.table()))
    await asyncio.gather(*here.env.bot.dispatcher._tasks.values())
    assert [row.kind for row in await here.store.outbox_of(1)] == ["bot"]
    thinker.stopped = False
    await here.env.bot.dispatcher.notify_all()
    await asyncio.gather(*here.env.bot.dispatcher._tasks.values())
    assert not (await here.table()).is_thinking


async def test_the_turn_is_made_when_the_worker_is_killed_in_mid_thought(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "thinking"
    worker = odd_worker("stops", mark)
    await slow_game(club, worker, level="4")
    async with asyncio.timeout(PATIENCE_S):
        telling = asyncio.create_task(club.tell())
        await until(mark.exists)
        assert (await club.table()).is_thinking
        killed = worker.moves.pid or 0
        os.kill(killed, signal.SIGKILL)
        await telling
    assert turn_of(await club.table()) == ANN
    assert worker.moves.pid not in (None, killed)
    assert [message for message in caplog.messages if "worker process died" in message]
    assert not [message for message in caplog.messages if "a lower level plays" in message]
    await worker.stop()


@pytest.mark.parametrize("weights", [None, "{}"])
async def test_a_simpler_player_plays_on_and_one_line_says_so_where_weights_are_missing_or_damaged(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture, weights: str | None
) -> None:
    if weights is not None:
        (tmp_path / "standard-2.json").write_text(weights)
    worker = odd_worker("weights", tmp_path)
    game = await slow_game(club, worker, level="4")
    for _ in range(3):
        await club.tell()
        assert turn_of(await club.table(game)) == ANN
        await club.place(game, "max")
    assert [message.split(":")[0] for message in caplog.messages if "takes over" in message] == [
        "a simpler bot takes over in standard of 2"
    ]
    await worker.stop()


async def test_the_turn_is_made_where_no_worker_can_be_started(club: Club) -> None:
    await slow_game(club, Worker(["/no/such/program"]))
    await club.tell()
    assert turn_of(await club.table()) == ANN


def test_what_a_bot_chooses_has_nothing_to_do_with_what_is_drawn() -> None:
    numbers: list[int] = []

    def noted(number: int) -> Random:
        numbers.append(number)
        return shuffle(number)

    table = running(ANN, bots=1, levels=("1",))
    play.place(table, ANN, None, choice(table), noted)
    chosen_with, drawn_with = [one for one in numbers if one < 0], [one for one in numbers if one > 0]
    assert len(chosen_with) == 1
    assert len(drawn_with) == len(set(drawn_with)) == 2


# --- in the lobby ----------------------------------------------------------------------------------------------------


async def chosen(here: World, verb: str, value: str, select: int = 0):
    """The answer to the host who presses this button of the lobby and chooses."""
    asked = await here.do(here.ann, here.last(), verb)
    return await here.press(here.ann, asked, asked.controls[select]["custom_id"], value)


async def test_the_host_adds_a_bot_and_begins(here: World) -> None:
    await forging.lobby(here, seats=2)
    answer = await chosen(here, "addbot", "1")
    assert answer.text == EN("lobby.bot-added", game=1, name=plain("Bot Ada (level 1)"))
    assert "Bots: Bot Ada (level 1 · Collector)" in here.last().text
    await here.do(here.ann, here.last(), "begin")
    assert {seat.level for seat in (await here.table()).seats if seat.user is None} == {"1"}


async def test_a_full_table_gets_a_seat_more_for_a_bot(here: World) -> None:
    await forging.lobby(here, here.ben, seats=2)
    await chosen(here, "addbot", "2")
    assert (await here.table()).opened.seats == 3


async def test_a_table_that_can_have_no_more_seats_offers_no_bot(here: World) -> None:
    message = await forging.lobby(here, here.ben, mode="duel")
    assert "addbot" not in [press.verb for press in message.presses]


async def test_the_host_removes_a_bot(here: World) -> None:
    await forging.lobby(here, seats=3)
    for level in ("1", "5"):
        await chosen(here, "addbot", level)
    await chosen(here, "remove", "bot0")
    assert (await here.table()).levels == ("5",)


async def test_the_host_changes_seats_and_move_time(here: World) -> None:
    await forging.lobby(here, seats=2)
    await chosen(here, "terms", "4")
    await chosen(here, "terms", "8h", select=1)
    terms = (await here.table()).opened
    assert (terms.seats, terms.pace) == (4, "8h")
    assert "4 seats" in here.last().text
    assert "8 hours a move" in here.last().text


async def test_a_lobby_does_not_shrink_below_those_who_sit_there(here: World) -> None:
    await forging.lobby(here, here.ben, here.cem, seats=4)
    asked = await here.do(here.ann, here.last(), "terms")
    assert [option["value"] for option in asked.controls[0]["options"]] == ["3", "4"]


async def test_the_lobby_says_how_it_will_be_played(here: World) -> None:
    await here.command(here.ann, "start", pace="1d", order="joined")
    assert "1 day a move · whoever opened the game starts · English" in here.last().text


async def test_a_longer_move_time_keeps_the_lobby_open_for_longer(club: Club) -> None:
    game = await club.lobby(ANN, seats=2)
    before = {row.kind: row.due_at for row in await club.store.outbox_of(game)}
    await club.tables.act(game, lambda table: lobby.change_terms(table, ANN, NewTerms(pace="7d")))
    now = {row.kind: row.due_at for row in await club.store.outbox_of(game)}
    assert now["expire"] >= before["expire"]
    assert len([row for row in await club.store.outbox_of(game) if row.kind == "expire"]) == 1
