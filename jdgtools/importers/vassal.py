"""From a VASSAL module to a battle project: what `jdg import` does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from jdgtools.diagnostics.names import first_names
from jdgtools.errors import InputRefused, UnknownSeries
from jdgtools.importers.boards import MapView, read_maps
from jdgtools.importers.draft import Draft, DraftScenario
from jdgtools.importers.embedded_source import PREFIX, add_scenario, embedded_source, load_embedded
from jdgtools.importers.jdgtools_edits import MADE_AGAIN, NOTHING_TO_COMPARE, tell_edits
from jdgtools.importers.jdgtools_marks import find_series, is_jdgtools_module
from jdgtools.importers.jdgtools_module import LOCK_FILE, JdgtoolsModuleReader
from jdgtools.importers.open_questions import questions_text
from jdgtools.importers.positions import Position, read_position
from jdgtools.importers.question_groups import group_questions
from jdgtools.importers.report import LossReport
from jdgtools.importers.view import ModuleView, open_module, report_places
from jdgtools.importers.write import write_project
from jdgtools.loading.open_questions import QUESTIONS_FILE
from jdgtools.model.battle import Battle
from jdgtools.model.definition import SeriesDef
from jdgtools.project_folder import IGNORED
from jdgtools.untrusted import budget
from jdgtools.vassal.limits import DEFAULT, Limits
from jdgtools.vassal.package import BUILD_FILE, OLD_BUILD_FILE, Module, read_module, read_save_file

if TYPE_CHECKING:
    from jdgtools.importers.foreign import ForeignReader
    from jdgtools.vassal.as_built import AsBuilt

REPORT_JSON = "import-report.json"
REPORT_TEXT = "import-report.txt"
GENERIC = "generic"
NEWEST_VASSAL = (3, 8)
"""Version of VASSAL whose modules are known."""
"""The series of modules whose rules nobody named."""


class ImportOptions(Struct, frozen=True):
    """What the user asked for."""

    series: str = ""
    """Id of the game series; '' to look for it."""
    rules: Path | None = None
    """File of rules from properties to ratings."""
    save: Path | None = None
    """Saved game that becomes a scenario."""
    limits: Limits = DEFAULT
    extensions: tuple[Path, ...] = ()
    """Extensions of the module that are imported with it."""
    terrain: Path | None = None
    """File in which the designer names the terrain of some hexes."""
    setups: tuple[str, ...] = ()
    """Names of the setups that become scenarios, `*` for anything; none for all."""


class ImportedProject(Struct, frozen=True):
    """What an import makes: the files of a project, and a report on what was read, guessed and left open."""

    draft: Draft
    files: Mapping[str, bytes]
    """Path in the project -> content."""
    report: LossReport
    by_jdgtools: bool
    """Whether `jdg build` made the module."""

    def write(self, folder: Path | str) -> list[str]:
        """Write the project into a folder that is empty or does not exist, and return the names of its files.

        Raises:
            JdgError: as `write_project` says; nothing is left behind.
        """
        return write_project(folder, {".gitignore": IGNORED.encode(), **self.files})


def import_module(source: Path | str | bytes, options: ImportOptions | None = None) -> ImportedProject:
    """Return the battle project of a module; nothing is written.

    Args:
        source: the module file (a `str` is its path), or its bytes.
        options: series, rules, saved game, limits.

    Raises:
        InputRefused: module, saved game or rules are damaged, hostile or beyond a limit.
        UnknownSeries: there is no such series.
    """
    options = options or ImportOptions()
    module = read_module(source, options.limits)
    if module.root.kind == "ModuleExtension":
        raise InputRefused("this is an extension; import its module, with --extension for this file")
    return convert(module, options)


def convert(module: Module, options: ImportOptions) -> ImportedProject:
    """Return the battle project of a module that was read.

    Raises:
        InputRefused: saved game or rules are damaged, hostile or beyond a limit.
        UnknownSeries: there is no such series.
    """
    budget.begin()
    report = LossReport()
    _say_archive(module, report)
    plain = module
    if options.extensions:
        from jdgtools.importers.extensions import with_extensions

        module = with_extensions(module, options.extensions, report, options.limits)
    series = _series(options.series)
    view = open_module(module, report, options.limits, options.setups)
    saved_game = None
    if options.save is not None:
        save = read_save_file(options.save, options.limits)
        saved_game = read_position(save, options.save.stem, options.save.name, "", report)
        report_places(module.root, [saved_game], report)
        _same_module(save.module_metadata.name if save.module_metadata else None, view, report)
    by_jdgtools = options.series != GENERIC and (is_jdgtools_module(view) or _has_battle(module))
    # Its own boards are what a saved game was played on.
    games = [saved_game] if saved_game is not None and saved_game.boards else view.positions
    maps = read_maps(module, report, options.limits, games, cut=not by_jdgtools)
    if by_jdgtools and series is None:
        series = find_series(view, _all_series())
    if by_jdgtools and series is not None:
        if options.terrain is not None:
            raise InputRefused("--terrain-from is for modules of others: this one says its terrain")
        if options.rules is not None:
            raise InputRefused("--rules is for modules of others: this one says its ratings")
        draft, files = _read_jdgtools_module(view, series, maps, saved_game, plain, options.extensions)
    else:
        from jdgtools.importers.foreign import ForeignReader
        from jdgtools.importers.imported_module import with_setup
        from jdgtools.importers.ratings import NO_RULES, read_rules

        series = series or _series(GENERIC)
        assert series is not None
        _say_extensions(options.extensions, report, is_made_again=False)
        rules = read_rules(options.rules, series) if options.rules is not None else NO_RULES
        if saved_game is not None and options.save is not None:
            view, saved_game = with_setup(view, saved_game, _content(options.save, options.limits), save)
        reader = ForeignReader(view, maps, series, rules, imported_module=series.id == GENERIC)
        if options.terrain is not None:
            from jdgtools.importers.terrain_names import read_named_hexes

            reader.named_hexes = read_named_hexes(options.terrain)
        draft = reader.read(saved_game)
        files = draft.all_files()
        if draft.imported_module:
            files |= _fields_file(files, reader)
        else:
            files[QUESTIONS_FILE] = questions_text(
                report.missing, series, group_questions(draft, series, rules.exclusions)
            )
    head = {"module": draft.title, "series": draft.series, "made_by_jdgtools": by_jdgtools}
    files[REPORT_JSON] = report.json(head).encode("ascii")
    title = "".join(c if c.isprintable() else " " for c in f"Import of {draft.title}")
    files[REPORT_TEXT] = report.text(title).encode("utf-8", "replace")
    return ImportedProject(draft, files, report, by_jdgtools)


def _has_battle(module: Module) -> bool:
    """Return whether a module has its source: somebody may have emptied its palette, which it makes again."""
    source = embedded_source(module)
    return bool(source) and load_embedded(source) is not None


def _say_archive(module: Module, report: LossReport) -> None:
    """Say what of the archive of a module is damaged, or counts for nothing."""
    if module.damage:
        note = "name, version and description are taken from the build file, and a build writes it anew"
        report.say("unread", "ModuleData", module.metadata_name, f"{module.damage}; {note}")
    other_name = module.metadata.name if module.metadata is not None else ""
    name = module.root.get("name")
    if other_name and name and other_name != name:
        note = f"it calls the module {other_name[:60]!r}, the build file {name[:60]!r}; the build file counts"
        report.doubt(f"{module.metadata_name}: {note}")
    other_version = (module.metadata.version if module.metadata is not None else "") or ""
    version = module.root.get("version")
    if other_version and version and other_version != version:
        versions = f"it says version {other_version[:60]!r}, the build file {version[:60]!r}"
        report.doubt(f"{module.metadata_name}: {versions}; the build file counts")
    made_with = (module.metadata.vassal_version if module.metadata is not None else "") or ""
    parts = re.match(r"(\d{1,4})\.(\d{1,4})", made_with)
    if parts and (int(parts[1]), int(parts[2])) > NEWEST_VASSAL:
        newest = ".".join(map(str, NEWEST_VASSAL))
        note = f"VASSAL {made_with[:20]} has made it; what is newer than {newest} is kept, and not read"
        report.doubt(f"{module.metadata_name}: {note}")
    for entry, problem in module.damaged_entries.items():
        report.say("dropped", "Entry", entry, f"{problem}; a built module does not have it")
    if module.entries_beside:
        names = first_names(module.entries_beside, 6)
        note = "it lies beside the module's folder in the archive; a built module does not have it"
        report.say("dropped", "Entry", names, note, len(module.entries_beside))
    if module.build_name == BUILD_FILE and OLD_BUILD_FILE in module.entries:
        note = f"{BUILD_FILE} counts, {OLD_BUILD_FILE} is kept in module/"
        report.doubt(f"the archive has two build files; {note}")


def _say_extensions(extensions: Sequence[Path], report: LossReport, is_made_again: bool) -> None:
    """Say what became of extensions.

    Args:
        extensions: their files.
        report: it goes there.
        is_made_again: whether `jdg build` makes the module anew, from the source inside it.
    """
    for path in extensions:
        if is_made_again:
            note = "`jdg build` makes the module from its source, without what this extension adds"
            report.say("dropped", "Extension", path.name, note)
        else:
            report.say("converted", "Extension", path.name, "part of the module that is imported")


def _fields_file(files: Mapping[str, bytes], reader: ForeignReader) -> dict[str, bytes]:
    """Return the file that tells later what has been edited; none where the files make no battle.

    Args:
        files: the project.
        reader: knows which parts of the module pictures and names came from.
    """
    from jdgtools.importers.edit_records import edit_records
    from jdgtools.model.module_fields import Fields, module_fields, picture_fields
    from jdgtools.vassal.folder import FIELDS, fields_file

    sources = {name: data for name, data in files.items() if name.endswith((".yaml", ".csv"))}
    battle = load_embedded(sources)
    if battle is None:
        return {}
    pictures: Fields = {
        ("picture", path): picture_fields(files[path], entry)
        for path, entry in sorted(reader.pictures.entries().items())
    }
    return {FIELDS: fields_file({**module_fields(battle), **pictures, **edit_records(reader)})}


def _content(path: Path, limits: Limits) -> bytes:
    from jdgtools.untrusted import FileRefused
    from jdgtools.untrusted.files import read_file

    try:
        return read_file(path, within=None, limit=limits.archive_bytes)
    except FileRefused as refusal:
        raise InputRefused(f"{path.name} {refusal}") from None


def _read_jdgtools_module(
    view: ModuleView,
    series: SeriesDef,
    maps: tuple[MapView, ...],
    position: Position | None,
    plain: Module,
    extensions: Sequence[Path],
) -> tuple[Draft, dict[str, bytes]]:
    """Return the battle of a module that `jdg build` made.

    Args:
        view: the module, with its extensions.
        series: whose states its prototypes are.
        maps: its maps.
        position: the saved game that becomes a scenario.
        plain: the module without its extensions.
        extensions: their files.
    """
    report = view.report
    source = embedded_source(view.module)
    battle = load_embedded(source) if source else None
    if source and (battle is None or battle.map is None):
        report.say("unread", "Source", PREFIX, "makes no battle; the pieces of the module were read instead")
        source, battle = {}, None
    reader = JdgtoolsModuleReader(view, battle.series if battle else series, maps, battle)
    _say_extensions(extensions, report, is_made_again=bool(source))
    # First of all: of a component that is not as it was, nothing else is said.
    before = tell_edits(view, plain, partial(_remade, reader, source) if source else None)
    if before is not None and before.root is not view.root:
        reader.written_root = before.root
    draft = reader.read()
    of_module = list(report.missing)
    scenario: DraftScenario | None = None
    if position is not None:
        scenario_id = "continued"
        while any(s.id == scenario_id for s in draft.scenarios):
            scenario_id += "-2"
        scenario = DraftScenario(scenario_id, f"{draft.title}: {position.name}")
        scenario.notes.append(f"Continues the saved game {position.file}")
        reader.fill(scenario, position)
        draft.scenarios.append(scenario)
    # Setups of a module with its source come from there.
    _say_left_out(draft.scenarios if battle is None else draft.scenarios[-1:] if scenario else (), report)
    files = dict(source)
    if position is not None and scenario is not None:
        report.say("converted", "SavedGame", position.file, scenario.file())
    if battle is None:
        if scenario is not None:
            report.lack(f"victory conditions and special rules of {scenario.file()}: not in a saved game")
        reader.finish(draft)
        files = draft.all_files()
    else:
        files[LOCK_FILE] = draft.files[LOCK_FILE]
        # What a saved game lacks is not in the source either.
        for line in (*report.doubts, *of_module):
            report.say("converted", "Source", PREFIX, f"read from the source instead of: {line}")
        report.doubts.clear()
        report.missing = [line for line in report.missing if line not in of_module]
        if scenario is not None:
            files |= _continue_game(source, battle, draft, scenario, position, report)
    report.rest(view.root, "converted", {}, MADE_AGAIN if before else NOTHING_TO_COMPARE)
    return draft, files


def _say_left_out(scenarios: Iterable[DraftScenario], report: LossReport) -> None:
    """Say which pieces of setups nothing is made of."""
    for scenario in scenarios:
        for what in scenario.left_out:
            report.say("unread", "Piece", scenario.title, what)


def _remade(reader: JdgtoolsModuleReader, source: Mapping[str, bytes]) -> AsBuilt | None:
    """Return what this version of jdgtools makes of the source inside a module, as large as the module is."""
    from jdgtools.importers.remade_module import remade_module

    grid = reader.board.grid if reader.board else None
    if grid is None:
        return None
    files = {**source, LOCK_FILE: reader.lock_file()}
    return remade_module(files, reader.words.language, round(grid.engine.dy))


def _continue_game(
    source: Mapping[str, bytes],
    battle: Battle,
    draft: Draft,
    scenario: DraftScenario,
    position: Position | None,
    report: LossReport,
) -> dict[str, bytes]:
    """Return the files of the project that a saved game changes or adds."""
    from jdgtools.importers.continued_game import (
        SCENARIO_NUMBER,
        continue_scenario,
        copy_translations,
        scenario_of_save,
    )

    number = position.properties.get(SCENARIO_NUMBER, "") if position is not None else ""
    base = scenario_of_save(battle, scenario, number)
    text = None
    if base is not None and battle.map is not None:
        holders = {battle.map.grid.id(h): side for h, side in base.held.items()}
        text = continue_scenario(source, base, scenario, holders)
    if base is None or text is None:
        report.lack(f"victory conditions and special rules of {scenario.file()}: not in a saved game")
        text = draft.scenario_file(scenario)
        files = {}
    else:
        report.doubt(f"{scenario.file()}: played from the scenario {base.id}, whose pieces lie most alike")
        files = copy_translations(source, base.id, scenario.id)
    new_files = {"battle.yaml": add_scenario(source["battle.yaml"], scenario.file()), scenario.file(): text}
    return {**files, **new_files}


def _same_module(name: str | None, view: ModuleView, report: LossReport) -> None:
    here = view.root.get("name")
    if name and here and name != here:
        report.doubt(f"the saved game belongs to the module {name!r}, not to {here!r}")


def _series(series_id: str) -> SeriesDef | None:
    from jdgtools.series.registry import find_series as registered
    from jdgtools.series.registry import series_ids

    if not series_id:
        return None
    entry = registered(series_id)
    if entry is None:
        raise UnknownSeries(series_id, series_ids())
    return entry.definition


def find_definition(series_id: str) -> SeriesDef:
    """Return a series by its id.

    Raises:
        UnknownSeries: there is no such series.
    """
    from jdgtools.series.registry import series_ids

    series = _series(series_id)
    if series is None:
        raise UnknownSeries(series_id, series_ids())
    return series


def _all_series() -> list[SeriesDef]:
    from jdgtools.series.registry import find_series as registered
    from jdgtools.series.registry import series_ids

    entries = (registered(s) for s in series_ids())
    return [s.definition for s in entries if s is not None]
