"""The named statements in the form that a PostgreSQL server takes.

Must not know what they say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from data.sql.values import Value


@dataclass(frozen=True, slots=True)
class Statement:
    """The text with numbered placeholders, and the names of the values that stand for them."""

    sql: str
    names: tuple[str, ...]

    def values(self, given: Mapping[str, Value]) -> list[object]:
        """The values in the order of the placeholders."""
        return [given[name] for name in self.names]


def numbered(text: str) -> Statement:
    """The statement with `$1` for `:name`, and `= ANY($1)` for `IN (:names)`."""
    names: list[str] = []

    def number(found: re.Match[str]) -> str:
        name = found[1]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    text = re.sub(r"\bIN \((:\w+)\)", r"= ANY(\1)", text)
    return Statement(re.sub(r"(?<!:):(\w+)", number, text), tuple(names))
