"""People at one table: a link, a seat, who fills the seats that stay free, what they say to each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hands import PLAYING, place_point, wait_for_turn
from test_page import OVERFLOW, complaints_of_axe

from fives.bots import LEVELS

PHONE = {"viewport": {"width": 360, "height": 640}}


def start_with_friends(page: Any, address: str, seats: str, listed: bool = False) -> None:
    """Start a table for friends from the first page."""
    page.goto(f"{address}/")
    page.locator(f"[name='seats'][value='{seats}']").check(force=True)
    page.locator("[name='seat1'][value='open']").check(force=True)
    page.locator("#name").fill("Haneul")
    if listed:
        page.locator("[name='visibility']").check()
    page.locator(".go .btn").click()
    page.locator(".waiting-room .share input").wait_for()


def test_a_friend_opens_the_link_sits_down_and_both_play(new_page: Callable[..., Any], address: str) -> None:
    host, friend = new_page(**PHONE), new_page()
    start_with_friends(host, address, "2")
    host.locator(".qr path[d]").wait_for(state="attached")
    link = host.locator(".waiting-room .share input").input_value()
    assert "#" not in link, "the link to share opens no seat"
    friend.goto(link)
    friend.locator(".own-name").fill("Minjun")
    friend.locator(".people .btn", has_text="Sit down").click()
    for page in (host, friend):
        page.locator(".hand button").first.wait_for()
        page.wait_for_function(f"() => document.querySelector('{PLAYING}') || document.querySelector('.seat .clock')")
    turn, other = (host, friend) if host.locator(PLAYING).count() else (friend, host)
    tile = turn.locator(PLAYING).first.get_attribute("data-tile")
    turn.locator(PLAYING).first.click()
    turn.mouse.click(*place_point(turn))
    other.locator(f".layout [data-key='{tile}']").wait_for(state="attached")
    assert other.locator(".me .token text").text_content().isdigit(), "the clock of the turn is seen"
    friend.reload()
    friend.locator(".hand button").first.wait_for()


def test_when_another_plays_the_tiles_that_lie_and_the_focus_stay_as_they_are(
        new_page: Callable[..., Any], address: str) -> None:
    host, friend = new_page(), new_page()
    start_with_friends(host, address, "2")
    friend.goto(host.locator(".waiting-room .share input").input_value())
    friend.locator(".people .btn", has_text="Sit down").click()
    for page in (host, friend):
        page.locator(".hand button").first.wait_for()
        page.wait_for_function(f"() => document.querySelector('{PLAYING}') || document.querySelector('.seat .clock')")
    mine, other = (host, friend) if host.locator(PLAYING).count() else (friend, host)
    tile = mine.locator(PLAYING).first.get_attribute("data-tile")
    mine.locator(PLAYING).first.click()
    mine.mouse.click(*place_point(mine))
    mine.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")
    mine.locator(".hand button").nth(3).focus()
    mine.evaluate("() => { window.lay = [...document.querySelectorAll('.layout .tile')];"
                  " window.had = document.activeElement; }")
    other.locator(PLAYING).first.wait_for()
    answer = other.locator(PLAYING).first.get_attribute("data-tile")
    other.locator(PLAYING).first.click()
    other.mouse.click(*place_point(other))
    mine.locator(f".layout [data-key='{answer}']").wait_for(state="attached")
    assert mine.evaluate("lay.length > 0 && lay.every((one) => one.isConnected)"), "no tile was made anew"
    assert mine.evaluate("had.matches('.hand button') && document.activeElement === had"), "the focus stays on its tile"


def test_the_host_fills_the_seats_that_stay_free_with_bots(new_page: Callable[..., Any], address: str) -> None:
    page = new_page(**PHONE)
    start_with_friends(page, address, "4")
    page.locator(".people li").nth(1).locator(".btn", has_text="Seat a bot").click()
    page.locator(".people li").nth(1).locator("small", has_text="bot").wait_for()
    page.locator(".people li").nth(1).locator(".btn", has_text="Open the seat").click()
    page.locator(".people li").nth(1).locator(".btn", has_text="Seat a bot").wait_for()
    hint = page.locator(".waiting-room .share .hint")
    assert hint.inner_text().startswith("Only this machine opens this link."), "nobody else has a 127.0.0.1 like it"
    page.locator(".waiting-room .btn", has_text="Fill with bots").click()
    assert wait_for_turn(page)


def test_the_host_says_how_strong_each_bot_is_and_all_see_it(new_page: Callable[..., Any], address: str) -> None:
    host, friend = new_page(**PHONE), new_page()
    start_with_friends(host, address, "3")
    friend.goto(host.locator(".waiting-room .share input").input_value())
    host.locator(".people li").nth(1).locator(".btn", has_text="Seat a bot").click()
    strength = host.get_by_label(re.compile("^Strength of (Oak|Elm|Ash)$"))
    strength.wait_for()
    assert strength.locator("option").evaluate_all("all => all.map((one) => one.value)") == list(LEVELS)
    assert strength.input_value() == "casual"
    strength.select_option("master")
    friend.locator(".people li").nth(1).locator("small", has_text="bot, Master").wait_for()
    assert strength.input_value() == "master"
    assert friend.locator(".people select").count() == 0, "it is the host's to say"
    assert host.evaluate(OVERFLOW) == [False, False, []]
    assert complaints_of_axe(host) == []


def test_a_listed_table_is_found_on_the_first_page(new_page: Callable[..., Any], address: str) -> None:
    host, friend = new_page(), new_page()
    start_with_friends(host, address, "3", listed=True)
    friend.goto(f"{address}/")
    listed = friend.locator(".open li", has_text="Haneul")
    assert listed.locator("small").inner_text() == "Five Up, 1/3 · 15 seconds"
    listed.locator(".btn").click()
    friend.locator(".people .btn", has_text="Sit down").first.click()
    host.locator(".people li", has_text="Guest").wait_for()


def test_a_list_of_tables_that_says_the_same_stays_under_the_finger(page: Any, address: str) -> None:
    table = {"table": "t", "url": "/tables/t", "rules": "five-up", "text": "five-up", "seats": 3, "free": 2,
             "people": 1, "host": "Haneul", "clock": 15, "waiting": True}
    told = {"tables": [table]}
    page.clock.install()
    page.route("**/lobby.json", lambda route: route.fulfill(json=told))
    page.goto(f"{address}/en/")
    page.locator(".open li").wait_for()
    page.evaluate("window.kept = document.querySelector('.open li')")
    with page.expect_response("**/lobby.json"):
        page.clock.fast_forward(10_000)
    page.wait_for_timeout(200)
    assert page.evaluate("kept.isConnected")
    told["tables"] = [{**table, "free": 1}]
    page.clock.fast_forward(10_000)
    page.locator(".open li small", has_text="2/3").wait_for()


def test_reactions_are_seen_and_heard_by_the_others_who_want_them(new_page: Callable[..., Any], address: str) -> None:
    host, friend = new_page(**PHONE), new_page()
    start_with_friends(host, address, "2")
    friend.goto(host.locator(".waiting-room .share input").input_value())
    friend.locator(".people .btn", has_text="Sit down").click()
    for page in (host, friend):  # what the match begins with is told before
        page.wait_for_function(f"() => document.querySelector('{PLAYING}') || document.querySelector('.seat .clock')")
    friend.locator(".bar .react").click()
    friend.locator(".reactions .btn", has_text="Hello!").click()
    host.locator(".said-now[data-by='1']", has_text="Hello!").wait_for()
    assert "Hello!" in host.locator(".strip .live").inner_text()
    assert friend.locator(".reactions").is_hidden()
    host.evaluate("""() => {
        window.said = [];
        new MutationObserver(() => document.querySelectorAll(".said-now").forEach((one) => said.push(one.textContent)))
            .observe(document.querySelector(".at-table"), { subtree: true, childList: true });
    }""")
    for wish, what in (("hidden", "Nice!"), ("shown", "Thank you!")):
        host.locator(".menu-button").click()
        host.locator(f"input[name='menu-reactions'][value='{wish}']").check(force=True)
        host.keyboard.press("Escape")
        friend.locator(".bar .react").click()
        friend.locator(".reactions .btn", has_text=what).click()
        friend.locator(".said-now", has_text=what).wait_for()
    host.locator(".said-now", has_text="Thank you!").wait_for()
    assert "Nice!" not in host.evaluate("said"), "who does not want to see reactions sees none"


def test_who_was_away_takes_the_seat_back_from_the_bot(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in")
    page.locator(".take-back").click()
    page.locator(".take-back").wait_for(state="hidden")


def test_the_record_of_the_match_is_saved_from_the_menu(page: Any, new_table: Callable[..., str]) -> None:
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    page.locator(".menu-button").click()
    with page.expect_download() as download:
        page.locator(".menu .btn", has_text="Record of the match").click()
    assert "rules: five-up\n" in download.value.path().read_text()


def test_there_is_time_to_say_whether_the_record_is_to_be_kept(page: Any, new_table: Callable[..., str]) -> None:
    page.add_init_script("""
        window.gone = 0; window.patient = [];
        URL.revokeObjectURL = () => { gone += 1; };
        const real = setTimeout;
        window.setTimeout = (task, ms, ...rest) => {
            if (ms >= 30000) patient.push([ms, task]);
            return real(task, ms, ...rest);
        };""")
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    page.locator(".menu-button").click()
    with page.expect_download():
        page.locator(".menu .btn", has_text="Record of the match").click()
    assert page.evaluate("gone") == 0
    [(ms, gone)] = page.evaluate("patient.map(([ms, task]) => { task(); return [ms, gone]; })")
    assert (ms >= 40_000, gone) == (True, 1)
