"""Rule sets in words: their names, what they say in a few sentences, and in what two of them differ."""

from __future__ import annotations

from typing import NamedTuple

from fives.describe import figures
from fives.rules import RULE_SETS, Rules, differ
from fives.words import Words, msg, number

FIRST = {
    "lot": msg("A lot says who leads the first round."),
    "highest": msg("In the first round whoever holds the highest double leads with it; without a double, whoever "
                   "holds the heaviest tile."),
}
LATER = {
    "finisher": msg("Whoever went out leads the next round; after a block there is a new lot."),
    "highest": msg("In later rounds whoever holds the highest double leads with it; without a double, whoever holds "
                   "the heaviest tile."),
}
EVERY_HIGHEST = msg("In every round whoever holds the highest double leads with it; without a double, whoever holds "
                    "the heaviest tile.")
SPINNER = {
    "none": msg("There is no spinner: every double has room for two tiles."),
    "first": msg("Only the first double is a spinner, with room for four tiles."),
    "all": msg("Every double is a spinner, with room for four tiles."),
}
SETTLE = {
    "seat": (msg("At the end of a round each seat loses the pips of its hand."),
             msg("At the end of a round each seat loses the pips of its hand, rounded to the nearest multiple of "
                 "{n}.")),
    "pool": (msg("Whoever gains at the end of a round gets the pips of all opponents."),
             msg("Whoever gains at the end of a round gets the pips of all opponents, rounded in one sum to the "
                 "nearest multiple of {n}.")),
    "each": (msg("Whoever gains at the end of a round gets the pips of all opponents."),
             msg("Whoever gains at the end of a round gets the pips of all opponents, each hand rounded to the nearest "
                 "multiple of {n}.")),
}
BLOCK = {
    "nobody": msg("From a blocked round nobody gains."),
    "pips": msg("In a blocked round the fewest pips gain; if there is a tie, nobody does."),
    "tiles": msg("In a blocked round the fewest pips gain, and of those who tie the fewest tiles; if there still is a "
                 "tie, nobody does."),
}
# where two of three who tie share: the block, and the share
SPLIT = {
    "pips": (msg("In a blocked round the fewest pips gain."),
             msg("If two of three tie, each gets half of the third's pips; in any other tie nobody gains.")),
    "tiles": (msg("In a blocked round the fewest pips gain, and of those who tie the fewest tiles."),
              msg("If two of three still tie, each gets half of the third's pips; in any other tie nobody gains.")),
}

# the words for each field: its title, and its values where they are few
TITLES = {
    "deal": msg("Tiles in a hand"),
    "target": msg("Target"),
    "unit": msg("Raw points in a point"),
    "multiple": msg("A count scores as a multiple of"),
    "nearest": msg("Hands are rounded to the nearest"),
    "first_leader": msg("Who leads the first round"),
    "later_leader": msg("Who leads later rounds"),
    "spinners": msg("Spinners"),
    "settle": msg("Settlement"),
    "block": msg("Who gains in a blocked round"),
    "partners": msg("Partners at four seats"),
    "draws": msg("Drawing from the boneyard"),
    "split": msg("Two of three who tie share"),
    "at_once": msg("The target ends the match in the middle of a round"),
    "playoff": msg("Play-off of a tie at the target"),
}
VALUES = {
    ("first_leader", "lot"): msg("who draws the highest lot"),
    ("first_leader", "highest"): msg("the holder of the highest double"),
    ("later_leader", "finisher"): msg("who went out"),
    ("later_leader", "highest"): msg("the holder of the highest double"),
    ("spinners", "none"): msg("none"),
    ("spinners", "first"): msg("the first double"),
    ("spinners", "all"): msg("every double"),
    ("settle", "seat"): msg("each seat pays its own hand"),
    ("settle", "pool"): msg("all opponents' pips in one sum"),
    ("settle", "each"): msg("each opponent's pips by themselves"),
    ("block", "nobody"): msg("nobody"),
    ("block", "pips"): msg("the fewest pips"),
    ("block", "tiles"): msg("the fewest pips, then the fewest tiles"),
}


class Difference(NamedTuple):
    """A field in which two rule sets differ: its title and both values in words."""

    title: str
    first: str
    second: str


def name(words: Words, rules: Rules) -> str:
    """The name of a rule set; a variation says that it is one (a target of its own apart, which is told anyway)."""
    said = words.within("game", rules.name)
    base = RULE_SETS.get(rules.id)
    if base is not None and set(differ(base, rules)) <= {"target"}:
        return said
    return words.say("{game}, varied", game=said)


def also(words: Words, rules: Rules) -> tuple[str, ...]:
    """The other names of a rule set."""
    return tuple(words.within("game", other) for other in rules.also)


