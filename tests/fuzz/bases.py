"""What is damaged: bundled battles, small projects with art, GIS data and spreadsheets, modules, packages."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from jdgtools.source import read_yaml
from tests.fuzz.sheets import ods, xlsx

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
Files = dict[str, bytes]
"""Path inside the project -> content."""


def bundled(name: str) -> Files:
    """The files of a bundled battle."""
    folder = SCENARIOS / name
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _replaced(text: bytes, old: str, new: str) -> bytes:
    assert text.count(old.encode()) == 1, old
    return text.replace(old.encode(), new.encode())


def json_project() -> Files:
    """The teaching battle, every YAML file written as JSON."""
    made: Files = {}
    for name, content in bundled("teaching-jdg").items():
        if not name.endswith(".yaml"):
            made[name] = content
            continue
        node, problems = read_yaml(content.decode(), name)
        assert node is not None and not problems
        text = json.dumps(node.to_plain(), ensure_ascii=False, indent=1)
        made[name.replace(".yaml", ".json")] = text.replace(".yaml", ".json").encode()
    return made


def _oob_rows() -> list[list[str]]:
    return list(csv.reader(io.StringIO(bundled("teaching-jdg")["oob.csv"].decode())))


def sheet_project(suffix: str) -> Files:
    """The teaching battle with its order of battle and a setup as spreadsheets."""
    files = bundled("teaching-jdg")
    write: Callable[[list[list[str]]], bytes] = xlsx if suffix == "xlsx" else ods
    del files["oob.csv"]
    files[f"oob.{suffix}"] = write(_oob_rows())
    files["battle.yaml"] = _replaced(files["battle.yaml"], "oob.csv", f"oob.{suffix}")
    rows = list(csv.reader(io.StringIO(files.pop("scenarios/dawn-austria.csv").decode())))
    files[f"scenarios/dawn-austria.{suffix}"] = write(rows)
    dawn = files["scenarios/dawn.yaml"]
    files["scenarios/dawn.yaml"] = _replaced(dawn, "dawn-austria.csv", f"dawn-austria.{suffix}")
    return files


ASHBY = b"""format: 1
id: ashby
series: jdg
title: Ashby
scale: regiment
map: map.yaml
oob: []
scenarios: [scenario.yaml]
sides:
  - {id: a, name: Alphas, colour: "#33559b"}
  - {id: b, name: Betas, colour: "#c8b24a"}
leaders:
  - {id: ay, name: Ay, side: a, role: commander_in_chief, values: {drm: 1, capacity: 3, range: 4, movement: 7, strategic: true}}
  - {id: bee, name: Bee, side: b, role: commander_in_chief, values: {drm: 0, capacity: 2, range: 4, movement: 7, strategic: true}}
"""
ASHBY_SCENARIO = b"""format: 1
id: s
title: S
turns: [{number: 1}, {number: 2}]
sides:
  - {side: a, rout_edge: W}
  - {side: b, rout_edge: E}
setup:
  - {leader: ay, hex: 0203}
  - {leader: bee, hex: 1105}
victory:
  awards:
    - {id: one, name: Ashby, side: a, points: 1, when: {holds: {side: a, hexes: [0605]}}}
    - {id: two, name: Hill, side: b, points: 1, when: {holds: {side: b, region: hill}}}
"""


def gis_project() -> Files:
    """A battle whose map is the worked example of docs/gis.md."""
    page = (ROOT / "docs" / "gis.md").read_text(encoding="utf-8")
    files: Files = {
        "battle.yaml": ASHBY,
        "scenario.yaml": ASHBY_SCENARIO,
    }
    for name, kind in (("map.yaml", "yaml"), ("ground.geojson", "json")):
        found = re.search(rf"^`{name}`:\n\n```{kind}\n(.*?)```", page, re.S | re.M)
        assert found is not None, name
        files[name] = found[1].encode()
    return files


def picture(form: str, size: tuple[int, int], mode: str = "RGB", seed: int = 1) -> bytes:
    """A picture of coarse noise."""
    from PIL import Image

    rng = random.Random(seed)
    small = Image.new("RGB", (8, 8))
    small.putdata([(rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(64)])
    out = io.BytesIO()
    small.resize(size).convert(mode).save(out, form)
    return out.getvalue()


DRAWING = b"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120">
  <defs>
    <linearGradient id="shade"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#364"/></linearGradient>
    <clipPath id="edge"><circle cx="60" cy="60" r="55"/></clipPath>
    <g id="tower"><rect x="-8" y="-30" width="16" height="30" fill="#777"/></g>
  </defs>
  <g clip-path="url(#edge)" transform="translate(2 3) scale(0.95)">
    <rect width="120" height="120" fill="url(#shade)"/>
    <path d="M10 80 C 30 40, 60 40, 80 80 S 110 100, 115 60 Z" fill="#a33" stroke="#000" stroke-width="2"/>
    <ellipse cx="60" cy="50" rx="20" ry="12" fill="none" stroke="#00f" stroke-dasharray="4 2"/>
    <use href="#tower" x="60" y="90"/>
    <text x="20" y="110" font-size="12" fill="#222">Valmar</text>
    <polygon points="5,5 20,5 12,18" opacity="0.5"/>
  </g>
</svg>
"""

