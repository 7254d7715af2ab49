"""Random damage inside modules that can be read: the import reports or refuses, and never anything else."""

from __future__ import annotations

import copy
import random
from functools import cache
from pathlib import Path

import pytest

from jdgtools.errors import InputRefused
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.vassal import make_module
from jdgtools.importers.vassal import import_module
from jdgtools.loading import load
from jdgtools.vassal.package import Module, save_archive
from jdgtools.vassal.savegame import write_save
from tests.fuzz.test_vassal import damage
from tests.unit.importers.modules import foreign, save
from tests.unit.vassal.synthetic import module as synthetic

SCENARIOS = Path(__file__).parents[2] / "scenarios"
VALUES = [
    "",
    "NaN",
    "Infinity",
    "-1",
    "0",
    "1e308",
    "1e-308",
    "99999999999999999999",
    "-2147483648",
    "true",
    "null",
    "../../x",
    "CON",
    "a;b,c|d\\e'f/g",
    "\t",
    "\n",
    "é\u0301\u202e",
    "{Kind==",
    "$x$",
    "0,0;1,1",
    "x" * 300,
]


def foreign_module() -> Module:
    return foreign(saves={"one.vsav": save(("Foy", 3, 60, 60, 0), ("Ney", 4, 160, 160, 2))})


def own_module() -> Module:
    loaded = load(SCENARIOS / "teaching-afe")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    options = BuildOptions.of(screen_hex_px=24)
    made = make_module(BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, options))
    for name in [n for n in made.module.entries if n.startswith("jdg/source/")]:
        del made.module.entries[name]
    return made.module


MAKERS = {"foreign": (foreign_module, 40), "own": (own_module, 10), "synthetic": (synthetic, 25)}


@cache
def corpus(name: str) -> Module:
    return MAKERS[name][0]()


def damaged(module: Module, rng: random.Random) -> Module:
    """Return a module with some odd attributes, parts in odd places, damaged pieces and saved games."""
    found = Module(
        module.metadata,
        copy.deepcopy(module.root),
        dict(module.entries),
        module.build_name,
        module.metadata_name,
    )
    parts = list(found.root.walk())
    for _ in range(rng.randint(1, 12)):
        part = rng.choice(parts)
        kind = rng.randrange(6)
        if kind <= 2 and part.attributes:
            part.attributes[rng.choice(sorted(part.attributes))] = rng.choice(VALUES)
        elif kind == 3 and part.text:
            text = damage(part.text.encode(), rng).decode("utf-8", "replace")
            part.text = "".join(c for c in text if c >= " " or c in "\t\n")
        elif kind == 4 and part is not found.root:
            part.children.append(copy.deepcopy(rng.choice(parts[-40:])))
        elif kind == 5 and part.attributes:
            del part.attributes[rng.choice(sorted(part.attributes))]
    names = sorted(found.entries)
    for _ in range(rng.randint(0, 2)):
        name = rng.choice(names)
        if name.endswith(".vsav") and rng.random() < 0.8:
            game = module.save(name)
            text = damage(game.root.format().encode(), rng)
            if rng.random() < 0.7 and b"\x1bend_save" not in text[-30:]:
                text += b"\x1bend_save"
            content = write_save(game.root)[:5] + b"00" + text.hex().encode()
            found.entries[name] = save_archive(content, game.metadata, game.module_metadata)
        elif rng.random() < 0.3:
            del found.entries[name]
            names.remove(name)
        else:
            found.entries[name] = damage(found.entries[name], rng)
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_damage_inside_a_module_is_reported_or_refused(name: str) -> None:
    rng = random.Random(name)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(MAKERS[name][1]):
        module = damaged(corpus(name), rng)
        try:
            done = import_module(module.data())
        except InputRefused as error:
            assert "\n" not in str(error) and 5 < len(str(error)) < 500
            outcomes["refused"] += 1
            continue
        outcomes["read"] += 1
        assert done.report.findings
        assert all(".." not in Path(file).parts and not Path(file).is_absolute() for file in done.files)
    assert outcomes["read"] > 0
