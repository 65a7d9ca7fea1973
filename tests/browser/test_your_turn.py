"""How your turn is told where the table is not looked at: by the title, the icon of the tab, and by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hands import play_by_keyboard, play_match

ICON = "document.querySelector('link[rel=icon]').href"
FELT = """
    window.felt = [];
    navigator.vibrate = (how) => {
        felt.push(how);
        return true;
    };"""


def test_title_and_icon_tell_whose_turn_it_is(page: Any, at: Callable[..., None]) -> None:
    at(page, "their-turn")
    theirs = page.evaluate(ICON)
    assert theirs.endswith("/icon.svg")
    assert page.title().startswith("Five Up")
    at(page, "turn")
    yours = page.evaluate(ICON)
    assert page.title() == "Your turn - fives"
    assert yours.endswith("/icon-turn.svg")
    plain, disc = (page.request.get(address) for address in (theirs, yours))
    assert plain.ok
    assert disc.ok
    assert disc.headers["content-type"] == plain.headers["content-type"] == "image/svg+xml"
    assert disc.text() != plain.text()
    draws = page.evaluate("""(src) => new Promise((done) => Object.assign(new Image(), {
        src, onload: () => done(true), onerror: () => done(false) }))""", yours)
    assert draws, "the policy of the page lets it be shown"


def test_a_turn_that_a_bot_plays_for_us_is_not_called_ours(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in")
    assert page.title().startswith("Five Up")
    assert page.evaluate(ICON).endswith("/icon.svg")
    assert page.locator(".me b").inner_text() == "Minjun"
    page.locator(".take-back").click()
    page.wait_for_function("() => document.title === 'Your turn - fives'")
    assert page.evaluate(ICON).endswith("/icon-turn.svg")
    assert page.locator(".me b").inner_text() == "Your turn"


def test_the_icon_is_plain_again_when_the_turn_is_over(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("""
        window.icons = [];
        new MutationObserver(() => icons.push(document.querySelector("link[rel=icon]").href.split("/").pop())).observe(
            document, { subtree: true, attributes: true, attributeFilter: ["href"] });""")
    at(page, "near")
    play_match(page, play_by_keyboard, lambda page: page.locator(".go-on").click())
    assert page.evaluate(ICON).endswith("/icon.svg"), "when the match is over it is nobody's turn"
    assert "icon-turn.svg" in page.evaluate("icons")


def test_your_turn_is_felt_after_a_touch_under_the_switch_of_the_sound(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(FELT)
    at(page, "near")
    assert page.evaluate("felt") == [], "a turn that stands is no news"
    play_match(page, play_by_keyboard, lambda page: page.locator(".go-on").click())
    felt = page.evaluate("felt")
    assert felt
    assert {*felt} == {40}


def test_with_the_sound_off_the_turn_is_not_felt(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(FELT)
    at(page, "near")
    page.locator(".bar .sound").click()
    play_match(page, play_by_keyboard, lambda page: page.locator(".go-on").click())
    assert page.evaluate("felt") == []


def test_a_browser_that_nobody_has_touched_is_not_asked_to_shake(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(FELT)
    # What drives the page counts as a touch.
    page.add_init_script("Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })")
    at(page, "their-turn")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    page.wait_for_timeout(600)
    assert page.evaluate("felt") == []
