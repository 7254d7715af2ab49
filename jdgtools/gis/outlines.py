"""Outlines of surveyed areas: as lines of hexsides (a wall about a town), and as shapes to draw.

`ring_courses` feeds the rule of courses, `ground_shapes` gives the drawing of the map the true edge of a
wood or lake; rules look at hexes alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from jdgtools.gis.frame import SurveyFrame
from jdgtools.gis.lines import FeatureCourse
from jdgtools.gis.settings import SurveyLayer
from jdgtools.gis.shapes import FeatureShape
from jdgtools.model.survey import GroundShape


def ring_courses(shapes: Sequence[FeatureShape]) -> list[FeatureCourse]:
    """Return the rings of areas as closed lines, the inside on their left."""
    courses = []
    for shape in shapes:
        for area in shape.areas:
            area_turned = shapely.normalize(area)
            for n, ring in enumerate((area_turned.exterior, *area_turned.interiors)):
                points = np.array(ring.coords)
                # Counter-clockwise with y upwards is clockwise to the eye with y downwards.
                if bool(shapely.is_ccw(ring)) == (n == 0):
                    points = points[::-1]
                courses.append(FeatureCourse(points, shape.feature))
    return courses


def ground_shapes(
    layers: Sequence[SurveyLayer], shapes: Mapping[int, Sequence[FeatureShape]], frame: SurveyFrame
) -> tuple[GroundShape, ...]:
    """Return the areas of terrain layers, those on top last, cut to the sheet.

    Args:
        layers: terrain layers.
        shapes: layer number -> its shapes.
        frame: the sheet.
    """
    sheet = shapely.box(0, 0, frame.layout.width, frame.layout.height)
    outlines = []
    for layer in sorted(layers, key=lambda x: (x.priority, x.number)):
        areas = [a for s in shapes[layer.number] for a in s.areas]
        whole = shapely.intersection(shapely.union_all(areas), sheet) if areas else None
        for part in shapely.get_parts(shapely.normalize(whole)) if whole is not None else ():
            if part.geom_type == "Polygon":
                sheet_areas = tuple(
                    tuple((round(x / frame.size, 5), round(y / frame.size, 5)) for x, y in ring.coords)
                    for ring in (part.exterior, *part.interiors)
                )
                outlines.append(GroundShape(layer.value, sheet_areas))
    return tuple(outlines)
