"""The checks for every series: who is exempt, what no bundled series can show, and no false alarm."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.generic import GENERIC, STRICT
from jdgtools.loading import Loaded, check
from jdgtools.series.registry import find_series, series_ids
from tests.checks.cases import HERE, ROOT, base_folder

BUNDLED = sorted(p.parent for p in (ROOT / "scenarios").glob("*/battle.yaml"))
CODES = {c.code: c for c in GENERIC}
FRIENDS = [c.code for c in GENERIC if "MAP074" <= c.code <= "MAP089" or "GEN070" <= c.code <= "GEN099"]
UNSEEN = {"GEN082", "GEN083", "GEN092"}
"""Every bundled series is exempt: its own checks judge the matter, or it has no rules for it."""


@pytest.mark.parametrize("folder", BUNDLED, ids=lambda p: p.name)
def test_no_false_alarm(folder: Path) -> None:
    assert [f"{d.code} {d.message}" for d in check(folder).report] == []


def test_the_plain_battle_is_sound() -> None:
    assert list(check(base_folder("plain")).report) == []


@pytest.mark.parametrize("series", series_ids())
def test_exempt_from_general_checks_that_exist(series: str) -> None:
    found = find_series(series)
    assert found is not None
    exempt = found.definition.exempt_from
    assert set(exempt) <= {check.code for check in GENERIC} and len(set(exempt)) == len(exempt)


def checks_written() -> set[Check]:
    """Return every check that a module of ours declares."""
    checks = set()
    for package in ("jdgtools.checks", *(f"jdgtools.series.{s}.checks" for s in ("afe", "jdg", "mpbs"))):
        for info in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
            declared = vars(import_module(info.name)).values()
            checks.update(value for value in declared if isinstance(value, Check))
    return checks


def test_every_check_that_is_written_runs() -> None:
    series = [
        s for s in map(find_series, series_ids()) if s is not None and s.package.startswith("jdgtools.")
    ]
    run = {*GENERIC, *STRICT, *(c for s in series for c in s.checks)}
    assert sorted(c.code for c in checks_written() - run) == [], "missing in CHECKS or checks/generic.py"
    assert len(run) > 300


@pytest.mark.parametrize("code", FRIENDS)
def test_every_check_has_cases(code: str) -> None:
    stems = {p.stem.split("-")[0] for p in (HERE / code).glob("*.yaml")}
    assert stems == (set() if code in UNSEEN else {"bad", "ok"})


@dataclass(frozen=True)
class WithZones:
    """A series of which only the zones of control count."""

    zones: bool

    def has(self, module: str) -> bool:
        return module == "zoc" and self.zones


def findings(code: str, changes: dict[str, object], zones: bool = True, **oob: object) -> list[Finding]:
    """What a check finds in the plain battle with another definition of its series, exempt from nothing."""
    loaded: Loaded = check(base_folder("plain"))
    battle, charts = loaded.battle, loaded.charts
    assert battle is not None and charts is not None
    series = msgspec.structs.replace(battle.series, exempt_from=(), **changes)
    battle = msgspec.structs.replace(battle, series=series, **oob)
    general: Check = CODES[code]
    scenario = None if general.scope == "battle" else battle.scenarios[0]
    context = CheckContext(battle, scenario, WithZones(zones), charts)  # type: ignore[arg-type]
    return list(general.run(context))


def moved(piece: str, hex_id: str) -> dict[str, object]:
    """The scenarios of the plain battle with one unit in another hex."""
    battle = check(base_folder("plain")).battle
    assert battle is not None and battle.map is not None
    (scenario,) = battle.scenarios
    there = battle.map.grid.index(hex_id)
    assert there is not None
    placements = tuple(
        msgspec.structs.replace(p, hexes=(there,)) if p.piece == piece else p for p in scenario.placements
    )
    return {"scenarios": (msgspec.structs.replace(scenario, placements=placements),)}


def test_too_many_units() -> None:
    """One unit more than the limit of the series is too many, and it is the one that is named."""
    assert findings("GEN082", {"stack_limit": 2}, **moved("n2", "0202")) == []
    (found,) = findings("GEN082", {"stack_limit": 1}, **moved("n2", "0202"))
    assert found.message == "2 units start in hex 0202: `n1` and `n2`"
    assert found.subject == ("placement", "battle", "n2", "hex")


def test_armies_adjacent() -> None:
    """Contact is adjacency, not one hex between, and counts where units have zones of control."""
    assert findings("GEN083", {}, **moved("s1", "0204")) == []
    (found,) = findings("GEN083", {}, **moved("s1", "0203"))
    assert found.message == "`s1` starts in hex 0203, next to `n1` of the enemy in hex 0202"
    assert findings("GEN083", {}, zones=False, **moved("s1", "0203")) == []


def test_reverse_better_than_front() -> None:
    """A reverse as strong as the front is none of a slip; one point more is."""
    battle = check(base_folder("plain")).battle
    assert battle is not None
    for strength, wrong in ((4, []), (5, ["unit `n1` has strength 5 on its reverse and 4 on its front"])):
        first = msgspec.structs.replace(battle.units[0], back={"strength": strength})
        found = findings("GEN092", {}, units=(first, *battle.units[1:]))
        assert [f.message for f in found] == wrong


def test_series_that_needs_facings() -> None:
    """Where the rules ask for facings, a battle without any lacks one for each unit."""
    assert findings("GEN081", {}) == []
    assert len(findings("GEN081", {"facing_needed": True})) == 6
