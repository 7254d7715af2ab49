"""Long chains of operations on a battle of each series, and every one of them taken back to equal bytes."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from jdgtools.desk import operations, refactor
from jdgtools.desk.documents import Documents
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.operations.lists import LISTS, name_of
from jdgtools.desk.operations.lists import find_list as find_list
from jdgtools.desk.session import Session
from jdgtools.desk.text_edit import Edit, apply, inverse
from jdgtools.hexgrid import direction_name
from tests.documents import documents_of

ROOT = Path(__file__).parents[3]
BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs"]
NAMES = ["Moulin", "Zum Ochsen: alt", "Łysa Góra", '<b>"x"</b>', "- a # b", "no", "0101", "{a: [b]}"]
Make = Callable[[Documents], Edit]


class Designer:
    """Somebody who does anything that the desk lets him do, in an order that a seed gives.

    Args:
        session: the battle as it is at first, for the ids of what it holds.
        seed: of the order.
    """

    def __init__(self, session: Session, seed: int) -> None:
        self.chance = random.Random(seed)
        battle = session.loaded.battle
        assert battle is not None and battle.map is not None
        self.battle, self.grid = battle, battle.map.grid
        self.scenario = battle.scenarios[0]
        self.terrains = {
            kind: [one.id for one in battle.series.terrains if one.kind == kind]
            for kind in ("hex", "hexside", "path", "crossing")
        }

    def hexes(self, count: int) -> list[str]:
        return [self.grid.id(self.chance.randrange(len(self.grid.hexes))) for _ in range(count)]

    def side(self) -> str:
        index = self.chance.randrange(len(self.grid.hexes))
        return f"{self.grid.id(index)}/{direction_name(self.grid.orientation, self.chance.randrange(6))}"

    def next(self, number: int) -> tuple[str, Make]:
        """Return the name of an operation and what makes its edit."""
        chance, scenario = self.chance, self.scenario.id
        unit = chance.choice(self.battle.units).id
        side = chance.choice(self.battle.sides).id
        command = chance.choice(self.battle.commands).id
        name, belong = chance.choice(NAMES), chance.random() < 0.5
        hexes, terrain = (
            self.hexes(chance.randint(1, 4)),
            {k: chance.choice(v) for k, v in self.terrains.items() if v},
        )
        regions = [("regions", one.id) for one in self.battle.map.regions]  # type: ignore[union-attr]
        areas = regions + [("entries", one.id) for one in self.battle.map.entries]  # type: ignore[union-attr]
        key, area = chance.choice(areas)
        arrivals = [one.id for one in self.scenario.arrivals] or [""]
        marker = chance.choice(self.battle.series.markers).id
        start = chance.randrange(len(self.grid.hexes))
        way = [start, *[n for n in self.grid.neighbour_table[start] if n is not None][:1]]
        do = operations
        listed = chance.choice(list(LISTS))
        words = (chance.choice(("name", "title", "text", "label", "points", "when", "flags", "time")),)

        def entry(documents: Documents) -> str:
            elements = find_list(documents, listed, scenario).elements
            number = chance.randrange(len(elements) or 1)
            return name_of(elements[number], number) if elements else "none"

        made: list[tuple[str, Make]] = [
            ("terrain", lambda d: do.paint_terrain(d, hexes, terrain["hex"])),
            ("level", lambda d: do.paint_level(d, hexes, number % 4)),
            ("hexside", lambda d: do.add_hexsides(d, [self.side()], terrain["hexside"])),
            ("bare", lambda d: do.remove_hexsides(d, [self.side(), self.side()])),
            ("way", lambda d: do.add_way(d, [self.grid.id(i) for i in way], terrain["path"])),
            ("name", lambda d: do.name_place(d, hexes[0], name if belong else "", "en")),
            ("area", lambda d: do.paint_area(d, key, area, hexes, belong)),
            ("new area", lambda d: do.new_area(d, key, name, hexes, side if key == "entries" else None)),
            ("held", lambda d: do.paint_held(d, scenario, side, hexes, belong)),
            ("marker", lambda d: do.place_marker(d, scenario, marker, hexes[0])),
            ("no marker", lambda d: do.remove_marker(d, scenario, marker, hexes[0])),
            ("place", lambda d: do.place_piece(d, scenario, unit, hexes[0])),
            ("remove", lambda d: do.remove_piece(d, scenario, unit)),
            ("arrives", lambda d: do.piece_to_reinforcement(d, scenario, unit, chance.choice(arrivals))),
            (
                "reinforcement",
                lambda d: do.new_reinforcement(d, scenario, unit, number % 5 + 1, hexes[0], None),
            ),
            ("together", lambda d: refactor.move_together(d, scenario, [unit], hexes[0], hexes[-1])),
            ("split", lambda d: refactor.split_formation(d, command, f"command-{number}", [unit], name)),
            ("field", lambda d: do.set_unit(d, unit, "name", name)),
            ("new unit", lambda d: do.add_unit(d, f"new-{number}", name, unit)),
            ("rename", lambda d: do.rename(d, "unit", unit, f"{unit}-x")),
            ("scenario", lambda d: do.new_scenario(d, name, scenario if belong else "")),
            ("no unit", lambda d: do.remove_unit(d, unit)),
            ("title", lambda d: do.retitle_scenario(d, scenario, name, "fr" if belong else "en")),
            ("entry", lambda d: do.new_entry(d, listed, name, scenario=scenario)),
            ("field of an entry", lambda d: do.set_field(d, listed, entry(d), words, name, "en", scenario)),
            ("no entry", lambda d: do.remove_listed(d, listed, entry(d), scenario=scenario)),
            ("activation", lambda d: do.new_marker(d, command)),
            ("formation", lambda d: refactor.add_formation(d, command, f"formation-{number}", name)),
            ("no scenario", lambda d: do.remove_scenario(d, chance.choice(scenarios_of(d)))),
        ]
        if "crossing" in terrain:
            made.append(("crossing", lambda d: do.add_crossing(d, self.side(), terrain["crossing"])))
        return chance.choice(made)


def scenarios_of(documents: Documents) -> list[str]:
    """Ids of the scenarios but the first, on which operations work."""
    others = [one.node.get("id").text for one in documents.of("scenario")[1:]]  # type: ignore[union-attr]
    return others or ["none"]


def files_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def copied(name: str, tmp_path: Path) -> Session:
    return Session(Path(shutil.copytree(ROOT / "scenarios" / name, tmp_path / name)), history=False)


@pytest.mark.parametrize("name", BATTLES)
def test_hundreds_of_operations_are_taken_back_to_equal_bytes(tmp_path: Path, name: str) -> None:
    session = copied(name, tmp_path)
    designer = Designer(session, 14)
    documents = session.documents
    first = dict(documents.texts)
    texts = dict(first)
    done: list[tuple[Edit, Mapping[str, str]]] = []
    kinds: Counter[str] = Counter()
    number = 0
    while len(done) < 400:
        number += 1
        assert number < 20_000, f"most operations are refused: {kinds}"
        kind, make = designer.next(number)
        try:
            edit = make(documents)
        except EditRefused:
            continue
        if not edit:
            continue
        back, changed = inverse(texts, edit), apply(texts, edit)
        done.append((back, {path: texts[path] for path in edit.paths if path in texts}))
        texts = {
            path: text
            for path, text in (texts | changed).items()
            if path in changed or path not in edit.paths
        }
        documents = documents_of(texts, documents.sheets) if edit.files else documents.with_texts(changed)
        assert all(documents[path].node is not None for path in changed), (
            f"{edit.title}: cannot be read any more"
        )
        kinds[kind] += 1
    assert len(kinds) >= 14, kinds
    for back, before in reversed(done):
        changed = apply(texts, back)
        assert {path: changed.get(path, texts.get(path)) for path in before} == before
        texts = {
            path: text
            for path, text in (texts | changed).items()
            if path in changed or path not in back.paths
        }
    assert texts == first


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_written_to_files_is_undone_and_made_again(tmp_path: Path, name: str) -> None:
    session = copied(name, tmp_path)
    designer = Designer(session, 5)
    states = [files_of(session.folder)]
    number = 0
    while len(states) < 20:
        number += 1
        assert number < 500
        try:
            edit = designer.next(number)[1](session.documents)
        except EditRefused:
            continue
        if session.commit(edit, session.digest):
            states.append(files_of(session.folder))
    for state in reversed(states[:-1]):
        assert session.undo() is not None
        assert files_of(session.folder) == state
    assert session.undo() is None
    for state in states[1:]:
        assert session.redo() is not None
        assert files_of(session.folder) == state
