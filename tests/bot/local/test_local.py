"""The local table: the program from its start to its end, and its page in a browser, two windows of it side by side."""

import asyncio
import os
import re
import shutil
import signal
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty, Queue
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import discord
import pytest
import simcord
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bot.local import channels, page, windows
from bot.local.page import has_desktop
from bot.local.world import build_world
from bot.screens.phrases import JOINER, SIGNS
from bot.texts import texts
from tests import forks
from tests.patience import PATIENCE_S

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S+")

say = texts("en")


# --- the program ---------------------------------------------------------------------------------------------------


class Program:
    """`python -m bot` without a token, on a database of its own."""

    def __init__(
        self, directory: Path, *arguments: str, replaced: Mapping[str, object] | None = None, **settings: str
    ) -> None:
        environ = {key: value for key, value in os.environ.items() if not key.startswith(("INGENIOUS_", "DISCORD_"))}
        for key in ("DISPLAY", "WAYLAND_DISPLAY"):
            environ.pop(key, None)
        self.process = forks.start(
            "bot", *arguments, cwd=directory, env=environ | settings, stdout=PIPE, stderr=PIPE, replaced=replaced
        )
        self.printed: list[str] = []
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def address(self) -> str:
        """The address of the page, as soon as it is printed."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                pytest.fail(f"no address was printed, but {self.printed}; errors: {self.killed()}")
            self.printed.append(line)
            if found := ADDRESS.search(line):
                return found[0]

    def next_line(self) -> str:
        """What is printed next."""
        return self._lines.get(timeout=PATIENCE_S)

    def end(self, *signals: int, pause_s: float = 0.03) -> tuple[int, str]:
        """Send the signals; the exit code and what stands in stderr."""
        for at, number in enumerate(signals):
            if at:
                time.sleep(pause_s)
            self.process.send_signal(number)
        return self.over()

    def over(self) -> tuple[int, str]:
        """Wait for the end; the exit code and what stands in stderr."""
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return code, self.process.stderr.read()

    def killed(self) -> str:
        self.process.kill()
        return self.over()[1]

    def left_behind(self) -> bool:
        """Whether a process of the program's session outlives it."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True


@contextmanager
def program(
    directory: Path, *arguments: str, replaced: Mapping[str, object] | None = None, **settings: str
) -> Iterator[Program]:
    running = Program(directory, *arguments, replaced=replaced, **settings)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.killed()
        running.process.stdout.close()
        running.process.stderr.close()


@pytest.mark.parametrize(
    "signals",
    [
        pytest.param([signal.SIGTERM], id="SIGTERM"),
        pytest.param([signal.SIGINT], id="Ctrl-C"),
        pytest.param([signal.SIGINT, signal.SIGINT], id="Ctrl-C twice"),
        pytest.param([signal.SIGTERM, signal.SIGINT, signal.SIGTERM], id="mixed"),
    ],
)
def test_signals_end_it_quietly(tmp_path, signals):
    with program(tmp_path) as running:
        running.address()
        code, errors = running.end(*signals)
        assert code == 0
        assert "Traceback" not in errors
        assert not running.left_behind()


def test_it_says_that_no_token_is_set_and_keeps_its_games_in_a_file_of_their_own(tmp_path):
    with program(tmp_path) as running:
        address = running.address()
        assert "DISCORD_TOKEN" in running.printed[0]
        assert len(urlsplit(address).fragment) == 12
        port = urlsplit(address).port
        assert f"ssh -L {port}:127.0.0.1:{port}" in running.next_line(), "no browser is on this machine"
        assert (tmp_path / "ingenious-local.sqlite3").exists()
        running.end(signal.SIGTERM)


def test_a_second_one_on_the_same_file_is_refused_in_words(tmp_path):
    with program(tmp_path) as first:
        first.address()
        with program(tmp_path) as second:
            code, errors = second.over()
        assert code == 2
        assert "already open" in errors
        assert "Traceback" not in errors
        assert first.process.poll() is None
        assert first.end(signal.SIGTERM)[0] == 0


def test_a_second_one_on_another_file_is_not(tmp_path):
    with program(tmp_path) as first, program(tmp_path, INGENIOUS_DATABASE="other.sqlite3") as second:
        assert first.address() != second.address()
        assert first.end(signal.SIGTERM)[0] == second.end(signal.SIGTERM)[0] == 0


