"""What `jdg query` and `jdg info` share: reading the battle, and finding what the user named in it.

Hexes, pieces, movement classes and facings come from the command line as text. Each function here
returns what the text means, or refuses it with the nearest names.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools import JdgError
from jdgtools.cli._folders import warn_of_half_edit
from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode

if TYPE_CHECKING:
    from jdgtools import Loaded
    from jdgtools.derived import DerivedBattle
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

    warn_of_half_edit(folder)
    loaded = load(folder, user_cache())
    if loaded.battle is None:
        echo(render(loaded.report, loaded.sources.lines, "text"), nl=False, err=True)
        raise NoBattle(f"{folder.as_posix()}: no battle can be read")
    return loaded


def derived_battle(folder: Path, scenario_id: str | None) -> DerivedBattle:
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


def unknown(what: str, name: str, choices: Iterable[str], param: str) -> click.BadParameter:
    """Return the refusal of a name, with "did you mean" and, where they are few, all names."""
    from jdgtools.model.closest import closest

    names = list(choices)
    near = closest(name, names)
    message = f"there is no {what} `{name}`."
    if near:
        message += f" Did you mean {' or '.join(f'`{n}`' for n in near)}?"
    elif names and len(names) <= 12:
        message += f" There are: {', '.join(names)}."
    return click.BadParameter(message, param_hint=param)


def find_hex(derived: DerivedBattle, text: str, param: str) -> int:
    """Return the index of the hex with a printed id.

    Raises:
        click.UsageError: there is none; the message says why.
    """
    grid = derived.map_rules.map.grid
    index = grid.index(text)
    if index is None:
        raise click.BadParameter(f"`{text}` is no hex of this map: {grid.problem(text)}.", param_hint=param)
    return index


def known_piece(derived: DerivedBattle, piece: str, param: str = "--unit") -> None:
    """Refuse an id that no unit or leader has.

    Raises:
        click.UsageError: there is no such piece.
    """
    battle = derived.battle
    if battle.unit(piece) is None and battle.leader(piece) is None:
        names = [*(u.id for u in battle.units), *(x.id for x in battle.leaders)]
        raise unknown("unit or leader", piece, names, param)


def points(cost: int, denominator: int) -> str:
    """Return a cost in movement points as text: `3`, `1/2`, `1 1/2`."""
    from fractions import Fraction

    whole, rest = divmod(Fraction(cost, denominator), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
