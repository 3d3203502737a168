"""The compose file of the documentation: its text, and that games go on in its containers where an engine runs."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config import KEYS
from data.address import ServerUrl
from tests.wire.fake import CHANNEL, Discord, guild_on
from tests.wire.program import until
from tests.wire.server import Server, serve
from tests.wire.tables import boards, fill
from tests.wire.test_shards import make_a_turn

ROOT = Path(__file__).parents[3]
FILE = ROOT / "docs/compose.yaml"
SERVICES: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"]
BOTS = {name: one for name, one in SERVICES.items() if "build" in one}
ENVIRONMENT = {"DISCORD_TOKEN": "x", "POSTGRES_PASSWORD": "s3cret"}
KILLED = 137
CRASH = """
import os
for number in (one for one in os.listdir("/proc") if one.isdigit() and int(one) != os.getpid()):
    with open(f"/proc/{number}/cmdline", "rb") as line:
        if line.read().split(bytes(1))[:3] == [b"python", b"-m", b"bot"]:
            os.kill(int(number), 9)
"""
"""Kills the bot of a container from inside, as for want of memory."""


def compose(*arguments: str, files: tuple[Path, ...] = (), project: str = "ingenious-test", **settings: str) -> str:
    """What docker compose prints."""
    named = [part for file in (FILE, *files) for part in ("-f", str(file))]
    command = ["docker", "compose", *named, "--project-directory", str(ROOT), "--project-name", project, *arguments]
    environment = {key: value for key, value in os.environ.items() if key not in KEYS} | ENVIRONMENT | settings
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def has(*command: str) -> bool:
    return (
        shutil.which(command[0]) is not None
        and not subprocess.run(command, capture_output=True, check=False).returncode
    )


@cache
def missing() -> str | None:
    """What this machine lacks to start the containers; None if nothing."""
    if not has("docker", "compose", "version"):
        return "docker compose is not installed"
    if not has("docker", "info"):
        return "no container engine runs here"
    container = (ROOT / "docs/Containerfile").read_text(encoding="utf-8")
    for image in (SERVICES["database"]["image"], container.partition("FROM ")[2].split()[0]):
        if not has("docker", "image", "inspect", image) and not has("docker", "pull", image):
            return f"the image {image} cannot be had here"
    return None


@pytest.fixture
def engine() -> None:
    """Skips the test where no containers can be started."""
    if why := missing():
        pytest.skip(why)


def this_machine() -> str:
    """The address at which containers reach it."""
    command = ("docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@dataclass(frozen=True)
class Containers:
    """The containers of the compose file with a small Discord in the place of the true one."""

    fake: Discord
    server: Server
    override: Path
    project: str
    settings: dict[str, str]

    async def compose(self, *arguments: str) -> str:
        """See `compose`; the small Discord goes on meanwhile."""
        files, project = (self.override,), self.project
        return await asyncio.to_thread(compose, *arguments, files=files, project=project, **self.settings)

    async def database(self) -> ServerUrl:
        """Its address for this machine."""
        where = (await self.compose("port", "database", "5432")).strip()
        return ServerUrl(f"postgresql://ingenious:{ENVIRONMENT['POSTGRES_PASSWORD']}@{where}/ingenious")

    async def state(self, service: str) -> dict[str, Any]:
        """What the engine says of a container, also of one that has ended."""
        return json.loads((await self.compose("ps", "--all", "--format", "json", service)).splitlines()[0])

    async def until_logged(self, service: str, words: str) -> None:
        """Wait until the bot of this container has logged the words."""
        log = ""
        for _ in range(120):
            log = await self.compose("logs", service)
            if words in log:
                return
            await asyncio.sleep(1)
        pytest.fail(log)


@asynccontextmanager
async def containers(tmp_path: Path, name: str, **settings: str) -> AsyncIterator[Containers]:
    """The database alone; the images are built."""
    fake, override = Discord(), tmp_path / "override.yaml"
    fake.max_concurrency = 2
    async with serve(fake, this_machine()) as server:
        discord = {key: value for key, value in server.settings.items() if key.endswith("_URL")}
        more: dict[str, Any] = {one: {"image": f"ingenious-test-{one}", "environment": discord} for one in BOTS}
        more["database"] = {"ports": ["127.0.0.1::5432"]}
        override.write_text(yaml.safe_dump({"services": more}), encoding="utf-8")
        made = Containers(fake, server, override, f"ingenious-test-{name}", settings)
        try:
            await made.compose("build")
            await made.compose("up", "--detach", "--wait", "database")
            yield made
        finally:
            await made.compose("down", "--volumes", "--timeout", "5")


def test_there_are_a_database_and_two_bots_that_wait_for_it():
    assert len(BOTS) == 2
    assert [name for name in SERVICES if name not in BOTS] == ["database"]
    for bot in BOTS.values():
        assert set(bot["environment"]) <= set(KEYS)
        assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
        assert bot["environment"]["INGENIOUS_DATABASE"].endswith("@database/ingenious")
        assert (ROOT / bot["build"]["dockerfile"]).exists()


def test_the_bots_have_time_to_end_in_order():
    assert all(int(one["stop_grace_period"].removesuffix("s")) > 10 for one in BOTS.values())


def test_no_secret_is_in_the_file():
    text = FILE.read_text(encoding="utf-8")
    assert re.findall(r"(?:TOKEN|PASSWORD): (?!\$\{)", text) == []


@pytest.mark.skipif(not has("docker", "compose", "version"), reason="docker compose is not installed")
def test_docker_compose_takes_the_file():
    assert "second-bot" in compose("config", "--services")


@pytest.mark.usefixtures("engine")
async def test_a_game_in_containers_goes_on_when_the_one_that_acts_is_killed(tmp_path):
    async with containers(tmp_path, "waits") as one:
        url = await one.database()
        await fill(url)
        await one.compose("up", "--detach", "bot")
        await until(lambda: boards(one.fake))
        await one.compose("up", "--detach", "second-bot")
        await one.until_logged("second-bot", "another process acts")
        check = await _health_check("ingenious-test-bot")
        await one.compose("exec", "-T", "bot", "sh", "-c", check)
        await make_a_turn(one.fake, url, 1, CHANNEL)
        await one.compose("kill", "bot")
        await one.until_logged("second-bot", "taking over")
        await make_a_turn(one.fake, url, 1, CHANNEL)
        await one.compose("stop", "second-bot")
        assert (await one.state("second-bot"))["ExitCode"] == 0
    assert len(one.fake.shown()) == 3


@pytest.mark.usefixtures("engine")
async def test_containers_that_share_the_servers_play_on_after_one_of_them_has_crashed(tmp_path):
    async with containers(tmp_path, "shares", BOT_SHARDS="0/2", SECOND_BOT_SHARDS="1/2") as one:
        url, channel = await one.database(), one.fake.add_guild(guild_on(1))
        await fill(url)
        await fill(url, guild=guild_on(1), channel=channel)
        await one.compose("up", "--detach")
        await until(lambda: boards(one.fake) and one.fake.shown(channel))
        await one.compose("exec", "-T", "second-bot", "python", "-c", CRASH)
        await make_a_turn(one.fake, url, 1, CHANNEL)
        await one.until_logged("second-bot", "taking over")
        await make_a_turn(one.fake, url, 2, channel)
    assert [len(one.fake.shown(where)) for where in (CHANNEL, channel)] == [2, 2]


@pytest.mark.usefixtures("engine")
async def test_a_container_ends_at_once_that_is_stopped_while_it_starts(tmp_path):
    async with containers(tmp_path, "stops") as one:
        await one.compose("up", "--detach", "bot")
        await one.compose("stop", "bot")
        assert (await one.state("bot"))["ExitCode"] != KILLED


async def _health_check(image: str) -> str:
    """The command that says whether a container of this image is well."""
    command = ("docker", "image", "inspect", image, "--format", "{{index .Config.Healthcheck.Test 1}}")
    return (await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)).stdout
