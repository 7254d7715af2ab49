"""What somebody has edited in a module that `jdg build` made is said, for `jdg build` makes it as before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from jdgtools import __version__
from jdgtools.cli.import_ import command
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.vassal import make_module
from jdgtools.importers.report import LossReport
from jdgtools.importers.vassal import REPORT_JSON, REPORT_TEXT, ImportedProject, ImportOptions, import_module
from jdgtools.vassal import build
from jdgtools.vassal.as_built import COPY, INDEX
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import Module, read_module
from jdgtools.vassal.traits import BasicPiece, CalculatedProperty, Marker, Piece, Trigger
from tests.bundled import bundled, cache_of_run
from tests.unit.importers.modules import picture

BATTLES = ("teaching-jdg", "teaching-afe", "teaching-mpbs")
ADDED = "added since `jdg build` wrote the module; `jdg build` will not make it"
REMOVED = "removed since `jdg build` wrote the module; `jdg build` will make it again"


@cache
def built(name: str = "teaching-jdg") -> bytes:
    loaded = bundled(name)
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    context = BuildContext(
        loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions(), cache_of_run()
    )
    return make_module(context).module.data()


@cache
def as_built() -> ImportedProject:
    return import_module(built())


def module() -> Module:
    return read_module(built())


def losses(report: LossReport) -> list[str]:
    return [f.line() for f in report.findings if f.outcome in ("dropped", "unread")]


def one(module: Module | Component, kind: str, name: str = "") -> Component:
    root = module.root if isinstance(module, Module) else module
    return next(c for c in root.find(kind) if not name or c.name == name)


def slot(module: Module, name: str = "17e Ligne") -> Component:
    return one(module, "PieceSlot", name)


def with_piece(component: Component, change: Callable[[Piece], Piece]) -> None:
    component.text = change(component.piece()).format()


def parent(module: Module, child: Component) -> Component:
    return next(c for c in module.root.walk() if any(inner is child for inner in c.children))


def take(module: Module, child: Component) -> Component:
    children = parent(module, child).children
    children[:] = [c for c in children if c is not child]
    return child


# The edits


def an_unknown_element(m: Module) -> None:
    m.root.add(Component("foo"))


def a_window(m: Module) -> None:
    m.root.add(make("Inventory", {"name": "Inventory", "text": "Inventory"}))


def a_chart(m: Module) -> None:
    one(m, "ChartWindow").add(build.chart("Weather", "weather.png"))
    m.entries["images/weather.png"] = picture()


def a_button(m: Module) -> None:
    m.root.add(make("DoActionButton", {"name": "Storm", "text": "Storm"}))


def a_global_property(m: Module) -> None:
    one(m, "GlobalProperties").add(build.global_property("Weather", "dry"))


def a_property_of_a_map(m: Module) -> None:
    one(m, "Map", "Losses").add(make("GlobalProperties", {}, [build.global_property("Weather", "dry")]))


def a_prototype(m: Module) -> None:
    one(m, "PrototypesContainer").add(build.prototype("Weather", Piece((Marker.of(Wet="1"),))))


def a_trait_of_a_prototype(m: Module) -> None:
    definition = one(m, "PrototypeDefinition", "Movement")
    with_piece(definition, lambda p: replace(p, traits=(*p.traits, NEW_MENU)))


def a_help_page(m: Module) -> None:
    name = next(n for n in m.entries if n.startswith("help/"))
    m.entries[name] = m.entries[name].replace(b"</body>", b"<p>House rule</p></body>")


def a_key(m: Module) -> None:
    one(m, "LOS_Thread").attributes["hotkey"] = Key.ctrl("T").format()


def a_deck(m: Module) -> None:
    one(m, "Map", "Losses").add(build.draw_pile("Events", [], x=10, y=10))


def a_stack_at_the_start(m: Module) -> None:
    wagon = Piece((), BasicPiece(name="Wagon", image="w.png"))
    one(m, "Map", "Map").add(build.setup_stack("Train", [build.piece_slot(wagon, 77)]))


def a_trait_of_a_unit(m: Module) -> None:
    with_piece(slot(m), lambda p: replace(p, traits=(NEW_MENU, *p.traits)))


def a_trait_taken_from_a_unit(m: Module) -> None:
    with_piece(slot(m), lambda p: replace(p, traits=p.traits[1:]))


def a_picture(m: Module) -> None:
    m.entries["images/unit-fr-17.png"] = picture()


def the_map(m: Module) -> None:
    m.entries["images/map.png"] = m.entries["images/map.png"][:-1] + b"\x00"


def a_new_picture(m: Module) -> None:
    m.entries["images/own.png"] = picture()


def no_picture(m: Module) -> None:
    del m.entries["images/moved.png"]


def a_name(m: Module) -> None:
    component = slot(m)
    component.attributes["entryName"] = "17e Léger"
    with_piece(component, lambda p: p.with_basic(name="17e Léger"))


def a_rating(m: Module) -> None:
    def change(piece: Piece) -> Piece:
        traits = tuple(
            t.with_fields(expression=t.expression.replace("SP 5", "SP 9"))
            if isinstance(t, CalculatedProperty) and t.name == "Info"
            else t
            for t in piece.traits
        )
        return replace(piece, traits=traits)

    with_piece(slot(m), change)


def a_piece_gone(m: Module) -> None:
    take(m, slot(m))


def a_piece_moved(m: Module) -> None:
    one(m, "PanelWidget").add(take(m, slot(m, "Husaren 7")))


def a_new_piece(m: Module) -> None:
    one(m, "PanelWidget").add(build.piece_slot(Piece((), BasicPiece(name="Wagon", image="w.png")), 77))


def a_window_gone(m: Module) -> None:
    take(m, one(m, "Map", "Losses"))


def another_name_of_a_window(m: Module) -> None:
    one(m, "ChartWindow").attributes.update(name="Tables", text="Tables")


def a_setup(m: Module) -> None:
    m.entries["setup-dawn.vsav"] = m.entries["setup-battle.vsav"]


def a_new_setup(m: Module) -> None:
    m.entries["mine.vsav"] = m.entries["setup-battle.vsav"]
    m.root.add(build.predefined_setup("Mine", "mine.vsav"))


def the_title(m: Module) -> None:
    m.root.attributes["name"] = "The Mill"


def a_side(m: Module) -> None:
    one(m, "PlayerRoster").children[0].text = "Blues"


def an_order(m: Module) -> None:
    m.root.children[-2:] = m.root.children[:-3:-1]


def the_description(m: Module) -> None:
    m.metadata = Metadata(m.root.get("name"), m.root.get("version"), "Mine")


def no_metadata(m: Module) -> None:
    m.metadata = None


def many_traits(m: Module) -> None:
    with_piece(slot(m), lambda p: replace(p, traits=tuple(Marker.of(**{f"m{n}": "1"}) for n in range(200))))


def a_sound(m: Module) -> None:
    m.entries["sounds/gun.wav"] = b"RIFF"


NEW_MENU = Trigger(name="Away", menu="Away", key=Key.ctrl("A"))
UNIT = "Pieces / Pieces / French / Morand's division / 17e Ligne"

SAVED_GAME = " (as a saved game it comes over with --save)"


def changed(what: str) -> str:
    return f"changed since `jdg build` wrote it, which will make it as before: {what}"


EDITS: dict[Callable[[Module], None], tuple[str, ...]] = {
    an_unknown_element: (f"foo '': {ADDED}",),
    a_window: (f"Inventory 'Inventory': {ADDED}",),
    a_chart: (f"Chart 'Charts / Weather': {ADDED}", f"Picture 'images/weather.png': {ADDED}"),
    a_button: (f"DoActionButton 'Storm': {ADDED}",),
    a_global_property: (f"GlobalProperty 'GlobalProperties / Weather': {ADDED}",),
    a_property_of_a_map: (f"GlobalProperty 'Losses / GlobalProperties / Weather': {ADDED}",),
    a_prototype: (f"PrototypeDefinition 'PrototypesContainer / Weather': {ADDED}",),
    a_trait_of_a_prototype: (
        "PrototypeDefinition 'PrototypesContainer / Movement': "
        + changed("the trait Trigger 'macro;Away;Away;65,130;…' is new"),
    ),
    a_help_page: ("Page 'help/keys.html': " + changed("its content (… bytes are now …)"),),
    a_key: ("LOS_Thread 'Map': " + changed("hotkey '76,130' is now '84,130'"),),
    a_deck: (f"DrawPile 'Losses / Events': {ADDED}",),
    a_stack_at_the_start: (f"SetupStack 'Map / Train': {ADDED}", f"PieceSlot 'Map / Train / Wagon': {ADDED}"),
    a_trait_of_a_unit: (
        f'PieceSlot "{UNIT}": ' + changed("the trait Trigger 'macro;Away;Away;65,130;…' is new"),
    ),
    a_trait_taken_from_a_unit: (
        f'PieceSlot "{UNIT}": ' + changed("the trait Prototype 'prototype;Stack badge' is gone"),
    ),
    a_picture: ("Picture 'images/unit-fr-17.png': " + changed("its content (… bytes are now 86)"),),
    the_map: ("Picture 'images/map.png': " + changed("its content (other … bytes)"),),
    a_new_picture: (f"Picture 'images/own.png': {ADDED}",),
    no_picture: (f"Picture 'images/moved.png': {REMOVED}",),
    a_name: (
        f'PieceSlot "{UNIT.replace("Ligne", "Léger")}": '
        + changed("entryName '17e Ligne' is now '17e Léger'; its name '17e Ligne' is now '17e Léger'"),
    ),
    a_rating: (
        f'PieceSlot "{UNIT}": '
        + changed("expression of the trait CalculatedProperty 'Info' '…SP 5 · Coh…' is now '…SP 9 · Coh…'"),
    ),
    a_piece_gone: (f'PieceSlot "{UNIT}": {REMOVED}',),
    a_piece_moved: (
        "PieceSlot 'Pieces / Pieces / French / Commanders / Husaren 7': "
        + changed("""it stood in "Pieces / Pieces / Austrians / Frimont's cavalry\""""),
    ),
    a_new_piece: (f"PieceSlot 'Pieces / Pieces / French / Commanders / Wagon': {ADDED}",),
    a_window_gone: (
        "9 x Piece 'Vanguards at dawn': it lies on the map 'Losses', which the module does not have",
        f"Map 'Losses': {REMOVED} (with … components in it)",
    ),
    another_name_of_a_window: (
        "ChartWindow 'Tables': " + changed("name 'Charts' is now 'Tables'; text 'Charts' is now 'Tables'"),
    ),
    a_setup: (
        "PredefinedSetup 'Vanguards at dawn': " + changed("its saved game setup-dawn.vsav") + SAVED_GAME,
    ),
    a_new_setup: (f"PredefinedSetup 'Mine': {ADDED}{SAVED_GAME}",),
    the_title: ("GameModule 'The Mill': " + changed("name 'The Mill at Valmar' is now 'The Mill'"),),
    a_side: ("entry 'PlayerRoster': " + changed("its text 'French' is now 'Blues'"),),
    an_order: ("GameModule 'The Mill at Valmar': " + changed("the order of its components"),),
    the_description: (
        "ModuleData 'moduledata': " + changed("description 'A teaching battle' is now 'Mine'"),
    ),
    no_metadata: (f"ModuleData 'moduledata': {REMOVED}",),
    many_traits: (f'PieceSlot "{UNIT}": ' + changed("its traits"),),
    a_sound: (f"File 'sounds/gun.wav': {ADDED}",),
}
"""What somebody does in the editor, or with a zip program -> the lines of the losses."""


