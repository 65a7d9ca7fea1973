"""Hands for the browser tests: they see only what the page draws, and press where people would."""

from __future__ import annotations

from typing import Any

PLAYING = ".hand:not(.wait) button:not([aria-disabled])"
TURN = f"document.querySelector('.panel-open') || document.querySelector('{PLAYING}')"


def wait_for_turn(page: Any) -> bool:
    """Wait until it is our turn, or the round has ended; whether it is our turn."""
    page.wait_for_function(f"() => Boolean({TURN})")
    return not page.locator(".panel-open").count()


def wait_for_answer(page: Any, tile: str) -> None:
    """Wait until a tile has left the hand."""
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")


def wait_for_rest(page: Any) -> None:
    """Wait until nothing moves."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")


def place_point(page: Any, nth: int = 0) -> tuple[float, float]:
    """The middle of a place that is shown, once nothing moves."""
    wait_for_rest(page)
    box = page.locator(".place .area").nth(nth).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_by_touch(page: Any) -> None:
    """Tap the first tile that has a place, then its first place."""
    button = page.locator(PLAYING).first
    tile = button.get_attribute("data-tile")
    button.tap()
    assert button.get_attribute("aria-pressed") == "true"
    page.touchscreen.tap(*place_point(page))
    wait_for_answer(page, tile)


def play_by_keyboard(page: Any) -> None:
    """Choose the first tile that has a place by its number, and play it at its best place with Enter."""
    tiles = page.locator(".hand button").evaluate_all("all => all.map((one) => [one.dataset.tile, one.ariaDisabled])")
    nth, tile = next((index, tile) for index, (tile, disabled) in enumerate(tiles) if disabled is None)
    if nth < 9:
        page.keyboard.press(str(nth + 1))
    else:
        page.locator(f".hand [data-tile='{tile}']").focus()
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.place')"), "the best place has the focus"
    page.keyboard.press("Enter")
    wait_for_answer(page, tile)


def pick_up(page: Any, button: Any) -> None:
    """Begin to drag a tile of the hand with the mouse."""
    wait_for_rest(page)
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 40, steps=4)


def play_by_drag(page: Any) -> None:
    """Drag the first tile that has a place onto its first place."""
    button = page.locator(PLAYING).first
    tile = button.get_attribute("data-tile")
    pick_up(page, button)
    page.mouse.move(*place_point(page), steps=6)
    page.mouse.up()
    wait_for_answer(page, tile)


def play_match(page: Any, play: Any, go_on: Any) -> int:
    """Play until the match is over; the number of our plays."""
    plays = 0
    while True:
        if wait_for_turn(page):
            play(page)
            plays += 1
            continue
        what = page.locator(".go-on").get_attribute("data-what")
        if what == "rematch":
            return plays
        go_on(page)
        page.locator(".panel-open").wait_for(state="detached")
