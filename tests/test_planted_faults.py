"""Every planted fault turns the tests of the rules red."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
TABLE = tomllib.loads((ROOT / "tests" / "planted_faults.toml").read_text())
FAULTS = {fault["name"]: fault for fault in TABLE["fault"]}
WATCH = ("test_corpus.py", "test_reports.py", "test_against_reference.py", "test_rule_book.py")


def suite(folder: Path) -> subprocess.CompletedProcess[str]:
    """The tests of the rules, run on the package in a folder, up to the first that fails."""
    tests = [f"tests/{name}" for name in WATCH]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--noconftest", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=folder, env={"PATH": "", "FIVES_ROUNDS": "20", "PYTHONDONTWRITEBYTECODE": "1",
                                                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
                          check=False, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    for name in ("fives", "tests", "corpus"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("static", "browser"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_the_rules_as_they_stand_are_green(copy: Path) -> None:
    done = suite(copy)
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_noticed(copy: Path, name: str) -> None:
    file, text, wrong = (FAULTS[name][key] for key in ("file", "text", "wrong"))
    path = copy / "fives" / file
    source = path.read_text()
    assert source.count(text) == 1, f"the text of this fault stands {source.count(text)} times in {file}"
    path.write_text(source.replace(text, wrong))
    try:
        done = suite(copy)
    finally:
        path.write_text(source)
    assert done.returncode == 1, done.stdout[-2000:]
    assert "failed" in done.stdout or "error" in done.stdout
