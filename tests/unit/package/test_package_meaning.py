"""What a package says about its own words: fields, options, entries, the picture of the map."""

from __future__ import annotations

import json

import pytest
from msgspec import convert

from jdgtools.exporters.jdgpkg.play import _chance
from jdgtools.exporters.jdgpkg.vocabulary import lists_of
from jdgtools.exporters.package import package_bytes
from jdgtools.model.definition import FieldDef
from jdgtools.model.text import Text
from jdgtools.package import loads
from jdgtools.package.model_map import Entry
from jdgtools.series.registry import find_series
from tests.unit.package.bundled import BATTLES, packages

LATER_MEMBERS = {
    "references", "fields", "option_list", "vocabulary", "setting_lists", "entry_hexes", "drawing", "effects",
    "lines", "chart_words",
}  # fmt: skip
"""Members that packages of the first writers of version 1 do not have."""


@pytest.mark.parametrize("name", BATTLES)
def test_every_value_of_a_piece_has_a_field_that_says_what_it_means(name: str) -> None:
    for _, package in packages(name):
        known: dict[tuple[str, str], set[str]] = {}
        for field in package.fields:
            known.setdefault((field.of, field.role), set()).add(field.id)
            assert field.name and (field.type != "choice" or field.choices)
        for unit in package.units:
            assert {*unit.front, *unit.back} <= known["unit", ""]
        for leader in package.leaders:
            assert {*leader.front, *leader.back} <= known["leader", leader.role or ""]
        assert set(package.settings) <= known.get(("scenario", ""), set())
        strengths = [f for f in package.fields if f.of == "unit" and f.unit == "strength points"]
        assert len(strengths) == 1


@pytest.mark.parametrize("name", BATTLES)
def test_every_option_says_what_it_decides(name: str) -> None:
    for _, package in packages(name):
        assert {o.id: o.value for o in package.option_list} == dict(package.options)
        for option in package.option_list:
            values = [choice.value for choice in option.choices]
            assert option.sentence.get("en") and (option.rules or option.text)
            assert not values or (option.value in values and option.default in values)
            assert not option.entry or option.entry in package.references


def test_lists_are_lists() -> None:
    for _, package in packages("teaching-afe"):
        types = str(package.settings["stack_types"])
        assert package.setting_lists["stack_types"] == tuple(t.strip() for t in types.split(",") if t)
    field = FieldDef("influences", Text.of("wings"), "text", lists=True)
    assert lists_of((field,), {"influences": " left, right ,,", "named": True}) == {
        "influences": ("left", "right"),
    }  # fmt: skip
    assert lists_of((field,), {}) == {}
    assert {f.id for _, p in packages("teaching-afe") for f in p.fields if f.type == "list"} == {
        "stack_types", "missile_units",
    }  # fmt: skip


@pytest.mark.parametrize("name", BATTLES)
def test_every_entry_hex_says_from_where_and_for_how_much(name: str) -> None:
    entered = 0
    for scenario, package in packages(name):
        known = {entry.hex: entry for entry in package.entry_hexes}
        named = {i for e in package.entries for i in e.hexes} | {i for a in package.arrivals for i in a.hexes}
        assert set(known) == named
        for entry in known.values():
            assert all(package.grid.neighbour(entry.hex, d) is None for d in entry.directions)
            assert set(entry.cost) == set(package.movement.classes)
            entered += any(cost > 0 for cost in entry.cost.values())
        for group, arrival in zip(package.arrivals, scenario.arrivals, strict=True):
            units = {unit.id for unit in package.units}
            assert group.kinds == tuple("unit" if piece in units else "leader" for piece in group.pieces)
            area = next((e for e in package.entries if e.id == arrival.entry), None)
            if area is not None and arrival.turn is not None:
                assert set(range(arrival.turn, (arrival.until or arrival.turn) + 1)) <= set(area.turns)
    assert entered


def test_a_road_from_off_the_map_lowers_the_cost_of_entering() -> None:
    """JDG-5.2.2-b: entering along a road costs what the road costs."""
    _, package = packages("rolica-1808")[0]
    roads = {way.hexes[k] for way in package.terrain.ways for k in (0, -1) if way.exits[k] is not None}
    costs = [entry.cost["infantry"] for entry in package.entry_hexes if entry.hex in roads]
    assert costs and all(cost > 0 for cost in costs)


@pytest.mark.parametrize(
    ("series", "at_most", "of", "expected"),
    [
        ("jdg", 3, 10, ("d10", (0, 1, 2, 3))),
        ("jdg", 0, 10, ("d10", (0,))),
        ("jdg", 10, 10, ("d10", tuple(range(10)))),
        ("jdg", 2, 6, ("", (1, 2))),
    ],
)
def test_a_chance_is_told_by_die_and_faces(
    series: str, at_most: int, of: int, expected: tuple[str, tuple[int, ...]]
) -> None:
    definition = find_series(series)
    assert definition is not None
    chance = _chance(definition.definition, at_most, of)
    assert (chance.die, chance.faces) == expected


@pytest.mark.parametrize("name", BATTLES)
def test_centres_and_corners_are_those_of_the_picture(name: str) -> None:
    for _, package in packages(name):
        drawing = package.drawing
        assert drawing is not None
        size = package.grid.size
        for index in (i for i in range(size) if package.grid.ids[i]):
            x, y = drawing.centre(index)
            assert 0 < x < drawing.width and 0 < y < drawing.height
            for direction in range(6):
                other = package.grid.neighbour(index, direction)
                if other is None:
                    continue
                # Both hexes have the ends of their hexside in common.
                ends = {drawing.corner(index, direction - 1), drawing.corner(index, direction)}
                assert ends == {drawing.corner(other, direction + 2), drawing.corner(other, direction + 3)}


def test_packages_without_later_members_are_read() -> None:
    """Members may be added within a version: a package of an earlier writer still loads."""
    _, package = packages("teaching-jdg")[0]
    plain = json.loads(package_bytes(package))
    for name in LATER_MEMBERS:
        del plain[name]
    for arrival in plain["arrivals"]:
        del arrival["kinds"]
    for entry in plain["entries"]:
        del entry["turns"]
    for piece in (*plain["units"], *plain["leaders"], *plain["sides"], *plain["commands"]):
        del piece["lists"]
    del plain["victory"]["schedules"]
    for rule in plain["special_rules"]:
        del rule["code"], rule["digest"]
    older = loads(json.dumps(plain).encode())
    assert older.units[0].id == package.units[0].id and older.drawing is None
    assert convert(plain["entries"][0], Entry).turns == ()
