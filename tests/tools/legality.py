"""Illegal and legal actions: what the module says of each by its own expressions, and what VASSAL said.

The rows stand in `tests/unit/exporters_vassal/legality/BATTLE.json`. Each holds the units on an empty map, the
command and the statement that forbids the action ('' = allowed). `engine` are the lines of the chat when
the command was given in VASSAL 3.7 to the module of that battle; a row of which any word has changed since is
without them until it is played again.

    python -m tests.tools.legality              # writes docs/module-legality.md
    python -m tests.tools.legality --forget     # drops `engine` from rows whose words have changed
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field, structs

from jdgtools.model.module import CheckDef
from tests.tools.module_situations import FLAG_TURNS, check_of, command_key
from tests.tools.module_table import ModuleTable, UnitAt
from tests.unit.exporters_vassal.conftest import built_once, context

ROWS = Path(__file__).parents[1] / "unit" / "exporters_vassal" / "legality"
PAGE = Path(__file__).parents[2] / "docs" / "module-legality.md"
BATTLES = ("rolica-1808", "bouvines-1214", "edgehill-1642", "teaching-jdg", "teaching-afe", "teaching-mpbs")
_DIE = re.compile(r"\bdie (\d+)")

GROUNDS = {
    "range": "range",
    "cone": "front cone",
    "sight": "line of sight",
    "adjacency": "adjacency",
    "side": "side of the target",
    "state": "state of the unit",
    "used": "already fired or fought",
    "charge": "cavalry only, charge",
    "order": "order",
}
"""Kind of a row that a ground forbids or allows -> words of the page."""


class LegalityRow(Struct, omit_defaults=True):
    """An action, legal or not."""

    check: str
    kind: str
    situation: str
    statement: str = ""
    """Statement that forbids the action; '' = nothing does."""
    units: list[UnitAt] = field(default_factory=list)
    orders: dict[str, str] = field(default_factory=dict)
    """Formation -> order on its card."""
    leaders: list[UnitAt] = field(default_factory=list)
    """Leaders on the map."""
    card: str = ""
    """Formation whose card makes the check; empty = a unit makes it."""
    flag: str = ""
    """Flag of the turn: night, fog."""
    phase: str = ""
    """Step of the turn in which the tracker stands."""
    scenario: str = ""
    """Scenario that is played; empty = none: the special rules of the battle alone hold."""
    closed: bool = False
    """Whether the player closes the question: then nothing is rolled."""
    engine: list[str] | None = None
    """Lines of the chat in VASSAL; None when the row was not played there since its words changed."""


def read_rows(battle: str) -> list[LegalityRow]:
    """Return the rows of a battle."""
    return msgspec.convert(json.loads((ROWS / f"{battle}.json").read_text("utf-8")), list[LegalityRow])


def write_rows(battle: str, rows: list[LegalityRow]) -> None:
    """Write the rows of a battle, one a line."""
    lines = [json.dumps(msgspec.to_builtins(row), ensure_ascii=False) for row in rows]
    (ROWS / f"{battle}.json").write_text("[\n " + ",\n ".join(lines) + "\n]\n", "utf-8")


@cache
def module_table(battle: str) -> ModuleTable:
    """Return the module of a battle at play."""
    return ModuleTable(context(battle), built_once(battle))


def check_named(battle: str, check: str) -> CheckDef:
    """Return a check of the module of a battle."""
    return check_of(module_table(battle).made, check)


def chat(battle: str, row: LegalityRow) -> list[str]:
    """Return the lines that the module writes for an action by its own expressions, with the die of the record."""
    die = next((m[1] for line in row.engine or () if (m := _DIE.search(line))), "5")
    return list(_chat(battle, msgspec.json.encode(structs.replace(row, engine=None)), die))


@cache
def _chat(battle: str, action: bytes, die: str) -> tuple[str, ...]:
    row = msgspec.json.decode(action, type=LegalityRow)
    table, check = module_table(battle), check_named(battle, row.check)
    table.place(row.units, FLAG_TURNS[row.flag], row.phase, row.orders)
    for leader in row.leaders:
        table.place_leader(leader.unit, leader.hex, leader.state)
    if row.card:
        [card] = (p for p in table.pieces if p.map == table.words("command"))
        card.values["Acting"] = "1"
    if row.scenario:
        table.globals["ScenarioNo"] = str([s.id for s in table.made.battle.scenarios].index(row.scenario) + 1)
    table.fixed, table.answer = {"roll": die}, "" if row.closed else "0"
    table.lines()
    key = f"{check.id} with modifiers" if row.closed and not check.chart else command_key(check)
    [acting] = (p for p in table.pieces if p.values.get("Acting") == "1")
    acting.command(key)
    return tuple(table.lines())


def objection(battle: str, row: LegalityRow) -> str:
    """Return what the module says of an action by its own expressions; '' when it says nothing."""
    name = check_named(battle, row.check).name.get("en")
    return next(
        (
            said[1]
            for line in chat(battle, row)
            if (said := line.split(" – ", 1))[1:] and said[1].startswith(name)
        ),
        "",
    )


def problems_of_record(battle: str, row: LegalityRow) -> list[str]:
    """Return how the lines of the engine differ from those that the module writes, word for word."""
    if row.engine is None:
        return []
    said = chat(battle, row)
    renew = "play the row again, or drop its record: python -m tests.tools.legality --forget"
    problems = [] if said == row.engine else [f"{row.engine} in VASSAL, {said} by the expressions: {renew}"]
    results = [line for line in said if f": {check_named(battle, row.check).name.get('en')}" in line]
    if bool(results) == row.closed or len(results) > 1:
        problems.append(f"results {results}, the question was {'closed' if row.closed else 'answered'}")
    return problems


def page() -> str:
    """Return docs/module-legality.md."""
    rows = [(battle, row) for battle in BATTLES for row in read_rows(battle)]
    played = [row for _, row in rows if row.engine is not None]
    forbidden = sum(1 for _, row in rows if row.statement)
    lines = [
        "# What the module says is not allowed",
        "",
        "Before every result of a command the module says in one line what the rules would not allow, and why; the",
        "player may go on, or close the question, and then nothing is rolled. How a series declares its objections stands",
        "in `jdgtools/exporters/module/legality.py`; they are in `module_objections.py` of each series. What the",
        "module cannot know is not judged: how far a unit has moved or turned, which formation is active, who else will",
        "attack if no marker says it ([what a module does not judge](vassal.md#what-a-module-does-not-judge)). Where a",
        "statement is about a step of the turn, the turn tracker must stand in it. Special rules of the battle that forbid",
        "an attack or fire are named by their titles.",
        "",
        f"{len(rows)} actions, {forbidden} of them against a rule, stand in `tests/unit/exporters_vassal/legality`.",
        f"{len(played)} were played in VASSAL 3.7 by a script, each on an empty map; the last column is the whole chat from",
        "the command on. Tests evaluate the module's expressions for every row and compare them with what the chat",
        "said, word for word. This page is written by `python -m tests.tools.legality`.",
        "",
        *_grounds(rows),
    ]
    for battle in BATTLES:
        title = context(battle).battle.title.get("en")
        lines += ["", f"## {title} (`{battle}`)", ""]
        lines += [
            "| Command | Kind | Situation | By the rules | The chat |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [line for b, row in rows if b == battle for line in _page_row(battle, row)]
    return "\n".join(lines) + "\n"


def ground_counts(rows: Iterable[tuple[str, LegalityRow]]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return how many allowed and forbidden rows there are, by ground and series; rows that judge none left out."""
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    for battle, row in rows:
        if row.kind in GROUNDS:
            series = module_table(battle).made.battle.series.id
            allowed, forbidden = counts.setdefault(row.kind, {}).get(series, (0, 0))
            forbids = bool(row.statement)
            counts[row.kind][series] = (allowed + (not forbids), forbidden + forbids)
    return counts


