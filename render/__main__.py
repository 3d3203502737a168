"""`python -m render RECORD [--turn N] -o FILE`: a position of a recorded game as a PNG, or the game as a GIF.

`python -m render "LINE" -o FILE` draws the position of a line, as `game/notation.py` writes it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from game.command_line import REFUSED, CommandError, Parser, cause, complain, read_file, run, write_file
from game.matching import turns_left
from game.notation import LineError, from_line, is_line
from game.replay import HEAD, LIMIT_BYTES, RecordError, parse, replay
from game.state import GameState, Position, view
from render.animation import animation, replay_scenes
from render.paint import draw, png
from render.scene_builder import Labels, board_scene
from render.theme import DEFAULT, THEME_NAMES, load_theme

_PROG = "python -m render"
_SHORTEST_S, _LONGEST_S = 0.02, 600
"""What a GIF can hold, and viewers keep to."""
_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"GIF8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw one picture and give the exit code: 0, or 2 with one line on standard error."""
    return run(_PROG, lambda: _command(arguments))


def _command(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    try:
        _check(options)
        line = is_line(options.record)
        picture = _of_line(options) if line else _drawn(_read(options.record), options)
        write_file(options.output, picture, lambda old: old.startswith(_SIGNATURES), len(_SIGNATURES[0]))
    except RecordError as error:
        complain(error)
        return REFUSED
    except (CommandError, LineError) as error:
        complain(f"{_PROG}: {error}")
        return REFUSED
    return 0


def _parser() -> Parser:
    parser = Parser(prog=_PROG, description="A position of a game as a picture, or the whole game as an animation.")
    parser.add_argument("record", metavar="RECORD", help="a record, - for standard input, or the line of a position")
    parser.add_argument("--turn", type=int, metavar="N", help="after which turn, counted from 0; the last if absent")
    parser.add_argument("--theme", choices=THEME_NAMES, default=DEFAULT, help="the colours")
    parser.add_argument("--pace", type=float, metavar="S", help="an animation: seconds of each frame but the last")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="where it goes: a name that ends in .png, or in .gif for an animation with a frame a placement",
    )
    return parser


def _check(options: argparse.Namespace) -> None:
    """Check what the options say together, before anything is read.

    Raises:
        CommandError: they do not fit.
    """
    if not str(options.output).lower().endswith((".png", ".gif")):
        raise CommandError(f"{options.output!r} is the name of no picture: let it end in .png or .gif")
    if not _is_animation(options):
        if options.pace is not None:
            raise CommandError("only an animation, whose name ends in .gif, has a pace")
        return
    if options.turn is not None:
        raise CommandError("an animation is of the whole game, not of one turn")
    if options.pace is not None and not _SHORTEST_S <= options.pace <= _LONGEST_S:
        raise CommandError(f"a frame lasts from {_SHORTEST_S} to {_LONGEST_S} seconds")


def _of_line(options: argparse.Namespace) -> bytes:
    """The picture of the position of a line.

    Raises:
        CommandError, LineError: it has no turns to choose from and does not move, or it is no position.
    """
    if options.turn is not None or _is_animation(options):
        raise CommandError("a line is one position: it has no --turn and no animation")
    state = from_line(options.record)
    names = tuple(f"Seat {seat + 1}" for seat in range(state.position.seats))
    return _picture(state, names, options.theme)


def _is_animation(options: argparse.Namespace) -> bool:
    return str(options.output).lower().endswith(".gif")


def _drawn(data: bytes, options: argparse.Namespace) -> bytes:
    record = parse(data)
    game = replay(record)
    if not _is_animation(options):
        try:
            return _picture(game.after(options.turn), record.players, options.theme)
        except IndexError as error:
            raise CommandError(str(error)) from error
    scenes = replay_scenes(game.events, lambda seen: _frame_labels(seen.position, record.players))
    return animation(scenes, load_theme(options.theme), pace_s=options.pace)


def _picture(state: GameState, names: tuple[str, ...], theme: str) -> bytes:
    return png(draw(board_scene(view(state, None), labels(state.position, names)), load_theme(theme)))


def labels(position: Position, names: tuple[str, ...]) -> Labels:
    """The words of a picture in English."""
    if position.ending is None:
        turns = turns_left(position.symbols, position.area, position.seats)
        left = f"about {turns} turn{'s' * (turns != 1)} left{' each' * (position.seats > 1)}"
        return Labels(names, to_move=f"{names[position.seat]} to move", left=left, score="Score")
    winners = position.ending.standing[0]
    if len(position.ending.standing) == 1:
        final = f"{min(position.pegs(0))} points" if position.seats == 1 else "A draw"
    else:
        final = " & ".join(names[seat] for seat in winners) + " won"
    ranks = ("1st", "2nd", "3rd", "4th")[: position.seats]
    return Labels(names, final=final, score="Score", ranks=ranks)


def _frame_labels(position: Position, names: tuple[str, ...]) -> Labels:
    """The words of a frame of an animation in English: who placed, at the end who won."""
    words = labels(position, names)
    turn = next((turn for turn in reversed(position.turns) if turn.placements), None)
    if turn is None:
        return replace(words, to_move="")
    return replace(words, to_move=f"{names[turn.seat]} placed", on_turn=turn.seat)


def _read(file: str) -> bytes:
    """At most a byte more of a file than a record may have."""
    try:
        return read_file(file, LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(HEAD, None, f"cannot read {file!r}: {cause(error)}") from error


if __name__ == "__main__":
    sys.exit(main())
