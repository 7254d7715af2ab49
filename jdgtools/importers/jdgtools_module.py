"""Modules that `jdg build` made: every unit, leader, marker and setup comes back by its marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from jdgtools.errors import InputRefused
from jdgtools.importers.boards import MapView, ModuleBoard
from jdgtools.importers.draft import Draft, DraftScenario, Values
from jdgtools.importers.facing import facing_name
from jdgtools.importers.ids import Ids, is_id, slug
from jdgtools.importers.jdgtools_ground import read_ground
from jdgtools.importers.jdgtools_marks import pieces_by_kind
from jdgtools.importers.jdgtools_positions import PositionReader
from jdgtools.importers.jdgtools_values import state_level, typed_values
from jdgtools.importers.positions import PlacedPiece, Position
from jdgtools.importers.turns import level_values, turn_list
from jdgtools.importers.view import ModuleView, Slot, properties
from jdgtools.importers.words import SeriesWords, guess_language
from jdgtools.importers.yamltext import grid_yaml
from jdgtools.importers.zone_finder import ZoneFinder
from jdgtools.model.battle import Battle
from jdgtools.model.definition import FieldDef, RoleDef, SeriesDef
from jdgtools.source.node import number_in_digits
from jdgtools.vassal.codecs import read_int
from jdgtools.vassal.components import Component
from jdgtools.vassal.differences import SLOTS
from jdgtools.vassal.lockfile import HIGHEST
from jdgtools.vassal.traits import CalculatedProperty, Piece

LOCK_FILE = "vassal-ids.json"
_QUOTED = re.compile(r'"([^"]*)"')
_RATED = re.compile(r"^(?P<name>.*?)(?: \[(?P<code>[^\[\] ]+)(?: (?P<rating>-?\d+))?\])?$", re.DOTALL)
_WIDE = re.compile(r"^Front .* of (\d{1,2}) hexes$")
_MARKERS = ("order", "count", "name")
"""Kinds of pieces whose numbers a module keeps as those of markers."""


@dataclass
class JdgtoolsModuleReader:
    """Reads one of our own modules into a draft."""

    view: ModuleView
    series: SeriesDef
    maps: tuple[MapView, ...]
    source: Battle | None = None
    """The battle itself, when the module holds its source."""
    written_root: Component | None = None
    """The tree of components as `jdg build` wrote it, when it was edited since."""
    words: SeriesWords = field(init=False)
    sides: dict[str, str] = field(default_factory=dict)
    """Name -> id."""
    commands: dict[tuple[str, str], str] = field(default_factory=dict)
    """(name of the side, name) -> id: both sides may have a centre."""
    kinds: dict[str, str] = field(default_factory=dict)
    """Id of a unit or leader -> `unit` or `leader`."""
    side_of: dict[str, str] = field(default_factory=dict)
    footprints: dict[str, int] = field(default_factory=dict)
    nations: dict[str, str] = field(default_factory=dict)
    """Nationality -> side."""
    zones: ZoneFinder = field(default_factory=ZoneFinder)
    regions: dict[str, str] = field(default_factory=dict)
    """Regions that setups name: name in the module -> id."""
    own_markers: dict[str, Values] = field(default_factory=dict)
    """Markers on the map that the series does not have: id -> entry of the vocabulary."""

    def __post_init__(self) -> None:
        """Find the language of the module."""
        phases = [p for c in self.view.root.find("ListTurnLevel") for p in level_values(c)]
        self.words = SeriesWords(self.series, guess_language(self.series, phases))

    @property
    def board(self) -> ModuleBoard | None:
        """The board with the battle's hexes."""
        return next((b for m in self.maps for b in m.boards if b.grid is not None), None)

    @property
    def map_name(self) -> str:
        """Name of its map."""
        return next((m.name for m in self.maps if any(b.grid for b in m.boards)), "")

    def read(self) -> Draft:
        """Return the whole project."""
        view, report = self.view, self.view.report
        root = view.root
        name = root.get("name") or (view.module.metadata and view.module.metadata.name) or "battle"
        draft = Draft(slug(name, "battle"), name, root.get("version"), root.get("description"))
        draft.series, draft.language = self.series.id, self.words.language
        if self.series.scales:
            draft.scale = self.series.scales[0]
            report.doubt(f"scale: {draft.scale}; a module does not say it")
        slots = pieces_by_kind(view)
        self._sides(draft, slots)
        self._commands(draft, slots)
        for slot in slots.get("unit", []):
            draft.units.append(self._unit(slot))
        for slot in slots.get("leader", []):
            draft.leaders.append(self._leader(slot))
        self._activation(draft, slots.get("activation", []))
        draft.nationalities = [{"id": n} for n in self.nations]
        for side in draft.sides:
            side["nationalities"] = [n for n, side_id in self.nations.items() if side_id == side["id"]]
        self._map(draft)
        for position in view.positions:
            self._scenario(draft, position)
        draft.files[LOCK_FILE] = self.lock_file()
        return draft

    def finish(self, draft: Draft) -> None:
        """Add what the setups named but the module does not outline; say what no module holds."""
        report = self.view.report
        for marker in self.own_markers:
            numbers = (len(s.markers_on_map.get(marker, ())) for s in draft.scenarios)
            self.own_markers[marker]["count"] = max(numbers, default=1)
            report.doubt(f"marker {marker}: as many as lie on the map, and the look of any marker")
        draft.own_markers = self.own_markers
        if self.regions and draft.map is not None:
            grid = self.board.grid.grid if self.board and self.board.grid else None
            middle = grid.id(grid.size // 2) if grid else ""
            draft.map["regions"] = [
                {"id": region_id, "name": name, "within": {"hex": middle, "distance": 100}}
                for name, region_id in self.regions.items()
            ]
        read_ground(draft, self.view, self.board, self.words, self.series)
        report.doubt("nationalities: one for each side, unless the pieces say more")
        report.lack("rout edges, victory conditions, special rules and standing texts: not in a module")
        report.lack("hexsides, rivers, roads, places, entries of the map: not in a module")
        report.lack("leaders and colours of commands: not in a module")
        report.lack(
            "words of the battle's own, changes of the map and of ratings by scenarios: not in a module"
        )

    # --- pieces -----------------------------------------------------------------------------------

    def _sides(self, draft: Draft, slots: Mapping[str, list[Slot]]) -> None:
        marks = [properties(s.piece) for kind in slots.values() for s in kind]
        side_ids = {m["Side"] for m in marks if m.get("Side")}
        ids = Ids()
        if self.source is not None:
            self.sides = {s.name.get(self.words.language): s.id for s in self.source.sides}
            draft.sides = [{"id": s.id, "name": str(s.name)} for s in self.source.sides]
            return
        for name in [s for s in self.view.sides if s in side_ids] + sorted(side_ids - set(self.view.sides)):
            self.sides[name] = ids.take(name, "side")
            draft.sides.append({"id": self.sides[name], "name": name})

    def _commands(self, draft: Draft, slots: Mapping[str, list[Slot]]) -> None:
        ids = Ids()
        if self.source is not None:
            sides = {side_id: name for name, side_id in self.sides.items()}
            language = self.words.language
            self.commands = {
                (sides.get(c.side or "", ""), c.name.get(language)): c.id for c in self.source.commands
            }
            return
        for slot in slots.get("command", []):
            marks = properties(slot.piece)
            self.commands[_command(marks)] = ids.keep(marks["Id"])
        for slot in (*slots.get("unit", []), *slots.get("activation", [])):
            marks = properties(slot.piece)
            key = _command(marks)
            if not key[1] or key in self.commands or (marks["Kind"] == "activation" and " + " in key[1]):
                continue
            self.commands[key] = ids.take(key[1], "command")
            draft.commands.append(
                {"id": self.commands[key], "name": key[1], "side": self.sides.get(key[0], "")}
            )
        for slot in slots.get("command", []):
            marks = properties(slot.piece)
            side = self.sides.get(marks.get("Side", ""), "")
            draft.commands.append({"id": marks["Id"], "name": marks.get("Formation", ""), "side": side})

    def _unit(self, slot: Slot) -> dict[str, str]:
        marks = properties(slot.piece)
        unit_id = marks["Id"]
        arm = self.words.arm(marks.get("Arm", ""))
        fields = [f for f in self.series.unit_fields if not f.arms or arm in f.arms]
        front, back = self._two_sides(slot.piece, fields)
        kind = marks.get("Type") or self._type(arm, front)
        unit = {
            "id": unit_id,
            "name": slot.name,
            "side": self.sides.get(marks.get("Side", ""), ""),
            "command": self.commands.get(_command(marks), ""),
            "type": kind,
            "parent": marks.get("Parent", ""),
        }
        wide = next((m[1] for p in slot.prototypes if (m := _WIDE.match(p))), "")
        if wide:
            unit["footprint"] = wide
            self.footprints[unit_id] = int(wide[:2])
        for f in fields:
            if f.id in front:
                unit[f.id] = front[f.id]
            if f.two_sided and f.id in back:
                unit[f"{f.id}_back"] = back[f.id]
        nation = marks.get("Nationality") or unit["side"]
        if is_id(nation):
            # Counters need one; a module whose pieces do not say it gets one for each side.
            unit["nationality"] = nation
            self.nations[nation] = unit["side"]
        self.kinds[unit_id], self.side_of[unit_id] = "unit", unit["side"]
        return unit

    def _type(self, arm: str, front: Mapping[str, str]) -> str:
        """Return the most likely unit type of an arm: the first whose own attributes the counter shows."""
        types = [t for t in self.series.unit_types if t.arm == arm]
        if not types:
            return ""
        best = max(types, key=lambda t: sum(front.get(k, "").lower() == str(v).lower() for k, v in
                                            t.attributes.items() if v is not False))  # fmt: skip
        if len(types) > 1:
            self.view.report.doubt(
                f"units of the arm {arm} are {best.id}: the module names the arm, not the type"
            )
        return best.id

    def _two_sides(self, piece: Piece, fields: Iterable[FieldDef]) -> tuple[dict[str, str], dict[str, str]]:
        """Return the ratings of front and back from the mouse-over texts."""
        fields = list(fields)
        marks = properties(piece)
        if "Info" in marks:
            return self.words.ratings(marks["Info"], fields), {}
        for trait in piece.all(CalculatedProperty):
            if trait.name == "Info":
                lines = _QUOTED.findall(trait.expression)
                axis = self.series.axis(trait.expression[1:].partition("==")[0])
                faces = [v.face for v in axis.values] if axis else []
                front = lines[0] if lines else ""
                back = next((t for t, face in zip(lines, faces, strict=False) if face == "back"), "")
                return self.words.ratings(front, fields), self.words.ratings(back, fields)
        return {}, {}

    def _leader(self, slot: Slot) -> Values:
        marks = properties(slot.piece)
        leader_id = marks["Id"]
        role = self._role(slot, marks)
        leader: Values = {
            "id": leader_id,
            "name": slot.name,
            "side": self.sides.get(marks.get("Side", ""), ""),
        }
        if role is not None:
            leader["role"] = role.id
            front, back = self._two_sides(slot.piece, role.fields)
            leader["values"] = typed_values(front, role.fields)
            if back and role.back == "replacement":
                leader["back"] = {"values": typed_values(back, role.fields)}
        if _command(marks) in self.commands:
            leader["command"] = self.commands[_command(marks)]
        self.kinds[leader_id], self.side_of[leader_id] = "leader", leader["side"]
        return leader

    def _role(self, slot: Slot, marks: Mapping[str, str]) -> RoleDef | None:
        roles = [r for r in self.series.roles if r.has_counter]
        if marks.get("Role") and self.series.role(marks["Role"]):
            return self.series.role(marks["Role"])
        role_of_name = self.words.find([(r.id, r.name) for r in roles], marks.get("Formation", ""))
        if role_of_name:
            return self.series.role(role_of_name)
        # He leads a command: the role whose ratings his counter shows, most of them first.
        line = marks.get("Info", "")
        if not line:
            properties = (t for t in slot.piece.all(CalculatedProperty) if t.name == "Info")
            line = next((" ".join(_QUOTED.findall(t.expression)[:1]) for t in properties), "")
        # A series lists the army commander first, and he leads no single command: the others come first.
        roles_by_score = [(len(self.words.ratings(line, r.fields)), r) for r in [*roles[1:], *roles[:1]]]
        best = max(roles_by_score, key=lambda s: s[0], default=None)
        if best is not None and len(roles) > 1:
            self.view.report.doubt(f"leader {marks['Id']}: role {best[1].id}, by the ratings on his counter")
        return best[1] if best else None

    def _activation(self, draft: Draft, slots: Iterable[Slot]) -> None:
        if self.source is not None:
            return
        commands = {c["id"]: c for c in draft.commands}
        for slot in slots:
            marks = properties(slot.piece)
            label = _RATED.match(slot.name)
            code = label["code"] if label and label["code"] else ""
            formation_names = marks.get("Formation", "").split(" + ")
            side = marks.get("Side", "")
            names = [n for s, n in self.commands if n in formation_names and s == side]
            command_ids = [self.commands[side, n] for n in names]
            marker: Values = {"id": marks["Id"]}
            if code:
                marker["code"] = code
            if label and label["rating"]:
                marker["rating"] = int(label["rating"][:6])
            name = label["name"] if label else slot.name
            if len(command_ids) == 1 and code == next((c for c, _ in self.series.activation_codes), code):
                if name != names[0]:
                    marker["name"] = name
                commands[command_ids[0]].setdefault("markers", []).append(marker)
            else:
                marker |= {
                    "side": self.sides.get(marks.get("Side", ""), ""),
                    "commands": command_ids,
                    "name": name,
                }
                draft.combined_markers.append(marker)

    # --- map and scenarios ------------------------------------------------------------------------

    def _map(self, draft: Draft) -> None:
        board = self.board
        if board is None or board.grid is None:
            self.view.report.lack("map.yaml: the module has no hex grid")
            return
        draft.map, draft.hex_grid = {"grid": grid_yaml(board.grid.grid)}, board.grid.grid

    def _scenario(self, draft: Draft, position: Position) -> None:
        file = re.fullmatch(r"setup-(.+)\.vsav", position.file)
        scenario_id = file[1] if file and is_id(file[1]) else slug(position.name, "scenario")
        component = next(
            (c for c in self.view.root.find("PredefinedSetup") if c.get("file") == position.file), None
        )
        if scenario_id == "empty":
            if component is not None:
                self.view.report.component("converted", component, "made again by `jdg build`")
            return
        scenario = DraftScenario(scenario_id, position.name, position.description)
        self.fill(scenario, position)
        if component is not None:
            self.view.report.component("converted", component, scenario.file())
        draft.scenarios.append(scenario)

    def fill(self, scenario: DraftScenario, position: Position) -> None:
        """Write a position into a scenario."""
        PositionReader(self).read(scenario, position)
        pieces_placed = {p.get("unit") or p.get("leader") for p in scenario.setup}
        pieces_placed |= {n for r in scenario.reinforcements for n in _flat(r["units"])}
        scenario.unused = sorted(set(self.kinds) - {str(p) for p in pieces_placed})
        turns, first = turn_list(self.view.root, position.turns, self.words)
        scenario.turns, scenario.first_turn = turns, first
        scenario.last_turn = turns[-1]["number"] if turns else None

    def placement(self, placed_piece: PlacedPiece, marks: Mapping[str, str]) -> Values:
        """Return the placement of a unit or leader without its place: facing and state."""
        piece_id, kind = marks["Id"], marks["Kind"]
        values: Values = {kind: piece_id}
        board = self.board
        if kind == "unit" and "#facing" in marks and board and board.grid:
            axes_faceless = any(
                v.faceless and state_level(a, marks.get(a.id, "")) == v.id
                for a in self.series.state_axes
                for v in a.values
            )
            if not axes_faceless:
                name, _ = facing_name(
                    float(marks["#facing"]), self.series.facing, board.grid.grid.orientation
                )
                values["facing"] = name
        state = self.state(kind, marks)
        if state:
            counts = any(a.count_high is not None for a in self.series.state_axes if a.id in state)
            # A count is a number in the file; a name is found without its axis.
            numbers = {k: v if (n := number_in_digits(v)) is None else n for k, v in state.items()}
            values["state"] = numbers if counts else list(state.values())
        return values

    def state(self, kind: str, marks: Mapping[str, str], usual: bool = False) -> dict[str, str]:
        """Return the states of a piece: axis -> value; the default ones only if `usual`."""
        states = {}
        for axis in self.series.state_axes:
            if kind in axis.applies_to and axis.id in marks:
                value = state_level(axis, marks[axis.id])
                if value and (usual or value != axis.default):
                    states[axis.id] = value
        return states

    def lock_file(self) -> bytes:
        """Return the numbers of the pieces as a file, so that saved games of the module still find them."""
        numbers: dict[str, int] = {}
        slots = [(properties(s.piece), s.gpid) for s in self.view.slots]
        if self.written_root is not None:
            # Also of pieces that somebody has taken out: they are built again.
            slots += _written_slots(self.written_root)
        for marks, gpid in slots:
            number: int = read_int(gpid, 0)
            if marks.get("Kind") and marks.get("Id") and 0 < number <= HIGHEST:
                kind = "marker" if marks["Kind"] in _MARKERS else marks["Kind"]
                numbers.setdefault(f"{kind}:{marks['Id']}", number)
        note = "Numbers of the pieces in the VASSAL module. Keep this file: saved games refer to them."
        text = json.dumps({"note": note, "pieces": dict(sorted(numbers.items()))}, indent=1)
        return (text + "\n").encode()


def _written_slots(root: Component) -> Iterable[tuple[dict[str, str], str]]:
    """Yield what the pieces of a tree say of themselves, with their numbers."""
    for kind in SLOTS:
        for component in root.find(kind):
            with suppress(InputRefused):
                yield properties(component.piece()), component.get("gpid")


def _command(marks: Mapping[str, str]) -> tuple[str, str]:
    """Return (side, formation) of a piece, as the module names them."""
    return marks.get("Side", ""), marks.get("Formation", "")


def _flat(units: Iterable[object]) -> Iterable[str]:
    for u in units:
        if isinstance(u, list):
            yield from (str(x) for x in u)
        else:
            yield str(u)
