"""The browser windows at the local table, each of which shows what happens in the others."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import simcord

log = logging.getLogger(__name__)


class Windows:
    """Publishes to all windows what happened.

    simcord publishes the page that acted, and `Preview.refresh` every page; but a page that was just published refuses
    presses until its browser has asked again, up to half a second later. So after a press only the other pages are
    published, for which simcord has no public way; `refresh` remains for what the bot does by itself.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._preview = preview
        self._transcript = env.backend.transcript
        self._shown = len(self._transcript)
        self._act = preview._action  # noqa: SLF001
        preview._action = self._act_and_publish  # noqa: SLF001

    async def catch_up(self) -> None:
        """Publish what was not shown yet; while a press is being answered its answer does that."""
        length = len(self._transcript)
        if length == self._shown:
            return
        try:
            await self._preview.refresh()
        except simcord.SetupError:
            return
        except TimeoutError as error:
            log.warning("the page may be behind", extra={"error": error})
        self._shown = length

    async def _act_and_publish(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        all_shown = self._shown == len(self._transcript)
        receipt = await self._act(context_id, body)
        if not receipt["dispatched"]:
            return receipt
        is_query = body.get("kind") == "autocomplete_command"
        if not is_query:
            self._publish_others(context_id)
        if all_shown or not is_query:
            self._shown = len(self._transcript)
        return receipt

    def _publish_others(self, acting: str | None) -> None:
        pages = self._preview._pages  # noqa: SLF001
        for page in tuple(pages.values()):
            if page.id != acting and page.id in pages:
                self._preview._publish(page, reason="refresh")  # noqa: SLF001
