"""The rules-engine packages of a battle, one for each scenario (`docs/package.md`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jdgtools.charts import ChartBook
from jdgtools.errors import OutputFailed
from jdgtools.exporters.base import BuildContext, Loss
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.package.limits import FORMAT, MAX_BYTES, SUFFIX, VERSION
from jdgtools.rules import Series

if TYPE_CHECKING:
    from jdgtools.derived import Derived


def package_name(battle: Battle, scenario: Scenario) -> str:
    """The file name of a scenario's package."""
    return f"{battle.id}-{scenario.id}{SUFFIX}".replace("/", "-")


def package_data(battle: Battle, series: Series, charts: ChartBook, scenario: Scenario) -> dict[str, Any]:
    """The package of a scenario as JSON types, members in the order of the file.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.derived import derive

    derived = derive(battle, series, charts, scenario)
    play = {**_play(battle, scenario), **_charts(charts)}
    return {**_head(battle, scenario), **_ground(derived), **play}


def _head(battle: Battle, scenario: Scenario) -> dict[str, Any]:
    from jdgtools.exporters.jdgpkg import ground

    definition = battle.series
    return {
        "format": FORMAT,
        "version": VERSION,
        "series": {
            "id": definition.id,
            "rulebook": definition.rulebook,
            "statements": definition.statement_prefix,
            "facing": definition.facing,
            "dice": [{"id": d.id, "count": d.count, "low": d.low, "high": d.high} for d in definition.dice],
        },
        "battle": {
            "id": battle.id,
            "version": battle.version,
            "title": ground.text(battle.title),
            "date": battle.date,
            "scale": battle.scale,
            "language": battle.language,
        },
        "scenario": {"id": scenario.id, "title": ground.text(scenario.title)},
    }


def _ground(derived: Derived) -> dict[str, Any]:
    """What follows from the map, the charts and the options alone."""
    from jdgtools.exporters.jdgpkg import ground

    return {
        "grid": ground.grid_part(derived),
        "terrain": ground.terrain_part(derived),
        "movement": ground.movement_part(derived),
        "zones": ground.zones_part(derived),
        "sight": ground.sight_part(derived),
        **ground.places_part(derived),
    }


def _play(battle: Battle, scenario: Scenario) -> dict[str, Any]:
    from jdgtools.exporters.jdgpkg import pieces, play

    return {
        "sides": pieces.sides_part(battle, scenario),
        "commands": pieces.commands_part(battle, scenario),
        "leaders": pieces.leaders_part(battle),
        "units": pieces.units_part(battle),
        "activation": pieces.activation_part(battle, scenario),
        "markers": pieces.markers_part(battle, scenario),
        "states": pieces.states_part(battle.series),
        "options": play.options_part(battle, scenario),
        "settings": dict(scenario.settings),
        "turns": play.turns_part(scenario),
        "setup": play.setup_part(battle, scenario),
        "arrivals": play.arrivals_part(scenario),
        "unused": sorted(scenario.unused),
        "victory": play.victory_part(scenario),
        "special_rules": play.special_rules_part(scenario),
    }


def _charts(charts: ChartBook) -> dict[str, Any]:
    from jdgtools.charts import book_to_plain

    return {"charts": book_to_plain(charts)["charts"]}


def package_bytes(data: dict[str, Any]) -> bytes:
    """The file: UTF-8 JSON, one top-level member a line, so that two packages can be compared.

    Raises:
        OutputFailed: the package would be larger than any reader accepts.
    """
    return _file([_lines(data)])


def _lines(data: dict[str, Any]) -> bytes:
    return ",\n".join(f"{json.dumps(name)}:{_dump(member)}" for name, member in data.items()).encode("utf-8")


def _file(members: list[bytes]) -> bytes:
    found = b"{\n" + b",\n".join(members) + b"\n}\n"
    if len(found) > MAX_BYTES:
        raise OutputFailed(f"the package would have {len(found)} bytes; {MAX_BYTES} is the most")
    return found


def _dump(member: Any) -> str:
    return json.dumps(member, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class PackageExporter:
    """Writes what a rules engine loads."""

    name = "package"
    title = "engine packages"
    apart = True

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Names of the files that it writes."""
        return tuple(package_name(battle, s) for s in battle.scenarios) if battle.map is not None else ()

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files; a package can say everything that the model holds and an engine needs."""
        battle = context.battle
        for scenario in battle.scenarios if battle.map is not None else ():
            content = _package(context, scenario)
            (folder / package_name(battle, scenario)).write_bytes(content)
        return []


def _package(context: BuildContext, scenario: Scenario) -> bytes:
    """The file of a scenario; its ground and the charts, most of the work, are kept from build to build."""
    from jdgtools.derived import derive

    battle, charts = context.battle, context.charts
    derived = derive(battle, context.series, charts, scenario)
    ground = context.product("package ground", derived.terrain, lambda: _lines(_ground(derived)))
    tables = context.product("package charts", charts, lambda: _lines(_charts(charts)))
    return _file([_lines(_head(battle, scenario)), ground, _lines(_play(battle, scenario)), tables])


EXPORTER = PackageExporter()
