"""Traits that hold or compute properties, and those that tie pieces together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from jdgtools.vassal.codecs import (
    BOOL,
    COMMANDS,
    CONSTRAINTS,
    INT,
    KEY,
    TARGET,
    TEXT,
    Constraints,
    PropertyCommand,
    Target,
    read_int,
)
from jdgtools.vassal.encoding import Key, decode, encode
from jdgtools.vassal.traits.base import Trait, extra_, field_, register, state_


@register()
class Marker(Trait):
    """Fixed properties: names in the type, values in the state."""

    ID: ClassVar[str] = "mark;"
    DELIM: ClassVar[str] = ","

    names: tuple[str, ...] = extra_("type", ())
    values: tuple[str, ...] = extra_("state", ())

    @classmethod
    def of(cls, **properties: str) -> Self:
        """Return the marker of these properties, in the order given."""
        return cls(names=tuple(properties), values=tuple(properties.values()))

    @property
    def properties(self) -> dict[str, str]:
        """Properties by name; a missing value is empty, as in VASSAL."""
        return dict(self.pairs())

    def pairs(self) -> Iterable[tuple[str, str]]:
        """Return names with values; a missing value is empty, as in VASSAL."""
        values = self.values
        if len(values) < len(self.names):
            values = (*values, *[""] * len(self.names))
        return zip(self.names, values, strict=False)

    @classmethod
    def _read_type(cls, tokens: Sequence[str]) -> dict[str, Any]:
        return {"names": tuple(tokens)}

    def _write_type(self) -> list[str]:
        return list(self.names)

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"values": tuple(decode(text, ","))}

    def canonical_state(self) -> str:
        """Return as many values as there are names."""
        values = [*self.values, *[""] * len(self.names)]
        return encode(values[: len(self.names)], ",")


@register()
class Prototype(Trait):
    """Trait that stands for those of a prototype; a save must hold the expanded traits instead."""

    ID: ClassVar[str] = "prototype;"

    name: str = field_(TEXT)
    parameters: str = field_(TEXT)
    """`name=value` pairs joined by commas; not written when empty."""

    def _write_type(self) -> list[str]:
        return [self.name, self.parameters] if self.parameters or self.type_tail else [self.name]


@register()
class DynamicProperty(Trait):
    """A property of the piece that key commands change; its value is the state."""

    ID: ClassVar[str] = "PROP;"
    STATE_DELIM: ClassVar[str] = ""

    name: str = field_(TEXT, "name")
    constraints: Constraints = field_(CONSTRAINTS, Constraints())
    commands: tuple[PropertyCommand, ...] = field_(COMMANDS, ())
    description: str = field_(TEXT)
    value: str = state_(TEXT)


@register()
class SetGlobalProperty(Trait):
    """Key commands that change a property of the module, a map or a zone."""

    ID: ClassVar[str] = "setprop;"

    name: str = field_(TEXT, "name")
    constraints: Constraints = field_(CONSTRAINTS, Constraints())
    commands: tuple[PropertyCommand, ...] = field_(COMMANDS, ())
    description: str = field_(TEXT)
    level: str = field_(TEXT, "Current Zone/Current Map/Module")
    """That, or `Named Zone`, or `Named Map`."""
    search: str = field_(TEXT)


@register()
class SetPieceProperty(Trait):
    """Key commands that change dynamic properties of other pieces."""

    ID: ClassVar[str] = "setpieceprop;"

    name: str = field_(TEXT, "name")
    constraints: Constraints = field_(CONSTRAINTS, Constraints())
    commands: tuple[PropertyCommand, ...] = field_(COMMANDS, ())
    description: str = field_(TEXT)
    target: Target = field_(TARGET, Target())
    filter: str = field_(TEXT)
    restrict_range: bool = field_(BOOL, False)
    range: int = field_(INT, 1)
    fixed_range: bool = field_(BOOL, True)
    range_property: str = field_(TEXT)
    from_deck: str = field_(TEXT, "-1")
    override_constraints: bool = field_(BOOL, False)


@register()
class CalculatedProperty(Trait):
    """VASSAL's "Calculated Property": its value is computed from an expression in braces."""

    ID: ClassVar[str] = "calcProp;"

    name: str = field_(TEXT)
    expression: str = field_(TEXT)
    description: str = field_(TEXT)


