"""What the checks of texts have in common: the keys that a file has, and how a fault is told."""

from __future__ import annotations

from bot.texts import Language, texts

KEYS = sorted(texts("en").keys)


def keys_of(language: Language) -> list[str]:
    """The keys of the English file that this one has, too; those that it lacks are told once, by one test."""
    return [key for key in KEYS if key in texts(language).keys]


def told(language: Language, key: str, what: str) -> str:
    """A fault with its file and key, such as "es.toml, place.moved: expected {game}, not {spiel}"."""
    return f"{language}.toml, {key}: {what}"


def braced(names: set[str]) -> str:
    """Placeholders as they are written."""
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"
