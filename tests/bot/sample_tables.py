"""Tables without a store or a Discord: lobbies and games made by the actions of people."""

from collections.abc import Sequence
from random import Random

from bot.tables import lobby, play
from bot.tables.change import Change, change
from bot.tables.events import Joined, Opened, TableEvent
from bot.tables.fold import apply, start
from bot.tables.table import Table
from game import ai
from game.events import Place
from game.state import view

ANN, BEN, CEM, DIA, EVE = 11, 12, 13, 14, 15
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DIA: "Dia", EVE: "Eve"}


def shuffle(seq: int) -> Random:
    return Random(f"7:1:{seq}")


def after(table: Table, *made: Change | Sequence[TableEvent]) -> Table:
    """The table after these changes, or these events."""
    for one in made:
        table = change(table, *(one.events if isinstance(one, Change) else one)).table
    return table


def lobby_table(*users: int, mode: str = "standard", seats: int | None = None, **terms) -> Table:
    """A lobby at which these users sit, the first of them its host; as many seats as people unless told."""
    people = users or (ANN,)
    count = seats if seats is not None else len(people) + terms.get("bots", 0)
    table = apply(start(1, Opened(people[0], mode, count, **terms)), Joined(people[0], NAMES[people[0]]))
    for user in people[1:]:
        table = after(table, lobby.join(table, user, NAMES[user]))
    return table


def running(*users: int, shuffle=shuffle, **terms) -> Table:
    """A game of these users, who play in the order in which they are named unless the terms say otherwise."""
    table = lobby_table(*users, **{"order": "joined"} | terms)
    return after(table, lobby.begin(table, table.host, shuffle))


def turn_of(table: Table) -> int | None:
    """The user on turn."""
    return table.seats[table.game().position.seat].user


def choice(table: Table, style: ai.Style = "random", rng: Random | None = None) -> Place:
    """A placement that the rules allow the seat on turn."""
    state = table.game()
    return ai.choose(view(state, state.position.seat), style, rng or Random(1))


def played(table: Table, turns: int, style: ai.Style = "greedy") -> Table:
    """The table after so many placements of people, or at the end of the game."""
    for number in range(turns):
        if table.status != "running":
            break
        intent = choice(table, style, Random(number))
        table = after(table, play.place(table, turn_of(table), None, intent, shuffle))
    return table


def whole_log(table: Table, *made: Change) -> list[TableEvent]:
    """The events of a lobby made by `lobby_table`, and of the changes after it."""
    return [table.opened, *table.lobby_players, *(event for one in made for event in one.events)]
