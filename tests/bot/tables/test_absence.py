"""What happens when somebody does not move: misses, held seats, coming back, votes, resignations; as plain values."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens import board, votes
from bot.screens.phrases import standing_lines, winner_words
from bot.tables import absence, lobby, play
from bot.tables.errors import Refused
from bot.tables.events import EndedEarly, SeatTakenOver, TurnMissed, from_text, to_text
from bot.tables.fold import fold
from bot.tables.table import Table
from bot.texts import texts
from data.store import PlayerRow
from game.events import Stopped
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, after, choice, played, running, shuffle, turn_of, whole_log

NOW = datetime(2026, 3, 1, tzinfo=UTC)

EN = texts("en")


def missed(table: Table) -> Table:
    """The table after the player on turn has missed it."""
    return after(table, absence.miss_turn(table, table.turn, shuffle))


def gone(table: Table, *users: int) -> Table:
    """The table after bots have taken the seats of these users, who miss their turns; others play."""
    while not {table.seat_at(user) for user in users} <= table.taken_over:
        table = missed(table) if turn_of(table) in users else played(table, 1, "careful")
    return table


def idle(*users: int) -> Table:
    """A game without a clock in which the first has not moved for long."""
    table = running(*users)
    return after(table, absence.offer_takeover(table, table.turn))


def refuses(code: str):
    return pytest.raises(Refused, match=f"^\\('{code}'")


# --- missed turns --------------------------------------------------------------------------------------------------


def test_a_missed_turn_is_made_by_a_bot_and_the_next_person_is_on_turn():
    table = missed(running(ANN, BEN, CEM))
    assert table.turn == 1
    assert turn_of(table) == BEN
    assert (table.missed_turns, table.taken_over) == ((1, 0, 0), frozenset())


def test_two_missed_turns_in_a_row_give_the_seat_to_a_bot():
    table = gone(running(ANN, BEN), ANN)
    assert table.missed_turns == (2, 0)
    assert table.turn == 3
    assert turn_of(played(table, 1, "careful")) == BEN


def test_a_turn_made_in_between_makes_the_row_begin_anew():
    table = running(ANN, BEN)
    for _ in range(3):
        table = played(missed(table), 1, "careful")
        assert not table.taken_over
        table = played(table, 2, "careful")
    assert table.missed_turns == (0, 0)


def test_a_turn_that_is_over_cannot_be_missed_any_more():
    table = running(ANN, BEN)
    assert absence.miss_turn(played(table, 1, "careful"), 0, shuffle).events == ()
    assert absence.miss_turn(missed(table), 0, shuffle).events == ()


def test_a_bonus_that_is_open_when_time_is_up_is_placed_by_a_bot():
    table = running(ANN, BEN, mode="duel")
    for number in range(200):
        if table.status != "running":
            table = running(ANN, BEN, mode="duel", shuffle=lambda seq, n=number: Random(f"{n}:{seq}"))
        if table.game().position.in_turn:
            break
        table = played(table, 1)
    user, turn = turn_of(table), table.turn
    over = after(table, absence.miss_turn(table, turn, shuffle))
    assert over.turn > turn
    assert over.public.turns[turn].seat == table.seat_of(user)


def test_when_nobody_is_left_the_game_is_stopped_and_says_so():
    table = running(ANN, BEN)
    while table.status == "running":
        table = missed(table)
    assert table.ended_early == "nobody"
    assert table.turn == 3, "each missed one, then the first a second one, and then nobody was left"
    assert "Nobody was left to play." in board.board(table, EN, 0).text


def test_who_leaves_a_game_at_stake_last_does_not_stop_it():
    table = gone(played(running(ANN, BEN), 4, "careful"), ANN)
    while not table.missed_turns[1]:
        table = missed(table)
    table = missed(table)
    assert (table.status, table.ended_early) == ("over", None)
    assert table.game().position.ending.reason in ("board-full", "instant-win")


def test_who_stays_alone_in_a_game_at_stake_cannot_end_it_by_doing_nothing():
    table = gone(played(running(ANN, BEN), 4, "careful"), ANN)
    over = after(table, absence.abandon(table, table.turn, shuffle))
    assert (over.status, over.ended_early) == ("over", None)
    table = running(ANN, BEN)
    assert after(table, absence.abandon(table, table.turn, shuffle)).ended_early == "unused"


# --- coming back ---------------------------------------------------------------------------------------------------


def test_who_comes_back_plays_their_next_turn():
    table = gone(running(ANN, BEN), ANN)
    table = after(table, absence.come_back(table, ANN))
    assert (table.taken_over, table.missed_turns) == (frozenset(), (0, 0))
    assert turn_of(played(table, 1, "careful")) == ANN


def test_nobody_comes_back_who_was_not_away_or_resigned_or_never_played():
    table = running(ANN, BEN, CEM)
    with refuses("not-away"):
        absence.come_back(table, ANN)
    with refuses("not-playing"):
        absence.come_back(table, EVE)
    with refuses("not-playing"):
        absence.come_back(after(table, absence.resign(table, ANN, shuffle)), ANN)


def test_the_board_offers_the_way_back_as_long_as_somebody_is_away():
    table = gone(running(ANN, BEN, CEM), ANN)

    def verbs(of: Table) -> list[str]:
        rows = board.board(of, EN, 0).rows
        return [button.press.verb for row in rows if isinstance(row, tuple) for button in row]

    assert "back" in verbs(table)
    assert "back" not in verbs(after(table, absence.come_back(table, ANN)))


# --- the vote without a clock --------------------------------------------------------------------------------------


def test_the_others_let_a_bot_take_the_seat():
    table = idle(ANN, BEN, CEM)
    table = after(table, absence.vote_takeover(table, BEN, shuffle))
    with refuses("wanted-already"):
        absence.vote_takeover(table, BEN, shuffle)
    table = after(table, absence.vote_takeover(table, CEM, shuffle))
    assert (table.taken_over, table.takeover_offered, table.takeover_votes, turn_of(table)) == (
        {0},
        False,
        frozenset(),
        BEN,
    )


def test_who_resigns_holds_up_no_vote():
    table = idle(ANN, BEN, CEM, DIA)
    for user in (BEN, CEM):
        table = after(table, absence.vote_takeover(table, user, shuffle))
    table = after(table, absence.resign(table, DIA, shuffle))
    assert table.taken_over == {0}
    assert turn_of(table) == BEN


def test_who_resigns_holds_up_no_agreement_to_end_the_game():
    table = running(ANN, BEN, CEM)
    for user in (ANN, BEN):
        table = after(table, play.vote_stop(table, user))
    assert after(table, absence.resign(table, CEM, shuffle)).status == "over"


def test_who_is_away_is_not_asked_whether_the_game_should_end():
    table = gone(running(ANN, BEN, CEM), ANN)
    table = after(table, play.vote_stop(table, BEN))
    assert votes.stop_vote(table, EN).mentions == (CEM,)
    assert after(table, play.vote_stop(table, CEM)).status == "over"


def test_who_is_away_comes_back_before_they_vote():
    table = gone(running(ANN, BEN, CEM), ANN)
    while turn_of(table) != BEN:
        table = played(table, 1, "careful")
    table = after(table, absence.offer_takeover(table, table.turn))
    with refuses("come-back"):
        absence.vote_takeover(table, ANN, shuffle)


# --- resigning -----------------------------------------------------------------------------------------------------


def test_of_two_players_the_other_wins_when_one_resigns():
    table = played(running(ANN, BEN), 9)
    table = after(table, absence.resign(table, ANN, shuffle))
    assert table.public.ending.standing == ((1,), (0,))
    assert "Ben" in winner_words(table.public, table.names, EN)
    assert "Ann resigned." in winner_words(table.public, table.names, EN)


@pytest.mark.parametrize(("mode", "leaver"), [("standard", ANN), ("standard", BEN), ("duel", ANN), ("duel", BEN)])
def test_a_resignation_names_no_tie_break_in_words_or_picture(mode, leaver):
    table = played(running(ANN, BEN, mode=mode), 9)
    table = after(table, absence.resign(table, leaver, shuffle))
    lines = standing_lines(table.public, table.names, EN)
    assert lines[-1].endswith("(resigned)")
    assert not any("decided" in line for line in lines)
    picture = board.board(table, EN, 0).picture
    assert [seat.decided for panel in picture.panels for seat in panel.seats] == [None, None]


def test_a_seat_that_is_last_by_resignation_names_no_tie_break_but_the_others_may():
    table = played(running(ANN, BEN, CEM), 5)
    table = played(after(table, absence.resign(table, ANN, shuffle)), 200)
    picture = board.board(table, EN, 0).picture
    decided = {seat.number: seat.decided for panel in picture.panels for seat in panel.seats}
    assert decided[0] is None
    assert decided[table.public.ending.standing[0][0]] is not None


@pytest.mark.parametrize("users", [(ANN, BEN, CEM), (ANN, BEN, CEM, DIA)])
def test_of_more_a_bot_keeps_the_seat_which_is_ranked_last(users):
    table = played(running(*users), 5)
    leaver = users[1]
    table = after(table, absence.resign(table, leaver, shuffle))
    assert table.status == "running"
    table = played(table, 200)
    assert table.public.ending.reason in ("board-full", "instant-win")
    assert table.public.ending.standing[-1] == (1,)


def test_a_team_with_a_resigned_partner_is_ranked_by_its_points():
    table = played(running(ANN, BEN, CEM, DIA, mode="team"), 5)
    before = table.names
    table = played(after(table, absence.resign(table, ANN, shuffle)), 300)
    ending = table.public.ending
    assert ending == table.game().position.ending
    assert {len(place) for place in ending.standing} <= {2, 4}
    assert table.names == before


def test_resigning_out_of_turn_leaves_the_turn_where_it_is():
    table = running(ANN, BEN, CEM)
    table = after(table, absence.resign(table, CEM, shuffle))
    assert (turn_of(table), table.turn) == (ANN, 0)
    table = played(table, 2, "careful")
    assert turn_of(table) == ANN, "the seat of Cem has played"


def test_who_resigned_cannot_do_anything_any_more():
    table = running(ANN, BEN, CEM)
    table = after(table, absence.resign(table, ANN, shuffle))
    for deed in (
        lambda: absence.resign(table, ANN, shuffle),
        lambda: play.vote_stop(table, ANN),
        lambda: absence.nudge(table, ANN, PlayerRow(BEN), NOW),
        lambda: play.place(table, ANN, None, choice(table), shuffle),
    ):
        with refuses("not-playing"):
            deed()


def test_a_timeout_and_a_resignation_at_once_give_the_next_player_one_turn():
    table = running(ANN, BEN, CEM)
    for first, second in (("time", "resign"), ("resign", "time")):
        now = table
        for what in (first, second):
            if what == "time":
                now = after(now, absence.miss_turn(now, 0, shuffle))
            else:
                now = after(now, absence.resign(now, ANN, shuffle))
        assert (now.turn, turn_of(now), now.resigned) == (1, BEN, {0})


def test_a_resignation_is_in_the_message_of_its_turn_alone():
    table = running(ANN, BEN, CEM)
    table = after(table, absence.resign(table, CEM, shuffle))
    assert "resigned" not in board.board(table, EN, 0).text


def test_the_last_person_who_resigns_is_behind_everybody_but_those_who_resigned_before():
    table = played(running(ANN, BEN, CEM), 8)
    table = after(table, absence.resign(table, CEM, shuffle))
    table = gone(table, BEN)
    table = after(table, absence.resign(table, ANN, shuffle))
    standing = table.public.ending.standing
    assert standing[0] == (1,)
    assert {seat for place in standing[1:] for seat in place} == {0, 2}


def test_a_resignation_against_bots_ends_the_game():
    table = running(ANN, bots=2)
    table = after(table, absence.resign(table, ANN, shuffle))
    assert table.public.ending.standing[-1] == (table.seat_of(ANN),)


def test_message_picture_and_standing_say_the_same_of_a_game_with_a_resignation():
    table = played(running(ANN, BEN, CEM), 5)
    table = played(after(table, absence.resign(table, ANN, shuffle)), 200)
    screen = board.board(table, EN, 0)
    winner = table.names[table.public.ending.standing[0][0]]
    assert standing_lines(table.public, table.names, EN)[-1].split(" ")[1] == "Ann"
    assert f"**{winner}** wins!" in screen.text
    assert screen.picture.title == EN("picture.won", names=[winner])


def test_the_record_says_that_a_game_ended_by_resignation_only_where_it_did():
    two = running(ANN, BEN)
    record = json.loads(board.record_file(after(two, absence.resign(two, ANN, shuffle))))
    assert record["ended"] == {"by": "resign", "seat": 0}
    three = running(ANN, BEN, CEM)
    three = played(after(three, absence.resign(three, ANN, shuffle)), 200)
    record = json.loads(board.record_file(three))
    assert "ended" not in record
    assert record["meta"] == {"resigned": [0]}


# --- the end by authority ------------------------------------------------------------------------------------------


def test_a_game_ended_by_a_manager_says_so():
    table = running(ANN, BEN)
    table = after(table, lobby.stop(table, CEM))
    assert "Somebody who manages the server ended it." in board.board(table, EN, 0).text
    with refuses("over"):
        lobby.stop(table, CEM)


def test_no_manager_ends_a_game_alone_in_which_they_play():
    with refuses("own-game"):
        lobby.stop(running(ANN, BEN), ANN)
    three = running(ANN, BEN, CEM)
    with refuses("own-game"):
        lobby.stop(after(three, absence.resign(three, ANN, shuffle)), ANN)


def test_nobody_stops_a_game_alone_in_which_somebody_who_is_away_has_a_stake():
    table = gone(played(running(ANN, BEN), 4, "careful"), BEN)
    with refuses("nobody-agrees"):
        play.vote_stop(table, ANN)
    assert after(table, absence.resign(table, ANN, shuffle)).public.ending.standing == ((1,), (0,))


def test_a_vote_to_stop_is_not_enough_when_the_other_is_away_by_then():
    table = played(running(ANN, BEN), 4, "careful")
    table = after(table, play.vote_stop(table, ANN))
    table = after(table, absence.depart(table, BEN, shuffle))
    assert (table.status, table.taken_over) == ("running", {1})


@pytest.mark.parametrize("terms", [{"casual": True}, {"bots": 1}])
def test_who_is_left_in_a_game_that_is_not_rated_stops_it_alone(terms):
    table = gone(played(running(ANN, BEN, **terms), 4, "careful"), BEN)
    assert after(table, play.vote_stop(table, ANN)).status == "over"


def test_those_who_are_there_agree_to_stop_without_who_is_away():
    table = gone(played(running(ANN, BEN, CEM), 6, "careful"), CEM)
    for user in (ANN, BEN):
        table = after(table, play.vote_stop(table, user))
    assert table.public.ending.reason == "stopped"


def test_a_game_ended_by_agreement_says_so():
    table = running(ANN, BEN)
    for user in (ANN, BEN):
        table = after(table, play.vote_stop(table, user))
    assert "Everybody agreed to end it." in board.board(table, EN, 0).text


@pytest.mark.parametrize("fact", [EndedEarly("unused"), SeatTakenOver(1), TurnMissed(0)])
def test_a_fact_survives_its_text(fact):
    assert from_text(to_text(fact)) == fact


def test_a_halt_for_no_reason_that_we_know_is_no_fact():
    with pytest.raises(ValueError, match="not a stored event"):
        from_text('{"table":"halted","why":"weather"}')


# --- any history ---------------------------------------------------------------------------------------------------

DOING = ("play", "play", "play", "play", "miss", "miss", "back", "resign", "idle", "want", "agree", "decline", "nudge")


def attempt(table: Table, what: str, user: int, at: int):  # noqa: PLR0911 - one return a deed
    match what:
        case "play":
            return play.place(table, turn_of(table) or 0, None, choice(table, "greedy", Random(at)), shuffle)
        case "miss":
            return absence.miss_turn(table, table.turn, shuffle)
        case "back":
            return absence.come_back(table, user)
        case "resign":
            return absence.resign(table, user, shuffle)
        case "idle":
            return absence.offer_takeover(table, table.turn)
        case "want":
            return absence.vote_takeover(table, user, shuffle)
        case "agree":
            return play.vote_stop(table, user)
        case "decline":
            return play.reject_stop(table, user)
        case _:
            return absence.nudge(table, user, PlayerRow(0), NOW + timedelta(hours=14 * at))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_history_folds_and_replays_equally_and_somebody_can_always_act(data):
    mode, people, bots = data.draw(
        st.sampled_from(
            [
                ("standard", 2, 0),
                ("standard", 3, 0),
                ("standard", 4, 0),
                ("standard", 2, 2),
                ("team", 4, 0),
                ("team", 2, 2),
                ("duel", 2, 0),
                ("duel", 1, 1),
                ("solo", 1, 0),
            ]
        )
    )
    users = (ANN, BEN, CEM, DIA)[:people]
    table = running(*users, mode=mode, bots=bots)
    log = whole_log(running(*users, mode=mode, bots=bots))[: people + 1]
    log += lobby.begin(fold(1, log), ANN, shuffle).events
    steps = data.draw(st.lists(st.tuples(st.sampled_from(DOING), st.sampled_from(users)), max_size=60))
    for at, (what, user) in enumerate(steps):
        try:
            made = attempt(table, what, user, at)
        except Refused:
            continue
        log += made.events
        table = made.table
        if table.status != "running":
            break
        seat = table.game().position.seat
        assert not table.is_bot(seat), "nobody waits for a bot"
        assert table.seats[seat].user in table.active, "who is on turn is there"
        assert not table.stop_votes or not set(table.active) <= table.stop_votes
        assert not table.takeover_votes or not table.others() <= table.takeover_votes
    again = fold(1, [from_text(to_text(fact)) for fact in log])
    assert again == table
    if table.status == "over":
        standing = [seat for place in table.public.ending.standing for seat in place]
        assert sorted(standing) == list(range(len(table.seats)))
    else:
        assert after(table, play.place(table, turn_of(table), None, choice(table), shuffle)).seq > table.seq
    assert sum(isinstance(fact, Stopped) for fact in log) <= 1
