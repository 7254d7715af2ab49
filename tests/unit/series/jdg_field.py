"""A small battle of Jours de Gloire on six by five hexes, written in a line for each piece."""

from __future__ import annotations

from pathlib import Path

from jdgtools.checks.base import CheckContext
from jdgtools.loading import load
from jdgtools.series.jdg.checks import CHECKS

BATTLE = """format: 1
id: field
series: jdg
title: A field
scenarios: [scenario.yaml]
options: {%s}
sides:
  - {id: red}
  - {id: blue}
commands:
  - {id: r, side: red}
  - {id: r2, side: red}
  - {id: b, side: blue}
leaders:
  - {id: chief, side: red, role: commander_in_chief, values: {%s}}
"""
MAP = """format: 1
grid: {columns: 6, rows: 5, orientation: flat}
legend: {".": clear, C: castle, w: wood, v: village}
terrain: |
%s
"""
SCENARIO = """format: 1
id: field
title: A field
turns: {count: 3}
setup:
%s
"""
TYPES = {
    "inf": "line_infantry",
    "cav": "light_cavalry",
    "art": "foot_artillery",
    "horse": "horse_artillery",
}
CLEAR = "\n".join(["  . . . . . ."] * 5)
RATINGS = ("sp", "back")
"""Words of a line that give the strength of the front and of the back."""


def context(
    folder: Path,
    setup: str,
    land: str = "",
    picture: str = CLEAR,
    options: str = "",
    chief: str = "drm: 0, capacity: 1, range: 3",
) -> CheckContext:
    """A scenario on clear ground.

    Args:
        folder: where the files are written.
        setup: a line for each piece: `side-arm-name` (`red-inf-1`; a name that ends in x is of another
            formation), hex or `out` for a piece that takes no part, and words: states, `facing:SW` (else E,
            `facing:` for none), `sp:4`, `back:3`.
        land: further lines of the map.
        picture: the terrain.
        options: of the battle.
        chief: ratings of the commander `chief`, who stands where a line says so.
    """
    (folder / "battle.yaml").write_text(BATTLE % (options, chief), encoding="utf-8")
    (folder / "map.yaml").write_text(MAP % picture + land, encoding="utf-8")
    rows, places, unused = ["id,name,side,command,type,strength,strength_back"], [], []
    for line in setup.strip().splitlines():
        piece, where, *words = line.split()
        if piece == "chief":
            places.append(f"  - {{leader: chief, hex: {where}}}")
            continue
        given = dict(word.split(":") for word in words if ":" in word)
        state = [word for word in words if ":" not in word]
        side, arm, _ = piece.split("-", 2)
        command = {"red": "r2" if piece.endswith("x") else "r", "blue": "b"}[side]
        ratings = ",".join(given.get(name, "") for name in RATINGS)
        rows.append(f"{piece},{piece},{side},{command},{TYPES[arm]},{ratings}")
        facing = given.get("facing", "E")
        shown = f"facing: {facing}, " if facing else ""
        if where == "out":
            unused.append(piece)
        else:
            places.append(f"  - {{unit: {piece}, hex: {where}, {shown}state: [{', '.join(state)}]}}")
    (folder / "oob.csv").write_text("\n".join(rows), encoding="utf-8")
    text = SCENARIO % "\n".join(places) + f"unused: [{', '.join(unused)}]\n"
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.battle and loaded.series and loaded.charts and not loaded.report.has_errors
    return CheckContext(loaded.battle, loaded.battle.scenarios[0], loaded.series, loaded.charts)


def codes(ctx: CheckContext, *numbers: int) -> list[int]:
    """Return which of the checks of these entries find something in a scenario."""
    checks = {int(check.code.removeprefix("JDG")): check for check in CHECKS}
    return [number for number in numbers if any(checks[number].run(ctx))]
