"""Hints on the page: where there are any, one press says what to play and why, and shows it as if it were chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, pick_up, place_point, play_by_touch, wait_for_turn
from test_line import between, first_of, keep
from test_page import OVERFLOW, SIZES, complaints_of_axe

PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True}
CHOSEN = ".hand [aria-pressed='true']"


def test_a_hint_is_asked_by_touch_and_played_by_touch(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    at(page, "turn")
    button = page.get_by_role("button", name="Hint")
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    button.tap()
    page.locator(CHOSEN).wait_for()
    tile = page.locator(CHOSEN).get_attribute("data-tile")
    said = page.locator(".strip .live").inner_text().strip()
    assert said.startswith(f"Try {tile} on ")
    assert page.locator(".strip .second").inner_text().strip() == said, "what is heard is what is seen"
    lit = page.locator(".place.lit")
    assert lit.count() == 1
    assert lit.get_attribute("data-move").startswith(f"{tile}@")
    assert lit.locator("text").text_content(), "the place says what it gives"
    page.touchscreen.tap(*place_point(page, page.locator(".place").evaluate_all(
        "all => all.findIndex((one) => one.classList.contains('lit'))")))
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")
    assert "Try" not in page.locator(".strip .second").inner_text()


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_the_key_h_asks_and_enter_plays_what_was_said(lang: str, page: Any, at: Callable[..., None]) -> None:
    at(page, "turn", lang=lang)
    page.keyboard.press("h")
    page.wait_for_function("() => document.activeElement.matches('.place.lit')")
    tile = page.locator(CHOSEN).get_attribute("data-tile")
    said = page.locator(".strip .live").inner_text()
    assert tile in said
    assert bool(re.search("[가-힣ぁ-ん]", said)) is (lang != "en")
    page.keyboard.press("Enter")
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")


def test_a_hint_is_let_go_like_any_choice(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    page.keyboard.press("h")
    page.locator(CHOSEN).wait_for()
    page.keyboard.press("Escape")
    page.locator(CHOSEN).wait_for(state="detached")
    assert "Try" not in page.locator(".strip .second").inner_text()


def test_a_focus_that_went_elsewhere_meanwhile_stays_there(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    page.keyboard.press("h")
    page.locator(".menu-button").focus()
    page.locator(CHOSEN).wait_for()
    assert page.evaluate("document.activeElement.matches('.menu-button')")


def test_what_is_asked_while_there_is_no_line_can_be_asked_again_when_it_is_back(
        page: Any, at: Callable[..., None]) -> None:
    held = between(page)
    at(page, "turn")
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".news", has_text="Reconnecting").wait_for()
    page.keyboard.press("h")
    button = page.locator(".ask-hint")
    assert button.get_attribute("aria-busy") == "true"
    held["refuse"] = False
    page.locator(".news", has_text="You are back").wait_for()
    assert button.get_attribute("aria-busy") is None
    button.click()
    page.locator(CHOSEN).wait_for()


def test_a_hint_leaves_alone_what_was_taken_up_since_it_was_asked(page: Any, at: Callable[..., None]) -> None:
    hints = keep(held := between(page), "tell", "hint")
    at(page, "nine")
    page.keyboard.press("h")
    hint = first_of(page, hints)
    advised = re.search(r'"move":"([0-6]-[0-6])@', hint)
    assert advised
    other = page.locator(f"{PLAYING}:not([data-tile='{advised[1]}'])").first
    tile, said = other.get_attribute("data-tile"), page.locator(".strip .second", has_text=f"Try {advised[1]}")

    other.click()
    places = page.locator(".place").evaluate_all("all => all.map((one) => one.dataset.move)")
    held["ws"].send(hint)
    said.wait_for()
    assert page.locator(CHOSEN).get_attribute("data-tile") == tile
    assert page.locator(".place").evaluate_all("all => all.map((one) => one.dataset.move)") == places

    page.keyboard.press("Escape")
    other.click()
    page.keyboard.press("h")  # while the tile is chosen that is dragged then
    hint = first_of(page, hints)
    pick_up(page, other)
    page.mouse.move(*place_point(page))
    held["ws"].send(hint)
    said.wait_for()
    page.mouse.up()
    other.wait_for(state="detached")
    assert page.locator(f".layout [data-key='{tile}']").count() == 1, "it is played where it was dropped"


def test_out_of_turn_the_button_waits(page: Any, at: Callable[..., None]) -> None:
    at(page, "ahead")
    button = page.get_by_role("button", name="Hint")
    assert button.get_attribute("aria-disabled") == "true"
    button.click(force=True)
    assert "turn" in page.locator(".strip .live").inner_text()
    assert not page.locator(CHOSEN).count()


@pytest.mark.parametrize("state", ["away", "waiting", "stand-in"])
def test_where_people_sit_there_is_no_button_and_no_key(state: str, page: Any, at: Callable[..., None]) -> None:
    at(page, state)
    assert not page.locator(".ask-hint").is_visible()
    before = page.locator(".strip .second").inner_text()
    page.keyboard.press("h")
    page.wait_for_timeout(400)
    assert not page.locator(CHOSEN).count()
    assert page.locator(".strip .second").inner_text() == before


def test_a_hint_comes_at_a_table_of_a_server_as_people_start_it(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    page.goto(new_table(rules="five-up", seats=2, bots="club"))
    assert wait_for_turn(page)
    page.locator(".bar .ask-hint").tap()
    page.locator(CHOSEN).wait_for()
    assert "Try" in page.locator(".strip .second").inner_text()
    page.keyboard.press("Escape")
    play_by_touch(page)


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_a_hint_is_readable_by_all_and_stays_inside_the_window(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, color_scheme="dark")
    at(page, "turn", lang=lang)
    page.keyboard.press("h")
    page.locator(CHOSEN).wait_for()
    assert complaints_of_axe(page) == []
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) == [False, False, []], (width, height)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
