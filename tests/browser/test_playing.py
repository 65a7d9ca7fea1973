"""People play: by touch, by mouse, by keyboard, by dragging, against the server as it is started."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import (
    PLAYING,
    pick_up,
    place_point,
    play_by_drag,
    play_by_keyboard,
    play_by_touch,
    play_match,
    wait_for_answer,
    wait_for_turn,
)
from test_choosing import leave_one_place
from test_line import between, first_of, keep_moves
from test_settlement import change

PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True}


def test_a_match_is_played_from_its_first_tile_to_a_rematch_by_touch(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    page.goto(new_table(rules="five-up target=10,10,10", seats=4, bots="random"))
    assert play_match(page, play_by_touch, lambda page: page.locator(".go-on").tap()) > 3
    assert page.locator(".panel h2").inner_text().endswith(("win", "wins"))
    page.locator(".go-on").tap()
    page.locator(".panel-open").wait_for(state="detached")
    wait_for_turn(page)
    assert [score.inner_text() for score in page.locator(".score b").all()] != []
    assert "round 1" in page.locator(".plate .rules").inner_text()


def next_by_keyboard(page: Any) -> None:
    assert page.evaluate("document.activeElement.matches('.panel h2')"), "the settlement has the focus"
    page.locator(".go-on").focus()
    page.keyboard.press("Enter")


def test_a_match_is_played_by_keyboard_alone(page: Any, new_table: Callable[..., str]) -> None:
    page.goto(new_table(rules="all-fives target=60,60,60", seats=2, bots="random"))
    assert play_match(page, play_by_keyboard, next_by_keyboard) > 3


def test_a_match_whose_record_stands_at_55_of_61_is_played_to_its_end_by_keyboard(
        page: Any, at: Callable[..., None]) -> None:
    at(page, "near")
    assert page.locator(".score b").first.inner_text() == "55"
    assert play_match(page, play_by_keyboard, next_by_keyboard) > 0
    assert page.locator(".panel h2").inner_text().endswith(("win", "wins"))


@pytest.mark.parametrize("game", ["dominos-cc-draw", "dominos-cc-block", "dominos-cc-all-fives"])
def test_the_other_games_are_played_with_a_mouse(game: str, page: Any, new_table: Callable[..., str]) -> None:
    def play(page: Any) -> None:
        button = page.locator(PLAYING).first
        tile = button.get_attribute("data-tile")
        button.click()
        page.mouse.click(*place_point(page))
        page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")

    page.goto(new_table(rules=f"{game} target=30,30,30", seats=3))
    assert play_match(page, play, lambda page: page.locator(".go-on").click()) > 0


def test_a_match_is_played_by_dragging_tiles_onto_places(page: Any, new_table: Callable[..., str]) -> None:
    page.goto(new_table(rules="five-up target=10,10,10", seats=2, bots="random"))
    assert play_match(page, play_by_drag, lambda page: page.locator(".go-on").click()) > 3
    assert page.locator(".drag").count() == 0
    assert page.locator(".panel h2").inner_text().endswith(("win", "wins"))


def test_a_tile_dropped_beside_all_places_goes_back_to_the_hand(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    button = page.locator(PLAYING).first
    tiles = page.locator(".hand button").count()
    pick_up(page, button)
    wood = page.locator(".stage").bounding_box()
    page.mouse.move(wood["x"] + 20, wood["y"] + 20, steps=8)
    assert page.locator(".drag").get_attribute("aria-hidden") == "true", "it is read where it lies in the hand"
    assert button.is_hidden(), "it is seen once"
    page.mouse.up()
    page.locator(".drag").wait_for(state="detached")
    assert page.locator(".hand button").count() == tiles
    assert button.is_visible()
    assert button.get_attribute("aria-pressed") == "true", "it stays chosen"
    page.keyboard.press("Escape")
    button.press("Enter")
    assert button.get_attribute("aria-pressed") == "true", "the drag was no tap, and the next key counts"
    button.click()
    assert button.get_attribute("aria-pressed") == "false", "and so does the next tap"


def test_where_there_is_one_place_a_second_tap_on_the_tile_plays_it(page: Any, at: Callable[..., None]) -> None:
    at(page, "one-place")
    button = page.locator(PLAYING).first
    tile = button.get_attribute("data-tile")
    button.click()
    assert page.locator(".place").count() == 1
    button.click()
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")


def test_where_there_are_more_places_a_second_tap_lets_the_tile_go(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    button = page.locator(PLAYING).first
    button.click()
    assert page.locator(".place").count() > 1
    button.click()
    assert page.locator(".place").count() == 0
    assert button.get_attribute("aria-pressed") == "false"


def test_a_tile_without_a_place_says_why(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    dull = page.locator(".hand button[aria-disabled]").first
    dull.click(force=True)
    said = page.locator(".strip .second").inner_text()
    assert dull.get_attribute("data-tile") in said
    assert page.locator(".strip .live").inner_text().strip() == said
    assert page.locator(".place").count() == 0


def test_each_place_shows_what_the_strip_says_it_gives(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    buttons = page.locator(PLAYING).all()
    assert buttons
    for button in buttons:
        button.click()
        page.locator(".place").first.wait_for()
        for nth in range(page.locator(".place").count()):
            page.mouse.move(*place_point(page, nth))
            place = page.locator(".place").nth(nth)
            page.locator(".place.lit").wait_for()
            assert place.evaluate("one => one.classList.contains('lit')")
            assert place.locator(".pts text").text_content() == page.locator(".strip .second .res").text_content()
            terms = [int(disc) for disc in page.locator(".strip .second .disc").all_inner_texts()]
            assert page.locator(".strip .second .eq").inner_text() == f"= {sum(terms)}"


def test_the_best_place_is_in_focus_first(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    buttons = page.locator(PLAYING).all()
    assert buttons
    for button in buttons:
        button.click()
        gains = [int(text.text_content()) for text in page.locator(".place .pts text").all()]
        lit = page.locator(".place.lit .pts text").text_content()
        assert int(lit) == max(gains)


def test_one_may_look_ahead_while_another_seat_is_in_turn_but_not_play(page: Any, at: Callable[..., None]) -> None:
    at(page, "ahead")
    tiles = page.locator(".hand button").count()
    page.locator(".hand button:not([aria-disabled])").first.click()
    assert page.locator(".place").count() > 0
    assert page.locator(".place").first.get_attribute("aria-disabled") == "true"
    for one in page.locator(".place .area").all():
        assert one.evaluate("one => getComputedStyle(one).strokeDasharray") == "none", "it is seen without colour, too"
        assert one.evaluate("one => getComputedStyle(one).cursor") == "default"
    page.mouse.click(*place_point(page))
    page.wait_for_timeout(300)
    assert page.locator(".hand button").count() == tiles
    assert page.locator(".strip .second .eq").count() == 1


def test_a_long_press_of_enter_or_space_chooses_a_tile_and_plays_nothing(page: Any, at: Callable[..., None]) -> None:
    moves = keep_moves(between(page))
    at(page, "turn")
    button = page.locator(PLAYING).first
    for key in ("Enter", " "):
        button.focus()
        for _ in range(3):
            page.keyboard.down(key)
        page.keyboard.up(key)
        assert button.get_attribute("aria-pressed") == "true"
        assert page.evaluate("document.activeElement.matches('.place')")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert moves == []
    page.keyboard.press("Enter")
    assert first_of(page, moves)


def test_a_tile_that_was_looked_at_ahead_is_not_played_by_what_is_pressed_as_the_turn_comes(
        page: Any, at: Callable[..., None]) -> None:
    moves: list[str] = []

    def note(text: str) -> str:
        moves.extend([text] if '"type":"move"' in text else [])
        return text

    change(page, leave_one_place, note)
    at(page, "their-turn")
    tile = page.locator(".hand button:not([aria-disabled])").first.get_attribute("data-tile")
    button = page.locator(f".hand [data-tile='{tile}']")
    button.click()
    assert page.locator(".place").count() == 1
    button.click()
    assert button.get_attribute("aria-pressed") == "false", "a second tap lets it go, since it may not be played"
    button.click()
    page.evaluate("""() => new MutationObserver((_, observer) => {
        const rack = document.querySelector(".hand"), place = document.querySelector(".place");
        if (rack.classList.contains("wait")) return;
        observer.disconnect();
        const { left, top } = place.querySelector(".area").getBoundingClientRect();
        const at = { bubbles: true, cancelable: true, detail: 1, clientX: left + 5, clientY: top + 5 };
        place.dispatchEvent(new MouseEvent("click", at));
        rack.querySelector("[aria-pressed='true']").dispatchEvent(new MouseEvent("click", at));
        place.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        window.pressed = performance.now();
    }).observe(document.querySelector(".hand"), { attributes: true })""")
    page.wait_for_function("() => window.pressed")
    assert moves == []
    assert button.get_attribute("aria-pressed") == "true"
    assert page.locator(".place.lit").count() == 1
    page.wait_for_function("() => performance.now() - pressed > 400")
    button.click()
    wait_for_answer(page, tile)


def test_where_areas_of_places_overlap_the_nearer_centre_wins(page: Any, at: Callable[..., None]) -> None:
    at(page, "lead")
    found = page.evaluate("""async () => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { placeAt } = await import(`${base}places.js`);
        const places = [["a", 0], ["b", 60]].map(([move, x]) => ({ x, y: 0, w: 40, h: 80, option: { move } }));
        const points = [[29, 0], [31, 0], [-36, 56], [-37, 0], [0, 57]];
        const far = [[29, 0], [31, 0], [-44, 63], [-45, 0], [0, 65]];
        return [[points, 1], [far, 3.7]].map(([all, unit]) =>
            all.map((point) => placeAt(places, point, unit)?.option.move ?? null));
    }""")
    assert found[0] == ["a", "b", "a", None, None], "0.4 of a half past the outline, and no further"
    assert found[1] == ["a", "b", "a", None, None], "12 px from the middle where a tile is small, and no further"


def test_where_the_layout_cannot_be_drawn_it_is_told_and_played_on_in_words(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    change(page, lambda state: state.update(scene=None))
    at(page, "turn")
    assert page.locator(".stage .words p").inner_text().startswith("Tiles in order of play: ")
    button = page.locator(".hand button:not([aria-disabled])").first
    tile = button.get_attribute("data-tile")
    button.tap()
    wood, choices = page.locator(".stage").bounding_box(), page.locator(".words button")
    assert re.fullmatch(rf"{tile} on [0-6]-[0-6]: count \d+, .*points?", choices.first.inner_text())
    box = choices.first.bounding_box()
    assert wood["y"] <= box["y"], "in sight"
    assert box["y"] + box["height"] <= wood["y"] + wood["height"], "in sight"
    choices.first.tap()
    wait_for_answer(page, tile)
