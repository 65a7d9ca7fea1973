"""The arena: duplicate deals, the same numbers whoever plays them, files that are gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import psutil
import pytest

from fives.analysis.arena import Standing, arena, interval, standing
from fives.analysis.arena_file import read
from fives.analysis.arena_play import Played, Setting, play_match, play_round
from fives.cli import main
from fives.rules import ALL_FIVES, DOMINOS_CC_ALL_FIVES, DOMINOS_CC_BLOCK, FIVE_UP, Rules, parse_rules
from fives.tiles import TextError

pytestmark = pytest.mark.processes

PAIR = Setting("casual", "random", FIVE_UP, 2, seed=5)


def results(rounds: int, matches: int = 0, executor: Executor | None = None, setting: Setting = PAIR,
            **options: object) -> Standing:
    with ThreadPoolExecutor(1) as alone:
        return arena(setting, rounds, matches, executor=executor or alone, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "seats", "teams"), [
    (FIVE_UP, 2, 2), (ALL_FIVES, 3, 3), (FIVE_UP, 4, 2), (DOMINOS_CC_ALL_FIVES, 4, 4), (DOMINOS_CC_BLOCK, 2, 2)])
@pytest.mark.parametrize("level", ["casual", "random", "expert"])
def test_a_level_against_itself_comes_out_even_to_the_point(rules: Rules, seats: int, teams: int, level: str) -> None:
    for number in range(2):
        played = play_round(Setting(level, level, rules, seats, seed=3), number)
        assert len(played.results) == teams
        assert sum(played.results) == 0


def test_every_match_between_equals_is_won_by_one_team_that_a_was() -> None:
    for rules, seats in ((FIVE_UP, 2), (ALL_FIVES, 3), (FIVE_UP, 4)):
        played = play_match(Setting("casual", "casual", rules, seats, seed=4), 0)
        assert sum(played.results) == 1


def test_deals_do_not_depend_on_who_plays() -> None:
    """Where nobody has a choice, all levels make the same points: hands of one tile."""
    rules = FIVE_UP.vary(deal=(1, 1, 1))
    by_level = [play_round(Setting(a, b, rules, 2, seed=8), 6).results for a, b in (
        ("random", "random"), ("casual", "random"), ("beginner", "casual"))]
    assert by_level[0] == by_level[1] == by_level[2]


def test_points_are_ahead_of_the_mean_of_the_others() -> None:
    played = play_round(Setting("casual", "random", ALL_FIVES, 3, seed=1), 4)
    assert all(result.denominator in (1, 2, 4) for result in played.results)
    assert played.plays[0] > 0


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    assert shape(results(12, 1)) == shape(results(12, 1))
    assert shape(results(12)) != shape(results(12, setting=Setting("casual", "random", FIVE_UP, 2, seed=6)))


def shape(found: Standing) -> tuple[object, ...]:
    """All but the time it took."""
    return found.deals, found.points, found.error, found.matches, found.won, found.complete


def test_processes_give_the_same_numbers(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    assert shape(arena(PAIR, 6, 1, workers=2, out=out)) == shape(results(6, 1))
    kept, _ = read(out, PAIR)
    assert {(each.kind, each.number) for each in kept} == {("match", 0), *(("round", n) for n in range(6))}


@pytest.mark.filterwarnings("ignore")  # those of dask are not ours
def test_a_dask_cluster_gives_the_same_numbers() -> None:
    distributed = pytest.importorskip("distributed")
    one = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**one) as local, distributed.Client(local) as client:
        found = results(6, 1, executor=client.get_executor())
    assert shape(found) == shape(results(6, 1))


def test_what_a_file_holds_is_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    results(3, out=out)
    before = out.read_text()
    with out.open("a") as file:
        file.write('{"kind": "round", "num')  # the power failed here
    played: list[int] = []
    found = results(5, 1, out=out, watch=lambda done, total: played.append(done))
    assert out.read_text().startswith(before)
    assert played[0] == 3
    assert shape(found) == shape(results(5, 1))
    assert len(out.read_text().splitlines()) == 1 + 5 + 1
    assert shape(results(5, 1, out=out)) == shape(found)


def test_a_file_of_another_arena_is_refused_with_what_was_expected(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    results(1, out=out)
    with pytest.raises(TextError, match="first line is"):
        results(1, out=out, setting=Setting("casual", "random", FIVE_UP, 3, seed=5))
    out.write_text(out.read_text() + '{"kind": "deal"}\n')
    with pytest.raises(TextError, match="line 3: expected what came of a round"):
        results(1, out=out)
    out.write_text("x\n")
    with pytest.raises(TextError, match="line 1: expected JSON"):
        results(1, out=out)


def test_a_variation_goes_into_the_file_and_comes_back() -> None:
    setting = Setting("master", "flat", parse_rules("five-up target=100"), 2, 7, 0.02)
    assert Setting.from_json(json.loads(json.dumps(setting.to_json()))) == setting


def test_who_ends_it_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    found = results(64, out=out, watch=lambda done, total: done < 8)
    assert 8 <= found.deals < 64
    assert not found.complete
    assert len(out.read_text().splitlines()) == 1 + found.deals


def test_the_error_is_that_of_the_mean_of_deals() -> None:
    played = [Played("round", at, (Fraction(a), Fraction(b)), (0.1, 0.2), (10, 5))
              for at, (a, b) in enumerate(((4, 6), (10, -10), (7, 3), (1, 3)))]
    found = standing(PAIR, [*played, Played("match", 0, (Fraction(1), Fraction(0)), (0.0, 0.0), (0, 0))], 6)
    assert (found.points, found.matches, found.won, found.complete) == (3.0, 2, 1, False)
    assert found.error == pytest.approx((18 / 3 / 4) ** 0.5)
    assert found.pace == pytest.approx((10.0, 40.0))


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_a_single_deal_tells_nothing_of_how_sure_that_is(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "casual", "random", "--rounds", "1", "--workers", "1", "--lang", lang]
    assert main(command) == 0
    assert "± ?" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["error"] is None
    assert standing(PAIR, [], 0).error is None
    alike = [Played("round", at, (Fraction(3),), (0.1, 0.2), (10, 5)) for at in range(2)]
    assert standing(PAIR, alike, 2).error == 0.0


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("setting", "rounds", "said"), [
    (Setting("genius", "random", FIVE_UP, 2), 1, "expected a level of play"),
    (Setting("casual", "random", FIVE_UP, 5), 1, "seats: expected a whole number from 2 to 4, got 5"),
    (Setting("casual", "random", FIVE_UP, 2), -1, "rounds: expected"),
    (Setting("casual", "random", FIVE_UP, 2, -1), 1, "seed: expected"),
    (Setting("casual", "random", "five-up", 2), 1, "rules: expected a rule set"),  # type: ignore[arg-type]
    (Setting("casual", "random", FIVE_UP, 2, 0, -1), 1, "budget: expected seconds up to 3600, or None, got -1"),
    (Setting("casual", "random", FIVE_UP, 2, 0, "x"), 1, "budget: expected seconds"),  # type: ignore[arg-type]
    ("casual", 1, "setting: expected a Setting, got 'casual'"),
])
def test_what_cannot_be_played_is_refused(setting: Setting, rounds: int, said: str) -> None:
    with pytest.raises(TextError, match=said):
        arena(setting, rounds)


@pytest.mark.parametrize(("option", "said"), [
    ({"workers": -1}, "workers: expected a whole number from 1 to 256, got -1"), ({"workers": "2"}, "workers: "),
    ({"out": "arena.jsonl"}, "out: expected a Path, or None, got 'arena.jsonl'")])
def test_what_is_no_number_of_workers_and_no_file_is_refused(option: dict[str, Any], said: str) -> None:
    with pytest.raises(TextError, match=said):
        arena(PAIR, 1, **option)


def test_nothing_to_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "club", "casual", "--rounds", "0"]) == 2
    assert capsys.readouterr().err == "fives: --rounds: expected at least 1, or --matches\n"


def test_the_command_tells_how_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "casual", "random", "--rounds", "4", "--matches", "1", "--seed", "5", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["points"], told["error"]) == (results(4).points, results(4).error)
    for lang in ("en", "ko", "ja"):
        assert main([*command, "--lang", lang]) == 0
        assert f"{told['points']:+.2f}" in capsys.readouterr().out


def test_an_interrupted_command_keeps_what_it_played(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    command = [sys.executable, "-m", "fives", "arena", "casual", "random", "--rounds", "100000", "--out", str(out),
               "--workers", "1", "--lang", "en"]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        until = time.monotonic() + 30
        while (not out.exists() or out.read_text().count("\n") < 20) and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        said, errors = running.communicate(timeout=30)
    assert (running.returncode, errors) == (130, "")
    setting = Setting("casual", "random", FIVE_UP, 2)
    assert f"{len(read(out, setting)[0])} deals: " in said
    assert "Not all that was asked for was played." in said


def test_who_interrupts_waits_for_no_deal_that_is_still_played(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    command = [sys.executable, "-m", "fives", "arena", "master", "flat", "--rounds", "1000", "--out", str(out),
               "--budget", "60000", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        until = time.monotonic() + 60
        while not out.exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(3)  # a deal takes minutes
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=15)
    assert (running.returncode, errors) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_worker_outlives_its_arena_however_that_ends(tmp_path: Path, name: str) -> None:
    out = tmp_path / "arena.jsonl"
    command = [sys.executable, "-m", "fives", "arena", "expert", "flat", "--rounds", "100000", "--out", str(out),
               "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        until = time.monotonic() + 60
        while (not out.exists() or out.read_text().count("\n") < 3) and time.monotonic() < until:
            time.sleep(0.05)
        children = psutil.Process(running.pid).children(recursive=True)
        assert len(children) >= 2
        running.send_signal(getattr(signal, name))
        _, left = psutil.wait_procs(children, timeout=10)
        if name == "SIGKILL":
            running.kill()
        said, errors = running.communicate(timeout=10)
    assert left == []
    if name != "SIGKILL":
        assert (running.returncode, said, errors) == (128 + getattr(signal, name), b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("seconds", [1, 3])
def test_a_signal_that_the_workers_hear_too_ends_an_arena_without_a_word(tmp_path: Path, seconds: int) -> None:
    command = [sys.executable, "-m", "fives", "arena", "expert", "flat", "--rounds", "100000", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as running:
        until = time.monotonic() + 60
        while len(psutil.Process(running.pid).children(recursive=True)) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(seconds)
        os.killpg(running.pid, signal.SIGTERM)
        said, errors = running.communicate(timeout=20)
    assert (running.returncode, said, errors) == (128 + signal.SIGTERM, b"", b"")


@pytest.mark.parametrize(("arguments", "said"), [
    (["genius", "casual"], "expected a level of play"), (["casual"], "required"),
    (["casual", "random", "--budget", "0"], "expected milliseconds"),
    (["casual", "random", "--seats", "5"], "from 2 to 4")])
def test_the_command_says_what_it_expected(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments]) == 2
    assert said in capsys.readouterr().err
