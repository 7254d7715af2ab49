"""What a component is, where its class is the engine's or one that a module derives from it in Java."""

from __future__ import annotations

from jdgtools.vassal.components import Component

_MAPS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
"""Windows with boards; the last is a page of a window of charts, on which pieces lie as on any map."""


def is_map(component: Component) -> bool:
    """Return whether a component is a map window: of the engine, or of the module's own with boards."""
    return component.kind in _MAPS or (
        is_own_class(component) and any(child.kind == "BoardPicker" for child in component.children)
    )


def is_hex_grid(component: Component) -> bool:
    """Return whether a component is a grid of hexes, of the engine or of the module's own."""
    return component.kind == "HexGrid" or (
        is_own_class(component) and component.kind.endswith("HexGrid") and bool(component.get("dy"))
    )


def is_own_class(component: Component) -> bool:
    """Return whether a component's code is the module's own."""
    return "." in component.tag and not component.tag.startswith("VASSAL.")
