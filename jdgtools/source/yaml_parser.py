"""The parser of PyYAML that `yaml_reader` gets its events from, and characters kept from it.

`parser_of` takes libyaml where it is installed. Both parsers count some odd line breaks as lines, which no
editor does; `stand_ins` replaces those characters by others, and the reader puts them back.
"""

from __future__ import annotations

import re
from typing import Any

_ODD_BREAKS = re.compile("[\x85\u2028\u2029]")


def parser_of(text: str) -> Any:
    """Return the parser of a text: libyaml, or PyYAML's own where that is missing."""
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:  # PyYAML was built without libyaml
        from yaml.loader import BaseLoader

        return BaseLoader(text)
    return CParser(text)


def stand_ins(text: str) -> dict[int, int]:
    """Return characters that a text does not hold for its odd line breaks; empty when it has none.

    The parser follows YAML 1.1, in which U+0085, U+2028 and U+2029 break lines; in YAML 1.2, JSON and editors
    they are characters like others.
    """
    odd = sorted(set(_ODD_BREAKS.findall(text)))
    if not odd:
        return {}
    used = set(text)
    free = (code for code in range(0xE000, 0xF900) if chr(code) not in used)
    return dict(zip(free, map(ord, odd), strict=False))
