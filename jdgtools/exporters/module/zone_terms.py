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
_PIECE = ("CurrentX", "CurrentY", "Facing_Degrees", "ArmNo")
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
    x, y = _right_half(context)
    return f"({test}||w_hexes>1&&{_test(context, zone, near, x, y)})"


def over_acting(context: ModuleContext) -> str:
    """Return whether a piece, or either half of it, lies in the hex of the acting piece."""
    left = "CurrentX==AX&&CurrentY==AY"
    if all(u.footprint == 1 for u in context.battle.units):
        return f"({left})"
    x, y = _right_half(context)
    square = f"({x}-AX)*({x}-AX)+({y}-AY)*({y}-AY)"
    return f"({left}||w_hexes>1&&{square}<{context.hex_px * context.hex_px // 4})".replace('"', '\\"')


def _right_half(context: ModuleContext) -> tuple[str, str]:
    """Return where the right half of a piece on two hexes lies: expressions of a point."""
    x = f"CurrentX+{context.hex_px}*{sine('Facing_Degrees', 3)}/30"
    return x, f"CurrentY+{context.hex_px}*{sine('Facing_Degrees')}/30"


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


def acting_cone(context: ModuleContext) -> str:
    """Return whether the target lies in the front cone of the acting piece."""
    return _cone(context, ("AX", "AY", "AF", "AArm"), ("TX", "TY"))


def acting_rear(context: ModuleContext) -> str:
    """Return whether it lies in the cone opposite."""
    return _sector(context, context.rules.front, ("AX", "AY", "AF", "AArm"), ("TX", "TY"), behind=True)


def in_acting_cone(context: ModuleContext) -> str:
    """Return whether a piece lies in the front cone of the acting piece."""
    return _cone(context, ("AX", "AY", "AF", "AArm"), ("CurrentX", "CurrentY"))


def piece_cone(context: ModuleContext) -> str:
    """Return whether the target lies in the front cone of a piece."""
    return _cone(context, _PIECE, ("TX", "TY"))


def piece_ahead(context: ModuleContext) -> str:
    """Return whether the target lies straight ahead of a piece."""
    return _sector(context, 1, _PIECE, ("TX", "TY"))


def beside_target(context: ModuleContext) -> str:
    """Return whether a piece is adjacent to the hex of the target."""
    return _next_to(context, "TX", "TY")


def _next_to(context: ModuleContext, x: str, y: str) -> str:
    square = f"((CurrentX-{x})*(CurrentX-{x})+(CurrentY-{y})*(CurrentY-{y}))"
    size = context.hex_px * context.hex_px
    return f"({square}>{size // 4}&&{square}<{size * 7 // 4})"


def beside_acting(context: ModuleContext) -> str:
    """Return whether a piece is adjacent to the hex of the acting piece."""
    return _next_to(context, "AX", "AY")


def _cone(context: ModuleContext, origin: tuple[str, str, str, str], point: tuple[str, str]) -> str:
    """Return whether a point lies in the front cone of a piece, of as many front hexes as its arm has."""
    text = _sector(context, context.rules.front, origin, point)
    for arm, front in context.rules.fronts:
        if front != context.rules.front:
            other = _sector(context, front, origin, point)
            text = f"({origin[3]}=={context.arm_numbers[arm]}?{other}:{text})"
    return text


def _sector(
    context: ModuleContext,
    front: int,
    origin: tuple[str, str, str, str],
    point: tuple[str, str],
    behind: bool = False,
) -> str:
    """Return whether a point lies between the outermost directions of a front, which belong to it."""
    x, y = f"({point[0]}-{origin[0]})", f"({point[1]}-{origin[1]})"
    facing, half, middle = origin[2], front - 1, 6 if behind else 0
    left, right = (tuple(_component(facing, middle + turn + 3 * q) for q in (0, 1)) for turn in (-half, half))
    sine, cosine = (_component(facing, middle + 3 * q) for q in (0, 1))
    # Half a hex from the next hex outside: centres are rounded to pixels.
    slack = context.hex_px * 30 // 3
    return (
        f"({x}*{sine}-{y}*{cosine}>0&&{y}*{left[0]}+{x}*{left[1]}>{-slack}"
        f"&&{y}*{right[0]}+{x}*{right[1]}<{slack})"
    )


def _component(degrees: str, turn: int) -> str:
    """Return thirty times the sine of an angle in steps of 30 degrees, turned by some steps."""
    values = [_SINES[(n + turn) % 12] for n in range(12)]
    steps = "".join(f"{degrees}=={30 * n}?{value}:" for n, value in enumerate(values[:-1]))
    return f"({steps}{values[-1]})"
