"""The best play that a budget buys: one view, or many."""

from __future__ import annotations

import random
import time

import pytest

from fives import ALL_FIVES, FIVE_UP, TILES, TextError, events, view
from fives.analysis.best import best_play, best_plays
from fives.bots.thinking import think
from fives.rules import Rules
from fives.view import View


def views(rules: Rules, seats: int, count: int) -> list[View]:
    """Views of seats that have more than one play to choose from, each from a round of its own."""
    found: list[View] = []
    for seed in range(10 * count):
        chance = random.Random(seed)
        match = events.apply(None, events.start(rules, seats))
        while match.need in ("lot", "deal"):
            tiles = chance.sample(TILES, len(TILES))
            match = events.apply(match, (events.lot if match.need == "lot" else events.deal)(match, tiles))
        for _ in range(6):
            assert match.round is not None
            turn = match.round.turn
            seen = view(match, turn)
            if match.need != "move":
                break
            if len(seen.options) > 1 and len(seen.layout.plays) > 2:
                found.append(seen)
                break
            move = chance.choice(match.round.legal) if seen.may == "play" else seen.may
            _, match = events.acting(match, turn, move)  # type: ignore[arg-type]
        if len(found) == count:
            return found
    raise AssertionError("no such views")


def test_the_best_play_is_what_master_chooses() -> None:
    for seen in views(FIVE_UP, 2, 3):
        assert best_play(seen, 0.002, 5) == think(seen, "master", 5, 0.002).choice
        assert best_play(seen, 0.002, 5) in {option.play for option in seen.options}


@pytest.mark.parametrize(("rules", "seats"), [(FIVE_UP, 4), (ALL_FIVES, 2)])
def test_many_views_get_the_same_plays_on_one_thread_and_on_several(rules: Rules, seats: int) -> None:
    asked = views(rules, seats, 6)
    alone = best_plays(asked, 0.002, 7)
    assert alone == [best_play(seen, 0.002, 7) for seen in asked]
    assert best_plays(asked, 0.002, 7, threads=3) == alone
    assert best_plays([], threads=2) == []
    assert best_plays((seen for seen in asked[:2]), 0.002, 7) == alone[:2]


def test_who_ends_a_batch_keeps_the_plays_that_are_done() -> None:
    asked = views(FIVE_UP, 2, 4)
    told: list[tuple[int, int]] = []
    for threads in (1, 2):
        some = best_plays(asked, 0.002, 7, threads, watch=lambda done, total: (told.append((done, total)), done < 2)[1])
        assert some == best_plays(asked[:2], 0.002, 7)
    assert told == 2 * [(1, 4), (2, 4)]


def test_who_watches_a_thought_changes_nothing() -> None:
    for level in ("club", "expert", "master", "flat"):
        seen = views(FIVE_UP, 4, 1)[0]
        assert think(seen, level, 3, 0.002, watch=lambda *_: True) == think(seen, level, 3, 0.002)


def test_who_ends_a_thought_gets_the_best_so_far() -> None:
    seen = views(ALL_FIVES, 2, 1)[0]
    told: list[tuple[int, int]] = []
    started = time.monotonic()
    play = best_play(seen, 600, 7, watch=lambda done, total: (told.append((done, total)), False)[1])
    assert play in {option.play for option in seen.options}
    assert time.monotonic() - started < 60
    assert len(told) == 1
    assert 0 <= told[0][0] < told[0][1]


def test_what_offers_no_play_is_refused_by_its_number() -> None:
    seen = views(FIVE_UP, 2, 1)[0]
    match = events.apply(None, events.start(FIVE_UP, 2))
    with pytest.raises(TextError, match="view 1: expected a seat that is in turn"):
        best_plays([seen, view(match, 0)])
    with pytest.raises(TextError, match="expected the view of a seat that is in turn"):
        best_play(view(match, 0))
    for budget in (0, -1, "x", None, True, float("nan"), 10**400):
        for call in (best_play, best_plays):
            with pytest.raises(TextError, match="budget: expected seconds over 0 and up to 3600, got "):
                call(seen if call is best_play else [seen], budget)  # type: ignore[operator]
    with pytest.raises(TextError, match="expected a View, got None"):
        best_play(None)  # type: ignore[arg-type]
    with pytest.raises(TextError, match="view 1: expected a View, got 5"):
        best_plays([seen, 5])  # type: ignore[list-item]
    with pytest.raises(TextError, match="seed: expected a whole number"):
        best_plays([seen], seed=-1)
    with pytest.raises(TextError, match="threads: expected a whole number from 1"):
        best_plays([seen], threads=0)
