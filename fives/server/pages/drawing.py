"""Pictures for pages that need no script: a scene, tokens, the small signs of the games. As `static/tiles.js` draws.

A half tile is 40 units, a cell 20. No style attribute anywhere: the policy of the page refuses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from fives.rules import Rules

CELL, HALF, THICK = 20, 40, 2.4
GRID = {0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1))}
MARK = (
    '<svg class="mark" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">'
    '<rect x="1.5" y="1.5" width="23" height="23" rx="5"/><circle cx="7.5" cy="7.5" r="2.4"/>'
    '<circle cx="18.5" cy="7.5" r="2.4"/><circle cx="13" cy="13" r="2.4"/><circle cx="7.5" cy="18.5" r="2.4"/>'
    '<circle cx="18.5" cy="18.5" r="2.4"/></svg>')


def figure(value: float) -> str:
    """A coordinate, as short as it goes."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def defs() -> str:
    """The pips, once for a page; pictures use them by name."""
    pips = "".join(
        f'<g id="p{value}">' + "".join(f'<circle cx="{x * 10}" cy="{y * 10}" r="3.76"/>' for x, y in dots) + "</g>"
        for value, dots in GRID.items())
    return ('<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">'
            f"<defs>{pips}</defs></svg>")


class Lying(NamedTuple):
    """A tile on a picture: centre in cells, quarter turns clockwise from upright with the low half above."""

    tile: str
    x: int
    y: int
    turn: int
    spinner: bool = False
    last: bool = False


class Mark(NamedTuple):
    """An end: the centre of its disc in cells, and what it adds; None for an open end that adds nothing."""

    x: float
    y: float
    value: int | None


def tile(lying: Lying) -> str:
    """A tile of a scene."""
    flat = lying.turn % 2 == 1
    w, h = (2 * HALF, HALF) if flat else (HALF, 2 * HALF)
    box = f'x="{-w // 2}" width="{w}" height="{h}" rx="6.4"'
    parts = [f'<rect class="side" y="{figure(-h / 2 + THICK)}" {box}/><rect class="face" y="{-h // 2}" {box}/>',
             f'<path class="groove" d="{"M0 -12.8V12.8" if flat else "M-12.8 0H12.8"}"/>']
    away = -HALF // 2 if lying.turn in (0, 3) else HALF // 2
    for value, at in zip(lying.tile.split("-"), (away, -away), strict=True):
        x, y = (at, 0) if flat else (0, at)
        turned = " rotate(90)" if flat else ""
        parts.append(f'<use class="pips" href="#p{value}" transform="translate({x} {y}){turned}"/>'
                     f'<text class="numeral" x="{x}" y="{y + 0.8}">{value}</text>')
    if lying.spinner:
        parts.append("".join(
            f'<rect class="{name}" x="{figure(i - w / 2)}" y="{figure(i - h / 2)}" width="{figure(w - 2 * i)}" '
            f'height="{figure(h - 2 * i)}" rx="4.5"/>' for name, i in (("ring", 2.4), ("second", 5.6)))
            + '<circle class="pin" r="3"/>')
    return f'<g class="tile" transform="translate({lying.x * CELL} {lying.y * CELL})">{"".join(parts)}</g>'


def brackets(lying: Lying) -> str:
    """The four corners around the last play."""
    x, y, arm = (45.2, 25.2, 12) if lying.turn % 2 else (25.2, 45.2, 12)
    at = figure
    d = (f"M{at(-x)} {at(arm - y)}V{at(-y)}H{at(arm - x)}M{at(x - arm)} {at(-y)}H{at(x)}V{at(arm - y)}"
         f"M{at(x)} {at(y - arm)}V{at(y)}H{at(x - arm)}M{at(arm - x)} {at(y)}H{at(-x)}V{at(y - arm)}")
    return f'<path class="bracket" transform="translate({lying.x * CELL} {lying.y * CELL})" d="{d}"/>'


def scene(tiles: Sequence[Lying], marks: Sequence[Mark], box: tuple[float, float, float, float], label: str) -> str:
    """A layout with its ends; `box` is x, y, width, height in cells."""
    drawn = [brackets(lying) for lying in tiles if lying.last]
    drawn += [tile(lying) for lying in sorted(tiles, key=lambda lying: (lying.y, lying.x))]
    for mark in marks:
        place = f'transform="translate({figure(mark.x * CELL)} {figure(mark.y * CELL)})"'
        drawn.append(f'<circle class="hollow" r="6.5" {place}/>' if mark.value is None else
                     f'<g class="end" {place}><circle r="15.5"/><text y=".5">{mark.value}</text></g>')
    view = " ".join(figure(part * CELL) for part in box)
    return (f'<svg class="layout" viewBox="{view}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>')


