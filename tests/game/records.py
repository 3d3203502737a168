"""Records for the tests of their reader, and what it says about broken ones."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from game.record import export
from game.replay import RecordError, parse, replay
from tests.game.build import played


def valid(mode: str = "standard", seats: int = 2, seed: int = 1, **more: object) -> dict:
    events = played(mode, seats, seed, **more)
    return json.loads(json.dumps(export(events, [f"p{n}" for n in range(seats)], public=False)))


def error(record: object) -> RecordError:
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    with pytest.raises(RecordError) as caught:
        replay(parse(data))
    assert "\n" not in str(caught.value)
    return caught.value


def changed(change: Callable[[dict], object], **more: object) -> dict:
    record = valid(**more)
    change(record)
    return record
