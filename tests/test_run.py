"""The commands for people with a fresh clone: what tools/ decides before it runs anything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import environment
import needs
import run

THERE = {"venv": True, "ensurepip": True}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree with all that an install depends on."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "hatch_build.py").write_text("", encoding="utf-8")
    folder = tmp_path / "fives" / "locale" / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "fives.po").write_text("", encoding="utf-8")
    (folder / "fives.mo").write_text("", encoding="utf-8")
    return tmp_path


def test_a_python_that_is_new_enough_and_whole_will_do() -> None:
    assert environment.python_problem((3, 11), None, THERE) is None
    assert environment.python_problem((4, 0), None, THERE) is None


def test_an_old_python_is_named_and_a_newer_one_beside_it_too() -> None:
    assert environment.python_problem((3, 9), None, THERE) == "Python 3.11 or newer is needed, and this is Python 3.9"
    problem = environment.python_problem((3, 9), "python3.12 tools/run.py play", THERE)
    assert problem is not None
    assert problem.endswith("this is Python 3.9; try: python3.12 tools/run.py play")


def test_a_python_without_ensurepip_names_the_package_that_brings_it() -> None:
    problem = environment.python_problem((3, 13), None, {"venv": True, "ensurepip": False})
    assert problem == "this Python lacks ensurepip; on Debian and Ubuntu: apt-get install python3.13-venv"


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py", "fives/locale/ko/LC_MESSAGES/fives.po"])
def test_an_edit_of_what_the_build_reads_asks_for_a_new_install(tree: Path, name: str) -> None:
    before = environment.digest(tree, "3.11")
    assert environment.digest(tree, "3.11") == before
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert environment.digest(tree, "3.11") != before


def test_another_python_or_a_moved_tree_asks_for_a_new_install(tree: Path, tmp_path: Path) -> None:
    before = environment.digest(tree, "3.11")
    assert environment.digest(tree, "3.12") != before
    assert environment.digest(tree.rename(tmp_path.with_name(tmp_path.name + "-moved")), "3.11") != before


def test_an_edit_of_the_code_asks_for_no_new_install(tree: Path) -> None:
    before = environment.digest(tree, "3.11")
    (tree / "fives" / "rules.py").write_text("", encoding="utf-8")
    assert environment.digest(tree, "3.11") == before


def test_a_stamp_holds_for_what_it_installed_and_for_less(tree: Path) -> None:
    stamp = tree / "stamp.json"
    assert not environment.is_installed(stamp, "abc", "", tree)
    stamp.write_text(json.dumps({"digest": "abc", "extras": ""}), encoding="utf-8")
    assert environment.is_installed(stamp, "abc", "", tree)
    assert not environment.is_installed(stamp, "abd", "", tree)
    assert not environment.is_installed(stamp, "abc", "test", tree)
    stamp.write_text(json.dumps({"digest": "abc", "extras": "test,bench"}), encoding="utf-8")
    assert environment.is_installed(stamp, "abc", "test,bench", tree)
    assert environment.is_installed(stamp, "abc", "test", tree)
    assert environment.is_installed(stamp, "abc", "", tree)
    assert not environment.is_installed(stamp, "abc", "test,more", tree)


DAMAGED = ["", "{", "[]", "{}", "null", '{"digest": "abc"}', '{"digest": "abc", "extras": 1}']


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_stamp_holds_for_nothing(tree: Path, content: str) -> None:
    stamp = tree / "stamp.json"
    stamp.write_text(content, encoding="utf-8")
    assert not environment.is_installed(stamp, "abc", "test", tree)


def test_a_catalogue_that_is_not_compiled_asks_for_a_new_install(tree: Path) -> None:
    stamp = tree / "stamp.json"
    stamp.write_text(json.dumps({"digest": "abc", "extras": ""}), encoding="utf-8")
    (tree / "fives/locale/ko/LC_MESSAGES/fives.mo").unlink()
    assert not environment.is_installed(stamp, "abc", "", tree)


def test_a_missing_network_is_told_in_one_line() -> None:
    said = (
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...)': /simple/rich/\n"
        "ERROR: Could not find a version that satisfies the requirement rich (from versions: none)\n"
        "ERROR: No matching distribution found for rich\n"
    )
    assert environment.pip_problem(said) == "pip got no answer from the package index: is there a network?"


def test_any_other_failure_of_pip_is_told_in_its_own_last_words() -> None:
    said = "Collecting rich\nERROR: first\nERROR: No matching distribution found for rich\nmore\n"
    assert environment.pip_problem(said) == "pip failed: No matching distribution found for rich"
    assert environment.pip_problem("") == "pip failed"


def test_the_version_of_node_is_read_and_nonsense_is_no_version() -> None:
    assert needs.node_version("v20.20.2\n") == 20
    assert needs.node_version("") == needs.node_version("node: not found") == 0


def test_a_part_that_was_not_run_fails_the_run_only_under_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert run.close([], ["types of the page: no Node.js"]) == 0
    monkeypatch.setenv("CI", "true")
    assert run.close([], ["types of the page: no Node.js"]) == 1
    assert run.close([], []) == 0


@pytest.mark.parametrize(("ci", "there", "fetched"), [
    ("", None, [needs.SHELL, "chromium"]),  # an older Debian has only the other
    ("", "chromium", []),
    ("true", "chromium", [needs.SHELL]),
    ("true", needs.SHELL, []),
])
def test_the_quick_chromium_is_fetched_first_and_nothing_where_there_is_one(
        ci: str, there: str | None, fetched: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        fails = "install" in command and needs.SHELL in command
        asked.extend(command[-1:] if "install" in command else ())
        return subprocess.CompletedProcess(command, 100 if fails else 0, "a font", "E: Unable to locate package")
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(needs, "apt", lambda: (["apt-get"], ""))
    monkeypatch.setattr(needs.subprocess, "run", run)
    monkeypatch.setattr(needs.shutil, "which", lambda name: name if name in (there, "fc-list") else None)
    monkeypatch.setattr(needs, "find_chromium", lambda: there or ("chromium" if "chromium" in asked else None))
    assert needs.provide_chromium() is None
    assert asked == fetched


def test_the_last_line_names_each_part_that_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.close(["ruff: lint", "pytest"], [], 2) == 2
    assert capsys.readouterr().out == "==> failed: ruff: lint, pytest\n"
    assert run.close(["ruff: lint"], []) == 1


def test_an_unknown_command_is_refused_in_one_line(root: Path) -> None:
    done = subprocess.run([sys.executable, root / "tools/run.py", "paly"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    known = "play, test, check, bench, chaos, hostile, load"
    assert done.stderr == f"fives: there is no command 'paly'; there are {known}\n"


def test_what_takes_no_arguments_says_so_before_it_installs_anything(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "install", lambda extra="": pytest.fail("it installs"))
    assert run.main(["check", "tests/test_run.py"]) == 2
    assert capsys.readouterr() == ("", "fives: check takes no arguments, got 'tests/test_run.py'\n")


def test_only_what_there_is_can_be_measured(root: Path) -> None:
    command = [sys.executable, root / "tools/run.py", "bench", "luck"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fives: there is nothing to measure called 'luck'; there are: ")
