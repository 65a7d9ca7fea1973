"""The HTML that the server sends: the first page, the shell of a table, and what to say when nothing is there.

Each function takes a language and where the static files are (`/static/{digest}`), and returns a whole document. No
script or style stands inside: the Content-Security-Policy allows only files of our own.
"""

from fives.server.pages.home import home
from fives.server.pages.shell import not_found, note, table

__all__ = ["home", "not_found", "note", "table"]
