"""Cavalry pursuit of Musket & Pike: 11.7."""

from __future__ import annotations

import pytest

from jdgtools.derived import MoveRefused
from tests.small_battles import ends, field, mover

WORDS = "un-horn 0404 0, em-cuir 0403 3"
ROUT = ("0402", "0401")


def mpbs(words=WORDS, **settings):
    """Units of the teaching battle on open ground."""
    return field(words, series="mpbs", **settings)


def question(derived, *fled, attackers=("em-cuir",)):
    """A pursuit of a unit that has routed by these hexes."""
    index = derived.map_rules.map.grid.index
    return {"kind": "pursuit", "attackers": attackers, "fled": tuple(index(h) for h in fled)}


def refused(derived, unit, *fled, **named):
    with pytest.raises(MoveRefused) as refusal:
        mover(derived, unit, **question(derived, *fled, **named))
    assert refusal.value.ask
    return str(refusal.value)


def test_to_the_hex_next_to_the_loser():
    """MP-11.7.2-c, -g, MP-11.4.7-a: not into his hex; Formation Broken; one corner of turn."""
    derived = mpbs()
    asked = question(derived, *ROUT)
    reached = ends(derived, "un-horn", **asked)
    assert set(reached) == {"0402"}
    pose = reached["0402"].path[-1].pose
    assert pose.state == {"formation": "formation_broken"}
    who = mover(derived, "un-horn", **asked)
    assert who.facings(reached["0402"].place) == (0, 1, 5)
    assert "MP-11.7.2-c" in who.why_closed(derived.map_rules.map.grid.index("0401"))
    assert set(ends(derived, "un-horn", **question(derived, "0402"))) == {"0403"}


def test_whatever_it_faces():
    """MP-11.4.7-a: in any direction; MP-7.3.1-e, MP-11.7.1-a: Formation Broken cavalry too."""
    derived = mpbs("un-horn 0404 3 formation_broken, em-cuir 0403 3")
    assert set(ends(derived, "un-horn", **question(derived, *ROUT))) == {"0402"}


def test_where_it_cannot_follow():
    """MP-11.7.2-f, MP-8.1.2-a: impassable ground, a friend, another enemy end it; the loser is eliminated."""
    for settings in (
        {"features": [("river", "0403", "N")]},
        {"words": f"{WORDS}, un-blue 0402 0"},
        {"words": f"{WORDS}, em-arq 0402 0"},
    ):
        derived = mpbs(**settings)
        assert set(ends(derived, "un-horn", **question(derived, *ROUT))) == {"0403"}
    assert any("MP-11.7.2-f" in note for note in mover(derived, "un-horn", **question(derived, *ROUT)).notes)


def test_artillery_on_the_way():
    """MP-11.7.2-d, AMB-45: enemy guns are Captured, friendly guns are passed."""
    for gun, captured in (("em-gun", True), ("un-light", False)):
        derived = mpbs(f"{WORDS}, {gun} 0402 0")
        (reached,) = ends(derived, "un-horn", **question(derived, *ROUT)).values()
        assert ("MP-11.7.2-d" in " ".join(reached.path[-1].reasons)) is captured


def test_baggage_on_the_way():
    """MP-11.7.2-f: of enemies only those that fight bar the way, not baggage."""
    derived = mpbs(f"{WORDS}, em-bag 0402 0")
    assert set(ends(derived, "un-horn", **question(derived, *ROUT))) == {"0402"}


def test_it_stops_where_it_joins_friends():
    """MP-8.2.2-a: in the hex of friendly light infantry the move ends, wherever the loser is."""
    derived = mpbs(f"{WORDS}, un-cmd 0402 0")
    far = question(derived, "0402", "0401", "0501", "0601")
    assert set(ends(derived, "un-horn", **far)) == {"0402"}


def test_guns_among_the_beaten_do_not_end_it():
    """MP-11.5.1-a: no pursuit after guns alone."""
    derived = mpbs(f"{WORDS}, em-gun 0503 3")
    asked = question(derived, *ROUT, attackers=("em-cuir", "em-gun"))
    assert "0402" in ends(derived, "un-horn", **asked)


def test_who_does_not_pursue():
    """MP-11.7.1-a, -b, MP-11.5.1-a: cavalry alone, after neither light infantry nor guns; its way is told."""
    assert "MP-11.7.1-a" in refused(mpbs("un-old 0404 0, em-cuir 0403 3"), "un-old", *ROUT)
    assert "MP-11.7.1-b" in refused(
        mpbs("un-horn 0404 0, em-drag 0403 3"), "un-horn", *ROUT, attackers=("em-drag",)
    )
    assert "MP-11.5.1-a" in refused(
        mpbs("un-horn 0404 0, em-gun 0403 3"), "un-horn", *ROUT, attackers=("em-gun",)
    )
    assert "MP-11.7.2-c" in refused(mpbs(), "un-horn")
    assert "no way" in refused(mpbs(), "un-horn", "0401")
