"""A layout that is folded anew: the tile is shown where it lands at once, and the new fold comes after it, as a frame
of its own. Tiles then glide to their new places, and all that was begun meanwhile goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from ears import heard, listen, state
from hands import place_point, wait_for_rest

from fives import FIVE_UP
from fives import events as e
from fives.layout import Play
from fives.match import Match
from fives.scene import Sketch
from fives.tiles import TILES
from given_world import given, served

SIZES = {"tall": (390, 844), "square": (360, 640), "wide": (844, 390)}
CELL = 20
WATCH = """
    window.glides = []; window.shifts = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (this.dataset?.key) glides.push([this.dataset.key, frames.map((frame) => frame.transform ?? "")]);
        return animate.call(this, frames, how);
    };
    new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput)
        .map((one) => one.value))).observe({ type: "layout-shift", buffered: true });"""
TILES_OF = "document.querySelectorAll('.layout .world > g:nth-of-type(3) > g')"
LAID = f"() => Object.fromEntries([...{TILES_OF}].map((one) => [one.dataset.key, one.getAttribute('transform')]))"
BOXES = f"""() => [...{TILES_OF}].map((one) => {{
    const {{ left, top, right, bottom }} = one.querySelector(".face").getBoundingClientRect();
    return [left, top, right, bottom];
}})"""


def heaviest(match: Match) -> Play:
    """The play after which most ends count, so that layouts grow in all directions."""
    assert match.round is not None
    layout = match.round.layout
    return max(match.round.legal, key=lambda play: (len(layout.play(play).counted), play.tile.double, play.tile.pips))


@lru_cache
def before_a_fold(view: str) -> tuple[list[e.Event], Play]:
    """What happened before a play after which the layout is to be folded anew for this view, and most tiles move.

    The next seat may play then; nothing had to be folded anew before.
    """
    for seed in range(300):
        chance, happened = Random(seed), [e.start(FIVE_UP, 2)]
        match, sketch = e.fold(happened), Sketch(view)
        while match.need in ("lot", "deal", "move"):
            tiles = chance.sample(TILES, len(TILES))
            if match.need != "move":
                made: tuple[e.Event, ...] = (e.lot(match, tiles) if match.need == "lot" else e.deal(match, tiles),)
            else:
                assert match.round is not None
                turn, may = match.round.turn, match.round.may
                move = heaviest(match) if may == "play" else may
                made = e.act(match, turn, move)  # type: ignore[arg-type]
            if len(made) > 1:
                break
            after = e.apply(match, made[0])
            assert after.round is not None or after.need == "deal"
            if after.round is not None and after.round.layout.plays:
                shown = sketch.at_once(after.round.layout)
                if sketch.due:
                    folded = sketch.draw(after.round.layout)
                    moved = sum(one != two for one, two in zip(shown.tiles, folded.tiles, strict=True))
                    if moved * 2 > len(shown.tiles) and after.round.may == "play" and isinstance(move, Play):
                        return happened, move
                    break
            match = after
            happened += made
    raise LookupError(f"no such play for {view}")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a table for each view, one play before a new fold."""
    server = served(tmp_path_factory.mktemp("tables"), [given(f"{view}.fold", FIVE_UP, before_a_fold(view)[0])
                                                       for view in SIZES])
    yield server.url
    assert server.stop() == 0
    assert server.said == ""


def hold_back(page: Any) -> dict[str, Any]:
    """Stand between page and server, and keep scenes back until they are let go."""
    held: dict[str, Any] = {"scenes": [], "let": False}

    def stand(ws: Any) -> None:
        server = ws.connect_to_server()
        held["ws"] = ws
        server.on_message(lambda text: pass_on(ws, text))

    def pass_on(ws: Any, text: str) -> None:
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "scene" and not held["let"]:
                held["scenes"].append(message)
            else:
                ws.send(json.dumps(message))

    page.route_web_socket("**/ws", stand)
    return held


def wait_for_fold(page: Any, held: dict[str, Any]) -> None:
    """Wait until a new fold was found, and kept back."""
    for _ in range(1000):
        if held["scenes"]:
            return
        page.wait_for_timeout(10)
    raise AssertionError("no new fold came")


def lies(scene: dict[str, Any]) -> dict[str, str]:
    """How the tiles of a scene are to lie on the page."""
    return {tile["tile"]: f"translate({tile['x'] * CELL} {tile['y'] * CELL})" for tile in scene["tiles"]}


