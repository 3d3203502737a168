"""Settings: where they come from, what is refused, and in which words."""

import os
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot import __version__
from bot.config import KEYS, load
from bot.config_error import ConfigError
from data.shards import WHOLE, Shards

ROOT = Path(__file__).parents[2]
TOKEN = "MTA5.GxYz12.abcdefghijklmnopqrstuvwxyz"
PROXY = {"DISCORD_API_URL": "http://127.0.0.1:8080/api/v10", "DISCORD_GATEWAY_URL": "ws://127.0.0.1:8080"}


@pytest.fixture(autouse=True)
def _somewhere_empty(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def settings(dotenv_text=None, /, **environ):
    dotenv = Path(".env")
    if dotenv_text is not None:
        dotenv.write_text(dotenv_text, encoding="utf-8")
    return load(environ, dotenv)


def refusal(dotenv_text=None, /, **environ):
    with pytest.raises(ConfigError) as caught:
        settings(dotenv_text, **environ)
    line = str(caught.value)
    assert line
    assert "\n" not in line
    return line


def test_without_any_setting_the_local_table_opens_in_english():
    config = settings()
    assert config.token is None
    assert config.database == Path("ingenious-local.sqlite3")
    assert (config.language, config.log) == ("en", "INFO")
    assert (config.api_url, config.gateway_url, config.seed) == (None, None, None)


def test_a_token_goes_online_with_the_other_database():
    config = settings(DISCORD_TOKEN=TOKEN)
    assert config.token == TOKEN
    assert config.database == Path("ingenious.sqlite3")


def test_a_token_may_stand_in_dotenv():
    assert settings(f"DISCORD_TOKEN={TOKEN}\n").token == TOKEN


def test_the_environment_goes_before_dotenv():
    assert settings("INGENIOUS_LANGUAGE=de\nINGENIOUS_LOG=debug\n", INGENIOUS_LANGUAGE="en").language == "en"


def test_what_the_environment_does_not_name_comes_from_dotenv():
    assert settings("INGENIOUS_LANGUAGE=de\nINGENIOUS_LOG=debug\n", INGENIOUS_LANGUAGE="en").log == "DEBUG"


def test_an_empty_variable_of_the_environment_hides_the_line_of_dotenv():
    assert settings(f"DISCORD_TOKEN={TOKEN}\n", DISCORD_TOKEN="").token is None


def test_the_example_names_every_setting_once_and_changes_nothing():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert tuple(dotenv_values(ROOT / ".env.example")) == KEYS
    assert settings(example) == settings("")


def test_the_pages_of_the_operator_are_addresses_that_people_can_open():
    links = settings(
        INGENIOUS_PRIVACY_URL="https://example.org/privacy", INGENIOUS_SUPPORT_URL="https://discord.gg/x"
    ).links
    assert (links.privacy, links.terms, links.support) == ("https://example.org/privacy", None, "https://discord.gg/x")
    for wrong in (
        "example.org",
        "http://example.org",
        "https://",
        "https://a.org/a b",
        "https://a.org/(x)",
        "javascript:x",
    ):
        line = refusal(INGENIOUS_TERMS_URL=wrong)
        assert line.startswith("INGENIOUS_TERMS_URL")
        assert "https://example.org" in line
    assert refusal(INGENIOUS_TERMS_URL="https://a.org/" + "x" * 200)


def test_the_server_of_the_operator_is_the_number_of_one():
    assert settings().operator_server is None
    assert settings(INGENIOUS_OPERATOR_SERVER="123456789012345678").operator_server == 123456789012345678
    for wrong in ("12", "my server", "1" * 20):
        assert refusal(INGENIOUS_OPERATOR_SERVER=wrong).startswith("INGENIOUS_OPERATOR_SERVER")


def test_comments_quotes_and_export_are_understood_in_dotenv():
    assert settings("# mine\n\nexport INGENIOUS_LANGUAGE='de' # German\n").language == "de"


def test_keys_of_others_are_none_of_our_business():
    assert settings("EDITOR=vi\n", PATH="/bin").language == "en"


@pytest.mark.parametrize("dotenv_text", [None, "INGENIOUS_LANGAUGE=de\n"])
def test_an_unknown_key_of_ours_is_refused_with_the_nearest(dotenv_text):
    environ = {} if dotenv_text else {"INGENIOUS_LANGAUGE": "de"}
    line = refusal(dotenv_text, **environ)
    assert "INGENIOUS_LANGAUGE" in line
    assert "did you mean INGENIOUS_LANGUAGE?" in line


@pytest.mark.parametrize("key", ["DISCORD_BOT_TOKEN", "DISCORD_TOKN", "discord_token", "Discord_Token", "DISCRD_TOKEN"])
@pytest.mark.parametrize("in_file", [True, False])
def test_a_token_under_another_name_opens_no_local_table(key, in_file):
    line = refusal(f"{key}={TOKEN}\n") if in_file else refusal(**{key: TOKEN})
    assert "did you mean DISCORD_TOKEN?" in line
    assert TOKEN not in line


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("ingenious_log", "INGENIOUS_LOG"),
        ("INGENIOUS_HELTH", "INGENIOUS_HEALTH"),
        ("INGENIUS_DATABASE", "INGENIOUS_DATABASE"),
        ("DISCORD_API_URI", "DISCORD_API_URL"),
        ("INGENIOUS_DB", "INGENIOUS_"),
    ],
)
def test_each_setting_is_found_behind_a_slip_of_the_pen(key, meant):
    assert meant in refusal(**{key: "x"})


