"""The list of people by the keyboard and to a screen reader: the focus, what is typed, whose seat a button is of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, wait_for_turn
from test_page import complaints_of_axe

PHONE = {"viewport": {"width": 360, "height": 640}}
FOUR = {"rules": "five-up", "seats": 4, "places": ["open"] * 3, "bots": "greedy", "name": "Haneul"}
AT_TABLE = "document.activeElement.id === 'title'"


def open_table(page: Any, link: str, lang: str = "en") -> None:
    """Open a table, and wait until it shows something."""
    page.goto(link.replace("#", f"?lang={lang}#") if "#" in link else f"{link}?lang={lang}")
    page.locator("main:not([aria-busy])").wait_for(state="attached")


def press(page: Any, name: str) -> None:
    """Press a button by its name, with the keyboard."""
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press("Enter")


def focused(page: Any) -> str:
    """What has the focus: its name, or its text; empty when nothing has."""
    found: str = page.evaluate("""() => {
        const { activeElement: at } = document;
        if (at === document.body) return "";
        return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent;
    }""")
    return found


def row(page: Any, seat: int) -> Any:
    return page.locator(".people li").nth(seat)


def sit(page: Any, name: str) -> None:
    """Sit down at the first seat that is open."""
    page.locator(".own-name").fill(name)
    page.locator(".people .btn", has_text="Sit down").first.click()
    page.locator(".people small", has_text="You").wait_for()


# The focus


def test_who_seats_a_bot_by_keyboard_goes_on_from_that_row(page: Any, new_table: Callable[..., str]) -> None:
    open_table(page, new_table(**FOUR))
    press(page, "Seat a bot, seat 2")
    row(page, 1).locator("small", has_text="bot").wait_for()
    assert page.evaluate("document.activeElement === document.querySelectorAll('.people li')[1]")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", "it is seen"
    page.keyboard.press("Tab")
    assert focused(page).startswith("Strength of ")
    page.keyboard.press("Tab")
    assert focused(page).startswith("Open the seat of ")
    page.keyboard.press("Tab")
    assert focused(page) == "Seat a bot, seat 3"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    row(page, 1).locator(".btn", has_text="Seat a bot").wait_for()
    assert page.evaluate("document.activeElement === document.querySelectorAll('.people li')[1]")


def test_who_sits_down_by_keyboard_is_at_the_own_row(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    open_table(page, new_table(**FOUR).split("#")[0])
    press(page, "Sit down, seat 3")
    row(page, 2).locator("small", has_text="You").wait_for()
    assert page.evaluate("document.activeElement === document.querySelectorAll('.people li')[2]")
    page.keyboard.press("Tab")
    assert focused(page) == "Leave the seat"


def test_who_fills_the_seats_by_keyboard_is_at_the_table(page: Any, new_table: Callable[..., str]) -> None:
    open_table(page, new_table(**FOUR))
    press(page, "Fill with bots")
    page.locator(".waiting-room").wait_for(state="hidden")
    assert page.evaluate(AT_TABLE)
    assert wait_for_turn(page)
    assert page.evaluate(AT_TABLE)
    page.locator(PLAYING).first.wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.hand [data-tile]')"), "the arrows go to the hand from there"


def test_who_changes_the_own_name_and_goes_on_is_not_thrown_back(page: Any, new_table: Callable[..., str]) -> None:
    open_table(page, new_table(**FOUR))
    page.locator(".own-name").fill("Sora")
    page.keyboard.press("Tab")
    was = focused(page)
    row(page, 0).get_by_text("Sora").wait_for()
    assert was == focused(page) == "Leave the seat"
    page.locator(".own-name").fill("  ")
    page.keyboard.press("Tab")
    assert page.locator(".own-name").input_value() == "Sora", "nobody is without a name"
    page.set_viewport_size(PHONE["viewport"])
    page.locator(".own-name").fill("W" * 24)
    page.keyboard.press("Tab")
    row(page, 0).get_by_text("W" * 24).wait_for()
    for part in (".waiting-room", ".people li >> nth=0"):
        wide = page.locator(part).evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert wide[0] <= wide[1], "the longest name has room"


@pytest.mark.parametrize("at", ["Seat a bot, seat 4", "Fill with bots", "Copy: Share link", "Leave the seat"])
def test_what_others_do_takes_the_focus_from_nobody(
        at: str, new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**FOUR)
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    host.get_by_role("button", name=at, exact=True).focus()
    host.evaluate("window.had = document.activeElement")
    sit(friend, "Minjun")
    row(host, 1).get_by_text("Minjun").wait_for()
    friend.locator(".own-name").fill("Min")
    friend.keyboard.press("Tab")
    row(host, 1).get_by_text("Min", exact=True).wait_for()
    assert host.evaluate("had.isConnected && document.activeElement === had")


def test_a_seat_that_another_takes_gives_the_focus_to_its_row(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**FOUR)
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    host.get_by_role("button", name="Seat a bot, seat 2", exact=True).focus()
    sit(friend, "Minjun")
    row(host, 1).get_by_text("Minjun").wait_for()
    assert focused(host) == row(host, 1).text_content()


def test_the_match_that_begins_by_another_leaves_the_focus_at_the_table(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page()
    link = new_table(**{**FOUR, "seats": 2, "places": ["open"]})
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    host.locator(".own-name").fill("Hanul and")
    sit_down = friend.locator(".people .btn", has_text="Sit down")
    sit_down.click()
    host.locator(".waiting-room").wait_for(state="hidden")
    assert host.evaluate(AT_TABLE)
    host.locator(".menu-button").click()
    assert host.locator(".menu .own-name").input_value() == "Hanul and", "what is typed stays"


def test_a_free_seat_that_another_takes_leaves_the_focus_at_the_table(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, watcher, other = new_page(), new_page(), new_page()
    link = new_table(**{**FOUR, "seats": 3, "places": ["bot:greedy", "bot:greedy"], "clock": 0})
    open_table(host, link)
    assert wait_for_turn(host)
    host.locator(".menu-button").click()
    host.locator(".people-here").get_by_role("button", name=re.compile("^Open the seat of ")).first.click()
    for page in (watcher, other):
        open_table(page, link.split("#")[0])
    way = watcher.locator(".mine .btn", has_text="A seat is free")
    way.focus()
    other.locator(".mine .btn", has_text="A seat is free").click()
    other.locator(".menu .btn", has_text="Sit down").first.click()
    way.wait_for(state="hidden")
    watcher.wait_for_function(f"() => {AT_TABLE}")


def test_the_rights_of_a_host_that_come_and_go_leave_the_focus_in_the_menu(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**{**FOUR, "seats": 3, "places": ["open", "bot:greedy"]})
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    friend.locator(".people .btn", has_text="Sit down").click()
    for page in (host, friend):
        page.locator(".waiting-room").wait_for(state="hidden")
        page.locator(".menu-button").click()
    friend.get_by_role("button", name="Record of the match").focus()
    press(host, "Leave the seat")
    friend.get_by_role("button", name="Close the table").wait_for()
    assert focused(friend) == "Record of the match"
    press(friend, "Close the table")
    assert focused(friend) == "Close this table?"
    host.locator(".menu .btn", has_text="Take the seat back").click()
    friend.get_by_role("button", name="Leave the seat").focus()
    friend.keyboard.press("Enter")
    friend.locator(".sure").wait_for(state="detached")
    assert focused(friend) == row(friend, 1).text_content()


# The name


def test_a_name_that_is_typed_before_sitting_down_stays_and_is_taken(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**FOUR)
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    friend.locator(".own-name").fill("Minjun")
    friend.locator(".own-name").blur()
    host.locator(".own-name").fill("Sora")
    host.keyboard.press("Tab")
    row(friend, 0).get_by_text("Sora").wait_for()
    assert friend.locator(".own-name").input_value() == "Minjun"
    friend.locator(".people .btn", has_text="Sit down").first.click()
    row(host, 1).get_by_text("Minjun").wait_for()


def test_a_name_that_somebody_has_is_shown_as_the_table_made_it(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    open_table(page, new_table(**FOUR).split("#")[0])
    sit(page, "Haneul")
    made = row(page, 1).locator(".what").evaluate("(one) => one.firstChild.data.trim()")
    assert made != "Haneul"
    assert page.locator(".own-name").input_value() == made


# Standing up


def test_before_the_match_who_sits_stands_up_and_takes_another_seat(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**FOUR)
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    sit(friend, "Minjun")
    press(friend, "Leave the seat")
    friend.get_by_role("button", name="Sit down, seat 2").wait_for()
    assert focused(friend) == row(friend, 1).text_content()
    assert friend.locator(".own-name").input_value() == "Minjun"
    row(host, 1).get_by_text("Open seat").wait_for()
    press(friend, "Sit down, seat 4")
    row(host, 3).get_by_text("Minjun").wait_for()


def test_in_the_match_who_stood_up_is_offered_the_seat_again(page: Any, new_table: Callable[..., str]) -> None:
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    page.locator(".menu-button").click()
    press(page, "Leave the seat")
    back = page.locator(".menu").get_by_role("button", name="Take the seat back")
    back.wait_for()
    assert page.locator(".menu").get_by_role("button", name="Leave the seat").count() == 0
    assert focused(page) == row(page, 0).text_content()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".menu").get_by_role("button", name="Leave the seat").wait_for()
    assert focused(page) == row(page, 0).text_content()


def test_who_sits_down_with_the_next_round_may_still_go(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(rules="five-up", seats=2)
    open_table(host, link)
    assert wait_for_turn(host)
    host.locator(".menu-button").click()
    host.get_by_role("button", name=re.compile("^Open the seat of ")).click()
    open_table(friend, link.split("#")[0])
    friend.locator(".menu-button").click()
    friend.locator(".own-name").fill("Minjun")
    friend.get_by_role("button", name=re.compile("^Sit down, seat of ")).click()
    row(friend, 1).get_by_text("Minjun").wait_for()
    told = friend.locator("#hand-is")
    assert told.inner_text() == "You play from the next round on."
    friend.get_by_role("button", name="Leave the seat").click()
    friend.get_by_role("button", name=re.compile("^Sit down, seat of ")).wait_for()
    assert told.inner_text() == "You are watching"
    row(host, 1).get_by_text("Minjun").wait_for(state="detached")


# To a screen reader


NAMES = {
    "en": (["Leave the seat", "Seat a bot, seat 2", "Open the seat of Oak", "Seat a bot, seat 4"],
           ["Sit down, seat 2", "Sit down, seat 4"]),
    "ko": (["자리에서 일어나기", "2번 자리에 봇 앉히기", "Oak의 자리 열기", "4번 자리에 봇 앉히기"],
           ["2번 자리에 앉기", "4번 자리에 앉기"]),
    "ja": (["席を立つ", "2番の席にボットを座らせる", "Oakの席を空ける", "4番の席にボットを座らせる"],
           ["2番の席につく", "4番の席につく"]),
}


@pytest.mark.parametrize("lang", NAMES)
def test_every_button_says_of_which_seat_it_is(
        lang: str, new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**{**FOUR, "places": ["open", "bot:greedy", "open"]})
    for page, address, names in zip((host, friend), (link, link.split("#")[0]), NAMES[lang], strict=True):
        open_table(page, address, lang)
        bot = page.locator(".people li").nth(2).locator(".what").evaluate("(one) => one.firstChild.data.trim()")
        said = page.locator(".people .btn").evaluate_all(
            "all => all.map((one) => [one.ariaLabel ?? one.textContent, one.textContent])")
        assert [name for name, _ in said] == [name.replace("Oak", bot) for name in names]
        assert all(text in name for name, text in said), "what is seen can be said"
        assert complaints_of_axe(page) == []


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_on_a_phone_the_way_to_begin_is_in_sight_and_covers_nothing_that_has_the_focus(
        lang: str, new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    open_table(page, new_table(**FOUR), lang)
    page.locator(".qr path[d]").wait_for(state="attached")  # it takes room
    begin, last = page.locator(".waiting-room > .btn"), row(page, 3).locator(".btn")
    shown = begin.bounding_box()
    assert shown["y"] + shown["height"] <= 600
    last.focus()
    shown, focus = begin.bounding_box(), last.bounding_box()
    assert focus["y"] + focus["height"] <= shown["y"]
