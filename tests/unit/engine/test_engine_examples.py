"""Worked examples of the rules, by their ids: what the engine answers in the position that they describe."""

from __future__ import annotations

from typing import Any

import pytest

from jdgtools.engine.jdg.fire import targets
from jdgtools.engine.jdg.losses import check_sum
from jdgtools.engine.jdg.morale import demoralised_formations, may_rally
from jdgtools.engine.jdg.phases import groups_of
from jdgtools.engine.jdg.reach import FORCED, NORMAL
from jdgtools.engine.jdg.shocks import cohesion, defenders_in, fighters, strength
from jdgtools.engine.jdg.sighting import in_cone
from jdgtools.engine.jdg.squares import may_form_square
from jdgtools.engine.jdg.words import ARTILLERY, CAVALRY, FIRED, INFANTRY, SQUARE, TURNED
from jdgtools.engine.jdg.zones import allowance, exerts_zone, front_hexes, stack_fits
from tests.unit.engine.board import FRENCH, Board

INF, CAV, ART = INFANTRY, CAVALRY, ARTILLERY


@pytest.fixture
def board() -> Board:
    return Board()


STACKS: list[tuple[str, list[tuple[Any, ...]], bool]] = [
    # id; units as (arm, strength, formation, level); whether they may share a hex
    ("JDG-5.1.1-EX1", [(INF, 4, 0, 0), (INF, 5, 0, 0)], True),
    ("JDG-5.1.1-EX2", [(INF, 4, 0, 0), (INF, 5, 1, 0)], False),
    ("JDG-5.1.1-EX3", [(INF, 2, 0, 0), (INF, 2, 0, 0), (INF, 2, 0, 0)], True),
    ("JDG-5.1.1-EX3", [(INF, 2, 0, 0), (INF, 2, 0, 0), (INF, 3, 0, 0)], False),
    ("JDG-5.1.1-EX4", [(INF, 4, 0, 0), (INF, 4, 0, 0), (ART, 3, 1, 0)], True),
    ("JDG-5.1.1-EX5", [(INF, 4, 0, 0), (CAV, 3, 0, 0)], False),
    ("JDG-5.1.1-EX6", [(CAV, 3, 0, 0), (ART, 3, 1, 0)], True),
    ("JDG-5.1.1-EX6", [(CAV, 3, 0, 0), (CAV, 3, 0, 0), (ART, 3, 1, 0)], False),
    ("JDG-5.1.1-EX7", [(INF, 4, 0, 2), (INF, 4, 1, 2)], True),
    ("JDG-5.1.1-EX8", [(INF, 4, 0, 2), (INF, 4, 0, 1)], False),
]


@pytest.mark.parametrize(("example", "units", "fits"), STACKS)
def test_stacks(board: Board, example: str, units: list[tuple[Any, ...]], fits: bool) -> None:
    names = {arm: list(pieces) for arm, pieces in FRENCH.items()}
    pieces = [
        board.put(names[arm].pop(0), "0302", strength=points, formation=formation, level=level)
        for arm, points, formation, level in units
    ]
    assert stack_fits(board.t, board.s, pieces) is fits


ALLOWANCES = [
    # id; arm, movement, orders, flags, forced march, charge; movement points
    ("JDG-4.1.2-EX1", INF, 7, False, 0, False, False, 4),
    ("JDG-4.1.2-EX2", INF, 6, False, 0, False, False, 3),
    ("JDG-4.1.2-EX2", INF, 5, False, 0, False, False, 3),
    ("JDG-4.1.2-EX2", INF, 1, False, 0, False, False, 1),
    ("JDG-4.1.3-EX1", INF, 5, True, 0, True, False, 10),
    ("JDG-4.4.2-EX1", ART, 5, True, FIRED, False, False, 3),
    ("JDG-4.4.2-EX2", ART, 5, True, 0, False, False, 5),
    ("JDG-4.4.2-EX2", ART, 5, False, 0, False, False, 3),
    ("JDG-9.1-EX2", CAV, 9, True, 0, False, True, 5),
    ("JDG-9.1-EX2", CAV, 8, True, 0, False, True, 4),
]


