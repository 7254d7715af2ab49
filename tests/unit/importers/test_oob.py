"""Every counter of a module is one unit, of the right side, kind and formation, under a clean name."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from jdgtools.importers.guess import property_sides
from jdgtools.importers.pictures import faces, step_layers
from jdgtools.importers.vassal import ImportedProject, ImportOptions, import_module
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.traits import BasicPiece, Layer, Marker, MarkWhenMoved, Piece, Prototype, Trait
from tests.unit.importers.modules import expanded, hex_board, landscape, picture

Tree = Mapping[str, Any]


def counter(name: str, image: str = "", prototype: str = "", moves: bool = True, **marks: str) -> Piece:
    traits: list[Trait] = [Prototype(prototype)] if prototype else []
    if moves:
        traits.append(MarkWhenMoved(icon="moved.gif"))
    if marks:
        traits.append(Marker(names=tuple(marks), values=tuple(marks.values())))
    return Piece(tuple(traits), BasicPiece(image=image or f"{name}.png".replace("/", "-"), name=name))


def module(
    palette: Tree,
    sides: Iterable[str] = ("French", "Prussians"),
    stacks: Sequence[tuple[str, Piece]] = (),
    saves: Mapping[str, Sequence[tuple[Piece, int, int]]] | None = None,
    rules: Path | None = None,
) -> ImportedProject:
    """Import a module: a tree of folders with pieces, at-start stacks by name, and setups."""
    gpid = iter(range(1, 10_000))
    pictures: set[str] = set()

    def slots(pieces: Iterable[Piece]) -> list[Component]:
        made = []
        for piece in pieces:
            assert isinstance(piece.basic, BasicPiece)
            pictures.add(piece.basic.image)
            made.append(build.piece_slot(piece, next(gpid)))
        return made

    def folder(name: str, content: Tree | Sequence[Piece]) -> Component:
        if isinstance(content, Mapping):
            return make("TabWidget", {"entryName": name}, [folder(n, c) for n, c in content.items()])
        return make("ListWidget", {"entryName": name}, slots(content))

    entries = {"images/field.png": landscape()}
    window = build.piece_window("Pieces", [folder("Pieces", palette)])
    starts = [
        build.setup_stack(name, slots([piece]), owningBoard="Field", x=60, y=60 + 100 * n)
        for n, (name, piece) in enumerate(stacks)
    ]
    setups = []
    for name, places in (saves or {}).items():
        builder = SaveBuilder()
        for piece, x, y in places:
            builder.pile([expanded(piece)], "Main", x, y)
        builder.boards("Main", ["Field"])
        entries[f"{name}.vsav"] = SaveFile(Metadata(version="1"), Metadata("M", "1"), builder.tree()).data()
        setups.append(build.predefined_setup(name, f"{name}.vsav"))
    names = {t.name for p in _pieces(palette) for t in p.all(Prototype)}
    root = build.module(
        "M", "1",
        [
            build.player_roster(sides),
            build.prototypes([build.prototype(n, Piece((), BasicPiece())) for n in sorted(names)]),
            build.map_window("Main", [build.board_picker("Main", [hex_board()], ["Field"]), *starts]),
            window,
            *setups,
        ],
    )  # fmt: skip
    entries |= {f"images/{image}": picture() for image in pictures}
    return import_module(Module(Metadata("M", "1"), root, entries).data(), ImportOptions(rules=rules))


def _pieces(tree: Tree | Sequence[Piece]) -> Iterable[Piece]:
    if not isinstance(tree, Mapping):
        return list(tree)
    return [p for branch in tree.values() for p in _pieces(branch)]


def rows(done: ImportedProject, name: str = "oob.csv") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(done.files[name].decode())))


def by_name(done: ImportedProject, column: str) -> dict[str, str]:
    names = {c["id"]: c["name"] for c in yaml.safe_load(done.files["battle.yaml"]).get("commands", [])}
    return {u["name"]: names.get(u[column], u[column]) for u in rows(done)}


def laid_out(done: ImportedProject, scenario: str) -> dict[str, str]:
    setup = yaml.safe_load(done.files[f"scenarios/{scenario}.yaml"])["setup"]
    return {p["unit"]: p["hex"] for p in setup}


FRENCH = [counter("Foy"), counter("Marcognet"), counter("Durutte")]
PRUSSIANS = [counter("Hake"), counter("Losthin"), counter("Hiller")]
PALETTE = {"French": {"II Corps": FRENCH}, "Prussians": {"IV Corps": PRUSSIANS}}


def test_copies_in_stacks_and_setups_are_the_counters_of_the_palette() -> None:
    done = module(
        PALETTE, stacks=[("Mos-Can_x3", FRENCH[0]), ("Mos-Can_x4", PRUSSIANS[0])],
        saves={"Noon": [(p, 60, 60 + 100 * n) for n, p in enumerate([*FRENCH[:2], PRUSSIANS[1]])],
               "Dusk": [(FRENCH[0], 146, 110)]},
    )  # fmt: skip
    assert [u["name"] for u in rows(done)] == ["Foy", "Marcognet", "Durutte", "Hake", "Losthin", "Hiller"]
    assert set(laid_out(done, "noon")) == {"foy", "marcognet", "losthin"}
    assert set(laid_out(done, "dusk")) == {"foy"} and set(laid_out(done, "at-start")) == {"foy", "hake"}
    assert set(by_name(done, "command").values()) == {"II Corps", "IV Corps"}


def test_counters_of_one_name_and_picture_with_other_numbers_are_other_units() -> None:
    strengths = [counter("Levy", Strength=n) for n in ("1", "2", "5")]
    one, two, five = strengths
    spent = counter("Levy", Strength="3")
    stacks = [("Ford", two), ("Mill", two), ("Hill", one)]
    palette = {"French": {"Levies": strengths}, "Prussians": PRUSSIANS, "Common": [five, one]}
    levies = [row for row in rows(module(palette, stacks=stacks)) if row["name"] == "Levy"]
    # A second levy of two stands at the start.
    assert sorted(row["strength"] for row in levies) == ["1", "2", "2", "5"]
    changed = rows(module(palette, stacks=[("Ford", spent), ("Mill", one)]))
    assert sorted(row["strength"] for row in changed if row["name"] == "Levy") == ["1", "2", "5"]


@pytest.mark.parametrize("gpids", [("", "", ""), ("9", "8", "7"), ("2", "3", "1")])
def test_name_and_picture_go_before_the_number_of_the_slot(gpids: tuple[str, ...]) -> None:
    pieces = [p.with_basic(gpid=g) for p, g in zip(FRENCH, gpids, strict=True)]
    done = module(PALETTE, saves={"Noon": [(p, 60, 60 + 100 * n) for n, p in enumerate(pieces)]})
    assert len(rows(done)) == 6
    assert laid_out(done, "noon") == {"foy": "0101", "marcognet": "0102", "durutte": "0103"}


def test_a_name_alone_finds_its_counter_and_the_slot_one_with_neither() -> None:
    other = FRENCH[0].with_basic(image="renamed.png")
    neither = FRENCH[1].with_basic(image="renamed.png", name="Marcognet's Division", gpid="2")
    done = module(PALETTE, saves={"Noon": [(other, 60, 60), (neither, 60, 160)]})
    assert laid_out(done, "noon") == {"foy": "0101", "marcognet": "0102"} and len(rows(done)) == 6


def test_counters_alike_are_as_many_as_a_folder_or_a_setup_holds() -> None:
    same = counter("Landwehr")
    done = module(
        {"French": FRENCH, "Prussians": {"IV Corps": [*PRUSSIANS, same, same], "Turn 3": [same]}},
        saves={"Noon": [(same, 60, 60), (same, 60, 160), (same, 60, 260)], "Dusk": [(same, 60, 60)]},
    )
    assert [u["id"] for u in rows(done) if u["name"] == "Landwehr"] == [
        "landwehr",
        "landwehr-2",
        "landwehr-3",
    ]
    assert laid_out(done, "noon") == {"landwehr": "0101", "landwehr-2": "0102", "landwehr-3": "0103"}
    assert laid_out(done, "dusk") == {"landwehr": "0101"}


def test_the_slot_tells_counters_alike_apart() -> None:
    same = counter("Landwehr")
    placed = same.with_basic(gpid="5")
    done = module(
        {"French": FRENCH, "Prussians": [same, same, *PRUSSIANS]}, saves={"Noon": [(placed, 60, 60)]}
    )
    assert laid_out(done, "noon") == {"landwehr-2": "0101"}


def test_units_move_and_markers_do_not() -> None:
    still = counter("Smoke", moves=False)
    target = counter("Target", prototype="Unit")
    units = [counter(n, prototype="Unit") for n in ("Foy", "Marcognet", "Durutte")]
    done = module({"French": [*units, still, target], "Prussians": PRUSSIANS})
    kinds = {r["name"]: r["kind"] for r in rows(done, "pieces.csv")}
    assert {n for n, k in kinds.items() if k == "marker"} == {"Smoke", "Target"}


def test_leaders_are_known_by_folder_prototype_property_and_rank() -> None:
    leaders = [
        counter("Blücher", prototype="Prussian Leader"), counter("Bülow", Type="General"),
        counter("Gen. Gneisenau"), counter("Marshal Vorwärts"),
    ]  # fmt: skip
    units = [counter("Generalissimo Guard 2"), counter("13. Brigade", Type="Infantry")]
    done = module({"French": FRENCH, "Prussians": [*leaders, *units]})
    kinds = {r["name"]: r["kind"] for r in rows(done, "pieces.csv")}
    assert {n for n, k in kinds.items() if k == "leader"} == {
        "Blücher", "Bülow", "Gen. Gneisenau", "Marshal Vorwärts",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("82 Abn Div", "82 Abn Div"), ("I Corps", "I Corps"), ("Old Guard", "Old Guard"), ("Division 3", "Division 3"),
        ("Ind Arty", ""), ("Infantry", ""), ("Turn 3", ""), ("French Units", ""), ("Rem & Repl", ""), ("Leaders 2", ""),
        ("3", ""), ("Coastal Arty", ""), ("British", ""), ("501", "501"), ("1809", ""), ("12", ""),
    ],
)  # fmt: skip
def test_a_folder_is_a_formation_if_its_name_is_one(name: str, command: str) -> None:
    done = module({"French": {name: FRENCH}, "Prussians": PRUSSIANS})
    kinds = {r["name"]: r["kind"] for r in rows(done, "pieces.csv") if r["side"] == "french"}
    assert set(kinds.values()) == {"leader" if "Leaders" in name else "unit"} and len(kinds) == 3
    if "unit" in kinds.values():
        commands = by_name(done, "command")
        assert {commands[p.name] for p in FRENCH} == {command}


def test_counters_of_targets_are_markers_whatever_their_folder() -> None:
    """They have the names, pictures and prototypes of the units at which is shot."""
    targets = {"26 VG": [counter(f"{p.name}-Tar", prototype="unit") for p in PRUSSIANS]}
    done = module({"French": {"I Corps": FRENCH}, "Prussians": PRUSSIANS, "Prussian Targets": targets})
    kinds = {r["name"]: r["kind"] for r in rows(done, "pieces.csv")}
    assert {kind for name, kind in kinds.items() if name.endswith("-Tar")} == {"marker"}
    assert len(by_name(done, "side")) == len(FRENCH) + len(PRUSSIANS)


def test_no_formation_is_invented() -> None:
    each = {name: [counter(name)] for name in ("Foy", "Marcognet", "Durutte")}
    done = module({"French": each, "Prussians": {p.name: [p] for p in PRUSSIANS}})
    assert set(by_name(done, "command").values()) == {""}
    done = module({"Infantry": [*FRENCH, *PRUSSIANS]}, stacks=[("I Corps", FRENCH[0])])
    assert "commands" not in yaml.safe_load(done.files["battle.yaml"])
    copies = [counter("Union SP", f"{n}.png", Side="French") for n in range(4)]
    done = module({"All": [*copies, *(counter(p.name, Side="Prussians") for p in PRUSSIANS)]})
    assert set(by_name(done, "command").values()) == {""}


def test_formations_from_properties_and_names() -> None:
    french = [
        counter("2/91 (Campbell)"),
        counter("3/95 (Campbell)"),
        counter("71 (Campbell)"),
        counter("9 Dragoons"),
    ]
    prussian = [
        counter("Hake", Corps="4"),
        counter("Losthin", Corps="None"),
        counter("Hiller", Brigade="Röder"),
    ]
    done = module({"French": french, "Prussians": prussian})
    assert by_name(done, "command") == {
        "2/91 (Campbell)": "Campbell", "3/95 (Campbell)": "Campbell", "71 (Campbell)": "Campbell",
        "9 Dragoons": "", "Hake": "Corps 4", "Losthin": "", "Hiller": "Röder",
    }  # fmt: skip


def test_sides_from_short_names_of_peoples_and_from_the_tabs_left_over() -> None:
    pieces = [counter("Iron Bde", Side="USA"), counter("Hood", Side="CSA"), counter("Nobody", Side="BOTH")]
    done = module({"All": pieces}, sides=("Union", "Confederate"))
    assert {u["name"]: u["side"] for u in rows(done)} == {"Iron Bde": "union", "Hood": "confederate"}
    germans = [counter(f"{n} Pz", prototype="Unit") for n in range(3)]
    british = [counter(f"{n} Arm", prototype="Unit") for n in range(3)]
    american = [counter(f"{n} Inf", prototype="Unit") for n in range(3)]
    other = [counter(f"Bridge {n}", moves=False) for n in range(3)]
    tabs = {"German": germans, "British": british, "American": american, "Bridges": other}
    done = module(tabs, sides=("Allies", "Germans"))
    assert {u["name"][2:]: u["side"] for u in rows(done)} == {
        "Pz": "germans",
        "Arm": "allies",
        "Inf": "allies",
    }


def test_a_prototype_that_only_one_side_has_tells_the_side() -> None:
    french = [counter(f"Unit {n}", prototype="F") for n in range(5)]
    prussians = [counter(f"Brigade {n}", prototype="P") for n in range(5)]
    loose = [
        counter("Foy", prototype="F"),
        counter("Hake", prototype="P"),
        counter("Zieten", prototype="Both"),
    ]
    done = module({"French": french, "Prussians": prussians, "Scenario": loose})
    sides = {u["name"]: u["side"] for u in rows(done)}
    assert sides["Foy"] == "french" and sides["Hake"] == "prussians" and "Zieten" not in sides


def test_ratings_leave_the_names_where_they_are_a_habit_of_the_module() -> None:
    french = [counter("Infantry_3-2"), counter("Old_Guard_5-4-6"), counter("Foy's_men.png")]
    done = module({"French": french, "Prussians": PRUSSIANS})
    units = {u["name"]: (u["strength"], u["movement"]) for u in rows(done)}
    assert units == {
        "Infantry": ("3", "2"), "Old Guard": ("5", "6"), "Foy's men": ("", ""),
        "Hake": ("", ""), "Losthin": ("", ""), "Hiller": ("", ""),
    }  # fmt: skip
    assert "Old_Guard_5-4-6" in rows(done, "pieces.csv")[1]["properties"]


def test_a_number_in_brackets_is_no_rating_in_silence() -> None:
    french = [counter("Infantry_(3)-2"), counter("Train_4-[6]"), counter("Guard 5-4"), counter("Staff 2/3-4")]
    done = module({"French": french, "Prussians": PRUSSIANS})
    units = {u["name"]: (u["strength"], u["movement"]) for u in rows(done)[:4]}
    assert units == {
        "Infantry": ("", "2"), "Train": ("4", ""), "Guard": ("5", "4"), "Staff 2/3-4": ("", ""),
    }  # fmt: skip
    assert any(text.startswith("numbers in brackets in names") for text in done.report.missing)


def test_designations_stay_in_the_names() -> None:
    french = [counter("Infantry_3-2"), *(counter(f"{n}-44") for n in range(100, 120))]
    done = module({"French": french, "Prussians": PRUSSIANS})
    assert "strength" not in rows(done)[0] and rows(done)[0]["name"] == "Infantry 3-2"


def test_folders_that_name_peoples_are_the_sides_below_tabs_that_name_none() -> None:
    def half(look: str) -> dict[str, list[Piece]]:
        names = {"Germans": ("Rifles", "Guns"), "US": ("Squad", "Mortar")}
        pieces = {people: [counter(f"{look} {n}") for n in units] for people, units in names.items()}
        return {"Generic": [counter(f"{look} smoke", moves=False)], **pieces}

    done = module({"Standard Counters": half("Plain"), "Alternate Counters": half("Other")}, sides=())
    assert {row["name"]: row["side"] for row in rows(done)} == {
        f"{look} {name}": side
        for look in ("Plain", "Other")
        for name, side in (("Rifles", "germans"), ("Guns", "germans"), ("Squad", "us"), ("Mortar", "us"))
    }


def test_a_layer_that_shows_the_counter_goes_before_a_basic_picture_left_from_a_copy() -> None:
    """Three of 96 counters of a module had the strength and the art of the counter that they were copied from."""

    def stepped(name: str, basic: str, first: str) -> Piece:
        layer = Layer(name="Steps", images=(first, f"{name}_back.png"), always_active=True)
        plain = counter(name, image=basic)
        return Piece((layer, *plain.traits), plain.basic)

    people = [stepped(f"u{n}", f"u{n}.png", f"u{n}.png") for n in range(8)]
    done = module({"Red": people, "Blue": [stepped("copy", "u3.png", "copy.png")]}, sides=["Red", "Blue"])
    pieces = {r["name"]: r for r in csv.DictReader(io.StringIO(done.files["pieces.csv"].decode()))}
    assert json.loads(pieces["copy"]["properties"])["image"] == "copy.png"
    assert (pieces["copy"]["front"], pieces["copy"]["back"]) != (pieces["u3"]["front"], pieces["u3"]["back"])
    assert faces(stepped("a", "b.png", "a.png"), {"Steps"}) == ("a.png", "a_back.png")
    # A layer of marks that few counters begin with is an overlay.
    overlay = [stepped(f"v{n}", f"v{n}.png", "mark.png") for n in range(8)]
    assert step_layers(overlay) == frozenset() and step_layers(people) == {"Steps"}


def test_tabs_of_neutrals_and_of_information_are_no_sides_and_more_peoples_are_a_question(
    tmp_path: Path,
) -> None:
    """In a module of six powers the sides were Neutrals and Info, and every unit a neutral one."""
    powers = {
        "Britain": [counter(f"UK {n}") for n in range(9)], "Russia": [counter(f"RUS {n}") for n in range(9)],
        "Germany": [counter(f"GE {n}") for n in range(8)], "Italy": [counter(f"IT {n}") for n in range(5)],
    }  # fmt: skip
    neutrals = {f"{tab} Neutrals": [counter(f"{tab} {n}") for n in range(8)] for tab in ("Major", "Minor")}
    info = [counter(f"Supply {n}") for n in range(10)]
    palette = {"Info": info, "Units": powers, "Neutrals": neutrals}
    done = module(palette, sides=())
    assert {row["side"] for row in rows(done)} == {"britain", "russia"} and len(rows(done)) == 18
    (line,) = (text for text in done.report.missing if text.startswith("sides: "))
    assert "Britain, Russia, Germany, Italy" in line and "two sides" in line
    # Rules that say whose each is make it a battle of two, without a word of sides that have no piece.
    file = tmp_path / "rules.yaml"
    lines = ("{when: {path: '.*(Germany|Italy).*'}, side: Axis}", "{when: {path: '.*Units.*'}, side: Allies}")
    file.write_text("sides:\n" + "".join(f"- {rule}\n" for rule in lines), encoding="utf-8")
    ruled = module(palette, sides=(), rules=file)
    assert Counter(row["side"] for row in rows(ruled)) == {"allies": 18, "axis": 13}
    assert not [text for text in ruled.report.missing if text.startswith(("sides", "two sides"))]


def test_sides_that_differ_in_a_number_are_two_and_unused_pieces_are_no_formation() -> None:
    folders = {f"Side{n}": [counter(f"Foot {n}{x}", Side=f"Side{n}") for x in "abc"] for n in (1, 2)}
    spare = {"unused palette": {f"Side{n}": [counter(f"Spare {n}", Side=f"Side{n}")] for n in (1, 2)}}
    units = rows(module({**folders, **spare}, sides=("Side1", "Side2")))
    assert {row["name"]: row["side"] for row in units} == {
        **{f"Foot {n}{x}": f"side{n}" for n in (1, 2) for x in "abc"},
        "Spare 1": "side1",
        "Spare 2": "side2",
    }
    assert {row["command"] for row in units} == {""}


def test_words_that_few_names_share_are_equipment_and_no_formation() -> None:
    cars = [counter(f"PSW {n}") for n in (222, 231, 234)]
    guns = [counter(n) for n in ("Rifles", "Pioneers", "Scouts", "Guards")]
    palette = {"French": [*cars, *guns], "Prussians": PRUSSIANS}
    assert by_name(module(palette), "command")["PSW 222"] == ""
    most = {"French": [*cars, *guns[:3]], "Prussians": PRUSSIANS}
    assert by_name(module(most), "command")["PSW 222"] == "PSW"
    shared = {"French": [counter(f"{n} - Old Brigade") for n in "abc"] + guns, "Prussians": PRUSSIANS}
    assert by_name(module(shared), "command")["a - Old Brigade"] == "Old Brigade"


def test_a_number_of_command_is_a_rating_and_no_formation() -> None:
    lords = [counter(n, Command=str(c)) for n, c in (("Podesta", 2), ("Captain", 3))]
    corps = [counter(n, Corps="3") for n in ("Hake", "Losthin")]
    commands = by_name(module({"French": lords, "Prussians": corps}), "command")
    assert (commands["Podesta"], commands["Captain"], commands["Hake"]) == ("", "", "Corps 3")


def test_what_holds_for_both_sides_is_no_formation_and_corps_may_stand_under_any_name() -> None:
    corps = ("I Corps", "I Corps", "I Corps", "II Corps", "II Corps", "II Corps")
    french = [counter(f"F{n}", Command="land", left=text) for n, text in enumerate(corps)]
    prussians = [counter(f"P{n}", Command="land") for n in range(3)]
    commands = by_name(module({"French": french, "Prussians": prussians}), "command")
    assert [commands[f"F{n}"] for n in range(6)] == [*corps]
    assert {commands[f"P{n}"] for n in range(3)} == {""}


def test_flags_and_sizes_are_no_formations() -> None:
    staffs = {"Corps": [counter(n) for n in ("VII", "XIX", "V")]}
    divisions = {"3rd Division": [counter(n) for n in ("Line", "Guards", "Legion")]}
    armies = [counter(n, Corps=c) for n, c in (("Blücher", "0"), ("Bülow", "1"), ("Zieten", "1"))]
    done = module({"French": {**staffs, **divisions}, "Prussians": armies}, sides=("French", "Prussians"))
    assert by_name(done, "command") == {
        **dict.fromkeys(("VII", "XIX", "V", "Blücher", "Bülow", "Zieten"), ""),
        **dict.fromkeys(("Line", "Guards", "Legion"), "3rd Division"),
    }


def test_properties_may_name_sides_by_their_initials() -> None:
    pieces = [counter(f"{side}{n}", Side=side) for side in ("AP", "CP") for n in "123"]
    done = module({"Forces": pieces}, sides=("Central Powers", "Allied Powers", "Solitaire"))
    assert by_name(done, "side")["AP1"] == "allied-powers"
    assert by_name(done, "side")["CP3"] == "central-powers"
    alike = module({"Forces": pieces}, sides=("Allied Powers", "Axis Powers"))
    assert "AP1" not in by_name(alike, "side")


@pytest.mark.parametrize(("pieces", "named"), [(12, True), (60, False)])
def test_a_scenario_leaves_out_what_later_setups_lay_out(pieces: int, named: bool) -> None:
    # Dusk lays out more copies of a counter than the palette has: they are units that noon does not use.
    guard, other = counter("Guard"), counter("Hake")
    crowd = [(guard, 60 + 86 * (n % 6), 60) for n in range(pieces)]
    few = [*crowd[:4], (other, 60, 160)]
    done = module(
        {"French": [guard, *FRENCH[:2]], "Prussians": [other, PRUSSIANS[1]]},
        saves={"Noon": few, "Dusk": crowd},
    )
    unused = yaml.safe_load(done.files["scenarios/noon.yaml"])["unused"]
    assert len(rows(done)) == pieces + 4
    assert (len(unused) == pieces - 1 and "guard-5" in unused) if named else unused == "rest"


@pytest.mark.parametrize(
    ("values", "sides"),
    [
        (["Axis"] * 6 + ["Allied"] * 7 + [""] * 9, ["Allied", "Axis"]),
        (["Axis"] * 6 + ["Allied"] * 4, []),  # too few to tell
        (["Front"] * 6 + ["Back"] * 6, []),
        (["1"] * 6 + ["2"] * 6, []),
        (["Axis"] * 6 + ["Allied"] * 6 + ["Soviet"] * 6, []),
        (["Axis"] * 6 + ["Umpire"] * 6, []),
    ],
)
def test_two_words_of_a_property_side_are_the_sides(values: list[str], sides: list[str]) -> None:
    """Folders of the palette are nations then, of which one side may have several."""
    assert property_sides([{"Side": value} for value in values]) == sides


def test_nations_below_the_property_side_are_no_sides() -> None:
    """Folders Russian, American, German, and a property that says Allied or Axis."""
    palette = {
        nation: [counter(f"{nation} {n}", Side=side) for n in range(6)]
        for nation, side in (("Russian", "Allied"), ("American", "Allied"), ("German", "Axis"))
    }
    done = module(palette, sides=())
    rows = csv.DictReader(io.StringIO(done.files["oob.csv"].decode()))
    assert {(row["name"].split()[0], row["side"]) for row in rows} == {
        ("Russian", "allied"), ("American", "allied"), ("German", "axis"),
    }  # fmt: skip
    assert any("from the property Side" in line for line in done.report.doubts)


def test_a_shadow_is_no_face() -> None:
    """A layer that covers the counter shows it, not one that is displaced below it."""
    shadow = Layer(images=("shadow.png",), names=("",), name="Shadow", x=4, y=4, value=1)
    shown = Layer(images=("a.png", "a_back.png"), names=("", ""), name="Status", value=1)
    assert faces(Piece((shown, shadow), BasicPiece(name="A"))) == ("a.png", "a_back.png")
    assert faces(Piece((shadow, shown), BasicPiece(name="A"))) == ("a.png", "a_back.png")
    assert faces(Piece((shadow,), BasicPiece(name="A"))) == ("shadow.png", "")
    done = module(
        {"Red": [Piece((MarkWhenMoved(), shown, shadow), BasicPiece(name=f"u{n}")) for n in range(3)]},
        sides=["Red", "Blue"],
    )
    rows = list(csv.DictReader(io.StringIO(done.files["pieces.csv"].decode())))
    assert {json.loads(row["properties"]).get("image") for row in rows} == {"a.png"}


def test_a_picture_whose_name_is_blank_is_none() -> None:
    """VASSAL shows none either; the counter is in its layer."""
    shown = Layer(images=(" ", "a.png", "a_back.png"), names=("", "", ""), name="Flip", value=1)
    assert faces(Piece((shown,), BasicPiece(image=" ", name="A"))) == ("a.png", "a_back.png")
    done = module({"French": [counter("A", " ")], "Prussians": [*PRUSSIANS]})
    assert not any(f.kind == "Picture" for f in done.report.findings if f.outcome == "dropped")
