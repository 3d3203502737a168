"""Who asks for something, from where, and what they and their server have set."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.tables import Location
from bot.texts import Texts
from data.ids import UserId
from data.store import PlayerRow, ServerRow


@dataclass(frozen=True, slots=True)
class Request:
    """A press or a command, without Discord. The table it is about comes beside it, where there is one."""

    user: UserId
    name: str
    location: Location
    texts: Texts
    """The sentences in the language that this person reads."""
    preferences: PlayerRow
    server: ServerRow | None
    """The settings of the server; `None` in a direct message."""

    @property
    def theme(self) -> str | None:
        """The look of pictures for this person; `None` is the default."""
        return self.preferences.theme or (self.server.theme if self.server else None)
