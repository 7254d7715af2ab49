from __future__ import annotations

from collections import Counter as Tally

import pytest
from msgspec.structs import replace

from jdgtools.derived.marker_counts import marker_count
from jdgtools.derived.schedules import schedule_lines
from jdgtools.model.victory import VictorySchedule
from jdgtools.render.counters import counter_list
from jdgtools.render.counters.spec import Lettering

from .battles import SERIES, battle, counters, rules


@pytest.mark.parametrize("series", SERIES)
def test_every_piece_of_the_battle_has_one_counter(series: str) -> None:
    model, listing = battle(series), counters(series)
    tally = Tally((c.kind, c.subject) for c in listing if c.kind != "marker")
    assert set(tally.values()) == {1}
    other = {f"{r.unit}@{s.id}" for s in model.scenarios for r in s.ratings}
    assert {s for k, s in tally if k == "unit"} == {u.id for u in model.units} | other
    assert {s for k, s in tally if k == "activation"} == {m.id for m in model.activation}
    with_counter = {r.id for r in model.series.roles if r.has_counter}
    assert {s for k, s in tally if k == "leader"} == {x.id for x in model.leaders if x.role in with_counter}
    assert len({c.id for c in listing}) == len(listing)


def test_the_battle_overrides_the_count_of_a_marker() -> None:
    model = battle("jdg")
    markers = {**dict(model.markers), "rout": 7, "square": 0}
    listing = counter_list(replace(model, markers=markers), rules("jdg"))
    assert sum(c.copies for c in listing if c.subject == "rout") == 7
    assert not [c for c in listing if c.subject == "square"]


def test_counts_follow_the_order_of_battle() -> None:
    model = replace(battle("jdg"), markers={})
    counts = {c.subject: c.copies for c in counter_list(model, rules("jdg")) if c.kind == "marker"}
    assert counts["fired"] == sum(u.arm == "artillery" for u in model.units)
    assert counts["charge"] == sum(u.arm == "cavalry" for u in model.units)
    assert counts["orders_received"] == sum(int(x.front.get("capacity", 0)) for x in model.leaders)
    assert counts["rout"] == 6 * len(model.sides)


def test_numbers_repeat_in_their_order() -> None:
    model = replace(battle("mpbs"), markers={})
    counts = {c.number: c.copies for c in counter_list(model, rules("mpbs")) if c.subject == "casualty"}
    total = sum(counts.values())
    marker = battle("mpbs").series.marker("casualty")
    assert marker is not None
    assert list(counts) == list(marker.numbers)[: len(counts)]
    assert max(counts.values()) - min(counts.values()) <= 1
    assert total == sum(u.arm in marker.arms for u in battle("mpbs").units)


def test_units_stand_by_side_and_command() -> None:
    model = battle("jdg")
    order = [c.group for c in counters("jdg") if c.kind == "unit"]
    runs = [g for index, g in enumerate(order) if index == 0 or order[index - 1] != g]
    assert runs == [c.id for side in model.sides for c in model.commands if c.side == side.id]


@pytest.mark.parametrize("series", SERIES)
def test_names_are_safe_for_files_and_equal_exactly_for_equal_faces(series: str) -> None:
    by_name: dict[str, object] = {}
    for counter in counters(series):
        for name, spec in ((counter.front_name, counter.front), (counter.back_name, counter.back)):
            if name is None:
                assert spec is None
                continue
            assert name.isascii()
            assert not set(name) & set("/\\: ")
            assert by_name.setdefault(name.lower(), spec) == spec
    assert len(set(by_name.values())) == len(by_name)


def test_the_list_survives_a_battle_with_holes() -> None:
    model = battle("jdg")
    unit = replace(
        model.units[0], side=None, command="nowhere", type="nothing", nationality=None, arm="", front={}
    )
    leader = replace(model.leaders[0], side=None, role=None, command="nowhere", front={})
    marker = replace(model.activation[0], side=None, commands=(), code=None, rating=None)
    broken = replace(
        model, units=(unit,), leaders=(leader,), activation=(marker,), sides=(), commands=(), nationalities=()
    )
    listing = counter_list(broken, rules("jdg"))
    assert {c.kind for c in listing} >= {"unit", "leader", "activation"}


