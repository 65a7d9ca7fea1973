"""The command line: every command, every error as one line, languages, pipes and interrupts, and its document."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fives import RULE_SETS, TILES, Layout, Tile, __version__, events, parse_rules
from fives.bots import BOTS
from fives.cli import COMMANDS, Ended, Parser, main
from fives.cli.drawing import draw
from fives.cli.settle import by_pips
from fives.cli.waiting import ending
from fives.conformance import check_case
from fives.event_json import event_from_json
from fives.notation import Left, Moved, Record, Sheet
from fives.refused import REASONS
from fives.words import LANGUAGES, words_in

pytestmark = pytest.mark.processes

Run = Callable[..., tuple[int, str, str]]
LANGUAGE = ("FIVES_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `fives` in this process: status, standard output, standard error."""
    for name in LANGUAGE:
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, typed: str | bytes = "") -> tuple[int, str, str]:
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err
    return call


def started(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    """`fives` in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in (*LANGUAGE, "DISPLAY")}
    environment |= {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([sys.executable, "-m", "fives", *arguments], text=True, encoding="utf-8", env=environment,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


# Help, version, errors


def test_help_lists_every_command_and_each_command_has_help_of_its_own(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    for name, what in COMMANDS.items():
        assert f"  {name:8} {what}\n" in out
        assert run(name, "--help") == run("help", name)
        status, told, _ = run(name, "--help")
        assert status == 0
        assert told.startswith(f"usage: fives {name} ")
        assert f"  fives {'' if name == 'serve' else name}" in told.split("example")[1]
    assert run("-h") == run("help") == (0, out, "")


def test_version(run: Run) -> None:
    assert run("--version") == run("-V") == (0, f"fives {__version__}\n", "")


EMPTY = object()
ERRORS: list[tuple[list[str], str]] = [
    (["cuont"], "there is no command 'cuont'; there are serve, play"), (["help", "cuont"], "there is no command"),
    (["a\nb"], "there is no command 'a\\nb'"), (["--colour"], "--colour"), (["--port"], "--port"),
    (["serve", "--port", "65536"], "--port: expected a whole number from 0 to 65535, got '65536'"),
    (["serve", "--port", "-1"], "--port"), (["serve", "--port", "x"], "--port"),
    (["serve", "--pace", "5001"], "--pace"), (["serve", "--data", ""], "--data: expected the name of a folder"),
    (["serve", "--data", "-", "--host", "a" * 70], "--data: expected the name of a folder, got '-'"),
    (["serve", "--host", ""], "--host: expected an address such as 0.0.0.0, got ''"),
    (["serve", "--host", "a\n"], r"--host: expected an address such as 0.0.0.0, got 'a\n'"),
    (["serve", "--host", "\udcff"], r"--host: expected an address such as 0.0.0.0, got '\udcff'"),
    (["serve", "--host", "a" * 5000], "--host: expected an address such as 0.0.0.0, got 'aaaa"),
    (["settle", "0", "x"], """expected a tile such as 1-4, got 'x' (a hand is also only its pips, or "" for none)"""),
    (["serve", "table"], "unrecognized arguments: table"), (["serve", "--prot", "1"], "--prot"),
    (["count"], "PLAYS"), (["count", ""], "expected at least one play"), (["count", "1-4", "--rules"], "--rules"),
    (["count", "1-4", "--rules", "muggins"], "--rules: expected a rule set (five-up, "),
    (["count", "1-4", "--rules", "five-up target=x"], "target: expected whole numbers"),
    (["count", "1-4", "--rules", "five-up deal=10,10,10"], "deal: 3 seats of 10 tiles are more than 28"),
    (["count", "1-4", "--lang", "xx"], "--lang"), (["count", "1-4", "--langu", "ko"], "--langu"),
    (["count", "1-4", "--rule", "five-up"], "--rule"),
    (["count", "1-4 4-4"], "play 2: 4-4: Say which tile 4-4 is to be joined to."),
    (["count", "1-4", "5-5@1-4"], "play 2: 5-5@1-4: 5-5 shows no pips that 1-4 shows."),
    (["count", "1-4@1-4"], "play 1: 1-4@1-4: The layout is empty"),
    (["count", "1-7"], "play 1: expected a play such as"),
    (["count", "draw"], "play 1: expected a play such as"), (["count", "x" * 5000], "play 1: expected a play"),
    (["count", "1-4 \x1b[2J"], "play 2: expected a play"),
    (["settle"], "HAND"), (["settle", "3"], "2 to 4 hands, got 1"),
    (["settle", "1", "2", "3", "4", "5"], "2 to 4 hands"),
    (["settle", "1-2", "1-2"], "the tile 1-2 is there twice"),
    (["settle", "1-2", "1-9"], "expected a tile such as 1-4"),
    (["settle", "1-2 3", "4"], "expected a tile such as 1-4, got '3'"),
    (["settle", "169", "0"], "at most 168 pips"),
    (["settle", "100", "100"], "at most 168 pips in all hands"), (["settle", "9" * 5000, "0"], "at most 168 pips"),
    (["settle", "3", "4", "--out", "1"], "--out: seat 1 still holds tiles"),
    (["settle", "1-2", "3-4", "--out", "0"], "--out: seat 0 still holds tiles"),
    (["settle", "3", "4", "--out", "2"], "out: expected a seat from 0 to 1"),
    (["settle", "3", "4", "--out", "4"], "--out"),
    (["settle", "3", "4", "--out", "me"], "--out: expected a seat from 0, or nobody"), (["settle", "-1", "3"], "-1"),
    (["settle", "0", "0"], "the hands of the seats 0, 1 are empty: expected --out SEAT"),
    (["settle", "--rules", "dominos-cc-draw", "10", "10"], "the number of tiles decides: expected the tiles"),
    (["replay"], "RECORD"), (["replay", "none/such.txt"], "none/such.txt: No such file"),
    (["replay", "."], "Is a directory"), (["replay", ""], "expected the name of a file"),
    (["replay", "a\0b"], "expected the name of a file"), (["check", "a\0b"], "expected the name of a file"),
    (["play", "--save", "a\0b"], "expected the name of a file"),
    (["replay", "-"], "-: line 1, column 1: expected a header such as rules: five-up"),
    (["rules", "muggins"], "expected a rule set"), (["rules", "five-up", "x"], "expected a rule set"),
    (["rules", "five-up", "all-fives", "five-up"], "unrecognized arguments"),
    (["rules", "five-up spinners=two"], "spinners: expected one of none, first, all"),
    (["check"], "FILE"), (["check", "--all", "x"], "--all"),
    (["play", "--seats", "1"], "--seats: expected a whole number from 2 to 4"), (["play", "--seats", "two"], "--seats"),
    (["play", "--bots", "genius"], "--bots: expected a level of play (random, greedy"),
    (["play", "--seed", "-1"], "--seed"), (["play", "--seed", "1.5"], "--seed"), (["play", "--seed", "²"], "--seed"),
    (["play", "--seed", "9" * 5000], "--seed"), (["play", "--name", ""], "--name: expected a name of 1 to 40 letters"),
    (["play", "--name", "x" * 41], "--name"), (["play", "--name", "a\x1bb"], "--name"),
    (["play", "--save", "none/such.txt"], "none/such.txt: No such file or directory"), (["play", "--save", "."], ""),
    (["play", "again"], "unrecognized arguments: again"), (["play", "--rules", ""], "expected a rule set"),
]


@pytest.mark.parametrize(("arguments", "said"), ERRORS)
def test_every_error_is_one_line_that_says_what_was_expected(run: Run, arguments: list[str], said: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("fives: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert len(err) < 600
    assert said in err


def test_a_wrong_language_of_the_environment_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_LANG", "klingon")
    for arguments in (["count", "1-4"], ["rules"], ["settle", "", "3"], ["play"]):
        assert run(*arguments) == (2, "", "fives: FIVES_LANG: expected one of en, ko, ja, got 'klingon'\n")
    assert run("rules", "--lang", "en")[0] == 0


SOME = ("help", "--help", "--rules", "--lang", "--json", "--out", "--", "-", "1-4", "13", "five-up", "ko", "",
        "4-4@1-4")


@given(st.lists(st.sampled_from([*COMMANDS, *SOME]) | st.text(max_size=6), max_size=5))
@settings(max_examples=300)
def test_no_arguments_whatever_end_in_more_than_a_line(arguments: list[str]) -> None:
    if not arguments or arguments[0] in ("serve", "play") or arguments[0].startswith("-"):
        arguments = ["count", *arguments]  # what would start something is not for guessing
    status, out, err = in_process(arguments)
    assert status in (0, 1, 2)
    if status == 2 and "check" not in arguments[:1]:
        assert re.fullmatch(r"fives: [^\n]+\n", err)
        assert out == ""


def in_process(arguments: list[str]) -> tuple[int, str, str]:
    """`main` with streams of its own, where hypothesis allows no fixture."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    try:
        status = main(arguments)
        found = []
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            found.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
        return status, *found  # type: ignore[return-value]
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@pytest.mark.parametrize(("first", "others"), [
    ("count 5-5 5-6@5-5", "--lang ko --json --rules all-fives"), ("settle 0 13 21", "--rules all-fives --out 0 --json"),
    ("rules five-up all-fives", "--lang ko"), ("check none such", ""), ("replay -", "--json --lang ja"),
    ("solve - ", "--totals -2,55 --rules all-fives --every"), ("think -", "--bot club --seed 3 --json"),
    ("arena greedy random", "--rounds 1 --json --seed 7 --workers 1"), ("play", "--seed 7 --rules all-fives"),
    ("serve", "--port 0 --no-browser")])
def test_options_may_stand_anywhere_after_the_command(first: str, others: str) -> None:
    command, *values = first.split()
    options = others.split()
    parser = Parser(command)
    import_module(f"fives.cli.{command}").arguments(parser)
    wanted = parser.parse([*options, *values])
    assert parser.parse([*values, *options]) == wanted
    for at in range(len(values)):
        assert parser.parse([*values[:at], *options, *values[at:]]) == wanted
        assert parser.parse([*values[:at], *options, "--", *values[at:]]) == wanted


def test_after_two_hyphens_nothing_is_an_option(run: Run) -> None:
    assert run("count", "1-4", "--", "--json")[2].startswith("fives: play 2: expected a play")
    assert run("replay", "--json", "--", "-x.txt")[2] == "fives: -x.txt: No such file or directory\n"
    assert "unrecognized arguments: --langu" in run("count", "1-4", "--langu", "ko")[2]
    assert "--rules: expected one argument" in run("count", "1-4", "--rules", "--json")[2]


def test_what_begins_like_a_negative_number_is_a_value(run: Run) -> None:
    position = "- | 1-5 / 2-5 | - | 0"
    assert run("solve", position.replace(" ", "")) == run("solve", position)
    assert run("solve", position.replace(" ", ""))[0] == 0
    assert "Seat 0: −2 of 61. Seat 1: 55 of 61." in run("solve", "--totals", "-2,55", position)[1]
    assert run("solve", position, "--totals", "-2,55") == run("solve", "--totals=-2,55", position)
    assert "expected a tile such as 1-4, got '-1'" in run("settle", "-1", "3")[2]
    assert "--seed: expected a whole number" in run("play", "--seed", "-1")[2]


@pytest.mark.parametrize("command", ["rules five-up", "count --help", "help arena"])
def test_a_reader_that_goes_away_is_no_error(command: str) -> None:
    with started(*command.split()) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ["rules", "--help", "count --help", "help arena"])
