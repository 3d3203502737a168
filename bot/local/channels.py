"""The channels of the local table: each page shows one of them, the channel of the server or a thread in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import simcord
from simcord.preview._pages import _Page

_LISTED: Final = "localChannels"
"""What the list of channels is called in the state that a page reads."""


class Channels:
    """Lets a page of simcord's preview show another channel than the preview's own, for which simcord has no way.

    A page keeps the channel in which it was opened; so to go from one into another is to open the page again. The page
    names the channel where simcord expects the message to look at (`target_id`), which the page of ours never names.
    """

    def __init__(self, preview: simcord.Preview) -> None:
        self._preview = preview
        self._own = preview.channel
        self._open, self._payload, self._act = preview._open_page, preview._page_payload, preview._action  # noqa: SLF001
        vars(preview).update(_open_page=self._open_in, _page_payload=self._with_channels, _action=self._act_in)

    def _open_in(self, viewer: object = None, channel: object = None) -> _Page:
        with self._in(channel):
            page = self._open(viewer)
        if page.channel_id != self._own.id:
            # It begins at the end of its channel, and not where the other one was.
            page.window_end_id = None
        return page

    async def _act_in(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._preview._pages.get(context_id or "")  # noqa: SLF001
        with self._in(page.channel_id if page else None):
            return await self._act(context_id, body)

    def _with_channels(self, page: _Page) -> dict[str, Any]:
        listed = [{"id": str(one.id), "name": one.name or "", "thread": one.is_thread} for one in self._all()]
        return {**self._payload(page), _LISTED: listed}

    @contextmanager
    def _in(self, channel: object) -> Iterator[None]:
        """Let this be the channel of the preview in the block: commands are typed there, pages opened there."""
        self._preview.channel = next((one for one in self._all() if str(one.id) == str(channel)), self._own)
        try:
            yield
        finally:
            self._preview.channel = self._own

    def _all(self) -> list[simcord.ChannelHandle]:
        return [self._own, *self._own.threads]
