"""The engine package: written, checked by its schema, read back; refusals."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from jdgtools.derived import derive
from jdgtools.errors import InputRefused
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.package import EXPORTER, package_bytes, package_name, package_of
from jdgtools.loading import load as load_battle
from jdgtools.package import MAX_BYTES, load, loads
from jdgtools.package.model_play import AnyOf, NoneOf, TurnIs
from jdgtools.package.published_schema import schema_text
from jdgtools.schema import schema
from jdgtools.schema.registry import schema_folder

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]
READER = Path(__file__).with_name("stdlib_reader.py")


@cache
def battle(name):
    return load_battle(Path("scenarios") / name)


@cache
def data(name, number=0):
    found = battle(name)
    scenario = found.battle.scenarios[number]
    return package_of(found.battle, found.series, found.charts, scenario)


@cache
def content(name):
    return package_bytes(data(name))


def plain(name="teaching-jdg"):
    return json.loads(content(name))


def test_published_schema_is_that_of_the_types():
    """`python -m jdgtools.docs` writes it."""
    assert (schema_folder() / "package.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("name", BATTLES)
def test_schema_holds(name):
    from jsonschema import Draft202012Validator

    for number in range(len(battle(name).battle.scenarios)):
        package = json.loads(package_bytes(data(name, number)))
        problems = sorted(Draft202012Validator(schema("package")).iter_errors(package), key=str)
        assert not [f"{list(p.absolute_path)}: {p.message[:200]}" for p in problems]


@pytest.mark.parametrize("name", BATTLES)
def test_same_source_same_bytes(name):
    again = load_battle(Path("scenarios") / name)
    scenario = again.battle.scenarios[0]
    assert package_bytes(package_of(again.battle, again.series, again.charts, scenario)) == content(name)


@pytest.mark.parametrize("name", BATTLES)
def test_typed_package_says_what_the_battle_says(name):
    """JDG-4.3-b, JDG-7.4-a, JDG-6.2.1-b: costs, sight and zones of the package are those of the rules."""
    found = battle(name)
    scenario = found.battle.scenarios[0]
    derived = derive(found.battle, found.series, found.charts, scenario)
    package = loads(content(name))
    grid = found.battle.map.grid
    assert package.grid.ids == tuple(grid.id(i) for i in range(grid.size))
    assert package.terrain.levels == tuple(level or 0 for level in found.battle.map.levels)
    rules = found.series.movement
    # Asked for once: three million pairs of hexes.
    sight = derived.los.tolist()
    for i in grid.hexes:
        assert package.terrain.at(i) == found.battle.map.terrain[i]
        assert [package.sight.sees(i, j) for j in grid.hexes] == sight[i]
        for d in range(6):
            for unit_class in rules.classes:
                step = rules.step(derived.map_rules, i, d, unit_class)
                closed = derived.map_rules.why_closed(i, d, unit_class)
                assert package.movement.cost(unit_class, i, d) == (None if closed else step.cost)
                if hasattr(rules, "step_near_enemy"):
                    step = rules.step_near_enemy(derived.map_rules, i, d, unit_class)
                near = package.movement.cost(unit_class, i, d, near_enemy=True)
                assert near == (None if closed else step.cost)
                if derived.zoc is not None:
                    zone = derived.zoc.reaches(derived.map_rules, i, d, unit_class)[0]
                    assert bool(package.zones[unit_class][i] >> d & 1) == zone
    assert (package.zones is None) == (derived.zoc is None)
    assert [u.id for u in package.units] == [u.id for u in found.battle.units]
    for unit, model in zip(package.units, found.battle.units, strict=True):
        for key, value in model.front.items():
            assert unit.front[key] == value
            assert unit.back[key] == model.value(key, back=True)
    assert [s.piece for s in package.setup] == [p.piece for p in scenario.placements]
    assert {k: package.options[k] for k in package.options} == {
        o.id: found.battle.option(o.id, scenario) for o in found.battle.series.options
    }
    assert set(package.book.charts) == set(found.charts.charts)
    for chart in found.charts:
        for keys, cell in chart.cells.items():
            kept = package.book.get(chart.id).cell(*keys)
            assert (kept.value, kept.kind, kept.refs) == (cell.value, cell.kind, cell.refs)


def test_overrides_and_provenance_are_kept():
    """The teaching battle changes TBL-TEC for gardens."""
    cell = loads(content("teaching-jdg")).book.get("TBL-TEC-HEX").cell("garden", "infantry")
    assert cell.kind == "battle"


def test_victory_is_a_tree():
    package = loads(content("teaching-jdg"))
    late = next(a for a in package.victory.automatic if a.id == "late")
    assert list(map(type, late.when.parts)) == [TurnIs, NoneOf, AnyOf]
    assert late.when.parts[1].parts[0].hexes == (package.grid.index("0402"),)
    assert package.victory.holder(package.grid.index("0104")) == "austria"


def test_removed_markers_and_scenario_counts():
    package = loads(content("teaching-jdg"))
    scenario = battle("teaching-jdg").battle.scenarios[0]
    assert not {m.id for m in package.activation} & scenario.removed_markers
    assert package.markers["orders_received"] == 6


@pytest.mark.parametrize("name", BATTLES)
def test_standard_library_and_schema_are_enough(name, tmp_path):
    """A stranger's program: no jdgtools, no site-packages."""
    file = tmp_path / "battle.jdgpkg"
    file.write_bytes(content(name))
    command = [sys.executable, "-I", "-S", READER, file, schema_folder() / "package.schema.json"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    facts, package = json.loads(done.stdout), loads(content(name))
    size = package.grid.size
    assert facts["hexes"] == sum(package.grid.in_play)
    assert facts["seen"] == sum(package.sight.sees(i, j) for i in range(size) for j in range(size))
    assert facts["units"] == [u.id for u in package.units]
    assert facts["costs"] == {
        name: sum(c for c in steps.cost if c > 0) for name, steps in package.movement.steps.items()
    }


def test_standard_library_reader_fails_on_a_bad_package(tmp_path):
    bad = plain()
    bad["units"][0]["footprint"] = 3
    file = tmp_path / "bad.jdgpkg"
    file.write_text(json.dumps(bad), encoding="utf-8")
    command = [sys.executable, "-I", "-S", READER, file, schema_folder() / "package.schema.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "footprint" in done.stderr


def test_exporter_writes_one_file_for_each_scenario(tmp_path):
    found = battle("teaching-jdg")
    context = BuildContext(found.battle, found.series, found.charts, found.folder)
    assert EXPORTER.export(context, tmp_path) == []
    names = [package_name(found.battle, s) for s in found.battle.scenarios]
    assert tuple(names) == EXPORTER.outputs(found)
    assert names[0] == "teaching-jdg-battle.jdgpkg"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(names)
    assert load(tmp_path / names[0]) == loads(content("teaching-jdg"))


def modifier(package):
    """Return the first line of the modifiers of fire."""
    return next(c for c in package["charts"] if c["id"] == "TBL-FIRE-DRM")["axes"][0]["keys"][0]


def computed(package):
    """Return the rule by which terrain modifies fire."""
    chart = next(c for c in package["charts"] if c["id"] == "TBL-FIRE-DRM")
    return next(c["value"] for c in chart["cells"] if c["at"] == ["terrain", "normal"])


def difference(side):
    return {"kind": "difference", "side": side, "low": 1, "high": None}


DAMAGE = {
    "version": (lambda p: p.update(version=2), "version 2 is newer"),
    "version-text": (lambda p: p.update(version="1"), "not a package (expected a whole number)"),
    "format": (lambda p: p.update(format="zip"), "not a package"),
    "missing": (lambda p: p.pop("units"), "`units` is missing"),
    "costs-short": (lambda p: p["movement"]["steps"]["infantry"]["cost"].pop(), "cost: expected"),
    "cost-bool": (
        lambda p: p["movement"]["steps"]["cavalry"]["cost"].__setitem__(0, True),
        "cost[0]: expected a whole number",
    ),
    "class-missing": (lambda p: p["movement"]["steps"].pop("cavalry"), "`cavalry` is missing"),
    "hex-out": (lambda p: p["setup"][0].update(hexes=[9999]), "setup[0].hexes: expected whole numbers up to"),
    "hex-behind-the-last": (
        lambda p: p["setup"][0].update(hexes=[30]),
        "setup[0].hexes: expected whole numbers up to 29, not 30",
    ),
    "step-behind-the-last": (
        lambda p: p["movement"]["steps"]["infantry"]["disorders"].append(180),
        "disorders: expected whole numbers up to 179",
    ),
    "axial-off": (
        lambda p: p["lines"]["axial"].__setitem__(2, 5),
        "lines.axial: hex 1 does not lie in direction 2 of 0",
    ),
    "axial-far": (
        lambda p: p["lines"].update(axial=[n + 10**6 for n in p["lines"]["axial"]]),
        "lines.axial: no hex of the map lies 100000",
    ),
    "facing": (lambda p: p["setup"][0].update(facing=6), "setup[0].facing: expected a whole number <= 5"),
    "sight": (lambda p: p["sight"].update(bits="AAAA"), "bits: expected"),
    "base64": (lambda p: p["sight"].update(bits="é!"), "bits: invalid base64"),
    "neighbour": (lambda p: p["grid"]["neighbours"].__setitem__(3, 10**6), "neighbours[3]: expected"),
    "columns": (lambda p: p["grid"].update(columns=10**5), "columns: expected a whole number <= 1000"),
    "hexes": (lambda p: p["grid"].update(columns=1000, rows=1000), "1000000 hexes; 40000 is the most"),
    "condition": (
        lambda p: p["victory"]["awards"][0]["when"].update(kind="luck"),
        "victory.awards[0].when.kind: invalid value 'luck'",
    ),
    "predicate": (
        lambda p: modifier(p)["when"].update(kind="luck"),
        "when.kind: invalid value 'luck'",
    ),
    "fact": (
        lambda p: modifier(p).update(when={"kind": "fact", "fact": "luck"}),
        "invalid enum value 'luck'",
    ),
    "rule": (lambda p: computed(p).pop("rule"), "charts: damaged"),
    "rule-member": (lambda p: computed(p).update(column=3), "charts: damaged"),
    "chart": (lambda p: p["charts"][0]["cells"].pop(), "charts: damaged"),
    "setup-places": (lambda p: p["setup"][0].update(box="reserve"), "setup[0]: expected one of"),
    "setup-nowhere": (lambda p: p["setup"][0].pop("hexes"), "setup[0]: expected one of"),
    "region-out": (lambda p: p["regions"][0]["hexes"].append(9999), "regions[0].hexes: expected whole"),
    "held-out": (lambda p: p["victory"]["held"][0].update(hex=9999), "victory.held: expected whole"),
    "step-out": (lambda p: p["movement"]["steps"]["infantry"]["disorders"].append(99999), "disorders: exp"),
    "terrain-out": (lambda p: p["terrain"]["hexes"].__setitem__(0, 99), "terrain.hexes: expected whole"),
    "zone-short": (lambda p: p["zones"]["infantry"].pop(), "zones.infantry: expected 30 entries, not 29"),
    "edge-missing": (lambda p: p["grid"]["edges"].pop("N"), "grid.edges: expected 4 entries"),
    "beside-itself": (
        lambda p: p["grid"]["neighbours"].__setitem__(3, 0),
        "grid.neighbours[3]: hex 0 is not beside hex 0 in turn",
    ),
    "beside-one-way": (
        lambda p: p["grid"]["neighbours"].__setitem__(2, 7),
        "grid.neighbours[2]: hex 0 is not beside hex 7 in turn",
    ),
    "far-neighbour": (
        lambda p: p["lines"]["axial"].__setitem__(0, 5),
        "lines.axial: hex 1 does not lie in direction 2 of 0",
    ),
    "die-endless": (
        lambda p: p["series"]["dice"][0].update(high=2**62),
        "series.dice[0].high",
    ),
    "die-upside-down": (
        lambda p: p["series"]["dice"][0].update(low=99),
        "series.dice[0]: expected a lowest face of at most 9, not 99",
    ),
    "dice-of-one-name": (
        lambda p: p["series"]["dice"].append(p["series"]["dice"][0]),
        "series.dice[1].id: `d10` stands twice",
    ),
    "unit-class": (
        lambda p: p["units"][1].update({"class": "x"}),
        "units[1].class: `x` is no movement class",
    ),
    "unit-side": (lambda p: p["units"][1].update(side="x"), "units[1].side: `x` is no side of the package"),
    "marker-command": (
        lambda p: p["activation"][0]["commands"].append("x"),
        "activation[0].commands: `x` is no command",
    ),
    "arrival-piece": (
        lambda p: p["arrivals"][0]["stacks"][0].__setitem__(0, "x"),
        "arrivals[0].stacks: `x` is no unit or",
    ),
    "held-side": (lambda p: p["victory"]["held"][0].update(side="x"), "victory.held[0].side: `x` is no side"),
    "condition-side": (
        lambda p: p["victory"]["automatic"][0].update(when={"kind": "not", "parts": [difference("x")]}),
        "victory.automatic[0].when.parts[0].side: `x` is no side of the package",
    ),
    "state": (
        lambda p: p["setup"][0].update(state={"level": "x"}),
        "setup[0].state.level: `x` is no state of the",
    ),
    "axis": (lambda p: p["setup"][0].update(state={"x": "routed"}), "setup[0].state.x: `routed` is no state"),
    "language": (lambda p: p["units"][0].update(name={"english": "x"}), "units[0].name"),
    "list": (lambda p: p.update(units={}), "units: expected a list"),
    "object": (lambda p: p.update(units=[1]), "units[0]: expected an object"),
    "name": (lambda p: p["units"][0].update(name="x"), "units[0].name: expected an object"),
}


@pytest.mark.parametrize("case", sorted(DAMAGE))
def test_damaged_packages_are_refused_in_one_line(case):
    damage, expected = DAMAGE[case]
    package = plain()
    damage(package)
    with pytest.raises(InputRefused) as error:
        loads(json.dumps(package).encode(), "mill.jdgpkg")
    message = str(error.value)
    assert message.startswith("mill.jdgpkg") and expected in message and "\n" not in message


@pytest.mark.parametrize(
    ("bytes_", "expected"),
    [
        (b"", "damaged: it ends too early"),
        (b'{"format": "jdgpkg",\n "version" 1}', "damaged: line 2: not JSON"),
        (b"PK\x03\x04\xff\xfe", "not a package (no UTF-8 text)"),
        (b"[1]", "not a package (expected an object)"),
        (b'{"format": "jdgpkg", "version": NaN}', "damaged"),
        (b'{"format": "jdgpkg", "version": 1.5}', "not a package (expected a whole number)"),
        (b'{"format": "jdgpkg", "version": 1, "x":' + b"[" * 200_000, "nested too deeply"),
        (b'{"format": "jdgpkg", "version": ' + b"9" * 5000 + b"}", "out of range"),
        (b"x" * (MAX_BYTES + 1), "larger than 64 MiB"),
    ],
)
def test_other_files_are_refused_in_one_line(bytes_, expected):
    with pytest.raises(InputRefused) as error:
        loads(bytes_)
    assert expected in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('{"format":', '{"seed": 1, "seed": 1, "format":', ": `seed`"),
        ('"units": [{', '"units": [{"id": "another", ', ".units[0]: `id`"),
        ('"units": [{', '"units": [{"x": 1, "x": ' + "9" * 5000 + ", ", ".units[0]: `x`"),
        ('"victory": {', '"victory": {"y": [0, {"a": {"b": 1, "b": 2}}], ', ".victory.y[1].a: `b`"),
    ],
)
def test_a_member_that_stands_twice_is_refused_at_its_place(old, new, place):
    text = json.dumps(plain())
    assert text.count(old) == 1
    with pytest.raises(InputRefused) as error:
        loads(text.replace(old, new).encode(), "mill.jdgpkg")
    assert str(error.value) == f"mill.jdgpkg{place} stands twice; an object has every member once"


