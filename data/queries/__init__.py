"""The SQL of the store as named statements, one file a subject, shared by the engines.

A statement starts with `-- name: ...`, the form that aiosql reads. Values are written `:name`; a value that is a list
stands alone between parentheses, `IN (:users)`. Must not know an engine.
"""

import re
from collections.abc import Mapping
from pathlib import Path

SHARED = Path(__file__).parent


def load(*folders: Path) -> Mapping[str, str]:
    """The statements of these folders by name; where an engine needs its own text, its folder comes last.

    Raises:
        ValueError: one folder has two statements of one name.
    """
    statements: dict[str, str] = {}
    for folder in folders:
        found: dict[str, str] = {}
        for file in sorted(folder.glob("*.sql")):
            _, *parts = re.split(r"^-- name: (\w+)\n", file.read_text("utf-8"), flags=re.MULTILINE)
            for name, text in zip(parts[::2], parts[1::2], strict=True):
                if name in found:
                    raise ValueError(f"two statements are called {name}")
                found[name] = _without_comments(text)
        statements |= found
    return statements


def _without_comments(text: str) -> str:
    lines = (line for line in text.splitlines() if not line.startswith("--"))
    return "\n".join(lines).strip().removesuffix(";")
