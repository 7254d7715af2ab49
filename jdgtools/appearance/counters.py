"""Check of what the project brings for its counters: pictures of units and leaders, blazons of commands.

Counters are drawn all the same: with the symbol of the type, and without the charge that is not understood.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.appearance.hints import nearest_hint
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.groups import MAX_TOLD
from jdgtools.source.span import Span

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.model.battle import Battle

_PICTURE = "a PNG, JPEG or SVG file inside the project folder"
_MISSING = "there is no such file"
_BLAZON = "words of heralds in English or French, such as `Azure, three lions or`"


def counter_problems(
    battle: Battle, project: Path, cache: Cache | None = None, reported_spans: Container[Span | None] = ()
) -> list[Diagnostic]:
    """Return the diagnostics of pictures that cannot be used (GEN016) and of words of blazons (GEN017).

    Args:
        battle: the battle.
        project: its folder.
        cache: knows drawings that could be drawn in an earlier run.
        reported_spans: places that have a message already; pictures named there are not looked at.
    """
    return [*_picture_problems(battle, project, cache, reported_spans), *_blazon_problems(battle)]


def _picture_problems(
    battle: Battle, project: Path, cache: Cache | None, reported_spans: Container[Span | None]
) -> Iterator[Diagnostic]:
    pieces = [("unit", u.id, u.art) for u in battle.units]
    pieces += [("leader", x.id, x.art) for x in battle.leaders]
    reasons: dict[str, str] = {}
    hints: dict[str, str | None] = {}
    for kind, name, path in pieces:
        span = battle.span(kind, name, "art")
        if not path or span in reported_spans:
            continue
        if path not in reasons:
            from jdgtools.render.counters.art import examine_art

            reasons[path] = examine_art(project, path, cache)
        if reasons[path]:
            if reasons[path] == _MISSING and path not in hints and len(hints) < MAX_TOLD:
                hints[path] = _file_hint(project, path)
            yield Diagnostic(
                "GEN016",
                Severity.WARNING,
                f"the picture `{path}` cannot be used: {reasons[path]}; the counter has the drawn symbol",
                span,
                expected=_PICTURE,
                hint=hints.get(path),
            )


def _file_hint(project: Path, path: str) -> str | None:
    """Return a hint with the picture of the project whose path is most like the given one."""
    suffixes = (".svg", ".png", ".jpg", ".jpeg")
    folder = (project / path).parent
    folder = folder if folder.is_dir() and folder.resolve().is_relative_to(project.resolve()) else project
    try:
        pictures = [
            file.relative_to(project).as_posix()
            for file in sorted(folder.iterdir())
            if file.suffix.lower() in suffixes and file.is_file()
        ]
    except (OSError, ValueError):
        return None
    return nearest_hint(path, pictures)


def _blazon_problems(battle: Battle) -> Iterator[Diagnostic]:
    for command in battle.commands:
        if not command.blazon:
            continue
        from jdgtools.blazon import read_blazon

        span = battle.span("command", command.id, "blazon")
        if not battle.series.blazons:
            yield Diagnostic(
                "GEN017",
                Severity.WARNING,
                f"the blazon of `{command.id}` is shown nowhere: counters of series `{battle.series.id}` "
                "have no coats of arms",
                span,
                expected="no `blazon`",
                hint="`colour` and `letter` tell commands apart",
            )
            continue
        for problem in read_blazon(command.blazon).problems:
            yield Diagnostic(
                "GEN017",
                Severity.WARNING,
                f"the blazon of `{command.id}`: {problem.message}",
                _part_of(span, command.blazon, problem.start, problem.end),
                expected=_BLAZON,
                hint=problem.hint,
            )


def _part_of(span: Span | None, text: str, start: int, end: int) -> Span | None:
    """Return the place of a part of a text; of the whole where the file has escapes in it."""
    if span is None or span.line != span.end_line or span.column is not None:
        return span
    quote = (span.end_col - span.col - len(text)) // 2
    if span.end_col - span.col != len(text) + 2 * quote or quote not in (0, 1):
        return span
    first = span.col + quote
    return Span(span.file, span.line, first + start, span.line, first + end)