def test_a_full_disk_is_one_line(command: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "fives", *command.split()], stdout=full, stderr=subprocess.PIPE,
                              text=True)
    assert done.returncode == 2
    assert done.stderr == "fives: standard output: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has closed streams and SIGINT for a process alone")
def test_closed_streams_are_no_error() -> None:
    for redirect in ("<&-", ">&-", "2>&-"):
        for command in ("count 1-4", "replay -", "check -", "think -", "play", "nonsense"):
            done = subprocess.run(["sh", "-c", f"{sys.executable} -m fives {command} {redirect}"], text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL)
            assert done.returncode in (0, 2), (redirect, command, done)
            assert "Traceback" not in done.stderr
            assert "Exception" not in done.stderr


# What is loaded


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["count", "1-4"], ["settle", "", "3"], ["rules"],
                                       ["check", os.devnull], ["play"], ["replay", "-"]])
def test_a_command_loads_nothing_that_it_does_not_use(arguments: list[str]) -> None:
    code = f"import sys; from fives.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    modules = set(done.stderr.split())
    assert "fives.cli" in modules
    assert not loaded & {"rich", "starlette", "uvicorn", "sqlalchemy", "msgspec", "numpy", "numba", "asyncio"}
    if arguments[0].startswith("-"):
        assert not modules & {"json", *(f"fives.{part}" for part in ("words", "describe", "notation", "bots"))}


