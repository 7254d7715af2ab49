"""The package of a bundled battle after one edit of its source."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jdgtools.diagnostics.diagnostic import Diagnostic
from jdgtools.exporters.package import package_of
from jdgtools.loading import load
from jdgtools.package.model import Package
from tests.checks.cases import Case, apply


def written(kind: str, members: Mapping[str, Any]) -> str:
    """Return a condition or an effect as YAML."""
    return f"{{{kind}: {{{', '.join(f'{k}: {v}' for k, v in members.items())}}}}}"


def package_after(
    folder: Path, old: str, new: str, *, file: str = "scenarios/battle.yaml", base: str = "teaching-jdg"
) -> tuple[Package, list[Diagnostic]]:
    """Return the package of the first scenario after an edit, and what is wrong with the battle.

    Args:
        folder: gets the edited battle; does not exist yet.
        old: what stands in the file.
        new: what takes its place.
        file: file of the battle.
        base: the battle.
    """
    folder.mkdir()
    edits = [{"file": file, "replace": old, "with": new}]
    loaded = load(apply(Case(Path("edited/one.yaml"), {"base": base, "edits": edits}), folder))
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    package = package_of(loaded.battle, loaded.series, loaded.charts, loaded.battle.scenarios[0])
    return package, list(loaded.report)
