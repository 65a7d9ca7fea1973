"""`fives solve`: the text of positions, positions out of records, the command and what it tells."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endings import Minimax, endings
from fives import ALL_FIVES, DOMINOS_CC_BLOCK, FIVE_UP, RULE_SETS, TILES, Layout, Round, Rules, TextError
from fives.analysis.positions import after_moves, parse_position, position_of, position_text
from fives.analysis.solve import solve
from fives.analysis.solver import Worth
from fives.cli import main
from fives.cli.solved import worth_in_words
from fives.describe import People
from fives.notation import read
from fives.words import words_in
from terminals import interrupted

pytestmark = pytest.mark.thorough

Run = Callable[..., tuple[int, str, str]]
LEAD = "- | 1-2 3-3 / 3-4 0-0 | - | 0"
CC = [rules for rules in RULE_SETS.values() if rules.later_leader == "highest"]
ENDING = "5-5 5-6@5-5 | 1-5 0-6 / 2-5 6-6 | - | 0"
DRAWN = "5-5 5-6@5-5 | 1-5 0-6 / 2-5 6-6 | 1-1 1-2 | 1"
# two orders of the boneyard: each seat wins in one; Seat 1 wins in one, and the match goes on in the other
EACH = ("4-5 3-5@4-5 0-3@3-5 0-2@0-3 1-2@0-2 2-4@4-5 0-1@1-2 0-0@0-1 2-5@2-4 1-5@2-5 0-4@0-0 1-4@1-5 4-6@0-4 3-4@1-4 "
        "3-6@3-4 1-6@3-6 2-6@4-6 2-2@2-6 0-6@0-0 1-1@1-6 5-6@0-6 | 5-5 6-6 / 4-4 3-3 1-3 | 0-5 2-3 | 1")
PART = ("0-3 3-4@0-3 4-5@3-4 5-5@4-5 0-1@0-3 1-5@5-5 1-1@1-5 1-4@1-1 0-4@1-4 0-2@0-4 2-6@0-2 0-6@2-6 1-6@0-1 6-6@1-6 "
        "0-5@5-5 2-5@5-5 2-3@2-5 3-3@2-3 3-6@3-3 0-0@0-5 5-6@3-6 | 4-4 2-2 / 2-4 1-2 1-3 | 3-5 4-6 | 1")
NOBODY = "With the best play of both, nobody wins the match in this round."
EQUALLY = "win the match in this round in equally many orders of the boneyard, if in any."
RECORD = """\
rules: five-up
names: Ana, Ben
from: 55 48

round 12
hand 0: 0-3 1-2 3-5 5-5 5-6
hand 1: 0-0 0-5 1-3 3-6 4-4
boneyard: 0-6 2-4 4-6 2-6 2-5 6-6 2-3 3-3 1-6 1-5 4-5 1-4 0-2 3-4 0-1 0-4 1-1 2-2
1: 0-5 =5 +1
0: 5-5@0-5 =10 +2
1: 0-0@0-5 =10 +2
0: 5-6@5-5 =6
"""
BLOCK = """\
rules: dominos-cc-block
names: Ana, Ben