@pytest.mark.parametrize(
    ("example", "arm", "movement", "orders", "flags", "forced", "charge", "points"), ALLOWANCES
)
def test_allowances(
    board: Board,
    example: str,
    arm: int,
    movement: int,
    orders: bool,
    flags: int,
    forced: bool,
    charge: bool,
    points: int,
) -> None:
    unit = board.put(FRENCH[arm][0], "0302", movement=movement, orders=orders, flags=flags)
    assert allowance(board.t, board.s, unit, is_forced=forced, charge=charge) == points * board.t.denominator


@pytest.mark.parametrize(
    ("example", "one", "two", "line"),
    [
        ("JDG-8.6.1-EX1", 8, 3, "2:1"),
        ("JDG-8.6.1-EX2", 5, 6, "1:1.5"),
        ("JDG-8.6.1-EX3", 6, 6, "1:1"),
    ],
)
def test_ratios(board: Board, example: str, one: int, two: int, line: str) -> None:
    assert board.t.charts["TBL-RATIO"].ratio(one, two) == line


@pytest.mark.parametrize(("distance", "count"), [(1, 2), (2, 3), (3, 4)])
def test_cone(board: Board, distance: int, count: int) -> None:
    """JDG-CONV-EX1."""
    t, origin = board.t, board.hex("0105")
    hexes = [h for h in t.hex_of.values() if t.distance(origin, h) == distance and in_cone(t, origin, h, 0)]
    assert len(hexes) == count


@pytest.mark.parametrize(
    ("example", "name", "level", "flags", "zone"),
    [
        ("JDG-6.2.1-EX2", "fr-art", 0, 0, False),
        ("JDG-6.2.1-EX2", "fr-17", 0, SQUARE, False),
        ("JDG-6.2.1-EX2", "fr-1ch", 1, 0, True),
        ("JDG-10.2-o", "fr-17", 2, 0, False),
    ],
)
def test_zones(board: Board, example: str, name: str, level: int, flags: int, zone: bool) -> None:
    unit = board.put(name, "0302", level=level, flags=flags)
    assert exerts_zone(board.t, board.s, unit) is zone


def test_strength_of_a_stack_in_defence_and_attack(board: Board) -> None:
    """JDG-5.1.3-EX1, JDG-5.1.3-EX2."""
    board.put("fr-17", "0302", strength=4, formation=0)
    board.put("fr-30", "0302", strength=3, formation=0, level=1)
    board.put("fr-art", "0302", strength=2)
    here = board.hex("0302")
    assert strength(board.game, board.s, defenders_in(board.game, board.s, (here,), 0)) == 7
    assert strength(board.game, board.s, fighters(board.game, board.s, here, 0)) == 4


@pytest.mark.parametrize(
    ("example", "hexes", "groups"),
    [
        ("JDG-2.3.1-EX1", ("0101", "0301", "0501"), 1),
        ("JDG-2.3.1-EX2", ("0101", "0301", "0604"), 2),
        ("JDG-2.3.1-EX3", ("0101", "0101", "0401"), 2),
    ],
)
def test_tactical_groups(board: Board, example: str, hexes: tuple[str, ...], groups: int) -> None:
    for name, at in zip(("fr-13l", "fr-17", "fr-30"), hexes, strict=True):
        board.put(name, at)
    assert len(groups_of(board.game, board.s, 0)) == groups


