"""Who sits down for the next round: they keep a table going that all others have left, and inherit nothing."""

from __future__ import annotations

from fives.server import protocol as p
from fives.server.seating import SPARE
from fives.server.table import Table
from people_world import do, end_of_round, first_play, go, of_people, open_table, sit, until_person


def left_to_a_comer(seed: int, **wish: object) -> Table:
    """Mina has left in the round to bots and to Cho, who sits down with the next one."""
    table = open_table(("bot:random", "bot:random"), seed=seed, **wish)
    until_person(table)
    do(table, 0, p.Free("free", 1))
    sit(table, 1, "Cho")
    assert table.seats[1].comes == "Cho"
    do(table, 0, p.Leave("leave"))
    while table.match.need == "move":
        go(table)
    return table


def test_who_comes_with_the_next_round_gets_it_though_everybody_else_has_gone() -> None:
    table = left_to_a_comer(1)
    assert table.match.need == "deal"
    assert table.deadline is not None
    assert table.deadline.kind == "round"
    go(table)
    assert table.match.need == "move"
    assert table.seats[1].active
    assert table.host == 1


def test_who_was_to_come_after_the_last_round_sits_down_at_its_end() -> None:
    over = [table for seed in range(12) if (table := left_to_a_comer(seed, vary=p.Vary(target=1))).match.need == "over"]
    assert over
    for table in over:
        assert table.seats[1].active
        assert table.host == 1
        step = do(table, 1, p.Rematch(table.number, "again"))
        assert step.refused is None
        assert table.match.number == 1


def test_until_who_comes_sits_down_the_bot_plays_as_strong_as_before() -> None:
    table = open_table(("bot:random", "bot:random"))
    until_person(table)
    do(table, 0, p.Free("free", 1))
    sit(table, 1, "Cho")
    assert (table.seats[1].comes, table.seats[1].level) == ("Cho", "random")


def test_nobody_is_told_what_was_played_for_another() -> None:
    table = of_people(2)
    while until_person(table) != 1:
        do(table, 0, p.Move(table.number, f"k{table.number}", first_play(table, 0)))
    do(table, 1, p.Leave("leave"))
    go(table)
    assert table.missed(1)
    end_of_round(table)
    assert table.missed(1), "the person is told, when back"
    do(table, 0, p.Free("free", 1))
    sit(table, 1, "Neo")
    assert table.missed(1) == []


def test_a_seat_that_somebody_did_not_come_to_is_a_bot_with_the_name_of_one() -> None:
    table = of_people(3)
    until_person(table)
    do(table, 2, p.Leave("leave"))
    do(table, 0, p.Free("free", 2))
    sit(table, 2, "Neo")
    assert (table.seats[2].name, table.seats[2].comes) == ("P2", "Neo"), "in the round the name stays"
    do(table, 2, p.Leave("leave again"))
    assert table.seats[2].name in SPARE
    assert table.seats[2].offered
