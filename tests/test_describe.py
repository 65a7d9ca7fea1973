"""What is said of layouts and plays, held against the layouts themselves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest

from fives import TILES, Layout, Play, Refused, Rules, Tile, parse_play
from fives import describe as d
from fives import events as e
from fives.view import view
from fives.words import LANGUAGES, Words, words_in
from read_back import read_layout
from telling import ALL, ALL_FIVES, CC_BLOCK, CC_DRAW, FIVE_UP, grown, laid, people

# Layouts


def seen(layout: Layout) -> tuple[object, ...]:
    """A layout in the terms of the reader."""
    joins = frozenset(frozenset({(tuple(tile), place), (tuple(onto), onto_place)})
                      for tile, place, onto, onto_place in layout.joins)
    counted: tuple[tuple[tuple[int, ...], str, int], ...] | None = tuple(
        (tuple(end.tile), "both" if end.tile.double else end.place, end.value) for end in layout.counted)
    points: Fraction | None = Fraction(layout.points, layout.rules.unit)
    if not layout.rules.multiple or not layout.plays:
        counted = points = None
    return (tuple(tuple(play.tile) for play in layout.plays), joins, frozenset(map(tuple, layout.spinners)),
            frozenset((tuple(end.tile), end.place) for end in layout.open), counted, layout.count, points)


@pytest.mark.parametrize(("lang", "rules"), ALL)
def test_a_layout_is_rebuilt_from_its_text_alone(lang: str, rules: Rules) -> None:
    rng, words, number = Random(f"read back {rules.id}"), words_in(lang), 0
    while number < 400:
        for layout in grown(rng, rules):
            said = read_layout(lang, d.layout(words, layout))
            assert tuple(said) == seen(layout)
            assert relaid(rules, said.tiles, said.joins) == layout
            number += 1


def relaid(rules: Rules, order: tuple[tuple[int, int], ...], joins: frozenset[frozenset[tuple[tuple[int, int], str]]],
           ) -> Layout:
    """The layout that tiles in their order and joints make: a tile was joined to the one of a joint that lay before."""
    found = Layout(rules)
    for tile in order:
        onto = [Tile(*other) for joint in joins for other, _ in joint
                if tile in {t for t, _ in joint} and Tile(*other) in found.lying]
        assert len(onto) <= 1
        found = found.play(Play(Tile(*tile), onto[0] if onto else None))
    return found


EXAMPLE = "1-4 1-1@1-4 4-4@1-4 3-4@4-4"


AS_READ = {
    "en": [
        "Tiles in order of play: 1-4, 1-1, 4-4, 3-4.",
        "Joined: 1-1 line A to 1-4 low end, 4-4 line A to 1-4 high end, 3-4 high end to 4-4 line B.",
        "Spinners: 1-1, 4-4.",
        "Open ends: 1-1 line B, 3-4 low end, 4-4 branch A, 4-4 branch B.",
        "Counted ends: 1-1 both halves = 2, 3-4 low end = 3.",
        "Count: 2 + 3 = 5, 1 point.",
    ],
    "ko": [
        "타일(놓은 순서): 1-4, 1-1, 4-4, 3-4.",
        "연결: 1-4 낮은 끝에 1-1 직선 A, 1-4 높은 끝에 4-4 직선 A, 4-4 직선 B에 3-4 높은 끝.",
        "스피너: 1-1, 4-4.",
        "열린 끝: 1-1 직선 B, 3-4 낮은 끝, 4-4 갈래 A, 4-4 갈래 B.",
        "합산하는 끝: 1-1 두 반쪽 = 2, 3-4 낮은 끝 = 3.",
        "끝 합계: 2 + 3 = 5, 1점.",
    ],
    "ja": [
        "牌（置いた順）：1-4、1-1、4-4、3-4。",
        "つながり：1-4の目が少ない端に1-1の直線側A、1-4の目が多い端に4-4の直線側A、4-4の直線側Bに3-4の目が多い端。",
        "分岐ダブル：1-1、4-4。",
        "開いた端：1-1の直線側B、3-4の目が少ない端、4-4の側枝A、4-4の側枝B。",
        "得点端：1-1の両方の半面 = 2、3-4の目が少ない端 = 3。",
        "端の合計：2 + 3 = 5、1点。",
    ],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_layout_as_people_read_it(lang: str) -> None:
    assert d.layout(words_in(lang), laid(FIVE_UP, EXAMPLE)) == ("" if lang == "ja" else " ").join(AS_READ[lang])


def test_a_layout_that_does_not_count_says_nothing_of_counting() -> None:
    assert d.layout(words_in("en"), laid(CC_DRAW, "2-2 2-5@2-2")) == (
        "Tiles in order of play: 2-2, 2-5. Joined: 2-5 low end to 2-2 line A. Spinners: none. "
        "Open ends: 2-2 line B, 2-5 high end.")


@pytest.mark.parametrize(("lang", "titles"), [
    ("en", ["The layout is empty.", "Layout of 1 tile, count 5", "Layout of 4 tiles, count 5"]),
    ("ko", ["배치가 비어 있습니다.", "타일 1개 배치, 끝 합계 5", "타일 4개 배치, 끝 합계 5"]),
    ("ja", ["配置は空です。", "牌1枚の配置、端の合計5", "牌4枚の配置、端の合計5"]),
])
def test_a_layout_in_short(lang: str, titles: list[str]) -> None:
    assert [d.title(words_in(lang), laid(FIVE_UP, text)) for text in ("", "1-4", EXAMPLE)] == titles


def test_the_terms_of_a_count_go_by_tile_its_high_end_first() -> None:
    assert d.summed(d.terms(laid(FIVE_UP, "1-4"))) == "4 + 1 = 5"
    assert d.summed(d.terms(laid(FIVE_UP, "2-2"))) == "4"
    assert d.summed(d.terms(laid(FIVE_UP, "3-6 6-6@3-6"))) == "3 + 12 = 15"


# Plays


@dataclass
class Option:
    tile: Tile
    onto: Tile | None
    count: int | None
    points: int


@pytest.mark.parametrize(("lang", "texts"), [
    ("en", ["3-5 on 4-5: count 20, 4 points", "3-5 on 0-3: count 24, no points", "2-2 as the lead: count 4, no points",
            "3-5 on 4-5"]),
    ("ko", ["4-5에 3-5: 끝 합계 20, 4점", "0-3에 3-5: 끝 합계 24, 0점", "첫 타일로 2-2: 끝 합계 4, 0점", "4-5에 3-5"]),
    ("ja", ["4-5に3-5：端の合計20、4点", "0-3に3-5：端の合計24、0点", "最初の牌として2-2：端の合計4、0点", "4-5に3-5"]),
])
def test_a_place_says_what_it_would_give(lang: str, texts: list[str]) -> None:
    options = [Option(Tile(3, 5), Tile(4, 5), 20, 20), Option(Tile(3, 5), Tile(0, 3), 24, 0),
               Option(Tile(2, 2), None, 4, 0), Option(Tile(3, 5), Tile(4, 5), None, 0)]
    assert [d.option(words_in(lang), FIVE_UP, option) for option in options] == texts


@pytest.mark.parametrize(("lang", "mine", "other"), [
    ("en", "You play 3-4 on 4-4: 2 + 3 = 5, 1 point.", "Minjun plays 3-4 on 4-4: 2 + 3 = 5, 1 point."),
    ("ko", "4-4에 3-4를 놓았습니다. 2 + 3 = 5, 1점입니다.", "민준이 4-4에 3-4를 놓았습니다. 2 + 3 = 5, 1점입니다."),
    ("ja", "あなたが4-4に3-4を置きました。2 + 3 = 5、1点です。", "民俊が4-4に3-4を置きました。2 + 3 = 5、1点です。"),
])
def test_a_play_tells_who_where_the_sum_and_the_points(lang: str, mine: str, other: str) -> None:
    event, layout = e.Played(9, 1, Tile(3, 4), Tile(4, 4), 5, 5), laid(FIVE_UP, EXAMPLE)
    assert d.played(words_in(lang), people(FIVE_UP, lang=lang, you=1), event, d.terms(layout)) == mine
    assert d.played(words_in(lang), people(FIVE_UP, lang=lang, you=0), event, d.terms(layout)) == other


def test_points_are_told_as_the_rules_show_them() -> None:
    words, event = words_in("en"), e.Played(9, 0, Tile(4, 6), None, 10, 10)
    assert d.played(words, people(FIVE_UP), event) == "Aoi leads 4-6: count 10, 2 points."
    assert d.played(words, people(ALL_FIVES), event) == "Aoi leads 4-6: count 10, 10 points."
    assert d.played(words, people(CC_BLOCK), e.Played(9, 0, Tile(4, 6), None, None, 0)) == "Aoi leads 4-6."
    assert d.played(words, people(CC_BLOCK), e.Played(9, 0, Tile(4, 6), Tile(0, 4), None, 0)) == "Aoi plays 4-6 on 0-4."


def test_moves_in_a_list_leave_out_what_stands_beside_them() -> None:
    words = words_in("en")
    assert d.short(words, e.Played(9, 0, Tile(4, 6), Tile(6, 6), 22, 0)) == "on 6-6, count 22"
    assert d.short(words, e.Played(9, 0, Tile(4, 6), None, 10, 10)) == "lead, count 10"
    assert d.short(words, e.Played(9, 0, Tile(4, 6), Tile(6, 6), None, 0)) == "on 6-6"
    assert [d.short_draw(words), d.short_draw(words, 3)] == ["drew a tile", "drew 3 tiles"]
    assert d.short_pass(words) == "passed"


def test_a_tile_of_the_hand_says_how_many_places_it_has() -> None:
    words = words_in("en")
    assert [d.in_hand(words, Tile(3, 5), n) for n in (0, 1, 3)] == ["3-5, no place", "3-5, 1 place", "3-5, 3 places"]
    assert d.in_hand(words, Tile(3, 5), 1, lead=True) == "3-5, may lead"
    assert d.in_hand(words, Tile(3, 5), 0, lead=True) == "3-5, no place"
    assert d.no_place(words, Tile(2, 2)) == "2-2 has no place: no open end shows its pips."


@pytest.mark.parametrize(("lang", "reason"), [
    ("en", "6-6 has no place left: a spinner has room for four tiles."),
    ("ko", "6-6에는 더 놓을 곳이 없습니다. 스피너에는 타일을 네 개까지만 이을 수 있습니다."),
    ("ja", "6-6にはもう置ける場所がありません。分岐ダブルにつなげるのは4枚までです。")])
def test_a_refusal_of_the_layout_is_said_with_its_facts(lang: str, reason: str) -> None:
    layout = laid(FIVE_UP, "6-6 1-6@6-6 2-6@6-6 3-6@6-6 4-6@6-6")
    with pytest.raises(Refused) as refused:
        layout.play(parse_play("5-6@6-6"))
    assert d.refused(words_in(lang), refused.value) == reason


# Views


def test_the_options_of_a_view_can_be_told() -> None:
    rng = Random(5)
    match = e.apply(None, e.start(FIVE_UP, 2))
    match = e.apply(match, e.lot(match, rng.sample(TILES, 28)))
    match = e.apply(match, e.deal(match, rng.sample(TILES, 28)))
    assert match.round is not None
    seen_ = view(match, match.round.turn)
    words: Words = words_in("en")
    for option in seen_.options:
        count = sum(d.terms(seen_.layout.play(option.play)))
        assert d.option(words, FIVE_UP, option).startswith(f"{option.tile} as the lead: count {count}, ")
