"""New entries of the lists that are filled in as forms: like another one, or with what they need at least."""

from __future__ import annotations

from collections.abc import Sequence

from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import mentions
from jdgtools.desk.operations.field_values import any_value, key_order
from jdgtools.desk.operations.ids import check_id, free_id
from jdgtools.desk.operations.inherited_blocks import plain
from jdgtools.desk.operations.lists import LISTS_TO_ADD_TO, ProjectList, add_element, find_list, taken_over
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.turns import new_turn
from jdgtools.desk.structured_text import Value, add_entry, copied_entry, text_of
from jdgtools.desk.text_edit import Edit, TextEdit


def new_entry(
    documents: Documents, name: str, title: str, like: str = "", new_id: str = "", scenario: str = ""
) -> Edit:
    """Return the edit that adds an entry like another one to a list.

    Args:
        documents: of the project.
        name: of the list.
        title: name of the new one for players; not asked of a turn.
        like: name of the entry that it is like but for id and name; empty = the last one.
        new_id: its id; empty = one that is made of the title.
        scenario: whose list it is; of the battle's lists empty.

    Raises:
        EditRefused: there is no such list or entry, the id is taken or none, or no entry can be made so.
    """
    project_list = find_list(documents, name, scenario)
    title = " ".join(title.split())
    if name == "turns":
        return new_turn(documents, project_list)
    if name == "reinforcements":
        raise EditRefused(
            "a reinforcement begins with a unit: choose the unit, and the turn in which it arrives"
        )
    if name not in LISTS_TO_ADD_TO:
        raise EditRefused("no entry is added here; places, areas, ways and changes of the map have tools")
    if not title:
        raise EditRefused("a new entry needs a name")
    values: dict[str, Value] = {}
    if project_list.entries.kind:
        used = _ids(documents, project_list)
        new_id = new_id or free_id(
            title, used, f"{project_list.entries.kind}-{len(project_list.elements) + 1}"
        )
        check_id(new_id)
        if new_id in used:
            raise EditRefused(f"another entry has the id `{new_id}` already")
        values["id"] = new_id
    if name in ("rules", "battle-rules", "optional-rules"):
        values |= {"title": title, "text": title}
    elif name == "own-states":
        others: Value = {"id": f"not-{new_id}", "name": f"not {title}"}
        values |= {"name": title, "values": [others, {"id": new_id, "name": title}]}
    elif name == "charts":
        if not project_list.elements:
            raise EditRefused("choose the chart and its cell first")
        values["note"] = title
    else:
        values["name"] = title
    return Edit(f"new: {title}", (_added_like(documents, project_list, like, values),))


def new_chart_value(documents: Documents, chart: str, key: Sequence[str], value: str) -> Edit:
    """Return the edit with which the battle says of a chart's cell what the chart itself says.

    Args:
        documents: of the project.
        chart: its id.
        key: of the cell, one for each axis.
        value: as it is typed into a field.

    Raises:
        EditRefused: the battle changes the cell already.
    """
    project_list = find_list(documents, "charts")
    for one in project_list.elements:
        cell = one.get("key")
        words = [text_of(part) for part in cell.elements()] if cell is not None else []
        if text_of(one.get("chart")) == chart and words == list(key):
            raise EditRefused("the battle changes this cell already; choose it in the list")
    new: dict[str, Value] = {"chart": chart, "key": list(key), "value": any_value(value) if value else ""}
    return Edit(f"a value of {chart}", (add_element(project_list, new),))


def new_marker(documents: Documents, command: str) -> Edit:
    """Return the edit that gives a formation one activation marker more, like its last one.

    Raises:
        EditRefused: there is no such formation.
    """
    project_list = find_list(documents, "commands")
    number = project_list.number(command)
    if number is None:
        raise EditRefused(f"no formation of this project has the id `{command}`")
    entry = project_list.elements[number]
    markers = entry.get("markers")
    used = {one.id for one in mentions(documents) if one.kind == "activation" and one.definition}
    new_id = next(f"{command}-{n}" for n in range(1, len(used) + 2) if f"{command}-{n}" not in used)
    title = f"new marker {new_id}"
    if markers is not None and markers.elements():
        last = len(markers.elements()) - 1
        return Edit(title, (copied_entry(project_list.document, markers, last, {"id": new_id}),))
    codes = documents.series.activation_codes if documents.series is not None else ()
    marker: dict[str, Value] = {"id": new_id, **({"code": codes[0][0]} if codes else {}), "rating": 5}
    if markers is not None:
        return Edit(title, (add_entry(project_list.document, markers, marker),))
    order = key_order(project_list.shape)
    return Edit(title, (add_entry(project_list.document, entry, [marker], "markers", order=order),))


def _ids(documents: Documents, project_list: ProjectList) -> set[str]:
    """Return the ids that a new entry may not have: those of its neighbours, also in other scenarios."""
    kinds = ("leader", "unit") if project_list.entries.kind == "leader" else (project_list.entries.kind,)
    return {one.id for one in mentions(documents) if one.kind in kinds and one.definition}


def _added_like(
    documents: Documents, project_list: ProjectList, like: str, values: dict[str, Value]
) -> TextEdit:
    """Return what adds an entry with some values, which says all else as another one does."""
    elements = project_list.elements
    number = project_list.number(like) if like else len(elements) - 1
    if project_list.entries.kind in ("rule", "optional_rule", "state"):
        return add_element(project_list, values)
    if number is not None and number >= 0 and project_list.owner is not None:
        return copied_entry(project_list.document, project_list.owner, number, values)
    others = taken_over(documents, project_list)
    model = others.get(like) or next(iter(others.values()), None)
    if model is not None:
        rest = plain(model)
        assert isinstance(rest, dict)
    else:
        rest = _first_of_list(documents, project_list)
    return add_element(project_list, {**{key: values.get(key, old) for key, old in rest.items()}, **values})


def _first_of_list(documents: Documents, project_list: ProjectList) -> dict[str, Value]:
    """Return what the first entry of a list says for want of a model."""
    series = documents.series
    if project_list.name == "own-terrains" and series is not None:
        plains = [one for one in series.terrains if one.kind == "hex" and one.clear] or list(series.terrains)
        return {"id": "", "name": "", "like": plains[0].id}
    if project_list.name == "own-unit-types" and series is not None:
        return {"id": "", "name": "", "like": series.unit_types[0].id}
    if project_list.entries.keys[0] == "vocabulary":
        return {"id": "", "name": ""}
    root = documents.battle.node if documents.battle is not None else None
    sides = root.get("sides") if root is not None else None
    ids = [text_of(one.get("id")) for one in (sides.elements() if sides is not None else ())]
    if not ids:
        raise EditRefused("the battle has no sides")
    when: Value = {"eliminated": {"side": ids[-1]}}
    if project_list.name == "awards":
        return {"id": "", "name": "", "side": ids[0], "points": 1, "each": True, "when": when}
    if project_list.name == "automatic":
        return {"id": "", "name": "", "side": ids[0], "when": when}
    if project_list.name in ("commands", "leaders"):
        return {"id": "", "name": "", "side": ids[0]}
    return {"name": ""}
