"""The colours can be told apart with any eyes, and texts stand out from what they are written on."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from game.tiles import COLOURS, Colour
from render.colours import HIGH_CONTRAST, THEMES, Colours, inks_of
from render.palette import RGB
from render.sprites import Sprites

Lab = tuple[float, float, float]

SIGHT = {
    # Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
APART = {"protanopia": 12.0, "deuteranopia": 12.0, "tritanopia": 12.0, "all colours": 25.0}
"""CIEDE2000; 1 is just noticeable side by side, 10 at a glance."""


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_symbols_differ_in_colour(colours: Colours, sight: str):
    for one, other in combinations(COLOURS, 2):
        pair = colours.symbols[one], colours.symbols[other]
        assert difference(*(lab(seen(colour, sight)) for colour in pair)) >= APART[sight], (one.name, other.name)


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_symbols_stand_out_from_their_tiles_and_tiles_from_the_board(colours: Colours):
    for colour in COLOURS:
        assert contrast(colours.symbols[colour], colours.body) >= 3
    for area in colours.areas:
        assert contrast(colours.body, area) >= 4.5


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("sight", SIGHT)
def test_a_printed_symbol_stands_out_from_its_space_as_on_a_tile(colours: Colours, sight: str):
    """Its outline from the space, and its inside, which has a tile's colour, from the outline."""
    outline, inside = printed(colours)
    space = seen(colours.areas[0], sight)
    assert contrast_of(seen(outline, sight), space) >= 7
    for colour in COLOURS:
        assert inside[colour] == colours.symbols[colour]
        assert contrast_of(seen(inside[colour], sight), seen(outline, sight)) >= 3, colour.name


def printed(colours: Colours) -> tuple[RGB, dict[Colour, RGB]]:
    """The outline and the insides of the printed symbols, as they are drawn."""
    inks = inks_of(colours)
    sprites = Sprites(colours, inks, 7)

    def at(colour: Colour, x: int, y: int) -> RGB:
        ink = sprites.printed[colour].getpixel((x, y))
        assert isinstance(ink, int)
        red, green, blue = inks.palette[3 * ink : 3 * ink + 3]
        return red, green, blue

    middle = sprites.grid.hex_px // 2
    across = {colour: [at(colour, x, middle) for x in range(sprites.grid.cell_px)] for colour in COLOURS}
    outlines = {min(line, key=sum) for line in across.values()}
    assert len(outlines) == 1
    inside = {
        colour: max(set(line) - {colours.areas[0], *colours.lines}, key=line.count) for colour, line in across.items()
    }
    return outlines.pop(), inside


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_texts_can_be_read(colours: Colours):
    c = colours
    pairs = [(c.text, c.table), (c.dim, c.table), (c.accent, c.table), (c.text, c.panel), (c.dim, c.panel)]
    pairs += [(c.accent, c.panel), (c.on_accent, c.accent), (c.table, c.text), (c.on_fresh, c.fresh)]
    pairs += zip(c.names, c.areas, strict=True)
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    # Large and bold: 3 is enough.
    for ink, ground in [(c.choice, c.table), (c.choice, c.panel), (c.on_choice, c.choice), (c.text, c.groove)]:
        assert contrast(ink, ground) >= 3, (ink, ground)


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_what_is_new_stands_out_from_tiles(colours: Colours):
    for colour in (colours.fresh, colours.choice):
        assert contrast(colour, colours.body_dark) >= 3


def test_the_theme_of_high_contrast_has_more_of_it():
    c = HIGH_CONTRAST
    for sight in SIGHT:
        for one, other in combinations(COLOURS, 2):
            pair = c.symbols[one], c.symbols[other]
            assert difference(*(lab(seen(colour, sight)) for colour in pair)) >= 16
    assert all(contrast(c.symbols[colour], c.body) >= 4.5 for colour in COLOURS)
    pairs = [(c.text, c.table), (c.dim, c.table), (c.accent, c.table), (c.choice, c.table), (c.text, c.panel)]
    pairs += [(c.dim, c.panel), (c.on_accent, c.accent), (c.on_choice, c.choice), (c.text, c.groove)]
    pairs += zip(c.names, c.areas, strict=True)
    assert all(contrast(ink, ground) >= 7 for ink, ground in pairs)
    # The border between two empty spaces.
    assert all(contrast(line, area) >= 3 for line, area in zip(c.lines, c.areas, strict=True))


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_a_palette_leaves_a_place_for_what_an_animation_does_not_change(colours: Colours):
    assert len(inks_of(colours)) <= 255


# --- colour science ------------------------------------------------------------------------------------------------


def linear(value: float) -> float:
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: RGB, sight: str) -> tuple[float, ...]:
    """Linear RGB as somebody sees it."""
    values = [linear(value) for value in colour]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, values, strict=True)))) for row in SIGHT[sight])


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of WCAG 2."""
    return contrast_of(*(tuple(linear(value) for value in colour) for colour in (one, other)))


def contrast_of(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The same of linear RGB."""
    lights = sorted(sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), c, strict=True)) for c in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def lab(rgb: tuple[float, ...]) -> Lab:
    def scaled(row: tuple[float, float, float], white: float) -> float:
        share = sum(a * b for a, b in zip(row, rgb, strict=True)) / white
        return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116

    x = scaled((0.4124564, 0.3575761, 0.1804375), 0.95047)
    y = scaled((0.2126729, 0.7151522, 0.0721750), 1.0)
    z = scaled((0.0193339, 0.1191920, 0.9503041), 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    middle = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1 + 0.5 * (1 - sqrt(middle**7 / (middle**7 + 25**7)))
    c1, c2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    h1, h2 = degrees(atan2(b1, a1 * grey)) % 360, degrees(atan2(b2, a2 * grey)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma, angle = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(angle - 30))
        + 0.24 * cos(radians(2 * angle))
        + 0.32 * cos(radians(3 * angle + 6))
        - 0.20 * cos(radians(4 * angle - 63))
    )
    s_l = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = 60 * exp(-(((angle - 275) / 25) ** 2))
    r_t = -sin(radians(rotation)) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    d_l, d_c, d_h = (l2 - l1) / s_l, (c2 - c1) / s_c, hue / s_h
    return sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def test_the_measure_agrees_with_published_pairs():
    # Sharma, Wu and Dalal (2005), table 1, pairs 1, 7, 17 and 25.
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for one, other, expected in pairs:
        assert difference(one, other) == pytest.approx(expected, abs=1e-4)
