"""Ranks that equal results share."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(values: Sequence[object]) -> list[int]:
    """The rank of each value of a list that is in order: 1 for the first; equal ones share theirs, the next skips."""
    return [1 + values.index(value) for value in values]
