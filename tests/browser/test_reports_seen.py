"""Reported faults of other programs that show on the page, each as the sentence that holds here: clocks of a device
that goes wrong, moves on a line that is not there, and what a page keeps."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ears import LISTEN, TILE, heard, listen, may_know, state
from hands import PLAYING, place_point, play_by_touch, wait_for_turn

from given_world import dealt, given, served

TURN = 100_000  # milliseconds
LEFT = 60_000
SHOWN = ".token:has(.clock) text"
SKEWED = """
    const RealDate = Date, by = %d;
    window.Date = class extends RealDate {
        constructor(...how) { how.length ? super(...how) : super(RealDate.now() + by); }
        static now() { return RealDate.now() + by; }
    };"""
ASLEEP = """
    window.skipped = 0;
    const real = performance.now.bind(performance);
    performance.now = () => real() + skipped;"""
KEPT = """async () => [
    JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie,
    JSON.stringify(await caches.keys()), JSON.stringify(await indexedDB.databases()),
    String((await navigator.serviceWorker?.getRegistrations?.())?.length ?? 0), JSON.stringify(history.state),
    ...Object.getOwnPropertyNames(window).filter((name) => !before.has(name) && !ours.has(name)).map((name) => {
        try { return name + JSON.stringify(window[name]); } catch { return name; }
    })]"""


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose tables have a turn running, with a minute left."""
    tables = [given(f"clock.{name}", *dealt("five-up", 2), clock=TURN, left=LEFT)
              for name in ("-90000", "90000", "hidden", "tapped", "sent", "held")]
    server = served(tmp_path_factory.mktemp("tables"), tables)
    yield server.url
    assert server.stop() == 0


def seconds(page: Any) -> int:
    """What the clock on the page says, of whose turn it is."""
    text: str = page.locator(SHOWN).first.text_content()
    return int(text)


@pytest.mark.parametrize("skew", [-90_000, 90_000])
def test_the_clock_shows_what_the_server_has_left_whatever_time_a_device_thinks_it_is(
        skew: int, page: Any, clocks: str) -> None:
    """NET-06."""
    page.add_init_script(SKEWED % skew)
    listen(page)
    page.goto(f"{clocks}/tables/clock.{skew}#seat-0")
    page.locator(".token .clock").first.wait_for(state="attached")
    told = state(page)["clock"]["ms"] / 1000
    before, since = seconds(page), time.monotonic()
    assert told - 4 <= before <= told + 1
    page.wait_for_function(f"() => Number(document.querySelector('{SHOWN}').textContent) < {before - 1}")
    assert time.monotonic() - since > 0.9, "two seconds less on the page take more than one"


def test_a_tab_that_was_hidden_shows_what_is_left_and_not_the_ticks_it_counted(page: Any, clocks: str) -> None:
    """NET-06: forty seconds in which the page could not count."""
    page.add_init_script(ASLEEP)
    page.goto(f"{clocks}/tables/clock.hidden#seat-0")
    page.locator(".token .clock").first.wait_for(state="attached")
    before, since = seconds(page), time.monotonic()
    page.evaluate("skipped = 40000")
    page.wait_for_function(
        f"() => Number(document.querySelector('{SHOWN}').textContent) <= {before} - 40")
    assert seconds(page) >= before - 41 - (time.monotonic() - since)


def test_the_clock_goes_on_from_where_it_is_when_a_tile_is_chosen(page: Any, clocks: str) -> None:
    """NET-06: all is drawn again then, from what the server said when the turn began."""
    page.add_init_script(ASLEEP)
    page.goto(f"{clocks}/tables/clock.tapped#seat-0")
    page.locator(".token .clock").first.wait_for(state="attached")
    before = seconds(page)
    page.evaluate("skipped = 40000")
    page.locator(".hand button").first.click()
    assert seconds(page) <= before - 40
    page.evaluate("skipped = 50000")
    page.locator(".hand button").nth(1).click()
    assert seconds(page) <= before - 50


def test_a_page_that_stood_still_while_its_turn_came_shows_what_is_left_when_it_is_seen_again(
        page: Any, clocks: str) -> None:
    """NET-06: what came meanwhile lay there, and told of the clock as it was when it was sent."""
    kept: list[tuple[Any, str, float]] = []
    held = {"back": True}

    def stand(ws: Any) -> None:
        server = ws.connect_to_server()
        server.on_message(lambda text: kept.append((ws, text, time.monotonic()))
                          if held["back"] and '"state"' in text else ws.send(text))

    page.route_web_socket("**/ws", stand)
    page.goto(f"{clocks}/tables/clock.held#seat-0")
    page.wait_for_timeout(3000)
    held["back"] = False
    ws, text, came = kept[0]
    ws.send(text)
    page.locator(".token .clock").first.wait_for(state="attached")
    frame = json.loads(text)
    told = next(one for one in (frame if isinstance(frame, list) else [frame]) if one["type"] == "state")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    left = told["clock"]["ms"] / 1000 - (time.monotonic() - came)
    page.wait_for_function(f"() => Number(document.querySelector('{SHOWN}').textContent) <= {left + 1}", timeout=1000)