def assert_lines(lines: list[str], expected: tuple[str, ...]) -> None:
    assert len(lines) == len(expected), lines
    for line, pattern in zip(sorted(lines), sorted(expected), strict=True):
        assert re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line), line


@pytest.mark.parametrize("edit", EDITS, ids=lambda e: e.__name__)
def test_an_edit_is_said_at_its_component_as_a_loss(edit: Callable[[Module], None]) -> None:
    edited = module()
    edit(edited)
    done = import_module(edited.data())
    assert_lines(losses(done.report), EDITS[edit])
    files = as_built().files
    same = {n: data for n, data in done.files.items() if n not in (REPORT_JSON, REPORT_TEXT)}
    assert same == {n: files[n] for n in same}


@pytest.mark.parametrize("name", BATTLES)
def test_a_module_as_it_was_built_has_no_losses(name: str) -> None:
    report = import_module(built(name)).report
    assert losses(report) == []
    (record,) = (f for f in report.findings if f.kind == "Record")
    assert record.note == f"written by jdgtools {__version__}, and the module is compared with it"
    assert any(f.kind == "Picture" and f.note == "made again by `jdg build`" for f in report.findings)


def saved_by_vassal(m: Module) -> Module:
    """The module as VASSAL 3.7.26 writes it when its editor saves."""
    m.root.attributes |= {"VassalVersion": "3.7.26", "nextPieceSlotId": "2000000000"}
    m.root.add(*(make(kind) for kind in ("GlobalTranslatableMessages", "Language", "Chatter", "KeyNamer")))
    for component in m.root.walk():
        component.attributes = dict(reversed(component.attributes.items()))
        component.text, component.tail = component.text.strip(), "\n"
        if component.kind in ("Map", "PrivateMap"):
            had = {c.kind for c in component.children}
            kinds = ("GlobalProperties", "SelectionHighlighters", "HighlightLastMoved", "Flare")
            component.add(*(make(kind) for kind in kinds if kind not in had))
        if component.kind == "ZonedGrid":
            component.add(make("ZonedGridHighlighter"))
        if component.kind == "GlobalOptions":
            component.add(Component("option", {"name": "stepHotKey"}, "34,0"))
            component.add(Component("option", {"name": "undoIcon"}, "/images/Undo16.gif"))
        if component.kind == "PieceSlot":
            component.attributes |= {"width": "80", "height": "64"}
            with_piece(component, lambda p: p.with_basic(x=5, y=5))
    m.metadata = Metadata(m.root.get("name"), m.root.get("version"), m.root.get("description"), "3.7.26")
    return m


