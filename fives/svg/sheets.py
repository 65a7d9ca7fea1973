"""The score sheet as it is kept on paper, and the settlement of a round.

A stroke is five raw points, in Five Up one point as it is shown. Ten strokes make a figure: `/` and `\\\\` are a big X,
then two each are a small x in its gap above, on the right, below and on the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import NamedTuple

from fives.describe import figures, matches
from fives.describe.people import People
from fives.describe.settle import Account, Change, Line
from fives.rounds import Points
from fives.rules import Rules, check_rules
from fives.svg import drawing as draw
from fives.svg.drawing import Picture, figure
from fives.svg.themes import TEAMS
from fives.tiles import TextError, expect, shown, through
from fives.words import Words

FIGURE = 10  # strokes of a whole figure
MOST = 100_000  # raw points; no match comes near
SIDE = 32  # px of a figure
MARGIN = 16  # px
WIDTH, WIDE = 400, 480  # px of a score sheet, of a settlement
ROW = 19  # px that a small tile takes
GAPS = ((10, 3.4), (16.6, 10), (10, 16.6), (3.4, 10))
BIG = ("M3.5 16.5L16.5 3.5", "M3.5 3.5L16.5 16.5")


class Strokes(NamedTuple):
    """A total on paper: whole figures, the strokes of the one begun, what is written beside it, the sign."""

    figures: int
    rest: int
    extra: str
    negative: bool


def strokes(rules: Rules, raw: Points) -> Strokes | None:
    """The strokes of a total of raw points; None where nothing counts. Raises `TextError` for what is no total.

    >>> from fives.rules import FIVE_UP
    >>> strokes(FIVE_UP, 115)
    Strokes(figures=2, rest=3, extra='', negative=False)
    """
    check_rules(rules)
    _check_points(raw)
    number, extra = figures.strokes(rules, -raw if raw < 0 else raw)
    return None if number is None else Strokes(*divmod(number, FIGURE), extra, raw < 0)


def _check_points(raw: Points) -> None:
    """Raises `TextError` for what is no total: NaN, a third of a point, more than any match comes to."""
    if isinstance(raw, bool) or not isinstance(raw, Real) or not -MOST <= raw <= MOST or raw * 2 % 1:
        raise TextError(f"expected a total of at most {MOST} points, whole or half, got {shown(raw)}")


def _check_totals(people: People, totals: Sequence[Points]) -> None:
    """Raises `TextError` unless there is a total for each team."""
    expect(People, people)
    totals = tuple(through("totals", totals))
    if len(totals) != people.teams:
        raise TextError(f"totals: expected {people.teams} numbers, got {len(totals)}")
    for raw in totals:
        _check_points(raw)


def score_sheet(people: People, totals: Sequence[Points], words: Words, *, theme: str = "auto",
                title: str = "", playoff: bool = False, counted_up: bool = False) -> Picture:
    """The picture of the score sheet: the total of each team in raw points, as figures and as strokes.

    Its text tells a tie that is played off, and of totals at the end of a round (`counted_up`) one at the target.
    Raises `TextError` for an unknown theme, unless there is a total for each team, and for a play-off where the rules
    have none.
    """
    expect(Words, words)
    _check_totals(people, totals)
    parts, y = [], 0.0
    for team, raw in enumerate(totals):
        if y:
            parts.append(f'<path class="rule" d="M1 {figure(y)}H{WIDTH - 1}"/>')
        parts.append(_total(people, team, raw, words, y + 34))
        rows = _strokes(people.rules, team, raw, MARGIN, y + 60, WIDTH - 2 * MARGIN)
        parts += rows
        y += 68 + (SIDE + 6) * len(rows)
    body = [draw.rect("paper", .75, .75, WIDTH - 1.5, y - 1.5, 8), *parts]
    return draw.picture(WIDTH, y, draw.stacked(body), theme=theme, lang=words.lang, title=title or words.say("Score"),
                        text=matches.standing(words, people, totals, playoff, counted_up))


def token_of(people: People, words: Words, seat: int) -> str:
    """The token of a seat: the shape of its team, with its first letter, or its number where two seats begin alike."""
    first = [people.name(words, each)[:1].upper() for each in range(people.seats)]
    letter = first[seat] if len(set(first)) == people.seats else str(seat)
    return draw.token(people.team_of(seat), letter)


def _total(people: People, team: int, raw: Points, words: Words, y: float) -> str:
    """The line of a team: its token, its names, its total and the target."""
    names = people.listed(words, team)
    token = token_of(people, words, people.members(team)[0])
    target = matches.of(words, people)
    score = figures.score(people.rules, raw)
    score_x = WIDTH - MARGIN - draw.width_of(target, 14) - 6
    room = score_x - draw.width_of(score, 30) - 68
    return (draw.group(MARGIN + 14, y, .9, token)
            + draw.text("name left text", 54, y, 15, draw.cut(names, 15, room))
            + draw.text("right text", score_x, y - 1, 30, score)
            + draw.text("plain right soft", WIDTH - MARGIN, y + 6, 14, target))


def _strokes(rules: Rules, team: int, raw: Points, left: float, top: float, room: float) -> list[str]:
    """The strokes of a total in rows of figures, the sign before them and the rest of a stroke after them."""
    found = strokes(rules, raw)
    if found is None or not (found.figures or found.rest or found.extra):
        return []
    each = [FIGURE] * found.figures + ([found.rest] if found.rest else [])
    kind = f"stroke ink-{TEAMS[team % len(TEAMS)]}"
    sign = 20 if found.negative else 0
    in_row = max(1, int((room - sign - draw.width_of(found.extra, 20)) // (SIDE + 4)))
    rows = [each[at:at + in_row] for at in range(0, len(each), in_row)] or [[]]
    drawn = []
    for number, row in enumerate(rows):
        y, x = top + number * (SIDE + 6), left + sign
        parts = [f'<path class="{kind}" stroke-width="3.4" d="M{figure(left + 2)} {figure(y + SIDE / 2)}h12"/>'] \
            if sign and not number else []
        for count in row:
            parts.append(draw.group(x, y, SIDE / 20, cross(count, kind)))
            x += SIDE + 4
        if found.extra and number == len(rows) - 1:
            parts.append(draw.text("left text", x + 2, y + SIDE / 2, 20, found.extra))
        drawn.append("".join(parts))
    return drawn


def cross(count: int, kind: str = "stroke") -> str:
    """A figure of so many strokes, 1 to 10, in a square of 20."""
    small = []
    for x, y in GAPS:
        small += [f"M{figure(x - 2)} {figure(y + 2)}l4-4", f"M{figure(x - 2)} {figure(y - 2)}l4 4"]
    drawn = f'<path class="{kind}" stroke-width="2.1" d="{"".join(BIG[:count])}"/>'
    if count > len(BIG):
        drawn += f'<path class="{kind}" stroke-width="1.7" d="{"".join(small[:count - len(BIG)])}"/>'
    return drawn


def settlement(account: Account, people: People, words: Words, *, totals: Sequence[Points] = (),
               theme: str = "auto", numerals: bool = False, title: str = "") -> Picture:
    """The picture of a settlement: what each seat has left, what it comes to, what each team gains or loses.

    With the raw `totals` after it, each team has its strokes too. Raises `TextError` for an unknown theme, for an
    account of more or fewer people, and unless there is a total for each team, or none at all.
    """
    expect(Account, account)
    expect(People, people)
    expect(Words, words)
    if len(account.lines) != people.seats:
        raise TextError(f"account: expected a line for each of {people.seats} seats, got {len(account.lines)}")
    if totals:
        _check_totals(people, totals)
    parts, y = [], 14.0
    for kind, size, said in (("left text", 20, account.title), ("plain left soft", 14, account.why)):
        for text in draw.wrapped(said, size, WIDE - 2 * MARGIN):
            y += size * 1.4
            parts.append(draw.text(kind, MARGIN, y - size * .5, size, text))
    y += 10
    for line in account.lines:
        parts.append(f'<path class="rule" d="M1 {figure(y)}H{WIDE - 1}"/>')
        drawn, high = _seat(people, line, words, y, numerals)
        parts.append(drawn)
        y += high
    parts.append(f'<path class="rule" stroke-width="2" d="M1 {figure(y)}H{WIDE - 1}"/>')
    for said in draw.wrapped(account.pool, 14, WIDE - 2 * MARGIN) if account.pool else ():
        y += 20
        parts.append(draw.text("plain left soft", MARGIN, y, 14, said))
    y += 4 if not account.pool else 10
    for change in account.changes:
        parts.append(_change(people, change, words, y + 22))
        y += 42
        if totals:
            rows = _strokes(people.rules, change.team, totals[change.team], 54, y - 2, WIDE - 54 - MARGIN)
            parts += rows
            y += (SIDE + 6) * len(rows)
    if account.leads:
        y += 16
        parts.append(draw.text("plain left soft", MARGIN, y, 14, draw.cut(account.leads, 14, WIDE - 2 * MARGIN)))
        y += 8
    y += 14
    body = [draw.rect("paper", .75, .75, WIDE - 1.5, y - 1.5, 8), *parts]
    return draw.picture(WIDE, y, draw.stacked(body), theme=theme, lang=words.lang, title=title or account.title,
                        text=account.text(words))


def _seat(people: People, line: Line, words: Words, y: float, numerals: bool) -> tuple[str, float]:
    """A seat: its name and what it pays, then its tiles and their pips; and how high that is."""
    name = people.name(words, line.seat)
    parts = [draw.group(MARGIN + 14, y + 24, .9, token_of(people, words, line.seat)),
             draw.text("name left text", 54, y + 24, 15, draw.cut(name, 15, 250))]
    if line.points:
        kind = "right loss" if line.points[0] not in "+0" else "right text"
        parts.append(draw.text(kind, WIDE - MARGIN, y + 24, 18, line.points))
    if not line.tiles:
        parts.append(draw.text("plain left soft", 54 + draw.width_of(draw.cut(name, 15, 250), 15) + 10, y + 24, 14,
                               words.say("went out")))
        return "".join(parts), 46
    in_row = int((WIDE - 54 - MARGIN) // ROW)
    for at, tile in enumerate(line.tiles):
        parts.append(draw.group(54 + 7.5 + at % in_row * ROW, y + 58 + at // in_row * 36, .15,
                                draw.tile(tile, numerals=numerals)))
    high = 80 + (len(line.tiles) - 1) // in_row * 36
    said = line.sum
    if line.rounded and line.rounded != str(line.pips):
        said = words.say("{sum}, rounded to {rounded}", sum=said, rounded=line.rounded)
    for text in draw.wrapped(said, 14, WIDE - 54 - MARGIN):
        parts.append(draw.text("plain left text", 54, y + high + 4, 14, text))
        high += 20
    return "".join(parts), high + 4


def _change(people: People, change: Change, words: Words, y: float) -> str:
    """A team: what it had, what it gains or loses, what it has."""
    names = people.listed(words, change.team)
    token = token_of(people, words, people.members(change.team)[0])
    loss = "loss" if change.change[0] not in "+0" else ""
    parts = [(loss, change.change)]
    if change.before:
        sign, amount = change.change[0], change.change[1:]
        parts = [("", f"{change.before} "), (loss, f"{sign} {amount}"), ("", f" = {change.after}")] if amount \
            else [("", change.after)]
    room = WIDE - MARGIN - 54 - draw.width_of("".join(said for _, said in parts), 18) - 12
    return (draw.group(MARGIN + 14, y, .9, token)
            + draw.text("name left text", 54, y, 15, draw.cut(names, 15, room))
            + draw.text("right text", WIDE - MARGIN, y, 18, "", *parts))
