"""The build: catalogues are compiled, and a wheel holds what the program reads."""

from __future__ import annotations

import gettext
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hatch_build import CatalogueError, compile_catalogues

pytestmark = pytest.mark.processes

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def write_catalogue(root: Path, text: str, language: str = "ko") -> Path:
    folder = root / "fives" / "locale" / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "fives.po"
    path.write_text(HEADER + text, encoding="utf-8")
    return path


def test_a_tree_without_catalogues_compiles_to_nothing(tmp_path: Path) -> None:
    assert compile_catalogues(tmp_path) == []


def test_a_catalogue_is_compiled_and_compiled_anew_after_an_edit(tmp_path: Path) -> None:
    source = write_catalogue(tmp_path, 'msgid "tile"\nmsgstr "타일"\n')
    target = source.with_suffix(".mo")
    assert compile_catalogues(tmp_path) == [target]
    with target.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("tile") == "타일"
    assert compile_catalogues(tmp_path) == []

    write_catalogue(tmp_path, 'msgid "tile"\nmsgstr "패"\n')
    later = target.stat().st_mtime_ns + 1_000_000_000
    os.utime(source, ns=(later, later))
    assert compile_catalogues(tmp_path) == [target]
    with target.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("tile") == "패"
    assert sorted(path.name for path in target.parent.iterdir()) == ["fives.mo", "fives.po"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgid "tile"\nmsgstr "타일\n', 5),  # a forgotten quote
        ('msgid "tile"\nmsgstr 타일\n', 5),
        ('msgid "tile"\n\nmsgsrt "타일"\n', 6),
        ('msgid "tile"\n\nmsgid "hand"\nmsgstr "손패"\n', 4),  # a message without its translation
    ],
)
def test_a_broken_catalogue_is_refused_with_its_line_and_leaves_nothing(tmp_path: Path, text: str, line: int) -> None:
    source = write_catalogue(tmp_path, text)
    with pytest.raises(CatalogueError, match=rf"ko.LC_MESSAGES.fives\.po:{line}: .+"):
        compile_catalogues(tmp_path)
    assert list(source.parent.iterdir()) == [source]


def test_a_wheel_holds_catalogues_static_files_and_the_corpus_but_no_tests(root: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "fives" / "server" / "static").mkdir(parents=True)
    (tree / "corpus").mkdir()
    (tree / "tests").mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "LICENSE", "README.md", ".gitignore"):
        if (root / name).exists():
            shutil.copy(root / name, tree)
    write_catalogue(tree, 'msgid "tile"\nmsgstr "타일"\n')
    for name in ("fives/__init__.py", "fives/server/static/table.js", "corpus/rounds.jsonl", "tests/test_tiles.py"):
        (tree / name).write_text("", encoding="utf-8")

    (tree / "fives" / "__init__.py").write_text('__version__ = "0.1.0"\n', encoding="utf-8")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {
        "fives/__init__.py",
        "fives/corpus/rounds.jsonl",
        "fives/locale/ko/LC_MESSAGES/fives.mo",
        "fives/locale/ko/LC_MESSAGES/fives.po",
        "fives/server/static/table.js",
    }