def test_what_vassal_itself_changes_when_it_saves_is_no_edit() -> None:
    report = import_module(saved_by_vassal(module()).data()).report
    assert losses(report) == []
    own = [f.line() for f in report.findings if f.note == "VASSAL adds it by itself"]
    assert "Flare 'Losses': VASSAL adds it by itself" in own and len(own) > 20


IN_THE_EDITOR = (
    a_window,
    a_property_of_a_map,
    a_trait_of_a_prototype,
    a_name,
    a_piece_moved,
    the_title,
    an_order,
)


@pytest.mark.parametrize("edit", IN_THE_EDITOR, ids=lambda e: e.__name__)
def test_the_same_is_said_after_vassal_has_saved_the_module(edit: Callable[[Module], None]) -> None:
    edited = module()
    edit(edited)
    edited = saved_by_vassal(edited)
    expected = EDITS[edit]
    if edit is the_title:
        expected = ("GameModule…", "ModuleData 'moduledata': " + changed("name '…' is now 'The Mill'"))
    assert_lines(losses(import_module(edited.data()).report), expected)


def test_values_of_vassal_s_own_that_somebody_has_changed_are_an_edit() -> None:
    edited = saved_by_vassal(module())
    one(one(edited, "Map", "Losses"), "Flare").attributes["circleSize"] = "300"
    one(edited, "option", "stepHotKey").text = "33,0"
    assert_lines(
        losses(import_module(edited.data()).report),
        (f"option 'GlobalOptions / stepHotKey': {ADDED}", f"Flare 'Losses': {ADDED}"),
    )


