"""Identities of the hex grid. Lines are compared with a slow second method: clipping with fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdgtools.hexgrid import Cube, HexGrid, Numbering, crossings, line, line_template, opposite, rotate
from jdgtools.hexgrid.chain import parse_hexes, parse_sides
from jdgtools.hexgrid.coords import DIRECTIONS, distance, length
from jdgtools.hexgrid.layout import Layout
from jdgtools.hexgrid.names import corner_name, direction_name
from jdgtools.hexgrid.region import arc_steps, disc_steps, in_arc, ring_steps

# Examples are the same in every run, and no example has a time limit.
CHECK = settings(max_examples=60, deadline=None, derandomize=True)

numberings = st.builds(
    Numbering,
    order=st.sampled_from(["column-row", "row-column"]),
    first_column=st.integers(20, 60),
    first_row=st.integers(20, 60),
    digits=st.integers(1, 4),
    leading_zeros=st.booleans(),
    letters=st.sampled_from([None, "column", "row", "both"]),
    separator=st.sampled_from([".", "-", "/", "_"]),
    descending_columns=st.booleans(),
    descending_rows=st.booleans(),
    letter_style=st.sampled_from(["sequence", "doubled"]),
    stagger=st.sampled_from([None, "odd-columns", "even-columns", "odd-rows", "even-rows"]),
    column_digits=st.sampled_from([None, None, 1, 3]),
    row_digits=st.sampled_from([None, None, 1, 4]),
)
grids = st.builds(
    HexGrid,
    columns=st.integers(1, 12),
    rows=st.integers(2, 12),
    orientation=st.sampled_from(["flat", "pointy"]),
    parity=st.sampled_from(["odd", "even"]),
    numbering=numberings,
    ragged=st.booleans(),
).filter(lambda g: g.hexes)
steps = st.builds(Cube, st.integers(-12, 12), st.integers(-12, 12))
short_steps = st.builds(Cube, st.integers(-8, 8), st.integers(-8, 8))


@CHECK
@given(grids, st.data())
def test_index_offset_cube_and_id_are_one(grid, data):
    i = data.draw(st.sampled_from(grid.hexes))
    assert grid.at(*grid.offset(i)) == i
    assert grid.find(grid.cube(i)) == i
    assert grid.index(grid.id(i)) == i
    assert grid.index(grid.id(i).lower()) == i
    assert grid.numbering.parse(grid.id(i), grid.columns, grid.rows) == grid.offset(i)
    assert grid.problem(grid.id(i)) is None


@CHECK
@given(grids, st.text(alphabet="0123456789ABab.-/_ x", max_size=7))
def test_every_text_is_a_hex_or_has_a_problem(grid, text):
    i = grid.index(text)
    assert (i is None) == bool(grid.problem(text))
    if i is not None:
        assert grid.id(i) == text.strip().upper()


@CHECK
@given(grids, st.data())
def test_neighbours_are_mutual_and_at_distance_one(grid, data):
    i = data.draw(st.sampled_from(grid.hexes))
    for d in range(6):
        j = grid.neighbour(i, d)
        if j is not None:
            assert grid.neighbour(j, opposite(d)) == i
            assert grid.direction(i, j) == d and grid.distance(i, j) == 1
            assert grid.hexside(i, d) == grid.hexside(j, opposite(d))
            assert abs(grid.offset(i)[0] - grid.offset(j)[0]) <= 1
            assert abs(grid.offset(i)[1] - grid.offset(j)[1]) <= 1


@CHECK
@given(steps, steps, steps)
def test_distance_is_a_metric(a, b, c):
    assert distance(a, b) == distance(b, a) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert distance(a + c, b + c) == distance(a, b)


@CHECK
@given(grids, st.data())
def test_distance_is_the_number_of_moves(grid, data):
    """Rectangles of hexes are convex enough: the shortest way stays on the map."""
    i = data.draw(st.sampled_from(grid.hexes))
    found, front, n = {i: 0}, [i], 0
    while front:
        n += 1
        front = sorted({j for h in front for j in grid.neighbours(h)} - found.keys())
        found.update(dict.fromkeys(front, n))
    for j, moves in found.items():
        assert moves >= grid.distance(i, j)
        if not grid.ragged and min(grid.columns, grid.rows) > 1:
            assert moves == grid.distance(i, j)


@CHECK
@given(st.integers(0, 8), st.integers(0, 5))
def test_ring_disc_and_arc_sizes(n, k):
    assert len(set(ring_steps(n))) == (6 * n if n else 1)
    assert all(length(step) == n for step in ring_steps(n))
    assert len(set(disc_steps(n))) == 3 * n * (n + 1) + 1
    for directions, count in (((k, k + 1), n * (n + 3) // 2), ((k - 1, k, k + 1), n * (n + 2)), ((k,), n)):
        arc = arc_steps(directions, n)
        assert len(set(arc)) == len(arc) == count
        assert set(arc) == {step for step in disc_steps(n) if in_arc(step, directions)}


@CHECK
@given(steps, st.integers(-7, 7))
def test_lines_turn_with_the_map(delta, sixths):
    turned = rotate(delta, sixths)
    expected = [{rotate(h, sixths) for h in s.hexes} for s in line_template(*delta).steps]
    assert [set(s.hexes) for s in line_template(*turned).steps] == expected


@CHECK
@given(steps, steps)
def test_line_back_is_the_line_reversed(a, b):
    there, back = line(a, b), line(b, a)
    assert [s.hexes for s in reversed(there)] == [s.hexes for s in back]
    n = distance(a, b)
    for s in there:
        for h in s.hexes:
            assert distance(a, h) == s.distance and distance(h, b) == n - s.distance
    assert {s.distance for s in there} == set(range(n + 1))
    assert [s.distance for s in there] == sorted(s.distance for s in there)
    undirected = [
        (c.kind, {frozenset(map(_undirected, w)) for w in (c.left, c.right)}) for c in crossings(a, b)
    ]
    reverse = [(c.kind, {frozenset(map(_undirected, w)) for w in (c.left, c.right)}) for c in crossings(b, a)]
    assert undirected == reverse[::-1]
    assert [c.half_distance for c in crossings(a, b)] == [
        2 * n - c.half_distance for c in reversed(crossings(b, a))
    ]


@CHECK
@given(short_steps)
def test_line_agrees_with_fractions(delta):
    inside, touching = _clip(delta, Fraction(0))
    single = [s.hexes[0] for s in line_template(*delta).steps if not s.tied]
    assert single == inside
    tied = {h for s in line_template(*delta).steps if s.tied for h in s.hexes}
    assert tied == {h for h, shared in touching.items() if shared > 0}
    # A hex touched in one point only lies on the longer way round a corner, and nowhere else.
    points = {h for h, shared in touching.items() if shared == 0}
    on_line = set(single) | tied
    round_ = {
        h
        for c in line_template(*delta).crossings
        for way in (c.left, c.right)
        for side in way
        for h in _both(side)
    }
    assert round_ - on_line == points


@CHECK
@given(short_steps)
def test_crossings_are_those_of_a_line_shifted_by_a_hair(delta):
    hair = Fraction(1, 10**6)
    events = line_template(*delta).crossings
    for way, shift in (("left", -hair), ("right", hair)):
        shifted, _ = _clip(delta, shift)
        crossed = [side for c in events if c.kind != "along" for side in getattr(c, way)]
        assert [h for h, _ in crossed] == shifted[:-1]
        assert [h + DIRECTIONS[d] for h, d in crossed] == shifted[1:]


@CHECK
@given(steps)
def test_steps_and_crossings_fit_together(delta):
    template = line_template(*delta)
    between = [c for c in template.crossings if c.kind != "along"]
    assert len(between) == len(template.steps) - 1
    for c, before, after in zip(between, template.steps, template.steps[1:], strict=False):
        assert c.before == before.hexes and c.after == after.hexes
        assert c.half_distance == before.distance + after.distance
    assert sum(c.kind == "along" for c in template.crossings) == sum(s.tied for s in template.steps)


@CHECK
@given(grids, st.data())
def test_written_hexes_and_sides_read_back(grid, data):
    i = data.draw(st.sampled_from(grid.hexes))
    j = data.draw(st.sampled_from((i, *grid.neighbours(i))))
    name, other = grid.id(i), grid.id(j)
    assert parse_hexes(f"{name}..{other}", grid) == tuple(dict.fromkeys((i, j)))
    for d in range(6):
        assert parse_sides(f"{name}/{direction_name(grid.orientation, d)}", grid) == (grid.hexside(i, d),)
        ends = f"{name}:{corner_name(grid.orientation, d - 1)}>{corner_name(grid.orientation, d)}"
        assert parse_sides(ends, grid) == (grid.hexside(i, d),)


@CHECK
@given(grids, st.text(alphabet="0123456789ABNESW.-/:>*, ", max_size=20))
def test_readers_never_raise(grid, text):
    for found in (parse_hexes(text, grid), parse_sides(text, grid)):
        assert isinstance(found, tuple) or 0 <= found.offset <= len(text)


@CHECK
@given(grids, st.floats(1, 60), st.floats(-50, 50), st.floats(-50, 50), st.data())
def test_centre_lies_in_its_hex(grid, size, x, y, data):
    layout = Layout(grid, size, (x, y))
    i = data.draw(st.sampled_from(grid.hexes))
    assert layout.hex_at(*layout.centre(i)) == i


@CHECK
@given(steps)
def test_integer_parts_are_the_template(delta):
    from jdgtools.hexgrid.lines_np import line_parts

    template, parts = line_template(*delta), line_parts(*delta)
    assert parts.distance == template.distance
    assert [(n, (q, r)) for n, q, r in parts.hexes] == [
        (s.distance, s.hexes[0]) for s in template.steps[1:-1] if not s.tied
    ]
    assert [(n, {(q, r), (u, v)}) for n, q, r, u, v in parts.pairs] == [
        (s.distance, set(s.hexes)) for s in template.steps if s.tied
    ]
    for kind, found in (("side", parts.sides), ("along", parts.along)):
        assert [(n, ((q, r), d)) for n, q, r, d in found] == [
            (c.half_distance, c.left[0]) for c in template.crossings if c.kind == kind
        ]
    assert [
        (n, tuple(((q, r), d) for q, r, d in left), tuple(((q, r), d) for q, r, d in right))
        for n, left, right in parts.corners
    ] == [(c.half_distance, c.left, c.right) for c in template.crossings if c.kind == "corner"]


@settings(CHECK, max_examples=15)
@given(grids, st.integers(0, 99))
def test_all_lines_at_once_equal_single_lines(grid, seed):
    np = pytest.importorskip("numpy")
    from jdgtools.hexgrid.lines_np import displacements, targets
    from tests.plain_sight import clear_lines

    pairs = [
        (int(i), int(j))
        for dq, dr in displacements(grid)
        for i, j in zip(*targets(grid, dq, dr), strict=True)
    ]
    assert len(pairs) == len({frozenset(p) for p in pairs}) == len(grid.hexes) * (len(grid.hexes) - 1) // 2

    dice = random.Random(seed)
    solid = {i for i in grid.hexes if dice.random() < 0.25}
    walls = {side for side in grid.sides() if dice.random() < 0.15}
    blocks = np.array([i in solid for i in range(grid.size)])
    side_blocks = np.array(
        [[i in grid and grid.hexside(i, d) in walls for d in range(6)] for i in range(grid.size)]
    )
    clear = clear_lines(grid, blocks, side_blocks)
    for i, j in pairs[:: max(1, len(pairs) // 400)]:
        assert clear[i, j] == clear[j, i] == _clear(grid, i, j, solid, walls), (grid.id(i), grid.id(j))


def _clear(grid, i, j, solid, walls):
    """The rule of ``clear_lines`` for one pair."""
    a, b = grid.cube(i), grid.cube(j)

    def stops(side):
        hexes = [k for k in map(grid.find, _both(side)) if k is not None]
        if len(hexes) == 2:
            return grid.side_between(*hexes) in walls
        h, d = side
        here = grid.find(h)
        if here is not None:
            return grid.hexside(here, d) in walls
        return bool(hexes) and grid.hexside(hexes[0], opposite(d)) in walls

    if any(all(grid.find(h) in solid for h in s.hexes) for s in line(a, b)[1:-1]):
        return False
    return not any(any(map(stops, c.left)) and any(map(stops, c.right)) for c in crossings(a, b))


def _both(side):
    h, d = side
    return h, h + DIRECTIONS[d]


def _undirected(side):
    return frozenset(_both(side))


def _clip(delta, shift):
    """Clip the segment from (0, 0) to ``delta``, moved sideways, against every hex, in exact fractions.

    Returns the hexes whose inside it runs through, in order, and those it only touches with the shared length
    (in parts of the whole). A positive shift is to the right, one sixth of a turn clockwise of the line.
    """
    q, r = delta
    right = rotate(Cube(q, r), 1)
    sq, sr = right.q * shift, right.r * shift
    inside, touching = [], {}
    n = length(Cube(q, r))
    near = range(-1, 2)
    cells = {
        Cube(x + i, y + j)
        for x in range(min(0, q), max(0, q) + 1)
        for y in range(min(0, r), max(0, r) + 1)
        for i in near
        for j in near
    }
    for c in sorted(cells):
        low, high, open_ = Fraction(0), Fraction(1), True
        for u in DIRECTIONS:
            # Twice the scalar product with u: 2 for one hex across the hexside, whose own line is at 1.
            rate = 2 * q * u.q + 2 * r * u.r + q * u.r + r * u.q
            x, y = sq - c.q, sr - c.r
            start = 2 * x * u.q + 2 * y * u.r + x * u.r + y * u.q
            if rate == 0:
                if start > 1:
                    low, high = Fraction(1), Fraction(0)
                open_ = open_ and start < 1
            elif rate > 0:
                high = min(high, (1 - start) / Fraction(rate))
            else:
                low = max(low, (1 - start) / Fraction(rate))
        if (low < high or n == 0) and low <= high and open_:
            inside.append((low, c))
        elif low <= high:
            touching[c] = high - low
    return [c for _, c in sorted(inside)], touching
