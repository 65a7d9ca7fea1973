"""The rule book said once more: the reference engine against every case of the corpus, and sentence by sentence."""

from __future__ import annotations

import importlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reference import (
    GAMES,
    WHOLE_SET,
    Match,
    Round,
    Wrong,
    forced_lead,
    later_leader,
    layout_case,
    lot,
    pips,
    rounded,
    settle,
)

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "corpus").glob("*.jsonl"))
CASES = [json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
HIGHEST = [game for game in GAMES if GAMES[game]["first_leader"] == "highest"]
BY_LOT = [game for game in GAMES if game not in HIGHEST]


def of(kind: str, **more: Any) -> Any:
    """A test for each case of a kind."""
    chosen = [case for case in CASES if case["kind"] == kind and all(case.get(key) == more[key] for key in more)]
    assert chosen, f"the corpus has no case of kind {kind} {more}"
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def as_set(values: list[Any]) -> list[str]:
    return sorted(map(repr, values))


def either_way(joins: list[list[str]]) -> list[list[str]]:
    return [min(join, join[2:] + join[:2]) for join in joins]


def begun(case: dict[str, Any]) -> Round:
    return Round(case["rules"], case["players"], case["leader"], case["hands"], case["boneyard"])


# --- the corpus ---


@of("layout")
def test_a_layout_has_these_ends_and_this_count(case: dict[str, Any]) -> None:
    told = layout_case(case["rules"], case["plays"])
    for key in ("count", "points"):
        assert key not in case or told[key] == case[key]
    for key in ("spinners", "open", "counted"):
        assert key not in case or as_set(told[key]) == as_set(case[key])
    assert "joins" not in case or as_set(either_way(told["joins"])) == as_set(either_way(case["joins"]))


@of("round")
def test_a_round_is_counted_ends_by_itself_and_is_settled(case: dict[str, Any]) -> None:
    state = begun(case)
    made = []
    for move in case["moves"]:
        assert state.end is None
        made.append(state.do(move))
    assert [points for _, points in made] == case["points"]
    if GAMES[case["rules"]]["multiple"]:
        assert [count for count, _ in made] == case["counts"]
    else:
        assert case["counts"] is None
        assert {count for count, _ in made} == {None}
    assert (state.end, state.out) == (case["end"], case["out"])
    assert (state.left, state.settled) == (case["left"], case["settled"])


@of("refuse")
def test_a_move_the_rules_forbid_is_refused_and_leaves_no_trace(case: dict[str, Any]) -> None:
    state = begun(case)
    for move in case["moves"]:
        state.do(move)
    before = everything(state)
    assert state.legal() == sorted(case["legal"])
    with pytest.raises(Wrong, match=r"\w"):
        state.do(case["refused"])
    assert everything(state) == before


def everything(state: Round) -> tuple[Any, ...]:
    table = (state.joins(), state.open_ends(), state.counted(), state.spinners())
    held = ([list(hand) for hand in state.hands], list(state.boneyard), state.left)
    return (table, held, state.turn, state.may(), state.end, state.out, state.legal())


@of("settle")
def test_the_hands_shown_settle_so(case: dict[str, Any]) -> None:
    assert settle(case["rules"], case["players"], case["left"], case["out"]) == case["settled"]


@of("match")
def test_a_match_stands_so_after_these_scores(case: dict[str, Any]) -> None:
    match = Match(case["rules"], case["players"], case["before"], case.get("playoff", False))
    for kind, *told in case["events"]:
        {"play": match.play, "settle": match.settle}[kind](*told)
    assert (match.scores, match.winner) == (case["scores"], case["winner"])


@of("round", end="blocked")
def test_in_a_blocked_round_with_an_empty_boneyard_the_pips_left_are_even(case: dict[str, Any]) -> None:
    drawn = case["moves"].count("draw")
    if drawn == len(case["boneyard"]):
        assert sum(case["left"]) % 2 == 0
    else:
        assert not GAMES[case["rules"]]["draws"]


def test_no_two_cases_of_the_corpus_share_an_id() -> None:
    ids = [case["id"] for case in CASES]
    assert sorted(set(ids)) == sorted(ids)


def test_the_corpus_has_every_kind_for_every_rule_set_and_no_file_is_too_large() -> None:
    kinds = {"layout", "round", "refuse", "settle", "match"}
    assert {(case["rules"], case["kind"]) for case in CASES} == {(game, kind) for game in GAMES for kind in kinds}
    assert max(file.stat().st_size for file in FILES) <= 300_000


@pytest.mark.parametrize("name", ["more-layouts", "more-settle", "more-match"])
def test_the_cases_of_the_corpus_can_be_made_again(name: str) -> None:
    text_of: Callable[[str], str] = importlib.import_module("make_corpus").text_of
    assert (ROOT / "corpus" / f"{name}.jsonl").read_text(encoding="utf-8") == text_of(name)


# --- the rule book itself ---


def test_the_rule_book_names_every_field_with_the_values_of_the_reference() -> None:
    book = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    table = book[book.index("## 5.") : book.index("### Where each value comes from")]
    games = re.findall(r"`([a-z-]+)`", next(line for line in table.splitlines() if line.startswith("| field")))
    assert games == list(GAMES)
    rows = {match[1]: match[2].split(" | ") for match in re.finditer(r"^\| `(\w+)` \| (.+) \|$", table, re.M)}
    written = {game: {field: values[number] for field, values in rows.items()} for number, game in enumerate(games)}
    assert written == {game: {field: said(value) for field, value in GAMES[game].items()} for game in GAMES}


def said(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def test_the_rule_book_gives_a_source_for_every_field() -> None:
    book = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    sources = book[book.index("### Where each value comes from") : book.index("## 6.")]
    rows = {match[1]: match[2].split(" | ") for match in re.finditer(r"^\| `(\w+)` \| (.+) \|$", sources, re.M)}
    assert set(rows) == set(GAMES["five-up"])
    assert all(len(cells) == 5 and all(cells) for cells in rows.values())


# --- leads and lots ---


@pytest.mark.parametrize("game", HIGHEST)
def test_the_highest_double_dealt_must_lead(game: str) -> None:
    assert forced_lead(game, [["5-6", "1-1"], ["0-0", "2-2"]]) == (1, "2-2")


@pytest.mark.parametrize("game", HIGHEST)
def test_without_a_double_the_heaviest_tile_must_lead(game: str) -> None:
    assert forced_lead(game, [["0-6", "1-4"], ["2-3", "3-5"], ["0-1", "1-2"]]) == (1, "3-5")


@pytest.mark.parametrize("game", HIGHEST)
@pytest.mark.parametrize(("larger", "other"), [("3-6", "4-5"), ("2-6", "3-5"), ("1-6", "2-5"), ("2-5", "3-4")])
def test_of_two_heaviest_tiles_the_larger_half_leads(game: str, larger: str, other: str) -> None:
    assert forced_lead(game, [[other, "0-1"], ["0-2", larger]]) == (1, larger)
    assert forced_lead(game, [["0-2", larger], [other, "0-1"]]) == (0, larger)


@pytest.mark.parametrize("game", BY_LOT)
def test_no_tile_gives_the_right_to_lead_where_a_lot_decides(game: str) -> None:
    assert forced_lead(game, [["6-6", "0-1"], ["5-5", "5-6"]]) is None


@pytest.mark.parametrize("game", BY_LOT)
def test_the_finisher_leads_the_next_round_and_a_lot_decides_after_a_block(game: str) -> None:
    hands = [["0-1"], ["5-5"], ["0-2"], ["6-6"]]
    assert later_leader(game, 2, hands) == 2
    assert later_leader(game, None, hands) is None


@pytest.mark.parametrize("game", HIGHEST)
def test_the_highest_tile_leads_later_rounds_too(game: str) -> None:
    hands = [["0-1"], ["0-2"], ["0-3"], ["5-5"]]
    assert later_leader(game, 2, hands) == 3
    assert later_leader(game, None, hands) == 3


def test_the_most_pips_win_the_lot() -> None:
    assert lot([0, 1, 2], ["0-1", "3-6", "1-5", "6-6"]) == (1, [[(0, "0-1"), (1, "3-6"), (2, "1-5")]])


def test_those_who_tie_in_the_lot_draw_again_from_the_rest() -> None:
    leader, drawn = lot([0, 1, 2], ["3-6", "0-1", "4-5", "0-0", "0-2"])
    assert leader == 2
    assert drawn == [[(0, "3-6"), (1, "0-1"), (2, "4-5")], [(0, "0-0"), (2, "0-2")]]


@pytest.mark.parametrize("candidates", [2, 3, 4])
def test_a_lot_that_ties_as_often_as_it_can_is_decided_by_the_tiles(candidates: int) -> None:
    def tying(waiting: int, rest: list[str]) -> list[str]:
        """Draw equal pips as long as there are any: the longest lot."""
        for total in range(13):
            same = [tile for tile in rest if pips([tile]) == total]
            for many in range(min(waiting, len(same)), 1, -1):
                low = sorted((tile for tile in rest if pips([tile]) < total), key=lambda tile: pips([tile]))
                if many + len(low) >= waiting:
                    return same[:many] + low[: waiting - many]
        return rest[:waiting]

    waiting, rest, order = candidates, list(WHOLE_SET), []
    while rest:
        drawn = tying(waiting, rest)
        order += drawn
        rest = [tile for tile in rest if tile not in drawn]
        waiting = [pips([tile]) for tile in drawn].count(max(pips([tile]) for tile in drawn))
        if waiting == 1:
            break
    leader, _ = lot(range(candidates), order + rest)
    assert leader in range(candidates)


# --- sentences of the rule book that the corpus cannot say ---


def test_a_remainder_of_one_or_two_goes_down_and_three_or_four_up() -> None:
    assert [rounded(amount, 5) for amount in range(10, 16)] == [10, 10, 10, 15, 15, 15]
    assert [rounded(amount, 1) for amount in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game]["multiple"]])