@pytest.mark.parametrize(
    ("example", "hexes", "turn", "change"),
    [
        ("JDG-8.8.1-EX1", 1, 2, 1),
        ("JDG-8.8.1-EX2", 2, 2, -2),
        ("JDG-12.1-EX1", 0, 4, 2),
        ("JDG-12.2-e", 0, 1, 2),
        ("JDG-0.4.1-EX1", 0, 2, 0),
    ],
)
def test_cohesion_checks(board: Board, example: str, hexes: int, turn: int, change: int) -> None:
    unit = board.put("fr-1ch", "0302", cohesion=6)
    board.s.turn = turn
    assert check_sum(board.game, board.s, unit, hexes) == change


def test_demoralisation(board: Board) -> None:
    """JDG-11.2-EX1, JDG-11.2-EX2."""
    board.put("fr-13l", "0101", level=1)
    board.put("fr-17", "0201", level=2)
    board.s.place[board.t.piece_of["fr-30"]] = -2
    board.put("fr-art", "0302")
    morand = board.t.command_ids.index("morand")
    assert morand in demoralised_formations(board.game, board.s)
    board.s.level[board.t.piece_of["fr-13l"]] = 0
    assert morand not in demoralised_formations(board.game, board.s)


@pytest.mark.parametrize(
    ("example", "level", "flags", "enemy", "allowed"),
    [
        ("JDG-11.1-EX1", 1, 0, "", True),
        ("JDG-11.1-EX3", 1, TURNED, "", False),
        ("JDG-11.1-EX5", 1, 0, "au-art", False),
    ],
)
def test_rally(board: Board, example: str, level: int, flags: int, enemy: str, allowed: bool) -> None:
    unit = board.put("fr-17", "0302", level=level, flags=flags)
    if enemy:
        board.put(enemy, "0303")
    assert may_rally(board.game, board.s, unit) is allowed


def test_square(board: Board) -> None:
    """JDG-4.2-EX4: artillery alone forms none; JDG-4.2-EX5: turning is not moving."""
    gun = board.put("fr-art", "0101")
    assert not may_form_square(board.game, board.s, gun)
    foot = board.put("fr-17", "0302", flags=TURNED)
    assert may_form_square(board.game, board.s, foot) is board.t.clear[board.hex("0302")]


def test_forced_march_keeps_its_distance(board: Board) -> None:
    """JDG-4.1.3-EX3: an enemy within five hexes forbids it."""
    unit = board.put("fr-17", "0101")
    board.put("au-33", "0603")
    assert board.t.distance(board.hex("0101"), board.hex("0603")) == 5
    assert board.game.walk(board.s, unit, FORCED, ()).close(board.hex("0101"))


def test_artillery_enters_a_zone_only_beside_friends(board: Board) -> None:
    """JDG-6.2.2-EX6."""
    gun = board.put("fr-art", "0101")
    board.put("au-33", "0302", facing=5)
    walk = board.game.walk(board.s, gun, NORMAL, ())
    zone = {h for h in walk.threats.zone if not board.s.stacks[h]}
    assert zone
    assert not zone & set(walk.legs(20 * board.t.denominator, 0, True))


def test_artillery_fires_at_the_enemy_in_front(board: Board) -> None:
    """JDG-7.2-EX1: with an enemy in a front hex no other target is legal."""
    gun = board.put("fr-art", "0302", facing=0)
    near = next(iter(front_hexes(board.t, board.s, gun)))
    board.put("au-33", board.t.hex_ids[near])
    board.put("au-gren", "0605")
    assert set(targets(board.game, board.s, gun)) <= {near}


def test_best_cohesion_counts(board: Board) -> None:
    """JDG-8.6.2-EX1: attackers 6 and 4 against defenders 5 and 7."""
    ours = [board.put("fr-17", "0302", cohesion=6), board.put("fr-30", "0302", cohesion=4)]
    theirs = [board.put("au-33", "0303", cohesion=5), board.put("au-39", "0303", cohesion=7)]
    best = max(cohesion(board.game, board.s, u) for u in ours)
    assert best - max(cohesion(board.game, board.s, u) for u in theirs) == -1
