"""Who may share a hex in Au fil de l'épée, as data (AFE-5.1, AFE-5.2)."""

from __future__ import annotations

from jdgtools.derived.stacking import StackCase, StackLimits, StackPart
from jdgtools.model.battle import Battle
from jdgtools.model.scenario import Scenario


def stack_limits(battle: Battle, scenario: Scenario | None) -> StackLimits:
    """Return artillery with infantry, and the exception of the scenario's settings (AFE-5.2.2-a)."""
    guns = (StackPart(("artillery",)), StackPart(classes=("foot",)))
    cases = [StackCase(parts=guns, facing=True, rules=("AFE-5.2.1-a",))]
    settings = scenario.settings if scenario is not None else {}
    codes = str(settings.get("stack_types", "")).replace(",", " ").split()
    most = settings.get("stack_maximum", 1)
    types = {c: tuple(t.id for t in battle.series.unit_types if t.code == c) for c in dict.fromkeys(codes)}
    if isinstance(most, int) and most > 1 and any(types.values()):
        each = settings.get("stack_same_type") is True
        groups = list(types.values()) if each else [tuple(name for ids in types.values() for name in ids)]
        cases += (
            StackCase(
                parts=(StackPart(types=group, most=most),),
                same=("command",) if settings.get("stack_same_banner") is True else (),
                facing=True,
                rules=("AFE-5.2.2-a",),
            )
            for group in groups
            if group
        )
    return StackLimits(
        cases=tuple(cases),
        checked="end_of_segment",
        rules=("AFE-5.1-a", "AFE-5.1-c", "AFE-5.2.3-b", "AFE-8.1-h"),
    )
