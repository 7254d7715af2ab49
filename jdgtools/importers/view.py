"""A module as the importer sees it: prototypes, slots, maps, setups; damaged parts are reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from jdgtools.errors import InputRefused
from jdgtools.importers.kinds import is_map
from jdgtools.importers.phrases import count_of
from jdgtools.importers.pictures import step_layers
from jdgtools.importers.positions import Position, read_positions
from jdgtools.importers.report import LossReport
from jdgtools.importers.roster import seats
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.package import Module
from jdgtools.vassal.traits import (
    DynamicProperty,
    Expander,
    Marker,
    Piece,
    PropertySheet,
    Prototype,
    Rotator,
    UnknownTrait,
)
from jdgtools.vassal.traits.base import trait_id

MAX_SLOTS = 20_000
"""Most pieces of palettes, decks and at-start stacks that are looked at."""


class Slot(Struct, frozen=True):
    """A piece of a palette, deck or at-start stack."""

    component: Component
    path: tuple[str, ...]
    """Names of the components around it, outermost first."""
    raw: Piece
    """As written."""
    piece: Piece
    """Prototypes expanded."""
    gpid: str
    name: str
    holder: Component | None = None
    """The deck or at-start stack that it lies in; None in a palette."""

    @property
    def prototypes(self) -> tuple[str, ...]:
        """Names of the prototypes that it names itself."""
        return tuple(t.name for t in self.raw.all(Prototype))


class ModuleView(Struct, frozen=True):
    """A module with what every step of an import asks of it: slots, prototypes, saved positions, sides."""

    module: Module
    prototypes: Mapping[str, Piece]
    slots: tuple[Slot, ...]
    positions: tuple[Position, ...]
    sides: tuple[str, ...]
    report: LossReport
    limits: Limits = DEFAULT
    contents: Mapping[int, list[Slot]] = field(default_factory=dict)
    """Pieces of decks and at-start stacks, by the identity of their component."""
    steps: frozenset[str] = frozenset()
    """Names of layers that show the counter itself (`pictures.step_layers`)."""

    @property
    def root(self) -> Component:
        """The tree of components."""
        return self.module.root


def properties(piece: Piece) -> dict[str, str]:
    """Return the fixed and dynamic properties of a piece; outer traits win, as in the engine."""
    marks: dict[str, str] = {}
    for trait in reversed(piece.traits):
        if isinstance(trait, Marker | PropertySheet):
            marks.update(trait.pairs())
        elif isinstance(trait, DynamicProperty):
            marks[trait.name] = trait.value
        elif isinstance(trait, Rotator):
            # Of two rotators the outer one counts.
            marks["#facing"] = str(clockwise_degrees(trait))
    return marks


def clockwise_degrees(rotator: Rotator) -> float:
    """Return by how many degrees a piece is turned clockwise, 0 to 360."""
    if rotator.facings > 1:
        return rotator.facing * 360 / rotator.facings % 360
    try:
        return -float(rotator.position) % 360
    except (ValueError, OverflowError):
        return 0.0


def open_module(
    module: Module, report: LossReport, limits: Limits = DEFAULT, setups: Sequence[str] = ()
) -> ModuleView:
    """Return the view of a module; what cannot be read is in the report.

    Args:
        module: the module.
        report: what cannot be read goes there.
        limits: of its parts.
        setups: names of the setups that are read, see `read_positions`.

    Raises:
        InputRefused: no setup has such a name.
    """
    root = module.root
    prototypes = _prototypes(root, report)
    slots = tuple(_slots(root, Expander(prototypes, limits), report))
    by_holder: dict[int, list[Slot]] = {}
    for slot in slots:
        if slot.holder is not None:
            by_holder.setdefault(id(slot.holder), []).append(slot)
    positions = tuple(read_positions(module, report, limits, setups))
    _report_missing(root, prototypes, slots, positions, report)
    _report_traits(slots, positions, report)
    report_places(root, positions, report)
    steps = step_layers(slot.piece for slot in slots)
    return ModuleView(module, prototypes, slots, positions, seats(root), report, limits, by_holder, steps)


def _report_missing(
    root: Component,
    prototypes: Mapping[str, Piece],
    slots: Iterable[Slot],
    positions: Iterable[Position],
    report: LossReport,
) -> None:
    """Report prototypes that pieces name and the module does not have, or that are not read."""
    prototype_names = {component.get("name") for component in root.find("PrototypeDefinition")}
    # A saved game has the traits of prototypes in their place; one that names them was written otherwise.
    in_setups = Counter(
        trait.name for position in positions for one in position.pieces for trait in one.piece.all(Prototype)
    )
    for name, count in sorted(in_setups.items()):
        if name in prototypes:
            note = f"{count_of(count, 'piece')} of setups: what it says of them is not read"
            report.say("unread", "PrototypeDefinition", name, note)
    by_pieces = Counter(name for slot in slots for name in slot.prototypes) + in_setups
    by_prototypes = Counter(trait.name for inner in prototypes.values() for trait in inner.all(Prototype))
    for name in sorted({*by_pieces, *by_prototypes} - prototypes.keys() - prototype_names):
        count, what = (by_pieces[name], "piece") if name in by_pieces else (by_prototypes[name], "prototype")
        plural = "s" if count > 1 else ""
        if name[:1].isalnum():
            note = (
                f"{count} {what}{plural} {'name' if plural else 'names'} it, and the module does not have it"
            )
            report.say("dropped", "PrototypeDefinition", name, note)
        else:
            # Designers write comments among the traits as prototypes that there are not: `*** Movement ***`.
            report.say(
                "kept", "PrototypeDefinition", name, f"a comment of {count} {what}{plural}, no prototype"
            )


def _report_traits(slots: Iterable[Slot], positions: Iterable[Position], report: LossReport) -> None:
    """Report traits that are none of VASSAL's: of slots, and those that only pieces of setups have."""
    names: Counter[str] = Counter()
    for slot in slots:
        names.update(_unknown_traits(slot.piece))
    placed_names = Counter(
        name for position in positions for one in position.pieces for name in _unknown_traits(one.piece)
    )
    for name, count in sorted({**placed_names, **names}.items()):
        pieces = ("pieces" if count > 1 else "piece") + ("" if name in names else " in setups")
        note = f"a trait of {count} {pieces} that is none of VASSAL's; what it says and does is not converted"
        report.say("kept", "Trait", name.rstrip(";")[:60], note)


