"""Units that give way: commanders who go with them, stacks that part, and units that a rule drives forward."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.losses import retreat_frame
from jdgtools.engine.jdg.routs import rout_directions
from jdgtools.engine.jdg.words import FORMED, LEFT_SQUARE, MUST_ADVANCE, SQUARE
from jdgtools.hexgrid import DIRECTIONS, dot, step_towards
from tests.unit.engine.field import Field
from tests.unit.package.bundled import packages


def commanded(field: Field, at: str) -> int:
    """Put the French commander into a hex."""
    leader = field.unit("junot")
    field.s.place[leader] = field.hex(at)
    return leader


@pytest.mark.parametrize("company", [False, True])
def test_a_commander_falls_back_with_the_unit_that_he_stands_with(company: bool) -> None:
    """JDG-2.5.2-d: also where another unit of the stack stays."""
    field = Field()
    field.put("fr-32", "1510", facing=0)
    if company:
        field.put("fr-82", "1510", facing=0)
    leader = commanded(field, "1510")
    attacker = field.put("br-5", field.beside("1510", 0), facing=3)
    unit = field.unit("fr-32")
    field.begin(("retreat", unit, field.s.place[unit], 1, (attacker,), (), 0))
    field.play(field.actions()[0])
    assert field.at("fr-32") != "1510"
    assert field.s.place[leader] == field.s.place[unit]


def test_a_commander_whom_a_retreat_passes_stays_where_he_is() -> None:
    """JDG-2.5.2-d is of those who stood with the unit when it began to give way."""
    field = Field()
    field.put("fr-32", "1510", level=2)
    ahead = field.beside("1510", 3)
    for name in ("fr-82", "fr-15l"):
        field.put(name, ahead, facing=0)
    leader = commanded(field, ahead)
    attacker = field.put("br-5", field.beside("1510", 0), facing=3)
    unit = field.unit("fr-32")
    field.begin(retreat_frame(field.game, field.s, unit, (attacker,)))
    field.play(f"retreat {ahead}")
    while not field.rests and field.actions():
        field.play(field.actions()[0])
    assert field.t.hex_ids[field.s.place[leader]] == ahead


def test_a_commander_leaves_the_map_with_a_unit_that_routs() -> None:
    """JDG-2.5.2-f."""
    field = Field()
    edge = min(field.t.edge_hexes[field.t.side[field.unit("fr-32")]])
    name = field.t.hex_ids[edge]
    field.put("fr-32", name, level=2)
    leader = commanded(field, name)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    assert field.at("fr-32") == "-"
    assert field.s.place[leader] == ELIMINATED


def test_a_rout_meets_a_zone_on_its_way() -> None:
    """JDG-10.4-g, JDG-10.4-j, AMB-85, AMB-86: it leaves every zone for a point more, and goes from no hex of one to another.

    The enemy looks away, so that his zone alone, and none of his front hexes, lies on the way.
    """
    field = Field()
    edge = field.t.rout_edge[field.t.side[field.unit("fr-32")]]
    ahead = {"N": 0, "S": 3}[edge]
    enemy = field.beside("1515", ahead, ahead, (ahead + 1) % 6)
    zone = {field.beside(enemy, d) for d in range(6)}
    way = [field.beside("1515", *[ahead] * n) for n in range(1, 4)]
    assert [h in zone for h in way] == [False, True, True]
    field.put("br-5", enemy, facing=(ahead + 1) % 6)
    field.put("fr-32", "1515", level=2, movement=8)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    while not field.rests:
        field.play(field.actions()[0])
    moved = [e.numbers for e in field.s.events if e.kind == "rout"]
    assert [field.t.hex_ids[there] for _, there in moved[:2]] == way[:2]
    assert field.t.hex_ids[moved[2][1]] not in zone, "it shifts beside the zone"
    entered, left = (field.t.move[case] for case in ("enter_zoc", "leave_zoc"))
    disordered = field.t.move["enter_zoc_disordered"]
    assert len(moved) == 8 - entered - disordered - left


def test_a_lone_commander_evades_an_enemy_who_enters_his_hex() -> None:
    """JDG-2.5.2-b, AMB-12: nobody stands with his enemies."""
    field = Field()
    leader = commanded(field, "1510")
    unit = field.put("br-5", field.beside("1510", 0), facing=3)
    field.begin(("walk", (unit,), (field.hex("1510"),), 0))
    assert field.s.node is not None and all(text.startswith("displace") for text in field.actions())
    field.play(field.actions()[-1])
    assert field.t.distance(field.s.place[leader], field.hex("1510")) == 2


def test_the_units_of_a_stack_that_are_routed_part() -> None:
    """JDG-5.1.2-g: with another routed unit only where there is no other way."""
    field = Field()
    for name in ("fr-32", "fr-82"):
        field.put(name, "1510", level=2)
    attacker = field.put("br-5", field.beside("1510", 0), facing=3)
    frames = [retreat_frame(field.game, field.s, field.unit(n), (attacker,)) for n in ("fr-32", "fr-82")]
    field.begin(*frames)
    straight = (field.beside("1510", 3), field.beside("1510", 3, 3))
    field.play(f"retreat {straight[0]}", f"retreat {straight[1]}", f"retreat {straight[0]}")
    assert f"retreat {straight[1]}" not in field.actions()
    while not field.rests:
        field.play(field.actions()[0])
    assert field.at("fr-32") == straight[1]
    assert field.at("fr-82") not in (straight[1], "-")


def test_a_unit_that_a_rule_drives_forward_leaves_its_square_and_goes() -> None:
    """JDG-4.2-j: the points of leaving are spent; it reaches what is left, and faces so that it can attack."""
    field = Field()
    field.put("br-5", "1515", flags=SQUARE | MUST_ADVANCE, movement=5)
    enemy = field.beside("1515", 0, 0, 0, 0)
    field.put("fr-32", enemy, facing=3)
    field.move("br-5")
    assert field.actions() == ["leave-square"]
    field.play("leave-square")
    near = {field.beside("1515", 0, 0, 0)}
    assert set(field.actions()) >= {f"go {h}" for h in near}
    assert all(text.startswith("go ") for text in field.actions())
    for text in field.actions():
        assert field.t.distance(field.hex(text.split()[1]), field.hex(enemy)) == 1
    field.play(f"go {min(near)}")
    assert field.s.flags[field.unit("br-5")] & (SQUARE | FORMED | LEFT_SQUARE) == LEFT_SQUARE
    assert set(field.actions()) == {"face 0", "face 5"}


def test_a_unit_in_square_that_cannot_reach_the_enemy_may_stay() -> None:
    """JDG-4.2-j: without the points for it nobody is driven out of his square."""
    field = Field()
    field.put("br-5", "1515", flags=SQUARE | MUST_ADVANCE, movement=4)
    field.put("fr-32", field.beside("1515", 0, 0, 0, 0), facing=3)
    field.move("br-5")
    assert set(field.actions()) == {"stop", "leave-square"}


@pytest.mark.parametrize("name", ["rolica-1808", "teaching-afe"])
@pytest.mark.parametrize("edge", ["N", "E", "S", "W", "NE", "SE", "SW", "NW"])
def test_directions_of_a_rout(name: str, edge: str) -> None:
    """JDG-10.4-e, JDG-10.4-n, AMB-84: straight; then nearer to the edge; then along it, and never away from it."""
    package = packages(name)[0][1]
    grid = package.grid
    rears = [step_towards(letter, grid.orientation) for letter in edge]
    leads = [[dot(step, rear) for rear in rears if rear is not None] for step in DIRECTIONS]
    game = SimpleNamespace(t=SimpleNamespace(package=package, neighbours=grid.neighbours))
    for here in range(len(grid.ids)):
        ahead, nearer, along = rout_directions(game, here, edge)  # type: ignore[arg-type]
        straight = {d for d in range(6) if sum(leads[d]) == max(map(sum, leads))}
        assert ahead in straight
        others = [d for d in range(6) if d != ahead and min(leads[d]) >= 0]
        assert set(nearer) == {d for d in others if min(leads[d]) > 0}
        assert set(along) == {d for d in others if min(leads[d]) == 0}
