"""From a folder to a checked battle: the front half of every command."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.diagnostics.report import Report
from jdgtools.source.node import Node
from jdgtools.source.project import Sources
from jdgtools.source.span import Span, whole_file
from jdgtools.untrusted import Refused
from jdgtools.untrusted.apart import keep_in
from jdgtools.untrusted.files import Missing, find_file

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.charts import ChartBook
    from jdgtools.checks.base import Check
    from jdgtools.model.battle import Battle
    from jdgtools.model.context import Subject
    from jdgtools.model.survey import Surveyor
    from jdgtools.render.sheets import PrintSettings
    from jdgtools.rules import Series

PRINT_FILE = "print.yaml"
"""Print settings of a project; need not exist."""
ROOT_NAMES = ("battle.yaml", "battle.yml", "battle.json")
"""Names of the root file of a project, in order of preference."""


class Loaded(Struct, frozen=True):
    """What could be read of a battle project."""

    battle: Battle | None
    """None when the root file is unusable or its series is unknown."""
    series: Series | None
    charts: ChartBook | None
    """Charts of the series with the battle's overrides."""
    report: Report
    sources: Sources
    faulty: frozenset[Subject]
    folder: Path
    unread: tuple[str, ...] = ()
    """Map and order-of-battle files that could not be read: what depends on them is not checked."""
    printing: PrintSettings | None = None
    """From `print.yaml`; None = there is none, or it has errors."""
    ranges: tuple[Diagnostic, ...] = ()
    """Numbers outside the range that the series knows; `check` says them where no rule of the series does."""

    @property
    def ok(self) -> bool:
        """Whether there is a battle without errors."""
        return self.battle is not None and not self.report.has_errors


class _Project:
    """Reads the files of a project, keeping to its folder."""

    def __init__(self, folder: Path, shown: str, cache: Cache | None = None) -> None:
        self.folder = folder
        self.shown = shown
        self.sources = Sources(cache, folder)
        self.report = Report()
        self.names: list[tuple[str, Span]] = []
        """Files that the project names, and where."""

    def read(self, name: str, schema: str, where: Span | None) -> Node | None:
        """The content of a project file; diagnostics go to the report."""
        from jdgtools.schema.validate import validate

        display = f"{self.shown}/{name}" if self.shown not in ("", ".") else name
        if not self._inside(name, where):
            return None
        node, problems = self.sources.load(self.folder / name, display)
        self.report.extend(problems if where is None else [_referenced(p, where) for p in problems])
        if node is not None and schema == "oob" and node.is_table and "id" not in node.key_spans:
            self.report.add(_no_ids(node, display))
            return None  # without ids every row and every mention of a unit would be one more mistake
        if node is not None:
            # What a formula should hold is not reported a second time as missing.
            failed = {p.span for p in problems if p.code in ("SRC050", "SRC051")}
            self.report.extend(p for p in validate(node, schema) if p.span not in failed)
        return node

    def read_text(self, name: str, where: Span) -> tuple[str | None, str]:
        """The text of a project file that is no source file (GIS data), and its path to show."""
        from jdgtools.source.text_reader import read_text

        display = f"{self.shown}/{name}" if self.shown not in ("", ".") else name
        if not self._inside(name, where):
            return None, display
        text, problems = read_text(self.folder / name, display, self.folder)
        self.sources.remember(display, text)
        self.report.extend([_referenced(p, where) for p in problems])
        return text, display

    def _inside(self, name: str, where: Span | None) -> bool:
        parts = name.replace("\\", "/").split("/")
        drive = len(parts[0]) == 2 and parts[0].endswith(":")
        if (
            name
            and not name.startswith(("/", "\\", "~"))
            and ".." not in parts
            and not drive
            and "\0" not in name
        ):
            if where is not None:
                self.names.append((name, where))
            return True
        if not name.strip():
            return False  # the schema has said so
        self.report.add(
            Diagnostic(
                "GEN003",
                Severity.ERROR,
                f"`{name}` leads out of the project folder",
                where,
                expected="a file inside the project folder, such as map.yaml",
            )
        )
        return False


