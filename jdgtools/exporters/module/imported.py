"""The module that a project keeps, written again with the setups as the scenario files say them now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.exporters.base import Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.model.module_fields import Fields, module_fields
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.vassal.folder import (
    MAX_MODULE_BYTES,
    PLACES,
    edited_pictures,
    read_fields,
    read_imported_module,
    read_places,
)
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.moves import Move, Rename, rename_pieces, with_moves
from jdgtools.vassal.package import Module


def imported_module(context: BuildContext) -> tuple[bytes, list[Loss]]:
    """Return the module of a project with `module: imported`, and what of the battle it does not show.

    Raises:
        InputRefused: the copy is damaged.
    """
    limits = replace(
        DEFAULT,
        total_bytes=MAX_MODULE_BYTES,
        entry_bytes=MAX_MODULE_BYTES // 2,
        entries=100_000,
        xml_elements=1_200_000,
    )
    module = read_imported_module(context.project, limits)
    _write_edits(module, context)
    places = read_places(context.project)
    losses: list[Loss] = []
    for scenario in context.battle.scenarios:
        setup = places.setups.get(scenario.id)
        if setup is not None:
            losses += _apply(context, module, scenario, setup, places.hexes)
        elif scenario.on_map():
            message = "the imported module has no saved game of this setup; it keeps the setups that it had"
            losses.append(Loss("vassal", f"scenario {scenario.id}", message))
    return module.data(), losses


def _write_edits(module: Module, context: BuildContext) -> None:
    """Write into the module what has been edited: title, subtitle, version, names, pictures."""
    battle, before = context.battle, read_fields(context.project)
    if before is None:
        return
    for entry, content in edited_pictures(before, context.project).values():
        if entry in module.entries:
            module.entries[entry] = content
    fields = module_fields(battle)
    rename_pieces(module, _renames(fields, before))
    now, was = fields[("battle",)], before.get(("battle",), {})
    for field, attribute in (("title", "name"), ("version", "version"), ("subtitle", "description")):
        value = str(now.get(field, ""))
        if value == str(was.get(field, "")):
            continue  # the module may write it otherwise
        module.root = replace(module.root, attributes={**module.root.attributes, attribute: value})
        if module.metadata is not None:
            module.metadata = replace(module.metadata, **{attribute: value})


def _renames(now: Fields, before: Fields) -> list[Rename]:
    """Return the new names of pieces that an import has found in one place of the module alone."""
    renames = []
    for kind, piece in (subject for subject in now if subject[0] in ("unit", "leader")):
        record = before.get(("piece", piece))
        old, new = before.get((kind, piece), {}).get("name"), now[(kind, piece)].get("name")
        if record is not None and new and old != new:
            renames.append(Rename(str(record.get("name")), str(new), str(record.get("image"))))
    return renames


def _apply(
    context: BuildContext,
    module: Module,
    scenario: Scenario,
    setup: Mapping[str, Any],
    hexes: Mapping[str, Any],
) -> list[Loss]:
    """Change the saved game of a scenario where its file says something else than the import found."""
    battle_map = context.battle.map
    if battle_map is None:
        return []
    grid = battle_map.grid
    try:
        file, recorded = str(setup["file"]), {str(k): dict(v) for k, v in setup["pieces"].items()}
        moves, losses = _moves(context, scenario, recorded, hexes, grid)
        gone = [str(r["id"]) for piece, r in recorded.items() if scenario.placement(piece) is None]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputRefused(f"{PLACES} is damaged; import the module again") from None
    if (moves or gone) and not file:
        message = "its pieces lie in at-start stacks of the imported module, which stay as they are"
        losses.append(Loss("vassal", f"scenario {scenario.id}", message))
    elif moves or gone:
        module.entries[file] = with_moves(module.save(file), moves, gone).data()
    return losses


def _moves(
    context: BuildContext,
    scenario: Scenario,
    recorded: Mapping[str, Mapping[str, Any]],
    hexes: Mapping[str, Any],
    grid: HexGrid,
) -> tuple[dict[str, Move], list[Loss]]:
    moves: dict[str, Move] = {}
    losses: list[Loss] = []
    # The file lists the top piece of a hex first, a stack is built from the bottom.
    for placement in sorted(scenario.on_map(), key=lambda p: -p.order):
        was = recorded.get(placement.piece)
        now = grid.id(placement.hexes[0])
        if was is None:
            message = (
                f"it has no counter in setup {scenario.id} of the imported module, and is not placed there"
            )
            losses.append(Loss("vassal", f"{placement.kind} {placement.piece}", message))
            continue
        place = None
        if was["hex"] != now:
            if now not in hexes:
                message = f"the imported module has no hex {now}; it stays where it was in {scenario.id}"
                losses.append(Loss("vassal", f"{placement.kind} {placement.piece}", message))
                continue
            x, y = hexes[now]
            place = (int(x), int(y))
        degrees = _degrees(context, placement, was.get("facing"), grid)
        if place is not None or degrees is not None:
            moves[str(was["id"])] = Move(place, degrees)
    return moves, losses


def _degrees(context: BuildContext, placement: Placement, was: str | None, grid: HexGrid) -> float | None:
    """Return how a piece is turned now, clockwise from the top of the map; None when that is as before."""
    corner = context.battle.series.facing == "corner"
    names = (CORNER_NAMES if corner else DIRECTION_NAMES)[grid.orientation]
    if placement.facing is None or was is None or names[placement.facing] == was:
        return None
    first = (0 if grid.orientation == "flat" else 30) + (30 if corner else 0)
    return float(first + 60 * placement.facing)
