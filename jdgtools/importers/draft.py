"""A battle project in the making, and its files as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from jdgtools.hexgrid import HexGrid
from jdgtools.importers.yamltext import LiteralBlock, YamlComment, document
from jdgtools.model.build_pieces import UNIT_COLUMNS
from jdgtools.source.cell_text import stored_cell

Values = dict[str, Any]


class DraftScenario(Struct):
    """A scenario."""

    id: str
    title: str
    summary: str = ""
    turns: list[Values] = field(default_factory=list)
    first_turn: int | None = None
    last_turn: int | None = None
    setup: list[Values] = field(default_factory=list)
    """Placements as the scenario file writes them, top piece of a hex first."""
    reinforcements: list[Values] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    leaves_out_rest: bool = False
    """Whether it leaves out all pieces that it does not name, of which `unused` has none then."""
    removed_markers: list[str] = field(default_factory=list)
    orders: dict[str, str] = field(default_factory=dict)
    markers_on_map: dict[str, list[str]] = field(default_factory=dict)
    """Marker id -> hexes in which one lies."""
    terrain: dict[str, str] = field(default_factory=dict)
    """Hex -> terrain, where the scenario has another one than the map."""
    held: dict[str, str] = field(default_factory=dict)
    """Hex of victory with a flag -> side that holds it; '' for nobody."""
    notes: list[str] = field(default_factory=list)
    """Comments at its head."""
    left_out: list[str] = field(default_factory=list)
    """Pieces of its saved game that nothing is made of, with the reason."""

    def file(self) -> str:
        """Return its path in the project."""
        return f"scenarios/{self.id}.yaml"


class Draft(Struct):
    """A battle project."""

    id: str
    title: str
    version: str = ""
    subtitle: str = ""
    series: str = ""
    """Id of the series."""
    imported_module: bool = False
    """Whether a build writes the module that was imported."""
    language: str = "en"
    scale: str = ""
    sides: list[Values] = field(default_factory=list)
    commands: list[Values] = field(default_factory=list)
    combined_markers: list[Values] = field(default_factory=list)
    leaders: list[Values] = field(default_factory=list)
    nationalities: list[Values] = field(default_factory=list)
    units: list[dict[str, str]] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)
    """Number of a slot of the module (gpid) -> id of the piece that it became; slots may share one."""
    markers: dict[str, int] = field(default_factory=dict)
    own_markers: dict[str, Values] = field(default_factory=dict)
    """Marker id -> entry of the vocabulary, for markers on the map that the series does not have."""
    own_terrains: dict[str, Values] = field(default_factory=dict)
    """Terrain id -> entry of the vocabulary, for terrains that the series does not have."""
    map: Values | None = None
    hex_grid: HexGrid | None = None
    """The grid of the map; None where there is no map, or where the designer's answers say another grid."""
    map_head: list[str] = field(default_factory=list)
    scenarios: list[DraftScenario] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    """Comments at the head of battle.yaml."""
    answers: dict[str, Values] = field(default_factory=dict)
    """`battle`, `scenarios` -> keys that the designer has answered, for battle.yaml and every scenario."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Further files of the project."""

    def commands_of(self, scenario: DraftScenario) -> list[str]:
        """Return the formations of which a scenario has a unit in a hex, in the battle's order."""
        of_unit = {u["id"]: u.get("command") for u in self.units}
        there = {of_unit.get(str(p["unit"])) for p in scenario.setup if "unit" in p}
        return [c["id"] for c in self.commands if c["id"] in there]

    def hex_problem(self, name: str) -> str:
        """Return why a text names no hex of the map that is in play, for people; '' if it names one."""
        grid = self.hex_grid
        if grid is None:
            return problem_on_no_map(name)
        index = grid.index(name)
        if index is None:
            return grid.problem(name) or "no such hex"
        playable = (self.map or {}).get("playable")
        if isinstance(playable, LiteralBlock):
            column, row = grid.offset(index)
            if playable.lines[row].split()[column] == "#":
                return "this hex is out of play"
        return ""

    def all_files(self) -> dict[str, bytes]:
        """Return every file of the project by its path."""
        files = dict(self.files)
        files["battle.yaml"] = self._battle()
        files["oob.csv"] = self._oob()
        if self.map is not None:
            files["map.yaml"] = document({"format": 1, **self.map}, self.map_head)
        for scenario in self.scenarios:
            files[scenario.file()] = self.scenario_file(scenario)
        return files

    def _battle(self) -> bytes:
        values: Values = {"format": 1, "id": self.id}
        if self.imported_module:
            values["#series"] = YamlComment(
                f"A module does not say which rules it follows: `{self.series}` has none, and `jdg build`\n"
                "writes the imported module in module/ again. Import it with --series NAME (and\n"
                "--rules FILE for the ratings) to have everything made from the battle."
            )
        values["series"] = self.series
        if self.imported_module:
            values["module"] = "imported"
        if self.version:
            values["version"] = self.version
        values["title"] = self.title
        if self.subtitle:
            values["subtitle"] = self.subtitle
        if self.scale:
            values["scale"] = self.scale
        values |= {"language": self.language, "languages": [self.language]}
        if self.map is not None:
            values["map"] = "map.yaml"
        values["oob"] = ["oob.csv"]
        values["scenarios"] = [s.file() for s in self.scenarios]
        for key, items in (
            ("nationalities", self.nationalities),
            ("sides", self.sides),
            ("commands", self.commands),
            ("combined_markers", self.combined_markers),
            ("leaders", self.leaders),
        ):
            if items or key == "sides":
                values[key] = items
        if self.markers:
            values["markers"] = self.markers
        words = {"terrains": self.own_terrains, "markers": self.own_markers}
        if any(words.values()):
            values["vocabulary"] = {kind: list(items.values()) for kind, items in words.items() if items}
        merge(values, self.answers.get("battle", {}))
        return document(values, self.head)

    def _oob(self) -> bytes:
        used = dict.fromkeys(k for u in self.units for k in u)
        columns = [k for k in UNIT_COLUMNS if k in used or k in ("id", "name", "side", "command", "type")]
        columns += [k for k in used if k not in UNIT_COLUMNS]
        return table(columns, self.units)

    def scenario_file(self, s: DraftScenario) -> bytes:
        """Return the text of a scenario."""
        values: Values = {"format": 1, "id": s.id, "title": s.title}
        if s.summary:
            values["summary"] = s.summary
        values["turns"] = s.turns or [{"number": 1}]
        if s.first_turn is not None:
            values["first_turn"] = s.first_turn
        if s.last_turn is not None:
            values["last_turn"] = s.last_turn
        values["sides"] = [{"side": side["id"]} for side in self.sides]
        if s.terrain:
            values["map"] = {"hexes": s.terrain}
        values["setup"] = s.setup
        if s.reinforcements:
            values["reinforcements"] = s.reinforcements
        if s.unused or s.leaves_out_rest:
            values["unused"] = s.unused or "rest"
        if s.removed_markers:
            values["removed_markers"] = s.removed_markers
        if s.markers_on_map:
            values["markers_on_map"] = s.markers_on_map
        if s.orders:
            values["orders"] = s.orders
        merge(values, self.answers.get("scenarios", {}))
        return document(values, s.notes)


