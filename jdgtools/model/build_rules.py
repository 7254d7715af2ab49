"""Builds special rules, and the lists of warnings that an author accepts, of a battle or scenario.

Nodes of `special_rules:` become `SpecialRule` (words for players, effects, and diagnostics that the rule
makes legal); nodes of `accepts:` become `Acceptance`. `checks/acceptance.py` hides the diagnostics that
they name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from jdgtools.diagnostics.diagnostic import RelatedSpan
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_effects import build_effects
from jdgtools.model.build_entries import children, unique_entries
from jdgtools.model.context import Context, Subject
from jdgtools.model.effects import RuleEffect
from jdgtools.model.scenario import Acceptance, Allowance, SpecialRule
from jdgtools.source.node import Node


def build_battle_rules(ctx: Context, root: Node, index: BattleIndex) -> tuple[SpecialRule, ...]:
    """Return the special rules of battle.yaml, which hold in every scenario."""
    entries = unique_entries(ctx, "battle-rule", children(root, "special_rules"))
    return tuple(
        _rule(ctx, entry, subject, node, build_effects(ctx, node, subject, index, None), True)
        for entry, subject, node in entries
    )


def build_rules(
    ctx: Context,
    root: Node,
    scenario: str,
    of_battle: Iterable[SpecialRule],
    index: BattleIndex,
    arrivals: Collection[str],
) -> tuple[SpecialRule, ...]:
    """Return the special rules in force in a scenario: those of the battle, then its own."""
    shared_rules = tuple(of_battle)
    shared_ids = {rule.id for rule in shared_rules}
    rules = []
    for entry, subject, node in unique_entries(ctx, "rule", children(root, "special_rules"), (scenario,)):
        if entry not in shared_ids:
            effects = build_effects(ctx, node, subject, index, arrivals)
            rules.append(_rule(ctx, entry, subject, node, effects, False))
            continue
        first = ctx.spans.get(("battle-rule", entry, "id"))
        ctx.problem(
            "REF021",
            node.get("id"),
            f"the rule id `{entry}` is used twice",
            expected="an id of its own",
            hint="the rules of battle.yaml hold in this scenario as well",
            subject=(*subject, "id"),
            related=(RelatedSpan(first, "first used here"),) if first is not None else (),
        )
    return (*shared_rules, *rules)


def _rule(
    ctx: Context,
    entry: str,
    subject: Subject,
    node: Node,
    effects: tuple[RuleEffect, ...],
    of_battle: bool,
) -> SpecialRule:
    allows = []
    for number, item in enumerate(children(node, "allows"), 1):
        ctx.mark((*subject, "allows", str(number)), item)
        code = ctx.string(item.get("code") if item.is_map else item)
        if code:
            allows.append(Allowance(code, _subjects(ctx, item), str(number)))
    for number, item in enumerate(children(node, "overrules"), 1):
        ctx.mark((*subject, "overrules", str(number)), item)
    return SpecialRule(
        entry,
        ctx.text(node.get("title")),
        ctx.text(node.get("text")),
        tuple(ctx.string(x) for x in children(node, "overrules")),
        tuple(allows),
        effects,
        not children(node, "effects") or ctx.flag(node.get("in_words")),
        of_battle,
    )


def build_accepts(ctx: Context, root: Node, subject: Subject) -> tuple[Acceptance, ...]:
    """Return the warnings that battle.yaml or a scenario accepts; incomplete entries have been reported."""
    acceptances = []
    for number, item in enumerate(children(root, "accepts"), 1):
        ctx.mark((*subject, "accepts", str(number)), item)
        if item.is_map and ctx.string(item.get("code")) and ctx.string(item.get("reason")):
            code, reason = ctx.string(item.get("code")), ctx.string(item.get("reason"))
            acceptances.append(Acceptance(code, _subjects(ctx, item), reason, str(number)))
    return tuple(acceptances)


def _subjects(ctx: Context, item: Node) -> tuple[str, ...]:
    """Return the subjects under `for`: one, or a list of them."""
    node = item.get("for") if item.is_map else None
    if node is None:
        return ()
    names = (ctx.string(x) for x in (node.elements() if node.is_list else [node]))
    return tuple(dict.fromkeys(name for name in names if name))
