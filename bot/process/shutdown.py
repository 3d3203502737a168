"""Shutdown: the first signal asks the program to end, and a timer ends it if something hangs."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from types import FrameType

log = logging.getLogger(__name__)


def stop_on_signals(limit_s: float) -> asyncio.Event:
    """An event that the first SIGINT or SIGTERM sets; later ones change nothing.

    `limit_s` after the first signal the process ends, whatever still hangs.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        last = threading.Timer(limit_s, _end_anyway)
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(stop.set)

    # Not loop.add_signal_handler: a closing loop removes its handlers and Python resets all but SIG_IGN when it exits,
    # so a second Ctrl-C would kill the program then.
    for number in numbers:
        signal.signal(number, on_signal)
    return stop


def _end_anyway() -> None:
    """End although something hangs. Nothing is lost: what is not in the database has not happened."""
    log.error("something did not end in time; ended anyway")
    os._exit(1)
