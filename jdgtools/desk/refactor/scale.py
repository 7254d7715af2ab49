"""Another scale: metres of a hex and of a level, and what a strength point stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.paint import map_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import replace_scalar, set_key, text_of
from jdgtools.desk.table_text import CsvTable
from jdgtools.desk.text_edit import Edit, TextEdit

_WHOLE = re.compile(r"[0-9]+")
_FACTOR = re.compile(r"([0-9]{1,4})(?:/([0-9]{1,4})|(\.[0-9]{1,4}))?")
MAX_METRES = 100_000
"""Between opposite hexsides."""
MAX_LEVEL_METRES = 1000


def scale_map(documents: Documents, hex_metres: int | None = None, level_metres: int | None = None) -> Edit:
    """Return the edit that lets hexes, or levels, stand for other metres; nothing moves on the map.

    Args:
        documents: of the project.
        hex_metres: between opposite hexsides; None = as before.
        level_metres: height of a level; None = as before.

    Raises:
        EditRefused: there is no map file, no map has such metres, or its ground comes from a survey in
            metres, which would then lie in other hexes.
    """
    for metres, most in ((hex_metres, MAX_METRES), (level_metres, MAX_LEVEL_METRES)):
        if metres is not None and not 1 <= metres <= most:
            raise EditRefused(f"{metres} metres: it must be 1 to {most}")
    document, _ = map_of(documents)
    assert document.node is not None
    grid = document.node.get("grid")
    if grid is None or not grid.is_map:
        raise EditRefused(f"`{document.path}` has no `grid:` whose scale could change")
    geometry = document.node.get("geometry")
    layers = geometry.get("layers") if geometry is not None else None
    geometry_nodes = [geometry, *(layers.elements() if layers is not None else ())]
    if hex_metres is not None and any(
        one is not None and one.get("file") is not None for one in geometry_nodes
    ):
        raise EditRefused(
            "the ground is taken from a file in metres and would lie in other hexes; "
            "change its `anchor:` by hand"
        )
    values = {"hex_metres": hex_metres, "level_metres": level_metres}
    new_values = {key: value for key, value in values.items() if value is not None}
    changes = tuple(set_key(document, grid, key, str(value)) for key, value in new_values.items())
    return Edit(f"scale {', '.join(f'{key} {value}' for key, value in new_values.items())}", changes)


def factor_of(text: str) -> Fraction:
    """Return a factor such as `2`, `1/2` or `0.75`.

    Raises:
        EditRefused: it is none, or too large or small for any counter.
    """
    match = _FACTOR.fullmatch(text.strip())
    if match is None or (match[2] is not None and not int(match[2])) or not Fraction(text.strip()):
        raise EditRefused(f"`{text[:60]}` is no factor such as 2, 1/2 or 0.75")
    return Fraction(text.strip())


def scale_strengths(documents: Documents, factor: Fraction) -> Edit:
    """Return the edit that multiplies every strength of the order of battle, both sides of the counters.

    Strengths are rounded to the nearest whole number, halves up, and stay at least 1 where they were; zero
    stays zero. `men_per_point:` is divided, so that a unit has as many men as before.

    Args:
        documents: of the project.
        factor: positive; the inverse gives the former numbers back where nothing was rounded.

    Raises:
        EditRefused: there is no series that is known, it has no strengths, or they stand in a spreadsheet.
    """
    if factor <= 0:
        raise EditRefused("a strength cannot be multiplied by nothing")
    battle = documents.battle
    if battle is None or battle.node is None or documents.series is None:
        raise EditRefused("the project has no battle file that names a series; mend its errors first")
    fields = [one for one in documents.series.unit_fields if one.measures == "strength"]
    keys = [key for one in fields for key in (one.id, f"{one.id}_back")]
    if sheets := sorted(p for p in documents.sheets if p.lower().endswith((".xlsx", ".ods"))):
        raise EditRefused(
            f"`{sheets[0]}` is a spreadsheet, which is shown and not written; save it as CSV to edit it"
        )
    changes = [change for document in documents.of("oob") for change in _scale_file(document, keys, factor)]
    if not changes:
        raise EditRefused("no unit of the order of battle has a strength")
    men = battle.node.get("men_per_point")
    for _, value in men.items() if men is not None else ():
        if _WHOLE.fullmatch(value.text.strip()):
            changes.append(replace_scalar(battle, value, str(_round(int(value.text) / factor))))
    return Edit(f"strengths times {factor}", tuple(changes))


def _scale_file(document: Document, keys: list[str], factor: Fraction) -> Iterator[TextEdit]:
    """Yield the replacements of all strengths in a file."""
    root = document.node
    assert root is not None
    owner = root if root.is_list else root.get("units")
    table = CsvTable(document) if root.is_table else None
    for entry in owner.elements() if owner is not None else ():
        for key in keys:
            node = entry.get(key)
            old = text_of(node)
            if node is None or not _WHOLE.fullmatch(old):
                continue
            new = str(_round(int(old) * factor))
            yield (
                table.set_cell(entry, key, new) if table is not None else replace_scalar(document, node, new)
            )


def _round(value: Fraction) -> int:
    """Return the nearest whole number, halves up, and 1 for what is less but not nothing."""
    return max(1, int(value + Fraction(1, 2))) if value else 0
