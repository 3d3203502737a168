"""What the bot keeps of a person, as files: one that is read at once, or compressed parts made in the background."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest
from typing_extensions import override

from bot.process.guard import Guard
from bot.process.phase import Phase
from bot.process.worker import InPlace
from bot.services.archive import Archive
from bot.services.exports import Exports
from bot.tables.errors import Refused
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN, CEM


def lines(content: bytes) -> dict[str, list[object]]:
    """The rows of a compressed file by kind."""
    with ZipFile(BytesIO(content)) as found:
        named = {one.removesuffix(".jsonl"): found.read(one) for one in found.namelist() if one.endswith(".jsonl")}
    return {kind: [json.loads(line) for line in text.splitlines()] for kind, text in named.items()}


# --- files -----------------------------------------------------------------------------------------------------------


def test_few_rows_are_one_document_that_is_read_at_once():
    archive = Archive("mine")
    archive.put("user", 7)
    archive.add("games", ())
    archive.add("results", [{"at": datetime(2026, 3, 2, tzinfo=UTC)}])
    ((name, content),) = archive.files()
    assert name == "mine.json"
    assert json.loads(content) == {"user": 7, "games": [], "results": [{"at": "2026-03-02T00:00:00+00:00"}]}
    assert b'\n "user": 7' in content


def test_many_rows_are_lines_of_a_compressed_file_for_each_kind():
    archive = Archive("mine", readable=200)
    archive.put("user", 7)
    for number in range(0, 30, 3):
        archive.add("games", [{"game": number + one} for one in range(3)])
    archive.add("results", [{"result": 1}])
    ((name, content),) = archive.files()
    assert name == "mine.zip"
    assert lines(content) == {"games": [{"game": number} for number in range(30)], "results": [{"result": 1}]}
    with ZipFile(BytesIO(content)) as found:
        assert json.loads(found.read("about-you.json")) == {"user": 7}


def test_what_is_too_long_for_one_file_comes_in_parts_that_are_read_alone():
    archive, rng = Archive("mine", readable=200, part=100_000), Random(1)
    rows = [{"game": number, "noise": rng.randbytes(3000).hex()} for number in range(200)]
    for row in rows:
        archive.add("games", [row])
    files = archive.files()
    assert [name for name, _ in files] == [f"mine-{number}.zip" for number in range(1, len(files) + 1)]
    assert len(files) > 3
    assert max(len(content) for _, content in files) < 250_000
    assert [row for _, content in files for row in lines(content)["games"]] == rows


# --- making them -----------------------------------------------------------------------------------------------------


class Held(InPlace):
    """A worker that notes how many games it is given at once, and waits."""

    def __init__(self) -> None:
        self.given = list[int]()
        self.called = asyncio.Event()
        self.goes_on = asyncio.Event()

    @override
    async def run(self, function, *args, cpu_s=60.0, background=False):
        assert background, "an export lets hints come first"
        self.given.append(len(args[1]))
        self.called.set()
        await self.goes_on.wait()
        return await super().run(function, *args)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def test_games_are_read_a_few_at_a_time_and_come_in_their_order(club):
    games = [await club.game(ANN, BEN) for _ in range(12)]
    worker = Held()
    worker.goes_on.set()
    ((_, content),) = await Exports(club.store, worker, Guard()).begin(ANN)
    assert [one["game"] for one in json.loads(content)["games"]] == games
    assert max(worker.given) <= 5
    assert sum(worker.given) == 12


async def test_who_asks_again_meanwhile_begins_no_second_one(club):
    await club.game(ANN, BEN)
    worker = Held()
    exports = Exports(club.store, worker, Guard())
    first = exports.begin(ANN)
    await worker.called.wait()
    assert exports.is_made_for(ANN)
    assert exports.begin(ANN) is first
    worker.goes_on.set()
    await first
    await asyncio.sleep(0)
    assert not exports.is_made_for(ANN)
    assert len(worker.given) == 1


async def test_exports_of_several_people_are_made_one_after_the_other(club):
    await club.game(ANN, BEN)
    worker = Held()
    exports = Exports(club.store, worker, Guard())
    both = [exports.begin(ANN), exports.begin(BEN)]
    await worker.called.wait()
    for _ in range(20):
        await asyncio.sleep(0.001)
    assert len(worker.given) == 1
    worker.goes_on.set()
    await asyncio.gather(*both)
    assert len(worker.given) == 2


async def test_an_export_ends_with_the_process_and_says_so(club):
    for _ in range(8):
        await club.game(ANN, BEN)
    worker, guard = Held(), Guard()
    making = Exports(club.store, worker, guard).begin(ANN)
    await worker.called.wait()
    guard.end()
    worker.goes_on.set()
    with pytest.raises(Refused, match="restarted"):
        await making
    assert guard.phase is Phase.ENDING
    assert len(worker.given) == 1


async def test_a_game_that_cannot_be_read_is_left_out(club):
    game, damaged = await club.game(ANN, BEN), await club.game(ANN, CEM)
    club.sql("UPDATE events SET body = replace(body, 'begun', 'beg') WHERE game = ?", damaged)
    club.sql("INSERT INTO planned_moves (game, user_id, body) VALUES (?, ?, '{')", game, ANN)
    ((_, content),) = await club.app.exports.begin(ANN)
    kept = json.loads(content)
    assert [one["game"] for one in kept["games"]] == [game]
    assert kept["planned"] == {str(game): "{"}
