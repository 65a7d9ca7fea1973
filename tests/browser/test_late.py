"""A turn that is over: what was chosen for it is let go, and a late tap plays nothing (CON-08)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, pick_up, place_point, wait_for_rest, wait_for_turn

PHONE = {"viewport": {"width": 360, "height": 640}}
MISSED = "Your time ran out, so the table played for you."


def moves_of(page: Any) -> list[str]:
    """The moves that a page sends, as they come."""
    moves: list[str] = []

    def note(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "move":
            moves.append(message["move"])
    page.on("websocket", lambda socket: socket.on("framesent", note))
    return moves


def choose_another_than_the_table_will(page: Any) -> str:
    """Choose a tile with several places that does not make the most points; its name."""
    found: dict[str, tuple[int, int]] = {}
    for button in page.locator(PLAYING).all():
        button.click()
        gains = [int(text) for text in page.locator(".place .pts text").all_text_contents()]
        found[str(button.get_attribute("data-tile"))] = (max(gains), len(gains))
    most = max(gain for gain, _ in found.values())
    tile = next(tile for tile, (gain, places) in found.items() if gain < most and places > 1)
    page.locator(f".hand [data-tile='{tile}']").click()
    return tile


@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desktop"])
def test_con_08_a_late_tap_after_the_table_played_for_us_sends_nothing_and_we_are_told_what_was_played(
        options: dict[str, Any], new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**options)
    moves = moves_of(page)
    at(page, "late")
    tile = choose_another_than_the_table_will(page)
    late = [place_point(page, nth) for nth in range(page.locator(".place").count())]
    page.locator(".notice", has_text=MISSED).wait_for()
    told = page.locator(".stage .notice p").inner_text()
    assert page.locator(".hand [aria-pressed='true'], .place").count() == 0, "nothing is chosen any more"
    for point in late:
        page.mouse.click(*point)
    assert wait_for_turn(page)
    wait_for_rest(page)
    assert page.locator(".hand [aria-pressed='true'], .place").count() == 0
    for point in late:
        page.mouse.click(*point)
    assert moves == []
    played = [line for line in page.locator(".log li .vh").all_text_contents() if line.startswith("Minjun")]
    assert played[0].split(", ")[1].removesuffix(": ") in told
    button = page.locator(f".hand [data-tile='{tile}']")
    button.click()
    assert button.get_attribute("aria-pressed") == "true", "the tile is there to be chosen again"
    page.locator(".place").first.wait_for()
    assert moves == []


def test_con_08_a_tile_that_is_being_dragged_when_the_time_is_over_goes_back(
        page: Any, at: Callable[..., None]) -> None:
    moves = moves_of(page)
    at(page, "late")
    tile = choose_another_than_the_table_will(page)
    pick_up(page, page.locator(f".hand [data-tile='{tile}']"))
    page.mouse.move(*place_point(page), steps=6)
    page.locator(".notice", has_text=MISSED).wait_for()
    assert wait_for_turn(page)
    for nth in range(page.locator(".place").count()):
        page.mouse.move(*place_point(page, nth))
    page.mouse.up()
    page.locator(".drag").wait_for(state="detached")
    assert page.locator(f".hand [data-tile='{tile}']").is_visible()
    assert moves == []


def test_what_is_chosen_while_others_are_in_turn_stays_chosen_when_they_have_played(
        page: Any, at: Callable[..., None]) -> None:
    moves = moves_of(page)
    at(page, "their-turn")
    button = page.locator(".hand button:not([aria-disabled])").first
    button.click()
    tile = button.get_attribute("data-tile")
    assert wait_for_turn(page)
    assert page.locator(f".hand [data-tile='{tile}'][aria-pressed='true']").count() == 1
    assert moves == []
