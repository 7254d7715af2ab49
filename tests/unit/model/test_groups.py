"""Groups in a setup and the facing of a side: what they become, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.loading import check
from jdgtools.model.scenario import Placement
from tests.conftest import Changed

FILE = "scenarios/dawn.yaml"
ALONE = "  - {unit: fr-1ch, hex: 0201, facing: SE}\n  - {unit: fr-1cu, hex: 0101, facing: SE}\n"
SIDE = "{side: france, rout_edge: N"
GROUP = "  - {units: [fr-1ch, fr-1cu], along: [0201, 0101]}\n"


def with_group(changed: Changed, group: str = GROUP, facing: str = "SE") -> Path:
    """Return the battle with a group in the place of both horsemen, whose side faces one way."""
    return changed("teaching-jdg", (FILE, ALONE, group), (FILE, SIDE, f"{SIDE}, facing: {facing}"))


def placed(path: Path, scenario: str = "dawn") -> dict[str, Placement]:
    loaded = check(path)
    assert not loaded.report.has_errors, list(loaded.report)
    assert loaded.battle is not None
    found = loaded.battle.scenario(scenario)
    assert found is not None
    return {placement.piece: placement for placement in found.placements}


def test_a_list_along_hexes_faces_as_its_side(changed: Changed) -> None:
    setup = placed(with_group(changed))
    assert [(p.hexes, p.facing) for p in (setup["fr-1ch"], setup["fr-1cu"])] == [((1,), 2), ((0,), 2)]
    assert setup["davout"].facing is None


def test_what_is_written_wins(changed: Changed) -> None:
    group = GROUP.replace("]}", "], facing: W}")
    setup = placed(with_group(changed, group))
    assert setup["fr-1ch"].facing == setup["fr-1cu"].facing == 4


def test_a_group_in_a_hex_is_a_stack(changed: Changed) -> None:
    setup = placed(with_group(changed, "  - {units: [fr-1cu, fr-1ch], hex: 0101}\n"))
    assert [(setup[u].hexes, setup[u].order) for u in ("fr-1cu", "fr-1ch")] == [((0,), 0), ((0,), 1)]


def test_a_command_places_those_who_are_not_placed_otherwise(changed: Changed) -> None:
    """One unit of the brigade stands alone, the rest of it chooses in a region."""
    rows = (
        "  - {unit: fr-1ch, hex: 0201, facing: E}\n  - {command: jacquinot, region: west-bank, facing: SE}\n"
    )
    setup = placed(with_group(changed, rows))
    assert setup["fr-1ch"].hexes and not setup["fr-1ch"].area
    assert setup["fr-1cu"].area_name == "region west-bank"


def test_who_covers_two_hexes_takes_two_of_the_way(changed: Changed) -> None:
    group = "{units: [un-yellow, un-old, un-heavy], along: 1203-1204-1205-1206}"
    path = changed(
        "teaching-mpbs", ("scenarios/morning.yaml", "{units: [un-yellow], along: 1203-1204}", group)
    )
    loaded = check(path)
    assert loaded.battle is not None and not loaded.report.of("GEN067")
    scenario, battle_map = loaded.battle.scenario("morning"), loaded.battle.map
    assert scenario is not None and battle_map is not None
    placements = {p.piece: p.hexes for p in scenario.placements}
    ids = [[battle_map.grid.id(i) for i in placements[u]] for u in ("un-yellow", "un-old", "un-heavy")]
    assert ids == [["1203", "1204"], ["1205"], ["1206"]]


@pytest.mark.parametrize(
    ("group", "code", "message"),
    [
        ("{units: [fr-1ch, fr-1cu], along: [0201]}", "GEN067", "a group that covers 2 hexes stands along 1"),
        ("{units: [fr-1ch], along: [0201, 0101]}", "GEN067", "a group that covers 1 hex stands along 2"),
        ("{units: [fr-1ch, fr-1cu], along: [0201, 0101], hex: 0101}", "GEN007", "the group has a place beside `along`"),
        ("{unit: fr-1ch, hex: 0201, along: [0101]}", "GEN007", "`along` places one unit"),
        ("{units: [fr-1ch, fr-1cu], region: west}", "REF009", "unknown region `west`"),
        ("{units: [fr-1ch, fr-1uc], hex: 0101}", "REF004", "unknown unit `fr-1uc`"),
        ("{units: [fr-1ch, fr-1ch], hex: 0101}", "REF021", "unit `fr-1ch` is placed twice"),
        ("{command: jaquinot, hex: 0101}", "REF002", "unknown command `jaquinot`"),
        ("{command: jacquinot, units: [fr-1ch], hex: 0101}", "GEN006", "this placement names no piece"),
        ("{units: [fr-1ch, fr-1cu], along: [0201, 9901]}", "REF007", "hex `9901` is not on the map"),
    ],
)  # fmt: skip
def test_refused(changed: Changed, group: str, code: str, message: str) -> None:
    report = check(with_group(changed, f"  - {group}\n")).report
    assert [p.message for p in report.of(code)] == [message]


def test_a_command_without_units_left_is_refused(changed: Changed) -> None:
    report = check(with_group(changed, GROUP + "  - {command: jacquinot, hex: 0101}\n")).report
    (problem,) = report.of("GEN067")
    assert problem.message == "the group of command `jacquinot` has nobody"


def test_the_facing_of_a_side_is_read_once(changed: Changed) -> None:
    report = check(with_group(changed, facing="NNW")).report
    assert len(report.of("GEN004")) == 1


def test_a_two_hex_unit_takes_two_hexes() -> None:
    """The teaching battle has such a group."""
    setup = placed(Path("scenarios/teaching-mpbs"), "morning")
    assert len(setup["un-yellow"].hexes) == 2 and setup["un-yellow"].facing == setup["un-horn"].facing == 1
