"""What a special rule or a combined marker changes, where that can be said by parameters.

The kinds are a closed vocabulary: a program that knows them plays the rule without reading its words.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from jdgtools.charts.predicates import AlwaysHolds, Predicate
from jdgtools.hexgrid import HexGrid, Hexside
from jdgtools.model.text import NO_TEXT, Text

EffectKind = Literal[
    "stack_limit",
    "no_entry",
    "no_combat",
    "hexsides",
    "modifier",
    "fire_range",
    "no_forced_march",
    "exit",
    "free_withdrawal",
    "arrival",
    "change_side",
]

EFFECT_WORDS: dict[EffectKind, tuple[str, ...]] = {
    "stack_limit": ("type", "command", "nationality"),
    "no_combat": ("melee", "fire", "both"),
    "hexsides": ("closed", "reciprocal", "not_reciprocal"),
    "arrival": ("forced_march", "near_enemy", "through_friends"),
}
"""Kind -> words that it may have, as the schema lists them; one that is absent has none."""


class RuleEffect(Struct, frozen=True, kw_only=True):
    """One thing that a rule changes.

    Which fields count depends on `kind`:
    stack_limit: at most `number` of `units` in a hex of `hexes`, all alike in what `words` names. no_entry:
    `units` do not enter `hexes`, or with `outside` any other than these. no_combat: `units` do not attack
    `against` by `words`, over `sides` alone where there are any. hexsides: `sides` are closed, reciprocal
    or not, as `words` says. modifier: `number` is added to rolls of `chart` while `when` is true for
    `units`, in place of the lines `replaces`. fire_range: `units` do not fire farther than `number` hexes.
    no_forced_march, free_withdrawal: of `units`. exit: `units` may leave from `hexes`, for `cost` movement
    points; who leaves by permission of the scenario (JDG-4.4.1-k) is not lost (MP-15-e), so his own side
    gets `number` points for each. arrival: the groups `arrivals` arrive as `words` says. change_side:
    `units`, leaders too, belong to `side` from turn `low` on, and to the command `joins` if there is one;
    `command` is that which goes over whole.
    All but stack_limit, arrival and change_side hold in the turns `low` to `high` alone, and with `flags`
    in those of them that have one of the flags.
    """

    kind: EffectKind
    units: tuple[str, ...] = ()
    """Unit and leader ids, resolved from side, command, arms, types or a list; empty = all units."""
    against: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    """Empty = everywhere."""
    outside: bool = False
    """Whether no_entry is about all hexes but `hexes`: who stands within them stays there."""
    sides: tuple[Hexside, ...] = ()
    low: int | None = None
    """First turn; None = from the start."""
    high: int | None = None
    flags: tuple[str, ...] = ()
    """Turn flags, e.g. `fog`; empty = in all turns."""
    number: int | None = None
    cost: int | None = None
    words: tuple[str, ...] = ()
    name: Text = NO_TEXT
    """What players read of a modifier."""
    chart: str = ""
    column: str = ""
    when: Predicate = AlwaysHolds()
    replaces: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()
    command: str | None = None
    joins: str | None = None
    side: str | None = None
    key: str = ""
    """Number in its list, from 1: part of the subject of diagnostics."""

    def barred_hexes(self, grid: HexGrid) -> Collection[int]:
        """Return the hexes that no_entry closes."""
        if not self.outside:
            return self.hexes
        within = frozenset(self.hexes)
        return [i for i in grid.hexes if i not in within]
