"""Functions that say in data all that they depend on, so that what they gave once can be found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

from msgspec import msgpack

P = ParamSpec("P")
R = TypeVar("R")


class Keyed(Generic[P, R]):
    """A function with its key: two with equal keys give the same for the same arguments.

    Args:
        key: all that the function looks at besides its arguments: plain values, records, other keyed
            functions. A plain function in it makes the whole nameless, see `spelt`.
        function: what is called.
        dear: whether what it gives is worth being kept by itself.
    """

    __slots__ = ("dear", "function", "key")

    def __init__(self, key: object, function: Callable[P, R], *, dear: bool = False) -> None:
        self.key = key
        self.function = function
        self.dear = dear

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """What the function gives."""
        return self.function(*args, **kwargs)


def spelt(key: object) -> bytes | None:
    """The key as bytes, different for different keys; None when something in it does not say what it is."""
    try:
        return _spelling.encode(key)
    except TypeError:
        return None


def _inner(value: Any) -> object:
    if isinstance(value, Keyed):
        return value.key
    raise TypeError(f"a {type(value).__qualname__} does not say what it depends on")


_spelling = msgpack.Encoder(enc_hook=_inner)
