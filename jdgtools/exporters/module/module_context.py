"""`ModuleContext`: what all parts of one VASSAL module in the making share.

`exporters/vassal.py` makes it of the `BuildContext`. It gives names of pictures, keys, numbers of sides and
commands, and words in the language of the module, so that a button and the trait that answers it agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, field

from jdgtools.charts import ChartBook
from jdgtools.derived.schedules import ScheduleLine
from jdgtools.derived.stacking import StackLimits
from jdgtools.derived.unit_sight import UnitsInSight
from jdgtools.exporters.base import Loss
from jdgtools.exporters.module.words import ModuleWords
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.definition import FieldDef, MarkerDef, SeriesDef, StateAxis
from jdgtools.model.module import ModuleRules
from jdgtools.model.phrases import colon, semicolon
from jdgtools.model.pieces import Leader, Unit
from jdgtools.model.scenario import Scenario
from jdgtools.model.text import Text
from jdgtools.vassal.encoding import Key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Face = tuple[str, str, str]
"""Kind of piece (`unit`, `leader`, `activation`, `marker`, `command`), its id, `front` or `back`."""

EXPORTER = "vassal"


def _make(_name: str, _inputs: object, make: Callable[[], bytes]) -> bytes:
    return make()


class ModuleContext(Struct, dict=True):
    """One module in the making."""

    battle: Battle
    rules: ModuleRules
    language: str
    hex_px: int
    """Distance between opposite hexsides on the board, pixels."""
    counter_px: int
    """Edge of a counter, pixels."""
    charts: ChartBook | None = None
    """Charts of the battle."""
    schedules: Mapping[str, tuple[ScheduleLine, ...]] = field(default_factory=dict)
    """Points for losses by the schedule of the series, by scenario."""
    stacks: Mapping[str, StackLimits] = field(default_factory=dict)
    """Who may share a hex, by scenario, '' for an empty map; empty for a series that does not say."""
    pictures: Mapping[Face, str] = field(default_factory=dict)
    """Face -> picture name; equal pictures share one name. A face without a picture is absent."""
    ids: Mapping[str, int] = field(default_factory=dict)
    """Piece key -> gpid."""
    layout: Layout | None = None
    """Hexes of the board in pixels; None = expressions cannot look a hex up."""
    los: Callable[[int], NDArray[np.bool_]] | None = None
    """Function that says whether the column hex is seen from the row hex over terrain; None = not known."""
    banned_steps: Callable[[str, Scenario | None], Collection[int]] | None = None
    """Function that gives the steps (6 * hex + direction) over which something is forbidden
    (`derived.step_bans`), in a scenario or on the battle's own map; None = not known."""
    units_in_sight: Callable[[int, Scenario | None], UnitsInSight] | None = None
    """Function that says where ground changes how units block lines of sight up to a length, by scenario;
    None = nowhere."""
    victory_marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Properties by which conditions of victory find units and leaders, by id."""
    get_or_make: Callable[[str, object, Callable[[], bytes]], bytes] = field(default=_make)
    """Function that gives bytes from an earlier build, or makes them: name, inputs, function."""
    losses: list[Loss] = field(default_factory=list)
    _axes: dict[tuple[str, str], tuple[StateAxis, ...]] = field(default_factory=dict)

    @cached_property
    def words(self) -> ModuleWords:
        """Phrases of the module itself."""
        return ModuleWords(self.language)

    @property
    def colon(self) -> str:
        """Return what stands between a name and what is said of it; French has a blank before the colon."""
        return colon(self.language)

    @property
    def semicolon(self) -> str:
        """Return what stands between two things that are said of one; French has a blank before it."""
        return semicolon(self.language)

    @property
    def series(self) -> SeriesDef:
        """Vocabulary of the series."""
        return self.battle.series

    def say(self, text: Text) -> str:
        """Return a text in the language of the module."""
        return text.get(self.language)

    def picture(self, kind: str, piece: str, back: bool = False) -> str:
        """Return the name of a picture; '' when there is none."""
        return self.pictures.get((kind, piece, "back" if back else "front"), "")

    def note_loss(self, subject: str, message: str) -> None:
        """Note something that the module cannot express."""
        self.losses.append(Loss(EXPORTER, subject, message))

    @cached_property
    def rating_ids(self) -> frozenset[str]:
        """Ratings that checks read as `r_NAME_now`."""
        rules = self.rules
        texts = [t for c in rules.checks for m in c.modifiers for t in (m.when, m.value)]
        texts += [t for _, t in rules.facts] + [c.rating for c in rules.checks]
        texts += [t for c in rules.checks for t, _ in c.tables]
        texts += [o.when for c in rules.checks for o in c.objections]
        field_ids = re.findall(r"\br_(\w+)_now\b", " ".join(texts))
        field_ids += [m.count_field for m in self.series.markers if m.hidden and m.count_field]
        field_ids += [rules.initiative.field] if rules.initiative else []
        strength = [f.id for f in self.series.unit_fields if f.measures == "strength"]
        return frozenset([*field_ids, *strength, *(c.field for c in rules.checks)])

    @cached_property
    def arm_numbers(self) -> Mapping[str, int]:
        """Number of every arm, from 1."""
        return {arm: n for n, (arm, _) in enumerate(self.series.arms, 1)}

    @cached_property
    def arriving_pieces(self) -> frozenset[str]:
        """Pieces that are reinforcements of a scenario."""
        return frozenset(p for s in self.battle.scenarios for a in s.arrivals for p in a.pieces)

    @cached_property
    def states_of_pieces(self) -> frozenset[tuple[str, str, str]]:
        """Piece, axis and value of every state in which a scenario puts a piece or lets it arrive."""
        scenarios = self.battle.scenarios
        states = [(p.piece, p.state) for s in scenarios for p in s.placements]
        states += [(piece, a.state) for s in scenarios for a in s.arrivals for piece in a.pieces]
        return frozenset((piece, axis, value) for piece, state in states for axis, value in state.items())

    @cached_property
    def _numbers_in_sides(self) -> dict[tuple[str | None, str], dict[str, int]]:
        numbers: dict[tuple[str | None, str], dict[str, int]] = {}
        for kind, pieces in (("unit", self.battle.units), ("leader", self.battle.leaders)):
            for piece in pieces:
                of_side = numbers.setdefault((piece.side, kind), {})
                of_side.setdefault(piece.id, len(of_side))
        return numbers

    def numbers_in_side(self, side: str | None, kind: str) -> Mapping[str, int]:
        """Return the number of every unit or leader of a side among its like, from 0.

        Args:
            side: id of the side.
            kind: `unit` or `leader`.
        """
        return self._numbers_in_sides.get((side, kind), {})

    def side_name(self, side: str | None) -> str:
        """Return the name of a side; '' for none."""
        battle_side = self.battle.side(side)
        return self.say(battle_side.name) if battle_side else ""

    def command_name(self, command: str | None) -> str:
        """Return the name of a command; '' for none."""
        battle_command = self.battle.command(command)
        return self.say(battle_command.name) if battle_command else ""

    def axes(self, kind: str, arm: str = "") -> tuple[StateAxis, ...]:
        """Return the state axes that a piece of this kind and arm has on itself."""
        if (kind, arm) not in self._axes:
            self._axes[kind, arm] = tuple(
                a
                for a in self.series.state_axes
                if kind in a.applies_to
                and (kind != "unit" or not a.arms or arm in a.arms)
                and not self.has_own_markers(a)
            )
        return self._axes[kind, arm]

    def has_own_markers(self, axis: StateAxis) -> bool:
        """Return whether an axis is shown by markers of their own (hidden ones), not by layers."""
        markers = [self.series.marker(v.marker) for v in axis.values if v.marker]
        return bool(markers) and all(m is not None and m.hidden and m.loose for m in markers)

    @cached_property
    def has_orders(self) -> bool:
        """Whether units may be given hidden order markers."""
        return any(self.has_own_markers(a) and "unit" in a.applies_to for a in self.series.state_axes)

    @cached_property
    def loose_markers(self) -> tuple[MarkerDef, ...]:
        """Markers that are pieces of their own: loose ones, and those that no axis shows."""
        axis_markers = {v.marker for a in self.series.state_axes for v in a.values}
        axis_markers |= {a.marker for a in self.series.state_axes}
        return tuple(m for m in self.series.markers if m.loose or m.id not in axis_markers)


def ctrl(letter: str, shift: bool = False) -> Key:
    """Return Ctrl (and Shift) with a letter, digit or bracket."""
    key = Key.ctrl(letter)
    return Key(key.code, key.modifiers | 65) if shift else key


def side_number(context: ModuleContext, side: str | None) -> str:
    """Return the number of a side, from 1; '' for none."""
    return next((str(n) for n, s in enumerate(context.battle.sides, 1) if s.id == side), "")


def command_number(context: ModuleContext, command: str | None) -> str:
    """Return the number of a command, from 1; 0 for none."""
    return next((str(n) for n, c in enumerate(context.battle.commands, 1) if c.id == command), "0")


def has_facing(context: ModuleContext, unit: Unit) -> bool:
    """Return whether a unit's type has a facing."""
    kind = context.series.unit_type(unit.type or "")
    return kind is None or kind.has_facing


