"""The log: each event is one line of `key=value`, and nothing secret is in it."""

from __future__ import annotations

import json
import logging
import re

import pytest

from bot.process.logging import Line
from tests.bot.games import simulated
from tests.bot.recorded import GAMES, SEED, recorded
from tests.bot.test_secrets import tiles_in
from tests.bot.world import PEOPLE, world

LINE = re.compile(
    r"time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=[A-Z]+ at=[a-z._]+"
    r'( [a-z_]+=[^\s"]*)*'
    r'( msg="([^"\\]|\\.)*")?( trace="([^"\\]|\\.)*")?'
)


def line(message, *arguments, token=None, exc_info=None, level=logging.INFO):
    record = logging.LogRecord("bot.service", level, "file.py", 1, message, arguments, exc_info)
    written = Line(token).format(record)
    assert LINE.fullmatch(written)
    return written.partition("at=bot.service")[2].strip()


def test_pairs_come_first_and_words_become_a_message():
    assert line("game=%s event=%s Placed TurnEnded", 7, 12) == 'game=7 event=12 msg="Placed TurnEnded"'
    assert line("game=7 verb=play") == "game=7 verb=play"
    assert line("stopped") == 'msg="stopped"'
    assert line("it is a=b") == 'msg="it is a=b"'


def test_what_breaks_lines_or_quotes_does_not_break_them_here():
    assert line("game=%s failed: %s", 7, 'one\ntwo "three"') == r'game=7 msg="failed: one\ntwo \"three\""'


def test_an_error_comes_with_its_traceback_in_the_same_line():
    try:
        raise ValueError("first\nsecond")
    except ValueError as error:
        written = line("reference=ab failed", exc_info=(ValueError, error, error.__traceback__))
    trace = json.loads(written.partition("trace=")[2])
    assert trace.startswith("Traceback")
    assert trace.endswith("ValueError: first\nsecond")


def test_the_token_is_left_out_wherever_it_stands():
    assert "secret" not in line("token=%s wrong: %s", "se.secret", "Bot se.secret", token="se.secret")


@pytest.mark.parametrize("path", ["/webhooks/12/aW50ZXI/messages/@original", "/interactions/34/aW50ZXI/callback"])
def test_the_token_of_an_interaction_is_left_out_of_addresses(path):
    written = line("We are being rate limited. PATCH https://discord.com/api/v10%s responded with 429", path)
    assert "aW50ZXI" not in written
    assert path.split("/")[2] in written


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_at_its_most_talkative_names_no_tile_no_seed_and_nobody(name):
    log = "\n".join(recorded(name).log)
    assert tiles_in(log) == set()
    assert not any(form in log for form in (str(SEED), f"{SEED:x}"))
    assert not re.search(rf"\b({'|'.join(PEOPLE)})\b", log, re.IGNORECASE)


async def test_each_line_of_a_game_has_its_form_and_each_press_its_numbers(tmp_path, caplog):
    with caplog.at_level(logging.DEBUG, "bot"):
        async with world(tmp_path / "db.sqlite3", pictures=False) as here:
            await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
            await here.do(here.ann, here.last(), "play")
            await here.command(here.ben, "start", mode="solo")
    written = [Line().format(record) for record in caplog.records if record.name.startswith("bot")]
    assert all(LINE.fullmatch(one) for one in written)
    (press,) = (one for one in written if "verb=play" in one)
    assert re.search(r"interaction=\d+ game=1 version=\d+ verb=play", press)
    assert any("game=2 event=" in one for one in written)


@pytest.mark.parametrize("body", ['{"fact": "Dealt", "racks": [["RB"]]}', "RB {", '["RB", "GG"]', '{"type": "RB"}'])
async def test_a_game_that_cannot_be_read_is_reported_without_what_is_in_it(tmp_path, caplog, body):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        await here.store.rewrite(1, {4: body})
        answer = await here.do(here.ann, here.last(), "rack")
    assert "1" in answer.text
    assert "set aside" in caplog.text
    assert tiles_in(caplog.text) == set()
