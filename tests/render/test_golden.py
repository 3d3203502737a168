"""Pictures as they were looked at and found good.

`make golden` draws them again. Look at the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from game.board import row
from game.placements import placements
from game.state import SeatView
from game.tiles import Colour
from render.curve import Curve, Line
from render.leaderboard import Leaderboard, Ranked
from render.paint import Drawable, draw, png
from render.profile import Figure, Profile
from render.scene_builder import Ghost, Labels, Scene, board_scene, rack_scene
from render.theme import DEFAULT, THEMES, Theme
from tests.render.games import at, labels, mine, public
from tests.render.looked_at import compare

GOLDEN = Path(__file__).parent / "golden"


def board(mode: str, seats: int, seed: int, share: float) -> Scene:
    state = at(mode, seats, seed, share)
    return board_scene(public(state), labels(state))


def best(view: SeatView):
    return max(placements(view), key=lambda choice: choice[3] + choice[4])


def rack() -> Scene:
    state = at("standard", 3, 4, 0.4)
    return rack_scene(mine(state), labels(state))


def solo_rack() -> Scene:
    state = at("solo", 1, 4, 0.4)
    return board_scene(mine(state), labels(state), rack=True)


def marks() -> Scene:
    state = at("standard", 2, 5, 0.35)
    view = mine(state)
    tile = view.rack[2].piece
    cells = frozenset(choice[1] for choice in placements(view) if choice[0] == tile)
    return board_scene(view, labels(state), rack=True, chosen=2, marks=cells)


def opening_marks() -> Scene:
    state = at("standard", 4, 5, 0.0)
    view = mine(state)
    cells = frozenset(choice[1] for choice in placements(view))
    return board_scene(view, labels(state), rack=True, marks=cells)


def ghost(mode: str, seats: int) -> Scene:
    state = at(mode, seats, 6, 0.55)
    view = mine(state)
    tile, a, b, _, _ = best(view)
    chosen = [mine.piece for mine in view.rack].index(tile)
    return board_scene(view, labels(state), rack=True, chosen=chosen, ghost=Ghost(tile, (a, b)))


def close_up(mode: str, seats: int, share: float) -> Scene:
    """The placement with the most points, seen close; the spaces of its tile can be chosen."""
    state = at(mode, seats, 6, share)
    view = mine(state)
    tile, a, b, _, _ = best(view)
    marks = frozenset(cell for choice in placements(view) if choice[0] == tile for cell in choice[1:3]) - {a, b}
    scene = board_scene(view, labels(state), rack=True, marks=marks, ghost=Ghost(tile, (a, b)))
    return replace(scene, close_to=frozenset({a, b}))


def close_row(mode: str, seats: int) -> Scene:
    """The spaces of a row from end to end."""
    state = at(mode, seats, 6, 0.3)
    view = mine(state)
    marks = frozenset(cell for choice in placements(view) for cell in choice[1:3] if row(cell) == 8)
    return replace(board_scene(view, labels(state), rack=True, marks=marks), close_to=marks)


def strip() -> Scene:
    return replace(rack(), strip=True)


def automatic() -> Scene:
    state = at("standard", 4, 7, 0.5)
    return board_scene(public(state), labels(state), since=len(state.position.turns) - 3)


def chances() -> Curve:
    """Four made-up lines; the first turning points are near each other."""

    def line(name: str, seat: int, *values: float) -> Line:
        return Line(name, tuple((12 + 4 * at + seat, value) for at, value in enumerate(values)))

    lines = (
        line("Ann", 0, 0.3, 0.42, 0.4, 0.55, 0.7, 0.46, 0.9, 1.0),
        line("Ben", 1, 0.3, 0.28, 0.3, 0.2, 0.1, 0.14, 0.03, 0.0),
        line("Cem with a very long name", 2, 0.25, 0.2, 0.2, 0.17, 0.15, 0.15, 0.05, 0.0),
        line("🎲", 3, 0.15, 0.1, 0.1, 0.08, 0.05, 0.05, 0.02, 0.0),
    )
    scale = ((0.0, "0%"), (0.5, "50%"), (1.0, "100%"))
    marks = ((32, 0.46), (33, 0.42), (21, 0.3))
    return Curve("Chances to win · game 7", lines, marks, scale, "placement by placement")


def better(mode: str, seats: int, *, same: bool) -> Scene:
    """A better placement beside the one that was made, or on the same spaces the other way round."""
    state = at(mode, seats, 6, 0.55)
    view = mine(state)
    tile, a, b, _, _ = best(view)
    others = [choice[1:3] for choice in placements(view) if not {*choice[1:3]} & {a, b}]
    other = (b, a) if same else others[len(others) // 2]
    since = len(state.position.turns)
    return board_scene(view, labels(state), since=since, rack=True, ghost=Ghost(tile, (a, b), other))


def full_profile() -> Profile:
    """Everything that a profile can show, with names as long as they get."""
    return Profile(
        "Wilhelmina von der Tann",
        "Favourite colour: blue",
        Colour.BLUE,
        (Figure("Games", "1,204"), Figure("Won", "58%"), Figure("Rating", "1534"), Figure("Rank", "2")),
        ("Mode", "Games", "Won", "Best", "Mean", "Rating"),
        (
            ("Standard", "1,034", "540", "18", "11.4", "1534"),
            ("Team", "90", "41", "27", "18.2", "1311"),
            ("Duel", "60", "35", "5", "1.2", "1420"),
            ("Solo", "20", "", "21", "14.8", ""),
        ),
        "Rating in Standard",
        (1000, 1103, 1060, 1150, 1240, 1221, 1300, 1362, 1340, 1401, 1460, 1425, 1534),
        ("Accuracy 93.5% in 20 analysed games", "Plays like level 4 · Expert"),
        (
            "Ingenious!",
            "Hat trick",
            "A dozen",
            "In harmony",
            "By a hair",
            "Full house",
            "Beat the master",
            "Eighteen alone",
        ),
    )


def small_profile() -> Profile:
    """Somebody after their first game, whose name is an emoji."""
    figures = (Figure("Games", "1"), Figure("Won", "0%"))
    columns = ("Mode", "Games", "Won", "Best", "Mean", "Rating")
    return Profile("🎲", "", None, figures, columns, (("Standard", "1", "0", "4", "4.0", ""),), "", (), (), ())


def leaders() -> Leaderboard:
    names = ("Ann", "Wilhelmina von der Tann-Rathsamhausen", "Cem", "🎲", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")
    rows = [
        Ranked(at + 1, name, (str(90 - 7 * at), str(50 - 4 * at), str(1534 - 31 * at))) for at, name in enumerate(names)
    ]
    mine = Ranked(37, "Zoë", ("3", "0", "1021"), mine=True)
    return Leaderboard("Leaderboard · Standard", "All time", ("Games", "Won", "Rating"), (*rows, mine))


def few_leaders() -> Leaderboard:
    rows = (Ranked(1, "Ann", ("4", "15"), mine=True), Ranked(2, "Ben", ("9", "12")))
    return Leaderboard("Leaderboard · Solo", "The last 30 days", ("Games", "Lowest"), rows)


def names_of_four_scripts() -> Scene:
    """Names from left to right and from right to left, wide ones, and one with marks and an emoji."""
    state = at("standard", 4, 9, 1.0)
    names = ("山田太郎", "김철수 👩\u200d🚀", "محمد علي 12", "Z\u0337\u0321\u031boé क्षमा")
    winner = names[state.position.ending.standing[0][0]] if state.position.ending else ""
    return board_scene(public(state), Labels(names, final=f"{winner} wins", score="Score"))


SCENES: dict[str, Callable[[], Drawable]] = {
    "profile": full_profile,
    "profile-small": small_profile,
    "leaderboard": leaders,
    "leaderboard-few": few_leaders,
    "standard2-start": lambda: board("standard", 2, 1, 0.0),
    "standard2-middle": lambda: board("standard", 2, 1, 0.6),
    "standard3-middle": lambda: board("standard", 3, 2, 0.5),
    "standard4-late": lambda: board("standard", 4, 3, 0.8),
    "standard3-end": lambda: board("standard", 3, 8, 1.0),
    "standard4-end": lambda: board("standard", 4, 9, 1.0),
    "solo-middle": lambda: board("solo", 1, 1, 0.6),
    "solo-end": lambda: board("solo", 1, 1, 1.0),
    "team-middle": lambda: board("team", 4, 2, 0.6),
    "team-end": lambda: board("team", 4, 2, 1.0),
    "duel-middle": lambda: board("duel", 2, 3, 0.6),
    "duel-end": lambda: board("duel", 2, 3, 1.0),
    "automatic-turns": automatic,
    "rack": rack,
    "rack-solo": solo_rack,
    "marks": marks,
    "marks-opening": opening_marks,
    "close-standard2": lambda: close_up("standard", 2, 0.55),
    "close-team": lambda: close_up("team", 4, 0.55),
    "close-row-standard4": lambda: close_row("standard", 4),
    "rack-strip": strip,
    "ghost-standard": lambda: ghost("standard", 3),
    "ghost-standard4": lambda: ghost("standard", 4),
    "ghost-duel": lambda: ghost("duel", 2),
    "ghost-team": lambda: ghost("team", 4),
    "better": lambda: better("standard", 2, same=False),
    "better-same": lambda: better("team", 4, same=True),
    "chances": chances,
    "standard4-names": names_of_four_scripts,
}


DEFAULT_THEME = [(DEFAULT, scene) for scene in SCENES]
OTHER_THEMES = [
    (theme, scene)
    for theme in THEMES
    if theme != DEFAULT
    for scene in (
        "standard2-middle",
        "standard4-end",
        "duel-middle",
        "rack",
        "marks",
        "ghost-standard",
        "close-team",
        "profile",
        "leaderboard",
        "chances",
    )
]

NAMED_CELLS = [(f"{DEFAULT}-named", scene) for scene in ("standard2-start", "standard4-late")]
ALL = [*DEFAULT_THEME, *OTHER_THEMES, *NAMED_CELLS]


@pytest.mark.parametrize(("look", "scene"), ALL)
def test_a_picture_is_the_one_that_was_looked_at(look: str, scene: str, themes: Mapping[str, Theme], tmp_path: Path):
    picture = png(draw(SCENES[scene](), themes[look]))
    compare(picture, GOLDEN / f"{file_name(look, scene)}.png", tmp_path)


def test_every_golden_picture_is_drawn_by_a_test():
    drawn = {file_name(look, scene) for look, scene in ALL}
    assert {path.stem for path in GOLDEN.glob("*.png")} == drawn


def file_name(look: str, scene: str) -> str:
    return scene if look == DEFAULT else f"{scene}-{look}"
