"""Reported faults of other programs at the end of a match, and about bots that see too much, each as the sentence that
holds here, for all rule sets and seats."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from fives import ALL_FIVES, DOMINOS_CC_ALL_FIVES, FIVE_UP, RULE_SETS, TILES, Match, Refused, TextError, tally
from fives import events as e
from fives.bots import BOTS, bot
from fives.bots.levels import THINKING
from fives.bots.thinking import think
from fives.rounds import Round, parse_move, whole
from fives.rules import Rules
from fives.server import protocol as p
from fives.server.hints import BUDGET, LEVEL, SEED, told
from fives.server.table import Table
from given_world import DRAWING, EVERYWHERE, given, played, tiles
from people_world import do, of_people, why
from table_world import frame, other_worlds, table_of, tick

everywhere = pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
MOVES = "1-4 1-6@1-4 3-6@1-6 draw 3-4@1-4 0-3@3-6"


def at_target(rules: Rules, before: int, moves: str) -> tuple[Match, list[e.Event]]:
    """Seat 0 stands at some points; seat 1 leads 1-4, 1-6 makes 4 + 6 = 10, seat 1 goes out, 6-6 and 2-6 are left."""
    rules = rules.vary(deal=(3, 3, 3), first_leader="lot")
    hands = [tiles("1-6 6-6 2-6"), tiles("1-4 3-6 0-3")]
    first = tiles("3-4")
    rest = [tile for tile in TILES if tile not in (*hands[0], *hands[1], *first)]
    match = Match.new(rules, 2, [before, 0]).led(1).dealt(Round.deal(rules, hands, [*first, *rest], 1, False))
    found: list[e.Event] = []
    for move in moves.split():
        assert match.round is not None
        made, match = e.acting(match, match.round.turn, parse_move(move))
        found += made
    return match, found


def test_in_five_up_a_play_that_reaches_the_target_does_not_end_the_round() -> None:
    """MAT-01: at 59, 10 make 61; the hand goes on, 20 pips are left, 57: no winner, and the next round comes."""
    match, _ = at_target(FIVE_UP, 295, "1-4 1-6@1-4")
    assert (match.totals[0], match.need, match.winner) == (305, "move", None)
    match, found = at_target(FIVE_UP, 295, MOVES)
    assert [type(event) for event in found[-2:]] == [e.Shown, e.Settled]
    assert (match.totals[0], match.winner, match.need, match.leader) == (285, None, "deal", 1)


@pytest.mark.parametrize(("rules", "before", "total"), [(ALL_FIVES, 240, 250), (DOMINOS_CC_ALL_FIVES, 140, 150)])
def test_elsewhere_it_ends_the_match_with_no_settlement_and_takes_no_move_any_more(
        rules: Rules, before: int, total: int) -> None:
    """MAT-01; MAT-03: what goes beyond the target counts."""
    for more in (0, 5):
        match, found = at_target(rules, before + more, "1-4 1-6@1-4")
        assert [type(event) for event in found[-3:]] == [e.Played, e.Shown, e.Won]
        assert (match.totals[0], match.winner, match.need) == (total + more, 0, "over")
        for seat in (0, 1):
            for move in ("3-6@1-6", "draw", "pass"):
                with pytest.raises(Refused, match="over"):
                    e.act(match, seat, parse_move(move))


@pytest.mark.parametrize("teams", [2, 3])
def test_a_tie_is_played_off_until_one_leads_alone_though_all_fall_below_the_target(teams: int) -> None:
    """MAT-05: 61 each, then -1 and -3: 60 wins. Who ties again, at whatever points, plays on."""
    match = Match.new(FIVE_UP, teams, [310] * teams)
    for points, winner in (([-5, *[-15] * (teams - 1)], 0), ([*[-15] * (teams - 1), -5], teams - 1),
                           ([-5] * teams, None), ([10] * teams, None),
                           ([0, *[5] * (teams - 1)], {2: 1, 3: None}[teams])):
        t = list(match.tally)
        tally.settled(t, [-10] * teams, 0)
        assert (t[tally.WINNER], t[tally.TIED]) == (-1, 1)
        tally.settled(t, [2 * each for each in points], 0)
        assert t[tally.WINNER] == (-1 if winner is None else winner)
        assert [whole(n) for n in t[tally.TOTAL:tally.TOTAL + teams]] == [305 + each for each in points]
    for rules in RULE_SETS.values():
        if rules is not FIVE_UP:
            with pytest.raises(TextError, match="no play-off"):
                Match.new(rules, teams, [0] * teams, playoff=True)


@everywhere
def test_who_wins_has_most_points_of_all_that_were_made_and_settled(rules: str, seats: int) -> None:
    """MAT-01, MAT-03, MAT-05, MAT-06: whole matches, every total, at the table where people play."""
    varied = RULE_SETS[rules].vary(target=(60,) * 3)
    ends: Counter[type[e.Event]] = Counter()
    for seed in range(6):
        table = _played_out(varied, seats, seed)
        totals, at = [Fraction(0)] * table.match.teams, 0
        for at, event in enumerate(table.events):
            if isinstance(event, e.Played):
                totals[varied.team(event.seat, seats)] += event.points
                reached = max(totals) >= 60 and varied.at_once
                assert isinstance(table.events[at + 1], e.Shown) or not reached, "at once where the rules say so"
            elif isinstance(event, e.Settled):
                totals = [total + points for total, points in zip(totals, event.points, strict=True)]
                alone = sum(total == max(totals) for total in totals) == 1
                over = max(totals) >= 60 and (alone or not varied.playoff)
                assert isinstance(table.events[at + 1], e.Won) or not over
            elif isinstance(event, e.Won):
                assert list(event.totals) == totals
                assert totals[event.team] == max(totals)
                ends[type(table.events[at - 1])] += 1
        assert isinstance(table.events[-1], e.Won)
        state = json.loads(frame(table, 0, table.number))
        assert (state["stage"], state["may"]) == ("over", "over")
        assert (state["settlement"] is None) == (type(table.events[-2]) is e.Shown)
        for what in ("draw", "pass", "6-6"):
            assert why(do(table, 0, p.Move(table.number, f"after {what}", what))) == "match-over"
        assert why(do(table, 0, p.Ready(table.number, "ready"))) == "match-over"
    assert varied.at_once or set(ends) == {e.Settled}, "settled first, where the rules say so"


def _played_out(rules: Rules, seats: int, seed: int) -> Table:
    table = of_people(seats, str(rules), seed)
    chance = Random(seed)
    for number in range(5000):
        turn, now = table.view(None).turn, 0
        if table.match.need == "over":
            return table
        if turn is not None and table.view(turn).may == "play":
            option = bot("greedy").choose(table.view(turn), chance)
            do(table, turn, p.Move(table.number, f"k{number}", str(option)), now)
        elif table.settled is not None:
            for seat in range(seats):
                do(table, seat, p.Ready(table.number, f"r{number}"), now)
        else:
            tick(table)
    raise AssertionError("the match does not end")


@everywhere
def test_no_level_and_no_hint_hangs_on_anything_but_the_view(rules: str, seats: int) -> None:
    """SEC-10: over many completions of one view: the choice, the hint, and the work that was thought with."""
    found = 0
    for seed in range(40):
        table = given("here", *played(rules, seats, 7, seed)).taken()
        turn = table.view(None).turn
        if turn is None or len(table.view(turn).options) < 2:
            continue
        worlds = [world for again in range(3) for world in other_worlds(table, turn, Random(again))][:20]
        seen = {"hand": table.view(turn)}
        for world in worlds:
            assert world.match != table.match
            assert world.view(turn) == seen["hand"]
            for level in BOTS:
                quick = bot(level, 0.001)
                assert quick.choose(world.view(turn), Random(5)) == quick.choose(table.view(turn), Random(5)), level
        if worlds and rules == "five-up":
            for level in THINKING:
                thoughts = {think(world.view(turn), level, SEED, 0.001) for world in (table, *worlds[:3])}
                assert len(thoughts) == 1, "the same plays, values and number of worlds tried: the same time"
            hint = think(table.view(turn), LEVEL, SEED, min(BUDGET, 0.002)).choice
            assert len({told(world.view(turn), hint, "en") for world in worlds}) == 1
        found += len(worlds)
        if found >= 40:
            return
    raise AssertionError("too few worlds")


def squares(one: Counter[object], two: Counter[object]) -> tuple[float, int]:
    """Chi-square of two counts, against their being alike, and its degrees of freedom; rare kinds are put together."""
    rare = [key for key in one | two if one[key] + two[key] < 10]
    for counts in (one, two):
        counts["rare"] = sum(counts.pop(key, 0) for key in rare)
    sums, total = (one.total(), two.total()), one.total() + two.total()
    found = 0.0
    keys = [key for key in one | two if one[key] + two[key]]
    for counts, own in zip((one, two), sums, strict=True):
        for key in keys:
            due = (one[key] + two[key]) * own / total
            found += (counts[key] - due) ** 2 / due
    return found, max(1, len(keys) - 1)


def draws_of(rules: str, seats: int, rounds: int, helped: int | None = None) -> tuple[list[Counter[object]], ...]:
    """What each seat drew in first rounds in which all play alike: which tiles, and how many; seat 0 is a person.

    `helped` draws the tile that fits it best, to see that it would be found.
    """
    which, many = ([Counter() for _ in range(seats)] for _ in range(2))  # type: ignore[var-annotated]
    for seed in range(rounds):
        table, chance = table_of(rules, seats, seed), Random(seed)
        drew = [0] * seats
        while table.settled is None and table.match.need != "over":
            turn = table.view(None).turn
            if turn == 0 and table.view(0).may == "play":
                move = bot("random").choose(table.view(0), chance)
                table.take(table.handle(0, p.Move(table.number, f"k{table.number}", str(move)), 0))
                continue
            if turn == helped and table.view(turn).may == "draw":
                _help(table)
            for event in tick(table).events:
                if isinstance(event, e.Drew):
                    which[event.seat][event.tile] += 1
                    drew[event.seat] += 1
        for seat in range(seats):
            many[seat][drew[seat]] += 1
    return which, many


def _help(table: Table) -> None:
    """Puts a tile that fits on top of the boneyard."""
    played = table.match.round
    assert played is not None
    pips = {end.pip for end in played.layout.open}
    order = sorted(played.boneyard, key=lambda tile: not {tile.low, tile.high} & pips)
    object.__setattr__(played, "boneyard", tuple(order))


@pytest.mark.parametrize(("rules", "seats"), [one for one in DRAWING if one[0] in ("five-up", "dominos-cc-draw")])
def test_bots_and_people_draw_alike(rules: str, seats: int) -> None:
    """SEC-10: which tiles are drawn, and how many in a round, by a person and by bots who play as it does."""
    for counts in draws_of(rules, seats, 400):
        person = counts[0]
        bots: Counter[object] = sum(counts[1:], Counter())
        assert person.total() > 100
        odds, free = squares(person, bots)
        assert odds < free + 4.5 * (2 * free) ** 0.5


def test_a_bot_that_draws_what_it_needs_would_be_found() -> None:
    _, many = draws_of("five-up", 2, 400, helped=1)
    odds, free = squares(many[0], many[1])
    assert odds > free + 4.5 * (2 * free) ** 0.5


def test_whole_deals_are_fair_to_all_seats() -> None:
    """SEC-10: every tile comes as often to the person's hand as to a bot's, in the deals of tables."""
    hands: list[Counter[object]] = [Counter() for _ in range(4)]
    for seed in range(700):
        table = table_of("all-fives", 4, seed)
        while table.match.need != "move":
            tick(table)
        for seat, hand in enumerate(next(event.hands for event in table.events if isinstance(event, e.Dealt))):
            hands[seat].update(hand)
    odds, free = squares(hands[0], sum(hands[1:], Counter()))
    assert odds < free + 4.5 * (2 * free) ** 0.5
