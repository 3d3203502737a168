"""Hundreds of positions of all modes: no exception, right size, small files, the same bytes again."""

from __future__ import annotations

from random import Random
from threading import Thread

import pytest
from PIL import Image

from game.placements import placements
from game.state import GameState
from render.layout import WIDTH_PX
from render.paint import draw, png
from render.scene import Ghost, Scene, board_scene, rack_scene
from render.theme import Theme, load_theme
from tests.render.games import SETUPS, labels, mine, public, states

LIMIT = 100_000


def some(mode: str, seats: int, seed: int) -> list[GameState]:
    style = ("random", "greedy", "careful")[seed % 3]
    played = states(mode, seats, seed, style)
    return [*Random(seed).sample(played, min(10, len(played))), played[-1]]


def scenes(state: GameState, rng: Random) -> list[Scene]:
    """What can be shown of a position."""
    words = labels(state)
    since = rng.randrange(len(state.position.turns) + 1)
    found = [board_scene(public(state), words, since=since), board_scene(mine(state), words, rack=True)]
    choices = placements(mine(state)) if state.position.owed else []
    if choices:
        tile, a, b, _, _ = rng.choice(choices)
        found.append(board_scene(mine(state), words, rack=True, chosen=0, ghost=Ghost(tile, (a, b))))
        marks = frozenset(choice[1] for choice in choices)
        found.append(board_scene(mine(state), words, rack=True, marks=marks))
    found.append(rack_scene(mine(state), words))
    return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_any_position_is_a_small_picture(mode: str, seats: int, seed: int, theme: Theme):
    for state in some(mode, seats, seed):
        for scene in scenes(state, Random(seed)):
            image = draw(scene, theme)
            assert image.mode == "P"
            assert image.width == WIDTH_PX
            assert max(image.tobytes()) < len(theme.inks)
            assert len(png(image)) <= LIMIT


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
