"""From `/ingenious start` to the first turn: what fits together, who is invited, and what the message shows."""

import re

import pytest

from bot.discord.commands.lobby import _MENTION
from bot.services import privacy
from bot.texts import LANGUAGES, language_of, texts
from data.store import ServerRow
from tests.bot import forging
from tests.bot.forging import stored_logs
from tests.bot.spoken import LOCALES
from tests.bot.world import Shown, World, world

EN, DE = texts("en"), texts("de")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def at(*people) -> str:
    return " ".join(f"<@{person.id}>" for person in people)


async def refused(here: World, code: str, *, locale="en-US", dm=False, values=None, **options) -> Shown:
    """The answer to a start that is refused for this reason, and leaves nothing behind."""
    before = await stored_logs(here)
    answer = await here.command(here.ann, "start", locale=locale, dm=dm, **options)
    words = texts(language_of(locale))
    assert answer.text.startswith(words(f"refused.{code}", **(values or {}))), answer.text
    assert await stored_logs(here) == before
    return answer


# --- what fits together ----------------------------------------------------------------------------------------------


async def test_a_start_without_anything_opens_a_table_for_up_to_four_that_two_can_begin(here):
    answer = await here.command(here.ann, "start")
    assert answer.text.startswith(EN("lobby.opened", game=1))
    assert here.last().text.startswith("### Game 1 · Standard, 4 seats\nPlayers: Ann (host)\n")
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    assert len((await here.table()).seats) == 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_mode_and_seats_that_clash_are_refused_in_words(here, language):
    words = texts(language)
    for mode, seats, allowed in (("duel", 3, "2"), ("team", 2, "4"), ("solo", 2, "1"), ("standard", 1, "2-4")):
        values = {"mode": words(f"mode.{mode}"), "seats": seats, "allowed": allowed}
        await refused(here, "seats-clash", locale=LOCALES[language], values=values, mode=mode, seats=seats)


async def test_bots_and_seats_that_clash_are_refused(here):
    await refused(here, "too-many-bots", values={"most": 1}, seats=2, bots=2)
    await refused(here, "solo-with-bots", mode="solo", bots=1)
    await refused(here, "too-many-bots", values={"most": 1}, mode="duel", bots=3)


async def test_seats_that_are_not_named_are_enough_for_all(here):
    await here.command(here.ann, "start", bots=1, with_=at(here.ben))
    assert "3 seats" in here.last().text


async def test_more_bots_and_people_than_any_mode_seats_are_refused(here):
    values = {"mode": "Standard", "seats": 6, "allowed": "2-4"}
    await refused(here, "seats-clash", values=values, bots=2, with_=at(here.ben, here.cem, here.dia))


@pytest.mark.parametrize(
    "options", [{"mode": "solo"}, {"bots": 1}, {"seats": 4, "bots": 3}, {"mode": "duel", "bots": 1}]
)
async def test_who_needs_nobody_else_begins_at_once(here, options):
    await here.command(here.ann, "start", **options)
    assert (await here.table()).status == "running"
    (message,) = here.messages()
    assert message.attached(".png")
    assert [press.verb for press in message.presses][:2] == ["play", "rack"]


async def test_a_table_of_three_begins_with_two(here):
    message = await forging.lobby(here, here.ben, seats=3)
    await here.do(here.ann, message, "begin")
    assert len((await here.table()).seats) == 2


async def test_a_table_does_not_begin_with_too_few(here):
    message = await forging.lobby(here, seats=3)
    answer = await here.do(here.ann, message, "begin")
    assert answer.text == EN("refused.too-few", missing=1)
    assert (await here.table()).status == "lobby"


async def test_a_team_lobby_offers_the_two_teams(here):
    message = await forging.lobby(here, mode="team")
    joins = [press for press in message.presses if press.verb == "join"]
    assert [press.draft for press in joins] == ["0", "1"]
    await here.press(here.ben, message, joins[0].custom_id)
    await here.press(here.cem, message, joins[1].custom_id)
    assert "Team 1: Ann (host) and Ben\nTeam 2: Cem\n" in here.last().text


