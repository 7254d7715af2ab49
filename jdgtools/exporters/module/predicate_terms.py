"""Predicates of the charts as expressions of a module, with what the table cannot know of them.

Each predicate (`charts.predicates`) becomes two expressions for the piece that makes a check: what holds for
certain and what may hold, by states and places of the pieces marked, terrain, turn. Where they differ only
players know: facts that no piece shows, and all that is about the target as long as none is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from jdgtools.charts import predicates as p
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.piece_faces import face_axis
from jdgtools.exporters.module.piece_states import axes_of
from jdgtools.exporters.module.scenario_number import SCENARIO, TURN_NUMBER_NOW, by_scenario
from jdgtools.exporters.module.stack_badge import LEADER
from jdgtools.exporters.module.terms import chart, flag_test
from jdgtools.exporters.module.zone_terms import beside_acting
from jdgtools.model.effects import RuleEffect
from jdgtools.model.module import CheckDef
from jdgtools.model.module_terms import Who, count, none, some
from jdgtools.model.pieces import Unit

_GROUPS: dict[str, Who] = {
    "attackers": "attackers",
    "firers": "attackers",
    "unit": "acting",
    "target": "target",
    "enemy": "target",
    "loser": "target",
    "targets": "hex",
    "defenders": "hex",
}
"""Group of a predicate -> pieces of the table."""
_OF_TARGET = ("target", "hex")


class ConditionTerms(NamedTuple):
    """What the table knows of a condition: two expressions, alike where it can decide."""

    certain: str
    possible: str

    @property
    def is_decidable(self) -> bool:
        """Whether the table can always decide."""
        return self.certain == self.possible


YES, NO, UNKNOWN = (
    ConditionTerms("true", "true"),
    ConditionTerms("false", "false"),
    ConditionTerms("false", "true"),
)


def decidable(expression: str) -> ConditionTerms:
    """Return a condition that the table can decide."""
    return ConditionTerms(f"({expression})", f"({expression})")


def all_of(parts: Iterable[ConditionTerms]) -> ConditionTerms:
    """Return whether all conditions hold."""
    parts = list(parts)
    return ConditionTerms(_join("&&", (x.certain for x in parts)), _join("&&", (x.possible for x in parts)))


def any_of(parts: Iterable[ConditionTerms]) -> ConditionTerms:
    """Return whether one of some conditions holds."""
    parts = list(parts)
    return ConditionTerms(_join("||", (x.certain for x in parts)), _join("||", (x.possible for x in parts)))


def none_of(parts: Iterable[ConditionTerms]) -> ConditionTerms:
    """Return whether no condition holds."""
    one = any_of(parts)
    return ConditionTerms(_opposite(one.possible), _opposite(one.certain))


def _opposite(expression: str) -> str:
    return {"true": "false", "false": "true"}.get(expression, f"!{expression}")


def _join(sign: str, expressions: Iterable[str]) -> str:
    idle, final = ("true", "false") if sign == "&&" else ("false", "true")
    parts = [e for e in dict.fromkeys(expressions) if e != idle]
    if final in parts or not parts:
        return final if parts else idle
    return parts[0] if len(parts) == 1 else f"({sign.join(parts)})"


def in_scenarios(context: ModuleContext, numbers: Sequence[int]) -> ConditionTerms:
    """Return whether one of some scenarios is played, by their numbers from 1."""
    if len(numbers) == len(context.battle.scenarios):
        return YES
    return decidable("||".join(f"{SCENARIO}=={n}" for n in numbers))


class PredicateReader:
    """Turns predicates into expressions of the table, for one check."""

    def __init__(self, context: ModuleContext, check: CheckDef) -> None:
        """Read for one check of a module."""
        self.context, self.check, self.rules = context, check, context.rules

    # --- when and who -----------------------------------------------------------------------------

    def turns(self, effect: RuleEffect) -> Iterator[ConditionTerms]:
        """Yield the conditions of the turns in which an effect holds."""
        if effect.low is not None:
            yield decidable(f"{TURN_NUMBER_NOW}>={effect.low}")
        if effect.high is not None:
            yield decidable(f"{TURN_NUMBER_NOW}<={effect.high}")
        if effect.flags:
            yield self._flags(effect.flags)

    def _flags(self, flags: Iterable[str]) -> ConditionTerms:
        return any_of(decidable(flag_test(self.context, flag)) for flag in flags)

    def column(self, effect: RuleEffect) -> ConditionTerms:
        """Return whether the check reads the column of the chart for which an effect is."""
        if not effect.column:
            return YES
        columns = dict(self.check.columns)
        if columns:
            condition = columns.get(effect.column)
            return decidable(condition) if condition else NO
        read = {m.cell[2] for m in self.check.modifiers if m.cell[:1] == (effect.chart,) and len(m.cell) > 2}
        return YES if effect.column in read else NO if read else UNKNOWN

    def acts(self, effect: RuleEffect) -> ConditionTerms:
        """Return whether one of the units of an effect acts: attacks, fires or rolls."""
        if not effect.units:
            return YES
        return decidable(some(self._who("attackers"), has_id(effect.units)))

    def _who(self, group: str) -> Who:
        """Return the pieces of a group; marks of attackers say nothing in a check without a target."""
        who = _GROUPS[group]
        return "acting" if who == "attackers" and not self.check.target else who

    # --- predicates -------------------------------------------------------------------------------

    def read(self, predicate: p.Predicate) -> ConditionTerms:
        """Return what the table knows of a predicate."""
        match predicate:
            case p.AlwaysHolds():
                return YES
            case p.AllHold():
                return all_of(map(self.read, predicate.parts))
            case p.AnyHolds():
                return any_of(map(self.read, predicate.parts))
            case p.NoneHolds():
                return none_of(map(self.read, predicate.parts))
            case p.UnitCount():
                return self._units(predicate)
            case p.InZone():
                return self._zone(predicate)
            case p.LeaderCount():
                return self._leaders(predicate)
            case p.OnTurn():
                return self._flags(predicate.flags)
            case p.OnTerrain():
                return self._terrain(predicate)
            case p.FactHolds():
                return self._fact(predicate)

    def _with_target(self, holds: ConditionTerms) -> ConditionTerms:
        """Return what is known of a condition about the target: nothing as long as none is marked."""
        if not self.check.target:
            return UNKNOWN
        return ConditionTerms(_join("&&", ("TN>0", holds.certain)), _join("||", ("TN==0", holds.possible)))

    def _units(self, test: p.UnitCount) -> ConditionTerms:
        when = self._unit_test(test)
        if when is None:
            return UNKNOWN
        if test.of == "adjacent_enemies":
            number = self._enemies(when)
        elif test.of in _GROUPS:
            number = count(self._who(test.of), when)
        else:
            return UNKNOWN
        tests = [f"{number}>={test.least}"] if test.least else []
        tests += [f"{number}<={test.high}"] if test.high is not None else []
        holds = decidable("&&".join(tests)) if tests else YES
        return self._with_target(holds) if _GROUPS.get(test.of) in _OF_TARGET else holds

    def _enemies(self, when: str) -> str:
        test = f"Unit==1&&SideNo!=ASide&&{beside_acting(self.context)}"
        return f'CountMap("[map]","{{{test}{f"&&({when})" if when else ""}}}")'

    def _unit_test(self, test: p.UnitCount) -> str | None:
        """Return what is asked of a single unit, '' for nothing; None when its piece does not say it."""
        parts = [f"[arms {' '.join(test.arms)}]"] if test.arms else []
        if test.types:
            parts.append(self._types(test.types))
        states = self._states(test.state.items())
        if states is None:
            return None
        parts += states
        if test.fields or test.field_low or test.field_high:
            parts.append(self._with_ratings(lambda unit, back: _fits(unit, back, test)))
        for deed in test.did:
            if deed not in dict(self.rules.deeds):
                return None
            parts.append(f"({dict(self.rules.deeds)[deed]})")
        return "&&".join(parts)

    def _states(self, states: Iterable[tuple[str, tuple[str, ...]]]) -> list[str] | None:
        parts = []
        for name, values in states:
            axis = self.context.series.axis(name)
            if axis is None or "unit" not in axis.applies_to or self.context.has_own_markers(axis):
                return None
            if axis.count_high is not None:
                parts.append("(" + "||".join(f"{name}=={value}" for value in values) + ")")
            else:
                parts.append(f"[{name} {' '.join(values)}]")
        return parts

    def _types(self, classes: Sequence[str]) -> str:
        """Return whether a unit has one of the classes of the charts."""
        if self.rules.chart_class is not None:
            number, key, axis = self.rules.chart_class
            ids = chart(self.context, key).axis(axis).ids
            return (
                "(" + ("||".join(f"{number}=={ids.index(c)}" for c in classes if c in ids) or "false") + ")"
            )
        unit_types = {t.id for t in self.context.series.unit_types if t.chart_class in classes}
        return has_id(u.id for u in self.context.battle.units if u.type in unit_types)

    def _with_ratings(self, test: Callable[[Unit, bool], bool]) -> str:
        """Return whether a unit passes a test, with the ratings that it has in the scenario."""
        battle = self.context.battle
        values = [self._by_face(battle.in_scenario(s).units, test) for s in battle.scenarios]
        return by_scenario(self.context, values, self._by_face(battle.units, test))

    def _by_face(self, units: Iterable[Unit], test: Callable[[Unit, bool], bool]) -> str:
        """Return whether one of some units passes a test with the face that is up."""
        always: list[str] = []
        by_side: dict[tuple[str, bool], list[str]] = {}
        for unit in units:
            axis = face_axis(axes_of(self.context, unit))
            front, back = test(unit, False), test(unit, True)
            if front and (back or axis is None):
                always.append(unit.id)
            elif axis is not None and (front or back):
                up = " ".join(v.id for v in axis.values if (v.face == "back") == back)
                by_side.setdefault((f"[{axis.id} {up}]", back), []).append(unit.id)
        parts = [has_id(always)] if always else []
        parts += [f"({face}&&{has_id(ids)})" for (face, _), ids in by_side.items()]
        return "(" + ("||".join(parts) or "false") + ")"

    def _zone(self, test: p.InZone) -> ConditionTerms:
        """Return whether attackers beside the target lie in a zone; where it has none players are asked."""
        states = self._states(test.state.items())
        if test.of != "attackers" or states is None or not self.check.target:
            return UNKNOWN
        there = (
            "(" + "||".join(self.rules.rear if zone == "rear" else f"[{zone}]" for zone in test.zones) + ")"
        )
        who = self._who("attackers")
        lies_there = some(who, "&&".join([*states, there]))
        if test.every:
            lies_there = f"{some(who, '&&'.join(states))}&&{none(who, '&&'.join([*states, '!' + there]))}"
        holds = decidable(lies_there)
        if self.rules.zoneless:
            holds = ConditionTerms(
                f"(!({self.rules.zoneless})&&{holds.certain})", f"({self.rules.zoneless}||{holds.possible})"
            )
        return self._with_target(holds)

    def _leaders(self, test: p.LeaderCount) -> ConditionTerms:
        """Return whether a leader is in a hex of a group; of attackers in several hexes players know."""
        if test.of not in _GROUPS:
            return UNKNOWN
        if _GROUPS[test.of] in _OF_TARGET:
            side, x, y = "TSide", "TX", "TY"
        else:
            side, x, y = "ASide", "AX", "AY"
        leaders = f'CountMap("[map]","{{{LEADER}==1&&SideNo=={side}&&CurrentX=={x}&&CurrentY=={y}}}")>0'
        if _GROUPS[test.of] in _OF_TARGET:
            return self._with_target(decidable(leaders))
        if self._who(test.of) == "acting":
            return decidable(leaders)
        return ConditionTerms(f"({leaders})", f'({leaders}||CountMap("[map]","{{Role==2&&Acting!=1}}")>0)')

    def _terrain(self, test: p.OnTerrain) -> ConditionTerms:
        if test.of != "hex":
            return UNKNOWN
        zone = "TZone" if self.check.target else "AZone"
        names = dict.fromkeys(
            plain(self.context.say(t.name)).replace(";", ",")
            for t in self.context.series.terrains
            if t.kind == "hex" and self._is_terrain(t.id, t.like, test)
        )
        holds = decidable("||".join(f'({zone}+",").startsWith("{name},")' for name in names)) if names else NO
        return self._with_target(holds) if self.check.target else holds

    def _is_terrain(self, terrain: str, like: str, test: p.OnTerrain) -> bool:
        if test.terrains and terrain not in test.terrains and like not in test.terrains:
            return False
        if not test.property:
            return True
        tables = [
            c for c in self.context.charts or () if c.kind == "terrain" and c.axes[-1].id != c.axes[0].id
        ]
        for table in tables:
            rows = [t for t in (terrain, like) if t in table.axes[0].ids]
            if len(table.axes) == 2 and test.property in table.axes[1].ids and rows:
                return table.value(rows[0], test.property) in test.values
        return False

    def _fact(self, test: p.FactHolds) -> ConditionTerms:
        if test.words:
            known_words = {word: when for fact, word, when in self.check.fact_words if fact == test.fact}
            if not known_words:
                return UNKNOWN
            choices = [known_words[w] for w in test.words if w in known_words]
            return any_of(decidable(when) if when else YES for when in choices)
        number = dict(self.rules.fact_numbers).get(test.fact)
        if number is None or test.above or test.to:
            return UNKNOWN
        tests = [f"{number}>={test.low}"] if test.low is not None else []
        tests += [f"{number}<={test.high}"] if test.high is not None else []
        return self._with_target(decidable("&&".join(tests) or f"{number}>0"))


def has_id(ids: Iterable[str]) -> str:
    """Return whether a piece has one of some ids, for a function about pieces."""
    return f'\\"|{"|".join(ids)}|\\".contains(\\"|\\"+Id+\\"|\\")'


def _fits(unit: Unit, back: bool, test: p.UnitCount) -> bool:
    """Return whether the ratings of a face are those that a predicate names."""

    def number(name: str) -> int | None:
        value = unit.value(name, back)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    lows = all((n := number(name)) is not None and n >= low for name, low in test.field_low.items())
    highs = all((n := number(name)) is not None and n <= high for name, high in test.field_high.items())
    return lows and highs and all((unit.value(n, back) or False) in v for n, v in test.fields.items())