round 1
hand 0: 6-6 0-1 0-2 1-5 2-5 3-5 4-6
hand 1: 0-6 1-6 2-6 3-6 0-0 1-2 4-4
boneyard: 0-3 0-4 0-5 1-1 1-3 1-4 2-2 2-3 2-4 3-3 3-4 4-5 5-5 5-6
0: 6-6
1: 0-6@6-6
0: 0-1@0-6
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `fives solve` in this process: status, standard output, standard error."""
    monkeypatch.setenv("FIVES_LANG", "en")

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        status = main(["solve", *arguments])
        out, err = capsys.readouterr()
        return status, out, err
    return call


# Positions as text


@given(st.sampled_from(list(RULE_SETS.values())), st.integers(2, 4), st.integers(4, 12), st.integers(0, 6),
       st.integers(0, 28))
def test_the_text_of_a_position_is_read_back_to_the_same(rules: Any, seats: int, tiles: int, boneyard: int,
                                                         laid: int) -> None:
    standing = endings(rules, tiles, boneyard, 1, seats, laid)[0]
    again = parse_position(position_text(standing), rules)
    assert again == standing
    assert position_text(again) == position_text(standing)


def test_spaces_and_the_order_of_a_hand_do_not_matter() -> None:
    assert parse_position("5-5  6-5@5-5|0-6 5-1/ 2-5 6-6 ||0 ", FIVE_UP) == parse_position(ENDING, FIVE_UP)


@pytest.mark.parametrize(("text", "column", "said"), [
    ("", 1, "expected layout | hands | boneyard | turn, got 1 of the four"),
    ("5-5 | 1-5 / 2-5 | -", 20, "got 3 of the four"),
    ("5-5 | 1-5 / 2-5 | - | 0 | 1", 28, "got 5 of the four"),
    ("5-5 5-7@5-5 | 1-5 / 2-5 | - | 0", 5, "expected a play such as 3-4@4-4"),
    ("5-5 1-2@5-5 | 1-5 / 2-5 | - | 0", 5, "1-2 shows no pips that 5-5 shows"),
    ("5-5 | 1-5 5-5 / 2-5 | - | 0", 11, "5-5 is on the layout already"),
    ("5-5 | 1-5 / 5-1 | - | 0", 13, "1-5 is in the hand of seat 0 already"),
    ("5-5 | 1-5 / 2-5 | 2-5 | 0", 19, "2-5 is in the hand of seat 1 already"),
    ("5-5 | 1-5 / 2-5 | 1-1 1-1 | 0", 23, "1-1 is in the boneyard already"),
    ("5-5 | 1-5 / x | - | 0", 13, "expected a tile such as 1-4"),
    ("5-5 | 1-5 2-5 | - | 0", 7, "expected 2 to 4 hands with a / between them, got 1"),
    ("5-5 | 1-5 / 2-5 | - | 2", 23, "expected the seat in turn, 0 or 1"),
    ("5-5 | 1-5 / 2-5 | - | ", 23, "expected the seat in turn"),
    ("5-5 | - / - | - | 0", 7, "one may be empty"),
    ("- | 1-5 / - | - | 0", 5, "expected tiles in every hand"),
    ("5-5 | 1-5 / 2-5 | - | 0" + " " * 3000, 0, "expected at most 2000 characters"),
])
def test_a_text_that_is_no_position_is_refused_with_the_column(text: str, column: int, said: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_position(text, FIVE_UP)
    assert said in caught.value.reason
    assert (caught.value.line, caught.value.column) == ((1, column) if column else (0, 0))


@given(st.text("0123456-@|/ x", max_size=60), st.sampled_from(list(RULE_SETS.values())))
def test_no_text_whatever_raises_another_error(text: str, rules: Rules) -> None:
    try:
        standing = parse_position(text, rules)
    except TextError:
        return
    assert parse_position(position_text(standing), rules) == standing


@pytest.mark.parametrize("rules", CC, ids=lambda rules: rules.id)
def test_one_tile_leads_a_position_in_which_nothing_lies_where_it_leads_every_round(rules: Rules) -> None:
    standing = parse_position(LEAD, rules)
    assert list(map(str, standing.legal)) == ["3-3"]
    with pytest.raises(TextError, match=r"^line 1, column 29: turn: expected the seat that holds 3-3, got seat 1$"):
        parse_position(f"{LEAD[:-1]}1", rules)
    assert parse_position(f"{LEAD[:-1]}1".replace("- |", "0-6 |", 1), rules).turn == 1, "something lies"


@pytest.mark.parametrize("fields", [{}, {"first_leader": "highest"}, {"later_leader": "highest"}], ids=str)
def test_any_tile_may_lead_a_position_where_one_does_not_lead_every_round(fields: dict[str, str]) -> None:
    for seat in range(2):
        standing = parse_position(f"{LEAD[:-1]}{seat}", FIVE_UP.vary(**fields))
        assert len(standing.legal) == 2


def test_whether_one_tile_must_lead_can_be_said_of_a_round_as_it_stands() -> None:
    layout, hands = Layout(FIVE_UP), [TILES[:2], TILES[2:4]]
    with pytest.raises(TextError, match=r"^turn: expected the seat that holds 1-1, got seat 0$"):
        Round.standing(layout, hands, (), 0, True)
    assert list(map(str, Round.standing(layout, hands, (), 1, True).legal)) == ["1-1"]
    assert len(Round.standing(Layout(DOMINOS_CC_BLOCK), hands, (), 1, False).legal) == 2
    with pytest.raises(TextError, match=r"^forced: expected True, False or None, got 1$"):
        Round.standing(layout, hands, (), 1, 1)  # type: ignore[arg-type]


# Positions out of records


def test_the_last_position_of_a_record_with_its_totals() -> None:
    standing = position_of(read(RECORD))
    assert str(standing.round.layout) == "0-5 5-5@0-5 0-0@0-5 5-6@5-5"
    assert standing.totals == (57 * 5, 51 * 5)
    assert len(standing.round.boneyard) == 18


def test_a_record_as_it_stood_after_some_moves() -> None:
    standing = position_of(read(RECORD), 12, 1)
    assert str(standing.round.layout) == "0-5"
    assert standing.totals == (55 * 5, 49 * 5)
    assert standing.round.turn == 0
    with pytest.raises(TextError, match="expected a whole number from 0 to 4, got 5"):
        position_of(read(RECORD), 12, 5)
    with pytest.raises(TextError, match="expected a whole number from 12 to 12, got 11"):
        position_of(read(RECORD), 11)
    with pytest.raises(TextError, match="hands and boneyard are all known"):
        position_of(read("rules: five-up\nseats: 2\nround\n0: 1-4\n"))
    with pytest.raises(TextError, match="a round that is being played"):
        position_of(read("rules: five-up\nseats: 2\n"))


def test_going_back_to_the_deal_and_on_again_is_the_same_round() -> None:
    played = read(RECORD).played()[0]
    assert played is not None
    assert after_moves(played, len(played.made)) == played
    assert after_moves(played, 0).layout.plays == ()


# The command


def test_the_solution_is_told_with_every_count_and_the_settlement(run: Run) -> None:
    status, out, err = run(ENDING)
    assert (status, err) == (0, "")
    assert out == """\
