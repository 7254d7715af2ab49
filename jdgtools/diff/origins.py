"""The states of a battle that a user can name: a folder, a revision of git, a package."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diff.battle_facts import battle_facts
from jdgtools.diff.facts import Fact, Facts, FactTable
from jdgtools.diff.package_facts import package_facts
from jdgtools.errors import BattleHasErrors, InputRefused
from jdgtools.package.limits import SUFFIX

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.loading import Loaded
    from jdgtools.model.battle import Battle
    from jdgtools.package import Package


class Origin(Struct, frozen=True):
    """A state of a battle that has been read: a project or a package."""

    name: str
    """As the user wrote it."""
    loaded: Loaded | None = None
    package: Package | None = None


@contextmanager
def read_origin(name: str, cache: Cache | None = None) -> Iterator[Origin]:
    """Yield what the user names; a copy of files from git is there until the block ends.

    Args:
        name: folder of a project or its battle.yaml; package (.jdgpkg); or `REV:PATH`, a folder as it was
            at a revision of its git repository.
        cache: as for `load`.

    Raises:
        InputRefused: nothing that can be compared is there; the text says why.
    """
    from jdgtools.loading import check
    from jdgtools.scratch import scratch_folder

    path = Path(name)
    revision, sign, inside = name.partition(":")
    if not path.exists() and sign and len(revision) > 1:
        files = files_of_revision(revision, Path(inside or "."))
        with scratch_folder(Path(tempfile.gettempdir())) as scratch:
            for file, content in files.items():
                (scratch / file).parent.mkdir(parents=True, exist_ok=True)
                (scratch / file).write_bytes(content)
            yield Origin(name, check(scratch))
        return
    if path.suffix == SUFFIX:
        from jdgtools.package import load as load_package

        yield Origin(name, package=load_package(path))
        return
    if not path.exists():
        raise InputRefused(
            f"there is no folder, package or revision {name}; a folder at a revision of git is written "
            f"{name.partition(':')[0]}:FOLDER"
        )
    yield Origin(name, check(path, cache=cache))


def files_of_revision(revision: str, folder: Path) -> Mapping[str, bytes]:
    """Return the files of a folder at a revision of its git repository, by path in the folder.

    Args:
        revision: a commit, a branch, a tag.
        folder: as it is now, relative to where the user stands; it may be gone by now.

    Raises:
        InputRefused: git is missing, there is no repository, or it has no such revision or folder.
    """
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.git import files_at, why_nothing
    from jdgtools.vassal.folder import safe_files

    near, rest = folder, ""
    while not near.is_dir():
        rest = f"{near.name}/{rest}".rstrip("/")
        near = near.parent
    try:
        files = files_at(near, revision, rest)
        if not files:
            reason = why_nothing(near, revision)
            raise InputRefused(f"{revision}:{folder.as_posix()}: {reason or 'there is no such folder'}")
        return safe_files(files)
    except FileRefused as refusal:
        raise InputRefused(f"{revision}:{folder.as_posix()}: {refusal}") from None


def facts_of(before: Origin, after: Origin, scenario: str | None = None) -> tuple[Facts, Facts]:
    """Return the tables of two states so that they can be compared.

    A project becomes a package where the other is one. Maps of the same shape are compared hex by hex even if
    the one has other numbers; the numbers are those of the second.

    Raises:
        InputRefused: there is no battle to be read, or no such scenario.
        BattleHasErrors: a project that must become a package has errors.
    """
    if before.package is not None or after.package is not None:
        wanted_scenario = scenario or next(o.package.scenario.id for o in (after, before) if o.package)
        old, new = (package_facts(_package(origin, wanted_scenario)) for origin in (before, after))
        return old, new
    battles = [_battle(origin) for origin in (before, after)]
    scenario_ids = {s.id for battle in battles for s in battle.scenarios}
    if scenario is not None and scenario not in scenario_ids:
        raise InputRefused(f"there is no scenario {scenario}; there are: {', '.join(sorted(scenario_ids))}")
    first, second = battles
    old, new = (
        battle_facts(battle, origin.loaded.charts if origin.loaded else None, scenario)
        for battle, origin in ((_numbered_like(first, second), before), (second, after))
    )
    return (_with_numbers(old, first) if first.map is not None else old), new


def _battle(origin: Origin) -> Battle:
    battle = origin.loaded.battle if origin.loaded is not None else None
    if battle is None:
        raise InputRefused(f"{origin.name}: no battle can be read; `jdg check` says why")
    return battle


def _numbered_like(battle: Battle, model: Battle) -> Battle:
    """Return a battle with the numbers of another where the maps have the same shape."""
    if battle.map is None or model.map is None:
        return battle
    grid = replace(battle.map.grid, numbering=model.map.grid.numbering)
    return replace(battle, map=replace(battle.map, grid=grid)) if grid == model.map.grid else battle


def _with_numbers(facts: Facts, battle: Battle) -> Facts:
    """Return facts whose map has the numbers that it really has."""
    assert battle.map is not None
    grid, tables = battle.map.grid, []
    for table in facts.tables:
        if table.title == "map" and grid.hexes:
            values = dict(table.facts["map"].values)
            values |= {"first hex": grid.id(grid.hexes[0]), "last hex": grid.id(grid.hexes[-1])}
            table = FactTable(table.title, "", {"map": Fact("map", "", values)})
        tables.append(table)
    return replace(facts, tables=tuple(tables))


def _package(origin: Origin, scenario_id: str) -> Package:
    """Return the package of a scenario of a state."""
    if origin.package is not None:
        if origin.package.scenario.id != scenario_id:
            raise InputRefused(f"{origin.name} is the package of another scenario than {scenario_id}")
        return origin.package
    from jdgtools.exporters.package import package_of

    battle, loaded = _battle(origin), origin.loaded
    assert loaded is not None
    scenario = battle.scenario(scenario_id)
    if scenario is None:
        raise InputRefused(f"{origin.name} has no scenario {scenario_id}")
    if not loaded.ok or loaded.series is None or loaded.charts is None:
        raise BattleHasErrors(f"{origin.name} has errors, so it cannot be compared with a package")
    return package_of(battle, loaded.series, loaded.charts, scenario)
