"""Custom ids of buttons and selects: `ig1:<game>:<version>:<verb>:<draft>`, all that a press has to say.

A half-made choice lives in the draft, so nothing of it is kept in the process. Ids come back from outside and may be
forged: `parse` accepts only what `Press.custom_id` can have made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

ANY_VERB: Final = r"[a-z]{1,12}"


def template(verb: str) -> str:
    """The regular expression of a whole id whose verb is like this one; `fullmatch` it."""
    game, version = r"(?P<game>0|[1-9][0-9]{0,14})", r"(?P<version>0|[1-9][0-9]{0,8})"
    return rf"ig1:{game}:{version}:(?P<verb>{verb}):(?P<draft>[A-Za-z0-9.-]{{0,40}})"


_ID: Final = re.compile(template(ANY_VERB))


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
