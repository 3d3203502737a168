"""Games of several people in a direct or group message of which the bot is no part: they live by presses alone."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.screens.phrases import rack_words
from bot.texts import texts
from game.board import NAMES
from tests.bot.killing import Died, Life, Process, process
from tests.bot.painters import Blank
from tests.bot.sample_tables import choice
from tests.wire.fake import CHANNEL, PEOPLE, Interaction, button, controls, error
from tests.wire.program import until
from tests.wire.test_user_installs import GROUP, check_nothing_was_tried, command, is_hidden, online, place, table

ANN, BEN, CEM, DIA, EVE = (PEOPLE[name] for name in ("ann", "ben", "cem", "dia", "eve"))
MODES = [("standard", [BEN, CEM]), ("team", [BEN, CEM, DIA]), ("duel", [BEN])]
EN = texts("en")


def board(here: Process) -> dict:
    """The newest message of the game; none of those with boards was posted twice."""
    return here.fake.last(GROUP)


async def press(here: Process, user: int, verb: str, message: dict | None = None, *, at: int = 0) -> Interaction:
    """Press a button of the board, or of this message; of several alike that `at` this place."""
    message = message or board(here)
    alike = [one["custom_id"] for one in controls(message) if f":{verb}:" in one["custom_id"]]
    pressed = here.fake.press(user, alike[at], message)
    await here.quiet()
    return pressed


def beside(pressed: Interaction) -> Interaction:
    """The private message that came of a press on the board, as an answer that can be pressed."""
    (shown,) = pressed.beside
    assert shown["flags"] & 64
    return replace(pressed, message=shown)


async def begun(here: Process, *others: int, **terms) -> Interaction:
    """The answer to who begins a game of Ann and others."""
    await command(here, ANN, "start", GROUP, order="joined", **terms)
    for number, user in enumerate(others or (BEN,), 1):
        await press(here, user, "join", at=number // 2 if terms.get("mode") == "team" else 0)
    return beside(await press(here, ANN, "begin"))


async def turn(here: Process, user: int, game: int = 1) -> None:
    """Play a turn from the board, with the placements that it earns."""
    panel = beside(await press(here, user, "play"))
    before = (await table(here, game)).turn
    while (now := await table(here, game)).status == "running" and now.turn == before:
        panel = await place(here, user, panel, game)


def names_of(message: dict) -> set[str]:
    return {name for name in ("Ann", "Ben", "Cem", "Dia") if name in message["content"]}


async def test_a_lobby_is_one_message_that_changes_when_somebody_joins(tmp_path):
    async with online(tmp_path) as here:
        opened = await command(here, ANN, "start", GROUP)
        assert is_hidden(opened)
        assert names_of(board(here)) == {"Ann"}
        joined = await press(here, BEN, "join")
        assert beside(joined).text.startswith(EN("lobby.joined", game=1))
        await press(here, CEM, "join")
        await press(here, BEN, "leave")
        assert names_of(board(here)) == {"Ann", "Cem"}
        assert len(here.fake.shown(GROUP)) == 1


@pytest.mark.parametrize(("mode", "others"), MODES)
async def test_the_board_follows_the_turns_that_are_made_in_private_panels(tmp_path, mode, others):
    async with online(tmp_path) as here:
        await begun(here, *others, mode=mode)
        for _ in range(len(others) + 2):
            now = await table(here)
            user = now.seats[now.public.seat].user
            assert f"<@{user}>, your turn" in board(here)["content"]
            await turn(here, user)
        assert len(here.fake.shown(GROUP)) == 1
        assert len((await table(here)).public.turns) == len(others) + 2


async def test_nothing_of_a_rack_is_on_the_board(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        for user in (ANN, BEN):
            shown = beside(await press(here, user, "rack"))
            rack = rack_words((await table(here)).view_for(user).rack)
            assert rack in shown.text
            assert rack not in board(here)["content"]
        edits = here.fake.sent("PATCH", "/webhooks/*/messages/@original")
        assert not [one for one in edits if one.body and "Your rack" in str(one.body.get("content"))]


async def test_who_is_on_turn_is_called_directly_and_plays_there(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        await turn(here, ANN)
        (called,) = here.fake.shown(1000 + BEN)
        link = EN("place.link", link=f"https://discord.com/channels/@me/{GROUP}")
        assert called["content"] == EN("notice.turn", game=1, location=f"{EN('place.message')} {link}")
        panel = await press(here, BEN, "play", called)
        assert is_hidden(panel)
        await place(here, BEN, panel)
        assert [one.seat for one in (await table(here)).public.turns] == [0, 1]
        assert f"<@{ANN}>, your turn" in board(here)["content"]


@pytest.mark.parametrize("code", [50007, 50278, 50001])
async def test_a_game_goes_on_with_somebody_who_takes_no_direct_messages(tmp_path, code):
    async with online(tmp_path) as here:
        for _ in range(3):
            here.fake.plan("POST", f"/channels/{1000 + BEN}/messages", error(403, code))
        await begun(here)
        await turn(here, ANN)
        await turn(here, BEN)
        await turn(here, ANN)
        assert len((await table(here)).public.turns) == 3
        waiting = [row.kind for row in await here.app.store.outbox_of(1) if row.error]
        assert waiting == []


async def test_a_board_that_cannot_be_edited_any_more_is_brought_up_to_date_by_who_presses(tmp_path):
    async with online(tmp_path) as here:
        panel = await begun(here)
        await here.later(timedelta(minutes=15))
        await place(here, ANN, panel)
        assert f"<@{ANN}>, your turn" in board(here)["content"]
        assert "**Refresh** shows the present" in board(here)["content"]
        refreshed = await press(here, CEM, "refresh")
        assert f"<@{BEN}>, your turn" in board(here)["content"]
        assert refreshed.beside == []


async def test_after_a_kill_the_board_is_brought_up_to_date_by_the_next_press(tmp_path):
    async with online(tmp_path) as here:
        panel = await begun(here)
        fake, clock = here.fake, here.app.clock
    async with process(tmp_path / "db.sqlite3", fake, Blank(), clock=clock) as again:
        await place(again, ANN, panel)
        assert f"<@{ANN}>, your turn" in board(again)["content"]
        await turn(again, BEN)
        assert f"<@{ANN}>, your turn" in board(again)["content"]
        assert len((await table(again)).public.turns) == 2


async def test_a_process_that_dies_before_its_private_answer_leaves_the_board_to_all(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        fake, clock, before = here.fake, here.app.clock, dict(board(here))
        never = asyncio.Event()
        held = fake.plan("*", "/webhooks/*", None, until=never)
        pressed = fake.press(ANN, button(before, "rack"), before)
        await until(lambda: held not in fake.faults)
    async with process(tmp_path / "db.sqlite3", fake, Blank(), clock=clock):
        assert pressed.answers
        assert board(here)["content"] == before["content"]


async def test_a_typed_move_in_a_message_of_others_is_told_of_the_game_there(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        here.fake.command(ANN, "start", mode="solo")
        await here.quiet()
        now, never = await table(here), asyncio.Event()
        move = choice(now, "greedy")
        at, to = (NAMES[cell] for cell in move.at)
        fake, clock = here.fake, here.app.clock
        held = fake.plan("PATCH", "/webhooks/*", None, until=never)
        typed = fake.command(ANN, "place", GROUP, tile=move.tile.code, at=at, and_=to, exchange=False)
        await until(lambda: held not in fake.faults)
        assert (await table(here)).public.turns or (await table(here)).game().position.in_turn
    async with process(tmp_path / "db.sqlite3", fake, Blank(), clock=clock):
        assert typed.text.startswith("Placed")


async def test_a_stranger_may_look_and_may_not_play(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        before = board(here)["content"]
        for verb in ("play", "rack"):
            refused = beside(await press(here, EVE, verb))
            assert EN("refused.not-playing") in refused.text
        assert beside(await press(here, EVE, "scores")).text
        assert board(here)["content"].splitlines()[:-1] == before.splitlines()[:-1]
        assert (await table(here)).turn == 0


async def test_the_board_shows_both_of_two_presses_at_once(tmp_path):
    async with online(tmp_path) as here:
        await command(here, ANN, "start", GROUP)
        lobby = board(here)
        for user in (BEN, CEM):
            here.fake.press(user, button(lobby, "join"), lobby)
        await here.quiet()
        assert names_of(board(here)) == {"Ann", "Ben", "Cem"}


async def test_a_move_is_made_though_the_message_of_the_board_was_deleted(tmp_path):
    async with online(tmp_path) as here:
        panel = await begun(here)
        here.fake.shown(GROUP).clear()
        assert (await place(here, ANN, panel)).text.startswith("Placed")
        assert here.fake.shown(GROUP) == []
        await command(here, BEN, "board", GROUP, here_=True)
        assert f"<@{BEN}>, your turn" in board(here)["content"]


async def test_a_vote_is_held_on_the_board_and_directly(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        await command(here, ANN, "cancel", GROUP, game=1)
        await press(here, ANN, "refresh")
        assert [one for one in controls(board(here)) if ":agree:" in one["custom_id"]]
        asked = here.fake.shown(1000 + BEN)[-1]
        await press(here, BEN, "agree", asked)
        assert (await table(here)).status == "over"
        assert (await table(here)).stop_votes == {ANN, BEN}


async def test_the_rematch_takes_the_place_of_the_finished_game(tmp_path):
    async with online(tmp_path) as here:
        await begun(here, mode="duel")
        await command(here, ANN, "cancel", GROUP, game=1)
        await press(here, BEN, "agree", here.fake.shown(1000 + BEN)[-1])
        await press(here, ANN, "refresh")
        await press(here, ANN, "rematch")
        assert f"<@{BEN}>" in board(here)["content"]
        await press(here, BEN, "rematch")
        assert (await table(here, 2)).status == "running"
        assert (await here.app.tables.load(2)).lives_by_presses
        assert "game 2" in board(here)["content"]
        assert len(here.fake.shown(GROUP)) == 1
        first = (await table(here, 2)).seats[(await table(here, 2)).public.seat].user
        await turn(here, first, 2)
        assert len((await table(here, 2)).public.turns) == 1


async def test_who_has_installed_the_bot_as_well_is_the_same_person(tmp_path):
    async with online(tmp_path) as here:
        here.fake.installed = {ANN, BEN}
        await begun(here)
        joined = next(one for one in here.fake.interactions.values() if one.payload["user"]["id"] == str(BEN))
        assert joined.payload["authorizing_integration_owners"] == {"1": str(ANN)}
        rack = rack_words((await table(here)).view_for(BEN).rack)
        assert rack in (await command(here, BEN, "rack", GROUP)).text
        assert rack in beside(await press(here, BEN, "rack")).text
        assert (await table(here)).humans == (ANN, BEN)


async def test_a_game_of_a_message_is_known_in_no_server(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        for name in ("board", "replay", "rack"):
            assert (await command(here, CEM, name, CHANNEL, game=1)).text == EN("refused.no-such-game", game=1)
        assert (await command(here, CEM, "board", CHANNEL)).text == EN("refused.no-game-here")
        assert (await command(here, ANN, "board", CHANNEL, here_=True)).text == EN("refused.no-game-here")
        assert here.fake.shown(CHANNEL) == []


async def test_one_who_plays_takes_the_game_to_a_server_by_its_number(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        assert (await command(here, CEM, "board", CHANNEL, here_=True, game=1)).text == EN(
            "refused.no-such-game", game=1
        )
        await command(here, BEN, "board", CHANNEL, here_=True, game=1)
        row = (await here.app.tables.load(1)).row
        assert (row.guild, row.channel, row.home) == (100, CHANNEL, CHANNEL)
        assert f"<@{ANN}>, your turn" in here.fake.last(CHANNEL)["content"]
        before = here.fake.last(GROUP)
        await press(here, CEM, "refresh", before)
        assert board(here)["content"] == EN("board.taken-away", game=1)
        assert controls(board(here)) == []


async def test_the_board_forgets_a_name_at_once_where_it_can_be_edited(tmp_path):
    async with online(tmp_path) as here:
        await begun(here)
        await command(here, ANN, "cancel", GROUP, game=1)
        await press(here, BEN, "agree", here.fake.shown(1000 + BEN)[-1])
        assert names_of(board(here)) == {"Ann", "Ben"}
        await press(here, BEN, "forget", (await command(here, BEN, "privacy", GROUP, action="forget")).message)
        assert names_of(board(here)) == {"Ann"}


async def test_every_lobby_has_a_way_to_the_present(tmp_path):
    async with online(tmp_path) as here:
        for mode, seats in (("standard", 2), ("standard", 4), ("team", 4), ("duel", 2)):
            await command(here, ANN, "start", GROUP, mode=mode, seats=seats)
            assert [one for one in controls(board(here)) if ":refresh:" in one["custom_id"]]


async def played(here: Process) -> bool:
    """Let who is on turn play a turn, as far as this process lives; whether the game is over."""
    now = await table(here)
    if now.status == "over":
        return True
    user = now.seats[now.public.seat].user
    pressed = await press(here, user, "play")
    while pressed.beside and not here.life.dead and (await table(here)).turn == now.turn:
        panel = beside(pressed) if pressed.payload["message"]["flags"] == 0 else pressed
        pressed = await place(here, user, panel)
    return False


@pytest.mark.skipif(not os.environ.get("SOAK"), reason="whole games; SOAK=1 plays them")
@pytest.mark.parametrize(("mode", "others"), MODES)
async def test_a_whole_game_ends_on_its_board_though_the_process_dies_now_and_then(tmp_path, mode, others):
    chance, over = Random(5), False
    async with online(tmp_path) as here:
        await begun(here, *others, mode=mode)
        fake, clock = here.fake, here.app.clock
    while not over:
        life = Life(end=chance.randrange(5, 200), after=chance.random() < 0.5)
        async with process(tmp_path / "db.sqlite3", fake, Blank(), life, clock=clock, sync=False) as again:
            with suppress(Died):
                while not (over or life.dead):
                    over = await played(again)
    async with process(tmp_path / "db.sqlite3", fake, Blank(), clock=clock, sync=False) as again:
        await press(again, ANN, "refresh")
        placements = sum(len(one.placements) for one in (await table(again)).public.turns)
    check_nothing_was_tried(fake)
    assert sum(one.text.startswith("Placed") for one in fake.interactions.values()) <= placements
    assert [one for one in controls(fake.last(GROUP)) if ":rematch:" in one["custom_id"]]
    assert len(fake.shown(GROUP)) == 1
