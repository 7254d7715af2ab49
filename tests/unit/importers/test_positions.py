"""Every saved game of a module is read, one after the other, whatever their sum."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
import yaml

from jdgtools.importers import positions
from jdgtools.importers.positions import read_position
from jdgtools.importers.report import LossReport
from jdgtools.importers.vassal import ImportedProject, import_module
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savegame import SaveCommand
from jdgtools.vassal.traits import BasicPiece, Deck, Piece, Stack
from tests.unit.importers.modules import foreign, save

FOY = ("Foy", 3, 60, 60, 0)
HAKE = ("13. Brigade", 4, 146, 110, 3)


def notes(done: ImportedProject) -> list[str]:
    return [f.note for f in done.report.findings if f.kind in ("PredefinedSetup", "SavedGame")]


def test_a_piece_of_a_stack_lies_where_the_stack_does() -> None:
    whole = save(FOY, HAKE)

    def without_place(command: SaveCommand) -> SaveCommand:
        # The engine writes no place of their own into pieces of some stacks.
        text = command.text
        if "piece;" in text:
            text = text.replace("Main;60;60", "null;0;0").replace("Main;146;110", "null;0;0")
        return SaveCommand(text, tuple(map(without_place, command.subs)))

    root = without_place(whole.root)
    assert root.format() != whole.root.format()
    moved = SaveFile(whole.metadata, whole.module_metadata, root)
    places = [read_position(s, "Noon", "", "", LossReport()).pieces for s in (whole, moved)]
    assert [(p.piece.name, p.map, p.x, p.y) for p in places[0]] == [
        (p.piece.name, p.map, p.x, p.y) for p in places[1]
    ]
    done = import_module(foreign(saves={"Noon": moved}).data())
    assert len(yaml.safe_load(done.files["scenarios/noon.yaml"])["setup"]) == 2


def test_what_a_piece_in_a_stack_says_of_its_place_does_not_count() -> None:
    """Games of blocks that were taken to a pool of the dead still name the map that they came from."""
    game = save(FOY, HAKE)

    def in_pool(command: SaveCommand) -> SaveCommand:
        text = command.text.replace("stack/Main;146;110", "stack/Pool;20;20")
        return SaveCommand(text, tuple(map(in_pool, command.subs)))

    moved = SaveFile(game.metadata, game.module_metadata, in_pool(game.root))
    foy, hake = read_position(moved, "Noon", "", "", LossReport()).pieces
    assert (foy.map, foy.x, foy.y) == ("Main", 60, 60)
    assert (hake.map, hake.x, hake.y) == ("Pool", 20, 20)


def test_empty_stacks_are_passed_over() -> None:
    whole = save(FOY)
    empty = tuple(SaveCommand(f"+/{10**13 + n}/stack/Main;{n};{n};@@0") for n in range(2000))
    root = SaveCommand(whole.root.text, (*whole.root.subs[:-1], *empty, whole.root.subs[-1]))
    position = read_position(SaveFile(None, None, root), "Noon", "", "", LossReport(), most=1)
    assert [p.piece.name for p in position.pieces] == ["Foy"]


def test_saved_games_that_no_setup_names_are_scenarios_too() -> None:
    module = foreign(saves={"Noon": save(FOY)})
    module.entries["games/Dusk.vsav"] = save(HAKE).data()
    module.entries["games/Noon again.vsav"] = save(FOY).data()
    done = import_module(module.data())
    assert [n for n in done.files if n.startswith("scenarios/")] == [
        "scenarios/noon.yaml",
        "scenarios/dusk.yaml",
    ]
    assert "the same pieces at the same places and turn as in Noon" in notes(done)


def test_two_setups_alike_are_two_scenarios_and_the_report_says_so() -> None:
    done = import_module(foreign(saves={"Noon": save(FOY), "Dusk": save(FOY)}).data())
    assert {"scenarios/noon.yaml", "scenarios/dusk.yaml"} <= set(done.files)
    assert "setup Dusk: the same pieces at the same places and turn as in Noon" in done.report.doubts
    for other in (save(FOY, turn=2), save(("Foy", 3, 60, 60, 1)), save(("Foy", 3, 61, 60, 0))):
        done = import_module(foreign(saves={"Noon": save(FOY), "Dusk": other}).data())
        assert not any("the same pieces" in line for line in done.report.doubts)


def test_the_sum_of_saved_games_is_no_limit_but_their_packing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    saves = {f"S{n}": save(FOY, ("Durutte", 2, 60, 60 + 100 * n, 0)) for n in range(4)}
    monkeypatch.setattr(positions, "FREE_SAVE_BYTES", 10)
    done = import_module(foreign(saves=saves).data())
    assert sum(n.startswith("scenarios/") for n in done.files) == 4
    monkeypatch.setattr(positions, "MAX_SAVE_RATIO", 1)
    done = import_module(foreign(saves=saves).data())
    assert any("inflate to far more than their size" in n for n in notes(done))


def test_a_saved_game_that_inflates_without_end_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(positions, "FREE_SAVE_BYTES", 1 << 20)
    bomb = BytesIO()
    with ZipFile(bomb, "w", ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"!VCSK00" + b"30" * (positions.FREE_SAVE_BYTES // 2 + 1))
    module = foreign(saves={"Bomb": save(FOY), "Dusk": save(HAKE)})
    module.entries["Bomb.vsav"] = bomb.getvalue()
    done = import_module(module.data())
    assert [n for n in done.files if n.startswith("scenarios/")] == ["scenarios/dusk.yaml"]
    assert any("inflate to far more than their size" in n for n in notes(done))


def test_one_saved_game_too_many_pieces_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MAX_PIECES", 2)
    saves = {"Noon": save(FOY, FOY, FOY), "Dusk": save(HAKE)}
    done = import_module(foreign(saves=saves).data())
    assert [n for n in done.files if n.startswith("scenarios/")] == ["scenarios/dusk.yaml"]
    assert any("more than 2 pieces" in n for n in notes(done))


def test_pieces_stand_in_their_stack_from_the_bottom_and_a_stack_goes_before_a_deck() -> None:
    loose = {name: Piece((), BasicPiece(name=name), name) for name in "abcd"}
    here = {"d": Piece((), BasicPiece(name="d", map="Main", x=7, y=8), "d")}
    stack = Stack(map="Main", x=1, y=2, pieces=("c", "a", "d"))
    deck = Deck(map="Main", x=3, y=4, name="Events", pieces=("b", "a"))
    for holders in ([stack, deck], [deck, stack]):
        placed = {p.piece.name: p for p in positions._place({**loose, **here}, holders)}
        # A piece that both name lies in the deck, whichever of them the file has first.
        assert (placed["a"].height, placed["a"].deck, placed["a"].x) == (1, "Events", 3)
        assert (placed["b"].height, placed["b"].deck, placed["b"].y) == (0, "Events", 4)
        assert (placed["c"].height, placed["c"].deck, placed["c"].x) == (0, "", 1)
        # What it says itself is where it lay before.
        assert (placed["d"].height, placed["d"].deck, placed["d"].x) == (2, "", 1)


def test_another_order_in_a_stack_is_another_position() -> None:
    texts = []
    for first, second in ((FOY, ("13. Brigade", 4, 60, 60, 3)), (("13. Brigade", 4, 60, 60, 3), FOY)):
        position = read_position(save(first, second), "Noon", "", "", LossReport())
        texts.append((position.digest(), {p.piece.name: p.height for p in position.pieces}))
    assert texts[0][1] != texts[1][1] or texts[0][1] == {"Foy": 0, "13. Brigade": 0}
    pieces = tuple(msgspec.structs.replace(p, height=1 - p.height) for p in position.pieces)
    assert msgspec.structs.replace(position, pieces=pieces).digest() != position.digest()
