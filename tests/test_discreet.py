"""What a log tells of errors: which table and which event, where in the code, and no tile of anybody's hand."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives.server import discreet
from fives.server.damaged import Damaged, load, rebuilt
from fives.server.discreet import Discreet, told
from fives.server.records import Record
from fives.server.steps import Step
from fives.server.store import StoreError
from fives.server.thinker import answer
from fives.tiles import TextError
from people_world import end_of_round, of_people
from table_world import record

SOURCES = Path(discreet.__file__).parent
TILE = re.compile(r"[0-6]-[0-6]|Tile\(|low=")


def played() -> Record:
    """A table of people, as it is stored after a round."""
    table = of_people(2)
    end_of_round(table)
    return record(table, [table.write(Step(events=tuple(table.events)), 0)])


def hurt(stored: Record, what: str, how: Callable[[dict[str, Any]], object]) -> tuple[Record, int]:
    """The same with one event damaged, and which."""
    row = next(row for row in stored.events if json.loads(row.event)["what"] == what)
    event = json.loads(row.event)
    how(event)
    changed = tuple(row._replace(event=json.dumps(event)) if row is other else other for other in stored.events)
    return stored._replace(events=changed), row.number


@pytest.mark.parametrize(("what", "how"), [
    ("deal", lambda deal: deal["hands"][0].__setitem__(0, deal["hands"][1][0])),
    ("deal", lambda deal: deal["hands"][0].__setitem__(0, "x" + deal["hands"][1][0])),
    ("deal", lambda deal: deal["hands"][0].pop()),
    ("deal", lambda deal: deal.__setitem__("hands", deal["hands"][0][0])),
    ("play", lambda play: play.__setitem__("seat", 1 - play["seat"])),
    ("show", lambda show: show["hands"].reverse()),
])
def test_a_damaged_event_is_named_by_its_number_and_no_tile_is(
        what: str, how: Callable[[dict[str, Any]], object]) -> None:
    stored, number = hurt(played(), what, how)
    with pytest.raises(Damaged) as found:
        rebuilt(stored, Random(1), 0)
    assert f"event {number} " in str(found.value)
    assert not TILE.search(str(found.value))
    assert found.value.__cause__ is None


def test_a_damaged_row_of_another_kind_is_named_as_what_was_expected_there() -> None:
    stored = played()
    with pytest.raises(Damaged, match="expected no number below 0"):
        rebuilt(stored._replace(table=stored.table._replace(pace=-1)), Random(1), 0)
    with pytest.raises(Damaged, match="rule"):
        rebuilt(stored._replace(table=stored.table._replace(rules="poker")), Random(1), 0)


def test_what_the_store_cannot_read_is_not_called_damaged() -> None:
    class Silent:
        def load(self, _: str) -> None:
            raise StoreError("the disk is full")
    with pytest.raises(StoreError, match="the disk is full"):
        load(Silent(), "t", Random(1), 0)  # type: ignore[arg-type]


def test_every_log_of_the_server_is_discreet() -> None:
    named = {name for path in SOURCES.rglob("*.py") for name in re.findall(r'getLogger\("([^"]+)"\)', path.read_text())}
    assert named - {"uvicorn.error"} == set(discreet.LOGS)
    import fives.server.app as _  # noqa: F401
    for name in (*discreet.LOGS, "uvicorn.error", "asyncio"):
        assert any(isinstance(one, Discreet) for one in logging.getLogger(name).filters), name


def fault(text: str) -> Exception:
    """An error that came up, after another."""
    try:
        try:
            raise KeyError(text)
        except KeyError as error:
            raise TextError(f"expected {text}") from error
    except TextError as error:
        return error


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> logging.Logger:
    """A log as those of the server are."""
    found = logging.getLogger("fives.of_a_test")
    monkeypatch.setattr(found, "filters", [Discreet()])
    return found


def test_a_fault_is_told_with_its_way_and_without_its_text(
        log: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    log.error("table %s: %s", "t", fault("1-1"), exc_info=fault("6-6"))
    text = caplog.text
    assert not TILE.search(text)
    assert text.count("Traceback (most recent call last):") == 2
    assert "KeyError (test_discreet.py, line" in text
    assert "table t: TextError (test_discreet.py, line" in text


def test_an_error_that_asyncio_tells_in_its_line_is_left_out_of_it(
        log: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    error = fault("2-2")
    log.error(f"Task exception was never retrieved\nfuture: <Task exception={error!r}>", exc_info=error)
    assert "Task exception was never retrieved" in caplog.text
    assert not TILE.search(caplog.text)


def test_what_ails_the_system_is_told_in_its_words(log: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    log.error("no record: %s", OSError(28, "No space left on device"))
    log.error("nothing stored: %s", StoreError("the disk is full"))
    assert "No space left on device" in caplog.text
    assert "the disk is full" in caplog.text
    assert told(ValueError("1-1")) == "ValueError"


def test_a_bot_that_fails_says_nothing_of_its_hand() -> None:
    said = json.loads(answer(json.dumps({"level": "greedy", "budget": None, "seed": 1, "view": "1-1 1-1"}).encode()))
    assert "line" in said["error"]
    assert not TILE.search(said["error"])