@pytest.mark.parametrize(
    ("talk", "word"), [("open", "lobby.talk-open"), ("closed", "lobby.talk-closed"), (None, "lobby.talk-closed")]
)
async def test_a_team_lobby_says_whether_partners_may_talk(here, talk, word):
    await here.command(here.ann, "start", mode="team", **({"talk": talk} if talk else {}))
    assert EN(word) in here.last().text


async def test_the_order_of_joining_is_kept_where_it_was_asked_for(here):
    await forging.game(here, here.ben, here.cem, order="joined")
    assert (await here.table()).humans == (here.ann.id, here.ben.id, here.cem.id)


# --- languages -------------------------------------------------------------------------------------------------------


async def test_a_table_speaks_the_language_that_it_was_given(here):
    answer = await here.command(here.ann, "start", language="de")
    assert answer.text.startswith(EN("lobby.opened", game=1))
    assert here.last().text.startswith("### Spiel 1 · Standard, 4 Plätze")


async def test_the_answer_is_in_the_language_of_the_person_and_the_table_in_that_of_the_bot(here):
    answer = await here.command(here.ann, "start", locale="de")
    assert answer.text.startswith(DE("lobby.opened", game=1))
    assert here.last().text.startswith("### Game 1")


async def test_alone_in_a_direct_message_the_table_speaks_the_persons_language(here):
    await here.command(here.ann, "start", locale="de", dm=True, mode="solo")
    assert "Solospiel 1" in here.last(here.dm(here.ann)).text


@pytest.mark.parametrize(("options", "word"), [({"mode": "solo"}, "Solospiel 1"), ({"bots": 1}, "Spiel 1")])
async def test_who_plays_without_other_people_reads_the_language_that_they_have_set(here, options, word):
    await here.command(here.ann, "me", language="de")
    await here.command(here.ann, "start", **options)
    assert word in here.last().text


async def test_a_table_for_others_keeps_to_the_language_of_the_server_and_one_alone_to_its_persons(here):
    await here.store.save_server(ServerRow(here.guild.id, language="fr"))
    await here.command(here.ann, "start", locale="de")
    assert (await here.table(1)).opened.language == "fr"
    await here.command(here.ann, "start", mode="solo", locale="de")
    assert (await here.table(2)).opened.language == "de"
    await here.command(here.ann, "me", language="pl")
    await here.command(here.ann, "start", bots=1, locale="de")
    assert (await here.table(3)).opened.language == "pl"


# --- whom one invites ------------------------------------------------------------------------------------------------


async def test_who_is_invited_is_notified_once(here):
    await here.command(here.ann, "start", seats=4, with_=at(here.ben, here.cem))
    lobby = here.last()
    assert set(lobby.pinged) == {here.ben.id, here.cem.id}
    await here.press(here.dia, lobby, lobby.button("join"))
    assert len(here.messages()) == 1
    assert EN("lobby.invited", people=[at(here.ben), at(here.cem)]) in here.last().text


async def test_who_has_joined_is_not_called_any_more(here):
    await here.command(here.ann, "start", seats=3, with_=at(here.ben, here.cem))
    await here.press(here.ben, here.last(), here.last().button("join"))
    assert f"<@{here.ben.id}>" not in here.last().text
    assert f"<@{here.cem.id}>" in here.last().text


async def test_somebody_who_was_not_invited_may_join(here):
    await here.command(here.ann, "start", seats=2, with_=at(here.ben))
    answer = await here.press(here.cem, here.last(), here.last().button("join"))
    assert answer.text.startswith(EN("lobby.joined", game=1))


@pytest.mark.parametrize("shape", ["<@{0}>", "<@!{0}>", "  <@{0}> ,", "<@{0}>;", "<@{0}><@{0}>", "<@{0}>, <@!{0}>"])
async def test_mentions_are_read_in_every_shape(here, shape):
    await here.command(here.ann, "start", with_=shape.format(here.ben.id))
    assert (await here.table()).opened.invited == (here.ben.id,)


async def test_who_invites_themselves_invites_nobody_and_reads_it(here):
    answer = await here.command(here.ann, "start", with_=at(here.ann))
    table = await here.table()
    assert EN("invite.oneself") in answer.text
    assert (table.opened.invited, table.opened.seats) == ((), 4)
    assert here.last().pinged == ()


