"""A grid that the hexes are not written for is one mistake that names the right one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.loading import check

ROLICA = Path(__file__).parents[3] / "scenarios" / "rolica-1808"
NUMBERING = "numbering: {order: column-row, first_column: 1, first_row: 1, digits: 2}"


def _errors(folder: Path, old: str, new: str, file: str = "map.yaml") -> list[tuple[str, str, str]]:
    shutil.copytree(ROLICA, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    return [(d.code, d.message, d.hint or "") for d in check(folder).report if d.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("old", "new", "way"),
    [
        (NUMBERING, "numbering: {order: row-column}", "without `numbering`"),
        (NUMBERING, "numbering: {first_column: 0, first_row: 0}", "without `numbering`"),
        (NUMBERING, "numbering: {digits: 3}", "without `numbering`"),
        (NUMBERING, "numbering: {letters: column}", "without `numbering`"),
        (NUMBERING, 'numbering: {separator: "."}', "without `numbering`"),
        ("shifted: even", "shifted: odd", "with `shifted: even`"),
    ],
)
def test_the_grid_that_fits_is_named(old: str, new: str, way: str, tmp_path: Path) -> None:
    (found,) = _errors(tmp_path / "b", old, new)
    assert found[0] == "MAP072" and "mentions of hexes do not fit this grid" in found[1]
    assert found[2].startswith(f"{way} they fit")


def test_another_orientation_and_its_exits(tmp_path: Path) -> None:
    found = _errors(tmp_path / "b", "orientation: flat", "orientation: pointy")
    assert [code for code, _, _ in found] == ["MAP072", "MAP008"]
    assert found[0][2].startswith("with `orientation: flat` they fit")


def test_what_to_write_is_a_grid_that_works(tmp_path: Path) -> None:
    """Hexes written with letters, on a grid of figures: the hint mends the battle."""
    folder = tmp_path / "b"
    shutil.copytree(ROLICA, folder)
    path = folder / "map.yaml"
    text = path.read_text(encoding="utf-8")
    places = "".join(f"  - {{id: p{n}, name: P{n}, hex: {'ABCDEFGHIJ'[n]}0{n + 1}}}\n" for n in range(9))
    head = text[: text.index("\nhexsides:")]
    path.write_text(f"{head}\nplaces:\n{places}", encoding="utf-8", newline="\n")
    for other in (folder / "scenarios").iterdir():
        other.write_text("format: 1\nid: s\ntitle: S\nturns: [{number: 1}]\nunused: rest\n", encoding="utf-8")
    (found,) = (d for d in check(folder).report if d.code == "MAP072")
    assert found.message.startswith("9 of 9 mentions")
    assert found.hint is not None and found.hint.startswith("with `numbering: {letters: column}` they fit")
    path.write_text(
        f"{head}\nplaces:\n{places}".replace(NUMBERING, "numbering: {letters: column}"), encoding="utf-8"
    )
    assert not [d for d in check(folder).report if d.code in ("MAP072", "REF007")]


def test_slips_stay_slips(tmp_path: Path) -> None:
    """A few hexes far off the map are no other grid."""
    path = "scenarios/historical.yaml"
    text = (ROLICA / path).read_text(encoding="utf-8")
    count = text.count("hex: 08")
    assert 2 <= count <= 20
    found = _errors(tmp_path / "b", "hex: 08", "hex: 98", path)
    assert {code for code, _, _ in found} >= {"REF007"} and "MAP072" not in {c for c, _, _ in found}
    assert sum(code == "REF007" for code, _, _ in found) == count
