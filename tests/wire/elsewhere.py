"""Channels in which the bot is no member: people who have installed it for themselves bring it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

FOLLOW_UPS: Final = 5
"""So many messages may follow an answer there."""
TOKEN_S: Final = 900
"""So long the token of any interaction is taken."""
_PRIVATE: Final = 1 << 14 | 1 << 15 | 1 << 17
"""What an app may do in the direct messages of other people: embed links, attach files, mention everyone."""
_EXTERNAL_APPS: Final = 1 << 50


@dataclass(frozen=True)
class Elsewhere:
    """A channel of a server, or the direct or group message of these people."""

    channel: int
    guild: int | None = None
    people: tuple[int, ...] = ()
    external_apps: bool = True
    """Whether people may use apps of their own for all to see in that server."""

    @property
    def hides(self) -> bool:
        """Whether all answers are ephemeral, also those that were meant for everybody."""
        return self.guild is not None and not self.external_apps

    def about(self, person: dict[str, Any]) -> dict[str, Any]:
        """What an interaction of this person says of where it comes from."""
        if self.guild is None:
            users = [
                {"id": str(one), "username": f"user{one}", "discriminator": "0", "avatar": None} for one in self.people
            ]
            direct = {"id": str(self.channel), "type": 1, "recipients": users}
            group = direct | {"type": 3, "name": "Friends", "icon": None, "owner_id": users[0]["id"] if users else "0"}
            channel = group if len(users) > 2 else direct
            return {"user": person, "context": 2, "channel": channel, "app_permissions": str(_PRIVATE)}
        permissions = (1 << 49) - 1 | (_EXTERNAL_APPS if self.external_apps else 0)
        member = {"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
        member |= {"permissions": str(permissions), "deaf": False, "mute": False}
        guild = {"id": str(self.guild), "locale": "en-US", "features": []}
        channel = {"id": str(self.channel), "type": 0, "name": "elsewhere", "position": 0, "nsfw": False}
        channel |= {"guild_id": str(self.guild), "permissions": str(permissions)}
        return {
            "guild_id": str(self.guild), "guild": guild, "guild_locale": "en-US", "member": member, "context": 0,
            "channel": channel, "app_permissions": str(_PRIVATE | (_EXTERNAL_APPS if self.external_apps else 0)),
        }  # fmt: skip
