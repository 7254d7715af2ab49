"""Names of sides, commands, pieces, hexes and values as the booklet prints them.

The model knows these things by their ids; readers want their names in one language, hexes by their printed
numbers, directions with arrows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, reduce

from jdgtools.exporters.booklet.words import arrow, word
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.unit_groups import kind_of_units
from jdgtools.hexgrid import compass_name
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.phrases import colon, compass, listing
from jdgtools.model.pieces import BattleSide, Value
from jdgtools.model.scenario import Scenario


class BookletNames:
    """Everything that a battle calls by an id, in one language."""

    def __init__(self, context: BuildContext) -> None:
        self.context = context
        self.battle = context.battle
        self.language = context.language

    def word(self, key: str, **values: object) -> str:
        """Return a word of the booklet."""
        return word(key, self.language, **values)

    def pair(self, name: str, value: str) -> str:
        """Return `name: value` with the language's colon."""
        return f"{name}{colon(self.language)}{value}"

    @cached_property
    def _pieces(self) -> dict[str, str]:
        battle = self.battle
        leaders = {x.id: x.name.get(self.language) or x.id for x in battle.leaders}
        return leaders | {x.id: x.name.get(self.language) or x.id for x in battle.units}

    def piece(self, piece: str) -> str:
        """Name of a unit or leader."""
        return self._pieces.get(piece, piece)

    def pieces(self, pieces: Sequence[str]) -> str:
        """Return units and leaders in words: those of a whole command by its name, others by theirs.

        What bears the name of another is counted.
        """
        rest = dict.fromkeys(pieces)
        labels = []
        for command in self.battle.commands:
            units = [unit.id for unit in self.battle.units_of(command.id)]
            if len(units) > 1 and rest.keys() >= set(units):
                labels.append(self.command(command.id))
                rest = {piece: None for piece in rest if piece not in units}
        counts = Counter(map(self.piece, rest))
        labels += [f"{name} ({count})" if count > 1 else name for name, count in counts.items()]
        return listing(labels, self.language)

    def also(self, parts: Sequence[str]) -> str:
        """Put several facts on one line."""
        return reduce(lambda a, b: self.word("also", a=a, b=b), parts) if parts else ""

    def setting(self, value: Value | object) -> str:
        """Return a plain value; in a list of ids the names of the pieces, codes with their meaning."""
        if isinstance(value, str):
            ids = [part.strip() for part in value.split(",")]
            if all(part in self._pieces for part in ids):
                return listing(map(self.piece, ids), self.language)
            if all(part in self._types for part in ids):
                return ", ".join(self._types[part] for part in ids)
        return self.value(value)

    @cached_property
    def _types(self) -> dict[str, str]:
        """Code on the counter -> what units it stands for."""
        types: dict[str, list[str]] = {}
        for kind in self.battle.series.unit_types:
            types.setdefault(kind.code, []).append(kind.name.get(self.language))
        return {code: f"{code} ({' / '.join(dict.fromkeys(names))})" for code, names in types.items() if code}

    def side(self, side: str | None) -> str:
        """Name of a side; a dash for none."""
        record = self.battle.side(side)
        return record.name.get(self.language) or record.id if record else "–"

    def sides(self, only: str = "") -> list[BattleSide]:
        """Return the sides of the battle, or only the one with this id."""
        return [side for side in self.battle.sides if only in ("", side.id)]

    def command(self, command: str | None) -> str:
        """Name of a command; '' for none."""
        record = self.battle.command(command)
        return record.name.get(self.language) or record.id if record else ""

    @cached_property
    def centres(self) -> list[tuple[float, float]]:
        """Centres of the hexes of the map with opposite hexsides 1 apart."""
        if self.battle.map is None:
            return []
        layout = Layout(self.battle.map.grid, 1.0)
        return [layout.centre(index) for index in self.battle.map.hexes()]

    def side_of(self, piece: str) -> str | None:
        """Return the side id of a unit or leader."""
        return self.battle.side_of(piece)

    def hex(self, index: int) -> str:
        """Return the printed number of a hex."""
        return self.battle.map.grid.id(index) if self.battle.map else str(index)

    def facing(self, facing: int | None) -> str:
        """Return the facing of a unit with an arrow; '' for none."""
        if facing is None or self.battle.map is None:
            return ""
        name = compass_name(self.battle.series.facing, self.battle.map.grid.orientation, facing)
        return f"{arrow(name)} {compass(name, self.language)}"

    def edge(self, edge: str | None) -> str:
        """Return a map edge with an arrow; a dash for none."""
        return f"{arrow(edge)} {compass(edge, self.language)}".strip() if edge else "–"

    def hexes(self, hexes: Sequence[int]) -> str:
        """Return hexes in words: the region, entry area or place that they are, with their numbers."""
        ids = ", ".join(self.hex(index) for index in sorted(hexes))
        the_map = self.battle.map
        if the_map is None or not hexes:
            return ids
        members = frozenset(hexes)
        areas = [(r.id, r.name, frozenset(r.hexes)) for r in the_map.regions]
        areas += [(e.id, e.name, frozenset(e.hexes)) for e in the_map.entries]
        for area, name, inside in areas:
            if inside == members and len(members) > 1:
                return f"{name.get(self.language) or area} ({ids})"
        parts = []
        for index in sorted(hexes):
            place = next((p.name.get(self.language) for p in the_map.places if p.hex == index and p.name), "")
            parts.append(f"{place} ({self.hex(index)})" if place else self.hex(index))
        return ", ".join(parts)

    def exit(self, hexes: Sequence[int]) -> str:
        """Return where pieces leave the map, in words: the entry area, even of one hex, with its numbers."""
        areas = self.battle.map.entries if self.battle.map is not None else ()
        name = next((e.name.get(self.language) for e in areas if set(e.hexes) == set(hexes) and e.name), "")
        ids = ", ".join(self.hex(index) for index in sorted(hexes))
        return f"{name}, {ids}" if name else self.hexes(hexes)

    def units(self, units: Sequence[str], each: bool = False) -> str:
        """Return units in words: the side, command or arm that they are, or their names."""
        members = set(units)
        for side in self.battle.sides:
            if members and members == {u.id for u in self.battle.units if self.side_of(u.id) == side.id}:
                return self.word("all_units" if each else "units_of_side", side=self.side(side.id))
        for command in self.battle.commands:
            if members and members == {u.id for u in self.battle.units_of(command.id)}:
                return self.command(command.id)
        kind = kind_of_units(self.battle, members)
        if kind is not None:
            name = kind[1].get(self.language)
            return f"{name} ({kind[0].get(self.language)})" if kind[0] else name
        return listing(map(self.piece, units), self.language)

    def states(self, states: Iterable[tuple[str, str]]) -> str:
        """Return state values in words."""
        names = []
        for axis_id, value_id in states:
            axis = self.battle.series.axis(axis_id)
            if axis is None:
                continue
            value = next((v for v in axis.values if v.id == value_id), None)
            names.append(
                value.name.get(self.language) if value else f"{axis.name.get(self.language)} {value_id}"
            )
        return ", ".join(names)

    def value(self, value: Value | object) -> str:
        """Return a plain value: yes, no, a number with a real minus sign, a text."""
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return "–" if value is None else self._values.get(str(value), str(value))

    @cached_property
    def _values(self) -> dict[str, str]:
        return {value: name.get(self.language) for value, name in self.battle.series.value_names}

    def numbers(self, numbers: Sequence[int]) -> str:
        """Return numbers in their order, three or more in a row as a span: 1–3, 5."""
        spans: list[list[int]] = []
        for number in sorted(set(numbers)):
            if spans and spans[-1][-1] == number - 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        parts: list[str] = []
        for span in spans:
            parts += [f"{span[0]}–{span[-1]}"] if len(span) > 2 else map(str, span)
        return ", ".join(parts)

    def turns(self, scenario: Scenario) -> str:
        """Return the first and last turn."""
        first = scenario.first_turn if scenario.first_turn is not None else 1
        last = scenario.last_turn if scenario.last_turn is not None else len(scenario.turns)
        return self.word("length", first=first, last=last)
