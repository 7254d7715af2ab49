"""From the files of a project to its model: series, map, order of battle, scenarios, texts, charts.

The files that battle.yaml names are read and compared with their schemas; `model.build` makes the battle of
their nodes; the charts of the series get the values of the battle. `checking` runs the checks afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.loading.charts import charts_of_battle
from jdgtools.loading.echoes import drop_columns_under_merged, drop_empty_values, drop_said_by_schema
from jdgtools.loading.inheritance import ScenarioFile, inherit
from jdgtools.loading.loaded_battle import Loaded
from jdgtools.loading.other_files import brings_module, problems_of_other_files
from jdgtools.loading.print_settings import project_settings
from jdgtools.loading.project import (
    ROOT_NAMES,
    ProjectFiles,
    find_root,
    missing_root,
    named_files,
    project_of,
)
from jdgtools.source.node import Node
from jdgtools.source.span import Span, whole_file
from jdgtools.untrusted import budget
from jdgtools.untrusted.decoding import use_cache

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.model.build import ProjectNodes
    from jdgtools.model.survey import Surveyor
    from jdgtools.rules import Series
    from jdgtools.source.project import Buffers


MAX_ERRORS_BEFORE_MODEL = 10_000
"""Errors in the files, each by itself, beyond which no battle is made of them: it would hardly be theirs."""
MAX_PIECES = 10_000
"""Most units, formations or leaders; every check looks at each, and may have much to say of every one."""


def load(path: Path | str, cache: Cache | None = None, buffers: Buffers | None = None) -> Loaded:
    """Read a battle project and build its model; all problems are in the report.

    Args:
        path: project folder, or its battle.yaml.
        cache: what earlier runs have made: parsed files, the survey of GIS data, and what was decoded, for
            the rest of the process. None = all of it is made anew.
        buffers: texts that stand before the files, such as those that an editor has not saved; None = none.
    """
    use_cache(cache)
    budget.begin()
    path = Path(path)
    root = find_root(path)
    if root == path and path.name not in ROOT_NAMES and project_of(path) is not None:
        root = None  # a scenario or a map: its project is not read as if it were a battle
    folder = path if root is None else root.parent
    project = ProjectFiles(folder, folder.as_posix(), cache, buffers)
    if root is None:
        project.report.add(missing_root(path, folder))
        return _no_battle(project)
    node = project.read(root.name, "battle", None)
    if node is None or not node.is_map:
        return _no_battle(project)
    series = _series_of(project, node)
    contents = _read_contents(project, node)
    if series is None:
        drop_empty_values(project.report, project.report.of("REF020"))
        return _no_battle(project)
    if (excess := _too_many_pieces(node, contents)) is not None:
        project.report.add(excess)
        return _no_battle(project)
    if (errors := project.report.counts.errors) > MAX_ERRORS_BEFORE_MODEL:
        span = whole_file(node.span.file)
        project.report.add(message_of_waiting("names and rules", *why_so_many(errors), span))
        return _no_battle(project)
    return _loaded_battle(project, node, root.name, series, contents, cache)


def why_so_many(errors: int) -> tuple[str, str]:
    """Return why files with so many errors are not looked at further, and what to mend first."""
    return f"the files hold {errors:,} errors already", "those that come in great numbers"


def message_of_waiting(what: str, why: str, first: str, span: Span | None) -> Diagnostic:
    """Return the message that something was not checked, and what to mend first."""
    message = f"{what} were not checked, because {why}"
    return Diagnostic(
        "GEN012", Severity.INFO, message, span, hint=f"mend {first} first, then run the check again"
    )


def _no_battle(project: ProjectFiles) -> Loaded:
    return Loaded(None, None, None, project.report, project.sources, frozenset(), project.folder)


def _series_of(project: ProjectFiles, root: Node) -> Series | None:
    """Return the series that the root file names; None if there is none of that name, which is reported."""
    from jdgtools.model.closest import closest
    from jdgtools.series.registry import find_series, series_ids

    node = root.get("series")
    series_id = node.text if node is not None and node.is_scalar else ""
    series = find_series(series_id) if series_id.strip() else None
    if series is None and node is not None and node.is_scalar and not node.is_null:
        near = closest(series_id, series_ids()) if series_id.strip() else []
        project.report.add(
            Diagnostic(
                "REF020",
                Severity.ERROR,
                f"unknown series `{series_id}`" if series_id.strip() else "the name of the series is empty",
                node.span,
                expected=f"one of {name_list(series_ids(), 'or')}",
                hint=f"did you mean `{near[0]}`?" if near else None,
            )
        )
    return series


class _Contents(Struct, frozen=True):
    """Contents of the files that the root file names; None for a file that could not be read."""

    maps: list[tuple[str, Node | None]]
    """At most one."""
    tables: list[tuple[str, Node | None]]
    """Orders of battle."""
    scenarios: list[ScenarioFile]
    """Scenarios that could be read, with what they take over from others."""
    strings: dict[str, Node | None]
    """Language -> its texts."""
    setup_tables: list[tuple[str, Node | None]]
    """Tables that scenarios name for their setups."""


def _read_contents(project: ProjectFiles, root: Node) -> _Contents:
    where = root.span.head()
    map_files = named_files(root.get("map"), [] if brings_module(project, root) else ["map.yaml"])[:1]
    oob_files = named_files(root.get("oob"), ["oob.csv"])
    maps = [(file, project.read(file, "map", span or where)) for file, span in map_files]
    tables = [(file, project.read(file, "oob", span or where)) for file, span in oob_files]
    if (empty := _no_units(root, [node for _, node in tables])) is not None:
        project.report.add(empty)
        # Without units every mention of one would be one more mistake.
        tables = [(file, None) for file, _ in tables]
    scenarios = []
    setup_tables: list[tuple[str, Node | None]] = []
    scenario_files = named_files(root.get("scenarios"), [])
    for file, span in scenario_files:
        node = project.read(file, "scenario", span or where)
        if node is not None and node.is_map:
            setup_files = named_files(node.get("setup_tables"), [])
            setups = [(table, project.read(table, "setup", table_span)) for table, table_span in setup_files]
            setup_tables += setups
            rows = tuple(table for _, table in setups if table is not None)
            scenarios.append(ScenarioFile(file, node, rows))
    scenarios = inherit(scenarios, len(scenarios) == len(scenario_files), project.report)
    strings = root.get("strings")
    by_language = {
        language: project.read(child.text, "strings", child.span)
        for language, child in (strings.items() if strings is not None else ())
        if child.is_scalar
    }
    return _Contents(maps, tables, scenarios, by_language, setup_tables)


def _loaded_battle(
    project: ProjectFiles,
    root: Node,
    root_name: str,
    series: Series,
    contents: _Contents,
    cache: Cache | None,
) -> Loaded:
    """Return the battle with all that can be said of it without the rules of its series."""
    from jdgtools.model.build import build_battle

    report = project.report
    build = build_battle(_project_nodes(project, root, root_name, contents, cache), series.definition)
    # The files of GIS data are read while the map is built.
    battle = replace(build.battle, files=tuple(project.sources.files))
    # A cell that a spreadsheet turned into a date is one mistake, not a wrong rating as well.
    dates = {p.span for p in report.of("SRC043")}
    report.extend(p for p in build.diagnostics if not dates or p.code != "GEN001" or p.span not in dates)
    drop_empty_values(report, build.diagnostics)
    drop_columns_under_merged(report)
    drop_said_by_schema(report)
    charts, faulty = charts_of_battle(battle, series, report)
    settings = project_settings(project, battle, series)
    report.extend(problems_of_other_files(project, root, battle, series, cache))
    drop_empty_values(report, report.standing)
    faulty |= {("strings", language) for language, node in contents.strings.items() if node is None}
    if len(contents.scenarios) < len(named_files(root.get("scenarios"), [])):
        faulty |= {("battle", "scenarios")}  # what takes part in none may do so in one that was not read
    return Loaded(
        battle,
        series,
        charts,
        report,
        project.sources,
        build.faulty | faulty,
        project.folder,
        tuple(
            file for file, node in (*contents.maps, *contents.tables, *contents.setup_tables) if node is None
        ),
        settings,
        build.out_of_range,
    )


def _project_nodes(
    project: ProjectFiles, root: Node, root_name: str, contents: _Contents, cache: Cache | None
) -> ProjectNodes:
    from jdgtools.model.build import ProjectNodes, ScenarioNodes

    map_node = contents.maps[0][1] if contents.maps else None
    return ProjectNodes(
        folder=project.shown_folder,
        battle=root,
        battle_file=project.display(root_name),
        map=map_node,
        oob=tuple(node for _, node in contents.tables),
        scenarios=tuple(
            ScenarioNodes(project.display(s.file), s.root, s.tables, s.bases) for s in contents.scenarios
        ),
        strings={language: node for language, node in contents.strings.items() if node is not None},
        files=tuple(project.sources.files),
        surveyor=_surveyor(project, map_node, cache),
    )


def _no_units(root: Node, tables: Sequence[Node | None]) -> Diagnostic | None:
    """Return the one message about an order of battle without a row while there are formations."""
    commands = root.get("commands")
    empty = [node for node in tables if node is not None and node.is_table and not node.elements()]
    if not empty or len(empty) < len(tables) or commands is None or not commands.is_list:
        return None
    return Diagnostic(
        "GEN061",
        Severity.ERROR,
        "the order of battle has no row, so the formations have no units",
        empty[0].span,
        expected="a row for each unit, below the names of the columns",
        hint="if the rows are in another file, name it as `oob:` in battle.yaml",
    )


def _too_many_pieces(root: Node, contents: _Contents) -> Diagnostic | None:
    """Return the one message about more units, formations or leaders than any battle has."""
    from jdgtools.model.build_entries import children

    tables = [node for _, node in contents.tables if node is not None]
    kinds = {
        "units": [row for table in tables for row in (table.elements() or children(table, "units"))],
        "formations": children(root, "commands"),
        "leaders": children(root, "leaders"),
    }
    for kind, nodes in kinds.items():
        if len(nodes) > MAX_PIECES:
            return Diagnostic(
                "SRC016",
                Severity.ERROR,
                f"the battle has {len(nodes):,} {kind}",
                nodes[MAX_PIECES].span.head(),
                expected=f"at most {MAX_PIECES:,} {kind}",
                hint="names and rules are checked when there are fewer",
            )
    return None


def _surveyor(project: ProjectFiles, map_node: Node | None, cache: Cache | None) -> Surveyor | None:
    """Return what turns GIS data into a map; None for maps without such data, which load nothing for it."""
    if map_node is None or map_node.get("geometry") is None:
        return None
    from jdgtools.gis.survey_cache import surveyor

    return surveyor(project.read_text, cache)
