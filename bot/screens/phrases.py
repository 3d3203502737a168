"""Turns, scores and standings in words. Text only from public things, unless a rack is passed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.tables.table import Table
from bot.texts import Texts, plain
from data.ids import UserId
from game.board import NAMES
from game.matching import turns_left
from game.modes import Pegs
from game.state import Placement, Position, SeatView, Turn
from game.tiles import COLOURS, Colour, Tile

SIGNS = "🔴🟠🟡🟢🔵🟣"
"""A sign for each colour, in the order of `COLOURS`."""
_NAMED = 2
"""Of how many colours at most a score names that it is theirs: of more it says nothing."""


JOINER = "\u2060"
"""Keeps a number and its sign, and the two signs of a tile, in one line."""
EMOJI_LENGTH = 40
"""How long a sign gets where it becomes an emoji of the application."""


def length(text: str) -> int:
    """The characters of a text once its signs are emojis."""
    return len(text) + (EMOJI_LENGTH - 1) * sum(char in SIGNS for char in text)


def sign(colour: Colour) -> str:
    """The colour as one character."""
    return SIGNS[colour]


def tile_code(tile: Tile, texts: Texts) -> str:
    """A tile in the letters of a language, such as `RB`."""
    return texts(f"code.{tile.first.name.lower()}") + texts(f"code.{tile.second.name.lower()}")


def tile_words(tile: Tile, texts: Texts) -> str:
    """A tile in signs and letters, such as `🔴🔵 RB`."""
    return f"{_signs(tile)} {tile_code(tile, texts)}"


def _signs(tile: Tile) -> str:
    """The two signs of a tile, which no line of a text parts."""
    return f"{sign(tile.first)}{JOINER}{sign(tile.second)}"


def tile_name(tile: Tile, texts: Texts) -> str:
    """The colours of a tile in words, such as `red blue`."""
    return " ".join(texts(f"textboard.{colour.name.lower()}") for colour in tile)


def rack_words(rack: Sequence[Tile]) -> str:
    """Tiles as pairs of signs."""
    return " ".join(_signs(tile) for tile in rack)


def rack_codes(rack: Sequence[Tile], texts: Texts) -> str:
    """Tiles in letters, for where there are too many for signs."""
    return " ".join(tile_code(tile, texts) for tile in rack)


def counted(steps: int, colour: Colour) -> str:
    """Points in a colour, such as `+3🔴`."""
    return f"+{steps}{JOINER}{sign(colour)}"


def points_words(placement: Placement) -> str:
    """How far a placement moved pegs, such as `+3🔴 +1🔵`; `+0` where it scored nothing."""
    return " ".join(counted(steps, colour) for colour, steps in placement.moved.items()) or "+0"


def cells_words(placement: Placement) -> str:
    """The spaces of a placement, such as `E7-E8`."""
    return f"{NAMES[placement.at[0]]}-{NAMES[placement.at[1]]}"


def placement_words(placement: Placement, texts: Texts) -> str:
    """A placement, the biggest thing first: its bonus, the points of each of its colours, where it lies."""
    return " ".join([*_bonus((placement,), texts), _laid(placement, texts)])


def done_words(placement: Placement, position: Position, texts: Texts) -> str:
    """What a placement did, for its player; while its turn goes on the panel names the bonus itself, so not here."""
    goes_on = position.in_turn and placement in position.turns[-1].placements
    return texts("panel.done", what=_laid(placement, texts) if goes_on else placement_words(placement, texts))


def turn_words(turn: Turn, names: Sequence[str], texts: Texts) -> str:
    """A whole turn in one line, its bonuses first."""
    parts = [_laid(placement, texts) for placement in turn.placements]
    if turn.exchanged:
        parts.append(texts("turn.exchanged", tiles=rack_words(turn.exchanged)))
    what = " ".join([*_bonus(turn.placements, texts), "; ".join(parts)])
    return texts("turn.line", name=plain(names[turn.seat]), what=what)


def _laid(placement: Placement, texts: Texts) -> str:
    """The points of each colour of a placement, and where it lies."""
    tile, (first, second) = placement.tile, placement.steps
    pair = [(first + second, tile.first)] if tile.double else [(first, tile.first), (second, tile.second)]
    parts = [counted(steps, colour) for steps, colour in pair]
    if sum(placement.lost):
        parts.append(texts("turn.lost", points=sum(placement.lost)))
    return " ".join([*parts, cells_words(placement)])


def _bonus(placements: Sequence[Placement], texts: Texts) -> list[str]:
    """That placements earned a bonus, and how often where that is more than once; nothing where they did not."""
    bonuses = sum(placement.bonuses for placement in placements)
    if bonuses > 1:
        return [texts("turn.bonus-times", times=bonuses)]
    return [texts("turn.bonus")] if bonuses else []


def pegs_words(pegs: Pegs) -> str:
    """Six values with their signs, the lowest in bold where that says something: one or two of them."""
    low = min(pegs) if pegs.count(min(pegs)) <= 2 else None
    values = (f"{sign(colour)}{JOINER}{pegs[colour]}" for colour in COLOURS)
    return " ".join(
        f"**{value}**" if pegs[colour] == low else value for colour, value in zip(COLOURS, values, strict=True)
    )


def partners(position: Position, names: Sequence[str], seat: int) -> list[str]:
    """The names of all who play for the side of a seat."""
    side = position.mode.side_of(seat, position.seats)
    return [plain(names[at]) for at in range(position.seats) if position.mode.side_of(at, position.seats) == side]


def side_name(position: Position, names: Sequence[str], seat: int, texts: Texts) -> str:
    """Who plays for the side of a seat: a name, or the partners' names."""
    return " & ".join(texts.shown(name) for name in partners(position, names, seat))


