"""Tables at which nothing happens any more: which are old, what is kept of them, and what stays."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fives.server import errands
from fives.server import protocol as p
from fives.server.errands import DAY
from fives.server.host import Host
from fives.server.records import Write
from fives.server.room import Viewer, now_ms
from fives.server.store import Store
from test_host import at_table, hosted, move_of
from test_migrate import killed
from test_store import event, first, put

BEGIN = 20_000 * DAY  # milliseconds since 1970


@pytest.fixture(autouse=True)
def all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another test of this minute may have had the same line."""
    for name in ("fives.errands", "fives.host"):
        monkeypatch.setattr(logging.getLogger(name), "filters", [])


class Days:
    """A server whose clock says what it is told to."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.now = folder, BEGIN
        monkeypatch.setattr("fives.server.store.now_ms", lambda: self.now)
        self.store = Store(folder)
        put(self.store, first()._replace(events=(event(1)._replace(at=BEGIN),)))

    def run(self, days: float) -> None:
        self.now += int(days * DAY)

    def off(self, days: float) -> None:
        self.store.close()
        self.now += int(days * DAY)
        self.store = Store(self.folder)

    @property
    def old(self) -> bool:
        return self.store.old(self.now - 30 * DAY) == ["t"]


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(tmp_path, monkeypatch)


def test_days_count_only_while_the_server_runs(days: Days) -> None:
    days.run(1)
    days.off(60)
    assert not days.old
    days.run(15)
    days.off(400)
    days.run(13.5)
    assert not days.old
    days.run(1)
    assert days.old
    days.store.close()


@pytest.mark.parametrize("wrong", [40, 20_000, -20_000, -1])
def test_a_clock_that_is_wrong_at_one_start_makes_no_table_old(days: Days, wrong: int) -> None:
    days.off(wrong)
    assert not days.old
    days.run(0.01)
    days.off(-wrong)
    assert not days.old
    days.run(29)
    assert not days.old
    days.store.close()


def assert_killed_at_ten_days(days: Days) -> None:
    """The tables of a server that is killed now, and started long after, are ten days old."""
    killed(days.store)
    days.now += 90 * DAY
    days.store = Store(days.folder)
    days.run(19.5)
    assert not days.old
    days.run(1)
    assert days.old
    days.store.close()


def test_after_a_server_was_killed_its_tables_are_as_old_as_when_it_was_last_alive(days: Days) -> None:
    days.run(10)
    asyncio.run(days.store.beat())
    assert_killed_at_ten_days(days)


def test_after_a_server_was_killed_as_soon_as_it_had_started_its_tables_are_as_old_as_they_were(days: Days) -> None:
    days.run(10)
    days.off(60)
    assert_killed_at_ten_days(days)


def test_a_table_that_is_played_at_is_not_old_because_somebody_sat_down_there_long_ago(days: Days) -> None:
    days.run(1)
    put(days.store, Write("t", stirred=days.now))
    days.run(40)
    assert days.old
    put(days.store, Write("t", events=(event(2)._replace(at=days.now),)))
    assert not days.old
    days.run(31)
    assert days.old
    days.store.close()


def sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old tables are looked for at once and all the time, as if days had gone by."""
    monkeypatch.setattr(errands, "SETTLED", 0)
    monkeypatch.setattr(errands, "SWEEP", 0.02)
    monkeypatch.setattr(errands, "now_ms", lambda: now_ms() + 2 * DAY)


def kept(host: Host, names: list[str]) -> list[str]:
    """Which of these tables are stored."""
    found = set(host.store.old(now_ms() + DAY))
    return [name for name in names if name in found]


async def made(host: Host, number: int) -> list[str]:
    return [(await host.create(p.NewTable(places=["open"])))[0] for _ in range(number)]


def hosted_anew(folder: Path, hurt: str, name: str, do: Callable[[Host], Awaitable[None]]) -> None:
    """Goes on with tables of which one was damaged while no server ran."""
    with sqlite3.connect(folder / "fives.sqlite") as file:
        assert file.execute(hurt, {"t": name, "m": f"{name}-1"}).rowcount
    file.close()
    hosted(folder, do, seed=2)


@pytest.mark.parametrize("happens", [
    lambda table: p.Sit("s", 1, "Ken"), lambda table: p.Fill("s", 1), lambda table: p.Begin("s")])
