"""The teaching battles of Au fil de l'épée and of Musket & Pike: what they show, and that their tables are current."""

from __future__ import annotations

import pytest

from jdgtools.loading import check
from jdgtools.series.registry import find_series
from tests.tools.teaching_tables import ROOT, files

LOADED = {name: check(ROOT / name) for name in ("teaching-afe", "teaching-mpbs")}


@pytest.fixture(params=sorted(LOADED))
def loaded(request):
    return LOADED[request.param]


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.name)
def test_spreadsheets_are_what_the_tool_makes(path):
    """The same bytes every time: fixed dates, fixed order."""
    assert path.read_bytes() == files()[path]


def test_checks_cleanly(loaded):
    assert [d.message for d in loaded.report] == []


def test_uses_the_series_once(loaded):
    """Every hex and hexside terrain, way, role, and nearly every unit type of the series occurs."""
    battle = loaded.battle
    definition, the_map = battle.series, battle.map
    assert {t.id for t in definition.unit_types} - {u.type for u in battle.units} == set()
    used = set(the_map.terrain) | {f.kind for f in the_map.features} | {w.kind for w in the_map.ways}
    assert {t.id for t in definition.terrains} - used <= {"impassable"}
    assert {r.id for r in definition.roles} == {x.role for x in battle.leaders}
    assert {o for s in battle.scenarios for o in s.orders.values()} == {o for o, _ in definition.orders}
    assert any(len(s.arrivals) > 1 for s in battle.scenarios) and battle.overrides


def test_texts_in_every_language_of_the_series(loaded):
    """Titles, places, formations, special rules and victory in all languages of the series."""
    battle = loaded.battle
    texts = [battle.title, battle.place, battle.credits, *(c.name for c in battle.commands)]
    texts += [t for s in battle.scenarios for t in (s.title, s.summary, *(r.text for r in s.special_rules))]
    for text in texts:
        assert all(text.has(language) for language in battle.series.languages), text


def test_numbering_and_tables():
    """Letters for rows, rows first; column numbers that begin with 11; two-hex units from a spreadsheet."""
    afe, mpbs = (LOADED[name].battle for name in sorted(LOADED))
    assert afe.map.grid.id(0) == "A1" and afe.map.grid.id(8) == "B2"
    assert mpbs.map.grid.id(0) == "1101"
    red = mpbs.scenario("morning").placement("em-red")
    assert [mpbs.map.grid.id(h) for h in red.hexes] == ["1504", "1503"]


@pytest.mark.parametrize("series", ["afe", "mpbs"])
def test_checks_cite_the_digest(series):
    """Every check has a permanent code, an entry, and statements that exist."""
    found = find_series(series)
    codes = [c.code for c in found.checks]
    assert len(set(codes)) == len(codes)
    for entry in found.checks:
        assert entry.rules and set(entry.rules) <= found.statements, entry.code
        assert int(entry.entry.split("-")[1]) == int(entry.code[3:])
