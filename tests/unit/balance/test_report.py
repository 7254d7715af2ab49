"""The report: a page, a PDF file and JSON that say what the figures say, and run nothing."""

from __future__ import annotations

import json
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace

from jdgtools.balance.changes import change_in_words
from jdgtools.balance.figures import Figures, figures_of, sensitivity
from jdgtools.balance.heat import DARKEST, PALEST, HeatMap
from jdgtools.balance.report import write_report
from jdgtools.balance.texts import lines_of
from jdgtools.cli._game import map_context
from jdgtools.engine.contest import run
from jdgtools.errors import OutputFailed
from jdgtools.package import loads
from tests.unit.balance.orders import TEACHING, content, order


@cache
def figures() -> Figures:
    chunks = sorted(run(order(), 8))
    found = figures_of(loads(content(), "x"), chunks, ("random", "random"), 1, ("mist",), ("charge",))
    return replace(found, sensitivities=(sensitivity("fr-30.strength+1", chunks, chunks),))


def pages(folder: Path) -> list[str]:
    document = pypdfium2.PdfDocument(BytesIO((folder / "report.pdf").read_bytes()))
    texts = [document[number].get_textpage().get_text_range() for number in range(len(document))]
    document.close()
    return texts


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("balance") / "out"
    write_report(folder, figures(), map_context(TEACHING))
    return folder


def test_the_three_files_say_the_same(report: Path) -> None:
    assert sorted(path.name for path in report.iterdir()) == ["report.html", "report.json", "report.pdf"]
    data = json.loads((report / "report.json").read_bytes())
    assert data["games"] == 8
    html = (report / "report.html").read_text(encoding="utf-8")
    paper = " ".join(pages(report))
    for side in data["sides"]:
        share = f"{100 * side['share']:.1f}"
        assert side["name"] in html and side["name"] in paper
        assert share in html and share in paper
    for words in ("Who wins", "What a change does", "The course of the games", "Forces", "Charts and rules"):
        assert words in html and words in paper
    for words in ("Left out: mist", "Forbidden to both players: charge", "fr-30.strength+1"):
        assert words in html
    assert html.count("<figure>") == 3


def test_a_hex_of_the_map_tells_its_count(report: Path) -> None:
    html = (report / "report.html").read_text(encoding="utf-8")
    for counts in figures().heat.values():
        for name, count in counts.items():
            assert f"<title>{name}: {count}</title>" in html


def test_the_same_games_give_the_same_bytes(report: Path, tmp_path: Path) -> None:
    write_report(tmp_path / "again", figures(), map_context(TEACHING))
    for path in report.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_a_package_alone_has_a_report_without_maps(tmp_path: Path) -> None:
    write_report(tmp_path, figures(), None)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Where it happens" not in html and "<figure>" not in html
    assert "Who wins" in pages(tmp_path)[0]


def test_names_are_text_and_nothing_runs(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    hostile = replace(
        figures(),
        title=evil,
        ignored_rules=(evil,),
        sides=tuple(replace(side, name=evil, player=evil) for side in figures().sides),
    )
    write_report(tmp_path, hostile, None)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<script" not in html.lower()
    assert html.count("&lt;script&gt;") >= 4
    assert "default-src 'none'" in html


def test_a_report_that_cannot_be_written_whole_changes_nothing(tmp_path: Path) -> None:
    """The page of this run stood beside the figures of the last one."""
    (tmp_path / "report.html").write_text("of the last run", encoding="utf-8")
    (tmp_path / "report.json").mkdir()
    with pytest.raises(OutputFailed):
        write_report(tmp_path, figures(), None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.json"]
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "of the last run"


def test_more_is_darker() -> None:
    context = map_context(TEACHING)
    assert context is not None
    shades = HeatMap(context).shades({"0101": 1, "0102": 25, "0103": 100, "0104": 0, "9999": 5})
    assert [(name, count) for _, _, name, count in shades] == [("0101", 1), ("0102", 25), ("0103", 100)]
    assert [shade for _, shade, _, _ in shades] == [
        pytest.approx(PALEST + (DARKEST - PALEST) * part) for part in (0.1, 0.5, 1.0)
    ]


def test_the_lines_for_a_terminal() -> None:
    lines = list(lines_of(figures()))
    assert lines[:3] == ["left out: mist", "forbidden: charge", "games  8"]
    assert lines[-1].startswith("  fr-30.strength+1  ")
    assert "+0.0 [+0.0, +0.0] points of a hundred" in lines[-1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("fr-30.strength+1", "{unit}: strength 6 instead of 5"),
        ("fr-30.strength=3", "{unit}: strength 3 instead of 5"),
        ("fr-30.strength-9", "{unit}: strength 0 instead of 5"),
        ("fr-30.nothing=1", ""),
        ("without:fr-30", "without {unit}"),
        ("last-turn=2", "last turn 2 instead of {last}"),
        ("forbid:charge", "no action that begins with `charge`"),
    ],
)
def test_a_change_is_said_with_the_value_before(change: str, words: str) -> None:
    package = loads(content(), "x")
    unit = next(unit for unit in package.units if unit.id == "fr-30")
    expected = words.format(unit=unit.name["en"], last=package.turns.last)
    assert change_in_words(package, change) == expected


def test_ends_and_lines_have_their_words(report: Path) -> None:
    html = (report / "report.html").read_text(encoding="utf-8")
    assert figures().ends[0].words in html
    assert figures().unused_lines
    assert all(tally.words for tally in (*figures().ends, *figures().unused_lines))
    assert "TBL-" not in html
    assert re.search(r"\(the darkest is \d{4}: \d+\.\d a game\)", html)
