"""Build, import, build: the same pieces in the same places with the same facings and states."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.building import build as build_battle
from jdgtools.errors import InputRefused
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.vassal import make_module
from jdgtools.importers.boards import read_maps
from jdgtools.importers.report import LossReport
from jdgtools.importers.sampling import sample
from jdgtools.importers.textures import cluster
from jdgtools.importers.vassal import ImportOptions, import_module
from jdgtools.importers.view import properties
from jdgtools.importers.write import write_project
from jdgtools.loading import Loaded, check, load
from jdgtools.model.battle import Battle
from jdgtools.model.changes import MapChanges
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.package import Module, SaveFile, read_module
from jdgtools.vassal.savegame import AddPiece, SaveCommand, parse_command
from jdgtools.vassal.traits import BasicPiece, Deck, DynamicProperty, Stack
from tests.bundled import bundled, cache_of_run
from tests.roundtrip.test_every_key import BATTLES

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@dataclass(frozen=True)
class Trip:
    """One battle there and back."""

    first: Battle
    built: ModuleBuild
    folder: Path
    second: Battle


def build(loaded: Loaded) -> ModuleBuild:
    """Without the project's own files inside it: everything must be found in the pieces themselves."""
    return without_source(whole(loaded))


def whole(loaded: Loaded) -> ModuleBuild:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    context = BuildContext(
        loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions(), cache_of_run()
    )
    return make_module(context)


def without_source(built: ModuleBuild) -> ModuleBuild:
    entries = {n: x for n, x in built.module.entries.items() if not n.startswith("jdg/source/")}
    return replace(built, module=replace(built.module, entries=entries))


@cache
def module_of(name: str) -> ModuleBuild:
    """The whole module of a bundled battle, made once; nobody changes it."""
    return whole(bundled(name))


