"""From a checked battle to a folder of products: all of them, or none.

`build` asks `exporters.build_plan` what there is to make, has the exporters make it, some of them in a worker
(`worker_pool`), and has `publication` put the files into the folder when all of them are there.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field, to_builtins
from msgspec.structs import asdict, replace

from jdgtools import __version__
from jdgtools.cache import Cache, program
from jdgtools.errors import BattleHasErrors, OutOfMemory, OutputFailed
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.build_plan import export, files_of_build, losses_of_plugins, parts_of_build
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import begin_drawing, is_drawn
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.words import print_word
from jdgtools.loading import Loaded
from jdgtools.processes import MAX_THREADS, WorkerPool, can_fork, threads
from jdgtools.publication import REPORT, Product, publish, scratch_for
from jdgtools.scratch import PREFIX
from jdgtools.untrusted.decoding import use_cache

if TYPE_CHECKING:
    from jdgtools.exporters.module.ids import PieceChanges

_Done = tuple[list[Loss], dict[str, Any], dict[str, dict[str, Any]]]
"""What an exporter could not express, what it tells the build, and the report's words on its files."""

_LOST = "the second process has ended before its work, most likely for lack of memory"

Progress = Callable[[str, int, int], None]
"""Called with (what was finished, number done, number in all)."""


class BuildResult(Struct, frozen=True):
    """What a build has written."""

    folder: Path
    products: tuple[Product, ...]
    losses: tuple[Loss, ...] = field(default=())
    pieces: PieceChanges | None = None
    """Pieces of the module beside the project's lock file; None without a lock file or a module."""
    lock: Path | None = None
    """The lock file, if this build wrote it."""


def build(
    loaded: Loaded,
    folder: Path | str,
    options: BuildOptions | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
    pool: WorkerPool | None = None,
) -> BuildResult:
    """Build a battle into `folder`.

    The files appear when everything has been made: a build that fails before that changes nothing. Then each
    file is replaced whole, the report last. It holds the digest of every file, so a publication that was
    ended half way can be seen (`publication.unfinished_files`).

    Args:
        loaded: a battle, from `jdgtools.loading.check`; with errors only what bears them can be built
            (`Exporter.bears_errors`), as a draft.
        folder: made if missing; files of the same names are replaced, others are left alone.
        options: what the user chose.
        progress: told about every finished part.
        cache: what earlier builds have made; None = everything is made anew.
        pool: an idle process that takes a part of the work, see `worker_pool`; whoever made it stops
            it. None = one is made where that is possible.

    Raises:
        BattleHasErrors: and one of the exporters does not bear them.
        UnknownExporter: `only` names an exporter that does not exist.
        OptionRefused: an option that no exporter has, or a value that makes no sense for this battle.
        PluginFailed: an exporter or series of another package raised; nothing was written.
        OutputFailed: the folder cannot be written.
    """
    battle, series, charts = loaded.battle, loaded.series, loaded.charts
    if battle is None or series is None or charts is None:
        raise BattleHasErrors("nothing of the battle could be understood")
    settings, folder = options or BuildOptions(), Path(folder)
    if settings.printing is None:
        settings = replace(settings, printing=loaded.printing)
    use_cache(cache)
    context = BuildContext(battle, series, charts, loaded.folder, settings, cache or Cache(None))
    parts = parts_of_build(context)
    if not loaded.ok:
        if strict := [part.name for part in parts if not part.bears_errors]:
            raise BattleHasErrors(f"a battle with errors cannot become: {', '.join(strict)}")
        context = replace(context, draft=print_word("draft", context.language))
    names = files_of_build(parts, context)
    losses: dict[str, list[Loss]] = {}
    files: dict[str, dict[str, Any]] = {}
    try:
        outputs = [*(name for name, _ in names), REPORT]
        with ExitStack() as at_the_end, scratch_for(folder, loaded.folder, outputs) as scratch:
            with worker_pool(parts) if pool is None else nullcontext(pool) as workers:
                try:
                    for part, (part_losses, notes, new_files) in _run_exporters(
                        parts, context, scratch, workers, progress
                    ):
                        losses[part.name] = part_losses
                        context.notes.update(notes)
                        files.update(new_files)
                except BaseException:
                    # Before the scratch folder goes: it would put more files there.
                    if workers is not None:
                        workers.stop()
                    raise
            all_losses = (
                *(loss for part in parts for loss in losses[part.name]),
                *losses_of_plugins(settings),
            )
            _write_report(scratch, context, names, all_losses, loaded, files)
            lock = at_the_end.enter_context(_lock_numbers(context, loaded.folder))
            products = publish(scratch, folder, [*names, (REPORT, "report")])
            at_the_end.callback(context.cache.tidy)  # then the lock file, as the very last
    except OSError as error:
        # The user knows the folder, not the scratch folder beside it.
        target_path = re.sub(
            rf"{re.escape(PREFIX)}[^/\\\\]*[/\\\\]work[/\\\\]", "", str(error.filename or folder)
        )
        raise OutputFailed(f"cannot write {target_path}: {error.strerror}") from None
    identity = context.notes.get("vassal")
    changes = identity.changes if identity is not None else None
    return BuildResult(folder, products, all_losses, changes, lock)


