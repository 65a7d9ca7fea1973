"""What the documents say is true: the README runs, and every field, command and event is documented."""

from __future__ import annotations

import dataclasses
import doctest
import re
from pathlib import Path

import pytest

import fives
from fives import events, layout, rules, tiles
from fives.rules import Rules

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("corpus/*.md")])


def test_the_library_lines_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 10
    assert failed == 0


@pytest.mark.parametrize("module", [fives, tiles, rules, layout], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_run(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("field", Rules._fields)
def test_every_field_of_a_rule_set_is_documented(field: str) -> None:
    assert f"`{field}`" in (ROOT / "docs" / "rules.md").read_text()


@pytest.mark.parametrize("name", [cls.__name__ for cls in events.Event.__args__])
def test_every_event_is_documented(name: str) -> None:
    words = {"Started": "start", "Lot": "lot", "Dealt": "deal", "Played": "play", "Drew": "draw", "Passed": "pass",
             "Shown": "show", "Settled": "settle", "Won": "win"}
    assert f'"{words[name]}"' in (ROOT / "docs" / "protocol.md").read_text()


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_public_name_has_a_docstring() -> None:
    bare = [name for name in fives.__all__ if isinstance(getattr(fives, name), type | type(doctest.testmod))
            and not getattr(fives, name).__doc__]
    assert not bare
    for cls in events.Event.__args__:
        assert dataclasses.is_dataclass(cls)
        assert not (cls.__doc__ or "").startswith(cls.__name__ + "("), f"{cls.__name__} has no docstring of its own"
