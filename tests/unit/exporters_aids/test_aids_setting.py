"""Inlines, lines, tables and columns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.flowables import Block, Flowable, block, heading, paragraph, prose
from jdgtools.exporters.booklet.inlines import Inlines, Style
from jdgtools.exporters.booklet.lines import Lines, set_even_lines, set_lines
from jdgtools.exporters.booklet.packing import (
    LaidBlock,
    PackedChapter,
    PlacedFlowable,
    arrange,
    pack,
    pack_below,
)
from jdgtools.exporters.booklet.table import table
from jdgtools.exporters.booklet.whole_booklet import margins
from jdgtools.render.bounds import placed_texts
from jdgtools.render.scene import Item, Scene, TextItem
from jdgtools.render.text import text_width
from tests.unit.exporters_aids.conftest import flat

STYLE = Style(8.0)
WORDS = "Each player rolls the die and adds the commander's modifier; the higher total has the initiative."


def drawn(lines: Lines) -> list[TextItem]:
    out: list[Item] = []
    lines.draw(0.0, 0.0, out)
    return [item for item in flat(out) if isinstance(item, TextItem)]


def shown(texts: list[TextItem]) -> list[str]:
    rows: dict[float, list[TextItem]] = {}
    for text in texts:
        rows.setdefault(round(text.y, 3), []).append(text)
    return [
        " ".join(t.string for t in sorted(row, key=lambda t: t.x))
        for _, row in sorted(rows.items(), key=lambda r: r[0])
    ]


@pytest.mark.parametrize(
    "plain",
    ["#panic()", "*bold* _not_ `code` $x$ <a> @b", "= heading", "\\ back\\u{41}", "https://a.b/#c", "]["],
)
def test_text_is_shown_as_it_is(plain: str) -> None:
    assert shown(drawn(set_lines(inlines.text(plain), STYLE, 200.0))) == [plain]


@pytest.mark.parametrize("span", ["3 to 8", "3 à 8", "3 do 8", "3 – 8"])
def test_the_end_of_a_span_is_never_alone_on_a_line(span: str) -> None:
    plate = (*inlines.space(1.2), *inlines.pill("every turn"))
    for width in range(14, 60):
        rows = shown(
            drawn(set_lines((*inlines.text(f"Crest and village, each turn {span}"), *plate), STYLE, width))
        )
        assert any(span in row for row in rows), (width, rows)


def test_numbers_of_pages_stand_at_the_outer_edges_of_folded_sheets() -> None:
    for number in range(1, 5):
        items = margins("Roliça", "Charts", "rolica 1.0", number, stylesheet.A4)
        left, right = stylesheet.A4.margin, stylesheet.A4.margin + stylesheet.A4.text_width
        texts = {item.string: item for item in items if isinstance(item, TextItem)}
        page, footer = texts[str(number)], texts["rolica 1.0"]
        edges = (left, "start") if number % 2 == 0 else (right, "end")
        assert (page.x, page.anchor) == edges
        inner = (
            footer.x + text_width(footer.string, footer.font, footer.size) if number % 2 == 0 else footer.x
        )
        assert inner == pytest.approx(right if number % 2 == 0 else left)


@settings(max_examples=80, deadline=None)
@given(st.text(st.sampled_from("ab-/ :;«»é↗°1."), max_size=60), st.floats(3.0, 80.0))
def test_no_letter_is_lost_and_no_line_is_too_long(plain: str, width: float) -> None:
    lines = set_lines(inlines.text(plain), STYLE, width)
    text = "".join(t.string for t in drawn(lines))
    assert "".join(text.split()).replace("−", "-") == "".join(plain.split()).replace("↗", "")
    for line in lines.lines:
        single = len(line.pieces) == 1
        assert line.width <= width + 1e-6 or single


@pytest.mark.parametrize(
    ("plain", "width", "rows"),
    [
        (
            "6-pdr half-brigade C + 6-pdr half-brigade D",
            44.0,
            ["6-pdr half-brigade C +", "6-pdr half-brigade D"],
        ),
        ("Half-brigade D, wyeliminowana", 22.0, ["Half-brigade D,", "wyeliminowana"]),
    ],
    ids=["a letter alone", "a long word is no orphan"],
)
def test_no_short_word_stands_alone_on_the_last_line(plain: str, width: float, rows: list[str]) -> None:
    assert shown(drawn(set_lines(inlines.text(plain), STYLE, width))) == rows


def test_a_word_behind_a_line_break_or_at_the_right_end_stays_alone() -> None:
    broken = inlines.lines([inlines.text("one two three"), inlines.text("x")])
    assert shown(drawn(set_lines(broken, STYLE, 100.0))) == ["one two three", "x"]
    filled = (*inlines.text("Light horse of the centre"), *inlines.FILL, *inlines.text("W"))
    assert shown(drawn(set_lines(filled, STYLE, 29.0))) == ["Light horse of the centre", "W"]


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ("l'armée rompt", "L'armée rompt"),
        ("l’hex", "L’hex"),
        ("n-th stack", "n-th stack"),
        ("a hex", "A hex"),
    ],
)
def test_a_sentence_begins_with_a_capital(plain: str, sentence: str) -> None:
    assert inlines.sentence(plain) == sentence


def test_what_goes_on_on_another_page_has_its_heading_there() -> None:
    def part(high: float, name: str, **fields: object) -> LaidBlock:
        return LaidBlock([_named(high, name)], wide=True, **fields)  # type: ignore[arg-type]

    next_page = (_named(8.0, "again"),)
    first, second = part(150.0, "first"), part(150.0, "second", follows=True, next_page=next_page)
    assert _names(arrange([first, second])) == [["first"], ["again", "second"]]
    short = part(60.0, "second", follows=True, next_page=next_page)
    assert _names(arrange([first, short])) == [["first", "second"]]


def test_columns_that_go_on_on_another_page_have_their_heading_across_it() -> None:
    side, again = LaidBlock([_named(9.0, "side")], wide=True), (_named(9.0, "again"),)
    commands = [LaidBlock([_named(120.0, f"{n}")], next_page=again if n else ()) for n in range(6)]
    assert _names(arrange([side, *commands])) == [["side", "0", "1", "2", "3"], ["again", "4", "5"]]
    # One that leaves the heading no room stands alone.
    high = [LaidBlock([_named(262.0, name)], next_page=again) for name in "ab"]
    assert _names(arrange([LaidBlock([_named(200.0, "map")], wide=True), *high])) == [["map"], ["a", "b"]]


def _named(high: float, name: str) -> Flowable:
    return Flowable(high, lambda x, y, out: out.append(TextItem(x, y, name, 3.0, "sans")))


def _names(pages: list[list[PlacedFlowable]]) -> list[list[str]]:
    out: list[list[str]] = []
    for page in pages:
        items: list[Item] = []
        for each in page:
            each.flowable.draw(each.x, each.y, items)
        out.append([item.string for item in items if isinstance(item, TextItem)])
    return out


def test_words_of_one_kind_are_one_item() -> None:
    lines = set_lines(
        (*inlines.text("one two"), *inlines.literal(" three "), *inlines.bold(inlines.text("four"))),
        STYLE,
        90.0,
    )
    assert [t.string for t in drawn(lines)] == ["one two three", "four"]


def test_lines_are_as_wide_as_their_letters() -> None:
    lines = set_lines(inlines.text(WORDS), STYLE, 40.0)
    assert len(lines.lines) > 2
    for line, text in zip(lines.lines, drawn(lines), strict=True):
        assert line.width == pytest.approx(text_width(text.string, "sans", 8.0 * stylesheet.PT), abs=0.15)
        assert line.width <= 40.0


@pytest.mark.parametrize(("plain", "kept"), [("un point de force : oui", "force :"), ("« oui »", "« oui »")])
def test_signs_set_apart_stay_with_their_words(plain: str, kept: str) -> None:
    for width in (8.0, 12.0, 15.0, 18.0, 21.0):
        lines = shown(drawn(set_lines(inlines.text(plain), STYLE, width)))
        if all(text_width(kept, "sans", 8.0 * stylesheet.PT) < width for _ in lines):
            assert any(kept in line for line in lines), (width, lines)


def test_what_follows_a_fill_stands_at_the_right_end() -> None:
    text: Inlines = (*inlines.text("left"), *inlines.FILL, *inlines.text("right"))
    left, right = drawn(set_lines(text, STYLE, 50.0))
    assert left.x == 0.0
    assert right.x + text_width("right", "sans", right.size) == pytest.approx(50.0)


def test_emphasis_keeps_the_inner_colour() -> None:
    runs = inlines.away(inlines.house_value(inlines.text("3")))
    assert [(r.text, r.color) for r in runs if isinstance(r, inlines.Run)] == [
        ("3", stylesheet.AWAY),
        ("°", stylesheet.ACCENT),
    ]


def test_paragraphs_are_kept_apart() -> None:
    flowables = [flowable for element in prose("one\ntwo\r\n\r\nthree") for flowable in element(50.0)]
    assert len(flowables) == 2
    assert flowables[1].above > 0


def _rows(flowables: list[Flowable]) -> list[float]:
    return [flowable.height for flowable in flowables]


def test_columns_take_what_they_need_and_share_the_rest() -> None:
    head = [inlines.text("Hex"), inlines.text("Name"), inlines.text("Note")]
    rows = [[inlines.text("0101"), inlines.text("x"), inlines.text(WORDS)]]
    [top, row] = table(head, rows, ("auto", "1fr", "2fr"), "lll")(89.0)
    out: list[Item] = []
    row.draw(0.0, 0.0, out)
    xs = sorted({round(item.x, 2) for item in flat(out) if isinstance(item, TextItem)})
    first = 2 * stylesheet.INSET + text_width("Name"[:0] + "0101", "sans", stylesheet.CELL * stylesheet.PT)
    assert xs[0] == pytest.approx(stylesheet.INSET)
    assert xs[1] == pytest.approx(first + stylesheet.INSET, abs=0.1)
    assert xs[2] - xs[1] == pytest.approx((89.0 - first) / 3, abs=0.1)
    assert row.height > top.height


def test_a_column_too_narrow_for_a_word_takes_room_from_the_others() -> None:
    head = [inlines.text(x) for x in ("", "Commander-in-chief", "b", "c", "d", "e")]
    flowables = table(head, [[inlines.text("1")] * 6], ("30mm", *["1fr"] * 5), "lccccc")(89.0)
    out: list[Item] = []
    flowables[0].draw(0.0, 0.0, out)
    assert "Commander-in-chief" in [item.string for item in flat(out) if isinstance(item, TextItem)]


def test_a_long_table_is_cut_between_rows_and_its_head_repeated() -> None:
    head = [inlines.text("Hex"), inlines.text("Unit")]
    rows = [[inlines.text(str(n)), inlines.text(f"unit {n}")] for n in range(150)]
    pages = pack([block(heading("Setup"), table(head, rows, ("auto", "1fr"), "ll"))], stylesheet.HEAD)
    texts = [[t.string for t, _, _ in placed_texts(Scene.of(210.0, 297.0, page))] for page in pages]
    found = [string for page in texts for string in page if string.startswith("unit")]
    assert found == [f"unit {n}" for n in range(150)]
    # 150 rows of 3.8 mm: three columns, the last of which is divided, since it would stand alone.
    assert [string for page in texts for string in page].count("Hex") == 4
    assert len(pages) == 2
    for page in pages:
        for _, _, box in placed_texts(Scene.of(210.0, 297.0, page)):
            assert box[3] < stylesheet.A4.height - stylesheet.BOTTOM + 1.0


@pytest.mark.parametrize("before", range(1, 12))
@pytest.mark.parametrize(("room", "heads"), [(2, 1), (3, 1), (3, 2), (5, 2)])
def test_no_heading_stays_behind_at_the_foot_of_a_page(before: int, room: int, heads: int) -> None:
    """Rows of every number before it: wherever the page ends, what a heading stands over follows it there."""

    def flowable(sticky: bool = False) -> Flowable:
        return Flowable(10.0, lambda x, y, out: None, sticky=sticky)

    flowables = [
        *(flowable() for _ in range(before)),
        *(flowable(True) for _ in range(heads)),
        *(flowable() for _ in range(6)),
    ]
    high = 10.0 * room + 7.0
    paper = stylesheet.Paper(stylesheet.A4.width, high + stylesheet.TOP + stylesheet.BOTTOM)
    for wide in (False, True):
        columns = [
            [placed.flowable for placed in page if placed.x == x]
            for page in arrange([LaidBlock(flowables, wide)], paper=paper)
            for x in sorted({placed.x for placed in page})
        ]
        assert len(columns) > 1 and [each for column in columns for each in column] == flowables
        assert not any(column[-1].sticky for column in columns)


def test_a_long_table_that_stands_alone_fills_both_columns() -> None:
    """Its head stands above both parts, side by side; a short one, and one beside another block, stay whole."""
    rows = [[inlines.text(f"row {n}"), inlines.text(str(n))] for n in range(12)]
    long, short = (
        block(heading("Distances"), table([inlines.text("Case"), inlines.text("Value")], some))
        for some in (rows, rows[:5])
    )

    def places(*blocks: Block) -> dict[str, list[tuple[float, float]]]:
        (page,) = pack(blocks)
        found: dict[str, list[tuple[float, float]]] = {}
        for text, _, box in placed_texts(Scene.of(300.0, 300.0, page)):
            found.setdefault(text.string, []).append((box[0], box[3]))
        return found

    alone = places(long)
    (left, top), (right, beside) = sorted(alone["Case"])
    assert top == pytest.approx(beside) and left < 100 < right
    assert alone["row 0"][0][1] == pytest.approx(alone["row 6"][0][1]) and len(alone["Distances"]) == 1
    assert len(places(short)["Case"]) == 1
    assert len(places(long, short)["Case"]) == 2


def test_columns_are_balanced_and_blocks_keep_their_order() -> None:
    blocks = [block(paragraph(inlines.text(f"b{n} {WORDS}"))) for n in range(10)]
    [page] = pack(blocks, stylesheet.HEAD)
    texts = [item for item in flat(page) if isinstance(item, TextItem)]
    firsts = sorted((t for t in texts if t.string.startswith("b")), key=lambda t: (t.x, t.y))
    assert [t.string.split()[0] for t in firsts] == [f"b{n}" for n in range(10)]
    left = max(t.y for t in texts if t.x < 100)
    right = max(t.y for t in texts if t.x > 100)
    assert abs(left - right) < 1.0


PAGE = stylesheet.Paper(stylesheet.A4.width, 120.0 + stylesheet.TOP + stylesheet.BOTTOM)
"""A page with room for 120 mm of text."""


def bars(*heights: float, wide: bool = False, sticky: bool = False) -> list[Block]:
    """Blocks of one flowable each, that write their height."""

    def bar(high: float) -> Flowable:
        return Flowable(high, lambda x, y, out: out.append(TextItem(x, y, f"{high}", 2.0)), sticky=sticky)

    return [block(lambda _, high=high: [bar(high)], wide=wide) for high in heights]  # type: ignore[misc]


def tops(page: list[Item]) -> list[tuple[str, float]]:
    return [(item.string, item.y - stylesheet.TOP) for item in flat(page) if isinstance(item, TextItem)]


def test_a_chapter_begins_below_the_one_before_where_it_fits() -> None:
    packed = pack_below(bars(20.0, 10.0, wide=True), 15.0, 50.0, paper=PAGE)
    assert packed.start == 50.0
    assert [tops(page) for page in packed.pages] == [[("20.0", 65.0), ("10.0", 85.0 + stylesheet.GAP)]]
    assert packed.end == 95.0 + stylesheet.GAP


def test_a_longer_chapter_begins_there_if_its_beginning_fills_half_of_the_rest() -> None:
    def begin(first: float) -> PackedChapter:
        return pack_below(bars(first, 80.0, wide=True), 15.0, 50.0, paper=PAGE)

    enough = begin(30.0)
    assert enough.start == 50.0
    assert [tops(page) for page in enough.pages] == [[("30.0", 65.0)], [("80.0", 0.0)]]
    assert enough.end == 80.0
    for little in (begin(15.0), begin(70.0)):
        assert little.start == 0.0
        assert tops(little.pages[0])[0][1] == 15.0


def test_the_last_chapter_may_fill_its_pages_alike() -> None:
    """Of four blocks on pages with room for three, two stand on each; those that end together still do."""
    high = (PAGE.room - 5.0) / 3 - stylesheet.GAP
    fours, cards = (
        bars(high, high, high, high, wide=True),
        bars(high, high, high, high / 4, high / 4, wide=True),
    )

    def counts(blocks: list[Block], even: bool) -> list[int]:
        packed = pack_below(blocks, 0.0, 0.0, loose=True, paper=PAGE, even=even)
        return [len(page) for page in packed.pages]

    assert (counts(fours, even=False), counts(fours, even=True)) == ([3, 1], [2, 2])
    assert (counts(cards, even=False), counts(cards, even=True)) == ([3, 2], [2, 3])


@pytest.mark.parametrize("start", [0.0, 85.0, 119.0, 140.0])
def test_no_chapter_begins_in_the_last_three_tenths_of_a_page(start: float) -> None:
    packed = pack_below(bars(10.0, wide=True), 15.0, start, paper=PAGE)
    assert packed.start == 0.0
    assert [tops(page) for page in packed.pages] == [[("10.0", 15.0)]]
    assert packed.end == 25.0


@pytest.mark.parametrize("loose", [False, True])
def test_a_title_stands_over_what_is_read_first(loose: bool) -> None:
    above = Block((paragraph(inlines.text("What it is about"), sticky=True),), wide=True)
    long, short = bars(60.0, wide=True)[0], bars(4.0, wide=True)[0]
    packed = pack_below([above, above, long, short], 15.0, 50.0, loose=loose, paper=PAGE, close=True)
    assert packed.start == 0.0
    packed = pack_below([above, above, short, long], 15.0, 50.0, loose=loose, paper=PAGE, close=True)
    assert packed.start == 50.0


def test_blocks_of_a_chapter_are_cut_alike_wherever_it_begins() -> None:
    """A block that fits on a page of its own goes there whole, though less is left of the page before."""
    blocks = [*bars(40.0, wide=True), block(lambda _: [Flowable(30.0, lambda x, y, out: None)] * 3)]
    packed = pack_below(blocks, 15.0, 50.0, paper=PAGE)
    assert [len(page) for page in packed.pages] == [1, 0] and packed.start == 50.0
    assert packed.end == 90.0


def test_a_band_across_the_page_does_not_stay_behind_without_what_it_stands_over() -> None:
    blocks = [*bars(70.0, wide=True), *bars(10.0, wide=True, sticky=True), *bars(40.0, 40.0)]
    first, second = pack(blocks, 0.0, paper=PAGE)
    assert [text for text, _ in tops(first)] == ["70.0"]
    assert [text for text, _ in tops(second)] == ["10.0", "40.0", "40.0"]


def test_a_long_table_goes_into_both_columns_below_a_band_that_would_have_to_wait_for_it() -> None:
    """The leaders of a side below its name, where half a page is left; what follows them goes to the next."""
    rows = [[inlines.text(f"row {n}"), inlines.text(str(n))] for n in range(20)]
    leaders = block(table([inlines.text("Leader"), inlines.text("Rating")], rows))
    band = bars(10.0, wide=True, sticky=True)
    first, second = pack([*bars(50.0, wide=True), *band, leaders, *bars(70.0, 70.0)], paper=PAGE)
    assert [text for text, _ in tops(first)].count("Leader") == 2
    assert [text for text, _ in tops(second)] == ["70.0", "70.0"]
    # Without a band above it, it waits for a page that has room for it.
    first, *_ = pack([*bars(50.0, wide=True), leaders, *bars(70.0, 70.0)], paper=PAGE)
    assert "Leader" not in [text for text, _ in tops(first)]


def test_blocks_that_may_go_before_others_leave_no_band_behind() -> None:
    """A block that would fit beside the band goes there only with what the band stands over."""
    blocks = [*bars(70.0, wide=True), *bars(10.0, wide=True, sticky=True), *bars(40.0, 5.0, wide=True)]
    pages = [[text for text, _ in tops(page)] for page in pack(blocks, 0.0, loose=True, paper=PAGE)]
    assert pages == [["70.0", "5.0"], ["10.0", "40.0"]]


def floating(*heights: float) -> list[Block]:
    return [replace(each, floats=True) for each in bars(*heights, wide=True)]


@pytest.mark.parametrize("wide", [False, True])
def test_a_block_that_floats_fills_the_page_that_others_leave(wide: bool) -> None:
    """Blocks of 90 mm leave 30 mm: what floats stands there instead of on a page of its own."""
    heights = [90.0, 90.0] if wide else [90.0, 90.0, 90.0, 90.0]
    first, second = pack([*bars(*heights, wide=wide), *floating(20.0)], 0.0, paper=PAGE)
    assert [text for text, _ in tops(first)] == [*["90.0"] * (len(heights) // 2), "20.0"]
    assert [text for text, _ in tops(second)] == ["90.0"] * (len(heights) // 2)


def test_a_block_that_floats_stays_in_its_place_where_it_finds_no_room() -> None:
    pages = pack([*bars(90.0, 90.0, wide=True), *floating(40.0)], 0.0, paper=PAGE)
    assert [[text for text, _ in tops(page)] for page in pages] == [["90.0"], ["90.0"], ["40.0"]]


def test_nothing_stands_before_others_that_does_not_float() -> None:
    pages = pack(bars(90.0, 90.0, 20.0, wide=True), 0.0, paper=PAGE)
    assert [[text for text, _ in tops(page)] for page in pages] == [["90.0"], ["90.0", "20.0"]]


def test_a_heading_in_two_lines_has_lines_of_nearly_the_same_length() -> None:
    style = Style(12.5, "serif", "semibold")
    words = inlines.text("Leaders: default values of the wounded and of replacements")
    greedy, even = set_lines(words, style, 84.0), set_even_lines(words, style, 84.0)
    assert len(greedy.lines) == len(even.lines) == 2
    assert greedy.lines[0].width - greedy.lines[1].width > 30.0
    assert abs(even.lines[0].width - even.lines[1].width) < 15.0
    assert even.width == 84.0
    alone = inlines.text("Initiative")
    assert set_even_lines(alone, style, 84.0) == set_lines(alone, style, 84.0)