def _lock_numbers(context: BuildContext, project: Path) -> AbstractContextManager[Path | None]:
    """Write the numbers of the module into the lock file of the project, if that is wanted; yield the file.

    It comes into its place after the products: their report says what has changed since the one before. But
    it is written first, since a module without kept numbers may lose its saved games.
    """
    from jdgtools.exporters.module.ids import deferred_lock

    identity = context.notes.get("vassal")
    if identity is None or not context.options.values.get("lock"):
        return nullcontext()
    return deferred_lock(project, identity.ids, identity.content)


def _run_exporters(
    parts: Sequence[Exporter],
    context: BuildContext,
    scratch: Path,
    pool: WorkerPool | None,
    progress: Progress | None,
) -> Iterator[tuple[Exporter, _Done]]:
    """Yield every part with what it gave as soon as it is made, here or in the worker.

    The worker draws the map first, for all who ask for it. Then whoever has time does what is left of the
    worker's share: this process from its beginning, the worker from its end, where that stands which is made
    of the drawn map and stays there. Where an earlier build has drawn the map, each has a share of its own.
    """
    jobs: dict[Future[Any], Exporter | None] = {}
    in_worker: Future[Any] | None = None
    waiting: deque[Exporter] = deque()
    here = list(parts)
    to_worker = replace(context, pool=pool)
    # Drawing and packing work without the interpreter lock, so threads keep both cores busy; some wait for
    # the worker.
    executor = threads(None if pool is None else MAX_THREADS)
    try:
        if pool is not None:
            jobs[to_worker.send()] = None
            is_apart = len(parts) > 1 and is_drawn(context)
            waiting.extend(_parts_for_worker(parts, is_apart))
            here = [part for part in here if part not in waiting]
            if is_apart:
                # Two at once: after the first the worker would wait for this busy process.
                for _ in range(min(2, len(waiting))):
                    part = waiting.pop()
                    in_worker = to_worker.in_worker(_export, part, scratch)
                    jobs[in_worker] = part
            else:
                context = to_worker
                if any(part.on_drawn_map for part in parts):
                    in_worker = begin_drawing(context)
                    jobs[in_worker] = None
        jobs.update({executor.submit(_export, context, part, scratch): part for part in here})
        share = 0
        while jobs or waiting:
            if waiting and in_worker not in jobs:
                part = waiting.pop()
                in_worker = to_worker.in_worker(_export, part, scratch)
                jobs[in_worker] = part
            # One job is let alone that may wait for the worker.
            if waiting and not waiting[0].uses_drawing and len(jobs.keys() - {in_worker}) < 2:
                part = waiting.popleft()
                jobs[executor.submit(_export, context, part, scratch)] = part
            for job in wait(jobs, return_when=FIRST_COMPLETED).done:
                exporter, result = jobs.pop(job), job.result()
                if exporter is None:
                    continue
                share += 1
                yield exporter, result
                if progress is not None:
                    progress(exporter.title, share, len(parts))
    except BaseException as error:
        # A user who interrupts does not wait for what is in hand; a failure does, to leave no threads.
        executor.shutdown(wait=isinstance(error, Exception), cancel_futures=True)
        if isinstance(error, BrokenExecutor):
            raise OutOfMemory(_LOST) from None
        raise
    executor.shutdown()


