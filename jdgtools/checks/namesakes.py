"""Commands, leaders and special rules that one name stands for, so that nobody knows which is meant."""

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


@general_check(
    "GEN241",
    name="rule-with-the-words-of-another",
    severity=Severity.WARNING,
    rationale="Players look a special rule up by its title and read its text. Of two with the same title or "
    "the same text, in any language, one was copied and the words not changed.",
    bad="special_rules:\n  - {id: mist, title: Mist, text: Nobody sees beyond three hexes.}\n"
    "  - {id: mud, title: Mud, text: Nobody sees beyond three hexes.}",
    good="special_rules:\n  - {id: mist, title: Mist, text: Nobody sees beyond three hexes.}\n"
    "  - {id: mud, title: Mud, text: Guns do not leave the road.}",
)
def rule_with_the_words_of_another(ctx: CheckContext) -> Iterator[Finding]:
    """Yield special rules of a scenario, or of the battle, with the title or text of an earlier one."""
    if ctx.scenario is None:
        return
    first: dict[tuple[str, str, str], tuple[str, Subject]] = {}
    for rule in ctx.scenario.special_rules:
        subject = rule.subject(ctx.scenario.id)
        for key, words in (("title", rule.title), ("text", rule.text)):
            for language, text in words.values:
                entry = key, language, " ".join(text.casefold().split())
                other, place = first.setdefault(entry, (rule.id, (*subject, key)))
                if other != rule.id:
                    yield Finding(
                        (*subject, key),
                        f"special rule `{rule.id}` has the {key} of `{other}` ({language})",
                        expected=f"a {key} of its own",
                        related=((place, f"{key} of `{other}`"),),
                        depends=(("strings", language),),
                    )
                    break


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


CHECKS: tuple[Check, ...] = (
    commands_of_one_name,
    leader_with_the_name_of_another,
    rule_with_the_words_of_another,
)
"""All checks of this module."""
