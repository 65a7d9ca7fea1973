"""People at one table over real sockets: the share link, seats, reactions, the lobby, hosts, restarts; and reported
faults of other programs, each as the sentence that holds here (CON, NET and SEC are their kinds)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fives import notation
from server_client import Json, Page, Server
from test_server import DOCUMENT

pytestmark = pytest.mark.processes

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
    key = f"ask {page.keys} of {id(page)}"  # which no other page has
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


def test_all_pages_of_a_seat_together_react_not_too_often(server: Server) -> None:
    table = server.new_table(seats=2)
    with server.page(table) as one, server.page(table) as other:
        answers = [ask(page, "react", what="nice") for page in (one, other) * 4]
        assert [answer["type"] for answer in answers].count("done") == 4


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
        assert watching.state["agreed"] == "15 seconds for a turn. Strength of the bots: Casual."
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


def test_a_table_in_use_is_found_by_who_has_tried_too_many_names(tmp_path: Path) -> None:
    server = Server(tmp_path, misses=0.1, misses_burst=5)
    try:
        known = server.new_table()
        with server.page(known):
            assert [server.ask("/tables/aaaaaaaaaa")[0] for _ in range(8)] == [404] * 5 + [429] * 3
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
