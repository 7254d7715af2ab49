"""Flags on the hexes that victory depends on: a flag remembers who was last to occupy its hex.

The flags look for themselves when points are counted and when a turn ends; players may turn them by
hand, for a hex that was only passed through.
"""

from __future__ import annotations

from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.objective_worth import worth_label, worth_traits
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import Condition
from jdgtools.render.map.flags import FLAG_PLACE, NUMBER_PLACE
from jdgtools.vassal.codecs import Constraints, PropertyChange, PropertyCommand
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    DynamicProperty,
    Immobile,
    Layer,
    Marker,
    Piece,
    ReportAction,
    Trait,
)
from jdgtools.vassal.traits import Prototype as Use

LOOK = Key.named("look who holds")
OWNER = "Owner"
PROTOTYPE = "Objective"
MAX_FLAGS = 60
"""Flags of a module at most; a battle that asks for more is counted by hand."""


def flag_picture(side: int) -> str:
    """Return the name of the picture of a flag; side 0 is nobody's."""
    return f"flag-{side}.png"


def conditions(context: ModuleContext) -> list[Condition]:
    """Return all conditions of victory and of reinforcements of all scenarios, with their parts."""
    all_conditions: list[Condition] = []
    todo = []
    for scenario in context.battle.scenarios:
        todo += [a.when for a in scenario.awards] + [a.when for a in scenario.automatic]
        todo += [a.required for a in scenario.arrivals if a.required is not None]
    while todo:
        condition = todo.pop(0)
        all_conditions.append(condition)
        todo += condition.parts
    return all_conditions


def objective_hexes(context: ModuleContext) -> list[int]:
    """Return the hexes with a flag; none when there would be too many."""
    hexes = sorted({h for c in conditions(context) if c.kind == "holds" for h in c.hexes})
    return hexes if len(hexes) <= MAX_FLAGS else []


def objective_key(context: ModuleContext, hex_index: int) -> str:
    """Return the key of the flag of a hex."""
    grid = context.battle.map.grid if context.battle.map else None
    return f"marker:objective-{grid.id(hex_index) if grid else hex_index}"


def objective_block(context: ModuleContext) -> list[Trait]:
    """Return what all flags have in common."""
    w = context.words
    sides = [plain(context.say(s.name)) for s in context.battle.sides]
    names = [w("nobody"), *sides]
    occupant = "".join(f'CountLocation("{{Unit==1&&SideNo=={n}}}")>0?{n}:' for n in range(1, len(sides) + 1))
    menus = [f"{w('held_by').removesuffix(':').strip()}{context.colon}{name}" for name in names]
    keys = [Key.named(f"held by {n}") for n in range(len(names))]
    texts = "".join(f'{OWNER}=={n}?"{name}":' for n, name in enumerate(names[:-1]))
    grid = context.battle.map.grid if context.battle.map else None
    orientation = grid.orientation if grid else "flat"
    across, down = FLAG_PLACE[orientation]
    right, below = NUMBER_PLACE[orientation]
    return [
        ReportAction(tuple(keys), f"$location${context.colon}{w('held_by')} $Owner_text$"),
        Immobile(select="c", move="V", stack="R"),
        worth_label(context, across + right, down + below),
        Layer(
            images=tuple(flag_picture(n) for n in range(len(names))),
            names=tuple(f"+ ({name})" for name in names),
            name="Flag",
            follow_property=True,
            property=OWNER,
            first_level_value=0,
            loop=False,
            x=round(context.hex_px * across),
            y=round(context.hex_px * down),
        ),
        CalculatedProperty("Owner_text", f'{{{texts}"{names[-1]}"}}'),
        DynamicProperty(
            OWNER,
            Constraints(True, 0, len(sides), False),
            (
                *(PropertyCommand(menus[n], keys[n], PropertyChange("P", str(n))) for n in range(len(names))),
                PropertyCommand("", LOOK, PropertyChange("P", f"{{{occupant}{OWNER}}}")),
            ),
            value="0",
        ),
    ]


def objective_piece(context: ModuleContext, hex_index: int) -> Piece:
    """Return the flag of a hex."""
    key = objective_key(context, hex_index)
    battle_map = context.battle.map
    places = {p.hex: context.say(p.name) for p in battle_map.places} if battle_map else {}
    title = places.get(hex_index) or context.words("objective")
    marks = {"Kind": "marker", "Id": key.partition(":")[2], "Obj": "1"}
    marks |= {mark: "1" for mark, hexes in hex_sets(context).items() if hex_index in hexes}
    worth = worth_traits(context, hex_index)
    traits = (Use(PROTOTYPE), *worth, Marker(names=tuple(marks), values=tuple(marks.values())))
    return Piece(traits, BasicPiece(image="", name=plain(title)))


def hex_sets(context: ModuleContext) -> dict[str, frozenset[int]]:
    """Return the sets of hexes that conditions name, by the property of their flags."""
    sets = dict.fromkeys(frozenset(c.hexes) for c in conditions(context) if c.kind == "holds")
    return {f"O{n}": s for n, s in enumerate(sets, 1)}


def holders(context: ModuleContext, scenario: Scenario | None) -> dict[int, int]:
    """Return the number of the side that holds each hex with a flag at the start."""
    numbers = {s.id: n for n, s in enumerate(context.battle.sides, 1)}
    holder_by_hex = scenario.held if scenario else {}
    return {h: numbers.get(holder_by_hex.get(h, ""), 0) for h in objective_hexes(context)}
