"""Whoever calls the library with what is none of its values is told so at once; what it prints can be gone on with."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from fives import (
    ALL_FIVES,
    FIVE_UP,
    RULE_SETS,
    TILES,
    Layout,
    Match,
    Play,
    Refused,
    Round,
    Rules,
    TextError,
    Tile,
    events,
    lay_out,
    match,
    notation,
    parse_move,
    parse_play,
    parse_rules,
    parse_tile,
    rounds,
    svg,
    view,
)
from fives.analysis.best import best_plays
from fives.analysis.positions import parse_position
from fives.analysis.solve import solve, solve_all
from fives.bots import bot
from fives.bots.thinking import think
from fives.describe import People, settle_hands
from fives.layout import Join
from fives.match import whole_deal
from fives.scene import scene_of
from fives.view import glance
from fives.words import words_in

HANDS = [TILES[:5], TILES[5:10]]
NO_TILES: list[Any] = [Tile(4, 1), Tile(9, 9), Tile(-1, 4), (1, 4), "1-4", None, 11]
NO_TILES += [Tile(low, high) for low, high in ((1.0, 4.0), (True, 4), (np.int8(1), np.int8(4)), (1, np.int64(4)))]


def dealt(rules: Rules = FIVE_UP) -> Round:
    """A round of two seats."""
    hands, boneyard = whole_deal(rules, 2, TILES[::-1])
    leader = rounds.forced_lead(hands)[0] if rules.first_leader == "highest" else 0
    return Round.deal(rules, hands, boneyard, leader)


@pytest.mark.parametrize("tile", NO_TILES, ids=repr)
def test_what_is_none_of_the_28_tiles_is_neither_dealt_nor_played(tile: Any) -> None:
    with pytest.raises(TextError, match="expected one of the 28 tiles"):
        Round.deal(FIVE_UP, [(tile, *TILES[1:5]), TILES[5:10]], TILES[10:], leader=0)
    with pytest.raises(TextError, match="expected one of the 28 tiles"):
        Round.deal(FIVE_UP, HANDS, (*TILES[10:-1], tile), leader=0)
    with pytest.raises(TextError, match="expected one of the 28 tiles"):
        rounds.left_over(FIVE_UP, [[tile], []], None)
    layout = lay_out(FIVE_UP, ["1-4"])
    plays = [Play(tile, Tile(1, 4)), Play(Tile(0, 1), tile), Play(tile)]
    for play in plays[:2] if tile is None else plays:
        if play == Play(Tile(0, 1), None):
            continue  # which is a lead
        with pytest.raises(TextError, match="expected one of the 28 tiles"):
            layout.play(play)
        with pytest.raises(TextError, match="expected one of the 28 tiles"):
            dealt().move(play)


@pytest.mark.parametrize("value", [None, 1, b"1-4", [], {}, object()], ids=repr)
def test_what_is_no_text_is_read_as_nothing(value: Any) -> None:
    for read in (parse_tile, parse_play, parse_move, parse_rules):
        with pytest.raises(TextError, match=r"^expected (a|the text of a) .*, got "):
            read(value)
    with pytest.raises(TextError, match="expected a play"):
        Layout(FIVE_UP).play(value)
    with pytest.raises(TextError, match="expected a play"):
        dealt().move(value)
    with pytest.raises(TextError, match="expected a play"):
        dealt().refusal(value)


@pytest.mark.parametrize("call", [
    lambda rules: lay_out(rules, ["1-4"]), lambda rules: Layout(rules),
    lambda rules: Round.deal(rules, HANDS, TILES[10:], 0), lambda rules: Match.new(rules, 2),
    lambda rules: rounds.left_over(rules, [[], []], 0), lambda rules: events.start(rules, 2)])
def test_the_id_of_a_rule_set_is_no_rule_set(call: Callable[[Any], object]) -> None:
    for rules in ("five-up", None, ("five-up",)):
        with pytest.raises(TextError, match=r"^rules: expected a rule set such as FIVE_UP"):
            call(rules)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 2.0, "2", None, True], ids=repr)
def test_no_rule_set_says_anything_of_seats_that_nobody_plays_with(seats: Any) -> None:
    for ask in (FIVE_UP.teams, FIVE_UP.hand_size, FIVE_UP.to, lambda n: FIVE_UP.team(0, n),
                lambda n: Match.new(FIVE_UP, n)):
        with pytest.raises(TextError, match=r"^seats: expected 2, 3 or 4, got "):
            ask(seats)


@pytest.mark.parametrize("seat", [-1, 2, 3, 99, "0", 0.5, True, []], ids=repr)
def test_a_seat_that_is_not_there_sees_and_holds_nothing(seat: Any) -> None:
    started = match.Match.new(FIVE_UP, 2).led(0)
    for found in (started, started.dealt(dealt())):
        with pytest.raises(TextError, match=r"^seat: expected a seat from 0 to 1, got "):
            view(found, seat)
    for ask in (dealt().held, dealt().hand, dealt().move("6-6").plays, lambda seat: FIVE_UP.team(seat, 2)):
        with pytest.raises(TextError, match=r"^seat: expected a seat from 0 to 1, got "):
            ask(seat)


@pytest.mark.parametrize("total", ["5", None, Fraction(1, 3), 0.25, float("nan"), float("inf"), [1]], ids=repr)
def test_totals_are_whole_or_half_points(total: Any) -> None:
    with pytest.raises(TextError, match=r"^totals: expected whole or half points, got "):
        Match.new(FIVE_UP, 2, (total, 0))
    assert Match.new(FIVE_UP, 2, (2.5, Fraction(-1, 2))).totals == (Fraction(5, 2), Fraction(-1, 2))  # type: ignore[arg-type]


def test_no_match_stands_at_totals_that_have_ended_it() -> None:
    for rules, totals in ((ALL_FIVES, (300, 0)), (ALL_FIVES, (300, 250)), (FIVE_UP.vary(at_once=True), (0, 305))):
        with pytest.raises(TextError, match=r"^totals: at these the match is over$"):
            Match.new(rules, 2, totals)
    assert Match.new(ALL_FIVES, 2, (250, 250)).winner is None
    assert Match.new(ALL_FIVES.vary(playoff=True), 2, (250, 250)).playoff
    assert Match.new(FIVE_UP, 2, (310, 0)).winner is None  # within a round it may fall again


@pytest.mark.parametrize("totals", [5, None, 0.5], ids=repr)
def test_totals_are_one_for_each_team(totals: Any) -> None:
    with pytest.raises(TextError, match=r"^totals: expected 2 numbers, got "):
        Match.new(FIVE_UP, 2, totals)


@pytest.mark.parametrize("name", [[], None, 3, {}, "genius"], ids=repr)
def test_a_level_is_one_that_there_is(name: Any) -> None:
    with pytest.raises(TextError, match=r"^expected a level of play \(random, .*\), got "):
        bot(name)


@pytest.mark.parametrize("playoff", [None, 1, "yes", ""], ids=repr)
def test_a_tie_is_played_off_or_it_is_not(playoff: Any) -> None:
    with pytest.raises(TextError, match=r"^playoff: expected True or False, got "):
        Match.new(FIVE_UP, 2, (305, 305), playoff)


@pytest.mark.parametrize(("fields", "wanted"), [
    ({"boneyards": 1}, "expected a field of deal, target, "), ({"id": "mine"}, "expected a field of .*; got 'id'"),
    ({"name": "Mine"}, "expected a field of .*; got 'name'"), ({"also": ()}, "expected a field of .*; got 'also'"),
    ({"target": 100}, "target: expected three whole numbers"), ({"draws": 1}, "draws: expected yes or no, got 1")])
def test_a_variation_is_of_fields_that_are_there(fields: dict[str, Any], wanted: str) -> None:
    with pytest.raises(TextError, match=f"^{wanted}"):
        FIVE_UP.vary(**fields)


@pytest.mark.parametrize(("fields", "wanted"), [
    ({"deal": (50, 50, 50)}, "deal: expected three whole numbers from 1 to 28"), ({"spinners": "some"}, "spinners: "),
    ({"target": "300"}, "target: "), ({"unit": 0}, "unit: "), ({"multiple": -5}, "multiple: "),
    ({"id": 5}, "id, name: expected texts, got 5"), ({"also": "5-Up"}, "also: expected a tuple of texts")])
def test_rules_that_make_no_game_are_not_played_however_they_were_made(fields: dict[str, Any], wanted: str) -> None:
    rules = FIVE_UP._replace(**fields)
    for ask in (lambda: Match.new(rules, 2), lambda: Layout(rules), lambda: Round.deal(rules, HANDS, TILES[10:], 0),
                lambda: rounds.left_over(rules, [[], []], 0)):
        with pytest.raises(TextError, match=f"^{wanted}"):
            ask()


@pytest.mark.parametrize("value", [None, 5, "x", object(), FIVE_UP, TILES[0], view, dealt()],
                         ids=lambda value: type(value).__name__)
def test_what_is_no_value_of_the_game_is_refused_at_every_door(value: Any) -> None:
    started = Match.new(FIVE_UP, 2)
    for kind, calls in {
        "match: expected a Match": (
            lambda: view(value, 0), lambda: glance(value, 0), lambda: events.lot(value, TILES),
            lambda: events.deal(value, TILES), lambda: events.due(value), lambda: events.act(value, 0, "pass")),
        "layout: expected a Layout": (lambda: Round.standing(value, HANDS, (), 0), lambda: scene_of(value)),
        "view: expected a View": (
            lambda: think(value), lambda: bot("random").choose(value, Random(1)), lambda: notation.view_text(value)),
        "record: expected a Record": (lambda: notation.write(value),),
        "people: expected a People": (lambda: svg.score_sheet(value, (1, 2), words_in("en")),),
        "scene: expected a Scene": (lambda: svg.layout(value, words_in("en")), lambda: svg.frame([value])),
        "round: expected a Round": () if isinstance(value, Round) else (lambda: svg.table(value, words_in("en")),),
        "expected an event": (lambda: events.apply(started, value), lambda: events.apply(None, value)),
    }.items():
        for call in calls:
            with pytest.raises(TextError, match=f"^{kind}, got "):
                call()
    if value is not None:  # which is no match yet
        with pytest.raises(TextError, match=r"^match: expected a Match, got "):
            events.apply(value, events.start(FIVE_UP, 2))


@pytest.mark.parametrize("value", [None, 5, 0.5, object()], ids=str)
def test_what_cannot_be_gone_through_is_no_hand_and_no_plays(value: Any) -> None:
    for name, call in (
            ("plays", lambda: lay_out(FIVE_UP, value)), ("hands", lambda: Round.deal(FIVE_UP, value, TILES[10:], 0)),
            ("tiles", lambda: Round.deal(FIVE_UP, [value, value], TILES[10:], 0)),
            ("boneyard", lambda: Round.deal(FIVE_UP, HANDS, value, 0)),
            ("hands", lambda: Round.standing(Layout(FIVE_UP), value, (), 0)),
            ("boneyard", lambda: Round.standing(Layout(FIVE_UP), HANDS, value, 0)),
            ("left", lambda: rounds.left_over(FIVE_UP, value, 0)), ("views", lambda: best_plays(value)),
            ("positions", lambda: solve_all(value)),
            ("totals", lambda: svg.score_sheet(People(FIVE_UP, ("Ana", "Ben")), value, words_in("en"))),
            ("joins", lambda: Layout(FIVE_UP, (), value)), ("events", lambda: events.fold(value)),
            ("scenes", lambda: svg.frame(value)), ("events", lambda: notation.record_of(value)),
            ("names", lambda: notation.record_of([events.start(FIVE_UP, 2)], names=value)),
            ("names", lambda: People(FIVE_UP, value)),
            ("names", lambda: svg.table(dealt(), words_in("en"), names=value)),
            ("dim", lambda: svg.hand(TILES[:2], words_in("en"), dim=value)),
            ("tiles", lambda: events.lot(Match.new(FIVE_UP, 2), value)),
            ("tiles", lambda: events.deal(Match.new(FIVE_UP, 2).led(0), value))):
        with pytest.raises(TextError, match=f"^{name}: expected a list, got "):
            call()
    with pytest.raises(TextError, match="expected a text, got "):
        notation.read_layout(value, FIVE_UP)


@pytest.mark.parametrize("forced", [[], "x", "", 1, 0.0], ids=repr)
def test_one_tile_must_lead_or_any_may(forced: Any) -> None:
    with pytest.raises(TextError, match=r"^forced: expected True, False or None, got "):
        Round.deal(FIVE_UP, HANDS, TILES[10:], 0, forced)


@pytest.mark.parametrize("lang", [[], {}, None, 5, "xx"], ids=str)
def test_words_are_those_of_a_language(lang: Any) -> None:
    with pytest.raises(TextError, match=r"^expected a language \(en, ko, ja\), got "):
        words_in(lang)


def test_a_picture_is_of_texts_and_of_a_box_that_shows_something() -> None:
    scene, words = scene_of(lay_out(FIVE_UP, ["1-4"])), words_in("en")
    for name in ("title", "caption"):
        with pytest.raises(TextError, match=f"^{name}: expected a text, got True"):
            svg.layout(scene, words, **{name: True})
    boxes: list[Any] = [True, (), "abcd", (0, 0, 5), (0, 0, 0, 5), (0, 0, 5, -1), (0, 0, 5, float("nan")),
                        (0, 0, 10**400, 5), (0, 0, 5, None)]
    for box in boxes:
        with pytest.raises(TextError, match=r"^box: expected left, top, width, height in cells"):
            svg.layout(scene, words, box=box)
    for many in (10**30, -1, 29):
        with pytest.raises(TextError, match=r"^expected at most 28 tiles, got "):
            svg.hand(many, words)
    with pytest.raises(TextError, match=r"^tiles: expected a list, got None"):
        svg.hand(None, words)  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [None, 5, "en", object()], ids=str)
def test_a_picture_is_drawn_with_the_words_of_a_language(words: Any) -> None:
    people = People(FIVE_UP, ("Ana", "Ben"))
    account = settle_hands(words_in("en"), people, [[], [Tile(1, 4)]], 0)
    for draw in (lambda: svg.layout(scene_of(lay_out(FIVE_UP, ["1-4"])), words), lambda: svg.tile(TILES[0], words),
                 lambda: svg.hand(TILES[:2], words), lambda: svg.table(dealt(), words),
                 lambda: svg.score_sheet(people, (1, 2), words), lambda: svg.settlement(account, people, words)):
        with pytest.raises(TextError, match=r"^words: expected a Words, got "):
            draw()


@pytest.mark.parametrize("names", [(1, 2), (None, "Ben"), [b"Ana", "Ben"]], ids=str)
def test_a_name_is_a_text(names: Any) -> None:
    for call in (lambda: People(FIVE_UP, names), lambda: svg.table(dealt(), words_in("en"), names=names),
                 lambda: notation.record_of([events.start(FIVE_UP, 2)], names=names)):
        with pytest.raises(TextError, match=r"^names: expected a text, got "):
            call()


def test_a_refusal_is_asked_for_by_text_too() -> None:
    played = dealt()
    assert played.refusal("6-6") is None
    assert str(played.refusal("0-0")) == "0-0 is not in your hand."
    assert str(played.refusal("draw")) == "You lead: play a tile."


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_round_goes_on_from_what_is_printed_of_it(rules: Rules) -> None:
    names = {**vars(rounds), "Join": Join}
    played = dealt(rules)
    for _ in range(6):
        again = eval(repr(played), names)
        assert again == played
        assert (again.legal, again.layout.open, again.layout.counted) == \
            (played.legal, played.layout.open, played.layout.counted)
        move = played.legal[-1] if played.may == "play" else played.may
        assert again.move(move) == played.move(move)
        played = played.move(move)


def test_a_layout_is_what_its_plays_make() -> None:
    layout = lay_out(FIVE_UP, ["1-4", "1-1@1-4", "4-4@1-4"])
    with pytest.raises(TextError, match="expected the joins and the packed layout of these plays"):
        Layout(FIVE_UP, layout.plays, layout.joins, layout.packed + 1)
    with pytest.raises(Refused):
        Layout(FIVE_UP, layout.plays[1:])


def test_a_lot_of_too_few_tiles_finds_nobody() -> None:
    started = Match.new(FIVE_UP, 2)
    for tiles in ([], [Tile(1, 4)], [Tile(1, 4), Tile(0, 5)]):
        with pytest.raises(TextError, match=f"^lot: expected more tiles than {len(tiles)}; "):
            events.lot(started, tiles)
    with pytest.raises(TextError, match="1-4 is there twice"):
        events.lot(started, [Tile(1, 4), Tile(1, 4)])


def test_nothing_happens_to_a_match_before_its_time() -> None:
    started = Match.new(FIVE_UP, 2)
    led, playing = started.led(0), started.led(0).dealt(dealt())
    for step, wrong in (("show", (started, led, playing)), ("settle", (started, led, playing)),
                        ("close", (started, led, playing))):
        for found in wrong:
            with pytest.raises(TextError, match=r" now$"):
                getattr(found, step)()
    leaders: list[Any] = [2, -1, True, 0.0, np.int64(0), None]
    for leader in leaders:
        with pytest.raises(TextError, match=r"^leader: expected a seat from 0 to 1, got "):
            started.led(leader)
    for found in (led, playing):
        with pytest.raises(TextError, match=r"^no lot is due now$"):
            found.led(0)
    three = Round.deal(FIVE_UP, [TILES[:5], TILES[5:10], TILES[10:15]], TILES[15:], 0)
    for other in (three, dealt(RULE_SETS["all-fives"]), dealt().move("6-6")):
        with pytest.raises(TextError, match=r"^expected a round of the same rules and seats"):
            led.dealt(other)
    for none in (None, 5, "a round", led):
        with pytest.raises(TextError, match=r"^expected a round, got "):
            led.dealt(none)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 5, b"rules: five-up", []], ids=repr)
def test_a_record_and_a_view_are_read_from_texts(value: Any) -> None:
    for read in (notation.read, notation.read_view):
        with pytest.raises(TextError, match="expected a text, got "):
            read(value)


def test_a_record_names_every_seat_or_none() -> None:
    for names in (("Ana",), ("Ana", "Ben", "Caro")):
        with pytest.raises(TextError, match=f"^names: expected one for each of 2 seats, got {len(names)}"):
            notation.record_of([events.start(FIVE_UP, 2)], names=names)


@pytest.mark.parametrize("tile", [Tile(4, 1), Tile(9, 9), "1-4"], ids=repr)
def test_what_is_none_of_the_28_tiles_is_not_drawn(tile: Any) -> None:
    for draw in (lambda: svg.tile(tile, words_in("en")), lambda: svg.hand([tile], words_in("en"))):
        with pytest.raises(TextError, match="expected one of the 28 tiles"):
            draw()
    with pytest.raises(TextError, match="expected one of the 28 tiles"):
        svg.hand(TILES, words_in("en"), dim=[tile])
    with pytest.raises(TextError, match="expected at most 28 tiles, got -1"):
        svg.hand(-1, words_in("en"))


def test_who_thinks_is_given_a_time_and_a_seed() -> None:
    seen = view(Match.new(FIVE_UP, 2).led(0).dealt(dealt()), 0)
    for budget in (-1, float("nan"), float("inf")):
        with pytest.raises(TextError, match=r"^budget: expected seconds from 0, got "):
            think(seen, budget=budget)
    for seed in (-1, 1.5, "1", 1 << 62):
        with pytest.raises(TextError, match=r"^seed: expected a whole number from 0 to 4611686018427387903, got "):
            think(seen, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", ["club", "expert", "master", "flat"])
def test_every_level_plays_a_rule_set_of_ones_own(level: str) -> None:
    rules = FIVE_UP._replace(id="mine", target=(100, 100, 100))
    seen = view(Match.new(rules, 2).led(0).dealt(dealt(rules)), 0)
    assert think(seen, level, worlds=2).choice in {option.play for option in seen.options}


def test_an_ending_is_solved_in_a_time_and_in_a_match() -> None:
    standing = parse_position("5-5 | 1-5 / 2-5 | - | 0", FIVE_UP)
    for budget in (-1.0, float("nan")):
        with pytest.raises(TextError, match=r"^budget: expected seconds, or None, got "):
            solve(standing, budget=budget)
    with pytest.raises(TextError, match=r"^playoff: expected totals too"):
        solve(standing, playoff=True)
