"""What differs between two trees of components: what was added, changed and removed since the first.

Spelling does not count: the order of attributes, white space, how a trait is written. Neither does what
VASSAL does by itself when its editor saves a module: it adds components and options with values of its own,
drops what a board with a picture needs no longer, counts pieces and measures them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.errors import InputRefused
from jdgtools.vassal.build import classes
from jdgtools.vassal.components import CDATA, COMMENT, Component
from jdgtools.vassal.traits import BasicPiece, Piece
from jdgtools.vassal.traits.base import Trait, UnknownTrait

SLOTS = ("PieceSlot", "CardSlot")
_PIECES = (*SLOTS, "PrototypeDefinition")
_COUNTED: Mapping[str, tuple[str, ...]] = {
    "PieceSlot": ("gpid", "width", "height"),
    "CardSlot": ("gpid", "width", "height"),
    "GameModule": ("VassalVersion", "nextPieceSlotId"),
}
"""Attributes that VASSAL counts or measures, by class."""
_NOT_WITH_A_PICTURE = ("color", "width", "height")
"""Attributes that VASSAL drops from a board with a picture."""
_ADDED_BY_VASSAL = (
    "Chatter",
    "Flare",
    "GlobalProperties",
    "GlobalTranslatableMessages",
    "HighlightLastMoved",
    "KeyNamer",
    "Language",
    "SelectionHighlighters",
    "ZonedGridHighlighter",
)
"""Classes of components that VASSAL adds to a module or map without them."""
_OPTIONS: Mapping[str, str] = {
    "newHotKey": "87,520",
    "endHotKey": "87,585",
    "stepIcon": "/images/StepForward16.gif",
    "stepHotKey": "34,0",
    "undoIcon": "/images/Undo16.gif",
    "undoHotKey": "",
    "serverControlsIcon": "/images/connect.gif",
    "serverControlsHotKey": "83,520",
    "debugControlsIcon": "",
    "debugControlsHotKey": "",
    "scenarioPropertiesIcon": "",
    "scenarioPropertiesHotKey": "",
}
"""Options that VASSAL adds to the global ones, with its values."""
_MAX_COMPARED = 2500
"""Most pairs of traits of a piece that are compared: a hostile module has many of either."""
_MAX_SHOWN = 60
"""Most characters of a value that are shown."""


class ComponentChange(Struct, frozen=True):
    """One thing that is different in a component."""

    part: str
    """Name of the attribute or of the trait's class; `name`, `text` or `order`."""
    text: str
    """What was, and what is now."""


class ComponentDifference(Struct, frozen=True):
    """A component that differs."""

    what: Literal["added", "changed", "removed", "of VASSAL"]
    """`of VASSAL`: its editor has added it by itself."""
    component: Component
    """As it is now; of a removed one, as it was."""
    where: str
    """Names of the components around it."""
    changes: tuple[ComponentChange, ...] = ()
    """Of a changed one."""


def tree_differences(before: Component, now: Component) -> Iterator[ComponentDifference]:
    """Yield what differs between two trees; below an added or removed component nothing is yielded.

    Args:
        before: the first tree.
        now: what became of it.
    """
    if before is now:
        return
    digests = {**_digests(before), **_digests(now)}
    newer = _series(now.get("VassalVersion")) != _series(before.get("VassalVersion"))
    waiting: list[tuple[str, Component, Component, bool]] = [("", before, now, True)]
    while waiting:
        where, old, new, top = waiting.pop()
        if digests.get(id(old)) == digests[id(new)]:
            continue
        pairs, removed_components, added_components = _match(_elements(old), _elements(new), digests)
        changes = component_changes(old, new, newer)
        if any(b[0] < a[0] for a, b in pairwise(pairs)):
            changes.append(ComponentChange("order", "the order of its components"))
        if changes:
            yield ComponentDifference("changed", new, where, tuple(changes))
        inner = "" if top else new.name or new.kind
        below = (f"{where} / {inner}" if where and inner else inner or where)[-160:]
        for component in removed_components:
            yield ComponentDifference("removed", component, below)
        for component in added_components:
            is_of_vassal = _is_of_vassal(component)
            yield ComponentDifference("of VASSAL" if is_of_vassal else "added", component, below)
            if is_of_vassal and component.children:
                # A container, with what somebody put into it.
                waiting.append((below, replace(component, children=[]), component, False))
        waiting.extend((below, b, n, False) for _, b, n in reversed(pairs))


