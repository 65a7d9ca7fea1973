"""What a layout keeps of its tiles is what they show, whichever rules they lie under and however it came about."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from fives import RULE_SETS, TILES, Layout, Match, Refused, Round, Rules, TextError, Tile, describe
from fives.layout import Play
from fives.words import words_in


def grown(rules: Rules, seed: int) -> list[Layout]:
    """A layout as it grows, play by play."""
    chance, found = Random(seed), [Layout(rules)]
    for tile in chance.sample(TILES, len(TILES)):
        if plays := list(found[-1].plays_of(tile)):
            found.append(found[-1].play(chance.choice(plays)))
    return found


def searched(layout: Layout, tile: Tile) -> list[Play]:
    """The plays of a tile, found by trying each that there is."""
    found = []
    for onto in (None, *layout.lying):
        try:
            layout.code(Play(tile, onto))
        except Refused:
            continue
        found.append(Play(tile, onto))
    return found


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_plays_of_a_tile_are_those_that_are_not_refused_in_the_order_of_play(rules: Rules) -> None:
    for seed in range(10):
        for layout in grown(rules, seed):
            for tile in TILES:
                if tile not in layout.lying:
                    assert list(layout.plays_of(tile)) == searched(layout, tile)


def test_the_same_plays_under_other_rules_lie_otherwise() -> None:
    texts = ["3-4", "4-4@3-4", "4-6@4-4", "6-6@4-6"]
    spinning = []
    for rules in [*RULE_SETS.values(), *RULE_SETS.values()]:
        layout = Layout(rules)
        for text in texts:
            layout = layout.play(text)
        spinning.append((rules.spinners, layout.spinners))
        assert sum(end.value for end in layout.counted) == (layout.count or 0)
    doubles = {"all": (Tile(4, 4), Tile(6, 6)), "first": (Tile(4, 4),), "none": ()}
    assert all(found == doubles[which] for which, found in spinning)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_copy_of_a_layout_goes_on_as_it_does(rules: Rules) -> None:
    for layout in grown(rules, 1):
        for same in (copy.deepcopy(layout), pickle.loads(pickle.dumps(layout)),
                     Layout(rules, layout.plays, layout.joins, layout.packed)):
            for tile in TILES:
                assert list(same.plays_of(tile)) == list(layout.plays_of(tile))
            assert (same.open, same.counted) == (layout.open, layout.counted)


@pytest.mark.parametrize("rules", [rules for rules in RULE_SETS.values() if rules.multiple], ids=str)
def test_the_terms_of_a_play_are_the_ends_that_count_after_it(rules: Rules) -> None:
    for layout in grown(rules, 2):
        for tile in TILES:
            for play in searched(layout, tile):
                assert layout.terms_after(play) == tuple(end.value for end in layout.play(play).counted)


def test_a_refusal_that_is_told_holds_on_to_nothing() -> None:
    played = Round.deal(RULE_SETS["five-up"], [TILES[:5], TILES[5:10]], TILES[10:], 0)
    refused = played.refusal("6-6")
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.__traceback__) == ("not-in-hand", None)


def test_what_is_found_once_can_be_asked_of_its_class() -> None:
    assert (Match.need.__doc__ or "").startswith("What comes next")
    assert str(Match.new(RULE_SETS["five-up"], 2).need) == "lot"


def test_only_a_tile_of_whole_numbers_has_the_text_of_one() -> None:
    assert [str(tile) for tile in (TILES[2], Tile(1, 1), Tile(True, 1), Tile(4, 1))] == ["1-1", "1-1", "True-1", "4-1"]


def test_a_tile_that_is_none_of_the_28_is_refused_and_nothing_of_it_is_kept_for_others() -> None:
    for tile in (Tile(True, 4), Tile(2.0, 3), Tile(4, 1)):  # type: ignore[arg-type]
        with pytest.raises(TextError):
            Layout(RULE_SETS["five-up"]).terms_after(Play(tile))
    words = words_in("en")
    assert describe.on(words, Tile(2.0, 3)) == "on 2.0-3"  # type: ignore[arg-type]
    assert describe.on(words, Tile(2, 3)) == "on 2-3"


class Own(Tile):
    """A tile that says what it likes."""

    def __str__(self) -> str:
        return "mine"


def test_a_layout_lays_the_tiles_of_the_set_whatever_else_is_equal_to_them() -> None:
    layout = Layout(RULE_SETS["five-up"])
    assert [str(tile) for tile in layout.play(Play(Own(2, 5))).lying] == ["2-5"]
    assert [str(tile) for tile in layout.play("2-5").lying] == ["2-5"]


def test_a_refusal_that_is_asked_for_tells_of_nothing_else_that_went_wrong() -> None:
    dealt = Round.deal(RULE_SETS["five-up"], [TILES[:5], TILES[5:10]], TILES[10:], 0, False)
    try:
        raise KeyError("something else")
    except KeyError:
        refusal = dealt.refusal("draw")
    assert refusal is not None
    assert refusal.__context__ is None
    assert refusal.__traceback__ is None
