"""Who sits where: people sit down through the link, stand up, come back; hosts, bots, names."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from fives import events as e
from fives.rules import DOMINOS_CC_DRAW, FIVE_UP
from fives.server import protocol as p
from fives.server.around import differs
from fives.server.lobby import digest, new_table, seat_of, varied
from fives.server.names import LONGEST, clean
from fives.server.steps import Step
from fives.server.table import Table
from fives.tiles import TextError
from fives.words import words_in
from people_world import do, end_of_round, first_play, go, of_people, open_table, sit, until_person, why
from table_world import frame, record


def test_a_table_with_an_open_seat_waits_and_begins_when_it_is_taken() -> None:
    table = open_table(("open", "bot:random"))
    assert table.waiting
    assert table.deadline is None
    step = sit(table, 1)
    assert step.refused is None
    assert (table.seats[1].name, table.seats[1].kind) == ("Aoi", "person")
    assert not table.waiting
    assert table.deadline is not None
    assert table.deadline.kind == "lot"
    assert seat_of(table.seats, "token 1 Aoi") == 1


def test_of_two_who_want_the_same_seat_the_first_gets_it() -> None:
    table = open_table(("open", "open"))
    sit(table, 1, "Aoi")
    assert why(sit(table, 1, "Ken")) == "taken"
    assert seat_of(table.seats, "token 1 Aoi") == 1
    assert seat_of(table.seats, "token 1 Ken") is None


@pytest.mark.parametrize(("seat", "reason"), [(0, "taken"), (2, "taken"), (3, "no-seat")])
def test_only_an_open_seat_can_be_taken(seat: int, reason: str) -> None:
    table = open_table(("open", "bot:random"))
    before = table.seats
    assert why(sit(table, seat)) == reason
    assert table.seats == before


def test_who_sits_cannot_sit_twice() -> None:
    table = open_table(("open", "open"))
    assert why(do(table, 0, p.Sit("k", 1, "Mina"))) == "seated"


def test_the_host_fills_open_seats_with_bots_and_nobody_else_does() -> None:
    table = open_table(("open", "open"))
    sit(table, 1)
    assert why(do(table, 1, p.Fill("k", 2, "random"))) == "not-host"
    assert why(do(table, None, p.Fill("k", 2, "random"))) == "not-host"
    assert why(do(table, 0, p.Fill("k", 1, "random"))) == "taken"
    assert do(table, 0, p.Fill("k2", 2, "random")).refused is None
    assert (table.seats[2].kind, table.seats[2].level) == ("bot", "random")
    assert table.deadline is not None
    with pytest.raises(TextError, match="level of play"):
        do(table, 0, p.Fill("k3", 2, "cheater"))


def test_the_host_begins_at_once_with_bots_in_all_open_seats() -> None:
    table = open_table(("open", "open", "open"))
    sit(table, 2)
    assert why(do(table, 2, p.Begin("b"))) == "not-host"
    do(table, 0, p.Begin("b"))
    assert [seat.kind for seat in table.seats] == ["person", "bot", "person", "bot"]
    assert len({seat.name for seat in table.seats}) == 4
    assert table.deadline is not None
    assert why(do(table, 0, p.Begin("b2"))) == "begun"


def test_a_bots_seat_goes_back_to_people_with_the_next_round() -> None:
    table = open_table(("bot:random",))
    until_person(table)
    assert why(sit(table, 1)) == "taken"
    do(table, 0, p.Free("f", 1))
    assert table.seats[1].offered
    sit(table, 1, "Aoi")
    assert (table.seats[1].kind, table.seats[1].comes) == ("bot", "Aoi")
    assert table.eyes(1) is None, "until then it sees no hand"
    assert why(do(table, 1, p.Move(table.number, "k", "pass"))) == "watching"
    end_of_round(table)
    assert table.seats[1].kind == "bot"
    do(table, 0, p.Ready(table.number, "r"))
    assert (table.seats[1].kind, table.seats[1].name) == ("person", "Aoi")
    assert table.eyes(1) == 1


def test_a_seat_that_the_host_fills_again_is_offered_to_nobody() -> None:
    table = open_table(("bot:random", "bot:random"))
    until_person(table)
    do(table, 0, p.Free("f", 1))
    assert table.seats[1].offered
    do(table, 0, p.Fill("g", 1, "greedy"))
    assert not table.seats[1].offered
    assert why(sit(table, 1, "Cho")) == "taken"


def test_between_rounds_a_seat_is_taken_at_once() -> None:
    table = open_table(("bot:random",))
    end_of_round(table)
    do(table, 0, p.Free("f", 1))
    sit(table, 1, "Aoi")
    assert table.seats[1].kind == "person"


def test_who_was_to_come_and_leaves_is_not_waited_for() -> None:
    table = open_table(("bot:random",))
    until_person(table)
    do(table, 0, p.Free("f", 1))
    sit(table, 1, "Aoi")
    do(table, 1, p.Leave("l"))
    assert (table.seats[1].comes, table.seats[1].token, table.seats[1].offered) == ("", None, True)
    end_of_round(table)
    do(table, 0, p.Ready(table.number, "r"))
    assert table.seats[1].kind == "bot"


def test_who_leaves_before_the_match_leaves_an_open_seat() -> None:
    table = open_table(("open", "open"))
    sit(table, 1)
    do(table, 1, p.Leave("l"))
    assert table.seats[1].kind == "open"
    assert seat_of(table.seats, "token 1 Aoi") is None


def test_for_who_leaves_in_the_match_a_bot_plays_until_it_is_back() -> None:
    table = of_people(2)
    seat = until_person(table)
    do(table, seat, p.Leave("l"))
    assert table.seats[seat].sits_in
    assert table.deadline is not None
    assert table.deadline.kind == "bot"
    go(table)
    assert [by for by, _ in table.missed(seat)] == ["bot"]
    assert why(do(table, 1 - seat, p.Back("b"))) == "not-held"
    do(table, seat, p.Back("b"))
    assert table.seats[seat].active
    assert [by for by, _ in table.missed(seat)] == ["bot"], "it is told what was played"
    again = until_person(table)
    while again != seat:
        do(table, again, p.Move(table.number, f"m{table.number}", first_play(table, again)))
        again = until_person(table)
    do(table, seat, p.Move(table.number, "own", first_play(table, seat)))
    assert table.missed(seat) == [], "until it plays itself"


def test_who_left_is_told_so_before_anything_is_played_for_them() -> None:
    table = of_people(3)
    other = (until_person(table) + 1) % 3
    do(table, other, p.Leave("l"))
    assert table.missed(other) == []
    told = json.loads(frame(table, other, 0))["missed"]
    assert told == {"text": "A bot holds your seat until you take it back.", "moves": []}


def test_who_is_not_there_is_away_also_when_a_bot_holds_the_seat() -> None:
    table = of_people(3)
    until_person(table)
    do(table, 1, p.Leave("l"))
    seats = json.loads(frame(table, 0, 0))["seats"]  # only seat 0 looks on
    assert [(seat["sits_in"], seat["away"]) for seat in seats] == [(False, False), (True, True), (False, True)]


def test_a_move_takes_the_seat_back() -> None:
    table = of_people(2)
    seat = until_person(table)
    do(table, seat, p.Leave("l"))
    step = do(table, seat, p.Move(table.number, "m", first_play(table, seat)))
    assert step.refused is None
    assert table.seats[seat].active


def test_the_seat_of_somebody_who_left_can_be_given_to_another() -> None:
    table = of_people(3)
    until_person(table)
    assert why(do(table, 0, p.Free("f", 1))) == "taken", "not while its person plays"
    do(table, 1, p.Leave("l"))
    do(table, 0, p.Free("f2", 1))
    sit(table, 1, "Ken")
    assert seat_of(table.seats, "token 1 P1") is None
    assert table.seats[1].comes == "Ken"
    end_of_round(table)
    for seat in table.people:
        do(table, seat, p.Ready(table.number, "r"))
    assert (table.seats[1].kind, table.seats[1].name) == ("person", "Ken")


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    table = of_people(2)
    until_person(table)
    do(table, 1, p.Leave("l"))
    do(table, 0, p.Free("f", 1))
    do(table, 1, p.Back("b"))
    assert not table.seats[1].offered
    assert why(sit(table, 1, "Ken")) == "taken"


def test_an_answer_is_not_given_to_who_sits_there_later() -> None:
    table = open_table(("open", "open"))
    sit(table, 1)
    do(table, 1, p.Rename("k", "One"))
    do(table, 1, p.Leave("l"))
    sit(table, 1, "Ken")
    step = do(table, 1, p.Rename("k", "Two"))
    assert not step.again
    assert table.seats[1].name == "Two"


def test_an_answer_is_not_given_to_who_sits_there_later_after_a_restart_either() -> None:
    table = of_people(2)
    while (seat := until_person(table)) != 1:
        do(table, seat, p.Move(table.number, f"m{table.number}", first_play(table, seat)))
    before = tuple(table.events)
    move = do(table, 1, p.Move(table.number, "k", first_play(table, 1)))
    end_of_round(table)
    do(table, 1, p.Leave("l"))
    do(table, 0, p.Free("f", 1))
    sit(table, 1, "Ken")
    after = tuple(table.events[len(before) + len(move.events):])
    writes = [table.write(step, 0) for step in (Step(events=before), move, Step(events=after))]
    again = Table.rebuilt(record(table, writes), Random(1), 0)
    step = do(again, 1, p.Rename("k", "Two"))
    assert not step.again
    assert again.seats[1].name == "Two"


def test_the_hosts_rights_pass_on_clockwise_and_come_back_only_by_the_same_way() -> None:
    table = of_people(3)
    until_person(table)
    assert table.host == 0
    do(table, 0, p.Leave("l"))
    assert table.host == 1
    do(table, 0, p.Back("b"))
    assert table.host == 1
    do(table, 1, p.Leave("l"))
    assert table.host == 2
    do(table, 2, p.Leave("l"))
    assert table.host == 0


def test_when_all_people_have_left_the_first_who_is_back_is_host_and_the_table_rests() -> None:
    table = of_people(2)
    until_person(table)
    for seat in (0, 1):
        do(table, seat, p.Leave("l"))
    assert table.host is None
    while table.deadline is not None:
        go(table)
    assert table.settled is not None, "the round is played to its end, then nobody waits"
    do(table, 1, p.Back("b"))
    assert table.host == 1
    assert table.deadline is not None
    assert table.deadline.kind == "round"


def test_who_leaves_between_rounds_is_not_waited_for() -> None:
    table = of_people(3)
    end_of_round(table)
    number = table.number
    for seat in (0, 1):
        do(table, seat, p.Ready(number, "r"))
    assert table.number == number
    step = do(table, 2, p.Leave("l"))
    assert isinstance(step.events[0], e.Dealt | e.Lot)


def over(table: Table) -> None:
    while table.match.need != "over":
        if table.match.need == "move":
            seat = until_person(table)
            do(table, seat, p.Move(table.number, f"m{table.number}", first_play(table, seat)))
            while table.match.need == "move" and table.deadline and table.deadline.kind in ("bot", "forced"):
                go(table)
        else:
            go(table)


def test_a_rematch_keeps_the_seats_and_begins_when_all_want_it() -> None:
    table = of_people(2, "dominos-cc-block", bank=30)
    table.seats = tuple(replace(seat, bank=5) for seat in table.seats)
    over(table)
    names = [seat.name for seat in table.seats]
    do(table, 0, p.Rematch(table.number, "r"))
    assert table.match.need == "over"
    do(table, 1, p.Rematch(table.number, "r"))
    assert table.match.number == 1
    assert [seat.name for seat in table.seats] == names
    assert {seat.bank for seat in table.seats} == {30_000}, "with a full bank"
    assert table.deadline is not None


def test_what_was_played_for_somebody_in_one_match_is_not_told_of_the_next() -> None:
    table = of_people(2, "dominos-cc-block")
    until_person(table)
    go(table)
    assert table.by
    over(table)
    for seat in (0, 1):
        do(table, seat, p.Rematch(table.number, f"r{seat}"))
    assert table.match.number == 1
    assert table.by == {}


def test_a_seat_held_by_a_bot_does_not_ask_for_the_next_round() -> None:
    table = of_people(2)
    end_of_round(table)
    do(table, 1, p.Leave("l"))
    assert why(do(table, 1, p.Ready(table.number, "r"))) == "held"


# What people are called, and what a host may vary


@pytest.mark.parametrize(("wish", "name"), [
    ("  Mina   Kim ", "Mina Kim"), ("Mi\u202ena", "Mina"), ("a\u200bb\ufeffc", "abc"), ("\u2066x\u2069", "x"),
    ("a\nb\r\tc\x00\x1b[31m", "a b c[31m"), ("\u0301\u0301", "Guest"), ("Z" + "\u0301" * 20, "Z" + "\u0301" * 3),
    ("민아", "민아"), ("\u1106\u1175", "미"), ("", "Guest"), ("\u3000", "Guest"), ("x" * 99, "x" * LONGEST),
    ("\ud800", "Guest"), ("\ue000", "Guest"), ("\u2028x", "x"), ("<b>&amp;", "<b>&amp;"),
])
def test_a_name_is_cleaned(wish: str, name: str) -> None:
    assert clean(wish, "Guest").encode()
    assert clean(wish, "Guest") == clean(name, "Guest")
    assert len(clean(wish, "Guest")) <= LONGEST
    assert clean(clean(wish, "Guest")) == clean(wish, "Guest")


def test_nobody_is_called_like_somebody_else_at_the_table() -> None:
    table = open_table(("open", "open", "bot:random"))
    sit(table, 1, "MINA")
    assert table.seats[1].name == "MINA 2"
    do(table, 1, p.Rename("k", "oak"))
    assert table.seats[1].name.casefold() != table.seats[3].name.casefold()
    do(table, 1, p.Rename("k2", "Aoi"))
    assert table.seats[1].name == "Aoi"


def test_the_clock_is_fifteen_seconds_where_people_play_and_none_against_bots() -> None:
    assert open_table(("open",)).ways.clock == 15_000
    assert open_table(("bot:random",)).ways.clock == 0
    assert open_table(("open",), clock=0).ways.clock == 0
    assert open_table(("open",), clock=0, bank=30).ways.bank == 0


def test_a_host_may_vary_the_target_the_first_leader_and_the_partners_of_dominos_cc() -> None:
    five = varied(FIVE_UP, p.Vary(target=100, first_leader="highest"), 2)
    assert (five.to(2), five.first_leader) == (500, "highest")
    pairs = varied(DOMINOS_CC_DRAW, p.Vary(partners=True), 4)
    assert pairs.teams(4) == 2
    assert varied(FIVE_UP, p.Vary(), 4) is FIVE_UP
    for rules, seats in ((DOMINOS_CC_DRAW, 3), (FIVE_UP, 4)):
        with pytest.raises(TextError, match="partners"):
            varied(rules, p.Vary(partners=not rules.partners), seats)
    with pytest.raises(TextError, match="target"):
        varied(FIVE_UP, p.Vary(target=2001), 2)


@pytest.mark.parametrize("lang", p.LANGS)
def test_the_difference_from_the_named_rule_set_is_told_in_words(lang: str) -> None:
    words = words_in(lang)
    assert differs(words, FIVE_UP) == ""
    said = differs(words, varied(FIVE_UP, p.Vary(target=100), 2))
    assert "100" in said
    assert "61" in said
    both = differs(words, varied(DOMINOS_CC_DRAW, p.Vary(target=50, first_leader="lot", partners=True), 4))
    assert len(both) > len(said)


def test_deals_do_not_hang_on_what_bots_throw() -> None:
    """Two tables of the same seed, one with bots that use chance: the deals are the same."""
    deals = []
    for level in ("random", "greedy"):
        made = p.NewTable(rules="dominos-cc-block", seats=2, bots=level, places=[f"bot:{level}"], name="x")
        table, _ = new_table(made, "x", 0, Random(4))
        table.take(table.start(0))
        table.seats = tuple(replace(seat, kind="bot", level=level) for seat in table.seats)
        found = []
        while len(found) < 4:
            step = go(table)
            found += [event for event in step.events if isinstance(event, e.Dealt)]
        deals.append([(deal.hands, deal.boneyard) for deal in found])
    assert deals[0] == deals[1]


def test_the_token_of_a_seat_is_long_and_stored_as_its_digest_alone() -> None:
    table, token = new_table(p.NewTable(), "x", 0, Random())
    assert len(token) == 40
    assert table.seats[0].token == digest(token)
    assert token not in repr(table.seats)