@pytest.mark.parametrize("key", ["GITHUB_TOKEN", "DISCORD_WEBHOOK", "TOKEN", "DATABASE_URL", "LOG", "LANGUAGE"])
def test_the_variables_of_other_programs_are_left_alone(key):
    assert settings(**{key: "x"}).token is None


def test_the_token_of_another_bot_is_left_alone_beside_ours():
    assert settings(DISCORD_BOT_TOKEN="another", DISCORD_TOKEN=TOKEN).token == TOKEN


def test_an_unknown_key_of_ours_that_is_near_nothing_gets_the_list():
    line = refusal(INGENIOUS_QQQQQQQQQQQQQQQQQQQQ="1")
    assert all(key in line for key in ("INGENIOUS_QQQQQQQQQQQQQQQQQQQQ", *KEYS))


@pytest.mark.parametrize("broken", ["just some words\n", "INGENIOUS_LOG\n", "'open=1\n"])
def test_a_broken_line_of_dotenv_is_named_by_its_number_and_not_shown(broken):
    line = refusal(f"INGENIOUS_LOG=INFO\n{broken}")
    assert ".env, line 2" in line
    assert broken.strip() not in line


@pytest.mark.parametrize("line", ["INGENIOUS_METRICS=a\0b:9464", "INGENIOUS_HEALTH=a\0b", "A\0B=1", "X=\0"])
def test_a_line_of_dotenv_with_a_nul_is_named_by_its_number(line):
    assert "line 2 is not KEY=value" in refusal(f"INGENIOUS_LOG=info\n{line}\n")


@pytest.mark.parametrize("key", ["INGENIOUS_HEALTH", "INGENIOUS_DATABASE"])
def test_a_symbolic_link_that_leads_to_itself_is_no_traceback(key):
    Path("loop").symlink_to("loop")
    with suppress(ConfigError):
        settings(**{key: "loop"})


def test_dotenv_that_is_a_directory_is_refused():
    Path(".env").mkdir()
    assert ".env cannot be read" in refusal()


def test_dotenv_that_is_no_text_is_refused():
    Path(".env").write_bytes(b"\xff\xfe\x00")
    assert ".env is not UTF-8" in refusal()


@pytest.mark.parametrize("token", ["two words", "tok\ten", "tök.en", "a\nb"])
def test_a_token_that_can_be_none_is_refused_without_showing_it(token):
    line = refusal(DISCORD_TOKEN=token)
    assert "DISCORD_TOKEN" in line
    assert token not in line


def test_space_around_a_token_is_not_of_it():
    assert settings(DISCORD_TOKEN=f" {TOKEN}\n").token == TOKEN


def test_the_token_is_in_no_repr():
    config = settings(DISCORD_TOKEN=TOKEN)
    assert TOKEN not in repr(config)
    assert TOKEN not in str(config)


@pytest.mark.parametrize("language", ["en", "de", "pt"])
def test_every_language_is_a_setting(language):
    assert settings(INGENIOUS_LANGUAGE=language).language == language


