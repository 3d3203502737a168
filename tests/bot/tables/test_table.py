"""What people may do at a table, from its opening to the end of its game."""

from collections import Counter
from random import Random

import pytest

from bot.tables import lobby, play
from bot.tables.errors import Refused
from bot.tables.events import Begun, Cancelled, Joined, Left, Seat, StopVoted, StopVoteRejected
from bot.tables.lobby import NewTerms
from bot.tables.lobby import _seating as seating
from bot.tables.names import BOT_NAMES
from game.events import Dealt, Place, Placed, Stopped, TurnEnded
from game.illegal import Illegal
from game.tiles import PIECES
from tests.bot.sample_tables import (
    ANN,
    BEN,
    CEM,
    DIA,
    EVE,
    after,
    choice,
    lobby_table,
    played,
    running,
    shuffle,
    turn_of,
)


def refuses(code: str):
    return pytest.raises(Refused, match=f"^\\('{code}'")


def closed(table):
    return after(table, play.vote_stop(table, table.host))


def over(table):
    return after(table, [Stopped("stopped")])


# --- joining -------------------------------------------------------------------------------------------------------


def test_a_person_joins_a_lobby():
    assert lobby_table(ANN, BEN, seats=3).humans == (ANN, BEN)


def test_a_person_sits_at_a_table_once():
    table = lobby_table(ANN, seats=3)
    with refuses("in-already"):
        lobby.join(table, ANN, "Ann")


def test_a_full_lobby_takes_nobody():
    with refuses("lobby-full"):
        lobby.join(lobby_table(ANN, BEN), CEM, "Cem")


def test_the_seats_of_bots_are_not_for_people():
    table = lobby_table(ANN, seats=3, bots=1)
    assert table.free == 1
    table = after(table, lobby.join(table, BEN, "Ben"))
    with refuses("lobby-full"):
        lobby.join(table, CEM, "Cem")


def test_who_left_may_come_back():
    table = lobby_table(ANN, BEN)
    table = after(table, lobby.leave(table, BEN, BEN))
    assert after(table, lobby.join(table, BEN, "Ben")).humans == (ANN, BEN)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        pytest.param(running(ANN, BEN), "begun", id="begun"),
        pytest.param(over(running(ANN, BEN)), "over", id="over"),
        pytest.param(closed(lobby_table(ANN, seats=2)), "cancelled", id="cancelled"),
    ],
)
@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(lambda table: lobby.join(table, CEM, "Cem"), id="join"),
        pytest.param(lambda table: lobby.begin(table, ANN, shuffle), id="begin"),
        pytest.param(lambda table: lobby.close(table, ANN), id="close"),
    ],
)
def test_what_belongs_to_a_lobby_is_refused_after_it(table, code, deed):
    with refuses(code):
        deed(table)


# --- teams ---------------------------------------------------------------------------------------------------------


def test_people_are_spread_over_the_teams():
    table = lobby_table(ANN, BEN, CEM, DIA, mode="team", seats=4)
    assert [person.side for person in table.lobby_players] == [0, 1, 0, 1]


def test_a_person_chooses_a_team():
    table = lobby_table(ANN, mode="team", seats=4)
    table = after(table, lobby.join(table, BEN, "Ben", 0))
    assert [person.side for person in table.lobby_players] == [0, 0]


def test_a_team_has_two_members():
    table = lobby_table(ANN, BEN, CEM, mode="team", seats=4)
    with refuses("team-full"):
        lobby.join(table, DIA, "Dia", 0)


def test_a_person_changes_the_team():
    table = lobby_table(ANN, BEN, mode="team", seats=4)
    table = after(table, lobby.join(table, ANN, "Ann", 1))
    assert {person.user: person.side for person in table.lobby_players} == {ANN: 1, BEN: 1}


def test_a_member_who_changes_the_team_stays_the_host():
    table = lobby_table(ANN, BEN, mode="team", seats=4)
    assert after(table, lobby.join(table, ANN, "Ann", 1)).host == ANN


def test_a_full_team_takes_nobody_from_the_other():
    table = lobby_table(ANN, BEN, CEM, DIA, mode="team", seats=4)
    with refuses("team-full"):
        lobby.join(table, ANN, "Ann", 1)


@pytest.mark.parametrize("side", [None, 0])
def test_joining_the_own_team_again_is_refused(side):
    with refuses("in-already"):
        lobby.join(lobby_table(ANN, BEN, mode="team", seats=4), ANN, "Ann", side)


