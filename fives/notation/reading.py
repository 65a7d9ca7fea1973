"""Text as records. Every error names line and column and what was expected; `docs/notation.md` is the grammar."""

from __future__ import annotations

from fives.layout import Layout, parse_play
from fives.notation.figures import read_whole
from fives.notation.heads import Headers
from fives.notation.lines import MOST_ROUNDS, Parts, Said, check_text, located, parts
from fives.notation.record import Record
from fives.notation.sheets import SheetReader
from fives.refused import Refused
from fives.rules import Rules
from fives.tiles import TextError, shown

# where to point when a part of a round is not written: at what comes with it or after it
_INSTEAD = {"lead": "move", "end": "left", "left": "settled", "settled": "totals", "totals": "won", "won": "next",
            "drawn": "move", "count": "move", "points": "move", "move": "hand", "hand": "boneyard", "boneyard": "lot"}


def read(text: str) -> Record:
    """The record of a text, checked as far as it can be. Raises `TextError`."""
    found = parts(text)
    headers = Headers(found)
    first = _first(found, bool(headers.start))
    sheets = [SheetReader(headers, block) for block in found.rounds]
    record = Record(
        headers.rules, headers.seats, names=headers.names, date=headers.date, place=headers.place, clock=headers.clock,
        commitment=headers.commitment, remarks=headers.remarks, start=headers.start, playoff=headers.playoff,
        first=first, rounds=tuple(each.sheet for each in sheets), proofs=found.proofs)

    def where(number: int, part: str, index: int) -> tuple[int, int]:
        if number < 0:
            return headers.where()
        places = sheets[number].places
        while (part, index) not in places and (part, 0) not in places:
            if part == "next" and number + 1 < len(sheets):
                return found.rounds[number + 1].line, 1
            part = "won" if part == "next" and ("won", 0) in places else _INSTEAD.get(part, "round")
        return places.get((part, index)) or places[part, 0]

    record.course(where=where)
    return record


def _first(found: Parts, standing: bool) -> int:
    """The number of the first round; the numbers of the others must follow it."""
    first = 1
    for index, block in enumerate(found.rounds):
        if block.number is None:
            continue
        number = located(block.number, read_whole, block.number.text, MOST_ROUNDS, "the number of a round")
        if index == 0 and standing and number:
            first = number
        elif number != first + index:
            more = "" if standing or index else " (a record that begins later says from: and the totals)"
            raise TextError(f"expected round {first + index}{more}, got {shown(block.number.text)}", block.number.line,
                            block.number.column)
    if first + len(found.rounds) - 1 > MOST_ROUNDS:
        block = found.rounds[MOST_ROUNDS + 1 - first]
        raise TextError(f"expected no round after number {MOST_ROUNDS}", block.line, 1)
    return first


def read_layout(text: str, rules: Rules) -> Layout:
    """The layout of a text, its plays in order: `1-4 1-1@1-4`. Raises `TextError` with the column of a wrong play."""
    layout = Layout(rules)
    check_text(text)
    for token in Said("", text, 1, 1, 1).tokens():
        try:
            layout = layout.play(parse_play(token.text))
        except (TextError, Refused) as error:
            raise TextError(str(error), token.line, token.column) from error
    return layout
