"""What plays and a settlement can have made where a round is told in part: asked of the kernel, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from fives import kernel, tally
from fives.match import Match
from fives.notation.figures import points_text
from fives.notation.hands import by_size, pips_of, stand_in
from fives.rounds import settlement, state_of, whole
from fives.rules import Rules
from fives.tiles import TILES, TextError

Way = tuple[frozenset[int], ...]  # for each team the halves that it may have got, whatever the others got
ALL_PIPS = sum(tile.pips for tile in TILES)


# plays
def can_be_made(rules: Rules, made: Sequence[int]) -> None:
    """Raises `TextError` where no plays make these points, in halves by team."""
    for team, points in enumerate(made):
        if not _makes(rules, points):
            raise TextError(f"team {team} would have made {points_text(whole(points), rules.unit)} in play, "
                            "which no plays make")


def _makes(rules: Rules, points: int) -> bool:
    return points >= 0 and (points % (2 * rules.multiple) == 0 if rules.multiple else points == 0)


@lru_cache(maxsize=64)
def most_of_a_play(rules: Rules) -> int:
    """No play makes more raw points: as many ends as there can be show the highest pips there are."""
    counts = []
    for inner in range({"none": 0, "first": 1, "all": 7}[rules.spinners] + 1):
        # the lowest doubles lie within, all their places joined; each opens more ends than the two of a line
        ends = 2 + inner * (kernel.room(True) - 2)
        shown = [kernel.adds(tile.high, tile.double, 1) for tile in TILES if not tile.double or tile.high >= inner]
        counts.append(sum(sorted(shown)[-ends:]))
    return max(kernel.WORTH[rules.multiple << 7 | count] for count in range(max(counts) + 1))


def goal(match: Match) -> int | None:
    """The total, in halves, with which a play ends the match; None where no play does."""
    if not tally.looks(match.tally):
        return None
    # who ties on top at the target has not won: the next there must be alone
    top, target = tally.top(match.tally), match.tally[tally.TARGET]
    return top + 1 if top >= target else target


def won_in_play(match: Match, made: Sequence[int]) -> list[int]:
    """The teams that these points, in halves by team, would bring to the end of the match in play."""
    due = goal(match)
    return [] if due is None else [team for team, points in enumerate(made)
                                   if points and match.tally[tally.TOTAL + team] + points >= due]


def ends_in_play(match: Match, made: Sequence[int], within: bool) -> None:
    """Raises `TextError` where points of plays, in halves by team, win a match that did not end `within` the round;
    or that did, but not with the first play that wins it."""
    won = won_in_play(match, made)
    if not won:
        return
    if not within:
        raise TextError(f"expected end: target: team {won[0]} wins with what it made in play")
    if len(won) > 1:
        raise TextError("expected one team at the target: the match ends with the play that reaches it")
    due, most = goal(match), most_of_a_play(match.rules)
    if due is not None and match.tally[tally.TOTAL + won[0]] + made[won[0]] - 2 * most >= due:
        raise TextError(f"team {won[0]} had won before its last play, which makes at most "
                        f"{points_text(most, match.rules.unit)}")


# settlements
def can_be_settled(rules: Rules, ways: Sequence[Way], settled: Sequence[int]) -> None:
    """Raises `TextError` where no hands that can have been left make this settlement, in halves by team."""
    if not any(all(points in may for points, may in zip(settled, way, strict=True)) for way in ways):
        said = " ".join(points_text(whole(points), rules.unit) for points in settled)
        raise TextError(f"no hands that can have been left are settled with {said}")


def can_be_gained(match: Match, ways: Sequence[Way], gained: Sequence[int]) -> None:
    """Raises `TextError` where no plays and settlement make these gains of a whole round, in halves by team."""
    due = goal(match)

    def in_play(team: int, may: frozenset[int]) -> bool:
        most = None if due is None else due - match.tally[tally.TOTAL + team]
        return any(_makes(match.rules, made) and (most is None or not made or made < most)
                   for made in (gained[team] - paid for paid in may))
    if not any(all(in_play(team, may) for team, may in enumerate(way)) for way in ways):
        said = " ".join(points_text(whole(points), match.rules.unit) for points in gained)
        raise TextError(f"no plays and no hands make {said} in a round")


@lru_cache(maxsize=512)
def settlements(rules: Rules, seats: int, end: str | None, out: int | None, pips: tuple[int | None, ...],
                sizes: tuple[int | None, ...]) -> tuple[Way, ...]:
    """All that a settlement may come to where this is known of the hands; more where two or more are not known."""
    rest = ALL_PIPS - sum(each or 0 for each in pips)
    found: dict[Way, None] = {}
    outs: list[int | None] = [out]
    if end is None:
        outs += [seat for seat in range(seats) if not pips[seat] and not sizes[seat]]
    for each in outs:
        left = tuple(0 if seat == each else held for seat, held in enumerate(pips))
        if rules.settle == "seat":
            teams = range(rules.teams(seats))
            found[tuple(frozenset(_amounts(rules, left, each, team, rest)) for team in teams)] = None
        elif each is None:
            found.update(dict.fromkeys(_blocked(rules, left, sizes, rest)))
        else:
            found.update(dict.fromkeys(_gaining(rules, left, (rules.team(each, seats),), rest)))
    return tuple(found)


def _state(rules: Rules, hands: Sequence[int], out: int | None) -> list[int]:
    state = state_of(rules, len(hands), False)
    state[kernel.HAND:kernel.HAND + len(hands)] = hands
    state[kernel.OUT] = -1 if out is None else out
    return state


def _amounts(rules: Rules, left: Sequence[int | None], out: int | None, team: int, rest: int) -> Iterator[int]:
    """What a team may get or pay: hands of which nothing is known change it in steps of what is rounded to."""
    seats = len(left)
    hands = [stand_in(None, held or 0) for held in left]
    pays = [seat for seat, held in enumerate(left) if held is None and
            (rules.team(seat, seats) == team) == (rules.settle == "seat")]
    for held in (*range(0, rest + 1, rules.nearest), rest) if pays else (0,):
        if pays:
            hands[pays[0]] = stand_in(None, held)  # the sum alone matters
        yield settlement(_state(rules, hands, out))[team]


def _gaining(rules: Rules, left: Sequence[int | None], teams: Sequence[int], rest: int) -> Iterator[Way]:
    """What these teams get who gain, all of them as much: the hands of the others."""
    seats = len(left)
    # hands of no pips gain together where they share; one alone is as if it had gone out
    bare = [0 if rules.team(seat, seats) in teams else held for seat, held in enumerate(left)]
    for amount in frozenset(_amounts(rules, bare, teams[0] if len(teams) == 1 else None, teams[0], rest)):
        yield tuple(frozenset((amount if team in teams else 0,)) for team in range(rules.teams(seats)))


def _blocked(rules: Rules, left: Sequence[int | None], sizes: Sequence[int | None], rest: int) -> Iterator[Way]:
    """What a block may come to: the kernel says who gains from each kind of hands that may be there."""
    teams = range(rules.teams(len(left)))
    nothing = (frozenset((0,)),) * len(teams)
    few = left.count(None) < 2
    if not few or (rules.block == "tiles" and None in sizes):
        yield nothing  # all may tie
    # of several hands not known it matters alone which of them are as heavy as others, or lighter than all
    marks = range(rest + 1) if few else _marks(rules, left, sizes, rest)
    gains = set()
    for pips in product(*(_pips(*known, marks) for known in zip(left, sizes, strict=True))):
        for state in _sized(rules, pips, sizes):
            if few:
                yield tuple(frozenset((points,)) for points in settlement(state))
            else:
                gains.add(kernel.gainers(state))
    for gain in gains:
        if gain:
            yield from _gaining(rules, left, [team for team in teams if gain >> team & 1], rest)
        else:
            yield nothing


def _by_team(rules: Rules, left: Sequence[int | None]) -> list[int]:
    """The pips that each team holds, as far as they are known."""
    held = [0] * rules.teams(len(left))
    for seat, pips in enumerate(left):
        held[rules.team(seat, len(left))] += pips or 0
    return held


def _marks(rules: Rules, left: Sequence[int | None], sizes: Sequence[int | None], rest: int) -> list[int]:
    """Pips that make a hand which is not known the lightest, as heavy as another that is light, or the heaviest."""
    held = _by_team(rules, left)
    lightest = {pips_of(size)[0] for size in sizes if size is not None}
    return sorted({0, rest, *lightest, *(a - b for a in held for b in (0, *held) if 0 <= a - b <= rest)})


def _pips(pips: int | None, size: int | None, marks: Sequence[int]) -> Sequence[int]:
    """The pips that a hand may have, of so many tiles if that is known."""
    if pips is not None:
        return (pips,)
    if size is None:
        return marks
    there = pips_of(size)
    return sorted({there[0], there[-1]}.union(set(marks).intersection(there)))


def _sized(rules: Rules, pips: Sequence[int], sizes: Sequence[int | None]) -> Iterator[list[int]]:
    """Rounds that were blocked with these pips in hand: more than one where tiles that nobody counted decide."""
    state = _state(rules, [stand_in(*hand) for hand in zip(sizes, pips, strict=True)], None)
    if rules.block == "tiles" and None in sizes and not by_pips(state):
        # one team gains alone with the fewest tiles against the most, two of three share with as many as each other
        held = _by_team(rules, pips)
        some, found = [], set()
        for seat, (size, own) in enumerate(zip(sizes, pips, strict=True)):
            ties = held[rules.team(seat, len(pips))] == min(held)
            masks = by_size(own) if size is None and ties else [stand_in(size, own)]
            some.append(masks if rules.split and len(held) == 3 else {masks[0], masks[-1]})
        for hands in product(*some):
            state = _state(rules, hands, None)
            if (gain := kernel.gainers(state)) not in found:
                found.add(gain)
                yield state
    else:
        yield state


def by_pips(state: Sequence[int]) -> int:
    """The teams, as bits, that gain from a block whatever the number of tiles in each hand: 0 where that decides."""
    alone = list(state)
    alone[kernel.BLOCK], alone[kernel.SPLIT] = kernel.BLOCK_PIPS, 0
    return kernel.gainers(alone)
