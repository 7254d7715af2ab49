"""What a predicate asks of the face that is up and of the ground, as the expressions of a module."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jdgtools.charts import predicates as p
from jdgtools.exporters.module.piece_faces import face_axis
from jdgtools.exporters.module.piece_states import axes_of
from jdgtools.exporters.module.predicate_terms import PredicateReader, has_id
from jdgtools.model.module import CheckDef
from tests.tools.module_situations import check_of
from tests.unit.exporters_vassal.conftest import context, module_context_of


def _reader(name: str, check: str) -> PredicateReader:
    found: CheckDef = check_of(context(name), check)
    return PredicateReader(module_context_of(name), found)


@pytest.mark.parametrize(
    ("front", "back", "both", "one_face"),
    [
        (True, True, "ID", "ID"),
        (True, False, "FRONT", "ID"),
        (False, True, "BACK", "false"),
        (False, False, "false", "false"),
    ],
)
def test_a_rating_is_asked_of_the_face_that_has_it(front: bool, back: bool, both: str, one_face: str) -> None:
    """A unit whose state turns no counter over has one face."""
    reader = _reader("teaching-mpbs", "close_combat")
    turned = reader.context.battle.units[0]
    plain = replace(turned, arm="")
    axis = face_axis(axes_of(reader.context, turned))
    assert face_axis(axes_of(reader.context, plain)) is None
    assert axis is not None
    faces = {
        face: f"([{axis.id} {' '.join(v.id for v in axis.values if (v.face == 'back') == at_back)}]&&"
        for face, at_back in (("FRONT", False), ("BACK", True))
    }
    for unit, expected in ((turned, both), (plain, one_face)):
        ids = has_id([unit.id])
        text = f"{faces[expected]}{ids})" if expected in faces else {"ID": ids}.get(expected, "false")
        assert reader._by_face([unit], lambda _, at_back: back if at_back else front) == f"({text})"


def test_a_property_of_the_ground_is_that_of_the_terrain_chart() -> None:
    reader = _reader("teaching-jdg", "shock_result")
    made = context("teaching-jdg")
    chart = made.charts.get("TBL-TEC-HEX")
    test = p.OnTerrain("hex", property="los", values=("blocked", "blocked_unless_adjacent"))
    kinds = [terrain for terrain in made.battle.series.terrains if terrain.kind == "hex"]
    found = {terrain.id for terrain in kinds if reader._is_terrain(terrain.id, terrain.like, test)}
    assert found == {t for t in chart.axes[0].ids if chart.value(t, "los") in test.values}
    assert found
