"""The command line of the rules: `replay`, `analyse` and `position` read a record, `simulate` plays one."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from random import Random
from time import process_time
from typing import Final

from game.ai import PLAYERS, STYLES, Style
from game.ai.reasons import Reason, ReasonCode
from game.analysis import Analysis, AnalysisError
from game.analysis_json import to_json as analysis_json
from game.board import NAMES
from game.command_line import (
    REFUSED,
    CommandError,
    Parser,
    cause,
    complain,
    echo,
    read_file,
    run,
    write_file,
)
from game.events import At
from game.modes import MODES
from game.notation import to_line
from game.record import export, summary
from game.replay import HEAD, LIMIT_BYTES, Record, RecordError, parse, replay
from game.second_look import analyse
from game.simulate import simulate
from game.state import Position
from game.tiles import COLOURS, Tile
from game.tournament import tournament
from game.verify import bag_meta, verify

_COMMANDS = ("replay", "simulate", "tournament", "analyse", "position")
_EXAMPLES: Final = """examples:
  python -m game simulate --mode duel --players 2 --seed 7 --out game.json
  python -m game replay game.json
  python -m game analyse game.json
  python -m game position game.json --turn 12
  python -m game tournament --mode duel --players 2 --a 4 --b careful --games 20 --seed 1"""
_ABOUT_REPLAY: Final = "Check every turn of a record by the rules, and print how the game went."
_ABOUT_SIMULATE: Final = "Let bots play a game, and write its record."
_ABOUT_TOURNAMENT: Final = "Let a and b play against each other in all seats, and print how often each wins."
_ABOUT_ANALYSE: Final = """Print what each placement of a finished game lost of the chance to win,
and the turning points with what was better."""
_ABOUT_POSITION: Final = "Print what everybody sees after a turn as one line, which render draws."
_SOLO_LOWEST, _SOLO_RANGE = 4, 20
"""Alone, what a chance of 0 is as a score, and how much more 1 is."""
_REASONS: Final[Mapping[ReasonCode, str]] = {
    "wins": "wins at once",
    "earns-bonus": "{amount} more bonus",
    "lifts-lowest": "{amount} more in {colour}, the lowest colour",
    "raises": "{amount} more in {colour}",
    "crosses": "{colour} comes to the own side",
    "blocks": "{name} can score {amount} less in {colour}",
    "builds": "{amount} more to score in {colour} next",
    "readies": "a bonus in {colour} within reach",
    "exchanges": "an exchange",
    "thins": "fewer good spaces in {colour} for {name}",
    "keeps": "more good spaces in {colour}",
    "closes": "room for {amount} tiles less",
    "opens": "room for {amount} tiles more",
    "prepares": "a better position for the tiles to come",
}
_NAMES = ("ann", "ben", "cem", "dia")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, or 2 with one line on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    prog = f"python -m game {given[0]}" if given and given[0] in _COMMANDS else "python -m game"
    return run(prog, lambda: _command(prog, given))


def _command(prog: str, arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            _replay(options.file, as_json=options.json, check_bag=options.verify)
        elif options.command == "simulate":
            _simulate(options.mode, options.players, options.seed, options.style, options.out)
        elif options.command == "tournament":
            _tournament(options)
        elif options.command == "position":
            _position(options.file, options.turn)
        else:
            _analyse(options.file, as_json=options.json)
    except RecordError as error:
        complain(error)
        return REFUSED
    except CommandError as error:
        complain(f"{prog}: {error}")
        return REFUSED
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m game", description="The rules of Ingenious, without Discord.", epilog=_EXAMPLES)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser, metavar="COMMAND")
    one = commands.add_parser("replay", help="check a record and print how the game went", description=_ABOUT_REPLAY)
    _add_record(one)
    one.add_argument("--verify", action="store_true", help="check every deal and draw by the seed in the record")
    two = commands.add_parser("simulate", help="let bots play a game", description=_ABOUT_SIMULATE)
    _add_game(two)
    two.add_argument("--style", choices=sorted({*STYLES, *PLAYERS}), default="careful", help="who plays (careful)")
    two.add_argument("--out", metavar="FILE", help="where the record goes; printed without it")
    three = commands.add_parser("tournament", help="measure one bot against another", description=_ABOUT_TOURNAMENT)
    _add_game(three)
    three.add_argument("--a", required=True, choices=PLAYERS, help="one player: a level, or a simple one to compare")
    three.add_argument("--b", required=True, choices=PLAYERS, help="the other")
    three.add_argument("--games", required=True, type=int, metavar="G", help="how many games")
    three.add_argument("--json", action="store_true", help="print one JSON object")
    five = commands.add_parser("position", help="print a position of a record as one line", description=_ABOUT_POSITION)
    five.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    five.add_argument("--turn", type=int, metavar="N", help="after which turn, counted from 0; the last if absent")
    four = commands.add_parser("analyse", help="say what each placement of a record lost", description=_ABOUT_ANALYSE)
    _add_record(four)
    return parser


def _add_record(command: Parser) -> None:
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _add_game(command: Parser) -> None:
    command.add_argument("--mode", required=True, choices=tuple(MODES), help="what is played")
    command.add_argument("--players", required=True, type=int, metavar="N", help="how many seats")
    command.add_argument("--seed", required=True, type=int, metavar="S", help="the same seed plays the same again")


# --- replay --------------------------------------------------------------------------------------------------------


def _replay(file: str, *, as_json: bool, check_bag: bool) -> None:
    try:
        record = parse(_read(file))
        played = replay(record)
        sha256 = verify(record, played) if check_bag else None
    except RecordError as error:
        if as_json:
            echo(json.dumps({"illegal": error.turn, "rule": error.rule, "why": error.why}))
        raise
    position = played.states[-1].position
    if as_json:
        echo(json.dumps(summary(position) | ({} if sha256 is None else {"verified": sha256})))
        return
    lines = _summary_lines(record, position)
    if sha256 is not None:
        lines += ["every deal and draw is that of the seed", f"SHA-256 of the seed: {sha256}"]
    echo(_printable("\n".join(lines)))


def _read(file: str) -> bytes:
    """At most a byte more of a file than a record may have."""
    try:
        return read_file(file, LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(HEAD, None, f"cannot read {file!r}: {cause(error)}") from error


def _printable(text: str) -> str:
    """The text with escapes for what standard output cannot show."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"  # it is None in a process that has none
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _summary_lines(record: Record, position: Position) -> list[str]:
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
    for equal in position.ending.standing if position.ending else ():
        lines.append(f"place {before + 1}: {_players(record, equal)}")
        before += len(equal)
    return lines


