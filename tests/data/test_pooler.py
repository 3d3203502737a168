"""A database behind a real pooler, and databases in encodings that lack letters, as docs/operation.md says."""

import asyncio
from datetime import timedelta

import pytest

from data.opening import open_store
from data.store import DatabaseUnusable, Interrupted, SeatRow
from tests.data.tables import opened
from tests.pooler import behind, pooler
from tests.postgres import cluster

MINUTE = timedelta(minutes=1)


@pytest.fixture
def address(request):
    server = cluster()
    name = server.new()
    yield server.url(name)
    server.drop(name)


async def test_everything_works_behind_a_pooler_that_keeps_sessions(address, clock):
    heard = asyncio.Queue()
    with pooler(cluster(), "session") as place:
        async with open_store(behind(place, address), clock) as store, store.listening(heard.put_nowait, "one"):
            game = await opened(store, ["opened"], [SeatRow(0, 30, "Zoë 🎲")])
            await asyncio.gather(*[store.save_plan(game, 1, user, "{}") for user in range(20)])
            assert (await store.load(game)).seats == (SeatRow(0, 30, "Zoë 🎲"),)
            assert await store.take_lease("one/1", clock.now, clock.now + MINUTE)
            assert await store.abandoned_leases() == {}
            await store.notify("due")
            assert await heard.get() == "due"
        async with open_store(behind(place, address), clock) as store:
            assert set(await store.abandoned_leases()) <= {"one/1"}
            assert not await store.take_lease("two/1", clock.now, clock.now + MINUTE)


@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_keeps_no_sessions_is_refused_before_anything_is_written(address, clock, mode):
    with pooler(cluster(), mode) as place:
        with pytest.raises(DatabaseUnusable, match="set `pool_mode = session`") as caught:
            async with open_store(behind(place, address), clock):
                pass
        assert not isinstance(caught.value, Interrupted)
        name = address.url.split("/")[3].partition("?")[0]
        assert cluster().sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == [(0,)]


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_in_an_encoding_that_lacks_letters_is_refused_with_the_remedy(encoding, clock):
    server = cluster()
    name = f"in_{encoding.lower()}"
    server.sql(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'")
    try:
        with pytest.raises(DatabaseUnusable) as caught:
            async with open_store(server.url(name), clock):
                pass
        assert f"has the encoding {encoding}" in caught.value.why
        assert "`createdb --encoding=UTF8 --template=template0`" in caught.value.why
    finally:
        server.drop(name)
