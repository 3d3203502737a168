"""A small Discord for tests: only the routes that the bot uses, with what a faulty one does by plan.

It remembers messages, nonces and interactions, and notes every request. It knows no sockets: `server.py` puts it on
127.0.0.1 for a real process, `inside.py` into a client of this process. simcord, which the other tests use, replaces
discord.py's HTTP client, so it cannot show what a nonce, a retry, a gateway that fails, a killed process or two
processes at once come to; this one, in turn, knows no permissions, threads or simulated time.
"""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.wire.elsewhere import FOLLOW_UPS, TOKEN_S, Elsewhere

APPLICATION = 900
GUILD = 100
CHANNEL = 101
"""In a server of shard 0, whatever their count."""
PEOPLE = {"ann": 11, "ben": 12, "cem": 13, "dia": 14, "eve": 15}

_EPHEMERAL = 1 << 6
_OPTION = {str: 3, int: 4, bool: 5}
_EPOCH_MS = 1_420_070_400_000
_GUILD_EVENT = re.compile(r"GUILD_(CREATE|UPDATE|DELETE)")


def guild_on(shard: int) -> int:
    """The id of a server that is on this shard, where there are more shards than that."""
    return (shard << 22) | GUILD


def shard_of(event: str, data: dict[str, Any], shards: int) -> int:
    """The shard that gets an event: that of its server; shard 0 for direct messages and what has none."""
    guild = data["id"] if _GUILD_EVENT.fullmatch(event) else data.get("guild_id", 0)
    return (int(guild) >> 22) % shards


