"""What cannot be read: an error names line and column and what was expected, and there is never another error."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fives import RULE_SETS, Refused, TextError, parse_move, parse_rules, parse_tile, view
from fives import events as e
from fives.event_json import event_from_json, event_to_json
from fives.notation import lines, read, read_layout, read_view, record_of, view_text, write
from fives.notation.lines import MOST_IN_LINE, MOST_LINES, MOST_MOVES, MOST_ROUNDS
from fives.notation.seen import view_from_json, view_to_json
from notation_records import matches, played

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.txt"))
FIVE_UP = "rules: five-up\nseats: 2\n"
BLOCK = "rules: dominos-cc-block\nseats: 2\n"
DRAW = ("rules: dominos-cc-draw\nseats: 2\nround\nhand 0: 0-1 0-2 0-3 1-5 2-2 2-4 5-5\n"
        "hand 1: 0-0 1-1 1-2 1-6 2-5 3-3 4-5\n")
DEALT = (FIVE_UP + "round\nlot: 0-6 2-4, 0-1 1-6\nhand 0: 0-3 1-2 3-5 5-5 5-6\nhand 1: 0-0 0-5 1-3 3-6 4-4\n"
         "boneyard: 0-6 2-4 4-6 2-6 2-5 6-6 2-3 3-3 1-6 1-5 4-5 1-4 0-2 3-4 0-1 0-4 1-1 2-2\n")
# text, line, column, how the reason begins
WRONG = [
    ("", 1, 1, "expected a header such as rules: five-up"),
    ("seats: 2\n", 1, 1, "expected a header such as rules: five-up"),
    ("round 1\n", 1, 1, "expected a header such as rules: five-up"),
    ("hello", 1, 1, "expected key: value, or a heading (round 1, proofs), got 'hello'"),
    ("rules: five\n", 1, 8,
     "expected a rule set (five-up, all-fives, dominos-cc-all-fives, dominos-cc-draw, dominos-cc-block), got 'five'"),
    ("rules: five-up target=x\nseats: 2", 1, 8, "target: expected whole numbers, got 'x'"),
    ("rules: five-up", 1, 1, "expected a header seats: with 2, 3 or 4, or names:"),
    ("rules: five-up\nseats: 5", 2, 8, "expected 2, 3 or 4, got '5'"),
    (FIVE_UP + "seats: 2", 3, 1, "expected seats: once"),
    ("rules: five-up\nseats: 3\nnames: Ana, Ben", 3, 8, "expected 3 names, got 2"),
    ("rules: five-up\nnames: Ana", 2, 8, "expected 2 to 4 names, got 1"),
    ("rules: five-up\nnames: Ana, \"Ben\" x", 2, 12,
     "expected names with commas between them, quotes only around a whole name"),
    (FIVE_UP + "date: yesterday", 3, 7, "expected a date such as 2024-05-17 or 2024-05-17 20:30, got 'yesterday'"),
    (FIVE_UP + "date: 2023-02-29", 3, 7, "expected a date such as 2024-05-17 or 2024-05-17 20:30, got '2023-02-29'"),
    (FIVE_UP + "place:", 3, 7, "expected some text"),
    (FIVE_UP + "colour: red", 3, 1,
     "expected one of rules, seats, names, date, place, clock, commitment, remark, from, playoff, "),
    (FIVE_UP + "playoff: perhaps", 3, 10, "expected yes or no, got 'perhaps'"),
    (FIVE_UP + "from: 55", 3, 7, "expected points for each of 2 teams, got 1"),
    (FIVE_UP + "from: 55 x", 3, 10, "expected points such as 12, -3 or 2.5, got 'x'"),
    (FIVE_UP + "from: 5/3 1", 3, 7, "expected points that are whole or half in pips (one point is 5), got '5/3'"),
    (FIVE_UP + "from: 62 40", 3, 7, "at these totals the match is over"),
    (FIVE_UP + "from: 40 40\nplayoff: yes\nround 3\nround 5", 6, 7, "expected round 4, got '5'"),
    (FIVE_UP + "playoff: yes\nround\nend: out 0\nmade: 3 2", 3, 10, "expected the totals of the tie too (from: ...)"),
    ("rules: all-fives\nseats: 2\nplayoff: yes", 3, 10, "playoff: All Fives has no play-off"),
    (FIVE_UP + "round 2", 3, 7, "expected round 1 (a record that begins later says from: and the totals), got '2'"),
    (FIVE_UP + "round two", 3, 7, "expected the number of a round from 0 to 99999, got 'two'"),
    (FIVE_UP + "round 1\ncolour: red", 4, 1,
     "expected a seat from 0 to 1, hand, lot, lead, boneyard, end, left, made,"),
    ("rules: five-up\nnames: Ana, Ben\nround 1\nCaro: 1-4", 4, 1,
     "expected a seat from 0 to 1 (Ana, Ben), hand, lot, lead, boneyard, end, left, made,"),
    ("rules: five-up\nnames: Ana, Ana\nround 1\nAna: 1-4", 4, 1,
     "expected a seat from 0 to 1 (Ana, Ana), hand, lot, lead, boneyard, end, left, made,"),
    (FIVE_UP + "round 1\nend: out 0\nend: out 0", 5, 1, "expected end: once"),
    (FIVE_UP + "round 1\nend: perhaps", 4, 6, "expected out and a seat, blocked, or target; got 'perhaps'"),
    (FIVE_UP + "round 1\nend: out 2", 4, 10, "expected a seat from 0 to 1; got '2'"),
    (FIVE_UP + "round 1\nend: target", 4, 6, "expected out or blocked: by these rules no match ends within a round"),
    ("rules: all-fives playoff=yes\nseats: 2\nfrom: 250 250\nround 9\n0: 5-5\nend: target", 6, 6,
     "the round is not over: nobody is out, and 10 tiles can be drawn"),
    ("rules: all-fives playoff=yes\nseats: 2\nfrom: 250 250\nround 9\nend: target", 5, 6,
     "expected out or blocked: a round of a play-off is played to its end"),
    (FIVE_UP + "round 1\nleft: 1 | 2 | 3", 4, 7, "expected what is left to each of 2 seats, with | between them"),
    (FIVE_UP + "round 1\nleft: 1", 4, 7, "expected what is left to each of 2 seats, with | between them"),
    (FIVE_UP + "round 1\nleft: 1 | 169", 4, 11, "expected pips from 0 to 168, got '169'"),
    (FIVE_UP + "round 1\nleft: 1 |", 4, 10, "expected tiles, pips, - or ?"),
    (FIVE_UP + "round 1\nleft: 0-7 | 1", 4, 7, "expected a tile such as 1-4, got '0-7'"),
    (FIVE_UP + "round 1\nlot: 1-4", 4, 6, "expected a tile for each of the seats 0, 1, got 1"),
    (FIVE_UP + "round 1\nlot: 1-4 2-3", 4, 13, "expected a further draw, after a comma: the seats [0, 1] tie"),
    (FIVE_UP + "round 1\nlot: 1-4 2-4, 0-0 0-1", 4, 15, "expected no more draws: seat 1 leads"),
    (FIVE_UP + "round 1\nlot: 1-4 1-4, 0-0 0-1", 4, 10, "the tile 1-4 is there twice"),
    (FIVE_UP + "round 1\nlot: 1-4 4-1", 4, 10, "the tile 1-4 is there twice"),
    (FIVE_UP + "round 1\nlot: 1-4 2-3, 0-1 2-3", 4, 19, "the tile 2-3 is there twice"),
    ("rules: dominos-cc-draw\nseats: 2\nround 1\nlot: 1-4 2-4", 4, 6, "expected no lot: the tiles decide who leads"),
    (FIVE_UP + "round 1\nlot: 1-4 2-4\nlead: 0", 5, 7, "expected seat 1, who leads"),
    (FIVE_UP + "round 1\nlot: 1-4 2-4\n0: 1-1", 5, 4, "expected a move of seat 1, whose turn it is, got seat 0"),
    (FIVE_UP + "round 1\nhand 0: 1-4", 4, 9, "expected 5 tiles, got 1"),
    (FIVE_UP + "round 1\nhand 0:", 4, 8, "expected tiles"),
    (FIVE_UP + "round 1\nhand 2: 1-4", 4, 6, "expected a seat from 0 to 1; got '2'"),
    (FIVE_UP + "round 1\nhand 0: 0-0 0-1 0-2 0-3 0-0", 4, 9, "the tile 0-0 is there twice"),
    (FIVE_UP + "round 1\nhand 0: 0-0 0-1 0-2 0-3 0-4\nhand 1: 1-1 1-2 1-3 1-4 0-4", 5, 9,
     "0-4 is in the hand of seat 0 already"),
    (FIVE_UP + "round 1\nhand 0: 0-0 0-1 0-2 0-3 0-4\nhand 0: 1-1 1-2 1-3 1-4 0-4", 5, 1,
     "expected the hand of seat 0 once"),
    (FIVE_UP + "round 1\nboneyard: 1-1", 4, 11, "expected 18 tiles, got 1"),
    (FIVE_UP + "round 1\n0: 1-4,", 4, 8, "expected a move: a play such as 3-4@4-4, draw or pass"),
    (FIVE_UP + "round 1\n0: 1-4 1-1@1-4", 4, 8,
     "expected =count, +points, a time such as 12.5s, or a comma, got '1-1@1-4'"),
    (FIVE_UP + "round 1\n0: knock", 4, 4, "expected a play such as 3-4@4-4, draw or pass, got 'knock'"),
    (FIVE_UP + "round 1\n0: 1-4 = 5", 4, 8, "expected a count from 0 to 127, got ''"),
    (FIVE_UP + "round 1\n0: 1-4 =5 =5", 4, 11, "expected one move, its parts once: a comma before '=5'?"),
    (FIVE_UP + "round 1\n0: 1-4 =6", 4, 8, "the count is 5, got =6"),
    (FIVE_UP + "round 1\n0: 1-4 +2", 4, 8, "the points are 1, got +2"),
    (FIVE_UP + "round 1\n0: 1-4 +-1", 4, 8, "expected points of a play, such as +2, got '+-1'"),
    (FIVE_UP + "round 1\n0: 1-4 12.5", 4, 8, "expected =count, +points, a time such as 12.5s, or a comma, got '12.5'"),
    (FIVE_UP + "round 1\n0: 1-4 .5s", 4, 8, "expected a time such as 12.5s, got '.5s'"),
    (FIVE_UP + "round 1\n0: draw", 4, 4, "seat 0: You lead: play a tile."),
    (FIVE_UP + "round 1\n0: 1-4@1-1", 4, 4, "seat 0: The layout is empty: a lead is joined to nothing."),
    (FIVE_UP + "round 1\n0: 1-4\n0: 1-1@1-4", 5, 4, "expected a move of seat 1, whose turn it is, got seat 0"),
    (FIVE_UP + "round 1\n0: 1-4\n1: 2-2@1-4", 5, 4, "seat 1: 2-2 shows no pips that 1-4 shows."),
    (FIVE_UP + "round 1\n0: 1-4\n1: 1-4@1-4", 5, 4, "1-4 is on the layout"),
    (FIVE_UP + "round 1\n0: 1-4\n1: 1-1@1-4\n0: 1-2@1-4", 6, 4, "seat 0: The 1 of 1-4 is joined already."),
    (FIVE_UP + "round 1\n0: 1-4\n1: pass", 5, 4, "seat 1: There are tiles in the boneyard: draw before you pass."),
    (FIVE_UP + "round 1\nhand 1: 0-1 2-2 2-3 3-3 3-5\n0: 1-4\n1: draw", 6, 4,
     "seat 1: You can play 0-1, so you may neither draw nor pass."),
    (FIVE_UP + "round 1\nhand 1: 0-1 2-2 2-3 3-3 3-5\n0: 2-3", 5, 4, "2-3 is in the hand of seat 1"),
    (FIVE_UP + "round 1\nhand 1: 0-1 2-2 2-3 3-3 3-5\n0: 1-4\n1: 1-1@1-4", 6, 4, "1-1 is not in the hand of seat 1"),
    (BLOCK + "round 1\n0: 6-6\n1: draw", 5, 4, "seat 1: In this game nobody draws: pass."),
    (BLOCK + "round 1\n0: 6-6 =12", 4, 8, "expected no count: by these rules nothing is counted"),
    (BLOCK + "round 1\n0: 6-6\n1: pass, pass", 5, 10, "expected a move of seat 0, whose turn it is, got seat 1"),
    (BLOCK + "round 1\n0: 6-6\n1: pass\n0: pass", 6, 4, "the round was over: nobody can play, so nobody passes"),
    (FIVE_UP + "round 1\n0: 1-4\ntotals: 1 0", 5, 9, "the round is not over: nobody is out, and 18 tiles can be drawn"),
    (FIVE_UP + "round 1\n0: 1-4\nround 2", 5, 1, "the round is not over: nobody is out, and 18 tiles can be drawn"),
    (FIVE_UP + "round 1\nround 2", 4, 1, "expected the moves or at least the totals of the round before"),
    (FIVE_UP + "round 1\nleft: 3 | 4\nround 2", 5, 1, "expected the totals of the round"),
    (FIVE_UP + "round 1\nend: out 0\nleft: 3 | 4", 5, 7, "seat 0 went out: expected nothing left"),
    (FIVE_UP + "round 1\nend: out 0\nleft: 0-3 | 4", 5, 7, "seat 0 went out: expected nothing left"),
    (FIVE_UP + "round 1\nleft: 168 | 4", 4, 7, "expected at most 168 pips in all hands, got 172"),
    (FIVE_UP + "round 1\nend: blocked\nleft: 3 | 12", 5, 7,
     "expected an even sum of pips in all hands after this block, got 15"),
    (FIVE_UP + "round 1\nend: blocked\nleft: 1 | 1", 5, 7,
     "expected pips of different tiles for each hand, got 1 and 1"),
    (FIVE_UP + "round 1\nend: blocked\nleft: 0 | 0", 5, 7,
     "expected pips of different tiles for each hand, got 0 and 0"),
    (FIVE_UP + "round 1\nend: blocked\nleft: 0-0 | 0", 5, 7, "expected pips of different tiles for each hand, got 0"),
    (FIVE_UP + "round 1\nend: blocked\nleft: 148 | 0", 5, 7, "expected at most 147 pips in all hands, got 148"),
    (FIVE_UP + "round 1\nend: out 0\nleft: 0 | 168", 5, 7, "expected at most 160 pips in all hands, got 168"),
    (BLOCK + "round 1\nend: blocked\nleft: 112 | 1", 5, 7, "expected at most 112 pips in all hands, got 113"),
    (FIVE_UP + "round 1\nleft: 0 | 12\nsettled: 0 -3", 5, 12, "expected -2 for team 1, got -3"),
    (FIVE_UP + "round 1\nleft: 0 | 12\nmade: 3 1\ntotals: 3 0", 6, 11, "expected -1 for team 1, got 0"),
    (FIVE_UP + "round 1\nleft: 0 | 12\ntotals: 3 -5", 5, 9, "team 1 would have made -3 in play, which no plays make"),
    ("rules: all-fives\nseats: 2\nround 1\nend: out 0\nleft: 0 | 12\ntotals: 13 5", 6, 9,
     "team 0 would have made 3 in play, which no plays make"),
    (FIVE_UP + "round 1\ntotals: 62 3\nround 2", 5, 1, "the match is over: expected no further round"),
    (FIVE_UP + "round 1\ntotals: 60 3\nwon: 0", 5, 6, "nobody has won yet"),
    (FIVE_UP + "round 1\ntotals: 61 3\nwon: 1", 5, 6, "expected team 0, who won"),
    (FIVE_UP + "round 1\ntotals: 61 3\nwon: 2", 5, 6, "expected a team from 0 to 1, got '2'"),
    (DEALT + "0: 5-5", 8, 4, "expected a move of seat 1, whose turn it is, got seat 0"),
    (DEALT + "1: 0-5 =6", 8, 8, "the count is 5, got =6"),
    (DEALT + "1: 0-5, 0-0@0-5", 8, 9, "expected a move of seat 0, whose turn it is, got seat 1"),
    (DEALT + "1: 1-3\n0: draw", 9, 4, "seat 0: You can play 1-2, so you may neither draw nor pass."),
    (DEALT + "1: 0-5\n0: 1-1@0-5", 9, 4, "seat 0: 1-1 is not in your hand."),
    (DEALT + "1: 4-4\n0: draw 6-6", 9, 9, "expected the draw of 0-6, the next of the boneyard"),
    (DEALT + "1: 0-5\n0: 5-5@0-5\nend: out 0", 10, 6, "the round is not over: seat 1 must play"),
    (DEALT + "1: 0-5\n0: 5-5@0-5\nround 2", 10, 1, "the round is not over: seat 1 must play"),
    (DRAW + "1: 3-3", 6, 4, "expected seat 0, who holds 5-5, to lead"),
    (DRAW + "0: 2-2", 6, 4, "seat 0: This round must be led with 5-5."),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), WRONG, ids=range(len(WRONG)))
def test_an_error_names_line_and_column_and_what_was_expected(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(TextError) as found:
        read(text)
    assert (found.value.line, found.value.column) == (line, column)
    assert found.value.reason.startswith(reason)
    assert str(found.value).startswith(f"line {line}, column {column}: {reason}")


@pytest.mark.parametrize(("text", "line", "column", "reason"), [
    ("place: a\0b", 3, 9, "expected text, got the character U+0000"),
    ("place: a\rb", 3, 9, "expected text, got the character U+000D"),
    ("place: \ud800", 3, 8, "expected text, got the character U+D800"),
    ("place: " + "x" * MOST_IN_LINE, 3, MOST_IN_LINE + 1, "expected at most 1000 characters in a line"),
    ("round\n" + "0: pass\n" * (MOST_MOVES + 1), MOST_MOVES + 4, 4, "expected at most 200 moves in a round"),
    ("round\n" * (MOST_ROUNDS + 1), MOST_ROUNDS + 3, 1, "expected at most 99999 rounds"),
    ("remark: x\n" * MOST_LINES, MOST_LINES + 1, 1, "expected at most 1000 lines before the first round"),
    ("round\n" + " remark: x\n" * (MOST_LINES + 1), MOST_LINES + 4, 2, "expected at most 1000 lines in a round"),
], ids=range(8))
def test_what_no_record_holds_is_refused(text: str, line: int, column: int, reason: str) -> None:
    test_an_error_names_line_and_column_and_what_was_expected(FIVE_UP + text, line, column, reason)


def test_hundreds_of_remarks_may_be_in_a_record_and_in_each_of_its_rounds() -> None:
    remarks = "remark: x\n" * (MOST_LINES - 2)
    found = read(f"{FIVE_UP}{remarks}" + f"round\nend: blocked\n{remarks}totals: 1 1\n# not counted\n\n" * 3)
    assert [len(each) for each in (found.remarks, *(sheet.remarks for sheet in found.rounds))] == [MOST_LINES - 2] * 4


def test_a_text_that_is_longer_than_any_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_CHARACTERS", 1_000)
    read(FIVE_UP.ljust(1_000))
    test_an_error_names_line_and_column_and_what_was_expected(
        FIVE_UP.ljust(1_001), 1, 1, "expected at most 1000 characters, got 1001")


def test_a_record_of_thousands_of_rounds_and_millions_of_characters_can_be_read_back() -> None:
    """A match to the highest target can have 3,125 rounds and 1.7 million characters."""
    said = "end: out 0\nleft: 0 | 1\nmade: 0 0\nsettled: 0 0\ntotals: 0 0\nremark: " + "x" * 600 + "\n"
    text = FIVE_UP + "".join(f"round {number}\n{said}" for number in range(1, 2_102))
    assert len(text) > 1_300_000
    assert len(write(read(text))) > len(text)


@pytest.mark.parametrize("text", [
    FIVE_UP + "remark: x\n" * 90_000, FIVE_UP + "round\n" + "0: pass\n" * 120_000, FIVE_UP + "\n" * 900_000,
    FIVE_UP + "round\n0: " + "draw," * 190, FIVE_UP + "round\n" + "remark: x\n" * 90_000,
    "rules: five-up\nnames: " + '"' * 900, "proofs\n" * 100_000,
], ids=lambda text: text[-8:])
def test_a_long_text_is_read_or_refused_at_once(text: str) -> None:
    start = process_time()
    try:
        read(text)
    except TextError as error:
        assert error.line  # noqa: PT017
    assert process_time() - start < 5


@pytest.mark.parametrize(("seats", "names", "place"), [
    (2, ("Ana",), ""), (2, (" Ana", "Ben\nC"), ""), (2, (), " home"), (2, (), "a\nround 1"), (2, (), "\x85"),
])
def test_a_text_that_would_not_come_back_is_not_written(seats: int, names: tuple[str, ...], place: str) -> None:
    with pytest.raises(TextError):
        write(record_of([e.start(RULE_SETS["five-up"], seats)], names=names, place=place))


@given(st.sampled_from([(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]), st.integers(0, 5), st.data())
def test_no_wrong_figure_is_overlooked(game: tuple[str, int], seed: int, data: st.DataObject) -> None:
    """Any count, points, pips, settlement or total of a whole record, changed, is found on its line."""
    text = write(record_of(played(RULE_SETS[game[0]], game[1], seed, 120)))
    figures = [found for found in re.finditer(r"(?<=[=+ ])\d+(?=[ ,\n])", text)
               if re.match(r"\d: |left|settled|totals|won", text[text.rfind("\n", 0, found.start()) + 1:])]
    figure = data.draw(st.sampled_from(figures or [None]))
    if figure is None:
        return
    other = data.draw(st.integers(0, 168).map(str).filter(lambda number: number != figure[0]))
    line = text.count("\n", 0, figure.start()) + 1
    with pytest.raises(TextError) as found:
        read(text[:figure.start()] + other + text[figure.end():])
    assert found.value.line == line


# mutilated texts
ALPHABET = "0123456789-@=+.,|:# \n\t\r\0\ufeffabdrswu\"é한🁡٣²\ud800"


@st.composite
def mutilated(draw: st.DrawFn, texts: list[str]) -> str:
    """A text with pieces cut out, put in, doubled or exchanged."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
        if draw(st.booleans()):
            b = min(b, a + draw(st.integers(0, 6)))
        piece = text[a:b]
        text = text[:a] + draw(st.sampled_from(["", piece * 2, piece[::-1], piece.upper(), "9" * 30, text[:20]])
                               | st.text(ALPHABET, max_size=5)) + text[b:]
    return text


