"""Logs that make no table: whatever is wrong with one, it is `Unreadable`; whatever folds, can be shown."""

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens import board, info, panel, votes
from bot.screens import lobby as lobby_screen
from bot.screens.draft import Draft
from bot.tables import lobby, play
from bot.tables.errors import Unreadable
from bot.tables.events import (
    AnalysisShared,
    Begun,
    Cancelled,
    EndedEarly,
    Joined,
    Left,
    Nudged,
    Opened,
    RematchAccepted,
    RematchDeclined,
    Rematched,
    ReplayShared,
    Resigned,
    Returned,
    Seat,
    SeatTakenOver,
    StopVoted,
    StopVoteRejected,
    TableEvent,
    TakeoverOffered,
    TakeoverVoted,
    TurnMissed,
    from_text,
    to_text,
)
from bot.tables.fold import fold
from bot.tables.table import Table
from bot.texts import texts
from game.events import Dealt, Placed, Stopped, TurnEnded
from game.tiles import PIECES
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, choice, shuffle, whole_log
from tests.bot.sample_tables import lobby_table as lobby_of

MODES = ("standard", "solo", "team", "duel")


@cache
def log_of(mode: str) -> tuple[TableEvent, ...]:
    """The log of a whole game, with a vote that came to nothing in it."""
    people = {"standard": (ANN, BEN, CEM), "solo": (ANN,), "team": (ANN, BEN, CEM, DIA), "duel": (ANN, BEN)}[mode]
    table = lobby_of(*people, mode=mode)
    events = [*whole_log(table), *lobby.begin(table, ANN, shuffle).events]
    table = fold(1, events)
    if len(people) > 1:
        events += [StopVoted(BEN), StopVoteRejected(ANN)]
        table = fold(1, events)
    while table.status == "running":
        user = table.seats[table.game().position.seat].user
        more = play.place(table, user, None, choice(table, "greedy"), shuffle)
        events += more.events
        table = more.table
    return tuple(events)


def show_everything(table: Table) -> None:
    """Draw up every screen of a table for everybody."""
    words = texts("de")
    people = (*table.humans, EVE, None)
    if table.state is None:
        lobby_screen.lobby(table, words)
        lobby_screen.remove(table, words)
        return
    board.board(table, words, 0)
    board.record_file(table)
    lobby_screen.begun(table, words)
    votes.stop_vote(table, words)
    for user in people:
        view = table.view_for(user)
        board.present(table, view, words)
        info.scores(table, view, words)
        info.history(table, view, words)
        if view.seat is not None:
            info.rack(table, view, words, info.Whereabouts("#x", None), notices=False)
        if view.on_turn:
            panel.panel(table, view, Draft(), words)


def shown_or_unreadable(events: list[TableEvent]) -> None:
    try:
        table = fold(1, events)
    except Unreadable:
        return
    show_everything(table)


@pytest.mark.parametrize("mode", MODES)
def test_the_log_of_a_whole_game_folds(mode):
    assert fold(1, log_of(mode)).status == "over"


@pytest.mark.parametrize("mode", MODES)
def test_every_part_of_a_log_from_its_beginning_folds_but_for_the_missing_deal(mode):
    log = log_of(mode)
    for end in range(1, len(log), 5):
        if isinstance(log[end - 1], Begun):
            continue
        show_everything(fold(1, log[:end]))


def test_the_stored_text_of_a_game_folds_to_the_same_table():
    log = log_of("standard")
    assert fold(1, [from_text(to_text(event)) for event in log]) == fold(1, log)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(MODES), st.data())
