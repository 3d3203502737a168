"""The small Discord on 127.0.0.1, for real processes: its REST routes and its gateway."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

from tests.wire.fake import APPLICATION, Discord, shard_of

INVALID_SHARD, SHARDING_REQUIRED = 4010, 4011


@dataclass
class Session:
    """A session of the gateway, which outlives its connections."""

    id: str
    shard: int = 0
    shards: int = 1
    """How many there are, as its client has said."""
    events: list[dict[str, Any]] = field(default_factory=list)
    sent: int = 0
    """How many of its events were sent; a resumed session gets those again that its client has not seen."""
    socket: web.WebSocketResponse | None = None

    def put(self, event: str, data: dict[str, Any]) -> None:
        """Send an event, or keep it for a resumed connection."""
        self.events.append({"op": 0, "t": event, "s": len(self.events) + 1, "d": data})

    async def flush(self) -> None:
        """Send what was not sent yet."""
        while self.sent < len(self.events) and self.socket and not self.socket.closed:
            self.sent += 1
            try:
                await self.socket.send_json(self.events[self.sent - 1])
            except ConnectionError:
                return


@dataclass(frozen=True)
class Identify:
    """A client that has said which shard of how many it is."""

    shard: int
    shards: int
    at: float
    """When, by the steady clock."""


@dataclass
class Server:
    """Where it listens, and what its gateway does by plan."""

    fake: Discord
    host: str = "127.0.0.1"
    port: int = 0
    refused: int = 0
    """How many of the next connections to the gateway are refused."""
    readies: int = 1
    """How often READY comes for each IDENTIFY."""
    identifies: list[Identify] = field(default_factory=list)
    """Those that were taken."""
    guilds_a_shard: int = 2500
    """How many servers one session may have at most."""
    resumed: int = 0
    sessions: list[Session] = field(default_factory=list)
    pings: int = 0

    @property
    def identified(self) -> int:
        """How often a client has identified itself."""
        return len(self.identifies)

    def too_early(self, window_s: float = 5.0) -> list[tuple[Identify, Identify]]:
        """The pairs of one bucket that identified within this time, which Discord refuses."""
        by_bucket: dict[int, list[Identify]] = {}
        for one in self.identifies:
            by_bucket.setdefault(one.shard % self.fake.max_concurrency, []).append(one)
        return [
            (first, second)
            for bucket in by_bucket.values()
            for first, second in itertools.pairwise(bucket)
            if second.at - first.at < window_s
        ]

    @property
    def settings(self) -> dict[str, str]:
        """What leads a bot here."""
        return {
            "DISCORD_TOKEN": "x",
            "DISCORD_API_URL": f"http://{self.host}:{self.port}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://{self.host}:{self.port}/gateway",
            "INGENIOUS_SEED": "14",
        }

    @property
    def connected(self) -> list[Session]:
        """The sessions with a connection."""
        return [session for session in self.sessions if session.socket and not session.socket.closed]

    async def drop(self, *, resumable: bool = True) -> None:
        """Break every connection: to be resumed, or with an invalid session (opcode 9)."""
        for session in self.connected:
            assert session.socket
            if resumable:
                await session.socket.send_json({"op": 7, "d": None})
            else:
                await session.socket.send_json({"op": 9, "d": False})
                self.sessions.remove(session)

    # --- REST ---

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """A request of the API."""
        body, files = None, {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, aiohttp.BodyPartReader)
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                else:
                    files[part.filename or "file"] = bytes(await part.read())
        elif request.can_read_body:
            body = await request.json()
        path = request.path.removeprefix("/api/v10")
        answer = await self.fake.request(request.method, path, body, files, request.headers.get("Authorization", ""))
        # Without a charset, as Discord answers: discord.py compares the whole of it.
        text = json.dumps(answer.body).encode()
        return web.Response(body=text, status=answer.status, headers=answer.headers, content_type="application/json")

    # --- the gateway ---

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """A connection to the gateway."""
        if self.refused:
            self.refused -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 30_000}})
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            sent = json.loads(message.data)
            match sent["op"]:
                case 1:
                    self.pings += 1
                    await socket.send_json({"op": 11})
                case 2:
                    await self._identify(socket, sent["d"])
                case 6:
                    await self._resume(socket, sent["d"])
                case _:
                    pass
        return socket

    async def _identify(self, socket: web.WebSocketResponse, wish: dict[str, Any]) -> None:
        shard, shards = wish.get("shard", (0, 1))
        if not 0 <= shard < shards:
            await socket.close(code=INVALID_SHARD, message=b"Invalid shard")
            return
        guilds = [one for one in self.fake.guilds if (one >> 22) % shards == shard]
        if len(guilds) > self.guilds_a_shard:
            await socket.close(code=SHARDING_REQUIRED, message=b"Sharding required")
            return
        self.identifies.append(Identify(shard, shards, time.monotonic()))
        session = Session(f"session{self.identified}", shard, shards, socket=socket)
        self.sessions.append(session)
        ready = {
            "v": 10, "user": self.fake.bot, "guilds": [{"id": str(one), "unavailable": True} for one in guilds],
            "session_id": session.id, "resume_gateway_url": self.fake.gateway_url, "shard": [shard, shards],
            "application": {"id": str(APPLICATION), "flags": 0},
        }  # fmt: skip
        for _ in range(self.readies):
            session.put("READY", ready)
            for one in guilds:
                session.put("GUILD_CREATE", self.fake.guild(one))
        await session.flush()

    async def _resume(self, socket: web.WebSocketResponse, wish: dict[str, Any]) -> None:
        session = next((one for one in self.sessions if one.id == wish["session_id"]), None)
        if session is None:
            await socket.send_json({"op": 9, "d": False})
            return
        self.resumed += 1
        session.socket, session.sent = socket, wish["seq"]
        session.put("RESUMED", {})
        await session.flush()

    def emit(self, event: str, data: dict[str, Any]) -> None:
        """Hand an event to all sessions of its shard."""
        for session in self.sessions:
            if session.shard != shard_of(event, data, session.shards):
                continue
            session.put(event, data)
            task = asyncio.ensure_future(session.flush())
            _flushing.add(task)
            task.add_done_callback(_flushing.discard)


_flushing: set[asyncio.Future[None]] = set()


@asynccontextmanager
async def serve(fake: Discord, host: str = "127.0.0.1") -> AsyncIterator[Server]:
    """This Discord on a free port of this machine."""
    server = Server(fake, host)
    app = web.Application(client_max_size=50_000_000)
    app.router.add_route("GET", "/gateway", server.gateway)
    app.router.add_route("GET", "/gateway/", server.gateway)
    app.router.add_route("*", "/api/v10/{path:.*}", server.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.5, handle_signals=False)
    await runner.setup()
    site = web.TCPSite(runner, host, 0)
    await site.start()
    server.port = runner.addresses[0][1]
    fake.gateway_url = f"ws://{host}:{server.port}/gateway"
    fake.listeners.append(server.emit)
    try:
        yield server
    finally:
        for session in server.connected:
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(1):
                    await session.socket.close()
        await runner.cleanup()
