"""From the facts of two states of a battle to their difference.

Things are the same that have one id; of the others, those that are equal in everything but the id, or have
the same name, have got a new id. What refers to them is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, field

from jdgtools.diff.facts import Fact, FactLayer, Facts, FactTable, Reference, Value, is_said, refer

Renames = dict[tuple[str, str], str]
"""Kind and old id -> new id."""
_LONG = 4
"""Lists with more values are told by what came and what went."""


class ValueChange(Struct, frozen=True, rename={"additions": "added", "removals": "removed"}):
    """One thing that is said differently."""

    label: str
    before: str
    """'' = it was not said."""
    after: str
    """'' = it is no longer said."""
    additions: tuple[str, ...] = ()
    """Long lists: what came; `before` and `after` hold the whole lists."""
    removals: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """What became of one thing."""

    what: Literal["added", "removed", "renamed", "changed"]
    id: str
    name: str
    former_id: str = ""
    """Of a renamed thing."""
    values: tuple[ValueChange, ...] = ()
    """Of a thing that was added: what is said of it."""


class HexChange(Struct, frozen=True):
    """The same change in many hexes, or on many hexsides."""

    before: str
    after: str
    hexes: tuple[str, ...]
    """By number; two numbers for what lies between them."""


class DifferenceSection(Struct, frozen=True):
    """What is different about things of one kind."""

    title: str
    scenario: str = ""
    changes: tuple[Change, ...] = ()
    hexes: tuple[HexChange, ...] = ()


class StartMove(Struct, frozen=True):
    """A piece that starts elsewhere in a scenario."""

    scenario: str
    piece: str
    name: str
    before: str
    """Hex; '' = it was not on the map."""
    after: str


class BattleDifference(Struct, frozen=True):
    """All that two states of a battle have different."""

    before: str
    """What the user calls the one."""
    after: str
    sections: tuple[DifferenceSection, ...]
    moves: tuple[StartMove, ...] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.sections)


def compare(before: Facts, after: Facts, names: tuple[str, str]) -> BattleDifference:
    """Return what is different.

    Args:
        before: the one state.
        after: the other.
        names: what the user calls them.
    """
    renames = _renames(before, after)
    all_names = {**before.names, **after.names}
    sections = [
        section
        for old, new in _pairs(before.tables, after.tables)
        if (section := _table(old, new, renames, all_names)).changes
    ]
    sections += [
        section
        for old_layer, new_layer in _layer_pairs(before.layers, after.layers)
        if (section := _layer(old_layer, new_layer)).hexes
    ]
    for stacks in after.stacks:
        former = next((s for s in before.stacks if s.scenario == stacks.scenario), None)
        if former is not None and (changes := _stacks(former.orders, stacks.orders, renames, all_names)):
            sections.append(DifferenceSection("order in stacks", stacks.scenario, changes))
    order = list(dict.fromkeys((*after.setups, *before.setups)))
    sections.sort(key=lambda section: order.index(section.scenario) if section.scenario else -1)
    return BattleDifference(*names, tuple(sections), tuple(_moves(before, after, renames, all_names)))


def _pairs(
    before: Iterable[FactTable], after: Iterable[FactTable]
) -> list[tuple[FactTable | None, FactTable | None]]:
    """Return tables of one title and scenario together: in the order of the second, then the others."""
    old = {(t.title, t.scenario): t for t in before}
    pairs: list[tuple[FactTable | None, FactTable | None]] = [
        (old.pop((t.title, t.scenario), None), t) for t in after
    ]
    return [*pairs, *((table, None) for table in old.values())]


def _layer_pairs(
    before: Iterable[FactLayer], after: Iterable[FactLayer]
) -> list[tuple[FactLayer | None, FactLayer | None]]:
    old = {(t.title, t.scenario): t for t in before}
    pairs: list[tuple[FactLayer | None, FactLayer | None]] = [
        (old.pop((t.title, t.scenario), None), t) for t in after
    ]
    return [*pairs, *((layer, None) for layer in old.values())]


# --- ids ----------------------------------------------------------------------------------------


def _renames(before: Facts, after: Facts) -> Renames:
    """Return which things have a new id; things of the order of battle and the map alone can have one."""
    renames: Renames = {}
    for old, new in _pairs(before.tables, after.tables):
        if old is None or new is None or not new.kind or new.title == "setup":
            continue
        old_only = [fact for id_, fact in old.facts.items() if id_ not in new.facts]
        fresh = [fact for id_, fact in new.facts.items() if id_ not in old.facts]
        for same in (_content, _name):
            by_key: dict[object, list[Fact]] = {}
            for fact in fresh:
                by_key.setdefault(same(fact), []).append(fact)
            for fact in old_only:
                twins = [f for f in old_only if same(f) == same(fact)]
                partners = by_key.get(same(fact), [])
                if len(partners) == 1 and len(twins) == 1 and same(fact) is not None:
                    renames[(new.kind, fact.id)] = partners[0].id
            old_only = [f for f in old_only if (new.kind, f.id) not in renames]
            fresh = [f for f in fresh if f.id not in renames.values()]
    return renames


def _content(fact: Fact) -> object:
    """Return all that is said of a thing; None when that is too little to know it by."""
    values = {label: value for label, value in fact.values.items() if is_said(value)}
    return repr(sorted(values.items(), key=str)) if len(values) > 1 else None


def _name(fact: Fact) -> object:
    return fact.name or None


def _translate(value: Value, renames: Renames) -> Value:
    if isinstance(value, Reference):
        return Reference(value.kind, renames.get((value.kind, value.id), value.id))
    if isinstance(value, tuple):
        return tuple(_translate(part, renames) for part in value)
    return value


# --- tables -------------------------------------------------------------------------------------


def _table(
    old: FactTable | None, new: FactTable | None, renames: Renames, names: Mapping[tuple[str, str], str]
) -> DifferenceSection:
    table = new or old
    assert table is not None
    former = dict(old.facts) if old is not None else {}
    ids = {renames.get((table.kind, id_), id_): id_ for id_ in former}
    changes = []
    for id_, fact in new.facts.items() if new is not None else ():
        old_id = ids.get(id_)
        if old_id is None:
            changes.append(Change("added", id_, fact.name, values=_values({}, fact.values, {}, names)))
            continue
        values = _values(former.pop(old_id).values, fact.values, renames, names)
        if old_id != id_ and table.title not in ("setup", "unused"):
            changes.append(Change("renamed", id_, fact.name, old_id, values))
        elif values:
            changes.append(Change("changed", id_, fact.name, values=values))
    changes += [Change("removed", id_, fact.name) for id_, fact in former.items()]
    return DifferenceSection(table.title, table.scenario, tuple(changes))


def _values(
    old: Mapping[str, Value],
    new: Mapping[str, Value],
    renames: Renames,
    names: Mapping[tuple[str, str], str],
) -> tuple[ValueChange, ...]:
    changes = []
    for label in dict.fromkeys((*new, *old)):
        before, after = _translate(old.get(label), renames), new.get(label)
        if (before == after and type(before) is type(after)) or not (is_said(before) or is_said(after)):
            continue
        words = value_words(before, names), value_words(after, names)
        if before is True or after is True:
            words = words[0] or "no", words[1] or "no"
        came, went = _parts(before, after, names)
        changes.append(ValueChange(label, *words, came, went))
    return tuple(changes)


def _parts(
    before: Value, after: Value, names: Mapping[tuple[str, str], str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what came into a long list and what went; nothing for other values."""
    if not isinstance(before, tuple) or not isinstance(after, tuple) or max(len(before), len(after)) <= _LONG:
        return (), ()
    came = tuple(value_words(part, names) for part in after if part not in before)
    return came, tuple(value_words(part, names) for part in before if part not in after)


