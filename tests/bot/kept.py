"""What a game leaves behind in a channel and in its thread: messages, pictures, lines of text, and whom it called."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bot.locations import handle, quiet, turn
from tests.bot.recorded import pinged
from tests.bot.world import PEOPLE, Shown, World, world

MODES = (("standard", 2), ("standard", 3), ("standard", 4), ("solo", 1), ("team", 4), ("duel", 2))


@dataclass(frozen=True)
class Kept:
    """What stands in a channel when a game is over."""

    messages: int
    pictures: int
    files: int
    lines: int

    @classmethod
    def of(cls, messages: list[Shown]) -> Kept:
        """What these messages come to."""
        names = [file["filename"] for message in messages for file in message.attachments]
        pictures = sum(name.endswith((".png", ".gif")) for name in names)
        return cls(
            len(messages),
            pictures,
            len(names) - pictures,
            sum(message.text.count("\n") + 1 for message in messages),
        )


async def played(here: World, mode: str, seats: int) -> tuple[Kept, Kept, int]:
    """A whole game of people from its lobby to its end.

    What it leaves in the channel, what in a thread of its own, and how often somebody was notified.
    """
    first, *others = (here.people[name] for name in PEOPLE[:seats])
    await here.command(first, "start", mode=mode, seats=seats, order="joined")
    for person in others:
        await here.command(person, "join", game=1)
    if others:
        await here.command(first, "begin", game=1)
    while (await here.table()).status == "running":
        await turn(here)
    await quiet(here)
    place = (await here.store.game(1)).channel
    in_thread = here.messages(handle(here, place)) if place != here.channel.id else []
    sent = [one.json or {} for one in here.env.http_requests if (one.method, one.path[-9:]) == ("POST", "/messages")]
    return Kept.of(here.messages()), Kept.of(in_thread), sum(len(pinged(body)) for body in sent)


async def play_all() -> None:
    """Play a game of every mode, with its thread and without, and print what is left."""
    print("a whole game of people, from the lobby to the end: what is left of it, and how often it calls somebody")
    print("                          | in the channel                | in the thread")
    print("mode        threads calls | messages pictures files lines | messages pictures files lines")
    for mode, seats in MODES:
        for threads in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                async with world(Path(folder) / "games.sqlite3", pictures=False, threads=threads) as here:
                    *kept, calls = await played(here, mode, seats)
            places = (f"{one.messages:>8} {one.pictures:>8} {one.files:>5} {one.lines:>5}" for one in kept)
            name = f"{f'{mode} {seats}':<12}{'on' if threads else 'off':>7} {calls:>5}"
            print(" | ".join([name, *places]), flush=True)
