"""The command line of the rules: `replay` reads a record, `simulate` plays one. The only file of `game` with I/O."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from game.ai import STYLES, Style
from game.modes import MODES
from game.record import export, summary
from game.replay import HEAD, LIMIT_BYTES, Record, RecordError, parse, replay
from game.simulate import simulate
from game.state import Position
from game.tiles import COLOURS

_NAMES = ("ann", "ben", "cem", "dia")
_REFUSED = 2
_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(_REFUSED, f"{self.prog}: {' '.join(message.split())}\n")


class _CommandError(Exception):
    """What ends the command, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, or 2 with one line on standard error."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            _replay(options.file, as_json=options.json)
        else:
            _simulate(options.mode, options.players, options.seed, options.style, options.out)
        print(end="", flush=True)
    except RecordError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    except _CommandError as error:
        print(f"python -m game {options.command}: {error}", file=sys.stderr)
        return _REFUSED
    except OSError as error:
        # Standard output cannot be written; what is buffered must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"python -m game {options.command}: cannot print: {_cause(error)}", file=sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="python -m game", description="The rules of Ingenious.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser, metavar="replay | simulate")
    one = commands.add_parser("replay", help="check a record and print how the game went", allow_abbrev=False)
    one.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    one.add_argument("--json", action="store_true", help="print one JSON object")
    two = commands.add_parser("simulate", help="let automatic players play a game", allow_abbrev=False)
    two.add_argument("--mode", required=True, choices=tuple(MODES))
    two.add_argument("--players", required=True, type=int, metavar="N")
    two.add_argument("--seed", required=True, type=int, metavar="S")
    two.add_argument("--style", choices=STYLES, default="careful")
    two.add_argument("--out", metavar="FILE", help="where the record goes; printed without it")
    return parser


# --- replay --------------------------------------------------------------------------------------------------------


def _replay(file: str, *, as_json: bool) -> None:
    try:
        record = parse(_read(file))
        position = replay(record).states[-1].position
    except RecordError as error:
        if as_json:
            print(json.dumps({"illegal": error.turn, "rule": error.rule, "why": error.why}), flush=True)
        raise
    if as_json:
        print(json.dumps(summary(position)))
    else:
        print(_printable("\n".join(_told(record, position))))


def _read(file: str) -> bytes:
    """At most a byte more of a file than a record may have."""
    try:
        with os.fdopen(0, "rb", closefd=False) if file == "-" else Path(file).open("rb") as stream:
            return stream.read(LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(HEAD, None, f"cannot read {file!r}: {_cause(error)}") from error


def _cause(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _printable(text: str) -> str:
    """The text with escapes for what standard output cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _told(record: Record, position: Position) -> list[str]:
    """A game in a few lines of English."""
    mode, seats = position.mode, position.seats
    placed = sum(len(turn.placements) for turn in position.turns)
    lines = [f"{mode.name} game of {seats}: {placed} tiles in {len(position.turns)} turns"]
    if position.ending is None:
        lines.append(f"running: seat {position.seat} is on turn")
    else:
        lines.append(f"over: {position.ending.reason}")
    for number, board in enumerate(position.scores):
        players = [seat for seat in range(seats) if mode.board_of(seat, seats) == number]
        pegs = " ".join(f"{colour.letter} {board.pegs[colour]}" for colour in COLOURS)
        lines.append(f"{_players(record, players)}: {pegs}")
    before = 0
    for place in position.ending.standing if position.ending else ():
        lines.append(f"place {before + 1}: {_players(record, place)}")
        before += len(place)
    return lines


def _players(record: Record, seats: Sequence[int]) -> str:
    return ", ".join(f"{record.players[seat]!r} (seat {seat})" for seat in seats)


# --- simulate ------------------------------------------------------------------------------------------------------


def _simulate(mode: str, players: int, seed: int, style: Style, out: str | None) -> None:
    if players not in MODES[mode].seats:
        allowed = " or ".join(str(number) for number in MODES[mode].seats)
        raise _CommandError(f"{mode} is played by {allowed}, not by {players}")
    events = simulate(MODES[mode], (style,) * players, Random(seed))
    meta = {"seed": seed, "style": style}
    text = json.dumps(export(events, _NAMES[:players], public=False, meta=meta))
    if out is None:
        print(text)
        return
    try:
        Path(out).write_text(text + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _CommandError(f"cannot write {out!r}: {_cause(error)}") from error


if __name__ == "__main__":
    sys.exit(main())
