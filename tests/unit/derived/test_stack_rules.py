"""Where a query ends: the limits of stacks by the series, its states and formations, and by special rules."""

from __future__ import annotations

import pytest

from jdgtools.derived.reach import Search
from jdgtools.model.effects import RuleEffect
from tests.small_battles import ends, field, mover, teaching

OWN = "special rule `own`"


def limit(series, number, hexes=(), units=(), alike=()):
    """An effect of a special rule that limits stacks."""
    grid = field("", series=series).map_rules.map.grid
    return RuleEffect(
        kind="stack_limit", number=number, hexes=tuple(grid.index(h) for h in hexes), units=units, words=alike
    )


def why_not(derived, unit, name, **question):
    """Why a move of a unit may not end in a hex; '' = it may."""
    if name in ends(derived, unit, **question):
        return ""
    who, goal = mover(derived, unit, **question), derived.map_rules.map.grid.index(name)
    search = Search(who)
    search.run(who.budget.points)
    reasons = {r.end for r in search.reached_hexes() if goal in who.pose(r.place).hexes}
    return " ".join(sorted(reasons)) or who.why_closed(goal) or "out of reach"


# (series, who moves and where, who stands there, words of a reason or '' where he may join)
BY_THE_SERIES = [
    ("jdg", "fr-30 0404", "fr-17 0403 0", ""),
    ("jdg", "fr-30 0404", "fr-17 0403 0 disordered", ""),
    ("jdg", "fr-30 0404", "fr-17 0403 - routed", "JDG-5.1.1-j"),
    ("jdg", "fr-30 0404", "fr-17 0403 0 in_square", "JDG-4.4.3-d"),
    ("jdg", "fr-30 0404", "fr-17 0403 0, fr-13l 0403 0", "JDG-5.1.1-h"),
    ("jdg", "fr-1ch 0404", "fr-17 0403 0", "JDG-5.1.1-l"),
    ("jdg", "au-hus 0404", "au-kav 0403 0", ""),
    ("jdg", "fr-1cu 0404", "fr-1ch 0403 0", ""),
    ("afe", "ot-pik 0404 0", "ot-swi 0403 0", "AFE-5.2.2-a"),
    ("afe", "gu-mi1 0404 0", "gu-mi2 0403 0", ""),
    ("afe", "be-gun 0404 0", "ot-swi 0403 0", ""),
    ("afe", "be-gun 0404 0", "th-mar 0403 0", "AFE-5.2.2-a"),
    ("mpbs", "un-horn 0404 0", "un-old 0403 0", "MP-8.1.2-a"),
    ("mpbs", "un-horn 0404 0", "un-cmd 0403 0", ""),
    ("mpbs", "un-horn 0404 0 formation_shaken", "un-cmd 0403 3", "out of reach"),
    ("mpbs", "un-horn 0404 0", "un-light 0403 0", ""),
    ("mpbs", "un-horn 0404 0", "un-cmd 0403 0, un-light 0403 0", "AMB-23"),
    ("mpbs", "un-horn 0404 0, un-cmd 0404 0", "un-light 0403 0", "AMB-23"),
    ("mpbs", "un-light 0404 0 limbered", "un-horn 0403 0, un-cmd 0403 0", "AMB-23"),
    ("mpbs", "un-light 0404 0 limbered", "un-heavy 0403 0", "MP-8.1.1-a"),
]


@pytest.mark.parametrize(("series", "who", "there", "reason"), BY_THE_SERIES)
def test_limits_of_the_series(series, who, there, reason):
    """A move ends in no stack that the series forbids, with formations and states; it says why."""
    derived = field(f"{who}, {there}", series=series)
    why = why_not(derived, who.split()[0], "0403")
    assert (reason in why) if reason else not why, why


