"""Events without a person: their number and name replaced wherever an event has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from bot.tables.events import TableEvent
from bot.texts.names import FORMER
from data.ids import UserId
from game.events import Dealt, Placed, Stopped, TurnEnded

_T = TypeVar("_T")


def anonymised(event: TableEvent, user: UserId, substitute: UserId) -> TableEvent:
    """The event with another number instead of this user's, and `FORMER` for the name beside it.

    The numbers are found by the type of their fields, `UserId`, so that no field can be forgotten.
    """
    if isinstance(event, Dealt | Placed | TurnEnded | Stopped):
        return event
    return without_user(event, user, substitute)


def without_user(value: _T, user: UserId, substitute: UserId) -> _T:
    """A dataclass with the user replaced in all of its fields, and `FORMER` for the name beside it."""
    changed: dict[str, Any] = {}
    for name, hint in _hints(type(value)).items():
        before = getattr(value, name)
        after = _replaced(before, hint, user, substitute)
        if after != before:
            changed[name] = after
    if changed and hasattr(value, "name"):
        changed["name"] = FORMER
    return cast("_T", replace(cast("Any", value), **changed))


def _replaced(value: object, hint: object, user: UserId, substitute: UserId) -> object:
    if hint == UserId:
        return substitute if value == user else value
    if get_origin(hint) is tuple:
        items = cast("tuple[object, ...]", value)
        return tuple(_replaced(item, get_args(hint)[0], user, substitute) for item in items)
    if is_dataclass(value):
        return without_user(cast("object", value), user, substitute)
    if UserId in get_args(hint):
        return substitute if value == user else value
    return value


@cache
def _hints(kind: type) -> Mapping[str, object]:
    return get_type_hints(kind, include_extras=True)
