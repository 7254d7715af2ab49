"""The types of the course of a game in a package: turns, setup, arrivals, conditions, victory, rules.

`exporters/jdgpkg/play.py` and `rules.py` fill them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from jdgtools.package.meaning import Hex, Words, meaning
from jdgtools.package.model_effects import Effect


class Turn(Struct, frozen=True):
    """A turn of the track."""

    number: Annotated[int, meaning("Number.", ge=0)]
    time: Annotated[str, meaning("What the track prints.")]
    flags: Annotated[tuple[str, ...], meaning("What is special about it, e.g. `night`.")]


class Turns(Struct, frozen=True):
    """The turn track."""

    first: Annotated[int | None, meaning("First turn.")]
    last: Annotated[int | None, meaning("Last turn.")]
    track: Annotated[tuple[Turn, ...], meaning("Turns.")]


class Setup(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a piece starts.

    In exact `hexes`, anywhere in an `area` that its player chooses, or in a `box` off the map; exactly one
    of the three is present.
    """

    piece: Annotated[str, meaning("Unit or leader id.")]
    kind: Annotated[Literal["unit", "leader", "marker"], meaning("What it is.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Its hex; two for a unit of two hexes, left half first.")] = ()
    area: Annotated[tuple[Hex, ...], meaning("Hexes to choose from.")] = ()
    box: Annotated[str, meaning("Box id.")] = ""
    facing: Annotated[
        Annotated[int, meaning("Facing.", ge=0, le=5)] | None,
        meaning("Corner or hexside (see `series.facing`); null = none or free."),
    ]
    state: Annotated[Mapping[str, str], meaning("State axis -> value; absent axes have their default.")]
    stack: Annotated[int, meaning("Position in its hex, 0 = top.", ge=0)]


class MarkersOnMap(Struct, frozen=True):
    """Where markers of one kind lie at the start. They are no pieces of a side and do not stack."""

    marker: Annotated[str, meaning("Marker id, a key of `markers`.")]
    hexes: Annotated[tuple[Hex, ...], meaning("One lies in each hex.")]


class Chance(Struct, frozen=True):
    """A roll that decides whether a group arrives."""

    at_most: Annotated[int, meaning("It arrives when the roll is at most this.")]
    of: Annotated[int, meaning("Faces of the die.", ge=1)]
    die: Annotated[
        str, meaning("Die of the series (`series.dice`); empty = it has none of so many faces.")
    ] = ""
    faces: Annotated[
        tuple[int, ...],
        meaning("Faces of that die on which the group arrives; of a die 1..`of` where `die` is empty."),
    ] = ()


_Count = Annotated[int | None, meaning("Number; null = all.")]
_Low = Annotated[int | None, meaning("Least value; null = open.")]
_High = Annotated[int | None, meaning("Greatest value; null = open.")]
_Pieces = Annotated[tuple[str, ...], meaning("Unit and leader ids.")]
_Parts = Annotated["tuple[Condition, ...]", meaning("Conditions.")]


class AllOf(Struct, frozen=True, tag_field="kind", tag="all"):
    """True when all parts are."""

    parts: _Parts


class AnyOf(Struct, frozen=True, tag_field="kind", tag="any"):
    """True when at least one part is."""

    parts: _Parts


class NoneOf(Struct, frozen=True, tag_field="kind", tag="not"):
    """True when none of its parts is."""

    parts: _Parts


class Holds(Struct, frozen=True, tag_field="kind", tag="holds"):
    """True when `side` holds at least `count` of `hexes`; the side last to occupy a hex holds it."""

    side: Annotated[str | None, meaning("Side id.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Hexes.")]
    count: _Count


class Eliminated(Struct, frozen=True, tag_field="kind", tag="eliminated"):
    """True when at least `count` of `units` are eliminated; those that left by `exited` are not."""

    units: _Pieces
    count: _Count


class Destroyed(Struct, frozen=True, tag_field="kind", tag="destroyed"):
    """True when at least `count` of `units` are eliminated otherwise than in rout off the map."""

    units: _Pieces
    count: _Count


