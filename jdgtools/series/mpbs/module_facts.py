"""What the checks of a Musket & Pike module read from the pieces of a fire or a combat.

Units of two hexes fire by halves and attack as a whole: places are those of left halves (`AX`, `TX`), and
of right halves (`A2X`, `T2X`), which lie one hex to the right of the facing (MP-6.1-c).
"""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.model.module import UnitMark
from jdgtools.model.module_terms import Who, count, highest, none, some, total, touches

SHAKEN = "[formation formation_shaken open_order]"
BROKEN = "[formation formation_broken]"
BROKEN_TARGET = "[formation formation_broken column]"
"""A column that is attacked is Formation Broken before the combat is resolved (MP-6.3.4-h)."""
CURRENT_MORALE = "([morale morale_broken]?1:[morale morale_shaken]?r_morale_now-1:r_morale_now)"
"""Morale in force (MP-12.4.2-a, MP-12.4.3-a)."""
NO_FLANK = f"{none('target', '[formation hedgehog]')}&&{none('target', '[morale morale_broken]')}"
"""Whether the target has flanks and a rear (MP-11.3.7-b)."""
FIGHTERS = "[arms heavy_infantry light_infantry cavalry dismounted_cavalry]"
DEFENDERS = f"{FIGHTERS}&&(Horse==0||[arms cavalry])"
"""Units that count in the attacked hex: guns never do, nor light infantry with cavalry (MP-8.2.1-d)."""


def morale_in_force(who: Who) -> str:
    """Return the morale in force of the acting piece or the target."""
    broken_test, shaken_test = some(who, "[morale morale_broken]"), some(who, "[morale morale_shaken]")
    return f"({broken_test}?1:{total(who, 'r_morale_now')}-({shaken_test}?1:0))"


UNIT_MARKS = (
    UnitMark("w_hexes", "footprint"),
    UnitMark("has_pikes", "pikes", arms=("heavy_infantry",)),
    UnitMark("has_guns", "regimental_artillery", arms=("heavy_infantry",)),
    UnitMark("gun_size", "gun_class", chart=("T-ART-RANGE", "class"), arms=("artillery",)),
    UnitMark("gun_double", "double", arms=("artillery",)),
)

_HALVED = f"{some('attackers', '[arms cavalry]')}&&{some('hex', '[arms heavy_infantry]')}"
_PLACES = {"A1": ("AX", "AY"), "A2": ("A2X", "A2Y"), "T1": ("TX", "TY"), "T2": ("T2X", "T2Y")}
_PAIRS = (("A1", "T1"), ("A1", "T2"), ("A2", "T1"), ("A2", "T2"))
"""Half of the acting unit, half of the target."""


def _touch(acting: str, target: str) -> str:
    """Return whether two halves are there and adjacent."""
    there = {"A2": "AW>1&&", "T2": "TW>1&&"}
    adjacent = touches(*_PLACES[acting], *_PLACES[target])
    return f"({there.get(acting, '')}{there.get(target, '')}{adjacent}?1:0)"


def _ahead(acting: str, target: str) -> str:
    """Return whether half of the target lies in front of half of the acting unit."""
    (ax, ay), (tx, ty) = _PLACES[acting], _PLACES[target]
    return f"(({tx}-{ax})*ASin-({ty}-{ay})*ACos)>12*[step]"


def _abreast(acting: str, target: str) -> str:
    """Return whether half of the target lies in a flank of half of the acting unit."""
    (ax, ay), (tx, ty) = _PLACES[acting], _PLACES[target]
    along = f"(({tx}-{ax})*ASin-({ty}-{ay})*ACos)"
    return f"{along}<=12*[step]&&{along}>=-12*[step]"


def _before(acting: str) -> str:
    """Return whether half of the acting unit lies in front of the target; both halves face alike."""
    ax, ay = _PLACES[acting]
    return f"(({ax}-TX)*TSin-({ay}-TY)*TCos)>12*[step]"


def _any_pair(tests: Iterable[str]) -> str:
    return "(" + "||".join(tests) + "?1:0)"


_MARCHES = ("formation_normal", "open_order", "formation_shaken", "column")
"""States of a formation in which a unit has movement points."""


