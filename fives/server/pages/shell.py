"""The shell of a table, the same for everyone who opens it, and the page for what is not there.

The shell holds the regions in the order of focus: hand, layout, strip, seats, bar, rail. `static/main.js` fills them.
Until the first state comes, the middle of the wood says that the table is being opened.
"""

from __future__ import annotations

import json
from html import escape

from fives.server.files import Files
from fives.server.pages.document import document, mast
from fives.server.pages.drawing import MARK
from fives.words import page

BAR_ICON = ('<svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">'
            '<path d="M4 7h16M4 12h16M4 17h16"/></svg>')


def table(lang: str, files: Files) -> str:
    """The shell of a table."""
    found = page(lang)
    label = {key: escape(text) for key, text in found.items()}
    words = json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")
    body = f"""<div class="at-table">
<section class="mine" aria-labelledby="hand-is"><h2 class="vh" id="hand-is">{label["hand"]}</h2>
<div class="me"><span class="mark-of"></span><b></b><small></small><span class="vh seconds"></span></div>
<ul class="hand"></ul></section>
<main class="stage wood" aria-busy="true"><h1 class="vh" id="title">{label["table"]}</h1>
<svg class="layout" role="group" aria-label="{label["layout"]}" aria-describedby="twin"></svg>
<div class="waiting-room" hidden></div><div class="words" hidden></div><p class="middle">{label["opening"]}</p>
<p class="plate"><span class="rules"></span><span class="boneyard"></span></p>
<p class="news" role="status" hidden></p><p class="vh" id="twin"></p></main>
<section class="strip" aria-label="{label["count"]}"><p class="vh live" aria-live="polite"></p>
<div class="line first" aria-hidden="true"></div><div class="line second" aria-hidden="true"></div>
<button class="btn take-back" type="button" hidden></button>
<button class="btn back-to-panel" type="button"></button></section>
<section class="others" aria-label="{label["other_seats"]}"><ul class="seats"></ul></section>
<header class="bar"><button class="btn bare menu-button" type="button" aria-label="{label["menu"]}" disabled>{BAR_ICON}
</button>
<div class="title"><a class="brand" href="/{lang}/">{MARK}<span>fives</span></a><span class="chip"></span></div>
<div class="scores"></div><button class="btn bare react" type="button" hidden></button>
<button class="btn bare ask-hint" type="button" hidden></button>
<button class="btn bare sound" type="button" disabled></button></header>
<aside class="rail" tabindex="0" aria-label="{label["score"]}"><section><h2 class="score-is">{label["score"]}</h2>
<div class="sheet"></div></section>
<section><h2 class="plays-is">{label["last_plays"]}</h2><p class="no-plays" hidden></p><ol class="log"></ol>
</section></aside>
<section class="panel" aria-labelledby="panel-title"></section>
</div>
<noscript><p class="note">{label["needs_script"]}</p></noscript>
<script type="application/json" id="words">{words}</script>"""
    return document(lang, files, "table", f"{found['table']} - fives", body)


def not_found(lang: str, files: Files, what: str = "no_page") -> str:
    """The page for what is not there, or no more (`no_table`): one sentence and the way home."""
    return note(lang, files, page(lang)[what])


def note(lang: str, files: Files, text: str) -> str:
    """The page that says one sentence, and the way home."""
    label = {key: escape(word) for key, word in page(lang).items()}
    body = (f'{mast(lang, label)}<main class="note"><h1>{escape(text)}</h1>'
            f'<p><a class="btn main" href="/{lang}/">{label["home"]}</a></p></main>')
    return document(lang, files, "note", f"{text} - fives", body)
