"""A thousand operations at random on a real project: every text stays readable, and undone they leave equal bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from jdgtools.desk import operations as do
from jdgtools.desk.documents import Documents
from jdgtools.desk.mentions import mentions
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.text_edit import Edit, apply, inverse
from tests.documents import documents_of

BATTLE = Path(__file__).parents[2] / "scenarios" / "teaching-jdg"
FILES = ("battle.yaml", "map.yaml", "oob.csv", "scenarios/battle.yaml", "scenarios/dawn.yaml",
         "scenarios/dawn-austria.csv", "lang/fr.yaml", "lang/pl.yaml")  # fmt: skip
STEPS = 1_000
UNITS = (
    "fr-13l",
    "fr-17",
    "fr-30",
    "fr-art",
    "fr-1ch",
    "fr-1cu",
    "au-33",
    "au-39",
    "au-gren",
    "au-hus",
    "davout",
)
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
CORNERS = ("NE", "E", "SE", "SW", "W", "NW")


def any_operation(chance: random.Random, documents: Documents) -> Callable[[], Edit]:
    """An operation that a designer might make now; it may be refused."""
    grid = documents.grid
    assert grid is not None
    pick = chance.choice
    number = grid.id(chance.randrange(grid.size))
    some = [grid.id(chance.randrange(grid.size)) for _ in range(chance.randrange(1, 5))]
    scenario, piece = pick(("battle", "dawn")), pick(UNITS)
    side = f"{number}/{pick(DIRECTIONS)}"
    hexes = list(grid.neighbours(grid.index(number) or 0))
    return pick(
        (
            lambda: do.paint_terrain(documents, some, pick(("clear", "wood", "strand", "marsh", "village"))),
            lambda: do.paint_level(documents, some, chance.randrange(-1, 12)),
            lambda: do.add_hexsides(documents, [side], pick(("slope", "ridge")), pick((None, "mill-slope"))),
            lambda: do.add_hexsides(documents, [side], "stream", is_water=True),
            lambda: do.remove_hexsides(documents, [side]),
            lambda: do.add_crossing(documents, side, "ford"),
            lambda: do.add_way(documents, [number, grid.id(pick(hexes))], "trail"),
            lambda: do.extend_way(documents, "mill-trail", [number]),
            lambda: do.remove_feature(documents, "places", pick(("hamlet", "south-farm", "mill-hill"))),
            lambda: do.add_place(documents, f"p{chance.random():.6f}", "Zum: Ochsen", number, "farm"),
            lambda: do.place_piece(documents, scenario, piece, number, pick((None, *CORNERS))),
            lambda: do.turn_piece(documents, scenario, piece, pick(CORNERS)),
            lambda: do.remove_piece(documents, scenario, piece),
            lambda: do.piece_to_reinforcement(documents, "battle", piece, pick(("reserve", "batterie"))),
            lambda: do.order_stack(documents, scenario, chance.sample(UNITS, 2)),
            lambda: do.place_marker(documents, scenario, "smoke", number),
            lambda: do.remove_marker(documents, scenario, "smoke", number),
            lambda: do.set_unit(
                documents, piece, pick(("cohesion", "name", "short")), pick(("7", 'a,"b"', ""))
            ),
            lambda: any_rename(chance, documents),
        )
    )


def any_rename(chance: random.Random, documents: Documents) -> Edit:
    """A new name for anything that has an id."""
    kinds = ("unit", "leader", "place", "region", "entry", "command", "side", "scenario", "arrival")
    known = sorted({(m.kind, m.id) for m in mentions(documents) if m.definition and m.kind in kinds})
    kind, old = chance.choice(known)
    return do.rename(documents, kind, old, f"{old}-x" if len(old) < 12 else old[:3])


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_thousand_operations_are_undone_to_equal_bytes(newline: str) -> None:
    texts = {name: (BATTLE / name).read_bytes().decode().replace("\n", newline) for name in FILES}
    chance, documents = random.Random(len(newline)), documents_of(texts)
    backs: list[Edit] = []
    refused = 0
    while len(backs) < STEPS // 2:
        try:
            edit = any_operation(chance, documents)()
        except EditRefused:
            refused += 1
            continue
        backs.append(inverse(documents.texts, edit))
        documents = documents.with_texts(apply(documents.texts, edit))
        broken = [path for path in edit.paths if documents[path].node is None]
        assert broken == [], f"after {edit.title}: {[documents[path].text for path in broken]}"
        assert documents.grid is not None
    assert refused < STEPS * 3
    now = dict(documents.texts)
    assert now != texts
    assert not any("\n" in text.replace("\r\n", "") for text in now.values() if newline == "\r\n")
    for back in reversed(backs):
        now.update(apply(now, back))
    assert now == texts
