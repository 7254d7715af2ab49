"""Positions of combined markers, of victory and of options in the bundled battles; worked out by hand."""

from __future__ import annotations

import pytest

from jdgtools.engine.core.nodes import DecisionNode
from jdgtools.engine.core.state import ELIMINATED, FLED, GameState
from jdgtools.engine.jdg.match import Match
from jdgtools.engine.jdg.victory import automatic_end, end_of_game, final_points, side_with_more, turn_points
from jdgtools.engine.jdg.words import (
    ACTIVE,
    DISORDERED,
    GROUP,
    INITIATIVE,
    MARKER,
    POINTS,
    RALLY_ONLY,
    SQUARE,
    WITHOUT,
)
from tests.unit.engine.field import Field, said
from tests.unit.engine.matches import match

CREST, VILLAGE, WEST, ROAD = "crest", "village", "west-bank", "lourinha-road"


def vimeiro(turn: int = 12, **held: int) -> tuple[Match, GameState]:
    """Return Vimeiro with nobody holding anything but so many hexes of regions, by the French."""
    game = match("vimeiro-1808", "historical")
    s = game.start()
    s.turn = turn
    for here in range(game.t.size):
        s.holder[here] = -1
    for name, count in held.items():
        region = next(r for r in game.t.package.regions if r.id.replace("-", "_") == name)
        for here in sorted(region.hexes)[:count]:
            s.holder[here] = 1
    return game, s


def lose(game: Match, s: GameState, name: str, place: int = ELIMINATED) -> None:
    s.take(game.t.piece_of[name], place)


# Victory (JDG-13)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ({}, 4),
        ({"crest": 1}, 4),
        ({"crest": 2}, 8),
        ({"village": 1}, 9),
        ({"lourinha_road": 1}, 6),
        ({"lourinha_road": 3}, 10),
        ({"crest": 2, "village": 1, "lourinha_road": 2}, 17),
    ],
)
def test_ground_is_counted_at_the_end(held: dict[str, int], points: int) -> None:
    """JDG-13.2-b: 4 for two against three, 4 for two hexes of the crest, 5 for a house, 2 for each place."""
    game, s = vimeiro(**held)
    assert final_points(game, s) == (0, points)


def test_losses_are_counted_piece_by_piece() -> None:
    """JDG-13.2-b, JDG-10.4-p, AMB-108: who has fled counts as eliminated; French guns two, foot and horse one, Allies four."""
    game, s = vimeiro()
    lose(game, s, "fr-2l")
    lose(game, s, "fr-1ch", FLED)
    lose(game, s, "fr-guns-a")
    lose(game, s, "br-5")
    lose(game, s, "br-6pdr-a", FLED)
    assert final_points(game, s) == (4, 12)


@pytest.mark.parametrize(
    ("turn", "held", "points"),
    [
        (2, {"crest": 1}, (0, 0)),
        (3, {}, (1, 0)),
        (3, {"crest": 1}, (0, 1)),
        (7, {"crest": 1, "village": 1}, (0, 2)),
        (8, {"crest": 1, "village": 1}, (0, 0)),
        (8, {}, (1, 0)),
        (3, {"lourinha_road": 2}, (1, 0)),
        (4, {"lourinha_road": 2}, (1, 1)),
        (9, {}, (0, 0)),
    ],
)
def test_turns_are_counted_one_by_one(turn: int, held: dict[str, int], points: tuple[int, int]) -> None:
    """JDG-13.2-b, JDG-1-t: the points of each turn are kept, whoever holds the ground later."""
    game, s = vimeiro(turn, **held)
    turn_points(game, s)
    assert s.memory[POINTS] == points
    turn_points(game, s)
    assert s.memory[POINTS] == (2 * points[0], 2 * points[1])


@pytest.mark.parametrize(
    ("points", "winner"), [((6, 0), -1), ((6, 1), -1), ((7, 0), 0), ((2, 0), -1), ((1, 0), 1), ((4, 0), -1)]
)
def test_a_lead_of_three_wins(points: tuple[int, int], winner: int) -> None:
    """JDG-13.2-a: levels of the scenario; France has four to begin with, two less or more is a draw."""
    game, s = vimeiro()
    s.memory[POINTS] = points
    assert end_of_game(game, s).winner == winner


