"""The notation: what is printed can be read back, what people write is understood, what they forget is no error."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fives import (
    RULE_SETS,
    Layout,
    Rules,
    TextError,
    lay_out,
    parse_move,
    parse_play,
    parse_rules,
    parse_tile,
    view,
)
from fives import events as e
from fives.event_json import event_from_json, event_to_json
from fives.layout import Play
from fives.notation import Record, read, read_layout, read_view, record_of, view_text, write
from fives.notation.figures import points_text, read_points, read_took, took_text
from fives.notation.heads import KEYS as HEADER_KEYS
from fives.notation.sheets import KEYS as ROUND_KEYS
from notation_records import (
    halves,
    layouts,
    made_in,
    matches,
    partial_records,
    played,
    plays,
    said,
    texts,
    tiles,
    variations,
)

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))
DOCUMENT = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
GAMES = [(rules, seats) for rules in RULE_SETS.values() for seats in (2, 3, 4)]
NAMES = ("Ana", "Ben, the elder", '"B"', "")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind in the document."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


# texts both ways
@given(tiles)
def test_a_tile_can_be_read_back(tile: Any) -> None:
    assert parse_tile(str(tile)) == tile
    assert parse_tile(str(tile)[::-1]) == tile


@given(plays() | st.sampled_from(["draw", "pass"]))
def test_a_move_can_be_read_back(move: Any) -> None:
    assert parse_move(str(move)) == move
    if isinstance(move, Play):
        assert parse_play(str(move)) == move


@given(variations())
def test_a_rule_set_can_be_read_back(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules


@given(layouts())
def test_a_layout_can_be_read_back(layout: Layout) -> None:
    again = read_layout(str(layout), layout.rules)
    assert again == layout
    assert (again.count, again.open, again.packed) == (layout.count, layout.open, layout.packed)
    assert lay_out(layout.rules, str(layout).split()) == layout


@given(halves, st.integers(1, 10))
@example(Fraction(5, 2), 1)
def test_points_can_be_read_back_to_the_half(points: Fraction, unit: int) -> None:
    assert read_points(points_text(points, unit), unit) == points


@given(st.integers(0, 10**9 - 1))
def test_a_time_can_be_read_back_to_the_millisecond(took: int) -> None:
    assert read_took(took_text(took)) == took


@given(matches())
def test_an_event_can_be_read_back_from_json(events: Sequence[e.Event]) -> None:
    for event in events:
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@given(matches(), st.lists(texts.filter(lambda name: name == name.strip()), min_size=4, max_size=4), said, said,
       st.lists(said, max_size=2), texts)
def test_a_record_can_be_read_back(events: Sequence[e.Event], names: list[str], place: str, clock: str,
                                   remarks: list[str], proofs: str) -> None:
    assert isinstance(events[0], e.Started)
    record = record_of(events, names=names[:events[0].seats], place=place, clock=clock, commitment=place,
                       remarks=remarks, proofs=proofs, date="2024-02-29")
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text
    assert again.events() == tuple(events)
    assert again.match() == e.fold(events)


@pytest.mark.parametrize(("rules", "seats"), GAMES, ids=lambda value: value.id if isinstance(value, Rules) else value)
def test_a_match_of_every_rule_set_and_number_of_seats_is_told_whole(rules: Rules, seats: int) -> None:
    events = played(rules, seats, 7)
    match = e.fold(events)
    assert match.need == "over"
    record = record_of(events, names=NAMES[:seats])
    again = read(write(record))
    assert again == record == again.filled()
    assert again.events() == events
    assert again.match() == match
    assert [round.settled for round in again.played() if round] == [
        tuple(2 * points for points in event.points) for event in events if isinstance(event, e.Settled)
    ] + [again.played()[-1].settled for event in events if isinstance(event, e.Shown) and event.end is None]


# partial records
def agrees(known: Record, whole: Record) -> None:
    """Whether all that was worked out of a partial record is what had been."""
    for mine, full in zip(known.rounds, whole.filled().rounds, strict=True):
        for part in ("settled", "totals"):
            assert getattr(mine, part) in ((), getattr(full, part))
        assert mine.end in (None, full.end)
        assert not mine.end or mine.out == full.out
        assert all(a.pips in (None, b.pips) for a, b in zip(mine.left, full.left, strict=False))
        assert mine.made in ((), made_in(whole, full))
        for a, b in zip(mine.moves, full.moves, strict=False):
            assert replace(a, drawn=None) == replace(b, drawn=None)
            assert a.drawn in (None, b.drawn)


@given(partial_records())
def test_a_record_of_which_something_is_forgotten_is_right_all_the_same(records: tuple[Record, Record]) -> None:
    whole, partial = records
    text = write(partial)
    assert read(text) == partial
    filled = partial.filled()
    agrees(filled, whole)
    assert read(write(filled)) == filled
    assert len(partial.played()) == sum(sheet.begun for sheet in partial.rounds)


@given(partial_records())
def test_a_match_known_in_part_stands_at_the_totals_of_the_whole_one(records: tuple[Record, Record]) -> None:
    whole, partial = records
    if partial.course().open:
        with pytest.raises(TextError, match="too little is known"):
            partial.match()
        return
    match = partial.match()
    if match.need in ("lot", "deal", "win", "over") and all(sheet.begun for sheet in partial.rounds[-1:]):
        assert match.totals == whole.filled().match().totals


# what a seat sees
@given(matches(), st.data())
def test_a_view_can_be_read_back(events: Sequence[e.Event], data: st.DataObject) -> None:
    match = e.fold(events)
    seat = data.draw(st.none() | st.integers(0, match.seats - 1))
    seen = view(match, seat)
    assert read_view(view_text(seen)) == seen
    assert record_of(events).view(seat) == seen


@given(matches(3), st.integers(0, 3))
def test_who_writes_down_its_own_hand_and_the_table_has_its_view(events: Sequence[e.Event], seat: int) -> None:
    match = e.fold(events)
    whole = record_of(events)
    if match.need != "move" or seat >= match.seats:
        return
    assert match.round
    sheet = whole.rounds[-1]
    mine = replace(
        sheet, boneyard=(), hands=tuple(hand if own == seat else () for own, hand in enumerate(sheet.hands)),
        leader=match.round.leader,
        moves=tuple(moved if moved.seat == seat else replace(moved, drawn=None) for moved in sheet.moves))
    written = read(write(replace(whole, rounds=(*whole.rounds[:-1], mine))))
    assert replace(written.view(seat), number=match.number) == view(match, seat)
    other = (seat + 1) % match.seats
    with pytest.raises(TextError, match=f"expected the hand of seat {other}"):
        written.view(other)


def test_a_view_at_odds_with_itself_is_refused() -> None:
    text = blocks("view")[0]
    seen = read_view(text)
    for old, new, reason in (
        ('"0-1", "2-2"', '"0-2", "2-2"', "may: expected"), ('"held": [4, 5]', '"held": [4, 4]', "held: expected"),
        ('"turn": 1', '"turn": 0', "turn: expected 1"), ('"count": 4', '"count": 5', "options: expected"),
        ('"0-1", "2-2"', '"1-4", "2-2"', "made: 1-4 is in"), ('"move": "1-4"', '"move": "1-4@1-1"', "made: The lay"),
        ('"leader": 0', '"leader": 1', "made: expected a move of seat 1"), ('"seats": 2', '"seats": 5', "seats: exp"),
        ('"seat": 1', '"seat": 2', "seat: expected"), ('"need": "move"', '"need": 1', "need: expected"),
        ('{"rules"', '{"rulez"', "view: no key"), ("{", "", "expected JSON"), ("18", "9" * 5000, "expected JSON"),
        ("18", "[" * 5000, "expected JSON"),
    ):
        assert old in text
        with pytest.raises(TextError, match=f"{reason}"):
            read_view(text.replace(old, new, 1))
    assert read("rules: five-up\nseats: 2\nround\n0: 1-4\nhand 1: 0-1 2-2 2-3 3-3 3-5").view(1).options == seen.options


# what people write
def test_what_people_write_is_taken_for_what_it_means() -> None:
    plain = read("rules: five-up target=100,100,100\nseats: 2\nnames: Ana, Ben\n\nround 1\nlot: 1-4 2-4\n"
                 "1: 1-4 =5 +1\n0: draw 6-6, draw\n")
    typed = read("\ufeff# ours\r\n  Names:Ana,Ben\r\nRULES: five-up   target=100\r\n\r\nRound\r\n\t# so it went\r\n"
                 "Ben:\t4-1 +1 =5\r\nLot: 4-1 4-2\r\nAna: DRAW 6-6\r\nAna :Draw")
    assert typed == plain
    assert write(typed) == write(plain)


def test_a_name_that_only_one_seat_has_stands_for_the_seat() -> None:
    record = read('rules: five-up\nnames: Ana, "Ben, the elder"\nfrom: 55 48\nround 7\nlead: Ben, the elder\n'
                  "hand Ben, the elder: 1-4 2-2 3-3 0-0 0-1\nBen, the elder: 1-4\nAna: draw")
    sheet = record.rounds[0]
    assert (sheet.leader, [moved.seat for moved in sheet.moves], bool(sheet.hands[1])) == (1, [1, 0], True)
    assert (record.first, record.start) == (7, (275, 240))


def test_the_proofs_are_kept_letter_by_letter() -> None:
    proofs = "  # no remark\n\nround 1\nrules: x\t \n\n"
    text = f"rules: five-up\nseats: 2\n\nproofs\n{proofs}\n"
    assert read(text).proofs == proofs
    assert write(read(text)) == text


def test_half_points_are_settled_and_totalled_exactly() -> None:
    record = read("rules: all-fives\nseats: 3\nround\nend: blocked\nleft: 2 | 2 | 14\nmade: 10 5 0").filled()
    assert record.rounds[0].settled == (Fraction(15, 2), Fraction(15, 2), 0)
    assert record.rounds[0].totals == (Fraction(35, 2), Fraction(25, 2), 0)
    assert "totals: 17.5 12.5 0\n" in write(record)


def test_points_are_written_as_the_rules_show_them_and_known_raw() -> None:
    record = read("rules: five-up\nseats: 2\nround\nend: out 0\nleft: 0 | 12\nmade: 4 3").filled()
    assert record.rounds[0].totals == (20, 5)
    assert "totals: 4 1\n" in write(record)


def test_hands_that_nobody_wrote_down_are_worked_out_from_what_was_played_drawn_and_left() -> None:
    whole = record_of(played(RULE_SETS["five-up"], 2, 3, 40))
    sheet = whole.rounds[0]
    partial = replace(whole, rounds=(replace(sheet, hands=(), boneyard=()),))
    found = partial.played()[0]
    assert found is not None
    assert found.over
    assert [moved.move for moved in sheet.moves] == [made.move for made in found.made]
    with pytest.raises(TextError, match="does not tell every event"):
        partial.events()


def test_a_pass_is_refused_where_the_hands_worked_out_show_that_it_could_play() -> None:
    text = ("rules: dominos-cc-block deal=3,3,3\nseats: 2\nround\n0: 6-6\n1: pass\n0: 5-6@6-6\n1: 3-5@5-6\n"
            "0: 3-3@3-5\nend: out 0\nleft: - | 0-0 4-6")
    with pytest.raises(TextError, match="line 5, column 4: seat 1: You can play 4-6"):
        read(text)
    read(text.replace("4-6", "0-4"))


def test_an_unfinished_round_of_which_too_little_is_known_cannot_be_gone_on_with() -> None:
    record = read("rules: five-up\nseats: 2\nround\n0: 1-4")
    assert record.played() == (None,)
    with pytest.raises(TextError, match="too little is known to go on: round 1"):
        record.match()


def test_a_match_stands_at_the_totals_that_the_record_begins_at() -> None:
    match = read("rules: five-up\nseats: 2\nfrom: 55 48\nround 12\nlead: 1").match()
    assert (match.totals, match.leader, match.rounds, match.need) == ((275, 240), 1, 11, "deal")


def test_a_tie_at_the_target_is_played_off_from_where_the_record_begins() -> None:
    match = read("rules: five-up\nseats: 2\nfrom: 40 40\nplayoff: yes").match()
    assert match.playoff
    played_off = read("rules: five-up\nseats: 2\nfrom: 63 63\nround\nleft: 0 | 3\nmade: 0 0\nwon: 0")
    assert played_off.match().winner == 0


def test_a_tie_on_pips_that_tiles_decide_is_believed_where_nobody_counted_the_tiles() -> None:
    text = "rules: dominos-cc-all-fives\nseats: 2\nround\nend: blocked\nleft: {}\nmade: 0 0\nsettled: 5 0\n"
    assert read(text.format("4 | 4")).match().totals == (5, 0)
    assert read(text.format("0-4 | 0-1 0-3") + "totals: 5 0").match().totals == (5, 0)
    with pytest.raises(TextError, match="line 7, column 10: expected 0 for team 0, got 5"):
        read(text.format("0-1 0-3 | 0-4"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_right(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    assert read(write(record)) == record
    filled = record.filled()
    assert read(write(filled)) == filled
    if any(line.startswith("#") for line in text.splitlines()):
        return  # by hand
    assert write(record) == text


def test_the_examples_show_every_kind_of_record() -> None:
    records = [read(path.read_text(encoding="utf-8")) for path in EXAMPLES]
    assert {record.rules.id for record in records} >= {"five-up", "all-fives", "dominos-cc-draw", "dominos-cc-block"}
    assert any(record.start == (275, 240) for record in records)
    assert any(record.course().open for record in records)
    assert any(record.match().winner is not None for record in records if not record.course().open)
    assert any(record.proofs for record in records)


# the document
@pytest.mark.parametrize("text", blocks("record"))
def test_the_records_of_the_document_are_right(text: str) -> None:
    record = read(text)
    assert read(write(record)) == record


@pytest.mark.parametrize("text", blocks("record wrong"))
def test_the_wrong_record_of_the_document_is_wrong_as_it_says(text: str) -> None:
    with pytest.raises(TextError) as found:
        read(text)
    assert text.startswith(f"# {found.value}\n")


def test_the_document_shows_every_kind_of_event() -> None:
    events = [json.loads(line) for block in blocks("json") for line in block.splitlines()]
    assert [event_to_json(event_from_json(event)) for event in events] == events
    assert {type(event_from_json(event)) for event in events} == set(e.Event.__args__)


def test_the_python_of_the_document_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("python"):
        exec(compile(block, "docs/notation.md", "exec"), {})
    assert capsys.readouterr().out.strip() in DOCUMENT


def test_the_document_names_every_key_and_no_other() -> None:
    named = re.findall(r"^\| (`[^|]*`) \|", DOCUMENT, re.MULTILINE)
    keys = {key for cell in named for key in re.findall(r"`([a-z]+)`", cell)}
    assert keys == {*HEADER_KEYS, *ROUND_KEYS}
