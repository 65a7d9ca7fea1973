"""Ears for the browser tests: all that came over the line of a page, the last state, and a way to cut it."""

from __future__ import annotations

import json
import re
from typing import Any

TILE = re.compile(r"\b[0-6]-[0-6]\b")
LISTEN = """
    window.heard = []; window.last = null; window.lines = [];
    window.WebSocket = class extends WebSocket {
        constructor(...how) {
            super(...how);
            lines.push(this);
            this.addEventListener("message", (event) => {
                for (const message of [JSON.parse(event.data)].flat()) {
                    heard.push(message);
                    if (message.type === "state") last = message;
                }
            });
        }
    };"""
RESTS = "(last.clock !== null || last.settlement !== null || last.result !== null)"


def listen(page: Any) -> None:
    """Hear all that comes from now on; to be called before the page is opened."""
    page.add_init_script(LISTEN)


def state(page: Any) -> dict[str, Any]:
    """The last state that came, once the page shows it."""
    found: dict[str, Any] = page.evaluate("last")
    return found


def heard(page: Any, kind: str) -> list[dict[str, Any]]:
    """All messages of a kind that came."""
    found: list[dict[str, Any]] = page.evaluate("(kind) => heard.filter((one) => one.type === kind)", kind)
    return found


def wait_for_number(page: Any, number: int) -> None:
    """Wait until the page has this event, and a person, or the end of a round, is waited for."""
    page.wait_for_function(f"() => last && last.number >= {number} && {RESTS}")


def cut(page: Any) -> None:
    """Lose the line, as a page does in a tunnel."""
    page.evaluate("lines.at(-1).close()")


def may_know(told: dict[str, Any]) -> set[str]:
    """The tiles that a state may name: of the own hand, of the layout, of lots; at the end of a round all."""
    lots = [text for event in told["events"] if event["what"] == "lot" for text in TILE.findall(event["text"])]
    return {*(held["tile"] for held in told["hand"]), *(lain["tile"] for lain in told["scene"]["tiles"]), *lots}


def secrets_in(told: dict[str, Any]) -> set[str]:
    """The tiles that a state names and may not."""
    if told["settlement"] or told["result"]:
        return set()
    return set(TILE.findall(json.dumps({**told, "words": None}))) - may_know(told)