def test_wounded_markers_bear_the_values_of_their_leaders() -> None:
    model = battle("afe")
    own = {c.group: c for c in counters("afe") if c.subject == "wounded" and c.group}
    assert set(own) == {x.id for x in model.leaders if x.extra.get("wounded")}
    for leader in model.leaders:
        if leader.id not in own:
            continue
        shown = {
            p.rating: p.wordings[0]
            for p in own[leader.id].front.parts
            if isinstance(p, Lettering) and p.rating
        }
        assert shown == {key: str(value) for key, value in leader.extra["wounded"].items()}
    assert sum(c.copies for c in counters("afe") if c.subject == "wounded") == model.markers.get(
        "wounded", len(model.leaders)
    )


def test_the_supply_of_markers_grows_with_the_armies() -> None:
    """A battle of forty-eight units does not make do with the markers of one of fourteen."""
    model = replace(battle("mpbs"), markers={})
    horse = next(u for u in model.units if u.arm == "cavalry")
    side = horse.side
    large = replace(
        model, units=(*model.units, *(replace(horse, id=f"more-{n}", side=side) for n in range(24)))
    )
    for name, each in (("morale_shaken", 2), ("formation_broken", 2), ("open_order", 3), ("column", 4)):
        marker = model.series.marker(name)
        assert marker is not None
        assert marker_count(model, marker, rules("mpbs")) == marker.count * len(model.sides)
        units = sum(u.side == side and u.arm in marker.arms for u in large.units)
        assert marker_count(large, marker, rules("mpbs")) == marker.count + -(-units // each)


def test_markers_of_rules_that_are_off_are_not_printed() -> None:
    """MP-10.4-g, MP-7.3.3-f: a rule that no scenario uses needs no marker."""
    model = replace(battle("mpbs"), markers={})
    morning = tuple(s for s in model.scenarios if s.id == "morning")
    for name in ("salvo", "limbered_guns"):
        marker = model.series.marker(name)
        assert marker is not None
        assert marker_count(model, marker, rules("mpbs")) > 0
        assert marker_count(replace(model, scenarios=morning), marker, rules("mpbs")) == 0
        assert marker_count(replace(model, scenarios=morning, markers={name: 3}), marker, rules("mpbs")) == 3


@pytest.mark.parametrize("series", SERIES)
def test_hundreds_of_points_have_a_marker_where_they_can_be_had(series: str) -> None:
    model = replace(battle(series), markers={})
    # The schedule of losses is looked at below.
    quiet = tuple(replace(s, schedule=VictorySchedule(in_force=False)) for s in model.scenarios)
    model = replace(model, scenarios=quiet)
    marker = model.series.marker("victory_hundreds")
    assert marker is not None
    assert marker_count(model, marker, rules(series)) == 0
    first, *rest = model.scenarios
    many = (replace(first, awards=(replace(first.awards[0], points=100), *first.awards[1:])), *rest)
    assert marker_count(replace(model, scenarios=many), marker, rules(series)) == len(model.sides)
    assert not [c for c in counter_list(model, rules(series)) if c.subject == marker.id]


def test_losses_count_by_the_schedule_of_the_series() -> None:
    """MP-15-a, chart T-VP: cavalry, guns, leaders and a sovereign count, not strength points alone."""
    series = rules("mpbs")
    model = replace(battle("mpbs"), markers={})
    marker = model.series.marker("victory_hundreds")
    assert marker is not None
    assert sum(u.front.get("strength", 0) for u in model.units if u.side == "union") < 100  # type: ignore[misc]
    assert marker_count(model, marker, series) == len(model.sides)
    lines = schedule_lines(model, model.scenarios[0], series, series.charts)
    nothing = {line.entry.key: 0 for line in lines}
    free = tuple(replace(s, schedule=VictorySchedule(points=nothing)) for s in model.scenarios)
    assert marker_count(replace(model, scenarios=free), marker, series) == 0
    one = nothing | {"cavalry_eliminated": 99}
    dear = tuple(replace(s, schedule=VictorySchedule(points=one)) for s in model.scenarios)
    assert marker_count(replace(model, scenarios=dear), marker, series) == len(model.sides)
