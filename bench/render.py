"""What a picture costs: a position to PNG bytes, against Pillow's encoding of the same picture alone.

E is Pillow's PNG encoder at level 6 on the finished palette picture, timed in the same run, in turn with ours.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from random import Random
from statistics import mean, median, quantiles
from time import perf_counter, process_time

from PIL import Image
from zlib_ng import zlib_ng

from game.ai import Style
from game.board import CELLS
from game.events import Event
from game.matching import turns_left
from game.modes import MODES
from game.placements import placements
from game.rules import apply
from game.simulate import simulate
from game.state import GameState, SeatView, view
from game.tiles import COLOURS
from render.animation import animation, replay_scenes
from render.paint import draw, png, warm_up
from render.scene import Gain, Half, Link
from render.scene_builder import Ghost, Labels, Scene, board_scene, rack_scene
from render.theme import THEMES, Theme, load_theme

ROUNDS = 15
STARTS = 5
QUEUED = 20
FRAMES = 60
SETUPS = tuple((mode.name, seats) for mode in MODES.values() for seats in mode.seats)
SHARES = (("start", 0.0), ("middle", 0.5), ("end", 1.0))
NAMES = ("Ann", "Bartholomew", "Çelik", "Дмитрий")
NAMES_OF_FOUR_SCRIPTS = ("山田太郎", "김철수 👩\u200d🚀", "محمد علي", "क्षमा द्विवेदी")
Build = Callable[[], Scene]


def main() -> None:
    """Print the tables."""
    theme = load_theme()
    warm_up(theme)
    print("render: a position to PNG bytes, and E = Pillow's encoding of the same picture alone; medians in ms")
    print(f"{'':24}{'pixels':>11}{'bytes':>8}{'all':>7}{'draw':>7}{'png':>7}{'E':>7}{'all/E':>7}")
    boards = [_row(name, build, theme) for name, build in _boards()]
    board = next(taken for (name, _), (taken, _) in zip(_boards(), boards, strict=True) if name == "standard 4 middle")
    others = [_row(name, build, theme) for name, build in _others()]
    print()
    _bar("slowest board, state to bytes, in E", max(ratio for _, ratio in boards), 1.25, "E", "aim 0.6")
    _bar("slowest rack or ghost, in E of its own picture", max(ratio for _, ratio in others), 1.25, "E")
    _bar("rack alone, in boards", others[0][0] / board, 1, "boards")
    _bar("most bytes of any board of any game", _most() / 1000, 80, "KB")
    _bar("the fullest picture that can be", len(png(draw(_fullest(), theme))) / 1000, 500, "KB")
    _bar("peak memory of a board of four above idle", _peak_mib(), 8, "MiB")
    _bar("painter from files to ready, with base layers, in a new process", _start_ms(), 500, "ms")
    _replay(theme)
    _queue(theme)
    print()
    _encoders(theme)


def _bar(what: str, value: float, limit: float, unit: str, note: str = "") -> None:
    held = "ok" if value <= limit else "TOO MUCH"
    print(f"{what:66}{value:8.2f} of {limit:g} {unit:8}{held:9}{note}")


def _row(name: str, build: Build, theme: Theme) -> tuple[float, float]:
    """Print what a picture costs; gives its time and that over Pillow's encoding alone."""
    image = draw(build(), theme)
    scene = build()
    whole, drawn, encoded, pillow = _in_turn(
        [
            lambda: png(draw(build(), theme)),
            lambda: draw(scene, theme),
            lambda: png(image),
            lambda: image.save(BytesIO(), "PNG", compress_level=6),
        ],
        ROUNDS,
    )
    print(
        f"{name:24}{f'{image.width}x{image.height}':>11}{len(png(image)):8}{whole:7.1f}{drawn:7.1f}{encoded:7.1f}"
        f"{pillow:7.1f}{whole / pillow:7.2f}"
    )
    return whole, whole / pillow


def _in_turn(methods: list[Callable[[], object]], rounds: int) -> list[float]:
    """The median time of each in ms, taken in turn so that a busy moment hits all.

    It is the processor's time, which other programs on the machine lengthen less than that of a clock.
    """
    times: list[list[float]] = [[] for _ in methods]
    for _ in range(rounds):
        for method, taken in zip(methods, times, strict=True):
            begin = process_time()
            method()
            taken.append(1000 * (process_time() - begin))
    return [median(taken) for taken in times]


# --- positions -----------------------------------------------------------------------------------------------------


def _labels(seen: SeatView) -> Labels:
    position = seen.position
    left = f"about {turns_left(position.symbols, position.area, position.seats)} turns left"
    return Labels(NAMES, f"{NAMES[position.seat]} to move", "" if position.ending else left, "Ann won")


def _public(state: GameState) -> Scene:
    seen = view(state, None)
    return board_scene(seen, _labels(seen))


def _boards() -> list[tuple[str, Build]]:
    found: list[tuple[str, Build]] = []
    for mode, seats in SETUPS:
        played = _game(mode, seats, 1)
        for when, share in SHARES:
            state = _between(played, share)
            found.append((f"{mode} {seats} {when}", lambda state=state: _public(state)))
    return found


