"""Checks of contact at setup (G.8 of the rules digest): CHK-88 to CHK-90."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import CheckContext, Finding, allowance, check
from jdgtools.checks.setup import related_units
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.series.jdg.checks.common import LINE_ARMS, CombatUnit, setup_of


@check(
    "JDG088",
    entry="CHK-88",
    name="artillery-alone-in-enemy-zoc",
    severity=Severity.WARNING,
    rules=("JDG-6.2.2-g",),
    options=("zoc_through_road_gap",),
    rationale="Artillery may enter a hex in an enemy zone of control only where infantry or cavalry of its "
    "own side already stands. Alone there at the start, it stands where it could not have come, and the "
    "first shock eliminates it.",
    bad="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: fr-2-ln, hex: 0405, facing: W}",
    good="setup:\n  - {unit: bty-1, hex: 0305, facing: E}\n  - {unit: 1-9, hex: 0305, facing: E}\n"
    "  - {unit: fr-2-ln, hex: 0405, facing: W}",
)
def artillery_alone_in_enemy_zoc(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery in an enemy zone of control where no infantry or cavalry is, nor may be placed."""
    setup = setup_of(ctx)
    for unit in setup.units:
        if unit.unit.arm != "artillery" or unit.unit.side is None:
            continue
        friends = [p for p in setup.companions(unit.placement) if p.unit.side == unit.unit.side]
        threats = setup.controllers(unit.hex, unit.unit.side)
        if threats and not any(p.unit.arm in LINE_ARMS for p in friends):
            yield Finding(
                (*ctx.placement_subject(unit.id), "hex"),
                f"artillery `{unit.id}` starts alone in hex {ctx.hex_id(unit.hex)}, in the zone of "
                f"control of {name_list(p.id for p in threats)}",
                expected="infantry or cavalry of its side in the hex, or no enemy zone of control",
                hint="place infantry or cavalry with it, or move it a hex back",
                related=related_units(ctx, threats),
            )


@check(
    "JDG089",
    entry="CHK-89",
    name="opponents-adjacent-at-setup",
    severity=Severity.WARNING,
    rules=("JDG-6.2.2-a",),
    rationale="Units next to enemies start inside or beside zones of control: whoever is drawn first may "
    "attack before the other has moved, and the battle begins by luck of the cup. Some scenarios want that; "
    f"then a special rule says `{allowance('JDG089', 'unit fr-2-ln')}`.",
    bad="setup:\n  - {unit: 1-9, hex: 0305, facing: E}\n  - {unit: fr-2-ln, hex: 0405, facing: W}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E}\n  - {unit: fr-2-ln, hex: 0505, facing: W}",
)
def opponents_adjacent_at_setup(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pairs of adjacent hexes with opposing units, reported once each."""
    setup = setup_of(ctx)
    if ctx.map is None:
        return
    for index in sorted(setup.stacks):
        for there in ctx.map.grid.neighbours(index):
            here = setup.stacks[index]
            enemies = setup.enemies_in(there, here[0].unit.side) if there > index else ()
            if enemies:
                yield Finding(
                    (*ctx.placement_subject(enemies[0].id), "hex"),
                    f"{name_list(p.id for p in enemies)} in hex {ctx.hex_id(there)} "
                    f"{'starts' if len(enemies) == 1 else 'start'} next to the enemy: "
                    f"{name_list(p.id for p in here)} in hex {ctx.hex_id(index)}",
                    expected="at least one hex between opposing units",
                    hint="move one of them a hex back; if contact is meant, say so in a special rule with "
                    f"`{allowance('JDG089', f'unit {enemies[0].id}')}`",
                    related=related_units(ctx, here),
                )


@check(
    "JDG090",
    entry="CHK-90",
    name="disordered-unit-in-contact-at-night",
    severity=Severity.WARNING,
    rules=("JDG-12.1-c",),
    options=("night_contact",),
    rationale="At night disordered units may not come into contact with the enemy. A unit that starts so on "
    "a night turn is where the rules would never let it go.",
    bad="turns:\n  - {number: 1, flags: [night]}\nsetup:\n"
    "  - {unit: 1-9, hex: 0305, facing: E, state: disordered}\n  - {unit: fr-2-ln, hex: 0405, facing: W}",
    good="turns:\n  - {number: 1, flags: [night]}\nsetup:\n"
    "  - {unit: 1-9, hex: 0305, facing: E, state: disordered}\n  - {unit: fr-2-ln, hex: 0605, facing: W}",
)
def disordered_unit_in_contact_at_night(ctx: CheckContext) -> Iterator[Finding]:
    """Yield disordered units next to enemies when the first turn is a night turn."""
    scenario = ctx.scenario
    first = next((t for t in scenario.turns if t.number == scenario.first_turn), None) if scenario else None
    if first is None or "night" not in first.flags:
        return
    setup = setup_of(ctx)
    for unit in setup.units:
        if unit.level != "disordered":
            continue
        enemies = _in_contact(ctx, unit)
        if enemies:
            yield Finding(
                (*ctx.placement_subject(unit.id), "hex"),
                f"disordered `{unit.id}` starts night turn {first.number} next to the enemy: "
                f"{name_list(p.id for p in enemies)}",
                expected="no enemy adjacent to a disordered unit at night",
                hint="move it a hex back, or start it in order",
                related=related_units(ctx, enemies),
            )


def _in_contact(ctx: CheckContext, placed_unit: CombatUnit) -> tuple[CombatUnit, ...]:
    """Return enemies in contact by the ruling of AMB-109.

    Adjacent, or with a zone of control into the hex.
    """
    setup, side = setup_of(ctx), placed_unit.unit.side
    if ctx.option("night_contact") == "zoc":
        return setup.controllers(placed_unit.hex, side)
    return setup.enemies_next_to(placed_unit.hex, side)


CHECKS = (artillery_alone_in_enemy_zoc, opponents_adjacent_at_setup, disordered_unit_in_contact_at_night)
