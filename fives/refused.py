"""Why a move is refused: one sentence for each reason, with its facts apart, so that it can be said in any language."""

from __future__ import annotations

from fives.tiles import Tile

Fact = Tile | int | str
REASONS = {
    "over": "The round is over.",
    "match-over": "The match is over.",
    "no-round": "No round is being played now.",
    "turn": "It is not your turn.",
    "not-in-hand": "{tile} is not in your hand.",
    "must-lead": "This round must be led with {tile}.",
    "lead-alone": "The layout is empty: a lead is joined to nothing.",
    "say-where": "Say which tile {tile} is to be joined to.",
    "played": "{tile} lies on the layout already.",
    "not-there": "{onto} is not on the layout.",
    "no-match": "{tile} shows no pips that {onto} shows.",
    "end-taken": "The {pip} of {onto} is joined already.",
    "double-full": "{onto} has no place left: a spinner has room for four tiles.",
    "no-branch": "{onto} has no place left: it is no spinner, so it has room for two tiles.",
    "must-draw": "{tile} has no place, nor has any tile of your hand: draw.",
    "must-pass": "{tile} has no place, nor has any tile of your hand: pass.",
    "no-place": "{tile} has no place: no open end shows its pips.",
    "can-play": "You can play {tile}, so you may neither draw nor pass.",
    "must-lead-now": "You lead: play a tile.",
    "empty": "The boneyard is empty: pass.",
    "no-draws": "In this game nobody draws: pass.",
    "can-draw": "There are tiles in the boneyard: draw before you pass.",
}


class Refused(ValueError):
    """A move that the rules do not allow now. `reason` is a key of `REASONS`, `facts` fill its sentence."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts

    def __repr__(self) -> str:
        return f"Refused({', '.join([repr(self.reason), *(f'{name}={fact!r}' for name, fact in self.facts.items())])})"

    def __str__(self) -> str:
        # a table has reasons of its own, with sentences elsewhere
        return REASONS.get(self.reason, self.reason).format(**{name: str(fact) for name, fact in self.facts.items()})
