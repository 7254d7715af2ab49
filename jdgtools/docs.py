"""Writes the generated pages of the reference manual: `python -m jdgtools.docs [FOLDER]`.

Schemas, checks, charts and series definitions are the source; the pages under `docs/reference`
are never edited by hand, and a test fails when they are not current.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from jdgtools.diagnostics.catalogue import CodeDoc
from jdgtools.model.definition import FieldDef, SeriesDef
from jdgtools.model.text import Text
from jdgtools.rules import Series
from jdgtools.source.node import as_written

FILE_KINDS = (
    ("battle", "battle.yaml"),
    ("map", "map.yaml"),
    ("oob", "the order of battle"),
    ("scenario", "scenario files"),
    ("setup", "setup tables"),
    ("strings", "language files"),
    ("print", "print.yaml"),
    ("rules", "rules of an import"),
    ("common", "shared shapes"),
)
TESTS = Path(__file__).parents[1] / "tests"
"""The tests of the source tree, which say where worked examples are proved."""


def pages() -> dict[str, str]:
    """Return every generated page: name below docs/reference -> Markdown."""
    from jdgtools.audit.coverage_page import statements_page
    from jdgtools.audit.engine_page import engine_pages, has_engine
    from jdgtools.package.members_page import members_page
    from jdgtools.render.theme_docs import theme_page
    from jdgtools.schema.docs import reference_markdown
    from jdgtools.series.registry import find_series, series_ids

    pages: dict[str, str] = {}
    for name, _ in FILE_KINDS:
        pages[f"format-{name}.md"] = _end(reference_markdown(name))
    pages["checks.md"] = checks_page()
    pages["theme.md"] = theme_page()
    for series_id in series_ids():
        series = find_series(series_id)
        if series is not None and series.package.startswith("jdgtools."):
            pages[f"series-{series_id}.md"] = series_page(series)
            pages[f"charts-{series_id}.md"] = charts_page(series)
            if series.summaries:
                pages[f"statements-{series_id}.md"] = statements_page(series, TESTS)
            if has_engine(series):
                pages |= engine_pages(series, TESTS)
    pages["package-members.md"] = _end(members_page())
    pages["build-options.md"] = build_options_page()
    pages["README.md"] = index_page(sorted(pages))
    return pages


def _end(text: str) -> str:
    return text.rstrip("\n") + "\n"


def index_page(names: Iterable[str]) -> str:
    """Return the table of contents of the reference."""
    lines = [
        "# Reference",
        "",
        "All pages here are generated from the schemas, checks, charts and series.",
        "",
    ]
    titles = {f"format-{name}.md": f"File format: {title}" for name, title in FILE_KINDS}
    for name in names:
        stem = name.removesuffix(".md")
        kind, _, rest = stem.partition("-")
        if kind == "engine" and "-" in rest:
            continue  # a chapter, to which the page of all leads
        title = titles.get(name) or {
            "checks": "Diagnostics: every code with its reason and examples",
            "package": "Members of the engine package, with an index",
            "build": "Options of a build: what every exporter lets its user choose",
            "theme": "Themes: every colour, width, font and pattern",
            "series": f"Series `{rest}`: unit types, fields, terrain, states, markers, options",
            "charts": f"Charts of series `{rest}` with the provenance of every value",
            "engine": f"What the reference engine plays of series `{rest}`, chapter by chapter",
            "statements": f"Statements of series `{rest}`: checked, computed, charted, printed, played",
        }.get(kind, stem)
        lines.append(f"- [{title}]({name})")
    return _end("\n".join(lines))


def charts_page(series: Series) -> str:
    """Return the page of a series' charts."""
    from jdgtools.charts.docs import charts_markdown

    return _end(charts_markdown(series.charts, "en"))


def build_options_page() -> str:
    """Return what our exporters declare: their options, names, files and when they run."""
    from jdgtools.exporters.registry import all_exporters

    lines = [
        "# Options of a build",
        "",
        "`jdg build` takes the switches; `jdgtools.build(…, name=value)` takes the names ([api](../api.md)).",
        "An exporter without a condition runs in every build that names none with `--only`.",
    ]
    for part in all_exporters():
        if not type(part).__module__.startswith("jdgtools."):
            continue
        request = f" Runs with `{part.request.flag}`." if part.request is not None else ""
        lines += ["", f"## `{part.name}`", "", f"Makes: {part.title}.{request}", ""]
        lines += ["| switch | name | value | default | what |", "| --- | --- | --- | --- | --- |"]
        for option in part.options:
            value = " or ".join(f"`{word}`" for word in option.choices) or option.range or option.kind
            value += ", may be repeated" if option.repeated else ""
            cells = (f"`{option.flag}`", f"`{option.name}`", value, option.shown_default, option.help)
            lines.append(f"| {' | '.join(cells)} |")
    return _end("\n".join(lines))