@pytest.mark.parametrize("language", ["vi", "EN", "english", "de\nen"])
def test_another_language_is_refused(language):
    line = refusal(INGENIOUS_LANGUAGE=language)
    assert "INGENIOUS_LANGUAGE" in line
    assert "use one of en, de, " in line


@pytest.mark.parametrize("level", ["DEBUG", "info", "Warning", "ERROR"])
def test_log_levels_go_by_their_names(level):
    assert settings(INGENIOUS_LOG=level).log == level.upper()


@pytest.mark.parametrize("level", ["loud", "10", "NOTSET"])
def test_another_log_level_is_refused(level):
    line = refusal(INGENIOUS_LOG=level)
    assert "INGENIOUS_LOG" in line
    assert "DEBUG, INFO, WARNING, ERROR" in line


def test_a_proxy_takes_both_urls():
    config = settings(DISCORD_TOKEN=TOKEN, **PROXY)
    assert config.api_url == PROXY["DISCORD_API_URL"]
    assert config.gateway_url == PROXY["DISCORD_GATEWAY_URL"]


@pytest.mark.parametrize("alone", PROXY)
def test_one_url_alone_is_refused_by_the_name_of_the_other(alone):
    missing = next(key for key in PROXY if key != alone)
    assert refusal(DISCORD_TOKEN=TOKEN, **{alone: PROXY[alone]}).startswith(f"{missing} is missing")


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8080",
        "http://localhost:8080/api/v9",
        "http://localhost:8080/api/v10/",
        "http:///api/v10",
        "localhost/api/v10",
        "ftp://localhost/api/v10",
        "http://localhost:port/api/v10",
        "http://localhost:99999/api/v10",
        "http://[::1/api/v10",
        "http://localhost/?/api/v10",
    ],
)
def test_an_api_url_is_a_url_that_ends_in_the_version(url):
    line = refusal(DISCORD_TOKEN=TOKEN, **{**PROXY, "DISCORD_API_URL": url})
    assert line.startswith("DISCORD_API_URL")
    assert "/api/v10" in line


@pytest.mark.parametrize("url", ["http://localhost", "ws://", "localhost:8080", "wss://localhost:0"])
def test_a_gateway_url_is_one_of_a_web_socket(url):
    assert refusal(DISCORD_TOKEN=TOKEN, **{**PROXY, "DISCORD_GATEWAY_URL": url}).startswith("DISCORD_GATEWAY_URL")


def test_a_seed_is_for_the_local_table():
    assert settings(INGENIOUS_SEED="7").seed == 7


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "[::1]:8080", "127.8.8.8"])
def test_a_seed_is_for_a_discord_on_this_machine(host):
    api_url = f"http://{host}/api/v10"
    config = settings(DISCORD_TOKEN=TOKEN, INGENIOUS_SEED="0", **{**PROXY, "DISCORD_API_URL": api_url})
    assert config.seed == 0


@pytest.mark.parametrize("host", ["discord.example", "127.0.0.1.example", "10.0.0.1", "localhost.example"])
def test_a_seed_is_not_for_a_discord_elsewhere(host):
    api_url = f"https://{host}/api/v10"
    environ = {**PROXY, "DISCORD_API_URL": api_url}
    assert refusal(DISCORD_TOKEN=TOKEN, INGENIOUS_SEED="1", **environ).startswith("INGENIOUS_SEED")


def test_a_seed_is_not_for_the_real_discord():
    assert refusal(DISCORD_TOKEN=TOKEN, INGENIOUS_SEED="1").startswith("INGENIOUS_SEED")


@pytest.mark.parametrize("seed", ["-1", "1.5", "seven", "٣", "9" * 39])
def test_a_seed_is_a_whole_number(seed):
    assert refusal(INGENIOUS_SEED=seed).startswith("INGENIOUS_SEED")


def test_a_database_may_lie_elsewhere(tmp_path):
    path = tmp_path / "games" / "mine.db"
    path.parent.mkdir()
    assert settings(INGENIOUS_DATABASE=str(path)).database == path
    assert list(path.parent.iterdir()) == []


def test_a_database_in_the_home_directory_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings(INGENIOUS_DATABASE="~/mine.db").database == tmp_path / "mine.db"