def _unknown_traits(piece: Piece) -> set[str]:
    return {trait_id(t.type_text) for t in piece.traits if isinstance(t, UnknownTrait)}


def report_places(root: Component, positions: Sequence[Position], report: LossReport) -> None:
    """Report pieces that lie on a map or board that the module does not have, and count the others.

    Args:
        root: the module.
        positions: what its setups lay out, or another saved game.
        report: what is not read goes there.
    """
    maps: dict[str, set[str]] = {}
    for window in filter(is_map, root.walk()):
        # Of several maps of one name pieces lie on the first.
        maps.setdefault(window.get("mapName"), {b.get("name") for b in window.walk() if b.kind == "Board"})
    setups_by_board: Counter[tuple[str, str]] = Counter()
    setups_by_map: Counter[str] = Counter()
    setups_by_tracker: Counter[str] = Counter()
    trackers = {f"TurnTracker{n}" for n, _ in enumerate(_trackers(root))}
    for position in positions:
        setups_by_tracker.update(position.turns.keys() - trackers)
        if not position.has_stacks:
            _report_second_stacks(root, position, report)
        report.placed_pieces += len(position.pieces)
        if "" in maps:
            continue  # such a map has a name of the engine's
        pieces = Counter(p.map for p in position.pieces)
        absent = ((name, count) for name, count in sorted(pieces.items()) if name not in maps)
        losses = {f"the map {name[:60]!r}": count for name, count in absent}
        setups_by_map.update(position.boards.keys() - maps.keys())
        for name, layout in position.boards.items():
            missing = sorted({b.name for b in layout.boards if b.name not in maps.get(name, {b.name})})
            setups_by_board.update((name, board) for board in missing)
            if missing and pieces[name]:
                # Where one board of several is gone, nobody knows where the others lay.
                of_several = "the board" if len(layout.boards) == 1 else "a layout with the board"
                losses[f"{of_several} {missing[0][:60]!r} of {name[:60]!r}"] = pieces[name]
        for where, count in losses.items():
            report.placed_pieces -= count
            note = f"it lies on {where}, which the module does not have"
            report.say("unread", "Piece", position.name, note, count)
    _report_absent(setups_by_tracker, "Turn", "the turn tracker", report)
    # Where pieces lie on it, too, they are the loss.
    maps_of_pieces = {piece.map for position in positions for piece in position.pieces}
    empty_maps = {name: n for name, n in setups_by_map.items() if name not in maps_of_pieces}
    _report_absent(empty_maps, "PlaceOfBoard", "the map", report)
    for (name, board), count in sorted(setups_by_board.items()):
        note = f"{count} setup{'s lay' if count > 1 else ' lays'} it out, and the map does not have it"
        report.say("dropped", "Board", f"{name[:60]} / {board[:60]}", note)


