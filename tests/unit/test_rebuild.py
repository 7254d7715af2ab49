"""Building again with what earlier builds have left gives the same bytes as building from nothing."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from jdgtools.building import build
from jdgtools.cache import Cache
from jdgtools.exporters import map_excerpt
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import map_digest
from jdgtools.exporters.map import map_excerpt as shown_part
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check
from jdgtools.render.sheets.settings import PrintSettings

BATTLE = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
OPTIONS = BuildOptions.of(dpi=60)


def _built(battle: Path, out: Path, cache: Cache | None, options: BuildOptions = OPTIONS) -> dict[str, bytes]:
    loaded = check(battle, cache=cache)
    assert loaded.ok, loaded.report
    build(loaded, out, options, None, cache)
    return {p.name: p.read_bytes() for p in sorted(out.iterdir())}


def _edit(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(battle: Path) -> None:
        path = battle / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, old
        path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")

    return change


def _picture(color: str) -> Callable[[Path], None]:
    def change(battle: Path) -> None:
        (battle / "art").mkdir(exist_ok=True)
        Image.new("RGB", (60, 60), color).save(battle / "art" / "own.png")

    return change


CHANGES = {
    "a rating": [_edit("oob.csv", "Morand,4,7,6,5", "Morand,4,8,6,5")],
    "a name": [_edit("oob.csv", "17e Ligne", "18e Ligne")],
    "a rating of a marker": [
        _edit("battle.yaml", "{id: morand-2, code: O, rating: 5}", "{id: morand-2, code: O, rating: 4}")
    ],
    "a count": [_edit("battle.yaml", "orders_received: 6", "orders_received: 7")],
    "colours": [
        _edit("battle.yaml", 'colour: "#33559b"', 'colour: "#33669b"'),
        _edit("battle.yaml", "  name: classic\n", "  name: plain\n"),
    ],
    "a terrain": [_edit("map.yaml", ". v . . w .", ". v . w w .")],
    "a name on the map": [_edit("map.yaml", "Upper Mill", "Lower Mill")],
    "a cell of a chart": [_edit("battle.yaml", "    value: 1\n", "    value: 3\n")],
    "a place of a unit": [_edit("scenarios/dawn.yaml", "unit: fr-1ch, hex: 0201", "unit: fr-1ch, hex: 0301")],
    "points": [_edit("scenarios/dawn.yaml", "side: france, points: 2", "side: france, points: 3")],
    "another hex": [_edit("scenarios/battle.yaml", "unit: au-33, hex: 0402", "unit: au-33, hex: 0403")],
    "a setup area": [_edit("scenarios/battle.yaml", "au-gren, region: hill", "au-gren, hex: 0502")],
    "a unit less": [
        _edit(
            "oob.csv", "fr-17,17e Ligne,,france,morand,line_infantry,french,Morand,5,6,6,5,4,5,5,5,,\n", ""
        ),
        _edit("scenarios/battle.yaml", "  - {unit: fr-17, hex: 0101, facing: SE}\n", ""),
    ],
    "a unit more": [
        _edit(
            "oob.csv",
            "fr-30,",
            "fr-61,61e Ligne,,france,morand,line_infantry,french,Morand,4,6,6,5,3,5,5,5,,\nfr-30,",
        ),
        _edit("scenarios/battle.yaml", "units: [fr-30]", "units: [fr-30, fr-61]"),
    ],
    "the order of units": [
        _edit("oob.csv", "fr-17,17e Ligne,,", "fr-99,30e Ligne,,"),
        _edit("oob.csv", "fr-30,30e Ligne,,", "fr-17,17e Ligne,,"),
        _edit("oob.csv", "fr-99,30e Ligne,,", "fr-30,30e Ligne,,"),
    ],
    "a title": [_edit("battle.yaml", "title: {en: ", "title: {en: The ")],
    "the clock": [_edit("scenarios/dawn.yaml", 'start: "05:00"', 'start: "05:30"')],
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """What a build of the battle as it is has left."""
    folder = tmp_path_factory.mktemp("kept")
    cache = Cache(folder / "cache")
    first = _built(BATTLE, folder / "out", cache)
    assert first == _built(BATTLE, folder / "again", cache)
    assert first == _built(BATTLE, folder / "without", None)
    return cache


APART = ("a unit less", "the order of units")
"""Changes that others cannot stand beside."""


def _changed(folder: Path, names: Iterable[str]) -> Path:
    battle = folder / BATTLE.name
    # Always in the same place: a battle somewhere else has files of other names.
    shutil.rmtree(battle, ignore_errors=True)
    shutil.copytree(BATTLE, battle)
    for name in names:
        for change in CHANGES[name]:
            change(battle)
    return battle


def _stale(
    made: Mapping[str, bytes], wanted: Mapping[str, bytes], others: Mapping[str, dict[str, bytes]]
) -> list[str]:
    """Return the files that are not as they should be, with whose they are, where they are somebody else's."""
    wrong = [file for file in wanted if made[file] != wanted[file]]
    return [
        f"{file}: {[n for n, files in others.items() if files.get(file) == made[file]]}" for file in wrong
    ]


