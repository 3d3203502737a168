"""The bag of a game with a seed."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from game.ai import choose
from game.bag import commitment, seeded
from game.events import Event, TurnEnded
from game.modes import MODES
from game.rules import apply, deal, decide
from game.state import view
from game.tiles import FULL_BAG, TILES, parse_tile

SEED = bytes(range(32))


def played(mode: str, seats: int, seed: bytes, choices: int) -> list[Event]:
    """A game from a seeded bag, in which the choices are others with another number."""
    events: list[Event] = [deal(MODES[mode], seats, seeded(seed))]
    state, rng = apply(None, events[0]), Random(choices)
    while state.position.ending is None:
        place = choose(view(state, state.position.seat), "random", rng)
        for event in decide(state, state.position.seat, place, seeded(seed, events)):
            state = apply(state, event)
            events.append(event)
    return events


def test_a_bag_holds_all_tiles_of_the_game():
    order = seeded(SEED).order
    assert len(order) == TILES
    assert Counter(order) == FULL_BAG


def test_the_order_of_a_seed_is_always_the_same_and_that_of_another_seed_is_another():
    assert seeded(SEED) == seeded(SEED)
    assert seeded(SEED).order != seeded(SEED[::-1]).order


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length):
    with pytest.raises(ValueError, match="32 bytes"):
        seeded(bytes(length))


def test_every_tile_comes_first_about_as_often():
    # 120 tiles, 3,600 bags: each is first 30 times, with a standard deviation of 5.5; five of these are allowed.
    first = Counter(seeded(sha256(number.to_bytes(4, "big")).digest()).order[0] for number in range(3_600))
    assert all(abs(first[piece] - 30 * number) < 27.5 * number**0.5 for piece, number in FULL_BAG.items())


def test_draws_do_not_depend_on_what_people_choose_until_somebody_exchanges():
    drawn = []
    for choices in (1, 2):
        tiles = []
        for event in played("standard", 3, SEED, choices):
            if isinstance(event, TurnEnded):
                if event.returned:
                    break
                tiles.extend(event.drawn)
        drawn.append(tiles)
    shorter = min(map(len, drawn))
    assert shorter > 20
    assert drawn[0][:shorter] == drawn[1][:shorter]


@pytest.mark.parametrize(("mode", "seats"), [("standard", 2), ("standard", 4), ("solo", 1), ("team", 4), ("duel", 2)])
def test_every_mode_can_be_played_to_its_end_from_a_seeded_bag(mode, seats):
    events = played(mode, seats, SEED, 1)
    bag = seeded(SEED, events)
    drawn = sum(len(event.drawn) - len(event.returned) for event in events if isinstance(event, TurnEnded))
    assert len(bag.order) == TILES - seats * MODES[mode].rack_size - drawn


def test_exchanged_tiles_go_back_among_those_that_are_left():
    tiles = tuple(parse_tile(code) for code in ("RB", "PP", "OO"))
    before = seeded(SEED)
    after = before.after(TurnEnded(0, tiles, before.order[:4]))
    assert Counter(after.order) == Counter(before.order[4:]) + Counter(tiles)
    left = list(after.order)
    for tile in before.order[4:]:
        left.remove(tile)
    assert Counter(left) == Counter(tiles)


def test_the_order_in_which_exchanged_tiles_are_named_does_not_matter():
    tiles = tuple(parse_tile(code) for code in ("RB", "PP", "OO"))
    turned = tuple(parse_tile(code) for code in ("OO", "BR", "PP"))
    bag = seeded(SEED)
    assert bag.after(TurnEnded(0, tiles, bag.order[:3])) == bag.after(TurnEnded(0, turned, bag.order[:3]))


def test_a_second_exchange_puts_tiles_at_other_places():
    tiles = (parse_tile("RR"),) * 6
    bag = seeded(SEED)
    once = bag.after(TurnEnded(0, tiles, bag.order[:6]))
    same = replace(once, order=bag.order).after(TurnEnded(0, tiles, bag.order[:6]))
    assert once.order != same.order


def test_a_bag_of_another_game_is_refused():
    with pytest.raises(ValueError, match="differ"):
        seeded(SEED).sample(seeded(SEED).order[1:], 1)


def test_a_bag_does_not_show_its_seed_or_its_order_where_it_is_printed():
    assert repr(seeded(SEED)) == "Bag(exchanges=0)"


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
