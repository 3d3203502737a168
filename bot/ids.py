"""Custom ids of buttons and selects: `ig1:<game>:<version>:<verb>:<draft>`, all that a press has to say.

A half-made choice lives in the draft, so nothing of it is kept in the process. Ids come back from outside and may be
forged: `parse` accepts only what `Press.custom_id` can have made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TEMPLATE: Final = r"ig1:(?P<game>\d{1,15}):(?P<version>\d{1,9}):(?P<verb>[a-z]{1,12}):(?P<draft>[A-Za-z0-9.-]{0,40})"
"""The whole id as a regular expression; `fullmatch` it."""

_ID: Final = re.compile(TEMPLATE, re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    """What a button or a select of a message stands for."""

    game: int
    version: int
    """The version of the position that the message shows; presses that change the game are checked against it."""
    verb: str
    draft: str = ""
    """A choice made so far, in the words of the screen that made it."""

    @property
    def custom_id(self) -> str:
        """The id for Discord, at most 100 characters."""
        return f"ig1:{self.game}:{self.version}:{self.verb}:{self.draft}"


def parse(custom_id: str) -> Press | None:
    """The press an id stands for; `None` if the id is none of ours."""
    match = _ID.fullmatch(custom_id)
    if match is None:
        return None
    return Press(int(match["game"]), int(match["version"]), match["verb"], match["draft"])
