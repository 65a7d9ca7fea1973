"""Makes the project's own cases of the conformance corpus, always the same ones.

    python3 tools/make_corpus.py

Every value is what the reference of the tests says, never the package. The files it writes are those of `FILES`;
the other files of corpus/ were written by hand and are left alone.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from corpus_tables import match_cases, settle_cases  # noqa: E402
from tests.reference import GAMES, WHOLE_SET, Layout, Round, Wrong, forced_lead, layout_case, pips  # noqa: E402

SEED = 28168
Case = dict[str, Any]
Feature = Callable[[Round, list[str]], bool]


def start(rng: random.Random, game: str, seats: int, among: list[str] | None = None) -> tuple[Case, Round]:
    """What a round case begins with, and the round; with `among` the hands hold only such tiles."""
    size = GAMES[game]["deal"][seats - 2]
    tiles = rng.sample(among or WHOLE_SET, size * seats)
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(seats)]
    boneyard = [tile for tile in WHOLE_SET if tile not in tiles]
    rng.shuffle(boneyard)
    forced = forced_lead(game, hands)
    leader = forced[0] if forced else rng.randrange(seats)
    case = {"rules": game, "players": seats, "leader": leader, "hands": hands, "boneyard": boneyard}
    return case, Round(game, seats, leader, hands, boneyard)


def some_move(rng: random.Random, state: Round) -> str:
    return rng.choice(state.legal()) if state.may() == "play" else state.may()


def plain(number: Any) -> int | float | None:
    """A number as JSON has it: whole where it is whole."""
    return number if number is None else int(number) if number == int(number) else float(number)


def whole_round(rng: random.Random, game: str, seats: int, among: list[str] | None = None) -> tuple[Case, Round]:
    """A round of random moves to its end."""
    case, state = start(rng, game, seats, among)
    moves, made = [], []
    while state.may() != "over":
        moves.append(some_move(rng, state))
        made.append(state.do(moves[-1]))
    counts = [count for count, _ in made] if GAMES[game]["multiple"] else None
    points = [plain(worth) for _, worth in made]
    case |= {"moves": moves, "counts": counts, "points": points, "end": state.end, "out": state.out}
    case |= {"left": state.left, "settled": [plain(worth) for worth in state.settled]}
    return case, state


def combinations() -> Iterator[tuple[str, int]]:
    for game in GAMES:
        for seats in (2, 3, 4):
            yield game, seats


def round_cases(rng: random.Random) -> Iterator[Case]:
    for game, seats in combinations():
        for number in range(4):
            case, _ = whole_round(rng, game, seats)
            yield {"kind": "round", "id": f"round-{game}-{seats}-{number}", **case}


def team_weights(state: Round) -> list[int]:
    left = state.left
    return [left[0] + left[2], left[1] + left[3]] if len(state.settled) < state.seats else left


def tied(state: Round) -> int:
    """How many teams share the fewest pips."""
    weights = team_weights(state)
    return weights.count(min(weights))


def trailing_draws(moves: list[str]) -> int:
    return next((back for back, move in enumerate(reversed(moves)) if move != "draw"), len(moves))


def last_blocks(state: Round) -> bool:
    """Whether nobody could have played on after the last tile of a hand."""
    return not any(state.plays_of(seat) for seat in range(state.seats))


# What rounds must show. Looked for among random rounds, one of each kind.
COMMON: dict[str, Feature] = {
    "blocked": lambda state, moves: state.end == "blocked",
    "one-lightest": lambda state, moves: state.end == "blocked" and tied(state) == 1,
    "tie-of-two": lambda state, moves: state.end == "blocked" and tied(state) == 2,
    "passes": lambda state, moves: state.end == "blocked" and moves.count("pass") > 1,
    "holds-only-the-double-blank": lambda state, moves: state.end == "blocked" and ["0-0"] in state.hands,
    "whole-boneyard-drawn": lambda state, moves: state.end == "blocked" and trailing_draws(moves) > 4,
    "passed-then-out": lambda state, moves: state.end == "out" and moves.count("pass") > 0,
    "out-and-nobody-could-go-on": lambda state, moves: state.end == "out" and last_blocks(state),
    "out-with-a-double": lambda state, moves: state.end == "out" and moves[-1][0] == moves[-1][2],
    "finisher-did-not-lead": lambda state, moves: state.end == "out" and bool(state.out),
}


def tiles_decide(state: Round, moves: list[str]) -> bool:
    return state.end == "blocked" and tied(state) > 1 and any(state.settled)


def nobody_gains(state: Round, moves: list[str]) -> bool:
    return state.end == "blocked" and tied(state) > 1 and not any(state.settled)


# Looked for until one is found.
RARE: dict[tuple[str, int], dict[str, Feature]] = {
    ("all-fives", 2): {"tie-nobody-gains": nobody_gains},
    ("all-fives", 3): {
        "halves": lambda state, moves: any(worth.denominator == 2 for worth in state.settled),
        "whole-shares": lambda state, moves: [worth > 0 for worth in state.settled].count(True) == 2,
    },
    ("all-fives", 4): {"pairs-tie": nobody_gains},
    ("dominos-cc-all-fives", 2): {"tiles-decide": tiles_decide},
    ("dominos-cc-all-fives", 3): {"tiles-decide": tiles_decide},
    ("dominos-cc-draw", 2): {"tiles-decide": tiles_decide},
    ("dominos-cc-block", 2): {"tiles-decide": tiles_decide, "tie-nobody-gains": nobody_gains},
    ("dominos-cc-block", 3): {"tiles-decide": tiles_decide, "tie-nobody-gains": nobody_gains},
    ("dominos-cc-block", 4): {"tiles-decide": tiles_decide, "tie-nobody-gains": nobody_gains},
}
TRIES = 300  # random rounds looked through for what is common, for one rule set and number of seats


def feature_cases(rng: random.Random) -> Iterator[Case]:
    for game, seats in combinations():
        rare, common, tries = dict(RARE.get((game, seats), {})), dict(COMMON), 0
        while rare or tries < TRIES:
            tries += 1
            case, state = whole_round(rng, game, seats)
            wanted = rare | common if tries <= TRIES else rare
            name = next((name for name, shows in wanted.items() if shows(state, case["moves"])), None)
            if name:
                rare.pop(name, None)
                common.pop(name, None)
                yield {"kind": "round", "id": f"{name}-{game}-{seats}", **case}


NO_DOUBLES = [tile for tile in WHOLE_SET if tile[0] != tile[2]]
LEADS = {  # tiles dealt from, and the tile that must then lead
    "no-double": (NO_DOUBLES, None),
    "heaviest-ties-on-nine": ([tile for tile in NO_DOUBLES if pips([tile]) < 10], "3-6"),
    "heaviest-ties-on-eight": ([tile for tile in NO_DOUBLES if pips([tile]) < 9], "2-6"),
    "low-double": ([*NO_DOUBLES, "0-0"], "0-0"),
    "double-before-heavier-tiles": ([*NO_DOUBLES, "1-1"], "1-1"),
}
HIGHEST = [game for game in GAMES if GAMES[game]["first_leader"] == "highest"]
RIVAL = {"3-6": "4-5", "2-6": "3-5"}


def lead_cases(rng: random.Random) -> Iterator[Case]:
    """Rounds that one tile must lead, and the refusal of every other lead."""
    for game in HIGHEST:
        for seats in (2, 3, 4):
            for name, (among, tile) in LEADS.items():
                if len(among) < GAMES[game]["deal"][seats - 2] * seats:
                    continue
                case = led_round(rng, game, seats, among, tile)
                yield {"kind": "round", "id": f"lead-{name}-{game}-{seats}", **case}
                hand = case["hands"][case["leader"]]
                other = rng.choice([held for held in hand if held != case["moves"][0]])
                setup = {key: case[key] for key in ("rules", "players", "leader", "hands", "boneyard")}
                told = {"moves": [], "refused": other, "legal": [case["moves"][0]]}
                yield {"kind": "refuse", "id": f"lead-{name}-not-another-{game}-{seats}", **setup, **told}


def led_round(rng: random.Random, game: str, seats: int, among: list[str], tile: str | None) -> Case:
    while True:
        case, _ = whole_round(rng, game, seats, among)
        dealt = [held for hand in case["hands"] for held in hand]
        if tile is None or (case["moves"][0] == tile and RIVAL.get(tile, tile) in dealt):
            return case


def forbidden(state: Round, last: str) -> dict[str, list[str]]:
    """Every kind of move that is refused here, with the moves of that kind."""
    if state.may() == "over":
        holds = [tile for held in state.hands for tile in held]
        plays = [f"{tile}@{onto.text}" for tile in holds for onto in state.layout.walk()]
        return {"over-draw": ["draw"], "over-pass": ["pass"], "over-play": plays}
    may, hand, on_table = state.may(), state.hands[state.turn], [tile.text for tile in state.layout.walk()]
    others = [tile for seat, held in enumerate(state.hands) if seat != state.turn for tile in held]
    joins = [f"{tile}@{onto}" for tile in hand for onto in on_table]
    kinds = {
        f"draw-may-{may}": [] if may == "draw" else ["draw"],
        f"pass-may-{may}": [] if may == "pass" else ["pass"],
        "lead-again": hand if on_table else [],
        "lead-joined": [f"{tile}@{other}" for tile in hand for other in hand if tile != other] if not on_table else [],
        "onto-itself": [f"{tile}@{tile}" for tile in hand],
        "onto-a-hand": [f"{tile}@{onto}" for tile in hand for onto in hand if tile != onto and set(tile) & set(onto)],
        "no-common-pip": [play for play in joins if not shares(play)],
        "place-taken": [play for play in joins if shares(play) and play not in state.legal()],
        "of-another-hand": state.layout.fitting(*others),
        "of-the-boneyard": state.layout.fitting(*state.boneyard),
        "lies-already": [f"{tile}@{onto}" for tile in on_table for onto in on_table if tile != onto],
    }
    if last == "draw" and may == "play":
        kinds["drawn-then-another-tile"] = [play for play in joins if play[:3] != hand[-1]]
        kinds["drawn-then-draw-again"] = ["draw"]
    return kinds


def shares(play: str) -> bool:
    tile, onto = play.split("@")
    return bool({tile[0], tile[2]} & {onto[0], onto[2]})


def refusal_cases(rng: random.Random) -> Iterator[Case]:
    """For every rule set each kind of refusal, at random moments of random rounds."""
    for game in GAMES:
        done: dict[str, int] = {}
        for number in range(240):
            seats = 2 + number % 3
            case, state = start(rng, game, seats)
            moves: list[str] = []
            stop = rng.randrange(45)
            while state.may() != "over" and len(moves) < stop:
                moves.append(some_move(rng, state))
                state.do(moves[-1])
            kinds = forbidden(state, moves[-1] if moves else "")
            found = {kind: some for kind, some in kinds.items() if some and done.get(kind, 0) < 2}
            if found:
                kind = min(found, key=lambda kind: (done.get(kind, 0), rng.random()))
                done[kind] = done.get(kind, 0) + 1
                yield refusal(f"refuse-{kind}-{game}-{done[kind]}", case, moves, rng.choice(found[kind]), state)


def refusal(name: str, case: Case, moves: list[str], refused: str, state: Round) -> Case:
    legal = state.legal()
    try:
        state.do(refused)
    except Wrong:
        return {"kind": "refuse", "id": name, **case, "moves": moves, "refused": refused, "legal": legal}
    raise AssertionError(f"{name}: {refused} was not refused")


def layout_cases(rng: random.Random) -> Iterator[Case]:
    """Layouts grown at random, short to long; doubles first in some, so that branches are used."""
    for game in GAMES:
        for number, length in enumerate((2, 3, 5, 7, 10, 14, 18, 23, 28)):
            plays = grown(rng, game, length, doubles_first=number % 2 == 1)
            told = layout_case(game, plays)
            told["points"] = plain(told["points"])
            yield {"kind": "layout", "id": f"layout-{game}-{number}", "rules": game, "plays": plays, **told}


def grown(rng: random.Random, game: str, length: int, doubles_first: bool) -> list[str]:
    layout, rest, plays = Layout(game), list(WHOLE_SET), []
    while len(plays) < length:
        fitting = layout.fitting(*rest)
        doubles = [play for play in fitting if play[0] == play[2]]
        onto_doubles = [play for play in fitting if play[-1] == play[-3]]
        if not fitting:
            break
        chosen = rng.choice((doubles or onto_doubles or fitting) if doubles_first else fitting)
        layout.put(chosen)
        rest.remove(chosen[:3])
        plays.append(chosen)
    return plays


FILES: dict[str, Callable[[random.Random], Iterator[Case]]] = {
    "more-layouts": layout_cases,
    "more-rounds": round_cases,
    "more-endings": feature_cases,
    "more-leads": lead_cases,
    "more-refusals": refusal_cases,
    "more-settle": settle_cases,
    "more-match": match_cases,
}


def text_of(name: str) -> str:
    """The text of one file; its chance is its own, so that one file can change alone."""
    rng = random.Random(f"{SEED} {name}")
    return "".join(json.dumps(case) + "\n" for case in FILES[name](rng))


def main() -> None:
    for name in FILES:
        (ROOT / "corpus" / f"{name}.jsonl").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
