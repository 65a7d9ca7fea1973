"""The sounds of the table: which comes when, one switch for all, and nothing before a touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, place_point, play_by_keyboard, play_match, wait_for_turn

# What is played is heard where it is made: the pitch that the body of a knock comes to.
PITCHES = """
    window.pitches = [];
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, time) {
        if (value > 100) pitches.push(value);
        return ramp.call(this, value, time);
    };"""
FELT = "window.felt = []; navigator.vibrate = (how) => Boolean(felt.push(how));"
LAND = {round(take * by) for take in (310, 335, 362) for by in (1, .84)}
POINTS, TURN, TICK = {520, 610}, {170}, 1400
SHUFFLED = 7


def go_on(page: Any) -> None:
    page.locator(".go-on").click()


def pitches(page: Any) -> list[int]:
    """What has been heard so far."""
    return [round(pitch) for pitch in page.evaluate("pitches")]


@pytest.fixture
def listening(page: Any) -> Any:
    """A page whose sounds are written down."""
    page.add_init_script(PITCHES)
    return page


def test_a_tile_knocks_points_knock_twice_a_deal_is_shuffled_and_a_rap_says_whose_turn_it_is(
        listening: Any, at: Callable[..., None]) -> None:
    page = listening
    at(page, "near")
    assert pitches(page) == [], "nothing before a touch"
    play_match(page, play_by_keyboard, go_on)
    heard = pitches(page)
    assert {*heard} & LAND
    assert {*heard} & TURN
    assert heard.count(520) == heard.count(610) > 0, "points are two knocks"
    go_on(page)
    page.locator(".hand button").first.wait_for()
    new = pitches(page)[len(heard):]
    assert len([pitch for pitch in new if 260 <= pitch <= 400]) >= SHUFFLED, "a shuffle is knocks of many pitches"
    assert not {*heard, *new} - LAND - POINTS - TURN - {*range(260, 401)}, "and there is no other sound"


def test_the_last_seconds_of_a_turn_tick(listening: Any, at: Callable[..., None]) -> None:
    page = listening
    at(page, "soon")
    page.locator(".stage").click(position={"x": 20, "y": 20})
    page.locator(PLAYING).first.click()
    points = [place_point(page, nth) for nth in range(page.locator(".place").count())]
    page.wait_for_function("() => pitches.map(Math.round).includes(1400)")
    page.locator(PLAYING).first.focus()
    while not page.locator(".notice", has_text="Your time ran out").count():
        page.keyboard.press("ArrowRight")  # all is drawn again
        page.mouse.move(*points[0])
        page.mouse.move(*points[-1])
    assert 0 < pitches(page).count(TICK) <= 5, "once for each second, whatever is done meanwhile"


def test_a_turn_that_a_bot_plays_for_us_is_neither_heard_nor_felt(
        listening: Any, new_table: Callable[..., str]) -> None:
    page = listening
    page.add_init_script(FELT)
    page.goto(new_table(rules="five-up", seats=3, clock=0, pace=150))
    assert wait_for_turn(page)
    page.locator(".menu-button").click()
    page.locator("dialog .btn", has_text="Leave the seat").click()
    page.keyboard.press("Escape")
    page.locator(".take-back").wait_for()
    page.evaluate("pitches.length = felt.length = 0")
    page.wait_for_function("""() => (document.querySelector(".stage .notice p").textContent.match(/You play/g) ?? [])
        .length >= 3""", timeout=60_000)
    assert {*pitches(page)} & LAND, "what is played is heard"
    assert not {*pitches(page)} & TURN
    assert page.evaluate("felt") == []


def test_sound_is_back_with_the_next_touch_whatever_has_interrupted_it(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("""
        window.state = "interrupted"; window.resumed = 0;
        Object.defineProperty(BaseAudioContext.prototype, "state", { get: () => state });
        AudioContext.prototype.resume = () => Promise.resolve(resumed++);""")
    at(page, "turn")
    page.locator(".stage").click(position={"x": 20, "y": 20})
    assert page.evaluate("resumed") > 0
    page.evaluate("state = 'running'; resumed = 0")
    page.locator(".stage").click(position={"x": 20, "y": 20})
    page.evaluate("state = 'closed'")
    page.locator(".stage").click(position={"x": 20, "y": 20})
    assert page.evaluate("resumed") == 0


def test_one_switch_for_all_sounds_and_off_stays_off(listening: Any, at: Callable[..., None]) -> None:
    page = listening
    at(page, "near")
    button = page.locator(".bar .sound")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    page.reload()
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert button.get_attribute("aria-pressed") == "false"
    play_match(page, play_by_keyboard, go_on)
    assert pitches(page) == []
    page.locator(".menu-button").click()
    page.locator("input[name='menu-sound'][value='on']").check(force=True)
    page.keyboard.press("Escape")
    page.locator("dialog.menu").wait_for(state="hidden")
    assert button.get_attribute("aria-pressed") == "true", "the menu and the button are one switch"
