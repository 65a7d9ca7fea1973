"""What tests/conftest.py promises where there is no browser: what is not run is told."""

from __future__ import annotations

import pytest

from inner_run import Run

pytestmark = pytest.mark.processes

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
