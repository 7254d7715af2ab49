"""The survey of a map, taken from an earlier run where neither the map nor its GIS data have changed.

A survey looks at the block `geometry:`, the grid, the hexsides that the map file writes itself, the terrain
of the series, and the files: all of that is in the key, with the places in the map file that messages quote.
So a survey is never stale, and making it anew gives the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.gis.settings import ReadText, Settings, read_settings
from jdgtools.model.build_map import MapBuilder
from jdgtools.model.survey import Survey, Surveyor
from jdgtools.source.span import Span

if TYPE_CHECKING:
    from jdgtools.store import Store

_NAME = "survey 1"


class _Kept(Struct, frozen=True):
    """What a survey gives."""

    survey: Survey | None
    """Without the designer's words on hexsides, which stand in the settings."""
    problems: tuple[Diagnostic, ...]


def surveyor(read: ReadText, store: Store | None = None) -> Surveyor:
    """The function that makes the survey of a map.

    Args:
        read: reads its files.
        store: products of earlier runs; None = every survey is made anew.
    """

    def survey(builder: MapBuilder) -> Survey | None:
        node = builder.root.get("geometry")
        if node is None or not node.is_map or builder.grid is None:
            return None
        settings = read_settings(builder, node)
        if settings is None:
            return None
        return _surveyed(builder, settings, read, store)

    return survey


def _surveyed(builder: MapBuilder, settings: Settings, read: ReadText, store: Store | None) -> Survey | None:
    texts: dict[str, tuple[str | None, str]] = {}

    def once(name: str, span: Span) -> tuple[str | None, str]:
        if name not in texts:
            texts[name] = read(name, span)
        return texts[name]

    def make() -> Survey | None:
        from jdgtools.gis.survey import Surveying

        return Surveying(builder, settings, once).survey()

    if store is None or store.folder is None:
        return make()
    for layer in settings.layers:
        once(layer.file, layer.file_span)
    if settings.height_file is not None:
        once(*settings.height_file)
    if any(text is None for text, _ in texts.values()):
        return make()  # quick, and reported
    reported = builder.ctx.diagnostics
    before = len(reported)

    def product() -> bytes:
        found = make()
        bare = None if found is None else replace(found, sides={})
        store.tidy()  # `jdg check` may be all that a designer runs for weeks
        return msgspec.msgpack.encode(_Kept(bare, tuple(reported[before:])))

    data = store.product(_NAME, _inputs(builder, settings, texts), product)
    kept = msgspec.msgpack.decode(data, type=_Kept)
    # The same objects whether it was made just now or long ago.
    reported[before:] = kept.problems
    return None if kept.survey is None else replace(kept.survey, sides=settings.overrides.sides)


def _inputs(builder: MapBuilder, settings: Settings, texts: dict[str, tuple[str | None, str]]) -> object:
    """All that a survey looks at."""
    ctx = builder.ctx
    return settings, builder.grid, builder.written, ctx.series.terrains, ctx.language, texts
