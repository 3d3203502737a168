"""The profile of a person and the leaderboard of a server: what stands in them, who sees them, who is left out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from typing_extensions import override

from bot.screens import statistics as screens
from bot.screens.model import Screen
from bot.services import privacy
from bot.services.loaded import Location
from bot.services.statistics import LeaderboardRows, PersonStatistics, of_server
from bot.tables import daily
from bot.tables.achievements import ACHIEVEMENTS
from bot.tables.events import Joined, Opened
from bot.tables.statistics import new_feats, ranked, statistics, with_ranks
from bot.texts import clean_name, plain, texts
from data.store import LeaderboardRow, NewResult, ResultRow, Skill
from game.tiles import Colour
from render.leaderboard import Leaderboard
from render.paint import draw, png
from render.profile import EDGE_PX, Profile
from tests.bot.club import HERE, START, club_at
from tests.bot.forging import answers, fire, forged
from tests.bot.painters import Blank
from tests.bot.sample_tables import ANN, BEN, choice, turn_of
from tests.bot.services.test_results import resigned
from tests.bot.world import World, world
from tests.themes import loaded_theme

EN, DE = texts("en"), texts("de")


@dataclass
class Recorder(Blank):
    """Keeps the scenes that it was to draw."""

    scenes: list[object] = field(default_factory=list)

    @override
    async def picture(self, scene, theme=None) -> bytes:
        self.scenes.append(scene)
        return await super().picture(scene, theme)


@pytest.fixture
async def here(tmp_path) -> AsyncIterator[World]:
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        object.__setattr__(made.app, "pictures", Recorder())
        yield made


async def beaten(here: World, winner, *losers, guild: int | None = None, **terms) -> int:
    """A game that is over, as all but one gave it up."""
    people = [winner, *losers]
    location = Location(guild or here.guild.id, here.channel.id)
    host, *others = [Joined(one.id, one.user.global_name) for one in people]
    loaded = await here.app.tables.open(
        location, host, Opened(host.user, "standard", len(people), order="joined", **terms)
    )
    for other in others:
        await here.app.tables.join(loaded.table.id, other, None)
    await here.app.tables.begin(loaded.table.id, host.user)
    for one in people:
        await a_turn(here, loaded.table.id, one.id)
    for loser in losers:
        await here.app.tables.resign(loaded.table.id, loser.id)
    await here.settle()
    return loaded.table.id


async def a_turn(here: World, game: int, user: int) -> None:
    table = (await here.app.tables.load(game)).table
    while turn_of(table) == user:
        version = table.game().position.version
        table = (await here.app.tables.play(game, user, version, choice(table, "random"))).table


def shown(here: World, kind):
    return next(scene for scene in reversed(here.app.pictures.scenes) if isinstance(scene, kind))


async def test_a_profile_shows_games_wins_rating_and_rank_to_its_person_alone(here):
    for _ in range(2):
        await beaten(here, here.ann, here.ben)
    answer = await here.command(here.ann, "profile")
    card = shown(here, Profile)
    assert answer.ephemeral
    assert card.name == "Ann"
    assert [figure.value for figure in card.figures] == ["2", "100%", "1186", "1"]
    assert card.columns == ("Mode", "Games", "Won", "Rating")
    assert card.rows == (("Standard", "2", "2", "1186"),)
    assert card.curve == (1000, 1103, 1186)


async def test_a_profile_without_a_rating_has_no_column_for_it(here):
    await beaten(here, here.ann, here.ben, casual=True)
    await here.command(here.ann, "profile")
    assert shown(here, Profile).columns == ("Mode", "Games", "Won")


async def test_a_profile_is_posted_for_all_by_its_button_once(here):
    await beaten(here, here.ann, here.ben)
    answer = await here.command(here.ann, "profile")
    before = len(here.messages())
    after = await here.do(here.ann, answer, "profile")
    assert after.text == EN("profile.posted")
    assert after.presses == []
    assert len(here.messages()) == before + 1
    assert not here.last().ephemeral
    assert here.last().attached(".png")
    assert "Ann" in here.last().text


async def test_three_presses_at_one_moment_post_one_profile(here):
    await beaten(here, here.ann, here.ben)
    answer = await here.command(here.ann, "profile")
    before = len(here.messages())
    pressed = [fire(here, here.ann, answer.button("profile"), on=answer) for _ in range(3)]
    assert {shown.text for shown in await answers(here, pressed)} == {EN("profile.posted")}
    assert len(here.messages()) == before + 1


async def test_a_forged_press_on_a_public_message_posts_nothing_and_says_so(here):
    await beaten(here, here.ann, here.ben)
    assert (await forged(here, here.ann, "ig1:0:0:profile:")).text == EN("profile.not-posted")
    assert not [message for message in here.messages() if message.text.startswith("**Ann** ")]


async def test_a_profile_of_nothing_is_a_sentence(here):
    assert (await here.command(here.ann, "profile")).text.startswith("You have not finished")
    assert (await here.command(here.ann, "profile", player=here.ben)).text == EN("profile.none-here")


async def test_the_profile_of_another_shows_only_the_games_of_this_server(here):
    await beaten(here, here.ann, here.ben)
    await beaten(here, here.ann, here.ben, guild=77)
    await here.command(here.cem, "profile", player=here.ann)
    assert shown(here, Profile).figures[0].value == "1"
    await here.command(here.ann, "profile")
    assert shown(here, Profile).figures[0].value == "2"


async def test_profile_and_leaderboard_show_the_rating_over_all_servers(here):
    await beaten(here, here.ann, here.ben)
    for _ in range(2):
        await beaten(here, here.ann, here.cem, guild=77)
    await here.command(here.ben, "leaderboard")
    ann = shown(here, Leaderboard).rows[0].values[-1]
    await here.command(here.ben, "profile", player=here.ann)
    assert shown(here, Profile).rows == (("Standard", "1", "1", ann),)
    assert shown(here, Profile).curve[-1] == int(ann) > 1103


async def test_the_profile_of_another_is_not_shown_in_direct_messages(here):
    await beaten(here, here.ann, here.ben)
    assert (await here.command(here.cem, "profile", dm=True, player=here.ann)).text == EN("profile.only-server")


async def test_a_leaderboard_is_seen_by_all_and_marks_who_asked(here):
    await beaten(here, here.ann, here.ben)
    answer = await here.command(here.ben, "leaderboard")
    board = shown(here, Leaderboard)
    assert not answer.ephemeral
    assert [(row.rank, row.name, row.mine) for row in board.rows] == [(1, "Ann", False), (2, "Ben", True)]
    assert board.rows[0].values == ("1", "1", "1103")


async def test_a_leaderboard_is_in_the_language_of_the_server(here):
    await beaten(here, here.ann, here.ben)
    await here.command(here.ann, "leaderboard", locale="de")
    assert shown(here, Leaderboard).columns == ("Games", "Won", "Rating")


async def test_a_leaderboard_without_rated_games_says_what_is_rated(here):
    await beaten(here, here.ann, here.ben, casual=True)
    assert EN("leaderboard.nobody") in (await here.command(here.ann, "leaderboard")).text
    assert EN("leaderboard.nobody-solo") in (await here.command(here.ann, "leaderboard", mode="solo")).text
    assert (await here.command(here.ann, "leaderboard", dm=True)).text == EN("leaderboard.only-server")


async def test_a_leaderboard_knows_nothing_of_other_servers_but_the_rating(here):
    await beaten(here, here.ann, here.ben)
    await beaten(here, here.ann, here.cem, guild=77)
    await here.command(here.ann, "leaderboard")
    board = shown(here, Leaderboard)
    assert [row.name for row in board.rows] == ["Ann", "Ben"]
    assert board.rows[0].values[0] == "1"
    assert int(board.rows[0].values[-1]) > 1103


async def test_a_leaderboard_of_a_week_counts_wins_of_that_week(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as club:
        await resigned(club, ANN, BEN)
        club.now += timedelta(days=8)
        await resigned(club, BEN, ANN)
        found = await of_server(club.app, HERE.guild, "standard", "week", ANN)
    assert [(rank, one.name, one.wins) for rank, one in found.top] == [(1, "Ben", 1), (2, "Ann", 0)]


async def test_who_does_not_want_to_be_listed_is_in_no_leaderboard_and_no_profile_for_others(here):
    await beaten(here, here.ann, here.ben)
    answer = await here.command(here.ann, "me", listed=False)
    assert EN("me.listed", value=EN("me.off")) in answer.labels
    await here.command(here.ann, "leaderboard")
    assert [row.name for row in shown(here, Leaderboard).rows] == ["Ben"]
    assert (await here.command(here.ben, "profile", player=here.ann)).text == EN("profile.unlisted")
    await here.command(here.ann, "profile")
    assert shown(here, Profile).name == "Ann"


async def test_who_left_or_was_banned_is_in_no_leaderboard_but_others_keep_their_ratings(here):
    await beaten(here, here.ann, here.ben)
    here.guild.remove_member(here.ann)
    await here.settle()
    await here.command(here.ben, "leaderboard")
    (row,) = shown(here, Leaderboard).rows
    assert (row.rank, row.name, row.values[-1]) == (1, "Ben", "945")
    assert (await here.command(here.ben, "profile", player=here.ann)).text == EN("profile.gone")


async def test_a_former_player_is_in_no_leaderboard_and_has_no_profile(here):
    await beaten(here, here.ann, here.ben)
    await privacy.forget(here.app, here.ann.id)
    await here.command(here.ben, "leaderboard")
    assert [row.name for row in shown(here, Leaderboard).rows] == ["Ben"]
    assert (await here.command(here.ann, "profile")).text.startswith("You have not finished")


async def test_the_picture_is_told_in_words(here):
    await beaten(here, here.ann, here.ben)
    alt = (await here.command(here.ann, "profile")).attached(".png")["description"]
    assert alt.startswith("Ann. Games 1, Won 100%, Rating 1103, Rank 1. Standard: Games 1, Won 1, Rating 1103")
    alt = (await here.command(here.ann, "leaderboard")).attached(".png")["description"]
    assert alt == "Leaderboard · Standard, all time. 1. Ann: Rating 1103; 2. Ben: Rating 945"


async def test_a_casual_table_says_so_in_its_lobby(here):
    await here.command(here.ann, "start", casual=True)
    assert EN("lobby.casual") in here.last().text
    assert (await here.table()).opened.casual
    await here.command(here.ben, "start")
    assert EN("lobby.casual") not in here.last().text


# --- pure ------------------------------------------------------------------------------------------------------------


def result(ending: str = "board-full", lowest: int = 5, **more) -> ResultRow:
    fields = {"seats": 2, "side": 0, "user": 1, "name": "Ann", "level": None, "rank": 1, "won": True} | more
    points = fields.pop("points", (0,) * 6)
    made = NewResult(seat=0, mode="standard", lowest=lowest, points=points, ending=ending, **fields)
    return ResultRow(1, 1, START, made, "never")


def test_the_lowest_colour_counts_of_games_that_were_played_out():
    (mode,) = statistics([result(lowest=4), result(lowest=9), result("resign", 0), result("stopped", 1)]).modes
    assert (mode.games, mode.best, mode.mean) == (4, 9, 6.5)


def test_the_favourite_colour_is_the_one_with_the_most_points():
    rows = [result(points=(1, 2, 9, 3, 0, 0)), result(points=(1, 2, 0, 8, 0, 0))]
    assert statistics(rows).favourite is Colour.GREEN
    assert statistics([result()]).favourite is None


def leader(user: int, *, wins: int = 0, mu: int = 25, best: int | None = None, **more) -> LeaderboardRow:
    skill = Skill(mu * 1_000_000, 2_000_000)
    return LeaderboardRow(
        user, "x", 5, wins, best, *(more.pop("total", 0), more.pop("played", 1)), skill, **{"unlisted": False} | more
    )


def test_a_leaderboard_is_by_rating_in_a_period_by_wins_and_alone_by_the_lowest_colour():
    people = [
        leader(1, wins=2, mu=30, best=8),
        leader(2, wins=3, mu=28, best=9),
        leader(3, mu=26, best=9, total=5),
    ]
    assert [one.user for one in ranked(people, "standard", "all")] == [1, 2, 3]
    assert [one.user for one in ranked(people, "standard", "week")] == [2, 1, 3]
    assert [one.user for one in ranked(people, "solo", "all")] == [3, 2, 1]


def test_equal_figures_of_a_leaderboard_share_a_place():
    people = ranked([leader(1, mu=30), leader(2, mu=28), leader(3, mu=28), leader(4, mu=26)], "standard", "all")
    assert [(rank, one.user) for rank, one in with_ranks(people, "standard", "all")] == [(1, 1), (2, 2), (2, 3), (4, 4)]


async def test_the_rank_of_a_profile_counts_nobody_who_left(here):
    await beaten(here, here.ann, here.ben)
    here.guild.remove_member(here.ann)
    await here.settle()
    await here.command(here.ben, "profile")
    assert shown(here, Profile).figures[-1].value == "1"


def test_an_achievement_is_new_in_the_game_in_which_it_was_had_first():
    had = [(1, 7, ("triple",)), (2, 7, ("triple", "dozen")), (2, 8, ("triple",)), (3, 7, ("instant",))]
    assert new_feats(had, 1) == {7: ("triple",)}
    assert new_feats(had, 2) == {7: ("dozen",), 8: ("triple",)}
    assert new_feats(had, 4) == {}


# --- names and places of all kinds -----------------------------------------------------------------------------------


def leaderboard_of(*names: str, mine: int | None = None) -> Screen:
    top = tuple((at, replace(leader(at), name=name)) for at, name in enumerate(names, 1))
    return screens.leaderboard(
        LeaderboardRows(top, None if mine is None else (mine, replace(leader(99), name="Eve"))),
        "standard",
        "all",
        99,
        EN,
    )


def test_the_text_names_those_whose_name_the_picture_cannot_show():
    writer = loaded_theme().writer
    names = ("Ann", "Zoë Ω Жук", "مرحبا", "漢字", "ꆈꌠꉙ", "ᠮᠣᠩᠭᠣᠯ", "Ann ꦗꦮꦱꦤꦠ", "🀀🔥", "W" * 32)
    shown = leaderboard_of(*names).text.split("\n")[1:]
    unseen = [f"**{at}** {plain(name)}" for at, name in enumerate(names, 1) if not writer.name(name)]
    assert shown == unseen
    assert len(unseen) == 4


def test_in_the_words_of_a_leaderboard_and_not_in_its_picture_a_name_from_right_to_left_keeps_its_place():
    shown = leaderboard_of("שרה")
    assert "1. \u2068שרה\u2069:" in shown.alt
    assert isinstance(shown.picture, Leaderboard)
    assert shown.picture.rows[0].name == "שרה"


@pytest.mark.parametrize("rank", [11, 101, 1001, 10_001, 100_001])
def test_a_rank_of_any_length_stays_inside_its_row(rank):
    scene = leaderboard_of("Ann", mine=rank).picture
    assert isinstance(scene, Leaderboard)
    image = draw(scene, loaded_theme())
    row = image.crop((0, image.height - 90, EDGE_PX, image.height))
    assert len(row.getcolors()) == 1


@pytest.mark.parametrize(
    "name", ["🔥" * 32, "\u202e\u05e9\u05dc" * 9, "W" * 32, "Z̴̧̢a̷l̸g̵o" * 5, "**_`<@1>#[x](y)" * 2, ""]
)
def test_pictures_of_nasty_names_and_ten_thousand_games_are_small(name):
    one = replace(result(lowest=18, feats=tuple(ACHIEVEMENTS)), skill=Skill(40_000_000, 1))
    person = PersonStatistics(clean_name(name), statistics([one] * 10_000), 10_000, "5", 99.9, 20, daily.Summary())
    for scene in (
        screens.profile(person, EN, button=True, everywhere=True).picture,
        leaderboard_of(*[clean_name(name)] * 10, mine=10_001).picture,
    ):
        assert scene is not None
        assert len(png(draw(scene, loaded_theme()))) <= 80_000