# count


def test_count_tells_the_terms_and_the_points_of_the_last_play(run: Run) -> None:
    status, out, _ = run("count", "1-4 1-1@1-4 4-4@1-4")
    assert status == 0
    assert out.splitlines()[0] == "Count: 2 + 8 = 10, 2 points."
    assert run("count", "1-4", "1-1@1-4", "4-4@1-4") == (0, out, "")
    assert "Count: 2 + 8 = 10, 10 points.\n" in run("count", "--rules", "all-fives", "1-4 1-1@1-4 4-4@1-4")[1]
    assert run("count", "5-5", "5-6@5-5")[1].splitlines()[0] == "Count: 10 + 6 = 16, no points."


def test_count_says_that_some_games_do_not_count(run: Run) -> None:
    status, out, _ = run("count", "--rules", "dominos-cc-draw", "1-4 4-4@1-4")
    assert (status, out.splitlines()[0]) == (0, "Layout of 2 tiles")
    assert "Count" not in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_a_play_is_refused_is_told_in_the_language_that_was_asked_for(run: Run, lang: str) -> None:
    why = words_in(lang).say(REASONS["played"], tile=Tile(1, 4))
    assert run("count", "1-4 1-4@1-4", "--lang", lang) == (2, "", f"fives: play 2: 1-4@1-4: {why}\n")