@pytest.mark.parametrize(
    ("turn", "village", "west", "wins"),
    [(4, 9, 9, False), (5, 9, 9, True), (5, 1, 9, False), (5, 9, 0, False)],
)
def test_into_the_sea(turn: int, village: int, west: int, wins: bool) -> None:
    """JDG-13.1-a, -c: all of it at once, from turn 5 on."""
    game, s = vimeiro(turn, village=village, west_bank=west)
    end = automatic_end(game, s)
    assert (end is not None and end.cause == "into-the-sea") is wins


def test_losses_in_percent_are_of_points_on_the_front() -> None:
    """JDG-13.1-c: 16 of 100 of all Allied strength points end the game; one point less does not."""
    game, s = vimeiro()
    t = game.t
    units = list(t.of_side[0])
    whole = sum(t.strength[u][0] for u in units)
    lost = 0
    for unit in units:
        assert automatic_end(game, s) is None
        s.take(unit, ELIMINATED)
        lost += t.strength[unit][0]
        if lost * 100 >= 16 * whole:
            break
    end = automatic_end(game, s)
    assert end is not None and (end.winner, end.cause) == (1, "army-ruined")


# Combined markers (JDG-2.1.2)


def active(battle: str, marker: str, turn: int, *orders: int) -> tuple[Match, GameState]:
    """Let a combined marker be drawn; of the groups the first is taken. All units are without orders."""
    game = match(battle, "historical")
    s = game.start()
    game.procedures = {**game.procedures, "rest": lambda s, f: DecisionNode(0, "rest", ((0,),))}
    t = game.t
    s.turn, s.node, s.answer = turn, None, None
    for unit in t.units:
        s.flags[unit] |= WITHOUT
    s.memory[GROUP] = tuple(t.units)
    s.memory[MARKER] = t.marker_of[marker]
    s.frames = [("rest",), ("activate", 0, t.marker_of[marker])]
    game.advance(s)
    while s.frames[-1][0] == "choose-groups":
        game.apply(s, 1)
    return game, s


def kinds(game: Match, s: GameState) -> list[tuple[str, set[str]]]:
    """Go on with `done`, and return every kind of decision of the activation with its verbs."""
    seen = []
    while s.frames != [("rest",)]:
        assert isinstance(s.node, DecisionNode), s.node
        texts = [game.action_text(a) for a in game.legal(s)]
        seen.append((s.node.kind, {text.split()[0] for text in texts}))
        game.apply(s, texts.index("done"))
    return seen


def test_three_columns_ask_no_leader_and_start_no_shock() -> None:
    """JDG-2.1.2-c, JDG-2.4.2-b: as with orders, so nobody's initiative; there is no segment of shock."""
    game, s = active("rolica-1808", "three-columns", 2)
    units = [u for u in game.t.units if s.flags[u] & ACTIVE]
    assert units and all(s.flags[u] & INITIATIVE and not s.flags[u] & RALLY_ONLY for u in units)
    seen = [kind for kind, _ in kinds(game, s)]
    assert "initiative of the leader" not in seen and "shock" not in seen and "movement" in seen
    assert not any(s.flags[u] & (ACTIVE | INITIATIVE) for u in game.t.units)


def test_what_a_combined_marker_gives_ends_with_it() -> None:
    """JDG-2.1.2-c, JDG-2.4.3-f: by the next marker of their formation they are without orders again."""
    game, s = active("rolica-1808", "three-columns", 2)
    unit = next(u for u in game.t.units if s.flags[u] & ACTIVE)
    kinds(game, s)
    command = game.t.command_ids[game.t.command[unit]]
    marker = next(k for k, m in enumerate(game.t.markers) if m.code == "O" and m.id.startswith(command))
    s.memory[MARKER] = marker
    s.frames = [("rest",), ("activate", 0, marker)]
    s.node = None
    game.advance(s)
    assert isinstance(s.node, DecisionNode) and s.node.kind == "initiative of the leader"


