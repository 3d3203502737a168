"""The compose file of the documentation: its text, and that it starts where there are containers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config import KEYS

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs/compose.yaml"
SERVICES: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"]
ENVIRONMENT = {"DISCORD_TOKEN": "x", "POSTGRES_PASSWORD": "s3cret"}
COMMAND = ("docker", "compose", "-f", str(FILE), "--project-directory", str(ROOT), "--project-name", "ingenious-test")


def compose(*arguments: str) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in KEYS} | ENVIRONMENT
    done = subprocess.run([*COMMAND, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def has(*command: str) -> bool:
    return (
        shutil.which("docker") is not None and not subprocess.run(command, capture_output=True, check=False).returncode
    )


def test_there_are_a_database_and_two_bots_that_wait_for_it():
    bots = {name: one for name, one in SERVICES.items() if "build" in one}
    assert len(bots) == 2
    assert [name for name in SERVICES if name not in bots] == ["database"]
    for bot in bots.values():
        assert set(bot["environment"]) <= set(KEYS)
        assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
        assert bot["environment"]["INGENIOUS_DATABASE"].endswith("@database/ingenious")
        assert (ROOT / bot["build"]["dockerfile"]).exists()


def test_the_bots_have_time_to_end_in_order():
    assert all(int(one["stop_grace_period"].removesuffix("s")) > 10 for one in SERVICES.values() if "build" in one)


def test_no_secret_is_in_the_file():
    text = FILE.read_text(encoding="utf-8")
    assert re.findall(r"(?:TOKEN|PASSWORD): (?!\$\{)", text) == []


@pytest.mark.skipif(not has("docker", "compose", "version"), reason="docker compose is not installed")
def test_docker_compose_takes_the_file():
    assert "second-bot" in compose("config", "--services")


@pytest.mark.skipif(
    not (has("docker", "info") and has("docker", "compose", "version")), reason="no containers can be started here"
)
def test_one_of_the_two_bots_acts_on_postgres_and_the_other_waits():
    """With a token that Discord refuses, or no network, it gets as far as the lease."""
    log = ""
    try:
        compose("up", "--detach", "--build")
        for _ in range(60):
            log = compose("logs", "bot", "second-bot")
            if "another process acts" in log or "is not accepted" in log or "the connection failed" in log:
                break
            time.sleep(1)
        else:
            pytest.fail(log)
    finally:
        compose("down", "--volumes", "--timeout", "5")
