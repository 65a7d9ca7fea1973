"""What all games of the family share, in a few sentences for who has never played one."""

from __future__ import annotations

from fives.words import Words, msg

COMMON = (
    msg("The set has 28 tiles, one for each pair of numbers from 0 to 6. A tile whose halves are equal is a double."),
    msg("Seats play one tile in turn, clockwise. The leader lays the first tile alone; every other is joined to one "
        "that lies, equal numbers touching."),
    msg("A double lies across. The two places of the line, at its long edges, are filled first; a spinner then has two "
        "more, the branches at its short edges."),
    msg("Where ends are counted, an ordinary tile adds the number at each free end, and a double adds both halves "
        "while fewer than two tiles are joined to it. The sum is the count, by which whoever has just played may "
        "score."),
    msg("Who has a tile that fits must play. Only who has none draws or passes."),
    msg("Who has played the last tile of a hand goes out, and the round ends. It also ends, blocked, when nobody can "
        "play and nothing can be drawn. Then all hands are shown, and settled unless the match is over."),
    msg("Round follows round until the match is won; each game says when that is."),
)


def common(words: Words) -> tuple[str, ...]:
    """The rules that hold in every rule set."""
    return tuple(map(words.say, COMMON))
