r"""Texts of many pieces made of the same prototypes, each prototype's text made and packed once.

A saved game holds every piece with its prototypes expanded. Most of such a text is the same in all
pieces of a kind: a run of prototypes at one depth of nesting has one text, whatever stands around it,
because the escapes of nesting depend on the depth alone. `PieceTemplates` makes that text once, as a
`Fragment`, which also remembers its compressed form.
"""

from __future__ import annotations

import zlib
from binascii import hexlify
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.vassal.encoding import encode_token
from jdgtools.vassal.obfuscation import HEADER, KEY, mask
from jdgtools.vassal.pack import Packed, deflater
from jdgtools.vassal.traits.base import Trait
from jdgtools.vassal.traits.display import Rotator
from jdgtools.vassal.traits.expansion import Expander
from jdgtools.vassal.traits.piece import Piece
from jdgtools.vassal.traits.properties import DynamicProperty, Prototype

SHARED = 600
"""Characters from which a text is worth a compressed form of its own."""
_LEVEL = 5
"""Deflate level of what differs: higher ones gain less than a hundredth of its size."""


Keep = Callable[[str, object, Callable[[], bytes]], bytes]
"""Gives what a function makes, or made earlier from equal inputs: name, inputs, function."""


def _anew(_name: str, _inputs: object, make: Callable[[], bytes]) -> bytes:
    return make()


class Fragment(Struct, eq=False):
    """A text that occurs many times."""

    text: str
    keep: Keep = _anew
    """How its compressed form is kept."""
    _packed: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)

    def packed(self, key: int) -> tuple[bytes, bytes]:
        """Return its bytes in a saved game, and those compressed: deflate blocks that stand alone."""
        if key not in self._packed:
            plain = hexlify(mask(self.text.encode("utf-8"), key))
            self._packed[key] = plain, self.keep("shared text of saves", plain, lambda: _block(plain))
        return self._packed[key]


def _block(plain: bytes) -> bytes:
    packer = deflater(9)
    return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)


Parts = list[str | Fragment]
"""A text in parts."""


def joined(parts: Iterable[str | Fragment]) -> str:
    """Return the text of parts."""
    return "".join([p if isinstance(p, str) else p.text for p in parts])


def pack_save(parts: Iterable[str | Fragment], key: int = KEY) -> Packed:
    """Return the entry `savedGame` of a text, compressed; what is shared is compressed once.

    The blocks of a deflate stream may be put together from several sources when none refers to what
    stands before it, which a full flush makes sure of.
    """
    header = HEADER + b"%02x" % key
    packer = deflater(_LEVEL)
    out = [packer.compress(header)]
    crc, size = zlib.crc32(header), len(header)
    own: list[str] = []

    def add_own() -> None:
        nonlocal crc, size
        plain = hexlify(mask("".join(own).encode("utf-8"), key))
        own.clear()
        crc, size = zlib.crc32(plain, crc), size + len(plain)
        out.append(packer.compress(plain))

    for part in parts:
        if isinstance(part, str):
            own.append(part)
            continue
        add_own()
        plain, block = part.packed(key)
        crc, size = zlib.crc32(plain, crc), size + len(plain)
        out += (packer.flush(zlib.Z_FULL_FLUSH), block)
    add_own()
    out.append(packer.flush())
    return Packed(b"".join(out), crc, size)


class _Slot(Struct, frozen=True):
    """The state of a trait that differs between pieces."""

    trait: DynamicProperty | Rotator
    deep: str
    """What stands before a tab in the state."""
    after: str
    """Separator after the state."""
    known: dict[str | None, str] = field(default_factory=dict)

    def text(self, values: Mapping[str, str], facing: str | None) -> str:
        value = values.get(self.trait.name) if isinstance(self.trait, DynamicProperty) else facing
        if value not in self.known:
            self.known[value] = _escape(_set(self.trait, values, facing).to_state(), self.deep) + self.after
        return self.known[value]


class _Template(Struct, frozen=True):
    """A run of prototypes at one depth."""

    type: str | Fragment
    states: tuple[str | _Slot, ...]
    length: int
    """Number of traits."""


