"""What `jdg query` and `jdg info` share: reading the battle, and finding what the user named in it.

Hexes, pieces, movement classes and facings come from the command line as text. Each function here
returns what the text means, or refuses it with the nearest names.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode, JdgError

if TYPE_CHECKING:
    from jdgtools.derived import Derived
    from jdgtools.derived.movers import Mover
    from jdgtools.loading import Loaded
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
    grid = derived.map_rules.map.grid
    index = grid.index(text)
    if index is None:
        raise click.BadParameter(f"`{text}` is no hex of this map: {grid.problem(text)}.", param_hint=param)
    return index


class Asked(NamedTuple):
    """Who is asked about."""

    mover: Mover
    who: dict[str, Any]
    """See `derived.answers.mover_answer`."""


def asked(
    derived: Derived, origin: str | None, param: str, class_name: str | None, unit: str | None,
    facing: str | None, states: tuple[str, ...], turn: int | None, move: str | None,
    attackers: tuple[str, ...] = (), fled: tuple[str, ...] = (),
) -> Asked:  # fmt: skip
    """Return the unit or the movement class that a question about moves is about.

    Raises:
        click.UsageError: it cannot be asked so; the message says what to ask instead.
    """
    from jdgtools.derived.answers import mover_answer
    from jdgtools.derived.derive import turn_of
    from jdgtools.derived.movers import MoveRefused
    from jdgtools.derived.protocols import FacedMovement

    start = None if origin is None else find_hex(derived, origin, param)
    column = None if class_name is None else known_class(derived, class_name)
    if unit is None:
        if states or move is not None or attackers or fled:
            raise click.UsageError(
                "--state, --move, --attacker and --fled are about a unit: name it with --unit"
            )
        if start is None:
            raise click.UsageError("give the HEX to start from")
        rules = derived.series.movement
        column = column or rules.classes[0]
        faced = facing_of(derived, facing, FacedMovement)
        try:
            number = None if turn is None else turn_of(derived.scenario, turn)[0]
        except MoveRefused as refused:
            raise click.UsageError(f"{refused}: {refused.ask}") from refused
        by_class = derived.class_mover(start, column, faced, number)
        return Asked(by_class, mover_answer(derived, by_class, None))
    known_piece(derived, unit)
    for attacker in attackers:
        known_piece(derived, attacker, "--attacker")
    try:
        piece = derived.piece(
            unit, start, facing_of(derived, facing), _states(derived, unit, states), turn,
            (move or "").strip().lower().replace("-", "_"), column or "", attackers,
            tuple(find_hex(derived, text, "--fled") for text in fled),
        )  # fmt: skip
        mover = derived.mover(piece)
        return Asked(mover, mover_answer(derived, mover, piece))
    except MoveRefused as refused:
        raise click.UsageError(f"{refused}: {refused.ask}") from refused


def known_class(derived: Derived, text: str) -> str:
    """Return the movement class of that name.

    Raises:
        click.UsageError: there is none.
    """
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in derived.series.movement.classes:
        raise unknown("movement class", text, derived.series.movement.classes, "--class")
    return word


def known_piece(derived: Derived, piece: str, param: str = "--unit") -> None:
    """Refuse an id that no unit or leader has.

    Raises:
        click.UsageError: there is no such piece.
    """
    battle = derived.battle
    if battle.unit(piece) is None and battle.leader(piece) is None:
        names = [*(u.id for u in battle.units), *(x.id for x in battle.leaders)]
        raise unknown("unit or leader", piece, names, param)


def _states(derived: Derived, piece: str, words: tuple[str, ...]) -> dict[str, str]:
    """Return the states named on the command line, by axis; a count is written `axis=number`.

    Raises:
        click.UsageError: no axis of the piece has such a value.
    """
    unit = derived.battle.unit(piece)
    kind = "leader" if unit is None else "unit"
    axes = [
        axis
        for axis in derived.battle.series.state_axes
        if kind in axis.applies_to and (unit is None or not axis.arms or unit.arm in axis.arms)
    ]
    by_value = {value.id: axis.id for axis in axes for value in axis.values}
    counts = {axis.id: axis.count_high for axis in axes if axis.count_high}
    states = {}
    for text in words:
        word = text.strip().lower().replace("-", "_")
        name, _, number = word.partition("=")
        if name in counts and number.isdigit() and int(number) <= counts[name]:
            states[name] = number
        elif word in by_value:
            states[by_value[word]] = word
        else:
            raise unknown("state of this piece", text, [*by_value, *(f"{c}=1" for c in counts)], "--state")
    return states


def facing_of(derived: Derived, text: str | None, protocol: type | None = None) -> int | None:
    """Return the facing named by a corner or hexside.

    Args:
        derived: the battle.
        text: its name; None = none was given.
        protocol: protocol that the movement rules must keep for facing to matter; None = any rules.

    Raises:
        click.UsageError: it is none, or facing is nothing to a class without a unit.
    """
    from jdgtools.hexgrid import Problem, parse_corner, parse_direction

    if text is None:
        return None
    if protocol is not None and not isinstance(derived.series.movement, protocol):
        raise click.UsageError(
            "facing means nothing to the moves of a class; name a unit with --unit, or leave out --facing"
        )
    parse = parse_corner if derived.battle.series.facing == "corner" else parse_direction
    direction = parse(text, derived.map_rules.map.grid.orientation)
    if isinstance(direction, Problem):
        raise click.BadParameter(direction.message, param_hint="--facing")
    return direction


def points(cost: int, denominator: int) -> str:
    """Return a cost in movement points as text: `3`, `1/2`, `1 1/2`."""
    from fractions import Fraction

    whole, rest = divmod(Fraction(cost, denominator), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
