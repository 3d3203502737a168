"""Custom ids: what a press says comes back exactly, and nothing else comes back as a press."""

from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.screens.custom_ids import custom_id, log_fields, parse, parse_channels
from bot.screens.draft import NOTHING, Draft
from bot.screens.press import (
    ChosenGamePress,
    DailyBoardPress,
    DailyPress,
    DailyTurnPress,
    GamePress,
    GamesPress,
    GiftPress,
    HintPress,
    JoinPress,
    LessonPress,
    LessonTurnPress,
    NextLessonPress,
    OpenTurnPress,
    PersonPress,
    PlanPress,
    PreferenceChoice,
    PuzzlePress,
    PuzzleTurnPress,
    ReplayPress,
    RulesPress,
    SeatChoice,
    ServerPress,
    SettingChoice,
    TermChoice,
    TournamentPress,
    TurningPointPress,
    TurnPress,
    VotePress,
)
from bot.screens.verbs import (
    DailyVerb,
    GameVerb,
    PersonVerb,
    Placing,
    Planning,
    Preference,
    ReplayVerb,
    SeatVerb,
    ServerVerb,
    Setting,
    Step,
    Term,
    TournamentVerb,
    Vote,
)
from game.board import CELLS
from game.lessons import STEPS
from game.modes import MODES
from game.tiles import parse_tile

RB = parse_tile("RB")
WHOLE = Draft(RB, None, CELLS[0], CELLS[1])
DAY = date(2026, 11, 28)

games = st.integers(1, 10**14 - 1)
versions = st.integers(0, 10**9 - 1)
days = st.dates(date(2020, 1, 1), date(2199, 12, 31))
in_panels = st.sampled_from([*Step, *Placing])
drafts = st.sampled_from([NOTHING, Draft(RB), Draft(RB, row=15), Draft(RB, at=CELLS[0]), WHOLE])
texts = st.from_regex(r"[A-Za-z0-9.-]{0,40}", fullmatch=True)
presses = st.one_of(
    st.builds(TurnPress, games, versions, in_panels, drafts),
    st.builds(PlanPress, games, versions, st.sampled_from(Planning), drafts),
    st.builds(HintPress, games, versions),
    st.builds(VotePress, games, versions, st.sampled_from(Vote)),
    st.builds(GiftPress, games, versions, st.integers(0, 9)),
    st.builds(GamePress, games, st.sampled_from(GameVerb)),
    st.builds(JoinPress, games, st.sampled_from([None, 0, 1])),
    st.builds(SeatChoice, games, st.sampled_from(SeatVerb), st.sampled_from([None, 0, 3]), texts),
    st.builds(TermChoice, games, st.sampled_from(Term), texts),
    st.builds(ReplayPress, games, st.sampled_from(ReplayVerb), st.integers(0, 9999)),
    st.builds(TurningPointPress, games, st.integers(1, 3)),
    st.builds(ChosenGamePress, games, texts),
    st.builds(DailyPress, days, st.sampled_from(DailyVerb)),
    st.builds(DailyBoardPress, days, st.integers(0, 9999)),
    st.builds(DailyTurnPress, days, versions, in_panels, drafts),
    st.just(NextLessonPress()),
    st.builds(LessonPress, st.integers(0, STEPS)),
    st.builds(LessonTurnPress, st.integers(0, STEPS - 1), in_panels, drafts),
    st.builds(PuzzlePress, st.sampled_from([None, *MODES])),
    st.builds(PuzzleTurnPress, versions, in_panels, drafts),
    st.builds(PersonPress, st.sampled_from(PersonVerb)),
    st.builds(OpenTurnPress, games),
    st.builds(TournamentPress, st.integers(1, 10**12), st.sampled_from(TournamentVerb)),
    st.builds(GamesPress, versions),
    st.builds(RulesPress, st.sampled_from([*MODES])),
    st.builds(PreferenceChoice, st.sampled_from(Preference), texts),
    st.builds(ServerPress, st.sampled_from(ServerVerb)),
    st.builds(SettingChoice, st.sampled_from(Setting), st.just(()) | st.tuples(texts.filter(bool))),
)


@given(presses)
def test_a_press_comes_back_from_its_custom_id(press):
    assert parse(custom_id(press)) == press


@given(presses)
def test_a_custom_id_fits_into_what_discord_allows(press):
    assert 1 <= len(custom_id(press)) <= 100


@given(st.text(max_size=110))
def test_any_other_text_is_no_press(text):
    assume(not text.startswith("ig1:"))
    assert parse(text) is None


