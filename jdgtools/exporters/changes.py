"""Errata sheets: the counters that have changed since a former build, and a list of the changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option, OptionRefused
from jdgtools.exporters.shared_options import COUNTER_SHEETS
from jdgtools.exporters.words import print_word
from jdgtools.model.phrases import colon

if TYPE_CHECKING:
    from jdgtools.render.counters import Counter

_NO_PATH: Path | None = None
CHANGED_SINCE = Option(
    "changed_since",
    _NO_PATH,
    "Also the counters that changed since a former build (folder or report), project, or git tag.",
    "path",
)


class ChangedCounters(Exporter):
    """Exporter of ``counters-changed-PAPER.pdf``."""

    name = "changes"
    title = "changed counters"
    request = CHANGED_SINCE
    options = (CHANGED_SINCE, *COUNTER_SHEETS)

    def check_options(self, context: BuildContext) -> None:
        """Refuse a former build that cannot be read, or that is not named."""
        if context.options[CHANGED_SINCE] is None:
            raise OptionRefused("--only", f"{self.name} need {CHANGED_SINCE.flag}")
        _former_faces(context)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return a file for each paper."""
        return tuple(f"counters-changed-{paper}.pdf" for paper in context.print_settings.papers)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write sheets with the changed counters alone, then the list of changes."""
        from jdgtools.exporters.checklist import ChecklistLine, list_pages
        from jdgtools.exporters.counters import SheetWork
        from jdgtools.exporters.faces import compare, counters_of, faces_of_build
        from jdgtools.render.backends.pdf import render_pdf

        changes = compare(_former_faces(context), faces_of_build(context))
        counters = counters_of(context)
        by_id = {counter.id: counter for counter in counters}
        say = partial(print_word, language=context.language)
        title = f"{context.battle.title.get(context.language)}{colon(context.language)}{say('changed')}"
        # The order of printing, as on the sheets of the whole game.
        copies = changes.copies_to_print
        printed_counters: list[Counter] = [
            replace(c, copies=copies[c.id] or c.copies) for c in counters if c.id in copies
        ]
        work = SheetWork(context, printed_counters, title)
        lines: list[ChecklistLine] = []
        for heading, names in (
            (say("new"), changes.additions),
            (say("altered"), changes.alterations),
            (say("more"), [*changes.more]),
        ):
            if names:
                lines.append(ChecklistLine(heading, heading=True))
                lines += [
                    ChecklistLine(by_id[n].title, by_id[n], copies[n] or by_id[n].copies) for n in names
                ]
        if changes.withdrawn:
            lines += [
                ChecklistLine(say("withdrawn"), heading=True),
                *(ChecklistLine(name) for name in changes.withdrawn),
            ]
        settings = context.print_settings
        label = f"{context.battle.id} {context.battle.version}"
        for paper in settings.papers:
            spec = settings.spec(paper)
            pages = work.pages(spec, settings.flip) if printed_counters else []
            list_of_pages = list_pages(
                context,
                lines or [ChecklistLine(say("unchanged"), heading=True)],
                spec,
                work.heading,
                (say("page"), label),
            )
            (folder / f"counters-changed-{paper}.pdf").write_bytes(
                render_pdf(
                    [*pages, *list_of_pages],
                    work.heading,
                    language=context.language,
                    color=settings.color,
                    forms=(work.forms,) if printed_counters else (),
                    press=settings.press,
                )
            )
        return []


def _former_faces(context: BuildContext) -> dict[str, str]:
    """Return how the counters looked in the build that the user names."""
    from jdgtools.exporters.former_build import former_faces

    path = context.options[CHANGED_SINCE]
    if path is None:
        return {}
    return context.once("former faces", lambda: former_faces(Path(path), context.project, CHANGED_SINCE.flag))


EXPORTER = ChangedCounters()
