"""Screens to Discord's views, and interactions with their buttons and selects to presses.

Nothing is kept: an id says all, so that a button works after a restart and after weeks.
"""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import ui

from bot.screens.custom_ids import custom_id, parse, parse_channels
from bot.screens.model import Button, ChannelSelect, Row, Screen, Select
from bot.screens.press import Press, game_of
from data.ids import GameId

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
_STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

_WRITABLE: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)
"""The channels of a server in which messages can be written."""


def press_of(interaction: Interaction) -> Press | None:
    """What was pressed; `None` where the message offers no such control, as one of another release, or a forged one."""
    data = interaction.data or {}
    pressed, kind = str(data.get("custom_id", "")), data.get("component_type")
    if not _offers(interaction.message, pressed, kind):
        return None
    found = data.get("values")
    values = [str(value) for value in found] if isinstance(found, list) else []
    match kind:
        case discord.ComponentType.select.value:
            return parse(pressed, values[0] if values else "")
        case discord.ComponentType.channel_select.value:
            return parse_channels(pressed, values)
        case _:
            return parse(pressed)


def game_pressed(interaction: Interaction) -> GameId | None:
    """The game that a press is about."""
    press = press_of(interaction)
    return None if press is None else game_of(press)


def _offers(message: discord.Message | None, pressed: str, kind: object) -> bool:
    if message is None or message.flags.components_v2:
        return False
    return any(
        getattr(child, "custom_id", None) == pressed and child.type.value == kind
        for row in message.components
        for child in getattr(row, "children", ())
    )


def log_strange(interaction: Interaction, why: str) -> None:
    """Log what no message of this release offers: an old message of another one, or somebody who probes the bot."""
    pressed = str((interaction.data or {}).get("custom_id", ""))
    log.info(
        "a press that nothing offers",
        extra={
            "interaction": interaction.id,
            "reason": why,
            "user": interaction.user.id,
            "channel": interaction.channel_id,
            "guild": interaction.guild_id,
            "ours": parse(pressed) is not None,
            "length": len(pressed),
        },
    )


def view_of(screen: Screen) -> ui.View | None:
    """The controls of a screen as a view, `None` where there are none. Needs a running event loop."""
    if not screen.rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(screen.rows):
        for item in _items(row, number):
            view.add_item(item)
    view.stop()  # discord.py keeps views that are not; nothing here waits for a press
    return view


def _items(row: Row, number: int) -> list[ui.Item[ui.View]]:
    match row:
        case ChannelSelect():
            return [_channel_select(row, number)]
        case Select():
            return [_select(row, number)]
        case _:
            return [_button(button, number) for button in row]


def _button(button: Button, row: int) -> ui.Button[ui.View]:
    return ui.Button(
        label=button.label[:80],
        style=_STYLES[button.style],
        emoji=button.emoji,
        custom_id=custom_id(button.press),
        row=row,
    )


def _select(select: Select, row: int) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(
            label=option.label[:100],
            value=option.value,
            description=option.description[:100] if option.description else None,
            default=option.chosen,
        )
        for option in select.options[:25]
    ]
    return ui.Select(custom_id=custom_id(select.press), placeholder=select.placeholder[:150], options=options, row=row)


def _channel_select(select: ChannelSelect, row: int) -> ui.ChannelSelect[ui.View]:
    return ui.ChannelSelect(
        custom_id=custom_id(select.press),
        placeholder=select.placeholder[:150],
        channel_types=list(_WRITABLE),
        min_values=0,
        max_values=select.most,
        default_values=[discord.Object(channel) for channel in select.chosen],
        row=row,
    )
