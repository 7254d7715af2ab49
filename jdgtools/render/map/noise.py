"""Irregularity that is the same on every machine: hashes of integers, and numbers made of them.

Every function takes a salt: another number gives another landscape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MASK = 0xFFFFFFFF
_A, _B, _SALT, _FIRST, _SECOND = 0x8DA6B343, 0xD8163841, 0xCB1AB31F, 0x2C1B3C6D, 0x297A2D39


def hash_pair(a: int, b: int, salt: int = 0) -> int:
    """Return a 32-bit number that looks random and depends on nothing but its arguments."""
    x = (a * _A ^ b * _B ^ salt * _SALT) & _MASK
    x = (x ^ (x >> 15)) * _FIRST & _MASK
    x = (x ^ (x >> 12)) * _SECOND & _MASK
    return x ^ (x >> 15)


def share(a: int, b: int, salt: int = 0) -> float:
    """Return a hash as a number from 0 up to, not including, 1."""
    return hash_pair(a, b, salt) / 4294967296.0


def swing(a: int, b: int, salt: int = 0) -> float:
    """Return a hash as a number from -1 to 1."""
    return hash_pair(a, b, salt) / 2147483648.0 - 1.0


def hashes(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.uint32]:
    """Return ``hash_pair`` of many pairs at once; what lies beyond 32 bits is dropped."""
    import numpy as np

    x = a.astype(np.uint32) * np.uint32(_A)
    x ^= b.astype(np.uint32) * np.uint32(_B)
    x ^= np.uint32(salt * _SALT & _MASK)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(_FIRST)
    x = (x ^ (x >> np.uint32(12))) * np.uint32(_SECOND)
    return x ^ (x >> np.uint32(15))


def shares(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.float64]:
    """Return ``share`` of many pairs at once."""
    return hashes(a, b, salt) / 4294967296.0


def swings(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.float64]:
    """Return ``swing`` of many pairs at once."""
    return hashes(a, b, salt) / 2147483648.0 - 1.0


def drift(x: NDArray[np.float64], y: NDArray[np.float64], spacing: float, salt: int) -> NDArray[np.float64]:
    """Return smooth irregularity over the plane, from -1 to 1: hashes on a net, and what lies between.

    Args:
        x: places, mm.
        y: places, mm.
        spacing: of the net, mm: about the size of bumps.
        salt: another number, another landscape.
    """
    import numpy as np

    u, v = x / spacing, y / spacing
    column, row = np.floor(u), np.floor(v)
    u, v = u - column, v - row
    u, v = u * u * (3.0 - 2.0 * u), v * v * (3.0 - 2.0 * v)
    a, b = column.astype(np.int64), row.astype(np.int64)
    upper = swings(a, b, salt) * (1.0 - u) + swings(a + 1, b, salt) * u
    lower = swings(a, b + 1, salt) * (1.0 - u) + swings(a + 1, b + 1, salt) * u
    values: NDArray[np.float64] = upper * (1.0 - v) + lower * v
    return values
