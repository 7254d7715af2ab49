"""The order in which captains act."""

from jdgtools.derived.activations import ActivationGroup


class OarOrder:
    """By fame."""

    def groups(self, battle, scenario):
        """The most famous first."""
        by_fame = {}
        for leader in battle.leaders:
            if leader.side is None:
                continue
            fame = leader.front.get("fame", 0)
            by_fame.setdefault(fame, {}).setdefault(leader.side, []).append(leader.id)
        return tuple(
            ActivationGroup(fame, {s: tuple(ids) for s, ids in sides.items()}, None)
            for fame, sides in sorted(by_fame.items(), reverse=True)
        )


RULES = OarOrder()
