"""Scenarios of real battles that build on another: what the desk changes in them is so there, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.derived import derive
from jdgtools.derived.answers import facing_name
from jdgtools.desk import operations as do
from jdgtools.desk import refactor
from jdgtools.desk.documents import Documents
from jdgtools.desk.session import Session
from jdgtools.desk.text_edit import Edit
from jdgtools.model.scenario import Placement, Scenario
from tests.unit.desk.test_random_operations import copied, files_of

HEIRS = [
    ("rolica-1808", "loison", "historical"),
    ("bouvines-1214", "broken-bridge", "historical"),
    ("edgehill-1642", "hampden", "historical"),
]


def scenario(session: Session, id_: str) -> Scenario:
    assert session.loaded.battle is not None
    found = session.loaded.battle.scenario(id_)
    assert found is not None
    return found


def where(session: Session, id_: str) -> dict[str, Placement]:
    return {one.piece: one for one in scenario(session, id_).placements}


@pytest.mark.parametrize(("battle", "heir", "base"), HEIRS)
def test_a_scenario_says_otherwise_what_it_takes_over(
    tmp_path: Path, battle: str, heir: str, base: str
) -> None:
    session = copied(battle, tmp_path)
    assert session.loaded.battle is not None
    assert session.loaded.battle.map is not None
    grid = session.loaded.battle.map.grid
    before, of_base = where(session, heir), where(session, base)
    own = session.documents.scenario(heir)
    assert own is not None
    one = next(
        p for p in before.values() if len(p.hexes) == 1 and p.facing is not None and p == of_base.get(p.piece)
    )
    free = next(
        i
        for i in grid.hexes
        if session.loaded.battle.map.playable[i] and not scenario(session, heir).stacks().get(i)
    )
    loaded = session.loaded
    assert one.facing is not None and loaded.series is not None and loaded.charts is not None
    turned = (one.facing + 1) % 6
    name = facing_name(
        derive(session.loaded.battle, loaded.series, loaded.charts, scenario(session, heir)), turned
    )
    assert name is not None
    files = files_of(session.folder)
    whole = session.loaded.report.diagnostics

    def change(make: Callable[[Documents], Edit]) -> dict[str, Placement]:
        session.commit(make(session.documents), session.digest)
        assert where(session, base) == of_base
        now = files_of(session.folder)
        assert [path for path in now if now[path] != files.get(path)] == [session.folder / own.path]
        after = where(session, heir)
        session.undo()
        assert files_of(session.folder) == files
        return after

    after = change(lambda d: do.place_piece(d, heir, one.piece, grid.id(free)))
    assert after[one.piece].hexes == (free,)
    assert after[one.piece].facing == one.facing and after[one.piece].state == one.state
    assert after.keys() == before.keys()

    after = change(lambda d: do.turn_piece(d, heir, one.piece, name, grid.id(one.hexes[0])))
    assert (after[one.piece].hexes, after[one.piece].facing) == (one.hexes, turned)

    after = change(lambda d: do.remove_piece(d, heir, one.piece))
    assert before.keys() - after.keys() == {one.piece}

    neighbour = next(n for n in grid.neighbours(one.hexes[0]) if n is not None)
    friend = next(
        p for p in before.values()
        if p.piece != one.piece and len(p.hexes) == 1 and p == of_base.get(p.piece)
        and grid.find(grid.cube(p.hexes[0]) + (grid.cube(neighbour) - grid.cube(one.hexes[0]))) is not None
    )  # fmt: skip
    at = {p.piece: grid.id(p.hexes[0]) for p in before.values() if p.hexes}
    start, target = grid.id(one.hexes[0]), grid.id(neighbour)
    after = change(
        lambda d: refactor.move_together(d, heir, [one.piece, friend.piece], start, target, "", at)
    )
    assert after[one.piece].hexes == (neighbour,)
    assert after[friend.piece].hexes != friend.hexes
    assert session.loaded.report.diagnostics == whole
