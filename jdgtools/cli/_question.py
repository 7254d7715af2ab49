"""What `jdg query` and `jdg info` share: reading the battle, and finding what the user named in it.

Hexes, pieces, movement classes and facings come from the command line as text. Each function here
returns what the text means, or refuses it with the nearest names.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode, JdgError

if TYPE_CHECKING:
    from jdgtools.derived import Derived
    from jdgtools.loading import Loaded
    from jdgtools.model.definition import FieldDef
    from jdgtools.model.scenario import Scenario


class NoBattle(JdgError):
    """The battle has errors that leave nothing to ask about."""

    code = ExitCode.BATTLE_ERRORS


def read(folder: Path) -> Loaded:
    """Return the battle, as far as it can be read.

    Raises:
        NoBattle: there is none; its problems have been shown.
    """
    from jdgtools import load
    from jdgtools.cache import user_cache
    from jdgtools.diagnostics.formats import render

    loaded = load(folder, user_cache())
    if loaded.battle is None:
        echo(render(loaded.report, loaded.sources.lines, "text"), nl=False, err=True)
        raise NoBattle(f"{folder.as_posix()}: no battle can be read")
    return loaded


def ask(folder: Path, scenario_id: str | None) -> Derived:
    """Return the battle ready for questions, with the options of a scenario (by default the first).

    Raises:
        NoBattle: it has no usable map, or cannot be read.
        click.UsageError: there is no such scenario.
    """
    from jdgtools.derived import derive

    loaded = read(folder)
    battle, series, charts = loaded.battle, loaded.series, loaded.charts
    assert battle is not None and series is not None and charts is not None
    if battle.map is None:
        from jdgtools.diagnostics.formats import render

        echo(render(loaded.report, loaded.sources.lines, "text"), nl=False, err=True)
        raise NoBattle(f"{folder.as_posix()}: the battle has no usable map")
    errors = loaded.report.counts.errors
    if errors:
        mistakes = "1 error" if errors == 1 else f"{errors} errors"
        echo(f"note: the battle has {mistakes}; `jdg check {folder.as_posix()}` explains", err=True)
    scenario: Scenario | None = battle.scenarios[0] if battle.scenarios else None
    if scenario_id is not None:
        scenario = battle.scenario(scenario_id)
        if scenario is None:
            raise unknown("scenario", scenario_id, [s.id for s in battle.scenarios], "--scenario")
    return derive(battle, series, charts, scenario)


def unknown(what: str, name: str, known: Iterable[str], param: str) -> click.BadParameter:
    """Return the refusal of a name, with "did you mean" and, where they are few, all names."""
    from jdgtools.model.closest import closest

    names = list(known)
    near = closest(name, names)
    message = f"there is no {what} `{name}`."
    if near:
        message += f" Did you mean {' or '.join(f'`{n}`' for n in near)}?"
    elif names and len(names) <= 12:
        message += f" There are: {', '.join(names)}."
    return click.BadParameter(message, param_hint=param)


def find_hex(derived: Derived, text: str, param: str) -> int:
    """Return the index of the hex with a printed id.

    Raises:
        click.UsageError: there is none; the message says why.
    """
    grid = derived.terrain.map.grid
    index = grid.index(text)
    if index is None:
        raise click.BadParameter(f"`{text}` is no hex of this map: {grid.problem(text)}.", param_hint=param)
    return index


def movement_class(derived: Derived, class_name: str | None, piece: str | None) -> str:
    """Return the movement class asked for, or that of the piece, or the first one of the series.

    Raises:
        click.UsageError: there is no such class or piece.
    """
    known = list(derived.series.movement.classes)
    if class_name is not None:
        word = class_name.strip().lower().replace("-", "_").replace(" ", "_")
        if word not in known:
            raise unknown("movement class", class_name, known, "--class")
        return word
    if piece is None:
        return known[0]
    battle = derived.battle
    unit = battle.unit(piece)
    if unit is not None:
        return derived.series.movement_class(battle.series, unit) or known[0]
    if battle.leader(piece) is None:
        raise unknown("unit or leader", piece, [*(u.id for u in battle.units),
                      *(x.id for x in battle.leaders)], "--unit")  # fmt: skip
    leaders = [name for name in known if name in ("commander", "leader")]
    if not leaders:
        raise click.UsageError("give the movement class of the leader with --class")
    return leaders[0]


def start_of(derived: Derived, piece: str | None) -> int | None:
    """Return the exact hex in which a piece starts; None if it has none."""
    placement = derived.scenario.placement(piece) if derived.scenario is not None and piece else None
    return placement.hexes[0] if placement is not None and placement.hexes else None


def allowance(derived: Derived, piece: str | None) -> int | None:
    """Return the movement allowance printed on the side of the counter that is up at the start."""
    battle = derived.battle
    if piece is None:
        return None
    unit, leader = battle.unit(piece), battle.leader(piece)
    if unit is not None:
        names = _allowances(battle.series.unit_fields)
        numbers = [unit.number(name, back=_back_up(derived, piece)) for name in names]
        return next((number for number in numbers if number is not None), None)
    role = battle.series.role(leader.role or "") if leader is not None else None
    if leader is None or role is None:
        return None
    values = [leader.front.get(name) for name in _allowances(role.fields)]
    return next((value for value in values if isinstance(value, int)), None)


def _allowances(fields: Iterable[FieldDef]) -> list[str]:
    return [field.id for field in fields if field.measures == "movement"]


def _back_up(derived: Derived, piece: str) -> bool:
    placement = derived.scenario.placement(piece) if derived.scenario is not None else None
    if placement is None:
        return False
    for axis in derived.battle.series.state_axes:
        chosen = placement.state.get(axis.id, axis.default)
        if any(value.id == chosen and value.face == "back" for value in axis.values):
            return True
    return False


def facing_of(derived: Derived, text: str | None) -> int | None:
    """Return the facing named by a corner or hexside.

    Raises:
        click.UsageError: it is none, or facing is nothing to movement in the series.
    """
    from jdgtools.derived.protocols import FacedMovement
    from jdgtools.hexgrid import Problem, parse_corner, parse_direction

    if text is None:
        return None
    if not isinstance(derived.series.movement, FacedMovement):
        raise click.UsageError("in this series movement does not depend on facing; leave out --facing")
    parse = parse_corner if derived.battle.series.facing == "corner" else parse_direction
    facing = parse(text, derived.terrain.map.grid.orientation)
    if isinstance(facing, Problem):
        raise click.BadParameter(facing.message, param_hint="--facing")
    return facing


def points(cost: int, denominator: int) -> str:
    """Return a cost in movement points as text: `3`, `1/2`, `1 1/2`."""
    from fractions import Fraction

    whole, rest = divmod(Fraction(cost, denominator), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
