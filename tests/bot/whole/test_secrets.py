"""What nobody else may see: racks, drawn tiles, the bag, the seed, an unfinished turn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from bot.screens.phrases import JOINER, SIGNS
from bot.services.chance import Chance
from bot.tables.table import Table
from bot.texts.typed import parsed_tile
from game.board import NAMES
from game.events import Dealt, Placed, TurnEnded
from game.placements import placements
from game.racks import expand
from game.rules import apply, exchangeable
from game.state import GameState, view
from game.tiles import FULL_BAG, Tile, parse_tile
from tests.bot.forging import forged
from tests.bot.games import with_open_bonus
from tests.bot.ids import Id
from tests.bot.numbered import NumberedTables
from tests.bot.recorded import GAMES, SEED, Answer, recorded
from tests.bot.world import World, world

every_game = pytest.mark.parametrize("name", list(GAMES))

CODE = re.compile(r"(?<![A-Za-z0-9])([ROYGBP]{2})(?![A-Za-z0-9])")
PAIR = re.compile(f"(?<!{JOINER})([{SIGNS}]){JOINER}?([{SIGNS}])")
"""The signs of a tile, joined in a text and not on a button; those after a joiner belong to a number."""
POINTS = re.compile(f"\\+\\d+{JOINER}([{SIGNS}]) \\+\\d+{JOINER}([{SIGNS}])")
GERMAN = re.compile(r"(?<!\w)((?:R|O|Ge|Gr|B|L){2})(?!\w)")


def tiles_in(text: str) -> set[Tile]:
    """Every tile that a text names, by its code, its signs or the points of both."""
    found = {parse_tile(code).piece for code in CODE.findall(text)}
    found |= {parsed_tile(code).piece for code in GERMAN.findall(text)}
    pairs = [*PAIR.findall(text), *POINTS.findall(text)]
    signs = ("".join("ROYGBP"[SIGNS.index(sign)] for sign in pair) for pair in pairs)
    return found | {parse_tile(code).piece for code in signs}


def public_tiles(table: Table) -> set[Tile]:
    """What lies on the table or was shown to everybody, as far as turns are over."""
    if table.state is None:
        return set()
    turns = table.public.turns
    return {laid.tile.piece for turn in turns for laid in turn.placements} | {
        tile.piece for turn in turns for tile in turn.exchanged
    }


def own_tiles(table: Table, user: int) -> set[Tile]:
    """What a player has or had in the turn that goes on."""
    seat = table.seat_of(user)
    if table.state is None or seat is None:
        return set()
    placed = {laid.tile.piece for turn in table.game().position.turns if turn.seat == seat for laid in turn.placements}
    return placed | {tile.piece for tile in view(table.game(), seat).rack}


# --- texts, ids, alt texts, file names -----------------------------------------------------------------------------


@every_game
def test_what_everybody_reads_names_only_tiles_that_are_on_the_table(name):
    named = set()
    for request in recorded(name).requests:
        if request.reader is None and "/messages" in request.path:
            tiles = tiles_in(json.dumps(request.body, ensure_ascii=False))
            assert tiles <= public_tiles(request.table)
            named |= tiles
    assert named or name.endswith("in a DM"), "there is nothing that everybody reads"


@every_game
def test_what_one_person_reads_names_no_tile_of_somebody_else(name):
    checked = 0
    for request in recorded(name).requests:
        if request.reader is not None and request.table.status != "over":
            known = public_tiles(request.table) | own_tiles(request.table, request.reader)
            assert tiles_in(json.dumps(request.body, ensure_ascii=False)) <= known
            checked += 1
    assert checked > 10


def running_exports(name: str) -> Iterator[tuple[Answer, dict[str, Any]]]:
    """The records that were handed out while the game went on."""
    for answer in recorded(name).answers:
        for file, content in answer.files.items():
            if file.endswith(".json") and answer.table.status == "running":
                yield answer, json.loads(content)


@pytest.mark.parametrize("name", ["standard", "solo", "team", "duel", "bots", "duel with a bot in a DM"])
def test_the_record_of_a_running_game_holds_no_dealt_or_drawn_tile(name):
    exports = list(running_exports(name))
    assert exports
    for answer, record in exports:
        assert {code for rack in record["deal"] for code in rack} == {"??"}
        assert {code for turn in record["turns"] for code in turn["draw"]} <= {"??"}
        assert tiles_in(json.dumps(record)) <= public_tiles(answer.table)


@every_game
def test_the_seed_is_in_nothing_that_is_sent_or_handed_out(name):
    recording = recorded(name)
    written = json.dumps([request.body for request in recording.requests])
    files = b"".join(content for answer in recording.answers for content in answer.files.values())
    for form in (str(SEED), f"{SEED:x}", f"{SEED:o}"):
        assert form not in written
        assert form.encode() not in files


@every_game
def test_the_seed_of_the_bag_is_nowhere_before_the_end_and_then_in_the_record_alone(name):
    recording = recorded(name)
    for request in recording.requests:
        seed = request.table.seed.hex()
        assert seed or request.table.status == "lobby"
        assert not seed or seed not in json.dumps(request.body)
    revealed, over = 0, False
    for answer in recording.answers:
        over = answer.table.status == "over"
        seed = answer.table.seed.hex()
        for file, content in answer.files.items():
            if seed and seed.encode() in content:
                assert over
                assert file.endswith(".json")
                revealed += 1
    assert revealed or not over


@every_game
def test_the_log_does_not_tell_the_seed_of_the_bag(name):
    recording = recorded(name)
    log = "\n".join(recording.log)
    seeds = {answer.table.seed.hex() for answer in recording.answers} - {""}
    assert seeds
    assert not any(seed in log for seed in seeds)


# --- logs ----------------------------------------------------------------------------------------------------------


@every_game
def test_the_log_names_no_tile_even_at_its_most_talkative(name):
    log = recorded(name).log
    assert any(line.startswith("DEBUG bot.") for line in log) or name in ("commands", "solo in a DM")
    assert tiles_in("\n".join(log)) == set()


@every_game
def test_the_log_does_not_tell_the_seed(name):
    assert str(SEED) not in "\n".join(recorded(name).log)


# --- a turn that goes on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "commands", "team", "duel"])
def test_nothing_is_told_to_everybody_while_a_bonus_placement_is_open(name):
    open_turns = [
        request
        for request in recorded(name).requests
        if request.table.state and request.table.game().position.in_turn and request.table.status == "running"
    ]
    assert open_turns
    assert [request for request in open_turns if request.reader is None and "/channels/" in request.path] == []


@pytest.fixture
async def in_a_turn(tmp_path) -> Any:
    """A game in the middle of Ann's turn: a tile of hers lies, and its bonus placement is open."""
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(with_open_bonus("standard", 2), here.ann, here.ben)
        yield here


