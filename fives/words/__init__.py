"""Everything that people read, in their language: sentences out of the catalogues, particles, numbers, page labels.

The English sentence is the message: `words_in("ko").say("{name} passes.", name="Aoi")`. `describe` makes sentences out
of values; this package knows no game. How a new sentence gets into the catalogues: `tools/catalogues.py`.
"""

from fives.words.catalogue import LANGUAGES, Fact, Words, msg, negotiate, words_in
from fives.words.numbers import number, read_number, signed
from fives.words.page import LABELS, page
from fives.words.particles import particle

__all__ = ["LABELS", "LANGUAGES", "Fact", "Words", "msg", "negotiate", "number", "page", "particle", "read_number",
           "signed", "words_in"]
