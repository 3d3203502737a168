"""The guided first game: six positions, each with one thing to do, played with the panel and kept of the person."""

from __future__ import annotations

import pytest

from bot.screens import learn as screens
from bot.screens.draft import Draft, placed
from bot.screens.phrases import SIGNS
from bot.services import privacy
from bot.texts import LANGUAGES, texts
from data.store import ServerRow
from game.board import NAMES
from game.events import Place
from game.lessons import STEPS, Lesson, lessons
from game.placements import placements
from game.rules import preview
from render.scene_builder import Scene
from tests.bot.ids import Id, lesson_number
from tests.bot.own_data import own_data
from tests.bot.sample_tables import choice
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def every(lesson: Lesson) -> list[Place]:
    """Every placement of a step, with the exchange where there is one."""
    view = lesson.view
    found = [(tile, (a, b)) for tile, a, b, _, _ in placements(view)]
    return [Place(tile, at, exchange=bool(preview(view, tile, at).exchange)) for tile, at in found]


def pressed(number: int, place: Place) -> str:
    verb = "swap" if place.exchange and lessons()[number].goal == "exchange" else "place"
    draft = Draft(place.tile, None, *place.at).text
    return Id(lesson_number(number), lessons()[number].view.position.version, verb, draft).custom_id


async def learn(here: World, locale: str = "en-US") -> Shown:
    """Press the button of the help."""
    return await here.do(here.ann, await here.command(here.ann, "help", locale=locale), "learn", locale=locale)


async def forge(here: World, message: Shown, custom_id: str, locale: str = "en-US") -> Shown:
    stored = here.env.backend.get_message(message.channel, message.id)
    stored.components[0]["components"][0] |= {"custom_id": custom_id, "type": 2}
    data = {"custom_id": custom_id, "component_type": 2}
    dm = message.channel != here.channel.id
    channel = here.dm(here.ann) if dm else None
    return await here.answer(here.forge(here.ann, data, message=message, channel=channel, locale=locale, guild=not dm))


def test_there_are_six_steps_in_the_order_of_a_first_game():
    assert [one.goal for one in lessons()] == ["first", "line", "lowest", "exchange", "bonus", "block"]
    assert len(lessons()) == STEPS


