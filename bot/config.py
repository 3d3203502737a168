"""The settings: from the environment, before those of a `.env` file, to one checked value.

A setting that cannot be used is a `ConfigError` of one line. Nothing is opened or written here.
"""

from __future__ import annotations

import difflib
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from dotenv.parser import parse_stream

from bot.config_error import ConfigError, shown
from bot.config_files import OF_DATABASES, is_health, is_same_file, refuse_our_file, writable
from bot.settings.operator import OperatorLinks
from bot.texts import LANGUAGES, Language
from data.address import Address, ServerUrl, parsed
from data.ids import GuildId
from data.shards import WHOLE, Shards

KEYS: Final = (
    "DISCORD_TOKEN",
    "INGENIOUS_DATABASE",
    "INGENIOUS_LANGUAGE",
    "INGENIOUS_LOG",
    "INGENIOUS_HEALTH",
    "INGENIOUS_METRICS",
    "INGENIOUS_SHARDS",
    "INGENIOUS_REQUEST_LIMIT",
    "INGENIOUS_PRIVACY_URL",
    "INGENIOUS_TERMS_URL",
    "INGENIOUS_SUPPORT_URL",
    "INGENIOUS_OPERATOR_SERVER",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "INGENIOUS_SEED",
)
"""Every setting there is, in the order of `.env.example`."""

DISCORDS_LIMIT: Final = 50
"""How many requests a second Discord takes from a bot for which it has not raised that."""
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_TOKEN: Final = re.compile(r"[!-~]+")
_SHARDS: Final = re.compile(
    r"(?:(?P<spare>spare)|(?P<first>[0-9]{1,5})(?:-(?P<last>[0-9]{1,5}))?)/(?P<count>[0-9]{1,5})"
)
_MOST_SHARDS: Final = 65_536
_PAGE: Final = re.compile(r"https://[^\s<>()\[\]/]+(/[^\s<>()\[\]]*)?")
"""What stays one link within a message."""
_LONGEST_PAGE: Final = 200
_SEED: Final = re.compile(r"[0-9]{1,38}")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, checked. Its repr does not show the token."""

    token: str | None = field(repr=False)
    """None opens the local table."""
    database: Address
    language: Language
    log: str
    """A level's name, as `logging` takes it."""
    health: Path | None
    """Where the bot writes how it is, for supervisors."""
    metrics: tuple[str, int] | None
    """The host and port at which it serves figures for Prometheus."""
    shards: Shards | int
    """The shards of this process, `WHOLE` for all that Discord recommends; a number: a spare for any of so many."""
    request_limit: int
    """How many requests a second Discord takes from the whole bot, over all its processes."""
    links: OperatorLinks
    """The pages of whoever runs the bot, shown by help and by what is said of people's data."""
    operator_server: GuildId | None
    """The server in which the operator has commands of their own."""
    api_url: str | None
    """Ends in /api/v10; there is one exactly if there is a `gateway_url`."""
    gateway_url: str | None
    seed: int | None
    """Makes shuffles repeatable; only at the local table or against a Discord on this machine."""


def load(environ: Mapping[str, str], dotenv: Path, *, uses_database: bool = True) -> Config:
    """Give the settings of `environ`, before those of the file `dotenv`, which may be absent.

    An empty value is the default. A key that is empty in `environ` is so whatever the file says. The database need not
    be one that can be written where it is not used.

    Raises:
        ConfigError: one of them cannot be used, is unknown, or the database cannot be written.
    """
    found = {**_file(dotenv), **environ}
    _refuse_unknown(found)
    values = {key: value for key in KEYS if (value := found.get(key, "").strip())}
    token = _token(values.get("DISCORD_TOKEN"))
    api_url, gateway_url = _urls(values.get("DISCORD_API_URL"), values.get("DISCORD_GATEWAY_URL"))
    default = "ingenious-local.sqlite3" if token is None else "ingenious.sqlite3"
    value = values.get("INGENIOUS_DATABASE", default)
    database = _database(value, dotenv) if uses_database else database_address("INGENIOUS_DATABASE", value)
    return Config(
        token=token,
        language=_language(values.get("INGENIOUS_LANGUAGE", "en")),
        log=_level(values.get("INGENIOUS_LOG", "INFO")),
        api_url=api_url,
        gateway_url=gateway_url,
        seed=_seed(values.get("INGENIOUS_SEED"), token, api_url),
        health=_health(values.get("INGENIOUS_HEALTH"), database, dotenv),
        metrics=_metrics(values.get("INGENIOUS_METRICS")),
        shards=_shards(values.get("INGENIOUS_SHARDS", "auto"), database),
        request_limit=_request_limit(values.get("INGENIOUS_REQUEST_LIMIT")),
        links=OperatorLinks(
            privacy=_page("INGENIOUS_PRIVACY_URL", values),
            terms=_page("INGENIOUS_TERMS_URL", values),
            support=_page("INGENIOUS_SUPPORT_URL", values),
        ),
        operator_server=_server("INGENIOUS_OPERATOR_SERVER", values),
        database=database,
    )


