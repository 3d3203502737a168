"""The daily challenge in the store: one try a person, rankings of servers, messages that are sent once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from data.daily import RANKING_POST, DailyPost, DailyResult, DailyTry
from data.store import NewGame, NewOutboxRow, NewServerRow, PlayerRow, SeatRow, Server, Vacation
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


EDIT = NewOutboxRow("edit", "{}")


async def follow(store, guild: int, channel: int, day: str = DAY, message: int | None = None, shown_at=None) -> None:
    """Let a server have the ranking of a day in a channel."""
    await store.save_server(replace(await store.server(guild), daily_channel=channel))
    await store.complete_daily(guild, [], [DailyPost(guild, day, RANKING_POST, channel, message, shown_at)], [])


async def waiting(store, clock) -> list[tuple[int, str]]:
    """The servers and the kinds of what is due."""
    return [(row.subject.guild, row.kind) for row in await store.due(clock(), 10)]


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
    await finished(store, clock, 30, 9, 9, 9, 9, 9, 9, day="2026-04-01")
    await finished(store, clock, 31, 18, 18, 18, 18, 18, 18, day="2026-03-03", counts=False)
    await finished(store, clock, 32, 18, 18, 18, 18, 18, 18, day="2026-03-04")
    await store.join_daily(11, 32, "Cem")
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


async def test_a_table_of_a_day_is_kept_for_each_channel_and_keeps_its_message(store, clock):
    table = DailyPost(10, DAY, RANKING_POST, 20)
    sent, other = replace(table, message=77, shown_at=clock()), replace(table, channel=21)
    for shown in ([table], [sent, other], [table]):
        assert await store.complete_daily(10, [], shown, []) == []
    assert await store.daily_posts(10, DAY, RANKING_POST) == [sent, other]
    assert await store.daily_posts(10, BEFORE, RANKING_POST) == await store.daily_posts(11, DAY, RANKING_POST) == []
    assert await store.latest_daily() == DAY


async def test_what_was_delivered_goes_and_what_follows_comes_with_the_message(store, clock):
    await store.save_server(await store.server(10), [EDIT, NewOutboxRow("later", "{}", clock() + MINUTE)])
    (row, _) = await store.outbox_of(Server(10))
    await store.complete_daily(10, [row.id], [], [NewOutboxRow("next", "{}", clock() + 2 * MINUTE)])
    assert [(one.kind, one.due_at) for one in await store.outbox_of(Server(10))] == [
        ("later", clock() + MINUTE),
        ("next", clock() + 2 * MINUTE),
    ]
    assert await store.next_due() == clock() + MINUTE
    assert await store.outbox_of(Server(11)) == []


async def test_a_result_leads_to_an_edit_of_each_table_that_shows_it_some_time_after_the_last(store, clock):
    for guild, message, shown_at in (
        (10, 77, clock() - MINUTE / 4),
        (11, None, None),
        (12, 78, clock()),
        (13, 79, clock()),
    ):
        await follow(store, guild, 20, message=message, shown_at=shown_at)
    for guild in (10, 11, 13):
        await store.join_daily(guild, 30, "Ann")
    await store.save_server(replace(await store.server(13), daily_channel=None))
    await store.save_daily_try(begun(30), 0)
    assert await store.save_daily_try(ended(begun(30), clock), 1, EDIT)
    assert not await store.save_daily_try(ended(begun(30), clock), 1, EDIT)
    found = {guild: [(row.kind, row.due_at) for row in await store.outbox_of(Server(guild))] for guild in range(10, 14)}
    assert found == {10: [("edit", clock() + 3 * MINUTE / 4)], 11: [("edit", clock())], 12: [], 13: []}


async def test_the_table_of_a_server_is_edited_once_somebody_who_was_shown_is_no_more(store, clock):
    await store.join_daily(10, 30, "Ann")
    for _ in range(2):
        await store.leave_daily(10, 30, EDIT)
    assert await waiting(store, clock) == [(10, "edit")]


async def test_a_result_is_shared_once_a_server(store, clock):
    assert await store.share_daily(10, DAY, 30, 20, EDIT)
    assert not await store.share_daily(10, DAY, 30, 21, EDIT)
    assert await store.share_daily(11, DAY, 30, 20, EDIT)
    assert await waiting(store, clock) == [(10, "edit"), (11, "edit")]
    (post,) = await store.daily_posts(10, DAY, 30)
    assert post == DailyPost(10, DAY, 30, 20)
    sent = replace(post, message=77, shown_at=clock())
    assert await store.complete_daily(10, [], [sent], []) == []
    assert await store.daily_posts(10, DAY, 30) == [sent]


async def test_all_of_a_person_goes_with_them_and_the_messages_that_name_them_are_given_out(store, clock):
    await store.join_daily(10, 30, "Ann")
    for day, guild in ((BEFORE, 10), (DAY, 10), (DAY, 11)):
        await follow(store, guild, 20, day, message=77, shown_at=clock())
    await finished(store, clock, 30)
    await store.share_daily(10, DAY, 30, 20, EDIT)
    await store.save_lesson(30, 4)
    clock.now += timedelta(days=date.fromisoformat(DAY).toordinal() - clock.now.date().toordinal())
    naming: list[DailyPost] = []

    def withdraw(posts):
        naming[:] = posts
        return [NewServerRow(post.guild, NewOutboxRow("withdrawn", "{}")) for post in posts]

    await store.delete_player(30, "nobody", withdraw)
    assert [(post.day, post.guild, post.user) for post in naming] == [(DAY, 10, RANKING_POST), (DAY, 10, 30)]
    assert await store.daily_history(30) == await store.daily_servers(30) == []
    assert await store.daily_try(DAY, 30) is None
    assert await store.lesson(30) == 0
    assert await store.daily_posts(10, DAY, 30) == []
    assert [row.kind for row in await store.outbox_of(Server(10))].count("withdrawn") == 2
    late = replace(naming[1], message=78, shown_at=clock())
    assert await store.complete_daily(10, [], [late], []) == [late], "a message that arrives afterwards is nobody's"


async def test_old_days_are_deleted(store, clock):
    await finished(store, clock, 30, day=BEFORE)
    await finished(store, clock, 30)
    for day in (BEFORE, DAY):
        await follow(store, 10, 20, day)
        await store.save_daily_try(begun(-5, day), 0)
    await store.delete_dailies(DAY, AFTER)
    assert [one.day for one in await store.daily_history(30)] == [DAY]
    assert [len(await store.daily_posts(10, day, RANKING_POST)) for day in (BEFORE, DAY)] == [0, 1]
    assert await store.daily_history(-5) == []


async def test_a_server_follows_and_stops_following(store):
    assert await store.followers() == []
    row = replace(await store.server(10), daily_channel=20)
    await store.save_server(row)
    assert await store.server(10) == row
    assert await store.followers() == [10]
    await store.save_server(replace(row, daily_channel=None))
    assert await store.followers() == []


async def test_vacations_are_kept_by_when_they_began_and_one_without_length_is_none(store):
    at = datetime(2026, 3, 2, 12, 0, 0, 5, tzinfo=UTC)
    first, second = (Vacation(at + timedelta(days=day), at + timedelta(days=day + 3)) for day in (0, 20))
    await store.save_player(PlayerRow(30), [second])
    await store.save_player(PlayerRow(30), [first])
    await store.save_player(PlayerRow(31), [first])
    assert await store.vacations([30, 31, 32]) == {30: [first, second], 31: [first]}
    shorter = Vacation(second.began, second.began + timedelta(days=1))
    await store.save_player(PlayerRow(30), [Vacation(first.began, first.began), shorter])
    assert await store.vacations([30]) == {30: [shorter]}
    await store.delete_player(30, "Former")
    assert await store.vacations([30, 31]) == {31: [first]}


async def test_a_lesson_goes_on_where_it_was_left(store):
    assert await store.lesson(30) == 0
    for step in (1, 3):
        await store.save_lesson(30, step)
    assert await store.lesson(30) == 3


async def test_who_has_a_seat_or_made_a_step_of_the_lesson_has_played(store):
    await opened(store, ["begun"], [SeatRow(0, 30, "Ann")])
    await store.save_lesson(31, 1)
    assert [await store.has_played(user) for user in (30, 31, 32)] == [True, True, False]
