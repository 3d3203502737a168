"""People press, type, rename themselves, leave and delete their data at random, in two servers, with restarts between.

Every press is answered in words, moves a game by one placement at most, and shows nobody the rack of somebody else.
`PRESSES=20` in the environment plays more runs of more steps.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult

from bot.screens.phrases import rack_words
from bot.tables.table import Table
from bot.texts import LANGUAGES, texts
from game.events import Placed
from tests.bot import forging
from tests.bot.limits import broken_in_message
from tests.bot.sample_tables import turn_of
from tests.bot.spoken import LOCALES
from tests.bot.whole.test_secrets import public_tiles, tiles_in
from tests.bot.world import Shown, World, registered_commands, world

RUNS = int(os.environ.get("PRESSES", "2"))
STEPS = 150 if RUNS <= 2 else 400
NAMED = (
    *("", " ", "W" * 32, "\u202eRTL\u202c", "Z" + "\u0337" * 20, "**b** ||s||", "@everyone", "<@1>", "# big", "\u0627"),
    *("{who}", "\u200b", "Bot Ada (level 3)", "Ann"),
)
"""What people call themselves."""
TYPED = (
    *NAMED,
    *("RB", "red blue", "\U0001f534\U0001f535", "E7", "e 8", "22-7", "off", "2026-12-24", "9999-12-31"),
    *("Europe/Berlin", "../x", "-1", "9" * 30),
)
"""What is typed where anything can be."""
OFTEN = {"start": 6, "place": 8, "join": 4, "begin": 3, "daily": 4, "puzzle": 3, "help": 3, "rack": 3}
LIKED = (
    (":place:", ":swap:", ":sure"),
    (":try:",),
    (":play:", ":begin:", ":join:", ":rematch:", ":plan", ":hint:"),
)
"""What brings games on, the best first."""
FAILED = [
    texts(one)(f"error.{key}", reference="|").split("|")[0] for one in LANGUAGES for key in ("unexpected", "store")
]


@pytest.fixture
def commands() -> dict[str, Any]:
    return {one["name"]: one for one in registered_commands()[0]["options"]}


@dataclass
class Run:
    """A world in which somebody does something at each step."""

    here: World
    commands: dict[str, Any]
    rng: Random
    places: list[tuple[GuildHandle, ChannelHandle]]
    own: dict[str, list[Shown]] = field(default_factory=dict)
    """The latest answers to each person."""
    did: list[str] = field(default_factory=list)

    async def tables(self) -> dict[int, Table]:
        rows = await self.here.store.games_with(("lobby", "running", "over", "cancelled"))
        return {row.id: (await self.here.app.tables.load(row.id)).table for row in rows}

    # --- what happens ---

    async def step(self) -> None:
        before = await self.tables()
        on_turn = {turn_of(table) for table in before.values() if table.status == "running"}
        names = [*self.here.people]
        called = [name for name in names if self.here.people[name].id in on_turn]
        name = self.rng.choice(called if called and self.rng.random() < 0.7 else names)
        happens: list[Callable[[str], Any]] = [self.press, self.type_command, self.something]
        (do,) = self.rng.choices(happens, [80, 15, 5])
        results = await do(name) or []
        await self.here.settle()
        if results:
            await self.check(name, results, before)

    async def press(self, name: str) -> list[InteractionResult]:
        """A button of the person's own newest answer, or of a message that everybody sees; at times twice at once."""
        guild, channel = self.place(name)
        kept = self.own.get(name, [])
        leads_on = kept and any(part in one["custom_id"] for one in kept[-1].controls for part in LIKED[0] + LIKED[1])
        if kept and self.rng.random() < (0.9 if leads_on else 0.6):
            shown = kept[-1] if leads_on or self.rng.random() < 0.8 else self.rng.choice(kept)
        else:
            shown = self.rng.choice([one for one in self.here.messages(channel) if one.controls] or [None])
        if shown is None or shown.id not in self.here.env.backend.messages[shown.channel]:
            return []
        if not (controls := [one for one in shown.controls if not one.get("disabled")]):
            return []
        liked = [[one for one in controls if any(part in one["custom_id"] for part in parts)] for parts in LIKED]
        control = self.rng.choice(next((some for some in liked if some and self.rng.random() < 0.7), controls))
        data = {"custom_id": control["custom_id"], "component_type": control["type"]}
        if control["type"] != 2:
            data["values"] = [self.rng.choice(control["options"])["value"]]
        guild, channel = next(((one, at) for one, at in self.places if at.id == shown.channel), (None, None))
        if guild is not None and self.here.people[name].id not in guild.member_ids():
            return []
        self.did.append(f"{name} presses {data}")
        return [
            self.sent(name, "component", data, guild, channel, shown) for _ in range(self.rng.choice([1] * 9 + [2]))
        ]

    async def type_command(self, name: str) -> list[InteractionResult]:
        """A command with any of its options."""
        (command,) = self.rng.choices([*self.commands], [OFTEN.get(one, 1) for one in self.commands])
        options, people = [], {}
        for option in self.commands[command].get("options", []):
            if option.get("required") or self.rng.random() < 0.3:
                value = self.value(option)
                options.append({"name": option["name"], "type": option["type"], "value": value})
                if option["type"] == 6:
                    people[value] = serializers.user_payload(self.here.env.backend.users[int(value)])
        data = {"id": "1", "name": "ingenious", "type": 1, "resolved": {"users": people}}
        data["options"] = [{"name": command, "type": 1, "options": options}]
        guild, channel = self.place(name) if self.rng.random() < 0.9 else (None, None)
        self.did.append(f"{name} types {command} {options}")
        return [self.sent(name, "command", data, guild, channel)]

    def value(self, option: dict[str, Any]) -> Any:
        match option:
            case {"choices": [*found]} if found:
                return self.rng.choice(found)["value"]
            case {"type": 4}:
                low, high = option.get("min_value", -1), option.get("max_value", 2**53 - 1)
                return max(low, min(high, self.rng.choice([1, 2, 3, 4, 9, 10**12])))
            case {"type": 5}:
                return self.rng.random() < 0.5
            case {"type": 6}:
                return str(self.rng.choice([*self.here.people.values()]).id)
            case _:
                mention = f"<@{self.here.ben.id}> <@{self.here.cem.id}>"
                return self.rng.choice([*TYPED, mention, f"<#{self.here.channel.id}>"])

    async def something(self, name: str) -> None:
        """What nobody presses: a restart, time, another name, somebody who leaves or is banned, a deleted message."""
        here, who = self.here, self.here.people[name]
        guild, channel = self.places[0]
        self.did.append(f"something with {name}")
        match self.rng.randrange(6):
            case 0:
                await here.restart()
            case 1:
                await here.env.advance_time(self.rng.choice([10, 60, 16 * 60, 3600, 26 * 3600]))
            case 2:
                here.env.backend.get_user(who.id).global_name = self.rng.choice(NAMED)[:32] or None
            case 3 if who.id in guild.member_ids() and name != "ann":
                if self.rng.random() < 0.5:
                    guild.remove_member(who)
                else:
                    here.env.backend.apply_ban(guild.id, who.id, None)
                    here.env.backend.remove_ban(guild.id, who.id)
            case 4:
                for one in here.people.values():
                    if one.id not in guild.member_ids():
                        guild.add_member(one.user)
            case _:
                for shown in here.messages(channel)[-1:]:
                    here.env.backend.delete_message(shown.channel, shown.id)

    def place(self, name: str) -> tuple[GuildHandle | None, ChannelHandle]:
        user = self.here.people[name].id
        found = [one for one in self.places if user in one[0].member_ids()]
        return self.rng.choice([*found, *found[:1] * 3]) if found else (None, self.places[0][1])

    def sent(self, name, kind, data, guild, channel, message=None) -> InteractionResult:
        """An interaction as Discord sends it, in the person's own language or any."""
        here, number = self.here, [*self.here.people].index(name)
        locale = LOCALES[[*LANGUAGES][number] if self.rng.random() < 0.7 else self.rng.choice(LANGUAGES)]
        who, former = here.people[name], here.guild
        here.guild = guild or former
        try:
            channel = channel if guild is not None else here.dm(who)
            return here.forge(
                who, data, kind=kind, message=message, channel=channel, locale=locale, guild=guild is not None
            )
        finally:
            here.guild = former

    # --- what holds ---

    async def check(self, name: str, results: list[InteractionResult], before: dict[int, Table]) -> None:
        story, user = "\n".join(self.did[-8:]), self.here.people[name].id
        after = await self.tables()
        placed = sum(placements(table, user) - placements(before.get(game), user) for game, table in after.items())
        assert placed <= 1, story
        for result in results:
            assert result.response is not None, f"no answer\n{story}"
            shown = self.here.shown(result.response.channel_id, result.response.id)
            self.own[name] = [*self.own.get(name, [])[-4:], shown]
            assert shown.text or shown.attachments, story
            assert not any(words in shown.text for words in FAILED), f"{shown.text}\n{story}"
            assert broken_in_message({"content": shown.text, "components": shown.components}) == [], story
            for rack in racks_of_others(after, user):
                assert rack not in everything(shown), f"{shown.text}\n{story}"
        known = {tile for table in after.values() for tile in public_tiles(table)}
        for _, channel in self.places:
            for shown in self.here.messages(channel)[-3:]:
                assert tiles_in(everything(shown)) <= known, f"{shown.text}\n{story}"


