"""Planning ahead by buttons: over the real client, with forged and simultaneous presses."""

import re
from collections.abc import AsyncIterator

import pytest

from bot.screens.draft import Draft
from bot.texts import texts
from data.ids import UserId
from game.board import NAMES
from tests.bot.forging import forged, stored_logs
from tests.bot.games import simulated
from tests.bot.ids import Id
from tests.bot.outbox.test_deliverer_faults import fail
from tests.bot.sample_tables import choice
from tests.bot.tables.test_planned_moves import apart, tried
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path) -> AsyncIterator[World]:
    """Ann is on turn, Ben waits; both have placed something already."""
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        await made.put(simulated("standard", 2, turns=4, style="greedy"), made.ann, made.ben)
        yield made


async def plans(here: World) -> dict[UserId, str]:
    return dict((await here.app.tables.load(1)).plans)


async def trial(here: World) -> Shown:
    """The panel in which Ben tries his best placement."""
    rack = await here.do(here.ben, here.last(), "rack")
    shown = await here.do(here.ben, rack, "trial")
    first = next(press for press in shown.presses if press.verb == "try")
    return await here.press(here.ben, shown, first.custom_id)


async def place(here: World) -> None:
    """Ann makes a placement that ends her turn."""
    intent = choice(await here.table(), "greedy")
    at, to = (NAMES[cell] for cell in intent.at)
    await here.command(here.ann, "place", tile=intent.tile.code, at=at, and_=to, exchange=False)


async def planned_apart(here: World) -> str:
    """Plan for Ben what Ann's placement does not touch; the draft."""
    table = await here.table()
    laid = apart(table, here.ben.id, choice(table, "greedy"))
    draft = Draft(laid.tile, None, *laid.at).text
    answer = await forged(here, here.ben, Id(1, table.view_for(here.ben.id).position.version, "plan", draft).custom_id)
    assert answer.ephemeral
    assert list(await plans(here)) == [here.ben.id]
    return draft


async def test_a_placement_is_planned_in_one_tap_from_where_it_is_tried_and_dropped_in_one(here):
    before = here.messages()
    tried_out = await trial(here)
    kept = await here.do(here.ben, tried_out, "plan")
    assert kept.text.startswith("**Planned in game 1:**")
    assert EN("plan.how") in kept.text
    stricter = await here.do(here.ben, kept, "planif")
    assert EN("plan.how-untouched") in stricter.text
    rack = await here.do(here.ben, here.last(), "rack")
    assert "Planned: " in rack.text
    dropped = await here.do(here.ben, rack, "unplan")
    assert dropped.text.startswith(EN("plan.dropped"))
    assert await plans(here) == {}
    assert here.messages() == before


async def test_a_planned_move_comes_by_itself_and_looks_like_any_other(here):
    draft = await planned_apart(here)
    await place(here)
    await here.env.advance_time(20)
    table = await here.table()
    tile, at, to = draft.split(".")
    assert [(one.tile.code, [NAMES[cell] for cell in one.at]) for one in table.public.turns[-1].placements] == [
        (tile, [at, to])
    ]
    assert here.ann.id in here.last().pinged
    assert not [message for message in here.messages() if "plan" in message.text.lower()]


async def test_the_turn_calls_its_player_though_they_have_planned(here):
    await planned_apart(here)
    await place(here)
    assert here.ben.id in here.last().pinged


async def test_it_is_made_by_the_next_process_if_this_one_ends_before_the_timer(here):
    await planned_apart(here)
    await place(here)
    turn = (await here.table()).turn
    await here.restart()
    await here.env.advance_time(20)
    assert (await here.table()).turn == turn + 1


async def test_who_looks_while_it_is_about_to_come_can_place_it_at_once_or_drop_it(here):
    await planned_apart(here)
    await place(here)
    shown = await here.do(here.ben, here.last(), "play")
    assert "within seconds" in shown.text
    assert {press.verb for press in shown.presses} == {"place", "unplan"}
    turn = (await here.table()).turn
    await here.do(here.ben, shown, "place")
    assert (await here.table()).turn == turn + 1
    dropped = await forged(here, here.ben, Id(1, 1, "unplan", "").custom_id)
    assert dropped.text.startswith(EN("plan.none"))


async def test_the_panel_tells_its_player_alone_why_a_plan_lapsed(here):
    table = await here.table()
    intent = choice(table, "greedy")
    laid = next(one for one in tried(table, here.ben.id) if set(one.at) & set(intent.at))
    version = table.view_for(here.ben.id).position.version
    await forged(here, here.ben, Id(1, version, "plan", Draft(laid.tile, None, *laid.at).text).custom_id)
    await place(here)
    shown = await here.do(here.ben, here.last(), "play")
    assert shown.ephemeral
    assert shown.text.startswith(EN("plan.lapsed.taken"))
    assert EN("plan.lapsed.taken") in here.last(here.dm(here.ben)).text
    assert not [message for message in here.messages() if "lapsed" in message.text]


