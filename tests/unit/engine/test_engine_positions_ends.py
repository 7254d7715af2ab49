"""More positions of retreats, routs, rally, the dark and the rules of battles; worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.state import ELIMINATED, OFF_MAP, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.morale import demoralised_formations
from jdgtools.engine.jdg.movement import move_options
from jdgtools.engine.jdg.words import (
    ACTIVE,
    DISORDERED,
    FIRED,
    FOUGHT,
    INITIATIVE,
    MOVED,
    ORDERS,
    RALLY_ONLY,
    ROUTED,
    SHELTERED,
    SQUARE,
    TURNED,
    WITHOUT,
)
from tests.unit.engine.field import Field, answered, by_night, said
from tests.unit.engine.matches import match

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def retreat(field: Field, unit: int, hexes: int, *attackers: int) -> None:
    """Begin a fall-back (one hex) or a retreat."""
    here = field.s.place[unit]
    field.begin(("retreat", unit, here, hexes, attackers, (), int(field.s.level[unit] == ROUTED)))


def rout(field: Field, name: str, roll: int = 0) -> None:
    field.begin(field.game.rout_frame(field.s, field.unit(name)))
    answered(field, 0, checks=roll)


def wall(field: Field, here: str, *directions: int) -> None:
    """Close hexsides of a hex to everybody."""
    t = field.t
    for direction in directions:
        step = 6 * field.hex(here) + direction
        for cls, pair in enumerate(t.cost):
            t.cost[cls] = [tuple(-1 if k == step else c for k, c in enumerate(costs)) for costs in pair]


# Fall-back and retreat (JDG-10.3)


def test_where_a_unit_falls_back(field: Field) -> None:
    """JDG-10.3.1-a, -b, AMB-82: into no hex of the attacker's zone; nobody behind, three hexes are left."""
    unit = field.put("fr-32", HERE, 0)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    retreat(field, unit, 1, attacker)
    assert set(field.actions()) == {f"retreat {field.beside(HERE, d)}" for d in (2, 3, 4)}


def test_two_attackers_leave_one_hex(field: Field) -> None:
    """AMB-82, JDG-10.3.1-b: north and south-east; only the hex west of it is in no zone of them."""
    unit = field.put("fr-32", HERE, 0)
    attackers = [field.put("br-5", field.beside(HERE, 0), 3), field.put("br-38", field.beside(HERE, 2), 5)]
    retreat(field, unit, 1, *attackers)
    assert field.at("fr-32") == field.beside(HERE, 4)


def test_three_attackers_leave_none(field: Field) -> None:
    """JDG-10.3.1-d, -EX3, AMB-82: every hex around is in the zone of one of them: it is eliminated."""
    unit = field.put("fr-32", HERE, 0)
    attackers = [field.put(n, field.beside(HERE, d), 0) for n, d in (("br-5", 0), ("br-38", 2), ("br-40", 4))]
    retreat(field, unit, 1, *attackers)
    assert field.at("fr-32") == "-"


def test_an_attacker_without_a_zone_drives_to_any_side(field: Field) -> None:
    """JDG-10.3.1-e, AMB-82, JDG-6.2.1-c: guns have none: hexes beside them are open."""
    unit = field.put("fr-32", HERE, 0)
    attacker = field.put("br-6pdr-a", field.beside(HERE, 0), 3)
    retreat(field, unit, 1, attacker)
    assert set(field.actions()) == {f"retreat {field.beside(HERE, d)}" for d in (1, 2, 3, 4, 5)}


def test_each_hex_of_a_retreat_leads_farther(field: Field) -> None:
    """JDG-10.3.1-c, -EX2: distances 1, 2, 3 from its hex; of three steps of cavalry the second goes on."""
    unit = field.put("fr-1ch", HERE, level=ROUTED)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    retreat(field, unit, 3, attacker)
    for distance in (1, 2, 3):
        places = {field.hex(text.split()[1]) for text in said(field, "retreat")}
        assert {field.t.distance(field.hex(HERE), h) for h in places} == {distance}
        field.play(sorted(said(field, "retreat"))[0])
    assert field.rests


