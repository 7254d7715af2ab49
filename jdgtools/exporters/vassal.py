"""The VASSAL module of a battle: `<battle>-<version>.vmod`.

The parts of a module are built by `jdgtools.exporters.module`; this exporter decides what of it comes from
the cache, adds the map and the project's own files, and writes the archive. A project with an imported
module gets that one instead, with the setups of its scenario files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, msgpack
from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map_pictures import picture_losses
from jdgtools.exporters.option import Option, OptionRefused
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.shared_options import COUNTER_MM, SCREEN_HEX
from jdgtools.processes import threads
from jdgtools.vassal.pack import PackedContent, pack_entry, zip_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jdgtools.derived.stacking import StackLimits
    from jdgtools.exporters.module.assemble import ModuleBuild
    from jdgtools.exporters.module.ids import Identity, Lock
    from jdgtools.exporters.module.module_context import ModuleContext
    from jdgtools.hexgrid.layout import Layout
    from jdgtools.model.battle import Battle
    from jdgtools.model.scenario import Scenario
    from jdgtools.vassal.as_built import Content

_BOARD = "images/map.png"
"""The entry with the picture of the map."""
_NO_WORDS: tuple[str, ...] = ()
_Entry: TypeAlias = tuple[str, bytes | PackedContent]


LANGUAGES = Option(
    "module_languages",
    _NO_WORDS,
    "Also a VASSAL module in each of these languages, e.g. fr,pl.",
    "words",
    switch="--languages",
    metavar="LIST",
)
LOCK = Option(
    "lock",
    False,
    "Write vassal-ids.json into the project: fixes the numbers of the module's pieces, and later builds "
    "report what was added, changed and removed since.",
    "flag",
)


class VassalExporter(Exporter):
    """Exporter of the module, and of one in every further language that was chosen."""

    name = "vassal"
    title = "VASSAL module"
    options = (SCREEN_HEX, COUNTER_MM, LANGUAGES, LOCK)
    replaced_by_import = False
    in_worker = True
    on_drawn_map = True
    preload = (
        "jdgtools.exporters.module.assemble",
        "jdgtools.exporters.module.drawing",
        "jdgtools.exporters.module.pages",
        "jdgtools.render.counters.bulk",
    )

    def check_options(self, context: BuildContext) -> None:
        """Refuse further languages that the series does not speak."""
        languages = context.battle.series.languages
        if set(context.options[LANGUAGES]) - set(languages):
            raise OptionRefused(LANGUAGES.flag, f"the series speaks {', '.join(languages)}")

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the names of the modules; none without a map, unless the project brings one."""
        battle = context.battle
        if battle.map is None and battle.module != "imported":
            return ()
        stem = f"{_plain(battle.id)}-{_plain(battle.version or '1')}"
        more = _further_languages(context) if battle.module != "imported" else ()
        return (f"{stem}.vmod", *(f"{stem}-{language}.vmod" for language in more))

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the module and those in further languages; return what they cannot express."""
        names = self.outputs(context)
        if not names:
            return []
        if context.battle.module == "imported":
            from jdgtools.exporters.module.imported_module import imported_module

            data, losses = imported_module(context)
            (folder / names[0]).write_bytes(data)
            return losses
        module_file = _file(context)
        context.notes["vassal"] = module_file.identity
        (folder / names[0]).write_bytes(module_file.data)
        for name, language in zip(names[1:], _further_languages(context), strict=True):
            other = replace(context, options=replace(context.options, language=language))
            (folder / name).write_bytes(_file(other).data)
        return [*module_file.losses, *picture_losses(self.name, context)]


def _further_languages(context: BuildContext) -> tuple[str, ...]:
    return tuple(n for n in dict.fromkeys(context.options[LANGUAGES]) if n != context.language)


class _File(Struct, frozen=True):
    """A module as a file."""

    data: bytes
    losses: tuple[Loss, ...]
    identity: Identity


class _Parts(Struct, frozen=True, array_like=True):
    """A module in the cache: all but the map and the project's own files."""

    head: list[_Entry]
    """What the archive begins with."""
    rest: list[_Entry]
    losses: tuple[Loss, ...]
    ids: dict[str, int]
    """Piece key -> gpid."""