def test_a_killed_one_does_not_keep_the_next_from_opening(tmp_path):
    with program(tmp_path) as first:
        first.address()
        first.killed()
    with program(tmp_path) as second:
        assert second.address()
        assert second.end(signal.SIGTERM)[0] == 0


def test_nobody_of_another_name_is_at_the_table(tmp_path):
    with program(tmp_path, "--as", "eve") as running:
        code, errors = running.over()
    assert code == 2
    assert "ann, ben, cem, dia" in errors
    assert "Traceback" not in errors


def test_a_restart_keeps_the_address_and_another_program_on_its_port_does_not_stop_it(tmp_path):
    with program(tmp_path) as first:
        address = first.address()
        first.end(signal.SIGTERM)
    with program(tmp_path) as second:
        assert second.address() == address
        second.end(signal.SIGTERM)
    with socket.create_server(("127.0.0.1", urlsplit(address).port)), program(tmp_path) as third:
        assert third.address() != address
        assert third.end(signal.SIGTERM)[0] == 0


# --- its parts -----------------------------------------------------------------------------------------------------


async def test_people_and_channels_have_the_same_ids_at_every_start_and_messages_new_ones():
    before = datetime.now(UTC) - timedelta(milliseconds=1)  # an id counts whole milliseconds
    client = discord.Client(intents=discord.Intents(guilds=True))
    first, second = build_world(client), build_world(client)
    assert [member.id for member in first.members] == [member.id for member in second.members]
    assert [member.user.dm_channel.id for member in first.members] == [
        member.user.dm_channel.id for member in second.members
    ]
    assert (first.channel.id, first.channel.guild.id) == (second.channel.id, second.channel.guild.id)
    made = discord.utils.snowflake_time(first.env.backend.snowflake())
    assert before <= made <= datetime.now(UTC)


