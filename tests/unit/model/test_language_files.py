"""A file of texts says itself in which language it is, and `strings` of the battle must agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.loading import load
from tests.checks.cases import Case, apply


@pytest.mark.parametrize(
    ("said", "told"), [("fr", []), ("pl", [("GEN001", Severity.WARNING, "fr.yaml", "`fr`")])]
)
def test_a_language_file_under_another_language_is_told(
    said: str, told: list[object], tmp_path: Path
) -> None:
    edit = {"file": "lang/fr.yaml", "replace": "language: fr", "with": f"language: {said}"}
    loaded = load(apply(Case(Path("texts/one.yaml"), {"base": "teaching-mpbs", "edits": [edit]}), tmp_path))
    assert not loaded.report.has_errors
    found = [d for d in loaded.report if "says that its language is" in d.message]
    assert [
        (d.code, d.severity, d.span and Path(d.span.file).name, (d.expected or "").partition(",")[0])
        for d in found
    ] == told
