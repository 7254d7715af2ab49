"""What a shock is decided by and what follows it: participants, results, advance, withdrawal (JDG-8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jdgtools.engine.core.state import ELIMINATED
from jdgtools.engine.jdg.shocks import shock_sum
from jdgtools.engine.jdg.withdrawals import kind_of
from jdgtools.engine.jdg.words import CHARGE, DISORDERED, ORDERED, ROUTED, WITHDREW
from tests.unit.engine.field import Field, until

HERE = "1515"


@pytest.fixture
def field() -> Field:
    return Field()


def attack(field: Field, *targets: str, origin: str = HERE) -> None:
    """Name attacks from a hex, and go on to the combats."""
    field.begin(("declare", 0))
    field.play(*(f"attack {origin} {target}" for target in targets))
    if "done" in field.actions():  # nobody is asked where no other attack is possible
        field.play("done")


# Participants (JDG-8.3, JDG-8.4, JDG-8.5, JDG-8.6)


@pytest.mark.parametrize("orders", [True, False])
def test_all_shocks_are_named_before_any_check(field: Field, orders: bool) -> None:
    """JDG-8.3.1-c to -e, JDG-8.4.1-b: with orders none is made; without, each stack has one in its combat."""
    for at, enemy in ((HERE, "fr-32"), (field.beside(HERE, 2, 2), "fr-82")):
        field.put("br-5" if at == HERE else "br-9-1", at, facing=0, orders=orders)
        field.put(enemy, field.beside(at, 0), facing=3)
    field.begin(("declare", 0))
    first, second = (text for text in field.actions() if text.startswith("attack"))
    field.play(first)
    assert not field.chance
    field.play(second)
    if "done" in field.actions():
        field.play("done")
    field.play(field.actions()[0])  # which combat is first
    assert field.chance == ("shock" if orders else "shock check")
    if not orders:
        field.play(0)
        assert field.chance == "shock"


def total(field: Field, pairs: tuple[tuple[int, int], ...], attackers: tuple[int, ...]) -> int:
    return shock_sum(field.game, field.s, attackers, pairs, (), False, 0)[0]


def test_of_several_hexes_the_defender_takes_the_one_that_helps_him_most(field: Field) -> None:
    """JDG-8.4.3-a: the sum is the lower of those for each hex."""
    attacker = field.put("br-5", HERE, facing=0)
    left, right = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("fr-32", left, facing=3)
    field.put("fr-82", right, facing=3)
    here = field.hex(HERE)
    both = ((here, field.hex(left)), (here, field.hex(right)))
    level = total(field, both, (attacker,))
    field.t.shock_drm[6 * here + 1] = -2
    assert total(field, both, (attacker,)) == level - 2
    field.t.shock_drm[6 * here + 1] = 2
    assert total(field, both, (attacker,)) == level


@pytest.mark.parametrize("terrain", ["clear", "village"])
def test_of_several_attackers_one_side_chooses_the_terrain(field: Field, terrain: str) -> None:
    """JDG-8.4.2-a, -b, JDG-8.4.2-EX1: the attacker if the defender stands in the clear, else the defender."""
    ahead = field.beside(HERE, 0)
    other = field.beside(ahead, 2)
    attackers = (field.put("br-5", HERE, facing=0), field.put("br-9-1", other, facing=5))
    field.put("fr-32", ahead, facing=3)
    target = field.hex(ahead)
    pairs = ((field.hex(HERE), target), (field.hex(other), target))
    steps = [next(6 * a + d for d in range(6) if field.t.neighbours[6 * a + d] == b) for a, b in pairs]
    before = field.t.terrain[target], [field.t.shock_drm[step] for step in steps]
    field.t.terrain[target] = terrain

    def sum_with(*values: int) -> int:
        for step, value in zip(steps, values, strict=True):
            field.t.shock_drm[step] = value
        return total(field, pairs, attackers)

    level = sum_with(0, 0)
    expected = {"clear": (level + 1, level, level - 1), "village": (level, level - 2, level - 2)}[terrain]
    assert (sum_with(1, 0), sum_with(0, -2), sum_with(-1, -2)) == expected
    field.t.terrain[target] = before[0]
    for step, value in zip(steps, before[1], strict=True):
        field.t.shock_drm[step] = value


@pytest.mark.parametrize(
    ("attack", "defence", "like"),
    [(8, 3, (6, 3)), (5, 6, (4, 6)), (6, 6, (7, 6)), (9, 3, (3, 1))],
)
def test_ratios_are_rounded_for_the_defender(
    field: Field, attack: int, defence: int, like: tuple[int, int]
) -> None:
    """JDG-8.6.1-a to -c, JDG-8.6.1-EX1, -EX2: 8 to 3 counts as 2 to 1, 5 to 6 as 1 to 1.5."""
    attacker = field.put("br-5", HERE, facing=0, cohesion=6)
    ahead = field.beside(HERE, 0)
    defender = field.put("fr-32", ahead, facing=3, cohesion=6)
    sums = []
    for a, d in ((attack, defence), like):
        field.t.strength[attacker], field.t.strength[defender] = (a, a), (d, d)
        sums.append(total(field, ((field.hex(HERE), field.hex(ahead)),), (attacker,)))
    assert sums[0] == sums[1]


def resolve(field: Field, cells: dict[str, tuple[str, ...]]) -> None:
    """Let a shock have a given result, whatever is rolled."""
    chart = field.t.charts["TBL-SHOCK"]
    for row in {row for row, _ in chart.cells}:
        for key in ("attacker", "defender", "then"):
            chart.cells[row, key] = cells.get(key, ())


@pytest.fixture
def results(field: Field) -> Iterator[None]:
    """Put the results of shocks back afterwards."""
    cells = field.t.charts["TBL-SHOCK"].cells
    before = dict(cells)
    yield
    cells.clear()
    cells.update(before)


def battle(field: Field, *defenders: str, attackers: tuple[str, ...] = ("br-5",)) -> str:
    """Attack a hex, up to the roll; return the hex."""
    ahead = field.beside(HERE, 0)
    for name in attackers:
        field.put(name, HERE, facing=0, formation=0)
    for name in defenders:
        field.put(name, ahead, facing=3, formation=9)
    attack(field, ahead)
    while field.chance != "shock":
        field.play("stay")
    return ahead


def test_a_result_strikes_every_unit_of_the_hex(field: Field, results: None) -> None:
    """JDG-8.5-a, -b: one roll for the combat; all units of both hexes have their own side's result."""
    resolve(field, {"defender": ("DIS",)})
    battle(field, "fr-32", "fr-82")
    field.play(5)
    assert (field.level("fr-32"), field.level("fr-82"), field.level("br-5")) == (
        DISORDERED,
        DISORDERED,
        ORDERED,
    )


