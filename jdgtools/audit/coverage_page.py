"""The reference page that counts, statement by statement, what of a rulebook is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from jdgtools.audit.coverage import KINDS, Example, Uses, examples_of, totals, uses_of
from jdgtools.rules import Series

_MEANINGS = {
    "checked": "checks that judge it",
    "computed": "movement, zones of control, sight, fronts, points: the functions that `jdg query` and the "
    "package share",
    "charted": "charts with a row or cell that cites it",
    "printed": "words of the vocabulary with it (phases, markers, states, ratings, settings), faces of "
    "counters, player aids",
    "module": "what the VASSAL module does by it",
    "engine": 'functions of the reference engine that play it; "needs none": it is played without a '
    "function of its own, and the page of the engine says why (not counted here)",
    "option": "options that a battle may set where its text is open",
}
_BEFORE = {"module": "in the ", "engine": "by the "}
MAX_CITERS = 4
"""How many places a cell names; of more it gives the number."""


def statements_page(series: Series, tests: Path) -> str:
    """Return the page of a series.

    Args:
        series: with its statements.
        tests: folder with the lists of worked examples.
    """
    definition = series.definition
    uses, examples = uses_of(series), examples_of(series, tests)
    lines = [
        f"# Statements of {definition.title.get()}",
        "",
        "Every statement of the rulebook, restated in our words, with what carries it out. Nothing here is "
        "written by hand: a use is a citation of the id in a check, a function, a chart, the vocabulary, "
        "the module or the engine. What nothing cites, or an option alone, waits for a rules engine.",
        "",
        "| use | statements | by what |",
        "| --- | --- | --- |",
    ]
    counts = totals(uses)
    kinds = [kind for kind in KINDS if counts[kind] or kind != "engine"]
    lines += [f"| {kind} | {counts[kind]} | {_MEANINGS[kind]} |" for kind in kinds]
    lines += [
        f"| waits | {counts['waits']} | a rules engine |",
        f"| all | {counts['all']} | |",
        "",
        "## Statements",
        "",
        f"| statement | what it says | {' | '.join(kinds)} |",
        f"| --- | --- |{' --- |' * len(kinds)}",
        *_rows(series, uses, kinds),
    ]
    if examples:
        lines += ["", "## Worked examples", "", *_examples(series, examples)]
    return "\n".join(lines) + "\n"


def _rows(series: Series, uses: Iterable[Uses], kinds: list[str]) -> Iterator[str]:
    for use in uses:
        cells = (_citers(use.citers.get(kind, ())) for kind in kinds)
        yield f"| {use.statement} | {series.summaries[use.statement]} | {' | '.join(cells)} |"


def _citers(citers: tuple[str, ...]) -> str:
    more = f" and {len(citers) - MAX_CITERS} more" if len(citers) > MAX_CITERS else ""
    return ", ".join(citers[:MAX_CITERS]) + more


def _examples(series: Series, examples: tuple[Example, ...]) -> Iterator[str]:
    proof_count = sum(bool(example.proofs) for example in examples)
    yield f"Tests prove {proof_count} of {len(examples)}; the others wait."
    yield ""
    yield "| example | what it says | proved below `tests` by | waits for |"
    yield "| --- | --- | --- | --- |"
    for example in examples:
        summary = series.summaries.get(example.statement, "")
        yield f"| {example.statement} | {summary} | {', '.join(example.proofs)} | {example.waits} |"


def covered_rows(series: Iterable[Series], tests: Path) -> dict[str, str]:
    """Return the lines of the table "What is covered" of the README that are counted: beginning -> line."""
    checks, statements, examples = [], [], []
    for one in series:
        # That these are all entries of the rules digest is tested with each series.
        entries = {check.entry for check in one.checks if check.entry} | set(one.by_structure)
        checks.append(f"all {len(entries)} of the rules digest")
        counts = totals(uses_of(one))
        kinds = [f"{counts[kind]} {_BEFORE.get(kind, '')}{kind}" for kind in KINDS[:-1] if counts[kind]]
        statements.append(f"{counts['all']}: {', '.join(kinds)}, {counts['waits']} wait for an engine")
        examples_listed = examples_of(one, tests)
        examples.append(
            f"{sum(bool(x.proofs) for x in examples_listed)} of {len(examples_listed)} proved by tests"
        )
    rows = {
        "| checks of the series' own rules |": checks,
        "| [statements of the rules](docs/reference/README.md) |": statements,
        "| worked examples of the rules |": examples,
    }
    return {begin: f"{begin} {' | '.join(cells)} |" for begin, cells in rows.items()}
