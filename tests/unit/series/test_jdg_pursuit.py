"""Breakthrough, counter-attack and pursuit of Jours de Gloire: 8.7.2 and 9.5.

North is direction 0; a unit that faces corner 0 has the hexes in directions 0 and 1 in front.
"""

from __future__ import annotations

import pytest

from jdgtools.derived import MoveRefused
from tests.small_battles import ends, field, mover


def refused(derived, unit, **question):
    with pytest.raises(MoveRefused) as refusal:
        mover(derived, unit, **question)
    assert refusal.value.ask
    return str(refusal.value)


def asks(derived, unit, kind, *fled, attackers=("au-33",)):
    """Where the move ends: hex and facing -> the hexes that it attacks from there."""
    grid = derived.map_rules.map.grid
    question = {"kind": kind, "attackers": attackers, "fled": tuple(grid.index(h) for h in fled)}
    who = mover(derived, unit, **question)
    places = {p for r in ends(derived, unit, **question).values() for p in r.places if not who.end(p)}
    return {(grid.id(p[0]), f): {grid.id(t) for t in who.targets(p)} for p in places for f in who.facings(p)}


# --- breakthrough -------------------------------------------------------------------------------------


def test_a_breakthrough_goes_straight_on():
    """JDG-8.7.2-c, -f: the facing is kept; all enemies on the front hexes are attacked, none elsewhere."""
    derived = field("fr-17 0405 0, au-33 0404 3, au-39 0403 3, au-hus 0304 3")
    assert asks(derived, "fr-17", "breakthrough") == {("0404", 0): {"0403"}}
    both = field("fr-17 0405 0, au-33 0404 3, au-39 0403 3, au-hus 0504 3")
    (hexes,) = asks(both, "fr-17", "breakthrough").values()
    assert len(hexes) == 2


def test_a_breakthrough_needs_the_enemy_in_front():
    """JDG-8.7.2-c: forward; JDG-8.2-c: not over a hexside that it may not cross."""
    assert asks(field("fr-17 0405 3, au-33 0404 3"), "fr-17", "breakthrough") == {("0405", 3): set()}
    river = field("fr-17 0405 0, au-33 0404 3, au-39 0403 3", features=[("impassable", "0404", "N")])
    assert asks(river, "fr-17", "breakthrough") == {("0404", 0): set()}


def test_no_breakthrough_from_the_hex_where_it_stands():
    """JDG-8.7.2-f: it attacks from the hex that was left; where it cannot go there, nobody, though one is before it."""
    derived = field("fr-17 0405 0, au-33 0404 3, au-39 0505 3", features=[("impassable", "0405", "N")])
    assert asks(derived, "fr-17", "breakthrough") == {("0405", 0): set()}


def test_who_makes_no_breakthrough():
    """JDG-8.2-b, JDG-8.7.2-k: no disordered unit, none after lone artillery, none without a facing."""
    kind = {"kind": "breakthrough"}
    assert "JDG-8.2-b" in refused(field("fr-17 0405 0 disordered, au-33 0404 3"), "fr-17", **kind)
    assert "JDG-8.7.2-k" in refused(field("fr-17 0405 0, au-art 0404 3"), "fr-17", **kind)
    assert "JDG-8.7.2-c" in refused(field("fr-17 0405 -, au-33 0404 3"), "fr-17", **kind)
    assert "JDG-8.9-f" in refused(field("fr-art 0405 0, au-33 0404 3"), "fr-art", **kind)


def test_a_counter_attack_stays_or_goes_forward():
    """JDG-8.7.2-g, -h, -j, -l: at enemies in front, of whom it chooses one hex; the facing is kept."""
    derived = field("fr-17 0405 0, au-33 0404 3, au-39 0505 3")
    stays = asks(derived, "fr-17", "counter_attack", attackers=())
    assert stays == {("0405", 0): {"0404", "0505"}}
    assert any("JDG-8.7.2-j" in note for note in mover(derived, "fr-17", kind="counter_attack").notes)
    fell_back = field("fr-17 0405 0, au-33 0404 3, au-39 0505 3, au-gren 0403 3")
    assert asks(fell_back, "fr-17", "counter_attack") == {
        ("0405", 0): {"0505"},
        ("0404", 0): {"0403"},
    }
    for state in ("disordered", "in_square"):
        tired = field(f"fr-17 0405 0 {state}, au-33 0404 3")
        assert "JDG-8.2-b" in refused(tired, "fr-17", kind="counter_attack")


# --- pursuit ------------------------------------------------------------------------------------------


def test_after_an_eliminated_unit():
    """JDG-9.5.2-k: into the hex, one corner of turn, on against whom it has in front then."""
    derived = field("fr-1ch 0405 0, au-33 0404 3, au-39 0403 3")
    answer = asks(derived, "fr-1ch", "pursuit")
    assert answer == {("0404", 5): {"0403"}, ("0404", 0): {"0403"}, ("0404", 1): set()}


def test_it_follows_the_way_of_the_pursued_unit():
    """JDG-9.5.2-i, -j: to the hex next to it, by its way; it must then charge it (JDG-9.5.2-r)."""
    derived = field("fr-1ch 0406 0, au-33 0405 3")
    assert asks(derived, "fr-1ch", "pursuit", "0404", "0403", "0402") == {("0403", 0): {"0402"},
                                                                            ("0403", 5): {"0402"}}  # fmt: skip
    assert asks(derived, "fr-1ch", "pursuit", "0404") == {("0405", 0): {"0404"}, ("0405", 5): {"0404"}}


