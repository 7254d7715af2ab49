"""The map of a scenario with its counters, as a drawing in the page, with a button for every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.setupmap import turn_of
from jdgtools.exporters.web.markup import SpriteSheet, text
from jdgtools.hexgrid.layout import Layout, Point
from jdgtools.model.phrases import Phrases
from jdgtools.model.scenario import Arrival, Placement, Scenario

_EDGE = 0.62
"""Edge of a counter in distances between opposite hexsides."""
_SHIFT = 0.09
"""How far the counters of a stack lie apart, likewise."""
MAX_TURNS = 60
"""Turns that have a button; later ones are in the table of arrivals alone."""

_ZOOM = Phrases(
    {
        "near": ("Zoom in", "Agrandir", "Powiększ", "Nagyítás"),
        "far": ("Zoom out", "Réduire", "Pomniejsz", "Kicsinyítés"),
        "whole": ("Whole map", "Carte entière", "Cała mapa", "Teljes térkép"),
    }
)
"""What the buttons of the script do."""


class _Place(NamedTuple):
    """Where and how a counter lies."""

    points: Sequence[Point]
    """Middles of its hexes."""
    depth: int
    """Counters below it."""
    turn: float
    """Degrees, clockwise."""


def board(
    names: BookletNames,
    pictures: BookletPictures,
    scenario: Scenario,
    sheet: SpriteSheet,
    layout: Layout,
    file: str,
) -> str:
    """Return the map of a scenario.

    Args:
        names: the battle as the scenario has it.
        pictures: its counters, all of them on the sheet.
        scenario: whose setup is shown.
        sheet: of the counters.
        layout: of the picture of the map, pixels.
        file: the picture.
    """
    number = names.battle.scenarios.index(scenario) + 1
    width, height = round(layout.width), round(layout.height)
    label = text(scenario.title.get(names.language) or scenario.id)
    hexes = "".join(_hexes(names, layout))
    counters = "".join(_counters(names, pictures, scenario, sheet, layout))
    drawing = (
        f'<svg class=map viewBox="0 0 {width} {height}" tabindex=0 role=group '
        f'aria-label="{label}">\n'
        f'<image href="{file}" width="{width}" height="{height}"/>\n'
        f"{hexes}{counters}</svg>\n"
    )
    words = " ".join(f'data-{key}="{text(_ZOOM(key, names.language))}"' for key in _ZOOM.keys)
    return (
        f"<div class=board {words}>{''.join(_buttons(names, scenario, number))}\n"
        f"<div class=frame>{drawing}</div><output class=hex>&nbsp;</output></div>\n"
    )


def _buttons(names: BookletNames, scenario: Scenario, number: int) -> Iterator[str]:
    """Yield a radio button and its label for every turn: they need no script."""
    for index, turn in enumerate(scenario.turns[:MAX_TURNS]):
        check_mark = " checked" if index == 0 else ""
        words = f"{turn.number} {turn.time}".strip()
        name = f"t{number}-{index + 1}"
        heading = f"<span class=hidden>{text(names.word('turn'))} </span>"
        yield (
            f'<input type=radio class="turn t{index + 1}" name="turn{number}" id="{name}"{check_mark}>'
            f'<label for="{name}">{heading}{text(words)}</label>\n'
        )


def _hexes(names: BookletNames, layout: Layout) -> Iterator[str]:
    the_map = names.battle.map
    assert the_map is not None
    series, language = names.battle.series, names.language
    kinds = {t.id: t.name.get(language) for t in series.terrains if t.kind == "hex"}
    places = {place.hex: place.name.get(language) for place in the_map.places}
    for index in the_map.hexes():
        if not the_map.playable[index]:
            continue
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in layout.polygon(index))
        level = the_map.levels[index]
        words = [the_map.grid.id(index), kinds.get(the_map.terrain[index] or "", ""), places.get(index, "")]
        if level:
            words.append(f"▲{level}")
        title = text(" · ".join(word for word in words if word))
        yield f'<polygon class=hex points="{points}"><title>{title}</title></polygon>\n'


def _counters(
    names: BookletNames, pictures: BookletPictures, scenario: Scenario, sheet: SpriteSheet, layout: Layout
) -> Iterator[str]:
    """Yield the counters of the setup, and those that arrive with the class of their turn."""
    stacks: dict[tuple[int, ...], list[Placement]] = {}
    for placement in scenario.placements:
        at = placement.hexes or placement.area[:1]
        if at:
            stacks.setdefault(at, []).append(placement)
    # The longer come first: a unit of two hexes lies below what shares one of them.
    for at, stack in sorted(stacks.items(), key=lambda one: -len(one[0])):
        points = [layout.centre(index) for index in at]
        order = sorted(stack, key=lambda each: -each.order)
        for depth, placement in enumerate(order):
            words = [names.piece(placement.piece), names.hexes(placement.possible_hexes)]
            if placement.area:
                words.append(names.word("player_choice"))
            words += [names.facing(placement.facing), names.states(placement.state.items())]
            place = _Place(points, depth, turn_of(names, placement, points))
            yield _counter(names, pictures, placement.piece, sheet, layout, place, words, "")
    turns = {turn.number: at + 1 for at, turn in enumerate(scenario.turns[:MAX_TURNS])}
    depths: dict[int, int] = {}
    for arrival in scenario.arrivals:
        where = arrival.hexes[0] if arrival.hexes else None
        at_turn = turns.get(arrival.turn) if arrival.turn is not None else None
        if where is None or at_turn is None:
            continue
        for piece in _from_below(arrival):
            depth = depths.get(where, 0)
            depths[where] = depth + 1
            words = [names.piece(piece), names.hexes(arrival.hexes), f"{names.word('turn')} {arrival.turn}"]
            kind = f" arrives a{at_turn}"
            place = _Place([layout.centre(where)], depth, 0.0)
            yield _counter(names, pictures, piece, sheet, layout, place, words, kind)


def _from_below(arrival: Arrival) -> tuple[str, ...]:
    """Return the pieces of a group as they lie in their hex: the first that enters is on top."""
    return tuple(reversed(arrival.pieces))


def _counter(
    names: BookletNames,
    pictures: BookletPictures,
    piece: str,
    sheet: SpriteSheet,
    layout: Layout,
    place: _Place,
    words: list[str],
    kind: str,
) -> str:
    battle = names.battle
    record = battle.unit(piece) or battle.leader(piece)
    face = None if record is None else pictures.front(record)
    if face is None or face not in sheet.sprites:
        return ""
    count = len(place.points)
    shift = (place.depth % 6) * _SHIFT * layout.size
    x = sum(x for x, _ in place.points) / count + shift
    y = sum(y for _, y in place.points) / count - shift
    edge = _EDGE * layout.size
    sprite = sheet.sprites[face]
    title = " · ".join(word for word in words if word)
    picture = sheet.picture(face, -edge * sprite.width / sprite.height / 2, -edge / 2, edge, title)
    turn = f" rotate({place.turn:.0f})" if round(place.turn) else ""
    return f'<g class="piece{kind}" transform="translate({x:.1f} {y:.1f}){turn}">{picture}</g>\n'
