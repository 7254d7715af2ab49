"""The order in which leaders of Au fil de l'épée are activated: phase C and the example of Arsuf."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from jdgtools.derived.activations import ActivationGroup, activation_groups
from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Leader
from jdgtools.model.text import NO_TEXT
from jdgtools.series.afe.activation import Initiative, activations, groups_by_rating
from jdgtools.series.registry import find_series
from tests.unit.exporters_aids.conftest import context

ARSUF = {
    # Ratings that the example does not give never count: initiative decides of those three leaders.
    "sable": ("C", 9), "saladin": ("S", 9), "aslam": ("S", 9), "richard": ("C", 4), "sulayman": ("S", 1),
    "champagne": ("C", 2), "naplouse": ("C", 2), "al-afdal": ("S", 2), "guy": ("C", 3), "avesnes": ("C", 3),
    "al-adil": ("S", 3), "ala-al-din": ("S", 3), "hugues": ("C", 5),
}  # fmt: skip
SHORT = {"X1": ("X", 1), "X2": ("X", 2), "Y2": ("Y", 2), "Y2'": ("Y", 2), "Y3": ("Y", 3)}


def groups(
    ratings: Mapping[str, tuple[str, int]], bonuses: Mapping[str, int], first: str | None = None
) -> tuple[ActivationGroup, ...]:
    """The leaders of a table of names, sides and ratings by rating."""
    leaders = [
        Leader(name, NO_TEXT, side, "banner_lord", None, front={"rating": rating})
        for name, (side, rating) in ratings.items()
    ]
    return groups_by_rating(leaders, bonuses, first)


def order(of: tuple[ActivationGroup, ...], initiative: Initiative | None = None) -> list[str]:
    """The order of one turn: of the leaders whom a side may choose, their names with `/` between them."""
    return ["/".join(step.candidates) for step in activations(of, initiative)]


@pytest.mark.parametrize(
    ("bonuses", "expected"),
    [
        ({"X": 1, "Y": 2}, ["X1", "X2", "Y2/Y2'", "Y2/Y2'", "Y3"]),  # DV-05
        ({"X": 3, "Y": 2}, ["X1", "Y2/Y2'", "X2", "Y2/Y2'", "Y3"]),  # DV-06
    ],
)
def test_the_smaller_bonus_begins(bonuses: dict[str, int], expected: list[str]) -> None:
    """DV-05, DV-06: ascending ratings; at a rating of both sides they alternate, smaller bonus first."""
    assert order(groups(SHORT, bonuses)) == expected


def test_the_turn_of_arsuf() -> None:
    """AFE-6-EX1: whom initiative forces acts second, whom it bars not at all; nobody acts twice."""
    steps = list(activations(groups(ARSUF, {"C": 3, "S": 2}), Initiative("sable", "saladin", "aslam")))
    assert [(step.side, set(step.candidates)) for step in steps] == [
        ("C", {"sable"}),
        ("S", {"saladin"}),
        ("S", {"sulayman"}),
        ("S", {"al-afdal"}),
        ("C", {"champagne", "naplouse"}),
        ("C", {"champagne", "naplouse"}),
        ("S", {"ala-al-din", "al-adil"}),
        ("C", {"guy", "avesnes"}),
        ("S", {"ala-al-din", "al-adil"}),
        ("C", {"guy", "avesnes"}),
        ("C", {"richard"}),
        ("C", {"hugues"}),
    ]


def test_who_begins_at_shared_ratings() -> None:
    """AFE-6-EX1-b: the side of the smaller bonus at every rating of both, whichever comes first in the list."""
    shared = [group for group in groups(ARSUF, {"C": 3, "S": 2}) if len(group.leaders) == 2]
    assert [(group.rating, group.first) for group in shared] == [(2, "S"), (3, "S"), (9, "S")]
    turned = [group for group in groups(ARSUF, {"C": 1, "S": 2}) if len(group.leaders) == 2]
    assert {group.first for group in turned} == {"C"}


def test_one_side_acts_several_times_in_succession() -> None:
    """AFE-6-EX1-c: the sides alternate within a rating only (AFE-6.C-f, AMB-82)."""
    sides = [s.side for s in activations(groups(ARSUF, {"C": 3, "S": 2}), Initiative("sable", "saladin"))]
    assert sides[1:4] == ["S", "S", "S"]


@pytest.mark.parametrize(("first", "expected"), [("X", "X2"), ("Y", "Y2/Y2'")])
def test_equal_bonuses(first: str, expected: str) -> None:
    """AMB-04: at equal bonuses dice decide; without their result nobody can say who begins."""
    assert order(groups(SHORT, {"X": 2, "Y": 2}, first))[1] == expected
    undecided = groups(SHORT, {"X": 2, "Y": 2})
    assert [group.first for group in undecided] == ["X", None, "Y"]
    with pytest.raises(ValueError, match="who begins"):
        order(undecided)


@pytest.mark.parametrize(
    "initiative",
    [
        Initiative("X1", "X2"),
        Initiative("X1", "Y2", "X2"),
        Initiative("X1", "Y2", "Y2"),
        Initiative("X1", "nobody"),
    ],
)
def test_initiative_names_leaders_of_both_sides(initiative: Initiative) -> None:
    """AMB-05: a leader of the winner, and two different leaders of the enemy."""
    with pytest.raises(ValueError, match=r"not in play|of the enemy"):
        order(groups(SHORT, {"X": 1, "Y": 2}), initiative)


def test_the_order_of_a_scenario() -> None:
    """AFE-6.C-b: those who arrive have their place; who does not take part has none; ratings as they stand."""
    ctx = context("teaching-afe", "en")
    battle, scenario = ctx.battle, ctx.battle.scenarios[0]
    ratings = {x.id: x.front["rating"] for x in battle.leaders if "rating" in x.front}
    in_play = {p.piece for p in scenario.placements} | {p for a in scenario.arrivals for p in a.pieces}
    listed = [
        (group.rating, leader)
        for group in activation_groups(ctx.series, battle, scenario)
        for ids in group.leaders.values()
        for leader in ids
    ]
    assert {leader for _, leader in listed} == {
        x.id for x in battle.leaders if x.id in in_play and x.id in ratings and x.role != "reserve_leader"
    }
    assert "thibaut" in {leader for _, leader in listed}, "he arrives"
    assert all(ratings[leader] == rating for rating, leader in listed)
    assert [rating for rating, _ in listed] == sorted(rating for rating, _ in listed)
    without = replace(scenario, unused=scenario.unused | {"thibaut"})
    assert "thibaut" not in str(activation_groups(ctx.series, battle, without))


def test_who_has_fallen_has_no_place_and_who_follows_him_his_own_rating() -> None:
    """AFE-7.6-c: the back of the counter is the man who takes his place."""
    ctx = context("teaching-afe", "en")
    scenario = ctx.battle.scenarios[0]

    def ratings(**changes: object) -> dict[str, int]:
        placements = tuple(replace(p, **changes) if p.piece == "guiscard" else p for p in scenario.placements)
        found = activation_groups(ctx.series, ctx.battle, replace(scenario, placements=placements))
        return {leader: g.rating for g in found for ids in g.leaders.values() for leader in ids}

    assert ratings()["guiscard"] == 2
    assert ratings(state={"person": "replacement"})["guiscard"] == 3
    assert "guiscard" not in ratings(hexes=(), box="leaders_lost")


def test_a_commander_of_the_smaller_bonus_is_looked_up() -> None:
    """AFE-6.C-e: the bonus is that of the commander in chief, not of the leaders of that rating."""
    ctx = context("teaching-afe", "en")
    scenario = ctx.battle.scenarios[0]

    def with_bonus(bonus: int) -> Battle:
        return replace(
            ctx.battle,
            leaders=tuple(
                replace(x, front={**x.front, "rating": 2, "bonus": bonus if x.id == "aldric" else 2})
                for x in ctx.battle.leaders
            ),
        )

    first = [activation_groups(ctx.series, with_bonus(n), scenario)[0].first for n in (1, 2, 3)]
    assert first == ["crown", None, "league"]


def test_other_series_have_no_such_order() -> None:
    for name, battle in (("jdg", "teaching-jdg"), ("mpbs", "teaching-mpbs")):
        ctx, series = context(battle, "en"), find_series(name)
        assert series is not None
        assert activation_groups(series, ctx.battle, ctx.battle.scenarios[0]) == ()
