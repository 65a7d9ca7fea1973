"""Korean particles: which of two forms follows a word, by the sound that the word ends with.

A form is written as a pair, first the one after a consonant: `이/가`, `을/를`, `은/는`, `과/와`, `으로/로`. After an
ending that nobody can tell (a Chinese character, a lone sign, Jane beside Akane) both are shown: `이(가)`, `(으)로`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# How the last figure of a number is read: yeong il i sam sa o yuk chil pal gu. A closing 0 is also sip, baek, cheon.
DIGITS = ("c", "l", "", "c", "", "", "c", "l", "l", "")
VOWELS = "aeiouyw"
LETTERS = {"L": "l", "M": "c", "N": "c", "R": "l"}  # the names of the others (A, B, C ...) end open


@lru_cache(4096)
def particle(word: str, pair: str) -> str:
    """The form of a pair that follows a word.

    >>> particle("3-4", "을/를"), particle("3-6", "을/를"), particle("5-1", "으로/로"), particle("田", "이/가")
    ('를', '을', '로', '이(가)')
    """
    closed, _, opened = pair.partition("/")
    sound = ending(word)
    if sound is None:
        return f"({closed[: -len(opened)]}){opened}" if closed.endswith(opened) else f"{closed}({opened})"
    if closed.startswith("으") and sound == "l":
        return opened
    return closed if sound else opened


def ending(word: str) -> str | None:
    """The sound at the end of a word: '' open, 'l' rieul, 'c' another consonant; None when nobody can tell."""
    word = unicodedata.normalize("NFKC", word)
    end = len(word)
    while end and not word[end - 1].isalnum():
        end -= 1
    if not end:
        return None
    word = word[:end]
    last = word[-1]
    if "가" <= last <= "힣":
        jamo = (ord(last) - ord("가")) % 28
        return "l" if jamo == 8 else "c" if jamo else ""
    if last.isdecimal():
        return _figures(word)
    if last.isascii():
        return _latin(word)
    if "ぁ" <= last <= "ヿ":
        return "c" if last in "んン" else ""
    return None


def _figures(word: str) -> str:
    """A number is read to its last figure; of a fraction 5/3 ("3 of 5 parts" turned round) the upper is read last."""
    upper, slash, lower = word.rpartition("/")
    if slash and lower.isdecimal() and upper[-1:].isdecimal():
        word = upper
    return DIGITS[unicodedata.decimal(word[-1])]


def _latin(word: str) -> str | None:
    """By how the word is written in Hangul: Ken, Sam, Jack and Eric end in a consonant, Oak, Mark and Kate do not."""
    start = len(word)
    while start and word[start - 1].isascii() and word[start - 1].isalpha():
        start -= 1
    letters = word[start:]
    if len(letters) == 1:
        return LETTERS.get(letters.upper(), "")
    letters = letters.lower()
    last, before = letters[-1], letters[:-1]
    if last == "e" and before[-1] in "lmn":
        return None  # Jane and Nicole close with n and l, Akane is open
    if last == "l":
        return "l"
    if last in "mn" or letters.endswith("ng"):
        return "c"
    if last in "kptbc":
        # k, p, t close the syllable after one short vowel (Jack, Pat), not after two or a consonant (Oak, Mark)
        if before.endswith(last) or (last == "k" and before.endswith("c")):
            before = before[:-1]
        if before[-1:] and before[-1] in VOWELS and before[-2:-1] not in tuple(VOWELS):
            return "c"
    return ""
