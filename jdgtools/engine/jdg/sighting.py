"""Lines of fire: what artillery sees over terrain and units, and over which step its fire comes in.

Rules: JDG-7.4.
"""

from __future__ import annotations

from jdgtools.engine.core.state import GameState
from jdgtools.engine.jdg.tables import Tables


def _through(t: Tables, origin: int, target: int) -> list[tuple[int, ...]]:
    """Return the hexes of a line in order; two of them where it runs along a hexside."""
    a = t.axial
    q, r = a[2 * origin], a[2 * origin + 1]
    hexes = []
    for part in t.lines.get((a[2 * target] - q, a[2 * target + 1] - r), ()):
        places = [t.at_axial.get((q + part[k], r + part[k + 1]), -1) for k in range(0, len(part), 2)]
        hexes.append(tuple(places))
    return hexes


def _is_overlooked(t: Tables, height: int, here: int, origin: int, target: int) -> bool:
    """Return whether levels let the line pass over something in a hex (JDG-7.4.3-a to -c)."""
    lines = t.package.lines
    if lines is None or lines.units is None:
        return False
    one, two = t.levels[origin], t.levels[target]
    whole = t.distance(origin, target)
    for rule in lines.units.overlooked:
        if rule.higher == "both":
            if one > height and two > height:
                return True
            continue
        high, low = (one, two) if rule.higher == "firer" else (two, one)
        if high <= height or high <= low:
            continue
        near = t.distance(here, origin if rule.nearer == "firer" else target) if rule.nearer else 0
        if not rule.nearer or 2 * near < whole or (rule.halfway and 2 * near == whole):
            return True
    return False


def _ground_blocks(t: Tables, here: int, origin: int, target: int) -> bool:
    """Return whether the ground of a hex blocks, as docs/package.md says for pairs along a hexside."""
    cells = t.charts["TBL-TEC-HEX"].cells
    kind = t.terrain[here]
    los = cells.get((kind, "los"), "open")
    is_raised = t.levels[here] > t.levels[origin] and t.levels[here] > t.levels[target]
    obstacle = los == "blocked" or (
        los == "blocked_unless_adjacent" and t.distance(here, origin) > 1 and t.distance(here, target) > 1
    )
    height = t.levels[here] + int(cells.get((kind, "height"), 0) or 0)
    return is_raised or (obstacle and not _is_overlooked(t, height, here, origin, target))


def sees(t: Tables, s: GameState, origin: int, target: int) -> bool:
    """Return whether artillery in a hex sees another over terrain and units (JDG-7.4-a to JDG-7.4.4-b)."""
    if not t.sight.sees(origin, target):
        return False
    for hexes in _through(t, origin, target):
        places = [here for here in hexes if here >= 0]
        units = [
            (bool(s.stacks[here]) and not _is_overlooked(t, t.levels[here], here, origin, target))
            or (here in t.screens and s.turn <= t.screens_until)
            for here in places
        ]
        if len(hexes) == 1:
            if any(units):
                return False
        elif len(places) == 2 and any(units):
            blocks = [
                unit or _ground_blocks(t, here, origin, target)
                for unit, here in zip(units, places, strict=True)
            ]
            if all(blocks):
                return False
    return True


def cover(t: Tables, origin: int, target: int) -> int:
    """Return the modifier of fire over the last step of the line; of two at a corner the greater."""
    hexes = _through(t, origin, target)
    before = hexes[-1] if hexes else (origin,)
    values = []
    for here in before:
        for direction in range(6):
            if here >= 0 and t.neighbours[6 * here + direction] == target:
                values.append(int(t.fire_drm[6 * here + direction]))
    return max(values, default=0)


def in_cone(t: Tables, origin: int, target: int, facing: int) -> bool:
    """Return whether a hex lies in the cone of the two front directions of a facing.

    Rules: JDG-7.2-c, JDG-CONV-f.
    """
    a = t.axial
    q, r = a[2 * target] - a[2 * origin], a[2 * target + 1] - a[2 * origin + 1]
    (q1, r1), (q2, r2) = t.vectors[facing], t.vectors[(facing + 1) % 6]
    whole = q1 * r2 - q2 * r1
    p, n = (q * r2 - r * q2) // whole, (q1 * r - r1 * q) // whole
    return p >= 0 and n >= 0 and p + n >= 1 and (p * q1 + n * q2, p * r1 + n * r2) == (q, r)
