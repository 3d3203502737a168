"""What each message about a game says, and to whom: a message and its table become a screen. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import assert_never

from bot.screens import analysis, board, info, lobby, phrases, rematch, replay, votes
from bot.screens.location import whereabouts
from bot.screens.model import Button, Screen, with_button
from bot.screens.press import GiftPress
from bot.screens.times import left_line
from bot.services.context import public_texts
from bot.services.loaded import Loaded
from bot.tables.gifts import can_be_given
from bot.tables.messages import (
    AbandonWarning,
    AnalysisMessage,
    BoardMessage,
    ChannelDeleted,
    DeadlinePassed,
    GameMessage,
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
    StopVoteMessage,
    TakeoverQuestion,
    ThreadLeft,
    TimeCredited,
    TimeGift,
    TurnNotice,
)
from bot.tables.rematch import is_agreed
from bot.tables.schedule import is_quiet, last_day, on_vacation
from bot.tables.table import Table
from bot.texts import Language, Texts, known, plain, texts
from data.ids import UserId
from data.store import PlayerRow, Preferences
from game.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to come: in the channel of the game, or directly to a person."""

    screen: Screen
    user: UserId | None = None
    instead: Screen | None = None
    """What the channel gets where the person takes no direct messages."""
    is_secret: bool = False
    """Whether nobody else may learn that there was something to say: then the channel gets nothing at all."""


@dataclass(frozen=True, slots=True)
class Context:
    """Everything besides the message that its text depends on."""

    loaded: Loaded
    preferences: Preferences
    now: datetime
    default_language: Language = "en"
    analysis: Analysis | None = None
    """The kept analysis of the game, where the message is about that."""
    feats: Mapping[UserId, tuple[str, ...]] = field(default_factory=dict[UserId, tuple[str, ...]])
    """Who had which achievement in this game for the first time, where the message is its end."""

    @property
    def table(self) -> Table:
        """The table that the message is about."""
        return self.loaded.table

    @property
    def texts(self) -> Texts:
        """The language of the table."""
        return public_texts(self.loaded)

    def player(self, user: UserId) -> PlayerRow:
        """The preferences of a person at the table."""
        return self.preferences.players.get(user) or PlayerRow(user)

    def is_turn(self, turn: int) -> bool:
        """Whether the turn with this number is going on."""
        return self.table.status == "running" and self.table.turn == turn


def render(  # noqa: C901, PLR0911, PLR0912 - one return a message
    message: GameMessage, context: Context
) -> Delivery | None:
    """The delivery of a message; `None` for one that is not true any more."""
    match message:
        case BoardMessage():
            return Delivery(render_board(message, context))
        case Remark():
            return Delivery(Screen(_sentence(message, context.table, context.texts), mentions=message.mentions))
        case StopVoteMessage():
            return _public(_stop_vote(context))
        case ReplayMessage():
            return Delivery(_in_theme(replay.film(context.table, context.texts, public=True), context))
        case AnalysisMessage():
            return _analysis(context)
        case RematchOffer():
            return _public(_rematch_offer(context))
        case RematchExpired():
            return _public(_rematch_expired(context))
        case TakeoverQuestion():
            asked = context.table.takeover_offered
            return _public(votes.takeover_question(context.table, context.texts) if asked else None)
        case TimeCredited():
            return _public(_time_credited(context))
        case AbandonWarning(turn, until):
            valid, until_s = context.is_turn(turn), int(until.timestamp())
            return _public(votes.abandon_warning(context.table, context.texts, until=until_s) if valid else None)
        case LobbyExpiring(until):
            valid, until_s = context.table.status == "lobby", int(until.timestamp())
            return _public(lobby.expiring(context.table, context.texts, until=until_s) if valid else None)
        case DeadlinePassed(turn):
            return _public(_late(turn, context))
        case TimeGift(by, turn):
            return _public(_time_gift(by, turn, context))
        case Nudge(by, _, turn):
            return _public(_call("away.nudge", turn, context, by))
        case TurnNotice() | NextTurnNotice() | PlanNotice() | Reminder():
            return _notice(message, context) if context.is_turn(message.turn) else None
        case NewHost(user):
            valid = context.table.status == "lobby" and context.table.host == user
            return _public(lobby.new_host(context.table, context.texts) if valid else None)
        case NamesChanged() | ThreadLeft():
            return None
        case ChannelDeleted(user):
            words = texts(known(context.player(user).language, context.default_language))
            return Delivery(Screen(words("place.deleted", game=context.table.id)), user)
    assert_never(message)


