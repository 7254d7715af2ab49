"""Charts as data: every cell of every chart says where its value comes from.

A chart has one or more axes and a cell for every combination of their keys. A cell whose
value is None is *explicitly nothing* (no effect, no modifier, not applicable); a combination
without a cell is a defect of the data and refused when the file is read.

Provenance (`Cell.kind`): `rules` (the rules text gives the value, `refs` are statement ids),
`player-aid` (a public player aid, `refs` are sections of the list of sources), `house`
(designed for this project, `refs` are entries of `ChartBook.sources`), `battle` (a battle
replaced the cell).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, get_args

from msgspec import Struct, field

from jdgtools.charts.predicates import Count, Predicate
from jdgtools.charts.rule_words import rule_problem
from jdgtools.model.text import Text

Value = int | str | bool | None | tuple["Value", ...] | Mapping[str, "Value"]
"""Content of a cell. Mappings are read-only by contract."""

Provenance = Literal["rules", "player-aid", "house", "battle"]
ChartKind = Literal["table", "modifiers", "terrain", "values"]
Match = Literal["key", "range", "ratio"]
Beyond = Literal["open", "clamp", "none"]
TypeKind = Literal["int", "bool", "choice", "codes", "span", "text", "rule"]

PROVENANCES: tuple[str, ...] = get_args(Provenance)
CHART_KINDS: tuple[str, ...] = get_args(ChartKind)
MATCHES: tuple[str, ...] = get_args(Match)
BEYONDS: tuple[str, ...] = get_args(Beyond)
TYPE_KINDS: tuple[str, ...] = get_args(TypeKind)


NO_TEXT = Text(())


class ChartLookupError(LookupError):
    """A caller asked for a chart, key or value that does not exist (misuse of the API)."""


class Cell(Struct, frozen=True):
    """One value with its provenance."""

    value: Value
    kind: Provenance
    refs: tuple[str, ...] = ()
    """Statement ids (`JDG-7.5-a`, `AMB-45`) or keys of `ChartBook.sources` (`HC-2.1`)."""
    note: Text = NO_TEXT

    @property
    def is_house(self) -> bool:
        """Whether the value is ours alone: neither rules, player aid nor battle give it."""
        return self.kind == "house"


class AxisKey(Struct, frozen=True):
    """One row or column of a chart."""

    id: str
    label: Text
    low: int | None = None
    """Range axes: smallest value of the row; None = no lower end."""
    high: int | None = None
    """Range axes: largest value of the row; None = no upper end."""
    ratio: tuple[int, int] | None = None
    """Ratio axes: (first, second), e.g. (3, 2) for 1.5 to 1."""
    exclusive: bool = False
    """Ratio axes: the line holds for ratios above `ratio`, not for that one itself."""
    type: str = ""
    """Id of the `ValueType` of its cells; empty = that of another axis or of the chart."""
    applies: str = ""
    """Modifier lines: whom the condition is about: attacker, defender, firer, target, unit, combat."""
    replaces: tuple[str, ...] = ()
    """Modifier lines: ids of lines that are not added when this one is."""
    uses: tuple[str, ...] = ()
    """Modifier lines of a chart with one axis: checks or combats that the line is for; empty = all."""
    refs: tuple[str, ...] = ()
    """What demands or defines the row itself (not the values in it)."""
    note: Text = NO_TEXT
    when: Predicate | None = None
    """Modifier lines: when the line applies, as data; None = the label says it alone."""
    count: Count | None = None
    """Modifier lines with the rule `each`: what is counted."""

    def holds(self, value: int) -> bool:
        """Return whether `value` lies in the row's range (both ends belong to it)."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


