"""What drawing a map asks of a build: the battle, its look and what the user chose.

Drawers depend on this protocol instead of the exporters: whatever has these attributes can be drawn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from jdgtools.charts.book import ChartBook
from jdgtools.model.battle import Battle
from jdgtools.render.sheets.settings import PrintSettings
from jdgtools.render.style import Theme


class MapContext(Protocol):
    """What drawings read of a build; ``exporters.context.BuildContext`` is one."""

    @property
    def battle(self) -> Battle:
        """The battle."""
        ...

    @property
    def language(self) -> str:
        """Language of the lettering."""
        ...

    @property
    def theme(self) -> Theme:
        """Colours and measures."""
        ...

    @property
    def project(self) -> Path | None:
        """Folder of the designer's own pictures."""
        ...

    @property
    def draft(self) -> str:
        """What the sheets of a battle with errors say of themselves; '' = the battle has none."""
        ...

    @property
    def screen_hex_px(self) -> int:
        """Distance between opposite hexsides on the screen map, pixels."""
        ...

    @property
    def charts(self) -> ChartBook:
        """The charts of the series with the cells of the battle."""
        ...

    @property
    def print_settings(self) -> PrintSettings:
        """Paper of the map, and the edge of a counter."""
        ...
