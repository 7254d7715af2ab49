"""The evaluator of expressions that the other tests rely on: it computes as the engine does, or refuses."""

from __future__ import annotations

import pytest

from tests.tools.vassal_expressions import ExpressionError, Scope, accepts, evaluate

PROPERTIES = {"Turn": "12 (night)", "n": "-7", "big": "2147483647", "yes": "true"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n/2", -3),
        ("n%2", -1),
        ("7%-2", 1),
        ("n*0.5", -3.5),
        ("yes&&!false", True),
        ('Integer.parseInt(Turn.substring(0,Turn.indexOf(" ")))', 12),
        ("Turn.substring(3)", "(night)"),
        ('GetString("n").equals("-7")?1:2', 1),
        ('GetProperty("n")+1', -6),
        ('"a"+n+yes', "a-7true"),
        ("nobody", ""),
        ("Math.max(n,Math.abs(n))", 7),
    ],
)
def test_values_are_those_of_the_engine(text: str, value: object) -> None:
    assert evaluate(f"{{{text}}}", Scope(PROPERTIES.get)) == value


@pytest.mark.parametrize(
    "text",
    [
        "big+1",
        "nobody<1",
        "n&&yes",
        "Turn.substring(20)",
        "Turn.substring(0,-1)",
        "Turn.matches(1)",
        "Math.sqrt(n)",
        "Math.max(n)",
        "Sum(n)",
        "Integer.parseInt(Turn)",
        "n=1",
        "n+",
        'CountMap("Map","{true}")',
    ],
)
def test_what_the_engine_or_the_evaluator_does_not_know_is_an_error(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(f"{{{text}}}", Scope(PROPERTIES.get))


def test_a_filter_leaves_out_a_piece_without_the_property_and_nothing_else_is_forgiven() -> None:
    assert not accepts("{fired>1}", Scope({}.get))
    assert accepts("{fired>1}", Scope({"fired": "2"}.get))
    with pytest.raises(ExpressionError, match="function Sum"):
        accepts("{Sum(fired)>1}", Scope({}.get))
