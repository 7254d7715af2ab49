"""Awards that reward the wrong side, or nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from jdgtools.checks.base import Check, CheckContext, Finding
from jdgtools.checks.general import general_check, hex_names, is_are, outside, parts
from jdgtools.checks.setup import named_pieces
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.diagnostics.names import name_list
from jdgtools.model.map import BattleMap
from jdgtools.model.scenario import Scenario
from jdgtools.model.victory import COUNTED, Condition, counted_parts

_LOSSES = ("eliminated", "destroyed", "captured", "losses")
"""Conditions on what a side has lost; who fled may be meant to."""
_WORD = re.compile(r"\w+")
_SPAN = re.compile(r"(?<![\w–-])([0-9]{1,3})\s*(?:[–-]|\b[^\W\d_]{1,3}\b)\s*([0-9]{1,3})(?![\w–-])")
"""Two small numbers with a dash or a short word between them: `3 to 8`, `3 à 8`, `3–8`."""
_LONG_NUMBER = 4
"""Signs of a word that hardly anything but the number of a hex has, where a hex has it."""


@general_check(
    "GEN102",
    name="award-for-own-losses",
    severity=Severity.WARNING,
    rationale="Points for lost units go to the enemy of those units. An award that gives them to the "
    "side that loses them has its sides exchanged; one that names units of both has a wrong name among them.",
    bad="awards:\n  - {id: losses, side: france, points: 1, when: {eliminated: {side: france}}}",
    good="awards:\n  - {id: losses, side: austria, points: 1, when: {eliminated: {side: france}}}",
)
def award_for_own_losses(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards with points above zero, and victories, for losses of the side's own units."""
    scenario = ctx.scenario
    if scenario is None:
        return
    sides = {u.id: u.side for u in ctx.battle.units} | {x.id: x.side for x in ctx.battle.leaders}
    effects = [effect for rule in scenario.special_rules for effect in rule.effects]
    turncoats = {unit for effect in effects if effect.kind == "change_side" for unit in effect.units}
    rewards = [("award", award.id, award.side, award.when) for award in scenario.awards if award.points > 0]
    rewards += [("automatic", end.id, end.side, end.when) for end in scenario.automatic]
    for kind, name, side, when in rewards:
        units = _lost_units(when)
        own_losses = sorted(unit for unit in units if sides.get(unit) == side and unit not in turncoats)
        if side is None or not own_losses:
            continue
        what = "award" if kind == "award" else "automatic victory"
        whole = len(own_losses) == len(units)
        yield Finding(
            (kind, scenario.id, name, "side") if whole else (kind, scenario.id, name, "when"),
            f"{what} `{name}` rewards `{side}` for losses of its own"
            + ("" if whole else f": {name_list(own_losses)}"),
            expected="the side that inflicts them" if whole else "units of the enemy",
            related=(((kind, scenario.id, name, "when"), "the losses"),) if whole else (),
        )


def _lost_units(when: Condition) -> set[str]:
    """Return the units whose loss a condition counts; none where it counts anything else as well."""
    if when.kind in _LOSSES:
        return set(when.units)
    losses = [_lost_units(part) for part in when.parts] if when.kind in ("any", "all") else []
    return set().union(*losses) if losses and all(losses) else set()


