"""What was to be told is told in the end, once, whatever Discord or the store did meanwhile; the game never waits."""

import asyncio
import json
import logging
import re

import pytest

from bot.outbox import deliverer, dispatcher
from bot.process import heartbeat
from bot.process.retries import RETRIES, Failure, Purpose, Retries
from bot.screens.draft import Draft
from bot.screens.phrases import rack_words
from bot.services.tables import Tables
from bot.texts import texts
from data.store import DatabaseUnusable, NewOutboxRow
from game.board import NAMES
from tests.bot import forging
from tests.bot.forging import forged
from tests.bot.ids import Id
from tests.bot.sample_tables import choice
from tests.bot.world import Shown, World, world

EN = texts("en")
CHANNEL = "/channels/*/messages"


@pytest.fixture
async def here(tmp_path, monkeypatch):
    monkeypatch.setattr(heartbeat, "BEAT_S", 10**7)  # it would take most of the time of tests that skip hours
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def turn(here: World, game: int = 1) -> Shown:
    """Whoever is on turn places a tile; the answer."""
    table = await here.table(game)
    intent = choice(table)
    person = next(one for one in here.people.values() if one.id == table.seats[table.game().position.seat].user)
    at, to = (NAMES[cell] for cell in intent.at)
    exchange = {} if intent.exchange is None else {"exchange": intent.exchange}
    return await here.command(person, "place", tile=intent.tile.code, at=at, and_=to, game=game, **exchange)


async def waiting(here: World) -> list[str]:
    """The kinds of the notes that are due or failed."""
    rows = await here.store.due(here.app.clock().replace(year=2030), 1000)
    return [row.kind for row in rows if row.attempts or row.due_at <= here.app.clock()]


def boards(here: World, game: int = 1) -> list[Shown]:
    """The messages that show or showed whose turn it is, oldest first."""
    folded = EN("board.replaced", game=game)
    heads = f"your turn · game {game}\n", f"{folded} · ", f"{folded}\n"
    return [shown for shown in here.messages() if any(head in f"{shown.text}\n" for head in heads)]


def fail(here: World, status: int, code: int = 0, times: int | None = 1, method="POST", path=None) -> None:
    path = path or f"/channels/{here.channel.id}/messages"
    here.env.inject_error(method, path, status=status, code=code, message="no", times=times)


# --- Discord fails --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (503, 0), (403, 50013), (403, 50001), (404, 10008), (400, 50035)]
)
async def test_a_game_goes_on_when_its_message_cannot_be_sent(here, status, code):
    await forging.game(here, here.ben)
    before = len(here.messages())
    fail(here, status, code, times=None)
    for _ in range(3):
        assert (await turn(here)).text.startswith("Placed")
    assert len(here.messages()) == before
    assert len((await here.table()).public.turns) == 3


@pytest.mark.parametrize(
    ("status", "code", "times", "later_s"), [(503, 0, 2, 100), (400, 50035, 2, 100), (403, 50013, 4, 8 * 3600)]
)
async def test_what_could_not_be_sent_is_sent_later_and_once_with_the_newest_position(
    here, status, code, times, later_s
):
    await forging.game(here, here.ben)
    fail(here, status, code, times=times)
    await turn(here)
    await turn(here)
    assert len(boards(here)) == 1
    await here.env.advance_time(later_s)
    await here.settle()
    assert len(boards(here)) == 2
    shown = boards(here)[-1]
    table = await here.table()
    assert shown.button("play") == Id(1, table.public.version, "play").custom_id
    assert shown.text.count("**Ann**") == shown.text.count("**Ben**") == 1
    assert await waiting(here) == []
    await here.env.advance_time(later_s)
    assert len(boards(here)) == 2


async def test_what_was_sent_later_calls_the_player_who_is_on_turn_now_and_nobody_else(here):
    await forging.game(here, here.ben)
    fail(here, 503, times=2)
    await turn(here)
    await turn(here)
    await here.env.advance_time(60)
    await here.settle()
    assert boards(here)[-1].pinged == (here.ann.id,)


async def test_a_failing_game_does_not_hold_up_another(here):
    await forging.game(here, here.ben)
    other = here.guild.create_text_channel("other")
    fail(here, 503, times=None)
    await turn(here)
    here.channel = other
    await here.command(here.cem, "start", mode="solo")
    assert len(here.messages(other)) == 1


