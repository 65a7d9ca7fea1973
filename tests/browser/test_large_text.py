"""Twice the text on any screen: nothing is cut, nothing lies over anything, nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

TWICE = "document.documentElement.style.fontSize = '200%'"
SIZES = ((320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (768, 1024), (1280, 800), (1920, 1080))
# Settlements in pairs and of each for itself, with all columns; a match that ended with a round, and within one.
STATES = ("settled", "dominos-cc-all-fives-4", "won", "lost", "waiting", "turn",
          "lead", "singles", "nine", "stand-in")

# What is wrong with the lines of text that are seen. What sticks to an edge may lie over what scrolls under it, and a
# notice may be folded where its button shows all of it; that button comes with the frame after a new size.
CROWDED = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const found = [], lines = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push("the page scrolls sideways");
    const root = document.querySelector("dialog[open]") ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: own } = texts.currentNode;
        const seen = data.trim() && own.checkVisibility({ visibilityProperty: true });
        if (!seen || own.closest(".vh, svg, option")) continue;
        const around = [];
        for (let one = own; one !== document.body; one = one.parentElement) around.push([one, getComputedStyle(one)]);
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        for (const { left, right, top, bottom, height } of range.getClientRects()) {
            const line = { own, text: data.trim(), left, right, top: top + height / 8, bottom: bottom - height / 8 };
            if (left < -1 || right > clientWidth + 1) found.push(`"${line.text}" leaves the window`);
            for (const [one, { display, overflowX, overflowY }] of around) {
                if (display === "contents") continue;
                const box = one.getBoundingClientRect();
                const beside = overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1);
                const below = line.top < box.top - 1 || line.bottom > box.bottom + 1;
                const folded = one.matches(".notice:not(.all):has(> .btn:not([hidden])) > p");
                const cut = beside || (below && !folded && ["hidden", "clip"].includes(overflowY));
                if (cut) found.push(`"${line.text}" is cut by ${one.className}`);
                if (overflowY === "visible") continue;
                line.top = Math.max(line.top, box.top);
                line.bottom = Math.min(line.bottom, box.bottom);
            }
            const sticks = around.some(([, { position }]) => position === "sticky");
            if (line.bottom - line.top > 3 && !sticks) lines.push(line);
        }
    }
    for (const [i, a] of lines.entries()) {
        for (const b of lines.slice(i + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (a.own !== b.own && wide > 2 && high > 3) found.push(`"${a.text}" and "${b.text}" lie over each other`);
        }
    }
    for (const one of document.querySelectorAll(".seg label")) {
        const { height } = one.getBoundingClientRect();
        if (height && height < 44) found.push(`"${one.textContent}" is ${height} high`);
    }
    return found;
}"""


def crowded(page: Any) -> list[tuple[int, str]]:
    """What is wrong, by the width of the window."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [(width, one) for one in page.evaluate(CROWDED)]
    return found


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_all_of_it_can_be_read_at_twice_the_text(
        lang: str, page: Any, positions: str, at: Callable[..., None]) -> None:
    page.goto(f"{positions}/{lang}/")
    page.evaluate(TWICE)
    page.locator("[name='seat1'][value='open']").check(force=True)
    page.locator(".more summary").click()
    assert crowded(page) == []
    for state in STATES:
        at(page, state, lang=lang)
        page.evaluate(TWICE)
        assert crowded(page) == [], state
    at(page, "one-place", lang=lang)
    page.evaluate(TWICE)
    page.locator(".hand button:not([aria-disabled])").click()
    assert crowded(page) == [], "chosen"
    page.keyboard.press("Escape")
    page.locator(".menu-button").click()
    assert crowded(page) == [], "menu"


def test_a_long_name_stays_beside_the_wood_at_twice_the_text(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 640, "height": 360})
    at(page, "turn")
    page.evaluate(TWICE)
    for name in ("Bartholomew-Maximilian X", "漢字" * 12):
        names = page.locator(".seat .name > span:first-child")
        names.evaluate_all("(all, name) => all.forEach((one) => one.textContent = name)", name)
        assert page.evaluate(CROWDED) == []
        page.locator(".seat .held").last.scroll_into_view_if_needed()
        assert page.locator(".seat .held").last.bounding_box()["y"] < 360, "what has no room can be scrolled to"