def test_exactly_five_tiles_score_as_a_lead(game: str) -> None:
    leads = {tile: layout_case(game, [tile])["points"] for tile in WHOLE_SET}
    assert {tile: points for tile, points in leads.items() if points} == {
        "4-6": 10, "5-5": 10, "0-5": 5, "1-4": 5, "2-3": 5
    }  # fmt: skip


HEAVIEST = ["0-0", "0-6@0-0", "0-5@0-0", "0-4@0-0", "0-3@0-0", "6-6@0-6", "5-5@0-5", "4-4@0-4"]


def test_with_one_spinner_the_highest_count_is_36_and_the_most_points_35() -> None:
    full = layout_case("all-fives", [*HEAVIEST, "3-3@0-3"])
    assert (full["count"], full["points"]) == (36, 0)
    assert layout_case("all-fives", [*HEAVIEST, "3-5@0-3"])["points"] == 35
    rng = random.Random(36)
    for _ in range(20):
        plays = rng_round(rng, "all-fives")
        assert all(layout_case("all-fives", plays[:length])["count"] <= 36 for length in range(1, len(plays) + 1))


def rng_round(rng: random.Random, game: str) -> list[str]:
    state = dealt(rng, game, 2)
    plays = []
    while state.may() != "over":
        move = rng.choice(state.legal()) if state.may() == "play" else state.may()
        state.do(move)
        plays += [move] if move not in ("draw", "pass") else []
    return plays