@dataclass(frozen=True)
class Answer:
    """What is answered to a request; a body of bytes is sent as it is."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


def error(status: int, code: int, message: str = "no", **headers: str) -> Answer:
    """An error of the API."""
    return Answer(status, {"code": code, "message": message}, headers)


PAGE = Answer(200, b"<html>", {"content-type": "text/html"})
"""A success that is none of the API: a page of something between."""
BROKEN = Answer(200, b'{"id": ')
"""A success that was cut off."""


def page(status: int, retry_after: str = "") -> Answer:
    """A refusal by what stands before Discord."""
    asked = {"Retry-After": retry_after} if retry_after else {}
    return Answer(status, b"<html>You are being blocked", {"content-type": "text/html", **asked})


def limited(retry_after: float) -> Answer:
    """A 429 of Discord itself, which discord.py knows by its Via header."""
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
    return Answer(429, body, {"Via": "1.1 google"})


@dataclass
class Fault:
    """The next requests of this kind hang for so long, or until told, and are answered so; `None` is the true answer.

    With `done` they are carried out before that.
    """

    method: str
    path: str
    answer: Answer | Exception | None = None
    times: int = 1
    done: bool = False
    wait_s: float = 0.0
    until: asyncio.Event | None = None

    @staticmethod
    def outcome(answer: Answer | Exception) -> Answer:
        """The answer, or the end of the connection."""
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def hang(self) -> None:
        """Hold the request up."""
        await asyncio.sleep(self.wait_s)
        if self.until is not None:
            await self.until.wait()


@dataclass(frozen=True)
class Request:
    """A request of the bot, as it came."""

    method: str
    path: str
    body: Any
    at: float
    """When it came, by the steady clock: for measurements, and for limits over some time."""

    @property
    def counts(self) -> bool:
        """Whether it counts for the limit of the whole bot, which answers to interactions do not."""
        return not self.path.startswith(("/webhooks/", "/interactions/"))


@dataclass
class Interaction:
    """A press or a command, and what was answered to it."""

    id: int
    token: str
    payload: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)
    """The callbacks that were taken: one at most."""
    message: dict[str, Any] | None = None
    """The ephemeral message that the person sees in the end."""
    beside: list[dict[str, Any]] = field(default_factory=list)
    """The messages that followed the answer."""
    filled: bool = False
    sent_at: float = 0.0
    """By the steady clock, for measurements alone."""
    valid_until: float = 0.0
    """By the clock of this Discord."""
    answered_at: float | None = None
    filled_at: float | None = None

    @property
    def text(self) -> str:
        """What the person reads."""
        return self.message["content"] if self.message else ""

    def button(self, verb: str) -> str:
        """The custom id of the one button of the answer that does this."""
        return button(self.message, verb)


def controls(message: dict[str, Any]) -> list[dict[str, Any]]:
    """All buttons and selects of a message."""
    return [child for row in message["components"] for child in row["components"]]


def button(message: dict[str, Any], verb: str) -> str:
    """The custom id of the one button that does this."""
    (found,) = (one["custom_id"] for one in controls(message) if re.match(rf"ig1:\d+:\d+:{verb}:", one["custom_id"]))
    return found


class Discord:
    """The state of this Discord. `emit` hands an event to whoever is connected."""

    def __init__(self, now: Callable[[], float] = time.time, journal: Path | None = None) -> None:
        self.now = now
        self.journal = journal
        self.messages: dict[int, list[dict[str, Any]]] = {CHANNEL: []}
        self.homes: dict[int, int] = {CHANNEL: GUILD}
        """The server of each channel in one."""
        self.elsewhere: dict[int, Elsewhere] = {}
        """The channels in which the bot is no member."""
        self.installed: set[int] = set()
        """Who has installed the bot for themselves, as anybody has who types a command elsewhere."""
        self.shards = 1
        """How many shards it recommends."""
        self.max_concurrency = 1
        """How many shards may identify within five seconds."""
        self.sessions_left, self.sessions_reset_s = 1000, 86_400.0
        """How many sessions the bot may start, and in how long there are as many as ever again."""
        self.gateway_url = ""
        self.nonces: dict[str, dict[str, Any]] = {}
        self.commands: list[dict[str, Any]] = []
        self.emojis: list[dict[str, Any]] = []
        self.closed_dms: set[int] = set()
        self.requests: list[Request] = []
        self.interactions: dict[str, Interaction] = {}
        self.faults: list[Fault] = []
        self.listeners: list[Callable[[str, dict[str, Any]], None]] = []
        self.token = "x"
        self._given = 0

    # --- the world ---

    @property
    def bot(self) -> dict[str, Any]:
        """The bot as a user."""
        return {"id": str(APPLICATION), "username": "Ingenious", "discriminator": "0", "avatar": None, "bot": True}

    @property
    def guilds(self) -> list[int]:
        """The servers, oldest first."""
        return list(dict.fromkeys(self.homes.values()))

    def add_guild(self, guild: int) -> int:
        """Another server, for those who connect from now on; returns its one channel."""
        channel = guild + 1
        self.homes[channel], self.messages[channel] = guild, []
        return channel

    def add_elsewhere(self, elsewhere: Elsewhere) -> int:
        """A channel in which the bot is no member; returns it."""
        self.elsewhere[elsewhere.channel], self.messages[elsewhere.channel] = elsewhere, []
        return elsewhere.channel

    def guild(self, guild: int = GUILD) -> dict[str, Any]:
        """A server, as GUILD_CREATE has it."""
        everyone = {
            "id": str(guild), "name": "@everyone", "permissions": "2147483647", "position": 0, "color": 0,
            "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        channels = [
            {"id": str(one), "type": 0, "name": f"c{one}", "position": 0, "permission_overwrites": [], "nsfw": False}
            for one, home in self.homes.items()
            if home == guild
        ]
        return {
            "id": str(guild), "name": "Club", "owner_id": "1", "roles": [everyone], "emojis": [], "stickers": [],
            "features": [], "channels": channels, "threads": [], "presences": [], "voice_states": [],
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
            "members": [{"user": self.bot, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}],
            "member_count": 1, "large": False, "unavailable": False, "verification_level": 0, "nsfw_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "premium_tier": 0,
            "system_channel_flags": 0, "preferred_locale": "en-US", "afk_timeout": 300,
            "premium_progress_bar_enabled": False, "joined_at": "2026-01-01T00:00:00+00:00",
        }  # fmt: skip

    def copied(self) -> Discord:
        """Another Discord that has come as far as this one; nobody is connected to it."""
        made = Discord(self.now)
        # Several times as fast as a deep copy, which would take a third of the tests of killed processes.
        made.messages, made.nonces = pickle.loads(pickle.dumps((self.messages, self.nonces)))
        made.homes, made.elsewhere, made.installed = dict(self.homes), dict(self.elsewhere), set(self.installed)
        made.closed_dms, made._given = set(self.closed_dms), self._given
        return made

    def shown(self, channel: int = CHANNEL) -> list[dict[str, Any]]:
        """The messages of a channel, oldest first."""
        return self.messages.get(channel, [])

    def last(self, channel: int = CHANNEL) -> dict[str, Any]:
        """The newest message of a channel."""
        return self.messages[channel][-1]

    def offering(self, verb: str, channel: int = CHANNEL) -> dict[str, Any]:
        """The newest message of a channel with a button that does this."""
        for message in reversed(self.shown(channel)):
            if any(re.match(rf"ig1:\d+:\d+:{verb}:", one["custom_id"]) for one in controls(message)):
                return message
        raise LookupError(f"nothing offers {verb}")

    def sent(self, method: str, path: str) -> list[Request]:
        """The requests of this kind so far."""
        return [one for one in self.requests if one.method == method and fnmatchcase(one.path, path)]

    def plan(self, method: str, path: str, answer: Answer | Exception | None = None, **how: Any) -> Fault:
        """From now on, answer so."""
        fault = Fault(method, path, answer, **how)
        self.faults.append(fault)
        return fault

    # --- what people do ---

    def press(self, user: int, custom_id: str, message: dict[str, Any] | None = None, value: str = "") -> Interaction:
        """Somebody presses a button, or chooses in a select, of the newest public message unless told."""
        message = message or self.last()
        (control,) = (one for one in controls(message) if one["custom_id"] == custom_id)
        data = {"custom_id": custom_id, "component_type": control["type"]} | ({"values": [value]} if value else {})
        return self.interact(user, 3, data, message=copy.deepcopy(message), channel=int(message["channel_id"]))

    def command(self, user: int, name: str, channel: int = CHANNEL, **options: str | int | bool) -> Interaction:
        """Somebody types `/ingenious name`."""
        given = [
            {"name": key.rstrip("_"), "type": _OPTION[type(value)], "value": value} for key, value in options.items()
        ]
        data = {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": name, "type": 1, "options": given}]}
        return self.interact(user, 2, data, channel=channel)

    def interact(self, user: int, kind: int, data: dict[str, Any], *, channel: int, **more: Any) -> Interaction:
        """Send an interaction to whoever is connected."""
        self._given += 1
        name = next((name for name, number in PEOPLE.items() if number == user), f"user{user}")
        person = {"id": str(user), "username": name, "global_name": name.capitalize(), "discriminator": "0"}
        person["avatar"] = None
        payload = {
            "id": str(self._snowflake(0)), "application_id": str(APPLICATION), "type": kind, "version": 1,
            "token": f"token{self._given}", "data": data, "channel_id": str(channel), "locale": "en-US",
            "app_permissions": "2147483647", "entitlements": [], "attachment_size_limit": 10_000_000,
            "authorizing_integration_owners": self._owners(user, channel, more.get("message")), **more,
        }  # fmt: skip
        if channel in self.elsewhere:
            payload |= self.elsewhere[channel].about(person)
        elif channel not in self.homes:
            payload |= {"user": person, "context": 1, "channel": {"id": str(channel), "type": 1, "recipients": []}}
        else:
            member = {"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
            member |= {"permissions": "2147483647", "deaf": False, "mute": False}
            payload |= {"guild_id": str(self.homes[channel]), "guild_locale": "en-US", "member": member, "context": 0}
            payload |= {"channel": {"id": str(channel), "type": 0, "name": f"c{channel}"}}
        interaction = Interaction(int(payload["id"]), payload["token"], payload, sent_at=time.monotonic())
        interaction.valid_until = self.now() + TOKEN_S
        self.interactions[interaction.token] = interaction
        self.emit("INTERACTION_CREATE", payload)
        return interaction

    def _owners(self, user: int, channel: int, message: dict[str, Any] | None) -> dict[str, str]:
        """Whose installations an interaction goes by: of a press on a message, those of the command that made it."""
        made_by = (message or {}).get("interaction_metadata", {}).get("authorizing_integration_owners")
        if made_by:
            return dict(made_by)
        owners = {} if channel in self.elsewhere else {"0": str(self.homes.get(channel, 0))}
        return owners | ({"1": str(user)} if channel in self.elsewhere or user in self.installed else {})

    def emit(self, event: str, data: dict[str, Any]) -> None:
        """Hand an event to all that are connected."""
        for listener in list(self.listeners):
            listener(event, copy.deepcopy(data))

    def _snowflake(self, channel: int) -> int:
        # As with Discord a later one is greater, in whatever channel, also while the clock stands.
        count = sum(map(len, self.messages.values())) if channel else self._given
        at_ms = int(self.now() * 1000) - _EPOCH_MS
        return (at_ms << 22) | ((count & 0xFFFF) << 6) | (channel % 64)

    # --- requests ---

    async def request(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None, token: str = "Bot x"
    ) -> Answer:
        """The answer to a request; `path` is that behind the version, without its query."""
        self.requests.append(Request(method, path, body, time.monotonic()))
        fault = next((one for one in self.faults if one.method in (method, "*") and fnmatchcase(path, one.path)), None)
        if fault is not None:
            fault.times -= 1
            if not fault.times:
                self.faults.remove(fault)
            if not fault.done:
                await fault.hang()
                if fault.answer is not None:
                    return fault.outcome(fault.answer)
        if path.startswith(("/webhooks/", "/interactions/")):
            answer = self._answer_interaction(method, path.strip("/").split("/"), body, files or {})
        elif token != f"Bot {self.token}":
            answer = error(401, 0, "401: Unauthorized")
        else:
            answer = self._route(method, path.strip("/").split("/"), body, files or {})
        if fault is not None and fault.done:
            await fault.hang()
            return fault.outcome(fault.answer or answer)
        return answer

    def _route(self, method: str, parts: list[str], body: Any, files: dict[str, bytes]) -> Answer:
        match method, parts:
            case _, ["channels", channel, *rest]:
                return self._in_channel(method, int(channel), rest, body, files)
            case "POST", ["users", "@me", "channels"]:
                user = int(body["recipient_id"])
                self.messages.setdefault(1000 + user, [])
                person = {"id": str(user), "username": "someone", "discriminator": "0", "avatar": None}
                return Answer(body={"id": str(1000 + user), "type": 1, "recipients": [person]})
            case "PUT", ["applications", _, "commands"]:
                self.commands = [
                    {"version": "1", "application_id": str(APPLICATION), "description": "", **one} for one in body
                ]
                for number, one in enumerate(self.commands):
                    one.setdefault("id", str(number + 1))
                return Answer(body=self.commands)
            case "POST", ["applications", _, "emojis"]:
                return self._upload_emoji(body["name"])
            case "GET", _:
                return self._about_bot(parts)
            case _:
                return _unknown(method, parts)

    def _upload_emoji(self, name: str) -> Answer:
        if name in [one["name"] for one in self.emojis]:
            return error(400, 50035, "Invalid Form Body")
        flags = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
        self.emojis.append({"id": str(800 + len(self.emojis)), "name": name, "user": self.bot, **flags})
        return Answer(body=self.emojis[-1])

    def _about_bot(self, parts: list[str]) -> Answer:
        match parts:
            case ["users", "@me"]:
                return Answer(body=self.bot)
            case ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                return Answer(body=self._application())
            case ["applications", _, "emojis"]:
                return Answer(body={"items": self.emojis})
            case ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": self.sessions_left, "max_concurrency": self.max_concurrency}
                limit["reset_after"] = int(self.sessions_reset_s * 1000)
                return Answer(body={"url": self.gateway_url, "shards": self.shards, "session_start_limit": limit})
            case _:
                return _unknown("GET", parts)

    def _in_channel(self, method: str, channel: int, rest: list[str], body: Any, files: dict[str, bytes]) -> Answer:
        if channel in self.elsewhere or channel not in self.messages:
            known = channel in self.elsewhere
            return error(403, 50001, "Missing Access") if known else error(404, 10003, "Unknown Channel")
        match method, rest:
            case "GET", []:
                home = {"guild_id": str(self.homes[channel])} if channel in self.homes else {"recipients": []}
                return Answer(body={"id": str(channel), "type": 0 if channel in self.homes else 1} | home)
            case "GET", ["messages"]:
                # As Discord gives them: the newest first, and without their nonces.
                found = [{key: one[key] for key in one if key != "nonce"} for one in self.shown(channel)]
                return Answer(body=copy.deepcopy(found[::-1][:50]))
            case "POST", ["messages"]:
                return self._post(channel, body, files)
            case "PATCH", ["messages", number]:
                return self._edit(channel, int(number), body, files)
            case _:
                return _unknown(method, ["channels", str(channel), *rest])

    def _application(self) -> dict[str, Any]:
        return {
            "id": str(APPLICATION), "name": "Ingenious", "icon": None, "description": "", "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": self.bot, "team": None,
            "summary": "", "rpc_origins": [],
        }  # fmt: skip

    def _post(self, channel: int, body: dict[str, Any], files: dict[str, bytes]) -> Answer:
        if channel - 1000 in self.closed_dms:
            return error(403, 50007, "Cannot send messages to this user")
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce") and str(nonce) in self.nonces:
            return Answer(body=self.nonces[str(nonce)])
        message = self._message(channel, self._snowflake(channel), body, files)
        self.messages[channel].append(message)
        if nonce is not None:
            message["nonce"] = nonce
            self.nonces[str(nonce)] = message
        if self.journal is not None:
            with self.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(comparable(message) | {"channel": channel}) + "\n")
        return Answer(body=message)

    def _edit(self, channel: int, number: int, body: dict[str, Any], files: dict[str, bytes]) -> Answer:
        found = next((one for one in self.shown(channel) if int(one["id"]) == number), None)
        if found is None:
            return error(404, 10008, "Unknown Message")
        _change(found, body, files)
        return Answer(body=found)

    def _message(self, channel: int, number: int, body: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any]:
        message = {
            "id": str(number), "channel_id": str(channel), "author": self.bot, "content": "", "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "mention_everyone": False,
            "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
            "flags": body.get("flags") or 0, "components": [],
        }  # fmt: skip
        _change(message, body, files)
        allowed = (body.get("allowed_mentions") or {}).get("users", [])
        message["mentions"] = [
            {"id": str(user), "username": "someone", "discriminator": "0", "avatar": None}
            for user in allowed
            if f"<@{user}>" in message["content"]
        ]
        return message

    def _answer_interaction(self, method: str, parts: list[str], body: Any, files: dict[str, bytes]) -> Answer:
        token = parts[2]
        interaction = self.interactions.get(token)
        if interaction is None or self.now() >= interaction.valid_until:
            return error(401, 50027, "Invalid Webhook Token")
        if parts[0] == "interactions":
            return self._callback(interaction, body)
        if not interaction.answers:
            return error(404, 10015, "Unknown Webhook")
        if method == "POST":
            return self._follow_up(interaction, body, files)
        number = parts[4]
        message = next((one for one in interaction.beside if one["id"] == number), interaction.message)
        if message is None or method != "PATCH" or self._is_deleted(message):
            return error(404, 10008, "Unknown Message")
        _change(message, body, files)
        if message is interaction.message:
            interaction.filled = True
            interaction.filled_at = time.monotonic()
        return Answer(body=message)

    def _follow_up(self, interaction: Interaction, body: dict[str, Any], files: dict[str, bytes]) -> Answer:
        elsewhere = int(interaction.payload["channel_id"]) in self.elsewhere
        if elsewhere and len(interaction.beside) >= FOLLOW_UPS:
            return error(400, 40094, "This interaction has reached the maximum number of follow-up messages")
        number = interaction.id + 2 + len(interaction.beside)
        interaction.beside.append(self._answered(interaction, number, body, files))
        return Answer(body=interaction.beside[-1])

    def _answered(
        self, interaction: Interaction, number: int, body: dict[str, Any], files: dict[str, bytes]
    ) -> dict[str, Any]:
        """A new message of an interaction; a public one stands in the channel only where the bot is no member."""
        channel = int(interaction.payload["channel_id"])
        message = self._message(channel, number, body, files)
        owners = interaction.payload["authorizing_integration_owners"]
        message["interaction_metadata"] = {
            "id": str(interaction.id), "type": interaction.payload["type"], "authorizing_integration_owners": owners,
            "user": interaction.payload.get("user") or interaction.payload["member"]["user"],
        }  # fmt: skip
        if channel in self.elsewhere:
            message["flags"] |= _EPHEMERAL if self.elsewhere[channel].hides else 0
            if not message["flags"] & _EPHEMERAL:
                self.messages[channel].append(message)
        return message

    def _callback(self, interaction: Interaction, body: dict[str, Any]) -> Answer:
        if interaction.answers:
            return error(400, 40060, "Interaction has already been acknowledged.")
        interaction.answers.append(body)
        interaction.answered_at = time.monotonic()
        old = interaction.payload.get("message")
        if body["type"] in (6, 7):
            interaction.message = self._pressed(old)
        else:
            interaction.message = self._answered(interaction, interaction.id + 1, body.get("data") or {}, {})
        taken = {"id": str(interaction.id), "type": interaction.payload["type"], "response_message_ephemeral": True}
        taken |= {"response_message_id": interaction.message["id"], "response_message_loading": True}
        resource = {"type": body["type"], "message": interaction.message}
        return Answer(body={"interaction": taken, "resource": resource})

    def _is_deleted(self, message: dict[str, Any]) -> bool:
        """Whether a message that all could see where the bot is no member is there no more."""
        public = int(message["channel_id"]) in self.elsewhere and not message["flags"] & _EPHEMERAL
        return public and all(one is not message for one in self.shown(int(message["channel_id"])))

    def _pressed(self, message: dict[str, Any] | None) -> dict[str, Any]:
        """The message on which somebody pressed: where the bot is no member the one that all see, if they do."""
        copied = copy.deepcopy(message) or {}
        there = self.shown(int(copied["channel_id"])) if int(copied["channel_id"]) in self.elsewhere else ()
        return next((one for one in there if one["id"] == copied["id"]), copied)


def _unknown(method: str, parts: list[str]) -> Answer:
    return error(404, 0, f"404: Not Found: {method} {'/'.join(parts)}")


def _change(message: dict[str, Any], body: dict[str, Any], files: dict[str, bytes]) -> None:
    for key in ("content", "components"):
        if key in body:
            message[key] = copy.deepcopy(body[key]) or ("" if key == "content" else [])
    if "attachments" in body:
        message["attachments"] = [
            {
                "id": str(number + 1), "filename": one.get("filename", "file"), "size": 1, "url": "http://127.0.0.1/f",
                "proxy_url": "http://127.0.0.1/f", "description": one.get("description"),
            }
            for number, one in enumerate(body["attachments"])
        ]  # fmt: skip


def comparable(message: dict[str, Any]) -> dict[str, Any]:
    """What people see of a message, and whom it called."""
    return {
        "content": message["content"],
        "controls": [one["custom_id"] for one in controls(message)],
        "files": [one["filename"] for one in message["attachments"]],
        "called": [one["id"] for one in message["mentions"]],
    }
