"""Whether a case holds: plays it with the engine, and compares. No rule stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fives import tally
from fives.conformance import values as v
from fives.layout import Layout
from fives.match import Match
from fives.refused import Refused
from fives.rounds import Move, Round, left_over, settlement, whole
from fives.rules import RULE_SETS
from fives.tiles import TextError, shown


class NoCase(ValueError):
    """A line that is not a case, and why."""


class Fault(NamedTuple):
    """A field in which a case does not hold: what the case wants, and what the engine says."""

    field: str
    wanted: object
    got: object

    def __str__(self) -> str:
        return f"{self.field}: wanted {v.said(self.wanted)}, got {v.said(self.got)}"


class Case:
    """The keys of a case, read by name; its errors name the key."""

    def __init__(self, keys: Mapping[str, object]) -> None:
        self.keys = keys
        for twice in getattr(keys, "twice", ()):
            if twice in v.NAMED:
                raise TextError(f"the key {shown(twice)} is there twice")
        self.id, self.kind, rules = (v.text(key, self.given(key)) for key in ("id", "kind", "rules"))
        if self.kind not in v.WANTED:
            raise TextError(f"kind: expected one of {', '.join(v.WANTED)}, got {shown(self.kind)}")
        if rules not in RULE_SETS:
            raise TextError(f"rules: expected one of {', '.join(RULE_SETS)}, got {shown(rules)}")
        self.rules = RULE_SETS[rules]

    def given(self, key: str) -> object:
        """A value that must be there."""
        if key not in self.keys:
            raise TextError(f"the key {key!r} is missing")
        return self.keys[key]

    def listed(self, key: str, size: int = -1) -> Sequence[object]:
        """A list that must be there."""
        return v.items(key, self.given(key), size)

    def players(self) -> int:
        """How many seats."""
        return v.index("players", self.given("players"), 4, 2)

    def wanted(self) -> dict[str, object]:
        """What is to be checked, in the form that is compared."""
        return {key: v.wanted(read, key, self.keys[key]) for key, read in v.WANTED[self.kind].items()
                if self.keys.get(key) is not None or (key in self.keys and (self.kind, key) in v.NOBODY)}


Got = dict[str, object] | Fault  # what the engine says, by field; or why the case could not be played


def _layout(case: Case) -> Got:
    plays = [v.play("plays", text) for text in case.listed("plays")]
    layout = Layout(case.rules)
    for number, play in enumerate(plays, 1):
        try:
            layout = layout.play(play)
        except Refused as refused:
            return Fault("plays", str(play), f"play {number} is refused: {refused}")
    return {
        "spinners": list(map(str, layout.spinners)),
        "joins": [(str(join.tile), join.place, str(join.onto), join.onto_place) for join in layout.joins],
        "open": [(str(end.tile), end.place, end.pip) for end in layout.open],
        "counted": [(str(end.tile), end.value) for end in layout.counted],
        "count": layout.count if layout.plays or not case.rules.multiple else 0, "points": layout.points}


def _begun(case: Case) -> tuple[Round, list[Move]]:
    """The round of a case as it was dealt, and the moves to be made."""
    hands = [[v.tile("hands", tile) for tile in v.items("hands", hand)]
             for hand in case.listed("hands", case.players())]
    boneyard = [v.tile("boneyard", tile) for tile in case.listed("boneyard")]
    leader = v.index("leader", case.given("leader"), len(hands) - 1)
    moves = [v.move("moves", text) for text in case.listed("moves")]
    return Round.deal(case.rules, hands, boneyard, leader), moves


def _moved(dealt: Round, moves: Sequence[Move]) -> Round | Fault:
    for number, move in enumerate(moves, 1):
        try:
            dealt = dealt.move(move)
        except Refused as refused:
            return Fault("moves", str(move), f"move {number} is refused: {refused}")
    return dealt


def _round(case: Case) -> Got:
    played = _moved(*_begun(case))
    if isinstance(played, Fault):
        return played
    return {
        "counts": [made.count for made in played.made], "points": [made.points for made in played.made],
        "end": played.end, "out": played.out, "left": played.left,
        "settled": list(map(whole, played.settled)) if played.over else None}


def _refuse(case: Case) -> Got:
    move = v.move("refused", case.given("refused"))
    played = _moved(*_begun(case))
    if isinstance(played, Fault):
        return played
    before = _everything(played)
    try:
        played.move(move)
    except Refused:
        if _everything(played) != before:
            return Fault("refused", str(move), "refused, and the state changed")
        return {"legal": list(map(str, played.legal))}
    return Fault("refused", str(move), "made")


def _everything(played: Round) -> object:
    return played.state, played.boneyard, played.made, played.layout.plays, dict(played.layout.lying)


def _settle(case: Case) -> Got:
    left = [[v.tile("left", tile) for tile in v.items("left", hand)] for hand in case.listed("left", case.players())]
    out = case.keys.get("out")
    state = left_over(case.rules, left, None if out is None else v.index("out", out, len(left) - 1))
    return {"settled": list(map(whole, settlement(state)))}


def _match(case: Case) -> Got:
    seats, playoff = case.players(), case.keys.get("playoff")
    if playoff is not None and not isinstance(playoff, bool):
        raise TextError(f"playoff: expected true or false, got {v.got(playoff)}")
    teams = case.rules.teams(seats)
    before = [whole(v.halves("before", total)) for total in case.listed("before", teams)]
    t = list(Match.at(case.rules, seats, before, bool(playoff)).tally)
    if tally.looks(t):
        tally.decide(t)  # a case may begin where the match is over: what comes then is refused
    events = [_event(event, teams) for event in case.listed("events")]
    for number, (team, points) in enumerate(events, 1):
        if t[tally.WINNER] >= 0:
            wanted = case.listed("events")[number - 1]
            return Fault("events", wanted, f"event {number} is refused: team {t[tally.WINNER]} has won the match")
        if team is not None and team >= teams:
            return Fault("events", case.listed("events")[number - 1], f"event {number}: there are {teams} teams")
        if team is None:
            tally.settled(t, points, 0)
        else:
            tally.score(t, team, points[0])
    scores = list(map(whole, t[tally.TOTAL:tally.TOTAL + teams]))
    return {"scores": scores, "winner": None if t[tally.WINNER] < 0 else t[tally.WINNER]}


def _event(event: object, teams: int) -> tuple[int | None, list[int]]:
    """The team that plays (None: a settlement), and its points or those of all teams, in halves."""
    what, *rest = v.items("events", event) or [None]
    if what == "play" and len(rest) == 2:
        return v.index("events: team", rest[0], v.MOST), [v.halves("events", rest[1])]
    if what == "settle" and len(rest) == 1:
        return None, [v.halves("events", points) for points in v.items("events: settle", rest[0], teams)]
    raise TextError('events: expected ["play", team, points] or ["settle", [by team]], got ' + v.got(what))


_CHECKS = {"layout": _layout, "round": _round, "refuse": _refuse, "settle": _settle, "match": _match}


def check_case(keys: object) -> list[Fault]:
    """The fields in which a case, as `json` reads it, does not hold; empty when it holds. Raises `NoCase`."""
    try:
        if not isinstance(keys, Mapping):
            raise TextError(f"expected an object, got {v.got(keys)}")
        case = Case(keys)
        wanted = case.wanted()
        got = _CHECKS[case.kind](case)
    except TextError as error:
        raise NoCase(str(error)) from error
    if isinstance(got, Fault):
        return [got]
    return [Fault(key, keys[key], got[key]) for key, value in wanted.items()
            if value != (None if got[key] is None else v.WANTED[case.kind][key](key, got[key]))]
