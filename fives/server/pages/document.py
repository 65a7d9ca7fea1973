"""What all pages share: the head, the pips that pictures use, the top line with the languages."""

from __future__ import annotations

from html import escape

from fives.server.files import Files
from fives.server.pages.drawing import MARK, defs
from fives.words import LANGUAGES

TONGUES = {"en": "EN", "ko": "한국어", "ja": "日本語"}
BAR = {"light": "#FCF9F3", "dark": "#251E18"}  # --surface of tokens.css


def document(lang: str, files: Files, kind: str, title: str, body: str, *, path: str | None = None, about: str = "",
             classes: str = "") -> str:
    """A whole document. `kind` says what it loads: one of `files.PARTS`. `path` is the page's path without its
    language, for the links between languages."""
    styles, scripts, module = files.loads(kind)
    links = [f'<link rel="stylesheet" href="{place}">' for place in styles]
    if path is not None:
        links += [f'<link rel="alternate" hreflang="{tongue}" href="/{tongue}{path}">' for tongue in LANGUAGES]
    themes = "".join(f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})" '
                     f'data-scheme="{scheme}">\n' for scheme, colour in BAR.items())
    first = "".join(f'<script src="{place}"></script>' for place in scripts)
    description = f'<meta name="description" content="{escape(about)}">\n' if about else ""
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{escape(title)}</title>
{description}{themes}{first}
{chr(10).join(links)}
<link rel="icon" href="{files.base}/icon.svg" type="image/svg+xml">
<script type="module" src="{module}"></script>
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
