"""How much one person, one channel and one server may open: more than any group needs, and no more than that."""

import discord
import pytest

from bot.tables.limits import Limits
from bot.texts import texts
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def open_games(here: World) -> int:
    return await here.store.count_games(("lobby", "running"))


async def test_sixty_games_in_a_moment_are_six(here):
    answers = [await here.command(here.ann, "start", bots=1) for _ in range(60)]
    assert await open_games(here) == Limits().a_minute
    assert {answer.text for answer in answers[6:]} == {EN("refused.too-many-a-minute", most=6)}


async def test_games_that_are_closed_at_once_count_for_the_minute_too(here):
    for _ in range(6):
        await here.command(here.ann, "start")
        await here.command(here.ann, "cancel")
    assert (await here.command(here.ann, "start")).text == EN("refused.too-many-a-minute", most=6)


async def test_after_a_minute_there_may_be_more(here):
    for _ in range(7):
        await here.command(here.ann, "start", seats=2)
    await here.env.advance_time(61)
    await here.command(here.ann, "start", seats=2)
    assert await open_games(here) == 7


async def test_others_open_theirs_meanwhile(here):
    for _ in range(7):
        await here.command(here.ann, "start", seats=2)
    assert (await here.command(here.ben, "start", seats=2)).text.startswith(EN("lobby.opened", game=7))


async def opened(here: World, games: int) -> str:
    """What Ann reads who opens one more game than these, over some time."""
    answer = None
    for number in range(games + 1):
        answer = await here.command(here.ann, "start", bots=1)
        if number % 5 == 4:
            await here.env.advance_time(61)
    return answer.text


async def test_a_person_hosts_so_many_games_and_one_more_when_one_is_over(here):
    most = Limits().person
    assert await opened(here, most) == EN("refused.too-many-yours", most=most)
    await here.env.advance_time(61)
    answer = await here.command(here.ann, "cancel", game=1)
    await here.do(here.ann, answer, "agree")
    await here.command(here.ann, "start", bots=1)
    assert await open_games(here) == most


@pytest.mark.parametrize(("limit", "code"), [("channel", "too-many-in-channel"), ("server", "too-many-in-server")])
async def test_a_channel_and_a_server_have_room_for_so_many(here, monkeypatch, limit, code):
    monkeypatch.setattr("bot.interactions.new_table.LIMITS", Limits(**{limit: 2}))
    for person in (here.ann, here.ben):
        await here.command(person, "start", seats=2)
    assert (await here.command(here.cem, "start", seats=2)).text == EN(f"refused.{code}", most=2)
    assert await open_games(here) == 2


async def test_games_in_a_direct_message_are_bounded_for_the_person(here):
    answers = [await here.command(here.ann, "start", dm=True, bots=1, seats=2) for _ in range(8)]
    assert answers[-1].text == EN("refused.too-many-a-minute", most=6)
    assert await open_games(here) == 6


async def test_a_server_may_want_fewer_and_says_so(here):
    role = here.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = here.guild.add_member(here.env.create_user("boss"), roles=[role])
    shown = await here.command(boss, "settings", person_games=1, channel_games=2)
    assert EN("settings.person-games", value=1) in shown.text
    assert EN("settings.channel-games", value=2) in shown.text
    await here.command(here.ann, "start")
    assert (await here.command(here.ann, "start")).text == EN("refused.too-many-yours", most=1)
    await here.command(here.ben, "start")
    assert (await here.command(here.cem, "start")).text == EN("refused.too-many-in-channel", most=2)


def test_a_server_cannot_want_more_than_the_bot_allows():
    assert Limits().lowered(10**6, 10**6) == Limits()
