"""Orders of battle, markers and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.exporters.booklet import markup
from jdgtools.exporters.booklet.words import word
from jdgtools.model.battle import Battle
from jdgtools.model.definition import FieldDef
from jdgtools.model.pieces import Command, Leader, Unit, Value


def sequence_pages(battle: Battle, language: str) -> Iterator[str]:
    """The sequence of play."""
    yield markup.part(word("sequence", language))
    for phase in battle.series.phases:
        yield f"- {markup.bold(markup.text(phase.name.get(language)))}"
        for step in phase.steps:
            yield f"  - {markup.text(step.get(language))}"
    yield ""


def marker_pages(battle: Battle, language: str) -> Iterator[str]:
    """The key of the markers."""
    yield markup.heading(word("markers", language), 2)
    rows = []
    for marker in battle.series.markers:
        printed = marker.legend.get(language)
        if marker.back_legend is not None and marker.back_legend.get(language):
            printed += f" / {marker.back_legend.get(language)}"
        rows.append((markup.text(marker.name.get(language)), markup.text(printed)))
    head = (markup.text(word("markers", language)), markup.text(word("printed", language)))
    yield markup.table(head, rows, ("auto", "1fr"), "ll")


def roster_pages(battle: Battle, language: str) -> Iterator[str]:
    """The orders of battle of both sides, command by command."""
    yield markup.part(word("orders_of_battle", language))
    if battle.strength_point:
        yield markup.small(markup.text(f"{word('strength', language)}: {battle.strength_point.get(language)}"))
    for side in battle.sides:
        yield markup.heading(side.name.get(language) or side.id, 2)
        leaders = [x for x in battle.leaders if x.side == side.id]
        if leaders:
            yield from _leaders(battle, leaders, language)
        for command in battle.commands:
            if command.side == side.id:
                yield from _command(battle, command, language)
        loose = [u for u in battle.units if u.side == side.id and battle.command(u.command) is None]
        if loose:
            yield _units(battle, loose, language)
        yield from _combined(battle, side.id, language)


def _leaders(battle: Battle, leaders: list[Leader], language: str) -> Iterator[str]:
    for role in battle.series.roles:
        of_role = [x for x in leaders if x.role == role.id]
        if not of_role:
            continue
        head = [markup.text(role.name.get(language)), *(_field_head(f, language) for f in role.fields)]
        rows = [
            [
                markup.text(leader.name.get(language)),
                *(_sides(f, leader.front.get(f.id), leader.back.get(f.id), language) for f in role.fields),
            ]
            for leader in of_role
        ]
        yield markup.table(head, rows, ["1fr", *["auto"] * len(role.fields)])


def _command(battle: Battle, command: Command, language: str) -> Iterator[str]:
    units = battle.units_of(command.id)
    stripe = f'#swatch(rgb("{command.colour}")) ' if command.colour else ""
    title = command.name.get(language)
    leader = battle.leader(command.leader) if command.leader else None
    facts = []
    if leader is not None:
        facts.append(f"{word('led_by', language)} {leader.name.get(language)}")
    markers = [a for a in battle.activation if a.commands == (command.id,)]
    if markers:
        shown = ", ".join(f"{a.code or '?'} {a.rating if a.rating is not None else '?'}" for a in markers)
        facts.append(f"{word('activation', language)}: {shown}")
    yield "#block(breakable: false)["
    yield f"#heading(level: 3)[{stripe}{markup.text(title)}]"
    if facts:
        yield markup.small(markup.text(" · ".join(facts)))
    if units:
        yield _units(battle, list(units), language)
    yield "]"


def _units(battle: Battle, units: list[Unit], language: str) -> str:
    used = [f for f in battle.series.unit_fields if any(f.id in u.front or f.id in u.back for u in units)]
    head = [
        markup.text(word("unit", language)),
        markup.text(word("type", language)),
        *(_field_head(f, language) for f in used),
    ]
    rows = []
    for unit in units:
        unit_type = battle.series.unit_type(unit.type) if unit.type else None
        rows.append(
            [
                markup.text(unit.name.get(language)),
                markup.text(unit_type.name.get(language) if unit_type else ""),
                *(_sides(f, unit.front.get(f.id), unit.back.get(f.id), language) for f in used),
            ]
        )
    return markup.table(head, rows, ["1.6fr", "1.2fr", *["1fr"] * len(used)], "ll" + "c" * len(used))


def _combined(battle: Battle, side: str, language: str) -> Iterator[str]:
    found = [a for a in battle.activation if a.side == side and a.effect]
    if not found:
        return
    yield markup.heading(word("combined", language), 3)
    for marker in found:
        turns = f" ({word('turns', language)}: {', '.join(map(str, marker.turns))})" if marker.turns else ""
        name = f"{marker.name.get(language)} [{marker.code}{'' if marker.rating is None else f' {marker.rating}'}]"
        yield f"- {markup.bold(markup.text(name))}{markup.text(turns)} {markup.text(marker.effect.get(language))}"
    yield ""


def _field_head(definition: FieldDef, language: str) -> str:
    return markup.text(definition.abbreviation or definition.name.get(language))


def _sides(definition: FieldDef, front: Value | None, back: Value | None, language: str) -> str:
    shown = _value(front, language)
    if definition.two_sided and back is not None:
        shown += f" / {_value(back, language)}"
    return markup.text(shown)


def _value(value: Value | None, language: str) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)
