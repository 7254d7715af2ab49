"""The generator of random numbers, the same in every language: splitmix64 (docs/engine.md specifies it)."""

from __future__ import annotations

from collections.abc import Sequence

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """Return the 64 bits that splitmix64 makes of a counter."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


def game_seed(master: int, number: int) -> int:
    """Return the seed of a game of a run: it depends on the two numbers alone, not on the order of play."""
    return mix((mix((master + _GAMMA) & _MASK) + (number + 1) * _GAMMA) & _MASK)


class Dice:
    """A stream of random numbers from a seed."""

    __slots__ = ("counter",)

    def __init__(self, seed: int) -> None:
        """Begin the stream of a seed; only its lowest 64 bits count."""
        self.counter = seed & _MASK

    def bits(self) -> int:
        """Return the next 64 bits."""
        self.counter = (self.counter + _GAMMA) & _MASK
        return mix(self.counter)

    def skip(self, count: int) -> None:
        """Leave out so many numbers, as if they had been used."""
        self.counter = (self.counter + count * _GAMMA) & _MASK

    def below(self, count: int) -> int:
        """Return a number of 0 to count - 1: the high part of bits times count."""
        return self.bits() * count >> 64

    def pick_weighted(self, weights: Sequence[int]) -> int:
        """Return a place of the list by chance, each in proportion to its weight."""
        rest = self.below(sum(weights))
        for place, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return place
        raise ValueError("no weights")
