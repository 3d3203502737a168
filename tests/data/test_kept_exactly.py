"""Whatever is stored comes back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.store import (
    ENDED,
    KEEP,
    GameChange,
    GameRow,
    NewGame,
    NewOutboxRow,
    PlayerRow,
    SeatRow,
    SentBoard,
    ServerRow,
    Store,
)
from tests.data.tables import enqueued, opened

fixture_is_shared = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=50, deadline=None
)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
"""Any text but half characters, which no engine keeps, and the zero character, which only SQLite keeps."""
ids = st.integers(0, 2**63 - 1)
languages = st.sampled_from(["en", "de"])
times = st.datetimes(datetime(1970, 1, 1), datetime(9999, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - in UTC
statuses = st.sampled_from(["lobby", "running", "over", "cancelled"])
new_games = st.builds(NewGame, st.none() | ids, ids, texts, languages, ids, st.none() | ids)
changes = st.builds(
    GameChange,
    status=st.none() | statuses,
    host=st.none() | ids,
    channel=st.none() | ids,
    home=st.none() | ids,
    guild=st.none() | ids,
    deadline=st.just(KEEP) | st.none() | times,
)
tables = st.lists(st.builds(SeatRow, st.integers(0, 5), ids, texts), max_size=6, unique_by=lambda seat: seat.seat)
notes = st.builds(NewOutboxRow, texts, texts, times)


minutes = st.none() | st.integers(0, 1439)
players = st.builds(
    PlayerRow,
    user=ids,
    language=st.none() | texts,
    dm_rack=st.booleans(),
    next_notice=st.booleans(),
    reminders=texts,
    quiet_from=minutes,
    quiet_to=minutes,
    zone=st.none() | texts,
    vacation_until=st.none() | times,
    vacation_used=st.timedeltas(timedelta(), timedelta(days=99)),
    season=st.none() | texts,
    closed_dms_reported=st.booleans(),
)
servers = st.builds(
    ServerRow,
    guild=ids,
    language=st.none() | texts,
    pace=texts,
    channels=st.lists(ids, max_size=4).map(tuple),
    threads=st.booleans(),
)


def changed(row: GameRow, change: GameChange, now: datetime) -> GameRow:
    """The row after the change."""
    status = change.status or row.status
    deadline = row.deadline if change.deadline is KEEP else change.deadline
    ended_at = row.ended_at if change.status is None else (row.ended_at or now) if status in ENDED else None
    return replace(
        row,
        status=status,
        guild=row.guild if change.guild is None else change.guild,
        host=row.host if change.host is None else change.host,
        channel=row.channel if change.channel is None else change.channel,
        home=row.home if change.home is None else change.home,
        deadline=None if change.status in ENDED else deadline,
        ended_at=ended_at,
    )


@fixture_is_shared
@given(game=new_games, events=st.lists(texts, max_size=9), seats=tables, at=times)
async def test_a_new_game_is_loaded_as_it_was_created(store: Store, clock, game, events, seats, at):
    clock.now = at
    id_ = await opened(store, events, seats, table=game)
    found = await store.load(id_)
    assert found.events == tuple(events)
    assert found.seats == tuple(sorted(seats, key=lambda seat: seat.seat))
    row = found.row
    kept = replace(game, home=game.channel if game.home is None else game.home)
    assert NewGame(row.guild, row.channel, row.mode, row.language, row.host, row.home) == kept
    assert (row.status, row.deadline, row.ended_at) == ("lobby", None, None)
    assert (row.version, row.created_at, row.updated_at) == (len(events), at, at)
    assert row in await store.games_with(["lobby"])
    assert row in await store.games_in(game.channel, ["lobby"])
    assert all([row in await store.games_of(seat.user, ["lobby"]) for seat in seats])


@fixture_is_shared
@given(
    game=new_games, appends=st.lists(st.tuples(st.lists(texts, max_size=3), changes, st.none() | tables), max_size=4)
)
async def test_a_game_is_loaded_as_it_was_appended_to(store: Store, clock, game, appends):
    id_ = await opened(store, [], table=game)
    expected = await store.load(id_)
    for events, change, seats in appends:
        await store.append(id_, len(expected.events), events, change=change, seats=seats)
        row = expected.row
        expected = replace(
            expected,
            events=(*expected.events, *events),
            seats=expected.seats if seats is None else tuple(sorted(seats, key=lambda seat: seat.seat)),
            row=changed(replace(row, version=row.version + len(events)), change, clock.now),
        )
        assert await store.load(id_) == expected


@fixture_is_shared
@given(queue=st.lists(notes, max_size=5), now=times, error=texts)
async def test_every_note_until_it_is_done(store: Store, queue, now, error):
    game = await opened(store)
    ids_ = await enqueued(store, game, *queue)
    waiting = dict(zip(ids_, queue, strict=True))
    due = await store.due(now, 99)
    assert [note.id for note in due] == sorted(
        (id_ for id_, note in waiting.items() if note.due_at <= now), key=lambda id_: (waiting[id_].due_at, id_)
    )
    assert all(NewOutboxRow(note.kind, note.body, note.due_at) == waiting[note.id] for note in due)
    assert await store.next_due() == min((note.due_at for note in queue), default=None)
    for id_ in ids_:
        await store.postpone(id_, now, error)
    assert [(note.id, note.error, note.attempts) for note in await store.due(now, 99)] == [
        (id_, error, 1) for id_ in ids_
    ]
    for id_ in ids_:
        await store.complete(game, [id_])
    assert await store.next_due() is None


@fixture_is_shared
@given(
    player=players,
    server=servers,
    posted=st.builds(SentBoard, ids, ids, times),
    why=texts,
)
async def test_settings_messages_and_reasons(store: Store, player, server, posted, why):
    await store.save_player(player)
    await store.save_server(server)
    assert (await store.player(player.user), await store.server(server.guild)) == (player, server)
    game = await opened(store, [], table=NewGame(None, 1, "solo", "en", 2))
    await store.set_board_message(game, posted)
    await store.quarantine(game, why)
    row = await store.game(game)
    assert (row.message_channel, row.message, row.message_at) == (posted.channel, posted.message, posted.at)
    assert (row.status, row.quarantine_reason) == ("quarantined", why)
