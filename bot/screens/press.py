"""Presses: what the buttons and selects of messages stand for. One class a kind, with all that it needs and no more.

A half-made choice lives in the draft of a press, so nothing of it is kept in the process. `custom_ids` writes and reads
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.screens.draft import NOTHING, Draft
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

# --- about a game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnPress:
    """A press in the panel of a game."""

    game: GameId
    version: int
    """Of the position that the message shows."""
    verb: Step | Placing
    draft: Draft = NOTHING


@dataclass(frozen=True, slots=True)
class PlanPress:
    """A press that plans the placement which the panel has put together."""

    game: GameId
    version: int
    """Of the position that the message shows."""
    verb: Planning
    draft: Draft


@dataclass(frozen=True, slots=True)
class HintPress:
    """A press that asks for a hint."""

    game: GameId
    version: int
    """Of the position that the message shows."""


@dataclass(frozen=True, slots=True)
class VotePress:
    """A press that answers a vote."""

    game: GameId
    turn: int
    verb: Vote


@dataclass(frozen=True, slots=True)
class GiftPress:
    """A press that gives time to the turn with this number."""

    game: GameId
    turn: int
    gifts: int
    """How many the turn had before."""


@dataclass(frozen=True, slots=True)
class GamePress:
    """A press that needs nothing but the game."""

    game: GameId
    verb: GameVerb


@dataclass(frozen=True, slots=True)
class JoinPress:
    """A press that takes a seat in a lobby."""

    game: GameId
    team: int | None = None
    """Counted from 0, where there are teams."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A choice of a host about a seat of the lobby."""

    game: GameId
    verb: SeatVerb
    bots: int | None
    """How many bots the lobby had when the choice was offered; `None` in a message of an older release."""
    chosen: str = ""
    """The value of the option; empty in the select itself."""


@dataclass(frozen=True, slots=True)
class TermChoice:
    """A choice of a host of a term of the table."""

    game: GameId
    verb: Term
    chosen: str = ""
    """The value of the option; empty in the select itself."""


@dataclass(frozen=True, slots=True)
class ReplayPress:
    """A press that shows the position after a turn of a replay."""

    game: GameId
    verb: ReplayVerb
    turn: int


@dataclass(frozen=True, slots=True)
class TurningPointPress:
    """A press that shows a turning point of an analysis, counted from 1."""

    game: GameId
    number: int


@dataclass(frozen=True, slots=True)
class ChosenGamePress:
    """A press that says for which of several games a command was meant."""

    game: GameId
    command: str
    """The command with what was typed, such as `place.RB.E7.E8`."""


AboutGame = (
    TurnPress
    | PlanPress
    | HintPress
    | VotePress
    | GiftPress
    | GamePress
    | JoinPress
    | SeatChoice
    | TermChoice
    | ReplayPress
    | TurningPointPress
    | ChosenGamePress
)


# --- about no game ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DailyPress:
    """A press about a day of the daily challenge."""

    day: date
    verb: DailyVerb = DailyVerb.OVERVIEW


@dataclass(frozen=True, slots=True)
class DailyBoardPress:
    """A press that shows one of the boards of a day, counted from 0."""

    day: date
    number: int


@dataclass(frozen=True, slots=True)
class DailyTurnPress:
    """A press in the panel of a try at the daily challenge; its first step opens the try."""

    day: date
    version: int
    """Of the position that the message shows; 0 outside the panel."""
    verb: Step | Placing
    draft: Draft = NOTHING


@dataclass(frozen=True, slots=True)
class NextLessonPress:
    """A press that shows the step of the guided first game to which its person has come."""


@dataclass(frozen=True, slots=True)
class LessonPress:
    """A press that shows a step of the guided first game."""

    step: int
    """Counted from 0, `STEPS` for the end."""


@dataclass(frozen=True, slots=True)
class LessonTurnPress:
    """A press in the panel of a step of the guided first game."""

    step: int
    verb: Step | Placing
    draft: Draft = NOTHING


@dataclass(frozen=True, slots=True)
class PuzzlePress:
    """A press that asks for the next puzzle."""

    mode: str | None
    """The mode of the puzzle; `None` for any."""


@dataclass(frozen=True, slots=True)
class PuzzleTurnPress:
    """A press in the panel of a puzzle."""

    code: int
    verb: Step | Placing
    draft: Draft = NOTHING


@dataclass(frozen=True, slots=True)
class TournamentPress:
    """A press about a tournament."""

    tournament: TournamentId
    verb: TournamentVerb


@dataclass(frozen=True, slots=True)
class PersonPress:
    """A press about its person alone."""

    verb: PersonVerb


@dataclass(frozen=True, slots=True)
class PreferenceChoice:
    """A choice of a person for themselves."""

    preference: Preference
    chosen: str = ""
    """`on` or `off` for a switch, else the value of the option; empty in the select itself."""


@dataclass(frozen=True, slots=True)
class ServerPress:
    """A press about the settings of the server."""

    verb: ServerVerb


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A choice of a setting of the server."""

    setting: Setting
    chosen: tuple[str, ...] = ()
    """The values of the options, the numbers of channels; empty in the select itself."""


@dataclass(frozen=True, slots=True)
class OpenTurnPress:
    """A press that opens the turn of a game that waits for its person; the next one where it waits no more."""

    game: GameId


@dataclass(frozen=True, slots=True)
class GamesPress:
    """A press that shows a page of the games of its person, counted from 0."""

    page: int


@dataclass(frozen=True, slots=True)
class AnnouncePress:
    """A press of the operator that says to all tables what they have seen before."""

    number: int
    """Of the text that was shown."""


@dataclass(frozen=True, slots=True)
class RulesPress:
    """A press that shows the rules of a mode."""

    mode: str


PanelPress = TurnPress | DailyTurnPress | LessonTurnPress | PuzzleTurnPress
AboutDaily = DailyPress | DailyBoardPress | DailyTurnPress
AboutLesson = NextLessonPress | LessonPress | LessonTurnPress
AboutPuzzle = PuzzlePress | PuzzleTurnPress
AboutServer = ServerPress | SettingChoice
Press = (
    AboutGame
    | AboutDaily
    | AboutLesson
    | AboutPuzzle
    | TournamentPress
    | PersonPress
    | PreferenceChoice
    | OpenTurnPress
    | GamesPress
    | RulesPress
    | AnnouncePress
    | AboutServer
)


_LOOKS: Final = frozenset(
    {GameVerb.RACK, GameVerb.SCORES, GameVerb.HISTORY, GameVerb.RULES, GameVerb.FILM, GameVerb.FAIRNESS}
    | {GameVerb.REFRESH}
)


def game_of(press: Press) -> GameId | None:
    """The game that a press is about, if it is about one."""
    return press.game if isinstance(press, AboutGame | OpenTurnPress) else None


def declines(press: Press) -> bool:
    """Whether a press says no to a question for all; only the message that asks has such a button."""
    match press:
        case GamePress(verb=GameVerb.NO_REMATCH) | VotePress(verb=Vote.PLAY_ON):
            return True
        case _:
            return False


def only_shows(press: Press) -> bool:
    """Whether a press only shows something, from what is stored alone."""
    match press:
        case TurnPress(verb=verb) | DailyTurnPress(verb=verb) | LessonTurnPress(verb=verb) | PuzzleTurnPress(verb=verb):
            return verb == Step.PLAY
        case GamePress(verb=verb):
            return verb in _LOOKS
        case _:
            return isinstance(press, ReplayPress | OpenTurnPress | GamesPress | RulesPress)