def _no_ids(node: Node, display: str) -> Diagnostic:
    return Diagnostic(
        "SCH002",
        Severity.ERROR,
        "the table has no column `id`",
        min(node.key_spans.values(), default=whole_file(display)),
        expected="the ids of the units in a column `id`",
        hint="write `id` above them, in the first row",
    )


def _no_units(root: Node, tables: list[Node | None]) -> Diagnostic | None:
    """One message for an order of battle without a row, although the battle has formations for units."""
    commands = root.get("commands")
    empty = [node for node in tables if node is not None and node.is_table and not node.elements()]
    if not empty or len(empty) < len(tables) or commands is None or not commands.is_list:
        return None
    return Diagnostic(
        "GEN061",
        Severity.ERROR,
        "the order of battle has no row, so the formations have no units",
        empty[0].span,
        expected="a row for each unit, below the names of the columns",
        hint="if the rows are in another file, name it as `oob:` in battle.yaml",
    )


def _referenced(problem: Diagnostic, where: Span) -> Diagnostic:
    """A problem of a whole file also shows the entry that names the file."""
    from msgspec.structs import replace

    from jdgtools.diagnostics.diagnostic import Related

    if problem.span is None or (problem.span.line, problem.span.col) != (1, 1):
        return problem
    related = (*problem.related, Related(where, "named here"))
    missing = problem.code == "SRC001" and not problem.hint
    hint = "file names are relative to the project folder" if missing else problem.hint
    return replace(problem, related=related, hint=hint)


def find_root(path: Path) -> Path | None:
    """The root file of a project given by its folder or by the root file itself; None if there is none."""
    if path.is_file():
        return path
    return next((path / name for name in ROOT_NAMES if (path / name).is_file()), None)


def load(path: Path | str, cache: Cache | None = None) -> Loaded:
    """Reads a battle project and builds its model; all problems are in the report.

    Args:
        path: project folder, or its battle.yaml.
        cache: products of earlier runs: parsed files, the survey of GIS data, and what was decoded, for the
            rest of the process. None = they are made anew.
    """
    keep_in(cache)
    given = Path(path)
    root = find_root(given)
    if root == given and given.name not in ROOT_NAMES and _project_of(given) is not None:
        root = None  # a scenario or a map: its project is not read as if it were a battle
    folder = given if root is None else root.parent
    project = _Project(folder, folder.as_posix(), cache)
    name = root.name if root is not None else ROOT_NAMES[0]
    if root is None:
        project.report.add(_no_root(given, folder))
        return Loaded(None, None, None, project.report, project.sources, frozenset(), folder)
    node = project.read(name, "battle", None)
    if node is None or not node.is_map:
        return Loaded(None, None, None, project.report, project.sources, frozenset(), folder)
    return _load_rest(project, node, name, cache)


def _printing(project: _Project, battle: Battle, series: Series) -> PrintSettings | None:
    if not os.path.lexists(project.folder / PRINT_FILE):
        return None
    node = project.read(PRINT_FILE, "print", None)
    found, problems = (None, []) if node is None else _print_settings(node)
    project.report.extend(problems)
    if node is not None and found is not None:
        from jdgtools.appearance.paper import paper_problems
        from jdgtools.checks.run import guarded

        what = "the check of the paper"
        project.report.extend(guarded(what, battle, series, lambda: paper_problems(battle, node, found)))
    return found


def read_print_file(path: Path) -> tuple[PrintSettings | None, Report, Sources]:
    """Reads a file of print settings that stands outside a project.

    Returns:
        The settings (None with errors), the problems, and the text for messages that quote it.
    """
    project = _Project(path.parent, path.parent.as_posix())
    project.sources = Sources()  # named by the user, wherever it lies
    node = project.read(path.name, "print", None)
    found, problems = (None, []) if node is None else _print_settings(node)
    project.report.extend(problems)
    return found, project.report, project.sources


def _print_settings(node: Node) -> tuple[PrintSettings | None, list[Diagnostic]]:
    from jdgtools.render.sheets import settings_of
    from jdgtools.schema.shapes import typed_value
    from jdgtools.schema.validate import validate

    if any(p.severity is Severity.ERROR for p in validate(node, "print")):
        return None, []
    found = settings_of(typed_value(node, "print"))
    place = node.key_span("grid" if "grid" in node.value else "counter")
    hint = "choose a larger paper, smaller counters or shorter marks, or lay the paper across"
    return found, [
        Diagnostic(
            "GEN013", Severity.ERROR, problem, place, expected="counters that fit the paper", hint=hint
        )
        for problem in found.layout_errors()
    ]


