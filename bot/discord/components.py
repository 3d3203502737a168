"""Screens to Discord's views, and presses from there: two DynamicItems that stand for every button and select.

Nothing is kept: an id says all, so that a button works after a restart and after weeks. A view here holds nothing
but DynamicItems, since discord.py forgets their classes when a mixed view ends.
"""

from __future__ import annotations

import logging
import re
from typing import Final, Protocol, Self, cast

import discord
from discord import ui

from bot.screens import press
from bot.screens.model import Button, Screen, Select
from bot.screens.press import Press, Verb

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
_STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class AnswersPresses(Protocol):
    """The client: it answers the presses on buttons and the choices in selects."""

    async def press(self, interaction: Interaction, press: Press) -> None:
        """Answer a press; the draft of a select's press is the option that was chosen."""
        ...


class GameButton(ui.DynamicItem[ui.Button[ui.View]], template=press.template(set(Verb) - press.SELECTS)):
    """Any button."""

    def __init__(self, press: Press, item: ui.Button[ui.View]) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[ui.View], match: re.Match[str], /) -> Self:  # noqa: ARG003
        """The button that was pressed."""
        return cls(_press(match), item)  # type: ignore[arg-type]

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press on."""
        await _answer(interaction, self.press)


class GameSelect(ui.DynamicItem[ui.Select[ui.View]], template=press.template(press.SELECTS)):
    """Any select; the option chosen becomes the draft of the press."""

    def __init__(self, press: Press, item: ui.Select[ui.View]) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[ui.View], match: re.Match[str], /) -> Self:  # noqa: ARG003
        """The select that was used."""
        return cls(_press(match), item)  # type: ignore[arg-type]

    async def callback(self, interaction: Interaction) -> None:
        """Hand the choice on."""
        # Not `item.values`: a forged press has a button for it, or anything for a value.
        values = (interaction.data or {}).get("values")
        chosen = str(values[0])[:100] if isinstance(values, list) and values else ""
        press = Press(self.press.game, self.press.version, self.press.verb, chosen)
        await _answer(interaction, press)


async def _answer(interaction: Interaction, press: Press) -> None:
    await cast("AnswersPresses", interaction.client).press(interaction, press)


def _press(match: re.Match[str]) -> Press:
    parsed = press.parse(match.string)
    if parsed is None:
        raise ValueError(f"template and parser differ on {match.string!r}")
    return parsed


def reaches_us(interaction: Interaction) -> bool:
    """Whether discord.py hands this press to one of our items; one that it would drop needs an answer of its own."""
    data = interaction.data or {}
    custom_id, kind = str(data.get("custom_id", "")), data.get("component_type")
    message = interaction.message
    if message is None or message.flags.components_v2 or press.parse(custom_id) is None:
        return False
    for row in message.components:
        for child in getattr(row, "children", ()):
            if getattr(child, "custom_id", None) == custom_id and child.type.value == kind:
                return True
    return False


def log_strange(interaction: Interaction, why: str) -> None:
    """Log what no message of this release offers: an old message of another one, or somebody who probes the bot."""
    custom_id = str((interaction.data or {}).get("custom_id", ""))
    log.info(
        "a press that nothing offers",
        extra={
            "interaction": interaction.id,
            "reason": why,
            "user": interaction.user.id,
            "channel": interaction.channel_id,
            "guild": interaction.guild_id,
            "ours": press.parse(custom_id) is not None,
            "length": len(custom_id),
        },
    )


def view_of(screen: Screen) -> ui.View | None:
    """The controls of a screen as a view, `None` where there are none. Needs a running event loop."""
    if not screen.rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(screen.rows):
        for item in [_select(row, number)] if isinstance(row, Select) else [_button(button, number) for button in row]:
            view.add_item(item)
    return view


def _button(button: Button, row: int) -> GameButton:
    item: ui.Button[ui.View] = ui.Button(
        label=button.label[:80],
        style=_STYLES[button.style],
        emoji=button.emoji,
        custom_id=button.press.custom_id,
        row=row,
    )
    return GameButton(button.press, item)


def _select(select: Select, row: int) -> GameSelect:
    options = [
        discord.SelectOption(
            label=option.label[:100],
            value=option.value,
            description=option.description[:100] if option.description else None,
            default=option.chosen,
        )
        for option in select.options[:25]
    ]
    item: ui.Select[ui.View] = ui.Select(
        custom_id=select.press.custom_id, placeholder=select.placeholder[:150], options=options, row=row
    )
    return GameSelect(select.press, item)
