"""Named places and regions of a survey: features with a name -> `NamedPlace`, hexes of a region.

`SurveyBuilder` calls `places` and `regions` for the layers of that use. A feature gives the name in every
language that it has; the id is made of the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
import shapely

from jdgtools.gis.cover import cut, share_of
from jdgtools.gis.features import Feature
from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.runs import Runs
from jdgtools.gis.settings import SurveyLayer
from jdgtools.gis.shapes import FeatureShape
from jdgtools.model.map import NamedPlace
from jdgtools.model.text import Text

SHARE = 0.5
"""Share of a hex from which it belongs to a region or to the playable area."""


def name_of(feature: Feature, layer: SurveyLayer, language: str) -> Text:
    """Return the name of a feature: `name` in the battle's language, `name:fr` and so on in others."""
    texts = {}
    plain = feature.text(layer.name)
    if plain:
        texts[language] = plain
    for key in sorted(feature.properties):
        word, colon, code = key.partition(":")
        if colon and word == layer.name and re.fullmatch(r"[a-z]{2}", code) and feature.text(key):
            texts[code] = feature.text(key)
    return Text(tuple(texts.items()))


def slug(text: str) -> str:
    """Return an id made of a name: `Óbidos, la vieille` -> `obidos-la-vieille`."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50]


def places(
    layer: SurveyLayer, shapes: Sequence[FeatureShape], frame: SurveyFrame, language: str, used_ids: set[str]
) -> list[NamedPlace]:
    """Return the places of a layer that lie on the map; `taken` ids get a number."""
    entries = []
    for shape in shapes:
        name = name_of(shape.feature, layer, language)
        point = middle(shape)
        index = frame.layout.hex_at(*point) if point is not None else None
        if index is None or not name:
            continue
        base = shape.feature.text(layer.id) or slug(name.get(language)) or f"place-{shape.feature.number}"
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,59}", base):
            base = slug(base) or f"place-{shape.feature.number}"
        entry, n = base, 1
        while entry in used_ids:
            n += 1
            entry = f"{base}-{n}"
        used_ids.add(entry)
        height = shape.feature.number_of("ele")
        entries.append(NamedPlace(entry, name, index, layer.value, None if height is None else round(height)))
    return entries


def middle(shape: FeatureShape) -> tuple[float, float] | None:
    """Return where a feature counts as one point: itself, a point inside its area, the middle of its line."""
    if shape.points:
        return shape.points[0][:2]
    if shape.areas:
        largest = max(shape.areas, key=lambda a: round(shapely.area(a), 3))
        x, y = shapely.get_coordinates(shapely.point_on_surface(largest))[0]
        return float(x), float(y)
    if shape.lines:
        marks = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(shape.lines[0], axis=0).T))))
        half = marks[-1] / 2
        x, y = (float(np.interp(half, marks, shape.lines[0][:, k])) for k in (0, 1))
        return x, y
    return None


def regions(
    layer: SurveyLayer, shapes: Sequence[FeatureShape], frame: SurveyFrame, runs: Runs, language: str
) -> dict[str, tuple[Text, frozenset[int]]]:
    """Return the region id -> (name, hexes) of a layer; features without the id are left out."""
    groups: dict[str, list[FeatureShape]] = {}
    for shape in shapes:
        entry = slug(shape.feature.text(layer.value))
        if entry:
            groups.setdefault(entry, []).append(shape)
    entries = {}
    for entry, members in groups.items():
        hexes = covered_hexes(members, frame, layer.share or SHARE)
        hexes.update(
            i for s in members for x, y, _ in s.points if (i := frame.layout.hex_at(x, y)) is not None
        )
        hexes.update(run.hex for s in members for line in s.lines for run in runs.along(line))
        name = next((n for s in members if (n := name_of(s.feature, layer, language))), None)
        entries[entry] = (name or Text(((language, members[0].feature.text(layer.value)),)), frozenset(hexes))
    return entries


def covered_hexes(shapes: Sequence[FeatureShape], frame: SurveyFrame, share: float) -> set[int]:
    """Return the hexes of which the areas cover at least a share."""
    cuts = cut(frame, [a for s in shapes for a in s.areas])
    areas = shapely.area(cuts.joined_areas()).tolist()
    whole = frame.hex_area
    return {i for i, area in zip(cuts.hexes.tolist(), areas, strict=True) if share_of(area, whole) >= share}
