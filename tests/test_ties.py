"""A tie at the target is told where there is one, and what it leads to; what is added up is called what it is."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from fives import DOMINOS_CC_ALL_FIVES, FIVE_UP, RULE_SETS, Match, Round, describe, parse_rules, parse_tile, svg, tally
from fives.cli import main
from fives.cli.telling import Teller
from fives.describe.people import People
from fives.describe.settle import account
from fives.kernel import POINTS, TEAMS, TURN, play
from fives.playout import chance, deal, random_play, ready
from fives.rounds import settlement, state_of
from fives.rules import BLOCKS, SETTLES, Rules
from fives.tiles import TILES, tiles_of
from fives.view import view
from fives.words import words_in

PLAYED_OFF = "There is a tie: play-off, until one leads alone."
GOES_ON = "There is a tie at the target: who leads alone first wins the match."
EN = words_in("en")


def people(rules: Rules, seats: int) -> People:
    return People(rules, ("Aoi", "Ben", "Cem", "Dan")[:seats])


@pytest.mark.parametrize(("rules", "totals", "playoff", "said"), [
    ("all-fives", (200, 200, 50), False, GOES_ON),  # docs/rules.md, C3
    ("all-fives", (205, 200, 50), False, ""),
    ("all-fives", (150, 150, 50), False, ""),
    ("five-up", (305, 305, 50), False, PLAYED_OFF),
    ("five-up", (300, 300, 50), True, PLAYED_OFF),
    ("five-up playoff=no", (305, 305, 50), False, GOES_ON),
])
def test_a_tie_at_the_target_is_told_with_the_totals_and_the_settlement(
        rules: str, totals: tuple[int, ...], playoff: bool, said: str) -> None:
    who = people(parse_rules(rules), 3)
    standing = describe.standing(EN, who, totals, playoff, counted_up=True)
    assert standing.endswith(said) if said else "tie" not in standing
    hands = [tuple(tiles_of(mask)) for mask in (1, 2, 4)]
    told = account(EN, who, hands, None, (), (0, 0, 0), totals, 3, 0, playoff)
    assert told.tie == said
    assert account(EN, who, hands, None, (), (0, 0, 0), totals, 3).tie == "", "nothing comes after it there"


@pytest.mark.parametrize(("rules", "totals", "playoff", "said"), [
    ("five-up", (305, 305, 50), False, ""),  # docs/rules.md, B4
    ("five-up playoff=no", (305, 305, 50), False, ""),
    ("five-up", (310, 300, 50), True, PLAYED_OFF),
    ("all-fives", (200, 200, 50), False, GOES_ON),  # the target is looked at within the round
    ("all-fives playoff=yes", (200, 200, 50), False, PLAYED_OFF),
    ("all-fives", (195, 195, 50), False, ""),
])
def test_within_a_round_a_tie_is_told_only_where_it_has_been_looked_at(
        rules: str, totals: tuple[int, ...], playoff: bool, said: str) -> None:
    who = people(parse_rules(rules), 3)
    standing = describe.standing(EN, who, totals, playoff)
    assert standing.endswith(said) if said else "tie" not in standing
    assert (PLAYED_OFF in svg.score_sheet(who, totals, EN, playoff=playoff)) == (said == PLAYED_OFF)


def beyond_the_target() -> Match:
    """Five Up from 60 : 60 in a round in which both have made 10 raw points: 62 : 62 of 61."""
    held = [[parse_tile(tile) for tile in hand.split()] for hand in ("5-5 1-1 2-2 0-1 6-6", "0-5 0-2 1-2 3-3 0-0")]
    rest = [tile for tile in TILES if all(tile not in hand for hand in held)]
    match = Match.new(FIVE_UP, 2, (300, 300)).led(0).dealt(Round.deal(FIVE_UP, held, rest, 0, False))
    for move in ("5-5", "0-5@5-5"):
        assert match.round is not None
        match = match.move(next(play for play in match.round.legal if str(play) == move))
    assert (match.totals, match.playoff, match.need) == ((310, 310), False, "move")
    return match


def sheet_of(match: Match) -> str:
    """What the score sheet of a match tells in a notebook."""
    return str(ElementTree.fromstring(match._repr_svg_())[1].text)  # type: ignore[attr-defined]


def test_in_five_up_nothing_is_said_of_a_tie_before_the_settlement() -> None:
    match = beyond_the_target()
    assert "tie" not in Teller(EN, people(FIVE_UP, 2)).situation(view(match, 0))
    assert sheet_of(match) == "Seat 0: 62 of 61. Seat 1: 62 of 61."
    assert "tie" not in sheet_of(Match.new(FIVE_UP, 2, match.totals)), "nobody has looked at these"


def test_a_position_within_a_round_of_five_up_has_no_tie_unless_it_is_played_off(
        capsys: pytest.CaptureFixture[str]) -> None:
    for more, tells in (([], False), (["--playoff"], True)):
        assert main(["solve", "1-4 | 1-2 / 2-5 | - | 0", "--totals", "70,70", *more]) == 0
        assert (PLAYED_OFF in capsys.readouterr().out) == tells


@pytest.mark.parametrize(("rules", "said"), [("five-up", PLAYED_OFF), ("five-up playoff=no", GOES_ON)])
def test_a_record_and_its_score_sheet_tell_the_tie_that_a_round_has_come_to(
        rules: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "evening.txt"
    record.write_text(f"rules: {rules}\nnames: Aoi, Ken\nfrom: 60 60\n\nround 9\n"
                      "end: blocked\nleft: 3 | 3\nmade: 2 2\ntotals: 61 61\n")
    assert main(["replay", str(record), "--svg", str(tmp_path / "pictures")]) == 0
    assert capsys.readouterr().out.rstrip().endswith(said)
    assert said in (tmp_path / "pictures" / "round-09-total.svg").read_text()


def test_the_sheet_of_a_match_tells_a_tie_from_the_settlement_to_the_end_of_the_play_off() -> None:
    match = beyond_the_target()
    for points, tie in (((10, 10), True), ((-20, -20), True), ((-25, -20), False)):
        t = list(match.tally)
        tally.settled(t, points, 0)
        match = Match(match.rules, 2, match.number + 1, tuple(t), tally.LOT, match.rounds + 1, match.round)
        assert sheet_of(match).endswith(PLAYED_OFF) == tie
        assert ("tie" in sheet_of(match.close() if match.need == "win" else match)) == tie


# Where a tie can arise


def ends_in_a_tie(rules: Rules, seats: int, totals: list[int], rng: list[int]) -> bool:
    """Whether a round by chance, from totals below the target, comes to a tie there: nobody wins when it is looked at.
    """
    t, s = list(Match.new(rules, seats, totals).tally), state_of(rules, seats, rules.first_leader == "highest")
    deal(s, rng, rules.hand_size(seats), chance(rng, seats))
    while ready(s, rng):
        team = s[TURN] % s[TEAMS]
        before = s[POINTS + team]
        play(s, random_play(s, rng))
        if s[POINTS + team] > before:
            tally.score(t, team, s[POINTS + team] - before)
            if rules.at_once and tally.top(t) >= t[tally.TARGET]:
                return t[tally.WINNER] < 0
    tally.settled(t, settlement(s), 0)
    return t[tally.WINNER] < 0 and tally.top(t) >= t[tally.TARGET]


KINDS = [{"settle": settle, "block": block, "split": split, "multiple": multiple, "at_once": at_once}
         for settle in SETTLES for block in BLOCKS for split in (False, True) for multiple in (0, 5)
         for at_once in (False, True)]


def varied(chances: Random, **kind: object) -> Rules:
    """Rules of a kind with a low target, the rest by chance."""
    base = chances.choice([FIVE_UP, DOMINOS_CC_ALL_FIVES])  # a lot leads, the highest double does
    size = chances.randint(2, 5)
    return base.vary(**{
        "deal": (size, size, size), "target": (chances.choice([1, 5, 10]),) * 3, "nearest": chances.choice([1, 5]),
        "spinners": chances.choice(["none", "first", "all"]), "partners": chances.random() < .5,
        "draws": chances.random() < .2, "playoff": chances.random() < .5, **kind})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(str(value) for value in kind.values()))
def test_a_tie_at_the_target_arises_just_where_the_rules_say_it_can(kind: dict[str, object]) -> None:
    chances = Random(str(kind))
    can, rng = varied(chances, **kind).can_tie, [chances.getrandbits(60)]
    for number in range(6000 if can else 400):
        rules, seats = varied(chances, **kind), 2 + number % 3
        assert rules.can_tie == can
        target, teams = rules.to(seats), rules.teams(seats)
        # a match begins at nothing; where there can be no tie, none comes of any totals below the target
        totals = [0] * teams if can else [chances.randint(target - 4, target - 1) for _ in range(teams)]
        if ends_in_a_tie(rules, seats, totals, rng):
            break
    else:
        assert not can
        return
    assert can, (str(rules), totals)


def test_no_tie_arises_where_a_hand_is_one_tile_with_which_the_leader_goes_out() -> None:
    chances = Random(1)
    rng = [chances.getrandbits(60)]
    for number in range(6000):
        kind, seats = KINDS[number % len(KINDS)], 2 + number % 3
        deals = (1, 1, 1) if kind["multiple"] else (3, 1, 3)  # where plays make nothing only three seats could tie
        rules = varied(chances, **kind, deal=deals)
        assert not rules.can_tie
        assert not ends_in_a_tie(rules, seats, [rules.to(seats) - 1] * rules.teams(seats), rng)


@pytest.mark.parametrize(("hands", "said"), [
    ("0-5 / 1-1 2-2", "The hands, each rounded: 5 + 5 = 10."),
    ("0-5 / 4-6", "The pips gained: 5 + 10 = 15."),
])
def test_the_sum_of_rounded_hands_is_not_called_the_pips(hands: str, said: str) -> None:
    who = people(RULE_SETS["dominos-cc-all-fives"], 3)
    held = [[], *([parse_tile(tile) for tile in hand.split()] for hand in hands.split(" / "))]
    assert describe.settle_hands(EN, who, held, 0).pool.startswith(said)