Five Up
Seat 0's turn.
With the best play of both, Seat 0 makes 4 points more than Seat 1 until the round ends.
The best play: 0-6@5-6.

Seat 0 plays 0-6 on 5-6: 0 + 10 = 10, 2 points.
Seat 1 plays 2-5 on 5-5: 0 + 2 = 2, no points.
Seat 0 plays 1-5 on 5-5: 0 + 1 + 2 = 3, no points.
Seat 0 went out. Hands are shown. Seat 1: 6-6.
Each seat loses its own pips, rounded to the nearest multiple of 5.
Seat 0: went out, pays nothing.
Seat 1: 6 + 6 = 12, rounded to 10: −2 points.
Seat 0: 0.
Seat 1: −2.

11 positions looked at.
"""


def test_with_totals_it_tells_who_wins_the_match(run: Run) -> None:
    won = run("--rules", "all-fives", "--totals", "240,0", ENDING)[1]
    assert "All Fives\nSeat 0: 240 of 250. Seat 1: 0 of 250.\n" in won
    assert "Seat 0 wins the match in this round, whatever Seat 1 plays." in won
    assert won.count("plays") == 2
    assert "The match is decided." in won
    assert "gains" not in won
    open_ = run("--totals", "10,12", ENDING)[1]
    assert "With the best play of both, nobody wins the match in this round." in open_
    lost = run("--rules", "all-fives", "--totals", "240,0", "--every", f"{ENDING[:-1]}1")[1]
    assert "Seat 0 wins the match in this round, whatever Seat 1 plays." in lost


def test_who_wins_in_as_many_orders_as_the_other_does_is_not_nobody(run: Run) -> None:
    out = run("--rules", "all-fives target=100", "--totals", "75,75", EACH)[1]
    assert f"Seat 1 and Seat 0 {EQUALLY}\nWhere the match goes on, Seat 1 and Seat 0 make the same in the mean." in out
    assert NOBODY not in out
    assert "That is the mean" not in out


def test_the_points_of_the_orders_in_which_the_match_goes_on_are_said_to_be_theirs(run: Run) -> None:
    out = run("--rules", "dominos-cc-all-fives target=100", "--totals", "85,80", PART)[1]
    assert """\
