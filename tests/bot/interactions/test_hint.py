"""Hints: for the own seat on turn alone, with a reason in words, unless the table forbids them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typing_extensions import override

from bot.process.worker import InPlace
from bot.process.worker_process import WorkerFailedError
from bot.screens.hint import hinted, with_hint
from bot.screens.model import Button, Screen
from bot.screens.press import HintPress, TurnPress
from bot.screens.verbs import Step
from bot.tables.events import Opened, from_text, to_text
from bot.texts import texts
from data.ids import GameId
from game.analysis import hint
from game.board import NAMES
from tests.bot.games import simulated, table_of
from tests.bot.sample_tables import choice
from tests.bot.world import World, world

EN, DE = texts("en"), texts("de")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3") as made:
        yield made


async def running(here: World, **terms) -> int:
    """A game of Ann and Ben in which Ann is on turn."""
    return await here.put(simulated("standard", 2, turns=8), here.ann, here.ben, **terms)


async def forged(here: World, who, version: int, game: int = 1):
    """Press Hint on the public message, which does not offer it."""
    message, custom_id = here.last(), f"ig1:{game}:{version}:hint:"
    stored = here.env.backend.get_message(message.channel, message.id)
    stored.components[0]["components"][0]["custom_id"] = custom_id
    return await here.answer(here.forge(who, {"custom_id": custom_id, "component_type": 2}, message=message))


async def test_a_hint_marks_the_best_placement_and_says_why_and_can_be_placed_at_once(here):
    await running(here)
    table = await here.table()
    wanted = hint(table.view_for(here.ann.id), "4").place
    panel = await here.do(here.ann, here.last(), "play")
    shown = await here.do(here.ann, panel, "hint")
    assert shown.ephemeral
    assert shown.id == panel.id
    first, chosen, *_ = shown.text.splitlines()
    assert first.startswith("**Hint:** This placement ")
    spaces = f"{NAMES[wanted.at[0]]}-{NAMES[wanted.at[1]]}"
    assert spaces in chosen
    assert shown.text.count(spaces) == 1
    assert shown.attached(".png")
    await here.do(here.ann, shown, "place")
    assert (await here.table()).public.turns[-1].placements[0].at in (wanted.at, wanted.at[::-1])


def test_a_hint_is_shown_close_up_so_that_its_buttons_fit_on_a_phone():
    table = table_of(simulated("standard", 2, turns=8))
    view = table.view_for(table.seats[table.public.seat].user)
    best = hint(view, "1")
    shown = hinted(table, view, best, EN)
    assert shown.picture is not None
    assert shown.picture.close_to == frozenset(best.place.at)


async def test_nobody_gets_a_hint_for_another_seat(here):
    await running(here)
    version = (await here.table()).game().position.version
    public = here.last().text
    for who, why in ((here.ben, "hint-not-yours"), (here.eve, "not-playing")):
        answer = await forged(here, who, version)
        assert answer.ephemeral
        assert answer.text.startswith(EN(f"refused.{why}"))
        assert "Hint:" not in answer.text
    assert here.last().text == public


async def test_a_hint_for_a_position_that_has_gone_is_refused(here):
    await running(here)
    version = (await here.table()).game().position.version
    answer = await forged(here, here.ann, version - 1)
    assert answer.text.startswith(EN("refused.moved-on"))


async def test_a_table_can_forbid_hints_from_the_start_and_says_so(here):
    await here.command(here.ann, "start", hints=False)
    assert EN("lobby.no-hints") in here.last().text
    await here.do(here.ben, here.last(), "join")
    begun = await here.do(here.ann, here.last(), "begin")
    table = await here.table()
    assert not table.opened.hints
    assert "hint" not in [press.verb for press in begun.presses]
    on_turn = here.people["ann"] if table.public.seat == table.seat_of(here.ann.id) else here.people["ben"]
    answer = await forged(here, on_turn, table.game().position.version)
    assert answer.text.startswith(EN("refused.no-hints"))


async def test_a_table_allows_hints_unless_it_says_otherwise(here):
    await here.command(here.ann, "start")
    assert EN("lobby.no-hints") not in here.last().text
    assert (await here.table()).opened.hints


def test_tables_of_earlier_releases_allow_hints():
    stored = to_text(Opened(1, "standard", 2)).replace(',"hints":true', "")
    assert "hints" not in stored
    assert from_text(stored).hints


async def test_where_the_worker_fails_the_panel_says_so_and_play_goes_on(here):
    class Failing(InPlace):
        @override
        async def run(self, function, *args, cpu_s=60.0, background=False):
            raise WorkerFailedError("died twice")

    await running(here)
    object.__setattr__(here.app, "thinker", Failing())
    panel = await here.do(here.ann, here.last(), "play")
    shown = await here.do(here.ann, panel, "hint", locale="de")
    assert shown.text.startswith(DE("refused.hint-later"))
    assert shown.presses


@pytest.mark.parametrize("meanwhile", ["placed", "stopped"])
async def test_a_hint_that_comes_too_late_is_none(here, meanwhile):
    game = await running(here)

    class Slow(InPlace):
        @override
        async def run(self, function, *args, cpu_s=60.0, background=False):
            found = await super().run(function, *args)
            if meanwhile == "stopped":
                await here.app.tables.stop(game)
            else:
                await here.app.tables.play(game, here.ann.id, None, choice(await here.table()))
            return found

    panel = await here.do(here.ann, here.last(), "play")
    object.__setattr__(here.app, "thinker", Slow())
    shown = await here.do(here.ann, panel, "hint")
    assert "Hint:" not in shown.text
    assert "place" not in [press.verb for press in shown.presses]


async def test_a_hint_that_is_asked_for_twice_at_once_is_given_twice_and_changes_nothing(here):
    await running(here)
    before = await here.table()
    panel = await here.do(here.ann, here.last(), "play")
    data = {"custom_id": panel.button("hint"), "component_type": 2}
    asked = [here.forge(here.ann, data, message=panel) for _ in range(2)]
    first, second = [await here.answer(one) for one in asked]
    assert first.text == second.text
    assert first.text.startswith("**Hint:** ")
    assert (await here.table()).events == before.events


async def test_a_hint_after_a_restart_is_the_same(here):
    await running(here)
    panel = await here.do(here.ann, here.last(), "play")
    wanted = hint((await here.table()).view_for(here.ann.id), "4").place
    await here.restart()
    shown = await here.do(here.ann, panel, "hint")
    assert f"{NAMES[wanted.at[0]]}-{NAMES[wanted.at[1]]}" in shown.text.splitlines()[1]


def test_the_button_takes_no_place_that_is_not_there():
    table = table_of(simulated("standard", 2, turns=2))
    view = table.view_for(table.seats[table.public.seat].user)
    button = Button("x", TurnPress(GameId(1), 0, Step.PLAY))
    full = Screen("", rows=((button,) * 5,) * 5)
    assert with_hint(full, table, view, EN) == full
    (added,) = with_hint(replace(full, rows=full.rows[:4]), table, view, EN).rows[4:]
    assert isinstance(added, tuple)
    assert [one.press for one in added] == [HintPress(table.id, view.position.version)]
    (row,) = with_hint(replace(full, rows=((button,) * 4,)), table, view, EN).rows
    assert isinstance(row, tuple)
    assert len(row) == 5
    waiting = table.view_for(table.seats[1 - table.public.seat].user)
    assert with_hint(Screen(""), table, waiting, EN).rows == ()