def test_count_as_json_is_a_case_that_holds(run: Run) -> None:
    for rules in RULE_SETS:
        status, out, _ = run("count", "--json", "--lang", "ko", "--rules", rules, "1-4 1-1@1-4 4-4@1-4")
        found = json.loads(out)
        assert (status, check_case(found)) == (0, [])
        assert found["plays"] == ["1-4", "1-1@1-4", "4-4@1-4"]
        assert "1-4" in found["text"]
        assert found["count"] == (10 if "five" in rules else None)
        assert check_case({**found, "points": 1}) != []


# settle


def test_settle_tells_who_pays_what(run: Run) -> None:
    status, out, _ = run("settle", "", "1-2", "0-1", "0-3")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "Five Up"
    assert "Seat 1: 1 + 2 = 3, rounded to 5: −1 point." in lines
    assert "Seat 2: 0 + 1 = 1, rounded to 0: no points." in lines
    assert lines[-2:] == ["Seat 0 and Seat 2: 0.", "Seat 1 and Seat 3: −2."]


@pytest.mark.parametrize(("arguments", "settled", "out"), [
    (["", "0-2"], [0, 0], 0), (["", "1-2", "0-1", "0-3"], [0, -10], 0), (["0-3", "6-6 0-1"], [-5, -15], None),
    (["--rules", "all-fives", "", "13", "10"], [25, 0, 0], 0),
    (["--rules", "all-fives", "0", "13", "10"], [25, 0, 0], 0),
    (["--rules", "all-fives", "0-0", "3", "11", "5"], [0, 10], None),
    (["--rules", "all-fives", "4", "4", "5"], [2.5, 2.5, 0], None),
    (["--rules", "all-fives", "0-4", "1-3", "0-5"], [2.5, 2.5, 0], None),
    (["--rules", "all-fives", "0", "0", "5", "--out", "nobody"], [2.5, 2.5, 0], None),
    (["--rules", "all-fives", "0", "0", "5", "--out", "1"], [0, 5, 0], 1),
    (["--rules", "dominos-cc-all-fives", "", "13", "12"], [25, 0, 0], 0),
    (["--rules", "dominos-cc-all-fives", "0-4", "0-1 0-3"], [5, 0], None),
    (["--rules", "dominos-cc-draw", "3", "13", "4"], [17, 0, 0], None),
    (["--rules", "dominos-cc-block", "0-0", "0-1", "--out", "nobody"], [1, 0], None),
    (["--rules", "five-up nearest=1", "3", "14"], [-3, -14], None),
])
def test_settle_takes_tiles_or_pips(run: Run, arguments: list[str], settled: list[float], out: int | None) -> None:
    """The figures are those of the rule book."""
    status, said, _ = run("settle", "--json", *arguments)
    found = json.loads(said)
    assert (status, found["settled"], found["out"]) == (0, settled, out)
    plain = run("settle", *arguments)
    assert plain[0] == 0
    assert len(plain[1].splitlines()) >= 2 + len(settled)


def test_settle_as_json_is_a_case_that_holds(run: Run) -> None:
    for rules in RULE_SETS:
        found = json.loads(run("settle", "--json", "--rules", rules, "1-2 3-4", "6-6", "")[1])
        assert (found["left"], found["out"]) == ([["1-2", "3-4"], ["6-6"], []], 2)
        assert check_case(found) == []


def test_pips_stand_for_tiles_of_so_many_pips() -> None:
    fewest, most = by_pips()
    assert set(fewest) == set(most) == set(range(169))
    for pips in range(169):
        for mask in (fewest[pips], most[pips]):
            assert sum(TILES[number].pips for number in range(28) if mask >> number & 1) == pips
        assert fewest[pips].bit_count() <= most[pips].bit_count()
    assert (fewest[12].bit_count(), most[12].bit_count()) == (1, 6)  # 6-6; 0-0 0-1 0-2 1-1 0-3 1-2 hold 12 in six


# rules


def test_rules_lists_every_rule_set(run: Run) -> None:
    status, out, _ = run("rules")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(RULE_SETS)
    assert "All Fives (Muggins, Fives)" in out


def test_rules_tells_one_in_sentences_and_fields(run: Run) -> None:
    for name, rules in RULE_SETS.items():
        status, out, _ = run("rules", name)
        assert status == 0
        told, fields = out.split(f"\n{name}\n")
        assert len(told.splitlines()) > 8
        written = dict(line.split()[0].split("=") for line in fields.splitlines())
        other = RULE_SETS["all-fives" if name == "five-up" else "five-up"]
        assert parse_rules(" ".join([other.id, *(f"{field}={value}" for field, value in written.items())])) == (
            rules._replace(id=other.id, name=other.name, also=other.also))


