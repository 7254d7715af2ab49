"""Writes an imported module again, with what has been edited in its project since the import.

Where a project brings its own module (`module: imported`), `exporters/vassal.py` calls this instead of
making one. Everything that nobody edited stays as it was, byte for byte; what cannot be said in that module
is a loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.exporters.base import Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.hexgrid import HexGrid
from jdgtools.hexgrid.names import CORNER_NAMES, DIRECTION_NAMES
from jdgtools.model.module_fields import (
    COUNTER,
    PIECES,
    TRACKER,
    Fields,
    module_fields,
    template_of,
)
from jdgtools.model.module_turns import count_offset, counter_end, tracker_entries
from jdgtools.model.new_setups import with_new_setups
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.vassal.folder import (
    MAX_MODULE_BYTES,
    PLACES,
    ImportRecord,
    edited_pictures,
    new_picture,
    read_fields,
    read_import_record,
    read_imported_module,
)
from jdgtools.vassal.limits import DEFAULT
from jdgtools.vassal.moves import Addition, PieceMove, with_moves
from jdgtools.vassal.package import Module
from jdgtools.vassal.piece_edits import (
    Key,
    PieceClone,
    PieceEdit,
    add_clones,
    add_setup,
    edit_pieces,
    edit_setup,
    palette_piece,
    rename_side,
)
from jdgtools.vassal.turn_edits import with_count, with_turn, write_counter_end, write_turn_list


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
    before, import_record = read_fields(context.project), read_import_record(context.project)
    if before is not None:
        before, setups, new = with_new_setups(context.battle, before, import_record.setups, module.entries)
        import_record = replace(import_record, setups=setups)
        for addition in new:
            add_setup(module, addition.like, addition.file)
    keys = _write_edits(module, context, before)
    losses: list[Loss] = []
    for scenario in context.battle.scenarios:
        setup = import_record.setups.get(scenario.id)
        if setup is not None:
            losses += _apply(context, module, scenario, setup, import_record, keys)
        elif scenario.on_map():
            message = "the imported module has no saved game of this setup; it keeps the setups that it had"
            losses.append(Loss("vassal", f"scenario {scenario.id}", message))
    return module.data(), losses


def _write_edits(module: Module, context: BuildContext, before: Fields | None) -> dict[str, Key]:
    """Write into the module what has been edited: the battle, sides, setups, pieces and pictures.

    Returns:
        Id of a unit or leader -> its piece in the palette.
    """
    battle = context.battle
    if before is None:
        return {}
    for entry, content in edited_pictures(before, context.project).values():
        if entry in module.entries:
            module.entries[entry] = content
    fields = module_fields(battle)
    keys = _clone_pieces(module, before, fields, context)
    edit_pieces(module, _piece_edits(before, fields))
    _rename_parts(module, before, fields)
    _write_turns(module, before, fields)
    now, was = fields[("battle",)], before.get(("battle",), {})
    for field, attribute in (("title", "name"), ("version", "version"), ("subtitle", "description")):
        value = str(now.get(field, ""))
        if value == str(was.get(field, "")):
            continue  # the module may write it otherwise
        module.root = replace(module.root, attributes={**module.root.attributes, attribute: value})
        if module.metadata is not None:
            module.metadata = replace(module.metadata, **{attribute: value})
    return keys


def _rename_parts(module: Module, before: Fields, now: Fields) -> None:
    """Write the new names of sides and setups."""
    for subject, record in before.items():
        if subject[0] == "roster":
            name = now.get(("side", subject[1]), {}).get("name")
            if name and name != before.get(("side", subject[1]), {}).get("name"):
                rename_side(module.root, str(record["name"]), str(name))
        elif subject[0] == "setup":
            new = now.get(("scenario", subject[1]))
            old = before.get(("scenario", subject[1]), {})
            if new is not None:
                attributes = (("title", "name"), ("summary", "description"))
                values = {a: str(new.get(f, "")) for f, a in attributes if new.get(f) != old.get(f)}
                edit_setup(module.root, str(record["file"]), values)


def _write_turns(module: Module, before: Fields, now: Fields) -> None:
    """Write the entries or the end of the turn tracker, and where the saved games of setups stand in it."""
    entries, end, offset = tracker_entries(before, now), counter_end(before, now), count_offset(before)
    if entries is not None and entries != before[TRACKER]["entries"]:
        write_turn_list(module.root, entries)
    if end is not None:
        write_counter_end(module.root, end + offset)
    for subject, record in before.items():
        scenario = ("scenario", *subject[1:])
        first: Any = now.get(scenario, {}).get("first_turn", before.get(scenario, {}).get("first_turn", 1))
        if subject[0] != "setup" or scenario not in now:
            continue
        stands_elsewhere = first != before[scenario].get("first_turn")
        file = str(record["file"])
        if entries is not None and stands_elsewhere:
            module.entries[file] = with_turn(module.save(file), int(first) - 1, len(entries)).data()
        elif COUNTER in before and (end is not None or stands_elsewhere):
            turn = int(first) + offset if stands_elsewhere else None
            last = end + offset if end is not None else None
            module.entries[file] = with_count(module.save(file), turn, last, int(first) + offset).data()


def _piece_edits(before: Fields, now: Fields) -> dict[Key, PieceEdit]:
    """Return what becomes of pieces that an import has found in one place of the module alone."""
    edits = {}
    for kind, piece in (subject for subject in before if subject[0] in PIECES):
        record, old, new = before.get(("piece", piece)), before[(kind, piece)], now.get((kind, piece))
        if record is None:
            continue
        key = (str(record["name"]), str(record["image"]))
        if new is None:
            edits[key] = PieceEdit(is_removed=True)
            continue
        name = _name(record, old, new)
        name = name if name != record["name"] else ""
        values = _property_values(record, old, new)
        levels = _levels(record, old, new)
        if name or values or levels:
            edits[key] = PieceEdit(name, values, levels=levels)
    return edits


def _name(record: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the name that a piece has now, with the ratings that it shows: `Infantry_3-2`."""
    name = str(record["name"])
    start, end = record.get("values", (len(name), len(name)))
    for field, (first, last) in sorted(record.get("named", {}).items(), key=lambda item: -item[1][0]):
        if new.get(field) is not None and new[field] != old.get(field):
            value = str(new[field])
            name, end = name[:first] + value + name[last:], end + len(value) - (last - first)
    if not new.get("name") or new["name"] == old.get("name"):
        return name
    return f"{new['name']}_{name[start:end]}" if end > start else str(new["name"])


