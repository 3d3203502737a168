"""The documents agree with the code: rule numbers, error codes and the example of a record."""

import json
import re
from pathlib import Path

import pytest

from game.explain import _SENTENCES  # pyright: ignore[reportPrivateUsage]
from game.record import summary
from game.replay import parse, replay

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
RECORD = (ROOT / "docs/record.md").read_text("utf-8")

FILES = sorted(
    path
    for folder in ("bot", "render", "data", "game", "tests", "bench", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".md", ".toml"}
) + sorted(ROOT.glob("*.md"))

QUOTED = re.compile(r"\bR(\d+\.\d+)\b|\btest_r(\d+_\d+)_")


def numbers() -> set[str]:
    """The numbers that docs/rules.md defines: a heading `## R3` and a list item `2.` under it make 3.2."""
    found: set[str] = set()
    section = ""
    for line in RULES.splitlines():
        if line.startswith("## "):
            heading = re.match(r"## R(\d+) ", line)
            section = heading[1] if heading else ""
        elif section and (item := re.match(r"(\d+)\. ", line)):
            found.add(f"{section}.{item[1]}")
    return found


def test_the_rules_have_all_nine_sections():
    assert {number.split(".")[0] for number in numbers()} == set("123456789")


def test_every_rule_number_that_is_quoted_exists():
    known = numbers()
    wrong = [
        f"{path.relative_to(ROOT)}: R{number}"
        for path in FILES
        for dotted, underscored in QUOTED.findall(path.read_text("utf-8"))
        if (number := dotted or underscored.replace("_", ".")) not in known
    ]
    assert not wrong


@pytest.mark.parametrize("code", sorted(_SENTENCES))
def test_every_error_code_is_explained(code: str):
    assert f"`{code}`" in RECORD


def test_no_error_code_is_explained_that_does_not_exist():
    table = RECORD.split("| code | rule |")[1]
    assert set(re.findall(r"^\| `([a-z-]+)`", table, re.MULTILINE)) <= set(_SENTENCES)


def test_the_example_of_a_record_replays_to_the_summary_beside_it():
    record, printed = re.findall(r"```json\n(.*?)```", RECORD, re.DOTALL)
    position = replay(parse(record.encode())).states[-1].position
    assert summary(position) == json.loads(printed)
