"""Print sheets: pieces laid out on pages, fronts and backs, with cut marks; knows no games."""

from __future__ import annotations

from jdgtools.render.sheets.impose import impose
from jdgtools.render.sheets.layout import Block, Piece, Placement, SheetPlan, plan_sheets
from jdgtools.render.sheets.spec import PAGE_SIZES, SheetSpec

__all__ = [
    "PAGE_SIZES",
    "Block",
    "Piece",
    "Placement",
    "SheetPlan",
    "SheetSpec",
    "impose",
    "plan_sheets",
]
