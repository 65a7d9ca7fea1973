"""The static files: read once, by name, so that no path from outside ever reaches the disk; and what pages load.

A page loads one style sheet, one plain script and one module, each made of several files. Live, for those who are
changing them, it loads the files themselves, read anew at each request.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from fives.server.pack import packed

STATIC = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
         ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".ico": "image/x-icon"}


class Parts(NamedTuple):
    """What a page is made of, in the order it counts; the scripts are plain ones, which run before the module."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    module: str


PARTS = {
    "table": Parts(("tokens.css", "base.css", "table.css", "wide.css", "settle.css", "people.css", "menu.css"),
                   ("early.js", "loading.js"), "main.js"),
    "home": Parts(("tokens.css", "base.css", "home.css"), ("early.js",), "home.js"),
    "rules": Parts(("tokens.css", "base.css", "home.css", "rules.css"), ("early.js",), "rules.js"),
    "note": Parts(("tokens.css", "base.css"), ("early.js",), "elsewhere.js"),
}


class File:
    """What is sent of a file."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content, self.kind = content, kind

    @cached_property
    def small(self) -> bytes:
        """The content for who can read gzip, as any browser can."""
        return gzip.compress(self.content, mtime=0)


class Files:
    """What lies in the static folder, and what is made of it."""

    def __init__(self, folder: Path = STATIC, live: bool = False) -> None:
        self.folder, self.live = folder, live
        self._found = self._read()
        total = hashlib.sha256()
        for name, file in sorted(self._found.items()):
            total.update(f"{name} {len(file.content)}\n".encode() + file.content)
        self.digest = "live" if live else total.hexdigest()[:16]
        if not live:
            self._found |= self._packed()

    @property
    def base(self) -> str:
        """Where the files are, on this server."""
        return f"/static/{self.digest}"

    def get(self, name: str) -> File | None:
        """A file, or what is made of several."""
        return (self._read() if self.live else self._found).get(name)

    def loads(self, page: str) -> Parts:
        """Where what a page of `PARTS` loads is."""
        styles, scripts, module = PARTS[page] if self.live else Parts(
            (f"{page}-page.css",), (f"{page}-first.js",), f"{page}-page.js")
        return Parts(tuple(f"{self.base}/{name}" for name in styles), tuple(f"{self.base}/{name}" for name in scripts),
                     f"{self.base}/{module}")

    def _read(self) -> dict[str, File]:
        return {path.relative_to(self.folder).as_posix(): File(path.read_bytes(), _type(path))
                for path in self.folder.rglob("*") if path.is_file() and not path.name.startswith(".")}

    def _packed(self) -> dict[str, File]:
        found: dict[str, File] = {}
        for page, (styles, scripts, module) in PARTS.items():
            found[f"{page}-page.css"] = File(b"".join(map(self._bytes, styles)), TYPES[".css"])
            found[f"{page}-first.js"] = File(b"".join(map(self._bytes, scripts)), TYPES[".js"])
            found[f"{page}-page.js"] = File(
                packed(module, lambda name: self._bytes(name).decode()).encode(), TYPES[".js"])
        return found

    def _bytes(self, name: str) -> bytes:
        return self._found[name].content


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
