"""The schema and its history: files of the first version go on, and the history ends where the code begins."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fives.server.clock import AWAY, BETWEEN
from fives.server.migrate import FOLDER, HEAD, OtherVersion, migrate, revision
from fives.server.now import now_ms
from fives.server.records import Reseated, SeatRow, TurnRow, Write
from fives.server.resuming import BACK
from fives.server.schema import meta
from fives.server.store import Store
from test_store import MATCH, SEATS, TABLE, event, first, put

# as the first version made it
FIRST = """
create table about (key text not null primary key, value text);
create table tables (id text not null primary key, rules text not null, seats integer not null, pace integer not null,
  created bigint not null);
create table seats ("table" text not null, seat integer not null, name text not null, kind text not null,
  level text not null, token blob, ready bigint not null, primary key ("table", seat));
create table matches (id text not null primary key, "table" text not null, ordinal integer not null,
  base bigint not null);
create index ix_matches_table on matches ("table");
create table events ("match" text not null, number integer not null, event text not null, at bigint not null,
  seat integer, "key" text, primary key ("match", number)) without rowid;
create table turns ("table" text not null primary key, number integer not null, kind text not null,
  act_by bigint not null);
create index ix_turns_act_by on turns (act_by);
insert into about values ('schema', '1');
insert into tables values ('t', 'five-up', 2, 800, 5);
insert into seats values ('t', 0, 'Mina', 'person', '', x'78', 0), ('t', 1, 'Oak', 'bot', 'greedy', null, 0);
insert into matches values ('t-1', 't', 1, 0);
insert into events values ('t-1', 1, '{}', 7, null, null);
insert into turns values ('t', 1, 'lot', 99);
"""


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        file.executescript(FIRST)
    file.close()
    store = Store(tmp_path)
    found = store.load("t")
    assert store.old(now_ms() - HOUR) == [], "its days are counted from now on"
    store.close()
    assert found is not None
    assert (found.table.clock, found.table.host, found.table.visibility) == (0, 0, "link")
    assert [(seat.name, bool(seat.sits_in), seat.since, seat.keys) for seat in found.seats] == [
        ("Mina", False, 0, "[]"), ("Oak", False, 0, "[]")]
    assert len(found.events) == 1
    Store(tmp_path).close()


@pytest.mark.parametrize("old", [False, True])
def test_the_history_ends_at_the_schema_of_the_code(tmp_path: Path, old: bool) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path}/x.sqlite")
    with engine.begin() as connection:
        if old:
            for statement in FIRST.split(";"):
                connection.exec_driver_sql(statement)
    with engine.begin() as connection:
        migrate(connection)
        assert revision(connection) == HEAD
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
    engine.dispose()


def test_the_head_is_the_last_revision() -> None:
    names = sorted(path.name for path in FOLDER.glob("versions/[0-9]*.py"))
    assert names[-1].startswith(HEAD)
    for name in names:
        assert re.fullmatch(r"\d{4}_\w+\.py", name)


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path}/x.sqlite")
    monkeypatch.setattr("alembic.operations.Operations.add_column", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError), engine.begin() as connection:
        migrate(connection)
    with engine.begin() as connection:
        assert sa.inspect(connection).get_table_names() == []
    engine.dispose()


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path}/x.sqlite")
    with engine.begin() as connection:
        migrate(connection)
        connection.exec_driver_sql("update alembic_version set version_num='9999'")
    with pytest.raises(OtherVersion), engine.begin() as connection:
        migrate(connection)
    engine.dispose()


def test_alembic_is_not_imported_when_there_is_nothing_to_migrate(tmp_path: Path) -> None:
    Store(tmp_path).close()
    code = (f"import sys, pathlib; from fives.server.store import Store; "
            f"Store(pathlib.Path({str(tmp_path)!r})).close(); "
            "raise SystemExit('alembic' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_what_is_left_of_a_turn_is_neither_refilled_nor_eaten_by_an_outage(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr("fives.server.store.now_ms", lambda: now)
    store = Store(tmp_path)
    turn = TurnRow("t", 1, "turn", now + 15_000, now)
    put(store, first()._replace(turn=turn))
    now += 4000
    put(store, Write("", alive=now))
    killed(store)  # a moment later: no more beats; an hour goes by
    now += 3_600_000
    again = Store(tmp_path)
    assert again.deadlines() == [("t", now + BACK)], "11 seconds were left, and the person has to find the line again"
    again.close()


def killed(store: Store) -> None:
    """Ends without a last word, as a process does that is killed."""
    store._queue.put(None)
    store._writer.join()
    store._engine.dispose()
    store._disk.close()
    store._lock.close()


HOUR = 3_600_000


@pytest.mark.parametrize("hours", [-24 * 365, -1, 0, 1])
@pytest.mark.parametrize(("kind", "rest"), [("lot", 1000), ("deal", 1000), ("bot", 1000), ("forced", 1000),
                                            ("turn", 1000), ("away", 1000), ("round", 700)])
def test_nothing_waits_longer_after_a_restart_than_it_was_to_wait_whatever_the_clock_did(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, rest: int, hours: int) -> None:
    now = 24 * 366 * HOUR
    monkeypatch.setattr("fives.server.store.now_ms", lambda: now)
    store = Store(tmp_path)
    due = now + 1000
    put(store, first()._replace(turn=TurnRow("t", 1, kind, due, now)))
    put(store, Write("", alive=now + 300))
    killed(store)
    for late in (hours * HOUR, 50):  # and once more, soon
        now += late
        store = Store(tmp_path)
        ((_, by),) = store.deadlines()
        if kind in ("turn", "away", "round"):
            assert by == now + rest
        else:
            assert by == due if due <= now + 1000 else by <= now + rest
        put(store, Write("", alive=now))
        killed(store)


@pytest.mark.parametrize(("kind", "wait"), [("lot", 0), ("bot", 0), ("round", BETWEEN), ("away", AWAY)])
@pytest.mark.parametrize("years", [-1, 1])
def test_a_deadline_of_the_first_version_is_due_at_once_or_after_the_usual_wait(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, wait: int, years: int) -> None:
    """It did not say when it was set, and nobody noted that the process lived."""
    now = 1_800_000_000_000
    monkeypatch.setattr("fives.server.store.now_ms", lambda: now)
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        file.executescript(FIRST)
        file.execute("update turns set kind = ?, act_by = ?", (kind, now + years * 8760 * HOUR))
    file.close()
    store = Store(tmp_path)
    ((_, by),) = store.deadlines()
    assert by <= now + wait
    assert kind in ("lot", "bot") or by == now + wait
    store.close()


def test_a_deadline_of_a_bot_is_not_moved(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, first())
    store.close()
    again = Store(tmp_path)
    assert again.deadlines() == [("t", 99)]
    again.close()


def test_seats_are_changed_by_one_who_knows_how_they_were(tmp_path: Path) -> None:
    store = Store(tmp_path)
    put(store, first())
    aoi = SeatRow("t", 1, "Aoi", "person", "", b"y")
    assert put(store, Write("t", reseated=Reseated(0, 1, (aoi,)))) == [True]
    assert put(store, Write("t", reseated=Reseated(0, 0, (aoi._replace(name="Ken"),)))) == [False]
    late = Write("t", events=(event(2),), reseated=Reseated(0, 0, (aoi._replace(name="Ken"),)))
    assert put(store, late) == [False]
    found = store.load("t")
    assert found is not None
    assert (found.table.host, found.table.version, found.seats[1].name) == (1, 1, "Aoi")
    assert len(found.events) == 1
    store.close()


def test_a_deleted_table_leaves_nothing_and_old_ones_are_found(tmp_path: Path) -> None:
    store = Store(tmp_path)
    other = (TABLE._replace(id="u"), tuple(seat._replace(table="u") for seat in SEATS))
    young = Write("u", other, MATCH._replace(id="u-1", table="u"), (event(1)._replace(match="u-1", at=500),))
    put(store, first(), young)
    assert store.old(8) == ["t"]
    assert sorted(store.old(501)) == ["t", "u"]
    assert put(store, Write("t", gone=True)) == [True]
    assert store.load("t") is None
    assert store.deadlines() == []
    assert store.load("u") is not None
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        for table in ("tables", "seats", "matches", "events"):
            assert file.execute(f"select count(*) from {table}").fetchone()[0] == (2 if table == "seats" else 1)
    file.close()
    store.close()