def _file(context: BuildContext) -> _File:
    """Return the module of a battle, from an earlier build if it would be the same."""
    from jdgtools.exporters.module.ids import Identity, read_lock
    from jdgtools.exporters.module.source import source_entries

    lock = read_lock(context.project)
    stable_context = without_volatile_fields(context)

    def make() -> bytes:
        module_build = _module_build(stable_context, lock)
        head, rest = (
            [(n, pack_entry(n, c)) for n, c in part]
            for part in (module_build.module.head(), module_build.module.entries.items())
        )
        return msgpack.encode(_Parts(head, rest, module_build.losses, dict(module_build.ids)))

    battle = context.battle
    pictures = [*(u.art for u in battle.units), *(x.art for x in battle.leaders)]
    art = context.contents(name for name in pictures if name)
    inputs = (stable_context.battle, stable_context.charts, stable_context.options, lock.ids, art)
    # The map is drawn meanwhile, in the worker if there is one.
    with threads(1) as pool:
        boards = pool.submit(_boards, context)
        parts = msgpack.decode(context.get_or_make("module", inputs, make), type=_Parts)
        source_files = source_entries(battle, context.project).items()
        rest = [*parts.rest, *boards.result().items(), *source_files]
    rest = sorted([*rest, *_record([*parts.head, *rest]).items()], key=itemgetter(0))
    identity = Identity(parts.ids, _content(context, lock), lock)
    return _File(zip_bytes([*parts.head, *rest]), parts.losses, identity)


def _content(context: BuildContext, lock: Lock) -> Mapping[str, str]:
    """Return what identifies the content of each piece; nothing where nobody asks for it."""
    if not lock.has_content and not context.options[LOCK]:
        return {}
    return _fingerprints(without_volatile_fields(context))


def _record(entries: Iterable[tuple[str, Content]]) -> dict[str, Content | bytes]:
    """Return the entries that say what a module was when it was built."""
    from jdgtools import __version__
    from jdgtools.vassal.as_built import record_entries

    return record_entries(entries, f"jdgtools {__version__}")


def _boards(context: BuildContext) -> dict[str, bytes]:
    """Return the maps of a module by entry: that of the battle, and those of scenarios that change it."""
    from jdgtools.exporters.map import scenario_boards, screen_png
    from jdgtools.exporters.module.windows import board_entry

    drawn_boards = scenario_boards(context)
    return {
        _BOARD: screen_png(context),
        **{board_entry(s): drawn_boards[s.id] for s in context.battle.scenarios if s.id in drawn_boards},
    }


def without_volatile_fields(context: BuildContext) -> BuildContext:
    """Return the context without the fields that change with every edit and that no module depends on."""
    values = {SCREEN_HEX.name: context.screen_hex_px, COUNTER_MM.name: context.print_settings.counter_mm}
    options = BuildOptions(context.language, values=values)
    return replace(context, battle=replace(context.battle, spans={}, files=(), folder=""), options=options)


def make_module(context: BuildContext) -> ModuleBuild:
    """Return the module of a battle with its setups.

    Raises:
        ValueError: the battle has no map.
    """
    from jdgtools.exporters.module.ids import Identity, read_lock
    from jdgtools.exporters.module.source import source_entries

    lock = read_lock(context.project)
    module_build = _module_build(context, lock)
    module_build.module.entries.update(_boards(context))
    module_build.module.entries.update(source_entries(context.battle, context.project))
    module_build.module.entries.update(
        _record([*module_build.module.head(), *module_build.module.entries.items()])
    )
    identity = Identity(module_build.ids, _fingerprints(context), lock)
    return replace(module_build, identity=identity)


