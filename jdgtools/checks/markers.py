"""Markers of a scenario: where they lie on the map at the start, in which turns they may be used."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, hex_names, is_are, outside
from jdgtools.derived.marker_counts import markers_available
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.definition import MarkerDef, SeriesDef


@general_check(
    "GEN155",
    name="marker-that-does-not-lie-on-the-map",
    severity=Severity.ERROR,
    rationale="On the map lie markers that stand for something there: smoke, a burnt house. What shows the "
    "condition of a unit comes and goes with it, what is counted on a track lies on the track, and a hidden "
    "order lies with its leader: in a hex of the map such a marker would belong to nobody.",
    bad="markers_on_map: {routed: [0203]}",
    good="setup:\n  - {unit: fr-17, hex: 0203, facing: SE, state: routed}",
)
def marker_that_does_not_lie_on_the_map(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers on the map that show a condition, belong on a track or lie face down."""
    scenario = ctx.scenario
    for entry in scenario.markers_on_map if scenario is not None else ():
        assert scenario is not None
        marker = ctx.definition.marker(entry.marker)
        reason, hint = _reason(ctx.definition, marker) if marker is not None else ("", "")
        if reason:
            yield Finding(
                entry.subject(scenario.id),
                f"marker `{entry.marker}` lies on the map, and it {reason}",
                expected="a marker that stands for something on the map",
                hint=hint,
            )


@general_check(
    "GEN156",
    name="more-markers-on-the-map-than-there-are",
    severity=Severity.ERROR,
    rationale="Players cannot put more markers on the map than the counter sheets hold, or than the scenario "
    "says are available.",
    bad="vocabulary:\n  markers:\n    - {id: smoke, name: Smoke, count: 1}\n# scenarios/battle.yaml\n"
    "markers_on_map: {smoke: [0203, 0204]}",
    good="vocabulary:\n  markers:\n    - {id: smoke, name: Smoke, count: 2}\n# scenarios/battle.yaml\n"
    "markers_on_map: {smoke: [0203, 0204]}",
)
def more_markers_on_the_map_than_there_are(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers that lie in more hexes than there are markers."""
    scenario = ctx.scenario
    for entry in scenario.markers_on_map if scenario is not None else ():
        assert scenario is not None
        marker = ctx.definition.marker(entry.marker)
        if marker is None or _reason(ctx.definition, marker)[0]:
            continue
        available = markers_available(ctx.battle, scenario, marker, ctx.series)
        # A negative number has been told where it stands.
        if len(entry.hexes) > available >= 0:
            yield Finding(
                entry.subject(scenario.id),
                f"marker `{entry.marker}` lies in {_hexes(len(entry.hexes))}, and there "
                f"{is_are(range(available))} {available}",
                expected=f"at most {_hexes(available)}",
                hint=f"raise its number: `markers: {{{entry.marker}: {len(entry.hexes)}}}`",
            )


@general_check(
    "GEN157",
    name="marker-out-of-play",
    severity=Severity.WARNING,
    rationale="Nobody enters a hex out of play. A marker that lies there at the start changes nothing: "
    "another hex was meant.",
    bad="playable: |\n  . . #        # 0301 is out of play\nmarkers_on_map: {smoke: [0301]}",
    good="markers_on_map: {smoke: [0201]}",
)
def marker_out_of_play(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers that lie in hexes out of play."""
    scenario, battle_map = ctx.scenario, ctx.map
    for entry in scenario.markers_on_map if scenario is not None and battle_map is not None else ():
        assert scenario is not None and battle_map is not None
        hexes = outside(battle_map, entry.hexes)
        if hexes:
            yield Finding(
                entry.subject(scenario.id),
                f"{hex_names(ctx, hexes)}, where the marker `{entry.marker}` lies, "
                f"{is_are(hexes)} out of play",
                expected="hexes in play",
            )


@general_check(
    "GEN158",
    name="turns-of-a-marker-that-are-not-played",
    severity=Severity.WARNING,
    rationale="A scenario says in which of its turns a combined marker may be used. A turn that it does not "
    "play, or a marker that it takes out of play, changes nothing: another number or marker was meant.",
    bad="turns: {count: 4, start: '07:00', minutes: 60}\nmarker_turns: {davout-c: [5]}",
    good="turns: {count: 4, start: '07:00', minutes: 60}\nmarker_turns: {davout-c: [4]}",
)
def turns_of_a_marker_that_are_not_played(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers with turns that the scenario does not play, and markers that it removes."""
    scenario = ctx.scenario
    if scenario is None:
        return
    turns_played = scenario.played_turns()
    for marker, turns in scenario.marker_turns.items():
        subject = ("marker-turns", scenario.id, marker)
        missing = [turn for turn in turns if turn not in turns_played]
        if marker in scenario.removed_markers:
            yield Finding(
                subject,
                f"marker `{marker}` has turns in `{scenario.id}`, which takes it out of play",
                expected="a marker in play",
                hint="delete the line, or take the marker out of `removed_markers`",
            )
        elif missing and turns_played:
            yield Finding(
                subject,
                f"marker `{marker}` may be used in turn{'' if len(missing) == 1 else 's'} "
                f"{', '.join(map(str, missing))}, which `{scenario.id}` does not play",
                expected=f"turns {min(turns_played)} to {max(turns_played)}",
            )


def _hexes(number: int) -> str:
    return f"{number} hex{'' if number == 1 else 'es'}"


def _reason(series: SeriesDef, marker: MarkerDef) -> tuple[str, str]:
    """Return why a marker cannot lie on the map, and what to do instead; '' and '' where it can."""
    if marker.hidden:
        return "is an order that lies face down", "leave it out: players give it during the game"
    if any(marker.id in box.holds for box in series.boxes):
        return "belongs on a track", "leave it out: module and booklet put it on its track"
    if not marker.loose:
        for axis in series.state_axes:
            if marker.id == axis.marker or any(marker.id == value.marker for value in axis.values):
                return (
                    f"shows the condition `{axis.id}` of a piece",
                    "give the unit there a `state` in its placement",
                )
    return "", ""


CHECKS: tuple[Check, ...] = (
    marker_that_does_not_lie_on_the_map,
    more_markers_on_the_map_than_there_are,
    marker_out_of_play,
    turns_of_a_marker_that_are_not_played,
)
"""All checks of this module."""
