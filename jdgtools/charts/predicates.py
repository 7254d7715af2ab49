"""When a line of a chart of modifiers applies, as data: trees of predicates over a closed vocabulary.

Beside the sentence that players read, a line has `when`, which a program evaluates for the combat, fire or
check that it resolves; a line whose value is counted (`each`) has `count` as well.
`docs/package.md` tells how to evaluate them; `predicate_words.py` says them in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

Group = Literal[
    "attackers", "defenders", "firers", "target", "targets", "unit", "enemy", "loser", "adjacent_enemies"
]
Zone = Literal["front", "left_flank", "right_flank", "rear"]
Deed = Literal["moved", "fired_salvo", "salvo_at_enemy", "used_pistols"]
Fact = Literal[
    "army_commander_acts",
    "assault",
    "attack_out_of_six_front",
    "attacker_lower",
    "attackers_higher",
    "attempt",
    "blocked_by_friends_only",
    "charge_number",
    "combined_battery",
    "commander_in_range",
    "countercharged",
    "desired_order",
    "distance",
    "fire",
    "firer_at_half_strength",
    "formation_before",
    "idle",
    "in_cover",
    "leader_alone",
    "leader_near",
    "no_continue",
    "result",
    "second_half_salvo",
    "surrounded",
    "target_moving",
    "trigger_in_flank",
    "wing_half_lost",
    "wing_type",
    "withdrawal_hexes",
]

GROUPS: dict[str, str] = {
    "attackers": "the units that attack in this combat",
    "defenders": "all units in the attacked hex",
    "firers": "the units that fire together",
    "target": "the unit that the fire is resolved against",
    "targets": "all units in the hex that is fired at",
    "unit": "the unit that rolls or checks",
    "enemy": "the enemy units that the unit acts against",
    "loser": "the unit that lost the combat",
    "adjacent_enemies": "the enemy units adjacent to the unit or leader that rolls",
}
"""Group of units -> who belongs to it."""
ZONES: dict[str, str] = {
    "front": "a front hex",
    "left_flank": "the left flank zone",
    "right_flank": "the right flank zone",
    "rear": "a rear hex or the rear zone",
}
"""Zone of the defender or target, by its facing and the rules of the series -> its name."""
DEEDS: dict[str, str] = {
    "moved": "moved or turned in this activation",
    "fired_salvo": "fired a salvo in this turn",
    "salvo_at_enemy": "fired a salvo in this activation at a unit of the other side of this combat",
    "used_pistols": "uses pistols in this combat",
}
"""What a unit did -> in words."""
FACTS: dict[str, tuple[Literal["yes or no", "number", "word"], str]] = {
    "army_commander_acts": (
        "yes or no",
        "the army commander is stacked with or adjacent to the wing commander and spends his action "
        "on this roll",
    ),
    "assault": ("word", "kind of melee: ordinary, charge, momentum or dispersal"),
    "attack_out_of_six_front": (
        "yes or no",
        "an attacker in a hex whose six hexes are all front attacks through a hexside that is not "
        "one of the two that its facing gives",
    ),
    "attacker_lower": ("yes or no", "an attacker stands on a lower level than the defender"),
    "attackers_higher": ("yes or no", "every attacker stands on a higher level than the defender"),
    "attempt": ("number", "which attempt this is, from 1, by this leader in this turn"),
    "blocked_by_friends_only": ("yes or no", "friendly units alone, and no enemy, block the retreat"),
    "charge_number": (
        "number",
        "how many charges the cavalry has made in this activation, this one included",
    ),
    "combined_battery": ("yes or no", "two artillery units of one formation in one hex fire together"),
    "commander_in_range": ("yes or no", "the group is within the command range of its commander-in-chief"),
    "countercharged": ("yes or no", "every charging unit has been met by a successful countercharge"),
    "desired_order": ("word", "the order that the wing is to change to"),
    "distance": ("number", "hexes between the firer and the target, of several firers the farthest"),
    "fire": (
        "word",
        "kind of fire: normal, counter_battery, reaction, advancing, advancing_reaction, "
        "retreating, retreating_reaction, salvo",
    ),
    "firer_at_half_strength": ("yes or no", "the firer's strength is half of its printed strength or less"),
    "formation_before": (
        "word",
        "formation state of the unit before the combat, a value of the axis `formation`",
    ),
    "idle": ("yes or no", "the unit did not move, fire or fight in this activation"),
    "in_cover": ("yes or no", "the unit is in a village, town or castle, or faces the enemy across works"),
    "leader_alone": ("yes or no", "the target is a leader without any unit in his hex"),
    "leader_near": (
        "yes or no",
        "its own leader or the commander-in-chief is in the unit's hex or adjacent to it",
    ),
    "no_continue": ("yes or no", "the leader has the marker that forbids him to continue"),
    "result": ("word", "the result that the unit suffered in this combat"),
    "second_half_salvo": (
        "yes or no",
        "the second half of a two-hex unit fires its salvo in the same action",
    ),
    "surrounded": ("yes or no", "the defender is surrounded by the rules of the series"),
    "target_moving": ("yes or no", "the fire answers a move, or an advance after combat, of the target"),
    "trigger_in_flank": (
        "yes or no",
        "the hex that triggers the reaction lies in a flank zone of the unit",
    ),
    "wing_half_lost": (
        "yes or no",
        "more than half of the wing is Morale Shaken, Morale Broken, eliminated or pursued off the map",
    ),
    "wing_type": ("word", "type of the wing: infantry or cavalry"),
    "withdrawal_hexes": ("number", "how many hexes the unit withdraws"),
}
"""Fact -> what kind of answer it has, and what it says."""

_Words = tuple[str, ...]
_Bound = Annotated[int | None, Meta(description="Absent = open.")]


class AllHold(Struct, frozen=True, tag_field="kind", tag="all"):
    """True when all parts are."""

    parts: tuple[Predicate, ...]


class AnyHolds(Struct, frozen=True, tag_field="kind", tag="any"):
    """True when at least one part is."""

    parts: tuple[Predicate, ...]


class NoneHolds(Struct, frozen=True, tag_field="kind", tag="not"):
    """True when none of its parts is."""

    parts: tuple[Predicate, ...]


class AlwaysHolds(Struct, frozen=True, tag_field="kind", tag="always"):
    """Always true: the line counts in every use of the chart."""


class UnitCount(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="units"):
    """True when `low`..`high` units of a group have all that is named; the number itself in `count`."""

    of: Annotated[Group, Meta(description="Whose units.")]
    arms: Annotated[_Words, Meta(description="One of these arms; absent = any.")] = ()
    types: Annotated[_Words, Meta(description="One of these `chart_class`; absent = any.")] = ()
    state: Annotated[
        Mapping[str, _Words], Meta(description="State axis -> one of these values; for all axes named.")
    ] = field(default_factory=dict)
    fields: Annotated[
        Mapping[str, tuple[int | str | bool, ...]],
        Meta(description="Field of the face that is up -> one of these values; for all fields named."),
    ] = field(default_factory=dict)
    field_low: Annotated[Mapping[str, int], Meta(description="Field -> at least this.")] = field(
        default_factory=dict
    )
    field_high: Annotated[Mapping[str, int], Meta(description="Field -> at most this.")] = field(
        default_factory=dict
    )
    did: Annotated[tuple[Deed, ...], Meta(description="Did all of these.")] = ()
    low: Annotated[int, Meta(description="Smallest number; absent = 1, or 0 where `high` is 0.")] = 1
    high: _Bound = None

    @property
    def least(self) -> int:
        """Smallest number of units with which it is true."""
        return 0 if self.high == 0 else self.low


class InZone(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="zone"):
    """True when units of a group attack or fire from a zone of the defender or target.

    One unit is enough, with `every` all of them must. A line of fire that enters through the zone counts.
    """

    of: Annotated[Literal["attackers", "firers"], Meta(description="Whose units.")]
    zones: Annotated[tuple[Zone, ...], Meta(description="One of these zones.")]
    every: Annotated[bool, Meta(description="Whether all units of the group must.")] = False
    state: Annotated[
        Mapping[str, _Words],
        Meta(description="Of the units, only those in one of these states: axis -> values; absent = all."),
    ] = field(default_factory=dict)


class LeaderCount(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="leaders"):
    """True when at least one leader of their side is in a hex of the group."""

    of: Annotated[Group, Meta(description="Whose hexes.")]


class OnTurn(Struct, frozen=True, tag_field="kind", tag="turn"):
    """True in a turn that has one of the flags."""

    flags: Annotated[_Words, Meta(description="Flags of turns, e.g. `night`.")]


class OnTerrain(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="terrain"):
    """True when the terrain has one of the ids, or a property of the terrain charts one of the values.

    `hex` is that of the defender, target or unit; `crossed` is each hexside and crossing on an attack's way.
    """

    of: Annotated[Literal["hex", "crossed"], Meta(description="Where.")]
    terrains: Annotated[_Words, Meta(description="Terrain ids; absent = any.")] = ()
    property: Annotated[str, Meta(description="Property of the terrain charts; absent = none.")] = ""
    values: Annotated[tuple[int | str | bool, ...], Meta(description="Values of the property.")] = ()


class FactHolds(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="fact"):
    """True when a fact holds, lies in a range or is one of some words; in `count` its number counts."""

    fact: Annotated[Fact, Meta(description="Which one.")]
    words: Annotated[_Words, Meta(description="One of these; facts that are words.")] = ()
    low: _Bound = None
    high: _Bound = None
    above: Annotated[str, Meta(description="Field of the firer that the number exceeds.")] = ""
    to: Annotated[str, Meta(description="Field of the firer that the number does not exceed.")] = ""


Predicate: TypeAlias = (
    AllHold
    | AnyHolds
    | NoneHolds
    | AlwaysHolds
    | UnitCount
    | InZone
    | LeaderCount
    | OnTurn
    | OnTerrain
    | FactHolds
)
"""When a line applies; `kind` says which members it has."""
Count: TypeAlias = UnitCount | FactHolds
"""What the number of a line with the rule `each` counts."""
