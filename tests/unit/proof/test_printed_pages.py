"""What was promised of print, measured on the finished PDF files: sizes of type, contrast, margins, overlaps,
registration. Other tests look at the drawings before they become files; these look at nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

from jdgtools.exporters import counters
from jdgtools.exporters.map import drawn_map
from jdgtools.render.map.legend import used_terrains
from tests.unit.exporters_aids.conftest import book, context, pdf
from tests.unit.proof.printed import Printed, contrast_of, overlapping, pages

PER_MM = 10.0
SMALLEST_TYPE = 6.9
"""Points; the booklet's own lettering has no smaller type, counters in it do."""
MARKS = set("°p*")
"""Raised behind values of charts."""

BOOKLETS = [
    ("rolica-1808", "pl"),
    ("teaching-afe", "hu"),
    ("teaching-mpbs", "fr"),
    ("vimeiro-1808", "en"),
    ("bremule-1119", "hu"),
    ("bouvines-1214", "pl"),
    ("edgehill-1642", "pl"),
]
MAPS = [
    ("rolica-1808", "fr"),
    ("teaching-afe", "hu"),
    ("teaching-jdg", "en"),
    ("teaching-mpbs", "pl"),
    ("vimeiro-1808", "pl"),
    ("bremule-1119", "fr"),
    ("bouvines-1214", "hu"),
    ("edgehill-1642", "fr"),
]
SHEETS = [
    "rolica-1808",
    "teaching-afe",
    "teaching-mpbs",
    "vimeiro-1808",
    "bremule-1119",
    "bouvines-1214",
    "edgehill-1642",
]


@lru_cache
def booklet(battle: str, language: str) -> list[Printed]:
    return pages(pdf(battle, language))


@lru_cache
def map_page(battle: str, language: str) -> Printed:
    [page] = pages(drawn_map(context(battle, language)).pdf())
    return page


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Printed]]:
    found = {}
    for battle in SHEETS:
        folder: Path = tmp_path_factory.mktemp(battle)
        counters.EXPORTER.export(context(battle, "en"), folder)
        found[battle] = pages((folder / "counters-a4.pdf").read_bytes())
    return found


def least_margin(page: Printed) -> float:
    boxes = [letter.box for letter in page.letters]
    return min(min(b[0], b[1], page.width - b[2], page.height - b[3]) for b in boxes)


# --- the booklet --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battle", "language"), BOOKLETS)
def test_the_booklet_can_be_read(battle: str, language: str) -> None:
    for number, page in enumerate(booklet(battle, language), 1):
        pixels = page.pixels(PER_MM)
        words = [(word, box) for word, size, box in page.words() if size >= SMALLEST_TYPE]
        assert len(words) > 40, number
        for word, box in words:
            # A single dash or dot has too few pixels to be measured.
            if len(word) > 1:
                assert contrast_of(pixels, box, PER_MM) > 4.0, (number, word)


@pytest.mark.parametrize(("battle", "language"), BOOKLETS)
def test_charts_have_no_small_type(battle: str, language: str) -> None:
    starts = [bookmark.page for bookmark in book(battle, language).bookmarks]
    # Other chapters have counters on them, with which the charts share their first and their last page.
    charts = booklet(battle, language)[starts[1] + (starts[0] == starts[1]) : starts[2]]
    assert len(charts) > 3
    for page in charts:
        small = [letter for letter in page.letters if letter.size < SMALLEST_TYPE]
        assert {letter.sign for letter in small} <= MARKS
        assert all(letter.size >= 4.4 for letter in small)


@pytest.mark.parametrize(("battle", "language"), BOOKLETS)
def test_letters_of_the_booklet_keep_apart_and_inside(battle: str, language: str) -> None:
    for number, page in enumerate(booklet(battle, language), 1):
        own = [letter for letter in page.letters if letter.size >= SMALLEST_TYPE]
        assert overlapping(own, 0.3) == [], number
        assert least_margin(page) > 5.0, number


# --- the map ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battle", "language"), MAPS)
def test_letters_of_the_map_keep_apart_and_inside(battle: str, language: str) -> None:
    page = map_page(battle, language)
    assert overlapping(page.letters, 0.2) == []
    assert least_margin(page) > 5.0
    assert min(letter.size for letter in page.letters) >= 5.0


@pytest.mark.parametrize(("battle", "language"), MAPS)
def test_the_legend_and_all_numbers_are_printed(battle: str, language: str) -> None:
    page, model = map_page(battle, language), context(battle, language).battle
    assert model.map is not None
    for terrain in used_terrains(model):
        name = "".join(terrain.name.get(language).split())
        assert name[1:] in page.text, name
    words = [word for word, _, _ in page.words()]
    missing = [i for i in model.map.hexes() if model.map.playable[i] and model.map.grid.id(i) not in words]
    assert missing == []


