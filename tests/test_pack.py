"""What a page loads: the modules as one, the style sheets as one, and all of it small."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from fives.server.files import PARTS, STATIC, Files
from fives.server.pack import Unpacked, packed
from page_modules import MODULES


def test_what_is_told_to_readers_of_a_module_is_not_sent() -> None:
    text = packed("top.js", MODULES.__getitem__)
    assert "told" not in text
    assert "/** @type {number} */ globalThis" in text, "what stands before code in its line stays"


@pytest.mark.parametrize("text", [
    'import it from "./base.js";\n', 'import {\n  one } from "./base.js";\n',
    'import { one } from "./base.js"; go();\n', 'import "./base.js";\n',
    'import { one } from "https://fives.test/base.js";\n', "export default 1;\n",
    "export let one = 1;\n", 'export * from "./base.js";\n', "export const [one] = [1];\n"])
def test_a_module_that_is_written_otherwise_is_refused_with_its_name_and_line(text: str) -> None:
    with pytest.raises(Unpacked, match=r"^odd\.js: expected names in one line, got '(import|export) "):
        packed("odd.js", {**MODULES, "odd.js": f"const x = 1;\n{text}"}.__getitem__)


def test_modules_that_import_each_other_in_a_ring_are_refused() -> None:
    ring = {"a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
            "b.js": 'import { a } from "./a.js";\nexport const b = 1;\n'}
    with pytest.raises(Unpacked, match=r"^a\.js: imports itself, by way of b\.js$"):
        packed("a.js", ring.__getitem__)


@pytest.mark.parametrize("text", [
    'import { two } from "./base.js";\n', 'import { one, two } from "./base.js";\n',
    'export { two } from "./base.js";\n',
    'import { two as one } from "./base.js";\n'])
def test_a_name_that_another_module_does_not_give_is_refused(text: str) -> None:
    with pytest.raises(Unpacked, match=r"^odd\.js: base\.js gives no two$"):
        packed("odd.js", {**MODULES, "odd.js": text}.__getitem__)


@pytest.mark.parametrize("kind", PARTS)
def test_a_page_loads_three_files_with_all_that_it_is_made_of(kind: str) -> None:
    files = Files()
    styles, scripts, module = files.loads(kind)
    assert (len(styles), len(scripts)) == (1, 1)
    sent = [files.get(place.removeprefix(f"{files.base}/")) for place in (*styles, *scripts, module)]
    assert all(file is not None and gzip.decompress(file.small) == file.content for file in sent)
    parts = PARTS[kind]
    style, script, main = (file.content.decode() for file in sent if file)
    assert style == "".join((STATIC / name).read_text() for name in parts.styles)
    assert script == "".join((STATIC / name).read_text() for name in parts.scripts)
    assert main.rstrip().endswith("})();")
    assert f"// {parts.module}\n" in main


def test_all_that_a_table_loads_is_small() -> None:
    files = Files()
    styles, scripts, module = files.loads("table")
    sizes = [len(file.small) for place in (*styles, *scripts, module)
             if (file := files.get(place.removeprefix(f"{files.base}/")))]
    assert len(sizes) == 3
    assert sum(sizes) < 70_000, "bytes"


def test_every_module_of_the_page_belongs_to_a_page() -> None:
    packs = [Files().get(f"{kind}-page.js") for kind in PARTS]
    text = "".join(pack.content.decode() for pack in packs if pack)
    plain = {name for parts in PARTS.values() for name in parts.scripts}
    for path in STATIC.glob("*.js"):
        assert path.name in plain | {"types.js"} or f"// {path.name}\n" in text, path.name
    sheets = {name for parts in PARTS.values() for name in parts.styles}
    assert {path.name for path in STATIC.glob("*.css")} == sheets


def test_who_changes_the_page_gets_the_files_as_they_are_now(tmp_path: Path) -> None:
    for path in STATIC.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    files = Files(tmp_path, live=True)
    loads = files.loads("table")
    assert [place.rpartition("/")[2] for place in loads.styles] == list(PARTS["table"].styles)
    assert loads.module == "/static/live/main.js"
    (tmp_path / "main.js").write_text("changed();\n")
    file = files.get("main.js")
    assert file is not None
    assert file.content == b"changed();\n"
