"""What the bots are timed with: plays of their own, wherever they had a choice."""

from __future__ import annotations

import pytest

import bench_bots
from fives.bots.reading import code_of
from fives.rules import ALL_FIVES

pytestmark = pytest.mark.thorough


def test_bots_are_timed_over_plays_that_they_could_choose() -> None:
    made = list(bench_bots.choices(ALL_FIVES, 2, 2, "club"))
    assert len(made) > 5
    for seen, chosen in made:
        assert len(seen.options) > 1
        assert chosen in [code_of(option.play) for option in seen.options]
    assert bench_bots.speed(ALL_FIVES, 2, "club") > 0
