"""Other programs that play dominoes, at random, to be measured beside this one; the extra `bench` installs them."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from measuring import Run


def dominoes(count: int) -> Run:
    """Games of the package `dominoes`: block, four seats. Returns plays made."""
    import dominoes

    def run() -> int:
        played = 0
        for _ in range(count):
            game = dominoes.Game.new()
            while game.result is None:
                game.make_move(*random.choice(game.valid_moves))
                played += 1
        return played

    return run


def spiel(count: int) -> Run:
    """Games of OpenSpiel's python_block_dominoes, two seats. Returns plays made."""
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    game = pyspiel.load_game("python_block_dominoes")
    return lambda: sum(_spiel_game(game) for _ in range(count))


def spiel_rollouts(count: int) -> Run:
    """OpenSpiel's own rollouts in C++, of euchre, the quickest of its card games. Returns plays made, about.

    They cannot be called from Python alone: two looks of a search, with so many rollouts each.
    """
    import pyspiel

    game = pyspiel.load_game("euchre")
    long = sum(_spiel_game(game) for _ in range(60)) / 60
    state = game.new_initial_state()
    while state.is_chance_node():
        _spiel_chance(state)

    def run() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(count, random.randrange(1 << 30))
        pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, random.randrange(1 << 30), False).step(state)
        return 2 * count * (long - 0.5)

    return run


def _spiel_chance(state: Any) -> None:
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(actions, odds)[0])


def _spiel_game(game: Any) -> int:
    state, played = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            _spiel_chance(state)
        else:
            state.apply_action(random.choice(state.legal_actions()))
            played += 1
    return played


class _NoScreen:
    interactive = False


def all_fives(count: int) -> Run:
    """Rounds of the package `all-fives-domino`, two seats. Returns rounds played; one that it breaks off counts too."""
    from src.main.game.Brain import RandomBrain
    from src.main.game.DominoRound import DominoRound
    from src.main.game.Player import Player

    def run() -> int:
        for _ in range(count):
            with contextlib.suppress(Exception):  # it uses one to say that somebody reached the target
                DominoRound(Player(RandomBrain()), Player(RandomBrain()), _NoScreen()).run()
        return count

    return run