PRINT = b"""format: 1
preset: home
paper: [a4, letter]
orientation: upright
counter: 15mm
markers: 13
flip: short
blank: ground
bleed: 1.2
gutter: 0
safe: 0.6
corners: 0.5
proof: false
color: rgb
margins: [5, 6]
cut: {style: lines, sides: both, width: 0.1}
back: {offset: [0.5, -0.3], scale: [1.001, 1]}
tiles: {paper: [a4], overlap: 10}
"""

THEME = """theme:
  name: classic
  map: {grid: {width: 0.2}, ground: {"0": "#e6dfc4"}}
"""


def art_project() -> Files:
    """The teaching battle with pictures of its own on map and counters, print settings and a theme."""
    files = bundled("teaching-jdg")
    rows = _oob_rows()
    rows[0].append("art")
    for row in rows[1:]:
        row.append({"fr-13l": "art/light.svg", "au-hus": "art/hussar.png"}.get(row[0], ""))
    files["oob.csv"] = "".join(",".join(row) + "\n" for row in rows).encode()
    files["map.yaml"] += b"""
art:
  base:
    - image: art/scan.jpg
      points:
        - {hex: 0101, pixel: [40, 40]}
        - {hex: 0601, pixel: [360, 60]}
        - {hex: 0105, pixel: [42, 300]}
  terrain:
    - {terrain: wood, image: art/woods.png, fit: tile, size: 2}
  symbols:
    - {image: art/mill.svg, places: hamlet, size: 0.6}
"""
    files["battle.yaml"] = _replaced(
        files["battle.yaml"], "theme:\n  name: classic\n  map: {grid: {width: 0.15}}\n", THEME
    )
    files["print.yaml"] = PRINT
    files["art/light.svg"] = files["art/mill.svg"] = DRAWING
    files["art/hussar.png"] = picture("PNG", (90, 70), "RGBA")
    files["art/woods.png"] = picture("PNG", (64, 64), "P", 2)
    files["art/scan.jpg"] = picture("JPEG", (400, 340), "RGB", 3)
    return files


def drawn_project() -> Files:
    """The same with a drawing as its base map."""
    files = art_project()
    del files["art/scan.jpg"]
    files["art/plan.svg"] = DRAWING
    text = files["map.yaml"]
    for old, new in (
        ("art/scan.jpg", "art/plan.svg"),
        ("[40, 40]", "[12, 12]"),
        ("[360, 60]", "[108, 18]"),
        ("[42, 300]", "[12.6, 90]"),
    ):
        text = _replaced(text, old, new)
    files["map.yaml"] = text
    return files


@cache
def theme_keys() -> list[str]:
    """All keys of a theme that the reference page names, such as `map.grid.width`."""
    found, section = [], ""
    for line in (ROOT / "docs" / "reference" / "theme.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## `([^`]+)`", line):
            section = heading[1] + "."
        elif row := re.match(r"\| `([a-z_0-9]+)`", line):
            found.append(section + row[1])
    return found


PROJECTS: dict[str, Callable[[], Files]] = {
    "teaching-jdg": lambda: bundled("teaching-jdg"),
    "teaching-afe": lambda: bundled("teaching-afe"),
    "teaching-mpbs": lambda: bundled("teaching-mpbs"),
    "rolica-1808": lambda: bundled("rolica-1808"),
    # Slips alone are made in these.
    "vimeiro-1808": lambda: bundled("vimeiro-1808"),
    "edgehill-1642": lambda: bundled("edgehill-1642"),
    "bremule-1119": lambda: bundled("bremule-1119"),
    "json": json_project,
    "xlsx": lambda: sheet_project("xlsx"),
    "ods": lambda: sheet_project("ods"),
    "gis": gis_project,
    "art": art_project,
    "drawn": drawn_project,
}


@cache
def project(name: str) -> Files:
    """The files of a base project."""
    return PROJECTS[name]()


def modules(name: str) -> Files:
    """What a bundled battle becomes: `own.vmod`, and a package of each scenario."""
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.exporters.package import package_bytes, package_of
    from jdgtools.exporters.vassal import make_module
    from jdgtools.loading import load

    loaded = load(SCENARIOS / name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions.of(screen_hex_px=48)
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options)
    files = {"own.vmod": make_module(context).module.data()}
    for scenario in loaded.battle.scenarios:
        package = package_of(loaded.battle, loaded.series, loaded.charts, scenario)
        files[f"{scenario.id}.jdgpkg"] = package_bytes(package)
    return files


def foreign_module() -> Files:
    """A small module that jdgtools did not make, and a saved game of it."""
    from tests.unit.importers.modules import foreign, save

    saved = save(("Foy", 3, 60, 60, 0), ("Ney", 4, 160, 160, 2), ("Durutte", 2, 260, 260, 1))
    return {"old.vmod": foreign(saves={"one.vsav": saved}).data(), "one.vsav": saved.data()}


def synthetic_module() -> Files:
    """A module with every trait and component of the format."""
    from tests.unit.vassal.synthetic import module

    return {"every.vmod": module().data()}
