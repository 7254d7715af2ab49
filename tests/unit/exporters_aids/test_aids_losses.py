"""The sheet of points for losses."""

from __future__ import annotations

from msgspec.structs import replace

from jdgtools.exporters.booklet.losses import loss_lines
from jdgtools.exporters.booklet.names import BookletNames
from tests.unit.exporters_aids.conftest import context


def test_the_sheet_has_the_lines_that_count_for_a_piece_of_the_scenario() -> None:
    """T-VP: points of the scenario, no line that gives nothing, none about guns that nobody has."""
    names = BookletNames(context("teaching-mpbs", "fr"))
    battle, morning = names.battle.scenarios
    points = {line.entry.key: line.points for line in loss_lines(names, battle)}
    assert (points["cavalry_eliminated"], points["wc_eliminated"], points["hi_sp"]) == (8, 4, 1)
    assert (points["king_charles"], points["ac_eliminated"]) == (50, 20), "a sovereign is present"
    without = replace(battle, unused=frozenset({"archduke"}))
    assert "king_charles" not in {line.entry.key for line in loss_lines(names, without)}
    assert "li_eliminated" not in points and "captured_3_double" not in points
    horse_alone = replace(battle, unused=frozenset(u.id for u in names.battle.units if u.arm != "cavalry"))
    assert [key for key in points if key.startswith("hi_")]
    assert not [line for line in loss_lines(names, horse_alone) if line.entry.key.startswith("hi_")]
    assert loss_lines(names, morning) == []
    assert (
        loss_lines(
            BookletNames(context("teaching-jdg", "fr")), context("teaching-jdg", "fr").battle.scenarios[0]
        )
        == []
    )
