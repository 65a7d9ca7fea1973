"""`fives serve`, or `fives` alone: the server on this machine, and the browser at its address."""

from __future__ import annotations

import argparse
import os
import sys

from fives.cli.options import kind, parse_folder, whole
from fives.tiles import TextError, shown

EPILOG = """\
The address is printed as soon as the server listens; Ctrl-C ends it. Tables are kept in the data folder, so that they
are there again the next time. Environment: FIVES_DATA and FIVES_PACE stand for --data and --pace.

examples:
  fives
  fives serve --host 0.0.0.0 --port 8000 --no-browser
"""
LONGEST = 255  # letters of the name of a machine


def parse_host(text: str) -> str:
    """An address, or the name of one. Raises `TextError`."""
    if not 0 < len(text) <= LONGEST or not text.isprintable():
        raise TextError(f"expected an address such as 0.0.0.0, got {shown(text)}")
    return text


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("--host", metavar="ADDRESS", type=kind(parse_host), default="127.0.0.1",
                        help="the address to listen on (default: 127.0.0.1, this machine alone)")
    parser.add_argument("--port", metavar="N", type=whole(0, 65535), help="the port; 0 for any (default: 8055, or any)")
    parser.add_argument("--data", metavar="FOLDER", type=kind(parse_folder),
                        help="where tables are kept (default: FIVES_DATA, then where this system keeps such things)")
    parser.add_argument("--pace", metavar="MS", type=whole(0, 5000),
                        help="how long bots wait, in milliseconds (default: FIVES_PACE, then 800)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    """Serves until it is interrupted; returns the exit status."""
    from fives.server.run import serve
    return serve(args.host, args.port, args.data, args.pace, open_browser=not args.no_browser and has_screen())


def has_screen() -> bool:
    """Whether a browser would have a window: one of the terminal would take the terminal over."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
