"""Tests of what tests put in the place of other values."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import permutations
from types import SimpleNamespace

from tests.overlapping import put


def test_in_whatever_order_they_end_the_newest_that_is_left_holds_and_at_last_the_own_value():
    for order in permutations("abc"):
        holder, keys = SimpleNamespace(name="own"), {"name": "own"}
        open_ = {}
        for value in "abc":
            open_[value] = ExitStack()
            open_[value].enter_context(put(holder, "name", value))
            open_[value].enter_context(put(keys, "name", value))
        for value in order:
            open_.pop(value).close()
            assert holder.name == keys["name"] == max(open_, default="own"), order
