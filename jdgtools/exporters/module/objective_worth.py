"""What a hex with a flag is worth: a number at its flag, and one line an award when it is pointed at.

Both are those of the scenario that is played. The number is what a side gets in the end for this hex, or
for hexes of which it is one; with a plus what it gets at the end of a turn, where nothing is counted in
the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.scenario_number import by_scenario
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition, VictoryAward
from jdgtools.vassal.encoding import Color
from jdgtools.vassal.traits import CalculatedProperty, Label, Trait

_WORTH = "Worth"


def worth_label(context: ModuleContext, x: float, y: float) -> Label:
    """Return the number at every flag.

    Args:
        context: the module.
        x: centre of the number from that of the hex, in hex heights.
        y: the same, downwards.
    """
    return Label(
        size=max(9, round(context.hex_px * 0.12)),
        background=Color(250, 247, 238),
        foreground=Color(20, 20, 20),
        vertical="c",
        y=round(context.hex_px * y),
        horizontal="c",
        x=round(context.hex_px * x),
        vertical_just="c",
        horizontal_just="c",
        name_format="$pieceName$",
        style=1,
        property="WorthLabel",
        text=f"${_WORTH}$",
    )


def worth_traits(context: ModuleContext, hex_index: int) -> list[Trait]:
    """Return the number of the flag of a hex, and its text for the mouse."""
    scenarios = context.battle.scenarios
    return [
        CalculatedProperty(name, "{" + by_scenario(context, [f'"{plain(t)}"' for t in texts], '""') + "}")
        for name, texts in (
            (_WORTH, [worth_number(context, s, hex_index) for s in scenarios]),
            ("Info", ["<br>".join(worth_lines(context, s, hex_index)) for s in scenarios]),
        )
    ]


def worth_number(context: ModuleContext, scenario: Scenario, hex_index: int) -> str:
    """Return the points for a hex: `3`, `2/1` for two sides, `+1` at the end of turns, '' for none."""
    awards = [a for a in scenario.awards if _wants(a.when, hex_index)]
    at_end = [a for a in awards if a.at == "end"]
    sides = [s.id for s in context.battle.sides]
    best: dict[str, int] = {}
    for award in at_end or awards:
        side = award.side or ""
        best[side] = max(best.get(side, 0), award.points)
    numbers = [best[s] for s in sorted(best, key=lambda s: sides.index(s) if s in sides else len(sides))]
    sign = "" if at_end or not awards else "+"
    return sign + "/".join(str(n) for n in dict.fromkeys(numbers))


def worth_lines(context: ModuleContext, scenario: Scenario, hex_index: int) -> Iterator[str]:
    """Yield a line for every award and automatic victory for which a hex must be held."""
    for award in scenario.awards:
        if _wants(award.when, hex_index):
            yield turn_phrase(
                context,
                _phrase(award),
                side=context.side_name(award.side),
                n=award.points,
                name=context.say(award.name),
            )
    for victory in scenario.automatic:
        if _wants(victory.when, hex_index):
            name = context.say(victory.name)
            kind = context.words("automatic").lower()
            yield f"{context.side_name(victory.side)}, {kind}{context.colon}{name}"


def _phrase(award: VictoryAward) -> str:
    """Return the key of the phrase about an award."""
    if award.at == "turn":
        return "worth_turn"
    return "worth_each" if award.each else "worth"


def _wants(condition: Condition, hex_index: int) -> bool:
    """Return whether a condition asks that a hex be held, by itself or as one of several."""
    if condition.kind == "holds":
        return hex_index in condition.hexes
    return condition.kind != "not" and any(_wants(part, hex_index) for part in condition.parts)
