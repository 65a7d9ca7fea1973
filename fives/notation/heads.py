"""The headers of a record, read."""

from __future__ import annotations

import re
from datetime import date, datetime

from fives.notation.figures import read_points
from fives.notation.lines import Parts, Said, located
from fives.rounds import Points
from fives.rules import Rules, parse_rules
from fives.tiles import TextError, shown

KEYS = ("rules", "seats", "names", "date", "place", "clock", "commitment", "remark", "from", "playoff")
_NAME = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,"\s][^,]*)?)\s*(,|$)')
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?Z?)?")


class Headers:
    """The headers as values; `line` is where the headers end, for what is missing. Raises `TextError`."""

    def __init__(self, found: Parts) -> None:
        self._said: dict[str, Said] = {}
        remarks = []
        for said in found.headers:
            key = once(said, KEYS, self._said)
            if key == "remark":
                remarks.append(text_of(said))
            else:
                self._said[key] = said
        self.remarks = tuple(remarks)
        self.rules = self._rules(found.rounds[0].line if found.rounds else found.last)
        self.names: tuple[str, ...] = ()
        self.seats = self._seats()
        self.date = self._date()
        self.place, self.clock, self.commitment = (
            text_of(self._said[key]) if key in self._said else "" for key in ("place", "clock", "commitment"))
        self.start: tuple[Points, ...] = ()
        if "from" in self._said:
            self.start = points_of(self._said["from"], self.rules, self.seats)
        self.playoff = self._playoff()

    def where(self) -> tuple[int, int]:
        """Where the totals that the record begins at are told."""
        said = self._said.get("playoff") or self._said.get("from") or self._said["rules"]
        return said.line, said.column

    def _rules(self, line: int) -> Rules:
        said = self._said.get("rules")
        if said is None:
            raise TextError("expected a header such as rules: five-up", line, 1)
        return located(said, parse_rules, said.value)

    def _seats(self) -> int:
        said = self._said.get("seats")
        names = self._said.get("names")
        if said is None and names is None:
            rules = self._said["rules"]
            raise TextError("expected a header seats: with 2, 3 or 4, or names:", rules.line, rules.key_column)
        if said is not None and said.value not in ("2", "3", "4"):
            raise TextError(f"expected 2, 3 or 4, got {shown(said.value)}", said.line, said.column)
        if names is not None:
            self.names = self._names(names)
            if len(self.names) not in ((int(said.value),) if said else (2, 3, 4)):
                due = said.value if said else "2 to 4"
                raise TextError(f"expected {due} names, got {len(self.names)}", names.line, names.column)
        return int(said.value) if said else len(self.names)

    def _names(self, said: Said) -> tuple[str, ...]:
        names = []
        at, more = 0, ","
        while more:
            found = _NAME.match(said.value, at)
            if not found:
                raise TextError("expected names with commas between them, quotes only around a whole name", said.line,
                                said.column + at)
            quoted, bare, more = found.groups()
            names.append(bare.strip() if bare else (quoted or "").replace('""', '"'))
            at = found.end()
        return tuple(names)

    def _date(self) -> str:
        said = self._said.get("date")
        if said is None:
            return ""
        try:
            if not _DATE.fullmatch(said.value):
                raise ValueError
            (datetime if len(said.value) > 10 else date).fromisoformat(said.value)
        except ValueError:
            raise TextError(f"expected a date such as 2024-05-17 or 2024-05-17 20:30, got {shown(said.value)}",
                            said.line, said.column) from None
        return said.value

    def _playoff(self) -> bool:
        said = self._said.get("playoff")
        if said is None:
            return False
        if said.value.lower() not in ("yes", "no"):
            raise TextError(f"expected yes or no, got {shown(said.value)}", said.line, said.column)
        if said.value.lower() == "yes" and self.rules.playoff and "from" not in self._said:
            raise TextError("expected the totals of the tie too (from: ...)", said.line, said.column)
        return said.value.lower() == "yes"


def once(said: Said, keys: tuple[str, ...], seen: dict[str, Said]) -> str:
    """The key of a line, one of some, that may come only once unless it is a remark."""
    key = said.key.lower()
    if key not in keys:
        raise TextError(f"expected one of {', '.join(keys)}, or a heading (round 1, proofs), got {shown(said.key)}",
                        said.line, said.key_column)
    if key in seen:
        raise TextError(f"expected {key}: once", said.line, said.key_column)
    return key


def text_of(said: Said) -> str:
    """The text of a line."""
    if not said.value:
        raise TextError("expected some text", said.line, said.column)
    return said.value


def points_of(said: Said, rules: Rules, seats: int) -> tuple[Points, ...]:
    """Points by team, as the rules show them."""
    tokens = said.tokens()
    if len(tokens) != rules.teams(seats):
        raise TextError(f"expected points for each of {rules.teams(seats)} teams, got {len(tokens)}", said.line,
                        said.column)
    return tuple(located(token, read_points, token.text, rules.unit) for token in tokens)
