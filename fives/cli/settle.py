"""`fives settle HAND HAND ...`: who pays what at the end of a round, and why.

A hand is its tiles, or only its pips. The settlement is asked of the kernel, which holds tiles: pips stand for any
tiles of so many pips, and where the number of tiles would decide, the answer is refused rather than guessed.
"""

from __future__ import annotations

import argparse
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, cast

from fives import kernel
from fives.cli import Stop
from fives.cli.options import add_json, add_lang, add_rules, kind, language, print_json
from fives.rounds import Points, left_over, settlement, whole
from fives.rules import Rules
from fives.tiles import TextError, Tile, mask_of, parse_tile, shown

if TYPE_CHECKING:
    from fives.describe.settle import Account

EPILOG = """\
A hand is the tiles left in it ("1-2 3-4"), only their pips (14), or "" for none, by seat from 0. Whose hand is empty
went out, unless --out says otherwise; if no hand is empty, the round was blocked.
With --json and hands of tiles, the answer is also a case that `fives check` holds to be true.

examples:
  fives settle "" "1-2" "0-1" "0-3"
  fives settle --rules all-fives 0 13 21
  fives settle --rules all-fives --lang ja 4 4 6
"""
ALL_PIPS = 168


class Pips(NamedTuple):
    """A hand of which only the pips are known; it stands where a tile would."""

    pips: int


Hand = tuple[Tile, ...] | Pips


def parse_hand(text: str) -> Hand:
    """The hand of a text: tiles, or the pips of all of them. Raises `TextError`."""
    parts = text.replace(",", " ").split()
    if len(parts) == 1 and parts[0].isascii() and parts[0].isdigit():
        if len(parts[0]) > 3 or int(parts[0]) > ALL_PIPS:
            raise TextError(f"expected at most {ALL_PIPS} pips, got {shown(parts[0])}")
        return Pips(int(parts[0]))
    try:
        return tuple(parse_tile(part) for part in parts)
    except TextError as error:
        raise TextError(f'{error} (a hand is also only its pips, or "" for none)') from None


def parse_out(text: str) -> int | None:
    """Who went out: a seat, or nobody."""
    if text == "nobody":
        return None
    if text not in ("0", "1", "2", "3"):
        raise TextError(f"expected a seat from 0, or nobody, got {shown(text)}")
    return int(text)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("hands", metavar="HAND", nargs="+", type=kind(parse_hand),
                        help='what is left in each hand: tiles such as "1-2 3-4", or the sum of their pips')
    parser.add_argument("--out", metavar="SEAT", type=kind(parse_out), default=-1,
                        help="the seat that went out, or nobody (default: the seat whose hand is empty)")
    add_rules(parser)
    add_json(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the settlement; returns the exit status."""
    hands: list[Hand] = args.hands
    out = the_empty_hand(hands) if args.out == -1 else args.out
    if out is not None and out < len(hands) and pips_of(hands[out]):
        raise Stop(f"--out: seat {out} still holds tiles")
    state = state_of(args.rules, hands, out)
    points = [whole(halves) for halves in settlement(state)]
    found = kernel.gainers(state)
    gainers = [team for team in range(len(points)) if found >> team & 1]
    lang = language(args)
    if args.json:
        print_json(as_case(args.rules, hands, out, points, gainers, lang))
    else:
        from fives.words import words_in
        account = in_words(args.rules, hands, out, points, gainers, lang)
        lines = [account.why, *(line.text for line in account.lines), account.pool,
                 *(change.text for change in account.changes)]
        print("\n".join([words_in(lang).within("game", args.rules.name), *filter(None, lines)]))
    return 0


def pips_of(hand: Hand) -> int:
    """The pips of a hand."""
    return hand.pips if isinstance(hand, Pips) else sum(tile.pips for tile in hand)


def the_empty_hand(hands: list[Hand]) -> int | None:
    """The seat whose hand is empty; None when there is none. Raises `Stop` when there are several."""
    empty = [seat for seat, hand in enumerate(hands) if not pips_of(hand) and hand != (Tile(0, 0),)]
    if len(empty) > 1:
        seats = ", ".join(map(str, empty))
        raise Stop(f"the hands of the seats {seats} are empty: expected --out SEAT or --out nobody")
    return empty[0] if empty else None


def state_of(rules: Rules, hands: list[Hand], out: int | None) -> list[int]:
    """The kernel's round that ended with these hands. Raises `TextError`, and `Stop` when pips alone do not decide."""
    if sum(map(pips_of, hands)) > ALL_PIPS:
        raise Stop(f"expected at most {ALL_PIPS} pips in all hands")
    state = left_over(rules, [() if isinstance(hand, Pips) else hand for hand in hands], out)
    # every hand that is only pips once in as few tiles as can be and once in as many
    choices = [masks_of(hand.pips) if isinstance(hand, Pips) else (mask_of(hand),) for hand in hands]
    answers = set()
    for masks in product(*choices):
        state[kernel.HAND:kernel.HAND + len(hands)] = masks
        answers.add((settlement(state), kernel.gainers(state)))
    if len(answers) > 1:
        raise Stop("the fewest pips tie, and the number of tiles decides: expected the tiles of each hand")
    return state


def masks_of(pips: int) -> tuple[int, ...]:
    """Tiles of so many pips, as a mask: as few as can be, and as many."""
    fewest, most = by_pips()
    return fewest[pips], most[pips]


@cache
def by_pips() -> tuple[dict[int, int], dict[int, int]]:
    """For every number of pips, the fewest tiles that hold them, and the most."""
    fewest = {0: 0}
    most = {0: 1}  # the 0-0 has no pips
    for number in range(1, 28):
        for table, better in ((fewest, min), (most, max)):
            for held, mask in list(table.items()):
                total, more = held + kernel.PIPS[number], mask | 1 << number
                table[total] = better(table.get(total, more), more, key=int.bit_count)
    return fewest, most


def in_words(rules: Rules, hands: list[Hand], out: int | None, points: list[Points], gainers: list[int],
             lang: str) -> Account:
    """The settlement in words."""
    from fives.cli.saying import people_of
    from fives.describe.settle import account
    from fives.words import words_in
    words = words_in(lang)
    people = people_of(words, rules, len(hands))
    tiles = [cast("tuple[Tile, ...]", (hand,)) if isinstance(hand, Pips) else hand for hand in hands]
    if out is not None:
        tiles[out] = ()
    return account(words, people, tiles, out, gainers, points)


def as_case(rules: Rules, hands: list[Hand], out: int | None, points: list[Points], gainers: list[int],
            lang: str) -> dict[str, object]:
    """The settlement as a case of the corpus, with its text beside; with pips for tiles it is no case."""
    from fives.event_json import points_to_json
    from fives.words import words_in
    left = [hand.pips if isinstance(hand, Pips) else [str(tile) for tile in hand] for hand in hands]
    return {
        "id": " / ".join(" ".join(hand) if isinstance(hand, list) else str(hand) for hand in left),
        "kind": "settle", "rules": str(rules), "players": len(hands), "left": left,
        "out": out, "settled": [points_to_json(amount) for amount in points], "gainers": gainers,
        "pips": [pips_of(hand) for hand in hands],
        "text": in_words(rules, hands, out, points, gainers, lang).text(words_in(lang))}