async def test_what_failed_is_tried_again_in_time_however_much_else_is_told(here, monkeypatch):
    for _ in range(3):
        await forging.game(here, here.ben)
    deliver = deliverer.Deliverer.deliver_due

    async def stuck(self, game, *args):
        return await (asyncio.sleep(10**6) if game == 1 else deliver(self, game, *args))

    monkeypatch.setattr(deliverer.Deliverer, "deliver_due", stuck)
    monkeypatch.setattr(dispatcher, "LOOK_AGAIN_S", 60)
    monkeypatch.setitem(RETRIES[Purpose.MESSAGE], Failure.TRANSIENT, Retries((60,), goes_on=True))
    await turn(here, 1)
    fail(here, 503)
    await turn(here, 2)
    for _ in range(5):
        await here.env.advance_time(20)
        await turn(here, 3)
    assert len(boards(here, 2)) == 2


async def test_a_message_that_fails_leaves_the_buttons_of_the_one_before(here):
    await forging.game(here, here.ben)
    old = here.last()
    fail(here, 503)
    await turn(here)
    assert here.shown(old.channel, old.id).controls
    await here.env.advance_time(60)
    await here.settle()
    assert here.shown(old.channel, old.id).controls == []


async def test_an_old_message_that_keeps_its_buttons_is_no_harm(here, caplog):
    await forging.game(here, here.ben)
    fail(here, 403, 50001, method="PATCH", path=f"/channels/{here.channel.id}/messages/*", times=None)
    caplog.set_level(logging.WARNING)
    await turn(here)
    assert len(boards(here)) == 2
    assert await waiting(here) == []
    assert caplog.records == []


async def test_a_board_that_was_deleted_by_hand_is_posted_anew_at_the_next_turn(here):
    await forging.game(here, here.ben)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await turn(here)
    assert len(boards(here)) == 1
    assert await waiting(here) == []


async def test_a_solo_board_that_was_deleted_by_hand_is_posted_anew(here):
    await here.command(here.ann, "start", mode="solo")
    first = here.last()
    here.env.backend.delete_message(first.channel, first.id)
    await turn(here)
    (shown,) = here.messages()
    assert shown.id != first.id
    assert (await here.store.game(1)).message == shown.id


async def test_a_lobby_that_was_deleted_by_hand_is_posted_anew_when_somebody_joins(here):
    message = await forging.lobby(here, seats=3)
    here.env.backend.delete_message(message.channel, message.id)
    await here.command(here.ben, "join")
    (shown,) = here.messages()
    assert "Ann (host) and Ben" in shown.text


async def test_people_who_act_faster_than_discord_get_one_message_with_all_of_it(here):
    await forging.game(here, here.ben)
    fail(here, 503, times=3)
    for _ in range(4):
        await turn(here)
    await here.env.advance_time(60)
    await here.settle()
    first, last = boards(here)
    assert "**Ann**" not in first.text
    assert last.text.count("**Ann**") == last.text.count("**Ben**") == 2


# --- the process dies -----------------------------------------------------------------------------------------------


async def test_what_was_committed_and_not_sent_is_posted_at_the_next_start(here):
    await forging.game(here, here.ben)
    here.app.tables.forget_listeners()
    await turn(here)
    assert len(boards(here)) == 1
    await here.restart()
    await here.settle()
    assert len(boards(here)) == 2
    assert boards(here)[-1].pinged == (here.ben.id,)
    assert await waiting(here) == []


async def test_a_start_posts_nothing_that_was_posted(here):
    await forging.game(here, here.ben)
    await turn(here)
    before = here.messages()
    await here.restart()
    await here.settle()
    assert here.messages() == before


async def test_a_notice_is_sent_though_one_of_an_earlier_turn_said_the_same_a_moment_ago(here):
    await here.command(here.cem, "me", next=True)
    await forging.game(here, here.ben, here.cem)
    await turn(here)
    (first,) = here.messages(here.dm(here.cem))
    await turn(here)
    await turn(here)
    here.app.tables.forget_listeners()
    await turn(here)
    await here.env.advance_time(2)
    assert len(here.messages(here.dm(here.cem))) == 1
    await here.restart()
    await here.settle()
    told = here.messages(here.dm(here.cem))
    assert [one.text for one in told] == [first.text] * 2


