"""What all pages share: the head, the pips that pictures use, the top line with the languages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from fives.server.pages.drawing import MARK, defs
from fives.words import LANGUAGES

TONGUES = {"en": "EN", "ko": "한국어", "ja": "日本語"}
BAR = {"light": "#FCF9F3", "dark": "#251E18"}  # --surface of tokens.css


def document(lang: str, base: str, title: str, body: str, *, styles: Iterable[str] = (), script: str = "",
             module: str = "", preload: Iterable[str] = (), path: str | None = None, about: str = "",
             classes: str = "") -> str:
    """A whole document. `script` runs before the `module` is loaded. `path` is the page's path without its language,
    for the links between languages."""
    links = [f'<link rel="stylesheet" href="{base}/{name}.css">' for name in ("tokens", "base", *styles)]
    links += [f'<link rel="modulepreload" href="{base}/{name}">' for name in preload]
    if path is not None:
        links += [f'<link rel="alternate" hreflang="{tongue}" href="/{tongue}{path}">' for tongue in LANGUAGES]
    themes = "".join(f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">\n'
                     for scheme, colour in BAR.items())
    first = f'<script src="{base}/{script}"></script>' if script else ""
    then = f'<script type="module" src="{base}/{module}"></script>' if module else ""
    description = f'<meta name="description" content="{escape(about)}">\n' if about else ""
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{escape(title)}</title>
{description}{themes}<script src="{base}/early.js"></script>{first}
{chr(10).join(links)}
<link rel="icon" href="{base}/icon.svg" type="image/svg+xml">
{then}
</head>
<body{f' class="{classes}"' if classes else ""}>
{defs()}
{body}
</body>
</html>
"""


def mast(lang: str, labels: dict[str, str], path: str | None = None, links: str = "") -> str:
    """The top line: the brand, links, and, where the page has a path of its own, the languages."""
    tongues = "" if path is None else (
        f'<nav class="langs" aria-label="{escape(labels["language"])}">'
        + "".join(f'<a href="/{tongue}{path}" lang="{tongue}" hreflang="{tongue}"'
                  f'{" aria-current=" + chr(34) + "page" + chr(34) if tongue == lang else ""}>{name}</a>'
                  for tongue, name in TONGUES.items()) + "</nav>")
    spread = f'<nav class="links" aria-label="{escape(labels["menu"])}">{links}</nav>' if links else (
        '<span class="links"></span>')
    return (f'<header class="mast"><a class="brand" href="/{lang}/">{MARK}<span>fives</span></a>'
            f"{spread}{tongues}</header>")
