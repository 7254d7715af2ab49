r"""Pieces of a saved game, written from templates of the prototypes that they consist of.

A saved game holds every piece with its prototypes expanded, so most of its text is the same in all pieces
of a kind. A run of prototypes at one depth of nesting always has the same text, whatever stands around it:
the escapes of nesting depend on the depth alone. `PieceTemplates` expands each run once and fills in what
differs between pieces, the values of properties and the facing. A long text that pieces share is a
`SharedText`, which also remembers its compressed form: a game of 3,000 pieces has 100 MB of text, and
compressing all of it takes longer than everything else about the module (figures: `docs/benchmarks.md`).
"""

from __future__ import annotations

import zlib
from binascii import hexlify
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.vassal.encoding import encode_token
from jdgtools.vassal.obfuscation import HEADER, KEY, mask
from jdgtools.vassal.pack import PackedContent, deflater
from jdgtools.vassal.traits.base import Trait
from jdgtools.vassal.traits.display import Rotator
from jdgtools.vassal.traits.expansion import Expander
from jdgtools.vassal.traits.piece import Piece
from jdgtools.vassal.traits.properties import DynamicProperty, Prototype

MIN_SHARED = 600
"""Characters from which a text is worth a compressed form of its own."""
_LEVEL = 5
"""Deflate level of what differs: higher ones gain less than a hundredth of its size."""


class SharedText(Struct, eq=False):
    """A text that stands in many pieces."""

    text: str
    _pieces: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)

    def pack(self, key: int) -> tuple[bytes, bytes]:
        """Return the bytes of the text in a saved game, and these compressed as blocks that stand alone."""
        if key not in self._pieces:
            plain = hexlify(mask(self.text.encode("utf-8"), key))
            packer = deflater(9)
            self._pieces[key] = plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)
        return self._pieces[key]


Chunks = list[str | SharedText]
"""A text in the pieces that it is put together from."""


def full_text(chunks: Iterable[str | SharedText]) -> str:
    """Return the text of chunks."""
    return "".join([c if isinstance(c, str) else c.text for c in chunks])


def pack_save(chunks: Iterable[str | SharedText], key: int = KEY) -> PackedContent:
    """Return the entry `savedGame` of a text, compressed; what is shared is compressed once.

    The blocks of a deflate stream may be put together from several sources when none refers to what
    stands before it, which a full flush makes sure of.
    """
    header = HEADER + b"%02x" % key
    packer = deflater(_LEVEL)
    blocks = [packer.compress(header)]
    crc, size = zlib.crc32(header), len(header)
    waiting: list[str] = []

    def add_waiting() -> None:
        nonlocal crc, size
        plain = hexlify(mask("".join(waiting).encode("utf-8"), key))
        waiting.clear()
        crc, size = zlib.crc32(plain, crc), size + len(plain)
        blocks.append(packer.compress(plain))

    for chunk in chunks:
        if isinstance(chunk, str):
            waiting.append(chunk)
            continue
        add_waiting()
        plain, block = chunk.pack(key)
        crc, size = zlib.crc32(plain, crc), size + len(plain)
        blocks += (packer.flush(zlib.Z_FULL_FLUSH), block)
    add_waiting()
    blocks.append(packer.flush())
    return PackedContent(b"".join(blocks), crc, size)


class _VariableState(Struct, frozen=True):
    """The state of a trait that differs between pieces."""

    trait: DynamicProperty | Rotator
    tab_escape: str
    """What stands before a tab in the state."""
    separator: str
    """What stands after the state."""
    texts: dict[str | None, str] = field(default_factory=dict)
    """Value of the property or facing -> text of the state."""

    def text(self, values: Mapping[str, str], facing: str | None) -> str:
        """Return the text of the state, with its separator."""
        value = values.get(self.trait.name) if isinstance(self.trait, DynamicProperty) else facing
        if value not in self.texts:
            state = _with_state(self.trait, values, facing).to_state()
            self.texts[value] = _escape(state, self.tab_escape) + self.separator
        return self.texts[value]


class _Template(Struct, frozen=True):
    """A run of prototypes at one depth of nesting."""

    type: str | SharedText
    states: tuple[str | _VariableState, ...]
    length: int
    """Number of traits."""