def test_it_turns_by_one_corner_in_each_hex():
    """JDG-9.5.2-h: towards the hex where the unit went; where one corner is too little, not at all."""
    derived = field("fr-1ch 0405 0, au-33 0404 3")
    grid = derived.map_rules.map.grid
    around = [grid.id(grid.neighbour(grid.index("0404"), d)) for d in range(6)]
    facings = {h: {f for _, f in asks(derived, "fr-1ch", "pursuit", h)} for h in around if h != "0405"}
    assert [facings[around[d]] for d in (0, 1, 2, 4, 5)] == [{0, 5}, {0, 1}, {1}, {0}, {5}]


def test_it_turns_to_the_next_hex_of_the_way_until_the_unit_is_near():
    """JDG-9.5.2-h: at two hexes it is the hex into which the unit went that must be in front, not the unit."""
    derived = field("fr-1ch 0406 0, au-33 0405 3")
    answer = asks(derived, "fr-1ch", "pursuit", "0404", "0403", "0304")
    assert answer == {("0404", 5): {"0304"}, ("0404", 4): {"0304"}}


def test_every_hex_of_the_way_says_what_it_is():
    """JDG-9.5.2-i: first the hex that was left, then the way."""
    derived = field("fr-1ch 0406 0, au-33 0405 3")
    index = derived.map_rules.map.grid.index
    fled = tuple(map(index, ("0404", "0403")))
    (reached,) = ends(derived, "fr-1ch", kind="pursuit", attackers=("au-33",), fled=fled).values()
    first, second = (leg.reasons[0] for leg in reached.path)
    assert first.startswith("into the hex that was left") and second.startswith("along the way")


def test_who_cannot_follow_charges_nobody():
    """JDG-9.5.2-r: it charges at the end of its pursuit; an enemy before it where it stands is none of that."""
    derived = field("fr-1ch 0405 0, au-33 0404 3, au-39 0505 3", terrain="0404 village")
    assert asks(derived, "fr-1ch", "pursuit") == {("0405", 0): set()}


def test_guns_among_the_beaten_do_not_end_it():
    """JDG-8.9-i: no pursuit after artillery alone."""
    derived = field("fr-1ch 0405 0, au-33 0404 3, au-art 0505 3")
    assert ("0404", 0) in asks(derived, "fr-1ch", "pursuit", attackers=("au-33", "au-art"))


def test_another_enemy_ends_it():
    """JDG-9.5.2-j, -s, AMB-77: with another unit in front it stops, whatever the way."""
    way = ("0404", "0403", "0402")
    derived = field("fr-1ch 0406 0, au-33 0405 3, au-39 0505 3")
    answer = asks(derived, "fr-1ch", "pursuit", *way)
    assert answer.pop(("0405", 0)) == {"0505"}
    assert set(answer) == {("0403", 0), ("0403", 5)}, "turned away from it, it goes on"


@pytest.mark.parametrize("terrain", ["village", "impassable"])
def test_ground_that_stops_it(terrain):
    """JDG-9.5.2-n: where charging is forbidden, even on a road."""
    derived = field("fr-1ch 0406 0, au-33 0405 3", terrain=f"0404 {terrain}")
    assert {h for h, _ in asks(derived, "fr-1ch", "pursuit", "0404", "0403", "0402")} == {"0405"}
    index = derived.map_rules.map.grid.index
    question = {"kind": "pursuit", "attackers": ("au-33",), "fled": (index("0404"), index("0403"))}
    assert "JDG-9.5.2-n" in mover(derived, "fr-1ch", **question).why_closed(index("0404"))


def test_friends_on_the_way():
    """JDG-9.1-h, JDG-4.4.3-d: neither through artillery nor through a square."""
    for friend in ("fr-art 0404 0", "fr-17 0404 0 in_square"):
        derived = field(f"fr-1ch 0406 0, au-33 0405 3, {friend}")
        assert {h for h, _ in asks(derived, "fr-1ch", "pursuit", "0404", "0403", "0402")} == {"0405"}
    index = derived.map_rules.map.grid.index
    question = {"kind": "pursuit", "attackers": ("au-33",), "fled": (index("0404"), index("0403"))}
    assert "JDG-4.4.3-d" in mover(derived, "fr-1ch", **question).why_closed(index("0404")), (
        "the square is why"
    )


def test_it_begins_in_front():
    """JDG-9.2-a: whom it could not charge it does not pursue."""
    derived = field("fr-1ch 0405 3, au-33 0404 3")
    assert asks(derived, "fr-1ch", "pursuit") == {("0405", 3): set()}
    notes = mover(derived, "fr-1ch", kind="pursuit").notes
    assert any("JDG-9.2-a" in note for note in notes)


def test_who_does_not_pursue():
    """JDG-9.5.2-a with JDG-9-a, JDG-9.1-b, JDG-12.1-e; JDG-8.9-i; a way must be one."""
    kind = {"kind": "pursuit", "attackers": ("au-33",)}
    words = "fr-1ch 0405 0, au-33 0404 3"
    assert "JDG-9-a" in refused(field("fr-17 0405 0, au-33 0404 3"), "fr-17", **kind)
    assert "JDG-9.1-b" in refused(field("fr-1ch 0405 0 disordered, au-33 0404 3"), "fr-1ch", **kind)
    assert "JDG-12.1-e" in refused(field(words, flags=("night",)), "fr-1ch", **kind)
    assert "JDG-8.9-i" in refused(field("fr-1ch 0405 0, au-art 0404 3"), "fr-1ch", kind="pursuit")
    derived = field(words)
    index = derived.map_rules.map.grid.index
    for way in (("0402",), ("0403", "0401")):
        assert "no way" in refused(derived, "fr-1ch", **kind, fled=tuple(map(index, way)))
    assert "next to it" in refused(field("fr-1ch 0405 0"), "fr-1ch", kind="pursuit")
