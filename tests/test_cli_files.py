"""The command line and what it reads and writes: an error names the file, standard output, or what it was told."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from socket import socket

import pytest

from fives.cli import lacking, main
from fives.server import run as running
from fives.server.silent import Brief
from fives.server.store import Store

pytestmark = pytest.mark.processes

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_LANG", "en")


@pytest.mark.parametrize("command", [["replay", "-"], ["solve", "-"], ["think", "-"], ["check", "-"]], ids=" ".join)
def test_standard_input_that_is_closed_cannot_be_read(command: list[str], monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(command) == 2
    assert capsys.readouterr().err == "fives: -: standard input is closed\n"


@pytest.mark.parametrize("command", ["replay", "solve", "think"])
@pytest.mark.parametrize(("content", "said"), [
    (b"a\n\xff", "line 2, column 1: expected UTF-8"), (b"", "line 1, column 1: expected "),
    (b"\0" * 100, "longer than 99 bytes")])
def test_what_cannot_be_read_is_said_of_its_file(command: str, content: bytes, said: str, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("fives.cli.replay.LONGEST", 99)
    path = tmp_path / "evening"
    path.write_bytes(content)
    assert main([command, str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"fives: {path}: {said}")


def test_a_view_with_a_fault_is_said_of_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "view.json"
    path.write_text('{"rules": 1}')
    for given, name in ((str(path), path), ('{"rules": 1}', "view")):
        assert main(["think", given]) == 2
        assert capsys.readouterr().err == f"fives: {name}: no key 'ahead'\n"


@pytest.mark.parametrize("command", ["replay", "solve", "think", "check"])
def test_nothing_is_no_name_of_a_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, ""]) == 2
    assert "expected the name of a file, got ''" in capsys.readouterr().err


@needs_full
def test_a_disk_that_is_full_is_said_of_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                        capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "1-4", "--svg", str(FULL)]) == 2
    assert capsys.readouterr().err == f"fives: {FULL}: No space left on device\n"
    corpus = tmp_path / "corpus"
    corpus.write_text("no case\n")
    for command in (["check", str(corpus)], ["rules"]):
        with FULL.open("w") as full:
            monkeypatch.setattr(sys, "stdout", full)
            assert main(command) == 2
            monkeypatch.undo()
        assert capsys.readouterr().err == "fives: standard output: No space left on device\n"


@pytest.mark.parametrize("host", ["a" * 70, "a..b"])
def test_what_can_be_no_name_of_a_host_is_not_listened_on(host: str, tmp_path: Path,
                                                          capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--data", str(tmp_path), "--port", "0", "--host", host]) == 2
    assert capsys.readouterr().err == (f"fives: cannot listen on {host} port 0: expected the name or the address of "
                                       "this machine\n")


@pytest.mark.parametrize("pace", ["x", "5001", "-1", "9" * 5000])
def test_a_pace_of_the_environment_is_named_as_it_is_there(pace: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_PACE", pace)
    with pytest.raises(ValueError, match=r"^FIVES_PACE: expected milliseconds from 0 to 5000, got "):
        running.pace_of()
    with pytest.raises(ValueError, match=r"^pace: expected milliseconds"):
        running.pace_of(5001)


@needs_full
@pytest.mark.skipif(os.name != "posix", reason="only POSIX has closed streams")
def test_a_server_that_cannot_tell_its_address_ends_and_says_so(tmp_path: Path) -> None:
    done = subprocess.run(["sh", "-c", f"{sys.executable} -m fives serve --no-browser --port 0 --data . > {FULL}"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "fives: standard output: No space left on device\n")


def test_a_server_needs_no_standard_output_and_waits_for_nobody_for_ever(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stores: list[Store] = []

    def kept(folder: Path, *, full_sync: bool) -> Store:
        stores.append(Store(folder, full_sync=full_sync))
        return stores[-1]

    def ended(server: running.Server, sockets: list[socket]) -> None:
        sockets[0].close()
        assert issubclass(server.config.http, Brief)
    monkeypatch.setattr(running, "Store", kept)
    monkeypatch.setattr(running.Server, "run", ended)
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(sys, "stdout", None)
    assert running.serve(port=0, data=tmp_path) == 0
    stores[0].close()
    assert errors.getvalue() == ""


def test_the_drawing_of_a_match_is_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch,
                                                              capsys: pytest.CaptureFixture[str]) -> None:
    for columns in (30, 31, 32, 33, 34, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 40))
        assert main(["play", "--seed", "7", "--rules", "all-fives"]) == 0
        drawn = [len(line) for line in capsys.readouterr().out.splitlines() if "|" in line]
        assert columns - 6 < max(drawn) <= columns


def narrow(*arguments: str | bytes) -> subprocess.CompletedProcess[bytes]:
    """`fives` where the environment knows ASCII alone."""
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "FIVES_LANG": "ja"}
    return subprocess.run([sys.executable, "-m", "fives", *arguments], input=b"q\n", env=environment,
                          capture_output=True, timeout=60)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has a locale of its own for each process")
def test_what_is_printed_for_programs_is_json_wherever_it_is_printed(tmp_path: Path) -> None:
    record = tmp_path / "hand.txt"
    record.write_text("rules: five-up\nnames: José, 민준\n\nround 1\n0: 1-4\nhand 1: 0-1 2-2 2-3 3-3 3-5\n", "utf-8")
    assert json.loads(narrow("replay", "--json", str(record)).stdout)["names"] == ["José", "민준"]
    for command in (["count", "1-4"], ["settle", "0", "13"], ["think", str(record), "--bot", "club"],
                    ["solve", "5-5 | 1-5 / 2-5 | - | 0"], ["arena", "greedy", "random", "--rounds", "1"]):
        done = narrow(*command, "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has a locale of its own for each process")
def test_a_name_is_read_as_utf_8_or_what_is_wrong_with_it_is_said(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    assert narrow("play", "--name", "José 민준", "--save", str(record)).returncode == 0
    assert "names: José 민준, Oak" in record.read_text("utf-8")
    for name, said in ((b"Jos\xe9", rb"expected UTF-8, got 'Jos\udce9'"),
                       (b"a\x1bb", rb"expected a name of letters that can be printed, got 'a\x1bb'"),
                       (b"x" * 41, b"expected a name of 1 to 40 letters, got 41")):
        assert said in narrow("play", "--name", name).stderr


def test_what_only_keeps_a_line_whole_is_missed_by_no_terminal() -> None:
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp949", "FIVES_LANG": "ko"}
    said = subprocess.run([sys.executable, "-m", "fives", "rules"], env=environment, capture_output=True, timeout=60)
    assert "Dominos.cc 올 파이브(" in said.stdout.decode("cp949")
    assert [lacking(UnicodeEncodeError("", letters, 0, 2, ""))[0] for letters in ("\u00a0é", "\u2060é", "éé")] == [
        " ", "", "\\xe9"], "one letter, and no more of what a codec gives at once"


@pytest.mark.parametrize("command", ["count 1-4 --svg -", "play --save -", "arena greedy random --rounds 1 --out -"])
def test_a_hyphen_is_no_file_to_be_written(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                           capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 2
    assert "expected the name of a file, got '-'; standard output is /dev/stdout" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no name for standard output")
@pytest.mark.parametrize("piped", [True, False])
def test_a_record_may_go_to_standard_output(piped: bool, tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb+") as file:
        done = subprocess.run([sys.executable, "-m", "fives", "play", "--seed", "3", "--save", "/dev/stdout"],
                              input=b"q\n", stdout=subprocess.PIPE if piped else file, timeout=60)
        file.seek(0)
        out = (done.stdout if piped else file.read()).decode()
    assert done.returncode == 0
    assert "You leave the match.\nrules: five-up\n" in out


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no name for standard output")
def test_what_an_arena_keeps_is_not_written_over_by_what_it_tells(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as file:
        done = subprocess.run([sys.executable, "-m", "fives", "arena", "greedy", "random", "--rounds", "1", "--out",
                               "/dev/stdout"], stdout=file, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr) == (2, b"fives: --out: /dev/stdout is a file now: expected its own name\n")
