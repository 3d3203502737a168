"""The worker process as tests need it: `python -m tests.bot.odd_worker`, also with `stops MARK` or `weights FOLDER`.

It has the priority of the tests: with a lower one it would hardly get any CPU while they keep the machine busy.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bot.process import worker_main
from game import ai, analysis
from game.ai import net


def main() -> None:
    """Be the worker, with what the words say."""
    worker_main._NICE = 0
    match sys.argv[1:]:
        case []:
            pass
        case ["stops", mark]:
            _stop_once(Path(mark))
        case ["weights", folder]:
            ai.load = lambda mode, seats: net.load(mode, seats, Path(folder))
        case words:
            raise SystemExit(f"unknown: {words}")
    worker_main.main()


def _stop_once(mark: Path) -> None:
    """Write the mark in the middle of the first thought and go no further; with the mark think as always."""
    evaluate = ai.evaluate

    def evaluated(*args):
        found = evaluate(*args)
        if not mark.exists():
            mark.touch()
            time.sleep(3600)
        return found

    ai.evaluate = analysis.evaluate = evaluated


if __name__ == "__main__":
    main()
