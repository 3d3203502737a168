"""Who asked to be asked is, before a button places a tile; nobody else."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.interactions import router
from bot.interactions.request import Request
from bot.screens.draft import Draft
from bot.screens.model import Screen
from bot.screens.press import PreferenceChoice, TurnPress
from bot.screens.verbs import Placing, Preference
from bot.texts import texts
from data.store import PlayerRow
from tests.bot.club import HERE, Club, club_at
from tests.bot.games import simulated
from tests.bot.sample_tables import ANN, BEN, choice
from tests.bot.world import Shown, World, world


async def tried(here: World) -> Shown:
    """Ann's panel with a placement ready to be made."""
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
    await here.settle()
    panel = await here.do(here.ann, here.last(), "play")
    first = next(press for press in panel.presses if press.verb == "try")
    return await here.press(here.ann, panel, first.custom_id)


async def turns(here: World) -> int:
    return len((await here.table()).game().position.turns)


async def wants_to_be_asked(here: World) -> None:
    await here.store.save_player(replace(PlayerRow(here.ann.id), confirm_placing=True))


async def test_place_places_at_once_by_default(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        panel = await tried(here)
        await here.do(here.ann, panel, "place")
        assert await turns(here) == 9


async def test_place_asks_whoever_wants_that_and_places_after_the_answer(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await wants_to_be_asked(here)
        panel = await tried(here)
        asked = await here.do(here.ann, panel, "place")
        assert "cannot be undone" in asked.text
        assert await turns(here) == 8
        await here.do(here.ann, asked, "sure")
        assert await turns(here) == 9


async def test_the_question_sends_no_picture_again(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await wants_to_be_asked(here)
        panel = await tried(here)
        asked = await here.do(here.ann, panel, "place")
        assert asked.attachments == panel.attachments


async def test_the_command_shows_whether_one_is_asked(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as here:
        on = await here.command(here.ann, "me", confirm=True)
        assert "Ask before placing a tile: on" in labels(on)
        assert (await here.store.player(here.ann.id)).confirm_placing
        off = await here.command(here.ann, "me", confirm=False)
        assert "Ask before placing a tile: off" in labels(off)


def labels(shown: Shown) -> list[str]:
    return [control.get("label", "") for control in shown.controls]


async def test_who_waits_tries_a_placement_and_nothing_is_stored(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        await here.settle()
        before = (await here.table()).seq
        rack = await here.command(here.ben, "rack")
        trial = await here.do(here.ben, rack, "trial")
        first = next(press for press in trial.presses if press.verb == "try")
        shown = await here.press(here.ben, trial, first.custom_id)
        assert "nothing is placed" in shown.text
        assert not {press.verb for press in shown.presses} & {"place", "swap", "sure"}
        assert (await here.table()).seq == before


# --- the offer ------------------------------------------------------------------------------------------------------


def hasty(seconds: float) -> Request:
    """A press of Ann on a message that has stood for so long."""
    return Request(ANN, "Ann", HERE, texts("en"), PlayerRow(ANN), None, shown_for=timedelta(seconds=seconds))


async def place(club: Club, game: int, request: Request) -> Screen:
    """Ann makes the turn that a careful player makes, by the last button of the panel."""
    table = await club.table(game)
    place = choice(table, "careful")
    press = TurnPress(game, table.game().position.version, Placing.PLACE, Draft(place.tile, None, *place.at))
    request = replace(request, preferences=await club.store.player(request.user))
    return await router.handle(club.app, request, press)


def offers(screen: Screen) -> bool:
    press = PreferenceChoice(Preference.CONFIRM, "on")
    buttons = [item for row in screen.rows if isinstance(row, tuple) for item in row]
    assert any(button.press == press for button in buttons) == ("That was quick" in screen.text)
    return "That was quick" in screen.text


@pytest.mark.parametrize(("seconds", "offered"), [(0, False), (0.3, True), (1.9, True), (2, False), (60, False)])
async def test_who_places_within_two_seconds_of_the_panel_is_offered_to_be_asked(tmp_path, seconds, offered):
    async with club_at(tmp_path / "games.sqlite3") as club:
        game = await club.game(ANN, BEN)
        assert offers(await place(club, game, hasty(seconds))) is offered


async def test_the_offer_is_made_once_in_all_games(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as club:
        games = [await club.game(ANN, BEN), await club.game(ANN, BEN)]
        assert [offers(await place(club, game, hasty(1))) for game in games] == [True, False]


async def test_who_is_asked_already_is_offered_nothing(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as club:
        await club.wish(ANN, confirm=True)
        game = await club.game(ANN, BEN)
        table = await club.table(game)
        place = choice(table, "careful")
        press = TurnPress(game, table.game().position.version, Placing.SURE, Draft(place.tile, None, *place.at))
        request = replace(hasty(1), preferences=await club.store.player(ANN))
        assert not offers(await router.handle(club.app, request, press))


async def test_the_offer_taken_asks_from_then_on(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as club:
        game = await club.game(ANN, BEN)
        assert offers(await place(club, game, hasty(1)))
        await router.handle(club.app, hasty(1), PreferenceChoice(Preference.CONFIRM, "on"))
        assert (await club.store.player(ANN)).confirm_placing