def test_a_change_among_all_is_seen(kept: Cache, tmp_path: Path) -> None:
    """All changes but one have been built, for each of them: what is built of all of them is none of that."""
    names = [name for name in CHANGES if name not in APART]
    wanted, others = _built(_changed(tmp_path, names), tmp_path / "new", None), {}
    for n, name in enumerate(names):
        battle = _changed(tmp_path, [other for other in names if other != name])
        others[name] = _built(battle, tmp_path / f"without{n}", kept)
        assert others[name] != wanted, name
    assert _stale(_built(_changed(tmp_path, names), tmp_path / "kept", kept), wanted, others) == []


@pytest.mark.parametrize("name", APART)
def test_a_change_is_seen(kept: Cache, tmp_path: Path, name: str) -> None:
    battle = _changed(tmp_path, [name])
    assert _built(battle, tmp_path / "kept", kept) == _built(battle, tmp_path / "new", None)


def test_a_picture_with_the_same_name_is_seen(kept: Cache, tmp_path: Path) -> None:
    battle = tmp_path / BATTLE.name
    shutil.copytree(BATTLE, battle)
    header = (battle / "oob.csv").read_text(encoding="utf-8").split("\n", 1)[0]
    _edit("oob.csv", header, header + ",art")(battle)
    text = (battle / "oob.csv").read_text(encoding="utf-8").split("\n")
    text[1] += ",art/own.png"
    (battle / "oob.csv").write_text("\n".join(text), encoding="utf-8", newline="\n")
    seen = []
    for n, color in enumerate(("#aa2020", "#2020aa")):
        _picture(color)(battle)
        files = _built(battle, tmp_path / f"kept{n}", kept)
        assert files == _built(battle, tmp_path / f"new{n}", None)
        seen.append(files["counters-a4.pdf"])
    assert seen[0] != seen[1]


