"""The clock of a turn: when it starts, what it costs, what happens when it runs out, what a restart leaves of it."""

from __future__ import annotations

import json
from random import Random

import pytest

from fives import events as e
from fives.bots import bot
from fives.server import protocol as p
from fives.server.around import clock_of
from fives.server.clock import AWAY, GRACE, LATE, MOTION
from fives.server.records import Write
from fives.server.steps import Step
from fives.server.table import Table
from people_world import do, end_of_round, first_play, go, of_people, until_person, why
from table_world import frame, record

TURN = 15_000


def turned(bank: int = 0, clock: int = 15, seats: int = 2) -> tuple[Table, int, int]:
    """A table, the person whose turn has just begun, and when."""
    table = of_people(seats, clock=clock, bank=bank)
    seat = until_person(table)
    assert table.deadline is not None
    start = table.deadline.by - MOTION - 1000 * clock - 1000 * bank - GRACE
    return table, seat, start


def test_the_clock_starts_a_second_after_the_turn_came() -> None:
    table, seat, start = turned()
    shown = [clock_of(table, start + at) for at in (0, MOTION - 1, MOTION, MOTION + 4000)]
    assert [found and (found.seat, found.ms, found.running, found.starts) for found in shown] == [
        (seat, TURN, False, MOTION), (seat, TURN, False, 1), (seat, TURN, True, 0), (seat, TURN - 4000, True, 0)]


def test_the_clock_starts_when_the_page_of_the_seat_says_that_its_motion_ended() -> None:
    table, seat, start = turned()
    assert table.motion_ended(1 - seat, table.number, start + 200) is None, "not when another page says so"
    assert table.motion_ended(None, table.number, start + 200) is None
    assert table.motion_ended(seat, table.number - 1, start + 200) is None, "nor for another turn"
    step = table.motion_ended(seat, table.number, start + 200)
    assert step is not None
    table.take(step)
    assert table.deadline is not None
    assert table.deadline.by == start + 200 + TURN + GRACE
    assert table.motion_ended(seat, table.number, start + 300) is None, "it starts once, whatever a second tab says"


def test_a_page_that_is_late_with_its_motion_does_not_stop_the_clock() -> None:
    table, seat, start = turned()
    assert table.motion_ended(seat, table.number, start + MOTION + 1) is None


def test_a_move_half_a_second_too_late_counts() -> None:
    table, seat, start = turned()
    end = start + MOTION + TURN
    assert table.tick(end + GRACE - 1) is None
    step = do(table, seat, p.Move(table.number, "k", first_play(table, seat)), end + GRACE - 1)
    assert step.refused is None
    assert table.missed(seat) == []


def test_when_time_runs_out_the_play_of_most_points_is_made_and_told() -> None:
    table, seat, start = turned()
    greedy = bot("greedy").choose(table.view(seat), Random(1))
    at = table.number
    step = go(table, start + MOTION + TURN + GRACE)
    played = step.events[0]
    assert isinstance(played, e.Played)
    assert (played.tile, played.onto) == greedy
    assert [(by, event) for by, event in table.missed(seat)] == [("clock", played)]
    assert table.seats[seat].active, "once is no reason to lose the seat"
    late = do(table, seat, p.Move(at, "late", str(greedy)), start + MOTION + TURN + GRACE + 1)
    assert why(late) == "old", "exactly one action a turn"


def test_after_two_turns_in_a_row_that_ran_out_a_bot_holds_the_seat() -> None:
    table, _, _ = turned()
    while not any(seat.sits_in for seat in table.seats):
        seat = until_person(table)
        if seat == 1:
            do(table, seat, p.Move(table.number, f"k{table.number}", first_play(table, seat)))
        else:
            go(table)
    assert [seat.late for seat in table.seats] == [LATE, 0]
    assert table.host == 1, "and the rights of a host pass on"
    while table.view(None).turn != 0 or table.view(0).may != "play":
        if table.deadline and table.deadline.kind == "turn":
            do(table, 1, p.Move(table.number, f"k{table.number}", first_play(table, 1)))
        else:
            go(table)
    assert table.deadline is not None
    assert table.deadline.kind == "bot", "nobody waits for it any more"
    do(table, 0, p.Back("b"), 5)
    assert table.deadline is not None
    assert table.deadline.by == 5 + MOTION + TURN + GRACE, "who takes it back has a whole turn"
    assert table.seats[0].late == 0


