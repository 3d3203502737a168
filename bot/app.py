"""The bot put together from a `Config`: store, lease, services, health file and client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from bot import __version__
from bot.config import Config
from bot.config_error import ConfigError
from bot.discord.client import IngeniousClient
from bot.discord.limits import Limits
from bot.discord.pause import Pause
from bot.discord.request_limit import RequestLimit
from bot.discord.runner import Online, first_of, use_proxy
from bot.discord.session_starts import SessionStarts, ask_discord
from bot.discord.sharding import ShardedClient, Sharding
from bot.discord.standing_by import StandBy
from bot.local import table as local
from bot.local.table import LocalTableError
from bot.pictures import Pictures
from bot.process import metrics
from bot.process.guard import Guard
from bot.process.health import Health
from bot.process.lease import Lease
from bot.process.lease_times import SHARED, TIMES
from bot.process.phase import Phase
from bot.process.shared_clock import SharedClock
from bot.process.wakes import Wakes
from bot.process.worker import Worker
from bot.services.context import Services
from bot.services.tables import Tables
from data.address import Address
from data.opening import open_store
from data.shards import WHOLE
from data.store import Interrupted, Store

log = logging.getLogger(__name__)

_STORE_AGAIN_S: Final = 2.0
"""How long after a database was not there it is looked for again."""


@dataclass(frozen=True, slots=True)
class System:
    """What the program takes from the computer that it runs on."""

    clock: Callable[[], datetime]
    """The present moment, aware, in UTC."""
    steady_s: Callable[[], float]
    """A clock in seconds that never jumps."""
    seed: Callable[[], int]
    """A secret number, from which a new store derives what chance does beside the bags."""
    entropy: Callable[[int], bytes]
    """So many secret bytes, from which the seeds of bags are made."""
    process: str
    """A name that no other process has."""
    desktop: bool
    """Whether a browser window that is opened here is seen by somebody."""


@dataclass(frozen=True)
class App:
    """The parts that are there before there is a client."""

    services: Services
    lease: Lease
    health: Health
    seed: int = field(repr=False)
    """The secret that decides what chance does beside the bags."""
    requests: RequestLimit
    """When this process may make its requests to Discord."""
    pause: Pause
    clock: SharedClock

    def client(
        self,
        sharding: Sharding | None = None,
        *,
        starts: SessionStarts | None = None,
        invite: bool = False,
        emojis: bool = False,
        mentions: bool = False,
    ) -> IngeniousClient:
        """A client that is not connected yet and reports its connection to the health file."""
        make = IngeniousClient if sharding is None else partial(ShardedClient, sharding=sharding)
        return make(
            self.services,
            invite=invite,
            emojis=emojis,
            mentions=mentions,
            limits=Limits(self.requests, starts, self.pause),
            heard_time=self.clock.heard,
            turned=lambda online: self.health.turn("online" if online else "offline"),
        )


class Stopped(Exception):  # noqa: N818 - as what happened
    """The program was asked to end before the database was there."""


@asynccontextmanager
async def _store_when_there(address: Address, clock: SharedClock, stop: asyncio.Event) -> AsyncGenerator[Store]:
    """The store, as soon as its server is there: it may be down, starting, or have no connection left.

    Raises:
        DatabaseUnusable: somebody must change something first.
        Stopped: `stop` came first.
    """
    said = ""
    async with AsyncExitStack() as stack:
        while True:
            try:
                store = await stack.enter_async_context(open_store(address, clock))
                break
            except Interrupted as error:
                if error.why != said:
                    log.warning("the database is not there yet; trying again until it is", extra={"error": error})
                said = error.why
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _STORE_AGAIN_S)
            if stop.is_set():
                raise Stopped
        yield store


@asynccontextmanager
async def opened(config: Config, system: System, role: str, stop: asyncio.Event) -> AsyncGenerator[App]:
    """The parts on the database of `config`, closed at the end; `role` is how the lease calls this process.

    Raises:
        DatabaseUnusable: the database cannot be opened.
        Stopped: `stop` came before its server was there.
    """
    clock = SharedClock(system.clock, system.steady_s)
    async with _store_when_there(config.database, clock, stop) as store:
        await clock.set(store)
        wakes = Wakes()
        process = f"{role}-{system.process}"
        lease = Lease(
            store,
            process,
            lock_path(config.database),
            clock.wall,
            system.steady_s,
            TIMES if isinstance(config.database, Path) else SHARED,
            WHOLE if role == "local" else config.shards,
            wakes.lease,
        )
        seed = config.seed if config.seed is not None else await store.seed(system.seed)
        pictures, worker = Pictures(), Worker()
        services = Services.build(
            Tables(
                store,
                seed,
                clock,
                None if config.seed is not None else system.entropy,
                Guard(lease, Phase.WAITING),
            ),
            pictures,
            clock,
            config.language,
            __version__,
            thinker=worker,
            wakes=wakes,
            links=config.links,
            operator_server=config.operator_server,
        )
        health = Health(config.health, store, clock, services.guard, __version__)
        reports = asyncio.create_task(health.keep(), name="health")
        figures = asyncio.create_task(_collect_figures(config, store, clock, services.guard), name="metrics")
        comparison = asyncio.create_task(clock.keep(store), name="clock")
        try:
            requests = RequestLimit(config.request_limit, store.reserve_requests, system.steady_s)
            async with store.listening(wakes.heard, process):
                yield App(services, lease, health, seed, requests, Pause(clock), clock)
        finally:
            health.turn("ending")
            await worker.stop()
            await asyncio.wait((reports,), timeout=1)
            for task in (reports, figures, comparison):
                task.cancel()
            pictures.close()


async def _collect_figures(config: Config, store: Store, clock: SharedClock, guard: Guard) -> None:
    """Keep the figures of the store up to date where they are served; ends by being cancelled."""
    if config.metrics is not None:
        await metrics.keep(store, clock, guard)


def lock_path(database: Address) -> Path | None:
    """The file beside a database that the holder of its lease keeps locked; None for one on a server."""
    if not isinstance(database, Path):
        return None
    real = database.resolve()
    return real.with_name(f"{real.name}.lock")


@contextmanager
def serving(config: Config) -> Generator[None]:
    """Serve the figures of this process in the block.

    Raises:
        ConfigError: the port cannot be had.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(metrics.served(config.metrics))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise ConfigError(f"INGENIOUS_METRICS: the port cannot be had ({why}): name another") from None
        yield