def _others() -> list[tuple[str, Build]]:
    state = _between(_game("standard", 4, 1), 0.5)
    mine = view(state, state.position.seat)
    tile, a, b, _, _ = max(placements(mine), key=lambda choice: choice[3] + choice[4])
    marks = frozenset(choice[1] for choice in placements(mine))
    ghost, words, seen = Ghost(tile, (a, b)), _labels(mine), view(state, None)
    return [
        ("rack alone", lambda: rack_scene(mine, words)),
        ("board and rack", lambda: board_scene(mine, words, rack=True)),
        ("board, rack and ghost", lambda: board_scene(mine, words, rack=True, chosen=0, ghost=ghost)),
        ("board, rack and marks", lambda: board_scene(mine, words, rack=True, chosen=0, marks=marks)),
        ("names of four scripts", lambda: board_scene(seen, replace(_labels(seen), names=NAMES_OF_FOUR_SCRIPTS))),
    ]


def _game(mode: str, seats: int, seed: int, style: Style = "careful") -> list[GameState]:
    states: list[GameState] = []
    state: GameState | None = None
    for event in _events(mode, seats, seed, style):
        state = apply(state, event)
        states.append(state)
    return states


def _events(mode: str, seats: int, seed: int, style: Style) -> list[Event]:
    return simulate(MODES[mode], (style,) * seats, Random(seed))


def _between(played: list[GameState], share: float) -> GameState:
    """The state at this share of a game, after a whole turn."""
    rest = played[round(share * (len(played) - 1)) :]
    return next(state for state in rest if state.position.ending or not state.position.in_turn)


# --- bars ----------------------------------------------------------------------------------------------------------


