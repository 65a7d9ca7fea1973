"""A solved ending in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from fives import describe
from fives import events as e
from fives.analysis.positions import position_text
from fives.analysis.solve import Solution
from fives.analysis.solver import Worth
from fives.cli.saying import people_of
from fives.describe import People
from fives.describe.moves import shown
from fives.describe.settle import account
from fives.layout import Play
from fives.rounds import Points, Round, whole
from fives.words import Words


class Problem(NamedTuple):
    """What is to be solved: a round, raw totals when the match counts, names by seat where they are known."""

    round: Round
    totals: tuple[Points, ...] | None
    playoff: bool = False
    names: tuple[str, ...] = ()

    def people(self, words: Words) -> People:
        """Who sits where."""
        return people_of(words, self.round.rules, self.round.seats, self.names)


def in_words(words: Words, problem: Problem, found: Solution) -> Iterator[str]:
    """All of it, line by line."""
    people, now = problem.people(words), problem.round
    yield words.within("game", now.rules.name)
    if problem.totals is not None:
        yield describe.standing(words, people, problem.totals, problem.playoff)
    yield describe.turn(words, people, now.turn, now.may, not now.layout.plays)
    team = now.rules.team(found.seat, now.seats)
    if not found.exact:
        yield words.say("This is not exact, but the best that was found in the time.")
    hangs = found.drawn and not (found.exact and (found.won or found.end.over))  # a line to the end draws nothing
    yield from worth_in_words(words, people, team, found.worth, hangs)
    if now.boneyard and now.rules.draws and found.exact and not (hangs or decided(found.worth)):
        yield words.say("That is the mean of all orders of the boneyard.")
    if not found.exact:
        yield from bounds_in_words(words, people, found)
    yield from choices_in_words(words, people, found)
    yield ""
    yield from line_in_words(words, people, now, found)
    yield ""
    yield words.many("{n} position looked at.", "{n} positions looked at.", found.nodes)


def decided(worth: Worth) -> bool:
    """Whether the match is won or lost, in every order of the boneyard."""
    return worth.match in (1, -1)


def worth_in_words(words: Words, people: People, team: int, worth: Worth, hangs: bool) -> Iterator[str]:
    """What a position is worth to a team. hangs: who wins the match may hang on the order of the boneyard."""
    if worth.match is not None:
        yield match_in_words(words, people, team, worth.match, hangs)
    if decided(worth):
        return
    ahead = team if worth.points >= 0 else 1 - team
    name, other, seats = two_teams(words, people, ahead)
    points = describe.points(words, people.rules, max(worth.points, -worth.points))
    if hangs and worth.points == 0:
        yield words.many("Where the match goes on, {name} and {other} make the same in the mean.",
                         "Where the match goes on, {name} make as much as {other} in the mean.",
                         seats, name=name, other=other)
    elif hangs:
        yield words.many("Where the match goes on, {name} makes {points} more than {other}: in the mean of all orders "
                         "of the boneyard, those in which it is won or lost counted as 0.",
                         "Where the match goes on, {name} make {points} more than {other}: in the mean of all orders "
                         "of the boneyard, those in which it is won or lost counted as 0.",
                         seats, name=name, other=other, points=points)
    elif worth.points == 0:
        yield words.many("With the best play of both, {name} and {other} make the same until the round ends.",
                         "With the best play of both teams, {name} make as much as {other} until the round ends.",
                         seats, name=name, other=other)
    else:
        yield words.many("With the best play of both, {name} makes {points} more than {other} until the round ends.",
                         "With the best play of both teams, {name} make {points} more than {other} until the round "
                         "ends.", seats, name=name, other=other, points=points)


def two_teams(words: Words, people: People, team: int) -> tuple[str, str, int]:
    """The names of a team and of the other one, for a sentence, and how many seats are in each."""
    return people.team(words, team), people.team(words, 1 - team), len(people.members(team))


def match_in_words(words: Words, people: People, team: int, match: Points, hangs: bool) -> str:
    """Whether the match is won in this round."""
    if match in (1, -1):
        name, other, seats = two_teams(words, people, team if match > 0 else 1 - team)
        return words.many("{name} wins the match in this round, whatever {other} plays.",
                          "{name} win the match in this round, whatever {other} play.", seats, name=name, other=other)
    name, other, seats = two_teams(words, people, team)
    if match == 0 and hangs:
        return words.many("With the best play of both, {name} and {other} win the match in this round in equally many "
                          "orders of the boneyard, if in any.",
                          "With the best play of both teams, {name} win the match in this round in as many orders of "
                          "the boneyard as {other}, if in any.", seats, name=name, other=other)
    if match == 0:
        return words.many("With the best play of both, nobody wins the match in this round.",
                          "With the best play of both teams, nobody wins the match in this round.", seats)
    return words.many("Of all orders of the boneyard, the part in which {name} wins the match, less that in which "
                      "{other} does: {part}.",
                      "Of all orders of the boneyard, the part in which {name} win the match, less that in which "
                      "{other} do: {part}.", seats, name=name, other=other, part=match)


def bounds_in_words(words: Words, people: People, found: Solution) -> Iterator[str]:
    """What is proven all the same."""
    team = people.team_of(found.seat)
    for worth, least in ((found.at_least, True), (found.at_most, False)):
        if worth is not None and worth.match is None:
            points = describe.gain(people.rules, worth.points)
            name, other, _ = two_teams(words, people, team)
            yield (words.say("Proven: {name} less {other}, at least {points}.", name=name, other=other, points=points)
                   if least else
                   words.say("Proven: {name} less {other}, at most {points}.", name=name, other=other, points=points))


def choices_in_words(words: Words, people: People, found: Solution) -> Iterator[str]:
    """The best plays in a row, or every play with what it is worth."""
    choices = found.choices
    if len({choice.worth for choice in choices}) > 1:
        for choice in choices:
            yield words.say("{play}: {worth}", play=str(choice.play),
                            worth=short(words, people, choice.worth, found.drawn))
    elif len(choices) > 1 and found.exact:
        yield words.say("The best plays, all equally good: {plays}.",
                        plays=words.listed(str(choice.play) for choice in choices))
    elif choices:
        yield words.say("The best play: {play}.", play=str(choices[0].play))


def short(words: Words, people: People, worth: Worth, drawn: bool) -> str:
    """What something is worth, in figures. drawn: the order of the boneyard may decide who wins the match."""
    gain = describe.gain(people.rules, worth.points)
    if worth.match is None or (worth.match == 0 and not drawn):
        return gain
    if decided(worth):
        return words.say("wins the match") if worth.match > 0 else words.say("loses the match")
    return words.say("wins less losses of the match {part}, points {gain}", part=worth.match, gain=gain)


def line_in_words(words: Words, people: People, now: Round, found: Solution) -> Iterator[str]:
    """Every move of the line, and how the round ends."""
    layout = now.layout
    for made in found.line:
        if isinstance(made.move, Play):
            layout = layout.play(made.move)
            event = e.Played(0, made.seat, *made.move, made.count, made.points)
            yield describe.played(words, people, event, describe.terms(layout))
        else:
            yield describe.passed(words, people, e.Passed(0, made.seat))
    end = found.end
    if found.won:
        yield words.say("The match is decided.")
    elif end.over:
        yield shown(words, people, e.Shown(0, end.end, end.out, end.hands))
        settled = account(words, people, end.hands, end.out, end.gainers, [whole(halves) for halves in end.settled])
        yield from filter(None, [settled.why, *(line.text for line in settled.lines), settled.pool,
                                 *(change.text for change in settled.changes)])
    elif found.exact and end.may == "draw":
        yield describe.turn(words, people, end.turn, "draw")
        yield words.say("What follows depends on the tile.")


def as_json(problem: Problem, found: Solution) -> dict[str, object]:
    """The solution for programs, points raw; a mean that is neither whole nor half is a text such as "-35/3"."""
    end, now = found.end, problem.round
    finish = "target" if found.won else end.end if end.over else end.may if end.may == "draw" else None
    return {
        "rules": str(now.rules), "position": position_text(now),
        "totals": None if problem.totals is None else [number(total) for total in problem.totals],
        "seat": found.seat, "exact": found.exact, **worth_json(found.worth),
        "at_least": None if found.at_least is None else worth_json(found.at_least),
        "at_most": None if found.at_most is None else worth_json(found.at_most),
        "plays": [{"play": str(choice.play), **worth_json(choice.worth)} for choice in found.choices],
        "line": [{"seat": made.seat, "move": str(made.move), "count": made.count, "points": made.points}
                 for made in found.line],
        "end": finish, "hands": [[str(tile) for tile in hand] for hand in end.hands],
        "settled": [number(whole(halves)) for halves in end.settled] if finish in ("out", "blocked") else None,
        "nodes": found.nodes}


def worth_json(worth: Worth) -> dict[str, object]:
    """Points and, where it counts, the match."""
    return {"points": number(worth.points), "match": None if worth.match is None else number(worth.match)}


def number(value: Points) -> object:
    """A number as JSON has it where that is exact."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact) if exact.denominator == 2 else str(exact)
