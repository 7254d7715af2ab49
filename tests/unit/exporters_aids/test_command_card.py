"""The orders and command card of a side."""

from __future__ import annotations

import pytest

from jdgtools.derived.activations import activation_groups
from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.commandcard import activation_order, command_cards
from jdgtools.exporters.booklet.inlines import fine
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.render.bounds import placed_texts
from jdgtools.render.scene import Item, Polyline, Rect, Scene
from tests.unit.exporters_aids.conftest import context, flat

BATTLES = ["teaching-jdg", "teaching-afe", "teaching-mpbs", "rolica-1808"]


def cards(battle: str, scenario: int = 0) -> list[list[Item]]:
    """The items of every card, from the upper left corner on."""
    ctx = context(battle, "en")
    found = []
    for block in command_cards(BookletNames(ctx), BookletPictures(ctx), ctx.battle.scenarios[scenario]):
        out: list[Item] = []
        y = 0.0
        for flowable in block.flowables():
            flowable.draw(0.0, y, out)
            y += flowable.height
        found.append(list(flat(out)))
    return found


def words(items: list[Item]) -> str:
    return " ".join(text.string for text, _, _ in placed_texts(Scene.of(300.0, 300.0, items)))


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("scenario", [0, 1])
def test_every_formation_that_takes_part_is_on_the_card_of_its_side(battle: str, scenario: int) -> None:
    ctx = context(battle, "en")
    unused = ctx.battle.scenarios[scenario].unused
    texts = [words(items) for items in cards(battle, scenario)]
    assert len(texts) == 2
    for text, side in zip(texts, ctx.battle.sides, strict=True):
        for command in ctx.battle.commands:
            here = any(unit.id not in unused for unit in ctx.battle.units_of(command.id))
            wanted = here and command.side == side.id
            name = fine(command.name.get("en")).split()
            assert wanted == all(word in text for word in name) or not wanted, command.id


def test_formations_that_do_not_take_part_are_missing() -> None:
    first = words(cards("rolica-1808", 0)[1])
    second = words(cards("rolica-1808", 1)[1])
    assert "Solignac" not in first
    assert "Solignac" in second


@pytest.mark.parametrize("battle", [*BATTLES, "vimeiro-1808"])
def test_a_card_without_arrivals_has_no_column_for_them(battle: str) -> None:
    ctx = context(battle, "en")
    arriving = {piece for a in ctx.battle.scenarios[0].arrivals if a.turn for piece in a.pieces}
    for text, side in zip(map(words, cards(battle)), ctx.battle.sides, strict=True):
        units = {u.id for c in ctx.battle.commands if c.side == side.id for u in ctx.battle.units_of(c.id)}
        assert ("Arrives" in text) == bool(units & arriving)


def test_the_first_order_is_ticked() -> None:
    ctx = context("teaching-mpbs", "en")
    scenario, orders = ctx.battle.scenarios[0], [order for order, _ in ctx.battle.series.orders]
    for items, side in zip(cards("teaching-mpbs"), ctx.battle.sides, strict=True):
        boxes = [item for item in items if isinstance(item, Rect) and item.width == 2.6]
        strokes = [
            i for i in items if isinstance(i, Polyline) and i.stroke and i.stroke.color == stylesheet.ACCENT
        ]
        crosses = [i.points for i in strokes if i.points[1][0] - i.points[0][0] < 3]
        own = [c for c in ctx.battle.commands if c.side == side.id]
        assert len(boxes) == len(orders) * len(own)
        ticked = {
            number
            for number, box in enumerate(boxes)
            for (x, y), _ in crosses
            if box.x < x < box.x + 2.6 and box.y < y < box.y + 2.6
        }
        wanted = {
            row * len(orders) + orders.index(scenario.orders[c.id])
            for row, c in enumerate(own)
            if c.id in scenario.orders
        }
        assert ticked == wanted
        assert wanted


def test_formations_with_activation_markers_have_a_box_for_every_turn() -> None:
    ctx = context("rolica-1808", "en")
    turns = len(ctx.battle.scenarios[0].turns)
    items = cards("rolica-1808")[0]
    boxes = [item for item in items if isinstance(item, Rect) and item.width == 2.6]
    own = [c for c in ctx.battle.commands if c.side == ctx.battle.sides[0].id]
    assert len(boxes) == turns * len(own)


@pytest.mark.parametrize("language", ["en", "fr", "pl", "hu"])
def test_the_order_of_activation_follows(language: str) -> None:
    ctx = context("teaching-afe", language)
    names, scenario = BookletNames(ctx), ctx.battle.scenarios[0]
    (block,) = activation_order(names, scenario)
    out: list[Item] = []
    y = 0.0
    for flowable in block.flowables():
        flowable.draw(0.0, y, out)
        y += flowable.height
    text = words(out)
    groups = activation_groups(ctx.series, ctx.battle, scenario)
    assert str(groups[0].rating) in text.split()
    at = []
    for group in groups:
        for leaders in group.leaders.values():
            at += [text.index(fine(names.piece(leader)).split()[-1]) for leader in leaders]
    assert len(at) == sum(len(ids) for group in groups for ids in group.leaders.values())
    arriving = {p: a.turn for a in scenario.arrivals for p in a.pieces if ctx.battle.leader(p)}
    assert arriving
    for turn in arriving.values():
        assert fine(names.word("c_turn", low=turn)).split()[0] in text


def test_series_that_draw_markers_have_no_order_of_activation() -> None:
    ctx = context("rolica-1808", "en")
    assert not list(activation_order(BookletNames(ctx), ctx.battle.scenarios[0]))
