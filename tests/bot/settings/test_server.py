"""What is typed for the settings of a server."""

import pytest

from bot.screens.refusals import refusal_text
from bot.settings.server import ServerChange, with_change
from bot.tables.errors import Refused
from bot.texts import texts
from data.store import ServerRow

FIFTH = f"<#{5 * 10**17}>"


@pytest.mark.parametrize(
    ("typed", "channels"),
    [
        (FIFTH, (5 * 10**17,)),
        (f"{FIFTH}, <#{6 * 10**17}> {FIFTH}", (5 * 10**17, 6 * 10**17)),
        ("all", ()),
        (" ALLE ", ()),
    ],
)
def test_channels_are_mentioned(typed, channels):
    assert with_change(ServerRow(1), ServerChange(channels=typed)).channels == channels


@pytest.mark.parametrize("typed", ["", "#games", "games", f"{FIFTH} and", "5", "<@5>", "<#>"])
def test_channels_that_are_not_mentioned_are_refused_with_how_to(typed):
    with pytest.raises(Refused) as caught:
        with_change(ServerRow(1), ServerChange(channels=typed))
    assert "#games" in refusal_text(caught.value, texts("en"))