RECORDS = [*(path.read_text(encoding="utf-8") for path in EXAMPLES), *(text for text, *_ in WRONG),
           write(record_of(played(RULE_SETS["all-fives"], 3, 1, 90)))]


@given(mutilated(RECORDS))
def test_a_mutilated_record_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        record = read(text)
    except TextError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017
        assert 1 <= error.column <= max(map(len, text.split("\n"))) + 1  # noqa: PT017
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert read(write(record)) == record
        assert read(write(record.filled())).filled() == record.filled()


@given(mutilated(["1-4", "3-4@4-4", "draw", "five-up target=100 playoff=no", "1-4 1-1@1-4 4-4@1-4"]))
def test_a_mutilated_word_is_read_or_refused(text: str) -> None:
    for reader in (parse_tile, parse_move, parse_rules, lambda text: read_layout(text, RULE_SETS["five-up"])):
        try:
            value: Any = reader(text)
        except TextError as error:
            assert str(error)  # noqa: PT017
        else:
            assert reader(str(value)) == value


def test_a_layout_that_cannot_be_names_the_column_of_the_play() -> None:
    with pytest.raises(TextError, match="line 1, column 13: The 4 of 1-4 is joined already"):
        read_layout("1-4 4-4@1-4 2-4@1-4", RULE_SETS["five-up"])


