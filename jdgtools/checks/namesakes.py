"""Commands and leaders that one name stands for, so that nobody knows who is meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Command, Leader
from jdgtools.model.text import NO_TEXT, Text

_Key = tuple[str | None, str, str]
"""Side, language, name."""


@general_check(
    "GEN231",
    name="commands-of-one-name",
    severity=Severity.WARNING,
    rationale="Orders, rosters and special rules call a command by its name. Of two in one army that bear "
    "the same, one was copied and never renamed, at least in one language.",
    bad="commands:\n  - {id: bowes, side: allied, name: 2nd Brigade}\n"
    "  - {id: ferguson, side: allied, name: 2nd Brigade}",
    good="commands:\n  - {id: bowes, side: allied, name: 4th Brigade}\n"
    "  - {id: ferguson, side: allied, name: 2nd Brigade}",
    scope="battle",
)
def commands_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield commands whose name another one of their side has in the same language."""
    first = _first_by_name(ctx.battle.commands)
    for command in ctx.battle.commands:
        if namesake := _namesake(first, command.side, command.name, command.id):
            other, name, language = namesake
            yield Finding(
                ("command", command.id, "name"),
                f"`{other}` and `{command.id}` of one side have the same name, {name} ({language})",
                expected="a name of its own for each command of an army",
                related=((("command", other, "name"), f"name of `{other}`"),),
                depends=(("strings", language),),
            )


@general_check(
    "GEN232",
    name="leader-with-the-name-of-another",
    severity=Severity.WARNING,
    rationale="A leader of a command is one man. Who bears the name of another such leader of his army, on "
    "the front or on the reverse, as the one who takes the place of a third, would be in two places: a row "
    "was copied and its name not changed.",
    bad="leaders:\n  - {id: garlande, name: William of Garlande, side: france, command: garlande}\n"
    "  - {id: crispin, name: William Crispin, side: france, command: crispin,\n"
    "     back: {name: William of Garlande}}",
    good="leaders:\n  - {id: garlande, name: William of Garlande, side: france, command: garlande}\n"
    "  - {id: crispin, name: William Crispin, side: france, command: crispin,\n"
    "     back: {name: William Clito}}",
    scope="battle",
)
def leader_with_the_name_of_another(ctx: CheckContext) -> Iterator[Finding]:
    """Yield leaders with a command, and reverses, that have the name of another leader with a command.

    Reverses alike are none: more than one may be `a captain`.
    """
    leaders = ctx.battle.leaders
    with_command = [leader for leader in leaders if leader.command is not None]
    first = _first_by_name(with_command)
    for leader in with_command:
        if namesake := _namesake(first, leader.side, leader.name, leader.id):
            yield _one_name(("leader", leader.id, "name"), f"leader `{leader.id}`", *namesake)
    for leader in leaders:
        if namesake := _namesake(first, leader.side, leader.back_name or NO_TEXT, leader.id):
            yield _one_name(("leader", leader.id, "back"), f"the reverse of leader `{leader.id}`", *namesake)


def _first_by_name(pieces: Iterable[Command | Leader]) -> dict[_Key, str]:
    """Return which of some commands or leaders is the first with a name, in each side and language."""
    first: dict[_Key, str] = {}
    for piece in pieces:
        for language, name in piece.name.values:
            first.setdefault((piece.side, language, name.casefold()), piece.id)
    return first


def _namesake(
    first: Mapping[_Key, str], side: str | None, names: Text, own_id: str
) -> tuple[str, str, str] | None:
    """Return who else has one of the names, which name it is and in which language; None for nobody."""
    for language, name in names.values:
        other = first.get((side, language, name.casefold()), own_id)
        if other != own_id:
            return other, name, language
    return None


def _one_name(subject: Subject, who: str, other: str, name: str, language: str) -> Finding:
    return Finding(
        subject,
        f"{who} has the name of leader `{other}`, {name} ({language})",
        expected="a name of his own",
        related=((("leader", other, "name"), f"name of `{other}`"),),
        depends=(("strings", language),),
    )


CHECKS: tuple[Check, ...] = (commands_of_one_name, leader_with_the_name_of_another)
"""All checks of this module."""
