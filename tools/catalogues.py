"""The message catalogues: gathers the messages of the sources, and brings .pot and .po files up to date.

    python tools/catalogues.py            gather and update; then write the translations that are missing
    python tools/catalogues.py --check    only say what is not up to date

A message is what `words.say`, `words.many`, `words.within` or `msg` is given as a literal (or as one of two, with `if`
and `else`), a reason in `fives.refused.REASONS`, or a name in `fives.rules.RULE_SETS`.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "fives" / "locale"
LANGUAGES = ("ko", "ja")
# Dates and the tool's version would change without a message changing.
VOLATILE = re.compile(
    r'^"(Project-Id-Version|POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Report-Msgid-Bugs-To):.*\n',
    re.MULTILINE)
HEADER = "# Messages of fives{of}. See tools/catalogues.py.\n#"


def from_data() -> Iterator[tuple[str, str, str | None]]:
    """Messages that stand in values: file, message, context."""
    from fives.refused import REASONS
    from fives.rules import RULE_SETS

    for sentence in REASONS.values():
        yield "fives/refused.py", sentence, None
    for rules in RULE_SETS.values():
        for name in (rules.name, *rules.also):
            yield "fives/rules.py", name, "game"


def from_source(source: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The messages in the text of a module, in its order: message (or its two forms), context."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = [literals(argument) for argument in call.args]
        if name in ("say", "msg") and given:
            yield from ((message, None) for message in given[0])
        elif name == "within" and len(given) > 1:
            yield from ((message, context) for context in given[0] for message in given[1])
        elif name == "many" and len(given) > 1:
            yield from (((one, other), None) for one, other in zip(given[0], given[1], strict=True))


def literals(node: ast.expr) -> list[str]:
    """The texts that an argument can be: one literal, both of `a if x else b`, none for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return []


def gather() -> Catalog:
    """All messages of the sources, in the order of their files."""
    found = Catalog(project="fives", header_comment=HEADER.format(of=""), fuzzy=False)
    for path in sorted((ROOT / "fives").rglob("*.py")):
        for message, context in from_source(path.read_text(encoding="utf-8")):
            found.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    for name, sentence, context in from_data():
        found.add(sentence, locations=[(name, 0)], context=context)
    return found


def text_of(catalogue: Catalog) -> str:
    """A catalogue as the text of its file."""
    for message in catalogue:
        message.flags.discard("python-brace-format")  # `{name|이/가}` is more than that format knows
    out = io.BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False, sort_by_file=True, ignore_obsolete=True)
    return VOLATILE.sub("", out.getvalue().decode())


def path_of(lang: str) -> Path:
    """The .po file of a language."""
    return LOCALE / lang / "LC_MESSAGES" / "fives.po"


def read(lang: str) -> Catalog:
    """The catalogue of a language as it stands; an empty one if there is none."""
    path = path_of(lang)
    content = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(content), locale=lang, abort_invalid=True)


def updated(lang: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the messages of a template; translations that are there are kept."""
    catalogue = read(lang)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = HEADER.format(of=f", {lang}")
    return catalogue


def wanted() -> dict[Path, str]:
    """What each file should hold."""
    template = gather()
    files = {LOCALE / "fives.pot": text_of(template)}
    for lang in LANGUAGES:
        files[path_of(lang)] = text_of(updated(lang, template))
    return files


def stale() -> list[Path]:
    """The files that are not up to date with the sources."""
    return [path for path, text in wanted().items()
            if not path.exists() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    """Update or check; the exit status is 1 when a check found something."""
    parser = argparse.ArgumentParser(description="Update the message catalogues from the sources.")
    parser.add_argument("--check", action="store_true", help="only say what is not up to date")
    if parser.parse_args().check:
        found = stale()
        for path in found:
            print(f"{path.relative_to(ROOT)}: not up to date; run tools/catalogues.py")
        return 1 if found else 0
    for path, text in wanted().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for lang in LANGUAGES:
        missing = [message.id for message in read(lang) if message.id and not all(message.string or ("",))]
        print(f"{lang}: {len(missing)} without a translation")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
