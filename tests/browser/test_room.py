"""Room on a small screen: for an own name of any length, for what is said under the wood, for a thumb on every tile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_page import choose
from test_people_list import open_table
from test_settlement import change
from test_waiting_room import IN_SIGHT, LAST_OPEN

from fives.describe import short_draw
from fives.words import words_in

SIDE = ((568, 320), (667, 375), (844, 390))
UPRIGHT = ((320, 568), (360, 640), (390, 844), (768, 1024))
NAMES = ("Christopher", "Bartholomew-Maximilia", "가나다라마바사아자차카", "寿限無寿限無五劫の擦り切れ")
LANGS = ["en", "ko", "ja"]

# Where the name of the own seat leaves its column, or lies over a tile.
NAME_OUT = """() => {
    const name = document.querySelector(".me b").getBoundingClientRect();
    const me = document.querySelector(".me").getBoundingClientRect();
    const tiles = [...document.querySelectorAll(".hand button")].map((one) => one.getBoundingClientRect());
    const over = tiles.filter((one) => one.left < name.right && one.right > name.left && one.top < name.bottom
        && one.bottom > name.top);
    return [name.left < me.left - 1, name.right > me.right + 1, over.length];
}"""
HEIGHTS = "() => ['.stage', '.strip'].map((name) => document.querySelector(name).getBoundingClientRect().height)"


@pytest.mark.parametrize("lang", LANGS)
def test_an_own_name_of_any_length_lies_over_no_tile(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    at(page, "led-by", lang=lang)
    for name in NAMES:
        page.locator(".me b").evaluate("(one, name) => one.textContent = name", name)
        for width, height in (*UPRIGHT, *SIDE):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(NAME_OUT) == [False, False, 0], (name, width)
            assert page.locator(".me b").bounding_box()["height"] < 40, "two lines at most"


def test_whose_turn_it_is_stands_in_one_line_in_japanese_too(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    at(page, "turn", lang="ja")
    assert page.locator(".me b").bounding_box()["height"] < 20


@pytest.mark.parametrize("state", ["turn", "ends", "nine"])
@pytest.mark.parametrize("lang", LANGS)
def test_on_a_phone_on_its_side_nothing_that_is_said_moves_the_wood(
        lang: str, state: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    at(page, state, lang=lang)
    for width, height in SIDE:
        page.set_viewport_size({"width": width, "height": height})
        before = page.evaluate(HEIGHTS)
        for tile in page.locator(".hand [aria-disabled]").all()[:1]:
            tile.click(force=True)
            assert page.evaluate(HEIGHTS) == before, (width, "no place")
        choose(page)
        assert page.evaluate(HEIGHTS) == before, (width, "chosen")
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        page.locator(".hand [aria-pressed='true']").wait_for()
        assert page.evaluate(HEIGHTS) == before, (width, "hint")
        said = page.locator(".strip .second")
        box = said.bounding_box()
        assert box["y"] + box["height"] <= height
        assert said.evaluate("one => one.scrollHeight <= one.clientHeight"), "all of it is seen"
        page.keyboard.press("Escape")


@pytest.mark.parametrize("lang", LANGS)
def test_a_bot_that_holds_the_seat_and_the_way_back_take_no_room_from_the_wood(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    for width, height in (*UPRIGHT, *SIDE):
        page.set_viewport_size({"width": width, "height": height})
        at(page, "lead", lang=lang)
        before = page.evaluate(HEIGHTS)
        at(page, "stand-in", lang=lang)
        assert page.evaluate(HEIGHTS) == before, width
        back = page.locator(".take-back").bounding_box()
        assert back["height"] >= 44
        assert back["y"] + back["height"] <= height


def test_every_tile_is_wide_enough_for_a_thumb(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    for state, least in (("lead", 44), ("nine", 32), ("many", 32)):
        at(page, state)
        for width, height in (*UPRIGHT, *SIDE):
            page.set_viewport_size({"width": width, "height": height})
            boxes = [one.bounding_box() for one in page.locator(".hand button").all()]
            assert min(box["width"] for box in boxes) >= least, (state, width)
            assert min(box["height"] for box in boxes) >= 44
            assert state != "lead" or max(box["y"] + box["height"] for box in boxes) <= height, "without scrolling"


ROWS = "all => [...Map.groupBy(all, (one) => one.offsetTop).values()].map((row) => row.length)"


@pytest.mark.parametrize("lang", LANGS)
def test_a_hand_of_seven_needs_no_scrolling_whatever_is_said_of_the_own_seat(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 568, "height": 320})
    words = words_in(lang)
    change(page, lambda state: [seat.update({"note": short_draw(words, 2)}) for seat in state["seats"]] and None)
    at(page, "lead", lang=lang)
    assert page.locator(".me small").inner_text()
    page.locator(".hand").evaluate("""(hand) => {
        while (hand.children.length < 7) hand.append(hand.lastChild.cloneNode(true));
    }""")
    for width, height in SIDE:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".mine").evaluate("one => one.scrollHeight <= one.clientHeight"), width
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.locator(".hand li").evaluate_all(ROWS) == [4, 3], "no tile is alone in its row"


@pytest.mark.parametrize("lang", LANGS)
def test_on_the_lowest_phone_on_its_side_the_fourth_seat_can_be_taken(
        lang: str, new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(viewport={"width": 568, "height": 320}, has_touch=True)
    open_table(page, new_table(**LAST_OPEN).split("#")[0], lang)
    assert page.locator(".people .btn.main").evaluate(IN_SIGHT)


# The word after a name: all of it, whatever the name.
CUT = """(name) => [...document.querySelectorAll(".seat .name")].flatMap((one) => {
    const [first, small] = one.children;
    if (name) first.textContent = name;
    const held = getComputedStyle(one).display === "contents" ? one.parentElement : one;
    const [box, word] = [held.getBoundingClientRect(), small.getBoundingClientRect()];
    const seen = word.width > 0 && word.left >= box.left - 1 && word.right <= box.right + 1
        && word.top >= box.top - 2 && word.bottom <= box.bottom + 2 && small.scrollWidth <= small.clientWidth + 1;
    const named = first.getBoundingClientRect().width;
    return !small.textContent || (seen && named >= 12) ? [] : [`${small.textContent} ${word.width} ${named}`];
})"""
WORDS = {"away": {"away": True, "kind": "person"}, "bot": {"sits_in": True, "kind": "person"}, "next": {"next": True},
         "noted": {}}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("what", list(WORDS))
def test_the_word_after_a_name_is_seen_whole_however_long_the_name(
        what: str, lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    note = {"en": "passed", "ko": "넘김", "ja": "パス"}[lang]

    def told(state: dict[str, Any]) -> None:
        for seat in state["seats"][1:]:
            seat.update({"away": False, "sits_in": False, "next": False, "comes": "", "note": note, **WORDS[what]})

    page = new_page()
    change(page, told)
    at(page, "turn", lang=lang)
    for width, height in (*UPRIGHT, *SIDE, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("", *NAMES):
            assert page.evaluate(CUT, name) == [], (width, name)


def test_who_comes_and_who_is_there_share_the_room_for_a_name(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    change(page, lambda state: [seat.update(comes=NAMES[1], name=NAMES[0]) for seat in state["seats"][1:]] and None)
    at(page, "turn")
    for width, height in (*UPRIGHT, *SIDE, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        widths = page.locator(".seat .name > *").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) >= 16, width
