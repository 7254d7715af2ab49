"""Every setting that a series has for scenarios changes the package and the booklet of its scenario."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jdgtools.series.registry import find_series
from tests.checks.cases import Case, apply
from tests.roundtrip.outputs import Outputs

BASES = {"afe": "teaching-afe", "mpbs": "teaching-mpbs"}
VALUES = {
    "remonte_markers": ("remonte_markers: 2", "remonte_markers: 3"),
    "demonte_markers": ("demonte_markers: 2", "demonte_markers: 3"),
    "stack_types": ("stack_types: Mi", "stack_types: Mi Li"),
    "stack_maximum": ("stack_maximum: 2", "stack_maximum: 3"),
    "stack_same_type": ("stack_same_type: true", "stack_same_type: false"),
    "stack_same_banner": ("stack_same_banner: true", "stack_same_banner: false"),
    "missile_units": ("missile_units: cr-li, gu-cl", "missile_units: cr-li"),
    "no_quarter": ("settings:", "settings:\n  no_quarter: true"),
    "game": ("settings:", "settings:\n  game: tacw"),
    "salvo": ("salvo: listed", "salvo: everybody"),
    "limbering": ("limbering: true", "limbering: false"),
    "baggage_mobile": ("baggage_mobile: false", "baggage_mobile: true"),
    "reaction_fire_exhaustion": ("reaction_fire_exhaustion: true", "reaction_fire_exhaustion: false"),
    "free_orders": ("settings:", "settings:\n  free_orders: true"),
    "minimum_move": ("settings:", "settings:\n  minimum_move: true"),
    "cavalry_momentum": ("settings:", "settings:\n  cavalry_momentum: 3"),
}
"""Setting -> what the teaching battle says, and what says another thing."""


def fields() -> list[tuple[str, str]]:
    series = [(name, find_series(name)) for name in ("jdg", "afe", "mpbs")]
    return [(name, f.id) for name, s in series if s is not None for f in s.definition.scenario_fields]


def outputs(base: str, folder: Path, *edits: dict[str, str]) -> tuple[object, object]:
    made = Outputs(
        apply(Case(Path("settings/one.yaml"), {"base": base, "edits": list(edits)}), folder), ("booklet",)
    )
    return made.get("package battle"), made.get("booklet")


@cache
def before(base: str) -> tuple[object, object]:
    with TemporaryDirectory() as folder:
        return outputs(base, Path(folder))


@pytest.mark.parametrize(("series", "setting"), fields())
def test_the_setting_reaches_package_and_booklet(series: str, setting: str, tmp_path: Path) -> None:
    base, (said, instead) = BASES[series], VALUES[setting]
    package, booklet = outputs(
        base, tmp_path, {"file": "scenarios/battle.yaml", "replace": said, "with": instead}
    )
    assert package != before(base)[0]
    assert booklet != before(base)[1]
