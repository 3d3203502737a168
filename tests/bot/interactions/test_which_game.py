"""Which of several games a command means: what is asked, and what the buttons do."""

from __future__ import annotations

import pytest

from bot.texts import texts
from game.board import NAMES
from tests.bot.games import simulated
from tests.bot.ids import split
from tests.bot.sample_tables import choice
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def two_games(here: World) -> None:
    """Two games of the same people, in both of which Ann is on turn."""
    for seed in (1, 2):
        await here.put(simulated("standard", 2, turns=4, seed=seed), here.ann, here.ben)


async def test_several_games_are_offered_as_buttons_with_mode_and_people(here):
    await two_games(here)
    answer = await here.command(here.ann, "rack")
    assert answer.text == EN("which.rack")
    assert answer.labels == ["Game 1 · Standard · Ben", "Game 2 · Standard · Ben"]


@pytest.mark.parametrize("command", ["board", "replay", "rack"])
async def test_a_button_shows_of_its_game_what_was_asked_for(here, command):
    await two_games(here)
    answer = await here.command(here.ann, command)
    by_button = await here.press(here.ann, answer, answer.presses[1].custom_id)
    by_number = await here.command(here.ann, command, game=2)
    assert by_button.text == by_number.text
    assert [file["filename"] for file in by_button.attachments] == [file["filename"] for file in by_number.attachments]


async def test_a_typed_placement_is_made_in_the_game_that_is_chosen(here):
    await two_games(here)
    place = choice(await here.table(2), "greedy")
    at, to = (NAMES[cell] for cell in place.at)
    answer = await here.command(here.ann, "place", tile=place.tile.code, at=at, and_=to, exchange=False)
    assert [split(press.custom_id).game for press in answer.presses] == [1, 2]
    before = await here.table(1)
    await here.press(here.ann, answer, answer.presses[1].custom_id)
    laid = [one for turn in (await here.table(2)).game().position.turns[4:] for one in turn.placements]
    assert laid[0].at == place.at
    assert await here.table(1) == before


PLACED = {"tile": "RB", "at": "E7", "and": "E8"}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"tile": "banana"}, EN("refused.bad-tile", text="banana")),
        ({"at": "Z99"}, EN("refused.bad-cell", text="Z99")),
        ({"and": "x"}, EN("refused.bad-cell", text="x")),
        ({"and": "H8"}, EN("illegal.not-adjacent", cells="E7, H8")),
        ({"and": "E7"}, EN("illegal.not-adjacent", cells="E7, E7")),
    ],
)
async def test_a_placement_that_no_game_allows_is_refused_before_the_game_is_asked_for(here, wrong, why):
    await two_games(here)
    answer = await here.command(here.ann, "place", **PLACED | wrong)
    assert (answer.text, answer.presses) == (why, [])


async def test_what_is_wrong_with_a_placement_in_one_game_is_said_after_the_game_is_chosen(here):
    await two_games(here)
    table = await here.table(1)
    tile = table.view_for(here.ann.id).rack[0]
    at, to = (NAMES[cell] for cell in table.game().position.turns[0].placements[0].at)
    answer = await here.command(here.ann, "place", tile=tile.code, at=at, and_=to)
    assert answer.text == EN("which.place")
    shown = await here.press(here.ann, answer, answer.presses[0].custom_id)
    assert shown.text.startswith(EN("illegal.not-empty", cell=at))


async def suggested(here: World, option: str, typed: str, **given: str) -> list[str]:
    return [one["value"] for one in await here.suggestions(here.ann, "place", option, typed, **given)]


async def test_tiles_and_spaces_are_suggested_by_what_is_typed_where_several_games_could_be_meant(here):
    await two_games(here)
    assert await suggested(here, "tile", "red b") == ["RB", "BR"]
    assert await suggested(here, "tile", "BR") == ["BR"]
    assert await suggested(here, "at", "o1", tile="RB") == ["O10", "O11", "O12", "O13", "O14", "O15"]
    assert set(await suggested(here, "and", "", tile="RB", at="E7")) == {"D6", "D7", "E6", "E8", "F7", "F8"}


async def test_the_tiles_suggested_for_several_games_tell_nothing_of_a_rack(here):
    await two_games(here)
    for typed in ("", "r", "BB", "green"):
        before = await suggested(here, "tile", typed)
        assert before
        assert [one["value"] for one in await here.suggestions(here.ben, "place", "tile", typed)] == before


@pytest.mark.parametrize(
    ("command", "given", "key"),
    [
        ("resign", {}, "resign"),
        ("nudge", {}, "nudge"),
        ("give", {}, "give"),
        ("cancel", {}, "cancel"),
        ("leave", {}, "leave"),
        ("board", {"text": True}, "board"),
    ],
)
async def test_the_question_which_game_says_for_what(here, command, given, key):
    await two_games(here)
    assert (await here.command(here.ann, command, **given)).text == EN(f"which.{key}")


async def test_the_question_from_which_game_somebody_is_removed_says_so(here):
    await two_games(here)
    assert (await here.command(here.ann, "leave", player=here.ben)).text == EN("which.remove")


async def test_resigning_by_such_a_button_asks_first(here):
    await two_games(here)
    answer = await here.command(here.ann, "resign")
    asked = await here.press(here.ann, answer, answer.presses[0].custom_id)
    assert asked.text == EN("resign.confirm", game=1)
    assert (await here.table(1)).resigned == frozenset()


async def test_the_only_game_in_which_it_is_the_persons_turn_is_meant(here):
    await here.put(simulated("standard", 2, turns=3), here.ann, here.ben)
    await here.put(simulated("standard", 2, turns=4), here.ann, here.ben)
    assert (await here.command(here.ann, "rack")).text.startswith("**Your rack in game 2**")


async def test_from_a_channel_without_a_game_the_only_own_one_is_meant(here):
    await here.put(simulated("standard", 2, turns=4), here.ann, here.ben)
    other = here.guild.create_text_channel("elsewhere")
    data = {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": "rack", "type": 1, "options": []}]}
    for person, begins in ((here.ann, "**Your rack in game 1**"), (here.eve, EN("refused.no-game-here"))):
        answer = await here.answer(here.forge(person, data, kind="command", channel=other))
        assert answer.text.startswith(begins)


async def test_a_forged_choice_does_nothing(here):
    await two_games(here)
    answer = await here.command(here.ann, "rack")
    before = await here.table(1)
    for draft in ("", "here", "settings", "place.RB", "place.RB.E7.E8.y", "leave.x", "join.3"):
        data = {"custom_id": f"ig1:1:0:which:{draft}", "component_type": 2}
        shown = await here.answer(here.forge(here.ann, data, message=answer))
        assert shown.ephemeral
        assert await here.table(1) == before


async def test_who_wants_a_team_gets_it_in_the_lobby_that_is_chosen(here):
    for host in (here.ann, here.ben):
        await here.command(host, "start", mode="team")
    answer = await here.command(here.cem, "join", team=2)
    await here.press(here.cem, answer, answer.presses[1].custom_id)
    (cem,) = (person for person in (await here.table(2)).lobby_players if person.user == here.cem.id)
    assert cem.side == 1


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("leave", [{"name": "player", "type": 10, "value": 1e300}]),
        ("join", [{"name": "team", "type": 3, "value": "1:2"}]),
        ("place", [{"name": one, "type": 3, "value": "x"} for one in ("tile", "at", "and", "exchange")]),
    ],
)
async def test_a_command_with_values_of_other_types_is_answered(here, name, options):
    data = {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": name, "type": 1, "options": options}]}
    assert (await here.answer(here.forge(here.ann, data, kind="command"))).text
