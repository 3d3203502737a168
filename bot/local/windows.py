"""The browser windows at the local table, each of which shows what happens in the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from time import monotonic
from typing import Any, Final

import simcord

log = logging.getLogger(__name__)

_AGAIN_S: Final = 1.0
"""How long after a time-out the pages are published again: the answer may be noted and not in its message yet."""


class Windows:
    """Publishes to all windows what happened, and takes their presses one after the other.

    simcord publishes the page that acted, and `Preview.refresh` every page; but a page that was just published refuses
    presses until its browser has asked again, up to half a second later. So after a press only the other pages are
    published, for which simcord has no public way; `refresh` remains for what the bot does by itself.

    Discord takes presses at any time. simcord refuses one that comes during another or for a page that was published
    since, and answers one that comes during a `refresh` with an error, after which the page takes none any more. So a
    press waits for the one before it, ends a `refresh`, and is always taken as one of the page as it is.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._preview = preview
        self._transcript = env.backend.transcript
        self._shown = len(self._transcript)
        self._again_at: float | None = None
        self._refresh: asyncio.Task[None] | None = None
        self._one_press = asyncio.Lock()
        self._act = preview._action  # noqa: SLF001
        preview._action = self._act_and_publish  # noqa: SLF001

    async def catch_up(self) -> None:
        """Publish what was not shown yet; while a press is being answered its answer does that."""
        if self._one_press.locked():
            return
        length = len(self._transcript)
        if length == self._shown:
            self._publish_again()
            return
        self._refresh = asyncio.ensure_future(self._preview.refresh())
        try:
            await asyncio.wait([self._refresh])
        finally:
            self._refresh.cancel()
        if self._refresh.cancelled():
            return
        try:
            self._refresh.result()
        except simcord.SetupError:
            return
        except TimeoutError as error:
            log.info("the pages are published before the bot is at rest", extra={"error": error})
            self._publish_others(None)
            self._again_at = monotonic() + _AGAIN_S
        self._shown = length

    def _publish_again(self) -> None:
        if self._again_at is not None and monotonic() >= self._again_at:
            self._again_at = None
            self._publish_others(None)

    async def _act_and_publish(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._one_press:
            await self._end_refresh()
            all_shown = self._shown == len(self._transcript)
            receipt = await self._act(context_id, self._as_of_now(context_id, body))
            if not receipt["dispatched"]:
                return receipt
            is_query = body.get("kind") == "autocomplete_command"
            if not is_query:
                self._publish_others(context_id)
            if receipt["settlement"] != "settled":
                # simcord did not publish the page that acted, as the bot was not at rest in time.
                self._again_at = monotonic() + _AGAIN_S
            elif all_shown or not is_query:
                self._shown = len(self._transcript)
            return receipt

    async def _end_refresh(self) -> None:
        if self._refresh is not None and not self._refresh.done():
            self._refresh.cancel()
            await asyncio.wait([self._refresh])

    def _as_of_now(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        page = self._preview._pages.get(context_id or "")  # noqa: SLF001
        if page is None or type(body.get("published_revision")) is not int:
            return body
        return {**body, "published_revision": page.revision}

    def _publish_others(self, acting: str | None) -> None:
        pages = self._preview._pages  # noqa: SLF001
        for page in tuple(pages.values()):
            if page.id != acting and page.id in pages:
                self._preview._publish(page, reason="refresh")  # noqa: SLF001
