"""The message of a table that has not begun: who sits there, and the buttons to join, leave, begin and cancel."""

from __future__ import annotations

from typing import Final

from bot.screens import fairness
from bot.screens.model import Button, Option, Row, Screen, Select
from bot.screens.phrases import result_words
from bot.screens.press import GamePress, JoinPress, SeatChoice, TermChoice
from bot.screens.times import pace_words, terms_words
from bot.screens.verbs import GameVerb, SeatVerb, Term
from bot.tables.events import Joined, Seat
from bot.tables.lobby import bots_of, can_make_room, teams_of
from bot.tables.names import short_name
from bot.tables.pace import PACES
from bot.tables.table import Table
from bot.texts import Texts, known, plain, profile
from data.ids import UserId
from game.ai.levels import LEVELS
from game.modes import MODES

BOT: Final = "bot"
"""What the value of a bot begins with where the host removes somebody; its number follows."""


def lobby(table: Table, texts: Texts) -> Screen:
    """The public message of a lobby, or of one that was closed."""
    if table.cancelled:
        return Screen(texts("lobby.closed", game=table.id))
    terms = table.opened
    lines = [texts("lobby.head", game=table.id, mode=texts(f"mode.{terms.mode}"), seats=terms.seats)]
    lines += _teams(table, texts) if table.teams else [_people(table, texts)]
    if terms.bots and not table.teams:
        lines.append(texts("lobby.bots", bots=[_bot(bot, texts) for bot in bots_of(table)]))
    lines.append(_terms(table, texts))
    if table.teams:
        lines.append(texts(f"lobby.talk-{terms.talk}"))
    waiting = [user for user in terms.invited if user > 0 and user not in table.humans]
    if waiting and table.free > 0:
        lines.append(texts("lobby.invited", people=[f"<@{user}>" for user in waiting]))
    host = plain(table.name_of(table.host))
    lines.append(_waiting_for(table, host, texts))
    return Screen("\n".join(lines), rows=_rows(table, texts), mentions=tuple(waiting))


def _waiting_for(table: Table, host: str, texts: Texts) -> str:
    """How many are missing, and whether the host can begin without them."""
    if not table.free:
        return texts("lobby.full", host=host)
    enough = len(table.lobby_players) + table.opened.bots in table.mode.seats
    return texts("lobby.free-enough" if enough else "lobby.free", free=table.free, host=host)


def begun(table: Table, texts: Texts) -> Screen:
    """What the lobby's message says once the game has begun; in the end it says who won."""
    mode = texts(f"mode.{table.opened.mode}")
    text = texts("lobby.began", game=table.id, mode=mode, people=[plain(name) for name in table.names])
    if table.status != "over":
        return Screen(text)
    head = text.split("\n", 1)[0]
    return Screen(f"{head}\n{result_words(table.public, table.names, texts)}")


def _bot(bot: Seat, texts: Texts) -> str:
    """A bot with its character."""
    if bot.level in ("careful", "beginner"):
        return plain(bot.name)
    return texts("lobby.bot", name=plain(short_name(bot)), level=bot.level, title=texts(f"level.title.{bot.level}"))


def _terms(table: Table, texts: Texts) -> str:
    """The pace, who starts, and the language."""
    terms = table.opened
    order = texts(f"lobby.order.{'rematch' if terms.line else terms.order}")
    words = texts(
        "lobby.terms", pace=terms_words(terms.pace, texts), order=order, language=profile(known(terms.language)).name
    )
    lines = [
        words,
        *([] if terms.hints else [texts("lobby.no-hints")]),
        *([texts("lobby.casual")] if terms.casual else []),
    ]
    return "\n".join(lines)


def _people(table: Table, texts: Texts) -> str:
    return texts("lobby.people", people=[_named(table, person, texts) for person in table.lobby_players])


def _named(table: Table, person: Joined, texts: Texts) -> str:
    """A person of a lobby, its host marked."""
    name = plain(table.name_of(person.user))
    return texts("lobby.host", name=name) if person.user == table.host else name


def _teams(table: Table, texts: Texts) -> list[str]:
    lines: list[str] = []
    for side, party in enumerate(teams_of(table)):
        members = [_named(table, person, texts) for person in table.lobby_players if person.side == side]
        members += [_bot(seat, texts) for seat in party if seat.user is None]
        lines.append(texts("lobby.team", team=side + 1, people=members or texts("lobby.nobody")))
    return lines


