"""Every text of every picture is whole, in its place, and beside all others, whatever the language and the names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product

import pytest

from bot.screens.picture_labels import labels
from bot.tables.table import Table
from bot.texts import LANGUAGES, texts
from game.placements import placements
from render.empty_board import rim
from render.layout import BOARD_PX, RIM_SIZE, WIDTH_PX, frame, slab_edge_px
from render.paint import paint, warm_up
from render.scene_builder import Ghost, Scene, board_scene, rack_scene
from render.text import ELLIPSIS, Writer
from render.theme import THEMES, Theme
from tests.bot import sample_tables
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, played, running
from tests.bot.spoken import PLAYED
from tests.game.build import SETUPS
from tests.themes import loaded_theme

PEOPLE = (ANN, BEN, CEM, DIA)
SAMPLED = (("standard", 4), ("solo", 1), ("duel", 2))
CALLED = {
    "short": ("Ann", "Ben", "Cem", "Dia"),
    "usual": ("Bartholomew", "Alexandra Maria", "Дмитрий", "Çelik"),
    "wide": ("W" * 32, "M" * 32, "Щ" * 32, "@" * 32),
    "scripts": ("鬱" * 32, "محمد " * 6 + "12", "Z\u0337\u0321\u031b" * 8, "क्षमा 👩\u200d🚀" * 4),
    "wide words": ("WWWW WWWW WWWW WWWW WWWW WWWW", "MMMMMMM MMMMM", "Щ Щ Щ Щ Щ Щ Щ Щ Щ", "@@@@ @@@@"),
}


@dataclass(frozen=True)
class Text:
    """A text as it was drawn, and the box of its capitals."""

    text: str
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: Text) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@pytest.fixture(scope="module")
def looks() -> Mapping[str, Theme]:
    themes = {name: loaded_theme(name) for name in THEMES}
    for theme in themes.values():
        warm_up(theme)
    return themes


@pytest.fixture
def drawn(monkeypatch) -> list[Text]:
    """The texts that are drawn from here on."""
    found: list[Text] = []
    write = Writer.write

    def written(self, canvas, at, text, weight, size, ink, *, anchor="l"):
        width = write(self, canvas, at, text, weight, size, ink, anchor=anchor)
        left = at[0] - {"l": 0, "m": width // 2, "r": width}[anchor]
        half = round(0.37 * size)
        found.append(Text(text, left, at[1] - half, left + width, at[1] + half))
        return width

    monkeypatch.setattr(Writer, "write", written)
    return found


@cache
def game(mode: str, seats: int, called: str) -> tuple[Table, ...]:
    """A game at its beginning, in the middle and at its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample_tables, "NAMES", dict(zip(PEOPLE, CALLED[called], strict=True)))
        begun = running(*PEOPLE[:seats], mode=mode)
    middle = played(begun, 15)
    return begun, middle, played(middle, 99)


def scenes(mode: str, seats: int, called: str, language: str) -> Iterator[Scene]:
    """What can be shown of a game, with everything said of its seats that can be said at once."""
    everybody, words = frozenset(range(seats)), texts(language)
    for table in game(mode, seats, called):
        told = [table, replace(table, taken_over=everybody)]
        told.append(replace(table, resigned=everybody if table.status == "running" else frozenset({seats - 1})))
        for one in told:
            seen = one.view_for(None)
            yield board_scene(seen, labels(one, seen, words), since=max(0, len(seen.position.turns) - 3))
        mine = table.view_for(sample_tables.turn_of(table))
        yield board_scene(mine, labels(table, mine, words), rack=True)
        yield rack_scene(mine, labels(table, mine, words))
        if choices := placements(mine) if mine.position.owed and mine.rack else []:
            tile, a, b, _, _ = max(choices, key=lambda choice: choice[3] + choice[4])
            yield board_scene(mine, labels(table, mine, words), rack=True, ghost=Ghost(tile, (a, b)))


def edge(y: int) -> int:
    """Where the board's body begins from the left, or ends from the right, at this height."""
    return WIDTH_PX // 2 - round(slab_edge_px(y)) + 2


