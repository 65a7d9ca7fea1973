"""Every case of the project's corpus holds, each a test of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fives.conformance import check_case

FOLDER = Path(__file__).parent.parent / "corpus"
CASES = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines() if line]


def test_the_corpus_has_cases_of_every_kind_and_rule_set() -> None:
    kinds = {(case["kind"], case["rules"]) for case in CASES}
    rules = {"five-up", "all-fives", "dominos-cc-all-fives", "dominos-cc-draw", "dominos-cc-block"}
    assert kinds >= {(kind, name) for kind in ("layout", "round", "refuse", "settle", "match") for name in rules}
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_holds(case: dict[str, object]) -> None:
    assert check_case(case) == []
