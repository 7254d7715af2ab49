from __future__ import annotations

import pytest

from jdgtools.hexgrid import HexGrid, NameProblem, Numbering
from jdgtools.hexgrid.chain import parse_chain, parse_hexes, parse_sides

GRID = HexGrid(18, 30)


def hexes(text, grid=GRID):
    found = parse_hexes(text, grid)
    assert not isinstance(found, NameProblem), found
    return [grid.id(i) for i in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0305", "0305"),
        ("0305-0306-0406", "0305 0306 0406"),
        ("0301..0304", "0301 0302 0303 0304"),
        ("0304..0302", "0304 0303 0302"),
        ("0305..0605", "0305 0405 0505 0605"),
        ("0305..0504", "0305 0404 0504"),
        ("0301..0303-0403, 0510;0303", "0301 0302 0303 0403 0510"),
        ("0305 - 0306 .. 0308", "0305 0306 0307 0308"),
        ("0305..0305", "0305"),
    ],
)
def test_hex_lists(text, expected):
    assert hexes(text) == expected.split()


def test_chain_keeps_order_and_repeats():
    found = parse_chain("0305-0306-0305", GRID)
    assert found == (GRID.index("0305"), GRID.index("0306"), GRID.index("0305"))
    two = parse_chain("0305-0306, 0309", GRID)
    assert two == NameProblem(11, "a chain goes on with `-` or `..` and the next hex")


@pytest.mark.parametrize(
    ("text", "offset", "part"),
    [
        ("0305-0409", 5, "`0305` and `0409` are not adjacent"),
        ("0301..0408", 0, "is not a column, a row or a straight line"),
        ("0305, 2305", 6, "column 23 is beyond"),
        ("0305-", 5, "a hex number is missing"),
        ("0305/NE", 4, "not expected here"),
        ("", 0, "no hex"),
        ("wood", 0, "`wood`: this is not a hex number"),
        ("0305-306", 5, "write it as `0306`"),
    ],
)
def test_hex_errors_say_where(text, offset, part):
    found = parse_hexes(text, GRID)
    assert isinstance(found, NameProblem) and part in found.message and found.offset == offset


def test_sides():
    i = GRID.index("0305")
    side = GRID.hexside
    assert parse_sides("0305/NE", GRID) == (side(i, 1),)
    assert parse_sides("0305/NE-SE-S", GRID) == (side(i, 1), side(i, 2), side(i, 3))
    assert parse_sides("0305/*", GRID) == tuple(side(i, d) for d in range(6))
    assert parse_sides("0305/0306, 0306/N", GRID) == (side(i, 3),)


def test_walks_along_corners():
    i = GRID.index("0305")
    assert parse_sides("0305:NE>E>SE>SW", GRID) == tuple(GRID.hexside(i, d) for d in (1, 2, 3))
    # Corner k lies between hexsides k and k + 1: from NE (0) to E (1) runs hexside 1.
    assert parse_sides("0305:NE>E", GRID) == (GRID.hexside(i, 1),)
    assert parse_sides("0305:NE>SE", GRID) == (GRID.hexside(i, 1), GRID.hexside(i, 2))
    # Down the east side of a column: two hexsides per hex.
    down = parse_sides("0305:NE>0307:SE", GRID)
    j, k = GRID.index("0306"), GRID.index("0307")
    assert down == tuple(GRID.hexside(h, d) for h in (i, j, k) for d in (1, 2))
    opposite = parse_sides("0305:NE>SW", GRID)
    assert (
        isinstance(opposite, NameProblem)
        and "2 equally short ways" in opposite.message
        and opposite.offset == 8
    )


@pytest.mark.parametrize(
    ("text", "offset", "part"),
    [
        ("0305", 4, "a hexside is written like `0305/SE`"),
        ("0305/E", 5, "use N, NE, SE, S, SW or NW"),
        ("0305/NE-X", 8, "`X` is not a hexside"),
        ("0305/0409", 5, "not adjacent"),
        ("0305:N>E", 5, "is not a corner"),
        ("0305:NE", 7, "second corner"),
        ("0305:NE>NE", 8, "same corner"),
        ("0305:NE>0306/S", 12, "a corner is written like"),
        ("0305/NE/SE", 7, "not expected"),
        ("", 0, "no hexside"),
    ],
)
def test_side_errors_say_where(text, offset, part):
    found = parse_sides(text, GRID)
    assert isinstance(found, NameProblem), found
    assert part in found.message and found.offset == offset


def test_separators_that_are_also_syntax():
    grid = HexGrid(9, 9, numbering=Numbering(separator="-", leading_zeros=False))
    assert hexes("3-5-3-6", grid) == ["3-5", "3-6"]
    dotted = HexGrid(9, 9, numbering=Numbering(separator=".", leading_zeros=False))
    assert hexes("3.5..3.7", dotted) == ["3.5", "3.6", "3.7"]
    letters = HexGrid(9, 9, numbering=Numbering(letters="column"))
    assert hexes("c05-c06", letters) == ["C05", "C06"]
    assert parse_sides("C05/NE", letters) == (letters.hexside(letters.index("C05"), 1),)


@pytest.mark.parametrize(
    ("text", "offset", "word"),
    [("0101 +0102, 0103", 5, "+0102"), ("ab:cd", 0, "ab"), ("0101 /", 5, "/"), ("0101;>", 5, ">")],
)
def test_what_is_no_hex_is_quoted_up_to_the_next_sign_or_is_that_sign(
    text: str, offset: int, word: str
) -> None:
    problem = parse_hexes(text, HexGrid(10, 8))
    assert isinstance(problem, NameProblem)
    assert problem.message.startswith(f"`{word}`: ")
    assert problem.offset == offset
