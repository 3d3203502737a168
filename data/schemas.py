"""Which schemas this program brings up to date, the same for both engines. Must not know an engine."""

from typing import Final

from data.errors import NewerSchema, OlderSchema

FIRST: Final = 12
"""The schema of the first release; those before it were never released."""
UPGRADES: Final = "484ae81868ce3102cdb5fbf2286a8cf173587f1d"
"""The last commit that brings a schema of before the first release up to date."""


def check(shown: str, found: int, newest: int) -> None:
    """Raise `OlderSchema` or `NewerSchema` unless a database of this schema can be brought to the newest one."""
    if found < FIRST:
        raise OlderSchema(shown, found, UPGRADES)
    if found > newest:
        raise NewerSchema(shown, found, newest)