def _project_of(part: Path) -> Path | None:
    """The battle project that a file is part of, at most two steps above it; None if there is none."""
    # The outer one first: a scenario may be called battle.yaml as well.
    above = part.absolute().parents[:2]
    return next((f for f in reversed(above) if any((f / name).is_file() for name in ROOT_NAMES)), None)


def _no_root(given: Path, folder: Path) -> Diagnostic:
    shown = given.as_posix()
    if given.is_file():
        inside = _project_of(given)
        return Diagnostic(
            "GEN011",
            Severity.ERROR,
            f"`{given.name}` is a part of a battle project",
            whole_file(shown),
            expected="the folder of the project, or its battle.yaml",
            hint=f"name its folder, `{inside.name}`" if inside is not None else None,
        )
    if not given.exists():
        return Diagnostic(
            "GEN011",
            Severity.ERROR,
            f"there is no folder `{shown}`",
            whole_file(shown),
            expected="the folder of a battle project",
            hint="`jdg new FOLDER --series NAME` makes one",
        )
    for name in ROOT_NAMES:
        try:
            find_file(folder / name, within=folder)
        except Missing:
            continue
        except Refused as refused:
            return Diagnostic(
                "GEN011",
                Severity.ERROR,
                f"`{name}` of the folder `{shown}` {refused}",
                whole_file(f"{folder.as_posix()}/{name}"),
                expected="an ordinary file in the project folder",
            )
    return Diagnostic(
        "GEN011",
        Severity.ERROR,
        f"the folder `{shown}` has no battle.yaml",
        whole_file(f"{folder.as_posix()}/"),
        expected="battle.yaml (or battle.json) at the top of the project folder",
        hint="`jdg new FOLDER --series NAME` makes a project",
    )


def _names(node: Node | None, default: list[str]) -> list[tuple[str, Span | None]]:
    if node is None:
        return [(name, None) for name in default]
    items = node.elements() if node.is_list else [node]
    return [(n.text, n.span) for n in items if n.is_scalar and not n.is_null]


def _brings_module(project: _Project, root: Node) -> bool:
    """Whether the project brings its own module; what is missing of it is reported."""
    from jdgtools.model.battle import means_imported

    node = root.get("module")
    if node is None or not node.is_scalar or not means_imported(node.text):
        return False
    from jdgtools.vassal.folder import find_problem

    problem = find_problem(project.folder)
    if problem:
        project.report.add(
            Diagnostic(
                "GEN040",
                Severity.ERROR,
                f"the module that the project brings is not whole: {problem}",
                node.span,
                expected="the folder `module/` as `jdg import` wrote it",
                hint="import the module again, or leave `module: imported` out to have a module made",
            )
        )
    return True


def _lock_problems(project: _Project) -> list[Diagnostic]:
    """What is wrong with the lock file of piece numbers, if there is one."""
    import os

    if not os.path.lexists(project.folder / "vassal-ids.json"):
        return []
    from jdgtools.vassal.lockfile import LOCK_FILE, LockDamaged, read_numbers

    try:
        read_numbers(project.folder)
    except LockDamaged as error:
        shown = LOCK_FILE if project.shown in ("", ".") else f"{project.shown}/{LOCK_FILE}"
        place = Span(shown, error.line, 1, error.line, 1)
        message = f"the lock file of piece numbers is damaged: {error}"
        expected = "the file as `jdg build --lock` wrote it: saved games refer to its numbers"
        hint = "mend it, take it from the version before, or delete it to give all pieces new numbers"
        return [Diagnostic("GEN060", Severity.ERROR, message, place, expected=expected, hint=hint)]
    return []


