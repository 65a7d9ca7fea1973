"""A command on a terminal of its own, whose first sign of progress is answered with Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest


def interrupted(shown: bytes, *arguments: str) -> tuple[int, str]:
    """The exit status of a Python, and what it printed, when it is interrupted once its terminal has shown this."""
    pty = pytest.importorskip("pty", reason="this system has no terminals of this kind")
    terminal, theirs = pty.openpty()
    environment = os.environ | {"FIVES_LANG": "en", "FIVES_FAST": "off", "TERM": "xterm", "PYTHONUTF8": "1"}
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=theirs,
                          env=environment) as child:
        os.close(theirs)
        progress = b""
        while shown not in progress:
            progress += os.read(terminal, 4096)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
    os.close(terminal)
    return child.returncode, out.decode()