def test_every_unit_checks_for_itself(field: Field, results: None) -> None:
    """JDG-8.5-c, JDG-5.1.3-k: one roll for each; JDG-8.5-e: who is routed makes a rout move instead."""
    resolve(field, {"defender": ("CC",)})
    battle(field, "fr-32", "fr-82")
    field.play(5)
    assert field.chance == "cohesion check"
    field.play(9)
    assert field.chance == "cohesion check"
    field.play(0)
    assert field.rests and {field.level("fr-32"), field.level("fr-82")} == {ORDERED, DISORDERED}
    other = Field()
    ahead = battle(other, "fr-32")
    other.s.level[other.unit("fr-32")] = ROUTED
    other.play(5)
    assert not other.chance and other.at("fr-32") != ahead and other.level("fr-32") == ROUTED


def test_results_are_applied_in_the_order_printed(field: Field, results: None) -> None:
    """JDG-8.5-d: disorder before the fall-back that follows; all of a code before the next."""
    resolve(field, {"defender": ("DIS", "FB")})
    ahead = battle(field, "fr-32")
    field.play(5)
    assert field.level("fr-32") == DISORDERED and field.at("fr-32") == ahead
    field.play(field.actions()[0])
    assert field.at("fr-32") != ahead and field.level("fr-32") == DISORDERED


