"""The analysis of a finished game: for one person, posted once for all, made once and kept, never of a running game."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image
from typing_extensions import override

from bot.pictures import Pictures
from bot.process.worker import InPlace, Worker
from bot.process.worker_process import WorkerFailedError
from bot.screens.analysis import overview, turning_point
from bot.services.analyses import _VERSION, Analyses
from bot.tables.errors import Refused
from bot.texts import texts
from game import analysis as analysing
from game.ai.levels import Level, Lookahead
from game.second_look import look_again
from render.curve import Curve
from tests.bot.games import simulated, table_of, whole
from tests.bot.process.test_worker import until
from tests.bot.world import World, world
from tests.patience import PATIENCE_S

EN, DE = texts("en"), texts("de")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A second look at turning points that takes no time to speak of."""
    level = Level("5", "", None, lookahead=Lookahead(turns=8, replies=2))
    monkeypatch.setattr("game.second_look.LEVELS", {"5": level})


class Counting(InPlace):
    """A thinker that counts what it is asked, or fails."""

    def __init__(self) -> None:
        self.calls = 0
        self.looked_again: list[int] = []
        self.error: Exception | None = None

    @override
    async def run(self, function, *args, cpu_s=60.0, background=False):
        self.calls += 1
        assert background, "an analysis lets the moves of bots come first"
        if self.error:
            raise self.error
        if function is look_again:
            self.looked_again.append(args[1])
        return await super().run(function, *args)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3") as made:
        yield made


def with_thinker(here: World) -> Counting:
    thinker = Counting()
    object.__setattr__(here.app, "analyses", Analyses(here.store, thinker, here.app.guard))
    return thinker


async def finished(here: World, *, turns: int = 24, mode: str = "standard", seats: int = 2) -> int:
    """A game of Ann and Ben, or of Ann and bots, that they agreed to end."""
    people = (here.ann, here.ben)[:seats]
    game = await here.put(simulated(mode, seats, turns=turns, style="random"), *people)
    for person in people:
        await here.command(person, "cancel", game=game)
    if len(people) == 1:
        asked = here.channel.history(viewer=here.ann)[-1]
        await here.do(here.ann, here.shown(here.channel.id, asked.id), "agree")
    assert (await here.table(game)).status == "over"
    return game


async def test_the_end_leads_to_the_chances_and_from_there_to_each_turning_point(here):
    await finished(here)
    posted = len(here.messages())
    shown = await here.do(here.ann, here.last(), "analysis")
    assert shown.ephemeral
    assert len(here.messages()) == posted
    head, ann, ben, points, *costs, note = shown.text.splitlines()
    assert head == EN("analysis.head", game=1)
    assert ann.startswith("Ann: accuracy")
    assert ben.startswith("Ben: accuracy")
    assert points == EN("analysis.points")
    assert note == EN("analysis.note")
    assert 1 <= len(costs) <= 3
    picture = here.content(shown.attached(".png"))
    assert len(picture) <= 80_000
    assert Image.open(io.BytesIO(picture)).size == (1200, 760)
    point = await here.press(here.ann, shown, next(one.custom_id for one in shown.presses if one.verb == "point"))
    assert point.id == shown.id, "the private message changes"
    first, cost, better, legend = point.text.splitlines()
    assert first == EN("analysis.point", game=1, number=1, points=len(costs))
    assert costs[0].split(", ")[0].removeprefix("1. ") == cost.split(", ")[0]
    assert better.startswith("Better: ")
    assert legend == EN("analysis.legend")
    back = await here.do(here.ann, point, "analysis")
    assert back.text == shown.text


async def test_it_is_posted_for_all_once(here):
    await finished(here)
    end = here.last()
    shown, bens = [await here.do(one, end, "analysis") for one in (here.ann, here.ben)]
    assert (await here.do(here.ann, shown, "tell")).text == EN("analysis.shared")
    public = here.last()
    assert public.text == shown.text
    assert public.pinged == ()
    assert "tell" not in [press.verb for press in public.presses]
    posted = len(here.messages())
    private = await here.press(here.eve, public, public.presses[0].custom_id)
    assert private.ephemeral
    assert "tell" not in [press.verb for press in (await here.do(here.ben, end, "analysis")).presses]
    assert (await here.do(here.ben, bens, "tell")).text == shown.text
    assert len(here.messages()) == posted


async def test_who_did_not_play_sees_it_and_cannot_post_it(here):
    await finished(here)
    posted = len(here.messages())
    shown = await here.do(here.eve, here.last(), "analysis")
    assert shown.text.startswith(EN("analysis.head", game=1))
    assert (await here.do(here.eve, shown, "tell")).text == EN("refused.not-playing")
    assert len(here.messages()) == posted


