"""Who has gone home between rounds or after the match: the host frees the seat, and the table goes on."""

from __future__ import annotations

from fives import events as e
from fives.server import protocol as p
from fives.server.lobby import digest, seat_of
from fives.server.table import Table
from people_world import do, end_of_round, first_play, of_people, sit, until_person, why
from test_seats import over

THERE = {0, 1}


def finished(seats: int = 3) -> Table:
    """A table of people whose match is over."""
    table = of_people(seats, "dominos-cc-block")
    over(table)
    return table


def until_person_or_held(table: Table) -> int:
    """Goes on until anybody is to choose a play, the bot that holds a seat too; the seat."""
    while True:
        turn = table.view(None).turn
        if turn is not None and table.view(turn).may == "play":
            return turn
        assert table.deadline is not None
        step = table.tick(table.deadline.by)
        assert step is not None
        table.take(step)


def test_who_went_home_after_the_match_is_not_waited_for_once_the_host_has_freed_the_seat() -> None:
    table = finished()
    for seat in THERE:
        do(table, seat, p.Rematch(table.number, "r"), here=THERE)
    assert table.match.need == "over", "the third is waited for"
    do(table, 0, p.Free("f", 2), here=THERE)
    assert table.match.number == 1, "all who are left want it"
    assert (table.seats[2].sits_in, table.seats[2].offered) == (True, True)


def test_a_seat_freed_first_is_not_waited_for_either() -> None:
    table = finished()
    do(table, 0, p.Free("f", 2), here=THERE)
    assert table.match.need == "over"
    for seat in THERE:
        do(table, seat, p.Rematch(table.number, "r"), here=THERE)
    assert table.match.number == 1


def test_only_the_host_frees_and_only_seats_of_who_is_not_there() -> None:
    table = finished()
    assert why(do(table, 1, p.Free("f", 2), here=THERE)) == "not-host"
    assert why(do(table, 0, p.Free("f", 1), here=THERE)) == "taken"
    assert table.seats[1].active


def test_in_a_round_the_seat_of_who_is_not_there_is_left_to_the_clock() -> None:
    table = of_people(3)
    until_person(table)
    assert why(do(table, 0, p.Free("f", 2), here=THERE)) == "taken"


def test_between_rounds_the_next_one_begins_when_all_who_are_left_are_ready() -> None:
    table = of_people(3)
    end_of_round(table)
    due = table.deadline
    assert due is not None
    do(table, 0, p.Ready(table.number, "r"), here=THERE)
    do(table, 0, p.Free("f", 2), here=THERE)
    assert table.deadline == due, "it begins by itself when it would have"
    step = do(table, 1, p.Ready(table.number, "r"), here=THERE)
    assert isinstance(step.events[0], e.Dealt | e.Lot)
    assert table.seats[2].sits_in


def test_when_nobody_is_left_who_plays_the_table_rests() -> None:
    table = of_people(2)
    end_of_round(table)
    do(table, 0, p.Free("f", 1), here={0})
    do(table, 0, p.Leave("l"))
    assert table.deadline is None


def test_who_comes_home_again_takes_the_seat_back_and_it_is_offered_no_more() -> None:
    table = finished()
    do(table, 0, p.Free("f", 2), here=THERE)
    assert seat_of(table.seats, "token 2 P2") == 2, "the token opens it still"
    assert why(do(table, 2, p.Rematch(table.number, "r"))) == "held"
    do(table, 2, p.Back("b"))
    assert table.people == [0, 1, 2]
    assert why(sit(table, 2, "Ken")) == "taken"


def test_a_seat_taken_back_by_a_move_is_offered_no_more() -> None:
    table = finished()
    do(table, 0, p.Free("f", 2), here=THERE)
    for seat in THERE:
        do(table, seat, p.Rematch(table.number, "r"), here=THERE)
    while (turn := until_person_or_held(table)) != 2:
        do(table, turn, p.Move(table.number, f"m{table.number}", first_play(table, turn)))
    do(table, 2, p.Move(table.number, "m", first_play(table, 2)))
    assert (table.seats[2].active, table.seats[2].offered) == (True, False)
    assert why(sit(table, 2, "Ken")) == "taken"


def test_who_sits_down_there_instead_plays_the_rematch_and_the_old_token_opens_nothing() -> None:
    table = finished()
    for seat in THERE:
        do(table, seat, p.Rematch(table.number, "r"), here=THERE)
    do(table, None, p.Sit("s", 2, "Ken"), token=digest("new"))
    assert table.seats[2].name == "P2", "not yet: its person has not been given up"
    table = finished()
    do(table, 0, p.Free("f", 2), here=THERE)
    sit(table, 2, "Ken")
    assert seat_of(table.seats, "token 2 P2") is None
    assert (table.seats[2].name, table.seats[2].active) == ("Ken", True)
    for seat in THERE:
        do(table, seat, p.Rematch(table.number, "r"), here=THERE)
    assert table.match.need == "over", "the new one is waited for"
    do(table, 2, p.Rematch(table.number, "r"))
    assert table.match.number == 1
