"""What the marks of a module that `jdg build` made say: that it is one, its series, its pieces by kind."""

from __future__ import annotations

from collections.abc import Iterable

from jdgtools.importers.ids import is_id
from jdgtools.importers.turns import level_values
from jdgtools.importers.view import ModuleView, Slot, properties
from jdgtools.model.definition import SeriesDef
from jdgtools.vassal.traits import Marker

_STATE = "State "


def is_jdgtools_module(view: ModuleView) -> bool:
    """Return whether `jdg build` made the module: its pieces say what they are."""
    pieces_of_kind = (s.piece for s in view.slots if any("Kind" in m.names for m in s.piece.all(Marker)))
    marks = map(properties, pieces_of_kind)
    return any(m.get("Kind") in ("unit", "leader") and m.get("Id") for m in marks)


def find_series(view: ModuleView, candidates: Iterable[SeriesDef]) -> SeriesDef | None:
    """Return the series whose states the module's prototypes are; None when none fits."""
    states = {n.removeprefix(_STATE) for n in view.prototypes if n.startswith(_STATE)}
    phases = {p for c in view.root.find("ListTurnLevel") for p in level_values(c)}
    best: SeriesDef | None = None
    most = 0
    for series in candidates:
        axes = {a.id for a in series.state_axes}
        phase_names = {p.name.get(language) for p in series.phases for language in series.languages}
        score = 4 * len(states & axes) - 4 * len(states - axes) + len(phases & phase_names)
        if score > most:
            best, most = series, score
    return best


def pieces_by_kind(view: ModuleView) -> dict[str, list[Slot]]:
    """Return the palette's pieces by kind, each piece once; report what each slot became."""
    by_kind: dict[str, list[Slot]] = {}
    read_ids: set[tuple[str, str]] = set()
    for slot in view.slots:
        marks = properties(slot.piece)
        kind, piece_id = marks.get("Kind", ""), marks.get("Id", "")
        if not kind or not piece_id:
            view.report.component("dropped", slot.component, "no piece of ours: it has no Kind and Id")
        elif kind in ("marker", "order"):
            view.report.component("converted", slot.component, "made again from the series")
        elif not is_id(piece_id):
            view.report.component("dropped", slot.component, f"its Id {piece_id[:40]!a} is no id")
        elif (kind, piece_id) in read_ids:
            view.report.component("converted", slot.component, "the same piece again")
        else:
            read_ids.add((kind, piece_id))
            by_kind.setdefault(kind, []).append(slot)
            view.report.component("converted", slot.component, f"{kind} {piece_id}")
    return by_kind
