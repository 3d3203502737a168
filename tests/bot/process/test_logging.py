"""The log: each event is one line of `key=value`, and nothing secret is in it."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
import re

import pytest

from bot.process.logging import Line, bound
from tests.bot import source
from tests.bot.games import simulated
from tests.bot.recorded import GAMES, SEED, recorded
from tests.bot.whole.test_secrets import tiles_in
from tests.bot.world import PEOPLE, world

LINE = re.compile(
    r"time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=[A-Z]+ at=[a-z._]+"
    r'( [a-z_]+=([^\s"]+|"([^"\\]|\\.)*"))*'
    r'( msg="([^"\\]|\\.)*")?( trace="([^"\\]|\\.)*")?'
)


def line(message, token=None, exc_info=None, **extra):
    record = logging.LogRecord("bot.service", logging.INFO, "file.py", 1, message, (), exc_info)
    vars(record).update(extra)
    written = Line(token).format(record)
    assert LINE.fullmatch(written)
    return written.partition("at=bot.service")[2].strip()


def test_fields_come_before_the_message():
    assert line("Placed", game=7, seq=12) == 'game=7 seq=12 msg="Placed"'
    assert line("stopped") == 'msg="stopped"'


def test_game_seq_and_interaction_come_first_whatever_the_order_in_the_call():
    assert line("x", verb="play", interaction=3, seq=12, game=7) == 'game=7 seq=12 interaction=3 verb=play msg="x"'


def test_a_message_is_never_taken_apart():
    assert line("game=7 is a=b") == 'msg="game=7 is a=b"'


def test_line_breaks_and_quotes_break_neither_a_message_nor_a_field():
    assert line('one\ntwo "three"', why='a\nb="c"') == r'why="a\nb=\"c\"" msg="one\ntwo \"three\""'


def test_a_field_without_a_value_is_left_out():
    assert line("x", game=None, user=5) == 'user=5 msg="x"'


def test_bound_fields_are_in_every_line_of_their_block_and_in_no_other():
    with bound(interaction=5):
        with bound(game=7):
            assert line("inside", seq=2) == 'game=7 seq=2 interaction=5 msg="inside"'
        assert line("between") == 'interaction=5 msg="between"'
        with bound(interaction=None, game=8):
            assert line("another") == 'game=8 msg="another"'
    assert line("outside") == 'msg="outside"'


async def test_bound_fields_go_along_into_tasks_and_threads():
    async def task():
        return await asyncio.to_thread(line, "x")

    with bound(interaction=5):
        started = asyncio.create_task(task())
    assert await started == 'interaction=5 msg="x"'


def test_an_error_comes_with_its_traceback_in_the_same_line():
    try:
        raise ValueError("first\nsecond")
    except ValueError as error:
        written = line("failed", reference="ab", exc_info=(ValueError, error, error.__traceback__))
    trace = json.loads(written.partition("trace=")[2])
    assert trace.startswith("Traceback")
    assert trace.endswith("ValueError: first\nsecond")


def test_the_token_is_left_out_wherever_it_stands():
    assert "secret" not in line("Bot se.secret", token="se.secret", value="se.secret")


@pytest.mark.parametrize("path", ["/webhooks/12/aW50ZXI/messages/@original", "/interactions/34/aW50ZXI/callback"])
def test_the_token_of_an_interaction_is_left_out_of_addresses(path):
    url = f"https://discord.com/api/v10{path}"
    written = line(f"We are being rate limited. PATCH {url} responded with 429", error=f"no answer from {url}")
    assert "aW50ZXI" not in written
    assert written.count(path.split("/")[2]) == 2


@pytest.fixture
def lines(caplog):
    """Gives the lines that the bot has logged so far, as they are written."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Line())
    logging.getLogger("bot").addHandler(handler)
    with caplog.at_level(logging.DEBUG, "bot"):
        yield lambda: stream.getvalue().splitlines()
    logging.getLogger("bot").removeHandler(handler)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_at_its_most_talkative_names_no_tile_no_seed_and_nobody(name):
    log = "\n".join(recorded(name).log)
    assert tiles_in(log) == set()
    assert not any(form in log for form in (str(SEED), f"{SEED:x}"))
    assert not re.search(rf"\b({'|'.join(PEOPLE)})\b", log, re.IGNORECASE)


async def test_each_line_of_a_game_has_its_form_and_each_press_its_numbers(tmp_path, lines):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        await here.do(here.ann, here.last(), "play")
        await here.command(here.ben, "start", mode="solo")
    written = lines()
    assert written
    assert all(LINE.fullmatch(one) for one in written)
    (press,) = (one for one in written if "verb=play" in one)
    assert re.search(r"game=1 interaction=\d+ version=\d+ verb=play", press)
    assert any(re.search(r"game=2 seq=\d+ interaction=\d+ events=Begun,", one) for one in written)


def test_no_field_has_a_name_that_logging_keeps_for_itself():
    # logging raises KeyError for one, in the midst of whatever is logged.
    fields = {
        key
        for call in source.calls("bot")
        for word in call.keywords
        if word.arg == "extra" and isinstance(word.value, ast.Dict)
        for key in map(ast.literal_eval, filter(None, word.value.keys))
    }
    assert "game" in fields
    assert fields.isdisjoint({*vars(logging.makeLogRecord({})), "message", "asctime"})


async def test_one_grep_for_an_interaction_finds_the_press_its_commit_and_its_messages(tmp_path, lines):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.command(here.ann, "start")
        await here.do(here.ben, here.last(), "join")
        await here.do(here.ann, here.last(), "begin")
        await here.settle()
    written = lines()
    (join,) = (line for line in written if "verb=join" in line)
    (begin,) = (line for line in written if "verb=begin" in line)
    for press, event in ((join, "Joined"), (begin, "Dealt")):
        interaction = re.search(r" interaction=\d+ ", press)[0]
        found = [line for line in written if interaction in line]
        assert "at=bot.discord" in found[0]
        assert any(" game=1 seq=" in line and event in line for line in found), "its commit"
        assert any("at=bot.outbox" in line and "kind=table" in line for line in found), "its message"
    other = re.search(r" interaction=\d+ ", join)[0]
    assert not any(other in line and "Dealt" in line for line in written)


@pytest.mark.parametrize("body", ['{"fact": "Dealt", "racks": [["RB"]]}', "RB {", '["RB", "GG"]', '{"type": "RB"}'])
async def test_a_game_that_cannot_be_read_is_reported_without_what_is_in_it(tmp_path, caplog, body):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        await here.store.rewrite_events(1, {4: body})
        answer = await here.do(here.ann, here.last(), "rack")
    assert "1" in answer.text
    written = "\n".join(Line().format(record) for record in caplog.records)
    assert "quarantined" in written
    assert tiles_in(written) == set()
