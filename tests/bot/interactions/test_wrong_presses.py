"""The wrong person, the wrong moment, an old button: nothing changes, and who pressed is told in words."""

import logging
import re
from contextlib import asynccontextmanager
from itertools import product

import pytest

from bot.screens.draft import Draft
from bot.screens.phrases import rack_words
from bot.screens.verbs import GameVerb, Placing, Planning, ReplayVerb, SeatVerb, Step, Term, Vote
from bot.texts import texts
from game.events import Stopped
from tests.bot import forging
from tests.bot.forging import forged, stored_logs
from tests.bot.ids import Id, split
from tests.bot.sample_tables import choice
from tests.bot.spoken import LOCALES, PLAYED
from tests.bot.world import Shown, World, world

EN = texts("en")
VERBS = sorted(
    {str(verb) for kind in (Step, Placing, Planning, GameVerb, Vote, SeatVerb, Term, ReplayVerb) for verb in kind}
    | {"hint", "join", "give", "point", "which"}
)
"""Those of a game."""
NUMBERS = {"point": "1", "give": "0", "first": "0", "earlier": "0", "later": "1", "last": "1"}
"""The drafts of those that need a number."""
COMMANDS = "board replay rack join begin leave cancel place"
REMATCH = ("rematch", "notagain")
AFTERWARDS = ("share", "analysis", "point", "tell", "puzzle")
_LOBBY = ("join", "leave", "begin", "cancel", "remove", "removed", "addbot", "level", "terms", "seats", "pace")
LOBBY = (*_LOBBY, "invite", "askseat", "mode", "hints", "casual")
every_language = pytest.mark.parametrize("language", PLAYED)
PLACING = ("place", "swap", "sure", "sureswap")
PANEL = ("again", "tile", "row", "space", "way", "turn", "try", "whole", "place", "swap")
OLD = {"way"}
"""Verbs of panels that are made no more."""


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


@asynccontextmanager
async def nothing_changes(here: World):
    """Neither a game nor a public message."""
    before = await stored_logs(here), here.messages()
    yield
    assert (await stored_logs(here), here.messages()) == before


def told(answer: Shown, code: str, language="en", **values) -> bool:
    """Whether an answer, for one person alone, is or begins with this refusal."""
    words = texts(language)(code, **values)
    return answer.ephemeral and answer.text.split("\n")[0] == words


async def a_placement(here: World, game: int = 1) -> str:
    """The draft of a placement that whoever is on turn may make."""
    table = (await here.app.tables.load(game)).table
    intent = choice(table)
    return Draft(intent.tile, None, *intent.at).text


async def press_id(here: World, verb: str, game: int = 1, later: int = 0) -> str:
    """The custom id of a press in the present position of a game, or in one that is some events later."""
    table = (await here.app.tables.load(game)).table
    version = table.game().position.version if table.state else 0
    draft = await a_placement(here, game) if verb in PLACING and table.status == "running" else ""
    return Id(game, version + later, verb, draft).custom_id


async def press_verb(here: World, who, verb: str, version=1, draft="", *, game=1, **words) -> Shown:
    """The answer to a press of this kind, a choice of the draft where it is a select."""
    select = verb in ("way", "removed")
    draft = NUMBERS.get(verb, "" if verb == "join" else draft)
    custom_id = Id(game, version, verb, "" if select else draft).custom_id
    return await forged(here, who, custom_id, value=draft if select else None, **words)


def everything(answer: Shown) -> str:
    """All that can be read in an answer, the pictures' descriptions and the ids of its buttons included."""
    return answer.text + str(answer.attachments) + str(answer.components)


# --- the buttons of a lobby ------------------------------------------------------------------------------------------


@every_language
async def test_a_lobbys_button_does_nothing_once_the_game_has_begun(here, language):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for verb, name in product(LOBBY, ("ann", "ben", "eve")):
            custom_id, value = Id(1, 0, verb).custom_id, str(here.ben.id) if verb == "removed" else None
            answer = await forged(here, here.people[name], custom_id, value=value, locale=LOCALES[language])
            codes = ("game-running", "not-playing") if verb in ("leave", "removed") else ("begun",)
            assert any(told(answer, f"refused.{code}", language) for code in codes), (verb, name)


async def test_who_presses_a_lobbys_button_too_late_sees_the_game(here):
    await forging.game(here, here.ben)
    answer = await forged(here, here.ann, Id(1, 0, "begin").custom_id)
    assert told(answer, "refused.begun")
    assert "tile" in {press.verb for press in answer.presses}