def _file(dotenv: Path) -> dict[str, str]:
    try:
        with dotenv.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{dotenv} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{dotenv} is not UTF-8 text: write it again, .env.example shows how") from None
    settings: dict[str, str] = {}
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None) or "\0" in binding.original.string:
            # The line itself may be a token, so it is not shown.
            line = binding.original.line
            raise ConfigError(f"{dotenv}, line {line} is not KEY=value: correct it, .env.example shows how")
        if binding.key is not None and binding.value is not None:
            settings[binding.key] = binding.value
    return settings


def _refuse_unknown(found: Mapping[str, str]) -> None:
    """Refuse what looks like one of our settings and is none; the variables of other programs are left alone."""
    for key in sorted(found.keys() - set(KEYS)):
        name = key.upper()
        near = _nearest(name)
        ours = name.startswith("INGENIOUS_")
        if ours or (near and found[key] and not found.get(near)):
            what = f"did you mean {near}?" if near else f"the settings are {', '.join(KEYS)}"
            raise ConfigError(f"{shown(key)} is not a setting: {what}")


def _nearest(name: str) -> str | None:
    """The setting that was probably meant by an upper-case name, if any."""
    if "DISCORD" in name and "TOKEN" in name:
        return "DISCORD_TOKEN"
    cutoff = 0.6 if name.startswith("INGENIOUS_") else 0.8
    return next(iter(difflib.get_close_matches(name, KEYS, 1, cutoff)), None)


def _token(value: str | None) -> str | None:
    if value is not None and not _TOKEN.fullmatch(value):
        raise ConfigError(
            "DISCORD_TOKEN holds a space or another character that no token has: "
            "copy it again from the developer portal, without anything around it"
        )
    return value


def _database(value: str, dotenv: Path) -> Address:
    address = database_address("INGENIOUS_DATABASE", value)
    if isinstance(address, ServerUrl):
        return address
    path = writable("INGENIOUS_DATABASE", address)
    if is_same_file(path, dotenv) or path.name.endswith(OF_DATABASES):
        raise ConfigError(f"INGENIOUS_DATABASE: {shown(value)} is the name of another file of the bot: name another")
    return path


def database_address(name: str, value: str) -> Address:
    """Where the database is that a text names.

    Raises:
        ConfigError: it names none; the text begins with `name` and does not show the value, which may hold a password.
    """
    try:
        return parsed(value)
    except RuntimeError as error:
        raise ConfigError(
            f"{name} names a file that cannot be written ({str(error).rstrip('.')}): name another"
        ) from None
    except ValueError as error:
        raise ConfigError(f"{name} is {error}: name a file, or a database on a PostgreSQL server") from None


def _health(value: str | None, database: Address, dotenv: Path) -> Path | None:
    if value is None:
        return None
    path = writable("INGENIOUS_HEALTH", value)
    refuse_our_file("INGENIOUS_HEALTH", path, database, dotenv)
    if path.exists() and not is_health(path):
        raise ConfigError(
            f"INGENIOUS_HEALTH: {shown(value)} exists and is no health file, so it is not overwritten: name another"
        )
    return path


def _metrics(value: str | None) -> tuple[str, int] | None:
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 0 < int(port) < 65536 or ("[" in host) != ("]" in host):
        raise ConfigError(f"INGENIOUS_METRICS: {shown(value)} is not a port like 9464, or an address like 0.0.0.0:9464")
    return host.strip("[]") or "127.0.0.1", int(port)


