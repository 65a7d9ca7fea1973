"""Seats of who has gone, seats that are free, and a press on a lost line: what the end of a round offers and shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from test_line import between
from test_page import complaints_of_axe

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
FRESH = count()
FREE = {"en": ("A seat is free: sit down", "A seat is free."), "ko": ("빈자리에 앉기", "빈자리가 있습니다."),
        "ja": ("空いている席につく", "空いている席があります。")}
# Keeps whatever a live region is told from now on, if it is on the page: else a screen reader does not know of it.
LISTEN = """() => {
    window.heard = [];
    const there = (one) => one.target.checkVisibility({ visibilityProperty: true });
    const kept = new MutationObserver((all) => all.filter(there).forEach(
        (one) => one.addedNodes.forEach((node) => heard.push(node.textContent.trim()))));
    for (const live of document.querySelectorAll("[aria-live]")) kept.observe(live, { childList: true });
}"""


def watch(page: Any, link: str, lang: str = "en") -> None:
    """Look on at a table by the link that is shared."""
    page.goto(f"{link.split('#')[0].split('?')[0]}?lang={lang}")
    page.locator("main:not([aria-busy])").wait_for(state="attached")


def free(page: Any) -> None:
    """Open the seat of a bot, or of who has gone, in the menu that is open; close it."""
    page.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).click()
    page.locator(".people-here .offered").wait_for()
    page.keyboard.press("Escape")


# Who has gone


def test_a_rematch_does_not_wait_for_who_went_home_once_the_host_has_opened_the_seat(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    at(page, "away-over")
    go = page.locator(".go-on")
    assert go.inner_text() == "Rematch"
    go.tap()
    page.locator(".go-on[data-what='people']").wait_for()
    assert go.inner_text() == "Somebody has gone: open the seat"
    go.tap()
    opens = page.locator(".people-here").get_by_role("button", name="Open the seat of Aoi")
    box = opens.bounding_box()
    assert 0 < box["y"] < 600, "the menu opens at its people"
    opens.tap()
    page.locator(".panel-open").wait_for(state="detached")
    page.keyboard.press("Escape")
    page.locator(".hand button").first.wait_for()


def test_between_rounds_the_host_may_open_the_seat_of_who_is_not_there(page: Any, at: Callable[..., None]) -> None:
    at(page, "away-settled")
    page.locator(".go-on").click()
    page.locator(".go-on", has_text="Waiting for the others").wait_for()
    page.locator(".menu-button").click()
    page.locator(".people-here").get_by_role("button", name="Open the seat of Aoi").click()
    page.locator(".panel-open").wait_for(state="detached")


def test_in_a_round_nobody_may(page: Any, at: Callable[..., None]) -> None:
    at(page, "away")
    page.locator(".menu-button").click()
    page.locator(".people-here small", has_text="away").wait_for()
    assert page.get_by_role("button", name="Open the seat of Aoi").count() == 0


# A seat that is free


@pytest.mark.parametrize("lang", FREE)
def test_who_looks_on_is_told_of_a_free_seat_once_and_sits_down_from_the_settlement(
        lang: str, new_page: Callable[..., Any], positions: str) -> None:
    host, page = new_page(), new_page(**PHONE)
    link = f"{positions}/tables/five-up-2.free{next(FRESH)}"
    host.goto(f"{link}?lang=en#seat")
    host.locator("main:not([aria-busy])").wait_for(state="attached")
    watch(page, link, lang)
    go = page.locator(".go-on")
    assert go.get_attribute("aria-disabled") == "true"
    page.evaluate(LISTEN)
    host.locator(".menu-button").click()
    free(host)
    page.locator(".go-on[data-what='people']").wait_for()
    assert (go.inner_text(), go.get_attribute("aria-disabled")) == (FREE[lang][0], None)
    assert page.evaluate("heard") == [FREE[lang][1]]
    assert complaints_of_axe(page) == []
    go.tap()
    assert page.evaluate("document.activeElement.matches('.menu .people')")
    sit = page.locator(".people-here .btn.main")
    assert sit.bounding_box()["y"] < 600, "in sight"
    page.locator(".people-here .own-name").fill("Wim")
    sit.tap()
    page.locator(".people-here .own-name").wait_for()
    page.locator(".go-on[data-what='next']:not([aria-disabled])").wait_for(state="attached")
    host.locator(".menu-button").click()
    host.locator(".people-here").get_by_text("Wim").wait_for()
    assert page.evaluate("heard") == [FREE[lang][1]], "once"


@pytest.mark.parametrize("options", [PHONE, {}, {"viewport": {"width": 740, "height": 360}}],
                         ids=["phone", "desktop", "on its side"])
def test_in_a_round_the_way_to_a_free_seat_stands_beside_that_one_is_watching(
        options: dict[str, Any], new_page: Callable[..., Any], positions: str) -> None:
    host, page = new_page(), new_page(**options)
    link = f"{positions}/tables/turn.free{next(FRESH)}"
    host.goto(f"{link}?lang=en#seat")
    host.locator("main:not([aria-busy])").wait_for(state="attached")
    watch(page, link)
    way = page.locator(".to-seats")
    assert not way.is_visible()
    assert not host.locator(".to-seats").is_visible()
    stage = page.locator(".stage").bounding_box()
    host.locator(".menu-button").click()
    host.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).first.click()
    way.wait_for()
    box, size = way.bounding_box(), page.viewport_size
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    assert page.locator(".stage").bounding_box() == stage, "the table stays as it is"
    way.click()
    page.locator(".people-here .btn.main").click()
    page.locator(".people-here .next").wait_for()
    assert not way.is_visible()
    assert page.locator("#hand-is").inner_text() == "You play from the next round on."


def test_a_free_seat_that_another_takes_is_offered_no_more(
        new_page: Callable[..., Any], positions: str) -> None:
    host, page, other = new_page(), new_page(**PHONE), new_page()
    link = f"{positions}/tables/five-up-2.free{next(FRESH)}"
    host.goto(f"{link}?lang=en#seat")
    host.locator("main:not([aria-busy])").wait_for(state="attached")
    for each in (page, other):
        watch(each, link)
    host.locator(".menu-button").click()
    free(host)
    page.locator(".go-on[data-what='people']").wait_for()
    other.locator(".go-on").click()
    other.locator(".people-here .btn.main").click()
    page.locator(".go-on[data-what='next'][aria-disabled]").wait_for()


# A press on a lost line


def test_a_press_while_the_line_is_lost_is_seen_and_sent_later(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    at(page, "away-settled")
    sent = []
    held["change"] = lambda text: (sent.append(text), text)[1] if '"ready"' in text else text
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".panel .notice", has_text="Reconnecting").wait_for()
    go = page.locator(".go-on")
    go.tap()
    assert (go.inner_text(), go.get_attribute("aria-disabled")) == ("Waiting for the others", "true")
    go.tap(force=True)
    held["refuse"] = False
    page.locator(".panel .notice", has_text="Reconnecting").wait_for(state="hidden")
    page.wait_for_timeout(300)
    assert (go.inner_text(), go.get_attribute("aria-disabled")) == ("Waiting for the others", "true")
    assert len(sent) == 1


def test_a_press_that_is_refused_can_be_made_again(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    at(page, "settled")
    held["change"] = lambda text: re.sub(r'"at":\d+', '"at":1', text) if '"ready"' in text else text
    go = page.locator(".go-on")
    go.tap()
    page.locator(".panel .notice", has_text="moved on").wait_for()
    assert (go.inner_text(), go.get_attribute("aria-disabled")) == ("Next round", None)
    held["change"] = lambda text: text
    go.tap()
    page.locator(".panel-open").wait_for(state="detached")
