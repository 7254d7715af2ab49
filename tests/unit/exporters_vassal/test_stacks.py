"""Order of stacks: who has it, and what remembers it in a setup."""

from __future__ import annotations

from jdgtools.exporters.module.stacks import AFTER_MOVE, HERE, TOP
from jdgtools.vassal.traits import BasicPiece, DynamicProperty, GlobalKey, Trigger
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context
from tests.unit.exporters_vassal.test_module import by_id, prototypes


def test_the_map_tells_pieces_that_they_have_moved() -> None:
    for name in BATTLES:
        built = built_once(name)
        board = next(c for c in built.module.root.find("Map"))
        assert AFTER_MOVE.name in board.get("moveKey")
        assert ("Stack order" in prototypes(built)) == context(name).series.module.enter_below


def test_residents_then_arms_of_the_top_go_up() -> None:
    block = prototypes(built_once("teaching-jdg"))["Stack order"]
    [trigger] = block.all(Trigger)
    sends = {t.key.name: t for t in block.all(GlobalKey) if t.key is not None}
    order = [sends[k.name] for k in trigger.actions]
    assert [t.sent == TOP for t in order] == [True, False, True]
    assert all(t.target.place == "CURSTACK" for t in order)
    assert 'Arm=="artillery"' in order[2].filter


def test_a_setup_remembers_who_is_part_of_a_stack() -> None:
    battle = context("teaching-jdg").battle
    assert battle.map is not None
    scenario = battle.scenarios[0]
    pieces = by_id(built_once("teaching-jdg"), f"setup-{scenario.id}.vsav")
    seen = 0
    for p in scenario.placements:
        here = [t.value for t in pieces[p.piece].all(DynamicProperty) if t.name == HERE]
        assert isinstance(pieces[p.piece].basic, BasicPiece)
        if here and p.hexes:
            assert here == [battle.map.grid.id(p.hexes[0])]
            seen += 1
    assert seen
