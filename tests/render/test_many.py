"""Hundreds of positions of all modes: no exception, right size, small files, the same bytes again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from threading import Thread

import pytest
from PIL import Image

from game.placements import placements
from game.state import GameState
from render.layout import BOARD_PX, GAP_PX, TITLE_PX, WIDTH_PX, Box, Frame, frame
from render.paint import draw, paint, png
from render.scene_builder import Ghost, Scene, board_scene, rack_scene
from render.theme import THEMES, Theme, load_theme
from tests.game.build import SETUPS
from tests.render.games import NAMES as CALLED
from tests.render.games import labels, mine, public, states

BOARD_LIMIT = 80_000
"""Bytes of what everybody sees."""
LIMIT = 100_000
NAMES = ("Ann", "山田", "W" * 32, "", "🎲 Bo", "Александра Великая", "x\u0301" * 9, "@everyone")


def some(mode: str, seats: int, seed: int) -> list[GameState]:
    """Eleven positions of a game, the last one among them."""
    style = ("random", "greedy", "careful")[seed % 3]
    played = states(mode, seats, seed, style)
    return [*Random(seed).sample(played, min(10, len(played))), played[-1]]


def beyond(boxes: Frame, board: bool) -> Iterator[Box]:
    """The strips of a picture on which nothing but the table may be seen."""
    width, height = WIDTH_PX, boxes.height_px
    top = BOARD_PX if board else TITLE_PX
    yield 0, height - GAP_PX, width, height
    yield 0, top, GAP_PX, height
    yield width - GAP_PX, top, width, height
    # Left and right of the board's corners, which no word reaches.
    if board:
        yield from ((0, 0, 8, 500), (width - 8, 0, width, 500), (0, 592, 8, top), (width - 8, 592, width, top))
    parts = [*([boxes.rack] if boxes.rack else []), *boxes.panels]
    for left, _, right, below in parts:
        yield left, below, right, min(below + GAP_PX, height)
    for one, other in pairwise(boxes.panels):
        yield one[2], one[1], other[0], one[3]


def scenes(state: GameState, rng: Random, names: tuple[str, ...] = CALLED) -> list[Scene]:
    """What can be shown of a position."""
    words = labels(state, names)
    since = max(0, len(state.position.turns) - rng.randrange(5))
    found = [board_scene(public(state), words, since=since), board_scene(mine(state), words, rack=True)]
    choices = placements(mine(state)) if state.position.owed else []
    if choices:
        tile, a, b, _, _ = rng.choice(choices)
        found.append(board_scene(mine(state), words, rack=True, chosen=0, ghost=Ghost(tile, (a, b))))
        marks = frozenset(choice[1] for choice in choices)
        found.append(board_scene(mine(state), words, rack=True, marks=marks))
    found.append(rack_scene(mine(state), words))
    return found


@pytest.mark.parametrize("seed", range(8 if os.environ.get("SOAK") else 3))
@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_any_position_is_a_small_picture_with_everything_in_its_box(
    mode: str, seats: int, seed: int, themes: Mapping[str, Theme]
):
    """Together some 200 positions, more than 500 in `make soak`, one of the ways to show each."""
    theme = themes[tuple(THEMES)[seed % len(THEMES)]]
    rng = Random(seed)
    table = theme.inks.ink(theme.colours.table)
    for state in some(mode, seats, seed):
        names = tuple(rng.choices(NAMES, k=4))
        scene = rng.choice(scenes(state, rng, names))
        image = paint(scene, theme)
        boxes = frame(
            board=scene.board is not None, rack=scene.rack is not None, panels=len(scene.panels), over=scene.over
        )
        assert image.size == (WIDTH_PX, boxes.height_px)
        assert not any(image.histogram()[len(theme.inks) :])
        for box in beyond(boxes, scene.board is not None):
            assert set(image.crop(box).tobytes()) <= {table}, box
        image.putpalette(theme.inks.palette)
        assert len(png(image)) <= (LIMIT if scene.rack else BOARD_LIMIT)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_scene_is_the_same_bytes_each_time_and_in_each_process(mode: str, seats: int, theme: Theme):
    state = states(mode, seats, 5)[20]
    fresh = load_theme()
    for scene, again in zip(scenes(state, Random(1)), scenes(state, Random(1)), strict=True):
        assert scene == again
        assert hash(scene) == hash(again)
        assert png(draw(scene, theme)) == png(draw(again, fresh))


def test_several_threads_may_draw_at_once():
    theme = load_theme()
    wanted = [scene for seed in range(3) for scene in scenes(states("standard", 3, seed)[25], Random(2))]
    drawn: dict[int, list[bytes]] = {}

    def work(number: int) -> None:
        drawn[number] = [png(draw(scene, theme)) for scene in wanted]

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = [png(draw(scene, load_theme())) for scene in wanted[:1]]
    assert all(pictures == drawn[0] for pictures in drawn.values())
    assert drawn[0][:1] == alone


def test_a_file_is_the_picture_that_was_drawn(theme: Theme, tmp_path):
    image = draw(scenes(states("team", 4, 1)[30], Random(3))[1], theme)
    file = tmp_path / "board.png"
    file.write_bytes(png(image))
    with Image.open(file) as read:
        assert read.mode == "P"
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()
