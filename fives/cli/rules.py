"""`fives rules [A [B]]`: the rule sets; one in sentences with its fields; in what two differ."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fives.cli.options import add_lang, kind, language
from fives.rules import RULE_SETS, VARIABLE, Rules, differ, parse_rules

if TYPE_CHECKING:
    from fives.words import Words

EPILOG = """\
A variation of a rule set is its id and what differs, in quotes. The fields print as a variation writes them.

examples:
  fives rules
  fives rules five-up
  fives rules five-up all-fives
  fives rules "all-fives unit=5 target=305" --lang ko
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("first", metavar="A", nargs="?", type=kind(parse_rules),
                        help="a rule set, or a variation of one")
    parser.add_argument("second", metavar="B", nargs="?", type=kind(parse_rules),
                        help="another one, to tell the difference")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Prints what was asked for; returns the exit status."""
    lang = language(args)
    if args.first is None:
        lines = listed(lang)
    elif args.second is None:
        lines = told(args.first, lang)
    else:
        lines = compared(args.first, args.second, lang)
    print("\n".join(lines))
    return 0


def listed(lang: str) -> list[str]:
    """A line for each rule set: id, name, other names, what is special about it."""
    from fives.describe import rule_sets
    from fives.words import words_in
    words = words_in(lang)
    return [f"{rules.id:21} {titled(words, named(rules, lang), rule_sets.summary(words, rules))}"
            for rules in RULE_SETS.values()]


def named(rules: Rules, lang: str) -> str:
    """The name of a rule set, and in brackets the other names it goes by."""
    from fives.describe import rule_sets
    from fives.words import words_in
    words = words_in(lang)
    return words.say("{name} ({others})", name=rule_sets.name(words, rules),
                     others=words.listed(rule_sets.also(words, rules)))


def told(rules: Rules, lang: str) -> list[str]:
    """A rule set in sentences, then field by field."""
    from fives.describe import rule_sets
    from fives.words import words_in
    words = words_in(lang)
    fields = [(f"{field}={written(getattr(rules, field))}", words.say(rule_sets.TITLES[field]),
               rule_sets.value(words, rules, field)) for field in VARIABLE]
    return [named(rules, lang), *rule_sets.sentences(words, rules), "", str(rules),
            *(f"  {field:25} {titled(words, title, value)}" for field, title, value in fields)]


def compared(a: Rules, b: Rules, lang: str) -> list[str]:
    """Each field in which two rule sets differ, with both its values."""
    from fives.describe import rule_sets
    from fives.words import words_in
    words = words_in(lang)
    found = rule_sets.differences(words, a, b)
    head = f"{a} / {b}"
    if not found:
        return [head, words.say("The rules are the same.")]
    return [head, *(f"  {field:14} {titled(words, title, f'{first} / {second}')}"
                    for field, (title, first, second) in zip(differ(a, b), found, strict=True))]


def titled(words: Words, title: str, value: str) -> str:
    """What something is called, and what it is."""
    return words.say("{title}: {value}", title=title, value=value)


def written(value: object) -> str:
    """The value of a field as a variation writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
