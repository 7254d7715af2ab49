"""`jdg info`: what a battle contains."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jdgtools.cli._question import read
from jdgtools.cli.output import echo

if TYPE_CHECKING:
    from jdgtools import Battle, Loaded
    from jdgtools.model.pieces import Unit
    from jdgtools.model.scenario import Scenario

Plain = dict[str, Any]


@click.command("info")
@click.argument("battle", type=click.Path(path_type=Path))
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@click.option(
    "--close-calls",
    is_flag=True,
    help="List the hexes of a map made of GIS data that are nearly something else, and how to settle them.",
)
def command(battle: Path, style: str, close_calls: bool) -> None:
    """Show what the battle in the folder BATTLE contains: sides, commands, scenarios, map.

    Of a folder that `jdg build` wrote it shows the files, and whether they are whole and of one build.
    """
    from jdgtools.loading import find_root
    from jdgtools.publication import REPORT

    if os.path.lexists(battle / REPORT) and find_root(battle) is None:
        _show_build(battle, style)
        return
    if close_calls:
        _show_calls(read(battle), style)
        return
    facts = battle_facts(read(battle))
    if style == "json":
        echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        echo("\n".join(_text(facts)))


def _show_build(folder: Path, style: str) -> None:
    from jdgtools.errors import InputRefused
    from jdgtools.publication import MAX_REPORT, REPORT, unfinished_files
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import read_file
    from jdgtools.untrusted.json_objects import parse_unambiguous

    try:
        report = parse_unambiguous(read_file(folder / REPORT, within=None, limit=MAX_REPORT))
        battle = str(report["battle"]["id"])
        names = [str(file["name"]) for file in report["files"]]
    except FileRefused as refusal:
        raise InputRefused(f"{folder / REPORT} {refusal}; build again") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputRefused(f"{folder / REPORT} is no report of a build, or damaged; build again") from None
    stale_names = unfinished_files(folder, thorough=True)
    if style == "json":
        echo(
            json.dumps(
                {"battle": battle, "files": names, "unfinished": stale_names}, indent=2, ensure_ascii=False
            )
        )
        return
    echo(f"a build of {battle}: {len(names)} files")
    for name in stale_names:
        echo(f"  {name}: not as this build wrote it")
    echo(
        "build again: the build was not finished, or files were changed"
        if stale_names
        else "all files are whole"
    )


def _show_calls(loaded: Loaded, style: str) -> None:
    from jdgtools.gis.report import calls_data, calls_text

    assert loaded.battle is not None
    if style == "json":
        echo(json.dumps(calls_data(loaded.battle.map), indent=2, ensure_ascii=False))
    else:
        echo(calls_text(loaded.battle.map))


def battle_facts(loaded: Loaded) -> Plain:
    """Return facts and counts of a battle as JSON types; names in the battle's own language."""
    battle = loaded.battle
    assert battle is not None
    counts = loaded.report.counts
    return {
        "id": battle.id,
        "title": battle.title.get(battle.language),
        "subtitle": battle.subtitle.get(battle.language),
        "series": {"id": battle.series.id, "title": battle.series.title.get(battle.language)},
        "version": battle.version,
        "date": battle.date,
        "battle_of": battle.battle_of,
        "scale": battle.scale,
        "strength_point": battle.strength_point.get(battle.language),
        "languages": list(battle.languages),
        "counters": {
            "units": len(battle.units),
            "leaders": len(battle.leaders),
            "activation_markers": len(battle.activation),
        },
        "sides": [_side(battle, side.id) for side in battle.sides],
        "map": _map(battle),
        "scenarios": [_scenario(battle, scenario) for scenario in battle.scenarios],
        "files": list(battle.files),
        # Reading finds mistakes of form and of names; `jdg check` looks at the rules as well.
        "found_while_reading": {"errors": counts.errors, "warnings": counts.warnings},
    }


def _strength(battle: Battle, units: tuple[Unit, ...]) -> int:
    """Return the sum of the ratings that the series counts as strength."""
    names = [f.id for f in battle.series.unit_fields if f.measures == "strength"]
    return sum(unit.number(name) or 0 for unit in units for name in names)


def _group(battle: Battle, units: tuple[Unit, ...]) -> Plain:
    arms = {arm: sum(unit.arm == arm for unit in units) for arm, _ in battle.series.arms}
    return {
        "units": len(units),
        "strength": _strength(battle, units),
        "arms": {arm: count for arm, count in arms.items() if count},
    }


def _side(battle: Battle, side_id: str) -> Plain:
    side = battle.side(side_id)
    assert side is not None
    commands = [c for c in battle.commands if c.side == side_id]
    units = tuple(u for u in battle.units if u.side == side_id)
    loose = tuple(u for u in units if u.command not in {c.id for c in commands})
    return {
        "id": side_id,
        "name": side.name.get(battle.language),
        **_group(battle, units),
        "leaders": [
            {"id": x.id, "name": x.name.get(battle.language)} for x in battle.leaders if x.side == side_id
        ],
        "commands": [
            {
                "id": c.id,
                "name": c.name.get(battle.language),
                **_group(battle, battle.units_of(c.id)),
                "markers": sum(c.id in m.commands for m in battle.activation),
            }
            for c in commands
        ],
        "without_command": _group(battle, loose) if loose else None,
    }


