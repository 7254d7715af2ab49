"""Traits that change how a piece looks: layers, facing, labels, outlines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from jdgtools.vassal.codecs import ARRAY, BOOL, CHAR, COLOR, FLOAT, INT, KEY, TEXT, read_int
from jdgtools.vassal.encoding import Color, Key, decode, encode_array
from jdgtools.vassal.traits.base import Trait, extra_, field_, read_table, register, state_

BLACK = Color(0, 0, 0)
RED = Color(255, 0, 0)
OLD_CTRL = 128


@register("emb;")
class Layer(Trait):
    """Images drawn over the piece, one per level; levels change by key or follow a property.

    With `version` 1 only `activate`, `increase` and `decrease` (key strokes) count; the
    letter-and-modifier fields are what old modules used. The old prefix `emb;` is read into
    the same fields.
    """

    ID: ClassVar[str] = "emb2;"

    activate_menu: str = field_(TEXT)
    activate_mods: int = field_(INT, OLD_CTRL)
    activate_letters: str = field_(TEXT, "", "A")
    increase_menu: str = field_(TEXT)
    increase_mods: int = field_(INT, OLD_CTRL)
    increase_letters: str = field_(TEXT)
    decrease_menu: str = field_(TEXT)
    decrease_mods: int = field_(INT, OLD_CTRL)
    decrease_letters: str = field_(TEXT)
    reset_menu: str = field_(TEXT)
    reset_key: Key | None = field_(KEY, None)
    reset_level: str = field_(TEXT, "1")
    underneath_when_selected: bool = field_(BOOL, False)
    x: int = field_(INT, 0)
    y: int = field_(INT, 0)
    images: tuple[str, ...] = field_(ARRAY, ())
    names: tuple[str, ...] = field_(ARRAY, ())
    loop: bool = field_(BOOL, True)
    name: str = field_(TEXT)
    random_key: Key | None = field_(KEY, None)
    random_menu: str = field_(TEXT)
    follow_property: bool = field_(BOOL, False)
    property: str = field_(TEXT)
    first_level_value: int = field_(INT, 1)
    version: int = field_(INT, 1, 0)
    always_active: bool = field_(BOOL, True)
    activate: Key | None = field_(KEY, None)
    increase: Key | None = field_(KEY, None)
    decrease: Key | None = field_(KEY, None)
    description: str = field_(TEXT)
    scale: float = field_(FLOAT, 1.0)
    only_property: str = field_(TEXT)
    only_value: str = field_(TEXT, "true")
    value: int = state_(INT, 1, -1)
    """1 to n is the level shown, negative the level kept while inactive; 0 never."""

    def level(self) -> int:
        """Return the value, kept within the levels that there are as VASSAL does."""
        levels = max(len(self.images), len(self.names))
        return max(-levels, min(self.value, levels))

    @classmethod
    def _type_values(cls, text: str) -> dict[str, Any]:
        old = not text.startswith(cls.ID)
        tokens = decode(text[4 if old else 5 :], ";")
        values = _old_layer(tokens) if old else read_table(cls.TYPE_TABLE, tokens, "type_tail")
        values.setdefault("value", 1 if values["always_active"] else -1)
        return values

    def _write_type(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.TYPE_TABLE]
        # VASSAL pads the names to the number of images.
        missing = len(self.images) - len(self.names)
        if missing > 0:
            tokens[16] = encode_array((*self.names, *[""] * missing))
        return tokens


def _old_layer(tokens: Sequence[str]) -> dict[str, Any]:
    """Return the field values of a type that starts with `emb;`, as VASSAL converts it."""
    t = [*tokens, *[""] * 8][: max(8, len(tokens))]
    head = decode(t[0], ";")
    activate_menu = t[1]
    images, names = [], []
    for item in tokens[8:]:
        parts = [*decode(item, ","), ""]
        images.append(parts[0])
        names.append(parts[1])
    letters = {"activate": head[0].upper(), "increase": t[2].upper(), "decrease": t[4].upper()}
    keys = {k: Key(ord(v[0]), OLD_CTRL) if v else None for k, v in letters.items()}
    return {
        "activate_menu": activate_menu.removeprefix("_"),
        "underneath_when_selected": activate_menu.startswith("_"),
        "activate_letters": letters["activate"],
        "increase_letters": letters["increase"],
        "increase_menu": t[3],
        "decrease_letters": letters["decrease"],
        "decrease_menu": t[5],
        "reset_menu": head[1] if len(head) > 1 else "",
        "reset_key": Key.parse(head[2]) if len(head) > 2 else None,
        "reset_level": head[3] if len(head) > 3 else "0",
        "x": read_int(t[6], 0),
        "y": read_int(t[7], 0),
        "images": tuple(images),
        "names": tuple(names),
        "always_active": not letters["activate"],
        "version": 1,
        **keys,
    }


@register()
class Rotator(Trait):
    """Facing: `facings` directions, or any angle when `facings` is 1.

    Facing i (from 0) is drawn turned clockwise by i * 360 / n degrees. Traits outside
    (before) this one are not turned.
    """

    ID: ClassVar[str] = "rotate;"
    STATE_DELIM: ClassVar[str] = ""

    facings: int = field_(INT, 6, 1)
    clockwise_key: Key | None = field_(KEY, None)
    counter_key: Key | None = field_(KEY, None)
    clockwise_menu: str = field_(TEXT)
    counter_menu: str = field_(TEXT)
    random_key: Key | None = field_(KEY, None)
    random_menu: str = field_(TEXT)
    name: str = field_(TEXT, "Rotate", "")
    description: str = field_(TEXT)
    direct_key: Key | None = field_(KEY, None)
    direct_menu: str = field_(TEXT)
    direct_expression: str = field_(TEXT)
    direct_is_facing: bool = field_(BOOL, True)
    angle_key: Key | None = extra_("type", None)
    """Key that sets the angle, only when `facings` is 1."""
    angle_menu: str = extra_("type", "")
    """Its menu text, only when `facings` is 1."""
    position: str = state_(TEXT, "0")
    """Index of the facing, or the angle in (negative) degrees when `facings` is 1."""

    @property
    def facing(self) -> int:
        """Index of the facing, kept within the number of facings as VASSAL does."""
        index: int = read_int(self.position, 0)
        return max(0, min(index, self.facings - 1))

    @classmethod
    def _read_type(cls, tokens: Sequence[str]) -> dict[str, Any]:
        if read_int(tokens[0], 1) != 1:
            return read_table(cls.TYPE_TABLE, tokens, "type_tail")
        values = read_table((cls.TYPE_TABLE[0], *cls.TYPE_TABLE[5:]), [tokens[0], *tokens[3:]], "type_tail")
        values["angle_key"] = Key.parse(tokens[1]) if len(tokens) > 1 else None
        values["angle_menu"] = tokens[2] if len(tokens) > 2 else ""
        return values

    def _write_type(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.TYPE_TABLE]
        if self.facings == 1:
            tokens[1:5] = [KEY.write(self.angle_key), self.angle_menu]
        return tokens


@register()
class Pivot(Trait):
    """Turning about a point; needs a `Rotator` further inside."""

    ID: ClassVar[str] = "pivot;"

    menu: str = field_(TEXT, "Pivot")
    key: Key | None = field_(KEY, None)
    x: int = field_(INT, 0)
    y: int = field_(INT, 0)
    fixed_angle: bool = field_(BOOL, True)
    angle: float = field_(FLOAT, 90.0)
    description: str = field_(TEXT)
    second_menu: str = field_(TEXT)
    second_key: Key | None = field_(KEY, None)
    second_angle: float = field_(FLOAT, 270.0)


@register()
class Label(Trait):
    """A text drawn on the piece; its text is the state."""

    ID: ClassVar[str] = "label;"
    STATE_DELIM: ClassVar[str] = ""

    key: Key | None = field_(KEY, None)
    menu: str = field_(TEXT, "", "Change label")
    size: int = field_(INT, 10)
    background: Color | None = field_(COLOR, None)
    foreground: Color | None = field_(COLOR, BLACK)
    vertical: str = field_(CHAR, "t")
    y: int = field_(INT, 0)
    horizontal: str = field_(CHAR, "c")
    x: int = field_(INT, 0)
    vertical_just: str = field_(CHAR, "b")
    horizontal_just: str = field_(CHAR, "c")
    name_format: str = field_(TEXT, "$pieceName$ ($label$)")
    font: str = field_(TEXT, "Dialog")
    style: int = field_(INT, 0)
    rotate: int = field_(INT, 0)
    property: str = field_(TEXT, "TextLabel")
    description: str = field_(TEXT)
    always_format: bool = field_(BOOL, False)
    text: str = state_(TEXT)


@register("nonRect;")
class NonRectangular(Trait):
    """An outline for clicking and highlighting; `shape` is VASSAL's path text."""

    ID: ClassVar[str] = "nonRect2;"

    scale: float = field_(FLOAT, 1.0)
    shape: str = field_(TEXT)

    @classmethod
    def _type_values(cls, text: str) -> dict[str, Any]:
        # The shape is the rest of the type, undecoded.
        if text.startswith(cls.ID):
            scale, _, shape = text[len(cls.ID) :].partition(";")
            return {"scale": FLOAT.read(scale, 1.0), "shape": shape}
        return {"scale": 1.0, "shape": text[len("nonRect;") :]}

    def canonical_type(self) -> str:
        """Return the type; the shape is written undecoded, as it is read."""
        return f"{self.ID}{FLOAT.write(self.scale)};{self.shape}"


@register()
class BorderOutline(Trait):
    """A coloured border while a property is true."""

    ID: ClassVar[str] = "border;"

    property: str = field_(TEXT)
    description: str = field_(TEXT)
    thickness: int = field_(INT, 2)
    color: Color | None = field_(COLOR, RED)
    second_property: str = field_(TEXT)
    compare: str = field_(TEXT, "AND")
