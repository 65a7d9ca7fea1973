"""Many endings at once: the same as one by one, on one thread and on several; who ends it keeps what is done."""

from __future__ import annotations

from typing import Any

import pytest

from endings import Minimax, endings
from fives import ALL_FIVES, FIVE_UP, TextError
from fives.analysis.solve import solve, solve_all
from fives.rules import Rules

HARD = 150  # positions looked at: too few for most of these


@pytest.mark.parametrize("rules", [FIVE_UP, ALL_FIVES])
def test_many_endings_are_solved_as_each_alone_whatever_the_number_of_threads(rules: Rules) -> None:
    asked = endings(rules, 7, 0, 6)
    alone = solve_all(asked)
    assert [found.worth for found in alone] == [solve(position).worth for position in asked]
    assert [found.worth.points for found in alone] == [Minimax(position).value()[1] for position in asked]
    assert solve_all(asked, threads=3) == alone
    assert solve_all([], threads=2) == []
    assert solve_all(iter(asked[:2]), (None for _ in range(2))) == alone[:2]


def test_work_counted_in_positions_gives_the_same_guesses_on_every_number_of_threads() -> None:
    asked = endings(FIVE_UP, 14, 0, 6)
    alone = solve_all(asked, budget=None, nodes=HARD)
    assert not all(found.exact for found in alone)
    assert solve_all(asked, budget=None, nodes=HARD, threads=2) == alone


def test_totals_go_with_their_position() -> None:
    one, two = endings(ALL_FIVES, 6, 0, 2)
    found = solve_all([one, two], [(245, 240), None])
    assert found[0].worth == solve(one, (245, 240)).worth
    assert found[0].worth.match is not None
    assert found[1].worth.match is None
    with pytest.raises(TextError, match="totals: expected those of 2 positions, got 1"):
        solve_all([one, two], [None])


def test_who_ends_it_keeps_what_is_done() -> None:
    asked = endings(FIVE_UP, 7, 0, 4)
    told: list[tuple[int, int]] = []
    for threads in (1, 2):
        some = solve_all(asked, threads=threads,
                         watch=lambda done, total: (told.append((done, total)), done < 3)[1])
        assert some == solve_all(asked[:3])
    assert told == 2 * [(1, 4), (2, 4), (3, 4)]


def test_what_cannot_be_solved_is_refused_by_its_number_before_anything_is() -> None:
    good, other = endings(FIVE_UP, 6, 0, 1)[0], endings(FIVE_UP, 9, 0, 1, seats=3)[0]
    with pytest.raises(TextError, match="position 1: expected two teams, got 3"):
        solve_all([good, other])
    with pytest.raises(TextError, match="threads: expected a whole number from 1"):
        solve_all([good], threads=0)


@pytest.mark.parametrize(("option", "said"), [
    *(({"budget": budget}, "budget: expected seconds, or None, got ") for budget in (-1, "x", float("nan"), True)),
    *(({"nodes": nodes}, "nodes: expected a whole number from 0 ") for nodes in (-1, "x", 1.5, True, 1 << 63)),
], ids=str)
def test_what_is_no_limit_of_a_search_is_refused(option: dict[str, Any], said: str) -> None:
    for call in (lambda: solve(endings(FIVE_UP, 6, 0, 1)[0], **option), lambda: solve_all([], **option)):
        with pytest.raises(TextError, match=said):
            call()


@pytest.mark.parametrize("position", [None, "5-5 | 1-5 / 2-5 | - | 0", 3], ids=repr)
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(TextError, match="position: expected a Round or a View, got "):
        solve(position)
    with pytest.raises(TextError, match="position 0: position: expected a Round or a View, got "):
        solve_all([position])
