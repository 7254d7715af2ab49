"""A checklist of all counters by formation: pictures of both sides, names, how many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import COUNTER_MM, PAPERS
from jdgtools.exporters.words import print_word
from jdgtools.model.phrases import colon

if TYPE_CHECKING:
    from jdgtools.render.counters import Counter
    from jdgtools.render.scene import Item, Scene
    from jdgtools.render.sheets import SheetSpec

FILE = "counter-list.pdf"
_FACE = 8.0
"""Height of the small pictures, mm."""
_ROW = 9.4
_HEADING = 8.0
_GAP = 6.0
_COLUMN = 58.0
"""Least width of a column, mm."""
_NAME = 2.6
"""Font size of names, mm; where three lines of that are too high for the row, names are smaller."""
_LEAST_NAME = 1.8
_LINE = 1.3
"""From line to line of a name, font sizes."""


class ChecklistLine(Struct, frozen=True):
    """A heading, or a counter to tick off."""

    text: str
    counter: Counter | None = None
    """Shown beside the text."""
    copies: int = 1
    heading: bool = False


def lines_of(context: BuildContext, counters: Iterable[Counter]) -> list[ChecklistLine]:
    """Return the counters under the names of their formations, in the order of printing."""
    battle = context.battle
    markers = print_word("markers", context.language)
    lines: list[ChecklistLine] = []
    last = ""
    for counter in counters:
        command, side = battle.command(counter.group), battle.side(counter.group)
        heading = markers
        if counter.kind != "marker" and command is not None:
            heading = command.name.get(context.language) or command.id
        elif counter.kind != "marker" and side is not None:
            heading = side.name.get(context.language) or side.id
        if counter.kind == "activation":
            heading = print_word("activation", context.language, side=heading)
        if heading != last:
            lines.append(ChecklistLine(heading, heading=True))
            last = heading
        lines.append(ChecklistLine(counter.title, counter, counter.copies))
    return lines


def list_pages(
    context: BuildContext, lines: Sequence[ChecklistLine], spec: SheetSpec, title: str, words: tuple[str, str]
) -> list[Scene]:
    """Return pages with the lines in columns.

    Args:
        context: the battle.
        lines: headings and counters.
        spec: the paper.
        title: stands above.
        words: "page" in the reader's language, and the small line below.
    """
    from jdgtools.render.scene import DrawingLayer, Scene
    from jdgtools.render.sheets.impose import titles

    left, top = spec.edge[0] + 6.0, spec.edge[1] + 8.0
    width, bottom = spec.width - 2 * left, spec.height - spec.edge[1] - 6.0
    columns = max(1, int((width + _GAP) // (_COLUMN + _GAP)))
    each = (width - (columns - 1) * _GAP) / columns
    pages_of_items: list[list[Item]] = [[]]
    column, y = 0, top
    heading: ChecklistLine | None = None
    for index, line in enumerate(lines):
        # A heading stays with its first counter.
        height = _HEADING + _ROW if line.heading and index + 1 < len(lines) else _ROW
        is_next = y + height > bottom
        if is_next:
            column, y = column + 1, top
            if column == columns:
                pages_of_items.append([])
                column = 0
        x = left + column * (each + _GAP)
        if line.heading:
            heading = line
        elif is_next and heading is not None:
            words_again = print_word("continued", context.language, heading=heading.text)
            pages_of_items[-1] += _heading(replace(heading, text=words_again), x, y, each)
            y += _HEADING
        pages_of_items[-1] += (
            _heading(line, x, y, each) if line.heading else _entry(context, line, x, y, each)
        )
        y += _HEADING if line.heading else _ROW
    pages = []
    for number, items in enumerate(pages_of_items, 1):
        name = f"{words[0]} {number}/{len(pages_of_items)}"
        layers = (
            DrawingLayer("list", tuple(items)),
            DrawingLayer("titles", titles(spec, title, name, words[1])),
        )
        pages.append(Scene(spec.width, spec.height, f"{title}, {name}", layers, background="#ffffff"))
    return pages


def _heading(line: ChecklistLine, x: float, y: float, width: float) -> list[Item]:
    from jdgtools.render.scene import Polyline, Stroke, TextItem
    from jdgtools.render.text import text_width, typographic

    text = typographic(line.text)
    size = min(3.6, 3.6 * width / max(text_width(text, "sans-bold", 3.6), 1.0))
    rule = Polyline(((x, y + 6.2), (x + width, y + 6.2)), Stroke("#000000", 0.25))
    return [TextItem(x, y + 5.0, text, size, "sans-bold"), rule]


def _entry(context: BuildContext, line: ChecklistLine, x: float, y: float, width: float) -> list[Item]:
    from jdgtools.render.counters import face_scene
    from jdgtools.render.scene import Group, Rect, Stroke, TextItem, compose, scaling, translation
    from jdgtools.render.text import typographic, wrap

    counter = line.counter
    frame = Stroke("#000000", 0.2)
    items: list[Item] = [Rect(x, y + 2.7, 3.2, 3.2, stroke=frame)]
    at = x + 5.0
    for spec in (counter.front, counter.back) if counter is not None else ():
        if spec is not None:
            # As it is printed, made smaller: at that size its names would be cut short.
            face = face_scene(spec, context.print_settings.counter_mm, context.theme)
            k = _FACE / face.height
            place = compose(translation(at, y + 0.4), scaling(k))
            items.append(Group((face.as_group(),), place, name=face.title))
            items.append(Rect(at, y + 0.4, k * face.width, _FACE, stroke=Stroke("#555555", 0.1)))
            at += k * face.width + 0.8
    at += 1.0
    copies = f"×{line.copies}" if line.copies != 1 else ""
    space = x + width - at - (7.0 if copies else 0.0)
    size, name = _NAME, typographic(line.text)
    while len(wrap(name, "sans", size, space)) * size * _LINE > _FACE and size > _LEAST_NAME:
        size -= 0.2
    lines_shown = wrap(name, "sans", size, space)
    for row, text in enumerate(lines_shown):
        middle = y + 0.4 + _FACE / 2 + (row - (len(lines_shown) - 1) / 2) * size * _LINE
        items.append(TextItem(at, middle, text, size, "sans", baseline="middle"))
    if copies:
        middle = y + 0.4 + _FACE / 2
        items.append(TextItem(x + width, middle, copies, 2.8, "sans-bold", "end", "middle"))
    return items


COUNTER_LIST = Option("counter_list", False, "Also a checklist of all counters.", "flag")


class Checklist(Exporter):
    """Exporter of ``counter-list.pdf``."""

    name = "checklist"
    title = "counter list"
    request = COUNTER_LIST
    options = (COUNTER_LIST, PAPERS, COUNTER_MM)

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the one file."""
        return (FILE,)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the list on the first paper of the counter sheets; nothing is lost."""
        from jdgtools.exporters.faces import counters_of
        from jdgtools.render.backends.pdf import render_pdf

        counters = counters_of(context)
        language, total = context.language, sum(c.copies for c in counters)
        title = f"{context.battle.title.get(language)}{colon(language)}{print_word('counter_list', language)}"
        words = (
            print_word("page", language),
            print_word("in_all", language, kinds=len(counters), all=total),
        )
        spec = context.print_settings.spec(context.print_settings.papers[0])
        pages = list_pages(context, lines_of(context, counters), spec, title, words)
        (folder / FILE).write_bytes(
            render_pdf(pages, title, language=context.language, color=context.print_settings.color)
        )
        return []


EXPORTER = Checklist()