def test_rules_tells_what_two_differ_in(run: Run) -> None:
    status, out, _ = run("rules", "five-up", "five-up target=100 spinners=first")
    assert status == 0
    assert out.splitlines() == [
        "five-up / five-up target=100,100,100 spinners=first", "  target         Target: 61 / 20",
        "  spinners       Spinners: every double / the first double"]
    assert run("rules", "five-up", "five-up")[1].splitlines() == ["five-up / five-up", "The rules are the same."]


# Languages


def test_the_language_is_asked_for_or_that_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    english, korean, japanese = (run("rules", "--lang", lang)[1] for lang in ("en", "ko", "ja"))
    assert len({english, korean, japanese}) == 3
    assert re.search("[가-힣]", korean)
    assert re.search("[ぁ-ん]", japanese)
    assert run("rules")[1] == english
    for name, value, said in (
        ("LANG", "ko_KR.UTF-8", korean), ("LANG", "ja", japanese), ("LANG", "de_DE.UTF-8", english),
        ("LANG", "C", english), ("LANG", "kok_IN", english), ("LC_MESSAGES", "ja_JP", japanese),
        ("LC_ALL", "C", english),
        ("FIVES_LANG", "ko", korean),
    ):
        monkeypatch.setenv(name, value)
        assert run("rules")[1] == said, (name, value)
    assert run("rules", "--lang", "ja")[1] == japanese


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_every_command_speaks_every_language(run: Run, lang: str) -> None:
    for arguments in (["count", "1-4"], ["settle", "", "3"], ["rules", "all-fives"], ["play", "--seed", "1"]):
        status, out, err = run(*arguments, "--lang", lang, typed="1\n?\nl\n")
        assert (status, err) == (0, "")
        assert bool(re.search("[가-힣]", out)) == (lang == "ko")
        assert bool(re.search("[ぁ-んァ-ヶ]", out)) == (lang == "ja")


# play and replay


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_match_is_played_by_choosing_the_first_play_each_time(
    run: Run, tmp_path: Path, rules: str, seats: int
) -> None:
    record = tmp_path / "record.txt"
    status, out, err = run("play", "--rules", rules, "--seats", str(seats), "--seed", "5", "--save", str(record),
                           "--name", "Aoi", typed="1\n" * 3000)
    assert (status, err) == (0, "")
    assert re.search(r"wins? the match with ", out.splitlines()[-1])
    status, told, err = run("replay", str(record))
    assert (status, err) == (0, "")
    assert told.splitlines()[-1].startswith(("Aoi", "Oak", "Elm", "Ash"))
    found = json.loads(run("replay", "--json", str(record))[1])
    match = events.fold(map(event_from_json, found["events"]))
    assert (match.need, match.winner, list(match.totals)) == ("over", found["winner"], found["totals"])
    assert (found["names"][0], found["seats"], found["rules"], found["lacks"]) == ("Aoi", seats, rules, None)


def test_at_a_turn_every_play_is_numbered_with_what_it_gives(run: Run) -> None:
    _, out, _ = run("play", "--seed", "3", typed="1\n1\n")
    turns = re.findall(r"((?:^ +\d  .*\n)+)", out, re.MULTILINE)
    assert turns[0].splitlines()[1] == "  2  0-6 as the lead: count 6, no points"
    assert [line.split()[0] for line in turns[0].splitlines()] == ["1", "2", "3", "4", "5"]
    assert "You lead 0-0: count 0, no points." in out


def test_draws_passes_and_settlements_happen_by_themselves_and_are_told(run: Run) -> None:
    _, out, _ = run("play", "--rules", "dominos-cc-block", "--seed", "2", "--seats", "3", typed="1\n" * 40)
    assert re.search(r"^\w+ pass(es)?\.$", out, re.MULTILINE)
    _, out, _ = run("play", "--seed", "3", typed="1\n" * 40)
    assert re.search(r"^Oak draws (a tile|\d tiles)\.$", out, re.MULTILINE)
    assert re.search(r"^You draw \d-\d(, \d-\d)*\.$", out, re.MULTILINE)
    assert re.search(r"^Round 1: .*\n( {2}.*\n)+", out, re.MULTILINE)


def test_nothing_hidden_is_told(run: Run) -> None:
    """What Oak draws and holds stays unsaid until hands are shown."""
    _, out, _ = run("play", "--seed", "3", typed="1\n" * 40)
    before = out[:out.index("Hands are shown")]
    assert not re.search(r"Oak draws.*\d-\d", before)
    assert "Oak: 5 tiles." in before
    assert not re.search(r"Oak: \d-\d", before)


