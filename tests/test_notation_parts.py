"""Records told in part: what no plays, no hands and no settlement can have made is refused, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fives import RULE_SETS, TILES, Rules, TextError
from fives import events as e
from fives.notation import possible, read, record_of, write
from fives.notation.possible import _state, can_be_settled, most_of_a_play, settlements
from fives.rounds import left_over, settlement
from notation_records import forget, made_in, played, variations

HEAD = "rules: {}\nseats: {}\n"
TWO = {name: HEAD.format(name, 2) for name in (*RULE_SETS, "five-up at_once=yes target=5")}
THREE = {name: HEAD.format(name, 3) for name in RULE_SETS}
ALL_FIVES, CC_FIVES, DRAW, BLOCK = "all-fives", "dominos-cc-all-fives", "dominos-cc-draw", "dominos-cc-block"


def refused(text: str, reason: str) -> None:
    with pytest.raises(TextError, match=reason):
        read(text)


# the play that ends a match
@pytest.mark.parametrize("text", [
    TWO[ALL_FIVES] + "from: 240 240\nround\nend: blocked\nleft: 20 | 12\nmade: 10 0\ntotals: 250 260\nwon: 1",
    TWO[CC_FIVES] + "from: 145 100\nround\nend: out 0\nleft: 0 | 12\nmade: 5 0\nsettled: 10 0\ntotals: 160 100\nwon: 0",
    TWO[ALL_FIVES] + "round\nend: out 0\nleft: 0 | 12\ntotals: 280 0\nwon: 0",
    TWO[ALL_FIVES] + "from: 240 240\nround\nend: out 0\nmade: 20 0\ntotals: 270 240",
    TWO[CC_FIVES] + "from: 145 100\nround\nmade: 5 0\nsettled: 10 0",
], ids=range(5))
def test_a_round_does_not_go_on_after_the_play_that_ended_the_match(text: str) -> None:
    refused(text, "expected end: target: team 0 wins with what it made in play")


@pytest.mark.parametrize(("text", "reason"), [
    (TWO[ALL_FIVES] + "from: 240 240\nround\nend: target\ntotals: 270 255", "expected one team at the target"),
    (TWO[ALL_FIVES] + "round\nend: target\nmade: 255 250", "expected one team at the target"),
    (TWO[ALL_FIVES] + "round\nend: target\ntotals: 285 0", "had won before its last play, which makes at most 35"),
    (TWO[ALL_FIVES] + "from: 240 240\nround\ntotals: 270 265", "no plays and no hands make 30 25 in a round"),
    (TWO[ALL_FIVES] + "from: 240 240\nround\nend: target\ntotals: 245 240", "nobody has won at these totals"),
], ids=range(5))
def test_one_play_of_one_team_ends_a_match(text: str, reason: str) -> None:
    refused(text, reason)


@pytest.mark.parametrize("text", [
    TWO[ALL_FIVES] + "round\nend: target\ntotals: 280 245\nwon: 0", TWO[ALL_FIVES] + "round\ntotals: 280 245\nwon: 0",
    TWO[ALL_FIVES] + "from: 240 200\nround\nend: target\nmade: 0 60\nwon: 1",
    TWO[ALL_FIVES] + "from: 240 240\nround\nend: blocked\nleft: 20 | 12\nmade: 5 0\ntotals: 245 260\nwon: 1",
    THREE[ALL_FIVES] + "from: 200 200 190\nround\nend: target\nmade: 0 5 10\nwon: 1",  # 200 ties, 205 is alone
    THREE[ALL_FIVES] + "from: 200 200 190\nround\nend: out 0\nleft: - | 3 | 3\nmade: 0 0 10\nwon: 0",
    TWO["five-up"] + "from: 60 60\nround\nend: out 0\nleft: - | 12\nmade: 3 3\ntotals: 63 61\nwon: 0",
    TWO["five-up at_once=yes target=5"] + "round\nleft: 29 | 26\ntotals: 0 2\nwon: 1",  # nothing need have been settled
], ids=range(8))
def test_a_match_ends_with_the_play_or_the_settlement_that_wins_it(text: str) -> None:
    assert read(text).match().winner is not None


def test_no_play_makes_more_than_the_ends_there_can_be() -> None:
    assert [most_of_a_play(rules) for rules in RULE_SETS.values()][1:] == [35, 35, 0, 0]
    assert most_of_a_play(RULE_SETS[ALL_FIVES].vary(spinners="none")) == 20
    for rules in RULE_SETS.values():
        for seed in range(3):
            made = [event.points for event in played(rules, 2, seed, 400) if isinstance(event, e.Played)]
            assert max(made) <= most_of_a_play(rules)


# settlements
@pytest.mark.parametrize(("text", "wrong", "right"), [
    (THREE[DRAW] + "round\nend: blocked\nleft: 4 | 4 | 8\n", "0 0 8, 4 0 0, 8 0 0", "12 0 0, 0 12 0, 0 0 0"),
    (TWO[CC_FIVES] + "round\nend: blocked\nleft: 4 | 4\nmade: 0 0\n", "5 5, 10 0, -5 0", "5 0, 0 5, 0 0"),
    (TWO[CC_FIVES] + "round\nend: blocked\nleft: 0-4 | 4\nmade: 0 0\n", "0 5", "5 0, 0 0"),
    (TWO[DRAW] + "round\nend: out 0\nleft: - | ?\n", "-7 3, 0 3, 168.5 0", "7 0, 0 0"),
    (TWO["five-up"] + "round\nend: blocked\nleft: ? | 7\nmade: 0 0\n", "3 2, -1 0, -1 -2, -99 -1", "-1 -1, 0 -1"),
    (TWO["five-up"] + "round\nend: out 0\nmade: 0 0\n", "-3 0, 0 -1/5", "0 -3, 0 0"),
    (HEAD.format("five-up", 4) + "round\nend: out 0\nleft: - | 3 | ? | 3\nmade: 0 0\n", "-1 -1, 1 -2", "-1 -2"),
    (TWO[ALL_FIVES] + "round\nend: out 0\nmade: 0 0\n", "0 10, 7 0, 2.5 0", "10 0, 0 0"),
    (TWO[ALL_FIVES] + "round\nend: blocked\nmade: 0 0\n", "2.5 2.5, 5 5", "5 0, 0 5, 0 0"),
    (TWO[ALL_FIVES] + "round\nend: blocked\nleft: 10 | ?\nmade: 0 0\n", "5 0, 0 5", "10 0, 0 10, 0 0"),
    (THREE[ALL_FIVES] + "round\nend: blocked\nmade: 0 0 0\n", "2.5 5 0, 2.5 0 0, 5 5 5", "2.5 2.5 0, 0 7.5 7.5, 5 0 0"),
    (TWO[DRAW] + "round\n", "10 20, -1 0", "10 0, 0 20"),
    (TWO[DRAW] + "round\nend: out 0\n", "0 20", "20 0"),
], ids=range(13))
def test_a_settlement_that_no_hands_make_is_refused(text: str, wrong: str, right: str) -> None:
    for key in ("settled", "totals"):
        for points in wrong.split(", "):
            refused(f"{text}{key}: {points}", "no hands that can have been left are settled with|expected points that")
        for points in right.split(", "):
            read(f"{text}{key}: {points}")


@pytest.mark.parametrize(("text", "wrong", "right"), [
    (TWO[ALL_FIVES] + "from: 50 50\nround\n", "45 60, 53 51, 52.5 52.5", "55 70, 50 50"),
    (TWO["five-up"] + "round\n", "1/2 2, 4 1/5", "4 1, -3 2"),
    (TWO[CC_FIVES] + "round\nend: blocked\nleft: 4 | 4\n", "-5 0, 3 0", "10 5, 0 0"),
    (THREE[ALL_FIVES] + "round\nend: out 0\n", "2.5 2.5 0", "5 10 15"),
], ids=range(4))
def test_totals_that_no_plays_and_hands_make_are_refused(text: str, wrong: str, right: str) -> None:
    for points in wrong.split(", "):
        refused(f"{text}totals: {points}", "no plays and no hands make|expected points that")
    for points in right.split(", "):
        read(f"{text}totals: {points}")


@st.composite
def left_hands(draw: st.DrawFn) -> tuple[Rules, list[tuple[int, ...]], int | None]:
    """Hands that may be left after a round, of tile numbers, and who went out."""
    rules, seats = draw(variations()), draw(st.integers(2, 4))
    deck = draw(st.permutations(range(28)))
    sizes = draw(st.lists(st.integers(1, 4), min_size=seats, max_size=seats))
    out = draw(st.none() | st.integers(0, seats - 1))
    stops = [0, *accumulate(sizes)]
    hands = [() if seat == out else tuple(deck[stops[seat]:stops[seat + 1]]) for seat in range(seats)]
    return rules, hands, out


@given(left_hands(), st.data())
def test_a_settlement_of_hands_of_which_something_is_forgotten_stays_possible(
        found: tuple[Rules, list[tuple[int, ...]], int | None], data: st.DataObject) -> None:
    rules, hands, out = found
    due = settlement(left_over(rules, [[TILES[number] for number in hand] for hand in hands], out))
    told = st.lists(st.booleans(), min_size=len(hands), max_size=len(hands))
    pips = tuple(sum(TILES[number].pips for number in hand) if known or seat == out else None
                 for seat, (hand, known) in enumerate(zip(hands, data.draw(told), strict=True)))
    sizes = tuple(len(hand) if known or seat == out else None
                  for seat, (hand, known) in enumerate(zip(hands, data.draw(told), strict=True)))
    end = "blocked" if out is None else "out"
    can_be_settled(rules, settlements(rules, len(hands), end, out, pips, sizes), due)
    if out is not None:
        pips, sizes = (tuple(None if seat == out else each for seat, each in enumerate(some)) for some in (pips, sizes))
    can_be_settled(rules, settlements(rules, len(hands), None, None, pips, sizes), due)


def test_two_of_three_who_share_may_be_any_two_that_can_be_as_light() -> None:
    may = settlements(RULE_SETS[ALL_FIVES], 3, "blocked", None, (None, 9, None), (1, None, 2))
    can_be_settled(RULE_SETS[ALL_FIVES], may, (10, 0, 10))
    with pytest.raises(TextError, match=r"no hands that can have been left are settled with 2\.5 0 2\.5"):
        can_be_settled(RULE_SETS[ALL_FIVES], may, (5, 0, 5))


@pytest.mark.parametrize(("seats", "pips"), [(4, (30, 30, 40, None)), (3, (30, 30, None)), (4, (30, None, None, 31))])
def test_where_tiles_decide_a_tie_few_hands_tell_who_may_gain(monkeypatch: pytest.MonkeyPatch, seats: int,
                                                              pips: tuple[int | None, ...]) -> None:
    rules = RULE_SETS[ALL_FIVES].vary(block="tiles", partners=False)
    asked = 0

    def counted(*args: Any) -> list[int]:
        nonlocal asked
        asked += 1
        return _state(*args)
    monkeypatch.setattr(possible, "_state", counted)
    ways = settlements.__wrapped__(rules, seats, "blocked", None, pips, (None,) * seats)
    assert 0 < asked < 20_000
    one_gains = {tuple(seat == one for seat in range(seats)) for one in range(seats) if pips[one] in (30, None)}
    assert one_gains <= {tuple(may != {0} for may in way) for way in ways}


@given(st.sampled_from(list(RULE_SETS.values())), st.booleans(), st.integers(2, 4), st.integers(0, 9),
       st.sampled_from([20, 60, 305]), st.integers(0, 10**6))
def test_a_true_record_from_which_anything_is_erased_is_never_refused(
        rules: Rules, at_once: bool, seats: int, seed: int, target: int, how: int) -> None:
    whole = record_of(played(rules.vary(target=(target,) * 3, at_once=at_once), seats, seed, 200)).filled()
    chance = Random(how)
    often = chance.choice([0.1, 0.5, 0.9])
    last = len(whole.rounds) - 1
    sheets = []
    for index, sheet in enumerate(whole.rounds):
        erased = forget(sheet, made_in(whole, sheet), index < last, lambda: chance.random() < often)
        sheets.append(replace(erased, totals=sheet.totals if erased.end or not erased.moves else erased.totals))
    read(write(replace(whole, rounds=tuple(sheets))))


# the end of a round in which nobody can play
FILLED = ("round\n0: 0-0\n1: 0-2@0-0\n0: 0-3@0-0\n1: 1-2@0-2\n0: 3-4@0-3\n1: 0-1@1-2\n0: 0-4@3-4\n1: 0-5@0-4\n"
          "0: 5-6@0-5\n1: 0-6@5-6\n")  # all tiles with a blank lie, and both ends are blank
SHORT = "deal=2,2,2"
KNOWN = "round\nboneyard: 0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 2-2 2-3 2-4 3-3 3-4 4-4 4-5 5-5 5-6 6-6 {}\n"


@pytest.mark.parametrize(("text", "reason"), [
    (TWO[BLOCK] + FILLED + "0: pass", "line 14, column 4: the round was over: nobody can play, so nobody passes"),
    (THREE[BLOCK] + "round\n0: 6-6\n1: pass\n2: pass\n0: pass", "line 7, column 4: the round was over: nobody can pl"),
    (THREE[BLOCK] + "round\n0: 6-6\n1: pass\n2: pass\nend: blocked",
     "line 7, column 6: the round cannot end with a pass: it would have been blocked before"),
    (THREE[BLOCK] + "round\n0: 6-6\n1: pass\nleft: 40 | ? | ?", "the round cannot end with a pass"),
    (THREE[BLOCK] + "round\n0: 6-6\n1: pass\ntotals: 0 0 0\nround\n1: 5-5", "the round cannot end with a pass"),
    (HEAD.format(f"{BLOCK} {SHORT}", 2) + KNOWN.format("1-6 2-5") + "0: 4-6\n1: pass\nend: blocked",
     "the round is not over: somebody holds 2-6 and can play it"),
], ids=range(6))
def test_nobody_passes_where_nobody_can_play_and_no_pass_ends_a_round(text: str, reason: str) -> None:
    refused(text, reason)


@pytest.mark.parametrize("text", [
    TWO[BLOCK] + FILLED + "end: blocked", TWO[BLOCK] + FILLED + "totals: 0 0", TWO[BLOCK] + FILLED,
    TWO[BLOCK] + FILLED.removesuffix("1: 0-6@5-6\n") + "1: pass\n0: 0-6@5-6\nend: blocked",
    THREE[BLOCK] + "round\n0: 6-6\n1: pass\n2: pass\n0: 5-6@6-6\nend: blocked",
    THREE[BLOCK] + "round\n0: 6-6\n1: pass\n2: pass\n",  # seat 0 may have another six
], ids=range(6))
def test_passes_before_a_play_and_a_block_after_one_are_believed(text: str) -> None:
    read(text)


# tiles that were dealt for certain
PASSED = ("round\n0: 6-6\n1: pass\n2: pass\n0: 1-6@6-6\n1: pass\n2: pass\n0: 1-1@1-6\n1: pass\n2: pass\n"
          "0: 1-5@1-1\n1: pass\n2: pass\n0: 5-5@1-5\n1: pass\n2: pass\n0: 0-5@5-5\nend: out 0\n"
          "left: - | {} 2-2 2-3 3-3 2-4 3-4 | ?\n")


@pytest.mark.parametrize(("text", "reason"), [
    (TWO["five-up"] + "round\n0: 6-6\n1: draw 0-0, 5-6@6-6", "line 5, column 4: seat 1: You can play 5-6"),
    (TWO[BLOCK] + "round\n0: 6-6\n1: pass\n0: 1-6@6-6\n1: 5-6@6-6", "line 5, column 4: seat 1: You can play 5-6"),
    (THREE[BLOCK] + PASSED.format("1-2"), "line 8, column 4: seat 1: You can play 1-2"),
    (TWO[BLOCK] + "round\n0: 5-5\nend: blocked\nleft: 6-6 1-1 1-2 2-2 3-3 4-4 | 22",
     "line 4, column 4: seat 0: This round must be led with 6-6"),
    (TWO[CC_FIVES] + "round\n0: 1-1\n1: 1-2@1-1\n0: 2-2@1-2",
     "line 4, column 4: seat 0: This round must be led with 2-2"),
    (TWO["five-up"] + "round\n0: 1-1\n1: 1-2@1-1\n0: draw 0-6, 1-3@1-1\n1: 2-2@1-2\n0: 2-3@1-3",
     "seat 0: You can play 1-3|seat 0: You can play 2-3"),
], ids=range(6))
def test_a_tile_that_was_dealt_for_certain_decides_leads_draws_and_passes(text: str, reason: str) -> None:
    refused(text, reason)


@pytest.mark.parametrize("text", [
    TWO["five-up"] + "round\n0: 6-6\n1: draw 5-6, 5-6@6-6", TWO["five-up"] + "round\n0: 6-6\n1: draw, 5-6@6-6",
    TWO[CC_FIVES] + "round\n0: 1-1\n1: draw, 1-2@1-1\n0: draw, 2-3@1-2\n1: 3-3@2-3",
    THREE[BLOCK] + PASSED.format("0-2"),
], ids=range(4))
def test_a_tile_that_may_have_been_drawn_decides_nothing(text: str) -> None:
    read(text)

