"""The HTML that the server sends: the first page, the rules, the shell of a table, what is said when nothing is there.

Each function takes a language and the static files, and returns a whole document. No script or style stands inside:
the Content-Security-Policy allows only files of our own.
"""

from fives.server.pages.home import home
from fives.server.pages.rules import rules
from fives.server.pages.shell import not_found, note, table

__all__ = ["home", "not_found", "note", "rules", "table"]
