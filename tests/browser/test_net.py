"""Commands on a line that is not there, breaks, or does not answer: each is carried out once, and none is forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hands import PLAYING, place_point, wait_for_turn
from test_line import between

# The page's own line in a page of its own, on sockets that do what the test says.
MADE = """async (source) => {
    window.made = [];
    window.told = [];
    window.WebSocket = class {
        static CONNECTING = 0;
        static OPEN = 1;
        readyState = 0;
        sent = [];
        constructor() { made.push(this); }
        send(text) { this.sent.push(JSON.parse(text)); }
        close() { if (this.readyState < 3) { this.readyState = 3; this.onclose?.(); } }
        answer(message) { this.onmessage({ data: JSON.stringify(message) }); }
        open() { this.readyState = 1; this.onopen(); this.answer({ type: "state" }); }
        get commands() {
            return this.sent.filter((one) => one.key).map((one) => one.type + one.key.replace(net.run, "")).join(" ");
        }
    };
    const { Net } = await import(source);
    window.net = new Net("t", "token", { hello: () => ({}), heard: () => null, lost: () => told.push("lost") });
}"""


@pytest.fixture
def line(page: Any, positions: str) -> Any:
    """A page with `net`, whose sockets are `made`, under a clock of its own."""
    page.clock.install()
    page.goto(f"{positions}/en/")
    base = page.locator("script[type=module]").get_attribute("src").rpartition("/")[0]
    page.evaluate(MADE, f"{positions}{base}/net.js")
    return page


def commands(page: Any) -> list[str]:
    found: list[str] = page.evaluate("made.map((one) => one.commands)")
    return found


def test_a_command_that_is_given_while_the_line_is_being_opened_is_sent_when_it_is_open(line: Any) -> None:
    line.evaluate("net.command('move')")
    assert commands(line) == [""]
    line.evaluate("made[0].open()")
    assert commands(line) == ["move0"]
    line.evaluate("made[0].answer({ type: 'state' })")
    assert commands(line) == ["move0"], "once on each line"


def test_commands_of_a_time_without_line_are_all_sent_in_their_order_until_each_is_answered(line: Any) -> None:
    line.evaluate("made[0].open(); net.command('name'); made[0].close()")
    line.evaluate("net.command('fill'); net.command('ready')")
    line.clock.fast_forward(2000)
    line.evaluate("made[1].open()")
    assert commands(line) == ["name0", "name0 fill1 ready2"]
    keys = line.evaluate("made[1].sent.filter((one) => one.key).map((one) => one.key)")
    line.evaluate("(key) => made[1].answer({ type: 'done', key })", keys[1])
    assert line.evaluate("['name', 'fill', 'ready'].map((type) => net.waits(type))") == [True, False, True]
    line.evaluate("made[1].close()")
    line.clock.fast_forward(4000)
    line.evaluate("made[2].open()")
    assert commands(line)[2] == "name0 ready2"
    line.evaluate("net.drop(); made[2].close()")
    line.clock.fast_forward(8000)
    line.evaluate("made[3].open()")
    assert commands(line)[3] == "", "what has failed is not tried again by itself"


def test_what_is_given_before_the_table_has_told_how_it_stands_comes_after_what_was_kept(line: Any) -> None:
    line.evaluate("net.command('name'); made[0].readyState = 1; made[0].onopen(); net.command('fill')")
    assert commands(line) == [""]
    line.evaluate("made[0].answer({ type: 'state' })")
    assert commands(line) == ["name0 fill1"]


def test_what_was_meant_for_the_table_of_a_minute_ago_is_not_done_any_more(line: Any) -> None:
    line.evaluate("made[0].open(); made[0].close(); ['name', 'leave', 'sit'].forEach((type) => net.command(type))")
    line.evaluate("made.length = 0")
    line.clock.fast_forward(61_000)
    line.evaluate("made.at(-1).open()")
    assert re.fullmatch(r"name0 sit\w{20,40}", commands(line)[-1])
    assert not line.evaluate("net.waits('leave')")


def test_the_key_of_who_sits_down_is_part_of_no_other(line: Any) -> None:
    line.evaluate("made[0].open(); net.command('sit'); net.command('name'); net.command('sit')")
    keys = line.evaluate("made[0].sent.filter((one) => one.key).map((one) => one.key)")
    assert len({key[:8] for key in keys}) == 3, "the token of the seat is made of it, and other keys are stored"


def test_a_line_that_does_not_answer_a_command_is_given_up_after_six_seconds(line: Any) -> None:
    line.evaluate("made[0].open()")
    line.clock.fast_forward(9000)
    assert line.evaluate("told") == [], "nobody has asked anything"
    line.evaluate("net.command('move')")
    line.clock.fast_forward(5900)
    assert line.evaluate("told") == []
    line.clock.fast_forward(200)
    assert line.evaluate("told") == ["lost"]
    line.clock.fast_forward(2000)
    line.evaluate("made[1].open()")
    assert commands(line) == ["move0", "move0"]


def test_when_the_device_has_lost_its_network_the_line_is_looked_after_at_once(line: Any) -> None:
    line.evaluate("made[0].open(); dispatchEvent(new Event('offline'))")
    assert line.evaluate("made[0].sent.at(-1).type") == "ping"
    line.clock.fast_forward(6100)
    assert line.evaluate("told") == ["lost"]


@pytest.mark.parametrize("reason", ["store", "rate"])
def test_a_move_that_could_not_be_stored_may_be_made_again(
        reason: str, page: Any, new_table: Callable[..., str]) -> None:
    held = between(page)
    page.goto(new_table(rules="five-up", seats=2))
    assert wait_for_turn(page)
    tile = page.locator(PLAYING).first.get_attribute("data-tile")

    def fail(text: str) -> str | None:
        if '"move"' not in text:
            return text
        held["change"] = lambda text: text
        held["ws"].send(json.dumps({"type": "error", "reason": reason, "text": "Try again in a moment."}))
        return None

    held["change"] = fail
    page.locator(PLAYING).first.click()
    page.mouse.click(*place_point(page))
    page.locator(".strip", has_text="Try again in a moment.").wait_for()
    page.mouse.click(*place_point(page))
    page.locator(f".hand [data-tile='{tile}']").wait_for(state="detached")


def test_a_press_that_the_table_has_carried_out_already_is_not_complained_about(
        page: Any, new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=2, places=["open"], clock=0)
    held = between(page)
    page.goto(url)
    page.locator(".waiting-room > .btn").wait_for()
    sent = []

    def twice(text: str) -> str:
        if '"begin"' in text:
            sent.append(text)
            held["server"].send(re.sub(r'"key":"[^"]*', lambda key: key[0] + "x", text))
        return text

    held["change"] = twice
    page.locator(".waiting-room > .btn").click()
    assert wait_for_turn(page)
    assert sent
    assert "begun" not in page.locator(".strip").inner_text()


def test_who_lost_the_answer_to_sitting_down_has_the_seat_all_the_same(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=3, places=["open", "open"], clock=0)
    host, friend = new_page(), new_page()
    host.goto(url)
    held = between(friend)
    friend.goto(url.split("#")[0])

    def lose(text: str) -> str:
        if '"sit"' in text:
            held["change"] = lambda text: text
            held["server"].on_message(lambda answer: held["ws"].close(code=1012) if "seated" in answer else None)
        return text

    held["change"] = lose
    friend.locator(".people .btn", has_text="Sit down").first.click()
    friend.locator(".people li", has_text="You").wait_for()
    assert friend.locator(".people .btn", has_text="Sit down").count() == 0
    host.locator(".people li", has_text="Guest").nth(1).wait_for()
    assert host.locator(".people .btn", has_text="Seat a bot").count() == 1


def test_a_refusal_before_the_match_is_told_on_a_phone_too(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    url = new_table(rules="five-up", seats=3, places=["open", "open"], clock=0)
    friend = new_page(viewport={"width": 360, "height": 640})
    held = between(friend)
    held["change"] = lambda text: re.sub(r'"seat":\d', '"seat":0', text) if '"sit"' in text else text
    friend.goto(url.split("#")[0])
    friend.locator(".people .btn", has_text="Sit down").first.click()
    told = friend.get_by_text("This seat is taken.").locator("visible=true")
    told.wait_for()
    assert told.bounding_box()["y"] < 600
