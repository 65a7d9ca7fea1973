"""Names at a table: what shows nothing is not in them, and no two people or bots are called alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fives.bots import NAMES
from fives.server import protocol as p
from fives.server.lobby import digest
from fives.server.names import BLANKS, IGNORED, LONGEST, MARKS, alike, apart, clean
from fives.server.room import Room
from fives.server.seating import Company, Seat
from people_world import do, end_of_round, of_people, open_table, sit, until_person, why

SAMPLES = [chr(code) for first, last in IGNORED for code in {first, (first + last) // 2, last}]
HEART, ROCKET, PERSIAN, SINHALA = "❤\ufe0f", "👩\u200d🚀", "علی\u200cرضا", "ශ්\u200dරී"
SIGNS = st.sampled_from([*"aZé ", *SAMPLES, *BLANKS, "\u0301", "\u0323", "\u1106", "\u1175", *HEART, *ROCKET, *SINHALA,
                         "\u202e", "\n", "\u20e3"])


@pytest.mark.parametrize("sign", [*SAMPLES, *BLANKS])
def test_a_sign_that_shows_nothing_makes_no_name_and_no_other_name(sign: str) -> None:
    assert clean(sign * 3, "Guest") == "Guest"
    assert clean(f"A{sign}oi{sign}") == "Aoi"
    for found in (f"Aoi{sign}", f"A{sign}oi", f"{sign}AOI"):
        assert alike(found) == alike("Aoi")
        assert apart(found, ["Aoi"]) != found


@pytest.mark.parametrize("name", [HEART, ROCKET, f"Mi {HEART}", "👩🏽\u200d🚀", PERSIAN, SINHALA, "क्\u200cष"])
def test_a_name_is_written_as_its_script_and_pictures_are(name: str) -> None:
    assert clean(name) == name
    bare = "".join(sign for sign in name if sign not in "\u200c\u200d\ufe0f")
    assert alike(bare) == alike(name), "and nobody is told apart by it"
    assert apart(bare, [name]) == f"{bare} 2"


@given(st.lists(SIGNS, max_size=40).map("".join))
def test_a_name_that_was_cleaned_is_clean(wish: str) -> None:
    name = clean(wish)
    assert clean(name) == name
    assert len(name) <= LONGEST
    assert not name or alike(name).strip()
    marks = [unicodedata.category(sign) in ("Mn", "Me") and sign != "\ufe0f" for sign in name]
    assert not any(all(marks[at:at + MARKS + 1]) for at in range(len(marks) - MARKS))


def test_marks_do_not_pile_up_behind_what_is_left_out() -> None:
    assert clean("Z" + "\u0301\u0301\u200b" * 9) == clean("Z" + "\u0301" * 9)


@pytest.mark.parametrize("name", ["oak", "ＯＡＫ", "O\u034fak", "Oak"])
def test_no_bot_is_called_like_a_person(name: str) -> None:
    table = open_table(("open", "open", "open"))
    do(table, 0, p.Rename("name", name))
    do(table, 0, p.Begin("begin"))
    assert len({alike(seat.name) for seat in table.seats}) == 4


def test_no_bot_is_called_like_who_will_sit_down() -> None:
    table = of_people(3)
    until_person(table)
    do(table, 1, p.Leave("leave"))
    do(table, 0, p.Free("free", 1))
    sit(table, 1, NAMES[0])
    do(table, 2, p.Leave("leave"))
    do(table, 0, p.Free("free 2", 2))
    sit(table, 2, "Bo")
    do(table, 2, p.Leave("leave 2"))
    assert (table.seats[1].comes, table.seats[2].kind) == (NAMES[0], "bot")
    assert table.seats[2].name != NAMES[0]


def test_there_is_a_name_for_a_bot_whatever_the_others_are_called() -> None:
    taken = [("ash", "OAK"), ("Elm", "fir"), ("Ash 2", "Ash 3")]
    seats = [Seat(seat, name, "bot", "greedy", b"x", comes=comes) for seat, (name, comes) in enumerate(taken)]
    company = Company((*seats, Seat(3, "", "open")), None)
    assert alike(company.a_bot(3, "greedy").name) not in {alike(name) for names in taken for name in names}


def test_while_a_round_is_played_a_name_stays_as_it_is_and_between_rounds_it_may_change() -> None:
    table = of_people(2)
    until_person(table)
    before = table.seats
    assert why(do(table, 1, p.Rename("a", "I hold the 6-6"))) == "in-round"
    assert table.seats == before, "a refusal leaves no trace"
    end_of_round(table)
    do(table, 1, p.Rename("b", "Ken"))
    assert table.seats[1].name == "Ken"


def test_who_plays_against_bots_alone_may_have_another_name_at_any_time() -> None:
    table = open_table(("bot:random", "bot:random"))
    until_person(table)
    do(table, 0, p.Rename("a", "Neo"))
    assert table.seats[0].name == "Neo"


def test_who_is_to_sit_down_may_have_another_name_in_a_round() -> None:
    table = open_table(("bot:random", "bot:random"))
    until_person(table)
    do(table, 0, p.Free("f", 2))
    sit(table, 2, "Ken")
    do(table, 2, p.Rename("a", "Kenta"))
    assert table.seats[2].comes == "Kenta"
    assert why(do(table, 0, p.Rename("b", "Neo"))) == "in-round", "somebody else will play, and hears it"


def tell(room: Room, seat: int | None, message: p.Command) -> str:
    """Carries out a command in a room: `done`, or why it was refused."""
    before = room.table.seats
    step = room.handle(seat, message, 0, digest(f"token {message.key}"), "Guest")
    if step.refused is not None:
        assert not step.stores
        assert room.table.seats == before
        return step.refused.reason
    if step.stores and not step.again:
        room.table.take(step)
    return "done"


def names(room: Room, seat: int, count: int) -> list[str]:
    """What so many new names in a row are answered by."""
    return [tell(room, seat, p.Rename(f"{room.table.version} {number}", f"Word {number}")) for number in range(count)]


@pytest.fixture
def painter() -> Iterator[Executor]:
    """Paints for a room."""
    with ThreadPoolExecutor(1) as found:
        yield found


def test_nobody_talks_by_names(painter: Executor) -> None:
    room = Room(open_table(("open", "open")), painter)
    assert names(room, 0, 6) == ["done"] * 4 + ["names"] * 2
    assert room.table.seats[0].name == "Word 3"
    sitting = [(tell(room, None, p.Sit(f"s{number}", 1, "Word")), tell(room, 1, p.Leave(f"l{number}")))
               for number in range(4)]
    assert sitting == [("done", "done")] * 4
    assert tell(room, None, p.Sit("s", 1, "Word")) == "names", "nor by sitting down and standing up"
    assert names(room, 0, 1) == ["names"]
    assert tell(room, None, p.Sit("other", 2, "Word")) == "done", "each seat has its own"


def test_between_rounds_there_are_fewer_names_at_once_and_more_come_with_time(
        painter: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("fives.server.limits.time.monotonic", lambda: now)
    table = of_people(2)
    end_of_round(table)
    room = Room(table, painter)
    assert names(room, 1, 3) == ["done", "done", "names"]
    now = 29.0
    assert names(room, 1, 1) == ["names"]
    now = 30.5
    assert names(room, 1, 2) == ["done", "names"]


def test_a_name_that_comes_again_since_its_answer_was_lost_is_counted_once(painter: Executor) -> None:
    room = Room(open_table(("open",)), painter)
    assert [tell(room, 0, p.Rename("same", "Neo")) for _ in range(9)] == ["done"] * 9
    assert names(room, 0, 4) == ["done"] * 3 + ["names"]
