"""`jdg build`: everything that a battle can become, in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from jdgtools.cli._folders import allow_folder
from jdgtools.cli.output import echo
from jdgtools.errors import ExitCode

_PAPERS = ("a4", "a3", "a2", "letter", "legal", "tabloid")


@click.command("build")
@click.argument("battle", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder to write to. [default: out/ID]")
@click.option(
    "--language", default="", help="Language of printed texts, e.g. fr. [default: the battle's own]"
)
@click.option(
    "--languages",
    default="",
    metavar="LIST",
    help="Also a VASSAL module in each of these languages, e.g. fr,pl.",
)
@click.option(
    "--dpi",
    type=click.IntRange(50, 1200),
    default=150,
    show_default=True,
    help="Resolution of map-print.png.",
)
@click.option(
    "--screen-hex",
    type=click.IntRange(48, 256),
    default=96,
    show_default=True,
    help="Size of a hex on the screen map and in the VASSAL module, pixels.",
)
@click.option(
    "--print",
    "print_file",
    help="Print settings: a file, or home, fold-over, vae-victis-108, die-cut-140, die-cut-176."
    " [default: print.yaml of the project]",
)
@click.option("--paper", "papers", multiple=True, type=click.Choice(_PAPERS), help="Paper of counter sheets.")
@click.option("--counter-mm", type=click.FloatRange(8, 40), help="Edge of a counter. [default: 15]")
@click.option(
    "--counter-flip",
    type=click.Choice(["long", "short"]),
    help="Edge about which the printer turns counter sheets. [default: long]",
)
@click.option(
    "--map-paper",
    metavar="PAPER",
    help="Paper of the print map: a4 to a0, letter, legal, tabloid, ansi-c, ansi-d, ansi-e, or WIDTHxHEIGHT"
    " in millimetres. [default: as large as it needs]",
)
@click.option("--map-fit", is_flag=True, help="Draw the print map as large as its paper takes.")
@click.option(
    "--map-tiles",
    multiple=True,
    type=click.Choice(_PAPERS),
    help="Also the print map in pieces on this paper.",
)
@click.option("--svg", is_flag=True, help="Also both maps as SVG drawings with named layers.")
@click.option("--counter-pictures", is_flag=True, help="Also a PNG picture of every counter side.")
@click.option("--calibration", is_flag=True, help="Also a page to measure your printer with.")
@click.option("--counter-list", is_flag=True, help="Also a checklist of all counters.")
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path),
    help="Also the counters that changed since a former build (folder or report), project, or git tag.",
)
@click.option("--spare-counters", is_flag=True, help="Fill the last counter sheet with spare markers.")
@click.option(
    "--only",
    multiple=True,
    help="Make only this: map, counters, aids, vassal, package, tiles, svg, pictures, calibration,"
    " changes, checklist. May be repeated.",
)
@click.option(
    "--lock",
    is_flag=True,
    help="Write vassal-ids.json into the project: fixes the numbers of the module's pieces, "
    "and later builds report what was added, changed and removed since.",
)
@click.option(
    "--no-cache",
    is_flag=True,
    help="Make everything anew and keep nothing. [default: what has not changed is taken from the cache]",
)
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@allow_folder
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")
def command(
    battle: Path,
    output: Path | None,
    language: str,
    languages: str,
    dpi: int,
    screen_hex: int,
    print_file: str | None,
    papers: tuple[str, ...],
    counter_mm: float | None,
    counter_flip: Literal["long", "short"] | None,
    map_paper: str | None,
    map_fit: bool,
    map_tiles: tuple[str, ...],
    svg: bool,
    counter_pictures: bool,
    calibration: bool,
    counter_list: bool,
    changed_since: Path | None,
    spare_counters: bool,
    only: tuple[str, ...],
    lock: bool,
    no_cache: bool,
    style: str,
    folders: tuple[Path, ...],
    quiet: bool,
) -> int:
    """Build the battle in the folder BATTLE: maps, counters, player aids, VASSAL module, packages.

    The battle is checked first; with errors nothing is written.
    """
    from jdgtools.building import build, unfinished, worker_pool
    from jdgtools.cache import Cache, user_cache
    from jdgtools.checks.run import CHECK_FAILED
    from jdgtools.cli._printing import former_faces, print_settings
    from jdgtools.diagnostics.formats import render
    from jdgtools.exporters.base import BuildOptions
    from jdgtools.exporters.registry import exporters
    from jdgtools.loading import check
    from jdgtools.untrusted.files import allow_folders

    try:
        parts = exporters(only)
    except KeyError as error:
        raise click.BadParameter(f"known parts: {error.args[0]}", param_hint="--only") from None
    if lock and only and "vassal" not in only:
        raise click.BadParameter(
            "there are no pieces to number without the part `vassal`", param_hint="--lock"
        )
    allow_folders(folders)
    cache = Cache(None) if no_cache else user_cache()
    pool = click.get_current_context().with_resource(worker_pool(parts))
    loaded = check(battle, cache=cache)
    if loaded.report.has_errors or loaded.battle is None:
        echo(render(loaded.report, loaded.sources.lines, style), nl=False, err=style == "text")
        echo("nothing was built: mend the errors first", err=True)
        return ExitCode.INTERNAL if loaded.report.of(CHECK_FAILED) else ExitCode.BATTLE_ERRORS
    if language and language not in loaded.battle.series.languages:
        known = ", ".join(loaded.battle.series.languages)
        raise click.BadParameter(f"the series speaks {known}", param_hint="--language")
    further = tuple(part.strip() for part in languages.split(",") if part.strip())
    if set(further) - set(loaded.battle.series.languages):
        known = ", ".join(loaded.battle.series.languages)
        raise click.BadParameter(f"the series speaks {known}", param_hint="--languages")
    further = tuple(x for x in further if x != (language or loaded.battle.language))
    counts = loaded.report.counts
    live = style == "text" and not quiet
    if live and counts.warnings:
        plural = "s" if counts.warnings > 1 else ""
        echo(f"{counts.warnings} warning{plural}; `jdg check {battle}` shows them", err=True)

    def progress(what: str, done: int, total: int) -> None:
        if live:
            echo(f"[{done}/{total}] {what}", err=True)

    settings = print_settings(
        loaded, print_file, papers, counter_mm, counter_flip, map_tiles, map_paper, map_fit
    )
    former = former_faces(changed_since, battle) if changed_since is not None else None
    if "changes" in only and former is None:
        raise click.BadParameter("changes need --changed-since", param_hint="--only")
    folder = output if output is not None else Path("out") / loaded.battle.id
    options = BuildOptions(
        language=language,
        module_languages=further,
        dpi=dpi,
        screen_hex_px=screen_hex,
        counter_mm=settings.counter_mm,
        counter_flip=settings.flip,
        spare_counters=spare_counters,
        only=only,
        lock=lock,
        printing=settings,
        svg=svg,
        counter_pictures=counter_pictures,
        calibration=calibration,
        counter_list=counter_list,
        former_faces=former,
    )
    if not quiet and (torn := unfinished(folder)):
        echo(
            f"warning: {folder} holds an unfinished build, its report does not fit {', '.join(torn)}",
            err=True,
        )
    result = build(loaded, folder, options, progress, cache, pool)
    if style == "json":
        echo((folder / "build-report.json").read_text(encoding="utf-8"), nl=False)
        return ExitCode.OK
    if live:
        for loss in result.losses:
            place = f"{loss.place}: " if loss.place else ""
            echo(f"{place}note: {loss.exporter}: {loss.subject}: {loss.message}", err=True)
        if result.pieces is not None:
            for what in ("added", "changed", "removed"):
                keys = getattr(result.pieces, what)
                if keys:
                    echo(f"pieces {what} since vassal-ids.json: {', '.join(keys)}", err=True)
        echo(f"{folder}{'/' if str(folder)[-1:] not in '/' else ''}")
        width = max(len(p.path.name) for p in result.products)
        for product in result.products:
            echo(f"  {product.path.name:<{width}}  {_size(product.size):>9}")
        if result.lock is not None:
            echo(f"{result.lock}: numbers of the pieces", err=True)
    return ExitCode.OK


def _size(size: int) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size:.1f} {unit}" if unit == "MB" else f"{size:.0f} {unit}"
        size /= 1000  # type: ignore[assignment]
    raise AssertionError
