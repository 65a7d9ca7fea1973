"""Records as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from fives.event_json import rules_text
from fives.notation.figures import points_text, took_text
from fives.notation.reading import read
from fives.notation.record import Record
from fives.notation.sheet import Left, Moved, Sheet
from fives.notation.sums import end_text
from fives.rounds import Points
from fives.tiles import TextError, Tile, expect


def write(record: Record) -> str:
    """The text of a record; `read` makes the same record of it. Raises `TextError` when there is no such text."""
    expect(Record, record)
    lines = [*_headers(record)]
    for number, sheet in enumerate(record.rounds, record.first):
        lines += ["", f"round {number}", *_sheet(sheet, record.rules.unit)]
    text = "\n".join([*lines, ""])
    if record.proofs:
        text += f"\nproofs\n{record.proofs}\n"
    if read(text) != record:
        raise TextError("the record holds a text that a line cannot hold as it is")
    return text


def _headers(record: Record) -> Iterator[str]:
    yield f"rules: {rules_text(record.rules)}"
    yield f"seats: {record.seats}"
    if record.names:
        yield "names: " + ", ".join(map(_name, record.names)).rstrip(" ")
    for key in ("date", "place", "clock", "commitment"):
        if getattr(record, key):
            yield f"{key}: {getattr(record, key)}"
    for remark in record.remarks:
        yield f"remark: {remark}"
    if record.start:
        yield f"from: {_points(record.start, record.rules.unit)}"
    if record.playoff:
        yield "playoff: yes"


def _name(name: str) -> str:
    """A name as it stands among others: in quotes when it holds a comma or a quote."""
    return f'''"{name.replace('"', '""')}"''' if "," in name or '"' in name or name != name.strip() else name


def _sheet(sheet: Sheet, unit: int) -> Iterator[str]:
    for remark in sheet.remarks:
        yield f"remark: {remark}"
    if sheet.commitment:
        yield f"commitment: {sheet.commitment}"
    if sheet.lot:
        yield "lot: " + ", ".join(_tiles([tile for _, tile in go]) for go in sheet.lot)
    if sheet.leader is not None:
        yield f"lead: {sheet.leader}"
    for seat, hand in enumerate(sheet.hands):
        if hand:
            yield f"hand {seat}: {_tiles(hand)}"
    if sheet.boneyard:
        yield f"boneyard: {_tiles(sheet.boneyard)}"
    for seat, turn in groupby(sheet.moves, lambda moved: moved.seat):
        yield f"{seat}: " + ", ".join(_moved(moved, unit) for moved in turn)
    if sheet.end:
        yield f"end: {end_text(sheet.end, sheet.out)}"
    if sheet.left:
        yield "left: " + " | ".join(map(_left, sheet.left))
    for key, points in (("made", sheet.made), ("settled", sheet.settled), ("totals", sheet.totals)):
        if points:
            yield f"{key}: {_points(points, unit)}"
    if sheet.won is not None:
        yield f"won: {sheet.won}"


def _tiles(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _points(points: Sequence[Points], unit: int) -> str:
    return " ".join(points_text(each, unit) for each in points)


def _moved(moved: Moved, unit: int) -> str:
    parts = [str(moved.move)]
    if moved.drawn is not None:
        parts.append(str(moved.drawn))
    if moved.count is not None:
        parts.append(f"={moved.count}")
    if moved.points is not None:
        parts.append(f"+{points_text(moved.points, unit)}")
    if moved.took is not None:
        parts.append(took_text(moved.took))
    return " ".join(parts)


def _left(left: Left) -> str:
    """What is left of a hand: its tiles and their pips, `-` for no tiles, `?` where nothing is known."""
    if left.tiles is None:
        return "?" if left.pips is None else str(left.pips)
    if not left.tiles:
        return "-"
    return _tiles(left.tiles) + ("" if left.pips is None else f" ={left.pips}")
