"""The sequence of play, the key of the markers, the orders of battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jdgtools.exporters.booklet import markup
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.model.definition import FieldDef, RoleDef
from jdgtools.model.pieces import Command, Leader, Unit, Value
from jdgtools.render.counters.listing import marker_count


def sequence_pages(names: Names, pictures: Pictures) -> Iterator[str]:
    """The sequence of play with the key of the markers beside it."""
    yield markup.part(names.word("sequence"))
    phases = []
    for phase in names.battle.series.phases:
        steps = "".join(f"[{markup.text(step.get(names.language))}], " for step in phase.steps)
        phases.append(f"#phase([{markup.text(phase.name.get(names.language))}], {steps})")
    yield markup.pack([markup.block(body) for body in [*phases, *_marker_blocks(names, pictures)]])


def _marker_blocks(names: Names, pictures: Pictures) -> Iterator[str]:
    """The key of the markers, cut so that it can be spread over columns."""
    language = names.language
    rows = []
    for marker in names.battle.series.markers:
        count = marker_count(names.battle, marker)
        if count <= 0:
            continue
        name = markup.text(marker.name.get(language))
        printed = [
            marker.legend.get(language),
            marker.back_legend.get(language) if marker.back_legend else "",
        ]
        shown = " / ".join(dict.fromkeys(x for x in printed if x))
        if shown and shown.casefold() != marker.name.get(language).casefold():
            name += f" #linebreak() {markup.small(markup.text(shown))}"
        rows.append((pictures.marker(marker), name, str(count)))
    head = ("", markup.text(names.word("markers")), markup.text(names.word("number")))
    half = len(rows) if len(rows) <= 14 else -(-len(rows) // 2)
    for first in range(0, len(rows), max(1, half)):
        title = markup.heading(names.word("markers")) if first == 0 else ""
        yield title + markup.table(head, rows[first : first + half], ("auto", "1fr", "auto"), "llc")


def roster_pages(names: Names, pictures: Pictures) -> Iterator[str]:
    """The orders of battle of both sides, command by command."""
    battle = names.battle
    yield markup.part(names.word("orders_of_battle"))
    remarks = []
    if battle.series.counter_back:
        remarks.append(names.word("front_back", back=battle.series.counter_back.get(names.language)))
    if battle.strength_point:
        remarks.append(names.word("strength_is", text=battle.strength_point.get(names.language)) + ".")
    used = [f for f in battle.series.unit_fields if f.abbreviation and _is_used(f, battle.units)]
    remarks.append("; ".join(names.pair(f.abbreviation, f.name.get(names.language)) for f in used) + ".")
    items = [markup.block(markup.small(markup.text(" ".join(remarks))), wide=True)]
    for side in battle.sides:
        title = f'#side-band(rgb("{side.colour or "#888888"}"))[{markup.text(names.side(side.id))}]'
        items.append(markup.block(title, wide=True))
        leaders = [x for x in battle.leaders if names.side_of(x.id) == side.id]
        items += [markup.block(body) for body in _leaders(names, pictures, leaders)]
        for command in battle.commands:
            if command.side == side.id:
                items.append(markup.block(_command(names, pictures, command)))
        loose = [u for u in battle.units if names.side_of(u.id) == side.id and not battle.command(u.command)]
        if loose:
            items.append(markup.block(_units(names, pictures, loose)))
        combined = _combined(names, pictures, side.id)
        if combined:
            items.append(markup.block(combined))
    yield markup.pack(items)


def _leaders(names: Names, pictures: Pictures, leaders: Sequence[Leader]) -> Iterator[str]:
    for role in names.battle.series.roles:
        of_role = [x for x in leaders if x.role == role.id]
        if not of_role:
            continue
        fields = [
            f
            for f in role.fields
            if f.abbreviation and any(f.id in x.front or f.id in x.back for x in of_role)
        ]
        head = [
            "",
            markup.text(role.name.get(names.language)),
            *(markup.text(f.abbreviation) for f in fields),
        ]
        rows = [
            [
                pictures.leader(leader),
                _leader_name(names, leader, role),
                *(_sides(names, f, leader.front.get(f.id), leader.back.get(f.id)) for f in fields),
            ]
            for leader in of_role
        ]
        yield markup.table(head, rows, ["auto", "1fr", *["auto"] * len(fields)], "ll" + "c" * len(fields))


def _leader_name(names: Names, leader: Leader, role: RoleDef) -> str:
    shown = markup.bold(markup.text(leader.name.get(names.language)))
    command = names.command(leader.command)
    extra = [command] if command else []
    for field in role.fields:
        value = leader.front.get(field.id)
        # Texts of leaders are lists of ids, for programs.
        if field.abbreviation or field.type == "text" or value is None or value is False:
            continue
        name = field.name.get(names.language)
        extra.append(name if value is True else names.pair(name, names.value(value)))
    if role.back == "replacement" and leader.back_name:
        extra.append(names.pair(names.word("replacement"), leader.back_name.get(names.language)))
    return shown + (f" #linebreak() {markup.small(markup.text(' · '.join(extra)))}" if extra else "")


def _command(names: Names, pictures: Pictures, command: Command) -> str:
    battle = names.battle
    title = markup.text(command.name.get(names.language))
    if command.letter:
        title += f" #pill[{markup.text(command.letter)}]"
    facts = []
    if command.parent:
        facts.append(command.parent)
    leader = battle.leader(command.leader) if command.leader else None
    if leader is not None:
        facts.append(names.word("led_by", name=leader.name.get(names.language)))
    for field in battle.series.command_fields:
        if field.id in command.values:
            facts.append(names.pair(field.name.get(names.language), names.value(command.values[field.id])))
    markers = [a for a in battle.activation if a.commands == (command.id,) and not a.effect]
    shown = " ".join(pictures.activation(marker) for marker in markers)
    colour = f'rgb("{command.colour}")' if command.colour else "none"
    line = f"#command-head({colour}, [{title}], [{markup.text(' · '.join(facts))}], [{shown}])"
    units = battle.units_of(command.id)
    return line + (_units(names, pictures, units) if units else "")


def _is_used(field: FieldDef, units: Sequence[Unit]) -> bool:
    return any(field.id in u.front or field.id in u.back for u in units)


def _units(names: Names, pictures: Pictures, units: Sequence[Unit]) -> str:
    series, language = names.battle.series, names.language
    used = [f for f in series.unit_fields if _is_used(f, units) and f.abbreviation]
    flags = [f for f in series.unit_fields if _is_used(f, units) and not f.abbreviation]
    head = ["", markup.text(names.word("unit")), *(markup.text(f.abbreviation) for f in used)]
    rows = []
    for unit in units:
        kind = series.unit_type(unit.type) if unit.type else None
        about = [kind.name.get(language)] if kind else []
        for flag in flags:
            value = unit.front.get(flag.id)
            if value is True:
                about.append(flag.name.get(language))
            elif isinstance(value, str) and flag.type == "text":
                about.append(value)
        about = list(dict.fromkeys(about))
        name = markup.text(unit.name.get(language) or unit.id)
        if about:
            name += f" #linebreak() {markup.small(markup.text(', '.join(about)))}"
        values = [_sides(names, f, unit.front.get(f.id), unit.back.get(f.id)) for f in used]
        rows.append([pictures.unit(unit), name, *values])
    return markup.table(head, rows, ["auto", "1fr", *["auto"] * len(used)], "ll" + "c" * len(used))


def _combined(names: Names, pictures: Pictures, side: str) -> str:
    found = [a for a in names.battle.activation if a.side == side and a.effect]
    if not found:
        return ""
    lines = [markup.heading(names.word("combined"), 3)]
    for marker in found:
        about = [marker.code or ""] + ([] if marker.rating is None else [names.value(marker.rating)])
        title = f"{marker.name.get(names.language)} [{' '.join(x for x in about if x)}]"
        if marker.turns:
            title += f" – {names.word('turns').lower()} {', '.join(map(str, marker.turns))}"
        if marker.entry == "optional":
            title += f", {names.word('optional')}"
        lines.append(
            f"#with-picture([{pictures.activation(marker)}])[{markup.bold(markup.text(title))} #linebreak() "
            f"{markup.text(marker.effect.get(names.language))}]"
        )
    return "\n".join(lines)


def _sides(names: Names, definition: FieldDef, front: Value | None, back: Value | None) -> str:
    shown = _value(names, front)
    if definition.two_sided and back is not None and back != front:
        shown += f" / {_value(names, back)}"
    return markup.text(shown)


def _value(names: Names, value: Value | None) -> str:
    if isinstance(value, bool):
        return "✓" if value else "–"
    return names.value(value)
