"""The sample records come out as they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.record import summary
from game.replay import RecordError, parse, replay

FOLDER = Path(__file__).parents[3] / "shared" / "records"
OK = sorted(FOLDER.glob("ok/*.json"))
ILLEGAL = sorted(FOLDER.glob("illegal/*.json"))

pytestmark = pytest.mark.skipif(
    not OK or not ILLEGAL, reason=f"the sample records are not beside this checkout: {FOLDER}"
)


def load(path: Path) -> tuple[bytes, dict]:
    sample = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps(sample["record"]).encode(), sample["expect"]


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_a_legal_sample_comes_out_as_it_says(path: Path):
    data, expected = load(path)
    assert json.loads(json.dumps(summary(replay(parse(data)).states[-1].position))) == expected


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_an_illegal_sample_breaks_a_rule_where_it_says(path: Path):
    data, expected = load(path)
    with pytest.raises(RecordError) as caught:
        replay(parse(data))
    assert caught.value.turn == expected["illegal"]
    assert caught.value.rule is not None