def test_the_source_inside_is_taken_as_it_is_now() -> None:
    edited = module()
    table = "jdg/source/oob.csv"
    edited.entries[table] = edited.entries[table].replace(b"17e Ligne", b"17e Regiment")
    edited.entries["jdg/source/NOTES.md"] = b"# Notes\n"
    done = import_module(edited.data())
    assert done.report.losses == 0 and b"17e Regiment" in done.files["oob.csv"]
    lines = [f.line() for f in done.report.findings if f.kind == "Source"]
    since = "since `jdg build` wrote the module; the project has it as it is now"
    assert f"Source '{table}': changed {since}" in lines
    assert f"Source 'jdg/source/NOTES.md': added {since}" in lines


def test_the_table_counts_what_was_edited_in_few_words() -> None:
    edited = module()
    for edit in (a_trait_of_a_unit, a_new_piece):
        edit(edited)
    with_piece(slot(edited, "30e Ligne"), lambda p: replace(p, traits=p.traits[1:]))
    (row,) = (r for r in import_module(edited.data()).report.table() if r.what == "pieces")
    assert row.total - row.read == 3
    assert row.reasons == (
        ("changed since `jdg build` wrote it, which will make it as before", 2),
        (ADDED, 1),
    )


def test_a_source_that_makes_no_battle_is_a_loss() -> None:
    edited = module()
    edited.entries["jdg/source/battle.yaml"] = b"{"
    done = import_module(edited.data())
    assert losses(done.report) == [
        "Source 'jdg/source/': makes no battle; the pieces of the module were read instead"
    ]
    assert b"17e Ligne" in done.files["oob.csv"]


