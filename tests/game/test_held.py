"""What a seat may hold of the tiles that are not seen, against every way in which they can lie."""

from __future__ import annotations

from itertools import permutations

import pytest

from game.ai.held import TIE, WIN, Held, Last, Pool

COUNT = [2, 1, 3, 1]
"""Seven tiles of four pieces."""
TILES = [piece for piece, count in enumerate(COUNT) for _ in range(count)]
WAYS = (1.0, 0.5, 0.2)
"""What it is worth that the last seat wins, ties or does neither."""


def told(missing: set[int], piece: int, ranks: list[float], drawn: int | None) -> tuple[float, float]:
    """By every order of the tiles: how often two have a piece and none that is missing, and what it is worth."""
    share, sum_, orders = 0, 0.0, 0
    for order in permutations(TILES):
        orders += 1
        own, rest = list(order[:2]), list(order[2:])
        if piece not in own or missing & set(own):
            continue
        share += 1
        own.remove(piece)
        best = max((ranks[one] for one in (own if drawn is None else rest[:drawn])), default=0.0)
        sum_ += WAYS[(WIN, TIE, 0.0).index(best)]
    return share / orders, sum_ / orders


@pytest.mark.parametrize("drawn", [None, 1, 3])
@pytest.mark.parametrize("ranks", [[WIN, 0.0, TIE, 0.0], [0.0, TIE, WIN, WIN], [0.0, 0.0, TIE, 0.0]])
@pytest.mark.parametrize(("missing", "piece"), [(set[int](), 2), ({1}, 0), ({0, 3}, 2), ({2}, 1)])
def test_what_comes_of_a_piece_is_the_mean_over_all_tiles(
    missing: set[int], piece: int, ranks: list[float], drawn: int | None
):
    held = Held(Pool(COUNT), 2)
    for one in missing:
        held.lacks(one)
    share, expected = told(missing, piece, ranks, drawn)
    assert held.share(piece) == pytest.approx(share)
    assert held.told(piece, Last(WAYS, ranks, drawn)) == pytest.approx(expected)


def test_what_it_lacks_makes_it_likelier_that_others_have_it():
    held = Held(Pool(COUNT), 2)
    last = Last((1.0, 0.0, 0.0), [0.0, WIN, 0.0, 0.0], 2)
    before = held.told(0, last) / held.share(0)
    held.lacks(1)
    assert held.told(0, last) / held.share(0) > before
