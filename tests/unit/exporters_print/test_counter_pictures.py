"""Pictures of counters: one for every face, of the printed size at 300 dpi."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

from click.testing import CliRunner
from PIL import Image

from jdgtools.cli.group import main
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.pictures import EXPORTER, FILE
from jdgtools.loading import check

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def test_every_face_has_a_picture(tmp_path: Path) -> None:
    found = check(SCENARIOS / "teaching-mpbs")
    assert found.battle is not None and found.series is not None and found.charts is not None
    context = BuildContext(
        found.battle, found.series, found.charts, found.folder, BuildOptions.of(counter_mm=16.0)
    )
    assert EXPORTER.export(context, tmp_path) == []
    counters = counters_of(context)
    wide = {c.front_name for c in counters if c.front.hexes == 2}
    names = {c.front_name for c in counters} | {c.back_name for c in counters if c.back is not None}
    assert wide
    with ZipFile(tmp_path / FILE) as archive:
        assert {name.removesuffix(".png") for name in archive.namelist()} == names
        for name in archive.namelist():
            with Image.open(io.BytesIO(archive.read(name))) as picture:
                assert picture.height == 189
                assert picture.width in (189, 378)
                assert (picture.width == 378) or name.removesuffix(".png") not in wide


def test_flags_of_the_command_ask_for_them(tmp_path: Path) -> None:
    line = ["build", str(SCENARIOS / "teaching-jdg"), "-q", "--only", "pictures", "--svg", "-o"]
    CliRunner().invoke(main, [*line, str(tmp_path / "a")], standalone_mode=False, catch_exceptions=False)
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == [
        "build-report.json", "counters-png.zip", "map-print.svg", "map-screen.svg"
    ]  # fmt: skip