def test_a_module_without_its_pieces_is_made_of_its_source() -> None:
    edited = module()
    for window in edited.root.find("PieceWindow"):
        window.children.clear()
    done = import_module(edited.data())
    assert done.by_jdgtools and b"17e Ligne" in done.files["oob.csv"]
    (lost,) = losses(done.report)
    assert lost.startswith("TabWidget") and REMOVED in lost
    edited.entries["jdg/source/battle.yaml"] = b"{"
    assert not import_module(edited.data()).by_jdgtools


def test_what_the_source_has_is_not_to_be_added() -> None:
    edited = module()
    one(edited, "HexGrid").attributes["dx"] = "wide"
    done = import_module(edited.data())
    assert done.report.missing == [] and "map.yaml" in done.files
    assert any("dx is 'wide'" in line for line in losses(done.report))


def test_strict_and_the_reports_count_an_edit(tmp_path: Path) -> None:
    edited = module()
    a_window(edited)
    for name, data, code in (("as-built", built(), 0), ("edited", edited.data(), 1)):
        path = tmp_path / f"{name}.vmod"
        path.write_bytes(data)
        folder = tmp_path / name
        arguments = [str(path), "-o", str(folder), "--strict", "--format", "json"]
        done = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
        assert done.return_value == code
        assert json.loads(done.stdout)["counts"]["dropped"] == code
        assert (ADDED in (folder / REPORT_TEXT).read_text("utf-8")) == bool(code)
        findings = json.loads((folder / REPORT_JSON).read_bytes())["findings"]
        assert sum(f["outcome"] == "dropped" for f in findings) == code


def test_all_that_an_extension_adds_is_said(tmp_path: Path) -> None:
    slot = build.piece_slot(Piece((), BasicPiece(name="Wagon", image="wagon.png")), "abc:1")
    target = "VASSAL.build.module.PieceWindow:Pieces"
    element = Component("VASSAL.build.module.ExtensionElement", {"target": target}, children=[slot])
    values = {"module": module().root.get("name"), "name": "More"}
    inventory = make("Inventory", {"name": "Inventory"})
    root = Component("VASSAL.build.module.ModuleExtension", values, children=[element, inventory])
    more = Module(Metadata("More", "1"), root, {"images/wagon.png": picture()}, metadata_name="extensiondata")
    (tmp_path / "more.vmdx").write_bytes(more.data())
    done = import_module(built(), ImportOptions(extensions=(tmp_path / "more.vmdx",)))
    why = "an extension adds it; `jdg build` will not make it"
    assert_lines(
        losses(done.report),
        (
            "Extension 'more.vmdx': `jdg build` makes the module from its source, without what this extension adds",
            f"PieceSlot 'Pieces / Wagon': {why}",
            f"Inventory 'Inventory': {why}",
            f"Picture 'images/wagon.png': {why}",
        ),
    )


# Other versions, damaged records


def by_another_version(m: Module) -> Module:
    index = json.loads(m.entries[INDEX])
    m.entries[INDEX] = json.dumps(index | {"made_by": "jdgtools 0.0.9"}).encode()
    return m


def without_record(m: Module) -> Module:
    del m.entries[COPY], m.entries[INDEX]
    return m


def record_note(report: LossReport) -> str:
    (record,) = (f for f in report.findings if f.kind == "Record")
    return record.note


