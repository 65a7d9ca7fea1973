"""Names that people give themselves: cleaned, so that none hides, breaks a line, turns text round or copies another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 24  # signs
MARKS = 2  # accents on one letter, at most
UNSEEN = "\u115f\u1160\u3164\uffa0\u2800"  # letters and a sign that show nothing


def clean(wish: str, otherwise: str = "") -> str:
    """A name as it will be shown; `otherwise` when nothing of it is left.

    >>> clean(" Mi\\u202ena\\n\\tKim ")
    'Mina Kim'
    """
    found: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(wish.split())):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        # C: controls, directions, joiners, private and unknown signs; Z but a blank: line ends and odd spaces
        odd = kind[0] == "C" or (kind[0] == "Z" and sign != " ") or sign in UNSEEN
        if odd or marks > MARKS or (marks and not found):
            continue
        found.append(sign)
    return " ".join("".join(found).split())[:LONGEST].strip() or otherwise


def apart(name: str, others: Iterable[str]) -> str:
    """The name with a number behind it when somebody at the table is called so already.

    There are six others at most: three who sit, and three who sit down with the next round.
    """
    taken = {unicodedata.normalize("NFKC", other).casefold() for other in others}
    tries = [name, *(f"{name[:LONGEST - 2]} {number}" for number in range(2, 9))]
    return next(said for said in tries if unicodedata.normalize("NFKC", said).casefold() not in taken)