def _public(screen: Screen | None) -> Delivery | None:
    return Delivery(screen) if screen else None


def _sentence(remark: Remark, table: Table, words: Texts) -> str:
    args: dict[str, object] = dict(remark.args)
    if remark.seat is not None:
        args["name"] = plain(table.names[remark.seat])
    if remark.until is not None:
        args["until"] = last_day(remark.until)
    return words(remark.key, **args)


# --- to the channel --------------------------------------------------------------------------------------------------


def _stop_vote(context: Context) -> Screen | None:
    table = context.table
    if table.status != "running":
        return None
    return (
        votes.stop_vote(table, context.texts)
        if table.stop_votes
        else Screen(context.texts("vote.lapsed", game=table.id))
    )


def _analysis(context: Context) -> Delivery | None:
    if context.analysis is None:
        return None
    screen = analysis.overview(context.table, context.analysis, context.texts, may_share=False)
    return Delivery(_in_theme(screen, context))


def _rematch_offer(context: Context) -> Screen | None:
    table = context.table
    if table.status != "over":
        return None
    if table.next_game is None:
        return None if is_agreed(table) else rematch.offer(table, context.texts)
    # Where the rematch is played its first message says so.
    in_thread = context.loaded.row.channel != context.loaded.row.home
    return rematch.offer(table, context.texts) if in_thread else None


def _rematch_expired(context: Context) -> Screen | None:
    table = context.table
    pending = table.rematch_accepted and not (is_agreed(table) or table.departed or table.rematch_declined_by)
    return rematch.expired(table, context.texts) if pending else None


def _time_credited(context: Context) -> Screen | None:
    deadline = context.loaded.row.deadline
    if context.table.status != "running" or deadline is None:
        return None
    return Screen(context.texts("away.credited", game=context.table.id, until=int(deadline.timestamp())))


def _late(turn: int, context: Context) -> Screen | None:
    """That the time of a turn is up, with the way for the others to give more."""
    screen, table = _call("away.late", turn, context), context.table
    if screen is None or not can_be_given(table):
        return screen
    return with_button(screen, Button(context.texts("button.give-day"), GiftPress(table.id, turn, table.gifts)))


def _time_gift(by: UserId, turn: int, context: Context) -> Screen | None:
    table, deadline = context.table, context.loaded.row.deadline
    if not context.is_turn(turn) or deadline is None:
        return None
    name, giver, until = plain(table.names[table.public.seat]), plain(table.name_of(by)), int(deadline.timestamp())
    return Screen(context.texts("away.given", game=table.id, name=name, by=giver, until=until))


def _call(key: str, turn: int, context: Context, by: UserId | None = None) -> Screen | None:
    """A public message to the player on turn; in their quiet hours it notifies nobody."""
    table, deadline = context.table, context.loaded.row.deadline
    user = table.seats[table.public.seat].user if context.is_turn(turn) else None
    if user is None:
        return None
    name = "?" if by is None else plain(table.name_of(by))
    until = int(deadline.timestamp()) if deadline else 0
    text = context.texts(key, who=f"<@{user}>", game=table.id, by=name, until=until)
    quiet = is_quiet(context.now, context.player(user))
    return Screen(text, mentions=() if quiet else (user,))


# --- to a person -----------------------------------------------------------------------------------------------------


def _notice(message: TurnNotice | NextTurnNotice | PlanNotice | Reminder, context: Context) -> Delivery | None:
    """A notice to a person about the turn that is going on."""
    match message:
        case TurnNotice(user):
            return _turn_notice(user, context)
        case NextTurnNotice(user):
            return _next_turn_notice(user, context)
        case PlanNotice(user, _, why):
            return _plan_notice(user, why, context)
        case Reminder(user):
            return _reminder(user, context)
    assert_never(message)


def _turn_notice(user: UserId, context: Context) -> Delivery | None:
    player, table = context.player(user), context.table
    # In a direct message the board itself calls to the turn.
    by_itself = context.loaded.row.guild is None and not context.loaded.lives_by_presses
    if by_itself or not player.dm_rack:
        return None
    words = _texts_of(player, context)
    notice = info.turn_notice(table, table.view_for(user), words, whereabouts(context.loaded, words))
    text = _with_left(notice.text, table.turn_time, context, words)
    return Delivery(replace(notice, text=text, theme=player.theme), user)


