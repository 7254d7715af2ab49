"""A part of a package under suspicion: every member is looked at before it is believed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jdgtools.errors import InputRefused

_SCALARS = (int, str, bool)


class Part:
    """A JSON object with its place in the package.

    All methods raise `InputRefused`, naming the place, when the member is missing or wrong.
    """

    __slots__ = ("place", "plain")

    def __init__(self, plain: Any, place: str) -> None:
        if not isinstance(plain, dict):
            raise InputRefused(f"{place}: expected an object")
        self.plain: dict[str, Any] = plain
        self.place = place

    def _get(self, name: str) -> Any:
        try:
            return self.plain[name]
        except KeyError:
            raise InputRefused(f"{self.place}: `{name}` is missing") from None

    def refuse(self, name: str, expected: str) -> InputRefused:
        """The refusal of a member."""
        return InputRefused(f"{self.place}.{name}: expected {expected}")

    def part(self, name: str) -> Part:
        """An object."""
        return Part(self._get(name), f"{self.place}.{name}")

    def parts(self, name: str) -> Iterator[Part]:
        """The objects of a list."""
        for number, plain in enumerate(self.items(name)):
            yield Part(plain, f"{self.place}.{name}[{number}]")

    def items(self, name: str) -> list[Any]:
        """A list."""
        found = self._get(name)
        if not isinstance(found, list):
            raise self.refuse(name, "a list")
        return found

    def has(self, name: str) -> bool:
        """Whether the member is there and not null."""
        return self.plain.get(name) is not None

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number low..high."""
        found = self._get(name)
        if type(found) is not int or not low <= found <= high:
            raise self.refuse(name, f"a whole number {low}..{high}")
        return found

    def maybe_number(self, name: str, low: int = -(10**9), high: int = 10**9) -> int | None:
        """A whole number, or None for null."""
        return None if self._get(name) is None else self.number(name, low, high)

    def word(self, name: str) -> str:
        """A text."""
        found = self._get(name)
        if not isinstance(found, str):
            raise self.refuse(name, "a text")
        return found

    def maybe_word(self, name: str) -> str | None:
        """A text, or None for null."""
        return None if self._get(name) is None else self.word(name)

    def one_of(self, name: str, *allowed: str) -> str:
        """One of some words."""
        found = self._get(name)
        if found not in allowed or not isinstance(found, str):
            raise self.refuse(name, " or ".join(allowed))
        return found

    def flag(self, name: str) -> bool:
        """True or false."""
        found = self._get(name)
        if not isinstance(found, bool):
            raise self.refuse(name, "true or false")
        return found

    def maybe_flag(self, name: str) -> bool | None:
        """True, false, or None for null."""
        return None if self._get(name) is None else self.flag(name)

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.items(name)
        if not all(isinstance(item, str) for item in found):
            raise self.refuse(name, "a list of texts")
        return tuple(found)

    def numbers(self, name: str, low: int, high: int, length: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers low..high."""
        found = self.items(name)
        if length is not None and len(found) != length:
            raise self.refuse(name, f"{length} numbers, not {len(found)}")
        if found and (set(map(type, found)) != {int} or min(found) < low or max(found) > high):
            raise self.refuse(name, f"whole numbers {low}..{high}")
        return tuple(found)

    def text(self, name: str) -> dict[str, str]:
        """Words by language."""
        found = self.part(name).plain
        if not all(isinstance(value, str) for value in found.values()):
            raise self.refuse(name, "texts by language")
        return found

    def values(self, name: str) -> dict[str, Any]:
        """Plain values by name."""
        found = self.part(name).plain
        if not all(isinstance(value, _SCALARS) for value in found.values()):
            raise self.refuse(name, "plain values by name")
        return found

    def lists_or_values(self, name: str) -> dict[str, Any]:
        """Plain values or lists of them by name; lists as tuples."""
        found = {}
        for key, value in self.part(name).plain.items():
            plain = value if isinstance(value, list) else [value]
            if not all(isinstance(item, _SCALARS) for item in plain):
                raise self.refuse(f"{name}.{key}", "a plain value or a list of them")
            found[key] = tuple(value) if isinstance(value, list) else value
        return found
