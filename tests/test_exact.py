"""Exact endings: held against plain minimax over matches, against the reference, and against themselves."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from endings import Minimax, dealt, endings, first_to_draw
from fives import (
    ALL_FIVES,
    DOMINOS_CC_BLOCK,
    FIVE_UP,
    RULE_SETS,
    Match,
    Round,
    Rules,
    TextError,
    fast,
    kernel,
    tally,
    view,
)
from fives.analysis import solve as module
from fives.analysis.exact_ends import beyond_reach
from fives.analysis.exact_room import LIKELY
from fives.analysis.looking import Engine, Look
from fives.analysis.positions import parse_position
from fives.analysis.solve import Solution, solve
from fives.rounds import state_of

pytestmark = pytest.mark.thorough

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def held(found: Solution, truth: Minimax) -> None:
    """A solution is the truth: the value, every play's value, and a line that comes to it."""
    value = truth.value()
    matched = found.worth.match is not None
    assert found.exact
    assert (found.worth.match or 0, found.worth.points) == value
    assert {choice.play: (choice.worth.match or 0, choice.worth.points) for choice in found.choices} == truth.plays()
    assert [choice.worth for choice in found.choices] == sorted(
        (choice.worth for choice in found.choices), key=lambda worth: (worth.match or 0, worth.points), reverse=True)
    if not found.end.over or found.won or matched:
        return
    team = found.end.rules.team(found.seat, found.end.seats)
    made = [sum(move.points for move in found.line if found.end.rules.team(move.seat, found.end.seats) == each)
            + Fraction(found.end.settled[each], 2) for each in (team, 1 - team)]
    if not any(move.move == "draw" for move in found.line):
        assert made[0] - made[1] == found.worth.points


@EVERY
@pytest.mark.parametrize(("tiles", "count"), [(3, 30), (5, 90), (7, 20)])
def test_the_value_is_that_of_plain_minimax(rules: Rules, tiles: int, count: int) -> None:
    for standing in endings(rules, tiles, 0, count):
        held(solve(standing, budget=None, every=True), Minimax(standing))


@EVERY
@pytest.mark.parametrize(("tiles", "boneyard", "count"), [(3, 1, 30), (4, 2, 40), (5, 3, 10)])
def test_draws_are_the_mean_of_all_orders_of_the_boneyard(rules: Rules, tiles: int, boneyard: int, count: int) -> None:
    for standing in endings(rules, tiles, boneyard, count):
        found = solve(standing, budget=None, every=True)
        held(found, Minimax(standing))
        turned = replace(standing, boneyard=standing.boneyard[::-1])
        assert solve(turned, budget=None).worth == found.worth


def totals_for(chance: random.Random, rules: Rules, target: int) -> tuple[int, ...]:
    """Totals at which a match may stand: below the target where it is looked at at once."""
    if chance.random() < 0.2:  # a tie at the target, to be played off or on
        return (target, target)
    most = target - 1 if rules.at_once else target + 15
    return tuple(chance.randrange(-10, most, chance.choice((1, 5))) for _ in range(2))


@EVERY
@pytest.mark.parametrize("target", [25, 50, 90, 160])
def test_to_win_the_match_goes_before_points(rules: Rules, target: int) -> None:
    chance = random.Random(target)
    near = rules.vary(target=(target,) * 3)
    for tiles, boneyard, count in ((5, 0, 25), (6, 0, 10), (4, 2, 15)):
        for standing in endings(near, tiles, boneyard, count):
            totals = totals_for(chance, near, target)
            playoff = near.playoff and chance.random() < 0.4
            held(solve(standing, totals, playoff=playoff, budget=None, every=True), Minimax(standing, totals, playoff))


@pytest.mark.parametrize("rules", [FIVE_UP, ALL_FIVES, ALL_FIVES.vary(settle="each", block="nobody"),
                                   FIVE_UP.vary(at_once=True)], ids=str)
def test_partners_are_one_team(rules: Rules) -> None:
    for target, tiles, boneyard in ((10_000, 7, 0), (60, 7, 0), (60, 6, 2)):
        for standing in endings(rules.vary(target=(target,) * 3), tiles, boneyard, 6, 4):
            totals = (40, 45) if target == 60 else ()
            held(solve(standing, totals or None, budget=None, every=True), Minimax(standing, totals))


