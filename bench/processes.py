"""Four processes that share the servers against one that has them all, on one PostgreSQL database: presses a second.

Both take turns, each time on a new database, so that they meet the same machine in the same minutes. Discord's limit of
requests is lifted, since it would be what is measured.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bench.server import measure
from bench.size import NO_LIMIT, Move, pressed_by_people
from tests.postgres import Cluster
from tests.wire.fake import CHANNEL, Discord, guild_on
from tests.wire.program import NEW_INTERPRETER, running, until
from tests.wire.server import serve
from tests.wire.tables import fill, placement, tables, turn_of

MANY = 4
ROUNDS = 3
GAMES = 30  # in each server, of which each shard has one
LATE_S = 3.0  # after so long Discord says that the interaction failed


def main() -> None:
    """Print everything; nothing without PostgreSQL's programs."""
    measure("processes", _measure)


async def _measure(folder: Path, cluster: Cluster) -> None:
    speeds: dict[int, list[float]] = {1: [], MANY: []}
    waits: dict[int, list[float]] = {1: [], MANY: []}
    for number in range(ROUNDS):
        for processes in (1, MANY) if number % 2 else (MANY, 1):
            speed, waited = await _round(folder, cluster, processes)
            speeds[processes].append(speed)
            waits[processes] += waited
    print(f"processes: placements in {MANY * GAMES} games of {MANY} servers, {ROUNDS} rounds, medians; in turn")
    for processes, waited in waits.items():
        print(
            f"  {processes}: {median(speeds[processes]):.1f} a second, acknowledged in {median(waited) * 1e3:.0f} ms"
            f" (99 %: {quantiles(waited, n=100)[-1] * 1e3:.0f} ms), {sum(wait > LATE_S for wait in waited)} late"
        )
    print(f"  {MANY} against 1: {median(speeds[MANY]) / median(speeds[1]):.2f} x (at least 1)")


async def _round(folder: Path, cluster: Cluster, processes: int) -> tuple[float, list[float]]:
    """Presses a second, and how long each waited for its acknowledgement."""
    name, fake = cluster.new(), Discord()
    fake.shards = fake.max_concurrency = MANY
    channels = [CHANNEL, *(fake.add_guild(guild_on(shard)) for shard in range(1, MANY))]
    url = cluster.url(name)
    for channel in channels:
        await fill(url, GAMES, turns=6, guild=fake.homes[channel], channel=channel)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(fake))
        settings = {"INGENIOUS_DATABASE": url.url, "INGENIOUS_REQUEST_LIMIT": NO_LIMIT}
        for number in range(processes):
            shards = f"{number}/{processes}" if processes > 1 else "auto"
            await stack.enter_async_context(
                running(server, folder, NEW_INTERPRETER, INGENIOUS_SHARDS=shards, **settings)
            )
        await until(lambda: {one.shard for one in server.connected} == set(range(MANY)), within_s=300)
        await until(lambda: all(len(fake.shown(one)) >= GAMES for one in channels), within_s=300)
        found = await tables(url, MANY * GAMES)
        where = [channels[at // GAMES] for at in range(len(found))]
        moves: list[Move] = [(turn_of(one), placement(one), channel) for one, channel in zip(found, where, strict=True)]
        # One of each server in turn, as people are spread over them.
        mixed = [move for at in range(GAMES) for move in moves[at::GAMES]]
        start = perf_counter()
        pressed = await pressed_by_people(fake, mixed)
        spent = perf_counter() - start
    cluster.drop(name)
    return len(pressed) / spent, [(one.answered_at or 0) - one.sent_at for one in pressed]


if __name__ == "__main__":
    main()