def chip(words: Words, rules: Rules, seats: int, round: int = 0, playoff: bool = False) -> str:
    """What is played, in a line: `Five Up to 61, partners, round 6`; `playoff`: a tie is being played off."""
    said = [words.say("{game} to {target}", game=name(words, rules), target=figures.score(rules, rules.to(seats)))]
    if rules.teams(seats) < seats:
        said.append(words.say("partners"))
    if playoff:
        said.append(words.say("play-off"))
    if round:
        said.append(words.say("round {round}", round=round))
    return words.listed(said)


def summary(words: Words, rules: Rules) -> str:
    """What is special about a rule set, in a few words: `Every double is a spinner`."""
    if not rules.multiple:
        return words.say("No count; draw until you can play") if rules.draws else words.say("No count, no drawing")
    if rules.later_leader == "highest":
        return words.say("Highest double leads the round")
    if rules.spinners == "all":
        return words.say("Every double is a spinner")
    return words.say("Only the first double is a spinner") if rules.spinners == "first" else words.say("No spinner")


def by_seats(words: Words, values: tuple[str, ...]) -> str:
    """Three values for 2, 3 and 4 seats: one if they are equal."""
    if len(set(values)) == 1:
        return values[0]
    return words.say("{two} for two seats, {three} for three, {four} for four", two=values[0], three=values[1],
                     four=values[2])


def sentences(words: Words, rules: Rules) -> tuple[str, ...]:
    """The rules in a few sentences: seats, leaders, spinners, drawing, points, settlement, target."""
    deal = by_seats(words, tuple(map(str, rules.deal)))
    targets = by_seats(words, tuple(figures.score(rules, raw) for raw in rules.target))
    said = [
        words.say("Four seats are two teams, partners opposite.") if rules.partners else
        words.say("Everybody plays alone."),
        words.say("Tiles in a hand: {deal}. The rest is the boneyard.", deal=deal),
    ]
    if (rules.first_leader, rules.later_leader) == ("highest", "highest"):
        said.append(words.say(EVERY_HIGHEST))
    else:
        said += [words.say(FIRST[rules.first_leader]), words.say(LATER[rules.later_leader])]
    said += [
        words.say(SPINNER[rules.spinners]),
        words.say("Who cannot play draws until a tile fits, and passes when the boneyard is empty.")
        if rules.draws else words.say("Nobody draws: who cannot play passes."),
        *_scoring(words, rules),
        words.say(SETTLE[rules.settle][rules.nearest > 1], n=rules.nearest),
    ]
    if rules.settle != "seat":
        said.append(words.say("Whoever goes out gains."))
        said += map(words.say, SPLIT[rules.block] if rules.split and rules.block in SPLIT else (BLOCK[rules.block],))
    said += [
        words.say("Points to win: {targets}.", targets=targets),
        words.say("The match ends as soon as the target is reached.") if rules.at_once else
        words.say("The target is looked at after the settlement."),
    ]
    if rules.can_tie:
        said.append(words.say("A tie at the target is played off, until one leads alone.") if rules.playoff else
                    words.say("After a tie at the target the match goes on, until one leads alone."))
    return tuple(said)


def _scoring(words: Words, rules: Rules) -> list[str]:
    if not rules.multiple:
        return [words.say("The ends are not counted.")]
    said = [words.say("After each play the ends are counted; a multiple of {n} scores.", n=rules.multiple)]
    if rules.unit > 1:
        said.append(words.say("Every {n} raw points are one point.", n=rules.unit))
    return said


def value(words: Words, rules: Rules, field: str) -> str:
    """The value of a field in words."""
    found = getattr(rules, field)
    if field == "target":
        return by_seats(words, tuple(figures.score(rules, raw) for raw in rules.target))
    if isinstance(found, bool):
        return words.say("yes") if found else words.say("no")
    if isinstance(found, tuple):
        return by_seats(words, tuple(map(str, found)))
    if field == "multiple" and not found:
        return words.say("nothing: no count")
    if field == "nearest" and found == 1:
        return words.say("not rounded")
    if isinstance(found, int):
        return number(found)
    return words.say(VALUES[field, found])


def differences(words: Words, a: Rules, b: Rules) -> tuple[Difference, ...]:
    """In what two rule sets differ, field by field, each with its two values."""
    return tuple(Difference(words.say(TITLES[field]), value(words, a, field), value(words, b, field))
                 for field in differ(a, b))


def difference(words: Words, a: Rules, b: Rules) -> str:
    """The same as one text: `Spinners: every double; the other: the first double.`"""
    return words.text(words.say("{title}: {first}; the other: {second}.", title=title, first=first, second=second)
                      for title, first, second in differences(words, a, b))