def test_a_card_of_another_part_of_a_large_map_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large map the part is kept that setup cards show; the map itself is the same, whoever stands where."""
    monkeypatch.setattr(map_excerpt, "_LARGE", 0)
    loaded = check(BATTLE.parent / "bremule-1119")
    assert loaded.battle and loaded.battle.map and loaded.series and loaded.charts
    scenario = loaded.battle.scenarios[0]
    first = next(p for p in scenario.placements if p.hexes)
    parts = []
    for cache in (Cache(tmp_path), Cache(None)):
        for index in (0, loaded.battle.map.grid.size - 1):
            alone = replace(scenario, placements=(replace(first, hexes=(index,)),))
            battle = replace(loaded.battle, scenarios=(alone,))
            context = BuildContext(
                battle, loaded.series, loaded.charts, loaded.folder, BuildOptions(), cache=cache
            )
            parts.append((map_digest(context), pickle.dumps(shown_part(context))))
    assert parts[:2] == parts[2:]
    assert parts[0][0] == parts[1][0] and parts[0][1] != parts[1][1]


MAP_PICTURES = {
    "base": "base:\n    - image: art/own.png\n      points: [{hex: 0101, pixel: [1, 1]}, {hex: 0601, pixel: [59, 1]}, "
    "{hex: 0105, pixel: [1, 49]}]\n      replace: [ground]\n",
    "terrain": "terrain:\n    - {terrain: wood, image: art/own.png, fit: hex}\n",
    "symbols": "symbols:\n    - {image: art/own.png, rank: village, size: 0.5}\n",
}


@pytest.mark.parametrize("kind", MAP_PICTURES)
def test_a_picture_of_the_map_with_the_same_name_is_seen(kept: Cache, tmp_path: Path, kind: str) -> None:
    """Map, booklet and module show the map: none of them may take it from the time before."""
    battle = tmp_path / BATTLE.name
    shutil.copytree(BATTLE, battle)
    text = (battle / "map.yaml").read_text(encoding="utf-8") + "\nart:\n  " + MAP_PICTURES[kind]
    (battle / "map.yaml").write_text(text, encoding="utf-8")
    seen = []
    for n, color in enumerate(("#aa2020", "#2020aa")):
        _picture(color)(battle)
        files = _built(battle, tmp_path / f"kept{n}", kept)
        assert files == _built(battle, tmp_path / f"new{n}", None)
        seen.append(files)
    shown = {"map-print.pdf", "map-screen.png"} & set(files)
    assert shown and all(seen[0][name] != seen[1][name] for name in shown)


def test_an_option_among_all_is_seen(kept: Cache, tmp_path: Path) -> None:
    """All options but one have been built with, for each of them: what is built with all of them is none of that."""
    options: dict[str, Any] = {
        "screen_hex_px": 80,
        "language": "fr",
        "counter_mm": 16.0,
        "counter_flip": "short",
        "module_languages": ("pl",),
    }
    paper: dict[str, Any] = {"papers": ("letter",), "bleed": 0.5, "cut": "lines"}
    inks: dict[str, Any] = {"color": "cmyk", "proof": True}
    all_printing = PrintSettings(**paper, **inks)
    each = {
        "dpi": BuildOptions.of(dpi=60, printing=all_printing, **options),
        "paper": BuildOptions.of(dpi=70, printing=PrintSettings(**inks), **options),
        "inks": BuildOptions.of(dpi=70, printing=PrintSettings(**paper), **options),
    }
    for name in options:
        fewer = {key: value for key, value in options.items() if key != name}
        each[name] = BuildOptions.of(dpi=70, printing=all_printing, **fewer)
    whole = BuildOptions.of(dpi=70, printing=all_printing, **options)
    wanted, others = _built(BATTLE, tmp_path / "new", None, whole), {}
    for name, fewer in each.items():
        others[name] = _built(BATTLE, tmp_path / name, kept, fewer)
        assert others[name] != wanted, name
    assert _stale(_built(BATTLE, tmp_path / "kept", kept, whole), wanted, others) == []


def test_numbers_once_given_are_seen(kept: Cache, tmp_path: Path) -> None:
    battle = tmp_path / BATTLE.name
    shutil.copytree(BATTLE, battle)
    for number in (7, 8):
        lock = json.dumps({"pieces": {"unit:fr-17": number}, "content": {"unit:fr-17": "", "unit:gone": ""}})
        (battle / "vassal-ids.json").write_text(lock, encoding="utf-8")
        files = _built(battle, tmp_path / f"kept{number}", kept)
        assert files == _built(battle, tmp_path / f"new{number}", None)
        assert json.loads(files["build-report.json"])["pieces_since_lock"]["removed"] == ["unit:gone"]


def test_what_was_built_before_does_not_matter(tmp_path: Path) -> None:
    options = replace(OPTIONS, only=("counters", "vassal", "package"))
    battle = tmp_path / BATTLE.name
    shutil.copytree(BATTLE, battle)
    wanted = _built(battle, tmp_path / "wanted", None, options)
    cache = Cache(tmp_path / "cache")
    for number, name in enumerate(("a unit less", "the order of units", "a rating")):
        other = tmp_path / f"{number}" / BATTLE.name
        shutil.copytree(BATTLE, other)
        for change in CHANGES[name]:
            change(other)
        _built(other, tmp_path / f"out{number}", cache, options)
    assert _built(battle, tmp_path / "again", cache, options) == wanted


def test_every_product_can_be_lost(kept: Cache, tmp_path: Path) -> None:
    wanted = _built(BATTLE, tmp_path / "wanted", None)
    assert kept.folder is not None
    for n, file in enumerate(sorted(kept.folder.glob("*.jdg"))[::3]):
        file.write_bytes(file.read_bytes()[: 20 + n])
    assert _built(BATTLE, tmp_path / "damaged", kept) == wanted
    shutil.rmtree(kept.folder)
    assert _built(BATTLE, tmp_path / "deleted", kept) == wanted