async def test_more_than_is_looked_at_once_is_told_after_all(here, monkeypatch):
    monkeypatch.setattr(dispatcher, "_AT_ONCE", 2)
    here.app.tables.forget_listeners()
    for at in range(7):
        await here.command((here.ann, here.ben)[at % 2], "start")
    assert here.messages() == []
    await here.restart()
    await here.env.advance_time(120)
    await here.settle()
    assert sorted(shown.text.split(" ·")[0] for shown in here.messages()) == [f"### Game {at}" for at in range(1, 8)]


async def test_a_message_is_sent_with_the_number_of_its_note_so_that_discord_takes_it_once(here):
    await forging.game(here, here.ben)
    await turn(here)
    sent = [
        one.json["nonce"] for one in here.env.http_requests if one.method == "POST" and one.path.endswith("/messages")
    ]
    assert len(sent) == len(set(sent)) == 3
    assert all(re.fullmatch(r"ig\d+", nonce) for nonce in sent)


async def test_a_failed_message_is_sent_again_with_the_same_number(here):
    await forging.game(here, here.ben)
    fail(here, 503)
    await turn(here)
    await here.env.advance_time(60)
    sent = [
        one.json["nonce"] for one in here.env.http_requests if one.method == "POST" and one.path.endswith("/messages")
    ]
    assert sent[-1] == sent[-2]


# --- direct messages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_never_stop_a_game(here, code):
    await forging.game(here, here.ben)
    await forged(here, here.ben, Id(1, 1, "dmon").custom_id)
    fail(here, 403, code, times=None, path=f"/channels/{here.dm(here.ben).id}/messages")
    for _ in range(4):
        assert (await turn(here)).text.startswith("Placed")
    assert len(boards(here)) == 5
    assert [kind for kind in await waiting(here) if kind == "turn"] == []


async def test_a_direct_message_that_is_late_is_sent_when_it_can_be(here):
    await forging.game(here, here.ben)
    await forged(here, here.ben, Id(1, 1, "dmon").custom_id)
    fail(here, 503, path=f"/channels/{here.dm(here.ben).id}/messages")
    await turn(here)
    assert here.messages(here.dm(here.ben)) == []
    await here.env.advance_time(60)
    await here.settle()
    (shown,) = here.messages(here.dm(here.ben))
    assert rack_words((await here.table()).game().racks[1]) in shown.text


# --- the store fails ------------------------------------------------------------------------------------------------


def break_store(here: World, monkeypatch, *names: str) -> None:
    async def fails(*_, **__):
        raise DatabaseUnusable("games.sqlite3", "is full")

    for name in names:
        monkeypatch.setattr(here.store, name, fails)


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_store_that_fails_is_told_with_a_reference_that_is_in_the_log(here, monkeypatch, caplog, locale):
    await forging.game(here, here.ben)
    before = await forging.stored_logs(here)
    table = await here.table()
    intent = choice(table)
    custom_id = Id(1, 1, "place", Draft(intent.tile, None, *intent.at).text).custom_id
    with monkeypatch.context() as broken:
        break_store(here, broken, "append")
        answer = await forged(here, here.ann, custom_id, locale=locale)
    words = texts("de" if locale == "de" else "en")
    (reference,) = re.findall("`([0-9a-f]{6})`", answer.text)
    assert answer.text == words("error.store", reference=reference)
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.reference == reference
    assert await forging.stored_logs(here) == before
    assert (await forged(here, here.ann, custom_id, locale=locale)).text.startswith(words("panel.done", what="")[:6])


@pytest.mark.parametrize("name", ["rack", "board", "games", "start", "place"])
async def test_a_command_without_a_store_is_answered_in_words(here, monkeypatch, name):
    await forging.game(here, here.ben)
    options = {"tile": "RB", "at": "E7", "and": "E8"} if name == "place" else {}
    with monkeypatch.context() as broken:
        break_store(here, broken, "load", "create", "games_of", "games_in")
        answer = await here.command(here.ann, name, **options)
    assert re.search("`[0-9a-f]{6}`", answer.text)


async def test_suggestions_without_a_store_are_empty(here, monkeypatch):
    await forging.game(here, here.ben)
    with monkeypatch.context() as broken:
        break_store(here, broken, "load", "games_of", "games_in")
        assert await here.suggestions(here.ann, "place", "tile") == []
        assert await here.suggestions(here.ann, "board", "game") == []


