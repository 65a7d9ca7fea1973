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
    window.net = new Net("t", "token", { hello: () => ({}), view: () => "wide", heard: () => null,
        lost: () => told.push("lost") });
}"""


@pytest.fixture
def line(page: Any, positions: str) -> Any:
    """A page with `net`, whose sockets are `made`, under a clock that only the test moves on."""
    page.clock.install(time=0)
    page.goto(f"{positions}/en/")
    page.clock.pause_at(3600)  # by itself it runs
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
    hasty = ["leave", "free", "fill", "begin", "delete"]
    line.evaluate("(hasty) => { made[0].open(); made[0].close();"
                  " ['name', ...hasty, 'sit'].forEach((type) => net.command(type)); }", hasty)
    line.evaluate("made.length = 0")
    line.clock.fast_forward(61_000)
    line.evaluate("made.at(-1).open()")
    assert re.fullmatch(r"name0 sit\w{20,40}", commands(line)[-1])
    assert line.evaluate("(hasty) => hasty.filter((type) => net.waits(type))", hasty) == []


def test_what_was_given_less_than_a_minute_ago_is_done(line: Any) -> None:
    line.evaluate("made[0].open(); made[0].close(); ['leave', 'free', 'fill', 'begin', 'delete'].forEach((type) =>"
                  " net.command(type))")
    line.clock.fast_forward(59_000)
    line.evaluate("made.at(-1).open()")
    assert commands(line)[-1] == "leave0 free1 fill2 begin3 delete4"


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


def test_tries_for_a_line_lie_at_most_ten_seconds_apart_and_close_together_again_after_one_that_stood(
        line: Any) -> None:
    for tries in range(1, 10):
        line.evaluate("made.at(-1).close()")
        line.clock.fast_forward(10_000)
        assert line.evaluate("made.length") == tries + 1
    line.evaluate("made.at(-1).close()")
    line.clock.fast_forward(5900)
    assert line.evaluate("made.length") == 10, "a server that is away is not stormed"
    line.clock.fast_forward(4100)
    line.evaluate("made.at(-1).open(); made.at(-1).close()")
    line.clock.fast_forward(501)
    assert line.evaluate("made.length") == 12


def test_a_line_that_does_not_open_is_given_up_after_six_seconds(line: Any) -> None:
    line.clock.fast_forward(5900)
    assert line.evaluate("[made.length, made[0].readyState, ...told]") == [1, 0]
    line.clock.fast_forward(200)
    assert line.evaluate("[made.length, made[0].readyState, ...told]") == [1, 3, "lost"]
    line.clock.fast_forward(501)
    assert line.evaluate("made.length") == 2
    line.evaluate("made[1].open()")
    line.clock.fast_forward(9000)
    assert line.evaluate("[made.length, ...told]") == [2, "lost"], "one that stands is kept"


@pytest.mark.parametrize("back", ["dispatchEvent(new Event('online'))",
                                  "document.dispatchEvent(new Event('visibilitychange'))"])
def test_when_the_network_is_back_or_the_page_is_seen_again_a_lost_line_is_opened_at_once(
        back: str, line: Any) -> None:
    for _ in range(6):
        line.evaluate("made.at(-1).close()")
        line.clock.fast_forward(10_000)
    line.evaluate("made.at(-1).close(); made.length = 0")
    line.evaluate(f"{back}; {back}")
    assert line.evaluate("made.length") == 1, "now, and not one more while it is being opened"
    line.evaluate("made[0].open()")
    line.clock.fast_forward(9000)
    assert line.evaluate("made.length") == 1, "what was to be tried later is not tried any more"


def test_a_line_that_seems_to_stand_is_asked_when_the_page_is_seen_again(line: Any) -> None:
    line.evaluate("made[0].open(); made[0].sent.length = 0")
    line.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
                  " document.dispatchEvent(new Event('visibilitychange'))")
    assert line.evaluate("made[0].sent.length") == 0, "nobody looks"
    line.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert line.evaluate("made[0].sent.map((one) => one.type)") == ["ping", "look"], "and how the table stands now"
    line.clock.fast_forward(6100)
    assert line.evaluate("told") == ["lost"]


def test_a_line_that_seems_to_stand_is_asked_when_the_network_is_back(line: Any) -> None:
    line.evaluate("made[0].open(); made[0].sent.length = 0; dispatchEvent(new Event('online'))")
    assert line.evaluate("made[0].sent.map((one) => one.type)") == ["ping", "look"]
    line.clock.fast_forward(6100)
    assert line.evaluate("told") == ["lost"]


def test_a_page_that_stood_still_unseen_asks_how_the_table_stands(line: Any) -> None:
    looks = "made[0].sent.filter((one) => one.type === 'look')"
    line.evaluate("made[0].open()")
    line.clock.run_for(5000)
    assert line.evaluate(looks) == []
    line.clock.fast_forward(4900)
    line.clock.run_for(1000)
    assert line.evaluate(looks) == [{"type": "look", "view": "wide"}], "once"


def test_an_answer_that_lay_in_a_page_that_stood_still_tells_nothing_of_the_line(line: Any) -> None:
    line.evaluate("made[0].open(); made[0].answer({ type: 'pong', t: performance.now() - 300 })")
    assert line.evaluate("net.lag") == 150
    line.evaluate("made[0].answer({ type: 'pong', t: performance.now() - 6001 })")
    assert line.evaluate("net.lag") == 150


def test_only_a_refusal_of_what_was_so_already_and_of_another_moment_is_not_told(line: Any) -> None:
    already = ["ready old", "rematch old", "ready not-between", "back not-held", "leave watching", "sit seated",
               "begin begun"]
    told = ["move old", "sit taken", "sit begun", "begin seated", "ready watching", "leave not-held", "delete begun"]
    found = line.evaluate("""async (all) => {
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        const { isSoAlready } = await import(`${base}already.js`);
        const so = (one, number, facts) => {
            const [type, reason] = one.split(" ");
            return isSoAlready({ type: "refused", reason, number }, facts && { type, key: "k", ...facts });
        };
        return all.map((one) => [so(one, 5, { at: 4 }), so(one, 5, {}), so(one, 5, { at: 5 }), so(one, 5, undefined)]);
    }""", already + told)
    assert found == [[True, True, False, False]] * len(already) + [[False] * 4] * len(told)


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
    told = friend.locator(".stage .notice p", has_text="This seat is taken.")
    told.wait_for()
    assert told.bounding_box()["y"] < 600
