"""Whole games over the real client, each played once a run; tests look at what was recorded of them."""

from __future__ import annotations

import asyncio
import logging
import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import simcord
from typing_extensions import override

from bot.process import logging as bot_logging
from bot.tables.table import Table
from tests.bot.forging import forged
from tests.bot.ids import Id
from tests.bot.players import Script, play_by_buttons, play_by_commands
from tests.bot.world import Shown, World, world

SEED = 730_451_926_835_118
"""Recognisable wherever it turns up."""


@dataclass(frozen=True)
class Request:
    """One request of the bot, and who can read what it sends."""

    method: str
    path: str
    body: Any
    reader: int | None
    """The only user who can; `None` for everybody."""
    table: Table
    """The table after the press that led to it."""

    @property
    def posts(self) -> bool:
        """Whether it is a new message in a channel."""
        return self.method == "POST" and self.path.startswith("/channels/")


def pinged(body: dict[str, Any]) -> list[int]:
    """The users whom Discord notifies of a message: those it names who are allowed to be."""
    allowed = {int(user) for user in body["allowed_mentions"].get("users", [])}
    return [int(user) for user in re.findall(r"<@!?(\d+)>", body.get("content") or "") if int(user) in allowed]


@dataclass(frozen=True)
class Answer:
    """What a person got to see after a press or a command, with the bytes of the attachments."""

    user: int
    shown: Shown
    files: dict[str, bytes]
    table: Table


