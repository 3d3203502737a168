"""The deletion of what tournaments keep of a person."""

from __future__ import annotations

import logging
import re
import secrets
from itertools import count
from typing import Final

from bot.services import tournaments
from bot.services.context import Services
from bot.tables.anonymous import without_user
from bot.tables.errors import Refused
from bot.tournaments import actions, planned
from bot.tournaments.events import from_text, to_text
from data.ids import Seq, TournamentId, UserId
from data.store import TournamentConflict, TournamentMissing
from data.tournaments import TournamentChange

log = logging.getLogger(__name__)

_ROUNDS: Final = 5


async def forget_in_tournaments(services: Services, user: UserId) -> None:
    """Let somebody be a former player in all tournaments, and withdraw them where they play on."""
    for tournament in await services.store.tournaments_mentioning(str(user)):
        try:
            loaded = await tournaments.load(services, tournament)
            if user in loaded.tournament.staying and loaded.tournament.status in tournaments.OPEN:
                await tournaments.change(services, loaded, lambda one: actions.withdraw(one, user, "deleted"))
        except Refused as error:
            log.info("nobody to withdraw", extra={"tournament": tournament, "reason": error})
        await _anonymise(services, tournament, user, UserId(-1 - secrets.randbelow(2**40)))


async def _anonymise(services: Services, tournament: TournamentId, user: UserId, nobody: UserId) -> None:
    """Put a number of no meaning instead of a person's in all that is kept of a tournament, and let it be shown so."""
    for _ in range(_ROUNDS):
        # Once more where it has changed meanwhile.
        try:
            stored = await services.store.tournament(tournament)
            bodies = dict[Seq, str]()
            for seq, body in zip(map(Seq, count(1)), stored.events, strict=False):
                changed = _without(body, user, nobody)
                if changed != body:
                    bodies[seq] = changed
            if not bodies:
                return
            expected = {seq: stored.events[seq - 1] for seq in bodies}
            await services.store.rewrite_tournament(tournament, bodies, expected)
            after = (await tournaments.load(services, tournament)).tournament
            await services.store.append_tournament(
                tournament,
                after.seq,
                lambda _: (),
                change=TournamentChange(host=after.opened.host),
                people=planned.people_rows(after),
                outbox=planned.rows(after, ()),
            )
        except (TournamentConflict, TournamentMissing, Refused) as error:
            log.info("changed while a person was forgotten", extra={"tournament": tournament, "reason": error})
    services.server_changed()


def _without(body: str, user: UserId, nobody: UserId) -> str:
    try:
        return to_text(without_user(from_text(body), user, nobody))
    except ValueError:
        return re.sub(rf"(?<!\d){user}(?!\d)", str(nobody), body)
