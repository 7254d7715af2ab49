"""Advance after combat of Jours de Gloire (8.7.1) and Au fil de l'épée (10.8), pursuit after a charge (10.9)."""

from __future__ import annotations

import pytest

from jdgtools.derived import MoveRefused
from jdgtools.hexgrid import Hexside
from jdgtools.model.effects import RuleEffect
from tests.small_battles import ends, field, mover


def refused(derived, unit, **question):
    with pytest.raises(MoveRefused) as refusal:
        mover(derived, unit, **question)
    assert refusal.value.ask
    return str(refusal.value)


# --- Jours de Gloire ----------------------------------------------------------------------------------

JDG = {"kind": "advance", "attackers": ("au-33",)}


def test_advance_after_shock():
    """JDG-8.7.1-a, JDG-8.7.1-d: the hex that the defender has left, and one corner of turn."""
    derived = field("fr-17 0404 0, au-33 0403 3, au-39 0504 3")
    reached = ends(derived, "fr-17", **JDG)
    assert set(reached) == {"0403"}
    assert mover(derived, "fr-17", **JDG).facings(reached["0403"].place) == (0, 1, 5)
    both = ends(derived, "fr-17", kind="advance")
    assert set(both) == {"0403", "0504"}, "both neighbours have been beaten"


@pytest.mark.parametrize(
    ("one", "two", "rule"),
    [
        # JDG-8.7.1-EX2: the stack of cohesion 7 and 4 before that of 6 and 5, by its best unit.
        ({"fr-17": 6, "fr-30": 5}, {"fr-13l": 7}, "JDG-8.7.1-a"),
        ({"fr-17": 6}, {"fr-13l": 7, "fr-30": 4}, "JDG-8.7.1-a"),
        # JDG-8.7.3-EX1: cavalry of cohesion 5 before infantry of cohesion 8.
        ({"fr-17": 8}, {"fr-1ch": 5}, "JDG-8.7.3-c"),
        # JDG-8.7.3-EX2: heavy cavalry of cohesion 5 before light cavalry of cohesion 7.
        ({"fr-1ch": 7}, {"fr-1cu": 5}, "JDG-8.7.3-d"),
    ],
)
def test_who_goes_first(one, two, rule):
    """JDG-8.7.1-EX2, JDG-8.7.3-EX1, JDG-8.7.3-EX2: a note names who precedes; of his own stack it says nothing."""
    ratings = {unit: {"cohesion": value} for unit, value in {**one, **two}.items()}
    words = [*(f"{u} 0404 0" for u in one), *(f"{u} 0303 2" for u in two), "au-33 0403 3"]
    derived = field(", ".join(words), ratings=ratings)

    def said(unit):
        return [n for n in mover(derived, unit, **JDG).notes if "goes first" in n]

    best = max(two, key=two.get)
    for unit in one:
        assert said(unit) == [f"`{best}` goes first if it took part in the attack ({rule})"]
    assert all(said(unit) == [] for unit in two)


def test_who_looks_elsewhere_took_no_part():
    """JDG-8.2-a: a unit that has not the hex in front does not precede."""
    derived = field("fr-17 0404 0, fr-1ch 0303 4, au-33 0403 3")
    assert not any("goes first" in note for note in mover(derived, "fr-17", **JDG).notes)


def test_terrain_disorders_who_advances():
    """JDG-8.7.1-EX1, JDG-8.7.1-i: across a steep slope, or into terrain that disorders the unit."""
    village = field("fr-1ch 0404 0, au-33 0403 3", terrain="0403 village")
    last = ends(village, "fr-1ch", **JDG)["0403"].path[-1]
    assert last.disorders and last.pose.state == {"level": "disordered"} and "JDG-8.7.1-i" in last.reasons[-1]
    plain = ends(field("fr-1ch 0404 0, au-33 0403 3"), "fr-1ch", **JDG)["0403"].path[-1]
    assert not plain.disorders and not plain.pose.state


