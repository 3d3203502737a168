"""Many presses at the same moment: one change at most, and words for each in the language of who pressed."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from bot.screens.draft import Draft
from bot.screens.phrases import rack_words
from bot.texts import Language, texts
from game.board import NAMES
from game.events import Event, Placed, TurnEnded
from game.rules import fold
from tests.bot import forging
from tests.bot.forging import answers, crowd, fire, stored_logs
from tests.bot.games import whole
from tests.bot.ids import Id
from tests.bot.sample_tables import choice
from tests.bot.world import Shown, World, world

LANGUAGES: tuple[Language, Language] = ("en", "de")
LOCALES = ("en-US", "de")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def at_once(here: World, pressed) -> list[Shown]:
    """The answers to presses that arrive together: a person and a custom id each, in English and German by turns."""
    results = [fire(here, who, custom_id, locale=LOCALES[at % 2]) for at, (who, custom_id) in enumerate(pressed)]
    return await answers(here, results)


def count(shown: list[Shown], *keys: str, **values) -> Counter:
    """How many answers begin with the sentence of each key, in the language of who pressed; all have to."""
    found = Counter()
    for at, answer in enumerate(shown):
        assert answer.ephemeral
        line = answer.text.split("\n")[0]
        (key,) = (key for key in keys if line.startswith(texts(LANGUAGES[at % 2])(key, **values)))
        found[key] += 1
    return found


@cache
def before_a_bonus() -> tuple[Sequence[Event], str]:
    """The events of a game in which Ann may make a placement that earns a bonus, and the press that makes it."""
    return _before(lambda following: isinstance(following, Placed), "place")


@cache
def before_an_exchange() -> tuple[Sequence[Event], str]:
    """The same with a placement after which Ann may exchange."""
    return _before(lambda following: isinstance(following, TurnEnded) and bool(following.returned), "swap")


def _before(wanted: Callable[[Event], bool], verb: str) -> tuple[Sequence[Event], str]:
    for seed in range(1, 200):
        events = whole("standard", 2, seed, "careful" if verb == "swap" else "greedy")
        for at, (before, placed, following) in enumerate(zip(events, events[1:], events[2:], strict=False), 1):
            if isinstance(placed, Placed) and placed.seat == 0 and not isinstance(before, Placed) and wanted(following):
                version = fold(events[:at]).position.version
                return events[:at], Id(1, version, verb, Draft(placed.tile, None, *placed.at).text).custom_id
    raise LookupError


async def the_placement(here: World, game: int = 1) -> str:
    """The custom id with which whoever is on turn makes a placement."""
    table = await here.table(game)
    intent = choice(table)
    return Id(game, table.game().position.version, "place", Draft(intent.tile, None, *intent.at).text).custom_id


async def test_ten_people_press_the_last_seat(here):
    message = await forging.lobby(here, seats=2)
    people = crowd(here, 10)
    came = await at_once(here, [(person, message.button("join")) for person in people])
    assert count(came, "lobby.joined", "refused.lobby-full", game=1) == {"lobby.joined": 1, "refused.lobby-full": 9}
    table = await here.table()
    assert len(table.lobby_players) == 2
    assert here.messages()[-1].text.count("Crowd") == 1


async def test_ten_people_press_the_three_seats_that_are_left(here):
    message = await forging.lobby(here, seats=4)
    came = await at_once(here, [(person, message.button("join")) for person in crowd(here, 10)])
    assert count(came, "lobby.joined", "refused.lobby-full", game=1) == {"lobby.joined": 3, "refused.lobby-full": 7}


async def test_the_message_of_the_lobby_shows_everybody_who_joined_at_once(here):
    message = await forging.lobby(here, seats=4)
    await at_once(here, [(person, message.button("join")) for person in (here.ben, here.cem, here.dia)])
    assert all(name in here.last().text for name in ("Ann", "Ben", "Cem", "Dia"))
    assert len(here.messages()) == 1


async def test_one_person_presses_join_ten_times(here):
    message = await forging.lobby(here, seats=4)
    came = await at_once(here, [(here.ben, message.button("join"))] * 10)
    assert count(came, "lobby.joined", "refused.in-already", game=1) == {"lobby.joined": 1, "refused.in-already": 9}
    assert (await here.table()).humans == (here.ann.id, here.ben.id)


async def test_place_is_pressed_twice(here):
    await forging.game(here, here.ben)
    seq, custom_id = (await here.table()).seq, await the_placement(here)
    came = await at_once(here, [(here.ann, custom_id)] * 2)
    assert count(came, "panel.done", what="") == {"panel.done": 2}
    table = await here.table()
    assert table.seq == seq + 2
    assert [type(event) for event in table.events].count(Placed) == 1


@pytest.mark.parametrize("dm", [False, True])
async def test_a_second_press_of_place_shows_what_the_first_one_did(here, dm):
    await forging.game(here, here.ben)
    custom_id = await the_placement(here)
    board = here.last()
    first = await forging.forged(here, here.ann, custom_id, on=board, dm=dm)
    second = await forging.forged(here, here.ann, custom_id, on=board, dm=dm)
    assert second.text == first.text
    assert second.presses == first.presses


async def test_a_placement_that_is_typed_twice_is_made_once_and_shown_twice(here):
    await forging.game(here, here.ben)
    intent = choice(await here.table())
    at, to = (NAMES[cell] for cell in intent.at)
    for _ in range(2):
        answer = await here.command(here.ann, "place", tile=intent.tile.code, at=at, and_=to)
        assert answer.text.startswith("Placed")
    assert [type(event) for event in (await here.table()).events].count(Placed) == 1


async def test_a_second_press_of_place_in_a_bonus_turn_shows_the_panel_of_the_bonus(here):
    events, custom_id = before_a_bonus()
    await here.put(events, here.ann, here.ben)
    came = await at_once(here, [(here.ann, custom_id)] * 2)
    assert count(came, "panel.done", what="") == {"panel.done": 2}
    assert all(any(press.verb == "tile" for press in answer.presses) for answer in came)


async def test_a_second_press_of_place_and_exchange_shows_the_exchange(here):
    events, custom_id = before_an_exchange()
    await here.put(events, here.ann, here.ben)
    swapped, again, other = await at_once(
        here,
        [(here.ann, custom_id), (here.ann, custom_id), (here.ann, custom_id.replace(":swap:", ":place:"))],
    )
    assert texts("en")("panel.exchanged", tiles="").split("{")[0].rstrip(".") in swapped.text
    assert again.text.startswith(texts("de")("panel.done", what=""))
    assert other.text.startswith(texts("en")("refused.moved-on"))


async def test_a_placement_of_an_earlier_turn_is_not_taken_for_a_second_press(here):
    game = await forging.game(here, here.ben)
    first = await the_placement(here)
    for person in (here.ann, here.ben, here.ann):
        await forging.forged(here, person, await the_placement(here, game))
    answer = await forging.forged(here, here.ann, first)
    assert answer.text.startswith(texts("en")("refused.moved-on"))


@pytest.mark.parametrize(
    ("verb", "says"), [("resign", "resign.done"), ("notagain", "again.no"), ("dmon", "rack.dm-on")]
)
async def test_a_second_press_of_what_is_done_says_that_it_is(here, verb, says):
    game = await forging.game(here, here.ben, here.cem)
    if verb == "notagain":
        for person in (here.ann, here.ben, here.cem):
            await here.command(person, "cancel", game=game)
    custom_id = Id(game, 0, verb).custom_id
    first, second = await at_once(here, [(here.ann, custom_id)] * 2)
    assert first.text.split("\n")[0] == texts("en")(says, game=game)
    assert second.text.split("\n")[0] == texts("de")(says, game=game)


async def test_the_last_vote_to_end_a_game_pressed_twice_says_that_it_is_over(here):
    game = await forging.game(here, here.ben)
    await here.command(here.ben, "cancel")
    for answer in await at_once(here, [(here.ann, here.last().button("agree"))] * 2):
        assert answer.text.lstrip("*").startswith((f"Game {game} is over.", f"Spiel {game} ist zu Ende."))


async def test_the_last_vote_for_a_bot_pressed_twice_says_that_it_takes_over(here):
    game = await forging.game(here, here.ben)
    await here.env.advance_time(8 * 24 * 3600)
    button = here.last().button("automatic")
    first, second = await at_once(here, [(here.ben, button)] * 2)
    assert first.text == texts("en")("away.taken", game=game)
    assert second.text == texts("de")("away.taken", game=game)


async def test_place_is_pressed_ten_times(here):
    await forging.game(here, here.ben)
    before, custom_id = len(here.messages()), await the_placement(here)
    came = await at_once(here, [(here.ann, custom_id)] * 10)
    assert count(came, "panel.done", what="") == {"panel.done": 10}
    assert len(here.messages()) == before + 1


async def test_the_next_player_is_notified_once_when_place_is_pressed_ten_times(here):
    await forging.game(here, here.ben)
    await at_once(here, [(here.ann, await the_placement(here))] * 10)
    assert sum(here.ben.id in message.pinged for message in here.messages()) == 1


async def test_place_and_place_and_exchange_are_pressed_at_once(here):
    await forging.game(here, here.ben)
    placed = await the_placement(here)
    await at_once(here, [(here.ann, placed), (here.ann, placed.replace(":place:", ":swap:"))])
    assert [type(event) for event in (await here.table()).events].count(Placed) == 1


async def test_two_placements_are_pressed_at_once(here):
    await forging.game(here, here.ben)
    table = await here.table()
    drafts = set()
    for tile in table.game().racks[0]:
        for cells in ((choice(table).at), choice(table).at[::-1]):
            drafts.add(Draft(tile, None, *cells).text)
    await at_once(here, [(here.ann, Id(1, 1, "place", draft).custom_id) for draft in sorted(drafts)])
    assert [type(event) for event in (await here.table()).events].count(Placed) == 1


async def test_everybody_presses_place_with_the_same_button(here):
    await forging.game(here, here.ben)
    custom_id = await the_placement(here)
    came = await at_once(here, [(here.ben, custom_id), (here.eve, custom_id), (here.ann, custom_id)])
    assert came[0].text.startswith(("It is not your turn.", texts("en")("refused.moved-on")))
    assert came[1].text == texts("de")("refused.not-playing")
    assert came[2].text.startswith("Placed")


async def test_begin_is_pressed_twice(here):
    message = await forging.lobby(here, here.ben, seats=2)
    came = await at_once(here, [(here.ann, message.button("begin"))] * 2)
    assert count(came, "lobby.begun", "refused.begun", game=1) == {"lobby.begun": 1, "refused.begun": 1}
    assert [type(event).__name__ for event in (await here.table()).events] == ["Dealt"]
    assert [bool(message.attachments) for message in here.messages()] == [False, True]


@pytest.mark.parametrize("order", [("begin", "cancel"), ("cancel", "begin")])
async def test_begin_and_cancel_are_pressed_at_once(here, order):
    message = await forging.lobby(here, here.ben, seats=2)
    came = await at_once(here, [(here.ann, message.button(verb)) for verb in order])
    found = count(came, "lobby.begun", "lobby.closed", "refused.begun", "refused.cancelled", game=1)
    table = await here.table()
    if table.status == "running":
        assert found == {"lobby.begun": 1, "refused.begun": 1}
        assert table.stop_votes == frozenset()
    else:
        assert table.status == "cancelled"
        assert found == {"lobby.closed": 1, "refused.cancelled": 1}
        assert table.events == ()


async def test_somebody_joins_as_the_lobby_closes(here):
    for number, order in ((1, ("join", "cancel")), (2, ("cancel", "join"))):
        message = await forging.lobby(here, seats=2)
        people = {"join": here.ben, "cancel": here.ann}
        came = await at_once(here, [(people[verb], message.button(verb)) for verb in order])
        keys = ("lobby.joined", "lobby.closed", "refused.cancelled")
        assert count(came, *keys, game=number)["lobby.closed"] == 1
        assert (await here.table(number)).status == "cancelled"
        assert here.last().controls == []


async def test_somebody_leaves_as_the_game_begins(here):
    message = await forging.lobby(here, here.ben, here.cem, seats=3)
    came = await at_once(here, [(here.ann, message.button("begin")), (here.cem, message.button("leave"))])
    table = await here.table()
    assert table.status == "running"
    left = came[1].text == texts("de")("lobby.left", game=1)
    assert left == (here.cem.id not in table.humans)
    assert left or came[1].text.startswith(texts("de")("refused.game-running"))


async def test_everybody_agrees_at_once(here):
    await forging.game(here, here.ben, here.cem)
    await here.command(here.ann, "cancel")
    agree = here.last().button("agree")
    await at_once(here, [(person, agree) for person in (here.ben, here.cem, here.ben, here.cem)])
    stops = [event for event in (await stored_logs(here))[1] if '"stopped"' in event]
    assert len(stops) == 1
    assert sum("is over" in message.text for message in here.messages()) == 1


async def test_one_agrees_and_one_plays_on_at_once(here):
    await forging.game(here, here.ben, here.cem)
    await here.command(here.ann, "cancel")
    vote = here.last()
    await at_once(here, [(here.ben, vote.button("agree")), (here.cem, vote.button("decline"))])
    table = await here.table()
    assert table.status == "running"
    assert here.cem.id not in table.stop_votes


async def test_ten_people_open_a_table_at_once(here):
    people = crowd(here, 10)
    data = {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": "start", "type": 1, "options": []}]}
    came = await answers(here, [here.forge(person, dict(data), kind="command") for person in people])
    assert sorted(answer.text.splitlines()[0] for answer in came) == sorted(
        f"Game {number} is open." for number in range(1, 11)
    )
    hosts = {(await here.table(number)).host for number in range(1, 11)}
    assert hosts == {person.id for person in people}


async def test_ten_people_look_at_a_game_at_once(here):
    await forging.game(here, here.ben)
    board = here.last()
    people = [here.ann, here.ben] * 5
    came = await at_once(here, [(person, board.button("rack")) for person in people])
    racks = (await here.table()).game().racks
    for at, answer in enumerate(came):
        shown = [rack_words(rack) in answer.text for rack in racks]
        assert shown == [at % 2 == 0, at % 2 == 1]


async def test_games_do_not_wait_for_each_other(here):
    games = [await forging.game(here, here.ben) for _ in range(5)]
    results = [fire(here, here.ann, await the_placement(here, game)) for game in games]
    came = await answers(here, results)
    assert all(answer.text.startswith("Placed") for answer in came)
