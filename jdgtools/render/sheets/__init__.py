"""Print sheets: pieces laid out on pages, fronts and backs, with cut marks; knows no games."""

from __future__ import annotations

from jdgtools.render.sheets.impose import impose
from jdgtools.render.sheets.layout import CellBlock, CounterPiece, PiecePlacement, SheetPlan, plan_sheets
from jdgtools.render.sheets.settings import PRESETS, PrintSettings, settings_of
from jdgtools.render.sheets.spec import PAGE_SIZES, DieGrid, SheetSpec

__all__ = [
    "PAGE_SIZES",
    "PRESETS",
    "CellBlock",
    "CounterPiece",
    "DieGrid",
    "PiecePlacement",
    "PrintSettings",
    "SheetPlan",
    "SheetSpec",
    "impose",
    "plan_sheets",
    "settings_of",
]
