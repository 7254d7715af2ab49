"""What a build is going to make: which exporters run, with which options, and which files they write.

Everything that can be refused is refused here, before any work.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jdgtools.errors import PluginFailed
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import OptionRefused
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.registry import all_exporters, broken_exporters, choose_exporters
from jdgtools.exporters.shared_options import MAP_FIT, MAP_PAPER, MAP_TILES
from jdgtools.plugins import EXPORTERS, blame, installed_plugins
from jdgtools.publication import REPORT


def parts_of_build(context: BuildContext) -> tuple[Exporter, ...]:
    """Return the exporters that run, in the order in which they are reported.

    Raises:
        UnknownExporter: a name in `only` is unknown.
        OptionRefused: an option is unknown, or its value makes no sense for this battle.
        PluginFailed: a plug-in raised when it was asked.
    """
    options = context.options
    _check_options(context)
    choice = choose_exporters(options.only)
    if not options.only and context.battle.module == "imported":
        choice = tuple(part for part in choice if not part.replaced_by_import)
    with blame():
        parts = tuple(part for part in all_exporters() if part in choice or part.is_requested(options))
        for part in parts:
            part.check_options(context)
    if options.values.get("lock") and all(part.name != "vassal" for part in parts):
        raise OptionRefused("--lock", "there are no pieces to number without the part `vassal`")
    return parts


def _check_options(context: BuildContext) -> None:
    options, battle = context.options, context.battle
    options_by_name = {option.name: option for part in all_exporters() for option in part.options}
    for name, value in options.values.items():
        if name not in options_by_name:
            names = ", ".join(sorted(options_by_name))
            raise OptionRefused(name, f"no exporter has an option of that name; known: {names}")
        options_by_name[name].check(value)
    languages = battle.series.languages
    if options.language and options.language not in languages:
        raise OptionRefused("--language", f"the series speaks {', '.join(languages)}")
    settings = context.print_settings
    if battle.map is not None and settings.map.size is not None:
        _check_map_paper(context)
    if layout_errors := settings.layout_errors():
        raise OptionRefused("--print, --paper, --counter-mm", layout_errors[0])


def _check_map_paper(context: BuildContext) -> None:
    # It brings all that draws maps, which a build of a map without a chosen paper may have no need of.
    from jdgtools.render.map.sheet import map_paper_error

    error = map_paper_error(context.battle, context.print_settings)
    if error is not None:
        flag = MAP_PAPER.flag if context.options[MAP_PAPER] else "--print"
        ways = f"{MAP_FIT.flag} draws it as large as the paper takes, {MAP_TILES.flag} a4 prints it in pieces"
        raise OptionRefused(flag, f"{error.message}: {error.expected}; {ways}")


def _is_plain(name: str) -> bool:
    """Return whether a name is that of a file in the folder, or in a folder of its exporter in it."""
    parts = name.split("/")
    return len(parts) <= 2 and all(part not in ("", ".", "..") and Path(part).name == part for part in parts)


def files_of_build(parts: Sequence[Exporter], context: BuildContext) -> list[tuple[str, str]]:
    """Return the name of every file that will be written, with the name of its exporter.

    Raises:
        PluginFailed: an exporter names a file of another one, or one outside the folder.
    """
    owners = {REPORT: "report"}
    for part in parts:
        with blame():
            names = part.outputs(context)
        for name in names:
            if not _is_plain(name):
                raise PluginFailed(f"{_title(part)} wants to write `{name}`, which is no plain file name")
            if name in owners:
                raise PluginFailed(f"{_title(part)} wants to write `{name}`, a file of `{owners[name]}`")
            owners[name] = part.name
    return [(name, owner) for name, owner in owners.items() if name != REPORT]


def _title(part: Exporter) -> str:
    plugins = (plugin for plugin in installed_plugins(EXPORTERS) if plugin.name == part.name)
    return next((plugin.title for plugin in plugins), f"the exporter `{part.name}`")


def export(part: Exporter, context: BuildContext, folder: Path) -> list[Loss]:
    """Have an exporter write its files; return what it could not express.

    Raises:
        PluginFailed: a plug-in raised, or did not write what it promised.
    """
    with blame():
        losses = part.export(context, folder)
    for name in part.outputs(context):
        if not (folder / name).is_file():
            raise PluginFailed(f"{_title(part)} did not write `{name}`, which it said it would")
    return losses


def losses_of_plugins(options: BuildOptions) -> tuple[Loss, ...]:
    """Return the installed exporters that would have run if they could be loaded."""
    errors = () if options.only else broken_exporters()
    return tuple(Loss(error.name, "plug-in", str(error)) for error in errors)
