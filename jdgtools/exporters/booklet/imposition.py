"""The pages of the booklet on sheets that are printed on both sides and folded once, two pages on each side.

The sheets lie in one another like those of an exercise book, so the first page stands beside the last one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.option import OptionRefused
from jdgtools.render.backends.pdf import LayerForms, render_pdf
from jdgtools.render.scene import Group, Item, Polyline, Rect, Scene, Stroke, Tag

PAGES_OF_SHEET = 4
_TICK = 4.0
"""Length of the marks of the fold at both edges of a sheet, mm."""
_TICK_STROKE = Stroke("#808080", 0.15)


def pages_to_fold(pages: int, choice: str) -> int:
    """Return of how many pages the folded booklet is: a multiple of four.

    Args:
        pages: that the player aids have.
        choice: a number, or `fit` for as many as they need.
    """
    return -(-pages // PAGES_OF_SHEET) * PAGES_OF_SHEET if choice == "fit" else int(choice)


def too_few_pages(pages: int, choice: int, least: int, titles: Sequence[str], flag: str) -> OptionRefused:
    """Return what says that a booklet has too few pages.

    Args:
        pages: that the player aids have.
        choice: of how many pages the booklet shall be.
        least: that they have set close, in the smallest type, without everything that may be left out.
        titles: of what is never left out.
        flag: of the command line.
    """
    rest = ", ".join(f"`{title}`" for title in titles)
    page_count = pages_to_fold(least, "fit")
    return OptionRefused(
        flag,
        f"the player aids have {pages} pages, and as close as can be, in the smallest type, {rest} alone "
        f"take {least}, {least - choice} more than chosen, expected `{page_count}` or more, or `fit`; "
        "`--player-folders` puts what a side needs at the table on sheets of its own",
    )


def sides(pages: int) -> list[tuple[int, int]]:
    """Return the left and right page of every side, from 0, in the order in which the sides are printed.

    The outside of the outermost sheet comes first, then its inside; the number of pages is a multiple of
    four.
    """
    last = pages - 1
    return [(k, last - k) if k % 2 else (last - k, k) for k in range(pages // 2)]


def sheets_pdf(
    context: BuildContext,
    pages: Sequence[Scene],
    choice: str,
    title: str,
    forms: Sequence[LayerForms],
    scale: float = 1.0,
) -> bytes:
    """Return a PDF file of the sheets of a booklet, each page of which is a section to those who hear it.

    Args:
        context: the build.
        pages: in the order of reading.
        choice: of how many pages it shall be, see `pages_to_fold`.
        title: of the file.
        forms: of the pages that are drawn already.
        scale: how much smaller the pages are printed than they are drawn.
    """
    parts = tuple(Tag("Sect") for _ in pages)
    bleed = context.print_settings.page_bleed
    return render_pdf(
        folded_sheets(pages, pages_to_fold(len(pages), choice), title, parts, scale, bleed),
        title,
        language=context.language,
        color=context.print_settings.color,
        forms=forms,
        has_tags=True,
        order=parts,
        bleed=bleed,
    )


def folded_sheets(
    pages: Sequence[Scene],
    number: int,
    title: str,
    parts: Sequence[Tag] = (),
    scale: float = 1.0,
    bleed: float = 0.0,
) -> list[Scene]:
    """Return the sides of the sheets of a booklet of so many pages; pages that are missing stay empty.

    Args:
        pages: in the order of reading.
        number: of the pages, a multiple of four.
        title: of the sheets.
        parts: what each page is to those who hear the sheets; none = decoration.
        scale: how much smaller the pages are printed than they are drawn.
        bleed: how far they are shown beyond the edges of the sheets, mm.
    """
    width, height = pages[0].width * scale, pages[0].height * scale
    out = []
    for side in sides(number):
        items: list[Item] = []
        for place, page in enumerate(side):
            if page < len(pages):
                group = pages[page].as_group()
                to_fold = (scale, 0.0, 0.0, scale, place * width, 0.0)
                group = replace(group, transform=to_fold, clip=_page_area(pages[page], place, bleed / scale))
                items.append(Group((group,), tag=parts[page]) if parts else group)
        for edge in (0.0, height - _TICK):
            items.append(Polyline(((width, edge), (width, edge + _TICK)), _TICK_STROKE))
        out.append(Scene.of(2 * width, height, items, title))
    return out


def _page_area(page: Scene, place: int, bleed: float) -> Rect:
    """Return what is shown of a page on a sheet, the left one (0) or the right: nothing beyond the fold."""
    left, right = (bleed, 0.0) if place == 0 else (0.0, bleed)
    return Rect(-left, -bleed, page.width + left + right, page.height + 2 * bleed)
