"""A record's text taken apart into headers, rounds and proofs, each line with its place; limits on what comes from
outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from fives.tiles import TextError, shown

T = TypeVar("T")
# A match has no end by the rules, and what a table plays must be written and read: as many rounds as have a number.
MOST_ROUNDS = 99_999
MOST_CHARACTERS = 100_000_000  # a round that is told in full has less than a thousand
MOST_IN_LINE = 1_000  # of the readable part
MOST_LINES = 1_000  # in a round, and before the first: moves one by one, and hundreds of remarks
MOST_MOVES = 200  # in a round: more than 28 plays, the draws, and three passes after each play
# what no line can hold: controls but the tab, other line ends, halves of characters
_NEVER = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_HEADING = re.compile(r"round(?:[ \t]+(\S+))?", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,|]+|[,|]")


class Token(NamedTuple):
    """A word of a value, or a comma or a bar, and where it stands."""

    text: str
    line: int
    column: int


class Said(NamedTuple):
    """One line `key: value`, both without the spaces around them; columns of the key and of the value."""

    key: str
    value: str
    line: int
    key_column: int
    column: int

    @property
    def end(self) -> Token:
        """An empty word after the value, for what is missing there."""
        return Token("", self.line, self.column + len(self.value))

    def tokens(self) -> list[Token]:
        """The words of the value."""
        return [Token(found[0], self.line, self.column + found.start()) for found in _TOKEN.finditer(self.value)]


class Block(NamedTuple):
    """A round: the number of its heading if it has one, where it stands, and its lines."""

    number: Token | None
    line: int
    said: list[Said]


class Parts(NamedTuple):
    """A text taken apart: the headers, the rounds, the proofs as they are, and the number of the last line read."""

    headers: list[Said]
    rounds: list[Block]
    proofs: str
    last: int


def check_text(text: object) -> None:
    """Raises `TextError` for what is no text."""
    if not isinstance(text, str):
        raise TextError(f"expected a text, got {shown(text)}", 1, 1)


def parts(text: str) -> Parts:
    """Takes a record's text apart. A byte order mark and CRLF are taken for what they mean. Raises `TextError`."""
    check_text(text)
    if len(text) > MOST_CHARACTERS:
        raise TextError(f"expected at most {MOST_CHARACTERS} characters, got {len(text)}", 1, 1)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    wrong = _NEVER.search(text)
    if wrong:
        start = text.rfind("\n", 0, wrong.start()) + 1
        raise TextError(f"expected text, got the character U+{ord(wrong[0]):04X}", text.count("\n", 0, start) + 1,
                        wrong.start() - start + 1)
    found = Parts([], [], "", 1)
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        at += len(line) + 1
        if len(line) > MOST_IN_LINE:
            raise TextError(f"expected at most {MOST_IN_LINE} characters in a line, got {len(line)}", number,
                            MOST_IN_LINE + 1)
        bare = line.strip()
        if bare.lower() == "proofs":
            return found._replace(proofs=text[at:].removesuffix("\n"), last=number)
        if bare and not bare.startswith("#"):
            _take(found, number, line, bare)
            found = found._replace(last=number)
    return found


def _take(found: Parts, number: int, line: str, bare: str) -> None:
    """Takes one line to the headers or to the last round."""
    start = len(line) - len(line.lstrip()) + 1
    heading = _HEADING.fullmatch(bare)
    if heading:
        if len(found.rounds) == MOST_ROUNDS:
            raise TextError(f"expected at most {MOST_ROUNDS} rounds", number, start)
        token = Token(heading[1], number, start + heading.start(1)) if heading[1] else None
        found.rounds.append(Block(token, number, []))
        return
    key, colon, value = bare.partition(":")
    if not colon:
        raise TextError(f"expected key: value, or a heading (round 1, proofs), got {shown(bare)}", number, start)
    column = start + len(bare) - len(value.lstrip())
    lines = found.rounds[-1].said if found.rounds else found.headers
    if len(lines) == MOST_LINES:
        where = "in a round" if found.rounds else "before the first round"
        raise TextError(f"expected at most {MOST_LINES} lines {where}", number, start)
    lines.append(Said(key.strip(), value.strip(), number, start, column))


def split_by(tokens: list[Token], sign: str, end: Token) -> Iterator[tuple[list[Token], Token]]:
    """The words between the commas or bars, and the sign (or `end`) after each group."""
    group: list[Token] = []
    for token in (*tokens, end):
        if token.text == sign or token is end:
            yield group, token
            group = []
        else:
            group.append(token)


def located(token: Token | Said, reader: Callable[..., T], *args: Any) -> T:
    """What a reader makes of its arguments; its error gets the place of the text."""
    try:
        return reader(*args)
    except TextError as error:
        raise TextError(error.reason, token.line, token.column) from error
