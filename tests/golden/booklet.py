"""The text of the player aids, page by page, in the order of reading."""

from __future__ import annotations

from jdgtools.exporters.booklet.whole_booklet import booklet
from jdgtools.exporters.context import BuildContext
from jdgtools.render.scene import TextItem
from tests.golden.scenes import flat


def dump(build: BuildContext) -> str:
    """Return what the booklet says: contents, then a line a run of words, with its place on the page."""
    book = booklet(build)
    lines = [f"title {book.title}"]
    lines += [f"bookmark {bookmark.title}: page {bookmark.page + 1}" for bookmark in book.bookmarks]
    for number, page in enumerate(book.pages, 1):
        lines.append(f"== page {number}")
        for layer in page.layers:
            lines += [
                f"{item.x:.1f} {item.y:.1f} {item.string}"
                for item in flat(layer.items)
                if isinstance(item, TextItem) and item.string.strip()
            ]
    return "\n".join(lines) + "\n"
