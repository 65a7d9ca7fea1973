"""The end of a round in words: who pays or gains what and why, line by line, with the rounding.

The figures are those of the kernel; what stands here only tells them. Tests hold every line against the totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fives import kernel
from fives.describe import figures
from fives.describe.matches import leads_next, tied
from fives.describe.people import Forms, People
from fives.rounds import Points, left_over, settlement, whole
from fives.tiles import TextError, Tile
from fives.words import Words, msg

TITLE_OUT = Forms(msg("Round {round}: you went out"), msg("Round {round}: {name} went out"))
TITLE_PLAIN = Forms(msg("You went out"), msg("{name} went out"))
TAKES = Forms(msg("You gain the pips of all opponents."), msg("{name} gains the pips of all opponents."),
              msg("{name} gain the pips of all opponents."))
FEWEST = Forms(msg("You have the fewest pips, {n}, and gain the pips of all opponents."),
               msg("{name} has the fewest pips, {n}, and gains the pips of all opponents."),
               msg("{name} have the fewest pips, {n}, and gain the pips of all opponents."))
FEWER_TILES = Forms(msg("Of those who tie at the fewest pips, {n}, you have the fewest tiles and gain the pips of "
                        "all opponents."),
                    msg("Of those who tie at the fewest pips, {n}, {name} has the fewest tiles and gains the pips "
                        "of all opponents."),
                    msg("Of those who tie at the fewest pips, {n}, {name} have the fewest tiles and gain the pips "
                        "of all opponents."))
GAINS = Forms(msg("You gain {points}."), msg("{name} gains {points}."), msg("{name} gain {points}."))


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: its tiles left, their pips, as a sum, what they round to ('' where a hand is not rounded by itself),
    what the seat pays ('' where it pays nothing to anybody), and all of it in a sentence."""

    seat: int
    tiles: tuple[Tile, ...]
    pips: int
    sum: str
    rounded: str
    points: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One team: its total before and after ('' where no totals are known), the change, and all of it in a sentence."""

    team: int
    before: str
    change: str
    after: str
    text: str


@dataclass(frozen=True, slots=True)
class Account:
    """A settlement: a title that says how the round ended, why it is paid so, a line for each seat, what is gained, a
    line for each team, that a tie is played off, who leads next."""

    title: str
    why: str
    lines: tuple[Line, ...]
    pool: str
    changes: tuple[Change, ...]
    tie: str
    leads: str

    def text(self, words: Words) -> str:
        """All of it but the title, sentence by sentence."""
        return words.text([self.why, *(line.text for line in self.lines), self.pool,
                           *(change.text for change in self.changes), self.tie, self.leads])


def settle_hands(words: Words, people: People, hands: Sequence[Sequence[Tile]], out: int | None) -> Account:
    """The settlement of some hands, without a match. Raises `TextError` when they are no end of a round of theirs."""
    if len(hands) != people.seats:
        raise TextError(f"hands: expected one for each of {people.seats} seats, got {len(hands)}")
    state = left_over(people.rules, hands, out)
    found = kernel.gainers(state)
    return account(words, people, hands, out, [team for team in range(people.teams) if found >> team & 1],
                   [whole(halves) for halves in settlement(state)])


def account(words: Words, people: People, hands: Sequence[Sequence[Tile]], out: int | None, gainers: Sequence[int],
            gained: Sequence[Points], totals: Sequence[Points] = (), round: int = 0,
            leader: int | None = None, playoff: bool = False) -> Account:
    """A settlement from its parts: hands by seat, who went out, teams that gain, raw points and totals by team.

    Where the match goes on, `leader` says who leads next, and `playoff` that a tie is being played off.
    """
    told = Account(
        title=_title(words, people, out, round),
        why=why(words, people, hands, out, gainers),
        lines=tuple(_line(words, people, seat, tuple(hand), out, gainers) for seat, hand in enumerate(hands)),
        pool=_pool(words, people, hands, gainers, gained),
        changes=tuple(_change(words, people, team, points, totals) for team, points in enumerate(gained)),
        tie="", leads="")
    return told if leader is None else going_on(told, words, people, totals, round, leader, playoff)


def going_on(told: Account, words: Words, people: People, totals: Sequence[Points], round: int, leader: int,
             playoff: bool) -> Account:
    """The settlement of this round with what comes of it, as `account` has it."""
    return replace(told, tie=tied(words, people, totals, playoff, True),
                   leads=leads_next(words, people, leader, round + 1))


def _title(words: Words, people: People, out: int | None, round: int) -> str:
    if out is None:
        return words.say("Round {round}: blocked", round=round) if round else words.say("Blocked")
    return people.says(words, out, TITLE_OUT if round else TITLE_PLAIN, round=round)


def pips_of(hand: Sequence[Tile]) -> int:
    """The pips of a hand."""
    return sum(tile.pips for tile in hand)


def why(words: Words, people: People, hands: Sequence[Sequence[Tile]], out: int | None, gainers: Sequence[int]) -> str:
    """Who gains for what reason, or that each seat pays its own."""
    rules = people.rules
    if rules.settle == "seat":
        if rules.nearest == 1:
            return words.say("Each seat loses its own pips.")
        return words.say("Each seat loses its own pips, rounded to the nearest multiple of {n}.", n=rules.nearest)
    if out is not None:
        return people.says(words, people.members(*gainers), TAKES)
    if rules.block == "nobody":
        return words.say("Nobody gains from a blocked round.")
    return _why_blocked(words, people, hands, gainers)


def _why_blocked(words: Words, people: People, hands: Sequence[Sequence[Tile]], gainers: Sequence[int]) -> str:
    """The fewest pips, or a tie and what comes of it; who gains is told by the kernel, here only why."""
    left = [0] * people.teams
    for seat, hand in enumerate(hands):
        left[people.team_of(seat)] += pips_of(hand)
    least = min(left)
    tied = [team for team in range(people.teams) if left[team] == least]
    if len(tied) == 1:
        return people.says(words, people.members(*tied), FEWEST, n=least)
    if len(gainers) == 1:
        return people.says(words, people.members(*gainers), FEWER_TILES, n=least)
    names = people.both(words, people.members(*(gainers or tied)))
    if gainers:
        return words.say("{name} tie at the fewest pips, {n}: each gains half of the pips of the third.", name=names,
                         n=least)
    if people.rules.block == "tiles":
        return words.say("{name} tie at the fewest pips, {n}, and none has the fewest tiles alone: nobody gains.",
                         name=names, n=least)
    return words.say("{name} tie at the fewest pips, {n}: nobody gains.", name=names, n=least)


def _line(words: Words, people: People, seat: int, hand: tuple[Tile, ...], out: int | None,
          gainers: Sequence[int]) -> Line:
    rules = people.rules
    left = pips_of(hand)
    own = kernel.rounded(left, rules.nearest)
    pays = rules.settle == "seat"
    alone = pays or (rules.settle == "each" and bool(gainers) and people.team_of(seat) not in gainers)
    sum_, name = figures.held(hand), people.name(words, seat)
    points = figures.gain(rules, -own) if pays else ""
    if seat == out:
        text = words.say("{name}: went out, pays nothing." if pays else "{name}: went out.", name=name)
        return Line(seat, hand, left, sum_, number_if(own, alone), points, text)
    if alone and own != left:
        sum_said = words.say("{sum}, rounded to {rounded}", sum=sum_, rounded=own)
    else:
        sum_said = sum_
    if pays:
        text = words.say("{name}: {sum}: {points}.", name=name, sum=sum_said, points=figures.points(words, rules, -own))
    else:
        text = words.say("{name}: {sum}.", name=name, sum=sum_said)
    return Line(seat, hand, left, sum_, number_if(own, alone), points, text)


def number_if(value: int, there: bool) -> str:
    """A figure, or nothing."""
    return str(value) if there else ""


def _pool(words: Words, people: People, hands: Sequence[Sequence[Tile]], gainers: Sequence[int],
          gained: Sequence[Points]) -> str:
    """What the gaining team takes, as one sum; empty where each seat pays its own or nobody gains."""
    rules = people.rules
    if not gainers:
        return ""
    held = [pips_of(hand) for seat, hand in enumerate(hands) if people.team_of(seat) not in gainers]
    payers = [kernel.rounded(left, rules.nearest) for left in held] if rules.settle == "each" else held
    total = sum(payers)
    rounded = kernel.rounded(total, rules.nearest) if rules.settle == "pool" else total
    said = figures.summed(payers)
    if rounded != total:
        said = words.say("{sum}, rounded to {rounded}", sum=said, rounded=rounded)
    points = figures.points(words, rules, gained[gainers[0]])
    if len(gainers) > 1:
        names = people.both(words, people.members(*gainers))
        gains = words.say("{name} gain {points} each.", name=names, points=points)
    else:
        gains = people.says(words, people.members(*gainers), GAINS, points=points)
    if payers != held:
        return words.text([words.say("The hands, each rounded: {sum}.", sum=said), gains])
    return words.text([words.say("The pips gained: {sum}.", sum=said), gains])


def _change(words: Words, people: People, team: int, points: Points, totals: Sequence[Points]) -> Change:
    rules = people.rules
    name, change = people.team(words, team), figures.gain(rules, points)
    if not totals:
        text = words.say("{name}: {change}.", name=name, change=change)
        return Change(team, "", change, "", text)
    before, after = figures.score(rules, totals[team] - points), figures.score(rules, totals[team])
    if not points:
        text = words.say("{name}: {total}, unchanged.", name=name, total=after)
    else:
        sign, amount = change[0], change[1:]
        text = words.say("{name}: {before} {sign} {amount} = {total}.", name=name, before=before, sign=sign,
                         amount=amount, total=after)
    return Change(team, before, change, after, text)
