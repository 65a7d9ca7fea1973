"""A phone of 360 x 640 and less: names and what is said of a seat stay whole, and a settlement needs no scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_settlement import change

from fives.describe import short_draw, short_pass
from fives.words import words_in

LANGS = ("en", "ko", "ja")
# All that ends a round of two, three and four seats, in pairs and each alone, and a match.
SETTLED = ("settled", "blocked", "pooled", "won", "lost", "five-up-2", "five-up-3", "five-up-4", "all-fives-2",
           "all-fives-3", "all-fives-4", "dominos-cc-all-fives-4", "dominos-cc-draw-3", "dominos-cc-block-4")
SCROLLS = "(one) => one.scrollHeight - one.clientHeight"
# The texts of the seats that are cut or leave their seat or its line, and how high the line of the seats is.
SEATS = """() => {
    const line = document.querySelector(".seats").getBoundingClientRect();
    const cut = [...document.querySelectorAll(".seat .name > *, .seat .held > :not(.vh)")].filter((one) => {
        const { width, right, top, bottom } = one.getBoundingClientRect();
        const seat = one.closest(".seat").getBoundingClientRect();
        return width > 0 && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
            || right > seat.right + 1 || top < line.top || bottom > line.bottom + 1);
    });
    return [cut.map((one) => one.textContent), line.height];
}"""


@pytest.mark.parametrize("lang", LANGS)
def test_a_settlement_is_on_one_screen_of_a_phone(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    for state in SETTLED:
        at(page, state, lang=lang)
        assert page.locator(".panel .teams").evaluate(SCROLLS) <= 0, state
        assert page.locator(".panel").evaluate(SCROLLS) <= 0, state
        for button in page.locator(".panel footer .btn:visible").all():
            assert button.bounding_box()["height"] >= 44, state


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("state", ["one-place", "three", "turn"])
def test_names_and_what_is_said_of_a_seat_stay_whole_on_a_phone_and_move_nothing(
        lang: str, state: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    words = words_in(lang)
    page = new_page(viewport={"width": 360, "height": 640})
    told: dict[str, Any] = {}
    change(page, lambda message: [seat.update({"kind": "person", "next": False, "note": "", "away": False, **told})
                                  for seat in message["seats"]] and None)
    notes: list[dict[str, Any]] = [{}, {"next": True}, {"kind": "bot"}, {"away": True}, {"note": short_pass(words)},
                                   {"note": short_draw(words, 1)}, {"note": short_draw(words, 8)}]
    heights = set()
    for note in notes:
        told.clear()
        told.update(note)
        at(page, state, lang=lang)
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            cut, height = page.evaluate(SEATS)
            assert not cut, (width, note)
            heights.add(height)
    assert len(heights) == 1


def test_the_number_of_tiles_is_heard_where_it_stands_without_its_word(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    at(page, "turn")
    assert "4 tiles" in page.locator(".seats").aria_snapshot()
    assert page.locator(".seat .unit").first.is_hidden()
