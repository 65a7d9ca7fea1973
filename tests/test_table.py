"""A table without sockets or clock: what a message or the clock brings about, and what a seat is shown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import fives.server
from fives import RULE_SETS
from fives import events as e
from fives.server import protocol as p
from fives.server.bare import news
from fives.server.clock import BETWEEN, Agenda
from fives.server.frames import Public, common, state
from fives.server.past import REMEMBERED, part
from fives.server.table import Table
from fives.tiles import TextError, Tile, parse_tile
from given_world import given, small
from table_world import (
    LONG,
    frame,
    hidden_from,
    other_worlds,
    play_first,
    record,
    table_of,
    tick,
    to_the_end_of_a_round,
    until_turn,
)

TILE = re.compile(rb"\b([0-6]-[0-6])\b")


def first_move(table: Table) -> str:
    return str(table.view(0).options[0].play)


def test_a_step_changes_nothing_before_it_is_stored() -> None:
    table = table_of()
    until_turn(table)
    before = table.match, table.number, len(table.events), table.deadline
    step = table.handle(0, p.Move(table.number, "k", first_move(table)), 5)
    assert step.events
    assert (table.match, table.number, len(table.events), table.deadline) == before
    table.take(step)
    assert table.number == before[1] + 1 == step.number


def test_a_command_that_comes_twice_gets_the_first_answer() -> None:
    table = table_of()
    until_turn(table)
    message = p.Move(table.number, "k", first_move(table))
    table.take(table.handle(0, message, 0))
    number = table.number
    again = table.handle(0, message, 0)
    assert again.again
    assert again.number == number
    assert again.refused is None
    assert not again.events
    assert table.number == number


def test_a_refusal_that_comes_twice_is_the_first_one() -> None:
    table = table_of()
    until_turn(table)
    message = p.Move(table.number, "k", "pass")
    first = table.handle(0, message, 0)
    table.remember(first)
    assert first.refused is not None
    assert first.refused.reason in ("can-play", "must-lead-now")
    play_first(table, "other")
    assert table.handle(0, message, 0).refused == first.refused


def test_only_the_last_answers_are_kept() -> None:
    table = table_of()
    for number in range(REMEMBERED + 50):
        table.remember(table.handle(0, p.Move(0, f"k{number}", "pass"), 0))
    assert list(table.answers[0]) == [f"k{number}" for number in range(50, REMEMBERED + 50)]


def test_no_seat_pushes_out_the_answer_to_another() -> None:
    table = table_of()
    until_turn(table)
    move = p.Move(table.number, "k", first_move(table))
    table.take(table.handle(0, move, 0))
    for number in range(REMEMBERED + 50):
        table.remember(table.handle(1, p.Move(0, f"k{number}", "pass"), 0))
    assert table.handle(0, move, 0).again


def test_another_seat_may_use_the_same_key() -> None:
    table = table_of()
    until_turn(table)
    play_first(table, "k")
    assert not table.handle(1, p.Move(table.number, "k", "pass"), 0).again


def test_an_old_command_is_refused() -> None:
    table = table_of()
    until_turn(table)
    step = table.handle(0, p.Move(table.number - 1, "k", first_move(table)), 0)
    assert step.refused is not None
    assert step.refused.reason == "old"
    assert step.number == table.number


def test_a_move_out_of_turn_is_refused() -> None:
    table = table_of()
    until_turn(table)
    table.seats = (table.seats[0], replace(table.seats[1], kind="person"))
    step = table.handle(1, p.Move(table.number, "k", "pass"), 0)
    assert step.refused is not None
    assert step.refused.reason == "turn"
    assert not step.stores


def test_who_watches_may_not_move() -> None:
    table = table_of()
    step = table.handle(None, p.Move(table.number, "k", "pass"), 0)
    assert step.refused is not None
    assert step.refused.reason == "watching"
    assert not step.stores


def test_a_move_that_is_no_text_of_one_is_an_error() -> None:
    table = table_of()
    until_turn(table)
    with pytest.raises(TextError, match="expected a play"):
        table.handle(0, p.Move(table.number, "k", "9-9@1-1"), 0)


def test_bots_wait_for_the_pace_and_then_play() -> None:
    table = table_of(pace=100)
    until_turn(table)
    play_first(table, "k", now=1000)
    assert table.deadline is not None
    assert table.deadline.kind in ("bot", "forced")
    assert table.deadline.by == 1100
    assert table.tick(1099) is None
    step = table.tick(1100)
    assert step is not None
    assert isinstance(step.events[0], e.Played | e.Drew | e.Passed)


def test_a_person_is_not_hurried() -> None:
    table = table_of()
    until_turn(table)
    assert table.deadline is None
    assert table.tick(LONG) is None


@pytest.mark.parametrize("rules", ["five-up", "dominos-cc-block"])
def test_forced_draws_and_passes_happen_by_themselves(rules: str) -> None:
    table, forced = table_of(rules, 2, seed=4), 0
    while forced < 3:
        turn = table.match.round.turn if table.match.round and table.match.need == "move" else None
        if table.deadline is None:
            play_first(table, f"k{table.number}")
        else:
            due, step = table.deadline, tick(table)
            if due.kind == "forced" and turn == 0:
                assert isinstance(step.events[0], e.Drew | e.Passed)
                forced += 1


def test_the_next_round_begins_when_all_people_are_ready() -> None:
    table = table_of()
    to_the_end_of_a_round(table)
    step = table.handle(0, p.Ready(table.number, "r"), 0)
    assert isinstance(step.events[0], e.Dealt | e.Lot)


def test_with_two_people_one_of_them_alone_does_not_begin_the_round() -> None:
    table = table_of(seats=3)
    to_the_end_of_a_round(table)
    table.seats = (table.seats[0], replace(table.seats[1], kind="person"), table.seats[2])
    number, due = table.number, table.deadline
    table.take(table.handle(0, p.Ready(number, "r"), 0))
    assert table.pressed == [0]
    assert table.number == number
    assert table.deadline == due, "the clock goes on"
    again = table.handle(0, p.Ready(number, "r2"), 0)
    assert (again.again, again.refused) == (True, None)
    step = table.handle(1, p.Ready(number, "r"), 0)
    assert isinstance(step.events[0], e.Dealt | e.Lot)


def test_the_next_round_begins_by_itself_after_twelve_seconds() -> None:
    table = table_of()
    to_the_end_of_a_round(table)
    assert table.deadline is not None
    assert table.deadline.kind == "round"
    table.deadline = table.deadline._replace(by=BETWEEN)
    assert table.tick(BETWEEN - 1) is None
    step = table.tick(BETWEEN)
    assert step is not None
    assert isinstance(step.events[0], e.Dealt | e.Lot)


def test_ready_in_the_middle_of_a_round_is_refused() -> None:
    table = table_of()
    until_turn(table)
    step = table.handle(0, p.Ready(table.number, "r"), 0)
    assert step.refused is not None
    assert step.refused.reason == "not-between"
    early = table.handle(0, p.Rematch(table.number, "m"), 0)
    assert early.refused is not None
    assert early.refused.reason == "not-over"


def test_a_rematch_goes_on_with_the_same_seats_and_numbers() -> None:
    table, turn = table_of("dominos-cc-draw"), 0
    while table.match.need != "over":
        if table.deadline is None:
            turn += 1
            play_first(table, f"k{turn}")
        else:
            tick(table)
    number, seats = table.number, table.seats
    step = table.handle(0, p.Rematch(number, "m"), 0)
    write = table.write(step, 0)
    assert write.match is not None
    assert write.match.base == number
    assert {row.match for row in write.events} == {write.match.id}
    table.take(step)
    assert table.number == number + 1
    assert table.seats == seats
    assert table.match.totals == (0, 0)
    assert [type(event) for event in table.since(0, number)] == [e.Started]


def test_a_table_is_rebuilt_from_what_is_stored() -> None:
    table = table_of(seats=4, seed=9)
    writes = [table.write(table.start(0), 0)]
    for turn in range(60):
        if table.deadline is None:
            step = table.handle(0, p.Move(table.number, f"k{turn}", first_move(table)), 0)
        else:
            found = table.tick(table.deadline.by)
            assert found is not None
            step = found
        writes.append(table.write(step, 0))
        table.take(step)
    again = Table.rebuilt(record(table, writes), Random(1), 0)
    assert again.match == table.match
    assert again.events == table.events
    assert (again.deadline, again.dealt, again.settled) == (table.deadline, table.dealt, table.settled)
    for seat in (None, 0, 1, 2, 3):
        assert frame(again, seat, 0) == frame(table, seat, 0)
    answers = {key: step.number for key, step in table.answers[0].items() if step.refused is None}
    assert answers
    assert {key: step.number for key, step in again.answers[0].items()} == answers


def test_who_was_away_is_told_what_it_missed() -> None:
    table = table_of()
    until_turn(table)
    number = table.number
    play_first(table, "k")
    tick(table)
    assert [event.number for event in table.since(0, number)] == [number + 1, number + 2]
    assert table.since(0, table.number) == []


def test_each_seat_is_told_which_is_its_own_and_which_its_partners() -> None:
    table = table_of("five-up", 4)
    for seat in (None, 0, 1, 2, 3):
        told = [(other["you"], other["partner"]) for other in json.loads(frame(table, seat, 0))["seats"]]
        assert told == [(other == seat, seat is not None and other == (seat + 2) % 4) for other in range(4)]


def test_of_several_plays_only_the_last_is_told_with_its_sum() -> None:
    table, told = table_of("five-up", 4, bots=True), 0
    while table.match.need in ("lot", "deal", "move"):
        tick(table)
        plays = [event["text"] for event in json.loads(frame(table, None, 0))["events"] if event["what"] == "play"]
        assert not any(" = " in text for text in plays[:-1]), "their layouts do not lie so any more"
        told += len(plays) > 1 and " = " in plays[-1]
        if table.settled is not None:
            break
    assert told


def test_the_note_of_a_seat_counts_the_draws_since_its_last_play() -> None:
    moves = "0-6 draw 0-1@0-6 1-2@0-1 draw draw"
    rules, events = small("dominos-cc-draw", ["0-6 1-2 3-3", "4-4 5-5 4-5"], moves, "0-1 3-4 2-3", leader=0)
    told = json.loads(frame(given("t", rules, events).taken(), None, 0))["seats"]
    assert [seat["note"] for seat in told] == ["", "drew 2 tiles"]


@pytest.mark.parametrize(("rules", "seats"), [(rules, seats) for rules in RULE_SETS for seats in (2, 4)])
def test_no_frame_holds_a_tile_that_its_viewer_may_not_know(rules: str, seats: int) -> None:
    table, number = table_of(rules, seats, seed=seats, bots=True), 0
    checked = 0
    for _ in range(150):
        if table.match.need == "over":
            break
        number = table.number
        tick(table)
        for seat in (None, *range(seats)):
            told = {parse_tile(found.decode()) for found in TILE.findall(frame(table, seat, number))}
            hidden = hidden_from(table, seat)
            # a lot is drawn from tiles that are shuffled again before the deal
            assert not told & hidden, f"seat {seat} is told {told & hidden}"
            checked += len(hidden)
    assert checked > 1000


@pytest.mark.parametrize(("rules", "seats"), [("five-up", 4), ("all-fives", 3), ("dominos-cc-draw", 2)])
def test_worlds_that_look_the_same_to_a_seat_give_it_the_same_frames(rules: str, seats: int) -> None:
    """Byte for byte, with every event of the round, for each seat and for who watches."""
    chance, compared = Random(seats), 0
    for seed in range(3):
        table = table_of(rules, seats, seed=seed, bots=True)
        for _ in range(8 + 9 * seed):
            tick(table)
        if table.match.need != "move":
            continue
        for seat in (None, *range(seats)):
            for other in other_worlds(table, seat, chance):
                assert other.match != table.match
                for lang in p.LANGS:
                    assert frame(other, seat, 0, lang) == frame(table, seat, 0, lang)
                compared += 1
    assert compared > 10


def test_a_frame_is_made_without_a_match_or_a_round() -> None:
    """The files that make frames never touch what is hidden."""
    folder = Path(fives.server.__file__).parent
    for name in ("frames.py", "ends.py", "told.py", "scenes.py"):
        text = (folder / name).read_text()
        for word in ("fives.match", "table.match", ".round.", "table.events", "Dealt", "boneyard["):
            assert word not in text, f"{name} holds {word}"


def test_the_agenda_gives_the_soonest_first_and_each_once() -> None:
    agenda = Agenda()
    agenda.set("a", 30)
    agenda.set("b", 10)
    agenda.set("a", 20)
    assert agenda.next() == 10
    assert agenda.due(5) == []
    assert agenda.due(25) == ["b", "a"]
    assert agenda.due(99) == []
    agenda.set("c", 1)
    agenda.set("c", None)
    assert agenda.next() is None


def test_hidden_tiles_are_what_the_tests_take_them_for() -> None:
    table = table_of(seats=2)
    until_turn(table)
    assert Tile(0, 0) in {*hidden_from(table, 0), *table.view(0).hand, *table.view(0).layout.lying}
    assert len(hidden_from(table, 0)) + len(table.view(0).hand) + len(table.view(0).layout.lying) == 28


@pytest.mark.parametrize("rules", RULE_SETS)
def test_an_option_tells_the_terms_that_its_play_will_count(rules: str) -> None:
    table, told = table_of(rules, 4, seed=6, bots=True), 0
    for _ in range(60):
        tick(table)
        for seat in range(4):
            view = table.view(seat)
            options = [option for held in json.loads(frame(table, seat, table.number))["hand"]
                       for option in held["options"]]
            for option, shown in zip(view.ahead, options, strict=True):
                after = view.layout.play(option.play)
                assert (option.count, option.points) == (after.count, after.points)
                assert shown["terms"] == [end.value for end in after.counted]
                assert shown["count"] == (sum(shown["terms"]) if after.counted else None)
                told += 1
    assert told > 100


@pytest.mark.parametrize(("rules", "seats"), [("five-up", 4), ("all-fives", 3), ("dominos-cc-draw", 2)])
def test_news_for_programs_tell_nothing_more_than_frames(rules: str, seats: int) -> None:
    """SEC-04: byte for byte the same in all worlds that look the same, so that not even a length tells a drawn tile."""
    chance, compared, draws = Random(seats), 0, 0
    for seed in range(4):
        table = table_of(rules, seats, seed=seed, bots=True)
        for _ in range(10 + 9 * seed):
            tick(table)
        if table.match.need != "move":
            continue
        for seat in (None, *range(seats)):
            told = p.encode(news(table.glance(seat), table.number, part(table, seat, 0), {}))
            hidden = hidden_from(table, seat)
            last_deal = told.rindex(b'"what":"deal"')
            assert not {parse_tile(found.decode()) for found in TILE.findall(told[last_deal:])} & hidden
            seen, quick = table.view(seat), table.glance(seat)
            assert quick == (seat, seen.number, seen.need, seen.turn, seen.may, seen.hand,
                             tuple(option.play for option in seen.options))
            for other in other_worlds(table, seat, chance):
                assert p.encode(news(other.glance(seat), other.number, part(other, seat, 0), {})) == told
                compared += 1
            draws += told.count(b'"what":"draw"')
    assert compared > 10
    assert draws > 0


def test_who_sits_down_in_the_middle_of_a_round_is_shown_what_who_watches_is_shown() -> None:
    table = table_of(seats=2)
    until_turn(table)
    public = Public.of(table, {0}, 0)
    shared = common(table.view(None), public, "en")
    watching, coming = (json.loads(p.encode(state(table.view(None), public, "en", shared, None, table.since(None, 0),
                                                  False, seat))) for seat in (None, 1))
    assert coming.pop("coming") == 1
    assert watching.pop("coming") is None
    assert coming == watching