# mutilated events
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("0-46ao", max_size=4) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["what", "number"]), inner, max_size=2),
    max_leaves=6)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every part of a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        found += [way for key in keys for way in paths(value[key], (*path, key))]
    return found


@given(matches(), st.data())
def test_a_mutilated_event_is_read_or_refused(events: tuple[e.Event, ...], data: st.DataObject) -> None:
    found = json.loads(json.dumps(event_to_json(data.draw(st.sampled_from(events)))))
    *way, last = data.draw(st.sampled_from(paths(found)))
    parent = found
    for key in way:
        parent = parent[key]
    how = data.draw(st.sampled_from(["put", "put", "take", "add"]))
    if how == "put":
        parent[last] = data.draw(junk)
    elif how == "take":
        del parent[last]
    elif isinstance(parent, list):
        parent.append(data.draw(junk))
    else:
        parent[data.draw(st.text("abc", max_size=3))] = data.draw(junk)
    try:
        event = event_from_json(found)
    except TextError as error:
        assert str(error)  # noqa: PT017
        return
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
    try:
        e.fold([*events[:event.number - 1], event])
    except (TextError, Refused) as error:
        assert str(error)  # noqa: PT017


@given(junk)
def test_what_is_no_event_is_refused(value: Any) -> None:
    with pytest.raises(TextError):
        event_from_json(value)


