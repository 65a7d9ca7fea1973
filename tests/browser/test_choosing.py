"""What is chosen, kept and let go: by keys that belong to the browser, taps beside all places, and a second finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, place_point, wait_for_turn
from test_line import between, keep_moves
from test_settlement import change

CHOSEN = ".hand [aria-pressed='true']"
# One finger on the page: `finger(1, "down", element, x, y)`.
FINGER = """window.finger = (pointerId, what, target, clientX, clientY) => target.dispatchEvent(
    new PointerEvent(`pointer${what}`, { pointerId, pointerType: "touch", isPrimary: pointerId === 1, button: 0,
                                         clientX, clientY, bubbles: true, cancelable: true }))"""


def test_keys_with_control_alt_or_command_belong_to_the_browser(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("addEventListener('keydown', (event) => (window.used = event.defaultPrevented))")
    at(page, "turn")
    tiles = page.locator(".hand button").evaluate_all("all => all.map((one) => one.ariaDisabled)")
    number = str(tiles.index(None) + 1)
    for key in ("Control", "Alt", "Meta"):
        page.keyboard.press(f"{key}+{number}")
        assert page.locator(CHOSEN).count() == 0, key
        assert page.evaluate("used") is False, key
    page.keyboard.press(number)
    assert page.locator(CHOSEN).count() == 1
    assert page.evaluate("used") is True
    page.keyboard.press("Control+Escape")
    assert page.locator(CHOSEN).count() == 1
    assert page.evaluate("used") is False


def bare_wood(page: Any) -> tuple[float, float]:
    """A point beside all places."""
    wood = page.locator("svg.layout").bounding_box()
    return wood["x"] + 20, wood["y"] + 20


def edge_of_the_wood(page: Any) -> tuple[float, float]:
    """A point of the wood that is not of the layout."""
    found = page.evaluate("""() => {
        const stage = document.querySelector(".stage"), { left, top, right, bottom } = stage.getBoundingClientRect();
        for (let y = top + 2; y < bottom; y += 4)
            for (let x = left + 2; x < right; x += 4)
                if (document.elementFromPoint(x, y) === stage) return [x, y];
    }""")
    assert found
    return found[0], found[1]


def test_a_tap_beside_all_places_lets_the_tile_go_but_not_while_its_move_is_on_its_way(
        page: Any, at: Callable[..., None]) -> None:
    moves = keep_moves(between(page))
    at(page, "three")
    button = page.locator(PLAYING).nth(1)
    tile = button.get_attribute("data-tile")
    button.click()
    assert page.locator(".place").count() > 1
    page.mouse.click(*bare_wood(page))
    assert page.locator(f"{CHOSEN}, .place").count() == 0
    button.click()
    page.mouse.click(*edge_of_the_wood(page))
    assert page.locator(f"{CHOSEN}, .place").count() == 0
    button.click()
    point = place_point(page)
    page.mouse.click(*point)
    page.locator(".place").first.wait_for(state="detached")
    page.mouse.click(*bare_wood(page))
    page.keyboard.press("Escape")
    page.mouse.click(*point)
    button.click()
    page.locator(PLAYING).first.click()
    assert page.locator(CHOSEN).evaluate_all("all => all.map((one) => one.dataset.tile)") == [tile]
    assert len(moves) == 1, "and it is played once"


def leave_one_place(state: dict[str, Any]) -> None:
    """Let each tile of a state have at most one place."""
    for held in state["hand"]:
        held["options"] = held["options"][:1]


def test_that_a_second_tap_plays_the_tile_is_said_in_turn_alone(page: Any, at: Callable[..., None]) -> None:
    live, line = page.locator(".strip .live"), page.locator(".strip .first")
    at(page, "one-place")
    page.locator(PLAYING).first.click()
    assert "press the tile again to play it" in live.inner_text()
    assert line.inner_text() == "One place: press the tile again to play it."
    assert line.get_attribute("aria-hidden") == "true", "it is heard once"
    page.keyboard.press("Escape")
    assert "press the tile again" not in line.inner_text()
    change(page, leave_one_place)
    at(page, "ahead")
    page.locator(".hand button:not([aria-disabled])").first.click()
    assert page.locator(".place").count() == 1
    assert "press the tile again" not in live.inner_text() + line.inner_text()


def test_that_a_second_tap_plays_the_tile_is_no_more_said_when_its_move_is_sent(
        page: Any, at: Callable[..., None]) -> None:
    between(page)["change"] = lambda text: None if '"move"' in text else text
    at(page, "one-place")
    page.locator(PLAYING).first.click()
    page.locator(PLAYING).first.click()
    page.locator(".place").wait_for(state="detached")
    assert "press the tile again" not in page.locator(".strip .first").inner_text()


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_that_a_second_tap_plays_the_tile_is_seen_above_any_sum_and_moves_nothing(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    boxes = """() => [".stage", ".strip"].map(
        (one) => JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""
    sizes = {"one-place": ((320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1280, 800)),
             "ends": ((360, 640), (640, 360), (768, 1024), (1280, 800))}
    page = new_page()
    change(page, leave_one_place)
    for state, all_sizes in sizes.items():
        at(page, state, lang=lang)
        for width, height in all_sizes:
            page.set_viewport_size({"width": width, "height": height})
            before = page.evaluate(boxes)
            page.locator(PLAYING).last.click()
            lines = [page.locator(f".strip .{line}") for line in ("first", "second")]
            assert all(line.is_visible() for line in lines), (state, width)
            assert page.evaluate(boxes) == before, (state, width)
            page.keyboard.press("Escape")


def test_a_mouse_whose_button_is_no_more_held_takes_up_no_tile(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    tile = page.locator(PLAYING).first
    x, y = (box := tile.bounding_box())["x"] + 20, box["y"] + 30
    tile.evaluate("""(one, [clientX, clientY]) => one.dispatchEvent(new PointerEvent("pointerdown", {
        pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX, clientY, bubbles: true }))""", [x, y])
    page.mouse.move(x, y - 80, steps=3)
    assert page.locator(f".drag, {CHOSEN}").count() == 0
    assert tile.is_visible()


def test_nothing_of_the_wood_is_marked_by_a_double_click_or_a_stroke(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    box = page.locator(".end text").first.bounding_box()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.evaluate("getSelection().toString()") == ""
    wood = page.locator(".stage").bounding_box()
    page.mouse.move(wood["x"] + 20, wood["y"] + 20)
    page.mouse.down()
    page.mouse.move(wood["x"] + wood["width"] - 30, wood["y"] + wood["height"] - 10, steps=5)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def test_what_was_said_of_the_table_ends_with_the_next_turn_and_a_refusal_when_it_could_be_read(
        page: Any, at: Callable[..., None]) -> None:
    page.clock.install()
    held = between(page)
    at(page, "their-turn")
    strip = page.locator(".strip .second")
    page.locator(".hand button[aria-disabled]").first.click(force=True)
    assert "has no place" in strip.inner_text()
    assert wait_for_turn(page)
    assert "has no place" not in strip.inner_text()
    at(page, "their-turn")
    held["ws"].send('{"type":"refused","key":"other","reason":"rate","text":"Too many reactions.","number":1}')
    page.locator(".strip .why", has_text="Too many reactions.").wait_for()
    assert wait_for_turn(page)
    assert "Too many reactions." in strip.inner_text()
    page.clock.fast_forward(3100)
    assert "Too many reactions." not in strip.inner_text()


def test_a_second_finger_neither_moves_nor_drops_the_tile_that_the_first_drags(
        page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(FINGER)
    at(page, "turn")
    tile, other = page.locator(PLAYING).first, page.locator(".hand button[aria-disabled]").first
    x, y = (box := tile.bounding_box())["x"] + 20, box["y"] + 30
    tile.evaluate("(one, [x, y]) => finger(1, 'down', one, x, y)", [x, y])
    page.evaluate("([x, y]) => finger(2, 'move', document.body, x, y - 60)", [x, y])
    assert page.locator(".drag").count() == 0
    page.evaluate("([x, y]) => finger(1, 'move', document.body, x, y - 60)", [x, y])
    where = page.locator(".drag").bounding_box()
    other.evaluate("(one, [x, y]) => finger(2, 'down', one, x + 80, y)", [x, y])
    page.evaluate("([x, y]) => finger(2, 'move', document.body, x + 80, y - 90)", [x, y])
    page.evaluate("([x, y]) => finger(2, 'up', document.body, x + 80, y - 90)", [x, y])
    page.evaluate("([x, y]) => finger(2, 'cancel', document.body, x + 80, y - 90)", [x, y])
    assert page.locator(".drag").bounding_box() == where
    page.evaluate("([x, y]) => finger(1, 'move', document.body, x, y - 70)", [x, y])
    assert page.locator(".drag").bounding_box()["y"] == where["y"] - 10
    page.evaluate("([x, y]) => finger(1, 'up', document.body, x, y - 70)", [x, y])
    page.locator(".drag").wait_for(state="detached")
    assert tile.is_visible()
    assert page.locator(CHOSEN).count() == 1
