"""Scenarios that build on another of the battle (`extends:`): one tree of nodes is made of both files.

Every node keeps its place, so whatever is said later about a fact points at the line where it stands, in
whichever file that is. What is joined and what is replaced stands in the schema (`x-join`): the entries of a
list by the names of the keys listed there, the keys of a block where the list of names is empty. Everything
else is replaced whole. `without:` first takes away what does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.diagnostics.report import Report
from jdgtools.model.build_groups import LEFT_GROUP
from jdgtools.model.closest import closest
from jdgtools.schema.registry import schema
from jdgtools.source.node import Node

NEVER_INHERITED = ("format", "id", "title", "extends", "without")
"""Keys that each scenario says itself."""


class ScenarioFile(Struct, frozen=True):
    """A scenario as its files say it."""

    file: str
    """Name in the project."""
    root: Node
    tables: tuple[Node, ...] = ()
    """Tables of placements."""
    bases: tuple[str, ...] = ()
    """Names of the files, tables too, of the scenarios that it extends, as nodes show them."""


def inherit(scenarios: Sequence[ScenarioFile], whole: bool, report: Report) -> list[ScenarioFile]:
    """Return the scenarios with what they take over from those that they extend.

    A scenario that extends none comes back as it is; one whose base cannot be used is reported and left out.

    Args:
        scenarios: all that could be read.
        whole: whether all could be read; else an unknown name may be that of one that could not.
        report: gets what is wrong.
    """
    return _Heirs(scenarios, whole, report).all()


class _Heirs:
    """Resolves the scenarios of one battle, each once."""

    def __init__(self, scenarios: Sequence[ScenarioFile], whole: bool, report: Report) -> None:
        self.scenarios = scenarios
        self.whole = whole
        self.report = report
        self.by_id: dict[str, ScenarioFile] = {}
        for scenario in scenarios:
            self.by_id.setdefault(_text(scenario.root.get("id")), scenario)
        self.ready: dict[str, ScenarioFile | None] = {}
        """Scenarios by file; None = cannot be used."""

    def all(self) -> list[ScenarioFile]:
        """Return the usable scenarios in their order."""
        roots = [self.resolve(scenario, ()) for scenario in self.scenarios]
        return [scenario for scenario in roots if scenario is not None]

    def resolve(self, scenario: ScenarioFile, heirs: tuple[str, ...]) -> ScenarioFile | None:
        """Return a scenario with what it inherits; None after a diagnostic.

        Args:
            scenario: as its files say it.
            heirs: ids of the scenarios that wait for this one, the first to ask first.
        """
        if scenario.file not in self.ready:
            self.ready[scenario.file] = self._resolve(scenario, heirs)
        return self.ready[scenario.file]

    def _resolve(self, scenario: ScenarioFile, heirs: tuple[str, ...]) -> ScenarioFile | None:
        extends, own_id = scenario.root.get("extends"), _text(scenario.root.get("id"))
        if extends is None:
            if (without := scenario.root.get("without")) is not None:
                self._problem(
                    "GEN065",
                    without,
                    "`without` takes nothing away: the scenario extends no other",
                    expected="`without` beside `extends`",
                    hint="delete it, or name the other scenario under `extends`",
                )
            return scenario
        name = _text(extends)
        if not name:
            return None  # the schema has said so
        if name == own_id or name in heirs:
            circle = (*heirs[heirs.index(name) :], own_id, name) if name in heirs else ()
            through = ": " + " -> ".join(f"`{x}`" for x in circle) if circle else ""
            self._problem(
                "GEN064",
                extends,
                f"the scenario `{own_id}` extends itself{through}",
                expected="another scenario of the battle, which does not build on this one",
            )
            return None
        base = self.by_id.get(name)
        if base is None:
            if self.whole:
                scenario_ids = [x for x in self.by_id if x and x != own_id]
                near = closest(name, scenario_ids)
                others = f"known: {name_list(scenario_ids)}" if scenario_ids else None
                self._problem(
                    "REF026",
                    extends,
                    f"unknown scenario `{name}`",
                    expected="the id of a scenario that battle.yaml lists",
                    hint=f"did you mean `{near[0]}`?" if near else others,
                )
            return None
        whole_base = self.resolve(base, (*heirs, own_id))
        return None if whole_base is None else self._join_with_base(scenario, whole_base, name)

    def _join_with_base(self, scenario: ScenarioFile, base: ScenarioFile, base_id: str) -> ScenarioFile:
        root, tables = _inherited_node(base.root), base.tables
        without = scenario.root.get("without")
        removals: set[str] = set()
        for item in without.elements() if without is not None else ():
            word = _text(item)
            smaller = _take_away(root, tables, word)
            if smaller is None and removals.intersection((word, word.partition("/")[0])):
                self._problem(
                    "GEN065",
                    item,
                    f"`{word}` is taken away already",
                    expected="every key and every entry once",
                    hint="delete it",
                )
            elif smaller is None:
                self._report_missing(item, word, base, base_id)
            else:
                root, tables = smaller
                removals.add(word)
        heir = scenario.root
        if heir.get("setup_tables") is not None:
            tables = ()
        names = {*_names(heir.get("setup"), _KEYS_OF_PIECES), *_names_of_rows(scenario.tables)}
        table_names = _names_of_rows(scenario.tables)
        tables = tuple(_without_rows(table, names) for table in tables)
        if (setup := root.get("setup")) is not None:
            rows = _without_rows(setup, table_names).elements() if setup.is_list else []
            left = [_smaller_group(row, names) for row in rows]
            root = _with(root, "setup", replace(setup, value=[row for row in left if row is not None]))
        joined_root = _join(root, heir, schema("scenario"))
        files = {heir.span.file, *(table.span.file for table in scenario.tables)}
        bases = dict.fromkeys([*base.bases, base.root.span.file, *(table.span.file for table in base.tables)])
        return ScenarioFile(
            scenario.file, joined_root, (*tables, *scenario.tables), tuple(f for f in bases if f not in files)
        )

    def _report_missing(self, item: Node, word: str, base: ScenarioFile, base_id: str) -> None:
        if not word:
            return  # the schema has said so
        key = word.partition("/")[0]
        if key in NEVER_INHERITED:
            message, hint = f"`{key}` is never taken over from another scenario", "delete it"
        elif key == "turns":
            message, hint = (
                "a scenario cannot be without `turns`",
                "write the turns of this scenario: they replace the others",
            )
        else:
            near = closest(word, list(_paths(base.root, base.tables)))
            message = f"the scenario `{base_id}` has no `{word}`"
            hint = (
                f"did you mean `{near[0]}`?" if near else f"delete it, or look into `{base.root.span.file}`"
            )
        self._problem(
            "GEN065",
            item,
            message,
            expected="a key of the other scenario, or an entry such as setup/1-29",
            hint=hint,
        )

    def _problem(self, code: str, node: Node, message: str, expected: str, hint: str | None = None) -> None:
        self.report.add(Diagnostic(code, Severity.ERROR, message, node.span, expected=expected, hint=hint))


_KEYS_OF_PIECES = ("unit", "leader")


def _text(node: Node | None) -> str:
    return node.text.strip() if node is not None and node.is_scalar and not node.is_null else ""


def _inherited_node(root: Node) -> Node:
    """Return a scenario without what each says itself."""
    return replace(root, value={k: n for k, n in root.items() if k not in NEVER_INHERITED})


# --- join ----------------------------------------------------------------------------------------


def _join(base: Node, heir: Node, part: Mapping[str, Any]) -> Node:
    """Return a block of both: what `heir` says stands, joined with the base where the schema says so."""
    content: dict[str, Node] = dict(base.items())
    for key, node in heir.items():
        before = content.get(key)
        sub = part.get("properties", {}).get(key, {})
        names = sub.get("x-join")
        if before is None or names is None:
            content[key] = node
        elif names and node.is_list and before.is_list:
            content[key] = _join_lists(before, node, names)
        elif not names and node.is_map and before.is_map:
            content[key] = _join(before, node, sub)
        else:
            content[key] = node
    return replace(heir, value=content, key_spans={**base.key_spans, **heir.key_spans})


def _join_lists(base: Node, heir: Node, keys: Sequence[str]) -> Node:
    """Return a list of both: an entry stands instead of that of its name, others follow."""
    entries = {_name(node, keys): node for node in heir.elements() if _name(node, keys)}
    before = {_name(node, keys) for node in base.elements()}
    rows = [entries.get(_name(node, keys), node) for node in base.elements()]
    rows += [
        node
        for node in heir.elements()
        if (name := _name(node, keys)) not in before or entries.get(name) is not node
    ]
    return replace(heir, value=rows)


def _name(node: Node, keys: Sequence[str]) -> str:
    """Return the name of an entry: the first of the keys that it has; '' for none."""
    return next((text for key in keys if (text := _text(node.get(key)))), "")


def _names(node: Node | None, keys: Sequence[str]) -> set[str]:
    return {_name(entry, keys) for entry in node.elements()} - {""} if node is not None else set()


def _names_of_rows(tables: Sequence[Node]) -> set[str]:
    return {name for table in tables for name in _names(table, _KEYS_OF_PIECES)}


def _without_rows(rows: Node, names: set[str]) -> Node:
    """Return a list of placements without those of some pieces; of a group the others keep their hexes."""
    if not names or not rows.is_list:
        return rows
    left = (_smaller_group(row, names) for row in rows.elements() if _name(row, _KEYS_OF_PIECES) not in names)
    return replace(rows, value=[row for row in left if row is not None])


def _smaller_group(row: Node, names: set[str]) -> Node | None:
    """Return a placement, of a group without some units; None where nobody is left in it."""
    units = row.get("units")
    removed_entries = [one for one in units.elements() if _text(one) in names] if units is not None else []
    if units is None or not removed_entries:
        return row
    before = row.get(LEFT_GROUP)
    removed_entries += before.elements() if before is not None else []
    if len(removed_entries) == len(units.elements()):
        return None
    return _with(row, LEFT_GROUP, replace(units, value=removed_entries))


# --- take away -----------------------------------------------------------------------------------


def _take_away(root: Node, tables: tuple[Node, ...], word: str) -> tuple[Node, tuple[Node, ...]] | None:
    """Return a scenario without what a word of `without` names; None = it has no such thing."""
    if word.partition("/")[0] in (*NEVER_INHERITED, "turns"):
        return None
    if word == "setup":
        if root.get("setup") is None and not tables:
            return None
        return _without_key(_without_key(root, "setup"), "setup_tables"), ()
    if word == "setup_tables":
        return (_without_key(root, word), ()) if root.get(word) is not None else None
    smaller = _smaller(root, word, schema("scenario"))
    names = {word.partition("/")[2]} if word.startswith("setup/") else set()
    fewer = tuple(_without_rows(table, names) for table in tables)
    if smaller is None and names and (setup := root.get("setup")) is not None:
        left = _without_rows(setup, names)
        smaller = _with(root, "setup", left) if left.elements() != setup.elements() else None
    if smaller is None and all(len(a) == len(b) for a, b in zip(_rows(fewer), _rows(tables), strict=True)):
        return None
    return root if smaller is None else smaller, fewer


def _rows(tables: tuple[Node, ...]) -> list[list[Node]]:
    return [table.elements() for table in tables]


def _smaller(node: Node, path: str, part: Mapping[str, Any]) -> Node | None:
    """Return a block without the key or entry at a path; None = there is none."""
    if node.get(path) is not None:
        return _without_key(node, path)
    key, _, rest = path.partition("/")
    child, sub = node.get(key), part.get("properties", {}).get(key, {})
    names = sub.get("x-join")
    if child is None or not rest or names is None:
        return None
    if names:
        entries = [entry for entry in child.elements() if _name(entry, names) != rest]
        smaller = replace(child, value=entries) if len(entries) < len(child.elements()) else None
    else:
        smaller = _smaller(child, rest, sub)
    return None if smaller is None else _with(node, key, smaller)


def _without_key(node: Node, key: str) -> Node:
    return replace(node, value={k: n for k, n in node.items() if k != key})


def _with(node: Node, key: str, child: Node) -> Node:
    return replace(node, value={**dict(node.items()), key: child})


def _paths(root: Node, tables: Sequence[Node]) -> Iterator[str]:
    """Yield what `without` may name of a scenario."""
    yield from _paths_of(_inherited_node(root), schema("scenario"), "")
    yield from (f"setup/{name}" for name in sorted(_names_of_rows(tables)))


def _paths_of(node: Node, part: Mapping[str, Any], before: str) -> Iterator[str]:
    for key, child in node.items():
        yield f"{before}{key}"
        sub = part.get("properties", {}).get(key, {})
        names = sub.get("x-join")
        if names:
            yield from (f"{before}{key}/{name}" for entry in child if (name := _name(entry, names)))
        elif names is not None:
            yield from _paths_of(child, sub, f"{before}{key}/")