def component_changes(before: Component, now: Component, newer: bool = False) -> list[ComponentChange]:
    """Return what differs between two components themselves.

    Args:
        before: the first.
        now: what became of it.
        newer: whether another version of VASSAL wrote it, which may have attributes of its own.
    """
    return [*_attribute_changes(before, now, newer), *_text_changes(before, now)]


def _elements(component: Component) -> list[Component]:
    return [c for c in component.children if c.tag not in (COMMENT, CDATA)]


def _series(version: str) -> tuple[str, ...]:
    return tuple(version.split(".")[:2])


def _digests(root: Component) -> dict[int, int]:
    """Return a hash of every component with all below it, by identity."""
    digests: dict[int, int] = {}
    for component in reversed(list(root.walk())):
        counted_fields = _COUNTED.get(component.kind, ())
        values = frozenset((k, v) for k, v in component.attributes.items() if k not in counted_fields)
        inner = tuple(digests[id(c)] for c in _elements(component))
        digests[id(component)] = hash((component.tag, values, component.full_text(), inner))
    return digests


def _match(
    before: Sequence[Component], now: Sequence[Component], digests: Mapping[int, int]
) -> tuple[list[tuple[int, Component, Component]], list[Component], list[Component]]:
    """Return which components are the same (place before, before, now), which are gone, which are new."""
    partner: dict[int, int] = {}
    left = list(range(len(before)))
    keys: tuple[Callable[[Component], Hashable], ...] = (
        lambda c: digests.get(id(c)),
        lambda c: (c.tag, c.get("gpid")) if c.kind in SLOTS and c.get("gpid") else None,
        lambda c: (c.tag, c.name or c.full_text()[:200]),
    )
    for key in keys:
        places: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for i in left:
            places[key(before[i])].append(i)
        for n, component in enumerate(now):
            value = key(component)
            if n not in partner and value is not None and places[value]:
                partner[n] = places[value].popleft()
        matched_places = set(partner.values())
        left = [i for i in left if i not in matched_places]
    # What is left of one class may have been renamed.
    places_by_name: defaultdict[str, deque[int]] = defaultdict(deque)
    for i in left:
        places_by_name[before[i].tag].append(i)
    for n, component in enumerate(now):
        same = places_by_name[component.tag]
        if n not in partner and same and _alike(before[same[0]], component):
            partner[n] = same.popleft()
    matched_places = set(partner.values())
    pairs = [(partner[n], before[partner[n]], now[n]) for n in sorted(partner)]
    removed_components = [c for i, c in enumerate(before) if i not in matched_places]
    return pairs, removed_components, [c for n, c in enumerate(now) if n not in partner]


def _alike(before: Component, now: Component) -> bool:
    """Return whether a component may be another one with a new name: most of its attributes are the same."""
    if before.kind in SLOTS:
        return False
    same = sum(now.attributes.get(k) == v for k, v in before.attributes.items())
    return 2 * same >= len(before.attributes)


def _is_of_vassal(component: Component) -> bool:
    """Return whether VASSAL adds such a component by itself."""
    if component.tag == "option":
        return _OPTIONS.get(component.get("name")) == component.full_text()
    if component.kind not in _ADDED_BY_VASSAL or component.full_text():
        return False
    table = classes()[component.kind][1]
    return all(v == (table.get(k) or "") for k, v in component.attributes.items())


def _attribute_changes(before: Component, now: Component, newer: bool) -> Iterator[ComponentChange]:
    table = classes()[before.kind][1] if before.kind in classes() else {}
    counted_fields = _COUNTED.get(before.kind, ())
    with_picture = before.kind == "Board" and before.get("image") and now.get("image")
    for key in {**before.attributes, **now.attributes}:
        old, new = before.attributes.get(key), now.attributes.get(key)
        if old == new or key in counted_fields:
            continue
        usual = table.get(key) or ""
        if usual in (old, new) and (old is None or new is None):
            continue  # VASSAL takes the same value where it stands and where it does not
        if new is None and with_picture and key in _NOT_WITH_A_PICTURE:
            continue
        if old is None and newer and key not in table:
            continue  # of a newer VASSAL
        yield ComponentChange(key, f"{key} {_tell(old, new)}")