def _report_second_stacks(root: Component, position: Position, report: LossReport) -> None:
    """Report the pieces at the start that VASSAL lays out besides those of a saved game."""
    count = 0
    for window in root.walk():
        layout = position.boards.get(window.get("mapName")) if is_map(window) else None
        boards = {board.name for board in layout.boards} if layout is not None else None
        for holder in window.children if is_map(window) else ():
            owner = holder.get("owningBoard")
            if holder.kind in ("SetupStack", "DrawPile") and (not owner or boards is None or owner in boards):
                count += sum(child.kind in ("PieceSlot", "CardSlot") for child in holder.children)
    if count:
        note = (
            "it lies in a stack or deck at the start, which VASSAL lays out besides: the saved game has no "
            "command SETUP_STACK, and the scenario does not have it"
        )
        report.say("unread", "Piece", position.name, note, count)


def _report_absent(setups: Mapping[str, int], kind: str, what: str, report: LossReport) -> None:
    """Report what setups say of a part that the module does not have.

    Args:
        setups: name of the part -> setups that say something of it.
        kind: of the finding.
        what: is absent.
        report: it goes there.
    """
    for name, count in sorted(setups.items()):
        note = f"{count_of(count, 'setup')} for {what} {name[:60]!r}, which the module does not have"
        report.say("unread", kind, name[:60], note, count)


def _trackers(root: Component) -> list[Component]:
    """Return the turn trackers of a module, those whose class is its own as well."""
    return [component for component in root.walk() if component.kind.endswith("TurnTracker")]


def _prototypes(root: Component, report: LossReport) -> dict[str, Piece]:
    prototypes: dict[str, Piece] = {}
    components = list(root.find("PrototypeDefinition"))
    for name, count in Counter(c.get("name") for c in components).items():
        if count > 1:
            report.doubt(f"{count} prototypes are called {name[:60]!r}: as in VASSAL the last one counts")
    for component in components:
        try:
            prototypes[component.get("name")] = component.piece()
        except InputRefused as error:
            report.component("dropped", component, str(error))
    return prototypes


def _slots(root: Component, expander: Expander, report: LossReport) -> Iterable[Slot]:
    left = MAX_SLOTS
    waiting: list[tuple[tuple[str, ...], Component | None, Component]] = [((), None, root)]
    while waiting:
        path, holder, component = waiting.pop()
        if component.kind in ("PieceSlot", "CardSlot"):
            left -= 1
            if left < 0:
                report.component("unread", component, f"more than {MAX_SLOTS} pieces")
                continue
            try:
                raw = component.piece()
                piece = expander.expand(raw)
            except InputRefused as error:
                report.component("dropped", component, str(error), " / ".join(path))
                continue
            gpid = component.get("gpid") or raw.gpid
            yield Slot(component, path, raw, piece, gpid, raw.name or component.get("entryName"), holder)
            continue
        inner = holder
        if component.kind in ("DrawPile", "SetupStack"):
            inner = component
        below = (*path, component.name) if component is not root and component.name else path
        waiting.extend((below[-20:], inner, child) for child in reversed(component.children))