async def test_it_is_made_once_for_all_who_ask_and_kept_over_a_restart(here):
    game = await finished(here, turns=6)
    thinker, table = with_thinker(here), await here.table(game)
    first, second = await asyncio.gather(*(here.app.analyses.of(table) for _ in range(2)))
    assert first is second
    made = thinker.calls
    assert made == 2
    await here.restart()
    thinker = with_thinker(here)
    assert (await here.app.analyses.of(table)).placements[0].tile == first.placements[0].tile
    assert thinker.calls == 0


async def test_its_turning_points_were_looked_at_again(here):
    game = await finished(here)
    thinker = with_thinker(here)
    analysis = await here.app.analyses.of(await here.table(game))
    assert 1 <= len(thinker.looked_again) == len(set(thinker.looked_again)) <= 4
    assert set(analysis.turning_points) <= set(thinker.looked_again) or len(thinker.looked_again) == 4


async def test_many_presses_at_once_are_all_answered_by_one_analysis(here):
    await finished(here, turns=6)
    thinker, end = with_thinker(here), here.last()
    data = {"custom_id": end.button("analysis"), "component_type": 2}
    asked = [here.forge(one, data, message=end) for one in (here.ann, here.ben, here.cem, here.eve, here.ann)]
    answers = [await here.answer(one) for one in asked]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].text.startswith(EN("analysis.head", game=1))
    assert thinker.calls == 2


async def test_it_goes_on_when_the_worker_is_killed_in_the_middle(here, tmp_path):
    await finished(here, turns=8)
    mark = tmp_path / "thinking"
    worker = Worker([sys.executable, "-m", "tests.bot.odd_worker", "stops", str(mark)])
    object.__setattr__(here.app, "analyses", Analyses(here.store, worker, here.app.guard))
    making = asyncio.create_task(here.app.analyses.of(await here.table()))
    async with asyncio.timeout(PATIENCE_S):
        await until(mark.exists)
        killed = worker.others.pid or 0
        os.kill(killed, signal.SIGKILL)
        analysis = await making
    assert len(analysis.placements) == 8
    assert worker.others.pid not in (None, killed)
    await worker.stop()


async def test_the_buttons_of_an_analysis_work_after_a_restart(here):
    await finished(here)
    shown = await here.do(here.ann, here.last(), "analysis")
    await here.restart()
    with_thinker(here).error = WorkerFailedError("it is kept")
    point = await here.press(here.ann, shown, next(one.custom_id for one in shown.presses if one.verb == "point"))
    assert point.text.startswith(EN("analysis.point", game=1, number=1, points=3))


@pytest.mark.parametrize("kept", ["", "[]", '{"version": 0}', f'{{"version": {_VERSION}, "analysis": {{}}}}'])
async def test_what_is_kept_and_cannot_be_read_is_made_again(here, kept):
    game = await finished(here, turns=2)
    await here.store.save_analysis(game, kept)
    assert (await here.app.analyses.of(await here.table(game))).placements
    assert json.loads(await here.store.analysis(game))["version"] == _VERSION


async def test_a_running_game_is_not_analysed_whoever_asks(here):
    game = await here.put(simulated("standard", 2, turns=6), here.ann, here.ben)
    thinker = with_thinker(here)
    for verb, draft in (("analysis", ""), ("point", "1"), ("tell", "")):
        data = {"custom_id": f"ig1:{game}:0:{verb}:{draft}", "component_type": 2}
        message = here.last()
        # An old or forged id: no message of a running game offers it.
        stored = here.env.backend.get_message(message.channel, message.id)
        stored.components[0]["components"][0]["custom_id"] = data["custom_id"]
        answer = await here.answer(here.forge(here.ann, data, message=message))
        assert answer.text == EN("refused.not-finished", game=game)
        assert not answer.attachments
    assert thinker.calls == 0


async def test_where_the_worker_fails_one_sentence_says_so_and_the_next_press_works(here):
    await finished(here, turns=2)
    thinker = with_thinker(here)
    thinker.error = WorkerFailedError("died twice")
    assert (await here.do(here.ann, here.last(), "analysis")).text == EN("refused.analysis-later", game=1)
    thinker.error = None
    assert (await here.do(here.ann, here.last(), "analysis")).text.startswith(EN("analysis.head", game=1))


async def test_without_weights_one_sentence_says_so(here, monkeypatch):
    monkeypatch.setattr(analysing, "load", lambda mode, seats: None)
    await finished(here, turns=2)
    assert (await here.do(here.ann, here.last(), "analysis")).text == EN("refused.no-analysis", game=1)


@pytest.mark.parametrize("turns", [0, 2])
async def test_of_a_game_that_hardly_began_nothing_is_claimed(here, turns):
    await finished(here, turns=turns)
    shown = await here.do(here.ann, here.last(), "analysis", locale="de")
    assert shown.text == f"{DE('analysis.head', game=1)}\n{DE('analysis.too-short')}"
    assert shown.attachments == []