def _tell(old: object, new: object) -> str:
    if old is None:
        return f"{_quote(new)} is new"
    if new is None:
        return f"{_quote(old)} is gone"
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > _MAX_SHOWN:
        # Of long texts, what differs is shown and not how they begin.
        shorter = min(len(old), len(new))
        first = next((n for n in range(shorter) if old[n] != new[n]), shorter)
        start = max(0, first - _MAX_SHOWN // 3)
        if start:
            old, new = f"…{old[start:]}", f"…{new[start:]}"
    return f"{_quote(old)} is now {_quote(new)}"


def _quote(value: object) -> str:
    # Line breaks stay visible in quotes; and the format does not import the readers of sources (`excerpt`).
    text = value if isinstance(value, str) else str(value)
    return repr(text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…")


def _text_changes(before: Component, now: Component) -> list[ComponentChange]:
    old, new = before.full_text(), now.full_text()
    if old == new:
        return []
    if before.kind in _PIECES:
        try:
            return _piece_changes(Piece.parse(old), Piece.parse(new))
        except InputRefused:
            pass
    return [ComponentChange("text", f"its text {_tell(old, new)}")]


def _piece_changes(before: Piece, now: Piece) -> list[ComponentChange]:
    changes = list(_basic_changes(before.basic, now.basic))
    if before.traits == now.traits:
        return changes
    old_traits, new_traits = _without_same_ends(before.traits, now.traits)
    if len(old_traits) * len(new_traits) > _MAX_COMPARED:
        return [*changes, ComponentChange("traits", "its traits")]
    texts = [[(t.canonical_type(), t.canonical_state()) for t in p] for p in (old_traits, new_traits)]
    for _, i1, i2, j1, j2 in SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes():
        old_part, new = list(old_traits[i1:i2]), list(new_traits[j1:j2])
        if old_part == new:
            continue
        for trait in new:
            same = next((t for t in old_part if type(t) is type(trait) and _title(t) == _title(trait)), None)
            same = same or next((t for t in old_part if type(t) is type(trait)), None)
            if same is None:
                changes.append(ComponentChange(_part(trait), f"the trait {_trait_text(trait)} is new"))
            else:
                old_part.remove(same)
                changes += _trait_changes(same, trait)
        changes += [ComponentChange(_part(t), f"the trait {_trait_text(t)} is gone") for t in old_part]
    return changes


def _without_same_ends(
    before: Sequence[Trait], now: Sequence[Trait]
) -> tuple[Sequence[Trait], Sequence[Trait]]:
    """Return what is left of two lists of traits without those that both begin and end with."""
    most = min(len(before), len(now))
    first = next((n for n in range(most) if before[n] != now[n]), most)
    most -= first
    last = next((n for n in range(most) if before[-1 - n] != now[-1 - n]), most)
    return before[first : len(before) - last], now[first : len(now) - last]


def _basic_changes(before: Trait, now: Trait) -> Iterator[ComponentChange]:
    if not isinstance(before, BasicPiece) or not isinstance(now, BasicPiece):
        if before != now:
            yield ComponentChange("text", f"its basic piece {_tell(before.to_type(), now.to_type())}")
        return
    for name, words in (("name", "name"), ("image", "picture")):
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            yield ComponentChange(words, f"its {words} {_tell(old, new)}")
    # The number is VASSAL's, and so is the place of a piece that lies on no map.
    plain = [replace(t, name="", image="", gpid="") for t in (before, now)]
    if before.map is None and now.map is None:
        plain = [replace(t, x=0, y=0) for t in plain]
    if plain[0] != plain[1]:
        old, new = (f"{t.canonical_type()}/{t.canonical_state()}" for t in plain)
        yield ComponentChange("text", f"its basic piece {_tell(old, new)}")


def _trait_changes(before: Trait, now: Trait) -> list[ComponentChange]:
    if isinstance(before, UnknownTrait) and isinstance(now, UnknownTrait):
        old, new = (f"{t.type_text} / {t.state_text}" for t in (before, now))
        return [ComponentChange(_part(now), f"the trait {_tell(old, new)}")]
    fields = [f for f in before.__struct_fields__ if getattr(before, f) != getattr(now, f)]
    name = f"{type(now).__name__} {title!r}" if (title := _title(before)) else type(now).__name__
    return [
        ComponentChange(_part(now), f"{f} of the trait {name} {_tell(getattr(before, f), getattr(now, f))}")
        for f in fields
    ]


def _title(trait: Trait) -> str:
    """Return what a trait calls itself."""
    for field in ("name", "names", "prop", "menu"):
        value = getattr(trait, field, "")
        if value:
            return ", ".join(value) if isinstance(value, tuple) else str(value)
    return ""


def _part(trait: Trait) -> str:
    return f"{type(trait).__name__} {_title(trait)}".rstrip()


def _trait_text(trait: Trait) -> str:
    kind = type(trait).__name__
    return f"{'' if isinstance(trait, UnknownTrait) else kind + ' '}{_quote(trait.to_type())}"
