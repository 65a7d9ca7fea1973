"""A run of pytest in the tests: of one small file, under the project's own conftest, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).resolve().parent.parent


class Run(Protocol):
    """Runs the text of a file of tests; its exit status and all that it said."""

    def __call__(self, text: str, **environment: str) -> tuple[int, str]:
        """`environment` is added to that of this process."""


def inner_run(folder: Path) -> Run:
    """Runs files in an empty folder."""

    def run(text: str, **environment: str) -> tuple[int, str]:
        (folder / "pytest.ini").write_text(
            f"[pytest]\npythonpath = {ROOT} {ROOT / 'tools'} {ROOT / 'tests'}\nfilterwarnings = error\n"
            "addopts = --strict-markers -p no:cacheprovider\nmarkers = browser: needs Chromium\n",
            encoding="utf-8",
        )
        (folder / "test_inner.py").write_text(text, encoding="utf-8")
        inherited = {name: value for name, value in os.environ.items() if name not in ("CI", "FIVES_NO_CHROMIUM")}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "test_inner.py"]
        done = subprocess.run(
            command, cwd=folder, env={**inherited, **environment}, capture_output=True, text=True, timeout=120
        )
        return done.returncode, done.stdout + done.stderr

    return run
