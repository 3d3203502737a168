"""The theme is loaded once for all tests of pictures."""

from __future__ import annotations

import pytest

from render.theme import Theme, load_theme


@pytest.fixture(scope="session")
def theme() -> Theme:
    return load_theme()
