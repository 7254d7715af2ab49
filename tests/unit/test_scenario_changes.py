"""What a scenario changes of the map and of ratings: in the model, checks, queries, package, module and prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.derived import derive
from jdgtools.exporters.booklet.changes import map_change_lines, rating_change_lines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.package import package_of
from jdgtools.exporters.vassal import make_module
from jdgtools.loading import check
from jdgtools.loading.loaded_battle import Loaded
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from tests.conftest import Changed

TEACHING = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return check(TEACHING)


def of(loaded: Loaded) -> tuple[Battle, Scenario]:
    assert loaded.battle is not None
    scenario = loaded.battle.scenario("dawn")
    assert scenario is not None
    return loaded.battle, scenario


def context_of(loaded: Loaded, language: str = "") -> BuildContext:
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions(language)
    return BuildContext(loaded.battle, loaded.series, loaded.charts, TEACHING, options)


def test_the_map_in_force(loaded: Loaded) -> None:
    battle, scenario = of(loaded)
    before, after = battle.map, battle.in_scenario(scenario).map
    assert before is not None and after is not None
    index = before.grid.index
    farm, bridge = index("0504"), before.grid.hexside(index("0104") or 0, 0)
    assert farm is not None
    assert (before.terrain[farm], after.terrain[farm]) == ("village", "clear")
    assert [f.kind for f in before.by_side[bridge]] == ["river", "bridge"]
    assert [f.kind for f in after.by_side[bridge]] == ["river"]
    roads = [[before.grid.id(h) for h in way.hexes] for way in after.ways if way.kind == "road"]
    assert roads == [["0101", "0102", "0103"], ["0104", "0105"]]
    assert [way.exits for way in after.ways if way.kind == "road"] == [(0, None), (None, 3)]
    assert [way.key for way in after.ways][-1] == "dawn/ways-1"
    assert sum(len(features) for features in after.by_side.values()) == len(after.features)


def test_ratings_in_force_and_their_places(loaded: Loaded) -> None:
    battle, scenario = of(loaded)
    there = battle.in_scenario(scenario)
    assert (battle.units[4].front["cohesion"], there.units[4].front["cohesion"]) == (6, 5)
    place, other = there.span("unit", "fr-1ch", "cohesion"), there.span("unit", "fr-1ch", "shock")
    assert place is not None and place.file.endswith("dawn.yaml")
    assert other is not None and other.file.endswith("oob.csv")
    assert there.in_scenario(scenario) is there
    with pytest.raises(ValueError, match="of scenario dawn are in force"):
        there.in_scenario(battle.scenarios[0])


def test_queries_and_package_have_the_changes(loaded: Loaded) -> None:
    battle, scenario = of(loaded)
    assert loaded.series is not None and loaded.charts is not None
    town = battle.map.grid.index("0103"), battle.map.grid.index("0104")  # type: ignore[union-attr]
    costs = []
    for one in battle.scenarios:
        derived = derive(battle, loaded.series, loaded.charts, one)
        costs.append(derived.path(*town, "infantry"))  # type: ignore[arg-type]
    assert costs[0] is not None and costs[0] != costs[1]  # over the bridge, and round by the ford
    package = package_of(battle, loaded.series, loaded.charts, scenario)
    assert next(u for u in package.units if u.id == "fr-1ch").front["cohesion"] == 5
    assert [way.id for way in package.terrain.ways].count("dawn/ways-1") == 1


def test_checks_judge_the_changed_map_and_point_at_the_scenario(changed: Changed) -> None:
    path = changed(
        "teaching-jdg", ("scenarios/dawn.yaml", "kind: ford, sides: [0404/SW]", "kind: ford, sides: [0301/N]")
    )
    (problem,) = check(path).report.of("JDG055")
    assert problem.span is not None and problem.span.file.endswith("dawn.yaml")


def test_checks_judge_the_changed_ratings_and_point_at_the_scenario(changed: Changed) -> None:
    path = changed("teaching-jdg", ("scenarios/dawn.yaml", "fr-1ch: {cohesion: 5}", "fr-1ch: {cohesion: 25}"))
    problems = [p for p in check(path).report if "fr-1ch" in p.message]
    assert problems
    assert all(p.span is not None and p.span.file.endswith("dawn.yaml") for p in problems)


def test_what_the_battle_has_already_is_not_told_again_of_its_changed_map(changed: Changed) -> None:
    path = changed("teaching-jdg", ("map.yaml", "legend:", "legend_of_old:"))
    messages = [p.message for p in check(path).report]
    assert len(messages) == len(set(messages))


@pytest.mark.parametrize(
    ("old", "new", "code", "found"),
    [
        ("{0504: clear}", "{0504: claer}", "REF008", "`claer`"),
        ("{0504: clear}", "{9504: clear}", "REF007", "`9504`"),
        ("kind: ford, sides", "kind: frod, sides", "REF008", "`frod`"),
        ("sides: [0404/SW]", "sides: [0404/SSW]", "MAP004", "SSW"),
        ("kind: trail", "kind: trial", "REF008", "`trial`"),
        ("hexes: 0201-0202", "hexes: 0201-0203", "MAP005", "0203"),
        ("kind: bridge", "kind: wood", "REF008", "`wood`"),
        ("fr-1ch: {", "fr-1hc: {", "REF004", "`fr-1hc`"),
        ("{cohesion: 5}", "{cohesoin: 5}", "REF016", "`cohesoin`"),
        ("{cohesion: 5}", "{command: davout}", "REF016", "`command`"),
        ("{cohesion: 5}", "{cohesion: much}", "GEN001", "`much`"),
    ],
)
def test_unknown_words_are_refused(changed: Changed, old: str, new: str, code: str, found: str) -> None:
    problems = check(changed("teaching-jdg", ("scenarios/dawn.yaml", old, new))).report.of(code)
    assert len(problems) == 1 and found in problems[0].message
    assert problems[0].span is not None and problems[0].span.file.endswith("dawn.yaml")


def test_the_module_has_a_board_and_a_piece_for_the_scenario(loaded: Loaded) -> None:
    built = make_module(context_of(loaded))
    entries = built.module.entries
    assert entries["images/map-dawn.png"] != entries["images/map.png"]
    assert "unit:fr-1ch@dawn" in built.ids
    boards = {name: "".join(save.root.walk()) for name, save in built.setups.items()}
    assert "Map: Vanguards at dawn" in boards["setup-dawn.vsav"]
    assert all("Vanguards at dawn" not in text for name, text in boards.items() if name != "setup-dawn.vsav")
    own, usual = str(built.ids["unit:fr-1ch@dawn"]), str(built.ids["unit:fr-1ch"])
    assert own in boards["setup-dawn.vsav"] and usual not in boards["setup-dawn.vsav"]
    assert usual in boards["setup-battle.vsav"] and own not in boards["setup-battle.vsav"]


def test_the_sheets_have_a_counter_for_the_scenario(loaded: Loaded) -> None:
    names = [counter.subject for counter in counters_of(context_of(loaded)) if counter.kind == "unit"]
    assert names[names.index("fr-1ch") + 1] == "fr-1ch@dawn"


def test_the_page_of_the_scenario_says_what_is_different(loaded: Loaded) -> None:
    _, scenario = of(loaded)
    names = BookletNames(context_of(loaded, "en"))
    assert list(map_change_lines(names, scenario)) == [
        "clear: 0504",
        "bridge: gone, 0103/0104",
        "road: gone, 0103–0104",
        "ford: added, 0404/0305",
        "trail: added, 0201–0202",
    ]
    assert list(rating_change_lines(names, scenario)) == ["1er Chasseurs: cohesion rating 5"]
    french = BookletNames(context_of(loaded, "fr"))
    assert "pont : disparu, 0103/0104" in list(map_change_lines(french, scenario))
