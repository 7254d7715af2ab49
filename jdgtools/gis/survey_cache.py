"""Surveys the geometry of a map, or takes the survey from an earlier run of which all input is the same.

A survey looks at the block `geometry:`, the grid, the hexsides that the map file writes itself, the terrain
of the series, and the GIS files: all of that is in the key, with the places in the map file that messages
quote. So a survey from the cache is never out of date, and computing it anew gives the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.gis.settings import ReadText, Settings, read_settings
from jdgtools.model.hex_reader import HexReader
from jdgtools.model.map import HexsideFeature
from jdgtools.model.survey import Survey, Surveyor
from jdgtools.source.span import Span

if TYPE_CHECKING:
    from jdgtools.cache import Cache

_NAME = "survey 1"


class _StoredSurvey(Struct, frozen=True):
    """A survey with its diagnostics, as the cache holds it."""

    survey: Survey | None
    """Without the designer's words on hexsides, which stand in the settings."""
    problems: tuple[Diagnostic, ...]


def surveyor(read: ReadText, cache: Cache | None = None) -> Surveyor:
    """Return the function that surveys a map.

    Args:
        read: reads the GIS files of the project.
        cache: results of earlier runs; None = every survey is computed.
    """

    def survey(hexes: HexReader, features_of_file: tuple[HexsideFeature, ...]) -> Survey | None:
        node = hexes.geometry
        if node is None or not node.is_map or hexes.grid is None:
            return None
        settings = read_settings(hexes, node)
        if settings is None:
            return None
        return _survey(hexes, features_of_file, settings, read, cache)

    return survey


def _survey(
    hexes: HexReader,
    features_of_file: tuple[HexsideFeature, ...],
    settings: Settings,
    read: ReadText,
    cache: Cache | None,
) -> Survey | None:
    """Return the survey, from the cache where it can be; its diagnostics are reported either way."""
    texts: dict[str, tuple[str | None, str]] = {}

    def read_once(name: str, span: Span) -> tuple[str | None, str]:
        if name not in texts:
            texts[name] = read(name, span)
        return texts[name]

    def compute() -> Survey | None:
        from jdgtools.gis.survey import SurveyBuilder

        return SurveyBuilder(hexes, features_of_file, settings, read_once).survey()

    if cache is None or cache.folder is None:
        return compute()
    for layer in settings.layers:
        if layer.drawn_lines is not None:
            continue
        read_once(layer.file, layer.file_span)
    if settings.height_file is not None:
        read_once(*settings.height_file)
    if any(text is None for text, _ in texts.values()):
        return compute()  # quick, and reported
    ctx = hexes.ctx
    diagnostics = ctx.diagnostics
    before = len(diagnostics)

    def encode() -> bytes:
        survey = compute()
        plain = None if survey is None else replace(survey, sides={})
        cache.tidy()  # `jdg check` may be all that a designer runs for weeks
        return msgspec.msgpack.encode(_StoredSurvey(plain, tuple(diagnostics[before:])))

    inputs = settings, hexes.grid, features_of_file, ctx.series.terrains, ctx.language, texts
    entry = msgspec.msgpack.decode(cache.get_or_make(_NAME, inputs, encode), type=_StoredSurvey)
    # The same objects whether the survey was computed just now or long ago.
    diagnostics[before:] = entry.problems
    return None if entry.survey is None else replace(entry.survey, sides=settings.overrides.sides)
