"""What the page knows of a battle, as JSON: the map's hexes, setups, diagnostics, terrains.

Hexes are named by their numbers; places on the map are pixels of zoom 0. Texts are plain: the page shows
them as text and never as markup.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from jdgtools.desk.mends import Mend, mends_of
from jdgtools.desk.structured_text import text_of
from jdgtools.desk_page.problem_hexes import ProblemHexes
from jdgtools.diagnostics.shortening import brief
from jdgtools.hexgrid import direction_name
from jdgtools.render.map.landscape import Styles
from jdgtools.source.lines import split_lines

if TYPE_CHECKING:
    from jdgtools.desk.session import Session
    from jdgtools.desk_page.counter_pictures import PageCounters
    from jdgtools.diagnostics.diagnostic import Diagnostic
    from jdgtools.exporters.context import BuildContext
    from jdgtools.hexgrid.layout import Layout
    from jdgtools.model.battle import Battle
    from jdgtools.model.map import BattleMap
    from jdgtools.model.pieces import Leader, Unit
    from jdgtools.model.scenario import Arrival, Placement, Scenario

Plain = dict[str, Any]
MAX_PROBLEMS = 500
"""Diagnostics that the page lists; the gravest come first."""


def map_facts(context: BuildContext, layout: Layout) -> Plain:
    """Return the hexes of a map with their ground, and where they lie.

    Args:
        context: the battle.
        layout: of the screen map, pixels.
    """
    battle, language = context.battle, context.language
    the_map = battle.map
    assert the_map is not None
    grid = the_map.grid
    x0, y0 = layout.centre(0)
    names: dict[int, list[str]] = {}
    for place in the_map.places:
        names.setdefault(place.hex, []).append(place.name.get(language))
    for entry in the_map.entries:
        for index in entry.hexes:
            names.setdefault(index, []).append(entry.name.get(language))
    for region in the_map.regions:
        for index in sorted(region.hexes):
            names.setdefault(index, []).append(region.name.get(language))
    return {
        "areas": [
            {"key": key, "id": one.id, "name": one.name.get(language), "hexes": _numbers(layout, hexes)}
            for key, areas in (("regions", the_map.regions), ("entries", the_map.entries))
            for one in areas
            for hexes in [tuple(sorted(one.hexes))]
        ],
        "places": {grid.id(place.hex): place.name.get(language) for place in the_map.places},
        "width": round(layout.width),
        "height": round(layout.height),
        "hexSize": layout.size,
        "corners": [[x - x0, y - y0] for x, y in layout.polygon(0)],
        "metres": {"hex": the_map.hex_metres, "level": the_map.level_metres},
        "numbering": {
            key: value
            for key, value in asdict(grid.numbering).items()
            if not key.endswith("_digits") and key not in ("letter_style", "stagger")
        },
        "directions": [direction_name(grid.orientation, d) for d in range(6)],
        "hexes": [
            {
                "id": grid.id(index),
                "centre": layout.centre(index),
                "terrain": the_map.terrain[index],
                "level": the_map.levels[index],
                "inPlay": the_map.playable[index],
                "names": [name for name in names.get(index, []) if name],
                "neighbours": [
                    None if other is None else grid.id(other) for other in grid.neighbour_table[index]
                ],
                "ground": _features(the_map, battle, language, index),
            }
            for index in grid.hexes
        ],
    }


def _features(the_map: BattleMap, battle: Battle, language: str, index: int) -> list[str]:
    """Return the names of what lies on the hexsides of a hex and leads through it, each once."""
    kinds = [f.kind for direction in range(6) for f in the_map.features_at(index, direction)]
    kinds += [way.kind for way in the_map.ways if index in way.hexes]
    return [_terrain_name(battle, kind, language) for kind in dict.fromkeys(kinds)]


def _terrain_name(battle: Battle, terrain: str, language: str) -> str:
    definition = battle.series.terrain(terrain)
    return definition.name.get(language) if definition is not None else terrain


def terrain_facts(context: BuildContext) -> list[Plain]:
    """Return the terrains of the series and of the battle: id, name, kind; those of hexes with a colour."""
    theme = context.theme
    styles = Styles.of(context.battle, theme).hexes
    terrains = []
    for terrain in context.battle.series.terrains:
        key = f"map.terrain.{styles.get(terrain.id, '')}.fill"
        terrains.append(
            {
                "id": terrain.id,
                "name": terrain.name.get(context.language),
                "kind": terrain.kind,
                "directed": terrain.directed,
                "water": terrain.water,
                "color": theme.color(key) if terrain.kind == "hex" and theme.has(key) else "",
            }
        )
    return terrains


def marker_facts(context: BuildContext) -> list[Plain]:
    """Return the markers of the series that may lie on the map: id and name."""
    return [{"id": one.id, "name": one.name.get(context.language)} for one in context.battle.series.markers]


def scenario_facts(
    context: BuildContext, scenario: Scenario, layout: Layout, pictures: PageCounters
) -> Plain:
    """Return a scenario: its turns, the counters on the map, what waits, what arrives."""
    language = context.language
    counters = [_counter(context, scenario, p, layout, pictures) for p in scenario.placements]
    return {
        "id": scenario.id,
        "title": scenario.title.get(language),
        "turns": [
            {
                "number": turn.number,
                "label": " ".join(part for part in (turn.time, turn.label.get(language)) if part),
                "flags": sorted(turn.flags),
            }
            for turn in scenario.turns
        ],
        "counters": [one for one in counters if one["hexes"]],
        "waiting": [one for one in counters if not one["hexes"]],
        "markers": [
            {"marker": m.marker, "hexes": _numbers(layout, m.hexes), **_face(pictures, m.marker)}
            for m in scenario.markers_on_map
        ],
        "arrivals": [_arrival(context, scenario, one, layout, pictures) for one in scenario.arrivals],
        "terrain": {layout.grid.id(i): terrain for i, terrain in scenario.map_changes.terrain.items()},
        "held": {
            side.id: [layout.grid.id(index) for index, holder in scenario.held.items() if holder == side.id]
            for side in context.battle.sides
        },
    }


def _counter(
    context: BuildContext,
    scenario: Scenario,
    placement: Placement,
    layout: Layout,
    pictures: PageCounters,
) -> Plain:
    battle = context.battle
    back = any(
        value.face == "back"
        for axis in battle.series.state_axes
        for value in axis.values
        if placement.state.get(axis.id) == value.id
    )
    return {
        "piece": placement.piece,
        "kind": placement.kind,
        "name": _piece_name(context, placement.piece),
        "side": battle.side_of(placement.piece),
        "hexes": _numbers(layout, placement.hexes),
        "area": placement.area_name or placement.box,
        "areaHexes": _numbers(layout, placement.area),
        "facing": placement.facing,
        "angle": facing_angle(battle, layout, placement.facing),
        "order": placement.order,
        **_face(pictures, placement.piece, scenario.id, back),
    }


def _arrival(
    context: BuildContext, scenario: Scenario, arrival: Arrival, layout: Layout, pictures: PageCounters
) -> Plain:
    return {
        "id": arrival.id,
        "turn": arrival.turn,
        "until": arrival.until,
        "chance": list(arrival.chance) if arrival.chance is not None else None,
        "condition": arrival.condition.get(context.language),
        "hexes": _numbers(layout, arrival.hexes),
        "pieces": [
            {
                "piece": piece,
                "name": _piece_name(context, piece),
                **_face(pictures, piece, scenario.id),
            }
            for piece in arrival.pieces
        ],
    }


def _face(pictures: PageCounters, subject: str, scenario: str = "", back: bool = False) -> Plain:
    """Return the address of a piece's picture and how many hexes wide it is; '' where it has no counter."""
    by_subject = pictures.by_subject
    counter = by_subject.get(f"{subject}@{scenario}") or by_subject.get(subject)
    if counter is None:
        return {"picture": "", "wide": 1}
    name = counter.back_name if back and counter.back_name is not None else counter.front_name
    return {"picture": pictures.address(name), "wide": counter.hexes}


