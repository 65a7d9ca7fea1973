"""What the levels that think make of a view: the same from one seed, exact where nothing is hidden, with reasons."""

from __future__ import annotations

import json
import random

import pytest

from fives import fast, kernel, tally
from fives.analysis.solve import solve
from fives.bots import LEVELS, bot, ends, likely, plans, search, worlds
from fives.bots import known as k
from fives.bots.judging import FITTING, POINTS_MADE, REPLY, judged
from fives.bots.levels import THINKING, manner_of, plan_of
from fives.bots.reading import code_of, known_of
from fives.bots.reasons import facts_of, reason
from fives.bots.thinking import think
from fives.cli import main
from fives.layout import Layout, Play, parse_play
from fives.match import Match
from fives.notation import read_view, view_text
from fives.rounds import Round
from fives.rules import ALL_FIVES, DOMINOS_CC_BLOCK, FIVE_UP, RULE_SETS, Rules
from fives.tiles import TILES, TextError, parse_tile
from fives.view import View, view
from fives.words import words_in
from test_inference import begun, choices


def some_view(rules: Rules, seats: int, seed: int, number: int) -> View:
    """The view of the seat that has the choice of this number in a round."""
    rng = random.Random(seed)
    return [seen for _, seen in choices(begun(rules, seats, rng), rng)][number]


def standing(rules: Rules, hands: list[str], moves: str, totals: tuple[int, ...] = ()) -> View:
    """The view of the seat in turn after these moves; seat 0 leads, the rest of the tiles is the boneyard."""
    held = [[parse_tile(text) for text in hand.split()] for hand in hands]
    rest = [tile for tile in TILES if all(tile not in hand for hand in held)]
    sizes = tuple(len(held[0]) for _ in range(3))
    match = Match.new(rules._replace(deal=sizes), len(hands), totals).led(0)
    match = match.dealt(Round.deal(match.rules, held, rest, 0, False))
    for move in moves.split():
        match = match.move(parse_play(move) if move[0].isdigit() else move)  # type: ignore[arg-type]
    assert match.round is not None
    return view(match, match.round.turn)


@pytest.mark.parametrize("level", THINKING)
def test_the_same_view_and_seed_give_the_same_thought(level: str) -> None:
    seen = some_view(ALL_FIVES, 3, 1, 8)
    assert think(seen, level, 5, 0.003) == think(read_view(view_text(seen)), level, 5, 0.003)


def test_another_seed_gives_other_worlds() -> None:
    seen = some_view(FIVE_UP, 2, 1, 3)
    assert think(seen, "expert", 1).candidates != think(seen, "expert", 2).candidates


