"""Time zones, found by their names, cities and countries in every language of the bot."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from functools import cache

from bot.settings.cities import abbreviated_zones, other_cities
from bot.texts.forms import locale
from bot.texts.languages import LANGUAGES, profile
from bot.texts.typed import folded, matches


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, such as `Europe/Berlin`, but no abbreviations, such as `EST`."""
    return tuple(sorted(name for name in zoneinfo.available_timezones() if not is_abbreviation(name)))


def is_abbreviation(text: str) -> bool:
    """Whether somebody typed hours that are no place, such as `EST`."""
    return folded(text) in abbreviated_zones()


def zones_like(typed: str, limit: int = 25) -> list[str]:
    """The zones whose name, city or country fits what was typed so far: cities called so, beginning so, others.

    None of those that are a number of hours, whose sign is the other way round: `Etc/GMT+2` is behind Greenwich.
    """
    found = [
        name
        for name in zones()
        if not name.startswith(("Etc/GMT+", "Etc/GMT-"))
        and matches(typed, f"{name} {_countries().get(name, '')} {' '.join(_cities(name))}")
    ]
    wanted = folded(typed)
    if wanted in abbreviated_zones():
        found.append(abbreviated_zones()[wanted])

    def far(name: str) -> int:
        cities = _cities(name)
        if wanted in cities or abbreviated_zones().get(wanted) == name:
            return 0
        return 1 if any(city.startswith(wanted) for city in cities) else 2

    return sorted(dict.fromkeys(found), key=far)[:limit]


def zone_named(text: str) -> str | None:
    """The one zone of this name, abbreviation or city; `None` if there is none, or several."""
    exact = next((name for name in zones() if name.lower() == text.strip().lower()), None)
    if exact:
        return exact
    wanted = folded(text)
    if wanted in abbreviated_zones():
        return abbreviated_zones()[wanted]
    full = [name for name in zones() if folded(name) == wanted]
    found = full or [name for name in zones() if wanted in _cities(name)]
    same = {_aliases().get(name, name) for name in found}
    return found[0] if len(same) == 1 else None


@cache
def _cities(zone: str) -> frozenset[str]:
    """The names of the cities of a zone, in its own name and in all languages, without case and accents."""
    known: list[Mapping[str, Mapping[str, str]]] = [locale(profile(language).cldr).time_zones for language in LANGUAGES]
    local = [cities[zone]["city"] for cities in known if "city" in cities.get(zone, {})]
    return frozenset(folded(city) for city in (zone.rpartition("/")[2], *local)) | other_cities().get(zone, frozenset())


@cache
def _countries() -> dict[str, str]:
    """The countries of the zones, by the names that they have in all languages."""
    from babel.core import get_global  # noqa: PLC0415 - Babel is imported when something needs it

    names: list[Mapping[str, str]] = [locale(profile(language).cldr).territories for language in LANGUAGES]
    return {
        zone: " ".join(territories.get(country, "") for territories in names)
        for zone, country in get_global("zone_territories").items()
    }


@cache
def _aliases() -> dict[str, str]:
    """The other names of zones, each with the one that counts."""
    from babel.core import get_global  # noqa: PLC0415 - Babel is imported when something needs it

    return dict(get_global("zone_aliases"))
