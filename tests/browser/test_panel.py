"""The panel of a settlement or a result while it is open: it shows what is so now, says it once, and nothing jumps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from ears import listen
from test_line import between

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
LANGS = ("en", "ko", "ja")


def again(page: Any, held: dict[str, Any], to: Callable[[dict[str, Any]], None]) -> None:
    """Have the page told its last state once more, changed."""
    state = page.evaluate("last")
    to(state)
    held["ws"].send(json.dumps(state))


def test_the_result_is_that_of_the_last_match_for_who_was_away_through_it(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    def other(state: dict[str, Any]) -> None:
        state["number"] += 40
        state["result"].update(title="Aoi wins", text="Aoi wins the match with 11 points.", team=1, yours=False)

    page = new_page(**PHONE)
    listen(page)
    held = between(page)
    at(page, "won")
    page.locator(".panel .look").tap()
    again(page, held, other)
    page.locator(".panel h2", has_text="Aoi wins").wait_for()
    assert page.locator(".panel header p").first.inner_text() == "Aoi wins the match with 11 points."


@pytest.mark.parametrize("position", ["settled", "pooled", "won"])
def test_who_takes_another_name_or_sits_down_is_named_so_in_the_panel_and_nothing_jumps(
        position: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    def rename(state: dict[str, Any]) -> None:
        text = json.dumps(state)
        assert "Haneul" in text
        state.update(json.loads(text.replace("Haneul", "Seoyeon")))

    page = new_page(viewport={"width": 320, "height": 480})
    listen(page)
    held = between(page)
    at(page, position)
    page.locator(".go-on").focus()
    page.locator(".panel").evaluate("one => one.scrollTop = 60")
    scrolled = page.locator(".panel").evaluate("one => one.scrollTop")
    again(page, held, rename)
    page.locator(".panel .teams", has_text="Seoyeon").wait_for()
    assert "Haneul" not in page.locator(".panel header").text_content() + page.locator(".panel .teams").text_content()
    assert page.evaluate("document.activeElement.matches('.go-on')")
    assert page.locator(".panel").evaluate("one => one.scrollTop") == scrolled
    page.locator(".panel h2").focus()
    again(page, held, lambda state: state.update(you=1, lang="ko"))
    page.locator("html[lang=ko]").wait_for(state="attached")
    assert page.evaluate("document.activeElement.matches('.panel h2')")


def test_who_is_ready_changes_the_button_and_nothing_else_of_the_panel(page: Any, at: Callable[..., None]) -> None:
    at(page, "away-settled")
    page.evaluate("document.querySelector('.panel .teams').firstChild.dataset.before = 1")
    page.locator(".go-on").click()
    page.locator(".go-on[aria-disabled]").wait_for()
    assert page.locator(".panel [data-before]").count() == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [768, 1280])
def test_that_a_bot_holds_the_seat_and_the_way_back_stand_once_where_table_and_panel_are_seen(
        width: int, lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    listen(page)
    at(page, "stand-in-settled", lang=lang)
    for text in (page.evaluate("last.missed.text"), page.locator(".go-on").inner_text()):
        seen = page.evaluate("""(text) => [...document.querySelectorAll("p, button")].filter(
            (one) => one.checkVisibility() && !one.closest(".vh") && one.textContent.trim() === text).length""", text)
        assert seen == 1, text
    assert page.locator(".panel .notice").is_visible()
    page.evaluate("document.querySelector('.panel .look').click()")
    assert page.locator(".take-back").is_visible()
    assert page.locator(".stage .notice").is_visible()
