"""The store: append-only, one winner for each number, all of a write or nothing, one process to a folder."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg

from fives.server import disk
from fives.server.lock import Busy, hold
from fives.server.puts import Quick
from fives.server.records import EventRow, MatchRow, SeatRow, TableRow, TurnRow, Write
from fives.server.sparing import Sparing
from fives.server.store import Store, StoreError
from server_client import Server

TABLE = TableRow("t", "five-up", 2, 800, 5)
SEATS = (SeatRow("t", 0, "민아", "person", "", b"x" * 32), SeatRow("t", 1, "Oak", "bot", "greedy"))
MATCH = MatchRow("t-1", "t", 1, 0)


def event(number: int, text: str = "{}", key: str | None = None) -> EventRow:
    return EventRow("t-1", number, text, 7, None if key is None else 0, key)


def first() -> Write:
    return Write("t", (TABLE, SEATS), MATCH, (event(1),), turn=TurnRow("t", 1, "lot", 99))


def put(store: Store, *writes: Write) -> list[bool]:
    """Writes all at once, as many tables would."""
    async def every() -> list[bool]:
        return list(await asyncio.gather(*(store.append(write) for write in writes)))
    return asyncio.run(every())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def test_what_was_written_is_read_again_in_order(store: Store) -> None:
    assert put(store, first()) == [True]
    later = Write("t", events=(event(2, '{"a":1}', "k"), event(3)), turn=TurnRow("t", 3, "bot", 100))
    assert put(store, later) == [True]
    found = store.load("t")
    assert found is not None
    assert found.table == TABLE
    assert found.seats == SEATS
    assert found.match == MATCH
    assert found.events == (event(1), event(2, '{"a":1}', "k"), event(3))
    assert found.turn == TurnRow("t", 3, "bot", 100)
    assert store.deadlines() == [("t", 100)]


@pytest.mark.parametrize("meanwhile", [
    Write("t", gone=True), Write("t", events=(event(2), event(3)), turn=TurnRow("t", 3, "bot", 100))])
def test_what_is_stored_while_a_table_is_read_is_all_in_what_was_read_or_not_at_all(
        store: Store, meanwhile: Write) -> None:
    put(store, first())
    stored: list[bool] = []

    def after(connection: object, cursor: object, statement: str, *_: object) -> None:
        if "FROM tables" in statement and not stored:
            stored.append(True)
            assert put(store, meanwhile) == [True]
    sa.event.listen(store._engine, "after_cursor_execute", after)
    found = store.load("t")
    assert stored
    assert found is not None
    assert (found.match, found.events, found.turn) == (MATCH, (event(1),), TurnRow("t", 1, "lot", 99))


def test_a_table_that_is_not_there_is_none(store: Store) -> None:
    assert store.load("nothing") is None


def test_the_second_with_a_number_is_refused_and_nothing_of_it_stays(store: Store) -> None:
    put(store, first())
    assert put(store, Write("t", events=(event(2, '"first"'),), turn=TurnRow("t", 2, "bot", 1))) == [True]
    late = Write("t", events=(event(2, '"late"'), event(3, '"late"')), ready=(0, 2), turn=TurnRow("t", 3, "round", 2))
    assert put(store, late) == [False]
    found = store.load("t")
    assert found is not None
    assert [row.event for row in found.events] == ["{}", '"first"']
    assert found.seats[0].ready == 0
    assert found.turn == TurnRow("t", 2, "bot", 1)


def test_of_many_who_race_for_a_number_one_wins(store: Store) -> None:
    put(store, first())
    for number in range(2, 40):
        outcomes = put(store, *(Write("t", events=(event(number, f'"{racer}"'),)) for racer in range(8)))
        assert outcomes.count(True) == 1
        found = store.load("t")
        assert found is not None
        assert [row.number for row in found.events] == list(range(1, number + 1))
        assert found.events[-1].event == f'"{outcomes.index(True)}"'


def test_one_bad_write_does_not_fail_those_that_are_committed_with_it(store: Store) -> None:
    async def all_at_once() -> list[bool | BaseException]:
        broken = Write("u", events=(EventRow("u-1", 1, None, 7),))  # type: ignore[arg-type]
        return await asyncio.gather(store.append(first()), store.append(broken),
                                    store.append(Write("t", events=(event(2),))), return_exceptions=True)
    one, two, three = asyncio.run(all_at_once())
    assert (one, three) == (True, True)
    assert isinstance(two, StoreError)
    found = store.load("t")
    assert found is not None
    assert len(found.events) == 2
    assert store.load("u") is None


def test_ready_and_the_end_of_a_deadline_are_kept(store: Store) -> None:
    put(store, first())
    put(store, Write("t", ready=(0, 17), turn=None))
    found = store.load("t")
    assert found is not None
    assert found.seats[0].ready == 17
    assert found.turn is None
    assert store.deadlines() == []


def test_the_last_match_of_a_table_is_the_one_that_is_read(store: Store) -> None:
    put(store, first())
    second = MatchRow("t-2", "t", 2, 1)
    put(store, Write("t", match=second, events=(EventRow("t-2", 1, '"rematch"', 8),)))
    found = store.load("t")
    assert found is not None
    assert found.match == second
    assert [row.event for row in found.events] == ['"rematch"']


def test_what_was_stored_is_there_after_closing(tmp_path: Path) -> None:
    one = Store(tmp_path)
    put(one, first())
    one.close()
    two = Store(tmp_path)
    assert two.load("t") is not None
    two.close()


def test_no_token_is_in_the_file(store: Store, tmp_path: Path) -> None:
    """Digests are; see the lobby's test for how they are made."""
    put(store, first())
    rows = sqlite3.connect(tmp_path / "fives.sqlite").execute("select token from seats order by seat").fetchall()
    assert rows == [(b"x" * 32,), (None,)]


