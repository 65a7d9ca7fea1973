"""The scripts that try a server hard, at a small scale: nothing lost, nothing moved, and figures as lines of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from terminals import interrupted

pytestmark = pytest.mark.processes


def run(root: Path, name: str, scale: float) -> dict[str, float]:
    """The figures that a script prints; it must have met all its goals, or `load` may miss those of speed."""
    done = subprocess.run([sys.executable, str(root / "tools" / f"{name}.py"), "--scale", str(scale)],
                          capture_output=True, text=True, timeout=240, env={**os.environ, "FIVES_FAST": "off"})
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines, done.stderr[-2000:]
    assert all(set(line) == {"what", "value", "goal"} for line in lines)
    if name != "load":
        assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return {line["what"]: line["value"] for line in lines}


def test_nothing_is_lost_when_the_server_is_killed_again_and_again(root: Path) -> None:
    found = run(root, "chaos", 0.1)
    assert found["acknowledged and lost"] == found["tables with holes"] == found["pages behind"] == 0
    assert found["commands acknowledged"] > 20


def test_nothing_moves_whatever_a_server_is_sent(root: Path) -> None:
    found = run(root, "hostile", 0.1)
    assert found["state changes"] == found["crashes"] == found["tracebacks"] == 0
    assert found["messages heard"] > 0.5 * found["frames sent"]


def test_what_a_server_carries_is_measured_beside_an_echo(root: Path) -> None:
    found = run(root, "load", 0.04)
    assert found["echo: moves/s"] > 0
    assert found["rules, redaction, storing: moves/s"] > 0
    assert found["whole frames: moves/s"] > 0
    assert found["complaints of the servers"] == 0


def test_who_interrupts_gets_the_terminal_back_and_leaves_no_server(
        root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # where the server keeps its data, so that it is known by that
    assert interrupted(b"kills", str(root / "tools" / "chaos.py"), "--scale", "1") == (130, "")
    running = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]
    assert [command for command in running if str(tmp_path) in command] == []


@pytest.mark.parametrize("value", [(3, ">= 3"), (3, "<= 3"), (3, "= 3"), (3, "")])
def test_a_goal_that_is_met_is_met(value: tuple[float, str]) -> None:
    from servers import meets

    assert meets(*value)
    assert not any(meets(3, goal) for goal in (">= 4", "<= 2", "= 2"))