Of all orders of the boneyard, the part in which Seat 1 wins the match, less that in which Seat 0 does: 0.5.
Where the match goes on, Seat 0 makes 2.5 points more than Seat 1: in the mean of all orders of the boneyard, those in \
which it is won or lost counted as 0.
""" in out
    assert "until the round ends" not in out
    assert "That is the mean" not in out


@pytest.mark.parametrize(("rules", "totals", "said"), [
    ("all-fives", "none", "With the best play of both teams, Seat {} and Seat {} make {} points more than Seat {} and"),
    ("all-fives", "195,195", "Seat {} and Seat {} win the match in this round, whatever Seat {} and Seat {} play.")])
def test_of_partners_is_told_in_the_plural(run: Run, rules: str, totals: str, said: str) -> None:
    heads = [part for part in re.split("{}", said) if part.strip()]
    told = ""
    for standing in endings(ALL_FIVES, 6, 0, 6, 4):
        assert isinstance(standing, Round)
        out = run("--rules", rules, *([] if totals == "none" else ["--totals", totals]), position_text(standing))[1]
        told += out
        assert not re.search(r"Seat \d and Seat \d (makes|wins|plays|does)\b", out), out
    assert re.search(".+?".join(map(re.escape, heads)), told), told


def test_a_part_of_the_orders_is_told_of_partners_in_the_plural() -> None:
    people = People(ALL_FIVES, ("Ana", "Ben", "Caro", "Dan"))
    words = words_in("en")
    half, none = Worth(Fraction(5), Fraction(1, 2)), Worth(Fraction(0), Fraction(0))
    assert "\n".join(worth_in_words(words, people, 0, half, True)) == """\
Of all orders of the boneyard, the part in which Ana and Caro win the match, less that in which Ben and Dan do: 0.5.
Where the match goes on, Ana and Caro make 5 points more than Ben and Dan: in the mean of all orders of the boneyard, \
those in which it is won or lost counted as 0."""
    assert "\n".join(worth_in_words(words, people, 0, none, True)) == """\
