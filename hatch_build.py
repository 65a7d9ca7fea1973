"""Build hook: compiles the message catalogues (.po to .mo) for wheels and editable installs, and adds the corpus.

By hand, after an edit of a catalogue: `.venv/bin/python hatch_build.py`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "fives/locale/*/LC_MESSAGES/*.po"
# A comment, or a string in its quotes, with or without a keyword before it. Babel is not so strict: of a text whose
# quote was forgotten it would silently cut the last letter.
LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"([^"\\]|\\.)*")?\s*')


class CatalogueError(Exception):
    """A catalogue that cannot be read; the text names its file and what is wrong."""


def compile_catalogues(root: Path) -> list[Path]:
    """Compile each catalogue whose .mo is missing, older or empty, and return the .mo files written."""
    written = []
    for source in sorted(root.glob(CATALOGUES)):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_size and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        compile_catalogue(source, target)
        written.append(target)
    return written


def compile_catalogue(source: Path, target: Path) -> None:
    """Compile one .po to a .mo, which appears whole or not at all (others may be reading the old one)."""
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        if not LINE.fullmatch(line):
            raise CatalogueError(f"{source}:{number}: expected a comment, or a keyword and a text in quotes: {line}")
    try:
        # abort_invalid: a fault is an error here, else Babel would only print it.
        catalogue = read_po(io.BytesIO(source.read_bytes()), locale=source.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise CatalogueError(f"{source}:{error.lineno + 1}: {error}") from error
    content = io.BytesIO()
    write_mo(content, catalogue)
    draft = target.with_name(f"{target.name}.{os.getpid()}")
    draft.write_bytes(content.getvalue())
    draft.replace(target)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it gathers files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues in place; a wheel (not an editable install) also takes the corpus along."""
        root = Path(self.root)
        compile_catalogues(root)
        corpus = root / "corpus"
        if version != "editable" and corpus.is_dir():
            build_data["force_include"][str(corpus)] = "fives/corpus"


if __name__ == "__main__":
    try:
        for path in compile_catalogues(Path(__file__).resolve().parent):
            print(f"compiled {path}")
    except CatalogueError as error:
        sys.exit(str(error))
