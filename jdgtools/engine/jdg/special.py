"""Special rules of battles: their effects as parameters, and code for those that are words."""

from __future__ import annotations

from typing import Any

from jdgtools.engine.core.refusal import EngineRefused
from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.battle_rules import (
    BURRARD,
    BURRARD_REGIONS,
    BURRARD_ROWS,
    COMBINED,
    CONDITIONS,
    ENTER_AS_NEAR,
    GULLIES,
    NO_MARCH,
    PURSUE_TO_THE_END,
    RULES,
    SMOKE_ENDS,
    TOO_EARLY,
    WRONG_RIDGE,
    CombinedMarker,
)
from jdgtools.engine.jdg.predicates import PredicateScene, check_predicate, compile_test, tag
from jdgtools.engine.jdg.tables import Tables
from jdgtools.engine.jdg.words import ARTILLERY, BY_BOUNDS, INFANTRY, ORDERED, ROUTED, STORY
from jdgtools.package.digests import words_digest

EFFECTS = frozenset(
    [
        "no_entry", "no_combat", "hexsides", "modifier", "fire_range", "no_forced_march", "exit", "arrival",
        "free_withdrawal",
    ]
)  # fmt: skip
"""Kinds of effects that are played; `hexsides` stands in the arrays of the package already."""
_SHOCK_DRM, _FIRE_DRM = _CHARTS = ("TBL-SHOCK-DRM", "TBL-FIRE-DRM")
"""Charts whose modifiers by special rules are played."""
BURRARD_COMMANDS = 1
"""What is remembered once Burrard has taken the command (Vimeiro)."""


