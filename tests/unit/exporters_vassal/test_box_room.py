"""Room in the boxes beside the map: stacks that lie in them hide no title and stay inside."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.boxes import arrival_id, build_boxes, own_place, window_size
from jdgtools.exporters.module.stack_badge import stack_badge, stack_step
from jdgtools.vassal.traits import Label, SendTo
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, counter_width, module_context_of
from tests.unit.exporters_vassal.test_module import prop, prototypes, slots

HEAD = 22
"""Height of the band behind the title, pixels."""


@pytest.mark.parametrize("name", ALL_BATTLES)
@pytest.mark.parametrize("counter_px", [40, 72, 144])
def test_the_badge_of_a_stack_of_two_lies_below_the_title_of_its_box(name: str, counter_px: int) -> None:
    context = replace(module_context_of(name), counter_px=counter_px)
    [label] = [t for t in stack_badge(context) if isinstance(t, Label)]
    badge = stack_step(counter_px) - label.y + label.size * 0.65
    boxes = [b for b in build_boxes(context).values() if b.window != "command"]
    assert boxes
    for box in boxes:
        _, middle = box.place(0)
        assert middle - badge >= box.y + HEAD
        # The last row of counters still lies in the box.
        _, lowest = box.place(box.columns * box.rows - 1)
        assert lowest + counter_px / 2 <= box.y + box.height


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_boxes_of_losses_of_the_sides_stand_in_one_row(name: str) -> None:
    """No window of losses is a tall column: it is as wide as the others, and no higher than wide."""
    boxes = [b for b in build_boxes(module_context_of(name)).values() if b.window == "losses"]
    kinds = {b.kind for b in boxes if b.side}
    for kind in kinds:
        rows = {(b.y, b.height) for b in boxes if b.kind == kind}
        assert len(rows) == 1
    assert len({b.y for b in boxes if b.side}) == len(kinds)
    width, height = window_size(boxes)
    assert height <= width <= 1120


@pytest.mark.parametrize("name", ALL_BATTLES)
@pytest.mark.parametrize("away", ["Lost", "Exit"])
def test_a_piece_that_leaves_the_map_has_a_cell_of_its_own_in_the_box(name: str, away: str) -> None:
    zones = {z.get("name"): z.get("path") for z in built_once(name).module.root.find("Zone")}
    cells: dict[tuple[str, int, int], set[str]] = {}
    for piece in slots(built_once(name)):
        if not prop(piece, f"{away}Box"):
            continue
        title = prop(piece, f"{away}Box")
        x, y = int(prop(piece, f"{away}X")), int(prop(piece, f"{away}Y"))
        corners = [tuple(map(int, corner.split(","))) for corner in zones[title].split(";")]
        (left, top), (right, low) = min(corners), max(corners)
        assert left < x < right
        assert top + HEAD < y < low
        cells.setdefault((title, x, y), set()).add(prop(piece, "Id"))
    assert all(len(ids) == 1 for ids in cells.values())
    assert cells or away == "Exit"


def test_more_pieces_than_a_box_has_cells_lie_in_them_a_little_lower() -> None:
    context = module_context_of("teaching-afe")
    units = context.battle.units
    crowd = [replace(units[0], id=f"u{n}") for n in range(200)]
    context = replace(context, battle=replace(context.battle, units=(*units, *crowd)))
    box = build_boxes(context)[f"eliminated/{units[0].side}"]
    assert box.columns * box.rows < 200
    places = [own_place(context, box, "unit", u.id) for u in crowd]
    assert len(set(places)) == 200


def test_a_leader_lies_behind_the_units_in_a_box_of_both() -> None:
    context = module_context_of("rolica-1808")
    box = build_boxes(context)["eliminated/allied"]
    units, leaders = (context.numbers_in_side("allied", kind) for kind in box.kinds)
    assert [own_place(context, box, "leader", x) for x in leaders] == [
        box.place(len(units) + n) for n in range(len(leaders))
    ]


@pytest.mark.parametrize("name", ["rolica-1808", "vimeiro-1808", "teaching-jdg"])
def test_markers_that_are_taken_out_of_play_lie_side_by_side_in_the_box_of_their_side(name: str) -> None:
    zones = {z.get("name"): z.get("path") for z in built_once(name).module.root.find("Zone")}
    commands = {m.id: m.commands for m in module_context_of(name).battle.activation}
    of_side: dict[str, dict[str, tuple[int, int]]] = {}
    for piece in slots(built_once(name)):
        if prop(piece, "Kind") == "activation":
            place = int(prop(piece, "AwayX")), int(prop(piece, "AwayY"))
            of_side.setdefault(prop(piece, "Side"), {})[prop(piece, "Id")] = place
    assert len(of_side) == 2
    for side, places in of_side.items():
        assert len(set(places.values())) == len(places)
        corners = [tuple(map(int, c.split(","))) for c in zones[f"Removed markers: {side}"].split(";")]
        (left, top), (right, low) = min(corners), max(corners)
        half = counter_width(built_once(name)) / 2
        assert all(left < x - half and x + half < right for x, _ in places.values())
        assert all(top + HEAD < y - half and y + half < low for _, y in places.values())
        # The markers of no formation hide those of another.
        firsts: dict[tuple[str, ...], tuple[int, int]] = {}
        for marker, place in places.items():
            firsts[commands[marker]] = min(place, firsts.get(commands[marker], place))
        for (x, y), (beside, there) in itertools.combinations(firsts.values(), 2):
            assert abs(x - beside) >= 2 * half or abs(y - there) >= 2 * half


@pytest.mark.parametrize("name", ["teaching-afe", "bremule-1119", "bouvines-1214"])
def test_all_leaders_have_room_among_those_that_wait_for_their_activation(name: str) -> None:
    context = module_context_of(name)
    box = build_boxes(context)["to_activate"]
    assert box.columns * box.rows >= len(context.battle.leaders)


def test_a_box_of_one_marker_has_it_in_its_cell() -> None:
    activation = prototypes(built_once("rolica-1808"))["Activation"]
    sends = {t.menu: t for t in activation.all(SendTo)}
    levels = {int(sends[f"To: {title}"].y) for title in ("Chosen marker", "Active formation", "Last marker")}
    assert levels == {int(sends["To: Used markers"].y)}
    assert all(t.destination == "L" for t in sends.values())


def test_boxes_of_groups_stand_in_the_order_of_their_turns() -> None:
    """Whatever the order of the file; of groups of one turn in that of their ids."""
    context = module_context_of("bremule-1119")
    battle = context.battle
    groups = battle.scenarios[0].arrivals
    mixed = replace(battle.scenarios[0], arrivals=tuple(reversed(groups)))
    context = replace(context, battle=replace(battle, scenarios=(mixed,)))
    expected = [arrival_id(group) for group in sorted(groups, key=lambda group: (group.turn, group.id))]
    assert [b.id for b in build_boxes(context).values() if b.kind == "arrival"] == expected
    assert {group.turn for group in groups} == {1, 2} and len(groups) > 2


def test_a_title_that_stands_twice_is_numbered() -> None:
    """A box of VASSAL is found by its title."""
    context = module_context_of("bremule-1119")
    battle = context.battle
    group = battle.scenarios[0].arrivals[0]
    alike = tuple(replace(group, id=f"group-{n}") for n in range(3))
    scenario = replace(battle.scenarios[0], arrivals=alike)
    context = replace(context, battle=replace(battle, scenarios=(scenario,)))
    first, second, third = (b.title for b in build_boxes(context).values() if b.kind == "arrival")
    assert (second, third) == (f"{first} (2)", f"{first} (3)")


def test_boxes_of_groups_of_all_scenarios_stand_before_those_of_areas() -> None:
    context = module_context_of("teaching-jdg")
    battle = context.battle
    first = battle.scenarios[0]
    groups = tuple(replace(group, id=f"later-{group.id}") for group in first.arrivals)
    scenarios = (first, replace(first, id="later", arrivals=groups))
    context = replace(context, battle=replace(battle, scenarios=scenarios))
    kinds = [b.kind for b in build_boxes(context).values() if b.window == "reserves"]
    assert kinds == ["arrival"] * 2 * len(groups) + ["area"] * kinds.count("area")
    assert groups and kinds.count("area")


@pytest.mark.parametrize(("pieces", "columns", "rows"), [(1, 1, 1), (6, 6, 1), (7, 6, 2), (13, 6, 3)])
def test_an_area_has_a_cell_for_every_piece(pieces: int, columns: int, rows: int) -> None:
    """Six in a row at most."""
    context = module_context_of("teaching-jdg")
    battle = context.battle
    scenario = battle.scenarios[0]
    one = next(p for p in scenario.placements if p.area and not p.hexes)
    crowd = tuple(replace(one, piece=f"u{n}") for n in range(pieces))
    context = replace(context, battle=replace(battle, scenarios=(replace(scenario, placements=crowd),)))
    [box] = [b for b in build_boxes(context).values() if b.kind == "area"]
    assert (box.columns, box.rows) == (columns, rows)
