"""Names of places above the counters: every name of the map once, in a hex of its thing, if the button says so."""

from __future__ import annotations

import pytest

from jdgtools.exporters.module.place_names import NAME, PLACE_NAME, named_hexes
from jdgtools.vassal.savegame import AddPiece, parse_command
from jdgtools.vassal.traits import DynamicProperty, Label, Marker
from tests.tools.tabletop import Tabletop
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, context, module_context_of


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_every_name_of_the_map_stands_once_in_a_hex_of_its_thing(name: str) -> None:
    battle_map = context(name).battle.map
    assert battle_map is not None
    hexes_by_name = {p.name.get("en"): {p.hex} for p in battle_map.places}
    things = [(r.name, r.hexes) for r in battle_map.regions if r.shown]
    things += [(f.name, frozenset({f.side.a})) for f in battle_map.features if f.name]
    things += [(w.name, frozenset(w.hexes)) for w in battle_map.ways if w.name]
    for text, hexes in things:
        hexes_by_name.setdefault(text.get("en"), set()).update(hexes)
    names = named_hexes(module_context_of(name))
    assert sorted(names.values()) == sorted(hexes_by_name)
    assert all(index in hexes_by_name[text] for index, text in names.items())


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_every_setup_holds_the_names_and_a_button_shows_and_hides_them(name: str) -> None:
    built = built_once(name)
    names = sorted(named_hexes(module_context_of(name)).values())
    assert names
    identity = PLACE_NAME.partition(":")[2]
    for setup in built.setups.values():
        pieces = [c.piece for t in setup.root.walk() if isinstance(c := parse_command(t), AddPiece)]
        labels = [p for p in pieces if any(identity in m.values for m in p.all(Marker))]
        shown = [t.value for p in labels for t in p.all(DynamicProperty) if t.name == NAME]
        assert sorted(shown) == names
    table = Tabletop(built, next(iter(built.setups)))
    [text] = {t.text for p in labels for t in p.all(Label)}
    values = {"CurrentMap": "Map", NAME: "The Keep"}
    texts = []
    for _ in range(3):
        texts.append(table.text(text, lambda n: values.get(n, table.look(n))))
        table.button("Place names")
    assert texts == ["", "The Keep", ""]
