"""The levels of the bots: what they see, what they leave unseen, and what they do without weights."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game import ai
from game.ai import BASELINES, LEVELS, PLAYERS, by_level, choose
from game.ai import net as nets
from game.ai.evaluation import Evaluated, evaluate, shortlist
from game.ai.levels import Level, LevelName, Lookahead
from game.ai.light import LightPosition
from game.ai.lookahead import Sample, look_ahead
from game.events import Place
from game.modes import MODES
from game.rules import apply, deal, decide, fold, preview
from game.simulate import simulate
from game.state import GameState, view
from game.tiles import PIECES
from tests.game.build import OTHER, RACK, SETUPS, board, only_room, played, position, state

QUICK = Lookahead(candidates=3, rounds=2, turns=12, replies=3)
"""The same look-ahead as that of level 5, with fewer of everything."""
ROWS = tuple(
    replace(level, placements=8, lookahead=QUICK, special={}) if level.lookahead else level for level in LEVELS.values()
)


CHEAP = tuple(replace(level, placements=level.placements or 12) for level in ROWS)
"""The same with a few placements where all would be looked at."""


def swapped(state: GameState, seat: int, rng: Random) -> GameState:
    """The same game with all tiles that `seat` does not see dealt again."""
    unseen = [piece for piece in PIECES for _ in range(view(state, seat).unseen[piece])]
    rng.shuffle(unseen)
    racks = tuple(
        rack if other == seat else tuple(unseen.pop() for _ in rack) for other, rack in enumerate(state.racks)
    )
    return replace(state, racks=racks, unseen={piece: unseen.count(piece) for piece in PIECES})


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_every_level_plays_to_the_end_and_hidden_tiles_do_not_change_a_choice(mode: str, seats: int):
    rng = Random(3)
    now = apply(None, deal(MODES[mode], seats, rng))
    turn = 0
    while now.position.ending is None:
        seat, level = now.position.seat, CHEAP[turn % len(CHEAP)]
        first = by_level(view(now, seat), level, Random(turn))
        assert by_level(view(swapped(now, seat, rng), seat), level, Random(turn)) == first
        asked = bool(preview(view(now, seat), first.tile, first.at).exchange)
        for event in decide(now, seat, first if asked else Place(first.tile, first.at), rng):
            now = apply(now, event)
        turn += 1


@pytest.mark.parametrize("setup", [("standard", 2), ("duel", 2), ("team", 4)])
def test_hidden_tiles_do_not_change_a_choice_among_all_placements(setup: tuple[str, int]):
    now = fold(played(*setup, 3, until=30))
    seat = now.position.seat
    first = by_level(view(now, seat), LEVELS["4"], Random(1))
    assert by_level(view(swapped(now, seat, Random(2)), seat), LEVELS["4"], Random(1)) == first


@pytest.mark.parametrize("style", PLAYERS[:-1])
def test_a_choice_depends_on_nothing_but_the_view_and_the_generator(style: ai.Style, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(LEVELS, "5", ROWS[5])
    now = state(position(symbols=board("R G8 F8", "B J9 J8")), RACK, OTHER)
    assert {choose(view(now, 0), style, Random(7)) for _ in range(3)} == {choose(view(now, 0), style, Random(7))}


@pytest.mark.parametrize("style", BASELINES)
def test_every_baseline_plays_to_the_end(style: ai.Style):
    assert fold(simulate(MODES["duel"], (style,) * 2, Random(1))).position.ending


@pytest.mark.parametrize("style", ["increase-min", "reduce-deficit", "ludamad"])
def test_the_simple_players_play_alone_too(style: ai.Style):
    assert fold(simulate(MODES["solo"], (style,), Random(1))).position.ending


def chosen(style: ai.Style, scores: list[str], rack: str = "RG OG BG GG YP OO") -> str:
    """The piece that a player places where red scores 3, blue 2 and orange 1."""
    place = position(symbols=board("R H8 H7 H6", "B K9 K8", "O E6"), scores=scores)
    return choose(view(state(place, rack, OTHER), 0), style, Random(1)).tile.piece.code


def test_increase_min_takes_points_in_its_lowest_colour():
    assert chosen("increase-min", ["R9 O9 Y9 G9 B0 P9"]) == "GB"


def test_reduce_deficit_takes_points_where_the_leader_is_ahead():
    assert chosen("reduce-deficit", ["R12 O12 Y12 G12 B12 P12", "R0 O0 Y0 G0 B17 P0"]) == "GB"


def test_ludamad_prefers_a_colour_that_comes_to_its_end():
    assert chosen("ludamad", ["R2 O17 Y2 G2 B2 P2"]) in ("RG", "OG")
    assert chosen("ludamad", ["R17 O17 Y17 G17 B0 P17"]) == "GB"


def test_the_beginner_sees_few_placements_and_takes_the_one_with_the_most_points():
    place = position(symbols=board("R H8 H7 H6 H5"))
    now = state(place, "RG OG BG GG YP OO", OTHER)
    found = {by_level(view(now, 0), LEVELS["beginner"], Random(seed)) for seed in range(30)}
    assert len(found) > 10
    everything = by_level(view(now, 0), Level("beginner", "", 10_000, judges=False), Random(1))
    assert everything.tile.piece.code == "RG"


def test_a_level_that_looks_at_more_places_finds_the_better_one():
    """A placement that takes the other player's only way to win is not useful for the own pegs."""
    rack = "OO OY OO OY YY OO"
    place = only_room(position(), "H8 H9 L9 L10", fill="G").symbols
    symbols = board("R G8 F8", "B G9", base=place)
    scores = ["R3 O3 Y3 G3 B3 P3", "R2 O9 Y9 G9 B9 P9"]
    now = state(position(symbols=symbols, scores=scores), rack, "RR RB RO RY RG RP")
    assert by_level(view(now, 0), LEVELS["4"], Random(1)).at in ((136, 137), (137, 136))


