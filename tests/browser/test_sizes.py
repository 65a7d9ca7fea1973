"""However small the layout is: its figures, outlines and places stay large enough, and none covers another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from fives.layout import ENDS, PLACES, Layout
from fives.rules import ALL_FIVES, FIVE_UP
from fives.scene import Scene, Sketch, Spot
from fives.tiles import TILES

SIZES = ((320, 568), (360, 640), (390, 844), (1280, 800))
LOOK = "() => document.querySelector('.panel-open .look')?.click()"
RESTS = """() => {
    const picture = document.querySelector("svg.layout");
    return Math.abs(picture.style.getPropertyValue("--u") * picture.querySelector(".world").getScreenCTM().a - 1) < .02;
}"""
SEEN = """() => {
    const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
    const scale = (one) => { const { a, b } = one.getScreenCTM(); return Math.hypot(a, b); };
    const style = (one, what) => parseFloat(getComputedStyle(one)[what]) * scale(one);
    const largest = (one) => one.matches(".numeral") && parseFloat(getComputedStyle(one).fontSize) === 46;
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const boxes = (what) => shown(what).map((one) => [one.closest("[data-key]")?.dataset.key, box(one)]);
    const figure = (one) => [one.textContent, ...["text", "rect, circle"].map((part) => box(one.querySelector(part)))];
    return {
        texts: shown("svg text").filter((one) => one.textContent && !largest(one))
            .map((one) => [one.textContent, style(one, "fontSize")]),
        outlines: shown(".face, .hollow, .place .area, .pts.none circle")
            .map((one) => [one.getAttribute("class"), style(one, "strokeWidth")]),
        stage: box(document.querySelector(".stage")), tiles: boxes(".layout .face"),
        marks: boxes(".layout .end rect, .layout .hollow"), pills: boxes(".layout .pts rect, .layout .pts circle"),
        areas: boxes(".place .area"), hits: shown(".place .hit").map(box),
        figures: shown(".end, .pts").map(figure),
    };
}"""


WOODS = {"tall": (300, 330), "square": (300, 190), "wide": (560, 210)}
DRAWN = """async ([woods, drawings]) => {
    const src = document.querySelector("script[type=module]").src;
    const from = (name) => import(src.slice(0, src.lastIndexOf("/") + 1) + name);
    const [{ Layout, endKey }, { drawPlaces, placesOf }] = [await from("layout.js"), await from("places.js")];
    const wood = document.createElement("div");
    wood.className = "stage";
    document.querySelector("main").hidden = true;
    document.body.prepend(wood);
    return drawings.map(([scene, options]) => {
        const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        [wood.style.width, wood.style.height] = woods[scene.view].map((length) => `${length}px`);
        picture.classList.add("layout");
        wood.replaceChildren(picture);
        const layout = new Layout(picture);
        const places = placesOf(scene, options);
        const hidden = new Set(places.map((place) => endKey(place.option)));
        layout.draw(scene, { hidden });
        drawPlaces(layout, places, null, true);
        return (SEEN)();
    });
}""".replace("SEEN", SEEN)


def drawings(seeds: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Layouts of many tiles as a page is sent them: without a choice, and with the places of a tile."""
    for seed in range(seeds):
        chance = Random(seed)
        tiles = chance.sample(TILES, len(TILES))
        layout = Layout((ALL_FIVES, FIVE_UP)[seed % 2])
        for _ in range(chance.randint(10, 22)):
            plays = [play for tile in tiles for play in layout.plays_of(tile)]
            layout = layout.play(plays[0]) if plays else layout
            tiles = [tile for tile in tiles if not plays or tile != plays[0].tile]
        view = chance.choice([*WOODS])
        scene = sent(Sketch(view).draw(layout))
        yield scene, []
        for plays in [plays for tile in tiles if (plays := [*layout.plays_of(tile)])][:4]:
            gain = chance.choice(("0", "+5", "+20"))
            places = [(PLACES if play.onto.double else ENDS)[layout.place_of(play)] for play in plays if play.onto]
            yield scene, [{"move": str(play), "onto": str(play.onto), "place": places[nth], "text": "",
                           "order": nth, "gain": gain, "scores": gain != "0"} for nth, play in enumerate(plays)]


def sent(scene: Scene) -> dict[str, Any]:
    """A scene as a page takes it."""
    def at(spot: Spot | None) -> list[int] | None:
        return spot and [spot.x, spot.y, spot.way]

    return {
        "view": scene.view, "box": scene.box,
        "tiles": [{**lain._asdict(), "tile": str(lain.tile)} for lain in scene.tiles],
        "ends": [{**mark._asdict(), "onto": str(mark.onto)} for mark in scene.marks],
        "places": [{"onto": str(there.onto), "place": there.place, "tile": at(there.tile), "double": at(there.double)}
                   for there in scene.landings]}


def over(one: list[float], other: list[float]) -> bool:
    """Whether two boxes cover each other by more than their outlines."""
    return all(min(one[at + 2], other[at + 2]) - max(one[at], other[at]) > .5 for at in (0, 1))


