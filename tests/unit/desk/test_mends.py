"""A warning that is accepted by one click: where its entry is written, whatever stands under `accepts` already."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.desk.mends import mends_of, new_acceptance
from jdgtools.desk.session import Session
from jdgtools.desk.text_edit import Edit, apply
from tests.documents import documents_of

BATTLE = Path(__file__).parents[3] / "scenarios" / "teaching-jdg"
ENTRY = '{code: JDG095, for: unit fr-art, reason: "looked at, and meant so"}'
SCENARIO = "scenarios/battle.yaml"


def accepted(folder: Path, text: str) -> str | None:
    """The scenario's file after the warning about its battery was accepted; None where nothing is offered."""
    shutil.copytree(BATTLE, folder)
    (folder / SCENARIO).write_text(text, encoding="utf-8")
    session = Session(folder, None)
    for problem in session.loaded.report.diagnostics:
        if problem.code != "JDG095" or "fr-art" not in str(problem.subject) + problem.message:
            continue
        assert problem.span is not None
        path = session.path_of(problem.span.file)
        mends = [one for one in mends_of(session.documents, session.loaded, path, problem) if one.accepts]
        if not mends:
            return None
        assert mends[0].accepts == SCENARIO
        return apply(session.texts, Edit("", (mends[0].change,)))[SCENARIO]
    pytest.fail("there is no such warning")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"\naccepts:\n  - {ENTRY}\n"),
        ("accepts: []\n", f"accepts:\n  - {ENTRY}\n"),
        ("accepts:\n", f"accepts:\n  - {ENTRY}\n"),
        (
            "accepts: [{code: GEN016, reason: so}]   # both\n",
            f"accepts: [{{code: GEN016, reason: so}}, {ENTRY}]   # both\n",
        ),
        (
            "accepts:\n  # The pass.\n  - {code: GEN016, reason: so}   # one\n",
            f"accepts:\n  # The pass.\n  - {{code: GEN016, reason: so}}   # one\n  - {ENTRY}\n",
        ),
    ],
)
def test_an_acceptance_is_written_below_those_there_are(tmp_path: Path, before: str, after: str) -> None:
    text = (BATTLE / SCENARIO).read_text(encoding="utf-8")
    head = text[: text.index("accepts:")]
    assert accepted(tmp_path / "battle", head + before) == head + after


def test_what_is_no_list_is_left_alone(tmp_path: Path) -> None:
    text = (BATTLE / SCENARIO).read_text(encoding="utf-8")
    assert accepted(tmp_path / "battle", text[: text.index("accepts:")] + "accepts: everything\n") is None


def test_an_heir_keeps_what_it_takes_over(tmp_path: Path) -> None:
    documents = documents_of(
        {
            "battle.yaml": "format: 1\nid: b\nseries: jdg\nscenarios: [start.yaml, late.yaml]\n",
            "start.yaml": "id: start\naccepts:\n  - {code: GEN016, reason: so}   # the pass\n",
            "late.yaml": "id: late\nextends: start\n",
        }
    )
    change = new_acceptance(documents, documents["late.yaml"], {"code": "JDG095", "reason": "meant"})
    assert apply(documents.texts, Edit("", (change,)))["late.yaml"] == (
        "id: late\nextends: start\n\naccepts:\n  - {code: GEN016, reason: so}\n  - {code: JDG095, reason: meant}\n"
    )
