"""`fives check`: what is a case, when it holds, and that no input whatever is answered by more than a line.

The base cases below are written out by hand from the rule book; every other case is one of them with one thing changed.
"""

from __future__ import annotations

import copy
import io
import json
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fives.cli import main, waiting
from fives.conformance import Fault, NoCase, case_lines, check_case, read_case
from fives.conformance.lines import LONGEST
from terminals import interrupted

LAYOUT = {
    "id": "layout", "kind": "layout", "rules": "five-up", "plays": ["1-4", "1-1@1-4", "4-4@1-4"],
    "spinners": ["1-1", "4-4"], "joins": [["1-4", "low", "1-1", "line-a"], ["4-4", "line-a", "1-4", "high"]],
    "open": [["1-1", "line-b", 1], ["4-4", "line-b", 4]], "counted": [["1-1", 2], ["4-4", 8]], "count": 10,
    "points": 10,
}
# Nobody else holds a 6, and in Block nobody draws: the lead blocks the layout, and nobody passes.
BLOCKED = {
    "id": "blocked", "kind": "round", "rules": "dominos-cc-block", "players": 2, "leader": 0,
    "hands": [["6-6", "0-0", "0-1", "0-2", "0-3", "0-4", "0-5"], ["1-1", "1-2", "1-3", "1-4", "1-5", "2-2", "2-3"]],
    "boneyard": ["0-6", "1-6", "2-4", "2-5", "2-6", "3-3", "3-4", "3-5", "3-6", "4-4", "4-5", "4-6", "5-5", "5-6"],
    "moves": ["6-6"], "counts": None, "points": [0], "end": "blocked", "out": None, "left": [15, 29],
    "settled": [29, 0],
}
REFUSE = {
    "id": "refuse", "kind": "refuse", "rules": "five-up", "players": 2, "leader": 1,
    "hands": [["0-0", "0-1", "0-2", "0-3", "4-6"], ["1-1", "1-4", "2-5", "3-5", "6-6"]],
    "boneyard": ["0-4", "0-5", "0-6", "1-2", "1-3", "1-5", "1-6", "2-2", "2-3", "2-4", "2-6", "3-3", "3-4", "3-6",
                 "4-4", "4-5", "5-5", "5-6"],
    "moves": ["1-4"], "refused": "draw", "legal": ["4-6@1-4", "0-1@1-4"],
}
SETTLE = {
    "id": "settle", "kind": "settle", "rules": "all-fives", "players": 3, "left": [["0-4"], ["1-3"], ["0-5"]],
    "out": None, "settled": [2.5, 2.5, 0],
}
MATCH = {
    "id": "match", "kind": "match", "rules": "five-up", "players": 2, "before": [300, 300],
    "events": [["play", 0, 5], ["play", 1, 10], ["settle", [0, -5]], ["play", 1, 5], ["settle", [-5, 0]]],
    "scores": [300, 310], "winner": 1,
}
BASES = {base["id"]: base for base in (LAYOUT, BLOCKED, REFUSE, SETTLE, MATCH)}
GIVEN = {
    "layout": ["plays"], "blocked": ["players", "leader", "hands", "boneyard", "moves"],
    "refuse": ["players", "leader", "hands", "boneyard", "moves", "refused"], "settle": ["players", "left"],
    "match": ["players", "before", "events"],
}


CHECKED = {
    "layout": ["spinners", "joins", "open", "counted", "count", "points"],
    "blocked": ["counts", "points", "end", "left", "settled"], "refuse": ["legal"], "settle": ["settled"],
    "match": ["scores"],
}


def case(name: str, **changed: Any) -> dict[str, Any]:
    return {**copy.deepcopy(BASES[name]), **changed}


def faults(name: str, **changed: Any) -> list[str]:
    """The fields in which a base case, changed, does not hold."""
    return [fault.field for fault in check_case(case(name, **changed))]


