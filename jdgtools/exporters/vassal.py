"""The VASSAL module of a battle: `<battle>-<version>.vmod`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.exporters.base import BuildContext, BuildOptions, Loss

if TYPE_CHECKING:
    from jdgtools.exporters.module.assemble import Built
    from jdgtools.model.battle import Battle


class VassalExporter:
    """Makes the module, and one in every further language that was chosen."""

    name = "vassal"
    title = "VASSAL module"

    def __init__(self, languages: tuple[str, ...] = ()) -> None:
        """Remember the further languages."""
        self._languages = languages

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """Name of the module; none without a map, unless the project keeps a module."""
        if battle.map is None and battle.module != "kept":
            return ()
        stem = f"{_plain(battle.id)}-{_plain(battle.version or '1')}"
        more = self._languages if battle.module != "kept" else ()
        return (f"{stem}.vmod", *(f"{stem}-{language}.vmod" for language in more))

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the module."""
        from jdgtools.exporters.map import screen_png

        names = self.outputs(context.battle)
        if not names:
            return []
        if context.battle.module == "kept":
            from jdgtools.exporters.module.kept import kept_module

            data, losses = kept_module(context)
            (folder / names[0]).write_bytes(data)
            return losses
        # First: the drawing of the map is what others wait for as well.
        screen_png(context)
        built = make_module(context)
        context.found["vassal"] = built.identity
        (folder / names[0]).write_bytes(built.module.data())
        for name, language in zip(names[1:], self._languages, strict=True):
            other = replace(context, options=replace(context.options, language=language))
            (folder / name).write_bytes(make_module(other).module.data())
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
        keep=context.product,
    )
    lock = read_lock(context.project)
    boxes = prepare(kit, lock.ids)
    pictures = draw(context, kit, boxes, layout)
    built = build_module(kit, boxes, pictures, chart_pages(kit, context.charts))
    built.module.entries.update(source_entries(context.battle, context.project))
    return replace(built, identity=Identity(built.ids, lambda: fingerprints(kit), lock))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)


def for_options(options: BuildOptions) -> VassalExporter:
    """Return the exporter that makes the modules of these options."""
    wanted = [n for n in dict.fromkeys(options.module_languages) if n != options.language]
    return VassalExporter(tuple(wanted))


EXPORTER = VassalExporter()
