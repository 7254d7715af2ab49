"""What is damaged, and the tests that are asked about it."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

from tests.mutation.mutants import Mutant, compiles, mutants_of

PARTS = {
    "movement": ["derived/reach.py", "derived/class_mover.py", "derived/steps.py", "series/terrain_index.py",
                 "series/jdg/movement.py", "series/jdg/occupancy.py", "series/jdg/unit_moves.py",
                 "series/mpbs/movement.py", "series/mpbs/unit_moves.py", "series/mpbs/mover.py", "series/mpbs/neighbours.py",
                 "series/afe/movement.py", "series/afe/unit_moves.py", "series/afe/neighbours.py"],
    "sight": ["hexgrid/line.py", "hexgrid/lines_np.py", "hexgrid/walk.py", "hexgrid/grid.py", "derived/los.py",
              "series/jdg/sight.py", "series/jdg/sight_np.py", "series/mpbs/sight.py", "series/mpbs/sight_np.py",
              "series/afe/sight.py", "series/afe/sight_np.py"],
    "zones": ["series/jdg/zoc.py", "derived/zones.py", "series/mpbs/footprint.py"],
    "stacking": ["derived/stacking.py", "series/*/stacking.py", "series/jdg/checks/stack*.py",
                 "series/*/checks/stacking.py"],
    "package": ["exporters/package.py", "exporters/jdgpkg/*.py"],
    "keys": ["cache.py", "canonical.py", "exporters/booklet/whole_booklet.py", "exporters/map.py", "exporters/aids.py"],
    "imposition": ["exporters/booklet/imposition.py", "render/sheets/impose.py", "render/sheets/layout.py",
                   "render/sheets/tiles.py"],
    "module": ["exporters/module/*.py", "vassal/components.py", "vassal/savebuilder.py", "vassal/piece_templates.py"],
}  # fmt: skip
"""Part -> modules below `jdgtools`, as patterns."""
TESTS = [
    *(f"tests/unit/{name}" for name in (
        "hexgrid", "derived", "series", "test_cache.py", "test_canonical.py", "render/test_sheets.py",
        "render/test_tiles.py", "render/test_print_settings.py", "render_counters/test_sheets.py",
        "render_counters/test_sheet_layout.py", "vassal", "package",
    )),
    "tests/property", "tests/checks",
    *(f"tests/unit/{name}" for name in (
        "exporters_print", "exporters_aids/test_aids_rebuild.py", "exporters_aids/test_shorter_booklet.py",
        "exporters_aids/test_aids_to_fold.py",
        "test_rebuild.py", "exporters_vassal",
    )),
    "tests/golden",
]  # fmt: skip
"""Tests that concern the parts, quick ones first."""
WITHOUT = "not fr] and not pl] and not hu] and not [GEN"
"""Of those with parameters not: the same of a battle in its other languages, and checks of all series."""


def modules() -> dict[str, list[str]]:
    """Return the modules of each part, below `jdgtools` in the working folder."""
    root = Path("jdgtools")
    return {
        part: sorted({path.relative_to(root).as_posix() for each in patterns for path in root.glob(each)})
        for part, patterns in PARTS.items()
    }


def draw(number: int, seed: int) -> list[Mutant]:
    """Return the mutants of a run, as many of each part, in the order in which they are judged: all parts mixed."""
    chosen = random.Random(seed)
    found: list[Mutant] = []
    for part, names in modules().items():
        sources = {name: (Path("jdgtools") / name).read_text("utf-8") for name in names}
        every = [mutant for name in names for mutant in mutants_of(sources[name], name, part)]
        chosen.shuffle(every)
        sound = (mutant for mutant in every if compiles(mutant.applied(sources[mutant.module])))
        found += islice(sound, -(-number // len(PARTS)))
    chosen.shuffle(found)
    return found[:number]
