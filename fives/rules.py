"""The rule sets, as rows of data. `docs/rules.md` gives the source of every value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fives.tiles import TextError, shown

FIRST_LEADERS = ("lot", "highest")
LATER_LEADERS = ("finisher", "highest")
SPINNERS = ("none", "first", "all")
SETTLES = ("seat", "pool", "each")
BLOCKS = ("nobody", "pips", "tiles")


class Rules(NamedTuple):
    """One rule set. Tuples of three are for 2, 3 and 4 seats; points are raw pips.

    A variation is a field: `FIVE_UP.vary(target=(100, 100, 100))`. The text form is the id and what differs:
    `five-up target=100,100,100`.
    """

    id: str
    name: str
    also: tuple[str, ...]
    deal: tuple[int, int, int]
    target: tuple[int, int, int]
    unit: int
    partners: bool
    first_leader: str
    later_leader: str
    spinners: str
    draws: bool
    multiple: int
    settle: str
    nearest: int
    block: str
    split: bool
    at_once: bool
    playoff: bool

    def teams(self, seats: int) -> int:
        """How many teams share out the seats: two at four seats with partners, else one a seat. Raises `TextError`."""
        check_seats(seats)
        return 2 if self.partners and seats == 4 else seats

    def team(self, seat: int, seats: int) -> int:
        """The team of a seat. Raises `TextError`."""
        teams = self.teams(seats)
        check_seat(seat, seats)
        return seat % teams

    def hand_size(self, seats: int) -> int:
        """Tiles dealt to each seat. Raises `TextError`."""
        check_seats(seats)
        return self.deal[seats - 2]

    def to(self, seats: int) -> int:
        """The target in raw points. Raises `TextError`."""
        check_seats(seats)
        return self.target[seats - 2]

    @property
    def can_tie(self) -> bool:
        """Whether a tie at the target can arise: where the target is looked at only after several teams have made
        points in play, or where two of three share a settlement, the one way in which it raises more than one total.
        Not where a hand is one tile: then whoever leads goes out. `docs/rules.md` section 4 and D4."""
        late = self.multiple > 0 and not self.at_once and max(self.deal) > 1
        return late or (self.settle != "seat" and self.block != "nobody" and self.split and self.deal[1] > 1)

    @property
    def can_end(self) -> bool:
        """Whether any total can rise to the target: not where plays make nothing, and each seat loses its own hand."""
        return self.multiple > 0 or self.settle != "seat"

    def vary(self, **fields: object) -> Rules:
        """This rule set with some fields changed; raises `TextError` for a value that makes no game, and for a field
        that its text does not tell: name and id say which rule set it is."""
        for name in fields:
            if name not in VARIABLE:
                raise TextError(f"expected a field of {', '.join(VARIABLE)}; got {shown(name)}")
        varied = self._replace(**fields)  # type: ignore[arg-type]
        check(varied)
        return varied

    def __str__(self) -> str:
        base = RULE_SETS.get(self.id)
        if base is None:
            return f"Rules{tuple(self)!r}"
        return " ".join([self.id, *(f"{name}={_said(getattr(self, name))}" for name in differ(base, self))])


_INTS = {"unit": (1, 10), "multiple": (0, 10), "nearest": (1, 10)}
_WORDS = {"first_leader": FIRST_LEADERS, "later_leader": LATER_LEADERS, "spinners": SPINNERS, "settle": SETTLES,
          "block": BLOCKS}
_FLAGS = ("partners", "draws", "split", "at_once", "playoff")
VARIABLE = ("deal", "target", *_INTS, *_WORDS, *_FLAGS)


def check_seats(seats: object) -> None:
    """Raises `TextError` for anything but 2, 3 or 4."""
    if type(seats) is not int or not 2 <= seats <= 4:
        raise TextError(f"seats: expected 2, 3 or 4, got {shown(seats)}")


def check_seat(seat: object, seats: int, name: str = "seat") -> None:
    """Raises `TextError` for anything but one of so many seats."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise TextError(f"{name}: expected a seat from 0 to {seats - 1}, got {shown(seat)}")


def check_rules(rules: object) -> None:
    """Raises `TextError` for anything but a rule set, such as the text of one, and for one that makes no game."""
    if not isinstance(rules, Rules):
        raise TextError(f"rules: expected a rule set such as FIVE_UP or parse_rules('five-up'), got {shown(rules)}")
    if not any(rules is known for known in RULE_SETS.values()):  # which are asked about most
        check(rules)


