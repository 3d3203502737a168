"""The daily challenge in the store: one try a person, tables of servers, messages that are sent once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from data.daily import TABLE_POST, DailyPost, DailyResult, DailyTry
from data.store import NewGame, SeatRow
from tests.data.tables import opened

DAY, BEFORE, AFTER = "2026-03-29", "2026-03-28", "2026-03-30"
MINUTE = timedelta(minutes=1)


def begun(user: int, day: str = DAY, name: str = "Ann") -> DailyTry:
    return DailyTry(DailyResult(day, user, name), ('{"dealt": "ü"}',))


def ended(one: DailyTry, clock, *pegs: int, counts: bool = True) -> DailyTry:
    row = replace(one.row, ended_at=clock(), counts=counts, result=pegs or (9, 8, 7, 36, 5, 4))
    return DailyTry(row, (*one.events, '{"placed": 1}'))


async def finished(store, clock, user: int, *pegs: int, day: str = DAY, counts: bool = True) -> None:
    assert await store.save_daily_try(begun(user, day), 0)
    assert await store.save_daily_try(ended(begun(user, day), clock, *pegs, counts=counts), 1)


async def due(store, clock) -> list[DailyPost]:
    return await store.due_daily_posts(clock(), 10)


async def test_a_person_has_one_try_a_day_whatever_presses(store, clock):
    assert await store.daily_try(DAY, 30) is None
    assert await store.save_daily_try(begun(30), 0)
    assert not await store.save_daily_try(begun(30, name="another"), 0)
    assert await store.daily_try(DAY, 30) == begun(30)
    assert await store.save_daily_try(begun(30, AFTER), 0)
    assert await store.save_daily_try(begun(31), 0)
    assert await store.latest_daily() == AFTER


async def test_of_two_changes_of_a_try_one_is_kept_and_none_after_its_end(store, clock):
    await store.save_daily_try(begun(30), 0)
    first, second = ended(begun(30), clock, 1, 2, 3, 4, 5, 6), ended(begun(30), clock)
    assert await store.save_daily_try(first, 1)
    assert not await store.save_daily_try(second, 1)
    assert not await store.save_daily_try(second, 2)
    assert await store.daily_try(DAY, 30) == first


async def test_a_server_shows_the_results_that_count_of_its_people_under_their_names_there(store, clock):
    for user, name in ((30, "Annie"), (31, "Ben"), (32, "Cem")):
        await store.join_daily(10, user, name)
    await store.join_daily(10, 30, "Anne")
    await store.join_daily(11, 30, "A.")
    await finished(store, clock, 30)
    clock.now += MINUTE
    await finished(store, clock, 31, 12, 12, 12, 13, 14, 15)
    await finished(store, clock, 32, counts=False)
    await finished(store, clock, 33)
    await store.save_daily_try(begun(34), 0)
    found = await store.daily_results(DAY, 10)
    assert [(one.name, one.lowest) for one in found] == [("Anne", 4), ("Ben", 12)]
    assert [one.name for one in await store.daily_results(DAY, 11)] == ["A."]
    await store.leave_daily(10, 30)
    assert [one.name for one in await store.daily_results(DAY, 10)] == ["Ben"]
    assert await store.daily_servers(30) == [11]


async def test_a_try_is_shown_in_the_servers_of_the_games_of_its_person(store, clock):
    await store.create(NewGame(12, 20, "standard", "en", 30), ["{}"], [SeatRow(0, 30, "Ann of twelve")])
    await store.create(NewGame(None, 20, "solo", "en", 30), ["{}"], [SeatRow(0, 30, "Ann")])
    await finished(store, clock, 30)
    assert [one.name for one in await store.daily_results(DAY, 12)] == ["Ann of twelve"]


async def test_a_month_adds_up_the_lowest_colours(store, clock):
    await store.join_daily(10, 30, "Ann")
    await store.join_daily(10, 31, "Ben")
    await finished(store, clock, 30, 9, 9, 9, 9, 9, 9, day="2026-02-28")
    await finished(store, clock, 30, 5, 9, 9, 9, 9, 9, day="2026-03-01")
    await finished(store, clock, 30, 7, 9, 9, 9, 9, 9, day="2026-03-31")
    await finished(store, clock, 31, 13, 14, 15, 16, 17, 18, day="2026-03-02")
    found = await store.daily_month("2026-03-01", "2026-03-31", 10)
    assert [(one.name, one.days, one.total, one.best) for one in found] == [("Ben", 1, 13, 13), ("Ann", 2, 12, 7)]


async def test_the_days_of_people_are_those_that_count(store, clock):
    for day in (AFTER, BEFORE):
        await finished(store, clock, 30, day=day)
    await finished(store, clock, 30, counts=False)
    await store.save_daily_try(begun(31), 0)
    await finished(store, clock, 32)
    assert await store.daily_days([30, 31]) == {30: [date.fromisoformat(BEFORE), date.fromisoformat(AFTER)]}
    assert await store.daily_days([]) == {}


async def test_a_day_gets_one_table_a_server_and_closes_those_before(store, clock):
    await store.open_daily_posts(BEFORE, [(10, 20)])
    (old,) = await due(store, clock)
    assert await store.claim_daily_post(old, clock() + MINUTE)
    await store.finish_daily_post(old, clock() + MINUTE, 77, clock())
    assert await due(store, clock) == []
    for _ in range(2):
        await store.open_daily_posts(DAY, [(10, 20), (11, 21)])
    posts = await due(store, clock)
    assert [(post.day, post.guild, post.user, post.closed) for post in posts] == [
        (BEFORE, 10, TABLE_POST, True),
        (DAY, 10, TABLE_POST, False),
        (DAY, 11, TABLE_POST, False),
    ]
    assert posts[0].message == 77
    assert [await store.due_daily_posts(clock(), 1, after) for after in (None, *posts)] == [
        [post] for post in posts
    ] + [[]]


async def test_a_table_that_never_came_is_not_sent_after_its_day_but_a_result_is(store, clock):
    await store.open_daily_posts(BEFORE, [(10, 20)])
    await store.share_daily(10, BEFORE, 30, 20)
    await store.open_daily_posts(DAY, [(10, 20)])
    assert [(post.day, post.user) for post in await due(store, clock)] == [(BEFORE, 30), (DAY, TABLE_POST)]


async def test_a_post_is_claimed_by_one_and_due_again_if_that_one_dies(store, clock):
    await store.open_daily_posts(DAY, [(10, 20)])
    (post,) = await due(store, clock)
    assert await store.claim_daily_post(post, clock() + MINUTE)
    assert not await store.claim_daily_post(post, clock() + MINUTE)
    assert await due(store, clock) == []
    assert await store.next_daily_post() == clock() + MINUTE
    clock.now += MINUTE
    (again,) = await due(store, clock)
    assert again.attempts == 1
    assert await store.claim_daily_post(again, clock() + MINUTE)
    await store.postpone_daily_post(again, clock() + MINUTE, None)
    assert await store.next_daily_post() is None


async def test_a_result_during_an_edit_leads_to_another_one_a_while_later(store, clock):
    await store.join_daily(10, 30, "Ann")
    await store.open_daily_posts(DAY, [(10, 20), (11, 20)])
    (post, other) = await due(store, clock)
    until = clock() + 5 * MINUTE
    for one in (post, other):
        assert await store.claim_daily_post(one, until)
    await store.finish_daily_post(other, until, 78, clock())
    await finished(store, clock, 30)
    await store.finish_daily_post(post, until, 77, clock())
    (again,) = await due(store, clock)
    assert (again.guild, again.message, again.attempts) == (10, 77, 0)
    assert await store.claim_daily_post(again, until)
    await store.finish_daily_post(again, until, 77, clock())
    await store.join_daily(10, 31, "Ben")
    clock.now += MINUTE / 4
    await finished(store, clock, 31)
    assert await store.next_daily_post() == clock() + 3 * MINUTE / 4


async def test_a_result_is_shared_once_a_server(store, clock):
    assert await store.share_daily(10, DAY, 30, 20)
    assert not await store.share_daily(10, DAY, 30, 21)
    assert await store.share_daily(11, DAY, 30, 20)
    assert [(post.guild, post.user, post.channel) for post in await due(store, clock)] == [(10, 30, 20), (11, 30, 20)]


async def test_all_of_a_person_goes_with_them_and_their_servers_show_it(store, clock):
    await store.join_daily(10, 30, "Ann")
    await store.open_daily_posts(DAY, [(10, 20)])
    await finished(store, clock, 30)
    await finished(store, clock, 31)
    await store.share_daily(10, DAY, 30, 20)
    await store.save_lesson(30, 4)
    for post in await due(store, clock):
        assert await store.claim_daily_post(post, clock() + MINUTE)
        await store.finish_daily_post(post, clock() + MINUTE, 77, clock())
    await store.delete_player(30, "nobody")
    assert await store.daily_history(30) == await store.daily_servers(30) == []
    assert await store.daily_try(DAY, 30) is None
    assert await store.lesson(30) == 0
    assert [(post.user, post.message) for post in await due(store, clock)] == [(-1, 77), (TABLE_POST, 77)]
    assert len(await store.daily_history(31)) == 1


async def test_old_days_are_deleted(store, clock):
    await finished(store, clock, 30, day=BEFORE)
    await finished(store, clock, 30)
    await store.open_daily_posts(BEFORE, [(10, 20)])
    await store.open_daily_posts(DAY, [(10, 20)])
    await store.delete_dailies(DAY)
    assert [one.day for one in await store.daily_history(30)] == [DAY]
    assert [post.day for post in await due(store, clock)] == [DAY]


async def test_a_server_follows_and_stops_following(store):
    assert await store.followers() == []
    row = replace(await store.server(10), daily_channel=20)
    await store.save_server(row)
    assert await store.server(10) == row
    assert await store.followers() == [(10, 20)]
    await store.save_server(replace(row, daily_channel=None))
    assert await store.followers() == []


async def test_a_lesson_goes_on_where_it_was_left(store):
    assert await store.lesson(30) == 0
    for step in (1, 3):
        await store.save_lesson(30, step)
    assert await store.lesson(30) == 3


async def test_who_has_a_seat_or_made_a_step_of_the_lesson_has_played(store):
    await opened(store, ["begun"], [SeatRow(0, 30, "Ann")])
    await store.save_lesson(31, 1)
    assert [await store.has_played(user) for user in (30, 31, 32)] == [True, True, False]
