"""What the tests of the PostgreSQL engine share."""

from data.address import ServerUrl
from data.store import NewOutboxRow, SeatRow, Store


def name_of(address: ServerUrl) -> str:
    return address.url.split("/")[3].partition("?")[0]


async def move(store: Store, game: int, after: int) -> None:
    """A move that writes its number everywhere."""
    text = str(after)
    seats, outbox = [SeatRow(0, 1, text)], [NewOutboxRow("x", text)]
    await store.append(game, after, [f"{text} a", f"{text} b"], seats=seats, outbox=outbox)


async def assert_whole(store: Store, game: int) -> int:
    """How many moves the game has, of which each is whole and there once."""
    found = await store.load(game)
    moves = [str(after) for after in range(1, found.row.version, 2)]
    assert found.events[1:] == tuple(f"{text} {half}" for text in moves for half in "ab")
    assert [seat.name for seat in found.seats] == moves[-1:]
    assert [row.body for row in await store.outbox_of(game)] == moves
    return len(moves)
