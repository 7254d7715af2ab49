"""Conditions in which pieces start and arrive: those that only play brings about, those of other arms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.context import Subject
from jdgtools.model.definition import StateAxis


@general_check(
    "GEN116",
    name="state-that-play-brings-about",
    severity=Severity.ERROR,
    rationale="Some conditions come about in a turn and end with it, such as a declared charge, or are the "
    "result of combat, such as captivity. Nothing on the map at the start explains them, and no step of the "
    "turn would take them off again.",
    bad="setup:\n  - {unit: cr-kni, hex: A2, facing: E, state: charge}",
    good="setup:\n  - {unit: cr-kni, hex: A2, facing: E}",
)
def state_that_play_brings_about(ctx: CheckContext) -> Iterator[Finding]:
    """Yield pieces that start or arrive in a state in which none may start."""
    for subject, name, _, state in _placements_with_state(ctx):
        for axis in ctx.battle.series.state_axes:
            word = state.get(axis.id)
            if any(v.id == word and not v.setup for v in axis.values):
                begins = [v.id for v in axis.values if v.setup]
                yield Finding(
                    (*subject, "state"),
                    f"{name} cannot begin `{word}`",
                    expected=f"one of {name_list(begins, 'or')}" if len(begins) > 1 else "no such state",
                )


@general_check(
    "GEN117",
    name="state-of-another-arm",
    severity=Severity.WARNING,
    rationale="A condition that the arm of a unit does not have is shown nowhere and changes nothing.",
    bad="setup:\n  - {unit: be-gun, hex: C6, facing: W, state: dismounted}   # artillery",
    good="setup:\n  - {unit: be-gun, hex: C6, facing: W}",
)
def state_of_another_arm(ctx: CheckContext) -> Iterator[Finding]:
    """Yield units that start or arrive in a state of an axis that their arm does not have."""
    arms = dict(ctx.battle.series.arms)
    for subject, name, pieces, state in _placements_with_state(ctx):
        present = {ctx.units[p].arm for p in pieces if p in ctx.units} - {""}
        for axis in ctx.battle.series.state_axes:
            if _says(axis, state) and axis.arms and present and present.isdisjoint(axis.arms):
                owners = " and ".join(arms[arm].get() for arm in axis.arms if arm in arms)
                yield Finding(
                    (*subject, "state"),
                    f"{name} has the state `{state[axis.id]}`, which only {owners} can have",
                    expected="no such state",
                )


def _says(axis: StateAxis, state: Mapping[str, str]) -> bool:
    """Return whether a state differs from the default of an axis."""
    return state.get(axis.id, axis.default) != axis.default


def _placements_with_state(
    ctx: CheckContext,
) -> Iterator[tuple[Subject, str, tuple[str, ...], Mapping[str, str]]]:
    """Yield placements and reinforcements with a state: subject, name in words, pieces, state."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for placement in scenario.placements:
        if placement.state:
            yield (
                ctx.placement_subject(placement.piece),
                f"`{placement.piece}`",
                (placement.piece,),
                placement.state,
            )
    for arrival in scenario.arrivals:
        if arrival.state:
            subject = ("arrival", scenario.id, arrival.id)
            yield subject, f"reinforcement `{arrival.id}`", arrival.pieces, arrival.state


CHECKS: tuple[Check, ...] = (state_that_play_brings_about, state_of_another_arm)
