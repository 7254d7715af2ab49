"""The module of a made-up battle of thousands of units, beside writing its texts with lxml and zipfile."""

from __future__ import annotations

import io
import random
import shutil
import tempfile
import zipfile
import zlib
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from benchmarks.base import Benchmark, Work

if TYPE_CHECKING:
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.module.assemble import ModuleBuild

BATTLE = Path(__file__).parent.parent / "scenarios" / "rolica-1808"
COLUMNS, ROWS = 80, 60
_PER_HEX = 2
_PICTURE = 3000
"""Bytes of a counter's picture."""
_PICTURES = [b"\x89PNG" + random.Random(n).randbytes(_PICTURE) for n in range(50)]


@cache
def context(units: int, alike: bool = False) -> BuildContext:
    """A battle on a map of 4,800 hexes, all its units on the map in one scenario.

    Args:
        units: how many.
        alike: whether the copies of a unit look alike; otherwise every counter has a name of its own.
    """
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.hexgrid import HexGrid
    from jdgtools.loading import load
    from jdgtools.model.scenario import Placement
    from jdgtools.model.text import Text
    from tests.small_maps import make_map

    found = load(BATTLE)
    battle = found.battle
    assert battle is not None and found.series is not None and found.charts is not None
    dice, grid = random.Random(1808), HexGrid(COLUMNS, ROWS)
    terrain: list[str | None] = [dice.choice(["clear"] * 9 + ["wood", "village"]) for _ in grid.hexes]
    levels: list[int | None] = [4 * (i % COLUMNS) // COLUMNS for i in grid.hexes]
    own = []
    for n in range(units):
        unit = battle.units[n % len(battle.units)]
        name = unit.name if alike else Text((("en", f"{n}. {unit.name}"),))
        own.append(replace(unit, id=f"{unit.id}-{n}", name=name))
    spots = dice.sample(list(grid.hexes) * _PER_HEX, units)
    levels_of = [v.id for v in battle.series.state_axes[0].values]
    placements = tuple(
        Placement(
            u.id,
            "unit",
            (spot,),
            facing=dice.randrange(6),
            state={battle.series.state_axes[0].id: dice.choice(levels_of)},
            order=n,
        )
        for n, (u, spot) in enumerate(zip(own, spots, strict=True))
    )
    scenario = replace(battle.scenarios[0], placements=placements, arrivals=(), awards=(), held={})
    large = replace(battle, units=tuple(own), map=make_map(grid, terrain, levels), scenarios=(scenario,))
    return BuildContext(large, found.series, found.charts, found.folder, BuildOptions())


def without_pictures(context: BuildContext) -> ModuleBuild:
    """The module with every counter's pictures given: all but the drawing."""
    from jdgtools.exporters.module.assemble import build_module, prepare
    from jdgtools.exporters.module.drawing import board_layout, counter_pixels
    from jdgtools.exporters.module.module_context import Face, ModuleContext
    from jdgtools.exporters.module.pages import chart_pages
    from jdgtools.exporters.module.pictures import ModulePictures

    layout = board_layout(context)
    module = ModuleContext(
        context.battle,
        context.series.module,
        context.language,
        round(layout.size),
        counter_pixels(context, layout),
        context.charts,
    )
    boxes = prepare(module)
    names: dict[Face, str] = {}
    for unit in context.battle.units:
        names[("unit", unit.id, "front")] = f"unit-{unit.id}.png"
        names[("unit", unit.id, "back")] = f"unit-{unit.id}-back.png"
    data = {name: _PICTURES[n % len(_PICTURES)] for n, name in enumerate(names.values())}
    pictures = ModulePictures(layout, names, data)
    return build_module(module, boxes, pictures, chart_pages(module, context.charts))


def _make(units: int) -> Work:
    made = context(units)
    return lambda: without_pictures(made).module.data()


def _build_all(units: int, alike: bool) -> Work:
    """The whole build of the module, in both processes, as a designer waits for it."""
    from jdgtools.building import build
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.loading import check

    loaded = replace(check(BATTLE), battle=context(units, alike).battle)

    def work() -> None:
        folder = Path(tempfile.mkdtemp())
        try:
            build(loaded, folder, BuildOptions(only=("vassal",)))
        finally:
            shutil.rmtree(folder)

    return work


def _write(units: int) -> Work:
    """The texts are there; they become a tree of elements, and that and all files an archive."""
    from lxml import etree

    from jdgtools.vassal.components import Component
    from jdgtools.vassal.obfuscation import deobfuscate

    module = without_pictures(context(units)).module
    saves = {}
    others = {}
    for name, content in module.entries.items():
        if name.endswith(".vsav"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                saves[name] = {n: archive.read(n) for n in archive.namelist()}
            saves[name]["savedGame"] = deobfuscate(saves[name]["savedGame"])
        else:
            others[name] = content

    def element(component: Component) -> etree._Element:
        made = etree.Element(component.tag, component.attributes)
        made.text = component.text
        made.extend([element(child) for child in component.children])
        return made

    def work() -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("buildFile.xml", etree.tostring(element(module.root), encoding="UTF-8"))
            for name, content in others.items():
                stored = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
                archive.writestr(name, content, compress_type=stored)
            for name, parts in saves.items():
                inner = io.BytesIO()
                with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as save:
                    hidden = b"!VCSK00" + parts["savedGame"].hex().encode()
                    save.writestr("savedGame", hidden)
                archive.writestr(name, inner.getvalue(), compress_type=zipfile.ZIP_STORED)
        return out.getvalue()

    return work


def _read(units: int) -> Work:
    from jdgtools.vassal.package import read_save_file

    module = without_pictures(context(units)).module
    content = max((v for k, v in module.entries.items() if k.endswith(".vsav")), key=len)
    return lambda: read_save_file(content)


def _inflate(units: int) -> Work:
    module = without_pictures(context(units)).module
    content = max((v for k, v in module.entries.items() if k.endswith(".vsav")), key=len)

    def work() -> bytes:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            data = archive.read("savedGame")
        zlib.crc32(data)
        return bytes.fromhex(data[7:].decode())

    return work


BENCHMARKS = (
    *[
        Benchmark(
            f"module and setup of {n:,} units on {COLUMNS * ROWS:,} hexes, pictures given",
            partial(_make, n),
            "lxml and zipfile write the same texts",
            partial(_write, n),
            aim="< 1.5 s" if n == 3000 else "",
        )
        for n in (1000, 2000, 3000, 4000)
    ],
    Benchmark(
        "jdg build of this module, 3,000 units, with all pictures",
        lambda: _build_all(3000, False),
        "pywargame, 3,000 pieces",
        seconds=9.5,
        aim="< 5 s",
        repeat=1,
    ),
    Benchmark(
        "the same, 3,000 units that look like 40",
        lambda: _build_all(3000, True),
        "pywargame, 3,000 pieces",
        seconds=9.5,
        repeat=1,
    ),
    Benchmark(
        "read a saved game of 28 MB, 600 units", lambda: _read(600), "inflate it alone", lambda: _inflate(600)
    ),
)
