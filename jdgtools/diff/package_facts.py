"""A package for rules engines as tables; packages are compared with packages alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from jdgtools.diff.conditions import condition_value
from jdgtools.diff.facts import (
    Fact,
    FactLayer,
    Facts,
    FactTable,
    Reference,
    Stacks,
    Value,
    Values,
    add_text,
    plain_value,
    refer,
)
from jdgtools.diff.scenario_facts import ratings
from jdgtools.hexgrid import compass_name, direction_name
from jdgtools.package import Package
from jdgtools.package.model_map import TerrainKind


def package_facts(package: Package) -> Facts:
    """Return the tables of a package."""
    scenario = package.scenario.id
    tables = [_itself(package), *_army(package), *_map(package), *_play(package), _charts(package)]
    setups = {s.piece: package.grid.ids[s.hexes[0]] for s in package.setup if s.hexes}
    orders: dict[str, list[tuple[int, str]]] = {}
    for setup in package.setup:
        for index in setup.hexes:
            orders.setdefault(package.grid.ids[index], []).append((setup.stack, setup.piece))
    stacks = {name: tuple(p for _, p in sorted(pieces)) for name, pieces in orders.items() if pieces[1:]}
    return Facts(
        package.battle.id,
        _name(package, package.battle.title),
        tuple(tables),
        tuple(_layers(package)),
        (Stacks(scenario, stacks),),
        {(table.kind, fact.id): fact.name for table in tables if table.kind for fact in table.facts.values()},
        {scenario: setups},
    )


def _name(package: Package, words: Mapping[str, str]) -> str:
    language = package.battle.language
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


def _fact(package: Package, id_: str, name: Mapping[str, str], values: Values, label: str = "name") -> Fact:
    add_text(values, label, name, package.battle.language)
    return Fact(id_, _name(package, name), values)


def _itself(package: Package) -> FactTable:
    battle = package.battle
    values: Values = {
        "id": battle.id,
        "series": package.series.id,
        "version": battle.version,
        "date": battle.date,
        "scale": battle.scale,
    }
    add_text(values, "title", battle.title, battle.language)
    return FactTable("battle", "", {"battle": Fact("battle", "", values)})


def _army(package: Package) -> Iterator[FactTable]:
    sides, commands, leaders, units = {}, {}, {}, {}
    for side in package.sides:
        values: Values = {
            "nationalities": side.nationalities,
            "rout edge": side.rout_edge,
            **dict(side.values),
        }
        sides[side.id] = _fact(package, side.id, side.name, values)
    yield FactTable("sides", "side", sides)
    for command in package.commands:
        values = {
            "side": _reference("side", command.side),
            "leader": _reference("unit", command.leader),
            "letter": command.letter,
            "higher formation": command.parent,
            "order": command.order,
            "one marker": command.single_marker,
            **dict(command.values),
        }
        commands[command.id] = _fact(package, command.id, command.name, values)
    yield FactTable("commands", "command", commands)
    labels = {f.id: _name(package, f.name) for f in package.fields}
    for leader in package.leaders:
        values = {
            "side": _reference("side", leader.side),
            "command": _reference("command", leader.command),
            "nationality": leader.nationality,
            "role": leader.role,
            **ratings(leader.front, leader.back, labels),
        }
        for name, extra in leader.extra.items():
            values |= {f"{labels.get(key, key)}, {name}": value for key, value in extra.items()}
        leaders[leader.id] = _fact(package, leader.id, leader.name, values)
    yield FactTable("leaders", "unit", leaders)
    for unit in package.units:
        values = {
            "side": _reference("side", unit.side),
            "command": _reference("command", unit.command),
            "nationality": unit.nationality,
            "type": unit.type,
            "hexes covered": unit.footprint,
            "higher formation": unit.parent,
            **ratings(unit.front, unit.back, labels),
        }
        units[unit.id] = _fact(package, unit.id, unit.name, values)
    yield FactTable("units", "unit", units)
    markers = {}
    for marker in package.activation:
        values = {
            "code": marker.code,
            "side": _reference("side", marker.side),
            "commands": refer("command", marker.commands),
            "rating": marker.rating,
            "entry": marker.entry,
            "turns": marker.turns,
            "reinforcements": marker.reinforcements,
            "effects": tuple(plain_value(effect) for effect in marker.effects),
        }
        markers[marker.id] = _fact(package, marker.id, marker.effect, values, "effect")
    yield FactTable("activation markers", "activation", markers)


def _reference(kind: str, id_: str | None) -> Reference | None:
    return Reference(kind, id_) if id_ else None


def _map(package: Package) -> Iterator[FactTable]:
    grid = package.grid
    values: Values = {
        "columns": grid.columns,
        "rows": grid.rows,
        "hexes": f"{grid.orientation}-topped",
        "shifted": grid.shifted,
        "ragged": grid.ragged,
        "metres of a hex": grid.hex_metres,
        "metres of a level": grid.level_metres,
    }
    yield FactTable("map", "", {"map": Fact("map", "", values)})
    regions, entries = {}, {}
    for region in package.regions:
        values = {"hexes": refer("hex", (grid.ids[index] for index in region.hexes))}
        regions[region.id] = _fact(package, region.id, region.name, values)
    yield FactTable("regions", "region", regions)
    for entry in package.entries:
        values = {
            "side": _reference("side", entry.side),
            "hexes": refer("hex", (grid.ids[index] for index in entry.hexes)),
            "exit": entry.exit,
            "turns": plain_value(entry.turns),
        }
        entries[entry.id] = _fact(package, entry.id, entry.name, values)
    yield FactTable("entry areas", "entry", entries)


def _layers(package: Package) -> Iterator[FactLayer]:
    grid, ground = package.grid, package.terrain
    numbered_hexes = [(index, name) for index, name in enumerate(grid.ids) if name]
    names = [_name(package, kind.name) or kind.id for kind in ground.kinds]
    kinds = {index: names[kind] if kind >= 0 else "unknown" for index, kind in enumerate(ground.hexes)}
    yield FactLayer("terrain", {name: kinds[index] for index, name in numbered_hexes})
    yield FactLayer("level", {name: str(ground.levels[index]) for index, name in numbered_hexes})
    yield FactLayer(
        "in play", {name: "out of play" for index, name in numbered_hexes if not grid.in_play[index]}
    )
    side_names = _names(package, ground.side_kinds)
    sides: dict[str, set[str]] = {}
    for side in ground.sides:
        place = _between(package, side.hex, side.direction)
        inside = f" (inside {grid.ids[side.inside]})" if side.inside is not None else ""
        sides.setdefault(place, set()).add(side_names.get(side.kind, side.kind) + inside)
    yield FactLayer("hexsides", {place: ", ".join(sorted(kinds)) for place, kinds in sides.items()})
    way_names = _names(package, ground.way_kinds)
    steps: dict[str, set[str]] = {}
    for way in ground.ways:
        kind = way_names.get(way.kind, way.kind)
        for one, other in pairwise(way.hexes):
            place = f"{grid.ids[min(one, other)]}-{grid.ids[max(one, other)]}"
            steps.setdefault(place, set()).add(kind)
        for index, direction in zip(way.hexes[:1] + way.hexes[-1:], way.exits, strict=False):
            if direction is not None:
                steps.setdefault(_between(package, index, direction), set()).add(f"{kind} off the map")
    yield FactLayer("ways", {place: ", ".join(sorted(kinds)) for place, kinds in steps.items()})
    holders = {grid.ids[entry.hex]: entry.side for entry in package.victory.held}
    yield FactLayer("held at the start", holders, package.scenario.id)
    markers: dict[str, str] = {}
    for entry in package.markers_on_map:
        for index in entry.hexes:
            markers[grid.ids[index]] = ", ".join(filter(None, (markers.get(grid.ids[index]), entry.marker)))
    yield FactLayer("markers on the map", markers, package.scenario.id)


def _names(package: Package, kinds: tuple[TerrainKind, ...]) -> dict[str, str]:
    return {kind.id: _name(package, kind.name) or kind.id for kind in kinds}


def _between(package: Package, index: int, direction: int) -> str:
    grid = package.grid
    other = grid.neighbour(index, direction)
    if other is None:
        return f"{grid.ids[index]}/{direction_name(grid.orientation, direction)}"
    return f"{grid.ids[min(index, other)]}-{grid.ids[max(index, other)]}"


def _play(package: Package) -> Iterator[FactTable]:
    scenario = package.scenario
    values: Values = {
        "first turn": package.turns.first,
        "last turn": package.turns.last,
        **{f"option {option}": plain_value(value) for option, value in package.options.items()},
        **dict(package.settings),
        **{f"number of markers {marker}": count for marker, count in package.markers.items()},
    }
    yield FactTable(
        "scenario", "", {scenario.id: _fact(package, scenario.id, scenario.title, values)}, scenario.id
    )
    turns = {
        str(turn.number): Fact(str(turn.number), "", {"time": turn.time, "flags": tuple(sorted(turn.flags))})
        for turn in package.turns.track
    }
    yield FactTable("turns", "", turns, scenario.id)
    pieces = {unit.id: _name(package, unit.name) for unit in package.units}
    pieces |= {leader.id: _name(package, leader.name) for leader in package.leaders}
    yield FactTable("setup", "unit", _setup(package, pieces), scenario.id)
    yield FactTable("reinforcements", "arrival", _arrivals(package), scenario.id)
    yield FactTable(
        "unused", "unit", {p: Fact(p, pieces.get(p, ""), {}) for p in package.unused}, scenario.id
    )
    yield from _victory(package)
    rules = {}
    for rule in package.special_rules:
        values = {
            "overrules": rule.overrules,
            "effects": tuple(plain_value(effect) for effect in rule.effects),
        }
        add_text(values, "text", rule.text, package.battle.language)
        rules[rule.id] = _fact(package, rule.id, rule.title, values, "title")
    yield FactTable("special rules", "rule", rules, scenario.id)


def _setup(package: Package, pieces: Mapping[str, str]) -> dict[str, Fact]:
    """Return where pieces start, by their ids; `pieces` are their names."""
    grid, setup = package.grid, {}
    for start in package.setup:
        values: Values = {
            "box": start.box,
            "hex": refer("hex", (grid.ids[index] for index in start.hexes)),
            "hexes to choose from": refer("hex", (grid.ids[index] for index in start.area)),
            "facing": None
            if start.facing is None
            else compass_name(package.series.facing, grid.orientation, start.facing),
            **dict(start.state),
        }
        setup[start.piece] = Fact(start.piece, pieces.get(start.piece, ""), values)
    return setup


def _arrivals(package: Package) -> dict[str, Fact]:
    """Return reinforcements by their ids."""
    grid, arrivals = package.grid, {}
    for group in package.arrivals:
        values: Values = {
            "turn": group.turn,
            "until turn": group.until,
            "pieces": refer("unit", group.pieces),
            "stacks": tuple(refer("unit", stack) for stack in group.stacks),
            "command": _reference("command", group.command),
            "side": _reference("side", group.side),
            "hexes": refer("hex", (grid.ids[index] for index in group.hexes)),
            "entry area": _reference("entry", group.entry),
            "optional": group.optional,
            "chance": f"{group.chance.at_most} or less of {group.chance.of}" if group.chance else None,
            "when": _condition(package, group.required) if group.required else None,
            **dict(group.state),
        }
        add_text(values, "condition", group.condition, package.battle.language)
        arrivals[group.id] = Fact(group.id, "", values)
    return arrivals


def _condition(package: Package, condition: object) -> Value:
    return condition_value(condition, package.grid.ids.__getitem__, lambda ids: refer("unit", ids))


def _victory(package: Package) -> Iterator[FactTable]:
    scenario = package.scenario.id
    awards, ends, levels, losses = {}, {}, {}, {}
    for award in package.victory.awards:
        values: Values = {
            "side": _reference("side", award.side),
            "points": award.points,
            "for each": award.each,
            "counted": award.at,
            "when": _condition(package, award.when),
        }
        awards[award.id] = _fact(package, award.id, award.name, values)
    yield FactTable("victory points", "award", awards, scenario)
    for end in package.victory.automatic:
        values = {
            "side": _reference("side", end.side),
            "evaluated": end.evaluated,
            "when": _condition(package, end.when),
        }
        ends[end.id] = _fact(package, end.id, end.name, values)
    yield FactTable("automatic victory", "automatic", ends, scenario)
    for level in package.victory.levels:
        values = {"winner": _reference("side", level.side), "from": level.low, "to": level.high}
        title = f"{_name(package, level.name)} {level.side or ''}".strip()
        levels[title] = Fact(title, "", values)
    yield FactTable("levels of victory", "", levels, scenario)
    for schedule in package.victory.schedules:
        points: Values = {entry.id: entry.points for entry in schedule.entries}
        losses[schedule.chart] = Fact(schedule.chart, "", points)
    yield FactTable("points for losses", "", losses, scenario)


def _charts(package: Package) -> FactTable:
    facts = {}
    for chart in package.charts:
        labels = [{key.id: _name(package, key.label) or key.id for key in axis.keys} for axis in chart.axes]
        values: Values = {}
        for cell in chart.cells:
            words = [names.get(key, key) for names, key in zip(labels, cell.at, strict=True)]
            values[" / ".join(words)] = plain_value(cell.value)
        facts[chart.id] = Fact(chart.id, _name(package, chart.title), values)
    return FactTable("charts", "", facts)