class Cone(Struct, frozen=True, order=True):
    """The front of a unit out to its range."""

    front: int
    """Number of front hexes of one hex."""
    radius: int
    """Range in hexes."""
    footprint: int
    """Hexes that the unit covers."""

    @property
    def name(self) -> str:
        """Name of its prototype."""
        wide = "" if self.footprint == 1 else f" of {self.footprint} hexes"
        return f"Front {self.front}, range {self.radius}{wide}"

    @property
    def picture(self) -> str:
        """Name of its picture."""
        return f"cone-{self.front}-{self.radius}-{self.footprint}.png"


def cone_of(context: ModuleContext, unit: Unit) -> Cone:
    """Return the front cone of a unit."""
    ranges = [unit.number(f) for f in context.rules.cone_fields]
    radius = next((n for n in ranges if n), context.rules.cone_radius)
    return Cone(dict(context.rules.fronts).get(unit.arm, context.rules.front), radius, unit.footprint)


def cones(context: ModuleContext) -> list[Cone]:
    """Return all different front cones of the battle."""
    return sorted({cone_of(context, u) for u in context.battle.units if has_facing(context, u)})


def key_text(key: Key | None) -> str:
    """Return how a help page names a key; '' for none and for named commands."""
    if key is None or key.name:
        return ""
    letter = _ARROWS.get(key.code) or chr(key.code)
    return f"Ctrl+{'Shift+' if key.modifiers & 65 else ''}{letter}"


