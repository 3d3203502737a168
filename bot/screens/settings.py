"""What somebody has set for themselves or their server, and the questions before what cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.screens import learn
from bot.screens.model import Button, ChannelSelect, Option, Row, Screen, Select, with_button
from bot.screens.press import GamePress, PersonPress, PreferenceChoice, ServerPress, SettingChoice
from bot.screens.refusals import permission_words
from bot.screens.times import pace_words
from bot.screens.verbs import GameVerb, PersonVerb, Preference, ServerVerb, Setting
from bot.settings.operator import OperatorLinks
from bot.settings.person import clock_words
from bot.settings.typed import AUTO
from bot.tables.limits import LIMITS
from bot.tables.schedule import REMINDERS, Outages, last_day, on_vacation, vacation_left
from bot.tables.table import Table
from bot.texts import LANGUAGES, Texts, known, profile
from data.ids import ChannelId
from data.store import PlayerRow, ServerRow
from render.theme import THEME_NAMES

_CHANNELS: Final = 25
"""As many channels as a menu takes."""
_GAPS: Final = 3
"""Of how many channels the settings say what the bot lacks there."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What the bot lacks in a channel of games."""

    channel: ChannelId
    lacking: tuple[str, ...]
    """The permissions."""
    only_threads: bool = False
    """Whether it can play there all the same, in the channel."""


def me(
    row: PlayerRow,
    now: datetime,
    texts: Texts,
    outages: Outages = (),
    *,
    saved: bool = False,
    abbreviation: str | None = None,
) -> Screen:
    """The settings of a person, whether some were `saved` now, and which `abbreviation` gave the time zone.

    The bot was away in the `outages`, which count for no vacation.
    """
    quiet = texts("me.off")
    if row.quiet_from is not None and row.quiet_to is not None:
        quiet = f"{clock_words(row.quiet_from)}-{clock_words(row.quiet_to)}"
    vacation = texts("me.off")
    if on_vacation(row, now) and row.vacation_until is not None:
        vacation = texts("me.until", until=last_day(row.vacation_until))
    lines = [
        *((texts("me.saved"),) if saved else ()),
        *((texts("me.zone-abbreviated", typed=abbreviation, zone=row.zone or "UTC"),) if abbreviation else ()),
        texts("me.head"),
        texts("me.reminders", value=texts(f"choice.{row.reminders}")),
        texts("me.quiet", value=quiet, zone=row.zone or "UTC"),
        texts("me.vacation", value=vacation, left=vacation_left(row, now, outages)),
        texts("me.language", value=_language(row.language, texts)),
        texts("me.theme", value=texts(f"choice.{row.theme or 'auto'}")),
    ]
    return Screen("\n".join(lines), rows=_preference_rows(row, texts))


def offering_confirming(screen: Screen, texts: Texts) -> Screen:
    """The screen with the offer to be asked before each placement."""
    button = Button(texts("me.ask-first"), PreferenceChoice(Preference.CONFIRM, "on"))
    return with_button(replace(screen, text=f"{screen.text}\n-# {texts('me.hasty')}"), button)


def _preference_rows(row: PlayerRow, texts: Texts) -> tuple[Row, ...]:
    """The menus and switches of a person; what is a time or a place is typed."""

    def menu(preference: Preference, key: str, options: Iterable[tuple[str, str]], now: str) -> Select:
        shown = tuple(
            # A closed menu shows nothing but what is chosen, so that says what it is for.
            Option(texts(key, value=label) if value == now else label, value, chosen=value == now)
            for value, label in options
        )
        return Select(PreferenceChoice(preference), texts("lobby.choose"), shown)

    switches = (
        (Preference.NOTICES, "me.notices", row.dm_rack),
        (Preference.NEXT, "me.next", row.next_notice),
        (Preference.CONFIRM, "me.confirm", row.confirm_placing),
        (Preference.LISTED, "me.listed", not row.unlisted),
    )
    buttons = tuple(
        Button(
            texts(key, value=texts("me.on" if is_on else "me.off")),
            PreferenceChoice(preference, "off" if is_on else "on"),
            "success" if is_on else "secondary",
        )
        for preference, key, is_on in switches
    )
    languages = [(AUTO, texts("choice.auto")), *((one, profile(one).name) for one in LANGUAGES)]
    looks = [(one, texts(f"choice.{one}")) for one in (AUTO, *THEME_NAMES)]
    reminders = [(one, texts(f"choice.{one}")) for one in REMINDERS]
    return (
        menu(Preference.LANGUAGE, "me.language", languages, row.language or AUTO),
        menu(Preference.THEME, "me.theme", looks, row.theme or AUTO),
        menu(Preference.REMINDERS, "me.reminders", reminders, row.reminders),
        buttons,
    )