def test_a_seed_names_deals_and_bots(run: Run) -> None:
    first = run("play", "--seed", "11", "--bots", "random", typed="1\n" * 20)
    assert run("play", "--seed", "11", "--bots", "random", typed="1\n" * 20) == first
    assert run("play", "--seed", "12", "--bots", "random", typed="1\n" * 20) != first
    hands = {re.search(r"Your hand: ([^.]*)", run("play")[1])[1] for _ in range(5)}  # type: ignore[index]
    assert len(hands) > 1


def test_the_deals_are_the_same_whatever_the_bots_do(run: Run) -> None:
    hands = {re.findall(r"Your hand: ([^.]*)", run("play", "--seed", "4", "--bots", level)[1])[0] for level in BOTS}
    assert len(hands) == 1


def test_what_cannot_be_played_is_refused_with_the_reason_and_asked_again(run: Run) -> None:
    answers = ["3-3", "draw", "0-0@1-1", "9", "0", "knock", "", "?", "l", "0-0", "q"]
    status, out, _ = run("play", "--seed", "3", typed="\n".join(answers) + "\n")
    assert status == 0
    for said in ("3-3 is not in your hand.", "You lead: play a tile.", "a lead is joined to nothing",
                 "a play may be typed", "The layout is empty.", "You lead 0-0"):
        assert said in out
    assert out.count("Your choice") == len(answers)
    assert out.endswith("\nYou leave the match.\n")


@pytest.mark.parametrize("typed", ["", "1", "1\n", "q\n", "QUIT\n", "1\n\n\nq", b"\xff\xfe\n1\n", b"\x00\n",
                                   "9" * 100_000])
