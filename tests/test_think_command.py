"""`fives think` as people call it: for a view or a record, while it takes long, and when it is ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fives import notation
from fives.analysis.positions import match_of
from fives.cli import main
from fives.match import Match
from fives.notation import Record, view_text
from fives.rules import ALL_FIVES, DOMINOS_CC_DRAW, FIVE_UP, Rules
from fives.view import view
from notation_records import played
from terminals import interrupted

pytestmark = pytest.mark.processes


def record(rules: Rules, seats: int) -> Record:
    """A record of whole rounds, with all hands."""
    return notation.read(notation.write(notation.record_of(played(rules, seats, 5, 150))))


@pytest.mark.parametrize(("rules", "seats"), [(FIVE_UP, 4), (ALL_FIVES, 2), (DOMINOS_CC_DRAW, 3)])
def test_a_record_goes_back_to_what_each_seat_saw(rules: Rules, seats: int) -> None:
    told = record(rules, seats)
    rounds = told.played()
    for number in (told.first, told.first + len(rounds) - 1):
        finished = rounds[number - told.first]
        assert finished is not None
        for moves in range(len(finished.made)):
            match: Match = match_of(told, number, moves)
            assert match.round is not None
            assert match.round.made == finished.made[:moves]
            assert match.round.turn == finished.made[moves].seat
            assert finished.made[moves].move in (*match.round.legal, match.round.may)


def test_the_command_asks_the_seat_in_turn_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = record(ALL_FIVES, 2)
    path = tmp_path / "evening.txt"
    path.write_text(notation.write(told), encoding="utf-8")
    match = match_of(told, told.first, 0)
    assert match.round is not None
    seen = view_text(view(match, match.round.turn))
    assert main(["think", str(path), "--round", str(told.first), "--moves", "0", "--bot", "club", "--json"]) == 0
    of_record = json.loads(capsys.readouterr().out)
    assert main(["think", seen, "--bot", "club", "--json"]) == 0
    assert of_record == json.loads(capsys.readouterr().out)
    assert main(["think", str(path), "--round", str(told.first), "--moves", "0", "--bot", "club"]) == 0
    assert capsys.readouterr().out.startswith(f"{told.names[match.round.turn] if told.names else 'Seat'}")
    for wish, said in ((["--round", str(told.first)], "the round is over"),
                       (["--round", "999"], "round: expected a whole number from"),
                       (["--moves", "999"], "moves: expected a whole number from 0 to")):
        assert main(["think", str(path), *wish]) == 2
        assert said in capsys.readouterr().err
    assert main(["think", seen, "--moves", "1"]) == 2
    assert "--moves: expected the file of a record" in capsys.readouterr().err


def test_a_record_with_the_hand_of_one_seat_is_asked_at_the_turns_of_that_seat(
        root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "examples" / "five-up-one-seat.txt"
    mine = notation.read(path.read_text(encoding="utf-8"))
    assert main(["think", str(path), "--bot", "club", "--json"]) == 0
    of_record = json.loads(capsys.readouterr().out)
    assert main(["think", view_text(mine.view(2)), "--bot", "club", "--json"]) == 0
    assert of_record == json.loads(capsys.readouterr().out)
    for moves, said in (("0", ""), ("3", ""), ("1", "expected the hand of seat 0, with every tile that it drew"),
                        ("11", "moves: expected a number from 0 to 10, got 11")):
        assert main(["think", str(path), "--moves", moves, "--bot", "club"]) == (2 if said else 0)
        assert capsys.readouterr().err == (f"fives: {path}: {said}\n" if said else "")
    over = tmp_path / "over.txt"
    over.write_text("rules: five-up deal=2,2,2\nseats: 2\n\nround\nhand 0: 0-5 5-5\n0: 0-5\n1: 0-1@0-5\n0: 5-5@0-5\n"
                    "end: out 0\nleft: - | 11\n")
    assert main(["think", str(over)]) == 2
    assert "the round is over; expected --moves with fewer moves" in capsys.readouterr().err
    assert main(["think", str(over), "--moves", "0", "--bot", "club"]) == 0


def test_ctrl_c_tells_what_was_found_and_a_terminal_shows_how_far_it_is() -> None:
    match = match_of(record(ALL_FIVES, 2), None, 0)
    assert match.round is not None
    text = view_text(view(match, match.round.turn))
    status, out = interrupted(b"thinking", "-m", "fives", "think", "--budget", "900", text)
    assert status == 130
    assert "ended before its time" in out
    assert "Tried in " in out