@pytest.mark.parametrize("side", [-1, 2, 10**9])
def test_there_are_two_teams(side):
    with refuses("no-such-team"):
        lobby.join(lobby_table(ANN, mode="team", seats=4), BEN, "Ben", side)


def test_where_there_are_no_teams_the_wish_for_one_does_nothing():
    table = lobby_table(ANN, seats=2)
    assert lobby.join(table, BEN, "Ben", 1).events == (Joined(BEN, "Ben", 0),)


# --- leaving -------------------------------------------------------------------------------------------------------


def test_a_person_leaves_a_lobby():
    table = lobby_table(ANN, BEN)
    assert after(table, lobby.leave(table, BEN, BEN)).humans == (ANN,)


def test_the_table_passes_to_who_has_been_there_longest_when_its_host_leaves():
    table = lobby_table(ANN, BEN, CEM)
    assert after(table, lobby.leave(table, ANN, ANN)).host == BEN


def test_who_became_host_stays_it_when_the_one_before_joins_again():
    table = lobby_table(ANN, BEN, CEM)
    table = after(table, lobby.leave(table, ANN, ANN))
    table = after(table, lobby.join(table, ANN, "Ann", None))
    assert table.host == BEN
    table = after(table, lobby.leave(table, BEN, BEN))
    assert table.host == CEM


def test_a_table_that_passed_on_obeys_its_new_host_alone():
    table = lobby_table(ANN, BEN, CEM)
    table = after(table, lobby.leave(table, ANN, ANN))
    with refuses("host-only"):
        lobby.begin(table, CEM, shuffle)
    assert after(table, lobby.begin(table, BEN, shuffle)).status == "running"


def test_a_host_who_left_is_no_host_any_more():
    table = lobby_table(ANN, BEN)
    table = after(table, lobby.leave(table, ANN, ANN))
    for deed in (play.vote_stop, lobby.close):
        with refuses("host-only"):
            deed(table, ANN)


def test_a_table_closes_when_the_last_person_leaves():
    table = lobby_table(ANN, seats=2)
    assert after(table, lobby.leave(table, ANN, ANN)).status == "cancelled"


def test_nobody_closes_a_table_by_leaving_it_to_bots():
    table = lobby_table(ANN, seats=3, bots=1)
    assert after(table, lobby.leave(table, ANN, ANN)).status == "cancelled"


def test_the_host_removes_somebody():
    table = lobby_table(ANN, BEN)
    assert lobby.leave(table, BEN, ANN).events == (Left(BEN, ANN),)


def test_nobody_else_removes_somebody():
    with refuses("host-only"):
        lobby.leave(lobby_table(ANN, BEN, CEM), CEM, BEN)


def test_who_is_not_there_cannot_leave():
    with refuses("not-in-lobby"):
        lobby.leave(lobby_table(ANN, BEN), EVE, EVE)


def test_who_is_not_there_cannot_be_removed():
    with refuses("they-not-in-lobby"):
        lobby.leave(lobby_table(ANN, BEN), EVE, ANN)


def test_nobody_leaves_a_running_game():
    with refuses("game-running"):
        lobby.leave(running(ANN, BEN), ANN, ANN)


@pytest.mark.parametrize(
    ("table", "code"), [(over(running(ANN, BEN)), "over"), (closed(lobby_table(ANN, seats=2)), "cancelled")]
)
def test_nobody_leaves_what_is_over(table, code):
    with refuses(code):
        lobby.leave(table, ANN, ANN)


# --- changing the terms --------------------------------------------------------------------------------------------


def test_the_host_changes_mode_hints_and_rating():
    table = lobby_table(ANN, BEN, seats=4)
    for wanted in (NewTerms(hints=False), NewTerms(casual=True), NewTerms(mode="duel")):
        table = after(table, lobby.change_terms(table, ANN, wanted))
    terms = table.opened
    assert (terms.mode, terms.seats, terms.hints, terms.casual) == ("duel", 2, False, True)
    assert lobby.change_terms(table, ANN, NewTerms(mode="duel")).events == ()


def test_people_of_a_lobby_that_becomes_one_of_teams_join_them_in_turn_and_come_back():
    table = lobby_table(ANN, BEN, CEM, seats=4)
    table = after(table, lobby.change_terms(table, ANN, NewTerms(mode="team")))
    assert [person.side for person in table.lobby_players] == [0, 1, 0]
    table = after(table, lobby.change_terms(table, ANN, NewTerms(mode="standard")))
    assert [person.side for person in table.lobby_players] == [0, 0, 0]
    assert table.host == ANN


