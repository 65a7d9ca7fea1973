"""The seats of one device: each tab keeps its own, and a link of another seat costs nobody theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from test_people_list import FOUR, open_table


def seat_of(page: Any) -> str:
    """The number of the own seat, as the list of people has it."""
    page.locator(".people small", has_text="You").wait_for()
    found: str = page.evaluate("""() => String([...document.querySelectorAll(".people li")].findIndex(
        (row) => [...row.querySelectorAll("small")].some((one) => one.textContent.includes("You"))))""")
    return found


def second_seat(new_page: Callable[..., Any], link: str) -> str:
    """Somebody sits down elsewhere; the link of their seat."""
    other = new_page()
    open_table(other, link.split("#")[0])
    other.locator(".people .btn", has_text="Sit down").first.click()
    other.locator(".people small", has_text="You").wait_for()
    other.locator(".menu-button").click()
    other.locator(".own-link summary").click()
    found: str = other.locator("#own-link").input_value()
    return found


def test_two_people_at_one_device_keep_their_seats_when_their_tabs_are_loaded_again(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    first = new_page()
    link = new_table(**FOUR)
    open_table(first, link)
    second = first.context.new_page()
    open_table(second, second_seat(new_page, link))
    assert (seat_of(first), seat_of(second)) == ("0", "1")
    for page in (first, second):
        assert "#" not in page.url
        page.reload()
    assert (seat_of(first), seat_of(second)) == ("0", "1")


def test_the_link_of_a_friend_opened_by_mistake_does_not_cost_the_own_seat(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page()
    link = new_table(**FOUR)
    open_table(page, link)
    seat_of(page)
    page.goto("about:blank")
    open_table(page, second_seat(new_page, link))
    assert seat_of(page) == "1"
    later = page.context.new_page()
    open_table(later, link.split("#")[0])
    assert seat_of(later) == "0"


def test_a_seat_that_was_left_is_forgotten_by_its_tab_and_by_the_device(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page()
    open_table(page, new_table(**FOUR).split("#")[0])
    page.locator(".people .btn", has_text="Sit down").first.click()
    page.locator(".people small", has_text="You").wait_for()
    page.locator(".people .btn", has_text="Leave the seat").click()
    page.locator(".people .btn", has_text="Sit down").first.wait_for()
    assert page.evaluate("[localStorage, sessionStorage].flatMap((one) => Object.keys(one))"
                         ".filter((key) => key.startsWith('fives.seat.'))") == []


def test_a_token_that_opens_nothing_is_forgotten_by_the_tab_and_the_seat_of_the_device_is_taken(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page()
    link = new_table(**FOUR)
    open_table(page, link)
    seat_of(page)
    page.evaluate("""() => {
        const key = Object.keys(sessionStorage).find((one) => one.startsWith("fives.seat."));
        sessionStorage.setItem(key, "wrong");
    }""")
    page.reload()
    assert seat_of(page) == "0"
    assert "wrong" not in page.evaluate("JSON.stringify({ ...sessionStorage })")


def test_the_tab_keeps_the_seat_where_the_device_keeps_nothing(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    open_table(page, new_table(**FOUR).split("#")[0])
    page.locator(".people .btn", has_text="Sit down").first.click()
    seat_of(page)
    page.reload()
    assert seat_of(page) == "1"


def test_the_page_works_where_neither_tab_nor_device_keeps_anything(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    page = new_page()
    page.add_init_script("""for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new Error("refused"); } });""")
    open_table(page, new_table(**FOUR))
    assert seat_of(page) == "0"
    assert "#" in page.url, "the address is all that there is of the seat"
    page.reload()
    assert seat_of(page) == "0"
