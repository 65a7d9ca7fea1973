"""Tables of people for the tests: who sits down, leaves and comes back, without sockets or clock."""

from __future__ import annotations

from random import Random
from typing import Any

from fives.server import protocol as p
from fives.server.lobby import digest, new_table
from fives.server.steps import Step
from fives.server.table import Table


def open_table(places: tuple[str, ...] = ("open",), rules: str = "five-up", seed: int = 1, **wish: Any) -> Table:
    """A table with Mina at seat 0, started; `places` are the other seats."""
    made = p.NewTable(rules=rules, seats=len(places) + 1, places=list(places), name="Mina", bots="random", **wish)
    table, _ = new_table(made, "Guest", 100, Random(seed))
    table.take(table.start(0))
    return table


def of_people(seats: int = 2, rules: str = "five-up", seed: int = 1, **wish: Any) -> Table:
    """A table at which people sit everywhere; its match has begun."""
    table = open_table(("open",) * (seats - 1), rules, seed, **wish)
    for seat in range(1, seats):
        sit(table, seat, f"P{seat}")
    return table


def do(table: Table, seat: int | None, message: p.Command, now: int = 0, **rest: Any) -> Step:
    """Carries out a command, refused or not."""
    step = table.handle(seat, message, now, **rest)
    if step.stores and not step.again:
        table.take(step)
    else:
        table.remember(step)
    return step


def sit(table: Table, seat: int, name: str = "Aoi", now: int = 0) -> Step:
    """Somebody who watches sits down; the token is the name of the seat."""
    return do(table, None, p.Sit(f"sit {seat}", seat, name), now, token=digest(f"token {seat} {name}"))


def why(step: Step) -> str | None:
    """Why a step was refused."""
    return step.refused.reason if step.refused else None


def go(table: Table, now: int | None = None) -> Step:
    """Does what is due next, at its time or at another."""
    assert table.deadline is not None
    step = table.tick(table.deadline.by if now is None else now)
    assert step is not None
    table.take(step)
    return step


def until_person(table: Table, now: int = 0) -> int:
    """Goes on until a person is to play; its seat."""
    for _ in range(500):
        due = table.deadline
        turn = table.view(None).turn
        if turn is not None and table.seats[turn].active and table.view(turn).may == "play":
            return turn
        assert due is not None
        go(table, max(due.by, now))
    raise AssertionError("nobody is ever to play")


def first_play(table: Table, seat: int) -> str:
    """The first play that a seat has."""
    return str(table.view(seat).options[0].play)


def end_of_round(table: Table, key: str = "") -> None:
    """People play what comes first until the round is settled."""
    while table.settled is None or table.match.need == "move":
        seat = until_person(table) if table.match.need == "move" else None
        if seat is None:
            go(table)
            continue
        do(table, seat, p.Move(table.number, f"{key}{table.number}", first_play(table, seat)))
        while table.match.need == "move" and table.deadline and table.deadline.kind in ("bot", "forced"):
            go(table)