def placements(table: Table | None, user: int) -> int:
    """How many placements of somebody a game has."""
    if table is None:
        return 0
    return sum(isinstance(one, Placed) and one.seat == table.seat_of(user) for one in table.events)


def racks_of_others(tables: dict[int, Table], user: int) -> Iterator[str]:
    for table in tables.values():
        if table.status == "running":
            for seat, rack in enumerate(table.game().racks):
                tiles = [tile for tile in rack if tile]
                if table.seats[seat].user != user and len(tiles) > 3:
                    yield rack_words(tiles)


def everything(shown: Shown) -> str:
    labels = "".join(control.get("label", "") for control in shown.controls)
    return shown.text + labels + "".join(file["description"] or "" for file in shown.attachments)


@pytest.mark.parametrize("seed", range(RUNS))
async def test_whatever_people_press_and_type_everything_is_answered_and_nothing_told(
    seed: int, commands: dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG, "bot")
    async with world(tmp_path / "games.sqlite3", seed=seed, pictures=False) as here:
        other, people = here.env.create_guild("Other"), here.people.values()
        places = [(here.guild, here.channel), (other, other.create_text_channel("games"))]
        for person in (here.ann, here.ben):
            other.add_member(person.user)
        await forging.game(here, here.ben)
        await forging.game(here, here.cem, here.dia, mode="team", bots=1)
        run = Run(here, commands, Random(seed), places)
        for _ in range(STEPS):
            await run.step()
        assert sum(placements(table, one.id) for table in (await run.tables()).values() for one in people) > 0
    lines = [record for record in caplog.records if record.name.startswith("bot")]
    assert [record.getMessage() for record in lines if record.levelno >= logging.ERROR] == []
    assert tiles_in("\n".join(f"{record.getMessage()} {record.__dict__}" for record in lines)) == set()
