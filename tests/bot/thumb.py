"""What a thumb has to do on a phone: how often a page scrolls to the next button, and how high a panel is.

The page of the local table stands for Discord's application: it stays at the end of the channel where its reader is
there, and where they were otherwise. Needs Chromium.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import simcord
from playwright.async_api import Locator, Page, async_playwright

from bot.interactions.request import Request
from bot.local.page import with_own_files
from bot.services.loaded import Loaded, Location
from bot.texts import texts
from data.store import PlayerRow
from game import ai
from tests.bot.games import simulated
from tests.bot.shortest import shortest
from tests.bot.world import Shown, World, world

CHROMIUM: Final = shutil.which("chromium") or "/usr/bin/chromium"
HEIGHTS: Final = {390: 844, 360: 780}
"""How high a phone is, by how wide."""


@dataclass
class Phone:
    """A page that one person looks at, with what it has cost them so far."""

    page: Page
    preview: simcord.Preview
    scrolls: int = 0
    at_end: bool = True
    """Whether it shows the end of the channel, and so will when more comes."""

    async def look(self) -> None:
        """Show what has happened."""
        await self.preview.refresh()
        shown: Any = await self.page.wait_for_function(
            "window.simcordPreview?.ready && window.simcordPreview.contextId"
        )
        revision = self.preview._pages[await shown.json_value()].revision
        await self.page.wait_for_function(_IS_SHOWN, arg=revision)
        if self.at_end:
            await self.page.evaluate(f"{_TIMELINE}.scrollTop = {_TIMELINE}.scrollHeight")

    async def reach(self, message: Shown, custom_id: str) -> None:
        """Scroll to a button of a message where it cannot be seen whole."""
        await self.look()
        at = [control["custom_id"] for control in message.controls].index(custom_id)
        button = self._article(message).locator(".message-components button").nth(at)
        if not await button.evaluate(_IS_SEEN):
            self.scrolls += 1
            await button.evaluate("one => one.scrollIntoView({block: 'end'})")
            self.at_end = await self.page.evaluate(_IS_AT_END)

    async def height_px(self, message: Shown) -> int:
        """How high a message is."""
        await self.look()
        box = await self._article(message).bounding_box()
        assert box is not None
        return round(box["height"])

    def _article(self, message: Shown) -> Locator:
        return self.page.locator(f"article[data-message-id='{message.id}']")


_TIMELINE: Final = "document.getElementById('channel-timeline')"
_IS_AT_END: Final = f"{_TIMELINE}.scrollHeight - {_TIMELINE}.scrollTop - {_TIMELINE}.clientHeight < 60"
_IS_SHOWN: Final = """revision => window.simcordPreview.ready
  && window.simcordPreview.publishedRevision >= revision
  && [...document.querySelectorAll('article .attachment-image')]
    .every(one => one.src && one.complete && one.naturalWidth)"""
_IS_SEEN: Final = """button => {
  const one = button.getBoundingClientRect();
  const all = document.getElementById('channel-timeline').getBoundingClientRect();
  return one.top >= all.top && one.bottom <= all.bottom;
}"""


@asynccontextmanager
async def phone(here: World, width_px: int, *, of: simcord.MemberActor) -> AsyncIterator[Phone]:
    """A phone of this width in the hands of a person, in the channel."""
    members = (of, *(one for one in here.people.values() if one is not of))
    held = here.env.preview(
        here.channel, viewers=members, layout="channel", display="fixed", width=width_px, height=HEIGHTS[width_px]
    )
    with_own_files(held)
    async with held as preview, async_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = await chromium.new_page(viewport={"width": 900, "height": 1200}, bypass_csp=True)
        await page.goto(preview.url)
        seen = Phone(page, preview)
        await seen.look()
        try:
            yield seen
        finally:
            await chromium.close()


# --- a few turns ---------------------------------------------------------------------------------------------------

TURNS: Final = 6


@dataclass
class Cost:
    """What some turns of a person took, after the first."""

    heights_px: list[int] = field(default_factory=list[int])
    """Of the panel as it is found, or as **Play** opens it."""
    words: list[int] = field(default_factory=list[int])
    """To read in it."""
    scrolls: list[int] = field(default_factory=list[int])


async def measured(here: World, name: str, width_px: int) -> Cost:
    """The cost of the first turns alone, against a bot, or of one of two people who begin."""
    ann, cost = here.people["ann"], Cost()
    async with phone(here, width_px, of=ann) as seen:
        panel = None
        if name == "two people":
            await here.put(simulated("standard", 2, turns=0), ann, here.people["ben"])
        else:
            terms = {"mode": "solo"} if name == "solo" else {"bots": 1}
            panel = await here.command(ann, "start", **terms)
        for _ in range(TURNS):
            loaded = await here.app.tables.load(1)
            while loaded.table.seats[loaded.table.public.seat].user != ann.id:
                await _turn(here, loaded, here.people["ben"], None, None)
                loaded = await here.app.tables.load(1)
            await seen.look()
            panel = await _turn(here, loaded, ann, None if name == "two people" else panel, (seen, cost))
    return cost


async def _turn(
    here: World, loaded: Loaded, who: simcord.MemberActor, panel: Shown | None, meter: tuple[Phone, Cost] | None
) -> Shown:
    """Make a turn by the buttons, in the panel where it is open already, and count it."""
    request = Request(who.id, "", Location(here.guild.id, here.channel.id), texts("en"), PlayerRow(who.id), None)
    before = meter[0].scrolls if meter else 0

    async def press(message: Shown, custom_id: str, value: str | None = None) -> Shown:
        if meter:
            await meter[0].reach(message, custom_id)
        return await here.press(who, message, custom_id, value)

    if panel is None or "place" in panel.labels or not any(one.verb in ("try", "tile") for one in panel.presses):
        row = await here.store.game(1)
        board = here.shown(row.message_channel, row.message)
        panel = await press(board, board.button("play"))
    if meter:
        meter[1].heights_px.append(await meter[0].height_px(panel))
        meter[1].words.append(len(panel.text.split()))
    place = ai.choose(loaded.table.view_for(who.id), "careful", Random(1))
    for custom_id, value in shortest(loaded, request, place, [one["custom_id"] for one in panel.controls]):
        panel = await press(panel, custom_id, value)
    if meter:
        meter[1].scrolls.append(meter[0].scrolls - before)
    return panel


async def play_all(width_px: int) -> None:
    """Play and print a line for each way to play."""
    print(f"{TURNS} turns on a phone of {width_px} px; of the panel the median and the most")
    print("             | height, first turn | height | words | scrolls in each turn")
    for name in ("solo", "one bot", "two people"):
        with tempfile.TemporaryDirectory() as folder:
            async with world(Path(folder) / "games.sqlite3") as here:
                cost = await measured(here, name, width_px)
        high = f"{median(cost.heights_px[1:]):.0f} {max(cost.heights_px[1:])}"
        words = f"{median(cost.words[1:]):.0f} {max(cost.words[1:])}"
        print(
            f"{name:<13}| {cost.heights_px[0]:>18} | {high} | {words:>5} | {' '.join(map(str, cost.scrolls))}",
            flush=True,
        )