def _levels(
    record: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, tuple[int, int]]:
    """Return the layers whose levels show ratings that have been edited: the level before, and now."""
    levels = {}
    for field, source in record.get("levels", {}).items():
        names = [str(name) for name in source["names"]]
        was, now = str(old.get(field)), str(new.get(field))
        if was != now and was in names and now in names:
            levels[str(source["layer"])] = (names.index(was) + 1, names.index(now) + 1)
    return levels


def _property_values(
    record: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, str]:
    """Return the new texts of properties whose ratings have been edited; one may hold several."""
    spans: dict[str, list[tuple[int, int, str]]] = {}
    texts = {}
    for field, source in record.get("ratings", {}).items():
        if new.get(field) is not None and new[field] != old.get(field):
            start, end = source["span"]
            spans.setdefault(str(source["property"]), []).append((start, end, str(new[field])))
            texts[str(source["property"])] = str(source["text"])
    for name, parts in spans.items():
        for start, end, value in sorted(parts, reverse=True):
            texts[name] = texts[name][:start] + value + texts[name][end:]
    return texts


def _clone_pieces(module: Module, before: Fields, now: Fields, context: BuildContext) -> dict[str, Key]:
    """Put new units and leaders into the palette; return what piece there each unit and leader has."""
    keys: dict[str, Key] = {}
    clones = []
    for kind, piece in (subject for subject in now if subject[0] in PIECES):
        new, record = now[(kind, piece)], before.get(("piece", piece))
        if (kind, piece) in before:
            if record is not None:
                keys[piece] = (_name(record, before[(kind, piece)], new), str(record["image"]))
            continue
        like = template_of(before, now, (kind, piece))
        if like is None:
            continue
        record, images = before[("piece", like)], {}
        for field, face in (("art", "front"), ("art_back", "back")):
            if new.get(field) and record.get(face):
                entry, content = new_picture(before, context.project, str(new[field]))
                if content is not None:
                    module.entries[entry] = content
                images[str(record[face])] = entry.removeprefix("images/")
        template = (str(record["name"]), str(record["image"]))
        values = _property_values(record, before[(kind, like)], new)
        name = _name(record, before[(kind, like)], new)
        clones.append(PieceClone(template, name, images, values))
        keys[piece] = (name, images.get(template[1], template[1]))
    add_clones(module, clones)
    return keys


