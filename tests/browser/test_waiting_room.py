"""Who sits where: what people came for is in sight at once, a press is one, and what failed is not shown as done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from test_line import between
from test_page import complaints_of_axe
from test_people_list import FOUR, open_table

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
LAST_OPEN = {**FOUR, "places": ["bot:greedy", "bot:greedy", "open"]}
# Whether all corners of it can be pressed: nothing cuts or covers it.
IN_SIGHT = """(one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]]
        .every(([x, y]) => document.elementFromPoint(x, y)?.closest(".btn") === one);
}"""


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_on_a_desktop_the_host_sees_the_way_to_begin_however_long_the_list_is(
        lang: str, page: Any, new_table: Callable[..., str]) -> None:
    open_table(page, new_table(**LAST_OPEN), lang)
    for width, height in ((1280, 720), (1366, 768), (1100, 560)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".waiting-room > .btn").evaluate(IN_SIGHT), (width, height)
        page.locator(".waiting-room .roll").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
        assert page.locator(".people .btn").last.evaluate(IN_SIGHT), "the list rolls above it"
        page.locator(".waiting-room .roll").evaluate("(one) => one.scrollTo(0, 0)")


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_on_a_phone_who_comes_sees_the_seat_that_is_free_though_it_is_the_fourth(
        lang: str, new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    open_table(page, new_table(**LAST_OPEN).split("#")[0], lang)
    for width, height in ((844, 390), (320, 568), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".people .btn.main").evaluate(IN_SIGHT), (width, height)
        assert page.locator(".own-name").bounding_box()["y"] < page.locator(".people .btn.main").bounding_box()["y"]


def test_who_has_sat_down_is_shown_the_link_first(new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    open_table(page, new_table(**FOUR).split("#")[0])
    link, seats = page.locator(".waiting-room .share"), page.locator(".waiting-room .people")
    assert link.bounding_box()["y"] > seats.bounding_box()["y"]
    page.locator(".people .btn.main").first.tap()
    page.locator(".people small", has_text="You").wait_for()
    assert link.bounding_box()["y"] < seats.bounding_box()["y"]


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_sentences_stand_apart_as_they_do_in_their_language(lang: str, page: Any, at: Callable[..., None]) -> None:
    for state in ("varied", "waiting"):
        at(page, state, lang=lang)
        told = page.locator(".waiting-room .differs").text_content()
        stop = "。" if lang == "ja" else "."
        after = re.findall(rf"{re.escape(stop)}(?!cc)(.)", told, re.DOTALL)
        assert len(after) >= 2, "the sentences, and the way to the rules"
        assert all(letter.isspace() is (lang != "ja") for letter in after), told


# A press is one


def lost(held: dict[str, Any], kind: str) -> list[str]:
    """Have commands of a kind lost on their way; those that were."""
    sent: list[str] = []
    held["change"] = lambda text: sent.append(text) if f'"{kind}"' in text else text
    return sent


def refused(held: dict[str, Any], kind: str) -> None:
    """Have commands of a kind refused, since another comes in their place that is too late."""
    def late(text: str) -> str:
        said = json.loads(text)
        if said["type"] != kind:
            return text
        return json.dumps({"type": "move", "at": 1, "key": said["key"], "move": "pass"})

    held["change"] = late


def test_the_seat_is_taken_back_by_one_press_that_is_seen(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    at(page, "stand-in")
    sent = lost(held, "back")
    back = page.locator(".strip .take-back")
    back.tap()
    assert back.get_attribute("aria-disabled") == "true"
    assert complaints_of_axe(page) == []
    back.tap(force=True)
    page.locator(".menu-button").tap()
    listed = page.locator(".people-here .btn", has_text="Take the seat back")
    assert listed.get_attribute("aria-disabled") == "true", "it is the same there"
    listed.tap(force=True)
    assert len(sent) == 1


def test_a_seat_that_is_not_given_back_can_be_asked_for_again(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    at(page, "stand-in")
    refused(held, "back")
    back = page.locator(".strip .take-back")
    back.tap()
    page.locator(".strip .take-back:not([aria-disabled])").wait_for()
    page.locator(".menu-button").tap()
    page.locator(".people-here .btn", has_text="Take the seat back").tap()
    page.locator(".people-here .btn:not([aria-disabled])", has_text="Take the seat back").wait_for()
    held["change"] = lambda text: text
    page.keyboard.press("Escape")
    back.tap()
    back.wait_for(state="hidden")


def test_a_press_about_one_seat_leaves_the_others_free_and_one_to_begin_is_one(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    open_table(page, new_table(**FOUR))
    for kind, button, others in (("fill", ".people li:nth-child(2) .btn", 2), ("begin", ".waiting-room > .btn", 0)):
        sent = lost(held, kind)
        page.locator(button).tap()
        page.locator(button).tap(force=True)
        assert page.locator(button).get_attribute("aria-disabled") == "true"
        if others:
            page.locator(".people li:nth-child(3) .btn").tap()
        assert len(sent) == max(1, others)


# A level


def test_a_level_that_is_refused_is_not_shown_as_chosen(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    open_table(page, new_table(**{**FOUR, "places": ["bot:casual", "open", "open"]}))
    refused(held, "fill")
    level = page.locator(".people select")
    level.select_option("master")
    page.locator(".stage .notice p").wait_for()
    assert level.input_value() == "casual"
    held["change"] = lambda text: text
    level.select_option("master")
    page.wait_for_timeout(300)
    assert level.input_value() == "master"


def test_what_could_not_be_stored_is_not_shown_as_done_in_the_menu(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    at(page, "turn")
    page.locator(".menu-button").tap()
    level, opens = (page.locator(f".people-here li:nth-child(2) {part}") for part in ("select", ".btn"))
    was = level.input_value()
    lost(held, "fill")
    level.select_option("master" if was != "master" else "club")
    lost(held, "free")
    opens.tap()
    assert opens.get_attribute("aria-disabled") == "true"
    held["ws"].send(json.dumps({"type": "error", "reason": "store", "text": "Nothing can be stored now."}))
    page.locator(".people-here li:nth-child(2) .btn:not([aria-disabled])").wait_for()
    assert level.input_value() == was