async def test_a_lobbys_button_does_nothing_once_it_is_closed(here):
    message = await forging.lobby(here, here.ben, seats=3)
    await here.do(here.ann, message, "cancel")
    async with nothing_changes(here):
        for verb, person in product(LOBBY, (here.ann, here.eve)):
            value = str(here.ben.id) if verb == "removed" else None
            answer = await forged(here, person, Id(1, 0, verb).custom_id, value=value)
            assert told(answer, "refused.cancelled"), verb


async def test_the_message_of_a_lobby_has_no_buttons_once_the_game_has_begun(here):
    message = await forging.lobby(here, here.ben, seats=2)
    await here.do(here.ann, message, "begin")
    assert here.shown(message.channel, message.id).controls == []


WRONG = """
begin ben host-only, begin eve host-only, cancel ben host-only, cancel eve host-only, remove ben host-only,
remove eve host-only, removed ben host-only, addbot ben host-only, level eve host-only, terms ben host-only,
seats ben host-only, pace eve host-only, join ben in-already, join ann in-already, leave eve not-in-lobby
"""


@every_language
async def test_the_wrong_person_does_nothing_to_a_lobby(here, language):
    await forging.lobby(here, here.ben, seats=3)
    async with nothing_changes(here):
        for verb, name, code in (case.split() for case in WRONG.split(",")):
            custom_id, value = Id(1, 0, verb).custom_id, str(here.ann.id) if verb == "removed" else None
            answer = await forged(here, here.people[name], custom_id, value=value, locale=LOCALES[language])
            assert told(answer, f"refused.{code}", language, name="Ann"), (verb, name)


async def test_the_host_removes_nobody_who_is_not_there(here):
    await forging.lobby(here, here.ben, seats=3)
    async with nothing_changes(here):
        for value in ("0", "1", "abc", "", "-1", "9" * 30, "\u0663", "999999999999999999"):
            answer = await forged(here, here.ann, Id(1, 0, "removed").custom_id, value=value)
            code = "refused.out-of-date" if not value.isascii() else "refused.bad-press"
            assert answer.text.endswith("> is not in this game.") or told(answer, code), value


async def test_a_lobby_has_no_game_yet(here):
    await forging.lobby(here, here.ben, seats=3)
    async with nothing_changes(here):
        for verb in sorted(
            set(VERBS) - {*LOBBY, *REMATCH, *AFTERWARDS, "rules", "fair", "dmon", "dmoff", "agree", "which", "refresh"}
        ):
            draft = "RB.E7.E8" if verb in PLACING else NUMBERS.get(verb, "")
            value = "" if verb == "way" else None
            answer = await forged(here, here.ann, Id(1, 1, verb, draft).custom_id, value=value)
            assert told(answer, "refused.not-begun"), verb


# --- a player who is not on turn, and somebody who does not play -----------------------------------------------------


@every_language
async def test_who_is_not_on_turn_does_not_place(here, language):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for verb in ("place", "swap"):
            answer = await forged(here, here.ben, await press_id(here, verb), locale=LOCALES[language])
            assert told(answer, "illegal.not-your-turn", language), verb


async def test_who_is_not_on_turn_gets_their_own_rack_instead_of_the_panel(here):
    await forging.game(here, here.ben)
    racks = [rack_words(rack) for rack in (await here.table()).game().racks]
    async with nothing_changes(here):
        for verb in ("play", "again", "tile", "row", "space"):
            answer = await forged(here, here.ben, Id(1, 1, verb).custom_id)
            assert [rack in answer.text for rack in racks] == [False, True], verb
            assert "It is Ann\u2019s turn." in answer.text, verb


@every_language
async def test_somebody_who_does_not_play_changes_and_learns_nothing(here, language):
    await forging.game(here, here.ben)
    table = await here.table()
    racks = [rack_words(rack) for rack in table.game().racks]
    draft = await a_placement(here)
    async with nothing_changes(here):
        for verb, drafted in product(VERBS, ("", draft, draft.split(".")[0], str(here.ann.id))):
            answer = await press_verb(here, here.eve, verb, 1, drafted, locale=LOCALES[language])
            assert answer.ephemeral, verb
            assert answer.text, verb
            assert not any(rack in everything(answer) for rack in racks), verb
            assert not {press.verb for press in answer.presses} & {*PANEL, "play", "rack"}, verb


async def test_a_player_never_sees_the_rack_of_another(here):
    await forging.game(here, here.ben)
    rack = rack_words((await here.table()).game().racks[0])
    for verb in sorted(set(VERBS) - {"agree", "resign"}):
        assert rack not in everything(await press_verb(here, here.ben, verb, 1, await a_placement(here))), verb


