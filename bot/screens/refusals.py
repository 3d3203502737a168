"""The only code where an error becomes a sentence that a player reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from bot.screens.phrases import tile_code
from bot.tables.errors import Refused
from bot.tables.schedule import stamp
from bot.texts import Texts, plain
from bot.texts.typed import parsed_tile
from game.board import NAMES
from game.illegal import Illegal


def refusal_text(error: Refused | Illegal, texts: Texts) -> str:
    """Why something was refused, and what to do."""
    if isinstance(error, Refused):
        values = {name: _shown(name, value) for name, value in error.values.items()}
        if "mode" in values:
            values["mode"] = texts(f"mode.{values['mode']}")
        if "lacking" in values:
            values["lacking"] = permission_words(cast("list[str]", values["lacking"]), texts)
        return texts(f"refused.{error.code}", **values)
    key = f"illegal.{error.code}"
    if texts.get(key) is None:
        return texts("illegal.other", rule=error.rule or "-")
    return texts(key, **_words(error.values, texts))


def permission_words(names: Iterable[str], texts: Texts) -> str:
    """Permissions as Discord's settings call them."""
    return ", ".join(texts(f"permission.{name}") for name in names)


def _shown(name: str, value: object) -> object:
    """A value as it stands in a sentence: names without markdown, moments in the reader's own time."""
    match value:
        case datetime():
            return stamp(value)
        case str() if name == "name":
            return plain(value)
        case int() if name == "user":
            return f"<@{value}>"
        case tuple() if name == "names":
            return [plain(str(one)) for one in cast("tuple[object, ...]", value)]
        case tuple() if name == "channels":
            return " ".join(f"<#{channel}>" for channel in cast("tuple[int, ...]", value))
        case _:
            return value


def _words(values: Mapping[str, object], texts: Texts) -> dict[str, object]:
    """The values of a rule as they are written: cells by their names, a tile in the letters of the language."""
    words = dict(values)
    tile = parsed_tile(str(values.get("tile", "")))
    if tile is not None:
        words["tile"] = tile_code(tile, texts)
    cell, cells = values.get("cell"), values.get("cells")
    if isinstance(cell, int):
        words["cell"] = NAMES.get(cell, "?")
    if isinstance(cells, tuple):
        words["cells"] = ", ".join(NAMES.get(at, "?") for at in cells if isinstance(at, int))  # pyright: ignore[reportUnknownVariableType]
    return words