def test_a_mode_with_too_few_seats_for_all_is_refused():
    with refuses("seats-taken"):
        lobby.change_terms(lobby_table(ANN, BEN, CEM, seats=4), ANN, NewTerms(mode="duel"))
    with refuses("host-only"):
        lobby.change_terms(lobby_table(ANN, BEN, seats=4), BEN, NewTerms(mode="duel"))


# --- beginning -----------------------------------------------------------------------------------------------------


def test_only_the_host_begins():
    with refuses("host-only"):
        lobby.begin(lobby_table(ANN, BEN), BEN, shuffle)


def test_an_outsider_does_not_begin():
    with refuses("host-only"):
        lobby.begin(lobby_table(ANN, BEN), EVE, shuffle)


def test_a_game_begins_with_as_many_seats_as_there_are_players():
    table = lobby_table(ANN, BEN, CEM, seats=4)
    table = after(table, lobby.begin(table, ANN, shuffle))
    assert (len(table.seats), table.game().position.seats) == (3, 3)


def test_a_mode_that_needs_more_players_does_not_begin():
    with pytest.raises(Refused) as caught:
        lobby.begin(lobby_table(ANN, seats=3), ANN, shuffle)
    assert (caught.value.code, caught.value.values) == ("too-few", {"missing": 1})


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CEM)])
def test_a_team_game_needs_four(people):
    with pytest.raises(Refused) as caught:
        lobby.begin(lobby_table(*people, mode="team", seats=4), ANN, shuffle)
    assert caught.value.values == {"missing": 4 - len(people)}


def test_a_duel_needs_two():
    with refuses("too-few"):
        lobby.begin(lobby_table(ANN, mode="duel", seats=2), ANN, shuffle)


def test_in_the_order_of_joining_who_opened_starts():
    table = running(BEN, ANN, DIA, CEM)
    assert table.humans == (BEN, ANN, DIA, CEM)


def seatings(*users, tries=200, **terms) -> Counter:
    """How often each seating came, by seed."""
    table = lobby_table(*users, **terms)
    return Counter(tuple(seat.user for seat in seating(table, Random(seed))) for seed in range(tries) if table.seq)


def test_in_random_order_everybody_starts_about_as_often():
    starts = Counter(seats[0] for seats in seatings(ANN, BEN, CEM).elements())
    assert set(starts) == {ANN, BEN, CEM}
    assert min(starts.values()) > 200 / 3 / 2


def test_in_random_order_every_seating_comes():
    assert len(seatings(ANN, BEN, CEM)) == 6


def test_in_random_order_each_team_starts_about_as_often():
    starts = Counter(seats[0] in (ANN, CEM) for seats in seatings(ANN, BEN, CEM, DIA, mode="team").elements())
    assert min(starts.values()) > 60


@pytest.mark.parametrize("order", ["random", "joined"])
@pytest.mark.parametrize("seed", range(5))
def test_partners_sit_opposite(order, seed):
    table = lobby_table(ANN, mode="team", seats=4, order=order)
    table = after(table, lobby.join(table, BEN, "Ben", 0))
    table = after(table, lobby.join(table, CEM, "Cem", 1), [])
    table = after(table, lobby.join(table, DIA, "Dia", 1))
    seats = [seat.user for seat in seating(table, Random(seed))]
    assert {frozenset(seats[0::2]), frozenset(seats[1::2])} == {frozenset((ANN, BEN)), frozenset((CEM, DIA))}


def test_in_the_order_of_joining_the_team_of_who_opened_starts():
    table = lobby_table(ANN, BEN, CEM, DIA, mode="team", seats=4, order="joined")
    table = after(table, lobby.leave(table, CEM, CEM), lobby.leave(table, ANN, ANN))
    table = after(table, lobby.join(table, ANN, "Ann", 0))
    table = after(table, lobby.join(table, CEM, "Cem", 0))
    assert [seat.user for seat in seating(table, Random(1))] == [BEN, ANN, DIA, CEM]


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CEM)])
def test_bots_fill_the_teams(people):
    bots = 4 - len(people)
    table = lobby_table(*people, mode="team", seats=4, bots=bots)
    table = after(table, lobby.begin(table, ANN, shuffle))
    assert sorted(seat.name for seat in table.seats if seat.user is None) == sorted(BOT_NAMES[:bots])
    assert set(table.humans) == set(people)