def test_leaving_and_the_end_of_the_input_end_well(run: Run, typed: str | bytes, tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    status, out, err = run("play", "--seed", "3", "--save", str(record), typed=typed)
    assert (status, err) == (0, "")
    assert out.endswith("\nYou leave the match.\n")
    assert run("replay", str(record))[0] == 0


def test_a_record_is_never_written_over_a_file(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("dear")
    assert run("play", "--save", str(there)) == (2, "", f"fives: --save: {there} is there already\n")
    assert there.read_text() == "dear"


def test_a_record_by_hand_is_told_as_far_as_it_says(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "hand.txt"
    record.write_text("rules: five-up\nnames: Aoi, Ken\n\nround 1\n"
                      "0: 1-4 =5 +1\n1: 4-4@1-4 =9\n0: draw, 1-1@1-4 =10 +2\n")
    status, out, _ = run("replay", str(record))
    assert status == 0
    assert out.splitlines() == [
        "Round 1", "Aoi leads 1-4: 4 + 1 = 5, 1 point.", "Ken plays 4-4 on 1-4: 1 + 8 = 9, no points.",
        "Aoi draws a tile.", "Aoi plays 1-1 on 1-4: 2 + 8 = 10, 2 points."]
    found = json.loads(run("replay", "--json", str(record))[1])
    assert found["events"] is None
    assert found["lacks"]
    assert [move["move"] for move in found["rounds"][0]["moves"]] == ["1-4", "4-4@1-4", "draw", "1-1@1-4"]


FULL = """\
rules: five-up
names: Aoi, Ken
date: 2024-05-17
place: the club
clock: 20 seconds a move
commitment: sha256 of all
remark: it rained
remark: and rained
from: 61 61
playoff: yes

round 12
end: out 0
left: - | 4-4 =8
made: 2 2
settled: 0 -2
totals: 63 61
won: 0

proofs
  as published
"""
ROUNDS = """
round 1
lead: 1
hand 0: 0-3 1-2 1-4 3-5 5-5
1: 0-1 =1 12.5s
0: 1-4@0-1
commitment: of this
remark: he thought long
"""


def test_a_record_as_json_tells_every_header_and_all_of_its_rounds(run: Run) -> None:
    found = json.loads(run("replay", "--json", "-", typed=FULL)[1])
    assert {key: found[key] for key in ("names", "date", "place", "clock", "commitment", "remarks", "from", "playoff",
                                        "first", "proofs")} == {
        "names": ["Aoi", "Ken"], "date": "2024-05-17", "place": "the club", "clock": "20 seconds a move",
        "commitment": "sha256 of all", "remarks": ["it rained", "and rained"], "from": [305, 305], "playoff": True,
        "first": 12, "proofs": "  as published"}
    one = found["rounds"][0]
    assert (one["left"], one["left_tiles"]) == ([0, 8], [[], ["4-4"]])
    assert (one["made"], one["settled"], one["totals"], one["won"]) == ([10, 10], [0, -10], [315, 305], 0)
    text = "rules: five-up\nseats: 2\n" + ROUNDS
    one = json.loads(run("replay", "--json", "-", typed=text)[1])["rounds"][0]
    assert (one["commitment"], one["remarks"], one["leader"]) == ("of this", ["he thought long"], 1)
    assert [move["took"] for move in one["moves"]] == [12500, None]


def test_no_field_of_a_record_is_forgotten_in_its_json(run: Run) -> None:
    found = json.loads(run("replay", "--json", "-", typed="rules: five-up\nseats: 2\n" + ROUNDS)[1])
    for keys, part in ((found, Record), (found["rounds"][0], Sheet), (found["rounds"][0]["moves"][0], Moved)):
        assert {field.name for field in fields(part)} - {"start"} <= keys.keys()
    assert Left._fields == ("tiles", "pips"), "left_tiles and left"


def test_a_record_that_ends_in_a_play_off_says_so(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "tied.txt"
    record.write_text("rules: five-up\nnames: Aoi, Ken\nfrom: 60 60\n\nround 9\n"
                      "end: blocked\nleft: 3 | 3\nmade: 2 2\ntotals: 61 61\n")
    status, out, _ = run("replay", str(record))
    assert status == 0
    assert out.splitlines()[-1] == ("Aoi: 61 of 61. Ken: 61 of 61. "
                                    "There is a tie: play-off, until one leads alone.")


def test_each_round_of_a_play_off_that_leaves_a_tie_says_so(run: Run) -> None:
    text = "rules: five-up\nnames: Aoi, Ken\nfrom: 59 58\n"
    totals = ["60 59", "61 61", "60 60", "59 59", "59 57"]
    rounds = [f"round\nend: blocked\ntotals: {each}\n" for each in totals]
    out = run("replay", "-", typed=text + "".join(rounds))[1]
    assert ["play-off" in told for told in out.split("\n\n")] == [False, True, True, True, False]
    assert "Aoi wins the match with 59 points." in out


def test_an_error_in_a_record_names_line_and_column(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "wrong.txt"
    record.write_text("rules: five-up\nseats: 2\n\nround 1\n0: 1-4 =6\n")
    assert run("replay", str(record)) == (2, "", f"fives: {record}: line 5, column 8: the count is 5, got =6\n")
    record.write_bytes(b"rules: five-up\nna\xc3\xa9\xff")
    assert run("replay", str(record)) == (2, "", f"fives: {record}: line 2, column 4: expected UTF-8\n")
    monkeypatch.setattr("fives.cli.replay.LONGEST", 99)
    record.write_bytes(b" " * 100)
    assert "longer than" in run("replay", str(record))[2]
    assert run("replay", "-", typed="rules: five-up\nseats: 5\n")[2].startswith("fives: -: line 2, column 8: ")


def at_a_turn(process: subprocess.Popen[str]) -> None:
    """Waits until the person is asked."""
    assert process.stdout is not None
    said = ""
    while "Your choice" not in said:
        letter = process.stdout.read(1)
        assert letter, process.stderr and process.stderr.read()
        said += letter


@pytest.mark.skipif(os.name != "posix", reason="a signal for one process")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_the_command_at_a_turn_ends_it_at_once_and_saves(name: str, tmp_path: Path, run: Run) -> None:
    record = tmp_path / "record.txt"
    number = getattr(signal, name)
    with started("play", "--seed", "3", "--save", str(record)) as process:
        at_a_turn(process)
        process.send_signal(number)
        process.send_signal(number)  # a terminal that is closed may say it twice
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err.strip()) == (128 + number, "")
    status, out, _ = run("replay", str(record))
    assert (status, "Round 1" in out) == (0, True)


@pytest.mark.skipif(os.name != "posix", reason="a signal for one process")
def test_a_match_that_was_started_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    with started("play", "--seed", "3", "--save", str(tmp_path / "record.txt"),
                 preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as process:
        at_a_turn(process)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate("q\n", timeout=20)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("You leave the match.\n")


@pytest.mark.skipif(os.name != "posix", reason="this system has no terminals of this kind")
def test_a_terminal_that_is_closed_leaves_the_record(tmp_path: Path, run: Run) -> None:
    import pty
    record = tmp_path / "record.txt"
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, [sys.executable, "-m", "fives", "play", "--lang", "en", "--save", str(record)],
                  os.environ)
    said = b""
    while b"Your choice" not in said:
        said += os.read(terminal, 4096)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    # Either the signal or the end of what is typed comes first.
    assert os.waitstatus_to_exitcode(status) in (128 + signal.SIGHUP, 0)
    assert run("replay", str(record))[0] == 0


def test_ctrl_c_before_the_command_is_there_ends_it_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pressed:
        """Ctrl-C while a module is imported."""

        @staticmethod
        def find_spec(name: str, *rest: object) -> None:
            if name == "fives.cli":
                raise KeyboardInterrupt
    monkeypatch.delitem(sys.modules, "fives.cli")
    monkeypatch.setattr(sys, "meta_path", [Pressed, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("fives.__main__", run_name="__main__")
    assert ended.value.code == 130


def test_a_signal_that_comes_while_the_record_is_saved_changes_nothing() -> None:
    saved = []

    def end() -> None:
        signal.raise_signal(signal.SIGTERM)
        saved.append(True)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Ended) as ended, ending(end):
        signal.raise_signal(signal.SIGTERM)
    with ending(end):
        pass
    assert (ended.value.status, saved) == (128 + signal.SIGTERM, [True, True])
    assert signal.getsignal(signal.SIGTERM) == before


# The drawing


@given(st.sampled_from(list(RULE_SETS.values())), st.randoms(use_true_random=False), st.integers(1, 28),
       st.integers(30, 200))
def test_a_drawing_shows_every_tile_half_to_half_and_every_end(rules: Any, rng: Any, size: int, width: int) -> None:
    layout = Layout(rules)
    for tile in rng.sample(TILES, 28):
        plays = list(layout.plays_of(tile))
        if plays and len(layout.plays) < size:
            layout = layout.play(rng.choice(plays))
    lines = draw(layout, width)
    assert all(len(line) <= width for line in lines)
    text = "\n".join(lines)
    tiles = re.findall(r"\[(\d)\|(\d)(\*?)\]", text)
    assert sorted(tuple(sorted(map(int, tile[:2]))) for tile in tiles) == sorted(layout.lying)
    assert sum(bool(star) for *_, star in tiles) == len(layout.spinners)
    assert not re.search(r"(\d)\*?\]\[(?!\1)", text)
    assert sorted(map(int, re.findall(r"\((\d+)\)", text))) == sorted(end.value for end in layout.counted)
    assert len(re.findall(r"\([\d ]+\)", text)) == len(layout.open)


def test_nothing_is_drawn_before_the_lead() -> None:
    assert draw(Layout(RULE_SETS["five-up"])) == []


# The server


@pytest.mark.skipif(os.name != "posix", reason="a signal for one process")
@pytest.mark.parametrize("command", [[], ["serve"]])
def test_the_server_tells_its_address_and_ends_when_interrupted(tmp_path: Path, command: list[str]) -> None:
    with started(*command, "--port", "0", "--data", str(tmp_path), "--no-browser") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.fullmatch(r"fives: (http://127\.0\.0\.1:\d+/)\n", line)
        assert address, line
        with urllib.request.urlopen(address[1] + "healthz", timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")


def test_a_server_that_cannot_start_says_so_in_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    status, out, err = run("serve", "--data", str(file), "--no-browser")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"fives: [^\n]+\n", err)


# The document


def options_of(command: str) -> set[str]:
    """Every option that a command takes, by its own parser."""
    parser = Parser(command)
    import_module(f"fives.cli.{command}").arguments(parser)
    return {option for action in parser._actions for option in action.option_strings if option.startswith("--")}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_document_tells_every_command_and_option(root: Path, command: str) -> None:
    text = (root / "docs" / "cli.md").read_text(encoding="utf-8")
    shared, _, _ = text.partition("\n## serve\n")
    section = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section
    own = set(re.findall(r"^\| `(--[a-z-]+)", section[1], re.MULTILINE))
    told = {option for option, commands in re.findall(r"^\| `(--[a-z-]+)[^`]*` \| ([^|]*) \|", shared, re.MULTILINE)
            if f"`{command}`" in commands or commands == "every command"}
    assert own | told == options_of(command)
    assert re.search(rf"fives {command if command != 'serve' else ''}", section[1])


def test_the_document_shows_what_is_printed(root: Path, run: Run) -> None:
    text = (root / "docs" / "cli.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ fives (.*)\n((?:    .*\n)+)", text, re.MULTILINE)
    assert len(shown) >= 2
    for command, printed in shown:
        arguments = [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', command)]
        lines = [line.removeprefix("    ") for line in printed.splitlines()]
        said = run(*arguments)[1].splitlines()
        assert lines == said or (lines[-1] == "..." and lines[:-1] == said[:len(lines) - 1])


def test_help_of_a_command_names_what_it_takes(run: Run) -> None:
    for command in COMMANDS:
        out = run(command, "--help")[1]
        assert all(option in out for option in options_of(command))
        assert argparse.ArgumentParser().prog not in out.splitlines()[0]


def test_the_command_starts_quickly() -> None:
    """A tenth of what a person notices; the best of some goes, since others work on the same cores."""
    best = min(timed("--version") for _ in range(5))
    assert best < 0.5


def timed(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "fives", *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
