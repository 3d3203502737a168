"""Puzzles: offered in an order of one's own, answered with the panel, counted once, exported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from bot.interactions.puzzle import _next
from bot.screens import puzzle as screens
from bot.screens.draft import Draft, parse_draft
from bot.screens.model import Select
from bot.screens.verbs import Step
from bot.services import privacy
from bot.texts import texts
from data.store import PuzzleAnswer
from game.modes import MODES
from game.placements import placements
from game.puzzles import codes, find, setups
from render.scene import Scene
from tests.bot.games import simulated
from tests.bot.ids import Id, id_of
from tests.bot.own_data import own_data
from tests.bot.world import Shown, World, world

EN, DE = texts("en"), texts("de")
SOLO = codes("solo", 1)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def answered(*given: tuple[int, bool]) -> list[PuzzleAnswer]:
    return [PuzzleAnswer(str(code), solved, None) for code, solved in given]


async def forge(here: World, message: Shown, custom_id: str) -> Shown:
    """Press a button that the message does not offer, in its place."""
    stored = here.env.backend.get_message(message.channel, message.id)
    stored.components[0]["components"][0] |= {"custom_id": custom_id, "type": 2}
    return await here.answer(here.forge(here.ann, {"custom_id": custom_id, "component_type": 2}, message=message))


def placing(code: int, *, best: bool = True) -> str:
    """The custom id of the best placement of a puzzle, or of another one."""
    puzzle = find(code)
    assert puzzle
    tile, at = puzzle.tile, puzzle.at
    if not best:
        tile, at = next((one[0], one[1:3]) for one in placements(puzzle.view) if not puzzle.solved_by(one[0], one[1:3]))
    return Id(0, code, "place", Draft(tile, None, *at).text).custom_id


async def test_a_puzzle_is_solved_with_the_panel_and_leads_to_the_next(here):
    shown = await here.command(here.ann, "puzzle", mode="solo")
    assert shown.ephemeral
    assert shown.text.startswith(EN("puzzle.head", mode="Solo"))
    code = shown.presses[0].version
    assert code in SOLO
    done = await forge(here, shown, placing(code))
    solved, gap, score = done.text.splitlines()
    assert solved.startswith("**Solved!**")
    assert score == "Solved: 1 of 1."
    following = await here.do(here.ann, done, "puzzle")
    await here.env.advance_time(1)
    assert following.presses[0].version not in (0, code)
    missed = await forge(here, following, placing(following.presses[0].version, best=False))
    first, better, gap, score, legend = missed.text.splitlines()
    assert first.startswith("**Not the best.**")
    assert "Compared with yours it" in better
    assert gap.startswith("It is worth")
    assert score == "Solved: 1 of 2."
    assert legend == EN("puzzle.legend")
    assert (await here.store.games_with(("lobby", "running"))) == []


async def test_every_step_of_the_panel_leads_to_the_same_puzzle(here):
    shown = await here.command(here.ann, "puzzle", mode="solo", locale="de")
    code = shown.presses[0].version
    steps = 0
    while not any(press.verb == "place" for press in shown.presses):
        shown = await here.press(here.ann, shown, shown.presses[0].custom_id, locale="de")
        assert {press.version for press in shown.presses} == {code}
        assert DE("puzzle.head", mode="Solo") in shown.text
        steps += 1
    assert steps <= 4
    assert "Spiel 0" not in shown.text
    done = await here.do(here.ann, shown, "place", locale="de")
    assert DE("puzzle.score", solved=done.text.count("Gelöst!"), answered=1) in done.text


@pytest.mark.parametrize("setup", setups())
def test_no_step_of_a_puzzle_points_at_a_placement_before_a_space_is_chosen(setup):
    for code in codes(*setup)[:3]:
        puzzle = find(code)
        assert puzzle
        steps, seen = [("play", "")], set[tuple[str, str]]()
        while steps:
            verb, draft = step = steps.pop()
            if step in seen:
                continue
            seen.add(step)
            screen = screens.question(puzzle, parse_draft(draft), EN, Step(verb))
            buttons = [one for line in screen.rows if not isinstance(line, Select) for one in line]
            assert {id_of(one.press).verb for one in buttons} <= {"tile", "row", "space", "again", "whole"}
            assert not any("+" in one.label + one.spelt for one in buttons), "points would say which is best"
            assert "+" not in screen.text
            assert isinstance(screen.picture, Scene)
            assert not any(half.look == "ghost" for half in screen.picture.board.halves)
            steps += [
                (id_of(one.press).verb, id_of(one.press).draft)
                for one in buttons
                if id_of(one.press).verb in ("tile", "row")
            ][:3]
        assert len(seen) > 1 or len(puzzle.view.rack) == 1


@pytest.mark.parametrize("mode", ["solo", "standard"])
def test_a_placement_tried_in_a_puzzle_points_at_no_other_place(mode):
    puzzle = find(codes(*next(setup for setup in setups() if setup[0] == mode))[0])
    assert puzzle
    other = next(one for one in placements(puzzle.view) if not {*one[1:3]} & {*puzzle.at})
    for step in (Step.TRY, Step.WHOLE_BOARD):
        screen = screens.question(puzzle, Draft(other[0], None, *other[1:3]), EN, step)
        buttons = [one for line in screen.rows if not isinstance(line, Select) for one in line]
        drafts = [parse_draft(id_of(one.press).draft) for one in buttons if id_of(one.press).verb in ("try", "place")]
        assert drafts
        assert all({draft.at, draft.to} == {*other[1:3]} for draft in drafts)
        assert not any(one.label.startswith("+") for one in buttons if id_of(one.press).verb in ("row", "space"))


@pytest.mark.parametrize("mode", ["standard", "team", "duel"])
async def test_a_puzzle_of_every_other_mode_is_offered_and_solved(here, mode):
    shown = await here.command(here.ann, "puzzle", mode=mode)
    code = shown.presses[0].version
    assert code in [known for of, seats in setups() if of == mode for known in codes(of, seats)]
    assert (await forge(here, shown, placing(code))).text.startswith("**Solved!**")


async def test_only_the_first_answer_counts(here):
    shown = await here.command(here.ann, "puzzle")
    code = shown.presses[0].version
    await forge(here, shown, placing(code, best=False))
    again = await forge(here, shown, placing(code))
    assert EN("puzzle.known") in again.text
    assert EN("puzzle.score", solved=0, answered=1) in again.text


async def test_a_row_of_solved_puzzles_is_counted_from_the_second(here):
    shown = await here.command(here.ann, "puzzle", mode="solo")
    done = await forge(here, shown, placing(shown.presses[0].version))
    assert "in a row" not in done.text
    following = await here.do(here.ann, done, "puzzle")
    await here.env.advance_time(1)
    done = await forge(here, following, placing(following.presses[0].version))
    assert "Solved: 2 of 2, 2 in a row." in done.text.splitlines()


async def test_of_two_answers_at_once_one_counts(here):
    shown = await here.command(here.ann, "puzzle")
    code = shown.presses[0].version
    stored = here.env.backend.get_message(shown.channel, shown.id)
    right, wrong = placing(code), placing(code, best=False)
    for at, custom_id in enumerate((right, wrong)):
        stored.components[0]["components"][at] |= {"custom_id": custom_id, "type": 2}
    asked = [here.forge(here.ann, {"custom_id": one, "component_type": 2}, message=shown) for one in (right, wrong)]
    shown = [await here.answer(one) for one in asked][-1]
    (kept,) = await here.store.puzzle_answers(here.ann.id)
    assert EN("puzzle.score", solved=int(kept.solved), answered=1) in shown.text


async def test_a_puzzle_can_be_answered_after_a_restart(here):
    shown = await here.command(here.ann, "puzzle")
    code = shown.presses[0].version
    await here.restart()
    assert (await forge(here, shown, placing(code))).text.startswith("**Solved!**")


@pytest.mark.parametrize(
    "custom_id",
    [
        "ig1:0:999999999:tile:",
        "ig1:0:0:place:RB.E7.E8",
        f"ig1:0:{SOLO[0]}:place:",
        f"ig1:0:{SOLO[0]}:place:RR.A1.A2",
        f"ig1:0:{SOLO[0]}:tile:xx.yy",
        f"ig1:0:{SOLO[0]}:begin:",
        "ig1:0:0:rack:",
        "ig1:0:0:puzzle:chess",
        f"ig1:7:{SOLO[0]}:place:RB.E7.E8",
    ],
)
async def test_forged_presses_are_answered_and_nothing_is_kept(here, custom_id):
    shown = await here.command(here.ann, "puzzle")
    assert (await forge(here, shown, custom_id)).text
    assert await here.store.puzzle_answers(here.ann.id) == []


async def test_a_puzzle_cannot_be_asked_of_a_game(here):
    game = await here.put(simulated("standard", 2, turns=2), here.ann, here.ben)
    answer = await forge(here, here.last(), f"ig1:{game}:0:puzzle:solo")
    assert answer.text == EN("refused.out-of-date")


async def shown_modes(here: World) -> set[str]:
    """The modes of the puzzles that some people are offered."""
    heads = [(await here.command(person, "puzzle")).text.splitlines()[0] for person in here.people.values()]
    return {mode for mode in MODES if any(EN("puzzle.head", mode=EN(f"mode.{mode}")) == head for head in heads)}


async def test_the_first_puzzles_are_of_the_standard_game_until_others_were_played(here, monkeypatch):
    assert await shown_modes(here) == {"standard"}

    async def results_of(user: int) -> list[SimpleNamespace]:
        return [SimpleNamespace(result=SimpleNamespace(mode=mode)) for mode in MODES]

    monkeypatch.setattr(here.store, "results_of", results_of)
    assert await shown_modes(here) != {"standard"}


async def test_after_all_puzzles_of_the_standard_game_come_those_of_others(here):
    for seats in (2, 3, 4):
        for code in codes("standard", seats):
            await here.store.save_puzzle_answer(here.ann.id, str(code), solved=True)
    head = (await here.command(here.ann, "puzzle")).text.splitlines()[0]
    assert head != EN("puzzle.head", mode=EN("mode.standard"))


def test_new_puzzles_come_first_then_missed_ones():
    first = _next(SOLO, [], 30).code
    assert first == _next(SOLO, [], 30).code, "asking again gives the same one"
    assert len({_next(SOLO, [], user).code for user in range(30, 40)}) > 3, "people get different ones"
    order: list[int] = []
    while len(order) < len(SOLO):
        order.append(_next(SOLO, answered(*((code, True) for code in order)), 30).code)
    assert sorted(order) == sorted(SOLO)
    every = [(code, code not in order[3:5]) for code in order]
    assert _next(SOLO, answered(*every), 30).code == order[3]
    assert _next(SOLO, answered((1, True), *((code, True) for code in order)), 30).code == order[0], "one that is gone"


async def test_answers_are_in_the_export_of_a_person_and_go_with_their_data(here):
    shown = await here.command(here.ann, "puzzle")
    code = shown.presses[0].version
    await forge(here, shown, placing(code))
    (kept,) = (await own_data(here.app, here.ann.id))["puzzles"]
    assert (kept["puzzle"], kept["solved"]) == (str(code), True)
    assert (await own_data(here.app, here.ben.id))["puzzles"] == []
    await privacy.forget(here.app, here.ann.id)
    assert (await own_data(here.app, here.ann.id))["puzzles"] == []


@pytest.mark.parametrize("setup", setups())
def test_every_puzzle_can_be_asked_and_answered_in_every_language(setup):
    for code in codes(*setup)[:10]:
        puzzle = find(code)
        assert puzzle
        other = next((one[0], one[1:3]) for one in placements(puzzle.view) if not puzzle.solved_by(one[0], one[1:3]))
        why = screens.why_better(puzzle, *other)
        for words in (EN, DE):
            assert screens.question(puzzle, Draft(), words).rows
            record = screens.Record(3, 2, 1)
            shown: Sequence = [
                screens.answer(puzzle, *other, why, record, words),
                screens.answer(puzzle, puzzle.tile, puzzle.at, (), record, words),
            ]
            assert all(0 < len(one.text) < 1900 for one in shown)
