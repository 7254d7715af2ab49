"""What a key of the source files does in each series: none is accepted by one of them and ignored in silence.

A key that a bundled battle of a series has is taken out there; `keys_by_series.yaml` puts the others into a
teaching battle, which is another then, or is told about the key.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.roundtrip.outputs import Outputs
from tests.roundtrip.test_every_key import BATTLES, SCENARIOS
from tests.roundtrip.test_every_key import KEYS as OF_SCENARIOS
from tests.roundtrip.test_every_source_key import EVERYTHING, EXAMPLES, FILES, KEYS
from tests.tools.source_keys import Key, without_key

SERIES = ("jdg", "afe", "mpbs")
ADDED: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("keys_by_series.yaml").read_text(encoding="utf-8")
)
CASES = [(entry["key"], series) for entry in ADDED for series in SERIES if series in entry]
OF_NO_SERIES = {
    "battle module": "an imported module is built as it is, in no series of ours",
    "battle defaults": "units get them before their series looks at them: keys/defaults.yaml",
    "battle sides.[].defaults": "as above",
    "battle commands.[].defaults": "as above",
    "battle leaders.[].art": "a picture is drawn by the counters of every series alike: keys/art.yaml",
    "battle vocabulary": "a word behaves as that of the series it is like: keys/vocabulary.yaml",
    "battle special_rules": "as those of scenarios, which every series has: test_effect_keys",
    "battle accepts": "warnings of all series alike: test_acceptance",
    "battle theme.colors_for": "colours of maps",
    "map slopes.except": "geometry of the map",
    "map hexes": "geometry of the map",
    "map geometry": "geometry of the map",
    "map art": "pictures of the map",
    "oob": "a list and a table become the same rows: keys/rows.yaml",
    "scenario setup": "where pieces stand: keys/setup.yaml",
    "scenario sides.[].facing": "a default of the setup: keys/setup.yaml",
    "scenario reinforcements": "groups and their conditions: keys/conditions.yaml",
    "scenario victory.automatic.[].evaluated": "goes into the package as it is: test_package_fields",
    "scenario special_rules": "every series has them: test_effect_keys",
    "scenario accepts": "warnings of all series alike: test_acceptance",
    "scenario markers_on_map": "markers of every series: GEN155 to GEN158",
}
"""Beginning of a key -> why it is enough to try it in one series."""


@cache
def whole(series: str) -> Outputs:
    return Outputs(SCENARIOS / f"teaching-{series}", EVERYTHING, checked=True)


@cache
def texts_of(series: str, name: str) -> tuple[str, ...]:
    """Files of a kind of the bundled battles of a series, and of the examples that are made of them."""
    folders = [SCENARIOS / battle for battle in BATTLES]
    mine = [f for f in folders if f"\nseries: {series}\n" in (f / "battle.yaml").read_text(encoding="utf-8")]
    paths = [path for folder in mine for path in sorted(folder.glob(FILES[name]))]
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def stands_in_a_battle(series: str, name: str, key: Key) -> bool:
    return any(without_key(text, key) != text for text in texts_of(series, name))


@pytest.mark.parametrize(("key", "series"), CASES, ids=[f"{key}-{series}" for key, series in CASES])
def test_a_key_changes_a_battle_or_is_told(key: str, series: str, tmp_path: Path) -> None:
    case = next(entry for entry in ADDED if entry["key"] == key)[series]
    folder = tmp_path / "battle"
    shutil.copytree(SCENARIOS / f"teaching-{series}", folder)
    for file, old, new in case["edits"]:
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old)
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    outputs, before = Outputs(folder, EVERYTHING, checked=True), whole(series)
    # GEN020: words without a translation.
    told = [d for d in outputs.report if d not in before.report and d[0] != "GEN020"]
    assert bool(told) is (case["does"] == "told"), told
    if not told:
        names = list(outputs.names())
        assert names == list(before.names())
        assert any(outputs.get(name) != before.get(name) for name in names), f"`{key}` says nothing"


ALL_KEYS = [*KEYS, *(("scenario", (key,)) for key in OF_SCENARIOS)]


@pytest.mark.parametrize("series", SERIES)
def test_every_key_is_tried_in_every_series(series: str) -> None:
    added = {entry["key"] for entry in ADDED if series in entry}
    missing = []
    for name, key in ALL_KEYS:
        parts = [f"{name} {'.'.join(key[:n])}" for n in range(1, len(key) + 1)]
        if not {name, *parts} & (added | OF_NO_SERIES.keys()) and not stands_in_a_battle(series, name, key):
            missing.append(parts[-1])
    assert missing == []


def test_reasons_are_needed() -> None:
    """A key that every series has in a bundled battle, or in the list, needs no reason."""
    needless = []
    for start in OF_NO_SERIES:
        below = [
            (name, key)
            for name, key in ALL_KEYS
            if start == name or f"{name} {'.'.join(key)}".startswith(start)
        ]
        if all(stands_in_a_battle(series, name, key) for name, key in below for series in SERIES):
            needless.append(start)
    assert needless == []
    assert EXAMPLES
