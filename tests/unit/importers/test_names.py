"""Ratings in names, and designations that only look like them."""

from __future__ import annotations

import pytest

from jdgtools.importers.names import number_group, plausible_values, split_name, value_spans


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("Infantry_3-2", "Infantry", ["3", "2"]),
        ("Old Guard (5-4-6)", "Old Guard", ["5", "4", "6"]),
        ("4-3", "4-3", ["4", "3"]),
        ("fr_inf_12-8", "fr inf", ["12", "8"]),
        ("Hussars 3\u20132", "Hussars", ["3", "2"]),
        ("Art. [2-1-4-6]", "Art.", ["2", "1", "4", "6"]),
        ("08-05", "08-05", ["8", "5"]),
        ("Light_Cavalry_3-3_Arab", "Light Cavalry Arab", ["3", "3"]),
        ("Foot 4-2 Upper-Egyptian", "Foot Upper-Egyptian", ["4", "2"]),
    ],
)
def test_ratings_at_the_end_of_a_name(text: str, name: str, values: list[str]) -> None:
    assert split_name(text) == (name, {f"value_{n}": v for n, v in enumerate(values, 1)})
    for indent in ("", "  "):
        spans = value_spans(indent + text)
        assert [str(int((indent + text)[a:b])) for a, b in spans] == values


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("Foy (2)-4", "Foy", {"bracketed_1": "2", "value_2": "4"}),
        ("Foy(2)-4", "Foy", {"bracketed_1": "2", "value_2": "4"}),
        ("[3]-5", "[3]-5", {"bracketed_1": "3", "value_2": "5"}),
        ("HQ_3-(5)", "HQ", {"value_1": "3", "bracketed_2": "5"}),
        ("Guard (3-(5)-4)", "Guard", {"value_1": "3", "bracketed_2": "5", "value_3": "4"}),
        ("Cavalry_{3}-3_Arab", "Cavalry Arab", {"bracketed_1": "3", "value_2": "3"}),
    ],
)
def test_a_number_in_brackets_is_another_number(text: str, name: str, values: dict[str, str]) -> None:
    assert split_name(text) == (name, values)
    assert [text[a:b] for a, b in value_spans(text)] == list(values.values())


@pytest.mark.parametrize(
    ("text", "form", "numbers"),
    [
        ("Foy 2-4", "N-N", (2, 4)),
        ("Foy (2)\u20134", "(N)-N", (2, 4)),
        ("2/3-4", "N/N-N", (2, 3, 4)),
        ("Foy 3-4/5", "N-N/N", (3, 4, 5)),
    ],
)
def test_how_numbers_are_written(text: str, form: str, numbers: tuple[int, ...]) -> None:
    group = number_group(text)
    assert group is not None and (group.form, group.values) == (form, numbers)


@pytest.mark.parametrize("text", ["3/357/90", "2/91", "(2)", "Foy (2)", "21/2-4", "A2/3-4", "Foy (30)-4"])
def test_other_numbers_are_no_group(text: str) -> None:
    assert number_group(text) is None and split_name(text) == (text, {})


@pytest.mark.parametrize(
    "text",
    [
        "3/357/90", "131-44", "T34-85", "Cossacks -1", "-1", "Facing -1/-2/-3", "13. Brigade", "2/91", "1-70",
        "Marcognet", "", "II-3", "A1-4", "Flak 88", "Turn 4", "1-2-3-4-5", "MoveCost3-2", "1806-10-14",
        "3-2 Foot", "A 3-7 Cav", "B_1-9_Cav_Div", "Co A 2-12 Infantry", "Horse 4-2 x3", "Rain 2-3 Turns", "Foy 2/3-4",
    ],
)  # fmt: skip
def test_designations_stay_in_the_name(text: str) -> None:
    assert split_name(text) == (text, {})
    assert value_spans(text) == []


def test_a_module_judges_its_numbers_together() -> None:
    assert plausible_values([3, 2, 4, 5], 2, 10)
    assert not plausible_values([3, 2, 4, 5], 2, 21)
    assert not plausible_values([3, 2, 40, 5], 2, 10)
    assert plausible_values([3] * 95 + [44] * 5, 50, 50)
    assert not plausible_values([3] * 94 + [44] * 6, 50, 50)
    assert not plausible_values([], 0, 0)