class Fled(Struct, frozen=True, tag_field="kind", tag="fled"):
    """True when at least `count` of `units` have left the map in rout."""

    units: _Pieces
    count: _Count


class Captured(Struct, frozen=True, tag_field="kind", tag="captured"):
    """True when at least `count` of `units` are in the hands of the enemy: in a `captured` state."""

    units: _Pieces
    count: _Count


class Losses(Struct, frozen=True, tag_field="kind", tag="losses"):
    """True when lost strength * 100 >= `percent` * the strength of all `units` by their front values."""

    units: _Pieces
    percent: Annotated[int | None, meaning("Percentage.")]


class Exited(Struct, frozen=True, tag_field="kind", tag="exited"):
    """True when at least `count` of `units` have left over `edge` or `hexes` by their own movement."""

    units: _Pieces
    count: _Count
    edge: Annotated[str, meaning("Map edge; empty = none.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Hexes.")]


class TurnIs(Struct, frozen=True, tag_field="kind", tag="turn"):
    """True when the turn is `low`..`high`."""

    low: _Low
    high: _High


class StateIs(Struct, frozen=True, tag_field="kind", tag="state"):
    """True when at least `count` of `units` are in state `value`."""

    units: _Pieces
    value: Annotated[str, meaning("State value id.")]
    count: _Count


class Difference(Struct, frozen=True, tag_field="kind", tag="difference"):
    """True when `side` has `low`..`high` victory points more than the other."""

    side: Annotated[str | None, meaning("Side id.")]
    low: _Low
    high: _High


class Always(Struct, frozen=True, tag_field="kind", tag="always"):
    """Always true."""


Condition: TypeAlias = (
    AllOf
    | AnyOf
    | NoneOf
    | Holds
    | Eliminated
    | Destroyed
    | Fled
    | Captured
    | Losses
    | Exited
    | TurnIs
    | StateIs
    | Difference
    | Always
)
"""A condition that a program can evaluate; `kind` says which members it has."""


class Arrival(Struct, frozen=True):
    """A group of reinforcements."""

    id: Annotated[str, meaning("Id.")]
    pieces: Annotated[tuple[str, ...], meaning("Pieces in entry order.")]
    stacks: Annotated[
        tuple[tuple[str, ...], ...], meaning("Entry stacks in order; pieces of a stack, top first.")
    ]
    turn: Annotated[int | None, meaning("Turn of arrival.")]
    until: Annotated[int | None, meaning("Last turn in which an uncertain group may arrive.")]
    command: Annotated[str | None, meaning("Command id.")]
    side: Annotated[str | None, meaning("Side id.")]
    hexes: Annotated[tuple[Hex, ...], meaning("Entry hexes, in order of preference.")]
    entry: Annotated[str | None, meaning("Entry area id; null = hexes alone.")]
    optional: Annotated[bool, meaning("Whether the owner may leave it out.")]
    chance: Annotated[
        Chance | None,
        meaning(
            "Arrives when a die roll is at most `at_most` on a die of `of` faces, tried each turn; null = "
            "certain."
        ),
    ]
    condition: Annotated[Words, meaning("A condition in words.")]
    state: Annotated[
        Mapping[str, str],
        meaning("State axis -> value, in which it arrives: every piece has those of the axes that it has."),
    ]
    kinds: Annotated[
        tuple[Literal["unit", "leader"], ...], meaning("What each of `pieces` is, in the same order.")
    ] = ()
    required: Annotated[
        Condition | None,
        meaning(
            "It arrives in the first turn, not before `turn`, at whose start this is true; null = no such "
            "condition, though `condition` may say one in words."
        ),
    ] = None


class Award(Struct, frozen=True):
    """Victory points for a side."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Side that gets them.")]
    points: Annotated[int, meaning("Points.", ge=-(10**6), le=10**6)]
    each: Annotated[bool, meaning("For every hex, unit or leader that fulfils the condition by itself.")]
    at: Annotated[
        Literal["end", "turn"],
        meaning("When counted: once at the end of the game, or at the end of every turn."),
    ]
    when: Condition


class Automatic(Struct, frozen=True):
    """A condition that ends the game at once; where both sides' are true, points decide (AMB-96)."""

    id: Annotated[str, meaning("Id.")]
    name: Words
    side: Annotated[str | None, meaning("Winner.")]
    evaluated: Annotated[str, meaning("When it is looked at.")]
    when: Condition


