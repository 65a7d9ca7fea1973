"""What is heard of a table: who comes and goes, each thing as often as it happened, in the language of the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import play_by_keyboard, wait_for_turn
from test_free_seats import LISTEN, PHONE, watch
from test_said import said

LIVE = "[...document.querySelectorAll('[aria-live], [role=status]')].map((one) => one.textContent).join(' ').trim()"
LONGER = 2600  # milliseconds: longer than somebody may be away without being gone
SPACED = "* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }"


def heard(page: Any, text: str) -> None:
    """Wait until this has been told."""
    page.wait_for_function("(text) => heard.includes(text)", arg=text)


def sit(page: Any, link: str, name: str) -> None:
    """Sit down at the first open seat of a table that waits, by the link that is shared."""
    watch(page, link)
    page.locator(".own-name").first.fill(name)
    page.locator(".people .btn", has_text="Sit down").first.click()


# People
@pytest.mark.parametrize("options", [PHONE, {"viewport": {"width": 1280, "height": 700}}, {}],
                         ids=["phone", "laptop", "desktop"])
def test_who_waits_hears_who_sits_down_and_how_many_seats_are_open(
        options: dict[str, Any], new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(**options), new_page()
    link = new_table(rules="five-up", seats=3, places=["open", "open"], clock=0, name="Aoi")
    watch(host, link)
    host.goto(link)
    host.locator("main:not([aria-busy])").wait_for(state="attached")
    host.evaluate(LISTEN)
    sit(friend, link, "Bea")
    heard(host, "Bea is at the table.")
    heard(host, "Waiting for people: 1 seat is open.")
    assert said(host) == ["Bea is at the table.", "Waiting for people: 1 seat is open."], "and nothing else"
    friend.get_by_role("button", name="Leave the seat").click()
    heard(host, "Waiting for people: 2 seats are open.")
    host.get_by_role("button", name="Seat a bot").first.click()
    host.wait_for_function("() => heard.some((one) => /^The bot \\w+ is at the table[.]$/.test(one))")


def test_who_plays_hears_who_leaves_the_seat_who_is_away_and_who_is_back(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page()
    link = new_table(rules="five-up", seats=2, places=["open"], clock=0, name="Aoi")
    host.goto(link)
    host.locator("main:not([aria-busy])").wait_for(state="attached")
    sit(friend, link, "Bea")
    for page in (host, friend):
        page.locator(".hand button").first.wait_for()
    host.evaluate(LISTEN)
    friend.reload()
    friend.locator("main:not([aria-busy])").wait_for(state="attached")
    host.wait_for_timeout(LONGER)
    assert not any("Bea" in one for one in said(host)), "a page that is loaded again is nobody who goes"
    address = friend.url
    friend.goto("about:blank")
    heard(host, "Bea is away.")
    friend.goto(address)
    heard(host, "Bea is at the table.")
    friend.locator("main:not([aria-busy])").wait_for(state="attached")
    friend.evaluate(LISTEN)
    friend.locator(".menu-button").click()
    friend.locator("dialog .btn", has_text="Leave the seat").click()
    heard(host, "A bot plays for Bea.")
    assert [one for one in said(host) if "Bea" in one and "Bea leads" not in one and "Bea plays" not in one] == [
        "Bea is away.", "Bea is at the table.", "A bot plays for Bea."], "each once"
    assert "A bot plays for Bea." not in said(friend), "who left the seat is told so in other words"


def test_what_a_bot_plays_at_the_own_seat_is_heard_as_it_is_played_and_not_again(
        page: Any, new_table: Callable[..., str]) -> None:
    page.goto(new_table(rules="five-up", seats=3, clock=0, pace=150))
    assert wait_for_turn(page)
    page.evaluate(LISTEN)
    page.locator(".menu-button").click()
    page.locator("dialog .btn", has_text="Leave the seat").click()
    page.keyboard.press("Escape")
    page.wait_for_function("() => heard.filter((one) => one.startsWith('You play')).length >= 3", timeout=60_000)
    assert sum(one.startswith("A bot holds your seat") for one in said(page)) == 1
    assert "Your turn." not in said(page), "the bot plays"
    assert page.locator(".notice p").first.text_content().count("You play") >= 2, "it is seen, all of it"


def test_who_takes_the_seat_back_in_the_own_turn_hears_that_it_is(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in")
    page.evaluate(LISTEN)
    page.locator(".take-back").click()
    page.locator(".take-back").wait_for(state="hidden")
    assert [one for one in said(page) if one.startswith("You")] == [page.locator(".middle").inner_text()]


# The language
def test_what_was_said_in_another_language_is_neither_seen_nor_heard_after_a_change(
        page: Any, at: Callable[..., None]) -> None:
    english = re.compile(r"[A-Za-z]{3,} ")
    at(page, "turn", lang="en")
    page.keyboard.press("h")
    page.locator(".hand [aria-pressed='true']").wait_for()
    assert english.search(page.evaluate(LIVE))
    for lang, before in (("ja", english), ("ko", re.compile("[ぁ-ん]"))):
        page.locator(".menu-button").click()
        page.locator(f"input[name='menu-language'][value='{lang}']").check(force=True)
        page.locator(f"html[lang={lang}]").wait_for(state="attached")
        assert not before.search(page.evaluate(LIVE)), lang
        page.keyboard.press("Escape")
        assert not before.search(page.locator(".strip").inner_text()), lang
        page.locator(".hand button[aria-disabled]").first.press("Enter")
        assert before.search(page.evaluate(LIVE)) is None
        page.wait_for_function(f"() => {LIVE} !== ''")


def test_a_refusal_and_a_notice_do_not_stay_in_another_language(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in", lang="en")
    page.locator(".stage .notice", has_text="A bot holds your seat").wait_for()
    page.locator(".menu-button").click()
    page.locator("input[name='menu-language'][value='ko']").check(force=True)
    page.locator("html[lang=ko]").wait_for(state="attached")
    told = page.locator(".notice p").all_text_contents()
    assert any("봇" in one for one in told)
    assert not any("bot" in one for one in told)
    page.evaluate("document.querySelector('dialog').close()")
    page.evaluate("""async () => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { unsay } = await import(`${base}strip.js`);
        window.told = [];
        const panel = { refusal: "refused" }, choice = { says: "why" };
        unsay({ panel, choice, news: (text) => told.push(text), tell: (text) => told.push(text) });
        told.push(panel.refusal, choice.says);
    }""")
    assert page.evaluate("told") == [None, None, "", None]


# What happened
def test_what_happened_twice_is_heard_twice_and_what_is_told_in_two_ways_once(
        page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    told = page.evaluate("""async () => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { tell } = await import(`${base}strip.js`);
        const strip = document.querySelector(".strip");
        const heard = () => [...strip.querySelector(".live").children].map((one) => one.textContent.trim());
        tell(strip, ["Oak passes.", "You pass.", "Oak passes."]);
        const first = heard();
        await null;
        tell(strip, ["No."]);
        tell(strip, ["No."]);
        return [first, heard()];
    }""")
    assert told == [["Oak passes.", "You pass.", "Oak passes."], ["No."]]


# The keyboard
def test_the_focus_is_not_lost_when_the_last_tile_is_played(page: Any, at: Callable[..., None]) -> None:
    at(page, "last-tile")
    play_by_keyboard(page)
    assert page.evaluate("document.activeElement.matches('#title, #panel-title')")


# The end of a round
@pytest.mark.parametrize(("lang", "comma"), [("en", ", "), ("ko", ", "), ("ja", "、")])
@pytest.mark.parametrize("name", ["settled", "all-fives-3", "lost"])
def test_tiles_left_in_a_hand_are_read_as_the_language_joins_them(
        name: str, lang: str, comma: str, page: Any, at: Callable[..., None]) -> None:
    at(page, name, lang=lang)
    rows = [one for one in page.locator(".panel .tiles .vh").all_text_contents() if len(one) > 3]
    assert rows
    for row in rows:
        assert re.fullmatch(rf"\d-\d(?:{comma}\d-\d)+", row)


# The first page
@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_labels_of_the_first_page_are_whole_on_a_narrow_screen_and_with_wide_spacing(
        lang: str, page: Any, address: str) -> None:
    page.goto(f"{address}/{lang}/")
    page.locator(".more summary").click()
    for width, spaced in ((320, False), (375, False), (1280, False), (320, True), (375, True), (1280, True)):
        page.set_viewport_size({"width": width, "height": 700})
        if spaced:
            page.evaluate("""(text) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(text);
                document.adoptedStyleSheets = [sheet];
            }""", SPACED)
        cut = page.evaluate("""() => [...document.querySelectorAll(".opts .lab, .opts legend")]
            .filter((one) => one.checkVisibility())
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || getComputedStyle(one).textOverflow !== "clip")
            .map((one) => one.textContent)""")
        assert cut == [], (width, spaced)
        uneven = page.evaluate("""() => {
            const bottom = (one) => one.getBoundingClientRect().bottom;
            const fields = [...document.querySelectorAll(".opts > :not(.whole)")];
            return fields.filter((one) => fields.some((other) =>
                Math.abs(bottom(one) - bottom(other)) > 2 && Math.abs(bottom(one) - bottom(other)) < 16))
                .map((one) => one.textContent.trim());
        }""")
        assert uneven == [], (width, spaced)
