"""Situations of fires, combats and checks, and what the charts of each series say in them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field, structs

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.module.module_context import ctrl
from jdgtools.model.module import CheckDef
from jdgtools.series.mpbs.footprint import zones
from tests.tools.chart_resolution import Placed, Resolution
from tests.tools.module_table import UnitAt
from tests.tools.tabletop_counters import key_id

FLAG_TURNS = {
    "": "1",
    "night": "1 (night)",
    "fog": "1 (fog)",
    "sun": "1 (sun in the eyes)",
    "rain": "1 (rain)",
}
FIRES = (
    "fire",
    "flank_fire",
    "salvo_fire",
    "light_fire",
    "artillery_fire",
    "counter_battery",
    "reaction_fire",
)


class Situation(Struct, frozen=True, omit_defaults=True):
    """Units on the map, one of which makes a check."""

    check: str
    units: list[UnitAt] = field(default_factory=list)
    die: int = 5
    flag: str = ""
    phase: str = ""
    scenario: str = ""
    """Scenario that is played; empty = none: the special rules of the battle alone hold."""
    turn: int = 1
    applies: list[str] = field(default_factory=list)
    """English names of modifiers of special rules that the players say apply."""

    @property
    def turn_text(self) -> str:
        """What the turn tracker shows."""
        return FLAG_TURNS[self.flag].replace("1", str(self.turn))


class Outcome(Struct, frozen=True):
    """What the charts give: lines with their amounts, total, row of the result; what counts instead."""

    lines: dict[str, int]
    total: int
    keys: dict[str, str] = field(default_factory=dict)
    """Axis -> key of the part of the chart that is read."""
    instead: int = -1
    """Place of the condition in which no roll counts; -1 = the roll counts."""
    rating: int | None = None
    """Rating against which a check without a chart is rolled; None for a chart."""


def check_of(made: BuildContext, check: str) -> CheckDef:
    """Return a check of the module of a battle."""
    return next(c for c in made.series.module.checks if c.id == check)


def command_key(check: CheckDef) -> str:
    """Return the key of the command of a check."""
    return key_id(ctrl(check.letter, True)) if check.letter else check.id


def line_of(check: CheckDef, n: int) -> str:
    """Return the line of a chart to which a modifier of a check belongs."""
    return check.modifiers[n].line_id


def outcome(made: BuildContext, situation: Situation) -> Outcome:
    """Return what the charts say."""
    flags = (situation.flag,) if situation.flag else ()
    units = [_attacked_column(u, situation) for u in situation.units]
    resolution = Resolution(made, units, flags, situation.scenario, situation.turn)
    resolution.applies = situation.applies
    made_by = {"jdg": _jdg, "afe": _afe, "mpbs": _mpbs}[made.battle.series.id]
    return made_by(resolution, situation)


def _attacked_column(unit: UnitAt, situation: Situation) -> UnitAt:
    """Return a unit that is attacked in column with its formation broken (MP-6.3.4-h)."""
    if (
        unit.part == "target"
        and situation.check == "close_combat"
        and unit.state.get("formation") == "column"
    ):
        return structs.replace(unit, state={**unit.state, "formation": "formation_broken"})
    return unit


def _jdg(r: Resolution, s: Situation) -> Outcome:
    acting = r.acting
    if s.check in ("cohesion_check", "rally"):
        use = {"cohesion_check": "cohesion"}.get(s.check, s.check)
        lines = r.lines("TBL-CHECK-DRM", {}, use)
        return Outcome(lines, s.die + sum(lines.values()), rating=r.number(acting, "cohesion"))
    fighters = [u for u in r.group("defenders") if u.arm != "artillery"]
    if s.check in FIRES:
        use = {"artillery_fire": "normal", "reaction_fire": "reaction"}.get(s.check, s.check)
        r.facts = {"distance": r.distance(), "fire": use}
        terrain = r.terrain_value("TBL-TEC-HEX", "fire_drm")
        lines = r.lines("TBL-FIRE-DRM", {"terrain": terrain}, use)
        return Outcome(lines, s.die + r.number(acting, "strength") + sum(lines.values()))
    attackers = [u for u in r.group("attackers") if u.arm != "artillery" and r.state(u, "level") == "ordered"]
    charge = any(r.state(u, "combat") == "charge" for u in r.group("attackers") if u.arm == "cavalry")
    ours, theirs = (sum(r.number(u, "strength") for u in side) for side in (attackers, fighters))
    best = [max((r.number(u, "cohesion") for u in side), default=0) for side in (attackers, fighters)]
    computed = {"terrain": r.terrain_value("TBL-TEC-HEX", "shock_drm_defender")}
    if fighters:
        computed |= {"ratio": r.ratio("TBL-RATIO", ours, theirs), "cohesion_difference": best[0] - best[1]}
    lines = r.lines("TBL-SHOCK-DRM", computed, "charge" if charge else "shock")
    return Outcome(lines, s.die + sum(lines.values()), instead=-1 if fighters else 0)


def _afe(r: Resolution, s: Situation) -> Outcome:
    if s.check == "rally":
        lines = r.lines("TBL-RALLY", {})
        return Outcome(lines, s.die + sum(lines.values()), rating=r.number(r.acting, "quality"))
    men = [u for u in r.group("defenders") if u.arm != "artillery"]
    defenders = men or r.group("defenders")
    r.facts = {"phase_b": s.phase.startswith("B.")}
    if s.check == "fire":
        r.facts |= {"distance": r.distance()}
        value = r.charts.get("TBL-FIRE-TARGET").value
        weapon = str(r.acting.unit.front["weapon"])
        computed = {
            "range": r.look("TBL-FIRE-RANGE", weapon, r.distance()),
            "target_class": min(int(str(value(r.chart_class(u)))) for u in defenders),
            "terrain": r.terrain_value("TBL-TERRAIN-HEX", "fire_drm"),
        }
        lines = r.lines("TBL-FIRE-DRM", computed)
        return Outcome(lines, s.die + sum(lines.values()))
    attackers = [u for u in r.group("attackers") if u.arm != "artillery"]
    charge = any(r.state(u, "combat") == "charge" for u in attackers)
    pursuit = any("Charged" in u.at.marks for u in attackers)
    r.facts |= {"assault": ("momentum" if pursuit else "charge") if charge else "ordinary"}
    classes = [r.chart_class(u) for u in attackers]
    pairs = [
        int(str(r.charts.get("TBL-TYPE").value(a, r.chart_class(d)))) for a in classes for d in defenders
    ]
    lowest = min(pairs)
    pikes = all(r.chart_class(d) in ("Su", "Pi") for d in defenders)
    routed = any(r.state(u, "organisation") == "routed" for u in r.group("defenders"))
    if pikes and (routed or not any("front" in r.zones_of(u) for u in attackers)):
        lowest = max(lowest, 0)
    quality = [r.number(u, "quality") for u in attackers]
    theirs = [r.number(u, "quality") for u in r.group("defenders")]
    columns = {"mounted" if c.endswith("-m") or c == "Cl" else "foot" for c in classes}
    strengths = [sum(r.number(u, "sp") for u in side) for side in (attackers, r.group("defenders"))]
    computed = {
        "ratio": r.ratio("TBL-MELEE-RATIO", *strengths),
        "type": lowest,
        "quality": r.look("TBL-MELEE-QUALITY", min(quality) - min(theirs)),
        "terrain": min(r.terrain_value("TBL-TERRAIN-HEX", f"melee_{c}") for c in columns),
    }
    lines = r.lines("TBL-MELEE-DRM", computed)
    return Outcome(lines, s.die + max(-7, min(7, sum(lines.values()))))


def _mpbs(r: Resolution, s: Situation) -> Outcome:
    acting = r.acting
    spent = int(acting.at.state.get("casualties", "0"))
    if s.check == "morale_check":
        return Outcome({}, s.die, rating=_morale(r, acting))
    if s.check == "pursuit":
        r.facts = {"formation_before": r.state(r.acting, "formation")}
        lines = r.lines("T-PURSUIT-DRM", {})
        return Outcome(lines, s.die + sum(lines.values()))
    if s.check in FIRES:
        r.facts = {
            "fire": "salvo" if s.check == "salvo_fire" else "normal",
            "firer_at_half_strength": spent * 2 >= r.number(acting, "strength"),
        }
        if s.check == "artillery_fire":
            terrain = r.terrain_value("T-TEC-HEX", "artillery_drm")
            look = r.look("T-ART-RANGE", str(acting.unit.front["gun_class"]), r.distance())
            lines = r.lines("T-ART-DRM", {"range": look, "terrain": terrain})
            battery = "double" if acting.unit.front.get("double") else "single"
            column = r.charts.get("T-ART-COLUMN").value(str(acting.unit.front["gun_class"]), battery)
            return Outcome(lines, s.die + sum(lines.values()), {"column": str(column)})
        lines = r.lines("T-FIRE-DRM", {"terrain": r.terrain_value("T-TEC-HEX", "fire_drm")})
        keys = {"column": "muskets" if acting.arm == "light_infantry" else "pistols"}
        if acting.arm == "heavy_infantry":
            guns = "with" if acting.unit.front.get("regimental_artillery") else "without"
            around = zones(r.grid, acting.hexes, acting.at.faces)
            front = bool(set(around.front) & set(r.target.hexes))
            column = {"salvo_fire": "salvo", "flank_fire": "flank"}.get(
                s.check, "front" if front else "flank"
            )
            keys = {"guns": guns, "column": column}
        return Outcome(lines, s.die + sum(lines.values()), keys)
    return _close_combat(r, s)


def _close_combat(r: Resolution, s: Situation) -> Outcome:
    foot = ("heavy_infantry", "light_infantry", "dismounted_cavalry")
    all_there = r.group("defenders")
    horse = [u for u in all_there if u.arm == "cavalry"]
    defenders = horse or [u for u in all_there if u.arm in foot]
    if not defenders:
        return Outcome({}, 0, instead=0)
    attackers = r.group("attackers")
    left = {u.at.unit: r.number(u, "strength") - int(u.at.state.get("casualties", "0")) for u in r.units}
    one = [u for u in defenders if u.arm == "light_infantry" and left[u.at.unit] == 1]
    if one and any(u.arm != "light_infantry" or left[u.at.unit] != 1 for u in attackers):
        return Outcome({}, 0, instead=1)
    cavalry = any(u.arm == "cavalry" for u in attackers)
    halved = cavalry and any(u.arm == "heavy_infantry" for u in defenders)
    ours, theirs = (sum(left[u.at.unit] for u in side) for side in (attackers, defenders))
    ours, theirs = 2 * ours, theirs * (1 if halved else 2)
    if r.battle.option("ratio_exact") is True and ours < theirs:
        line = "1:4" if ours * 4 <= theirs else "1:2" if ours * 2 <= theirs else "even"
        ratio = int(str(r.charts.get("T-CC-RATIO").value(line)))
    else:
        ratio = r.ratio("T-CC-RATIO", ours, theirs)

    momentum = [u for u in attackers if r.state(u, "momentum") == "momentum"]
    kind = "cavalry" if any(u.arm == "cavalry" for u in momentum) else "heavy_infantry"
    target = defenders[0]
    rows = [_row(u) for u in attackers]
    entries = [r.charts.get("T-CC-MATRIX").value(row, _column(r, target)) for row in rows]
    columns = ["cc_cavalry" if u.arm == "cavalry" else "cc_infantry" for u in attackers]
    computed: Mapping[str, int] = {
        "ratio": ratio,
        "morale": max(_morale(r, u) for u in attackers) - max(_morale(r, u) for u in defenders),
        "momentum": int(str(r.charts.get("T-MOMENTUM").value(kind))) if momentum else 0,
        "matrix": min(e if isinstance(e, int) else 0 for e in entries),
        "terrain": min(r.terrain_value("T-TEC-HEX", c) for c in columns),
    }
    lines = r.lines("T-CC-DRM", computed)
    # Known to the players alone: a salvo counts when it was fired at this enemy in this activation.
    for asked in ("salvo_attacker", "salvo_defender"):
        lines.pop(asked, None)
    return Outcome(lines, s.die + max(-4, min(4, sum(lines.values()))))


def _morale(r: Resolution, unit: Placed) -> int:
    """Return the morale in force (MP-12.4.2-a, MP-12.4.3-a)."""
    state = r.state(unit, "morale")
    return 1 if state == "morale_broken" else r.number(unit, "morale") - (state == "morale_shaken")


def _row(unit: Placed) -> str:
    if unit.arm == "heavy_infantry":
        return "heavy_infantry" if unit.unit.front.get("pikes") else "no_pikes"
    return "no_pikes" if unit.arm == "dismounted_cavalry" else unit.arm


def _column(r: Resolution, target: Placed) -> str:
    if target.arm in ("cavalry", "light_infantry"):
        return target.arm
    formation, morale = r.state(target, "formation"), r.state(target, "morale")
    if formation == "hedgehog":
        return "hedgehog"
    broken = morale == "morale_broken"
    front = broken or any("front" in r.zones_of(u) for u in r.group("attackers"))
    if target.unit.front.get("pikes"):
        formed = not broken and formation != "formation_broken"
        return "hi_front" if formed and front else "hi_flank"
    return "no_pikes_front" if front else "no_pikes_flank"
