"""The reference pages of the engine, one for each chapter: for every statement its function and its test.

Nothing is typed here: functions and tests cite the ids in their docstrings, comments and tables; what no
function cites has its reason in a list of the engine.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from jdgtools.audit.citing import cited_ids, is_example, python_sources
from jdgtools.rules import Series

ENGINE = Path(__file__).parents[1] / "engine"
MAX_CITERS = 3
"""How many places a cell names; of more it gives the number."""
NEEDS_NONE = "needs none"
"""Stands for the functions of a statement that the engine plays without one; the page says why."""
Row: TypeAlias = tuple[str, str, str, str]
"""Statement, what plays it, what proves it, kind: `played`, `reason` or `gap`."""


def functions_by_statement(
    folder: Path, names: frozenset[str], skip: tuple[str, ...] = ()
) -> dict[str, list[str]]:
    """Return statement -> functions and classes of a folder whose source cites it, as `module.name`."""
    citers: dict[str, list[str]] = {}
    for path, text in python_sources(folder):
        if path.name in skip:
            continue
        lines = text.splitlines()
        for name, first, last in _parts(ast.parse(text)):
            for statement in cited_ids("\n".join(lines[first - 1 : last]), names):
                citer = f"{path.stem}.{name}" if name else path.stem
                if citer not in citers.setdefault(statement, []):
                    citers[statement].append(citer)
    return citers


def _parts(tree: ast.Module) -> Iterator[tuple[str, int, int]]:
    """Yield the name and the lines of every function and class, and of the rest without a name."""
    for node in tree.body:
        name = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
        yield name, node.lineno, node.end_lineno or node.lineno


def has_engine(series: Series) -> bool:
    """Return whether the reference engine plays a series, and says what of it."""
    return (ENGINE / series.id / "statements.py").is_file()


def engine_uses(series: Series) -> dict[str, list[str]]:
    """Return statement -> functions of the engine that cite it, or `NEEDS_NONE`; others are absent."""
    if not has_engine(series):
        return {}
    return {
        statement: functions if kind == "played" else [NEEDS_NONE]
        for statement, functions, _, kind in _lines(series, {})
        if kind != "gap"
    }


def rows(series: Series, tests: Path) -> list[Row]:
    """Return the rows of every statement of a series."""
    proofs = functions_by_statement(tests / "unit" / "engine", frozenset(series.summaries))
    return [
        (statement, _cell(by) if kind == "played" else by[0], proof, kind)
        for statement, by, proof, kind in _lines(series, proofs)
    ]


def _lines(series: Series, proofs: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str], str, str]]:
    """Yield (statement, functions that play it or one reason, what proves it, kind)."""
    lists = import_module(f"jdgtools.engine.{series.id}.statements")
    gap_list = import_module(f"jdgtools.engine.{series.id}.gaps").GAPS
    prefix = series.definition.statement_prefix
    statements = [s for s in series.summaries if s.startswith(prefix) and not is_example(s)]
    statements_of_series = frozenset(statements)
    functions = functions_by_statement(ENGINE, statements_of_series, ("gaps.py", "statements.py"))
    gaps = {
        statement: gap.what
        for gap in gap_list
        for statement in cited_ids(gap.statements, statements_of_series)
    }
    reasons = lists.without_function()
    for statement in statements:
        proof = _cell([*proofs.get(statement, ()), *_of_examples(statement, proofs)])
        if statement in gaps:
            yield statement, [f"**not played**: {gaps[statement]}"], proof, "gap"
        elif statement in functions:
            yield statement, functions[statement], proof, "played"
        else:
            yield statement, [reasons.get(statement, "")], proof, "reason"


def _of_examples(statement: str, proofs: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the tests of the examples of a statement's section: they belong to it as a whole."""
    section = statement.rpartition("-")[0]
    for example in sorted(proofs):
        if example.startswith(f"{section}-EX"):
            for citer in proofs[example]:
                yield f"{citer} ({example.rpartition('-')[2]})"


def _cell(citers: list[str]) -> str:
    unique = list(dict.fromkeys(citers))
    more = f" and {len(unique) - MAX_CITERS} more" if len(unique) > MAX_CITERS else ""
    return ", ".join(unique[:MAX_CITERS]) + more


