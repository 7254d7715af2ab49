"""Every statement of the rules has its place: a function, a reason, or a gap that is printed."""

from __future__ import annotations

from pathlib import Path

from jdgtools.audit.citing import cited_ids, is_example
from jdgtools.audit.engine_page import ENGINE, engine_pages, functions_by_statement, rows, to_prove
from jdgtools.engine.jdg.arrivals import enter_unit
from jdgtools.engine.jdg.gaps import GAPS
from jdgtools.engine.jdg.reach import NORMAL
from jdgtools.engine.jdg.statements import without_function
from jdgtools.engine.jdg.words import FULL_ALLOWANCE, ORDERS, RENFORT, WITHOUT
from jdgtools.engine.jdg.zones import allowance
from jdgtools.series.registry import find_series
from tests.unit.engine.field import Field
from tests.unit.engine.matches import match

SERIES = find_series("jdg")
assert SERIES is not None
KNOWN = frozenset(s for s in SERIES.summaries if s.startswith("JDG-") and not is_example(s))
TESTS = Path(__file__).parents[2]


def test_every_statement_has_its_place() -> None:
    assert SERIES is not None
    assert [row[0] for row in rows(SERIES, TESTS) if not row[1]] == []


def test_a_reason_is_given_only_where_no_function_cites_the_statement() -> None:
    reasons = set(without_function())
    assert reasons <= KNOWN
    played = functions_by_statement(ENGINE, KNOWN, ("gaps.py", "statements.py"))
    assert reasons & set(played) == set()


def test_the_chapters_add_up() -> None:
    """The table by chapter counts what the table of all statements lists, and names what has no test."""
    lines, pages = rows(SERIES, TESTS), engine_pages(SERIES, TESTS)
    cells = [line.split(" | ") for line in pages["engine-jdg.md"].splitlines() if line.count("|") == 7]
    chapters = [row for row in cells if row[1].isdecimal()]
    names = [*map(str, range(14)), "CONV"]
    assert [row[0] for row in chapters] == [f"| [{name}](engine-jdg-{name.lower()}.md)" for name in names]
    for row, name in zip(chapters, names, strict=True):
        assert pages[f"engine-jdg-{name.lower()}.md"].count("\n| JDG-") == int(row[1])
    assert sum(int(row[1]) for row in chapters) == len(lines)
    assert sum(int(row[3]) for row in chapters) == sum(row[3] == "played" for row in lines)
    bare = {f"JDG-{name}" for row in chapters for name in row[5].rstrip("| ").split(", ") if name}
    assert bare == {row[0] for row in lines if to_prove(SERIES, row) and not row[2]}
    assert not any(row[3] == "played" and not row[2] for row in lines)


def test_gaps_name_statements() -> None:
    for gap in GAPS:
        assert list(cited_ids(gap.statements, KNOWN)), gap


def test_a_unit_in_shelter_need_not_rout_on() -> None:
    """JDG-10.4-k to -m: it may stop in a village; in a later rout move it may stay or go on."""
    field = Field()
    field.put("fr-32", "1505", level=2)
    field.t.shelter[field.hex("1506")] = True
    unit = field.unit("fr-32")
    field.begin(field.game.rout_frame(field.s, unit))
    assert set(field.actions()) == {"retreat 1507", "stop"}
    field.play("stop")
    assert field.at("fr-32") == "1506"
    field.begin(field.game.rout_frame(field.s, unit))
    assert set(field.actions()) == {"retreat 1507", "stop"}
    field.play("stop")
    assert field.at("fr-32") == "1506"
    field.begin(field.game.rout_frame(field.s, unit))
    field.play("retreat 1507")
    assert field.at("fr-32") not in ("1506", "-")


def test_a_rout_ends_before_a_hex_with_another_routed_unit() -> None:
    """JDG-10.4-q: one hex less, or a shift by a column."""
    field = Field()
    field.put("fr-32", "1505", level=2, movement=4)
    field.put("fr-82", "1509", level=2)
    field.begin(field.game.rout_frame(field.s, field.unit("fr-32")))
    assert field.actions() == ["retreat 1408", "retreat 1508", "retreat 1608"]
    field.play("retreat 1508")
    assert field.at("fr-32") == "1508"


def test_a_reinforcement_may_enter_with_normal_movement() -> None:
    """JDG-5.2.1-j, -k: no forced march and no orders, but the whole allowance in that activation."""
    game = match("rolica-1808", "historical")
    s = game.start()
    t = game.t
    place = next(k for k, arrival in enumerate(game.arrivals) if arrival.command == "ferguson")
    unit = game.arrival_pieces[place][0]
    s.flags[unit] = 0
    special, game.special.names = game.special.names, set()
    try:
        enter_unit(game, s, unit, game.arrivals[place].hexes[0], normally=True)
    finally:
        game.special.names = special
    assert s.flags[unit] & (WITHOUT | FULL_ALLOWANCE) == WITHOUT | FULL_ALLOWANCE
    assert not s.flags[unit] & (RENFORT | ORDERS)
    assert allowance(t, s, unit) == t.movement[unit][0] * t.denominator
    assert s.frames[-1][:3] == ("move", unit, NORMAL)
