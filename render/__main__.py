"""`python -m render RECORD [--turn N] -o FILE`: a position of a recorded game as a PNG, or the game as a GIF."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from game.matching import max_tiles_left
from game.replay import HEAD, LIMIT_BYTES, RecordError, parse, replay
from game.state import GameState, Position, view
from render.animation import PACE_S, animation, replay_scenes
from render.paint import draw, png
from render.scene_builder import Labels, board_scene
from render.theme import DEFAULT, THEMES, Theme, load_theme

_REFUSED = 2
_INTERRUPTED = 130
_SHORTEST_S, _LONGEST_S = 0.02, 600
"""What a GIF can hold, and viewers keep to."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(_REFUSED, f"{self.prog}: {' '.join(message.split())}\n")


class _CommandError(Exception):
    """What ends the command, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw one picture and give the exit code: 0, or 2 with one line on standard error."""
    options = _parser().parse_args(arguments)
    try:
        picture = _drawn(_read(options.record), options)
        _write(options.output, picture)
    except RecordError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    except _CommandError as error:
        print(f"python -m render: {error}", file=sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


def _parser() -> _Parser:
    parser = _Parser(
        prog="python -m render",
        description="A position of a game as a picture, or the whole game as an animation.",
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="RECORD", help="a record, or - for standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="after which turn, counted from 0; the last if absent")
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT, help="the colours")
    parser.add_argument("--pace", type=float, default=PACE_S, metavar="S", help="seconds of each frame but the last")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="where it goes; a name that ends in .gif makes it an animation, a frame a placement",
    )
    return parser


def _drawn(data: bytes, options: argparse.Namespace) -> bytes:
    record = parse(data)
    game = replay(record)
    theme = load_theme(options.theme)
    if not str(options.output).lower().endswith(".gif"):
        return _picture(game.states, options.turn, record.players, theme)
    if options.turn is not None:
        raise _CommandError("an animation is of the whole game, not of one turn")
    if not _SHORTEST_S <= options.pace <= _LONGEST_S:
        raise _CommandError(f"a frame lasts from {_SHORTEST_S} to {_LONGEST_S} seconds")
    scenes = replay_scenes(game.events, lambda seen: labels(seen.position, record.players))
    return animation(scenes, theme, pace_s=options.pace)


def _picture(states: Sequence[GameState], turn: int | None, players: tuple[str, ...], theme: Theme) -> bytes:
    if turn is None:
        state = states[-1]
    elif 0 <= turn < len(states) - 1:
        state = states[turn + 1]
    else:
        turns = f"turns 0 to {len(states) - 2}" if len(states) > 1 else "no turn"
        raise _CommandError(f"there is no turn {turn}: the record has {turns}")
    return png(draw(board_scene(view(state, None), labels(state.position, players)), theme))


def labels(position: Position, names: tuple[str, ...]) -> Labels:
    """The words of a picture in English."""
    bag = f"{position.bag} in the bag"
    if position.ending is None:
        left = max_tiles_left(position.symbols, position.area)
        fit = "1 tile fits" if left == 1 else f"{left} tiles fit"
        return Labels(names, to_move=f"{names[position.seat]} to move", bag=bag, room=fit)
    winners = position.ending.standing[0]
    if len(position.ending.standing) == 1:
        final = f"{min(position.pegs(0))} points" if position.seats == 1 else "A draw"
    else:
        final = " & ".join(names[seat] for seat in winners) + " won"
    return Labels(names, bag=bag, final=final)


def _read(file: str) -> bytes:
    """At most a byte more of a file than a record may have."""
    try:
        with os.fdopen(0, "rb", closefd=False) if file == "-" else Path(file).open("rb") as stream:
            return stream.read(LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(HEAD, None, f"cannot read {file!r}: {_cause(error)}") from error


def _write(file: str, picture: bytes) -> None:
    try:
        Path(file).write_bytes(picture)
    except (OSError, ValueError) as error:
        raise _CommandError(f"cannot write {file!r}: {_cause(error)}") from error


def _cause(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


if __name__ == "__main__":
    sys.exit(main())
