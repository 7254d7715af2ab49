"""The chapters before the scenarios: sequence of play, key of the markers, orders of battle.

An order of battle shows every command with its leader, its markers and its units: both sides of the
counter, the name, the ratings of front and back. On another page it begins with the name of its side again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from jdgtools.derived.marker_counts import marker_count
from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.flowables import (
    BODY,
    Block,
    Element,
    block,
    command_head,
    heading,
    items,
    paragraph,
    remark,
    side_band,
    with_picture,
)
from jdgtools.exporters.booklet.inlines import NONE, Inlines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.table import table
from jdgtools.exporters.effect_words import effect_sentence
from jdgtools.model.definition import FieldDef, RoleDef, UnitTypeDef
from jdgtools.model.phrases import semicolon
from jdgtools.model.pieces import ActivationMarker, Command, Leader, Unit, Value

_PHASE = inlines.Style(12.5, "serif", "semibold", color=stylesheet.ACCENT)
_STEP = inlines.Style(9.6)
_MANY_MARKERS = 14
"""More of them take the room that larger type needs."""


def sequence_pages(names: BookletNames, pictures: BookletPictures) -> Iterator[Block]:
    """Yield the sequence of play with the key of the markers beside it."""
    markers = list(_marker_blocks(names, pictures))
    yield from sequence_blocks(names, len(markers))
    yield from markers


def sequence_blocks(names: BookletNames, markers: int = 0) -> Iterator[Block]:
    """Yield the sequence of play; beside so many blocks of markers."""
    style = _STEP if markers < 2 else BODY
    phases: list[list[Element]] = []
    for phase in names.battle.series.phases:
        title = inlines.text(phase.name.get(names.language))
        steps = [inlines.text(step.get(names.language)) for step in phase.steps]
        head = paragraph(title, _PHASE, above=4.2, below=1.6, sticky=bool(steps), role="subheading")
        phases.append([head, *items(steps, style)])
    if markers < 2:
        yield block(*(element for phase in phases for element in phase))
    else:
        yield from (block(*phase) for phase in phases)


def _marker_blocks(names: BookletNames, pictures: BookletPictures) -> Iterator[Block]:
    """Yield the key of the markers, cut so that it can be spread over columns."""
    language = names.language
    rows = []
    for marker in names.battle.series.markers:
        count = marker_count(names.battle, marker, names.context.series)
        if count <= 0:
            continue
        name = inlines.text(marker.name.get(language))
        legends = [
            marker.legend.get(language),
            marker.back_legend.get(language) if marker.back_legend else "",
        ]
        legend = " / ".join(dict.fromkeys(x for x in legends if x))
        if legend and legend.casefold() != marker.name.get(language).casefold():
            name = inlines.lines((name, inlines.small(inlines.text(legend))))
        rows.append((pictures.marker(marker), name, inlines.text(str(count))))
    head = (NONE, inlines.text(names.word("marker")), inlines.text(names.word("number")))
    half = len(rows) if len(rows) <= _MANY_MARKERS else -(-len(rows) // 2)
    for first in range(0, len(rows), max(1, half)):
        title = [heading(names.word("markers"))] if first == 0 else []
        yield block(*title, table(head, rows[first : first + half], ("auto", "1fr", "auto"), "llc"))


def roster_pages(names: BookletNames, pictures: BookletPictures, only: str = "") -> Iterator[Block]:
    """Yield the orders of battle of both sides, or of only one, command by command."""
    battle = names.battle
    remarks = []
    if battle.series.counter_back:
        remarks.append(names.word("front_back", back=battle.series.counter_back.get(names.language)))
    if battle.strength_point:
        text = names.word("strength_is", text=battle.strength_point.get(names.language))
        remarks.append(f"{text[:1].upper()}{text[1:]}.")
    used = [f for f in battle.series.unit_fields if f.abbreviation and _is_used(f, battle.units)]
    # The folder of a side has little room, and lies beside the player aids.
    for role in battle.series.roles if not only else ():
        used += _used_ratings(role, [x for x in battle.leaders if x.role == role.id])
    meanings = [names.pair(f.short(names.language), f.name.get(names.language)) for f in used]
    if meanings:
        remarks.append(f"{names.also(list(dict.fromkeys(meanings)))}.")
    yield block(remark(inlines.text(" ".join(remarks)), sticky=True), wide=True)
    for side in names.sides(only):
        colour, name = side.colour or "#888888", names.side(side.id)
        yield block(side_band(colour, inlines.text(name)), wide=True)
        again = side_band(colour, inlines.text(f"{name} {names.word('continued')}"))
        for number, each in enumerate(_side_blocks(names, pictures, side.id)):
            yield replace(each, next_page=(again,)) if number else each


def _side_blocks(names: BookletNames, pictures: BookletPictures, side: str) -> list[Block]:
    """Return the order of battle of a side: leaders, commands, units of none, combined markers."""
    battle = names.battle
    leaders = [x for x in battle.leaders if names.side_of(x.id) == side]
    blocks = [block(each) for each in _leaders(names, pictures, leaders)]
    blocks += [block(*_command(names, pictures, x)) for x in battle.commands if x.side == side]
    loose = [u for u in battle.units if names.side_of(u.id) == side and not battle.command(u.command)]
    if loose:
        blocks.append(block(_units(names, pictures, loose)))
    combined_counters = _combined_markers(names, pictures, side)
    if combined_counters:
        blocks.append(block(*combined_counters))
    return blocks


def _used_ratings(role: RoleDef, holders: Sequence[Leader]) -> list[FieldDef]:
    """Return the ratings with an abbreviation that some holder of a role has."""
    return [
        f for f in role.fields if f.abbreviation and any(f.id in x.front or f.id in x.back for x in holders)
    ]


def _leaders(names: BookletNames, pictures: BookletPictures, leaders: Sequence[Leader]) -> Iterator[Element]:
    """Yield tables of leaders: one for all roles with the same ratings."""
    tables: dict[tuple[str, ...], list[tuple[Leader, RoleDef]]] = {}
    for role in names.battle.series.roles:
        holders = [x for x in leaders if x.role == role.id]
        ratings = tuple(f.id for f in _used_ratings(role, holders))
        for leader in holders:
            tables.setdefault(ratings, []).append((leader, role))
    for ratings, members in tables.items():
        fields = [f for f in members[0][1].fields if f.id in ratings]
        head = [
            NONE,
            inlines.text(names.word("leader")),
            *(inlines.text(f.short(names.language)) for f in fields),
        ]
        rows = [
            [
                pictures.leader(leader),
                _leader_name(names, leader, role),
                *(_sides(names, f, leader.front.get(f.id), leader.back.get(f.id)) for f in fields),
            ]
            for leader, role in members
        ]
        yield table(head, rows, ["auto", "1fr", *["auto"] * len(fields)], "ll" + "c" * len(fields))


def _leader_name(names: BookletNames, leader: Leader, role: RoleDef) -> Inlines:
    name = inlines.bold(inlines.text(leader.name.get(names.language)))
    command = names.command(leader.command)
    extra = [role.name.get(names.language), *([command] if command else [])]
    for field in role.fields:
        value = leader.front.get(field.id)
        # Texts of leaders are lists of ids, for programs.
        if field.abbreviation or field.type == "text" or value is None or value is False:
            continue
        label = field.name.get(names.language)
        extra.append(label if value is True else names.pair(label, names.value(value)))
    if role.back == "replacement" and leader.back_name:
        extra.append(names.pair(names.word("replacement"), leader.back_name.get(names.language)))
    return inlines.lines((name, inlines.small(inlines.text(" · ".join(extra))))) if extra else name


def _command(names: BookletNames, pictures: BookletPictures, command: Command) -> Iterator[Element]:
    battle = names.battle
    title = inlines.text(command.name.get(names.language))
    if command.letter:
        title = (*title, *inlines.space(1.2), *inlines.pill(command.letter))
    facts = []
    if command.parent:
        facts.append(command.parent.get(names.language))
    leader = battle.leader(command.leader) if command.leader else None
    if leader is not None:
        facts.append(names.word("led_by", name=leader.name.get(names.language)))
    for field in battle.series.command_fields:
        if field.id in command.values:
            facts.append(names.pair(field.name.get(names.language), names.value(command.values[field.id])))
    markers = [a for a in battle.activation if a.commands == (command.id,) and not _is_described(a)]
    pictures_of_markers = inlines.join(
        inlines.space(0.9), [pictures.activation(marker) for marker in markers]
    )
    yield command_head(command.colour, title, inlines.text(" · ".join(facts)), pictures_of_markers)
    units = battle.units_of(command.id)
    if units:
        yield _units(names, pictures, units)


def _is_used(field: FieldDef, units: Sequence[Unit]) -> bool:
    return any(field.id in u.front or field.id in u.back for u in units)


def _units(names: BookletNames, pictures: BookletPictures, units: Sequence[Unit]) -> Element:
    series, language = names.battle.series, names.language
    used = [f for f in series.unit_fields if _is_used(f, units) and f.abbreviation]
    flags = [f for f in series.unit_fields if _is_used(f, units) and not f.abbreviation]
    head = [NONE, inlines.text(names.word("unit")), *(inlines.text(f.short(names.language)) for f in used)]
    rows = []
    for unit in units:
        kind = series.unit_type(unit.type) if unit.type else None
        about = [_type_name(kind, language)] if kind else []
        for flag in flags:
            value = unit.front.get(flag.id)
            if value is True:
                about.append(flag.name.get(language))
            elif isinstance(value, str) and flag.type == "text":
                about.append(value)
        about = list(dict.fromkeys(about))
        name = inlines.text(unit.name.get(language) or unit.id)
        if about:
            name = inlines.lines((name, inlines.small(inlines.text(", ".join(about)))))
        values = [_sides(names, f, unit.front.get(f.id), unit.back.get(f.id)) for f in used]
        rows.append([pictures.unit(unit), name, *values])
    return table(head, rows, ["auto", "1fr", *["auto"] * len(used)], "ll" + "c" * len(used))


def _type_name(kind: UnitTypeDef, language: str) -> str:
    """Return the name of a type of unit with the code that its counters bear, which charts and rules use."""
    name = kind.name.get(language)
    return f"{name} ({kind.code})" if kind.code else name


def _is_described(marker: ActivationMarker) -> bool:
    """Return whether a marker has a paragraph of its own instead of a place beside its formation."""
    return marker.is_combined or bool(marker.effect or marker.effects)


def _combined_markers(names: BookletNames, pictures: BookletPictures, side: str) -> list[Element]:
    markers = [a for a in names.battle.activation if a.side == side and _is_described(a)]
    if not markers:
        return []
    elements = [heading(names.word("combined"), 3)]
    for marker in markers:
        about = [marker.code or ""] + ([] if marker.rating is None else [names.value(marker.rating)])
        title = f"{marker.name.get(names.language)} [{' '.join(x for x in about if x)}]"
        title += _turns_of(names, marker)
        if marker.entry == "optional":
            title += f", {names.word('optional')}"
        elements.append(
            with_picture(
                pictures.activation(marker),
                inlines.bold(inlines.text(title)),
                inlines.lines(map(inlines.text, _what_it_does(names, marker))),
            )
        )
    return elements


def _turns_of(names: BookletNames, marker: ActivationMarker) -> str:
    """Return when a marker may be used, with the scenarios in which that is another time; '' for always."""
    turns = names.numbers(marker.turns)
    text = f" – {names.word('turns').lower()} {turns}" if turns else ""
    for scenario in names.battle.scenarios:
        if scenario.turns_of(marker) != marker.turns:
            there = names.numbers(scenario.turns_of(marker)) or names.word("every_turn")
            text += f"{semicolon(names.language)}{names.pair(scenario.title.get(names.language), there)}"
    return text


def _what_it_does(names: BookletNames, marker: ActivationMarker) -> list[str]:
    text = marker.effect.get(names.language) if marker.effect else ""
    charts = names.context.charts
    effects = [effect_sentence(names.battle, e, names.language, charts) for e in marker.effects]
    return list(filter(None, (text, *effects))) or [""]


def _sides(names: BookletNames, definition: FieldDef, front: Value | None, back: Value | None) -> Inlines:
    text = _value(names, front)
    if definition.two_sided and back is not None and back != front:
        text += f" / {_value(names, back)}"
    return inlines.text(text)


def _value(names: BookletNames, value: Value | None) -> str:
    if isinstance(value, bool):
        return "✓" if value else "–"
    return names.value(value)
