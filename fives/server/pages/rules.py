"""The page of the rules: what all games share, with a picture, and each game in a few sentences. No script needed."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from fives import describe
from fives.rules import RULE_SETS, Rules
from fives.server.files import Files
from fives.server.pages.document import document, mast
from fives.server.pages.drawing import legend, sign
from fives.server.pages.home import picture
from fives.words import Words, page, words_in


@lru_cache(16)
def rules(lang: str, files: Files) -> str:
    """The page in a language. Each game stands under its id, so that a link may lead to it."""
    words = words_in(lang)
    labels = {key: escape(text) for key, text in page(words).items()}
    play = f'<a href="/{lang}/">{labels["play_now"]}</a>'
    ways = "".join(f'<li><a href="#{game.id}">{sign(game)}<span>{escape(describe.name(words, game))}</span></a></li>'
                   for game in RULE_SETS.values())
    body = f"""{mast(lang, labels, "/rules/", play)}
<main class="home rules">
<h1>{labels["rules"]}</h1>
<nav class="to" aria-label="{labels["game"]}"><ul>{ways}</ul></nav>
<section class="common"><h2>{labels["rules_common"]}</h2>{_listed(describe.common(words))}</section>
<div class="aside"><h2>{escape(describe.name(words, RULE_SETS["five-up"]))}</h2>{picture(labels)}{legend(labels)}</div>
{"".join(_game(words, labels, game) for game in RULE_SETS.values())}
</main>"""
    return document(lang, files, "rules", f"{page(words)['rules']} - fives", body, path="/rules/",
                    about=page(words)["about"])


def _game(words: Words, labels: dict[str, str], game: Rules) -> str:
    name, others = escape(describe.name(words, game)), describe.also(words, game)
    also = labels["other_names"].replace("{names}", escape(words.listed(others)))
    return (f'<section class="one" id="{game.id}"><h2>{sign(game)}<span>{name}</span></h2>'
            f'{f"<p>{also}</p>" if others else ""}{_listed(describe.sentences(words, game))}</section>')


def _listed(sentences: tuple[str, ...]) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"
