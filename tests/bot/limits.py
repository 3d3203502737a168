"""What Discord refuses, as far as its OpenAPI file does not say it; each check gives the limits that are broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bot.screens.custom_ids import custom_id
from bot.screens.model import Screen, Select

CONTENT, ALT, ROWS, WIDTH, OPTIONS, TEXT, LABEL, CUSTOM_ID = 2000, 1024, 5, 5, 25, 100, 80, 100
NAME = re.compile(r"[-_'\w]{1,32}")


def body_of(screen: Screen) -> dict[str, Any]:
    """A screen as the body of a message, nothing of it cut off."""
    return {
        "content": screen.text,
        "components": [{"type": 1, "components": _row(row)} for row in screen.rows],
        "attachments": [{"filename": "picture.png", "description": screen.alt}] if screen.picture else [],
    }


def _row(row: Any) -> list[dict[str, Any]]:
    if isinstance(row, Select):
        options = [
            {"label": option.label, "value": option.value, "default": option.chosen}
            | ({"description": option.description} if option.description is not None else {})
            for option in row.options
        ]
        return [
            {"type": 3, "custom_id": custom_id(row.press), "placeholder": row.placeholder, "options": options},
        ]
    return [{"type": 2, "custom_id": custom_id(button.press), "label": button.label} for button in row]


def broken_in_message(body: dict[str, Any]) -> list[str]:
    """The limits that a message breaks; a text that just fits was cut off, so that is one too."""
    rows = body.get("components") or []
    broken = [f"{len(body.get('content') or '')} characters"] if len(body.get("content") or "") >= CONTENT else []
    if len(rows) > ROWS:
        broken.append(f"{len(rows)} rows")
    controls = [control for row in rows for control in row["components"]]
    broken += [f"{custom_id} twice" for custom_id, n in Counter(c["custom_id"] for c in controls).items() if n > 1]
    for row in rows:
        selects = sum(control["type"] != 2 for control in row["components"])
        if not 1 <= len(row["components"]) <= (1 if selects else WIDTH):
            broken.append(f"{len(row['components'])} controls in a row, {selects} of them selects")
    for control in controls:
        broken += _broken_in_control(control)
    for file in body.get("attachments") or []:
        if len(file.get("description") or "") > ALT:
            broken.append(f"alt text of {len(file['description'])}")
    if len(body.get("attachments") or []) > 10 or len(str(body.get("nonce") or "")) > 25 or body.get("embeds"):
        broken.append("attachments, nonce or embeds")
    return broken


def _broken_in_control(control: dict[str, Any]) -> Iterator[str]:
    if not 1 <= len(control["custom_id"]) <= CUSTOM_ID:
        yield f"custom id of {len(control['custom_id'])}"
    if control["type"] == 2 and not 1 <= len(control["label"]) <= LABEL:
        yield f"label {control['label']!r}"
    if control["type"] != 3:
        return
    options = control["options"]
    if not 1 <= len(options) <= OPTIONS or len({option["value"] for option in options}) < len(options):
        yield f"{len(options)} options, or equal values"
    if len(control.get("placeholder") or "") > 150 or sum(bool(option.get("default")) for option in options) > 1:
        yield "placeholder, or several options chosen"
    for option in options:
        texts = [option["label"], option["value"], option.get("description") or "-"]
        if not all(1 <= len(text) <= TEXT for text in texts):
            yield f"option {option}"


# --- commands ------------------------------------------------------------------------------------------------------


def broken_in_commands(commands: Sequence[dict[str, Any]]) -> list[str]:
    """The limits that the registered commands break, in any language."""
    typed = [command for command in commands if command.get("type", 1) == 1]
    broken = _broken_among(typed)
    for kind in (2, 3):
        menus = [command for command in commands if command.get("type") == kind]
        names = [name for menu in menus for name in _languages(menu, "name")]
        broken += [*_broken_among(menus), *(f"menu {name!r}" for name in names if not 1 <= len(name) <= 32)]
    for command in typed:
        if (size := _size(command)) > 8000:
            broken.append(f"{size} characters in {command['name']}")
        for node in _nodes(command):
            broken += _broken_in_node(node)
    return broken


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for option in node.get("options") or []:
        yield from _nodes(option)


def _languages(node: dict[str, Any], key: str) -> list[str]:
    return [node[key], *(node.get(f"{key}_localizations") or {}).values()]


def _broken_among(siblings: Sequence[dict[str, Any]]) -> list[str]:
    """Names that siblings share, in their own or in any other language."""
    languages = {language for node in siblings for language in node.get("name_localizations") or {}} | {None}
    broken: list[str] = []
    for language in languages:
        names = Counter((node.get("name_localizations") or {}).get(language, node["name"]) for node in siblings)
        broken += [f"{name} is there twice in {language}" for name, n in names.items() if n > 1]
    return broken


def _broken_in_node(node: dict[str, Any]) -> Iterator[str]:
    for name in _languages(node, "name"):
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"name {name!r}"
    for text in _languages(node, "description"):
        if not 1 <= len(text) <= 100:
            yield f"description {text!r}"
    options, choices = node.get("options") or [], node.get("choices") or []
    if len(options) > 25 or len(choices) > 25:
        yield f"{node['name']} has {len(options)} options, {len(choices)} choices"
    yield from _broken_among(options)
    yield from _broken_among(choices)
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{node['name']} wants an option after one that it does not want"
    for choice in choices:
        if not all(1 <= len(name) <= 100 for name in _languages(choice, "name")) or len(str(choice["value"])) > 100:
            yield f"choice {choice}"


def _size(node: dict[str, Any]) -> int:
    """The characters that Discord counts: of each text its longest translation."""
    own = sum(max(map(len, _languages(node, key))) for key in ("name", "description"))
    chosen = sum(
        max(map(len, _languages(choice, "name"))) + len(str(choice["value"])) for choice in node.get("choices") or []
    )
    return own + chosen + sum(_size(option) for option in node.get("options") or [])
