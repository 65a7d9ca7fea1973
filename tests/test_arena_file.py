"""The file of an arena: nothing foreign is touched, every line is looked at, and several arenas may go on with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fives.analysis.arena import arena
from fives.analysis.arena_file import going_on, read
from fives.analysis.arena_play import Played, Setting
from fives.cli import main
from fives.rules import DOMINOS_CC_ALL_FIVES, FIVE_UP
from fives.tiles import TextError

pytestmark = pytest.mark.processes

PAIR = Setting("casual", "random", FIVE_UP, 2, seed=5)
HEAD = json.dumps(PAIR.to_json()).encode() + b"\n"
ROW: dict[str, Any] = {"kind": "round", "number": 0, "results": ["4", "-7"], "seconds": [0.1, 0.2], "plays": [10, 5]}


def played(out: Path, setting: Setting = PAIR) -> int:
    """How many deals are known after one was asked for."""
    with ThreadPoolExecutor(1) as alone:
        return arena(setting, 1, executor=alone, out=out).deals


@pytest.mark.parametrize("text", [
    b"Dear diary,\ntoday I", b"a letter without an end", b"name,points\nAna,5\nBen,", b"\xff\xfe\x00binary\n\x00\xff",
    b"\n", b" ", b"[]\n{", b'{"arena": 1}\n' + HEAD, HEAD[:20] + b"\n", HEAD[1:], b"[" * 100_000, b"0" * 200_000,
    HEAD.replace(b"casual", b"expert") + b'{"kind'])
def test_a_file_that_is_none_of_this_arena_is_left_as_it_was(tmp_path: Path, text: bytes) -> None:
    out = tmp_path / "foreign"
    out.write_bytes(text)
    with pytest.raises(TextError, match="expected"):
        played(out)
    assert out.read_bytes() == text


@pytest.mark.parametrize("length", [0, 1, 30, len(HEAD) - 1])
def test_a_head_that_was_not_finished_is_written_anew(tmp_path: Path, length: int) -> None:
    out = tmp_path / "arena.jsonl"
    out.write_bytes(HEAD[:length])
    assert played(out) == 1
    assert out.read_bytes().startswith(HEAD + b'{"kind": "round"')


def test_only_what_follows_the_last_whole_line_is_cut_off(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    row = json.dumps(ROW).encode() + b"\n"
    for rest in (b"", b'{"kind": "round", "num', row[:-1], b"\xff\x00"):
        out.write_bytes(HEAD + row + rest)
        with going_on(out, PAIR) as (found, add):
            assert found == [Played("round", 0, (Fraction(4), Fraction(-7)), (0.1, 0.2), (10, 5))]
            add(found[0])
        assert out.read_bytes() == HEAD + row + row


@pytest.mark.parametrize("change", [
    {"kind": "deal"}, {"kind": []}, {"number": -1}, {"number": True}, {"number": "0"}, {"number": 1 << 22 | 1},
    {"results": []}, {"results": ["4"]}, {"results": ["4", "7", "1"]}, {"results": "47"}, {"results": ["4", 7]},
    {"results": ["4", "1e400000000"]}, {"results": ["4", "1/0"]}, {"results": ["4", " 7"]}, {"results": ["4", "٣"]},
    {"results": ["4", "9" * 30]}, {"results": ["4", None]}, {"results": {"4": 1, "7": 2}},
    {"kind": "match", "results": ["45", "7"]}, {"kind": "match", "results": ["1", "1/2"]},
    {"seconds": [0.1]}, {"seconds": [0.1, float("nan")]}, {"seconds": [0.1, float("inf")]}, {"seconds": [0.1, -1]},
    {"seconds": [0.1, "1"]}, {"seconds": [0.1, 10**400]}, {"seconds": None}, {"plays": [1]}, {"plays": [1, 2.0]},
    {"plays": [1, -2]}, {"plays": [1, 10**30]}, {"plays": "12"}])
def test_a_line_that_no_arena_writes_is_refused_with_its_place(tmp_path: Path, change: dict[str, Any]) -> None:
    refused(tmp_path / "arena.jsonl", json.dumps({**ROW, **change}).encode(), "expected what came of a round or a m")


@pytest.mark.parametrize(("line", "said"), [
    (b'{"number": 1e999}', "expected what came"), (b"[]", "expected what came"), (b"5", "expected what came"),
    (json.dumps(ROW).replace("0,", "1e999,", 1).encode(), "expected what came"), (b"", "expected JSON"),
    (b"[" * 50_000, "expected JSON"), (b"\xff", "expected JSON"), (b"9" * 9_000, "expected JSON"),
    (b"9" * 90_000, "expected what came"), (json.dumps(ROW).encode() + b"}", "expected JSON")])
def test_a_line_that_cannot_be_read_is_refused_with_its_place(tmp_path: Path, line: bytes, said: str) -> None:
    refused(tmp_path / "arena.jsonl", line, said)


def refused(out: Path, line: bytes, said: str) -> None:
    """The third line of a file is refused in one line, and the file is left as it was."""
    text = HEAD + json.dumps(ROW).encode() + b"\n" + line + b"\n" + b'{"kind'
    out.write_bytes(text)
    with pytest.raises(TextError, match=rf"arena\.jsonl, line 3: {said}") as told:
        played(out)
    assert len(str(told.value).splitlines()) == 1
    assert len(str(told.value)) < len(str(out)) + 150
    assert out.read_bytes() == text


def test_a_line_has_a_result_for_every_team(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    four = Setting("casual", "random", DOMINOS_CC_ALL_FIVES, 4, seed=5)
    assert played(out, four) == 1
    assert len(read(out, four)[0][0].results) == 4


def test_the_command_names_the_file_and_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "arena.jsonl"
    out.write_bytes(HEAD + b'{"kind": "round", "number": 1e999}\n')
    assert main(["arena", "casual", "random", "--seed", "5", "--rounds", "1", "--out", str(out)]) == 2
    assert capsys.readouterr().err.startswith(f"fives: {out}, line 2: expected what came of a round or a match, got ")


START = """
import sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from fives.analysis.arena import Setting, arena
from fives.rules import FIVE_UP
time.sleep(max(0, float(sys.argv[2]) - time.time()))
with ThreadPoolExecutor(1) as alone:
    arena(Setting("casual", "random", FIVE_UP, 2, seed=5), 40, executor=alone, out=Path(sys.argv[1]))
"""


def test_several_arenas_may_begin_and_go_on_with_one_file(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    at = str(time.time() + 2)
    running = [subprocess.Popen([sys.executable, "-c", START, str(out), at], stderr=subprocess.PIPE) for _ in range(4)]
    assert [(each.communicate(timeout=60)[1], each.returncode) for each in running] == 4 * [(b"", 0)]
    assert out.read_bytes().count(HEAD) == 1
    found, end = read(out, PAIR)
    assert {each.number for each in found} == {*range(40)}
    assert end == out.stat().st_size
    assert played(out) == 1


def test_two_heads_in_one_file_are_as_good_as_one(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    out.write_bytes(HEAD + HEAD + json.dumps(ROW).encode() + b"\n" + HEAD)
    assert [each.number for each in read(out, PAIR)[0]] == [0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_where_nothing_can_be_written_the_system_says_so() -> None:
    with pytest.raises(OSError, match=os.strerror(28)):
        played(Path("/dev/full"))