def test_artillery_alone_is_lost_after_its_fire(field: Field) -> None:
    """JDG-8.5-f, JDG-8.9-h, JDG-8.9-EX1: it may react; then it is eliminated without a roll.

    JDG-8.7.3-e: who takes its place makes no breakthrough against the enemies behind it.
    """
    ahead = field.beside(HERE, 0)
    field.put("br-5", HERE, facing=0)
    field.put("fr-guns-a", ahead, facing=3)
    field.put("fr-32", field.beside(ahead, 0), facing=3)
    attack(field, ahead)
    assert set(field.actions()) == {"react fr-guns-a br-5", "stay"}
    field.play("stay")
    assert field.chance == ""
    assert field.s.place[field.unit("fr-guns-a")] == ELIMINATED
    assert field.at("br-5") == ahead
    assert not any(text.startswith("resolve") for text in field.actions())


# Advance (JDG-8.7)


def advance(field: Field, *units: str, hexes: tuple[str, ...]) -> None:
    numbers = tuple(field.unit(name) for name in units)
    field.begin(("advance", numbers, tuple(field.hex(h) for h in hexes), 0, (), 0))


def test_the_stack_with_the_best_cohesion_advances_and_no_other(field: Field) -> None:
    """JDG-8.7.1-a, -b, -e, JDG-8.7.1-EX2: stack Q with its 7, though P has two good units."""
    vacated = field.beside(HERE, 0)
    beside = field.beside(HERE, 1)
    for name, at, cohesion in (
        ("br-5", HERE, 6),
        ("br-9-1", HERE, 5),
        ("br-38", beside, 7),
        ("br-36", beside, 4),
    ):
        field.put(name, at, facing=0, formation=0, cohesion=cohesion)
    advance(field, "br-5", "br-9-1", "br-38", "br-36", hexes=(vacated,))
    assert field.at("br-38") == field.at("br-36") == vacated
    assert field.at("br-5") == field.at("br-9-1") == HERE


def test_of_those_who_attacked_the_hex_the_best_advances(field: Field) -> None:
    """JDG-8.7.1-a: it must be entered, though a better unit of the combat is not beside it."""
    vacated, beside = field.beside(HERE, 5), field.beside(HERE, 1)
    field.put("br-5", HERE, facing=5, cohesion=4)
    field.put("br-38", beside, facing=5, cohesion=7)
    advance(field, "br-5", "br-38", hexes=(vacated,))
    assert (field.at("br-5"), field.at("br-38")) == (vacated, beside)


def test_of_two_hexes_the_best_who_reaches_one_advances(field: Field) -> None:
    """JDG-8.7.1-a, -e: both have a hex to enter, and the better one alone enters his."""
    between, beside = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("br-5", HERE, facing=5, cohesion=4)
    field.put("br-38", beside, facing=5, cohesion=7)
    advance(field, "br-5", "br-38", hexes=(field.beside(HERE, 5), between))
    assert (field.at("br-5"), field.at("br-38")) == (HERE, between)


def test_of_equals_the_attacker_chooses(field: Field) -> None:
    """JDG-8.7.1-c."""
    vacated, beside = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put("br-5", HERE, facing=0, cohesion=6)
    field.put("br-38", beside, facing=5, cohesion=6)
    advance(field, "br-5", "br-38", hexes=(vacated,))
    assert set(field.actions()) == {f"step br-5 {vacated}", f"step br-38 {vacated}"}
    field.play(f"step br-38 {vacated}")
    assert field.at("br-38") == vacated and field.at("br-5") == HERE


@pytest.mark.parametrize("facing", range(6))
def test_who_advances_may_turn_by_a_corner(field: Field, facing: int) -> None:
    """JDG-8.7.1-d."""
    vacated = field.beside(HERE, 0)
    field.put("br-5", HERE, facing=facing)
    advance(field, "br-5", hexes=(vacated,))
    assert set(field.actions()) == {f"face {(facing + k) % 6}" for k in (-1, 0, 1)}


