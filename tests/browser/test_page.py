"""What the page must be in every state: readable by all, still, quiet, and inside its window."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from hands import place_point, wait_for_rest

import page_fixture

AXE = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
STATES = ("turn", "ahead", "drawing", "passed", "three", "singles", "nine", "many", "ends", "lead", "led-by", "block",
          "settled", "blocked", "won", "lost", "away", "waiting", "varied", "stand-in")
SIZES = {"small": (320, 568), "phone": (360, 640), "tablet": (768, 1024), "desktop": (1280, 800), "side": (844, 390)}
OVERFLOW = """() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const out = [...document.querySelectorAll("button, a, p, b, span, li, svg.layout")].filter((one) => {
        const box = one.getBoundingClientRect();
        const free = one.closest(".vh, .panel-open .mine, .rail, .panel, .hand");
        return box.width && !free && (box.left < -1 || box.right > clientWidth + 1);
    });
    return [scrollWidth > clientWidth, scrollHeight > clientHeight, out.map((one) => one.outerHTML.slice(0, 80))];
}"""


# Totals, seats and the line under the layout: what lies over its neighbour, or leaves the window.
LAID = """() => [".scores .score", ".seats > .seat", ".plate > span"].flatMap((name) => {
    const all = [...document.querySelectorAll(name)].filter((one) => one.checkVisibility()).map((one) => {
        const parts = [...one.querySelectorAll(".token, b, .name, .held > *, .rules, .unbroken")];
        const boxes = [...(one.matches(".plate > span") ? [one] : []), ...parts]
            .filter((part) => part.checkVisibility() && !part.closest(".vh"))
            .map((part) => part.getBoundingClientRect());
        const side = (name, of) => Math[of](...boxes.map((box) => box[name]));
        return { text: one.textContent, left: side("left", "min"), right: side("right", "max"),
                 top: side("top", "min"), bottom: side("bottom", "max") };
    });
    return all.filter((one, i) => one.right > innerWidth + 1 || all.some((next, j) => j > i && next.left < one.right - 1
        && next.right > one.left + 1 && next.top < one.bottom - 1 && next.bottom > one.top + 1))
        .map(({ text }) => text);
})"""


def choose(page: Any) -> None:
    """Choose a tile that has a place, if there is one to choose."""
    tile = page.locator(".hand button:not([aria-disabled])")
    if tile.count() and not page.locator(".panel-open").count():
        tile.first.click()


def complaints_of_axe(page: Any) -> list[str]:
    found = Axe().run(page, options=AXE).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(state: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    width, height = SIZES["desktop"]
    page = new_page(viewport={"width": width, "height": height}, color_scheme="dark")
    at(page, state)
    assert complaints_of_axe(page) == []
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light")
    choose(page)
    wait_for_rest(page)
    assert complaints_of_axe(page) == []


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_axe_finds_nothing_at_home_in_the_menu_and_where_nothing_is(
        lang: str, page: Any, positions: str, at: Callable[..., None], complaints: list[str]) -> None:
    page.goto(f"{positions}/{lang}/")
    assert complaints_of_axe(page) == []
    at(page, "turn", lang=lang)
    page.locator(".menu-button").click()
    assert complaints_of_axe(page) == []
    page.goto(f"{positions}/tables/nothing?lang={lang}")
    assert complaints_of_axe(page) == []
    complaints[:] = [one for one in complaints if "404" not in one]


def test_no_button_can_be_pressed_before_there_is_anything_it_could_do(page: Any, positions: str) -> None:
    page.route_web_socket(re.compile(r"/ws$"), lambda silent: None)
    page.goto(f"{positions}/tables/turn.early#{page_fixture.TOKEN}")
    shown = page.locator("button:visible")
    assert shown.count() == 2
    assert all(one.is_disabled() for one in shown.all())


@pytest.mark.parametrize(("lang", "words", "motion"), [
    ("en", "Opening the table", "no-preference"), ("ko", "테이블을 여는 중", "reduce"),
    ("ja", "テーブルを開いています", "no-preference")])
def test_a_table_that_loads_for_long_says_so_until_it_is_there(
        lang: str, words: str, motion: str, new_page: Callable[..., Any], positions: str) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, reduced_motion=motion)
    held: list[tuple[Any, str]] = []

    def hold(line: Any) -> None:
        line.on_message(lambda text: held.append((line, text)))

    page.route_web_socket(re.compile(r"/ws\?|/ws$"), hold)
    page.goto(f"{positions}/tables/lead.slow-{lang}?lang={lang}#{page_fixture.TOKEN}")
    middle = page.locator(".middle")
    assert middle.inner_text() == words
    assert middle.evaluate("one => getComputedStyle(one).animationDelay") == "1s", "a quick load is not worth a word"
    page.wait_for_function("() => getComputedStyle(document.querySelector('.middle')).opacity === '1'")
    assert page.evaluate("document.querySelector('.middle').getBoundingClientRect().width") < 360
    while not held:
        page.wait_for_timeout(50)
    line, text = held[0]
    line.connect_to_server().send(text)
    page.locator("main:not([aria-busy])").wait_for(state="attached")
    assert words not in page.locator("main").inner_text()
    assert middle.inner_text(), "who leads stands there now"
    assert middle.evaluate("one => one.getAnimations().length") == 0


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_nothing_leaves_the_window(lang: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page()
    for state in STATES:
        at(page, state, lang=lang)
        sizes = list(SIZES.items())
        for size, (width, height) in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(f"() => [({OVERFLOW})(), ({LAID})()]") == [[False, False, []], []], (state, size)
        choose(page)
        for size, (width, height) in reversed(sizes):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) == [False, False, []], (state, size, "chosen")


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_home_fits_in_width(lang: str, page: Any, positions: str) -> None:
    page.goto(f"{positions}/{lang}/")
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(OVERFLOW)[0::2] == [False, []], width
        button = page.locator(".go .btn").bounding_box()
        assert button["y"] + button["height"] <= 640 or width > 400, "Start is in the first screen"


def test_everything_is_there_at_twice_the_text(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    at(page, "turn")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    choose(page)
    page.wait_for_timeout(500)  # the wood has another shape now, and is drawn anew
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator(".place .area").first.bounding_box()["width"] > 12, "the wood keeps its size"
    for name in (".strip .second .res", ".hand button", ".place"):
        page.locator(name).first.scroll_into_view_if_needed()
        assert page.locator(name).first.is_visible(), name
    page.locator(".place").first.click()
    page.locator(".hand li").nth(1).wait_for(state="detached")
    at(page, "singles", lang="ja")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(LAID) == []
    at(page, "won")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("""[...document.querySelectorAll(".panel header, .panel footer .btn")]
        .filter((one) => one.getBoundingClientRect().right > innerWidth).length""") == 0
    names = page.locator(".panel .nm > span").evaluate_all("all => all.map((one) => one.clientHeight)")
    assert max(names) < 60, "a short name is not broken"


@pytest.mark.parametrize("state", ["turn", "three", "ends", "block"])
def test_a_play_shifts_nothing(state: str, new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    page.add_init_script("""window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries()
            .filter((entry) => !entry.hadRecentInput)
            .map((entry) => [entry.value, entry.sources.map((source) => source.node?.parentElement?.className)])))
            .observe({ type: "layout-shift", buffered: true });""")
    at(page, state)
    page.wait_for_timeout(600)
    page.evaluate("shifts.length = 0")
    without = page.locator(".hand [aria-disabled]")
    if without.count():
        without.first.click(force=True)  # why it has no place is said in the room there is
        assert page.locator(".strip .why").is_visible()
        page.wait_for_timeout(600)
    choose(page)
    page.wait_for_timeout(600)  # what follows input this late counts as a shift
    page.mouse.click(*place_point(page))
    page.locator(".hand [aria-pressed='true']").wait_for(state="detached")
    page.wait_for_timeout(600)
    assert page.evaluate("shifts") == []


def test_focus_goes_from_hand_to_places_to_seats_to_menu(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    choose(page)
    met = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(20):
        page.keyboard.press("Tab")
        region = page.evaluate("""() => document.activeElement
            .closest(".hand, .places, .strip, .seats, .bar, .rail")?.classList[0] ?? "" """)
        if not region:
            break
        if not met or met[-1] != region:
            met.append(region)
    assert met == ["hand", "places", "bar", "rail"]


def test_keys_choose_move_and_let_go(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    tiles = page.locator(".hand button").evaluate_all("all => all.map((one) => one.ariaDisabled)")
    page.keyboard.press(str(tiles.index(None) + 1))
    places = page.locator(".place").count()
    assert places >= 3
    met = set()
    for _ in range(places):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.matches('.place.lit')")
        met.add(page.evaluate("document.activeElement.dataset.move"))
    assert len(met) == places, "right reaches every place"
    for _ in range(places):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.hand [aria-pressed=true]')"), "below all places is the hand"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.place.lit')")
    page.keyboard.press("Escape")
    assert page.locator(".place").count() == 0
    assert page.evaluate("document.activeElement.matches('.hand button')")


def test_the_tiles_and_places_have_names(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    choose(page)
    tile = page.locator(".hand [aria-pressed='true']").get_attribute("data-tile")
    assert page.get_by_role("button", name=tile).first.get_attribute("aria-pressed") == "true"
    for place in page.locator(".place").all():
        move = place.get_attribute("data-move")
        assert place.get_attribute("aria-label").startswith(move.replace("@", " on ") + ": count ")
    assert "1-1" in page.locator("#twin").inner_text() or page.locator("#twin").inner_text() != ""


def test_the_last_plays_name_who_played_which_tile(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    lines = page.locator(".log li").evaluate_all("all => all.map((one) => one.textContent)")
    plays = [line for line in lines if " on " in line]
    assert plays
    assert len(plays) < len(lines), "passes and draws too"
    assert all(re.fullmatch(r"\w+, \d-\d: on \d-\d, count \d+ (0|\+\d+)", line) for line in plays)
    assert all(re.fullmatch(r"\w+: (passed|drew .+?) ?", line) for line in set(lines) - set(plays))


@pytest.mark.parametrize(("lang", "says"), [("ko", "내 차례"), ("ja", "あなたの番")])
def test_the_menu_changes_the_language_at_once_and_for_good(
        lang: str, says: str, page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    page.locator(".menu-button").click()
    page.locator(f"input[name='menu-language'][value='{lang}']").check(force=True)
    page.wait_for_function(f"() => document.documentElement.lang === '{lang}'")
    page.keyboard.press("Escape")
    assert says in page.locator(".me b").inner_text()
    page.goto(page.url.split("?")[0])
    page.wait_for_function(f"() => document.documentElement.lang === '{lang}'")
    assert says in page.locator(".me b").inner_text()


def test_theme_and_tiles_are_kept_on_this_device(page: Any, at: Callable[..., None]) -> None:
    at(page, "turn")
    page.locator(".menu-button").click()
    before = page.evaluate("getComputedStyle(document.body).getPropertyValue('--page')")
    page.locator("input[name='menu-theme'][value='dark']").check(force=True)
    page.locator("input[name='menu-tiles'][value='numerals']").check(force=True)
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--page')") != before
    page.reload()
    page.locator(".hand button").first.wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator(".hand .numeral").first.is_visible()
    assert not page.locator(".hand .pips").first.is_visible()


def test_it_works_where_nothing_may_be_kept(page: Any, at: Callable[..., None]) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    at(page, "turn")
    choose(page)
    assert page.locator(".place").count() > 0
    page.locator(".menu-button").click()
    page.locator("input[name='menu-theme'][value='dark']").check(force=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    page.locator(".hand button").first.wait_for()


def test_what_is_chosen_holds_where_nothing_more_may_be_kept(page: Any, at: Callable[..., None]) -> None:
    """The storage is full, and has the choice from before."""
    page.add_init_script("""
        localStorage.setItem("fives.sound", "on");
        localStorage.setItem("fives.theme", "light");
        Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };""")
    at(page, "turn")
    page.locator(".bar .sound").click()
    assert page.locator(".bar .sound").get_attribute("aria-pressed") == "false"
    page.locator(".menu-button").click()
    page.locator("input[name='menu-theme'][value='dark']").check(force=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_what_the_browser_draws_around_the_page_has_the_colour_of_the_theme(
        new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(color_scheme="light")
    at(page, "turn")
    page.locator(".menu-button").click()
    colours = set()
    for theme in ("dark", "system", "light"):
        page.locator(f"input[name='menu-theme'][value='{theme}']").check(force=True)
        around, bar = page.evaluate("""() => {
            const probe = document.createElement("i");
            probe.style.color = [...document.querySelectorAll("meta[name=theme-color]")].filter(
                (one) => matchMedia(one.media).matches).map((one) => one.content).join();
            return [probe.style.color, getComputedStyle(document.querySelector(".bar")).backgroundColor];
        }""")
        assert around == bar, theme
        colours.add(around)
    assert len(colours) == 2


def test_nothing_travels_where_motion_is_not_wanted(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(reduced_motion="reduce")
    page.add_init_script("""window.moved = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            moved.push(...frames.filter((frame) => "transform" in frame));
            return animate.call(this, frames, how);
        };""")
    at(page, "one-place")
    tile = page.locator(".hand button:not([aria-disabled])").first
    tile.click()
    tile.click()
    page.wait_for_timeout(400)
    assert page.evaluate("moved") == []


def test_forced_colours_keep_what_is_said(new_page: Callable[..., Any], at: Callable[..., None]) -> None:
    page = new_page(forced_colors="active")
    at(page, "turn")
    choose(page)
    assert page.locator(".layout .second").first.is_visible(), "a spinner has a double ring"
    face, pips = page.locator(".layout .face").first, page.locator(".layout .pips").first
    fill = "one => getComputedStyle(one).fill"
    assert face.evaluate(fill) != pips.evaluate(fill)
