"""`jdg import`: a VASSAL module becomes a battle project."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode

if TYPE_CHECKING:
    from jdgtools.importers.question_groups import QuestionGroup
    from jdgtools.importers.suggested_rules import Question
    from jdgtools.importers.vassal import ImportedProject, ImportOptions
    from jdgtools.vassal.limits import Limits

_MB = 2**20
_OPEN = "?"
"""Answer that leaves a question open."""


@click.command("import")
@click.argument("module", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path),
    help="Folder for the project; it must not exist, or be empty.",
)  # fmt: skip
@click.option("--save", type=click.Path(path_type=Path), help="Saved game (.vsav) that becomes a scenario.")
@click.option(
    "--setup", "setups", multiple=True, metavar="NAME",
    help="Name of a setup that becomes a scenario (`*` for anything); may be given again. [default: all]",
)  # fmt: skip
@click.option(
    "--extension", "extensions", type=click.Path(path_type=Path), multiple=True,
    help="Extension of the module (.vmdx) that is imported with it; may be given several times.",
)  # fmt: skip
@click.option(
    "--series",
    default="",
    help="Game series, e.g. jdg. [default: found in our own modules, else generic: no rules]",
)
@click.option(
    "--rules", type=click.Path(path_type=Path), help="Rules from properties to ratings (see docs/import.md)."
)
@click.option(
    "--terrain-from", "terrain", type=click.Path(path_type=Path),
    help="Table (CSV or YAML) of some hexes with their terrain, from which that of the others is learned.",
)  # fmt: skip
@click.option(
    "--suggest", is_flag=True,
    help="Write suggestions.csv and rules.yaml for the ratings into the folder, and no project.",
)  # fmt: skip
@click.option("--interactive", is_flag=True, help="With --suggest: ask what is open, most useful first.")
@click.option(
    "--limit-mb", type=click.IntRange(1, 4096), default=256, show_default=True,
    help="Most megabytes that the module may unpack to.",
)  # fmt: skip
@click.option(
    "--pack", is_flag=True, help="Turn an imported project's folder module/ back into a module file."
)
@click.option(
    "--strict",
    is_flag=True,
    help="Exit code 1 when something of the module could not be read; see the report.",
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
def command(
    module: Path,
    output: Path,
    save: Path | None,
    setups: tuple[str, ...],
    extensions: tuple[Path, ...],
    series: str,
    rules: Path | None,
    terrain: Path | None,
    suggest: bool,
    interactive: bool,
    limit_mb: int,
    pack: bool,
    strict: bool,
    style: str,
) -> int:
    """Turn the VASSAL module MODULE into a battle project.

    The project's import-report.txt says of every component whether it was converted, kept
    verbatim, or dropped, and why. Nothing is written outside the folder, and never half of it.
    """
    from msgspec.structs import replace

    from jdgtools import JdgError
    from jdgtools.vassal.limits import DEFAULT

    total = limit_mb * _MB
    limits = replace(
        DEFAULT,
        total_bytes=total,
        entry_bytes=min(total, max(DEFAULT.entry_bytes, total // 2)),
        # Every element costs memory of its own, whatever its size.
        xml_elements=min(DEFAULT.xml_elements, 300 * limit_mb),
    )
    if interactive and not suggest:
        raise click.UsageError("--interactive goes with --suggest: it asks what the suggestions leave open")
    try:
        if pack:
            return _pack(module, output, limits, style)
        from jdgtools import import_module
        from jdgtools.project_folder import check_folder

        check_folder(output)
        if suggest:
            from jdgtools.importers.vassal import ImportOptions

            options = ImportOptions(series, rules, save, limits, extensions, terrain, setups)
            return _suggest(module, output, options, interactive, style)
        project = import_module(
            module,
            series=series,
            rules=rules,
            save=save,
            terrain=terrain,
            extensions=extensions,
            setups=setups,
            limits=limits,
        )
        return _write(project, output, strict, style)
    except JdgError as error:
        if style == "json":
            # A program reads the answer alone; the line for people follows on the error stream.
            echo(json.dumps({"refused": str(error), "exit_code": int(error.code)}, indent=2))
        raise


def _pack(module: Path, output: Path, limits: Limits, style: str) -> int:
    """Write the imported module of a project as a file."""
    from jdgtools.importers.imported_module import pack_module

    size = pack_module(module, output, limits)
    if style == "json":
        echo(json.dumps({"file": output.as_posix(), "bytes": size}))
    else:
        echo(f"{output}: {size} bytes")
    return ExitCode.OK


def _write(project: ImportedProject, output: Path, strict: bool, style: str) -> int:
    """Write the project of a module, and say what was read of it."""
    from msgspec import to_builtins

    from jdgtools.importers.report import WORDS

    files = project.write(output)
    counts = project.report.counts()
    code = ExitCode.BATTLE_ERRORS if strict and project.report.losses else ExitCode.OK
    if style == "json":
        answer = {
            "folder": output.as_posix(),
            "series": project.draft.series,
            "made_by_jdgtools": project.by_jdgtools,
            "counts": counts,
            "table": [to_builtins(row) for row in project.report.table()],
            "missing": project.report.missing,
            "doubts": project.report.doubts,
            "files": files,
        }
        echo(json.dumps(answer, indent=2, ensure_ascii=True))
        return code
    echo(f"{output}: {len(files)} files; " + ", ".join(f"{n} {WORDS[what]}" for what, n in counts.items()))
    for row in project.report.table():
        echo(f"  {_plain(row.line())}")
    for line in project.report.missing:
        echo(f"  missing: {_plain(line)}")
    for line in project.report.doubts[:10]:
        echo(f"  guessed: {_plain(line)}")
    echo(f"read {output / 'import-report.txt'} next")
    return code


def _suggest(module: Path, output: Path, options: ImportOptions, interactive: bool, style: str) -> int:
    """Write suggestions for the rules, and say what is open."""
    from jdgtools.importers.assistant import advise
    from jdgtools.importers.phrases import count_of
    from jdgtools.importers.write import write_project

    asker = _Asker()
    advice = advise(module, options, *((asker.of_texts, asker.of_battle) if interactive else ()))
    files = write_project(output, advice.files)
    sure = [row for row in advice.rows if row.is_sure]
    if style == "json":
        answer = {
            "folder": output.as_posix(),
            "files": files,
            "units": advice.units,
            "sure": [{"column": r.column, "source": r.source, "units": r.units} for r in sure],
            "questions": [q.text for q in advice.questions],
            "missing": advice.missing,
            "battle": [{"key": q.where(), "question": q.text, "choices": q.choices} for q in advice.battle],
            "unnamed_shapes": advice.unnamed_shapes,
        }
        echo(json.dumps(answer, indent=2, ensure_ascii=True))
        return ExitCode.OK
    pictures = [name for name in files if name.startswith("digits/")]
    texts = [name for name in files if name not in pictures]
    if pictures:
        texts.append(f"digits/ with {len(pictures)} pictures")
    echo(f"{output}: {', '.join(texts)}; {advice.units} units")
    for row in sure:
        value = f" {row.value}" if row.value else ""
        echo(_plain(f"  {row.column}{value}: {row.source}, {count_of(row.units, 'unit')}; {row.reason}"))
    for question in advice.questions[:10]:
        echo(_plain(f"  open: {question.text}"))
    if len(advice.questions) > 10:
        echo(f"  open: {len(advice.questions) - 10} more about texts, see {output / 'suggestions.csv'}")
    if advice.missing:
        echo(f"  no source is sure of: {', '.join(advice.missing)}")
    for of_battle in advice.battle[:10]:
        echo(_plain(f"  open: {of_battle.text} ({of_battle.where()})"))
    if len(advice.battle) > 10:
        echo(f"  open: {len(advice.battle) - 10} more about the battle, listed in {output / 'rules.yaml'}")
    if advice.unnamed_shapes:
        table, rules = output / "digits.csv", output / "rules.yaml"
        echo(f"  {advice.unnamed_shapes} shapes in the counters' pictures: the folder digits shows them")
        echo(f"  say in {table} which digit each is, then --suggest again with --rules {rules}")
    echo(f"read {output / 'suggestions.csv'} next, then import with --rules {output / 'rules.yaml'}")
    return ExitCode.OK


class _Asker:
    """Asks questions on the terminal; the end of the input leaves all open that follow."""

    def __init__(self) -> None:
        self._is_over = False

    def of_texts(self, question: Question) -> str:
        """Ask what a text of the module means; '' leaves it open."""
        choices = ", ".join((*question.choices, _OPEN))
        text = f"{_plain(question.text)} ({choices}){_count_text(question.left, ' about texts')}"
        return self._ask(text, question.proposal or _OPEN, question.problem_of)

    def of_battle(self, question: QuestionGroup) -> str:
        """Ask what no text says; '' leaves it open."""
        choices = f" ({', '.join(question.choices)})" if question.choices else ""
        text = f"{_plain(question.text)}{choices} ({_OPEN} leaves it open, - for good)"
        text += _count_text(question.left)
        return self._ask(text, _OPEN, question.problem_of)

    def _ask(self, text: str, proposal: str, problem_of: Callable[[str], str]) -> str:
        while not self._is_over:
            try:
                has_proposal = proposal != _OPEN
                reply = str(click.prompt(text, default=proposal, show_default=has_proposal, err=True)).strip()
            except click.Abort:
                # Ctrl-C or the end of the input: what was answered stays.
                self._is_over = True
                break
            if reply in ("", _OPEN):
                break
            problem = problem_of(reply)
            if not problem:
                return reply
            echo(f"expected {problem}", err=True)
        return ""


def _count_text(count: int, what: str = "") -> str:
    """Return how many questions follow; those about the battle begin when those about texts are over."""
    return f" [{count} more{what}]" if count else f" [the last{what}]"


def _plain(text: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in text)
    return printable.encode("utf-8", "replace").decode("utf-8")
