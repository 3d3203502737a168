"""The public message of a game: whose turn, what happened, the scores, the board; and its end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.screens import fairness
from bot.screens.model import Button, Row, Screen
from bot.screens.phrases import (
    left_words,
    length,
    score_line,
    score_lines,
    standing_lines,
    tie_break_line,
    turns_words,
    winner_words,
)
from bot.screens.picture_labels import labels
from bot.screens.press import GamePress, TurnPress
from bot.screens.rematch import series_words
from bot.screens.text_board import last_turn, scores_told
from bot.screens.times import others_left
from bot.screens.verbs import GameVerb, Step
from bot.tables.own_play import last_in_rating
from bot.tables.results import PLAYED_OUT
from bot.tables.schedule import last_day, stamp
from bot.tables.table import Table
from bot.texts import Texts, plain, unmarked
from data.ids import UserId
from game import record
from game.bag import commitment
from game.state import SeatView
from game.verify import bag_meta
from render.scene_builder import board_scene

ALT_LENGTH = 1024
_LENGTH = 1950
"""Characters of a message, a little below Discord's limit."""


def board(
    table: Table,
    texts: Texts,
    since: int,
    *,
    begun: bool = False,
    happened: Sequence[str] = (),
    deadline: datetime | None = None,
    away: Mapping[UserId, datetime] = MappingProxyType({}),
) -> Screen:
    """The message of a running or finished game that describes the turns from number `since` on.

    It is what everybody sees, so it is made from the public view alone. The player on turn is mentioned. `happened`
    are lines about the people, `deadline` is when the turn is due, `away` until when who is on vacation. With `begun`
    it is the first message of the game.
    """
    view = table.view_for(None)
    position = view.position
    # A person who plays alone has one message, which is edited: there it stays.
    sealed = _sealed(table, texts) if begun or table.is_alone else ""
    if position.ending:
        return _end(table, view, texts, since, happened, sealed)
    user = table.seats[position.seat].user
    who = f"<@{user}>" if user is not None else plain(table.short_names[position.seat])
    turns = position.turns[since:]
    lines = [
        texts(_turn_key(table), who=who, game=table.id),
        texts("board.until", until=stamp(deadline)) if deadline else "",
        others_left(table, texts),
        *dict.fromkeys([*happened, *_absent(table, away, texts)]),
        turns_words(turns, table.short_names, texts, limit=1000),
        score_line(position, table.short_names, texts),
        _rematch(table, texts) if begun else "",
        texts("tournament.game", tournament=table.opened.tournament) if begun and table.opened.tournament else "",
        sealed,
    ]
    return Screen(
        "\n".join(line for line in lines if line),
        board_scene(view, labels(table, view, texts), since=since if turns else None),
        board_alt(table, view, texts),
        (_buttons(table, view, texts), *_away_row(table, texts)),
        () if user is None else (user,),
    )


def _rematch(table: Table, texts: Texts) -> str:
    """Of which game this is the rematch, and how the series stands; nothing for a game that is none."""
    before = table.opened.previous
    return f"{texts('again.begun', game=before, next=table.id)} {series_words(table, texts)}".strip() if before else ""


def folded(text: str, table: Table, texts: Texts) -> str:
    """The line that is left of a message of `board` when a newer one has replaced it: its turns with their points.

    The first message of a game keeps the mark of its bag.
    """
    turns = tuple(texts("turn.line", name=plain(name), what="") for name in table.short_names)
    kept = [line for line in text.split("\n") if line.startswith(turns)]
    sealed = _sealed(table, texts)
    if sealed and sealed in text:
        kept.append(sealed.removeprefix("-# "))
    return " · ".join([texts("board.replaced", game=table.id), *kept])


def _sealed(table: Table, texts: Texts) -> str:
    """The mark of the seed of the bag, which nobody can change from then on."""
    return fairness.mark(commitment(table.seed), texts) if table.seed else ""


def _turn_key(table: Table) -> str:
    if table.is_thinking:
        return "board.thinking"
    return "board.turn-solo" if len(table.seats) == 1 else "board.turn"


def _absent(table: Table, away: Mapping[UserId, datetime], texts: Texts) -> list[str]:
    """Who can come back: a bot holds their seat, or they are on vacation; a line each."""
    lines: list[str] = []
    for at, seat in enumerate(table.seats):
        name = plain(table.names[at])
        if at in table.taken_over:
            lines.append(texts("away.held", name=name))
        elif seat.user is not None and seat.user in away:
            lines.append(texts("away.vacation", name=name, until=last_day(away[seat.user])))
    return lines


def _buttons(table: Table, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(texts("button.play"), TurnPress(table.id, view.position.version, Step.PLAY), "success"),
        Button(texts("button.rack"), GamePress(table.id, GameVerb.RACK)),
        Button(texts("button.scores"), GamePress(table.id, GameVerb.SCORES)),
        Button(texts("button.rules"), GamePress(table.id, GameVerb.RULES)),
    )