OLD = {
    "ig1:7:12:play:": TurnPress(7, 12, Step.PLAY),
    "ig1:7:12:again:": TurnPress(7, 12, Step.OTHER_TILE),
    "ig1:7:12:way:RB.3": TurnPress(7, 12, Step.DIRECTION, Draft(RB, row=3)),
    "ig1:7:12:swap:RB.A1.A2": TurnPress(7, 12, Placing.PLACE_AND_EXCHANGE, WHOLE),
    "ig1:7:12:hint:": HintPress(7, 12),
    "ig1:7:12:planif:RB.A1.A2": PlanPress(7, 12, Planning.PLAN_UNTOUCHED, WHOLE),
    "ig1:7:12:unplan:": GamePress(7, GameVerb.DROP_PLAN),
    "ig1:7:12:rack:r": GamePress(7, GameVerb.RACK),
    "ig1:7:12:dmon:": GamePress(7, GameVerb.NOTICES_ON),
    "ig1:7:12:back:": GamePress(7, GameVerb.COME_BACK),
    "ig1:7:0:film:30": GamePress(7, GameVerb.FILM),
    "ig1:7:0:notagain:": GamePress(7, GameVerb.NO_REMATCH),
    "ig1:7:5:give:2": GiftPress(7, 5, 2),
    "ig1:7:5:agree:": VotePress(7, 5, Vote.STOP),
    "ig1:7:5:decline:": VotePress(7, 5, Vote.PLAY_ON),
    "ig1:7:5:automatic:": VotePress(7, 5, Vote.TAKE_OVER),
    "ig1:7:0:join:": JoinPress(7),
    "ig1:7:0:join:1": JoinPress(7, 1),
    "ig1:7:0:removed:": SeatChoice(7, SeatVerb.REMOVED, None),
    "ig1:7:1:level:": SeatChoice(7, SeatVerb.BOT_LEVEL, 0),
    "ig1:7:0:seats:": TermChoice(7, Term.SEATS),
    "ig1:7:0:earlier:29": ReplayPress(7, ReplayVerb.EARLIER, 29),
    "ig1:7:0:point:3": TurningPointPress(7, 3),
    "ig1:7:0:which:place.RB.E7.E8": ChosenGamePress(7, "place.RB.E7.E8"),
    "ig1:100000020261128:0:play:": DailyTurnPress(DAY, 0, Step.PLAY),
    "ig1:100000020261128:4:place:RB.A1.A2": DailyTurnPress(DAY, 4, Placing.PLACE, WHOLE),
    "ig1:100000020261128:0:daily:": DailyPress(DAY),
    "ig1:100000020261128:0:daily:month": DailyPress(DAY, DailyVerb.MONTH),
    "ig1:100000020261128:0:daily:giveup": DailyPress(DAY, DailyVerb.GIVE_UP),
    "ig1:100000020261128:0:resign:": DailyPress(DAY, DailyVerb.RESIGN),
    "ig1:100000020261128:0:dailyshare:": DailyPress(DAY, DailyVerb.SHARE),
    "ig1:100000020261128:0:dailyboard:12": DailyBoardPress(DAY, 12),
    "ig1:200000000000000:0:learn:on": NextLessonPress(),
    "ig1:200000000000006:0:learn:": LessonPress(6),
    "ig1:200000000000002:9:tile:RB": LessonTurnPress(2, Step.TILE, Draft(RB)),
    "ig1:200000000000006:0:beginner:": PersonPress(PersonVerb.PLAY_BEGINNER),
    "ig1:0:0:puzzle:": PuzzlePress(None),
    "ig1:0:0:puzzle:solo": PuzzlePress("solo"),
    "ig1:0:4711:sureswap:RB.A1.A2": PuzzleTurnPress(4711, Placing.SURE_AND_EXCHANGE, WHOLE),
    "ig1:0:0:forget:": PersonPress(PersonVerb.FORGET),
    "ig1:0:0:profile:": PersonPress(PersonVerb.POST_PROFILE),
    "ig1:0:0:settings:": ServerPress(ServerVerb.SETTINGS),
    "ig1:0:0:prefconfirm:on": PreferenceChoice(Preference.CONFIRM, "on"),
    "ig1:0:0:setchannels:": SettingChoice(Setting.CHANNELS),
}
"""Ids that stand in messages of the first days of the bot."""


def test_ids_of_old_messages_mean_what_they_meant():
    assert {text: parse(text) for text in OLD} == OLD


def test_the_option_that_was_chosen_takes_the_place_of_the_draft():
    assert parse("ig1:7:12:way:", "RB.3") == TurnPress(7, 12, Step.DIRECTION, Draft(RB, row=3))
    assert parse("ig1:7:3:removed:", "bot1") == SeatChoice(7, SeatVerb.REMOVED, 2, "bot1")
    assert parse("ig1:7:0:pace:x", "1d") == TermChoice(7, Term.PACE, "1d")


