"""Which ships may share a hex."""

from jdgtools.derived.stacking import StackCase, StackLimits, StackPart


def stack_limits(battle, scenario):
    """Two rowed ships grapple each other; nothing else fits into a hex."""
    return StackLimits(cases=(StackCase(parts=(StackPart(("rowed",), most=2),), rules=("OA-8-a",)),))
