"""The first page: choose a game, how many seats, how strong the bots; one button starts. A form, no script needed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

from fives.bots import LEVELS
from fives.describe import rule_sets
from fives.rules import RULE_SETS, Rules
from fives.server.files import Files
from fives.server.pages.document import document, mast
from fives.server.pages.drawing import Lying, Mark, discs, legend, scene, sign
from fives.server.pages.fields import choice, listed, more
from fives.server.wishes import pairs_may_vary
from fives.words import Words, number, page, words_in

SEATS = (2, 3, 4)
NAME = 24  # signs of a name, at most
USUAL = "casual"
# The picture: a true layout of Five Up, and its count. A test holds it against the rules.
PICTURE = (
    Lying("1-4", 1, 0, 3), Lying("1-1", -2, 0, 0, spinner=True), Lying("4-4", 4, 0, 0, spinner=True),
    Lying("3-4", 7, 0, 1), Lying("1-2", -5, 0, 1), Lying("1-5", -2, 4, 0),
    Lying("5-5", -2, 7, 1, spinner=True, last=True))
PLAYS = ("1-4", "1-1@1-4", "4-4@1-4", "3-4@4-4", "1-2@1-1", "1-5@1-1", "5-5@1-5")
ENDS = (Mark(9.92, 0, 3), Mark(-7.92, 0, 2), Mark(-2, 8.92, 10),
        Mark(-2, -2.62, None), Mark(4, -2.62, None), Mark(4, 2.62, None))
TERMS, GAIN = (2, 3, 10), "+3"
BOX = (-9.8, -4.2, 21.6, 15.2)


def home(lang: str, files: Files, levels: Sequence[str] = LEVELS, chosen: Mapping[str, str] | None = None,
         problem: str = "") -> str:
    """The first page in a language; `levels` are the names of the bots there are, weakest first.

    `problem` says why no table could be started from a form; `chosen` are the fields of that form, by name.
    """
    words = words_in(lang)
    labels = {key: escape(text) for key, text in page(words).items()}
    games = escape(json.dumps({rules.id: rule_sets.name(words, rules) for rules in RULE_SETS.values()}))
    field = {"rules": next(iter(RULE_SETS)), "seats": "4", "seat1": "", "bots": USUAL, "name": "", **(chosen or {})}
    strengths = [(level, labels.get(f"level_{level}", escape(level))) for level in levels]
    told = f'<p class="problem" role="alert">{escape(problem)}</p>' if problem else ""
    to_rules = f'<a href="/{lang}/rules/">{labels["rules"]}</a>'
    body = f"""{mast(lang, labels, "/", to_rules)}
<main class="home">
<form class="start" action="/tables" method="post">
<h1>{labels["choose_game"]}</h1>{told}
<fieldset class="games"><legend class="vh">{labels["game"]}</legend>
{"".join(_game(rules, words, labels, field["rules"]) for rules in RULE_SETS.values())}
</fieldset>
<div class="opts">
<fieldset><legend>{labels["how_many"]}</legend>
{choice("seats", [(str(n), str(n)) for n in SEATS], field["seats"])}</fieldset>
<fieldset><legend>{labels["with"]}</legend>
{choice("seat1", [("", labels["bots"]), ("open", labels["friends"])], field["seat1"])}</fieldset>
{listed("bots", labels["bot_level"], strengths, field["bots"])}
<p><label class="lab" for="name">{labels["your_name_optional"]}</label>
<input id="name" type="text" name="name" maxlength="{NAME}" autocomplete="nickname" value="{escape(field["name"])}"></p>
<p class="whole tick listed"><label><input type="checkbox" name="visibility" value="lobby"
{" checked" if "visibility" in field else ""}>{labels["listed"]}</label></p>
</div>
{more(labels, field, bool(problem))}
<input type="hidden" name="lang" value="{lang}">
<p class="go"><button class="btn main">{labels["start"]}</button></p>
</form>
<div class="aside">
{picture(labels)}
{legend(labels)}
<section class="open" hidden data-games="{games}" data-varied="{labels["varied"]}" data-join="{labels["join"]}"
data-seconds="{labels["seconds"]}" data-unlimited="{labels["no_clock"]}">
<h2>{labels["open_tables"]}</h2><p class="none">{labels["no_open_tables"]}</p><ul></ul></section>
</div>
</main>"""
    return document(lang, files, "home", page(words)["title"], body, path="/",
                    about=page(words)["about"])


def picture(labels: Mapping[str, str]) -> str:
    """A layout and its count; the labels are escaped already."""
    return (f'<figure class="wood hero">{scene(PICTURE, ENDS, BOX, labels["example"])}\n'
            f"<figcaption>{discs(TERMS, GAIN)}</figcaption></figure>")


def _game(rules: Rules, words: Words, labels: dict[str, str], chosen: str) -> str:
    targets = [number(rules.target[seats - 2] // rules.unit) for seats in SEATS]
    goals = "".join(f'<b class="n{seats}">{target}</b>' for seats, target in zip(SEATS, targets, strict=True))
    name = rule_sets.name(words, rules)
    start = escape(page(words)["start_game"].replace("{game}", name))
    usual = f' data-targets="{" ".join(targets)}" data-leader="{rules.first_leader}"'
    usual += " data-pairs" if pairs_may_vary(rules.id, 4) else ""
    return (f'<label class="game"><input type="radio" name="rules" value="{rules.id}" data-start="{start}"{usual}'
            f'{" checked" if rules.id == chosen else ""}>{sign(rules)}<span><b>{escape(name)}</b>'
            f"<small>{escape(rule_sets.summary(words, rules))}</small></span>"
            f'<span class="goal">{goals}<small>{labels["to_win"]}</small></span></label>')
