"""A game again: as an animation, and turn by turn. Of a running game only what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.screens.board import board_alt
from bot.screens.model import Button, Screen
from bot.screens.phrases import score_line, turn_words
from bot.screens.picture_labels import labels
from bot.screens.press import GamePress, ReplayPress
from bot.screens.verbs import GameVerb, ReplayVerb
from bot.tables.table import Table
from bot.texts import Texts
from game import rules
from game.events import Event, Stopped, TurnEnded
from game.state import GameState, SeatView, view
from render.animation import replay_scenes
from render.scene_builder import Labels, board_scene


def shown_events(table: Table) -> Sequence[Event]:
    """The events that everybody may know of: a running game's up to its last complete turn."""
    game = table.game()
    if game.position.ending:
        return table.events
    last = max((at for at, event in enumerate(table.events) if isinstance(event, TurnEnded | Stopped)), default=0)
    return table.events[: last + 1]


def film(table: Table, texts: Texts, *, public: bool = False, may_share: bool = False) -> Screen:
    """The whole game as an animation; with the ways to its single turns and its record, unless it is `public`.

    Who `may_share` it can post it for all.
    """
    turns = len(table.public.turns)
    scenes = replay_scenes(shown_events(table), lambda seen: _frame_labels(table, seen, texts), table.view_for(None))
    share = (Button(texts("analysis.share"), GamePress(table.id, GameVerb.SHARE_REPLAY)),) if may_share else ()
    record = Button(texts("button.record"), GamePress(table.id, GameVerb.RECORD))
    return Screen(
        texts("replay.head", game=table.id, turns=turns),
        alt=texts("replay.alt", game=table.id, turns=turns),
        rows=() if public else (_buttons(table, turns, turns, texts)[:-1], (record, *share)),
        moving=tuple(scenes),
    )


def _frame_labels(table: Table, seen: SeatView, texts: Texts) -> Labels:
    """The words of a frame of the animation: who placed, at the end who won."""
    words = labels(table, seen, texts)
    turn = next((turn for turn in reversed(seen.position.turns) if turn.placements), None)
    if turn is None or seen.position.seats == 1:
        return replace(words, to_move="")
    return replace(words, to_move=texts("picture.placed", name=words.names[turn.seat]), on_turn=turn.seat)


def step(table: Table, number: int, texts: Texts) -> Screen:
    """The position after so many turns; a number out of range is the nearest."""
    turns = len(table.public.turns)
    at = min(max(number, 0), turns)
    seen = _after(table, at)
    position = seen.position
    head = texts("replay.step", game=table.id, turn=at, turns=turns) if at else texts("replay.start", game=table.id)
    last = [turn_words(position.turns[at - 1], table.names, texts)] if at else []
    return Screen(
        "\n".join([head, *last, score_line(position, table.names, texts)]),
        board_scene(seen, labels(table, seen, texts)),
        board_alt(table, seen, texts),
        (_buttons(table, at, turns, texts),),
    )


def _after(table: Table, turns: int) -> SeatView:
    """What everybody saw after so many turns."""
    if turns == len(table.public.turns):
        return table.view_for(None)
    state: GameState | None = None
    for event in shown_events(table):
        state = rules.apply(state, event)
        if sum(turn.complete for turn in state.position.turns) == turns and not state.position.in_turn:
            break
    return view(state or table.game(), None)


def _buttons(table: Table, at: int, turns: int, texts: Texts) -> tuple[Button, ...]:
    def press(verb: ReplayVerb, number: int) -> ReplayPress:
        return ReplayPress(table.id, verb, min(max(number, 0), turns))

    return (
        Button("⏮", press(ReplayVerb.FIRST, 0)),
        Button("◀", press(ReplayVerb.EARLIER, at - 1)),
        Button("▶", press(ReplayVerb.LATER, at + 1)),
        Button("⏭", press(ReplayVerb.LAST, turns)),
        Button(texts("replay.moving"), GamePress(table.id, GameVerb.FILM)),
    )