def test_the_record_of_another_version_tells_edits_from_changes_of_the_program() -> None:
    edited = by_another_version(module())
    report = import_module(edited.data()).report
    assert report.losses == 0
    assert record_note(report) == (
        "written by jdgtools 0.0.9, and the module is compared with it; "
        f"this is jdgtools {__version__}, which may make other things in another way"
    )
    a_key(edited)
    assert_lines(losses(import_module(edited.data()).report), EDITS[a_key])


@pytest.mark.parametrize("name", BATTLES)
def test_a_module_without_a_record_is_compared_with_what_is_made_of_its_source(name: str) -> None:
    plain = without_record(read_module(built(name)))
    report = import_module(plain.data()).report
    assert report.losses == 0
    assert (
        record_note(report) == f"not in the module, which is what jdgtools {__version__} makes of its source"
    )


def test_of_an_older_module_without_a_record_differences_are_told_as_such() -> None:
    older = without_record(module())
    for edit in (a_key, a_window, a_piece_gone, a_picture):
        edit(older)
    report = import_module(older.data()).report
    differs = "differs from what this version makes, and `jdg build` will make it so"
    assert_lines(
        losses(report),
        (
            f"LOS_Thread 'Map': {differs}: hotkey '76,130' is now '84,130'",
            f'PieceSlot "{UNIT}": the module does not have it, and this version makes it; '
            "`jdg build` will make it",
            "Inventory 'Inventory': nothing that this version makes; `jdg build` will not make it",
            f"Picture 'images/unit-fr-17.png': {differs}: its content (…)",
        ),
    )
    assert record_note(report) == (
        f"not in the module, which another version of jdgtools made: compared with what jdgtools {__version__} "
        "makes of its source, and edits cannot be told apart from changes of the program"
    )


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"made_by": 1, "entries": {}}', b"[" * 100_000])
def test_a_damaged_record_is_a_loss_and_the_source_is_compared_instead(content: bytes) -> None:
    damaged = module()
    damaged.entries[INDEX] = content
    report = import_module(damaged.data()).report
    assert losses(report) == [f"Record '{INDEX}': {INDEX} is damaged"]


def test_a_sum_of_the_record_that_stands_twice_is_not_believed() -> None:
    """The last one counted in silence, and a picture that was edited looked as it was built."""
    damaged = module()
    damaged.entries[INDEX] = damaged.entries[INDEX].replace(b'"made_by":', b'"made_by":"x","made_by":')
    report = import_module(damaged.data()).report
    assert losses(report) == [f"Record '{INDEX}': {INDEX} is damaged: `made_by` stands twice in one object"]


def test_a_damaged_copy_of_the_build_file_is_a_loss() -> None:
    damaged = module()
    damaged.entries[COPY] = damaged.entries[COPY][:-9]
    (line,) = losses(import_module(damaged.data()).report)
    assert line.startswith(f"Record '{INDEX}': {COPY} is not well-formed XML")


# Without its source


def without_source(m: Module) -> Module:
    m.entries = {n: data for n, data in m.entries.items() if not n.startswith("jdg/source/")}
    return m


def test_without_its_source_a_module_is_read_and_only_the_rest_is_lost() -> None:
    plain = without_source(module())
    assert import_module(plain.data()).report.losses == 0
    for edit in (a_rating, a_name, a_side, a_window):
        edit(plain)
    done = import_module(plain.data())
    assert_lines(losses(done.report), (f"Inventory 'Inventory': {ADDED}",))
    assert "17e Léger" in done.files["oob.csv"].decode()
    (line,) = (f.line() for f in done.report.findings if f.kind == "PieceSlot" and "17e Léger" in f.name)
    assert "changed since `jdg build` wrote it, and read as it is now: entryName '17e Ligne'" in line
    a_trait_of_a_unit(without_source(edited := module()))
    assert_lines(losses(import_module(edited.data()).report), EDITS[a_trait_of_a_unit])


def test_with_neither_source_nor_record_it_is_said_that_edits_cannot_be_told() -> None:
    report = import_module(without_record(without_source(module())).data()).report
    (line,) = losses(report)
    assert line.startswith(f"Record '{INDEX}': not in the module, and no source that makes the module again")
    made_again = [f.name for f in report.findings if f.note == "made again by `jdg build`"]
    assert made_again == ["Empty map"]
