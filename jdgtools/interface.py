"""The interface for programs, where it takes as keywords what the program itself passes on in records.

`docs/api.md` describes all public names; most stand in their own modules, see `jdgtools/__init__.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jdgtools.vassal.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from jdgtools.building import BuildResult, Progress
    from jdgtools.cache import Cache
    from jdgtools.importers.vassal import ImportedProject
    from jdgtools.loading import Loaded
    from jdgtools.processes import WorkerPool


def build(
    loaded: Loaded,
    folder: Path | str,
    *,
    progress: Progress | None = None,
    cache: Cache | None = None,
    pool: WorkerPool | None = None,
    **options: Any,
) -> BuildResult:
    """Build a battle into a folder: all products, or none.

    Args:
        loaded: a battle, from `check`.
        folder: made if missing; files of the same names are replaced, others are left alone.
        progress: told about every finished part.
        cache: what earlier builds have made; None = everything is made anew.
        pool: an idle process that takes a part of the work; None = one is made where that is possible.
        options: `language`, `only` (names of exporters), `printing`, and options of exporters by their names.

    Raises:
        JdgError: as `jdgtools.building.build` says.
    """
    from jdgtools import building
    from jdgtools.exporters.options import BuildOptions

    return building.build(loaded, folder, BuildOptions.of(**options), progress, cache, pool)


def import_module(
    source: Path | str | bytes,
    *,
    series: str = "",
    rules: Path | str | None = None,
    save: Path | str | None = None,
    terrain: Path | str | None = None,
    extensions: Sequence[Path | str] = (),
    setups: Sequence[str] = (),
    limits: Limits = DEFAULT,
) -> ImportedProject:
    """Return the battle project of a VASSAL module; nothing is written before its `write`.

    Args:
        source: the module file, or its bytes.
        series: id of the game series; "" to look for it.
        rules: file of rules from properties to ratings.
        save: saved game that becomes a scenario.
        terrain: file in which the designer names the terrain of some hexes.
        extensions: of the module, imported with it.
        setups: names of the setups that become scenarios, `*` for anything; none for all.
        limits: of what is read.

    Raises:
        JdgError: module, saved game or rules are damaged, hostile or beyond a limit; an unknown series.
    """
    from jdgtools.importers import vassal

    options = vassal.ImportOptions(
        series=series,
        rules=Path(rules) if rules is not None else None,
        save=Path(save) if save is not None else None,
        limits=limits,
        extensions=tuple(map(Path, extensions)),
        terrain=Path(terrain) if terrain is not None else None,
        setups=tuple(setups),
    )
    return vassal.import_module(source, options)