With the best play of both teams, Ana and Caro win the match in this round in as many orders of the boneyard as \
Ben and Dan, if in any.
Where the match goes on, Ana and Caro make as much as Ben and Dan in the mean."""
    assert list(worth_in_words(words, people, 0, Worth(Fraction(0), None), False)) == [
        "With the best play of both teams, Ana and Caro make as much as Ben and Dan until the round ends."]


@pytest.mark.parametrize(("names", "both"), [(("Ana", "Ben"), "both"), (("Ana", "Ben", "Caro", "Dan"), "both teams")])
def test_that_nobody_wins_is_told_of_partners_as_of_teams(names: tuple[str, ...], both: str) -> None:
    told = worth_in_words(words_in("en"), People(FIVE_UP, names), 0, Worth(Fraction(0), Fraction(0)), False)
    assert [line.partition(", ")[0] for line in told] == [f"With the best play of {both}"] * 2


@pytest.mark.parametrize(("record", "said"), [
    ("five-up-partners", "boneyard: expected at most 7 tiles, got 8"),
    ("all-fives-three", "expected two teams, got 3: only then is there a best play")])
def test_what_cannot_be_solved_is_said_of_the_file_of_the_record(record: str, said: str, root: Path,
                                                                 capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "examples" / f"{record}.txt"
    assert main(["solve", str(path), "--moves", "0"]) == 2
    assert capsys.readouterr().err == f"fives: {path}: {said}\n"


def test_far_from_the_target_nobody_wins_whatever_is_drawn(run: Run) -> None:
    out = run("--rules", "all-fives target=1000", "--totals", "75,75", EACH)[1]
    assert NOBODY in out
    assert "That is the mean of all orders of the boneyard." in out


def test_a_line_that_ends_without_a_draw_tells_that_nobody_wins(run: Run) -> None:
    standing = parse_position(DRAWN, ALL_FIVES)
    found = solve(standing, (210, 210), every=True)
    assert found.drawn
    assert found.end.over
    assert found.worth.match == 0
    out = run("--rules", "all-fives", "--totals", "210,210", DRAWN)[1]
    assert NOBODY in out
    assert "until the round ends" in out


def test_every_play_tells_the_match_apart_where_the_boneyard_may_decide_it(run: Run) -> None:
    out = run("--rules", "all-fives", "--totals", "210,210", "--every", DRAWN)[1]
    assert "wins less losses of the match 0, points" in out
    assert "wins less losses" not in run("--rules", "all-fives", "--totals", "0,0", "--every", DRAWN)[1]


@pytest.mark.parametrize("lang", ["ko", "ja"])
def test_a_match_that_hangs_on_the_boneyard_is_told_in_every_language(run: Run, lang: str) -> None:
    for rules, totals, text in (("all-fives", "75,75", EACH), ("dominos-cc-all-fives", "85,80", PART)):
        out = run("--lang", lang, "--rules", f"{rules} target=100", "--totals", totals, text)[1]
        for word in ("match", "orders", "mean"):
            assert word not in out


def test_every_play_is_told_when_asked_for(run: Run) -> None:
    truth = Minimax(parse_position(ENDING, FIVE_UP)).plays()
    out = run("--every", ENDING)[1]
    for play, (_, points) in truth.items():
        value = points / 5
        sign = "+" if value > 0 else "−" if value < 0 else ""
        assert f"{play}: {sign}{abs(value)}\n" in out
    assert "The best play" not in out


def test_draws_end_the_line_and_make_a_mean(run: Run) -> None:
    drawing = "5-5 5-6@5-5 | 1-2 0-1 / 2-5 6-6 | 1-1 6-0 3-6 | 0"
    out = run(drawing)[1]
    assert "That is the mean of all orders of the boneyard." in out
    assert "Seat 0 has to draw.\nWhat follows depends on the tile.\n" in out
    said = json.loads(run("--json", drawing)[1])
    mean = Fraction(Minimax(parse_position(drawing, FIVE_UP)).value()[1])
    assert Fraction(said["points"]) == mean
    assert mean.denominator == 3
    assert (said["end"], said["line"], said["plays"]) == ("draw", [], [])


def test_json_holds_the_whole_solution(run: Run) -> None:
    said = json.loads(run("--json", "--every", "--totals", "1,2", DRAWN)[1])
    found = solve(parse_position(DRAWN, FIVE_UP), (5, 10), every=True)
    assert said["position"] == position_text(parse_position(DRAWN, FIVE_UP))
    assert (said["rules"], said["totals"], said["seat"], said["exact"]) == ("five-up", [5, 10], 1, True)
    assert (said["points"], said["match"]) == (found.worth.points, 0)
    assert said["at_least"] == said["at_most"] == {"points": found.worth.points, "match": 0}
    assert [each["play"] for each in said["plays"]] == [str(choice.play) for choice in found.choices]
    assert [each["move"] for each in said["line"]] == [str(made.move) for made in found.line]
    assert (said["end"], said["nodes"]) == ("out", found.nodes)
    assert said["settled"] == [halves / 2 for halves in found.end.settled]


def test_a_record_is_solved_where_it_stands_and_where_it_stood(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(BLOCK)
    said = json.loads(run("--json", str(path))[1])
    assert (said["seat"], said["exact"], said["totals"]) == (1, True, [0, 0])
    assert [each["seat"] for each in said["line"]][:2] == [1, 0]
    assert "Ben" in run(str(path))[1]
    before = json.loads(run("--json", str(path), "--round", "1", "--moves", "1")[1])
    assert before["position"].startswith("6-6 |")
    assert json.loads(run("--json", "-", "--totals", "none", typed=BLOCK)[1])["match"] is None


def test_the_best_play_is_one_that_the_rules_allow_also_at_the_lead(run: Run) -> None:
    every = json.loads(run("--json", "--every", "--rules", "dominos-cc-draw", LEAD)[1])["plays"]
    assert [each["play"] for each in every] == ["3-3"]


def test_the_position_that_is_told_of_a_record_is_the_one_that_was_solved(run: Run) -> None:
    told = json.loads(run("--json", "--every", "-", "--moves", "0", "--totals", "none", typed=BLOCK)[1])
    again = json.loads(run("--json", "--every", "--rules", told["rules"], told["position"])[1])
    assert [each["play"] for each in told["plays"]] == ["6-6"]
    assert {**again, "nodes": 0} == {**told, "nodes": 0}


@pytest.mark.parametrize(("arguments", "said"), [
    (["5-5 | 1-5"], "position: line 1, column 10: expected layout | hands | boneyard | turn"),
    (["--rules", "five", ENDING], "argument --rules: expected a rule set"),
    (["--totals", "5", ENDING], "argument --totals: expected two totals such as 55,48"),
    (["--totals", "5,x", ENDING], "--totals: expected points such as 12"),
    (["--rules", "all-fives", "--totals", "250,1", ENDING], "totals: at these the match is over"),
    (["--budget", "0", ENDING], "argument --budget: expected seconds from 0.001 to 86400, got '0'"),
    (["--budget", "nan", ENDING], "argument --budget: expected seconds"),
    (["--round", "1", ENDING], "--round: expected the file of a record"),
    (["--moves", "1", ENDING], "--moves: expected the file of a record"),
    (["--playoff", ENDING], "--playoff: expected --totals"),
    (["--rules", "all-fives", "--totals", "1,2", "--playoff", ENDING], "playoff: All Fives has no play-off"),
    (["nowhere.txt"], "nowhere.txt: No such file"),
    (["5-5 | 1-5 / 2-5 / 2-6 | - | 0"], "expected two teams, got 3"),
    (["5-5 | 1-5 / 2-5 | 0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 | 0"], "boneyard: expected at most 10 tiles"),
    (["--rules", "five-up", "-"], "--rules: a record says its own"),
    (["-", "--round", "2"], "round: expected a whole number from 1 to 1, got 2"),
    (["-", "--moves", "4"], "moves: expected a whole number from 0 to 3, got 4"),
    ([""], "expected the name of a file"),
])
def test_what_cannot_be_solved_is_one_line_with_the_reason(run: Run, arguments: list[str], said: str) -> None:
    status, out, err = run(*arguments, typed=BLOCK)
    assert (status, out) == (2, "")
    assert err.startswith("fives: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_round_that_is_over_has_no_play(run: Run) -> None:
    over = "rules: five-up\nseats: 2\nround\nend: blocked\nleft: 3 | 13\n"
    assert "all known" in run("-", typed=over)[2]
    ended = BLOCK.replace("0: 6-6\n1: 0-6@6-6\n0: 0-1@0-6\n", "")
    status, out, _ = run("-", typed=ended)
    assert status == 0  # before the lead
    assert "6-6" in out


@pytest.mark.parametrize("lang", ["ko", "ja"])
def test_it_speaks_every_language(run: Run, lang: str) -> None:
    for arguments in ([ENDING], ["--every", "--totals", "1,2", ENDING], ["--rules", "all-fives", "--totals", "235,240",
                                                                      DRAWN]):
        out = run("--lang", lang, *arguments)[1]
        for word in ("play", "match", "points", "position", "best", "boneyard"):
            assert word not in out


def test_when_the_time_is_over_the_best_so_far_is_told(run: Run) -> None:
    hard = position_text(endings(FIVE_UP, 24, 0, 1)[0])
    status, out, _ = run("--budget", "0.001", hard)
    assert status == 0
    assert "This is not exact, but the best that was found in the time." in out
    assert "The best play: " in out
    assert json.loads(run("--budget", "0.001", "--json", hard)[1])["exact"] is False


def test_ctrl_c_tells_the_best_so_far_and_a_terminal_shows_the_progress() -> None:
    hard = position_text(endings(FIVE_UP, 26, 0, 1)[0])
    status, out = interrupted(b"looked at", "-m", "fives", "solve", "--budget", "600", hard)
    assert status == 130
    assert "This is not exact" in out
    assert "The best play: " in out


def test_a_record_round_of_four_with_partners_is_solved() -> None:
    standing = endings(ALL_FIVES, 6, 0, 1, 4)[0]
    assert isinstance(standing, Round)
    assert solve(standing).worth.points == Minimax(standing).value()[1]