JUNK = [
    "ben",
    "@ben",
    "@everyone",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "<@>",
    "<@abc>",
    "<@123",
    "<@123456789012345678> and others",
    "<@1234567890123456789012>",
    "<@99999999999999999999>",
    "<@0>",
    "<@\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668>",
    "🎲",
    "x" * 6000,
    "\u200b",
]


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: junk[:20])
async def test_what_mentions_nobody_is_refused(here, junk):
    answer = await here.command(here.ann, "start", with_=junk)
    assert answer.text.startswith("I could not read “")
    assert here.messages() == []


async def not_started(here, with_: str) -> str:
    """What Ann reads whose `with:` names somebody who cannot be invited; nothing is posted."""
    answer = await here.command(here.ann, "start", seats=4, with_=with_)
    assert here.messages() == []
    return answer.text


async def test_a_bot_account_is_named_and_not_invited(here):
    helper = here.guild.add_member(here.env.create_user("helper", bot=True))
    for bot in (here.env.backend.bot_user.id, helper.id):
        assert await not_started(here, f"<@{here.ben.id}> <@{bot}>") == EN("invite.bots", who=[f"<@{bot}>"])


async def test_who_is_not_in_the_server_is_named_and_not_invited(here):
    stranger, here_no_more = here.env.create_user("stranger"), here.cem
    here.guild.remove_member(here_no_more)
    who = [f"<@{stranger.id}>", f"<@{here_no_more.id}>"]
    assert await not_started(here, " ".join(who)) == EN("invite.away", who=who)


async def test_a_number_of_nobody_is_named(here):
    assert await not_started(here, f"<@{10**17}>") == EN("invite.unknown", who=[f"`{10**17}`"])


async def test_everybody_who_cannot_be_invited_is_named_at_once(here):
    bot, stranger = here.env.backend.bot_user.id, here.env.create_user("stranger")
    said = await not_started(here, f"<@{10**17}> <@{bot}> <@{stranger.id}>")
    assert all(str(who) in said for who in (10**17, bot, stranger.id))


async def test_who_is_named_twice_is_invited_once_and_that_is_said(here):
    answer = await here.command(here.ann, "start", with_=at(here.ben, here.ben))
    assert EN("invite.twice", who=[f"<@{here.ben.id}>"]) in answer.text
    assert (await here.table()).opened.invited == (here.ben.id,)


async def test_where_nobody_can_be_looked_up_people_are_invited_all_the_same(here):
    here.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, times=None)
    await here.command(here.ann, "start", with_=at(here.ben))
    assert (await here.table()).opened.invited == (here.ben.id,)


async def test_who_is_to_be_removed_and_is_not_there_is_named(here):
    await here.command(here.ann, "start", seats=3)
    helper = here.guild.add_member(here.env.create_user("helper", bot=True))
    for other in (here.ben, helper):
        answer = await here.command(here.ann, "leave", player=other)
        assert answer.text == f"<@{other.id}> is not in this game."


async def test_who_removes_themselves_leaves_and_reads_it(here):
    await here.command(here.ann, "start", seats=3)
    await here.press(here.ben, here.last(), here.last().button("join"))
    answer = await here.command(here.ann, "leave", player=here.ann)
    assert answer.text == EN("lobby.left", game=1)
    assert (await here.table()).host == here.ben.id


async def test_more_people_than_seats_are_not_invited(here):
    await refused(here, "too-many-invited", seats=2, with_=at(here.ben, here.cem))
    await refused(here, "too-many-invited", seats=3, bots=1, with_=at(here.ben, here.cem))
    await refused(here, "too-many-invited", mode="duel", with_=at(here.ben, here.cem))
    await refused(here, "too-many-invited", mode="solo", with_=at(here.ben))


def test_a_thousand_mentions_are_read_at_once():
    assert len(_MENTION.findall("<@123456789012345678>" * 1000)) == 1000


@pytest.mark.parametrize("option", ["mode", "language", "order", "talk"])
async def test_a_choice_that_there_is_not_is_refused(here, option):
    await refused(here, "unknown-choice", values={"text": "nonsense"}, **{option: "nonsense"})