def test_looking_at_the_database_leaves_it_as_it_is(tmp_path):
    path = tmp_path / "mine.db"
    path.write_bytes(b"games")
    settings(INGENIOUS_DATABASE=str(path))
    assert path.read_bytes() == b"games"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("missing/mine.db", id="the directory is missing"),
        pytest.param(".", id="it is a directory"),
        pytest.param("/dev/null/mine.db", id="the directory is a file"),
        pytest.param("/proc/mine.db", id="the directory takes no files"),
        pytest.param("x" * 300, id="the name is too long"),
        pytest.param("~nobody-of-that-name/mine.db", id="nobody has that home"),
        pytest.param("a\nb/mine.db", id="more than a line"),
    ],
)
def test_a_database_that_cannot_be_written_is_refused(path):
    line = refusal(INGENIOUS_DATABASE=path)
    assert line.startswith("INGENIOUS_DATABASE")
    assert "cannot be written" in line


def test_how_the_bot_is_is_written_nowhere_unless_a_file_is_named(tmp_path):
    assert settings().health is None
    assert settings(INGENIOUS_HEALTH=str(tmp_path / "health.json")).health == tmp_path / "health.json"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["missing/health.json", ".", "/proc/health.json"])
def test_a_health_file_that_cannot_be_written_is_refused(path):
    line = refusal(INGENIOUS_HEALTH=path)
    assert line.startswith("INGENIOUS_HEALTH")
    assert "cannot be written" in line


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("there", [True, False])
def test_a_health_file_in_the_place_of_the_database_or_what_belongs_to_it_is_refused(end, there):
    if there:
        Path(f"games.sqlite3{end}").touch()
    line = refusal(INGENIOUS_DATABASE="games.sqlite3", INGENIOUS_HEALTH=f"./games.sqlite3{end}")
    assert line.startswith("INGENIOUS_HEALTH")
    assert "needs for something else" in line


def test_a_health_file_in_the_place_of_the_settings_is_refused():
    assert "something else" in refusal("INGENIOUS_HEALTH=.env\n")
    assert Path(".env").read_text() == "INGENIOUS_HEALTH=.env\n"


@pytest.mark.parametrize("content", ["precious", "[1]", "7", "null", '{"time": 1}'])
def test_a_health_file_overwrites_nothing_but_a_health_file(content):
    Path("there").write_text(content)
    assert "exists and is no health file" in refusal(INGENIOUS_HEALTH="there")
    Path("there").write_text('{"state": "ending"}')
    assert settings(INGENIOUS_HEALTH="there").health == Path("there")


def test_a_health_file_that_is_no_file_is_refused():
    os.mkfifo("pipe")
    Path("link").symlink_to("/dev/null")
    assert refusal(INGENIOUS_HEALTH="link").startswith("INGENIOUS_HEALTH")
    assert refusal(INGENIOUS_HEALTH="pipe").startswith("INGENIOUS_HEALTH")


@pytest.mark.parametrize("name", [".env", "games.sqlite3-wal", "games.sqlite3-journal", "games.sqlite3.lock"])
def test_a_database_of_the_name_of_another_file_of_the_bot_is_refused(name):
    assert refusal("", INGENIOUS_DATABASE=name).startswith("INGENIOUS_DATABASE")


def test_the_version_is_the_same_wherever_it_stands():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


SERVER = {"INGENIOUS_DATABASE": "postgresql://me@/games"}


@pytest.mark.parametrize(
    ("value", "shards"),
    [("auto", WHOLE), ("0-3/16", Shards(0, 3, 16)), ("7/8", Shards(7, 7, 8)), ("spare/16", 16), ("spare/1", WHOLE)],
)
def test_the_shards_of_a_process_are_all_a_range_or_any(value, shards):
    assert settings("", INGENIOUS_SHARDS=value, **SERVER).shards == shards


@pytest.mark.parametrize("value", ["0-16/16", "3-1/8", "0-3", "all", "spare", "0/0", "0-3/99999", "-1/4"])
def test_shards_that_there_are_not_are_refused(value):
    assert "INGENIOUS_SHARDS" in refusal(INGENIOUS_SHARDS=value, **SERVER)


@pytest.mark.parametrize("value", ["0-3/16", "spare/16"])
def test_a_file_is_not_shared_between_processes(value):
    assert "PostgreSQL" in refusal(INGENIOUS_SHARDS=value)


def test_all_shards_of_a_number_may_be_on_a_file():
    assert settings("", INGENIOUS_SHARDS="0-3/4").shards == Shards(0, 3, 4)