@dataclass
class Recording:
    """All that a game left behind."""

    script: Script = field(default_factory=Script)
    requests: list[Request] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    messages: list[Shown] = field(default_factory=list)
    """The public ones, oldest first, as they stood in the end."""
    files: list[dict[str, bytes]] = field(default_factory=list)
    """Their attachments."""
    edits: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Each message that was sent or edited where the game is played: its id, and the whole of it at that moment."""
    export: bytes = b""
    """What **Record** gave in the end."""
    log: list[str] = field(default_factory=list)
    table: Table = None  # type: ignore[assignment]

    @property
    def end(self) -> Shown:
        """The message that ended the game."""
        return self.messages[-1]


class _Log(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(bot_logging.Line())
        self.lines = lines

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name} {self.format(record)}")


@cache
def recorded(name: str) -> Recording:
    """The game of this name, see `GAMES`."""
    recording = Recording()
    handler, root = _Log(recording.log), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        bot_logging.set_up_logging("DEBUG", None)
        asyncio.run(_record(name, recording))
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
        for foreign in bot_logging._FOREIGN:
            logging.getLogger(foreign).setLevel(logging.NOTSET)
    return recording


async def _record(name: str, recording: Recording) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path, pictures = Path(directory) / "db.sqlite3", name in ("standard", "solo")
        async with world(path, seed=SEED, pictures=pictures) as here:
            here.watch = _watching(here, recording)
            channel = await GAMES[name](here, recording.script)
            recording.table = await here.table()
            host = next(one for one in here.people.values() if one.id == recording.table.opened.host)
            exported = await forged(
                here, host, Id(1, 0, "record").custom_id, on=here.last(channel), dm=channel is not here.channel
            )
            recording.export = here.content(exported.attached(".json"))
            recording.messages = here.messages(channel)
            recording.files = [_files(here, message) for message in recording.messages]
            recording.edits = [
                (int(payload["id"]), payload)
                for source, event, payload in here.env.backend.transcript
                if source == "GATEWAY"
                and event in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
                and int(payload["channel_id"]) == channel.id
            ]


def _watching(here: World, recording: Recording) -> Callable[[int, Shown], Awaitable[None]]:
    """Note the requests that each answer took, with the table as it is then."""
    seen = 0

    async def watch(user: int, shown: Shown) -> None:
        nonlocal seen
        table = await here.table()
        recording.answers.append(Answer(user, shown, _files(here, shown), table))
        requests = here.env.http_requests
        for entry in requests[seen:]:
            reader = _reader(here, entry.path)
            recording.requests.append(Request(entry.method, entry.path, entry.json, reader, table))
        seen = len(requests)

    return watch


def _files(here: World, shown: Shown) -> dict[str, bytes]:
    return {file["filename"]: here.content(file) for file in shown.attachments}


def _reader(here: World, path: str) -> int | None:
    """The only user who can read what is sent to this path."""
    backend = here.env.backend
    match path.strip("/").split("/"):
        case ["interactions", _, token, "callback"] | ["webhooks", _, token, *_]:
            interaction = backend.interaction_by_token(token)
            if interaction.guild_id is None or interaction.message_id is None:
                return interaction.user_id
            message = backend.get_message(interaction.channel_id, interaction.message_id)
            return interaction.user_id if message.is_ephemeral else None
        case ["channels", channel, *_]:
            return next((one.id for one in here.people.values() if here.dm(one).id == int(channel)), None)
        case _:
            return None


# --- the games -----------------------------------------------------------------------------------------------------

Channel = simcord.ChannelHandle


async def look_around(here: World, *people: simcord.MemberActor, dm: bool = False) -> None:
    """Press and ask all that only shows, as everybody may at any time."""
    channel = here.dm(people[0]) if dm else here.channel
    for person in people:
        for verb in ("rack", "scores", "rules"):
            await here.do(person, here.last(channel), verb)
        for verb in ("history", "record"):
            await forged(here, person, Id(1, 0, verb).custom_id, on=here.last(channel), dm=dm)
        for name in ("rack", "board", "games"):
            await here.command(person, name, dm=dm)


async def _standard(here: World, script: Script) -> Channel:
    """Two people, by buttons alone but for the start; one of them gets the rack by DM."""
    await here.command(here.ann, "start", with_=f"<@{here.ben.id}>")
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    rack = await here.do(here.ben, here.last(), "rack")
    await here.do(here.ben, rack, "dmon")
    await play_by_buttons(here, script, turns=11)
    await look_around(here, here.ann, here.ben)
    await play_by_buttons(here, script)
    return here.channel


async def _commands(here: World, script: Script) -> Channel:
    """Four people, by commands alone."""
    await here.command(here.ann, "start", seats=4, language="de")
    for person in (here.ben, here.cem, here.dia):
        await here.command(person, "join", locale="de")
    await here.command(here.ann, "begin")
    await play_by_commands(here, script)
    return here.channel


async def _solo(here: World, script: Script) -> Channel:
    await here.command(here.ann, "start", mode="solo")
    await play_by_buttons(here, script, turns=5)
    await look_around(here, here.ann)
    await play_by_buttons(here, script)
    return here.channel


async def _team(here: World, script: Script) -> Channel:
    """Four people who choose their teams: Ann and Ben against Cem and Dia; by buttons and then by commands."""
    await here.command(here.ann, "start", mode="team", order="joined", talk="open")
    lobby = here.last()
    for person, side in ((here.ben, "0"), (here.cem, "1"), (here.dia, "1")):
        await here.press(
            person,
            lobby,
            next(press.custom_id for press in lobby.presses if (press.verb, press.draft) == ("join", side)),
        )
    await here.do(here.ann, here.last(), "begin")
    await play_by_buttons(here, script, turns=24)
    await look_around(here, here.ann, here.cem)
    await play_by_commands(here, script)
    return here.channel


async def _duel(here: World, script: Script) -> Channel:
    await here.command(here.ann, "start", mode="duel")
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    await play_by_buttons(here, script, turns=20)
    await look_around(here, here.ann, here.ben)
    await play_by_buttons(here, script)
    return here.channel


async def _bots(here: World, script: Script) -> Channel:
    """One person and two bots."""
    await here.command(here.ann, "start", seats=3, bots=2)
    await play_by_buttons(here, script, turns=5)
    await look_around(here, here.ann, here.eve)
    await play_by_buttons(here, script)
    return here.channel


async def _solo_dm(here: World, script: Script) -> Channel:
    await here.command(here.ann, "start", mode="solo", dm=True)
    await play_by_commands(here, script, dm=True)
    return here.dm(here.ann)


async def _bots_dm(here: World, script: Script) -> Channel:
    await here.command(here.ann, "start", mode="duel", bots=1, dm=True)
    await play_by_buttons(here, script, turns=3)
    await look_around(here, here.ann, dm=True)
    await play_by_buttons(here, script)
    return here.dm(here.ann)


GAMES: dict[str, Callable[[World, Script], Awaitable[Channel]]] = {
    "standard": _standard,
    "commands": _commands,
    "solo": _solo,
    "team": _team,
    "duel": _duel,
    "bots": _bots,
    "solo in a DM": _solo_dm,
    "duel with a bot in a DM": _bots_dm,
}
