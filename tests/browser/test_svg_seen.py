"""Pictures as they are seen: a browser draws them, and what can be counted on the screen is counted."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from fives import FIVE_UP, TILES, Tile, lay_out, parse_play, svg
from fives.scene import VIEWS, scene_of
from fives.words import words_in
from pixels import Grey, blobs, grey

EN = words_in("en")
THEMES = ("light", "dark", "contrast")
SEEN = """() => [...document.querySelectorAll("g[data-tile]")].map(tile => {
  const box = tile.querySelector(".face").getBoundingClientRect();
  return [tile.dataset.tile, box.x, box.y, box.width, box.height];
})"""


class Half(NamedTuple):
    """A half as it is seen: its pips, and where its face lies, the outline apart."""

    tile: Tile
    pips: int
    left: float
    top: float
    right: float
    bottom: float


def halves(tile: Tile, box: tuple[float, float, float, float], low_first: bool = True) -> Iterator[Half]:
    """Both halves of a tile whose face has this box."""
    x, y, width, height = box
    side = min(width, height)
    for at, pips in enumerate(tile if low_first else (tile.high, tile.low)):
        left, top = (x + at * side, y) if width > height else (x, y + at * side)
        yield Half(tile, pips, left + .145 * side, top + .145 * side, left + .855 * side, top + .855 * side)


def screen(page: Any, body: str) -> Grey:
    page.set_viewport_size({"width": 640, "height": 120})
    page.set_content(f'<body style="margin:9px;background:#999">{body}</body>')
    return grey(page.screenshot(full_page=True))


def boxes(page: Any) -> list[tuple[Tile, tuple[float, float, float, float]]]:
    """Every tile on the page with the box of its face."""
    found = []
    for name, *box in page.evaluate(SEEN):
        low, high = map(int, name.split("-"))
        found.append((Tile(low, high), tuple(box)))
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("half", [28, 40, 54])
def test_every_half_shows_as_many_pips_as_it_has_in_both_directions(page: Any, theme: str, half: int) -> None:
    kinds = [(tile, spinner) for tile in TILES for spinner in (False, True) if tile.double or not spinner]
    wanted = [(tile, spinner, upright) for tile, spinner in kinds for upright in (True, False)]
    rows = screen(page, "".join(svg.tile(tile, EN, theme=theme, half=half, upright=upright, spinner=spinner)
                                for tile, spinner, upright in wanted))
    seen = boxes(page)
    assert [tile for tile, _ in seen] == [tile for tile, _, _ in wanted]
    assert [box[2] < box[3] for _, box in seen] == [upright for _, _, upright in wanted]
    for tile, box in seen:
        for each in halves(tile, box):
            assert blobs(rows, *each[2:]) == each.pips, f"{each} {theme}"


@pytest.mark.parametrize("theme", THEMES)
def test_a_hand_of_all_the_tiles_shows_their_pips(page: Any, theme: str) -> None:
    rows = screen(page, svg.hand(TILES, EN, theme=theme))
    seen = boxes(page)
    assert [tile for tile, _ in seen] == list(TILES)
    for tile, box in seen:
        for each in halves(tile, box):
            assert blobs(rows, *each[2:]) == each.pips, each


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("view", VIEWS)
def test_the_tiles_of_a_layout_show_their_pips_with_the_half_that_is_joined_to_its_neighbour(
        page: Any, view: str, theme: str) -> None:
    plays = ("0-0 0-3@0-0 0-2@0-0 0-4@0-0 0-1@0-0 1-1@0-1 1-5@1-1 1-4@1-1 1-6@1-1 5-5@1-5 4-5@5-5 5-6@5-5 0-5@5-5 "
             "0-6@0-5 6-6@0-6 2-6@6-6 3-6@6-6 4-6@6-6 1-2@2-6")
    scene = scene_of(lay_out(FIVE_UP, map(parse_play, plays.split())), view)
    rows = screen(page, svg.layout(scene, EN, theme=theme))
    turns = {lain.tile: lain.turn for lain in scene.tiles}
    seen = boxes(page)
    assert {tile for tile, _ in seen} == set(turns)
    for tile, box in seen:
        assert (box[2] > box[3]) == (turns[tile] % 2 == 1)
        for each in halves(tile, box, turns[tile] in (0, 3)):
            assert blobs(rows, *each[2:]) == each.pips, each


def test_a_blank_tile_would_be_found(page: Any) -> None:
    screen(page, svg.tile(Tile(5, 6), EN, theme="light", half=40))
    page.add_style_tag(content="circle { r: 0 }")
    rows = grey(page.screenshot())
    assert [blobs(rows, *each[2:]) for tile, box in boxes(page) for each in halves(tile, box)] == [0, 0]


def test_the_picture_follows_the_choice_of_the_reader(new_page: Any) -> None:
    fills = {}
    for scheme, contrast in (("light", "no-preference"), ("dark", "no-preference"), ("light", "more")):
        page = new_page(color_scheme=scheme, contrast=contrast)
        page.set_content(svg.tile(Tile(1, 4), EN, theme="auto"))
        fills[scheme, contrast] = page.evaluate("getComputedStyle(document.querySelector('.face')).fill")
    assert list(fills.values()) == ["rgb(255, 252, 244)", "rgb(243, 233, 214)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize("width", [12, 30, 58])
def test_an_outline_keeps_its_pixel_however_small_a_picture_is_shown(page: Any, width: int) -> None:
    picture = svg.tile(Tile(0, 0), EN, theme="contrast", half=54)
    source = f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"
    page.set_viewport_size({"width": 100, "height": 150})
    page.set_content(f'<body style="margin:9px;background:#fff"><img width="{width}" src="{source}">')
    rows = grey(page.screenshot())
    # of a black line of one pixel there is at least so much, on whatever pixels it falls
    ink = sum(255 - value for value in rows[9 + width // 2][:9 + width // 2])
    assert ink >= 255 * 0.9


def test_many_pictures_of_several_themes_stand_on_one_page(page: Any) -> None:
    body = "".join(svg.tile(Tile(0, 0), EN, theme=theme, half=40) for theme in ("light", "dark", "contrast", "light"))
    screen(page, body)
    fills = page.evaluate("[...document.querySelectorAll('.face')].map(face => getComputedStyle(face).fill)")
    assert fills == ["rgb(255, 252, 244)", "rgb(243, 233, 214)", "rgb(255, 255, 255)", "rgb(255, 252, 244)"]
