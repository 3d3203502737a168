"""What the operator does: say something to all tables, and stop serving a server. Nobody else can."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.interactions.request import Request
from bot.screens.model import Button, Screen
from bot.screens.press import AnnouncePress
from bot.services import writes
from bot.services.context import Services
from bot.services.loaded import NOWHERE
from bot.tables.errors import Refused
from bot.tables.messages import Remark
from bot.tables.outbox_rows import Scheduled
from data.ids import ChannelId, GameId, GuildId
from data.store import GameRow

log = logging.getLogger(__name__)

_A_SECOND: Final = 5
"""To how many channels an announcement goes in a second: what people play comes before it."""
_LENGTH: Final = 1500
_NUMBERS: Final = 10**9
"""Above the numbers of texts, which stand in the id of a button."""


async def preview(services: Services, request: Request, text: str) -> Screen:
    """What would be said to all tables, as they would see it, with the button that says it.

    Raises:
        Refused: `operators-only`.
    """
    _check(request)
    channels = len(_tables(await services.store.games_with(("lobby", "running"))))
    if not channels:
        return Screen(request.texts("operator.nobody"))
    number = int(services.clock().timestamp() * 1000) % _NUMBERS
    said = text[:_LENGTH]
    await services.store.keep_announcement(json.dumps([number, said]))
    minutes = -(-channels // (_A_SECOND * 60))
    lines = (
        request.texts("operator.preview", channels=channels),
        request.texts("operator.takes", minutes=minutes),
        request.texts("operator.said", text=said),
    )
    return Screen("\n".join(lines), rows=((Button(request.texts("operator.send"), AnnouncePress(number), "danger"),),))


async def announce(services: Services, request: Request, number: int) -> Screen:
    """Say what was shown with this number to all tables, a message to each channel, once however often it is pressed.

    Raises:
        Refused: `operators-only`, or `announced` where it was said or another text took its place.
    """
    _check(request)
    kept = await services.store.announcement()
    shown, said = json.loads(kept) if kept else (None, "")
    if kept is None or shown != number:
        raise Refused("announced")
    remark, now = Remark("operator.said", args={"text": said}), services.clock()
    tables = _tables(await services.store.games_with(("lobby", "running")))
    rows = [(game, Scheduled(remark, now + timedelta(seconds=at / _A_SECOND)).row) for at, game in enumerate(tables)]
    if not await services.store.announce(kept, rows):
        raise Refused("announced")
    writes.record()
    services.server_changed()  # looks at all that is due
    log.info("an announcement goes to all tables", extra={"user": request.user, "channels": len(rows)})
    return Screen(request.texts("operator.sent", channels=len(rows)))


async def serve(services: Services, request: Request, server: str, *, served: bool) -> Screen:
    """Open no new games in a server from now on, or open them again; running games go on to their end.

    Raises:
        Refused: `operators-only`, `bad-server`.
    """
    _check(request)
    if not re.fullmatch(r"[0-9]{17,19}", server.strip()):
        raise Refused("bad-server", text=server.strip()[:20])
    guild = GuildId(int(server))
    await services.store.set_served(guild, served=served, now=services.clock())
    writes.record()
    log.info(
        "serves a server again" if served else "stops serving a server", extra={"user": request.user, "guild": guild}
    )
    return Screen(request.texts("operator.serving" if served else "operator.stopped", server=guild))


def _check(request: Request) -> None:
    if not request.operates:
        raise Refused("operators-only")


def _tables(rows: Iterable[GameRow]) -> tuple[GameId, ...]:
    """A game of each channel in which there are open ones."""
    newest: dict[ChannelId, GameId] = {row.channel: row.id for row in rows if row.channel != NOWHERE}
    return tuple(newest.values())
