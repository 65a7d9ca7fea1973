"""Where nothing is, the page speaks the language that was chosen on the device."""

from __future__ import annotations

from typing import Any


def test_where_nothing_is_the_page_speaks_the_chosen_language(page: Any, address: str, complaints: list[str]) -> None:
    page.goto(f"{address}/tables/aaaaaaaaaa")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("h1").inner_text() == "This table is not there or is closed."
    page.goto(f"{address}/rules")
    assert page.locator("h1").inner_text() == "This page is not there."
    page.evaluate("localStorage.setItem('fives.lang', 'ja')")
    page.goto(f"{address}/tables/aaaaaaaaaa")
    page.wait_for_url("**/tables/aaaaaaaaaa?lang=ja")
    page.locator("html[lang=ja]").wait_for(state="attached")
    page.evaluate("localStorage.setItem('fives.lang', 'xx')")
    page.goto(f"{address}/tables/aaaaaaaaaa?lang=ko")
    assert page.locator("html").get_attribute("lang") == "ko", "an address that names a language keeps it"
    complaints[:] = [one for one in complaints if "404" not in one]
