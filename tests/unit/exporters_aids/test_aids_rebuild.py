"""A booklet made with what earlier builds have left is the same, byte for byte, as one made from nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.cache import Cache
from jdgtools.exporters.aids import FILE, PlayerAids
from jdgtools.exporters.context import BuildContext
from jdgtools.model.battle import Battle
from jdgtools.model.text import Text
from tests.unit.exporters_aids.conftest import context

Change = Callable[[Battle], Battle]


def _unit(at: int, **values: object) -> Change:
    def change(battle: Battle) -> Battle:
        units = list(battle.units)
        units[at] = replace(units[at], **values)
        return replace(battle, units=tuple(units))

    return change


def _rating(battle: Battle) -> Battle:
    front = dict(battle.units[0].front)
    name, value = next((n, v) for n, v in front.items() if isinstance(v, int) and v is not True)
    return _unit(0, front=front | {name: value + 1})(battle)


def _placement(battle: Battle) -> Battle:
    scenario = battle.scenarios[0]
    at = next(n for n, p in enumerate(scenario.placements) if p.hexes)
    placements = list(scenario.placements)
    moved = tuple(index + 1 for index in placements[at].hexes)
    placements[at] = replace(placements[at], hexes=moved)
    return replace(battle, scenarios=(replace(scenario, placements=tuple(placements)), *battle.scenarios[1:]))


def _terrain(battle: Battle) -> Battle:
    the_map = battle.map
    assert the_map is not None
    changed = tuple(reversed(the_map.terrain))
    return replace(battle, map=replace(the_map, terrain=changed))


def _added(battle: Battle) -> Battle:
    return replace(battle, units=(*battle.units, replace(battle.units[0], id="one-more")))


CHANGES: dict[str, Change] = {
    "a rating": _rating,
    "a name": _unit(1, name=Text.of("The Duke's Own")),
    "a type that is drawn otherwise": _unit(2, arm="", type=None),
    "own art": _unit(3, art="art.svg"),
    "a hex of the setup": _placement,
    "terrain": _terrain,
    "one unit more": _added,
    "one unit less": lambda battle: replace(battle, units=(*battle.units[:4], *battle.units[5:])),
    "the title": lambda battle: replace(battle, title=Text.of("Another day")),
    "the notes": lambda battle: replace(battle, notes=Text.of("Now much longer. " * 150)),
    "colours": lambda battle: replace(battle, theme={"name": "plain"}),
    "the colour of a side": lambda battle: replace(
        battle, sides=(replace(battle.sides[0], colour="#118811"), *battle.sides[1:])
    ),
    "the other way round": lambda battle: replace(battle, units=battle.units[::-1]),
}


def _made(ctx: BuildContext, folder: Path) -> bytes:
    fresh = replace(ctx, _values={})
    PlayerAids().export(fresh, folder)
    return (folder / FILE).read_bytes()


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("project")
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8Z"/></svg>'
    (folder / "art.svg").write_text(square, encoding="utf-8")
    yield folder


_IN_ANOTHER_SERIES = ("a rating", "a hex of the setup", "one unit more", "the other way round")


@pytest.mark.parametrize(
    ("name", "titles"), [("teaching-jdg", tuple(CHANGES)), ("teaching-mpbs", _IN_ANOTHER_SERIES)]
)
def test_whatever_changes_is_seen(name: str, titles: tuple[str, ...], drawing: Path, tmp_path: Path) -> None:
    """All changes but one are kept, for each of them: that never serves all of them, nor the battle as it was."""
    ctx = replace(context(name, "en"), project=drawing)
    kept = Cache(tmp_path / "cache")

    def changed(left_out: str) -> BuildContext:
        battle = ctx.battle
        for title in titles:
            battle = battle if title == left_out else CHANGES[title](battle)
        return replace(ctx, battle=battle)

    first, wanted = _made(ctx, tmp_path), _made(changed(""), tmp_path)
    assert first == _made(replace(ctx, cache=kept), tmp_path)
    for title in titles:
        assert _made(replace(changed(title), cache=kept), tmp_path) not in (first, wanted), title
    assert wanted == _made(replace(changed(""), cache=kept), tmp_path)
    assert first == _made(replace(ctx, cache=kept), tmp_path)


def test_options_are_seen(tmp_path: Path) -> None:
    ctx = context("teaching-afe", "en")
    kept = Cache(tmp_path / "cache")
    printing = ctx.print_settings
    for options in (
        ctx.options,
        replace(ctx.options, language="hu"),
        replace(ctx.options, printing=replace(printing, papers=("letter",))),
        replace(ctx.options, printing=replace(printing, color="cmyk")),
    ):
        chosen = replace(ctx, options=options)
        assert _made(replace(chosen, cache=kept), tmp_path) == _made(chosen, tmp_path)


def test_a_rating_touches_little(tmp_path: Path) -> None:
    ctx = replace(context("rolica-1808", "en"), cache=Cache(tmp_path / "cache"))
    _made(ctx, tmp_path)
    before = set((tmp_path / "cache").iterdir())
    _made(replace(ctx, battle=_rating(ctx.battle)), tmp_path)
    # The booklet as a whole; the chapter of charts is taken from the build before.
    assert len(set((tmp_path / "cache").iterdir()) - before) == 1


def test_a_cell_of_a_chart_is_seen(tmp_path: Path) -> None:
    ctx = replace(context("teaching-mpbs", "en"), cache=Cache(tmp_path / "cache"))
    first = _made(ctx, tmp_path)
    chart = next(chart for chart in ctx.charts if any(isinstance(c.value, int) for c in chart.cells.values()))
    keys, cell = next((k, c) for k, c in chart.cells.items() if isinstance(c.value, int))
    assert isinstance(cell.value, int)
    changes: list[dict[str, Any]] = [
        {"value": cell.value + 1},
        {"kind": "house" if cell.kind != "house" else "rules"},
    ]
    for fields in changes:
        cells = {**chart.cells, keys: replace(cell, **fields)}
        charts = {**ctx.charts.charts, chart.id: replace(chart, cells=cells)}
        changed = replace(ctx, charts=replace(ctx.charts, charts=charts))
        again = _made(changed, tmp_path)
        assert again != first, fields
        assert again == _made(replace(changed, cache=Cache(None)), tmp_path), fields
