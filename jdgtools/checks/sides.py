"""Sides that contradict: whose side is written wrong, and what follows from that alone.

Units belong to a command, and leaders lead it; all of them are of one side. Where all but one say the same,
the one is wrong, and the rules find him among his enemies everywhere: in his stack, beside his neighbours,
under his leader. What a battle with the right side would not show follows from the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.checks.run import CheckResult
from jdgtools.diagnostics.diagnostic import Diagnostic, RelatedSpan
from jdgtools.diagnostics.names import name_list
from jdgtools.diagnostics.report import Report
from jdgtools.model.battle import Battle
from jdgtools.model.context import Subject
from jdgtools.model.pieces import Command, Leader, Unit


class WrongSide(Struct, frozen=True):
    """A command, a leader or a unit whose side all others contradict."""

    subject: Subject
    """Such as ("command", "hill")."""
    side: str
    """The side of the others."""
    others: tuple[str, ...]
    """Their ids."""

    def is_named_in(self, about: Iterable[Subject]) -> bool:
        """Return whether a finding about subjects speaks of it, or of what ties another to it."""
        kind = self.subject[0]
        keys = {("command", "leader")} if kind == "leader" else {("unit", "command"), ("leader", "command")}
        return any(
            s[:2] == self.subject
            or (kind != "unit" and len(s) == 3 and (s[0], s[2]) in keys and s[1] in self.others)
            for s in about
        )


def wrong_sides(battle: Battle) -> list[WrongSide]:
    """Return whose side is wrong: commands first, then leaders and units, in source order.

    A command is wrong if it has at least two pieces and all of them are of the other side; a piece, if its
    command has another of the command's side. Of two that contradict each other nobody knows which is wrong.
    """
    pieces: dict[str, list[Unit | Leader]] = {}
    for unit in battle.units:
        if unit.command is not None:
            pieces.setdefault(unit.command, []).append(unit)
    for command_id, leader in _led(battle):
        pieces.setdefault(command_id, []).append(leader)
    commands: list[WrongSide] = []
    others_of: dict[tuple[str, str], tuple[str, list[str]]] = {}
    friends: set[tuple[str, str]] = set()
    for command in battle.commands:
        members = [p for p in pieces.get(command.id, ()) if p.side is not None]
        sides = {p.side for p in members}
        if command.side is None or not members:
            continue
        if command.side not in sides:
            if len(sides) == 1 and len(members) > 1:
                commands.append(
                    WrongSide(("command", command.id), str(members[0].side), tuple(p.id for p in members))
                )
            continue
        for piece in members:
            key = ("unit" if isinstance(piece, Unit) else "leader", piece.id)
            if piece.side == command.side:
                friends.add(key)
            else:
                others_of.setdefault(key, (command.side, []))[1].append(command.id)
    wrong = [WrongSide(key, side, tuple(ids)) for key, (side, ids) in others_of.items() if key not in friends]
    return commands + wrong


def _led(battle: Battle) -> Iterable[tuple[str, Leader]]:
    """Yield the commands that leaders lead, with each leader, whichever of the two names the other."""
    leaders = {leader.id: leader for leader in battle.leaders}
    pairs = dict.fromkeys((c.id, c.leader) for c in battle.commands if c.leader in leaders)
    pairs |= dict.fromkeys((x.command, x.id) for x in battle.leaders if x.command is not None)
    for command_id, leader_id in pairs:
        if command_id is not None and leader_id is not None:
            yield command_id, leaders[leader_id]


def drop_echoes_of_sides(
    battle: Battle,
    report: Report,
    results: list[CheckResult],
    judge: Callable[[Battle], list[CheckResult]],
) -> None:
    """Take from a report what only a wrong side brings about; of each the message that tells it best stays.

    Args:
        battle: the battle as it was read.
        report: without what the battle accepts.
        results: what the checks said of the battle.
        judge: runs the checks again, over the battle with the right sides.
    """
    wrong = wrong_sides(battle)
    if not wrong:
        return
    remaining = {(r.check.code, r.subject, r.scenario) for r in judge(_with_sides(battle, wrong))}
    standing = set(report.standing)
    echoes = [
        r for r in results if r.problem in standing and (r.check.code, r.subject, r.scenario) not in remaining
    ]
    replacements: dict[Diagnostic, Diagnostic] = {}
    for one in wrong:
        about = [r for r in echoes if one.is_named_in(r.about)]
        if about:
            # Of several the first that speaks of its own lines.
            best = max(about, key=lambda r: (r.problem.severity, r.subject[:2] == one.subject)).problem
            replacements.setdefault(best, _with_doubt(battle, best, one))
    worst = max((r.problem for r in echoes), key=lambda problem: problem.severity, default=None)
    if worst is None or not replacements:
        return
    if worst.severity > max(problem.severity for problem in replacements):
        replacements[worst] = worst
    report.drop({r.problem: None for r in echoes if r.problem not in replacements})
    for problem, better in replacements.items():
        report.replace(problem, better)


def _with_sides(battle: Battle, wrong: list[WrongSide]) -> Battle:
    """Return a battle with the sides that the others have."""
    sides = {one.subject: one.side for one in wrong}

    def mend(kind: str, record: Command | Leader | Unit) -> Command | Leader | Unit:
        side = sides.get((kind, record.id))
        return record if side is None else replace(record, side=side)

    return replace(
        battle,
        commands=tuple(mend("command", c) for c in battle.commands),
        leaders=tuple(mend("leader", x) for x in battle.leaders),
        units=tuple(mend("unit", u) for u in battle.units),
    )


def _with_doubt(battle: Battle, problem: Diagnostic, one: WrongSide) -> Diagnostic:
    """Return a problem with the question whether the side is wrong, and where it stands."""
    kind, name = one.subject
    if kind == "unit":
        return problem  # its row names its side and its command
    verb = "is" if len(one.others) == 1 else "are"
    span = battle.spans.get((*one.subject, "side"))
    related = problem.related
    if span is not None and span != problem.span and all(r.span != span for r in related):
        related = (*related, RelatedSpan(span, f"the side of {kind} `{name}`"))
    hint = f"is the side of {kind} `{name}` wrong? {name_list(one.others)} {verb} of `{one.side}`"
    return replace(problem, hint=hint, related=related)