def _module_build(context: BuildContext, lock: Lock) -> ModuleBuild:
    """Return the module without its maps and the project's own files."""
    from jdgtools.exporters.module.assemble import build_module, prepare
    from jdgtools.exporters.module.drawing import board_layout, draw
    from jdgtools.exporters.module.pages import chart_pages

    layout = board_layout(context)
    module_context = _module_context(context, layout)
    boxes = prepare(module_context, lock.ids)
    pictures = draw(context, module_context, boxes, layout)
    return build_module(module_context, boxes, pictures, chart_pages(module_context, context.charts))


def _module_context(context: BuildContext, layout: Layout) -> ModuleContext:
    from jdgtools.derived import DerivedBattle, derive
    from jdgtools.derived.schedules import schedule_lines
    from jdgtools.derived.step_bans import banned_steps
    from jdgtools.derived.unit_sight import UnitsInSight, units_in_sight
    from jdgtools.exporters.module.drawing import counter_pixels
    from jdgtools.exporters.module.module_context import ModuleContext

    # One for each scenario: what is known of its terrain is found out once.
    derived_battles = {
        scenario and scenario.id: derive(context.battle, context.series, context.charts, scenario)
        for scenario in (None, *context.battle.scenarios)
    }

    def derived(scenario: Scenario | None) -> DerivedBattle:
        return derived_battles[scenario and scenario.id]

    @cache
    def sight_past_units(reach: int, scenario_id: str | None) -> UnitsInSight:
        map_rules = derived_battles[scenario_id].map_rules

        def make() -> bytes:
            return msgpack.encode(units_in_sight(context.series, map_rules, reach))

        content = context.get_or_make("units in sight", (reach, map_rules), make)
        return msgpack.decode(content, type=UnitsInSight)

    return ModuleContext(
        context.battle,
        context.series.module,
        context.language,
        round(layout.size),
        counter_pixels(context, layout),
        context.charts,
        schedules={
            scenario.id: schedule_lines(context.battle, scenario, context.series, context.charts)
            for scenario in context.battle.scenarios
        },
        stacks=_stacks(context),
        get_or_make=context.get_or_make,
        layout=layout,
        los=lambda reach: _sight_on_some_map(context, reach),
        banned_steps=lambda ban, scenario: banned_steps(derived(scenario), ban),
        units_in_sight=lambda reach, scenario: sight_past_units(reach, scenario and scenario.id),
    )


def _stacks(context: BuildContext) -> Mapping[str, StackLimits]:
    """Return who may share a hex, by scenario and '' for an empty map; nothing if the series does not say."""
    if not context.series.has("stacking"):
        return {}
    limits: Callable[[Battle, Scenario | None], StackLimits] = context.series.hook("stacking", "stack_limits")
    battle = context.battle
    return {"": limits(battle, None)} | {s.id: limits(battle, s) for s in battle.scenarios}


def _sight_on_some_map(context: BuildContext, reach: int) -> NDArray[np.bool_]:
    """Return whether the column hex is seen from the row hex, in one scenario at least if the map changes.

    It is right for hexes that are at most `reach` hexes apart.
    """
    from jdgtools.derived import derive

    plain_map = derive(context.battle, context.series, context.charts).los_within(reach)
    changed_grounds = [
        s for s in context.battle.scenarios if context.battle.in_scenario(s).map is not context.battle.map
    ]
    for scenario in changed_grounds:
        plain_map = plain_map | derive(context.battle, context.series, context.charts, scenario).los_within(
            reach
        )
    return plain_map


def _fingerprints(context: BuildContext) -> Mapping[str, str]:
    from jdgtools.exporters.module.drawing import board_layout
    from jdgtools.exporters.module.pieces import fingerprints

    return fingerprints(_module_context(context, board_layout(context)))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)


EXPORTER = VassalExporter()
