"""What the tests of the worker call in it."""

import os
import signal
import sys
import time
from pathlib import Path


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(mark: str) -> str:
    """Kill the process, but the first time only."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        dies()
    return "answered"


def spins() -> None:
    while True:
        pass


def process() -> int:
    return os.getpid()


def notes(path: str, text: str) -> None:
    with Path(path).open("a") as file:
        file.write(text)


def waits_for(path: str) -> None:
    """Wait until there is such a file, without taking any CPU to speak of."""
    while not Path(path).exists():
        time.sleep(0.01)


def prints() -> str:
    sys.stdout.write("something that is no answer\n")
    return "answered"


def fails() -> None:
    raise LookupError("no such thing")


def priority() -> int:
    return os.nice(0)


def secret() -> str | None:
    return os.environ.get("DISCORD_TOKEN")
