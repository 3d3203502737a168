"""What every step of the panel has in common: the lines on top, the picture, and the view that it is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, assert_never

from bot.screens.draft import NOTHING, Draft
from bot.screens.model import Button, Row, Screen
from bot.screens.phrases import pegs_words, score_line, since_last_turn
from bot.screens.picture_labels import labels
from bot.screens.press import DailyTurnPress, LessonTurnPress, PanelPress, PlanPress, PuzzleTurnPress, TurnPress
from bot.screens.text_board import own_scores_told, rack_told
from bot.screens.verbs import Placing, Planning, Step
from bot.tables.table import Table
from bot.texts import Texts, plain, unmarked
from game.lessons import STEPS
from game.state import SeatView, Turn
from game.tiles import Tile
from render.scene_builder import Ghost, board_scene


@dataclass(frozen=True, slots=True)
class Focus:
    """What a step points at in its picture."""

    marks: frozenset[int] = frozenset()
    """Cells that can be chosen."""
    ghost: Ghost | None = None
    close_to: frozenset[int] | None = None
    """The cells to be seen large; `None` for the whole board with the rack."""
    scores: bool = False
    """Whether the score boards are shown although nothing is laid; with them a phone has no room for the buttons."""


@dataclass(frozen=True, slots=True)
class PanelContext:
    """What every step needs: the table, what the player sees, their language, a line on top."""

    table: Table
    seen: SeatView
    """What the player sees."""
    texts: Texts
    note: str
    pattern: PanelPress
    """What its buttons are made after: each is this press with a verb and a draft of its own."""

    @classmethod
    def of_game(cls, table: Table, seen: SeatView, texts: Texts, note: str = "") -> Self:
        """That of a game."""
        return cls(table, seen, texts, note, TurnPress(table.id, seen.position.version, Step.PLAY))

    @property
    def trial(self) -> bool:
        """Whether another is on turn, so that placements are tried only."""
        return not self.seen.on_turn

    @property
    def is_puzzle(self) -> bool:
        """Whether it asks for the best placement of a position without a game."""
        return isinstance(self.pattern, PuzzleTurnPress)

    @property
    def may_plan(self) -> bool:
        """Whether the player can plan what they try: they are there for their next turn."""
        table, seat = self.table, self.seen.seat
        return self.trial and table.status == "running" and seat is not None and table.seats[seat].user in table.active

    @property
    def view(self) -> SeatView:
        """What the player sees; in a trial as if it were their turn now."""
        seat, position = self.seen.seat, self.seen.position
        if not self.trial or seat is None:
            return self.seen
        turns = position.turns
        if position.in_turn:
            turns = (*turns[:-1], replace(turns[-1], complete=True))
        return replace(self.seen, position=replace(position, seat=seat, owed=1, turns=turns))

    def press(self, verb: Step | Placing, draft: Draft = NOTHING) -> PanelPress:
        """The press of a button of this panel."""
        return replace(self.pattern, verb=verb, draft=draft)

    def plan(self, verb: Planning, draft: Draft) -> PlanPress:
        """The press of a button that plans a placement."""
        return PlanPress(self.table.id, self.seen.position.version, verb, draft)

    def screen(
        self, lines: list[str], rows: tuple[Row, ...], tile: Tile | None = None, *, focus: Focus | None = None
    ) -> Screen:
        """A step: its lines and controls under the head, and the picture."""
        focus = focus or Focus()
        words = labels(self.table, self.seen, self.texts)
        view = self.view
        chosen = view_number(view, tile) - 1 if tile else None
        since = len(view.position.turns) - len(self._recent_turns)
        scene = board_scene(view, words, since=since, rack=True, chosen=chosen, marks=focus.marks, ghost=focus.ghost)
        if scene.board and focus.ghost is None:
            # The public picture says who scored what, and what is left; here it would hide what can be chosen.
            bare = replace(scene.board, links=(), gains=(), owners=(), earned=None, left="")
            scene = replace(scene, board=bare)
            if not (focus.scores or self.shows_all):
                scene = replace(scene, panels=())
        if focus.close_to is not None:
            scene = replace(scene, close_to=focus.close_to)
        pegs = unmarked(own_scores_told(view.position, view.position.seat, self.table.names, self.texts))
        key = "panel.alt-trial" if self.trial else self._alt
        alt = self.texts(key, game=self.table.id, rack=rack_told(view.rack, self.texts), pegs=pegs)
        named = focus.ghost is not None or (tile is not None and len(self.seen.rack) > 1)
        return Screen("\n".join([*self.head(with_pegs=not named), *lines]), scene, alt, rows)

    def back_to_tiles(self) -> list[Button]:
        """The way back to the first step, where there is one."""
        several = len({mine.piece for mine in self.seen.rack}) > 1
        verb = Step.TRIAL if self.trial else Step.OTHER_TILE
        return [Button(self.texts("panel.other-tile"), self.press(verb))] if several else []

    @property
    def is_first_turn(self) -> bool:
        """Whether its player has made no turn yet, so that what the buttons do is explained."""
        return not any(turn.seat == self.view.position.seat and turn.complete for turn in self.view.position.turns)

    @property
    def shows_all(self) -> bool:
        """Whether all of the position is there to be thought about: a puzzle, or a step of the first game."""
        return isinstance(self.pattern, PuzzleTurnPress | LessonTurnPress)

    def head(self, *, with_pegs: bool) -> list[str]:
        """The lines on top: a note or whose turn it is, the pegs and what binds the turn until the step names a tile.

        A phone has no room for the title of a game below a note.
        """
        head = self.note.split("\n") if self.note else []
        if self.trial:
            name = plain(self.table.names[self.seen.position.seat])
            head.append(self.texts("panel.trial", game=self.table.id, name=name))
        elif not self.note or not isinstance(self.pattern, TurnPress):
            head.append(self._title())
        if self.view.position.in_turn:
            head.append(self.texts("panel.bonus", owed=self.view.position.owed))
        if with_pegs:
            if self._has_pegs:
                head.append(self._pegs())
            if self.view.position.opening:
                head.append(self.texts("panel.opening"))
        return head

    @property
    def _has_pegs(self) -> bool:
        """Whether a peg stands anywhere: in the beginning there is nothing to read of them."""
        position = self.view.position
        if position.mode.track.two_sided:
            return any(any(board.pegs) for board in position.scores)
        return any(position.pegs(position.seat))

    def _pegs(self) -> str:
        """The own pegs, the lowest in bold; of a duel, which has one score board, the score."""
        position = self.view.position
        if position.mode.track.two_sided:
            return score_line(position, self.table.short_names, self.texts)
        return pegs_words(position.pegs(position.seat))

    def _title(self) -> str:
        """Whose turn it is in which game; what is no game says what it is."""
        match self.pattern:
            case TurnPress(game):
                return self.texts("panel.head", game=game)
            case DailyTurnPress(day):
                return self.texts("daily.head", day=self.texts.day(day))
            case LessonTurnPress(step):
                return self.texts("learn.head", step=step + 1, steps=STEPS)
            case PuzzleTurnPress():
                return self.texts("puzzle.head", mode=self.texts(f"mode.{self.table.opened.mode}"))
        assert_never(self.pattern)

    @property
    def _alt(self) -> str:
        """The key of the picture in words."""
        match self.pattern:
            case TurnPress():
                return "panel.alt"
            case DailyTurnPress():
                return "daily.alt"
            case LessonTurnPress():
                return "learn.alt"
            case PuzzleTurnPress():
                return "puzzle.alt"
        assert_never(self.pattern)

    @property
    def _recent_turns(self) -> Sequence[Turn]:
        """The turns to highlight: those since the player's last one, in a bonus turn only the one that goes on.

        The panel of the turn's first tile has shown the others.
        """
        turns = since_last_turn(self.seen)
        return turns[-1:] if self.view.position.in_turn else turns


def view_number(view: SeatView, tile: Tile) -> int:
    """The number of a piece on the rack, from 1, as the picture shows it."""
    return next(at for at, mine in enumerate(view.rack, 1) if mine.piece == tile.piece)
