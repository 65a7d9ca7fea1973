"""What `think` tells of the plays: in which order, how sure each value is, and what is said of an only play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fives.bots import search
from fives.bots.thinking import Candidate, Thought, _candidate, think
from fives.cli import main
from fives.cli.think import in_words
from fives.layout import Play
from fives.notation import view_text
from fives.rules import ALL_FIVES, FIVE_UP, Rules
from fives.tiles import parse_tile
from fives.view import View
from fives.words import words_in
from test_inference import begun, choices
from test_thinking import some_view, standing


def views(rules: Rules, seats: int, seed: int) -> Iterator[View]:
    """What the seats see that have a choice in a round."""
    rng = random.Random(seed)
    return (seen for _, seen in choices(begun(rules, seats, rng), rng))


def told(thought: Thought, seen: View) -> list[str]:
    """The thought in words, line by line."""
    return list(in_words(words_in("en"), seen, thought))


@pytest.mark.parametrize("level", ["club", "expert", "master"])
@pytest.mark.parametrize("rules", [FIVE_UP, ALL_FIVES])
def test_the_play_that_is_made_comes_first_and_the_others_by_their_value(level: str, rules: Rules) -> None:
    for seen in views(rules, 3, 2):
        chosen, *others = think(seen, level, 1, 0.0005 if level == "master" else None).candidates
        values = [each.value for each in others]
        known = [value for value in values if value is not None]
        assert values == sorted(known, reverse=True) + [None] * (len(values) - len(known))
        assert all(each.worlds <= chosen.worlds for each in others)


def test_a_play_that_is_made_although_another_has_a_higher_value_is_explained() -> None:
    seen = some_view(ALL_FIVES, 2, 2, 1)
    thought = think(seen, "master", 1, 0.0005)
    chosen, second, *_ = thought.candidates
    assert (chosen.value or 0) < (second.value or 0)
    assert chosen.worlds > second.worlds
    lines = told(thought, seen)
    assert lines[0].startswith(f"* {chosen.play} ")
    assert lines[1].startswith(f"  {second.play} ")
    assert "* marks the play it makes: no other was tried more often, and a higher value is less sure." in lines
    highest = think(seen, "flat", 1, worlds=20)
    assert "* marks the play it makes." in told(highest, seen)


def test_trials_that_came_out_alike_prove_nothing() -> None:
    seen = some_view(ALL_FIVES, 2, 5, 16)
    thought = think(seen, "expert", 1, worlds=40)
    alike = thought.candidates[1]
    assert (alike.value, alike.error, alike.worlds) == (-25.0, None, 40)
    lines = told(thought, seen)
    assert "  −25.0 ± ?  " in lines[1]
    assert "± ?" not in lines[0]
    assert any(line.startswith("± ? says that the error is not known") for line in lines)
    near, exact = Candidate(alike.play, 2.0, 0.01, 9), Candidate(alike.play, 1.0, 0.0, 9)
    surer = Thought("flat", 0, (near, exact), False, False, 9)
    assert [line[9:23].strip() for line in told(surer, seen)[:2]] == ["+2.0 ± <0.1", "+1.0"]
    assert not any("± ?" in line for line in told(surer, seen))


@pytest.mark.parametrize("value", [0.1, 0.7313, -35 / 3, 20 / 3])
@pytest.mark.parametrize("trials", [2, 400, 20_000])
def test_trials_that_came_out_alike_are_found_where_no_float_is_exact(value: float, trials: int) -> None:
    """Sums of chances, and of thirds, carry what was rounded; one other trial is still more than that."""
    seen = some_view(ALL_FIVES, 2, 2, 1)
    sums, squares = 0.0, 0.0
    for _ in range(trials):
        sums, squares = sums + value, squares + value * value
    play, other = seen.options[0].play, value + 0.05
    for total, square, known in ((sums, squares, False),
                                 (sums - value + other, squares - value * value + other * other, True)):
        found = [0.0] * search.FOUND
        found[search.SUM], found[search.SQUARES], found[search.TRIED] = total, square, float(trials)
        assert (_candidate(seen, play, found, 0, False).error is not None) == known


def test_a_play_that_wins_at_once_is_sure() -> None:
    seen = standing(ALL_FIVES, ["5-5 6-6 5-6 4-4 3-3", "0-0 1-1 2-2 0-1 0-2"], "", (240, 245))
    for level in ("expert", "master", "flat"):
        thought = think(seen, level, 1)
        (won,) = [each for each in thought.candidates if each.play == Play(parse_tile("5-5"))]
        assert (won.value, won.error) == (1.0, 0.0)


def test_where_nothing_is_hidden_a_play_is_sure_that_ends_the_round_and_no_other() -> None:
    """`flat` searches nothing to its end."""
    ends = 0
    for seed in range(30):
        rng = random.Random(seed)
        for match, seen in choices(begun(ALL_FIVES, 2, rng), rng):
            thought = think(seen, "flat", 1, worlds=3)
            assert match.round is not None
            for each in thought.candidates if len(thought.candidates) > 1 else ():
                sure = not seen.boneyard and match.round.move(each.play).over
                assert (each.error == 0) == sure
                ends += sure
    assert ends


def test_an_only_play_is_said_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    only = standing(FIVE_UP, ["1-4 4-4 2-5 0-0 3-3", "4-6 2-3 2-2 0-5 2-6"], "1-4")
    assert len(only.options) == 1
    assert main(["think", view_text(only), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4-6@1-4  leaves ")
    assert lines[1:] == ["", "It is the only play."]
    for lang in ("ko", "ja"):
        assert main(["think", view_text(only), "--lang", lang]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 3
