"""Colours and lines of the pictures: the values of the design's tokens, and the style sheet that a picture carries.

The page has the same values in `server/static/tokens.css`; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from fives.tiles import TextError, shown

LIGHT: Mapping[str, str] = {
    "surface": "#FCF9F3", "wood": "#DDC9A6", "plank": "#D0B98F", "rim": "#80603F", "ink": "#2A2019", "ink2": "#5A4B3E",
    "line": "#8A7763", "hair": "#DACEBC", "tile": "#FFFCF4", "side": "#BCA680", "edge": "#54422F", "groove": "#8A7660",
    "pip": "#211912", "tiledim": "#D9CBB2", "pipdim": "#7A6852", "back": "#8A6440", "backline": "#FFFCF4",
    "spin": "#C74A00", "count": "#0F4C57", "oncount": "#FFFFFF", "us": "#1F4C86", "them": "#8B2B52",
    "third": "#5A5410", "fourth": "#47525E", "onteam": "#FFFFFF", "loss": "#A0281C", "last": "#2A2019"}
DARK: Mapping[str, str] = {
    "surface": "#251E18", "wood": "#41301F", "plank": "#372819", "rim": "#8E7048", "ink": "#F4EBDD", "ink2": "#C9BAA6",
    "line": "#91806D", "hair": "#3B3128", "tile": "#F3E9D6", "side": "#9C8764", "edge": "#120D09", "groove": "#86745E",
    "pip": "#1D1611", "tiledim": "#8F7C62", "pipdim": "#3A2D20", "back": "#7B5A3A", "backline": "#F3E9D6",
    "spin": "#C74A00", "count": "#93D6D3", "oncount": "#0C2529", "us": "#93BCF2", "them": "#F2A6BE",
    "third": "#CFC66A", "fourth": "#B4C2CF", "onteam": "#191410", "loss": "#FF9F8C", "last": "#F4EBDD"}
# Tiles in high contrast, on whatever table.
CONTRAST: Mapping[str, str] = {
    "tile": "#FFFFFF", "pip": "#000000", "edge": "#000000", "groove": "#000000", "side": "#000000",
    "tiledim": "#C8C8C8", "pipdim": "#3C3C3C", "spin": "#B23A00"}
THEMES = ("light", "dark", "contrast", "auto")
SANS = ('system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",'
        '"Noto Sans CJK KR","Hiragino Sans","Yu Gothic UI","Noto Sans JP","Noto Sans CJK JP",sans-serif')
TEAMS = ("us", "them", "third", "fourth")

# Lines of a tile in hundredths of a half. A second, finer line keeps its pixels however small a picture is shown:
# an outline is never under 1 px, a ring never under 1.6.
LINES = """\
.face,.side,.fine{stroke-width:4}
.fine{fill:none;stroke-width:1px;vector-effect:non-scaling-stroke}
.groove{fill:none;stroke-width:3.5;stroke-linecap:round}
.ring{fill:none;stroke-width:7}
.ring.fine{stroke-width:1.6px}
.pin{stroke-width:2.5}
.bracket{fill:none;stroke-width:6.5;stroke-linecap:square}
.inlay{fill:none;stroke-width:6.5}
.halo{fill:none;stroke-width:7}
.hollow{stroke-width:7.5}
.cord{fill:none;stroke-width:12.5;stroke-linecap:round;stroke-dasharray:2.5 22.5}
.inset,.stroke,.rule,.turn{fill:none}
.stroke{stroke-linecap:round}
.inset{stroke-width:1;stroke-opacity:.45}
text{text-anchor:middle;font-family:SANS;font-weight:700;font-variant-numeric:tabular-nums}
.name{font-weight:600}
.plain{font-weight:400}
.left{text-anchor:start}
.right{text-anchor:end}
"""
# What is filled and what is drawn in which colour.
FILLED = {
    "wood": ".wood,.hollow", "surface": ".paper", "tile": ".face", "side": ".side", "pip": ".pips,.numeral",
    "spin": ".pin", "back": ".back .face", "tiledim": ".dim .face", "pipdim": ".dim .pips,.dim .numeral",
    "count": ".disc", "oncount": ".on", "ink": ".text", "ink2": ".soft", "loss": ".loss", "onteam": ".letter",
    "rim": ".rack", **{team: f".{team}" for team in TEAMS}}
DRAWN = {
    "edge": ".face,.side,.fine", "groove": ".groove", "spin": ".ring,.ring.fine", "tile": ".pin", "last": ".bracket",
    "backline": ".inlay", "count": ".halo,.hollow", "rim": ".wood,.inset,.cord", "plank": ".plank",
    "pipdim": ".dim .groove", "line": ".paper", "hair": ".rule", "ink": ".turn",
    **{team: f".ink-{team}" for team in TEAMS}}


def colours(theme: str) -> Mapping[str, str]:
    """The values of a theme; `auto` begins as light. Raises `TextError` for a name that is none."""
    if theme not in THEMES:
        raise TextError(f"theme: expected one of {', '.join(THEMES)}, got {shown(theme)}")
    if theme == "contrast":
        return {**LIGHT, **CONTRAST}
    return DARK if theme == "dark" else LIGHT


def style(theme: str) -> str:
    """The style sheet of a theme, for pictures whose class is `fives-<theme>` only: a page may hold several."""
    root = f".fives-{theme}"
    lines = "".join(_within(root, *line.split("{", 1)) for line in LINES.replace("SANS", SANS).splitlines())
    found = lines + _coloured(root, colours(theme))
    if theme == "auto":
        found += (f"@media (prefers-color-scheme:dark){{{_coloured(root, DARK)}}}"
                  f"@media (prefers-contrast:more){{{_coloured(root, CONTRAST)}}}")
    return found


def _coloured(root: str, values: Mapping[str, str]) -> str:
    filled = (_within(root, FILLED[name], f"fill:{value}}}") for name, value in values.items() if name in FILLED)
    drawn = (_within(root, DRAWN[name], f"stroke:{value}}}") for name, value in values.items() if name in DRAWN)
    return "".join((*filled, *drawn))


def _within(root: str, selectors: str, rest: str) -> str:
    return ",".join(f"{root} {selector}" for selector in selectors.split(",")) + "{" + rest