async def test_a_fault_of_ours_is_told_with_a_reference_that_is_in_the_log(here, monkeypatch, caplog):
    await forging.game(here, here.ben)

    async def fails(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(here.app.tables, "load", fails)
        answer = await forged(here, here.ann, Id(1, 1, "scores").custom_id)
    (reference,) = re.findall("`([0-9a-f]{6})`", answer.text)
    assert answer.text == EN("error.unexpected", reference=reference)
    assert any(getattr(record, "reference", None) == reference for record in caplog.records)


async def test_what_could_not_be_read_from_the_outbox_is_told_when_it_can_be(here, monkeypatch):
    await forging.game(here, here.ben)
    with monkeypatch.context() as broken:
        break_store(here, broken, "due", "pending")
        await turn(here)
        await here.settle()
    assert len(boards(here)) == 1
    await here.env.advance_time(120)
    await here.settle()
    assert len(boards(here)) == 2


async def test_what_could_not_be_ticked_off_is_told_again_at_worst(here, monkeypatch):
    await forging.game(here, here.ben)
    with monkeypatch.context() as broken:
        break_store(here, broken, "complete")
        await turn(here)
        await here.settle()
    await here.env.advance_time(120)
    await here.settle()
    assert await waiting(here) == []
    assert boards(here)[-1].button("play") == Id(1, (await here.table()).public.version, "play").custom_id


async def test_a_game_that_cannot_be_told_of_keeps_no_clock_from_running(here, monkeypatch, caplog):
    await forging.game(here, here.ben)
    await forging.game(here, here.cem, pace="1h")
    load = Tables.load

    async def fails(tables, game):
        if game == 1:
            raise ZeroDivisionError
        return await load(tables, game)

    monkeypatch.setattr(Tables, "load", fails)
    await here.store.enqueue([NewOutboxRow("table", json.dumps({"since": 0}))], about=1)
    await here.restart()
    await here.env.advance_time(2 * 3600)
    await here.settle()
    assert len((await load(here.app.tables, 2)).table.public.turns) >= 1
    assert len(caplog.records) < 40


async def test_a_note_that_makes_no_sense_is_given_up_and_the_others_are_told(here, caplog):
    await forging.game(here, here.ben)
    await here.store.enqueue([NewOutboxRow("word", "{")], about=1)
    await turn(here)
    await here.settle()
    assert len(boards(here)) == 2
    await here.env.advance_time(2 * 24 * 3600)
    assert await waiting(here) == []


async def test_the_notes_of_a_game_that_was_set_aside_are_dropped(here):
    await forging.game(here, here.ben)
    await here.store.quarantine(1, "broken")
    await here.store.enqueue([NewOutboxRow("table", json.dumps({"since": 0}))], about=1)
    await here.restart()
    await here.settle()
    assert await waiting(here) == []


# --- late interactions ----------------------------------------------------------------------------------------------


async def test_a_press_that_discord_does_not_take_any_more_changes_nothing(here):
    await forging.game(here, here.ben)
    before = await forging.stored_logs(here)
    table = await here.table()
    intent = choice(table)
    fail(here, 404, 10062, path="/interactions/*/callback")
    result = forging.fire(here, here.ann, Id(1, 1, "place", Draft(intent.tile, None, *intent.at).text).custom_id)
    await here.settle()
    assert result.response is None
    assert await forging.stored_logs(here) == before


async def test_a_placement_stands_when_its_answer_cannot_be_shown(here):
    await forging.game(here, here.ben)
    table = await here.table()
    intent = choice(table)
    fail(here, 401, 50027, method="PATCH", path="/webhooks/*/messages/@original", times=None)
    forging.fire(here, here.ann, Id(1, 1, "place", Draft(intent.tile, None, *intent.at).text).custom_id)
    await here.settle()
    assert len((await here.table()).public.turns) == 1
    assert len(boards(here)) == 2


@pytest.mark.parametrize("status", [400, 413])
async def test_an_answer_that_discord_does_not_take_becomes_words_with_a_reference(here, caplog, status):
    await forging.game(here, here.ben)
    fail(here, status, 50035, method="PATCH", path="/webhooks/*/messages/@original")
    answer = await forged(here, here.ann, Id(1, 1, "scores").custom_id)
    (reference,) = re.findall("`([0-9a-f]{6})`", answer.text)
    assert answer.text == EN("error.unexpected", reference=reference)
    assert any(getattr(record, "reference", None) == reference for record in caplog.records)
