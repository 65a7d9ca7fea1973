"""The static files: read once, by name, so that no path from outside ever reaches the disk."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

STATIC = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
         ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".ico": "image/x-icon"}


class Files:
    """What lies in the static folder. Live: read anew at each request, for those who are changing it."""

    def __init__(self, folder: Path = STATIC, live: bool = False) -> None:
        self.folder, self.live = folder, live
        self._found = self._read()
        total = hashlib.sha256()
        for name, (content, _) in sorted(self._found.items()):
            total.update(f"{name} {len(content)}\n".encode() + content)
        self.digest = "live" if live else total.hexdigest()[:16]

    @property
    def base(self) -> str:
        """Where the files are, on this server."""
        return f"/static/{self.digest}"

    def get(self, name: str) -> tuple[bytes, str] | None:
        """Content and type of a file."""
        return (self._read() if self.live else self._found).get(name)

    def _read(self) -> dict[str, tuple[bytes, str]]:
        return {path.relative_to(self.folder).as_posix(): (path.read_bytes(), _type(path))
                for path in self.folder.rglob("*") if path.is_file() and not path.name.startswith(".")}


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
