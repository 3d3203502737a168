"""A PostgreSQL server that refuses: one clear line, and nothing is lost."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import asyncpg
import pytest

from data import queries
from data.address import ServerUrl
from data.postgres import PostgresStore
from data.postgres.engine import OWN
from data.postgres.statements import numbered
from data.store import DatabaseUnusable, Interrupted, NewerSchema, Unstorable
from tests.data.moves import assert_whole, move, name_of
from tests.data.tables import opened
from tests.postgres import LOCKED, Cluster, cluster


async def refusal(address: ServerUrl, clock, busy_s: float = 30) -> DatabaseUnusable:
    with pytest.raises(DatabaseUnusable) as refused:
        async with PostgresStore.open(address, clock=clock, busy_s=busy_s):
            raise AssertionError("opened")
    words = str(refused.value)
    assert words.endswith(".")
    assert "\n" not in words
    assert "s3cret" not in words
    return refused.value


async def test_a_postgres_server_that_is_away_at_the_start_is_one_line(address, clock):
    nowhere = ServerUrl(address.url.replace("/pg-", "/no-pg-"))
    refused = await refusal(nowhere, clock, 0.2)
    assert "cannot be reached: check the address" in refused.why
    assert isinstance(refused, Interrupted)


async def test_a_postgres_server_without_a_free_connection_says_so(address, clock):
    server = cluster()
    server.sql("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
    try:
        user = ServerUrl(address.url.replace("tests@", "crowded@"))
        refused = await refusal(user, clock, 0.2)
        assert "has no connection left" in refused.why
        assert isinstance(refused, Interrupted)
    finally:
        server.sql("DROP ROLE crowded")


async def test_a_wrong_password_for_postgres_is_one_line_without_it(address, clock):
    server = cluster()
    server.sql(f"CREATE ROLE {LOCKED} LOGIN PASSWORD 'right' SUPERUSER")
    try:
        wrong = ServerUrl(address.url.replace("tests@", f"{LOCKED}:s3cret@"))
        assert "refuses the password" in (await refusal(wrong, clock)).why
        async with PostgresStore.open(ServerUrl(wrong.url.replace("s3cret", "right")), clock=clock):
            pass
    finally:
        server.sql(f"DROP ROLE {LOCKED}")


async def test_a_postgres_database_that_does_not_exist_is_one_line(clock):
    assert "does not exist: create it with `createdb`" in (await refusal(cluster().url("nowhere"), clock)).why


async def test_an_option_that_postgres_does_not_have_is_named(address, clock):
    refused = await refusal(ServerUrl(f"{address.url}&sslmode=nonsense"), clock)
    assert "cannot be used with this address: `sslmode` parameter must be one of" in refused.why


async def test_a_user_of_postgres_who_may_create_nothing_is_told_so(clock):
    server = cluster()
    server.sql("CREATE ROLE stranger LOGIN")
    empty = server.new()
    try:
        stranger = ServerUrl(server.url(empty).url.replace("tests@", "stranger@"))
        assert "may not be used by this user" in (await refusal(stranger, clock)).why
    finally:
        server.drop(empty)
        server.sql("DROP ROLE stranger")


async def test_a_postgres_database_of_another_program_is_left_alone(clock):
    server = cluster()
    other = server.new()
    server.sql("CREATE TABLE games (id INTEGER)", other)
    try:
        assert "belongs to another program: name an empty database" in (await refusal(server.url(other), clock)).why
        assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", other) == [(1,)]
    finally:
        server.drop(other)


async def test_a_newer_schema_on_postgres_is_refused_and_not_touched(address, clock):
    server, name = cluster(), name_of(address)
    server.sql("UPDATE ingenious_schema SET number = 999", name)
    refused = await refusal(address, clock)
    assert isinstance(refused, NewerSchema)
    assert "update the program" in refused.why
    assert server.sql("SELECT number FROM ingenious_schema", name) == [(999,)]


async def test_a_standby_of_postgres_that_may_only_be_read_is_refused(address, clock):
    standby: Cluster = cluster().standby()
    try:
        standby.start()
        refused = await refusal(ServerUrl(address.url.replace(str(cluster().folder), str(standby.folder))), clock)
        assert "is a standby, name the primary" in refused.why
    finally:
        standby.remove()


async def test_a_postgres_server_that_becomes_read_only_refuses_moves_until_it_is_not(address, clock, pg):
    game = await opened(pg, ["opened"])
    setting = f"ALTER DATABASE {name_of(address)} SET default_transaction_read_only = "
    end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name_of(address)}'"
    cluster().sql(f"{setting} on")
    cluster().sql(end)
    with pytest.raises(DatabaseUnusable, match="is a standby"):
        await move(pg, game, 1)
    cluster().sql(f"{setting} off")
    await move(pg, game, 1)
    assert await assert_whole(pg, game) == 1


async def test_a_full_disk_of_postgres_is_one_line_and_nothing_is_lost(address, clock, pg, tmp_path):
    """The tables of the database lie on a small disk of their own where we may mount one."""
    server, name = cluster(), name_of(address)
    game = await opened(pg, ["opened"])
    await pg._postgres._pool.close()
    with small_disk(server.folder, server.user) as disk:
        await pg._postgres._pool.close()
        server.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        server.sql(f"ALTER DATABASE {name} SET TABLESPACE small")
        server.sql("CREATE TABLE ballast AS SELECT repeat(md5(n::text), 32) AS t FROM generate_series(1, 3000) n", name)
        async with PostgresStore.open(address, clock=clock) as store:
            made = [1]
            with pytest.raises(DatabaseUnusable, match="cannot grow: the disk of the server is full"):
                await fill(store, game, made)
            assert (await store.game(game)).version == made[-1] > 1
            server.sql("DROP TABLE ballast", name)
            await store.append(game, made[-1], ["goes on"])
            assert (await store.load(game)).events[-1] == "goes on"
        server.drop(name)
        server.sql("DROP TABLESPACE small")


async def fill(store: PostgresStore, game: int, made: list[int]) -> None:
    """Append half a megabyte again and again; `made` gets the versions of the game."""
    ballast = Random(1).randbytes(500).hex()
    for _ in range(100):
        await store.append(game, made[-1], [ballast] * 500)
        made.append(made[-1] + 500)


@contextmanager
def small_disk(folder: Path, user: str | None) -> Iterator[Path]:
    """A disk of some megabytes, of this user, with an empty folder."""
    disk = folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=777", "tmpfs", disk], check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        (disk / "space").mkdir()
        if user:
            shutil.chown(disk / "space", user)
        yield disk / "space"
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


async def test_a_text_with_a_zero_character_is_refused_by_postgres_and_nothing_is_written(pg):
    game = await opened(pg, ["opened"])
    with pytest.raises(Unstorable):
        await pg.append(game, 1, ["a", "b\0"])
    assert (await pg.load(game)).events == ("opened",)


async def test_postgres_understands_every_named_statement(address):
    """One that is written for SQLite alone, and that no other test runs here, fails at once."""
    db = await asyncpg.connect(address.url)
    try:
        for text in queries.load(queries.SHARED, OWN).values():
            await db.prepare(numbered(text).sql)
    finally:
        await db.close()
