"""Edits of an imported project that a build writes into its module, read again by the format layer."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.building import build
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.write import write_project
from jdgtools.loading import check
from jdgtools.vassal.build import make, piece_slot
from jdgtools.vassal.components import Component
from jdgtools.vassal.moves import pieces_of, with_texts
from jdgtools.vassal.package import Module, SaveFile, read_module
from jdgtools.vassal.traits import BasicPiece, Layer, Marker, Piece, PropertySheet, Rotator, Stack
from tests.unit.importers.modules import foreign, picture, save, unit
from tests.unit.importers.test_edits import BATTLE, NOON, UNITS, edit
from tests.unit.importers.test_foreign import START

RULES = r"""format: 1
ratings:
  strength: SP
  quality: {from: Values, match: '(\d+)-(\d+)-(\d+)', group: 2}
  movement: {from: Values, match: '(\d+)-(\d+)-(\d+)', group: 3}
"""
SETUPS = (NOON, "scenarios/dusk.yaml")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a project whose module has two saved games, and ratings in properties."""
    rules = tmp_path_factory.mktemp("rules") / "rules.yaml"
    rules.write_text(RULES, encoding="utf-8")
    module = foreign(saves={"Noon": save(*START), "Dusk": save(*START)})
    return dict(import_module(module.data(), ImportOptions(rules=rules)).files)


@pytest.fixture
def project(files: dict[str, bytes], tmp_path: Path) -> Path:
    write_project(tmp_path / "p", files)
    return tmp_path / "p"


def built(project: Path) -> Module:
    loaded = check(project)
    assert [str(problem) for problem in loaded.report] == []
    result = build(loaded, project.parent / "out")
    assert result.losses == ()
    return read_module(result.products[0].path)


def slots(module: Module, name: str) -> list[Piece]:
    """The pieces of a name that palettes, decks and stacks hold."""
    pieces = [slot.piece() for kind in ("PieceSlot", "CardSlot") for slot in module.root.find(kind)]
    return [piece for piece in pieces if piece.name == name]


def placed(module: Module, setup: str) -> dict[str, Piece]:
    """The pieces of a saved game by name."""
    return {
        piece.name: piece
        for _, piece in pieces_of(module.save(setup).root)
        if isinstance(piece.basic, BasicPiece)
    }


def marks(piece: Piece) -> dict[str, str]:
    return {name: value for trait in piece.all(Marker) for name, value in trait.pairs()}


def table(project: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((project / UNITS).read_text(encoding="utf-8"))))


def write_table(project: Path, rows: list[dict[str, str]]) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (project / UNITS).write_text(out.getvalue(), encoding="utf-8")


