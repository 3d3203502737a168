"""Payloads that no honest client sends: none raises, each is answered, no game changes.

`SOAK=1` in the environment sends ten thousand of them, `FORGED=100000` as many as it says, `FORGED_SEED` others.
"""

import logging
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from simcord import interactions
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.screens.draft import parse_draft, placed
from bot.screens.verbs import (
    GameVerb,
    PersonVerb,
    Placing,
    Planning,
    Preference,
    ReplayVerb,
    SeatVerb,
    ServerVerb,
    Setting,
    Step,
    Term,
    Vote,
)
from bot.tables import play
from bot.tables.errors import Refused
from bot.tables.table import Table
from game.board import NAMES
from game.events import Place
from game.illegal import Illegal
from tests.bot import forging
from tests.bot.forging import stored_logs
from tests.bot.ids import Id, split
from tests.bot.world import World, world

HOW_MANY = int(os.environ.get("FORGED", "10000" if os.environ.get("SOAK") else "600"))
SEED = int(os.environ.get("FORGED_SEED", "1"))
TOGETHER = 25
"""How many arrive at the same moment."""

VERBS = sorted(
    {
        *Step,
        *Placing,
        *Planning,
        *GameVerb,
        *Vote,
        *SeatVerb,
        *Term,
        *ReplayVerb,
        *PersonVerb,
        *Preference,
        *ServerVerb,
        *Setting,
        "hint",
        "join",
        "point",
        "which",
        "puzzle",
        "learn",
    }
    | {"daily", "dailyboard", "dailyshare"}
)
LOOKING = {
    "play",
    "again",
    "tile",
    "row",
    "space",
    "way",
    "turn",
    "try",
    "whole",
    "trial",
    "rack",
    "scores",
    "history",
    "rules",
    "remove",
}
"""The presses that change nothing, whoever makes them."""
LOOKS = {"rack", "board", "games", "help"}
"""The commands that change nothing."""
WORDS = [
    "",
    " ",
    "RB",
    "rb",
    "XX",
    "E7",
    "A99",
    "H8",
    "standard",
    "duel",
    "team",
    "solo",
    "open",
    "joined",
    "de",
    "fr",
    "?",
]
ODD_TEXT = [
    "\x00",
    "\n\r\t",
    "\u202e\u200b",
    "🎲" * 40,
    "x" * 6000,
    "<@1>",
    "@everyone",
    "`" * 50,
    "{game}",
    "%s",
    "'; --",
]
ODD = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    2**31,
    2**53,
    2**63,
    -(2**63),
    10**30,
    0.5,
    -1.5,
    1e308,
    [],
    {},
    [1],
    {"a": 1},
]
LOCALES = ["en-US", "de", "pl", "ar", "zz", ""]
"""Three of ours, and languages that nobody here speaks."""


