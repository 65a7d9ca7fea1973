"""Reported faults of other programs that lines and clocks bring with them, each as the sentence that holds here: lost
lines, second tabs, restarts, people who vanish. For all rule sets and seats."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fives import RULE_SETS
from fives import events as e
from fives.server import protocol as p
from fives.server.clock import AWAY, GRACE, LATE, MOTION
from fives.server.store import BEAT
from given_world import COUNTING, DRAWING, EVERYWHERE, Given, dealt, given, seated, served, small
from people_world import do, first_play, of_people
from server_client import Json, Page, Server

pytestmark = pytest.mark.processes

everywhere = pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
TURN, BANK, LEFT = 600_000, 30_000, 400_000  # milliseconds; a turn so long that no test waits for its end
SLOW = 2_000  # milliseconds that a busy machine may be late
KINDS = ("mine", "theirs", "tabs", "clock", "reload")
STAYS = ("hand", "teams", "turn", "may", "number", "boneyard", "round", "scene")


def tables() -> Iterator[Given]:
    for rules, seats in EVERYWHERE:
        for kind in KINDS:
            yield given(f"{kind}.{rules}.{seats}", *dealt(rules, seats), clock=TURN, bank=BANK,
                        left=LEFT if kind == "mine" else None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = served(tmp_path_factory.mktemp("data"), tables())
    yield started
    assert started.stop() == 0
    assert started.said == ""


def at_table(server: Server, kind: str, rules: str, seats: int) -> tuple[str, list[Page], int]:
    """The name of a table, all its pages, and the seat in turn."""
    name = f"{kind}.{rules}.{seats}"
    pages = seated(server, name, range(seats))
    return name, pages, pages[0].state["turn"]


def catch_up(pages: list[Page]) -> None:
    """Waits until a person is to play, who then has a clock, and all pages show the same."""
    while len({page.state["number"] for page in pages}) > 1 or pages[0].state["clock"] is None:
        min(pages, key=lambda page: page.state["number"]).receive()


def away(page: Page, seat: int, is_away: bool) -> Callable[[], bool]:
    return lambda: page.state["seats"][seat]["away"] is is_away


def none_forfeits(state: Json) -> None:
    assert not any(seat["sits_in"] for seat in state["seats"])
    assert all(seat["kind"] == "person" for seat in state["seats"])
    assert (state["result"], state["missed"]) == (None, None)


@everywhere
def test_who_loses_the_line_in_the_own_turn_finds_everything_as_it_was(
        rules: str, seats: int, server: Server) -> None:
    """NET-01: seat, hand, scores, and a clock that has gone on; the others are told meanwhile."""
    name, pages, seat = at_table(server, "mine", rules, seats)
    page, other = pages[seat], pages[(seat + 1) % seats]
    before = page.state
    assert before["clock"]["ms"] <= LEFT
    since = time.monotonic()
    page.socket.close()
    other.until(away(other, seat, True))
    with seated(server, name, [seat], have=before["number"])[0] as again:
        passed = (time.monotonic() - since) * 1000
        assert {part: again.state[part] for part in STAYS} == {part: before[part] for part in STAYS}
        assert again.state["events"] == []
        left = before["clock"]["ms"]
        assert left - passed - SLOW <= again.state["clock"]["ms"] <= left, "the clock ran on, and no faster"
        none_forfeits(again.state)
        other.until(away(other, seat, False))
        assert again.play()["type"] == "done"


@everywhere
def test_who_was_gone_while_others_played_is_told_every_event_and_has_lost_nothing(
        rules: str, seats: int, server: Server) -> None:
    """NET-01, the second run."""
    name, pages, turn = at_table(server, "theirs", rules, seats)
    seat = (turn + 1) % seats
    page, others = pages[seat], [page for page in pages if page is not pages[seat]]
    before = page.state
    page.socket.close()
    others[0].until(away(others[0], seat, True))
    assert pages[turn].play()["type"] == "done"
    catch_up(others)
    now = others[0].state
    with seated(server, name, [seat], have=before["number"])[0] as again:
        assert [event["number"] for event in again.state["events"]] == list(
            range(before["number"] + 1, now["number"] + 1))
        for part in ("number", "turn", "scene", "round", "boneyard"):
            assert again.state[part] == now[part], part
        drawn = [event["tile"] for event in again.state["events"] if event["what"] == "draw" and event["seat"] == seat]
        assert sorted(held["tile"] for held in again.state["hand"]) == sorted(
            [*(held["tile"] for held in before["hand"]), *drawn])
        assert [team["total"] for team in again.state["teams"]] == [team["total"] for team in now["teams"]]
        none_forfeits(again.state)


@everywhere
def test_two_tabs_of_a_seat_follow_alike_and_the_seat_is_there_while_one_lives(
        rules: str, seats: int, server: Server) -> None:
    """NET-04: whichever is closed; a move from one is seen in the other, and is made once."""
    name, pages, turn = at_table(server, "tabs", rules, seats)
    seat = (turn + 1) % seats
    one, other = pages[seat], pages[turn]
    two, three = seated(server, name, [seat, seat])
    assert other.play()["type"] == "done"
    catch_up([*pages, two, three])
    assert {part: two.state[part] for part in STAYS} == {part: one.state[part] for part in STAYS}
    for closed in (one, three):
        closed.socket.close()
    other.send(type="ping", t=1)
    other.until(lambda: other.answers[-1:] == [{"type": "pong", "t": 1}])
    assert not other.state["seats"][seat]["away"]
    with seated(server, name, [seat])[0] as last:
        turn = two.state["turn"]
        acts = two if turn == seat else pages[turn]
        at, move = acts.state["number"], next(
            option["move"] for held in acts.state["hand"] for option in held["options"])
        acts.send(type="move", at=at, key="first tab", move=move)
        if turn == seat:
            last.send(type="move", at=at, key="second tab", move=move)
            last.until(lambda: any(one.get("key") == "second tab" for one in last.answers))
        acts.until(lambda: any(one.get("key") == "first tab" for one in acts.answers))
        told = [page.answers[-1]["type"] for page in (acts, last) if page.answers]
        assert told.count("done") == 1
        last.until(lambda: last.state["number"] > at)
        assert [event["what"] for event in last.events if event["number"] == at + 1] == ["play"]
    two.socket.close()
    other.until(away(other, seat, True))


@everywhere
def test_a_tab_that_only_watches_knows_less_than_a_seat(rules: str, seats: int, server: Server) -> None:
    """NET-04: no hand, no options, and no more events than are open to all."""
    name = f"reload.{rules}.{seats}"
    with server.page({"table": name}) as tab, seated(server, name, [0])[0] as page:
        assert tab.state["you"] is None
        assert tab.state["hand"] == []
        assert tab.state["missed"] is None
        for part in ("teams", "boneyard", "scene", "turn", "number", "twin"):
            mine = [{**team, "names": "", "label": "", "yours": False} for team in page.state[part]] \
                if part == "teams" else page.state[part]
            theirs = [{**team, "names": "", "label": "", "yours": False} for team in tab.state[part]] \
                if part == "teams" else tab.state[part]
            assert theirs == mine, part
        assert [seat["held"] for seat in tab.state["seats"]] == [seat["held"] for seat in page.state["seats"]]


@everywhere
def test_a_clock_is_told_as_what_is_left_and_runs_for_the_seat_in_turn_alone(
        rules: str, seats: int, server: Server) -> None:
    """NET-06: no time of day is told; nothing runs before the page of the seat is ready, nor for who has moved."""
    name, pages, turn = at_table(server, "clock", rules, seats)
    watching = server.page({"table": name})
    for page in (*pages, watching):
        assert page.state["clock"].keys() == {"seat", "ms", "of", "bank", "running", "starts"}
        assert (page.state["clock"]["seat"], page.state["clock"]["of"]) == (turn, TURN)
        assert 0 < page.state["clock"]["ms"] <= TURN
        assert page.state["clock"]["bank"] == BANK
    pages[turn].send(type="settled", at=pages[turn].state["number"])
    for page in (*pages, watching):
        page.until(lambda page=page: page.state["clock"]["running"])  # type: ignore[misc]
    since, told = time.monotonic(), watching.state["clock"]["ms"]
    hidden = server.page({"table": name})  # a tab that was hidden while all that came
    assert told - (time.monotonic() - since) * 1000 - SLOW <= hidden.state["clock"]["ms"] <= told
    assert pages[turn].play()["type"] == "done"
    catch_up(pages)
    clock = pages[0].state["clock"]
    assert clock["seat"] == pages[0].state["turn"]
    assert (clock["ms"], clock["bank"], clock["running"]) == (TURN, BANK, False), "the next turn has all its time"


@everywhere
def test_a_move_that_was_not_sent_is_not_made_and_one_whose_answer_was_lost_is_made_once(
        rules: str, seats: int, server: Server) -> None:
    """NET-07: after a reload the real table is there, the move can be made; sent again, it is not done twice."""
    name, pages, turn = at_table(server, "reload", rules, seats)
    at, before = pages[turn].state["number"], pages[turn].state
    move = next(option["move"] for held in before["hand"] for option in held["options"])
    pages[turn].socket.close()  # it was chosen, and never sent
    with seated(server, name, [turn])[0] as page:
        assert {part: page.state[part] for part in STAYS} == {part: before[part] for part in STAYS}
        page.send(type="move", at=at, key="k", move=move)
    other = pages[(turn + 1) % seats]
    other.until(lambda: other.state["number"] > at)
    with seated(server, name, [turn], have=at)[0] as page:
        assert page.command("move", "k", at, move=move) == {"type": "done", "key": "k", "number": at + 1}
        mine = [event for event in page.events if event["number"] > at and event.get("seat") == turn]
        assert [event["what"] for event in mine][:1] == ["play"]
        assert [event["what"] for event in mine].count("play") == 1


def test_a_restart_draws_the_tiles_that_would_have_come_and_leaves_a_turn_its_time(tmp_path: Path) -> None:
    """NET-02: killed after the first of three draws; then 4-4 and 0-6 come, and 0-6 makes 10 + 0 = 10."""
    names = {f"draws.{rules}.{seats}": (rules, seats) for rules, seats in DRAWING}
    placed = []
    for name, (rules, seats) in names.items():
        hands = ["5-5 1-1", *["0-1 0-2", "0-3 2-2"][:seats - 2], "5-6 3-3"]
        leads = "5-5 5-6@5-5"
        if seats > 2:  # what lies between the lead and the draws must pass by
            hands = ["5-6 3-3", "1-1 0-4", *["0-1 0-2", "0-3 2-2"][:seats - 3], "5-5 1-2"]
            leads = "5-5 5-6@5-5"
        leader = 0 if seats == 2 else seats - 1
        placed.append(given(name, *small(rules, hands, leads, "2-3 4-4 0-6", leader), pace=1500))
    placed.append(given("turn", *dealt("five-up", 2), clock=TURN, left=LEFT))
    server = served(tmp_path, placed)
    seated(server, "turn", [0])
    before = {}
    for name, (_, seats) in names.items():
        page = seated(server, name, [0 if seats == 2 else 1])[0]
        whole = 28 - 2 * seats
        page.until(lambda page=page, whole=whole: page.state["boneyard"]["tiles"] < whole)  # type: ignore[misc]
        before[name] = page.state
    time.sleep(2.5)  # more than a beat: the server knows that it lived
    left = seated(server, "turn", [0])[0].state["clock"]["ms"]
    since = time.monotonic()
    server.stop(signal.SIGKILL)
    ran = (time.monotonic() - since) * 1000
    time.sleep(2)  # an outage that must not count
    server = served(tmp_path, [])
    try:
        back = seated(server, "turn", [0])[0].state["clock"]["ms"]
        assert left - ran - 1000 <= back <= left + 1000 * BEAT + 1000, "what was left when the server was last alive"
        for name, (rules, seats) in names.items():
            seat = 0 if seats == 2 else 1
            first = [held["tile"] for held in before[name]["hand"]]
            assert "2-3" in first
            page = seated(server, name, [seat], have=before[name]["number"])[0]
            page.until(lambda page=page: page.state["may"] == "play")  # type: ignore[misc]
            drawn = [event["tile"] for event in page.events if event["what"] == "draw" and event["seat"] == seat]
            assert [*(tile for tile in ("2-3", "4-4", "0-6") if tile in first), *drawn] == ["2-3", "4-4", "0-6"]
            plays = {option["move"] for held in page.state["hand"] for option in held["options"]}
            assert plays == {"0-6@5-6"}
            assert page.command("move", move="0-6@5-6")["type"] == "done"
            if (rules, seats) in COUNTING:
                assert page.state["last"]["count"] == 10
                assert page.state["last"]["gain"] == ("+2" if rules == "five-up" else "+10")
    finally:
        assert server.stop() == 0


LEAVERS = ("in turn", "not in turn", "host", "partners")


@pytest.mark.parametrize("clock", [15, 0])
@pytest.mark.parametrize("who", LEAVERS)
@everywhere
def test_whoever_vanishes_the_others_play_on_and_the_round_is_settled(
        rules: str, seats: int, who: str, clock: int) -> None:
    """NET-09: the seat in turn or not, the host, both partners; points that were made stay, and each seat pays."""
    table, now = of_people(seats, rules, clock=clock), 0
    while table.view(None).turn is None:
        now = table.deadline.by  # type: ignore[union-attr]
        table.take(table.tick(now))  # type: ignore[arg-type]
    turn = table.view(None).turn
    assert turn is not None
    gone = {"in turn": {turn}, "not in turn": {(turn + 1) % seats}, "host": {table.host}, "partners": {0, 2}}[who]
    waited = dict.fromkeys(range(seats), 0)
    while table.settled is None and table.match.need != "over":
        due, seat = table.deadline, table.view(None).turn
        assert seat is not None
        if table.view(seat).may == "play" and seat not in gone:
            do(table, seat, p.Move(table.number, f"k{table.number}", first_play(table, seat)), now)
            continue
        assert due is not None, "somebody is waited for without end"
        waited[seat] += due.by - now
        now = due.by
        step = table.tick(now, here=set(range(seats)) - gone)
        assert step is not None
        table.take(step)
    for seat in range(seats):
        most = (LATE * (MOTION + 1000 * clock + GRACE) if clock else AWAY) if seat in gone else 0
        assert waited[seat] <= most + 100 * len(table.events), "the grace, and the pace of bots"
    assert all(table.seats[seat].active for seat in range(seats) if seat not in gone)
    assert table.host not in gone or table.host is None or table.seats[table.host].active
    ended = table.settled
    if ended is not None:
        assert len(ended.left) == seats, "each seat is settled by itself"
        made = [0] * len(ended.totals)
        for event in table.events:
            if isinstance(event, e.Played):
                made[RULE_SETS[rules].team(event.seat, seats)] += event.points
        assert [total - points for total, points in zip(ended.totals, ended.points, strict=True)] == made
