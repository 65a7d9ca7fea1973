"""The environment: .venv with this tree in it, made when missing and renewed when the build changed.

Standard library only, and readable by Pythons down to 3.7, so that an old one gets to say that it is too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
OLDEST_PYTHON = (3, 11)


class Stop(Exception):
    """Something that must be mended by hand; its text is the one line that is shown."""


def say(text: str) -> None:
    """Tell a step at once, in order with what the programs called print."""
    print(f"==> {text}", flush=True)


def python_problem(version: tuple[int, ...], better: str | None, parts: dict[str, bool]) -> str | None:
    """Say why this Python will not do, or None. `better` is what to type instead; `parts` are the modules needed."""
    if version < OLDEST_PYTHON:
        need = ".".join(map(str, OLDEST_PYTHON))
        hint = f"; try: {better}" if better else ""
        return f"Python {need} or newer is needed, and this is Python {version[0]}.{version[1]}{hint}"
    missing = [name for name, there in parts.items() if not there]
    if missing:
        package = f"python{version[0]}.{version[1]}-venv"
        return f"this Python lacks {' and '.join(missing)}; on Debian and Ubuntu: apt-get install {package}"
    return None


def newer_python() -> str | None:
    """Return this very command with a Python on PATH that is new enough, if there is one."""
    names = (f"python3.{minor}" for minor in range(19, OLDEST_PYTHON[1] - 1, -1))
    question = ["-c", f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"]
    found = (name for name in names if shutil.which(name))
    # A name may be a mere signpost of a version manager, so each is asked.
    works = (name for name in found if subprocess.run([name, *question], capture_output=True).returncode == 0)
    return next((" ".join([name, *map(shlex.quote, sys.argv)]) for name in works), None)


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


def is_installed(stamp: Path, wanted: str, extras: str, root: Path) -> bool:
    """Whether the stamp of the last install still holds, with these extras ("test,bench") and catalogues compiled."""
    try:
        last = json.loads(stamp.read_text(encoding="utf-8"))
        holds = last["digest"] == wanted and {"", *extras.split(",")} <= {"", *last["extras"].split(",")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    return holds and all(path.with_suffix(".mo").exists() for path in catalogues(root))


def install(extras: str = "") -> None:
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
    if is_installed(stamp, wanted, extras, ROOT):
        return
    tools = f", with the tools to {extras.replace(',', ' and ')}" if extras else ""
    say(f"installing fives and what it needs into .venv{tools}")
    pip(["--editable", f".[{extras}]" if extras else "."])
    stamp.write_text(json.dumps({"digest": wanted, "extras": extras}), encoding="utf-8")


def pip(what: list[str]) -> None:
    """Install with pip; its whole output goes to a file, one line of it into the error."""
    log, start = VENV / "pip.log", time.monotonic()
    # Python compiles what is imported when it is imported, which is the least part of all that comes.
    command = [str(BIN / "python"), "-m", "pip", "install", "--no-compile", "--disable-pip-version-check", *what]
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
