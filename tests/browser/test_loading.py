"""A table whose page cannot be loaded says so, and offers to try again."""

from __future__ import annotations

from typing import Any

import pytest

import page_fixture

SAID = {"en": ("The table could not be loaded.", "Try again"), "ko": ("테이블을 불러오지 못했습니다.", "다시 시도"),
        "ja": ("テーブルを読み込めませんでした。", "もう一度試す")}


def open_table(page: Any, positions: str, name: str, lang: str = "en") -> None:
    page.goto(f"{positions}/tables/turn.{name}?lang={lang}#{page_fixture.TOKEN}", wait_until="commit")


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
@pytest.mark.parametrize("how", ["refused", "lost", "broken"])
def test_a_page_of_which_a_part_cannot_be_loaded_says_so_and_is_there_at_the_next_try(
        lang: str, how: str, page: Any, positions: str, complaints: list[str]) -> None:
    def stand(route: Any) -> None:
        if how == "lost":
            route.abort()
        elif how == "refused":
            route.fulfill(status=503, body="")
        else:
            route.fulfill(content_type="text/javascript", body="throw new Error('broken');")

    page.route("**/table-page.js", stand)
    open_table(page, positions, f"{how}-{lang}", lang)
    page.locator(".middle [role=alert]", has_text=SAID[lang][0]).wait_for()
    page.unroute("**/table-page.js")
    again = page.locator(".middle .btn")
    assert again.inner_text() == SAID[lang][1]
    assert again.bounding_box()["height"] >= 44
    again.click()
    page.locator(".hand button").first.wait_for()
    assert SAID[lang][0] not in page.locator("main").inner_text()
    complaints.clear()


def test_a_page_of_which_a_part_does_not_come_says_so_after_a_while_and_goes_on_when_it_comes(
        page: Any, positions: str) -> None:
    held: list[Any] = []
    page.clock.install()
    page.route("**/table-page.js", lambda route: held.append(route))
    open_table(page, positions, "slow")
    page.locator(".middle", has_text="Opening the table").wait_for()
    while not held:
        page.wait_for_timeout(50)
    page.clock.run_for(16_000)
    page.locator(".middle [role=alert]").wait_for()
    for route in held:
        route.continue_()
    page.locator(".hand button").first.wait_for()
    assert page.locator(".middle [role=alert]").count() == 0


def test_a_style_sheet_that_could_not_be_loaded_is_asked_for_once_more(
        page: Any, positions: str, complaints: list[str]) -> None:
    asked: list[str] = []

    def stand(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) < 2:
            route.abort()
        else:
            route.continue_()

    page.route("**/table-page.css*", stand)
    open_table(page, positions, "bare")
    page.locator(".hand button").first.wait_for()
    page.wait_for_function("() => getComputedStyle(document.querySelector('.hand')).listStyleType === 'none'")
    assert [url.partition("?")[2] for url in asked] == ["", "again"]
    complaints[:] = [one for one in complaints if "table-page.css" not in one]


def test_a_style_sheet_that_cannot_be_loaded_is_not_asked_for_without_end(
        page: Any, positions: str, complaints: list[str]) -> None:
    asked: list[Any] = []
    page.route("**/table-page.css*", lambda route: (asked.append(route), route.abort()))
    open_table(page, positions, "plain")
    page.wait_for_timeout(3500)
    assert len(asked) == 2
    complaints[:] = [one for one in complaints if "table-page.css" not in one]


def test_a_page_that_runs_is_never_said_not_to_be_loaded(page: Any, positions: str, complaints: list[str]) -> None:
    page.clock.install()
    page.route_web_socket("**/ws", lambda silent: None)
    open_table(page, positions, "silent")
    page.locator("main[data-runs]").wait_for(state="attached")
    page.clock.run_for(16_000)
    assert page.locator(".middle").inner_text() == "Opening the table"
