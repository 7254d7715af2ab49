"""Units of the teaching battles on small maps, for tests of movement and sight among other units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from jdgtools.derived import DerivedBattle, derive
from jdgtools.derived.movers import Mover
from jdgtools.derived.reach import Leg, ReachedHex, Search, path_to
from jdgtools.loading import Loaded, load
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import Arrival, Placement, SpecialRule, Turn
from jdgtools.model.text import NO_TEXT
from jdgtools.rules import MapRules
from tests.small_maps import map_rules


@cache
def teaching(series: str = "jdg") -> Loaded:
    """The teaching battle of a series."""
    loaded = load(f"scenarios/teaching-{series}")
    assert loaded.ok, list(loaded.report)
    return loaded


def field(
    units: str,
    flags: Iterable[str] = (),
    series: str = "jdg",
    orders: Mapping[str, str] | None = None,
    arrivals: tuple[Arrival, ...] = (),
    ratings: Mapping[str, Mapping[str, Any]] | None = None,
    effects: tuple[RuleEffect, ...] = (),
    turns: int = 1,
    **settings: Any,
) -> DerivedBattle:
    """A map of 8 x 8 hexes with units of the teaching battle of a series on it.

    Args:
        units: `fr-17 0303`, or with facing and states: `au-33 0404 2 disordered in_square`; two hexes are
            `0303+0304`, no facing is `-`.
        flags: of every turn.
        series: id of the series.
        orders: of commands.
        arrivals: reinforcements.
        ratings: unit id -> values of its front that differ.
        effects: of a special rule `own`, the only one.
        turns: how many there are.
        settings: as in `map_rules`.
    """
    loaded = teaching(series)
    assert loaded.battle and loaded.series and loaded.charts
    settings = {"size": (8, 8), "series": series, **settings}
    rules: MapRules = map_rules(**settings)
    battle = loaded.battle
    changed = tuple(replace(u, front={**u.front, **(ratings or {}).get(u.id, {})}) for u in battle.units)
    battle = replace(battle, map=rules.map, options=settings.get("options", {}), units=changed)
    axes = {value.id: axis.id for axis in loaded.series.definition.state_axes for value in axis.values}
    placements = []
    for words in (entry.split() for entry in units.split(",") if entry.strip()):
        piece, hex_ids, *rest = words
        facing = int(rest[0]) if rest and rest[0] != "-" else None
        kind = "unit" if battle.unit(piece) else "leader"
        hexes = tuple(rules.map.grid.index(name) for name in hex_ids.split("+"))
        assert None not in hexes
        state = {axes[word]: word for word in rest[1:]}
        placements.append(Placement(piece, kind, hexes, facing=facing, state=state))  # type: ignore[arg-type]
    scenario = replace(
        battle.scenarios[0],
        placements=tuple(placements),
        options={},
        turns=tuple(Turn(n, "", frozenset(flags)) for n in range(1, turns + 1)),
        special_rules=(SpecialRule("own", NO_TEXT, NO_TEXT, (), effects=effects),) if effects else (),
        arrivals=arrivals,
        orders=dict(orders or {}),
    )
    return derive(battle, loaded.series, rules.charts, scenario)


def mover(derived: DerivedBattle, unit: str, **question: Any) -> Mover:
    """How a unit of the field moves; the question is that of `Derived.piece`."""
    return derived.mover(derived.piece(unit, **question))


def ends(
    derived: DerivedBattle, unit: str, points: int | None = None, **question: Any
) -> dict[str, ReachedHex]:
    """Hexes where a move of a unit can end, by the ids of all its hexes (`0303`, `0303+0304`)."""
    who = mover(derived, unit, **question)
    search = Search(who)
    search.run(who.budget.points if points is None else points)
    name = derived.map_rules.map.grid.id
    return {
        "+".join(name(h) for h in who.pose(r.place).hexes): r for r in search.reached_hexes() if not r.end
    }


def path(derived: DerivedBattle, unit: str, goal: str, **question: Any) -> tuple[Leg, ...]:
    """Legs of the cheapest path of a unit to a hex within its allowance; fails if there is none."""
    who = mover(derived, unit, **question)
    index = derived.map_rules.map.grid.index(goal)
    assert index is not None
    reached = path_to(who, index, who.budget.points)
    assert reached is not None, f"{unit} cannot reach {goal}"
    return reached.path