def _away_row(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The way back for those whose seats a bot holds."""
    if not table.taken_over:
        return ()
    return ((Button(texts("button.back"), GamePress(table.id, GameVerb.COME_BACK), "primary"),),)


def _last_in_rating(table: Table, texts: Texts) -> str:
    """Who comes last in the rating whatever the board says; nothing where nobody does, or the game is not rated."""
    ending = table.public.ending
    last = last_in_rating(table) if ending and ending.reason in PLAYED_OUT else ()
    return texts("end.left-to-others", names=[plain(table.names[seat]) for seat in last]) if last else ""


def _end(table: Table, view: SeatView, texts: Texts, since: int, happened: Sequence[str], sealed: str) -> Screen:
    position = view.position
    standing = standing_lines(position, table.names, texts) if position.seats > 1 else []
    above = [
        texts("end.head", game=table.id, what=winner_words(position, table.names, texts)),
        _why(table, texts),
        *happened,
        *(standing or score_lines(position, table.names, texts)),
        _last_in_rating(table, texts),
        series_words(table, texts),
    ]
    called = " ".join(f"<@{user}>" for user in table.mentionable) if len(table.humans) > 1 else ""
    room = _LENGTH - sum(length(line) + 1 for line in (*above, called, sealed))
    turns = turns_words(position.turns[since:], table.short_names, texts, limit=min(room, 600))
    return Screen(
        "\n".join(line for line in (*above, turns, sealed, called) if line),
        board_scene(view, labels(table, view, texts), since=since),
        board_alt(table, view, texts),
        rows=end_rows(table, texts),
        mentions=table.mentionable if len(table.humans) > 1 else (),
    )


def _why(table: Table, texts: Texts) -> str:
    """Why a game was stopped; nothing where it ended otherwise, or nobody knows."""
    if table.ended_early:
        return texts(f"end.why.{table.ended_early}")
    return texts("end.why.agreed") if table.stop_votes and set(table.active) <= table.stop_votes else ""


def end_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """What one can do with a finished game."""
    return (_end_row(table, texts),)


def _end_row(table: Table, texts: Texts) -> tuple[Button, ...]:
    again = Button(texts("button.again"), GamePress(table.id, GameVerb.REMATCH), "success")
    replay = Button(texts("button.replay"), GamePress(table.id, GameVerb.FILM))
    analysis = Button(texts("button.analysis"), GamePress(table.id, GameVerb.ANALYSIS))
    return (again, replay, analysis, fairness.button(table, texts))


def record_file(table: Table) -> bytes:
    """The record as a file: all of a finished game with the seed of its bag, of a running one what is public."""
    meta: dict[str, object] = {"resigned": sorted(table.resigned)} if table.resigned else {}
    if table.seed:
        meta["bag"] = bag_meta(table.seed, revealed=table.status == "over")
    document = record.export(table.events, table.names, public=True, meta=meta or None)
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def board_alt(table: Table, view: SeatView, texts: Texts) -> str:
    """A board picture in words: whose turn or who won, the last turn, the scores."""
    position, names = view.position, table.names
    parts = [
        winner_words(position, names, texts) or texts("textboard.turn", name=plain(names[position.seat])),
        last_turn(position, names, texts),
        *scores_told(position, names, texts),
        "" if position.ending else left_words(position, texts, sentence=True),
    ]
    return unmarked(" ".join(part for part in parts if part))[:ALT_LENGTH]


def present(table: Table, view: SeatView, texts: Texts) -> Screen:
    """The position again, for one person alone."""
    position = view.position
    head = (
        winner_words(position, table.names, texts)
        if position.ending
        else texts("board.turn-private", name=plain(table.short_names[position.seat]), game=table.id)
    )
    decided = tie_break_line(position, table.names, texts)
    return Screen(
        "\n".join(line for line in (head, decided, score_line(position, table.short_names, texts)) if line),
        board_scene(view, labels(table, view, texts)),
        board_alt(table, view, texts),
        play_row(table, view, texts),
    )


def over(table: Table, view: SeatView, texts: Texts, link: str | None, user: UserId) -> Screen:
    """The end of a game for one person who asks for something of it: who won, the end board, the rematch."""
    now = present(table, view, texts)
    head, *scores = now.text.split("\n")
    lines = [texts("over.head", game=table.id, what=head, link=link or "").rstrip(), *scores]
    if table.next_game is not None:
        lines.append(texts("refused.rematched", game=table.next_game))
    return replace(now, text="\n".join(lines), rows=end_rows(table, texts) if _may_rematch(table, user) else ())


def _may_rematch(table: Table, user: UserId) -> bool:
    """Whether this person can still ask for a rematch of a finished game."""
    open_to = table.next_game is None and table.rematch_declined_by is None and all(one > 0 for one in table.humans)
    return open_to and user in table.humans and user not in table.rematch_accepted


def with_way_on(screen: Screen, table: Table, texts: Texts, user: UserId, shown: GameVerb) -> Screen:
    """What one of its people looks at of a finished game, with what else can be done with it."""
    if table.status != "over" or user not in table.humans:
        return screen
    verbs = (shown,) if _may_rematch(table, user) else (shown, GameVerb.REMATCH)
    left_out = [GamePress(table.id, verb) for verb in verbs]
    buttons = tuple(button for button in _end_row(table, texts) if button.press not in left_out)
    return replace(screen, rows=(*screen.rows, buttons))


def play_row(table: Table, view: SeatView, texts: Texts) -> tuple[Row, ...]:
    """A line with a Play button where it is this reader's turn."""
    buttons = play_buttons(table, view, texts)
    return (buttons,) if buttons else ()


def play_buttons(table: Table, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """A Play button where it is this reader's turn."""
    press = TurnPress(table.id, view.position.version, Step.PLAY)
    return (Button(texts("button.play"), press, "success"),) if view.on_turn else ()
