"""Who may attack whom, and what counts in a shock or charge: questions that change nothing.

Rules: JDG-8.2 to JDG-8.6.
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.predicates import PredicateScene, lines_sum
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import (
    ACTIVE,
    ARTILLERY,
    CAVALRY,
    CHARGE,
    FORMED,
    FOUGHT,
    INFANTRY,
    LEFT_SQUARE,
    NO_ATTACK,
    ORDERED,
    RALLY_ONLY,
    ROUTED,
    SQUARE,
    STAYS,
    TARGET,
)
from jdgtools.engine.jdg.zones import enemies_in, fronts, ordinary_fronts

Pair = tuple[int, int]
"""Hex of attackers and hex that they attack."""
TERRAIN_FLOOR = -4


def fighters(g: ScenarioInPlay, s: GameState, hex_index: int, side: int) -> tuple[int, ...]:
    """Return the units of a hex that could attack: ordered infantry and cavalry, not in square.

    Beside cavalry that charges nobody else of its hex takes part. Rules: JDG-8.2-b, JDG-5.1.3-f, -g,
    JDG-8.9-a, -b, JDG-4.2-k, JDG-10.1-g, JDG-10.2-m.
    """
    t = g.t
    units = tuple(
        unit
        for unit in s.stacks[hex_index]
        if t.side[unit] == side
        and t.arm[unit] != ARTILLERY
        and s.level[unit] == ORDERED
        and not s.flags[unit] & SQUARE
    )
    return tuple(unit for unit in units if s.flags[unit] & CHARGE) or units


def attackers_in(g: ScenarioInPlay, s: GameState, hex_index: int, side: int) -> tuple[int, ...]:
    """Return the units of a hex that may start a shock: all of them or none (JDG-5.1.3-c, -d, AMB-26)."""
    units = fighters(g, s, hex_index, side)
    barring_flags = RALLY_ONLY | STAYS | FORMED | NO_ATTACK | FOUGHT
    if not g.t.options["attack_after_leaving_square"]:
        barring_flags |= LEFT_SQUARE
    if any(s.flags[unit] & barring_flags or not s.flags[unit] & ACTIVE for unit in units):
        return ()
    return units


def checked_unit(g: ScenarioInPlay, s: GameState, unit: int) -> int:
    """Return which unit takes the shock check of a hex: the topmost that attacks, a given one.

    By option it is the topmost infantry or cavalry, with the rating of the side that is up, even where it is
    disordered and stays out itself. Rules: JDG-5.1.3-d, -h, AMB-35.
    """
    if g.t.options["shock_check_unit"] == "top_ordered":
        return unit
    return next(u for u in s.stacks[s.place[unit]] if g.t.arm[u] != ARTILLERY)


def direction_to(g: ScenarioInPlay, origin: int, target: int) -> int:
    """Return the direction from a hex to an adjacent one."""
    return g.t.neighbours[6 * origin : 6 * origin + 6].index(target)


def may_attack(
    g: ScenarioInPlay, s: GameState, units: Iterable[int], target: int, again: bool = False
) -> bool:
    """Return whether units of one hex may attack an adjacent hex.

    Rules: JDG-8.2-a, -c, -h; `again` leaves out that a unit is attacked once in an activation.
    """
    t = g.t
    units = tuple(units)
    if not units:
        return False
    enemies = enemies_in(t, s, target, t.side[units[0]])
    if not enemies or (not again and any(s.flags[enemy] & TARGET for enemy in enemies)):
        return False
    origin = s.place[units[0]]
    step = 6 * origin + direction_to(g, origin, target)
    if t.shock_drm[step] == "no_attack":
        return False
    return all(
        t.cost[t.cls[unit]][1][step] >= 0
        and g.special.may_attack(s, unit, step, target)
        and not g.special.forbids_step(s, unit, origin, target)
        for unit in units
    )


def targets_of(
    g: ScenarioInPlay,
    s: GameState,
    units: tuple[int, ...],
    ordinary: bool = False,
    again: bool = False,
    facing: int | None = None,
) -> list[int]:
    """Return the hexes that units of one hex may attack; `ordinary`: those that they must.

    `facing` stands in the place of that which they have.

    Rules: JDG-6.1.2-g, JDG-8.2-e.
    """
    t = g.t
    if not units:
        return []
    origin = s.place[units[0]]
    directions = ordinary_fronts(s, units[0]) if ordinary else fronts(t, s, units[0])
    if facing is not None:
        directions = (facing, (facing + 1) % 6)
    hexes = [t.neighbours[6 * origin + d] for d in directions]
    return sorted(h for h in hexes if h >= 0 and may_attack(g, s, units, h, again))


def charge_targets(g: ScenarioInPlay, s: GameState, units: tuple[int, ...], again: bool = False) -> list[int]:
    """Return the hexes that charging units of one hex attack: all enemies on their front, in charge terrain.

    Rules: JDG-9.2-a, JDG-9.1-k, -l, JDG-9.5.2-r, AMB-72.
    """
    t = g.t
    hexes = targets_of(g, s, units, again=again)
    origin = s.place[units[0]] if units else -1
    return [
        h
        for h in hexes
        if not t.hex_blocks_charge[h] and not t.no_charge[6 * origin + direction_to(g, origin, h)]
    ]


def components(pairs: Iterable[Pair]) -> list[tuple[Pair, ...]]:
    """Return the combats: pairs that share a hex belong together (JDG-8.4.1-a)."""
    rest = sorted(set(pairs))
    combats = []
    while rest:
        combat = [rest.pop(0)]
        for pair in combat:
            linked_pairs = [p for p in rest if p[0] == pair[0] or p[1] == pair[1]]
            combat += linked_pairs
            rest = [p for p in rest if p not in linked_pairs]
        combats.append(tuple(sorted(combat)))
    return combats


def attack_zone(g: ScenarioInPlay, s: GameState, origin: int, target: int) -> str:
    """Return the zone of the defenders from which an attack comes: rear if it is one for any of them."""
    direction = direction_to(g, target, origin)
    for unit in s.stacks[target]:
        if g.t.arm[unit] != ARTILLERY and s.level[unit] < ROUTED and direction not in fronts(g.t, s, unit):
            return "rear"
    return "front"


def defenders_in(g: ScenarioInPlay, s: GameState, hexes: Iterable[int], side: int) -> tuple[int, ...]:
    """Return the infantry and cavalry of a side in hexes."""
    t = g.t
    return tuple(u for h in hexes for u in s.stacks[h] if t.side[u] == side and t.arm[u] != ARTILLERY)


def strength(g: ScenarioInPlay, s: GameState, units: Iterable[int]) -> int:
    """Return the strength points of units, by the side that is up (JDG-5.1.3-e to -g)."""
    return sum(g.t.strength[unit][s.level[unit] > 0] for unit in units)


def cohesion(g: ScenarioInPlay, s: GameState, unit: int) -> int:
    """Return the cohesion of a unit by the side that is up (AMB-62)."""
    return g.t.cohesion[unit][s.level[unit] > 0]


def rating(g: ScenarioInPlay, s: GameState, unit: int) -> int:
    """Return the cohesion that counts in a shock: of the side that is up, by option of the front (AMB-62)."""
    return cohesion(g, s, unit) if g.t.options["cohesion_diff_visible_side"] else g.t.cohesion[unit][0]


def ratio_modifier(t: Tables, one: int, two: int) -> int:
    """Return the modifier of the ratio of two strengths (JDG-8.6.1-c).

    Beyond the ends of the table its last line counts; where the option says that it does not, the table goes
    on: every further whole number of the ratio changes the modifier by one (AMB-61).
    """
    chart = t.charts["TBL-RATIO"]
    value = int(chart.cells[(chart.ratio(one, two),)])
    if t.options["ratio_clamp"]:
        return value
    (weak, strong), (high, low) = chart.keys[0].ratio, chart.keys[-1].ratio
    if one * strong < two * weak:
        beyond = -(-two * weak // max(1, one)) - strong
        return value - max(0, int(beyond))
    return value + max(0, int(one // max(1, two) - high // low))


def cavalry_correction(
    g: ScenarioInPlay, s: GameState, attackers: tuple[int, ...], target: int, lines: tuple[str, ...]
) -> int:
    """Return what an option adds to a shock by cavalry alone that does not charge (JDG-9.1-EX1, AMB-74).

    The chart says when the line counts; by option it always counts, or against a hex that bars charges alone.
    """
    t = g.t
    when = t.options["cavalry_shock_drm"]
    if when == "data":
        return 0
    alone = all(t.arm[unit] == CAVALRY for unit in attackers)
    counts = alone and (when == "always" or t.hex_blocks_charge[target])
    return int(t.charts["TBL-SHOCK-DRM"].cells["cavalry_shock", "shock"] or 0) * (
        counts - ("cavalry_shock" in lines)
    )


def shock_sum(
    g: ScenarioInPlay,
    s: GameState,
    attackers: tuple[int, ...],
    pairs: tuple[Pair, ...],
    outward: tuple[Pair, ...],
    is_countercharged: bool,
    number: int,
) -> tuple[int, tuple[str, ...]]:
    """Add up the modifiers of a shock or charge, for the hex that is best for the defender (JDG-8.4.3-a).

    Of several attackers, whoever may choose takes the terrain that suits him (JDG-8.4.2-a, -b).
    The strengths of all who take part are compared as a ratio (JDG-8.6.1-a, -b).

    Args:
        g: ScenarioInPlay.
        s: GameState.
        attackers: Units that attack.
        pairs: Hexes from which and at which they attack.
        outward: Steps over a side that is no ordinary front; one attack over such a step counts for all of
            its hex, and by `six_front_drm` every attack out of six fronts does (AMB-43).
        is_countercharged: Whether every charging unit has been met.
        number: Which charge of the pursuit it is, from 0 for the first.

    Returns:
        The sum, and the lines that counted.
    """
    t = g.t
    if t.options["six_front_drm"] == "always":
        outward = tuple(pair for pair in pairs if t.six_front[pair[0]])
    side = t.side[attackers[0]]
    hexes = sorted({pair[1] for pair in pairs})
    defenders = defenders_in(g, s, hexes, 1 - side)
    charge = any(s.flags[unit] & CHARGE for unit in attackers)
    ratio = ratio_modifier(t, strength(g, s, attackers), strength(g, s, defenders))
    difference = max(rating(g, s, u) for u in attackers) - max(rating(g, s, u) for u in defenders)
    sums = []
    for target in hexes:
        origins = sorted({pair[0] for pair in pairs if pair[1] == target})
        steps = tuple(6 * origin + direction_to(g, origin, target) for origin in origins)
        values = [int(t.shock_drm[step]) for step in steps]
        clear = t.like.get(t.terrain[target]) == "clear"
        terrain = max(TERRAIN_FLOOR, max(values) if clear else min(values))
        scene = PredicateScene(
            {"attackers": attackers, "defenders": s.stacks[target]},
            {
                "attack_out_of_six_front": any(pair in outward for pair in pairs if pair[0] in origins),
                "countercharged": is_countercharged,
                "charge_number": number,
            },
            target,
            steps,
            tuple(attack_zone(g, s, origin, target) for origin in origins),
        )
        total, lines, _ = lines_sum(
            t,
            s,
            "TBL-SHOCK-DRM",
            ("charge" if charge else "shock",),
            scene,
            {"ratio": ratio, "cohesion_difference": difference, "terrain": terrain},
        )
        if not charge:
            total += cavalry_correction(g, s, attackers, target, lines)
        total += g.special.shock_modifier(s, attackers, "charge" if charge else "shock", scene)
        sums.append((total, lines))
    return min(sums)


def advance_order(g: ScenarioInPlay, s: GameState, units: Iterable[int]) -> list[int]:
    """Return the units that have priority in an advance: several only when they are equal.

    Rules: JDG-8.7.3-b to -d.
    """
    t = g.t

    def rank(unit: int) -> tuple[int, int]:
        if t.arm[unit] == INFANTRY:
            kind = 0
        elif s.flags[unit] & CHARGE:
            kind = 3 + t.heavy[unit]
        else:
            kind = 1 + t.heavy[unit]
        return kind, cohesion(g, s, unit)

    units = list(units)
    best = max((rank(unit) for unit in units), default=(0, 0))
    return sorted(unit for unit in units if rank(unit) == best)
