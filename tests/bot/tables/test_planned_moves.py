"""A placement planned while others are on turn: made seconds after the turn has come, or lapsed with a reason."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.screens.panel_context import PanelContext
from bot.services import planned, privacy
from bot.tables import absence, planned_moves, play
from bot.tables.errors import Refused
from bot.tables.outbox_rows import read
from bot.tables.table import Table
from bot.tables.timers import PlannedMoveTimer
from bot.texts import texts
from game.board import adjacent
from game.events import Place
from game.placements import placements
from game.rules import preview
from game.state import Placement
from tests.bot.club import Club, club_at
from tests.bot.own_data import own_data
from tests.bot.sample_tables import ANN, BEN, CEM, EVE, after, choice, played, running, shuffle, turn_of

SECONDS = timedelta(seconds=1)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


def tried(table: Table, user: int) -> list[Placement]:
    """What a person could place if it were their turn, the most points first, none that earns a bonus."""
    view = PanelContext.of_game(table, table.view_for(user), texts("en")).view
    found = [preview(view, tile, (a, b)) for tile, a, b, _, _ in placements(view)]
    plain = [one.placement for one in found if not one.placement.bonuses and not one.exchange]
    return sorted(plain, key=lambda one: -one.total)


def apart(table: Table, user: int, intent: Place) -> Placement:
    """A placement of a person that has nothing to do with another one."""
    return next(
        one
        for one in tried(table, user)
        if not any(adjacent(cell, other) or cell == other for cell in one.at for other in intent.at)
        and planned_moves.lapse(
            after(table, play.place(table, turn_of(table), None, intent, shuffle)), user, move(table, user, one)
        )
        is None
    )


def move(table: Table, user: int, laid: Placement, *, untouched: bool = False) -> planned_moves.PlannedMove:
    return planned_moves.planned(table, user, laid, untouched=untouched)


async def plan(
    club: Club, user: int, laid: Placement, *, untouched: bool = False, game: int = 1
) -> planned_moves.PlannedMove:
    loaded = await club.tables.load(game)
    version = loaded.table.view_for(user).position.version
    _, kept = await planned.keep(club.app, loaded, user, version, laid, untouched=untouched)
    return kept


async def timers(club: Club, game: int = 1) -> list[float]:
    """In how many seconds planned moves are made."""
    rows = [row for row in await club.store.outbox_of(game) if isinstance(read(row), PlannedMoveTimer)]
    return [(row.due_at - club.now) / SECONDS for row in rows]


async def moved(club: Club, intent: Place, game: int = 1) -> None:
    """The person on turn places this."""
    table = await club.table(game)
    await club.tables.play(game, turn_of(table) or 0, None, intent)
    assert (await club.table(game)).turn > table.turn


@pytest.fixture
async def game(club) -> Table:
    """Ann is on turn, Ben waits; both have placed something already."""
    await club.game(ANN, BEN)
    for _ in range(4):
        await club.move(style="greedy")
    table = await club.table()
    assert turn_of(table) == ANN
    return table


# --- it is made ----------------------------------------------------------------------------------------------------


async def test_a_planned_move_is_made_seconds_after_the_turn_has_come(club, game):
    intent = choice(game, "greedy")
    wanted = apart(game, BEN, intent)
    await plan(club, BEN, wanted)
    await moved(club, intent)
    (seconds,) = await timers(club)
    assert planned_moves.EARLIEST_S <= seconds <= planned_moves.LATEST_S
    await club.wait(timedelta(seconds=seconds - 1))
    assert turn_of(await club.table()) == BEN
    await club.wait(1 * SECONDS)
    now = await club.table()
    assert turn_of(now) == ANN
    assert (now.public.turns[-1].placements[0].tile, now.public.turns[-1].placements[0].at) == (wanted.tile, wanted.at)
    assert (await club.tables.load(1)).plans == {}


async def test_the_time_until_it_is_made_varies(club):
    found = {round(club.tables.chance.plan_delay(1, seq) / SECONDS, 3) for seq in range(200)}
    assert len(found) > 190
    assert min(found) >= 4
    assert max(found) <= 20
    assert max(found) - min(found) > 14


async def test_everybody_gets_the_same_messages_whether_the_next_player_has_planned_or_not(club, game, tmp_path):
    intent = choice(game, "greedy")
    wanted = apart(game, BEN, intent)
    before = len(club.said)
    await moved(club, intent)
    without = await club.tell()
    async with club_at(tmp_path / "other.sqlite3") as other:
        await other.game(ANN, BEN)
        for _ in range(4):
            await other.move(style="greedy")
        assert len(other.said) == before
        await plan(other, BEN, wanted)
        assert len(other.said) == before
        await moved(other, intent)
        assert [(said.kind, said.screen, said.user) for said in await other.tell()] == [
            (said.kind, said.screen, said.user) for said in without
        ]


async def test_it_survives_a_restart_before_the_turn_and_one_before_the_timer(club, game):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    club.tables = await club.another()
    club.app = replace(club.app, tables=club.tables)
    await moved(club, intent)
    club.tables = await club.another()
    club.app = replace(club.app, tables=club.tables)
    await club.wait(20 * SECONDS)
    assert turn_of(await club.table()) == ANN


async def test_a_planned_move_that_earns_a_bonus_leaves_the_choice_of_the_bonus_placement(club):
    table = await _game_with_a_bonus_for_ben(club)
    view = PanelContext.of_game(table, table.view_for(BEN), texts("en")).view
    found = [preview(view, tile, (a, b)) for tile, a, b, _, _ in placements(view)]
    bonus = next(one.placement for one in found if one.placement.bonuses and one.rack)
    await plan(club, BEN, bonus)
    intent = next(
        intent
        for intent in (Place(one.tile, one.at) for one in tried_by_turn(table))
        if planned_moves.lapse(
            after(table, play.place(table, ANN, None, intent, shuffle)), BEN, move(table, BEN, bonus)
        )
        is None
    )
    await moved(club, intent)
    said = await club.wait(21 * SECONDS)
    now = await club.table()
    assert turn_of(now) == BEN
    assert now.game().position.in_turn
    assert now.public.turns[-1].seat == 0
    assert [one.user for one in said if one.kind == "plan"] == [BEN]
    assert await timers(club) == []
    assert (await club.tables.load(1)).plans == {}


def tried_by_turn(table: Table) -> list[Placement]:
    view = table.view_for(turn_of(table))
    found = [preview(view, tile, (a, b)) for tile, a, b, _, _ in placements(view)]
    return [one.placement for one in found if not one.placement.bonuses and not one.exchange]


async def _game_with_a_bonus_for_ben(club: Club) -> Table:
    await club.game(ANN, BEN)
    while True:
        table = await club.table()
        assert table.status == "running"
        if turn_of(table) == ANN:
            view = PanelContext.of_game(table, table.view_for(BEN), texts("en")).view
            good = [(tile, (a, b)) for tile, a, b, one, other in placements(view) if max(one, other) > 3]
            if any(one.placement.bonuses and one.rack for one in (preview(view, *laid) for laid in good)):
                return table
        await club.move(style="greedy")


# --- it lapses -----------------------------------------------------------------------------------------------------


async def lapsed(club: Club, table: Table, laid: Placement, intent: Place, *, untouched: bool = False) -> str | None:
    """Why the plan of Ben lapses when Ann places this; checks that he learns of it, and nobody else does."""
    await plan(club, BEN, laid, untouched=untouched)
    await moved(club, intent)
    assert await timers(club) == []
    said = await club.wait(60 * SECONDS)
    assert turn_of(await club.table()) == BEN
    assert [one.user for one in said if one.kind == "plan"] == [BEN]
    assert [one for one in said if one.user is None and "plan" in one.screen.text.lower()] == []
    found = planned.own(await club.tables.load(1), BEN)
    return found.lapsed if found else None


async def test_it_lapses_where_a_space_is_taken(club, game):
    intent = choice(game, "greedy")
    wanted = next(one for one in tried(game, BEN) if set(one.at) & set(intent.at))
    assert await lapsed(club, game, wanted, intent) == "taken"


async def test_it_lapses_where_it_would_score_less_than_was_shown(club, game):
    intent = choice(game, "greedy")
    wanted = apart(game, BEN, intent)
    shown = replace(wanted, points=(wanted.points[0] + 1, wanted.points[1]))
    assert await lapsed(club, game, shown, intent) == "fewer"


async def test_it_lapses_where_a_tile_comes_to_lie_next_to_it_if_that_was_asked(club, game):
    intent = choice(game, "greedy")
    near = next(
        one
        for one in tried(game, BEN)
        if not set(one.at) & set(intent.at)
        and any(adjacent(cell, other) for cell in one.at for other in intent.at)
        and planned_moves.lapse(after(game, play.place(game, ANN, None, intent, shuffle)), BEN, move(game, BEN, one))
        is None
    )
    assert await lapsed(club, game, near, intent, untouched=True) == "touched"


def test_a_tile_next_to_it_does_not_matter_where_that_was_not_asked():
    table = played(running(ANN, BEN), 4)
    for intent in (Place(one.tile, one.at) for one in tried_by_turn(table)):
        then = after(table, play.place(table, ANN, None, intent, shuffle))
        for one in tried(table, BEN):
            near = any(adjacent(cell, other) for cell in one.at for other in intent.at)
            if near and planned_moves.lapse(then, BEN, move(table, BEN, one)) is None:
                assert planned_moves.lapse(then, BEN, move(table, BEN, one, untouched=True)) == "touched"
                return
    raise AssertionError("no such pair")


def test_it_lapses_where_the_rules_forbid_it_by_then():
    # The first tile of both at one printed symbol: the second is no opening any more.
    table = running(ANN, BEN)
    intent = choice(table, "greedy")
    then = after(table, play.place(table, ANN, None, intent, shuffle))
    whys = {planned_moves.lapse(then, BEN, move(table, BEN, one)) for one in tried(table, BEN)}
    assert whys == {None, "taken", "rules"}


async def test_the_panel_says_why_it_lapsed(club, game):
    intent = choice(game, "greedy")
    wanted = next(one for one in tried(game, BEN) if set(one.at) & set(intent.at))
    await lapsed(club, game, wanted, intent)
    said = [one for one in club.said if one.kind == "plan"]
    assert texts("en")("plan.lapsed.taken") in said[0].screen.text


# --- it is dropped -------------------------------------------------------------------------------------------------


async def test_a_dropped_plan_is_not_made(club, game):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    await moved(club, intent)
    _, dropped = await planned.drop(club.app, await club.tables.load(1), BEN)
    assert dropped
    await club.wait(60 * SECONDS)
    assert turn_of(await club.table()) == BEN


async def test_of_dropping_and_making_at_the_same_moment_one_wins_and_says_so(club, game):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    await moved(club, intent)
    loaded = await club.tables.load(1)
    timer = PlannedMoveTimer(BEN, loaded.table.turn)
    made, (_, dropped) = await asyncio.gather(
        planned.make(club.app, timer, loaded), planned.drop(club.app, loaded, BEN)
    )
    assert (turn_of(made.table) == BEN) == dropped
    assert turn_of(await club.table()) == turn_of(made.table)


async def test_a_plan_that_is_dropped_while_it_is_made_is_not_made(club, game, monkeypatch):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    await moved(club, intent)
    loaded = await club.tables.load(1)
    players = club.store.players

    async def dropped_meanwhile(users):
        await club.store.drop_plan(1, BEN)
        return await players(users)

    monkeypatch.setattr(club.store, "players", dropped_meanwhile)
    await planned.make(club.app, PlannedMoveTimer(BEN, loaded.table.turn), loaded)
    assert turn_of(await club.table()) == BEN


async def test_who_places_something_first_is_not_played_for(club, game):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    await moved(club, intent)
    other = choice(await club.table(), "random")
    await club.tables.play(1, BEN, None, other)
    turns = (await club.table()).turn
    await club.wait(60 * SECONDS)
    assert (await club.table()).turn == turns
    assert (await club.tables.load(1)).plans == {}


async def test_two_timers_make_one_move(club, game):
    intent = choice(game, "greedy")
    await plan(club, BEN, apart(game, BEN, intent))
    await moved(club, intent)
    loaded = await club.tables.load(1)
    timer = PlannedMoveTimer(BEN, loaded.table.turn)
    await asyncio.gather(*(planned.make(club.app, timer, loaded) for _ in range(3)))
    assert (await club.table()).turn == loaded.table.turn + 1


# --- it lapses silently --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["stopped", "resigned", "held"])
async def test_a_plan_lapses_silently_with_its_game_or_its_seat(club, ending):
    await club.game(ANN, BEN, CEM)
    table = await club.table()
    await plan(club, BEN, tried(table, BEN)[0])
    if ending == "stopped":
        await club.tables.stop(1)
    elif ending == "resigned":
        await club.tables.resign(1, BEN)
    else:
        await club.tables.act(1, lambda table: absence.depart(table, BEN, shuffle))
    assert (await club.tables.load(1)).plans == {}
    assert not [said for said in await club.wait(60 * SECONDS) if said.kind == "plan"]


async def test_the_plan_of_somebody_else_stays_when_a_player_resigns(club):
    await club.game(ANN, BEN, CEM)
    await plan(club, CEM, tried(await club.table(), CEM)[0])
    await club.tables.resign(1, BEN)
    assert list((await club.tables.load(1)).plans) == [CEM]


# --- who may -------------------------------------------------------------------------------------------------------


async def test_only_who_waits_can_plan(club, game):
    laid = tried(game, BEN)[0]
    await club.refuses("your-turn", plan(club, ANN, laid))
    await club.refuses("not-playing", plan(club, EVE, laid))


async def test_nothing_can_be_planned_for_a_position_that_is_past(club, game):
    loaded = await club.tables.load(1)
    await moved(club, choice(game, "greedy"))
    for before in (loaded, await club.tables.load(1)):
        with pytest.raises(Refused):
            await planned.keep(club.app, before, BEN, 3, tried(game, BEN)[0], untouched=False)
    assert (await club.tables.load(1)).plans == {}


async def test_a_plan_that_arrives_with_the_turn_is_refused_or_made(club, game):
    """Of two who press at one moment the plan is stored before the move, and then made, or it is refused."""
    intent = choice(game, "greedy")
    wanted = apart(game, BEN, intent)
    results = await asyncio.gather(plan(club, BEN, wanted), moved(club, intent), return_exceptions=True)
    assert results[1] is None
    assert isinstance(results[0], Refused) == (await timers(club) == [])


async def test_a_second_plan_replaces_the_first(club, game):
    first, second = tried(game, BEN)[:2]
    await plan(club, BEN, first)
    await plan(club, BEN, second)
    (body,) = (await club.tables.load(1)).plans.values()
    assert planned_moves.from_text(body).placement == (second.tile, second.at)


# --- what is kept of a person --------------------------------------------------------------------------------------


async def test_the_file_about_a_person_has_their_plans_and_no_others(club):
    await club.game(ANN, BEN, CEM)
    table = await club.table()
    for user in (BEN, CEM):
        await plan(club, user, tried(table, user)[0])
    kept = await own_data(club.app, BEN)
    tile, _ = move(table, BEN, tried(table, BEN)[0]).placement
    assert kept["planned"]["1"]["tile"] == tile.code
    assert len(kept["planned"]) == 1


async def test_the_plans_of_a_person_are_deleted_with_the_rest(club):
    await club.game(ANN, BEN, CEM)
    table = await club.table()
    for user in (BEN, CEM):
        await plan(club, user, tried(table, user)[0])
    await privacy.forget(club.app, BEN)
    assert await club.store.plans_of(BEN) == {}
    assert list((await club.tables.load(1)).plans) == [CEM]


def test_a_damaged_plan_is_none():
    for text in ("", "{}", "[]", '{"tile":"XX","at":["A1","A2"],"points":[1,1],"turn":0}', '{"tile":1}'):
        assert planned_moves.from_text(text) is None


def test_a_plan_does_not_print_what_was_planned():
    table = running(ANN, BEN)
    laid = tried(table, BEN)[0]
    assert laid.tile.code not in repr(move(table, BEN, laid))


def test_it_lapses_where_the_person_may_exchange_after_it():
    table = running(ANN, BEN)
    while table.status == "running":
        if turn_of(table) == ANN and not table.game().position.in_turn:
            view = PanelContext.of_game(table, table.view_for(BEN), texts("en")).view
            found = (preview(view, tile, (a, b)) for tile, a, b, _, _ in placements(view)[::20])
            if laid := next((one.placement for one in found if one.exchange), None):
                assert planned_moves.lapse(_as_if_on_turn(table), BEN, move(table, BEN, laid)) == "exchange"
                return
        table = played(table, 1)
    raise AssertionError("no such position")


def _as_if_on_turn(table: Table) -> Table:
    """The table in the turn of Ben."""
    state = table.game()
    return replace(table, state=replace(state, position=replace(state.position, seat=1, owed=1)))