def _name_problems(project: _Project, battle: Battle) -> list[Diagnostic]:
    """Return what is wrong with the names of files of the project, and with those of its products."""
    from jdgtools.project_names import name_problems, same_products

    pieces = [("unit", unit) for unit in battle.units] + [("leader", leader) for leader in battle.leaders]
    places = ((piece.art, battle.span(kind, piece.id, "art")) for kind, piece in pieces if piece.art)
    pictures = {name: span for name, span in places if span is not None}
    scenarios = ((s.id, battle.span("scenario", s.id, "id")) for s in battle.scenarios)
    return [
        *name_problems([*project.names, *pictures.items()], project.folder),
        *same_products((name, span) for name, span in scenarios if span is not None),
    ]


def _surveyor(project: _Project, map_node: Node | None, cache: Cache | None) -> Surveyor | None:
    """What turns GIS data into a map; None for the maps that have none, which load nothing for it."""
    if map_node is None or map_node.get("geometry") is None:
        return None
    from jdgtools.gis.survey_cache import surveyor

    return surveyor(project.read_text, cache)


def _load_rest(project: _Project, root: Node, name: str, cache: Cache | None) -> Loaded:
    from jdgtools.appearance.theme import theme_problems
    from jdgtools.checks.run import guarded
    from jdgtools.model.build import ProjectNodes, build
    from jdgtools.model.context import closest
    from jdgtools.series.registry import find_series, series_ids

    series_node = root.get("series")
    series_id = series_node.text if series_node is not None and series_node.is_scalar else ""
    series = find_series(series_id) if series_id.strip() else None
    if series is None and series_node is not None and series_node.is_scalar and not series_node.is_null:
        near = closest(series_id, series_ids()) if series_id.strip() else []
        project.report.add(
            Diagnostic(
                "REF020",
                Severity.ERROR,
                f"unknown series `{series_id}`" if series_id.strip() else "the name of the series is empty",
                series_node.span,
                expected="one of " + ", ".join(f"`{s}`" for s in series_ids()),
                hint=f"did you mean `{near[0]}`?" if near else None,
            )
        )
    where = root.span.head()
    brings_module = _brings_module(project, root)
    map_files = _names(root.get("map"), [] if brings_module else ["map.yaml"])[:1]
    oob_files = _names(root.get("oob"), ["oob.csv"])
    maps = [project.read(file, "map", span or where) for file, span in map_files]
    tables = [project.read(file, "oob", span or where) for file, span in oob_files]
    if (empty := _no_units(root, tables)) is not None:
        project.report.add(empty)
        tables = [None] * len(tables)  # without units every mention of one would be one more mistake
    scenarios = []
    for file, span in _names(root.get("scenarios"), []):
        node = project.read(file, "scenario", span or where)
        if node is not None and node.is_map:
            listed = _names(node.get("setup_tables"), [])
            setups = [project.read(table, "setup", place) for table, place in listed]
            scenarios.append((file, node, tuple(t for t in setups if t is not None)))
    strings_node = root.get("strings")
    strings = {
        language: project.read(child.text, "strings", child.span)
        for language, child in (strings_node.items() if strings_node is not None else ())
        if child.is_scalar
    }
    if series is None:
        _drop_told(project.report, project.report.of("REF020"))
        return Loaded(None, None, None, project.report, project.sources, frozenset(), project.folder)
    shown = project.shown
    prefix = "" if shown in ("", ".") else f"{shown}/"
    built = build(
        ProjectNodes(
            folder=shown,
            battle=root,
            battle_file=prefix + name,
            map=maps[0] if maps else None,
            oob=tuple(tables),
            scenarios=tuple((prefix + file, node, setups) for file, node, setups in scenarios),
            strings={k: n for k, n in strings.items() if n is not None},
            files=tuple(project.sources.files),
            surveyor=_surveyor(project, maps[0] if maps else None, cache),
        ),
        series.definition,
    )
    # The files of GIS data are read while the map is built.
    battle = replace(built.battle, files=tuple(project.sources.files))
    # A cell that a spreadsheet turned into a date is one mistake, not a wrong rating as well.
    dates = {p.span for p in project.report.of("SRC043")}
    project.report.extend(p for p in built.diagnostics if p.code != "GEN001" or p.span not in dates)
    _drop_told(project.report, built.diagnostics)
    _drop_under_merged(project.report)
    charts, faulty = _charts(project, battle, series)
    printing = _printing(project, battle, series)
    project.report.extend(_lock_problems(project))
    project.report.extend(_name_problems(project, battle))
    theme = root.get("theme")
    what, definition = "the check of the theme", series.definition
    project.report.extend(guarded(what, battle, series, lambda: theme_problems(theme, definition)))
    if battle.map is not None and battle.map.art:
        from jdgtools.appearance.map_art import map_art_problems

        what = "the check of the map's pictures"
        project.report.extend(
            guarded(what, battle, series, lambda: map_art_problems(battle, project.folder, cache))
        )
    faulty |= {("strings", language) for language, node in strings.items() if node is None}
    if len(scenarios) < len(_names(root.get("scenarios"), [])):
        faulty |= {("battle", "scenarios")}  # what takes part in none may do so in one that was not read
    essential = [*zip(map_files, maps, strict=True), *zip(oob_files, tables, strict=True)]
    return Loaded(
        battle,
        series,
        charts,
        project.report,
        project.sources,
        built.faulty | faulty,
        project.folder,
        tuple(file for (file, _), node in essential if node is None),
        printing,
        built.ranges,
    )