@pytest.mark.parametrize("number", range(STEPS))
def test_each_step_can_be_made_and_only_the_first_by_any_placement(number):
    lesson = lessons()[number]
    reached = [lesson.reached(place) for place in every(lesson)]
    assert any(reached)
    assert all(reached) == (lesson.goal in {"first", "exchange"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(STEPS))
def test_what_a_step_asks_has_at_most_forty_words(number, language):
    words, goal = texts(language), lessons()[number].goal
    for part in ("task", "good", *(() if goal == "first" else ("again",))):
        assert len(words(f"learn.{goal}.{part}", amount=1, colour="🔴").split()) <= 40, part
    assert len(words("learn.end").split()) <= 40
    shown = screens.step(number, Draft(), words)
    task = words(f"learn.{goal}.task", **screens._words(lessons()[number]))
    assert shown.text == f"{words('learn.head', step=number + 1, steps=STEPS)}\n{task}"
    assert shown.picture
    assert "learn." not in shown.text


async def test_the_first_game_is_played_from_the_first_step_to_the_last(here):
    shown = await learn(here)
    assert shown.ephemeral
    for number in range(STEPS):
        assert EN("learn.head", step=number + 1, steps=STEPS) in shown.text
        best = next(place for place in every(lessons()[number]) if lessons()[number].reached(place))
        done = await forge(here, shown, pressed(number, best))
        assert EN(f"learn.{lessons()[number].goal}.good", amount=lessons()[number].amount, colour="").split(" ")[0] in (
            done.text
        )
        shown = await here.do(here.ann, done, "learn")
    assert shown.text.startswith("**That is all you need.**")
    assert await here.store.games_with(("lobby", "running", "over")) == []
    assert here.messages() == []
    assert EN("learn.head", step=1, steps=STEPS) in (await learn(here)).text


async def finished(here: World, *, dm: bool = False) -> Shown:
    """What somebody sees who has made all steps, in the channel or in a direct message."""
    on = await here.do(here.ann, await here.command(here.ann, "help", dm=dm), "learn")
    return await forge(here, on, Id(lesson_number(STEPS), 0, "learn").custom_id)


@pytest.mark.parametrize("dm", [False, True])
async def test_the_end_of_the_first_game_begins_a_game_against_a_beginner(here, dm):
    begun = await here.do(here.ann, await finished(here, dm=dm), "beginner")
    assert begun.above.text.startswith(EN("lobby.begun", game=1))
    table = await here.table(1)
    assert (table.status, table.humans, table.opened.mode) == ("running", (here.ann.id,), "standard")
    assert table.levels == ("beginner",)


async def test_that_button_begins_one_game_however_often_it_is_pressed(here):
    end = await finished(here)
    data = {"custom_id": end.button("beginner"), "component_type": 2}
    both = [here.forge(here.ann, data, message=end) for _ in range(2)]
    for one in both:
        answer = await here.answer(one)
        assert (answer.above or answer).text.startswith(EN("lobby.begun", game=1))
    assert [row.id for row in await here.store.games_of(here.ann.id, ("lobby", "running"))] == [1]


async def test_that_button_begins_another_game_once_the_first_is_played(here):
    end = await finished(here)
    await here.do(here.ann, end, "beginner")
    place = choice(await here.table(1))
    at, to = (NAMES[cell] for cell in place.at)
    await here.command(here.ann, "place", tile=place.tile.code, at=at, and_=to, exchange=bool(place.exchange))
    begun = await forge(here, await finished(here), Id(lesson_number(STEPS), 0, "beginner").custom_id)
    assert begun.above.text.startswith(EN("lobby.begun", game=2))


async def test_that_button_begins_nothing_in_a_channel_where_no_games_are_played(here):
    end = await finished(here)
    other = here.guild.create_text_channel("games")
    await here.store.save_server(ServerRow(here.guild.id, channels=(other.id,)))
    answer = await here.do(here.ann, end, "beginner")
    assert answer.text == EN("refused.wrong-channel", channels=f"<#{other.id}>")
    assert await here.store.games_of(here.ann.id, ("lobby", "running")) == []


async def test_a_placement_that_misses_the_point_is_told_and_tried_again(here):
    await here.store.save_lesson(here.ann.id, 2)
    shown = await learn(here)
    lesson = lessons()[2]
    miss = next(place for place in every(lesson) if not lesson.reached(place))
    done = await forge(here, shown, pressed(2, miss))
    assert done.labels == [EN("learn.try-again"), EN("learn.skip")]
    again = await here.press(here.ann, done, done.presses[0].custom_id)
    assert EN("learn.head", step=3, steps=STEPS) in again.text


async def test_it_goes_on_where_it_was_left_and_can_begin_again(here):
    await here.store.save_lesson(here.ann.id, 3)
    await here.restart()
    shown = await learn(here)
    assert EN("learn.head", step=4, steps=STEPS) in shown.text
    first = await here.do(here.ann, shown, "learn")
    assert EN("learn.head", step=1, steps=STEPS) in first.text


async def test_the_panel_leads_through_a_step(here):
    shown = await learn(here, locale="de")
    for _ in range(4):
        if any(press.verb == "place" for press in shown.presses):
            break
        shown = await here.press(here.ann, shown, shown.presses[0].custom_id, locale="de")
    done = await here.do(here.ann, shown, "place", locale="de")
    assert texts("de")("learn.first.good") in done.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "ig1:200000000000006:0:place:RB.E7.E8",
        "ig1:200000000000000:0:place:RR.A1.A2",
        "ig1:200000000000000:0:begin:",
        "ig1:200000000000000:0:tile:xx.yy",
        "ig1:200000000000007:0:learn:",
        "ig1:7:0:learn:",
    ],
)
async def test_forged_presses_are_answered_and_nothing_is_kept(here, custom_id):
    shown = await learn(here)
    assert (await forge(here, shown, custom_id)).text
    assert await here.store.lesson(here.ann.id) == 0


async def test_the_first_join_of_a_person_offers_it_and_no_later_one(here):
    await here.command(here.ben, "start")
    joined = await here.do(here.ann, here.last(), "join")
    assert joined.text.endswith(EN("learn.offer"))
    assert EN("learn.button") in joined.labels
    await here.do(here.ann, here.last(), "leave")
    await here.store.save_lesson(here.ann.id, 1)
    joined = await here.do(here.ann, here.last(), "join")
    assert EN("learn.offer") not in joined.text


