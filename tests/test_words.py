"""Words: catalogues that are whole, particles that fit, numbers that read back, the language a reader asks for."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from hypothesis import example, given
from hypothesis import strategies as st

import catalogues
from fives.cli import options
from fives.refused import REASONS, Refused
from fives.server import protocol_in
from fives.server.pages.document import TONGUES
from fives.tiles import TILES, Tile
from fives.words import LABELS, LANGUAGES, Words, negotiate, number, page, particle, read_number, signed, words_in
from fives.words.catalogue import HOLE, Template

OTHERS = ("ko", "ja")


def messages(lang: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every message of a catalogue with its translation."""
    for message in catalogues.read(lang):
        if message.id:
            one = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            yield one, message.string if isinstance(message.string, str) else message.string[0]


def holes(sentence: str) -> set[str]:
    return {name for name, _ in Template.of(sentence).holes}


# Catalogues


def test_the_catalogues_hold_just_the_messages_of_the_sources() -> None:
    assert [path.name for path in catalogues.stale()] == [], "run tools/catalogues.py and translate what is new"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_message_has_a_translation_that_is_neither_fuzzy_nor_left_over(lang: str) -> None:
    text = catalogues.path_of(lang).read_text(encoding="utf-8")
    assert "#~" not in text
    catalogue = read_po(io.BytesIO(text.encode()), locale=lang, abort_invalid=True)
    assert not [message.id for message in catalogue if message.fuzzy]
    assert not [one for one, said in messages(lang) if not said.strip()]


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_has_the_placeholders_of_its_message(lang: str) -> None:
    wrong = [(one, said) for one, said in messages(lang) if holes(said) != holes(one[-1]) and said]
    assert not wrong


def test_only_korean_has_particles_and_each_is_a_pair() -> None:
    known = {"이/가", "을/를", "은/는", "과/와", "으로/로"}
    used = {pair for _, said in messages("ko") for _, pair in HOLE.findall(said) if pair}
    assert used <= known
    assert {"이/가", "을/를"} <= used
    for template in [*(one[-1] for one, _ in messages("ko")), *(said for _, said in messages("ja"))]:
        assert "|" not in template


def test_a_particle_beside_a_placeholder_is_never_fixed() -> None:
    fixed = [said for _, said in messages("ko") if re.search(r"\}(이|가|을|를|은|는|과|와|으로|로)(?![가-힣])", said)]
    assert not fixed


@pytest.mark.parametrize("lang", OTHERS)
def test_other_languages_have_one_form_for_every_number(lang: str) -> None:
    catalogue = catalogues.read(lang)
    assert catalogue.num_plurals == 1


GLOSSARY = [  # design: one word for one thing
    (r"\bboneyard\b", "더미", "タロン"),
    (r"\bspinners?\b", "스피너", "分岐ダブル"),
    (r"\blayout\b", "배치", "配置"),
    (r"\bmatch\b", "경기", "対局"),
    (r"\brounds?\b", "라운드", "ラウンド"),
    (r"\bdoubles?\b", "더블", "ダブル"),
    (r"\byour hand\b|\bleft in hand\b", "손패", "手牌"),
    (r"\bplay-off\b|\bplayed off\b", "연장", "延長"),
    (r"\bsettlement\b", "정산", "精算"),
    (r"\bpass(es)?\b", "넘", "パス"),
    (r"\bblock(ed)?\b(?!$)", "막", "ブロック"),
    (r"\blot\b", "추첨", "くじ"),
]


@pytest.mark.parametrize(("english", "korean", "japanese"), GLOSSARY)
def test_one_word_for_one_thing_in_every_language(english: str, korean: str, japanese: str) -> None:
    for lang, word in (("ko", korean), ("ja", japanese)):
        found = [(one, said) for one, said in messages(lang) if re.search(english, HOLE.sub("", one[-1]).lower())]
        assert found, english
        assert not [pair for pair in found if word not in pair[1]]


def test_the_words_that_are_never_used_are_not_used() -> None:
    never = re.compile(r"\b(bones?|stones?|pieces?|spots?|board|stock|deck|sides?|slots?|arms?|domino|knock|put)\b")
    assert not [one for one, _ in messages("ko") for text in one if never.search(text.lower())]


def test_korean_keeps_to_one_style_and_japanese_to_its_polite_one() -> None:
    assert not [said for _, said in messages("ko") if re.search(r"(?<!세)요\.", said)]
    assert not [said for _, said in messages("ja") if re.search(r"(だ|である)。", said)]


