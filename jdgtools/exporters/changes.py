"""Errata sheets: the counters that have changed since a former build, and a list of the changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.exporters.base import BuildContext, BuildOptions, Loss
from jdgtools.exporters.words import print_word

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.counters import Counter

PAPERS = ("a4", "letter")


class ChangedCounters:
    """Exporter of ``counters-changed-PAPER.pdf``."""

    name = "changes"
    title = "changed counters"

    def __init__(self, papers: tuple[str, ...] = PAPERS) -> None:
        self.papers = papers

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """One file for each paper."""
        return tuple(f"counters-changed-{paper}.pdf" for paper in self.papers)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes sheets with the changed counters alone, then the list of changes."""
        from jdgtools.exporters.checklist import Line, list_pages
        from jdgtools.exporters.counters import SheetWork
        from jdgtools.exporters.faces import compare, faces_of_build
        from jdgtools.render.backends.pdf import render_pdf

        changes = compare(context.options.former_faces or {}, faces_of_build(context))
        work = SheetWork(context)
        by_id = {counter.id: counter for counter in work.counters}
        say = partial(print_word, language=context.language)
        work.heading = f"{context.battle.title.get(context.language)}: {say('changed')}"
        # The order of printing, as on the sheets of the whole game.
        wanted = changes.printed
        printed: list[Counter] = [
            replace(c, copies=wanted[c.id] or c.copies) for c in work.counters if c.id in wanted
        ]
        work.take(printed)
        lines: list[Line] = []
        for heading, names in (
            (say("new"), changes.added),
            (say("altered"), changes.altered),
            (say("more"), [*changes.more]),
        ):
            if names:
                lines.append(Line(heading, heading=True))
                lines += [Line(by_id[n].title, by_id[n], wanted[n] or by_id[n].copies) for n in names]
        if changes.withdrawn:
            lines += [Line(say("withdrawn"), heading=True), *(Line(name) for name in changes.withdrawn)]
        settings = context.options.sheets
        label = f"{context.battle.id} {context.battle.version}"
        for paper in self.papers:
            spec = settings.spec(paper)
            pages = work.pages(spec, settings.flip) if printed else []
            listed = list_pages(
                context,
                lines or [Line(say("unchanged"), heading=True)],
                spec,
                work.heading,
                (say("page"), label),
            )
            (folder / f"counters-changed-{paper}.pdf").write_bytes(
                render_pdf([*pages, *listed], work.heading, language=context.language, color=settings.color)
            )
        return []


EXPORTER = ChangedCounters()


def for_options(options: BuildOptions) -> ChangedCounters:
    """The exporter for the papers that the user chose."""
    return ChangedCounters(options.printing.papers)