async def walk(here: World) -> dict[str, str | None]:
    """All controls of Ann's panel on the way to a placement: their ids, and an option of each select."""
    steps = [await here.do(here.ann, here.last(), "play")]
    for verb in ("tile", "row", "space"):
        custom_id = next(one.custom_id for one in steps[-1].presses if one.verb == verb)
        steps.append(await here.press(here.ann, steps[-1], custom_id))
    controls = [control for shown in steps for control in shown.controls]
    found = {one["custom_id"]: one["options"][0]["value"] if one["type"] == 3 else None for one in controls}
    assert {press.verb for custom_id in found if (press := split(custom_id))} >= {*PANEL} - {"swap"} - OLD
    return found


async def test_the_buttons_of_another_players_panel_are_of_no_use(here):
    await forging.game(here, here.ben)
    found = await walk(here)
    rack = rack_words((await here.table()).game().racks[0])
    async with nothing_changes(here):
        for person, (custom_id, value) in product((here.ben, here.eve), found.items()):
            assert rack not in everything(await forged(here, person, custom_id, value=value)), custom_id


async def test_nobody_but_players_is_asked_whether_the_game_should_end(here):
    await forging.game(here, here.ben)
    await here.command(here.ann, "cancel")
    async with nothing_changes(here):
        for verb in ("agree", "decline"):
            assert told(await forged(here, here.eve, Id(1, 0, verb).custom_id), "refused.not-playing")


# --- old buttons -----------------------------------------------------------------------------------------------------


async def make_a_turn(here: World, person) -> None:
    await forged(here, person, await press_id(here, "place"))


@every_language
async def test_a_panel_of_another_position_places_nothing_and_shows_the_present_one(here, language):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for verb, later in product(("place", "swap"), (-1, 1, 2, 1000)):
            answer = await forged(here, here.ann, await press_id(here, verb, later=later), locale=LOCALES[language])
            assert told(answer, "refused.moved-on", language), (verb, later)
            assert "tile" in {press.verb for press in answer.presses}


async def test_no_step_of_an_old_panel_does_anything_after_the_turn(here):
    await forging.game(here, here.ben)
    found = await walk(here)
    await make_a_turn(here, here.ann)
    async with nothing_changes(here):
        for custom_id, value in found.items():
            answer = await forged(here, here.ann, custom_id, value=value)
            assert answer.ephemeral, custom_id
            assert not {press.verb for press in answer.presses} & {*PANEL, "play"}, custom_id


async def test_a_step_of_an_old_panel_in_the_next_turn_shows_the_present_one(here):
    await forging.game(here, here.ben)
    panel = await here.do(here.ann, here.last(), "play")
    tile = next(press for press in panel.presses if press.verb == "tile")
    await make_a_turn(here, here.ann)
    await make_a_turn(here, here.ben)
    answer = await forged(here, here.ann, tile.custom_id)
    assert told(answer, "refused.moved-on")
    version = (await here.table()).game().position.version
    assert {press.version for press in answer.presses} == {version}


async def test_the_buttons_of_an_old_board_show_the_present(here):
    await forging.game(here, here.ben)
    old = here.last()
    await make_a_turn(here, here.ann)
    await make_a_turn(here, here.ben)
    for verb in ("play", "rack", "scores", "rules"):
        answer = await forged(here, here.ann, old.button(verb), on=old)
        assert answer.ephemeral
        assert answer.text == (await here.do(here.ann, here.last(), verb)).text


async def test_an_old_board_has_no_buttons(here):
    await forging.game(here, here.ben)
    old = here.last()
    await make_a_turn(here, here.ann)
    assert here.last().id != old.id
    assert here.shown(old.channel, old.id).controls == []


@every_language
async def test_no_button_does_anything_once_the_game_is_over(here, language):
    await forging.game(here, here.ben)
    draft = await a_placement(here)
    await here.command(here.ann, "cancel")
    await here.command(here.ben, "cancel")
    assert isinstance((await here.table()).events[-1], Stopped)
    async with nothing_changes(here):
        for verb, person in product(set(VERBS) - {*REMATCH, "share", "tell"}, (here.ann, here.ben)):
            answer = await press_verb(here, person, verb, 1, draft, locale=LOCALES[language])
            assert answer.ephemeral, verb
            assert answer.text, verb
            shown = {press.verb for press in answer.presses}
            assert not shown & {*PANEL, *LOBBY, "play", "agree", "decline"}, verb


