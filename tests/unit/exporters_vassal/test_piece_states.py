"""Menus of pieces: states that a piece can never be in are not offered, by each series' rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from jdgtools.exporters.module.piece_states import axes_of
from jdgtools.exporters.module.pieces import has_counter
from jdgtools.model.pieces import Leader, Unit
from jdgtools.series.mpbs.checks import states
from jdgtools.vassal.traits import DynamicProperty, Marker, Piece, RestrictCommands, expand
from tests.unit.exporters_vassal.conftest import ALL_BATTLES, built_once, context, module_context_of
from tests.unit.exporters_vassal.test_module import prototypes, slots

LIMITED = {
    "jdg": {
        # JDG-8.1-b: cavalry charges, and only cavalry.
        ("combat", "charge"): lambda piece, _: piece.arm == "cavalry",
    },
    "afe": {
        # AFE-8.4-a, -b: who may mount and dismount is said unit by unit.
        ("posture", "mounted"): lambda piece, _: piece.front.get("can_mount") is True,
        ("posture", "dismounted"): lambda piece, _: piece.front.get("can_dismount") is True,
        # AFE-2.1-k, -7.6-c: lords have a replacement on the back of their counter; -6.C-a: who leads is activated.
        ("person", "replacement"): lambda piece, _: piece.role in ("commander_in_chief", "banner_lord"),
        ("activation", "activated"): lambda piece, _: piece.role != "sovereign",
        ("activation", "inactive"): lambda piece, _: piece.role != "sovereign",
        ("supreme_command", "substitute_cinc"): lambda piece, _: piece.role != "sovereign",
    },
    "mpbs": {
        # MP-6.3.2-a, -14.2-a, -14.3-b: pikes; MP-6.3.4-a: as the scenario provides, or reinforcements.
        ("formation", "hedgehog"): lambda piece, _: piece.type == "pike_and_shot",
        ("formation", "column"): lambda piece, battle: (
            piece.front.get("column_allowed") is True
            or any(piece.id in a.pieces for s in battle.scenarios for a in s.arrivals)
        ),
        # MP-12.5.2-d.
        ("threshold", "threshold_reached"): lambda piece, _: (
            not (piece.front["strength"] <= 4 and piece.front["morale"] == 8)
        ),
        # MP-10.4-g: none at Edgehill, those of the list at Rosenau; MP-7.3.3-f: none is limbered at Edgehill.
        ("salvo", "salvo_fired"): lambda piece, _: piece.front.get("salvo_capable") is True,
        ("limbering", "limbered"): lambda _, battle: battle.id == "teaching-mpbs",
        # MP-5.1.1-b: an army commander is never finished; MP-5.3.5-b: a wing commander takes his place.
        ("activation", "bypassed"): lambda piece, _: "_wc" in piece.role or piece.role == "wing_commander",
        ("activation", "finished"): lambda piece, _: "_wc" in piece.role or piece.role == "wing_commander",
        ("continuation", "no_continue"): lambda piece, _: piece.role in ("replacement_wc", "wing_commander"),
        ("army_command", "replacement_ac"): lambda piece, _: (
            piece.role in ("replacement_wc", "wing_commander")
        ),
    },
}
"""By series, what the rules say of states that not all pieces of an arm, or not all leaders, can be in."""


def pieces_of(name: str) -> Iterator[Unit | Leader]:
    """Yield all units and leaders with counters of a battle."""
    battle = context(name).battle
    yield from battle.units
    yield from (x for x in battle.leaders if has_counter(module_context_of(name), x))


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_a_piece_can_be_in_the_states_that_the_rules_give_it_and_in_no_other(name: str) -> None:
    made = module_context_of(name)
    battle = made.battle
    rules = LIMITED[battle.series.id]
    for piece in pieces_of(name):
        kind = "unit" if isinstance(piece, Unit) else "leader"
        allowed = {
            axis.id: {
                value.id
                for value in axis.values[1:]
                if (test := rules.get((axis.id, value.id))) is None or test(piece, battle)
            }
            for axis in made.axes(kind, getattr(piece, "arm", ""))
            if axis.values
        }
        offered = {x.axis.id: set(x.values[1:]) for x in axes_of(made, piece) if x.axis.values}
        assert offered == {axis: values for axis, values in allowed.items() if values}, piece.id


PROBLEMS = {
    "hedgehog": ("formation", states._hedgehog),
    "column": ("formation", states._column),
    "salvo_fired": ("salvo", states._salvo),
    "limbered": ("limbering", states._limber_problem),
}
"""States of which a check of Musket & Pike says whether a unit may start in them."""


@pytest.mark.parametrize("name", ["teaching-mpbs", "edgehill-1642"])
def test_a_state_is_offered_where_the_check_of_setups_allows_it(name: str) -> None:
    made = module_context_of(name)
    for unit in made.battle.units:
        offered = {value for x in axes_of(made, unit) for value in x.values}
        arrives = any(unit.id in a.pieces for s in made.battle.scenarios for a in s.arrivals)
        for value, (axis, problem) in PROBLEMS.items():
            initial: Any = SimpleNamespace(unit=unit, state={axis: value}, arrives=arrives)
            contexts: list[Any] = [SimpleNamespace(scenario=s) for s in made.battle.scenarios]
            assert (value in offered) == any(not problem(c, initial) for c in contexts), (unit.id, value)


def test_a_state_in_which_a_setup_puts_a_piece_stays_in_its_menu() -> None:
    """A check says that it is wrong; who plays on can still put the piece right and back."""
    made = module_context_of("teaching-afe")
    battle = made.battle
    knights = next(u for u in battle.units if u.arm == "cavalry" and not u.front.get("can_dismount"))
    assert all(x.axis.id != "posture" for x in axes_of(made, knights))
    first = battle.scenarios[0]
    placements = tuple(
        replace(p, state={"posture": "dismounted"}) if p.piece == knights.id else p for p in first.placements
    )
    changed = replace(battle, scenarios=(replace(first, placements=placements), *battle.scenarios[1:]))
    [posture] = [x for x in axes_of(replace(made, battle=changed), knights) if x.axis.id == "posture"]
    assert posture.values == ("as_printed", "dismounted")


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_the_menu_of_a_piece_offers_its_states_and_no_other(name: str) -> None:
    """What the menu gives is read from the module: values set, and those that a key goes on to."""
    made = module_context_of(name)
    built = built_once(name)
    types: dict[str, str] = {}
    slots_by_id = {(marks(slot).get("Kind"), marks(slot).get("Id")): slot for slot in slots(built)}
    for piece in pieces_of(name):
        kind = "unit" if isinstance(piece, Unit) else "leader"
        whole = expand(slots_by_id[kind, piece.id], prototypes(built))
        values = {t.name: t for t in whole.all(DynamicProperty)}
        hidden = {key for t in whole.all(RestrictCommands) for key in t.keys}
        axes = {x.axis.id: x for x in axes_of(made, piece)}
        all_axes = {a.id for a in made.series.state_axes if not made.has_own_markers(a)}
        assert set(axes) == set(values) & all_axes, piece.id
        for axis, x in axes.items():
            if x.axis.count_high is not None:
                continue
            numbers = [str(n) for n, v in enumerate(x.axis.values, 1) if v.id in x.values]
            offered = [c for c in values[axis].commands if c.menu and c.key not in hidden]
            given = {c.change.value for c in offered if "{" not in c.change.value}
            assert not given or given == set(numbers), (piece.id, axis)
            for command in offered:
                led_to = re.findall(r"[?:](\d+)", command.change.value)
                assert set(led_to) <= set(numbers), (piece.id, axis)
            # By this text VASSAL finds the value in a game that an earlier build has saved.
            assert values[axis].canonical_type() == types.setdefault(axis, values[axis].canonical_type())


def marks(slot: Piece) -> dict[str, str]:
    """Return the marks of a piece."""
    return {name: value for m in slot.all(Marker) for name, value in zip(m.names, m.values, strict=False)}


@pytest.mark.parametrize("name", ALL_BATTLES)
def test_a_module_has_the_pictures_of_all_states_that_saved_games_may_show(name: str) -> None:
    """An earlier build offered the state: without its picture VASSAL complains of a game saved with it."""
    made = module_context_of(name)
    built = built_once(name)
    shown = {v.marker for a in made.series.state_axes if not made.has_own_markers(a) for v in a.values}
    pictures = {entry.removeprefix("images/marker-") for entry in built.module.entries}
    assert {f"{marker}.png" for marker in shown if marker} <= pictures