@pytest.mark.parametrize(("battle", "language"), MAPS[1:])
def test_the_map_can_be_read(battle: str, language: str) -> None:
    page = map_page(battle, language)
    pixels = page.pixels(PER_MM)
    for word, size, box in page.words():
        if len(word) > 1:
            # Large figures of tracks stay behind the counters that lie on them.
            assert contrast_of(pixels, box, PER_MM) > (2.0 if size > 18 else 3.0), word


# --- counters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", SHEETS)
def test_counters_can_be_read(sheets: dict[str, list[Printed]], battle: str) -> None:
    for number, page in enumerate(sheets[battle], 1):
        pixels = page.pixels(PER_MM)
        for word, size, box in page.words():
            assert size >= 4.2, (number, word, size)
            if len(word) > 1:
                assert contrast_of(pixels, box, PER_MM) > 3.0, (number, word)
        figures = [letter for letter in page.letters if letter.sign.isdigit()]
        assert figures
        assert min(letter.size for letter in figures) >= 4.2


@pytest.mark.parametrize("battle", SHEETS)
def test_letters_of_counters_keep_apart_and_inside(sheets: dict[str, list[Printed]], battle: str) -> None:
    for number, page in enumerate(sheets[battle], 1):
        assert overlapping(page.letters, 0.2) == [], number
        assert least_margin(page) > 4.0, number


def darkness(page: Printed) -> np.ndarray:
    """The darkest of the three colours of every pixel."""
    pixels = page.pixels(PER_MM)
    return np.minimum(np.minimum(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2])


def first_row(pixels: np.ndarray) -> int:
    """Where the counters of a page begin, pixels from its top."""
    full = (pixels < 240).sum(axis=1) > 12 * PER_MM
    # Words are lower than a counter.
    tall = int(8 * PER_MM)
    return next(y for y in range(full.size - tall) if full[y : y + tall].all())


def cut_marks(pixels: np.ndarray, top: int) -> list[float]:
    """Where lines stand above the first row of counters, mm from the left edge of the page."""
    strip = pixels[top - int(3.2 * PER_MM) : top - int(2.2 * PER_MM)]
    columns = np.flatnonzero((strip < 200).all(axis=0))
    groups = np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1)
    return [float(group.mean() + 0.5) / PER_MM for group in groups if group.size]


@pytest.mark.parametrize("battle", SHEETS)
def test_backs_lie_on_their_fronts_in_the_file(sheets: dict[str, list[Printed]], battle: str) -> None:
    """Turned about the long edge of the paper, the cut marks of both sides are one: to a tenth of a mm."""
    printed = sheets[battle]
    assert len(printed) % 2 == 0
    for front, back in zip(printed[::2], printed[1::2], strict=True):
        one, two = darkness(front), darkness(back)[:, ::-1]
        for turned in (False, True):
            # Seen from the left, the marks of the rows are what those of the columns are from above.
            ours, theirs = (x.T if turned else x for x in (one, two))
            top = first_row(ours)
            marks = cut_marks(ours, top)
            assert met(marks, cut_marks(theirs, top)) > 1
            # A back that is off by a third of a millimetre would be found.
            assert met(marks, cut_marks(np.roll(theirs, 3, axis=1), top)) == 0


def met(one: list[float], two: list[float]) -> int:
    """How many lines are those of the other list; all must be, but for strokes of letters among them."""
    fewer, more = sorted((one, two), key=len)
    count = sum(any(abs(a - b) < 0.11 for b in more) for a in fewer)
    assert count in (0, len(fewer))
    return count


# --- the file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("battle", "language"), BOOKLETS)
def test_the_booklet_says_what_it_is(battle: str, language: str) -> None:
    """Title, language, side bar, links, and text in whole words: what a screen reader needs first."""
    reader = PdfReader(BytesIO(pdf(battle, language)))
    root = reader.trailer["/Root"].get_object()
    assert root["/Lang"] == language
    assert bool(root["/ViewerPreferences"]["/DisplayDocTitle"])
    title = context(battle, language).battle.title.get(language)
    assert reader.metadata is not None
    assert str(reader.metadata.title).startswith(title)
    chapters = [entry for entry in reader.outline if not isinstance(entry, list)]
    links = [a.get_object() for a in reader.pages[0]["/Annots"]]
    assert len(chapters) == len(links) == len(book(battle, language).bookmarks) >= 5
    targets = [reader.get_destination_page_number(entry) for entry in chapters]
    assert targets == sorted(targets)
    words = reader.pages[1].extract_text().split()
    assert sum(len(word) for word in words) / len(words) > 3