class PieceTemplates:
    """Expands the prototypes of pieces while writing them."""

    def __init__(
        self,
        prototypes: Mapping[str, Piece],
        finish: Callable[[str], str] = lambda text: text,
        keep: Keep = _anew,
    ) -> None:
        """Choose the prototypes by name, and what is done with a text before it is written.

        Args:
            prototypes: definitions by name.
            finish: changes a text; it must not matter whether it gets the parts of a text or the whole.
            keep: see `Fragment.keep`.
        """
        self._keep = keep
        self._expander = Expander(prototypes)
        self._finish = finish
        self._templates: dict[tuple[int, tuple[tuple[str, str], ...]], _Template | None] = {}

    def expanded(self, piece: Piece, values: Mapping[str, str], facing: str | None = None) -> Piece:
        """Return a piece with its prototypes expanded and some states set.

        Args:
            piece: the piece.
            values: values of dynamic properties by name.
            facing: state of its rotators; None leaves them as they are.

        Raises:
            InputRefused: see `Expander.expand`.
        """
        return with_states(self._expander.expand(piece), values, facing)

    def parts(
        self, piece: Piece, piece_id: str, values: Mapping[str, str], facing: str | None = None
    ) -> Parts:
        """Return the text `+/id/TYPE/STATE` of `expanded`, finished, in parts.

        Args:
            piece: the piece, its place and gpid set.
            piece_id: its id in the saved game.
            values: see `expanded`.
            facing: see `expanded`.

        Raises:
            InputRefused: see `Expander.expand`.
        """
        return self._quick(piece, piece_id, values, facing) or [
            self._finish(self.expanded(piece, values, facing).format(piece_id))
        ]

    def _quick(
        self, piece: Piece, piece_id: str, values: Mapping[str, str], facing: str | None
    ) -> Parts | None:
        """The parts, put together; None when a text needs quotes, which the templates do not know."""
        if any(v[:1] in ("\\", "'") for v in (*values.values(), facing or "")):
            return None
        finish = self._finish
        parts: Parts = []
        own = [f"+/{encode_token(piece_id, '/')}/"]
        states: list[str] = []
        depth = 0
        for run in _runs(piece.traits):
            if isinstance(run, list):
                template = self._template(run, depth)
                if template is None:
                    return None
                if isinstance(template.type, str):
                    own.append(template.type)
                else:
                    parts += (finish("".join(own)), template.type)
                    own = []
                states += [s if isinstance(s, str) else s.text(values, facing) for s in template.states]
                depth += template.length
                continue
            type_text, state = run.to_type(), _set(run, values, facing).to_state()
            if type_text[:1] in ("\\", "'") or state[:1] in ("\\", "'"):
                return None
            deep, after = "\\" * (depth + 1), "\\" * depth + "\t"
            own.append(_escape(type_text, deep) + after)
            states.append(_escape(state, deep) + after)
            depth += 1
        type_text, state = piece.basic.to_type(), piece.basic.to_state()
        if type_text[:1] in ("\\", "'") or state[:1] in ("\\", "'"):
            return None
        deep = "\\" * depth
        own += (_escape(type_text, deep), "/", *states, _escape(state, deep))
        parts.append(finish("".join(own)))
        return parts

    def _template(self, run: Sequence[Prototype], depth: int) -> _Template | None:
        key = depth, tuple([(t.name, t.parameters) for t in run])
        if key not in self._templates:
            self._templates[key] = self._make(run, depth)
        return self._templates[key]

    def _make(self, run: Sequence[Prototype], depth: int) -> _Template | None:
        traits = self._expander.expand(Piece(tuple(run))).traits
        types: list[str] = []
        states: list[str | _Slot] = []
        for d, trait in enumerate(traits, depth):
            type_text, state = trait.to_type(), trait.to_state()
            if type_text[:1] in ("\\", "'") or state[:1] in ("\\", "'"):
                return None
            deep, after = "\\" * (d + 1), "\\" * d + "\t"
            types.append(_escape(type_text, deep) + after)
            if isinstance(trait, DynamicProperty | Rotator):
                states.append(_Slot(trait, deep, after))
            elif states and isinstance(states[-1], str):
                states[-1] += _escape(state, deep) + after
            else:
                states.append(_escape(state, deep) + after)
        text = self._finish("".join(types))
        return _Template(
            Fragment(text, self._keep) if len(text) >= SHARED else text, tuple(states), len(traits)
        )


def _runs(traits: Iterable[Trait]) -> list[Trait | list[Prototype]]:
    """Return the traits, prototypes that follow one another together."""
    found: list[Trait | list[Prototype]] = []
    for trait in traits:
        if not isinstance(trait, Prototype):
            found.append(trait)
        elif found and isinstance(found[-1], list):
            found[-1].append(trait)
        else:
            found.append([trait])
    return found


def with_states(piece: Piece, values: Mapping[str, str], facing: str | None = None) -> Piece:
    """Return a piece with values of dynamic properties and the state of its rotators set."""
    if not values and facing is None:
        return piece
    return replace(piece, traits=tuple(_set(t, values, facing) for t in piece.traits))


def _set(trait: Trait, values: Mapping[str, str], facing: str | None) -> Trait:
    if isinstance(trait, DynamicProperty) and trait.name in values:
        return trait.changed(value=values[trait.name])
    if isinstance(trait, Rotator) and facing is not None:
        return trait.changed(position=facing)
    return trait


def _escape(text: str, deep: str) -> str:
    """Return the text of a trait as it stands in a piece: tabs and slashes escaped."""
    if "\t" in text:
        text = text.replace("\t", deep + "\t")
    return text.replace("/", "\\/") if "/" in text else text
