"""Questions to moves of units and to sight, answered by single statements of the digests: see questions/."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from jdgtools.derived import MoveRefused
from tests.small_battles import ends, field, mover, teaching

FOLDER = Path(__file__).parent / "questions"
QUESTIONS = [
    pytest.param(path.stem.partition("-")[0], question, id=f"{question['id']}-{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for number, question in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")))
]


def hex_named(grid, text):
    """`0403`, or `0404>2`: the neighbour in a direction."""
    name, _, direction = text.partition(">")
    index = grid.index(name)
    return grid.neighbour(index, int(direction)) if direction else index


def battle_of(series, question):
    """The battle of a question: its units on its ground."""
    words = question.get("units", "")
    unit = teaching(series).battle.unit(words.split()[0]) if words else None
    orders = {unit.command: question["order"]} if "order" in question else {}
    ground = dict(question.get("ground", {}))
    for name in ("features", "ways"):
        if name in ground:
            ground[name] = [tuple(entry) for entry in ground[name]]
    return field(words, series=series, orders=orders, **ground)


def reached_by(derived, piece, question, asked):
    """Where the move of a piece ends: by its hex, of two-hex units by both."""
    by_hexes = ends(derived, piece, **asked)
    if "pair" in question:
        return {question["pair"]: by_hexes[question["pair"]]} if question["pair"] in by_hexes else {}
    grid = derived.map_rules.map.grid
    goal = grid.id(hex_named(grid, question["to"]))
    found = [r for r in by_hexes.values() if grid.id(r.hex) == goal]
    return {goal: min(found, key=lambda r: r.cost)} if found else {}


@pytest.mark.parametrize(("series", "question"), QUESTIONS)
def test_question(series, question):
    """The query answers as the statement says; the statement exists."""
    from jdgtools.series.registry import find_series

    assert question["id"] in find_series(series).statements
    derived = battle_of(series, question)
    grid = derived.map_rules.map.grid
    if "sight" in question:
        ends_of_line = [grid.index(name) for name in question["sight"]]
        among = question.get("among") or "viewer" in question
        line = (
            derived.sight_among(*ends_of_line, question.get("viewer"))
            if among
            else derived.sight(*ends_of_line)
        )
        assert line.clear is question["clear"]
        return
    piece = question["units"].split()[0]
    asked = {}
    if "move" in question:
        asked = {"kind": question["move"], "attackers": tuple(question.get("before", ()))}
    if "refused" in question:
        with pytest.raises(MoveRefused, match=question["refused"]):
            mover(derived, piece, **asked)
        return
    answers = reached_by(derived, piece, question, asked)
    assert (not answers) == question.get("none", False), "where it ends"
    for reached in answers.values():
        if "cost" in question:
            assert reached.cost == question["cost"] * derived.series.movement.denominator
        if "stops" in question:
            assert reached.stops == question["stops"]
        if "disorders" in question:
            assert any(leg.disorders for leg in reached.path) == question["disorders"]
        if "targets" in question:
            who = mover(derived, piece, **asked)
            assert {grid.id(h) for h in who.targets(reached.place)} == set(question["targets"])
    if "why" in question:
        assert question["why"] in mover(derived, piece).why_closed(hex_named(grid, question["to"]))
