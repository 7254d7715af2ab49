"""Prototypes put in their places, as VASSAL does it for every piece, with a guard against bad ones."""

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

MIN_DEFINITION_TEXT = 2_000
"""A definition counts for so many, be it ever so short."""
MAX_RESULT_TEXT = 4_000_000

_Key = tuple[str, str]


class Expander:
    """Expansion of the prototypes of a module, each once for all pieces that use it alike.

    So prototypes that use each other many times over cost no more than few. One that contains itself,
    holds more than `MAX_TRAITS` traits or nests deeper than the limit is refused, again for every
    piece that uses it.
    """

    def __init__(self, prototypes: Mapping[str, Piece], limits: Limits = DEFAULT) -> None:
        """Choose the definitions by name; one that is missing is dropped, as in VASSAL."""
        self._prototypes = prototypes
        self._max_depth = limits.prototype_depth
        self._expansions: dict[_Key, tuple[Trait, ...] | InputRefused] = {}
        self._budget = limits.prototype_text

    def expand(self, piece: Piece) -> Piece:
        """Return the piece with its prototypes expanded.

        Raises:
            InputRefused: a prototype contains itself, or the result has more than `MAX_TRAITS` traits.
        """
        return replace(piece, traits=self._traits(piece.traits, ()))

    def _traits(self, traits: tuple[Trait, ...], above: tuple[_Key, ...]) -> tuple[Trait, ...]:
        flat: list[Trait] = []
        for trait in traits:
            if isinstance(trait, Prototype):
                flat += self._expand_prototype(trait, above)
            else:
                flat.append(trait)
            if len(flat) > MAX_TRAITS:
                raise InputRefused(
                    f"a piece has more than {MAX_TRAITS} traits after its prototypes are expanded"
                )
        return tuple(flat)

    def _expand_prototype(self, trait: Prototype, above: tuple[_Key, ...]) -> tuple[Trait, ...]:
        key = trait.name, trait.parameters
        if trait.name not in self._prototypes:
            return ()
        if any(name == trait.name for name, _ in above):
            path = " > ".join(name for name, _ in above)
            raise InputRefused(f"prototype {trait.name!r} contains itself: {path[:300]}")
        if len(above) >= self._max_depth:
            raise InputRefused(f"prototypes nest deeper than {self._max_depth}")
        if key not in self._expansions:
            try:
                self._expansions[key] = self._traits(self._with_parameters(trait).traits, (*above, key))
            except InputRefused as error:
                self._expansions[key] = error
        result = self._expansions[key]
        if isinstance(result, InputRefused):
            raise InputRefused(str(result))
        return result

    def _with_parameters(self, trait: Prototype) -> Piece:
        piece = self._prototypes[trait.name]
        if not trait.parameters:
            return piece
        text = piece.format()
        items = [decode(item, "=") for item in decode(trait.parameters, ",")]
        for name, *value in items:
            self._budget -= max(len(text), MIN_DEFINITION_TEXT)
            if self._budget < 0:
                raise InputRefused(f"prototypes are filled with parameters too often: {trait.name!r}")
            if value:
                text = text.replace(f"${name}$", value[0])
                if len(text) > MAX_RESULT_TEXT:
                    raise InputRefused(f"prototype {trait.name!r} grows beyond every measure")
        return Piece.parse(text)


def expand(piece: Piece, prototypes: Mapping[str, Piece]) -> Piece:
    """Return the piece with its prototypes expanded; for many pieces use one `Expander`.

    Args:
        piece: any piece.
        prototypes: prototype definitions by name; one that is missing is dropped, as in VASSAL.

    Raises:
        InputRefused: see `Expander.expand`.
    """
    return Expander(prototypes).expand(piece)
