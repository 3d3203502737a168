"""Whole games over the real client: what it says in the end is what the rules make of the exported record."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from bot.texts import Texts, texts
from game import record
from game.__main__ import main
from game.modes import MODES
from game.tiles import COLOURS
from tests.bot.recorded import GAMES, Recording, pinged, recorded

every_game = pytest.mark.parametrize("name", list(GAMES))


@pytest.fixture
def replayed(tmp_path, capsys):
    """What `python -m game replay FILE --json` says of the exported record."""

    def replay(recording: Recording) -> dict[str, Any]:
        path = tmp_path / "record.json"
        path.write_bytes(recording.export)
        assert main(["replay", str(path), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return replay


@every_game
def test_the_game_comes_to_its_end_by_the_rules(name, replayed):
    assert replayed(recorded(name))["reason"] in ("board-full", "instant-win")


@every_game
def test_the_exported_record_replays_to_the_game_that_was_played(name, replayed):
    recording = recorded(name)
    assert replayed(recording) == json.loads(json.dumps(record.summary(recording.table.public)))


@every_game
def test_the_final_message_says_the_scores_of_the_replay(name, replayed):
    recording = recorded(name)
    assert told_scores(recording) == replayed(recording)["scores"]


@every_game
def test_the_final_message_says_the_standing_of_the_replay(name, replayed):
    recording = recorded(name)
    if recording.table.opened.mode == "solo":
        pytest.skip("alone there is no standing")
    names, mode, expected, place = recording.table.names, recording.table.mode, {}, 1
    for seats in replayed(recording)["standing"]:
        expected[place] = {names[seat] for seat in seats}
        place += len({mode.side_of(seat, len(names)) for seat in seats})
    read = re.sub(r"\\([()])", r"\1", recording.end.text)
    found = re.findall(r"^\*\*(\d)[^*\d]*\*\* (.+?) \u2013 ", read, re.MULTILINE)
    assert {int(at): set(re.split(" & |, ", who)) for at, who in found} == expected


@pytest.mark.parametrize("name", ["standard", "commands", "team", "duel"])
def test_bonus_placements_and_exchanges_were_part_of_the_game(name):
    script = recorded(name).script
    assert script.bonuses
    assert script.exchanges
    assert script.exchanges < script.offers, "one was offered and not made"


@every_game
def test_each_person_is_called_once_for_each_of_their_turns_and_once_to_the_result(name):
    recording = recorded(name)
    seats = recording.table.seats
    turns = Counter(seats[turn.seat].user for turn in recording.table.public.turns)
    del turns[None]
    people = recording.table.humans
    turns.update(people if len(people) > 1 else ())
    boards = [request.body for request in recording.requests if request.posts and request.body.get("attachments")]
    called = Counter(user for body in boards for user in pinged(body))
    assert called == ({recording.table.opened.host: 1} if len(people) == 1 else turns)


@pytest.mark.parametrize("name", ["team"])
def test_people_sit_with_the_partner_whom_they_chose(name):
    assert recorded(name).table.names in (("Ann", "Cem", "Ben", "Dia"), ("Cem", "Ann", "Dia", "Ben"))


@pytest.mark.parametrize("name", ["commands"])
def test_four_people_play_by_commands_without_a_single_press(name):
    assert not any(answer.shown.ephemeral and not answer.shown.text for answer in recorded(name).answers)
    assert not any("bot.discord.client" in line for line in recorded(name).log), "the log tells of each press"


@every_game
def test_nothing_was_logged_as_a_warning_or_an_error(name):
    assert [line for line in recorded(name).log if not line.startswith(("DEBUG", "INFO"))] == []


def told_scores(recording: Recording) -> list[dict[str, int]]:
    """The score boards that the final message tells those who do not see its picture, as `replay --json` does."""
    names = recording.table.names
    told = recording.end.attached(".png")["description"]
    words = texts(recording.table.opened.language)
    if MODES[recording.table.opened.mode].track.two_sided:
        board = dict.fromkeys("ROYGBP", 0)
        for seat, name in enumerate(names):
            board |= {letter: -peg if seat else peg for letter, peg in _pegs(told, name, words).items() if peg}
        return [board]
    boards = recording.table.public.scores
    sides = [
        " & ".join(names[at] for at in range(len(names)) if at % len(boards) == side) for side in range(len(boards))
    ]
    return [_pegs(told, side, words) for side in sides]


def _pegs(told: str, who: str, words: Texts) -> dict[str, int]:
    """The pegs of a side that a text names, by the letters of their colours."""
    (line,) = re.findall(rf"(?:^|\. ){re.escape(who)}: ([^.]*)\.", told)
    colours = {words(f"textboard.{colour.name.lower()}"): colour.letter for colour in COLOURS}
    found = re.findall(rf"({'|'.join(colours)}) (\d+)", line)
    return {colours[word]: int(peg) for word, peg in found}
