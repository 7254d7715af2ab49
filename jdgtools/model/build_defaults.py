"""Builds the defaults: what holds for units whose row of the order of battle does not say it.

A battle, a side and a command may have `defaults`. The nearest that speaks of a rating holds: that of the
command before that of the side, that of the side before that of the battle. What a row says always wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.context import Context, Subject
from jdgtools.model.pieces import Value
from jdgtools.source.node import Node


class _DefaultKey(Struct):
    """One key of a block of defaults."""

    subject: Subject
    node: Node
    change: int = 0
    """What is added to the front."""
    unit: str = ""
    """The last unit that has taken it, by which `report_unused` knows it is of use; '' = none so far."""


class UnitDefaults:
    """What the units of a battle have where their rows are silent.

    Each question notes the unit that asks, so `report_unused` comes after the last one.
    """

    def __init__(self, ctx: Context, root: Node, nation_ids: Collection[str]) -> None:
        """Read the defaults of the battle, its sides and its commands; wrong ones are reported.

        Args:
            ctx: takes the diagnostics.
            root: the battle file.
            nation_ids: the nationalities of the battle.
        """
        self._ctx = ctx
        self._nation_ids = nation_ids
        self._backs: dict[Subject, dict[str, _DefaultKey]] = {}
        self._parents: dict[Subject, _DefaultKey] = {}
        self._nations: dict[Subject, _DefaultKey] = {}
        self._names: dict[str, str] = {}
        self._read(("battle",), root)
        for kind, key in (("side", "sides"), ("command", "commands")):
            for node in _elements(root, key):
                owner = ctx.string(node.get("id"))
                if owner:
                    self._read((kind, owner), node)
                    name = ctx.text(node.get("name")).get(ctx.language)
                    if kind == "command" and name:
                        self._names.setdefault(owner, name)

    def _read(self, subject: Subject, owner: Node) -> None:
        node = owner.get("defaults") if owner.is_map else None
        if node is None or not node.is_map or subject in self._backs:
            return
        fields = {f.id: f for f in self._ctx.series.unit_fields if f.two_sided and f.type == "int"}
        backs = self._backs.setdefault(subject, {})
        parent, reverse = node.get("parent"), node.get("back")
        if parent is not None:
            self._parents[subject] = _DefaultKey((*subject, "defaults", "parent"), parent)
        nation = node.get("nationality")
        if nation is not None:
            self._nations[subject] = _DefaultKey((*subject, "defaults", "nationality"), nation)
            name = self._ctx.string(nation)
            if name not in self._nation_ids:
                where = self._nations.pop(subject).subject
                self._ctx.unknown("REF006", nation, "nationality", name, self._nation_ids, where)
        for key, item in reverse.items() if reverse is not None and reverse.is_map else ():
            change = self._ctx.number(item)
            entry = _DefaultKey((*subject, "defaults", key), item, change or 0)
            if key not in fields:
                self._ctx.unknown("GEN151", item, "rating with a reverse", key, fields, entry.subject)
            elif change is not None:
                backs[key] = entry

    def parent(self, unit: str, side: str | None, command: str | None) -> str:
        """Return the name of a unit's command where a default says so; '' if none does."""
        for subject in _owners(side, command):
            entry = self._parents.get(subject)
            if entry is not None and command in self._names:
                entry.unit = unit
                return self._names[command]
        return ""

    def nationality(self, unit: str, side: str | None, command: str | None) -> str | None:
        """Return the nationality of a unit whose row has none; None if no default says it."""
        for subject in _owners(side, command):
            entry = self._nations.get(subject)
            if entry is not None:
                entry.unit = unit
                return self._ctx.string(entry.node)
        return None

    def backs(
        self,
        unit: str,
        side: str | None,
        command: str | None,
        front: dict[str, Value],
        back: dict[str, Value],
    ) -> dict[str, Value]:
        """Return the ratings of the reverse with those that the row does not give.

        A number that the series does not know for a reverse is reported at the default.
        """
        values = dict(back)
        for subject in _owners(side, command):
            for key, entry in self._backs.get(subject, {}).items():
                number = front.get(key)
                if key in values:
                    continue
                if not isinstance(number, int) or isinstance(number, bool):
                    # The reverse lacks a number because the front does, of which something is said.
                    self._ctx.faulty.add(("unit", unit, f"{key}_back"))
                    entry.unit = unit  # who would take it, if that were mended
                    continue
                entry.unit = unit
                definition = next(f for f in self._ctx.series.unit_fields if f.id == key)
                reverse: Subject = ("unit", unit, f"{key}_back")
                value = number + entry.change
                if self._ctx.judge_range(definition, value, entry.node, reverse, f"unit `{unit}`"):
                    values[key] = value
        return values

    def report_unused(self) -> None:
        """Report defaults that no unit takes (GEN152): the rows say it all, or nobody belongs there.

        Where a column has a wrong name, its rows say nothing yet.
        """
        if any(problem.code == "REF016" for problem in self._ctx.diagnostics):
            return
        entries: Iterable[_DefaultKey] = [
            *self._parents.values(),
            *self._nations.values(),
            *(entry for block in self._backs.values() for entry in block.values()),
        ]
        for entry in entries:
            if not entry.unit:
                self._ctx.problem(
                    "GEN152",
                    entry.node,
                    f"no unit takes the default of `{entry.subject[-1]}`",
                    expected="a unit whose row does not say it",
                    hint="leave the default out, or the column where it should hold",
                    severity=Severity.WARNING,
                )


def _owners(side: str | None, command: str | None) -> tuple[Subject, ...]:
    """Return whose defaults hold for a unit, the nearest first."""
    nearest: tuple[Subject, ...] = (("command", command),) if command else ()
    return (*nearest, *((("side", side),) if side else ()), ("battle",))


def _elements(root: Node, key: str) -> list[Node]:
    node = root.get(key)
    return [child for child in node.elements() if child.is_map] if node is not None else []
