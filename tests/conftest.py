"""What all tests share: the browser, the compiled catalogues, and the telling of what was not run."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from hatch_build import compile_catalogues
from inner_run import Run, inner_run
from needs import find_chromium

# Other work on the same cores must not fail a test; under CI hypothesis' own settings for it stay in force.
settings.register_profile("house", settings(), deadline=None)
settings.load_profile("house")

BROWSER = Path(__file__).resolve().parent / "browser"
NO_CHROMIUM = os.environ.get("FIVES_NO_CHROMIUM") or (None if find_chromium() else "no Chromium found")
# Beside these, Playwright adds its own. They keep the browser from talking to anybody but the page.
CHROMIUM_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def pytest_configure(config: pytest.Config) -> None:
    """Let tests read the messages as they stand in the tree, and interrupt what they start."""
    compile_catalogues(config.rootpath)
    for name in ("SIGINT", "SIGHUP"):
        # A shell's background and nohup ignore these, and what is started from here would too: it is to feel them.
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)  # before they are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, and what does so at tables that go on; skip it where there is none, and put it last.

    Last, since the quick tests should speak first, those that work long after them, and since Playwright keeps an event
    loop running in this thread once it has started: a later `asyncio.run` would be refused. It all lies in one folder:
    a stream of tests need not read what another runs.
    """
    for item in items:
        if item.path.is_relative_to(BROWSER) or "chromium_path" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            if item.path.is_relative_to(BROWSER.parent) and not item.path.is_relative_to(BROWSER):
                raise pytest.UsageError(f"{item.nodeid}: what drives a browser belongs into tests/browser")
        if "address" in getattr(item, "fixturenames", ()):
            item.add_marker("tables")
        if NO_CHROMIUM and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    items.sort(key=lambda item: [item.get_closest_marker(mark) is not None for mark in ("browser", "thorough")])


def not_run(config: pytest.Config) -> list[str]:
    """One line for each kind of test that was skipped and each reason: how many, and why."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    found: Counter[tuple[str, str]] = Counter()
    for report in reporter.stats.get("skipped", ()) if reporter else ():
        kind = "browser tests" if "browser" in report.keywords else "tests"
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found[kind, reason.removeprefix("Skipped: ")] += 1
    return [f"not run: {kind} ({number}): {reason}" for (kind, reason), number in sorted(found.items())]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what was not run: a skipped test must never look like a passed one."""
    for line in not_run(config):
        terminalreporter.write_line(line, yellow=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under CI a part that was not run is a failure."""
    if os.environ.get("CI") == "true" and session.exitstatus == pytest.ExitCode.OK and not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Path of the Chromium to drive. Whatever uses it is a browser test."""
    path = find_chromium()
    assert path, "browser tests are skipped where there is no Chromium"
    return path


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Any]:
    """One headless Chromium for the whole run (Playwright's sync `Browser`)."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=list(CHROMIUM_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def complaints() -> list[str]:
    """All that the console of any page of this test complained of: what is left here at its end fails it.

    A test that provokes a complaint on purpose (a server that goes away) takes just that one out.
    """
    return []


@pytest.fixture
def new_page(browser: Any, complaints: list[str]) -> Iterator[Callable[..., Any]]:
    """Open a page in a context of its own, as one more person would, with options of Playwright's `new_context`."""
    contexts = []

    def hear(message: Any) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def open_page(**options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options})
        contexts.append(context)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(f"page error: {error.error.stack or error.error}"))
        return context.new_page()

    yield open_page
    for context in contexts:
        for page in context.pages:
            page.evaluate("0")  # a round trip, so that all the page said before has arrived
        context.close()
    if complaints:
        pytest.fail("the page complained:\n" + "\n".join(complaints), pytrace=False)


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """A page in a fresh context; the test fails on any error or warning of its console."""
    return new_page()


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the whole project."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def run_inner(tmp_path: Path) -> Run:
    """Run one small file of tests under this conftest."""
    return inner_run(tmp_path)
