"""`python -m render RECORD [--turn N] -o FILE`: a position of a recorded game as a PNG, or the game as a GIF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from game.command_line import REFUSED, CommandError, Parser, cause, complain, read_file, run, write_file
from game.matching import max_tiles_left
from game.replay import HEAD, LIMIT_BYTES, RecordError, parse, replay
from game.state import GameState, Position, view
from render.animation import animation, replay_scenes
from render.paint import draw, png
from render.scene_builder import Labels, board_scene
from render.theme import DEFAULT, THEMES, Theme, load_theme

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
        picture = _drawn(_read(options.record), options)
        write_file(options.output, picture, lambda old: old.startswith(_SIGNATURES), len(_SIGNATURES[0]))
    except RecordError as error:
        complain(error)
        return REFUSED
    except CommandError as error:
        complain(f"{_PROG}: {error}")
        return REFUSED
    return 0


def _parser() -> Parser:
    parser = Parser(prog=_PROG, description="A position of a game as a picture, or the whole game as an animation.")
    parser.add_argument("record", metavar="RECORD", help="a record, or - for standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="after which turn, counted from 0; the last if absent")
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT, help="the colours")
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


def _is_animation(options: argparse.Namespace) -> bool:
    return str(options.output).lower().endswith(".gif")


def _drawn(data: bytes, options: argparse.Namespace) -> bytes:
    record = parse(data)
    game = replay(record)
    theme = load_theme(options.theme)
    if not _is_animation(options):
        return _picture(game.states, options.turn, record.players, theme)
    scenes = replay_scenes(game.events, lambda seen: labels(seen.position, record.players))
    return animation(scenes, theme, pace_s=options.pace)


def _picture(states: Sequence[GameState], turn: int | None, players: tuple[str, ...], theme: Theme) -> bytes:
    if turn is None:
        state = states[-1]
    elif 0 <= turn < len(states) - 1:
        state = states[turn + 1]
    else:
        turns = f"turns 0 to {len(states) - 2}" if len(states) > 1 else "no turn"
        raise CommandError(f"there is no turn {turn}: the record has {turns}")
    return png(draw(board_scene(view(state, None), labels(state.position, players)), theme))


def labels(position: Position, names: tuple[str, ...]) -> Labels:
    """The words of a picture in English."""
    bag = f"{position.bag} in the bag"
    if position.ending is None:
        left = max_tiles_left(position.symbols, position.area)
        room = "room for 1 tile" if left == 1 else f"room for {left} tiles"
        return Labels(names, to_move=f"{names[position.seat]} to move", bag=bag, room=room, score="Score")
    winners = position.ending.standing[0]
    if len(position.ending.standing) == 1:
        final = f"{min(position.pegs(0))} points" if position.seats == 1 else "A draw"
    else:
        final = " & ".join(names[seat] for seat in winners) + " won"
    places = ("1st", "2nd", "3rd", "4th")[: position.seats]
    return Labels(names, bag=bag, final=final, score="Score", places=places)


def _read(file: str) -> bytes:
    """At most a byte more of a file than a record may have."""
    try:
        return read_file(file, LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(HEAD, None, f"cannot read {file!r}: {cause(error)}") from error


if __name__ == "__main__":
    sys.exit(main())
