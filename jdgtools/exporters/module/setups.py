"""Predefined setups: a saved game per scenario with every piece in its place, and an empty map.

`SetupMaker.scenario` lays the pieces on the maps and boxes (`PieceLayout`), first those of the scenario, then
what every game has, and writes the layout as a saved game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.exporters.module.arrivals import ARRIVAL, arrival_number
from jdgtools.exporters.module.boxes import Box, area_id, arrival_id, has_cup, marker_place
from jdgtools.exporters.module.cup_count import CUP_COUNT, cup_count_place
from jdgtools.exporters.module.facings import facing_table
from jdgtools.exporters.module.grid import MAP_EDGE, ModuleGrid
from jdgtools.exporters.module.last_turn import ends_differ
from jdgtools.exporters.module.module_context import ModuleContext
from jdgtools.exporters.module.objectives import OWNER, holders, objective_key
from jdgtools.exporters.module.place_names import NAME, PLACE_NAME, named_hexes
from jdgtools.exporters.module.scenario_number import SCENARIO, options_differ, scenario_number, turns_differ
from jdgtools.exporters.module.stacks import HERE
from jdgtools.exporters.module.track import SIDE, track_place
from jdgtools.exporters.module.turn import TurnTrack
from jdgtools.exporters.module.victory import has_victory
from jdgtools.exporters.module.window_parts import private_names
from jdgtools.exporters.module.windows import scenario_board
from jdgtools.model.definition import StateAxis
from jdgtools.model.scenario import Placement, Scenario
from jdgtools.vassal.metadata import Metadata
from jdgtools.vassal.package import save_archive
from jdgtools.vassal.savebuilder import SaveBuilder
from jdgtools.vassal.traits import Deck, Piece

Spot = tuple[str, int, int]
"""Map name, x, y."""


class StartingPiece(NamedTuple):
    """A piece as it lies at the start."""

    piece: Piece
    values: Mapping[str, str] = MappingProxyType({})
    """Values of its properties by name."""
    facing: str | None = None
    """State of its rotator."""


class PieceLayout(Struct):
    """The layout of a setup in VASSAL: which piece lies where; stacks by place, bottom piece first."""

    stacks: dict[Spot, list[StartingPiece]] = field(default_factory=dict)
    loose: list[tuple[Spot, StartingPiece]] = field(default_factory=list)
    """Pieces that do not stack; they lie below all others."""
    counts: dict[str, int] = field(default_factory=dict)
    """Stacks already put into each box."""

    def put(self, spot: Spot, pieces: Sequence[StartingPiece]) -> None:
        """Lay pieces, bottom first, on what lies there."""
        if pieces:
            self.stacks.setdefault(spot, []).extend(pieces)


class SetupMaker(Struct, frozen=True, dict=True):
    """Maker of the saved games of a module."""

    context: ModuleContext
    grid: ModuleGrid
    boxes: Mapping[str, Box]
    pieces: Mapping[str, Piece]
    """All pieces by key, each with its number (gpid)."""
    track: TurnTrack
    deck: Deck | None
    """The cup, without its cards."""
    metadata: Metadata
    game: SaveBuilder
    """An empty game that knows the prototypes and the codes of named commands."""

    @cached_property
    def sides(self) -> Mapping[str, str | None]:
        """Side of every unit and leader."""
        battle = self.context.battle
        return {x.id: x.side for x in battle.leaders} | {x.id: x.side for x in battle.units}

    @cached_property
    def facings(self) -> tuple[int, ...]:
        """Index of VASSAL's facing for each of our directions."""
        grid = self.context.battle.map.grid if self.context.battle.map else None
        return facing_table(self.context.series.facing, grid.orientation if grid else "flat")[1]

    def scenario(self, scenario: Scenario) -> bytes:
        """Return the saved game of a scenario."""
        maker = replace(self, pieces=self._pieces_in(scenario))
        layout = PieceLayout()
        maker._place_all(layout, scenario)
        maker._place_common(layout, scenario)
        return maker._save(layout, self.track.state(scenario), scenario)

    def _pieces_in(self, scenario: Scenario) -> Mapping[str, Piece]:
        """Return all pieces by key; units have the ratings of the scenario."""
        units = self.context.battle.scenario_units
        others = {f"unit:{entry.key}" for entry in units}
        pieces = {key: piece for key, piece in self.pieces.items() if key not in others}
        for entry in units:
            if entry.scenario == scenario.id:
                pieces[f"unit:{entry.unit.id}"] = self.pieces[f"unit:{entry.key}"]
        return pieces

    def empty(self) -> bytes:
        """Return a saved game without units on the map; cards and markers lie in their boxes."""
        layout = PieceLayout()
        self._place_common(layout, None)
        return self._save(layout, self.track.state(None))

    # --- pieces -----------------------------------------------------------------------------------

    def _place_all(self, layout: PieceLayout, scenario: Scenario) -> None:
        placed_ids: set[str] = set()
        self._place_markers(layout, scenario)
        for index, placements in self._from_north(scenario):
            stack_placements = [p for p in placements if p.hexes[0] == index]
            x, y = (n + MAP_EDGE for n in self.grid.centre(index))
            stack = [
                self._piece(p.piece, p.state, p.facing, self.grid.grid.id(index))
                for p in reversed(stack_placements)
            ]
            layout.put((self.context.words("map"), x, y), [p for p in stack if p is not None])
            placed_ids |= {p.piece for p in stack_placements}
        for p in scenario.placements:
            if p.hexes:
                continue
            box = self.boxes.get(area_id(p.area_name, p.area)) if p.area else self._box(p.box, p.piece)
            lying = self._piece(p.piece, p.state, p.facing)
            if lying is not None:
                self._into(layout, box or self.boxes["unused"], [lying])
                placed_ids.add(p.piece)
        for arrival in scenario.arrivals:
            box = self.boxes[arrival_id(arrival)]
            number = {ARRIVAL: str(arrival_number(self.context, arrival))}
            for names in arrival.stacks:
                group = [self._piece(name, arrival.state, None) for name in reversed(names)]
                waiting = [p._replace(values={**p.values, **number}) for p in group if p is not None]
                self._into(layout, box, waiting)
                placed_ids |= set(names)
        for key, piece in self.pieces.items():
            kind, _, name = key.partition(":")
            if kind in ("unit", "leader") and name not in placed_ids:
                self._into(layout, self.boxes["unused"], [StartingPiece(piece)])

    def _from_north(self, scenario: Scenario) -> list[tuple[int, tuple[Placement, ...]]]:
        """Return the stacks on the map, the northern first.

        What comes later is drawn over what came first, so no counter to the north hides the badge at the
        upper edge of a stack. Units of two hexes lie on each other across hexes: there the order of the setup
        stays.
        """
        stacks = list(scenario.stacks().items())
        if any(len(p.hexes) > 1 for p in scenario.placements):
            return stacks
        return sorted(stacks, key=lambda stack: self.grid.centre(stack[0])[1])

    def _place_markers(self, layout: PieceLayout, scenario: Scenario) -> None:
        """Lay the markers that are on the map: first, so that pieces of the same hex lie on them."""
        for entry in scenario.markers_on_map:
            piece = self.pieces.get(f"marker:{entry.marker}")
            for index in entry.hexes if piece is not None else ():
                assert piece is not None
                x, y = (n + MAP_EDGE for n in self.grid.centre(index))
                layout.put((self.context.words("map"), x, y), [StartingPiece(piece)])

    def _box(self, box_id: str, piece: str) -> Box | None:
        return self.boxes.get(box_id) or self.boxes.get(f"{box_id}/{self.sides.get(piece, '')}")

    def _into(self, layout: PieceLayout, box: Box, stack: Sequence[StartingPiece]) -> None:
        k = layout.counts.get(box.id, 0)
        layout.counts[box.id] = k + 1
        x, y = box.place(k)
        layout.put((self.context.words(box.window), x, y), stack)

    def _piece(
        self, name: str, state: Mapping[str, str], facing: int | None, here: str = ""
    ) -> StartingPiece | None:
        """Return a unit or leader in a state and facing; None leaves the counter as it is.

        Args:
            name: its id.
            state: values by axis; axes not named have their default.
            facing: direction or corner.
            here: hex in which it is part of a stack already.
        """
        kind = "unit" if f"unit:{name}" in self.pieces else "leader"
        piece = self.pieces.get(f"{kind}:{name}")
        if piece is None:
            return None
        facing_text = None if facing is None else str(self.facings[facing])
        return StartingPiece(piece, self._values(kind, state) | ({HERE: here} if here else {}), facing_text)

    def _values(self, kind: str, state: Mapping[str, str]) -> dict[str, str]:
        axes = self.context.series.state_axes
        return {a.id: _level(a, state[a.id]) for a in axes if a.id in state and kind in a.applies_to}

    # --- everything else --------------------------------------------------------------------------

    def _place_common(self, layout: PieceLayout, scenario: Scenario | None) -> None:
        battle = self.context.battle
        removed_markers = scenario.removed_markers if scenario else frozenset()
        pool = self.boxes.get("pool")
        for number, marker in enumerate(battle.activation):
            piece = self.pieces[f"activation:{marker.id}"]
            box = self.boxes.get(f"removed/{marker.side}") or self.boxes.get("removed")
            if pool is not None and (marker.id not in removed_markers or box is None):
                spot = (self.context.words(pool.window), *pool.place(number))
                layout.put(spot, [StartingPiece(piece)])
            elif box is not None and box.side:
                spot = (self.context.words(box.window), *marker_place(self.context, box, marker))
                layout.put(spot, [StartingPiece(piece)])
            else:
                self._into(layout, box or self.boxes["unused"], [StartingPiece(piece)])
        for command in battle.commands:
            card = self.pieces.get(f"command:{command.id}")
            card_box = self.boxes.get(f"formations/{command.side}")
            if card is not None and card_box is not None:
                state = {}
                if scenario and command.id in scenario.orders:
                    state = {a.id: scenario.orders[command.id] for a in self.context.axes("command")}
                self._into(layout, card_box, [StartingPiece(card, self._values("command", state))])
        if has_cup(self.context):
            cup = self.boxes["cup"]
            spot = (self.context.words(cup.window), *cup_count_place(self.context, cup))
            layout.loose.append((spot, StartingPiece(self.pieces[CUP_COUNT])))
        self._place_names(layout)
        self._place_tracks(layout, scenario)
        holder_by_hex = holders(self.context, scenario)
        for index in holder_by_hex if scenario else ():
            x, y = (n + MAP_EDGE for n in self.grid.centre(index))
            flag = StartingPiece(
                self.pieces[objective_key(self.context, index)], {OWNER: str(holder_by_hex[index])}
            )
            layout.loose.append(((self.context.words("map"), x, y), flag))

    def _place_names(self, layout: PieceLayout) -> None:
        for index, name in named_hexes(self.context).items():
            x, y = (n + MAP_EDGE for n in self.grid.centre(index))
            label = StartingPiece(self.pieces[PLACE_NAME], {NAME: name})
            layout.loose.append(((self.context.words("map"), x, y), label))

    def _place_tracks(self, layout: PieceLayout, scenario: Scenario | None) -> None:
        turn = self.pieces.get("marker:turn")
        first = scenario.first_turn if scenario else None
        box = self.boxes.get(f"turn_track/{first}") or next(
            (b for b in self.boxes.values() if b.kind == "turn_track"), None
        )
        if turn is not None and box is not None:
            layout.put((self.context.words(box.window), *box.place(0)), [StartingPiece(turn)])
        points, track = self.pieces.get("marker:victory_points"), self.boxes.get("victory_track")
        if points is not None and track is not None:
            for n in range(1, len(self.context.battle.sides) + 1):
                spot = (self.context.words(track.window), *track_place(track, n))
                layout.loose.append((spot, StartingPiece(points, {SIDE: str(n)})))

    # --- the file ---------------------------------------------------------------------------------

    def _save(self, layout: PieceLayout, turn: str, scenario: Scenario | None = None) -> bytes:
        game = self.game.another()
        for (name, x, y), lying in layout.loose:
            game.piece(lying.piece, name, x, y, values=lying.values)
        for (name, x, y), stack in layout.stacks.items():
            ids = [game.piece(p.piece, name, x, y, values=p.values, facing=p.facing) for p in stack]
            game.stack(name, x, y, ids)
        if self.deck is not None and self.deck.map is not None:
            game.deck(self.deck, [])  # The markers come into the cup in phase C of every turn.
        windows = dict.fromkeys(
            [
                self.context.words("map"),
                *(self.context.words(b.window) for b in self.boxes.values()),
                *private_names(self.context),
            ]
        )
        for name in windows:
            own_board = scenario is not None and name == self.context.words("map")
            game.boards(name, [scenario_board(self.context, scenario) if own_board and scenario else name])
        game.turn(turn)
        if any(asks(self.context) for asks in (has_victory, turns_differ, options_differ, ends_differ)):
            game.global_property(SCENARIO, scenario_number(self.context, scenario))
        # Without a deck nothing in the module reads the command that says what was set up.
        content = game.pack(setup_stack=self.deck is not None)
        return save_archive(content, Metadata(version=self.metadata.version), self.metadata)


def _level(axis: StateAxis, value: str) -> str:
    if axis.count_high is not None:
        return value
    return str(next((i for i, v in enumerate(axis.values, 1) if v.id == value), 1))
