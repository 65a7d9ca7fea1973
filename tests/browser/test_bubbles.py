"""Reactions as they are seen: each beside its seat, whole, inside the window, and over no name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from test_line import between

from fives.server.texts import REACTIONS, reaction

SIZES = ((568, 320), (640, 360), (667, 375), (740, 360), (844, 390), (320, 568), (360, 640), (768, 1024), (1280, 800))
# What is seen of a bubble (which lets a press through), where it stands, and what it lies over.
SEEN = """(seat) => {
    const bubble = document.querySelector(`.said-now[data-by="${seat}"]`);
    const place = document.querySelector(seat === 0 ? ".me" : `[data-seat="${seat}"]`);
    const [box, by] = [bubble.getBoundingClientRect(), place.getBoundingClientRect()];
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const names = document.querySelectorAll(".me b, .me small, .seat .name > *");
    bubble.style.pointerEvents = "auto";
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const whole = [[x, box.top + 2], [x, box.bottom - 3], [box.left + 3, y], [box.right - 3, y]].every(
        ([x, y]) => document.elementFromPoint(x, y) === bubble);
    bubble.style.pointerEvents = "";
    const apart = Math.max(by.left - box.right, box.left - by.right, by.top - box.bottom, box.top - by.bottom);
    return { whole, apart: apart > 1, lines: Math.round(box.height / 26),
        over: [...names].map((one) => over(box, one.getBoundingClientRect()) && one.textContent).filter(Boolean),
        out: box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight };
}"""


def say(held: dict[str, Any], page: Any, seat: int, lang: str) -> None:
    """Have a seat say what is longest in a language."""
    what = max(REACTIONS, key=lambda one: len(reaction(one, lang)))
    held["ws"].send(json.dumps({"type": "reaction", "seat": seat, "what": what, "text": reaction(what, lang)}))
    page.locator(f".said-now[data-by='{seat}']").wait_for()


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_what_a_seat_says_is_seen_whole_beside_it_on_every_screen(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    held = between(page)
    at(page, "turn", lang=lang)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for seat in range(4):
            page.evaluate("document.querySelectorAll('.said-now').forEach((one) => one.remove())")
            say(held, page, seat, lang)
            found = page.evaluate(SEEN, seat)
            assert found == {"whole": True, "apart": False, "lines": 1, "over": [], "out": False}, (width, height, seat)


def test_a_bubble_stays_at_its_seat_while_the_window_turns_and_goes_with_it(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    held = between(page)
    at(page, "turn", lang="ja")
    say(held, page, 2, "ja")
    page.set_viewport_size({"width": 640, "height": 360})
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    found = page.evaluate(SEEN, 2)
    assert (found["whole"], found["apart"]) == (True, False)
    page.evaluate("document.querySelector('.seats').style.visibility = 'hidden'")
    page.locator(".said-now").wait_for(state="hidden")


def test_what_all_say_at_once_is_seen_whole(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    held = between(page)
    at(page, "turn", lang="ja")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for seat in (3, 1, 2, 0):
            say(held, page, seat, "ja")
        for seat in range(4):
            found = page.evaluate(SEEN, seat)
            assert (found["whole"], found["lines"], found["out"]) == (True, 1, False), (width, height, seat)
