"""Blocks as they are kept between builds: measured, and drawn as a PDF has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, msgpack

from jdgtools.exporters.booklet.slabs import Block, Slab
from jdgtools.render.backends.pdf_parts import Part, Sketch
from jdgtools.render.scene import Item


class _Row(Struct, frozen=True, array_like=True):
    """A slab; its drawing has the same number in the part."""

    height: float
    above: float
    below: float
    sticky: bool
    again: int
    """Number of the slab that is repeated above it; -1 = none."""


class Laid(Struct, frozen=True, array_like=True):
    """A block that has been set."""

    wide: bool
    count: int
    """How many of the rows stand in the block; the others are only repeated."""
    rows: tuple[_Row, ...]
    part: Part

    def slabs(self) -> list[Slab]:
        """Its slabs. Their draw functions are `Drawn`."""
        made: dict[int, Slab] = {}

        def slab(number: int) -> Slab:
            if number not in made:
                row = self.rows[number]
                again = None if row.again < 0 else slab(row.again)
                drawn = Drawn(self.part, number)
                made[number] = Slab(row.height, drawn, row.above, row.below, row.sticky, again)
            return made[number]

        return [slab(number) for number in range(self.count)]


class Drawn(Struct, frozen=True):
    """Stands for a drawing of a part."""

    part: Part
    number: int

    def __call__(self, x: float, y: float, out: list[Item]) -> None:
        """Nothing: it is not drawn as items.

        Raises:
            TypeError: always.
        """
        raise TypeError("a drawing that was made before has no items")


def laid(block: Block, sketch: Sketch) -> Laid:
    """The block, set and drawn on a sketch of its own."""
    slabs = block.slabs()
    count = len(slabs)
    numbers = {id(slab): number for number, slab in enumerate(slabs)}
    for slab in slabs:  # grows while it is gone through
        if slab.again is not None and id(slab.again) not in numbers:
            numbers[id(slab.again)] = len(slabs)
            slabs.append(slab.again)
    rows = tuple(
        _Row(s.height, s.above, s.below, s.sticky, -1 if s.again is None else numbers[id(s.again)])
        for s in slabs
    )
    return Laid(block.wide, count, rows, sketch.part(map(_items, slabs)))


def _items(slab: Slab) -> list[Item]:
    out: list[Item] = []
    slab.draw(0.0, 0.0, out)
    return out


def packed(blocks: Iterable[Laid]) -> bytes:
    """Blocks as bytes."""
    return _written.encode(list(blocks))


def unpacked(data: bytes) -> Sequence[Laid]:
    """What `packed` has written."""
    return _read.decode(data)


_written = msgpack.Encoder()
_read = msgpack.Decoder(list[Laid])
