"""The charts of a series with the values that a battle puts into them (`charts:` of battle.yaml).

`load` calls it when the model is built. A wrong override is reported, and its subject returned, so that
checks do not judge it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.source.node import as_written

if TYPE_CHECKING:
    from jdgtools.charts import ChartBook
    from jdgtools.model.battle import Battle
    from jdgtools.model.context import Subject
    from jdgtools.rules import Series

_FIELDS = {
    "unknown-chart": "chart",
    "key-count": "key",
    "unknown-key": "key",
    "wrong-value": "value",
    "doubled": "key",
}
"""Kind of a problem -> field of the override that it is about."""
_MESSAGES = {
    "unknown-chart": "there is no chart `{found}`",
    "key-count": "a cell of chart `{chart}` is not named by {found}",
    "unknown-key": "chart `{chart}` has no row or column `{found}`",
    "wrong-value": "chart `{chart}` cannot hold `{found}` here",
    "doubled": "this cell of chart `{chart}` is changed twice ({found})",
}


def charts_of_battle(battle: Battle, series: Series, report: Report) -> tuple[ChartBook, frozenset[Subject]]:
    """Return the series' charts with the battle's overrides, and the subjects of wrong ones.

    Args:
        battle: with its overrides.
        series: whose charts they change.
        report: gets what is wrong with them.
    """
    from jdgtools.charts import Override
    from jdgtools.charts.rows import with_own_terrains

    overrides = [Override(o.chart, o.keys, o.value, o.note, o.key) for o in battle.overrides]
    terrains = battle.words.terrains
    of_terrains = [o for o in overrides if not {t.id for t in terrains}.isdisjoint(o.keys)]
    book, problems = series.charts.with_overrides(o for o in overrides if o not in of_terrains)
    if terrains:
        # A terrain follows what the battle says of its like, but for the cells that it changes itself.
        book, more = with_own_terrains(book, battle.series, terrains).with_overrides(of_terrains)
        problems = (*problems, *more)
    faulty: set[Subject] = set()
    for problem in problems:
        field = _FIELDS[problem.kind]
        subject = ("override", str(problem.span), field)
        if problem.override.value is None and field == "value" and subject not in battle.spans:
            continue  # the missing value has been reported as such
        faulty.add(subject)
        refused_text = as_written(problem.override.value) if field == "value" else problem.found
        hint = None
        if problem.candidates:
            hint = "did you mean " + " or ".join(f"`{c}`" for c in problem.candidates[:3]) + "?"
        report.add(
            Diagnostic(
                "REF014",
                Severity.ERROR,
                _MESSAGES[problem.kind].format(chart=problem.override.chart, found=refused_text),
                battle.span(*subject),
                expected=problem.expected or None,
                hint=hint,
            )
        )
    return book, frozenset(faulty)