def faults(seen: dict[str, Any]) -> list[Any]:
    """All that is too small, or covers what it must not."""
    found: list[Any] = [text for text in seen["texts"] if text[1] < 11.9]
    found += [outline for outline in seen["outlines"] if outline[1] < .97]
    found += [("hit", box) for box in seen["hits"] if min(box[2] - box[0], box[3] - box[1]) < 23.9]
    found += [("figure", text) for text, inner, outer in seen["figures"] if inner[2] - inner[0] > outer[2] - outer[0]]
    marks, tiles, pills = seen["marks"], seen["tiles"], seen["pills"]
    left, top, right, bottom = seen["stage"]
    for nth, (name, box) in enumerate(marks):
        found += [(name, "on", tile) for tile, other in tiles if over(box, other)]
        found += [(name, "on", other) for other, there in marks[:nth] + pills if over(box, there)]
        found += [(name, "out")] * (not (left < box[0] and top < box[1] and box[2] < right and box[3] < bottom))
    for nth, (_, box) in enumerate(pills):
        found += [("points on", tile) for tile, other in tiles if over(box, other)]
        found += [("points on points", box)] * any(over(box, other) for _, other in pills[:nth])
        found += [("points out", box)] * (not (left < box[0] and top < box[1] and box[2] < right and box[3] < bottom))
        others = [area for at, area in enumerate(seen["areas"]) if at != nth]
        found += [("points on", place) for place, other in others if over(box, other)]
    return found


@pytest.mark.parametrize(("name", "tiles"), [
    *((name, "classic") for name in ("turn", "ends", "long", "pooled", "settled", "singles", "won")),
    ("long", "numerals")])
def test_nothing_is_drawn_too_small_and_nothing_covers_another(
        name: str, tiles: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    page.add_init_script(f"localStorage['fives.tiles'] = '{tiles}'")
    at(page, name)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LOOK)
        page.wait_for_function(RESTS)
        assert faults(page.evaluate(SEEN)) == [], f"at {width} x {height}"
        for tile in page.locator(".hand button:not([aria-disabled])").all():
            if not page.locator(".panel-open").count():
                tile.press("Enter")
                page.locator(".place").first.wait_for(state="attached")
                chosen = tile.get_attribute("data-tile")
                assert faults(page.evaluate(SEEN)) == [], f"at {width} x {height}, {chosen} chosen"
                page.keyboard.press("Escape")


def test_what_grows_on_a_small_wood_covers_nothing(page: Any, at: Callable[..., None]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, "lead")
    all_drawn = [*drawings(40)]
    for (scene, options), seen in zip(all_drawn, page.evaluate(DRAWN, [WOODS, all_drawn]), strict=True):
        assert faults(seen) == [], (scene, options)


def test_outlines_are_never_under_1_px(new_page: Callable[..., Any], at: Callable[..., None], positions: str) -> None:
    page = new_page(viewport={"width": 844, "height": 390}, reduced_motion="reduce")
    at(page, "many")
    page.evaluate("""async () => {
        const src = document.querySelector("script[type=module]").src;
        const { soloTile } = await import(src.slice(0, src.lastIndexOf("/") + 1) + "tiles.js");
        document.body.append(...["size22", "size18", "size14"].map((size) => soloTile(null, { size })));
    }""")
    for width, height in ((844, 390), (320, 568), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(RESTS)
        seen = page.evaluate(SEEN)["outlines"]
        assert len(seen) > 20
        assert [one for one in seen if one[1] < .97] == [], f"at {width} x {height}"
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{positions}/en/")
    seen = page.evaluate(SEEN.replace('document.querySelector(".stage")', "document.body"))
    assert [one for kind in ("outlines", "texts") for one in seen[kind] if one[1] < (.97, 11.9)[kind == "texts"]] == []


def test_in_the_last_seconds_the_whole_ring_is_twice_as_thick(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    seen = """() => {
        const token = document.querySelector(".me .token");
        const measure = () => {
            const [ring, shape] = [".clock", ".shape"].map((part) => token.querySelector(part));
            const { r, strokeWidth } = getComputedStyle(ring);
            const inner = parseFloat(r) - parseFloat(strokeWidth) / 2;
            const round = 44 * shape.getBoundingClientRect().width / token.getBoundingClientRect().width / 2;
            return [Math.min(22, inner + parseFloat(strokeWidth)) - Math.max(inner, round)];
        };
        const usual = measure();
        token.classList.add("late");
        return [...usual, ...measure()];
    }"""
    usual, late = page.evaluate(seen)
    assert late / usual == pytest.approx(2, abs=.05)


@pytest.mark.parametrize(("system", "theme"), [("dark", "light"), ("light", "dark")])
def test_with_forced_colours_no_part_keeps_a_colour_of_the_theme(
        system: str, theme: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(forced_colors="active", color_scheme=system)
    page.add_init_script(f"localStorage['fives.theme'] = '{theme}'")
    at(page, "turn")
    page.locator(".hand button:not([aria-disabled])").first.press("Enter")
    page.locator(".place:focus-visible").wait_for()
    stroke, fit = page.evaluate("""() => {
        const stroke = (what) => getComputedStyle(document.querySelector(what)).stroke;
        const system = (name) => {
            const one = document.body.appendChild(document.createElement("i"));
            one.style.color = name;
            return getComputedStyle(one).color;
        };
        return [[".place:focus-visible .around", ".dim .groove"].map(stroke), ["CanvasText", "GrayText"].map(system)];
    }""")
    assert stroke == fit