def _apply(
    context: BuildContext,
    module: Module,
    scenario: Scenario,
    setup: Mapping[str, Any],
    import_record: ImportRecord,
    keys: Mapping[str, Key],
) -> list[Loss]:
    """Change the saved game of a scenario where its file says something else than the import found."""
    battle_map = context.battle.map
    if battle_map is None:
        return []
    grid = battle_map.grid
    try:
        file, record = str(setup["file"]), {str(k): dict(v) for k, v in setup["pieces"].items()}
        moves, losses = _moves(context, scenario, record, import_record.hexes_of(scenario.id), grid)
        additions = _additions(context, module, scenario, record, import_record, keys) if file else []
        removed_ids = [str(r["id"]) for piece, r in record.items() if scenario.placement(piece) is None]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputRefused(f"{PLACES} is damaged; import the module again") from None
    if (moves or removed_ids) and not file:
        message = "its pieces lie in at-start stacks of the imported module, which stay as they are"
        losses.append(Loss("vassal", f"scenario {scenario.id}", message))
    elif moves or removed_ids or additions:
        module.entries[file] = with_moves(module.save(file), moves, removed_ids, additions).data()
    return losses


def _moves(
    context: BuildContext,
    scenario: Scenario,
    record: Mapping[str, Mapping[str, Any]],
    hexes: Mapping[str, Any],
    grid: HexGrid,
) -> tuple[dict[str, PieceMove], list[Loss]]:
    moves: dict[str, PieceMove] = {}
    losses: list[Loss] = []
    # The file lists the top piece of a hex first, a stack is built from the bottom.
    for placement in sorted(scenario.on_map(), key=lambda p: -p.order):
        was = record.get(placement.piece)
        now = grid.id(placement.hexes[0])
        if was is None:
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
            moves[str(was["id"])] = PieceMove(place, degrees)
    return moves, losses


def _additions(
    context: BuildContext,
    module: Module,
    scenario: Scenario,
    record: Mapping[str, Mapping[str, Any]],
    import_record: ImportRecord,
    keys: Mapping[str, Key],
) -> list[Addition]:
    """Return the pieces that a setup does not have yet; `jdg check` has refused those that it cannot have."""
    battle_map, additions = context.battle.map, []
    if battle_map is None:
        return []
    hexes = import_record.hexes_of(scenario.id)
    for placement in sorted(scenario.on_map(), key=lambda p: -p.order):
        hex_id = battle_map.grid.id(placement.hexes[0])
        if placement.piece in record or placement.piece not in keys or hex_id not in hexes:
            continue
        x, y = hexes[hex_id]
        degrees = _degrees(context, placement, "", battle_map.grid)
        piece = palette_piece(module, keys[placement.piece])
        additions.append(Addition(piece, import_record.map, (int(x), int(y)), degrees))
    return additions


def _degrees(context: BuildContext, placement: Placement, was: str | None, grid: HexGrid) -> float | None:
    """Return how a piece is turned now, clockwise from the top of the map; None when that is as before."""
    corner = context.battle.series.facing == "corner"
    names = (CORNER_NAMES if corner else DIRECTION_NAMES)[grid.orientation]
    if placement.facing is None or was is None or names[placement.facing] == was:
        return None
    first = (0 if grid.orientation == "flat" else 30) + (30 if corner else 0)
    return float(first + 60 * placement.facing)
