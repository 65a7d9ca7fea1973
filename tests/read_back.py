"""Readers of what is written for people: the text of a layout, a line of a settlement, in every language.

They know only these texts: nothing here asks the catalogues or the rules, so what they find was really said.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

Tile = tuple[int, int]
End = tuple[Tile, str]


class Said(NamedTuple):
    """What the text of a layout says; count and points None where it does not speak of them. Points as shown."""

    tiles: tuple[Tile, ...]
    joins: frozenset[frozenset[End]]
    spinners: frozenset[Tile]
    open: frozenset[End]
    counted: tuple[tuple[Tile, str, int], ...] | None
    count: int | None
    points: Fraction | None


class Tongue(NamedTuple):
    """How a language says it: headings in order, places, 'none', what parts sentences, headings and items, the pattern
    of a joint, of an end, of a counted end, of points."""

    headings: dict[str, str]
    places: dict[str, str]
    halves: str
    none: str
    empty: str
    stop: str
    colon: str
    comma: str
    join: str
    end: str
    counted: str
    points: str
    no_points: str


ENGLISH = Tongue(
    {"tiles": "Tiles in order of play", "joins": "Joined", "spinners": "Spinners", "open": "Open ends",
     "counted": "Counted ends", "count": "Count"},
    {"low end": "low", "high end": "high", "line A": "line-a", "line B": "line-b", "branch A": "branch-a",
     "branch B": "branch-b"},
    "both halves", "none", "The layout is empty.", ". ", ": ", ", ",
    r"(\d-\d) (.+) to (\d-\d) (.+)", r"(\d-\d) (.+)", r"(\d-\d) (.+) = (\d+)", r"(\S+) points?", "no points")
KOREAN = Tongue(
    {"tiles": "타일(놓은 순서)", "joins": "연결", "spinners": "스피너", "open": "열린 끝", "counted": "합산하는 끝",
     "count": "끝 합계"},
    {"낮은 끝": "low", "높은 끝": "high", "직선 A": "line-a", "직선 B": "line-b", "갈래 A": "branch-a",
     "갈래 B": "branch-b"},
    "두 반쪽", "없음", "배치가 비어 있습니다.", ". ", ": ", ", ",
    r"(\d-\d) (.+)에 (\d-\d) (.+)", r"(\d-\d) (.+)", r"(\d-\d) (.+) = (\d+)", r"(\S+)점", "0점")
JAPANESE = Tongue(
    {"tiles": "牌（置いた順）", "joins": "つながり", "spinners": "分岐ダブル", "open": "開いた端", "counted": "得点端",
     "count": "端の合計"},
    {"目が少ない端": "low", "目が多い端": "high", "直線側A": "line-a", "直線側B": "line-b",
     "側枝A": "branch-a", "側枝B": "branch-b"},
    "両方の半面", "なし", "配置は空です。", "。", "：", "、",
    r"(\d-\d)の(.+)に(\d-\d)の(.+)", r"(\d-\d)の(.+)", r"(\d-\d)の(.+) = (\d+)", r"(\S+)点", "0点")
TONGUES = {"en": ENGLISH, "ko": KOREAN, "ja": JAPANESE}


def read_layout(lang: str, text: str) -> Said:
    """The layout that a text tells of; `AssertionError` where it says anything else."""
    tongue = TONGUES[lang]
    if text == tongue.empty:
        return Said((), frozenset(), frozenset(), frozenset(), None, None, None)
    assert text.endswith(tongue.stop.strip()), text
    parts = dict(sentence.split(tongue.colon, 1)
                 for sentence in text.removesuffix(tongue.stop.strip()).split(tongue.stop))
    found = {key: parts.pop(heading, None) for key, heading in tongue.headings.items()}
    assert not parts, parts

    def items(key: str) -> list[str]:
        listed = found[key]
        assert listed is not None, key
        return [] if listed == tongue.none else listed.split(tongue.comma)

    count, points = _worth(tongue, found["count"])
    return Said(
        tuple(map(_tile, items("tiles"))),
        frozenset(_joint(tongue, item) for item in items("joins")),
        frozenset(map(_tile, items("spinners"))),
        frozenset(_end(tongue, tongue.end, item) for item in items("open")),
        None if found["counted"] is None else tuple(_counted(tongue, item) for item in items("counted")),
        count, points)


def _tile(text: str) -> Tile:
    assert re.fullmatch(r"[0-6]-[0-6]", text), text
    return int(text[0]), int(text[2])


def _match(pattern: str, text: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, text)
    assert found, (pattern, text)
    return found.groups()


def _end(tongue: Tongue, pattern: str, text: str) -> End:
    tile, place = _match(pattern, text)
    return _tile(tile), tongue.places[place]


def _joint(tongue: Tongue, text: str) -> frozenset[End]:
    one, place, other, other_place = _match(tongue.join, text)
    return frozenset({(_tile(one), tongue.places[place]), (_tile(other), tongue.places[other_place])})


def _counted(tongue: Tongue, text: str) -> tuple[Tile, str, int]:
    tile, place, value = _match(tongue.counted, text)
    return _tile(tile), "both" if place == tongue.halves else tongue.places[place], int(value)


def _worth(tongue: Tongue, text: str | None) -> tuple[int | None, Fraction | None]:
    if text is None:
        return None, None
    told, points = text.rsplit(tongue.comma, 1)
    return added(told), Fraction(0) if points == tongue.no_points else figure(_match(tongue.points, points)[0])


def figure(text: str) -> Fraction:
    """A number with its sign: `−2.5`, `+4`."""
    assert "-" not in text, f"a loss has a true minus sign: {text}"
    return Fraction(text.replace("−", "-"))


def added(text: str) -> int:
    """The sum of `2 + 8 = 10`, which must be right; a number alone is itself."""
    terms, equals, total = text.rpartition(" = ")
    if equals:
        assert sum(map(int, terms.split(" + "))) == int(total), text
    return int(total)


class Paid(NamedTuple):
    """A line of a settlement: name, pips, what they round to (as they are, if it does not say), points or None."""

    name: str
    pips: int
    rounded: int
    points: Fraction | None


# how a line ends, what stands between sum and rounding, what makes a finisher's line
LINES: dict[str, tuple[str, str, str]] = {
    "en": (r"(?P<name>.+?): (?P<sum>[\d+ =]+)(, rounded to (?P<rounded>\d+))?(: (?P<points>.+?))?\.",
           r"no points|(?P<points>\S+) points?", r"(.+?): went out(, pays nothing)?\."),
    "ko": (r"(?P<name>.+?): (?P<sum>[\d+ =]+)(, 반올림하면 (?P<rounded>\d+))?(, (?P<points>[^ ]+점))?\.",
           r"(?P<points>\S+)점", r"(.+?): 다 놓음(, 감점 없음)?\."),
    "ja": (r"(?P<name>.+?)：(?P<sum>[\d+ =]+)(、丸めて(?P<rounded>\d+))?(、(?P<points>[^、]+点))?。",
           r"(?P<points>\S+)点", r"(.+?)：上がり(、失点なし)?。"),
}


def read_line(lang: str, text: str) -> Paid:
    """The line of one seat in a settlement."""
    line, points_of, out = LINES[lang]
    if finished := re.fullmatch(out, text):
        return Paid(finished[1], 0, 0, Fraction(0) if finished[2] else None)
    found = re.fullmatch(line, text)
    assert found, text
    pips, said = added(found["sum"]), found["points"]
    points = None
    if said is not None:
        worded = re.fullmatch(points_of, said)
        assert worded, said
        points = figure(worded["points"] or "0")
    return Paid(found["name"], pips, int(found["rounded"] or pips), points)


class Gained(NamedTuple):
    """What the gainers of a settlement take: pips, what they round to, points for each."""

    pips: int
    rounded: int
    points: Fraction


POOLS = {
    "en": r"(?:The pips gained|The hands, each rounded): "
          r"(?P<sum>[\d+ =]+)(, rounded to (?P<rounded>\d+))?\. .+? gains? "
          r"(no points|(?P<points>\S+) points?)( each)?\.",
    "ko": r"(?:얻는 눈|손패마다 반올림한 합): "
          r"(?P<sum>[\d+ =]+)(, 반올림하면 (?P<rounded>\d+))?\. (.+ )?(?P<points>\S+)점을 얻습니다\.",
    "ja": r"(?:相手の目の合計|手牌ごとに丸めた合計)："
          r"(?P<sum>[\d+ =]+)(、丸めて(?P<rounded>\d+))?。.+?が(それぞれ)?(?P<points>\S+)点を得ます。",
}


def read_pool(lang: str, text: str) -> Gained:
    """The sentences of what is gained."""
    found = re.fullmatch(POOLS[lang], text)
    assert found, text
    pips = added(found["sum"])
    return Gained(pips, int(found["rounded"] or pips), figure(found["points"] or "0"))


def read_change(text: str) -> tuple[str, Fraction, Fraction | None]:
    """A team's line in a settlement: name, change, total (None where only the change is told)."""
    name, _, said = re.fullmatch(r"(.+?)(: |：)(.+?)[.。]", text).groups()  # type: ignore[union-attr]
    if " = " not in said:
        alone = re.fullmatch(r"([−+]?[\d./]+)(, unchanged|, 변화 없음|、変わらず)?", said)
        assert alone, text
        return (name, Fraction(0), figure(alone[1])) if alone[2] else (name, figure(alone[1]), None)
    before, sign, amount, total = re.fullmatch(r"(\S+) ([+−]) (\S+) = (\S+)", said).groups()  # type: ignore[union-attr]
    change = figure(amount) * (1 if sign == "+" else -1)
    assert figure(before) + change == figure(total), text
    return name, change, figure(total)