@dataclass
class Forger:
    """Makes payloads from a generator, out of what people have and of rubbish."""

    rng: Random
    here: World
    tables: dict[int, Table]
    commands: dict[str, dict[str, int]]
    """The commands as Discord knows them: the types of their options by name."""
    ids: list[str]
    messages: dict[tuple[int, int], list[int]]
    """The messages that each person sees in each channel, their own ephemeral ones included."""

    def one_of(self, *values):
        return self.rng.choice(values)

    def text(self) -> str:
        return self.one_of(
            self.rng.choice(WORDS),
            self.rng.choice(WORDS),
            self.rng.choice(ODD_TEXT),
            self.rng.choice(list(NAMES.values())),
            "".join(chr(self.rng.randrange(1, 0xD800)) for _ in range(self.rng.randrange(12))),
            str(self.rng.randrange(-3, 40)),
        )

    def value(self) -> object:
        return self.text() if self.rng.random() < 0.6 else self.rng.choice(ODD)

    # --- presses ---

    def custom_id(self) -> str:
        match self.rng.randrange(10):
            case 0 | 1 | 2:
                return self.rng.choice(self.ids)
            case 3:
                return self._mutated(self.rng.choice(self.ids))
            case 4:
                return self.text()[:100]
            case _:
                game, version = self.rng.randrange(7), self.rng.randrange(12)
                return Id(game, version, self.rng.choice(VERBS), self._draft()).custom_id

    def _mutated(self, custom_id: str) -> str:
        at = self.rng.randrange(len(custom_id) + 1)
        new = self.one_of("", ":", "0", "9", "-", ".", "x", "\u0661", "\n", chr(self.rng.randrange(32, 0x3000)))
        return (custom_id[:at] + new + custom_id[at + self.rng.randrange(3) :])[:100]

    def _draft(self) -> str:
        cells = list(NAMES.values())
        tile = self.one_of("RB", "GG", "YP", "OO", "XX", "")
        parts = [tile, *(self.rng.choice([*cells, "8", "99", "x"]) for _ in range(self.rng.randrange(4)))]
        return self.one_of("", "0", "1", ".".join(parts), str(self.here.ben.id))[:40]

    def press(self, custom_id: str) -> dict[str, object]:
        kind = self.rng.choice([2] * 9 + [3] * 6 + [5, 6, 7, 8])
        data: dict[str, object] = {"custom_id": custom_id, "component_type": kind}
        if kind != 2 or self.rng.random() < 0.1:
            data["values"] = self.one_of(
                [], [self.value()], [self._draft()], [self.value()] * 30, [str(self.here.ben.id)]
            )
        return data

    def control(self, data: dict) -> dict[str, object]:
        """What the message has where the press says it comes from."""
        custom_id = data["custom_id"] if self.rng.random() < 0.9 else "ig1:1:1:rules:"
        if data["component_type"] == 3:
            return {"type": 3, "custom_id": custom_id, "options": [{"label": "x", "value": "x"}]}
        if data["component_type"] in (5, 6, 7, 8):
            return {"type": data["component_type"], "custom_id": custom_id}
        return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}

    # --- commands ---

    def command(self, *, typing: bool) -> dict[str, object]:
        name = self.rng.choice(list(self.commands)) if self.rng.random() < 0.95 else self.text()[:32]
        if name == "start" and self.rng.random() < 0.8:
            name = "place"
        known = self.commands.get(name, {"game": 4})
        names = [option for option in known if self.rng.random() < (0.95 if name == "place" else 0.6)]
        if self.rng.random() < 0.05:
            names.append(self.text()[:32] or "x")
        options = [self._option(option, known.get(option, 3)) for option in names]
        if typing and options and self.rng.random() < 0.95:
            self.rng.choice(options)["focused"] = True
        top = "ingenious" if self.rng.random() < 0.98 else self.text()[:32]
        return {"id": "1", "name": top, "type": 1, "options": [{"name": name, "type": 1, "options": options}]}

    def _option(self, name: str, own: int) -> dict[str, object]:
        kind = own if self.rng.random() < 0.95 else self.one_of(3, 4, 5, 10)
        if kind == 6:
            return {"name": name, "type": 6, "value": str(self.one_of(1, 10**18, self.here.ben.id, self.here.eve.id))}
        if kind == 10:
            return {"name": name, "type": 10, "value": self.one_of(0.5, -1, 1e300, 2)}
        if name == "game" and self.rng.random() < 0.7:
            return {"name": name, "type": 4, "value": self.rng.randrange(-1, 9)}
        if kind == own and self.rng.random() < 0.9:
            value = {3: self.text(), 4: self.one_of(-5, 0, 1, 2, 3, 4, 5, 10**30), 5: self.one_of(True, False)}[kind]
            return {"name": name, "type": kind, "value": value}
        return {"name": name, "type": kind, "value": self.value()}

    def form(self) -> dict[str, object]:
        fields = [{"type": 4, "custom_id": self.text()[:100], "value": self.text()}]
        return {"custom_id": self.custom_id(), "components": self.one_of([], [{"type": 1, "components": fields}])}

    # --- who may what ---

    def would_change(self, who, kind: str, data: dict) -> bool:
        """Whether this is a legal deed of this person and not a forgery; said by the tables themselves."""
        plays = who in (self.here.ann, self.here.ben)
        if kind == "command":
            return plays and data["options"][0]["name"] not in LOOKS
        press = split(data["custom_id"]) if kind == "component" else None
        table = self.tables.get(press.game) if press else None
        if press is not None and press.verb == "forget":
            return plays
        if press is None or table is None or press.verb in LOOKING:
            return False
        if press.verb not in ("place", "swap", "sure", "sureswap"):
            return plays
        try:
            tile, at = placed(parse_draft(press.draft))
            intent = Place(tile, at, exchange=press.verb in ("swap", "sureswap"))
            play.place(table, who.id, press.version, intent, Random)
        except (Refused, Illegal, ValueError):
            return False
        return True


