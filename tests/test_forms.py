"""The form of the first page: what a host may vary, and what becomes of a form that cannot be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from fives import FIVE_UP, RULE_SETS, Rules
from fives.server.pages.drawing import sign
from fives.server.texts import OWN
from fives.server.wishes import pairs_may_vary
from fives.words import words_in
from server_client import Page, Server

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests."""
    started = Server(tmp_path_factory.mktemp("data"), test_seed=5)
    yield started
    assert started.stop() == 0


def started(server: Server, body: str) -> Page:
    """The page of the table that a form started."""
    status, headers, _ = server.ask("/tables", body.encode(), content_type=FORM)
    assert status == 303
    path, _, token = headers["location"].partition("#")
    return Page(server, path.rpartition("/")[2], token=token)


def test_a_form_varies_what_a_host_may_vary(server: Server) -> None:
    wish = "rules=dominos-cc-draw&seats=4&seat1=open&target=50&first_leader=lot&partners=on&clock=30&bank=60&pace=2000"
    with started(server, wish) as page:
        assert page.state["rules"]["text"] == "dominos-cc-draw target=50,50,50 first_leader=lot partners=yes"
        assert page.state["pace"] == 2000
        for said in ("Target: 50 (usually: 100)", "lot", "Partners"):
            assert said in page.state["differs"]


@pytest.mark.parametrize("body", [
    "rules=dominos-cc-draw&seats=3&partners=on", "rules=all-fives&seats=4&partners=on",
    "rules=five-up&seats=4&partners=on&target=&first_leader=&pace=&clock=&bank=60"])
def test_what_does_not_apply_in_the_game_of_a_form_does_nothing(server: Server, body: str) -> None:
    with started(server, body) as page:
        assert page.state["differs"] == ""
        assert page.state["clock"] is None


@pytest.mark.parametrize("target", ["0", "2001", "1.5", "-3", "many", "9" * 500])
def test_a_target_that_cannot_be_brings_the_form_back_as_it_was_with_why(server: Server, target: str) -> None:
    body = urlencode({"rules": "all-fives", "seats": "3", "bots": "club", "name": "<Aoi>", "lang": "ko", "bank": "60",
                      "target": target, "first_leader": "highest", "pace": "2000", "visibility": "lobby"}).encode()
    status, headers, said = server.ask("/tables", body, content_type=FORM, accept_language="ja")
    page = said.decode()
    assert (status, headers["content-type"], headers["content-language"]) == (400, "text/html; charset=utf-8", "ko")
    assert words_in("ko").say(OWN["target"]) in page, "in the language of the form"
    for kept in ('value="all-fives"', 'name="seats" value="3"', 'name="first_leader" value="highest"',
                 'name="visibility" value="lobby"'):
        assert re.search(rf"{kept}[^>]*\schecked", page), kept
    for kept in ("60", "club", "2000"):
        assert f'<option value="{kept}" selected>' in page
    assert 'value="&lt;Aoi&gt;"' in page
    assert f'value="{target}"' in page


@pytest.mark.parametrize(("body", "status"), [
    (b"rules=poker", 400), (b"seats=two", 400), (b"name=%ff", 400), (b"pace=5001", 400), (b"clock=7", 400),
    (b"a=1&" * 30, 400), (b"name=" + b"x" * 5000, 413)])
def test_any_other_form_that_cannot_be_is_answered_by_the_first_page(server: Server, body: bytes, status: int) -> None:
    found, headers, said = server.ask("/tables", body, content_type=FORM, accept_language="en")
    assert (found, headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert OWN["form"] in said.decode()
    assert said.decode().count('name="rules"') == 5


def test_who_starts_too_many_tables_by_a_form_is_told_so_on_the_first_page(
        tmp_path_factory: pytest.TempPathFactory) -> None:
    few = Server(tmp_path_factory.mktemp("few"), tables_burst=1, tables=0.001)
    try:
        assert few.ask("/tables", b"seats=2", content_type=FORM)[0] == 303
        status, _, said = few.ask("/tables", b"seats=2&name=Aoi", content_type=FORM)
        assert status == 429
        assert OWN["too-many"] in said.decode()
        assert 'value="Aoi"' in said.decode()
    finally:
        few.stop()


def test_pairs_may_be_chosen_where_the_rules_know_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULE_SETS, "club", FIVE_UP._replace(id="club", partners=False))  # type: ignore[misc]
    may = [game for game in RULE_SETS if pairs_may_vary(game, 4)]
    assert may == [*filter(lambda game: game.startswith("dominos-cc-"), RULE_SETS), "club"]
    assert not any(pairs_may_vary(game, seats) for game in (*RULE_SETS, "poker") for seats in (2, 3))
    assert not pairs_may_vary("poker", 4)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_rules_without_a_sign_of_their_own_have_one_by_what_they_are(rules: Rules) -> None:
    drawn = sign(rules._replace(id="club"))
    assert drawn != sign(rules), "which has its own"
    assert ('class="s"' in drawn) == (rules.spinners != "none")
    assert ('class="h"' in drawn) == bool(rules.multiple)
    assert ('class="b"' in drawn, 'class="x"' in drawn) == (rules.draws, not rules.draws)


@pytest.mark.parametrize(("seats", "places", "status"), [
    (2, 0, 201), (2, 1, 201), (2, 2, 400), (2, 3, 400), (3, 1, 201), (3, 3, 400), (4, 1, 201), (4, 3, 201)])
def test_no_more_places_are_given_out_than_there_are(server: Server, seats: int, places: int, status: int) -> None:
    wish = {"seats": seats, "places": ["open"] * places, "bots": "casual"}
    found, _, said = server.ask("/tables", json.dumps(wish).encode(), content_type="application/json")
    assert found == status
    if status == 400:
        assert json.loads(said)["text"] == f"places: expected at most {seats - 1} for {seats} seats, got {places}"
        return
    made = json.loads(said)
    with Page(server, made["table"], token=made["token"]) as page:
        kinds = [seat["kind"] for seat in page.state["seats"]]
        assert kinds == ["person", *["open"] * places, *["bot"] * (seats - 1 - places)]