def test_who_falls_back_keeps_his_facing_or_takes_that_of_whom_he_joins(field: Field) -> None:
    """JDG-10.3.2-a to -c: alone as he faced; with friends as they do, who do not turn."""
    for friends in (False, True):
        field = Field()
        unit = field.put("fr-32", HERE, 0)
        attacker = field.put("br-5", field.beside(HERE, 0), 3)
        south = field.beside(HERE, 3)
        if friends:
            field.put("fr-82", south, 4)
        retreat(field, unit, 1, attacker)
        field.play(f"retreat {south}")
        assert field.s.facing[unit] == (4 if friends else 0)


def test_guns_that_fall_back_to_infantry_keep_their_facing(field: Field) -> None:
    """JDG-10.3.2-a, JDG-6.1.1-c: their facing may differ."""
    unit = field.put("fr-guns-a", HERE, 1)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    south = field.beside(HERE, 3)
    field.put("fr-82", south, 4)
    retreat(field, unit, 1, attacker)
    field.play(f"retreat {south}")
    assert field.s.facing[unit] == 1


@pytest.mark.parametrize(("level", "after"), [(0, DISORDERED), (DISORDERED, ROUTED)])
def test_a_bridge_costs_a_level(field: Field, level: int, after: int) -> None:
    """JDG-10.3.4-b, AMB-83: who is routed by it retreats two hexes from where he is."""
    unit = field.put("fr-32", HERE, 0, level=level)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    wall(field, HERE, 2, 4)
    field.t.retreat[6 * field.hex(HERE) + 3] = 1
    retreat(field, unit, 1, attacker)
    answered(field, 0, *(f"retreat {field.beside(HERE, *[3] * k)}" for k in (1, 2, 3)))
    assert field.level("fr-32") == after
    distance = field.t.distance(field.hex(field.at("fr-32")), field.hex(field.beside(HERE, 3)))
    assert distance == (2 if after == ROUTED else 0)


def test_disorder_and_a_bridge_are_two_levels(field: Field) -> None:
    """JDG-10.3.4-EX1, JDG-8.5-d."""
    unit = field.put("fr-32", HERE, 0)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    wall(field, HERE, 2, 4)
    field.t.retreat[6 * field.hex(HERE) + 3] = 1
    field.begin(("apply-results", ("DIS", "FB"), 0, (unit,), 0, (attacker,), False, ()))
    answered(field, 0)
    assert field.level("fr-32") == ROUTED


def test_no_way_over_a_river(field: Field) -> None:
    """JDG-10.3.4-a, JDG-10.3.1-d: nor any other way: eliminated."""
    unit = field.put("fr-32", HERE, 0)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    for direction in (2, 3, 4):
        field.t.retreat[6 * field.hex(HERE) + direction] = 3
    retreat(field, unit, 1, attacker)
    assert field.at("fr-32") == "-"


@pytest.mark.parametrize("level", [DISORDERED, ROUTED])
def test_who_was_passed_checks_though_the_other_is_routed_or_lost_on_his_way(
    field: Field, level: int
) -> None:
    """JDG-10.5-b, JDG-10.3.5-b, -c, AMB-83: through a full hex into the front of an enemy, the only way."""
    unit = field.put("fr-12l", HERE, 0, level=level)
    south = field.beside(HERE, 3)
    wall(field, HERE, 2, 4)
    wall(field, south, 2, 4)
    for name in ("fr-32", "fr-82"):
        field.put(name, south, 0, cohesion=4)
    field.put("br-38", field.beside(south, 3, 3), 0)
    attacker = field.put("br-5", field.beside(HERE, 0), 3)
    retreat(field, unit, 1 if level < ROUTED else 2, attacker)
    answered(field, 0, checks=5)
    assert [field.level(n) for n in ("fr-32", "fr-82")] == [DISORDERED, DISORDERED]
    assert field.level("fr-12l") == ROUTED or field.at("fr-12l") == "-"


# Rout moves (JDG-10.4): the French flee to the south


def test_who_leaves_the_map_has_passed_those_at_its_edge(field: Field) -> None:
    """JDG-10.5-b, JDG-10.4-p: the friends in the last hex check as those before do."""
    field.put("fr-12l", "1520", level=ROUTED, movement=5)
    for name, here in (("fr-32", "1521"), ("fr-82", "1522")):
        field.put(name, here, 0, cohesion=4)
    rout(field, "fr-12l", roll=5)
    assert field.at("fr-12l") == "-"
    assert [field.level(n) for n in ("fr-32", "fr-82")] == [DISORDERED, DISORDERED]


