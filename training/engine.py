"""Builds the engine of `training/engine` with the machine's C++ compiler and runs its commands."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, cast

SOURCES: Final = Path(__file__).with_name("engine")
_FLAGS: Final = ("-std=c++20", "-O3", "-march=native", "-ffast-math", "-Wall", "-Wno-array-bounds")

Matrix = list[list[float]]

_SHAPES: Final = {"w1": (32, 32), "b1": (1, 32), "w2": (44, 24), "b2": (1, 24), "w3": (1, 24), "b3": (1, 1)}
"""The layers in the order in which the engine writes them, rows and columns."""


class EngineError(Exception):
    """The engine cannot be built or refuses; the message says why."""


def compiler() -> str | None:
    """The C++ compiler of this machine, if it has one."""
    return shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


def build() -> Path:
    """The built engine, kept in the temporary folder for each state of its sources.

    Raises:
        EngineError: there is no compiler, or it refuses.
    """
    command = compiler()
    if command is None:
        raise EngineError("no C++ compiler was found (c++, g++ or clang++)")
    sources = sorted(SOURCES.iterdir())
    state = hashlib.sha256(b"".join(source.read_bytes() for source in sources) + " ".join(_FLAGS).encode()).hexdigest()
    target = Path(tempfile.gettempdir()) / f"ingenious-engine-{state[:16]}"
    if not target.exists():
        with tempfile.TemporaryDirectory(prefix="ingenious-") as folder:
            fresh = Path(folder) / target.name
            done = subprocess.run(
                [command, *_FLAGS, str(SOURCES / "main.cpp"), "-o", str(fresh)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise EngineError(f"{command} cannot build the engine: {done.stderr.strip()}")
            fresh.replace(target)
    return target


def run(command: str, mode: str, seats: int, *words: object) -> Iterator[dict[str, object]]:
    """The JSON objects that a command of the engine prints, as they come.

    Raises:
        EngineError: the engine cannot be built or refuses.
    """
    line = [str(build()), command, mode, str(seats), *map(str, words)]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors) as process,
    ):
        for text in process.stdout or ():
            yield cast("dict[str, object]", json.loads(text))
        if process.wait():
            errors.seek(0)
            raise EngineError(errors.read().strip() or f"the engine ended with {process.returncode}")


def read_layers(path: Path) -> dict[str, Matrix]:
    """The weights of a text file of the engine by layer, rounded to four places."""
    numbers = iter(path.read_text(encoding="ascii").split())
    return {
        name: [[round(float(next(numbers)), 4) for _ in range(columns)] for _ in range(rows)]
        for name, (rows, columns) in _SHAPES.items()
    }


def write_layers(path: Path, layers: dict[str, Matrix]) -> None:
    """Write weights for the engine."""
    lines: Sequence[str] = [f"{value:.6g}" for name in _SHAPES for row in layers[name] for value in row]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