async def test_an_old_vote_does_nothing_after_somebody_wants_to_play_on(here):
    await forging.game(here, here.ben, here.cem)
    await here.command(here.ann, "cancel")
    vote = here.last()
    await here.do(here.ben, vote, "decline")
    async with nothing_changes(here):
        assert told(await forged(here, here.cem, vote.button("decline"), on=vote), "refused.nothing-asked")


async def test_who_agreed_already_does_not_agree_twice(here):
    await forging.game(here, here.ben, here.cem)
    await here.command(here.ann, "cancel")
    vote = here.last()
    async with nothing_changes(here):
        assert told(await here.do(here.ann, vote, "agree"), "refused.agreed-already")


# --- other games, other servers --------------------------------------------------------------------------------------


async def test_the_panel_of_one_game_is_of_no_use_in_another(here):
    await forging.game(here, here.ben)
    await forging.game(here, here.cem)
    for verb in ("place", "swap"):
        first = split(await press_id(here, verb, game=1))
        async with nothing_changes(here):
            answer = await forged(here, here.ben, Id(2, first.version, verb, first.draft).custom_id)
        assert told(answer, "refused.not-playing")


async def test_a_player_of_one_game_learns_nothing_of_another(here):
    await forging.game(here, here.ben)
    message = await forging.lobby(here, seats=2)
    await here.press(here.cem, message, message.button("join"))
    await here.do(here.ann, here.shown(message.channel, message.id), "begin")
    racks = [rack_words(rack) for rack in (await here.table(2)).game().racks]
    async with nothing_changes(here):
        for verb in VERBS:
            answer = await press_verb(here, here.ben, verb, game=2)
            assert not any(rack in everything(answer) for rack in racks), verb


async def elsewhere(here: World):
    """Another server with the bot, and Eve in it."""
    guild = here.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    return guild, channel, guild.add_member(here.eve.user)


@every_language
async def test_in_another_server_a_game_cannot_be_seen(here, language):
    await forging.game(here, here.ben)
    draft = await a_placement(here)
    guild, channel, eve = await elsewhere(here)
    place = {"guild": guild, "channel": channel, "on": await message_in(here, channel)}
    async with nothing_changes(here):
        for verb in VERBS:
            answer = await press_verb(here, eve, verb, 1, draft, locale=LOCALES[language], **place)
            assert told(answer, "refused.no-such-game", language, game=1), verb


async def message_in(here: World, channel) -> Shown:
    """Any message of the bot in a channel."""
    here.env.backend.create_message(channel.id, here.env.backend.bot_user.id, "x")
    return here.last(channel)


async def test_a_stranger_sees_no_game_from_a_direct_message(here):
    await forging.game(here, here.ben)
    draft = await a_placement(here)
    on = await message_in(here, here.dm(here.eve))
    async with nothing_changes(here):
        for verb in VERBS:
            answer = await press_verb(here, here.eve, verb, 1, draft, dm=True, on=on)
            assert answer.text == texts("en")("refused.no-such-game", game=1), verb


async def test_nobody_else_sees_the_solo_game_of_a_direct_message(here):
    await here.command(here.ann, "start", mode="solo", dm=True)
    rack = rack_words((await here.table()).game().racks[0])
    on = await message_in(here, here.channel)
    async with nothing_changes(here):
        for verb in VERBS:
            answer = await press_verb(here, here.eve, verb, on=on)
            assert told(answer, "refused.no-such-game", game=1), verb
            assert rack not in everything(answer), verb


async def test_no_command_finds_the_game_of_another_server(here):
    await forging.game(here, here.ben)
    guild, channel, eve = await elsewhere(here)
    here.guild = guild
    async with nothing_changes(here):
        for name in COMMANDS.split():
            options = [{"name": "game", "type": 4, "value": 1}]
            if name == "place":
                options += [{"name": key, "type": 3, "value": "RB"} for key in ("tile", "at", "and")]
            data = {
                "id": "1",
                "name": "ingenious",
                "type": 1,
                "options": [{"name": name, "type": 1, "options": options}],
            }
            answer = await here.answer(here.forge(eve, data, kind="command", channel=channel))
            assert told(answer, "refused.no-such-game", game=1), name


# --- buttons that are none -------------------------------------------------------------------------------------------


@every_language
async def test_a_button_of_no_release_is_out_of_date(here, language):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for custom_id in ("ig1:1:1:fly:", "ig0:1:1:play:", "ig2:1:1:play:", "x", "ig1:1:1:play", "ig1:\u0661:1:play:"):
            answer = await forged(here, here.ann, custom_id, locale=LOCALES[language])
            assert told(answer, "refused.out-of-date", language), custom_id


