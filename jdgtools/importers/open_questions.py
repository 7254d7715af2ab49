"""The list of what a designer answers after an import, with where each answer goes."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.importers.question_groups import QuestionGroup
from jdgtools.model.definition import SeriesDef

MAX_LINE = 1000
"""Most characters of a line: names in it are the module's."""
_HEAD = """\
Questions that the import leaves open
=====================================

While this file lies in the project, `jdg check` asks once what is missing from many pieces alike (GEN195).
Take it away to see every place.

Where the answers go
--------------------
- a rating or type that a text of the module says: `jdg import --suggest`, then import again with --rules
- a rating that no text says: the column of that name in oob.csv: {columns}
- ratings of the reverse: `defaults: {{back: {{{back}: -1}}}}` in battle.yaml where they follow from the
  front, else columns such as `{back}_back`
- formations: `commands` in battle.yaml and the column `command` in oob.csv, or a rule `commands`
- facings: `facing:` in the entries of `setup`, or of a whole side under `sides` of a scenario; the module's
  counters are not turned
- nationality: the column `nationality` in oob.csv, or a rule `nationalities`
- leaders, activation markers, scale: battle.yaml; take out units and leaders that the battle does not need
- levels of hexes: map.yaml
- rout edges, victory, turns: the scenarios
"""

_OPEN = """
Open in this battle
-------------------
Answer in the files of the project; or on the terminal, `jdg import --suggest --interactive`, and
import again with the rules file that it writes: the key in parentheses is where it has the answer.

"""


def questions_text(missing: Sequence[str], series: SeriesDef, battle: Sequence[QuestionGroup] = ()) -> bytes:
    """Return the list as a text file.

    Args:
        missing: what the import has said that must be added, one line each.
        series: whose ratings are named.
        battle: what no text of the module answers.
    """
    numbers = [f for f in series.unit_fields if f.type == "int"]
    two_sided = next((f.id for f in numbers if f.two_sided), numbers[0].id if numbers else "strength")
    out = _HEAD.format(columns=", ".join(f.id for f in numbers) or "none", back=two_sided)
    if battle:
        out += _OPEN
        out += _lines([f"{q.text} ({q.where()})" for q in battle])
    if missing:
        out += "\nWhat the import says\n--------------------\n" + _lines(missing)
    return out.encode("utf-8", "replace")


def _lines(texts: Sequence[str]) -> str:
    return "".join(f"- {''.join(c if c.isprintable() else ' ' for c in text[:MAX_LINE])}\n" for text in texts)
