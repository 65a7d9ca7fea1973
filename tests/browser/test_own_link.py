"""The link of one's own seat: it opens the seat on another device, and is shown to nobody who has not asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ears import heard, listen
from test_page import OVERFLOW, complaints_of_axe
from test_people_list import FOUR, PHONE, open_table, row, sit


def test_the_link_of_the_own_seat_opens_it_on_another_device(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    phone, desk = new_page(**PHONE), new_page()
    link = new_table(**FOUR).split("#")[0]
    listen(phone)
    open_table(phone, link)
    phone.locator(".waiting-room .qr").wait_for()
    phone.locator(".menu-button").click()
    assert phone.locator(".own-link").is_hidden(), "who looks on has no seat"
    phone.keyboard.press("Escape")
    sit(phone, "Minjun")
    phone.locator(".menu-button").click()
    phone.locator(".own-link summary").click()
    phone.locator(".own-link .qr path[d]").wait_for(state="attached")
    token = heard(phone, "seated")[0]["token"]
    own = phone.locator("#own-link").input_value()
    assert own == f"{link}#{token}"
    assert phone.locator("#share").input_value() == link
    told = heard(phone, "link")[-1]
    assert phone.locator(".own-link .qr path").get_attribute("d") == told["qr"] != told["share"]["qr"]
    desk.goto(own)
    row(desk, 1).locator("small", has_text="You").wait_for()


def test_the_link_is_always_that_of_the_seat_one_has_and_hidden_until_it_is_wanted(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page(**PHONE)
    link = new_table(**FOUR).split("#")[0]
    listen(page)
    open_table(page, link)
    for seat in (1, 2):
        page.locator(".people .btn", has_text="Sit down").nth(seat - 1).click()
        page.locator(".people small", has_text="You").wait_for()
        page.wait_for_function(f"() => heard.filter((one) => one.type === 'seated').length === {seat}")
        page.locator(".menu-button").click()
        token = heard(page, "seated")[-1]["token"]
        assert token not in page.evaluate("document.body.outerHTML")
        assert page.locator("#own-link").count() == 0
        page.locator(".own-link summary").click()
        assert page.locator("#own-link").input_value() == f"{link}#{token}"
        page.keyboard.press("Escape")
        page.locator(".menu-button").click()
        assert page.locator("#own-link").count() == 0, "it is hidden again when the menu is closed"
        page.keyboard.press("Escape")
        page.locator(".people .btn", has_text="Leave the seat").click()
        page.locator(".people .btn", has_text="Sit down").first.wait_for()


def test_the_open_link_stays_open_while_others_come(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, friend = new_page(), new_page(**PHONE)
    link = new_table(**FOUR)
    open_table(host, link)
    open_table(friend, link.split("#")[0])
    host.locator(".menu-button").click()
    host.locator(".own-link summary").click()
    host.get_by_role("button", name="Copy: Link of your seat").focus()
    host.evaluate("window.had = document.activeElement")
    sit(friend, "Minjun")
    row(host, 1).get_by_text("Minjun").wait_for(state="attached")
    assert host.locator(".own-link .qr").is_visible()
    assert host.evaluate("document.activeElement === had")


def test_only_a_link_that_has_opened_the_seat_leaves_the_address_and_is_kept(page: Any, positions: str) -> None:
    page.goto(f"{positions}/en/#given")
    page.evaluate("""async () => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        window.tokens = new (await import(`${base}tokens.js`)).Tokens("t");
    }""")
    look = "(token) => { tokens.keepGiven(token); return [location.hash, tokens.kept]; }"
    assert page.evaluate(look, None) == ["#given", None], "who looks on"
    assert page.evaluate(look, "other") == ["#given", None], "a seat that was opened by another"
    assert page.evaluate(look, "given") == ["", "given"]


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_the_link_of_the_own_seat_fits_and_is_readable_by_all(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    at(page, "turn", lang=lang)
    page.locator(".menu-button").click()
    page.locator(".own-link summary").click()
    page.locator(".own-link .qr").wait_for()
    for width, height in ((320, 568), (360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW)[0::2] == [False, []], width
        assert page.evaluate("(() => { const { scrollWidth, clientWidth } = document.querySelector('.menu');"
                             " return scrollWidth - clientWidth; })()") == 0, width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert complaints_of_axe(page) == [], scheme


def test_who_stood_up_before_the_match_is_not_told_of_a_seat_when_the_page_is_loaded_again(
        new_page: Callable[..., Any], address: str, new_table: Callable[..., str]) -> None:
    link = new_table(seats=3, places=["open", "open"]).partition("#")[0]
    page = new_page()
    page.goto(link)
    page.locator(".waiting-room .own-name").fill("Ken")
    page.locator(".waiting-room .people .btn", has_text="Sit down").first.click()
    page.locator(".waiting-room .btn", has_text="Leave the seat").click()
    page.locator(".waiting-room .people .btn", has_text="Sit down").first.wait_for()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fives.seat.'))") == []
    page.reload()
    page.locator(".waiting-room .people .btn", has_text="Sit down").first.wait_for()
    assert "opens no seat" not in page.locator("body").inner_text()
