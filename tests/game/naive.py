"""The rules a second time, for comparison: plain, slow, and written from the page of rules alone.

Nothing of `game` is imported. Spaces are pairs (row, diagonal), symbols and tiles are letters, each mode is a branch.
"""

from __future__ import annotations

from collections import Counter

COLOURS = "ROYGBP"
PRINTED = {(3, 3): "R", (3, 8): "G", (8, 13): "B", (13, 13): "O", (13, 8): "Y", (8, 3): "P"}
RADIUS = {"solo 1": 5, "standard 2": 5, "duel 2": 5, "standard 3": 6, "standard 4": 7, "team 4": 7}
SIX_WAYS = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))

Space = tuple[int, int]


def space(name: str) -> Space:
    return "?ABCDEFGHIJKLMNO".index(name[0]), int(name[1:])


def same(one: str, other: str) -> bool:
    return sorted(one) == sorted(other)


class NaiveGame:
    def __init__(self, mode: str, racks: list[list[str]]) -> None:
        self.mode = mode
        self.seats = len(racks)
        size = RADIUS[f"{mode} {self.seats}"]
        self.symbols: dict[Space, str] = {}
        for r in range(1, 16):
            for d in range(1, 16):
                if abs(r - 8) <= size and abs(d - 8) <= size and abs(r - d) <= size:
                    self.symbols[r, d] = PRINTED.get((r, d), "")
        self.racks = [list(rack) for rack in racks]
        self.bag = Counter(
            {a + b: 5 if a == b else 6 for a in COLOURS for b in COLOURS if COLOURS.index(a) <= COLOURS.index(b)}
        )
        for rack in racks:
            self.take(rack)
        boards = {"standard": self.seats, "solo": 1, "team": 2, "duel": 1}[mode]
        self.scores = [dict.fromkeys(COLOURS, 0) for _ in range(boards)]
        self.tokens: dict[str, int] = {}
        self.seat = 0
        self.owed = 1
        self.placed = [0] * self.seats
        self.reason: str | None = None

    # --- tiles

    def take(self, tiles: list[str]) -> None:
        for tile in tiles:
            kind = tile if self.bag[tile] else tile[::-1]
            assert self.bag[kind] > 0
            self.bag[kind] -= 1

    def put_back(self, tiles: list[str]) -> None:
        for tile in tiles:
            kind = tile if tile in self.bag else tile[::-1]
            self.bag[kind] += 1

    def count(self) -> int:
        laid = sum(1 for symbol in self.symbols.values() if symbol) - 6
        return laid // 2 + sum(len(rack) for rack in self.racks) + sum(self.bag.values())

    # --- R3: the turn

    def neighbours(self, at: Space) -> list[Space]:
        return [(at[0] + r, at[1] + d) for r, d in SIX_WAYS]

    def may_lie(self, first: Space, second: Space) -> bool:
        if self.reason or self.owed == 0:
            return False
        if self.symbols.get(first) != "" or self.symbols.get(second) != "" or second not in self.neighbours(first):
            return False
        if self.placed[self.seat]:
            return True
        for printed in PRINTED:
            around = self.neighbours(printed)
            free = all(not self.symbols.get(near) for near in around)
            if free and (first in around or second in around):
                return True
        return False

    def line_points(self, at: Space, colour: str, other: Space) -> int:
        points = 0
        for r, d in SIX_WAYS:
            here = (at[0] + r, at[1] + d)
            if here == other:
                continue
            while self.symbols.get(here) == colour:
                points += 1
                here = (here[0] + r, here[1] + d)
        return points

    def place(self, tile: str, first: Space, second: Space) -> tuple[dict[str, int], int]:
        """Lay a tile; what it gained by colour, and the bonus placements it earned."""
        assert self.may_lie(first, second)
        rack = self.racks[self.seat]
        rack.remove(next(mine for mine in rack if same(mine, tile)))
        halves = [
            (tile[0], self.line_points(first, tile[0], second)),
            (tile[1], self.line_points(second, tile[1], first)),
        ]
        self.symbols[first], self.symbols[second] = tile
        gained = dict.fromkeys(tile, 0)
        bonus = 0
        for colour, points in halves:
            gained[colour] += points
            bonus += self.score(colour, points)
        self.placed[self.seat] += 1
        self.owed += bonus - 1
        if self.has_won(self.seat):
            self.reason = "instant-win"
        elif not self.room():
            self.reason = "board-full"
        elif not rack:
            self.owed = 0
        return gained, bonus

    def score(self, colour: str, points: int) -> bool:
        """Move a peg; whether it earned a bonus placement."""
        if self.mode == "duel":
            pegs, way = self.scores[0], 1 if self.seat == 0 else -1
            pegs[colour] = way * min(9, way * pegs[colour] + points)
            if pegs[colour] == 9 * way and self.tokens.get(colour) != self.seat:
                self.tokens[colour] = self.seat
                return True
            return False
        pegs = self.scores[{"standard": self.seat, "solo": 0, "team": self.seat % 2}[self.mode]]
        old = pegs[colour]
        if self.mode == "standard":
            pegs[colour] = min(18, old + points)
            return old < 18 == pegs[colour]
        pegs[colour] = min(18, old + points) if old < 18 else min(36, old + points)
        arrived = (old < 18 <= pegs[colour]) or (old < 36 == pegs[colour])
        return arrived and self.mode == "team"

    def pegs_of(self, seat: int) -> list[int]:
        if self.mode == "duel":
            return [peg if seat == 0 else -peg for peg in self.scores[0].values()]
        return list(self.scores[{"standard": seat, "solo": 0, "team": seat % 2}[self.mode]].values())

    def has_won(self, seat: int) -> bool:
        if self.mode == "duel":
            return all(peg > 0 for peg in self.pegs_of(seat))
        return all(peg == (18 if self.mode == "standard" else 36) for peg in self.pegs_of(seat))

    def room(self) -> bool:
        return any(
            symbol == "" and self.symbols.get(near) == ""
            for at, symbol in self.symbols.items()
            for near in self.neighbours(at)
        )

    # --- R5, R9.4: the exchange

    def exchangeable(self) -> list[str]:
        rack, pegs = self.racks[self.seat], self.pegs_of(self.seat)
        if self.mode == "solo":
            return []
        if self.mode == "duel":
            full = [colour for colour, peg in zip(COLOURS, pegs, strict=True) if peg == 9]
            return [tile for tile in rack if tile[0] in full or tile[1] in full]
        lowest = [colour for colour, peg in zip(COLOURS, pegs, strict=True) if peg == min(pegs)]
        return [] if any(colour in tile for tile in rack for colour in lowest) else list(rack)

    def end_turn(self, returned: list[str], drawn: list[str]) -> None:
        assert self.owed == 0
        assert not self.reason
        rack = self.racks[self.seat]
        for tile in returned:
            rack.remove(next(mine for mine in rack if same(mine, tile)))
        self.take(drawn)
        rack += drawn
        self.put_back(returned)
        assert len(rack) == (1 if self.mode == "solo" else 6)
        self.seat = (self.seat + 1) % self.seats
        self.owed = 1

    # --- R7, R9.5: the result

    def standing(self) -> list[list[int]]:
        places: list[list[int]] = []
        for seat in range(self.seats):
            better = sum(self.compare(other, seat) > 0 for other in range(self.seats))
            while len(places) <= better:
                places.append([])
            places[better].append(seat)
        return [place for place in places if place]

    def compare(self, one: int, other: int) -> int:
        a, b = sorted(self.pegs_of(one)), sorted(self.pegs_of(other))
        if self.mode == "duel":
            a, b = [peg for peg in a if peg > 0], [peg for peg in b if peg > 0]
            if len(a) != len(b):
                return len(a) - len(b)
        for mine, yours in zip(a, b, strict=True):
            if mine != yours:
                return mine - yours
        return 0