@pytest.mark.parametrize(("name", "shifts"), [("fr-32", 2), ("fr-1ch", 3), ("fr-guns-a", 3)])
def test_how_many_columns_a_rout_shifts(field: Field, name: str, shifts: int) -> None:
    """JDG-10.4-n, -o, -EX3: walls to the south of all hexes to the right force it sideways."""
    field.put(name, HERE, level=ROUTED, movement=12)
    here = HERE
    for _ in range(6):
        wall(field, here, 3, 4)
        here = field.beside(here, 2)
    rout(field, name)
    way = [e.numbers[1] for e in field.s.events if e.kind == "rout"]
    assert len(way) == shifts


@pytest.mark.parametrize(("points", "goes"), [(1, False), (2, True)])
def test_a_rout_out_of_a_zone_costs_a_point_more(field: Field, points: int, goes: bool) -> None:
    """AMB-86, JDG-6.2.2-j, JDG-10.4-f, -EX1: the enemy is behind it; with one point it is eliminated."""
    field.put("fr-32", HERE, level=ROUTED, movement=points)
    field.put("br-5", field.beside(HERE, 0), 3)
    rout(field, "fr-32")
    assert field.at("fr-32") == (field.beside(HERE, 3) if goes else "-")


def test_a_rout_passes_any_number_of_friends_without_a_point_for_them(field: Field) -> None:
    """JDG-10.4-h, JDG-10.5-b: four points, four hexes, two of them full; all four units check."""
    field.put("fr-12l", HERE, level=ROUTED, movement=4)
    one, two = field.beside(HERE, 3), field.beside(HERE, 3, 3)
    names = ("fr-32", "fr-82", "fr-2l", "fr-4l")
    for name, here in zip(names, (one, one, two, two), strict=True):
        field.put(name, here, 0, cohesion=4)
    rout(field, "fr-12l", roll=5)
    assert field.at("fr-12l") == field.beside(HERE, 3, 3, 3, 3)
    assert [field.level(n) for n in names] == [DISORDERED] * 4


def test_a_shelter_with_friends_is_none(field: Field) -> None:
    """JDG-10.4-i, -k, JDG-5.1.1-j: it may not stop in the village where others stand in order."""
    village = field.beside(HERE, 3)
    field.t.shelter[field.hex(village)] = True
    field.put("fr-12l", HERE, level=ROUTED, movement=3)
    field.put("fr-32", village, 0, cohesion=9)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-12l")))
    while not field.rests:
        assert not said(field, "stop")
        field.play(0 if field.chance else field.actions()[0])
    assert field.at("fr-12l") == field.beside(HERE, 3, 3, 3)


@pytest.mark.parametrize("stays", [True, False])
def test_who_has_found_shelter_stays_or_goes_on(field: Field, stays: bool) -> None:
    """JDG-10.4-l, -m."""
    field.t.shelter[field.hex(HERE)] = True
    field.put("fr-12l", HERE, level=ROUTED, movement=2, flags=SHELTERED)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-12l")))
    field.play("stop" if stays else f"retreat {field.beside(HERE, 3)}")
    assert (field.at("fr-12l") == HERE) is stays


def test_a_routed_unit_neither_fires_nor_moves_nor_squares(field: Field) -> None:
    """JDG-10.2-k, -m, -n, -p, JDG-10.1-h."""
    for name, here in (("br-5", HERE), ("br-6pdr-a", field.beside(HERE, 3))):
        field.put(name, here, level=ROUTED)
    field.put("fr-32", field.beside(HERE, 0), 3)
    for step in ("fires", "segment", "declare"):
        field.begin((step, 0))
        assert field.rests or field.actions() == ["done"]


# Rally (JDG-11.1) and the dark (JDG-12)


@pytest.mark.parametrize("flags", [MOVED, TURNED, FIRED, FOUGHT])
def test_who_has_done_anything_does_not_rally(field: Field, flags: int) -> None:
    """JDG-11.1-a, JDG-1-p, -EX3, JDG-11.1-EX3."""
    field.put("br-5", HERE, level=DISORDERED, flags=flags)
    field.begin(("rally", 0, -1))
    assert field.rests


