"""The pieces part of a package."""

from __future__ import annotations

from jdgtools.package.model import Activation, Command, Leader, Side, State, StateAxis, Unit
from jdgtools.package.part import Part


def read_sides(root: Part) -> tuple[Side, ...]:
    """Both sides."""
    return tuple(
        Side(
            id=p.word("id"),
            name=p.text("name"),
            nationalities=p.words("nationalities"),
            rout_edge=p.maybe_word("rout_edge"),
            values=p.values("values"),
        )
        for p in root.parts("sides")
    )


def read_commands(root: Part) -> tuple[Command, ...]:
    """Commands."""
    return tuple(
        Command(
            id=p.word("id"),
            name=p.text("name"),
            side=p.maybe_word("side"),
            leader=p.maybe_word("leader"),
            letter=p.word("letter"),
            parent=p.word("parent"),
            order=p.maybe_word("order"),
            single_marker=p.flag("single_marker"),
            values=p.values("values"),
        )
        for p in root.parts("commands")
    )


def read_leaders(root: Part) -> tuple[Leader, ...]:
    """Leaders."""
    found = []
    for p in root.parts("leaders"):
        extra = p.part("extra")
        found.append(
            Leader(
                id=p.word("id"),
                name=p.text("name"),
                side=p.maybe_word("side"),
                role=p.maybe_word("role"),
                command=p.maybe_word("command"),
                nationality=p.maybe_word("nationality"),
                front=p.values("front"),
                back=p.values("back"),
                extra={name: extra.values(name) for name in extra.plain},
            )
        )
    return tuple(found)


def read_units(root: Part) -> tuple[Unit, ...]:
    """Units."""
    return tuple(
        Unit(
            id=p.word("id"),
            name=p.text("name"),
            side=p.maybe_word("side"),
            command=p.maybe_word("command"),
            type=p.maybe_word("type"),
            arm=p.word("arm"),
            movement_class=p.word("class"),
            chart_class=p.word("chart_class"),
            has_facing=p.flag("has_facing"),
            nationality=p.maybe_word("nationality"),
            parent=p.word("parent"),
            footprint=p.number("footprint", 1, 2),
            front=p.values("front"),
            back=p.values("back"),
        )
        for p in root.parts("units")
    )


def read_activation(root: Part) -> tuple[Activation, ...]:
    """Activation markers in play."""
    return tuple(
        Activation(
            id=p.word("id"),
            code=p.maybe_word("code"),
            side=p.maybe_word("side"),
            commands=p.words("commands"),
            rating=p.maybe_number("rating"),
            entry=p.word("entry"),
            turns=p.numbers("turns", 0, 10_000),
            reinforcements=p.maybe_flag("reinforcements"),
            effect=p.text("effect"),
        )
        for p in root.parts("activation")
    )


def read_states(root: Part) -> tuple[StateAxis, ...]:
    """State axes."""
    return tuple(
        StateAxis(
            id=p.word("id"),
            default=p.word("default"),
            values=tuple(
                State(v.word("id"), v.one_of("face", "front", "back"), v.word("marker"), v.flag("faceless"))
                for v in p.parts("values")
            ),
            count_high=p.maybe_number("count_high", 0),
            arms=p.words("arms"),
            applies_to=p.words("applies_to"),
        )
        for p in root.parts("states")
    )