@general_check(
    "GEN120",
    name="award-for-what-the-enemy-holds",
    severity=Severity.WARNING,
    rationale="Points for hexes go to the side that holds them. An award that gives them to the enemy of "
    "that side has its sides exchanged: in the condition, or beside the points.",
    bad="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: austria, hexes: [0402]}}}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}",
)
def award_for_what_the_enemy_holds(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards with points above zero, and victories, for hexes that the other side holds."""
    scenario = ctx.scenario
    if scenario is None:
        return
    rewards = [("award", award.id, award.side, award.when) for award in scenario.awards if award.points > 0]
    rewards += [("automatic", end.id, end.side, end.when) for end in scenario.automatic]
    for kind, name, side, when in rewards:
        if when.kind == "holds" and None not in (side, when.side) and side != when.side:
            what = "award" if kind == "award" else "automatic victory"
            yield Finding(
                (kind, scenario.id, name, "when"),
                f"{what} `{name}` rewards `{side}` for what `{when.side}` holds",
                expected=f"hexes that `{side}` holds, or a `not` before the condition",
                related=(((kind, scenario.id, name, "side"), "whom it rewards"),),
            )


@general_check(
    "GEN216",
    name="award-that-punishes-success",
    severity=Severity.WARNING,
    rationale="Points below zero are a penalty. One for hexes that the side itself holds, or for losses of "
    "none but its enemies, punishes what it fights for: the sign was not meant, or the side.",
    bad="awards:\n  - {id: mill, side: france, points: -5, when: {holds: {side: france, hexes: [0402]}}}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}",
)
def award_that_punishes_success(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards with points below zero for what the side itself holds or its enemies lose."""
    scenario = ctx.scenario
    if scenario is None:
        return
    sides = {u.id: u.side for u in ctx.battle.units} | {x.id: x.side for x in ctx.battle.leaders}
    for award in scenario.awards:
        if award.points >= 0 or award.side is None:
            continue
        losers = {sides.get(unit) for unit in _lost_units(award.when)}
        holds = award.when.kind == "holds" and award.when.side == award.side
        if holds or (losers and not losers & {award.side, None}):
            why = "the hexes that it holds" if holds else "losses of its enemies"
            yield Finding(
                ("award", scenario.id, award.id, "points"),
                f"award `{award.id}` takes points from `{award.side}` for {why}",
                expected="points above zero, or another side",
                related=((("award", scenario.id, award.id, "when"), "what is punished"),),
            )


@general_check(
    "GEN103",
    name="award-of-no-points",
    severity=Severity.WARNING,
    rationale="An award of 0 points changes nothing; mostly the number was never filled in.",
    bad="awards:\n  - {id: mill, side: france, points: 0, when: {holds: {side: france, hexes: [0402]}}}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}",
)
def award_of_no_points(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards of 0 points that say so."""
    scenario = ctx.scenario
    for award in scenario.awards if scenario else ():
        assert scenario is not None
        subject = ("award", scenario.id, award.id, "points")
        if award.points == 0 and subject in ctx.battle.spans:
            yield Finding(subject, f"award `{award.id}` gives 0 points", expected="a number of points")


@general_check(
    "GEN106",
    name="held-out-of-play",
    severity=Severity.WARNING,
    rationale="A hex out of play is held by nobody. Where it stands among those that a side holds at the "
    "start, another hex was meant.",
    bad="playable: |\n  . . #        # 0301 is out of play\nvictory:\n  held: {austria: [0301]}",
    good="victory:\n  held: {austria: [0201]}",
)
def held_out_of_play(ctx: CheckContext) -> Iterator[Finding]:
    """Yield hexes out of play that a side holds at the start."""
    scenario, battle_map = ctx.scenario, ctx.map
    if scenario is None or battle_map is None:
        return
    hexes_by_side: dict[str, list[int]] = {}
    for index in outside(battle_map, scenario.held):
        hexes_by_side.setdefault(scenario.held[index], []).append(index)
    for side, hexes in hexes_by_side.items():
        yield Finding(
            ("held", scenario.id, side),
            f"{hex_names(ctx, hexes)}, held by `{side}` at the start, {is_are(hexes)} out of play",
            expected="hexes in play",
        )


@general_check(
    "GEN118",
    name="each-of-nothing",
    severity=Severity.WARNING,
    rationale="`each: true` multiplies the points by the hexes, units or leaders that fulfil a condition one "
    "by one. Nobody fulfils a share of losses, a turn or a lead by himself, and of two such conditions in "
    "an `all` nothing says which is counted: the award counts once. Nor does a `count` say anything where "
    "each of them counts.",
    bad="awards:\n  - {id: heads, side: france, points: 1, each: true, "
    "when: {losses: {side: austria, percent: 10}}}",
    good="awards:\n  - {id: heads, side: france, points: 1, each: true, when: {eliminated: {side: austria}}}",
)
def each_of_nothing(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards that say `each` of a condition that counts once, and numbers beside `each`."""
    scenario = ctx.scenario
    if scenario is None:
        return
    for award in scenario.awards:
        if not award.each:
            continue
        parts_counted = counted_parts(award.when)
        if not parts_counted:
            yield Finding(
                ("award", scenario.id, award.id),
                f"award `{award.id}` says `each`, but no hex, unit or leader fulfils its condition "
                f"`{award.when.kind}` by itself: it counts once",
                expected=f"`each` with one of the conditions {name_list(COUNTED)}, with an `any` of them, or "
                "with an `all` that has one of them",
                hint="leave `each` out, or divide the award in several",
            )
        for part in parts_counted:
            if part.count is not None:
                yield Finding(
                    ("award", scenario.id, award.id),
                    f"award `{award.id}` says `each`, so `count: {part.count}` of `{part.kind}` says nothing",
                    expected="`each` without `count`",
                    hint="leave one of the two out",
                )


@general_check(
    "GEN172",
    name="award-for-a-whole-army",
    severity=Severity.WARNING,
    rationale="Without `each` and without `count` an award for lost units is given once, when all of them "
    "are lost. Of a whole army that never happens: points for every unit were meant.",
    bad="awards:\n  - {id: losses, side: france, points: 1, when: {eliminated: {side: austria}}}",
    good="awards:\n  - {id: losses, side: france, points: 1, each: true, "
    "when: {eliminated: {side: austria}}}",
)
def award_for_a_whole_army(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards that are given when no unit of a side is left."""
    scenario = ctx.scenario
    if scenario is None:
        return
    pieces = named_pieces(scenario)
    armies: dict[str, set[str]] = {}
    for unit in ctx.battle.units:
        if unit.side is not None and unit.id in pieces:
            armies.setdefault(unit.side, set()).add(unit.id)
    for award in scenario.awards:
        when = award.when
        if award.each or when.count is not None or when.kind not in _LOSSES[:3]:
            continue
        for side, army in armies.items():
            if len(army) > 1 and army <= set(when.units):
                yield Finding(
                    ("award", scenario.id, award.id, "when"),
                    f"award `{award.id}` is given once, when all {len(army)} units of `{side}` are "
                    f"{when.kind}",
                    expected="`each: true`, or a `count`",
                    hint="write `each: true` beside the points if they are given for every unit",
                )


@general_check(
    "GEN225",
    name="award-twice",
    severity=Severity.WARNING,
    rationale="Two awards of one side for one thing give their points together. One of them was copied, and "
    "what it is for was not changed.",
    bad="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "  - {id: bridge, side: france, points: 3, when: {holds: {side: france, hexes: [0402]}}}",
    good="awards:\n  - {id: mill, side: france, points: 5, when: {holds: {side: france, hexes: [0402]}}}\n"
    "  - {id: bridge, side: france, points: 3, when: {holds: {side: france, hexes: [0503]}}}",
)
def award_twice(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards whose side, condition and time are those of another one."""
    scenario = ctx.scenario
    first: dict[tuple[object, ...], str] = {}
    for award in scenario.awards if scenario is not None else ():
        other = first.setdefault((award.side, award.at, award.each, _without_key(award.when)), award.id)
        if scenario is not None and other != award.id:
            yield Finding(
                ("award", scenario.id, award.id, "when"),
                f"award `{award.id}` is for the same as `{other}`",
                expected="a condition of its own for each award",
                hint="change the condition of one of them, or add the points of both in one",
                related=((("award", scenario.id, other, "when"), f"condition of `{other}`"),),
            )


@general_check(
    "GEN242",
    name="awards-of-one-name",
    severity=Severity.WARNING,
    rationale="Players tick awards off by their names. Of two of one side that bear the same, one was copied "
    "and never renamed, at least in one language.",
    bad="awards:\n  - {id: mill, name: Mill Hill, side: france, points: 5, "
    "when: {holds: {side: france, hexes: [0402]}}}\n"
    "  - {id: ford, name: Mill Hill, side: france, points: 3, when: {holds: {side: france, hexes: [0503]}}}",
    good="awards:\n  - {id: mill, name: Mill Hill, side: france, points: 5, "
    "when: {holds: {side: france, hexes: [0402]}}}\n"
    "  - {id: ford, name: The ford, side: france, points: 3, when: {holds: {side: france, hexes: [0503]}}}",
)
def awards_of_one_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards with a name that an earlier one of their side has in the same language."""
    scenario = ctx.scenario
    first: dict[tuple[str | None, str, str], str] = {}
    for award in scenario.awards if scenario is not None else ():
        for language, name in award.name.values:
            other = first.setdefault((award.side, language, name.casefold()), award.id)
            if scenario is not None and other != award.id:
                yield Finding(
                    ("award", scenario.id, award.id, "name"),
                    f"awards `{other}` and `{award.id}` of one side have the same name, {name} ({language})",
                    expected="a name of its own for each award of a side",
                    related=((("award", scenario.id, other, "name"), f"name of `{other}`"),),
                    depends=(("strings", language),),
                )
                break


def _without_key(condition: Condition) -> Condition:
    """Return a condition without the place where it stands."""
    return replace(condition, key="", parts=tuple(_without_key(part) for part in condition.parts))


@general_check(
    "GEN233",
    name="award-beside-its-name",
    severity=Severity.WARNING,
    rationale="Players read the name of an award, and the module counts its hexes. One that bears the name "
    "of a place, the number of a hex or a span of turns, and is given for others, was copied and changed by "
    "half.",
    bad="awards:\n  - {id: valmar, name: Valmar, side: austria, points: 3, "
    "when: {holds: {side: austria, hexes: [0402]}}}   # Valmar is 0104",
    good="awards:\n  - {id: valmar, name: Valmar, side: austria, points: 3, "
    "when: {holds: {side: austria, hexes: [0104]}}}",
)
def award_beside_its_name(ctx: CheckContext) -> Iterator[Finding]:
    """Yield awards for hexes whose name is that of a place or region, or has the number of a hex, elsewhere.

    The label of a place may stand beside its hexes; of two places of one name either will do.
    """
    scenario, battle_map = ctx.scenario, ctx.map
    if scenario is not None:
        yield from _in_other_turns(scenario)
    if scenario is None or battle_map is None:
        return
    # A map may have 100,000 places, and few of them are called like an award.
    areas: dict[tuple[str, str], list[frozenset[int]]] = {
        (language, name.casefold()): [] for award in scenario.awards for language, name in award.name.values
    }
    for place in battle_map.places:
        for language, name in place.name.values:
            if (language, name.casefold()) in areas:
                near = frozenset(battle_map.grid.disc(place.hex, 1))
                areas[language, name.casefold()].append(near)
    for region in battle_map.regions:
        for language, name in region.name.values:
            if (language, name.casefold()) in areas:
                areas[language, name.casefold()].append(region.hexes)
    for award in scenario.awards:
        grounds = [part for part in parts(award.when) if part.kind == "holds"]
        if len(grounds) != 1:
            continue
        hexes = frozenset(grounds[0].hexes)
        for language, name in award.name.values:
            areas_of_name = areas[language, name.casefold()] or _hexes_named(battle_map, name)
            if hexes and areas_of_name and all(hexes.isdisjoint(area) for area in areas_of_name):
                yield Finding(
                    ("award", scenario.id, award.id, "name"),
                    f"award `{award.id}` is called {name}, and given for {hex_names(ctx, hexes)}",
                    expected="the name of these hexes, or those that it names",
                    related=((("award", scenario.id, award.id, "when"), "the hexes"),),
                    depends=(("strings", language),),
                )
                break


def _in_other_turns(scenario: Scenario) -> Iterator[Finding]:
    """Yield awards whose name says one span of turns, such as `turn 3 to 8`, and whose condition another."""
    for award in scenario.awards:
        spans = {(part.low, part.high) for part in parts(award.when) if part.kind == "turn"}
        if len(spans) != 1 or None in (span := spans.pop()):
            continue
        for language, name in award.name.values:
            spans_named = {(int(low), int(high)) for low, high in _SPAN.findall(name) if int(low) < int(high)}
            if spans_named and span not in spans_named:
                low, high = min(spans_named)
                yield Finding(
                    ("award", scenario.id, award.id, "name"),
                    f"award `{award.id}` speaks of turns {low} to {high} ({language}), and is given in turns "
                    f"{span[0]} to {span[1]}",
                    expected="the same turns in both",
                    related=((("award", scenario.id, award.id, "when"), "the turns"),),
                    depends=(("strings", language),),
                )
                break


def _hexes_named(battle_map: BattleMap, name: str) -> list[frozenset[int]]:
    """Return the hexes whose numbers stand in a text, all together; short ones may be other numbers."""
    words = (word for word in _WORD.findall(name) if len(word) >= _LONG_NUMBER and not word.isalpha())
    hexes = frozenset(index for word in words if (index := battle_map.grid.index(word)) is not None)
    return [hexes] if hexes else []


CHECKS: tuple[Check, ...] = (
    award_twice,
    awards_of_one_name,
    award_beside_its_name,
    award_for_own_losses,
    award_for_a_whole_army,
    award_for_what_the_enemy_holds,
    award_that_punishes_success,
    award_of_no_points,
    held_out_of_play,
    each_of_nothing,
)
"""All checks of this module."""