@pytest.mark.parametrize(
    ("level", "roll", "after"),
    [(DISORDERED, 5, 0), (DISORDERED, 6, DISORDERED), (ROUTED, 4, DISORDERED), (ROUTED, 5, ROUTED)],
)
def test_the_roll_of_a_rally(field: Field, level: int, roll: int, after: int) -> None:
    """JDG-11.1-e to -i, -EX1, -EX2: reduced cohesion 5; once in an activation."""
    unit = field.put("br-5", HERE, level=level)
    field.t.cohesion[unit] = (8, 5)
    field.begin(("rally", 0, -1))
    field.play("rally br-5", roll)
    while said(field, "face"):
        field.play(field.actions()[0])
    assert field.s.level[unit] == after
    assert field.rests


def test_two_routed_units_in_a_hex_do_not_rally(field: Field) -> None:
    """JDG-10.4-r."""
    for name in ("br-5", "br-38"):
        field.put(name, HERE, level=ROUTED)
    field.begin(("rally", 0, -1))
    assert field.rests


@pytest.mark.parametrize(("strength", "rallies"), [(2, True), (3, False)])
def test_a_third_unit_that_would_be_too_strong_does_not_rally(
    field: Field, strength: int, rallies: bool
) -> None:
    """JDG-5.1.1-i, -EX9, JDG-11.1-j: 2 + 2 and the front of the third."""
    for name in ("pt-line-a", "pt-line-b"):
        field.put(name, HERE)
    unit = field.put("pt-line-c", HERE, level=DISORDERED)
    field.t.strength[unit] = (strength, 2)
    field.begin(("rally", 0, -1))
    assert bool(said(field, "rally")) is rallies


@pytest.mark.parametrize(
    ("kind", "rallies"), [("guns", False), ("routed", False), ("square", False), ("far", True)]
)
def test_whom_an_enemy_beside_keeps_from_rally(field: Field, kind: str, rallies: bool) -> None:
    """JDG-11.1-c, -EX5, AMB-110: whatever he is."""
    field.put("br-5", HERE, level=DISORDERED)
    near = field.beside(HERE, 0)
    if kind == "guns":
        field.put("fr-guns-a", near, 3)
    elif kind == "far":
        field.put("fr-32", field.beside(near, 0), 3)
    else:
        field.put("fr-32", near, 3, level=ROUTED * (kind == "routed"), flags=SQUARE * (kind == "square"))
    field.begin(("rally", 0, -1))
    assert bool(said(field, "rally")) is rallies


def test_nobody_declines_the_rally_of_the_night(field: Field) -> None:
    """JDG-12.1-g, AMB-94: the idle are rallied automatically; the routed roll as their owner likes."""
    by_night(field)
    field.put("br-5", HERE, level=DISORDERED)
    field.put("br-38", "0505", level=ROUTED)
    field.begin(("rally", 0, -1))
    assert set(field.actions()) == {"rally br-5", "rally br-38"}
    field.play("rally br-5")
    assert not field.chance and field.level("br-5") == 0
    field.play(sorted(said(field, "face"))[0]) if said(field, "face") else None
    assert set(field.actions()) == {"done", "rally br-38"}


def test_at_night_who_has_moved_is_not_rallied(field: Field) -> None:
    """JDG-12.1-g, JDG-11.1-a."""
    by_night(field)
    field.put("br-5", HERE, level=DISORDERED, flags=MOVED)
    field.begin(("rally", 0, -1))
    assert field.rests and field.level("br-5") == DISORDERED


@pytest.mark.parametrize(
    ("levels", "lost", "expected"),
    [
        ((ROUTED, ROUTED), 0, True),
        ((ROUTED,), 2, True),
        ((0,), 2, False),
        ((), 3, True),
        ((DISORDERED, DISORDERED, 0), 0, False),
    ],
)
def test_a_formation_and_its_state(field: Field, levels: tuple[int, ...], lost: int, expected: bool) -> None:
    """JDG-11.2-b, AMB-91: who is on the map is in disorder or in rout, the rest is lost or has not come."""
    names = ["br-5", "br-9-1", "br-38"]
    for name, level, column in zip(names, levels, (1, 5, 9), strict=False):
        field.put(name, f"{column:02d}05", level=level)
    for name in names[len(levels) : len(levels) + lost]:
        field.s.take(field.unit(name), ELIMINATED)
    hill = field.t.command_ids.index("hill")
    assert (hill in demoralised_formations(field.game, field.s)) is expected


