"""Time banks in a club over days: what a turn uses, what stops it, what people read of it, and what they give."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.process.heartbeat import credit_outage
from bot.screens.press import GiftPress
from bot.services import clocks
from bot.tables import gifts
from bot.tables.events import TimeUsed, from_text
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN, CEM, turn_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PACE = "3d+12h/7d"


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def left_h(club: Club) -> list[float]:
    """The hours that each seat has for its next turn, that on turn for this one."""
    return [time / HOUR for time in (await club.table()).time_left]


async def used_h(club: Club) -> list[tuple[int, float]]:
    """What the log says was used, by the seats: in hours."""
    events = map(from_text, await club.log(1))
    return [(event.seat, event.ms / 3_600_000) for event in events if isinstance(event, TimeUsed)]


async def test_a_turn_uses_the_time_until_its_move_and_adds_the_increment(club):
    await club.game(ANN, BEN, pace=PACE)
    await club.wait(10)
    await club.move()
    await club.wait(30)
    await club.move()
    assert await used_h(club) == [(0, 10), (1, 30)]
    assert await left_h(club) == [74, 54]
    assert await club.deadline() == club.now + 74 * HOUR


async def test_nobody_saves_more_than_the_cap(club):
    await club.game(ANN, BEN, pace="1d+1d/2d")
    for _ in range(4):
        await club.move()
    assert await left_h(club) == [48, 48]


async def test_the_grace_after_the_deadline_uses_nothing_more(club):
    await club.game(ANN, BEN, pace=PACE)
    await club.wait(3 * DAY + 5 * HOUR)
    await club.move()
    assert await used_h(club) == [(0, 72)]
    assert await left_h(club) == [12, 72]


async def test_a_missed_turn_uses_everything_and_adds_the_increment(club):
    await club.game(ANN, BEN, CEM, pace=PACE)
    await club.wait(3 * DAY + 12 * HOUR)
    assert turn_of(await club.table()) == BEN
    assert await left_h(club) == [12, 72, 72]


async def test_quiet_hours_stop_no_clock(club):
    await club.wish(ANN, quiet="12-22", zone="UTC")
    await club.game(ANN, BEN, pace=PACE)
    await club.wait(12)
    await club.move()
    assert await used_h(club) == [(0, 12)]


async def test_a_vacation_uses_nothing_also_where_its_person_moves_in_it(club):
    await club.game(ANN, BEN, pace=PACE)
    await club.wait(5)
    await club.wish(ANN, vacation=(club.now + 4 * DAY).date().isoformat())
    await club.wait(2 * DAY)
    await club.move()
    assert await used_h(club) == [(0, 5)]


async def test_an_absence_of_the_bot_uses_nothing(club):
    await club.game(ANN, BEN, pace=PACE)
    await club.wait(5)
    await club.store.record_heartbeat(club.now)
    club.now += 9 * DAY
    await credit_outage(club.store, lambda: club.now)
    await club.wait(1)
    await club.move()
    assert await used_h(club) == [(0, 6)]


async def test_a_turn_that_began_after_the_last_heartbeat_gains_nothing_by_the_death_of_the_process(club):
    await club.game(ANN, BEN, pace=PACE)
    await club.store.record_heartbeat(club.now)
    await club.wait(40 / 3600)
    await club.move()
    club.now += 2 * HOUR
    await credit_outage(club.store, lambda: club.now)
    assert await club.deadline() == club.now + 3 * DAY


async def test_a_bot_in_the_seat_uses_nothing_and_its_person_comes_back_to_what_was_left(club):
    await club.game(ANN, BEN, CEM, pace="1d+1h/1d")
    for late in (DAY + 6 * HOUR, HOUR + 6 * HOUR):
        await club.wait(late)
        await club.move()
        await club.move()
    assert (await club.table()).taken_over == {0}
    used = await used_h(club)
    for _ in range(4):
        await club.wait(2)
        await club.move()
    assert [seat for seat, _ in (await used_h(club))[len(used) :]] == [1, 2, 1, 2]
    await club.tables.come_back(1, ANN)
    assert (await left_h(club))[0] == 1


async def test_a_time_a_move_keeps_no_account(club):
    await club.game(ANN, BEN, pace="3d")
    await club.wait(10)
    await club.move()
    assert await used_h(club) == []
    assert await left_h(club) == [72, 72]


async def test_the_lobby_names_the_three_times(club):
    await club.lobby(ANN, BEN, seats=3, pace=PACE)
    (said,) = await club.tell()
    assert "3 days, and 12 hours a move, at most 7 days" in said.screen.text


async def test_the_board_says_how_much_the_others_have_left(club):
    await club.game(ANN, BEN, pace=PACE)
    assert "Ben: 3 days left" in club.said[-1].screen.text
    await club.wait(32)
    await club.move()
    assert "Ann: 2 days 4 hours left" in club.said[-1].screen.text
    assert "Ben:" not in club.said[-1].screen.text.split("\n")[2], "their deadline stands there"


async def test_a_turn_notice_and_a_reminder_say_how_much_is_left(club):
    await club.wish(ANN, notices=True, reminders="half")
    await club.game(ANN, BEN, pace=PACE)
    assert "Ann: 3 days left" in club.direct(ANN)[-1].screen.text
    await club.wait(36)
    assert "Ann: 1 day 12 hours left" in club.direct(ANN)[-1].screen.text


# --- gifts -----------------------------------------------------------------------------------------------------------


async def give(club: Club, user: int) -> None:
    table = (loaded := await club.tables.load(1)).table
    await clocks.give_time(club.tables, loaded, lambda now: gifts.give(now, user, table.turn, table.gifts))


@pytest.mark.parametrize("pace", ["3d", PACE])
async def test_a_gift_moves_the_deadline_by_a_day_and_is_said_at_the_table(club, pace):
    await club.game(ANN, BEN, pace=pace)
    await club.wait(50)
    await give(club, BEN)
    (said,) = await club.tell()
    assert await club.deadline() == club.now + 46 * HOUR
    assert said.screen.text.startswith("Ben gives Ann a day.")
    assert f"<t:{int((club.now + 46 * HOUR).timestamp())}:R>" in said.screen.text


async def test_a_gift_after_the_deadline_lets_the_clock_run_again_and_no_bot_moves(club):
    await club.game(ANN, BEN, pace=PACE)
    (*_, late) = await club.wait(3 * DAY + HOUR)
    (button,) = late.screen.rows[0]
    assert button.press == GiftPress(1, 0, 0)
    await give(club, BEN)
    assert await club.deadline() == club.now + DAY
    (*_, late) = await club.wait(DAY + HOUR)
    assert late.screen.rows[0][0].press == GiftPress(1, 0, 1)
    await club.move()
    assert await used_h(club) == [(0, 96)]
    assert await left_h(club) == [12, 72]


async def test_a_turn_that_can_get_nothing_more_has_no_button(club):
    await club.game(ANN, BEN, pace="1h")
    for _ in range(gifts.MOST):
        await give(club, BEN)
    said = await club.wait(3 * DAY + 1.1 * HOUR)
    assert [one.screen.rows for one in said if one.kind == "late"] == [()]
