"""`jdg query`: questions about sight, paths, reach and neighbours, answered with reasons."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jdgtools.cli._question import (
    allowance,
    ask,
    facing_of,
    find_hex,
    movement_class,
    points,
    start_of,
)
from jdgtools.cli.output import echo

if TYPE_CHECKING:
    from jdgtools.derived import Derived

_BATTLE = click.argument("battle", type=click.Path(path_type=Path))
_SCENARIO = click.option("--scenario", "scenario_id", help="Scenario whose options and setup count.  "
                         "[default: the first]")  # fmt: skip
_FORMAT = click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
_CLASS = click.option("--class", "class_", help="Movement class.  [default: that of the unit, or the first]")
_UNIT = click.option("--unit", help="Unit or leader that moves among the others of the setup.")
_FACING = click.option("--facing", help="Facing at the start, where the series moves by facing.")


@click.group("query")
def command() -> None:
    """Ask about the map of a battle. Every answer says why, with statements of the rules.

    The battle may have errors, as long as it has a map.
    """


def _show(answer: dict[str, Any], style: str, text: Callable[[dict[str, Any]], list[str]]) -> None:
    if style == "json":
        echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        echo("\n".join(text(answer)))


@command.command("los", short_help="Is a hex seen from another, and why?")
@_BATTLE
@click.argument("origin", metavar="FROM")
@click.argument("target", metavar="TO")
@_SCENARIO
@_FORMAT
def los(battle: Path, origin: str, target: str, scenario_id: str | None, style: str) -> None:
    """Tell whether hex TO is seen from hex FROM. Terrain alone; units are not looked at.

    Prints every hex, hexside and level that was looked at, with the statements of the rules.
    """
    from jdgtools.derived.answers import sight_answer

    derived = ask(battle, scenario_id)
    answer = sight_answer(derived, find_hex(derived, origin, "FROM"), find_hex(derived, target, "TO"))
    _show(answer, style, _los_text)


def _los_text(answer: dict[str, Any]) -> list[str]:
    verdict = "clear" if answer["clear"] else "blocked"
    lines = [f"{answer['from']} to {answer['to']}, distance {answer['distance']}: {verdict}"]
    names = ["|".join(f["hexes"]) or "-" for f in answer["factors"]]
    width = max((len(name) for name in names), default=0)
    for name, factor in zip(names, answer["factors"], strict=True):
        mark = "x" if factor["blocks"] else " "
        lines.append(f"{mark} {name:{width}}  {factor['text']}  [{', '.join(factor['rules'])}]")
    return lines


@command.command("path", short_help="The cheapest path between two hexes.")
@_BATTLE
@click.argument("origin", metavar="FROM")
@click.argument("target", metavar="TO")
@_CLASS
@_UNIT
@_FACING
@_SCENARIO
@_FORMAT
def path(
    battle: Path, origin: str, target: str, class_: str | None, unit: str | None, facing: str | None,
    scenario_id: str | None, style: str,
) -> None:  # fmt: skip
    """Show the cheapest path from hex FROM to hex TO, step by step.

    Without --unit the map is empty of units.
    """
    from jdgtools.derived.answers import path_answer

    derived = ask(battle, scenario_id)
    name = movement_class(derived, class_, unit)
    ends = find_hex(derived, origin, "FROM"), find_hex(derived, target, "TO")
    answer = path_answer(derived, *ends, name, unit, facing_of(derived, facing))
    _show(answer, style, _path_text)


def _path_text(answer: dict[str, Any]) -> list[str]:
    who = _who(answer)
    if answer["cost"] is None:
        return [f"{answer['from']} to {answer['to']}, {who}: there is no way"]
    total = points(answer["cost"], answer["denominator"])
    lines = [f"{answer['from']} to {answer['to']}, {who}: {total} MP"]
    for leg in answer["legs"]:
        cost, so_far = (points(leg[key], answer["denominator"]) for key in ("cost", "total"))
        turn = leg["direction"] or "turn"
        lines.append(
            f"  {leg['to']}  {turn:4}  {cost:>4} MP  {so_far:>4} in all  {'; '.join(leg['reasons'])}"
        )
    return lines


def _who(answer: dict[str, Any]) -> str:
    return f"{answer['unit']} ({answer['class']})" if answer["unit"] else str(answer["class"])


@command.command("reach", short_help="The hexes that can be reached.")
@_BATTLE
@click.argument("origin", metavar="[HEX]", required=False)
@click.option("--mp", type=click.IntRange(0, 1000), help="Movement points.  [default: those of the unit]")
@_CLASS
@_UNIT
@_FACING
@_SCENARIO
@_FORMAT
def reach(
    battle: Path, origin: str | None, mp: int | None, class_: str | None, unit: str | None,
    facing: str | None, scenario_id: str | None, style: str,
) -> None:  # fmt: skip
    """Show the hexes that can be reached from HEX with so many movement points.

    With --unit the other units of the setup count, and HEX and --mp may be left out: the unit's own
    hex and allowance. Without it the map is empty of units.
    """
    from jdgtools.derived.answers import reach_answer

    derived = ask(battle, scenario_id)
    name = movement_class(derived, class_, unit)
    start = start_of(derived, unit) if origin is None else find_hex(derived, origin, "HEX")
    if start is None:
        missing = f"`{unit}` has no exact hex in the setup: " if unit else ""
        raise click.UsageError(f"{missing}give the HEX to start from")
    budget = mp if mp is not None else allowance(derived, unit)
    if budget is None:
        raise click.UsageError("give the movement points with --mp")
    answer = reach_answer(
        derived, start, budget * derived.series.movement.denominator, name, unit, facing_of(derived, facing)
    )
    _show(answer, style, _reach_text)


def _reach_text(answer: dict[str, Any]) -> list[str]:
    denominator = answer["denominator"]
    budget = points(answer["budget"], denominator)
    count = len(answer["hexes"]) - 1
    lines = [f"{answer['from']}, {_who(answer)}, {budget} MP: {count} other hex{'' if count == 1 else 'es'}"]
    by_cost: dict[int, list[str]] = {}
    for row in answer["hexes"]:
        marks = ("!" if row["stops"] else "") + ("*" if row["disorders"] else "")
        by_cost.setdefault(row["cost"], []).append(row["hex"] + marks)
    for cost, names in by_cost.items():
        lines.append(f"  {points(cost, denominator):>4} MP  {' '.join(names)}")
    if any(row["stops"] for row in answer["hexes"]):
        lines.append("  ! the move ends there")
    if any(row["disorders"] for row in answer["hexes"]):
        lines.append("  * the cheapest path disorders the unit")
    return lines


@command.command("adjacent", short_help="The neighbours of a hex and the way there.")
@_BATTLE
@click.argument("origin", metavar="HEX")
@_SCENARIO
@_FORMAT
def adjacent(battle: Path, origin: str, scenario_id: str | None, style: str) -> None:
    """Show the neighbours of HEX: terrain, hexside, and what the step costs every movement class."""
    from jdgtools.derived.answers import adjacent_answer

    derived = ask(battle, scenario_id)
    answer = adjacent_answer(derived, find_hex(derived, origin, "HEX"))
    _show(answer, style, lambda a: _adjacent_text(a, derived))


def _adjacent_text(answer: dict[str, Any], derived: Derived) -> list[str]:
    classes = derived.series.movement.classes
    lines = [f"{answer['hex']}: {_ground(answer)}"]
    rows = [["", "hex", "terrain", "hexside", *classes]]
    for neighbour in answer["neighbours"]:
        if neighbour["hex"] is None:
            rows.append([neighbour["direction"], "-", "edge of the map", "", *("-" for _ in classes)])
            continue
        between = [s["kind"] + (f" ({s['inside']})" if s["inside"] else "") for s in neighbour["sides"]]
        costs = [
            "-" if neighbour["cost"][name] is None
            else points(neighbour["cost"][name], answer["denominator"])
            + ("*" if name in neighbour["disorders"] else "")
            for name in classes
        ]  # fmt: skip
        rows.append(
            [
                neighbour["direction"],
                neighbour["hex"],
                _ground(neighbour),
                ", ".join(between + neighbour["ways"]),
                *costs,
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        lines.append(("  " + "  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True))).rstrip())
    if any(neighbour["disorders"] for neighbour in answer["neighbours"]):
        lines.append("  * the step disorders the unit")
    lines.append("  costs in movement points; - = prohibited; (hex) = inner or higher hex of a hexside")
    return lines


def _ground(facts: dict[str, Any]) -> str:
    level = "" if facts["level"] is None else f", level {facts['level']}"
    names = f" ({', '.join(facts['places'])})" if facts["places"] else ""
    out = "" if facts["in_play"] else ", not in play"
    return f"{facts['terrain'] or 'unknown terrain'}{level}{names}{out}"
