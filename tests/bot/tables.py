"""Tables without a store or a Discord: lobbies and games made by the deeds that people do at them."""

from random import Random

from bot.tables import lobby, play
from bot.tables.events import Joined, Opened, TableEvent
from bot.tables.table import Table, apply, opened
from game import ai
from game.events import Place
from game.state import view

ANN, BEN, CEM, DIA, EVE = 11, 12, 13, 14, 15
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DIA: "Dia", EVE: "Eve"}


def shuffle(seq: int) -> Random:
    return Random(f"7:1:{seq}")


def after(table: Table, *deeds_done: list[TableEvent]) -> Table:
    """The table after the facts of these deeds."""
    for facts in deeds_done:
        for fact in facts:
            table = apply(table, fact)
    return table


def lobby_table(*users: int, mode: str = "standard", seats: int | None = None, **terms) -> Table:
    """A lobby at which these users sit, the first of them its host; as many seats as people unless told."""
    people = users or (ANN,)
    count = seats if seats is not None else len(people) + terms.get("bots", 0)
    table = apply(opened(1, Opened(people[0], mode, count, **terms)), Joined(people[0], NAMES[people[0]]))
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


def whole_log(table: Table, *deeds_done: list[TableEvent]) -> list[TableEvent]:
    """The facts of a lobby made by `lobby`, and of what was done after it."""
    facts: list[TableEvent] = [table.opened, *table.lobby_players]
    for more in deeds_done:
        facts += more
    return facts