def test_what_is_done_about_seats_happens_at_a_table(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[object], p.Command]) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=3, places=["open", "open"])
        message = happens(viewer.room.table)
        who = host.join(viewer.room, p.Hello()) if isinstance(message, p.Sit) else viewer
        assert who is not None
        monkeypatch.setattr("fives.server.host.now_ms", lambda: now_ms() + 29 * DAY)
        await host.hear(who, message)
        assert host.store.old(now_ms() + 28 * DAY) == []
        assert host.store.old(now_ms() + 30 * DAY) == [viewer.room.table.id]
    hosted(tmp_path, do)


async def to_the_end(host: Host, viewer: Viewer) -> None:
    """Plays a match until it is over."""
    room = viewer.room
    while room.table.match.need != "over":
        table = room.table
        if table.view(0).may == "play" and table.match.need == "move":
            await host.hear(viewer, move_of(viewer, f"k{table.number}"))
        elif table.settled is not None and 0 not in table.pressed:
            await host.hear(viewer, p.Ready(table.number, f"k{table.number}"))
        await asyncio.sleep(0.001)


def test_who_is_ready_is_something_that_happens_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, places=["open"], clock=0)
        other = host.join(viewer.room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit("s", 1, "Ken"))
        table = viewer.room.table
        while table.settled is None:
            seen = table.view(table.view(None).turn)
            if seen.may == "play":
                await host.hear(viewer if seen.seat == 0 else other,
                                p.Move(table.number, f"k{table.number}", str(seen.options[0].play)))
            await asyncio.sleep(0.001)
        monkeypatch.setattr("fives.server.host.now_ms", lambda: now_ms() + 29 * DAY)
        await host.hear(viewer, p.Ready(table.number, "r"))
        assert host.store.old(now_ms() + 28 * DAY) == []
    hosted(tmp_path, do)


def test_every_match_of_an_old_table_is_put_away(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def do(host: Host) -> None:
        host.errands.keep, host.errands.export = 1, tmp_path / "records"
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, vary=p.Vary(target=20))
        name = viewer.room.table.id
        for number in range(3):
            await to_the_end(host, viewer)
            if number < 2:
                await host.hear(viewer, p.Rematch(viewer.room.table.number, f"again {number}"))
        host.leave(viewer)
        sweeps(monkeypatch)
        host.errands._later(host.errands._sweep())
        while kept(host, [name]):
            await asyncio.sleep(0.02)
        records = sorted((tmp_path / "records").iterdir())
        assert [path.name for path in records] == [f"{name}-{ordinal}.txt" for ordinal in (1, 2, 3)]
        texts = [path.read_text(encoding="utf-8") for path in records]
        assert len(set(texts)) == 3
        assert all("won: " in text for text in texts)
    hosted(tmp_path, do)
    assert "nothing has happened there for 1 days: 1" in caplog.text


DAMAGES = [
    "update tables set clock='x' where id=:t", "update tables set seats=4 where id=:t",
    "update tables set rules='five-up target=1,1,1' where id=:t", "update tables set host=9 where id=:t",
    "update seats set token='text' where \"table\"=:t", "update seats set kind='ghost' where \"table\"=:t",
    "update seats set level='none' where \"table\"=:t", "delete from seats where \"table\"=:t",
    "update seats set ready='x' where \"table\"=:t", "update matches set base=-5 where \"table\"=:t",
    "delete from matches where \"table\"=:t", "delete from events where match=:m",
    "update events set event='{' where match=:m", "update events set seat=9, key='k' where match=:m",
    "update events set by=x'ff' where match=:m",
    "insert or replace into turns values (:t, 'x', 'lot', 1, 1)",
    "insert or replace into turns values (:t, 1, 'y', 1, 1)"]


@pytest.mark.parametrize("hurt", DAMAGES)
def test_a_table_with_any_row_damaged_cannot_be_opened_and_the_others_can(
        tmp_path: Path, caplog: pytest.LogCaptureFixture, hurt: str) -> None:
    names: list[str] = []

    async def make(host: Host) -> None:
        names.extend(await made(host, 2))

    async def look(host: Host) -> None:
        assert await host.room(names[0]) is None
        viewer = await at_table(host)  # the loop of what is due goes on
        await asyncio.wait_for(viewer.next(), 5)
        assert await host.room(names[1]) is not None
    hosted(tmp_path, make)
    hosted_anew(tmp_path, hurt, names[0], look)
    [line] = {record.getMessage() for record in caplog.records}
    assert line.startswith(f"table {names[0]} cannot be opened")
    assert not any(record.exc_info for record in caplog.records)


