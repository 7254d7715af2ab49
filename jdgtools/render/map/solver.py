"""Where all lettering of a map stands: labels with seats, each with its price, and a search for the cheapest.

A `MapLabel` is a name, or the number of a hex; a `Seat` is a place where it may stand. Labels take their
seats one after the other, the important ones first. Then those that stand badly, or nowhere, try seats that
others hold: if these find other seats and all together become cheaper, they move. Everything happens in a
fixed order and a bounded number of times, so that the same map is always lettered alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from jdgtools.render.bounds import Box
from jdgtools.render.map.space import INFINITE, Space
from jdgtools.render.scene import Item

CONTENT = 0.6
"""What a label may pay where nothing better is looked for."""
LEFT_OUT = 20.0
"""What a name costs that has no seat: more than any seat that it may have."""
_REQUIRED = 1000.0
"""What a label costs that must stand on the map and has no free seat."""
_GAIN = 0.05
"""Labels move only where all together become cheaper by this."""
_ROUNDS = 3
_TRIES = 8
"""How many seats that others hold a label asks for in a round."""
_LOOKS = 60
"""How many seats it looks at."""
_MOVERS = 3
"""How many others may move for it at once."""
_SIDE_GAP, _NAME_GAP = 0.035, 0.1
"""What lettering beside numbers and beside names keeps free, in hex sizes: two names are not read as one."""


class Seat(Struct, frozen=True):
    """A place where a label may stand."""

    at_least: float
    """No later seat of the label has a lower price than this."""
    price: float
    """Of the seat itself: how far from the best one, in smaller letters, or broken."""
    boxes: tuple[Box, ...]
    """What its letters cover, mm."""
    form: Any = None
    """What the label needs to draw itself there."""


class Seats:
    """The seats of a label, the cheapest first, made as they are asked for and kept."""

    def __init__(self, source: Iterable[Seat]) -> None:
        """Begin with what makes the seats."""
        self._source = iter(source)
        self._seats: list[Seat] = []

    def __iter__(self) -> Iterator[Seat]:
        n = 0
        while True:
            if n == len(self._seats):
                seat = next(self._source, None)
                if seat is None:
                    return
                self._seats.append(seat)
            yield self._seats[n]
            n += 1


class MapLabel(Struct, eq=False):
    """Something that is lettered, and where it stands now."""

    kind: str
    """The layer to which it belongs."""
    name: str
    """What is lettered."""
    seats: Iterable[Seat]
    draw: Callable[[Seat], Sequence[Item]]
    """Its items on a seat."""
    gap: float = 0.0
    """Distance that it keeps, mm."""
    max_cost: float = LEFT_OUT
    """It is left out where it would cost as much."""
    is_required: bool = False
    """Whether it stands on the map in any case."""
    seat: Seat | None = None
    cost: float = INFINITE
    number: int = 0
    """Under which its boxes are reserved."""
    reserved_boxes: list[int] = field(default_factory=list)

    def items(self) -> Sequence[Item]:
        """Return what is drawn; nothing of a label without a seat."""
        return self.draw(self.seat) if self.seat is not None else ()


class Solver:
    """Gives labels their seats in a room.

    Args:
        space: what must not be covered, and what covering the rest costs; taken seats are reserved in it.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.labels: list[MapLabel] = []

    def seat(self, labels: Iterable[MapLabel]) -> None:
        """Give every label the cheapest seat that is free, one after the other."""
        for label in labels:
            self.labels.append(label)
            label.number = len(self.labels)
            self._take(label)

    def improve(self) -> None:
        """Let labels that stand badly change places with those in their way, where all together gain."""
        for _ in range(_ROUNDS):
            has_gained = False
            for label in self.labels:
                if label.cost >= CONTENT and self._move(label):
                    has_gained = True
            if not has_gained:
                return

    def left_out(self) -> list[MapLabel]:
        """Return the labels that have no seat."""
        return [label for label in self.labels if label.seat is None]

    def _best(self, label: MapLabel) -> tuple[float, Seat | None]:
        """Return the cheapest free seat and its cost."""
        best, least = None, label.max_cost
        for seat in label.seats:
            if seat.at_least >= least:
                break
            cost = seat.price
            for box in seat.boxes:
                if cost >= least:
                    break
                cost += self.space.cost(box, label.gap, least - cost)
            if cost < least:
                best, least = seat, cost
        return least, best

    def _take(self, label: MapLabel) -> None:
        cost, seat = self._best(label)
        if seat is None and label.is_required:
            cost, seat = self._least_evil(label)
        self._put(label, LEFT_OUT if seat is None else cost, seat)

    def _least_evil(self, label: MapLabel) -> tuple[float, Seat | None]:
        """Return the seat of a label that must stand somewhere, where it covers least that cannot move."""

        def evil(seat: Seat) -> tuple[bool, int, float]:
            fixed_cost, owners = self.space.cover(seat.boxes, label.gap, INFINITE)
            return fixed_cost == INFINITE, len(owners), seat.price + min(fixed_cost, _REQUIRED)

        return _REQUIRED, min(label.seats, key=evil, default=None)

    def _put(self, label: MapLabel, cost: float, seat: Seat | None) -> None:
        label.cost, label.seat = cost, seat
        boxes = seat.boxes if seat is not None else ()
        label.reserved_boxes = [
            self.space.add(box, INFINITE, label.number) for box in self._boxes_with_gap(label.kind, boxes)
        ]

    def _boxes_with_gap(self, kind: str, boxes: Sequence[Box]) -> list[Box]:
        """Return the boxes of a label of a layer with what it keeps free on both sides."""
        # A name along a line has a box for every letter.
        is_level_name = kind == "names" and len(boxes) <= 2
        gap = (_NAME_GAP if is_level_name else _SIDE_GAP) * self.space.size
        return [(left - gap, top, right + gap, bottom) for left, top, right, bottom in boxes]

    def _lift(self, label: MapLabel) -> tuple[float, Seat | None]:
        """Give back the room of a label; return where it stood."""
        if label.seat is not None:
            boxes = self._boxes_with_gap(label.kind, label.seat.boxes)
            for box, number in zip(boxes, label.reserved_boxes, strict=True):
                self.space.remove(box, number)
        state = label.cost, label.seat
        label.seat = None
        return state

    def _move(self, label: MapLabel) -> bool:
        """Give a label a better seat, if need be one that others hold; return whether all together gain."""
        before = self._lift(label)
        self._take(label)
        if label.cost < before[0] - _GAIN:
            return True
        self._lift(label)
        self._put(label, *before)
        tries = looks = 0
        for seat in label.seats:
            if seat.at_least >= label.cost - _GAIN or tries == _TRIES or looks == _LOOKS:
                break
            looks += 1
            enough = min(label.max_cost, label.cost - _GAIN) - seat.price
            fixed_cost, owners = self.space.cover(seat.boxes, label.gap, enough)
            others = [self.labels[n - 1] for n in sorted(owners) if n != label.number]
            cost = seat.price + fixed_cost
            if not 0 < len(others) <= _MOVERS or fixed_cost >= enough:
                continue
            tries += 1
            if self._exchange(label, cost, seat, others):
                return True
        return False

    def _exchange(self, label: MapLabel, cost: float, seat: Seat, others: Sequence[MapLabel]) -> bool:
        """Seat a label where others stand and these anew; return whether that is cheaper, else undo it."""
        labels_moved = [label, *others]
        before = sum(one.cost for one in labels_moved)
        states = [self._lift(one) for one in labels_moved]
        self._put(label, cost, seat)
        for other in others:
            self._take(other)
        if sum(one.cost for one in labels_moved) < before - _GAIN:
            return True
        for one in labels_moved:
            self._lift(one)
        for one, state in zip(labels_moved, states, strict=True):
            self._put(one, *state)
        return False
