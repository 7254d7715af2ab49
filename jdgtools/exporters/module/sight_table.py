"""Lines of sight over terrain as a table that expressions of the module read.

For every hex one bit says of every hex around it, as far as sight is asked for, whether terrain blocks the
line between the two; where sight is mutual only the hexes on one side have a bit. Four bits are a letter.
The table stands once in the module, in the button that looks a line up, and in no saved game.
"""

from __future__ import annotations

from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.module_context import ModuleContext, cone_of, has_facing

MAX_LETTERS = 300_000
"""Letters of a table at most; on larger maps sight is looked up less far."""
_BITS = "".join(str(value >> bit & 1) for bit in range(4) for value in range(16))


def sight_reach(context: ModuleContext) -> int:
    """Return how far sight is looked up: as far as units of the battle fire, 0 for nowhere."""
    if context.los is None or context.layout is None:
        return 0
    ranges = dict(context.rules.fire_ranges)
    reach = max(
        [
            max(cone_of(context, u).radius, ranges.get(u.arm, ranges.get("", 0)))
            for u in context.battle.units
            if has_facing(context, u)
        ],
        default=0,
    )
    while reach and _record(reach, mutual=False) // 4 * context.layout.grid.size > MAX_LETTERS:
        reach -= 1
    return reach


def sight_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts about sight: lines and places of both hexes, how far, whether it is seen."""
    reach = sight_reach(context)
    if reach == 0 or context.layout is None:
        return (("SightReach", "0"), ("Seen", "1"))
    grid = ModuleGrid(context.layout, 0, 0)
    mutual, letters = _letters_of_build(context, grid, reach)
    facts: list[tuple[str, str]] = [("SightReach", str(reach))]
    step, size = round(1000 * grid.layout.step), round(1000 * grid.layout.size)
    for who in "AT":
        across, along = (f"{who}Y", f"{who}X") if grid.sideways else (f"{who}X", f"{who}Y")
        # Whole numbers: thousandths of pixels, rounded to the nearest line and place.
        line = f"(({across}-({grid.origin_of_pieces[0]}))*1000+{step // 2})/{step}"
        half = f"({who}L-{who}L/2*2)*{size // 2}"
        place = f"(({along}-({grid.origin_of_pieces[1]}))*1000-{half}+{size // 2})/{size}"
        facts += [(f"{who}L", line), (f"{who}P", place)]
    swap = mutual and "AL>TL"
    line, place, far, there = (
        (f"({swap}?T{n}:A{n})" if swap else f"A{n}") if near else (f"({swap}?A{n}:T{n})" if swap else f"T{n}")
        for near, n in ((True, "L"), (True, "P"), (False, "L"), (False, "P"))
    )
    first = 0 if mutual else reach
    record, width, (_, places) = _record(reach, mutual), 2 * reach + 1, _shape(grid)
    facts += [
        ("SightHex", f"(({line}-{grid.shift})*{places}+{place})*{record}"),
        ("SightBit", f"SightHex+({far}-{line}+{first})*{width}+{there}-{place}+{reach}"),
    ]
    value = f'("{letters}".charAt(SightBit/4)-97)'
    block_digit = f'("{_BITS}".charAt((SightBit-SightBit/4*4)*16+{value})-48)'
    facts.append(("Seen", f"(TN==0||Dist==0||Dist>SightReach?1:1-{block_digit})"))
    return tuple(facts)


def _letters_of_build(context: ModuleContext, grid: ModuleGrid, reach: int) -> tuple[bool, str]:
    """Return `sight_letters`, from an earlier build with the same maps and rules of sight."""
    battle = context.battle
    grounds = [(s.options, s.special_rules, battle.in_scenario(s).map) for s in battle.scenarios]
    # With the terrains of the battle's own: what one is like decides where no chart does.
    inputs = (battle.series, reach, grid.sideways, battle.map, battle.options, context.charts, grounds)

    def make() -> bytes:
        mutual, letters = sight_letters(context, grid, reach)
        return f"{int(mutual)}{letters}".encode("ascii")

    letters_of_lines = context.get_or_make("sight letters", inputs, make).decode("ascii")
    return letters_of_lines[0] == "1", letters_of_lines[1:]


def sight_letters(context: ModuleContext, grid: ModuleGrid, reach: int) -> tuple[bool, str]:
    """Return whether sight is mutual on this map, and the letters of the table.

    The table goes by line and place of the first hex, then by those of the other one: lines from that of the
    first hex on (from `reach` before it where sight is not mutual), places from `reach` before its own on.
    """
    import numpy as np

    assert context.los is not None
    sight = context.los(reach)
    mutual = bool((sight == sight.T).all())
    lines, places = _shape(grid)
    hexes = np.full((lines, places), -1, dtype=np.intp)
    for i in grid.grid.hexes:
        line, place = grid.line_and_place(i)
        hexes[line - grid.shift, place] = i
    wide = np.full((lines + 2 * reach, places + 2 * reach), -1, dtype=np.intp)
    wide[reach : reach + lines, reach : reach + places] = hexes
    bits = np.zeros((lines, places, _record(reach, mutual)), dtype=np.uint8)
    n = 0
    for far in range(0 if mutual else -reach, reach + 1):
        for there in range(-reach, reach + 1):
            row, column = reach + far, reach + there
            other = wide[row : row + lines, column : column + places]
            bits[:, :, n] = (hexes >= 0) & (other >= 0) & ~sight[hexes, other]
            n += 1
    groups = bits.reshape(-1, 4) @ np.array([1, 2, 4, 8], dtype=np.uint8)
    return mutual, (groups + 97).astype(np.uint8).tobytes().decode("ascii")


def _shape(grid: ModuleGrid) -> tuple[int, int]:
    """Return the number of lines of hexes, and of places in a line."""
    columns, rows = grid.grid.columns, grid.grid.rows
    return (rows, columns) if grid.sideways else (columns, rows)


def _record(reach: int, mutual: bool) -> int:
    """Return the bits of one hex, a multiple of four."""
    lines = reach + 1 if mutual else 2 * reach + 1
    return (lines * (2 * reach + 1) + 3) // 4 * 4
