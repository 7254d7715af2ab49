"""Checks of units and counters: who they are (G.1: CHK-01 to -03, -10, -11, -13, -15, -16)."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.general import is_written
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.pieces import Unit

_BASICS = {
    "name": ("a name", "JDG-0.3-b", "what the counter shows, such as `1/9th Foot`"),
    "side": ("a side", "JDG-0.3-a", "the id of one of the two sides"),
    "command": (
        "a formation",
        "JDG-0.3-e",
        "the id of a formation under `commands`, in the column `command`",
    ),
    "type": ("a type", "JDG-0.3-c", "a unit type, such as `line_infantry`"),
    "nationality": ("a nationality", "JDG-0.3-d", "the id of a nationality; it colours the counter"),
}


_AGAINST_THE_TYPE = (("heavy_cavalry", False), ("light_cavalry", True))
"""Type of cavalry and the flag `heavy` that contradicts it."""


@check(
    "JDG001",
    entry="CHK-01",
    name="incomplete-unit",
    severity=Severity.ERROR,
    rules=("JDG-0.3-a", "JDG-0.3-b", "JDG-0.3-c", "JDG-0.3-d", "JDG-0.3-e"),
    rationale=(
        "Every counter shows a name, a type, a nationality and the stripe of its formation. Without the "
        "formation no activation marker ever moves the unit, and without the type no rule on terrain, "
        "stacking or combat knows what to do with it."
    ),
    bad="id,name,side,command,type,nationality\n1-9,1/9th Foot,britain,,line_infantry,british",
    good="id,name,side,command,type,nationality\n1-9,1/9th Foot,britain,hill,line_infantry,british",
    scope="battle",
)
def incomplete_unit(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units whose row in the order of battle leaves out who they are."""
    for unit in ctx.battle.units:
        for field, (words, rule, expected) in _BASICS.items():
            # The model puts the id where the source gives no name.
            missing = (
                not is_written(ctx, "unit", unit.id, "name") if field == "name" else not getattr(unit, field)
            )
            if missing:
                yield Finding(
                    ("unit", unit.id, field),
                    f"unit `{unit.id}` has no {words.removeprefix('a ')}",
                    expected=expected,
                    rules=(rule,),
                )


