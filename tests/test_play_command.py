"""`fives play` as it is typed and waited for: what cannot be read as letters, and what is compiled before it begins."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from fives.bots import BOTS, thinking
from fives.bots.levels import THINKING
from fives.cli import main

pytestmark = pytest.mark.processes

LEFT = "\nYou leave the match.\n"


def typed(raw: bytes, encoding: str = "utf-8:strict") -> str:
    """What a match says to what is typed into it, in an encoding that takes no letters but its own."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "FIVES_LANG": "en"}
    done = subprocess.run([sys.executable, "-m", "fives", "play", "--seed", "1"], input=raw, env=environment,
                          capture_output=True, timeout=20)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode(encoding.partition(":")[0])


@pytest.mark.parametrize("end", [b"caf\xe9", b"\xff", b"1\n\xec\x95"])
def test_the_input_may_end_within_a_letter(end: bytes) -> None:
    said = typed(end)
    assert said.endswith(LEFT)
    assert said.count("a play may be typed") == 1, "that is answered, once"


@pytest.mark.parametrize("wrong", [b"\xff", b"\xe9\xe9", b"caf\xe9", b"\xec\x95"])
def test_a_letter_that_cannot_be_read_spoils_no_other_line(wrong: bytes) -> None:
    assert typed(b"1\n" + wrong + b"\n1\n1\n1\n") == typed(b"1\nnonsense\n1\n1\n1\n")


def test_an_input_of_which_nothing_can_be_read_has_ended() -> None:
    assert typed(b"1\n1\n", "utf-16").endswith(LEFT)


@pytest.mark.skipif(os.name != "posix", reason="this system has no terminals of this kind")
def test_a_letter_that_a_terminal_cannot_read_is_answered_and_asked_again() -> None:
    import pty
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, [sys.executable, "-m", "fives", "play", "--seed", "1", "--lang", "en"],
                  os.environ | {"PYTHONIOENCODING": "utf-8:strict"})
    said = b""
    for answer in (b"caf\xe9\n", b"q\n"):
        while not said.endswith(b"for help): "):
            said += os.read(terminal, 1)
        os.write(terminal, answer)
        said += os.read(terminal, 1)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"a play may be typed" in said


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("level", BOTS)
def test_what_a_bot_thinks_with_is_compiled_before_the_match_and_said_once(
        level: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    screen, before = Screen(), []

    def warm(compiling: Callable[[], None], *, endings: bool) -> None:
        before.append((capsys.readouterr().out, endings))
        compiling()
        compiling()
    monkeypatch.setattr(thinking, "warm", warm)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", "--seed", "1", "--bots", level, "--lang", "en"]) == 0
    notice = "Code is compiled for this processor: once, for some seconds.\n"
    assert (before, screen.getvalue()) == (([("", True)], notice) if level in THINKING else ([], ""))
