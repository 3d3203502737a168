"""The small Discord where the bot is no member: what it lets the bot do there, and what it says of the people."""

from __future__ import annotations

from datetime import timedelta

from tests.bot.killing import Clock, new_discord
from tests.wire.elsewhere import Elsewhere
from tests.wire.fake import CHANNEL, PEOPLE, Discord, Interaction

ANN, BEN, CEM = (PEOPLE[name] for name in ("ann", "ben", "cem"))
GROUP, STRANGE = 7001, 8001


def discord(clock: Clock | None = None, *, external_apps: bool = True) -> Discord:
    """A Discord with a group message and a server in which the bot is no member."""
    made = new_discord(clock or Clock())
    made.add_elsewhere(Elsewhere(GROUP, people=(ANN, BEN, CEM)))
    made.add_elsewhere(Elsewhere(STRANGE, guild=8000, external_apps=external_apps))
    return made


async def answered(fake: Discord, interaction: Interaction, *, flags: int = 0) -> None:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    await fake.request("POST", path, {"type": 4, "data": {"content": "board", "flags": flags}})


async def follow_up(fake: Discord, interaction: Interaction) -> int:
    return (await fake.request("POST", f"/webhooks/900/{interaction.token}", {"content": "x"})).status


async def test_interactions_say_where_they_come_from_and_whose_installation_they_go_by():
    fake = discord()
    fake.installed = {BEN}
    found = {}
    for user, channel in ((ANN, GROUP), (ANN, STRANGE), (ANN, CHANNEL), (BEN, CHANNEL), (BEN, 1000 + BEN)):
        payload = fake.command(user, "games", channel).payload
        found[user, channel] = payload["context"], payload["authorizing_integration_owners"]
    assert found == {
        (ANN, GROUP): (2, {"1": str(ANN)}),
        (ANN, STRANGE): (0, {"1": str(ANN)}),
        (ANN, CHANNEL): (0, {"0": "100"}),
        (BEN, CHANNEL): (0, {"0": "100", "1": str(BEN)}),
        (BEN, 1000 + BEN): (1, {"0": "0", "1": str(BEN)}),
    }


async def test_a_press_names_who_installed_the_bot_and_not_who_presses():
    fake = discord()
    await answered(fake, fake.command(ANN, "start", GROUP))
    pressed = fake.interact(BEN, 3, {"custom_id": "x"}, channel=GROUP, message=fake.last(GROUP)).payload
    assert pressed["user"]["id"] == str(BEN)
    assert pressed["authorizing_integration_owners"] == {"1": str(ANN)}


async def test_no_route_of_a_channel_is_open_where_the_bot_is_no_member():
    fake = discord()
    for channel in (GROUP, STRANGE):
        for method, path in (("GET", ""), ("GET", "/messages"), ("POST", "/messages"), ("PATCH", "/messages/1")):
            answer = await fake.request(method, f"/channels/{channel}{path}", {"content": "x"})
            assert (answer.status, answer.body["code"]) == (403, 50001)


async def test_all_see_an_answer_elsewhere_unless_the_server_hides_the_apps_of_its_people():
    for external_apps in (True, False):
        fake = discord(external_apps=external_apps)
        await answered(fake, fake.command(ANN, "start", STRANGE))
        assert len(fake.shown(STRANGE)) == external_apps


async def test_a_press_edits_the_message_that_all_see():
    fake = discord()
    await answered(fake, fake.command(ANN, "start", GROUP))
    pressed = fake.interact(BEN, 3, {"custom_id": "x"}, channel=GROUP, message=fake.last(GROUP))
    await fake.request("POST", f"/interactions/{pressed.id}/{pressed.token}/callback", {"type": 6})
    await fake.request("PATCH", f"/webhooks/900/{pressed.token}/messages/@original", {"content": "joined"})
    assert [message["content"] for message in fake.shown(GROUP)] == ["joined"]


async def test_five_messages_follow_an_answer_elsewhere():
    fake = discord()
    here, there = fake.command(ANN, "start", CHANNEL), fake.command(ANN, "start", GROUP)
    for interaction, last in ((here, 200), (there, 400)):
        await answered(fake, interaction, flags=64)
        assert [await follow_up(fake, interaction) for _ in range(6)] == [200] * 5 + [last]


async def test_a_token_is_taken_for_a_quarter_of_an_hour():
    clock = Clock()
    fake = discord(clock)
    there = fake.command(ANN, "start", GROUP)
    await answered(fake, there)
    clock.now += timedelta(minutes=14, seconds=59)
    assert await follow_up(fake, there) == 200
    clock.now += timedelta(seconds=1)
    assert await follow_up(fake, there) == 401
