"""The replay of a finished game: posted once for all, seen alone as often as anybody likes, found in the list."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.screens.replay import film
from bot.tables.events import EndedEarly, ReplayShared
from bot.tables.replay import share
from bot.texts import texts
from game.events import Stopped
from render.animation import animation
from tests.bot.forging import forged
from tests.bot.games import simulated, table_of, whole
from tests.bot.ids import Id
from tests.bot.sample_tables import ANN, BEN, after, played, running
from tests.bot.world import World, world
from tests.themes import loaded_theme

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def finished(here: World, *people, seed: int = 1) -> None:
    """A game that its people have agreed to end."""
    game = await here.put(simulated("standard", 2, turns=6, seed=seed), *people)
    for person in people:
        await here.command(person, "cancel", game=game)
    if len(people) == 1:
        asked = here.channel.history(viewer=people[0])[-1]
        await here.do(people[0], here.shown(here.channel.id, asked.id), "agree")
    assert (await here.table(game)).status == "over"


async def test_the_button_of_the_end_posts_the_replay_for_all_once(here):
    await finished(here, here.ann, here.ben)
    end = here.last()
    asked = await here.do(here.ann, end, "film")
    assert asked.attached(".gif")
    assert here.last().id == end.id
    assert (await here.do(here.ann, asked, "share")).text == EN("replay.shared")
    assert here.last().attached(".gif")
    assert here.last().text == EN("replay.head", game=1, turns=6)
    assert here.last().pinged == ()
    posted = len(here.messages())
    again = await here.do(here.ben, end, "film")
    assert again.attached(".gif")
    assert again.ephemeral
    assert "share" not in [press.verb for press in again.presses]
    assert (await forged(here, here.ben, Id(1, 0, "share").custom_id)).attached(".gif")
    assert len(here.messages()) == posted


def test_a_replay_that_was_shared_is_not_shared_again():
    table = after(played(running(ANN, BEN), 4), [EndedEarly("manager"), Stopped("stopped")])
    shared = share(table, ANN)
    assert shared.events == (ReplayShared(ANN),)
    assert share(shared.table, BEN).events == ()


async def test_who_did_not_play_sees_the_replay_alone(here):
    await finished(here, here.ann, here.ben)
    posted = len(here.messages())
    shown = await here.do(here.eve, here.last(), "film")
    assert shown.attached(".gif")
    assert "share" not in [press.verb for press in shown.presses]
    assert (await forged(here, here.eve, Id(1, 0, "share").custom_id)).attached(".gif")
    assert len(here.messages()) == posted


async def test_the_replay_comes_after_a_restart(here):
    await finished(here, here.ann, here.ben)
    here.env.inject_error("POST", "/channels/*/messages", status=503, code=0, message="Service Unavailable", times=1)
    await here.do(here.ann, await here.do(here.ann, here.last(), "film"), "share")
    await here.restart()
    await here.env.advance_time(60)
    assert [len(message.attachments) for message in here.messages() if ".gif" in str(message.attachments)] == [1]


async def test_where_no_file_may_be_attached_the_replay_is_words_alone(here):
    await finished(here, here.ann, here.ben)
    here.env.inject_error(
        "POST", "/channels/*/messages", status=403, code=50013, message="Missing Permissions", times=1
    )
    await here.do(here.ann, await here.do(here.ann, here.last(), "film"), "share")
    assert here.last().text == EN("replay.head", game=1, turns=6)


async def test_the_list_of_games_has_the_newest_finished_ones_with_their_replays(here):
    for seed in range(1, 8):
        await finished(here, here.ann, here.ben, seed=seed)
    await here.put(simulated("standard", 2, turns=3), here.ann, here.ben)
    listed = await here.command(here.ann, "games")
    head, running, title, *over = listed.text.splitlines()
    assert head == EN("games.head")
    assert running.startswith("**8** · Standard")
    assert title == EN("games.finished")
    assert [line.split(" ")[0] for line in over] == [f"**{game}**" for game in (7, 6, 5, 4, 3)]
    assert listed.labels == ["Game 8", *(EN("button.replay-game", game=game) for game in (7, 6, 5, 4, 3))]
    assert (await here.press(here.ann, listed, listed.presses[2].custom_id)).text == EN("replay.head", game=6, turns=6)


@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("standard", 4)])
def test_an_animation_takes_twenty_seconds_at_most_and_holds_its_last_frame(mode, seats, tmp_path):
    path = tmp_path / "game.gif"
    path.write_bytes(animation(film(table_of(whole(mode, seats)), EN).moving, loaded_theme()))
    with Image.open(path) as gif:
        waits = [(gif.seek(number), gif.info["duration"] / 1000)[1] for number in range(gif.n_frames)]
    assert sum(waits[:-1]) <= 20
    assert max(waits[:-1]) <= 0.4
    assert waits[-1] > 5
    assert path.stat().st_size < 2**20, "a phone loads it at once"