@pytest.mark.parametrize("rules", [
    FIVE_UP.vary(multiple=3, nearest=1), ALL_FIVES.vary(spinners="all", at_once=False, playoff=True),
    DOMINOS_CC_BLOCK.vary(multiple=1, spinners="first"),
    FIVE_UP.vary(draws=False, settle="pool", block="tiles")], ids=str)
def test_a_variation_is_solved_by_its_own_rules(rules: Rules) -> None:
    for standing in endings(rules, 5, 2, 12):
        held(solve(standing, budget=None, every=True), Minimax(standing))


def by_reference(now: reference.Round) -> Fraction:
    """Points of seat 0 over seat 1 to come, by plain minimax over the second statement of the rules."""
    if now.end:
        settled = now.settled
        return settled[0] - settled[1]
    moves = now.layout.fitting(*now.hands[now.turn]) if now.may() == "play" else [now.may()]
    values = []
    for move in moves:
        after = copy.deepcopy(now)
        seat = now.turn
        _, points = after.do(move)
        values.append((points if seat == 0 else -points) + by_reference(after))
    return max(values) if now.turn == 0 else min(values)


@EVERY
def test_the_value_is_that_of_the_second_statement_of_the_rules(rules: Rules) -> None:
    found = 0
    for seed in range(1000):
        played = dealt(rules, 5, seed)
        if played is None:
            continue
        hands = [[str(tile) for tile in hand] for hand in dealt_hands(played)]
        boneyard = [*(str(made.drawn) for made in played.made if made.drawn), *map(str, played.boneyard)]
        second = reference.Round(rules.id, 2, played.leader, hands, boneyard)
        for made in played.made:
            second.do(str(made.move))
        value = by_reference(second)
        assert solve(played, budget=None).worth.points == (value if played.turn == 0 else -value)
        found += 1
        if found == 8:
            break
    assert found == 8


def dealt_hands(played: Round) -> list[list[Any]]:
    """The hands as they were dealt."""
    hands: list[set[Any]] = [set(hand) for hand in played.hands]
    for made in played.made:
        if made.move not in ("draw", "pass"):
            hands[made.seat].add(made.move.tile)  # type: ignore[union-attr]
    for made in played.made:
        hands[made.seat].discard(made.drawn)
    return [sorted(hand) for hand in hands]


@EVERY
@pytest.mark.parametrize("lot", [False, True], ids=["usual", "lot"])
def test_before_the_lead_every_tile_may_be_played_unless_one_leads_every_round(rules: Rules, lot: bool) -> None:
    rules = rules.vary(target=(40,) * 3, first_leader="lot" if lot else rules.first_leader)
    for standing in endings(rules, 5, 0, 8, laid=0):
        assert standing.forced is ((rules.first_leader, rules.later_leader) == ("highest", "highest"))
        assert len(standing.legal) == (1 if standing.forced else len(standing.hand(standing.turn)))
        held(solve(standing, budget=None, every=True), Minimax(standing))
        held(solve(standing, (15, 20), budget=None, every=True), Minimax(standing, (15, 20)))


@EVERY
def test_the_value_does_not_depend_on_what_is_asked_first(rules: Rules) -> None:
    """Nor on what the table knows from questions before: each bound in it must be true."""
    for standing in endings(rules, 9, 0, 8):
        engine = Engine(False, 9)
        values = set()
        for number, likely in ((1, 0), (1, 60), (2, -200), (3, 200), (3, 0)):
            look = Look(engine, standing.state, [0] * tally.TALLY, False, number)
            for question in (likely, likely + 7, likely - 20):
                assert look.ask(question)
            look.x[LIKELY] = likely
            assert look.search()
            values.add(look.at_least)
        assert len(values) == 1


