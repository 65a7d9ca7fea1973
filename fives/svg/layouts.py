"""A layout as a picture: tiles, cords, the marks of its ends, the brackets of the last play, and the count below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fives.describe import figures, layouts
from fives.scene import ROOM, Scene
from fives.scene_marks import RADIUS
from fives.svg import drawing as draw
from fives.svg.drawing import Picture, figure
from fives.tiles import TextError, check_text, expect, shown, through
from fives.words import Words

CELL = draw.HALF // 2
EDGE = 20  # px from the rim to what is drawn
LEAST = (260, 160)  # px of wood, however small the layout
SMALLEST = 28  # px of a half tile, however large it is
LINE = 38  # px of a line of the count
TEXT = 15  # px of a caption
FARTHEST = 1000  # cells of a box: no layout has a quarter of them
MOST_DISCS = 6  # of a count; more terms are told in figures

Box = tuple[float, float, float, float]


def layout(scene: Scene, words: Words, *, theme: str = "auto", numerals: bool = False, title: str = "",
           caption: str = "", count: bool = True, box: Box | None = None) -> Picture:
    """The picture of a scene. `count` adds the count as a sum, `caption` a text below it; `box` (left, top, width,
    height in cells) is what must be seen, by default all that is drawn: give the pictures of a series the same, see
    `frame`.

    Its description is the text of `describe.layout`. Raises `TextError` for an unknown theme, and for a box that shows
    nothing.
    """
    expect(Words, words)
    body, width, height = wood(scene, numerals, caption, count, box)
    return draw.picture(width, height, body, theme=theme, lang=words.lang,
                        title=title or layouts.title(words, scene.layout), text=layouts.layout(words, scene.layout))


def wood(scene: Scene, numerals: bool = False, caption: str = "", count: bool = True,
         box: Box | None = None) -> tuple[str, float, float]:
    """A scene on its table as parts of a picture, with their width and height in px."""
    expect(Scene, scene)
    check_text("caption", caption)
    if box is not None:
        _check_box(box)
    left, top, wide, high = frame([scene]) if box is None else box
    half = size_of(scene.view, wide, high)
    width = max(LEAST[0], wide * half / 2 + 2 * EDGE)
    height = max(LEAST[1], high * half / 2 + 2 * EDGE)
    middle_x, middle_y = (left + wide / 2) * half / 2, (top + high / 2) * half / 2
    lying = draw.stacked(["", *world(scene, numerals)])
    parts = [draw.group(width / 2 - middle_x, height / 2 - middle_y, half / draw.HALF, lying)]
    y = height - 14
    for row in sum_rows(scene, width - 2 * EDGE) if count else []:
        parts.append(drawn(row, width / 2, y + LINE / 2))
        y += LINE
    for line in draw.wrapped(caption, TEXT, width - 2 * EDGE) if caption else []:
        parts.append(draw.text("plain text", width / 2, y + 10, TEXT, line))
        y += TEXT * 1.5
    height = y + 14
    return draw.stacked([draw.panel(width, height), *parts]), width, height


def _check_box(box: object) -> None:
    """Raises `TextError` unless a box is four numbers, and has room for something."""
    if not (isinstance(box, tuple | list) and len(box) == 4 and all(
            isinstance(part, int | float) and abs(part) <= FARTHEST for part in box) and min(box[2:]) > 0):
        raise TextError(f"box: expected left, top, width, height in cells up to {FARTHEST}, got {shown(box)}")


def frame(scenes: Iterable[Scene]) -> Box:
    """The box that holds all that is drawn of some scenes, in cells. Raises `TextError`."""
    spots = [(-3.0, -3.0), (3.0, 3.0)]
    for scene in through("scenes", scenes):
        expect(Scene, scene)
        for lain in scene.tiles:
            wide, high = (1.3, 2.3) if lain.upright else (2.3, 1.3)  # with room for the brackets
            spots += [(lain.x - wide, lain.y - high), (lain.x + wide, lain.y + high)]
        for mark in scene.marks:
            size = RADIUS[mark.value is None]
            spots += [(mark.x - size, mark.y - size), (mark.x + size, mark.y + size)]
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def size_of(view: str, wide: float, high: float) -> int:
    """The half tile in px at which a box of cells is shown: as a table of that view would, never too small to read."""
    across, up, largest = ROOM[view]
    return int(max(SMALLEST, min(largest, 2 * across / wide, 2 * up / high)))


def world(scene: Scene, numerals: bool) -> list[str]:
    """What lies on the table, in hundredths of a half: brackets and cords lowest, marks on top."""
    parts = [_at(lain.x, lain.y, draw.brackets(lain.turn)) for lain in scene.tiles if lain.last]
    parts += [f'<path class="cord" d="M{figure(cord.x * CELL)} {figure(cord.y * CELL)}'
              f'L{figure(cord.to_x * CELL)} {figure(cord.to_y * CELL)}"/>' for cord in scene.cords]
    # a tile covers the thickness of one above it
    for lain in sorted(scene.tiles, key=lambda lain: (lain.y - 1 - lain.upright, lain.x)):
        parts.append(_at(lain.x, lain.y, draw.tile(lain.tile, lain.turn, spinner=lain.spinner, numerals=numerals)))
    for mark in scene.marks:
        if mark.value is None:
            dot = '<circle class="hollow" r="16.5"/>'
        else:
            dot = '<circle class="disc" r="39"/>' + draw.text("on", 0, 0, 47, str(mark.value))
        parts.append(_at(mark.x, mark.y, dot, f' class="end" data-end="{mark.onto} {mark.place}"'))
    return parts


def _at(x: float, y: float, body: str, more: str = "") -> str:
    return f'<g{more} transform="translate({figure(x * CELL)} {figure(y * CELL)})">{body}</g>'


class Piece(NamedTuple):
    """A part of the count in one line: how it is drawn about its middle, and how wide it is."""

    drawn: str
    width: float


def sum_rows(scene: Scene, room: float) -> list[list[Piece]]:
    """The count as a sum and what it gives, cut into lines; nothing where nothing counts."""
    layout = scene.layout
    terms = figures.terms(layout)
    if not terms:
        return []
    plain = len(terms) > MOST_DISCS
    pieces: list[list[Piece]] = []  # that stay together
    for at, term in enumerate(terms):
        piece = _figure(str(term), "name text", 17) if plain else disc(str(term))
        pieces.append([piece] if at == 0 else [_figure("+", "plain soft", 16), piece])
    gain = figures.gain(layout.rules, layout.points)
    last = [_figure("\u2192", "plain soft", 16, 14), pill(gain) if layout.points else ring(gain)]
    pieces.append([_figure(f"= {sum(terms)}", "text", 17), *last] if len(terms) > 1 else last)
    rows: list[list[Piece]] = [[]]
    for together in pieces:
        if rows[-1] and sum(piece.width for piece in rows[-1] + together) > room:
            rows.append([])
        rows[-1] += together
    return rows


def drawn(row: list[Piece], x: float, y: float) -> str:
    """A line of pieces about a point."""
    at = x - sum(piece.width for piece in row) / 2
    parts = []
    for piece in row:
        parts.append(f'<g transform="translate({figure(at + piece.width / 2)} {figure(y)})">{piece.drawn}</g>')
        at += piece.width
    return "".join(parts)


def _figure(said: str, kind: str, size: float, gap: float = 8) -> Piece:
    return Piece(draw.text(kind, 0, 0, size, said), draw.width_of(said, size) + gap)


def disc(said: str) -> Piece:
    """A filled disc with a figure: it adds."""
    return Piece('<circle class="disc" r="13"/>' + draw.text("on", 0, 0, 15, said), 30)


def pill(said: str) -> Piece:
    """Points made."""
    width = 20 + 10 * len(said)
    return Piece(draw.rect("disc", -width / 2, -14, width, 28, 14) + draw.text("on", 0, 0, 16, said), width + 4)


def ring(said: str) -> Piece:
    """No points made."""
    return Piece('<circle class="hollow" r="13" style="stroke-width:2.4"/>' + draw.text("text", 0, 0, 16, said), 30)
