"""People at one table over real sockets: the share link, seats, reactions, the lobby, hosts, restarts; and reported
faults of other programs, each as the sentence that holds here (CON, NET and SEC are their kinds)."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fives import notation
from server_client import Json, Page, Server
from test_server import DOCUMENT

TILE = re.compile(r"\b[0-6]-[0-6]\b")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("data"), test_seed=7)
    yield started
    assert started.stop() == 0
    assert started.said == ""


def ask(page: Page, kind: str, **rest: object) -> Json:
    """Sends a command without `at` and waits for its answer; reactions may come before it."""
    page.keys += 1
    key = f"ask {page.keys}"
    page.send(type=kind, key=key, **rest)
    while True:
        message = page.receive()
        if message.get("key") == key:
            return message


def sit(server: Server, table: Json, seat: int, name: str = "Aoi") -> tuple[Page, str]:
    """Somebody opens the share link and sits down."""
    page = server.page({"table": table["table"]})
    taken = ask(page, "sit", seat=seat, name=name)
    assert taken["type"] == "seated", taken
    page.until(lambda: page.state["you"] == seat)
    return page, taken["token"]


def people(server: Server, count: int = 2, **wish: object) -> list[Page]:
    """Everybody at a new table of people."""
    table = server.new_table(**{"seats": count, "places": ["open"] * (count - 1), "name": "Mina", "clock": 0, **wish})
    return [server.page(table), *(sit(server, table, seat, f"P{seat}")[0] for seat in range(1, count))]


def in_turn(pages: list[Page]) -> Page:
    """The page of the seat in turn, once all have the same number."""
    pages[0].until(lambda: pages[0].state["turn"] is not None)
    while True:
        turn = pages[0].state["turn"]
        if turn is not None and pages[turn].state["may"] == "play":
            last = max(page.state["number"] for page in pages)
            if all(page.state["number"] == last for page in pages) and pages[0].state["turn"] == turn:
                return pages[turn]
        behind = min(pages, key=lambda page: page.state["number"])
        behind.receive()


def test_a_link_is_a_seat_without_an_account(server: Server) -> None:
    table = server.new_table(seats=3, places=["open", "open"], name="Mina")
    with server.page(table) as host:
        assert (host.state["stage"], host.state["open"], host.state["yours"]) == ("waiting", 2, True)
        assert host.state["share"] == {"url": f"/tables/{table['table']}"}
        aoi, token = sit(server, table, 2, "  Aoi\u202e ")
        with aoi, server.page({"table": table["table"], "token": token}, lang="ko") as phone:
            assert phone.state["you"] == 2, "usable on another device"
            host.until(lambda: host.state["open"] == 1)
            assert host.state["seats"][2]["name"] == "Aoi"
            assert ask(host, "begin")["type"] == "done"
            for page in (host, aoi, phone):
                page.until(lambda page=page: page.state["need"] == "move")  # type: ignore[misc]
            assert [seat["kind"] for seat in phone.state["seats"]] == ["person", "bot", "person"]


def test_the_same_request_to_sit_gets_the_same_answer_and_another_is_refused(server: Server) -> None:
    table = server.new_table(seats=3, places=["open", "open"])
    with server.page({"table": table["table"]}) as page, server.page({"table": table["table"]}) as other:
        for _ in range(2):
            page.send(type="sit", key="k", seat=1, name="Aoi")
        page.until(lambda: len(page.answers) == 2)
        assert page.answers[0] == page.answers[1]
        assert ask(other, "sit", seat=1, name="Ken")["reason"] == "taken"
        assert ask(page, "sit", seat=2, name="Aoi")["reason"] == "seated"


def test_links_have_qr_codes_and_only_the_own_seat_is_told_its_secret(server: Server) -> None:
    table = server.new_table(name="Mina")
    with server.page(table, origin=server.url) as host, server.page({"table": table["table"]}) as watching:
        own, other = ask(host, "link"), ask(watching, "link")
        assert own["url"] == f"{server.url}/tables/{table['table']}#{table['token']}"
        assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", own["qr"])
        assert own["size"] >= 33
        assert other["url"] == other["share"]["url"] == own["share"]["url"]
        assert table["token"] not in json.dumps(other)


def test_reactions_are_told_to_all_in_their_languages_and_not_too_often(server: Server) -> None:
    host, aoi = people(server)
    with host, aoi:
        aoi.send(type="language", lang="ko")
        aoi.until(lambda: aoi.state["lang"] == "ko")
        assert {found["what"] for found in host.state["reactions"]} >= {"nice", "thanks", "good-game"}
        answers = [ask(host, "react", what="nice") for _ in range(6)]
        assert [answer["type"] for answer in answers].count("done") == 4
        assert answers[-1]["reason"] == "rate"
        aoi.until(lambda: any(answer["type"] == "reaction" for answer in aoi.answers))
        told = next(answer for answer in aoi.answers if answer["type"] == "reaction")
        assert (told["seat"], told["what"]) == (0, "nice")
        assert re.search("[가-힣]", told["text"])
        with server.page({"table": host.state["table"]}) as watching:
            assert ask(watching, "react", what="nice")["reason"] == "watching"


def test_the_lobby_lists_open_tables_with_what_everybody_may_know(server: Server) -> None:
    hidden = server.new_table(seats=2, places=["open"], name="Ken")
    table = server.new_table(seats=3, places=["open", "bot:greedy"], name="Mina", visibility="lobby", bank=30)

    def listed() -> list[Json]:
        found: list[Json] = json.loads(server.ask("/lobby.json")[2])["tables"]
        return [told for told in found if told["table"] in (table["table"], hidden["table"])]
    assert listed() == [], "nobody is there yet"
    with server.page(table), server.page(hidden):
        [told] = listed()
        assert (told["host"], told["free"], told["people"], told["clock"], told["bank"]) == ("Mina", 1, 1, 15, 30)
        example = re.search(r"```json lobby\n(.*?)```", DOCUMENT, re.DOTALL)
        assert example
        assert told.keys() == json.loads(example[1])["tables"][0].keys()
        with sit(server, table, 1)[0]:
            assert listed() == [], "full"


def test_the_host_deletes_the_table_and_everybody_is_told(server: Server) -> None:
    host, aoi = people(server)
    with host, aoi:
        assert ask(aoi, "delete")["reason"] == "not-host"
        host.send(type="delete", key="d")
        with pytest.raises(ConnectionClosed):
            aoi.until(lambda: False)
        assert aoi.answers[-1]["reason"] == "closed"
        with pytest.raises(ConnectionClosed):
            host.until(lambda: False)
        assert {"type": "done", "key": "d"}.items() <= host.answers[-2].items()
    assert server.ask(f"/tables/{host.state['table']}")[0] == 404


def test_what_the_rules_differ_in_is_told_before_anybody_sits_down(server: Server) -> None:
    table = server.new_table(seats=2, places=["open"], vary={"target": 20, "first_leader": "highest"})
    with server.page({"table": table["table"]}) as watching:
        assert "20" in watching.state["differs"]
        assert watching.state["rules"]["text"] == "five-up target=100,100,100 first_leader=highest"


def test_a_form_can_wish_for_a_table_of_people(server: Server) -> None:
    body = (b"rules=dominos-cc-block&seats=4&seat1=open&seat2=bot:greedy&seat3=open"
            b"&clock=30&bank=60&partners=on&target=50")
    status, headers, _ = server.ask("/tables", body, content_type="application/x-www-form-urlencoded")
    assert status == 303
    path, _, token = headers["location"].partition("#")
    with Page(server, path.rpartition("/")[2], token=token) as page:
        assert [seat["kind"] for seat in page.state["seats"]] == ["person", "open", "bot", "open"]
        assert "partners=yes" in page.state["rules"]["text"]


def test_the_record_of_a_match_that_goes_on_tells_finished_rounds_alone(server: Server) -> None:
    table = server.new_table(rules="dominos-cc-block", seats=2, name="Mina")
    with server.page(table) as page:
        page.my_turn()
        text = ask(page, "export")["text"]
        assert not TILE.search(text), "SEC-02: nothing of a running hand"
        page.play_match()
        record = notation.read(ask(page, "export")["text"])
        assert len(record.rounds) == page.state["round"]


# Reported elsewhere


def test_con_01_a_double_click_moves_once_and_what_follows_is_refused(server: Server) -> None:
    pages = people(server, rules="dominos-cc-block")
    page = in_turn(pages)
    at, moves = page.state["number"], [option["move"] for held in page.state["hand"] for option in held["options"]]
    for key, move in (("k1", moves[0]), ("k1", moves[0]), ("k2", moves[-1])):
        page.send(type="move", at=at, key=key, move=move)
    page.until(lambda: len([answer for answer in page.answers if answer.get("key") in ("k1", "k2")]) == 3)
    first, second, third = [answer for answer in page.answers if answer.get("key") in ("k1", "k2")]
    assert first == second
    assert first["type"] == "done"
    assert (third["type"], third["reason"]) == ("refused", "old")


def test_con_03_of_a_burst_of_commands_only_the_first_is_carried_out(server: Server) -> None:
    pages = people(server, rules="five-up")
    page = in_turn(pages)
    at, held = page.state["number"], len(page.state["hand"])
    boneyard = page.state["boneyard"]["tiles"]
    move = next(option["move"] for tile in page.state["hand"] for option in tile["options"])
    for key, what in (("b1", move), ("b2", "draw"), ("b3", "draw"), ("b4", "pass")):
        page.send(type="move", at=at, key=key, move=what)
    page.until(lambda: len(page.answers) >= 4 and page.answers[-1].get("key") == "b4")
    kinds = [answer["type"] for answer in page.answers if answer.get("key", "").startswith("b")]
    assert kinds == ["done", "refused", "refused", "refused"]
    page.until(lambda: page.state["number"] > at)
    mine = [event for event in page.events if event["number"] > at and event.get("seat") == page.state["you"]]
    assert [event["what"] for event in mine[:1]] == ["play"]
    assert page.state["boneyard"]["tiles"] <= boneyard
    assert len(page.state["hand"]) >= held - 1


def test_con_04_a_second_device_with_an_old_table_is_refused_and_shown_the_real_one(server: Server) -> None:
    table = server.new_table(rules="five-up", seats=2, name="Mina")
    with server.page(table) as one, server.page(table) as two:
        one.my_turn()
        two.until(lambda: two.state["number"] == one.state["number"])
        old = two.state["number"]
        move = next(option["move"] for held in two.state["hand"] for option in held["options"])
        one.play()
        answer = two.command("move", "two", old, move=move)
        assert (answer["type"], answer["reason"]) == ("refused", "old")
        two.until(lambda: two.state["number"] >= one.answers[-1]["number"])


def test_net_01_who_loses_the_line_for_two_seconds_finds_seat_hand_and_clock(server: Server) -> None:
    pages = people(server, clock=15)
    page = in_turn(pages)
    seat, state = page.state["you"], page.state
    link = ask(page, "link")["url"].rpartition("#")[2]
    page.socket.close()
    other = pages[1 - seat]
    other.until(lambda: other.state["seats"][seat]["away"])
    time.sleep(2)
    with server.page({"table": state["table"], "token": link}, have=state["number"]) as again:
        for part in ("number", "hand", "teams", "turn", "may"):
            assert again.state[part] == state[part], part
        assert again.state["events"] == []
        assert 10_000 < again.state["clock"]["ms"] + again.state["clock"]["bank"] < 15_000, "the clock has run on"
        other.until(lambda: not other.state["seats"][seat]["away"])


def test_net_02_a_restart_deals_nothing_anew_and_leaves_the_turn_its_time(tmp_path: Path) -> None:
    server = Server(tmp_path, test_seed=3)
    pages = people(server, rules="five-up", clock=30)
    page = in_turn(pages)
    seat = page.state["you"]
    token = ask(page, "link")["url"].rpartition("#")[2]
    page.send(type="settled", at=page.state["number"])
    page.until(lambda: page.state["clock"]["running"])
    time.sleep(2.2)
    before = page.state
    server.stop(signal.SIGKILL)
    time.sleep(2)
    server = Server(tmp_path, test_seed=99)
    try:
        with server.page({"table": before["table"], "token": token}) as again:
            for part in ("number", "hand", "boneyard", "teams", "turn", "may", "last", "seats"):
                if part != "seats":
                    assert again.state[part] == before[part], part
            assert again.state["clock"]["seat"] == seat
            left = again.state["clock"]["ms"]
            assert 24_000 <= left <= 29_600, "neither refilled nor eaten by the outage"
            assert again.play()["type"] == "done"
    finally:
        assert server.stop() == 0


def test_net_04_closing_one_of_two_tabs_does_not_make_the_seat_absent(server: Server) -> None:
    table = server.new_table(seats=2, places=["open"], clock=0)
    with server.page(table) as one, sit(server, table, 1)[0] as other:
        with server.page(table):
            pass
        one.until(lambda: one.state["need"] == "move")
        other.until(lambda: other.state["need"] == "move")
        assert not other.state["seats"][0]["away"]
        page = in_turn([one, other])
        assert page.play()["type"] == "done"


def test_net_04_a_spectators_tab_of_a_seated_person_shows_nothing_more(server: Server) -> None:
    pages = people(server, 3)
    page = in_turn(pages)
    with server.page({"table": page.state["table"]}) as tab:
        shown = json.dumps({key: value for key, value in tab.state.items() if key not in ("plays", "words")})
        laid = {tile["tile"] for tile in tab.state["scene"]["tiles"]}
        lots = {tile for event in tab.state["events"] for tile in TILE.findall(event["text"])}
        assert set(TILE.findall(shown)) <= laid | lots
        assert tab.state["hand"] == []


def test_net_06_the_clock_is_told_as_what_is_left_and_only_for_the_seat_in_turn(server: Server) -> None:
    pages = people(server, clock=15, bank=30)
    page = in_turn(pages)
    for other in pages:
        clock = other.state["clock"]
        assert clock["seat"] == page.state["you"]
        assert 0 < clock["ms"] <= clock["of"] == 15_000
        assert clock["bank"] == 30_000
    page.send(type="settled", at=page.state["number"])
    for other in pages:
        other.until(lambda other=other: other.state["clock"]["running"])  # type: ignore[misc]


def test_net_07_a_move_that_could_not_be_sent_can_be_made_after_a_reload(server: Server) -> None:
    table = server.new_table(rules="dominos-cc-block", name="Mina")
    with server.page(table) as page:
        page.my_turn()
        at = page.state["number"]
        move = next(held["options"][0]["move"] for held in page.state["hand"] if held["options"])
    with server.page(table) as page:
        assert page.state["number"] == at
        assert page.command("move", "k", at, move=move)["type"] == "done"


def test_sec_01_and_06_no_frame_or_body_holds_a_tile_that_is_not_for_its_reader(server: Server) -> None:
    """From the first request to the second move: only the own tiles, those on the table and those of lots."""
    table = server.new_table(rules="all-fives", seats=2, name="Mina")
    bodies = [server.ask(path)[2].decode() for path in (f"/tables/{table['table']}", "/lobby.json")]
    assert not any(re.search(rf'"{tile}"', body) for body in bodies for tile in ("0-0", "6-6", "3-4"))
    with Page(server, table["table"], say=False) as page:
        raw: list[str] = []
        page.send(type="hello", token=table["token"], have=1)
        moves = 0
        allowed: set[str] = set()
        while moves < 2:
            text = str(page.socket.recv(timeout=15))
            raw.append(text)
            state = json.loads(text)
            if state["type"] != "state":
                continue
            allowed |= {held["tile"] for held in state["hand"]} | {tile["tile"] for tile in state["scene"]["tiles"]}
            lots = {tile for event in state["events"] if event["what"] == "lot" for tile in TILE.findall(event["text"])}
            told = set(TILE.findall(json.dumps({**state, "words": None})))
            assert told <= allowed | lots
            if state["may"] == "play":
                move = next(option["move"] for held in state["hand"] for option in held["options"])
                page.send(type="move", at=state["number"], key=f"k{state['number']}", move=move)
                moves += 1
        assert all("seed" not in text for text in raw)


def test_sec_08_tables_cannot_be_guessed_and_trying_is_slow(tmp_path: Path) -> None:
    server = Server(tmp_path, misses=0.1, misses_burst=5)
    try:
        names = {server.new_table()["table"] for _ in range(30)}
        assert all(re.fullmatch("[a-z2-9]{10}", name) for name in names)
        known = server.new_table()
        with server.page(known):
            for _ in range(8):
                assert server.ask("/tables/aaaaaaaaaa")[0] == 404
            with server.page(known) as page:
                assert page.state["you"] == 0, "tables that are in use are found all the same"
    finally:
        assert server.stop() == 0


def test_an_address_cannot_open_sockets_or_tables_without_end(tmp_path: Path) -> None:
    server = Server(tmp_path, sockets=3, tables=0.01, tables_burst=2)
    try:
        table = server.new_table()
        pages = [server.page(table) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            server.page(table)
        pages[0].socket.close()
        time.sleep(0.3)
        with server.page(table) as page:
            assert page.state["you"] == 0
        server.new_table()
        status, _, body = server.ask("/tables", b"{}", content_type="application/json")
        assert (status, json.loads(body)["reason"]) == (429, "too-many")
        status, _, _ = server.ask("/tables", b"{}", content_type="application/json", x_forwarded_for="1.2.3.4")
        assert status == 429, "what a header says of the address is not believed"
    finally:
        assert server.stop() == 0


def test_behind_a_proxy_the_address_is_the_one_that_it_names(tmp_path: Path) -> None:
    server = Server(tmp_path, tables=0.01, tables_burst=1, proxy="127.0.0.1")
    try:
        for address in ("1.2.3.4", "1.2.3.5"):
            assert server.ask("/tables", b"{}", content_type="application/json", x_forwarded_for=address)[0] == 201
            assert server.ask("/tables", b"{}", content_type="application/json", x_forwarded_for=address)[0] == 429
    finally:
        assert server.stop() == 0


def test_no_token_is_in_what_the_server_says_or_keeps(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = server.new_table(seats=2, places=["open"])
    with sit(server, table, 1)[0] as page:
        tokens = [table["token"], ask(page, "link")["url"].rpartition("#")[2]]
    assert server.stop() == 0
    assert server.said == ""
    for file in tmp_path.iterdir():
        assert not any(token.encode() in file.read_bytes() for token in tokens), file.name
