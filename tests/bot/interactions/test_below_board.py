"""Alone and against bots: the panel is the last message of the channel, so that nobody scrolls to their buttons."""

from __future__ import annotations

import asyncio

import pytest

from bot.services.signals import Signals
from bot.texts import texts
from data.ids import GameId
from tests.bot.games import simulated
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def placed(here: World, panel: Shown) -> Shown:
    """The answer to the first placement that the panel offers."""
    tried = await here.press(here.ann, panel, next(one.custom_id for one in panel.presses if one.verb == "try"))
    return await here.do(here.ann, tried, "place")


@pytest.mark.parametrize("terms", [{"mode": "solo"}, {"bots": 1}])
async def test_the_panel_stands_below_the_board_from_the_first_turn_on(here, terms):
    panel = await here.command(here.ann, "start", **terms)
    for _ in range(2):
        assert panel.ephemeral
        assert panel.id > (await here.store.game(1)).message
        assert [one.verb for one in panel.presses].count("try") >= 4
        panel = await placed(here, panel)


async def test_a_board_that_is_too_old_to_be_edited_gets_the_panel_below_the_new_one(here):
    panel = await here.command(here.ann, "start", mode="solo")
    old = (await here.store.game(1)).message
    await here.env.advance_time(3600)
    below = await placed(here, panel)
    assert below.id > (await here.store.game(1)).message > old
    assert below.id != panel.id
    assert "try" in [one.verb for one in below.presses]
    assert here.shown(panel.channel, panel.id).controls == [], "one panel is enough"


async def test_after_a_bot_that_thinks_the_panel_shows_the_next_turn(here):
    panel = await here.command(here.ann, "start", bots=1, level="4", order="joined")
    after = await placed(here, panel)
    assert after.id == panel.id
    assert "try" in [one.verb for one in after.presses]


# --- waiting -------------------------------------------------------------------------------------------------------

GAME, OTHER = GameId(1), GameId(2)


async def test_who_waits_looks_again_when_the_game_has_come_further_and_at_no_other_time():
    signals, found, looks = Signals(), list[int](), list[int]()

    async def look() -> int | None:
        looks.append(1)
        return found[0] if found else None

    waiting = asyncio.ensure_future(signals.until(GAME, look, within_s=60))
    await asyncio.sleep(0)
    signals.notify(OTHER)
    await asyncio.sleep(0)
    assert len(looks) == 1
    found.append(7)
    signals.notify(GAME)
    assert await waiting == 7
    assert len(looks) == 2


async def test_who_waits_in_vain_gets_nothing():
    async def look() -> None:
        return None

    assert await Signals().until(GAME, look, within_s=0) is None


# --- typed placements ----------------------------------------------------------------------------------------------


async def test_a_typed_placement_that_is_refused_opens_no_second_panel_but_says_where_it_is(here):
    await here.put(simulated("standard", 2, turns=0), here.ann, here.ben)
    answer = await here.command(here.ann, "place", tile="XX", at="E7", and_="E8")
    assert answer.text == EN("refused.bad-tile", text="XX")
    assert answer.attachments == []
    assert answer.labels == [EN("button.open-panel")]
    panel = await here.press(here.ann, answer, answer.presses[0].custom_id)
    assert "try" in [one.verb for one in panel.presses]