def _allowance(who: Who, row: str, arms: str, otherwise: str) -> str:
    """Return the movement points of a unit of some arms (T-MA), else another amount."""
    able = f"[arms {arms}]&&!([morale morale_broken])"
    steps = "".join(
        f"{some(who, f'{able}&&[formation {state}]')}?[cell T-MA {row} {state}]:" for state in _MARCHES
    )
    return f"({steps}{otherwise})"


_RIDERS = _allowance("acting", "cavalry", "cavalry", "0")
_WITH_MUSKETS = _allowance("acting", "cavalry_with_li", "cavalry", "0")
_MUSKETS = 'CountMap("[map]","{Unit==1&&SideNo==ASide&&[arms light_infantry]&&CurrentX==AX&&CurrentY==AY}")'
_FOOT = _allowance("target", "heavy_infantry", "heavy_infantry dismounted_cavalry", "0")
_SKIRMISHERS = _allowance("target", "light_infantry", "light_infantry", _FOOT)

FACTS = (
    ("ARide", f"({_MUSKETS}>0?{_WITH_MUSKETS}:{_RIDERS})"),
    ("TRide", _allowance("target", "cavalry", "cavalry", _SKIRMISHERS)),
    ("Guns", total("acting", "has_guns")),
    ("Size", total("acting", "gun_size")),
    ("Double", total("acting", "gun_double")),
    ("AW", total("acting", "w_hexes")),
    ("TW", total("target", "w_hexes")),
    ("A2X", "(AX+[step]*ACos/30)"),
    ("A2Y", "(AY+[step]*ASin/30)"),
    ("T2X", "(TX+[step]*TCos/30)"),
    ("T2Y", "(TY+[step]*TSin/30)"),
    ("Dist2", '(TW>1?Range(AX,AY,T2X,T2Y,"[map]"):Dist)'),
    ("Reach", "Math.min(Dist,Dist2)"),
    ("NX", "(Dist2<Dist?T2X:TX)"),
    ("NY", "(Dist2<Dist?T2Y:TY)"),
    ("Along", "((AX-NX)*TSin-(AY-NY)*TCos)"),
    ("Across", "((AX-NX)*TCos+(AY-NY)*TSin)"),
    *((f"Touch{a}{t}", _touch(a, t)) for a, t in _PAIRS),
    ("Touching", _any_pair(f"Touch{a}{t}>0" for a, t in _PAIRS)),
    ("Ahead", _any_pair(f"Touch{a}{t}>0&&{_ahead(a, t)}" for a, t in _PAIRS)),
    ("Abreast", _any_pair(f"Touch{a}{t}>0&&{_abreast(a, t)}" for a, t in _PAIRS)),
    ("Before", _any_pair(f"Touch{a}{t}>0&&{_before(a)}" for a, t in _PAIRS)),
    ("Horse", count("hex", "[arms cavalry]")),
    ("Defenders", count("hex", DEFENDERS)),
    ("AS", f"(2*({total('attackers', 'r_strength_now')}-{total('attackers', 'casualties')}))"),
    (
        "DS",
        f"(({_HALVED}?1:2)*({total('hex', 'r_strength_now', DEFENDERS)}"
        f"-{total('hex', 'casualties', DEFENDERS)}))",
    ),
    ("AM", highest("attackers", CURRENT_MORALE)),
    ("DM", highest("hex", CURRENT_MORALE, DEFENDERS)),
    ("Left", f"(TN>0&&{NO_FLANK}&&{some('attackers', '[left_flank]')}?1:0)"),
    ("Right", f"(TN>0&&{NO_FLANK}&&{some('attackers', '[right_flank]')}?1:0)"),
    ("Rear", f"(TN>0&&{NO_FLANK}&&{some('attackers', '[rear]')}?1:0)"),
    ("Flanked", f"({NO_FLANK}&&{none('attackers', '[front]')}?1:0)"),
    (
        "Column",
        f"({some('hex', '[formation hedgehog]')}?2"
        ":"
        + some("hex", "[arms heavy_infantry]&&has_pikes==1")
        + f"?({some('hex', DEFENDERS + '&&(' + BROKEN_TARGET + '||[morale morale_broken])')}?1:Flanked)"
        f":{some('hex', '[arms heavy_infantry dismounted_cavalry]')}?3+Flanked"
        f":Horse>0?6:{some('hex', '[arms light_infantry]')}?5:7)",
    ),
)
"""Numbers of the pieces that take part.

Range and line of fire are those to the nearest half of the target; one attacker in front is enough for a
column of the front (MP-11.3.8-a).
"""
