"""The scenario part of a package."""

from __future__ import annotations

from jdgtools.errors import InputRefused
from jdgtools.package.model import (
    Arrival,
    Automatic,
    Award,
    Condition,
    Level,
    Setup,
    SpecialRule,
    Turn,
    Turns,
    Victory,
)
from jdgtools.package.part import Part

_KINDS = (
    "all", "any", "not", "holds", "eliminated", "losses", "exited", "turn", "state", "difference", "always",
)  # fmt: skip
_DEEPEST = 40


def read_turns(part: Part) -> Turns:
    """The turn track."""
    return Turns(
        part.maybe_number("first"),
        part.maybe_number("last"),
        tuple(
            Turn(p.number("number", 0, 10_000), p.word("time"), frozenset(p.words("flags")))
            for p in part.parts("track")
        ),
    )


def read_setup(root: Part, size: int) -> tuple[Setup, ...]:
    """Where pieces start."""
    return tuple(
        Setup(
            piece=p.word("piece"),
            kind=p.one_of("kind", "unit", "leader", "marker"),
            hexes=p.numbers("hexes", 0, size - 1) if p.has("hexes") else (),
            area=p.numbers("area", 0, size - 1) if p.has("area") else (),
            box=p.word("box") if p.has("box") else "",
            facing=p.maybe_number("facing", 0, 5),
            state=p.text("state"),
            stack=p.number("stack", 0, 10_000),
        )
        for p in root.parts("setup")
    )


def read_arrivals(root: Part, size: int) -> tuple[Arrival, ...]:
    """Reinforcements."""
    found = []
    for p in root.parts("arrivals"):
        stacks = p.items("stacks")
        if not all(isinstance(s, list) and all(isinstance(piece, str) for piece in s) for s in stacks):
            raise p.refuse("stacks", "lists of piece ids")
        chance = p.part("chance") if p.has("chance") else None
        found.append(
            Arrival(
                id=p.word("id"),
                pieces=p.words("pieces"),
                stacks=tuple(tuple(stack) for stack in stacks),
                turn=p.maybe_number("turn"),
                until=p.maybe_number("until"),
                command=p.maybe_word("command"),
                side=p.maybe_word("side"),
                hexes=p.numbers("hexes", 0, size - 1),
                entry=p.maybe_word("entry"),
                optional=p.flag("optional"),
                chance=None
                if chance is None
                else (chance.number("at_most", -1000, 1000), chance.number("of", 1, 1000)),
                condition=p.text("condition"),
                state=p.text("state"),
            )
        )
    return tuple(found)


def read_victory(part: Part, size: int) -> Victory:
    """How the game is decided."""
    return Victory(
        awards=tuple(
            Award(
                id=p.word("id"),
                name=p.text("name"),
                side=p.maybe_word("side"),
                points=p.number("points", -(10**6), 10**6),
                each=p.flag("each"),
                at=p.one_of("at", "end", "turn"),
                when=_condition(p.part("when"), size),
            )
            for p in part.parts("awards")
        ),
        automatic=tuple(
            Automatic(
                id=p.word("id"),
                name=p.text("name"),
                side=p.maybe_word("side"),
                evaluated=p.word("evaluated"),
                when=_condition(p.part("when"), size),
            )
            for p in part.parts("automatic")
        ),
        levels=tuple(
            Level(p.text("name"), p.maybe_word("side"), p.maybe_number("low"), p.maybe_number("high"))
            for p in part.parts("levels")
        ),
        held={p.number("hex", 0, size - 1): p.word("side") for p in part.parts("held")},
    )


def _condition(part: Part, size: int, depth: int = 0) -> Condition:
    if depth > _DEEPEST:
        raise InputRefused(f"{part.place}: nested too deeply")
    return Condition(
        kind=part.one_of("kind", *_KINDS),
        parts=tuple(_condition(p, size, depth + 1) for p in part.parts("parts")) if part.has("parts") else (),
        side=part.word("side") if part.has("side") else None,
        hexes=part.numbers("hexes", 0, size - 1) if part.has("hexes") else (),
        units=part.words("units") if part.has("units") else (),
        count=part.maybe_number("count") if part.has("count") else None,
        percent=part.maybe_number("percent") if part.has("percent") else None,
        edge=part.word("edge") if part.has("edge") else "",
        low=part.maybe_number("low") if part.has("low") else None,
        high=part.maybe_number("high") if part.has("high") else None,
        value=part.word("value") if part.has("value") else "",
    )


def read_special_rules(root: Part) -> tuple[SpecialRule, ...]:
    """Rules in words."""
    return tuple(
        SpecialRule(p.word("id"), p.text("title"), p.text("text"), p.words("overrules"))
        for p in root.parts("special_rules")
    )
