"""The modules of a page as one: who opens a link on a phone waits for each request, and there would be some forty.

Each module becomes a function that is called once, in the order in which modules run, and gives what it exports. That
holds for what our modules are: none imports in a ring, none exports what changes, and whatever they import or export
stands in a line of its own. Anything else is an error, and never a page that runs differently.
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
    parts: dict[str, str] = {}
    _add(entry, read, parts, ())
    return "".join(parts.values())


def _add(name: str, read: Callable[[str], str], parts: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise Unpacked(f"{name}: imports itself, by way of {', '.join(above[above.index(name) + 1:])}")
    if name in parts:
        return
    text, given = read(name), list[str]()

    def taken(names: str, of: str) -> str:
        _add(of, read, parts, (*above, name))
        return f"const {names} = {_function(of)};\n"

    def imported(found: re.Match[str]) -> str:
        names, whole, of = found.groups()
        return taken(_listed(names) if names else whole, of)

    def again(found: re.Match[str]) -> str:
        given.extend(one.split(" as ")[-1] for one in found[1].split(", "))
        return taken(_listed(found[1]), found[2])

    def exported(found: re.Match[str]) -> str:
        given.append(found[1])
        return ""

    lines = []
    for line in TOLD.sub("", text).splitlines(keepends=True):
        lines.append(IMPORT.sub(imported, AGAIN.sub(again, EXPORT.sub(exported, line))) if FROM_OR_TO.match(line)
                     else line)
        if odd := FROM_OR_TO.match(lines[-1]):
            raise Unpacked(f"{name}: expected names in one line, got {odd[0]!r}")
    body = f"{''.join(lines)}return {{ {', '.join(given)} }};"
    parts[name] = f"// {name}\nconst {_function(name)} = (() => {{\n{body}\n}})();\n"


def _listed(names: str) -> str:
    return f"{{ {names.replace(' as ', ': ')} }}"


def _function(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