@pytest.mark.parametrize("verb", ["place", "plan"])
async def test_an_old_button_of_a_plan_that_lapsed_says_why_it_did(here, verb):
    table = await here.table()
    intent = choice(table, "greedy")
    laid = next(one for one in tried(table, here.ben.id) if set(one.at) & set(intent.at))
    version = table.view_for(here.ben.id).position.version
    draft = Draft(laid.tile, None, *laid.at).text
    await forged(here, here.ben, Id(1, version, "plan", draft).custom_id)
    await place(here)
    shown = await forged(here, here.ben, Id(1, version, verb, draft).custom_id)
    assert shown.text.split("\n")[:2] == [EN("plan.lapsed.taken"), EN("refused.moved-on")]


async def test_nobody_in_the_channel_learns_that_a_notice_could_not_be_sent(here):
    fail(here, here.dm(here.ben).id, 50007)
    table = await here.table()
    intent = choice(table, "greedy")
    laid = next(one for one in tried(table, here.ben.id) if set(one.at) & set(intent.at))
    version = table.view_for(here.ben.id).position.version
    await forged(here, here.ben, Id(1, version, "plan", Draft(laid.tile, None, *laid.at).text).custom_id)
    await place(here)
    assert not here.messages(here.dm(here.ben))
    assert not [message for message in here.messages() if EN("notice.closed", who=f"<@{here.ben.id}>") in message.text]


async def seen_by_others(here: World) -> list[object]:
    """What Ann and Eve can find out by commands and by the buttons of the board."""
    found: list[object] = []
    for who in (here.ann, here.eve):
        for name in ("board", "games", "rack", "help"):
            shown = await here.command(who, name)
            found.append((name, shown.text, [press.verb for press in shown.presses], shown.labels))
        for verb in sorted({press.verb for press in here.last().presses}):
            if verb in ("play", "rack", "scores", "rules", "hint"):
                shown = await here.do(who, here.last(), verb)
                found.append((verb, shown.text, [press.verb for press in shown.presses], shown.labels))
        found.append((await here.look(who, "history")).text)
        record = (await here.look(who, "record")).attached(".json")
        found.append(here.content(record))
    return found


async def test_no_answer_to_somebody_else_depends_on_a_plan(here):
    before = await seen_by_others(here)
    await planned_apart(here)
    assert await seen_by_others(here) == before


# --- what no honest client sends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["plan", "planif"])
async def test_forged_plans_are_refused(here, verb):
    table = await here.table()
    version = table.view_for(here.ben.id).position.version
    mine, of_ann = tried(table, here.ben.id)[0], table.view_for(here.ann.id).rack[0]
    foreign = next(tile for tile in table.view_for(here.ann.id).rack if tile not in table.view_for(here.ben.id).rack)
    legal = Draft(mine.tile, None, *mine.at).text
    for who, shown, draft in (
        (here.eve, version, legal),
        (here.ann, version, Draft(of_ann, None, *mine.at).text),
        (here.ben, version - 1, legal),
        (here.ben, version + 1, legal),
        (here.ben, version, Draft(foreign, None, *mine.at).text),
        (here.ben, version, f"{mine.tile.code}.A1.O15"),
        (here.ben, version, mine.tile.code),
        (here.ben, version, ""),
        (here.ben, version, "no-draft"),
    ):
        before = await stored_logs(here)
        answer = await forged(here, who, Id(1, shown, verb, draft).custom_id)
        assert answer.ephemeral
        assert answer.text
        assert not answer.text.startswith("**Planned in")
        assert await plans(here) == {}
        assert await stored_logs(here) == before


async def test_a_stranger_can_drop_no_plan(here):
    await planned_apart(here)
    for who in (here.ann, here.eve):
        await forged(here, who, Id(1, 1, "unplan", "").custom_id)
    assert list(await plans(here)) == [here.ben.id]


async def test_two_presses_at_once_keep_one_plan(here):
    shown = await trial(here)
    one = shown.button("plan")
    data = {"custom_id": one, "component_type": 2}
    for _ in range(2):
        here.forge(here.ben, data, message=shown)
    await here.settle()
    assert list(await plans(here)) == [here.ben.id]


async def test_what_was_planned_is_not_in_the_log(here, caplog):
    caplog.set_level("DEBUG", "bot")
    tile, *cells = (await planned_apart(here)).split(".")
    await place(here)
    await here.env.advance_time(20)
    told = "\n".join(line.getMessage() + str(vars(line)) for line in caplog.records if line.name.startswith("bot."))
    assert "committed" in told
    assert not [word for word in (tile, *cells) if re.search(rf"\b{word}\b", told)]