@check(
    "JDG002",
    entry="CHK-02",
    name="counter-used-twice",
    severity=Severity.ERROR,
    rules=("JDG-0.3-a",),
    rationale=(
        "A counter exists once. A piece that starts on the map and also arrives later, or arrives twice, "
        "would have to be in two places; one that the scenario both uses and leaves out has no place that "
        "could be trusted. Units and commanders share one box of counters, so their ids must differ as well."
    ),
    bad=(
        "setup:\n  - {unit: 1-9, hex: 0305, facing: NE}\nreinforcements:\n"
        "  - {id: late, units: [1-9], turn: 3, entry: north}"
    ),
    good=(
        "setup:\n  - {unit: 1-29, hex: 0305, facing: NE}\nreinforcements:\n"
        "  - {id: late, units: [1-9], turn: 3, entry: north}"
    ),
)
def counter_used_twice(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pieces in two places of a scenario, commanders in none, ids shared by a unit and a leader."""
    scenario, battle = ctx.scenario, ctx.battle
    assert scenario is not None
    for leader in battle.leaders:
        if leader.id in ctx.units:
            yield Finding(
                ("leader", leader.id, "id"),
                f"leader `{leader.id}` has the same id as a unit",
                expected="an id of its own for every counter",
                related=((("unit", leader.id, "id"), "the unit"),),
            )
    where: dict[str, str] = {p.piece: "starts on the map" for p in scenario.placements}
    first = {p.piece: ctx.placement_subject(p.piece) for p in scenario.placements}
    for arrival in scenario.arrivals:
        for piece in (name for stack in arrival.stacks for name in stack):
            if piece in where:
                kind = "leader" if piece in ctx.leaders else "unit"
                again = f"arrives with `{arrival.id}`"
                fault = (
                    f"stands twice in `{arrival.id}`"
                    if where[piece] == again
                    else f"{where[piece]} and {again}"
                )
                yield Finding(
                    ("arrival", scenario.id, arrival.id, "units"),
                    f"{kind} `{piece}` {fault}",
                    expected="one place for each counter",
                    hint="delete one of the two; other units of the group are not affected",
                    related=((first[piece], "the other place"),),
                )
                continue
            where[piece] = f"arrives with `{arrival.id}`"
            first[piece] = ("arrival", scenario.id, arrival.id, "units")
    # Of units JDG102 says so.
    for piece in sorted(scenario.unused & set(where) & ctx.leaders.keys() - ctx.units.keys()):
        yield Finding(
            ("scenario", scenario.id, "unused"),
            f"`{piece}` is listed as unused and {where[piece]}",
            expected="a piece is used or unused",
            related=((first[piece], "used here"),),
        )
    for leader in battle.leaders:
        if leader.side and leader.id not in where and leader.id not in scenario.unused:
            yield Finding(
                ("scenario", scenario.id, "setup"),
                f"leader `{leader.id}` has no place in scenario `{scenario.id}`",
                expected=(
                    "a place under `setup`, an arrival under `reinforcements`, or an entry under `unused`"
                ),
                related=((("leader", leader.id), "the leader"),),
            )


@check(
    "JDG003",
    entry="CHK-03",
    name="unit-of-doubtful-type",
    severity=Severity.ERROR,
    rules=("JDG-0.3-c",),
    rationale=(
        "A unit is infantry, cavalry or artillery, and only one of them: stacking, terrain costs and combat "
        "ask for the type at every step. Ranges or a kind of artillery in the row of a battalion are a sign "
        "that the type, or the whole row, has slipped into the wrong cells."
    ),
    bad="id,type,effective_range,maximum_range\n1-9,line_infantry,3,8",
    good="id,type,effective_range,maximum_range\nlawson,foot_artillery,3,8",
    scope="battle",
)
def unit_of_doubtful_type(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units of no arm of the series, and infantry or cavalry with values that only artillery has."""
    arms = [arm for arm, _ in ctx.battle.series.arms]
    for unit in ctx.battle.units:
        if not unit.type:
            continue
        if unit.arm not in arms:
            yield Finding(
                ("unit", unit.id, "type"),
                f"unit `{unit.id}` is of type `{unit.type}`, which belongs to no arm",
                expected=f"a type of {name_list(arms, 'or')}",
            )
        elif unit.arm != "artillery":
            for field in ("artillery_kind", "effective_range", "maximum_range"):
                if field in unit.front:
                    yield Finding(
                        ("unit", unit.id, field),
                        f"unit `{unit.id}` is {unit.arm} and has the artillery value `{field}`: "
                        f"{unit.front[field]}",
                        expected="an empty cell, or a type of artillery",
                        related=((("unit", unit.id, "type"), "its type"),),
                    )


@check(
    "JDG010",
    entry="CHK-10",
    name="doubtful-heavy-flag",
    severity=Severity.ERROR,
    rules=("JDG-8.7.3-d", "JDG-8.8.2-a"),
    rationale=(
        "Heavy cavalry advances first after a shock, others give way before it, and counter-charging it is "
        "harder; so every cavalry unit is either heavy or not. The type says which; a row may change it for "
        "dragoons and lancers, whose armies used them both ways. On other arms the flag means nothing."
    ),
    bad="id,type,heavy\n1-cuir,heavy_cavalry,no",
    good="id,type,heavy\n1-cuir,heavy_cavalry,",
    scope="battle",
)
def doubtful_heavy_flag(ctx: CheckContext) -> Iterator[Finding]:
    """Yield cavalry without a heavy flag or against its type; other arms with one."""
    for unit in ctx.battle.units:
        subject, heavy = ("unit", unit.id, "heavy"), unit.front.get("heavy")
        if unit.arm in ("infantry", "artillery") and heavy is not None:
            yield Finding(
                subject,
                f"unit `{unit.id}` is {unit.arm} and carries the flag `heavy`",
                expected="an empty cell: only cavalry is heavy or not",
            )
        elif unit.arm == "cavalry" and heavy is None:
            yield Finding(
                subject,
                f"cavalry unit `{unit.id}` is neither heavy nor not heavy",
                expected="`true` or `false` in the column `heavy`",
            )
        elif (ctx.battle.series.type_acts_as(unit.type or ""), heavy) in _AGAINST_THE_TYPE:
            words = "not heavy" if heavy is False else "heavy"
            yield Finding(
                subject,
                f"unit `{unit.id}` is of type `{unit.type}` and marked as {words}",
                expected="a type and a flag that agree",
                hint="leave the cell empty, or choose another type such as `dragoons`",
                related=((("unit", unit.id, "type"), "its type"),),
            )


@check(
    "JDG011",
    entry="CHK-11",
    name="doubtful-kind-of-artillery",
    severity=Severity.ERROR,
    rules=("JDG-5.1.1-d",),
    rationale=(
        "Artillery is foot or horse artillery. The kind decides what the battery pays for terrain and how "
        "far it shoots when its counter prints no ranges, so it must not contradict the unit's type."
    ),
    bad="id,type,artillery_kind\nlawson,foot_artillery,horse",
    good="id,type,artillery_kind\nlawson,horse_artillery,",
    scope="battle",
)
def doubtful_kind_of_artillery(ctx: CheckContext) -> Iterator[Finding]:
    """Yield artillery that is neither foot nor horse, or not what its type says."""
    for unit in ctx.battle.units:
        if unit.arm != "artillery":
            continue
        kind = unit.front.get("artillery_kind")
        definition = ctx.battle.series.unit_type(unit.type or "")
        kind_of_type = definition.attributes.get("artillery_kind") if definition else None
        if kind not in ("foot", "horse"):
            yield Finding(
                ("unit", unit.id, "artillery_kind"),
                f"artillery unit `{unit.id}` is neither foot nor horse artillery",
                expected="`foot` or `horse` in the column `artillery_kind`",
            )
        elif kind_of_type is not None and kind_of_type != kind:
            yield Finding(
                ("unit", unit.id, "artillery_kind"),
                f"unit `{unit.id}` is of type `{unit.type}` and marked as {kind} artillery",
                expected="a type and a kind that agree",
                hint=f"write the type `{kind}_artillery` and leave `artillery_kind` empty",
                related=((("unit", unit.id, "type"), "its type"),),
            )


@check(
    "JDG013",
    entry="CHK-13",
    name="unit-in-a-formation-of-the-enemy",
    severity=Severity.ERROR,
    rules=("JDG-0.3-e", "JDG-2.1.1-c"),
    rationale=(
        "A formation belongs to one player, and its activation marker activates all its units. A unit of the "
        "other side among them would be moved by the enemy."
    ),
    bad="commands:\n  - {id: hill, side: britain}\n# oob.csv\nid,side,command\n70e,france,hill",
    good="commands:\n  - {id: brenier, side: france}\n# oob.csv\nid,side,command\n70e,france,brenier",
    scope="battle",
)
def unit_in_a_formation_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units whose formation belongs to the other side."""
    commands = {c.id: c for c in ctx.battle.commands}
    for unit in ctx.battle.units:
        command = commands.get(unit.command or "")
        if command is None or command.side is None or unit.side is None or command.side == unit.side:
            continue
        yield Finding(
            ("unit", unit.id, "command"),
            f"unit `{unit.id}` of side `{unit.side}` belongs to formation `{command.id}` of side "
            f"`{command.side}`",
            expected=f"a formation of side `{unit.side}`",
            hint=_own_formations(ctx, unit),
            related=((("command", command.id, "side"), "the side of the formation"),),
        )


def _own_formations(ctx: CheckContext, unit: Unit) -> str | None:
    formations = [c.id for c in ctx.battle.commands if c.side == unit.side]
    return f"the formations of `{unit.side}` are {name_list(formations)}" if formations else None


@check(
    "JDG015",
    entry="CHK-15",
    name="unit-with-nationality-of-the-enemy",
    severity=Severity.WARNING,
    rules=("JDG-0.3-d",),
    rationale=(
        "Players tell friend from enemy by the colour of the counters, and the nationality gives the colour. "
        "Troops of one nation did serve on both sides; then a note in the row, or the nationality in the "
        "lists of both sides, says that it is meant."
    ),
    bad=(
        "sides:\n  - {id: britain, nationalities: [british]}\n"
        "  - {id: france, nationalities: [french, swiss]}\n"
        "# oob.csv\nid,side,nationality,note\nwatteville,britain,swiss,"
    ),
    good=(
        "sides:\n  - {id: britain, nationalities: [british]}\n"
        "  - {id: france, nationalities: [french, swiss]}\n"
        "# oob.csv\nid,side,nationality,note\nwatteville,britain,swiss,Swiss regiment in British pay"
    ),
    scope="battle",
    same_as=("GEN237",),
)
def unit_with_nationality_of_the_enemy(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units whose nationality is listed for the other side only, without a note."""
    for unit in ctx.battle.units:
        side = ctx.battle.side(unit.side)
        if side is None or unit.nationality is None or unit.nationality in side.nationalities:
            continue
        others = [s for s in ctx.battle.sides if s is not side and unit.nationality in s.nationalities]
        if others and not is_written(ctx, "unit", unit.id, "note"):
            yield Finding(
                ("unit", unit.id, "nationality"),
                f"unit `{unit.id}` of side `{side.id}` has the nationality `{unit.nationality}` of side "
                f"`{others[0].id}`",
                expected=name_list(side.nationalities, "or") or "a nationality of its side",
                hint=(
                    f"if it is meant, say why in the column `note`, or list `{unit.nationality}` for "
                    f"`{side.id}` too"
                ),
                related=((("side", others[0].id, "nationalities"), "listed here"),),
            )


@check(
    "JDG016",
    entry="CHK-16",
    name="battle-without-scale",
    severity=Severity.WARNING,
    rules=("JDG-0.1-b", "JDG-0.1-c"),
    rationale=(
        "A strength point is 200 foot or 150 horse where units are regiments, and twice that where they are "
        "brigades. Without the scale nobody can judge whether the strengths of an order of battle are right."
    ),
    bad="series: jdg\ntitle: Roliça",
    good="series: jdg\ntitle: Roliça\nscale: regiment",
    scope="battle",
)
def battle_without_scale(ctx: CheckContext) -> Iterator[Finding]:
    """Yield battles that do not say what one strength point stands for."""
    if ctx.battle.scale is None:
        yield Finding(
            ("battle", "scale"),
            "the battle does not state its scale",
            expected=f"`scale: {'` or `scale: '.join(ctx.battle.series.scales)}`",
            hint=(
                "one strength point is 200 infantry or 150 cavalry at regiment scale, 400 or 300 at brigade "
                "scale"
            ),
        )


CHECKS: tuple[Check, ...] = (
    incomplete_unit,
    counter_used_twice,
    unit_of_doubtful_type,
    doubtful_heavy_flag,
    doubtful_kind_of_artillery,
    unit_in_a_formation_of_the_enemy,
    unit_with_nationality_of_the_enemy,
    battle_without_scale,
)
"""CHK-01 to -03, -10, -11, -13, -15, -16."""
