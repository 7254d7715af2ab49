"""Texts that players would read in the wrong language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.groups import MAX_TOLD
from jdgtools.diagnostics.names import name_list, word_list
from jdgtools.model.context import Subject


@check(
    "GEN020",
    name="missing-translation",
    severity=Severity.WARNING,
    rules=(),
    rationale="`languages` promises outputs in several languages. A text that is missing in one of them is "
    "printed in another, in the middle of a page that the player can otherwise read. A name that is written "
    "once, without a language, counts as a proper name and holds for all.",
    bad="languages: [en, fr]\nnotes: {en: Hold the mill.}",
    good="languages: [en, fr]\nnotes: {en: Hold the mill., fr: Tenez le moulin.}",
    scope="battle",
)
def missing_translation(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a text lacks a language in which the battle is published."""
    languages_published = ctx.battle.languages
    if len(languages_published) < 2:
        return
    expected = f"the text in {', '.join(languages_published)}"
    # Many texts lack the same languages.
    words_of: dict[tuple[str, ...], tuple[str, tuple[Subject, ...]]] = {}
    for item in ctx.texts:
        languages = [code for code, value in item.text.values if value]
        missing = tuple(code for code in languages_published if code not in languages)
        if not missing or (item.is_name and len(languages) == 1):
            continue
        if missing not in words_of:
            words_of[missing] = (name_list(missing), tuple(("strings", code) for code in missing))
        names, depends = words_of[missing]
        yield Finding(
            item.subject,
            f"the text `{item.key}` is missing in {names}",
            expected=expected,
            hint=f"write it beside the others, or under the key `{item.key}` in a file of `strings:`",
            depends=depends,
        )


