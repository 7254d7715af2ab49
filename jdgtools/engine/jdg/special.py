"""Special rules of battles: their effects as parameters, and code for those that are words."""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import State
from jdgtools.engine.jdg.predicates import Scene, holds, tag
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import ARTILLERY, INFANTRY, ORDERED, ROUTED

CODE = {
    "rolica-1808/time-gained": "7022c332c91ad299",
    "rolica-1808/hill-paths": "4f247cfb43e677aa",
    "rolica-1808/gullies": "7be06a58a0d715ef",
    "rolica-1808/brushwood": "3d8801de7f841758",
    "rolica-1808/slip-away": "04067e71e7c4a513",
    "rolica-1808/over-the-crags": "ca04494eabc36874",
    "teaching-jdg/young-regiment": "471fdcbcc2c3c6b9",
    "teaching-jdg/late-battery": "90f60d76d78cd755",
}
"""Name of a rule for which the engine has code -> digest of the text for which it was written."""
EFFECTS = frozenset(
    ["no_entry", "no_combat", "hexsides", "modifier", "fire_range", "no_forced_march", "exit", "arrival"]
)
"""Kinds of effects that are played; `hexsides` stands in the arrays of the package already."""
_GULLIES = ("0621", "0821", "1221")


def _is_played(effect: Any) -> bool:
    """Return whether the engine plays an effect with these members."""
    if tag(effect) == "hexsides":
        return effect.low is None and effect.high is None and not effect.flags
    if tag(effect) == "modifier":
        return effect.chart == "TBL-SHOCK-DRM" and not effect.replaces
    return True