def test_a_second_process_is_refused_in_one_line(store: Store, tmp_path: Path) -> None:
    code = f"from fives.server.run import serve; raise SystemExit(serve(port=0, data={str(tmp_path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "another fives" in done.stderr
    assert str(tmp_path) in done.stderr


def test_a_second_store_in_the_same_process_is_refused_too(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Busy):
        Store(tmp_path)


def another(data: Path) -> subprocess.CompletedProcess[str]:
    """What another process says that is to use a folder, and ends at once if it can."""
    code = f"from pathlib import Path; from fives.server.store import Store; Store(Path({str(data)!r})).close()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere such a lock would shut out SQLite")
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_second_process_is_refused_also_where_the_file_has_another_name(
        tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    first_folder, second = tmp_path / "first", tmp_path / "second"
    second.mkdir()
    store = Store(first_folder)
    put(store, first())
    link(first_folder / "fives.sqlite", second / "fives.sqlite")
    for number in (2, 3):
        refused = another(second).stderr.splitlines()
        by, of = ("another fives", first_folder) if link is os.symlink else (
            "another program holds the lock", second / "fives.sqlite")
        assert by in refused[-1]
        assert str(of) in refused[-1]
        assert put(store, Write("t", events=(event(number),))) == [True], "the first goes on"
    store.close()
    assert another(second).returncode == 0, "and then it may be had"
    opened = Store(first_folder)
    assert opened.load("t") is not None
    opened.close()


@pytest.mark.skipif(os.name != "posix", reason="hard links are those of POSIX")
def test_a_hard_link_is_told_and_a_file_with_one_name_is_not(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Store(tmp_path / "data").close()
    assert caplog.text == ""
    (tmp_path / "snapshot").mkdir()
    os.link(tmp_path / "data" / "fives.sqlite", tmp_path / "snapshot" / "fives.sqlite")
    Store(tmp_path / "data").close()
    [line] = [record.getMessage() for record in caplog.records]
    assert "fives.sqlite has another name, a hard link" in line


@pytest.mark.skipif(os.name != "posix", reason="there is no such lock")
def test_where_a_lock_of_the_file_would_shut_out_sqlite_it_is_let_go(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def shut_out(*_: object) -> None:
        raise BlockingIOError
    monkeypatch.setattr(fcntl, "lockf", shut_out)
    file = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    other = os.open(tmp_path / "file", os.O_RDWR)
    assert not hold(file)
    monkeypatch.undo()
    assert hold(other), "nobody has it"
    with pytest.raises(BlockingIOError):
        hold(file)
    os.close(file)
    os.close(other)


@pytest.mark.skipif(os.name != "posix", reason="there is no such lock")
def test_of_two_that_start_at_once_by_different_names_one_has_the_file(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    one, other = (os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2))
    lockf, refused = fcntl.lockf, []

    def meanwhile(*how: Any) -> None:
        monkeypatch.setattr(fcntl, "lockf", lockf)
        with pytest.raises(BlockingIOError):
            hold(other)
        refused.append(other)
        lockf(*how)
    monkeypatch.setattr(fcntl, "lockf", meanwhile)
    assert hold(one)
    assert refused == [other]
    os.close(one)
    assert hold(other)
    os.close(other)


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_databases_that_lie_in_one_folder_by_names_of_their_own_are_served_side_by_side(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    stores = []
    for name in ("fives.sqlite", "club", "club.sqlite"):
        (tmp_path / f"data {name}").mkdir()
        (tmp_path / f"data {name}" / "fives.sqlite").symlink_to(shared / name)
        stores.append(Store(tmp_path / f"data {name}"))
    assert {path.name for path in shared.iterdir() if "lock" in path.name} == {
        "fives.lock", "club-lock", "club.sqlite-lock"}
    for store in stores:
        assert put(store, first()) == [True]
    with pytest.raises(Busy):
        Store(shared)
    for store in stores:
        store.close()


@pytest.mark.skipif(os.name != "posix", reason="links are those of POSIX")
def test_links_in_a_ring_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "fives.sqlite").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to("fives.sqlite")
    with pytest.raises(StoreError, match=r"cannot use .*fives\.sqlite: "):
        Store(tmp_path)


def test_a_file_that_is_held_can_be_read_and_backed_up(store: Store, tmp_path: Path) -> None:
    put(store, first())
    code = (f"import sqlite3; a = sqlite3.connect({str(tmp_path / 'fives.sqlite')!r}); "
            f"b = sqlite3.connect({str(tmp_path / 'backup')!r}); a.backup(b); "
            "print(b.execute('select count(*) from events').fetchone()[0])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert put(store, Write("t", events=(event(2),))) == [True]


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        file.execute("update alembic_version set version_num='99'")
    with pytest.raises(StoreError, match="another version"):
        Store(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fives.sqlite").write_bytes(b"no database at all, just text" * 99)
    with pytest.raises(StoreError, match=r"cannot use .*fives\.sqlite"):
        Store(tmp_path)


def test_a_damaged_file_is_refused_in_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, first(), *(Write("t", events=(event(number, "x" * 500),)) for number in range(2, 200)))
    store.close()
    file = tmp_path / "fives.sqlite"
    whole = file.read_bytes()
    file.write_bytes(whole[:8 * 4096] + b"\xff" * 4096 + whole[9 * 4096:])
    code = f"from fives.server.run import serve; raise SystemExit(serve(port=0, data={str(tmp_path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "damaged" in done.stderr
    assert "remove fives.sqlite-wal and fives.sqlite-shm" in done.stderr


def test_a_backup_over_which_the_log_of_another_file_lies_is_refused_and_goes_on_without_it(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    code = f"""
import os, pathlib, sqlite3, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_store import Store, Write, event, first, put
store = Store(pathlib.Path({str(data)!r}))
put(store, first(), *(Write("t", events=(event(number, "x" * 500),)) for number in range(2, 100)))
with sqlite3.connect({str(data / "fives.sqlite")!r}) as one, sqlite3.connect({str(backup)!r}) as other:
    one.backup(other)
put(store, *(Write("t", events=(event(number, "y" * 2000),)) for number in range(100, 500)))
with sqlite3.connect({str(data / "fives.sqlite")!r}) as one:
    one.execute("pragma wal_checkpoint(truncate)")
put(store, *(Write("t", events=(event(number, "z" * 2000),)) for number in range(500, 600)))
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert (data / "fives.sqlite-wal").stat().st_size > 0
    shutil.copy(backup, data / "fives.sqlite")
    with pytest.raises(StoreError, match="it is damaged"):
        Store(data)
    assert (data / "fives.sqlite").read_bytes() == backup.read_bytes(), "as it was copied there"
    for name in ("fives.sqlite-wal", "fives.sqlite-shm"):
        (data / name).unlink(missing_ok=True)
    store = Store(data)
    found = store.load("t")
    store.close()
    assert found is not None
    assert len(found.events) == 99


@pytest.mark.skipif(os.name != "posix", reason="rights of other users are those of POSIX")
@pytest.mark.parametrize("there", [False, True], ids=["a new file", "a file that was there"])
def test_hands_are_for_the_owner_alone_in_whatever_folder(tmp_path: Path, there: bool) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    if there:
        Store(data).close()
        (data / "fives.sqlite").chmod(0o644)
        (data / "fives.sqlite-wal").touch(0o644)
    store = Store(data)
    put(store, first())
    rights = {path.name: path.stat().st_mode & 0o777 for path in data.iterdir()}
    store.close()
    assert rights == dict.fromkeys(("fives.lock", "fives.sqlite", "fives.sqlite-wal", "fives.sqlite-shm"), 0o600)


def _delete(data: Path) -> None:
    shutil.rmtree(data)


def _move(data: Path) -> None:
    data.rename(data.with_name("moved"))


def _delete_file(data: Path) -> None:
    (data / "fives.sqlite").unlink()


def _replace(data: Path) -> None:
    (data / "other").write_bytes((data / "fives.sqlite").read_bytes())
    (data / "other").replace(data / "fives.sqlite")


@pytest.mark.skipif(os.name != "posix", reason="files that are open cannot be deleted or moved")
@pytest.mark.parametrize("lose", [_delete, _move, _delete_file, _replace])
def test_nothing_is_acknowledged_when_the_file_is_gone(
        tmp_path: Path, caplog: pytest.LogCaptureFixture, lose: Callable[[Path], None]) -> None:
    data = tmp_path / "data"
    store = Store(data)
    put(store, first())
    assert not store.gone
    lose(data)
    for number in range(2, 6):
        with pytest.raises(StoreError, match=r"fives\.sqlite is gone"):
            put(store, Write("t", events=(event(number),)))
    assert store.gone
    store.close()
    assert [record.exc_info for record in caplog.records if "is gone" in record.getMessage()] == [None], "told once"
    assert not (data / "fives.sqlite").exists() or lose is _replace, "none is made in its place"


@pytest.mark.skipif(os.name != "posix", reason="files that are open cannot be deleted")
def test_of_two_that_have_the_folder_since_its_lock_was_deleted_the_second_alone_stores(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "hold", lambda _: False)  # where the file itself cannot be held
    store = Store(tmp_path)
    put(store, first())
    (tmp_path / "fives.lock").unlink()
    assert store.gone, "also before there is a second"
    second = Store(tmp_path)
    with pytest.raises(StoreError, match=r"fives\.lock is gone"):
        put(store, Write("t", events=(event(2),)))
    assert store.gone
    assert not second.gone
    assert put(second, Write("t", events=(event(2),))) == [True]
    store.close()
    assert put(second, Write("t", events=(event(3),))) == [True]
    second.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere such a lock would shut out SQLite")
def test_a_second_is_refused_also_when_the_lock_of_the_folder_was_deleted(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / "fives.lock").unlink()
    assert "another program holds the lock" in another(tmp_path).stderr
    store.close()
    assert another(tmp_path).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="files that are open cannot be moved")
def test_what_is_put_back_where_it_was_goes_on(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    store = Store(data)
    put(store, first())
    data.rename(elsewhere)
    with pytest.raises(StoreError):
        put(store, Write("t", events=(event(2),)))
    elsewhere.rename(data)
    assert put(store, Write("t", events=(event(2),))) == [True]
    found = store.load("t")
    store.close()
    assert found is not None
    assert len(found.events) == 2


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="files that are open cannot be deleted")
def test_a_server_without_its_file_says_so_to_who_watches_over_it(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    assert server.ask("/healthz")[0] == 200
    shutil.rmtree(tmp_path / "data")
    assert server.ask("/healthz")[0] == 503
    assert server.ask("/tables", b'{"seats": 2}', content_type="application/json")[0] == 503
    server.stop()
    assert "Traceback" not in server.said


def test_a_full_disk_is_told_in_a_line_and_play_goes_on_when_there_is_room(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(tmp_path)
    put(store, first())

    def bounded(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"pragma max_page_count={pages}")
    sa.event.listen(store._engine, "connect", bounded)
    pages = 1
    store._let_go()
    for _ in range(20):
        with pytest.raises(StoreError, match="full"):
            put(store, *(Write("t", events=(event(number, "x" * 5000),)) for number in range(2, 50)))
    told = [record for record in caplog.records if record.name == "fives.store"]
    assert [(record.getMessage(), record.exc_info) for record in told] == [
        ("could not store: database or disk is full", None)]
    pages = 10_000
    assert put(store, *(Write("t", events=(event(number, "x" * 5000),)) for number in range(2, 50))) == [True] * 48
    store.close()


def test_the_same_reason_is_told_once_a_minute_with_how_often_it_came(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now, log = 0.0, logging.getLogger("test_store.sparing")
    monkeypatch.setattr("fives.server.sparing.time.monotonic", lambda: now)
    log.addFilter(Sparing())
    for second in range(0, 121, 5):
        now = float(second)
        for table in "ab":
            log.error("table %s: %s", table, StoreError("full"))
    log.error("something %s", "else")
    log.error("something %s", "different")
    assert [record.getMessage() for record in caplog.records] == [
        "table a: full", "table a: full (23 times more in the 60 s before)",
        "table a: full (23 times more in the 60 s before)", "something else", "something different"]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot use the folder"):
        Store(tmp_path / "file" / "folder")


@pytest.mark.parametrize(("dialect", "sign"), [(sqlite.dialect(), "?"), (psycopg.dialect(), "%s")],
                         ids=["sqlite", "postgresql"])
def test_moves_of_many_tables_are_one_statement_for_each_kind_of_row(dialect: sa.Dialect, sign: str) -> None:
    said: list[tuple[str, tuple[object, ...]]] = []
    connection = SimpleNamespace(exec_driver_sql=lambda text, values: said.append((text, values)))
    writes = [Write(name, events=(EventRow(name, 2, "{}", 0),), turn=TurnRow(name, 2, "bot", 5)) for name in ("a", "b")]
    Quick(dialect).put(connection, writes)  # type: ignore[arg-type]
    (events, _), (turns, values) = said
    row = f"({', '.join([sign] * 7)})"
    assert " ".join(events.split()).endswith(f"VALUES {row}, {row}")
    row = f"({', '.join([sign] * 5)})"
    assert f"VALUES {row}, {row} ON CONFLICT" in turns
    assert values == ("a", 2, "bot", 5, 0, "b", 2, "bot", 5, 0)
