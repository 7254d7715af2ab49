"""Codes of named commands, as VASSAL itself would give them.

A named command is written `code,0,name`. VASSAL goes by the name and gives codes anew at every
load, in the order in which it meets the names; writing those very codes keeps a module that VASSAL
saves again equal to the one it was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key

FIRST_CODE = 57344
_WRITTEN = Key.named("x").code
_CODE = str(_WRITTEN)
_NAMED = re.compile(rf"{_WRITTEN}(\\*),0(\\*),([A-Za-z0-9_ -]+)")


def codes_of(root: Component) -> dict[str, int]:
    """Return the code of every named command of a build file, in VASSAL's order.

    That is the order of the document, except that a piece is built from its innermost trait outwards.
    """
    codes: dict[str, int] = {}
    for component in root.walk():
        texts = [*component.attributes.values()]
        if _CODE in component.text:
            texts += [t.to_type() for t in reversed(component.piece().traits)]
        for text in texts:
            if _CODE not in text:
                continue
            for match in _NAMED.finditer(text):
                codes.setdefault(match[3], FIRST_CODE + len(codes))
    return codes


def recode(text: str, codes: Mapping[str, int]) -> str:
    """Return a text with the codes of its named commands replaced."""
    if _CODE not in text:
        return text
    return _NAMED.sub(lambda m: f"{codes.get(m[3], _WRITTEN)}{m[1]},0{m[2]},{m[3]}", text)


def recode_tree(components: Iterable[Component], codes: Mapping[str, int]) -> None:
    """Replace the codes in components, in place."""
    for component in components:
        for name, value in component.attributes.items():
            if _CODE in value:
                component.attributes[name] = recode(value, codes)
        component.text = recode(component.text, codes)