def _export(context: BuildContext, part: Exporter, scratch: Path) -> _Done:
    losses = export(part, context, scratch)
    files = {}
    for name in part.outputs(context):
        with (scratch / name).open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
            files[name] = {"bytes": stream.tell(), "sha256": digest}
    return losses, dict(context.notes), files


@contextmanager
def worker_pool(parts: Sequence[Exporter]) -> Iterator[WorkerPool | None]:
    """Yield a worker for some of these exporters and for work of the others; None where there can be none.

    Made before the battle is read, it imports meanwhile what it is going to need. It ends with the block.
    """
    # Numpy's own threads have nothing to do here, and stand in the way of a copy of the process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    pool = None
    # Of the others one part alone keeps both cores busy with its threads.
    if (len(parts) > 1 or any(part.on_drawn_map for part in parts)) and can_fork():
        modules = (name for part in parts for name in part.preload)
        program()  # both are going to ask, so it is known before there are two
        with suppress(OSError):
            pool = WorkerPool(*dict.fromkeys(modules))
    try:
        yield pool
    finally:
        if pool is not None:
            pool.stop()


def _parts_for_worker(parts: Sequence[Exporter], is_apart: bool) -> list[Exporter]:
    """Return the exporters that the worker may run: it takes from the end, this process from the beginning.

    Of several one is left for this process.

    Args:
        parts: all.
        is_apart: what uses the drawing of the map stays here; of the rest those that are reported last come
            first, for they are small. Else those come last that use it, and those first that show it.
    """
    for_worker = [part for part in parts if part.in_worker and not (is_apart and part.uses_drawing)]
    if is_apart:
        for_worker.reverse()
    else:
        for_worker.sort(key=lambda part: (part.uses_drawing, not part.on_drawn_map))
    return for_worker[1:] if len(for_worker) == len(parts) and not for_worker[0].uses_drawing else for_worker


def _write_report(
    scratch: Path,
    context: BuildContext,
    names: list[tuple[str, str]],
    losses: tuple[Loss, ...],
    loaded: Loaded,
    files: dict[str, dict[str, Any]],
) -> None:
    from jdgtools.diagnostics.formats.acceptances import accepted_data

    battle = context.battle
    counts = loaded.report.counts
    # What a later build compares with, to print only what has changed.
    faces: dict[str, str] = context.notes.get("faces", {})
    report: dict[str, Any] = {
        "jdgtools": __version__,
        "battle": {"id": battle.id, "version": battle.version, "series": battle.series.id},
        "language": context.language,
        "scenarios": [s.id for s in battle.scenarios],
        "counters": {
            "units": len(battle.units),
            "leaders": len(battle.leaders),
            "activation_markers": len(battle.activation),
        },
        **({"draft": True} if context.draft else {}),
        "diagnostics": {
            **({"errors": counts.errors} if counts.errors else {}),
            "warnings": counts.warnings,
            "infos": counts.infos,
        },
        "accepted": accepted_data(loaded.report, loaded.folder),
        **({"faces": dict(faces)} if faces else {}),
        "files": [{"name": name, "exporter": exporter, **files[name]} for name, exporter in names],
        "losses": [{name: text for name, text in asdict(loss).items() if text} for loss in losses],
    }
    identity = context.notes.get("vassal")
    if identity is not None and identity.changes is not None:
        report["pieces_since_lock"] = to_builtins(identity.changes)
    text = json.dumps(report, indent=2, ensure_ascii=False, sort_keys=False) + "\n"
    (scratch / REPORT).write_text(text, encoding="utf-8", newline="\n")