def _most() -> int:
    """The most bytes of a board, in every mode and theme."""
    sizes: list[int] = []
    for name in THEMES:
        theme = load_theme(name)
        for mode, seats in SETUPS:
            for seed, style in enumerate(("random", "careful")):
                states = _game(mode, seats, seed, style)
                sizes += [len(png(draw(_public(state), theme))) for state in states[len(states) // 2 :: 7]]
    return max(sizes)


def _fullest() -> Scene:
    """A picture that holds more than any game can put there: every space, line and number of it is something else."""
    state = _game("team", 4, 1)[-1]
    scene = board_scene(view(state, 0), Labels(("W" * 32,) * 4, final="W " * 99, left="9" * 9), rack=True)
    rng = Random(1)
    halves = tuple(Half(cell, rng.choice(COLOURS), rng.randrange(6), "new") for cell in CELLS)
    links = tuple(Link(cell, way, rng.choice(COLOURS)) for cell in CELLS for way in range(3))
    gains = tuple(Gain(cell, rng.randrange(6), rng.randrange(99)) for cell in CELLS)
    if scene.board is None:
        raise TypeError("a board scene without a board")
    board = replace(scene.board, halves=halves, links=links, gains=gains, marks=frozenset(CELLS), left="9" * 9)
    return replace(scene, board=board)


def _peak_mib() -> float:
    """How far the memory of a process rises above what it holds while a board of four is drawn and encoded.

    What is free is given back first, so that the picture cannot hide in it (Linux and glibc alone).
    """
    code = (
        "import ctypes, re\nfrom pathlib import Path\nfrom bench.render import a_board\nfrom render.paint import *\n"
        "from render.theme import load_theme\n"
        "def kib(field): return int(re.search(field + r':\\s+(\\d+)', Path('/proc/self/status').read_text())[1])\n"
        "theme, scene = load_theme(), a_board()\nwarm_up(theme)\npng(draw(scene, theme))\n"
        "ctypes.CDLL(None).malloc_trim(0)\nPath('/proc/self/clear_refs').write_text('5')\nidle = kib('VmRSS')\n"
        "png(draw(scene, theme))\nprint((kib('VmHWM') - idle) / 1024)"
    )
    return float(subprocess.check_output([sys.executable, "-c", code]))  # noqa: S603 - this interpreter


def a_board() -> Scene:
    """A board of four players in the middle of a game."""
    return _public(_between(_game("standard", 4, 1), 0.5))


def _start_ms() -> float:
    code = (
        "from time import process_time as t\nfrom render.paint import warm_up\nfrom render.theme import load_theme\n"
        "b = t()\nwarm_up(load_theme())\nprint(1000 * (t() - b))"
    )
    command = [sys.executable, "-c", code]
    return median(float(subprocess.check_output(command)) for _ in range(STARTS))  # noqa: S603 - this interpreter


def _replay(theme: Theme) -> None:
    """An animation against the boards that it shows, in the same run."""
    scenes = replay_scenes(_events("standard", 4, 1, "careful"), _labels)
    scenes = [*scenes[: FRAMES - 1], scenes[-1]]
    pictures = [png(draw(scene, theme)) for scene in scenes]
    whole, single = _in_turn(
        [lambda: animation(scenes, theme), lambda: [png(draw(scene, theme)) for scene in scenes[::3]]], 3
    )
    size = len(animation(scenes, theme))
    board_ms = single / len(scenes[::3])
    board_bytes = mean(len(picture) for picture in pictures)
    print(f"animation of {len(scenes)} frames: {whole:.0f} ms and {size / 1000:.0f} KB")
    _bar("  its time in boards", whole / board_ms, 35, "boards")
    _bar("  its bytes in boards", size / board_bytes, 8, "boards")


def _queue(theme: Theme) -> None:
    """How late another handler is while pictures are drawn in the painter's thread, and inline."""
    states = _game("standard", 4, 1)[10 : 10 + QUEUED]
    scenes = [_public(state) for state in states]
    single = median(_waited_ms(scene, theme) for scene in scenes)
    threaded = asyncio.run(_lateness(scenes, theme, inline=False))
    inline = asyncio.run(_lateness(scenes, theme, inline=True))
    print(f"{QUEUED} pictures queued: another handler's p99 delay {threaded:.1f} ms, inline {inline:.1f} ms")
    _bar("  in pictures", threaded / single, 0.75, "pictures")
    _bar("  in delays of drawing inline", threaded / inline, 0.25, "")


def _waited_ms(scene: Scene, theme: Theme) -> float:
    begin = perf_counter()
    png(draw(scene, theme))
    return 1000 * (perf_counter() - begin)


async def _lateness(scenes: list[Scene], theme: Theme, *, inline: bool) -> float:
    """The 99th percentile in ms of how much later than asked a sleeper wakes."""
    loop = asyncio.get_running_loop()
    late: list[float] = []
    pause = 0.002

    async def wake() -> None:
        while True:
            begin = perf_counter()
            await asyncio.sleep(pause)
            late.append(1000 * (perf_counter() - begin - pause))

    async def paint(scene: Scene) -> None:
        if inline:
            png(draw(scene, theme))
        else:
            await loop.run_in_executor(painter, lambda: png(draw(scene, theme)))

    sleeper = asyncio.create_task(wake())
    await asyncio.sleep(pause)
    with ThreadPoolExecutor(1) as painter:
        for _ in range(3):
            await asyncio.gather(*(paint(scene) for scene in scenes))
            await asyncio.sleep(pause)
    sleeper.cancel()
    return quantiles(late, n=100)[98]


# --- encoders ------------------------------------------------------------------------------------------------------


def _encoders(theme: Theme) -> None:
    """The same finished board through every encoder at hand."""
    image = draw(a_board(), theme)
    rgb = image.convert("RGB")
    rows = _scan(image)
    methods: dict[str, Callable[[], bytes]] = {f"Pillow PNG, level {n}": _pillow(image, n) for n in (1, 2, 4, 6, 9)}
    methods["Pillow PNG of RGB, level 6"] = _pillow(rgb, 6)
    methods |= {f"own writer, zlib {n}": lambda n=n: zlib.compress(rows, n) for n in (1, 6, 9)}
    methods |= {f"own writer, zlib-ng {n}": lambda n=n: zlib_ng.compress(rows, n) for n in (1, 2, 3, 4, 5, 6, 7, 9)}
    methods |= _isal(rows)
    for quality, method in ((20, 1), (75, 4)):
        methods[f"WebP lossless, q {quality} m {method}"] = _webp(image, lossless=True, quality=quality, method=method)
    methods["WebP lossy of RGB, q 80 m 0"] = _webp(rgb, lossless=False, quality=80, method=0)
    print(f"encoding one finished board of {image.width}x{image.height} in {len(theme.inks)} colours")
    print(f"{'':32}{'ms':>8}{'E':>7}{'bytes':>9}")
    times = _in_turn(list(methods.values()), 5)
    floor = times[list(methods).index("Pillow PNG, level 6")]
    for (name, method), taken in zip(methods.items(), times, strict=True):
        print(f"{name:32}{taken:8.1f}{taken / floor:7.2f}{len(method()):9}")


def _scan(image: Image.Image) -> bytes:
    """The rows as a PNG packs them, each after the number of its filter, 0."""
    scan = Image.new("P", (image.width + 1, image.height))
    scan.paste(image, (1, 0))
    return scan.tobytes()


def _pillow(image: Image.Image, level: int) -> Callable[[], bytes]:
    def encoded() -> bytes:
        file = BytesIO()
        image.save(file, "PNG", compress_level=level)
        return file.getvalue()

    return encoded


def _webp(image: Image.Image, *, lossless: bool, quality: int, method: int) -> Callable[[], bytes]:
    def encoded() -> bytes:
        file = BytesIO()
        image.save(file, "WEBP", lossless=lossless, quality=quality, method=method)
        return file.getvalue()

    return encoded


def _isal(rows: bytes) -> dict[str, Callable[[], bytes]]:
    """Intel's deflate, where somebody installed the package `isal`; the bot does without."""
    try:
        isal_zlib = import_module("isal.isal_zlib")
    except ImportError:
        return {}
    return {f"own writer, isal {n}": lambda n=n: isal_zlib.compress(rows, n) for n in range(4)}


if __name__ == "__main__":
    main()