def test_sentences_end_as_they_do_in_their_language() -> None:
    for one, said in messages("ko"):
        assert one[-1].endswith(".") == said.endswith("."), (one, said)
    for one, said in messages("ja"):
        assert one[-1].endswith(".") == said.endswith("。"), (one, said)


def test_a_catalogue_that_is_not_compiled_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fives.words.catalogue.LOCALE", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"ko is not compiled: run hatch_build\.py"):
        Words("ko")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=r"expected a language \(en, ko, ja\), got 'xx'"):
        Words("xx")


# The tool


SOURCE = '''
words.say("a" if x else "b", n=msg("c"))
words.many("one {n}", "many {n}", 3)
words.within("game", "d")
words.say(name)
other("e")
'''


def test_messages_are_gathered_from_literals_and_from_both_sides_of_an_if() -> None:
    assert list(catalogues.from_source(SOURCE)) == [
        ("a", None), ("b", None), ("c", None), (("one {n}", "many {n}"), None), ("d", "game")]


def test_an_update_keeps_translations_and_drops_what_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    path = catalogues.path_of("ko")
    path.parent.mkdir(parents=True)
    old = Catalog(locale="ko")
    old.add("kept", "그대로")
    old.add("gone", "없음")
    path.write_text(catalogues.text_of(old), encoding="utf-8")
    template = Catalog()
    template.add("kept")
    template.add("new {name}")
    text = catalogues.text_of(catalogues.updated("ko", template))
    assert 'msgid "kept"\nmsgstr "그대로"\n' in text
    assert 'msgid "new {name}"\nmsgstr ""\n' in text
    assert "gone" not in text
    assert "fuzzy" not in text


# Sentences


def test_a_sentence_is_filled_in_every_language() -> None:
    sentence, tile = REASONS["no-place"], Tile(2, 2)
    said = [words_in(lang).say(sentence, tile=tile) for lang in LANGUAGES]
    assert said == ["2-2 has no place: no open end shows its pips.",
                    "2-2는 놓을 곳이 없습니다. 눈이 맞는 열린 끝이 없습니다.",
                    "2-2を置ける場所はありません。同じ目の開いた端がありません。"]


@pytest.mark.parametrize(("lang", "said"), [
    ("en", ["1 point", "2 points", "−1 point", "2.5 points"]),
    ("ko", ["1점", "2점", "−1점", "2.5점"]),
    ("ja", ["1点", "2点", "−1点", "2.5点"]),
])
def test_numbers_of_things_take_the_form_they_need(lang: str, said: list[str]) -> None:
    words = words_in(lang)
    assert [words.many("{n} point", "{n} points", n) for n in (1, 2, -1, Fraction(5, 2))] == said


@pytest.mark.parametrize(("lang", "said"), [
    ("en", ["Aoi", "Aoi and Oak", "Aoi, Ken and Oak"]), ("ko", ["Aoi", "Aoi와 Oak", "Aoi, Ken과 Oak"]),
    ("ja", ["Aoi", "AoiとOak", "Aoi、KenとOak"])])
def test_names_are_listed_as_the_language_does(lang: str, said: list[str]) -> None:
    words = words_in(lang)
    assert [words.both(names) for names in (["Aoi"], ["Aoi", "Oak"], ["Aoi", "Ken", "Oak"])] == said


@given(name=st.text(max_size=30))
@example("{tile}")
@example("%s {0} {name|이/가}")
def test_a_name_is_said_as_it_is_whatever_it_holds(name: str) -> None:
    for lang in LANGUAGES:
        assert name in words_in(lang).say("{name} passes.", name=name)


def test_a_fact_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        words_in("ko").say("{name} passes.")


