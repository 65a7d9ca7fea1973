"""A seat, a turn and a name are not lost or won by losing a line, leaving and coming back."""

from __future__ import annotations

from pathlib import Path

import pytest

from fives import events as e
from fives.server import protocol as p
from fives.server.clock import GRACE, MOTION
from fives.server.host import Host
from fives.server.limits import Bucket
from fives.server.lobby import digest, seat_of, token_of
from fives.server.names import apart, clean
from fives.server.past import BEHIND
from fives.server.steps import Step
from fives.server.table import Table
from fives.server.viewer import AGAIN
from people_world import do, end_of_round, go, of_people, open_table, until_person, why
from table_world import frame, table_of, tick
from test_host import at_table, hosted

pytestmark = pytest.mark.processes

KEY = "k" * 24  # as long as the keys of pages


def sit(table: Table, key: str, seat: int = 1) -> tuple[Step, str]:
    message = p.Sit(key, seat, "Aoi")
    token = token_of(table.id, message, table.chance)
    return do(table, None, message, token=digest(token)), token


def test_who_sat_down_and_lost_the_answer_gets_the_seat_by_asking_again() -> None:
    table = open_table(("open", "open"))
    _, token = sit(table, KEY)
    thief, other = sit(table, "another key of some length")
    assert why(thief) == "taken"
    for _ in range(2):  # that answer may be lost too
        again, same = sit(table, KEY)
        assert (why(again), again.seat, again.again, again.stores, same) == (None, 1, False, False, token)
    assert [seat_of(table.seats, one) for one in (token, other)] == [1, None]
    assert table.seats[1].name == "Aoi"
    assert sit(table, KEY, 2)[1] != token, "each seat has a secret of its own"
    assert why(sit(table, KEY, 3)[0]) == "no-seat"


def test_a_key_that_could_be_guessed_gives_nobody_a_seat_again() -> None:
    table = open_table(("open", "open"))
    _, token = sit(table, "1")
    assert why(sit(table, "1")[0]) == "taken"
    assert seat_of(table.seats, token) == 1


def test_a_seat_that_is_somebody_elses_by_now_is_not_given_again() -> None:
    table = open_table(("open", "open"))
    sit(table, KEY)
    do(table, 1, p.Leave("leave"))
    sit(table, "a" * 24)
    assert why(sit(table, KEY)[0]) == "taken"


def test_who_did_not_hear_that_the_seat_is_taken_before_the_server_was_killed_gets_it_from_the_next_one(
        tmp_path: Path) -> None:
    name, tokens = "", list[str]()

    async def first(host: Host) -> None:
        nonlocal name
        room = (await at_table(host, seats=3, places=["open", "open"])).room
        name = room.table.id
        other = host.join(room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit(KEY, 1, "Ken"))
        tokens.append(str(other.token))

    async def second(host: Host) -> None:
        room = await host.room(name)
        assert room is not None
        other = host.join(room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit(KEY, 1, "Ken"))
        assert '"type":"seated"' in other.frames()[0]
        assert other.seat == 1
        tokens.append(str(other.token))
    hosted(tmp_path, first)
    hosted(tmp_path, second)
    assert tokens[0] == tokens[1]


def test_a_page_that_was_away_is_told_whatever_it_has_and_however_long_the_match_is() -> None:
    table = table_of(bots=True, seed=3)
    for _ in range(4 * BEHIND):
        tick(table)
        assert frame(table, None, 0)
    settled = [event for event in table.events if isinstance(event, e.Settled)]
    assert len(settled) > 1
    for have in range(table.base, table.number + 1):
        assert frame(table, None, have), have


def test_who_leaves_in_the_own_turn_and_comes_back_has_no_more_time() -> None:
    table = of_people(2, clock=15)
    seat = until_person(table)
    assert table.deadline is not None
    due = table.deadline
    begun = due.by - MOTION - 15_000 - GRACE
    for at in (3_000, 9_000, 14_000):
        do(table, seat, p.Leave(f"leave {at}"), begun + at)
        assert table.deadline is not None
        assert table.deadline.kind == "bot"
        do(table, seat, p.Back(f"back {at}"), begun + at + 50)
        assert table.deadline == due
    assert go(table).by == "clock"
    seat = until_person(table, due.by)
    assert table.deadline is not None
    assert table.deadline.by >= due.by + 15_000, "the next turn is a turn of its own"


def test_who_sits_down_is_not_ready_because_another_was_on_that_seat() -> None:
    table = of_people(2)
    end_of_round(table)
    do(table, 1, p.Ready(table.number, "ready"))
    assert table.pressed == [1]
    do(table, 1, p.Leave("leave"))
    do(table, 0, p.Free("free", 1))
    message, token = p.Sit("sit", 1, "Ken"), digest("Ken")
    step = table.handle(None, message, 0, token=token)
    reseated = table.write(step, 0).reseated
    assert reseated is not None
    assert [row.ready for row in reseated.seats] == [0], "nor after a restart"
    table.take(step)
    assert table.people == [0, 1]
    assert table.pressed == []


def test_a_name_is_told_apart_from_six_others() -> None:
    others = ["G", *(f"G {number}" for number in range(2, 7))]
    assert apart("G", others) == "G 7"


@pytest.mark.parametrize("sign", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"])
def test_a_name_that_nobody_can_see_is_none(sign: str) -> None:
    assert clean(f" {sign}{sign}", "Guest") == "Guest"
    assert clean(f"Mi{sign}na") == "Mina"


def test_no_answer_to_who_sits_down_is_kept_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bucket, "take", lambda *_: True)

    async def do(host: Host) -> None:
        room = (await at_table(host, seats=3, places=["open", "open"])).room
        other = host.join(room, p.Hello())
        assert other is not None
        sat: list[list[str]] = []
        for number in range(3 * AGAIN):
            await host.hear(other, p.Sit(f"s{number}", 1, "Ken"))
            sat.append(other.frames())
            await host.hear(other, p.Leave(f"l{number}"))
            other.frames()
        assert len(other.taken) == AGAIN
        await host.hear(other, p.Sit(f"s{number}", 1, "Ken"))
        assert other.frames()[0] == sat[-1][0], "the same key again gets the same answer"
        assert other.seat is None
    hosted(tmp_path, do)