def test_a_special_rule_closes_the_way():
    """JDG-8.7.1-a: the hex that was left is not entered over a hexside, or at all, where a rule forbids it."""
    words = "fr-17 0404 0, au-33 0403 3"
    grid = field(words).map_rules.map.grid
    hexside = RuleEffect(kind="hexsides", sides=(Hexside(grid.index("0404"), 0),), words=("closed",))
    for effect in (hexside, RuleEffect(kind="no_entry", hexes=(grid.index("0403"),))):
        assert set(ends(field(words, effects=(effect,)), "fr-17", **JDG)) == {"0404"}


def test_who_does_not_advance_after_shock():
    """JDG-8.7.1-f, JDG-10.2-k: no artillery, no routed unit; nobody without a beaten enemy."""
    assert "JDG-8.7.1-f" in refused(field("fr-art 0404 0, au-33 0403 3"), "fr-art", **JDG)
    assert "JDG-10.2-k" in refused(field("fr-17 0404 - routed, au-33 0403 3"), "fr-17", **JDG)
    assert "JDG-8.7.1-a" in refused(field("fr-17 0404 0, au-33 0401 3"), "fr-17", kind="advance")


# --- Au fil de l'épée ---------------------------------------------------------------------------------

AFE = {"kind": "advance", "attackers": ("ot-swi",)}
MOMENTUM = {"kind": "pursuit", "attackers": ("ot-swi",)}


def afe(words, **settings):
    return field(words, series="afe", **settings)


def test_advance_after_melee():
    """AFE-10.8-a, -b, -f: the hex that was left, any facing; a discouraged unit does not advance."""
    derived = afe("cr-maf 0404 0, ot-swi 0403 3, ot-pik 0504 3")
    reached = ends(derived, "cr-maf", **AFE)
    assert set(reached) == {"0403"}
    assert mover(derived, "cr-maf", **AFE).facings(reached["0403"].place) == tuple(range(6))
    tired = afe("cr-maf 0404 0 discouraged, ot-swi 0403 3")
    assert "AFE-10.8-b" in refused(tired, "cr-maf", **AFE)
    assert "AFE-10.8-a" in refused(afe("cr-maf 0404 0"), "cr-maf", kind="advance")


def test_momentum_charges_the_enemy_in_its_centre_front_hex():
    """AFE-10.9-c, -e, -h: after the advance it turns by one hexside at most; without an enemy, no momentum."""
    derived = afe("cr-kni 0404 0, ot-swi 0403 3, ot-pik 0402 3")
    reached = ends(derived, "cr-kni", **MOMENTUM)
    who = mover(derived, "cr-kni", **MOMENTUM)
    assert set(reached) == {"0403"}
    assert who.targets(reached["0403"].place) == (derived.map_rules.map.grid.index("0402"),)
    assert who.facings(reached["0403"].place) == (0,)
    assert ends(afe("cr-kni 0404 0, ot-swi 0403 3"), "cr-kni", **MOMENTUM) == {}
    behind = afe("cr-kni 0404 0, ot-swi 0403 3, ot-pik 0504 3")
    assert ends(behind, "cr-kni", **MOMENTUM) == {}, "more than one hexside of turn"


def test_no_momentum_while_the_target_stays():
    """DV-51, AFE-10.9-i: a target that could not retreat holds its hex, whatever level it has lost."""
    for state in ("discouraged", "routed"):
        derived = afe(f"cr-kni 0404 0, ot-swi 0403 3 {state}, ot-pik 0402 3")
        asked = {"kind": "pursuit", "attackers": ("ot-pik",)}
        who = mover(derived, "cr-kni", **asked)
        assert set(ends(derived, "cr-kni", **asked)) == {"0404"} and who.targets(who.start) == ()


def test_who_does_not_pursue():
    """AFE-10.9-a, -b: only who charges, and was not fatigued when he started."""
    assert "AFE-10.9-a" in refused(afe("cr-maf 0404 0, ot-swi 0403 3"), "cr-maf", **MOMENTUM)
    assert "AFE-10.9-b" in refused(afe("cr-kni 0404 0 fatigued, ot-swi 0403 3"), "cr-kni", **MOMENTUM)