def rim_texts(scene: Scene) -> list[Text]:
    """What stands beyond the edge of the board; it is part of the empty board, which is drawn once."""
    if scene.board is None:
        return []
    writer, half = loaded_theme().writer, round(0.37 * RIM_SIZE)
    found: list[Text] = []
    for words, (x, y), anchor in rim(scene.board.radius):
        width = writer.width_px(words, "semi", RIM_SIZE)
        left = x - {"l": 0, "m": width // 2, "r": width}[anchor]
        found.append(Text(words, left, y - half, left + width, y + half))
    return found


def places(scene: Scene) -> list[tuple[int, int, int, int]]:
    """The boxes below the board in which texts may be."""
    board, rack = scene.board is not None, scene.rack is not None
    boxes = frame(board=board, rack=rack, panels=len(scene.panels), over=scene.over)
    return [*([boxes.rack] if boxes.rack else []), *boxes.panels]


def outside(text: Text, scene: Scene) -> bool:
    """Whether a text leaves its place: a corner of the board, the title of a rack, a rack, a score board."""
    if scene.board and text.bottom <= BOARD_PX:
        reach = min(edge(text.top), edge(text.bottom))
        return not ((text.left >= 8 and text.right <= reach) or (WIDTH_PX - reach <= text.left and text.right <= 1192))
    if not scene.board and text.bottom < 80:
        return not 8 <= text.left < text.right <= WIDTH_PX - 8
    return not any(
        left + 4 <= text.left and text.right <= right - 4 and top + 4 <= text.top and text.bottom <= bottom - 4
        for left, top, right, bottom in places(scene)
    )


def cut(text: Text, names: tuple[str, ...]) -> bool:
    """Whether something is cut off that is not the end of a name, of which two letters at least are left."""
    if ELLIPSIS not in text.text:
        return False
    pieces = text.text.split(ELLIPSIS)[:-1]
    return not all(any(name[:2] in piece for name in names) for piece in pieces)


def words_of(scene: Scene, mode: str, language: str) -> set[str]:
    """The words without names and numbers that the corners and the title of a picture have to show."""
    told = [scene.title, *([scene.board.left] if scene.board else [])]
    text = " ".join(told)
    for seat in scene.named:
        text = text.replace(seat.name, " ")
    return {word for word in text.split() if not word.isdecimal()}


@pytest.mark.parametrize(
    ("mode", "seats", "called", "language"),
    [
        (*setup, called, language)
        for language, called, setup in product(LANGUAGES, CALLED, SETUPS)
        if (called != "scripts" if language in PLAYED else called == "usual" and setup in SAMPLED)
        or (called == "scripts" and language == "en" and setup in SAMPLED)
    ],
)
def test_every_text_is_whole_and_has_its_place(mode, seats, called, language, looks, drawn):
    for number, scene in enumerate(scenes(mode, seats, called, language)):
        # What is written on the tiles has its own sprites.
        bare = replace(scene, board=scene.board and replace(scene.board, gains=(), owners=()))
        drawn.clear()
        paint(bare, looks[tuple(looks)[number % len(looks)]])
        texts_drawn = [text for text in drawn if text.text]
        names = tuple(seat.name for panel in scene.panels for seat in panel.seats) or CALLED[called]
        assert [text for text in texts_drawn if outside(text, scene)] == []
        beside = [*texts_drawn, *rim_texts(scene)]
        assert [pair for pair in combinations(beside, 2) if pair[0].meets(pair[1])] == []
        assert [text for text in texts_drawn if cut(text, names)] == []
        shown = {word for text in texts_drawn for word in text.text.split()}
        assert words_of(scene, mode, language) - shown == set()
        notes = {seat.note for panel in scene.panels for seat in panel.seats} - {""}
        assert notes <= {text.text for text in texts_drawn}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Ann", "Çelik", "Bartholomew"])
def test_a_title_that_needs_two_lines_breaks_beside_the_name(name, language, looks, drawn):
    table = game("standard", 4, "short")[1]
    seen = table.view_for(None)
    seat = seen.position.seat
    words = labels(table, seen, texts(language))
    title = texts(language)("picture.to-move", name=name)
    names = tuple(name if at == seat else other for at, other in enumerate(words.names))
    drawn.clear()
    paint(board_scene(seen, replace(words, names=names, to_move=title)), looks["dark"])
    rest = title.removeprefix(name + " ").removesuffix(" " + name)
    lines = [text.text for text in drawn]
    assert title in lines or {name, rest} <= set(lines)
