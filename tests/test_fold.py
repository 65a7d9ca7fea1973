"""Where tiles lie on the table. What is looked at here is judged by `fold_check`, which has a geometry of its own."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import fold_check
import layouts
from fives import fold, grid
from fives.fold_choice import ADRIFT, CHOICES, CORDED, choices
from fives.fold_landing import CLASHES, FOLDS, MISSING, SIZE

pytestmark = pytest.mark.thorough

VIEWS = (grid.TALL, grid.SQUARE, grid.WIDE)
ROUNDS, FULL = 50, 10
# the view in px, and the largest half tile
ROOM = {grid.TALL: (360, 440, 40), grid.SQUARE: (640, 560, 48), grid.WIDE: (800, 480, 54)}


def number(low: int, high: int) -> int:
    """The number of a tile."""
    return high * (high + 1) // 2 + low


def line(*tiles: tuple[int, int]) -> list[int]:
    """The links of ordinary tiles joined one after another, the lead first, each at the place that shows its pips."""
    links = [fold.link_of(number(*tiles[0]), grid.LEAD, 0, 0, 0)]
    for i, (before, tile) in enumerate(pairwise(tiles)):
        place = 0 if before[0] in tile else 1
        links.append(fold.link_of(number(*tile), i, place, int(tile[0] == tile[1]), 0))
    return links


def spots(drawing: list[int]) -> list[fold_check.Spot]:
    """The spots of a drawing."""
    return fold_check.spots_of(drawing)[0]


def follow_all(links: list[int], view: int) -> list[list[int]]:
    """The drawing after each play."""
    drawings = [fold.begin(links[0], view)]
    for link in links[1:]:
        drawings.append(fold.follow(drawings[-1][:], link))
    return drawings


def low_twentieth(sizes: list[int]) -> float:
    """The half tile in px under which one drawing in twenty is."""
    return sorted(sizes)[len(sizes) // 20] / 16


@pytest.fixture(scope="module")
def rounds() -> dict[str, list[list[int]]]:
    """Rounds for each kind of spinner."""
    return {spinners: layouts.some_rounds(3, spinners, ROUNDS) for spinners in layouts.SPINNERS}


class TestARoundAsPlayed:
    """Rounds of all tastes, a tile at a time."""

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("spinners", layouts.SPINNERS)
    def test_no_tiles_overlap_and_joined_halves_share_an_edge_after_every_play(self, rounds, spinners, view):
        sizes, folds, near = [], 0, 0
        for links in rounds[spinners]:
            drawing = fold.begin(links[0], view)
            for i in range(2, len(links) + 1):
                drawing = fold.follow(drawing, links[i - 1])
                report = fold_check.check(links[:i], *fold_check.spots_of(drawing))
                assert (report.overlaps, report.faults, report.cords) == (0, (), 0), links[:i]
                near += report.near
            sizes.append(drawing[SIZE])
            folds += drawing[FOLDS]
        assert low_twentieth(sizes) >= (21, 25, 29)[view]
        assert folds <= (0.35, 0.2, 0.2)[view] * ROUNDS
        assert near <= ROUNDS // 10

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("spinners", layouts.SPINNERS)
    def test_every_open_end_has_a_landing_for_each_tile_that_can_still_come(self, rounds, spinners, view):
        corded = clashes = 0
        for links in rounds[spinners][::3]:
            for i, drawing in enumerate(follow_all(links, view), 1):
                offers = fold_check.landings_of(drawing, links[:i])
                found = fold_check.check_landings(links[:i], spots(drawing), offers)
                assert (found.missing, found.faults) == (0, 0), links[:i]
                corded += found.corded
                clashes += found.clashes
        assert corded == 0
        assert clashes <= 2

    @pytest.mark.parametrize("view", VIEWS)
    def test_a_tile_lies_where_its_landing_was_shown_and_the_others_stay(self, rounds, view):
        for links in rounds["all"][::5]:
            before = fold.begin(links[0], view)
            for i, link in enumerate(links[1:], 1):
                tile = fold_check.spell(link)
                shown = fold.spot(before, fold.landing(before, tile.parent, tile.place, int(tile.double)))
                after = fold.follow(before[:], link)
                if after[FOLDS] == before[FOLDS]:
                    assert spots(after)[:i] == spots(before)
                    assert spots(after)[i] == shown[:3]
                before = after

    def test_the_plays_alone_decide_the_drawing(self, rounds):
        for links in rounds["first"][::10]:
            assert fold.play_out(links, len(links), grid.TALL) == follow_all(links, grid.TALL)[-1]

    def test_a_new_fold_does_not_ask_what_the_drawing_was_before(self, rounds):
        for links in rounds["all"][::10]:
            drawing = fold.play_out(links, len(links), grid.TALL)
            assert fold.fold(drawing, len(links), grid.LINK, grid.TALL) == fold.fold(links, len(links), 0, grid.TALL)

    @pytest.mark.parametrize("view", VIEWS)
    def test_all_that_is_shown_fits_the_view_at_the_drawn_size(self, rounds, view):
        wide, tall, largest = ROOM[view]
        for links in rounds["all"][::5]:
            drawing = fold.play_out(links, len(links), view)
            left, top, right, bottom = fold.frame(drawing)
            half = drawing[SIZE] / 16
            assert half <= largest
            assert (right - left) * half / 2 <= wide
            assert (bottom - top) * half / 2 <= tall
            offers = fold_check.landings_of(drawing, links)
            shapes = [fold_check.body(fold_check.spell(link), spot)
                      for link, spot in zip(links, spots(drawing), strict=True)]
            shapes += [fold_check.body(fold_check.Link(0, 0, 0, 0, double, False), spot)
                       for (_, _, double), (spot, _) in offers.items()]
            for shape in shapes:
                assert left <= shape[0] < shape[2] <= right
                assert top <= shape[1] < shape[3] <= bottom


class TestAFullSet:
    """All that can be played of the 28 tiles, doubles and branches wherever they can be had."""

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("spinners", layouts.SPINNERS)
    def test_it_can_be_drawn_without_overlap_at_once_and_a_tile_at_a_time(self, spinners, view):
        rng = Random(f"full {spinners}")
        sizes, corded = [], 0
        for _ in range(FULL):
            links = layouts.full_set(rng, spinners)
            for drawing in (fold.fold(links, len(links), 0, view), fold.play_out(links, len(links), view)):
                report = fold_check.check(links, *fold_check.spots_of(drawing))
                assert (report.overlaps, report.faults) == (0, ()), links
                sizes.append(drawing[SIZE])
                corded += report.cords > 0
        assert low_twentieth(sizes) >= (17, 22, 24)[view]
        assert corded <= FULL // 10


class TestSimpleDrawings:
    """What anybody would draw without thinking."""

    @pytest.mark.parametrize("view", VIEWS)
    def test_the_lead_lies_in_the_middle_along_the_long_edge(self, view):
        drawing = fold.begin(line((2, 5))[0], view)
        assert spots(drawing) == [(0, 0, 1 if view == grid.TALL else 0)]
        left, top, right, bottom = fold.frame(drawing)
        assert (left + right, top + bottom) == (0, 0)
        assert drawing[SIZE] == 16 * ROOM[view][2]

    @pytest.mark.parametrize(("view", "tiles"), [(grid.TALL, 4), (grid.SQUARE, 5), (grid.WIDE, 5)])
    def test_a_line_of_a_few_tiles_is_straight_along_the_long_edge(self, view, tiles):
        links = [fold.link_of(number(2, 5), grid.LEAD, 0, 0, 0), fold.link_of(number(1, 5), 0, 1, 0, 0),
                 fold.link_of(number(2, 4), 0, 0, 0, 0), fold.link_of(number(0, 1), 1, 0, 0, 0),
                 fold.link_of(number(3, 4), 2, 1, 0, 0)]
        at = [spot[:2] if view != grid.TALL else spot[1::-1] for spot in spots(fold.play_out(links, tiles, view))]
        assert at == [(0, 0), (4, 0), (-4, 0), (8, 0), (-8, 0)][:tiles]

    def test_a_lead_double_lies_across_and_fills_its_places_line_line_branch_branch(self):
        links = [fold.link_of(number(3, 3), grid.LEAD, 0, 1, 1)]
        links += [fold.link_of(number(min(3, other), max(3, other)), 0, place, 0, 0)
                  for place, other in enumerate((0, 1, 2, 4))]
        at = spots(fold.play_out(links, 5, grid.WIDE))
        assert at[0] == (0, 0, 0)
        assert {at[1][:2], at[2][:2]} == {(-3, 0), (3, 0)}
        assert {at[3][:2], at[4][:2]} == {(0, -4), (0, 4)}

    def test_a_double_that_is_joined_lies_across_its_line(self):
        at = spots(fold.play_out(line((2, 5), (5, 5)), 2, grid.WIDE))
        assert at[1] == (3, 0, 0)

    def test_a_double_offers_its_next_place_only(self):
        links = [fold.link_of(number(3, 3), grid.LEAD, 0, 1, 1), fold.link_of(number(3, 4), 0, 0, 0, 0)]
        drawing = fold.play_out(links, 2, grid.WIDE)
        assert {key[:2] for key in fold_check.landings_of(drawing, links)} == {(0, 1), (1, 1)}

    def test_no_landing_is_shown_for_pips_that_are_all_played(self):
        links = [fold.link_of(number(6, 6), grid.LEAD, 0, 1, 0), fold.link_of(number(0, 6), 0, 0, 0, 0)]
        drawing = fold.play_out(links, 2, grid.WIDE)
        assert fold.landing(drawing, 0, 1, 0)
        assert not fold.landing(drawing, 0, 1, 1)


class TestFallBacks:
    """What is done where a tile finds no room beside its neighbour; real layouts hardly ever need it."""

    @pytest.fixture
    def walled(self) -> list[int]:
        """A lead 2-5 with its high end walled in, three half tiles ahead."""
        drawing = fold.begin(line((2, 5))[0], grid.TALL)
        u, v = grid.COLUMNS // 2, grid.ROWS // 2
        for across in (-3, 3):
            grid.stamp(drawing, 0, u + across, v + 3, 1, 2)
        return drawing

    @pytest.mark.parametrize("level", [CORDED, ADRIFT])
    @pytest.mark.parametrize("double", [0, grid.DOUBLE])
    def test_a_tile_on_a_cord_lies_free_of_all_others(self, walled, level, double):
        found = [0] * CHOICES
        n = choices(walled, 0, 0, 1, double, level, found, 0)
        assert n > 0
        walls = [(-4, 1, -2, 5), (2, 1, 4, 5), (-1, -2, 1, 2)]
        for pose in found[:n]:
            *at, _, cord = fold.spot(walled, pose)
            assert cord == (1 if level == CORDED else 2)
            shape = fold_check.body(fold_check.Link(0, 0, 0, 1, bool(double), False), tuple(at))
            assert not any(fold_check.overlap(shape, wall) for wall in walls)

    def test_a_drawing_near_the_rim_of_the_grid_is_moved_back_and_no_spot_changes(self):
        links = layouts.some_rounds(4, "none", 1)[0]
        drawing = fold.play_out(links, len(links), grid.WIDE)
        moved = drawing[:]
        for t in range(len(links)):
            moved[grid.POSE + t] += 3 | 5 << 7
        for i, add in enumerate((3, 5, 3, 5), grid.BOX):
            moved[i] += add
        fold.recentre(moved)
        assert spots(moved) == spots(drawing)
        assert abs(moved[grid.BOX] + moved[grid.BOX + 2] - grid.COLUMNS) <= 1

    def test_a_drawing_with_a_poor_landing_asks_for_a_new_fold(self):
        drawing = fold.begin(line((2, 5))[0], grid.TALL)
        assert not fold.needs_fold(drawing)
        drawing[MISSING] = 1
        assert fold.needs_fold(drawing)

    def test_a_new_fold_is_taken_only_when_it_is_clearly_better(self):
        old = fold.begin(line((2, 5))[0], grid.TALL)
        new = old[:]
        assert not fold.better(new, old)
        old[SIZE] = new[SIZE] * 4 // 5
        assert fold.better(new, old)
        new[MISSING] = old[CLASHES] + 1
        assert not fold.better(new, old)


class TestTheCheck:
    """The check itself must be able to fail."""

    LINKS = (fold.link_of(number(2, 5), grid.LEAD, 0, 0, 0), fold.link_of(number(4, 5), 0, 1, 0, 0))

    @pytest.mark.parametrize(
        ("spot", "wrong"),
        [((4, 0, 0), ""), ((3, 1, 1), ""), ((1, 3, 1), ""), ((1, 2, 0), "no whole edge"), ((5, 0, 0), "no whole edge"),
         ((4, 1, 0), "no whole edge"), ((-4, 0, 2), "no whole edge"), ((4, 0, 2), "no whole edge")],
    )
    def test_a_joint_is_sound_only_where_the_matching_halves_share_a_whole_edge(self, spot, wrong):
        report = fold_check.check(list(self.LINKS), [(0, 0, 0), spot], [False, False])
        assert report.faults == ((f"tile 1: {wrong}",) if wrong else ())
        assert report.overlaps == 0

    def test_an_overlap_is_seen(self):
        assert fold_check.check(list(self.LINKS), [(0, 0, 0), (3, 0, 0)], [False, False]).overlaps == 1