def the_rest_is_unused(project: Path) -> None:
    for file in SETUPS:
        text = (project / file).read_text(encoding="utf-8")
        lines = [line if not line.startswith("unused:") else "unused: rest" for line in text.splitlines()]
        (project / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_ratings_are_written_into_the_properties_that_show_them(project: Path) -> None:
    rows = table(project)
    foy = next(row for row in rows if row["id"] == "foy")
    assert (foy["strength"], foy["quality"], foy["movement"]) == ("6", "6", "7")
    foy |= {"strength": "11", "quality": "10", "movement": "0"}
    write_table(project, rows)
    module = built(project)
    (piece,) = slots(module, "Foy")
    assert marks(piece) == {"SP": "11", "Values": "5-10-0"}
    assert [marks(p)["Values"] for p in slots(module, "Durutte")] == ["5-6-7"]


def named_units(*names: str) -> Component:
    """A folder of French units, each with a picture of its own."""
    slots = [piece_slot(unit(name, "u1.png", Id=str(n)), 200 + n) for n, name in enumerate(names)]
    return make("PieceWindow", {"name": "More"}, [make("BoxWidget", {"entryName": "French"}, slots)])


def reimported(project: Path, rules: Path | None = None) -> dict[str, dict[str, str]]:
    path = build(check(project), project.parent / "out").products[0].path
    files = import_module(path, ImportOptions(rules=rules)).files
    rows = csv.DictReader(io.StringIO(files[UNITS].decode("utf-8")))
    return {row["name"]: row for row in rows}


@pytest.fixture
def ratings_in_names(tmp_path: Path) -> Path:
    window = named_units("Infantry_3-2", "Horse_4-3_Light", "Guns_1-1-4", "5-4")
    write_project(tmp_path / "p", import_module(foreign(more=[window]).data()).files)
    return tmp_path / "p"


@pytest.mark.parametrize(("name", "edit", "written"), [
    ("Infantry", {"strength": "10"}, "Infantry_10-2"),
    ("Infantry", {"strength": "10", "movement": "0"}, "Infantry_10-0"),
    ("Infantry", {"name": "Old Guard"}, "Old Guard_3-2"),
    ("Infantry", {"name": "Old Guard", "strength": "12", "movement": "11"}, "Old Guard_12-11"),
    ("Horse Light", {"strength": "9"}, "Horse_9-3_Light"),
    ("Horse Light", {"name": "Lancers", "movement": "12"}, "Lancers_4-12"),
    ("Guns", {"movement": "3"}, "Guns_1-1-3"),
    ("5-4", {"name": "Sappers"}, "Sappers_5-4"),
])  # fmt: skip
def test_a_name_keeps_the_ratings_that_it_shows(
    ratings_in_names: Path, name: str, edit: dict[str, str], written: str
) -> None:
    rows = table(ratings_in_names)
    row = next(row for row in rows if row["name"] == name)
    row |= edit
    write_table(ratings_in_names, rows)
    assert len(slots(built(ratings_in_names), written)) == 1
    again = reimported(ratings_in_names)[row["name"]]
    assert [again[key] for key in ("strength", "movement")] == [row["strength"], row["movement"]]


def test_a_new_unit_shows_its_ratings_as_the_others_do(ratings_in_names: Path) -> None:
    rows = table(ratings_in_names)
    like = next(row for row in rows if row["name"] == "Infantry")
    write_table(ratings_in_names, [*rows, like | {"id": "jagers", "name": "Jagers", "strength": "6"}])
    assert len(slots(built(ratings_in_names), "Jagers_6-2")) == 1
    assert reimported(ratings_in_names)["Jagers"]["strength"] == "6"
    for strength in ("21", ""):
        write_table(
            ratings_in_names, [*rows, like | {"id": "jagers", "name": "Jagers", "strength": strength}]
        )
        assert "GEN180" in [p.code for p in check(ratings_in_names).report], strength


@pytest.mark.parametrize(("name", "value"), [("Infantry", "21"), ("Infantry", ""), ("5-4", "6")])
def test_a_rating_that_a_name_cannot_show_is_an_error(ratings_in_names: Path, name: str, value: str) -> None:
    rows = table(ratings_in_names)
    next(row for row in rows if row["name"] == name)["strength"] = value
    write_table(ratings_in_names, rows)
    assert [p.message.partition(" of ")[0] for p in check(ratings_in_names).report] == ["`strength`"]


def test_a_name_that_rules_read_is_written_where_they_read_it(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "format: 1\nratings:\n  strength: {from: name, match: '_(\\d+)-'}\n"
        "  movement: {from: name, match: '#(\\d)'}\n",
        encoding="utf-8",
    )
    window = named_units("Infantry_3-2", "Horse #4")
    files = import_module(foreign(more=[window]).data(), ImportOptions(rules=rules)).files
    project = tmp_path / "p"
    write_project(project, files)
    rows = table(project)
    next(row for row in rows if row["name"] == "Infantry")["strength"] = "7"
    write_table(project, rows)
    assert len(slots(built(project), "Infantry_7-2")) == 1
    next(row for row in rows if row["name"] == "Horse #4")["name"] = "Cuirassiers"
    write_table(project, rows)
    assert [p.code for p in check(project).report] == ["GEN180"]


def test_a_side_has_its_new_name_in_roster_and_palette(project: Path) -> None:
    edit(project, BATTLE, "name: French", "name: The French & allies")
    module = built(project)
    (roster,) = module.root.find("PlayerRoster")
    assert [e.full_text() for e in roster.children if e.tag == "entry"][:2] == [
        "The French & allies",
        "Prussians",
    ]
    assert [c.get("entryName") for c in module.root.find("BoxWidget")] == ["The French & allies", "Prussians"]
    again = import_module(module.data()).files[BATTLE].decode("utf-8")
    assert "The French & allies" in again and "name: French" not in again


def test_a_side_that_the_module_asks_for_keeps_its_name(tmp_path: Path) -> None:
    window = make("PrivateMap", {"mapName": "Plans", "side": "French"})
    write_project(tmp_path / "p", import_module(foreign(more=[window]).data()).files)
    edit(tmp_path / "p", BATTLE, "name: French", "name: Gauls")
    problems = [p for p in check(tmp_path / "p").report if p.code == "GEN180"]
    assert ["`name` of side `french`" in p.message for p in problems] == [True]


def test_a_setup_has_its_new_title_in_the_menu(project: Path) -> None:
    edit(project, NOON, "title: Noon", "title: High noon")
    setups = [(c.get("name"), c.get("file")) for c in built(project).root.find("PredefinedSetup")]
    assert setups == [("High noon", "Noon.vsav"), ("Dusk", "Dusk.vsav")]


def test_a_unit_that_has_gone_is_in_no_palette_and_no_game(project: Path) -> None:
    write_table(project, [row for row in table(project) if row["id"] != "foy"])
    the_rest_is_unused(project)
    for file in SETUPS:
        text = (project / file).read_text(encoding="utf-8")
        kept = [line for line in text.splitlines() if "unit: foy" not in line]
        (project / file).write_text("\n".join(kept) + "\n", encoding="utf-8")
    module = built(project)
    assert slots(module, "Foy") == []
    for setup in ("Noon.vsav", "Dusk.vsav"):
        assert sorted(placed(module, setup)) == ["13. Brigade", "Marcognet"]
        stacks = [p.basic.pieces for _, p in pieces_of(module.save(setup).root) if isinstance(p.basic, Stack)]
        assert sorted(len(ids) for ids in stacks) == [1, 1]
    units = import_module(module.data()).files[UNITS].decode("utf-8")
    assert "Foy" not in units and "Durutte" in units


def test_a_new_unit_is_in_the_palette_and_stands_where_it_is_placed(project: Path) -> None:
    rows = table(project)
    foy = next(row for row in rows if row["id"] == "foy")
    new = {**foy, "id": "ney", "name": "Ney; new", "strength": "12", "art": "art/counters/ney.png"}
    write_table(project, [*rows, new])
    front = picture(colour=(1, 2, 3))
    (project / "art/counters/ney.png").write_bytes(front)
    the_rest_is_unused(project)
    edit(project, NOON, "setup:\n", 'setup:\n  - {unit: ney, hex: "0302", facing: SE}\n')
    module = built(project)
    assert module.entries["images/counters-ney.png"] == front
    (piece,) = slots(module, "Ney; new")
    assert isinstance(piece.basic, BasicPiece) and piece.basic.image == "counters-ney.png"
    assert marks(piece) == {"SP": "12", "Values": "5-6-7"}
    (slot,) = (s for s in module.root.find("PieceSlot") if s.get("entryName") == "Ney; new")
    gpids = [s.get("gpid") for kind in ("PieceSlot", "CardSlot") for s in module.root.find(kind)]
    assert len(set(gpids)) == len(gpids) and module.root.get("nextPieceSlotId") == str(
        int(slot.get("gpid")) + 1
    )
    (counter,) = (p for name, p in placed(module, "Noon.vsav").items() if name == "Ney; new")
    assert counter.gpid == slot.get("gpid")
    assert "Ney; new" not in placed(module, "Dusk.vsav")
    ids = dict(pieces_of(module.save("Noon.vsav").root))
    (stack,) = (p.basic for p in ids.values() if isinstance(p.basic, Stack) and counter.id in p.basic.pieces)
    assert isinstance(counter.basic, BasicPiece)
    assert (stack.map, stack.x, stack.y) == ("Main", counter.basic.x, counter.basic.y)
    assert list(ids).index(counter.id) < min(
        n for n, p in enumerate(ids.values()) if isinstance(p.basic, Stack)
    )
    again = import_module(module.data())
    assert 'hex: "0302", facing: SE' in again.files[NOON].decode("utf-8")
    assert "Ney; new" in again.files[UNITS].decode("utf-8")


def test_a_piece_of_the_palette_comes_into_a_setup_on_top_of_those_there(project: Path) -> None:
    edit(project, NOON, "setup:\n", 'setup:\n  - {unit: durutte, hex: "0102", facing: SW}\n')
    edit(project, NOON, 'unused: ["14-brigade", durutte]', 'unused: ["14-brigade"]')
    again = import_module(built(project).data()).files[NOON].decode("utf-8")
    lines = [line for line in again.splitlines() if '"0102"' in line]
    assert [("durutte" in line, "foy" in line) for line in lines] == [(True, False), (False, True)]
    assert "facing: SW" in lines[0]


def test_a_piece_without_a_rotator_cannot_be_turned(tmp_path: Path) -> None:
    start = (("Marcognet", 1, 60, 60, None), START[1])
    write_project(tmp_path / "p", import_module(foreign(saves={"Noon": save(*start)}).data()).files)
    edit(tmp_path / "p", NOON, '{unit: marcognet, hex: "0101"', '{unit: marcognet, hex: "0101", facing: SE')
    problems = [p for p in check(tmp_path / "p").report if p.code == "GEN180"]
    assert ["unit `marcognet` is a piece that cannot be turned" in p.message for p in problems] == [True]


def test_a_picture_of_a_new_unit_that_is_none_is_an_error_at_its_line(project: Path) -> None:
    rows = table(project)
    write_table(project, [*rows, {**rows[0], "id": "ney", "name": "Ney", "art": "art/counters/ney.png"}])
    (project / "art/counters/ney.png").write_bytes(b"\x89PNG no picture")
    the_rest_is_unused(project)
    problems = [p for p in check(project).report if p.code == "GEN180"]
    assert problems and problems[0].span is not None
    assert problems[0].span.file.endswith(UNITS) and problems[0].span.line == len(rows) + 2


FIELDS_OF_UNITS = (
    "name",
    "side",
    "command",
    "type",
    "art",
    "art_back",
    "strength",
    "quality",
    "movement",
    "range",
)
VALUES: dict[str, Callable[[random.Random], str]] = {
    "name": lambda r: r.choice(("X", "Ünit / 3", "a;b,c", "1-2-3")) + str(r.randrange(1000)),
    "side": lambda r: r.choice(("french", "prussians")),
    "command": lambda r: r.choice(("i-corps", "ii-corps", "bulow")),
    "type": lambda r: r.choice(("counter", "infantry", "cavalry")),
    "art": lambda r: f"art/counters/u{r.randrange(1, 6)}.png",
    "art_back": lambda r: f"art/counters/u{r.randrange(1, 6)}-b.png",
}


def shows(module: Module, old: dict[str, str], new: dict[str, str], field: str) -> bool:
    """Whether the module's palette has a unit with the new value of a field."""
    pieces = slots(module, new["name"])
    if field == "name":
        return len(pieces) == 1 and (old["name"] == new["name"] or not slots(module, old["name"]))
    if field in ("strength", "quality", "movement") and len(pieces) == 1:
        values = {"strength": marks(pieces[0])["SP"]}
        _, values["quality"], values["movement"] = marks(pieces[0])["Values"].split("-")
        return values[field] == new[field]
    return False


@pytest.mark.parametrize("seed", range(40))
def test_an_edit_of_any_field_is_in_the_module_or_an_error(project: Path, seed: int) -> None:
    chance = random.Random(seed)
    rows = table(project)
    row = chance.choice(rows)
    old = dict(row)
    for field in chance.sample(FIELDS_OF_UNITS, chance.choice((1, 1, 2))):
        row[field] = VALUES[field](chance) if field in VALUES else str(chance.randrange(0, 90))
    if "range" in row and "range" not in rows[0]:
        rows[0] = {**rows[0], "range": ""}
    write_table(project, [{key: r.get(key, "") for key in {**rows[0], **row}} for r in rows])
    edited = [field for field in FIELDS_OF_UNITS if row.get(field, "") != old.get(field, "")]
    loaded = check(project)
    if loaded.ok:
        module = built(project)
        assert all(shows(module, old, row, field) for field in edited), (edited, row)
    else:
        said = [f"`{field}` of unit `{row['id']}`" for field in edited]
        problems = [p for p in loaded.report if p.code == "GEN180"]
        others = [p for p in loaded.report if p.code != "GEN180"]
        assert others or any(text in p.message for p in problems for text in said), problems
        for problem in problems:
            assert problem.span is not None and problem.span.file.endswith(UNITS)


def test_rotators_of_a_moved_piece_are_read_again(project: Path) -> None:
    edit(project, NOON, '{unit: foy, hex: "0102", facing: SE}', '{unit: foy, hex: "0203", facing: NW}')
    piece = placed(built(project), "Noon.vsav")["Foy"]
    assert [rotator.facing for rotator in piece.all(Rotator)] == [5]


LAYER_RULES = "format: 1\nratings:\n  strength: {SOURCE}\n"


@pytest.mark.parametrize(("source", "value"), [("layer:Men", "6"), ("Men_Level", "3")])
def test_a_rating_that_a_layer_shows_is_its_level(tmp_path: Path, source: str, value: str) -> None:
    men = Layer(images=("a.png", "b.png", "c.png"), names=("2", "4", "6"), name="Men", value=2)
    module = foreign()
    for slot in module.root.find("PieceSlot"):
        piece = slot.piece()
        if piece.name in ("Foy", "Durutte"):
            slot.text = Piece((men, *piece.traits), piece.basic).format()
    module.entries |= {f"images/{n}.png": picture() for n in "abc"}
    (tmp_path / "rules.yaml").write_text(LAYER_RULES.replace("{SOURCE}", source), encoding="utf-8")
    options = ImportOptions(rules=tmp_path / "rules.yaml")
    project = tmp_path / "p"
    write_project(project, import_module(module.data(), options).files)
    rows = table(project)
    old = next(row for row in rows if row["id"] == "foy")
    assert old["strength"] == ("4" if source.startswith("layer") else "2")
    old["strength"] = value
    write_table(project, rows)
    again = built(project)
    levels = {p.name: [t.value for t in p.all(Layer) if t.name == "Men"] for p in slots(again, "Foy")}
    assert levels == {"Foy": [3]}
    assert [t.value for t in slots(again, "Durutte")[0].all(Layer) if t.name == "Men"] == [2]
    old["strength"] = "9"
    write_table(project, rows)
    (problem,) = check(project).report
    assert problem.code == "GEN180" and "`strength` of unit `foy`" in problem.message


def test_a_rating_of_a_property_sheet_is_written_into_it(tmp_path: Path) -> None:
    """In the palette and in the saved game; the other entries of the sheet stay."""
    module = foreign(saves={"Noon": save(*START)})
    sheet = PropertySheet(definition="0Force~0Morale", values="6~5")

    def with_sheet(piece: Piece) -> Piece:
        return Piece((sheet, *piece.traits), piece.basic, piece.id)

    for slot in module.root.find("PieceSlot"):
        slot.text = with_sheet(slot.piece()).format()
    noon = module.save("Noon.vsav")
    texts = {i: with_sheet(p).format(i) for i, p in pieces_of(noon.root) if isinstance(p.basic, BasicPiece)}
    module.entries["Noon.vsav"] = SaveFile(
        noon.metadata, noon.module_metadata, with_texts(noon.root, texts)
    ).data()
    rules = tmp_path / "rules.yaml"
    rules.write_text("format: 1\nratings: {strength: Force, quality: Morale}\n", encoding="utf-8")
    write_project(tmp_path / "p", import_module(module.data(), ImportOptions(rules=rules)).files)
    assert {(row["strength"], row["quality"]) for row in table(tmp_path / "p")} == {("6", "5")}
    rows = table(tmp_path / "p")
    rows[0]["strength"] = "7"
    write_table(tmp_path / "p", rows)
    after = built(tmp_path / "p")
    for piece in (*slots(after, rows[0]["name"]), placed(after, "Noon.vsav")[rows[0]["name"]]):
        assert [s.pairs() for s in piece.all(PropertySheet)] == [[("Force", "7"), ("Morale", "5")]]