@pytest.mark.parametrize(
    ("platform", "environ", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_page_is_opened_where_somebody_sees_it(platform, environ, seen):
    assert has_desktop(platform, environ) is seen


class Shown:
    def __init__(self, number: int) -> None:
        self.id = number
        self.revision = 1


class Busy:
    """The page of simcord as far as the windows use it, while the bot is busy."""

    def __init__(self) -> None:
        self._pages = {number: Shown(number) for number in (1, 2)}
        self.published: list[int] = []

    async def _action(self, context_id, body):
        raise AssertionError

    async def refresh(self) -> None:
        raise TimeoutError

    def _publish(self, page: Shown, *, reason: str) -> None:
        self.published.append(page.id)


async def test_what_arrives_while_something_takes_long_is_shown_all_the_same(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(windows, "monotonic", lambda: now[0])
    preview, transcript = Busy(), []
    shown = windows.Windows(SimpleNamespace(backend=SimpleNamespace(transcript=transcript)), preview)
    transcript.append("an answer")
    await shown.catch_up()
    assert preview.published == [1, 2]
    await shown.catch_up()
    assert preview.published == [1, 2]
    now[0] += 1
    for _ in range(2):
        await shown.catch_up()
    assert preview.published == [1, 2, 1, 2], "once more, for what was noted and not yet shown"


class OneAtATime:
    """The page of simcord, which allows one thing at a time and takes as long as it is told."""

    def __init__(self) -> None:
        self._pages = {number: Shown(number) for number in (1, 2)}
        self.published: list[int] = []
        self.going_on = False
        self.refreshed = 0
        self.refused = 0
        self.settlement = "settled"
        self.may_end = asyncio.Event()
        self.taken: list[dict] = []

    async def _take_long(self) -> None:
        if self.going_on:
            self.refused += 1
            raise simcord.SetupError("operation overlaps")
        self.going_on = True
        try:
            await self.may_end.wait()
        finally:
            self.going_on = False

    async def refresh(self) -> None:
        await self._take_long()
        self.refreshed += 1

    async def _action(self, context_id, body):
        await self._take_long()
        self.taken.append(body)
        return {"dispatched": True, "settlement": self.settlement}

    def _publish(self, page: Shown, *, reason: str) -> None:
        self.published.append(page.id)
        page.revision += 1


async def test_presses_at_the_same_time_are_taken_one_after_the_other():
    preview = OneAtATime()
    windows.Windows(SimpleNamespace(backend=SimpleNamespace(transcript=[])), preview)
    presses = [preview._action(page, {"kind": "click", "published_revision": 1}) for page in (1, 2)]
    both = asyncio.gather(*presses)
    await asyncio.sleep(0)
    preview.may_end.set()
    assert [receipt["dispatched"] for receipt in await both] == [True, True]
    assert [body["published_revision"] for body in preview.taken] == [1, 2], "the first press published page 2 again"


async def test_an_answer_that_took_too_long_for_simcord_is_shown_all_the_same(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(windows, "monotonic", lambda: now[0])
    preview, transcript = OneAtATime(), []
    shown = windows.Windows(SimpleNamespace(backend=SimpleNamespace(transcript=transcript)), preview)
    preview.may_end.set()
    preview.settlement = "timeout"
    await preview._action(1, {"kind": "click", "published_revision": 1})
    assert preview.published == [2]
    now[0] += 1
    await shown.catch_up()
    assert preview.published == [2, 1, 2]


async def test_a_press_does_not_wait_for_a_refresh_and_what_that_would_have_shown_is_shown_later():
    preview, transcript = OneAtATime(), []
    shown = windows.Windows(SimpleNamespace(backend=SimpleNamespace(transcript=transcript)), preview)
    transcript.append("a turn of a bot")
    refreshing = asyncio.ensure_future(shown.catch_up())
    await asyncio.sleep(0.01)
    press = asyncio.ensure_future(preview._action(1, {"kind": "autocomplete_command", "published_revision": 1}))
    await asyncio.wait_for(refreshing, PATIENCE_S)
    await shown.catch_up()
    assert (preview.published, preview.refused) == ([], 0)
    preview.may_end.set()
    assert (await press)["dispatched"]
    assert preview.refreshed == 0
    await shown.catch_up()
    assert preview.refreshed == 1


class Opening:
    """The page of simcord as far as the channels use it: a channel with a thread."""

    def __init__(self) -> None:
        thread = SimpleNamespace(id=2, name="Ingenious 1", is_thread=True)
        self.channel = SimpleNamespace(id=1, name="ingenious", is_thread=False, threads=[thread])
        self._pages: dict[str, SimpleNamespace] = {}
        self.acted_in: list[int] = []

    def _open_page(self, viewer) -> SimpleNamespace:
        page = SimpleNamespace(channel_id=self.channel.id, window_end_id=7)
        self._pages[str(page.channel_id)] = page
        return page

    def _page_payload(self, page) -> dict[str, object]:
        return {"channelId": str(page.channel_id)}

    async def _action(self, context_id, body) -> dict[str, object]:
        self.acted_in.append(self.channel.id)
        return {}


async def test_a_page_opens_in_the_channel_that_it_names_and_acts_there():
    preview: Any = Opening()
    channels.Channels(preview)
    opened = [preview._open_page(None, named) for named in (None, "2", "3")]
    assert [page.channel_id for page in opened] == [1, 2, 1], "3 is no channel"
    assert opened[1].window_end_id is None, "it begins at the end of the thread"
    await preview._action("2", {})
    await preview._action("1", {})
    assert preview.acted_in == [2, 1]
    assert [one["name"] for one in preview._page_payload(opened[1])["localChannels"]] == ["ingenious", "Ingenious 1"]


# --- its page ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        if os.environ.get("CI") == "true":
            pytest.fail("chromium is not installed; .ci/run installs it")
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        expect.set_options(timeout=PATIENCE_S * 1000)
        yield chromium
        chromium.close()


class Window:
    """A window of the page, in which somebody sits."""

    def __init__(self, browser: Browser, address: str, who: str | None = None) -> None:
        # The page's security policy would also keep the test from looking at its state.
        context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 1000})
        context.set_default_timeout(PATIENCE_S * 1000)
        self.page: Page = context.new_page()
        self.page.goto(address)
        self.timeline: Locator = self.page.locator("#channel-timeline")
        self.ready()
        if who:
            self.page.locator("#viewer-picker").select_option(label=who)
            self.ready()

    def ready(self) -> None:
        self.page.wait_for_function("window.simcordPreview?.ready")

    def command(self, name: str, choices: dict[str, str] | None = None) -> None:
        """Type a command, click its options and choices, send it."""
        self.page.locator("#channel-composer-input").click()
        self.page.keyboard.type(f"/ingenious {name}")
        found = self.page.locator(".command-popup [role=option]")
        found.filter(has_text=f"/ingenious {name}").first.click()
        for option, choice in (choices or {}).items():
            found.filter(has_text=option).first.click()
            found.filter(has_text=choice).first.click()
        self.page.get_by_role("button", name="Send", exact=True).click()

    def button(self, label: str) -> Locator:
        """The newest button of this label."""
        return self.timeline.get_by_role("button", name=label, exact=True).last

    def open(self, link: str) -> None:
        """Follow the newest link of this kind into another channel."""
        expect(self.page.locator(f"{link}:is(a, [role=link])").last).to_be_visible()
        with self.page.expect_navigation():
            self.page.locator(link).last.click()
        self.ready()

    def open_thread(self) -> None:
        """Follow the line below a message into its thread."""
        self.open(".thread-summary")

    def only_mine(self) -> Locator:
        """The messages that only this person sees."""
        return self.timeline.locator("article").filter(has_text="Only you can see this")

    def panel(self) -> Locator:
        """The newest of them."""
        return self.only_mine().last

    def open_panel(self, label: str) -> None:
        """Press a button that answers with a new message for this person alone."""
        expect(self.button(label)).to_be_visible()
        before = self.only_mine().count()
        self.button(label).click()
        expect(self.only_mine()).to_have_count(before + 1)

    def choose(self, asked: str) -> None:
        """Press the first button of the panel once it asks that."""
        expect(self.panel()).to_contain_text(asked)
        self.panel().locator(".component-button").first.click()


A_ROW = re.compile(r"^(\+\d+ )?[A-O]$")
"""The label of the button for a row: its best points, if it has any, and its letter."""
TILE, ALONE = say("panel.which-tile"), say("panel.choose-placement")
ROW, SPACE = "Choose a row", "which space"


def take_turn(window: Window, *asked: str) -> None:
    """Answer what the panel asks with the first thing it offers, and place the tile."""
    window.open_panel(say("button.play"))
    for question in asked:
        window.choose(question)
    expect(window.button(say("panel.place"))).to_be_visible()
    window.ready()
    window.button(say("panel.place")).click()


def test_two_windows_play_a_turn_each(browser, tmp_path):
    with program(tmp_path, INGENIOUS_SEED="7") as running:
        address = running.address()
        ann, ben = Window(browser, address), Window(browser, address, "Ben")
        ann.command("start")
        expect(ben.button(say("button.join"))).to_be_visible()
        ben.button(say("button.join")).click()
        expect(ben.panel()).to_contain_text(say("lobby.joined", game=1))
        expect(ann.timeline.get_by_text("Ann (host) and Ben")).to_be_visible()
        ann.button(say("button.begin")).click()
        ben.open_thread()
        expect(ben.button(say("button.play"))).to_be_visible()
        ben.open("#channel-back")
        expect(ben.timeline.get_by_text("Ann and Ben are playing")).to_be_visible()
        ben.open_thread()
        ann.open(".mention")
        expect(ann.button(say("button.play"))).to_be_visible()
        take_turn(ann, TILE)
        expect(ben.timeline.get_by_text("@Ben, your turn")).to_be_visible()
        take_turn(ben, TILE)
        expect(ann.timeline.get_by_text("@Ann, your turn")).to_be_visible()
        assert ann.timeline.locator(".media-unavailable").count() == 0
        # Somebody else's panel and rack are in no window but their own.
        expect(ann.panel()).to_contain_text("rack now: ")
        rack = re.search(rf"rack now: ([{SIGNS}{JOINER} ]+)", ann.panel().inner_text())[1].strip()
        assert rack.count(" ") == 5
        assert rack not in ben.page.content()
        code, errors = running.end(signal.SIGINT)
        assert (code, running.left_behind()) == (0, False)
        assert "Traceback" not in errors

    with program(tmp_path) as again:
        cem = Window(browser, again.address(), "Cem")
        cem.open_thread()
        expect(cem.timeline.get_by_text("@Ann, your turn")).to_be_visible()
        cem.open_panel(say("button.scores"))
        expect(cem.panel()).to_contain_text(re.sub(r"\*", "", say("scores.head", game=1)))
        assert again.end(signal.SIGTERM)[0] == 0


def seed_of_a_free_port() -> str:
    """A seed with which the page can have the address that comes of it, whatever else runs on this machine."""
    for seed in map(str, range(7, 1000)):
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", page.usual_port(None, seed)))
            return seed
    raise AssertionError("no port is free")


def test_a_page_that_is_open_over_a_restart_goes_on_by_itself(browser, tmp_path):
    seed = seed_of_a_free_port()
    with program(tmp_path, INGENIOUS_SEED=seed) as running:
        ben = Window(browser, running.address(), "Ben")
        ben.command("start", {"mode": "Solo"})
        expect(ben.button(say("button.play"))).to_be_visible()
        running.end(signal.SIGTERM)
    with program(tmp_path, INGENIOUS_SEED=seed) as again:  # of the seed comes the address
        again.address()
        expect(ben.only_mine()).to_have_count(0)  # such messages are gone with the page that was open
        expect(ben.button(say("button.play"))).to_be_visible()
        ben.ready()
        ben.open_panel(say("button.play"))
        expect(ben.panel()).to_contain_text(ALONE)


def test_presses_in_quick_succession_are_not_lost(browser, tmp_path):
    with program(tmp_path, INGENIOUS_SEED="7") as running:
        address = running.address()
        ann, ben = Window(browser, address), Window(browser, address, "Ben")
        ann.command("start", {"mode": "Solo"})
        ann.open_panel(say("button.play"))
        ann.button(say("panel.other-space")).click()
        for _ in range(8):
            expect(ann.panel()).to_contain_text(ROW)
            ann.panel().get_by_role("button", name=A_ROW).last.click()
            expect(ann.panel()).to_contain_text(SPACE)
            ann.button(say("panel.other-row")).click()
        expect(ann.panel()).to_contain_text(ROW)
        expect(ben.button(say("button.play"))).to_be_visible()


def test_an_empty_channel_tells_what_to_type_a_reload_keeps_the_person_and_a_phone_has_room(browser, tmp_path):
    with program(tmp_path) as running:
        ben = Window(browser, running.address(), "Ben")
        expect(ben.timeline.locator("#channel-empty")).to_contain_text("/ingenious start")
        expect(ben.page).to_have_url(re.compile(r"\?as=ben#"))
        ben.page.reload()
        expect(ben.page.locator("#viewer-picker option:checked")).to_have_text("Ben")
        ben.page.set_viewport_size({"width": 360, "height": 740})
        expect(ben.page.locator("#viewer-picker")).to_be_visible()
        for tool in ("messages-toggle", "refresh", "capture-open", "inspector-toggle"):
            expect(ben.page.locator(f"#{tool}")).to_be_hidden()
        assert ben.page.evaluate("document.documentElement.scrollWidth") <= 360
        ben.command("help")
        ben.panel().locator(".command-mention", has_text="/ingenious games").click()
        expect(ben.page.locator(".command-popup [role=option]").filter(has_text="/ingenious games")).to_be_visible()


def test_ann_may_change_the_settings_of_the_server_and_ben_may_not(browser, tmp_path):
    with program(tmp_path) as running:
        address = running.address()
        ann, ben = Window(browser, address), Window(browser, address, "Ben")
        ann.command("settings")
        expect(ann.panel()).not_to_contain_text(say("refused.managers-only"))
        ben.command("settings")
        expect(ben.panel()).to_contain_text(say("refused.managers-only"))


def test_direct_messages_have_a_page_of_their_own(browser, tmp_path):
    with program(tmp_path, "--as", "ben") as running:
        ben = Window(browser, running.address())
        assert ben.page.locator("#viewer-picker option").all_inner_texts() == ["Ben"]
        ben.command("start", {"mode": "Solo"})
        take_turn(ben, ALONE)
        expect(ben.panel()).to_contain_text(say("panel.done", what="+"))
        assert "direct messages of ben" in running.printed[-1]


def test_ending_the_session_in_the_page_ends_the_program(browser, tmp_path):
    with program(tmp_path) as running:
        window = Window(browser, running.address())
        window.page.get_by_text("More", exact=True).click()
        window.page.get_by_role("button", name="End preview session").click()
        code, errors = running.over()
        assert code == 0
        assert "Traceback" not in errors
