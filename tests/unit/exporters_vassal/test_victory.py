"""Victory counts, and the marker that a demoralised formation loses."""

from __future__ import annotations

from jdgtools.exporters.module.victory import award_mark, counted
from jdgtools.vassal.traits import GlobalKey, Trigger
from tests.unit.exporters_vassal.conftest import BATTLES, built_once, context
from tests.unit.exporters_vassal.test_module import prop, slots


def test_units_carry_the_awards_that_count_them() -> None:
    seen = 0
    for name in BATTLES:
        battle = context(name).battle
        pieces = {prop(p, "Id"): p for p in slots(built_once(name)) if prop(p, "Kind") in ("unit", "leader")}
        for scenario in battle.scenarios:
            for award in scenario.awards:
                mark = award_mark(scenario.id, award.id)
                marked = {i for i, p in pieces.items() if prop(p, mark) == "1"}
                wanted = set(award.when.units) & set(pieces) if counted(award) else set()
                assert marked == wanted
                seen += len(marked)
    assert seen


def test_every_award_is_named_by_the_button_of_its_scenario() -> None:
    for name in BATTLES:
        battle = context(name).battle
        reports = [b.get("reportFormat") for b in built_once(name).module.root.find("DoActionButton")]
        for scenario in battle.scenarios:
            names = [a.name.get(context(name).language) for a in scenario.awards]
            assert not names or any(all(n in r for n in names) for r in reports)


def test_the_card_of_a_formation_moves_its_higher_marker() -> None:
    battle = context("teaching-jdg").battle
    pieces = slots(built_once("teaching-jdg"))
    spare = {prop(p, "Id") for p in pieces if prop(p, "Spare") == "1"}
    for command in battle.commands:
        own = [a for a in battle.activation if a.commands == (command.id,)]
        lost = [a for a in own if a.id in spare]
        assert len(lost) == (len(own) > 1)
        assert all((a.rating or 0) >= max(b.rating or 0 for b in own) for a in lost)
        [card] = [p for p in pieces if prop(p, "Kind") == "command" and prop(p, "Id") == command.id]
        sent = {t.sent.name for t in card.all(GlobalKey) if t.sent is not None}
        assert sent == ({"to removed", "to cup"} if lost else set())
        assert len(card.all(Trigger)) == 2 * len(lost)
