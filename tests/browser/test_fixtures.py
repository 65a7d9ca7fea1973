"""What tests/conftest.py promises of a page: one that complains fails its test, and each person has their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inner_run import Run

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