def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *lines: Any) -> tuple[int, list[str]]:
    """Runs the command on lines from standard input (a dict is written as JSON); its status and what it printed."""
    whole = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(whole)))
    status = main(["check", "-"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out.splitlines()


@pytest.mark.parametrize("name", BASES)
def test_every_base_case_holds(name: str) -> None:
    assert check_case(case(name)) == []


def test_every_case_of_the_corpus_holds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted((root / "corpus").glob("*.jsonl"))
    assert files
    assert main(["check", *map(str, files)]) == 0
    (said,) = capsys.readouterr().out.splitlines()
    number = sum(1 for file in files for line in file.read_bytes().splitlines() if line.strip())
    assert said == f"{number} cases: {number} hold, 0 fail"


# Holds, or not


WRONG = [
    ("layout", "spinners", ["1-1"]), ("layout", "spinners", []), ("layout", "spinners", ["1-1", "4-4", "2-2"]),
    ("layout", "joins", [["1-4", "low", "1-1", "line-a"]]),
    ("layout", "joins", [["1-4", "low", "1-1", "line-b"], ["4-4", "line-a", "1-4", "high"]]),
    ("layout", "joins", [["1-4", "high", "1-1", "line-a"], ["4-4", "line-a", "1-4", "high"]]),
    ("layout", "open", [["1-1", "line-b", 1]]), ("layout", "open", [["1-1", "line-b", 1], ["4-4", "line-b", 8]]),
    ("layout", "open", [["1-1", "line-b", 1], ["4-4", "branch-a", 4]]), ("layout", "open", []),
    ("layout", "counted", [["1-1", 2]]), ("layout", "counted", [["1-1", 2], ["4-4", 4]]), ("layout", "count", 9),
    ("layout", "points", 0), ("layout", "points", 2),
    ("blocked", "counts", [12]), ("blocked", "counts", []), ("blocked", "points", [5]), ("blocked", "points", []),
    ("blocked", "points", [0, 0]), ("blocked", "end", "out"), ("blocked", "end", "Blocked"), ("blocked", "out", 0),
    ("blocked", "left", [15, 28]), ("blocked", "left", [29, 15]), ("blocked", "settled", [0, 29]),
    ("blocked", "settled", [29]),
    ("refuse", "legal", ["4-6@1-4"]), ("refuse", "legal", []), ("refuse", "legal", ["4-6@1-4", "0-1@1-4", "0-3"]),
    ("refuse", "refused", "0-1@1-4"),
    ("settle", "settled", [2, 3, 0]), ("settle", "settled", [2.5, 2.5]), ("settle", "settled", [2.5, 2.5, 0, 0]),
    ("match", "scores", [310, 300]), ("match", "scores", [300, 310, 0]), ("match", "winner", 0),
    ("match", "winner", None),
]


@pytest.mark.parametrize(("name", "field", "value"), WRONG)
def test_a_wrong_figure_fails_its_field_and_no_other(
    name: str, field: str, value: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(name, **{field: value}) == [field]
    status, said = check(capsys, monkeypatch, case(name, **{field: value}))
    assert status == 1
    assert len(said) == 2
    assert said[0].startswith(f"{name}: {field}: wanted ")
    assert ", got " in said[0]
    assert said[1] == "1 case: 0 hold, 1 fails"


def test_a_failing_case_says_what_was_wanted_and_what_came() -> None:
    assert list(map(str, check_case(case("layout", count=9, points=0)))) == [
        "count: wanted 9, got 10", "points: wanted 0, got 10"]
    assert list(map(str, check_case(case("settle", settled=[3, 2, 0])))) == [
        "settled: wanted [3, 2, 0], got [2.5, 2.5, 0]"]


def test_the_sum_is_said_of_one_as_of_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = case("layout", count=9)
    for lines, said in (([LAYOUT], "1 case: 1 holds, 0 fail"), ([LAYOUT] * 2, "2 cases: 2 hold, 0 fail"),
                        ([LAYOUT, wrong], "2 cases: 1 holds, 1 fails"), ([wrong] * 2, "2 cases: 0 hold, 2 fail")):
        assert check(capsys, monkeypatch, *lines)[1][-1] == said


@pytest.mark.parametrize("opening", ["[", '{"a": '])
@pytest.mark.parametrize("depth", [7, 8, 9, 800, 990])
def test_a_value_however_deep_is_told_in_a_line(opening: str, depth: int, capsys: pytest.CaptureFixture[str],
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    closing = {"[": "]"}.get(opening, "}")
    line = json.dumps(case("layout", count="N")).replace('"N"', opening * depth + "1" + closing * depth)
    status, said = check(capsys, monkeypatch, line.encode())
    if depth > 900 and said[0].endswith("nested too deeply"):
        assert status == 2  # as deep as that Python itself reads nothing here
        return
    wanted = opening * depth + "1" + closing * depth if depth < 9 else opening * 8 + "..." + closing * 8
    assert (status, said) == (1, [f"layout: count: wanted {wanted}, got 10", "1 case: 0 hold, 1 fails"])


def test_a_value_is_told_as_a_case_would_write_it() -> None:
    value = {"a": [1, 2.5, None, True, "\u00e9"], "b": {}, "c\n": {"d": []}}
    (fault,) = check_case(case("layout", count=value))
    told = str(fault).removeprefix("count: wanted ").removesuffix(", got 10")
    assert told == json.dumps(value)


@pytest.mark.parametrize("name", BASES)
def test_what_is_absent_or_null_is_not_checked(name: str) -> None:
    for field in CHECKED[name]:
        assert faults(name, **{field: None}) == []
        less = case(name)
        del less[field]
        assert check_case(less) == []


def test_nobody_out_and_no_winner_are_checked_when_null_and_not_when_absent() -> None:
    assert faults("match", winner=None) == ["winner"]
    finished = case("match")
    del finished["winner"]
    assert check_case(finished) == []
    assert faults("blocked", out=1) == ["out"]
    assert faults("blocked", out=None) == []


def test_a_round_that_goes_on_has_no_end_and_nothing_settled() -> None:
    going = {key: value for key, value in REFUSE.items() if key not in ("refused", "legal")} | {"kind": "round"}
    assert check_case({**going, "counts": [5], "points": [5], "left": [16, 29], "out": None}) == []
    assert [fault.field for fault in check_case({**going, "end": "out", "settled": [0, 0]})] == ["end", "settled"]


def test_lists_of_a_layout_are_sets_and_joins_may_be_written_from_either_side() -> None:
    for field in ("spinners", "joins", "open", "counted"):
        assert faults("layout", **{field: [*reversed(LAYOUT[field]), LAYOUT[field][0]]}) == []
    assert faults("layout", joins=[[*join[2:], *join[:2]] for join in LAYOUT["joins"]]) == []
    assert faults("refuse", legal=["0-1@1-4", "4-6@1-4", "0-1@1-4"]) == []


def test_lists_by_move_seat_and_team_are_in_order() -> None:
    assert faults("settle", settled=[2.5, 0, 2.5]) == ["settled"]
    assert faults("blocked", left=[29, 15]) == ["left"]


@pytest.mark.parametrize("ten", [10, 10.0, Decimal("10.000"), Decimal("1e1"), Fraction(10)])
def test_numbers_compare_by_value(ten: Any) -> None:
    assert faults("layout", count=ten, points=ten) == []
    assert faults("layout", count=ten + 1) == ["count"]


@pytest.mark.parametrize("text", ["10", "10.0", "1e1", "100E-1", "10.000000000000000000000000000000000000"])
def test_numbers_compare_by_value_however_they_are_written(text: str) -> None:
    line = json.dumps(case("layout", count="N")).replace('"N"', text)
    assert check_case(read_case(line.encode())) == []


@pytest.mark.parametrize("text", [
    "10.00000000000000000000000000000000000000000001", "1e999999999999999999999999", "-10",
    "1e-999999999999999999999999", "1e400", "-1e99999", "1" * 10_000, "0.1e2000000", "1e-400",
    "10e0000000000000000000001"])
def test_a_number_near_or_far_off_is_another_number(text: str) -> None:
    line = json.dumps(case("layout", count="N", points="N")).replace('"N"', text)
    found = check_case(read_case(line.encode()))
    assert [fault.field for fault in found] == ["count", "points"]
    assert all(len(str(fault)) < 1000 for fault in found)


def test_minus_nought_is_nought() -> None:
    assert faults("settle", settled=[2.5, 2.5, -0.0]) == []


@pytest.mark.parametrize(("name", "changed", "field", "got"), [
    ("layout", {"plays": ["1-4", "1-1@4-4"]}, "plays", "play 2 is refused: 4-4 is not on the layout."),
    ("layout", {"plays": ["1-4@1-4"]}, "plays", "play 1 is refused"),
    ("layout", {"plays": ["1-4", "1-1@1-4", "1-1@1-4"]}, "plays", "play 3 is refused"),
    ("blocked", {"moves": ["0-0"]}, "moves", "move 1 is refused: This round must be led with 6-6."),
    ("blocked", {"moves": ["6-6", "pass"]}, "moves", "move 2 is refused: The round is over."),
    ("refuse", {"moves": ["1-4", "pass"]}, "moves", "move 2 is refused"),
    ("refuse", {"moves": ["1-4", "draw"]}, "moves", "move 2 is refused"),
    ("match", {"events": [*MATCH["events"], ["play", 0, 0]]}, "events", "event 6 is refused: team 1 has won"),
])
def test_what_cannot_be_made_or_goes_on_after_the_end_does_not_hold(
    name: str, changed: dict[str, Any], field: str, got: str
) -> None:
    (fault,) = check_case(case(name, **changed))
    assert fault.field == field
    assert str(fault.got).startswith(got)


def test_every_move_is_refused_once_the_round_is_over() -> None:
    over = {**BLOCKED, "kind": "refuse", "legal": []}
    for move in ("draw", "pass", "0-6@6-6", "0-0"):
        assert check_case({**over, "refused": move}) == []


def test_a_play_off_is_given_or_begins_inside_the_events() -> None:
    tied = {"before": [305, 305], "scores": [300, 295], "events": [["settle", [-5, -10]]]}
    assert faults("match", **tied, playoff=True, winner=0) == []
    assert faults("match", **tied, playoff=False, winner=None) == []
    assert faults("match", **tied, playoff=None, winner=None) == []
    assert faults("match", before=[305, 305], events=[["settle", [0, 0]], ["settle", [-5, -10]]], scores=[300, 295],
                  winner=0) == []


OVER = {"rules": "all-fives", "before": [250, 240]}  # which looks at the target after every score


@pytest.mark.parametrize("event", [["play", 1, 5], ["play", 0, 0], ["settle", [0, 5]]])
def test_nothing_follows_in_a_match_that_was_over_before(event: list[Any]) -> None:
    (fault,) = check_case(case("match", **OVER, events=[event], scores=[250, 245], winner=0))
    assert fault == Fault("events", event, "event 1 is refused: team 0 has won the match")


def test_a_match_that_was_over_before_has_a_winner() -> None:
    assert faults("match", **OVER, events=[], scores=[250, 240], winner=0) == []
    assert faults("match", **OVER, events=[], scores=[250, 240], winner=None) == ["winner"]
    assert faults("match", **OVER | {"before": [250, 250]}, events=[], scores=[250, 250], winner=None) == []


@pytest.mark.parametrize("rules", ["five-up", "dominos-cc-draw", "dominos-cc-block"])
def test_a_case_may_begin_within_a_round_at_totals_that_can_fall_again(rules: str) -> None:
    """Nobody has looked at them yet where only a settlement decides."""
    assert faults("match", rules=rules, before=[310, 10], events=[], scores=[310, 10], winner=None) == []
    assert faults("match", rules=rules, before=[310, 10], events=[["settle", [0, 5]]], scores=[310, 15], winner=0) == []
    assert faults("match", rules=rules, before=[310, 10], events=[["settle", [-300, 0]]], scores=[10, 10],
                  winner=None) == []


def test_a_play_off_too_is_decided_by_a_settlement_alone() -> None:
    within = {"before": [310, 305], "playoff": True}
    assert faults("match", **within, events=[], scores=[310, 305], winner=None) == []
    assert faults("match", **within, events=[["settle", [-5, -5]]], scores=[305, 300], winner=0) == []
    assert faults("match", **within, events=[["settle", [-5, 0]]], scores=[305, 305], winner=None) == []


def test_a_refused_move_that_is_made_fails() -> None:
    (fault,) = check_case(case("refuse", refused="4-6@1-4"))
    assert fault == Fault("refused", "4-6@1-4", "made")


def test_other_keys_are_ignored() -> None:
    assert faults("layout", note={"a": [1, {}]}, settled="x", players=9, text=None) == []


# No case


DEEP = b"[" * 100_000
NO_CASES: list[tuple[Any, str]] = [
    (b"{", "not JSON"), (b"nonsense", "not JSON"), (b"{'id': 1}", "not JSON"), (b"\xff\xfe", "not UTF-8: byte 1"),
    (json.dumps(LAYOUT).encode("utf-16"), "not UTF-8"), (DEEP, "nested too deeply"),
    (b'{"id":' * 50_000, "nested too deeply"),
    (json.dumps(LAYOUT).replace("10", "NaN").encode(), "not JSON: NaN"),
    (json.dumps(LAYOUT).replace("10", "-Infinity").encode(), "not JSON: -Infinity"),
    (json.dumps(LAYOUT).encode() + b" {}", "not JSON"), (b"\xef\xbb\xbf\xef\xbb\xbf{}", "not JSON"),
    (json.dumps({**LAYOUT, "note": "x" * LONGEST}).encode(), f"longer than {LONGEST} bytes"),
    (b'{"id": "a", "id": "b", "kind": "layout", "rules": "five-up", "plays": []}', "the key 'id' is there twice"),
    (b"[]", "expected an object"), (b"null", "expected an object"), (b"1", "expected an object"), (b'"x"', "expected"),
    (b"true", "expected an object"), (b"{}", "the key 'id' is missing"),
    *((case(name, id=value), "id: expected a text") for name in BASES for value in (1, None, [], True, {})),
    *((case(name, kind=value), "kind: expected") for name in BASES for value in ("Layout", "", None, 3, ["layout"])),
    *((case(name, rules=value), "rules: expected") for name in BASES
      for value in ("muggins", "five-up target=100", "Five Up", "", None, 5, {"id": "five-up"})),
    *((case("layout", plays=value), "plays: expected") for value in (
        None, "1-4", {"0": "1-4"}, 5, ["4-1"], ["1-7"], ["-1-4"], ["1-4 "], ["1-4@"], ["1-4@1-4@1-4"], ["draw"],
        ["pass"], [None], [["1-4"]], ["1-4", "1-1@1-4", "4-4@1-9"], ["１-4"], [14], [True])),
    *((case("layout", spinners=value), "spinners: expected") for value in (["1-7"], [1])),
    (case("layout", joins=[["1-4", "low", "7-7", "line-a"]]), "joins: expected"),
    (case("layout", open=[["4-1", "low", 1]]), "open: expected"),
    (case("layout", counted=[[1, "1-4"]]), "counted: expected"),
    *((case(name, players=value), "players: expected a whole number from 2 to 4") for name in BASES if name != "layout"
      for value in (1, 5, 2.5, "2", True, None, -2, [2], 10**400)),
    *((case(name, players=4), "expected a list of 4") for name in ("blocked", "refuse", "settle")),
    *((case("refuse", leader=value), "leader: expected") for value in (2, -1, 0.5, "0", False, None, [0])),
    (case("blocked", leader=1), "leader: expected the seat that holds 6-6"),
    *((case("refuse", hands=value), "expected") for value in (
        None, 5, [], [[], []], REFUSE["hands"][:1], [*REFUSE["hands"], []],
        [REFUSE["hands"][0], REFUSE["hands"][1][:4]], ["0-0", "1-1"],
        [[*REFUSE["hands"][0][:4], 46], REFUSE["hands"][1]], {"0": [], "1": []})),
    (case("refuse", hands=[REFUSE["hands"][0], REFUSE["hands"][0]]), "twice"),
    (case("refuse", hands=[["0-0", "0-0", "0-2", "0-3", "4-6"], REFUSE["hands"][1]]), "twice"),
    (case("refuse", boneyard=REFUSE["boneyard"][1:]), "0-4 is missing"),
    (case("refuse", boneyard=[*REFUSE["boneyard"][1:], "0-0"]), "twice"),
    (case("refuse", boneyard=[*REFUSE["boneyard"], "0-4"]), "twice"),
    *((case("refuse", boneyard=value), "boneyard: expected") for value in (None, 18, "0-4", [4], ["0-7"])),
    *((case(name, moves=value), "moves: expected") for name in ("blocked", "refuse") for value in (
        None, "6-6", ["Draw"], ["DRAW"], [""], ["knock"], [None], [3], ["6-6@"], ["@6-6"], [["draw"]],
        ["draw", "play"])),
    *((case("refuse", refused=value), "refused: expected") for value in (
        None, "", "knock", 3, ["draw"], "4-1", "draw ")),
    *((case("refuse", legal=value), "legal: expected") for value in ([3], [None], ["knock"])),
    *((case("settle", left=value), "expected") for value in (
        None, 5, [], [["0-4"], ["1-3"]], [["0-4"], ["1-3"], "0-5"], [["0-4"], ["1-3"], ["5-0"]], [4, 4, 5])),
    (case("settle", left=[["0-4"], ["0-4"], ["0-5"]]), "twice"),
    (case("settle", left=[["0-4", "0-4"], [], []]), "twice"),
    (case("settle", out=0), "out: seat 0 still holds tiles"),
    *((case("settle", out=value), "out: expected") for value in (3, -1, "0", True, 0.5, [], {})),
    *((case("match", before=value), "before: expected") for value in (
        None, 300, [], [300], [300, 300, 300], ["300", 300], [True, 300], [2.25, 0], [None, 0], [10**12, 0], {})),
    *((case("match", playoff=value), "playoff: expected") for value in (1, 0, "true", [], {})),
    *((case("match", rules=rules, playoff=True), "playoff") for rules in (
        "all-fives", "dominos-cc-all-fives", "dominos-cc-draw", "dominos-cc-block")),
    *((case("match", events=value), "expected") for value in (
        None, 5, "play", [5], [[]], [["play"]], [["play", 0]], [["play", -1, 5]], [["play", True, 5]],
        [["play", 0, "5"]], [["play", 0, True]], [["play", 0, 5, 5]], [["play", 0, 0.3]], [["settle"]], [["settle", 5]],
        [["settle", [5]]], [["settle", [5, 5, 5]]], [["settle", [5, None]]], [["settle", 5, 5]], [["win", 0]], [{}],
        [["Play", 0, 5]], [[["play"], 0, 5]])),
]


WRONG_KIND: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "layout": (
        ("spinners", ("1-1", {}, True, 0)),
        ("joins", (5, ["1-4"], [["1-4", "low", "1-1"]], [["1-4", "low", "1-1", 3]],
                   [["1-4", "low", "1-1", "line-a", "x"]], [[]])),
        ("open", ({}, [["1-4", "low"]], [["1-4", "low", "1"]], [["1-4", "low", True]], [["1-4", 0, 1]])),
        ("counted", (3, [["1-4"]], [["1-4", None]])),
        ("count", ("10", True, [10], {})), ("points", ("", False, [], {}))),
    "refuse": (("legal", ("0-1@1-4", ["draw"], {}, True)),),
    "blocked": (
        *((field, (0, "0", [True], ["0"], {}, [[0]])) for field in ("points", "left", "settled", "counts")),
        ("points", ([None],)), ("end", (1, True, [])), ("out", ("0", True, []))),
    "settle": (("settled", (5, "5", [True, 0, 0], [None, 0, 0])),),
    "match": (("scores", (5, {}, ["5", 5], [True, 5])), ("winner", ("0", True, [], {}))),
}
KINDS = [(name, field, value) for name, fields in WRONG_KIND.items() for field, values in fields for value in values]


@pytest.mark.parametrize(("name", "field", "value"), KINDS)
def test_a_wanted_value_of_a_wrong_kind_equals_nothing(name: str, field: str, value: Any) -> None:
    assert [fault.field for fault in check_case(case(name, **{field: value}))] == [field]


def test_a_team_that_is_not_there_makes_no_event() -> None:
    (fault,) = check_case(case("match", events=[["play", 2, 5]]))
    assert (fault.field, fault.wanted) == ("events", ["play", 2, 5])


def test_an_empty_layout_counts_nothing() -> None:
    empty = {"plays": [], "spinners": [], "joins": [], "open": [], "counted": [], "points": 0}
    assert faults("layout", **empty, count=0) == []
    assert faults("layout", **empty, rules="dominos-cc-draw", count=None) == []


@pytest.mark.parametrize(("line", "why"), NO_CASES)
def test_what_is_no_case_is_named_by_its_line(
    line: Any, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = case("layout", count=9)
    status, said = check(capsys, monkeypatch, b"", failing, line, LAYOUT)
    assert status == 2
    assert len(said) == 3
    assert said[0].startswith("layout: count: ")
    assert said[1].startswith("-: line 3: ")
    assert why in said[1]
    assert len(said[1]) < 300
    assert said[2] == "2 cases: 1 holds, 1 fails, 1 line not a case"


@pytest.mark.parametrize("name", BASES)
def test_a_given_key_that_is_missing_makes_no_case(name: str) -> None:
    for field in ("id", "kind", "rules", *GIVEN[name]):
        less = case(name)
        del less[field]
        with pytest.raises(NoCase, match=f"the key '{field}' is missing"):
            check_case(less)


def test_the_play_off_of_a_match_and_the_out_of_a_settlement_may_be_left_out() -> None:
    assert "playoff" not in MATCH
    less = case("settle")
    del less["out"]
    assert check_case(less) == []


def test_no_case_wins_over_a_wrong_figure_in_the_same_line() -> None:
    with pytest.raises(NoCase, match="spinners"):
        check_case(case("layout", count=9, spinners=["7-7"]))
    with pytest.raises(NoCase, match="moves"):
        check_case(case("blocked", moves=["0-0", "knock"], left="0"))


# Files and lines


def test_a_case_that_holds_prints_nothing_and_the_last_line_sums_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check(capsys, monkeypatch, *BASES.values()) == (0, ["5 cases: 5 hold, 0 fail"])
    assert check(capsys, monkeypatch) == (0, ["0 cases: 0 hold, 0 fail"])


def test_blank_lines_carriage_returns_and_a_byte_order_mark_are_skipped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps(LAYOUT).encode()
    assert check(capsys, monkeypatch, b"\xef\xbb\xbf" + line + b"\r", b"", b" \t\r", line) == (
        0, ["2 cases: 2 hold, 0 fail"])


def test_an_id_in_any_script_or_with_a_line_break_stays_on_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = (("파이브", "파이브"), ("a\nb", '"a\\nb"'), ("", '""'), ("\ud800", '"\\ud800"'), ("\x1b[2J", '"\\u001b'))
    for name, said in ids:
        status, lines = check(capsys, monkeypatch, case("layout", id=name, count=9))
        assert (status, len(lines)) == (1, 2)
        assert lines[0].startswith(said)


def test_several_files_are_run_and_one_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(json.dumps(LAYOUT))
    bad.write_text("\n" + json.dumps(case("settle", settled=[0, 0, 0])) + "\n{}\n")
    assert main(["check", str(good), str(bad)]) == 2
    said = capsys.readouterr().out.splitlines()
    assert said == ["settle: settled: wanted [0, 0, 0], got [2.5, 2.5, 0]", f"{bad}: line 3: the key 'id' is missing",
                    "2 cases: 1 holds, 1 fails, 1 line not a case"]
    assert main(["check", str(tmp_path / "none.jsonl"), str(good), str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == "1 case: 1 holds, 0 fail, 2 files not read\n"
    assert [line.split(": ", 1)[1] for line in err.splitlines()] == [
        f"{tmp_path / 'none.jsonl'}: No such file or directory", f"{tmp_path}: Is a directory"]


def test_a_line_too_long_is_passed_over_whatever_its_length() -> None:
    good = b'{"id": "a"}'
    for extra in (1, 2, 3, LONGEST, 5 * LONGEST):
        stream = io.BytesIO(good + b"\n" + b"x" * (LONGEST + extra) + b"\n\n" + good)
        assert list(case_lines(stream)) == [(1, good), (2, None), (4, good)]
    assert list(case_lines(io.BytesIO(b"x" * LONGEST + b"\r\n"))) == [(1, b"x" * LONGEST)]


# Fuzz


SOME_TEXT = st.sampled_from([
    "1-4", "1-1@1-4", "draw", "pass", "4-1", "five-up", "low", "line-a", "play", "out", "id", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | SOME_TEXT
    | st.decimals(allow_nan=False),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(SOME_TEXT, inner, max_size=3), max_leaves=8)


def said_of(value: Any) -> str:
    """What a value, or a line, is found to be."""
    try:
        return "; ".join(map(str, check_case(read_case(value) if isinstance(value, bytes) else value)))
    except NoCase as error:
        return str(error)


@given(VALUES)
@settings(max_examples=300)
def test_any_json_is_no_case_and_nothing_worse(value: Any) -> None:
    with pytest.raises(NoCase):
        check_case(value)


@given(st.sampled_from(list(BASES)), st.data())
@settings(max_examples=1000)
def test_a_case_with_anything_in_any_place_holds_fails_or_is_no_case(name: str, data: st.DataObject) -> None:
    """Replaces a value at any depth of a base case by any other."""
    changed = case(name)
    inside: Any = changed
    while True:
        key = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else range(len(inside))))
        if isinstance(inside[key], list) and inside[key] and data.draw(st.booleans()):
            inside = inside[key]
        else:
            inside[key] = data.draw(VALUES)
            break
    assert len(said_of(changed)) < 1000


@given(st.binary(max_size=80) | VALUES.map(lambda value: json.dumps(value, default=float).encode()))
@settings(max_examples=300)
def test_any_bytes_are_read_or_named(line: bytes) -> None:
    for number, piece in case_lines(io.BytesIO(line)):
        assert number >= 1
        assert len(said_of(piece or b"")) < 1000


def test_a_key_that_is_not_named_may_be_there_twice(capsys: pytest.CaptureFixture[str],
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    line = '{"id":"x","kind":"layout","rules":"five-up","plays":["0-5"],"note":1,"note":2,"count":5}'
    assert check(capsys, monkeypatch, line.encode())[0] == 0
    assert check(capsys, monkeypatch, line.replace("note", "plays").encode())[0] == 2


# A sign of progress


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("of", ["file", "standard input"])
def test_a_terminal_shows_how_far_it_is_and_what_is_printed_stays_output(
        of: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(json.dumps(case(name)) for name in BASES) + "\n" + json.dumps(case("layout", count=9))
    path = tmp_path / "cases.jsonl"
    path.write_text(lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    monkeypatch.setattr(waiting, "PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["check", str(path) if of == "file" else "-"]) == 1
    assert "checking" in screen.getvalue()
    assert ("/100" in screen.getvalue()) == (of == "file")
    assert capsys.readouterr().out == "layout: count: wanted 9, got 10\n6 cases: 5 hold, 1 fails\n"


def test_on_the_same_terminal_the_sign_goes_before_a_line_is_printed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(json.dumps(case("layout", count=9)) for _ in range(3)))
    monkeypatch.setattr(waiting, "PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["check", str(path)]) == 1
    for text in screen.getvalue().split("layout: count: wanted 9, got 10\n")[:3]:
        assert "checking" in text
        assert text.endswith("\x1b[2K")  # the line of the bar is cleared


@pytest.mark.processes
def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text((json.dumps(BLOCKED) + "\n") * 40_000)
    assert interrupted(b"checking", "-m", "fives", "check", str(path)) == (130, "")
