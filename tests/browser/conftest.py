"""What the browser tests share: a server as people start it, and one whose tables stand still (`page_fixture`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import page_fixture

FRESH = count()


@pytest.fixture(scope="session")
def address(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server started as people start it, with bots that do not wait."""
    data = tmp_path_factory.mktemp("tables")
    command = [sys.executable, "-m", "fives", "serve", "--no-browser", "--port=0", "--pace=0", "--data", str(data)]
    environment = {**os.environ, "LANG": "C.UTF-8", "FIVES_TABLES_BURST": "1000",
                   "FIVES_REQUESTS_BURST": "1000000", "FIVES_CODES_BURST": "1000000"}
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("fives: http"), line
        yield line.removeprefix("fives: ").strip().rstrip("/")
        server.terminate()


@pytest.fixture(scope="session")
def positions() -> Iterator[str]:
    """The address of a server whose tables stand in the positions of `page_fixture`, and do not go on by themselves."""
    with page_fixture.served() as found:
        yield found


@pytest.fixture
def new_table(address: str) -> Callable[..., str]:
    """Make a table of the started server; the address of its first seat."""

    def make(**wish: Any) -> str:
        request = urllib.request.Request(f"{address}/tables", json.dumps(wish).encode(),
                                         {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return address + str(json.load(answer)["url"])

    return make


@pytest.fixture
def at(positions: str) -> Callable[..., None]:
    """Open a position in a page, from its seat, untouched: `at(page, "turn", lang="ko")`."""

    def open_position(page: Any, name: str, lang: str = "en") -> None:
        page.goto(f"{positions}/tables/{name}.{next(FRESH)}?lang={lang}#{page_fixture.TOKEN}")
        page.locator("main:not([aria-busy])").wait_for(state="attached")
        page.wait_for_function("document.fonts.ready.then(() => true)")

    return open_position
