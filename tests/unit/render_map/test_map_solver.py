"""The search for seats of labels: nothing overlaps, all together become cheaper, the same every time."""

from __future__ import annotations

from itertools import combinations
from random import Random

from jdgtools.render.bounds import Box, overlap
from jdgtools.render.map.solver import LEFT_OUT, MapLabel, Seat, Seats, Solver
from jdgtools.render.map.space import Space


def label(name: str, *seats: tuple[float, Box], required: bool = False) -> MapLabel:
    made = (Seat(price, price, (box,), box) for price, box in seats)
    return MapLabel("names", name, Seats(made), lambda _: (), is_required=required)


def at(x: float, y: float = 0.0) -> Box:
    return x, y, x + 8.0, y + 2.0


def seated(*labels: MapLabel, space: Space | None = None) -> dict[str, float | None]:
    """Name -> left end of its seat."""
    solver = Solver(space or Space(10.0))
    solver.seat(labels)
    solver.improve()
    return {one.name: None if one.seat is None else one.seat.form[0] for one in solver.labels}


def test_a_label_moves_for_one_that_has_no_other_seat() -> None:
    """Each for itself the town takes the only seat of the farm."""
    town, farm = label("town", (0.0, at(0)), (0.2, at(30))), label("farm", (0.0, at(1)))
    assert seated(town, farm) == {"town": 30, "farm": 1}


def test_it_does_not_move_where_that_costs_more() -> None:
    town, farm = label("town", (0.0, at(0)), (5.0, at(30))), label("farm", (0.0, at(1)), (2.0, at(60)))
    assert seated(town, farm) == {"town": 0, "farm": 60}


def test_names_in_one_line_stand_apart() -> None:
    """Else two are read as one."""
    first, second = label("first", (0.0, at(0))), label("second", (0.0, at(8.9)), (0.2, at(9.1)))
    assert seated(first, second) == {"first": 0, "second": 9.1}


def test_several_move_at_once() -> None:
    """A long name lies over two numbers: both go aside."""
    numbers = [
        label(f"n{x}", (0.0, (x, 0.0, x + 2.0, 1.0)), (0.1, (x, 5.0, x + 2.0, 6.0))) for x in (1.0, 5.0)
    ]
    name = label("name", (0.5, (0.0, 0.0, 8.0, 2.0)))
    assert seated(*numbers, name) == {"n1.0": 1.0, "n5.0": 5.0, "name": 0.0}
    assert [one.seat.boxes[0][1] for one in numbers if one.seat] == [5.0, 5.0]


def test_what_has_no_seat_is_left_out_and_said_and_what_must_stand_stands() -> None:
    space = Space(10.0)
    space.add((-50.0, -50.0, 50.0, 50.0))
    solver = Solver(space)
    name, number = label("name", (0.0, at(0))), label("number", (0.0, at(0)), (0.1, at(3)), required=True)
    solver.seat((name, number))
    solver.improve()
    assert solver.left_out() == [name] and name.cost == LEFT_OUT and number.seat is not None


def crowd(seed: int) -> list[MapLabel]:
    """Twenty labels of a dozen seats each, in a room for hardly as many."""
    random = Random(seed)
    labels = []
    for n in range(20):
        x, y = random.uniform(0, 40), random.uniform(0, 16)
        seats = [
            (round(random.uniform(0, 2), 2), at(x + dx, y + dy)) for dx in (-6, 0, 6) for dy in (-4, -2, 2, 4)
        ]
        labels.append(label(str(n), *sorted(seats)))
    return labels


def test_in_a_crowd_nothing_overlaps_and_the_search_gains() -> None:
    gains = 0
    for seed in range(12):
        greedy, searched = Solver(Space(10.0)), Solver(Space(10.0))
        greedy.seat(crowd(seed))
        searched.seat(crowd(seed))
        searched.improve()
        for solver in (greedy, searched):
            boxes = [one.seat.boxes[0] for one in solver.labels if one.seat is not None]
            assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
        costs = [sum(one.cost for one in solver.labels) for solver in (greedy, searched)]
        assert costs[1] <= costs[0]
        gains += costs[1] < costs[0]
        again = Solver(Space(10.0))
        again.seat(crowd(seed))
        again.improve()
        assert [one.seat for one in again.labels] == [one.seat for one in searched.labels]
    assert gains >= 6
