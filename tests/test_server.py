"""The server from outside: a real process, real sockets."""

from __future__ import annotations

import gzip
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fives import RULE_SETS
from fives.refused import REASONS
from fives.server import protocol as p
from fives.server import protocol_state
from fives.server.run import PORT, listen
from fives.server.texts import OWN
from server_client import WAIT, Page, Server

pytestmark = pytest.mark.processes

TILE = re.compile(r"\b[0-6]-[0-6]\b")
SAFE = {
    "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not end it."""
    started = Server(tmp_path_factory.mktemp("data"), test_seed=5)
    yield started
    assert started.stop() == 0
    assert started.said == ""


# Over HTTP


def test_a_form_leads_to_the_table_with_the_token_in_the_fragment(server: Server) -> None:
    form = urlencode({"rules": "all-fives", "seats": "3", "bots": "random", "name": "", "lang": "en"}).encode()
    status, headers, _ = server.ask("/tables", form, content_type="application/x-www-form-urlencoded")
    assert status == 303
    path, _, token = headers["location"].partition("#")
    assert re.fullmatch(r"/tables/[a-z2-9]{10}", path)
    assert len(token) * 4 >= 128
    with Page(server, path.rpartition("/")[2], token=token) as page:
        assert page.state["you"] == 0
        assert [seat["kind"] for seat in page.state["seats"]] == ["person", "bot", "bot"]
        assert page.state["rules"]["id"] == "all-fives"


@pytest.mark.parametrize(("body", "kind"), [
    (b"{", "application/json"),
    (b'{"seats": 9}', "application/json"),
    (b'{"rules": "poker"}', "application/json"),
    (b'{"bots": "cheater"}', "application/json"),
    (b'{"seed": 7}', "application/json"),
    (b"seats=two", "application/x-www-form-urlencoded"),
    (b"name=%ff%fe", "application/x-www-form-urlencoded"),
    (b"&".join(b"a=1" for _ in range(30)), "application/x-www-form-urlencoded"),
    (b"name=" + b"x" * 30, "application/x-www-form-urlencoded"),
])
def test_a_table_that_cannot_be_is_refused(server: Server, body: bytes, kind: str) -> None:
    status, _, said = server.ask("/tables", body, content_type=kind)
    assert status == 400
    assert said


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    assert server.ask("/tables", b"x" * 5000, content_type="application/json")[0] == 413


def test_another_site_cannot_start_tables(server: Server) -> None:
    status, _, _ = server.ask("/tables", b"{}", content_type="application/json", origin="https://example.org")
    assert status == 403


@pytest.mark.parametrize("path", ["/", "/ko/", "/ja/", "/healthz", "/nothing", "/tables/nothing"])
def test_every_answer_has_the_headers_that_keep_a_browser_safe(server: Server, path: str) -> None:
    status, headers, body = server.ask(path)
    assert status == (404 if "nothing" in path else 200)
    assert {name: headers.get(name) for name in SAFE} == SAFE
    assert "server" not in headers
    if path.endswith("/"):
        assert not re.search(rb"<script(?![^>]*(src=|application/json))|<style|\son\w+=|style=", body)


def test_who_calls_this_server_by_a_name_that_is_too_long_gets_the_same_headers(server: Server) -> None:
    status, headers, _ = server.ask("/", host="h" * 256)
    assert status == 400
    assert {name: headers.get(name) for name in SAFE} == SAFE


def test_pages_speak_the_language_that_was_asked_for(server: Server) -> None:
    for path, accept, lang in (("/", "ja", "ja"), ("/ko/", "ja", "ko"), ("/?lang=en", "ja", "en"), ("/", "xx", "en")):
        _, headers, body = server.ask(path, accept_language=accept)
        assert headers["content-language"] == lang
        assert f'<html lang="{lang}"'.encode() in body


def test_static_files_may_be_kept_and_nothing_else_is_served(server: Server) -> None:
    base = re.search(r'"(/static/[0-9a-f]{16})/', server.ask("/")[2].decode())
    assert base
    status, headers, body = server.ask(f"{base[1]}/tokens.css")
    assert (status, headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert "immutable" in headers["cache-control"]
    assert body
    assert "immutable" not in server.ask("/static/old/tokens.css")[1]["cache-control"]
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd", "/nothing.js"):
        assert server.ask(base[1] + path)[0] == 404


def test_what_is_large_is_sent_small_to_who_can_read_that(server: Server) -> None:
    page = server.ask("/")[2]
    base = re.search(r'"(/static/[0-9a-f]{16})/', page.decode())
    assert base
    for path in ("/", f"{base[1]}/home-page.js", f"{base[1]}/tokens.css"):
        plain, small = server.ask(path), server.ask(path, accept_encoding="gzip, br")
        assert "content-encoding" not in plain[1]
        assert small[1]["content-encoding"] == "gzip"
        assert "accept-encoding" in plain[1]["vary"].lower()
        assert "accept-encoding" in small[1]["vary"].lower()
        assert gzip.decompress(small[2]) == plain[2]
        assert len(small[2]) < 0.5 * len(plain[2])
        assert {name: small[1].get(name) for name in SAFE} == SAFE


# At the table


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_whole_match_can_be_played(server: Server, rules: str) -> None:
    seats = 2 + list(RULE_SETS).index(rules) % 3
    table = server.new_table(rules=rules, seats=seats, bots="greedy", name="Mina", lang="ko")
    with server.page(table, lang="ko", view="wide") as page:
        page.play_match()
        result = page.state["result"]
        assert result["title"]
        assert page.state["need"] == page.state["may"] == "over"
        numbers = [event["number"] for event in page.events]
        assert numbers == list(range(numbers[0], page.state["number"] + 1)), "every event is told once, in order"
        assert page.state["scene"]["view"] == "wide"
        assert len(page.state["scene"]["tiles"]) == len(TILE.findall(json.dumps(page.state["scene"]["tiles"])))
        number = page.state["number"]
        assert page.command("rematch") == {"type": "done", "key": f"key {page.keys}", "number": number + 1}
        page.my_turn()
        assert page.state["result"] is None
        assert page.state["number"] > number


def test_who_watches_sees_no_hand_and_may_do_nothing(server: Server) -> None:
    table = server.new_table(name="Mina")
    with server.page(table) as page, server.page({"table": table["table"]}) as watching:
        page.my_turn()
        watching.until(lambda: watching.state["number"] == page.state["number"])
        assert watching.state["you"] is None
        assert watching.state["hand"] == []
        assert watching.state["may"] == "wait"
        answer = watching.command("move", move="pass")
        assert (answer["type"], answer["reason"]) == ("refused", "watching")
        page.play()
        watching.until(lambda: watching.state["number"] >= page.answers[-1]["number"])


def test_two_windows_of_a_seat_both_follow(server: Server) -> None:
    table = server.new_table(name="Mina")
    with server.page(table) as one, server.page(table, lang="ja", view="square") as two:
        one.my_turn()
        two.until(lambda: two.state["number"] == one.state["number"])
        one.play()
        number = one.answers[-1]["number"]
        for page in (one, two):
            page.until(lambda page=page: page.state["number"] >= number)  # type: ignore[misc]
        one.my_turn()
        two.my_turn()
        assert [held["tile"] for held in one.state["hand"]] == [held["tile"] for held in two.state["hand"]]
        assert two.state["lang"] == "ja"
        assert two.state["scene"]["view"] == "square"


def test_a_command_sent_twice_is_carried_out_once(server: Server) -> None:
    with server.page(server.new_table(rules="dominos-cc-block", name="Mina")) as page:
        page.my_turn()
        at = page.state["number"]
        move = next(held["options"][0]["move"] for held in page.state["hand"] if held["options"])
        first = page.command("move", "k", at, move=move)
        assert page.command("move", "k", at, move=move) == first == {"type": "done", "key": "k", "number": at + 1}
        plays = [event for event in page.events if event.get("seat") == 0 and event["number"] == at + 1]
        assert len(plays) == 1


def test_an_old_command_is_refused_with_the_state_as_it_is(server: Server) -> None:
    with server.page(server.new_table(name="Mina")) as page:
        page.my_turn()
        move = next(held["options"][0]["move"] for held in page.state["hand"] if held["options"])
        answer = page.command("move", at=page.state["number"] - 1, move=move)
        assert (answer["type"], answer["reason"]) == ("refused", "old")
        assert page.receive()["type"] == "state"
        assert page.play()["type"] == "done", "the seat can still play"


def test_a_move_out_of_turn_is_refused_in_words(tmp_path: Path) -> None:
    server = Server(tmp_path, pace=1500)
    try:
        # bots think for long, so it is surely not the person's turn after a move
        with server.page(server.new_table(rules="dominos-cc-block", seats=4, name="Mina"), lang="ko") as page:
            page.until(lambda: page.state["need"] == "move")
            if page.state["may"] == "play":
                page.play()
                page.until(lambda: page.state["may"] == "wait")
            answer = page.command("move", move=page.state["hand"][0]["tile"])
            assert (answer["type"], answer["reason"]) == ("refused", "turn")
            assert re.search("[가-힣]", answer["text"])
    finally:
        assert server.stop() == 0


def test_language_and_shape_change_without_a_reload(server: Server) -> None:
    with server.page(server.new_table(name="Mina")) as page:
        page.my_turn()
        assert page.state["words"] is None or page.state["words"]["boneyard"] == "Boneyard"
        page.send(type="language", lang="ko")
        page.until(lambda: page.state["lang"] == "ko")
        assert re.search("[가-힣]", page.state["words"]["boneyard"])
        page.send(type="look", view="wide")
        page.until(lambda: page.state["scene"]["view"] == "wide")
        assert page.state["words"] is None
        page.send(type="ping", t=12.5)
        page.until(lambda: bool(page.answers))
        assert page.answers == [{"type": "pong", "t": 12.5}]


def test_who_comes_back_is_told_what_it_missed(server: Server) -> None:
    table = server.new_table(name="Mina")
    with server.page(table) as page:
        page.my_turn()
        have = page.state["number"]
        page.play()
    with server.page(table, have=have) as page:
        assert [event["number"] for event in page.state["events"]][:1] == [have + 1]
    with server.page(table) as page:
        assert page.state["events"] == [], "a page without a past wants no motion"


@pytest.mark.parametrize("frame", [
    "", "[]", "null", "{", '{"type":"hop"}', '{"type":"move","at":1,"key":"k"}', '{"type":"ping","t":"x"}',
    '{"type":"ready","at":-1,"key":"k"}', '{"type":"ready","at":1,"key":""}', '{"type":"ready","at":1,"key":"k","x":1}',
    '{"type":"look","view":"round"}', '{"type":"hello"}', "[" * 9000,
    '{"type":"ready","at":1,"key":"\\ud800"}', '{"type":"ready","at":1,"key":"' + "k" * 41 + '"}',
    b'{"type":"ping","t":1}',
])
def test_what_is_no_message_is_an_error_and_changes_nothing(server: Server, frame: str | bytes) -> None:
    with server.page(server.new_table(name="Mina")) as page:
        page.my_turn()
        number = page.state["number"]
        page.socket.send(frame)
        message = page.receive()
        assert message["type"] == "error"
        assert message["reason"] in ("malformed", "hello")
        page.send(type="look", view="tall")
        assert page.receive()["number"] == number


def test_a_frame_over_sixteen_kib_ends_the_connection(server: Server) -> None:
    with server.page(server.new_table(name="Mina")) as page:
        page.my_turn()
        page.socket.send("x" * 17_000)
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009


def test_the_first_frame_must_be_a_hello(server: Server) -> None:
    with Page(server, server.new_table()["table"], say=False) as page:
        page.send(type="ping", t=1)
        assert page.receive()["reason"] == "hello"
        with pytest.raises(ConnectionClosed):
            page.receive()


@pytest.mark.parametrize(("table", "reason"), [(None, "token"), ("nothing", "table")])
def test_a_wrong_token_and_a_wrong_table_are_told_so(server: Server, table: str | None, reason: str) -> None:
    with Page(server, table or server.new_table()["table"], say=False) as page:
        page.send(type="hello", token="0" * 40, lang="ja")
        message = page.receive()
        assert (message["type"], message["reason"]) == ("error", reason)
        with pytest.raises(ConnectionClosed):
            page.receive()


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    table = server.new_table()
    with pytest.raises(InvalidStatus):
        Page(server, table["table"], origin="https://example.org", token=table["token"])
    with Page(server, table["table"], origin=server.url, token=table["token"]) as page:
        assert page.state["you"] == 0


def test_who_sends_too_much_is_not_heard(tmp_path: Path) -> None:
    server = Server(tmp_path, rate=1, burst=5)
    try:
        with server.page(server.new_table(name="Mina")) as page:
            for number in range(12):
                page.send(type="ping", t=number)
            page.until(lambda: len(page.answers) == 12)
            kinds = [answer["type"] for answer in page.answers]
            assert kinds.count("error") >= 6
            assert kinds.count("pong") >= 4
    finally:
        assert server.stop() == 0


# The process


def test_what_was_acknowledged_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(tmp_path, test_seed=3)
    table = server.new_table(rules="five-up", seats=3, name="Mina")
    with server.page(table) as page:
        for _ in range(4):
            page.my_turn()
            done = page.play()
        page.my_turn()
        page.send(type="name", key="named", name="Mina")
        page.until(lambda: page.answers[-1]["key"] == "named")
        named = page.answers[-1]
        page.my_turn()
        before = page.state
        server.stop(signal.SIGKILL)
    server = Server(tmp_path, test_seed=4)
    try:
        with server.page(table) as page:
            assert page.state["number"] >= done["number"]
            for part in ("number", "round", "turn", "may", "seats", "teams", "hand", "last", "plays", "scene", "twin"):
                assert page.state[part] == before[part], part
            again = page.command("move", done["key"], at=1, move="pass")
            assert again == done, "a command from before is still known"
            page.send(type="name", key="named", name="Ann")
            page.until(lambda: page.answers[-1]["key"] == "named")
            assert page.answers[-1] == named, "and one about seats too"
            assert page.state["seats"][0]["name"] == "Mina"
            page.play_match()
    finally:
        assert server.stop() == 0


def test_bots_that_were_waiting_go_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, test_seed=3, pace=600)
    table = server.new_table(rules="dominos-cc-block", seats=4, name="Mina")
    with server.page(table) as page:
        page.until(lambda: page.state["need"] == "move")
        number = page.state["number"]
    assert server.stop() == 0
    server = Server(tmp_path, test_seed=3, pace=600)
    try:
        with server.page(table) as page:
            page.my_turn()
            assert page.state["number"] >= number
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_asked_to(tmp_path: Path, number: int) -> None:
    server = Server(tmp_path)
    with server.page(server.new_table(name="Mina")) as page:
        assert server.stop(number) == 0
        assert server.said == ""
        with pytest.raises(ConnectionClosed):
            page.until(lambda: False)


def run(tmp_path: Path, arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"from fives.server.run import serve; raise SystemExit(serve({arguments}, data={str(tmp_path)!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=WAIT)


def test_a_port_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, f"port={port}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fives: cannot listen on 127.0.0.1 port {port}: port is in use\n"


def test_without_a_wish_a_free_port_is_taken_when_the_usual_one_is_not_free() -> None:
    try:
        taken = socket.create_server(("127.0.0.1", PORT))
    except OSError:  # somebody has it: as good
        taken = socket.socket()
    with taken, listen("127.0.0.1", None) as listening:
        assert listening.getsockname()[1] != PORT


@pytest.mark.parametrize("arguments", ["port=0, pace=-1", "port=0, host='nowhere.invalid'", "port=99999999"])
def test_what_it_cannot_do_is_told_in_one_line(tmp_path: Path, arguments: str) -> None:
    done = run(tmp_path, arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


# The document


DOCUMENT = Path(__file__).parent.parent.joinpath("docs", "protocol.md").read_text()
BLOCKS = [block for block in re.findall(r"```json (\w[\w ]*)\n(.*?)```", DOCUMENT, re.DOTALL) if block[0] != "lobby"]
KINDS = {"in": p.Incoming, "out": p.Outgoing, "new table": p.NewTable, "settlement": protocol_state.Settlement,
         "result": protocol_state.Result}


@pytest.mark.parametrize(("kind", "text"), BLOCKS)
def test_every_example_of_the_document_is_a_message(kind: str, text: str) -> None:
    message = msgspec.json.decode(text, type=KINDS[kind])
    if kind == "in":
        assert p.read(text) == message
    else:
        assert msgspec.json.decode(msgspec.json.encode(message)) == json.loads(text), "no key too many, none too few"


def test_every_message_and_reason_is_in_the_document() -> None:
    shown = {json.loads(text).get("type") for _, text in BLOCKS}
    types = {struct.__struct_config__.tag for union in (p.Incoming, p.Outgoing) for struct in union.__args__}
    assert types <= shown
    for reason in OWN:
        assert f"`{reason}`" in DOCUMENT
    assert not OWN.keys() & REASONS.keys()


def test_the_schema_names_every_message() -> None:
    text = json.dumps(p.schema())
    for struct in (*p.Incoming.__args__, *p.Outgoing.__args__, p.NewTable):
        assert struct.__name__ in text