# --- in a direct message ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_a_direct_message_nobody_waits_for_others(here, language):
    for options in ({}, {"mode": "duel"}, {"seats": 3, "bots": 1}, {"mode": "team", "bots": 2}):
        await refused(here, "dm-only-alone", locale=LOCALES[language], dm=True, **options)


@pytest.mark.parametrize(
    "options",
    [{"mode": "solo"}, {"bots": 1}, {"seats": 4, "bots": 3}, {"mode": "team", "bots": 3}, {"mode": "duel", "bots": 1}],
)
async def test_in_a_direct_message_one_plays_alone_or_against_bots(here, options):
    await here.command(here.ann, "start", dm=True, **options)
    assert (await here.table()).status == "running"
    assert here.last(here.dm(here.ann)).attached(".png")
    assert here.messages() == []


async def test_nobody_is_invited_into_a_direct_message(here):
    answer = await here.command(here.ann, "start", dm=True, seats=2, with_=at(here.ben))
    assert answer.text == EN("refused.dm-only-alone")


# --- the message of the lobby ----------------------------------------------------------------------------------------


async def test_one_message_shows_the_lobby_through_all_its_changes(here):
    message = await forging.lobby(here, here.ben, here.cem, seats=4)
    await here.do(here.ben, here.last(), "leave")
    await here.command(here.ann, "leave", player=here.cem)
    await here.press(here.dia, here.last(), here.last().button("join"))
    (shown,) = here.messages()
    assert shown.id == message.id
    assert "Players: Ann (host) and Dia" in shown.text


async def test_the_host_is_asked_to_begin_when_all_are_there(here):
    await forging.lobby(here, here.ben, seats=2)
    assert here.last().text.endswith(EN("lobby.full", host="Ann"))


async def test_the_lobby_names_its_new_host_when_the_old_one_leaves(here):
    message = await forging.lobby(here, here.ben, seats=3)
    await here.do(here.ann, message, "leave")
    shown = here.shown(message.channel, message.id)
    assert EN("lobby.free", free=2, host="Ben") in shown.text
    assert (await here.store.game(1)).host == here.ben.id
    assert (await here.do(here.ann, shown, "begin")).text == EN("refused.host-only", name="Ben")


async def test_the_lobby_closes_when_everybody_left(here):
    message = await forging.lobby(here, here.ben, seats=2)
    await here.do(here.ann, message, "leave")
    await here.do(here.ben, here.shown(message.channel, message.id), "leave")
    closed = here.shown(message.channel, message.id)
    assert closed.text == EN("lobby.closed", game=1)
    assert closed.controls == []


async def test_the_host_removes_somebody_by_button(here):
    await forging.lobby(here, here.ben, here.cem, seats=4)
    asked = await here.do(here.ann, here.last(), "remove")
    (select,) = asked.controls
    assert [option["label"] for option in select["options"]] == ["Ben", "Cem"]
    answer = await here.press(here.ann, asked, select["custom_id"], str(here.cem.id))
    assert answer.text == EN("lobby.removed", game=1, name="Cem")
    assert "Players: Ann (host) and Ben\n" in here.last().text


async def test_the_host_removes_somebody_by_command(here):
    await forging.lobby(here, here.ben, seats=3)
    answer = await here.command(here.ann, "leave", player=here.ben)
    assert answer.text == EN("lobby.removed", game=1, name="Ben")


async def test_who_is_alone_has_nobody_to_remove(here):
    message = await forging.lobby(here, seats=3)
    assert "remove" not in [press.verb for press in message.presses]


async def test_a_closed_lobby_says_so(here):
    message = await forging.lobby(here, here.ben, seats=3)
    answer = await here.do(here.ann, message, "cancel")
    assert answer.text == EN("lobby.closed", game=1)
    assert here.last().text == EN("lobby.closed", game=1)


async def test_commands_do_what_the_buttons_do(here):
    await here.command(here.ann, "start", seats=3, order="joined")
    assert (await here.command(here.ben, "join")).text.startswith(EN("lobby.joined", game=1))
    assert (await here.command(here.cem, "join")).text.startswith(EN("lobby.joined", game=1))
    assert (await here.command(here.cem, "leave")).text == EN("lobby.left", game=1)
    assert (await here.command(here.ben, "begin")).text == EN("refused.host-only", name="Ann")
    assert (await here.command(here.ann, "begin")).text.startswith(EN("lobby.begun", game=1))
    assert (await here.table()).humans == (here.ann.id, here.ben.id)


