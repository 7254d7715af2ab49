"""Markers that lie on the map at the start of a scenario."""

from __future__ import annotations

from jdgtools.desk.documents import Documents
from jdgtools.desk.operations.inherited_blocks import inherited_value, take_away
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.structured_text import Value, add_entry, remove_entry, set_key, text_of
from jdgtools.desk.text_edit import Edit
from jdgtools.source.node import Node


def place_marker(documents: Documents, scenario: str, marker: str, hex_id: str) -> Edit:
    """Return the edit that lays a marker into a hex at the start of a scenario.

    Raises:
        EditRefused: there is no such scenario, or the marker lies there.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    title = f"{marker} in {hex_id}"
    table = document.node.get("markers_on_map")
    hexes = table.get(marker) if table is not None else None
    if table is None or hexes is None:
        there = _hexes_of(inherited_value(documents, document, "markers_on_map", marker))
        if hex_id in there:
            raise EditRefused(f"a marker `{marker}` lies in {hex_id} already")
        value: Value = [*there, hex_id]
        if table is not None:
            return Edit(title, (add_entry(document, table, value, marker),))
        return Edit(title, (add_entry(document, document.node, {marker: value}, "markers_on_map"),))
    if hexes.is_scalar:
        return Edit(title, (set_key(document, table, marker, [hexes.text.strip(), hex_id]),))
    if hex_id in (text_of(one) for one in hexes.elements()):
        raise EditRefused(f"a marker `{marker}` lies in {hex_id} already")
    return Edit(title, (add_entry(document, hexes, hex_id),))


def remove_marker(documents: Documents, scenario: str, marker: str, hex_id: str) -> Edit:
    """Return the edit that takes a marker out of a hex.

    Raises:
        EditRefused: the scenario lays no such marker into the hex by its number.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    table = document.node.get("markers_on_map")
    hexes = table.get(marker) if table is not None else None
    there = _hexes_of(inherited_value(documents, document, "markers_on_map", marker))
    if hexes is None and hex_id in there:
        title = f"no {marker} in {hex_id}"
        left: Value = [one for one in there if one != hex_id]
        if not left:
            return Edit(title, tuple(take_away(document, f"markers_on_map/{marker}")))
        if table is not None:
            return Edit(title, (add_entry(document, table, left, marker),))
        return Edit(title, (add_entry(document, document.node, {marker: left}, "markers_on_map"),))
    names = [text_of(one) for one in hexes.elements()] if hexes is not None else []
    if table is None or hexes is None or hex_id not in names:
        raise EditRefused(f"`{document.path}` lays no marker `{marker}` into {hex_id}")
    change = (
        remove_entry(document, hexes, names.index(hex_id))
        if len(names) > 1
        else remove_entry(document, table, marker)
    )
    return Edit(f"no {marker} in {hex_id}", (change,))


def _hexes_of(node: Node | None) -> list[str]:
    """Return the words of a list of hexes, or of one hex."""
    if node is None:
        return []
    return [text_of(node)] if node.is_scalar else [text_of(one) for one in node.elements()]