@pytest.mark.parametrize("verb", ["", "scores", "history", "record"])
async def test_an_unfinished_turn_is_shown_to_nobody_else(in_a_turn: World, verb):
    here = in_a_turn
    for_ben, for_eve = [await here.command(one, "board") for one in (here.ben, here.eve)]
    if verb:
        custom_id = Id(1, 0, verb).custom_id
        for_ben, for_eve = [await forged(here, one, custom_id) for one in (here.ben, here.eve)]
    shown = (for_ben, for_eve)
    position = (await here.table()).game().position
    placed = position.turns[-1].placements[-1]
    before = (await here.table()).public
    assert len(before.turns) == len(position.turns) - 1
    for answer in shown:
        assert answer.text or answer.attachments
        told = answer.text + "".join(file["description"] or "" for file in answer.attachments)
        told += "".join(here.content(file).decode("latin1") for file in answer.attachments)
        cells = {NAMES[cell] for cell in placed.at}
        assert not cells <= set(re.findall(r"\b[A-O]\d+\b", told))


async def test_a_player_sees_the_own_unfinished_turn(in_a_turn: World):
    here = in_a_turn
    panel = await here.do(here.ann, here.last(), "play")
    assert "Ingenious!" in panel.text


# --- two games that differ in hidden tiles alone -------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What a seat draws: its tiles in the order in which it places them, how many of them it holds ahead of time,
    and tiles it never places."""

    queue: Sequence[Tile]
    ahead: int
    fillers: Sequence[Tile]


@dataclass
class Play:
    """A game in which the seats place what their plans say."""

    deal: tuple[Tile, ...]
    draws: list[tuple[Tile, ...]]
    turns: list[tuple[int, list[Placed]]]
    offers: set[int]
    """The turns that would end with an exchange allowed."""


def play(plans: Sequence[Plan], moves: Iterator[Placed] | None = None) -> Play:
    """The game of these plans, with the public moves given, or good ones that are looked for."""
    racks = [(*plan.queue[: plan.ahead], *plan.fillers) for plan in plans]
    state = apply(None, Dealt("standard", tuple(racks)))
    deal = tuple(tile for row in zip(*racks, strict=True) for tile in row)
    made = Play(deal, [], [], set())
    used = [0] * len(plans)
    while not state.position.ending:
        seat, placed = state.position.seat, []
        while state.position.owed and not state.position.ending:
            plan = plans[seat]
            move = next(moves) if moves else _good(state, seat, plan.queue[used[seat]])
            state = apply(state, move)
            placed.append(move)
            used[seat] += 1
        made.turns.append((seat, placed))
        if state.position.ending:
            break
        kept = [tile for tile in state.racks[seat] if tile is not None]
        if exchangeable(state.position, kept):
            made.offers.add(len(made.turns) - 1)
        due = used[seat] + plans[seat].ahead
        drawn = tuple(plans[seat].queue[due - len(placed) : due])
        made.draws.append(drawn)
        state = apply(state, TurnEnded(seat, (), drawn))
    return made


def _good(state: GameState, seat: int, tile: Tile) -> Placed:
    choices = [choice for choice in placements(view(state, seat)) if choice[0].piece == tile.piece]
    piece, a, b, _, _ = max(choices, key=lambda choice: (choice[3] + choice[4], choice[1:3]))
    return Placed(seat, piece, (a, b))


class StackedChance(Chance):
    """Chance that draws what the play says."""

    def __init__(self, made: Play) -> None:
        super().__init__(0)
        self.left = [made.deal, *made.draws]

    @override
    def shuffle(self, game: int) -> Any:
        return lambda seq: _Drawing(self.left)

    @override
    def bag_seed(self, game: int) -> bytes:
        return b""


def stacked_tables(made: Play, *arguments: Any) -> NumberedTables:
    """Tables with that chance."""
    tables = NumberedTables(*arguments)
    tables.chance = StackedChance(made)
    return tables


class _Drawing(Random):
    def __init__(self, left: list[tuple[Tile, ...]]) -> None:
        super().__init__(0)
        self.left = left

    @override
    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        drawn = self.left.pop(0)
        assert len(drawn) == k
        return list(drawn)


def pair_of_games(*, same_ben: bool) -> tuple[Play, Play]:
    """Two games with the same public moves, in which an exchange is allowed at different moments."""
    for seed in range(1000):
        tiles = Random(seed).sample(expand(FULL_BAG), 120)
        ann, ben, rest = tiles[:40], tiles[40:80], tiles[80:]
        first = play((Plan(ann, 6, ()), Plan(ben, 4, rest[:2])))
        moves: Iterator[Placed] = (move for _, placed in first.turns for move in placed)
        ben_too = Plan(ben, 4, rest[:2]) if same_ben else Plan(ben, 5, rest[5:6])
        second = play((Plan(ann, 3, rest[2:5]), ben_too), moves)
        changed = {at for at in first.offers ^ second.offers if first.turns[at][0] == 0}
        if changed & first.offers and changed & second.offers:
            return first, second
    raise AssertionError("no such pair")


@dataclass(frozen=True)
class Seen:
    """Everything that reaches some people, with the bytes of the pictures."""

    public: list[Any]
    by_ben: list[Any]


async def watched(path: Path, made: Play) -> Seen:
    """Play it over the real client until just before its end: by commands, with looks and panels in between."""
    by_ben: list[Any] = []
    async with world(path, tables=partial(stacked_tables, made)) as here:
        await here.command(here.ann, "start", order="joined")
        await here.do(here.ben, here.last(), "join")
        await here.do(here.ann, here.last(), "begin")
        for number, (seat, placed) in enumerate(made.turns[:-1]):
            person = (here.ann, here.ben)[seat]
            for move in placed:
                at, to = (NAMES[cell] for cell in move.at)
                await here.command(person, "place", tile=move.tile.code, at=at, and_=to, exchange=False)
            if number % 6 == 0:
                for verb in ("play", "rack", "scores"):
                    await here.do(here.ann, here.last(), verb)
                    by_ben.append(shown(here, vars(await here.do(here.ben, here.last(), verb))))
                by_ben.append(shown(here, vars(await forged(here, here.ben, Id(1, 0, "record").custom_id))))
        assert (await here.table()).status == "running"
        public = [
            shown(here, payload)
            for source, event, payload in here.env.backend.transcript
            if source == "GATEWAY" and event in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        ]
    return Seen(public, by_ben)


def shown(here: World, message: dict[str, Any]) -> Any:
    """All of a message but the numbers that Discord gives it."""
    files = [(file["filename"], file["description"], here.content(file)) for file in message["attachments"]]
    return message.get("content", message.get("text")), message["components"], files


async def test_games_that_differ_in_hidden_tiles_alone_look_the_same_to_everybody(tmp_path):
    one, other = pair_of_games(same_ben=False)
    seen = [await watched(tmp_path / f"{at}.sqlite3", made) for at, made in enumerate((one, other))]
    assert seen[0].public == seen[1].public
    assert len(seen[0].public) > 60


async def test_games_that_differ_in_the_rack_of_ann_alone_look_the_same_to_ben(tmp_path):
    one, other = pair_of_games(same_ben=True)
    seen = [await watched(tmp_path / f"{at}.sqlite3", made) for at, made in enumerate((one, other))]
    assert seen[0] == seen[1]
    assert len(seen[0].by_ben) > 20
