"""What tests/conftest.py promises: a page that complains fails its test, and what is not run is told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.processes

Run = Callable[..., "tuple[int, str]"]


@pytest.fixture
def run_inner(root: Path, tmp_path: Path) -> Run:
    """Run one small file of tests under the project's own conftest, in a process of its own."""

    def run(text: str, **environment: str) -> tuple[int, str]:
        (tmp_path / "pytest.ini").write_text(
            f"[pytest]\npythonpath = {root} {root / 'tools'} {root / 'tests'}\nfilterwarnings = error\n"
            "addopts = --strict-markers -p no:cacheprovider\nmarkers = browser: needs Chromium\n",
            encoding="utf-8",
        )
        (tmp_path / "test_inner.py").write_text(text, encoding="utf-8")
        inherited = {name: value for name, value in os.environ.items() if name not in ("CI", "FIVES_NO_CHROMIUM")}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "test_inner.py"]
        done = subprocess.run(
            command, cwd=tmp_path, env={**inherited, **environment}, capture_output=True, text=True, timeout=120
        )
        return done.returncode, done.stdout + done.stderr

    return run


SKIPS = """
import pytest
def test_first(page): assert False
def test_second(page): assert False
def test_third(): pytest.skip("no server of that kind here")
def test_fourth(): pass
"""


def test_what_is_not_run_is_counted_by_kind_and_reason(run_inner: Run) -> None:
    status, output = run_inner(SKIPS, FIVES_NO_CHROMIUM="no Chromium found (not root)")
    assert "not run: browser tests (2): no Chromium found (not root)\n" in output
    assert "not run: tests (1): no server of that kind here\n" in output
    assert "1 passed, 3 skipped" in output
    assert status == 0


def test_under_ci_a_test_that_is_not_run_fails_the_run(run_inner: Run) -> None:
    status, output = run_inner(SKIPS, FIVES_NO_CHROMIUM="no Chromium found (not root)", CI="true")
    assert "1 passed, 3 skipped" in output
    assert status == 1
    assert run_inner("def test_one(): pass", CI="true")[0] == 0


SAY = "<script>{}</script>"


COMPLAINTS = {
    "console.error(`one is missing`)": "console error: one is missing",
    "console.warn(`one is odd`)": "console warning: one is odd",
    "throw new Error(`one fell`)": "page error: Error: one fell",
    "Promise.reject(new Error(`one was lost`))": "page error: Error: one was lost",
}


@pytest.mark.browser
def test_a_page_that_complains_fails_its_test(run_inner: Run) -> None:
    pages = [SAY.format(script) for script in COMPLAINTS]
    tests = (f"def test_{number}(page): page.set_content({html!r})\n" for number, html in enumerate(pages))
    status, output = run_inner("".join(tests))
    for told in COMPLAINTS.values():
        assert f"the page complained:\n{told}" in output, output
    assert f"{len(COMPLAINTS)} errors" in output
    assert status == 1


def test_each_person_has_a_page_of_their_own(new_page: Callable[..., Any]) -> None:
    first, second = new_page(), new_page(locale="ko-KR", viewport={"width": 360, "height": 640})
    assert first.evaluate("navigator.language") == "en-US"
    assert second.evaluate("[navigator.language, innerWidth]") == ["ko-KR", 360]
    assert first.context is not second.context


def test_a_page_that_only_talks_passes(page: Any, complaints: list[str]) -> None:
    page.set_content(SAY.format("console.log('dealt'); console.info('played')"))
    assert complaints == []
    assert page.evaluate("1 + 1") == 2


def test_a_complaint_provoked_on_purpose_can_be_taken_out(page: Any, complaints: list[str]) -> None:
    page.set_content(SAY.format("console.error('the server went away')"))
    page.evaluate("0")
    [complaint] = complaints
    assert complaint.startswith("console error: the server went away")
    complaints.remove(complaint)


def test_axe_can_look_at_a_page(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.set_content('<html lang="en"><title>Fives</title><main><h1>Fives</h1><img src="data:,"></main></html>')
    assert [found["id"] for found in Axe().run(page).response["violations"]] == ["image-alt"]