def score_lines(position: Position, names: Sequence[str], texts: Texts) -> list[str]:
    """The score boards in words, a line each; the duel's shared one a line for each player and one for the middle."""
    if position.mode.track.two_sided:
        return _duel_lines(position, names, texts)
    seats = range(len(position.scores))
    return [f"{side_name(position, names, seat, texts)}: {pegs_words(position.pegs(seat))}" for seat in seats]


def _duel_lines(position: Position, names: Sequence[str], texts: Texts) -> list[str]:
    lines: list[str] = []
    for seat in range(position.seats):
        pegs, tokens = position.pegs(seat), position.tokens(seat)
        own = [
            f"{sign(colour)}{JOINER}{pegs[colour]}{texts('scores.token') if colour in tokens else ''}"
            for colour in COLOURS
            if pegs[colour] > 0
        ]
        away = [f"{sign(colour)}{JOINER}{texts('scores.token')}" for colour in tokens if pegs[colour] <= 0]
        lines_of_seat = " ".join([*own, *away]) or texts("scores.nothing")
        lines.append(texts("scores.duel", name=plain(names[seat]), pegs=len(own), lines=lines_of_seat))
    middle = [sign(colour) for colour in COLOURS if position.pegs(0)[colour] == 0]
    if middle:
        lines.append(texts("scores.middle", colours=" ".join(middle)))
    return lines


def tie_break_line(position: Position, names: Sequence[str], texts: Texts) -> str:
    """The line of the standing that says what decided for the winner; empty where their result alone did."""
    ending = position.ending
    if ending is None or len(ending.standing) < 2:
        return ""
    first, second = (seats[0] for seats in ending.standing[:2])
    best, next_best = (position.mode.result(position.pegs(seat)) for seat in (first, second))
    if second in ending.resigned or not _decided(position, best, next_best, texts):
        return ""
    return next(iter(standing_lines(position, names, texts)[1:2]), "")


def standing_lines(position: Position, names: Sequence[str], texts: Texts) -> list[str]:
    """The standing at the end, a line a rank, each with what put it behind the one before; none if stopped.

    Who resigned is last by that alone, so no tie-break is named for them.
    """
    ending = position.ending
    if ending is None or ending.reason == "stopped":
        return []
    lines: list[str] = []
    rank, above = 1, None
    for seats in ending.standing:
        result = position.mode.result(position.pegs(seats[0]))
        sides = list(dict.fromkeys(side_name(position, names, seat, texts) for seat in seats))
        key = "end.line-duel" if position.mode.track.two_sided else "end.line"
        line = texts(key, rank=texts("end.rank", rank=rank), name=sides, result=result[0])
        if ending.resigned.intersection(seats):
            lines.append(f"{line} {texts('end.resigned')}")
        else:
            lines.append(line + (_decided(position, above, result, texts) if above else ""))
        rank, above = rank + len(sides), result
    return lines


def _decided(position: Position, above: tuple[int, ...], result: tuple[int, ...], texts: Texts) -> str:
    """The tie-break between two ranks, where one was needed (R7.2, R9.5)."""
    at = next((at for at, (high, low) in enumerate(zip(above, result, strict=False)) if high != low), 0)
    if at == 0:
        return ""
    two_sided = position.mode.track.two_sided
    nth = texts(f"end.nth.{at if two_sided else at + 1}")
    return " " + texts("end.tie-duel" if two_sided else "end.tie", nth=nth, high=above[at], low=result[at])