def _drop_told(report: Report, better: Iterable[Diagnostic]) -> None:
    """An empty value of which the model's builder says what is known there is not reported twice."""
    told = {problem.span for problem in better}
    report.drop([problem for problem in report.of("SCH012") if problem.span in told])


def _drop_under_merged(report: Report) -> None:
    """A column without a name beside a heading over several columns is not a second mistake."""
    from jdgtools.model.context import MERGED

    merged = {problem.span for problem in report.of("REF016") if problem.found == MERGED}
    if merged:
        under = [p for p in report.of("SRC032") if any(other.span in merged for other in p.related)]
        report.drop(under)


_OVERRIDE_FIELDS = {
    "unknown-chart": "chart",
    "key-count": "key",
    "unknown-key": "key",
    "wrong-value": "value",
    "doubled": "key",
}
_OVERRIDE_MESSAGES = {
    "unknown-chart": "there is no chart `{found}`",
    "key-count": "a cell of chart `{chart}` is not named by {found}",
    "unknown-key": "chart `{chart}` has no row or column `{found}`",
    "wrong-value": "chart `{chart}` cannot hold `{found}` here",
    "doubled": "this cell of chart `{chart}` is changed twice ({found})",
}


def _charts(project: _Project, battle: Battle, series: Series) -> tuple[ChartBook, frozenset[Subject]]:
    """The series' charts with the battle's overrides; wrong overrides are reported."""
    from jdgtools.charts import Override

    overrides = [Override(o.chart, o.keys, o.value, o.note, o.key) for o in battle.overrides]
    book, problems = series.charts.with_overrides(overrides)
    faulty: set[Subject] = set()
    for problem in problems:
        field = _OVERRIDE_FIELDS[problem.kind]
        subject = ("override", str(problem.span), field)
        if problem.override.value is None and field == "value" and subject not in battle.spans:
            continue  # the missing value has been reported as such
        faulty.add(subject)
        hint = None
        if problem.candidates:
            hint = "did you mean " + " or ".join(f"`{c}`" for c in problem.candidates[:3]) + "?"
        project.report.add(
            Diagnostic(
                "REF014",
                Severity.ERROR,
                _OVERRIDE_MESSAGES[problem.kind].format(chart=problem.override.chart, found=problem.found),
                battle.span(*subject),
                expected=problem.expected or None,
                hint=hint,
            )
        )
    return book, frozenset(faulty)


def check(path: Path | str, strict_charts: bool = False, cache: Cache | None = None) -> Loaded:
    """Reads a battle project and runs every check over it.

    Args:
        path: project folder, or its battle.yaml.
        strict_charts: warn where a scenario relies on house values of the charts.
        cache: as for `load`.
    """
    from jdgtools.checks.acceptance import entries_of, hide, with_subject
    from jdgtools.checks.acceptance_problems import acceptance_problems
    from jdgtools.checks.generic import GENERIC, STRICT

    loaded = load(path, cache)
    battle, series, report = loaded.battle, loaded.series, loaded.report
    if battle is None or series is None:
        return loaded
    checks = (*GENERIC, *series.checks, *(STRICT if strict_charts else ()))
    _run(loaded, checks, cache)
    with_subject(battle, report)
    entries = entries_of(battle)
    hide(report, entries)
    report.extend(acceptance_problems(battle, series, entries, report, checks))
    return loaded


