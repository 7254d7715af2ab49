"""The VASSAL module of a battle: `<battle>-<version>.vmod`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.exporters.base import BuildContext, Loss

if TYPE_CHECKING:
    from jdgtools.exporters.module.assemble import Built
    from jdgtools.model.battle import Battle


class VassalExporter:
    """Makes the module."""

    name = "vassal"
    title = "VASSAL module"

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Name of the module; none without a map, unless the project keeps a module."""
        if battle.map is None and battle.module != "kept":
            return ()
        return (f"{_plain(battle.id)}-{_plain(battle.version or '1')}.vmod",)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the module."""
        names = self.outputs(context.battle)
        if not names:
            return []
        if context.battle.module == "kept":
            from jdgtools.exporters.module.kept import kept_module

            data, losses = kept_module(context)
            (folder / names[0]).write_bytes(data)
            return losses
        built = make_module(context)
        context.found["vassal"] = built.identity
        (folder / names[0]).write_bytes(built.module.data())
        return list(built.losses)


def make_module(context: BuildContext) -> Built:
    """Return the module of a battle with its setups.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.exporters.module.assemble import build_module, prepare
    from jdgtools.exporters.module.drawing import board_layout, counter_pixels, draw
    from jdgtools.exporters.module.ids import Identity, read_lock
    from jdgtools.exporters.module.kit import Kit
    from jdgtools.exporters.module.pages import chart_pages
    from jdgtools.exporters.module.pieces import fingerprints
    from jdgtools.exporters.module.source import source_entries

    layout = board_layout(context)
    rules = context.series.module
    kit = Kit(
        context.battle,
        rules,
        context.language,
        round(layout.size),
        counter_pixels(context, layout),
        context.charts,
    )
    lock = read_lock(context.project)
    boxes = prepare(kit, lock.ids)
    pictures = draw(context, kit, boxes, layout)
    built = build_module(kit, boxes, pictures, chart_pages(kit, context.charts))
    built.module.entries.update(source_entries(context.battle, context.project))
    return replace(built, identity=Identity(built.ids, lambda: fingerprints(kit), lock))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)


EXPORTER = VassalExporter()
