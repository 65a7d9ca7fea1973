"""What moves when something was played: who does not want motion sees only what is new fade in, and a clock waits for
the move alone, which takes no longer with more points or more tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, place_point, wait_for_answer

WATCH = """
    window.moved = []; window.sent = []; window.stood = new Set(); window.still = "";
    const { animate } = Element.prototype, { send } = WebSocket.prototype;
    Element.prototype.animate = function (frames, how) {
        moved.push({ name: this.localName, old: stood.has(this), ends: (how.delay ?? 0) + how.duration, frames, how });
        const made = animate.call(this, frames, how);
        if (still && this.matches(still)) made.pause();
        return made;
    };
    WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); };"""
SETTLED = "() => sent.some((text) => text.includes('\"settled\"'))"
MOVE = 700  # milliseconds that a move may take


def play(page: Any) -> None:
    """Play the first tile that has a place; what is on the page now is old, and what was seen and sent is forgotten."""
    button = page.locator(PLAYING).first
    tile = button.get_attribute("data-tile")
    button.click()
    point = place_point(page)
    page.evaluate("""() => {
        moved.length = sent.length = 0;
        for (const one of document.querySelectorAll("*")) stood.add(one);
    }""")
    page.mouse.click(*point)
    wait_for_answer(page, tile)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_who_does_not_want_motion_sees_only_what_is_new_fade_in(
        motion: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, reduced_motion=motion)
    page.add_init_script(WATCH)
    at(page, "turn")
    play(page)
    page.wait_for_function(SETTLED)
    moved = page.evaluate("moved")
    if motion == "no-preference":
        assert any(one["old"] for one in moved), "else this test would show nothing"
        return
    assert [one for one in moved if one["old"]] == []
    assert any(one["name"] == "g" for one in moved), "the tile that was played"
    for one in moved:
        assert one["frames"] == [{"opacity": 0}, {"opacity": 1}]
        assert one["ends"] == 100


def test_a_clock_waits_for_the_move_and_not_for_the_strokes_of_its_points(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    page.add_init_script(WATCH)
    at(page, "turn")
    page.evaluate("still = '.strokes path'")
    play(page)
    page.wait_for_function("() => moved.some((one) => one.name === 'path')")
    page.wait_for_function(SETTLED)
    moved = page.evaluate("moved")
    assert max(one["ends"] for one in moved if one["name"] != "path") <= MOVE
    assert max(one["ends"] for one in moved if one["name"] == "path") <= 800


def test_who_does_not_want_motion_sees_the_last_tile_of_a_round_before_the_panel_covers_it(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page.add_init_script(WATCH + """
        new MutationObserver(() => {
            const now = performance.now();
            if (document.querySelector(".hand") && !document.querySelector(".hand button")) window.laid ??= now;
            if (document.querySelector(".panel-open")) window.covered ??= now;
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });""")
    at(page, "last-tile")
    page.evaluate("delete window.laid")
    play(page)
    page.wait_for_function("() => window.covered")
    assert page.evaluate("covered - laid") >= 690


@pytest.mark.parametrize(("tiles", "last"), [(1, 180), (2, 360), (10, 630), (21, 657)])
def test_many_tiles_are_drawn_in_the_time_of_a_few(
        tiles: int, last: int, page: Any, at: Callable[..., None]) -> None:
    page.add_init_script(WATCH)
    at(page, "turn")
    page.evaluate("""async (tiles) => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { Flights } = await import(`${base}flights.js`);
        const button = document.querySelector(".hand button");
        const flights = new Flights({ tileButton: () => button });
        const draws = Array.from({ length: tiles }, () => ({ seat: 0, tile: "0-0" }));
        const yard = new DOMRect(9, 9, 9, 9);
        moved.length = 0;
        flights.after({ play: null, landing: null, draws, dealt: false, turned: false, yard }, { you: 0 });
    }""", tiles)
    moved = page.evaluate("moved")
    assert len(moved) == tiles
    assert moved[-1]["ends"] == pytest.approx(last, abs=1)
    assert moved[-1]["ends"] <= MOVE


def test_nothing_of_a_move_is_seen_over_the_next_one(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    seen = page.evaluate("""async () => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { appear, finish, fly, later } = await import(`${base}motion.js`);
        const [from, to] = [new DOMRect(9, 9, 9, 9), new DOMRect(99, 99, 9, 9)], done = [];
        const points = Object.assign(document.createElement("b"), { textContent: "+4" });
        const pill = () => fly(points, from, to, { duration: 300 });
        pill();
        later(260, pill);
        later(560, () => {
            done.push("score");
            appear(document.body, [{ opacity: 0 }, { opacity: 1 }], { duration: 200 }, false);
        });
        finish();
        await new Promise((then) => setTimeout(then));
        return [done, document.getAnimations().length, document.querySelectorAll(".flying").length];
    }""")
    assert seen == [["score"], 0, 0]
