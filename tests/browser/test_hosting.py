"""What a host decides: how the rules vary, the clock, the pace of the bots, and the end of the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from ears import heard, listen
from hands import PLAYING, wait_for_turn
from test_line import between
from test_page import OVERFLOW, complaints_of_axe

PHONE = {"viewport": {"width": 360, "height": 640}}
LANGS = ["en", "ko", "ja"]
KEPT = "Object.fromEntries([...new FormData(document.querySelector('form.start'))].filter(([, value]) => value))"


def choose_all(page: Any) -> None:
    """Vary all that can be varied in Dominos.cc Draw with four seats and friends."""
    page.locator("[value='dominos-cc-draw']").check(force=True)
    page.locator("[name='seats'][value='4']").check(force=True)
    page.locator("[name='seat1'][value='open']").check(force=True)
    page.locator(".more summary").click()
    page.locator("#target").fill("50")
    page.locator("[name='first_leader'][value='lot']").check(force=True)
    page.locator("[name='partners']").check()
    page.locator("#clock").select_option("30")
    page.locator("#bank").select_option("60")
    page.locator("[name='bots']").select_option("expert")
    page.locator("#pace").select_option("2000")


def test_what_a_host_varies_is_sent_told_before_anybody_sits_down_and_remembered(
        new_page: Callable[..., Any], address: str) -> None:
    host = new_page(**PHONE)
    host.goto(f"{address}/")
    choose_all(host)
    assert host.locator(".game:has([value='dominos-cc-draw']) .goal b:visible").inner_text() == "50"
    host.locator(".go .btn").click()
    host.locator(".waiting-room .differs", has_text="Target: 50 (usually: 100)").wait_for()
    friend = new_page()
    friend.goto(host.locator(".waiting-room .share input").input_value())
    friend.locator(".waiting-room .people .btn", has_text="Sit down").first.wait_for()
    told = friend.locator(".waiting-room .differs").inner_text()
    for said in ("Target: 50", "Who leads the first round: who draws the highest lot", "Partners at four seats: yes",
                 "30 seconds for a turn. 60 seconds in reserve for a match. Strength of the bots: Expert."):
        assert said in told
    host.goto(f"{address}/")
    assert "Target: 50" in host.locator(".more .chosen").inner_text()
    kept = host.evaluate(KEPT)
    assert {"rules": "dominos-cc-draw", "target": "50", "first_leader": "lot", "partners": "on", "clock": "30",
            "bank": "60", "pace": "2000"}.items() <= kept.items()


def test_what_does_not_apply_cannot_be_chosen_and_is_not_sent(page: Any, address: str) -> None:
    page.goto(f"{address}/")
    choose_all(page)
    page.locator("[name='seats'][value='3']").check(force=True)
    assert page.locator(".pairs").is_hidden()
    assert "partners" not in page.evaluate(KEPT)
    page.locator("[value='five-up']").check(force=True)
    page.locator("[name='seats'][value='4']").check(force=True)
    assert page.locator(".pairs").is_hidden()
    sent = page.evaluate(KEPT)
    assert not sent.keys() & {"partners", "target", "first_leader"}, "a target is of its game; a lot is usual here"
    assert page.locator("#target").get_attribute("placeholder") == "61"
    assert page.locator("#bank").is_enabled()
    page.locator("#clock").select_option(label="No limit")
    assert page.locator("#bank").is_disabled()
    page.locator(".usual").click()
    assert page.locator(".more .chosen").text_content() == ""
    assert page.evaluate(KEPT).keys() == {"rules", "seats", "seat1", "bots", "lang", "bank"}
    page.locator("[name='seat1'][value='']").check(force=True)
    assert page.locator("#clock option:checked").inner_text() == "No limit"
    page.locator("[value='dominos-cc-draw']").check(force=True)
    assert page.locator("#target").input_value() == "50"


def test_a_target_that_cannot_be_is_shown_where_it_is_also_when_it_is_folded_away(page: Any, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".more summary").click()
    page.locator("#target").fill("0")
    page.locator(".more summary").click()
    page.locator(".go .btn").click()
    page.locator(".more[open]").wait_for(state="attached")
    assert page.evaluate("document.activeElement.id") == "target"
    assert page.url == f"{address}/"


def test_without_script_the_same_can_be_chosen_and_a_wrong_form_comes_back_with_why(
        new_page: Callable[..., Any], positions: str, complaints: list[str]) -> None:
    page = new_page(java_script_enabled=False, **PHONE)
    page.goto(f"{positions}/")
    page.locator("[value='dominos-cc-block']").check(force=True)
    page.locator(".more summary").click()
    page.locator("[name='partners']").check()
    page.locator("[name='seats'][value='3']").check(force=True)
    assert page.locator(".pairs").is_hidden()
    page.locator("#target").fill("70")
    page.locator(".go .btn").click()
    page.wait_for_url("**/tables/**")
    page.goto(f"{positions}/ja/")
    page.set_content(page.content().replace('min="1"', "").replace('action="', f'action="{positions}'))
    page.locator(".more summary").click()
    page.locator("#target").fill("0")
    page.locator(".go .btn").click()
    assert page.locator(".problem").inner_text() == "目標得点は1から2000までの整数です。"
    assert page.locator("#target").input_value() == "0"
    complaints[:] = [one for one in complaints if "400" not in one]


@pytest.mark.parametrize("lang", LANGS)
def test_the_open_form_fits_and_is_readable_by_all(lang: str, page: Any, positions: str) -> None:
    page.goto(f"{positions}/{lang}/")
    choose_all(page)
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(OVERFLOW)[0::2] == [False, []], width
        cut = page.evaluate("""() => [...document.querySelectorAll(".more .lab, .more .seg span")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)""")
        assert cut == [], width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert complaints_of_axe(page) == [], (width, scheme)


@pytest.mark.parametrize("lang", LANGS)
def test_the_host_closes_the_table_after_a_question_and_everybody_is_told(
        lang: str, new_page: Callable[..., Any], positions: str) -> None:
    link = f"{positions}/tables/varied-on.{lang}?lang={lang}"
    host = new_page(viewport={"width": 320, "height": 568}, color_scheme="dark")
    others = [new_page(**PHONE), new_page(color_scheme="dark")]
    for page, address in zip([host, *others], [f"{link}#seat", link, link], strict=True):
        page.goto(address)
        page.locator("main:not([aria-busy])").wait_for(state="attached")
    others[0].locator(".menu-button").click()
    assert others[0].locator(".closing .ends").count() == 0, "only the host may"
    host.locator(".menu-button").click()
    assert host.locator(".people-here .differs").is_visible()
    host.locator(".closing .ends").click()
    assert host.evaluate("document.activeElement.id") == "close-sure"
    assert complaints_of_axe(host) == []
    assert host.evaluate("document.querySelector('.menu').scrollWidth") <= 320
    with host.expect_download() as download:
        host.locator(".sure .btn").nth(0).click()
    assert "rules: five-up" in download.value.path().read_text()
    host.locator(".sure .btn").nth(1).click()
    assert host.locator(".sure").count() == 0
    assert host.evaluate("document.activeElement.matches('.closing .ends')")
    host.locator(".closing .ends").click()
    host.locator(".sure .ends").click()
    said = {"en": ["You have closed this table.", "The host has closed this table."],
            "ko": ["이 테이블을 닫았습니다.", "테이블을 연 사람이 이 테이블을 닫았습니다."],
            "ja": ["このテーブルを閉じました。", "ホストがこのテーブルを閉じました。"]}[lang]
    for page, sentence in zip([host, *others], [said[0], said[1], said[1]], strict=True):
        page.locator(".closed h1").wait_for()
        assert page.locator(".closed h1").inner_text() == sentence
        assert page.title() == f"{sentence} - fives"
        assert page.evaluate("document.activeElement.matches('.closed h1')"), "a screen reader is told"
        assert page.evaluate(OVERFLOW) == [False, False, []]
        assert complaints_of_axe(page) == []
        assert page.locator(".hand, dialog[open]").filter(visible=True).count() == 0
    assert host.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fives.seat'))") == []
    others[0].locator(".closed main .btn").click()
    others[0].wait_for_url(f"{positions}/{lang}/")


def test_who_comes_back_to_a_table_that_was_closed_meanwhile_is_told_so(
        new_page: Callable[..., Any], address: str, new_table: Callable[..., str], complaints: list[str]) -> None:
    host, friend = new_page(), new_page()
    link = new_table(rules="five-up", seats=2)
    host.goto(link)
    assert wait_for_turn(host)
    friend.goto(link.split("#")[0])
    friend.locator("main:not([aria-busy])").wait_for(state="attached")
    friend.context.set_offline(True)
    friend.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    host.locator(".menu-button").click()
    host.locator(".closing .ends").click()
    host.locator(".sure .ends").click()
    host.locator(".closed h1").wait_for()
    friend.context.set_offline(False)
    friend.locator(".closed h1").wait_for(timeout=20_000)
    complaints[:] = [one for one in complaints if "WebSocket" not in one and "ERR_INTERNET" not in one]


def test_the_commands_of_two_tabs_of_one_seat_never_have_the_same_key(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    first = new_page()
    context = first.context
    # Two tabs that open at the very same moment, with the same luck.
    context.add_init_script("Date.now = () => 1700000000000; Math.random = () => 0.25;")
    url = new_table(rules="five-up", seats=2)
    keys: list[list[str]] = []
    for page in (first, context.new_page()):
        sent: list[str] = []
        keys.append(sent)

        def note(text: str | bytes, sent: list[str] = sent) -> None:
            message = json.loads(text)
            if "key" in message:
                sent.append(message["key"])
        page.on("websocket", lambda socket, note=note: socket.on("framesent", note))
        page.goto(url)
        assert wait_for_turn(page)
        page.locator(".menu-button").click()  # it asks for the links
        page.locator(".qr").wait_for()
        page.keyboard.press("Escape")
        page.locator(PLAYING).first.wait_for()
    assert all(keys)
    both = keys[0] + keys[1]
    assert len(set(both)) == len(both)
    assert max(map(len, both)) <= 40


@pytest.mark.parametrize("lost", [False, True], ids=["line", "lost-line"])
def test_the_record_is_saved_once_before_the_table_is_deleted_on_any_line(
        lost: bool, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    listen(page)
    saved: list[Any] = []
    page.on("download", lambda one: saved.append(one))
    at(page, "varied-on")
    page.locator(".menu-button").click()
    if lost:
        held["refuse"] = True
        held["ws"].close(code=1012)
        page.locator(".menu .notice", has_text="Reconnecting").wait_for()
    page.locator(".closing .ends").click()
    page.evaluate("""() => {
        document.querySelector(".sure .btn").click();
        document.querySelector(".sure .btn").click();
        document.querySelector(".sure .ends").click();
    }""")
    held["refuse"] = False
    page.locator(".closed h1", has_text="You have closed this table.").wait_for(timeout=20_000)
    page.wait_for_timeout(300)
    assert len(saved) == 1
    assert "rules: five-up" in saved[0].path().read_text()
    assert [len(heard(page, kind)) for kind in ("record", "done")] == [1, 1]


def test_a_record_whose_answer_is_lost_with_the_line_is_asked_for_again(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    held = between(page)
    keys: list[str] = []
    at(page, "varied-on")

    def lose(text: str) -> str:
        if '"export"' in text:
            keys.append(json.loads(text)["key"])
            if len(keys) == 1:
                held["server"].on_message(
                    lambda answer: held["ws"].close(code=1012) if '"record"' in answer else None)
        return text

    held["change"] = lose
    page.locator(".menu-button").click()
    with page.expect_download() as download:
        page.locator(".closing .btn").first.click()
    assert "rules: five-up" in download.value.path().read_text()
    assert keys == 2 * keys[:1], "with its old key, which the answer has"
