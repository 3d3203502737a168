"""From turn to turn with one button: the games that wait for somebody, in whatever channel or server."""

import pytest

from bot.interactions import router
from bot.interactions.play import intent_of
from bot.interactions.request import Request
from bot.screens.custom_ids import custom_id, parse
from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.press import PersonPress, TurnPress
from bot.screens.verbs import PersonVerb, Placing
from bot.services.directory import Absence, Member
from bot.services.loaded import Location
from bot.texts import texts
from data.store import PlayerRow
from tests.bot.club import HERE, Club, club_at
from tests.bot.sample_tables import ANN, BEN, choice

ELSEWHERE, OTHER_SERVER = Location(1, 3), Location(8, 80)
NEXT = PersonPress(PersonVerb.NEXT_TURN)


@pytest.fixture
async def club(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


def ann(at: Location = HERE) -> Request:
    return Request(ANN, "Ann", at, texts("en"), PlayerRow(ANN), None)


async def place(club: Club, game: int) -> Screen:
    """Ann makes a whole turn in a game by the buttons of its panel."""
    while True:
        table = await club.table(game)
        place = choice(table, "careful")
        press = TurnPress(game, table.game().position.version, Placing.PLACE, Draft(place.tile, None, *place.at))
        assert intent_of(Placing.PLACE, press.draft).at == place.at
        shown = await router.handle(club.app, ann(), press)
        if (await club.table(game)).view_for(ANN).on_turn:
            continue
        return shown


def offered(screen: Screen) -> str | None:
    """The label of the button to the next turn."""
    buttons = [item for row in screen.rows if isinstance(row, tuple) for item in row if isinstance(item, Button)]
    return next((button.label for button in buttons if button.press == NEXT), None)


def test_the_press_is_written_and_read():
    assert parse(custom_id(NEXT)) == NEXT


async def test_a_turn_ends_with_the_number_of_other_games_that_wait(club):
    games = [await club.game(ANN, BEN), await club.game(ANN, BEN, location=ELSEWHERE), await club.game(BEN, ANN)]
    assert offered(await place(club, games[0])) == "Next (1)"
    assert offered(await place(club, games[1])) is None


async def test_the_next_turn_is_the_one_whose_time_is_over_first_wherever_it_is_played(club):
    first = await club.game(ANN, BEN, pace="7d", location=ELSEWHERE)
    urgent = await club.game(ANN, BEN, pace="1d", location=OTHER_SERVER)
    unhurried = await club.game(ANN, BEN)
    order: list[int] = []
    for left in (2, 1, 0):
        shown = await router.handle(club.app, ann(), NEXT)
        order.append(int(shown.text.removeprefix("Game ").split(",")[0]))
        assert offered(shown) == (f"Next ({left})" if left else None)
        await place(club, order[-1])
    assert order == [urgent, first, unhurried]
    assert (await router.handle(club.app, ann(), NEXT)).text == "No other game waits for you."


async def test_a_game_in_another_channel_is_named_with_it(club):
    game = await club.game(ANN, BEN, location=OTHER_SERVER)
    shown = await router.handle(club.app, ann(), NEXT)
    assert shown.text.startswith(f"Game {game}, <#80>:\n")
    assert shown.picture is not None


async def test_a_game_of_a_server_that_the_person_left_is_named_and_the_next_one_opens(club):
    left = await club.game(ANN, BEN, pace="1d", location=OTHER_SERVER)
    stayed = await club.game(ANN, BEN, pace="7d")

    class People:
        async def member(self, guild, user):
            return Absence.LEFT if guild == OTHER_SERVER.guild and user == ANN else Member("Ann")

        async def exists(self, user):
            return True

    club.app = club.app.with_look_up(People())
    shown = await router.handle(club.app, ann(), NEXT)
    assert shown.text.startswith(f"Game {left} no longer waits for you.\nGame {stayed}, <#2>:")
    assert offered(shown) is None


async def test_nobody_is_offered_the_turns_of_others(club):
    await club.game(ANN, BEN)
    await club.game(BEN, ANN)
    shown = await router.handle(club.app, Request(99, "Eve", HERE, texts("en"), PlayerRow(99), None), NEXT)
    assert shown.text == "No other game waits for you."
    assert not shown.rows
