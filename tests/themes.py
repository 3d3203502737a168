"""The themes of pictures, each loaded once a process: it takes as long as ten pictures."""

from __future__ import annotations

from functools import cache

from render.theme import DEFAULT, Theme, load_theme


@cache
def loaded_theme(name: str = DEFAULT) -> Theme:
    """The theme of this name."""
    return load_theme(name)