def _chapters(series: Series, lines: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the rows by chapter, in the order of the chapters."""
    prefix = series.definition.statement_prefix
    chapters: dict[str, list[Row]] = {}
    for row in lines:
        chapters.setdefault(re.split(r"[.-]", row[0].removeprefix(prefix))[0], []).append(row)
    return dict(sorted(chapters.items(), key=lambda c: (not c[0].isdecimal(), c[0].zfill(3))))


def _summary(series: Series, chapters: Mapping[str, Sequence[Row]]) -> list[str]:
    """Return a table of the chapters: how much is played, and how much of that is proved.

    Statements that need no function are played as well. Not proved is what has neither test nor example; what
    only says what a word means needs no proof.
    """
    prefix = series.definition.statement_prefix
    text = [
        "By chapter; *proved* is the share with a test of the engine, for them or for their section, of "
        "those by which something happens: what only says what a word, counter or mark means is left out.",
        "",
        "| chapter | statements | played | by a function | proved | without a test of the engine |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for chapter, rows_of in chapters.items():
        happens = [row for row in rows_of if to_prove(series, row)]
        bare = [row[0].removeprefix(prefix) for row in happens if not row[2]]
        own_rows = [row for row in rows_of if row[3] == "played"]
        link = f"[{chapter}]({_page_name(series, chapter)})"
        text.append(
            f"| {link} | {len(rows_of)} | {_share_played(rows_of)} | {len(own_rows)} "
            f"| {_share_proved(series, rows_of)} | {', '.join(bare)} |"
        )
    return text


def _page_name(series: Series, chapter: str) -> str:
    return f"engine-{series.id}-{chapter.lower()}.md"


def _share_played(rows_of: Sequence[Row]) -> str:
    return _percent(sum(row[3] != "gap" for row in rows_of), len(rows_of))


def _share_proved(series: Series, rows_of: Sequence[Row]) -> str:
    happens = [row for row in rows_of if to_prove(series, row)]
    return _percent(sum(bool(row[2]) for row in happens), len(happens)) if happens else "-"


def to_prove(series: Series, row: Row) -> bool:
    """Return whether something happens by the statement of a row of `rows`, so that a test can prove it."""
    return row[3] != "gap" and row[1] != import_module(f"jdgtools.engine.{series.id}.statements").MEANS


def _percent(part: int, whole: int) -> str:
    """Return a share in whole per cent, rounded down: all of them alone are 100 %."""
    return f"{100 * part // whole} %"


def engine_pages(series: Series, tests: Path) -> dict[str, str]:
    """Return the pages of the engine for a series: one that counts, and one for each chapter."""
    lines = rows(series, tests)
    chapters = _chapters(series, lines)
    pages = {f"engine-{series.id}.md": _counting_page(series, lines, chapters)}
    for chapter, rows_of in chapters.items():
        title = f"chapter {chapter}" if chapter.isdecimal() else chapter
        text = [
            f"# What the engine plays of {series.definition.title.get()}: {title}",
            "",
            f"Of its {len(rows_of)} statements {_share_played(rows_of)} are played; of those by which "
            f"something happens {_share_proved(series, rows_of)} have a test of the engine "
            f"([all chapters](engine-{series.id}.md)).",
            "",
            "| statement | what it says | played by | tested by |",
            "| --- | --- | --- | --- |",
        ]
        text += [f"| {s} | {series.summaries[s]} | {by} | {test} |" for s, by, test, _ in rows_of]
        pages[_page_name(series, chapter)] = "\n".join(text) + "\n"
    return pages


def _counting_page(series: Series, lines: Sequence[Row], chapters: Mapping[str, Sequence[Row]]) -> str:
    count = {kind: sum(row[3] == kind for row in lines) for kind in ("played", "reason", "gap")}
    proofs = sum(row[3] == "played" and bool(row[2]) for row in lines)
    others = sum(row[3] == "reason" and to_prove(series, row) for row in lines)
    proved_others = sum(row[3] == "reason" and to_prove(series, row) and bool(row[2]) for row in lines)
    text = [
        f"# What the engine plays of {series.definition.title.get()}",
        "",
        "A page for each chapter names every statement with the functions that play it and the tests that "
        "cite it, or an example of its section (the number of the example stands behind the test). A "
        "citation says where to look; whether the test proves the whole statement a reader has to judge.",
        "",
        "| statements | number |",
        "| --- | --- |",
        f"| played by a function that cites them | {count['played']} |",
        f"| of these with a test of the engine for them or for their section | {proofs} |",
        f"| without a function of their own, with the reason | {count['reason']} |",
        f"| of these, more than the meaning of a word | {others} |",
        f"| of these with a test of the engine for them or for their section | {proved_others} |",
        f"| not played | {count['gap']} |",
        f"| all | {len(lines)} |",
        "",
        *_summary(series, chapters),
    ]
    return "\n".join(text) + "\n"
