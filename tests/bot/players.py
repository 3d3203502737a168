"""People who play from a script: they know only their own view, and use what the messages offer them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import simcord

from bot.screens.draft import parse_draft, placed
from game import ai
from game.board import NAMES, row
from game.events import Place
from game.rules import preview
from game.state import SeatView
from tests.bot.ids import split
from tests.bot.world import Shown, World

PRESSES = 5
"""The most that any placement may take, opening not counted."""


@dataclass
class Script:
    """How all people of a game play: carefully, exchanging two times out of three; and what came up."""

    rng: Random = field(default_factory=lambda: Random(1))
    bonuses: int = 0
    offers: int = 0
    exchanges: int = 0

    def plan(self, view: SeatView) -> Place:
        """The next placement of a person who sees this."""
        place = ai.choose(view, "careful", self.rng)
        self.bonuses += view.position.in_turn
        if not preview(view, place.tile, place.at).exchange:
            return place
        self.offers += 1
        exchange = self.offers % 3 != 2
        self.exchanges += exchange
        return Place(place.tile, place.at, exchange)


def on_turn(world: World, table) -> simcord.MemberActor:
    """Whom the game waits for."""
    user = table.seats[table.game().position.seat].user
    (person,) = (person for person in world.people.values() if person.id == user)
    return person


# --- by buttons ----------------------------------------------------------------------------------------------------


async def play_by_buttons(
    world: World, script: Script, *, game: int = 1, between=None, turns: int = 1000, panel: Shown | None = None
) -> None:
    """Play a game to its end, or for some turns, from the public message's Play button on, or from an open panel.

    `between` is awaited before every press.
    """
    while turns and (table := await world.table(game)).status == "running":
        turns -= 1
        person = on_turn(world, table)
        panel = panel or await world.do(person, await _board(world, game), "play")
        await turn_by_buttons(world, script, person, panel, game=game, between=between)
        panel = None


async def _board(world: World, game: int) -> Shown:
    """The public message of the game as it is now."""
    row_ = await world.store.game(game)
    return world.shown(row_.message_channel, row_.message)


async def turn_by_buttons(world: World, script: Script, person, panel: Shown, *, game: int = 1, between=None) -> Shown:
    """Make a whole turn in the panel, bonus placements included; what it shows in the end."""
    first = True
    while True:
        view = (await world.table(game)).view_for(person.id)
        if not view.on_turn or not (first or view.position.in_turn):
            return panel
        first = False
        place = script.plan(view)
        for _ in range(PRESSES):
            custom_id, value = next_press(panel, place, view)
            if between:
                await between()
            panel = await world.press(person, panel, custom_id, value)
            if (split(custom_id) or panel).verb in ("place", "swap"):
                break
        else:
            raise AssertionError(f"{place} takes more than {PRESSES} presses")


def next_press(panel: Shown, place: Place, view: SeatView) -> tuple[str, str | None]:
    """The press in this panel that leads to the placement: a custom id, and the option where it is a select."""
    by_verb = {}
    for press in panel.presses:
        by_verb.setdefault(press.verb, []).append(press)
    if "place" in by_verb:
        return _last_press(panel, place, by_verb, view)
    return _next_choice(panel, place, by_verb)


def _next_choice(panel: Shown, place: Place, by_verb) -> tuple[str, str | None]:
    """The placement itself if it is offered, else its space, its row or its tile."""
    for verb in ("try", "turn", "space", "row", "tile"):
        for press in by_verb.get(verb, []):
            draft = parse_draft(press.draft)
            if draft.tile is None or draft.tile.piece != place.tile.piece:
                continue
            leads = {
                "tile": draft.at is None,
                "row": draft.row == row(place.at[0]),
                "space": draft.at == place.at[0],
            }
            if leads[verb] if verb in leads else _same(press.draft, place):
                return press.custom_id, None
    raise AssertionError(f"the panel does not lead to {place}: {panel.labels}")


def _last_press(panel: Shown, place: Place, by_verb, view: SeatView) -> tuple[str, str | None]:
    """Confirm, if the panel shows the placement; else choose its direction."""
    (confirm,) = by_verb["place"]
    offered = preview(view, *placed(parse_draft(confirm.draft))).exchange
    assert ("swap" in by_verb) == bool(offered), "an exchange is offered exactly where the shown placement allows it"
    if _same(confirm.draft, place):
        return (by_verb["swap"][0] if place.exchange else confirm).custom_id, None
    # "Other space" leads back to the tile, but for a rack with one kind of tile, where it leads to its rows.
    back = any(verb in by_verb for verb in ("turn", "space", "row"))
    choices = {verb: presses for verb, presses in by_verb.items() if verb != "tile" or not back}
    return _next_choice(panel, place, choices)


def _same(draft: str, place: Place) -> bool:
    """Whether the placements are one: for a double the order of the two spaces counts only where it is offered."""
    tile, at = placed(parse_draft(draft))
    if tile.double and tile == place.tile:
        return set(at) == set(place.at)
    return (tile, at) in ((place.tile, place.at), (place.tile.turned, place.at[::-1]))


# --- by commands ---------------------------------------------------------------------------------------------------


async def play_by_commands(world: World, script: Script, *, game: int = 1, dm: bool = False) -> None:
    """Play a game to its end by `/ingenious place` alone, saying whether to exchange only when asked."""
    while (table := await world.table(game)).status == "running":
        person = on_turn(world, table)
        view = table.view_for(person.id)
        place = script.plan(view)
        at, to = (NAMES[cell] for cell in place.at)
        words = {"tile": place.tile.code, "at": at, "and": to}
        if len(view.position.turns) % 10 == 5:
            await _is_suggested(world, person, words, dm=dm)
        answer = await world.command(person, "place", dm=dm, **words)
        asked = "exchange: True" in answer.text
        assert asked == (place.exchange is not None), answer.text
        if asked:
            assert (await world.table(game)).seq == table.seq
            await world.command(person, "place", dm=dm, exchange=place.exchange, **words)


async def _is_suggested(world: World, person, words: dict[str, str], *, dm: bool) -> None:
    """Whoever types the placement option by option is offered each of its words."""
    typed: dict[str, str] = {}
    for option, word in words.items():
        # A list holds 25; what is typed narrows it down.
        offered = await world.suggestions(person, "place", option, word[:1], dm=dm, **typed)
        assert word in [choice["value"] for choice in offered]
        typed[option] = word
