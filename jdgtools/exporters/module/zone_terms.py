"""Front, flank and rear of the target as expressions over the places of two pieces.

A piece lies at the centre of its hex, a piece of two hexes at that of its left half; its right half is one
hex to the right of the facing. Places are pixels, sines and cosines thirty times their value, which makes
15 and 26 of them: whole numbers whose ratio is right to a fiftieth of a degree.
"""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext

ZONES = ("front", "rear", "left_flank", "right_flank", "ahead", "aside")
_SINES = (0, 15, 26, 30, 26, 15, 0, -15, -26, -30, -26, -15)
"""Thirty times the sine of 0, 30, … 330 degrees."""
_ZERO = 80
"""Character that stands for 0."""
_FROM_TARGET = "(({x})-TX)*TSin-(({y})-TY)*TCos"
_ACROSS = "(({x})-TX)*TCos+(({y})-TY)*TSin"
_FROM_ACTING = "((TX-AX)*ASin-(TY-AY)*ACos)"


def sine(degrees: str, quarter: int = 0) -> str:
    """Return 30 times the sine of a property with degrees in steps of 30; `quarter` = 3 for the cosine."""
    letters = "".join(chr(_ZERO + s) for s in (*_SINES[quarter:], *_SINES[:quarter]))
    return f'("{letters}".charAt({degrees}/30)-{_ZERO})'


def zone_test(context: ModuleContext, zone: str) -> str:
    """Return whether a piece lies in a zone of the target, or the target in one of the acting piece.

    `front`, `rear`, `left_flank` and `right_flank` are about adjacent pieces, either half of them;
    `front` and `rear` hold at any distance where units face hexsides. `ahead` and `aside` are seen from
    the acting piece beside the target.
    """
    near = (12 if context.series.facing == "corner" else 3) * context.hex_px
    match zone:
        case "ahead":
            return f"{_FROM_ACTING}>{near}"
        case "aside":
            return f"({_FROM_ACTING}<={near}&&{_FROM_ACTING}>={-near})"
    test = _test(context, zone, near, "CurrentX", "CurrentY")
    if all(u.footprint == 1 for u in context.battle.units):
        return test
    x = f"CurrentX+{context.hex_px}*{sine('Facing_Degrees', 3)}/30"
    y = f"CurrentY+{context.hex_px}*{sine('Facing_Degrees')}/30"
    return f"({test}||w_hexes>1&&{_test(context, zone, near, x, y)})"


def _test(context: ModuleContext, zone: str, near: int, x: str, y: str) -> str:
    along = f"({_FROM_TARGET.format(x=x, y=y)})"
    flank = f"{along}<={near}&&{along}>={-near}"
    across = f"({_ACROSS.format(x=x, y=y)})"
    match zone:
        case "left_flank":
            return f"({flank}&&{across}<0)"
        case "right_flank":
            return f"({flank}&&{across}>0)"
    narrow = [context.arm_numbers[arm] for arm, hexes in context.rules.fronts if hexes == 1]
    test = f"{along}>{near}" if zone == "front" else f"{along}<{-near}"
    if narrow:
        # Of a target with one front hex the other five are rear: 30 degrees to either side of the facing.
        inside = f"(15*{along}>26*Math.abs({across}))"
        narrow_target = "||".join(f"TArm=={n}" for n in narrow)
        test = f"(({narrow_target})?{inside if zone == 'front' else '!' + inside}:{test})"
    return test