def checks_page() -> str:
    """Return the page of every diagnostic code."""
    from jdgtools.checks.catalogue import all_documents

    documents = all_documents(with_plugins=False)
    lines = [
        "# Diagnostics",
        "",
        "`jdg explain CODE` prints the same. A code never changes its meaning and is never used again.",
        "",
        "| code | severity | what was found | rules |",
        "| --- | --- | --- | --- |",
    ]
    for document in documents:
        rules = ", ".join(document.rules[:4]) + (" …" if len(document.rules) > 4 else "")
        lines.append(
            f"| [{document.code}](#{document.code.lower()}) | {document.severity.label} | "
            f"{document.name.replace('-', ' ')} | {rules} |"
        )
    for document in documents:
        lines.extend(_check(document))
    return _end("\n".join(lines))


def _check(document: CodeDoc) -> Iterator[str]:
    yield ""
    yield f"## {document.code}"
    yield ""
    yield f"**{document.name}** · {document.severity.label} · since {document.since}"
    yield ""
    yield " ".join(document.rationale.split())
    for title, example in (("Bad", document.bad), ("Good", document.good)):
        yield ""
        yield f"{title}:"
        yield ""
        yield "```"
        yield example.strip("\n")
        yield "```"
    if document.rules:
        yield ""
        yield "Rules: " + ", ".join(document.rules)


def series_page(series: Series) -> str:
    """Return the vocabulary of a series."""
    definition = series.definition
    lines = [
        f"# {definition.title.get()}",
        "",
        f"`series: {definition.id}` in battle.yaml. Rules: {definition.rulebook}; statement ids begin with "
        f"`{definition.statement_prefix}`. Texts in {', '.join(definition.languages)}. Units face a "
        f"{definition.facing}; a command is a {definition.command_name.get()}.",
    ]
    if definition.scales:
        lines += ["", "`scale`: " + ", ".join(f"`{s}`" for s in definition.scales) + "."]
    tables = (_tables_of_fields, _tables_of_words, _tables_of_things, _table_of_options, _sequence_of_play)
    lines += [line for table in tables for line in table(definition)]
    lines += _digest_checks(series)
    return _end("\n".join(lines))


def _tables_of_fields(definition: SeriesDef) -> Iterator[str]:
    """Yield what units, leaders, commands, sides and scenarios may say."""
    yield from _table(
        "Unit types",
        ("`type`", "name", "arm", "moves as", "hexes", "implies"),
        (
            (
                f"`{t.id}`",
                t.name.get(),
                t.arm,
                t.movement_class,
                " or ".join(map(str, t.footprints)),
                ", ".join(f"{k}: {str(v).lower()}" for k, v in t.attributes.items()),
            )
            for t in definition.unit_types
        ),
    )
    yield from _fields("Fields of units (columns of the order of battle)", definition.unit_fields)
    for role in definition.roles:
        yield from _fields(f"Leaders: role `{role.id}` ({role.name.get()})", role.fields)
    for title, fields in (
        ("Fields of commands", definition.command_fields),
        ("Fields of sides", definition.side_fields),
        ("Settings of scenarios", definition.scenario_fields),
    ):
        yield from _fields(title, fields)


def _tables_of_words(definition: SeriesDef) -> Iterator[str]:
    """Yield the words of a series: orders, codes of markers, flags, battles."""
    yield from _words("Orders", definition.orders)
    yield from _words("Codes of activation markers", definition.activation_codes)
    yield from _words("Turn flags", definition.turn_flags)
    if definition.battles:
        yield from _table(
            "Battles of history (`battle_of` in battle.yaml)",
            ("`battle_of`", "name", "year", "rules of its own"),
            ((f"`{b.id}`", b.name, str(b.year), ", ".join(b.rules)) for b in definition.battles),
        )


def _tables_of_things(definition: SeriesDef) -> Iterator[str]:
    """Yield states, terrain, markers and boxes."""
    yield from _table(
        "States",
        ("axis", "values (the first is the default)", "of"),
        (
            (
                f"`{a.id}`",
                ", ".join(f"`{v.id}`" for v in a.values) or f"a number 0 to {a.count_high}",
                ", ".join(a.arms) or ", ".join(a.applies_to),
            )
            for a in definition.state_axes
        ),
    )
    yield from _table(
        "Terrain",
        ("id", "name", "of", "character", "directed", "slope from"),
        (
            (
                f"`{t.id}`",
                t.name.get(),
                t.kind,
                f"`{t.glyph}`" if t.glyph else "",
                "yes" if t.directed else "",
                f"{t.rise} level{'s' if t.rise > 1 else ''}" if t.rise else "",
            )
            for t in definition.terrains
        ),
    )
    yield from _table(
        "Markers",
        ("id", "name", "printed"),
        ((f"`{m.id}`", m.name.get(), _all(m.legend)) for m in definition.markers),
    )
    yield from _table(
        "Boxes",
        ("id", "name", "one for each"),
        ((f"`{b.id}`", b.name.get(), b.per) for b in definition.boxes),
    )


