"""Irregularity that is the same on every machine: hashes of integers, and shares made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MASK = 0xFFFFFFFF
_A, _B, _SALT, _FIRST, _SECOND = 0x8DA6B343, 0xD8163841, 0xCB1AB31F, 0x2C1B3C6D, 0x297A2D39


def hashed(a: int, b: int, salt: int = 0) -> int:
    """A 32-bit number that looks random and depends on nothing but its arguments."""
    x = (a * _A ^ b * _B ^ salt * _SALT) & _MASK
    x = (x ^ (x >> 15)) * _FIRST & _MASK
    x = (x ^ (x >> 12)) * _SECOND & _MASK
    return x ^ (x >> 15)


def share(a: int, b: int, salt: int = 0) -> float:
    """A hash as a number from 0 up to, not including, 1."""
    return hashed(a, b, salt) / 4294967296.0


def swing(a: int, b: int, salt: int = 0) -> float:
    """A hash as a number from -1 to 1."""
    return hashed(a, b, salt) / 2147483648.0 - 1.0


def hashes(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.uint32]:
    """``hashed`` of many pairs at once; products of unsigned numbers drop what lies beyond 32 bits."""
    import numpy as np

    x = a.astype(np.uint32) * np.uint32(_A)
    x ^= b.astype(np.uint32) * np.uint32(_B)
    x ^= np.uint32(salt * _SALT & _MASK)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(_FIRST)
    x = (x ^ (x >> np.uint32(12))) * np.uint32(_SECOND)
    return x ^ (x >> np.uint32(15))


def shares(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.float64]:
    """``share`` of many pairs at once."""
    return hashes(a, b, salt) / 4294967296.0


def swings(a: NDArray[np.int64], b: NDArray[np.int64], salt: int = 0) -> NDArray[np.float64]:
    """``swing`` of many pairs at once."""
    return hashes(a, b, salt) / 2147483648.0 - 1.0
