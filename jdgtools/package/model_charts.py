"""The types of the charts of a package as they stand in the file; `Package.book` gives look-ups.

`exporters/package.py` fills them from the charts in force, overrides of the battle included.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from jdgtools.charts.predicates import Count, Predicate
from jdgtools.package.meaning import Value, Words, meaning

End = Literal["open", "clamp", "none"]
Provenance = Literal["rules", "player-aid", "house", "battle"]
Label = Annotated[Words, meaning("What players read; absent = nothing is printed.")]
Remark = Annotated[Words, meaning("A remark printed beside it; absent = none.")]


def no_words() -> Words:
    """Return the text of a member that says nothing."""
    return {}


class ValueType(Struct, frozen=True, omit_defaults=True):
    """What the cells of a chart, or of some of its rows, may hold."""

    id: Annotated[str, meaning("Id.")]
    kind: Annotated[
        Literal["int", "bool", "choice", "codes", "span", "text", "rule"],
        meaning(
            "`int` a whole number, `bool` true or false, `choice` one of the words, `codes` a list of the "
            "words in order of application, `span` the first and last number of a die, `text` a text, `rule` "
            "an object whose `rule` is one of the words."
        ),
    ]
    low: Annotated[int | None, meaning("Smallest value; absent = open.")] = None
    high: Annotated[int | None, meaning("Largest value; absent = open.")] = None
    choices: Annotated[tuple[str, ...], meaning("Words that may occur.")] = ()
    also: Annotated[
        tuple[Value | None, ...], meaning("Values that may stand besides; null = explicitly nothing.")
    ] = ()
    signed: Annotated[bool, meaning("Whether numbers are printed with their sign.")] = False
    labels: Annotated[
        Mapping[str, Words],
        meaning("Word -> what players read. That of a rule may name members of the rule: `{floor}`."),
    ] = field(default_factory=dict)


class ChartKey(Struct, frozen=True, omit_defaults=True):
    """A row or column of a chart."""

    id: Annotated[str, meaning("Id.")]
    label: Label = field(default_factory=no_words)
    low: Annotated[int | None, meaning("Smallest value; absent = open.")] = None
    high: Annotated[int | None, meaning("Largest value; absent = open.")] = None
    ratio: Annotated[tuple[int, int] | None, meaning("Two numbers, e.g. [3, 2].")] = None
    exclusive: Annotated[
        bool, meaning("The line holds for ratios above `ratio`, not for that one itself.")
    ] = False
    type: Annotated[str, meaning("Value type of its cells.")] = ""
    applies: Annotated[str, meaning("Whom a modifier is about.")] = ""
    replaces: Annotated[tuple[str, ...], meaning("Modifiers that are not added when this one is.")] = ()
    uses: Annotated[tuple[str, ...], meaning("Checks or combats that it is for.")] = ()
    refs: Annotated[tuple[str, ...], meaning("References.")] = ()
    note: Remark = field(default_factory=no_words)
    when: Annotated[
        Predicate | None,
        meaning("Modifier lines: when the line is added, as a tree; absent = the label alone says it."),
    ] = None
    count: Annotated[
        Count | None, meaning("Lines with the rule `each`: what is counted, by `units` or a number.")
    ] = None


class ChartAxis(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One dimension of a chart."""

    id: Annotated[str, meaning("Id.")]
    title: Words
    match: Annotated[
        Literal["key", "range", "ratio"],
        meaning(
            "How a key is found: by id, by a number within its `low`..`high`, or by a ratio (the highest one "
            "that is not above the true ratio)."
        ),
    ]
    below: Annotated[
        End | None,
        meaning(
            "Beyond the low end: `open` (the row has no end), `clamp` (it counts), `none` (nothing is found)."
        ),
    ] = None
    above: Annotated[End | None, meaning("Beyond the high end.")] = None
    kind: Annotated[Provenance | None, meaning("Provenance of what happens beyond the ends.")] = None
    refs: Annotated[tuple[str, ...] | None, meaning("Its references.")] = None
    note: Remark = field(default_factory=no_words)
    keys: Annotated[tuple[ChartKey, ...], meaning("Rows or columns.")]


class ChartCell(Struct, frozen=True, omit_defaults=True):
    """One value with its provenance."""

    at: Annotated[tuple[str, ...], meaning("Key ids, one per axis.")]
    value: Annotated[
        int | str | bool | tuple[Any, ...] | Mapping[str, Any] | None,
        meaning(
            "A number, word, true or false, null (explicitly nothing), a list of codes, or an object with "
            "`rule`."
        ),
    ]
    kind: Annotated[Provenance, meaning("Where it comes from.")]
    refs: Annotated[tuple[str, ...], meaning("Statement ids or sections.")] = ()
    note: Remark = field(default_factory=no_words)


class ChartNote(Struct, frozen=True, omit_defaults=True):
    """A rule of use printed under a chart, e.g. the order in which results are carried out."""

    id: Annotated[str, meaning("Id.")]
    text: Words
    kind: Annotated[Provenance, meaning("Where it comes from.")]
    refs: Annotated[tuple[str, ...], meaning("Statement ids or sections.")] = ()


class ChartData(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A chart: axes, and a cell for every combination of their keys, overrides of the battle included."""

    id: Annotated[str, meaning("Id, e.g. TBL-FIRE.")]
    kind: Annotated[Literal["table", "modifiers", "terrain", "values"], meaning("What kind of chart it is.")]
    title: Words
    group: Annotated[str, meaning("Name in the rulebook when one printed chart is stored as several.")] = ""
    rules: Annotated[tuple[str, ...], meaning("Statements that send the player to it.")] = ()
    type: Annotated[str, meaning("Value type of cells whose keys name none.")]
    types: Annotated[tuple[ValueType, ...], meaning("Value types.")]
    axes: Annotated[tuple[ChartAxis, ...], meaning("Axes.")]
    notes: Annotated[tuple[ChartNote, ...], meaning("Rules of use, in printed order.")] = ()
    cells: Annotated[tuple[ChartCell, ...], meaning("Cells in printed order.")]
