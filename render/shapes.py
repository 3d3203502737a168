"""The outlines of symbols, hexagons and rounded boxes, as points round a middle. Must not know colours or pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final

from game.tiles import Colour

Point = tuple[float, float]


def star(points: int, outer: float, inner: float, *, turn: float = 0.0) -> list[Point]:
    """A star whose first point is at the top; `turn` rotates it, in full turns."""
    return [_polar(outer if step % 2 == 0 else inner, step / (2 * points) + turn - 0.25) for step in range(2 * points)]


def sun(rays: int, outer: float, disc: float, base: float) -> list[Point]:
    """A disc with rays, the first one at the top; `base` is the share of the disc's edge from which rays rise."""
    points: list[Point] = []
    for ray in range(rays):
        middle, half = ray / rays - 0.25, base / (2 * rays)
        points += [_polar(disc, middle - half), _polar(outer, middle), _polar(disc, middle + half)]
        gap = (1 - base) / rays
        points += [_polar(disc, middle + half + gap * step / 4) for step in (1, 2, 3)]
    return points


def hexagon(radius: float) -> list[Point]:
    """A hexagon with a corner at the top, as the cells have."""
    return [_polar(radius, step / 6 - 0.25) for step in range(6)]


def flat_hexagon(radius: float) -> list[Point]:
    """A hexagon with an edge at the top, as the whole board has."""
    return [_polar(radius, step / 6) for step in range(6)]


def circle(radius: float, points: int = 72) -> list[Point]:
    """A circle, as a polygon."""
    return [_polar(radius, step / points) for step in range(points)]


def scaled(points: Sequence[Point], factor: float) -> list[Point]:
    """A shape about its middle, larger or smaller."""
    return [(factor * x, factor * y) for x, y in points]


def _polar(radius: float, turn: float) -> Point:
    return radius * cos(2 * pi * turn), radius * sin(2 * pi * turn)


SYMBOLS: Final[dict[Colour, tuple[list[Point], list[Point]]]] = {
    Colour.RED: (star(12, 1.0, 0.62), []),
    Colour.ORANGE: (hexagon(0.96), []),
    Colour.YELLOW: (sun(8, 1.12, 0.70, 0.62), []),
    Colour.GREEN: (circle(0.84), []),
    Colour.BLUE: (star(6, 1.08, 1.08 / sqrt(3)), []),
    Colour.PURPLE: (circle(0.92), circle(0.50)),
}
"""Each symbol's outline and the hole in it, about a unit circle (R1.3); sizes are tuned to look equally large."""
