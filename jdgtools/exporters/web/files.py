"""Names of the files in the folder of pages, and the languages that it has."""

from __future__ import annotations

from jdgtools.exporters.context import BuildContext


def languages(context: BuildContext) -> tuple[str, ...]:
    """Return the languages of the pages; that of the build is the first."""
    languages_of_series = context.battle.series.languages
    asked_for = (context.language, *context.battle.languages)
    return tuple(dict.fromkeys(code for code in asked_for if code in languages_of_series)) or (
        languages_of_series[0],
    )


def page_name(context: BuildContext, language: str) -> str:
    """Return the file of the page in a language: `index.html` is the one that opens first."""
    return "index.html" if language == languages(context)[0] else f"{language}.html"


def map_name(language: str, number: int = 0) -> str:
    """Return the file of a map; that of a scenario by its number, 0 = the battle's own."""
    return f"map-{language}-{number}.png" if number else f"map-{language}.png"
