"""The loss report: what became of every component of a module."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, field

from jdgtools.diagnostics.names import first_names
from jdgtools.importers.kinds import is_own_class
from jdgtools.importers.phrases import count_of
from jdgtools.vassal.components import CDATA, COMMENT, Component

Outcome = Literal["converted", "kept", "unread", "dropped"]
OUTCOMES: tuple[Outcome, ...] = ("converted", "kept", "unread", "dropped")
WORDS: Mapping[str, str] = {
    "converted": "converted",
    "kept": "kept on purpose",
    "unread": "not read (damaged, missing or too large)",
    "dropped": "dropped",
}
"""How people are told of the outcomes."""
_GROUPS = {
    "pieces": ("PieceSlot", "CardSlot"),
    "pieces in setups and saves": ("Piece",),
    "numbers of pieces in setups and saves": ("PlaceOfPiece",),
    "commands of setups and saves": ("Command", "PlaceOfBoard"),
    "turns of trackers, setups and saves": ("Turn", "TurnTracker"),
    "seats of the roster": ("entry",),
    "places of stacks at the start": ("PlaceOfStack",),
    "prototypes": ("PrototypeDefinition",),
    "setups and saves": ("PredefinedSetup", "SavedGame"),
    "boards": ("Board",),
    "module data": ("ModuleData",),
    "damaged entries of the archive": ("Entry",),
    "grids and zones": ("HexGrid", "HexGridNumbering", "Zone"),
    "pictures": ("Picture",),
}
"""Rows of the table of a report: the kinds of findings that each counts."""


class ImportFinding(Struct, frozen=True):
    """What became of one thing."""

    outcome: Outcome
    """`converted` into the battle's files, `kept` verbatim on purpose, `unread` because it is damaged,
    missing or beyond a limit (then kept as it is, too), or `dropped`."""
    kind: str
    """Class of the component, or `Piece`, `SavedGame`, `Picture`, `Entry` (of the archive)."""
    name: str
    """How the module calls it, with the components around it."""
    note: str
    """Where it went, or why it did not."""
    count: int = 1
    """How many such things it stands for."""

    def line(self) -> str:
        """Return it as one line of text."""
        many = f"{self.count} x " if self.count > 1 else ""
        return f"{many}{self.kind} {_clean(self.name)!r}: {_clean(self.note)}"


class ReportRow(Struct, frozen=True):
    """A row of the table of a report: how much of one class was read."""

    what: str
    """Pieces, pictures, …."""
    total: int
    """How many the module has."""
    read: int
    """How many of them became part of the battle, or were kept on purpose."""
    reasons: tuple[tuple[str, int], ...]
    """Why others were not read -> how many, the most frequent first."""

    def line(self) -> str:
        """Return the row as one line of text."""
        why = "; ".join(f"{count} x {_clean(note)}" for note, count in self.reasons[:3])
        more = f"; {len(self.reasons) - 3} more reasons" if len(self.reasons) > 3 else ""
        return f"{self.what}: {self.read} of {self.total} read{': ' + why if why else ''}{more}"


class LossReport(Struct):
    """Collects findings; components nobody spoke of are filled in at the end."""

    findings: list[ImportFinding] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """What the designer must add, one line each."""
    doubts: list[str] = field(default_factory=list)
    """What was guessed, one line each."""
    placed_pieces: int = 0
    """How many pieces of setups and saved games were read."""
    _seen_places: dict[int, None] = field(default_factory=dict)
    _components: list[int] = field(default_factory=list)
    """Places of findings about components."""

    def say(self, outcome: Outcome, kind: str, name: str, note: str, count: int = 1) -> None:
        """Note what became of something that is no component, or of several such things."""
        self.findings.append(ImportFinding(outcome, kind, name, note, count))

    def component(self, outcome: Outcome, component: Component, note: str, where: str = "") -> None:
        """Note what became of a component; the first word counts."""
        if id(component) not in self._seen_places:
            self._seen_places[id(component)] = None
            name = f"{where} / {component.name}" if where and component.name else component.name or where
            self._components.append(len(self.findings))
            self.findings.append(ImportFinding(outcome, component.kind, name, note))

    def nothing_dropped(self, where: str) -> None:
        """Say of components that could not be read that they are kept all the same."""
        for n in self._components:
            finding = self.findings[n]
            if finding.outcome == "dropped":
                note = f"not read: {finding.note}; {where}"
                self.findings[n] = ImportFinding("unread", finding.kind, finding.name, note)

    def lack(self, line: str) -> None:
        """Note something that the designer must add."""
        _add(self.missing, line)

    def doubt(self, line: str) -> None:
        """Note a guess."""
        _add(self.doubts, line)

    def no_setups(self, setups: int) -> str:
        """Return why there is no scenario: no predefined setup, or none that can be read."""
        hint = "name a saved game with --save"
        if not setups:
            return f"setups: the module has no predefined setup; {hint}"
        return f"setups: the module has {setups}, and none could be read (see the report); {hint}"

    def own_classes(self, root: Component, entries: Iterable[str]) -> None:
        """Note the components whose code is the module's own: what they do, no other program knows.

        Args:
            root: the tree, with what extensions add.
            entries: names of the files in the module and its extensions.
        """
        tags: Counter[str] = Counter()
        classes = {name for name in entries if name.endswith(".class")}
        for where, component in _paths(root):
            if is_own_class(component):
                tags[component.tag] += 1
                note = "code of the module's own does what it does; its attributes are kept in module/"
                self.component("kept", component, note, where)
        for tag, count in tags.items():
            if f"{tag.replace('.', '/')}.class" not in classes:
                note = "no file of the module has this Java class, and VASSAL stops at its components"
                self.say("unread", "Class", tag, note, count)
        if tags or classes:
            mine = "".join(f"; {n} x {tag.rpartition('.')[2]}" for tag, n in tags.most_common(6))
            self.doubt(
                f"the module has Java code of its own ({count_of(len(classes), 'file')} of classes{mine}): "
                "what its components add to the game is not read"
            )

    def rest(self, root: Component, outcome: Outcome, notes: Mapping[str, str], default: str) -> None:
        """Note what becomes of all components not spoken of yet.

        Args:
            root: the tree.
            outcome: what becomes of them.
            notes: reasons by class.
            default: reason for all other classes.
        """
        for where, component in _paths(root):
            if component.tag in (COMMENT, CDATA):
                continue
            note = notes.get(component.kind, default)
            result: Outcome = "converted" if note.startswith("made again") else outcome
            self.component(result, component, note, where)

    def counts(self) -> dict[str, int]:
        """Return how many things there are by outcome."""
        counts: Counter[Outcome] = Counter()
        for f in self.findings:
            counts[f.outcome] += f.count
        return {outcome: counts[outcome] for outcome in OUTCOMES}

    @property
    def losses(self) -> int:
        """Number of things that could not be read, or that the project does not hold."""
        counts = self.counts()
        return counts["unread"] + counts["dropped"]

    def table(self) -> list[ReportRow]:
        """Return how much was read of each class that the module has, the worst first."""
        rows = []
        for what, kinds in _GROUPS.items():
            findings = [f for f in self.findings if f.kind in kinds]
            loss_counts: Counter[str] = Counter()
            for f in findings:
                if f.outcome in ("unread", "dropped"):
                    loss_counts[_reason(f)] += f.count
            total = sum(f.count for f in findings) + (self.placed_pieces if "Piece" in kinds else 0)
            if total:
                reasons = tuple(sorted(loss_counts.items(), key=lambda item: (-item[1], item[0])))
                rows.append(ReportRow(what, total, total - loss_counts.total(), reasons))
        return sorted(rows, key=lambda row: (row.read - row.total) / row.total)

    def json(self, head: Mapping[str, object]) -> str:
        """Return the whole report for programs."""
        data = {
            **head,
            "counts": self.counts(),
            "table": [
                {"what": row.what, "total": row.total, "read": row.read, "reasons": dict(row.reasons)}
                for row in self.table()
            ],
            "missing": self.missing,
            "doubts": self.doubts,
            "findings": [
                {"outcome": f.outcome, "kind": f.kind, "name": f.name, "note": f.note, "count": f.count}
                for f in self.findings
            ],
        }
        # ASCII: a lone surrogate in a damaged module must not stop the report.
        return json.dumps(data, indent=1, ensure_ascii=True) + "\n"

    def text(self, title: str) -> str:
        """Return the report for people: how much was read, what is missing and guessed, then every loss."""
        counts = self.counts()
        out = [title, "=" * len(title), ""]
        out += [", ".join(f"{counts[o]} {WORDS[o]}" for o in OUTCOMES), ""]
        out += [row.line() for row in self.table()]
        for head, lines in (("To be added by you", self.missing), ("Guessed; please look", self.doubts)):
            if lines:
                out += ["", head, "-" * len(head), *[f"- {_clean(line)}" for line in lines]]
        for outcome in ("unread", "dropped", "kept", "converted"):
            groups: dict[tuple[str, str], list[str]] = {}
            sizes: Counter[tuple[str, str]] = Counter()
            for f in self.findings:
                if f.outcome == outcome:
                    groups.setdefault((f.kind, f.note), []).append(f.name)
                    sizes[f.kind, f.note] += f.count
            if groups:
                out += ["", WORDS[outcome].capitalize(), "-" * len(WORDS[outcome])]
            for (kind, note), names in groups.items():
                names_shown = first_names([_clean(n) for n in names if n], 6)
                size = sizes[kind, note]
                many = f"{size} x " if size > 1 else ""
                out.append(f"- {many}{kind}{': ' + names_shown if names_shown else ''}: {_clean(note)}")
        return "\n".join(out) + "\n"


EDITED = ("changed since `jdg build` wrote it", "differs from what this version makes")
"""How notes on components begin that were edited; a colon and what was edited follow."""
MAX_PATH = 160
"""Most characters of the names of the components around one."""
MAX_LINES = 400
"""Most lines of each kind: a hostile module must not write a book."""


_MORE = f"more lines of this kind than {MAX_LINES}; they are left out"


def _add(lines: list[str], line: str) -> None:
    if len(lines) < MAX_LINES and line not in lines:
        lines.append(line)
    elif line not in lines:
        lines[MAX_LINES:] = [_MORE]


def _clean(text: str) -> str:
    """Return a text of one line that can be written in UTF-8."""
    printable = "".join(c if c.isprintable() else " " for c in text[:300])
    return printable.encode("utf-8", "replace").decode("utf-8")


def _paths(root: Component) -> list[tuple[str, Component]]:
    paths: list[tuple[str, Component]] = []
    waiting: list[tuple[str, Component]] = [("", root)]
    while waiting:
        where, component = waiting.pop()
        paths.append((where, component))
        inner = (component.name or component.kind) if component is not root else ""
        below = f"{where} / {inner}" if where and inner else inner or where
        if len(below) > MAX_PATH:
            # Whole names, where one name alone is not longer: the beginning is left out.
            end = below[-MAX_PATH:]
            below = f"… / {end.partition(' / ')[2] or end}"
        waiting.extend((below, child) for child in reversed(component.children))
    return paths


def _reason(finding: ImportFinding) -> str:
    """Return why something was not read, in the same words for all of a kind: the row counts by reason.

    Which picture it is, and what in a component was edited, stands in the finding alone.
    """
    if finding.note.startswith(EDITED):
        return finding.note.partition(": ")[0]
    return re.sub(r"^picture '[^']*'", "it", finding.note) if finding.kind == "Picture" else finding.note