@check(
    "GEN021",
    name="unused-string",
    severity=Severity.WARNING,
    rules=(),
    rationale="A language file fills the gaps of the project by the keys of its texts. A key that belongs "
    "to no text, or to one that already has the language where it stands, changes nothing: most often it is "
    "misspelt.",
    bad="strings:\n  unit.fr-71.name: 17e de ligne   # the unit is fr-17",
    good="strings:\n  unit.fr-17.name: 17e de ligne",
    scope="battle",
)
def unused_string(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a key of a language file that has no effect."""
    from jdgtools.model.closest import closest

    if ctx.battle.map is None or not ctx.battle.units:
        return  # what could not be read has no keys to compare with
    texts = {item.key: item.text for item in ctx.texts}
    count = 0
    for language, table in ctx.battle.strings.items():
        for key, value in table.items():
            subject = ("strings", language, key)
            if key not in texts:
                count += 1
                near = closest(key, texts) if count <= MAX_TOLD else []
                yield Finding(
                    subject,
                    f"no text of the battle has the key `{key}`",
                    expected="the path of a text, such as `notes` or `unit.ID.name`",
                    hint=f"did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else None,
                )
            elif texts[key].get(language) != value:
                yield Finding(
                    subject,
                    f"the text `{key}` has its `{language}` wording in the project already",
                    expected="one wording for each language",
                )


_READ_AS = ("cp1252", "cp1250", "mac_roman")
"""Encodings as which programs read UTF-8 when nobody tells them."""


def _signs(first: int, last: int) -> str:
    """Return the signs that some bytes are in those encodings, for a class of a pattern."""
    content = bytes(range(first, last + 1))
    texts = [content.decode(encoding, "ignore") for encoding in (*_READ_AS, "latin-1")]
    return "".join(re.escape(sign) for sign in sorted(set("".join(texts))))


_LIKE_UTF8 = re.compile(f"[{_signs(0xC2, 0xF4)}][{_signs(0x80, 0xBF)}]")
"""The first bytes of a letter in UTF-8, as those encodings show them: nearly no text has them."""


@check(
    "GEN210",
    name="text-read-in-another-encoding",
    severity=Severity.WARNING,
    rules=(),
    rationale="A program that takes UTF-8 for the encoding of its own machine makes two or three odd signs "
    "of every letter with an accent. The file is good UTF-8 afterwards, and only a reader sees that the "
    "words are not: they would be printed as they stand.",
    bad="name: RoliÃ§a",
    good="name: Roliça",
    scope="battle",
)
def text_read_in_another_encoding(ctx: CheckContext) -> Iterator[Finding]:
    """Yield texts whose odd signs are the bytes of UTF-8, read as something else."""
    for item in ctx.texts:
        for language, value in item.text.values:
            original = _before_it_was_misread(value) if _LIKE_UTF8.search(value) else None
            if original is not None:
                yield Finding(
                    item.subject,
                    f"letters of a text were read in another encoding: {_part(value)}",
                    expected=_part(original),
                    hint="import the file that it comes from anew, as UTF-8",
                    depends=(("strings", language),),
                )
                break


def _before_it_was_misread(value: str) -> str | None:
    """Return the text whose bytes in UTF-8 give this one; None where it says what it shall say."""
    for encoding in _READ_AS:
        with suppress(UnicodeError):
            # All of its odd signs must fit: a capital letter before a closing quotation mark may by chance.
            return b"".join(_byte(sign, encoding) for sign in value).decode("utf-8")
    return None


def _byte(sign: str, encoding: str) -> bytes:
    """Return the byte of a sign; programs let those through that an encoding of Windows does not have."""
    try:
        return sign.encode(encoding)
    except UnicodeEncodeError:
        return sign.encode("latin-1")


def _part(text: str) -> str:
    """Return the beginning of a text, from a little before its first letter that is no ASCII."""
    first = next((n for n, sign in enumerate(text) if not sign.isascii()), 0)
    begin = max(0, first - 20)
    return f"{'…' if begin else ''}{text[begin : begin + 40]}{'…' if len(text) > begin + 40 else ''}"


_WORDS = {
    "en": "the of and in with his their two three from is are that which this has have not before",
    "fr": "le la les des du une et deux trois dans avec est sont qui sur aux au ses leur cette ne pas avant",
    "pl": "na dwa dwie trzy jest oraz przez przed który która które nie się od ze dla po pod",
}
_WORDS_BY_LANGUAGE = {language: frozenset(words.split()) for language, words in _WORDS.items()}
"""Frequent words of each language that none of the others has."""
_LETTERS = re.compile(r"[^\W\d_]+")
_SURE = 3
"""Frequent words of another language, and none of its own, that show a text to be in that other language."""


@check(
    "GEN217",
    name="text-in-another-language",
    severity=Severity.WARNING,
    rules=(),
    rationale="A text that stands under the wrong language is printed in the middle of a page that its "
    "reader can otherwise read. Two languages that were exchanged are as easily overlooked as a sentence "
    "that was copied to be translated later.",
    bad="notes: {en: Tenez le moulin et la route., fr: Hold the mill and the road.}",
    good="notes: {en: Hold the mill and the road., fr: Tenez le moulin et la route.}",
    scope="battle",
)
def text_in_another_language(ctx: CheckContext) -> Iterator[Finding]:
    """Yield texts with the frequent words of another language and none of their own."""
    for item in ctx.texts:
        if item.key.startswith("source."):
            continue  # books keep the titles that they have
        others = {
            language: _other_language(language, value)
            for language, value in item.text.values
            if language in _WORDS_BY_LANGUAGE
        }
        for language, (other, count) in others.items():
            is_exchanged = other in others and others[other][0] == language
            if other and (is_exchanged or count >= _SURE):
                hint = f"the text under `{other}` is in `{language}`: exchange them" if is_exchanged else None
                yield Finding(
                    item.subject,
                    f"the text `{item.key}` under `{language}` is in `{other}`",
                    expected=f"words in `{language}`",
                    hint=hint,
                    depends=(("strings", language),),
                )
                break


def _other_language(language: str, value: str) -> tuple[str, int]:
    """Return the one other language of a text's frequent words and how many it has; "" where none is sure."""
    words = set(_LETTERS.findall(value.lower()))
    counts = {code: len(words & usual) for code, usual in _WORDS_BY_LANGUAGE.items() if words & usual}
    return next(iter(counts.items())) if len(counts) == 1 and language not in counts else ("", 0)


@check(
    "GEN213",
    name="scenarios-of-one-title",
    severity=Severity.WARNING,
    rules=(),
    rationale="Players choose a scenario by its title: in the menu of the module, in the booklet, on the "
    "lists of a club. A scenario that began as a copy of another often keeps its title, at least in one "
    "language.",
    bad="# scenarios/day.yaml\ntitle: {en: The day, fr: Le jour}\n# scenarios/night.yaml\n"
    "title: {en: The night, fr: Le jour}",
    good="# scenarios/day.yaml\ntitle: {en: The day, fr: Le jour}\n# scenarios/night.yaml\n"
    "title: {en: The night, fr: La nuit}",
    scope="battle",
)
def scenarios_of_one_title(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios whose title another has in the same language."""
    first: dict[tuple[str, str], str] = {}
    for scenario in ctx.battle.scenarios:
        same: dict[str, list[str]] = {}
        for language, title in scenario.title.values:
            other = first.setdefault((language, title.casefold()), scenario.id)
            if other != scenario.id:
                same.setdefault(other, []).append(language)
        for other, languages in same.items():
            titles = word_list(f"{scenario.title.get(code)} ({code})" for code in languages)
            yield Finding(
                ("scenario", scenario.id, "title"),
                f"scenario `{scenario.id}` has the title of `{other}`: {titles}",
                expected="a title of its own in every language",
                related=((("scenario", other, "title"), f"the title of `{other}`"),),
            )


@check(
    "GEN198",
    name="language-that-nobody-speaks",
    severity=Severity.WARNING,
    rules=(),
    rationale="Texts without a language are in the `language` of the battle, and `languages` says in which "
    "ones it is published. A language that the series has no words in gives player aids whose headings and "
    "charts are in another one; a battle not published in its own language is mostly a slip of the pen.",
    bad="language: nl\nlanguages: [en, fr]",
    good="language: fr\nlanguages: [en, fr]",
    scope="battle",
)
def language_that_nobody_speaks(ctx: CheckContext) -> Iterator[Finding]:
    """Yield the language of the battle where it is not published in it, and languages without words."""
    battle, languages = ctx.battle, ctx.battle.series.languages
    if battle.language not in battle.languages:
        yield Finding(
            ("battle", "language"),
            f"the battle is written in `{battle.language}` and published in {name_list(battle.languages)}",
            expected="one of the languages in which it is published",
            hint=f"correct `language`, or add `{battle.language}` to `languages`",
        )
    for language in battle.languages:
        if language not in languages:
            yield Finding(
                ("battle", "languages" if len(battle.languages) > 1 else "language"),
                f"the series has no words in `{language}`: headings and charts will not be in it",
                expected=name_list(languages, "or"),
                hint="correct it, or publish in a language of the series",
            )