@pytest.mark.parametrize("value", ["RB 3", "a" * 41, "\u0663", "1\n"])
def test_an_option_that_no_select_has_is_none(value):
    assert parse("ig1:7:0:pace:", value) is None


def test_a_log_says_nothing_of_the_tile_that_a_press_names():
    assert log_fields(TurnPress(7, 12, Placing.PLACE, WHOLE)) == {"verb": "place", "version": "12"}


FORGED = [
    "ig1:1:2:unheard:",
    "",
    "ig1",
    "ig1::::",
    "ig1:1:2:play",
    "ig1:1:2::",
    "ig1:1:2:play:x:y",
    "ig2:1:2:play:",
    " ig1:1:2:play:",
    "ig1:1:2:play:\n",
    "ig1:1:2:play:RB\n",
    "ig1:-1:2:play:",
    "ig1:1:-2:play:",
    "ig1:1.0:2:play:",
    "ig1:1:2:PLAY:",
    "ig1:1:2:spiel€:",
    "ig1:1:2:play:RB E7",
    "ig1:1:2:play:RB/E7",
    "ig1:1:2:play:" + "A" * 41,
    "ig1:1:2:" + "a" * 13 + ":",
    "ig1:1234567890123456:2:play:",
    "ig1:1:1234567890:play:",
    "ig1:\u0663:2:play:",
    "ig1:1:\u0663:way:",
    "ig1:\uff11:2:play:",
    "ig1:1:2:\uff50lay:",
    "ig1:01:2:play:",
    "ig1:1:02:play:",
    "ig1:1:2:pla\u0131:",
    "ig1:1:2:pla\u017f:",
    # What is about a game with what only a day, a step or a puzzle has, and the other way round.
    "ig1:1:0:daily:",
    "ig1:1:0:learn:",
    "ig1:1:0:puzzle:",
    "ig1:0:0:rack:",
    "ig1:100000020261128:0:rack:",
    "ig1:200000000000001:0:hint:",
    # Beyond all bounds.
    "ig1:100000000000000:0:play:",
    "ig1:100000020269999:0:play:",
    "ig1:100000020260229:0:play:",
    "ig1:100000020191231:0:play:",
    "ig1:100000022000101:0:play:",
    "ig1:100000099991231:0:daily:",
    "ig1:100000099991231:0:dailyboard:0",
    "ig1:199999999999999:0:play:",
    "ig1:200000000000006:0:tile:RB",
    "ig1:200000000000007:0:learn:",
    "ig1:999999999999999:0:learn:",
    "ig1:0:0:puzzle:chess",
    "ig1:1:2:tile:XX",
    "ig1:1:2:row:RB.16",
    "ig1:1:2:place:RB.E7.E8.E9",
    "ig1:1:0:join:2",
    "ig1:1:0:point:0",
    "ig1:1:0:point:4",
    "ig1:1:0:later:10000",
    "ig1:1:0:later:07",
    "ig1:1:0:later:",
    "ig1:100000020261128:0:dailyboard:",
    "ig1:100000020261128:0:daily:week",
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_id_is_none(forged):
    assert parse(forged) is None


near = st.builds(
    lambda id_, at, char: id_[:at] + char + id_[at + 1 :],
    presses.map(custom_id),
    st.integers(0, 60),
    st.characters(),
)


@given(near)
def test_an_id_that_looks_like_ours_is_none_or_says_all_of_its_press_again(id_):
    press = parse(id_)
    assert press is None or parse(custom_id(press)) == press


CHANNELS = "1456074443980800005", "1456074443980800006"


@pytest.mark.parametrize("channels", [(), CHANNELS[:1], CHANNELS])
def test_the_channels_that_were_chosen_come_with_the_setting(channels):
    pressed = custom_id(SettingChoice(Setting.CHANNELS))
    assert parse_channels(pressed, channels) == SettingChoice(Setting.CHANNELS, channels)


@pytest.mark.parametrize(
    ("pressed", "channels"),
    [
        (SettingChoice(Setting.CHANNELS), ["all"]),
        (SettingChoice(Setting.CHANNELS), ["1" * 20]),
        (SettingChoice(Setting.CHANNELS), list(CHANNELS[:1]) * 26),
        (GamePress(7, GameVerb.RACK), CHANNELS),
    ],
    ids=["a word", "no id", "too many", "no setting"],
)
def test_other_choices_of_channels_are_no_press(pressed, channels):
    assert parse_channels(custom_id(pressed), channels) is None
