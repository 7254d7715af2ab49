"""`jdg query`: questions about sight, paths, reach and neighbours, answered with reasons."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jdgtools.cli._move_options import MoveQuestion, move_options, questioned_mover
from jdgtools.cli._question import derived_battle, find_hex, known_piece, points
from jdgtools.cli.output import echo

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle

_BATTLE = click.argument("battle", type=click.Path(path_type=Path))
_SCENARIO = click.option("--scenario", "scenario_id", help="Scenario whose options and setup count.  "
                         "[default: the first]")  # fmt: skip
_FORMAT = click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)


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
@click.option("--units", is_flag=True, help="Units of the setup block as well.")
@click.option("--unit", help="Unit in FROM that looks; units of the setup block, if it cannot see over them.")
@_SCENARIO
@_FORMAT
def los(
    battle: Path, origin: str, target: str, units: bool, unit: str | None, scenario_id: str | None, style: str
) -> None:
    """Tell whether hex TO is seen from hex FROM: past terrain, with --units or --unit past units too.

    Prints every hex, hexside and level that was looked at, with the statements of the rules.
    """
    from jdgtools.derived.answers import sight_answer

    derived = derived_battle(battle, scenario_id)
    if unit is not None:
        known_piece(derived, unit)
    ends = find_hex(derived, origin, "FROM"), find_hex(derived, target, "TO")
    _show(sight_answer(derived, *ends, units or unit is not None, unit), style, _los_text)


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
@move_options
@_SCENARIO
@_FORMAT
def path(
    battle: Path, origin: str, target: str, question: MoveQuestion, scenario_id: str | None, style: str
) -> None:
    """Show the cheapest path from hex FROM to hex TO, step by step.

    With --unit it moves in its state among the other units of the setup, and a path within its
    allowance is preferred. Without --unit the map is empty of units.
    """
    from jdgtools.derived.answers import path_answer

    derived = derived_battle(battle, scenario_id)
    who = questioned_mover(derived, question, origin, "FROM")
    goal = find_hex(derived, target, "TO")
    _show(path_answer(derived, who.mover, goal, who.facts), style, _path_text)


def _path_text(answer: dict[str, Any]) -> list[str]:
    who = _who(answer)
    if answer["cost"] is None:
        why = f": {answer['why_not']}" if answer["unit"] else ": there is no way"
        return [f"{answer['from']} to {answer['to']}, {who}{why}", *_allowance(answer)]
    total = points(answer["cost"], answer["denominator"])
    lines = [
        f"{answer['from']} to {answer['to']}, {who}: {total} {_measure(answer, total)}",
        *_allowance(answer),
    ]
    for leg in answer["legs"]:
        cost, so_far = (points(leg[key], answer["denominator"]) for key in ("cost", "total"))
        turn = leg["direction"] or "turn"
        there = "|".join(leg.get("hexes", [leg["to"]]))
        faces = f"  faces {leg['facing']}" if "facing" in leg else ""
        lines.append(
            f"  {there}  {turn:4}  {cost:>4} {_measure(answer, cost)}  {so_far:>4} in all{faces}  "
            + "; ".join(leg["reasons"])
        )
    if answer["within_allowance"] is False:
        lines.append("  more than one move: the allowance does not reach so far")
    return lines


def _measure(answer: dict[str, Any], amount: str) -> str:
    """Return what the costs of an answer count: movement points, or hexes of a retreat."""
    measure = str(answer.get("allowance", {}).get("measure", "MP"))
    return "hex" if (measure, amount) == ("hexes", "1") else measure


def _who(answer: dict[str, Any]) -> str:
    return f"{answer['unit']} ({answer['class']})" if answer["unit"] else str(answer["class"])


def _allowance(answer: dict[str, Any]) -> list[str]:
    """Return how far the unit may go, and what holds for its whole move; nothing for a class."""
    if not answer["unit"]:
        return []
    reasons, flags = answer["allowance"]["reasons"], answer["turn_flags"]
    return [
        *([f"  turn {answer['turn']}: {', '.join(flags)}"] if flags else []),
        *([f"  allowance: {'; '.join(reasons)}"] if reasons else []),
        *(f"  {n}" for n in answer["notes"]),
    ]


@command.command("reach", short_help="The hexes that can be reached.")
@_BATTLE
@click.argument("origin", metavar="[HEX]", required=False)
@click.option("--mp", type=click.IntRange(0, 1000), help="Movement points.  [default: those of the unit]")
@click.option("--why", is_flag=True, help="The path to every hex with its reasons, and what closes others.")
@move_options
@_SCENARIO
@_FORMAT
def reach(
    battle: Path,
    origin: str | None,
    mp: int | None,
    why: bool,
    question: MoveQuestion,
    scenario_id: str | None,
    style: str,
) -> None:
    """Show the hexes where a move from HEX can end with so many movement points.

    With --unit it moves in its state among the other units of the setup, and HEX and --mp may be left
    out: the unit's own hex, and what it may spend. Without it the map is empty of units.
    """
    from jdgtools.derived.answers import reach_answer

    derived = derived_battle(battle, scenario_id)
    who = questioned_mover(derived, question, origin, "HEX")
    budget = who.mover.budget.points if mp is None else mp * derived.series.movement.denominator
    if budget is None:
        raise click.UsageError("give the movement points with --mp")
    _show(reach_answer(derived, who.mover, budget, who.facts, why), style, _reach_text)


def _reach_text(answer: dict[str, Any]) -> list[str]:
    denominator = answer["denominator"]
    budget = points(answer["budget"], denominator)
    count = sum(1 for entry in answer["hexes"] if entry["hex"] != answer["from"])
    lines = [
        f"{answer['from']}, {_who(answer)}, {budget} {_measure(answer, budget)}: "
        f"{count} other hex{'' if count == 1 else 'es'}"
    ]
    lines += _allowance(answer)
    by_cost: dict[int, list[str]] = {}
    for entry in answer["hexes"]:
        marks = ("!" if entry["stops"] else "") + ("*" if entry["disorders"] else "")
        faces = f"({' '.join(entry['facings'])})" if "facings" in entry else ""
        name = "|".join(entry.get("hexes", [entry["hex"]]))
        attacks = f"->{'|'.join(entry['targets'])}" if "targets" in entry else ""
        by_cost.setdefault(entry["cost"], []).append(name + marks + faces + attacks)
    for cost, names in by_cost.items():
        amount = points(cost, denominator)
        lines.append(f"  {amount:>4} {_measure(answer, amount)}  {' '.join(names)}")
    for hex_passed in answer["passing"]:
        name, amount = (
            "|".join(hex_passed.get("hexes", [hex_passed["hex"]])),
            points(hex_passed["cost"], denominator),
        )
        lines.append(f"  {amount:>4} {_measure(answer, amount)}  ({name}: {hex_passed['why']})")
    lines += _why(answer)
    if any(entry["stops"] for entry in answer["hexes"]):
        lines.append("  ! the move ends there")
    if any("targets" in entry for entry in answer["hexes"]):
        lines.append("  -> the hexes that it may attack from there")
    if any(entry["disorders"] for entry in answer["hexes"]):
        lines.append("  * the cheapest path disorders the unit")
    return lines


def _why(answer: dict[str, Any]) -> list[str]:
    """Return how every hex is reached, and what closes the hexes around; nothing without --why."""
    lines = []
    for entry in answer["hexes"] if "closed" in answer else ():
        name = "|".join(entry.get("hexes", [entry["hex"]]))
        lines += [f"  {name}: {leg['to']}: {'; '.join(leg['reasons'])}" for leg in entry["legs"]]
    return [
        *lines,
        *(f"  {hex_closed['hex']}: {hex_closed['why']}" for hex_closed in answer.get("closed", ())),
    ]


@command.command("adjacent", short_help="The neighbours of a hex and the way there.")
@_BATTLE
@click.argument("origin", metavar="HEX")
@_SCENARIO
@_FORMAT
def adjacent(battle: Path, origin: str, scenario_id: str | None, style: str) -> None:
    """Show the neighbours of HEX: terrain, hexside, and what the step costs every movement class."""
    from jdgtools.derived.answers import adjacent_answer

    derived = derived_battle(battle, scenario_id)
    answer = adjacent_answer(derived, find_hex(derived, origin, "HEX"))
    _show(answer, style, lambda a: _adjacent_text(a, derived))


def _adjacent_text(answer: dict[str, Any], derived: DerivedBattle) -> list[str]:
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
                ", ".join([*between, *neighbour["ways"], *(["closed"] if neighbour["closed"] else [])]),
                *costs,
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        lines.append(("  " + "  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True))).rstrip())
    if any(neighbour["disorders"] for neighbour in answer["neighbours"]):
        lines.append("  * the step disorders the unit")
    lines += [f"  {n['hex']}: {n['closed']}" for n in answer["neighbours"] if n["closed"]]
    lines.append("  costs in movement points; - = prohibited; (hex) = inner or higher hex of a hexside")
    return lines


def _ground(facts: dict[str, Any]) -> str:
    level = "" if facts["level"] is None else f", level {facts['level']}"
    names = f" ({', '.join(facts['places'])})" if facts["places"] else ""
    out = "" if facts["in_play"] else ", not in play"
    return f"{facts['terrain'] or 'unknown terrain'}{level}{names}{out}"
