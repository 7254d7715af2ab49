"""Battles that lack things, or have too many of them, still make booklets in which nothing leaves its page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from jdgtools.exporters.booklet import stylesheet
from jdgtools.exporters.booklet.flowables import Flowable, block
from jdgtools.exporters.booklet.packing import pack
from jdgtools.exporters.booklet.whole_booklet import booklet
from jdgtools.model.battle import Battle
from jdgtools.model.text import Text
from jdgtools.render.bounds import inside, placed_texts
from tests.unit.exporters_aids.conftest import context, kept

LONG = Text.of("Infanterie-Regiment Erzherzog Ferdinand Karl Viktor von Oesterreich-Este-Modena und Umgebung")


def _bare(battle: Battle) -> Battle:
    scenarios = tuple(replace(s, placements=(), arrivals=()) for s in battle.scenarios)
    return replace(battle, units=(), leaders=(), commands=(), scenarios=scenarios)


def _wordy(battle: Battle) -> Battle:
    return replace(
        battle,
        title=LONG,
        subtitle=LONG,
        units=tuple(replace(u, name=LONG) for u in battle.units),
        commands=tuple(replace(c, name=LONG, parent=Text.of("x" * 80)) for c in battle.commands),
        sides=tuple(replace(s, name=LONG) for s in battle.sides),
        notes=Text.of("One more thing to say. " * 300),
    )


def _endless(battle: Battle) -> Battle:
    first = battle.scenarios[0]
    turns = tuple(replace(first.turns[0], number=n) for n in range(1, 150))
    return replace(battle, scenarios=(replace(first, turns=turns),))


STRANGE: dict[str, Callable[[Battle], Battle]] = {
    "no map": lambda battle: replace(battle, map=None),
    "no pieces": _bare,
    "no sides": lambda battle: replace(battle, sides=()),
    "no scenarios": lambda battle: replace(battle, scenarios=()),
    "long names": _wordy,
    "many units": lambda battle: replace(
        battle, units=tuple(replace(u, id=f"{u.id}-{n}") for n in range(12) for u in battle.units)
    ),
    "many turns": _endless,
    "foreign letters": lambda battle: replace(
        battle, title=Text.of("Ω ж 漢字 \u0007 \u200b"), notes=Text.of("a\n\n\n\nb")
    ),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_battle_has_a_booklet(name: str) -> None:
    ctx = kept(context("teaching-mpbs", "en"))
    made = booklet(replace(ctx, battle=STRANGE[name](ctx.battle), _values={}))
    assert len(made.pages) > 3
    for number, page in enumerate(made.pages, 1):
        for text, _, box in placed_texts(page):
            assert inside(box, (8.0, 5.0, 202.0, 293.0)), (number, text.string)


def test_a_row_higher_than_a_page_does_not_stop_the_press() -> None:
    head = Flowable(5.0, lambda *_: None, sticky=True)
    rows = [head, *(Flowable(400.0, lambda *_: None, again=head) for _ in range(3))]
    assert len(pack([block(lambda _: rows)], stylesheet.HEAD)) >= 2