def test_equally_useful_placements_are_looked_at_in_turn():
    now = state(position(), RACK, OTHER)
    assert len({by_level(view(now, 0), LEVELS["1"], Random(seed)).at for seed in range(12)}) > 1


# --- weights -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_every_mode_has_weights_of_20_kilobytes_at_most(mode: str, seats: int):
    path = Path(ai.__file__).with_name("weights") / f"{mode}-{seats}.json"
    assert nets.read_weights(path)
    assert path.stat().st_size <= 20_000
    content = json.loads(path.read_text())
    assert (content["mode"], content["players"]) == (mode, seats)
    assert {"seed", "games", "options"} <= set(content)


def test_without_weights_the_careful_player_plays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ai, "load", lambda mode, seats: None)
    now = state(position(symbols=board("R G8 F8", "B J9 J8")), RACK, OTHER)
    assert choose(view(now, 0), "4", Random(4)) == choose(view(now, 0), "careful", Random(4))


@pytest.mark.parametrize("text", [None, "", "{", "[]", "{}", '{"w1": 3}'])
def test_weights_that_are_missing_or_damaged_are_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str | None
):
    if text is not None:
        (tmp_path / "duel-2.json").write_text(text)
    with caplog.at_level(logging.WARNING):
        assert nets.load("duel", 2, tmp_path) is None
        assert nets.load("duel", 2, tmp_path) is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "duel-2.json" in caplog.text


def test_weights_that_were_changed_are_not_used(tmp_path: Path):
    path = Path(ai.__file__).with_name("weights") / "duel-2.json"
    content = json.loads(path.read_text())
    content["b1"][0][0] += 1
    (tmp_path / "duel-2.json").write_text(json.dumps(content))
    with pytest.raises(nets.WeightsError, match="hash"):
        nets.read_weights(tmp_path / "duel-2.json")


