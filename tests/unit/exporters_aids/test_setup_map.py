"""The map of a setup card."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageStat

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.flowables import PlainParagraph, PlainTable, content_of, stack
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.rules import Earlier
from jdgtools.exporters.booklet.scenarios import setup_cards
from jdgtools.exporters.booklet.setupmap import ground_items, setup_maps
from jdgtools.exporters.booklet.setupwindow import MIN_COUNTER, setup_hexes, windows
from jdgtools.exporters.booklet.stylesheet import paper_of
from jdgtools.exporters.map import drawn_map
from jdgtools.model.scenario import Placement
from jdgtools.render.backends.pdf import render_pdf
from jdgtools.render.bounds import inside, item_box
from jdgtools.render.scene import Group, Item, Rect, Scene, TextItem, Use, translation
from tests.unit.exporters_aids.conftest import context

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]


def cards(
    battle: str, language: str = "en"
) -> Iterator[tuple[BookletNames, str, list[Placement], list[list[Item]], list[float]]]:
    """Every card: names, side, its pieces, the items of its maps, their heights."""
    ctx = context(battle, language)
    names, pictures = BookletNames(ctx), BookletPictures(ctx)
    for scenario in ctx.battle.scenarios:
        for side in ctx.battle.sides:
            placed = [p for p in scenario.placements if names.side_of(p.piece) == side.id]
            flowables = setup_maps(names, pictures, placed, side.colour or "#888888", stylesheet.WIDTH)
            if flowables:
                maps: list[list[Item]] = [[] for _ in flowables]
                for flowable, out in zip(flowables, maps, strict=True):
                    flowable.draw(0.0, 0.0, out)
                yield names, side.id, placed, maps, [flowable.height for flowable in flowables]


def flat(items: tuple[Item, ...] | list[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


@pytest.mark.parametrize("battle", BATTLES)
def test_every_piece_on_the_map_is_shown_once(battle: str) -> None:
    seen = 0
    for _, _, placed, maps, _ in cards(battle):
        shown = [item.symbol.id for items in maps for item in flat(items) if isinstance(item, Use)]
        faces = [name for name in shown if name != "map"]
        assert len(shown) - len(faces) == len(maps)
        # Two maps of one card may overlap: then a counter lies on both.
        assert len(set(faces)) == len({p.piece for p in placed if p.hexes})
        assert len(maps) > 1 or len(faces) == len(set(faces))
        seen += len(faces)
    assert seen > 3


@pytest.mark.parametrize("battle", [*BATTLES, "edgehill-1642", "bouvines-1214"])
def test_counters_are_large_enough_to_be_read(battle: str) -> None:
    seen = 0
    for _, _, _, maps, _ in cards(battle):
        for items in maps:
            for group in groups(items):
                for face in group.items:
                    if isinstance(face, Use) and face.symbol.id != "map":
                        wide, high = face.symbol.box[2:]
                        assert face.size / max(wide, high) * high >= MIN_COUNTER - 1e-6
                        seen += 1
    assert seen > 3


@pytest.mark.parametrize("battle", [*BATTLES, "edgehill-1642"])
def test_the_maps_keep_to_the_page(battle: str) -> None:
    for _, _, _, maps, heights in cards(battle):
        assert sum(heights) < 200
        for items, height in zip(maps, heights, strict=True):
            for item in items:
                if isinstance(item, Rect):
                    box = item_box(item)
                    assert box is not None
                    assert inside(box, (-0.2, -0.2, stylesheet.WIDTH + 0.2, height + 0.2))
            assert all(isinstance(item, Rect) or _is_cut(item) for item in items)


def _is_cut(item: Item) -> bool:
    """Whether something shows only inside a frame."""
    return isinstance(item, Group) and all(isinstance(x, Group) and x.clip is not None for x in item.items)


@pytest.mark.parametrize("battle", BATTLES)
def test_hexes_with_pieces_have_their_numbers_above_all_counters(battle: str) -> None:
    for names, side, placed, maps, _ in cards(battle):
        shown: set[str] = set()
        for items in maps:
            drawn = [item for item in flat(items) if isinstance(item, Use | TextItem)]
            hexes = {names.hex(index) for p in placed for index in p.hexes}
            numbers = [
                n for n, item in enumerate(drawn) if isinstance(item, TextItem) and item.string in hexes
            ]
            faces = [n for n, item in enumerate(drawn) if isinstance(item, Use)]
            assert not numbers or min(numbers) > max(faces)
            shown |= {item.string for item in drawn if isinstance(item, TextItem)}
        wanted = {names.hex(index) for p in placed for index in p.hexes}
        assert wanted <= shown, side


def test_the_ground_is_that_of_the_print_map() -> None:
    """The same hexes on the card and on the print map have the same colours."""
    ctx = context("rolica-1808", "en")
    names, pictures = BookletNames(ctx), BookletPictures(ctx)
    excerpt = pictures.ground(ctx)
    hexes = [ctx.battle.map.grid.index(name) for name in ("0301", "0904", "0405")]
    window = windows(ctx.battle.map.grid, hexes, stylesheet.WIDTH)[0]
    items = ground_items(excerpt, window)
    page = Scene.of(
        stylesheet.WIDTH, window.height, [Group(tuple(items), translation(-window.left, -window.top))]
    )
    card = pixels(render_pdf([page], forms=[excerpt.forms]), 120)
    sheet = pixels(drawn_map(ctx).pdf(), 120)
    seen = []
    for index in hexes:
        x, y = window.layout.centre(index)
        one = around(card, x - window.left, y - window.top, 0.3 * window.layout.size)
        scale = excerpt.hex_mm / window.layout.size
        two = around(
            sheet, excerpt.origin[0] + x * scale, excerpt.origin[1] + y * scale, 0.3 * excerpt.hex_mm
        )
        assert one == pytest.approx(two, abs=4.0)
        seen.append(one)
    assert max(seen) != pytest.approx(min(seen), abs=8.0)
    assert excerpt.number(names.hex(hexes[0])) is not None


def pixels(pdf: bytes, dpi: float) -> Image.Image:
    document = pdfium.PdfDocument(pdf)
    return document[0].render(scale=dpi / 72).to_pil().convert("RGB")


def around(picture: Image.Image, x: float, y: float, reach: float) -> list[float]:
    """Mean colour around a place in mm."""
    k = 120 / 25.4
    box = tuple(round(v * k) for v in (x - reach, y - reach, x + reach, y + reach))
    return ImageStat.Stat(picture.crop(box)).mean


def test_a_name_of_two_lines_is_shown_as_a_whole_or_not_at_all() -> None:
    """Of *Punkt królewski* nothing but *Punkt* stood at the lower edge of a map."""
    ctx = context("teaching-mpbs", "en")
    excerpt = BookletPictures(ctx).ground(ctx)
    names = [item for item in excerpt.lettering if isinstance(item, Group)]
    name = next(x for x in names if len({line.y for line in flat([x]) if isinstance(line, TextItem)}) == 2)
    left, top, right, bottom = item_box(name) or (0.0, 0.0, 0.0, 0.0)
    words = {line.string for line in flat([name]) if isinstance(line, TextItem)}

    def shown(low: float) -> set[str]:
        items = excerpt.lettering_in((left - 0.1, top - 0.1, right + 0.1, low))
        return words & {line.string for line in flat(items) if isinstance(line, TextItem)}

    assert shown(bottom + 0.1) == words and not shown((top + bottom) / 2)


def test_smaller_maps_keep_counters_that_can_be_read() -> None:
    the_map = context("vimeiro-1808", "en").battle.map
    assert the_map is not None
    placements = context("vimeiro-1808", "en").battle.scenarios[0].placements
    hexes = setup_hexes(placements)
    usual, smaller, smallest = (windows(the_map.grid, hexes, 180.0, share) for share in (1.0, 0.85, 0.1))
    assert sum(x.height for x in smaller) < sum(x.height for x in usual)
    assert all(x.counter >= MIN_COUNTER - 1e-9 for x in smallest)
    assert {h for x in smallest for h in hexes if x.shows(h)} == hexes


def test_a_setup_on_a_changed_map_refers_to_the_same_one_before() -> None:
    build = context("edgehill-1642", "en")
    first, second = build.battle.scenarios
    assert second.map_changes and not first.map_changes
    names = BookletNames(build.in_scenario(second))
    side = build.battle.sides[0].id
    placements = [p for p in second.placements if names.side_of(p.piece) == side]
    words = Earlier(names, second, [first]).setup(side, placements)
    assert words.startswith("As in “Edgehill”. Different on the map: hedge: gone, 0509/0410")
    # The card of a scenario with changes of its own shows another map.
    names = BookletNames(build.in_scenario(first))
    assert Earlier(names, first, [second]).setup(side, placements) == ""


def test_a_side_without_pieces_on_the_map_has_none() -> None:
    ctx = context("teaching-jdg", "en")
    assert setup_maps(BookletNames(ctx), BookletPictures(ctx), [], "#888888", stylesheet.WIDTH) == []
    boxed = Placement("fr-17", "unit", box="reserve")
    assert setup_maps(BookletNames(ctx), BookletPictures(ctx), [boxed], "#888888", stylesheet.WIDTH) == []


def test_counters_lie_as_they_face() -> None:
    """The front edge of a counter points where its unit faces."""
    ctx = context("teaching-jdg", "en")
    names, pictures = BookletNames(ctx), BookletPictures(ctx)
    side = ctx.battle.sides[0]
    for facing, up in ((0, (0.5, -0.866)), (2, (0.5, 0.866)), (4, (-1.0, 0.0))):
        placed = [Placement("fr-17", "unit", hexes=(10,), facing=facing)]
        [flowable] = setup_maps(names, pictures, placed, side.colour or "#888888", stylesheet.WIDTH)
        out: list[Item] = []
        flowable.draw(0.0, 0.0, out)
        [turned] = [group for group in groups(out) if any(_is_face(x) for x in group.items)]
        assert turned.transform is not None
        a, b, c, d, _, _ = turned.transform
        # The image of "up" on the face, in paper coordinates with y down.
        assert (-c, -d) == pytest.approx(up, abs=0.01)
        assert (a, b) == pytest.approx((d, -c))


def _is_face(item: Item) -> bool:
    return isinstance(item, Use) and item.symbol.id != "map"


def groups(items: tuple[Item, ...] | list[Item]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def test_what_begins_in_a_box_stands_below_the_table_of_hexes() -> None:
    ctx = context("teaching-afe", "en")
    names, scenario = BookletNames(ctx), ctx.battle.scenarios[0]
    before = Earlier(names, scenario, ())
    for card in setup_cards(names, BookletPictures(ctx), scenario, before):
        contents = [part for element in card.elements for part in content_of(element)]
        rows = [
            inlines.words(row[0]) for part in contents if isinstance(part, PlainTable) for row in part.rows
        ]
        assert rows
        assert not any("Replacement" in row for row in rows)
        lines = [inlines.words(part.inlines) for part in contents if isinstance(part, PlainParagraph)]
        assert [line for line in lines if line.startswith("Replacement leaders: A")]


@pytest.mark.parametrize("battle", ["bremule-1119", "teaching-afe"])
def test_every_card_with_a_stack_says_how_it_stands(battle: str) -> None:
    """The French card of Brémule, which is read first, said nothing of its stack."""
    ctx = context(battle, "en")
    names, scenario = BookletNames(ctx), ctx.battle.scenarios[0]
    before = Earlier(names, scenario, ())
    all_cards = setup_cards(names, BookletPictures(ctx), scenario, before)
    for side, card in zip(ctx.battle.sides, all_cards, strict=True):
        placed = [p for p in scenario.placements if names.side_of(p.piece) == side.id and p.hexes]
        has_stack = len({p.hexes for p in placed}) < len(placed)
        contents = [part for element in card.elements for part in content_of(element)]
        lines = [inlines.words(part.inlines) for part in contents if isinstance(part, PlainParagraph)]
        assert any(line.startswith("Pieces in one hex") for line in lines) == has_stack, side.id


@pytest.mark.parametrize("above", [0.0, 7.0])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_is_no_higher_than_a_page(paper: str, above: float) -> None:
    """The maps of Parliament's card are made smaller for it: its table ran over the foot of a Letter page."""
    ctx = context("edgehill-1642", "pl")
    names, scenario, sheet = BookletNames(ctx), ctx.battle.scenarios[0], paper_of([paper])
    before = Earlier(names, scenario, ())
    heights = [
        stack(card.flowables(sheet))[0]
        for card in setup_cards(names, BookletPictures(ctx), scenario, before, paper=sheet, above=above)
    ]
    assert len(heights) == 2
    assert max(heights) + above <= sheet.room