def test_two_people_of_one_team_play_against_two_bots():
    table = lobby_table(ANN, mode="team", seats=4, bots=2)
    table = after(table, lobby.join(table, BEN, "Ben", 0))
    table = after(table, lobby.begin(table, ANN, shuffle))
    seats = [seat.user for seat in table.seats]
    assert {ANN, BEN} in ({*seats[0::2]}, {*seats[1::2]})


def test_bots_fill_the_seats_that_were_meant_for_them():
    table = running(ANN, BEN, seats=4, bots=2)
    assert [seat.name for seat in table.seats] == ["Ann", "Ben", "Bot Ada", "Bot Blaise"]


def test_a_game_with_bots_waits_for_nobody_but_people():
    for seed in range(8):
        table = running(
            ANN, BEN, seats=4, bots=2, order="random", shuffle=lambda seq, seed=seed: Random(f"{seed}:{seq}")
        )
        assert turn_of(table) in (ANN, BEN)


def test_bots_in_front_have_made_their_turns_when_a_game_begins():
    games = [
        running(ANN, seats=4, bots=3, order="random", shuffle=lambda seq, seed=seed: Random(f"{seed}:{seq}"))
        for seed in range(12)
    ]
    assert {len(table.game().position.turns) for table in games} == {0, 1, 2, 3}
    for table in games:
        assert len(table.game().position.turns) == table.seat_of(ANN)


def test_a_bot_answers_in_the_same_change():
    table = running(ANN, bots=1)
    made = play.place(table, ANN, None, choice(table), shuffle)
    assert [type(event) for event in made.events] == [Placed, TurnEnded, Placed, TurnEnded]
    assert turn_of(made.table) == ANN


def test_a_change_has_the_table_that_its_events_lead_to():
    table = running(ANN, bots=1)
    made = play.place(table, ANN, None, choice(table), shuffle)
    assert made.table == after(table, made.events)


def test_a_game_of_one_person_and_bots_ends():
    table = played(running(ANN, bots=3), 200, "careful")
    assert table.status == "over"


def test_a_solo_game_has_no_other_player():
    table = running(ANN, mode="solo")
    assert table.seats == (Seat(ANN, "Ann"),)


# --- ending by wish ------------------------------------------------------------------------------------------------


def test_the_host_closes_the_lobby():
    assert play.vote_stop(lobby_table(ANN, BEN), ANN).events == (Cancelled(ANN),)


def test_nobody_else_closes_the_lobby():
    for user in (BEN, EVE):
        with refuses("host-only"):
            play.vote_stop(lobby_table(ANN, BEN), user)


def test_closing_a_lobby_never_touches_a_running_game():
    with refuses("begun"):
        lobby.close(running(ANN, BEN), ANN)


def test_a_game_is_stopped_when_every_person_agrees():
    table = running(ANN, BEN)
    table = after(table, play.vote_stop(table, ANN))
    assert table.status == "running"
    table = after(table, play.vote_stop(table, BEN))
    assert (table.status, table.game().position.ending.reason) == ("over", "stopped")


def test_bots_are_not_asked():
    table = running(ANN, bots=3)
    assert play.vote_stop(table, ANN).events == (StopVoted(ANN), Stopped("stopped"))


def test_agreeing_twice_is_refused():
    table = running(ANN, BEN)
    table = after(table, play.vote_stop(table, ANN))
    with refuses("agreed-already"):
        play.vote_stop(table, ANN)


def test_only_players_are_asked():
    with refuses("not-playing"):
        play.vote_stop(running(ANN, BEN), EVE)


def test_somebody_who_wants_to_play_on_voids_the_agreement():
    table = running(ANN, BEN, CEM)
    table = after(table, play.vote_stop(table, ANN), play.vote_stop(table, CEM), [StopVoteRejected(BEN)])
    assert table.stop_votes == frozenset()


def test_who_agreed_may_think_better_of_it():
    table = running(ANN, BEN)
    table = after(table, play.vote_stop(table, ANN))
    assert play.reject_stop(table, ANN).events == (StopVoteRejected(ANN),)


def test_there_must_be_something_to_decline():
    with refuses("nothing-asked"):
        play.reject_stop(running(ANN, BEN), BEN)


def test_only_players_decline():
    table = running(ANN, BEN)
    with refuses("not-playing"):
        play.reject_stop(after(table, play.vote_stop(table, ANN)), EVE)


