"""Scenarios of a battle: a new one, another title, one that goes with its files."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.desk.documents import Document, Documents
from jdgtools.desk.operations.ids import free_id
from jdgtools.desk.operations.placements import scenario_of
from jdgtools.desk.operations.player_texts import languages_of, set_text
from jdgtools.desk.operations.refusal import EditRefused
from jdgtools.desk.operations.take_out_mentions import take_out_mentions
from jdgtools.desk.structured_text import (
    Value,
    add_entry,
    flow_text,
    remove_entry,
    set_key,
    text_of,
)
from jdgtools.desk.text_edit import Edit, TextEdit, WholeFile
from jdgtools.loading.project import named_files
from jdgtools.model.battle import means_imported
from jdgtools.project_names import is_usable
from jdgtools.source.lines import split_lines
from jdgtools.source.node import Node

_FOLDER = "scenarios/"
"""Where the first scenario of a battle is put; others stand beside it."""


def new_scenario(documents: Documents, title: str, extends: str = "") -> Edit:
    """Return the edit that gives a battle a further scenario, in a file of its own.

    Args:
        documents: of the project.
        title: as it is printed; the id and the name of the file are made of it.
        extends: id of the scenario that it builds on; empty = it has nobody on the map, and of all else the
            least that the series asks for.

    Raises:
        EditRefused: there is no title, no such scenario, no root file that can be read; or the module is an
            imported one and the scenario builds on none.
    """
    root = _root(documents)
    title = " ".join(title.split())
    if not title:
        raise EditRefused("a new scenario needs a title")
    if extends:
        scenario_of(documents, extends)
    elif means_imported(text_of(root.node.get("module")) if root.node is not None else ""):
        raise EditRefused(
            "in an imported module every scenario begins as another one; say which it builds on"
        )
    list_node = root.node.get("scenarios") if root.node is not None else None
    names = [name for name, _ in named_files(list_node, [])]
    folder = names[0][: names[0].rfind("/") + 1] if names else _FOLDER
    used = {name.rpartition("/")[2].rpartition(".")[0].casefold() for name in (*names, *documents)}
    used |= {
        text_of(one.node.get("id")).casefold() for one in documents.of("scenario") if one.node is not None
    }
    id_ = free_id(title, used, f"scenario-{len(names) + 1}")
    if not is_usable(f"{folder}{id_}.yaml"):
        id_ = free_id(f"scenario {id_}", used, "")
    path = f"{folder}{id_}.yaml"
    first_lines = _schema_line(documents, folder)
    if extends:
        keys: dict[str, Value] = {"format": 1, "id": id_, "title": title, "extends": extends}
        text = first_lines + "".join(f"{key}: {flow_text(value, False)}\n" for key, value in keys.items())
    else:
        text = _blank(documents, id_, title, first_lines)
    file = WholeFile(path, text.replace("\n", root.newline), appears=True)
    return Edit(f"scenario {title}", (_list_file(root, list_node, path),), (file,))


def retitle_scenario(documents: Documents, scenario: str, title: str, language: str) -> Edit:
    """Return the edit that gives a scenario another title in one language; its id stays.

    Raises:
        EditRefused: there is no title, or no such scenario whose file can be read.
    """
    document = scenario_of(documents, scenario)
    assert document.node is not None
    title = " ".join(title.split())
    if not title:
        raise EditRefused("a scenario needs a title")
    key = f"scenario.{scenario}.title"
    change = set_text(documents, document, document.node, "title", key, language, title)
    return Edit(f"scenario {title}", (change,))


def remove_scenario(documents: Documents, scenario: str) -> Edit:
    """Return the edit that takes away a scenario: its file, tables that it alone names, what speaks of it.

    Raises:
        EditRefused: there is no such scenario that can be read, it is the only one, or another builds on it.
    """
    document, root = scenario_of(documents, scenario), _root(documents)
    assert root.node is not None
    list_node = root.node.get("scenarios")
    names = [name for name, _ in named_files(list_node, [])]
    if list_node is None or not list_node.is_list or len(names) < 2:
        raise EditRefused(f"`{scenario}` is the only scenario; make another one first")
    heirs = [
        other.path
        for other in documents.of("scenario")
        if other.node is not None and text_of(other.node.get("extends")) == scenario
    ]
    if heirs:
        raise EditRefused(f"`{heirs[0]}` builds on `{scenario}`; take its `extends:` out first")
    changes = [
        remove_entry(root, list_node, names.index(document.path)),
        *take_out_mentions(documents, "scenario", scenario),
    ]
    documents_to_remove = [document, *_own_tables(documents, document)]
    files = tuple(WholeFile(one.path, one.text, appears=False) for one in documents_to_remove)
    return Edit(f"no scenario {scenario}", tuple(changes), files)


def _root(documents: Documents) -> Document:
    if documents.battle is None or documents.battle.node is None or not documents.battle.node.is_map:
        raise EditRefused("battle.yaml cannot be read; mend its errors first")
    return documents.battle


def _list_file(root: Document, list_node: Node | None, path: str) -> TextEdit:
    """Return what adds a file to those that the root file names."""
    assert root.node is not None
    if list_node is None or (list_node.is_scalar and list_node.is_null):
        return set_key(root, root.node, "scenarios", [path])
    if list_node.is_scalar:
        return set_key(root, root.node, "scenarios", [list_node.text, path])
    return add_entry(root, list_node, path)


def _schema_line(documents: Documents, folder: str) -> str:
    """Return the line with which scenarios of a folder name their schema; nothing where they do not."""
    for one in documents.of("scenario"):
        first = split_lines(one.text)[0].strip() if one.text else ""
        if one.path.startswith(folder) and "/" not in one.path[len(folder) :] and "$schema=" in first:
            return f"{first}\n" if first.startswith("#") else ""
    return ""


def _blank(documents: Documents, id_: str, title: str, first_lines: str) -> str:
    from jdgtools.series.registry import find_series
    from jdgtools.starting.files import BlankScenario, blank_scenario

    root, grid = _root(documents).node, documents.grid
    assert root is not None
    series, sides = find_series(text_of(root.get("series"))), root.get("sides")
    if series is None or grid is None:
        raise EditRefused("the series or the map cannot be read; mend their errors first")
    goal = grid.id(len(grid.hexes) // 2 + (grid.columns // 2 if grid.rows % 2 == 0 else 0))
    ids = tuple(text_of(one.get("id")) for one in (sides.elements() if sides is not None else ()))
    new = BlankScenario(id_, title, languages_of(documents), ids, goal, first_lines)
    return blank_scenario(new, series.starter)


def _own_tables(documents: Documents, document: Document) -> Iterator[Document]:
    """Yield the tables of placements that no other scenario names; a spreadsheet stays where it is."""
    of_others = {
        name
        for other in documents.of("scenario")
        if other is not document and other.node is not None
        for name, _ in named_files(other.node.get("setup_tables"), [])
    }
    assert document.node is not None
    for name, _ in named_files(document.node.get("setup_tables"), []):
        if name not in of_others and name in documents:
            yield documents[name]