def winner_words(position: Position, names: Sequence[str], texts: Texts) -> str:
    """Who won, and why the game is over."""
    ending = position.ending
    if ending is None:
        return ""
    reason = _reason(position, names, texts)
    return reason if ending.reason == "stopped" else f"{result_words(position, names, texts)} {reason}"


def result_words(position: Position, names: Sequence[str], texts: Texts) -> str:
    """Who won with which score; that it was stopped where nobody did."""
    ending = position.ending
    if ending is None or ending.reason == "stopped":
        return texts("picture.stopped")
    first = ending.standing[0]
    who = list(dict.fromkeys(side_name(position, names, seat, texts) for seat in first))
    if position.seats == 1:
        return texts("end.solo", name=who[0], result=min(position.pegs(0)))
    if len(who) > 1:
        return texts("end.draw" if len(ending.standing) == 1 else "end.shared", names=who)
    winners = partners(position, names, first[0])
    if ending.reason != "board-full" or ending.resigned:
        return texts("end.won-outright", names=winners)
    return texts("end.won", names=winners, score=_final_score(position))


def _reason(position: Position, names: Sequence[str], texts: Texts) -> str:
    """Why the game is over."""
    ending = position.ending
    if ending is None:
        return ""
    resigned = list(dict.fromkeys(side_name(position, names, seat, texts) for seat in sorted(ending.resigned)))
    track = position.mode.track
    duel = "-duel" if ending.reason == "instant-win" and track.two_sided else ""
    return texts(f"end.reason.{ending.reason}{duel}", name=resigned, top=track.end)


def _final_score(position: Position) -> str:
    """The scores of all sides, the best first, such as `11 : 9`."""
    standing = position.ending.standing if position.ending else ()
    mode = position.mode
    sides = {mode.side_of(seat, position.seats): seat for seats in standing for seat in seats}
    return " : ".join(str(mode.result(position.pegs(seat))[0]) for seat in sides.values())


def score_line(position: Position, names: Sequence[str], texts: Texts) -> str:
    """The score of each side in one line, with the lowest colours that it is of; the duel's as pegs of each side."""
    if position.mode.track.two_sided:
        results = [position.mode.result(position.pegs(seat))[0] for seat in range(position.seats)]
        first, second = (plain(name) for name in names)
        return texts("scores.now-duel", first=first, second=second, pegs=results[0], others=results[1])
    sides: list[str] = []
    for seat in range(len(position.scores)):
        pegs = position.pegs(seat)
        lowest = [sign(colour) for colour in COLOURS if pegs[colour] == min(pegs)]
        of = JOINER + JOINER.join(lowest) if len(lowest) <= _NAMED else ""
        name = f"{side_name(position, names, seat, texts)}\N{NO-BREAK SPACE}" if position.seats > 1 else ""
        sides.append(f"{name}**{min(pegs)}**{of}")
    return texts("scores.now", scores=" · ".join(sides))


def turns_words(turns: Iterable[Turn], names: Sequence[str], texts: Texts, limit: int = 1200) -> str:
    """Turns in the order of play, a line each, in at most `limit` characters.

    Where the oldest do not fit, one line says how many they are.
    """
    described = [turn_words(turn, names, texts) for turn in turns]
    kept: list[str] = []
    room = limit
    for line in reversed(described):
        room -= length(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    left = len(described) - len(kept)
    return "\n".join([*([texts("turn.earlier", turns=left)] if left else []), *kept])


def decimal_words(value: float, texts: Texts) -> str:
    """A number with one decimal, as the language writes it; nothing is below 0."""
    return f"{max(0.0, value):.1f}".replace(".", texts("analysis.decimal"))


def left_words(position: Position, texts: Texts, *, sentence: bool = False) -> str:
    """About how many turns are left, for a picture or as a `sentence`."""
    alone, turns = position.seats == 1, turns_left(position.symbols, position.area, position.seats)
    if sentence:
        return texts("textboard.left" if alone else "textboard.left-each", turns=turns)
    return texts("picture.left" if alone else "picture.left-each", turns=turns)


def since_last_turn(reader: SeatView) -> Sequence[Turn]:
    """The turns after the reader's last one; all of them for somebody who does not play."""
    turns = reader.position.turns
    mine = [at for at, turn in enumerate(turns) if turn.seat == reader.seat and turn.complete]
    return turns[mine[-1] + 1 :] if mine else turns


def feat_lines(feats: Mapping[UserId, tuple[str, ...]], table: Table, texts: Texts) -> list[str]:
    """A line for each achievement that somebody had for the first time."""
    return [
        texts("feat.line", name=plain(table.name_of(user)), what=texts(f"feat.{feat}"), why=texts(f"feat.why.{feat}"))
        for user, had in feats.items()
        if user in table.humans
        for feat in had
    ]
