"""A scenario that goes on where a saved game stands, for a battle whose source is at hand.

What lies on the table comes from the saved game; all else (rules, victory, the texts in other languages) from
the scenario that was played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jdgtools.importers.draft import DraftScenario, Values
from jdgtools.importers.embedded_source import ROOT
from jdgtools.importers.yamltext import document
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario
from jdgtools.source.node import Node

SCENARIO_NUMBER = "ScenarioNo"
"""Global property of a module that `jdg build` made: which scenario is played, from 1."""
_REPLACED = (
    "setup",
    "setup_tables",
    "reinforcements",
    "unused",
    "removed_markers",
    "markers_on_map",
    "orders",
)
"""What the saved game says; everything else stays as in the scenario that was played."""


def scenario_of_save(battle: Battle, draft: DraftScenario, number: str = "") -> Scenario | None:
    """Return the scenario that a saved game was most likely played from; None when no piece tells.

    Args:
        battle: the source of the module.
        draft: what the saved game says.
        number: the scenario's number as the saved game has it, from 1; it counts where the scenario uses
            every piece on the table, for the module may have been built from other scenarios.
    """
    now = {p.get("unit") or p.get("leader"): p.get("hex") or p.get("hexes") for p in draft.setup}
    waiting = set(waiting_pieces(draft))
    best: tuple[int, int, Scenario] | None = None
    for place, scenario in enumerate(battle.scenarios):
        grid = battle.map.grid if battle.map is not None else None
        arriving = {piece for a in scenario.arrivals for stack in a.stacks for piece in stack}
        at = {p.piece: [grid.id(h) for h in p.hexes] if grid else [] for p in scenario.placements}
        same = sum(now.get(piece) in (hexes, *hexes[:1]) for piece, hexes in at.items() if hexes)
        same += len(waiting & arriving)
        # A piece that the scenario does not use cannot be on the table.
        mismatches = len((set(now) | waiting) - set(at) - arriving)
        if now and not mismatches and number == str(place + 1):
            return scenario
        score = 2 * same - 20 * mismatches
        if best is None or score > best[0]:
            best = (score, -place, scenario)
    return best[2] if best is not None and now else None


def waiting_pieces(draft: DraftScenario) -> dict[str, Values]:
    """Return the pieces that still wait in their boxes -> the state of their group: axis -> value."""
    return {
        str(piece): group.get("state") or {}
        for group in draft.reinforcements
        for entry in group["units"]
        for piece in (entry if isinstance(entry, list) else [entry])
    }


def continue_scenario(
    files: Mapping[str, bytes], base: Scenario, draft: DraftScenario, holders: Mapping[str, str]
) -> bytes | None:
    """Return the text of the scenario file; None when the source of the played scenario cannot be found.

    Args:
        files: the source of the battle.
        base: the scenario that was played.
        draft: what the saved game says.
        holders: hex -> side that held it at the start; flags on the map say what changed.
    """
    values = _source(files, base.id)
    if values is None:
        return None
    first = draft.first_turn if draft.first_turn is not None else 1
    now: Values = {k: v for k, v in values.items() if k not in _REPLACED}
    now |= {"id": draft.id, "title": _continued_title(values.get("title"), draft.title), "first_turn": first}
    now["setup"] = draft.setup
    groups = [g for g in values.get("reinforcements") or [] if isinstance(g, dict)]
    waiting = waiting_pieces(draft)
    left = [g for g in (_still(g, waiting, first) for g in groups) if g is not None]
    if left:
        now["reinforcements"] = left
    if draft.held and isinstance(values.get("victory"), dict):
        now["victory"] = {**values["victory"], "held": _by_side({**holders, **draft.held})}
    for key, value in (
        ("unused", draft.unused),
        ("removed_markers", draft.removed_markers),
        ("markers_on_map", draft.markers_on_map),
        # The module shows an order for every command, the scenario only for those that have one.
        ("orders", {c: o for c, o in draft.orders.items() if c in (values.get("orders") or {})}),
    ):
        if value:
            now[key] = value
    return document(now, [*draft.notes, f"Rules, turns and victory are those of the scenario {base.id}."])


def _by_side(holders: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the hexes of every side, of hexes and their sides."""
    by_side: dict[str, list[str]] = {}
    for hex_id, side in sorted(holders.items()):
        if side:
            by_side.setdefault(side, []).append(hex_id)
    return by_side