def test_the_clock_of_who_is_not_there_runs_on_the_pages_of_the_others(page: Any, at: Callable[..., None]) -> None:
    """NET-06: its page cannot say that it is ready, so that the clock starts by itself."""
    at(page, "their-turn")
    theirs = page.locator(".others [data-seat='1'] .token:has(.clock) text")
    assert theirs.text_content() == "1"
    page.wait_for_function("""() => document.querySelector(".others [data-seat='1'] .token:has(.clock) text")
        ?.textContent === '0'""", timeout=6000)


def test_nothing_can_be_pressed_before_the_line_stands_and_then_the_move_is_made_and_stays(
        page: Any, new_table: Callable[..., str]) -> None:
    """NET-07: the line is refused at first."""
    lines = []

    def stand(ws: Any) -> None:
        lines.append(ws)
        if len(lines) <= 2:
            ws.close(code=1013)
        else:
            ws.connect_to_server()
    page.route_web_socket("**/ws", stand)
    page.goto(new_table(rules="five-up", seats=2, bots="greedy"))
    assert page.locator(".hand button").count() == 0, "there is nothing that could be lost"
    assert page.locator(".place").count() == 0
    page.locator(".news", has_text="Reconnecting").wait_for()
    assert wait_for_turn(page)
    assert len(lines) == 3
    tile = page.locator(PLAYING).first.get_attribute("data-tile")
    page.locator(PLAYING).first.click()
    page.mouse.click(*place_point(page))
    page.locator(f".layout [data-key='{tile}']").wait_for(state="attached")
    page.reload()
    page.locator(f".layout [data-key='{tile}']").wait_for(state="attached")
    assert page.locator(f".hand [data-tile='{tile}']").count() == 0


def test_a_move_without_a_line_is_marked_as_on_its_way_and_after_a_reload_can_be_made_again(
        page: Any, at: Callable[..., None]) -> None:
    """NET-07: it was never sent, so the real table is shown, and nothing is lost."""
    held: dict[str, Any] = {"refuse": False}

    def stand(ws: Any) -> None:
        if held["refuse"]:
            ws.close(code=1013)
            return
        held["ws"] = ws
        ws.connect_to_server()
    page.route_web_socket("**/ws", stand)
    at(page, "turn")
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".news", has_text="Reconnecting").wait_for()
    tile = page.locator(PLAYING).first.get_attribute("data-tile")
    laid = page.locator(".layout [data-key]").count()
    page.locator(PLAYING).first.click()
    page.mouse.click(*place_point(page))
    for again in page.locator(".hand button").all():
        again.click(force=True)
        pressed = page.locator(".hand [aria-pressed='true']").evaluate_all("all => all.map((one) => one.dataset.tile)")
        assert pressed == [tile], "it is on its way, and nothing else can be chosen meanwhile"
        assert page.locator(".place").count() == 0
    assert page.locator(f".hand [data-tile='{tile}']").count() == 1, "and it does not lie there yet"
    assert page.locator(".layout [data-key]").count() == laid
    held["refuse"] = False
    page.reload()
    assert wait_for_turn(page)
    page.locator(f".hand [data-tile='{tile}']").click()
    page.mouse.click(*place_point(page))
    page.locator(f".layout [data-key='{tile}']").wait_for(state="attached")


def test_a_page_keeps_says_and_stores_no_tile_that_is_not_for_it(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    """SEC-06: the console, global names, storage, caches; and the line, which has nothing to hide."""
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.add_init_script("window.before = new Set(Object.getOwnPropertyNames(window));" + LISTEN
                         + "window.ours = new Set(['heard', 'last', 'lines', 'before', 'ours', 'WebSocket']);")
    page.goto(new_table(rules="five-up", seats=3, bots="greedy"))
    allowed: set[str] = set()
    for _ in range(3):
        if not wait_for_turn(page):
            break
        play_by_touch(page)
    for told in heard(page, "state"):
        if told["settlement"] is None:
            allowed |= may_know(told) if told["scene"] else set()
            assert set(TILE.findall(json.dumps({**told, "words": None}))) <= allowed
    kept = page.evaluate(KEPT)
    assert said == []
    assert not TILE.search(" ".join(kept)), "not even its own tiles"
    assert "seat." in kept[0], "but which seat is ours"
