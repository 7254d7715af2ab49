"""Units on lines of sight, as expressions over the places of pieces, in pixels.

A line goes from the centre of a hex to that of another. A unit whose hex it crosses stands on it. A line
towards a corner of its hex runs along hexsides, half of the time: each such place is a tie, whose two hexes
it only touches. There it is blocked where units stand on both sides, or a unit on one and ground that
blocks on the other; the latter lines are a table (`derived.side_sight`). Where a line comes down into a hex
from a height (`derived.protocols.OverlookingSteps`) units of that hex are overlooked. Beside a tie they are
not: the test for it, once for every tie, would make the module several times as long. Lines of reactions over
dead ground are a table as well (`derived.protocols.DeadGround`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from jdgtools.derived.unit_sight import UnitsInSight
from jdgtools.exporters.module.bans import Place, hex_letter, table_of_hexes, table_of_steps
from jdgtools.exporters.module.command_lines import line_table
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.exporters.module.sight_table import sight_reach
from jdgtools.exporters.module.zone_terms import sine
from jdgtools.hexgrid.coords import DIRECTIONS
from jdgtools.model.scenario import Scenario

_LEFT: Place = ("CurrentX", "CurrentY")
_PAST_ONE_SIDE = "PastOneSide"
"""Fact: text of the lines along hexsides that a single unit blocks, with ground on the other side."""
_DEAD_LINES = "DeadLines"
"""Fact: text of the lines over dead ground."""
_DOWN, _HEIGHTS = "StepsDown", "Heights"
"""Facts: texts of all hexes, a letter each: steps down into it that overlook its units; its level."""
_DOWN_TEXT, _HEIGHTS_TEXT = (f'GetString("{name}")' for name in (_DOWN, _HEIGHTS))


class Line(NamedTuple):
    """A line of sight between hexes of the acting unit and of the target."""

    start: Place
    end: Place

    @property
    def ties(self) -> str:
        """Name of the fact with the number of its ties."""
        return f"Ties{self.start[0][:-1]}{self.end[0][:-1]}"


_WHOLE = Line(("AX", "AY"), ("TX", "TY"))
_LINES = tuple(
    Line((f"{start}X", f"{start}Y"), (f"{end}X", f"{end}Y")) for start in ("A", "A2") for end in ("T", "T2")
)
"""Lines between the halves of units on two hexes."""


def line_facts(context: ModuleContext) -> tuple[tuple[str, str], ...]:
    """Return the facts about lines: ties of each, and where ground changes how units block."""
    if context.layout is None:
        return ()
    sights = [_units_in_sight(context, scenario) for scenario in (*context.battle.scenarios, None)]
    makers = (
        (_PAST_ONE_SIDE, _lone_lines),
        (_DOWN, lambda c, sight: table_of_steps(c, sight.overlooking_steps)),
        (_HEIGHTS, _heights),
        (_DEAD_LINES, _dead_lines),
    )
    texts = []
    for name, make in makers:
        values = [f'"{make(context, sight)}"' for sight in sights]
        texts.append((name, by_scenario(context, values[:-1], values[-1])))
    return (*((line.ties, _ties(context, line)) for line in _LINES), *texts)


def between(context: ModuleContext) -> str:
    """Return the number of units whose hex the line from the acting piece to the target crosses."""
    return _count(context, "Unit==1", partial(_crosses, context, _WHOLE))


def along(context: ModuleContext) -> str:
    """Return whether units hold both sides of a hexside of that line, or one beside ground that blocks."""
    return _is_held(context, "Unit==1", _WHOLE)


def is_hidden(
    context: ModuleContext, *arms: str, with_ties: bool = False, or_over_dead_ground: bool = False
) -> str:
    """Return whether units of some arms block every line from half to half of the units that take part.

    Args:
        context: the module.
        arms: of the units; `enemy_ARM` = those of the other side alone.
        with_ties: units also block lines along hexsides.
        or_over_dead_ground: a line over dead ground counts as one that they block.
    """
    kinds = []
    for word in arms:
        arm = word.removeprefix("enemy_")
        kinds.append(f"ArmNo=={context.arm_numbers[arm]}" + ("" if arm == word else "&&SideNo!=ASide"))
    who = f"Unit==1&&!(Acting==1)&&!(Role==3)&&({'||'.join(kinds)})"

    def test(line: Line) -> str:
        number_crossed = _count(context, who, partial(_crosses, context, line))
        or_along = f"||{_is_held(context, who, line)}" if with_ties else ""
        or_dead = f"||{_is_dead(context, line)}" if or_over_dead_ground else ""
        return f"{number_crossed}>0{or_along}{or_dead}"

    return _of_every_line(test)


def is_over_dead_ground(context: ModuleContext) -> str:
    """Return whether every line from half to half of the units that take part runs over dead ground."""
    return _of_every_line(partial(_is_dead, context)) if _has_dead_lines(context) else "false"


def is_hidden_or_dead(context: ModuleContext, *arms: str) -> str:
    """Return whether units of some arms or dead ground block every such line; false without dead ground."""
    if not _has_dead_lines(context):
        return "false"
    return is_hidden(context, *arms, with_ties=True, or_over_dead_ground=True)


def _of_every_line(test: Callable[[Line], str]) -> str:
    """Return whether a test holds of every line between halves that are there."""
    tests = []
    for line in _LINES:
        absent = "".join(f"{half[0]}W<2||" for half, _ in line if half[1] == "2")
        tests.append(f"({absent}{test(line)})")
    return f"({'&&'.join(tests)})"


def _is_dead(context: ModuleContext, line: Line) -> str:
    """Return whether a line runs over dead ground."""
    numbers = line_table(context)
    assert numbers is not None
    entry = '+"-"+'.join(f"({numbers.number_at(*at)})" for at in line)
    return f'{_DEAD_LINES}.contains(","+{entry}+",")'


def _has_dead_lines(context: ModuleContext) -> bool:
    sights = (_units_in_sight(context, s) for s in (None, *context.battle.scenarios))
    return line_table(context) is not None and any(sight.dead_lines for sight in sights)


def _halves(context: ModuleContext) -> tuple[tuple[str, Place], ...]:
    """Return where a unit stands: a condition and a place."""
    if all(u.footprint == 1 for u in context.battle.units):
        return (("", _LEFT),)
    step = context.hex_px
    x, y = (
        f"({at}+{step}*{sine('Facing_Degrees', turn)}/30)" for at, turn in zip(_LEFT, (3, 0), strict=True)
    )
    return (("", _LEFT), ("w_hexes>1&&", (x, y)))


def _crosses(context: ModuleContext, line: Line, place: Place) -> str:
    """Return whether a line crosses the hex around a place between its ends, and does not look over it."""
    (ax, ay), (tx, ty) = line
    along_line, across, length = _measures(place, line)
    grid = context.battle.map.grid if context.battle.map else None
    # Distance from the line of the corners of a hex that lies on it, times its length.
    first, second = f"({ty}-{ay})", f"({tx}-{ax})"
    if grid is not None and grid.orientation != "flat":
        first, second = second, first
    size = context.hex_px
    widest = [f"{size}*577*{first}"] + [f"{size}*(289*{first}{sign}500*{second})" for sign in "+-"]
    # A hex that the line only touches at a corner or along a side is not crossed.
    # Decimals: whole numbers of 32 bits overflow at a length of a few hexes.
    tests = [f"Math.abs({across}*1000.0)<Math.abs({w})*0.97" for w in widest]
    crosses = f"{along_line}>0&&{along_line}<{length}&&({'||'.join(tests)})"
    return crosses + _unless_overlooked(context, place, line)


def _ties(context: ModuleContext, line: Line) -> str:
    """Return the number of hexsides along which a line runs: those of a line towards a corner, else 0."""
    assert context.layout is not None
    (ax, ay), (tx, ty) = line
    x, y = f"Math.abs({tx}-{ax})", f"Math.abs({ty}-{ay})"
    if context.layout.grid.orientation != "flat":
        x, y = y, x
    size, pitch = round(context.layout.size), round(context.layout.step)
    slanting = f"Math.abs(2*{pitch}*{y}-3*{size}*{x})<{pitch * size // 4}?({x}+{pitch // 2})/{pitch}"
    return f"(TN==0?0:{y}<{size // 8}?({x}+{pitch})/{2 * pitch}:{slanting}:0)"


def _is_held(context: ModuleContext, who: str, line: Line) -> str:
    """Return whether a line is blocked at one of its ties by units that fulfil a condition."""
    tests = []
    for n in range(sight_reach(context) // 2):
        both = (
            _count(context, who, partial(_beside_tie, context, line, n, sign)) + ">0" for sign in ("", "-")
        )
        tests.append(f"{line.ties}>{n}&&{'&&'.join(both)}")
    if _has_lone_lines(context):
        tests.append(_count(context, who, partial(_blocks_alone, context, line)) + ">0")
    return f"({line.ties}>0&&({'||'.join(tests)}))" if tests else "false"


def _count(context: ModuleContext, who: str, test: Callable[[Place], str]) -> str:
    """Return the number of units that fulfil a condition and have a half of which a test holds."""
    halves = "||".join(f"{if_there}{test(place)}" for if_there, place in _halves(context))
    condition = f"{who}&&({halves})".replace('"', '\\"')
    return f'CountMap("[map]","{{{condition}}}")'


def _measures(place: Place, line: Line) -> tuple[str, str, str]:
    """Return how far along a line a place lies and how far to its left, both times the length; its square."""
    (ax, ay), (tx, ty), (x, y) = *line, place
    along_line = f"(({x}-{ax})*({tx}-{ax})+({y}-{ay})*({ty}-{ay}))"
    across = f"(({x}-{ax})*({ty}-{ay})-({y}-{ay})*({tx}-{ax}))"
    return along_line, across, f"(({tx}-{ax})*({tx}-{ax})+({ty}-{ay})*({ty}-{ay}))"


def _beside_tie(context: ModuleContext, line: Line, n: int, sign: str, place: Place) -> str:
    """Return whether the hex around a place lies on one side of the n-th tie of a line."""
    along_line, across, length = _measures(place, line)
    # The next hexes are half a size away from the line, which is as long as its ties times the root of 3.
    half = f"{line.ties}*{context.hex_px * context.hex_px // 2}"
    return (
        f"Math.abs(2*{line.ties}*{along_line}-{2 * n + 1}*{length})*2<{length}"
        f"&&{sign}{across}>{half}&&{sign}{across}*2<{half}*5"
    )


def _blocks_alone(context: ModuleContext, line: Line, place: Place) -> str:
    """Return whether a unit in the hex around a place blocks a line, with ground on the other side of it."""
    lines = line_table(context)
    assert lines is not None
    numbers = '+"-"+'.join(f"({lines.number_at(*at)})" for at in (*line, place))
    along_line, _, length = _measures(place, line)
    entry = f'","+{numbers}+","'
    return f"{along_line}>0&&{along_line}<{length}&&{_PAST_ONE_SIDE}.contains({entry})"


def _unless_overlooked(context: ModuleContext, place: Place, line: Line) -> str:
    """Return the rest of a test: no end of a line looks down over units of the hex around a place."""
    if not any(_units_in_sight(context, s).overlooking_steps for s in (None, *context.battle.scenarios)):
        return ""
    start, end = line
    tests = [_looks_down(context, place, start, end), _looks_down(context, place, end, start)]
    return f"&&!({hex_letter(context, _DOWN_TEXT, *place)}>0&&({'||'.join(tests)}))"


def _looks_down(context: ModuleContext, place: Place, start: Place, end: Place) -> str:
    """Return whether a line comes from a higher hex into that around a place over steps down alone."""
    assert context.layout is not None
    layout = context.layout
    here = layout.centre(0)
    (x, y), (px, py), (qx, qy) = place, start, end
    level, bits = hex_letter(context, _HEIGHTS_TEXT, *place), hex_letter(context, _DOWN_TEXT, *place)
    tests = []
    for direction, cube in enumerate(DIRECTIONS):
        vx, vy = (
            round(a - b) for a, b in zip(layout.centre_of(layout.grid.cube(0) + cube), here, strict=True)
        )
        square = vx * vx + vy * vy
        # Against the normal of the hexside, and along it; the hexside is reached at a share of the way.
        normal, along_side = (f"(({px}-{x})*({a})+({py}-{y})*({b}))" for a, b in ((vx, vy), (-vy, vx)))
        inward, aside = (f"(({qx}-{px})*({a})+({qy}-{py})*({b}))" for a, b in ((vx, vy), (-vy, vx)))
        meets = f"Math.abs({along_side}*1.0*{inward}+({square // 2}-{normal})*1.0*{aside})"
        # Half a hexside is the size times the root of 1/12; a corner belongs to both of its sides.
        tests.append(f"{bits}/{1 << direction}%2==0&&{inward}<0&&{meets}*1000.0<-{inward}*{square}*295.0")
    return f"({hex_letter(context, _HEIGHTS_TEXT, px, py)}>{level}&&!({'||'.join(tests)}))"


def _units_in_sight(context: ModuleContext, scenario: Scenario | None) -> UnitsInSight:
    reach = sight_reach(context)
    if context.units_in_sight is None or not reach:
        return UnitsInSight()
    return context.units_in_sight(reach, scenario)


def _has_lone_lines(context: ModuleContext) -> bool:
    return any(_units_in_sight(context, s).one_sided_lines for s in (None, *context.battle.scenarios))


def _lone_lines(context: ModuleContext, sight: UnitsInSight) -> str:
    """Return the text of the lines that a single unit blocks: number of both ends and of its hex."""
    return _rows_of_hexes(context, sight.one_sided_lines)


def _dead_lines(context: ModuleContext, sight: UnitsInSight) -> str:
    """Return the text of the lines over dead ground: number of both ends."""
    return _rows_of_hexes(context, sorted(sight.dead_lines))


def _rows_of_hexes(context: ModuleContext, rows: Iterable[tuple[int, ...]]) -> str:
    """Return the text of rows of hexes by their numbers, '' for none."""
    lines = line_table(context)
    if lines is None:
        return ""
    numbers = {i: str(lines.number(i)) for i in lines.grid.grid.hexes}
    entries = ["-".join([numbers[i] for i in row]) for row in rows]
    return f",{','.join(entries)}," if entries else ""


def _heights(context: ModuleContext, sight: UnitsInSight) -> str:
    """Return the letters of the levels of all hexes, where a height overlooks units."""
    battle_map = context.battle.map
    if battle_map is None or not sight.overlooking_steps:
        return ""
    levels = sorted({n or 0 for n in battle_map.levels})
    return table_of_hexes(
        context, {i: levels.index(battle_map.levels[i] or 0) for i in battle_map.grid.hexes}
    )
