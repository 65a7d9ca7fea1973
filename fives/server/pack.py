"""The modules of a page as one: who opens a link on a phone waits for each request, and there would be some forty.

Each module becomes a function that is called once, in the order in which modules run, and gives what it exports. That
holds for what our modules are: none imports in a ring, none exports what changes, what they import or export stands by
name at the beginning of a line, and no text or remark of several lines has a line that begins so. What breaks the first
three is an error here; every page is run by tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable

IMPORT = re.compile(r'import (?:\{ ([\w$ ,]+) \}|\* as ([\w$]+)) from "\./([\w.-]+\.js)";\n', re.ASCII)
AGAIN = re.compile(r'export \{ ([\w$ ,]+) \} from "\./([\w.-]+\.js)";\n', re.ASCII)
EXPORT = re.compile(r"export (?=(?:async function|function|class|const) ([\w$]+))", re.ASCII)
FROM_OR_TO = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
TOLD = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # for readers and for tsc


class Unpacked(Exception):
    """A module is written as this cannot read it."""


def packed(entry: str, read: Callable[[str], str]) -> str:
    """One module that does what the module `entry` does, with all that it imports; `read` gives a module by its name.

    Raises `Unpacked`.
    """
    pack = _Pack(read)
    pack.add(entry, ())
    return "".join(pack.parts.values())


class _Pack:
    """The modules that are packed so far: their functions, and the names that each gives."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.read = read
        self.parts: dict[str, str] = {}
        self.gives: dict[str, list[str]] = {}

    def add(self, name: str, above: tuple[str, ...]) -> None:
        """Adds a module after all that it imports; `above` are those that wait for it."""
        if name in above:
            raise Unpacked(f"{name}: imports itself, by way of {', '.join(above[above.index(name) + 1:])}")
        if name in self.parts:
            return
        given: list[str] = []

        def taken(names: str | None, whole: str, of: str) -> str:
            self.add(of, (*above, name))
            for one in names.split(", ") if names else ():
                if one.split(" as ")[0] not in self.gives[of]:
                    raise Unpacked(f"{name}: {of} gives no {one.split(' as ')[0]}")
            bound = f"{{ {names.replace(' as ', ': ')} }}" if names else whole
            return f"const {bound} = {_function(of)};\n"

        def imported(found: re.Match[str]) -> str:
            return taken(*found.groups())

        def again(found: re.Match[str]) -> str:
            given.extend(one.split(" as ")[-1] for one in found[1].split(", "))
            return taken(found[1], "", found[2])

        def exported(found: re.Match[str]) -> str:
            given.append(found[1])
            return ""

        lines = []
        for line in TOLD.sub("", self.read(name)).splitlines(keepends=True):
            lines.append(IMPORT.sub(imported, AGAIN.sub(again, EXPORT.sub(exported, line))) if FROM_OR_TO.match(line)
                         else line)
            if odd := FROM_OR_TO.match(lines[-1]):
                raise Unpacked(f"{name}: expected names in one line, got {odd[0]!r}")
        body = f"{''.join(lines)}return {{ {', '.join(given)} }};"
        self.parts[name], self.gives[name] = f"// {name}\nconst {_function(name)} = (() => {{\n{body}\n}})();\n", given


def _function(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
