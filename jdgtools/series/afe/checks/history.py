"""Checks of what the rules demand of single battles of history (CHK-03, CHK-65).

`battle_of` in battle.yaml says which battle it is. Where it is missing and title and date say the same, the
check warns, because another battle of that name may be meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.checks.setup import scenario_subject, setup_view
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.definition import BattleDef
from jdgtools.model.text import Text
from jdgtools.series.afe.checks.common import StackRule, code_of, roles_of

_E, _W = Severity.ERROR, Severity.WARNING
_FRENCH_ATTACK = ("poitiers-1356", "formigny-1450")
_BOUVINES, _LAS_NAVAS = "bouvines-1214", "las-navas-de-tolosa-1212"
_FRENCH = re.compile(r"\b(fran|french)")
"""How words for the French begin, in English, French, Polish and Hungarian."""


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c)).replace("-", " ").replace("_", " ")


def _battle(ctx: CheckContext, *ids: str) -> tuple[BattleDef, Severity | None] | None:
    """Return the battle of history, if it is one of these, with the severity of what is wrong with it."""
    battles = [b for b in ctx.battle.series.battles if b.id in ids]
    for battle in battles:
        if battle.id == ctx.battle.battle_of:
            return battle, None
    if ctx.battle.battle_of is not None:
        return None
    titles = [_plain(text) for _, text in ctx.battle.title.values]
    for battle in battles:
        has_date = any(str(battle.year) in text for text in (ctx.battle.date, *titles))
        if has_date and any(_plain(battle.name) in title for title in titles):
            return battle, _W
    return None


def _hint(battle: BattleDef, severity: Severity | None) -> str | None:
    if severity is None:
        return None
    return (
        f"by its title this is {battle.name} {battle.year}: `battle_of: {battle.id}` in battle.yaml says so"
    )


def _is_french(names: Iterable[str | Text]) -> bool:
    """Return whether an id or a text among the names is that of the French."""
    texts = [t for name in names for t in ([name] if isinstance(name, str) else [v for _, v in name.values])]
    return any(_FRENCH.search(_plain(text)) for text in texts)


@check(
    "AFE003",
    entry="CHK-03",
    name="french-do-not-attack",
    severity=_E,
    rules=("AFE-6-e",),
    rationale="At Poitiers and at Formigny the attacker is the French army.",
    bad="battle_of: poitiers-1356\nsides:   # of a scenario\n  - {side: french, values: {role: defender}}",
    good="battle_of: poitiers-1356\nsides:\n  - {side: french, values: {role: attacker}}",
    may_warn=True,
)
def french_do_not_attack(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios of the two battles in which the French are not the attacker, or nobody is French."""
    battle_named = _battle(ctx, *_FRENCH_ATTACK)
    if battle_named is None or ctx.scenario is None:
        return
    battle, severity = battle_named
    french = []
    for side in ctx.battle.sides:
        nations = [n for n in map(ctx.battle.nationality, side.nationalities) if n is not None]
        if _is_french([side.id, side.name, *(x for n in nations for x in (n.id, n.name))]):
            french.append(side.id)
    if len(french) != 1:
        yield Finding(
            scenario_subject(ctx, "sides"),
            f"{battle.name}: {'both sides are' if french else 'no side is'} French by name or nationality",
            expected="one French side, the attacker",
            hint=_hint(battle, severity) or "give the side, or its nationality, the id `french`",
            severity=_W,
        )
        return
    roles = roles_of(ctx)
    if roles.get(french[0]) not in ("attacker", None):
        yield Finding(
            ("scenario-side", ctx.scenario.id, french[0]),
            f"{battle.name}: the French side `{french[0]}` is the {roles[french[0]]}",
            expected="`values: {role: attacker}`",
            hint=_hint(battle, severity),
            severity=severity,
        )


@check(
    "AFE065",
    entry="CHK-65",
    name="stacks-of-a-battle-of-history",
    severity=_E,
    rules=("AFE-5.2.2-b", "AFE-5.2.2-c", "AFE-5.2.2-d"),
    rationale=(
        "At Bouvines two militia units with the same coat of arms may share a hex, at Las Navas de Tolosa "
        "two units of the same type with the same coat of arms. Older editions had this for all battles; "
        "now the scenarios of these two carry it."
    ),
    bad="battle_of: bouvines-1214\nsettings: {}   # of the scenario",
    good="battle_of: bouvines-1214\nsettings: {stack_types: Mi, stack_maximum: 2}",
    may_warn=True,
)
def stacks_of_a_battle_of_history(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios of the two battles without their stacking exception, or with another one."""
    battle_named = _battle(ctx, _BOUVINES, _LAS_NAVAS)
    if battle_named is None or ctx.scenario is None:
        return
    battle, severity = battle_named
    rule = StackRule.of(ctx.scenario)
    codes_required = {"Mi"} if battle.id == _BOUVINES else _doubled_codes(ctx)
    problems = []
    missing = sorted(codes_required.difference(rule.codes))
    if missing:
        problems.append(f"`stack_types` does not list {name_list(missing)}")
    if rule.maximum is not None and rule.maximum != 2:
        problems.append(f"`stack_maximum` is {rule.maximum}")
    problems += [
        f"`{name}` is not yes"
        for name, value in (("stack_same_type", rule.same_type), ("stack_same_banner", rule.same_banner))
        if not value
    ]
    if problems:
        yield Finding(
            scenario_subject(ctx, "settings"),
            f"{battle.name}: {'; '.join(problems)}",
            expected="stacks of two militia units of one banner"
            if battle.id == _BOUVINES
            else "stacks of two units of one type and one banner",
            hint=_hint(battle, severity),
            rules=battle.rules[:2],
            severity=severity,
        )


def _doubled_codes(ctx: CheckContext) -> set[str]:
    """Return the type codes of which a banner has two units in play: others could not stack anyway."""
    alive = setup_view(ctx).in_play
    counts = Counter((u.command, code_of(ctx, u)) for u in ctx.battle.units if u.id in alive)
    return {code for (_, code), count in counts.items() if count > 1 and code}


CHECKS: tuple[Check, ...] = (french_do_not_attack, stacks_of_a_battle_of_history)
"""CHK-03 and CHK-65."""
