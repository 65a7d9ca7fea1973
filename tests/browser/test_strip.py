"""The strip under the wood: whatever it says fits, and moves neither the wood nor the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_choosing import leave_one_place
from test_settlement import change

PHONES = ((320, 568), (360, 640), (390, 844))
HEIGHTS = "() => ['.stage', '.strip'].map((name) => document.querySelector(name).getBoundingClientRect().height)"

# Draws what the strip says in any state of a table: with sums of so many ends, chosen or played last, with one place or
# several, with a sentence; when it fits no more, what it said.
SAID = """async (twice) => {
    const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
    const { drawStrip } = await import(`${base}strip.js`);
    document.documentElement.style.fontSize = twice ? "200%" : "";
    const strip = document.querySelector(".strip"), wood = document.querySelector(".stage");
    const high = (one) => one.getBoundingClientRect().height;
    const seats = [0, 1].map((seat) => ({ mark: seat ? "square" : "round", letter: "ABC"[seat], sits_in: false }));
    const sum = (terms, gain) => ({ terms, count: terms.reduce((a, b) => a + b, 0), gain, scores: gain !== "0", on: "",
        move: "0-1", seat: 1, text: "" });
    const sums = [5, 6, 7, 9].flatMap((many) => [sum(Array(many).fill(0), "0"),
        sum(Array.from({ length: many }, (_, i) => (i < 3 ? 10 + i : i)), "+12")]);
    const state = { you: 0, seats, last: null, hand: [], may: "play", need: "move", settlement: null, says: "",
        scene: { tiles: [1] } };
    const held = (option, places) => [{ tile: "0-1", options: Array(places).fill(option) }];
    const none = { tile: null, move: null, says: null, sent: null };
    const sentences = window.sentences, all = [];
    for (const last of sums) {
        all.push([{ ...state, last, says: sentences[0] }, none]);
        for (const option of sums)
            for (const places of [1, 2])
                all.push([{ ...state, last, hand: held(option, places) }, { ...none, tile: "0-1", move: "0-1" }]);
        for (const says of sentences) all.push([{ ...state, last }, { ...none, says }]);
    }
    const before = [high(wood), high(strip)], found = [];
    for (const [one, choice] of all) {
        drawStrip(strip, one, choice, () => {});
        const now = [high(wood), high(strip)], said = strip.innerText.replaceAll("\\n", " ");
        if (`${now}` !== `${before}`) found.push(`${before} is ${now}: ${said}`);
        const box = strip.getBoundingClientRect();
        for (const line of strip.querySelectorAll(".line")) {
            const { height, top, bottom } = line.getBoundingClientRect();
            if (height && (top < box.top - 1 || bottom > box.bottom + 1)) found.push(`cut: ${said}`);
        }
        if (strip.matches(".spills")) found.push(`scrolls: ${said}`);
    }
    return found;
}"""
WHY = {
    "en": ("Your turn.", "It is not your turn: Haneul plays now.",
           "This tile has no place: no end shows a 2 or a 5."),
    "ko": ("내 차례입니다.", "아직 차례가 아닙니다. 지금은 하늘이 둡니다.",
           "이 타일은 놓을 곳이 없습니다. 2나 5인 끝이 없습니다."),
    "ja": ("あなたの番です。", "まだ番ではありません。いまはHaneulの番です。",
           "この牌を置ける場所はありません。2か5の端がありません。"),
}


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_on_a_phone_no_sum_and_no_sentence_moves_the_wood(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    at(page, "turn", lang=lang)
    page.evaluate("(told) => { window.sentences = told; }", WHY[lang])
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.documentElement.style.fontSize = ''")
        before = page.evaluate(HEIGHTS)
        for tile in page.locator(".hand button").all():
            tile.click(force=True)
            assert page.evaluate(HEIGHTS) == before, (width, tile.get_attribute("data-tile"))
        page.keyboard.press("Escape")
        for twice in (False, True):
            assert page.evaluate(SAID, twice) == [], (width, twice)


def test_a_sum_stands_in_discs_where_they_fit_in_one_line_and_else_in_figures(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    at(page, "ends")
    sums = page.locator(".strip .sum:visible")
    for width, height, figures, lines in ((1280, 800, 0, 1), (640, 360, 1, 1), (320, 568, 1, 2)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(many) => document.querySelectorAll('.strip .figures').length === many", arg=figures)
        box, made = sums.bounding_box(), sums.locator(".made").bounding_box()
        assert box["height"] < (lines + 0.5) * made["height"], width
        assert box["height"] > (lines - 0.5) * made["height"], width


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_on_its_side_with_twice_the_text_the_layout_is_seen_above_what_is_said_of_its_place(
        lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    change(page, leave_one_place)
    for state in ("one-place", "ends"):
        at(page, state, lang=lang)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        before = page.evaluate(HEIGHTS)
        page.locator(".hand button:not([aria-disabled])").last.click()
        assert page.evaluate(HEIGHTS) == before, state
        above, sentence = (page.locator(f".strip .{line}").bounding_box() for line in ("second", "first"))
        assert above["y"] + above["height"] <= sentence["y"] + 1, "the sum is above the sentence"
        strip = page.locator(".strip").bounding_box()
        assert sentence["y"] + sentence["height"] <= strip["y"] + strip["height"] + 1, state
        lowest = page.locator(".layout .face").evaluate_all(
            "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))")
        assert lowest <= above["y"] + 1, (state, "no tile lies under it")
