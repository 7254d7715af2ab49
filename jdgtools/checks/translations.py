"""Texts that players would read in the wrong language."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.groups import MAX_TOLD
from jdgtools.diagnostics.names import name_list


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
    for item in ctx.texts:
        languages = [code for code, value in item.text.values if value]
        missing = [code for code in languages_published if code not in languages]
        if not missing or (item.is_name and len(languages) == 1):
            continue
        yield Finding(
            item.subject,
            f"the text `{item.key}` is missing in {name_list(missing)}",
            expected=f"the text in {', '.join(languages_published)}",
            hint=f"write it beside the others, or under the key `{item.key}` in a file of `strings:`",
            depends=tuple(("strings", code) for code in missing),
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