def _players(record: Record, seats: Sequence[int]) -> str:
    return ", ".join(f"{record.players[seat]!r} (seat {seat})" for seat in seats)


# --- simulate ------------------------------------------------------------------------------------------------------


def _simulate(mode: str, players: int, seed: int, style: Style, out: str | None) -> None:
    _check_seats(mode, players)
    bag_seed = sha256(str(seed).encode()).digest()
    events = simulate(MODES[mode], (style,) * players, Random(seed), bag_seed=bag_seed)
    meta = {"seed": seed, "style": style, "bag": bag_meta(bag_seed, revealed=True)}
    text = json.dumps(export(events, _NAMES[:players], public=False, meta=meta))
    if out is None:
        echo(text)
        return
    write_file(out, f"{text}\n".encode(), _is_record, LIMIT_BYTES + 1)


def _is_record(data: bytes) -> bool:
    try:
        parse(data)
    except RecordError:
        return False
    return True


def _check_seats(mode: str, players: int) -> None:
    if players not in MODES[mode].seats:
        allowed = " or ".join(str(number) for number in MODES[mode].seats)
        raise CommandError(f"{mode} is played by {allowed}, not by {players}")


# --- position ------------------------------------------------------------------------------------------------------


def _position(file: str, turn: int | None) -> None:
    try:
        echo(to_line(replay(parse(_read(file))).after(turn).position))
    except IndexError as error:
        raise CommandError(str(error)) from error


# --- tournament ----------------------------------------------------------------------------------------------------


def _tournament(options: Namespace) -> None:
    _check_seats(options.mode, options.players)
    if options.games < 1:
        raise CommandError("at least one game is needed")
    mode, players = MODES[options.mode], (options.a, options.b)
    result = tournament(mode, options.players, players, options.games, options.seed, process_time)
    if options.json:
        head = {name: getattr(options, name) for name in ("mode", "players", "a", "b", "games")}
        echo(json.dumps(head | asdict(result)))
        return
    echo(
        f"{options.a} against {options.b}: {100 * result.win:.1f} % +- {100 * result.ci95:.1f} of {result.games} games"
    )
    echo(f"lowest colour: {options.a} {result.low_a:.2f}, {options.b} {result.low_b:.2f}")
    echo(f"{options.a}, ms a choice: median {result.ms.p50}, 95 % {result.ms.p95}, longest {result.ms.max}")


# --- analyse -------------------------------------------------------------------------------------------------------


def _analyse(file: str, *, as_json: bool) -> None:
    record = parse(_read(file))
    try:
        analysis = analyse(replay(record).events)
    except AnalysisError as error:
        raise CommandError(str(error)) from error
    if as_json:
        echo(json.dumps(analysis_json(analysis)))
    else:
        echo(_printable("\n".join(_analysed(record, analysis))))


def _analysed(record: Record, analysis: Analysis) -> list[str]:
    """An analysis in a few lines of English."""
    lines = [f"{analysis.mode} game of {analysis.seats}: {len(analysis.placements)} placements"]
    for seat, (loss, level) in enumerate(zip(analysis.mean_loss, analysis.resembles, strict=True)):
        like = f", about as level {level}" if level else ""
        lost = f"{_SOLO_RANGE * loss:.1f} points" if analysis.seats == 1 else f"{100 * loss:.1f} % of chance"
        lines.append(f"{_players(record, [seat])}: {lost} lost a placement{like}")
    for index in analysis.turning_points:
        one = analysis.placements[index]
        before = one.chances[one.seat]
        lines.append(
            f"placement {index + 1}, {_players(record, [one.seat])}: {_spelt(one.tile, one.at)},"
            f" {_worth(analysis, before)} -> {_worth(analysis, before - one.loss)}"
        )
        better = one.better
        why = "; ".join(_reason(record, reason) for reason in better.reasons) if better else ""
        lines += [f"  better: {_spelt(better.tile, better.at)} ({why})"] if better else []
    return lines


def _worth(analysis: Analysis, chance: float) -> str:
    """A chance to win, or alone the score that it stands for."""
    return f"score {_SOLO_LOWEST + _SOLO_RANGE * chance:.1f}" if analysis.seats == 1 else f"{100 * chance:.0f} %"


def _spelt(tile: Tile, at: At) -> str:
    return f"{tile.code} {NAMES[at[0]]} {NAMES[at[1]]}"


def _reason(record: Record, reason: Reason) -> str:
    return _REASONS[reason.code].format(
        amount=reason.amount,
        colour="" if reason.colour is None else reason.colour.name.lower(),
        name="" if reason.seat is None else _players(record, [reason.seat]),
    )


if __name__ == "__main__":
    sys.exit(main())
