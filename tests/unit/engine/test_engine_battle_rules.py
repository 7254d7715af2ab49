"""Combined markers and the rules in words of the bundled battles: what their code does, rule by rule."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import DecisionNode
from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg import battle_rules
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.phases import fill_cup
from jdgtools.engine.jdg.predicates import PredicateScene
from jdgtools.engine.jdg.reach import NORMAL
from jdgtools.engine.jdg.special import BURRARD_COMMANDS
from jdgtools.engine.jdg.words import (
    ACTIVE,
    BY_BOUNDS,
    COMBINED,
    GROUP,
    INITIATIVE,
    MUST_ADVANCE,
    NO_ATTACK,
    ORDERS,
    RALLY_ONLY,
    STORY,
    TAKE,
    WITHOUT,
)
from tests.unit.engine.matches import match
from tests.unit.package.bundled import packages

SCENARIOS = [
    ("rolica-1808", "historical"),
    ("rolica-1808", "loison"),
    ("vimeiro-1808", "historical"),
    ("vimeiro-1808", "hill"),
    ("teaching-jdg", "battle"),
    ("teaching-jdg", "dawn"),
]


def started(battle: str, scenario: str, turn: int = 1) -> tuple[Match, GameState]:
    """Return a game and its first position, in a turn."""
    game = match(battle, scenario)
    s = game.start()
    s.turn = turn
    s.frames = [("rest",)]
    s.node = s.answer = None
    return game, s


def put(game: Match, s: GameState, name: str, at: str, facing: int = 0) -> int:
    """Put a unit into a hex, wherever it was."""
    unit = game.t.piece_of[name]
    s.take(unit)
    s.put(unit, game.t.hex_of[at])
    s.facing[unit], s.level[unit] = facing, 0
    return unit


@pytest.mark.parametrize(("battle", "scenario"), SCENARIOS)
def test_every_bundled_scenario_loads_with_all_its_rules(battle: str, scenario: str) -> None:
    assert match(battle, scenario).t.ignore == ()


def test_a_marker_whose_words_have_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = battle_rules.COMBINED["rolica-1808/by-bounds"]
    monkeypatch.setitem(battle_rules.COMBINED, "rolica-1808/by-bounds", spec._replace(digest="0" * 16))
    with pytest.raises(EngineRefused, match="by-bounds"):
        Match(packages("rolica-1808")[0][1])


@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True), (5, False), (9, True)])
def test_a_combined_marker_is_offered_in_its_turns(turn: int, offered: bool) -> None:
    """JDG-2.1.2-a, -b: by bounds, in turns 2 to 4 and 8 to 10."""
    game, s = started("rolica-1808", "historical", turn)
    s.frames = [("rest",), ("combined", 1)]
    marker = game.t.marker_of["by-bounds"]
    game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
    game.advance(s)
    assert ((TAKE, marker) in game.legal(s)) is offered
    if offered:
        game.apply(s, game.legal(s).index((TAKE, marker)))
        assert s.memory[COMBINED] == (marker,)
        assert marker in fill_cup(game, s)


def activated(battle: str, name: str, turn: int) -> tuple[Match, GameState, list[tuple[int, ...]]]:
    """Activate by a combined marker; of the groups the first is taken."""
    game, s = started(battle, "historical", turn)
    game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
    t = game.t
    for unit in t.units:
        s.flags[unit] |= WITHOUT
    s.memory[GROUP] = tuple(t.units)
    s.frames = [("rest",), ("choose-groups", t.marker_of[name], (), ())]
    game.advance(s)
    offers = []
    while s.frames[-1][0] == "choose-groups":
        offers.append(tuple(action[1] for action in game.legal(s) if len(action) > 1))
        game.apply(s, 1)
    return game, s, offers


def test_three_columns() -> None:
    """Roliça: a group of Trant, one of Hill, Nightingall or Fane, one of Ferguson or Bowes; no shock."""
    game, s, offers = activated("rolica-1808", "three-columns", 2)
    t = game.t
    commands = [{t.command_ids[t.command[u]] for u in units} for units in offers]
    assert commands[0] == {"trant"}
    assert commands[1] <= {"hill", "nightingall", "fane"}
    active = [u for u in t.units if s.flags[u] & ACTIVE]
    assert len(active) == len(offers)
    assert all(s.flags[u] & INITIATIVE and s.flags[u] & NO_ATTACK for u in active)


def test_by_bounds_moves_away_and_leaves_zones_for_nothing() -> None:
    game, s, offers = activated("rolica-1808", "by-bounds", 2)
    t = game.t
    assert not offers
    french = [u for u in t.of_side[1] if s.place[u] >= 0]
    assert all(s.flags[u] & BY_BOUNDS for u in french if s.flags[u] & ACTIVE)
    unit = next(u for u in french if s.flags[u] & ACTIVE and t.arm[u] == 0)
    walk = game.walk(s, unit, NORMAL, ())
    legs = walk.legs(5 * t.denominator, 0, True)
    enemies = [s.place[e] for e in t.of_side[0] if s.place[e] >= 0]
    here = s.place[unit]
    assert legs
    assert all(t.distance(h, e) >= t.distance(here, e) for h in legs for e in enemies)
    assert game.special.leaves_zone_free(s, unit)


def test_across_the_valley_takes_three_of_five() -> None:
    game, s, offers = activated("vimeiro-1808", "across-the-valley", 2)
    assert len(offers) == 3
    assert len({game.t.command[u] for u in game.t.units if s.flags[u] & ACTIVE}) == 3


def test_gullies_hold_one_unit_and_no_guns() -> None:
    game, s = started("rolica-1808", "historical")
    unit = put(game, s, "fr-2l", "0620")
    assert game.special.may_stop(s, unit, game.t.hex_of["0621"])
    assert not game.special.may_stop(s, unit, game.t.hex_of["0621"], 2)
    assert not game.special.may_stop(s, game.t.piece_of["fr-guns-a"], game.t.hex_of["0621"])
    put(game, s, "fr-4l", "0621")
    assert not game.special.may_stop(s, unit, game.t.hex_of["0621"])
    s.level[unit] = 2
    assert game.special.may_stop(s, unit, game.t.hex_of["0621"])


def test_of_a_stack_one_unit_advances_into_a_gully() -> None:
    """Roliça, JDG-8.7.1-b: the stack would, and 0621 holds one unit alone."""
    game, s = started("rolica-1808", "historical")
    game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
    for unit in game.t.units:
        s.take(unit)
    first, second = put(game, s, "br-5", "0620"), put(game, s, "br-9", "0620")
    third = put(game, s, "br-60", "0522")
    game.t.command[second] = game.t.command[first]
    gully = game.t.hex_of["0621"]
    s.frames = [("rest",), ("advance", (first, second, third), (gully,), 0, (), 0)]
    game.advance(s)
    steps = [game.action_text(a) for a in game.legal(s)]
    if any(text.startswith("step br-5") for text in steps):
        game.apply(s, steps.index("step br-5 0621"))
    assert len(s.stacks[gully]) == 1


@pytest.mark.parametrize(("turn", "at", "cost"), [(6, "0930", False), (7, "0930", True), (7, "0929", False)])
def test_time_gained(turn: int, at: str, cost: bool) -> None:
    game, s = started("rolica-1808", "historical", turn)
    unit = put(game, s, "fr-2l", at)
    assert (game.special.exit_cost(s, unit) > 0) is cost


@pytest.mark.parametrize(
    ("name", "level", "slips"),
    [("fr-2l", 0, True), ("fr-2l", 1, False), ("br-5", 0, False), ("fr-26ch", 0, False)],
)
def test_slip_away(name: str, level: int, slips: bool) -> None:
    game, s = started("rolica-1808", "historical")
    hexes = (h for h in game.t.hex_of.values() if game.t.terrain[h] == "clear" and not s.stacks[h])
    unit = put(game, s, name, game.t.hex_ids[next(hexes)])
    s.level[unit] = level
    assert game.special.slips_away(s, unit) is slips


@pytest.mark.parametrize(("name", "level", "modifier"), [("br-60", 0, -1), ("br-60", 1, 0), ("br-5", 0, 0)])
def test_brushwood(name: str, level: int, modifier: int) -> None:
    game, s = started("rolica-1808", "historical")
    brush = next(h for h in game.t.hex_of.values() if game.t.terrain[h] == "brush" and not s.stacks[h])
    unit = put(game, s, name, game.t.hex_ids[brush])
    s.level[unit] = level
    attackers = (game.t.piece_of["fr-2l"],)
    scene = PredicateScene({"attackers": attackers, "defenders": s.stacks[brush]}, {}, brush)
    assert game.special.shock_modifier(s, attackers, "shock", scene) == modifier
    # Of a charge the rule says nothing: brushwood blocks charges (JDG-9.1-k, JDG-CONV-l).
    assert game.special.shock_modifier(s, attackers, "charge", scene) == 0


@pytest.mark.parametrize(("roll", "distance", "goes"), [(9, 4, True), (8, 4, False), (9, 5, False)])
def test_too_early(roll: int, distance: int, goes: bool) -> None:
    """Roliça: a natural 9 within four hexes of the French."""
    game, s = started("rolica-1808", "historical")
    t = game.t
    for unit in t.units:
        s.take(unit)
    unit = put(game, s, "br-5", "0910")
    target = next(h for h in t.hex_of.values() if t.distance(h, s.place[unit]) == distance)
    put(game, s, "fr-2l", t.hex_ids[target])
    assert game.special.goes_forward(s, (unit,), roll) == ((unit,) if goes else ())


def test_who_goes_forward_must_move_and_attack() -> None:
    game, s = started("rolica-1808", "historical")
    game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
    t = game.t
    for unit in t.units:
        s.take(unit)
    clear = [h for h in t.hex_of.values() if t.terrain[h] == "clear" and t.levels[h] == 0]
    here, there = next(
        (a, b)
        for a in clear
        for b in clear
        if t.distance(a, b) == 2 and all(n in clear for n in t.neighbours[6 * b : 6 * b + 6])
    )
    unit = put(game, s, "br-5", t.hex_ids[here])
    put(game, s, "fr-2l", t.hex_ids[there])
    s.flags[unit] |= ACTIVE | INITIATIVE | MUST_ADVANCE | WITHOUT
    s.frames = [("rest",), ("declare", 0), ("segment", 0)]
    game.advance(s)
    units = {a[1] for a in game.legal(s) if game.action_text(a).startswith("unit")}
    assert "done" not in [game.action_text(a) for a in game.legal(s)]
    assert unit in units
    for _ in range(20):
        words = [game.action_text(a) for a in game.legal(s)]
        if s.frames[-1][0] == "declare" or s.frames[-1][0] == "rest":
            break
        pick = next(
            (k for k, w in enumerate(words) if w.startswith((f"unit {t.ids[unit]}", "go", "face"))), 0
        )
        game.apply(s, pick)
    assert t.distance(s.place[unit], there) == 1
    assert [game.action_text(a) for a in game.legal(s)] == [
        f"attack {t.hex_ids[s.place[unit]]} {t.hex_ids[there]}"
    ]


def test_over_the_crags_and_will_he_come_are_in_force() -> None:
    game, _ = started("rolica-1808", "loison")
    assert game.special.free_first_step()
    assert "will-he-come" in game.special.names


@pytest.mark.parametrize(
    ("kind", "firer", "distance", "value"),
    [
        ("normal", "br-9pdr-a", 3, 1),
        ("normal", "br-9pdr-a", 2, 0),
        ("counter_battery", "br-9pdr-a", 3, 0),
        ("normal", "fr-guns-a", 3, 0),
    ],
)
def test_spherical_case(kind: str, firer: str, distance: int, value: int) -> None:
    game, s = started("vimeiro-1808", "historical")
    t = game.t
    for unit in t.units:
        s.take(unit)
    gun = put(game, s, firer, "1412")
    target = next(
        h for h in t.hex_of.values() if t.distance(h, s.place[gun]) == distance and t.terrain[h] == "clear"
    )
    put(game, s, "fr-32" if firer.startswith("br") else "br-5", t.hex_ids[target])
    facts = {"fire": kind, "distance": distance}
    scene = PredicateScene({"firers": (gun,), "targets": s.stacks[target]}, facts, target)
    assert game.special.fire_modifier(s, (gun,), kind, scene) == value


def test_burrard_holds_the_allies_back() -> None:
    game, s = started("vimeiro-1808", "historical", 6)
    t = game.t
    assert game.special.faces_of_phase_a(s) == 4
    unit = put(game, s, "br-5", "1017")
    row = next(h for h in t.neighbours[6 * s.place[unit] : 6 * s.place[unit] + 6] if t.hex_ids[h][2:] == "18")
    assert not game.special.closed_to_move(s, unit, s.place[unit], row)
    s.memory[STORY] = (BURRARD_COMMANDS,)
    assert game.special.closed_to_move(s, unit, s.place[unit], row)
    assert game.special.stays_out_of_zones(s, unit)
    assert game.special.faces_of_phase_a(s) == 0
    hill = next(h for h in game.special.burrard_hexes if not s.stacks[h])
    put(game, s, "fr-32", t.hex_ids[hill])
    assert not game.special.closed_to_move(s, unit, s.place[unit], row)


@pytest.mark.parametrize(
    ("name", "turn", "waits"), [("br-5", 1, True), ("br-5", 2, False), ("pt-cac", 1, False)]
)
def test_wrong_ridge(name: str, turn: int, waits: bool) -> None:
    game, s = started("vimeiro-1808", "historical", turn)
    unit = game.t.piece_of[name]
    assert game.special.waits_for_orders(s, unit) is waits
    if waits:
        s.flags[unit] |= WITHOUT
        s.flags[unit] &= ~ORDERS
        s.memory[GROUP] = tuple(range(len(game.t.units)))
        marker = game.t.marker_of["hill-1"]
        game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
        s.frames = [("rest",), ("leader", marker, unit)]
        game.advance(s)
        assert s.flags[unit] & RALLY_ONLY
        assert s.frames == [("rest",)]


def test_lanes_ridge_and_pursuit_of_vimeiro() -> None:
    game, s = started("vimeiro-1808", "historical")
    piece = game.t.piece_of
    assert not game.special.may_march(s, piece["fr-2l"])
    assert "as_near_enemy" in game.special.entry_modes("brenier-arrives", piece["fr-2l"])
    assert game.special.always_pursues((piece["br-20ld"],))
    assert not game.special.always_pursues((piece["fr-3dr"],))
    hill, s = started("vimeiro-1808", "hill")
    assert not hill.special.may_leave_hex(s, hill.t.piece_of["br-2"])
    assert hill.special.may_leave_hex(s, hill.t.piece_of["br-50"])


def test_rules_of_the_teaching_battle() -> None:
    game, s = started("teaching-jdg", "battle")
    t = game.t
    unit = t.piece_of["fr-17"]
    assert game.special.closed_to_move(s, unit, t.hex_of["0102"], t.hex_of["0202"])
    assert not game.special.closed_to_move(s, unit, t.hex_of["0102"], t.hex_of["0103"])
    s.turn = 2
    assert not game.special.closed_to_move(s, unit, t.hex_of["0102"], t.hex_of["0202"])
    assert game.special.withdraws_free(s, t.piece_of["au-hus"])
    assert not game.special.may_arrive(s, "jacquinot-late")
    s.holder[t.hex_of["0104"]] = 0
    assert game.special.may_arrive(s, "jacquinot-late")
    dawn, s = started("teaching-jdg", "dawn")
    assert {dawn.t.hex_ids[h] for h in dawn.t.screens} == {"0202", "0303"}
    assert dawn.t.screens_until == 2
