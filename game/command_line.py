"""What the command lines of the project share: errors of one line, output that may be closed, files not overwritten."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

REFUSED: Final = 2
INTERRUPTED: Final = 130


class CommandError(Exception):
    """What ends a command; its text is one line."""


class Parser(argparse.ArgumentParser):
    """A parser without abbreviations, whose errors are one line and whose texts keep their lines."""

    def __init__(self, *, prog: str, description: str | None = None, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(REFUSED, f"{self.prog}: {' '.join(message.split())}\n")


def run(prog: str, command: Callable[[], int], *, filter_output: bool = True) -> int:
    """Run a command; returns its exit code, 2 where standard output cannot be written, 130 after Ctrl-C.

    With `filter_output` a reader that went away, as in `… | head -1`, ends it without a line.
    """
    try:
        try:
            code = command()
        except SystemExit as end:  # argparse has printed what there is to say
            code = end.code if isinstance(end.code, int) else 0
        print(end="", flush=True)
    except PrintError as error:
        return _stop_printing(prog, error.why, silent=filter_output)
    except OSError as error:  # what argparse printed
        return _stop_printing(prog, error, silent=filter_output)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


class PrintError(Exception):
    """Standard output cannot be written."""

    def __init__(self, why: OSError) -> None:
        super().__init__(cause(why))
        self.why = why


def echo(text: str) -> None:
    """Print a line at once.

    Raises:
        PrintError: standard output cannot be written.
    """
    try:
        print(text, flush=True)
    except OSError as error:
        raise PrintError(error) from error


def complain(text: object) -> None:
    """Print a line to standard error, if that can be written."""
    if not sys.stderr:  # `print` would take standard output instead
        return
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _stop_printing(prog: str, error: OSError, *, silent: bool) -> int:
    # What is buffered must not be tried again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not (silent and isinstance(error, BrokenPipeError)):
        complain(f"{prog}: cannot print: {cause(error)}")
    return REFUSED


def cause(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, in a few words."""
    return getattr(error, "strerror", None) or str(error)


def read_file(name: str, limit: int) -> bytes:
    """At most `limit` bytes of a file, or of standard input for `-`.

    Raises:
        OSError, ValueError: it cannot be read.
    """
    with os.fdopen(0, "rb", closefd=False) if name == "-" else Path(name).open("rb") as stream:
        return stream.read(limit)


def write_file(name: str, data: bytes, may_replace: Callable[[bytes], bool], limit: int) -> None:
    """Write a file; one that is there is replaced only if `may_replace` says so of its first `limit` bytes.

    Raises:
        CommandError: it cannot be written, or holds something else.
    """
    try:
        path = Path(name)
        if path.is_file() and (old := read_file(str(path), limit)) and not may_replace(old):
            raise CommandError(f"{name!r} exists and holds something else: name another file")
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot write {name!r}: {cause(error)}") from error
