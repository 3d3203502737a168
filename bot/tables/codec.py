"""Frozen dataclasses as JSON objects and back, strict on types. Knows neither events nor messages.

Nothing is written that could not be read again. A field of a type such as `Annotated[str, frozenset(MODES)]` holds one
of these words and no other.

A field is stored under its name, a moment in whole seconds since 1970, a day as ISO 8601 writes it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, date, datetime
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

_T = TypeVar("_T")


def encode(value: object) -> dict[str, object]:
    """The fields of a dataclass as values that `json.dumps` takes and `decode` reads.

    Raises:
        TypeError, ValueError: `decode` would refuse them.
    """
    stored = _fields(value)
    decode(type(value), stored)
    return stored


def _fields(value: object) -> dict[str, object]:
    return {field.name: _encoded(getattr(value, field.name)) for field in fields(cast("Any", value))}


def _encoded(value: object) -> object:
    if isinstance(value, datetime):
        return int(value.timestamp())
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_encoded(item) for item in cast("tuple[object, ...]", value)]
    if isinstance(value, Mapping):
        return {key: _encoded(item) for key, item in cast("Mapping[str, object]", value).items()}
    return _fields(value) if is_dataclass(value) else value


def decode(kind: type[_T], stored: Mapping[str, object]) -> _T:
    """A dataclass of this kind from its stored fields; a field with a default may be missing.

    Raises:
        TypeError: a field is missing, unknown, or not of its type.
        ValueError: a moment is out of range, or a text is no day.
    """
    layout = _layout(kind)
    unknown = stored.keys() - layout.keys()
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {min(unknown)}")
    values: dict[str, object] = {}
    for name, (field, hint) in layout.items():
        if name in stored:
            values[name] = _decoded(stored[name], hint)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise TypeError(f"{kind.__name__} lacks {name}")
    return kind(**values)


@cache
def _layout(kind: type) -> Mapping[str, tuple[Field[object], object]]:
    """The fields of a dataclass with their types, by their names."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: (field, hints[field.name]) for field in fields(kind)}


def _decoded(value: object, hint: object) -> object:  # noqa: C901, PLR0911 - one return a sort of type
    """The value of a type: a plain class exactly (`True` is no number here), or made of such."""
    hint = getattr(hint, "__supertype__", hint)  # of a NewType such as `UserId`
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated and value in cast("Container[object]", parts[1]):
        return _decoded(value, parts[0])
    if origin is Literal and type(value) is str and value in parts:
        return value
    if origin in (Union, UnionType):
        return _decoded_as_one_of(value, parts)
    if origin is tuple and isinstance(value, list):
        return tuple(_decoded(item, parts[0]) for item in cast("list[object]", value))
    if origin is Mapping and isinstance(value, dict):
        return {
            _decoded(key, parts[0]): _decoded(item, parts[1]) for key, item in cast("dict[str, object]", value).items()
        }
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return decode(hint, cast("dict[str, object]", value))
    if hint is datetime and type(value) is int:
        return _moment(value)
    if hint is date and type(value) is str:
        return date.fromisoformat(value)
    if hint is float and type(value) is int:
        return value
    if type(value) is hint:
        return value
    raise TypeError(f"{type(value).__name__} is not {hint}")


def _moment(seconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError) as error:
        raise ValueError("a moment out of range") from error


def _decoded_as_one_of(value: object, hints: tuple[object, ...]) -> object:
    for hint in hints:
        try:
            return _decoded(value, hint)
        except TypeError:
            continue
    raise TypeError(f"{type(value).__name__} is none of {hints}")