# The rules of Roliça and Vimeiro


def battle(name: str, turn: int, scenario: str = "historical") -> tuple[Match, GameState]:
    """Return a battle with its rules, in a turn, with everybody off the map."""
    game = match(name, scenario)
    s = game.start()
    s.turn = turn
    for unit in game.t.units:
        s.take(unit)
        s.flags[unit] = ACTIVE | ORDERS
        s.level[unit] = 0
    for leader in game.t.leaders:
        s.place[leader] = OFF_MAP
    return game, s


def put(game: Match, s: GameState, name: str, at: str, facing: int = 0, level: int = 0) -> int:
    unit = game.t.piece_of[name]
    s.put(unit, game.t.hex_of[at])
    s.facing[unit], s.level[unit] = (-1 if level == ROUTED else facing), level
    return unit


def options(game: Match, s: GameState, unit: int) -> set[str]:
    return {game.action_text(a) for a in move_options(game, s, ("move", unit, 0, 0, 1, (), ()))}


@pytest.mark.parametrize(
    ("name", "turn", "at", "leaves"),
    [
        ("fr-26ch", 7, "0930", True),
        ("fr-26ch", 6, "0930", False),
        ("fr-26ch", 7, "0929", False),
        ("br-5", 7, "0930", False),
    ],
)
def test_time_gained_by_delaborde(name: str, turn: int, at: str, leaves: bool) -> None:
    """Roliça, JDG-4.4.1-k: the French alone, from turn 7 on, from one hex."""
    game, s = battle("rolica-1808", turn)
    assert ("leave-map" in options(game, s, put(game, s, name, at))) is leaves


@pytest.mark.parametrize(
    ("formation", "marches"),
    [("trant", False), ("ferguson", False), ("bowes", False), ("hill", True), ("nightingall", True)],
)
def test_hill_paths(formation: str, marches: bool) -> None:
    """Roliça: units of Trant, Ferguson and Bowes never make a forced march; far from any enemy others do."""
    game, s = battle("rolica-1808", 2)
    t = game.t
    unit = next(u for u in t.of_command[t.command_ids.index(formation)] if t.arm[u] == 0)
    s.put(unit, t.hex_of["1003"])
    assert any(text.startswith("march") for text in options(game, s, unit)) is marches


@pytest.mark.parametrize(
    ("roll", "near", "side", "goes"),
    [
        (9, True, "allied", True),
        (9, False, "allied", False),
        (8, True, "allied", False),
        (9, True, "france", False),
    ],
)
def test_too_early(roll: int, near: bool, side: str, goes: bool) -> None:
    """Roliça: natural 9 within four hexes of the French; otherwise it is a failed check."""
    game, s = battle("rolica-1808", 3)
    names = ("br-5", "fr-70-1") if side == "allied" else ("fr-70-1", "br-5")
    names = tuple(n if n in game.t.piece_of else n.replace("fr-70-1", "fr-70") for n in names)
    unit = put(game, s, names[0], "1010")
    put(game, s, names[1], "1014" if near else "1015")
    s.flags[unit] = ACTIVE | WITHOUT
    s.memory[0] = tuple(range(len(game.t.units)))
    marker = next(k for k, m in enumerate(game.t.markers) if m.code == "O" and unit in game.t.marker_units[k])
    s.frames = [("rest",), ("leader", marker, unit, 1)]
    s.node = s.answer = None
    game.advance(s)
    game.procedures = {**game.procedures, "rest": lambda s, f: None}
    s.answer = roll
    game.procedures["leader"](s, s.frames[-1])
    assert bool(s.flags[unit] & INITIATIVE) is goes
    assert bool(s.flags[unit] & RALLY_ONLY) is not goes


@pytest.mark.parametrize(
    ("turn", "name", "moves"), [(1, "br-2", False), (2, "br-2", True), (1, "br-43", True)]
)
def test_down_from_the_ridge(turn: int, name: str, moves: bool) -> None:
    """Vimeiro, the hill alone: Acland does not move in turn 1."""
    game, s = battle("vimeiro-1808", turn, "hill")
    unit = put(game, s, name, "1510")
    assert any(text.startswith("go") for text in options(game, s, unit)) is moves
