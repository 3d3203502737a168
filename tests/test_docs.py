"""The documents agree with the code and with each other: links, rule numbers, error codes, examples."""

import hashlib
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.texts import LANGUAGES, profile
from bot.texts.forms import locale
from game.ai.levels import LEVELS, Level
from game.bag import seeded
from game.events import Dealt, TurnEnded
from game.explain import _SENTENCES  # pyright: ignore[reportPrivateUsage]
from game.record import summary
from game.replay import parse, replay
from game.tiles import parse_tile

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
RECORD = (ROOT / "docs/record.md").read_text("utf-8")

FILES = sorted(
    path
    for folder in ("bot", "render", "data", "game", "tests", "bench", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".md", ".toml"}
) + sorted(ROOT.glob("*.md"))

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "tests/README.md"]

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


def anchors(document: Path) -> set[str]:
    """What a link to a heading of a document can name, as GitHub makes it of the words."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(document: Path):
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            target = document.parent / name if name else document
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_named_in_the_text_is_there(document: Path):
    named = re.findall(
        r"`((?:bot|data|docs|game|render|tests|training|bench)/[\w/.-]+\.\w+)`", document.read_text("utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def _row(document: str, first: str) -> list[str]:
    """The cells of the first row of a table that begins so."""
    line = next(line for line in (ROOT / document).read_text("utf-8").splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_every_level_stands_in_the_tables_of_levels(level: Level):
    for document in ("docs/opponents.md", "docs/playing.md"):
        assert _row(document, f"`{level.name}`")[1] == level.title
    strengths = dict(zip(_row("docs/ratings.md", "level"), _row("docs/ratings.md", "strength"), strict=True))
    assert strengths.get(level.name) == (None if level.strength is None else f"{level.strength}".replace("-", "\u2212"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_named_where_people_look_for_theirs(language: str):
    name = locale(profile(language).cldr.split("_", maxsplit=1)[0]).get_display_name("en")
    assert name
    for document in ("README.md", "docs/translating.md"):
        assert name in (ROOT / document).read_text("utf-8"), document


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


def _by_the_words(seed: bytes, label: str) -> Callable[[int], int]:
    """The numbers below a bound, as the document describes them."""
    counter = 0

    def below(bound: int) -> int:
        nonlocal counter
        while True:
            digest = hashlib.sha256(seed + label.encode("ascii") + struct.pack(">I", counter)).digest()
            counter += 1
            (value,) = struct.unpack(">Q", digest[:8])
            if value < 2**64 - 2**64 % bound:
                return value % bound

    return below


def test_the_example_of_a_bag_is_what_its_words_describe():
    told = dict(re.findall(r"^\| ([\w A-Z`-]+?) \| `?([\w ]+?)`? \|$", RECORD.split("**Example.**")[1], re.MULTILINE))
    seed = bytes.fromhex(told["seed"])
    assert hashlib.sha256(seed).hexdigest() == told["SHA-256 of the seed"]
    digest = hashlib.sha256(seed + b"ingenious-bag/1 order\0\0\0\0").hexdigest()
    assert digest == told["first digest for the order"]

    pairs = [a + b for at, a in enumerate("ROYGBP") for b in "ROYGBP"[at:]]
    tiles = [pair for pair in pairs for _ in range(5 if pair[0] == pair[1] else 6)]
    below, numbers = _by_the_words(seed, "ingenious-bag/1 order"), list[int]()
    for at in range(119, 0, -1):
        numbers.append(below(at + 1))
        tiles[at], tiles[numbers[-1]] = tiles[numbers[-1]], tiles[at]
    assert " ".join(map(str, numbers)).startswith(told["first numbers for the order"])
    assert " ".join(tiles).startswith(told["first tiles of the order"])
    assert " ".join(tiles).endswith(told["last tiles of the order"])

    assert told["rack of seat 0 of two"].split() == tiles[0:12:2]
    assert told["rack of seat 1 of two"].split() == tiles[1:12:2]
    assert told["if then `OO RB PP` are exchanged and four tiles drawn"].split() == tiles[12:16]
    left, below, numbers = tiles[16:], _by_the_words(seed, "ingenious-bag/1 exchange 1"), []
    for tile in ("RB", "OO", "PP"):
        numbers.append(below(len(left) + 1))
        left.insert(numbers[-1], tile)
    assert told["numbers for the exchange"].split() == [str(number) for number in numbers]
    assert told["order after it"].split() == left

    bag = seeded(seed)
    assert [tile.code for tile in bag.order] == tiles
    bag = bag.after(Dealt("standard", (bag.order[0:12:2], bag.order[1:12:2])))
    bag = bag.after(TurnEnded(0, tuple(parse_tile(code) for code in ("OO", "RB", "PP")), bag.order[:4]))
    assert [tile.code for tile in bag.order] == left
