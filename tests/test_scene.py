"""Scenes: what lies on the drawn table is what lies on the layout, and the places shown are those that are taken."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from fives import FIVE_UP, RULE_SETS, TILES, Layout, Play, Round, Tile, lay_out, parse_play
from fives.layout import ENDS, PLACES
from fives.match import whole_deal
from fives.rounds import forced_lead
from fives.rules import ALL_FIVES, DOMINOS_CC_ALL_FIVES, DOMINOS_CC_DRAW, Rules
from fives.scene import VIEWS, Scene, Sketch, scene_of
from layouts import full_set
from scene_check import faults

ROUNDS = int(os.environ.get("FIVES_SCENES", "50"))  # by hand, as many as there is time for: 500
COUNTING = (FIVE_UP, ALL_FIVES, DOMINOS_CC_ALL_FIVES)
views = pytest.mark.parametrize("view", VIEWS)
rule_sets = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def played(rules: Rules, seats: int, rng: Random) -> Layout:
    """The layout at the end of a round of chance, or of seats that play what scores."""
    hands, boneyard = whole_deal(rules, seats, rng.sample(TILES, 28))
    leader = forced_lead(hands)[0] if rules.first_leader == "highest" else rng.randrange(seats)
    now = Round.deal(rules, hands, boneyard, leader)
    keen = rng.random() < 0.5
    while not now.over:
        if now.may != "play":
            now = now.move(now.may)
        elif keen:
            now = now.move(max(now.legal, key=lambda play: (now.layout.play(play).points, rng.random())))
        else:
            now = now.move(rng.choice(now.legal))
    return now.layout


@cache
def rounds(rules: Rules, number: int = ROUNDS // len(RULE_SETS)) -> list[Layout]:
    rng = Random(f"scenes {rules.id}")
    return [played(rules, 2 + at % 3, rng) for at in range(number)]


@cache
def scenes_of(rules: Rules, view: str) -> list[Scene]:
    """The scenes after each play of all rounds."""
    return [scene for layout in rounds(rules) for scene in steps(layout, view)]


def laid(rules: Rules, plays: str) -> Layout:
    return lay_out(rules, map(parse_play, plays.split()))


def steps(layout: Layout, view: str) -> list[Scene]:
    """The scene after each play, as a table that saw them all shows it."""
    sketch, now, found = Sketch(view), Layout(layout.rules), []
    for play in layout.plays:
        now = now.play(play)
        found.append(sketch.draw(now))
    return found


@views
@rule_sets
def test_tiles_touch_where_they_are_joined_and_nowhere_overlap_and_marks_stand_free(rules: Rules, view: str) -> None:
    for scene in scenes_of(rules, view):
        assert faults(scene) == [], f"{scene.layout} ({rules.id}, {view})"
        assert [lain.tile for lain in scene.tiles] == [play.tile for play in scene.layout.plays]
        assert {lain.tile for lain in scene.tiles if lain.spinner} == set(scene.layout.spinners)


@views
@rule_sets
def test_marks_are_the_open_ends_and_their_values_sum_to_the_count(rules: Rules, view: str) -> None:
    for scene in scenes_of(rules, view):
        assert [(mark.onto, mark.place) for mark in scene.marks] == \
            [(end.tile, end.place) for end in scene.layout.open]
        values = [mark.value for mark in scene.marks if mark.value is not None]
        if rules.multiple:
            assert sum(values) == scene.layout.count
            assert values == [end.value for end in scene.layout.counted]
        else:
            assert values == []


@views
@pytest.mark.parametrize("rules", COUNTING, ids=[rules.id for rules in COUNTING])
def test_a_double_that_counts_has_one_disc_at_its_next_place(rules: Rules, view: str) -> None:
    seen = 0
    for scene in [scene_of(laid(rules, "4-4"), view), *scenes_of(rules, view)]:
        for there in scene.layout.lying.values():
            if not there.tile.double:
                continue
            discs = [mark for mark in scene.marks if mark.onto == there.tile and mark.value is not None]
            assert len(discs) == (there.neighbours < 2)
            assert [(disc.place, disc.value) for disc in discs] == \
                [("line-b" if there.neighbours else "line-a", there.tile.pips)] * len(discs)
            seen += len(discs)
    assert seen > 10


@views
@rule_sets
def test_the_place_shown_is_the_place_where_the_tile_comes_to_lie(rules: Rules, view: str) -> None:
    landed = folded = 0
    for before, after in pairwise(scenes_of(rules, view)):
        if len(after.tiles) == 1:
            continue  # the next round
        lain, join = after.tiles[-1], after.layout.joins[-1]
        if after.tiles[:-1] != tuple(each._replace(last=False) for each in before.tiles):
            folded += 1  # all tiles have moved, to a new fold
            continue
        offered = [landing for landing in before.landings if (landing.onto, landing.place) == join[2:]]
        assert len(offered) == 1
        spot = offered[0].double if lain.tile.double else offered[0].tile
        assert spot is not None
        assert spot[:2] == (lain.x, lain.y)
        landed += 1
    assert landed > 5 * ROUNDS // len(RULE_SETS)
    assert folded < landed / 20


@views
def test_every_place_of_every_tile_that_may_come_is_offered(view: str) -> None:
    for scene in scenes_of(FIVE_UP, view) + scenes_of(DOMINOS_CC_DRAW, view):
        wanted = set()
        for tile in (tile for tile in TILES if tile not in scene.layout.lying):
            for play in scene.layout.plays_of(tile):
                assert play.onto is not None
                names = PLACES if play.onto.double else ENDS
                wanted.add((play.onto, names[scene.layout.place_of(play)], tile.double))
        offered = {(landing.onto, landing.place, double) for landing in scene.landings
                   for double, spot in ((False, landing.tile), (True, landing.double)) if spot}
        assert offered == wanted


@views
@rule_sets
def test_a_sketch_that_follows_play_by_play_draws_what_is_drawn_from_the_beginning(rules: Rules, view: str) -> None:
    for layout in rounds(rules, 3):
        for scene in steps(layout, view):
            assert scene == scene_of(scene.layout, view)
    sketch = Sketch(view)
    one, other = rounds(rules, 2)
    assert sketch.draw(one) == scene_of(one, view)
    assert sketch.draw(other) == scene_of(other, view), "of another round the sketch keeps nothing"


@views
@pytest.mark.parametrize(("rules", "spinners"), [(FIVE_UP, "all"), (ALL_FIVES, "first"), (DOMINOS_CC_DRAW, "none")])
def test_a_layout_of_all_the_tiles_that_can_be_joined_is_drawn(rules: Rules, spinners: str, view: str) -> None:
    rng = Random(f"full {spinners}")
    for _ in range(max(2, ROUNDS // 15)):
        links = full_set(rng, spinners)
        tiles = [TILES[link & 31] for link in links]
        plays = [Play(tile, None if not at else tiles[link >> 5 & 31])
                 for at, (tile, link) in enumerate(zip(tiles, links, strict=True))]
        layout = lay_out(rules, plays)
        scene = scene_of(layout, view)
        assert len(scene.tiles) == len(links)
        assert faults(scene) == [], f"{layout} ({rules.id}, {view})"


@views
def test_before_the_lead_nothing_is_drawn(view: str) -> None:
    scene = scene_of(Layout(FIVE_UP), view)
    assert (scene.tiles, scene.marks, scene.landings, scene.cords) == ((), (), (), ())


def test_a_view_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="view: expected one of tall, square, wide, got 'round'"):
        scene_of(laid(FIVE_UP, "1-4"), "round")


# Reports


CROSS = ("6-6 0-6@6-6 0-2@0-6 2-2@0-2 1-2@2-2 1-6@6-6 1-3@1-6 2-3@1-3 2-6@2-3 4-6@6-6 2-4@4-6 3-6@6-6 3-5@3-6 1-5@3-5 "
         "1-4@1-5 4-5@1-4 5-5@4-5")
FOUR_SPINNERS = ("0-0 0-3@0-0 0-2@0-0 0-4@0-0 0-1@0-0 1-1@0-1 1-5@1-1 1-4@1-1 1-6@1-1 5-5@1-5 4-5@5-5 5-6@5-5 0-5@5-5 "
                 "0-6@0-5 6-6@0-6 2-6@6-6 3-6@6-6 4-6@6-6 1-2@2-6")


@views
@pytest.mark.parametrize("rules", COUNTING, ids=[rules.id for rules in COUNTING])
def test_a_cross_of_seventeen_tiles_with_branches_of_two_and_six_bends_without_overlapping(
        rules: Rules, view: str) -> None:
    scenes = steps(laid(rules, CROSS), view)
    assert [faults(scene) for scene in scenes] == [[]] * 17
    assert [sum(mark.value or 0 for mark in scene.marks) for scene in scenes] == \
        [12, 12, 14, 16, 13, 2, 4, 3, 7, 11, 9, 12, 14, 10, 13, 14, 19]


@views
def test_branches_of_spinners_close_together_do_not_run_into_each_other(view: str) -> None:
    scene = scene_of(laid(FIVE_UP, FOUR_SPINNERS), view)
    assert faults(scene) == []
    assert len([mark for mark in scene.marks if mark.value is not None]) == 10
    assert len({(mark.x, mark.y) for mark in scene.marks}) == len(scene.marks)


@views
def test_nor_do_they_when_doubles_are_put_at_their_ends(view: str) -> None:
    scenes = steps(laid(FIVE_UP, FOUR_SPINNERS + " 3-3@0-3 2-2@0-2 1-3@1-2"), view)[-3:]
    assert [faults(scene) for scene in scenes] == [[], [], []]
    assert [sum(mark.value or 0 for mark in scene.marks) for scene in scenes] == [40, 42, 44]


@views
def test_the_last_play_is_the_tile_played_last_at_whatever_end_it_lies(view: str) -> None:
    scenes = steps(laid(FIVE_UP, "3-5 3-4@3-5 5-6@3-5 4-4@3-4"), view)
    assert [[lain.tile for lain in scene.tiles if lain.last] for scene in scenes] == \
        [[Tile(3, 5)], [Tile(3, 4)], [Tile(5, 6)], [Tile(4, 4)]]
    assert scene_of(scenes[-1].layout, view) == scenes[-1], "after a reload too"


# The check can find what it looks for


@pytest.mark.parametrize(("number", "change", "fault"), [
    (0, {"x": 1}, "overlap"), (2, {"y": 1}, "4-4 is not joined at a line"), (3, {"turn": 0}, "no whole edge"),
    (3, {"x": 20}, "no whole edge"), (1, {"x": -40, "y": 0}, "outside the box")])
def test_the_check_finds_a_tile_that_lies_wrong(number: int, change: dict[str, Any], fault: str) -> None:
    scene = scene_of(laid(FIVE_UP, "1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1 1-5@1-1"), "wide")
    assert faults(scene) == []
    tiles = list(scene.tiles)
    tiles[number] = tiles[number]._replace(**change)
    assert fault in " / ".join(faults(replace(scene, tiles=tuple(tiles))))


@pytest.mark.parametrize(("x", "fault"), [(0.0, "covers"), (0.3, "does not stand at its end")])
def test_the_check_finds_a_mark_that_stands_wrong(x: float, fault: str) -> None:
    scene = scene_of(laid(FIVE_UP, "1-4"), "wide")
    at = next(mark for mark in scene.marks if mark.place == "high")
    wrong = at._replace(x=0.0, y=0.0) if not x else at._replace(x=at.x + x, y=at.y + x)
    marks = tuple(wrong if mark is at else mark for mark in scene.marks)
    assert fault in " / ".join(faults(replace(scene, marks=marks)))