def test_who_ran_out_of_time_twice_is_told_that_a_bot_holds_the_seat_and_why() -> None:
    table, seat, _ = turned()
    go(table)
    assert json.loads(frame(table, seat, 0))["missed"]["text"].startswith("Your time ran out, so the table played")
    while (turn := until_person(table)) != seat:
        do(table, turn, p.Move(table.number, f"k{table.number}", first_play(table, turn)))
    go(table)
    told = json.loads(frame(table, seat, 0))["missed"]["text"]
    assert told.startswith("Time ran out twice in a row, so a bot holds your seat until you take it back.")


def test_a_move_in_time_forgives_the_turn_before() -> None:
    table, seat, _ = turned()
    go(table)
    assert table.seats[seat].late == 1
    while (turn := until_person(table)) != seat:
        do(table, turn, p.Move(table.number, f"k{table.number}", first_play(table, turn)))
    do(table, seat, p.Move(table.number, "own", first_play(table, seat)))
    assert table.seats[seat].late == 0


def test_the_bank_pays_what_a_turn_takes_too_long_and_is_not_refilled() -> None:
    table, seat, start = turned(bank=30)
    at = start + MOTION + TURN + 12_000
    shown = clock_of(table, at)
    assert shown is not None
    assert (shown.ms, shown.bank) == (0, 18_000)
    do(table, seat, p.Move(table.number, "k", first_play(table, seat)), at)
    assert table.seats[seat].bank == 18_000
    assert table.seats[1 - seat].bank == 30_000


@pytest.mark.parametrize("back", ["by a move", "by the bot"])
def test_the_bank_pays_also_for_a_turn_that_was_left(back: str) -> None:
    table, seat, start = turned(bank=30)
    at = start + MOTION + TURN + 12_000
    do(table, seat, p.Leave("leave"), at - table.pace)
    if back == "by a move":
        do(table, seat, p.Move(table.number, "k", first_play(table, seat)), at)
    else:
        go(table, at)
    assert table.seats[seat].bank == 18_000
    assert table.seats[1 - seat].bank == 30_000


@pytest.mark.parametrize("before", [50, 5000])
def test_who_leaves_and_comes_back_over_and_over_cannot_hold_the_turn(before: int) -> None:
    table, seat, start = turned()
    end = start + MOTION + TURN + GRACE
    now, number = end - before, table.number
    do(table, seat, p.Leave("leave"), now)
    said = table.deadline
    assert said is not None
    assert said.by == min(now + table.pace, end), "a bot has no more time than the one who left it the turn"
    for again in range(20):
        now += table.pace - 40
        if (step := table.tick(now)) is not None:
            table.take(step)
            break
        do(table, seat, p.Back(f"back {again}"), now)
        assert table.deadline is not None
        assert table.deadline.by == end
        do(table, seat, p.Leave(f"leave {again}"), now)
        assert table.deadline == said
    assert table.number > number
    assert now <= said.by + table.pace


def test_a_new_name_in_a_round_is_refused_and_gives_nobody_more_time() -> None:
    table, seat, start = turned()
    due = table.deadline
    assert why(do(table, seat, p.Rename("own", "Neo"), start + MOTION + 5000)) == "in-round"
    assert table.deadline == due
    assert why(do(table, 1 - seat, p.Rename("other", "Kim"), start + MOTION + 9000)) == "in-round"
    assert table.deadline == due


def test_a_new_name_between_rounds_does_not_put_off_the_next_one() -> None:
    table = of_people(2)
    end_of_round(table)
    due = table.deadline
    assert due is not None
    do(table, 1, p.Rename("new", "Kim"), due.by - 1)
    assert table.deadline == due


def test_without_a_clock_the_bot_plays_too_however_often_its_person_came_back() -> None:
    table = of_people(2, clock=0)
    seat, number, now = until_person(table), table.number, 10_000
    do(table, seat, p.Leave("leave"), now)
    for again in range(20):
        now += table.pace - 40
        if (step := table.tick(now)) is not None:
            table.take(step)
            break
        do(table, seat, p.Back(f"back {again}"), now)
        do(table, seat, p.Leave(f"leave {again}"), now)
    assert table.number > number
    assert now <= 10_000 + 2 * table.pace


