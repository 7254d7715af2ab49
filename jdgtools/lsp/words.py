"""What a player would want to know of a hex, a unit, an option: short texts in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jdgtools.lsp.projects import Project

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.model.pieces import Unit


def plain(text: str) -> str:
    """Return a text of a project so that no sign of it is taken for Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>&|" else sign for sign in " ".join(text.split()))


def hex_words(battle: Battle, name: str) -> str:
    """Return what lies in a hex and who starts there; '' for a hex that the map does not have."""
    if battle.map is None or (index := battle.map.grid.index(name)) is None:
        return ""
    battle_map, language = battle.map, battle.language
    terrain = battle.series.terrain(battle_map.terrain[index] or "")
    level = battle_map.levels[index]
    ground = terrain.name.get(language) if terrain is not None else "unknown terrain"
    lines = [f"**{name}**: {plain(ground)}" + (f", level {level}" if level is not None else "")]
    if not battle_map.playable[index]:
        lines[0] += ", out of play"
    places = [place.name.get(language) for place in battle_map.places if place.hex == index]
    lines += [plain(", ".join(places))] if places else []
    sides = []
    for direction in range(6):
        for feature in battle_map.features_at(index, direction):
            kind = battle.series.terrain(feature.kind)
            from jdgtools.hexgrid import direction_name

            label = kind.name.get(language) if kind is not None else feature.kind
            sides.append(f"{direction_name(battle_map.grid.orientation, direction)} {label}")
    lines += [plain(", ".join(sides))] if sides else []
    ways = {
        way.kind: way.name.get(language) if way.name else "" for way in battle_map.ways if index in way.hexes
    }
    for kind_id, way_name in ways.items():
        kind = battle.series.terrain(kind_id)
        label = kind.name.get(language) if kind is not None else kind_id
        lines.append(plain(f"{label} {way_name}".strip()))
    for scenario in battle.scenarios:
        pieces = [p.piece for p in sorted(scenario.placements, key=lambda p: p.order) if index in p.hexes]
        if pieces:
            names = ", ".join(piece_name(battle, piece) for piece in pieces)
            lines.append(f"*{plain(scenario.title.get(language))}*: {plain(names)}")
    return "\n\n".join(lines)


def short_hex_words(battle: Battle, index: int) -> str:
    """Return terrain, level and places of a hex in a few words."""
    assert battle.map is not None
    terrain = battle.series.terrain(battle.map.terrain[index] or "")
    level = battle.map.levels[index]
    names = [place.name.get(battle.language) for place in battle.map.places if place.hex == index]
    ground = terrain.name.get(battle.language) if terrain is not None else ""
    return ", ".join([*names, *filter(None, (ground,)), *([f"level {level}"] if level is not None else [])])


def piece_name(battle: Battle, piece: str) -> str:
    """Return the name of a unit or leader; its id where it has none."""
    unit = battle.unit(piece) or battle.leader(piece)
    return unit.name.get(battle.language) if unit is not None else piece


def unit_words(battle: Battle, unit: Unit) -> str:
    """Return what a unit is, its ratings, and where it starts."""
    language = battle.language
    kind = battle.series.unit_type(unit.type or "")
    side, command = battle.side(unit.side), battle.command(unit.command)
    about = [
        kind.name.get(language) if kind is not None else "",
        command.name.get(language) if command is not None else "",
        side.name.get(language) if side is not None else "",
    ]
    lines = [f"**{plain(unit.name.get(language))}**", plain(", ".join(filter(None, about)))]
    ratings = []
    for field in battle.series.unit_fields:
        front, back = unit.front.get(field.id), unit.back.get(field.id)
        if front is not None and front is not False and front != "":
            value = "yes" if front is True else str(front)
            back_text = f" / {back}" if back is not None and back != front and front is not True else ""
            ratings.append(f"{field.name.get(language)} {value}{back_text}")
    lines += [plain("; ".join(ratings)), *starts(battle, unit.id)]
    return "\n\n".join(filter(None, lines))


def starts(battle: Battle, piece: str) -> Iterator[str]:
    """Yield where a piece starts in each scenario, or when it arrives."""
    for scenario in battle.scenarios:
        title = plain(scenario.title.get(battle.language))
        placement = scenario.placement(piece)
        if placement is not None:
            grid = battle.map.grid if battle.map is not None else None
            hexes = " ".join(grid.id(index) for index in placement.hexes) if grid is not None else ""
            yield f"*{title}*: {plain(hexes or placement.area_name or placement.box)}"
        for arrival in scenario.arrivals:
            if piece in arrival.pieces and arrival.turn is not None:
                yield f"*{title}*: turn {arrival.turn}"


def option_words(project: Project, option_id: str) -> str:
    """Return what an option decides, and the values that it may have; '' for an unknown one."""
    battle = project.battle
    option = battle.series.option(option_id) if battle is not None else None
    if battle is None or option is None:
        return ""
    lines = [f"**{plain(option.name.get(battle.language))}**", plain(option.text.get(battle.language))]
    values = " · ".join(f"`{_as_source(value)}`" for value in option.values)
    lines.append(f"{values} (default `{_as_source(option.default)}`)" if values else "")
    return "\n\n".join(filter(None, [*lines, ", ".join(option.rules)]))


def _as_source(value: object) -> str:
    from jdgtools.source.node import as_written

    return as_written(value)


def statement_words(project: Project, statement: str) -> str:
    """Return what a statement of the rules says; '' for an unknown one."""
    series = project.last_check.series
    sentence = series.summaries.get(statement, "") if series is not None else ""
    return f"**{statement}**\n\n{plain(sentence)}" if sentence else ""


def code_words(code: str) -> str:
    """Return what a diagnostic code means; '' for an unknown one."""
    from jdgtools.checks.catalogue import all_documents

    document = next((d for d in all_documents() if d.code == code), None)
    return f"**{code}** {plain(document.name)}\n\n{plain(document.rationale)}" if document is not None else ""
