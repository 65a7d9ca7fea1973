"""The state of a match in words: totals and target, whose turn it is, who leads next, a tie, the winner."""

from __future__ import annotations

from collections.abc import Sequence

from fives import tally
from fives.describe import figures
from fives.describe.people import Forms, People
from fives.events import Won
from fives.match import Match
from fives.rounds import Points
from fives.tiles import Tile
from fives.words import Words, msg

TURN = Forms(msg("Your turn."), msg("{name}'s turn."))
LEADS_ANY = Forms(msg("You lead: play any tile."), msg("{name} leads."))
LEADS_THAT = Forms(msg("You lead, and it must be {tile}."), msg("{name} leads."))
DRAWS = Forms(msg("None of your tiles has a place: you draw."), msg("{name} has to draw."))
PASSES = Forms(msg("None of your tiles has a place: you pass."), msg("{name} has to pass."))
LEADS_ROUND = Forms(msg("You lead round {round}."), msg("{name} leads round {round}."))
WIN = Forms(msg("You win"), msg("{name} wins"), msg("{name} win"))
WIN_MATCH = Forms(msg("You win the match with {points}."), msg("{name} wins the match with {points}."),
                  msg("{name} win the match with {points}."))


def of(words: Words, people: People) -> str:
    """The target beside a total: `of 61`."""
    return words.say("of {target}", target=target(people))


def target(people: People) -> str:
    """The target in figures, as it is shown."""
    return figures.score(people.rules, people.rules.to(people.seats))


def total(words: Words, people: People, team: int, raw: Points) -> str:
    """A team's total: `You and Minjun: 38 of 61`."""
    return words.say("{name}: {total} of {target}", name=people.team(words, team),
                     total=figures.score(people.rules, raw), target=target(people))


def standing(words: Words, people: People, totals: Sequence[Points], playoff: bool = False,
             counted_up: bool = False) -> str:
    """All totals, and what a tie at the target leads to; `counted_up`: they are those at the end of a round."""
    said = [words.say("{sentence}.", sentence=total(words, people, team, raw)) for team, raw in enumerate(totals)]
    return words.text([*said, tied(words, people, totals, playoff, counted_up)])


def tied(words: Words, people: People, totals: Sequence[Points], playoff: bool, counted_up: bool) -> str:
    """Why a match goes on beyond its target; empty when it does not, or nobody has looked yet (docs/rules.md, C3)."""
    if not Match.at(people.rules, people.seats, totals, playoff).tied(counted_up):
        return ""
    if people.rules.playoff:
        return words.say("There is a tie: play-off, until one leads alone.")
    return words.say("There is a tie at the target: who leads alone first wins the match.")


def to_go(people: People, raw: Points) -> str:
    """How many points are missing to the target, in figures; `0` at or beyond it."""
    return figures.score(people.rules, max(people.rules.to(people.seats) - raw, 0))


def leads_next(words: Words, people: People, leader: int, round: int) -> str:
    """Who leads a round to come: a seat, `tally.LOT` or `tally.HIGHEST`."""
    if leader == tally.LOT:
        return words.say("A lot says who leads round {round}.", round=round)
    if leader == tally.HIGHEST:
        return words.say("The highest double says who leads round {round}.", round=round)
    return people.says(words, leader, LEADS_ROUND, round=round)


def turn(words: Words, people: People, seat: int, may: str = "play", lead: bool = False,
         must: Tile | None = None) -> str:
    """Whose turn it is and what is to be done; `may` as in `view.View`, `lead` before the first tile, `must` the one
    tile that the viewer has to lead with."""
    if may == "draw":
        return people.says(words, seat, DRAWS)
    if may == "pass":
        return people.says(words, seat, PASSES)
    if not lead:
        return people.says(words, seat, TURN)
    if must is None:
        return people.says(words, seat, LEADS_ANY)
    return people.says(words, seat, LEADS_THAT, tile=must)


def wins(words: Words, people: People, team: int) -> str:
    """The title of a result: `You and Minjun win`."""
    return people.says(words, people.members(team), WIN)


def won(words: Words, people: People, event: Won) -> str:
    """The result: who wins with how many points, and the totals of the others."""
    points = [figures.points(words, people.rules, total) for total in event.totals]
    others = [words.say("{name}: {points}.", name=people.team(words, team), points=points[team])
              for team in range(people.teams) if team != event.team]
    winner = people.says(words, people.members(event.team), WIN_MATCH, points=points[event.team])
    return words.text([winner, *others])