def _map(battle: Battle) -> Plain | None:
    battle_map = battle.map
    if battle_map is None:
        return None
    grid = battle_map.grid
    terrain: dict[str, int] = {}
    for index in grid.hexes:
        if battle_map.playable[index]:
            kind = battle_map.terrain[index] or "unknown"
            terrain[kind] = terrain.get(kind, 0) + 1
    levels = [battle_map.levels[index] for index in grid.hexes if battle_map.playable[index]]
    map_levels = [level for level in levels if level is not None]
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "hexes": sum(terrain.values()),
        "first_hex": grid.id(grid.hexes[0]),
        "last_hex": grid.id(grid.hexes[-1]),
        "hex_metres": battle_map.hex_metres,
        "levels": [min(map_levels), max(map_levels)] if map_levels else None,
        "terrain": dict(sorted(terrain.items(), key=lambda entry: (-entry[1], entry[0]))),
        "hexside_features": len(battle_map.features),
        "ways": len(battle_map.ways),
        "regions": len(battle_map.regions),
        "entries": len(battle_map.entries),
        "close_calls": len(battle_map.survey.calls) if battle_map.survey else None,
    }


def _scenario(battle: Battle, scenario: Scenario) -> Plain:
    turns = [t for t in scenario.turns if _can_be_played(scenario, t.number)]
    return {
        "id": scenario.id,
        "title": scenario.title.get(battle.language),
        "turns": len(turns),
        "from": turns[0].time if turns else "",
        "to": turns[-1].time if turns else "",
        "flags": {
            flag: [t.number for t in turns if flag in t.flags]
            for flag, _ in battle.series.turn_flags
            if any(flag in t.flags for t in turns)
        },
        "set_up": len(scenario.placements),
        "reinforcements": sum(len(a.pieces) for a in scenario.arrivals),
        "unused": len(scenario.unused),
        "special_rules": len(scenario.special_rules),
        "optional_rules": {
            rule.id: battle.option(rule.id, scenario) is True for rule in battle.words.optional_rules
        },
        "awards": len(scenario.awards),
    }


def _can_be_played(scenario: Scenario, number: int) -> bool:
    first, last = scenario.first_turn, scenario.last_turn
    return (first is None or number >= first) and (last is None or number <= last)


def _text(facts: Plain) -> list[str]:
    lines = [facts["title"] + (f": {facts['subtitle']}" if facts["subtitle"] else "")]
    version = f", version {facts['version']}" if facts["version"] else ""
    date = f", {facts['date']}" if facts["date"] else ""
    lines.append(f"{facts['id']}, {facts['series']['title']}{version}{date}")
    if facts["strength_point"]:
        lines.append(f"1 SP = {facts['strength_point']}")
    lines.append("")
    lines += _table(
        [["", "units", "SP", "arms", "markers"], *(row for side in facts["sides"] for row in _rows(side))]
    )
    lines += ["", *_map_text(facts["map"]), ""]
    head = ["scenario", "", "turns", "", "set up", "later", "unused"]
    lines += _table([head, *(_scenario_row(s) for s in facts["scenarios"])])
    counts = facts["found_while_reading"]
    if counts["errors"] or counts["warnings"]:
        lines += [
            "",
            f"{counts['errors']} errors, {counts['warnings']} warnings while reading: see `jdg check`",
        ]
    return lines


def _rows(side: Plain) -> list[list[str]]:
    names = ", ".join(x["name"] for x in side["leaders"])
    rows = [[side["name"] + (f" ({names})" if names else ""), *_counts(side), ""]]
    for command in side["commands"]:
        rows.append(["  " + command["name"], *_counts(command), str(command["markers"] or "")])
    if side["without_command"]:
        rows.append(["  -", *_counts(side["without_command"]), ""])
    return rows


def _counts(group: Plain) -> list[str]:
    arms = ", ".join(f"{count} {arm}" for arm, count in group["arms"].items())
    return [str(group["units"]), str(group["strength"]), arms]


def _scenario_row(scenario: Plain) -> list[str]:
    times = f"{scenario['from']}-{scenario['to']}" if scenario["from"] and scenario["to"] else ""
    counts = [str(scenario[key]) for key in ("set_up", "reinforcements", "unused")]
    return [scenario["id"], scenario["title"], str(scenario["turns"]), times, *counts]


def _map_text(facts: Plain | None) -> list[str]:
    if facts is None:
        return ["no usable map"]
    levels = facts["levels"]
    scale = f" of {facts['hex_metres']} m" if facts["hex_metres"] else ""
    heights = f", levels {levels[0]}-{levels[1]}" if levels else ""
    return [
        f"map: {facts['columns']} x {facts['rows']} {facts['orientation']}-topped hexes"
        f"{scale}, {facts['first_hex']} to {facts['last_hex']}, "
        f"{facts['hexes']} in play{heights}",
        "     " + ", ".join(f"{count} {kind}" for kind, count in facts["terrain"].items()),
        f"     {facts['hexside_features']} hexside features, {facts['ways']} roads and trails, "
        f"{facts['regions']} regions, {facts['entries']} entry areas",
        *([f"     {facts['close_calls']} close calls of its GIS data"] if facts["close_calls"] else []),
    ]


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            f"{cell:>{width}}" if cell.isdigit() else f"{cell:{width}}"
            for cell, width in zip(row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