def _run(loaded: Loaded, checks: tuple[Check, ...], cache: Cache | None) -> None:
    """Runs checks; the report gets what they find."""
    from jdgtools.appearance.counters import counter_problems
    from jdgtools.checks.run import guarded, run_checks

    battle, series, charts, report = loaded.battle, loaded.series, loaded.charts, loaded.report
    if battle is None or series is None or charts is None:
        return
    found: list[Diagnostic] = []
    if loaded.unread or report.of("MAP072"):
        # Rules judged without half of the counters or the map would only repeat that it is missing.
        report.add(_not_checked(loaded))
    else:
        faulty = loaded.faulty | _with_errors(battle, report)
        found = run_checks(battle, series, charts, checks, faulty, report)
    # What a rule of the series has said of a counter's picture is not said again.
    told = {problem.span for problem in found}
    report.extend(problem for problem in loaded.ranges if problem.span not in told)
    pictures = guarded(
        "the check of the counters' pictures",
        battle,
        series,
        lambda: counter_problems(battle, loaded.folder, cache),
    )
    report.extend(problem for problem in pictures if problem.span not in told)


def _not_checked(loaded: Loaded) -> Diagnostic:
    names = " and ".join(f"`{name}`" for name in loaded.unread)
    why = f"{names} could not be read" if names else "the hexes do not fit the grid"
    span = loaded.battle.span("file") if loaded.battle is not None else None
    return Diagnostic(
        "GEN012",
        Severity.INFO,
        f"the rules of the series were not checked, because {why}",
        span,
        hint=f"mend that {'file' if names else 'mistake'} first, then run the check again",
    )


def _with_errors(battle: Battle, report: Report) -> frozenset[Subject]:
    """Subjects whose own place already has an error, e.g. from a schema: they are not judged again."""
    wrong = {p.span for p in report if p.severity is Severity.ERROR and p.span is not None}
    found = {subject for subject, span in battle.spans.items() if span in wrong}
    # A misspelt key is missing under its right name: what holds it is not said to lack it.
    misspelt = [p for p in report.of("SCH001") if p.span is not None and (p.hint or "").startswith(_MEANT)]
    holders = _holders(battle, [p.span for p in misspelt if p.span is not None])
    for problem in misspelt:
        meant = (problem.hint or "").removeprefix(_MEANT).partition("`")
        holder = holders.get(problem.span)
        if holder is not None and meant[1]:
            found |= {holder, (*holder, meant[0])}
    return frozenset(found)


_MEANT = "did you mean `"


def _holders(battle: Battle, places: list[Span]) -> dict[Span | None, Subject]:
    """The subject with the smallest place around each of some keys.

    Places in a file nest, so one walk over all of them from top to bottom knows what stands open; it takes
    the same time for one key as for thousands.
    """
    wanted = set(places)
    files = {place.file for place in places}
    # At one place the larger one comes first, and a key after what holds it.
    marks: list[tuple[Any, ...]] = [
        ((span.file, span.line, span.col), 0, (-span.end_line, -span.end_col), subject, span)
        for subject, span in battle.spans.items()
        if span.file in files and span not in wanted
    ]
    marks += [((place.file, place.line, place.col), 1, (0, 0), (), place) for place in wanted]
    found: dict[Span | None, Subject] = {}
    around: list[tuple[Subject, Span]] = []
    for _, is_key, _, subject, span in sorted(marks, key=lambda mark: mark[:3]):
        while around and _ends_before(around[-1][1], span):
            around.pop()
        if not is_key:
            around.append((subject, span))
        elif around:
            found[span] = around[-1][0]
    return found


def _ends_before(first: Span, second: Span) -> bool:
    """Whether a place ends before another one does, or stands in another file."""
    return first.file != second.file or (first.end_line, first.end_col) < (second.end_line, second.end_col)