def value_words(value: Value, names: Mapping[tuple[str, str], str]) -> str:
    """Return a value as players read it; '' for what is not said."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Reference):
        name = names.get((value.kind, value.id), "")
        return f"{name} ({value.id})" if name and name != value.id else value.id
    if isinstance(value, tuple):
        return ", ".join(
            f"({value_words(part, names)})" if isinstance(part, tuple) else value_words(part, names)
            for part in value
        )
    return f"{value:g}" if isinstance(value, float) else str(value)


# --- hexes --------------------------------------------------------------------------------------


def _layer(old: FactLayer | None, new: FactLayer | None) -> DifferenceSection:
    layer = new or old
    assert layer is not None
    before, after = old.cells if old is not None else {}, new.cells if new is not None else {}
    groups: dict[tuple[str, str], list[str]] = {}
    for name in sorted(before.keys() | after.keys()):
        pair = before.get(name, ""), after.get(name, "")
        if pair[0] != pair[1]:
            groups.setdefault(pair, []).append(name)
    changes = tuple(HexChange(*pair, tuple(groups[pair])) for pair in sorted(groups))
    return DifferenceSection(layer.title, layer.scenario, hexes=changes)


def _stacks(
    before: Mapping[str, tuple[str, ...]],
    after: Mapping[str, tuple[str, ...]],
    renames: Renames,
    names: Mapping[tuple[str, str], str],
) -> tuple[Change, ...]:
    """Return the hexes in which pieces that lie there in both states lie in another order."""
    changes = []
    for name, order in after.items():
        former = [renames.get(("unit", piece), piece) for piece in before.get(name, ())]
        both = [piece for piece in former if piece in order]
        now = [piece for piece in order if piece in former]
        if both != now:
            words = value_words(refer("unit", both), names), value_words(refer("unit", now), names)
            changes.append(Change("changed", name, "", values=(ValueChange("from the top", *words),)))
    return tuple(changes)


def _moves(
    before: Facts, after: Facts, renames: Renames, names: Mapping[tuple[str, str], str]
) -> Iterable[StartMove]:
    for scenario in dict.fromkeys((*after.setups, *before.setups)):
        old = {renames.get(("unit", p), p): h for p, h in before.setups.get(scenario, {}).items()}
        new = after.setups.get(scenario, {})
        for piece in dict.fromkeys((*new, *old)):
            if old.get(piece) != new.get(piece):
                name = names.get(("unit", piece), "") or piece
                yield StartMove(scenario, piece, name, old.get(piece, ""), new.get(piece, ""))
