"""Questions to moves of units on open ground, answered by single statements of the digests: see questions/."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.small_battles import ends, field, mover, teaching

FOLDER = Path(__file__).parent / "questions"
QUESTIONS = [
    pytest.param(path.stem, question, id=f"{question['id']}-{number}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for number, question in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")))
]


def hex_named(grid, text):
    """`0403`, or `0404>2`: the neighbour in a direction."""
    name, _, direction = text.partition(">")
    index = grid.index(name)
    return grid.neighbour(index, int(direction)) if direction else index


@pytest.mark.parametrize(("series", "question"), QUESTIONS)
def test_question(series, question):
    """The query answers as the statement says; the statement exists."""
    from jdgtools.series.registry import find_series

    assert question["id"] in find_series(series).statements
    piece = question["units"].split()[0]
    unit = teaching(series).battle.unit(piece)
    orders = {unit.command: question["order"]} if "order" in question else {}
    derived = field(question["units"], series=series, orders=orders)
    grid = derived.terrain.map.grid
    goal = hex_named(grid, question["to"])
    reached = {r.hex: r for r in ends(derived, piece).values()}
    assert (goal not in reached) == question.get("none", False), "where it ends"
    if "cost" in question:
        assert reached[goal].cost == question["cost"] * derived.series.movement.denominator
    if "stops" in question:
        assert reached[goal].stops == question["stops"]
    if "why" in question:
        assert question["why"] in mover(derived, piece).closed(goal)
