"""Records as people type them: names in parts, tabs, numbers of rounds that run out, and where an error points."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from fives import TextError, notation
from fives.notation.lines import MOST_ROUNDS

HEAD = "rules: five-up\nnames: {}, {}\n"


@pytest.mark.parametrize("name", ["민준", "Zoé", "ガイ", "Jürgen"])
@pytest.mark.parametrize(("there", "here"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_name_is_the_same_whether_its_letters_come_whole_or_in_parts(name: str, there: str, here: str) -> None:
    said = normalize(here, name)  # type: ignore[arg-type]
    head = HEAD.format(normalize(there, name), "Ben")  # type: ignore[arg-type]
    sheet = notation.read(f"{head}round\nend: out {said}\ntotals: 62 0\nwon: {said}\n").rounds[0]
    assert (sheet.out, sheet.won) == (0, 0)
    assert notation.read(f"{head}round\n{said}: 1-4\n").rounds[0].moves[0].seat == 0


def test_two_names_that_look_alike_are_the_name_of_nobody() -> None:
    head = HEAD.format(normalize("NFC", "Zoé"), normalize("NFD", "Zoé"))
    with pytest.raises(TextError, match="line 4"):
        notation.read(f"{head}round\nZoé: 1-4\n")


@pytest.mark.parametrize("line", ["end:\tout\t0", "end: out\tAna", "end: out   0", "end:out  Ana"])
def test_words_are_parted_by_spaces_or_tabs(line: str) -> None:
    sheet = notation.read(f"{HEAD.format('Ana', 'Ben')}round\n{line}\n").rounds[0]
    assert (sheet.end, sheet.out) == ("out", 0)


def test_an_end_without_a_seat_is_refused_where_it_stands() -> None:
    for line in ("end:", "end: out", "end: gone"):
        with pytest.raises(TextError, match="line 4, column"):
            notation.read(f"{HEAD.format('Ana', 'Ben')}round\n{line}\n")


def test_no_record_is_read_that_cannot_be_written() -> None:
    text = f"{HEAD.format('Ana', 'Ben')}from: 0 0\n\nround {MOST_ROUNDS}\ntotals: 0 0\n"
    record = notation.read(text)
    assert notation.read(notation.write(record)) == record
    with pytest.raises(TextError, match=f"line 7, column 1: expected no round after number {MOST_ROUNDS}"):
        notation.read(f"{text}round\n")


def test_who_won_without_totals_is_told_at_the_line_that_says_so() -> None:
    with pytest.raises(TextError, match="line 4, column"):
        notation.read(f"{HEAD.format('Ana', 'Ben')}round\nwon: Ana\n")
