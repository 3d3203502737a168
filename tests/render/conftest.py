"""The themes are loaded once for all tests of pictures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from render.theme import DEFAULT, THEME_NAMES, Theme
from tests.themes import loaded_theme


@pytest.fixture(scope="session")
def themes() -> Mapping[str, Theme]:
    return {name: loaded_theme(name) for name in THEME_NAMES}


@pytest.fixture(scope="session")
def theme(themes: Mapping[str, Theme]) -> Theme:
    return themes[DEFAULT]
