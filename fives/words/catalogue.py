"""Sentences out of the catalogues (stdlib gettext): the language, its templates, and which language a reader wants.

A template holds `{name}` for a fact and, in Korean, `{name|이/가}` for a fact and the particle that fits it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fives.tiles import TextError, Tile, shown
from fives.words.numbers import number
from fives.words.particles import particle

LANGUAGES = ("en", "ko", "ja")
LOCALE = Path(__file__).resolve().parent.parent / "locale"
HOLE = re.compile(r"\{(\w+)(?:\|([^{}|]+/[^{}|]+))?\}")
Fact = str | int | Fraction | Tile


def msg(message: str) -> str:
    """Marks a message for the catalogues where it is not said at once."""
    return message


class Template(NamedTuple):
    """A sentence cut at its holes: texts, and between them the names of facts with their particles ('' for none)."""

    texts: tuple[str, ...]
    holes: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, sentence: str) -> Template:
        """The template of a sentence. Raises `ValueError` for a brace that belongs to no hole."""
        parts = HOLE.split(sentence)
        texts = tuple(parts[0::3])
        if any("{" in text or "}" in text for text in texts):
            raise ValueError(f"expected {{name}} or {{name|x/y}} at every brace: {sentence}")
        return cls(texts, tuple(zip(parts[1::3], (pair or "" for pair in parts[2::3]), strict=True)))

    def fill(self, facts: dict[str, Fact]) -> str:
        """The sentence with its facts; raises `KeyError` when one is missing."""
        texts, holes = self
        said = [texts[0]]
        for at, (name, pair) in enumerate(holes, 1):
            fact = facts[name]
            word = fact if isinstance(fact, str) else _word(fact)
            said.append(word)
            if pair:
                said.append(particle(word, pair))
            said.append(texts[at])
        return "".join(said)


def _word(fact: Fact) -> str:
    """A fact as it stands in a sentence."""
    if isinstance(fact, Tile):  # most that are no text: asked first, a `Fraction` is told slowly
        return str(fact)
    return number(fact) if isinstance(fact, int | Fraction) else str(fact)


class Words:
    """One language. Messages are English sentences; every template is cut once and kept.

    The catalogues are those of the program, so what is kept is bounded. Raises `TextError` for an unknown language and
    `FileNotFoundError` when its catalogue is not compiled.
    """

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise TextError(f"expected a language ({', '.join(LANGUAGES)}), got {shown(lang)}")
        self.lang = lang
        self._found = load(lang)
        self._said: dict[str, Template] = {}
        self._within: dict[tuple[str, str], Template] = {}
        self._many: dict[tuple[str, bool], Template] = {}
        self.comma = self.say("{first}, {rest}", first="", rest="")
        self.gap = self.say("{sentence} {another}", sentence="", another="")

    def __repr__(self) -> str:
        return f"Words({self.lang!r})"

    def __eq__(self, other: object) -> bool:
        return self.lang == other.lang if isinstance(other, Words) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.lang)

    def __reduce__(self) -> tuple[Callable[[str], Words], tuple[str]]:
        return words_in, (self.lang,)  # a catalogue holds functions, and is on the disk of whoever reads this

    def say(self, message: str, /, **facts: Fact) -> str:
        """The sentence of a message, with its facts."""
        template = self._said.get(message)
        if template is None:
            template = self._said[message] = Template.of(self._found.gettext(message))
        return template.fill(facts) if template.holes else template.texts[0]

    def label(self, message: str) -> str:
        """A message with its holes as they stand, for whoever fills them later."""
        return self._found.gettext(message)

    def within(self, context: str, message: str, /, **facts: Fact) -> str:
        """The same for a message that means different things in different contexts."""
        template = self._within.get((context, message))
        if template is None:
            template = self._within[context, message] = Template.of(self._found.pgettext(context, message))
        return template.fill(facts)

    def many(self, one: str, other: str, n: int | Fraction, /, **facts: Fact) -> str:
        """The sentence for a number of things: `{n}` is the number, `one` is for 1 and for a loss of 1."""
        single = n in (1, -1)
        template = self._many.get((one, single))
        if template is None:
            template = Template.of(self._found.ngettext(one, other, 1 if single else 2))
            self._many[one, single] = template
        return template.fill({"n": n, **facts})

    def listed(self, items: Iterable[Fact]) -> str:
        """Items in a row: `1-4, 1-1, 4-4`."""
        return self.comma.join([item if isinstance(item, str) else str(item) for item in items])

    def both(self, items: Iterable[str]) -> str:
        """Items that go together: `Aoi, Ken and Oak`."""
        *first, last = items
        if not first:
            return last
        said = self.say("{first} and {second}", first=first.pop(), second=last)
        return self.listed([*first, said])

    def text(self, sentences: Iterable[str]) -> str:
        """Sentences one after another, empty ones left out."""
        return self.gap.join([sentence for sentence in sentences if sentence])


def load(lang: str) -> gettext.NullTranslations:
    """The compiled catalogue of a language; English needs none."""
    if lang == "en":
        return gettext.NullTranslations()
    path = LOCALE / lang / "LC_MESSAGES" / "fives.mo"
    try:
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"the catalogue for {lang} is not compiled: run hatch_build.py ({path})") from error


def words_in(lang: str) -> Words:
    """The words of a language, loaded once. Raises as `Words` does."""
    try:
        return _kept(lang)
    except TypeError:  # what cannot even be looked up
        return Words(lang)


_kept = lru_cache(len(LANGUAGES))(Words)


def negotiate(accept: str | None) -> str:
    """The language of ours that an Accept-Language header (RFC 9110, 12.5.4) likes best; English if it names none.

    >>> negotiate("xx-CH, ja;q=0.8, ko-KR;q=0.9")
    'ko'
    """
    best, liked = "en", 0.0
    for part in (accept or "")[:1000].split(","):
        tag, _, weight = part.partition(";")
        name, value = tag.strip().lower().partition("-")[0], weight.replace(" ", "").lower()
        lang = "en" if name == "*" else name
        try:
            q = float(value[2:]) if value.startswith("q=") else 1.0
        except ValueError:
            continue
        if lang in LANGUAGES and liked < q <= 1.0:
            best, liked = lang, q
    return best