@pytest.mark.parametrize(
    ("series", "who", "there"),
    [
        ("jdg", "fr-30 0404", "fr-17 0403 0"),
        ("afe", "gu-mi1 0404 0", "gu-mi2 0403 0"),
        ("mpbs", "un-horn 0404 0", "un-light 0403 0"),
    ],
)
def test_a_rule_allows_less(series, who, there):
    """A special rule limits stacks that the series allows: everywhere, in its hexes, for its units, if alike."""
    unit, other = who.split()[0], there.split()[0]

    def why(*effects):
        return why_not(field(f"{who}, {there}", series=series, effects=effects), unit, "0403")

    assert OWN in why(limit(series, 1)) and "allows 1" in why(limit(series, 1))
    assert OWN in why(limit(series, 1, ["0403"])) and not why(limit(series, 1, ["0402"]))
    assert OWN in why(limit(series, 1, units=(unit, other))) and not why(limit(series, 1, units=(unit,)))
    assert not why(limit(series, 2)), "two are allowed"
    assert not why(limit(series, 1), limit(series, 2, ["0403"])), "exceptions stand beside each other"
    assert OWN in why(limit(series, 1), limit(series, 2, ["0402"]))


@pytest.mark.parametrize(
    ("series", "who", "there"),
    [
        ("jdg", "fr-30 0404", "fr-17 0403 0, fr-13l 0403 0"),
        ("afe", "ot-pik 0404 0", "ot-swi 0403 0"),
        ("mpbs", "un-horn 0404 0", "un-old 0403 0"),
    ],
)
def test_a_rule_allows_more(series, who, there):
    """A special rule stands in for the limits of the series; units must be alike in what it names."""
    unit, most = who.split()[0], there.count(",") + 2

    def why(*effects):
        return why_not(field(f"{who}, {there}", series=series, effects=effects), unit, "0403")

    assert why()
    assert not why(limit(series, most)) and not why(limit(series, most, ["0403"]))
    assert why(limit(series, most, ["0402"])), "the series forbids it elsewhere"
    assert why(limit(series, most, units=(unit,))), "the rule is not about the others"
    same = len({teaching(series).battle.unit(w.split()[0]).type for w in f"{who}, {there}".split(", ")}) == 1
    assert (not why(limit(series, most, alike=("type",)))) == same


def test_an_allowed_stack_ends_a_move_of_musket_and_pike():
    """MP-8.1.2-a: a special rule lifts the limit, not the ban on passing through friends."""
    derived = field("un-horn 0404 0, un-old 0403 0", series="mpbs", effects=(limit("mpbs", 2, ["0403"]),))
    reached = ends(derived, "un-horn")
    assert reached["0403"].stops and "MP-8.1.2-a" in " ".join(reached["0403"].path[-1].reasons)
    assert all(
        "0403" not in {derived.map_rules.map.grid.id(leg.origin) for leg in r.path} for r in reached.values()
    )


def test_cohesion_lost_on_the_way_counts():
    """JDG-5.1.1-j: who is routed by terrain on his way joins no steady friends; the strength is the new one."""

    def ends_there(state, terrain):
        derived = field(f"fr-1ch 0404 0 {state}, fr-1cu 0403 0", terrain=terrain)
        return why_not(derived, "fr-1ch", "0403")

    assert not ends_there("disordered", "") and not ends_there("", "0403 village")
    assert "JDG-5.1.1-j" in ends_there("disordered", "0403 village"), "routed among steady friends"


def test_plain_series_keep_the_rules_too():
    """Units of a series without moves of its own end in no stack that a special rule forbids."""
    from jdgtools.derived.unit_moves import PlainUnitMoves

    derived = field("fr-30 0404 0, fr-17 0403 0", effects=(limit("jdg", 1),))
    who = PlainUnitMoves().mover(derived.piece("fr-30"))
    assert OWN in who.end((derived.map_rules.map.grid.index("0403"), -1))
    assert not who.end((derived.map_rules.map.grid.index("0402"), -1))
