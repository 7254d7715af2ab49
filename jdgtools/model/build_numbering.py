"""One message about the grid, where all hex numbers of a map belong to another grid.

A wrong `numbering` under `grid:` makes nearly every hex number in the files unknown. `HexReader` keeps each
text that it reads as a `HexMention`; `fold_numbering` tries whether another numbering reads them all, and
puts one MAP072 in the place of all the messages on single numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.hexgrid import HexGrid, NameProblem, Numbering
from jdgtools.model.context import Context
from jdgtools.source.node import Node

_FEW = 5
"""With fewer mentions that are wrong each of them is shown."""
_FLOOD = 10
"""So many, and …"""
_FLOOD_SHARE = 0.6
"""… such a share of all are blamed on the grid even if no other one explains them."""
_ALL = 0.98
"""Share of the mentions that another grid must explain: there may be a slip among them."""
_SHOWN = 3
_KEYS = ("order", "first_column", "first_row", "digits", "leading_zeros", "letters", "separator")
_FIRST = ({"first_column": 0, "first_row": 0}, {"first_column": 1, "first_row": 1})
_OTHER: tuple[dict[str, Any], ...] = (
    *_FIRST,
    *({"letters": letters} for letters in (None, "column", "row", "both")),
    *({"digits": digits, "leading_zeros": True} for digits in (2, 3, 1)),
    {"leading_zeros": False},
    *({"separator": separator} for separator in ("", ".", ":")),
)


class HexMention(Struct, frozen=True):
    """A text that names hexes."""

    text: str
    reads: Callable[[str, HexGrid], object]
    """Gives a `NameProblem` or None where a grid has no such hexes."""
    problem: Diagnostic | None
    """What was reported; None = the map has them."""


def fold_numbering(ctx: Context, root: Node, grid: HexGrid | None, mentions: list[HexMention]) -> None:
    """Report one mistake (MAP072) instead of all numbers that are not on the map, if the grid is to blame.

    Args:
        ctx: holds the diagnostics.
        root: of the map file.
        grid: of the map.
        mentions: every text that was read as hexes.
    """
    wrong = [m for m in mentions if m.problem is not None]
    if grid is None or len(wrong) < _FEW:
        return
    better = _better(grid, mentions, len(mentions) - len(wrong))
    if better is None and len(wrong) < max(_FLOOD, _FLOOD_SHARE * len(mentions)):
        return
    folded_problems = {id(m.problem) for m in wrong}
    ctx.diagnostics[:] = [d for d in ctx.diagnostics if id(d) not in folded_problems]
    names = list(dict.fromkeys(m.text.strip() for m in wrong))
    names_shown = [name if len(name) <= 20 else f"{name[:16]}…" for name in names[:_SHOWN]]
    names_quoted = ", ".join(f"`{name}`" for name in names_shown) + (" …" if len(names) > _SHOWN else "")
    first, last = grid.id(grid.hexes[0]), grid.id(grid.hexes[-1])
    node = root.at("grid", "numbering") or root.get("grid") or root
    keep = "or write the hexes anew, with the numbers of this grid"
    ctx.problem(
        "MAP072",
        node,
        f"{len(wrong)} of {len(mentions)} mentions of hexes do not fit this grid, whose hexes are "
        f"`{first}` to `{last}`: {names_quoted}",
        expected="the grid that the hexes are written for",
        hint=f"{_advice(grid, better)} they fit; {keep}"
        if better is not None
        else f"look at columns, rows, orientation and numbering, {keep}",
    )


def _better(grid: HexGrid, mentions: list[HexMention], now: int) -> HexGrid | None:
    """Return the grid that explains the mentions best, if it explains them all but for slips."""
    best, better = now, None
    sample = [m for m in mentions if m.problem is not None][:: max(1, len(mentions) // 20)]
    for other in _others(grid):
        if sum(_fits(m, other) for m in sample) < len(sample) * 0.8:
            continue
        score = sum(_fits(m, other) for m in mentions)
        if score > best:
            best, better = score, other
    return better if best >= _ALL * len(mentions) else None


def _fits(mention: HexMention, grid: HexGrid) -> bool:
    result = mention.reads(mention.text, grid)
    return result is not None and not isinstance(result, NameProblem)


def _others(grid: HexGrid) -> Iterator[HexGrid]:
    """Yield grids that differ from this one in what designers change, the likely ones first."""
    numbering = grid.numbering
    order = "row-column" if numbering.order == "column-row" else "column-row"
    plans: list[dict[str, Any]] = [{"order": order}, *_OTHER, *({**more, "order": order} for more in _OTHER)]
    yield replace(grid, parity="odd" if grid.parity == "even" else "even")
    yield replace(grid, orientation="pointy" if grid.orientation == "flat" else "flat")
    for other in dict.fromkeys([Numbering(), *(replace(numbering, **plan) for plan in plans)]):
        try:
            if other != numbering:
                yield replace(grid, numbering=other)
        except ValueError:
            continue  # such numbers do not suit the size of the map


def _advice(grid: HexGrid, better: HexGrid) -> str:
    """Return what to change under `grid:`."""
    if better.orientation != grid.orientation:
        return f"with `orientation: {better.orientation}`"
    if better.parity != grid.parity:
        return f"with `shifted: {'even' if better.parity == 'odd' else 'odd'}`"
    plain = Numbering()
    values = {key: getattr(better.numbering, key) for key in _KEYS}
    parts = [f"{key}: {_yaml(value)}" for key, value in values.items() if value != getattr(plain, key)]
    return f"with `numbering: {{{', '.join(parts)}}}`" if parts else "without `numbering`"


def _yaml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if value in (".", ":") else str(value)