def test_condition_bomb():
    package = plain()
    tree = {"kind": "always"}
    for _ in range(60):
        tree = {"kind": "not", "parts": [tree]}
    package["victory"]["awards"][0]["when"] = tree
    with pytest.raises(InputRefused, match="nested too deeply"):
        loads(json.dumps(package).encode())


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(InputRefused, match="there is no such file"):
        load(tmp_path / "none.jdgpkg")
    with pytest.raises(InputRefused):
        load(tmp_path)


def test_engine_loads_nothing_else(tmp_path):
    """Loading a package imports neither numpy nor the front half of jdgtools."""
    file = tmp_path / "battle.jdgpkg"
    file.write_bytes(content("teaching-jdg"))
    script = (
        "import sys, jdgtools.package as p; p.load(sys.argv[1]);"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('numpy', 'shapely', 'yaml', 'jsonschema')"
        " or m.startswith(('jdgtools.source', 'jdgtools.series', 'jdgtools.checks', 'jdgtools.derived'))];"
        "sys.exit(' '.join(bad) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_package_of_a_battle_is_small():
    """Less than a megabyte, and a quarter of that when it is compressed as a server sends it."""
    for number in range(len(battle("rolica-1808").battle.scenarios)):
        package = package_bytes(data("rolica-1808", number))
        assert len(package) < 1_000_000 and len(gzip.compress(package)) < 250_000


def test_axes_that_ask_for_endless_cells_are_refused_at_once():
    plain = json.loads(content("teaching-jdg"))
    chart = max(plain["charts"], key=lambda one: len(one["axes"]))
    chart["axes"] = chart["axes"] * 20
    with pytest.raises(InputRefused, match=r"its axes ask for [0-9,]+ cells, more than 100,000"):
        loads(json.dumps(plain).encode(), "odd.jdgpkg")
