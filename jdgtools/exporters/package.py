"""The rules-engine packages of a battle, one for each scenario (`docs/package.md`).

`package_of` puts a `Package` together: its head, the ground, the scenario in play and the charts. The
functions of `jdgpkg` say each member; `package/` declares the types of all. `PackageExporter` writes them as
files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import convert, json

from jdgtools.charts import ChartBook, book_to_plain
from jdgtools.errors import OutputFailed
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.jdgpkg import (
    effects,
    entries,
    ground,
    pieces,
    play,
    rules,
    sight,
    stacking,
    vocabulary,
)
from jdgtools.exporters.jdgpkg.ground import words
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.package.limits import FORMAT, MAX_BYTES, SUFFIX, VERSION
from jdgtools.package.model import BattleInfo, Die, Package, ScenarioInfo, SeriesInfo
from jdgtools.package.model_charts import ChartData
from jdgtools.rules import Series

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle


def package_name(battle: Battle, scenario: Scenario) -> str:
    """Return the file name of a scenario's package."""
    return f"{battle.id}-{scenario.id}{SUFFIX}".replace("/", "-")


def package_of(battle: Battle, series: Series, charts: ChartBook, scenario: Scenario) -> Package:
    """Return the package of a scenario.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.derived import derive

    battle = battle.in_scenario(scenario)
    derived = derive(battle, series, charts, scenario)
    return Package(
        **_head(battle, scenario),
        **_ground(derived, sight.reach_of(battle)),
        **_play(battle, scenario, derived),
        **_charts(series, charts_in_force(derived)),
    )


def charts_in_force(derived: DerivedBattle) -> ChartBook:
    """Return the charts as the options of the scenario leave them."""
    series, map_rules = derived.series, derived.map_rules
    if not series.has("chart_options"):
        return map_rules.charts
    charts: ChartBook = series.hook("chart_options", "charts_in_force")(map_rules.charts, map_rules.options)
    return charts


_Members = dict[str, Any]
"""Some members of `Package` by name, in their order."""


def _head(battle: Battle, scenario: Scenario) -> _Members:
    definition = battle.series
    dice = tuple(Die(d.id, d.count, d.low, d.high) for d in definition.dice)
    return {
        "format": FORMAT,
        "version": VERSION,
        "series": SeriesInfo(
            definition.id, definition.rulebook, definition.statement_prefix, definition.facing, dice
        ),
        "battle": BattleInfo(
            id=battle.id,
            version=battle.version,
            title=words(battle.title),
            date=battle.date,
            scale=battle.scale,
            language=battle.language,
        ),
        "scenario": ScenarioInfo(scenario.id, words(scenario.title)),
    }


def _ground(derived: DerivedBattle, reach: int) -> _Members:
    """Return what follows from the map, the charts, the options and the longest range alone."""
    battle_map = derived.map_rules.map
    return {
        "grid": ground.grid_of(derived),
        "terrain": ground.terrain_of(derived),
        "movement": ground.movement_of(derived),
        "effects": effects.effects_of(derived),
        "zones": ground.zones_of(derived),
        "sight": sight.sight_of(derived),
        "lines": sight.lines_of(derived, reach),
        "regions": ground.regions_of(battle_map),
        "drawing": ground.drawing_of(battle_map),
    }


def _play(battle: Battle, scenario: Scenario, derived: DerivedBattle) -> _Members:
    """Return what follows from the pieces and the scenario."""
    definition = battle.series
    return {
        "entries": entries.entries_of(derived.map_rules.map, scenario),
        "entry_hexes": entries.entry_hexes_of(derived, scenario),
        "sides": pieces.sides_of(battle, scenario),
        "commands": pieces.commands_of(battle, scenario),
        "leaders": pieces.leaders_of(battle),
        "units": pieces.units_of(battle, derived.series),
        "activation": pieces.activation_of(battle, scenario),
        "markers": pieces.markers_of(battle, scenario, derived.series),
        "states": pieces.states_of(battle.series),
        "options": play.options_of(battle, scenario),
        "settings": dict(scenario.settings),
        "turns": play.turns_of(scenario),
        "setup": play.setup_of(scenario),
        "markers_on_map": play.markers_on_map_of(scenario),
        "arrivals": play.arrivals_of(battle, scenario),
        "unused": tuple(sorted(scenario.unused)),
        "stacking": stacking.stacking_of(derived),
        "victory": play.victory_of(battle, scenario, derived.series, derived.map_rules.charts),
        "special_rules": rules.special_rules_of(battle, scenario),
        "fields": vocabulary.fields_of(definition),
        "option_list": vocabulary.option_list_of(battle, scenario),
        "vocabulary": vocabulary.vocabulary_of(battle),
        "setting_lists": vocabulary.lists_of(definition.scenario_fields, scenario.settings),
    }


def _charts(series: Series, charts: ChartBook) -> _Members:
    plain = book_to_plain(charts, texts=True)
    sentences = {name: {"en": sentence} for name, sentence in series.summaries.items() if sentence}
    return {
        "charts": convert(plain["charts"], tuple[ChartData, ...]),
        "chart_words": {name: {"en": sentence} for name, sentence in plain["words"].items()},
        "references": dict(sorted({**sentences, **plain["sources"]}.items())),
    }


def package_bytes(package: Package) -> bytes:
    """Return the file: UTF-8 JSON, one top-level member a line, so that two packages can be compared.

    Raises:
        OutputFailed: the package would be larger than any reader accepts.
    """
    return _file([_lines({name: getattr(package, name) for name in Package.__struct_fields__})])


def _lines(members: _Members) -> bytes:
    return b",\n".join(f'"{name}":'.encode() + json.encode(member) for name, member in members.items())


def _file(lines: list[bytes]) -> bytes:
    content = b"{\n" + b",\n".join(lines) + b"\n}\n"
    if len(content) > MAX_BYTES:
        raise OutputFailed(f"the package would have {len(content)} bytes; {MAX_BYTES} is the most")
    return content


class PackageExporter(Exporter):
    """Writes what a rules engine loads."""

    name = "package"
    in_worker = True
    title = "engine packages"

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return a file for each scenario; none without a map."""
        battle = context.battle
        return tuple(package_name(battle, s) for s in battle.scenarios) if battle.map is not None else ()

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; a package can say everything that the model holds and an engine needs."""
        battle = context.battle
        for scenario in battle.scenarios if battle.map is not None else ():
            content = _package(context, scenario)
            (folder / package_name(battle, scenario)).write_bytes(content)
        return []


def _package(context: BuildContext, scenario: Scenario) -> bytes:
    """Return the file of a scenario; its ground and the charts, most of the work, come from the cache."""
    from jdgtools.derived import derive

    battle, charts = context.battle.in_scenario(scenario), context.charts
    derived = derive(battle, context.series, charts, scenario)
    reach = sight.reach_of(battle)
    terrain = context.get_or_make(
        "package ground", (derived.map_rules, reach), lambda: _lines(_ground(derived, reach))
    )
    charts = charts_in_force(derived)
    tables = context.get_or_make("package charts", charts, lambda: _lines(_charts(context.series, charts)))
    return _file([_lines(_head(battle, scenario)), terrain, _lines(_play(battle, scenario, derived)), tables])


EXPORTER = PackageExporter()
