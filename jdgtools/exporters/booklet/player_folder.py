"""A player's folder: one sheet of paper, folded once, with what one side needs at the table.

The blocks are those of the booklet (`whole_booklet`), of one side only. They are offered in the order of
their use; what finds no room on the four pages is left out and named on the last of them. More sheets, one
in the other, have more room.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.charts import chart_pages
from jdgtools.exporters.booklet.commandcard import command_cards
from jdgtools.exporters.booklet.flowables import Block, Element, block, heading, in_order, remark, stack
from jdgtools.exporters.booklet.imposition import PAGES_OF_SHEET, pages_to_fold, sheets_pdf
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.packing import pack_within
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.rosters import roster_pages, sequence_blocks
from jdgtools.exporters.booklet.rules import Earlier
from jdgtools.exporters.booklet.scenarios import arrivals_table, setup_cards, victory_sheets
from jdgtools.exporters.booklet.stylesheet import paper_of
from jdgtools.exporters.booklet.terrain import Swatches
from jdgtools.exporters.booklet.whole_booklet import ChapterHeading, margins, pages_for_notes, terrains_of
from jdgtools.exporters.context import BuildContext
from jdgtools.model.phrases import semicolon
from jdgtools.model.scenario import Scenario
from jdgtools.render.backends.pdf import LayerForms
from jdgtools.render.draft import draft_layer
from jdgtools.render.scene import DrawingLayer, Scene


class FolderPart(Struct, frozen=True):
    """Blocks that are in the folder together, or not at all."""

    title: str
    blocks: tuple[Block, ...]


class PlayerFolder(Struct, frozen=True):
    """The folder of a side as drawings."""

    title: str
    pages: tuple[Scene, ...]
    """Four to a sheet at most, in the order of reading."""
    left_out: tuple[str, ...]
    """Titles of the parts that found no room."""
    forms: tuple[LayerForms, ...]
    """Pieces of map on the pages that were drawn before."""


def folder_of(context: BuildContext, side: str, sheets: int = 1) -> PlayerFolder:
    """Lay out the folder of a side on so many sheets."""
    names, pictures = BookletNames(context), BookletPictures(context)
    paper = paper_of(context.print_settings.papers)
    head = ChapterHeading(names.side(side))
    parts_there = [part for part in _parts(context, names, pictures, side) if part.blocks]

    def missing(numbers: Sequence[int]) -> Block:
        titles = semicolon(names.language).join(parts_there[n].title for n in numbers)
        return block(remark(inlines.text(names.word("not_on_sheet", parts=titles))), wide=True)

    blocks = [part.blocks for part in parts_there]
    most = sheets * PAGES_OF_SHEET
    pages_of_folder, fitting = pack_within(blocks, head.height, most, paper=paper, missing=missing)
    battle, language = names.battle, names.language
    running = battle.title.get(language) or battle.id
    footer = f"{battle.id} {battle.version}"
    title = names.pair(running, names.side(side))
    over = (draft_layer(context.draft, (0.0, 0.0, paper.width, paper.height)),) if context.draft else ()
    pages = []
    for number, items in enumerate(pages_of_folder, 1):
        around = margins(running, names.side(side), footer, number, paper)
        if number == 1:
            around += head.draw(0.0, paper)
        layers = (DrawingLayer("text", tuple(around)), DrawingLayer("text", tuple(items)), *over)
        pages.append(Scene(paper.width, paper.height, title, layers, background="#ffffff"))
    numbers = range(len(pages) + 1, pages_to_fold(len(pages), "fit") + 1)
    pages += pages_for_notes(names, title, footer, paper, numbers)
    left_out = tuple(part.title for n, part in enumerate(parts_there) if n not in fitting)
    return PlayerFolder(title, tuple(pages), left_out, tuple(each.forms for each in pictures.grounds))


def folder_pdf(context: BuildContext, side: str, sheets: int = 1) -> bytes:
    """Return the sheets of a side as a PDF file and the titles of what found no room on them, pickled."""
    folder = folder_of(context, side, sheets)
    pdf = sheets_pdf(context, folder.pages, "fit", folder.title, folder.forms)
    return pickle.dumps((pdf, folder.left_out))


def _parts(
    context: BuildContext, names: BookletNames, pictures: BookletPictures, side: str
) -> Iterator[FolderPart]:
    """Yield what the folder should hold, what is needed most first."""
    first, *others = context.battle.scenarios or (None,)
    if first is not None:
        yield from _scenario(context, pictures, first, side)
    title = names.word("sequence")
    yield FolderPart(title, _below(heading(title), in_order(sequence_blocks(names))))
    title = names.word("orders_of_battle")
    yield FolderPart(title, tuple(in_order(roster_pages(names, pictures, side))))
    yield from _charts(context)
    for scenario in others:
        yield from _scenario(context, pictures, scenario, side)


def _scenario(
    context: BuildContext, pictures: BookletPictures, scenario: Scenario, side: str
) -> Iterator[FolderPart]:
    """Yield the parts of a scenario: formations, setup, reinforcements, victory."""
    names = BookletNames(context.in_scenario(scenario))
    scenarios = context.battle.scenarios
    before = Earlier(names, scenario, scenarios[: scenarios.index(scenario)])
    arrivals = [x for x in scenario.arrivals if any(names.side_of(piece) == side for piece in x.pieces)]
    side_name = names.side(side)
    name = scenario.title.get(names.language) or scenario.id
    label = remark(inlines.text(name), sticky=True)
    paper = paper_of(context.print_settings.papers)
    high = stack(label(paper.text_width))[0] + stylesheet.GAP if len(scenarios) > 1 else 0.0
    cards = setup_cards(names, pictures, scenario, before, side, paper=paper, above=high)
    parts: list[tuple[str, Iterable[Block]]] = [
        (names.word("command_card", side=side_name), command_cards(names, pictures, scenario, side)),
        (names.word("setup", side=side_name), cards),
        (names.word("reinforcements"), [arrivals_table(names, arrivals)] if arrivals else []),
        (names.word("points_for", side=side_name), victory_sheets(names, scenario, before, side)),
    ]
    for title, blocks in parts:
        if len(scenarios) == 1:
            yield FolderPart(title, tuple(blocks))
        else:
            # Blocks of two scenarios may stand side by side, so each says whose it is.
            blocks_with_labels = tuple(replace(each, elements=(label, *each.elements)) for each in blocks)
            yield FolderPart(f"{title} ({name})", blocks_with_labels)


def _charts(context: BuildContext) -> Iterator[FolderPart]:
    """Yield the charts of terrain, fire, shock or melee: those that are used together are one part.

    The one of terrain comes first, since every move asks for it; it has the rows of the map alone.
    """
    sets: dict[str, list[Block]] = {}
    used = terrains_of(context)
    for part in chart_pages(context.charts, context.language, used, Swatches(context), whole=not used):
        if part.together:
            # Here they flow with the rest, as far as there is room.
            sets.setdefault(part.together, []).append(replace(part, together=""))
    charts = {chart_id: context.charts.get(chart_id) for chart_id in sets}
    for chart_id, chart in sorted(charts.items(), key=lambda each: each[1].kind != "terrain"):
        yield FolderPart(chart.title.get(context.language), tuple(sets[chart_id]))


def _below(title: Element, blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks, the first of them with a title above it."""
    first, *others = tuple(blocks) or (None,)
    if first is None:
        return ()
    return (replace(first, elements=(title, *first.elements)), *others)
