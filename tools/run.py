"""Play, test, check or measure from a fresh clone: makes .venv, installs into it, runs. It tells each step.

Standard library only, and readable by Pythons down to 3.7, so that an old one gets to say that it is too old.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import IO

from environment import BIN, ROOT, VENV, Stop, install, say
from needs import provide_chromium, provide_tsc

USAGE = """\
usage: python3 tools/run.py COMMAND [ARGUMENTS]

  play    install if needed, then open the table (arguments go to `fives`)
  test    install if needed, then lint, types and all tests (arguments go to pytest, and only it runs)
  check   lint and types only
  bench   measure: all of tools/bench_*.py, or one by its NAME with its arguments
  chaos   kill a server again and again while people play at it; nothing may be lost
  hostile send a server what it should never get; nothing may move
  load    measure what a server carries, beside a bare echo (these three take --scale, 1 is all of it)"""

SERVERS = ("chaos", "hostile", "load")
COMMANDS = ("play", "test", "check", "bench", *SERVERS)
STREAMS = {
    "pytest: in this process": ["--ignore=tests/browser", "-m", "not processes and not thorough"],
    "pytest: in this process, thousands of rounds": ["--ignore=tests/browser", "-m", "thorough"],
    "pytest: with other programs": ["--ignore=tests/browser", "-m", "processes"],
    "pytest: in the browser, at tables that go on": ["tests/browser", "-m", "tables"],
    "pytest: in the browser, at what stands still": ["tests/browser", "-m", "not tables"],
}
# Those that only work go on when the others wait: what a browser or a server waits for is then soon there.
PATIENT = ["nice", "-n", "10"] if shutil.which("nice") else []


def run_part(name: str, command: list[str], failed: list[str]) -> int:
    """Run one part of the checks, showing what it prints; note its name when it fails."""
    say(name)
    status = subprocess.run(command, cwd=ROOT).returncode
    if status:
        failed.append(name)
    return status


def check(failed: list[str], not_run: list[str]) -> None:
    """Lint and types, of Python and of the page."""
    python = str(BIN / "python")
    run_part("ruff: lint", [python, "-m", "ruff", "check", "--quiet"], failed)
    run_part("mypy: types of fives", [python, "-m", "mypy", "--strict", "fives"], failed)
    if not any(ROOT.glob("fives/server/static/**/*.js")):
        say("tsc: types of the page: there is no script yet, nothing to check")
        return
    tsc, why_not = provide_tsc()
    if tsc:
        run_part("tsc: types of the page", [*tsc, "--noEmit", "--pretty", "false", "-p", "tsconfig.json"], failed)
    else:
        not_run.append(f"types of the page: {why_not}")


def keep_bytecode() -> None:
    """Where Python is told to keep no bytecode, have it kept in .venv: tests start hundreds of programs, and what is
    measured is to be as it is elsewhere."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "pycache")


def test(arguments: list[str]) -> int:
    """Run all checks and tests; or, with arguments, only pytest with these."""
    failed: list[str] = []
    not_run: list[str] = []
    with ThreadPoolExecutor(1) as beside:  # Debian's packages and Python's come from different places
        chromium = beside.submit(provide_chromium)
        install("test")
    keep_bytecode()
    why_not = chromium.result()
    if why_not:
        # tests/conftest.py names and counts the tests that need it, with this reason.
        os.environ["FIVES_NO_CHROMIUM"] = why_not
    pytest = [str(BIN / "python"), "-m", "pytest"]
    if arguments:
        return close(failed, not_run, run_part("pytest", [*pytest, *arguments], failed))
    return close(failed, not_run, side_by_side(pytest, failed, not_run))


def side_by_side(pytest: list[str], failed: list[str], not_run: list[str]) -> int:
    """All tests in streams, most of which often wait; the checks and the first are shown as they go."""
    status = 0
    provide_tsc()  # now: nothing is installed while tests run
    with ExitStack() as stack:
        others: list[tuple[str, IO[bytes], subprocess.Popen[bytes]]] = []
        (shown, first), *beside = STREAMS.items()
        for name, chosen in beside:
            kept = stack.enter_context(tempfile.TemporaryFile())
            patient = PATIENT if "thorough" in chosen else []
            command = [*patient, *pytest, *chosen, "-p", "no:cacheprovider"]
            process = subprocess.Popen(command, cwd=ROOT, stdout=kept, stderr=subprocess.STDOUT)
            stack.callback(process.kill)
            others.append((name, kept, process))
        say("the other streams of tests run beside what follows, and are shown after it")
        check(failed, not_run)
        status = run_part(shown, [*PATIENT, *pytest, *first], failed)
        for name, kept, process in others:
            say(name)
            ended = process.wait()
            kept.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(kept, sys.stdout.buffer)
            sys.stdout.flush()
            if ended:
                failed.append(name)
            status = status or ended
    return status


def close(failed: list[str], not_run: list[str], status: int = 0) -> int:
    """Print the last lines and return the exit status: pytest's own, or 1 for another part; under CI all must run."""
    for text in not_run:
        print(f"not run: {text}")
    if not_run and os.environ.get("CI") == "true":
        failed = [*failed, "parts not run"]
    say(f"failed: {', '.join(failed)}" if failed else "nothing failed")
    return status or int(bool(failed))


def bench(arguments: list[str]) -> int:
    """Run the measuring scripts one after the other; or one, named by the first argument, with the others."""
    scripts = {path.stem[len("bench_") :]: path for path in sorted(ROOT.glob("tools/bench_*.py"))}
    if arguments and arguments[0] not in scripts:
        return misused(f"there is nothing to measure called {arguments[0]!r}; there are: {', '.join(scripts)}")
    # With the tools to test: what is measured is checked too.
    install("test,bench")
    keep_bytecode()
    failed: list[str] = []
    for name in arguments[:1] or scripts:
        run_part(f"bench {name}", [str(BIN / "python"), str(scripts[name]), *arguments[1:]], failed)
    return close(failed, [])


def served(name: str, arguments: list[str]) -> int:
    """Run a script that starts servers of its own, on loopback."""
    install("test")
    keep_bytecode()
    failed: list[str] = []
    run_part(name, [str(BIN / "python"), str(ROOT / "tools" / f"{name}.py"), *arguments], failed)
    return close(failed, [])


def start(arguments: list[str]) -> int:
    """Become the command `fives`, so that signals reach it."""
    command = [str(BIN / "fives"), *arguments]
    say(" ".join(["fives", *arguments]))
    if os.name == "nt":
        return subprocess.run(command).returncode
    os.execv(command[0], command)


def misused(text: str) -> int:
    """Say what cannot be asked for; the exit status of that, as of `fives`."""
    print(f"fives: {text}", file=sys.stderr)
    return 2


def main(arguments: list[str]) -> int:
    """Run a command; return its exit status."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command in ("", "-h", "--help", "help"):
        print(USAGE)
        return 0 if command else 2
    if command not in COMMANDS:
        return misused(f"there is no command {command!r}; there are {', '.join(COMMANDS)}")
    if command == "check" and rest:
        return misused(f"check takes no arguments, got {rest[0]!r}")
    try:
        if command == "play":
            install()
            return start(rest)
        if command == "bench":
            return bench(rest)
        if command in SERVERS:
            return served(command, rest)
        if command == "test":
            return test(rest)
        failed: list[str] = []
        not_run: list[str] = []
        install("test")
        check(failed, not_run)
        return close(failed, not_run)
    except Stop as stop:
        print(f"fives: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