async def test_a_full_lobby_offers_no_seat_but_to_ask_for_one_which_its_host_hears_once(here):
    message = await forging.lobby(here, here.ben, seats=2)
    assert "join" not in [press.verb for press in message.presses]
    asked = await here.do(here.cem, message, "askseat")
    assert asked.text == EN("lobby.asked", name="Ann")
    assert here.last().text == EN("lobby.asks", who=at(here.ann), name=at(here.cem), game=1)
    assert here.last().pinged == (here.ann.id,)
    await here.do(here.cem, message, "askseat")
    assert len(here.messages()) == 2
    terms = await here.do(here.ann, message, "terms")
    await here.press(here.ann, terms, terms.controls[0]["custom_id"], "3")
    assert "join" in [press.verb for press in here.shown(message.channel, message.id).presses]


async def test_who_asked_for_a_seat_joined_and_left_can_ask_again(here):
    message = await forging.lobby(here, here.ben, seats=2)
    await here.do(here.cem, message, "askseat")
    await here.do(here.ben, message, "leave")
    await here.do(here.cem, here.shown(message.channel, message.id), "join")
    await here.do(here.cem, here.shown(message.channel, message.id), "leave")
    await here.do(here.ben, here.shown(message.channel, message.id), "join")
    await here.do(here.cem, here.shown(message.channel, message.id), "askseat")
    asked = EN("lobby.asks", who=at(here.ann), name=at(here.cem), game=1)
    assert [one.text for one in here.messages()].count(asked) == 2


async def test_who_asked_for_a_seat_is_named_nowhere_once_their_data_is_deleted(here):
    await here.command(here.ann, "start", seats=2)
    await here.do(here.ben, here.last(), "join")
    await here.do(here.cem, here.last(), "askseat")
    await privacy.forget(here.app, here.cem.id)
    assert not [message for message in here.messages() if "Cem" in message.text]


async def test_mode_hints_and_rating_are_changed_in_the_lobby(here):
    await here.command(here.ann, "start")
    terms = await here.do(here.ann, here.last(), "terms")
    terms = await here.do(here.ann, terms, "hints")
    terms = await here.do(here.ann, terms, "casual")
    await here.press(here.ann, terms, "ig1:1:0:mode:", "team")
    shown = here.last().text
    assert EN("mode.team") in shown
    assert EN("lobby.no-hints") in shown
    assert EN("lobby.casual") in shown
    assert (await here.store.game(1)).mode == "team"


async def test_a_mode_for_which_too_many_have_joined_meanwhile_is_answered_with_the_reason_and_the_terms(here):
    await here.command(here.ann, "start")
    terms = await here.do(here.ann, here.last(), "terms")
    for one in (here.ben, here.cem):
        await here.do(one, here.last(), "join")
    refused = await here.press(here.ann, terms, "ig1:1:0:mode:", "duel")
    assert refused.text == "3 seats are taken already. Remove somebody first.\n" + terms.text
    assert (await here.press(here.ann, refused, "ig1:1:0:mode:", "team")).text == terms.text
    assert (await here.table()).opened.mode == "team"


async def with_bot(here: World, **options: int) -> Shown:
    """The lobby of Ann, who speaks German, with a bot."""
    await here.command(here.ann, "start", **options, locale="de")
    assert "Game 1" in here.last().text
    added = await here.do(here.ann, here.last(), "addbot", locale="de")
    await here.press(here.ann, added, added.controls[0]["custom_id"], "2", locale="de")
    return here.last()


async def test_a_lobby_in_which_only_bots_have_joined_speaks_the_language_of_its_host(here):
    lobby = await with_bot(here, seats=2)
    assert "Spiel 1" in lobby.text
    await here.do(here.ann, lobby, "begin", locale="de")
    assert "Spiel 1" in here.last().text
    assert (await here.table()).opened.language == "de"