@pytest.mark.parametrize("level", ["1", "3", "4"])
def test_nothing_is_kept_of_a_position_once_its_placement_is_chosen(level: LevelName):
    net = nets.load("standard", 2)
    assert net
    choose(view(state(position(), RACK, OTHER), 0), level, Random(1))
    assert [len(kept) for kept in (net._owns, net._opens, net._commons, net._globals)] == [0] * 4


def test_what_the_net_keeps_is_thrown_away_before_it_grows_without_end(monkeypatch: pytest.MonkeyPatch):
    net = nets.Net(nets.read_weights(Path(ai.__file__).with_name("weights") / "duel-2.json"))

    def logit(n: float) -> float:
        colour = net.colour((n / 9,) * nets.OWN, (n / 8,) * (nets.LOCAL - nets.OWN), (n / 7,) * nets.COMMON)
        return net.logit([colour] * 6, net.whole((n / 5,) * nets.GLOBAL))

    before = [logit(n) for n in range(8)]
    monkeypatch.setattr(nets, "_KEPT", 3)
    assert len({logit(n + 9) for n in range(8)}) > 1
    assert [logit(n) for n in range(8)] == before
    assert len(net._owns) <= 5


def test_a_level_that_looks_ahead_takes_the_only_placement_there_is():
    place = only_room(position(), "H8 H9")
    now = state(place, "OO OO OO OO OO OO", OTHER)
    assert by_level(view(now, 0), LEVELS["5"], Random(1)).at == (136, 137)


def test_a_level_looks_ahead_in_a_mode_as_the_row_of_that_mode_says():
    own = Lookahead(candidates=2)
    level = Level("5", "", None, lookahead=QUICK, special={("team", 4): own})
    assert level.ahead("team", 4) is own
    assert level.ahead("standard", 4) is QUICK


def looked(options: Lookahead) -> list[tuple[float, Evaluated]]:
    """What a look-ahead thinks of the placements of a duel in its middle."""
    now = fold(played("duel", 2, 3, until=12))
    here = LightPosition.of(view(now, now.position.seat))
    net = nets.load("duel", 2)
    assert net
    return look_ahead(here, net, evaluate(here, net, shortlist(here, 12)), options, Random(1))


def test_a_look_ahead_that_trusts_the_net_alone_takes_its_best_placement():
    found = looked(replace(QUICK, rounds=1, net=1.0))
    assert [score for score, _ in found] == [one.chance for _, one in found]
    assert found[0][0] == max(one.chance for _, one in found)


def test_the_share_of_the_net_changes_what_is_thought_of_a_placement():
    plain, mixed = ({one.move: score for score, one in looked(replace(QUICK, rounds=1, net=net))} for net in (0.0, 0.5))
    chances = {one.move: one.chance for _, one in looked(replace(QUICK, rounds=1))}
    assert mixed == pytest.approx({move: (plain[move] + chances[move]) / 2 for move in plain})


def test_a_look_ahead_plays_fewer_samples_where_they_take_too_much_judging(monkeypatch: pytest.MonkeyPatch):
    played: list[Evaluated] = []
    chance = Sample.chance
    monkeypatch.setattr(Sample, "chance", lambda *words: played.append(words[2]) or chance(*words))
    looked(QUICK)
    full = len(played)
    monkeypatch.setattr("game.ai.lookahead._MOST", 1)
    assert len(looked(QUICK)) == 2
    assert len(played) - full == QUICK.candidates < full


def test_ties_between_answers_do_not_change_what_is_drawn_in_a_sample():
    now = fold(played("duel", 2, 3, until=12))
    here = LightPosition.of(view(now, now.position.seat))
    here.draw(1 - here.seat, 6, Random(1))
    net = nets.load("duel", 2)
    assert net
    drawn: list[object] = []
    for one in evaluate(here, net, shortlist(here, 6)):
        sample = Sample(net, QUICK, 5)
        sample.chance(here.copy(), one._replace(exchange=False))
        drawn.append(sample.draws.getstate())
    assert drawn == drawn[:1] * 6
