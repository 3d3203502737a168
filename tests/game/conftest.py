"""Property tests look at whole games, so a slow machine must not fail them."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("games", deadline=None, max_examples=40)
settings.load_profile("games")