def test_a_turn_voids_the_agreement():
    table = running(ANN, BEN)
    table = after(table, play.vote_stop(table, BEN))
    assert played(table, 1).stop_votes == frozenset()


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (lobby_table(ANN, BEN), "not-begun"),
        (over(running(ANN, BEN)), "over"),
        (closed(lobby_table(ANN, seats=2)), "cancelled"),
    ],
)
def test_there_is_nothing_to_decline_where_no_game_runs(table, code):
    with refuses(code):
        play.reject_stop(table, ANN)


@pytest.mark.parametrize(
    ("table", "code"), [(over(running(ANN, BEN)), "over"), (closed(lobby_table(ANN, seats=2)), "cancelled")]
)
def test_what_is_over_cannot_be_cancelled(table, code):
    with refuses(code):
        play.vote_stop(table, ANN)


# --- playing -------------------------------------------------------------------------------------------------------


def test_a_turn_is_a_placement_and_a_refill():
    table = running(ANN, BEN)
    made = play.place(table, ANN, table.game().position.version, choice(table), shuffle)
    assert [type(event) for event in made.events] == [Placed, TurnEnded]


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (lobby_table(ANN, BEN), "not-begun"),
        (over(running(ANN, BEN)), "over"),
        (closed(lobby_table(ANN, seats=2)), "cancelled"),
    ],
)
def test_nobody_places_where_no_game_runs(table, code):
    with refuses(code):
        play.place(table, ANN, None, Place(PIECES[0], (1, 2)), shuffle)


def test_an_outsider_does_not_place():
    table = running(ANN, BEN)
    with refuses("not-playing"):
        play.place(table, EVE, None, choice(table), shuffle)


@pytest.mark.parametrize("version", [0, 2, 10**9])
def test_a_placement_made_in_another_position_is_refused(version):
    table = running(ANN, BEN)
    with refuses("moved-on"):
        play.place(table, ANN, version, choice(table), shuffle)


def test_who_is_not_on_turn_does_not_place():
    table = running(ANN, BEN)
    with pytest.raises(Illegal, match="not-your-turn"):
        play.place(table, BEN, None, choice(table), shuffle)


def test_the_same_placement_is_not_made_twice():
    table = running(ANN, BEN)
    version, intent = table.game().position.version, choice(table)
    table = after(table, play.place(table, ANN, version, intent, shuffle))
    with refuses("moved-on"):
        play.place(table, ANN, version, intent, shuffle)


# --- what is shown -------------------------------------------------------------------------------------------------


def test_a_lobby_shows_no_game():
    with refuses("not-begun"):
        lobby_table(ANN, BEN).view_for(ANN)


def test_a_closed_table_shows_no_game():
    with refuses("cancelled"):
        closed(lobby_table(ANN, BEN)).view_for(ANN)


def in_mid_turn():
    """A game in which somebody has placed and goes on with a bonus placement, and the game before it."""
    for seed in range(40):
        table = running(ANN, BEN, mode="duel", shuffle=lambda seq, seed=seed: Random(f"{seed}:{seq}"))
        while table.status == "running":
            before, table = table, played(table, 1)
            if table.status == "running" and table.game().position.in_turn:
                return before, table
    raise AssertionError("no bonus in forty duels")


def test_an_unfinished_turn_is_shown_to_nobody_but_who_makes_it():
    before, table = in_mid_turn()
    mover = turn_of(table)
    (other,) = {ANN, BEN} - {mover}
    assert table.view_for(mover).position.in_turn
    for reader in (other, EVE, None):
        assert table.view_for(reader).position == before.public


def test_the_rack_is_shown_to_its_owner_alone():
    table = running(ANN, BEN)
    assert table.view_for(ANN).rack == table.game().racks[0]
    assert table.view_for(BEN).rack == table.game().racks[1]
    for reader in (EVE, None):
        assert table.view_for(reader).rack == ()


def test_a_dealt_game_is_public_before_the_first_turn():
    assert isinstance(running(ANN, BEN).events[0], Dealt)
    assert running(ANN, BEN).public.turns == ()


def test_events_count_from_one_and_the_last_is_the_number_of_the_table():
    table = lobby_table(ANN, BEN)
    begun = lobby.begin(table, ANN, shuffle).events
    assert isinstance(begun[0], Begun)
    assert table.seq == 3
    assert after(table, begun).seq == 3 + len(begun)