@pytest.mark.parametrize(
    ("marker", "battle"), [("by-bounds", "rolica-1808"), ("across-the-valley", "vimeiro-1808")]
)
def test_markers_of_movement_alone(marker: str, battle: str) -> None:
    """JDG-2.1.2-c: no fire, no shock, no forced march, no charge."""
    game, s = active(battle, marker, 2)
    horse = [u for u in game.t.units if s.flags[u] & ACTIVE and game.t.arm[u] == 1]
    for kind, verbs in kinds(game, s):
        assert kind not in ("fire", "shock")
        assert not verbs & {"march", "charge"}
    assert marker != "by-bounds" or horse


def test_across_the_valley_nobody_stops_beside_an_enemy() -> None:
    """Vimeiro: of the hexes that are offered none touches an enemy unit of whatever arm."""
    game, s = active("vimeiro-1808", "across-the-valley", 2)
    unit = next(u for u in game.t.units if s.flags[u] & ACTIVE and game.t.arm[u] == 0)
    here = s.place[unit]
    enemy = game.t.piece_of["fr-guns-a"]
    there = next(h for h in sorted(game.t.disc(here, 3)) if game.t.distance(here, h) == 3 and not s.stacks[h])
    s.take(enemy)
    s.put(enemy, there)
    game.apply(
        s, [game.action_text(a) for a in game.legal(s)].index("done")
    ) if s.node.kind != "movement" else None
    texts = [game.action_text(a) for a in game.legal(s)]
    game.apply(s, texts.index(f"unit {game.t.ids[unit]}"))
    goes = [a[1] for a in game.legal(s) if game.action_text(a).startswith("go ")]
    assert goes and all(game.t.distance(h, there) > 1 for h in goes)


# Options, ten of them (AMB)


def option(name: str, value: object) -> Field:
    field = Field()
    field.t.options[name] = value
    return field


@pytest.mark.parametrize(("value", "sees"), [("all_units", False), ("not_routed", True)])
def test_whether_a_routed_enemy_prevents_rally(value: str, sees: bool) -> None:
    """`rally_blockers`, AMB-110."""
    field = option("rally_blockers", value)
    field.put("br-5", "1515", level=DISORDERED)
    field.put("fr-32", field.beside("1515", 0), level=2)
    field.begin(("rally", 0, -1))
    assert ("rally br-5" in field.actions()) is sees


@pytest.mark.parametrize(("value", "winner"), [("draw", -1), ("first_side", 0), ("second_side", 1)])
def test_who_wins_with_equal_points(value: str, winner: int) -> None:
    """`tie`, AMB-96: where the levels of a scenario say nothing."""
    field = option("tie", value)
    assert side_with_more(field.game, (5, 5)) == winner
    assert side_with_more(field.game, (5, 6)) == 1


@pytest.mark.parametrize(("value", "goes"), [(False, True), (True, False)])
def test_whether_a_commander_keeps_off_a_march(value: bool, goes: bool) -> None:
    """`forced_march_counts_cinc`, AMB-19: an enemy commander alone, four hexes off."""
    field = option("forced_march_counts_cinc", value)
    field.put("br-5", "1515", movement=5)
    leader = field.unit("junot")
    field.s.place[leader] = field.hex(field.beside("1515", 0, 0, 0, 0))
    field.move("br-5")
    assert bool(said(field, "march")) is goes


@pytest.mark.parametrize(("value", "expected"), [(1, {1, 5}), (2, {1, 2, 4, 5}), (3, {1, 2, 3, 4, 5})])
def test_corners_of_a_turn_with_fire(value: int, expected: set[int]) -> None:
    """`artillery_turn_limit`, AMB-53: after the fire as before it."""
    field = option("artillery_turn_limit", value)
    field.put("br-9pdr-a", "1515")
    field.put("fr-32", field.beside("1515", 0, 1))
    field.begin(("fires", 0))
    field.play(f"fire br-9pdr-a {field.beside('1515', 0, 1)}", 0)
    assert {int(text.split()[2]) for text in said(field, "turn")} == expected