async def test_a_lobby_speaks_the_language_of_the_server_again_as_soon_as_somebody_joins(here):
    lobby = await with_bot(here, seats=3)
    assert "Spiel 1" in lobby.text
    await here.do(here.ben, lobby, "join")
    assert "Game 1" in here.last().text
    assert (await here.table()).opened.language == "en"
    await here.do(here.ben, here.last(), "leave")
    await here.do(here.ann, here.last(), "begin", locale="de")
    assert (await here.table()).opened.language == "de"


async def test_a_lobby_keeps_the_language_that_was_chosen_for_it_whoever_joins(here):
    await here.command(here.ann, "start", seats=3, language="fr", locale="de")
    added = await here.do(here.ann, here.last(), "addbot", locale="de")
    await here.press(here.ann, added, added.controls[0]["custom_id"], "2", locale="de")
    await here.do(here.ben, here.last(), "join")
    assert (await here.table()).opened.language == "fr"


async def test_a_lobby_of_several_people_keeps_the_language_of_the_server(here):
    message = await forging.lobby(here, here.ben, seats=2)
    await here.do(here.ann, message, "begin", locale="de")
    assert (await here.table()).opened.language == "en"


async def test_nobody_asks_for_a_seat_where_there_is_no_more(here):
    message = await forging.lobby(here, here.ben, mode="duel", seats=2)
    assert not {"join", "askseat"} & {press.verb for press in message.presses}


async def test_an_invitation_is_a_line_with_the_address_of_the_lobby(here):
    await here.command(here.ann, "start")
    answer = await here.do(here.ben, here.last(), "invite")
    assert answer.ephemeral
    line = answer.text.split("```")[1].strip()
    assert line.endswith(f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{here.last().id}")


async def test_the_lobby_of_teams_says_which_team_a_bot_joins(here):
    await here.command(here.ann, "start", mode="team", bots=2)
    assert "Team 1: Ann (host)" in here.last().text
    one, other = (line for line in here.last().text.splitlines() if line.startswith("Team"))
    assert (one.count("level"), other.count("level")) == (1, 1)
    await here.command(here.ben, "join", team=1)
    one, other = (line for line in here.last().text.splitlines() if line.startswith("Team"))
    assert (one.count("level"), other.count("level")) == (0, 2)


async def test_what_a_level_is_like_is_said_once(here):
    await here.command(here.ann, "start")
    levels = (await here.do(here.ann, here.last(), "addbot")).controls[0]["options"]
    assert [level["label"] for level in levels] == [
        "Beginner",
        "1 · Collector",
        "2 · Casual",
        "3 · Regular",
        "4 · Expert",
        "5 · Master",
    ]
    assert all(level["description"] for level in levels)


async def test_a_team_is_chosen_by_command(here):
    await here.command(here.ann, "start", mode="team")
    await here.command(here.ben, "join", team=1)
    await here.command(here.ben, "join", team=2)
    assert "Team 1: Ann (host)\nTeam 2: Ben\n" in here.last().text
    assert (await here.command(here.cem, "join", team=3)).text == EN("refused.no-such-team")


async def test_of_several_lobbies_the_one_with_the_number_is_meant(here):
    for person in (here.ann, here.ben):
        await here.command(person, "start")
    assert (await here.command(here.cem, "join")).text == EN("which.join")
    assert (await here.command(here.cem, "join", game=2)).text.startswith(EN("lobby.joined", game=2))


@pytest.mark.parametrize("command", ["join", "begin"])
async def test_where_no_lobby_is_open_nobody_hears_of_a_game_that_is_not_there(here, command):
    assert (await here.command(here.cem, command)).text == EN("refused.no-lobby-here")


async def test_lobbies_are_suggested_by_their_number(here):
    for person in (here.ann, here.ben):
        await here.command(person, "start")
    found = await here.suggestions(here.cem, "join", "game", "")
    assert [choice["value"] for choice in found] == [2, 1]
    assert re.match("2 · Standard · Ben", found[0]["name"])
    assert [choice["value"] for choice in await here.suggestions(here.cem, "join", "game", "1")] == [1]
    assert await here.suggestions(here.cem, "join", "game", "x") == []
