"""The line between page and server: lost and found again, moves refused, seats and spectators, pages without script."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from hands import PLAYING, pick_up, place_point, wait_for_turn
from test_motion import WATCH


def between(page: Any) -> dict[str, Any]:
    """Stand between page and server: `ws` is the present line, `change` may alter or lose what the page says, and
    `tell` what it is told."""
    held: dict[str, Any] = {"lines": 0, "change": lambda text: text, "tell": lambda text: text, "server": None,
                            "ws": None, "refuse": False}

    def stand(ws: Any) -> None:
        if held["refuse"]:
            ws.close(code=1013)
            return
        server = ws.connect_to_server()
        held.update(server=server, ws=ws, lines=held["lines"] + 1)
        ws.on_message(lambda text: pass_on(server, held["change"](text)))
        server.on_message(lambda text: pass_on(ws, held["tell"](text)))

    def pass_on(to: Any, text: str | None) -> None:
        if text is not None:
            to.send(text)

    page.route_web_socket("**/ws", stand)
    return held


def keep_moves(held: dict[str, Any]) -> list[str]:
    """Let no move come to the server: they are put in this list."""
    return keep(held, "change", "move")


def keep(held: dict[str, Any], way: str, kind: str) -> list[str]:
    """Let no message of a kind through, to the server (`change`) or the page (`tell`): they are put in this list."""
    kept: list[str] = []

    def taken(text: str) -> str | None:
        if f'"type":"{kind}"' not in text:
            return text
        kept.append(text)
        return None

    held[way] = taken
    return kept


def first_of(page: Any, messages: list[str]) -> str:
    """Take the first message out of a list, once there is one."""
    while not messages:
        page.wait_for_timeout(10)
    return messages.pop(0)


def test_a_lost_line_is_told_and_comes_back_by_itself(page: Any, new_table: Callable[..., str]) -> None:
    held = between(page)
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    tiles = page.locator(".layout .tile").count()
    held["refuse"] = True
    held["ws"].close(code=1012)
    page.locator(".news", has_text="Reconnecting").wait_for()
    assert page.locator(".layout .tile").count() == tiles, "the layout stays"
    held["refuse"] = False
    page.locator(".news", has_text="You are back").wait_for()
    page.locator(".news").wait_for(state="hidden")
    page.locator(PLAYING).first.click()
    assert page.locator(".place").count() > 0


def test_a_move_on_a_line_that_breaks_is_played_once(page: Any, new_table: Callable[..., str]) -> None:
    held = between(page)
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    sent = []

    def lose(text: str) -> str | None:
        if '"move"' not in text:
            return text
        sent.append(text)
        if len(sent) == 1:
            held["ws"].close(code=1012)
            return None
        return text

    held["change"] = lose
    button = page.locator(PLAYING).first
    tile = button.get_attribute("data-tile")
    button.click()
    page.mouse.click(*place_point(page))
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")
    assert len(set(sent)) == 1, "sent again as it was"
    assert page.locator(f".layout [data-key='{tile}']").count() == 1


def test_a_refused_move_says_why_and_the_tile_stays(page: Any, new_table: Callable[..., str]) -> None:
    held = between(page)
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    tiles = page.locator(".hand button").count()
    held["change"] = lambda text: re.sub(r'"at":\d+', '"at":1', text) if '"move"' in text else text
    tile = page.locator(PLAYING).first.get_attribute("data-tile")
    page.locator(PLAYING).first.click()
    page.mouse.click(*place_point(page))
    page.locator(".strip .why").wait_for()
    assert "already" in page.locator(".strip .second").inner_text()
    assert page.locator(".hand button").count() == tiles
    held["change"] = lambda text: text
    page.mouse.click(*place_point(page))
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")


def test_a_dragged_tile_that_the_table_refuses_is_seen_in_the_hand_again(page: Any, at: Callable[..., None]) -> None:
    moves = keep_moves(held := between(page))
    at(page, "turn")
    button = page.locator(PLAYING).first
    for other_news_first in (False, True):
        pick_up(page, button)
        assert button.is_hidden(), "it is seen once"
        page.mouse.move(*place_point(page), steps=6)
        page.mouse.up()
        move = first_of(page, moves)
        assert page.locator(".drag").count() == 1
        if other_news_first:
            held["server"].send('{"type":"look","view":"square"}')
            page.locator(".drag").wait_for(state="detached")
        held["server"].send(re.sub(r'"at":\d+', '"at":1', move))
        page.locator(".strip .why").wait_for()
        page.locator(".drag").wait_for(state="detached")
        assert button.is_visible()
        assert button.get_attribute("aria-pressed") == "true", "it may be tried again at once"
        page.keyboard.press("Escape")


def test_a_move_on_its_way_stays_so_when_something_else_is_refused(page: Any, at: Callable[..., None]) -> None:
    moves = keep_moves(held := between(page))
    at(page, "turn")
    pick_up(page, page.locator(PLAYING).first)
    page.mouse.move(*(point := place_point(page)), steps=6)
    page.mouse.up()
    first_of(page, moves)
    held["ws"].send('{"type":"refused","key":"other","reason":"rate","text":"Too many reactions.","number":1}')
    page.locator(".strip .why", has_text="Too many reactions.").wait_for()
    assert page.locator(".place").count() == 0
    assert page.locator(".drag").count() == 1, "the tile waits where it was dropped"
    page.mouse.click(*point)
    assert page.locator(".place").count() == 0
    assert moves == [], "it is played once"


def test_the_play_of_another_does_not_come_from_where_a_tile_was_dropped(page: Any, at: Callable[..., None]) -> None:
    moves, told = keep_moves(held := between(page)), {}

    def without_the_last(text: str) -> str:
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "state":
                told.update(json.loads(json.dumps(message)))
                message["scene"]["tiles"].pop()
        return json.dumps(frame)

    held["tell"] = without_the_last
    page.add_init_script(WATCH)
    at(page, "turn")
    pick_up(page, page.locator(PLAYING).first)
    page.mouse.move(*(dropped := place_point(page)), steps=6)
    page.mouse.up()
    first_of(page, moves)
    tile, number = told["scene"]["tiles"][-1]["tile"], told["number"] + 1
    page.evaluate("(tile) => (still = `[data-key='${tile}']`)", tile)
    play = {"number": number, "what": "play", "seat": 1, "tile": tile, "text": "Aoi plays."}
    held["ws"].send(json.dumps({**told, "number": number, "events": [*told["events"], play]}))
    page.locator(f".layout [data-key='{tile}']").wait_for()
    comes = page.locator(f".layout [data-key='{tile}']").bounding_box()
    seat = page.locator("[data-seat='1'] .token").bounding_box()

    def away(x: float, y: float) -> float:
        return math.hypot(comes["x"] + comes["width"] / 2 - x, comes["y"] + comes["height"] / 2 - y)

    assert away(seat["x"] + seat["width"] / 2, seat["y"] + seat["height"] / 2) < 40 < away(*dropped)


def test_a_line_that_breaks_again_as_soon_as_it_is_back_is_told_until_it_is_back_for_good(
        page: Any, at: Callable[..., None]) -> None:
    page.clock.install()
    held = between(page)
    at(page, "turn")
    held["ws"].close(code=1012)
    page.locator(".news", has_text="Reconnecting").wait_for()
    page.clock.fast_forward(1000)
    page.locator(".news", has_text="You are back").wait_for()
    held["change"] = lambda text: None  # the next line opens, and says nothing
    held["ws"].close(code=1012)
    page.locator(".news", has_text="Reconnecting").wait_for()
    page.clock.fast_forward(2100)
    assert page.locator(".news", has_text="Reconnecting").is_visible()


def test_the_seat_leaves_the_address_and_is_kept(page: Any, new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=2)
    page.goto(url)
    wait_for_turn(page)
    assert "#" not in page.url
    page.reload()
    wait_for_turn(page)
    assert page.locator(".hand button").count() > 0


def test_whoever_opens_the_bare_link_watches_and_sees_no_hand(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=2)
    mine, other = new_page(), new_page()
    mine.goto(url)
    wait_for_turn(mine)
    other.goto(url.split("#")[0])
    other.locator("main:not([aria-busy])").wait_for(state="attached")
    assert other.locator(".hand button").count() == 0
    assert "watching" in other.locator(".mine h2").inner_text()
    tile = mine.locator(PLAYING).first.get_attribute("data-tile")
    mine.locator(PLAYING).first.click()
    mine.mouse.click(*place_point(mine))
    other.locator(f".layout [data-key='{tile}']").wait_for(state="attached")


def test_the_first_page_starts_a_table_without_script(new_page: Callable[..., Any], address: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/")
    page.get_by_label("All Fives", exact=False).first.check(force=True)
    page.locator("[name='seats'][value='2']").check(force=True)
    assert page.locator(".game:has(:checked) .goal .n2").is_visible()
    page.get_by_label("Your name", exact=False).fill("Aoi")
    page.locator(".go .btn").click()
    page.wait_for_url("**/tables/**")
    assert "JavaScript" in page.locator("noscript, .note").first.inner_text()
    assert page.locator(".note").bounding_box()["y"] < 100, "in sight, and not below an empty table"


def test_the_first_page_names_the_game_and_remembers(page: Any, address: str) -> None:
    page.goto(f"{address}/")
    assert page.locator(".go .btn").inner_text() == "Start Five Up"
    targets = {}
    for seats in ("2", "3", "4"):
        page.locator(f"[name='seats'][value='{seats}']").check(force=True)
        targets[seats] = page.locator(".game:has([value='all-fives']) .goal b:visible").inner_text()
    assert targets == {"2": "250", "3": "200", "4": "200"}
    page.locator("[name='rules'][value='dominos-cc-draw']").check(force=True)
    page.get_by_label("Your name", exact=False).fill("Aoi")
    page.locator(".go .btn").click()
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert "Dominos.cc Draw" in page.locator(".bar .chip").inner_text()
    page.goto(f"{address}/")
    assert page.locator(".go .btn").inner_text() == "Start Dominos.cc Draw"
    assert page.get_by_label("Your name", exact=False).input_value() == "Aoi"


def test_the_picture_of_the_first_page_is_true() -> None:
    from fives.layout import lay_out, parse_play
    from fives.rules import FIVE_UP
    from fives.server.pages.home import ENDS, GAIN, PICTURE, PLAYS, TERMS

    layout = lay_out(FIVE_UP, map(parse_play, PLAYS))
    assert sorted(end.value for end in layout.counted) == sorted(TERMS)
    assert f"+{layout.points // FIVE_UP.unit}" == GAIN
    assert {str(play.tile) for play in layout.plays} == {lying.tile for lying in PICTURE}
    assert {lying.tile for lying in PICTURE if lying.spinner} == {str(tile) for tile in layout.spinners}
    assert sorted(mark.value for mark in ENDS if mark.value is not None) == sorted(TERMS)


def test_a_link_of_a_seat_that_is_opened_where_its_table_is_shown_opens_the_seat(
        page: Any, new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=2, places=["open"], clock=0)
    page.goto(url.split("#")[0])
    page.locator(".people li .btn", has_text="Sit down").first.wait_for()
    page.goto(url)  # the same document: only the fragment is another
    page.locator(".people small", has_text="You").wait_for()
    assert "#" not in page.url, "the secret does not stay in the address"
    page.goto(f"{url.split('#')[0]}#wrong")
    page.locator(".notice", has_text="This link opens no seat at this table.").wait_for()
    page.locator(".people small", has_text="You").wait_for()
    assert "#" not in page.url