@pytest.mark.parametrize("sentence", ["{", "}", "{a b}", "{name|이}", "{}", "{name!r}"])
def test_a_brace_that_is_no_placeholder_is_refused(sentence: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Template.of(sentence)


# Refusals


@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_is_said_in_every_language(reason: str) -> None:
    sentence = REASONS[reason]
    facts = {"tile": Tile(2, 2), "onto": Tile(3, 6), "pip": 5}
    used = {name: facts[name] for name in holes(sentence)}
    english = str(Refused(reason, **used))
    said = [words_in(lang).say(sentence, **used) for lang in LANGUAGES]
    assert said[0] == english
    assert len(set(said)) == 3
    for text in said:
        assert all(str(fact) in text for fact in used.values())
        assert "{" not in text
    assert not re.search("[A-Za-z]", said[1] + said[2])


@pytest.mark.parametrize(("reason", "korean", "japanese"), [
    ("not-in-hand", "0-3은 내 손패에 없습니다.", "0-3は手牌にありません。"),
    ("must-lead", "이 라운드는 0-3으로 시작해야 합니다.", "このラウンドは0-3から始めなければなりません。"),
    ("can-play", "0-3을 놓을 수 있으므로 뽑거나 넘길 수 없습니다.", "0-3を置けるので、引くこともパスもできません。"),
    ("turn", "내 차례가 아닙니다.", "あなたの番ではありません。"),
])
def test_refusals_as_people_read_them(reason: str, korean: str, japanese: str) -> None:
    assert words_in("ko").say(REASONS[reason], tile=Tile(0, 3)) == korean
    assert words_in("ja").say(REASONS[reason], tile=Tile(0, 3)) == japanese


# Particles


# pair, form, words that take it
PARTICLES = [
    ("이/가", "이", ["민준", "별", "집"]),
    ("이/가", "가", ["하나", "아오이", "바다"]),
    ("을/를", "을", ["서연", "길", "2점"]),
    ("은/는", "는", ["하나", "미소"]),
    ("과/와", "과", ["별", "민준"]),
    ("과/와", "와", ["하나"]),
    ("으로/로", "으로", ["집", "2점"]),
    ("으로/로", "로", ["길", "바다", "타일"]),
    # figures, as they are read: yeong il i sam sa o yuk chil pal gu, sip, baek
    ("이/가", "이", ["0", "1", "3", "6", "7", "8", "10", "100", "21", "−3"]),
    ("이/가", "가", ["2", "4", "5", "9", "12", "2.5", "−4", "5/3"]),
    ("으로/로", "으로", ["0", "3", "6", "10", "100"]),
    ("으로/로", "로", ["1", "2", "4", "5", "7", "8", "9", "61"]),
    ("을/를", "을", ["１３", "4-3", "0-0", "6-6", "3-4, 5-6"]),
    ("을/를", "를", ["3-4", "2-2", "0-5"]),
    ("으로/로", "로", ["1-1", "3-4"]),
    ("으로/로", "으로", ["6-6", "0-3"]),
    # Latin letters, as the name is written in Hangul: Ken ken, Sam saem, Jack jaek, Oak okeu, Mark makeu
    ("이/가", "이", ["Ken", "Sam", "Jang", "Paul", "Jack", "Eric", "Bob", "Scott", "Philip", "Minjun"]),
    ("이/가", "가", ["Aoi", "Oak", "Mark", "Robert", "Kate", "Doug", "Boris", "Peter", "Emily"]),
    ("이/가", "이(가)", ["Jane", "Michelle", "Kyle", "Akane", "Jerome"]),  # the spelling does not tell
    ("으로/로", "(으)로", ["Anne", "Nicole"]),
    ("으로/로", "로", ["Paul", "Aoi", "Oak"]),
    ("으로/로", "으로", ["Kim", "Ken", "Jack"]),
    ("이/가", "이", ["L", "M", "N", "R"]),
    ("이/가", "가", ["A", "B", "K", "Player 2"]),
    # Japanese: only n closes a syllable
    ("이/가", "이", ["ケン", "じゅん"]),
    ("이/가", "가", ["さくら", "スー", "アオイ"]),
    # what stands behind the last letter is not read
    ("이/가", "이", ["민준!", "하나 (봇)", "Ken :)"]),
    ("을/를", "를", ["3-4.", "(하나)"]),
    # decomposed, as some systems write it
    ("이/가", "이", [unicodedata.normalize("NFD", "민준")]),
    ("이/가", "가", [unicodedata.normalize("NFD", "하나")]),
    # nobody can tell
    ("이/가", "이(가)", ["田中", "", "☺", "José"]),
    ("을/를", "을(를)", ["健"]),
    ("은/는", "은(는)", ["健"]),
    ("과/와", "과(와)", ["健"]),
    ("으로/로", "(으)로", ["健"]),
]


@pytest.mark.parametrize(("pair", "form", "before"), PARTICLES)
def test_a_particle_fits_the_sound_before_it(pair: str, form: str, before: list[str]) -> None:
    assert {word: particle(word, pair) for word in before} == dict.fromkeys(before, form)


def test_every_tile_takes_the_particle_of_its_high_half() -> None:
    for tile in TILES:
        assert particle(str(tile), "을/를") == ("를" if tile.high in (2, 4, 5) else "을")


@given(word=st.text(max_size=20), pair=st.sampled_from(["이/가", "을/를", "은/는", "과/와", "으로/로"]))
def test_a_particle_is_one_of_its_forms_or_both(word: str, pair: str) -> None:
    closed, opened = pair.split("/")
    assert particle(word, pair) in (closed, opened, f"{closed}({opened})", "(으)로")


@given(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3))
def test_a_hangul_syllable_is_told_by_its_final(syllable: str) -> None:
    closed = (ord(syllable) - 0xAC00) % 28 > 0
    assert particle(syllable, "이/가") == ("이" if closed else "가")


