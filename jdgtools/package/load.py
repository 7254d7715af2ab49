"""Reading a package file: limits first, then every member, then typed objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from jdgtools.charts import ChartBook, ChartDataError, book_from_plain
from jdgtools.errors import InputRefused
from jdgtools.package.ground import (
    read_grid,
    read_movement,
    read_places,
    read_sight,
    read_terrain,
    read_zones,
)
from jdgtools.package.limits import FORMAT, MAX_BYTES, VERSION
from jdgtools.package.model import BattleInfo, Die, Package, ScenarioInfo, SeriesInfo
from jdgtools.package.part import Part
from jdgtools.package.pieces import (
    read_activation,
    read_commands,
    read_leaders,
    read_sides,
    read_states,
    read_units,
)
from jdgtools.package.play import read_arrivals, read_setup, read_special_rules, read_turns, read_victory


def load(path: Path | str) -> Package:
    """The package in a file.

    Raises:
        InputRefused: there is no such file, it is damaged, too large, or of a newer version.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputRefused(f"{file.as_posix()}: {error.strerror or 'cannot be read'}") from None
    return loads(content, file.name)


def loads(content: bytes, name: str = "package") -> Package:
    """The package in the bytes of a file; `name` begins every refusal.

    Raises:
        InputRefused: as in `load`.
    """
    if len(content) > MAX_BYTES:
        raise InputRefused(f"{name}: larger than {MAX_BYTES // (1024 * 1024)} MiB")
    try:
        plain = json.loads(content.decode("utf-8"), parse_constant=_no_constant, parse_float=_no_constant)
    except UnicodeDecodeError:
        raise InputRefused(f"{name}: not a package (no UTF-8 text)") from None
    except RecursionError:
        raise InputRefused(f"{name}: nested too deeply") from None
    except ValueError as error:
        where = f"line {error.lineno}: " if isinstance(error, json.JSONDecodeError) else ""
        raise InputRefused(f"{name}: damaged: {where}not JSON") from None
    root = Part(plain, name)
    _check_version(root)
    try:
        return _package(root)
    except RecursionError:
        raise InputRefused(f"{name}: nested too deeply") from None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no whole number")


def _check_version(root: Part) -> None:
    if root.plain.get("format") != FORMAT:
        raise InputRefused(f"{root.place}: not a package (`format` is not `{FORMAT}`)")
    version = root.number("version", 1, 10**6)
    if version > VERSION:
        raise InputRefused(
            f"{root.place}: version {version} is newer than this jdgtools reads ({VERSION}); update jdgtools"
        )


def _package(root: Part) -> Package:
    grid = read_grid(root.part("grid"))
    size = grid.size
    regions, entries = read_places(root, size)
    movement = read_movement(root.part("movement"), size)
    markers = root.part("markers")
    return Package(
        version=root.number("version", 1, VERSION),
        series=_series(root.part("series")),
        battle=_battle(root.part("battle")),
        scenario=_scenario(root.part("scenario")),
        grid=grid,
        terrain=read_terrain(root.part("terrain"), size),
        movement=movement,
        zones=read_zones(root, movement.classes, size),
        sight=read_sight(root.part("sight"), size),
        regions=regions,
        entries=entries,
        sides=read_sides(root),
        commands=read_commands(root),
        leaders=read_leaders(root),
        units=read_units(root),
        activation=read_activation(root),
        markers={name: markers.number(name, 0, 10_000) for name in markers.plain},
        states=read_states(root),
        options=root.lists_or_values("options"),
        settings=root.values("settings"),
        turns=read_turns(root.part("turns")),
        setup=read_setup(root, size),
        arrivals=read_arrivals(root, size),
        unused=frozenset(root.words("unused")),
        victory=read_victory(root.part("victory"), size),
        special_rules=read_special_rules(root),
        charts=_charts(root),
    )


def _series(part: Part) -> SeriesInfo:
    return SeriesInfo(
        part.word("id"),
        part.word("rulebook"),
        part.word("statements"),
        part.one_of("facing", "corner", "hexside"),
        tuple(
            Die(
                d.word("id"),
                d.number("count", 1, 20),
                d.number("low", -100, 100),
                d.number("high", -100, 1000),
            )
            for d in part.parts("dice")
        ),
    )


def _battle(part: Part) -> BattleInfo:
    return BattleInfo(
        part.word("id"),
        part.word("version"),
        part.text("title"),
        part.word("date"),
        part.maybe_word("scale"),
        part.word("language"),
    )


def _scenario(part: Part) -> ScenarioInfo:
    return ScenarioInfo(part.word("id"), part.text("title"))


def _charts(root: Part) -> ChartBook:
    plain: list[Any] = root.items("charts")
    try:
        return book_from_plain({"charts": plain})
    except (ChartDataError, AttributeError, KeyError, TypeError) as error:
        raise InputRefused(f"{root.place}.charts: damaged: {error}") from None
