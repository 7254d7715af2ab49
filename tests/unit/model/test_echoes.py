"""One mistake is one message: what only follows from a value that cannot be read is not said again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.loading import check, echoes
from jdgtools.source.span import Span
from tests.bundled import SCENARIOS

H = "scenarios/historical.yaml"


@pytest.mark.parametrize(
    ("battle", "file", "text", "slip", "expected"),
    [
        ("vimeiro-1808", "oob.csv", "Hill,4,7,6,5,3", "Hill,4,7,6,-5,3", "SCH006 oob.csv:3"),
        ("vimeiro-1808", "battle.yaml", "range: 7", "range: -7", "SCH006 battle.yaml:177"),
        ("vimeiro-1808", "battle.yaml", "code: O, rating: 6", "code: O, rating: -6", "SCH006 battle.yaml:40"),
        ("vimeiro-1808", "oob.csv", "5,5,5,,,944,", "5,5,5,,,-944,", "SCH006 oob.csv:2"),
        ("vimeiro-1808", "battle.yaml", "infantry: 200", "infantry: 20", "GEN086 battle.yaml:16"),
        ("vimeiro-1808", "map.yaml", "Ventosa, hex: 2404", "Ventosa, hex: 9404", "REF007 map.yaml:198"),
        ("vimeiro-1808", "oob.csv", "br-9-1,1/9th Foot", "br-9-1;1/9th Foot", "SRC055 oob.csv:3"),
        ("rolica-1808", "oob.csv", "Hill,5,7,6,5,4,5,5,5,,,987", "Hill,5,7 6,5,4,5,5,5,,,987", "SRC056 oob.csv:2"),
        ("rolica-1808", "oob.csv", "29th Foot,29,allied", "29th Foot,29 allied", "SRC056 oob.csv:5"),
        ("rolica-1808", "oob.csv", "1/9th Foot,1/9", '"1/9th, Foot",,1/9', "SRC056 oob.csv:3"),
        ("edgehill-1642", "oob.csv", "dragoons,royal,3,6", "dragoons,royal,3 6", "SRC056 oob.csv:7"),
        ("teaching-jdg", "battle.yaml", "capacity: 3", "capacity: -3", "SCH006 battle.yaml:88"),
        ("teaching-jdg", "battle.yaml", "back: {cohesion: -1", "back: {cohesion: -9", "SCH006 battle.yaml:61"),
        ("teaching-jdg", "oob.csv", ",2,6,,7,1,", ",2,-6,,7,1,", "SCH006 oob.csv:13"),
        ("teaching-jdg", "scenarios/dawn.yaml", "count: 3,", "count: -3,", "SCH006 scenarios/dawn.yaml:7"),
        ("teaching-jdg", "scenarios/dawn.yaml", "id: dawn\n", 'id: dawn\nextends: ""\n', "SCH005 scenarios/dawn.yaml:5"),
        ("teaching-jdg", "map.yaml", "kind: river\n", "kind: rivre\n", "REF008 map.yaml:49"),
        ("teaching-jdg", "map.yaml", "from: N", 'from: ""', "MAP004 map.yaml:58"),
        ("teaching-jdg", "battle.yaml", "symbol: smoke", 'symbol: ""', "GEN130 battle.yaml:134"),
        ("teaching-jdg", "scenarios/battle.yaml", "flags: [fog]", 'flags: [""]', "REF022 scenarios/battle.yaml:7"),
        ("teaching-jdg", "scenarios/battle.yaml", "holds: {side: austria, hexes: [0402]}", 'holds: {side: "", hexes: [0402]}', "REF001 scenarios/battle.yaml:50"),
        ("bouvines-1214", H, "S, facing: N", "S, facing: Q", f"GEN004 {H}:22"),
        ("bouvines-1214", "map.yaml", "kind: bridge_side", "kind: bridge", "REF008 map.yaml:72"),
        ("bremule-1119", "oob.csv", "4,5,3,true,7,40", "4,5,3,jes,7,40", "GEN001 oob.csv:2"),
        ("edgehill-1642", H, "salvo: nobody", "salvo: noboby", f"GEN001 {H}:90"),
        ("edgehill-1642", H, "along: 1607-1707-1807", "along: 1607-1707", f"MAP005 {H}:61"),
        ("edgehill-1642", H, "from: -20, to: 20", "from: 20, to: -20", f"MPB109 {H}:132"),
        ("teaching-afe", "scenarios/battle.yaml", "demonte_markers: 2", "demonte_markers: x", "GEN001 scenarios/battle.yaml:67"),
        ("teaching-afe", "scenarios/battle.yaml", "be-gun, hex: C6", "be-gun, hex: E7", "GEN070 scenarios/battle.yaml:40"),
    ],
)  # fmt: skip
def test_one_mistake_is_one_message(
    tmp_path: Path, battle: str, file: str, text: str, slip: str, expected: str
) -> None:
    folder = tmp_path / "battle"
    shutil.copytree(SCENARIOS / battle, folder, ignore=shutil.ignore_patterns("out"))
    content = (folder / file).read_text("utf-8")
    assert text in content
    (folder / file).write_text(content.replace(text, slip, 1), "utf-8")
    found = [
        f"{p.code} {p.span.file.removeprefix(str(folder) + '/')}:{p.span.line}"
        for p in check(folder).report
        if p.span
    ]
    assert found == [expected]


def test_a_setup_whose_table_is_missing_is_not_judged(tmp_path: Path) -> None:
    folder = tmp_path / "battle"
    shutil.copytree(SCENARIOS / "teaching-jdg", folder, ignore=shutil.ignore_patterns("out"))
    (folder / "scenarios" / "dawn-austria.csv").unlink()
    assert sorted(p.code for p in check(folder).report) == ["GEN012", "SRC001"]


def test_empty_values_in_great_number_are_compared_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison of each with each would take hours for a hundred thousand."""
    spans = [Span("map.yaml", 1, col, 1, col + 4) for col in range(1, 4001, 8)]
    empty = [
        Diagnostic("SCH012", Severity.ERROR, "empty", span, found="an empty text", subject=str(n))
        for n, span in enumerate(spans)
    ]
    better = [
        Diagnostic("REF008", Severity.ERROR, "unknown", Span("map.yaml", 1, s.end_col + 3, 1, s.end_col + 3))
        for s in spans
    ]
    looked_up = 0

    def count(problem: Diagnostic) -> Iterator[tuple[str, int, int]]:
        nonlocal looked_up
        for start in value_starts(problem):
            looked_up += 1
            yield start

    value_starts = echoes._value_starts
    monkeypatch.setattr(echoes, "_value_starts", count)
    report = Report([*empty, *better])
    echoes.drop_empty_values(report, better)
    assert set(report) == set(better) and looked_up <= 4 * len(empty)