async def test_a_select_of_no_release_is_out_of_date(here):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for custom_id in ("ig1:1:1:fly:", "x", "ig3:1:1:way:"):
            assert told(await forged(here, here.ann, custom_id, value="1"), "refused.out-of-date"), custom_id


async def test_a_select_that_was_a_button_and_a_button_that_was_a_select_are_answered(here):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for custom_id, value in (("ig1:1:1:play:", "1"), ("ig1:1:1:way:", None), ("ig1:1:1:removed:", None)):
            assert (await forged(here, here.ann, custom_id, value=value)).text, custom_id


async def test_a_button_that_its_message_has_no_more_is_out_of_date(here):
    await forging.game(here, here.ben)
    data = {"custom_id": Id(1, 1, "agree").custom_id, "component_type": 2}
    async with nothing_changes(here):
        answer = await here.answer(here.forge(here.ann, data, message=here.last()))
    assert told(answer, "refused.out-of-date")


async def test_a_form_that_nobody_asked_for_is_out_of_date(here):
    await forging.game(here, here.ben)
    data = {"custom_id": "ig1:1:1:place:RB.E7.E8", "components": []}
    async with nothing_changes(here):
        answer = await here.answer(here.forge(here.ann, data, kind="modal", locale="de"))
    assert told(answer, "refused.out-of-date", "de")


async def test_a_button_of_no_game_says_so(here):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for game, verb in product((2, 999, 10**14 - 1), VERBS):
            assert told(await press_verb(here, here.ann, verb, game=game), "refused.no-such-game", game=game), verb


async def test_a_button_of_neither_a_game_nor_a_puzzle_says_so(here):
    await forging.game(here, here.ben)
    async with nothing_changes(here):
        for verb in VERBS:
            answer = await press_verb(here, here.ann, verb, game=0)
            assert told(answer, "refused.puzzle-gone") or told(answer, "refused.out-of-date"), verb


async def test_no_refusal_is_taken_for_a_fault(here):
    await forging.game(here, here.ben)
    for verb, person in product(VERBS, (here.ben, here.eve)):
        answer = await press_verb(here, person, verb, 1, "ZZ")
        assert not re.search("Reference|Something went wrong", answer.text), verb


# --- the log ---------------------------------------------------------------------------------------------------------


async def lines_of(here: World, caplog, press) -> list[logging.LogRecord]:
    """What is logged of a press; `press` makes it."""
    caplog.set_level(logging.INFO, "bot")
    caplog.clear()
    await press()
    return [one for one in caplog.records if one.getMessage().startswith("a press")]


@pytest.mark.parametrize(
    ("custom_id", "code"),
    [
        ("ig1:1:1:place:RB.E7", "bad-press"),
        ("ig1:1:999:place:RB.E7.E8", "moved-on"),
        ("ig1:77:1:play:", "no-such-game"),
    ],
)
async def test_a_forged_or_outdated_press_is_logged_in_one_line_without_what_it_chose(here, caplog, custom_id, code):
    await forging.game(here, here.ben)
    (line,) = await lines_of(here, caplog, lambda: forged(here, here.ann, custom_id))
    assert (line.levelname, line.code, line.user) == ("INFO", code, here.ann.id)
    assert "RB" not in str(vars(line))


async def test_what_no_release_has_made_is_logged_in_one_line(here, caplog):
    await forging.game(here, here.ben)
    for kind, data in (
        ("component", {"custom_id": "ig1:1:1:hack:RB", "component_type": 2}),
        ("component", {"custom_id": "ig1:1:1:tile:RB.E7.E8.E9", "component_type": 2}),
        ("modal", {"custom_id": "RB", "components": []}),
        ("command", {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": "hack", "type": 1}]}),
    ):

        async def send(kind=kind, data=data) -> None:
            await here.answer(
                here.forge(here.ann, data, kind=kind, message=here.last() if kind == "component" else None)
            )

        (line,) = await lines_of(here, caplog, send)
        assert (line.levelname, line.user, line.guild) == ("INFO", here.ann.id, here.guild.id)
        assert "RB" not in str(vars(line))


async def test_a_press_that_is_in_order_is_no_line_of_that_kind(here, caplog):
    await forging.game(here, here.ben)
    board = here.last()
    assert await lines_of(here, caplog, lambda: here.do(here.ann, board, "play")) == []