def call_directly(context: Context) -> Delivery | None:
    """The call to the player on turn whose channel does not get the board; `None` where they are called anyway."""
    table = context.table
    user = table.seats[table.public.seat].user if table.status == "running" else None
    by_presses = context.loaded.lives_by_presses
    is_called = table.is_alone if by_presses else context.loaded.row.guild is None
    if user is None or is_called or context.player(user).dm_rack:
        return None
    words = _texts_of(context.player(user), context)
    where = whereabouts(context.loaded, words)
    location = f"{where.location} {where.link}" if by_presses else where.location
    text = words("notice.turn" if by_presses else "notice.call", game=table.id, location=location)
    return Delivery(Screen(text, rows=board.play_row(table, table.view_for(user), words)), user)


def _next_turn_notice(user: UserId, context: Context) -> Delivery:
    words, table = _texts_of(context.player(user), context), context.table
    name, where = plain(table.names[table.public.seat]), whereabouts(context.loaded, words)
    return Delivery(Screen(words("notice.next", game=table.id, name=name, location=where.location)), user)


def _plan_notice(user: UserId, why: str, context: Context) -> Delivery:
    words, table = _texts_of(context.player(user), context), context.table
    where = whereabouts(context.loaded, words)
    text = words("notice.plan", game=table.id, location=where.link or where.location, why=words(f"plan.lapsed.{why}"))
    return Delivery(Screen(text, rows=board.play_row(table, table.view_for(user), words)), user, is_secret=True)


def _reminder(user: UserId, context: Context) -> Delivery | None:
    player, table, deadline = context.player(user), context.table, context.loaded.row.deadline
    if deadline is None or player.reminders == "off":
        return None
    words = _texts_of(player, context)
    where = whereabouts(context.loaded, words)
    at, location = int(deadline.timestamp()), where.link or where.location
    left = deadline - context.now
    public = context.texts("away.reminder", who=f"<@{user}>", game=table.id, until=at)
    public = _with_left(public, left, context, context.texts)
    private = _with_left(words("notice.reminder", game=table.id, until=at, location=location), left, context, words)
    rows = board.play_row(table, table.view_for(user), words)
    return Delivery(Screen(private, rows=rows), user, Screen(public, mentions=(user,)))


def _with_left(text: str, time: timedelta | None, context: Context, words: Texts) -> str:
    """A text, with how much of their time bank the player on turn has left where there is one."""
    table = context.table
    if time is None or table.pace is None or not table.pace.is_bank:
        return text
    return f"{text}\n{left_line(table, table.public.seat, time, words)}"


def _texts_of(player: PlayerRow, context: Context) -> Texts:
    return texts(known(player.language, context.texts.language))


# --- the board -------------------------------------------------------------------------------------------------------


def combined(messages: Sequence[BoardMessage]) -> BoardMessage:
    """One message of several that wait together: all of their turns and remarks."""
    remarks = tuple(remark for message in messages for remark in message.remarks)
    return BoardMessage(min(one.since for one in messages), any(one.begun for one in messages), remarks)


def render_board(message: BoardMessage, context: Context) -> Screen:
    """The public message of a table: its lobby, its position, or its end."""
    table, words = context.table, context.texts
    if table.state is None:
        screen = lobby.lobby(table, words)
    else:
        players = [context.player(user) for user in table.active if table.status == "running"]
        away = {one.user: one.vacation_until for one in players if one.vacation_until and on_vacation(one, context.now)}
        happened = [_sentence(remark, table, words) for remark in message.remarks]
        happened += phrases.feat_lines(context.feats, table, words)
        deadline = context.loaded.row.deadline
        screen = board.board(
            table, words, message.since, begun=message.begun, happened=happened, deadline=deadline, away=away
        )
    return _in_theme(screen, context)


def render_names(context: Context) -> Screen:
    """The public message of a table as it would be shown anew: with the names of now, and its last turn."""
    table = context.table
    turns = len(table.public.turns) if table.state else 0
    return render_board(BoardMessage(max(0, turns - 1), begun=table.status == "running" and not turns), context)


def _in_theme(screen: Screen, context: Context) -> Screen:
    """A public screen in the look of the server."""
    server = context.preferences.server
    return replace(screen, theme=server.theme) if server else screen
