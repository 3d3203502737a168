"""Very many lobbies and games at the same moment. `SOAK=1` (`make soak`) makes it the full number of games."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from bot.tables.limits import LIMITS
from bot.texts import texts
from tests.bot.killing import Clock, new_discord, process
from tests.bot.painters import Blank
from tests.wire.fake import button
from tests.wire.program import until
from tests.wire.tables import fill, placement, press_of, tables, turn_of

LOBBIES = LIMITS.channel
"""As many as one channel has room for."""
GAMES = 1000 if os.environ.get("SOAK") else 30


def _full(text: str) -> bool:
    return text.startswith(texts("en")("refused.lobby-full").split("{")[0])


async def test_all_lobbies_that_a_channel_has_room_for_fill_at_the_same_moment(tmp_path):
    fake, images = new_discord(), Blank()
    async with process(tmp_path / "db.sqlite3", fake, images) as here:
        opened = [fake.command(10_000 + number, "start", seats=4) for number in range(LOBBIES)]
        await here.quiet(within_s=300)
        assert all(one.filled for one in opened)
        lobbies = [one for one in fake.shown() if ":join:" in str(one["components"])]
        assert len(lobbies) == LOBBIES
        # Five people want the three seats that are left at each table.
        joined = [
            fake.press(20_000 + 10 * at + number, button(message, "join"), message)
            for number in range(5)
            for at, message in enumerate(lobbies)
        ]
        await here.quiet(within_s=300)
        assert all(one.filled for one in joined)
        for game in range(1, LOBBIES + 1):
            table = (await here.app.tables.load(game)).table
            assert len(set(table.humans)) == 4
        # Who came too late was told so; everybody else is at the table of the button.
        assert sum(_full(one.text) for one in joined) == 2 * LOBBIES


async def test_every_press_is_answered_and_no_game_wrong_when_all_games_are_played_at_the_same_moment(tmp_path):
    images, path = Blank(), tmp_path / "db.sqlite3"
    await fill(path, GAMES, turns=4)
    clock = Clock(datetime.now(UTC))
    fake = new_discord(clock)
    before = await tables(path, GAMES)
    async with process(path, fake, images, clock=clock, quiet_s=300) as here:
        await until(lambda: len(fake.shown()) == GAMES, within_s=300)
        await here.quiet(within_s=300)
        # In each game the player on turn presses twice, and so does one who is not.
        on_turn = [[press_of(fake, turn_of(one), placement(one)) for one in before] for _ in range(2)]
        others = {11: 12, 12: 11}
        wrong = [press_of(fake, others[turn_of(one)], placement(one)) for one in before]
        await here.quiet(within_s=300)
        pressed = [*on_turn[0], *on_turn[1], *wrong]
        assert all(one.filled for one in pressed)
        assert all(len(one.answers) == 1 for one in pressed)
        # The second press of the same placement ends on its result as well.
        assert all(one.text.startswith("Placed") for one in [*on_turn[0], *on_turn[1]])
        assert not any(one.text.startswith("Placed") for one in wrong)
    after = await tables(path, GAMES)
    # One placement in each, and the refill unless a bonus is open.
    for now, old in zip(after, before, strict=True):
        assert now.seq == old.seq + (2 if now.turn > old.turn else 1)
    assert len(fake.shown()) == GAMES + sum(one.turn > old.turn for one, old in zip(after, before, strict=True))
