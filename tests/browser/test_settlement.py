"""The panel of a settlement and of a result: what it offers, what it says, where the focus goes, what finds room."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hands import play_by_keyboard, play_match, wait_for_turn

from fives.describe import People
from fives.rules import ALL_FIVES, RULE_SETS
from fives.server import memo
from fives.words import words_in

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
LANGS = ("en", "ko", "ja")
# Every text of a table of the panel: it is not cut, and nothing of its line lies over it.
CROWDED = """() => [...document.querySelectorAll(".panel tr")].flatMap((row) => {
    const boxes = [...row.children].flatMap((cell) => {
        const seen = [...cell.querySelectorAll("svg.solo, .nm")].map((one) => one.getBoundingClientRect());
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (walk.nextNode()) {
            if (!walk.currentNode.data.trim() || walk.currentNode.parentElement.closest(".vh, svg")) continue;
            range.selectNodeContents(walk.currentNode);
            seen.push(range.getBoundingClientRect());
        }
        const side = (name, of) => Math[of](...seen.map((box) => box[name]));
        const box = { left: side("left", "min"), right: side("right", "max") };
        return seen.length ? [{ text: cell.innerText, box }] : [];
    });
    const section = row.closest("section").getBoundingClientRect();
    return boxes.filter(({ box }, i) => box.left < section.left || box.right > section.right
        || (i && box.left < boxes[i - 1].box.right + 2)).map(({ text }) => text);
}).concat([...document.querySelectorAll(".panel .nm span")].filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.innerText))"""


def change(page: Any, to: Callable[[dict[str, Any]], None], of: Callable[[str], str] = str) -> None:
    """Stand between page and server: change the states that come, and what the page sends."""

    def changed(text: str) -> str:
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "state":
                to(message)
        return json.dumps(frame)

    def stand(ws: Any) -> None:
        server = ws.connect_to_server()
        ws.on_message(lambda text: server.send(of(text)))
        server.on_message(lambda text: ws.send(changed(text)))

    page.route_web_socket("**/ws", stand)


def in_hand_or_title(page: Any) -> bool:
    return bool(page.evaluate("document.activeElement.matches('.hand button, #title')"))


def test_the_layout_is_not_folded_anew_while_the_end_of_a_round_is_read(page: Any, at: Callable[..., None]) -> None:
    """The open panel leaves the wood another shape, which it has again in the next round."""
    looks: list[str] = []
    page.on("websocket", lambda line: line.on(
        "framesent", lambda text: looks.append(text) if '"look"' in text else None))
    at(page, "near")
    assert wait_for_turn(page)
    shape = "(({ clientWidth, clientHeight }) => clientWidth / clientHeight)(document.querySelector('svg.layout'))"
    before = page.evaluate(shape)
    while wait_for_turn(page):
        play_by_keyboard(page)
    page.locator(".panel-open").wait_for()
    assert page.evaluate(shape) < 1.42 < before, "else this test would show nothing"
    page.wait_for_timeout(500)
    page.locator(".go-on").click()
    page.locator(".panel-open").wait_for(state="detached")
    page.locator(".hand button").first.wait_for()
    page.wait_for_timeout(500)
    assert looks == []
    page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(100):
        if looks:
            break
        page.wait_for_timeout(50)
    assert len(looks) == 1, "but of a window that has another shape it is told, once"


@pytest.mark.parametrize(("state", "then"), [("stand-in-settled", "next"), ("stand-in-over", "rematch")])
def test_who_has_a_bot_on_the_seat_takes_it_back_in_the_panel_and_goes_on(
        state: str, then: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    at(page, state)
    assert page.locator(".go-on").inner_text() == "Take the seat back"
    assert "A bot holds your seat" in page.locator(".panel .notice").inner_text(), "and it is said why"
    page.locator(".go-on").tap()
    page.locator(f".go-on[data-what='{then}']").wait_for()
    assert page.locator(".panel .notice").is_hidden()
    page.locator(".go-on").tap()
    page.locator(".panel-open").wait_for(state="detached")


@pytest.mark.parametrize("options", [PHONE, {}], ids=["phone", "desktop"])
def test_a_refusal_is_seen_in_the_panel_and_heard(
        options: dict[str, Any], new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**options)
    change(page, lambda state: None, lambda text: re.sub(r'"at":\d+', '"at":1', text) if '"ready"' in text else text)
    at(page, "settled")
    page.locator(".go-on").click()
    page.locator(".panel .notice").wait_for()
    said = page.locator(".panel .notice p").inner_text()
    assert said == "The table had moved on already."
    heard = page.evaluate("""() => [...document.querySelectorAll("[aria-live]")].filter(
        (one) => getComputedStyle(one).visibility === "visible").map((one) => one.textContent.trim())""")
    assert heard.count(said) == 1
    box = page.locator(".panel .notice").bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"], "in sight"


def test_after_a_round_the_focus_goes_on_with_the_hand(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in-settled")
    page.locator(".go-on").focus()
    page.keyboard.press("Enter")
    page.locator(".go-on[data-what='next']").wait_for()
    assert page.evaluate("document.activeElement.matches('.go-on')"), "it stays where the next thing is done"
    page.keyboard.press("Enter")
    page.locator(".panel-open").wait_for(state="detached")
    assert in_hand_or_title(page)


def test_after_a_rematch_the_focus_goes_on_with_the_hand(page: Any, at: Callable[..., None]) -> None:
    def go_on(page: Any) -> None:
        page.locator(".go-on").focus()
        page.keyboard.press("Enter")

    at(page, "near")
    play_match(page, play_by_keyboard, go_on)
    go_on(page)
    page.locator(".panel-open").wait_for(state="detached")
    assert in_hand_or_title(page)
    assert wait_for_turn(page)
    assert page.evaluate("document.activeElement.matches('.hand button')")


def test_whoever_looks_at_the_layout_finds_the_way_back_by_keyboard(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(**PHONE)
    at(page, "settled")
    page.locator(".panel .look").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.back-to-panel')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.panel h2')")


def test_a_seat_that_is_taken_back_in_play_leaves_the_focus_at_the_hand(page: Any, at: Callable[..., None]) -> None:
    at(page, "stand-in")
    page.locator(".take-back").focus()
    page.keyboard.press("Enter")
    page.locator(".take-back").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.matches('.hand button')")


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_settled_finds_room_on_a_phone(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    for rules in RULE_SETS:
        for seats in (2, 3, 4):
            at(page, f"{rules}-{seats}", lang=lang)
            for width in (320, 360):
                page.set_viewport_size({"width": width, "height": 640})
                assert page.evaluate(CROWDED) == [], (rules, seats, width)
                assert page.evaluate("document.documentElement.scrollWidth") == width
                names = page.locator(".panel .nm > span").evaluate_all("all => all.map((one) => one.clientHeight)")
                assert max(names) < 30, "a short name is not broken"


@pytest.mark.parametrize("lang", LANGS)
def test_totals_of_four_digits_and_a_half_find_room_too(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    def stretch(state: dict[str, Any]) -> None:
        state["settlement"]["title"] += f": {'W' * 24}"
        for team in state["settlement"]["teams"]:
            team.update(before="1000.5", plays="+123.5", change="\u221223.5", after="1100.5")
        for row in state["settlement"]["rows"]:
            row.update(pips=123, rounded="125", points="\u221223.5")

    page = new_page()
    change(page, stretch)
    for state in ("five-up-2", "five-up-3", "five-up-4", "dominos-cc-all-fives-4"):
        at(page, state, lang=lang)
        for width in (320, 360, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(CROWDED) == [], (state, width)
            title = page.locator(".panel h2").evaluate("one => [one.scrollWidth, one.clientWidth]")
            assert title[0] <= title[1], "a long name is broken in the title"


def test_the_table_of_the_settlement_says_which_tiles_are_whose(page: Any, at: Callable[..., None]) -> None:
    at(page, "dominos-cc-all-fives-4")
    names = page.locator(".panel tbody th[scope='rowgroup'] .nm > span").all_inner_texts()
    assert names == ["You", "Aoi", "Haneul", "Oak"]
    for body in page.locator(".panel tbody").all():
        assert body.locator("tr").count() == 2
        assert re.search(r"[0-6]-[0-6]|went out", body.locator("tr").nth(1).text_content())


def test_the_settlement_of_a_team_goes_from_before_over_plays_and_hands_to_the_total(
        page: Any, at: Callable[..., None]) -> None:
    at(page, "settled")
    for card in page.locator(".panel .team").all():
        assert card.locator("dt").all_inner_texts() == ["Before", "Plays", "Hands", "Total"]
        figures = [int(text.replace("\u2212", "-")) for text in card.locator("dd").all_inner_texts()]
        assert sum(figures[:3]) == figures[3]


def test_so_does_that_of_seats_that_play_for_themselves(page: Any, at: Callable[..., None]) -> None:
    at(page, "pooled")
    for body in page.locator(".panel tbody").all():
        before, plays = (int(text.split()[1]) for text in body.locator(".so-far span").all_inner_texts())
        points, total = (int(body.locator(cell).inner_text()) for cell in (".pt", ".sum-of"))
        assert before + plays + points == total
    at(page, "blocked")
    assert page.locator(".so-far").first.inner_text().startswith("Before"), "where nothing counts, plays make nothing"
    assert page.locator(".so-far span").count() == page.locator(".panel tbody").count()


@pytest.mark.parametrize("lang", LANGS)
def test_a_match_that_ends_within_a_round_shows_the_hands(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    at(page, "lost", lang=lang)
    hands = page.locator(".panel .held-on")
    assert hands.count() == page.locator(".panel .total").count() == 3
    for hand in hands.all():
        assert hand.locator("svg.solo").count() == len(re.findall(r"[0-6]-[0-6]", hand.text_content()))
    assert page.locator(".panel .held-on svg.solo").count()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_total_below_nothing_has_a_minus_before_its_strokes(page: Any, at: Callable[..., None]) -> None:
    def below(state: dict[str, Any]) -> None:
        state["teams"][0].update(total="\u221212", strokes=-12)

    change(page, below)
    at(page, "settled")
    for sheet in (page.locator(".panel .strokes").first, page.locator(".bar .strokes, .sheet .strokes").first):
        signs = sheet.locator("path").evaluate_all("all => all.map((one) => one.classList.contains('sign'))")
        assert signs == [True] + 12 * [False]


def test_a_half_point_stands_in_the_total_once_and_beside_its_strokes(page: Any, at: Callable[..., None]) -> None:
    people = People(ALL_FIVES, ("Minjun", "Aoi", "Haneul"))
    told = json.loads(bytes(memo.team(words_in("en"), people, 0, Fraction(205, 2))))
    half = {key: told[key] for key in ("total", "label", "strokes", "extra")}

    def halved(state: dict[str, Any]) -> None:
        for teams in (state["teams"], state["result"]["totals"] if state["result"] else state["teams"]):
            teams[0].update(half)

    change(page, halved)
    for position in ("pooled", "lost"):
        at(page, position)
        assert page.locator(".sheet .num b").first.text_content() == "102.5"
        assert page.locator(".scores .score b").first.text_content() == "102.5"
    assert page.locator(".panel .total b").first.inner_text() == "102.5"
    for sheet in (page.locator(".panel .strokes").first, page.locator(".sheet .strokes").first):
        assert sheet.locator("path").count() == 20
        assert sheet.evaluate("one => getComputedStyle(one, '::after').content") == '"2.5"'
