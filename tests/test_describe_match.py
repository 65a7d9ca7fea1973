"""What is said of matches and of rule sets."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from fives import RULE_SETS, Rules, Tile, parse_rules, tally
from fives import describe as d
from fives import events as e
from fives.describe import rule_sets
from fives.match import Match
from fives.rounds import Points
from fives.rules import VARIABLE, differ
from fives.tiles import TILES
from fives.words import LANGUAGES, words_in
from telling import ALL, ALL_FIVES, CC_DRAW, FIVE_UP, people

# Matches


def test_totals_the_target_and_what_is_missing() -> None:
    who = people(FIVE_UP, you=0)
    assert d.of(words_in("en"), who) == "of 61"
    assert d.total(words_in("en"), who, 0, 190) == "You and Oak: 38 of 61"
    assert d.total(words_in("ko"), people(FIVE_UP, 4, 0, "ko"), 0, 190) == "나와 참나무: 61점 중 38점"
    assert d.total(words_in("ja"), people(FIVE_UP, 4, 0, "ja"), 1, -10) == "民俊と健：−2点（目標61点）"
    assert d.standing(words_in("en"), who, (305, 305), playoff=True) == (
        "You and Oak: 61 of 61. Minjun and Ken: 61 of 61. There is a tie: play-off, until one leads alone.")
    assert [d.to_go(who, raw) for raw in (190, 305, 400, -10)] == ["23", "0", "0", "63"]
    assert who.listed(words_in("en"), 0) == "You, Oak"


@pytest.mark.parametrize(("rules", "raw", "score", "gain", "strokes"), [
    (FIVE_UP, 190, "38", "+38", (38, "")), (FIVE_UP, -10, "−2", "−2", (-2, "")), (FIVE_UP, 0, "0", "0", (0, "")),
    (ALL_FIVES, 100, "100", "+100", (20, "")), (ALL_FIVES, Fraction(205, 2), "102.5", "+102.5", (20, "2.5")),
    (ALL_FIVES, Fraction(15, 2), "7.5", "+7.5", (1, "2.5")), (ALL_FIVES, Fraction(-5, 2), "−2.5", "−2.5", (0, "−2.5")),
    (CC_DRAW, 17, "17", "+17", (None, ""))])
def test_points_and_strokes_are_exact(rules: Rules, raw: Points, score: str, gain: str,
                                      strokes: tuple[int | None, str]) -> None:
    assert (d.score(rules, raw), d.gain(rules, raw), d.strokes(rules, raw)) == (score, gain, strokes)


@pytest.mark.parametrize(("leader", "text"), [
    (0, "You lead round 7."), (2, "Oak leads round 7."), (tally.LOT, "A lot says who leads round 7."),
    (tally.HIGHEST, "The highest double says who leads round 7.")])
def test_who_leads_next(leader: int, text: str) -> None:
    assert d.leads_next(words_in("en"), people(FIVE_UP, you=0), leader, 7) == text


def test_whose_turn_it_is_and_what_is_to_be_done() -> None:
    words, who = words_in("en"), people(FIVE_UP, you=0)
    assert [d.turn(words, who, seat) for seat in (0, 2)] == ["Your turn.", "Oak's turn."]
    assert d.turn(words, who, 0, lead=True) == "You lead: play any tile."
    assert d.turn(words, who, 0, lead=True, must=Tile(6, 6)) == "You lead, and it must be 6-6."
    assert d.turn(words, who, 2, lead=True, must=Tile(6, 6)) == "Oak leads."
    assert d.turn(words, who, 0, "draw") == "None of your tiles has a place: you draw."
    assert d.turn(words, who, 0, "pass") == "None of your tiles has a place: you pass."


@pytest.mark.parametrize(("lang", "titles"), [
    ("en", ["You win", "Aoi wins", "You and Oak win"]),
    ("ko", ["이겼습니다", "아오이가 이겼습니다", "나와 참나무가 이겼습니다"]),
    ("ja", ["あなたの勝ち", "葵の勝ち", "あなたと樫の勝ち"])])
def test_who_wins(lang: str, titles: list[str]) -> None:
    words = words_in(lang)
    who = [people(FIVE_UP, 2, 0, lang), people(FIVE_UP, 2, 1, lang), people(FIVE_UP, 4, 0, lang)]
    assert [d.wins(words, found, 0) for found in who] == titles


def test_a_result_tells_all_totals() -> None:
    words, won = words_in("en"), e.Won(99, 1, (Fraction(205, 2), 200, 65))
    assert d.won(words, people(ALL_FIVES, 3), won) == (
        "Minjun wins the match with 200 points. Aoi: 102.5 points. Oak: 65 points.")


@pytest.mark.parametrize(("lang", "others"), [
    ("ko", "아오이:\u00a0102.5점. 참나무:\u00a065점."), ("ja", "葵：\u2060102.5点。樫：\u206065点。")])
def test_a_total_stays_in_the_line_of_its_name(lang: str, others: str) -> None:
    won = e.Won(99, 1, (Fraction(205, 2), 200, 65))
    assert d.won(words_in(lang), people(ALL_FIVES, 3, lang=lang), won).endswith(others)


# Rule sets


@pytest.mark.parametrize(("lang", "names"), [
    ("en", ["Five Up", "All Fives", "Dominos.cc All Fives", "Dominos.cc Draw", "Dominos.cc Block"]),
    ("ko", ["파이브 업", "올\u00a0파이브", "Dominos.cc 올\u00a0파이브", "Dominos.cc 드로우",
            "Dominos.cc 블록"]),
    ("ja", ["ファイブアップ", "オールファイブズ", "Dominos.cc オールファイブズ", "Dominos.cc ドロー",
            "Dominos.cc ブロック"])])
def test_the_names_of_the_rule_sets(lang: str, names: list[str]) -> None:
    assert [d.name(words_in(lang), rules) for rules in RULE_SETS.values()] == names


def test_what_is_played_in_a_line() -> None:
    words = words_in("en")
    assert d.chip(words, FIVE_UP, 4, 6) == "Five Up to 61, partners, round 6"
    assert d.chip(words, ALL_FIVES, 2) == "All Fives to 250"
    assert d.chip(words, parse_rules("five-up target=100"), 2) == "Five Up to 20"
    assert d.chip(words, parse_rules("five-up spinners=first"), 2) == "Five Up, varied to 61"
    assert d.chip(words_in("ko"), FIVE_UP, 4, 6) == "파이브 업 61점, 2인 1조, 6라운드"
    assert d.chip(words_in("ja"), FIVE_UP, 4, 6) == "ファイブアップ 61点、ペア戦、第6ラウンド"


def test_what_is_special_about_each_rule_set() -> None:
    assert [d.summary(words_in("en"), rules) for rules in RULE_SETS.values()] == [
        "Every double is a spinner", "Only the first double is a spinner", "Highest double leads the round",
        "No count; draw until you can play", "No count, no drawing"]


def other(rules: Rules, field: str) -> Rules:
    """The rule set with one field changed."""
    value = getattr(rules, field)
    choices = {"deal": (6, 5, 4), "target": (75, 75, 75), "unit": 2, "multiple": 3, "nearest": 10, "spinners": "none",
               "first_leader": "highest", "later_leader": "highest", "settle": "each", "block": "tiles"}
    return rules.vary(**{field: not value if isinstance(value, bool) else choices[field]})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", VARIABLE)
def test_every_field_has_words(lang: str, field: str) -> None:
    words, changed = words_in(lang), other(FIVE_UP, field)
    [(title, first, second)] = d.differences(words, changed, FIVE_UP)
    assert title
    assert first != second
    assert d.difference(words, changed, FIVE_UP).count(first) >= 1


def test_every_value_of_a_field_has_words() -> None:
    for (field, value), _ in rule_sets.VALUES.items():
        assert d.value(words_in("en"), FIVE_UP._replace(**{field: value}), field)  # type: ignore[arg-type]
    assert set(rule_sets.TITLES) == set(VARIABLE)


def test_a_difference_tells_both_values() -> None:
    words = words_in("en")
    assert d.difference(words, parse_rules("five-up spinners=first multiple=0"), FIVE_UP) == (
        "A count scores as a multiple of: nothing: no count; the other: 5. "
        "Spinners: the first double; the other: every double.")
    assert d.differences(words, FIVE_UP, FIVE_UP) == ()
    assert len(d.differences(words, FIVE_UP, ALL_FIVES)) == len(differ(FIVE_UP, ALL_FIVES))


@pytest.mark.parametrize(("lang", "rules"), ALL)
def test_the_rules_in_sentences_hold_their_figures(lang: str, rules: Rules) -> None:
    sentences = d.sentences(words_in(lang), rules)
    assert len(set(sentences)) == len(sentences)
    assert all(sentence[-1] in ".。" for sentence in sentences)
    figures = set(map(int, re.findall(r"\d+", " ".join(sentences))))
    assert figures >= {*rules.deal, *(raw // rules.unit for raw in rules.target)}
    assert (rules.multiple or 5) in figures or not rules.multiple


def test_the_rules_say_who_gains_after_going_out_in_a_block_and_in_a_tie() -> None:
    out, fewest = "Whoever goes out gains.", "In a blocked round the fewest pips gain"
    tiles = f"{fewest}, and of those who tie the fewest tiles"
    for named, said in {
        "five-up": [], "five-up split=yes": [],
        "all-fives": [out, f"{fewest}.",
                      "If two of three tie, each gets half of the third's pips; in any other tie nobody gains."],
        "all-fives split=no": [out, f"{fewest}; if there is a tie, nobody does."],
        "all-fives block=nobody": [out, "From a blocked round nobody gains."],
        "dominos-cc-block": [out, f"{tiles}; if there still is a tie, nobody does."],
        "dominos-cc-draw split=yes": [
            out, f"{tiles}.",
            "If two of three still tie, each gets half of the third's pips; in any other tie nobody gains."],
    }.items():
        sentences = d.sentences(words_in("en"), parse_rules(named))
        assert [each for each in sentences if "gain" in each and "Whoever gains" not in each] == said


def test_the_rules_of_a_variation_say_what_is_varied() -> None:
    words = words_in("en")
    plain = set(d.sentences(words, FIVE_UP))
    varied = set(d.sentences(words, parse_rules("five-up spinners=none unit=1")))
    assert varied - plain == {"There is no spinner: every double has room for two tiles.", "Points to win: 305."}
    assert plain - varied == {"Every double is a spinner, with room for four tiles.", "Points to win: 61.",
                              "Every 5 raw points are one point."}


@pytest.mark.parametrize(("named", "ties"), [
    ("five-up", True), ("five-up playoff=no", True), ("five-up at_once=yes", False), ("five-up deal=1", False),
    ("all-fives", True), ("all-fives split=no", False), ("all-fives block=nobody", False),
    ("dominos-cc-all-fives", False), ("dominos-cc-all-fives at_once=no", True), ("dominos-cc-draw", False),
    ("dominos-cc-block", False), ("dominos-cc-block split=yes", True), ("dominos-cc-block settle=seat", False)])
def test_the_rules_speak_of_a_tie_at_the_target_where_one_can_arise(named: str, ties: bool) -> None:
    said = d.sentences(words_in("en"), parse_rules(named))
    assert any("tie at the target" in sentence for sentence in said) == ties


@pytest.mark.parametrize(("named", "ties"), [
    ("all-fives split=no target=20", False), ("dominos-cc-all-fives target=20", False),
    ("dominos-cc-draw target=20", False), ("dominos-cc-block target=20 partners=yes", False),
    ("dominos-cc-all-fives at_once=no target=5", True), ("five-up target=5 playoff=no", True)])
def test_no_two_reach_the_target_at_once_where_no_tie_can_arise(named: str, ties: bool) -> None:
    rules, chance, met = parse_rules(named), Random(named), False
    for number in range(150):
        match: Match = e.fold([e.start(rules, 2 + number % 3)])
        while match.need != "over":
            tiles = chance.sample(TILES, len(TILES))
            if match.need in ("lot", "deal"):
                match = e.apply(match, e.lot(match, tiles) if match.need == "lot" else e.deal(match, tiles))
                continue
            played = match.round
            assert played is not None
            _, match = e.acting(match, played.turn or 0, chance.choice(played.legal) if played.legal else played.may)
            if match.need in ("deal", "lot", "over"):
                met |= sum(total >= rules.to(match.seats) for total in match.totals) > 1
        if met:
            break
    assert rules.can_tie == ties == met
