"""A table under everything at once: commands of every seat and of strangers, old ones, the same ones, time, absence."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fives import RULE_SETS
from fives import events as e
from fives.server import protocol as p
from fives.server.keeping import Told
from fives.server.lobby import digest
from fives.server.steps import Step
from fives.server.table import Table
from fives.tiles import ALL, TextError, mask_of, parse_tile
from people_world import open_table
from table_world import frame, hidden_from, record
from test_table import TILE

SEATS = st.sampled_from([None, 0, 1, 2, 3])
KEYS = st.sampled_from([f"k{number}" for number in range(12)])
WRONG_MOVES = st.sampled_from(["pass", "draw", "0-0", "6-6", "1-2@2-3", "5-5@5-6", "3-4@4-4"])
PLACES = st.lists(st.sampled_from(["open", "open", "bot:greedy", "bot:random"]), min_size=1, max_size=3)


class People(RuleBasedStateMachine):
    """What holds at every moment, whatever arrives in whatever order."""

    @initialize(places=PLACES, rules=st.sampled_from(sorted(RULE_SETS)), clock=st.sampled_from([0, 15, 30]),
                bank=st.sampled_from([0, 30]), seed=st.integers(0, 10**6), played=st.sampled_from([True, True, False]))
    def start(self, places: list[str], rules: str, clock: int, bank: int, seed: int, played: bool) -> None:
        self.table = open_table(tuple(places), rules, seed, clock=clock, bank=bank)
        self.now = 0
        self.sat = 0
        begun = Step(events=tuple(self.table.events), match=self.table.match, deadline=self.table.deadline)
        self.writes = [self.table.write(begun, 0)]
        self.taken: dict[tuple[int, str], Step] = {}
        self.latest: dict[str, int] = {}  # of the turn that is played
        for seat, place in enumerate(places, 1):
            if played and place == "open":
                self.carry_out(None, p.Sit(f"sit {seat}", seat, "Aoi"))
        while played and (self.table.deadline is None or self.table.deadline.kind in ("lot", "deal", "forced", "bot")):
            if self.table.deadline is None:
                break  # somebody alone with bots may think
            self.now = self.table.deadline.by
            assert self.tick()

    def carry_out(self, seat: int | None, message: p.Command) -> None:
        table = self.table
        if seat is not None and (seat >= len(table.seats) or table.seats[seat].token is None):
            return  # nobody can speak from there
        before = self.picture()
        self.sat += isinstance(message, p.Sit)
        try:
            step = table.handle(seat, message, self.now, {0}, digest(f"token {self.sat}"))
        except TextError:
            assert self.picture() == before
            return
        assert self.picture() == before, "nothing is true before it is stored"
        if seat is not None and (seat, message.key) in self.taken:
            first = self.taken[seat, message.key]
            assert step.again
            assert (step.number, step.refused) == (first.number, first.refused)
        if step.refused is not None:
            assert not step.stores
        self.settle(step)
        if step.refused is not None or step.again:
            assert self.picture() == before, "a refusal leaves no trace"
        if seat is not None and not step.again:
            self.taken[seat, message.key] = step

    def settle(self, step: Step) -> None:
        if step.company is not None:
            others = {seat.seat for seat, was in zip(step.company.seats, self.table.seats, strict=True)
                      if seat.token != was.token}
            self.taken = {known: kept for known, kept in self.taken.items() if known[0] not in others}
        if step.stores and not step.again:
            if step.fresh:
                self.writes.clear()
            self.writes.append(self.table.write(step, self.now))
            self.table.take(step)
            if step.events:
                self.latest.clear()
        else:
            self.table.remember(step)

    def picture(self) -> object:
        table = self.table
        return (table.match, table.number, table.seats, table.host, tuple(sorted(table.ready.items())), table.deadline,
                len(table.events), table.version)

    @rule(seat=SEATS, key=KEYS, move=WRONG_MOVES, back=st.integers(0, 3))
    def any_move(self, seat: int | None, key: str, move: str, back: int) -> None:
        self.carry_out(seat, p.Move(max(0, self.table.number - back), key, move))

    @rule(seat=SEATS, key=KEYS, which=st.integers(0, 99), back=st.sampled_from([0, 0, 0, 1]))
    def legal_move(self, seat: int | None, key: str, which: int, back: int) -> None:
        turn = self.table.view(None).turn
        if turn is not None and self.table.view(turn).options:
            options = self.table.view(turn).options
            at = max(0, self.table.number - back)
            self.carry_out(turn if seat is None else seat, p.Move(at, key, str(options[which % len(options)].play)))

    @rule(seat=SEATS, key=KEYS, again=st.booleans())
    def press(self, seat: int | None, key: str, again: bool) -> None:
        self.carry_out(seat, (p.Rematch if again else p.Ready)(self.table.number, key))

    @rule(seat=SEATS, key=KEYS, other=st.integers(0, 3), what=st.sampled_from(
        ["sit", "leave", "back", "fill", "free", "begin", "name"]))
    def seating(self, seat: int | None, key: str, other: int, what: str) -> None:
        messages: dict[str, p.Command] = {
            "sit": p.Sit(key, other, "Aoi"), "leave": p.Leave(key), "back": p.Back(key), "begin": p.Begin(key),
            "fill": p.Fill(key, other, "random"), "free": p.Free(key, other), "name": p.Rename(key, "Ken")}
        self.carry_out(None if what == "sit" else seat, messages[what])

    @rule(seat=SEATS)
    def motion_ends(self, seat: int | None) -> None:
        if (step := self.table.motion_ended(seat, self.table.number, self.now)) is not None:
            assert self.table.deadline is not None
            assert step.deadline is not None
            assert step.deadline.by < self.table.deadline.by
            self.settle(step)

    @rule(wait=st.sampled_from([0, 50, 500, 20_000]))
    def time_goes_by(self, wait: int) -> None:
        self.now += wait
        self.tick()

    @precondition(lambda self: self.table.deadline is not None)
    @rule()
    def who_is_in_turn_goes_or_comes_back_at_the_last_moment(self) -> None:
        turn = self.table.view(None).turn
        assert self.table.deadline is not None
        self.now = max(self.now, self.table.deadline.by - 1)
        if turn is not None:
            key = f"last moment {len(self.taken)} {self.now}"
            self.carry_out(turn, p.Leave(key) if self.table.seats[turn].active else p.Back(key))

    @precondition(lambda self: self.table.deadline is not None)
    @rule(times=st.integers(1, 12))
    def what_is_due_happens(self, times: int) -> None:
        for _ in range(times):
            if self.table.deadline is not None:
                self.now = max(self.now, self.table.deadline.by)
                assert self.tick()

    def tick(self) -> bool:
        step = self.table.tick(self.now, here={0})
        if step is None:
            return False
        self.settle(step)
        return True

    @rule()
    def the_server_is_started_again(self) -> None:
        again = Table.rebuilt(record(self.table, self.writes), Random(1), self.now)
        kept = (again.match, again.events, again.seats, again.host, again.deadline, again.by, again.settled, again.ways)
        table = self.table
        assert kept == (table.match, table.events, table.seats, table.host, table.deadline, table.by, table.settled,
                        table.ways)
        again.chance, again.luck = table.chance, table.luck
        self.table = again
        stored = {(seat.seat, key) for seat in again.seats for key, _ in seat.keys}
        self.taken = {known: step for known, step in self.taken.items() if known in stored and not step.refused}
        self.latest.clear()

    @invariant()
    def one_acts_at_any_time(self) -> None:
        may = [seat for seat in range(len(self.table.seats)) if self.table.view(seat).may in ("play", "draw", "pass")]
        assert len(may) == (self.table.match.need == "move")

    @invariant()
    def somebody_or_the_clock_goes_on(self) -> None:
        """A table never stands for a person who is not there to act."""
        table = self.table
        if table.deadline is None and table.match.need == "move":
            turn = table.view(None).turn
            assert turn is not None
            assert table.seats[turn].active
            assert table.ways.clock == 0
            assert len(table.people) == 1
        if table.deadline is not None:
            assert table.deadline.number == table.match.number
        assert table.host is None or table.seats[table.host].active
        assert (table.host is None) == (not table.people)

    @invariant()
    def a_turn_ends_in_time(self) -> None:
        """Nobody can put off the end of a turn, nor the play of the bot that holds a seat."""
        due = self.table.deadline
        if due is not None and self.table.match.need == "move" and due.kind in ("turn", "bot"):
            assert due.by <= min([self.latest.get(kind, due.by) for kind in ("turn", due.kind)])
            self.latest[due.kind] = due.by

    @invariant()
    def all_tiles_are_there(self) -> None:
        played = self.table.match.round
        if played is not None:
            parts = [*played.hands, played.boneyard, tuple(played.layout.lying)]
            assert sum(map(len, parts)) == 28
            assert mask_of(tile for part in parts for tile in part) == ALL

    @invariant()
    def points_are_those_of_the_events(self) -> None:
        table, totals = self.table, [Fraction(0)] * self.table.match.teams
        for event in table.events:
            if isinstance(event, e.Played):
                totals[table.rules.team(event.seat, len(table.seats))] += event.points
            elif isinstance(event, e.Settled):
                totals = [total + points for total, points in zip(totals, event.points, strict=True)]
        assert tuple(totals) == table.match.totals

    @invariant()
    def nobody_is_told_a_tile_that_is_not_theirs(self) -> None:
        table = self.table
        for seat in (None, *range(len(table.seats))):
            eyes = table.eyes(seat)
            state = json.loads(frame(table, eyes, max(0, table.number - 1)))
            if eyes is not None and any(event.number < table.dealt for _, event in table.missed(eyes)):
                del state["missed"]  # in an earlier round all have seen these tiles
            told = {parse_tile(found.decode()) for found in TILE.findall(json.dumps(state).encode())}
            assert not told & hidden_from(table, eyes)

    @invariant()
    def a_record_tells_finished_rounds_alone(self) -> None:
        text = Told.of(self.table).text()
        assert text.count("round ") <= self.table.match.rounds
        state = json.loads(frame(self.table, None, 0))
        assert state["stage"] in ("waiting", "playing", "over")


TestPeople = People.TestCase
TestPeople.settings = settings(max_examples=25, stateful_step_count=40, deadline=None, derandomize=True,
                               suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