class Axis(Struct, frozen=True):
    """One dimension of a chart.

    `match` says how `Chart.lookup` finds the key: `key` by id, `range` by an integer within
    low..high, `ratio` by a pair of integers, taking the highest line that is not above the
    true ratio (rounding in favour of the defender).
    `below`, `above`: what happens beyond the ends: `open` (end rows have no end), `clamp` (the
    end row counts), `none` (the lookup finds nothing). `kind` and `refs` are the provenance of that.
    """

    id: str
    title: Text
    keys: tuple[AxisKey, ...]
    match: Match = "key"
    below: Beyond = "open"
    above: Beyond = "open"
    kind: Provenance = "rules"
    refs: tuple[str, ...] = ()
    note: Text = NO_TEXT

    def key(self, key_id: str) -> AxisKey:
        """Return the key with that id.

        Raises:
            ChartLookupError: no such key.
        """
        for key in self.keys:
            if key.id == key_id:
                return key
        raise ChartLookupError(f"axis {self.id!r} has no key {key_id!r}")

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the keys, in printed order."""
        return tuple(key.id for key in self.keys)

    def find(self, value: int | str | tuple[int, int]) -> AxisKey | None:
        """Return the key for a looked-up value; None beyond an end whose rule is `none`.

        Raises:
            ChartLookupError: the value does not fit the kind of axis, or there is no such key.
        """
        if isinstance(value, str):
            return self.key(value)
        if self.match == "range" and isinstance(value, int):
            return self._in_range(value)
        if self.match == "ratio" and isinstance(value, tuple):
            return self._in_ratio(*value)
        raise ChartLookupError(f"axis {self.id!r} ({self.match}) cannot be looked up by {value!r}")

    def _in_range(self, value: int) -> AxisKey | None:
        for key in self.keys:
            if key.holds(value):
                return key
        first, last = self.keys[0], self.keys[-1]
        if first.low is not None and value < first.low:
            return first if self.below == "clamp" else None
        if last.high is not None and value > last.high:
            return last if self.above == "clamp" else None
        raise ChartLookupError(f"axis {self.id!r} has a gap at {value}")

    def _in_ratio(self, first: int, second: int) -> AxisKey | None:
        # Whole numbers only: the line a:b holds if first * b >= second * a, an exclusive one if it is more.
        best: AxisKey | None = None
        for key in self.keys:
            if key.ratio is not None:
                difference = first * key.ratio[1] - second * key.ratio[0]
                if difference > 0 or (difference == 0 and not key.exclusive):
                    best = key
        if best is None:
            return self.keys[0] if self.below == "clamp" else None
        if best is self.keys[-1] and best.ratio is not None and self.above == "none":
            exact = first * best.ratio[1] == second * best.ratio[0]
            return best if exact else None
        return best


class ValueType(Struct, frozen=True):
    """What a cell may contain; overrides are checked against it.

    `int` low..high; `bool`; `choice` one of `choices`; `codes` a list of `choices` in order of
    application; `span` a pair (first, last) of a die; `text`; `rule` a mapping that an engine
    interprets, its key `rule` being one of `choices`. `also` lists further plain values (None is
    only allowed when listed).
    """

    id: str
    kind: TypeKind
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    also: tuple[int | str | bool | None, ...] = ()
    signed: bool = False
    """Whether a whole number is printed with its sign (modifiers, additions)."""
    labels: Mapping[str, Text] = field(default_factory=dict)
    """Choice, code or rule -> its wording. The wording of a rule may name members: `{floor}`."""

    def accepts(self, value: Value) -> bool:
        """Return whether the value is allowed in cells of this type."""
        if not isinstance(value, (tuple, Mapping)) and any(
            value == other and isinstance(value, bool) == isinstance(other, bool) for other in self.also
        ):
            return True
        match self.kind:
            case "int":
                return self._int(value)
            case "bool":
                return isinstance(value, bool)
            case "choice":
                return isinstance(value, str) and value in self.choices
            case "codes":
                return isinstance(value, tuple) and all(code in self.choices for code in value)
            case "span":
                return isinstance(value, tuple) and len(value) == 2 and all(map(self._int, value))
            case "text":
                return isinstance(value, str)
            case "rule":
                is_choice = isinstance(value, Mapping) and value.get("rule") in self.choices
                return is_choice and isinstance(value, Mapping) and rule_problem(value) is None

    def expectation(self) -> str:
        """Return what is accepted, in words for a message."""
        ends = f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"
        words = {
            "int": f"a whole number {ends}" if ends != ".." else "a whole number",
            "bool": "true or false",
            "choice": "one of " + ", ".join(self.choices),
            "codes": "a list of the codes " + ", ".join(self.choices),
            "span": f"two whole numbers {ends}",
            "text": "text",
            "rule": "a mapping with the key `rule`: " + ", ".join(self.choices),
        }[self.kind]
        also = ["nothing" if value is None else str(value) for value in self.also]
        return " or ".join([words, *also])

    def _int(self, value: Value) -> bool:
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


class Note(Struct, frozen=True):
    """A sentence printed under a chart: a rule of use, with its provenance."""

    id: str
    text: Text
    kind: Provenance
    refs: tuple[str, ...] = ()


class Modifier(Struct, frozen=True):
    """One line of a chart of modifiers, for one use."""

    id: str
    label: Text
    value: Value
    """Whole number to add; or a mapping with the key `rule` when it must be computed."""
    applies: str
    replaces: tuple[str, ...]
    kind: Provenance
    refs: tuple[str, ...]
    note: Text
    when: Predicate | None = None
    count: Count | None = None


class Chart(Struct, frozen=True, dict=True):
    """A chart of a series, complete: one cell for every combination of keys."""

    id: str
    title: Text
    kind: ChartKind
    axes: tuple[Axis, ...]
    cells: Mapping[tuple[str, ...], Cell]
    types: Mapping[str, ValueType]
    type: str
    """Id of the value type of cells whose keys name none."""
    group: str = ""
    """Name in the rulebook when one printed chart is stored as several, e.g. `TBL-TEC`."""
    notes: tuple[Note, ...] = ()
    rules: tuple[str, ...] = ()
    """Statements that send the player to this chart."""

    def cell(self, *keys: str) -> Cell:
        """Return the cell at these key ids, one per axis.

        Raises:
            ChartLookupError: no such cell.
        """
        try:
            return self.cells[keys]
        except KeyError:
            raise ChartLookupError(f"chart {self.id} has no cell {', '.join(keys)}") from None

    def value(self, *keys: str) -> Value:
        """Return the value at these key ids (see `cell`)."""
        return self.cell(*keys).value

    def lookup(self, *values: int | str | tuple[int, int]) -> Cell | None:
        """Return the cell for looked-up values, one per axis: a total, a pair of strengths or a key id.

        None when a value lies beyond an end of an axis where the chart gives nothing.

        Raises:
            ChartLookupError: wrong number of values or a value that does not fit its axis.
        """
        if len(values) != len(self.axes):
            raise ChartLookupError(f"chart {self.id} has {len(self.axes)} axes, got {len(values)} values")
        keys: list[str] = []
        for axis, value in zip(self.axes, values, strict=True):
            key = axis.find(value)
            if key is None:
                return None
            keys.append(key.id)
        return self.cell(*keys)

    def axis(self, axis_id: str) -> Axis:
        """Return the axis with that id.

        Raises:
            ChartLookupError: no such axis.
        """
        for axis in self.axes:
            if axis.id == axis_id:
                return axis
        raise ChartLookupError(f"chart {self.id} has no axis {axis_id!r}")

    def value_type(self, keys: tuple[str, ...]) -> ValueType:
        """Return the type of the cell: that of the last axis whose key names one, else the chart's."""
        for index in range(len(keys) - 1, -1, -1):
            name = self._key_types.get((index, keys[index]), "")
            if name:
                return self.types[name]
        return self.types[self.type]

    def modifiers(self, use: str = "") -> Iterator[Modifier]:
        """Yield the lines of a chart of modifiers, in printed order.

        The first axis holds the lines. A second axis holds uses (kinds of fire, shock or charge):
        only lines with a value for `use` are returned. With one axis `use` selects by `AxisKey.uses`, and
        an empty `use` returns every line.

        Raises:
            ChartLookupError: `use` is missing or unknown.
        """
        for key in self.axes[0].keys:
            if len(self.axes) == 1 and use and key.uses and use not in key.uses:
                continue
            cell = self.cell(key.id, use) if len(self.axes) > 1 else self.cell(key.id)
            if cell.value is not None:
                yield Modifier(
                    key.id,
                    key.label,
                    cell.value,
                    key.applies,
                    key.replaces,
                    cell.kind,
                    cell.refs,
                    cell.note,
                    key.when,
                    key.count,
                )

    @cached_property
    def _key_types(self) -> dict[tuple[int, str], str]:
        return {
            (index, key.id): key.type for index, axis in enumerate(self.axes) for key in axis.keys if key.type
        }