class Level(Struct, frozen=True):
    """A band of the difference of points."""

    name: Words
    side: Annotated[str | None, meaning("Winner; null = draw.")]
    low: Annotated[
        int | None,
        meaning("Least difference of the side's points over the other's; null = open."),
    ]
    high: Annotated[int | None, meaning("Greatest difference; null = open.")]


class HeldHex(Struct, frozen=True):
    """A hex that a side holds at the start."""

    hex: Hex
    side: Annotated[str, meaning("Side id.")]


class ScheduleEntry(Struct, frozen=True):
    """Points for something that happens to a piece; they go to the other side."""

    id: Annotated[str, meaning("Key of the chart, which has its name.")]
    event: Annotated[
        Literal["eliminated", "strength_lost", "captured", "disabled", "pursued_off_map"],
        meaning(
            "What happens. `strength_lost`: for every strength point that a unit on the map has lost at the "
            "end; `captured` and `disabled`: its state at the end."
        ),
    ]
    piece: Annotated[Literal["unit", "leader"], meaning("What it happens to.")]
    arms: Annotated[tuple[str, ...], meaning("Arms of the unit; empty = any.")]
    footprint: Annotated[int | None, meaning("Number of hexes of the unit; null = any.")]
    fields: Annotated[
        Mapping[str, tuple[int | str | bool, ...]],
        meaning("Field of the unit or leader -> one of these values; for all named. Absent = false."),
    ]
    roles: Annotated[tuple[str, ...], meaning("Roles of the leader at the start; empty = any.")]
    points: Annotated[int, meaning("Points; for each point of `times` where it is there.")]
    times: Annotated[str, meaning("Rating of the leader whose size multiplies the points; empty = none.")]
    state: Annotated[
        str,
        meaning(
            "Value of a state that the piece is in when it has happened; of `strength_lost` the axis that "
            "counts the loss; empty = the piece is off the map."
        ),
    ] = ""


class PointSchedule(Struct, frozen=True):
    """Points of the series for losses, which count beside the awards of the scenario."""

    chart: Annotated[
        str,
        meaning(
            "Chart that players read; its values are the points where neither the scenario nor an option "
            "has others."
        ),
    ]
    entries: Annotated[tuple[ScheduleEntry, ...], meaning("Of several that fit a piece the first counts.")]


class Victory(Struct, frozen=True):
    """How the game is decided."""

    awards: Annotated[tuple[Award, ...], meaning("Victory points.")]
    automatic: Annotated[tuple[Automatic, ...], meaning("Ends of the game.")]
    levels: Annotated[tuple[Level, ...], meaning("Bands of the difference of points.")]
    held: Annotated[tuple[HeldHex, ...], meaning("Hexes held at the start.")]
    schedules: Annotated[
        tuple[PointSchedule, ...],
        meaning("Points of the series; none where the scenario or a special rule takes them out."),
    ] = ()

    def holder(self, hex_index: int) -> str | None:
        """Return the side that holds a hex at the start; None if nobody does."""
        return next((entry.side for entry in self.held if entry.hex == hex_index), None)


class SpecialRule(Struct, frozen=True):
    """A rule of the scenario in words."""

    id: Annotated[str, meaning("Id.")]
    title: Words
    text: Words
    overrules: Annotated[tuple[str, ...], meaning("Statements of the series that it overrules.")]
    code: Annotated[
        str, meaning("Name under which a program keeps its own code for the rule: battle id / rule id.")
    ] = ""
    digest: Annotated[
        str,
        meaning("First 16 digits of the SHA-256 of the text: code for another text must not be used."),
    ] = ""
    effects: Annotated[tuple[Effect, ...], meaning("What it changes, as parameters.")] = ()
    in_words: Annotated[
        bool,
        meaning(
            "Whether the text says more than the effects; a program needs code of its own for the rule then."
        ),
    ] = True