_ARROWS = {37: "←", 39: "→"}


def plain(text: str) -> str:
    """Return a text that neither an expression, nor a `$property$`, nor a menu can misread."""
    return text.translate(_PLAIN)


_PLAIN = str.maketrans(
    {'"': "”", "\\": "/", "$": "＄", "{": "(", "}": ")", "|": "/"} | {chr(i): " " for i in range(32)}
)


def choose(prop: str, texts: Iterable[str]) -> str:
    """Return an expression that says the n-th text when a property is n, counted from 1."""
    *head, last = [plain(t) for t in texts]
    parts = "".join(f'{prop}=={i}?"{t}":' for i, t in enumerate(head, 1))
    return "{" + f'{parts}"{last}"' + "}"


def rating_lines(context: ModuleContext, fields: Iterable[FieldDef], piece: Unit | Leader, back: bool) -> str:
    """Return the ratings of one side of a counter as mouse-over text, e.g. `SP 5 · Coh 7 · Sh 6`.

    A code that is printed on the counter comes first, with what it means.
    """
    ratings = []
    kind = context.series.unit_type(piece.type or "") if isinstance(piece, Unit) else None
    if kind is not None and kind.code:
        ratings.append(f"{context.say(kind.name)} ({kind.code})")
    for f in fields:
        value = piece.back.get(f.id, piece.front.get(f.id)) if back else piece.front.get(f.id)
        if value is None or value is False or f.type == "text":
            continue
        if short := f.short(context.language):
            ratings.append(f"{short} {value}")
        elif f.type == "bool":
            ratings.append(context.say(f.name))
        elif f.type == "int":
            ratings.append(f"{context.say(f.name)} {value}")
    return plain(" · ".join(ratings))
