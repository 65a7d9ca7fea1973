"""What people wish of the page, by the menu or by their system: how fast things move, how strongly tiles stand out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

MOVED = """
    window.lasted = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (frames.some((frame) => "transform" in frame)) lasted.push(how.duration);
        return animate.call(this, frames, how);
    };"""
PLACING = 260  # milliseconds from the hand to the wood
FACE = "getComputedStyle(document.querySelector('.layout .face')).fill"
WHITE = "rgb(255, 255, 255)"


def wish(page: Any, name: str, value: str) -> None:
    """Choose in the menu."""
    page.locator(".menu-button").click()
    page.locator(f"input[name='menu-{name}'][value='{value}']").check(force=True)
    page.keyboard.press("Escape")
    page.locator("dialog.menu").wait_for(state="hidden")


@pytest.mark.parametrize(("pace", "by"), [("calm", 1.5), ("normal", 1), ("quick", .6)])
def test_the_pace_of_the_menu_is_that_of_a_tile_and_is_kept(
        pace: str, by: float, page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(MOVED)
    at(page, "one-place")
    wish(page, "pace", pace)
    page.reload()
    tile = page.locator(".hand button:not([aria-disabled])").first
    tile.click()
    tile.click()
    page.wait_for_function("() => lasted.length > 0")
    assert PLACING * by in page.evaluate("lasted")


def test_tiles_stand_out_where_the_system_wants_it_until_something_else_is_chosen(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(contrast="more")
    at(page, "turn")
    assert page.evaluate(FACE) == WHITE
    page.locator(".menu-button").click()
    assert page.locator("input[name='menu-tiles'][value='contrast']").is_checked(), "the menu says what is shown"
    page.keyboard.press("Escape")
    wish(page, "tiles", "classic")
    assert page.evaluate(FACE) != WHITE
    page.reload()
    page.locator(".layout .face").first.wait_for(state="attached")
    assert page.evaluate(FACE) != WHITE


def test_high_contrast_is_chosen_in_both_themes(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    assert page.evaluate(FACE) != WHITE
    wish(page, "tiles", "contrast")
    for theme in ("light", "dark"):
        wish(page, "theme", theme)
        assert page.evaluate(FACE) == WHITE
        assert page.evaluate("getComputedStyle(document.querySelector('.layout .pips')).fill") == "rgb(0, 0, 0)"