def discs(terms: Sequence[int], gain: str) -> str:
    """A count in discs, and what it gives."""
    row = '<span class="plus">+</span>'.join(f'<span class="disc">{term}</span>' for term in terms)
    return (f'<span class="sum">{row}<span class="eq">= {sum(terms)}</span><span class="to">→</span>'
            f'<span class="res {"gain" if gain != "0" else "none"}">{escape(gain)}</span></span>')


def legend(labels: Mapping[str, str]) -> str:
    """What the marks of a layout mean; the labels are escaped already."""
    spinner = tile(Lying("1-1", 1, 2, 0, spinner=True))
    return f"""<ul class="legend">
<li><svg width="24" height="24" viewBox="-16 -16 32 32" aria-hidden="true"><g class="end"><circle r="15.5"/>
<text y=".5">3</text></g></svg>{labels["legend_counted"]}</li>
<li><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><circle class="hollow" r="7"/></svg>
{labels["legend_open"]}</li>
<li><svg class="solo size18" viewBox="-1 -1 42 84.4" width="19" height="38" aria-hidden="true">{spinner}</svg>
{labels["legend_spinner"]}</li></ul>"""


def _block(x: float, y: float, w: float, h: float, name: str = "") -> str:
    kind = f' class="{name}"' if name else ""
    return f'<rect{kind} x="{x}" y="{y}" width="{w}" height="{h}" rx="1.6"/>'


SIGNS = {
    "five-up": _block(1, 17.5, 9, 5) + _block(10.5, 14, 5, 12, "s") + _block(16, 17.5, 8, 5)
    + _block(24.5, 14, 5, 12, "s") + _block(30, 17.5, 9, 5) + _block(10.5, 4, 5, 9.5) + _block(24.5, 26.5, 5, 9.5),
    "all-fives": _block(1, 17.5, 15.5, 5) + _block(17.5, 14, 5, 12, "s") + _block(23.5, 17.5, 9, 5)
    + _block(33.5, 14, 5, 12) + _block(17.5, 3.5, 5, 9.5) + _block(17.5, 27, 5, 9.5),
    "dominos-cc-all-fives": _block(4, 17.5, 12.5, 5) + _block(17.5, 14, 5, 12, "s") + _block(23.5, 17.5, 12.5, 5)
    + '<circle class="h" cx="20" cy="9" r="2.6"/><circle class="h" cx="20" cy="31" r="2.6"/>',
    "dominos-cc-draw": _block(1, 11, 12, 5) + _block(14, 11, 12, 5) + _block(27, 11, 12, 5)
    + _block(12, 25, 5, 10, "b") + _block(17.5, 25, 5, 10, "b") + _block(23, 25, 5, 10, "b"),
    "dominos-cc-block": _block(1, 17.5, 11, 5) + _block(13, 17.5, 11, 5) + _block(25, 17.5, 8, 5)
    + '<path class="x" d="M37 13v14"/>',
}


def _from_fields(rules: Rules) -> str:
    """The sign of a rule set that has none of its own: a row of three, and what its fields say."""
    spins = rules.spinners != "none"
    drawn = _block(4, 17.5, 12.5, 5) + _block(17.5, 14, 5, 12, "s" if spins else "") + _block(23.5, 17.5, 12.5, 5)
    if spins:
        drawn += _block(17.5, 3.5, 5, 9.5) + _block(17.5, 27, 5, 9.5)
    if rules.multiple:
        drawn += '<circle class="h" cx="8" cy="9" r="2.6"/><circle class="h" cx="32" cy="9" r="2.6"/>'
    if rules.draws:
        return drawn + _block(27, 27, 5, 10, "b") + _block(32.5, 27, 5, 10, "b")
    return drawn + '<path class="x" d="M37 27v10"/>'


def sign(rules: Rules) -> str:
    """A game in forty pixels: where it branches, where it counts, what happens to the boneyard."""
    drawn = SIGNS.get(rules.id) or _from_fields(rules)
    return f'<svg class="mini" width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">{drawn}</svg>'