def server(
    row: ServerRow,
    texts: Texts,
    *,
    saved: bool = False,
    gaps: Sequence[Gap] = (),
    selectable: Callable[[ChannelId], bool] = lambda _: True,
) -> Screen:
    """The settings of a server, the usual ones to be chosen, and whether some were `saved` now.

    `gaps` are named below them, `selectable` says which channels a menu can have.
    """
    channels = " ".join(f"<#{channel}>" for channel in row.channels[:30])
    lines = [
        *((texts("me.saved"),) if saved else ()),
        texts("settings.head"),
        # First those that have a control below, in the same order.
        texts("settings.channels", value=channels or texts("settings.all")),
        texts("settings.daily", value=f"<#{row.daily_channel}>" if row.daily_channel else texts("me.off")),
        texts("settings.language", value=_language(row.language, texts)),
        texts("settings.threads", value=texts("me.on" if row.threads else "me.off")),
        texts("settings.pace", value=pace_words(row.pace, texts)),
        texts("settings.theme", value=texts(f"choice.{row.theme or 'auto'}")),
        texts("settings.person-games", value=row.person_games or LIMITS.person),
        texts("settings.channel-games", value=row.channel_games or LIMITS.channel),
    ]
    lines += [_gap(one, texts) for one in gaps[:_GAPS]]
    return Screen("\n".join(lines), rows=_server_rows(row, texts, selectable))


def _gap(gap: Gap, texts: Texts) -> str:
    key = "settings.no-threads" if gap.only_threads else "refused.lacks-in"
    return texts(key, channels=f"<#{gap.channel}>", lacking=permission_words(gap.lacking, texts))


def _server_rows(row: ServerRow, texts: Texts, selectable: Callable[[ChannelId], bool]) -> tuple[Row, ...]:
    channels = tuple(one for one in row.channels if selectable(one))[:_CHANNELS]
    daily = tuple(one for one in (row.daily_channel,) if one is not None and selectable(one))
    languages = (Option(texts("settings.language-auto"), AUTO, chosen=row.language is None),)
    languages += tuple(Option(profile(one).name, one, chosen=one == row.language) for one in LANGUAGES)
    switch = ServerPress(ServerVerb.THREADS_OFF if row.threads else ServerVerb.THREADS_ON)
    state = texts("me.on" if row.threads else "me.off")
    return (
        ChannelSelect(
            SettingChoice(Setting.CHANNELS), texts("settings.pick-channels"), chosen=channels, most=_CHANNELS
        ),
        ChannelSelect(SettingChoice(Setting.DAILY), texts("settings.pick-daily"), chosen=daily),
        Select(SettingChoice(Setting.LANGUAGE), texts("lobby.choose"), languages),
        (Button(texts("settings.switch-threads", value=state), switch, "success" if row.threads else "secondary"),),
    )


def welcome(texts: Texts) -> Screen:
    """What the bot says where it was added to a server, with the way to its settings and to the first game."""
    setup = Button(texts("button.set-up"), ServerPress(ServerVerb.SETTINGS), "primary")
    return Screen(texts("settings.welcome"), rows=((setup, learn.button(texts)),))


def _language(language: str | None, texts: Texts) -> str:
    """A language by its own name; "automatic" where none is set."""
    return texts("choice.auto") if language is None else profile(known(language)).name


def confirm_resign(table: Table, texts: Texts) -> Screen:
    """The question before somebody gives up."""
    button = Button(texts("button.resign"), GamePress(table.id, GameVerb.RESIGN), "danger")
    return Screen(texts("resign.confirm", game=table.id), rows=((button,),))


def privacy_page(texts: Texts, links: OperatorLinks) -> Screen:
    """What is kept of people, and the pages of whoever runs the bot."""
    return Screen("\n".join(part for part in (texts("privacy.text"), operator_links(texts, links)) if part))


def operator_links(texts: Texts, links: OperatorLinks) -> str:
    """One line with the pages of whoever runs the bot; empty where there are none."""
    pages = {"links.privacy": links.privacy, "links.terms": links.terms, "links.support": links.support}
    # In angle brackets, so that Discord shows no preview of the page.
    return " · ".join(f"[{texts(key)}](<{page}>)" for key, page in pages.items() if page)


def confirm_forget(texts: Texts) -> Screen:
    """The question before somebody's data is deleted."""
    button = Button(texts("button.forget"), PersonPress(PersonVerb.FORGET), "danger")
    return Screen(texts("privacy.confirm"), rows=((button,),))