@pytest.mark.parametrize(("value", "together"), [(True, True), (False, False)])
def test_a_stack_on_a_forced_march(value: bool, together: bool) -> None:
    """`forced_march_stack`, AMB-20."""
    field = option("forced_march_stack", value)
    field.put("br-5", "1515")
    field.put("br-38", "1515")
    field.begin(("segment", 0))
    field.play("move-stack br-5")
    assert bool(said(field, "march")) is together and bool(said(field, "go"))


@pytest.mark.parametrize(
    ("value", "open_"), [("first_hex_any_enemy", True), ("whole_move", False), ("same_unit", True)]
)
def test_a_front_on_the_second_step_out_of_a_zone(value: str, open_: bool) -> None:
    """`zoc_to_front_zoc`, AMB-46: two steps to the front hex of another enemy."""
    field = option("zoc_to_front_zoc", value)
    field.put("br-5", "1515")
    field.put("fr-32", field.beside("1515", 4), 1)
    field.put("fr-58", field.beside("1515", 1, 1, 1), 4)
    field.move("br-5")
    assert (f"go {field.beside('1515', 1, 1)}" in field.actions()) is open_


@pytest.mark.parametrize(
    ("value", "near", "far"),
    [("adjacent_only", True, False), ("all_round", True, True), ("cone", False, False)],
)
def test_fire_of_a_square_over_its_back(value: str, near: bool, far: bool) -> None:
    """`six_front_fire`, AMB-24."""
    for steps, allowed in ((1, near), (3, far)):
        field = option("six_front_fire", value)
        field.put("br-9pdr-a", "1515", flags=SQUARE)
        field.put("br-5", "1515", flags=SQUARE)
        field.put("fr-32", field.beside("1515", *[3] * steps))
        field.begin(("fires", 0))
        assert bool(said(field, "fire")) is allowed


@pytest.mark.parametrize("value", [True, False])
def test_out_of_a_square_into_an_attack(value: bool) -> None:
    """`attack_after_leaving_square`, AMB-26: it leaves the square, stays where it is, and attacks or may not."""
    field = option("attack_after_leaving_square", value)
    field.put("br-5", "1515", flags=SQUARE)
    field.put("fr-32", field.beside("1515", 0), 3)
    field.begin(("segment", 0), ("declare", 0))
    field.play("unit br-5", "leave-square", "stop", "done")
    assert bool(said(field, "attack")) is value


@pytest.mark.parametrize(("value", "moved"), [("best_unit", 1), ("stack", 2)])
def test_who_enters_after_guns_alone_are_lost(value: str, moved: int) -> None:
    """`advance_single_stack`, AMB-63: a stack of two took a battery without a roll."""
    field = option("advance_single_stack", value)
    there = field.beside("1515", 0)
    field.put("br-5", "1515", cohesion=7)
    field.put("br-38", "1515", cohesion=6)
    field.put("fr-guns-a", there, 0)
    field.begin(("declare", 0))
    field.play(f"attack 1515 {there}")
    field.play(*said(field, "done"))
    assert sum(field.at(name) == there for name in ("br-5", "br-38")) == moved


@pytest.mark.parametrize(("value", "answers"), [(True, True), (False, False)])
def test_reaction_fire_before_a_counter_attack(value: bool, answers: bool) -> None:
    """`reactions_in_followup`, AMB-65: guns of the side that acts are attacked in their turn."""
    field = option("reactions_in_followup", value)
    there = field.beside("1515", 0)
    field.put("br-9pdr-a", "1515")
    field.put("br-5", "1515")
    field.put("fr-32", there, 3)
    field.begin(("counter", (field.unit("fr-32"),), (), 1, 1, (), ()))
    field.play(f"counter-attack {there} 1515")
    assert bool(said(field, "react")) is answers
