"""Lines that the map file draws itself, as the features of a file have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from jdgtools.gis.drawn_lines import DrawnLine
from jdgtools.gis.features import Feature, FeatureFile
from jdgtools.gis.frame import SurveyFrame
from jdgtools.source.span import Span


class _LayerLines(Struct, frozen=True):
    """Where the lines of a layer stand in the map file."""

    spans: Sequence[Span]

    def span(self, number: int) -> Span:
        """Return where a line stands, by its number from 1."""
        return self.spans[number - 1]


def features_of_lines(lines: Sequence[DrawnLine], frame: SurveyFrame, as_areas: bool) -> FeatureFile:
    """Return lines as the features of a file in the metres of the data.

    Args:
        lines: of one layer.
        frame: the sheet.
        as_areas: whether closed lines are areas; else they are lines that return to their beginning.
    """
    line_spans = _LayerLines([line.span for line in lines])
    features = []
    for number, line in enumerate(lines, 1):
        data = frame.to_data(np.array(line.points) * frame.size).tolist()
        geometry: Mapping[str, object]
        if len(data) == 1:
            geometry = {"type": "Point", "coordinates": data[0]}
        elif line.is_closed and as_areas:
            geometry = {"type": "Polygon", "coordinates": [[*data, data[0]]]}
        else:
            geometry = {"type": "LineString", "coordinates": [*data, data[0]] if line.is_closed else data}
        features.append(Feature(number, line_spans, dict(line.properties), geometry))
    return FeatureFile(lines[0].span.file if lines else "", tuple(features), "")