def test_artillery_does_not_advance(field: Field) -> None:
    """JDG-8.7.1-f: neither alone nor with its stack."""
    vacated = field.beside(HERE, 0)
    field.put("br-9pdr-a", HERE, facing=0)
    advance(field, "br-9pdr-a", hexes=(vacated,))
    assert field.rests and field.at("br-9pdr-a") == HERE


def test_ground_disorders_who_advances_over_it(field: Field) -> None:
    """JDG-8.7.1-i, JDG-8.7.1-EX1."""
    vacated = field.beside(HERE, 0)
    field.put("br-5", HERE, facing=0)
    field.t.disorders = [[frozenset({6 * field.hex(HERE)})] * 2 for _ in field.t.classes]
    advance(field, "br-5", hexes=(vacated,))
    assert field.at("br-5") == vacated and field.level("br-5") == DISORDERED


@pytest.mark.parametrize(
    ("first", "second", "heavy", "charge"),
    [
        ("br-20ld", "br-5", False, False),  # JDG-8.7.3-c, JDG-8.7.3-EX1: cavalry before infantry
        ("br-20ld", "pt-cav", True, False),  # JDG-8.7.3-d, JDG-8.7.3-EX2: heavy before light
        ("br-20ld", "pt-cav", False, True),  # JDG-8.7.3-b: who charged before all others
    ],
)
def test_priorities_come_before_cohesion(
    field: Field, first: str, second: str, heavy: bool, charge: bool
) -> None:
    """JDG-8.7.1-h, JDG-8.7.3-a to -d."""
    vacated, beside = field.beside(HERE, 0), field.beside(HERE, 1)
    field.put(first, HERE, facing=0, cohesion=4, heavy=heavy, flags=CHARGE if charge else 0)
    field.put(second, beside, facing=5, cohesion=8)
    advance(field, first, second, hexes=(vacated,))
    assert field.at(first) == vacated and field.at(second) == beside


# Withdrawal (JDG-8.8)


@pytest.mark.parametrize(
    ("unit", "attackers", "heavy", "kind"),
    [
        ("fr-1ch", ("br-5",), (), "check"),
        ("fr-1ch", ("br-20ld",), (), ""),  # JDG-8.8.2-e
        ("fr-1ch", ("br-20ld",), ("br-20ld",), "free"),  # JDG-8.8.2-a
        ("fr-1ch", ("br-20ld", "br-5"), ("br-20ld",), "check"),  # JDG-8.8.2-d
        ("fr-1ch", ("br-20ld",), ("br-20ld", "fr-1ch"), ""),  # JDG-8.8.2-a, -EX1: heavy before heavy
        ("fr-1ch", ("br-5",), ("fr-1ch",), "check"),  # JDG-8.8.2-e: heavy before infantry
        ("fr-32", ("br-5",), (), ""),
    ],
)
def test_who_may_withdraw(
    field: Field, unit: str, attackers: tuple[str, ...], heavy: tuple[str, ...], kind: str
) -> None:
    """JDG-8.8.1-a, JDG-8.8.2-a, -c to -e."""
    number = field.put(unit, HERE, heavy=unit in heavy, level=DISORDERED)
    enemies = tuple(
        field.put(name, field.beside(HERE, 0), facing=3, heavy=name in heavy) for name in attackers
    )
    assert kind_of(field.game, field.s, number, enemies) == kind
    field.s.flags[number] |= WITHDREW
    assert kind_of(field.game, field.s, number, enemies) == ""


def withdrawal(field: Field, *, orders: bool = True, level: int = ORDERED) -> str:
    """Attack cavalry with infantry, up to its decision; return the hex of the cavalry."""
    ahead = field.beside(HERE, 0)
    field.put("br-5", HERE, facing=0, orders=orders)
    field.put("fr-1ch", ahead, facing=3, cohesion=6, level=level)
    attack(field, ahead)
    return ahead


def test_the_decision_comes_before_the_shock_check(field: Field) -> None:
    """JDG-8.8.1-b: also where the attacker is without orders and might fail."""
    withdrawal(field, orders=False)
    assert set(field.actions()) == {"stay", "withdraw fr-1ch 1", "withdraw fr-1ch 2"}
    field.play("stay")
    assert field.chance == "shock check"


