"""The bundled battles give what their golden dumps say, and a difference is told so that it can be read."""

from __future__ import annotations

import pytest

from tests.golden.dumps import BATTLES, FOLDER, dumps
from tests.golden.meaning import MAX_LINES, differences, same


@pytest.mark.parametrize("battle", BATTLES)
def test_products_say_what_they_said(battle: str) -> None:
    current = dumps(battle)
    files = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / battle).glob("*.txt")}
    lines = [
        line
        for name in sorted({*files, *current})
        for line in differences(files.get(name, ""), current.get(name, ""), f"{battle}/{name}")
    ]
    assert not lines, "\n".join([*lines, "if it is meant: python -m tests.golden --update"])


def test_every_folder_is_that_of_a_battle() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/*.txt")} == set(BATTLES)


def test_measures_may_differ_by_a_rounding_and_counts_may_not() -> None:
    assert same("text 'Elba' at 7.5 3.2", "text 'Elba' at 7.6 3.1")
    assert not same("text 'Elba' at 7.5 3.2", "text 'Elba' at 7.5 3.6")
    assert not same("stroke #36562e 0.12: 5", "stroke #36562e 0.14: 5")
    assert not same("12 Path", "13 Path")
    assert not same("text 'Elba' at 7.5 3.2", "text 'Elbe' at 7.5 3.2")
    assert not same("cost 1 2 - 4", "cost 1 2 3 4")


def test_a_difference_names_the_line() -> None:
    assert differences("a\nb 1.0\nc\n", "a\nb 1.1\nc\n", "x") == []
    assert differences("a\nb\nc\n", "a\nB\nc\nd\n", "x") == [
        "x: 3 lines differ", "  2: - b", "  2: + B", "  4: + d",
    ]  # fmt: skip


def test_a_long_difference_is_cut() -> None:
    lines = differences("", "\n".join(map(str, range(500))), "x")
    assert len(lines) == MAX_LINES + 2
    assert lines[-1] == "  … and 440 lines more"