@EVERY
def test_compiled_and_plain_functions_find_the_same(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where numba is missing both are the plain ones."""
    near = rules.vary(target=(120,) * 3)
    for tiles, boneyard in ((8, 0), (10, 0), (6, 3)):
        for standing in endings(near, tiles, boneyard, 4):
            for totals in (None, (80, 90)):
                monkeypatch.setattr(module, "PLAINLY", 10**9)
                monkeypatch.setattr(module, "READY", 10**9)
                plain = solve(standing, totals, budget=None, every=True)
                monkeypatch.setattr(module, "PLAINLY", 0)
                monkeypatch.setattr(module, "READY", 0)
                compiled = solve(standing, totals, budget=None, every=True)
                assert (plain.worth, plain.exact) == (compiled.worth, compiled.exact)
                assert ({choice.play: choice.worth for choice in plain.choices}
                        == {choice.play: choice.worth for choice in compiled.choices})


def test_all_plays_that_are_equally_good_are_named() -> None:
    for rules in (FIVE_UP, ALL_FIVES):
        for standing in endings(rules, 6, 0, 15):
            value, plays = Minimax(standing).value(), Minimax(standing).plays()
            best = {play for play, worth in plays.items() if worth == value}
            assert {choice.play for choice in solve(standing, budget=None).choices} == best


@pytest.mark.parametrize("rules", [FIVE_UP, ALL_FIVES], ids=str)
def test_when_the_budget_is_spent_the_truth_lies_between_the_bounds(rules: Rules) -> None:
    for standing in endings(rules, 11, 0, 8):
        truth = solve(standing, budget=None)
        assert truth.exact
        for nodes in (0, 20, 100, 1000):
            found = solve(standing, budget=None, nodes=nodes)
            assert found.nodes <= nodes + 150
            if found.exact:
                assert found.worth == truth.worth
                continue
            assert found.at_least is None or found.at_least.points <= truth.worth.points
            assert found.at_most is None or found.at_most.points >= truth.worth.points
            if standing.may == "play":
                assert found.choices[0].play in standing.legal
                assert found.line[0].move == found.choices[0].play


def test_a_search_that_is_stopped_gives_the_best_so_far_at_once() -> None:
    hard = endings(FIVE_UP, 24, 0, 1)[0]
    asked: list[int] = []
    found = solve(hard, budget=None, watch=lambda nodes: asked.append(nodes) or len(asked) < 3)
    assert 3 <= len(asked) < 10
    assert not found.exact
    assert not solve(hard, budget=0.0).exact


def test_a_search_in_pieces_finds_what_one_search_finds() -> None:
    for standing in endings(ALL_FIVES, 8, 2, 6):
        pieces: list[int] = []
        found = solve(standing, budget=None, watch=pieces.append)
        assert found.exact
        assert found.worth == solve(standing, budget=None).worth


def test_a_seat_that_passes_or_a_round_that_is_over_has_a_value_too() -> None:
    passing = parse_position("5-5 5-6@5-5 | 1-2 0-1 / 2-5 6-6 | - | 0", FIVE_UP)
    assert passing.may == "pass"
    found = solve(passing)
    assert (Fraction(0), Fraction(found.worth.points)) == Minimax(passing).value()
    assert found.choices == ()
    assert [str(made.move) for made in found.line][:1] == ["pass"]
    over = parse_position("5-5 5-6@5-5 | - / 2-5 6-6 | 1-1 | 0", ALL_FIVES)
    assert over.over
    assert solve(over).worth.points == 20  # 2-5 and 6-6: 19 pips
    assert solve(over, (235, 0)).worth.match == 1


def test_a_seat_sees_an_ending_as_soon_as_every_hand_can_be_told() -> None:
    played = next(found for seed in range(1000) if (found := dealt(ALL_FIVES, 9, seed)) is not None
                  and not found.boneyard)
    match = replace(Match.new(ALL_FIVES, 2), round=played, stage="playing", rounds=1)
    seen = view(match, played.turn)
    assert solve(seen).worth == solve(played).worth
    assert solve(seen, seen.totals).worth == solve(played, match.totals).worth
    for other in (view(match, None), view(Match.new(ALL_FIVES, 2), 0)):
        with pytest.raises(TextError, match="hands can be told"):
            solve(other)


@pytest.mark.parametrize(("standing", "totals", "said"), [
    (endings(FIVE_UP, 6, 0, 1, 3)[0], None, "expected two teams, got 3"),
    (endings(DOMINOS_CC_BLOCK, 6, 0, 1, 4)[0], None, "expected two teams, got 4"),
    (endings(FIVE_UP, 6, 11, 1)[0], None, "at most 10 tiles, got 11"),
    (endings(FIVE_UP, 6, 8, 1)[0], (0, 0), "at most 7 tiles, got 8"),
    (endings(ALL_FIVES, 6, 0, 1)[0], (250, 0), "the match is over"),
    (endings(ALL_FIVES, 6, 0, 1)[0], (250,), "expected 2 numbers, got 1"),
], ids=str)
def test_what_cannot_be_solved_is_refused_with_the_reason(standing: Round, totals: Sequence[int] | None,
                                                          said: str) -> None:
    with pytest.raises(TextError, match=said):
        solve(standing, totals)


def test_in_block_the_boneyard_may_be_of_any_size() -> None:
    standing = endings(DOMINOS_CC_BLOCK, 6, 14, 1)[0]
    assert solve(standing, budget=None).worth.points == Minimax(standing).value()[1]


@given(st.randoms(use_true_random=False), st.sampled_from([FIVE_UP, ALL_FIVES, FIVE_UP.vary(spinners="none")]))
def test_a_play_adds_at_most_its_high_half_to_a_count(chance: random.Random, rules: Rules) -> None:
    """What tells when the target is beyond reach rests on this; a lead adds its low half too."""
    s = state_of(rules, 2, False)
    rest = kernel.ALL
    while True:
        codes = [code for code in range(60) if kernel.end_plays(s[kernel.LAYOUT], rest) >> code & 1]
        if s[kernel.LAYOUT]:
            codes += [64 + code for code in range(60) if kernel.double_plays(s[kernel.LAYOUT], rest) >> code & 1]
        if not codes:
            return
        code = chance.choice(codes)
        after = kernel.lay(s[kernel.LAYOUT], code, s[kernel.SPINS])
        low = 0 if s[kernel.LAYOUT] else kernel.LOW[code & 31]
        assert kernel.count_of(after) - kernel.count_of(s[kernel.LAYOUT]) <= kernel.HIGH[code & 31] + low
        s[kernel.LAYOUT] = after
        rest ^= 1 << (code & 31)


CLOSE = ["0-0 0-1@0-0 | 0-4 0-5 3-5 / 2-3 3-6 | - | 0", "0-0 | 3-4 4-5 / 0-4 0-5 5-5 | - | 0",
         "0-1 0-0@0-1 | 3-5 5-5 / 0-4 1-6 4-6 | - | 0", "- | 5-5 / 0-0 | - | 0"]


def test_who_can_still_get_to_the_target_is_never_said_to_be_beyond_it() -> None:
    """Held against the highest total of all ways in which a round can go."""
    said = 0
    for rules in (FIVE_UP, ALL_FIVES, ALL_FIVES.vary(settle="each", nearest=1), DOMINOS_CC_BLOCK):
        found = [standing for laid in (28, 3, 0) for standing in endings(rules, 4, 1, 15, laid=laid)]
        for standing in found + [parse_position(text, rules) for text in CLOSE]:
            match = replace(Match.new(rules.vary(target=(10_000,) * 3), 2), round=standing, stage="playing")
            t = list(match.tally)
            t[tally.TARGET] = 2 * max(int(highest(match)), 1)
            assert not beyond_reach(standing.state, t)
            t[tally.TARGET] += 400
            said += beyond_reach(standing.state, t)
    assert said > 100


def highest(match: Match) -> Fraction:
    """The highest total that any team can have at some moment of the round."""
    now = match.round
    assert now is not None
    here = max(map(Fraction, match.totals))
    if match.need != "move":
        ended = match.show()
        return max(here, *map(Fraction, ended.settle().totals)) if ended.need == "settle" else here
    if now.may == "draw":
        turned = [replace(match, round=first_to_draw(now, tile)) for tile in now.boneyard]
        return max(here, *(highest(each.move("draw")) for each in turned))
    return max(here, *(highest(match.move(move)) for move in now.legal or ("pass",)))  # type: ignore[arg-type]


def test_the_search_is_plain_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "COMPILED", False)
    monkeypatch.setattr(module, "PLAINLY", 10)
    monkeypatch.setattr(module, "READY", 10)
    standing = endings(FIVE_UP, 8, 0, 1)[0]
    assert solve(standing, budget=None).worth.points == Minimax(standing).value()[1]
