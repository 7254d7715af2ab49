"""The way from the nodes of a project's files to its `Battle`: the only part that knows both.

`build_battle` asks a builder for each part of a battle: `build_pieces` for the order of battle, `build_map`
for the map, `build_scenario` for scenarios. They share a `Context`, which remembers where everything was
written and what was wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.model.battle import Battle, ChartOverride, means_imported
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_defaults import UnitDefaults
from jdgtools.model.build_effects import with_effects
from jdgtools.model.build_entries import children
from jdgtools.model.build_map import MapBuilder
from jdgtools.model.build_markers import build_marker_counts
from jdgtools.model.build_numbering import fold_numbering
from jdgtools.model.build_pieces import (
    build_activation,
    build_commands,
    build_leaders,
    build_men_per_point,
    build_nationalities,
    build_sides,
    build_units,
)
from jdgtools.model.build_rules import build_accepts, build_battle_rules
from jdgtools.model.build_scenario import ScenarioBuilder, build_options
from jdgtools.model.build_vocabulary import build_vocabulary
from jdgtools.model.context import Context, Subject
from jdgtools.model.definition import SeriesDef
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.inheritance import inherited_problems
from jdgtools.model.pieces import (
    ActivationMarker,
    BattleSide,
    Command,
    Leader,
    Nationality,
    Unit,
)
from jdgtools.model.scenario import Scenario, SpecialRule
from jdgtools.model.survey import Surveyor
from jdgtools.model.text import normalize_text
from jdgtools.model.texts import with_strings
from jdgtools.model.vocabulary import with_words
from jdgtools.source.node import Node
from jdgtools.source.span import whole_file


class ScenarioNodes(Struct, frozen=True):
    """The parsed files of a scenario, joined with those of the scenarios that it extends."""

    file: str
    """Display path."""
    root: Node
    tables: tuple[Node, ...] = ()
    """Tables of placements."""
    bases: tuple[str, ...] = ()
    """Display paths of files from which it takes something over."""


class ProjectNodes(Struct, frozen=True):
    """The parsed files of a battle project."""

    folder: str
    """Folder as the user gave it."""
    battle: Node
    battle_file: str
    map: Node | None
    oob: tuple[Node | None, ...]
    """None stands for a file that could not be read."""
    scenarios: tuple[ScenarioNodes, ...]
    strings: Mapping[str, Node]
    """Language -> root of its file."""
    files: tuple[str, ...]
    surveyor: Surveyor | None = None
    """Makes a map of GIS data; None when map.yaml names none."""


class ModelBuild(Struct, frozen=True):
    """A battle and what was wrong with the files that it was built from."""

    battle: Battle
    diagnostics: tuple[Diagnostic, ...]
    faulty: frozenset[Subject]
    """Subjects that have an error already; checks do not repeat it."""
    out_of_range: tuple[Diagnostic, ...] = ()
    """Numbers outside the range that the series knows, for which no rule of the series may have a word."""


def _language(root: Node) -> str:
    """Return the language of texts that name none; of one that is no code, which was reported, the next best.

    Otherwise every text would be missing in the languages that are published.
    """
    codes = (Context.string(node, "") for node in (root.get("language"), *children(root, "languages")))
    return next((code for code in codes if re.fullmatch("[a-z]{2}", code)), "en")


def build_battle(nodes: ProjectNodes, series: SeriesDef) -> ModelBuild:
    """Return the model of a battle.

    Nothing raises on bad input: whatever could not be read is reported and absent.
    """
    root = nodes.battle
    language = _language(root)
    ctx = Context(series, language)
    ctx.spans[("file",)] = whole_file(nodes.battle_file)
    ctx.mark(("battle",), root)
    words = build_vocabulary(ctx, root)
    ctx.series = series = with_words(series, words)
    army = _order_of_battle(ctx, nodes)
    map_node = nodes.map if nodes.map is not None else _empty(nodes.battle_file)
    hexes = HexReader(ctx, map_node)
    side_ids = [side.id for side in army.sides]
    battle_map = MapBuilder(hexes, side_ids, nodes.surveyor).build() if nodes.map is not None else None
    index = BattleIndex(
        army.sides, army.commands, army.leaders, army.units, army.activation, hexes, battle_map
    )
    activation = with_effects(ctx, root, army.activation, index)
    rules = build_battle_rules(ctx, root, index)
    battle = Battle(
        id=ctx.string(root.get("id"), "battle"),
        series=series,
        version=ctx.string(root.get("version"), "0"),
        title=ctx.text(root.get("title")),
        subtitle=ctx.text(root.get("subtitle")),
        date=ctx.string(root.get("date")),
        place=ctx.text(root.get("place")),
        scale=_choice(ctx, root.get("scale"), series.scales),
        strength_point=ctx.text(root.get("strength_point")),
        men_per_point=build_men_per_point(ctx, root.get("men_per_point")),
        language=language,
        languages=tuple(ctx.string(x) for x in children(root, "languages")) or (language,),
        sides=army.sides,
        nationalities=army.nationalities,
        commands=army.commands,
        leaders=army.leaders,
        units=army.units,
        activation=activation,
        markers=build_marker_counts(ctx, root.get("markers"), ("battle",)),
        map=battle_map,
        scenarios=_scenarios(ctx, nodes, index, rules),
        overrides=_overrides(ctx, root),
        options=build_options(ctx, root.get("options"), ("battle", "")),
        theme=_plain_map(root.get("theme")),
        sources=tuple(ctx.text(x) for x in children(root, "sources")),
        notes=ctx.text(root.get("notes")),
        credits=ctx.text(root.get("credits")),
        folder=nodes.folder,
        module="imported" if means_imported(ctx.string(root.get("module"))) else "made",
        files=nodes.files,
        spans=ctx.spans,
        strings=_strings(ctx, nodes),
        special_rules=rules,
        accepts=build_accepts(ctx, root, ("battle",)),
        battle_of=_battle_of(ctx, root.get("battle_of")),
        words=words,
    )
    fold_numbering(ctx, map_node, hexes.grid, hexes.mentions)
    return ModelBuild(
        with_strings(battle), tuple(ctx.diagnostics), frozenset(ctx.faulty), tuple(ctx.out_of_range)
    )


class _OrderOfBattle(NamedTuple):
    """The pieces of a battle and who they belong to."""

    nationalities: tuple[Nationality, ...]
    sides: tuple[BattleSide, ...]
    commands: tuple[Command, ...]
    leaders: tuple[Leader, ...]
    units: tuple[Unit, ...]
    activation: tuple[ActivationMarker, ...]


def _order_of_battle(ctx: Context, nodes: ProjectNodes) -> _OrderOfBattle:
    """Return the order of battle: each list may name what those before it define."""
    root = nodes.battle
    nationalities = build_nationalities(ctx, root)
    nation_ids = [n.id for n in nationalities]
    sides = build_sides(ctx, root, nation_ids)
    side_ids = [s.id for s in sides]
    commands = build_commands(ctx, root, side_ids)
    command_ids = [c.id for c in commands]
    leaders = build_leaders(ctx, root, command_ids, side_ids, nation_ids)
    commands = tuple(_with_leader(ctx, c, [x.id for x in leaders]) for c in commands)
    tables = [table for table in nodes.oob if table is not None]
    defaults = UnitDefaults(ctx, root, nation_ids)
    units = build_units(ctx, tables, command_ids, side_ids, nation_ids, defaults)
    if len(tables) < len(nodes.oob):
        ctx.silent.add("REF004")  # else every unit of the unreadable file would be reported again
    else:
        defaults.report_unused()
    activation = build_activation(ctx, root, commands, side_ids)
    return _OrderOfBattle(nationalities, sides, commands, leaders, units, activation)


def _empty(file: str) -> Node:
    return Node("map", {}, whole_file(file))


def _with_leader(ctx: Context, command: Command, leaders: Sequence[str]) -> Command:
    if command.leader is None or command.leader in leaders:
        return command
    span = ctx.spans.get(("command", command.id, "leader"))
    ctx.unknown("REF003", span, "leader", command.leader, leaders, ("command", command.id, "leader"))
    return replace(command, leader=None)


def _choice(ctx: Context, node: Node | None, choices: Sequence[str]) -> str | None:
    name = ctx.name(node)
    if (name is None and not ctx.is_empty_name(node)) or name in choices or not choices:
        return name
    ctx.unknown("REF024", node, "scale", name or "", choices, ("battle", "scale"))
    return None


def _battle_of(ctx: Context, node: Node | None) -> str | None:
    name = ctx.name(node)
    battle_ids = [b.id for b in ctx.series.battles]
    if (name is None and not ctx.is_empty_name(node)) or name in battle_ids:
        return name
    ctx.unknown("REF025", node, "battle", name or "", battle_ids, ("battle", "battle_of"))
    return None


def _scenarios(
    ctx: Context, nodes: ProjectNodes, index: BattleIndex, rules: tuple[SpecialRule, ...]
) -> tuple[Scenario, ...]:
    scenarios: list[Scenario] = []
    files: dict[str, str] = {}
    # Those that others extend come first: what is wrong with them is said of them.
    for source in sorted(nodes.scenarios, key=lambda source: len(source.bases)):
        before = len(ctx.diagnostics)
        scenario = ScenarioBuilder(ctx, source, index, rules).build()
        ctx.diagnostics[before:] = inherited_problems(
            scenario, ctx.diagnostics[before:], ctx.diagnostics[:before], ctx.spans
        )
        if scenario.id in files:
            ctx.problem(
                "REF021",
                source.root.get("id"),
                f"the scenario id `{scenario.id}` is used twice",
                expected="an id of its own: it names the output files",
                hint=f"the other is in {files[scenario.id]}",
                subject=("scenario", scenario.id, "id"),
            )
            continue
        files[scenario.id] = source.file
        scenarios.append(scenario)
    order = [source.file for source in nodes.scenarios]
    return tuple(sorted(scenarios, key=lambda scenario: order.index(scenario.file)))


def _overrides(ctx: Context, root: Node) -> tuple[ChartOverride, ...]:
    changes = []
    for number, node in enumerate(children(root, "charts")):
        subject = ("override", str(number + 1))
        ctx.mark(subject, node)
        ctx.mark((*subject, "note"), node.get("note"))
        value = node.get("value")
        if not ctx.string(node.get("chart")):
            continue  # the schema has said so
        changes.append(
            ChartOverride(
                ctx.string(node.get("chart")),
                tuple(ctx.string(x) for x in children(node, "key")),
                value.to_plain() if value is not None else None,
                ctx.text(node.get("note")),
                subject[1],
            )
        )
    return tuple(changes)


def _plain_map(node: Node | None) -> dict[str, object]:
    plain = node.to_plain() if node is not None else {}
    return plain if isinstance(plain, dict) else {}


def _strings(ctx: Context, nodes: ProjectNodes) -> dict[str, dict[str, str]]:
    strings: dict[str, dict[str, str]] = {}
    for language, root in nodes.strings.items():
        its_own = root.get("language")
        if its_own is not None and its_own.is_scalar and its_own.text != language:
            ctx.problem(
                "GEN001",
                its_own,
                f"the file of the texts in `{language}` says that its language is `{its_own.text}`",
                expected=f"`{language}`, the name under which `strings` of the battle has the file",
                subject=("strings", language, "language"),
                severity=Severity.WARNING,
            )
        table = root.get("strings")
        ctx.mark(("strings", language), table)
        texts = table.items() if table is not None else ()
        strings[language] = {key: normalize_text(node.text) for key, node in texts if node.is_scalar}
    return strings
