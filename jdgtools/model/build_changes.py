"""Nodes of a scenario -> what it changes of the map and of the ratings of units.

A change that changes nothing is a mistake: what it was meant for is somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from jdgtools.hexgrid import Hexside
from jdgtools.hexgrid.chain import parse_sides
from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.build_entries import children
from jdgtools.model.build_map import MapBuilder
from jdgtools.model.changes import SCENARIO_HEX, UNIT_RATING, MapChanges, UnitRatings, WayStep, steps_of
from jdgtools.model.context import Context, Subject
from jdgtools.model.map import BattleMap, HexsideFeature, Way
from jdgtools.source.node import Node
from jdgtools.source.span import Span


class ChangesBuilder:
    """Builds the changes of one scenario.

    Args:
        ctx: series and diagnostics.
        root: of the scenario.
        known: what it may refer to, the map as the battle has it among it.
        scenario: its id.
    """

    def __init__(self, ctx: Context, root: Node, index: BattleIndex, scenario: str) -> None:
        self.ctx = ctx
        self.root = root
        self.index = index
        self.scenario = scenario

    # --- map -----------------------------------------------------------------------------------

    def map_changes(self) -> MapChanges:
        """Return the changes of the map; what is wrong with them has been reported and is left out."""
        node, battle_map = self.root.get("map"), self.index.map
        if node is None or not node.is_map or battle_map is None:
            return MapChanges()
        lost_features: list[tuple[str, Hexside]] = []
        lost_steps: list[WayStep] = []
        for number, item in enumerate(children(node, "remove"), 1):
            subject = ("map-change", self.scenario, f"remove-{number}")
            self.ctx.mark(subject, item)
            features, steps = self._removals(item, subject, battle_map)
            lost_features += features
            lost_steps += steps
        changes = MapChanges(lost_features=tuple(lost_features), lost_steps=tuple(lost_steps))
        smaller = changes.applied_to(battle_map)
        builder = MapBuilder(self.index.reader, [], root=node, scope=f"{self.scenario}/")
        return replace(
            changes,
            terrain=self._terrain(node.get("hexes"), battle_map),
            features=tuple(self._new_features(builder.features(), smaller)),
            ways=tuple(self._new_ways(builder.ways(), smaller)),
        )

    def _terrain(self, node: Node | None, battle_map: BattleMap) -> dict[int, str]:
        ctx = self.ctx
        terrain: dict[int, str] = {}
        kinds = [t.id for t in ctx.series.terrains if t.kind == "hex"]
        outside = {t.id for t in ctx.series.terrains if t.kind == "hex" and not t.playable}
        for name, item in node.items() if node is not None else ():
            assert node is not None
            index = self.index.reader.hex(Node.scalar(name, node.key_span(name), plain=False))
            kind = ctx.string(item)
            subject = ("map-change", self.scenario, f"hex {name}")
            if kind not in kinds:
                ctx.unknown("REF008", item, "hex terrain", kind, kinds, subject)
            elif index is not None and battle_map.terrain[index] == kind:
                self._idle(item, f"hex {name} is `{kind}` on the map already", subject)
            elif index is not None and not battle_map.playable[index]:
                self._idle(item, f"hex {name} is out of play, so its terrain counts nowhere", subject)
            elif index is not None and kind in outside:
                ctx.problem(
                    "MAP084",
                    item,
                    f"`{kind}` would take hex {name} out of play in one scenario alone",
                    expected="a terrain that is in play",
                    hint="all scenarios have the same hexes in play; a special rule may forbid one",
                    subject=subject,
                )
            elif index is not None:
                terrain[index] = kind
                ctx.spans[(SCENARIO_HEX, self.scenario, battle_map.grid.id(index))] = item.span
        return terrain

    def _removals(
        self, item: Node, subject: Subject, battle_map: BattleMap
    ) -> tuple[list[tuple[str, Hexside]], list[WayStep]]:
        """Return features and steps of ways that an entry of `remove` takes away."""
        ctx, kind = self.ctx, self.ctx.string(item.get("kind"))
        sides, chain = item.get("sides"), item.get("hexes")
        on_sides = [t.id for t in ctx.series.terrains if t.kind in ("hexside", "crossing")]
        paths = [t.id for t in ctx.series.terrains if t.kind == "path"]
        if kind not in (*on_sides, *paths):
            if kind or ctx.is_empty_name(item.get("kind")):
                ways_and_sides = (*on_sides, *paths)
                ctx.unknown(
                    "REF008",
                    item.get("kind"),
                    "hexside terrain or way",
                    kind,
                    ways_and_sides,
                    (*subject, "kind"),
                )
            return [], []
        key = "hexes" if kind in paths else "sides"
        if (sides is None) == (chain is None) or item.get(key) is None:
            ctx.problem(
                "MAP010",
                item,
                f"what is removed of `{kind}` is not said",
                expected=f"`{key}` beside `kind: {kind}`, and nothing else",
                subject=subject,
            )
            return [], []
        if chain is not None:
            hexes = self.index.reader.chain(chain, (*subject, "hexes")) if chain.is_scalar else ()
            present = {step for way in battle_map.ways for step in steps_of(way.kind, way.hexes)}
            steps = list(steps_of(kind, hexes))
            for step in steps:
                if step not in present:
                    a, b = battle_map.grid.id(step.low), battle_map.grid.id(step.high)
                    self._idle(chain, f"the map has no `{kind}` from {a} to {b}", (*subject, "hexes"))
            return [], [step for step in steps if step in present]
        features: list[tuple[str, Hexside]] = []
        for word in children(item, "sides"):
            for side in self.index.reader.parse(word, (*subject, "sides"), "MAP004", parse_sides) or ():
                if any(f.kind == kind for f in battle_map.by_side.get(side, ())):
                    features.append((kind, side))
                elif side not in battle_map.unknown_sides:
                    self._idle(
                        word, f"the map has no `{kind}` on hexside {ctx.string(word)}", (*subject, "sides")
                    )
        return features, []

    def _new_features(
        self, features: tuple[HexsideFeature, ...], battle_map: BattleMap
    ) -> Iterator[HexsideFeature]:
        for feature in features:
            if any(
                f.kind == feature.kind and f.inside == feature.inside
                for f in battle_map.by_side.get(feature.side, ())
            ):
                subject = ("hexside", feature.key)
                self._idle(
                    self.ctx.spans.get(subject),
                    f"the map has `{feature.kind}` on side of {battle_map.grid.id(feature.side.a)} already",
                    subject,
                )
            else:
                yield feature

    def _new_ways(self, ways: tuple[Way, ...], battle_map: BattleMap) -> Iterator[Way]:
        present = {step for way in battle_map.ways for step in steps_of(way.kind, way.hexes)}
        for way in ways:
            if len(way.hexes) > 1 and present.issuperset(steps_of(way.kind, way.hexes)):
                subject = ("way", way.key)
                self._idle(self.ctx.spans.get(subject), f"the map has this `{way.kind}` already", subject)
            else:
                yield way

    def _idle(self, where: Node | Span | None, message: str, subject: Subject) -> None:
        self.ctx.problem(
            "MAP011",
            where,
            message,
            expected="something that is different from the map of the battle",
            hint="delete it, or mend the hex, the direction or the kind",
            subject=subject,
        )

    # --- ratings -------------------------------------------------------------------------------

    def ratings(self) -> tuple[UnitRatings, ...]:
        """Return ratings that differ in the scenario; wrong ones have been reported and left out."""
        ctx, node, changes = self.ctx, self.root.get("ratings"), []
        for name, item in node.items() if node is not None else ():
            assert node is not None
            subject = (UNIT_RATING, self.scenario, name)
            unit = self.index.units.get(name)
            if unit is None:
                ctx.unknown("REF004", node.key_span(name), "unit", name, self.index.units, subject)
                continue
            ctx.mark(subject, item)
            front, back = ctx.values(dict(item.items()), ctx.series.unit_fields, subject, f"unit `{name}`")
            for values, old, end in ((front, unit.front, ""), (back, {**unit.front, **unit.back}, "_back")):
                for key in [
                    key for key in values if old.get(key) == values[key] and key + end in dict(item.items())
                ]:
                    ctx.problem(
                        "GEN066",
                        item.get(key + end),
                        f"`{key}{end}` of unit `{name}` is {values.pop(key)} in the order of battle already",
                        expected="a value that differs in this scenario",
                        hint="delete it",
                        subject=(*subject, key + end),
                    )
            if front or back:
                changes.append(UnitRatings(name, front, back))
        return tuple(changes)
