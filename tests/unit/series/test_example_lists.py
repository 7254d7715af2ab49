"""The lists of worked examples: complete against the statements, and true of the files that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jdgtools.audit.citing import is_example
from jdgtools.audit.coverage import Example, examples_of, totals, uses_of
from jdgtools.audit.engine_page import NEEDS_NONE, has_engine
from jdgtools.rules import Series
from jdgtools.series.registry import find_series

TESTS = Path(__file__).parents[2]
PROVED = {"jdg": (185, 188), "afe": (80, 92), "mpbs": (74, 84)}
"""Series -> how many examples are proved at least, and how many there are."""
OTHER_EXAMPLES = {"AFE-9.1-k", "AFE-9.1-l"}
"""Statements that are examples, and whose ids do not say so."""


def series(name: str) -> Series:
    """A built-in series."""
    found = find_series(name)
    assert found is not None
    return found


def listed(name: str) -> dict[str, Example]:
    """The list of a series by id."""
    return {example.statement: example for example in examples_of(series(name), TESTS)}


@pytest.mark.parametrize("name", PROVED)
def test_every_example_is_listed_once(name: str) -> None:
    examples = {s for s in series(name).statements if is_example(s) or s in OTHER_EXAMPLES}
    # The test vectors of Au fil de l'épée are no statements of its text.
    vectors = {f"DV-{n:02d}" for n in range(1, 75)} if name == "afe" else set()
    assert set(listed(name)) == examples | vectors
    assert len(examples_of(series(name), TESTS)) == PROVED[name][1]
    lines = (TESTS / "unit" / "series" / f"{name}_examples.yaml").read_text(encoding="utf-8").splitlines()
    assert sum(not line.startswith("#") for line in lines) == PROVED[name][1]


@pytest.mark.parametrize("name", PROVED)
def test_each_is_proved_or_waits(name: str) -> None:
    examples = listed(name).values()
    assert all(bool(example.proofs) != bool(example.waits) for example in examples)
    assert sum(bool(example.proofs) for example in examples) >= PROVED[name][0]


@pytest.mark.parametrize("name", PROVED)
def test_a_proof_names_its_example(name: str) -> None:
    for example in listed(name).values():
        for file in example.proofs:
            text = (TESTS / file).read_text(encoding="utf-8")
            assert re.search(rf"(?<![\w.-]){re.escape(example.statement)}(?![\w])", text), (
                example.statement,
                file,
            )


@pytest.mark.parametrize("name", PROVED)
def test_every_statement_has_a_use_or_waits(name: str) -> None:
    uses = uses_of(series(name))
    counts = totals(uses)
    prefix = series(name).definition.statement_prefix
    statements = {s for s in series(name).statements if s.startswith(prefix) and not is_example(s)}
    assert {use.statement for use in uses} == statements and counts["all"] == len(statements)
    assert counts["waits"] == sum(not set(use.citers) - {"option"} for use in uses)
    # An engine may play all that would wait for one.
    assert min(count for kind, count in counts.items() if kind not in ("engine", "waits")) > 0
    assert (counts["engine"] > 0) is has_engine(series(name))
    codes = {check.code: set(check.rules) for check in series(name).checks}
    for use in uses:
        assert all(code in codes for code in use.citers.get("checked", ()))
    for code, rules in codes.items():
        assert all(code in use.citers["checked"] for use in uses if use.statement in rules)


@pytest.mark.parametrize(
    ("name", "statement", "kind", "citer"),
    [
        ("jdg", "JDG-7.1-h", "checked", "JDG117"),
        ("jdg", "JDG-7.1-h", "charted", "TBL-FIRE-DRM"),
        ("jdg", "JDG-6.2.1-e", "computed", "zoc"),
        ("jdg", "JDG-4.2-j", "computed", "mover"),
        ("jdg", "JDG-9.5.2-h", "engine", "pursuits.pursuit_facings"),
        ("jdg", "JDG-0.3-a", "engine", NEEDS_NONE),
        ("afe", "AFE-12.1-c", "charted", "TBL-STATE"),
        ("mpbs", "MP-10.9.3A-b", "charted", "T-TEC-HEXSIDE"),
    ],
)
def test_uses(name: str, statement: str, kind: str, citer: str) -> None:
    use = next(use for use in uses_of(series(name)) if use.statement == statement)
    assert citer in use.citers[kind]
