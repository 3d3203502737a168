"""Games in a store, in whatever state a test needs them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from data.address import Address, ServerUrl
from data.store import GameChange, NewGame, NewOutboxRow, SeatRow, Status, Store

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)


async def opened(
    store: Store,
    events: Sequence[str] = (),
    seats: Sequence[SeatRow] = (),
    outbox: Sequence[NewOutboxRow] = (),
    *,
    table: NewGame = TABLE,
    status: Status = "lobby",
    deadline: datetime | None = None,
    **changes: int | None,
) -> int:
    """The id of a new game."""
    row = await store.create(replace(table, **changes), events, seats, outbox)
    if status == "quarantined":
        await store.quarantine(row.id, "a reason")
    elif status != "lobby" or deadline is not None:
        await store.append(row.id, len(events), (), change=GameChange(status, deadline=deadline))
    return row.id


async def enqueued(store: Store, game: int, *rows: NewOutboxRow) -> list[int]:
    """The ids of new outbox rows, in order."""
    before = {row.id for row in await store.outbox_of(game)}
    await store.enqueue(rows, about=game)
    return sorted({row.id for row in await store.outbox_of(game)} - before)


def argument(place: Address) -> str:
    """An address for the command line of another process."""
    return place.url if isinstance(place, ServerUrl) else str(place)