def _is_played(effect: Any) -> bool:
    """Return whether the engine plays an effect with these members."""
    if tag(effect) == "hexsides":
        return effect.low is None and effect.high is None and not effect.flags
    if tag(effect) == "modifier":
        return effect.chart in _CHARTS and not effect.replaces
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
        self._check_ignored_rules()
        self._collect_effects()
        self._check_conditions()
        self.by_kind: dict[str, list[tuple[Any, frozenset[int]]]] = {}
        """Kind of effect -> the effects, each with the pieces that it is for."""
        for effect in self.effects:
            if hasattr(effect, "units"):
                self.by_kind.setdefault(tag(effect), []).append((effect, self.pieces(effect.units)))
        self.modifiers = {
            chart: [
                (effect, compile_test(effect.when))
                for effect in self.effects
                if tag(effect) == "modifier" and effect.chart == chart
            ]
            for chart in _CHARTS
        }
        """Chart -> what special rules add to it, each with the test whether it counts."""
        self.combined_markers = self._combined_markers()
        """Combined marker -> what it does."""
        self.crowded_hexes = frozenset(t.hex_of.get(name, -1) for name in GULLIES if self._has("gullies"))
        """Hexes in which a move may end under conditions of its own."""
        self.exits = self._exits()
        self.north_road = frozenset(
            h
            for way in t.package.terrain.ways
            if way.id.startswith("high-road") and self._has("mist")
            for h in way.hexes
        )
        self.burrard_hexes = frozenset(
            h for region in t.package.regions if region.id in BURRARD_REGIONS for h in region.hexes
        )
        if self._has("smoke"):
            t.screens = frozenset(h for m in t.package.markers_on_map if m.marker == "smoke" for h in m.hexes)
            t.screens_until = SMOKE_ENDS

    def _check_ignored_rules(self) -> None:
        """Refuse a rule to leave out that the package does not have."""
        package = self.t.package
        ids = {rule.id for rule in package.special_rules}
        ids |= {arrival.id for arrival in package.arrivals}
        for name in self.t.ignore:
            if name not in ids:
                raise EngineRefused(f"there is no special rule or reinforcement `{name}` to leave out")

    def _collect_effects(self) -> None:
        """Collect the effects of the rules in force, and the names of those in words that have code."""
        package = self.t.package
        for rule in package.special_rules:
            if rule.id in self.t.ignore:
                continue
            if rule.in_words:
                if RULES.get(rule.code) != rule.digest:
                    raise EngineRefused(
                        f"the special rule `{rule.id}` is in words that the engine does not play; "
                        f"`--ignore {rule.id}` leaves it out"
                    )
                self.names.add(rule.code.removeprefix(f"{package.battle.id}/"))
            for effect in rule.effects:
                if tag(effect) not in EFFECTS or not _is_played(effect):
                    raise EngineRefused(
                        f"the effect `{tag(effect)}` of the special rule `{rule.id}` is not played; "
                        f"`--ignore {rule.id}` leaves the rule out"
                    )
                when = getattr(effect, "when", None)
                if when is not None:
                    check_predicate(when, rule.id)
                self.effects.append(effect)

    def _check_conditions(self) -> None:
        """Refuse reinforcements whose condition is in words that have no code."""
        package = self.t.package
        for arrival in package.arrivals:
            name = f"{package.battle.id}/{arrival.id}"
            is_coded = bool(arrival.condition) and CONDITIONS.get(name) == words_digest(arrival.condition)
            if (
                arrival.condition
                and not is_coded
                and arrival.required is None
                and arrival.id not in self.t.ignore
            ):
                raise EngineRefused(
                    f"the condition of the reinforcements `{arrival.id}` is in words; "
                    f"`--ignore {arrival.id}` leaves the condition out"
                )

    def _combined_markers(self) -> dict[int, CombinedMarker]:
        """Return what the combined markers in play do.

        Raises:
            EngineRefused: one of them does what the engine has no code for.
        """
        t = self.t
        specs = {}
        for index, marker in enumerate(t.markers):
            spec = COMBINED.get(f"{t.package.battle.id}/{marker.id}")
            if marker.code != "C":
                continue
            if spec is None or spec.digest != words_digest(marker.effect):
                raise EngineRefused(
                    f"the combined marker `{marker.id}` is in words that the engine does not play"
                )
            specs[index] = spec
        return specs

    def _has(self, name: str) -> bool:
        return name in self.names

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

    def active(self, kind: str, s: GameState, unit: int) -> list[Any]:
        """Return the effects of a kind that hold for a unit in this turn."""
        effects = self.by_kind.get(kind)
        if not effects:
            return []
        flags = self.t.turn_flags.get(s.turn, frozenset())
        return [
            effect
            for effect, pieces in effects
            if unit in pieces
            and (getattr(effect, "low", None) or 0) <= s.turn
            and s.turn <= (getattr(effect, "high", None) or 1 << 30)
            and (not getattr(effect, "flags", ()) or flags & set(effect.flags))
        ]

    def forbids_step(self, s: GameState, unit: int, origin: int, target: int) -> bool:
        """Return whether a special rule forbids a unit a step."""
        return any(target in effect.hexes for effect in self.active("no_entry", s, unit))

    def bars_steps(self, s: GameState, unit: int) -> bool:
        """Return whether a special rule may close a step of a unit's own movement in this turn."""
        return bool(
            (self.north_road and s.turn == 1)
            or self.active("no_entry", s, unit)
            or (self._has("burrard") and self.held_back(s, unit))
        )

    def closed_to_move(self, s: GameState, unit: int, origin: int, target: int) -> bool:
        """Return whether a special rule forbids a unit a step of its own movement."""
        if origin in self.north_road and s.turn == 1 and target not in self.north_road:
            return True
        if self.held_back(s, unit) and int(self.t.hex_ids[target][2:]) in BURRARD_ROWS:
            return True
        return self.forbids_step(s, unit, origin, target)

    def held_back(self, s: GameState, unit: int) -> bool:
        """Return whether Burrard holds a unit back: no enemy is on the hill, in the village, on the road."""
        t = self.t
        if BURRARD_COMMANDS not in s.memory[STORY] or t.side_ids[t.side[unit]] != "allied":
            return False
        return not any(s.stacks[h] and t.side[s.stacks[h][0]] != t.side[unit] for h in self.burrard_hexes)

    def stays_out_of_zones(self, s: GameState, unit: int) -> bool:
        """Return whether a unit that begins outside the enemy's zones may enter none (Vimeiro, Burrard)."""
        return self._has("burrard") and self.held_back(s, unit)

    def faces_of_phase_a(self, s: GameState) -> int:
        """Return on how many faces of the die in phase A Burrard takes the command; 0 = no roll."""
        if not self._has("burrard") or BURRARD_COMMANDS in s.memory[STORY]:
            return 0
        time = next((turn.time for turn in self.t.package.turns.track if turn.number == s.turn), "")
        return BURRARD.get(time or "", 0)

    def waits_for_orders(self, s: GameState, unit: int) -> bool:
        """Return whether a unit acts with orders alone, without its leader's initiative (Vimeiro)."""
        t = self.t
        return (
            self._has("wrong-ridge")
            and s.turn == 1
            and t.command_ids[t.command[unit]] in WRONG_RIDGE
            and t.records[unit].nationality != "portuguese"
        )

    def goes_forward(self, s: GameState, units: tuple[int, ...], roll: int) -> tuple[int, ...]:
        """Return the infantry of a group that goes forward on its own (Roliça, too early): natural 9."""
        t = self.t
        if not self._has("too-early") or roll != 9 or t.side_ids[t.side[units[0]]] != "allied":
            return ()
        french = [s.place[u] for u in t.of_side[1 - t.side[units[0]]] if s.place[u] >= 0]
        if not any(t.distance(s.place[u], h) <= TOO_EARLY for u in units for h in french):
            return ()
        return tuple(u for u in units if t.arm[u] == INFANTRY and s.level[u] == ORDERED)

    def may_arrive(self, s: GameState, arrival: str) -> bool:
        """Return whether a condition in words lets a group come: the French hold Valmar (teaching battle)."""
        t = self.t
        if arrival != "jacquinot-late" or arrival in t.ignore or t.package.battle.id != "teaching-jdg":
            return True
        return s.holder[t.hex_of["0104"]] == t.side_ids.index("france")

    def may_leave_hex(self, s: GameState, unit: int) -> bool:
        """Return whether a unit may move at all (Vimeiro, down from the ridge)."""
        t = self.t
        return not (
            self._has("down-from-the-ridge") and s.turn == 1 and t.command_ids[t.command[unit]] == "acland"
        )

    def withdraws_free(self, s: GameState, unit: int) -> bool:
        """Return whether a unit withdraws without a check."""
        return bool(self.active("free_withdrawal", s, unit))

    def fire_modifier(self, s: GameState, firers: tuple[int, ...], kind: str, scene: PredicateScene) -> int:
        """Return what special rules add to a fire of a kind."""
        return self._modifier(s, _FIRE_DRM, firers, kind, scene)

    def leaves_zone_free(self, s: GameState, unit: int) -> bool:
        """Return whether leaving an enemy zone costs a unit nothing extra (a combined marker says so)."""
        return bool(s.flags[unit] & BY_BOUNDS)

    def may_stop(self, s: GameState, unit: int, hex_index: int, count: int = 1) -> bool:
        """Return whether special rules let a unit, with others that move with it, end its move in a hex."""
        if hex_index in self.crowded_hexes and s.level[unit] != ROUTED:
            others = [other for other in s.stacks[hex_index] if other != unit]
            return not others and count == 1 and self.t.arm[unit] != ARTILLERY
        return True

    def may_march(self, s: GameState, unit: int) -> bool:
        """Return whether special rules let a unit make a forced march."""
        t = self.t
        command = t.command_ids[t.command[unit]]
        if any(self._has(rule) and command in commands for rule, commands in NO_MARCH.items()):
            return False
        return not self.active("no_forced_march", s, unit)

    def entry_modes(self, arrival: str, unit: int) -> frozenset[str]:
        """Return how a group may enter: words of the effect `arrival`, or `as_near_enemy`."""
        modes: set[str] = set()
        for effect in self.effects:
            if tag(effect) == "arrival" and (not effect.arrivals or arrival in effect.arrivals):
                modes.update(effect.how)
        t = self.t
        command = t.command_ids[t.command[unit]] if unit in t.units else ""
        if any(self._has(rule) and command in commands for rule, commands in ENTER_AS_NEAR.items()):
            modes.add("as_near_enemy")
        return frozenset(modes)

    def marches_through(self, s: GameState, unit: int) -> bool:
        """Return whether a unit on a forced march may enter hexes of friends."""
        return False

    def may_fire(self, s: GameState, unit: int, target: int) -> bool:
        """Return whether special rules let artillery fire at a hex."""
        for effect in self.active("fire_range", s, unit):
            if self.t.distance(s.place[unit], target) > effect.range:
                return False
        return not any(
            effect.combat in ("fire", "both")
            and (not effect.against or set(self.pieces(effect.against)) & set(s.stacks[target]))
            for effect in self.active("no_combat", s, unit)
        )

    def may_attack(self, s: GameState, unit: int, step: int, target: int) -> bool:
        """Return whether special rules let a unit attack over a step."""
        return not any(
            effect.combat in ("melee", "both")
            and (not effect.steps or step in effect.steps)
            and (not effect.against or set(self.pieces(effect.against)) & set(s.stacks[target]))
            for effect in self.active("no_combat", s, unit)
        )

    def shock_modifier(
        self, s: GameState, attackers: tuple[int, ...], column: str, scene: PredicateScene
    ) -> int:
        """Return what special rules add to a shock or charge."""
        return self._modifier(s, _SHOCK_DRM, attackers, column, scene)

    def _modifier(
        self, s: GameState, chart: str, units: tuple[int, ...], column: str, scene: PredicateScene
    ) -> int:
        total = 0
        for effect, test in self.modifiers[chart]:
            if effect.column in ("", column) and any(
                effect in self.active("modifier", s, unit) for unit in units
            ):
                total += effect.value if test(self.t, s, scene) else 0
        return total

    def slips_away(self, s: GameState, unit: int) -> bool:
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
        """Return whether cavalry never chooses to end a pursuit (Vimeiro, the charge that went too far)."""
        return self._has("too-far") and any(self.t.ids[unit] in PURSUE_TO_THE_END for unit in units)

    def free_first_step(self) -> bool:
        """Return whether a rout may begin with a step to any side (Roliça, over the crags)."""
        return self._has("over-the-crags")

    def exit_cost(self, s: GameState, piece: int) -> int:
        """Return the movement points for which a piece may leave the map from its hex, -1 = it may not."""
        for pieces, hexes, low, high, cost in self.exits:
            if piece in pieces and s.place[piece] in hexes and low <= s.turn <= high:
                return cost * self.t.denominator
        return -1
