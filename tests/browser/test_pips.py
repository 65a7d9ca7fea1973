"""The tiles of the page as they are seen: in the hand and on the wood every half shows its pips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ears import listen, state

from pixels import blobs, grey

SCALE = 2  # pixels of the device for one of the page
INSET = .145  # of a half: outline and ring lie outside
SEEN = """(places) => [...document.querySelectorAll(places)].map((tile) => {
    const box = tile.querySelector(".face").getBoundingClientRect();
    return [tile.dataset.tile ?? tile.dataset.key, box.x, box.y, box.width, box.height];
})"""


def pips_seen(page: Any, places: str) -> dict[str, list[int]]:
    """The dark blobs of both halves of each tile, from above or from the left."""
    rows = grey(page.screenshot())
    found = {}
    for name, *box in page.evaluate(SEEN, places):
        x, y, width, height = (SCALE * part for part in box)
        side = min(width, height)
        corners = [(x + at * side * (width > height), y + at * side * (width < height)) for at in (0, 1)]
        found[name] = [blobs(rows, left + INSET * side, top + INSET * side, left + (1 - INSET) * side,
                             top + (1 - INSET) * side) for left, top in corners]
    return found


def pips_of(tile: str, low_first: bool = True) -> list[int]:
    """What the halves of a tile should show."""
    return [int(half) for half in tile.split("-")][::1 if low_first else -1]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tiles", ["classic", "contrast"])
def test_every_half_in_the_hand_and_on_the_wood_shows_its_pips(
        theme: str, tiles: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, device_scale_factor=SCALE)
    page.add_init_script(f"localStorage['fives.theme'] = '{theme}'; localStorage['fives.tiles'] = '{tiles}'")
    listen(page)
    at(page, "nine")
    told = state(page)
    hand = [held["tile"] for held in told["hand"] if held["plays"]]
    assert hand
    seen = pips_seen(page, ".hand li:not(.dim) [data-tile]")
    assert seen == {tile: pips_of(tile) for tile in hand}
    lain = {tile["tile"]: pips_of(tile["tile"], tile["turn"] in (0, 3)) for tile in told["scene"]["tiles"]}
    assert pips_seen(page, ".layout [data-key]:has(.face)") == lain


def test_numerals_stand_upright_in_every_half(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("localStorage['fives.tiles'] = 'numerals'")
    listen(page)
    at(page, "turn")
    shown = page.locator(".layout [data-key]:has(.face)").evaluate_all("""all => all.map((tile) => [tile.dataset.key,
        [...tile.querySelectorAll(".numeral")].map((one) => [one.textContent, one.getScreenCTM().b])])""")
    assert len(shown) == len(state(page)["scene"]["tiles"])
    for tile, numerals in shown:
        assert sorted(int(text) for text, _ in numerals) == sorted(pips_of(tile))
        assert {round(turned, 6) for _, turned in numerals} == {0}, "none is turned with its tile"