def _shards(value: str, database: Address) -> Shards | int:
    if value == "auto":
        return WHOLE
    found = _SHARDS.fullmatch(value)
    if not found:
        raise ConfigError(
            f"INGENIOUS_SHARDS: {shown(value)} is not auto, a range like 0-3/16 (the first four of 16 shards), "
            "or spare/16"
        )
    count = int(found["count"])
    first = int(found["first"] or 0)
    last = int(found["last"] or first)
    if not first <= last < count <= _MOST_SHARDS:
        raise ConfigError(
            f"INGENIOUS_SHARDS: {shown(value)} names shards that do not exist: of 16 the first is 0 and the last 15"
        )
    shards = Shards(first, last, count)
    if not isinstance(database, ServerUrl) and (found["spare"] or not shards.is_whole):
        raise ConfigError(
            f"INGENIOUS_SHARDS: {shown(value)} leaves shards to other processes, and a file is for one process: "
            "use auto, or name a database on a PostgreSQL server"
        )
    return count if found["spare"] and count > 1 else shards


def _request_limit(value: str | None) -> int:
    if value is None:
        return DISCORDS_LIMIT
    if not re.fullmatch(r"[0-9]{1,5}", value) or not int(value):
        raise ConfigError(
            f"INGENIOUS_REQUEST_LIMIT: {shown(value)} is not a number of requests a second like {DISCORDS_LIMIT}"
        )
    return int(value)


def _language(value: str) -> Language:
    for language in LANGUAGES:
        if value == language:
            return language
    raise ConfigError(f"INGENIOUS_LANGUAGE: {shown(value)} is not spoken here: use one of {', '.join(LANGUAGES)}")


def _level(value: str) -> str:
    level = value.upper()
    if level not in _LEVELS:
        raise ConfigError(f"INGENIOUS_LOG: {shown(value)} is not a level: use one of {', '.join(_LEVELS)}")
    return level


def _urls(api: str | None, gateway: str | None) -> tuple[str | None, str | None]:
    if api is None and gateway is None:
        return None, None
    if gateway is None:
        raise ConfigError("DISCORD_GATEWAY_URL is missing: set it too, or unset DISCORD_API_URL")
    if api is None:
        raise ConfigError("DISCORD_API_URL is missing: set it too, or unset DISCORD_GATEWAY_URL")
    if not _is_url(api, ("http", "https")) or not api.endswith("/api/v10"):
        raise ConfigError(f"DISCORD_API_URL: {shown(api)} is not a URL like https://proxy.example/api/v10")
    if not _is_url(gateway, ("ws", "wss")):
        raise ConfigError(f"DISCORD_GATEWAY_URL: {shown(gateway)} is not a URL like wss://proxy.example")
    return api, gateway


def _page(key: str, values: Mapping[str, str]) -> str | None:
    """The address of a page that people can open from a message."""
    value = values.get(key)
    if value is not None and (len(value) > _LONGEST_PAGE or not _PAGE.fullmatch(value)):
        raise ConfigError(f"{key}: {shown(value)} is not the address of a page like https://example.org/privacy")
    return value


def _server(key: str, values: Mapping[str, str]) -> GuildId | None:
    value = values.get(key)
    if value is not None and not re.fullmatch(r"[0-9]{17,19}", value):
        raise ConfigError(f"{key}: {shown(value)} is not the number of a server, which has 17 to 19 digits")
    return None if value is None else GuildId(int(value))


def _is_url(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme in schemes and bool(parts.hostname) and port != 0 and not (parts.query or parts.fragment)


def _seed(value: str | None, token: str | None, api_url: str | None) -> int | None:
    if value is None:
        return None
    if not _SEED.fullmatch(value):
        raise ConfigError(f"INGENIOUS_SEED: {shown(value)} is not a whole number of at most 38 digits")
    if token is not None and not (api_url and _is_loopback(api_url)):
        raise ConfigError(
            "INGENIOUS_SEED would let players foresee what is drawn: unset it; "
            "it is for the local table and for a DISCORD_API_URL on this machine"
        )
    return int(value)


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
