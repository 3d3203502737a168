"""A tournament as people see it: the entries, a round with its games, the end, the standings as a picture. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.screens.model import Button, Screen
from bot.screens.phrases import decimal_words
from bot.screens.press import PersonPress, TournamentPress
from bot.screens.times import terms_words
from bot.screens.verbs import PersonVerb, TournamentVerb
from bot.tables.schedule import stamp
from bot.texts import Texts, plain, unmarked
from bot.tournaments.events import GameEnded, Opened, Pairing
from bot.tournaments.played import POINT
from bot.tournaments.standings import Line
from bot.tournaments.tournament import PlayedRound, Tournament
from data.ids import UserId
from render.cross_table import Cell, CrossRow, CrossTable

_MEDALS: Final = "🥇🥈🥉"
_LENGTH: Final = 1800
"""Of a message, with room for what is beside its lists."""
_NAMES: Final = 900
"""How long a list of names is at most."""
_ALT: Final = 1024
_COLUMNS: Final = 7
"""Of how many rounds, the last ones, the picture has a column."""
_SIGNS: Final = {"won": "+", "shared": "=", "lost": "-", "open": "·"}


def message(tournament: Tournament, edition: int, texts: Texts) -> Screen:
    """The public message with this number: of the entries, of a round, or of the end."""
    if edition == 0:
        return _entries(tournament, texts)
    if edition <= len(tournament.rounds):
        return _round(tournament, tournament.rounds[edition - 1], texts)
    return _end(tournament, texts)


def present(tournament: Tournament, texts: Texts) -> Screen:
    """How it stands, for one person."""
    return message(tournament, tournament.edition, texts)


def confirm_withdrawal(tournament: Tournament, texts: Texts) -> Screen:
    """The question before somebody leaves a tournament that has begun."""
    press = TournamentPress(tournament.id, TournamentVerb.CONFIRM_WITHDRAWAL)
    button = Button(texts("tournament.withdraw"), press, "danger")
    return Screen(texts("tournament.withdraw-confirm", tournament=tournament.id), rows=((button,),))


def _head(tournament: Tournament, texts: Texts) -> list[str]:
    terms = tournament.opened
    mode = texts(f"mode.{terms.mode}")
    parts = [
        texts("lobby.seats", seats=terms.seats),
        terms_words(terms.pace, texts),
        texts("tournament.days", days=terms.days),
        _system(tournament, texts),
        *([texts("tournament.casual")] if terms.casual else []),
    ]
    return [texts("tournament.head", tournament=tournament.id, mode=mode), " · ".join(parts)]


def _system(tournament: Tournament, texts: Texts) -> str:
    system = tournament.begun.system if tournament.begun else tournament.opened.system
    rounds = tournament.begun.rounds if tournament.begun else tournament.opened.rounds
    words = texts(f"tournament.system.{system}")
    return f"{words}, {texts('tournament.rounds', rounds=rounds)}" if rounds else words


# --- the entries -----------------------------------------------------------------------------------------------------


def _entries(tournament: Tournament, texts: Texts) -> Screen:
    terms = tournament.opened
    names = _listed((plain(texts.shown(one.name)) for one in tournament.entered), texts)
    lines = [
        *_head(tournament, texts),
        *_conditions(terms, texts),
        texts("tournament.entered", number=len(tournament.entered), limit=terms.most) + (f": {names}" if names else ""),
        _begins(terms, texts),
    ]
    if tournament.cancelled:
        return Screen("\n".join([*lines[:2], texts(f"tournament.cancelled.{tournament.cancelled.why}")]))
    buttons = (
        _button("enter", TournamentVerb.ENTER, tournament, texts, style="success"),
        _button("withdraw", TournamentVerb.WITHDRAW, tournament, texts),
        Button(texts("button.begin"), TournamentPress(tournament.id, TournamentVerb.BEGIN), "primary"),
    )
    return Screen("\n".join(lines), rows=(buttons,))


def _button(key: str, verb: TournamentVerb, tournament: Tournament, texts: Texts, *, style: str = "") -> Button:
    label, press = texts(f"tournament.{key}"), TournamentPress(tournament.id, verb)
    return Button(label, press, "success") if style else Button(label, press)


def _conditions(terms: Opened, texts: Texts) -> list[str]:
    """Who may enter; nothing where everybody may."""
    found = [texts("tournament.only-role", role=f"<@&{terms.role}>")] if terms.role else []
    if terms.rating_from or terms.rating_to:
        found.append(texts("tournament.only-rating", low=terms.rating_from or 1, high=terms.rating_to or "∞"))
    return found


def _begins(terms: Opened, texts: Texts) -> str:
    found = [texts("tournament.begins-full", limit=terms.most)] if terms.when_full else []
    if terms.begins_at is not None:
        found.append(texts("tournament.begins-at", at=stamp(terms.begins_at)))
    return " ".join(found) or texts("tournament.begins-host")


def _listed(names: Iterable[str], texts: Texts) -> str:
    """Names in a line, as many as there is room for."""
    found: list[str] = []
    rest = list(names)
    while rest and sum(len(one) + 2 for one in found) < _NAMES:
        found.append(rest.pop(0))
    return ", ".join([*found, *([texts("tournament.more", more=len(rest))] if rest else [])])


# --- a round and the end ---------------------------------------------------------------------------------------------


def _round(tournament: Tournament, shown: PlayedRound, texts: Texts) -> Screen:
    rounds = tournament.begun.rounds if tournament.begun else shown.number
    key = "round-over" if shown.is_over else "round"
    head = [
        *_head(tournament, texts),
        texts(f"tournament.{key}", round=shown.number, rounds=rounds, until=stamp(shown.until)),
    ]
    held = [plain(texts.shown(tournament.name_of(user))) for user in tournament.people if user in shown.held_now()]
    below = [
        *(
            [texts("tournament.bye", names=[plain(texts.shown(tournament.name_of(user))) for user in shown.byes])]
            if shown.byes
            else []
        ),
        *([texts("tournament.held", names=_listed(held, texts))] if held else []),
    ]
    room = _LENGTH - sum(len(line) + 1 for line in (*head, *below))
    lines = [_table_line(tournament, table, shown.ended.get(table.game), texts) for table in shown.tables]
    fitting = _fitting(lines, room, texts)
    buttons = (
        Button(texts("tournament.my-game"), PersonPress(PersonVerb.NEXT_TURN), "success"),
        _button("withdraw", TournamentVerb.WITHDRAW, tournament, texts),
    )
    picture = standings_picture(tournament, texts)
    return Screen("\n".join([*head, *fitting, *below]), picture, picture_words(picture), (buttons,))


def _fitting(lines: Sequence[str], room: int, texts: Texts) -> list[str]:
    """The lines that fit, and how many more there are."""
    found: list[str] = []
    for line in lines:
        if sum(len(one) + 1 for one in found) + len(line) > room:
            return [*found, texts("tournament.more", more=len(lines) - len(found))]
        found.append(line)
    return found


def _table_line(tournament: Tournament, table: Pairing, ended: GameEnded | None, texts: Texts) -> str:
    names = f" {texts('tournament.versus')} ".join(
        plain(texts.shown(tournament.name_of(user))) for user in table.people
    )
    result = "  " + " : ".join(f"**{points_words(one, texts)}**" for one in ended.points) if ended else ""
    return f"`{table.game}` {names}{result}"


def points_words(points: int, texts: Texts) -> str:
    """Points as they are written: a whole number, or with one decimal."""
    return str(points // POINT) if points % POINT == 0 else decimal_words(points / POINT, texts)


def _end(tournament: Tournament, texts: Texts) -> Screen:
    if tournament.cancelled:
        return Screen("\n".join([*_head(tournament, texts), texts(f"tournament.cancelled.{tournament.cancelled.why}")]))
    lines = tournament.standings()
    podium = [
        f"{_MEDALS[line.rank - 1]} **{plain(texts.shown(tournament.name_of(line.user)))}** · "
        f"{texts('tournament.points')}: {points_words(line.points, texts)}"
        for line in lines
        if line.rank <= len(_MEDALS)
    ]
    picture = standings_picture(tournament, texts)
    text = "\n".join([*_head(tournament, texts), texts("tournament.over"), *_fitting(podium, _LENGTH, texts)])
    records = _button("records", TournamentVerb.RECORDS, tournament, texts)
    return Screen(text, picture, picture_words(picture), ((records,),))


def warning(tournament: Tournament, shown: PlayedRound, texts: Texts) -> Screen:
    """That people will be withdrawn if a bot has to end their games of this round."""
    late = tuple(user for user in tournament.staying if user in shown.warned)
    who = " ".join(f"<@{user}>" for user in late)
    text = texts("tournament.warning", who=who, tournament=tournament.id, until=stamp(shown.until))
    return Screen(text, mentions=late)


# --- the picture -----------------------------------------------------------------------------------------------------


def standings_picture(tournament: Tournament, texts: Texts) -> CrossTable:
    """The cross table: for each round whom somebody met, by their row, and how it ended."""
    lines = tournament.standings()
    numbers = {line.user: at for at, line in enumerate(lines, 1)}
    system = tournament.begun.system if tournament.begun else "swiss"
    rows = tuple(
        CrossRow(
            numbers[line.user],
            texts.shown(tournament.name_of(line.user)),
            tuple(_cell(one, line.user, numbers) for one in tournament.rounds[-_COLUMNS:]),
            points_words(line.points, texts),
            _strength_words(line, system, texts),
            line.user in tournament.withdrawn,
        )
        for line in lines
    )
    return CrossTable(
        texts("tournament.title", tournament=tournament.id),
        f"{texts(f'mode.{tournament.opened.mode}')} · {_system(tournament, texts)}",
        texts("tournament.points"),
        texts(f"tournament.strength.{system}"),
        rows,
        max(1, len(tournament.rounds) - _COLUMNS + 1),
    )


def _strength_words(line: Line, system: str, texts: Texts) -> str:
    return points_words(line.strength // (6 if system == "swiss" else 2), texts)


def _cell(played: PlayedRound, user: UserId, numbers: dict[UserId, int]) -> Cell:
    """The rows of those whom somebody met, after a sign for how it ended; `*` where a bot played."""
    if user in played.byes:
        return Cell("+", "won")
    table = next((one for one in played.tables if user in one.people), None)
    if table is None:
        return Cell()
    others = ",".join(str(numbers[other]) for other in table.people if other != user)
    mark = "*" if user in played.held_now() else ""
    ended = played.ended.get(table.game)
    if ended is None:
        return Cell(f"{_SIGNS['open']}{others}{mark}", "open")
    own = ended.points[table.people.index(user)]
    outcome = "won" if own == POINT else "lost" if own == 0 else "shared"
    return Cell(f"{_SIGNS[outcome]}{others}{mark}", outcome)


def picture_words(picture: CrossTable) -> str:
    """The cross table in words."""
    lines = [f"{row.number}. {row.name}: {row.points} ({row.strength})" for row in picture.rows]
    head = f"{picture.title}, {picture.about}. {picture.points} ({picture.strength}): "
    return unmarked(head + "; ".join(lines))[:_ALT]
