"""From turn to turn with one button: the games that wait for somebody, in whatever channel or server."""

import pytest

from bot.interactions import next_turn, router
from bot.interactions.play import intent_of
from bot.interactions.request import Request
from bot.screens.custom_ids import custom_id, parse
from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.press import OpenTurnPress, PersonPress, Press, TurnPress
from bot.screens.verbs import PersonVerb, Placing, Step
from bot.services.directory import Absence, Member
from bot.services.loaded import Location
from bot.texts import texts
from data.store import PlayerRow
from tests.bot.club import DM, HERE, Club, club_at
from tests.bot.games import simulated
from tests.bot.ids import id_of
from tests.bot.sample_tables import ANN, BEN, choice
from tests.bot.world import world

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


class People:
    """Ann, who is in every server but one, and sees every channel but one."""

    def __init__(self, *, left: int | None = None, unseen: int | None = None):
        self.left, self.unseen = left, unseen

    async def member(self, guild, user, channel=None):
        return Absence.LEFT if guild == self.left else Member("Ann", sees=channel != self.unseen)

    async def exists(self, user):
        return True


def buttons(screen: Screen) -> list[Press]:
    """What can be pressed, in the order in which it is read."""
    return [one.press for row in screen.rows if isinstance(row, tuple) for one in row if isinstance(one, Button)]


def wholly_chosen(press: Press) -> bool:
    return isinstance(press, TurnPress) and press.verb not in Placing and press.draft.to is not None


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

    club.app = club.app.with_look_up(People(left=OTHER_SERVER.guild))
    shown = await router.handle(club.app, ann(), NEXT)
    assert shown.text.startswith(f"Game {left} no longer waits for you.\nGame {stayed}, <#2>:")
    assert offered(shown) is None


async def test_nobody_is_offered_the_turns_of_others(club):
    await club.game(ANN, BEN)
    await club.game(BEN, ANN)
    shown = await router.handle(club.app, Request(99, "Eve", HERE, texts("en"), PlayerRow(99), None), NEXT)
    assert shown.text == "No other game waits for you."
    assert not shown.rows


async def test_five_waiting_turns_take_sixteen_taps_from_the_list_of_games(club):
    for location in (HERE, ELSEWHERE, OTHER_SERVER, HERE):
        await club.game(ANN, BEN, location=location)
    await club.game(ANN, bots=1, location=DM)
    shown, taps = await next_turn.games(club.app, ann()), 1

    async def tap(wanted) -> bool:
        nonlocal shown, taps
        found = next((press for press in buttons(shown) if wanted(press)), None)
        if found is not None:
            shown, taps = await router.handle(club.app, ann(), parse(custom_id(found))), taps + 1
        return found is not None

    assert await tap(lambda press: isinstance(press, OpenTurnPress))
    turns = 0
    while True:
        assert await tap(wholly_chosen)
        assert await tap(lambda press: isinstance(press, TurnPress) and press.verb == Placing.PLACE)
        turns += 1
        if not await tap(lambda press: press == NEXT):
            break
    assert (turns, taps) == (5, 16)
    assert [(await club.table(game)).turn > 0 for game in range(1, 6)] == [True] * 5


async def test_the_turn_that_was_chosen_from_the_list_opens_before_more_urgent_ones(club):
    await club.game(ANN, BEN, pace="1h")
    chosen = await club.game(ANN, BEN, pace="7d", location=ELSEWHERE)
    shown = await router.handle(club.app, ann(), OpenTurnPress(chosen))
    assert shown.text.startswith(f"Game {chosen}, <#3>:")
    assert offered(shown) == "Next (1)"


@pytest.mark.parametrize("game", [2, 77])
async def test_a_game_of_the_list_that_went_on_meanwhile_is_named_and_the_next_one_opens(club, game):
    mine = await club.game(ANN, BEN)
    await club.game(BEN, ANN)
    shown = await router.handle(club.app, ann(), OpenTurnPress(game))
    assert shown.text.startswith(f"Game {game} no longer waits for you.\nGame {mine}, <#2>:")


async def test_a_turn_of_others_is_opened_to_nobody(club):
    await club.game(ANN, BEN)
    eve = Request(99, "Eve", HERE, texts("en"), PlayerRow(99), None)
    shown = await router.handle(club.app, eve, OpenTurnPress(1))
    assert shown == Screen("Game 1 no longer waits for you.\nNo other game waits for you.")


async def test_a_game_in_a_channel_that_the_person_may_not_see_is_named_and_the_next_one_opens(club):
    hidden = await club.game(ANN, BEN, pace="1d", location=ELSEWHERE)
    open_ = await club.game(ANN, BEN, pace="7d")
    club.app = club.app.with_look_up(People(unseen=ELSEWHERE.channel))
    for press in (NEXT, OpenTurnPress(hidden)):
        shown = await router.handle(club.app, ann(), press)
        assert shown.text.startswith(f"You can no longer see the channel of game {hidden}.\nGame {open_}, <#2>:")


async def test_an_old_notice_of_a_turn_leads_to_the_next_one_that_waits(club):
    old = await club.game(ANN, BEN)
    press = TurnPress(old, (await club.table(old)).game().position.version, Step.PLAY)
    await place(club, old)
    rack = await router.handle(club.app, ann(DM), press)
    assert rack.text.startswith(f"**Your rack in game {old}**")
    mine = await club.game(ANN, BEN)
    shown = await router.handle(club.app, ann(DM), press)
    assert shown.text.startswith(f"Game {old} no longer waits for you.\nGame {mine}, <#2>:")


async def test_on_the_board_of_a_message_of_others_only_its_own_game_is_opened(club):
    group = Location(None, 70, is_of_others=True)
    game = await club.begun(BEN, ANN, location=group)
    await club.begun(ANN, BEN)
    press = TurnPress(game, (await club.table(game)).game().position.version, Step.PLAY)
    shown = await router.handle(club.app, ann(group), press)
    assert shown.text.startswith(f"**Your rack in game {game}**")
    await club.begun(99, BEN)
    eve = Request(99, "Eve", group, texts("en"), PlayerRow(99), None)
    assert texts("en")("refused.not-playing") in (await router.handle(club.app, eve, press)).text


async def test_the_turns_of_the_list_open_one_after_the_other_in_the_same_private_message(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as here:
        for seed in (1, 2):
            await here.put(simulated("standard", 2, turns=4, seed=seed), here.ann, here.ben)
        shown = listed = await here.command(here.ann, "games")
        shown = await here.press(here.ann, shown, id_of(OpenTurnPress(2)).custom_id)
        for game, left in ((2, 1), (1, 0)):
            assert shown.text.startswith(f"Game {game}, ")
            pressed = next(parse(control["custom_id"]) for control in shown.controls if wholly(control))
            shown = await here.press(here.ann, shown, custom_id(pressed))
            shown = await here.do(here.ann, shown, "place")
            if left:
                shown = await here.do(here.ann, shown, "next")
        assert (shown.id, shown.ephemeral) == (listed.id, True)
        assert [(await here.table(game)).turn for game in (1, 2)] == [5, 5]


def wholly(control) -> bool:
    """Whether a control chooses a placement."""
    press = parse(control["custom_id"])
    return press is not None and wholly_chosen(press)
