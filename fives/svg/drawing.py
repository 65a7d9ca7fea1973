"""The parts of every picture: the frame with title and description, text, tiles, tokens of teams.

A tile is drawn in hundredths of a half, about 0, 0; whoever places it says where and how large. Turn is quarter turns
clockwise from upright with the low half above, as in `scene`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from html import escape

from fives.svg.themes import TEAMS, style
from fives.tiles import Tile, check_text

PIP, GRID = 9.4, 25
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (), ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)))
HALF, THICK, CORNER = 100, 6, 16
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What a line is not broken within: letters up to a space; of kanji and kana one, with what must not begin a line.
WORD = re.compile(r"\s*(?:[\u2e80-\u9fff][\u3001\u3002\u30fc\uff00-\uff60]*|[^\s\u2e80-\u9fff]+)")
TOKENS = (
    "M0-15.5a15.5 15.5 0 1 0 0 31a15.5 15.5 0 1 0 0-31z",
    "M-8.5-14.5H8.5a6 6 0 0 1 6 6V8.5a6 6 0 0 1-6 6H-8.5a6 6 0 0 1-6-6V-8.5a6 6 0 0 1 6-6z",
    ("M-7.5-15.2H7.5a2 2 0 0 1 1.7 1L15.8-1a2 2 0 0 1 0 2L9.2 14.2a2 2 0 0 1-1.7 1H-7.5a2 2 0 0 1-1.7-1L-15.8 1"
     "a2 2 0 0 1 0-2L-9.2-14.2a2 2 0 0 1 1.7-1z"),
    ("M-1.8-17.4a2.6 2.6 0 0 1 3.6 0L17.4-1.8a2.6 2.6 0 0 1 0 3.6L1.8 17.4a2.6 2.6 0 0 1-3.6 0L-17.4 1.8"
     "a2.6 2.6 0 0 1 0-3.6z"))


class Picture(str):
    """A picture as the text of an SVG file; a notebook shows it as it is."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def figure(value: float) -> str:
    """A coordinate, to a hundredth, as short as it goes."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """A text as XML holds it: escaped, and what XML knows no letter for replaced."""
    return escape(NOT_XML.sub("\ufffd", text))


def picture(width: float, height: float, body: str, *, theme: str, title: str, text: str, lang: str) -> Picture:
    """A whole picture of that size in px. Its title names it, the text says all that it shows.

    The ids are taken from what the picture holds: the same picture is the same text, and two on a page do not meet.
    """
    check_text("title", title)
    own = style(theme)
    key = "fives-" + sha256("\0".join((theme, title, text, body)).encode("utf-8", "replace")).hexdigest()[:12]
    w, h = figure(width), figure(height)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fives-{theme}" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
        f'role="img" aria-labelledby="{key}-t" aria-describedby="{key}-d" lang="{lang}" xml:lang="{lang}">\n'
        f'<title id="{key}-t">{safe(title)}</title>\n<desc id="{key}-d">{safe(text)}</desc>\n'
        f"<style>{own}</style>\n{body}\n</svg>\n")


def group(x: float, y: float, scale: float, body: str) -> str:
    """Something moved to a point and scaled."""
    return f'<g transform="translate({figure(x)} {figure(y)}) scale({figure(scale)})">{body}</g>'


def rect(kind: str, x: float, y: float, width: float, height: float, corner: float = 0, more: str = "") -> str:
    """A rectangle of a class."""
    round_ = f' rx="{figure(corner)}"' if corner else ""
    return (f'<rect class="{kind}" x="{figure(x)}" y="{figure(y)}" width="{figure(width)}" height="{figure(height)}"'
            f"{round_}{more}/>")


def text(kind: str, x: float, y: float, size: float, said: str, *more: tuple[str, str]) -> str:
    """A line of text about (or from, or up to) a point; y is the middle of its figures. `more`: parts with classes."""
    at = f'x="{figure(x)}" y="{figure(y + size * .355)}" font-size="{figure(size)}"'
    rest = "".join(f'<tspan class="{other}">{safe(part)}</tspan>' if other else safe(part) for other, part in more)
    return f'<text class="{kind}" {at}>{safe(said)}{rest}</text>'


def width_of(said: str, size: float) -> float:
    """About how wide a text is: no font is at hand, so a little more than most have."""
    wide = sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else .6 for letter in said)
    return wide * size


def cut(said: str, size: float, width: float) -> str:
    """A text cut so that it has room."""
    if width_of(said, size) <= width:
        return said
    while said and width_of(said + "\u2026", size) > width:
        said = said[:-1]
    return said + "\u2026"


def wrapped(said: str, size: float, width: float) -> list[str]:
    """A text in lines that have room, broken at its spaces, or between letters as wide as high."""
    lines = [""]
    for word in WORD.findall(said):
        if lines[-1] and width_of(lines[-1] + word, size) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    return lines


def tile(face: Tile | None, turn: int = 0, *, spinner: bool = False, numerals: bool = False, state: str = "") -> str:
    """A tile about 0, 0; None is one face down. The state is dim, chosen or nothing."""
    flat = turn % 2 == 1
    w, h = (2 * HALF, HALF) if flat else (HALF, 2 * HALF)
    x, y = -w // 2, -h // 2
    parts = [rect(kind, x, y + low, w, h, CORNER) for kind, low in (("side", THICK), ("face", 0), ("fine", 0))]
    if face is None:
        parts.append(rect("inlay", x + 15, y + 15, w - 30, h - 30, 7))
        return f'<g class="tile back">{"".join(parts)}</g>'
    parts.append(f'<path class="groove" d="{"M0-32V32" if flat else "M-32 0H32"}"/>')
    away = -HALF // 2 if turn in (0, 3) else HALF // 2
    for pips, at in ((face.low, away), (face.high, -away)):
        parts.append(_half(pips, *((at, 0) if flat else (0, at)), flat, numerals))
    if spinner:
        parts += [rect(kind, x + 6, y + 6, w - 12, h - 12, 11) for kind in ("ring", "ring fine")]
        parts.append('<circle class="pin" r="7.5"/>')
    if state == "chosen":
        parts.append(rect("halo", x - 9, y - 9, w + 18, h + 18 + THICK, 25))
    kinds = " ".join(["tile", *(["spin"] if spinner else []), *([state] if state else [])])
    return f'<g class="{kinds}" data-tile="{face}">{"".join(parts)}</g>'


def _half(pips: int, x: int, y: int, flat: bool, numerals: bool) -> str:
    if numerals:
        return text("numeral", x, y, 64, str(pips))
    dots = ((-b, a) if flat else (a, b) for a, b in PIPS[pips])
    circles = "".join(f'<circle cx="{x + GRID * a}" cy="{y + GRID * b}" r="{PIP}"/>' for a, b in dots)
    return f'<g class="pips">{circles}</g>' if circles else ""


def brackets(turn: int) -> str:
    """The four corners round the last play, about 0, 0."""
    x, y, arm = (113, 63, 30) if turn % 2 else (63, 113, 30)
    return (f'<path class="bracket" d="M{-x} {arm - y}V{-y}H{arm - x}M{x - arm} {-y}H{x}V{arm - y}'
            f'M{x} {y - arm}V{y}H{x - arm}M{arm - x} {y}H{-x}V{y - arm}"/>')


def token(team: int, letter: str) -> str:
    """The token of a team about 0, 0, some 31 px across: a shape and a colour of its own, with a letter."""
    kind = team % len(TOKENS)
    return (f'<path class="{TEAMS[kind]}" d="{TOKENS[kind]}"/>' + text("letter", 0, 0.5, 16, letter))


def panel(width: float, height: float) -> str:
    """The wooden table: boards, a rim, a line inlaid."""
    planks = "".join(f'<path class="plank" stroke-width="2" d="M6 {y}H{figure(width - 6)}"/>'
                     for y in range(102, int(height) - 10, 97))
    return (rect("wood", 3, 3, width - 6, height - 6, 11, ' stroke-width="6"') + planks
            + rect("inset", 11.5, 11.5, width - 23, height - 23, 7))


def stacked(parts: Iterable[str]) -> str:
    """Parts of a picture, a line each, so that two pictures can be compared."""
    return "\n".join(filter(None, parts))