def _source(files: Mapping[str, bytes], scenario_id: str) -> Values | None:
    """Return what the source says of a scenario, with what it has from those that it extends."""
    from jdgtools.diagnostics.report import Report
    from jdgtools.loading.inheritance import ScenarioFile, inherit
    from jdgtools.schema.shapes import typed_value

    root = _node(files, ROOT)
    entries = root.get("scenarios") if root is not None else None
    names = [entry.text for entry in entries.elements()] if entries is not None and entries.is_list else []
    nodes = [(name, _node(files, name)) for name in names]
    scenarios = [ScenarioFile(name, node) for name, node in nodes if node is not None and node.is_map]
    for scenario in inherit(scenarios, True, Report()):
        id_node = scenario.root.get("id")
        if id_node is not None and id_node.text == scenario_id:
            values: Values = typed_value(scenario.root, "scenario")
            return {key: value for key, value in values.items() if key not in ("extends", "without")}
    return None


def _node(files: Mapping[str, bytes], name: str) -> Node | None:
    from jdgtools.source.json_reader import read_json
    from jdgtools.source.yaml_reader import read_yaml

    data = files.get(name)
    if data is None:
        return None
    read = read_json if name.endswith(".json") else read_yaml
    return read(data.decode("utf-8", "replace"), name)[0]


def _continued_title(title: Any, plain: str) -> Any:
    """Return the title of the played scenario, marked as going on; a file's name says nothing."""
    if isinstance(title, dict):
        return {language: f"{text} …" for language, text in title.items()}
    return f"{title} …" if title else plain


def _still(group: Values, waiting: Mapping[str, Values], first: int) -> Values | None:
    """Return what of a group of reinforcements still waits, in its state of now; None when all have come."""
    units: list[Any] = []
    for entry in group.get("units") or []:
        pieces = [str(e) for e in entry] if isinstance(entry, list) else [str(entry)]
        stay = [p for p in pieces if p in waiting]
        if stay:
            units.append(stay if isinstance(entry, list) and len(stay) > 1 else stay[0])
    if not units:
        return None
    group_left = {key: value for key, value in group.items() if key != "state"} | {"units": units}
    state = waiting[units[0][0] if isinstance(units[0], list) else units[0]]
    if state:
        group_left["state"] = state
    if isinstance(group_left.get("turn"), int):
        # Whoever is late comes next.
        group_left["turn"] = max(group_left["turn"], first)
    return group_left


def copy_translations(files: Mapping[str, bytes], base: str, scenario_id: str) -> dict[str, bytes]:
    """Return the language files with the texts of one scenario said again for another."""
    import yaml

    root = _node(files, ROOT)
    table = root.get("strings") if root is not None else None
    changed_files: dict[str, bytes] = {}
    for name in [n.text for _, n in table.items()] if table is not None and table.is_map else []:
        node = _node(files, name)
        strings = node.get("strings") if node is not None and node.is_map else None
        if strings is None or not strings.is_map:
            continue
        prefix = f"scenario.{base}."
        again = {
            f"scenario.{scenario_id}.{key.removeprefix(prefix)}": f"{child.text} …"
            if key == f"{prefix}title"
            else child.text
            for key, child in strings.items()
            if key.startswith(prefix) and child.is_scalar
        }
        if not again:
            continue
        text = files[name].decode("utf-8", "replace")
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        assert isinstance(tree, yaml.MappingNode)
        node_of = next(v for k, v in tree.value if k.value == "strings")
        key, last = node_of.value[-1]
        indent, at = " " * key.start_mark.column, last.end_mark.index
        pairs = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in again.items()]
        if node_of.flow_style:
            new_pairs = "".join(f", {p}" for p in pairs)
        else:
            new_pairs = "".join(f"{indent}{p}\n" for p in pairs)
            line = text.find("\n", max(at - 1, 0))
            at = len(text) if line < 0 else line + 1
            new_pairs = new_pairs if text[:at].endswith("\n") else "\n" + new_pairs
        changed_files[name] = (text[:at] + new_pairs + text[at:]).encode("utf-8")
    return changed_files