def _rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    def press(verb: GameVerb) -> GamePress:
        return GamePress(table.id, verb)

    joins: list[Button] = []
    if table.free > 0 and table.teams:
        joins = [
            Button(texts("button.join-team", team=side + 1), JoinPress(table.id, side), "success")
            for side in range(table.mode.sides or 1)
        ]
    elif table.free > 0:
        joins = [Button(texts("button.join"), JoinPress(table.id), "success")]
    elif can_make_room(table):
        joins = [Button(texts("button.ask-seat"), press(GameVerb.ASK_FOR_SEAT))]
    invite = [Button(texts("button.invite"), press(GameVerb.INVITE))] if table.free > 0 else []
    leave = Button(texts("button.leave"), press(GameVerb.LEAVE))
    first = (*joins, *invite, leave, fairness.button(table, texts))
    second = [Button(texts("button.begin"), press(GameVerb.BEGIN), "primary")]
    if table.free or any(seats > table.opened.seats for seats in table.mode.seats):
        second.append(Button(texts("button.add-bot"), press(GameVerb.ADD_BOT)))
    second.append(Button(texts("button.change"), press(GameVerb.CHANGE_TERMS)))
    if len(table.lobby_players) > 1 or table.levels:
        second.append(Button(texts("button.remove"), press(GameVerb.REMOVE)))
    second.append(Button(texts("button.cancel"), press(GameVerb.CANCEL), "danger"))
    return (first, tuple(second))


def remove(table: Table, texts: Texts) -> Screen:
    """The host's choice of whom to remove."""
    options = tuple(
        Option(table.name_of(person.user), str(person.user))
        for person in table.lobby_players
        if person.user != table.host
    )
    options += tuple(Option(bot.name, f"{BOT}{number}") for number, bot in enumerate(bots_of(table)))
    if not options:
        return Screen(texts("lobby.nobody-to-remove"))
    press = SeatChoice(table.id, SeatVerb.REMOVED, len(table.levels))
    return Screen(texts("lobby.whom"), rows=(Select(press, texts("lobby.choose"), options),))


def _title(level: str, texts: Texts) -> str:
    """A level by its number, where it has one, and its name."""
    title = texts(f"level.title.{level}")
    return f"{level} · {title}" if level.isdecimal() else title


def choose_level(table: Table, texts: Texts) -> Screen:
    """The host's choice of how a bot plays."""
    options = tuple(Option(_title(level, texts), level, texts(f"level.about.{level}")) for level in LEVELS)
    select = Select(SeatChoice(table.id, SeatVerb.BOT_LEVEL, len(table.levels)), texts("lobby.choose"), options)
    return Screen(texts("lobby.which-level", game=table.id), rows=(select,))


def change(table: Table, texts: Texts) -> Screen:
    """The terms of a lobby, each to be changed by its host."""
    terms = table.opened
    taken = len(table.lobby_players) + len(table.levels)
    seats = tuple(
        Option(texts("lobby.seats", seats=number), str(number), chosen=number == terms.seats)
        for number in table.mode.seats
        if number >= taken
    )
    offered = PACES if terms.pace in PACES else (*PACES, terms.pace)
    paces = tuple(Option(pace_words(pace, texts), pace, chosen=pace == terms.pace) for pace in offered)
    modes = tuple(
        Option(texts(f"choice.{name}"), name, chosen=name == terms.mode)
        for name, mode in MODES.items()
        if mode.seats[-1] >= taken
    )
    switches = ((Term.HINTS, "lobby.switch-hints", terms.hints), (Term.CASUAL, "lobby.switch-casual", terms.casual))
    buttons = tuple(
        Button(
            texts(key, value=texts("me.on" if is_on else "me.off")),
            TermChoice(table.id, term, "off" if is_on else "on"),
        )
        for term, key, is_on in switches
    )
    return Screen(
        texts("lobby.change", game=table.id),
        rows=(
            Select(TermChoice(table.id, Term.SEATS), texts("lobby.choose"), seats),
            Select(TermChoice(table.id, Term.PACE), texts("lobby.choose"), paces),
            Select(TermChoice(table.id, Term.MODE), texts("lobby.choose"), modes),
            buttons,
        ),
    )


def invitation(table: Table, link: str, texts: Texts) -> Screen:
    """A line to paste where friends are, in a block that Discord copies as it stands."""
    line = texts("lobby.invite-line", mode=texts(f"mode.{table.opened.mode}"), link=link)
    return Screen(f"{texts('lobby.invite')}\n```\n{line}\n```")


def removed(table: Table, user: UserId, texts: Texts) -> Screen:
    """Who was removed from this table, as it was before."""
    name = table.name_of(user)
    return Screen(texts("lobby.removed", game=table.id, name=plain(name)))


def new_host(table: Table, texts: Texts) -> Screen:
    """Word to the person who has become the host of a lobby."""
    return Screen(texts("lobby.new-host", who=f"<@{table.host}>", game=table.id), mentions=(table.host,))


def expiring(table: Table, texts: Texts, *, until: int) -> Screen:
    """Word to the people of a lobby that it will close."""
    who = " ".join(f"<@{user}>" for user in table.humans)
    return Screen(texts("lobby.expires", who=who, game=table.id, until=until), mentions=table.humans)
