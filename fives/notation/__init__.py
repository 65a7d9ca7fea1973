"""Records of matches as text, both ways: made to be read, compared line by line, and written by hand.

`read` makes a `Record` of a text and checks it, `write` makes the text of a record, `record_of` the record of events.
`view_text` and `read_view` do the same for what one seat sees.
The grammar is in `docs/notation.md`.
"""

from fives.notation.making import record_of
from fives.notation.reading import read, read_layout
from fives.notation.record import Record
from fives.notation.seen import read_view, view_text
from fives.notation.sheet import Left, Moved, Sheet
from fives.notation.writing import write

__all__ = ["Left", "Moved", "Record", "Sheet", "read", "read_layout", "read_view", "record_of", "view_text", "write"]
