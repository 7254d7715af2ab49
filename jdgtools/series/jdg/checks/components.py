"""Checks of components and sources (G.11 of the rules digest): CHK-120 to CHK-124."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.charts.model import Cell
from jdgtools.checks.base import CheckContext, Finding, check
from jdgtools.checks.setup import pieces_in_play
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.model.context import Subject
from jdgtools.model.definition import MarkerDef
from jdgtools.model.scenario import Scenario
from jdgtools.series.jdg.checks.common import number

_ORDERS = ("orders_received", "without_orders")
_ALWAYS = (*_ORDERS, "shock", "shock_check", "rout", "turn")
"""Markers that every battle needs."""
_FOR_ARMS = {"square": "infantry", "fired": "artillery", "charge": "cavalry"}
"""Markers that a battle with units of an arm needs."""


def _needed_markers(ctx: CheckContext, scenario: Scenario | None) -> dict[str, str]:
    """Return marker id -> why a scenario needs it; without one, why the battle does."""
    alive = pieces_in_play(ctx.battle, scenario) if scenario is not None else None
    arms = {unit.arm for unit in ctx.battle.units if alive is None or unit.id in alive}
    scenarios = ctx.battle.scenarios if scenario is None else (scenario,)
    who = "the battle" if scenario is None else "it"
    reasons = dict.fromkeys(_ALWAYS, "every battle needs it")
    reasons.update({m: f"{who} has {arm}" for m, arm in _FOR_ARMS.items() if arm in arms})
    if any(other.arrivals for other in scenarios):
        reasons["renfort"] = f"{who} has reinforcements"
    return reasons


@check(
    "JDG120",
    entry="CHK-120",
    name="marker-missing-from-the-battle",
    severity=Severity.ERROR,
    rules=(
        "JDG-2.3.2-d",
        "JDG-4.2-d",
        "JDG-4.4.2-b",
        "JDG-5.2.1-e",
        "JDG-8.3.1-e",
        "JDG-9.1-c",
        "JDG-10.2-c",
    ),
    scope="battle",
    rationale="The rules put markers on units for orders, reinforcements, squares, fire, shock, charges and "
    "rout. A battle that prints none of a kind cannot show that state on the table or in a module. Kinds "
    "that no unit of the battle can ever need may be left out.",
    bad="markers: {rout: 0}",
    good="markers: {rout: 8}",
)
def marker_missing_from_the_battle(ctx: CheckContext) -> Iterator[Finding]:
    """Yield markers that the battle needs and does not print, or that the series does not have.

    Also those of which a scenario has none; of its order markers JDG121 speaks.
    """
    for scenario in ctx.battle.scenarios:
        for marker_id, why in _needed_markers(ctx, scenario).items():
            definition = ctx.battle.series.marker(marker_id)
            if definition and marker_id not in _ORDERS and scenario.markers.get(marker_id) == 0:
                yield Finding(
                    ("scenario", scenario.id, "markers", marker_id),
                    f"scenario `{scenario.id}` has no `{marker_id}` markers ({definition.name.get()}), "
                    f"but {why}",
                    expected="at least 1",
                    hint=f"write the number that you need, or delete `{marker_id}` for the usual number",
                    rules=definition.rules,
                )
    for marker_id, why in _needed_markers(ctx, None).items():
        definition = ctx.battle.series.marker(marker_id)
        if definition is None:
            yield Finding(
                ("battle", "series"),
                f"the series has no marker `{marker_id}`, but {why}",
                expected="every marker of the rules in the inventory of the series",
                hint=f"add `{marker_id}` to the markers of the series",
            )
        elif ctx.battle.markers.get(marker_id) == 0:
            yield Finding(
                ("battle", "markers", marker_id),
                f"no `{marker_id}` markers ({definition.name.get()}) are printed, but {why}",
                expected="at least 1",
                hint=f"write the number that you need, or delete `{marker_id}` for the usual number",
                rules=definition.rules,
            )


@check(
    "JDG121",
    entry="CHK-121",
    name="order-markers-that-differ-face-down",
    severity=Severity.ERROR,
    rules=("JDG-2.3.2-d",),
    scope="battle",
    rationale="Orders are secret: each player puts one of two markers face down on each tactical group. If "
    "their backs differ, if one of them is not hidden at all, or if a scenario has only one of the two "
    "kinds, there is no secret.",
    bad="# scenario\nmarkers: {orders_received: 0, without_orders: 12}",
    good="# scenario\nmarkers: {orders_received: 6, without_orders: 12}",
)
def order_markers_that_differ_face_down(ctx: CheckContext) -> Iterator[Finding]:
    """Yield order markers whose backs tell them apart."""
    first, second = (ctx.battle.series.marker(name) for name in _ORDERS)
    if first is None or second is None:
        return
    subject: Subject = ("battle", "series")
    for marker in (first, second):
        if not marker.hidden:
            yield Finding(
                subject,
                f"marker `{marker.id}` does not lie face down",
                expected="both order markers hidden until the first activation of the group",
                hint=f"set `hidden` in the definition of `{marker.id}`",
            )
    differences = [what for what, a, b in _backs(first, second) if a != b]
    if differences:
        yield Finding(
            subject,
            f"markers `{first.id}` and `{second.id}` differ face down: {' and '.join(differences)}",
            expected="two backs that look the same",
            hint="give both markers the same back in the series",
        )
    yield from _orders_known_face_down(ctx)


def _orders_known_face_down(ctx: CheckContext) -> Iterator[Finding]:
    """Yield scenarios that leave one kind of order marker out, so that the other is known face down."""
    for scenario in ctx.battle.scenarios:
        for name in _ORDERS:
            marker = ctx.battle.series.marker(name)
            if marker and scenario.markers.get(name) == 0 and _largest_order_count(ctx, name, scenario):
                yield Finding(
                    ("scenario", scenario.id, "markers", name),
                    f"scenario `{scenario.id}` has no {marker.name.get()} markers, so every order marker is "
                    "known face down",
                    expected="both kinds of order marker, which look the same face down",
                    hint=f"delete `{name}` for the usual number, or write the number that you need",
                )


def _backs(first: MarkerDef, second: MarkerDef) -> tuple[tuple[str, object, object], ...]:
    """Return (what, on the one, on the other) for what is seen of markers that lie face down."""
    return (
        ("the legend", first.back_legend, second.back_legend),
        ("the colour", first.colour, second.colour),
    )


@check(
    "JDG122",
    entry="CHK-122",
    name="too-few-order-markers",
    severity=Severity.WARNING,
    rules=("JDG-2.3.2-b", "JDG-2.3.2-d"),
    scope="battle",
    rationale="In phase A every tactical group gets an order marker: Orders Received for as many as the "
    "commanders can order, Without Orders for the rest, at worst one for each unit. With fewer markers the "
    "players run out of them, or can tell from the rest which kind lies on the map.",
    bad="markers: {orders_received: 3}    # commanders with capacities 3 and 2",
    good="markers: {orders_received: 6}    # commanders with capacities 3 and 2",
)
def too_few_order_markers(ctx: CheckContext) -> Iterator[Finding]:
    """Yield order markers fewer than commanders can give orders, or than there are units."""
    owners: list[tuple[Subject, dict[str, int], Scenario | None]] = [
        (("battle", "markers"), dict(ctx.battle.markers), None)
    ]
    owners += [(("scenario", s.id, "markers"), dict(s.markers), s) for s in ctx.battle.scenarios]
    for subject, counts, scenario in owners:
        for marker in _ORDERS:
            count = counts.get(marker)
            need = _largest_order_count(ctx, marker, scenario)
            definition = ctx.battle.series.marker(marker)
            if count is None or definition is None or count >= need or count == 0:
                continue  # none at all is a missing kind: JDG120 in the battle, JDG121 in a scenario
            name = definition.name.get()
            why = (
                f"the commanders can give {number(need, 'order')} a turn"
                if marker == _ORDERS[0]
                else f"there may be {number(need, 'group')}, one for each unit"
            )
            yield Finding(
                (*subject, marker),
                f"{number(count, f'{name} marker')} for both sides, but {why}",
                expected=f"at least {need}",
                hint=f"write `{marker}: {need}`, or delete it for the usual number",
            )


def _largest_order_count(ctx: CheckContext, marker: str, scenario: Scenario | None) -> int:
    """Return the largest number of a kind of order marker that the sides can use in one turn."""
    if scenario is None:
        numbers = [_largest_order_count(ctx, marker, s) for s in ctx.battle.scenarios]
        return max(numbers, default=0)
    alive = pieces_in_play(ctx.battle, scenario)
    if marker == _ORDERS[1]:
        return sum(unit.id in alive for unit in ctx.battle.units)
    capacities = [x.front.get("capacity") for x in ctx.battle.leaders if x.id in alive]
    return sum(c for c in capacities if isinstance(c, int))


@check(
    "JDG123",
    entry="CHK-123",
    name="no-common-cup",
    severity=Severity.ERROR,
    rules=("JDG-2.2-a", "JDG-1-g"),
    scope="battle",
    rationale="The activation markers of both sides are drawn from one cup, which decides who acts next. Two "
    "cups would be another game, and a unit in the cup could be drawn as if it were a marker.",
    bad="setup:\n  - {unit: 1-9, box: cup}",
    good="setup:\n  - {unit: 1-9, hex: 0305, facing: E}",
)
def no_common_cup(ctx: CheckContext) -> Iterator[Finding]:
    """Yield a series without one cup for both sides, and pieces in the cup that are no activation markers."""
    boxes = ctx.battle.series.boxes
    cups = [box for box in boxes if box.id == "cup"]
    if len(cups) != 1 or cups[0].per != "battle" or "activation" not in cups[0].holds:
        yield Finding(
            ("battle", "series"),
            "the series has no cup" if not cups else "the series has no common cup for activation markers",
            expected="one box `cup` for the battle that holds the activation markers of both sides",
            hint="define the box `cup` with `per` battle and `holds` activation",
        )
    holds = cups[0].holds if cups else ()
    for scenario in ctx.battle.scenarios:
        for placement in scenario.placements:
            if placement.box == "cup" and placement.kind not in holds:
                yield Finding(
                    ("placement", scenario.id, placement.piece, "box"),
                    f"{placement.kind} `{placement.piece}` starts in the cup, which holds activation markers",
                    expected="a hex, an area, or a box that holds units",
                    hint="give it a hex, schedule it as a reinforcement, or list it in `unused`",
                )


@check(
    "JDG124",
    entry="CHK-124",
    name="chart-value-without-source",
    severity=Severity.WARNING,
    rules=("JDG-4.3-b", "JDG-7.5-a", "JDG-8.5-a"),
    scope="battle",
    rationale="The rules leave most charts to data, so each value says where it comes from: a statement of "
    "the rules, a player aid, our own design with its reason, or the battle's own note. A value changed "
    "without a note is one that nobody can question or defend later.",
    bad="charts:\n  - {chart: TBL-TEC, key: [garden, infantry], value: 1}",
    good="charts:\n  - {chart: TBL-TEC, key: [garden, infantry], value: 1, note: Low hedges only.}",
)
def chart_value_without_source(ctx: CheckContext) -> Iterator[Finding]:
    """Yield cells without a source.

    The battle's changes without a note, the series' cells without references.
    """
    for override in ctx.battle.overrides:
        if not override.note:
            yield Finding(
                ("override", override.key, "note"),
                f"{override.chart} {', '.join(override.keys)} is changed without a note",
                expected="`note` with the reason or the source of the value",
                hint="add `note: …` to the change",
            )
    for chart in ctx.charts:
        bare = [keys for keys, cell in chart.cells.items() if not _has_source(ctx, cell)]
        if bare:
            yield Finding(
                ("battle", "charts"),
                f"{chart.id} has {number(len(bare), 'value')} without a known source, such as "
                f"{', '.join(bare[0])}",
                expected="a statement of the rules, a player aid or a design reason for every value",
                hint="add `refs` to these cells in the data of the series",
                rules=chart.rules,
            )


def _has_source(ctx: CheckContext, cell: Cell) -> bool:
    """Return whether a cell of the series says where its value comes from."""
    if cell.kind == "battle":
        return True  # judged by its note
    if cell.kind == "rules":
        return any(ref in ctx.series.statements or ref.startswith("AMB-") for ref in cell.refs)
    if cell.kind == "house":
        return any(ref in ctx.charts.sources for ref in cell.refs)
    return bool(cell.refs)


CHECKS = (
    marker_missing_from_the_battle,
    order_markers_that_differ_face_down,
    too_few_order_markers,
    no_common_cup,
    chart_value_without_source,
)
