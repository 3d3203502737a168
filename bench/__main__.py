"""Runs the measurements: `python -m bench` all of them, `python -m bench game data` some."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

NAMES = (
    "game",
    "levels",
    "data",
    "postgres",
    "render",
    "bot",
    "size",
    "processes",
    "thinking",
    "statistics",
    "exports",
    "tournament",
)
_PACKAGES = {
    "levels": "game",
    "postgres": "data.postgres",
    "size": "bot",
    "processes": "bot",
    "thinking": "bot",
    "statistics": "bot",
    "exports": "bot",
    "tournament": "bot",
}
"""What a measurement needs that is not called like it."""


def main() -> None:
    """Run the modules that are asked for and present."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure rules, store, pictures, bot and processes. Takes minutes on a quiet machine.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}; everything if absent"
    )
    wanted = parser.parse_args().names or NAMES
    for name in wanted:
        if name not in NAMES:
            parser.error(f"there is nothing to measure called {name!r}")
    for name in wanted:
        if find_spec(f"bench.{name}") is None or find_spec(_PACKAGES.get(name, name)) is None:
            print(f"{name}: not measured here")
        else:
            import_module(f"bench.{name}").main()
        print()


if __name__ == "__main__":
    main()
