"""Pictures as text: what is drawn, what is said of it, and that it stands by itself wherever it is put."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fives import FIVE_UP, RULE_SETS, TILES, Layout, Match, Round, Tile, lay_out, parse_play, svg
from fives.describe import People, settle_hands, standing
from fives.describe import layout as told
from fives.describe.settle import account
from fives.match import whole_deal
from fives.rules import ALL_FIVES, DOMINOS_CC_BLOCK, Rules
from fives.scene import VIEWS, Cord, scene_of
from fives.svg.drawing import Picture, cut, width_of, wrapped
from fives.svg.sheets import BIG, GAPS, cross
from fives.svg.themes import CONTRAST, DARK, LIGHT
from fives.tiles import TextError
from fives.words import LANGUAGES, words_in

NS = {"s": "http://www.w3.org/2000/svg"}
SPREAD = "1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1 1-5@1-1"
EN = words_in("en")
PAIRS = People(FIVE_UP, ("Aoi", "Ken", "Minjun", "Oak"))
themes = pytest.mark.parametrize("theme", svg.THEMES)


def laid(plays: str, rules: Rules = FIVE_UP) -> Layout:
    return lay_out(rules, map(parse_play, plays.split()))


def drawn(plays: str, rules: Rules = FIVE_UP, view: str = "wide") -> ElementTree.Element:
    return ElementTree.fromstring(svg.layout(scene_of(laid(plays, rules), view), EN))


def tiles(text: str) -> list[Tile]:
    return [TILES[tile.number] for tile in map(parse_tile, text.split())]


def parse_tile(text: str) -> Tile:
    low, high = sorted(map(int, text.split("-")))
    return Tile(low, high)


def classed(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The parts of a picture that have a class."""
    return [part for part in root.iter() if kind in part.get("class", "").split()]


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(part.itertext()) for part in root.iter(f"{{{NS['s']}}}text")]


def all_kinds(theme: str, lang: str) -> list[Picture]:
    words = words_in(lang)
    hands = [tiles("0-5 2-3"), tiles("1-3"), tiles("1-2"), []]
    return [
        svg.layout(scene_of(laid(SPREAD), "tall"), words, theme=theme),
        svg.layout(scene_of(Layout(ALL_FIVES), "tall"), words, theme=theme, numerals=True),
        svg.tile(Tile(3, 5), words, theme=theme), svg.tile(None, words, theme=theme, upright=False),
        svg.hand(tiles("3-5 0-0"), words, theme=theme, chosen=Tile(3, 5), dim=[Tile(0, 0)]),
        svg.hand(7, words, theme=theme), svg.hand([], words, theme=theme),
        svg.score_sheet(PAIRS, (190, -35), words, theme=theme),
        svg.settlement(settle_hands(words, PAIRS, hands, 3), PAIRS, words, theme=theme),
        svg.settlement(account(words, PAIRS, hands, 3, [], (-15, -5), (190, 165), 6, 3), PAIRS, words, theme=theme,
                       totals=(190, 165))]


# Every picture


@pytest.mark.parametrize("lang", LANGUAGES)
@themes
def test_every_picture_is_well_formed_and_is_named_and_told_by_its_own_parts(theme: str, lang: str) -> None:
    for picture in all_kinds(theme, lang):
        root = ElementTree.fromstring(picture)
        title, text = root.find("s:title", NS), root.find("s:desc", NS)
        assert title is not None
        assert text is not None
        assert (root.get("role"), root.get("lang")) == ("img", lang)
        assert (root.get("aria-labelledby"), root.get("aria-describedby")) == (title.get("id"), text.get("id"))
        assert title.text
        assert text.text
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert (float(root.get("width", 0)), float(root.get("height", 0))) == (width, height)


@themes
def test_a_picture_needs_nothing_from_elsewhere_and_styles_nothing_else(theme: str) -> None:
    for picture in all_kinds(theme, "en"):
        assert not re.search(r"href|url\(|@import|<script|<image|<use|\bon\w+=", picture)
        style = re.search("<style>(.*)</style>", picture, re.DOTALL)
        assert style
        plain = re.sub(r"@media \([^)]*\)", "", style[1])
        for selectors in re.findall(r"([^{}]+)\{[^{}]+\}", plain):
            assert all(selector.strip().startswith(f".fives-{theme} ") for selector in selectors.split(","))


