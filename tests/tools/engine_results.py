"""Results that VASSAL gave in situations of the tables, beside those of the module's expressions and of the charts.

`tests/unit/exporters_vassal/situations/engine/NAME.json` holds situations with the die that fell in VASSAL 3.7
and the line of the chat, from the name of the check on; a name is that of a series, whose teaching battle was
played, or of a battle. A record whose words have changed since is dropped:

    python -m tests.tools.engine_results --forget
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from jdgtools.exporters.context import BuildContext
from tests.tools.module_compare import Skip, compare
from tests.tools.module_situations import Situation
from tests.tools.module_table import ModuleTable
from tests.unit.exporters_vassal.conftest import built_once, context

RECORDS = Path(__file__).parents[1] / "unit" / "exporters_vassal" / "situations" / "engine"


class EngineResult(Struct, frozen=True):
    """A situation played in VASSAL."""

    situation: Situation
    said: str
    """Line of the chat, from the name of the check on."""


def battle_of(name: str) -> str:
    """Return the battle in which the records of a name were played."""
    return f"teaching-{name}" if name in ("jdg", "afe", "mpbs") else name


def read_results(name: str) -> list[EngineResult]:
    """Return the records of a series or a battle."""
    return msgspec.convert(json.loads((RECORDS / f"{name}.json").read_text("utf-8")), list[EngineResult])


def problems_of_result(made: BuildContext, table: ModuleTable, result: EngineResult) -> list[str]:
    """Return how VASSAL, the module's expressions and the charts differ in a situation."""
    try:
        problems, _ = compare(made, table, result.situation)
    except Skip:
        problems = []
    said = str(table.globals["Said"]).strip()
    target = next((u for u in result.situation.units if u.part == "target"), None)
    if target is not None:
        unit = made.battle.unit(target.unit)
        assert unit is not None
        said = said.replace(f"{target.unit} {target.hex}", f"{unit.name.get('en')} {target.hex}")
    return [
        *problems,
        *([] if said == result.said else [f"{result.said!r} in VASSAL, {said!r} by expressions"]),
    ]


def main() -> None:
    """Drop the records that no longer hold."""
    if "--forget" not in sys.argv:
        sys.exit("python -m tests.tools.engine_results --forget")
    for path in sorted(RECORDS.glob("*.json")):
        made = context(battle_of(path.stem))
        table = ModuleTable(made, built_once(battle_of(path.stem)))
        kept = [r for r in read_results(path.stem) if not problems_of_result(made, table, r)]
        lines = [json.dumps(msgspec.to_builtins(r), ensure_ascii=False) for r in kept]
        path.write_text("[\n " + ",\n ".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