@pytest.mark.parametrize(
    ("length", "roll", "after"),
    [
        (1, 5, ORDERED),  # JDG-8.8.1-EX1
        (1, 6, DISORDERED),
        (2, 8, ORDERED),  # JDG-8.8.1-EX2
        (2, 9, DISORDERED),
    ],
)
def test_the_check_of_a_withdrawal(field: Field, length: int, roll: int, after: int) -> None:
    """JDG-8.8.1-c to -i, -l, -o: +1 or -2; it goes all the same, faces freely, and the infantry may follow."""
    ahead = withdrawal(field)
    field.play(f"withdraw fr-1ch {length}")
    assert field.chance == "cohesion check" and field.at("fr-1ch") == ahead  # JDG-8.8.1-h: before it moves
    field.play(roll)
    assert field.level("fr-1ch") == after
    until(field, "face")
    assert field.actions() == [f"face {k}" for k in range(6)]
    assert field.t.distance(field.hex(field.at("fr-1ch")), field.hex(HERE)) == 1 + length
    field.play("face 0")
    assert set(field.actions()) == {"stay", f"step br-5 {ahead}"}


def test_every_cavalry_unit_of_a_stack_has_its_own_check(field: Field) -> None:
    """JDG-8.8.1-j."""
    ahead = field.beside(HERE, 0)
    field.put("br-5", HERE, facing=0)
    for name in ("fr-1ch", "fr-3dr"):
        field.put(name, ahead, facing=3, formation=9)
    attack(field, ahead)
    checks = 0
    for name in ("fr-1ch", "fr-3dr"):
        field.play(f"withdraw {name} 1")
        while not any(text.startswith(("withdraw", "stay", "face")) for text in field.actions()):
            checks += field.chance == "cohesion check"
            field.play(0 if field.chance else field.actions()[0])
        while field.actions() and field.actions()[0].startswith("face"):
            field.play(field.actions()[0])
    assert checks == 2


@pytest.mark.parametrize(("cost", "after"), [(2, ORDERED), (3, DISORDERED)])
def test_a_dear_hex_costs_a_level(field: Field, cost: int, after: int) -> None:
    """JDG-8.8.1-k, JDG-8.8.1-EX4: from three points on; what leaving a zone costs is not counted."""
    ahead = withdrawal(field)
    t = field.t
    steps = range(6 * field.hex(ahead), 6 * field.hex(ahead) + 6)
    t.cost = [
        [tuple(cost * t.denominator if k in steps else c for k, c in enumerate(r)) for r in rows]
        for rows in t.cost
    ]
    field.play("withdraw fr-1ch 1", 0)
    until(field, "face")
    assert field.level("fr-1ch") == after


def test_the_front_of_another_enemy_costs_a_level(field: Field) -> None:
    """JDG-8.8.1-m, -n: into the zone of another it may go; of the attacker's it must leave every hex."""
    ahead = withdrawal(field)
    back = field.beside(ahead, 0)
    field.put("br-38", field.beside(back, 0), facing=3)
    field.play("withdraw fr-1ch 1", 0)
    assert f"retreat {back}" in field.actions()
    zone = {field.beside(HERE, d) for d in range(6)}
    assert not zone & {text.split()[1] for text in field.actions()}
    field.play(f"retreat {back}")
    assert field.level("fr-1ch") == DISORDERED


@pytest.mark.parametrize(("then", "pursues"), [(("PU",), True), ((), False)])
def test_attacked_cavalry_may_pursue_where_the_result_allows_it(
    field: Field, results: None, then: tuple[str, ...], pursues: bool
) -> None:
    """JDG-9.5.1-b."""
    resolve(field, {"attacker": ("FB",), "then": then})
    battle(field, "fr-1ch")
    field.play(5)
    field.play(next(text for text in field.actions() if text.startswith("retreat")))
    assert ("pursue fr-1ch" in field.actions()) is pursues