def _grounds(rows: Iterable[tuple[str, LegalityRow]]) -> Iterator[str]:
    counts = ground_counts(rows)
    series = sorted({s for by_series in counts.values() for s in by_series})
    yield "Rows by ground and series, allowed and forbidden:"
    yield ""
    yield f"| Ground | {' | '.join(series)} |"
    yield f"| --- |{' --- |' * len(series)}"
    for kind, words in GROUNDS.items():
        cells = ["{} + {}".format(*counts.get(kind, {}).get(s, (0, 0))) for s in series]
        yield f"| {words} | {' | '.join(cells)} |"


def _page_row(battle: str, row: LegalityRow) -> Iterator[str]:
    name = check_named(battle, row.check).name.get("en")
    said = "(not played)"
    if row.engine is not None:
        said = "<br>".join(row.engine).replace("|", "/") or "(nothing)"
    yield f"| {name} | {row.kind} | {row.situation} | {row.statement or 'allowed'} | {said} |"


def main() -> None:
    """Write the page; drop records that no longer hold when asked to."""
    if "--forget" in sys.argv:
        for battle in BATTLES:
            rows = read_rows(battle)
            write_rows(
                battle,
                [structs.replace(r, engine=None) if problems_of_record(battle, r) else r for r in rows],
            )
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
