"""What a table tells besides the play: it covers nothing, is true for who reads it, and keeps words whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from ears import heard, listen
from hands import PLAYING, wait_for_turn
from test_line import between

import page_fixture

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SIZES = {"small": (320, 568), "phone": (360, 640), "tablet": (768, 1024), "desktop": (1280, 800), "side": (844, 390)}
LANGS = ("en", "ko", "ja")
ANYWHERE = (r"\d+(?: \+ \d+){1,3} = \d+", r"\b[0-6]-[0-6]\b", r"fives --host [\d.]+")
WHOLE = {"en": (r"\bround \d+",), "ko": (r"\d+라운드", ":\u00a0\\d+점"),
         "ja": (r"第\d+ラウンド", "：\u2060\\d+点", r"\d+点")}
MISSED = "Your time ran out"
OVER = """(what) => {
    const box = document.querySelector(what).getBoundingClientRect();
    const parts = ".seat, svg.layout, .boneyard, .strip > :not(.vh), .hand button, .score, .me, .bar button";
    return [...document.querySelectorAll(parts)].filter((one) => {
        const other = one.getBoundingClientRect();
        const across = box.left < other.right && other.left < box.right;
        return other.width && across && box.top < other.bottom && other.top < box.bottom;
    }).map((one) => one.getAttribute("class") ?? one.localName).concat(box.width ? [] : ["nothing there"]);
}"""
# Squeeze what is written until every word of it had to end a line once; what is broken nevertheless?
BROKEN = r"""(pattern) => {
    const whole = new RegExp(pattern, "g");
    const [found, broken] = [new Set(), new Set()];
    const seen = (one) => !one.closest(".vh, svg, script, [hidden]") && one.getClientRects().length;
    const blocks = ".strip .line, .notice p, .middle, .rules, .chip, .log .on, .panel p, .panel h2, .share .hint";
    for (const block of document.querySelectorAll(blocks)) {
        if (!seen(block)) continue;
        for (let width = 40; width < 360; width += 9) {
            const { display } = getComputedStyle(block);
            block.style.cssText = `width: ${width}px; max-width: none; flex: none; display: ${display}`;
            block.style.overflowWrap = "normal"; // a word wider than all of the line is another matter
            const nodes = [];
            const walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) if (seen(walk.currentNode.parentElement)) nodes.push(walk.currentNode);
            const place = (at) => {
                const node = nodes.find((one) => at < one.length || (at -= one.length) < 0);
                return [node, at];
            };
            for (const match of nodes.map((one) => one.data).join("").matchAll(whole)) {
                const range = document.createRange();
                const [last, at] = place(match.index + match[0].length - 1);
                range.setStart(...place(match.index));
                range.setEnd(last, at + 1);
                found.add(match[0]);
                const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
                if (lines.size > 1) broken.add(match[0]);
            }
        }
        block.style.cssText = "";
    }
    return [[...found], [...broken]];
}"""


def lines(page: Any) -> dict[str, Any]:
    """The line of the page: `ws` to cut it, `refuse` to let no new one come."""
    held: dict[str, Any] = {"ws": None, "refuse": False}

    def stand(ws: Any) -> None:
        if held["refuse"]:
            ws.close(code=1013)
            return
        ws.connect_to_server()
        held["ws"] = ws

    page.route_web_socket("**/ws", stand)
    return held


@pytest.mark.parametrize("lang", LANGS)
def test_a_notice_covers_nothing(lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        at(page, "stand-in", lang=lang)
        assert page.evaluate(OVER, ".notice") == [], size


@pytest.mark.parametrize("lang", LANGS)
def test_a_notice_takes_no_second_line_where_there_is_room_for_one(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    at(page, "stand-in", lang=lang)
    lines = page.locator(".stage .notice p").evaluate("""(one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
    }""")
    assert lines == 1
    assert page.locator(".stage .notice button").is_hidden(), "all of it is shown"


@pytest.mark.parametrize("lang", LANGS)
def test_news_of_the_line_cover_nothing(lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    held = lines(page)
    at(page, "turn", lang=lang)
    frame = page.locator("svg.layout").get_attribute("viewBox")
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".news:not(:empty)").wait_for()
    assert page.locator("svg.layout").get_attribute("viewBox") == frame, "the layout does not move"
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVER, ".news") == [], size
    held["refuse"] = False
    page.wait_for_function("(was) => !['', was].includes(document.querySelector('.news').textContent)",
                           arg=page.locator(".news").inner_text())
    assert page.evaluate(OVER, ".news") == []


def test_a_long_notice_is_two_lines_that_show_all_when_asked_and_then_go(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    at(page, "late")
    page.locator(".notice", has_text=MISSED).wait_for()
    text = page.locator(".stage .notice p")
    told = text.inner_text()
    assert page.evaluate(OVER, ".notice") == []
    assert text.bounding_box()["height"] < 40, "two lines"
    assert told.split()[-1].strip(".") in page.locator(".strip .live").inner_text(), "all of it is heard"
    assert page.locator(".notice button").first.bounding_box()["width"] >= 44
    page.locator(".stage .notice button").focus()
    page.keyboard.press("Enter")
    assert text.bounding_box()["height"] > 40
    assert text.evaluate("one => one.scrollHeight - one.clientHeight") <= 1 or text.get_attribute("tabindex") == "0"
    assert page.evaluate(OVER, ".notice") == []
    page.locator(".stage .notice button").focus()
    page.keyboard.press("Enter")
    assert page.locator(".stage .notice").is_hidden()
    assert page.evaluate("document.activeElement.matches('.hand button, #title, #panel-title')")


def test_a_seat_that_is_not_ours_any_more_is_told_forgotten_and_not_asked_for_again(
        page: Any, positions: str) -> None:
    table = "turn.not-ours"
    listen(page)
    page.add_init_script("""
        sessionStorage.begun || localStorage.setItem("fives.seat.turn.not-ours", "wrong");
        sessionStorage.begun = "yes";""")
    page.goto(f"{positions}/tables/{table}?lang=en")
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert page.locator(".mine h2").inner_text() == "You are watching"
    refusal = heard(page, "error")[0]["text"]
    page.wait_for_timeout(1200)
    assert page.locator(".stage .notice p").inner_text() == refusal
    assert page.locator(".news").inner_text() == "", "nothing is said of a line that came back"
    assert page.evaluate("localStorage.getItem('fives.seat.turn.not-ours')") is None
    page.reload()
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert heard(page, "error") == []
    assert page.locator(".stage .notice").is_hidden()


def test_a_wrong_link_does_not_cost_the_seat_that_is_kept_here(page: Any, positions: str) -> None:
    address = f"{positions}/tables/turn.kept?lang=en"
    page.goto(f"{address}#{page_fixture.TOKEN}")
    assert wait_for_turn(page)
    page.goto("about:blank")
    page.goto(f"{address}#wrong")
    assert wait_for_turn(page)
    assert "#" not in page.url
    page.reload()
    assert wait_for_turn(page)
    assert page.locator(PLAYING).count() > 0


@pytest.mark.parametrize("lang", LANGS)
def test_who_looks_on_sees_a_seat_and_that_they_look_on(
        lang: str, page: Any, positions: str) -> None:
    page.goto(f"{positions}/tables/turn.seen?lang={lang}")
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    labels = json.loads(page.locator("#words").text_content())
    page.locator(f"html[lang={lang}]").wait_for(state="attached")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        watching = page.locator(".mine h2").inner_text()
        assert watching not in page.locator(".me").inner_text()
        assert page.locator(".me b").inner_text() == "Minjun"
        assert "2" in page.locator(".me small").inner_text(), "with its tiles, like the others"
        assert page.get_by_role("region", name=watching, exact=True).count() == 1, size
        assert lang != "en" or watching == labels["watching"]
        h2, me = page.locator(".mine h2").bounding_box(), page.locator(".me").bounding_box()
        assert h2["x"] >= me["x"] + me["width"] or h2["y"] >= me["y"] + me["height"] or size == "side", "beside it"


@pytest.mark.parametrize("lang", LANGS)
def test_names_of_tiles_and_numbers_of_rounds_are_never_broken(
        lang: str, page: Any, at: Callable[..., None]) -> None:
    whole = (*ANYWHERE, *WHOLE[lang])
    told: set[str] = set()
    for state in ("turn", "passed", "settled", "pooled", "lead", "lost", "waiting"):
        at(page, state, lang=lang)
        if page.locator(".hand button[aria-disabled]").count() and state == "turn":
            page.locator(".hand button[aria-disabled]").first.click(force=True)
        found, broken = page.evaluate(BROKEN, "|".join(whole))
        assert found, state
        assert broken == [], state
        told.update(found)
    assert [part for part in whole if not any(re.fullmatch(part, one) for one in told)] == [], "each was there"


def test_a_text_is_copied_as_it_was_written(page: Any, at: Callable[..., None]) -> None:
    listen(page)
    at(page, "settled", lang="ja")
    shown = page.locator(".panel header p").text_content()
    assert shown == page.evaluate("last.settlement.text")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.panel header p'))")
    assert page.evaluate("String(getSelection())") == shown


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_pressed_on_the_first_page_has_room_for_a_thumb(lang: str, page: Any, positions: str) -> None:
    page.goto(f"{positions}/{lang}/")
    page.locator(".more summary").click()
    page.locator("[name='seat1'][value='open']").check(force=True)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        small = page.evaluate("""() => [
            ...document.querySelectorAll("a, button, select, summary, label:has(input), input[type=text]")]
            .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 44 || box.height < 44)).map(([html]) => html)""")
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_menu_tells_ends_where_its_other_parts_end(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    held = between(page)
    at(page, "turn", lang=lang)
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".news:not(:empty)").wait_for()
    lost = page.locator(".news").inner_text()
    page.locator(".menu-button").click()
    notice = page.locator(".menu .notice")
    assert notice.inner_text().strip() == lost, "what was known before the menu was opened is told in it at once"
    assert lost in page.locator("dialog [aria-live]").text_content()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        box, part = notice.bounding_box(), page.locator(".menu .seg").first.bounding_box()
        assert (box["x"], box["width"]) == (part["x"], part["width"])
    page.keyboard.press("Escape")
    held["refuse"] = False
    page.locator(".news:empty").wait_for(state="attached", timeout=20_000)
    page.locator(".menu-button").click()
    assert notice.is_hidden()
