"""The player aids of the bundled battles: complete, inside the page, the same bytes every time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from jdgtools.cache import Cache
from jdgtools.exporters.aids import EXPORTER
from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.charts import is_limit
from jdgtools.exporters.booklet.inlines import fine, sentence
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.whole_booklet import booklet, booklet_pdf
from jdgtools.exporters.booklet.words import word
from jdgtools.exporters.context import BuildContext
from jdgtools.model.battle import Battle
from jdgtools.model.text import Text
from jdgtools.render.bounds import inside, overlap, placed_texts
from jdgtools.render.map.words import say_date
from jdgtools.render.scene import Scene
from jdgtools.render.scene import TextItem as Letters
from tests.unit.exporters_aids.conftest import SCENARIOS, book, context, flat, pages, pdf, scenes, squeezed

Read = Callable[[str, str], str]

MM = 72 / 25.4
BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]
BOOKS = [
    *((battle, language) for battle in BATTLES for language in ("en", "fr")),
    *((battle, "pl") for battle in BATTLES),
    ("teaching-afe", "hu"),
]
each_book = pytest.mark.parametrize(("battle", "language"), BOOKS)


def wanted_texts(battle: str, language: str) -> list[str]:
    """Texts that the booklet must contain."""
    ctx = context(battle, language)
    model, names = ctx.battle, BookletNames(ctx)
    texts: list[Text] = [model.title, model.subtitle, model.notes, model.credits, *model.sources]
    texts += [side.name for side in model.sides]
    texts += [x.name for x in (*model.commands, *model.leaders, *model.units)]
    texts += [a.effect for a in model.activation if a.effect]
    texts += [p.name for p in model.series.phases] + [s for p in model.series.phases for s in p.steps]
    for chart in ctx.charts:
        texts += [] if is_limit(chart) else [chart.title]
        texts += [note.text for note in chart.notes]
    awards: list[Text] = []
    for scenario in model.scenarios:
        texts += [scenario.title, scenario.summary]
        texts += [x for rule in scenario.special_rules for x in (rule.title, rule.text)]
        awards += [a.name for a in (*scenario.awards, *scenario.automatic)]
        texts += [level.name for level in scenario.levels]
        texts += [a.condition for a in scenario.arrivals] + [t.label for t in scenario.turns]
    found = [text.get(language) for text in texts if text]
    found += [sentence(text.get(language)) for text in awards]
    # Of `JDG-4.4.1-j` players read the rule: 4.4.1.
    found += [o.split("-")[1] for s in model.scenarios for rule in s.special_rules for o in rule.overrules]
    found += [names.hex(i) for s in model.scenarios for p in s.placements for i in (*p.hexes, *p.area)]
    return [fine(text) for text in (*found, say_date(model.date, language), names.word("independent"))]


@each_book
def test_nothing_that_players_need_is_missing(read: Read, battle: str, language: str) -> None:
    text = read(battle, language)
    missing = [x for x in wanted_texts(battle, language) if squeezed(x) not in text]
    # Where two columns stand side by side, a reader of PDFs may mix their lines: then word by word.
    assert [x for x in missing if not all(squeezed(word) in text for word in x.split())] == []
    assert len(missing) < 6


@each_book
def test_house_values_are_marked(battle: str, language: str) -> None:
    shown = [text.string for page in scenes(battle, language) for text, _, _ in placed_texts(page)]
    charts = [[cell.kind for cell in chart.cells.values()] for chart in context(battle, language).charts]
    ours = [cells for cells in charts if cells.count("house") > len(cells) / 2]
    others = sum(cells.count("house") for cells in charts if cells not in ours)
    # A chart with mostly our values says so once, at its heading, and the legend once for all.
    # What goes on on another page has its heading, with its mark, once more.
    further_headings = sum(word("continued", language) in text for text in shown)
    marks = shown.count("°") - len(ours) - 1 - further_headings
    # Directions without difference are printed once, so not every cell has a mark of its own.
    assert ours and others / 2 <= marks <= others
    assert shown.count("p") >= sum(cells.count("player-aid") for cells in charts) + 1


@each_book
def test_no_lettering_lies_on_other_lettering(battle: str, language: str) -> None:
    for number, page in enumerate(scenes(battle, language), 1):
        # Letters on counters are tested where counters are; here are the texts of the page itself.
        own = [item for layer in page.layers for item in flat(layer.items) if isinstance(item, Letters)]
        alone = Scene.of(page.width, page.height, own)
        boxes = sorted((box, text.string) for text, _, box in placed_texts(alone) if text.string.strip())
        for at, (box, words) in enumerate(boxes):
            assert inside(box, (10.0, 6.0, 200.0, 292.0)), (number, words)
            for other, more in boxes[at + 1 :]:
                if other[0] > box[2]:
                    break
                # Descenders may reach towards the capitals below.
                assert not overlap(box, other, -0.5), (number, words, more)


@each_book
def test_pages_are_a4_and_nothing_leaves_them(battle: str, language: str) -> None:
    document = pdfium.PdfDocument(pdf(battle, language))
    for number, page in enumerate(document, 1):
        assert tuple(round(x / MM) for x in page.get_size()) == (210, 297)
        text = page.get_textpage()
        count = text.count_rects()
        assert count > 3
        for at in range(count):
            left, bottom, right, top = (x / MM for x in text.get_rect(at))
            wrong = text.get_text_bounded(*(x * MM for x in (left, bottom, right, top)))
            assert left > 8 and right < 202 and bottom > 5 and top < 292, f"page {number}: {wrong}"


@each_book
def test_only_bundled_fonts_embedded(battle: str, language: str) -> None:
    names = set()
    for page in PdfReader(BytesIO(pdf(battle, language))).pages:
        for font in page["/Resources"].get_object().get("/Font", {}).values():
            entry = font.get_object()
            below = entry.get("/DescendantFonts", [entry])[0].get_object()
            descriptor = below["/FontDescriptor"].get_object()
            assert "/FontFile3" in descriptor or "/FontFile2" in descriptor
            names.add(str(entry["/BaseFont"]).split("+")[1].split("-")[0])
    assert names <= {"EBGaramond", "IBMPlexSansCondensed", "IBMPlexSansCond"}


def test_booklets_in_other_languages_have_no_english_headings(read: Read) -> None:
    for battle, language in BOOKS:
        if language != "en":
            text = read(battle, language)
            for english in (
                "Sequenceofplay",
                "Ordersofbattle",
                "Specialrules",
                "Automaticvictory",
                "player'schoice",
            ):
                assert english not in text, (battle, language)


def test_language_files_are_honoured(read: Read) -> None:
    assert squeezed("Delaborde a quatre mille hommes contre quinze mille") in read("rolica-1808", "fr")
    assert squeezed("Półbrygada 6-funtowa A") in read("rolica-1808", "pl")


def test_same_bytes_in_another_process(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.unit.exporters_aids.conftest import context;"
        "from jdgtools.exporters.aids import EXPORTER;"
        "EXPORTER.export(context('teaching-jdg', 'fr'), Path(sys.argv[1]))"
    )
    sums = {sha256(pdf("teaching-jdg", "fr")).hexdigest()}
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        subprocess.run(
            [sys.executable, "-c", script, str(folder)],
            check=True,
            cwd=SCENARIOS.parent,
            env={"PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Asia/Tokyo", "PATH": ""},
        )
        sums.add(sha256((folder / "player-aids.pdf").read_bytes()).hexdigest())
    assert len(sums) == 1


def test_exporter_writes_what_it_names(tmp_path: Path) -> None:
    ctx = context("teaching-mpbs", "en")
    assert EXPORTER.name == "aids"
    assert EXPORTER.export(ctx, tmp_path) == []
    assert [p.name for p in tmp_path.iterdir()] == list(EXPORTER.outputs(ctx)) == ["player-aids.pdf"]


def test_setup_lists_a_stack_from_top_to_bottom(read: Read) -> None:
    text = read("teaching-jdg", "en")
    top, second, third = (
        text.rindex(x, 0, text.index("Setup:Austrians")) for x in ("1/7eArt.", "17eLigne", "Davout")
    )
    assert text.index("Setup:French") < top < second < third


def test_contents_name_the_right_pages() -> None:
    found = pages("teaching-jdg", "en")
    for title in ("Sequence of play", "Charts", "Orders of battle", "Scenario: The battle"):
        line = next(x for x in found[0].splitlines() if x.startswith(title))
        number = int(line.split()[-1].strip("."))
        assert squeezed(title) in squeezed(found[number - 1])
        assert number > 1


@each_book
def test_chapters_that_share_a_page_stand_below_each_other(battle: str, language: str) -> None:
    made, paper = book(battle, language), stylesheet.A4
    titles = [" ".join(fine(mark.title).split()) for mark in made.bookmarks]
    low = 0
    for page in sorted({mark.page for mark in made.bookmarks}):
        texts = [
            item
            for layer in made.pages[page].layers
            for item in flat(layer.items)
            if isinstance(item, Letters)
        ]
        here = [title for title, mark in zip(titles, made.bookmarks, strict=True) if mark.page == page]
        heads = [text for text in texts if text.string in here and text.size > 16 * stylesheet.PT]
        assert [text.string for text in heads] == here
        heights = [text.y for text in heads]
        assert heights == sorted(heights)
        for y in heights:
            others = [text.y for text in texts if stylesheet.TOP < text.y < y - 6.0]
            assert bool(others) == (y > stylesheet.TOP + 10.0)
            assert y < paper.height * 0.7 + 5.0
            low += bool(others)
    if language == "en":
        assert low > 0


def test_a_heading_of_several_lines_stands_in_the_text() -> None:
    ctx = context("teaching-jdg", "en")
    long = Text.of("A scenario whose title says at length what happens in it " * 3)
    scenarios = tuple(replace(scenario, title=long) for scenario in ctx.battle.scenarios)
    made = booklet(replace(ctx, battle=replace(ctx.battle, scenarios=scenarios), _values={}))
    for mark in made.bookmarks:
        page = made.pages[mark.page]
        for text, _, box in placed_texts(page):
            if text.size > 16 * stylesheet.PT:
                assert box[1] > 12.5, text.string


def test_bookmarks_and_links_lead_to_the_chapters() -> None:
    reader = PdfReader(BytesIO(pdf("teaching-jdg", "en")))
    made, found = book("teaching-jdg", "en"), pages("teaching-jdg", "en")
    outline = [entry for entry in reader.outline if not isinstance(entry, list)]
    assert [entry.title for entry in outline] == [mark.title for mark in made.bookmarks]
    for entry in outline:
        number = reader.get_destination_page_number(entry)
        assert number is not None and squeezed(str(entry.title)) in squeezed(found[number])
    links = [annotation.get_object() for annotation in reader.pages[0]["/Annots"]]
    assert len(links) == len(outline)
    for link, mark in zip(links, made.bookmarks, strict=True):
        assert link["/Dest"][0].get_object() == reader.pages[mark.page]
        left, low, right, high = (float(value) / MM for value in link["/Rect"])
        assert 15 < left < right < 195 and 100 < low < high < 200


def test_letter_paper_is_chosen_by_the_print_settings() -> None:
    ctx = context("teaching-jdg", "en")
    for papers, size in (
        (("letter",), (215.9, 279.4)),
        (("a3", "letter"), (215.9, 279.4)),
        (("a3",), (210, 297)),
    ):
        options = replace(ctx.options, printing=replace(ctx.print_settings, papers=papers))
        made = booklet(replace(ctx, options=options))
        assert {(page.width, page.height) for page in made.pages} == {size}
        for page in made.pages:
            for text, _, box in placed_texts(page):
                wanted = (10.0, 6.0, size[0] - 10.0, size[1] - 5.0)
                assert inside(box, wanted), text.string


def test_a_booklet_of_an_earlier_build_is_used_until_something_in_it_changes(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "art.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8"
    )
    ctx = replace(context("teaching-jdg", "en"), project=tmp_path, cache=Cache(tmp_path / "cache"))

    def made(battle: Battle, **options: Any) -> bytes:
        folder = tmp_path / "out"
        folder.mkdir(exist_ok=True)
        fresh = replace(ctx, battle=battle, options=replace(ctx.options, **options), _values={})
        EXPORTER.export(fresh, folder)
        return (folder / "player-aids.pdf").read_bytes()

    def entries() -> int:
        return len(list((tmp_path / "cache").rglob("*.jdg")))

    first = made(ctx.battle)
    # The booklet, its chapter of charts, its map as the scenarios have it.
    assert entries() == 4
    assert made(ctx.battle) == first == pdf_without_cache(ctx)
    assert entries() == 4
    unit = replace(ctx.battle.units[0], name=Text.of("Somebody else"))
    renamed = replace(ctx.battle, units=(unit, *ctx.battle.units[1:]))
    assert made(renamed) != first
    assert made(ctx.battle, language="fr") != first
    drawn = replace(ctx.battle, units=(replace(ctx.battle.units[0], art="art.svg"), *ctx.battle.units[1:]))
    made(drawn)
    before = entries()
    circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    (tmp_path / "art.svg").write_text(circle, encoding="utf-8")
    made(drawn)
    assert entries() == before + 1


def pdf_without_cache(ctx: BuildContext) -> bytes:
    return booklet_pdf(replace(ctx, cache=Cache(None)))


@each_book
def test_every_abbreviation_of_the_orders_of_battle_is_explained(battle: str, language: str) -> None:
    names = BookletNames(context(battle, language))
    text = squeezed(" ".join(pages(battle, language)))
    for role in names.battle.series.roles:
        for leader in (x for x in names.battle.leaders if x.role == role.id):
            for field in role.fields:
                if field.abbreviation and field.id in leader.front:
                    meaning = names.pair(field.short(language), field.name.get(language))
                    assert squeezed(meaning) in text, (leader.id, meaning)
