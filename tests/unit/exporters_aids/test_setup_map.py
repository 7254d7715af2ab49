"""The small map of a setup card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.names import Names
from jdgtools.exporters.booklet.pictures import Pictures
from jdgtools.exporters.booklet.setupmap import setup_map
from jdgtools.model.scenario import Placement
from jdgtools.render.bounds import inside, item_box, overlap, placed_texts
from jdgtools.render.scene import Group, Item, Scene, Text, Use
from tests.unit.exporters_aids.conftest import context

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]


def cards(
    battle: str, language: str = "en"
) -> Iterator[tuple[Names, str, list[Placement], list[Item], float]]:
    """Every card: names, side, its pieces, the items of its map, the height."""
    ctx = context(battle, language)
    names, pictures = Names(ctx), Pictures(ctx)
    for scenario in ctx.battle.scenarios:
        for side in ctx.battle.sides:
            placed = [p for p in scenario.placements if names.side_of(p.piece) == side.id]
            flowable = setup_map(names, pictures, placed, side.colour or "#888888", stylesheet.COLUMN)
            if flowable is not None:
                out: list[Item] = []
                flowable.draw(0.0, 0.0, out)
                yield names, side.id, placed, out, flowable.height


def flat(items: tuple[Item, ...] | list[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


@pytest.mark.parametrize("battle", BATTLES)
def test_every_piece_on_the_map_is_shown_once(battle: str) -> None:
    seen = 0
    for _, _, placed, items, _ in cards(battle):
        faces = [item for item in flat(items) if isinstance(item, Use)]
        assert len(faces) == len([p for p in placed if p.hexes])
        seen += len(faces)
    assert seen > 3


@pytest.mark.parametrize("battle", BATTLES)
def test_the_picture_keeps_to_its_column(battle: str) -> None:
    for _, _, _, items, height in cards(battle):
        assert 15 < height < 65
        for item in items:
            box = item_box(item)
            assert box is not None
            assert inside(box, (-0.2, -0.2, stylesheet.COLUMN + 0.2, height + 0.2))


def test_hexes_with_pieces_have_their_numbers() -> None:
    for names, side, placed, items, _ in cards("teaching-jdg"):
        shown = {item.string for item in flat(items) if isinstance(item, Text)}
        wanted = {names.hex(index) for p in placed for index in p.hexes}
        assert wanted <= shown, side


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
@pytest.mark.parametrize("battle", BATTLES)
def test_names_keep_apart_and_inside(battle: str, language: str) -> None:
    seen = 0
    for _, _, _, items, height in cards(battle, language):
        texts = [text for text, _, _ in placed_texts(Scene.of(200.0, 200.0, items))]
        boxes = [box for _, _, box in placed_texts(Scene.of(200.0, 200.0, items))]
        named = [n for n, text in enumerate(texts) if text.font.startswith("serif")]
        seen += len(named)
        for n in named:
            assert inside(boxes[n], (0.0, 0.0, stylesheet.COLUMN, height)), texts[n].string
            for other, box in enumerate(boxes):
                on_counter = not texts[other].font.startswith("serif") and not texts[other].string.isdigit()
                assert other == n or on_counter or not overlap(boxes[n], box, -0.3), texts[n].string
    assert seen > 0 or battle == "rolica-1808"


@pytest.mark.parametrize("battle", BATTLES)
def test_no_counter_covers_a_number(battle: str) -> None:
    for names, _, placed, items, _ in cards(battle):
        ids = {names.hex(index) for p in placed for index in (*p.hexes, *p.area)}
        drawn = [item for item in flat(items) if isinstance(item, Use | Text)]
        numbers = [n for n, item in enumerate(drawn) if isinstance(item, Text) and item.string in ids]
        faces = [n for n, item in enumerate(drawn) if isinstance(item, Use)]
        if numbers and faces:
            assert min(numbers) > max(faces)
        places = [item for item in drawn if isinstance(item, Text) and item.string in ids]
        for at, one in enumerate(places):
            for other in places[at + 1 :]:
                assert abs(one.x - other.x) > 3.0 or abs(one.y - other.y) > 1.6, (one.string, other.string)


def test_a_side_without_pieces_on_the_map_has_none() -> None:
    ctx = context("teaching-jdg", "en")
    assert setup_map(Names(ctx), Pictures(ctx), [], "#888888", stylesheet.COLUMN) is None
    boxed = Placement("fr-17", "unit", box="reserve")
    assert setup_map(Names(ctx), Pictures(ctx), [boxed], "#888888", stylesheet.COLUMN) is None


def test_counters_lie_as_they_face() -> None:
    """The front edge of a counter points where its unit faces."""
    ctx = context("teaching-jdg", "en")
    names, pictures = Names(ctx), Pictures(ctx)
    side = ctx.battle.sides[0]
    for facing, up in ((0, (0.5, -0.866)), (2, (0.5, 0.866)), (4, (-1.0, 0.0))):
        placed = [Placement("fr-17", "unit", hexes=(10,), facing=facing)]
        flowable = setup_map(names, pictures, placed, side.colour or "#888888", stylesheet.COLUMN)
        assert flowable is not None
        out: list[Item] = []
        flowable.draw(0.0, 0.0, out)
        [turned] = [group for group in groups(out) if any(isinstance(item, Use) for item in group.items)]
        assert turned.transform is not None
        a, b, c, d, _, _ = turned.transform
        # The image of "up" on the face, in paper coordinates with y down.
        assert (-c, -d) == pytest.approx(up, abs=0.01)
        assert (a, b) == pytest.approx((d, -c))


def groups(items: tuple[Item, ...] | list[Item]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)
