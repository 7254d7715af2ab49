"""Reads the files that a block `geometry:` names, and gives each layer its shapes on the sheet.

`SurveyBuilder` calls `read_survey_shapes` first. A file is read once, however many layers take features
from it; a layer without a feature is reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cosh

import numpy as np
from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.gis.drawn_features import features_of_lines
from jdgtools.gis.features import Feature, FeatureFile, as_text, read_features
from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.settings import ReadText, Settings, SurveyLayer
from jdgtools.gis.shapes import FeatureShape, read_shapes
from jdgtools.model.context import Context
from jdgtools.source.span import whole_file

Bounds = tuple[float, float, float, float]
_DEGREES = ("crs84", "4326", "4258")
_WEB = ("3857", "900913", "102100")
_EARTH = 6378137.0
"""Radius of the earth in web maps, metres."""
_SHOWN = 4


class SurveyShapes(Struct, frozen=True):
    """The shapes of all layers."""

    by_layer: Mapping[int, Sequence[FeatureShape]]
    usable: bool
    """Whether every file could be read and lies in metres on the map."""


def read_survey_shapes(ctx: Context, settings: Settings, frame: SurveyFrame, read: ReadText) -> SurveyShapes:
    """Return the shapes of the layers; everything wrong with files and features is reported."""
    by_layer: dict[int, Sequence[FeatureShape]] = {layer.number: () for layer in settings.layers}
    usable = True
    for layer in settings.layers:
        if layer.drawn_lines:
            lines = features_of_lines(layer.drawn_lines, frame, layer.use != "way")
            by_layer[layer.number], problems, _ = read_shapes(lines.features, frame)
            ctx.diagnostics.extend(problems)
    for name in dict.fromkeys(layer.file for layer in settings.layers if layer.drawn_lines is None):
        layers = [layer for layer in settings.layers if layer.file == name]
        text, file_shown = read(name, layers[0].file_span)
        source, problems = read_features(text, file_shown) if text is not None else (None, [])
        ctx.diagnostics.extend(problems)
        if source is None:
            usable = False
            continue
        if not source.features and not problems:
            ctx.problem(
                "MAP065",
                layers[0].file_span,
                f"`{name}` has no features",
                hint="export the layer again, with all features",
                severity=Severity.WARNING,
            )
            continue
        features_by_layer = _match_features(layers, source)
        numbers = {f.number for features in features_by_layer.values() for f in features}
        used = [f for f in source.features if f.number in numbers]
        shapes, problems, bounds = read_shapes(used, frame)
        if bounds is not None and _in_degrees(ctx, source, bounds, frame):
            usable = False
            continue
        ctx.diagnostics.extend(problems)
        if bounds is not None:
            _report_mercator(ctx, source, bounds)
        if bounds is not None and not _meets_map(bounds, frame):
            _report_outside(ctx, settings, name, bounds, frame)
            usable = False
            continue
        table = {shape.feature.number: shape for shape in shapes}
        for layer in layers:
            features = features_by_layer[layer.number]
            by_layer[layer.number] = [table[f.number] for f in features if f.number in table]
            if not features:
                _report_unmatched(ctx, layer, source)
        if settings.complete:
            _report_unused(ctx, source, numbers)
    return SurveyShapes(by_layer, usable)


def _match_features(layers: Sequence[SurveyLayer], source: FeatureFile) -> dict[int, list[Feature]]:
    """Return the layer -> the features that belong to it."""
    names = sorted({name for layer in layers for name, _ in layer.where})
    by_layer: dict[int, list[Feature]] = {layer.number: [] for layer in layers}
    alike: dict[tuple[str, ...], list[list[Feature]]] = {}  # what is said of a feature -> where it belongs
    for feature in source.features:
        key = tuple(as_text(feature.properties.get(name)) for name in names)
        targets = alike.get(key)
        if targets is None:
            values = dict(zip(names, key, strict=True))
            targets = alike[key] = [by_layer[layer.number] for layer in layers if _fits(layer, values)]
        for target in targets:
            target.append(feature)
    return by_layer


def _fits(layer: SurveyLayer, properties: Mapping[str, str]) -> bool:
    return all(
        properties[name] and (properties[name] in values or "*" in values) for name, values in layer.where
    )


# --- what is wrong with a file ---------------------------------------------------------------------------


def _in_degrees(ctx: Context, source: FeatureFile, bounds: Bounds, frame: SurveyFrame) -> bool:
    """Return whether the coordinates are longitude and latitude (reported)."""
    x0, y0, x1, y1 = bounds
    within = x0 >= -180 and x1 <= 180 and y0 >= -90 and y1 <= 90
    names_degrees = any(word in source.crs.lower() for word in _DEGREES)
    # Metres to the millimetre that lie on the map are taken at their word.
    metres = frame.layout.width < 360 or (_short_decimals(bounds) and _meets_map(bounds, frame))
    if not within or (not names_degrees and metres):
        return False
    ctx.problem(
        "MAP062",
        whole_file(source.file),
        f"the coordinates are degrees: {x0:.4f} to {x1:.4f} and {y0:.4f} to {y1:.4f}",
        expected="coordinates in metres",
        hint="save the layer in a projected system in metres, such as the UTM zone of the battlefield",
        found=source.crs or None,
    )
    return True


def _report_mercator(ctx: Context, source: FeatureFile, bounds: Bounds) -> None:
    """Say that the metres of web maps are not those of the ground."""
    if not any(word in source.crs for word in _WEB):
        return
    stretch = cosh((bounds[1] + bounds[3]) / 2 / _EARTH) if abs(bounds[1]) + abs(bounds[3]) < 8e7 else 1.0
    ctx.problem(
        "MAP073",
        whole_file(source.file),
        f"these are metres of web maps ({source.crs}): 1000 of them are {1000 / stretch:.0f} m of ground",
        expected="true metres",
        hint="save the layer in the UTM zone of the battlefield, and anchor the map anew",
        severity=Severity.WARNING,
    )


def _short_decimals(bounds: Bounds) -> bool:
    """Return whether no coordinate is finer than a millimetre, as metres are and degrees are not."""
    return all(abs(value * 1000 - round(value * 1000)) < 1e-6 for value in bounds)


def _meets_map(bounds: Bounds, frame: SurveyFrame) -> bool:
    x0, y0, x1, y1 = bounds
    corners = frame.to_sheet(np.array([(x0, y0), (x0, y1), (x1, y0), (x1, y1)]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    layout = frame.layout
    return bool((high >= 0).all() and low[0] <= layout.width and low[1] <= layout.height)


def _report_outside(ctx: Context, settings: Settings, name: str, bounds: Bounds, frame: SurveyFrame) -> None:
    layout = frame.layout
    sheet = np.array([(0, 0), (layout.width, 0), (0, layout.height), (layout.width, layout.height)])
    data = frame.to_data(sheet)
    (x0, y0), (x1, y1) = data.min(axis=0), data.max(axis=0)
    anchor = settings.node.get("anchor")
    ctx.problem(
        "MAP066",
        anchor or settings.node,
        f"no feature of `{name}` lies on the map: the data reach "
        f"from {bounds[0]:.0f} to {bounds[2]:.0f} east and {bounds[1]:.0f} to {bounds[3]:.0f} north, "
        f"the map from {x0:.0f} to {x1:.0f} and {y0:.0f} to {y1:.0f}",
        expected="an anchor on the ground that the data show",
        hint=f"anchor: {{at: [{bounds[0]:.0f}, {bounds[1]:.0f}]}} puts the lower left corner of the map "
        "on that of the data",
    )


def _report_unmatched(ctx: Context, layer: SurveyLayer, source: FeatureFile) -> None:
    conditions = ", ".join(f"{name}: {' or '.join(sorted(values))}" for name, values in layer.where)
    hint = None
    for name, values in layer.where:
        counts: dict[str, int] = {}
        for feature in source.features:
            value = as_text(feature.properties.get(name))
            if value:
                counts[value] = counts.get(value, 0) + 1
        if not counts:
            names = sorted({key for feature in source.features[:1000] for key in feature.properties})
            hint = f"no feature has `{name}`" + (f"; there are: {', '.join(names[:10])}" if names else "")
            break
        if "*" not in values and not values & counts.keys():
            common = sorted(counts, key=lambda v: (-counts[v], v))[:6]
            hint = f"`{name}` is " + ", ".join(f"`{v[:30]}` ({counts[v]})" for v in common)
            break
    ctx.problem(
        "MAP065",
        layer.span,
        f"no feature of `{layer.file}` belongs to layer {layer.number + 1} ({conditions or 'every feature'})",
        hint=hint,
        severity=Severity.WARNING,
    )


def _report_unused(ctx: Context, source: FeatureFile, used_numbers: set[int]) -> None:
    unused_features = [f for f in source.features if f.number not in used_numbers and f.geometry]
    if not unused_features:
        return
    kinds: dict[str, int] = {}
    for feature in unused_features:
        kind = next(
            (f"{k}={as_text(v)[:30]}" for k, v in feature.properties.items() if as_text(v)), "no properties"
        )
        kinds[kind] = kinds.get(kind, 0) + 1
    common = sorted(kinds, key=lambda k: (-kinds[k], k))
    kinds_listed = ", ".join(f"{k} ({kinds[k]})" for k in common[:_SHOWN]) + (
        " …" if len(common) > _SHOWN else ""
    )
    ctx.problem(
        "MAP067",
        unused_features[0].span,
        f"{len(unused_features)} of {len(source.features)} features belong to no layer",
        hint=f"such as {kinds_listed}; add a layer, or delete them from the file",
        severity=Severity.INFO,
    )