def send(forger: Forger, place: str) -> tuple[str, InteractionResult]:
    """Emit one payload, and say what it was."""
    here, rng = forger.here, forger.rng
    kind = rng.choice(["component"] * 5 + ["command"] * 3 + ["autocomplete"] * 2 + ["modal"])
    who = rng.choice([here.ann, here.ben, here.cem, here.dia, here.eve, here.eve])
    match kind:
        case "component":
            data = forger.press(forger.custom_id())
        case "modal":
            data = forger.form()
        case _:
            data = forger.command(typing=kind == "autocomplete")
    if forger.would_change(who, kind, data):
        who = here.eve
    dm = place == "dm" and kind != "modal"
    channel = here.dm(who) if dm else here.channel
    record, payload = interactions.base_payload(
        here.env.backend,
        type=TYPES[kind],
        channel_id=channel.id,
        guild_id=None if dm else here.guild.id,
        user_id=who.id,
        data=data,
    )
    payload["locale"] = rng.choice(LOCALES)
    if kind == "component" and rng.random() < 0.97:
        stored = here.env.backend.get_message(channel.id, rng.choice(forger.messages[who.id, channel.id]))
        payload["message"] = dict(serializers.message_payload(here.env.backend, stored))
        payload["message"]["components"] = [{"type": 1, "components": [forger.control(data)]}]
        record.source_message_id = stored.id
    here.env.backend.emit("INTERACTION_CREATE", payload)
    return f"{kind} {data}", InteractionResult(here.env, record)


TYPES = {
    "component": InteractionType.MESSAGE_COMPONENT,
    "command": InteractionType.APPLICATION_COMMAND,
    "autocomplete": InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
    "modal": InteractionType.MODAL_SUBMIT,
}


async def a_club(here: World) -> list[str]:
    """A full lobby, games that run, one that is over; the ids of all buttons that were ever shown."""
    ids = set()
    await forging.game(here, here.ben)
    await forging.game(here, here.ben, mode="duel")
    await forging.game(here, here.ben, mode="team", bots=2)
    await forging.game(here, here.ben, seats=2)
    for person in (here.ann, here.ben):
        await here.command(person, "cancel", game=4)
    await forging.lobby(here, here.ben, seats=2)
    await here.command(here.ann, "start", mode="solo", dm=True)
    for message in here.messages():
        ids |= {control["custom_id"] for control in message.controls}
    for game in (1, 2, 3):
        panel = await forging.forged(here, here.ann, Id(game, 1, "play").custom_id)
        for verb in ("tile", "row", "space"):
            ids |= {control["custom_id"] for control in panel.controls}
            panel = await here.press(here.ann, panel, next(one.custom_id for one in panel.presses if one.verb == verb))
        ids |= {control["custom_id"] for control in panel.controls}
    return sorted(ids)


def synced(here: World) -> dict[str, dict[str, int]]:
    """The commands that the bot registered."""
    (request,) = (one for one in here.env.http_requests if one.method == "PUT" and one.path.endswith("/commands"))
    top = (request.json or [])[0]
    return {one["name"]: {option["name"]: option["type"] for option in one["options"]} for one in top["options"]}


def seen(here: World) -> dict[tuple[int, int], list[int]]:
    """The ids of the messages that each person sees in each channel; everybody has one in their direct messages."""
    found = {}
    for person in here.people.values():
        here.env.backend.create_message(here.dm(person).id, here.env.backend.bot_user.id, "x")
        for channel, viewer in ((here.channel, person), (here.dm(person), person.user)):
            found[person.id, channel.id] = [message.id for message in channel.history(viewer=viewer)]
    return found


def batches(number: int) -> Iterator[int]:
    for start in range(0, number, TOGETHER):
        yield min(TOGETHER, number - start)


async def test_forged_payloads_raise_nothing_change_nothing_and_are_answered(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    async with world(tmp_path / "games.sqlite3", pictures=False) as here:
        ids = await a_club(here)
        before = await stored_logs(here)
        tables = {game: await here.table(game) for game in before}
        forger = Forger(Random(SEED), here, tables, synced(here), ids, seen(here))
        said = Counter()
        for size in batches(HOW_MANY):
            sent = [send(forger, forger.one_of("guild", "guild", "guild", "dm")) for _ in range(size)]
            await here.settle()
            for what, result in sent:
                assert result.acknowledged, what
                if result.autocomplete_choices is None:
                    assert result.response, what
                    assert result.response.content, what
                    said[result.response.content.split("\n")[0]] += 1
        after = await stored_logs(here)
        assert {game: after[game] for game in before} == before
        loud = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert [record.getMessage() for record in loud] == []
        assert len(said) > min(40, HOW_MANY / 20), "they were all alike"
