"""Animations: every frame is the picture that it shows, and nothing hidden is in them."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from game.events import Event, Stopped, TurnEnded
from game.modes import MODES
from game.rules import apply
from game.simulate import simulate
from game.state import SeatView
from render.animation import animation, replay_scenes
from render.layout import WIDTH_PX
from render.paint import height_px, paint
from render.scene_builder import Labels, Scene, board_scene
from render.theme import THEMES, Theme, load_theme
from tests.game.build import SETUPS
from tests.render.games import labels, public, states

NAMES = ("Ann", "Bartholomew", "Çelik", "Дмитрий")


def played(mode: str, seats: int, seed: int = 3) -> list[Event]:
    return list(simulate(MODES[mode], ("greedy",) * seats, Random(seed)))


def words(seen: SeatView) -> Labels:
    position = seen.position
    return Labels(
        NAMES[: position.seats], to_move=f"{NAMES[position.seat]} to move", left=str(position.bag), final="Over"
    )


def halved(scene: Scene, theme: Theme) -> Image.Image:
    """The picture of a scene at half its size, drawn whole."""
    image = theme.inks.halved(paint(scene, theme))
    image.putpalette(theme.inks.palette)
    return image


def frames(data: bytes) -> tuple[list[bytes], list[float]]:
    """Each frame as a viewer sees it, and how long in seconds."""
    pictures: list[bytes] = []
    waits: list[float] = []
    with Image.open(BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            pictures.append(image.convert("RGB").tobytes())
            waits.append(image.info["duration"] / 1000)
    return pictures, waits


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_every_frame_decodes_to_the_picture_that_it_shows(mode: str, seats: int, themes):
    theme = themes[tuple(THEMES)[seats % len(THEMES)]]
    scenes = replay_scenes(played(mode, seats), words)[::3]
    pictures, waits = frames(animation(scenes, theme, pace_s=0.5, hold_s=4))
    assert pictures == [halved(scene, theme).convert("RGB").tobytes() for scene in scenes]
    assert waits == [0.5] * (len(scenes) - 1) + [4]


def test_a_frame_is_as_wide_as_discord_shows_it(theme):
    scene = board_scene(public(states("duel", 2, 1)[5]), Labels(()))
    assert halved(scene, theme).width == WIDTH_PX // 2 >= 550


def test_a_replay_has_a_frame_for_the_deal_and_each_placement_and_ends_as_things_stand():
    events = played("standard", 3)
    state = states("standard", 3, 3)[-1]
    scenes = replay_scenes(events, words)
    placements = [placement for turn in state.position.turns for placement in turn.placements]
    assert len(scenes) == 1 + len(placements)
    assert scenes[0].board
    assert not scenes[0].board.halves
    as_it_is = board_scene(public(state), words(public(state)))
    assert (scenes[-1].title, scenes[-1].board) == (as_it_is.title, as_it_is.board)
    assert not any(seat.on_turn for scene in scenes for panel in scene.panels for seat in panel.seats)
    assert len({height_px(scene) for scene in scenes}) == 1


def test_a_frame_names_the_player_who_placed():
    for before, after in zip(*(replay_scenes(played("standard", 2), words)[at:] for at in (0, 1)), strict=False):
        if not after.over:
            assert after.title != before.title


def test_a_running_game_ends_with_its_position_and_no_score_board_is_lit():
    events = played("standard", 2)[:9]
    while not isinstance(events[-1], TurnEnded):
        events.pop()
    state = None
    for event in events:
        state = apply(state, event)
    assert state
    scenes = replay_scenes(events, words)
    as_it_is = board_scene(public(state), words(public(state)))
    assert (scenes[-1].title, scenes[-1].board) == (as_it_is.title, as_it_is.board)
    assert not any(seat.on_turn for scene in scenes for panel in scene.panels for seat in panel.seats)
    assert not any(scene.over for scene in scenes)


def test_a_stopped_game_ends_with_its_end():
    scenes = replay_scenes([*played("duel", 2)[:6], Stopped("stopped")], words)
    assert scenes[-1].title == "Over"


def test_racks_are_in_no_frame():
    assert all(scene.rack is None for scene in replay_scenes(played("team", 4), words))


def test_pictures_of_different_heights_stand_on_the_table(theme):
    over, running = (states("standard", 2, 3)[at] for at in (-1, 9))
    scenes = [board_scene(public(state), labels(state)) for state in (running, over, running)]
    pictures, _ = frames(animation(scenes, theme))
    assert pictures[0] == pictures[2]
    shown = halved(scenes[0], theme).convert("RGB").tobytes()
    assert pictures[0][: len(shown)] == shown
    assert set(pictures[0][len(shown) :]) == set(theme.colours.table)


def test_the_same_picture_twice_is_two_frames(theme):
    scene: Scene = board_scene(public(states("solo", 1, 1)[5]), Labels(("山",)))
    pictures, _ = frames(animation([scene, scene, scene], theme))
    assert len(pictures) == 3
    assert len(set(pictures)) == 1


@pytest.mark.parametrize("name", ["", "🎲", "山田", "W" * 32, "\u202eA\u0301\n", "\ud83d"], ids=ascii)
def test_any_name_is_safe_in_an_animation(name: str, theme):
    def called(seen: SeatView) -> Labels:
        return Labels((name,) * 3, to_move=f"{name} to move", final=f"{name} won")

    scenes = replay_scenes(played("standard", 3), called)[-3:]
    pictures, _ = frames(animation(scenes, theme))
    assert pictures == [halved(scene, theme).convert("RGB").tobytes() for scene in scenes]


def test_an_animation_is_the_same_bytes_each_time(theme):
    scenes = replay_scenes(played("duel", 2), words)[:6]
    assert animation(scenes, theme) == animation(scenes, load_theme())


def test_an_animation_needs_a_scene(theme):
    with pytest.raises(ValueError, match="scene"):
        animation([], theme)
    assert replay_scenes([], words) == []
