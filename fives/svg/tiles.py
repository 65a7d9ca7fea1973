"""Pictures of tiles by themselves: one tile, face up or down, and a hand on its rack."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fives.describe import figures
from fives.svg import drawing as draw
from fives.svg.drawing import Picture
from fives.tiles import TextError, Tile, check_tile, expect, mask_of, through
from fives.tiles import shown as quoted
from fives.words import Words

MOST = 28  # tiles there are
RACK = 14  # tiles on one rack at most
LEAST_HALF, MOST_HALF = 1, 10_000  # px; coordinates are written to a hundredth
GAP, BASE = 12, 10  # px between two tiles; px that the rack is thick


def _check_half(half: object) -> None:
    """Raises `TextError` unless a half tile is large enough to be seen, and no larger than any wall."""
    if isinstance(half, bool) or not isinstance(half, int | float) or not LEAST_HALF <= half <= MOST_HALF:
        raise TextError(f"half: expected px from {LEAST_HALF} to {MOST_HALF}, got {quoted(half)}")


def tile(shown: Tile | None, words: Words, *, theme: str = "auto", numerals: bool = False, spinner: bool = False,
         upright: bool = True, half: int = 40, title: str = "") -> Picture:
    """The picture of one tile, its low half above or on the left; None is a tile face down. `half` is in px.

    Raises `TextError` for an unknown theme, for what is none of the 28, and for a size that cannot be drawn.
    """
    expect(Words, words)
    _check_half(half)
    if shown is not None:
        check_tile(shown)
    turn, wide, high = (0, half, 2 * half) if upright else (3, 2 * half, half)
    scale = half / draw.HALF
    body = draw.group(wide / 2 + 2, high / 2 + 2, scale, draw.tile(shown, turn, spinner=spinner, numerals=numerals))
    name = figures.tiles(words, 1) if shown is None else str(shown)
    return draw.picture(wide + 4, high + 4 + draw.THICK * scale, body, theme=theme, lang=words.lang,
                        title=title or name, text=name)


def hand(tiles: Sequence[Tile] | int, words: Words, *, theme: str = "auto", numerals: bool = False, half: int = 40,
         dim: Collection[Tile] = (), chosen: Tile | None = None, title: str = "") -> Picture:
    """The picture of a hand on its rack, in the order given; a number is so many tiles face down.

    `dim` are tiles without a place, `chosen` is raised. Raises `TextError` as `tile` does, and for no hand of the 28.
    """
    expect(Words, words)
    _check_half(half)
    faint = tuple(through("dim", dim))
    for pale in faint:
        check_tile(pale)
    faces_up = () if isinstance(tiles, int) else tuple(through("tiles", tiles))
    number = tiles if isinstance(tiles, int) else len(faces_up)
    if not 0 <= number <= MOST:
        raise TextError(f"expected at most {MOST} tiles, got {quoted(number)}")
    held: list[Tile | None] = [None] * number if isinstance(tiles, int) else [*faces_up]
    mask_of(each for each in held if each is not None)
    racks = [held[at:at + RACK] for at in range(0, len(held), RACK)] or [[]]
    scale, high = half / draw.HALF, 2 * half + 20 + BASE  # room above for a tile that is raised
    width = max(120, max(map(len, racks)) * (half + GAP) + 2 * GAP)
    parts = []
    for at, row in enumerate(racks):
        floor = (at + 1) * high + at * GAP - BASE
        left = (width - len(row) * (half + GAP) + GAP + half) / 2
        for number, each in enumerate(row):
            up = each is not None and each == chosen
            state = "chosen" if up else "dim" if each in faint else ""
            parts.append(draw.group(left + number * (half + GAP), floor - half - draw.THICK * scale - 10 * up, scale,
                                    draw.tile(each, numerals=numerals, state=state)))
        parts.append(draw.rect("rack", 2, floor, width - 4, BASE, 2))
    faces = [each for each in held if each is not None]
    said = [figures.tiles(words, len(held))]
    if faces:
        pips = sum(each.pips for each in faces)
        said += [words.listed(faces), figures.pips(words, pips)]
    text = words.text(words.say("{sentence}.", sentence=sentence) for sentence in said)
    return draw.picture(width, len(racks) * (high + GAP) - GAP + 2, draw.stacked(parts), theme=theme, lang=words.lang,
                        title=title or (words.listed(faces) or said[0]), text=text)