@given(matches(), st.data())
def test_a_mutilated_view_is_read_or_refused(events: tuple[e.Event, ...], data: st.DataObject) -> None:
    found = view_to_json(view(e.fold(events), data.draw(st.sampled_from([None, 0, 1]))))
    *way, last = data.draw(st.sampled_from(paths(found)))
    parent = found
    for key in way:
        parent = parent[key]
    parent[last] = data.draw(junk | st.sampled_from(["0-0", "pass", 1, 0]))
    try:
        seen = view_from_json(found)
    except TextError as error:
        assert str(error)  # noqa: PT017
    else:
        assert read_view(view_text(seen)) == seen


@given(mutilated([view_text(view(e.fold(played(RULE_SETS["five-up"], 2, 1, 12)), 0))]))
def test_a_mutilated_text_of_a_view_is_read_or_refused(text: str) -> None:
    try:
        seen = read_view(text)
    except TextError as error:
        assert str(error)  # noqa: PT017
    else:
        assert read_view(view_text(seen)) == seen


def test_a_number_too_long_to_be_printed_is_refused() -> None:
    for key in ("number", "seat", "points", "tile"):
        event = event_to_json(e.Played(4, 0, parse_tile("1-4"), None, 5, 5))
        with pytest.raises(TextError, match=f"^{key}: expected"):
            event_from_json({**event, key: 10**5000})