def _table_of_options(definition: SeriesDef) -> Iterator[str]:
    """Yield the rulings of unclear rules."""
    yield from _table(
        "Options (rulings of unclear rules)",
        ("id", "default", "values", "entry", "what"),
        (
            (
                f"`{o.id}`",
                f"`{as_written(o.default)}`",
                ", ".join(f"`{as_written(v)}`" for v in o.values),
                o.entry,
                o.name.get(),
            )
            for o in definition.options
        ),
    )


def _sequence_of_play(definition: SeriesDef) -> Iterator[str]:
    """Yield the phases of a turn."""
    yield from ("", "## Sequence of play", "")
    for phase in definition.phases:
        steps = "; ".join(s.get() for s in phase.steps)
        yield f"- **{phase.name.get()}**{': ' if steps else ''}{steps}"


def _all(text: Text) -> str:
    return " / ".join(dict.fromkeys(value for _, value in text.values))


def _digest_checks(series: Series) -> list[str]:
    """Return the checks that the rules digest demands: by a code of the series, or by a battle's form."""
    rows = [(check.entry, f"[{check.code}](checks.md#{check.code.lower()})") for check in series.checks]
    rows += list(series.by_structure.items())
    if not series.by_structure:
        return []
    count = (
        f"{len(rows)}: {len(series.checks)} have a code of their own, {len(series.by_structure)} hold without"
    )
    rows.sort(key=lambda row: (len(row[0]), row))
    table = _table("Checks of the rules digest", ("entry", "code, or why it holds without one"), rows)
    return [*table[:3], f"{count}.", "", *table[3:]]


def _words(title: str, words: tuple[tuple[str, Text], ...]) -> list[str]:
    return _table(title, ("id", "name"), ((f"`{key}`", text.get()) for key, text in words))


def _fields(title: str, fields: tuple[FieldDef, ...]) -> list[str]:
    rows = []
    for f in fields:
        values_allowed = ", ".join(f"`{c}`" for c in f.choices)
        if f.type == "int" and (f.low is not None or f.high is not None):
            values_allowed = f"{'' if f.low is None else f.low} to {'' if f.high is None else f.high}".strip()
        default = "" if f.default is None else f"`{as_written(f.default)}`"
        rows.append(
            (
                f"`{f.id}`" + (f", `{f.id}_back`" if f.two_sided else ""),
                f.name.get(),
                f.type,
                values_allowed,
                default,
                ", ".join(f.arms),
                ", ".join(f.rules),
            )
        )
    return _table(title, ("field", "name", "kind", "allowed", "default", "only for", "rules"), rows)


def _table(title: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    body = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    if not body:
        return []
    return ["", f"## {title}", "", f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |", *body]


def write(folder: Path) -> list[str]:
    """Write all pages into `folder`; return the names of those that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed_files = []
    for name, text in pages().items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            changed_files.append(name)
    return changed_files


def write_package_schema(file: Path) -> bool:
    """Write the schema that follows from the types of the package; return whether it changed."""
    from jdgtools.package.published_schema import schema_text

    text = schema_text()
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8", newline="\n")
    return True


def readme(text: str) -> str:
    """Return the README with the lines of its table that are counted, as they are now."""
    from jdgtools.audit.coverage_page import covered_rows
    from jdgtools.series.registry import find_series

    columns = [series for name in ("jdg", "afe", "mpbs") if (series := find_series(name)) is not None]
    rows = covered_rows(columns, TESTS)
    lines = text.split("\n")
    return "\n".join(
        next((row for begin, row in rows.items() if line.startswith(begin)), line) for line in lines
    )


def write_readme(file: Path) -> bool:
    """Write the counted lines of the README; return whether one of them changed."""
    text = file.read_text(encoding="utf-8")
    if readme(text) == text:
        return False
    file.write_text(readme(text), encoding="utf-8", newline="\n")
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m jdgtools.docs", description=__doc__)
    parser.add_argument("folder", nargs="?", default="docs/reference", type=Path, help="where the pages go")
    target = parser.parse_args().folder
    schema_file = Path("schemas/package.schema.json")
    if schema_file.parent.is_dir() and write_package_schema(schema_file):
        print(schema_file.as_posix())
    readme_file = Path("README.md")
    if readme_file.is_file() and write_readme(readme_file):
        print(readme_file.as_posix())
    for changed_name in write(target):
        print(f"{target.as_posix()}/{changed_name}")