def check(rules: Rules) -> None:
    """Raises `TextError` unless every field holds a value of its kind and the deals leave no tile short."""
    if not all(isinstance(text, str) for text in (rules.id, rules.name)):
        raise TextError(f"id, name: expected texts, got {shown(rules.id)} and {shown(rules.name)}")
    if type(rules.also) is not tuple or not all(isinstance(text, str) for text in rules.also):
        raise TextError(f"also: expected a tuple of texts, got {shown(rules.also)}")
    for name, (least, most) in _INTS.items():
        value = getattr(rules, name)
        if type(value) is not int or not least <= value <= most:
            raise TextError(f"{name}: expected a whole number from {least} to {most}, got {shown(value)}")
    for name, words in _WORDS.items():
        if getattr(rules, name) not in words:
            raise TextError(f"{name}: expected one of {', '.join(words)}, got {shown(getattr(rules, name))}")
    for name in _FLAGS:
        if type(getattr(rules, name)) is not bool:
            raise TextError(f"{name}: expected yes or no, got {shown(getattr(rules, name))}")
    for name, most in (("deal", 28), ("target", 10_000)):
        value = getattr(rules, name)
        if type(value) is not tuple or len(value) != 3 or not all(type(n) is int and 0 < n <= most for n in value):
            raise TextError(f"{name}: expected three whole numbers from 1 to {most}, got {shown(value)}")
    for seats, size in enumerate(rules.deal, 2):
        if seats * size > 28:
            raise TextError(f"deal: {seats} seats of {size} tiles are more than 28")


def differ(a: Rules, b: Rules) -> tuple[str, ...]:
    """The names of the fields in which two rule sets differ, names and id apart."""
    return tuple(name for name in VARIABLE if getattr(a, name) != getattr(b, name))


def _said(value: object) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _read(name: str, text: str) -> object:
    if name in _FLAGS:
        if text not in ("yes", "no"):
            raise TextError(f"{name}: expected yes or no, got {shown(text)}")
        return text == "yes"
    if name in _WORDS:
        return text
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise TextError(f"{name}: expected whole numbers, got {shown(text)}")
    numbers = tuple(map(int, parts))
    if name in _INTS:
        if len(numbers) != 1:
            raise TextError(f"{name}: expected one whole number, got {shown(text)}")
        return numbers[0]
    return numbers * 3 if len(numbers) == 1 else numbers


def parse_rules(text: str) -> Rules:
    """The rule set of a text: an id, then `field=value` for what is varied. Raises `TextError`.

    >>> parse_rules("five-up target=100").target
    (100, 100, 100)
    """
    if not isinstance(text, str):
        raise TextError(f"expected the text of a rule set, got {shown(text)}")
    head, *rest = text.split() or [""]
    base = RULE_SETS.get(head)
    if base is None:
        raise TextError(f"expected a rule set ({', '.join(RULE_SETS)}), got {shown(head)}")
    fields: dict[str, object] = {}
    for part in rest:
        name, sign, value = part.partition("=")
        if not sign or name not in VARIABLE or name in fields:
            raise TextError(f"expected field=value with a field once, of {', '.join(VARIABLE)}; got {shown(part)}")
        fields[name] = _read(name, value)
    return base.vary(**fields) if fields else base


FIVE_UP = Rules(
    id="five-up", name="Five Up", also=("5-Up",), deal=(5, 5, 5), target=(305, 305, 305), unit=5, partners=True,
    first_leader="lot", later_leader="finisher", spinners="all", draws=True, multiple=5, settle="seat", nearest=5,
    block="nobody", split=False, at_once=False, playoff=True)
ALL_FIVES = Rules(
    id="all-fives", name="All Fives", also=("Muggins", "Fives"), deal=(9, 7, 5), target=(250, 200, 200), unit=1,
    partners=True, first_leader="lot", later_leader="finisher", spinners="first", draws=True, multiple=5, settle="pool",
    nearest=5, block="pips", split=True, at_once=True, playoff=False)
DOMINOS_CC_ALL_FIVES = Rules(
    id="dominos-cc-all-fives", name="Dominos.cc All Fives", also=("Muggins", "Five-Up", "Fives"), deal=(7, 6, 5),
    target=(150, 150, 150), unit=1, partners=False, first_leader="highest", later_leader="highest", spinners="first",
    draws=True, multiple=5, settle="each", nearest=5, block="tiles", split=False, at_once=True, playoff=False)
DOMINOS_CC_DRAW = DOMINOS_CC_ALL_FIVES._replace(
    id="dominos-cc-draw", name="Dominos.cc Draw", also=("Draw",), target=(100, 100, 100), spinners="none", multiple=0,
    settle="pool", nearest=1, at_once=False)
DOMINOS_CC_BLOCK = DOMINOS_CC_DRAW._replace(
    id="dominos-cc-block", name="Dominos.cc Block", also=("Block",), draws=False)

RULE_SETS: Mapping[str, Rules] = {rules.id: rules for rules in (
    FIVE_UP, ALL_FIVES, DOMINOS_CC_ALL_FIVES, DOMINOS_CC_DRAW, DOMINOS_CC_BLOCK)}
