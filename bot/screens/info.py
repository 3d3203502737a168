"""What a person asks for and sees alone: the rack, the scores, what happened, the rules, help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from bot.screens.board import play_buttons
from bot.screens.location import Whereabouts
from bot.screens.model import Button, Screen
from bot.screens.phrases import (
    rack_codes,
    rack_words,
    score_lines,
    side_name,
    since_last_turn,
    turns_words,
)
from bot.screens.picture_labels import labels
from bot.screens.press import GamePress, RulesPress, TurnPress
from bot.screens.settings import operator_links
from bot.screens.text_board import rack_told
from bot.screens.verbs import GameVerb, Step
from bot.settings.operator import OperatorLinks
from bot.tables.errors import Refused
from bot.tables.events import Begun, Opened, Seat
from bot.tables.fold import apply, start
from bot.tables.table import Table
from bot.texts import Texts, plain
from data.ids import GameId, UserId
from game import ai, rules
from game.modes import MODES
from game.placements import placements
from game.state import SeatView, view
from render.scene_builder import Ghost, Scene, board_scene, rack_scene


def rack(
    table: Table, reader: SeatView, texts: Texts, where: Whereabouts, *, notices: bool, alone: bool = False
) -> Screen:
    """The reader's own rack, in words and as a picture below the board, or of the rack `alone`.

    `notices` is whether they get it by DM at each turn.
    """
    position = reader.position
    if position.ending or not reader.rack:
        return Screen(texts("rack.none", game=table.id))
    lines = [
        texts("rack.head", game=table.id, location=where.location),
        texts("rack.yours-now") if reader.on_turn else texts("rack.waiting", name=plain(table.names[position.seat])),
        texts("rack.tiles", tiles=rack_words(reader.rack)),
    ]
    if where.link and where.location != texts("place.dm"):
        lines[0] += f" {where.link}"
    if not position.mode.track.two_sided:  # the duel has no lowest colours to mark
        lines.append(texts("rack.legend"))
    switch = Button(
        texts("button.dm-off" if notices else "button.dm-on"),
        GamePress(table.id, GameVerb.NOTICES_OFF if notices else GameVerb.NOTICES_ON),
    )
    again = Button(texts("button.refresh"), GamePress(table.id, GameVerb.RACK))
    words = labels(table, reader, texts)
    return Screen(
        "\n".join(lines),
        replace(rack_scene(reader, words), strip=True) if alone else board_scene(reader, words, rack=True),
        rack_told(reader.rack, texts),
        ((*(play_buttons(table, reader, texts) or _trial_button(table, reader, texts)), again, switch),),
    )


def _trial_button(table: Table, reader: SeatView, texts: Texts) -> tuple[Button, ...]:
    """The way to try placements while others are on turn."""
    return (Button(texts("button.trial"), TurnPress(table.id, reader.position.version, Step.TRIAL), "primary"),)


def racks(owned: Sequence[tuple[Table, SeatView, Whereabouts]], texts: Texts) -> Screen:
    """The racks of several games of one person, in words, with a button to each of the first five."""
    lines: list[str] = []
    buttons: list[Button] = []
    for table, reader, where in owned[:15]:
        lines.append(texts("rack.head", game=table.id, location=where.location))
        lines.append(texts("rack.tiles", tiles=rack_codes(reader.rack, texts)))
        if len(buttons) < 5:
            label = texts("rack.button", game=table.id)
            buttons.append(Button(label, GamePress(table.id, GameVerb.RACK)))
    return Screen("\n".join(lines), rows=(tuple(buttons),))


def turn_notice(table: Table, reader: SeatView, texts: Texts, where: Whereabouts) -> Screen:
    """The direct message to a player whose turn it is: board and rack together, and the button to play from."""
    lines = [
        texts("notice.turn", game=table.id, location=where.location),
        turns_words(since_last_turn(reader), table.short_names, texts, limit=800),
        texts("rack.tiles", tiles=rack_words(reader.rack)),
    ]
    switch = Button(texts("button.dm-off"), GamePress(table.id, GameVerb.NOTICES_OFF))
    return Screen(
        "\n".join(line for line in lines if line),
        board_scene(reader, labels(table, reader, texts), rack=True),
        rack_told(reader.rack, texts),
        ((*play_buttons(table, reader, texts), switch),),
    )


def scores(table: Table, reader: SeatView, texts: Texts) -> Screen:
    """All score boards in words, with what counts."""
    position = reader.position
    lines = [texts("scores.head", game=table.id), *score_lines(position, table.names, texts)]
    if not position.mode.track.two_sided and len(position.scores) > 1:
        results = [position.mode.result(position.pegs(seat)) for seat in range(len(position.scores))]
        best = results.index(max(results))
        if not position.ending and results.count(results[best]) == 1:
            shared = [one[0] for one in results].count(results[best][0]) > 1
            key = "scores.leader-next" if shared else "scores.leader"
            lines.append(texts(key, name=side_name(position, table.names, best, texts), lowest=results[best][0]))
    return Screen("\n".join([*lines, texts(f"scores.aim.{position.mode.name}")]))


def history(table: Table, reader: SeatView, texts: Texts) -> Screen:
    """What happened since the reader's last turn."""
    turns = [turn for turn in since_last_turn(reader) if turn.complete]
    words = turns_words(turns, table.short_names, texts, limit=1800)
    head = texts("history.head" if reader.seat is not None else "history.head-all", game=table.id)
    return Screen(head + "\n" + (words or texts("history.nothing")))


