"""What only shows something: board, scores, history, replay, the record, rules, help."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.interactions import play
from bot.interactions.find import find, with_present_name
from bot.interactions.request import Request
from bot.screens import board as board_screens
from bot.screens import fairness, info, learn, replay
from bot.screens import lobby as lobby_screens
from bot.screens.model import Button, Screen
from bot.screens.press import DailyPress, PuzzlePress
from bot.screens.text_board import text_board
from bot.screens.verbs import GameVerb
from bot.services import daily, lookup
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import replay as shared_replay
from bot.tables.errors import Refused
from data.ids import GameId
from data.store import Status
from game.modes import DEFAULT_MODE

BEGUN: Final[tuple[Status, ...]] = ("running", "over")


async def find_viewable(services: Services, request: Request, game: GameId | None) -> Loaded:
    """The game to look at: a running one, else the finished one that could be meant.

    Raises:
        Refused: see `lookup.find`.
    """
    if game is not None:
        return await find(services, request, BEGUN, game)
    try:
        return await find(services, request, ("running",), None)
    except Refused as error:
        if error.code != "no-game-here":
            raise
    try:
        found = await lookup.latest(services.tables, request.user, request.location, "over")
    except Refused:
        return await find(services, request, ("running",), None, elsewhere=True)
    return await with_present_name(services, request, found)


def board(request: Request, loaded: Loaded, *, as_text: bool = False) -> Screen:
    """The present position, as a picture or as text, with the ways to the scores, the last turns and the rules."""
    table, words = loaded.table, request.texts
    view = table.view_for(request.user)
    rows = ((*board_screens.play_buttons(table, view, words), *info.look_buttons(table, words)),)
    if as_text:
        return Screen(text_board(view, table.names, words), rows=rows)
    return replace(board_screens.present(table, view, words), rows=rows)


def scores(request: Request, loaded: Loaded) -> Screen:
    """All score boards in words; of a finished game with its end."""
    if loaded.table.status == "over":
        return play.over(request, loaded)
    return info.scores(loaded.table, loaded.table.view_for(request.user), request.texts)


def history(request: Request, loaded: Loaded) -> Screen:
    """What happened since the person's last turn."""
    return info.history(loaded.table, loaded.table.view_for(request.user), request.texts)


def film(request: Request, loaded: Loaded) -> Screen:
    """The whole game as an animation; its people can post it for all, once it is over."""
    shown = replay.film(loaded.table, request.texts, may_share=_may_share(request, loaded))
    return _with_way_on(request, loaded, shown, GameVerb.FILM)


def _with_way_on(request: Request, loaded: Loaded, shown: Screen, verb: GameVerb) -> Screen:
    return board_screens.with_way_on(shown, loaded.table, request.texts, request.user, verb)


async def replay_of_message(services: Services, request: Request, game: GameId | None) -> Screen:
    """The replay of the game that a message is about, of a running one what everybody has seen.

    Raises:
        Refused: `no-game-in-message`, `no-such-game`, `not-begun`.
    """
    if game is None:
        raise Refused("no-game-in-message")
    return film(request, await find(services, request, BEGUN, game))


def _may_share(request: Request, loaded: Loaded) -> bool:
    table = loaded.table
    may = loaded.is_posted and not table.replay_shared
    return may and table.status == "over" and request.user in table.humans


async def share_replay(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Post the replay for all; for one who does not play, or where it was posted already, it is shown to them alone.

    Raises:
        Refused: `not-finished`.
    """
    if loaded.table.status == "over" and not _may_share(request, loaded):
        return film(request, loaded)
    await services.tables.change(loaded, lambda table: shared_replay.share(table, request.user))
    return Screen(request.texts("replay.shared"))


def refreshed(request: Request, loaded: Loaded) -> Screen:
    """The present position, or lobby, which the board of a game shows as well once it is brought up to date."""
    if loaded.table.state is None:
        return Screen(lobby_screens.lobby(loaded.table, request.texts).text, is_on_board=True)
    view = loaded.table.view_for(request.user)
    return replace(board_screens.present(loaded.table, view, request.texts), is_on_board=True)


def replay_step(request: Request, loaded: Loaded, turn: int) -> Screen:
    """The position after one turn of a replay.

    Raises:
        Refused: no game has begun.
    """
    loaded.table.game()
    return _with_way_on(request, loaded, replay.step(loaded.table, turn, request.texts), GameVerb.FILM)


def export(request: Request, loaded: Loaded) -> Screen:
    """The record of a game as a file; of a running game what is public."""
    table = loaded.table
    key = "export.done" if table.game().position.ending else "export.public"
    file = (f"ingenious-{table.id}.json", board_screens.record_file(table))
    return _with_way_on(request, loaded, Screen(request.texts(key, game=table.id), file=file), GameVerb.RECORD)


def fair(request: Request, loaded: Loaded) -> Screen:
    """Why nobody can choose the tiles of a game."""
    return _with_way_on(request, loaded, fairness.of_game(loaded.table, request.texts), GameVerb.FAIRNESS)


def rules(request: Request, mode: str) -> Screen:
    """The rules of a mode.

    Raises:
        Refused: `unknown-choice`.
    """
    return info.rules_page(mode, request.texts)


def rules_of(request: Request, loaded: Loaded) -> Screen:
    """The rules of a game's mode, with what is published of its bag."""
    page = info.rules_page(loaded.table.opened.mode, request.texts)
    return replace(page, text="\n".join([page.text, *fairness.published(loaded.table.seed, request.texts)]))


def help_page(services: Services, request: Request) -> Screen:
    """What one can do, with the ways to play at once and alone, and to the rules of each mode."""
    words = request.texts
    today = Button(words("daily.back"), DailyPress(daily.today(services)))
    puzzle = Button(words("puzzle.button"), PuzzlePress(DEFAULT_MODE))
    row = (replace(learn.button(words), style="primary"), learn.beginner(words), today, puzzle)
    return replace(info.help_page(words, services.version, services.links), rows=(row, info.rules_buttons(words)))