@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("duel", 2), ("standard", 3), ("team", 4)])
async def test_every_mode_has_its_words_and_its_picture(mode, seats):
    table = table_of(whole(mode, seats, style="greedy"))
    late = analysing.judge(table.events, 14, 22)
    analysis = analysing.conclude(table.events, [*analysing.judge(table.events, 0, 1) * 14, *late])
    analysis = replace(analysis, turning_points=tuple(at for at in range(14, 22) if analysis.placements[at].better)[:3])
    for words in (EN, DE):
        screens = [overview(table, analysis, words, may_share=False)]
        screens += [turning_point(table, analysis, at + 1, words) for at in range(len(analysis.turning_points))]
        assert len(screens) > 1
        for screen in screens:
            assert 0 < len(screen.text) < 2000
            assert 0 < len(screen.alt) <= 1024
    pictures = Pictures()
    try:
        assert all([len(await pictures.picture(screen.picture)) < 200_000 for screen in screens])
    finally:
        pictures.close()


def test_the_lines_leave_out_what_is_vague_and_end_with_the_result():
    table = table_of(whole("duel", 2))
    one, other, *_ = analysing.judge(table.events, 14, 18)
    vague = replace(one, vague=True)
    judged = [
        vague,
        replace(one, seat=0, chances=(0.8, 0.2), loss=0.3),
        replace(other, seat=1, chances=(0.4, 0.6), loss=0.0),
    ]
    analysis = analysing.conclude(table.events, judged)
    picture = overview(table, analysis, EN).picture
    assert isinstance(picture, Curve)
    first, second = picture.lines
    assert first.points == ((1, 0.8), (2, pytest.approx(0.5)), (3, analysis.final[0]))
    assert second.points == ((2, 0.6), (3, 0.6), (3, analysis.final[1]))


@pytest.mark.parametrize("mode", ["standard", "team"])
def test_the_figures_in_the_words_are_those_of_the_curve(mode):
    table = table_of(whole(mode, {"standard": 2, "team": 4}[mode]))
    one, *others = analysing.judge(table.events, 20, 28)
    dear = replace(one, loss=0.37, vague=False, chances=tuple(0.9 if at == one.seat else 0.1 for at in range(4)))
    analysis = replace(analysing.conclude(table.events, [dear, *others]), turning_points=(0,))
    screen = overview(table, analysis, EN)
    assert isinstance(screen.picture, Curve)
    assert "90% → **53%**" in screen.text
    assert screen.picture.marks == ((1, pytest.approx(0.53)),)
    drops = [pair for line in screen.picture.lines for pair in pairwise(line.points)]
    assert ((0, 0.9), (1, pytest.approx(0.53))) in drops


async def test_a_game_that_goes_on_is_refused_before_anything_is_made(here):
    thinker = with_thinker(here)
    with pytest.raises(Refused, match="not-finished"):
        await here.app.analyses.of(table_of(simulated("standard", 2, turns=2)))
    assert thinker.calls == 0


@pytest.mark.parametrize("draft", ["0", "4", "x", ""])
async def test_a_press_for_a_turning_point_that_there_is_not_is_answered(here, draft):
    await finished(here, turns=2)
    message, custom_id = here.last(), f"ig1:1:0:point:{draft}"
    here.env.backend.get_message(message.channel, message.id).components[0]["components"][0]["custom_id"] = custom_id
    answer = await here.answer(here.forge(here.ann, {"custom_id": custom_id, "component_type": 2}, message=message))
    assert answer.text == EN("refused.out-of-date")


@pytest.mark.parametrize("words", [EN, DE])
def test_the_level_that_somebody_plays_like_is_named_where_it_is_known(words):
    table = table_of(whole("duel", 2))
    analysis = analysing.conclude(table.events, analysing.judge(table.events, 14, 16))
    _, ann, ben, *_ = overview(table, replace(analysis, resembles=("3", "beginner")), words).text.splitlines()
    assert ann.endswith(words("analysis.like", level="3"))
    assert ben.endswith(words("analysis.like-beginner"))
    unknown = overview(table, replace(analysis, resembles=(None, None)), words).text.splitlines()[1]
    assert unknown.endswith("%**")


def test_a_bot_is_not_compared_with_another_level_than_its_own():
    table = table_of(whole("duel", 2))
    analysis = analysing.conclude(table.events, analysing.judge(table.events, 14, 16))
    table = replace(table, seats=(table.seats[0], replace(table.seats[1], user=None, level="2")))
    _, ann, bot, *_ = overview(table, replace(analysis, resembles=("3", "1")), EN).text.splitlines()
    assert ann.endswith(EN("analysis.like", level="3"))
    assert bot.endswith("%**")
