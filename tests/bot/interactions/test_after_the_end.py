"""Whatever is asked of a game that is over leads to its end: who won, the board, the rematch."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens import board
from bot.screens.draft import Draft
from bot.services.loaded import Location
from bot.texts import texts
from data.ids import ChannelId
from data.store import PlayerRow
from game.events import Place
from tests.bot.forging import forged
from tests.bot.games import simulated, table_of, whole
from tests.bot.ids import Id, id_of
from tests.bot.sample_tables import ANN, choice
from tests.bot.tables.test_achievements import ended
from tests.bot.world import Shown, World, world

say, sag = texts("en"), texts("de")


@pytest.fixture
async def here(tmp_path):
    """A game of Ann and Ben that both agreed to end, with tiles in their hands; its last board is the first message."""
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        await made.put(simulated("standard", 2, turns=8), made.ann, made.ben)
        yield made


async def end(here: World) -> Shown:
    """Everybody agrees to end it; the message of the end."""
    for person in (here.ann, here.ben):
        await here.command(person, "cancel")
    return here.last()


def tells_the_end(here: World, answer: Shown, last: Shown, words=say) -> bool:
    head = answer.text.split("\n")[0]
    assert head.startswith(f"**{'Game 1 is over' if words is say else 'Spiel 1 ist zu Ende'}.** ")
    assert f"/{here.channel.id}/{last.id}" in head
    return "rematch" in [press.verb for press in answer.presses]


async def test_old_buttons_of_a_turn_lead_to_the_end(here):
    board, table = here.last(), await here.table()
    intent = choice(table)
    whole = Draft(intent.tile, None, *intent.at).text
    panel = await here.do(here.ann, board, "play")
    last = await end(here)
    for verb, draft in [
        ("play", ""),
        ("again", ""),
        ("tile", intent.tile.code),
        ("space", whole),
        ("place", whole),
        ("swap", whole),
        ("rack", ""),
        ("scores", ""),
    ]:
        press = Id(1, table.game().position.version, verb, draft)
        for person in (here.ann, here.ben):
            assert tells_the_end(here, await forged(here, person, press.custom_id, on=panel), last), verb


async def test_buttons_of_votes_and_of_the_lobby_lead_to_the_end(here):
    last = await end(here)
    for verb in ("agree", "decline", "back", "automatic", "resign", "join", "leave", "begin", "cancel"):
        answer = await forged(here, here.ann, Id(1, 8, verb).custom_id)
        assert tells_the_end(here, answer, last), verb


async def test_commands_about_a_turn_lead_to_the_end(here):
    last = await end(here)
    for dm in (False, True):
        for name in ("rack", "nudge", "resign"):
            assert tells_the_end(here, await here.command(here.ann, name, dm=dm), last), name
        assert tells_the_end(here, await here.command(here.ann, "place", tile="RB", at="E7", and_="E8", dm=dm), last)
        for name in ("cancel", "leave"):
            assert tells_the_end(here, await here.command(here.ann, name, dm=dm), last), name
            assert tells_the_end(here, await here.command(here.ann, name, game=1, dm=dm), last), name


async def test_the_end_is_told_in_the_language_of_who_asks(here):
    board = here.last()
    last = await end(here)
    assert tells_the_end(here, await forged(here, here.ann, board.button("play"), locale="de"), last, sag)


@pytest.mark.parametrize("verb", ["film", "analysis", "fair"])
async def test_what_somebody_looks_at_of_it_leads_on_to_the_rest(here, verb):
    board = here.last()
    await end(here)
    private = await forged(here, here.ann, board.button("play"))
    looked = await here.do(here.ann, private, verb)
    assert looked.id == private.id
    on = {press.verb for press in looked.presses}
    assert {"rematch", "film", "analysis", "fair"} - {verb} <= on


async def test_a_question_for_a_rematch_loses_its_buttons_with_its_answer(here):
    last = await end(here)
    await here.press(here.ann, last, last.button("rematch"))
    question = here.last()
    await here.do(here.ben, question, "notagain")
    assert here.shown(question.channel, question.id).labels == []
    assert "rematch" in [press.verb for press in here.shown(last.channel, last.id).presses]


@pytest.mark.parametrize("answer", ["decline", "agree", "cancel"])
async def test_a_vote_to_end_a_game_loses_its_buttons_with_its_answer(here, answer):
    await here.command(here.ann, "cancel")
    question = here.last()
    assert len(question.labels) == 2
    await (here.command(here.ben, answer) if answer == "cancel" else here.do(here.ben, question, answer))
    assert here.shown(question.channel, question.id).labels == []


async def test_the_question_for_a_rematch_loses_its_buttons_when_that_begins(here):
    last = await end(here)
    await here.press(here.ann, last, last.button("rematch"))
    question = here.last()
    await here.press(here.ben, last, last.button("rematch"))
    assert here.last().id > question.id
    assert here.shown(question.channel, question.id).labels == []


async def test_who_looks_on_sees_who_won_and_no_rematch(here):
    board = here.last()
    await end(here)
    answer = await forged(here, here.eve, board.button("play"))
    assert answer.text.startswith("**Game 1 is over.**")
    assert "rematch" not in [press.verb for press in answer.presses]


async def test_the_end_names_the_rematch_once_there_is_one(here):
    board = here.last()
    last = await end(here)
    for person in (here.ann, here.ben):
        await here.press(person, last, last.button("rematch"))
    answer = await forged(here, here.ann, board.button("play"))
    assert say("refused.rematched", game=2) in answer.text
    assert "rematch" not in [press.verb for press in answer.presses]


@pytest.mark.parametrize(
    ("mode", "pegs", "decided"),
    [
        ("standard", ((2, 5, 9, 9, 9, 9), (2, 3, 9, 9, 9, 9)), "the second-lowest colour decided: 5 to 3"),
        ("standard", ((4, 5, 9, 9, 9, 9), (2, 3, 9, 9, 9, 9)), None),
        ("standard", ((2, 5, 9, 9, 9, 9), (2, 5, 9, 9, 9, 9)), None),
    ],
)
def test_the_private_end_says_what_decided_between_equal_scores_as_the_public_one_does(mode, pegs, decided):
    table = ended(mode, *pegs)
    private = board.over(table, table.view_for(ANN), say, None, ANN).text.split("\n")
    lines = [line for line in private if "decided" in line]
    assert decided in lines[0] if decided else not lines
    assert set(lines) <= set(board.board(table, say, 0).text.split("\n"))


@pytest.mark.parametrize(
    ("mode", "seats", "verbs"), [("solo", 1, ["rematch", "film", "analysis", "fair"]), ("duel", 2, [])]
)
def test_the_panel_of_who_plays_alone_ends_with_what_one_can_do_with_the_game(mode, seats, verbs):
    table = table_of(whole(mode, seats))
    user = next(user for user in table.humans if table.seat_of(user) == table.public.turns[-1].seat)
    last = table.public.turns[-1].placements[-1]
    request = Request(user, "", Location(None, ChannelId(1)), say, PlayerRow(user), None)
    shown = play.made(request, SimpleNamespace(table=table), Place(last.tile, last.at))
    assert shown is not None
    assert [id_of(button.press).verb for line in shown.rows for button in line] == verbs


async def test_who_ends_a_game_against_a_bot_goes_on_from_there(here):
    await here.command(here.cem, "start", bots=1)
    asked = await here.command(here.cem, "cancel")
    ended = await here.press(here.cem, asked, asked.controls[0]["custom_id"])
    assert ended.text.startswith("**Game 2 is over.**")
    assert [press.verb for press in ended.presses] == ["rematch", "film", "analysis", "fair"]
    again = await here.do(here.cem, ended, "rematch")
    assert again.above.text == say("lobby.begun", game=3)
    assert again.id > (await here.store.game(3)).message
    assert "try" in [press.verb for press in again.presses]
