"""Edits of a module that `jdg build` made: what somebody changed since, which `jdg build` makes as before.

The battle comes back from the source inside the module. Whatever else was changed with VASSAL's editor, or by
an extension, is compared with the record of what was written (`jdgtools.vassal.as_built`), and said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct

from jdgtools import __version__
from jdgtools.diagnostics.names import first_names
from jdgtools.errors import InputRefused
from jdgtools.importers.embedded_source import PREFIX
from jdgtools.importers.report import EDITED, Outcome
from jdgtools.importers.view import ModuleView, properties
from jdgtools.vassal.as_built import INDEX, AsBuilt, Sums, read_record, sums_of
from jdgtools.vassal.components import Component
from jdgtools.vassal.differences import (
    SLOTS,
    ComponentChange,
    ComponentDifference,
    component_changes,
    tree_differences,
)
from jdgtools.vassal.package import SAVE_ENDINGS, Module

MADE_AGAIN = "made again by `jdg build`"
NOTHING_TO_COMPARE = "taken for what `jdg build` made: the module has nothing to compare it with"
_MAX_CHANGES = 4
"""Most changes of a component that are put into words."""
_PAGES = (".html", ".htm", ".txt")
_READ_KINDS = (
    "CounterTurnLevel",
    "GameModule",
    "HexGrid",
    "HexGridNumbering",
    "ListTurnLevel",
    "PlayerRoster",
    "PredefinedSetup",
    "Zone",
    "entry",
)
"""Classes of components that a module without its source is read from, beside its pieces."""
_READ_PARTS = ("CalculatedProperty Info", "Marker", "Rotator", "entryName", "name")
"""Parts of a piece that it is read from: beginnings of `ComponentChange.part`."""


class Wording(Struct, frozen=True):
    """How differences are told."""

    change: str
    addition: str
    removal: str


SINCE_BUILT = Wording(
    f"{EDITED[0]}, which will make it as before: {{}}",
    "added since `jdg build` wrote the module; `jdg build` will not make it",
    "removed since `jdg build` wrote the module; `jdg build` will make it again",
)
FROM_THIS_VERSION = Wording(
    f"{EDITED[1]}, and `jdg build` will make it so: {{}}",
    "nothing that this version makes; `jdg build` will not make it",
    "the module does not have it, and this version makes it; `jdg build` will make it",
)
_OLDER = (
    "not in the module, which another version of jdgtools made: compared with what {} makes of its source, "
    "and edits cannot be told apart from changes of the program"
)
_SAME = "not in the module, which is what {} makes of its source"
_OTHER_VERSION = "; this is {}, which may make other things in another way"
_NOTHING_THERE = (
    "not in the module, and no source that makes the module again: what was edited since `jdg build` wrote "
    "it cannot be told"
)
_READ = f"{EDITED[0]}, and read as it is now: {{}}"
_OF_VASSAL = "VASSAL adds it by itself"
_SAVED_GAME = " (as a saved game it comes over with --save)"
_BY_EXTENSION = "an extension adds it; `jdg build` will not make it"


class BareModule(Struct, frozen=True):
    """A module before extensions joined it."""

    components: frozenset[int]
    """Identities of its components."""
    entries: frozenset[str]
    """Names of its entries."""


def tell_edits(
    view: ModuleView, plain: Module, remake: Callable[[], AsBuilt | None] | None
) -> AsBuilt | None:
    """Say of everything in a module that is not as `jdg build` wrote it what becomes of it.

    Args:
        view: the module, with its extensions.
        plain: the module without them.
        remake: gives what this version makes of the source inside; None if there is no source.

    Returns:
        What the module was compared with; None where there is nothing.
    """
    report = view.report
    wording, before = SINCE_BUILT, None
    try:
        before = read_record(view.module, view.limits)
    except InputRefused as refusal:
        report.say("unread", "Record", INDEX, str(refusal))
    if before is None and remake is not None:
        wording, before = FROM_THIS_VERSION, remake()
    if before is None:
        report.say("unread", "Record", INDEX, _NOTHING_THERE)
        return None
    parts = BareModule(frozenset(id(c) for c in plain.root.walk()), frozenset(plain.entries))
    losses = report.losses
    EditTeller(view, before, wording, parts, has_source=remake is not None).tell()
    if wording is SINCE_BUILT:
        this = f"jdgtools {__version__}"
        other = _OTHER_VERSION.format(this) if before.made_by != this else ""
        note = f"written by {before.made_by}, and the module is compared with it{other}"
    else:
        note = (_SAME if report.losses == losses else _OLDER).format(before.made_by)
    report.say("converted", "Record", INDEX, note)
    return before


class EditTeller(Struct, frozen=True, dict=True):
    """Says of every difference what becomes of it."""

    view: ModuleView
    before: AsBuilt
    """What the module is compared with."""
    wording: Wording
    plain: BareModule
    """The module without its extensions."""
    has_source: bool = True
    """Whether the battle comes from the source inside; else it is read from pieces and setups."""

    def tell(self) -> None:
        """Report all components and entries that are not what they were."""
        for difference in _with_moves(list(tree_differences(self.before.root, self.view.root))):
            if difference.what == "removed":
                self._say_removal(difference)
            elif difference.what == "added":
                self._say_addition(difference)
            elif difference.what == "changed":
                self._say_change(difference)
            else:
                self.view.report.component("converted", difference.component, _OF_VASSAL, difference.where)
        self._say_metadata()
        self._say_entries()

    # --- components -------------------------------------------------------------------------------

    def _say_change(self, difference: ComponentDifference) -> None:
        component, changes = difference.component, list(difference.changes)
        file = component.get("file")
        if component.kind == "PredefinedSetup" and self.before.sums.get(file) != self._sums.get(file):
            changes.append(ComponentChange("file", f"its saved game {file}"))
        texts = [c.text for c in changes]
        is_read = self._is_read(difference)
        wording = _READ if is_read else self.wording.change
        note = wording.format(first_names(texts, _MAX_CHANGES, "; "))
        outcome: Outcome = "converted" if is_read else "dropped"
        self.view.report.component(outcome, component, note + self._hint(component), difference.where)

    def _hint(self, component: Component) -> str:
        """Return how a setup may become part of the battle all the same."""
        return _SAVED_GAME if component.kind == "PredefinedSetup" and self.has_source else ""

    def _is_read(self, difference: ComponentDifference) -> bool:
        """Return whether all that has changed comes into the battle."""
        if self.has_source:
            return False
        component = difference.component
        if component.kind in SLOTS:
            return all(c.part.startswith(_READ_PARTS) for c in difference.changes)
        return component.kind in _READ_KINDS

    def _say_addition(self, difference: ComponentDifference) -> None:
        for n, component in enumerate(difference.component.walk()):
            if component.tag.startswith("#") or (not self.has_source and self._is_read_elsewhere(component)):
                continue
            by_extension = id(component) not in self.plain.components
            note = _BY_EXTENSION if by_extension else self.wording.addition
            inside = difference.component.name or difference.component.kind
            where = f"{difference.where} / {inside}".removeprefix(" / ") if n else difference.where
            self.view.report.component("dropped", component, note + self._hint(component), where)

    def _is_read_elsewhere(self, component: Component) -> bool:
        """Return whether a component is read as a piece or setup of the battle, wherever it comes from."""
        return component.kind == "PredefinedSetup" or id(component) in self._marked_pieces

    @cached_property
    def _marked_pieces(self) -> frozenset[int]:
        """Identities of the slots whose pieces say what they are."""
        marks = ((id(slot.component), properties(slot.piece)) for slot in self.view.slots)
        return frozenset(n for n, m in marks if m.get("Kind") and m.get("Id"))

    def _say_removal(self, difference: ComponentDifference) -> None:
        component, where = difference.component, difference.where
        inner = sum(1 for _ in component.walk()) - 1
        name = f"{where} / {component.name}" if where and component.name else component.name or where
        note = self.wording.removal
        outcome: Outcome = "dropped"
        if not self.has_source and (component.kind in SLOTS or component.kind in _READ_KINDS):
            outcome, note = "converted", f"{note.partition(';')[0]}; the battle does not have it"
        if inner:
            note = f"{note} (with {inner} components in it)"
        self.view.report.say(outcome, component.kind, name, note)

    @cached_property
    def _sums(self) -> Sums:
        """Entries of the module."""
        return sums_of((n, data) for n, data in self.view.module.entries.items() if not n.endswith("/"))

    # --- entries ----------------------------------------------------------------------------------

    def _say_metadata(self) -> None:
        module, root = self.view.module, self.before.root
        metadata = module.metadata
        if metadata is None:
            self.view.report.say("dropped", "ModuleData", module.metadata_name, self.wording.removal)
        if metadata is None or module.damage:
            return
        metadata_there = {key: root.get(key) for key in ("name", "version", "description")}
        metadata_there |= {"extra1": "", "extra2": ""}
        changes = [
            f"{key} {old!r} is now {new!r}"
            for key, old in metadata_there.items()
            if (new := getattr(metadata, key) or "") != old
        ]
        if changes:
            note = self.wording.change.format("; ".join(changes))
            self.view.report.say("dropped", "ModuleData", module.metadata_name, note)

    def _say_entries(self) -> None:
        module = self.view.module
        now = self._sums
        setups = {c.get("file"): c for c in self.view.root.find("PredefinedSetup")}
        for name in sorted({*now, *self.before.sums} - module.damaged_entries.keys()):
            old, new = self.before.sums.get(name), now.get(name)
            if name.startswith(PREFIX):
                self._say_source(name, old, new)
            elif old == new:
                if name.startswith("images/"):
                    self.view.report.say("converted", "Picture", name, MADE_AGAIN)
            elif name in setups and new is not None:
                if self.has_source:
                    self._say_change(ComponentDifference("changed", setups[name], ""))
            else:
                self._say_entry(name, old, new)

    def _say_entry(self, name: str, old: tuple[int, int] | None, new: tuple[int, int] | None) -> None:
        if old is None:
            by_extension = name not in self.plain.entries
            note = _BY_EXTENSION if by_extension else self.wording.addition
        elif new is None:
            note = self.wording.removal
        else:
            size = f"{old[0]} bytes are now {new[0]}" if old[0] != new[0] else f"other {new[0]} bytes"
            note = self.wording.change.format(f"its content ({size})")
        self.view.report.say("dropped", _entry_kind(name), name, note)

    def _say_source(self, name: str, old: tuple[int, int] | None, new: tuple[int, int] | None) -> None:
        """Say what the project has in another form than it was built from."""
        if old == new or not self.has_source:
            return
        what = "added" if old is None else "removed" if new is None else "changed"
        has = "does not have it" if new is None else "has it as it is now"
        note = f"{what} since `jdg build` wrote the module; the project {has}"
        self.view.report.say("dropped" if new is None else "converted", "Source", name, note)


def _with_moves(differences: Sequence[ComponentDifference]) -> list[ComponentDifference]:
    """Return differences with a slot that is gone at one place and new at another as one that was moved."""
    slots = [d for d in differences if d.component.kind in SLOTS and d.component.get("gpid")]
    removed_slots = {d.component.get("gpid"): d for d in slots if d.what == "removed"}
    moved_ids = {n for d in slots if d.what == "added" and (n := d.component.get("gpid")) in removed_slots}
    with_moves = []
    for difference in differences:
        number = difference.component.get("gpid")
        if difference.component.kind in SLOTS and number in moved_ids and difference.what != "changed":
            if difference.what == "removed":
                continue
            before = removed_slots[number]
            changes = (
                ComponentChange("place", f"it stood in {before.where!r}"),
                *component_changes(before.component, difference.component),
            )
            difference = ComponentDifference("changed", difference.component, difference.where, changes)
        with_moves.append(difference)
    return with_moves


def _entry_kind(name: str) -> str:
    if name.startswith("images/"):
        return "Picture"
    if name.lower().endswith(SAVE_ENDINGS):
        return "SavedGame"
    return "Page" if name.lower().endswith(_PAGES) else "File"
