"""The part of the table that is shown: it changes seldom, and tiles are as large as that allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from ears import listen, state
from hands import place_point, wait_for_answer, wait_for_rest

from fives import events as e
from fives.bots import bot
from fives.rules import RULE_SETS
from fives.scene import Sketch
from fives.tiles import TILES
from fives.view import view as view_of

# px across and up, and the largest half tile, as the page has them in windows of this size
WOODS = {"360x640": ("square", 328, 279, 40), "390x844": ("tall", 358, 483, 40),
         "844x390": ("wide", 556, 249, 40), "1280x800": ("wide", 700, 399, 54)}
GAMES = (("five-up", 4), ("all-fives", 2))
ROUNDS = 8
FRAMES = """async ([rounds, [width, height, largest]]) => {
    const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
    const { fit, follow } = await import(`${base}frame.js`);
    const wood = { width, height, largest };
    return rounds.map((boxes) => {
        let frame = follow(null, { box: [-6, -6, 12, 12], tiles: 0, over: false }, wood);
        return boxes.map((box, at) => {
            const before = frame;
            frame = follow(before, { box, tiles: at + 1, over: at + 1 === boxes.length }, wood);
            const [x, y, w, h] = box.map((one) => 20 * one);
            const holds = frame.x <= x + 1 && frame.y <= y + 1
                && frame.x + frame.w >= x + w - 1 && frame.y + frame.h >= y + h - 1;
            return [frame !== before, holds, fit(box, wood).w / frame.w];
        });
    });
}"""
Boxes = list[tuple[int, int, int, int]]


@lru_cache
def rounds(view: str) -> list[Boxes]:
    """The boxes of the scenes of rounds, play after play."""
    return [boxes for rules, seats in GAMES for seed in range(ROUNDS)
            for boxes in [list(round_of(rules, seats, seed, view))] if len(boxes) > 8]


def round_of(rules: str, seats: int, seed: int, view: str) -> Iterator[tuple[int, int, int, int]]:
    """The boxes of a round that bots play."""
    chance, level, sketch, plays = Random(seed), bot("greedy"), Sketch(view), 0
    match = e.fold([e.start(RULE_SETS[rules], seats)])
    while match.need == "move" or not plays:
        tiles = chance.sample(TILES, len(TILES))
        if match.need == "move":
            turn = view_of(match, None).turn
            assert turn is not None
            new: tuple[e.Event, ...] = e.act(match, turn, level.choose(view_of(match, turn), chance))
        else:
            new = (e.lot(match, tiles) if match.need == "lot" else e.deal(match, tiles),)
        for event in new:
            match = e.apply(match, event)
        layout = view_of(match, 0).layout
        if len(layout.plays) > plays:
            plays = len(layout.plays)
            yield sketch.draw(layout).box


@pytest.mark.parametrize("window", WOODS)
def test_the_table_does_not_jump_at_every_move_and_tiles_stay_large(
        window: str, page: Any, at: Callable[..., None]) -> None:
    view, *wood = WOODS[window]
    at(page, "lead")
    played = page.evaluate(FRAMES, [rounds(view), wood])
    assert all(holds for one in played for _, holds, _ in one), "all is in sight, and what may be played next"
    assert not any(one[0][0] for one in played), "the lead lies in the frame of the empty wood"
    plays, changes = sum(map(len, played)), sum(new for one in played for new, _, _ in one)
    assert changes < plays * .28
    runs = ["".join("x" if new else " " for new, _, _ in one).split() for one in played]
    assert max(len(run) for one in runs for run in one) <= 3
    assert sum(len(run) > 2 for one in runs for run in one) * 4 <= len(played)
    for tiles in (5, 10, 15):
        sizes = [one[tiles - 1][2] for one in played if len(one) >= tiles]
        assert sum(sizes) / len(sizes) > .78, f"a share of the largest possible, at tile {tiles}"
    assert all(one[-1][2] > 1 / 1.13 for one in played), "at last tiles are as large as can be, or nearly"


def test_the_table_is_shown_large_when_a_round_has_ended(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    listen(page)
    at(page, "last-tile")
    button = page.locator(".hand button:not([aria-disabled])").first
    tile = button.get_attribute("data-tile")
    button.click()
    page.mouse.click(*place_point(page))
    wait_for_answer(page, tile)
    wait_for_rest(page)
    assert state(page)["settlement"]
    _, _, wide, high = state(page)["scene"]["box"]
    across, up, shown = page.evaluate("""() => {
        const wood = document.querySelector("svg.layout");
        return [wood.clientWidth, wood.clientHeight, wood.viewBox.baseVal.width];
    }""")
    assert shown <= 1.13 * across * max((20 * wide + 20) / across, (20 * high + 20) / up, 40 / 54)
