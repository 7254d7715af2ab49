"""Irregularity that is the same on every machine: hashes of integers, and shares made of them."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


def hashed(a: int, b: int, salt: int = 0) -> int:
    """A 32-bit number that looks random and depends on nothing but its arguments."""
    x = (a * 0x8DA6B343 ^ b * 0xD8163841 ^ salt * 0xCB1AB31F) & _MASK
    x = (x ^ (x >> 15)) * 0x2C1B3C6D & _MASK
    x = (x ^ (x >> 12)) * 0x297A2D39 & _MASK
    return x ^ (x >> 15)


def share(a: int, b: int, salt: int = 0) -> float:
    """A hash as a number from 0 up to, not including, 1."""
    return hashed(a, b, salt) / 4294967296.0


def swing(a: int, b: int, salt: int = 0) -> float:
    """A hash as a number from -1 to 1."""
    return hashed(a, b, salt) / 2147483648.0 - 1.0