def merge(values: Values, additions: Mapping[str, Any]) -> None:
    """Put keys into a block: blocks into blocks, entries of lists into those of the same id or side."""
    for key, value in additions.items():
        old = values.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            values[key] = inner = dict(old)
            merge(inner, value)
        elif isinstance(value, list) and isinstance(old, list) and all(isinstance(v, dict) for v in value):
            values[key] = entries = list(old)
            for item in value:
                n = next((n for n, o in enumerate(entries) if _name(o) and _name(o) == _name(item)), None)
                if n is None:
                    entries.append(item)
                else:
                    entries[n] = dict(entries[n])
                    merge(entries[n], item)
        else:
            values[key] = value


def _name(entry: object) -> object:
    return (entry.get("id") or entry.get("side")) if isinstance(entry, dict) else None


def table(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    """Return a CSV table; `stored_cell` tells how texts that begin like formulas stand in it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_cell(name) for name in columns])
    for row in rows:
        writer.writerow([_cell(row.get(c, "")) for c in columns])
    return out.getvalue().encode("utf-8", "replace")


def _cell(text: str) -> str:
    """Return a text of one line that nobody runs; a NUL or a line end would break the table."""
    line = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return stored_cell(line)


def problem_on_no_map(name: str) -> str:
    """Return why a text names no hex of an unknown map (an edge or a name does not); '' if it may."""
    return "" if any(sign.isdecimal() for sign in name) else "no number of a hex"
