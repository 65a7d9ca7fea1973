"""Rounds in batches are those of the kernel, one by one, whoever plays them and however many play at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fives import ALL_FIVES, DOMINOS_CC_BLOCK, FIVE_UP, RULE_SETS, Round, Rules, kernel, playout
from fives.analysis import batch, batch_rounds
from fives.rounds import state_of, whole
from fives.tiles import ALL, tiles_of

KINDS = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]
FIELDS = ("leader", "finisher", "laid", "made", "points")
Rows = list[tuple[object, ...]]


def rows(results: batch.Results) -> Rows:
    return list(zip(*(getattr(results, name).tolist() for name in FIELDS), strict=True))


def one_by_one(name: str, seats: int, players: list[int], count: int, seed: int) -> Rows:
    """The same rounds by the plain functions, the last one first."""
    rules, found = RULE_SETS[name], []
    for number in reversed(range(count)):
        s, out = state_of(rules, seats, rules.first_leader == "highest"), [0] * batch_rounds.RESULT
        batch_rounds.whole_rounds(s, [0], [0], players, seed, number, 1, rules.hand_size(seats), out)
        made, total = out[batch_rounds.MADE:][:s[kernel.TEAMS]], out[batch_rounds.TOTAL:][:s[kernel.TEAMS]]
        found.append((out[batch_rounds.LEADER], out[batch_rounds.FINISHER], out[batch_rounds.LAID], made, total))
    return found[::-1]


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_a_round_is_the_same_in_a_batch_and_alone(name: str, seats: int) -> None:
    manners = ["random", "greedy", "greedy", "random"][:seats]
    results = batch.simulate(RULE_SETS[name], seats, manners, 25, 99)
    assert rows(results) == one_by_one(name, seats, [batch.BOTS[manner] for manner in manners], 25, 99)


def test_a_batch_is_the_readable_round_played_greedily() -> None:
    """Nothing is drawn in Block, so that a deal says all."""
    results = batch.simulate(DOMINOS_CC_BLOCK, 3, "greedy", 20, 5)
    for number, expected in enumerate(rows(results)):
        s = state_of(DOMINOS_CC_BLOCK, 3, True)
        playout.deal(s, [batch_rounds.stream(5, number, batch_rounds.DEALS)], DOMINOS_CC_BLOCK.hand_size(3), 0)
        hands = [tuple(tiles_of(mask)) for mask in s[kernel.HAND:kernel.HAND + 3]]
        round = Round.deal(DOMINOS_CC_BLOCK, hands, tuple(tiles_of(s[kernel.BONEYARD])), s[kernel.TURN])
        while not round.over:
            if round.may == "pass":
                round = round.move("pass")
                continue
            code = playout.greedy_play(round.state)
            round = round.move(next(play for play in round.legal if round.layout.code(play) == code))
        assert expected[:3] == (round.leader, -1 if round.out is None else round.out, len(round.layout.plays))
        assert expected[4] == list(round.settled)


@pytest.mark.parametrize("threads", [2, 3])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    count = 4 * batch.PIECE + 17 if batch.fast.COMPILED else 5 * batch.PLAIN_PIECE + 7
    alone = batch.simulate(FIVE_UP, 4, "random", count, 3)
    together = batch.simulate(FIVE_UP, 4, "random", count, 3, threads)
    assert alone.complete
    assert together.complete
    for name in FIELDS:
        assert (getattr(alone, name) == getattr(together, name)).all()


def test_a_seed_is_a_batch_and_another_seed_another() -> None:
    seeds = [0, 1, 1 << 32, (1 << 63) - 1]
    found = {seed: batch.simulate(ALL_FIVES, 2, "random", 50, seed).points.tolist() for seed in seeds}
    assert len({str(points) for points in found.values()}) == len(seeds)
    assert found[1] == batch.simulate(ALL_FIVES, 2, "random", 50, 1).points.tolist()


def test_no_two_generators_start_alike() -> None:
    starts = [batch_rounds.stream(seed, number, use)
              for seed in (0, 1, 1 << 33) for number in range(20_000) for use in (0, 1)]
    assert len(set(starts)) == len(starts)
    assert all(0 < start < 698769069 << 32 for start in starts)
    ones = sum(start.bit_count() for start in starts) / len(starts)
    assert 29 < ones < 32.5  # of some 61 bits


def test_how_people_play_never_shifts_a_deal() -> None:
    """Where the tiles decide who leads, the leader tells of the deal."""
    rules = FIVE_UP.vary(first_leader="highest")
    leaders = [batch.simulate(rules, 4, bots, 300, 8).leader.tolist()
               for bots in ("random", "greedy", ["random", "greedy", "random", "random"])]
    assert leaders[0] == leaders[1] == leaders[2]
    assert set(leaders[0]) == {0, 1, 2, 3}


def test_deals_are_fair() -> None:
    """Each tile is as often in each hand, and each seat leads as often."""
    count, held = 4000, np.zeros((2, 28))
    s = state_of(ALL_FIVES, 2, False)
    for number in range(count):
        playout.deal(s, [batch_rounds.stream(1, number, batch_rounds.DEALS)], 9, 0)
        for seat in (0, 1):
            held[seat, [tile.number for tile in tiles_of(s[kernel.HAND + seat])]] += 1
    expected = count * 9 / 28
    assert (abs(held - expected) < 5 * (expected * 19 / 28) ** 0.5).all()
    assert np.bincount(batch.simulate(ALL_FIVES, 4, "random", 400).leader).tolist() == [100] * 4


def test_greedy_play_gains_more_than_random_play() -> None:
    results = batch.simulate(ALL_FIVES, 2, ["greedy", "random"], 3000, 2)
    gain = (results.points[:, 0] - results.points[:, 1]) / 2
    assert gain.mean() > 15 * gain.std() / len(results) ** 0.5 > 0


def test_playouts_begin_where_a_round_stands() -> None:
    hands = [tuple(tiles_of(mask)) for mask in (0b11111, 0b1111100000)]
    start = Round.deal(FIVE_UP, hands, tuple(tiles_of(ALL ^ 0b1111111111)), 1).move("2-3")
    results = batch.playouts(start.state, 40, 6)
    assert results.points.shape == (40, 2)
    assert set(results.leader.tolist()) == {0}
    assert len({str(row) for row in results.points.tolist()}) > 5
    assert results.points.tolist() == batch.playouts(start.state, 40, 6, threads=2).points.tolist()
    assert (results.made[:, 1] >= 2 * whole(start.state[kernel.POINTS + 1])).all()


def test_playouts_of_several_states_have_chances_of_their_own() -> None:
    s = state_of(ALL_FIVES, 3, False)
    playout.deal(s, [playout.seeded(3)], 7, 0)
    several = batch.playouts([s, s, s], 30, 4, "greedy")
    assert several.points.shape == (3, 30, 3)
    assert several.points[0].tolist() == batch.playouts(s, 30, 4, "greedy").points.tolist()
    assert several.points[0].tolist() != several.points[1].tolist()


def test_a_batch_that_is_ended_keeps_what_was_done() -> None:
    size = batch.PIECE if batch.fast.COMPILED else batch.PLAIN_PIECE
    told = []

    def stop(done: int) -> bool:
        told.append(done)
        return done < 2 * size

    def interrupt(done: int) -> None:
        if done >= 2 * size:
            raise KeyboardInterrupt

    for threads in (1, 2):
        for watch in (stop, interrupt):
            results = batch.simulate(FIVE_UP, 2, "random", 9 * size, 1, threads, watch=watch)
            assert not results.complete
            assert len(results) == 2 * size
            assert (results.laid > 0).all()
    assert told == [size, 2 * size] * 2


def test_a_batch_of_nothing_is_empty() -> None:
    assert rows(batch.simulate(FIVE_UP, 2, "random", 0)) == []
    assert batch.playouts([standing(FIVE_UP, 2)] * 2, 0).points.shape == (0, 0, 2)


def test_the_same_rounds_are_equal() -> None:
    results = batch.simulate(FIVE_UP, 2, "random", 20, 1)
    assert results == batch.simulate(FIVE_UP, 2, "random", 20, 1, threads=2)
    assert results != batch.simulate(FIVE_UP, 2, "random", 20, 2)
    assert results != batch.simulate(FIVE_UP, 2, "random", 19, 1)
    assert results != replace(results, complete=False)
    assert results != results.points.tolist()
    with pytest.raises(TypeError, match="unhashable"):
        hash(results)


@pytest.mark.parametrize(("change", "says"), [
    ({"seats": 5}, "seats: expected 2 to 4, got 5"),
    ({"bots": "clever"}, "bots: expected random or greedy, for all or for each of 2 seats, got .*clever"),
    ({"bots": ["random"]}, "for each of 2 seats"),
    ({"bots": None}, "bots: expected random or greedy"),
    ({"bots": [["random"], 1]}, "bots: expected random or greedy"),
    ({"rounds": -1}, "rounds: expected a whole number from 0 to 20000000, got -1"),
    ({"rounds": 1 << 32}, "rounds: expected a whole number from 0 to 20000000, got 4294967296"),
    ({"seed": 1 << 63}, "seed: expected a whole number from 0"),
    ({"threads": 0}, "threads: expected a whole number from 1 to 64, got 0"),
])
def test_a_batch_refuses_what_it_cannot_do(change: dict[str, object], says: str) -> None:
    asked = {"rules": FIVE_UP, "seats": 2, "bots": "random", "rounds": 1, "seed": 0, "threads": 1, **change}
    with pytest.raises(ValueError, match=says):
        batch.simulate(**asked)  # type: ignore[arg-type]


def test_no_more_rounds_are_played_out_at_once_than_there_is_room_for() -> None:
    with pytest.raises(ValueError, match=r"^each: expected a whole number from 0 to 10000000, got 10000001$"):
        batch.playouts([standing(FIVE_UP, 2)] * 2, 10_000_001)


def standing(rules: Rules, seats: int, plays: int = 0, number: int = 0) -> list[int]:
    """The state of a round after so many plays."""
    s, rng = state_of(rules, seats, rules.first_leader == "highest"), [playout.seeded(number)]
    playout.deal(s, rng, rules.hand_size(seats), number % seats)
    for _ in range(plays):
        if playout.ready(s, rng):
            kernel.play(s, playout.random_play(s, rng))
    return s


@pytest.mark.parametrize("states", [
    [], [1, 2, 3], None, "abc", [[1], [2, 3]], [0.0] * kernel.ROUND, [1 << 70] * kernel.ROUND, [True] * kernel.ROUND,
    [[[0] * kernel.ROUND]], iter([0] * kernel.ROUND)], ids=str)
def test_playouts_are_of_numbers_for_each_round(states: Any) -> None:
    with pytest.raises(ValueError, match="states: expected 22 numbers for each round, got "):
        batch.playouts(states, 1)


def test_playouts_are_of_rounds_with_the_same_seats_and_teams() -> None:
    for other in (standing(FIVE_UP, 3), standing(FIVE_UP.vary(partners=False), 4), [0] * kernel.ROUND):
        with pytest.raises(ValueError, match="the same number of seats"):
            batch.playouts([standing(FIVE_UP, 4), other], 1)


SLOTS = {name: getattr(kernel, name) for name in ("TURN", "BONEYARD", "OUT", "SPINS", "DRAWS", "FORCED", "MULTIPLE",
                                                  "SETTLE", "NEAREST", "BLOCK", "SPLIT")}


@pytest.mark.parametrize("name", [*SLOTS, "HAND + 0", "HAND + 1", "HAND + 3", "POINTS + 0", "POINTS + 3"])
@pytest.mark.parametrize("value", [-20_000, 1 << 31, -(1 << 62), (1 << 63) - 1])
def test_no_number_is_played_out_that_no_round_holds(name: str, value: int) -> None:
    """Compiled code looks at nothing: such a number would end the interpreter."""
    base, _, more = name.partition(" + ")
    s, slot = standing(FIVE_UP, 2, 3), getattr(kernel, base) + int(more or 0)
    s[slot] = value
    with pytest.raises(ValueError, match=r"^states: round 1: \w+.*: expected a number from"):
        batch.playouts([standing(FIVE_UP, 2), s], 1)


@pytest.mark.parametrize("bit", range(64))
def test_no_layout_is_played_out_that_does_not_go_with_the_tiles(bit: int) -> None:
    s = standing(ALL_FIVES, 2, 4)
    s[kernel.LAYOUT] ^= 1 << bit if bit < 63 else -1 << 63
    with pytest.raises(ValueError, match="states: round 0: expected a layout that goes with"):
        batch.playouts(s, 1)


def test_no_tile_is_held_twice_and_somebody_can_lead() -> None:
    twice, stuck, lying = standing(FIVE_UP, 2), standing(FIVE_UP, 2), standing(ALL_FIVES, 2, 12)
    twice[kernel.BONEYARD] |= twice[kernel.HAND] & -twice[kernel.HAND]
    stuck[kernel.HAND + stuck[kernel.TURN]] = 0
    left = lying[kernel.BONEYARD] | lying[kernel.HAND] | lying[kernel.HAND + 1]
    double = next(tile for tile in range(28) if kernel.LOW[tile] == kernel.HIGH[tile] and not left >> tile & 1)
    lying[kernel.BONEYARD] |= 1 << double
    for s, said in ((twice, "no tile twice"), (stuck, "a seat in turn that can lead"), (lying, "a layout that goes")):
        with pytest.raises(ValueError, match=f"states: round 1: expected {said}"):
            batch.playouts([standing(FIVE_UP, 2), s], 1)


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_every_state_that_a_round_comes_to_can_be_played_out(name: str, seats: int) -> None:
    states = [standing(RULE_SETS[name], seats, plays, 40 + plays) for plays in range(27)]
    assert len(batch.playouts(states, 2).points) == 27
