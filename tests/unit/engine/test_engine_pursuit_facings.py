"""Facings of pursuing cavalry: the engine, and `jdg query --move pursuit`, hex by hex on an open field."""

from __future__ import annotations

from itertools import product

from jdgtools.engine.jdg.pursuits import pursuit_facings
from tests.small_battles import field as small_field
from tests.small_battles import mover
from tests.unit.engine.field import Field

HERE = "1515"
"""Hex of the engine's field that the pursued unit has left."""


def engine_facings(field: Field, facing: int, flight: tuple[int, ...]) -> set[int]:
    """What the engine lets cavalry face in the hex that was left; the flight is by directions from there."""
    way = [HERE]
    for direction in flight:
        way.append(field.beside(way[-1], direction))
    horse = field.put("fr-1ch", HERE, facing)
    quarry = field.put("br-5", way[-1])
    found = pursuit_facings(field.game, field.s, (horse,), quarry, tuple(map(field.hex, way)), 0)
    for unit in (horse, quarry):
        field.s.take(unit)
    return set(found)


def query_facings(entry: int, facing: int, flight: tuple[int, ...]) -> set[int]:
    """What the query answers; the cavalry comes into the hex in a direction."""
    grid = small_field("fr-1ch 0404 0").map_rules.map.grid
    left = grid.index("0404")
    way = [left]
    for direction in flight:
        way.append(grid.neighbour(way[-1], direction))
    start = grid.id(grid.neighbour(left, (entry + 3) % 6))
    derived = small_field(f"fr-1ch {start} {facing}, au-33 0404 0")
    who = mover(derived, "fr-1ch", kind="pursuit", attackers=("au-33",), fled=tuple(way[1:]))
    return {place[1] for place, _ in who.moves(who.start)}


def test_the_engine_and_the_query_turn_alike() -> None:
    """JDG-9.5.2-h: every way in, both facings that charge there, every flight of one hex or two."""
    field, compared = Field(), 0
    for entry, back in product(range(6), (0, 1)):
        facing = (entry - back) % 6
        flights = [(d,) for d in range(6)] + [
            (a, b) for a, b in product(range(6), repeat=2) if (b - a) % 6 != 3
        ]
        for flight in flights:
            expected = engine_facings(field, facing, flight)
            assert query_facings(entry, facing, flight) == expected, (entry, facing, flight)
            compared += 1
    assert compared == 12 * (6 + 30)
