"""Custom ids of buttons and selects: `ig1:<about>:<version>:<word>:<draft>`, all that a press has to say.

What a press is about is a number: that of a game, or one of those below for what is no game. Ids come back from outside
and may be forged: `parse` takes only what means something, within bounds. Ids of messages that are in channels stay
readable, so words and numbers stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Final, assert_never

from bot.screens.draft import parse_draft
from bot.screens.press import (
    AboutDaily,
    AboutGame,
    AboutLesson,
    AboutPuzzle,
    AboutServer,
    AnnouncePress,
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
    Press,
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
from data.ids import GameId, TournamentId
from game.lessons import STEPS
from game.modes import MODES

_PUZZLES: Final = 0
"""Stands for all puzzles, whose code is the version, for the person who presses and for their server."""
_DAYS: Final = 10**14
"""Above the numbers of all games; a day is this and its date, such as 100000020261128."""
_LESSONS: Final = 2 * 10**14
"""Above the numbers of all days; a step of the guided first game is this and its number."""
_TOURNAMENTS: Final = 3 * 10**14
"""Above the numbers of all lessons; a tournament is this and its number."""
_YEARS: Final = range(2020, 2200)
"""In these a day of the daily challenge can be."""
_GO_ON: Final = "on"
"""The draft of what asks for the step of the guided first game to which its person has come."""
_DRAFT: Final = r"[A-Za-z0-9.-]{0,40}"
_ID: Final = re.compile(rf"ig1:(0|[1-9][0-9]{{0,14}}):(0|[1-9][0-9]{{0,8}}):([a-z]{{1,12}}):({_DRAFT})")


# --- presses to ids --------------------------------------------------------------------------------------------------


def custom_id(press: Press) -> str:  # noqa: C901, PLR0911, PLR0912 - one case a kind
    """The id for Discord, at most 100 characters."""
    match press:
        case DailyPress(day, verb):
            return f"ig1:{_number_of(day)}:0:{verb}"
        case DailyBoardPress(day, number):
            return _id(_number_of(day), 0, "dailyboard", str(number))
        case DailyTurnPress(day, version, verb, draft):
            return _id(_number_of(day), version, verb, draft.text)
        case LessonPress(step):
            return _id(_LESSONS + step, 0, "learn")
        case NextLessonPress():
            return _id(_LESSONS, 0, "learn", _GO_ON)
        case LessonTurnPress(step, verb, draft):
            return _id(_LESSONS + step, 0, verb, draft.text)
        case TournamentPress(tournament, verb):
            return _id(_TOURNAMENTS + tournament, 0, verb)
        case PuzzlePress(mode):
            return _id(_PUZZLES, 0, "puzzle", mode or "")
        case OpenTurnPress(game):
            return _id(game, 0, "open")
        case GamesPress(page):
            return _id(_PUZZLES, page, "games")
        case AnnouncePress(number):
            return _id(_PUZZLES, number, "announce")
        case RulesPress(mode):
            return _id(_PUZZLES, 0, "rules", mode)
        case PuzzleTurnPress(code, verb, draft):
            return _id(_PUZZLES, code, verb, draft.text)
        case PersonPress(verb) | ServerPress(verb):
            return _id(_PUZZLES, 0, verb)
        case PreferenceChoice(preference, chosen):
            return _id(_PUZZLES, 0, preference, chosen)
        case SettingChoice(setting, chosen):
            return _id(_PUZZLES, 0, setting, ".".join(chosen))
        case _:
            return _id_about_game(press)


def _id_about_game(press: AboutGame) -> str:  # noqa: C901, PLR0911 - one case a kind
    match press:
        case TurnPress(game, version, verb, draft) | PlanPress(game, version, verb, draft):
            return _id(game, version, verb, draft.text)
        case HintPress(game, version):
            return _id(game, version, "hint")
        case VotePress(game, turn, verb):
            return _id(game, turn, verb)
        case GiftPress(game, turn, gifts):
            return _id(game, turn, "give", str(gifts))
        case GamePress(game, verb):
            return _id(game, 0, verb)
        case JoinPress(game, team):
            return _id(game, 0, "join", "" if team is None else str(team))
        case SeatChoice(game, verb, bots, chosen):
            return _id(game, 0 if bots is None else bots + 1, verb, chosen)
        case TermChoice(game, verb, chosen):
            return _id(game, 0, verb, chosen)
        case ReplayPress(game, verb, turn):
            return _id(game, 0, verb, str(turn))
        case TurningPointPress(game, number):
            return _id(game, 0, "point", str(number))
        case ChosenGamePress(game, command):
            return _id(game, 0, "which", command)
        case _:
            assert_never(press)


def log_fields(press: Press) -> dict[str, str]:
    """What a log says of a press: without its draft, which may name a tile that nobody else may see."""
    _, _, version, word, _ = custom_id(press).split(":")
    return {"version": version, "verb": word}


def _id(about: int, version: int, word: str, draft: str = "") -> str:
    return f"ig1:{about}:{version}:{word}:{draft}"


def _number_of(day: date) -> int:
    return _DAYS + day.year * 10_000 + day.month * 100 + day.day


# --- ids to presses --------------------------------------------------------------------------------------------------


def _words(*kinds: Iterable[StrEnum]) -> Mapping[str, StrEnum]:
    return {str(verb): verb for kind in kinds for verb in kind}


_IN_PANELS: Final = _words(Step, Placing)
_ABOUT_GAMES: Final = _words(Step, Placing, Planning, Vote, GameVerb, SeatVerb, Term, ReplayVerb)
_ABOUT_DAYS: Final = _words(DailyVerb)
_ABOUT_PEOPLE: Final = _words(PersonVerb, Preference)
_ABOUT_SERVERS: Final = _words(ServerVerb, Setting)
_MOST_CHANNELS: Final = 25


def parse(custom_id: str, chosen: str | None = None) -> Press | None:
    """The press an id stands for; `None` if the id is none of ours, or nothing that there can be.

    `chosen` is the value of the option where it is a select; it replaces the draft.
    """
    match = _ID.fullmatch(custom_id)
    if match is None or (chosen is not None and not re.fullmatch(_DRAFT, chosen)):
        return None
    about, version, word = int(match[1]), int(match[2]), match[3]
    draft = match[4] if chosen is None else chosen
    try:
        return _parsed(about, version, word, draft)
    except ValueError:
        return None


def parse_channels(custom_id: str, channels: Sequence[str]) -> Press | None:
    """The press that a menu of channels stands for with what was chosen; `None` as in `parse`."""
    press = parse(custom_id)
    valid = len(channels) <= _MOST_CHANNELS and all(re.fullmatch(r"[0-9]{17,19}", one) for one in channels)
    return SettingChoice(press.setting, tuple(channels)) if valid and isinstance(press, SettingChoice) else None


def _parsed(about: int, version: int, word: str, draft: str) -> Press:  # noqa: PLR0911 - one case a kind
    """The press; raises `ValueError` where there is none."""
    verb = _ABOUT_PEOPLE.get(word)
    if isinstance(verb, PersonVerb):
        return PersonPress(verb)
    if isinstance(verb, Preference) and about == _PUZZLES:
        return PreferenceChoice(verb, draft)
    if about == _PUZZLES:
        return _about_server(word, draft) or _about_list(version, word, draft) or _about_puzzle(version, word, draft)
    if about < _DAYS and word == "open":
        return OpenTurnPress(GameId(about))
    if about < _DAYS:
        return _about_game(GameId(about), version, word, draft)
    if about < _LESSONS:
        return _about_daily(_day(about - _DAYS), version, word, draft)
    if about > _TOURNAMENTS:
        return TournamentPress(TournamentId(about - _TOURNAMENTS), TournamentVerb(word))
    return _about_lesson(about - _LESSONS, word, draft)


def _about_game(game: GameId, version: int, word: str, draft: str) -> AboutGame:  # noqa: PLR0911 - a kind a case
    match _ABOUT_GAMES.get(word):
        case Step() | Placing() as verb:
            return TurnPress(game, version, verb, parse_draft(draft))
        case Planning() as verb:
            return PlanPress(game, version, verb, parse_draft(draft))
        case Vote() as verb:
            return VotePress(game, version, verb)
        case GameVerb() as verb:
            return GamePress(game, verb)
        case SeatVerb() as verb:
            return SeatChoice(game, verb, version - 1 if version else None, draft)
        case Term() as verb:
            return TermChoice(game, verb, draft)
        case ReplayVerb() as verb:
            return ReplayPress(game, verb, _number(draft, 9999))
        case _:
            return _choice(game, version, word, draft)


def _choice(game: GameId, version: int, word: str, draft: str) -> AboutGame:
    match word:
        case "hint":
            return HintPress(game, version)
        case "join":
            return JoinPress(game, _number(draft, 1) if draft else None)
        case "give":
            return GiftPress(game, version, _number(draft, 9))
        case "point":
            return TurningPointPress(game, _number(draft, 3, least=1))
        case "which":
            return ChosenGamePress(game, draft)
        case _:
            raise ValueError("not about a game")


def _about_daily(day: date, version: int, word: str, draft: str) -> AboutDaily:
    match _IN_PANELS.get(word) or _ABOUT_DAYS.get(f"{word}:{draft}"):
        case Step() | Placing() as verb:
            return DailyTurnPress(day, version, verb, parse_draft(draft))
        case DailyVerb() as verb:
            return DailyPress(day, verb)
        case _ if word == "dailyboard":
            return DailyBoardPress(day, _number(draft, 9999))
        case _:
            raise ValueError("not about the daily challenge")


def _about_lesson(step: int, word: str, draft: str) -> AboutLesson:
    match _IN_PANELS.get(word):
        case Step() | Placing() as verb if step < STEPS:
            return LessonTurnPress(step, verb, parse_draft(draft))
        case _ if word == "learn" and step <= STEPS:
            return NextLessonPress() if draft == _GO_ON else LessonPress(step)
        case _:
            raise ValueError("not about the guided first game")


def _about_server(word: str, draft: str) -> AboutServer | None:
    match _ABOUT_SERVERS.get(word):
        case ServerVerb() as verb:
            return ServerPress(verb)
        case Setting() as setting:
            return SettingChoice(setting, (draft,) if draft else ())
        case _:
            return None


def _about_list(page: int, word: str, draft: str) -> GamesPress | RulesPress | AnnouncePress | None:
    match word:
        case "announce" if not draft:
            return AnnouncePress(page)
        case "games" if not draft:
            return GamesPress(page)
        case "rules" if draft in MODES:
            return RulesPress(draft)
        case _:
            return None


def _about_puzzle(code: int, word: str, draft: str) -> AboutPuzzle:
    match _IN_PANELS.get(word):
        case Step() | Placing() as verb:
            return PuzzleTurnPress(code, verb, parse_draft(draft))
        case _ if word == "puzzle" and (not draft or draft in MODES):
            return PuzzlePress(draft or None)
        case _:
            raise ValueError("not about a puzzle")


def _day(digits: int) -> date:
    year, month, day = digits // 10_000, digits // 100 % 100, digits % 100
    if year not in _YEARS:
        raise ValueError("no day of the daily challenge")
    return date(year, month, day)


def _number(draft: str, most: int, *, least: int = 0) -> int:
    """A number within bounds, as `str` writes it."""
    number = int(draft) if draft.isdecimal() else -1
    if not least <= number <= most or str(number) != draft:
        raise ValueError("no such number")
    return number
