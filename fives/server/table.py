"""One table: who sits there, its match so far, and what a message or the clock brings about. No sockets, no clock.

`handle` and `tick` change nothing: they say what would happen, as a `Step`; `take` makes it true once it is stored. On
the wire the events of all matches of a table are numbered through: `base` events came before this match.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from fives import events as e
from fives.bots import Move
from fives.match import Match
from fives.refused import Refused
from fives.rounds import parse_move
from fives.rules import Rules, parse_rules
from fives.server import clock, keeping, past, seating
from fives.server import protocol_in as p
from fives.server.clock import Deadline
from fives.server.records import Record, Write
from fives.server.seating import Asked, Company, Seat
from fives.server.steps import PLAIN, Step, Ways
from fives.tiles import TILES, Tile
from fives.view import Glance, Hidden, View, glance, view


@dataclass
class Table:
    """The table as it stands. Times are milliseconds."""

    id: str
    rules: Rules
    seats: tuple[Seat, ...]
    pace: int
    chance: Random
    match: Match
    match_id: str
    ways: Ways = PLAIN
    host: int | None = 0
    version: int = 0  # of its seats, as they are stored
    ordinal: int = 1
    base: int = 0
    events: list[e.Event] = field(default_factory=list)
    before: list[e.Event] = field(default_factory=list)  # of the match before, all of them
    by: dict[int, str] = field(default_factory=dict)  # the moves that were made for people, by number in the match
    ready: dict[int, int] = field(default_factory=dict)
    deadline: Deadline | None = None
    times: dict[str, Deadline] = field(default_factory=dict)  # of the turn that is played, by kind: the last of each
    dealt: int = 0  # number in the match of the last deal
    shown: e.Shown | None = None  # both: until the next round begins
    settled: e.Settled | None = None
    answers: past.Answers = field(default_factory=past.Answers)
    views: dict[int | None, View] = field(default_factory=dict)
    luck: Random = field(default_factory=Random)  # the bots' own: deals must not hang on what bots throw

    @classmethod
    def new(cls, name: str, rules: Rules, seats: Sequence[Seat], pace: int, chance: Random,
            ways: Ways = PLAIN) -> Table:
        """A table before its first event."""
        return cls(name, rules, tuple(seats), pace, chance, Match.new(rules, len(seats)), keeping.match_of(name, 1),
                   ways, Company(tuple(seats), 0).settled().host, luck=Random(chance.getrandbits(64)))

    @classmethod
    def rebuilt(cls, record: Record, chance: Random, now: int) -> Table:
        """The table that is stored, folded from its events. Raises `TextError` or `Refused` when they make no match."""
        row, seats = record.table, keeping.seats_of(record)
        table = cls.new(row.id, parse_rules(row.rules), seats, row.pace, chance, keeping.ways_of(row))
        keeping.fill(table, record, now)
        return table

    def write(self, step: Step, now: int) -> Write:
        """What is to be stored for a step."""
        return keeping.write(self, step, now)

    @property
    def number(self) -> int:
        """The number of the last event, counted through all matches of the table."""
        return self.base + self.match.number

    @property
    def turn(self) -> int | None:
        """The seat in turn; None when nobody is to move."""
        return self.glance(None).turn

    @property
    def people(self) -> list[int]:
        """The seats that people play now."""
        return [seat.seat for seat in self.seats if seat.active]

    @property
    def pressed(self) -> list[int]:
        """The people who are ready for what comes after the last event."""
        number = self.number
        return [seat for seat in self.people if self.ready.get(seat) == number]

    @property
    def waiting(self) -> bool:
        """Whether people may sit down before its match."""
        return clock.waiting(self.match, self.seats)

    def eyes(self, seat: int | None) -> int | None:
        """Whose hand may be seen from a seat: who is to sit down with the next round only watches."""
        return None if seat is None or self.seats[seat].kind != "person" else seat

    def view(self, seat: int | None) -> View:
        """What a seat may know now; None is a spectator."""
        if seat not in self.views:
            self.views[seat] = view(self.match, seat)
        return self.views[seat]

    def glance(self, seat: int | None) -> Glance:
        """What of that a program needs to act."""
        return glance(self.match, seat)

    def since(self, seat: int | None, number: int) -> list[e.Event | Hidden]:
        """The events after this number, as the seat may see them: of this match, and the last ones if they are many."""
        return [past.seen(self, seat, event, self.base) for event in past.since(self.events, number - self.base)]

    def missed(self, seat: int) -> list[tuple[str, e.Played]]:
        """What was played for the person of a seat since its own last play, each with who did: `clock` or `bot`."""
        return past.missed(self.events, self.by, seat, self.seats[seat].since - self.base)

    # what would happen

    def start(self, now: int) -> Step:
        """The first event of the match."""
        return self._step(e.start(self.rules, len(self.seats)), None, now, Step())

    def handle(self, seat: int | None, message: p.Command, now: int, here: Collection[int | None] = (),
               token: bytes | None = None, somebody: str = "Guest") -> Step:
        """What a command of a seat brings about. Raises `TextError` for a move or level that is no text of one.

        `here` are the seats from which somebody looks, `token` the digest of the token for who sits down.
        """
        if (before := self.answers.to(seat, message.key)) is not None:
            return before
        number = self.number
        try:
            if not isinstance(message, p.Turned):
                done = self._seating(message, Step(seat, message.key, number), now, here, token, somebody)
                return done if isinstance(message, p.Sit) else done.kept  # to have its key is to have the seat
            if seat is None or self.eyes(seat) is None:
                raise Refused("watching")
            if not isinstance(message, p.Move) and 0 < message.at == self.ready.get(seat):
                return Step(seat, message.key, message.at, again=True)
            if message.at != number:
                raise Refused("old")
            if isinstance(message, p.Move):
                own = seating.back(clock.spent(self.seats[seat], self.times, self.ways.clock, now))
                return self._moved(seat, parse_move(message.move), own, now, key=message.key)
            return self._pressed(seat, isinstance(message, p.Rematch), message.key, now)
        except Refused as refused:
            return Step(seat, message.key, number, refused=refused)

    def tick(self, now: int, move: Move | None = None, here: Collection[int | None] = ()) -> Step | None:
        """What is due by now; None when nothing is. `move` is what the bot in turn has thought of."""
        due = self.deadline
        if due is None or due.by > now or due.number != self.match.number:
            return None
        turn = self.turn
        if turn is None:
            return self._next_round(Step(), now)
        seat = self.seats[turn]
        if due.kind == "away" and turn in here:
            return Step(number=self.number, deadline=clock.put_off(due, now), timed=True)
        if due.kind in ("turn", "away"):
            late = seat.late + 1
            held = replace(seat, late=late, bank=0, sits_in=late >= clock.LATE or due.kind == "away")
            return self._moved(turn, seating.chosen(self.match, turn, "", self.luck), held, now, by="clock")
        move = move or seating.chosen(self.match, turn, seat.level if seat.kind == "bot" else "", self.luck)
        by = "bot" if due.kind == "bot" and seat.kind == "person" else None
        return self._moved(turn, move, clock.spent(seat, self.times, self.ways.clock, now), now, by=by)

    def motion_ended(self, seat: int | None, at: int, now: int) -> Step | None:
        """The page of the seat in turn is ready: its clock starts. None when that changes nothing."""
        if (due := self.deadline) is None or due.kind != "turn" or at != self.number or seat != self.turn:
            return None
        sooner = clock.started(due, self.ways.clock, self.seats[seat or 0].bank, now)
        return Step(number=self.number, deadline=sooner, timed=True) if sooner else None

    def _seating(self, message: p.Seated, step: Step, now: int, here: Collection[int | None], token: bytes | None,
                 somebody: str) -> Step:
        before = Company(self.seats, self.host)
        if isinstance(message, p.Sit) and step.seat in (None, message.seat) and before.opens(message.seat, token):
            return step._replace(seat=message.seat)  # the answer was lost, with its line or with the server
        asked = Asked(step.seat, self.match.need == "move", self.waiting, here, self.ways.bank, self.ways.level,
                      somebody, token)
        after = seating.changed(before, message, asked)
        if isinstance(message, p.Sit):
            step = step._replace(seat=message.seat)
            after = after.put(replace(after.seats[message.seat], since=self.number))
        was, will = (self.due(self.match, self.events[-1], now, company) for company in (before, after))
        due = self.deadline if (was and was.kind) == (will and will.kind) else will and clock.no_later(will, self.times)
        step = step._replace(company=after, deadline=due)
        people = {seat.seat for seat in after.seats if seat.active}
        if people and self.match.need != "move" and people <= set(self.pressed):
            return self._go_on(step, now)  # the last one who was waited for has gone
        return step

    def _pressed(self, seat: int, rematch: bool, key: str, now: int) -> Step:
        """A person is ready: for the next round, or another match of the same seats."""
        over = self.match.need == "over"
        if self.seats[seat].sits_in:
            raise Refused("held")
        if rematch != over or (not over and self.settled is None):
            raise Refused("match-over" if over else "not-over" if rematch else "not-between")
        step = Step(seat, key, self.number, ready=(seat, self.number), deadline=self.deadline)
        return self._go_on(step, now) if set(self.pressed) | {seat} == set(self.people) else step

    def _go_on(self, step: Step, now: int) -> Step:
        """The next round, or another match."""
        company = step.company or Company(self.seats, self.host)
        if self.match.need != "over":
            return self._next_round(step, now)
        seats = (replace(seat, bank=self.ways.bank) for seat in seating.begun(company.seats, self.ways.bank))
        step = step._replace(fresh=True, company=Company(tuple(seats), company.host).settled())
        return self._step(e.start(self.rules, len(self.seats)), None, now, step)

    def _next_round(self, step: Step, now: int) -> Step:
        tiles: list[Tile] = self.chance.sample(TILES, len(TILES))
        event = e.lot(self.match, tiles) if self.match.need == "lot" else e.deal(self.match, tiles)
        company = Company(self.seats, self.host).come(step.company, self.ways.bank)
        return self._step(event, self.match, now, step._replace(company=company))

    def _moved(self, seat: int, move: Move, after: Seat, now: int, key: str | None = None,
               by: str | None = None) -> Step:
        """A move of a seat, and the seat after it; `key` of its command, None when it comes by itself."""
        events, match = e.acting(self.match, seat, move)
        company = None if after is self.seats[seat] else Company(self.seats, self.host).put(after)
        if match.need == "over":  # after the last round nobody has to wait for a next one
            company = Company(self.seats, self.host).come(company, self.ways.bank)
        return Step(None if key is None else seat, key, self.base + match.number, events, match,
                    deadline=self.due(match, events[-1], now, company), company=company, by=by)

    def _step(self, event: e.Event, before: Match | None, now: int, step: Step) -> Step:
        match, base = e.apply(before, event), self.number if step.fresh else self.base
        return step._replace(number=base + match.number, events=(event,), match=match,
                             deadline=self.due(match, event, now, step.company))

    def due(self, match: Match, last: e.Event, now: int, company: Company | None = None) -> Deadline | None:
        """What comes by itself after an event."""
        return clock.due_after(match, last, company.seats if company else self.seats, self.pace, self.ways.clock, now)

    # what is true

    def take(self, step: Step) -> None:
        """Makes a stored step true."""
        if step.fresh:
            self.ordinal, self.base = self.ordinal + 1, self.number
            self.match_id = keeping.match_of(self.id, self.ordinal)
            self.before, self.events = self.events, []
            self.by.clear()
        if step.ready:
            self.ready[step.ready[0]] = step.ready[1]
        if step.company:
            self._reseat(step.company)
        if step.events:
            self.times = {}
        for event in step.events:
            self.note(event, step.by)
        if step.match is not None:
            self.match = step.match
        self.expect(step.deadline)
        self.views.clear()
        self.remember(step)

    def expect(self, due: Deadline | None) -> None:
        """Sets what comes by itself next. Between rounds who comes back has the whole time to look at what was."""
        self.deadline = due
        if due is not None and self.match.need == "move":
            self.times[due.kind] = due

    def _reseat(self, company: Company) -> None:
        others = {seat.seat for seat, was in zip(company.seats, self.seats, strict=True) if seat.token != was.token}
        # somebody else sits there now: what was answered and agreed to before was not by them
        self.answers.forget(others)
        self.ready = {seat: number for seat, number in self.ready.items() if seat not in others}
        self.seats, self.host = company
        self.version += 1

    def remember(self, step: Step) -> None:
        """Keeps the answer to a command."""
        self.answers.remember(step)

    def note(self, event: e.Event, by: str | None = None) -> None:
        """Keeps an event of the match."""
        self.events.append(event)
        match event:
            case e.Played():
                if by:
                    self.by[event.number] = by
            case e.Started() | e.Lot() | e.Dealt():
                self.dealt = event.number if isinstance(event, e.Dealt) else self.dealt
                self.shown = self.settled = None
            case e.Shown():
                self.shown = event
            case e.Settled():
                self.settled = event