async def test_how_far_a_person_is_is_exported_and_deleted(here):
    await here.store.save_lesson(here.ann.id, 3)
    assert (await own_data(here.app, here.ann.id))["lesson"] == 3
    await privacy.forget(here.app, here.ann.id)
    assert await here.store.lesson(here.ann.id) == 0


def test_the_bonus_is_near_enough_to_be_believed():
    (lesson,) = (one for one in lessons() if one.goal == "bonus")
    *others, first = sorted(lesson.view.position.pegs(0))
    assert 14 <= first < 18
    assert max(others) < 14


def test_no_step_but_its_own_offers_an_exchange_with_what_it_asks_for():
    for lesson in (one for one in lessons() if one.goal != "exchange"):
        assert not any(place.exchange for place in every(lesson) if lesson.reached(place)), lesson.goal


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_addresses_the_learner_and_is_told_in_words(language):
    words = texts(language)
    lesson = lessons()[1]
    place = next(place for place in every(lesson) if lesson.reached(place))
    for shown in (screens.step(1, Draft(), words), screens.answer(1, place, words, reached=True)):
        assert isinstance(shown.picture, Scene)
        assert shown.picture.title == words("picture.your-turn")
        assert not set(shown.alt) & set(SIGNS)
        assert "  " not in shown.alt


@pytest.mark.parametrize(("verb", "text"), [("daily", "Daily challenge"), ("puzzle", "Puzzle · Standard")])
async def test_help_leads_to_what_one_plays_alone(here, verb, text):
    shown = await here.command(here.ann, "help")
    assert shown.text.splitlines()[1] == EN("learn.offer")
    assert text in (await here.do(here.ann, shown, verb)).text


async def test_help_leads_to_a_game_against_a_beginner(here):
    begun = await here.do(here.ann, await here.command(here.ann, "help"), "beginner")
    assert begun.above.text.startswith(EN("lobby.begun", game=1))
    assert (await here.table()).levels == ("beginner",)


async def test_who_starts_a_table_for_the_first_time_is_offered_it_too(here):
    opened = await here.command(here.ann, "start")
    assert opened.text.endswith(EN("learn.offer"))
    assert opened.labels == [EN("learn.button")]
    again = await here.command(here.ann, "start")
    assert (again.text, again.labels) == (EN("lobby.opened", game=2), [])


@pytest.mark.parametrize("options", [{"bots": 1}, {"mode": "solo"}, {"mode": "duel", "bots": 1}])
async def test_a_first_game_that_begins_at_once_says_what_counts_and_offers_it(here, options):
    mode = options.get("mode", "standard")
    begun = await here.command(here.ann, "start", **options)
    assert EN(f"scores.aim.{mode}") in begun.above.text
    assert EN("learn.offer") in begun.above.text
    assert begun.above.labels == [EN("learn.button")]
    assert EN("button.hint") in begun.labels or "Play" not in begun.text
    again = await here.command(here.ann, "start", **options)
    assert again.above.text == EN("lobby.begun", game=2)
    assert again.above.labels == []


def test_the_step_about_the_lowest_colour_is_solved_by_the_button_that_it_names():
    number, lesson = next((at, one) for at, one in enumerate(lessons()) if one.goal == "lowest")
    step = screens.step(number, Draft(), EN)
    gain = f"+{lesson.amount}{SIGNS[lesson.colour]}"
    assert f"**{gain}**" in step.text
    (button, *_) = (one for line in step.rows for one in line if one.label.endswith(gain))
    assert lesson.reached(Place(*placed(button.press.draft)))


def test_the_bonus_is_the_first_placement_that_its_step_offers():
    number, lesson = next((at, one) for at, one in enumerate(lessons()) if one.goal == "bonus")
    button = screens.step(number, Draft(), EN).rows[0][0]
    assert lesson.reached(Place(*placed(button.press.draft)))


def test_the_rack_of_an_answer_lacks_the_tile_that_was_placed():
    lesson = lessons()[0]
    place = next(place for place in every(lesson) if lesson.reached(place))
    before, after = (
        one.picture.rack for one in (screens.step(0, Draft(), EN), screens.answer(0, place, EN, reached=True))
    )
    assert len(after.tiles) == len(before.tiles) - 1
