"""Worked examples of the digest of Au fil de l'épée that vocabulary, geometry, charts and checks can prove.

`afe_examples.yaml` beside this file lists all of them: where each is proved, or what it waits for.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace

from jdgtools.charts.sums import add_modifiers
from jdgtools.checks.base import CheckContext
from jdgtools.derived import MoveRefused
from jdgtools.hexgrid import HexGrid
from jdgtools.loading import load
from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Unit
from jdgtools.model.text import NO_TEXT
from jdgtools.series.afe.advance import pursuit_targets
from jdgtools.series.afe.checks.common import StackMember, StackRule
from jdgtools.series.afe.checks.position import out_of_command_at_start
from jdgtools.series.afe.edges import directions_towards
from jdgtools.series.afe.movement import RULES
from jdgtools.series.registry import find_series
from tests.checks.cases import base_folder
from tests.small_battles import ends, field, mover
from tests.small_maps import map_rules
from tests.unit.exporters_vassal.test_checks import switches

SERIES = find_series("afe")
assert SERIES is not None
CHARTS, DEFINITION, MODULE = SERIES.charts, SERIES.definition, SERIES.module
GRID = HexGrid(20, 20, orientation="flat", parity="odd")
"""The grid of AFE-10.9-EX1: even columns lie half a hex lower."""


def index(text: str) -> int:
    found = GRID.index(text)
    assert found is not None
    return found


def facing(origin: str, towards: str) -> int:
    direction = GRID.direction(index(origin), index(towards))
    assert direction is not None, f"{origin} and {towards} are not adjacent"
    return direction


# --- geometry ---------------------------------------------------------------------------------------------


def test_the_charge_runs_along_one_row() -> None:
    """AFE-10.9-EX1: 1214, 1115, 1015 is a straight row through the centre front hex; AMB-58: not 1116."""
    straight = facing("1214", "1115")
    assert GRID.neighbour(index("1115"), straight) == index("1015")
    assert RULES.front(GRID, index("1214"), straight)[1] == index("1115")
    assert GRID.direction(index("1214"), index("1116")) is None
    turned = facing("1015", "0915")
    assert (turned - straight) % 6 in (1, 5), "the charger turns one hexside into dispersal"
    assert GRID.direction(index("0915"), index("0814")) is not None


def test_rout_and_retreat_keep_one_row() -> None:
    """AFE-10.9-EX1-e: two hexes of rout and one of retreat, straight towards one edge (AMB-32)."""
    path = ["1015", "0916", "0816", "0717"]
    steps = {facing(one, other) for one, other in pairwise(path)}
    assert len(steps) == 1 and steps < set(directions_towards(GRID, "W"))


def charged(hex_id: str, facing_: int, target: str) -> dict[str, list[str]]:
    """The hexes in which a charge of knights on open ground ends -> the hexes that it strikes from there."""
    derived = field(f"cr-kni {hex_id} {facing_}, ot-pik {target} 0", series="afe", size=(20, 20))
    assert derived.map_rules.map.grid.parity == GRID.parity
    name, who = derived.map_rules.map.grid.id, mover(derived, "cr-kni", kind="charge")
    reached = ends(derived, "cr-kni", kind="charge")
    return {h: [name(t) for t in who.targets(r.place)] for h, r in reached.items()}


@pytest.mark.parametrize("turn", range(6))
def test_a_charge_needs_its_target_straight_ahead(turn: int) -> None:
    """DV-36: the target of AFE-10.9-EX1 may be charged with one facing; one hexside off there is no charge."""
    ahead = (facing("1214", "1115") + turn) % 6
    assert charged("1214", ahead, "1015") == ({"1115": ["1015"]} if turn == 0 else {})


def test_a_charge_advances_one_hex_at_least_and_four_at_most() -> None:
    """AFE-10.2-d: a target is two to five hexes away; in contact there is no charge at all (AFE-10.2-f)."""
    row = [f"10{10 - distance:02}" for distance in range(1, 8)]
    assert [GRID.distance(index("1010"), index(there)) for there in row] == list(range(1, 8))
    with pytest.raises(MoveRefused, match=r"AFE-10\.2-f"):
        charged("1010", 0, row[0])
    assert [len(charged("1010", 0, there)) for there in row[1:]] == [1, 1, 1, 1, 0, 0]


def test_momentum_may_turn_one_hexside() -> None:
    """DV-74: from 1115 facing 1015 one hexside brings 1116 before the charger, two are too many."""
    here, ahead = index("1115"), facing("1115", "1015")
    enemy = index("1116")
    targets = pursuit_targets(GRID, here, ahead)
    assert set(targets) == {(ahead - 1) % 6, ahead, (ahead + 1) % 6}
    assert targets[ahead] == index("1015") and targets[(ahead - 1) % 6] == enemy
    assert {(ahead + 2) % 6, (ahead - 2) % 6}.isdisjoint(targets)
    # Nothing obliges it to turn, but for the option of AMB-60.
    option = DEFINITION.option("momentum_facing_forced")
    assert option is not None and option.default is False
    assert pursuit_targets(GRID, here, ahead, frozenset({enemy})) == {(ahead - 1) % 6: enemy}
    assert pursuit_targets(GRID, here, ahead, frozenset({index("1114")})) == targets


def test_a_routed_unit_has_no_front() -> None:
    """DV-14, DV-73: no front or rear hexes, so neither the dearer turn nor the surcharge beside it."""
    axis = DEFINITION.axis("organisation")
    assert axis is not None and [v.id for v in axis.values if v.faceless] == ["routed"]
    rules = map_rules(series="afe")
    assert RULES.turn(rules, 1, in_enemy_front=False) == 1
    assert RULES.leave(in_enemy_front=False) == 0


def test_a_stack_that_moves_as_one_pays_nothing() -> None:
    """DV-19."""
    assert RULES.stack(joins=False, leaves=False) == 0


@pytest.mark.parametrize("facing_", range(6))
def test_a_charge_from_behind(facing_: int) -> None:
    """DV-39: three of the six hexes around a unit are its front, through which a charge may be countercharged."""
    here = index("1015")
    front = set(RULES.front(GRID, here, facing_))
    rear = {n for d, n in enumerate(GRID.neighbour_table[here]) if (d - facing_) % 6 in (2, 3, 4)}
    assert len(front) == len(rear) == 3 and not front & rear
    assert index("1214") not in front


def test_archers_fire_over_units() -> None:
    """DV-29: a friendly unit on the line blocks crossbowmen, and archers fire over it."""
    blocking = SERIES.sight.blocking_units(map_rules(series="afe"))  # type: ignore[attr-defined]
    assert set(blocking.arms) == {"infantry", "cavalry", "artillery"}
    assert [word.partition("-")[0] for word in blocking.over] == ["Ar", "Ar"]


# --- vocabulary and charts --------------------------------------------------------------------------------


def test_order_of_fire_in_phase_b() -> None:
    """DV-26: artillery before archers, of each the attacker first."""
    phase = next(p for p in DEFINITION.phases if p.id == "b")
    steps = [step.get("en") for step in phase.steps]
    at, ar = steps.index("B.1 Artillery of the attacker."), steps.index("B.4 Archers of the defender.")
    assert at < ar and len(steps) == 4


@pytest.mark.parametrize("kind", ["river", "wall", "gate"])
def test_melee_is_barred_across(kind: str) -> None:
    """AFE-9.1-k."""
    chart = CHARTS.get("TBL-TERRAIN-HEXSIDE")
    values = {chart.value(kind, way, f"melee_{how}") for way in ("in", "out") for how in ("foot", "mounted")}
    assert values == {"barred"}


def test_an_advance_with_fatigue_is_known_by_the_table() -> None:
    """DV-50: where the attacker must advance and is fatigued there is no momentum; from 9 on there is."""
    table = CHARTS.get("TBL-MELEE")
    advances = [t for t in table.axis("total").ids if table.value(t, "advance") == "attacker_must"]
    tired = [int(t) for t in advances if "F" in table.value(t, "attacker")]
    assert tired == [7, 8] and min(int(t) for t in advances if int(t) not in tired) == 9


@pytest.mark.parametrize(
    ("die", "active", "quality", "passes"),
    [
        (5, {}, 5, True),  # DV-55
        (5, {"routed": 1}, 5, False),  # DV-56
        (7, {"routed": 1, "leader": -3}, 5, True),  # DV-57
        (0, {"routed": 1}, 0, True),  # DV-58
    ],
)
def test_rally(die: int, active: dict[str, int], quality: int, passes: bool) -> None:
    """DV-55, DV-56, DV-57, DV-58: modified die against quality; a natural 0 passes."""
    rally = next(check for check in MODULE.checks if check.id == "rally")
    assert rally.field == "quality" and rally.zero_passes
    total = die + add_modifiers(CHARTS.get("TBL-RALLY"), active).total
    assert ((die == 0 and rally.zero_passes) or total <= quality) is passes


@pytest.mark.parametrize(
    ("event", "before", "after"),
    [
        ("R_none", "steady_fresh", ("discouraged",)),  # AFE-10.7-EX1
        ("R_none", "discouraged_fresh", ("routed", "rout_2")),  # AFE-10.7-EX1, DV-44
        ("R_none", "routed_fatigued", ("eliminated",)),  # AFE-10.7-EX1
        ("charged_through", "steady_fresh", ("routed", "rout_2")),  # DV-37
        ("R_front", "steady_fresh", ("discouraged", "retreat_1")),  # DV-43
        ("D", "discouraged_fresh", ("fatigued",)),  # DV-45
        ("D", "discouraged_fatigued", ("routed", "rout_2")),  # DV-46
        ("D", "routed_fresh", ("rout_2",)),  # DV-47
        ("Dr", "routed_fresh", ("eliminated",)),  # DV-47
        ("R", "routed_fresh", ("rout_1",)),  # DV-47
        ("artillery_melee", "steady_fresh", ("eliminated",)),  # DV-48
        ("artillery_fire", "steady_fresh", ("eliminated",)),  # DV-48
        ("F", "steady_fresh", ("fatigued",)),  # DV-48
        ("momentum", "steady_fatigued", ()),  # DV-49
        ("advance", "steady_fatigued", ("advance",)),  # DV-49
        ("advance", "discouraged_fresh", ()),  # DV-52
        ("routed_through", "routed_fresh", ("rout_move",)),  # DV-53
        ("routed_through", "steady_fresh", ("routed", "rout_2")),  # DV-54
    ],
)
def test_states_of_units(event: str, before: str, after: tuple[str, ...]) -> None:
    """What an event makes of a unit."""
    assert CHARTS.get("TBL-STATE").value(event, before) == after


def passes(check_id: str, die: int, rating: int, modifiers: int = 0) -> bool:
    """Whether a roll passes, by the expressions that the module of the teaching battle carries out."""
    total = switches("teaching-afe")[f"{check_id} total"].strip("{}")
    said = switches("teaching-afe")[f"{check_id} said"]
    test = re.search(r"\(((?:Roll==0\|\|)?Total<=Rating)\?", said)
    assert test is not None and re.fullmatch(r"[-+()A-Za-z0-9]+", total), (total, said)
    names = {"Roll": die, "Rating": rating, "Sum": modifiers}
    names["Total"] = eval(total, {}, names)
    return bool(eval(test[1].replace("||", " or "), {}, names))


@pytest.mark.parametrize(("die", "holds"), [(0, True), (5, True), (6, False), (9, False)])
def test_a_unit_that_is_routed_through(die: int, holds: bool) -> None:
    """DV-54: a steady unit of quality 5 holds with 5 and routs with 6, by TBL-STATE, two hexes at once."""
    test = next(check for check in MODULE.checks if check.id == "quality_test")
    assert test.field == "quality" and not test.modifiers
    assert passes("quality_test", die, 5) is holds
    assert CHARTS.get("TBL-STATE").value("routed_through", "steady_fresh") == ("routed", "rout_2")


@pytest.mark.parametrize(("die", "success"), [(6, True), (7, False), (0, True)])
def test_a_countercharge_is_a_quality_test(die: int, success: bool) -> None:
    """DV-38: one unmodified die against quality 6, as the note of TBL-RALLY prints it."""
    notes = [note.text.get("en") or "" for note in CHARTS.get("TBL-RALLY").notes]
    assert any(
        "Countercharge" in note and "one unmodified die, at most the quality" in note for note in notes
    )
    assert passes("quality_test", die, 6) is success


def test_rest_comes_before_rally() -> None:
    """DV-61: quality 6 fresh, 4 fatigued: rest makes the unit fresh, and a 6, too high before, rallies it."""
    words = [step.get("en") or "" for step in next(p for p in DEFINITION.phases if p.id == "e").steps]
    order = [next(n for n, word in enumerate(words) if part in word.lower()) for part in ("rest", "rall")]
    assert order == sorted(order) and len(set(order)) == 2
    unit = Unit("u", NO_TEXT, "one", "banner", None, None, front={"quality": 6}, back={"quality": 4})
    axis = DEFINITION.axis("fatigue")
    assert axis is not None
    ratings = {v.id: (unit.back if v.face == "back" else unit.front)["quality"] for v in axis.values}
    (after,) = CHARTS.get("TBL-STATE").value("rest", "discouraged_fatigued")
    assert after == "fresh" and not passes("rally", 6, ratings["fatigued"])
    modifiers = add_modifiers(CHARTS.get("TBL-RALLY"), {}).total
    assert passes("rally", 6, ratings[after], modifiers)
    assert CHARTS.get("TBL-STATE").value("rally", "discouraged_fresh") == ("steady",)


@pytest.mark.parametrize(("allowance", "half"), [(1, 1), (4, 2), (5, 3), (7, 4)])
def test_half_of_an_allowance(allowance: int, half: int) -> None:
    """DV-10."""
    assert CHARTS.get("TBL-MOVE").value("out_of_command") == {"rule": "divide", "by": 2, "round": "up"}
    assert -(-allowance // 2) == half


# --- checks -----------------------------------------------------------------------------------------------


def stack(*members: tuple[str, str]) -> tuple[StackMember, ...]:
    """Units of a code and a banner in one hex."""
    return tuple(
        StackMember(Unit(f"u{n}", NO_TEXT, "one", banner, None, None), ("unit", f"u{n}"), code, "foot")
        for n, (code, banner) in enumerate(members)
    )


@pytest.mark.parametrize(
    ("members", "legal"),
    [
        ([("Mi", "a"), ("Mi", "a")], True),
        ([("Mi", "a"), ("Mi", "b")], False),
        ([("Ha", "a"), ("Ha", "a")], False),
    ],
)
def test_stacks_of_bouvines(members: list[tuple[str, str]], legal: bool) -> None:
    """DV-70."""
    rule = StackRule(("Mi",), 2, same_type=True, same_banner=True)
    assert (not rule.problems(stack(*members))) is legal


@pytest.mark.parametrize(
    ("members", "legal"), [([("Ha", "a"), ("Ha", "a")], True), ([("Ha", "a"), ("Ch", "a")], False)]
)
def test_stacks_of_las_navas(members: list[tuple[str, str]], legal: bool) -> None:
    """DV-71."""
    rule = StackRule(("Ch", "Ha", "Cl"), 2, same_type=True, same_banner=True)
    assert (not rule.problems(stack(*members))) is legal


def test_a_stack_is_separated() -> None:
    """AFE-5.2.5-EX1: into a hex with a unit of the type one of two goes; who stays drops a level."""
    rule = StackRule(("Mi",), 2, same_type=True, same_banner=True)
    assert not rule.problems(stack(("Mi", "a"), ("Mi", "a")))
    assert rule.problems(stack(("Mi", "a"), ("Mi", "a"), ("Mi", "a")))
    assert CHARTS.get("TBL-STATE").value("R_none", "steady_fresh") == ("discouraged",)


@cache
def teaching() -> Battle:
    battle = load(base_folder("teaching-afe")).battle
    assert battle is not None
    return battle


def out_of_command(range_: int, distance: int, **others: str) -> bool:
    """Whether the check finds the unit `gu-man` out of command at a distance from its leader.

    The leader stands in B1, the unit in the same row; `others` are further pieces with their hexes.
    """
    battle = teaching()
    assert battle.map is not None
    scenario, grid = battle.scenarios[0], battle.map.grid
    hexes = {"guiscard": "B1", "gu-man": f"B{distance + 1}"} | {
        k.replace("_", "-"): v for k, v in others.items()
    }
    places = {piece: (i,) for piece, name in hexes.items() if (i := grid.index(name)) is not None}
    placements = tuple(
        replace(p, hexes=places[p.piece], area=()) for p in scenario.placements if p.piece in places
    )
    leaders = tuple(
        replace(x, front={**x.front, "range": range_}) if x.id == "guiscard" else x for x in battle.leaders
    )
    moved = replace(battle, leaders=leaders, scenarios=(replace(scenario, placements=placements),))
    ctx = CheckContext(moved, moved.scenarios[0], SERIES, CHARTS)
    return any(f.subject[-1] == "gu-man" for f in out_of_command_at_start.run(ctx))


@pytest.mark.parametrize(
    ("range_", "distance", "out"),
    [
        (5, 5, False),  # AFE-7.2-EX1
        (5, 6, True),
        (3, 0, False),  # DV-07, AFE-6-EX1-d
        (3, 3, False),
        (3, 4, True),
        (4, 4, False),
        (4, 5, True),
    ],
)
def test_command_range(range_: int, distance: int, out: bool) -> None:
    """AFE-7.2-EX1, AFE-6-EX1-d, DV-07: a unit is reached up to the range, its leader's hex not counted."""
    assert out_of_command(range_, distance) is out


def test_nothing_stands_in_the_way_of_orders() -> None:
    """DV-08: an enemy unit between leader and unit changes nothing."""
    assert not out_of_command(3, 3, ot_swi="B2")


def test_the_commander_in_chief_is_no_substitute() -> None:
    """DV-09: beside the commander in chief a unit out of range of its own leader is out of command."""
    assert out_of_command(3, 4, aldric="B5")