async def run_online(config: Config, token: str, system: System, stop: asyncio.Event) -> None:
    """Be online until `stop`.

    Raises:
        TokenRefused: Discord does not accept the token.
        DatabaseUnusable: the database cannot be opened.
    """
    if config.api_url and config.gateway_url:
        use_proxy(config.api_url, config.gateway_url)
    with serving(config), suppress(Stopped):
        await _online(config, token, system, stop)


async def _online(config: Config, token: str, system: System, stop: asyncio.Event) -> None:
    async with opened(config, system, "online", stop) as app:
        starts = SessionStarts(partial(ask_discord, token), system.steady_s, app.health.hold)
        make = partial(app.client, starts=starts, invite=True, emojis=True, mentions=True)
        standing_by = StandBy(app.services, app.lease, make, token, starts)
        await Online(app.services, app.lease, app.health, make, token, stop, starts, standing_by).run()


async def run_local(
    config: Config, as_name: str | None, system: System, stop: asyncio.Event, echo: Callable[[str], None]
) -> None:
    """Serve the local table until `stop` or until its page ends the session; `echo` takes lines for the terminal.

    Raises:
        LocalTableError: it cannot open.
        DatabaseUnusable: the database cannot be opened.
    """
    with serving(config), suppress(Stopped):
        await _local(config, as_name, system, stop, echo)


async def _local(
    config: Config, as_name: str | None, system: System, stop: asyncio.Event, echo: Callable[[str], None]
) -> None:
    async with opened(config, system, "local", stop) as app, _leased(config.database, app, stop) as ended:
        # Without emojis of the application: the page of the simulated Discord cannot show them.
        client = app.client(mentions=True)

        async def shown_again() -> None:
            await client.dispatcher.repost_all()

        await local.run(
            client,
            as_name=as_name,
            key=str(app.seed),
            echo=echo,
            stop=ended,
            opened=shown_again,
            browse=system.desktop,
        )
        await client.finish()


@asynccontextmanager
async def _leased(database: Address, app: App, stop: asyncio.Event) -> AsyncGenerator[asyncio.Event]:
    """Hold the lease in the block; gives an event that is set with `stop` and when another process takes the lease.

    Raises:
        LocalTableError: another process has the lease.
    """
    lease = app.lease
    if not await lease.take():
        if await lease.rival() == "local":
            why, what = f"a local table is already open on {database}", "use its page, end it,"
        else:
            why, what = f"the bot is online on {database}", "end it"
        raise LocalTableError(f"{why}: {what} or name another INGENIOUS_DATABASE")
    app.services.guard.take_over()
    ended = asyncio.Event()

    async def watch() -> None:
        await first_of(stop, lease.lost)
        ended.set()

    tasks = [asyncio.create_task(lease.keep(), name="lease"), asyncio.create_task(watch(), name="watch")]
    try:
        yield ended
        if lease.failure:
            raise lease.failure
        if lease.lost.is_set():
            raise LocalTableError(f"another process has taken over {database}: this local table is closed")
    finally:
        for task in tasks:
            task.cancel()
        await lease.release()
