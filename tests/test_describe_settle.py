"""What is said of settlements: who gains what and why, every figure right."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from fives import Match, Rules, parse_rules
from fives import describe as d
from fives import events as e
from fives.describe.settle import account
from fives.words import words_in
from read_back import Paid, read_change, read_line, read_pool
from telling import ALL, ALL_FIVES, FIVE_UP, NAMES, happenings, people, tiles

# Settlements


def settle(lang: str, rules: Rules, hands: str, out: int | None, you: int | None = None) -> tuple[str, d.Account]:
    left = [tiles(hand) for hand in hands.split("/")]
    told = d.settle_hands(words_in(lang), people(rules, len(left), you, lang), left, out)
    return told.text(words_in(lang)), told


# rule set, hands, who went out; every sentence
SETTLED = [
    ("five-up", "/0-2", 0,
     ["Each seat loses its own pips, rounded to the nearest multiple of 5.", "Aoi: went out, pays nothing.",
      "Minjun: 0 + 2 = 2, rounded to 0: no points.", "Aoi: 0.", "Minjun: 0."]),
    ("five-up", "/0-3/0-1/1-2", 0,  # 5 and 5; not 6, rounded to 5
     ["Each seat loses its own pips, rounded to the nearest multiple of 5.", "Aoi: went out, pays nothing.",
      "Minjun: 0 + 3 = 3, rounded to 5: −1 point.", "Oak: 0 + 1 = 1, rounded to 0: no points.",
      "Ken: 1 + 2 = 3, rounded to 5: −1 point.", "Aoi and Oak: 0.", "Minjun and Ken: −2."]),
    ("five-up", "1-2/3-5 2-3", None,  # nobody gains from a block
     ["Each seat loses its own pips, rounded to the nearest multiple of 5.",
      "Aoi: 1 + 2 = 3, rounded to 5: −1 point.", "Minjun: 8 + 5 = 13, rounded to 15: −3 points.", "Aoi: −1.",
      "Minjun: −3."]),
    ("all-fives", "/6-6 0-1/5-5", 0,  # 23, rounded once
     ["Aoi gains the pips of all opponents.", "Aoi: went out.", "Minjun: 12 + 1 = 13.", "Oak: 5 + 5 = 10.",
      "The pips gained: 13 + 10 = 23, rounded to 25.", "Aoi gains 25 points.", "Aoi: +25.", "Minjun: 0.", "Oak: 0."]),
    ("all-fives", "0-6/1-2/0-5/2-3", None,  # partners' hands together, 8 against 11
     ["Minjun and Ken have the fewest pips, 8, and gain the pips of all opponents.", "Aoi: 0 + 6 = 6.",
      "Minjun: 1 + 2 = 3.", "Oak: 0 + 5 = 5.", "Ken: 2 + 3 = 5.", "The pips gained: 6 + 5 = 11, rounded to 10.",
      "Minjun and Ken gain 10 points.", "Aoi and Oak: 0.", "Minjun and Ken: +10."]),
    ("all-fives", "0-4/1-3/0-5", None,  # two of three share half each
     ["Aoi and Minjun tie at the fewest pips, 4: each gains half of the pips of the third.", "Aoi: 0 + 4 = 4.",
      "Minjun: 1 + 3 = 4.", "Oak: 0 + 5 = 5.", "The pips gained: 5.", "Aoi and Minjun gain 2.5 points each.",
      "Aoi: +2.5.", "Minjun: +2.5.", "Oak: 0."]),
    ("all-fives", "0-4/1-3", None,  # a tie of all: nobody
     ["Aoi and Minjun tie at the fewest pips, 4: nobody gains.", "Aoi: 0 + 4 = 4.", "Minjun: 1 + 3 = 4.", "Aoi: 0.",
      "Minjun: 0."]),
    ("dominos-cc-all-fives", "/6-6 0-1/5-5 0-2", 0,  # each hand rounded by itself: 15 and 10
     ["Aoi gains the pips of all opponents.", "Aoi: went out.", "Minjun: 12 + 1 = 13, rounded to 15.",
      "Oak: 10 + 2 = 12, rounded to 10.", "The hands, each rounded: 15 + 10 = 25.", "Aoi gains 25 points.", "Aoi: +25.",
      "Minjun: 0.", "Oak: 0."]),
    ("dominos-cc-all-fives", "0-4/0-1 1-2", None,  # the fewest tiles
     ["Of those who tie at the fewest pips, 4, Aoi has the fewest tiles and gains the pips of all opponents.",
      "Aoi: 0 + 4 = 4.", "Minjun: 1 + 3 = 4, rounded to 5.", "The hands, each rounded: 5.", "Aoi gains 5 points.",
      "Aoi: +5.", "Minjun: 0."]),
    ("dominos-cc-draw", "0-4/1-3/5-5", None,  # a tie in both
     ["Aoi and Minjun tie at the fewest pips, 4, and none has the fewest tiles alone: nobody gains.",
      "Aoi: 0 + 4 = 4.", "Minjun: 1 + 3 = 4.", "Oak: 5 + 5 = 10.", "Aoi: 0.", "Minjun: 0.", "Oak: 0."]),
    ("dominos-cc-draw", "0-3/6-6 0-1/0-4", None,  # nothing is rounded
     ["Aoi has the fewest pips, 3, and gains the pips of all opponents.", "Aoi: 0 + 3 = 3.", "Minjun: 12 + 1 = 13.",
      "Oak: 0 + 4 = 4.", "The pips gained: 13 + 4 = 17.", "Aoi gains 17 points.", "Aoi: +17.", "Minjun: 0.",
      "Oak: 0."]),
    ("dominos-cc-draw block=nobody", "0-3/0-4", None,
     ["Nobody gains from a blocked round.", "Aoi: 0 + 3 = 3.", "Minjun: 0 + 4 = 4.", "Aoi: 0.", "Minjun: 0."]),
    ("five-up nearest=1", "/6-6 0-1", 0,  # a fifth of 13
     ["Each seat loses its own pips.", "Aoi: went out, pays nothing.", "Minjun: 12 + 1 = 13: −2.6 points.",
      "Aoi: 0.", "Minjun: −2.6."]),
]


@pytest.mark.parametrize(("rules", "hands", "out", "text"), SETTLED)
def test_a_settlement_says_who_gains_what_and_why(rules: str, hands: str, out: int | None, text: list[str]) -> None:
    assert settle("en", parse_rules(rules), hands, out)[0] == " ".join(text)


@pytest.mark.parametrize(("rules", "hands", "out", "korean", "japanese"), [
    ("five-up", "/0-3/0-1/1-2", 0, "각자 자기 손패의 눈을 가장 가까운 5의 배수로 반올림한 만큼 점수를 잃습니다.",
     "各席から手牌の目の合計を最も近い5の倍数に丸めて減点します。"),
    ("all-fives", "/6-6 0-1/5-5", 0, "아오이가 상대의 남은 눈을 모두 점수로 얻습니다.",
     "葵に相手の残りの目をすべて加点します。"),
    ("all-fives", "0-6/1-2/0-5/2-3", None,
     "민준과 하늘은 남은 눈이 8로 가장 적어 상대의 남은 눈을 모두 점수로 얻습니다.",
     "残りの目が8で最も少ない民俊と健に、相手の目をすべて加点します。"),
    ("all-fives", "0-4/1-3/0-5", None,
     "아오이와 민준이 가장 적은 눈 4로 동률이라 나머지 한 사람의 남은 눈을 절반씩 얻습니다.",
     "残りの目が最も少ない4で同点の葵と民俊に、残る1人の目を半分ずつ加点します。"),
    ("all-fives", "0-4/1-3", None, "아오이와 민준이 가장 적은 눈 4로 동률이라 아무도 득점하지 않습니다.",
     "葵と民俊は残りの目が最も少ない4で同点なので、誰も得点しません。"),
    ("dominos-cc-all-fives", "0-4/0-1 1-2", None,
     "아오이는 가장 적은 눈 4로 동률이지만 타일이 가장 적어 상대의 남은 눈을 모두 점수로 얻습니다.",
     "残りの目が最も少ない4で同点ですが、牌の枚数が最も少ない葵に、相手の目をすべて加点します。"),
])
def test_the_reason_of_a_settlement_in_korean_and_japanese(rules: str, hands: str, out: int | None, korean: str,
                                                           japanese: str) -> None:
    assert settle("ko", parse_rules(rules), hands, out)[1].why == korean
    assert settle("ja", parse_rules(rules), hands, out)[1].why == japanese


def test_a_settlement_speaks_to_who_reads_it() -> None:
    assert settle("en", ALL_FIVES, "/6-6 0-1/5-5", 0, you=0)[0] == (
        "You gain the pips of all opponents. You: went out. Minjun: 12 + 1 = 13. Oak: 5 + 5 = 10. "
        "The pips gained: 13 + 10 = 23, rounded to 25. You gain 25 points. You: +25. Minjun: 0. Oak: 0.")
    assert settle("ko", ALL_FIVES, "0-6/1-2/0-5/2-3", None, you=3)[1].why == (
        "나와 민준은 남은 눈이 8로 가장 적어 상대의 남은 눈을 모두 점수로 얻습니다.")
    assert settle("en", ALL_FIVES, "/0-1", 0, you=0)[1].title == "You went out"
    assert settle("en", ALL_FIVES, "0-0/0-1", None)[1].title == "Blocked"


def test_totals_and_the_next_leader_stand_in_the_settlement_of_a_round() -> None:
    words, left = words_in("en"), [tiles(hand) for hand in ("", "1-3", "", "1-2")]
    left[2] = tiles("0-5 2-3 2-2")
    told = account(words, people(FIVE_UP, you=2), left, 0, (), (-15, -10), (190, -10), 6, 0)
    assert told.title == "Round 6: Aoi went out"
    assert [change.text for change in told.changes] == ["You and Aoi: 41 − 3 = 38.", "Minjun and Ken: 0 − 2 = −2."]
    assert (told.changes[0].before, told.changes[0].change, told.changes[0].after) == ("41", "−3", "38")
    assert told.leads == "Aoi leads round 7."
    assert told.lines[2] == d.Line(2, left[2], 14, "5 + 5 + 4 = 14", "15", "−3", "You: 5 + 5 + 4 = 14, rounded to 15: "
                                                                                 "−3 points.")


def settled_rounds(rules: Rules) -> Iterator[tuple[Match, e.Settled]]:
    """Some twenty settlements and more of matches with 2, 3 and 4 seats."""
    for seats, seed in ((2, 1), (3, 2), (4, 3), (3, 4), (2, 5), (4, 6)):
        for match, event in happenings(rules, seats, seed, rounds=8):
            if isinstance(event, e.Settled):
                yield match, event


@pytest.mark.parametrize(("lang", "rules"), ALL)
def test_every_figure_of_a_settlement_reads_back(lang: str, rules: Rules) -> None:
    rounds = list(settled_rounds(rules))
    assert len(rounds) >= 20
    for match, event in rounds:
        said = d.account(words_in(lang), people(rules, match.seats, lang=lang), match, event)
        lines = [read_line(lang, line.text) for line in said.lines]
        assert [line.name for line in lines] == list(NAMES[lang][:match.seats])
        assert [line.pips for line in lines] == [line.pips for line in said.lines] == list(event.left)
        assert all(line.rounded in ("", str(paid.rounded)) for line, paid in zip(said.lines, lines, strict=True))
        changes = [read_change(change.text) for change in said.changes]
        assert [change * rules.unit for _, change, _ in changes] == list(event.points)
        assert [total is not None and total * rules.unit for *_, total in changes] == list(event.totals)
        if rules.settle == "seat":
            assert said.pool == ""
            assert paid_by_team(rules, match, lines) == [change for _, change, _ in changes]
        elif event.gainers:
            payers = [line.rounded if rules.settle == "each" else line.pips for seat, line in enumerate(lines)
                      if rules.team(seat, match.seats) not in event.gainers]
            gained = read_pool(lang, said.pool)
            assert gained.pips == sum(payers)
            assert gained.points * rules.unit == event.points[event.gainers[0]]
            assert gained.points * rules.unit * len(event.gainers) == gained.rounded
        else:
            assert said.pool == ""


def paid_by_team(rules: Rules, match: Match, lines: list[Paid]) -> list[Fraction]:
    """What the seats pay, team by team."""
    pays = [Fraction(0)] * match.teams
    for seat, line in enumerate(lines):
        assert line.points is not None
        pays[rules.team(seat, match.seats)] += line.points
    return pays
