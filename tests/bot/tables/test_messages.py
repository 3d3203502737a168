"""The stored messages and timers: each comes back as it was, as written below too, and nothing else does."""

import json
from datetime import UTC, date, datetime
from types import NoneType
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables import outbox_rows
from bot.tables.messages import (
    AbandonWarning,
    AnalysisMessage,
    BoardMessage,
    ChannelDeleted,
    DailyRanking,
    DeadlinePassed,
    LobbyExpiring,
    NamesChanged,
    NewHost,
    NextTurnNotice,
    Nudge,
    PlanNotice,
    Remark,
    RematchExpired,
    RematchOffer,
    Reminder,
    ReplayMessage,
    ResultWithdrawn,
    SharedResult,
    StopVoteMessage,
    TakeoverQuestion,
    ThreadLeft,
    TimeCredited,
    TimeGift,
    TournamentMessage,
    TurnNotice,
    Welcome,
    WithdrawalWarning,
)
from bot.tables.outbox_rows import OutboxItem, Scheduled, kinds_of, read
from bot.tables.timers import (
    AbandonTimer,
    AbandonWarningTimer,
    BeginTimer,
    BeginTournament,
    BotTurn,
    DayTimer,
    DeadlineTimer,
    GraceTimer,
    LobbyExpiryTimer,
    LobbyWarningTimer,
    PlannedMoveTimer,
    RematchTimer,
    RoundEnd,
    RoundWarning,
    TakeoverOfferTimer,
    TournamentReport,
)
from data.store import OutboxRow

NOW = datetime(2026, 1, 2, tzinfo=UTC)
NOW_S = int(NOW.timestamp())
CLASSES = get_args(OutboxItem)


def row(kind: str, body: str) -> OutboxRow:
    return OutboxRow(1, 1, kind, body, NOW, NOW, 0, None)


def stored(message: OutboxItem) -> OutboxRow:
    new = Scheduled(message).row
    return row(new.kind, new.body)


def of(hint: object) -> st.SearchStrategy:
    """Any value of the type of a field."""
    hint = getattr(hint, "__supertype__", hint)
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return st.lists(of(parts[0]), max_size=3).map(tuple)
    if parts and get_origin(hint) is not None and str(get_origin(hint)).endswith("Mapping'>"):
        return st.dictionaries(st.text(max_size=3), st.text(max_size=3) | st.integers(), max_size=2)
    if parts:
        return st.one_of(*(of(part) for part in parts))
    if hint is Remark:
        return of_class(Remark)
    return {
        int: st.integers(0, 2**63 - 1),
        float: st.floats(0, 1),
        str: st.text(max_size=32),
        bool: st.booleans(),
        NoneType: st.none(),
        date: st.dates(),
        datetime: st.integers(0, 2**32).map(lambda at: datetime.fromtimestamp(at, UTC)),
    }[hint]


def of_class(kind: type[OutboxItem]) -> st.SearchStrategy:
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: of(hints[name]) for name in kind.__dataclass_fields__})


def test_each_class_has_a_kind_of_its_own():
    assert set(outbox_rows._KINDS.values()) == set(CLASSES)
    assert len(set(kinds_of(CLASSES))) == len(CLASSES)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
@given(st.data())
@settings(max_examples=20)
def test_each_message_and_timer_comes_back_as_it_was(kind, data):
    message = data.draw(of_class(kind))
    assert read(stored(message)) == message


