"""Every request of whole games keeps Discord's own description of its API, and the limits that it does not express."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.bot.limits import broken_in_commands, broken_in_message
from tests.bot.recorded import GAMES, Request, pinged, recorded
from tests.bot.world import registered_commands

OPENAPI = Path(__file__).parents[4] / "shared" / "discord" / "openapi.json"

every_game = pytest.mark.parametrize("name", list(GAMES))


@pytest.fixture(scope="module")
def api() -> Api:
    """Discord's own description, with ids as numbers let in, which discord.py sends and Discord takes."""
    if not OPENAPI.exists():
        pytest.skip(f"there is no {OPENAPI.name} beside the checkout")
    document = json.loads(OPENAPI.read_text())
    document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return Api(document)


class Api:
    """Discord's OpenAPI file as checks of request bodies."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.checks: dict[str, Draft202012Validator] = {}
        self.passed: set[str] = set()

    def errors(self, method: str, path: str, body: Any) -> list[str]:
        """What is wrong with a request."""
        operation = self._operation(method, path)
        if operation is None:
            return ["there is no such route"]
        if "requestBody" not in operation:
            return [] if body is None else ["the route takes no body"]
        name = operation["operationId"]
        passed = f"{name} {json.dumps(body)}"
        if passed in self.passed:
            return []
        if name not in self.checks:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.checks[name] = Draft202012Validator({**schema, "components": self.document["components"]})
        errors = [error.message for error in self.checks[name].iter_errors(body)]
        if not errors:
            self.passed.add(passed)
        return errors

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        paths = self.document["paths"]
        # Fixed parts of a path go before variable ones, as in `/messages/@original`.
        for template in sorted(paths, key=lambda template: template.count("{")):
            if method.lower() in paths[template] and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
                return paths[template][method.lower()]
        return None


@every_game
def test_every_request_is_as_discords_api_wants_it(name, api):
    assert recorded(name).requests
    for request in recorded(name).requests:
        assert api.errors(request.method, request.path, request.body) == [], request


BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
SELECT = {"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x"}]}


@pytest.mark.parametrize(
    "body",
    [
        {"content": 1},
        {"components": [{"type": 1, "components": [BUTTON | {"label": "x" * 81}]}]},
        {"components": [{"type": 1, "components": [BUTTON | {"custom_id": "x" * 101}]}]},
        {"components": [{"type": 1, "components": [SELECT | {"options": SELECT["options"] * 26}]}]},
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
    ],
)
def test_the_check_against_discords_api_finds_what_is_wrong(body, api):
    assert api.errors("POST", "/channels/1/messages", body)


# --- what the file does not say ------------------------------------------------------------------------------------


def messages(name: str) -> list[tuple[Request, dict[str, Any]]]:
    """What was sent or edited in a game."""
    requests = recorded(name).requests
    found = [(request, request.body) for request in requests if "/messages" in request.path and request.body]
    assert len(found) > 10
    return found


@every_game
def test_every_message_keeps_the_limits(name):
    for _, body in messages(name):
        assert broken_in_message(body) == []


@every_game
def test_every_press_and_command_is_acknowledged_before_anything_else(name):
    kinds = Counter(request.body["type"] for request in recorded(name).requests if request.path.endswith("/callback"))
    suggestions = kinds.pop(8, 0)
    assert suggestions == 0 or name in ("commands", "team", "solo in a DM")
    assert set(kinds) <= {5, 6}
    assert kinds.total() == len(recorded(name).answers)


@every_game
def test_a_message_never_notifies_everyone_a_role_or_somebody_not_meant(name):
    for request, body in messages(name):
        allowed = body["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        assert not allowed.get("replied_user")
        named = {int(user) for user in re.findall(r"<@!?(\d+)>", body.get("content") or "")}
        assert {int(user) for user in allowed.get("users", [])} <= named
        if allowed.get("users"):
            assert request.reader is None or request.path.startswith("/channels/")


@every_game
def test_a_new_message_notifies_the_player_on_turn_and_nobody_else(name):
    new = [
        (request.table, body)
        for request, body in messages(name)
        if request.posts and body.get("attachments") and request.table.status == "running" and "<@" in body["content"]
    ]
    assert new or name.startswith("solo")
    for table, body in new:
        assert pinged(body) == [table.seats[table.public.seat].user]


@every_game
def test_every_new_message_carries_a_nonce_of_its_own(name):
    nonces = [request.body["nonce"] for request in recorded(name).requests if request.posts]
    assert nonces
    assert len(set(nonces)) == len(nonces)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"components": [{"type": 1, "components": [BUTTON | {"custom_id": str(row)}]} for row in range(6)]},
        {"components": [{"type": 1, "components": [BUTTON, BUTTON]}]},
        {"components": [{"type": 1, "components": [BUTTON | {"custom_id": str(at)} for at in range(6)]}]},
        {"components": [{"type": 1, "components": [BUTTON | {"custom_id": "y"}, SELECT]}]},
        {"components": [{"type": 1, "components": [SELECT | {"options": SELECT["options"] * 2}]}]},
        {"components": [{"type": 1, "components": []}]},
    ],
)
def test_the_check_of_the_limits_finds_what_is_wrong(body):
    assert broken_in_message(body)


# --- commands ------------------------------------------------------------------------------------------------------


def test_the_commands_keep_the_limits_in_every_language():
    assert broken_in_commands(registered_commands()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Ingenious"},
        {"name_localizations": {"de": "Genial"}},
        {"name_localizations": {"de": "ein wort"}},
        {"description": "x" * 101},
        {"description_localizations": {"de": "x" * 101}},
        {"options": [{"type": 3, "name": "x", "description": "x"}] * 2},
        {
            "options": [
                {"type": 3, "name": name, "description": "x", "name_localizations": {"de": "z"}} for name in "xy"
            ]
        },
        {"options": [{"type": 3, "name": str(at), "description": "x"} for at in range(26)]},
        {"options": [{"type": 3, "name": name, "description": "x", "required": name == "y"} for name in "xy"]},
        {"options": [{"type": 3, "name": str(at), "description": "x" * 100} for at in range(25)] * 4},
    ],
)
def test_the_check_of_the_commands_finds_what_is_wrong(change):
    assert broken_in_commands([{"name": "x", "description": "x"} | change])


def test_the_check_of_the_menus_finds_a_name_that_is_too_long_or_there_twice():
    for menus in ([{"type": 2, "name": "x" * 33}], [{"type": 2, "name": "Play", "name_localizations": {}}] * 2):
        assert broken_in_commands(menus)
    assert broken_in_commands([{"type": kind, "name": "Play a game"} for kind in (2, 3)]) == []