EARLIER = [
    "update events set event=cast(x'ff7b' as text) where match=:m and number=4",
    "update events set event=replace(hex(zeroblob(60000)), '00', '[') where match=:m and number=4",
    "update events set event=x'ff7b' where match=:m and number=4", "update events set event=5 where match=:m",
    "update events set event=replace(event, '\"seat\":1', '\"seat\":3') where match=:m",
    "delete from events where match=:m and number=4", "delete from events where match=:m",
    "update matches set id=cast(x'ff' as text) where id=:m"]


@pytest.mark.parametrize("hurt", EARLIER)
def test_a_table_goes_on_whatever_is_damaged_of_an_earlier_match(
        tmp_path: Path, caplog: pytest.LogCaptureFixture, hurt: str) -> None:
    names: list[str] = []

    async def make(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, vary=p.Vary(target=20))
        names.append(viewer.room.table.id)
        await to_the_end(host, viewer)
        await host.hear(viewer, p.Rematch(viewer.room.table.number, "again"))

    async def look(host: Host) -> None:
        room = await host.room(names[0])
        assert room is not None
        assert (room.table.ordinal, room.table.before) == (2, [])
        viewer = host.join(room, p.Hello(None, view="bare"))
        assert viewer is not None
        assert json.loads((await asyncio.wait_for(viewer.next(), 5))[0])["number"] == room.table.number
    hosted(tmp_path, make)
    hosted_anew(tmp_path, hurt, names[0], look)
    assert caplog.text == ""


@pytest.mark.parametrize("hurt", ["update tables set clock='x' where id=:t", "delete from matches where id=:m"])
@pytest.mark.parametrize("export", [False, True])
def test_an_old_table_that_cannot_be_opened_stays_where_records_are_wanted_and_the_log_says_what_became_of_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hurt: str,
        export: bool) -> None:
    names: list[str] = []

    async def make(host: Host) -> None:
        names.extend(await made(host, 5))

    async def sweep(host: Host) -> None:
        host.errands.keep, host.errands.export = 1, tmp_path / "records" if export else None
        sweeps(monkeypatch)
        host.errands._later(host.errands._sweep())
        while len(kept(host, names)) > export:
            await asyncio.sleep(0.02)
        assert kept(host, names) == names[2:3] * export
    hosted(tmp_path, make)
    hosted_anew(tmp_path, hurt, names[2], sweep)
    assert f"table {names[2]} " + ("stays" if export else "is old and deleted") in caplog.text


def test_a_record_that_cannot_be_written_keeps_its_table_and_no_other(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def do(host: Host) -> None:
        host.errands.keep, host.errands.export = 1, tmp_path / "records"
        names = await made(host, 5)
        (tmp_path / "records" / f"{names[0]}-1.txt").mkdir(parents=True)
        sweeps(monkeypatch)
        host.errands._later(host.errands._sweep())
        while len(kept(host, names)) > 1:
            await asyncio.sleep(0.02)
        assert kept(host, names) == names[:1]
        assert f"table {names[0]} stays for now" in caplog.text
        (tmp_path / "records" / f"{names[0]}-1.txt").rmdir()
        while kept(host, names):
            await asyncio.sleep(0.02)
    hosted(tmp_path, do)


def test_no_table_is_deleted_in_the_first_minutes_of_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        sweeps(monkeypatch)
        monkeypatch.setattr(errands, "SETTLED", 0.5)
        host.errands.keep = 1
        begin = time.monotonic()
        names = await made(host, 1)
        host.errands._later(host.errands._sweep())
        while kept(host, names):
            await asyncio.sleep(0.02)
        assert time.monotonic() - begin >= 0.5
    hosted(tmp_path, do)
    monkeypatch.undo()
    assert errands.SETTLED >= 300


def test_a_server_at_which_nothing_is_due_notes_that_it_lives_when_it_looks_for_old_tables(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        with sqlite3.connect(tmp_path / "fives.sqlite") as file:
            file.execute("update about set value='5' where key='alive'")
        host.errands.keep = 1
        sweeps(monkeypatch)
        host.errands._later(host.errands._sweep())
        while file.execute("select value from about where key='alive'").fetchone() == ("5",):
            await asyncio.sleep(0.02)
        file.close()
    hosted(tmp_path, do)
