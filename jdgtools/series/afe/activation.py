"""Order in which the leaders of both armies are activated (phase C; generator VI.1 of the rules digest).

Leaders act in ascending order of command rating. The sides alternate within one rating only, so one side may
act several times in succession (AFE-6.C-f, AMB-82); among leaders of one side and rating their owner chooses
(AFE-6.C-d). Initiative puts one or two leaders before all others and may bar a third.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from jdgtools.derived.activations import ActivationGroup
from jdgtools.model.battle import Battle
from jdgtools.model.pieces import Leader
from jdgtools.model.scenario import Scenario
from jdgtools.series.afe.roles import BANNER_LORD, CINC
from jdgtools.series.afe.states import leader_at_start


class Initiative(Struct, frozen=True):
    """What the winner of the initiative chooses (AFE-6.C-j to -l); in case C.1 there is none."""

    first: str
    """Leader of his own whom he activates at once."""
    next_leader: str | None = None
    """Enemy leader who must act next: from a difference of 4 on."""
    idle_leader: str | None = None
    """Another enemy leader who is not activated in this turn: from a difference of 8 on."""


class ActivationSlot(Struct, frozen=True):
    """One place in the order."""

    side: str
    candidates: tuple[str, ...]
    """Leaders of whom the owner activates one that has not acted yet."""


def groups_by_rating(
    leaders: Iterable[Leader], bonuses: Mapping[str, int], first: str | None = None
) -> tuple[ActivationGroup, ...]:
    """Return leaders by ascending command rating, with the side that begins at each (AFE-6.C-a, -c, -e).

    Args:
        leaders: leaders in play; one without side or rating has no place in the order.
        bonuses: side -> bonus of its commander in chief.
        first: side that begins at equal ratings and equal bonuses, where it is known (AMB-04).
    """
    by_rating: dict[int, dict[str, tuple[str, ...]]] = {}
    for leader in leaders:
        rating = leader.front.get("rating")
        if leader.side is not None and isinstance(rating, int):
            sides = by_rating.setdefault(rating, {})
            sides[leader.side] = (*sides.get(leader.side, ()), leader.id)
    return tuple(
        ActivationGroup(rating, sides, _beginner(sides, bonuses, first))
        for rating, sides in sorted(by_rating.items())
    )


def _beginner(sides: Iterable[str], bonuses: Mapping[str, int], first: str | None) -> str | None:
    """Return the side that begins at a rating: alone there, or with the smaller bonus of its commander."""
    present = tuple(sides)
    if len(present) == 1:
        return present[0]
    if any(side not in bonuses for side in present):
        return first
    lowest = min(bonuses[side] for side in present)
    beginners = [side for side in present if bonuses[side] == lowest]
    return beginners[0] if len(beginners) == 1 else first


def activations(
    groups: Sequence[ActivationGroup], initiative: Initiative | None = None
) -> Iterator[ActivationSlot]:
    """Yield the activations of one turn in order.

    Whom initiative activates does not act a second time (AFE-6.C-n), whom it bars not at all (AFE-6.C-l).

    Args:
        groups: leaders in play in this turn, by rating.
        initiative: choices of the winner; None = nobody has the initiative (AFE-6.C-i).

    Raises:
        ValueError: initiative names a leader who is not in play, or leaders of the wrong side (AMB-05); or
            both sides have leaders of a rating and it is not known who begins.
    """
    sides = {leader: side for group in groups for side, ids in group.leaders.items() for leader in ids}
    out: set[str] = set()
    if initiative is not None:
        ahead, barred_leaders = _ahead(initiative, sides)
        yield from (ActivationSlot(sides[leader], (leader,)) for leader in ahead)
        out = {*ahead, *barred_leaders}
    for group in groups:
        left = {side: tuple(x for x in ids if x not in out) for side, ids in group.leaders.items()}
        left = {side: ids for side, ids in left.items() if ids}
        yield from _alternate(left, group.first)


def _ahead(initiative: Initiative, sides: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the leaders who act before all others, and those who do not act."""
    ahead = (initiative.first, *((initiative.next_leader,) if initiative.next_leader else ()))
    barred_leaders = (initiative.idle_leader,) if initiative.idle_leader else ()
    unknown = [leader for leader in (*ahead, *barred_leaders) if leader not in sides]
    if unknown:
        raise ValueError(f"not in play: {', '.join(unknown)}")
    enemies = (*ahead[1:], *barred_leaders)
    if any(sides[leader] == sides[initiative.first] for leader in enemies) or len(set(enemies)) < len(
        enemies
    ):
        raise ValueError("the winner names a leader of his own and two different leaders of the enemy")
    return ahead, barred_leaders


def _alternate(
    remaining_leaders: Mapping[str, tuple[str, ...]], first: str | None
) -> Iterator[ActivationSlot]:
    """Yield the activations at one rating: in turn, until one side has none left, then the rest."""
    if len(remaining_leaders) > 1 and first not in remaining_leaders:
        raise ValueError("both sides have leaders of this rating, and it is not known who begins")
    order = sorted(remaining_leaders, key=lambda side: side != first)
    for turn in range(max(map(len, remaining_leaders.values()), default=0)):
        for side in order:
            if turn < len(remaining_leaders[side]):
                yield ActivationSlot(side, remaining_leaders[side])


class _Order:
    """Order of activation of a scenario, as the sheet of the players lists it."""

    def groups(self, battle: Battle, scenario: Scenario) -> tuple[ActivationGroup, ...]:
        """Return the leaders of a scenario by rating; reinforcements take their place (AFE-6.C-b).

        Ratings are those with which they start: a replacement has his own (AFE-7.6-c).
        """
        lost_boxes = battle.series.lost_boxes
        pieces_placed = {
            placement.piece for placement in scenario.placements if placement.box not in lost_boxes
        }
        arriving = {piece for arrival in scenario.arrivals for piece in arrival.pieces}
        in_play = [
            leader_at_start(leader, scenario)
            for leader in battle.leaders
            if leader.role in (CINC, BANNER_LORD)
            and leader.id in (pieces_placed | arriving) - scenario.unused
        ]
        bonuses: dict[str, int] = {}
        for leader in in_play:
            bonus = leader.front.get("bonus")
            if leader.role == CINC and leader.side is not None and isinstance(bonus, int):
                bonuses[leader.side] = bonus
        return groups_by_rating(in_play, bonuses)


RULES = _Order()
