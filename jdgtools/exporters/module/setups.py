"""Predefined setups: a saved game per scenario with every piece in its place, and an empty map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from jdgtools.exporters.module.boxes import Box, area_id, arrival_id
from jdgtools.exporters.module.grid import ModuleGrid
from jdgtools.exporters.module.keycodes import recode
from jdgtools.exporters.module.kit import Kit
from jdgtools.exporters.module.prototypes import facing_table
from jdgtools.exporters.module.stacks import HERE
from jdgtools.exporters.module.turn import TurnTrack
from jdgtools.exporters.module.windows import MAP_EDGE
from jdgtools.model.definition import StateAxis
from jdgtools.model.scenario import Scenario
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import SaveFile
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.savegame import SETUP_STACK, Command
from jdgtools.vassal.traits import Deck, DynamicProperty, Piece, Rotator, Trait

Spot = tuple[str, int, int]
"""Map name, x, y."""


@dataclass
class Table:
    """Where every piece lies at the start: stacks by place, bottom piece first."""

    stacks: dict[Spot, list[Piece]] = field(default_factory=dict)
    cup: list[Piece] = field(default_factory=list)
    filled: dict[str, int] = field(default_factory=dict)
    """Stacks already put into each box."""

    def put(self, spot: Spot, pieces: Sequence[Piece]) -> None:
        """Lay pieces, bottom first, on what lies there."""
        if pieces:
            self.stacks.setdefault(spot, []).extend(pieces)


@dataclass(frozen=True)
class SetupMaker:
    """Makes the saved games of a module."""

    kit: Kit
    grid: ModuleGrid
    boxes: Mapping[str, Box]
    pieces: Mapping[str, Piece]
    """All pieces by key, prototypes expanded, gpid set."""
    track: TurnTrack
    deck: Deck | None
    """The cup, without its cards."""
    metadata: Metadata
    codes: Mapping[str, int]
    """Codes of named commands."""

    def scenario(self, scenario: Scenario) -> SaveFile:
        """Return the saved game of a scenario."""
        table = Table()
        self._place_all(table, scenario)
        self._place_common(table, scenario)
        return self._save(table, self.track.state(scenario))

    def empty(self) -> SaveFile:
        """Return a saved game without units on the map; cards and markers lie in their boxes."""
        table = Table()
        self._place_common(table, None)
        return self._save(table, self.track.state(None))

    # --- pieces -----------------------------------------------------------------------------------

    def _place_all(self, table: Table, scenario: Scenario) -> None:
        placed: set[str] = set()
        for index, placements in scenario.stacks().items():
            own = [p for p in placements if p.hexes[0] == index]
            x, y = (n + MAP_EDGE for n in self.grid.centre(index))
            stack = [self._piece(p.piece, p.state, p.facing, self.grid.grid.id(index)) for p in reversed(own)]
            table.put((self.kit.words("map"), x, y), [p for p in stack if p is not None])
            placed |= {p.piece for p in own}
        for p in scenario.placements:
            if p.hexes:
                continue
            box = self.boxes.get(area_id(p.area_name, p.area)) if p.area else self._box(p.box, p.piece)
            piece = self._piece(p.piece, p.state, p.facing)
            if piece is not None:
                self._into(table, box or self.boxes["unused"], [piece])
                placed.add(p.piece)
        for arrival in scenario.arrivals:
            box = self.boxes[arrival_id(arrival)]
            for names in arrival.stacks:
                group = [self._piece(name, arrival.state, None) for name in reversed(names)]
                self._into(table, box, [p for p in group if p is not None])
                placed |= set(names)
        for key, piece in self.pieces.items():
            kind, _, name = key.partition(":")
            if kind in ("unit", "leader") and name not in placed:
                self._into(table, self.boxes["unused"], [piece])

    def _box(self, box_id: str, piece: str) -> Box | None:
        unit = self.kit.battle.unit(piece) or self.kit.battle.leader(piece)
        return self.boxes.get(box_id) or self.boxes.get(f"{box_id}/{unit.side if unit else ''}")

    def _into(self, table: Table, box: Box, stack: Sequence[Piece]) -> None:
        k = table.filled.get(box.id, 0)
        table.filled[box.id] = k + 1
        x, y = box.place(k)
        table.put((self.kit.words(box.window), x, y), stack)

    def _piece(self, name: str, state: Mapping[str, str], facing: int | None, here: str = "") -> Piece | None:
        kind = "unit" if f"unit:{name}" in self.pieces else "leader"
        piece = self.pieces.get(f"{kind}:{name}")
        if piece is None:
            return None
        return set_up(self.kit, piece, kind, state, facing, here)

    # --- everything else --------------------------------------------------------------------------

    def _place_common(self, table: Table, scenario: Scenario | None) -> None:
        battle = self.kit.battle
        removed = scenario.removed_markers if scenario else frozenset()
        for marker in battle.activation:
            piece = self.pieces[f"activation:{marker.id}"]
            box = self.boxes.get(f"removed/{marker.side}") or self.boxes.get("removed")
            if self.deck is not None and (marker.id not in removed or box is None):
                table.cup.append(piece)
            else:
                self._into(table, box or self.boxes["unused"], [piece])
        for command in battle.commands:
            card = self.pieces.get(f"command:{command.id}")
            card_box = self.boxes.get(f"formations/{command.side}")
            if card is not None and card_box is not None:
                state = {}
                if scenario and command.id in scenario.orders:
                    state = {a.id: scenario.orders[command.id] for a in self.kit.axes("command")}
                self._into(table, card_box, [set_up(self.kit, card, "command", state, None)])
        self._place_tracks(table, scenario)

    def _place_tracks(self, table: Table, scenario: Scenario | None) -> None:
        turn = self.pieces.get("marker:turn")
        first = scenario.first_turn if scenario else None
        box = self.boxes.get(f"turn_track/{first}") or next(
            (b for b in self.boxes.values() if b.kind == "turn_track"), None
        )
        if turn is not None and box is not None:
            table.put((self.kit.words(box.window), *box.place(0)), [turn])
        points, track = self.pieces.get("marker:victory_points"), self.boxes.get("victory_track")
        if points is not None and track is not None:
            table.put((self.kit.words(track.window), *track.place(0)), [points] * len(self.kit.battle.sides))

    # --- the file ---------------------------------------------------------------------------------

    def _save(self, table: Table, turn: str) -> SaveFile:
        builder = SaveBuilder()
        for (name, x, y), stack in table.stacks.items():
            builder.pile(stack, name, x, y)
        if self.deck is not None and self.deck.map is not None:
            cards = [builder.piece(p, self.deck.map, self.deck.x, self.deck.y) for p in table.cup]
            builder.deck(self.deck, cards)
        windows = dict.fromkeys(
            [self.kit.words("map"), *(self.kit.words(b.window) for b in self.boxes.values())]
        )
        for name in windows:
            builder.boards(name, [name])
        builder.turn(turn)
        return SaveFile(Metadata(version=self.metadata.version), self.metadata, self._recoded(builder.tree()))

    def _recoded(self, command: Command) -> Command:
        # Without a deck nothing in the module reads this command.
        kept = [c for c in command.subs if self.deck is not None or c.text != SETUP_STACK]
        subs = tuple(self._recoded(c) for c in kept)
        return Command(recode(command.text, self.codes), subs)


def set_up(
    kit: Kit, piece: Piece, kind: str, state: Mapping[str, str], facing: int | None, here: str = ""
) -> Piece:
    """Return a piece (expanded) in a state and facing; axes not named have their default.

    Args:
        kit: shared parts.
        piece: the piece.
        kind: `unit`, `leader` or `command`.
        state: values by axis.
        facing: direction or corner; None leaves the counter as it is.
        here: hex in which it is part of a stack already.
    """
    axes = {a.id: a for a in kit.series.state_axes if kind in a.applies_to}
    grid = kit.battle.map.grid if kit.battle.map else None
    _, index = facing_table(kit.series.facing, grid.orientation if grid else "flat")
    traits: list[Trait] = []
    for trait in piece.traits:
        if isinstance(trait, DynamicProperty) and trait.name in state and trait.name in axes:
            traits.append(trait.changed(value=_level(axes[trait.name], state[trait.name])))
        elif isinstance(trait, DynamicProperty) and trait.name == HERE:
            traits.append(trait.changed(value=here))
        elif isinstance(trait, Rotator) and facing is not None:
            traits.append(trait.changed(position=str(index[facing])))
        else:
            traits.append(trait)
    return replace(piece, traits=tuple(traits))


def _level(axis: StateAxis, value: str) -> str:
    if axis.count_high is not None:
        return value
    return str(next((i for i, v in enumerate(axis.values, 1) if v.id == value), 1))