WRITTEN = [
    ("table", '{"since": 0}', BoardMessage(0)),
    ("table", '{"since": 3, "begun": true}', BoardMessage(3, begun=True)),
    (
        "table",
        '{"since": 4, "begun": false, "remarks": [{"key": "away.missed", "seat": 1}, {"key": "place.no-thread"}]}',
        BoardMessage(4, remarks=(Remark("away.missed", 1), Remark("place.no-thread"))),
    ),
    (
        "word",
        f'{{"key": "away.vacation", "seat": 0, "until": {NOW_S}, "args": {{}}}}',
        Remark("away.vacation", 0, NOW),
    ),
    (
        "word",
        '{"key": "place.home", "args": {"game": 7, "why": "x"}}',
        Remark("place.home", args={"game": 7, "why": "x"}),
    ),
    ("vote", "{}", StopVoteMessage()),
    ("again", "{}", RematchOffer()),
    ("replay", "{}", ReplayMessage()),
    ("analysis", "{}", AnalysisMessage()),
    ("asked", "{}", TakeoverQuestion()),
    ("credited", "{}", TimeCredited()),
    ("late", '{"turn": 4}', DeadlinePassed(4)),
    ("gift", '{"by": 31, "turn": 4}', TimeGift(31, 4)),
    ("nudge", '{"by": 31, "user": 4611686018427387904, "turn": 4}', Nudge(31, 2**62, 4)),
    ("lapse", "{}", RematchExpired()),
    ("fading", f'{{"turn": 4, "until": {NOW_S}}}', AbandonWarning(4, NOW)),
    ("expiring", f'{{"until": {NOW_S}}}', LobbyExpiring(NOW)),
    ("turn", '{"user": 31, "turn": 4}', TurnNotice(31, 4)),
    ("next", '{"user": 31, "turn": 4}', NextTurnNotice(31, 4)),
    ("remind", '{"user": 31, "turn": 4, "part": 0.875}', Reminder(31, 4, 0.875)),
    ("gone", '{"user": 31}', ChannelDeleted(31)),
    ("timeout", '{"turn": 4}', DeadlineTimer(4)),
    ("timeout", f'{{"turn": 4, "away": {NOW_S}}}', DeadlineTimer(4, NOW_S)),
    ("grace", '{"turn": 4}', GraceTimer(4)),
    ("grace", '{"turn": 4, "away": 0}', GraceTimer(4)),
    ("idle", '{"turn": 4, "away": 0}', TakeoverOfferTimer(4)),
    ("fade", '{"turn": 4, "away": 3600}', AbandonWarningTimer(4, 3600)),
    ("unused", '{"turn": 4, "away": 3600}', AbandonTimer(4, 3600)),
    ("warn", "{}", LobbyWarningTimer()),
    ("expire", "{}", LobbyExpiryTimer()),
    ("begin", "{}", BeginTimer()),
    ("bot", '{"turn": 3}', BotTurn(3)),
    ("plan", '{"user": 31, "turn": 4, "why": "taken"}', PlanNotice(31, 4, "taken")),
    ("planned", '{"user": 31, "turn": 4}', PlannedMoveTimer(31, 4)),
    ("rematch", "{}", RematchTimer()),
    ("dawn", "{}", DayTimer()),
    ("report", "{}", TournamentReport()),
    ("tournament", '{"tournament": 5}', TournamentMessage(5)),
    ("withdrawal", '{"tournament": 5, "round": 2}', WithdrawalWarning(5, 2)),
    ("tournament-begin", '{"tournament": 5}', BeginTournament(5)),
    ("round-warning", '{"tournament": 5, "round": 2}', RoundWarning(5, 2)),
    ("round-end", '{"tournament": 5, "round": 2}', RoundEnd(5, 2)),
    ("day", '{"day": "2026-03-29"}', DailyRanking(date(2026, 3, 29))),
    ("result", '{"day": "2026-03-29", "user": 31}', SharedResult(date(2026, 3, 29), 31)),
    ("withdrawn", '{"channel": 20, "message": 77}', ResultWithdrawn(20, 77)),
    ("title", "{}", NamesChanged()),
    ("left", '{"thread": 7, "home": 8}', ThreadLeft(7, 8)),
    ("host", '{"user": 7}', NewHost(7)),
    ("welcome", '{"channel": 20, "language": "de"}', Welcome(20, "de")),
]


def test_rows_as_they_are_written_are_read():
    wrong = [(kind, body) for kind, body, message in WRITTEN if read(row(kind, body)) != message]
    assert wrong == []
    assert {kind for kind, _, _ in WRITTEN} == set(kinds_of(CLASSES))


DAMAGED = [
    ("unheard-of", "{}"),
    ("word", "{"),
    ("word", "[]"),
    ("word", "null"),
    ("word", "[" * 100_000),
    ("word", '{"key": 7}'),
    ("word", '{"key": "x", "more": 1}'),
    ("word", '{"key": "x", "args": []}'),
    ("word", '{"key": "x", "seat": "0"}'),
    ("table", "{}"),
    ("table", '{"since": "0"}'),
    ("table", '{"since": true}'),
    ("table", '{"since": 0, "remarks": null}'),
    ("table", '{"since": 0, "remarks": [["x"]]}'),
    ("table", '{"since": 0, "remarks": [1]}'),
    ("timeout", '{"turn": null}'),
    ("turn", '{"user": 31, "version": 4}'),
    ("late", '{"turn": 4, "until": 9}'),
    ("remind", '{"user": 31, "turn": 4}'),
    ("word", '{"key": "x", "facts": {}}'),
    ("fading", '{"turn": 4, "until": 1e300}'),
    ("fading", '{"turn": 4, "until": ' + "9" * 30 + "}"),
]


def test_an_unknown_or_damaged_row_is_a_value_error_that_does_not_quote_it():
    for kind, body in DAMAGED:
        with pytest.raises(ValueError, match="not a stored message") as caught:
            read(row(kind, body))
        assert len(str(caught.value)) < 100


def test_a_body_is_one_json_object():
    new = Scheduled(BoardMessage(1, remarks=(Remark("away.missed", 0, NOW),))).row
    assert json.loads(new.body) == {
        "since": 1,
        "begun": False,
        "remarks": [{"key": "away.missed", "seat": 0, "until": NOW_S, "args": {}, "mentions": []}],
    }
