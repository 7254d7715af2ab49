"""The structure of whole modules, without an engine."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.facings import facing_table
from jdgtools.exporters.module.grid import MAP_EDGE
from jdgtools.exporters.module.keycodes import FIRST_CODE
from jdgtools.exporters.vassal import EXPORTER, make_module
from jdgtools.model.battle import Battle
from jdgtools.vassal.components import write_xml
from jdgtools.vassal.encoding import decode_array
from jdgtools.vassal.package import read_module
from jdgtools.vassal.savegame import AddPiece, SetBoards, SetTurn, parse_command
from jdgtools.vassal.traits import (
    BasicPiece,
    Deck,
    DynamicProperty,
    Layer,
    Marker,
    Piece,
    PlaceMarker,
    Prototype,
    Rotator,
    Stack,
)
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context

Made = tuple[Battle, ModuleBuild]


def slots(built: ModuleBuild) -> list[Piece]:
    found = [*built.module.root.find("PieceSlot"), *built.module.root.find("CardSlot")]
    return [c.piece() for c in found]


def prototypes(built: ModuleBuild) -> dict[str, Piece]:
    return {c.get("name"): c.piece() for c in built.module.root.find("PrototypeDefinition")}


def saved(built: ModuleBuild, name: str) -> list[Piece]:
    commands = [parse_command(text) for text in built.setups[name].root.walk()]
    return [c.piece for c in commands if isinstance(c, AddPiece)]


def prop(piece: Piece, name: str) -> str:
    return next((m.properties[name] for m in piece.all(Marker) if name in m.properties), "")


def by_id(built: ModuleBuild, name: str) -> dict[str, Piece]:
    pieces = [p for p in saved(built, name) if prop(p, "Kind") in ("unit", "leader")]
    assert len({prop(p, "Id") for p in pieces}) == len(pieces)
    return {prop(p, "Id"): p for p in pieces}


def test_every_counter_has_a_slot(made: Made) -> None:
    battle, built = made
    kinds = Counter(prop(p, "Kind") for p in slots(built))
    assert kinds["unit"] == len(battle.units) + sum(len(s.ratings) for s in battle.scenarios)
    assert kinds["leader"] == len(battle.leaders)
    assert kinds["activation"] == len(battle.activation)


def test_gpids_are_unique_and_below_the_next_one(made: Made) -> None:
    _, built = made
    numbers = [int(p.gpid) for p in slots(built)]
    for piece in prototypes(built).values():
        numbers += [int(t.gpid) for t in piece.all(PlaceMarker)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < int(built.module.root.get("nextPieceSlotId"))
    assert {int(p.gpid) for p in slots(built)} <= set(built.ids.values())


def test_pictures_named_and_pictures_packed_are_the_same(made: Made) -> None:
    _, built = made
    text = write_xml(built.module.root).decode()
    # A name after a slash is a picture of the engine's own.
    named = set(re.findall(r"(?<![/A-Za-z0-9_-])[A-Za-z0-9_-]+\.png", text))
    packed = {n.removeprefix("images/") for n in built.module.entries if n.startswith("images/")}
    assert named == packed
    assert all(built.module.entries[f"images/{n}"].startswith(b"\x89PNG") for n in packed)


def test_pages_and_setups_named_are_packed(made: Made) -> None:
    _, built = made
    root = built.module.root
    files = {c.get("fileName") for kind in ("HelpFile", "HtmlChart") for c in root.find(kind)}
    files |= {c.get("file") for c in root.find("PredefinedSetup")}
    packed = {n for n in built.module.entries if not n.startswith(("images/", "jdg/"))}
    assert files == packed


def test_prototypes_used_and_defined_are_the_same(made: Made) -> None:
    _, built = made
    used = {t.name for p in (*slots(built), *prototypes(built).values()) for t in p.all(Prototype)}
    for piece in prototypes(built).values():
        for trait in piece.all(PlaceMarker):
            used |= {t.name for t in trait.marker.all(Prototype)} if trait.marker else set()
    assert used <= set(prototypes(built))


def test_a_setup_holds_every_unit_and_leader_once(made: Made) -> None:
    battle, built = made
    wanted = {u.id for u in battle.units} | {x.id for x in battle.leaders}
    for scenario in battle.scenarios:
        assert set(by_id(built, f"setup-{scenario.id}.vsav")) == wanted


def test_every_piece_lies_in_its_hex_with_its_facing_and_state(made: Made) -> None:
    battle, built = made
    assert battle.map is not None
    grid = battle.map.grid
    name = next(c for c in built.module.root.find("Map")).get("mapName")
    hexes = next(built.module.root.find("HexGrid"))
    _, index = facing_table(battle.series.facing, grid.orientation)
    for scenario in battle.scenarios:
        pieces = by_id(built, f"setup-{scenario.id}.vsav")
        for p in scenario.placements:
            basic = pieces[p.piece].basic
            assert isinstance(basic, BasicPiece)
            assert (basic.map == name) == bool(p.hexes)
            if p.hexes:
                centre = _centre(hexes.attributes, grid.offset(p.hexes[0]), grid.is_shifted(0, 0))
                assert (basic.x - MAP_EDGE, basic.y - MAP_EDGE) == centre
            turned = pieces[p.piece].all(Rotator)
            if p.facing is not None and turned:
                assert turned[0].facing == index[p.facing]
            values = {t.name: t.value for t in pieces[p.piece].all(DynamicProperty)}
            for axis_id, value in p.state.items():
                axis = battle.series.axis(axis_id)
                if axis is not None and axis_id in values:
                    order = [v.id for v in axis.values]
                    assert values[axis_id] == (value if not order else str(order.index(value) + 1))


def _centre(a: dict[str, str], offset: tuple[int, int], shifted: bool) -> tuple[int, int]:
    sideways = a["sideways"] == "true"
    line, place = (offset[1], offset[0]) if sideways else offset
    line += 1 if shifted else 0
    across = int(float(a["dx"]) * line + int(a["x0"]))
    along = int(float(a["dy"]) * place + (int(float(a["dy"]) / 2) if line % 2 else 0) + int(a["y0"]))
    return (along, across) if sideways else (across, along)


def test_stacks_keep_their_order(made: Made) -> None:
    battle, built = made
    for scenario in battle.scenarios:
        pieces = saved(built, f"setup-{scenario.id}.vsav")
        names = {p.id: prop(p, "Id") for p in pieces}
        stacks = [[names[i] for i in s.pieces] for p in pieces if isinstance(s := p.basic, Stack)]
        for placements in scenario.stacks().values():
            own = [p.piece for p in placements if p.hexes[0] == placements[0].hexes[0]]
            if len(own) > 1:
                assert list(reversed(own)) in stacks


def test_reinforcements_wait_in_entry_order(made: Made) -> None:
    battle, built = made
    for scenario in battle.scenarios:
        pieces = by_id(built, f"setup-{scenario.id}.vsav")
        for arrival in scenario.arrivals:
            spots = []
            for stack in arrival.stacks:
                places = {(b.map, b.x, b.y) for n in stack if isinstance(b := pieces[n].basic, BasicPiece)}
                assert len(places) == 1
                spots += places
            assert spots == sorted(spots, key=lambda s: (s[2], s[1]))


def test_saves_hold_no_prototypes_and_carry_their_gpid(made: Made) -> None:
    _, built = made
    known = {p.gpid for p in slots(built)}
    for name in built.setups:
        for piece in saved(built, name):
            if isinstance(piece.basic, BasicPiece):
                assert not piece.all(Prototype)
                assert piece.gpid in known


def test_boards_of_a_save_exist(made: Made) -> None:
    _, built = made
    boards = {c.get("name") for c in built.module.root.find("Board")}
    used = set()
    for save in built.setups.values():
        laid = {
            b.name
            for text in save.root.walk()
            if isinstance(c := parse_command(text), SetBoards)
            for b in c.boards
        }
        assert laid <= boards and len(laid) >= len(boards) - 1
        used |= laid
    assert used == boards


def test_the_tracker_starts_at_the_first_turn(made: Made) -> None:
    battle, built = made
    [tracker] = built.module.root.find("TurnTracker")
    entries = tracker.children[0].get("list")
    for scenario in battle.scenarios:
        commands = [parse_command(t) for t in built.setups[f"setup-{scenario.id}.vsav"].root.walk()]
        [turn] = [c for c in commands if isinstance(c, SetTurn)]
        assert turn.tracker == "TurnTracker0"
        active = turn.state.split(";")[3]
        assert active.count("true") == len(scenario.turns)
        assert active.count(",") == entries.count(",")


def test_a_scenario_inside_the_track_plays_its_own_turns_alone() -> None:
    made = context("teaching-jdg")
    scenario = made.battle.scenarios[0]
    numbers = [turn.number for turn in scenario.turns]
    inside = replace(scenario, first_turn=numbers[1], last_turn=numbers[-2], marker_turns={})
    built = make_module(replace(made, battle=replace(made.battle, scenarios=(inside,))))
    [tracker] = built.module.root.find("TurnTracker")
    entries = decode_array(tracker.children[0].get("list"))
    commands = [parse_command(t) for t in built.setups[f"setup-{scenario.id}.vsav"].root.walk()]
    [turn_set] = [c for c in commands if isinstance(c, SetTurn)]
    switches = turn_set.state.split(";")[3].split(",")
    played = [entry for entry, switch in zip(entries, switches, strict=True) if switch == "true"]
    assert [re.search(r"\d+", entry)[0] for entry in played] == [str(n) for n in numbers[1:-1]]
    assert turn_set.state.split(";")[0].split("|")[-1] == str(entries.index(played[0]))


def test_markers_of_the_cup(made: Made) -> None:
    battle, built = made
    for scenario in battle.scenarios:
        decks = [p.basic for p in saved(built, f"setup-{scenario.id}.vsav") if isinstance(p.basic, Deck)]
        if not battle.activation:
            assert not decks
            continue
        [deck] = decks
        # The cup is filled in phase C; until then the markers lie open, each in a cell of its own.
        assert not deck.pieces
        # Who draws sees nothing before, and chooses nothing.
        assert deck.face_down and deck.draw_face_up and deck.shuffle_option == "Always"
        assert not (deck.select_draw or deck.multi_draw or deck.reversible)
        markers = [p for p in saved(built, f"setup-{scenario.id}.vsav") if prop(p, "Kind") == "activation"]
        spots = {(p.basic.x, p.basic.y) for p in markers if isinstance(p.basic, BasicPiece)}
        assert len(spots) == len(markers) == len(battle.activation)
        [pile] = built.module.root.find("DrawPile")
        assert pile.get("name") == deck.name


def test_layers_have_a_name_for_every_level(made: Made) -> None:
    _, built = made
    for piece in prototypes(built).values():
        for layer in piece.all(Layer):
            assert len(layer.names) in (0, len(layer.images))


def test_named_commands_have_the_codes_that_the_engine_gives(made: Made) -> None:
    _, built = made
    text = write_xml(built.module.root).decode()
    found = {(name, int(code)) for code, name in re.findall(r"(57\d{3})\\*,0\\*,([A-Za-z0-9_ -]+)", text)}
    assert len({name for name, _ in found}) == len(found)
    assert sorted(code for _, code in found) == list(range(FIRST_CODE, FIRST_CODE + len(found)))
    for name in built.setups:
        save = "".join(built.setups[name].root.walk())
        assert set(re.findall(r"(57\d{3})\\*,0\\*,([A-Za-z0-9_ -]+)", save)) <= {
            (str(c), n) for n, c in found
        }


def test_the_module_reads_back(made: Made) -> None:
    _, built = made
    data = built.module.data()
    again = read_module(data)
    assert again.data() == data
    assert again.metadata is not None
    assert again.metadata.vassal_version == "3.7.0"


@pytest.mark.parametrize("name", BATTLES)
def test_the_same_battle_gives_the_same_bytes(name: str) -> None:
    assert make_module(context(name)).module.data() == built_once(name).module.data()


@pytest.mark.parametrize("language", ["fr", "pl"])
def test_language_of_menus(language: str) -> None:
    from jdgtools.exporters.module.words import ModuleWords

    built = built_once("teaching-jdg", language)
    xml = write_xml(built.module.root).decode()
    words = ModuleWords(language)
    for key in ("eliminate", "turn_right", "trail", "draw", "end_turn"):
        assert words(key) in xml
    assert built.ids == built_once("teaching-jdg").ids


def test_two_hex_units_lie_with_their_left_half_on_their_hex() -> None:
    built = built_once("teaching-mpbs")
    battle = context("teaching-mpbs").battle
    wide = {u.id for u in battle.units if u.footprint == 2}
    assert wide
    for piece in slots(built):
        if prop(piece, "Kind") == "unit":
            [face] = [x for x in piece.all(Layer) if x.name == "Face"] or [None]
            if prop(piece, "Id") in wide:
                assert face is not None
                assert face.x > 0
                assert piece.basic == piece.basic.with_fields(image="")
            else:
                assert face is None or face.x == 0


def test_the_file_is_named_after_the_battle() -> None:
    build = context("teaching-jdg")
    [name] = EXPORTER.outputs(build)
    battle = build.battle
    assert name == f"{battle.id}-{battle.version}.vmod"
