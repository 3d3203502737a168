"""Values that tests put in the place of others for a while, where several such whiles overlap.

Worlds and clubs that are open at the same moment may end in any order. `unittest.mock.patch` gives back what it found:
of two that end in the order in which they began, the second would leave the value of the first for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class _Put:
    value: Any


_standing: dict[tuple[int, object], list[_Put]] = {}
"""By holder and name: the value of its own, then those put there that have not ended, oldest first."""


@contextmanager
def put(holder: Any, name: Any, value: Any) -> Iterator[None]:
    """Give an attribute or a key this value; then it has the newest of those that have not ended, or its own."""
    read, write = (dict.__getitem__, dict.__setitem__) if isinstance(holder, dict) else (getattr, setattr)
    key, mine = (id(holder), name), _Put(value)
    values = _standing.setdefault(key, [_Put(read(holder, name))])
    values.append(mine)
    write(holder, name, value)
    try:
        yield
    finally:
        values.remove(mine)
        write(holder, name, values[-1].value)
        if len(values) == 1:
            del _standing[key]