class PieceTemplates:
    """Writer of pieces whose prototypes are expanded on the way."""

    def __init__(
        self, prototypes: Mapping[str, Piece], finish: Callable[[str], str] = lambda text: text
    ) -> None:
        """Choose the prototypes by name, and what is done with a text before it is written.

        Args:
            prototypes: definitions by name.
            finish: changes a text; it must not matter whether it gets the parts of a text or the whole.
        """
        self._expander = Expander(prototypes)
        self._finish = finish
        self._templates: dict[tuple[int, tuple[tuple[str, str], ...]], _Template | None] = {}

    def expand(self, piece: Piece, values: Mapping[str, str], facing: str | None = None) -> Piece:
        """Return a piece with its prototypes expanded and some states set.

        Args:
            piece: the piece.
            values: values of dynamic properties by name.
            facing: state of its rotators; None leaves them as they are.

        Raises:
            InputRefused: see `Expander.expand`.
        """
        return with_states(self._expander.expand(piece), values, facing)

    def chunks(
        self, piece: Piece, piece_id: str, values: Mapping[str, str], facing: str | None = None
    ) -> Chunks:
        """Return the text `+/id/TYPE/STATE` of `expand`, finished, in chunks.

        Args:
            piece: the piece, its place and gpid set.
            piece_id: its id in the saved game.
            values: see `expand`.
            facing: see `expand`.

        Raises:
            InputRefused: see `Expander.expand`.
        """
        return self._from_templates(piece, piece_id, values, facing) or [
            self._finish(self.expand(piece, values, facing).format(piece_id))
        ]

    def _from_templates(
        self, piece: Piece, piece_id: str, values: Mapping[str, str], facing: str | None
    ) -> Chunks | None:
        """Return the chunks of a piece; None when a text needs quotes, which templates do not know."""
        if any(map(_needs_quotes, (*values.values(), facing or ""))):
            return None
        chunks: Chunks = []
        types = [f"+/{encode_token(piece_id, '/')}/"]
        states: list[str] = []
        depth = 0
        for part in _with_runs(piece.traits):
            if isinstance(part, list):
                template = self._template(part, depth)
                if template is None:
                    return None
                if isinstance(template.type, str):
                    types.append(template.type)
                else:
                    chunks += (self._finish("".join(types)), template.type)
                    types = []
                states += [s if isinstance(s, str) else s.text(values, facing) for s in template.states]
                depth += template.length
                continue
            type_text, state = part.to_type(), _with_state(part, values, facing).to_state()
            if _needs_quotes(type_text) or _needs_quotes(state):
                return None
            tab_escape, separator = _nesting_marks(depth)
            types.append(_escape(type_text, tab_escape) + separator)
            states.append(_escape(state, tab_escape) + separator)
            depth += 1
        type_text, state = piece.basic.to_type(), piece.basic.to_state()
        if _needs_quotes(type_text) or _needs_quotes(state):
            return None
        tab_escape = "\\" * depth
        types += (_escape(type_text, tab_escape), "/", *states, _escape(state, tab_escape))
        chunks.append(self._finish("".join(types)))
        return chunks

    def _template(self, run: Sequence[Prototype], depth: int) -> _Template | None:
        key = depth, tuple([(t.name, t.parameters) for t in run])
        if key not in self._templates:
            self._templates[key] = self._make_template(run, depth)
        return self._templates[key]

    def _make_template(self, run: Sequence[Prototype], depth: int) -> _Template | None:
        traits = self._expander.expand(Piece(tuple(run))).traits
        types: list[str] = []
        states: list[str | _VariableState] = []
        for trait_depth, trait in enumerate(traits, depth):
            type_text, state = trait.to_type(), trait.to_state()
            if _needs_quotes(type_text) or _needs_quotes(state):
                return None
            tab_escape, separator = _nesting_marks(trait_depth)
            types.append(_escape(type_text, tab_escape) + separator)
            if isinstance(trait, DynamicProperty | Rotator):
                states.append(_VariableState(trait, tab_escape, separator))
            elif states and isinstance(states[-1], str):
                states[-1] += _escape(state, tab_escape) + separator
            else:
                states.append(_escape(state, tab_escape) + separator)
        text = self._finish("".join(types))
        return _Template(SharedText(text) if len(text) >= MIN_SHARED else text, tuple(states), len(traits))


def _with_runs(traits: Iterable[Trait]) -> list[Trait | list[Prototype]]:
    """Return the traits in order; prototypes that follow one another are one list."""
    parts: list[Trait | list[Prototype]] = []
    for trait in traits:
        if not isinstance(trait, Prototype):
            parts.append(trait)
        elif parts and isinstance(parts[-1], list):
            parts[-1].append(trait)
        else:
            parts.append([trait])
    return parts


def with_states(piece: Piece, values: Mapping[str, str], facing: str | None = None) -> Piece:
    """Return a piece with values of dynamic properties and the state of its rotators set.

    Args:
        piece: the piece, its prototypes expanded.
        values: values of dynamic properties by name.
        facing: state of its rotators; None leaves them as they are.
    """
    if not values and facing is None:
        return piece
    return replace(piece, traits=tuple(_with_state(t, values, facing) for t in piece.traits))


def _with_state(trait: Trait, values: Mapping[str, str], facing: str | None) -> Trait:
    if isinstance(trait, DynamicProperty) and trait.name in values:
        return trait.with_fields(value=values[trait.name])
    if isinstance(trait, Rotator) and facing is not None:
        return trait.with_fields(position=facing)
    return trait


def _needs_quotes(text: str) -> bool:
    """Return whether VASSAL would put a text into quotes."""
    return text[:1] in ("\\", "'")


def _nesting_marks(depth: int) -> tuple[str, str]:
    """Return what stands before a tab inside a trait at this depth, and what stands after the trait."""
    return "\\" * (depth + 1), "\\" * depth + "\t"


def _escape(text: str, tab_escape: str) -> str:
    """Return the text of a trait as it stands in a piece: tabs and slashes escaped."""
    if "\t" in text:
        text = text.replace("\t", tab_escape + "\t")
    return text.replace("/", "\\/") if "/" in text else text