@pytest.fixture(scope="module", params=BATTLES)
def trip(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trip:
    loaded = bundled(request.param)
    built = without_source(module_of(request.param))
    folder = tmp_path_factory.mktemp("trip") / "project"
    write_project(folder, import_module(built.module.data()).files)
    again = load(folder)
    assert loaded.battle is not None
    assert again.battle is not None, [str(d) for d in again.report]
    return Trip(loaded.battle, built, folder, again.battle)


def table(save: SaveFile, named: set[str]) -> Counter[tuple[Any, ...]]:
    """Kind, id, place, facing and states of every piece on a table."""
    found: Counter[tuple[Any, ...]] = Counter()
    for text in save.root.walk():
        command = parse_command(text)
        if isinstance(command, AddPiece) and not isinstance(command.piece.basic, Stack | Deck):
            piece = command.piece
            assert isinstance(piece.basic, BasicPiece)
            marks = properties(piece)
            states = tuple(sorted((k, v) for k, v in marks.items() if k in named))
            found[(piece.name, piece.gpid, piece.basic.map, piece.basic.x, piece.basic.y, states)] += 1
    return found


def test_the_series_is_recognised(trip: Trip) -> None:
    assert trip.second.series.id == trip.first.series.id


def test_the_grid_and_its_numbers_are_the_same(trip: Trip) -> None:
    assert trip.first.map is not None and trip.second.map is not None
    first, second = trip.first.map.grid, trip.second.map.grid
    assert (second.columns, second.rows, second.orientation) == (first.columns, first.rows, first.orientation)
    assert [second.id(i) for i in second.hexes] == [first.id(i) for i in first.hexes]
    assert [second.neighbours(i) for i in second.hexes] == [first.neighbours(i) for i in first.hexes]


def test_units_and_leaders_come_back_with_their_ratings(trip: Trip) -> None:
    assert {u.id for u in trip.second.units} == {u.id for u in trip.first.units}
    for unit in trip.first.units:
        back = trip.second.unit(unit.id)
        assert back is not None
        assert (str(back.name), back.footprint, back.arm) == (str(unit.name), unit.footprint, unit.arm)
        shown = [f for f in trip.first.series.unit_fields if f.abbreviation and f.type == "int"]
        for f in shown:
            assert back.value(f.id) == unit.value(f.id), (unit.id, f.id)
            assert back.value(f.id, True) == unit.value(f.id, True), (unit.id, f.id)
    counters = {
        x.id
        for x in trip.first.leaders
        if (role := trip.first.series.role(x.role or "")) is None or role.has_counter
    }
    assert {x.id for x in trip.second.leaders} == counters
    for leader in trip.second.leaders:
        original = trip.first.leader(leader.id)
        assert original is not None
        if leader.role != original.role:
            # Two roles with the same ratings look alike on a counter that names a command: it must be said.
            assert original.command is not None
            report = (trip.folder / "import-report.txt").read_text(encoding="utf-8")
            assert f"leader {leader.id}: role {leader.role}" in report
        ints = {k: v for k, v in original.front.items() if type(v) is int}
        assert {k: v for k, v in leader.front.items() if k in ints} == ints


def test_commands_and_activation_markers_come_back(trip: Trip) -> None:
    def shown(battle: Battle) -> set[tuple[str, str | None, int | None, frozenset[str]]]:
        return {
            (m.id, m.code, m.rating, frozenset(str(battle.command(c).name) for c in m.commands))  # type: ignore[union-attr]
            for m in battle.activation
        }

    assert shown(trip.second) == shown(trip.first)
    for unit in trip.first.units:
        first = trip.first.command(unit.command)
        back = trip.second.unit(unit.id)
        assert back is not None
        second = trip.second.command(back.command)
        assert (first and str(first.name)) == (second and str(second.name))
        assert second is None or second.side == back.side


def test_setups_have_the_same_hexes_facings_and_states(trip: Trip) -> None:
    assert [s.id for s in trip.second.scenarios] == [s.id for s in trip.first.scenarios]
    for scenario in trip.first.scenarios:
        back = trip.second.scenario(scenario.id)
        assert back is not None
        for first in scenario.placements:
            second = back.placement(first.piece)
            assert second is not None, (scenario.id, first.piece)
            assert second.hexes == first.hexes, (scenario.id, first.piece)
            faceless = any(
                v.faceless and first.state.get(a.id) == v.id
                for a in trip.first.series.state_axes
                for v in a.values
            )
            if first.hexes and not faceless:
                assert second.facing == first.facing, (scenario.id, first.piece)
            # A state of the battle's own is a word that the module does not explain.
            state = {k: v for k, v in first.state.items() if trip.second.series.axis(k) is not None}
            assert dict(second.state) == state, (scenario.id, first.piece)
        stacks = {k: [p.piece for p in v] for k, v in scenario.stacks().items()}
        assert {k: [p.piece for p in v] for k, v in back.stacks().items()} == stacks


@pytest.mark.parametrize("option", ["rules", "terrain"])
def test_what_serves_modules_of_others_alone_is_refused(trip: Trip, option: str, tmp_path: Path) -> None:
    """Be the file there or not: nobody shall think that it was read."""
    with pytest.raises(InputRefused, match="for modules of others"):
        import_module(trip.built.module.data(), ImportOptions(**{option: tmp_path / "no.yaml"}))


def test_markers_on_the_map_come_back(trip: Trip) -> None:
    for scenario in trip.first.scenarios:
        back = trip.second.scenario(scenario.id)
        assert back is not None
        first = {x.marker: frozenset(x.hexes) for x in scenario.markers_on_map}
        assert {x.marker: frozenset(x.hexes) for x in back.markers_on_map} == first
        for entry in scenario.markers_on_map:
            marker = trip.second.series.marker(entry.marker)
            named = trip.first.series.marker(entry.marker)
            assert marker is not None and named is not None
            assert str(marker.name) == str(named.name)


def test_turns_and_reinforcements_come_back(trip: Trip) -> None:
    for scenario in trip.first.scenarios:
        back = trip.second.scenario(scenario.id)
        assert back is not None
        flags = {flag for flag, _ in trip.second.series.turn_flags}
        assert [(t.number, t.time, t.flags) for t in back.turns] == [
            (t.number, t.time, t.flags & flags) for t in scenario.turns
        ]
        first, second = (
            {(a.turn, a.stacks, a.hexes[:4], tuple(a.state.items())) for a in x.arrivals}
            for x in (scenario, back)
        )
        assert second == first


def test_the_second_module_has_the_same_pieces_in_the_same_places(trip: Trip) -> None:
    loaded = load(trip.folder)
    assert loaded.series is not None
    rules, again = loaded.series.module, build(loaded)
    assert again.ids == {k: v for k, v in trip.built.ids.items() if k in again.ids}
    for name, save in trip.built.setups.items():
        named = {"#facing", "Kind", "Id", *(a.id for a in trip.second.series.state_axes)}
        first, second = table(save, named), table(again.setups[name], named)
        units = {"unit", "leader"}
        # Who has other ratings in a scenario is another counter there; the ratings are in no module.
        other = {r.unit for x in trip.first.scenarios if name == f"setup-{x.id}.vsav" for r in x.ratings}
        # Who can be in a state hangs on ratings and settings that are in no module; nobody is in such a state.
        unread = {(x.axis, "1") for x in rules.state_limits}
        on_map = [
            Counter(
                {
                    (*k[:5], tuple(pair for pair in k[5] if pair not in unread)): n
                    for k, n in t.items()
                    if dict(k[5]).get("Kind") in units and k[2] == "Map" and dict(k[5])["Id"] not in other
                }
            )
            for t in (first, second)
        ]
        assert on_map[0] == on_map[1], name
        # Flags lie where victory is won, names of places on the map; neither is read out of a module.
        not_read = ("objective-", "place-name")
        count = [
            sum(n for k, n in t.items() if not dict(k[5])["Id"].startswith(not_read)) for t in (first, second)
        ]
        assert count[0] == count[1], name


def moved(save: SaveFile, name: str, x: int, y: int) -> SaveFile:
    """The saved game after a piece was put elsewhere, alone: its stack goes on without it."""
    added = (c.piece for text in save.root.walk() if isinstance(c := parse_command(text), AddPiece))
    [own] = [piece.id for piece in added if properties(piece).get("Id") == name]

    def change(command: SaveCommand) -> SaveCommand:
        text = command.text
        subs = tuple(change(c) for c in command.subs)
        found = parse_command(text)
        if isinstance(found, AddPiece) and properties(found.piece).get("Id") == name:
            text = found.piece.with_basic(x=x, y=y).format()
        elif isinstance(found, AddPiece) and isinstance(stack := found.piece.basic, Stack):
            rest = tuple(each for each in stack.pieces if each != own)
            text = found.piece.with_basic(pieces=rest).format() if rest != stack.pieces else text
        return SaveCommand(text, subs)

    return SaveFile(save.metadata, save.module_metadata, change(save.root))


def test_a_saved_game_becomes_a_scenario(trip: Trip, tmp_path: Path) -> None:
    scenario = trip.first.scenarios[0]
    first = next(p for p in scenario.on_map() if len(p.hexes) == 1)
    assert trip.first.map is not None
    other = next(p for p in scenario.on_map() if p.hexes[0] != first.hexes[0])
    start = trip.built.setups[f"setup-{scenario.id}.vsav"]
    spots = {
        properties(p)["Id"]: p.basic
        for t in start.root.walk()
        if isinstance(c := parse_command(t), AddPiece) and properties(p := c.piece).get("Id")
    }
    target = spots[other.piece]
    assert isinstance(target, BasicPiece)
    save = tmp_path / "evening.vsav"
    save.write_bytes(moved(start, first.piece, target.x, target.y).data())
    done = import_module(trip.built.module.data(), ImportOptions(save=save))
    folder = tmp_path / "project"
    write_project(folder, done.files)
    loaded = load(folder)
    assert loaded.battle is not None
    continued = loaded.battle.scenario("continued")
    assert continued is not None
    now = continued.placement(first.piece)
    assert now is not None and now.hexes == (other.hexes[0],)
    for placement in scenario.on_map():
        if placement.piece != first.piece:
            kept = continued.placement(placement.piece)
            assert kept is not None and kept.hexes == placement.hexes


def test_as_the_module_of_a_stranger_it_is_the_same_game(trip: Trip, tmp_path: Path) -> None:
    """Read without looking at our own marks, as any foreign module."""
    data = trip.built.module.data()
    write_project(tmp_path / "p", import_module(data, ImportOptions(series="generic")).files)
    loaded = check(tmp_path / "p")
    assert loaded.battle is not None and not loaded.report.has_errors
    names = Counter(str(u.name) for u in trip.first.units)
    assert names <= Counter(str(u.name) for u in loaded.battle.units)
    assert trip.first.map is not None and loaded.battle.map is not None
    first, second = trip.first.map.grid, loaded.battle.map.grid
    for scenario in trip.first.scenarios:
        if scenario.map_changes != MapChanges():
            continue  # its pieces lie on a board of its own, and one board becomes the map
        title = scenario.title.get(trip.first.language)
        back = next(s for s in loaded.battle.scenarios if str(s.title) == title)
        placed = []
        for battle, source, grid in ((trip.first, scenario, first), (loaded.battle, back, second)):
            units = [(battle.unit(p.piece), p.hexes) for p in source.on_map()]
            # A counter of two hexes lies between them.
            placed.append(
                Counter((str(u.name), grid.id(h[0])) for u, h in units if u is not None and u.footprint == 1)
            )
        assert placed[0] <= placed[1], scenario.id
    build_battle(loaded, tmp_path / "out")
    (again,) = (tmp_path / "out").glob("*.vmod")
    assert read_module(again.read_bytes()).entries == read_module(data).entries
    assert read_module(again.read_bytes()).root == read_module(data).root


def with_source(module: Module, folder: Path) -> bytes:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            module.entries[f"jdg/source/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return module.data()


def test_a_module_that_holds_its_source_gives_it_back_byte_for_byte(tmp_path: Path) -> None:
    folder = SCENARIOS / "teaching-jdg"
    built = without_source(module_of("teaching-jdg"))
    save = tmp_path / "t.vsav"
    save.write_bytes(built.setups["setup-dawn.vsav"].data())
    data = with_source(built.module, folder)
    plain = import_module(data)
    for path in folder.rglob("*"):
        if path.is_file():
            assert plain.files[path.relative_to(folder).as_posix()] == path.read_bytes()
    done = import_module(data, ImportOptions(save=save))
    write_project(tmp_path / "p", done.files)
    loaded = load(tmp_path / "p")
    assert loaded.battle is not None and not loaded.report.has_errors
    continued = loaded.battle.scenario("continued")
    dawn = loaded.battle.scenario("dawn")
    assert continued is not None and dawn is not None
    assert {(p.piece, p.hexes, p.facing) for p in continued.placements} == {
        (p.piece, p.hexes, p.facing) for p in dawn.placements
    }


@pytest.mark.parametrize("name", BATTLES)
def test_a_saved_game_goes_on_with_the_rules_of_its_scenario(name: str, tmp_path: Path) -> None:
    loaded = bundled(name)
    assert loaded.battle is not None
    built = without_source(module_of(name))
    for number, scenario in enumerate(loaded.battle.scenarios):
        save = tmp_path / f"{number}.vsav"
        save.write_bytes(built.setups[f"setup-{scenario.id}.vsav"].data())
        source = with_source(built.module, SCENARIOS / name)
        write_project(tmp_path / scenario.id, import_module(source, ImportOptions(save=save)).files)
        again = check(tmp_path / scenario.id)
        assert again.battle is not None
        assert not again.report.has_errors, [str(d) for d in again.report]
        back = again.battle.scenario("continued")
        assert back is not None
        for attribute in (
            "sides", "awards", "automatic", "levels", "special_rules", "options", "settings", "turns",
            "arrivals", "orders", "removed_markers", "unused", "held", "markers_on_map",
        ):  # fmt: skip
            first, second = getattr(scenario, attribute), getattr(back, attribute)
            assert second == first, (scenario.id, attribute)
        stacks = {k: [p.piece for p in v] for k, v in scenario.stacks().items()}
        assert {k: [p.piece for p in v] for k, v in back.stacks().items()} == stacks


def with_value(save: SaveFile, piece: str, name: str, value: str) -> SaveFile:
    """The saved game after a property of a piece was changed."""

    def change(command: SaveCommand) -> SaveCommand:
        text, found = command.text, parse_command(command.text)
        if isinstance(found, AddPiece) and properties(found.piece).get("Id") == piece:
            traits = tuple(
                replace(t, value=value) if isinstance(t, DynamicProperty) and t.name == name else t
                for t in found.piece.traits
            )
            text = replace(found.piece, traits=traits).format()
        return SaveCommand(text, tuple(change(c) for c in command.subs))

    return SaveFile(save.metadata, save.module_metadata, change(save.root))


@pytest.mark.parametrize("inside", [False, True])
def test_a_group_whose_pieces_differ_comes_back_in_the_state_of_the_first(
    tmp_path: Path, inside: bool
) -> None:
    """With its source inside the module as well: it waits as the saved game has it, not as the source."""
    built = without_source(module_of("bouvines-1214"))
    save = tmp_path / "late.vsav"
    start = built.setups["setup-historical.vsav"]
    save.write_bytes(with_value(start, "fr-corbie", "fatigue", "2").data())
    data = with_source(built.module, SCENARIOS / "bouvines-1214") if inside else built.module.data()
    files = import_module(data, ImportOptions(save=save)).files
    write_project(tmp_path / "p", files)
    again = load(tmp_path / "p").battle
    assert again is not None
    states = {a.pieces[0]: dict(a.state) for a in again.scenarios[-1].arrivals}
    assert states == {"fr-corbie": {"fatigue": "fatigued"}, "al-boulogne": {}, "al-english": {}}
    assert "differ in fatigue (fatigued, fresh)" in files["import-report.txt"].decode("utf-8")


def test_a_flag_that_changed_sides_is_held_by_the_other(tmp_path: Path) -> None:
    built = without_source(module_of("rolica-1808"))
    start = built.setups["setup-historical.vsav"]

    save = tmp_path / "late.vsav"
    save.write_bytes(with_value(start, "objective-0912", "Owner", "1").data())
    data = with_source(built.module, SCENARIOS / "rolica-1808")
    write_project(tmp_path / "p", import_module(data, ImportOptions(save=save)).files)
    again = check(tmp_path / "p")
    assert again.battle is not None and not again.report.has_errors
    continued, first = again.battle.scenario("continued"), again.battle.scenario("historical")
    assert continued is not None and first is not None and again.battle.map is not None
    village = again.battle.map.grid.index("0912")
    assert village is not None
    assert {**first.held, village: "allied"} == continued.held


def test_terrain_levels_and_playable_area_come_back(trip: Trip) -> None:
    first, second = trip.first.map, trip.second.map
    assert first is not None and second is not None
    assert tuple(second.playable) == tuple(first.playable)
    for i in first.hexes():
        if first.playable[i] and trip.second.series.terrain(first.terrain[i] or "", "hex"):
            assert (second.terrain[i], second.levels[i]) == (first.terrain[i], first.levels[i]), (
                first.grid.id(i)
            )


def test_the_draft_of_the_terrain_finds_most_of_what_was_drawn() -> None:
    first = bundled("teaching-jdg")
    assert first.battle is not None and first.battle.map is not None
    module = without_source(module_of("teaching-jdg")).module
    maps = read_maps(module, LossReport(), DEFAULT, cut=False)
    board = next(b for m in maps for b in m.boards if b.grid)
    assert board.grid is not None
    samples, _ = sample(module.image(board.image) or b"", board.grid)
    by_class: dict[int, Counter[str | None]] = {}
    for i, group in zip(sorted(samples), cluster(samples, 8), strict=True):
        by_class.setdefault(group.label, Counter())[first.battle.map.terrain[i]] += 1
    right = sum(c.most_common(1)[0][1] for c in by_class.values())
    assert right >= 0.9 * len(samples)
    assert 3 <= len(by_class) <= 8


@pytest.mark.parametrize("name", BATTLES)
def test_the_source_inside_a_module_comes_back_byte_for_byte(name: str, tmp_path: Path) -> None:
    loaded = bundled(name)
    assert loaded.battle is not None
    files = import_module(module_of(name).module.data()).files
    read = [Path(file).relative_to(loaded.battle.folder).as_posix() for file in loaded.battle.files]
    assert len(read) >= 5
    for file in read:
        assert files[file] == (SCENARIOS / name / file).read_bytes(), file
    folder = tmp_path / "project"
    write_project(folder, files)
    again = load(folder)
    assert not again.report.has_errors
