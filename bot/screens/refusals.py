"""The only place where an error becomes a sentence that a player reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from bot.tables.table import Refused
from bot.texts import Texts
from game.board import NAMES
from game.illegal import Illegal


def refusal_text(error: Refused | Illegal, texts: Texts) -> str:
    """Why something was refused, and what to do."""
    if isinstance(error, Refused):
        facts: dict[str, object] = dict(error.facts)
        if "mode" in facts:
            facts["mode"] = texts(f"mode.{facts['mode']}")
        if error.code == "permissions":
            facts["missing"] = ", ".join(texts(f"permission.{name}") for name in cast("list[str]", facts["missing"]))
        return texts(f"refused.{error.code}", **facts)
    key = f"illegal.{error.code}"
    if texts.get(key) is None:
        return texts("illegal.other", rule=error.rule or "-")
    return texts(key, **_words(error.facts))


def _words(facts: Mapping[str, object]) -> dict[str, object]:
    """The facts of a rule as they are written: cells by their names."""
    words = dict(facts)
    cell, cells = facts.get("cell"), facts.get("cells")
    if isinstance(cell, int):
        words["cell"] = NAMES.get(cell, "?")
    if isinstance(cells, tuple):
        words["cells"] = ", ".join(NAMES.get(at, "?") for at in cells if isinstance(at, int))  # pyright: ignore[reportUnknownVariableType]
    return words
