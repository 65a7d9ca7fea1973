"""What is said: once, to whom it concerns, and where it is seen and heard, also while the menu lies over the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import wait_for_turn
from test_free_seats import LISTEN, PHONE, watch
from test_line import between

import page_fixture

FOUR = {"rules": "five-up", "seats": 3, "places": ["open", "open"], "clock": 0}


def said(page: Any) -> list[str]:
    """All that the live regions were told since `LISTEN`."""
    found: list[str] = page.evaluate("heard")
    return found


def taken(text: str) -> str:
    """Ask for a seat that has been taken in the same moment."""
    return re.sub(r'"seat":\d', '"seat":0', text) if '"sit"' in text else text


# Reactions
def test_who_looks_on_hears_reactions_of_every_seat_and_may_hide_them(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend, watcher = new_page(), new_page(), new_page()
    link = new_table(rules="five-up", seats=2, places=["open"], clock=0)
    host.goto(link)
    friend.goto(link.split("#")[0])
    friend.locator(".people .btn", has_text="Sit down").first.click()
    host.locator(".bar .react").wait_for()
    watch(watcher, link)
    watcher.evaluate(LISTEN)

    def react(what: str) -> None:
        host.locator(".bar .react").click()
        host.locator(".reactions .btn", has_text=what).click()
        host.locator(".said-now", has_text=what).wait_for()

    react("Hello!")
    watcher.locator(".said-now[data-by='0']", has_text="Hello!").wait_for()
    assert any("Hello!" in one for one in said(watcher))
    watcher.locator(".menu-button").click()
    watcher.locator("input[name='menu-reactions'][value='hidden']").check(force=True)
    watcher.keyboard.press("Escape")
    react("Nice!")
    friend.locator(".said-now[data-by='0']", has_text="Nice!").wait_for()
    watcher.wait_for_timeout(200)
    assert watcher.locator(".said-now", has_text="Nice!").count() == 0
    assert not any("Nice!" in one for one in said(watcher))


# The menu
@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desktop"])
def test_what_is_refused_while_the_menu_is_open_is_seen_and_heard_in_it(
        options: dict[str, Any], new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**options)
    held = between(page)
    link = new_table(rules="five-up", seats=3, clock=0)
    watch(new_page(), link)
    host = new_page()
    host.goto(link)
    wait_for_turn(host)
    host.locator(".menu-button").click()
    host.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).first.click()
    watch(page, link)
    held["change"] = taken
    page.locator(".mine .btn", has_text="A seat is free").click()
    page.evaluate(LISTEN)
    page.locator(".menu .btn", has_text="Sit down").first.click()
    told = page.locator(".menu .notice", has_text="taken")
    told.wait_for()
    assert page.evaluate("""() => {
        const box = document.querySelector(".menu .notice").getBoundingClientRect();
        return Boolean(document.elementFromPoint(box.x + 20, box.y + box.height / 2).closest(".menu .notice"));
    }"""), "nothing covers it"
    assert [one for one in said(page) if "taken" in one] == [told.inner_text().strip()]
    assert "taken" in page.locator("dialog [aria-live]").text_content()
    page.keyboard.press("Escape")
    page.locator(".menu-button").click()
    assert told.is_hidden(), "it is no news any more"


def test_what_happens_while_the_menu_is_open_is_heard_in_it(page: Any, new_table: Callable[..., str]) -> None:
    held = between(page)
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    page.evaluate("() => { window.tries = 0; window.WebSocket = class extends WebSocket {"
                  " constructor(...how) { super(...how); tries++; } }; }")
    page.locator(".menu-button").click()
    page.evaluate(LISTEN)
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".menu .notice", has_text="Reconnecting").wait_for()
    assert "Reconnecting" in page.locator("dialog [aria-live]").text_content()
    page.wait_for_function("() => tries >= 3")
    assert said(page) == ["Reconnecting"], "once, however often it is tried in vain"
    page.keyboard.press("Escape")
    page.locator(".menu-button").click()
    page.wait_for_function("() => heard.length === 2")
    held["refuse"] = False
    page.locator(".menu .notice", has_text="You are back").wait_for()
    page.locator(".menu .notice").wait_for(state="hidden")


def test_who_sat_down_in_the_menu_is_told_when_they_play_and_keeps_the_keyboard(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, page = new_page(), new_page()
    link = new_table(rules="five-up", seats=3, clock=0)
    host.goto(link)
    wait_for_turn(host)
    host.locator(".menu-button").click()
    host.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).first.click()
    watch(page, link)
    page.locator(".mine .btn", has_text="A seat is free").focus()
    page.keyboard.press("Enter")
    page.evaluate(LISTEN)
    page.locator(".menu .btn", has_text="Sit down").first.click()
    page.wait_for_function("() => heard.some((one) => one === 'You play from the next round on.')")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.matches('.hand button, #title, #panel-title')")
    host.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).first.click()
    host.locator(".people-here .offered").wait_for()
    page.wait_for_timeout(300)
    assert said(page).count("You play from the next round on.") == 1


def assert_stays_chosen(page: Any, lang: str) -> None:
    """A language that is chosen in the menu is that of the page when it is loaded again."""
    page.locator(".menu-button").click()
    page.locator(f"input[name='menu-language'][value='{lang}']").check(force=True)
    page.locator(f"html[lang={lang}]").wait_for(state="attached")
    page.reload()
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert page.evaluate("document.documentElement.lang") == lang


def test_the_language_chosen_in_the_menu_is_that_of_the_page_when_it_is_loaded_again(
        page: Any, at: Callable[..., None]) -> None:
    at(page, "turn", lang="en")
    assert_stays_chosen(page, "ko")


def test_the_language_chosen_where_nothing_may_be_kept_stands_in_the_address(
        page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    at(page, "turn", lang="en")
    assert_stays_chosen(page, "ja")


# The turn
def test_it_is_said_once_that_it_is_our_turn_whoever_comes_or_goes(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page()
    link = new_table(rules="five-up", seats=2, places=["open"], clock=0)
    host.goto(link)
    friend.goto(link.split("#")[0])
    friend.locator(".people .btn", has_text="Sit down").first.click()
    here = "document.querySelector('.hand:not(.wait) button:not([aria-disabled])')"
    for _ in range(100):
        own, other = (page.evaluate(f"Boolean({here})") for page in (host, friend))
        if own or other:
            break
        host.wait_for_timeout(100)
    page, other_page = (host, friend) if own else (friend, host)
    page.evaluate(LISTEN)
    sent: list[Any] = []
    other_page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    other_page.reload()
    other_page.locator("main:not([aria-busy])").wait_for(state="attached")
    other_page.locator(".menu-button").click()
    name = other_page.locator(".people-here .own-name")
    name.fill("Play no sixes")
    name.press("Enter")
    other_page.locator(".menu p:not(.vh)", has_text="A name can be changed between rounds").wait_for()
    assert name.input_value() == "Play no sixes", "what is typed stays"
    assert page.get_by_text("Play no sixes").count() == 0
    name.press("Enter")
    other_page.wait_for_timeout(300)
    assert len([frame for frame in sent if '"type":"name"' in str(frame)]) == 2, "and sent again"
    assert [one for one in said(page) if "lead" in one or "turn" in one] == []


def test_who_leads_is_told_so_once(page: Any, positions: str) -> None:
    page.goto(f"{positions}/tables/lead.{id(page)}?lang=en#{page_fixture.TOKEN}")
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    base = page.evaluate("document.querySelector('script[type=module]').src.replace(/[^/]*$/, '')")
    page.evaluate(LISTEN)
    told = page.evaluate("""async (base) => {
        const { Announcer } = await import(`${base}announce.js`);
        const strip = document.querySelector(".strip");
        const state = (says, text, plays) => ({ may: "play", number: 9, says, seats: [], coming: null, stage: "playing",
            hand: [{ plays: true }, { plays }], events: [{ number: 9, what: "deal", text }] });
        const all = [];
        for (const [says, text, plays] of [
            ["You lead: play any tile.", "Round 2: 7 tiles each. You lead.", true],
            ["You lead, and it must be 6-6.", "Round 1: 7 tiles each. You hold the tile that must lead.", false]]) {
            new Announcer(strip).take(state(says, text, plays), 8);
            await null;
            all.push([...strip.querySelector(".live").children].map((one) => one.textContent.trim()));
        }
        return all;
    }""", base)
    assert told == [["Round 2: 7 tiles each. You lead."],
                    ["Round 1: 7 tiles each. You hold the tile that must lead.", "You lead, and it must be 6-6."]]


# The clock
def hurry(page: Any, ms: int) -> None:
    """Let every clock that the server tells of have so many milliseconds left."""
    page.add_init_script("""window.WebSocket = class extends WebSocket {
        set onmessage(hear) {
            super.onmessage = ({ data }) => hear({ data: data.replace(/("clock":\\{"seat":\\d,"ms":)\\d+/g, "$1MS") });
        }
    };""".replace("MS", str(ms)))


def test_who_does_not_see_the_clock_is_told_at_once_of_a_short_one_and_when_ten_seconds_are_left(
        page: Any, at: Callable[..., None]) -> None:
    hurry(page, 12_000)
    page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
    at(page, "soon")
    page.wait_for_function("() => heard.some((one) => one.startsWith('Seconds left'))")
    page.wait_for_timeout(3000)
    warnings = [one for one in said(page) if one.startswith("Seconds left")]
    assert warnings == ["Seconds left: 12", "Seconds left: 10"]
    left = page.locator(".me .seconds")
    assert re.fullmatch(r"Seconds left: [1-9]", str(left.text_content()))
    assert left.evaluate("one => one.closest('[aria-live], [role=status], [aria-hidden]')") is None


def test_nothing_is_said_of_a_clock_that_has_time(page: Any, at: Callable[..., None]) -> None:
    hurry(page, 40_000)
    page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
    at(page, "soon")
    page.wait_for_function("() => /3\\d$/.test(document.querySelector('.me .seconds').textContent)")
    assert [one for one in said(page) if one.startswith("Seconds left")] == []
