"""The settings: from the environment, before those of a `.env` file, to one checked value.

It knows nothing of Discord or the store, and opens nothing; what it refuses ends start-up with one line.
"""

import difflib
import ipaddress
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from dotenv.parser import parse_stream

from bot.texts import LANGUAGES, Language

KEYS: Final = (
    "DISCORD_TOKEN",
    "INGENIOUS_DATABASE",
    "INGENIOUS_LANGUAGE",
    "INGENIOUS_LOG",
    "INGENIOUS_HEALTH",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "INGENIOUS_SEED",
)
"""Every setting there is, in the order of `.env.example`."""

_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_TOKEN: Final = re.compile(r"[!-~]+")
_SEED: Final = re.compile(r"[0-9]{1,38}")


class ConfigError(Exception):
    """A setting that cannot be used: one line that names its key and what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, checked. Its repr does not show the token."""

    token: str | None = field(repr=False)
    """None opens the local table."""
    database: Path
    language: Language
    log: str
    """A level's name, as `logging` takes it."""
    health: Path | None
    """Where the bot writes how it is, for supervisors."""
    api_url: str | None
    """Ends in /api/v10; there is one exactly if there is a `gateway_url`."""
    gateway_url: str | None
    seed: int | None
    """Makes shuffles repeatable; only at the local table or against a Discord on this machine."""


def load(environ: Mapping[str, str], dotenv: Path) -> Config:
    """Give the settings of `environ`, before those of the file `dotenv`, which may be absent.

    An empty value is the default. A key that is empty in `environ` is so whatever the file says.

    Raises:
        ConfigError: one of them cannot be used, is unknown, or the database cannot be written.
    """
    found = {**_file(dotenv), **environ}
    _refuse_unknown(found)
    values = {key: value for key in KEYS if (value := found.get(key, "").strip())}
    token = _token(values.get("DISCORD_TOKEN"))
    api_url, gateway_url = _urls(values.get("DISCORD_API_URL"), values.get("DISCORD_GATEWAY_URL"))
    default = "ingenious-local.sqlite3" if token is None else "ingenious.sqlite3"
    database = _writable("INGENIOUS_DATABASE", values.get("INGENIOUS_DATABASE", default))
    return Config(
        token=token,
        language=_language(values.get("INGENIOUS_LANGUAGE", "en")),
        log=_level(values.get("INGENIOUS_LOG", "INFO")),
        api_url=api_url,
        gateway_url=gateway_url,
        seed=_seed(values.get("INGENIOUS_SEED"), token, api_url),
        health=_health(values.get("INGENIOUS_HEALTH"), database),
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
        raise ConfigError(f"{dotenv} is not UTF-8 text: write it anew, .env.example shows how") from None
    settings: dict[str, str] = {}
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            # The line itself may be a token, so it is not shown.
            line = binding.original.line
            raise ConfigError(f"{dotenv}, line {line} is not KEY=value: correct it, .env.example shows how")
        if binding.key is not None and binding.value is not None:
            settings[binding.key] = binding.value
    return settings


def _refuse_unknown(found: Mapping[str, str]) -> None:
    for key in sorted(found):
        if key.startswith("INGENIOUS_") and key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            what = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(KEYS)}"
            raise ConfigError(f"{_shown(key)} is not a setting: {what}")


def _token(value: str | None) -> str | None:
    if value is not None and not _TOKEN.fullmatch(value):
        raise ConfigError(
            "DISCORD_TOKEN holds a space or another character that no token has: "
            "copy it anew from the developer portal, without anything around it"
        )
    return value


def _health(value: str | None, database: Path) -> Path | None:
    if value is None:
        return None
    path = _writable("INGENIOUS_HEALTH", value)
    if path.resolve() == database.resolve():
        raise ConfigError("INGENIOUS_HEALTH is the file of the database, which it would overwrite: name another")
    return path


def _writable(key: str, value: str) -> Path:
    try:
        path = Path(value).expanduser()
        _try_to_write(path)
    except (OSError, RuntimeError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(
            f"{key}: {_shown(value)} cannot be written ({reason.lower()}): "
            "name a file in a directory that exists and can be written"
        ) from None
    return path


def _try_to_write(path: Path) -> None:
    """Write nothing, but as will be: into the file, and beside it, where SQLite keeps its log and parts are written.

    Raises:
        OSError: it cannot.
    """
    if path.exists():
        with path.open("r+b"):
            pass
    with tempfile.TemporaryFile(dir=path.parent):
        pass


def _language(value: str) -> Language:
    for language in LANGUAGES:
        if value == language:
            return language
    raise ConfigError(f"INGENIOUS_LANGUAGE: {_shown(value)} is not spoken here: use {' or '.join(LANGUAGES)}")


def _level(value: str) -> str:
    level = value.upper()
    if level not in _LEVELS:
        raise ConfigError(f"INGENIOUS_LOG: {_shown(value)} is not a level: use one of {', '.join(_LEVELS)}")
    return level


def _urls(api: str | None, gateway: str | None) -> tuple[str | None, str | None]:
    if api is None and gateway is None:
        return None, None
    if gateway is None:
        raise ConfigError("DISCORD_GATEWAY_URL is missing: set it too, or unset DISCORD_API_URL")
    if api is None:
        raise ConfigError("DISCORD_API_URL is missing: set it too, or unset DISCORD_GATEWAY_URL")
    if not _is_url(api, ("http", "https")) or not api.endswith("/api/v10"):
        raise ConfigError(f"DISCORD_API_URL: {_shown(api)} is not a URL like https://proxy.example/api/v10")
    if not _is_url(gateway, ("ws", "wss")):
        raise ConfigError(f"DISCORD_GATEWAY_URL: {_shown(gateway)} is not a URL like wss://proxy.example")
    return api, gateway


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
        raise ConfigError(f"INGENIOUS_SEED: {_shown(value)} is not a whole number of at most 38 digits")
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


def _shown(value: str) -> str:
    """The value within a line: without line breaks, and not longer than helps."""
    most = 60
    return repr(value if len(value) <= most else f"{value[:most]}…")