def test_a_turn_that_runs_out_has_used_up_the_bank() -> None:
    table, seat, _ = turned(bank=30)
    go(table)
    assert (table.seats[seat].bank, table.seats[1 - seat].bank) == (0, 30_000)


def test_a_turn_within_its_time_leaves_the_bank_alone() -> None:
    table, seat, start = turned(bank=30)
    do(table, seat, p.Move(table.number, "k", first_play(table, seat)), start + MOTION + TURN)
    assert table.seats[seat].bank == 30_000


def test_forced_draws_cost_no_time() -> None:
    """The clock starts anew when the tile that fits was drawn, and no draw is waited for."""
    for seed in range(60):
        table, now = of_people(2, seed=seed), 0
        drew = False
        while table.match.need != "show" and not drew and table.settled is None:
            if table.deadline and table.deadline.kind == "turn":
                seat = until_person(table)
                do(table, seat, p.Move(table.number, f"k{table.number}", first_play(table, seat)), now)
                continue
            now += 10_000  # as slow as it may be
            step = go(table, now)
            drew = isinstance(step.events[0], e.Drew) and table.view(None).turn == step.events[0].seat
            drew = drew and table.deadline is not None and table.deadline.kind == "turn"
        if drew:
            assert table.deadline is not None
            assert table.deadline.by == now + MOTION + TURN + GRACE
            return
    raise AssertionError("nobody drew")


def test_without_a_clock_a_table_of_people_waits_a_minute_for_one_who_is_not_there() -> None:
    table, seat, _ = of_people(2, clock=0), 0, 0
    seat = until_person(table)
    assert table.deadline is not None
    due = table.deadline
    assert due.kind == "away"
    step = table.tick(due.by, here={seat})
    assert step is not None
    assert step.deadline is not None
    assert step.deadline.by == due.by + AWAY, "who is there may think as long as it likes"
    assert not step.events
    step = table.tick(due.by, here={1 - seat})
    assert step is not None
    table.take(step)
    assert table.seats[seat].sits_in
    assert table.missed(seat)[0][0] == "clock"


def test_a_timer_of_the_last_round_does_nothing_in_the_next() -> None:
    """CON-06: a deadline carries the number that it is for."""
    table, seat, _ = turned()
    old = table.deadline
    do(table, seat, p.Move(table.number, "k", first_play(table, seat)))
    table.deadline = old
    assert old is not None
    assert table.tick(old.by + 1) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_whose_people_have_all_gone_plays_its_round_to_the_end(seats: int) -> None:
    """NET-09: whoever leaves, the host too, the others are not held up, and scores stay."""
    table = of_people(seats)
    until_person(table)
    for seat in range(seats):
        do(table, seat, p.Leave("l"))
    for _ in range(300):
        if table.deadline is None:
            break
        go(table)
    assert table.settled is not None


def test_time_outs_alone_end_a_match() -> None:
    """Nobody ever moves: the match ends by the rules all the same, and a rest lies only between rounds."""
    table = of_people(2, "dominos-cc-block")
    for _ in range(3000):
        if table.match.need == "over":
            break
        if table.deadline is None:
            do(table, 0, p.Back(f"b{table.number}"))
            continue
        go(table)
    assert table.match.need == "over"


def test_time_outs_are_ordinary_events_and_are_rebuilt_with_what_was_missed() -> None:
    table = of_people(2)
    made = [table.write(Step(company=None, events=tuple(table.events), match=table.match), 0)]
    end_by = 0
    while len(table.by) < 3:
        assert table.deadline is not None
        step = table.tick(table.deadline.by)
        assert step is not None
        end_by = table.deadline.by
        made.append(table.write(step, end_by))
        table.take(step)
    again = Table.rebuilt(record(table, made), Random(1), end_by)
    assert again.by == table.by
    assert [again.missed(seat) for seat in (0, 1)] == [table.missed(seat) for seat in (0, 1)]
    assert (again.seats, again.host, again.ways) == (table.seats, table.host, table.ways)
    assert again.deadline == table.deadline
    assert isinstance(made[-1], Write)
