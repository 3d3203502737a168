"""About oneself: the own racks, preferences, direct messages, and the data that is kept of a person."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from bot.interactions import play
from bot.interactions.find import find_played
from bot.interactions.request import Request
from bot.screens import info, settings
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.screens.press import PreferenceChoice
from bot.screens.verbs import Preference
from bot.services import lookup, preferences, privacy
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.settings.person import PreferenceChange
from bot.settings.zones import is_abbreviation
from bot.texts import known, texts
from data.ids import GameId

_AT_ONCE_S: Final = 1.5
"""How long an answer waits for files, before it says that they come later."""


async def rack(services: Services, request: Request, game: GameId | None) -> Screen:
    """The person's rack in the game that is meant; in a direct message those of all their games.

    Raises:
        Refused: see `lookup.find`.
    """
    if request.location.guild is None and game is None:
        mine = await lookup.games_of(services.tables, request.user, ("running",))
        if len(mine) > 1:
            racks = [(item.table, item.table.view_for(request.user), whereabouts(item, request.texts)) for item in mine]
            return info.racks(racks, request.texts)
    loaded = await find_played(services, request, game)
    return play.rack(request, loaded)


async def change_preferences(services: Services, request: Request, asked: PreferenceChange) -> Screen:
    """The person's preferences after what they asked, in the language that they have from now on.

    Raises:
        Refused: see `settings.person.with_change`.
    """
    row = await preferences.change_preferences(services, request.user, asked)
    words = texts(known(row.language, request.client_language))
    abbreviation = asked.zone.strip().upper() if asked.zone and is_abbreviation(asked.zone) else None
    outages, saved = await services.store.outages(), asked != PreferenceChange()
    return settings.me(row, services.clock(), words, outages, saved=saved, abbreviation=abbreviation)


async def choose(services: Services, request: Request, press: PreferenceChoice) -> Screen:
    """The person's preferences after a choice on their screen.

    Raises:
        Refused: `unknown-choice`.
    """
    chosen, on = press.chosen, press.chosen == "on"
    changes = {
        Preference.NOTICES: PreferenceChange(notices=on),
        Preference.NEXT: PreferenceChange(next_notice=on),
        Preference.CONFIRM: PreferenceChange(confirm=on),
        Preference.LISTED: PreferenceChange(listed=on),
        Preference.REMINDERS: PreferenceChange(reminders=chosen),
        Preference.LANGUAGE: PreferenceChange(language=chosen),
        Preference.THEME: PreferenceChange(theme=chosen),
    }
    return await change_preferences(services, request, changes[press.preference])


async def switch_notices(services: Services, request: Request, loaded: Loaded, *, wanted: bool) -> Screen:
    """Switch the direct messages at the person's turns on or off, in all their games."""
    row = await preferences.change_preferences(services, request.user, PreferenceChange(notices=wanted))
    words = request.texts("rack.dm-on" if wanted else "rack.dm-off")
    if loaded.table.status != "running" or request.user not in loaded.table.humans:
        return Screen(words)
    shown = play.rack(replace(request, preferences=row), loaded)
    return replace(shown, text=f"{words}\n{shown.text}")


async def show_privacy(services: Services, request: Request, action: str | None) -> Screen:
    """What is kept of people; with `mine` all of it as a file, with `forget` the question before its deletion."""
    if action == "mine":
        return await own_data(services, request)
    if action == "forget":
        return settings.confirm_forget(request.texts)
    return settings.privacy_page(request.texts, services.links)


async def own_data(services: Services, request: Request) -> Screen:
    """All that is kept of the person who asks, as files: at once where it is made at once, else later.

    Raises:
        Refused: `restarted` where the process ends meanwhile.
    """
    if services.exports.is_made_for(request.user):
        return Screen(request.texts("privacy.being-made"))
    making = services.exports.begin(request.user)

    async def made() -> list[Screen]:
        files = await making
        if len(files) == 1:
            return [Screen(request.texts("privacy.mine"), file=files[0])]
        parts = enumerate(files, 1)
        return [Screen(request.texts("privacy.part", part=at, parts=len(files)), file=file) for at, file in parts]

    await asyncio.wait((making,), timeout=_AT_ONCE_S)
    screens = await made() if making.done() else ()
    return screens[0] if len(screens) == 1 else Screen(request.texts("privacy.later"), later=made)


async def forget(services: Services, request: Request) -> Screen:
    """Delete the data of the person who asks."""
    return Screen(request.texts("privacy.forgotten", games=await privacy.forget(services, request.user)))