class Special:
    """What the special rules of a scenario change."""

    def __init__(self, t: Tables) -> None:
        """Collect the effects in force, and refuse rules that the engine cannot play.

        Raises:
            EngineRefused: a rule has words without code here, or an effect that is not played.
        """
        self.t = t
        self.names: set[str] = set()
        self.effects: list[Any] = []
        ids = {rule.id for rule in t.package.special_rules}
        ids |= {arrival.id for arrival in t.package.arrivals}
        for name in t.ignore:
            if name not in ids:
                raise EngineRefused(f"there is no special rule or reinforcement `{name}` to leave out")
        for rule in t.package.special_rules:
            if rule.id in t.ignore:
                continue
            if rule.in_words:
                if CODE.get(rule.code) != rule.digest:
                    raise EngineRefused(
                        f"the special rule `{rule.id}` is in words that the engine does not play; "
                        f"`--ignore {rule.id}` leaves it out"
                    )
                self.names.add(rule.code)
            for effect in rule.effects:
                if tag(effect) not in EFFECTS or not _is_played(effect):
                    raise EngineRefused(
                        f"the effect `{tag(effect)}` of the special rule `{rule.id}` is not played; "
                        f"`--ignore {rule.id}` leaves the rule out"
                    )
                self.effects.append(effect)
        for arrival in t.package.arrivals:
            if arrival.condition and arrival.required is None and arrival.id not in t.ignore:
                raise EngineRefused(
                    f"the condition of the reinforcements `{arrival.id}` is in words; "
                    f"`--ignore {arrival.id}` leaves the condition out"
                )
        self.gullies = {t.hex_of.get(name, -1) for name in _GULLIES} if self._has("gullies") else set()
        self.exits = self._exits()

    def _has(self, name: str) -> bool:
        return f"{self.t.package.battle.id}/{name}" in self.names

    def _exits(self) -> list[tuple[frozenset[int], frozenset[int], int, int, int]]:
        """Return pieces, hexes, first and last turn, and cost of every way off the map."""
        t = self.t
        exits = []
        for effect in self.effects:
            if tag(effect) == "exit":
                pieces = self.pieces(effect.units)
                exits.append(
                    (pieces, frozenset(effect.hexes), effect.low or 0, effect.high or 1 << 30, effect.cost)
                )
        if self._has("time-gained"):
            french = t.side_ids.index("france")
            pieces = frozenset(p for p in range(len(t.ids)) if t.side[p] == french and t.ids[p] != "loison")
            exits.append((pieces, frozenset({t.hex_of["0930"]}), 7, 1 << 30, 1))
        return exits

    def pieces(self, names: tuple[str, ...]) -> frozenset[int]:
        """Return the pieces that an effect names; without names all units."""
        t = self.t
        return (
            frozenset(t.piece_of[name] for name in names if name in t.piece_of)
            if names
            else frozenset(t.units)
        )

    def active(self, kind: str, s: State, unit: int) -> list[Any]:
        """Return the effects of a kind that hold for a unit in this turn."""
        if not self.effects:
            return []
        flags = self.t.turn_flags.get(s.turn, frozenset())
        return [
            effect
            for effect in self.effects
            if tag(effect) == kind
            and (getattr(effect, "low", None) or 0) <= s.turn
            and s.turn <= (getattr(effect, "high", None) or 1 << 30)
            and (not getattr(effect, "flags", ()) or flags & set(effect.flags))
            and unit in self.pieces(effect.units)
        ]

    def closed(self, s: State, unit: int, origin: int, target: int) -> bool:
        """Return whether a special rule forbids a unit a step."""
        return any(target in effect.hexes for effect in self.active("no_entry", s, unit))

    def leaves_zone_free(self, s: State, unit: int) -> bool:
        """Return whether leaving an enemy zone costs a unit nothing extra."""
        return False

    def may_stop(self, s: State, unit: int, hex_index: int, count: int = 1) -> bool:
        """Return whether special rules let a unit, with others that move with it, end its move in a hex."""
        if hex_index in self.gullies and s.level[unit] != ROUTED:
            others = [other for other in s.stacks[hex_index] if other != unit]
            return not others and count == 1 and self.t.arm[unit] != ARTILLERY
        return True

    def may_march(self, s: State, unit: int) -> bool:
        """Return whether special rules let a unit make a forced march."""
        t = self.t
        if self._has("hill-paths") and t.command_ids[t.command[unit]] in ("trant", "ferguson", "bowes"):
            return False
        return not self.active("no_forced_march", s, unit)

    def entry_modes(self, arrival: str, unit: int) -> frozenset[str]:
        """Return how a group may enter: words of the effect `arrival`, or `as_near_enemy`."""
        modes: set[str] = set()
        for effect in self.effects:
            if tag(effect) == "arrival" and (not effect.arrivals or arrival in effect.arrivals):
                modes.update(effect.how)
        t = self.t
        if self._has("hill-paths") and t.command_ids[t.command[unit]] in ("ferguson", "bowes"):
            modes.add("as_near_enemy")
        return frozenset(modes)

    def marches_through(self, s: State, unit: int) -> bool:
        """Return whether a unit on a forced march may enter hexes of friends."""
        return False

    def may_fire(self, s: State, unit: int, target: int) -> bool:
        """Return whether special rules let artillery fire at a hex."""
        for effect in self.active("fire_range", s, unit):
            if self.t.distance(s.place[unit], target) > effect.range:
                return False
        return not any(
            effect.combat in ("fire", "both")
            and (not effect.against or set(self.pieces(effect.against)) & set(s.stacks[target]))
            for effect in self.active("no_combat", s, unit)
        )

    def may_attack(self, s: State, unit: int, step: int, target: int) -> bool:
        """Return whether special rules let a unit attack over a step."""
        return not any(
            effect.combat in ("melee", "both")
            and (not effect.steps or step in effect.steps)
            and (not effect.against or set(self.pieces(effect.against)) & set(s.stacks[target]))
            for effect in self.active("no_combat", s, unit)
        )

    def shock_modifier(
        self, s: State, target: int, attackers: tuple[int, ...], column: str, scene: Scene
    ) -> int:
        """Return what special rules add to a shock or charge against a hex."""
        t = self.t
        total = 0
        for effect in self.effects:
            if tag(effect) != "modifier" or effect.chart != "TBL-SHOCK-DRM":
                continue
            if effect.column in ("", column) and any(
                effect in self.active("modifier", s, unit) for unit in attackers
            ):
                total += effect.value if holds(t, s, effect.when, scene) else 0
        if self._has("brushwood") and t.terrain[target] == "brush":
            foot = [unit for unit in s.stacks[target] if t.arm[unit] == INFANTRY]
            if foot and all(
                t.records[unit].type == "light_infantry" and s.level[unit] == ORDERED for unit in foot
            ):
                total -= 1
        return total

    def slips_away(self, s: State, unit: int) -> bool:
        """Return whether a unit of infantry may withdraw as cavalry does (Roliça, slipping away)."""
        t = self.t
        here = s.place[unit]
        return (
            self._has("slip-away")
            and t.side_ids[t.side[unit]] == "france"
            and t.terrain[here] != "village"
            and all(t.arm[other] == INFANTRY and s.level[other] == ORDERED for other in s.stacks[here])
        )

    def always_pursues(self, units: tuple[int, ...]) -> bool:
        """Return whether cavalry never chooses to end a pursuit."""
        return False

    def free_first_step(self) -> bool:
        """Return whether a rout may begin with a step to any side (Roliça, over the crags)."""
        return self._has("over-the-crags")

    def exit_cost(self, s: State, piece: int) -> int:
        """Return the movement points for which a piece may leave the map from its hex, -1 = it may not."""
        for pieces, hexes, low, high, cost in self.exits:
            if piece in pieces and s.place[piece] in hexes and low <= s.turn <= high:
                return cost * self.t.denominator
        return -1
