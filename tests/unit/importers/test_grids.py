"""VASSAL's grids and ours: the same hex has the same number, or it is said that it has not."""

from __future__ import annotations

import pytest
import yaml

from jdgtools.errors import InputRefused
from jdgtools.importers.boards import read_maps
from jdgtools.importers.grids import EngineGrid, fit
from jdgtools.importers.report import LossReport
from jdgtools.importers.vassal import import_module
from jdgtools.model.context import Context
from jdgtools.model.hex_reader import HexReader
from jdgtools.schema.validate import validate
from jdgtools.series.registry import find_series
from jdgtools.source.yaml_reader import read_yaml
from jdgtools.vassal import build
from jdgtools.vassal.build import make
from jdgtools.vassal.components import Component
from jdgtools.vassal.limits import DEFAULT
from tests.unit.importers.modules import NUMBERING, foreign, hex_board


def grid(numbering: dict[str, object] | None = None, **values: object) -> Component:
    given = {"dx": 86.0, "dy": 100.0, "x0": 60, "y0": 60, "sideways": False, **values}
    own = [make("HexGridNumbering", {**NUMBERING, **(numbering or {})})]  # type: ignore[dict-item]
    return make("HexGrid", given, own)  # type: ignore[arg-type]


# The names were read off the real engine for these settings: board 700 x 560, hexes 86 x 100 at (60, 60).
def test_plain_numbers() -> None:
    engine = EngineGrid.read(grid(), 700, 560)
    assert engine.locate(60, 60) == (0, 0) and engine.name(0, 0) == "0101"
    assert engine.locate(146, 110) == (1, 0) and engine.name(1, 0) == "0201"
    assert engine.locate(232, 160) == (2, 1) and engine.name(2, 1) == "0302"
    assert engine.centre(1, 0) == (146, 110)


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize(("x0", "y0"), [(60, 60), (-26, 10), (10, -40), (0, 0)])
@pytest.mark.parametrize("descend", [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("first", ["H", "V"])
def test_numbers_that_can_be_said_are_the_same(
    sideways: bool, x0: int, y0: int, descend: tuple[bool, bool], first: str
) -> None:
    settings = {"hDescend": descend[0], "vDescend": descend[1], "first": first, "hOff": 20, "vOff": 30}
    engine = EngineGrid.read(grid(settings, sideways=sideways, x0=x0, y0=y0), 700, 560)
    fitted = fit(engine)
    assert fitted.mismatch == ""
    for i in fitted.grid.hexes:
        x, y = fitted.centre(i)
        assert fitted.grid.id(i) == engine.name(*engine.locate(x, y))
        assert fitted.index(x, y) == i


@pytest.mark.parametrize("sideways", [False, True])
def test_neighbours_are_near(sideways: bool) -> None:
    fitted = fit(EngineGrid.read(grid(sideways=sideways, x0=-26, y0=10), 700, 560))
    for i in fitted.grid.hexes:
        x, y = fitted.centre(i)
        for d in range(6):
            j = fitted.grid.neighbour(i, d)
            if j is not None:
                u, v = fitted.centre(j)
                assert 95 < ((u - x) ** 2 + (v - y) ** 2) ** 0.5 < 105
                up = v < y - 20
                assert up == (d in ((0, 1, 5) if not sideways else (0, 5)))


@pytest.mark.parametrize(
    ("numbering", "reason"),
    [
        ({"sep": " - - "}, "separator"),
        ({"hLeading": 8}, "pads numbers to 9 digits"),
        ({"hOff": -7}, "label"),
    ],
)
def test_numbers_that_cannot_be_said_are_listed(numbering: dict[str, object], reason: str) -> None:
    done = import_module(foreign(hex_board(numbering=numbering)).data())
    assert any(reason in line for line in done.report.missing), done.report.missing
    lines = done.files["hex-names.csv"].decode().splitlines()
    grid_ = yaml.safe_load(done.files["map.yaml"])["grid"]
    assert len(lines) == 1 + grid_["columns"] * grid_["rows"]


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("x0", [60, -26, 10])
@pytest.mark.parametrize("descend", [(False, False), (True, True)])
@pytest.mark.parametrize(
    "odd",
    [
        {"stagger": True},
        {"hType": "A", "vType": "A", "sep": "-"},
        {"hType": "A", "hOff": 24},
        {"vType": "A", "vOff": 50, "stagger": True, "first": "V"},
        {"hLeading": 1, "vLeading": 2},
        {"hLeading": 0, "vLeading": 1, "sep": "."},
        {"hLeading": 3, "vType": "A", "stagger": True},
    ],
)
def test_odd_numbers_come_back_in_the_file(
    sideways: bool, x0: int, descend: tuple[bool, bool], odd: dict[str, object]
) -> None:
    settings = {"hDescend": descend[0], "vDescend": descend[1], "hOff": 20, "vOff": 30, **odd}
    values = {"sideways": sideways, "x0": x0, "y0": 44}
    engine = EngineGrid.read(grid(settings, **values), 700, 560)
    assert fit(engine).mismatch == ""
    board = hex_board(numbering=settings)
    next(board.find("HexGrid")).attributes.update({k: str(v).lower() for k, v in values.items()})
    done = import_module(foreign(board).data())
    assert "hex-names.csv" not in done.files
    node, _ = read_yaml(done.files["map.yaml"].decode(), "map.yaml")
    series = find_series("jdg")
    assert node is not None and series is not None and not validate(node, "map")
    context = Context(series.definition, "en")
    back = HexReader(context, node).grid
    assert back is not None and not context.diagnostics
    here = EngineGrid.read(next(board.find("HexGrid")), 700, 560)
    for i in back.hexes:
        assert back.id(i) == here.name(*fit(here).raw(i))


# As the real engine names these pixels: falling numbers count from the end of the zone, not of the board.
@pytest.mark.parametrize(
    ("sideways", "hexes", "names"),
    [
        (False, 48, {(200, 65): "E11", (320, 65): "G11", (440, 65): "I11"}),
        (True, 54, {(135, 80): "I09", (205, 80): "I08", (275, 80): "I07"}),
    ],
)
def test_a_grid_inside_a_zone(sideways: bool, hexes: int, names: dict[tuple[int, int], str]) -> None:
    falls = {"hType": "A", "hOff": 1, "vOff": 3, "vDescend": True, "hDescend": sideways}
    own = grid(falls, dx=60.0, dy=70.0, x0=20, y0=30, sideways=sideways)
    path = [(100, 50), (620, 50), (620, 300), (400, 510), (100, 510)]
    field = build.board("Field", "field.png", [build.zoned_grid([build.zone("Battle", path, [own])])])
    board = read_maps(foreign(field), LossReport(), DEFAULT)[0].boards[0]
    assert board.grid is not None and not board.grid.mismatch
    assert sum(i not in board.grid.outside for i in board.grid.grid.hexes) == hexes
    for (x, y), name in names.items():
        index = board.grid.index(x, y)
        assert index is not None and board.grid.grid.id(index) == name
        assert board.grid.centre(index) == (x, y)


def test_letters_up_to_z_can_be_said() -> None:
    fitted = fit(EngineGrid.read(grid({"hType": "A", "hOff": 0}), 700, 560))
    assert fitted.mismatch == "" and fitted.grid.id(0) == "A00"


@pytest.mark.parametrize(
    "values",
    [
        {"dx": "NaN"},
        {"dy": "inf"},
        {"x0": "1e300"},
        {"dx": "0"},
        {"dy": "-5"},
        {"dy": "abc"},
        {"dx": "0.001"},
    ],
)
def test_mad_grids_are_kept_and_named(values: dict[str, str]) -> None:
    board = hex_board()
    next(board.find("HexGrid")).attributes.update(values)
    done = import_module(foreign(board).data())
    assert "map.yaml" not in done.files
    kept = [f for f in done.report.findings if f.kind == "HexGrid"]
    assert [f.outcome for f in kept] == ["unread"]


def test_a_grid_of_too_many_hexes_is_refused() -> None:
    engine = EngineGrid.read(grid(dx=5.0, dy=5.0), 6000, 6000)
    with pytest.raises(InputRefused, match="at most 300 x 300"):
        fit(engine)


def test_half_hexes_of_the_edge_count_only_where_they_are_wanted() -> None:
    with_, without = (fit(EngineGrid.read(grid(x0=60, y0=0), 700, 560, cut)) for cut in (True, False))
    assert with_.centre(0)[1] == 0 and 0 not in with_.outside
    assert 0 in without.outside
