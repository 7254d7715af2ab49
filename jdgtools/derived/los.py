"""Lines of sight between all hexes of a map, as a matrix and packed into bits.

The hook `sight` of a series judges one line, or all at once with numpy. `sight_matrix` keeps what it
answered for the next question; `exporters/jdgpkg/sight.py` writes `packed_bits` into the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.derived.memo import get_or_make
from jdgtools.rules import MapRules, SightRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def sight_matrix(rules: SightRules, map_rules: MapRules, reach: int | None = None) -> NDArray[np.bool_]:
    """Return whether the column hex is seen from the row hex; read-only, shape (hexes, hexes), kept.

    With a `reach` the answer is right for hexes that are at most so many hexes apart.
    """

    def make() -> NDArray[np.bool_]:
        matrix = rules.all_pairs(map_rules, reach)
        matrix.setflags(write=False)
        return matrix

    return get_or_make(map_rules, rules, ("sight", reach), make)


def row_bytes(size: int) -> int:
    """Return bytes that one row of `packed_bits` takes."""
    return (size + 7) // 8


def packed_bits(matrix: NDArray[np.bool_]) -> bytes:
    """Return the matrix as bits; every row begins a byte, and bit j % 8 (value 1 << j % 8) is column j."""
    import numpy as np

    return np.packbits(matrix, axis=1, bitorder="little").tobytes()
