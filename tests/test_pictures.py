"""Pictures from the command line: what is written where, and that nothing of anybody else's is lost."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fives import FIVE_UP, lay_out, parse_play, svg
from fives.cli import main
from fives.describe import People
from fives.notation import read
from fives.scene import scene_of
from fives.words import words_in

PLAYS = "1-4 1-1@1-4 4-4@1-4"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `fives` in this process: status, standard output, standard error."""
    for name in ("FIVES_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        return (status, *capsys.readouterr())
    return call


def test_count_writes_the_picture_and_says_what_it_says_without(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a b.svg"
    without = run("count", PLAYS)
    assert run("count", PLAYS, "--svg", file) == without
    scene = scene_of(lay_out(FIVE_UP, map(parse_play, PLAYS.split())), "wide")
    assert file.read_text() == svg.layout(scene, words_in("en"))
    assert run("count", PLAYS, "--lang", "ko", "--svg", file, "--view", "tall", "--theme", "dark", "--numerals")[0] == 0
    scene = scene_of(scene.layout, "tall")
    assert file.read_text() == svg.layout(scene, words_in("ko"), theme="dark", numerals=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a b.svg"], "no draft is left"


def test_a_file_that_is_no_picture_of_fives_is_not_written_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.svg"
    for other in ("Dear Aoi", '<svg xmlns="http://www.w3.org/2000/svg" class="mine"/>'):
        file.write_text(other)
        assert run("count", PLAYS, "--svg", file) == \
            (2, "", f"fives: {file}: is there already and is no picture of fives; expected another name\n")
        assert file.read_text() == other
    file.write_text("")
    assert run("count", PLAYS, "--svg", file)[0] == 0, "an empty file is nobody's"


def test_a_link_stays_a_link_and_a_pipe_a_pipe(run: Run, tmp_path: Path) -> None:
    link = tmp_path / "link.svg"
    link.symlink_to(tmp_path / "there.svg")
    assert run("count", PLAYS, "--svg", link)[0] == 0
    assert link.is_symlink()
    assert (tmp_path / "there.svg").read_text().startswith("<svg")
    assert run("count", PLAYS, "--svg", os.devnull)[0] == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no name for standard output")
@pytest.mark.parametrize("piped", [True, False])
def test_a_picture_may_go_to_standard_output_before_what_is_said(run: Run, tmp_path: Path, piped: bool) -> None:
    with (tmp_path / "out.svg").open("wb+") as file:
        done = subprocess.run([sys.executable, "-m", "fives", "count", PLAYS, "--svg", "/dev/stdout", "--lang", "en"],
                              stdout=subprocess.PIPE if piped else file, timeout=60)
        file.seek(0)
        out = (done.stdout if piped else file.read()).decode()
    scene = scene_of(lay_out(FIVE_UP, map(parse_play, PLAYS.split())), "wide")
    assert (done.returncode, out) == (0, svg.layout(scene, words_in("en")) + run("count", PLAYS)[1])


@pytest.mark.parametrize(("where", "why"), [
    ("", "svg: expected the name of a file"), (".", "Is a directory"),
    ("no/such/folder.svg", "No such file or directory")])
def test_a_place_where_nothing_can_be_written_is_named_in_one_line(run: Run, tmp_path: Path, where: str, why: str,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run("count", PLAYS, "--svg", where)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert why in err
    assert list(tmp_path.iterdir()) == []


def test_replay_writes_a_picture_of_each_play_settlement_and_score_sheet(run: Run, tmp_path: Path, root: Path) -> None:
    record = root / "examples" / "five-up-partners.txt"
    folder = tmp_path / "evening" / "pictures"
    without = run("replay", record)
    assert run("replay", record, "--svg", folder) == without
    names = sorted(path.name for path in folder.iterdir())
    wanted = []
    for at, sheet in enumerate(read(record.read_text()).rounds, 1):
        plays = sum(not isinstance(moved.move, str) for moved in sheet.moves)
        wanted += [f"round-{at:02}-play-{number:02}.svg" for number in range(1, plays + 1)]
        wanted += [f"round-{at:02}-settlement.svg", f"round-{at:02}-total.svg"]
    assert names == wanted
    titles = [ElementTree.fromstring((folder / name).read_text())[0].text for name in names]
    assert titles[0] == "Round 1. Caro leads 4-6: 6 + 4 = 10, 2 points."
    assert titles[-1] == "Ana and Caro win"
    before = {name: (folder / name).read_bytes() for name in names}
    assert run("replay", record, "--svg", folder)[0] == 0, "its own pictures are replaced"
    assert {name: (folder / name).read_bytes() for name in names} == before


def test_the_pictures_of_every_example_are_well_formed_in_every_language(run: Run, tmp_path: Path, root: Path) -> None:
    number = 0
    for at, record in enumerate(sorted((root / "examples").glob("*.txt"))):
        folder = tmp_path / record.stem
        lang, view = ("en", "ko", "ja")[at % 3], ("tall", "wide", "square")[at % 3]
        assert run("replay", record, "--svg", folder, "--lang", lang, "--view", view)[0] == 0
        for path in folder.iterdir():
            assert ElementTree.fromstring(path.read_text()).get("lang") == lang
            number += 1
    assert number > 100


def test_a_record_with_little_in_it_has_the_pictures_of_what_is_known(run: Run, tmp_path: Path, root: Path) -> None:
    folder = tmp_path / "envelope"
    assert run("replay", root / "examples" / "five-up-envelope.txt", "--svg", folder)[0] == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names
    assert all(name.endswith("-total.svg") for name in names), "of hands only the pips are known"


def test_a_folder_with_a_file_of_somebody_else_stops_the_writing(run: Run, tmp_path: Path, root: Path) -> None:
    mine = tmp_path / "round-01-play-03.svg"
    mine.write_text("mine")
    status, out, err = run("replay", root / "examples" / "five-up-partners.txt", "--svg", tmp_path)
    assert (status, out) == (2, "")
    assert f"{mine}: is there already" in err
    assert mine.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [mine], "nothing was written"


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_how_many_of_all_pictures_are_written(
        tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    for record in sorted((root / "examples").glob("*.txt")):
        screen, folder = Screen(), tmp_path / record.stem
        monkeypatch.setattr(sys, "stderr", screen)
        assert main(["replay", str(record), "--svg", str(folder)]) == 0
        told = re.findall(r"\r(\d+) / (\d+)", screen.getvalue())
        every = len(list(folder.iterdir()))
        assert told == [(str(number), str(every)) for number in range(20, every + 1, 20)]
        seen += len(told)
    assert seen > 3


def test_a_hyphen_is_no_folder_to_be_written(run: Run, tmp_path: Path, root: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run("replay", root / "examples" / "five-up-partners.txt", "--svg", "-")
    assert (status, out) == (2, "")
    assert "--svg: expected the name of a folder, got '-'" in err
    assert list(tmp_path.iterdir()) == []


# The document


def test_the_pictures_of_the_document_are_what_is_drawn_today(run: Run, tmp_path: Path, root: Path) -> None:
    text = (root / "docs" / "pictures.md").read_text()
    command = re.search(r'fives count "([^"]+)" --svg docs/pictures/layout.svg', text)
    assert command
    assert run("count", command[1], "--svg", tmp_path / "layout.svg")[0] == 0
    sheet = svg.score_sheet(People(FIVE_UP, ("Aoi", "Ken", "Minjun", "Oak")), (190, 155), words_in("en"))
    (tmp_path / "score.svg").write_text(sheet)
    for name in ("layout.svg", "score.svg"):
        assert f"(pictures/{name})" in text
        assert (root / "docs" / "pictures" / name).read_text() == (tmp_path / name).read_text(), f"draw {name} anew"


def test_the_python_of_the_document_runs(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (root / "docs" / "pictures.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)
    for name in svg.__all__:
        assert f"`{name}" in text or f"svg.{name}" in text, f"the document does not tell of {name}"