def test_a_log_with_events_gone_doubled_or_swapped_is_unreadable_or_can_be_shown(mode, data):
    events = list(log_of(mode))[: data.draw(st.integers(1, 40))]
    for _ in range(data.draw(st.integers(1, 2))):
        at, to = (data.draw(st.integers(0, len(events) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["gone", "doubled", "swapped"])):
            case "gone" if len(events) > 1:
                del events[at]
            case "doubled":
                events.insert(to, events[at])
            case _:
                events[at], events[to] = events[to], events[at]
    shown_or_unreadable(events)


values = (
    st.none() | st.booleans() | st.integers(-2, 200) | st.sampled_from(["", "RB", "??", "C4", "team", "de", "x" * 99])
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(MODES), st.data())
def test_a_log_with_a_changed_value_is_unreadable_or_can_be_shown(mode, data):
    bodies = [json.loads(to_text(event)) for event in log_of(mode)[: data.draw(st.integers(1, 30))]]
    body = data.draw(st.sampled_from(bodies))
    key = data.draw(st.sampled_from(list(body)))
    while isinstance(body[key], list) and body[key]:
        body, key = body[key], data.draw(st.integers(0, len(body[key]) - 1))
    if isinstance(body[key], dict):
        body, key = body[key], data.draw(st.sampled_from(list(body[key])))
    body[key] = data.draw(values)
    try:
        events = [from_text(json.dumps(body, separators=(",", ":"))) for body in bodies]
    except ValueError:
        return
    shown_or_unreadable(events)


RACKS = tuple((PIECES[0],) * 6 for _ in range(2))
OPENED = Opened(ANN, "standard", 2)
SEATED = [OPENED, Joined(ANN, "Ann"), Joined(BEN, "Ben")]
BEGUN = Begun((Seat(ANN, "Ann"), Seat(BEN, "Ben")))
DEALT = log_of("standard")[5]


def two(event: Dealt) -> Dealt:
    return replace(event, racks=event.racks[:2])


RUNNING = [*SEATED, BEGUN, two(DEALT)]


BROKEN: dict[str, list[TableEvent]] = {
    "nothing": [],
    "no opening": [Joined(ANN, "Ann")],
    "opened twice": [OPENED, OPENED],
    "unknown mode": [Opened(ANN, "chess", 2)],
    "seats that the mode has not": [Opened(ANN, "duel", 3)],
    "more bots than seats": [Opened(ANN, "duel", 2, bots=2)],
    "joined twice": [OPENED, Joined(ANN, "Ann"), Joined(ANN, "Ann")],
    "too many": [*SEATED, Joined(CEM, "Cem")],
    "a third team": [Opened(ANN, "team", 4), Joined(ANN, "Ann", 2)],
    "a team of three": [Opened(ANN, "team", 4), *(Joined(user, "x", 0) for user in (ANN, BEN, CEM))],
    "left without being there": [*SEATED, Left(CEM, CEM)],
    "closed twice": [*SEATED, Cancelled(ANN), Cancelled(ANN)],
    "joined a closed table": [OPENED, Joined(ANN, "Ann"), Cancelled(ANN), Joined(BEN, "Ben")],
    "a game begun but not dealt": [*SEATED, BEGUN],
    "a stranger begins": [*SEATED, Begun((Seat(ANN, "Ann"), Seat(CEM, "Cem"))), two(DEALT)],
    "somebody has no seat": [*SEATED, Begun((Seat(ANN, "Ann"), Seat(None, "Bot"))), two(DEALT)],
    "somebody has two seats": [*SEATED, Begun((*BEGUN.seats, Seat(ANN, "Ann"))), DEALT],
    "a game of one": [*SEATED[:2], Begun((Seat(ANN, "Ann"),)), replace(DEALT, racks=DEALT.racks[:1])],
    "dealt in the lobby": [*SEATED, two(DEALT)],
    "dealt in another mode": [*SEATED, BEGUN, replace(two(DEALT), mode="duel")],
    "dealt for more": [*SEATED, BEGUN, DEALT],
    "dealt twice": [*SEATED, BEGUN, two(DEALT), two(DEALT)],
    "dealt what there is not": [*SEATED, BEGUN, Dealt("standard", RACKS)],
    "dealt something unknown": [*SEATED, BEGUN, Dealt("standard", ((None,) * 6,) * 2)],
    "agreed in the lobby": [*SEATED, StopVoted(ANN)],
    "a stranger agreed": [*SEATED, BEGUN, two(DEALT), StopVoted(EVE)],
    "a stranger declined": [*SEATED, BEGUN, two(DEALT), StopVoted(ANN), StopVoteRejected(EVE)],
    "left a game": [*SEATED, BEGUN, two(DEALT), Left(ANN, ANN)],
    "closed a game": [*SEATED, BEGUN, two(DEALT), Cancelled(ANN)],
    "agreed after the end": [*SEATED, BEGUN, two(DEALT), Stopped("stopped"), StopVoted(ANN)],
    "stopped twice": [*SEATED, BEGUN, two(DEALT), Stopped("stopped"), Stopped("stopped")],
    "played in the lobby": [*SEATED, Placed(0, PIECES[0], (1, 2))],
    "drawn without a placement": [*SEATED, BEGUN, two(DEALT), TurnEnded(0, (), ())],
    "drawn something unknown": [*log_of("standard")[:7], TurnEnded(0, (), (None,))],
    "missed out of turn": [*RUNNING, TurnMissed(1)],
    "idle out of turn": [*RUNNING, TakeoverOffered(1)],
    "held where there is no seat": [*RUNNING, SeatTakenOver(2)],
    "held before the deal": [*SEATED, SeatTakenOver(0)],
    "came back without having been away": [*RUNNING, Returned(ANN)],
    "a stranger resigned": [*RUNNING, Resigned(EVE)],
    "a stranger nudged": [*RUNNING, Nudged(EVE, 0)],
    "a stranger wants a bot": [*RUNNING, TakeoverVoted(EVE)],
    "a rematch of a running game": [*RUNNING, RematchAccepted(ANN)],
    "no rematch of a running game": [*RUNNING, RematchDeclined(ANN)],
    "the rematch of a running game": [*RUNNING, Rematched(2)],
    "a stranger wants a rematch": [*RUNNING, Stopped("stopped"), RematchAccepted(EVE)],
    "the analysis of a running game": [*RUNNING, AnalysisShared(ANN)],
    "the replay of a running game": [*RUNNING, ReplayShared(ANN)],
    "halted in the lobby": [*SEATED, EndedEarly("unused")],
}


@pytest.mark.parametrize("log", BROKEN.values(), ids=BROKEN)
def test_a_log_that_cannot_have_happened_is_unreadable(log):
    with pytest.raises(Unreadable):
        fold(1, log)


def test_an_unreadable_log_says_which_event_is_wrong():
    with pytest.raises(Unreadable, match=r"^event 4: "):
        fold(1, [*SEATED, Joined(CEM, "Cem")])
