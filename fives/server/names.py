"""Names that people give themselves: cleaned, so that none hides, breaks a line, turns text round or copies another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 24  # signs
MARKS = 2  # accents on one letter, at most
# Default_Ignorable_Code_Point, by DerivedCoreProperties.txt of Unicode 14.0: the first and the last of each range
IGNORED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)
# what shows nothing beside: joiners of Tifinagh and Brahmi, an empty Braille cell, hieroglyph and note, a filler, a gap
BLANKS = "\u2800\u2d7f\ufffc\U0001107f\U00013441\U00013442\U00016fe4\U0001d159"
APART, JOINED, COLOURED = "\u200c", "\u200d", "\ufe0f"  # are kept where writing needs them, and never compared


def clean(wish: str, otherwise: str = "") -> str:
    """A name as it will be shown; `otherwise` when nothing of it is left.

    >>> clean(" Mi\\u202ena\\n\\tKim ")
    'Mina Kim'
    """
    seen = "".join(sign for sign in " ".join(wish.split()) if not _hides(sign) or sign in APART + JOINED + COLOURED)
    signs = unicodedata.normalize("NFC", seen)
    found: list[str] = []
    marks = 0
    for sign, after in zip(signs, f"{signs[1:]} ", strict=True) if signs else ():
        if _hides(sign):
            if found and _needed(found[-1], sign, after):
                found.append(sign)
            continue
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MARKS and (not marks or (found and found[-1] != " ")):
            found.append(sign)
    shown = " ".join(unicodedata.normalize("NFC", "".join(found)).split())
    return shown[:LONGEST].rstrip(" " + APART + JOINED) or otherwise


def alike(name: str) -> str:
    """A name as it is compared: the same for all that look the same but for capitals and the width of letters."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", "".join(sign for sign in folded if not _hides(sign)))


def apart(name: str, others: Iterable[str]) -> str:
    """The name with a number behind it when somebody at the table is called so already.

    There are six others at most: three who sit, and three who sit down with the next round.
    """
    taken = {alike(other) for other in others}
    tries = [name, *(f"{name[:LONGEST - 2].rstrip(' ' + APART + JOINED)} {number}" for number in range(2, 9))]
    return next(said for said in tries if alike(said) not in taken)


def _hides(sign: str) -> bool:
    """Whether a sign shows nothing, or changes what others show: controls, directions, line ends, odd spaces."""
    kind, code = unicodedata.category(sign), ord(sign)
    return kind[0] == "C" or (kind[0] == "Z" and sign != " ") or sign in BLANKS or any(
        first <= code <= last for first, last in IGNORED)


def _needed(before: str, sign: str, after: str) -> bool:
    """Whether a sign that shows nothing is part of how these are written: pictures, Indic and Arabic letters."""
    kinds = unicodedata.category(before), unicodedata.category(after)
    if sign == COLOURED:
        return kinds[0] == "So"
    if unicodedata.combining(before) == 9:  # a virama
        return kinds[1][0] == "L"
    if sign == APART:
        return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return (kinds[0] in ("So", "Sk") or before == COLOURED) and kinds[1] == "So"