@pytest.mark.parametrize("level", ["club", "expert", "flat"])
@pytest.mark.parametrize(("rules", "seats"), [(FIVE_UP, 2), (ALL_FIVES, 4), (DOMINOS_CC_BLOCK, 3)])
def test_compiled_and_plain_levels_think_the_same(level: str, rules: Rules, seats: int,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    seen = some_view(rules, seats, 4, 3)
    first = think(seen, level, 3, worlds=6)
    monkeypatch.setattr(fast, "COMPILED", False)
    assert think(seen, level, 3, worlds=6) == first


def test_more_work_makes_surer() -> None:
    seen = some_view(FIVE_UP, 2, 1, 3)
    little, much = (think(seen, "master", 1, budget) for budget in (0.01, 0.2))
    assert (much.candidates[0].error or 0) < (little.candidates[0].error or 0)
    assert much.worlds > little.worlds


def test_the_number_of_a_play_is_that_of_the_layout() -> None:
    rng = random.Random(8)
    for rules in RULE_SETS.values():
        for _ in range(5):
            for match, seen in choices(begun(rules, 3, rng), rng):
                assert match.round is not None
                for option in seen.options:
                    assert code_of(option.play) == match.round.layout.code(option.play)


def test_what_is_known_of_a_view_is_what_is_cut_of_the_round() -> None:
    rng = random.Random(9)
    for match, seen in choices(begun(ALL_FIVES, 3, rng), rng):
        assert match.round is not None
        assert seen.seat is not None
        moves = []
        for made in match.round.made:
            idle = kernel.DRAW if made.move == "draw" else kernel.PASS
            what, code = ((kernel.PLAY, code_of(made.move)) if isinstance(made.move, Play)
                          else (idle, made.drawn.number if made.drawn else 0))
            moves.append(k.move_of(made.seat, what, code))
        found = [0] * k.KNOWN
        k.know(match.round.state, moves, len(moves), seen.seat, 7, match.tally, found)
        found[kernel.POINTS:kernel.POINTS + 4] = [0] * 4  # those of the match count
        assert found == known_of(seen)


def test_a_club_player_leaves_no_points_where_it_can() -> None:
    """Both plays make nothing; after 2-4 the 1-5 could make ten, as any seat can see."""
    seen = standing(FIVE_UP, ["2-2 2-4 2-3 0-0 0-1", "2-6 1-5 0-2 3-3 0-6"], "2-2 2-6@2-2")
    plain = max(seen.options, key=lambda option: (option.points, option.tile.pips))
    chosen = think(seen, "club").choice
    left = {play: facts_of(seen, play) for play in (plain.play, chosen)}
    assert left[chosen].points - left[chosen].most * left[chosen].making / 20 >= \
        left[plain.play].points - left[plain.play].most * left[plain.play].making / 20


def test_nothing_hidden_is_searched_to_the_end() -> None:
    seen = None
    rng = random.Random(2)
    while seen is None:
        seen = next((seen for _, seen in choices(begun(ALL_FIVES, 2, rng), rng)
                     if not seen.boneyard and 4 <= sum(seen.held) <= 9 and len(seen.options) > 2), None)
    expected = solve(seen, budget=None, every=True)
    for level in ("expert", "master"):
        thought = think(seen, level, 1)
        assert thought.exact
        assert thought.choice in [choice.play for choice in expected.choices if choice.worth == expected.worth]
        assert [each.value for each in thought.candidates] == [float(each.worth.points) for each in expected.choices]
        assert all(each.error == 0 for each in thought.candidates)


def test_a_play_that_wins_the_match_is_worth_the_match() -> None:
    """All Fives stops at once: 5-5 makes ten and wins, though the heavier hand would be left."""
    seen = standing(ALL_FIVES, ["5-5 6-6 5-6 4-4 3-3", "0-0 1-1 2-2 0-1 0-2"], "", (240, 245))
    for level in ("expert", "master"):
        thought = think(seen, level, 1)
        assert thought.match
        assert thought.choice == Play(parse_tile("5-5"))
        assert thought.candidates[0].value == 1.0


def totals_of(rules: Rules, totals: tuple[int, ...], tied: bool = False) -> tuple[list[int], list[int]]:
    """What is known at these totals, and a round that ended at them."""
    known = [0] * k.KNOWN
    known[kernel.TEAMS] = len(totals)
    known[k.MATCH:k.MATCH + tally.TALLY] = Match.new(rules, len(totals), totals, tied).tally
    w = list(known)
    w[kernel.POINTS:kernel.POINTS + len(totals)] = [2 * total for total in totals]
    return known, w


@pytest.mark.parametrize(("totals", "tied", "chance"), [
    ((310, 305), False, 1.0), ((300, 310), False, 0.0), ((310, 310), False, 0.5), ((15, 10), True, 1.0),
    ((10, 15), True, 0.0), ((200, 200), False, 0.5), ((310, 315, 100), False, 0.0), ((100, 310, 310), False, 0.0)])
def test_the_end_of_a_match_is_won_lost_or_open(totals: tuple[int, ...], tied: bool, chance: float) -> None:
    known, w = totals_of(FIVE_UP, totals, tied)
    assert ends.chance_to_win(known, plan_of("master", FIVE_UP, 2), w, 0) == pytest.approx(chance, abs=1e-5)


def test_a_lead_is_worth_more_the_nearer_the_target() -> None:
    plan = plan_of("master", FIVE_UP, 2)
    far, near = (ends.chance_to_win(*_both(totals, plan)) for totals in ((120, 100), (300, 280)))
    assert 0.5 < far < near < 1


def _both(totals: tuple[int, ...], plan: list[int]) -> tuple[list[int], list[int], list[int], int]:
    known, w = totals_of(FIVE_UP, totals)
    return known, plan, w, 0


def test_the_match_counts_only_near_its_end_or_in_a_play_off() -> None:
    plan = plan_of("master", FIVE_UP, 2)
    reach = plan[plans.NEAR] // 2
    for totals, tied, near in (((0, 0), False, False), ((304 - reach, 0), False, False),
                               ((305 - reach, 0), False, True), ((0, 0), True, True)):
        assert ends.is_near(totals_of(FIVE_UP, totals, tied)[0], plan) is near
    assert ends.goal_of(totals_of(FIVE_UP, (300, 0))[0], plan) == 0  # Five Up settles first
    assert ends.goal_of(totals_of(ALL_FIVES, (240, 0))[0], plan) == 500
    assert ends.goal_of(totals_of(ALL_FIVES.vary(playoff=True), (250, 250), True)[0], plan) == 0  # no play ends it


def test_a_hand_that_had_a_better_play_is_less_likely() -> None:
    """Seat 1 played 4-6 for nothing; who holds 1-6 could have made 6 + 4 = 10 instead."""
    seen = standing(FIVE_UP, ["1-4 2-5 3-5 0-0 3-3", "4-6 0-1 2-2 2-3 1-2"], "1-4 4-6@1-4")
    known = known_of(seen)
    b, table, x = [0] * worlds.BELIEF, [0] * (1 << 12), [0] * worlds.WORLD
    assert worlds.believe(known, b, table, 1 << 12)
    plan = plan_of("master", FIVE_UP, 2)
    chances = {}
    for other in ("1-6", "2-2", "5-5"):
        x[worlds.EVER] = sum(1 << parse_tile(text).number for text in ("4-6", "0-6", "2-3", "0-2", other))
        chances[other] = likely.likelihood(known, b, x, plan, plans.OTHERS)
    assert 0 < chances["1-6"] < 0.5 * chances["2-2"]
    assert chances["5-5"] == chances["2-2"] == 1.0


def test_what_is_judged_of_a_play() -> None:
    """1-4 lies; 4-4 makes 1 + 8 = 9, nothing; the tiles unseen that would then make points are known by hand."""
    layout = Layout(FIVE_UP).play(parse_play("1-4")).packed
    hand = sum(1 << parse_tile(text).number for text in ("4-4", "4-6", "2-3"))
    unseen = sum(1 << parse_tile(text).number for text in ("1-6", "1-2", "0-0", "2-4"))

    def only(weight: int, tile: str, group: int) -> int:
        taste = [0] * 8
        taste[weight] = 1
        return judged(layout, hand, unseen, group << 5 | parse_tile(tile).number, kernel.SPIN_ALL, 5, taste, 0)

    assert only(POINTS_MADE, "4-6", 0) == 0  # 1 + 6
    assert only(FITTING, "4-4", 0) == 1  # 4-6
    assert only(REPLY, "4-4", 0) == 16 * (0 + 10 + 0 + 0) // 4  # 1-2 makes 2 + 8


def test_all_levels_think_within_a_moment() -> None:
    """A decision of 200 worlds takes no longer than a picture on a screen, when the machine is not too busy."""
    if not fast.COMPILED:
        pytest.skip("numba is not there")
    import time
    seen = some_view(FIVE_UP, 2, 1, 2)
    think(seen, "expert", 0)
    best = 1.0
    for seed in range(20):
        start = time.perf_counter()
        think(seen, "expert", seed)
        best = min(best, time.perf_counter() - start)
    assert best < 0.02


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_a_reason_says_what_a_play_makes_and_leaves(lang: str) -> None:
    seen = standing(FIVE_UP, ["1-4 4-4 2-5 0-0 3-3", "4-6 0-1 2-2 2-3 1-2"], "1-4")
    said = {str(option.play): reason(words_in(lang), seen, option.play) for option in seen.options}
    assert said.keys() == {"4-6@1-4", "0-1@1-4", "1-2@1-4"}
    assert all(text and "{" not in text for text in said.values())
    if lang == "en":
        assert said["0-1@1-4"] == "leaves 2 points for 1 of the 22 tiles you cannot see, 1 of your tiles fits after it"


def test_the_last_tile_is_called_so() -> None:
    seen = standing(FIVE_UP, ["1-4 1-1", "4-6 1-2"], "1-4 4-6@1-4")
    assert "is the last tile" in reason(words_in("en"), seen, seen.options[0].play)


@pytest.mark.parametrize(("rules", "totals", "wins"), [
    (ALL_FIVES, (240, 245), True), (ALL_FIVES, (239, 245), False), (ALL_FIVES, (0, 0), False),
    (FIVE_UP, (300, 0), False),  # here the target is looked at after the settlement
])
def test_a_play_that_wins_the_match_on_the_spot_leaves_nothing(rules: Rules, totals: tuple[int, int],
                                                               wins: bool) -> None:
    seen = standing(rules, ["5-5 6-6 5-6 4-4 3-3", "0-0 1-1 2-2 0-1 0-2"], "", totals)
    lead = Play(parse_tile("5-5"))
    said = reason(words_in("en"), seen, lead)
    assert facts_of(seen, lead).wins == wins
    assert said.startswith("makes ")
    assert said.endswith("points, wins the match") == wins
    assert ("leaves" in said) != wins
    assert not facts_of(seen, Play(parse_tile("6-6"))).wins


def test_the_command_prints_the_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    seen = some_view(FIVE_UP, 2, 1, 3)
    text = view_text(seen)
    assert main(["think", text, "--bot", "expert", "--seed", "9", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    thought = think(seen, "expert", 9)
    assert [each["play"] for each in told["candidates"]] == [str(each.play) for each in thought.candidates]
    assert [each["value"] for each in told["candidates"]] == [each.value for each in thought.candidates]
    for lang in ("en", "ko", "ja"):
        assert main(["think", text, "--lang", lang, "--budget", "0.002"]) == 0
        assert capsys.readouterr().out.startswith(tuple(f"* {option.play}" for option in seen.options))


@pytest.mark.parametrize(("text", "said"), [("{}", "view:"), ("{nonsense", "view:"), ("no-such-file", "No such file")])
def test_the_command_says_what_is_wrong_with_a_view(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["think", text]) == 2
    assert said in capsys.readouterr().err


def test_who_is_not_in_turn_has_nothing_to_think_about() -> None:
    seen = some_view(FIVE_UP, 2, 1, 3)
    rng = random.Random(1)
    other = next(view(match, 1 - (seen.seat or 0)) for match, each in choices(begun(FIVE_UP, 2, rng), rng)
                 if each.made == seen.made)
    with pytest.raises(TextError, match="in turn"):
        think(other)


def test_every_level_has_a_plan_or_needs_none() -> None:
    assert set(LEVELS) <= {bot(name).name for name in LEVELS}
    for rules in RULE_SETS.values():
        for seats in (2, 3, 4):
            assert len(manner_of(rules, seats).taste) == 7
            assert len(plan_of("master", rules, seats)) == plans.PLAN
    with pytest.raises(ValueError, match="expected one of"):
        plan_of("casual", FIVE_UP, 2)
    assert search.MOST >= 56
