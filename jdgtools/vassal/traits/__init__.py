"""Every trait of VASSAL's source as a typed value; unknown ones verbatim.

`Piece.parse(definition)` and `Piece.format()` are the usual way in and out;
`parse_trait(type, state)` reads a single trait.
"""

from __future__ import annotations

from jdgtools.vassal.codecs import Access, Constraints, PropertyChange, PropertyCommand, Target
from jdgtools.vassal.traits.base import REGISTRY, Trait, UnknownTrait, parse_trait, parse_type
from jdgtools.vassal.traits.commands import (
    ActionButton,
    Clone,
    Comment,
    Delete,
    Deselect,
    GlobalHotKey,
    GlobalKey,
    MenuSeparator,
    MultiLocation,
    PlaySound,
    ReportAction,
    RestrictCommands,
    RestrictedAccess,
    ReturnToDeck,
    SendTo,
    SubMenu,
    Translate,
    Trigger,
)
from jdgtools.vassal.traits.display import BorderOutline, Label, Layer, NonRectangular, Pivot, Rotator
from jdgtools.vassal.traits.expansion import Expander, expand
from jdgtools.vassal.traits.nesting import nest, unnest
from jdgtools.vassal.traits.piece import (
    BasicPiece,
    Deck,
    Piece,
    PlaceMarker,
    Replace,
    Stack,
)
from jdgtools.vassal.traits.properties import (
    Attachment,
    BasicName,
    CalculatedProperty,
    DynamicProperty,
    Immobile,
    Marker,
    Mat,
    MatCargo,
    Prototype,
    SetGlobalProperty,
    SetPieceProperty,
    TranslatableMessage,
)
from jdgtools.vassal.traits.sheets import Invisible, Mask, PropertySheet, TableInfo
from jdgtools.vassal.traits.trails import AreaOfEffect, Footprint, MarkWhenMoved

__all__ = [
    "REGISTRY",
    "Access",
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "BasicPiece",
    "BorderOutline",
    "CalculatedProperty",
    "Clone",
    "Comment",
    "Constraints",
    "Deck",
    "Delete",
    "Deselect",
    "DynamicProperty",
    "Expander",
    "Footprint",
    "GlobalHotKey",
    "GlobalKey",
    "Immobile",
    "Invisible",
    "Label",
    "Layer",
    "MarkWhenMoved",
    "Marker",
    "Mask",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MultiLocation",
    "NonRectangular",
    "Piece",
    "Pivot",
    "PlaceMarker",
    "PlaySound",
    "PropertyChange",
    "PropertyCommand",
    "PropertySheet",
    "Prototype",
    "Replace",
    "ReportAction",
    "RestrictCommands",
    "RestrictedAccess",
    "ReturnToDeck",
    "Rotator",
    "SendTo",
    "SetGlobalProperty",
    "SetPieceProperty",
    "Stack",
    "SubMenu",
    "TableInfo",
    "Target",
    "Trait",
    "TranslatableMessage",
    "Translate",
    "Trigger",
    "UnknownTrait",
    "expand",
    "nest",
    "parse_trait",
    "parse_type",
    "unnest",
]
