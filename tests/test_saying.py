"""What several commands say alike: who sits where, and figures of what one is ahead by."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from fives.analysis.arena import standing
from fives.analysis.arena_play import Played, Setting
from fives.bots.thinking import Candidate, Thought
from fives.cli import arena, main, think
from fives.rules import ALL_FIVES, FIVE_UP, Rules
from fives.words import words_in
from test_thinking import some_view

NAMED = "rules: five-up deal=2,2,2\nnames: Ana,\n\nround\nhand 0: 0-5 5-5\n0: 0-5\n1: 0-1@0-5\n"
DEALT = ("rules: five-up deal=2,2,2 draws=no\nnames: ,Ben\n\nround\nhand 0: 0-5 5-5\nhand 1: 0-1 1-1\n"
         "boneyard: 0-0 0-2 0-3 0-4 0-6 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-6 6-6\n"
         "0: 0-5\n")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVES_LANG", "en")


@pytest.mark.parametrize(("command", "record", "said"), [
    ("replay", NAMED, ["Ana leads 0-5: ", "Seat 1 plays 0-1 on 0-5: "]),
    ("think --moves 0 --bot club", DEALT, ["Seat 0 leads"]),
    ("solve --totals none", DEALT, ["Ben's turn", "Seat 0"])])
def test_who_has_no_name_is_called_by_the_seat(command: str, record: str, said: list[str], tmp_path: Path,
                                               capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.txt"
    path.write_text(record)
    first, *options = command.split()
    assert main([first, str(path), *options]) == 0
    out = capsys.readouterr().out
    for words in said:
        assert words in out


@pytest.mark.parametrize(("rules", "points", "shown"), [
    (ALL_FIVES, 2.5, "+2.5"), (ALL_FIVES, -2.5, "\u22122.5"), (ALL_FIVES, 0.0, "0.0"), (ALL_FIVES, -0.04, "0.0"),
    (ALL_FIVES, 0.04, "0.0"), (ALL_FIVES, -0.06, "\u22120.1"), (FIVE_UP, -12.5, "\u22122.5"), (FIVE_UP, -0.2, "0.0")])
def test_the_value_of_a_play_has_the_sign_of_what_is_shown(rules: Rules, points: float, shown: str) -> None:
    seen = some_view(rules, 2, 2, 1)
    thought = Thought("master", 0, (Candidate(seen.options[0].play, points, 0.0, 1),), False, True, 1)
    assert think.figure(words_in("en"), seen, thought, points, 0.0) == shown


@pytest.mark.parametrize(("points", "shown"), [
    ((5, 6), "+5.50"), ((-5, -6), "\u22125.50"), ((0, 0), "0.00"), ((0, -Fraction(1, 200)), "0.00"),
    ((0, Fraction(1, 200)), "0.00"), ((0, -Fraction(1, 20)), "\u22120.03")])
def test_what_a_level_is_ahead_by_has_the_sign_of_what_is_shown(points: tuple[Fraction, ...], shown: str) -> None:
    setting = Setting("casual", "random", FIVE_UP, 2)
    deals = [Played("round", at, (Fraction(each),), (0.0, 0.0), (1, 1)) for at, each in enumerate(points)]
    told = list(arena.in_words(words_in("en"), standing(setting, deals, 2)))
    assert told[1].startswith(f"2 deals: casual makes {shown} raw points a round more, \u00b1 ")