@register()
class TranslatableMessage(Trait):
    """A text property that can be translated."""

    ID: ClassVar[str] = "locmsg;"

    name: str = field_(TEXT, "name")
    description: str = field_(TEXT)
    message: str = field_(TEXT)


@register()
class BasicName(Trait):
    """Another basic name for the piece."""

    ID: ClassVar[str] = "basicName;"

    name: str = field_(TEXT)


@register()
class Immobile(Trait):
    """How the piece is selected, moved and stacked.

    Without `L` in `stack` a piece with this trait does not stack.
    """

    ID: ClassVar[str] = "immob;"

    select: str = field_(TEXT)
    """`i` shift, `t` ctrl, `c` alt, `n` never, `g` ignore grid, `Z` `A` `B` band selection."""
    move: str = field_(TEXT, "N", "")
    """`N` normal, `I` only if selected, `V` never."""
    stack: str = field_(TEXT, "R")
    """`L` normal, `R` never."""
    description: str = field_(TEXT)


def _count_ids(text: str) -> tuple[str, ...]:
    tokens = decode(text, ";")
    return tuple(tokens[1 : 1 + max(0, read_int(tokens[0], 0))])


@register()
class Mat(Trait):
    """A piece that carries others."""

    ID: ClassVar[str] = "mat;"

    name: str = field_(TEXT)
    description: str = field_(TEXT)
    contents: tuple[str, ...] = extra_("state", ())
    """Ids of the pieces on it."""

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"contents": _count_ids(text)}

    def canonical_state(self) -> str:
        """Return the number of pieces and their ids."""
        return encode([str(len(self.contents)), *self.contents], ";")


@register()
class MatCargo(Trait):
    """A piece that a mat can carry."""

    ID: ClassVar[str] = "matPiece;"

    description: str = field_(TEXT)
    keep_facing: bool = field_(BOOL, True)
    distance_x: int = field_(INT, 0)
    distance_y: int = field_(INT, 0)
    find_key: Key | None = field_(KEY, None)
    detach_key: Key | None = field_(KEY, None)
    mat: str = state_(TEXT, "noMat")
    """Id of the mat, or `noMat`."""


@register()
class Attachment(Trait):
    """Trait that ties the piece to others."""

    ID: ClassVar[str] = "attach;"

    name: str = field_(TEXT)
    description: str = field_(TEXT)
    menu: str = field_(TEXT, "Attach to pieces")
    key: Key | None = field_(KEY, None)
    clear_menu: str = field_(TEXT, "Clear all attachments")
    clear_key: Key | None = field_(KEY, None)
    filter: str = field_(TEXT)
    restrict_range: bool = field_(BOOL, False)
    range: int = field_(INT, 1)
    fixed_range: bool = field_(BOOL, True)
    range_property: str = field_(TEXT)
    from_deck: str = field_(TEXT, "-1")
    target: Target = field_(TARGET, Target())
    clear_matching_menu: str = field_(TEXT, "Clear matching attachments")
    clear_matching_key: Key | None = field_(KEY, None)
    clear_matching_filter: str = field_(TEXT)
    on_attach: str = field_(TEXT, "nothing")
    on_detach: str = field_(TEXT, "nothing")
    before_attach: str = field_(TEXT, "clear")
    allow_self: bool = field_(BOOL, False)
    auto_attach: bool = field_(BOOL, True)
    contents: tuple[str, ...] = extra_("state", ())
    """Ids of the pieces attached."""

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"contents": _count_ids(text)}

    def canonical_state(self) -> str:
        """Return the number of pieces and their ids."""
        return encode([str(len(self.contents)), *self.contents], ";")