def no_tile_covers_another_or_leaves_the_wood(page: Any) -> None:
    boxes = page.evaluate(BOXES)
    wood = page.locator("svg.layout").bounding_box()
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert left >= wood["x"] - 1
        assert top >= wood["y"] - 1
        assert right <= wood["x"] + wood["width"] + 1
        assert bottom <= wood["y"] + wood["height"] + 1
        for other in boxes[:at]:
            assert min(right, other[2]) - max(left, other[0]) < 1 or min(bottom, other[3]) - max(top, other[1]) < 1


@pytest.mark.parametrize("view", SIZES)
def test_tiles_glide_to_the_new_fold_and_what_was_chosen_stays_chosen(
        view: str, new_page: Callable[..., Any], tables: str) -> None:
    happened, play = before_a_fold(view)
    match = e.fold(happened)
    assert match.round is not None
    seat, (width, height) = match.round.turn, SIZES[view]
    mine, other = (new_page(viewport={"width": width, "height": height}) for _ in range(2))
    held = []
    for page, who in ((mine, seat), (other, 1 - seat)):
        page.add_init_script(WATCH)
        listen(page)
        held.append(hold_back(page))
        page.goto(f"{tables}/tables/{view}.fold#seat-{who}")
        page.wait_for_function("() => last && !document.querySelector('main[aria-busy]')")
        assert state(page)["scene"]["view"] == view
    mine.locator(f".hand [data-tile='{play.tile}']").click()
    move = str(play)
    places = mine.locator(".place").evaluate_all("all => all.map((one) => one.dataset.move)")
    mine.mouse.click(*place_point(mine, places.index(move)))
    for page in (mine, other):
        page.wait_for_function(f"() => last.number > {match.number}")
        page.locator(f".layout [data-key='{play.tile}']").wait_for(state="attached")
        wait_for_rest(page)
        assert page.evaluate(LAID) == lies(state(page)["scene"]), "the tile lies where it lands at once"
        no_tile_covers_another_or_leaves_the_wood(page)
    other.locator(".hand button:not([aria-disabled])").first.click()
    chosen = other.locator(".hand [aria-pressed='true']").get_attribute("data-tile")
    first = other.locator(".place").evaluate_all("all => all.map((one) => one.dataset.move)")
    assert first
    for page in (mine, other):
        page.evaluate(f"glides.length = shifts.length = 0; window.nodes = [...{TILES_OF}];")
    for page, kept in zip((mine, other), held, strict=True):
        wait_for_fold(page, kept)
        before, new = state(page)["scene"], kept["scenes"][-1]
        assert new["view"] == view
        kept["let"] = True
        kept["ws"].send(json.dumps(new))
        page.wait_for_function("() => heard.some((one) => one.type === 'scene')")
        page.wait_for_function("() => glides.length > 0")
        wait_for_rest(page)
        old, now = lies(before), lies(new["scene"])
        assert page.evaluate(LAID) == now
        turned = {one["tile"] for one, two in zip(before["tiles"], new["scene"]["tiles"], strict=True)
                  if (one["x"], one["y"], one["turn"]) != (two["x"], two["y"], two["turn"])}
        assert len(turned) * 2 > len(now)
        glides = dict(page.evaluate("glides"))
        assert set(glides) == turned, "what moves glides, and nothing else"
        for tile, frames in glides.items():
            assert numbers(frames[0])[:2] == numbers(old[tile])
            assert numbers(frames[-1]) == numbers(now[tile])
        assert page.evaluate("shifts") == [], "the page around it stays"
        assert page.evaluate("nodes.every((one) => one.isConnected)"), "no tile was made anew"
        no_tile_covers_another_or_leaves_the_wood(page)
        assert heard(page, "scene")[-1]["number"] == state(page)["number"]
    assert other.locator(".hand [aria-pressed='true']").get_attribute("data-tile") == chosen
    assert other.locator(".place").evaluate_all("all => all.map((one) => one.dataset.move)") == first
    number = state(other)["number"]
    other.mouse.click(*place_point(other))
    other.locator(f".hand [data-tile='{chosen}']").wait_for(state="detached")
    for page in (mine, other):
        page.wait_for_function(f"() => last.number > {number}")
        page.locator(f".layout [data-key='{chosen}']").wait_for(state="attached")
        wait_for_rest(page)
        no_tile_covers_another_or_leaves_the_wood(page)


def numbers(transform: str) -> list[float]:
    """The coordinates in a transform."""
    kept = "".join(one if one in "-.0123456789" else " " for one in transform)
    return [float(word) for word in kept.split()]
