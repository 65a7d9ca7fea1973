"""The page of the rules: each game in words, in three languages, found from the first page and from the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_large_text import crowded
from test_page import OVERFLOW, complaints_of_axe

from fives import describe
from fives.rules import RULE_SETS
from fives.words import words_in

LANGS = ("en", "ko", "ja")


@pytest.mark.parametrize("lang", LANGS)
def test_the_rules_of_every_game_stand_there_in_words(lang: str, page: Any, positions: str) -> None:
    words = words_in(lang)
    page.goto(f"{positions}/{lang}/")
    page.locator(".mast .links a").click()
    page.wait_for_url(f"{positions}/{lang}/rules/")
    assert page.evaluate("document.documentElement.lang") == lang
    told = page.locator(".common li").all_inner_texts()
    assert told == list(describe.common(words))
    for rules in RULE_SETS.values():
        game = page.locator(f"#{rules.id}")
        assert game.locator("h2").inner_text() == describe.name(words, rules)
        assert game.locator("li").all_inner_texts() == list(describe.sentences(words, rules))
        assert all(other in game.inner_text() for other in describe.also(words, rules))
        page.locator(f".to a[href='#{rules.id}']").click()
        assert game.locator("h2").evaluate("one => one.getBoundingClientRect().top") < 640
    page.locator(".mast .links a").click()
    page.wait_for_url(f"{positions}/{lang}/")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_they_fit_and_are_readable_by_all(
        scheme: str, lang: str, new_page: Callable[..., Any], positions: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(f"{positions}/{lang}/rules/#all-fives")
    for width, height in ((320, 568), (360, 640), (768, 1024), (1280, 800), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW)[0::2] == [False, []], width
        small = page.locator(".rules a").evaluate_all("all => all.filter((one) => one.offsetHeight < 44).length")
        assert small == 0
    assert complaints_of_axe(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert complaints_of_axe(page) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert crowded(page) == []


def test_they_can_be_read_without_a_script(new_page: Callable[..., Any], positions: str) -> None:
    page = new_page(java_script_enabled=False, locale="ko-KR")
    page.goto(f"{positions}/rules")
    assert page.locator("h1").inner_text() == "규칙"
    assert page.locator("#five-up li").count() == len(describe.sentences(words_in("ko"), RULE_SETS["five-up"]))


@pytest.mark.parametrize(("lang", "state"), [("en", "turn"), ("ja", "block")])
def test_from_the_menu_of_a_table_they_open_beside_it_at_the_game_that_is_played(
        lang: str, state: str, page: Any, at: Callable[..., None]) -> None:
    at(page, state, lang=lang)
    page.locator(".menu-button").click()
    with page.context.expect_page() as opened:
        page.locator(".menu .ways a").first.click()
    rules = opened.value
    rules.wait_for_load_state()
    game = "dominos-cc-block" if state == "block" else "five-up"
    assert rules.url.endswith(f"/{lang}/rules/#{game}")
    assert rules.evaluate("[document.querySelector(':target').id, opener]") == [game, None]
    assert page.locator(".hand button").count() > 0, "the table is still there"


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (1280, 800), (844, 390)])
@pytest.mark.parametrize("state", ["varied", "waiting"])
def test_who_waits_for_others_finds_them_beside_what_the_table_agreed_on(
        state: str, width: int, height: int, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": width, "height": height})
    at(page, state)
    link = page.locator(".waiting-room .differs a")
    assert link.get_attribute("href") == f"/en/rules/#{'dominos-cc-draw' if state == 'varied' else 'five-up'}"
    link.scroll_into_view_if_needed()
    box = link.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_load_state()


def test_they_speak_the_language_that_was_chosen_on_the_device(page: Any, positions: str) -> None:
    page.goto(f"{positions}/rules/")
    assert page.locator("h1").inner_text() == "Rules"
    page.locator(".langs a[lang=ko]").click()
    page.wait_for_url(f"{positions}/ko/rules/")
    page.goto(f"{positions}/rules/#all-fives")
    page.wait_for_url(f"{positions}/ko/rules/#all-fives")
