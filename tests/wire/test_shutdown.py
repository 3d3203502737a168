"""The program receives the signal to end in the middle of its work."""

from __future__ import annotations

from tests.wire.fake import Discord, Interaction
from tests.wire.hurried import END
from tests.wire.program import online, until
from tests.wire.server import serve
from tests.wire.tables import fill, placement, press_of, shown, tables, turn_of

GAMES = 10
FOR_EVER_S = 10**6


def in_words(pressed: Interaction) -> bool:
    """Whether a press got its answer, be it that it has to be pressed again."""
    (answer,) = pressed.answers
    return pressed.filled or bool(answer["type"] == 4 and answer["data"]["content"])


async def test_presses_in_flight_are_finished_or_refused_in_words_when_the_program_is_told_to_end(tmp_path):
    fake, path = Discord(), tmp_path / "db.sqlite3"
    await fill(path, GAMES)
    async with serve(fake) as server, online(server, tmp_path) as program:
        await shown(fake, GAMES)
        before = await tables(path, GAMES)
        # Each answer takes a while, so that all ten are underway when the signal comes.
        fake.plan("PATCH", "/webhooks/*", None, times=GAMES, wait_s=0.5)
        pressed = [press_of(fake, turn_of(one), placement(one)) for one in before]
        await until(lambda: all(one.answers for one in pressed))
        program.send(15)
        late = [press_of(fake, turn_of(one), one_more) for one in before[:5] for one_more in [placement(one, 2)]]
        assert await program.over() == 0
        assert all(in_words(one) for one in pressed)
        assert [len(one.answers) for one in late if one.answers] == [1] * len([one for one in late if one.answers])
        assert all(in_words(one) for one in late if one.answers)
        made = [len(one.public.turns) for one in await tables(path, GAMES)]
        assert made == [1] * GAMES
    assert not path.with_name("db.sqlite3-wal").exists()
    assert "Traceback" not in program.log


async def test_the_program_ends_in_time_though_discord_answers_no_more(tmp_path):
    fake, path = Discord(), tmp_path / "db.sqlite3"
    await fill(path, 3)
    async with serve(fake) as server, online(server, tmp_path, END) as program:
        await shown(fake, 3)
        before = await tables(path, 3)
        fake.plan("POST", "/channels/*/messages", None, times=3, wait_s=FOR_EVER_S)
        fake.plan("PATCH", "/webhooks/*", None, times=3, wait_s=FOR_EVER_S)
        for one in before:
            press_of(fake, turn_of(one), placement(one))
        await until(lambda: len(fake.sent("PATCH", "/webhooks/*")) == 3)
        program.send(15)
        assert await program.over() in (0, 1)
    async with serve(again := Discord()) as server, online(server, tmp_path) as program:
        await until(lambda: len(again.shown()) == 3)
        assert [len(one.public.turns) for one in await tables(path, 3)] == [1, 1, 1]
        assert await program.end() == 0