def dealt(rng: random.Random, game: str, seats: int) -> Round:
    tiles, size = rng.sample(WHOLE_SET, 28), GAMES[game]["deal"][seats - 2]
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(seats)]
    forced = forced_lead(game, hands)
    return Round(game, seats, forced[0] if forced else 0, hands, tiles[seats * size :])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_may_do_one_kind_of_thing_and_no_tile_is_lost(game: str, seats: int) -> None:
    rng = random.Random(f"{game} {seats}")
    state = dealt(rng, game, seats)
    while (may := state.may()) != "over":
        assert bool(state.legal()) == (may == "play")
        for other in {"draw", "pass"} - {may}:
            with pytest.raises(Wrong):
                state.do(other)
        state.do(rng.choice(state.legal()) if may == "play" else may)
        held = [tile for hand in state.hands for tile in hand] + state.boneyard
        assert sorted(held + [tile.text for tile in state.layout.walk()]) == sorted(WHOLE_SET)


def test_after_a_match_is_won_nothing_more_is_scored() -> None:
    match = Match("all-fives", 2, [245, 0])
    match.play(0, 5)
    with pytest.raises(Wrong, match="over"):
        match.play(1, 5)
    with pytest.raises(Wrong, match="over"):
        match.settle([0, 5])
    assert match.scores == [250, 0]


BAD = {
    "a tile that is none": ("five-up", 2, 0, [["0-7"] * 5] * 2, []),
    "a tile written from the high half": ("five-up", 2, 0, [["1-0", "0-2", "0-3", "0-4", "0-5"], ["1-1"] * 5], []),
    "hands of the wrong size": ("five-up", 2, 0, [WHOLE_SET[:6], WHOLE_SET[6:12]], WHOLE_SET[12:]),
    "the same tile twice": ("five-up", 2, 0, [WHOLE_SET[:5], WHOLE_SET[:5]], WHOLE_SET[10:]),
    "a tile missing": ("five-up", 2, 0, [WHOLE_SET[:5], WHOLE_SET[5:10]], WHOLE_SET[10:27]),
    "a leader without the tile that must lead": (
        "dominos-cc-draw", 2, 0, [WHOLE_SET[:7], WHOLE_SET[7:14]], WHOLE_SET[14:],
    ),
    "five seats": ("five-up", 5, 0, [WHOLE_SET[5 * seat : 5 * seat + 5] for seat in range(5)], WHOLE_SET[25:]),
    "no such rule set": ("sevens", 2, 0, [WHOLE_SET[:5], WHOLE_SET[5:10]], WHOLE_SET[10:]),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_deal_is_not_begun(what: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Round(*BAD[what])
