"""The messages about tournaments, and what their timers do.

A tournament has a message for its entries, one for each round and one for its end; each is edited until the next one
comes. What a message says follows from the log of the tournament alone.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.outbox.messenger import DeliveryFailed, DeliveryKey, GuildUnavailable, Messenger
from bot.outbox.public import PublicScreen, unchanging, without_files
from bot.screens import tournament as screens
from bot.screens.model import Screen
from bot.services import tournaments as service
from bot.services.context import Services
from bot.services.tournaments import LoadedTournament
from bot.tables.errors import Refused
from bot.tables.messages import AboutTournament, TournamentMessage, WithdrawalWarning
from bot.tables.timers import BeginTournament, RoundEnd, RoundWarning, TournamentTimer
from bot.texts import Texts, known, texts
from data.ids import GuildId, TournamentId

log = logging.getLogger(__name__)


class TournamentMessages:
    """Sends and edits them, and lets timers do their work."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger

    async def deliver(self, guild: GuildId, message: AboutTournament | TournamentTimer, key: DeliveryKey) -> None:
        """Do what a row about a tournament says; nothing where there is no such tournament any more.

        Raises:
            Refused: `moved-on`, where others changed the tournament or a game of it all the time: to be tried again.
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
            StoreError: the store failed.
        """
        absence = self._messenger.absence(guild)
        if absence:
            raise GuildUnavailable(absence)
        try:
            await self._do(message, key)
        except Refused as error:
            if error.code == "moved-on":
                raise
            log.info("nothing to do for a tournament", extra={"tournament": message.tournament, "reason": error})

    async def _do(self, message: AboutTournament | TournamentTimer, key: DeliveryKey) -> None:
        match message:
            case TournamentMessage(tournament):
                await self._show(tournament, key)
            case BeginTournament(tournament):
                await service.begin_in_time(self._services, tournament)
            case WithdrawalWarning(tournament, number):
                await self._warn(tournament, number, key)
            case RoundWarning(tournament, number):
                await service.warn(self._services, tournament, number)
            case RoundEnd(tournament, number):
                await service.end_round(self._services, tournament, number)

    async def _show(self, tournament: TournamentId, key: DeliveryKey) -> None:
        loaded = await service.load(self._services, tournament)
        row, edition = loaded.row, loaded.tournament.edition
        is_present = row.edition == edition and row.message_channel == loaded.tournament.channel
        if is_present and await self._edit(loaded, edition):
            return
        public = self._public(await self._screen(loaded, edition), loaded)
        # Whichever row posts it: a process may have died after an earlier one did, before that was noted.
        key = replace(key, nonce=f"it{tournament}e{edition}m{(row.message or 0) % 10**8}")
        sent = await self._messenger.post(row.guild, loaded.tournament.channel, public, key)
        await self._services.store.set_tournament_message(tournament, sent.channel, sent.message, edition)
        log.info("shown", extra={"tournament": tournament, "edition": edition, "sent": sent.message})
        if row.edition is not None and not is_present:
            await self._leave_behind(loaded, row.edition)

    async def _edit(self, loaded: LoadedTournament, edition: int) -> bool:
        """Let the present message show how it stands; whether it is still there."""
        return await self._edited(loaded, await self._screen(loaded, edition))

    async def _edited(self, loaded: LoadedTournament, screen: Screen) -> bool:
        row = loaded.row
        if row.message is None or row.message_channel is None:
            return False
        public = self._public(screen, loaded)
        return await self._messenger.edit(row.guild, row.message_channel, row.message, public)

    async def _leave_behind(self, loaded: LoadedTournament, edition: int) -> None:
        """Let the message before the present one show how its own part ended, without buttons."""
        screen = replace(await self._screen(loaded, min(edition, loaded.tournament.edition)), rows=())
        try:
            await self._edited(loaded, screen)
        except DeliveryFailed as error:
            # The new message says all; only the buttons of the old one are answered in words.
            log.info("a message is left as it is: %s", error, extra={"tournament": loaded.row.id})

    async def _warn(self, tournament: TournamentId, number: int, key: DeliveryKey) -> None:
        """Tell in the channel who will be withdrawn if a bot has to end their game; nothing once the round is over."""
        loaded = await service.load(self._services, tournament)
        last = loaded.tournament.round
        if last is None or last.number != number or last.is_over:
            return
        warning = screens.warning(loaded.tournament, last, self._texts(loaded))
        await self._messenger.post(loaded.row.guild, loaded.tournament.channel, unchanging(warning), key)

    def _texts(self, loaded: LoadedTournament) -> Texts:
        return texts(known(loaded.tournament.opened.language, self._services.default_language))

    async def _screen(self, loaded: LoadedTournament, edition: int) -> Screen:
        server = await self._services.store.server(loaded.row.guild)
        return replace(screens.message(loaded.tournament, edition, self._texts(loaded)), theme=server.theme)

    def _public(self, screen: Screen, loaded: LoadedTournament) -> PublicScreen:
        nameless = replace(screen, text=self._texts(loaded)("tournament.head-only", tournament=loaded.row.id), alt="")
        return PublicScreen(screen, lambda: nameless, lambda: without_files(screen))