def facing_angle(battle: Battle, layout: Layout, facing: int | None) -> float:
    """Return by how many degrees a counter is turned clockwise; 0 for one without a facing."""
    if facing is None:
        return 0.0
    x, y = layout.centre(0)
    if battle.series.facing == "corner":
        to_x, to_y = layout.corner(0, facing)
    else:
        (ax, ay), (bx, by) = layout.side_ends(layout.grid.hexside(0, facing))
        to_x, to_y = (ax + bx) / 2, (ay + by) / 2
    return round(degrees(atan2(to_x - x, y - to_y)), 3)


def _numbers(layout: Layout, hexes: tuple[int, ...]) -> list[str]:
    return [layout.grid.id(index) for index in hexes]


def _piece_name(context: BuildContext, piece: str) -> str:
    piece_there = context.battle.unit(piece) or context.battle.leader(piece)
    return (piece_there.name.get(context.language) if piece_there is not None else "") or piece


def piece_facts(context: BuildContext, pictures: PageCounters) -> list[Plain]:
    """Return the units and leaders of the order of battle."""
    pieces: tuple[Unit | Leader, ...] = (*context.battle.units, *context.battle.leaders)
    return [
        {
            "piece": one.id,
            "name": _piece_name(context, one.id),
            "side": one.side,
            "command": one.command,
            **_face(pictures, one.id),
        }
        for one in pieces
    ]


def shown_problems(session: Session) -> list[Diagnostic]:
    """Return the diagnostics that the page lists, in its order."""
    return sorted(session.loaded.report.diagnostics, key=lambda one: -one.severity)[:MAX_PROBLEMS]


def mends(session: Session, problem: Diagnostic) -> list[Mend]:
    """Return what is sure to mend a diagnostic."""
    if problem.span is None:
        return []
    return mends_of(session.documents, session.loaded, session.path_of(problem.span.file), problem)


def problem_facts(session: Session) -> list[Plain]:
    """Return the diagnostics of a battle, the gravest first, with line and hex where it has one."""
    problem_hexes = ProblemHexes(session)
    return [
        {
            "severity": one.severity.label,
            "code": one.code,
            "message": brief(one.message),
            "found": one.found,
            "expected": one.expected,
            "hint": one.hint,
            "subject": one.subject,
            "path": session.path_of(one.span.file) if one.span is not None else None,
            "line": one.span.line if one.span is not None else None,
            "text": _line(session, one),
            "hex": problem_hexes.hex_of(one),
            "mends": [
                {"title": mend.title, "accepts": _accepts(session, mend)} for mend in mends(session, one)
            ],
        }
        for one in shown_problems(session)
    ]


def _accepts(session: Session, mend: Mend) -> Plain | None:
    """Return the list in whose form the reason of an acceptance stands; None where nothing is accepted."""
    if not mend.accepts:
        return None
    document = session.documents[mend.accepts]
    if document.kind != "scenario" or document.node is None:
        return {"list": "accepts", "scenario": ""}
    return {"list": "scenario-accepts", "scenario": text_of(document.node.get("id"))}


def _line(session: Session, problem: Diagnostic) -> str | None:
    """Return the line of source that a diagnostic is about; None where it has none."""
    span = problem.span
    text = session.texts.get(session.path_of(span.file)) if span is not None else None
    lines = split_lines(text) if text is not None else []
    return lines[span.line - 1] if span is not None and 1 <= span.line <= len(lines) else None
