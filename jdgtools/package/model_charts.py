"""The charts of a package as they stand in the file; `Package.book` gives them with look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct

from jdgtools.package.meaning import Value, Words, meaning

End = Literal["open", "clamp", "none"]


class ValueType(Struct, frozen=True, omit_defaults=True):
    """What the cells of a chart, or of some of its rows, may hold."""

    id: Annotated[str, meaning("Id.")]
    kind: Annotated[str, meaning("Whole numbers, words, results …: see `docs/package.md`.")]
    low: Annotated[int | None, meaning("Smallest value; absent = open.")] = None
    high: Annotated[int | None, meaning("Largest value; absent = open.")] = None
    choices: Annotated[tuple[str, ...], meaning("Words that may occur.")] = ()
    also: Annotated[
        tuple[Value | None, ...], meaning("Values that may stand besides; null = explicitly nothing.")
    ] = ()
    signed: Annotated[bool, meaning("Whether numbers are printed with their sign.")] = False


class ChartKey(Struct, frozen=True, omit_defaults=True):
    """A row or column of a chart."""

    id: Annotated[str, meaning("Id.")]
    low: Annotated[int | None, meaning("Smallest value; absent = open.")] = None
    high: Annotated[int | None, meaning("Largest value; absent = open.")] = None
    ratio: Annotated[tuple[int, int] | None, meaning("Two numbers, e.g. [3, 2].")] = None
    type: Annotated[str, meaning("Value type of its cells.")] = ""
    applies: Annotated[str, meaning("Whom a modifier is about.")] = ""
    replaces: Annotated[tuple[str, ...], meaning("Modifiers that are not added when this one is.")] = ()
    uses: Annotated[tuple[str, ...], meaning("Checks or combats that it is for.")] = ()
    refs: Annotated[tuple[str, ...], meaning("References.")] = ()


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
    kind: Annotated[str | None, meaning("Provenance of what happens beyond the ends.")] = None
    refs: Annotated[tuple[str, ...] | None, meaning("Its references.")] = None
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
    kind: Annotated[Literal["rules", "player-aid", "house", "battle"], meaning("Where it comes from.")]
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
    cells: Annotated[tuple[ChartCell, ...], meaning("Cells in printed order.")]
