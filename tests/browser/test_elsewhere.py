"""Where an address names no language, the page speaks the one that was chosen on the device."""

from __future__ import annotations

from typing import Any


def test_where_nothing_is_the_page_speaks_the_chosen_language(page: Any, address: str, complaints: list[str]) -> None:
    page.goto(f"{address}/tables/aaaaaaaaaa")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("h1").inner_text() == "This table is not there or is closed."
    page.goto(f"{address}/nothing")
    assert page.locator("h1").inner_text() == "This page is not there."
    page.evaluate("localStorage.setItem('fives.lang', 'ja')")
    page.goto(f"{address}/tables/aaaaaaaaaa")
    page.wait_for_url("**/tables/aaaaaaaaaa?lang=ja")
    page.locator("html[lang=ja]").wait_for(state="attached")
    page.evaluate("localStorage.setItem('fives.lang', 'xx')")
    page.goto(f"{address}/tables/aaaaaaaaaa?lang=ko")
    assert page.locator("html").get_attribute("lang") == "ko", "an address that names a language keeps it"
    complaints[:] = [one for one in complaints if "404" not in one]


def test_the_first_page_speaks_the_chosen_language_whatever_the_browser_speaks(
        page: Any, address: str, new_table: Any) -> None:
    page.goto(f"{address}/")
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto(new_table(rules="five-up"))
    page.locator(".menu-button").click()
    page.locator("input[name='menu-language'][value='ko']").check(force=True)
    page.locator("html[lang=ko]").wait_for(state="attached")
    page.goto(f"{address}/")
    page.wait_for_url(f"{address}/ko/")
    assert page.locator("html").get_attribute("lang") == "ko"
    page.goto(f"{address}/?lang=ja")
    assert page.locator("html").get_attribute("lang") == "ja", "an address that names a language keeps it"
    page.goto(f"{address}/ja/")
    page.goto(f"{address}/")
    page.wait_for_url(f"{address}/ja/")