def look_buttons(table: Table, texts: Texts) -> tuple[Button, ...]:
    """What else there is to see of a game."""
    looks = {"scores": GameVerb.SCORES, "history": GameVerb.HISTORY, "rules": GameVerb.RULES}
    return tuple(Button(texts(f"button.{name}"), GamePress(table.id, verb)) for name, verb in looks.items())


def rules_buttons(texts: Texts) -> tuple[Button, ...]:
    """The way to the rules of each mode."""
    return tuple(Button(f"{texts('button.rules')} · {texts(f'mode.{mode}')}", RulesPress(mode)) for mode in MODES)


def rules_page(mode: str, texts: Texts) -> Screen:
    """The rules of a mode in short, with a picture of a placement and what it scores.

    Raises:
        Refused: `unknown-choice`.
    """
    if mode not in MODES:
        raise Refused("unknown-choice", text=mode[:50])
    scene, points = _example(mode, texts)
    text = texts(f"rules.{mode}") + "\n\n" + texts("rules.example", points=points)
    return Screen(text, scene, texts("rules.alt", points=points))


@cache
def _example(mode: str, texts: Texts) -> tuple[Scene, str]:
    """A position of bots with the best placement as a ghost, the same every time."""
    row = MODES[mode]
    seats = min(row.seats)
    rng = Random(mode)
    names = tuple(Seat(None, name) for name in ("Ann", "Ben", "Cem", "Dia")[:seats])
    table = apply(start(GameId(0), Opened(UserId(0), mode, seats)), Begun(names))
    table = apply(table, rules.deal(row, seats, rng))
    for _ in range(14):
        state = table.game()
        seat = state.position.seat
        for event in rules.decide(state, seat, ai.choose(view(state, seat), "greedy", rng), rng):
            table = apply(table, event)
    reader = view(table.game(), table.game().position.seat)
    tile, a, b, _, _ = max(placements(reader), key=lambda choice: choice[3] + choice[4])
    gained = rules.preview(reader, tile, (a, b)).placement
    words = " ".join(f"+{points}" for points in gained.points)
    return board_scene(reader, labels(table, reader, texts), ghost=Ghost(tile, (a, b))), words


def help_page(texts: Texts, version: str, links: OperatorLinks) -> Screen:
    """What one can do, and the pages of whoever runs the bot."""
    parts = (texts("help", version=version, offer=texts("learn.offer")), operator_links(texts, links))
    return Screen("\n".join(part for part in parts if part))
