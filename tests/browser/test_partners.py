"""Two teams at one table: three people on devices of their own and a bot, lines that break, a tab that is closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ears import RESTS, TILE, cut, heard, listen, secrets_in, state, wait_for_number
from hands import PLAYING, play_by_touch, wait_for_rest

PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True}
DESK = {"has_touch": True, "reduced_motion": "reduce"}
WRITTEN = """() => [...document.querySelectorAll("body, body *:not(script, script *)")].flatMap((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
    ...[...one.attributes].filter(({ name }) => /^(data-|aria-|title|alt|id|href|value)/.test(name))
        .map((at) => at.value),
]).join("\\n")"""
TILES_OF = "all => all.map((one) => one.dataset.tile ?? one.dataset.key)"


def tiles_of(page: Any) -> tuple[list[str], list[str]]:
    """The tiles that a page shows: of the hand, and on the layout."""
    hand = page.locator(".hand button").evaluate_all(TILES_OF)
    laid = page.locator(".layout .world > g:nth-of-type(3) > g").evaluate_all(TILES_OF)
    return sorted(hand), sorted(laid)


class Table:
    """The pages of the people of one table, by seat."""

    def __init__(self, pages: list[Any]) -> None:
        self.pages = pages
        self.plays = 0

    def turn(self) -> int | None:
        """The seat of the person in turn, once all pages show that; None at the end of a round."""
        number = max(state(page)["number"] for page in self.pages)
        for page in self.pages:
            wait_for_number(page, number)
        told = [state(page) for page in self.pages]
        assert len({one["number"] for one in told}) == 1
        seat: int | None = told[0]["turn"]
        return seat

    def play(self, most: int = 99) -> None:
        """Play to the end of the round, or so many plays of people."""
        for _ in range(most):
            seat = self.turn()
            if seat is None:
                return
            page = self.pages[seat]
            page.wait_for_function(f"() => document.querySelector({PLAYING!r})")
            before = state(page)["number"]
            play_by_touch(page)
            self.plays += 1
            for each in self.pages:
                wait_for_number(each, before + 1)

    def play_until(self, seat: int) -> None:
        """Play until this person is in turn."""
        while self.turn() != seat:
            assert self.turn() is not None, "the round is over"
            self.play(1)

    def begin_next_round(self) -> None:
        """All see the settlement and are ready."""
        for page in self.pages:
            page.locator(".panel-open .go-on").wait_for()
            wait_for_rest(page)
            assert page.locator(".panel .team").count() == 2
        for page in self.pages:
            page.locator(".go-on").tap()
        for page in self.pages:
            page.locator(".panel-open").wait_for(state="detached")


def sit(page: Any, link: str, name: str) -> None:
    """Open the link and sit down at the first open seat."""
    page.goto(link)
    page.locator(".own-name").fill(name)
    page.locator(".people .btn", has_text="Sit down").first.tap()
    page.wait_for_function("() => last.you !== null")


def own_link(page: Any, link: str) -> str:
    """The link of the own seat, for another device: that of the table and what the page was told as it sat down."""
    return f"{link}#{heard(page, 'seated')[0]['token']}"


def nothing_is_lost(told: dict[str, Any]) -> None:
    """All 28 tiles are somewhere, nobody was played for, and nobody is told what is not for them."""
    assert sum(seat["held"] for seat in told["seats"]) + told["boneyard"]["tiles"] + len(told["scene"]["tiles"]) == 28
    assert len(told["hand"]) == told["seats"][told["you"]]["held"]
    assert told["missed"] is None
    assert not any(event.get("by") for event in told["events"])
    assert secrets_in(told) == set()


def no_page_shows_more_than_it_may(table: Table) -> None:
    hands = [tiles_of(page) for page in table.pages]
    for page, (hand, laid) in zip(table.pages, hands, strict=True):
        assert laid == hands[0][1]
        shown = set(TILE.findall(page.evaluate(WRITTEN)))
        lots = {found for text in page.locator(".log, .live").all_inner_texts() for found in TILE.findall(text)}
        assert shown - lots <= {*hand, *laid}
        assert [held["tile"] for held in state(page)["hand"]] == page.locator(".hand button").evaluate_all(TILES_OF)
    assert len({tile for hand, _ in hands for tile in hand}) == sum(len(hand) for hand, _ in hands)


def test_partners_play_rounds_through_a_lost_line_and_a_closed_tab_and_nothing_is_lost(
        new_page: Callable[..., Any], new_table: Callable[..., str]) -> None:
    host, phone, desk = new_page(**DESK), new_page(**PHONE), new_page(**DESK)
    for page in (host, phone, desk):
        listen(page)
    host.goto(new_table(rules="five-up", seats=4, places=["open"] * 3, bots="greedy", name="Haneul", clock=60))
    link = host.locator(".waiting-room .share input").input_value()
    assert "#" not in link
    sit(phone, link, "Minjun")
    sit(desk, link, "Aoi")
    host.wait_for_function("() => last.open === 1")
    secret = own_link(desk, link)
    host.locator(".people li").nth(3).locator(".btn", has_text="Seat a bot").tap()
    for page in (host, phone, desk):
        page.wait_for_function(f"() => last && last.stage === 'playing' && last.need === 'move' && {RESTS}")
    table = Table([host, phone, desk])
    assert [state(page)["you"] for page in table.pages] == [0, 1, 2]
    assert [seat["kind"] for seat in state(host)["seats"]] == ["person", "person", "person", "bot"]
    assert state(host)["team"] == state(desk)["team"] != state(phone)["team"]

    table.play()
    assert table.plays >= 4
    table.begin_next_round()
    assert state(host)["round"] == 2

    table.play_until(1)
    no_page_shows_more_than_it_may(table)
    hand, number = tiles_of(phone), state(phone)["number"]
    cut(phone)
    phone.locator(".news", has_text="You are back").wait_for()
    assert (tiles_of(phone), state(phone)["number"]) == (hand, number)
    assert phone.evaluate("lines.length") == 2
    assert table.turn() == 1
    table.play(1)

    table.play_until(2)
    hand, number = tiles_of(desk), state(desk)["number"]
    everything = heard(desk, "state")
    desk.close()
    host.locator("[data-seat='2'] small", has_text="away").wait_for()
    again = new_page(**DESK)
    listen(again)
    again.goto(secret)
    wait_for_number(again, number)
    again.locator(f".hand [data-tile='{hand[0][0]}']").wait_for()
    wait_for_rest(again)
    assert (tiles_of(again), state(again)["number"]) == (hand, number)
    assert "#" not in again.url
    table.pages[2] = again
    host.locator("[data-seat='2'] small", has_text="away").wait_for(state="detached")
    assert table.turn() == 2
    no_page_shows_more_than_it_may(table)
    table.play()

    for page in table.pages:
        page.locator(".panel-open .go-on").wait_for()
        wait_for_rest(page)
    told = [state(page) for page in table.pages]
    for part in ("number", "round", "turn", "boneyard", "plays"):
        assert all(one[part] == told[0][part] for one in told), part
    assert len({tuple(sorted(tile["tile"] for tile in one["scene"]["tiles"])) for one in told}) == 1
    totals = [[team["total"] for team in one["teams"]] for one in told]
    assert totals[0] == totals[1] == totals[2] == points_of(heard(host, "state"))
    shown = [page.locator(".scores .score b").all_text_contents() for page in table.pages]
    assert sorted(shown[0]) == sorted(shown[1]) == sorted(shown[2]) == sorted(totals[0])
    for each in (everything, *(heard(page, "state") for page in table.pages)):
        for one in each:
            if one["round"]:
                nothing_is_lost(one)
    assert (state(host)["turn"], state(host)["round"]) == (None, 2)
    table.begin_next_round()
    assert [state(page)["round"] for page in table.pages] == [3, 3, 3]
    assert table.turn() is not None


def points_of(states: list[dict[str, Any]]) -> list[str]:
    """What both teams must have, by the events that were told and the settlements that were shown."""
    points = [0, 0]
    for number in sorted({event["number"] for one in states for event in one["events"] if event["what"] == "play"}):
        event = next(event for one in states for event in one["events"] if event["number"] == number)
        points[event["seat"] % 2] += event["points"] // 5
    for settled in {one["round"]: one["settlement"] for one in states if one["settlement"]}.values():
        for team in settled["teams"]:
            points[team["team"]] += int(re.sub("[+]", "", team["change"]).replace("\u2212", "-"))
    return [str(total).replace("-", "\u2212") for total in points]
