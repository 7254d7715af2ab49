"""The options of `jdg query` that say who moves and how, and the mover that they mean.

`path` and `reach` take the same ones: `move_options` gives them to a command, which gets one `MoveQuestion`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from jdgtools.cli._question import find_hex, known_piece, unknown
from jdgtools.source.node import number_in_digits

if TYPE_CHECKING:
    from jdgtools.derived import DerivedBattle
    from jdgtools.derived.movers import Mover

_OPTIONS = (
    click.option("--class", "class_name", help="Movement class.  [default: that of the unit, or the first]"),
    click.option("--unit", help="Unit or leader that moves, in its state, among the others of the setup."),
    click.option("--facing", help="Facing of the unit at the start.  [default: that of the setup]"),
    click.option(
        "--state",
        "states",
        multiple=True,
        help="State of the unit instead of that of the setup, such as `routed`; may be repeated.",
    ),
    click.option(
        "--turn",
        type=int,
        help="Turn whose flags, special rules and reinforcements count.  [default: of a unit the first]",
    ),
    click.option(
        "--move",
        help="Kind of move of the series, such as `forced-march`, `charge`, `retreat` or an order.",
    ),
    click.option(
        "--attacker",
        "attackers",
        multiple=True,
        help="Enemy unit before which it retreats, whose move it answers, or that it has beaten; "
        "may be repeated.  [default: those next to it]",
    ),
    click.option(
        "--fled",
        "fled",
        multiple=True,
        metavar="HEX",
        help="Hex that the beaten enemy unit has entered in its flight, for a pursuit; repeated, in order.",
    ),
)


class MoveQuestion(Struct, frozen=True):
    """Who moves and how, in the words of the user; None and empty: not said."""

    class_name: str | None
    unit: str | None
    facing: str | None
    states: tuple[str, ...]
    turn: int | None
    move: str | None
    attackers: tuple[str, ...]
    fled: tuple[str, ...]


def move_options(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options about a move; it gets them as `question`."""

    @wraps(function)
    def command(**values: Any) -> None:
        question = MoveQuestion(**{name: values.pop(name) for name in MoveQuestion.__struct_fields__})
        function(question=question, **values)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class QuestionedMover(Struct, frozen=True):
    """The unit or movement class that a question is about."""

    mover: Mover
    facts: dict[str, Any]
    """Who moves and how, as `derived.answers.mover_answer` tells it."""


def questioned_mover(
    derived: DerivedBattle, question: MoveQuestion, origin: str | None, param: str
) -> QuestionedMover:
    """Return the unit or the movement class that a question about moves is about.

    Args:
        derived: the battle with its setup.
        question: what the options say.
        origin: hex where the move begins; None = that of the unit.
        param: name of the argument that gave it, for messages.

    Raises:
        click.UsageError: it cannot be asked so; the message says what to ask instead.
    """
    from jdgtools.derived.answers import mover_answer
    from jdgtools.derived.derive import turn_of
    from jdgtools.derived.movers import MoveRefused
    from jdgtools.derived.protocols import FacedMovement

    start = None if origin is None else find_hex(derived, origin, param)
    column = None if question.class_name is None else _known_class(derived, question.class_name)
    if question.unit is None:
        if question.states or question.move is not None or question.attackers or question.fled:
            raise click.UsageError(
                "--state, --move, --attacker and --fled are about a unit: name it with --unit"
            )
        if start is None:
            raise click.UsageError("give the HEX to start from")
        rules = derived.series.movement
        column = column or rules.classes[0]
        facing = _facing(derived, question.facing, FacedMovement)
        try:
            number = None if question.turn is None else turn_of(derived.scenario, question.turn)[0]
        except MoveRefused as refusal:
            raise click.UsageError(f"{refusal}: {refusal.ask}") from refusal
        by_class = derived.class_mover(start, column, facing, number)
        return QuestionedMover(by_class, mover_answer(derived, by_class, None))
    known_piece(derived, question.unit)
    for attacker in question.attackers:
        known_piece(derived, attacker, "--attacker")
    try:
        piece = derived.piece(
            question.unit,
            start,
            _facing(derived, question.facing),
            _states(derived, question.unit, question.states),
            question.turn,
            (question.move or "").strip().lower().replace("-", "_"),
            column or "",
            question.attackers,
            tuple(find_hex(derived, text, "--fled") for text in question.fled),
        )
        mover = derived.mover(piece)
        return QuestionedMover(mover, mover_answer(derived, mover, piece))
    except MoveRefused as refusal:
        raise click.UsageError(f"{refusal}: {refusal.ask}") from refusal


def _known_class(derived: DerivedBattle, text: str) -> str:
    """Return the movement class of that name.

    Raises:
        click.UsageError: there is none.
    """
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in derived.series.movement.classes:
        raise unknown("movement class", text, derived.series.movement.classes, "--class")
    return word


def _states(derived: DerivedBattle, piece: str, words: tuple[str, ...]) -> dict[str, str]:
    """Return the states named on the command line, by axis; a count is written `axis=number`.

    Raises:
        click.UsageError: no axis of the piece has such a value.
    """
    unit = derived.battle.unit(piece)
    kind = "leader" if unit is None else "unit"
    axes = [
        axis
        for axis in derived.battle.series.state_axes
        if kind in axis.applies_to and (unit is None or not axis.arms or unit.arm in axis.arms)
    ]
    by_value = {value.id: axis.id for axis in axes for value in axis.values}
    counts = {axis.id: axis.count_high for axis in axes if axis.count_high}
    states = {}
    for text in words:
        word = text.strip().lower().replace("-", "_")
        name, _, number = word.partition("=")
        count = number_in_digits(number)
        if name in counts and count is not None and count <= counts[name]:
            states[name] = str(count)
        elif word in by_value:
            states[by_value[word]] = word
        else:
            raise unknown("state of this piece", text, [*by_value, *(f"{c}=1" for c in counts)], "--state")
    return states


def _facing(derived: DerivedBattle, text: str | None, protocol: type | None = None) -> int | None:
    """Return the facing named by a corner or hexside.

    Args:
        derived: the battle.
        text: its name; None = none was given.
        protocol: protocol that the movement rules must keep for facing to matter; None = any rules.

    Raises:
        click.UsageError: it is none, or facing is nothing to a class without a unit.
    """
    from jdgtools.hexgrid import NameProblem, parse_corner, parse_direction

    if text is None:
        return None
    if protocol is not None and not isinstance(derived.series.movement, protocol):
        raise click.UsageError(
            "facing means nothing to the moves of a class; name a unit with --unit, or leave out --facing"
        )
    parse = parse_corner if derived.battle.series.facing == "corner" else parse_direction
    direction = parse(text, derived.map_rules.map.grid.orientation)
    if isinstance(direction, NameProblem):
        raise click.BadParameter(direction.message, param_hint="--facing")
    return direction
