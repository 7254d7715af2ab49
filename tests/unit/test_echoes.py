"""One mistake is said once: what only follows from it is left out until it is mended."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.loading import check

LAST_TURN = ["GEN144", "JDG091", "JDG103", "JDG110"]
HISTORICAL = "scenarios/historical.yaml"


@pytest.mark.parametrize(
    ("battle", "file", "old", "new", "codes"),
    [
        ("edgehill-1642", HISTORICAL, "2214-2314-2414-2514}", "2214-2314-2414}", ["GEN067"]),
        ("edgehill-1642", HISTORICAL, "2214-2314-2414-2514}", "2114-2214-2314-2414-2514}", ["GEN067"]),
        ("edgehill-1642", HISTORICAL, "2414-2514}", "2414-2514, hex: 2214}", ["GEN007"]),
        ("edgehill-1642", HISTORICAL, "ro-usher, hex: 2614", "ro-usher, along: 2614-2714", ["GEN007"]),
        ("edgehill-1642", HISTORICAL, "units: [ro-wales,", "units: [ro-whales,", ["REF004"]),
        ("edgehill-1642", HISTORICAL, "{unit: ro-usher,", "{unit: ro-ushers,", ["REF004"]),
        ("edgehill-1642", HISTORICAL, "{leader: rupert,", "{leader: ruprecht,", ["REF003"]),
        ("edgehill-1642", HISTORICAL, "{unit: ro-usher,", "{uint: ro-usher,", ["SCH001"]),
        ("edgehill-1642", HISTORICAL, "units: [pa-late,", "units: [pa-later,", ["REF004"]),
        ("edgehill-1642", HISTORICAL, "leaders: [hampden]", "leaders: [hamden]", ["REF003"]),
        ("edgehill-1642", HISTORICAL, "units: [pa-late,", "unit: [pa-late,", ["SCH001"]),
        ("edgehill-1642", "oob.csv", "Rupert,royal,rupert,", "Rupert,royals,rupert,", ["REF001"]),
        ("edgehill-1642", "map.yaml", "sides: [1018/NE-E, 1117/E]", "sides: [1117/E, 1117/E]", ["SCH008"]),
        ("rolica-1808", "map.yaml", "  b: brush", "  b: [brush]", ["SCH003"]),
        ("rolica-1808", "map.yaml", "  b: brush", "  b: brushh", ["REF008"]),
        ("rolica-1808", "map.yaml", "1022, 1222]}", "10222, 1222]}", ["REF007"]),
        ("rolica-1808", "oob.csv", "id,name,short", "1,name,short", ["GEN012", "SCH002"]),
        ("bouvines-1214", HISTORICAL, "1713-1813-1914-2013}", "1713-1813-1915-2013}", ["MAP005"]),
        ("rolica-1808", HISTORICAL, "{unit: fr-26ch,", "{unit: fr-26chh,", ["REF004"]),
        ("rolica-1808", HISTORICAL, "{leader: delaborde,", "{leader: delabord,", ["REF003"]),
        # A letter of another alphabet that looks the same.
        ("rolica-1808", HISTORICAL, "fr-guns-a, hex", "fr-guns-\u0430, hex", ["REF004"]),
        # A side that all others contradict.
        ("rolica-1808", "battle.yaml", ("commands:\n", "side: allied"), "side: france", ["JDG013"]),
        ("rolica-1808", "battle.yaml", ("leaders:\n", "side: allied"), "side: france", ["JDG035"]),
        ("rolica-1808", "oob.csv", "1/5,allied,", "1/5,france,", ["JDG013"]),
        ("bouvines-1214", "battle.yaml", ("  - id: stpol\n", "side: france"), "side: allies", ["AFE021"]),
        ("bouvines-1214", "battle.yaml", ("  - id: guerin\n", "side: france"), "side: allies", ["AFE021"]),
        ("edgehill-1642", "battle.yaml", ("  - id: astley\n", "side: royal"), "side: parliament", ["MPB022"]),
        (
            "edgehill-1642",
            "battle.yaml",
            ("Prince Rupert", "side: royal"),
            "side: parliament",
            ["MPB022"],
        ),
        # Leaders of the other side, and of another wing.
        ("bouvines-1214", "battle.yaml", ("commands:\n", "leader: guerin"), "leader: ferrand", ["AFE021"]),
        ("edgehill-1642", "battle.yaml", "    leader: rupert", "    leader: ramsay", ["MPB022"]),
        ("edgehill-1642", "battle.yaml", "    leader: rupert", "    leader: wilmot", ["MPB022"]),
        # Two that cannot stand together.
        ("rolica-1808", HISTORICAL, "br-60, hex: 0805,", "br-60, hex: 0811,", ["JDG041", "JDG060", "JDG089"]),
        (
            "edgehill-1642",
            HISTORICAL,
            "byron-horse, hex: 2316",
            "byron-horse, hex: 2206",
            ["MPB034", "MPB048", "MPB054"],
        ),
        ("edgehill-1642", HISTORICAL, "along: 1014-1114-1214", "along: 1014-1114", ["GEN067"]),
        ("rolica-1808", HISTORICAL, "  - {unit: fr-26ch, hex: 0914, facing: NE}\n", "", ["JDG102"]),
        (
            "bouvines-1214",
            "battle.yaml",
            "rating: 1, range: 5, mp: 7",
            "rating: 1, rnage: 5, mp: 7",
            ["REF016"],
        ),
        # What lies on a map whose pictures or ways cannot be read.
        ("teaching-jdg", "map.yaml", "  . . g . . .\n", "", ["MAP001"]),
        ("teaching-jdg", "map.yaml", "  0 0 0 0 1 1\n", "", ["MAP001"]),
        ("teaching-jdg", "map.yaml", "s: strand", "s: stand", ["REF008"]),
        ("teaching-jdg", "map.yaml", "kind: trail", "kind: track", ["REF008"]),
        ("teaching-jdg", "map.yaml", "0102-0202-0302-0402", "0102-0202-0402", ["MAP005"]),
        ("rolica-1808", "map.yaml", "1018..1023-0924..0930", "1018..1023-0924..1030", ["MAP005"]),
        # Words and numbers that others use.
        ("teaching-jdg", "scenarios/dawn.yaml", "sun: [2]", "son: [2]", ["REF022"]),
        ("teaching-jdg", "battle.yaml", "count: 2, per", "count: -2, per", ["SCH006"]),
        ("teaching-mpbs", "scenarios/battle.yaml", "{horn: ", "{hron: ", ["REF002"]),
        ("teaching-jdg", "scenarios/battle.yaml", "last_turn: 4", "last_turn: 0", LAST_TURN),
        # A commander who is alone is without his wing, too.
        ("teaching-mpbs", "scenarios/morning.yaml", "[un-yellow]", "[un-yelow]", ["REF004"]),
    ],
)
def test_what_follows_from_a_mistake_is_not_said(
    battle: str, file: str, old: str | tuple[str, str], new: str, codes: list[str], tmp_path: Path
) -> None:
    before, old = old if isinstance(old, tuple) else ("", old)
    project = tmp_path / "p"
    shutil.copytree(f"scenarios/{battle}", project)
    text = (project / file).read_text("utf-8")
    start = text.index(old, text.index(before))
    (project / file).write_text(text[:start] + new + text[start + len(old) :], "utf-8")
    assert sorted({problem.code for problem in check(project).report}) == codes


def test_a_map_that_cannot_be_read_leaves_groups_alone(tmp_path: Path) -> None:
    project = tmp_path / "p"
    shutil.copytree("scenarios/edgehill-1642", project)
    (project / "map.yaml").write_text("format: 1\ngrid: {columns: 0}\n")
    codes = {problem.code for problem in check(project).report}
    assert codes and not codes & {"GEN007", "GEN067", "GEN091", "MPB040"}