# Numbers


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (38, "38"), (-3, "−3"), (Fraction(5, 2), "2.5"), (Fraction(-5, 2), "−2.5"), (Fraction(1, 2), "0.5"),
    (Fraction(13, 5), "2.6"), (Fraction(1, 8), "0.125"), (Fraction(5, 3), "5/3"), (Fraction(4, 2), "2")])
def test_numbers_have_a_true_minus_sign_and_halves_as_a_decimal(value: int | Fraction, text: str) -> None:
    assert number(value) == text


@given(st.fractions(min_value=-10000, max_value=10000, max_denominator=20))
def test_numbers_read_back_exactly(value: Fraction) -> None:
    assert read_number(number(value)) == value
    assert read_number(signed(value)) == value
    assert "-" not in number(value)


def test_a_change_has_its_sign() -> None:
    assert [signed(n) for n in (4, 0, -1, Fraction(5, 2))] == ["+4", "0", "−1", "+2.5"]


# Languages


@pytest.mark.parametrize(("header", "lang"), [
    # no language has the codes xx and zz, so that these hold whatever is added
    (None, "en"), ("", "en"), ("ko", "ko"), ("ja", "ja"), ("JA-jp", "ja"), ("xx, zz", "en"), ("*", "en"),
    ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"), ("xx-CH, ja;q=0.8, ko-KR;q=0.9", "ko"),
    ("en;q=0.2, ja;q=0.9", "ja"), ("ko ; q = 0.5 , ja", "ja"), ("ko;q=0", "en"), ("ko;q=0, ja;q=0.1", "ja"),
    # what is not a weight is not read
    ("ja;q=bad, ko;q=0.5", "ko"), ("ko;q=5, ja;q=0.5", "ja"), ("ko;q=nan", "en"), (";;;,,,=", "en"), ("korean", "en")])
def test_the_language_that_a_reader_likes_best(header: str | None, lang: str) -> None:
    assert negotiate(header) == lang


@given(st.text(max_size=200))
def test_any_header_leads_to_a_language(header: str) -> None:
    assert negotiate(header) in LANGUAGES


# Labels


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_every_label_in_every_language(lang: str) -> None:
    labels = page(lang)
    assert labels.keys() == LABELS.keys()
    assert all(labels.values())
    assert not [label for label in labels.values() if "|" in label], "the page cannot choose a particle"
    for key, label in labels.items():
        assert holes(label) == holes(LABELS[key])


def test_labels_are_named_so_that_a_page_can_use_them() -> None:
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", key) for key in LABELS)


def test_every_list_of_languages_is_that_of_the_words(root: Path) -> None:
    """CONTRIBUTING.md names the same places, under "Add or mend a language"."""
    assert options.LANGUAGES == protocol_in.LANGS == get_args(protocol_in.Lang) == tuple(TONGUES) == LANGUAGES
    assert ("en", *catalogues.LANGUAGES) == LANGUAGES, "the messages themselves are English"
    static = root / "fives" / "server" / "static"
    for name, form in (("menu.js", r'const TONGUES = (.*);'), ("main.js", r"if \(!(\[.*?\])\.includes\(language\)"),
                       ("early.js", r"lang !== root\.lang && \((.*?)\)")):
        written = re.search(form, (static / name).read_text(encoding="utf-8"))
        assert written
        assert tuple(re.findall(r'"([a-z]{2})"', written[1])) == LANGUAGES, name
