"""Prototypes put in their places, as the engine does it for every piece, with a guard against bad ones."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.encoding import decode
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.traits.base import Trait
from jdgtools.vassal.traits.nesting import MAX_TRAITS
from jdgtools.vassal.traits.piece import Piece
from jdgtools.vassal.traits.properties import Prototype

_AT_LEAST = 2_000
"""A definition counts for so many, be it ever so short."""
_LONGEST = 4_000_000

_Key = tuple[str, str]


class Expander:
    """Expands the pieces of a module: a prototype is opened once for all pieces that use it alike.

    So prototypes that use each other many times over cost no more than few. One that contains itself,
    holds more than `MAX_TRAITS` traits or nests deeper than the limit is refused, again for every
    piece that uses it.
    """

    def __init__(self, prototypes: Mapping[str, Piece], limits: Limits = DEFAULT) -> None:
        """Choose the definitions by name; one that is missing is dropped, as in the engine."""
        self._prototypes = prototypes
        self._most_deep = limits.prototype_depth
        self._known: dict[_Key, tuple[Trait, ...] | InputRefused] = {}
        self._left = limits.prototype_text

    def expand(self, piece: Piece) -> Piece:
        """Return the piece with its prototypes expanded.

        Raises:
            InputRefused: a prototype contains itself, or the result has more than `MAX_TRAITS` traits.
        """
        return replace(piece, traits=self._traits(piece.traits, ()))

    def _traits(self, traits: tuple[Trait, ...], above: tuple[_Key, ...]) -> tuple[Trait, ...]:
        found: list[Trait] = []
        for trait in traits:
            if isinstance(trait, Prototype):
                found += self._opened(trait, above)
            else:
                found.append(trait)
            if len(found) > MAX_TRAITS:
                raise InputRefused(
                    f"a piece has more than {MAX_TRAITS} traits after its prototypes are expanded"
                )
        return tuple(found)

    def _opened(self, trait: Prototype, above: tuple[_Key, ...]) -> tuple[Trait, ...]:
        key = trait.name, trait.parameters
        if trait.name not in self._prototypes:
            return ()
        if any(name == trait.name for name, _ in above):
            path = " > ".join(name for name, _ in above)
            raise InputRefused(f"prototype {trait.name!r} contains itself: {path[:300]}")
        if len(above) >= self._most_deep:
            raise InputRefused(f"prototypes nest deeper than {self._most_deep}")
        if key not in self._known:
            try:
                self._known[key] = self._traits(self._filled(trait).traits, (*above, key))
            except InputRefused as error:
                self._known[key] = error
        known = self._known[key]
        if isinstance(known, InputRefused):
            raise InputRefused(str(known))
        return known

    def _filled(self, trait: Prototype) -> Piece:
        piece = self._prototypes[trait.name]
        if not trait.parameters:
            return piece
        text = piece.format()
        items = [decode(item, "=") for item in decode(trait.parameters, ",")]
        for name, *value in items:
            self._left -= max(len(text), _AT_LEAST)
            if self._left < 0:
                raise InputRefused(f"prototypes are filled with parameters too often: {trait.name!r}")
            if value:
                text = text.replace(f"${name}$", value[0])
                if len(text) > _LONGEST:
                    raise InputRefused(f"prototype {trait.name!r} grows beyond every measure")
        return Piece.parse(text)


def expand(piece: Piece, prototypes: Mapping[str, Piece]) -> Piece:
    """Return the piece with its prototypes expanded; for many pieces use one `Expander`.

    Args:
        piece: any piece.
        prototypes: prototype definitions by name; one that is missing is dropped, as in the engine.

    Raises:
        InputRefused: see `Expander.expand`.
    """
    return Expander(prototypes).expand(piece)
