"""What may import what: a part imports only from lines below it or along an arrow; the rules stay free of chance."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

FIVES = Path(__file__).parent.parent / "fives"
MODULES = sorted(path for path in FIVES.rglob("*.py") if "__pycache__" not in path.parts)
# The line of each part, and what it may import from its own line.
LINES = {
    "tiles": 1, "refused": 1, "rules": 1, "kernel": 1, "tally": 1, "lying": 1, "layout": 1, "rounds": 1,
    "events": 2, "match": 2,
    "view": 3, "event_json": 3, "notation": 3, "fair": 3, "conformance": 3, "describe": 3, "words": 3,
    "svg": 3, "score_sheet": 3, "scene": 3, "fold": 3, "grid": 3,
    "playout": 4, "bots": 4, "analysis": 4, "env": 4, "fast": 4,
    "server": 5, "cli": 6, "__main__": 7, "__init__": 7,
}
ARROWS = {
    ("layout", "kernel"), ("layout", "rules"), ("layout", "tiles"), ("layout", "refused"), ("rules", "tiles"),
    ("layout", "lying"), ("lying", "kernel"), ("lying", "tiles"),
    ("refused", "tiles"), ("rounds", "layout"), ("rounds", "kernel"), ("rounds", "rules"), ("rounds", "tiles"),
    ("rounds", "refused"), ("events", "match"), ("describe", "words"), ("svg", "scene"), ("scene", "fold"),
    ("scene", "grid"), ("fold", "grid"), ("svg", "score_sheet"), ("svg", "words"), ("svg", "describe"),
    ("notation", "event_json"), ("analysis", "bots"), ("analysis", "playout"), ("bots", "playout"), ("bots", "fast"),
    ("analysis", "fast"), ("describe", "view"), ("notation", "view"), ("bots", "analysis"),
}
CHANCE = {"random", "secrets", "time", "asyncio", "socket", "logging", "threading", "subprocess"}
HEAVY = {"numba", "numpy", "llvmlite"}
WEB = {"starlette", "uvicorn", "websockets"}
STDLIB = set(sys.stdlib_module_names)


def part_of(name: str) -> str:
    """The part of a dotted name below fives: `fives.fold_room` belongs to fold."""
    first = name.split(".")[1] if "." in name else "__init__"
    head = first.partition("_")[0]
    return head if head in {"fold", "describe", "fast", "scene"} else first


def imports(path: Path) -> set[str]:
    """Every module a file names in an import, wherever it stands; `from fives import x` counts as fives.x."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            modules = {path.stem for path in FIVES.iterdir()}
            found |= {f"fives.{alias.name}" if node.module == "fives" and alias.name in modules else str(node.module)
                      for alias in node.names}
    return found


def name_of(path: Path) -> str:
    return ".".join(("fives", *path.relative_to(FIVES).with_suffix("").parts))


@pytest.mark.parametrize("path", MODULES, ids=map(name_of, MODULES))
def test_a_part_imports_only_from_below_or_along_an_arrow(path: Path) -> None:
    part = part_of(name_of(path))
    line = LINES[part]
    for name in imports(path):
        top = name.split(".")[0]
        if top == "fives":
            other = part_of(name)
            if other == "__init__":
                continue
            assert other == part or LINES[other] < line or (part, other) in ARROWS, f"{part} imports {other}"
            assert other != "cli" or part in {"cli", "__main__"}, "nothing imports cli"
        if line <= 3:
            assert top == "fives" or top in STDLIB, f"{part} imports {top}: standard library only up to line 3"
            assert top not in CHANCE, f"{part} imports {top}: chance, time and bytes are arguments"
        assert top not in HEAVY or part in {"fast", "bots", "analysis", "env"}, f"{part} imports {top}"
        web = name_of(path).removeprefix("fives.server.") in {"app", "guard", "run", "silent", "straight", "unread"}
        assert top not in WEB or web, f"{name_of(path)} imports {top}"


@pytest.mark.parametrize("name", ["kernel", "tally"])
def test_the_rules_on_ints_import_nothing(name: str) -> None:
    assert imports(FIVES / f"{name}.py") == set()


def test_a_bot_is_handed_a_view_and_never_a_round() -> None:
    for path in (FIVES / "bots").rglob("*.py"):
        used = {part_of(name) for name in imports(path) if name.startswith("fives")}
        taken = {alias.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
                 and node.module == "fives.rounds" for alias in node.names}
        assert not used & {"match", "events"}, f"{path.name} imports {used}"
        assert taken <= {"Points", "state_of"}, f"{path.name} imports {taken}"


def test_no_rule_stands_in_the_page() -> None:
    """The page may not add pips, round, or know what a multiple of five is."""
    for path in (FIVES / "server" / "static").rglob("*.js"):
        text = path.read_text()
        for sign in ("% 5", "%5", "isDouble", "spinners ==", "Math.round(pips"):
            assert sign not in text, f"{path.name} holds {sign}"


def test_files_are_small() -> None:
    looked_at = [*MODULES, *(FIVES / "server" / "static").rglob("*.js"), *(FIVES.parent / "tools").rglob("*.py")]
    long = {path.name: count for path in looked_at
            if (count := len(path.read_text().splitlines())) > 300}
    assert not long