def test_the_same_picture_is_the_same_text_and_others_have_other_ids() -> None:
    pictures = all_kinds("light", "en")
    assert pictures == all_kinds("light", "en")
    ids = [re.findall('id="([^"]+)"', picture) for picture in pictures]
    assert len({each for pair in ids for each in pair}) == 2 * len(pictures)


@pytest.mark.parametrize("name", [
    "</title><script>alert(1)</script>", "&lt;b&amp;", 'a"b\'c', "a\0b\x1b[2Jc", "\ud800x", "]]>", "<!--",
    "\U0001f600" * 40, "\uffff"])
def test_a_name_or_title_can_break_nothing(name: str) -> None:
    people = People(FIVE_UP, (name, "Ken"))
    pictures = [svg.score_sheet(people, (5, 0), EN, title=name), svg.hand([Tile(0, 0)], EN, title=name),
                svg.layout(scene_of(laid("1-4")), EN, title=name),
                svg.settlement(settle_hands(EN, people, [[], tiles("1-2")], 0), people, EN, title=name)]
    for picture in pictures:
        picture.encode()
        root = ElementTree.fromstring(picture)
        assert {part.tag.partition("}")[2] for part in root.iter()} <= \
            {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text", "tspan"}
        title = root.find("s:title", NS)
        assert title is not None
        assert title.text == re.sub("[\0\x1b\ud800\uffff]", "\ufffd", name)


def test_a_theme_that_is_none_is_refused() -> None:
    with pytest.raises(TextError, match="theme: expected one of light, dark, contrast, auto, got 'green'"):
        svg.tile(Tile(1, 4), EN, theme="green")


def test_the_colours_are_those_of_the_page(root: Path) -> None:
    page = (root / "fives/server/static/tokens.css").read_text()
    for selector, ours in ((":root", LIGHT), (':root[data-theme="dark"]', DARK),
                           (':root[data-tiles="contrast"]', CONTRAST)):
        block = page[page.index(f"\n{selector} {{"):]
        theirs = dict(re.findall(r"--(\w+): (#\w+);", block[:block.index("}")]))
        assert {name: theirs[name] for name in ours} == ours


def test_an_outline_is_never_under_one_pixel_and_a_ring_never_under_one_and_six_tenths() -> None:
    picture = svg.layout(scene_of(laid("4-4")), EN, theme="light")
    assert ".fives-light .fine{fill:none;stroke-width:1px;vector-effect:non-scaling-stroke}" in picture
    assert ".fives-light .ring.fine{stroke-width:1.6px}" in picture
    root = ElementTree.fromstring(picture)
    assert len(classed(root, "fine")) == len(classed(root, "face")) + len(classed(root, "spin"))


# The picture of a layout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_description_of_a_layout_is_its_text(lang: str) -> None:
    words = words_in(lang)
    root = ElementTree.fromstring(svg.layout(scene_of(laid(SPREAD)), words))
    text = root.find("s:desc", NS)
    assert text is not None
    assert text.text == told(words, laid(SPREAD))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_filled_number_is_an_end_that_counts_and_a_hollow_dot_one_that_adds_nothing(rules: Rules, view: str) -> None:
    layout = laid("1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1", rules)
    root = drawn(str(layout), rules, view)
    ends = {part.get("data-end"): part for part in classed(root, "end")}
    assert set(ends) == {f"{end.tile} {end.place}" for end in layout.open}
    filled = {name: int(texts(part)[0]) for name, part in ends.items() if classed(part, "disc")}
    assert filled == {f"{end.tile} {end.place}": end.value for end in layout.counted}
    assert {name for name, part in ends.items() if classed(part, "hollow")} == set(ends) - set(filled)


def test_a_ring_and_a_pin_are_a_spinner_also_one_that_does_not_count() -> None:
    for rules, spinners in ((FIVE_UP, ["1-1", "4-4"]), (ALL_FIVES, ["1-1"]), (DOMINOS_CC_BLOCK, [])):
        root = drawn("1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1", rules)
        by_tile = {part.get("data-tile"): part for part in classed(root, "tile")}
        assert sorted(str(name) for name, part in by_tile.items() if classed(part, "ring")) == spinners
        assert sorted(str(name) for name, part in by_tile.items() if classed(part, "pin")) == spinners


def test_four_corners_stand_around_the_last_play_alone() -> None:
    root = drawn(SPREAD)
    corners = [part for part in root.iter() if any(child.get("class") == "bracket" for child in part)]
    last = [part for part in root.iter() if any(child.get("data-tile") == "1-5" for child in part)]
    assert [part.get("transform") for part in corners] == [part.get("transform") for part in last]


def test_a_dotted_line_joins_two_tiles_that_do_not_touch() -> None:
    scene = scene_of(laid("1-4 4-4@1-4"), "wide")
    x, y = scene.tiles[0].x, scene.tiles[0].y
    root = ElementTree.fromstring(svg.layout(replace(scene, cords=(Cord(x, y, x + 6, y),)), EN))
    assert [part.get("d") for part in classed(root, "cord")] == ["M0 0L300 0"]
    assert classed(drawn(SPREAD), "cord") == []


def test_the_count_stands_below_as_a_sum_with_what_it_gives() -> None:
    assert " ".join(texts(drawn(SPREAD))[-8:]) == "2 + 5 + 3 = 10 \u2192 +2"
    assert texts(drawn("4-4"))[-3:] == ["8", "\u2192", "0"], "a single term is its own sum"
    assert texts(drawn("1-4 4-5@1-4", ALL_FIVES))[-6:] == ["1", "+", "5", "= 6", "\u2192", "0"]
    assert texts(drawn("1-4", DOMINOS_CC_BLOCK)) == []
    without = ElementTree.fromstring(svg.layout(scene_of(laid(SPREAD)), EN, count=False))
    assert sorted(texts(without)) == ["2", "3", "5"]


def test_more_than_six_terms_are_told_in_plain_figures_in_lines_that_have_room() -> None:
    plays = ("0-0 0-3@0-0 0-2@0-0 0-4@0-0 0-1@0-0 1-1@0-1 1-5@1-1 1-4@1-1 1-6@1-1 5-5@1-5 4-5@5-5 5-6@5-5 0-5@5-5 "
             "0-6@0-5 6-6@0-6 2-6@6-6 3-6@6-6 4-6@6-6 1-2@2-6")
    scene = scene_of(laid(plays), "tall")
    said = texts(ElementTree.fromstring(svg.layout(scene, EN)))[10:]
    assert said[-3:] == ["= 37", "\u2192", "0"]
    assert sum(int(term) for term in said[:-3] if term != "+") == 37
    rows = svg.layouts.sum_rows(scene, 200)
    assert len(rows) > 1
    assert all(sum(piece.width for piece in row) <= 200 for row in rows)


def test_pictures_of_a_series_share_a_frame_so_that_nothing_jumps() -> None:
    scenes = [scene_of(laid(" ".join(SPREAD.split()[:n])), "wide") for n in range(1, 7)]
    box = svg.frame(scenes)
    roots = [ElementTree.fromstring(svg.layout(scene, EN, box=box)) for scene in scenes]
    assert len({(root.get("width"), root.get("height")) for root in roots}) == 1
    where = [{part[0].get("data-tile"): part.get("transform") for part in root.iter()
              if len(part) and part[0].get("data-tile")} for root in roots]
    assert [len(found) for found in where] == [1, 2, 3, 4, 5, 6]
    assert all(one.items() <= other.items() for one, other in pairwise(where))


def test_numerals_stand_for_the_pips_when_they_are_wanted() -> None:
    root = ElementTree.fromstring(svg.tile(Tile(0, 6), EN, numerals=True))
    assert [part.text for part in classed(root, "numeral")] == ["0", "6"]
    assert classed(root, "pips") == []


def test_tiles_face_down_show_nothing() -> None:
    root = ElementTree.fromstring(svg.hand(5, EN))
    assert len(classed(root, "back")) == 5
    assert classed(root, "pips") == classed(root, "groove") == texts(root) == []
    assert not [part for part in root.iter() if part.get("data-tile")]


def test_a_hand_has_at_most_all_tiles_and_says_its_pips() -> None:
    root = ElementTree.fromstring(svg.hand(tiles("0-5 2-3"), EN))
    assert [part.get("data-tile") for part in classed(root, "tile")] == ["0-5", "2-3"]
    assert [part.text for part in root[:2]] == ["0-5, 2-3", "2 tiles. 0-5, 2-3. 10 pips."]
    with pytest.raises(TextError, match="at most 28 tiles"):
        svg.hand(29, EN)


# The score sheet


def test_a_stroke_is_five_raw_points_and_ten_strokes_are_a_figure() -> None:
    assert svg.strokes(FIVE_UP, 190) == (3, 8, "", False)
    assert svg.strokes(ALL_FIVES, 190) == (3, 8, "", False)
    assert svg.strokes(FIVE_UP, -35) == (0, 7, "", True)
    assert svg.strokes(FIVE_UP, 0) == (0, 0, "", False)
    assert svg.strokes(ALL_FIVES, Fraction(205, 2)) == (2, 0, "2.5", False)
    assert svg.strokes(ALL_FIVES, Fraction(-55, 2)) == (0, 5, "2.5", True), "the sign stands before all of it"
    assert svg.strokes(DOMINOS_CC_BLOCK, 35) is None
    for total in range(-400, 401):
        found = svg.strokes(FIVE_UP, 5 * total)
        assert found
        assert (-1 if found.negative else 1) * (10 * found.figures + found.rest) == total
    with pytest.raises(TextError, match="at most 100000 points"):
        svg.strokes(FIVE_UP, 10**9)


def test_a_figure_is_a_big_x_and_then_a_small_x_above_right_below_and_left() -> None:
    whole = re.findall(r'd="([^"]+)"', cross(10))
    assert whole[0] == "".join(BIG)
    small = [tuple(map(float, move)) for move in re.findall(r"M(-?[\d.]+) (-?[\d.]+)l", whole[1])]
    middles = [((x1 + x2) / 2 + 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(small[::2], small[1::2], strict=True)]
    assert middles == [pytest.approx(gap) for gap in GAPS]
    above, right, below, left = GAPS
    assert above[1] < right[1] == left[1] < below[1]
    assert left[0] < above[0] == below[0] < right[0]
    for count in range(1, 10):
        before = "".join(re.findall(r'd="([^"]+)"', cross(count)))
        assert before.count("M") == count
        assert "".join(whole).startswith(before) or count < 3, "strokes are added, never moved"


@pytest.mark.parametrize(("total", "number"), [(0, 0), (5, 1), (50, 10), (55, 11), (190, 38), (305, 61), (-35, 8)])
def test_the_sheet_has_as_many_strokes_as_the_total_and_one_for_the_minus(total: int, number: int) -> None:
    root = ElementTree.fromstring(svg.score_sheet(PAIRS, (total, 0), EN))
    assert sum(part.get("d", "").count("M") for part in classed(root, "stroke")) == number


def test_a_minus_stands_before_the_strokes_and_a_half_point_after_them() -> None:
    people = People(ALL_FIVES, ("Aoi", "Ken", "Oak"))
    root = ElementTree.fromstring(svg.score_sheet(people, (Fraction(-55, 2), 0, 0), EN))
    sign, *rest = classed(root, "stroke")
    assert sign.get("d") == "M18 76h12"
    assert rest
    assert [text for text in texts(root) if text == "2.5"] == ["2.5"]
    assert "\u221227.5" in texts(root)


def test_the_sheet_names_each_team_and_says_the_standing() -> None:
    root = ElementTree.fromstring(svg.score_sheet(PAIRS, (190, 155), EN))
    assert {"Aoi, Minjun", "Ken, Oak", "38", "31", "of 61"} <= set(texts(root))
    assert root[1].text == standing(EN, PAIRS, (190, 155))
    with pytest.raises(TextError, match="totals: expected 2 numbers, got 3"):
        svg.score_sheet(PAIRS, (1, 2, 3), EN)


def test_where_nothing_counts_there_are_no_strokes() -> None:
    root = ElementTree.fromstring(svg.score_sheet(People(DOMINOS_CC_BLOCK, ("Aoi", "Ken")), (55, 99), EN))
    assert classed(root, "stroke") == []
    assert {"55", "99", "of 100"} <= set(texts(root))


# The settlement


def test_a_settlement_shows_what_each_seat_has_left_and_what_each_team_comes_to() -> None:
    hands = [tiles("0-5 2-3"), tiles("1-3"), tiles("1-2"), []]
    found = account(EN, PAIRS, hands, 3, [], (-15, -5), (190, 165), 6, 3)
    root = ElementTree.fromstring(svg.settlement(found, PAIRS, EN, totals=(190, 165)))
    assert [part.get("data-tile") for part in classed(root, "tile")] == ["0-5", "2-3", "1-3", "1-2"]
    said = texts(root)
    for line in ("Round 6: Oak went out", "5 + 5 = 10", "1 + 3 = 4, rounded to 5", "1 + 2 = 3, rounded to 5",
                 "went out", "41 \u2212 3 = 38", "34 \u2212 1 = 33", "Oak leads round 7."):
        assert line in said
    assert sum(part.get("d", "").count("M") for part in classed(root, "stroke")) == 38 + 33
    assert root[1].text == found.text(EN)
    losses = ["".join(part.itertext()) for part in classed(root, "loss")]
    assert losses == ["\u22122", "\u22121", "\u22121", "\u2212 3", "\u2212 1"]


def test_long_texts_are_cut_or_broken_to_the_room_there_is() -> None:
    assert cut("Minjun", 10, 100) == "Minjun"
    assert cut("Maximiliane von Hohenstein", 10, 60) == "Maximilia\u2026"
    assert width_of("\u5065\u592a\u90ce", 10) == 30
    assert wrapped("one two three", 10, 50) == ["one two", "three"]
    assert "".join(wrapped("\u5065\u592a\u90ce\u304c\u52dd\u3061\u307e\u3057\u305f\u3002", 10, 40)) == \
        "\u5065\u592a\u90ce\u304c\u52dd\u3061\u307e\u3057\u305f\u3002"
    assert all(not line.startswith("\u3002") for line in wrapped("\u5065" * 12 + "\u3002", 10, 60))


def test_seats_that_begin_alike_have_their_numbers_on_their_tokens() -> None:
    for names, letters in ((("Aoi", "Ben"), ["A", "B"]), (("Aoi", "Ana"), ["0", "1"])):
        root = ElementTree.fromstring(svg.score_sheet(People(ALL_FIVES, names), (0, 0), EN))
        assert [part.text for part in classed(root, "letter")] == letters


# A round, and what a notebook shows


def dealt() -> Round:
    hands, boneyard = whole_deal(ALL_FIVES, 3, TILES)
    now = Round.deal(ALL_FIVES, hands, boneyard, 0)
    return now.move(now.legal[0])


def test_the_picture_of_a_round_shows_every_hand_and_whose_turn_it_is() -> None:
    now = dealt()
    root = ElementTree.fromstring(svg.table(now, EN, names=("Aoi", "Ben", "Caro")))
    shown = [part.get("data-tile") for part in classed(root, "tile")]
    assert shown == [str(tile) for tile in (*now.layout.lying, *now.hands[0], *now.hands[1], *now.hands[2])]
    assert [part.text for part in classed(root, "name")] == ["Aoi", "Ben", "Caro"]
    assert len(classed(root, "turn")) == 1
    assert texts(root)[-1] == "7 in the boneyard."
    said = root[1].text
    assert said
    assert "Aoi: 0-1, 0-2, 0-3, 1-1, 1-2, 2-2." in said
    assert "Ben's turn." in said


def test_a_notebook_shows_a_tile_a_layout_a_round_and_the_sheet_of_a_match() -> None:
    for value, title in ((Tile(1, 4), "1-4"), (laid("1-4"), "Layout of 1 tile, count 5"),
                         (dealt(), "Layout of 1 tile, count 0"), (Match.new(FIVE_UP, 4, (190, -5)), "Score"),
                         (svg.hand(2, EN), "2 tiles")):
        picture = value._repr_svg_()  # type: ignore[attr-defined]
        assert ElementTree.fromstring(picture)[0].text == title


def test_a_program_that_wants_no_picture_does_not_load_them() -> None:
    code = "import sys, fives; print([name for name in sys.modules if name.startswith(('fives.svg', 'fives.fold'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
