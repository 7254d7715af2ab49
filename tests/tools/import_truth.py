"""How much of what is true of a module its import has right: kinds, sides, formations, ratings, places.

A truth folder holds for a module `NAME.vmod` either or both of these CSV files, written without the importer's
help (by eye from folders, pictures and texts; places from what the engine says):

- `NAME.csv`, a row for each counter: `slot` (its gpid; may be empty), `name`, `image` (its front picture; may be
  empty), `kind` (`unit`, `leader`, `marker`; a card is a marker), `side` (name of the side, as the project's
  battle has it), `command` (name of its formation, `-` for none), and a column `rating:ID` for each rating that a
  text of the module says, such as `rating:strength`. An empty cell is not asked.
- `NAME.places.csv`, a row for each piece of a setup that lies in a hex: `setup` (its name), `name`, `hex` (the
  module's number of the hex). Pieces that `NAME.csv` has as markers are not asked: a scenario's setup holds none.
- `NAME.terrain.csv`, a row for each hex of a setup with a tile of terrain on it: `setup`, `hex`, `terrain` (the
  tile's name, as a slug). A hex of the setup without a row is asked too: it must have no tile's terrain.

`NAME.rules.yaml` may hold what a designer answers to the questions of `--suggest`; the import applies it.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import yaml
from msgspec import Struct, field

from jdgtools.importers.embedded_source import load_embedded
from jdgtools.importers.vassal import ImportedProject

Row = dict[str, str]


class Score(Struct):
    """What was asked and what was right."""

    asked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    """How many the import calls so, of those that were asked: precision is right of given."""
    wrong: Counter[str] = field(default_factory=Counter)
    """The errors, as `what: true -> imported`, with how many there are of each."""

    def note(self, what: str, true: str, imported: str) -> None:
        """Count one answer.

        Args:
            what: the question.
            true: the right answer.
            imported: the import's; '' where it has none.
        """
        self.asked[what] += 1
        self.right[what] += true == imported
        if true != imported:
            self.wrong[f"{what}: {true or '(none)'} -> {imported or '(none)'}"] += 1

    def lines(self) -> list[str]:
        """Return the table, and the commonest errors."""
        found = [
            f"{what}: {self.right[what]} of {n} ({self.right[what] / n:.1%})"
            + (f", precision {self.right[what] / self.given[what]:.1%}" if self.given[what] else "")
            for what, n in self.asked.items()
        ]
        return found + [f"  {n} x {text}" for text, n in self.wrong.most_common(12)]


def compare(done: ImportedProject, truth: Path, name: str) -> Score:
    """Return how an import stands against the truth about its module.

    Args:
        done: the import.
        truth: the truth folder.
        name: of the module, without its ending.
    """
    score = Score()
    counters: set[str] = set()
    markers: set[str] = set()
    if (truth / f"{name}.csv").is_file():
        rows = read_table((truth / f"{name}.csv").read_bytes())
        markers = {row["name"] for row in rows if row["kind"] == "marker"}
        counters = {row["name"] for row in rows if row["kind"] != "marker"}
        _counters(done, rows, score)
    if (truth / f"{name}.places.csv").is_file():
        rows = read_table((truth / f"{name}.places.csv").read_bytes())
        _places(done, [r for r in rows if r["name"] not in markers - counters], score)
    if (truth / f"{name}.terrain.csv").is_file():
        _terrain(done, read_table((truth / f"{name}.terrain.csv").read_bytes()), score)
    return score


def read_table(data: bytes) -> list[Row]:
    """Return the rows of a CSV file."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def _counters(done: ImportedProject, rows: Iterable[Row], score: Score) -> None:
    battle = yaml.safe_load(done.files["battle.yaml"])
    commands = {c["id"]: c["name"] for c in battle.get("commands", [])}
    sides = {s["id"]: s["name"] for s in battle["sides"]}
    units = {u["id"]: u for u in read_table(done.files.get("oob.csv", b""))}
    pieces = read_table(done.files.get("pieces.csv", b""))
    by_slot, by_face, by_name = _indexed(pieces, done.draft.slots)
    for row in rows:
        name = row["name"] or PurePosixPath(row["image"]).stem
        piece = by_slot.get(row["slot"]) or by_face.get((name, row["image"])) or by_name.get(name)
        # Cards of decks are in a table of their own; they are no units.
        kind = piece["kind"] if piece is not None else "marker"
        score.note(f"kind {row['kind']}", row["kind"], kind)
        score.given[f"kind {kind}"] += 1
        if row["kind"] == "marker" or kind == "marker" or piece is None:
            continue
        if row.get("side"):
            score.note("side", row["side"], sides.get(piece["side"], ""))
        if row.get("command"):
            command = commands.get(piece["command"], "") or "-"
            score.note("formation" if row["command"] != "-" else "no formation", row["command"], command)
        for column, value in row.items():
            if column.startswith("rating:") and value:
                found = units.get(piece["id"], {}).get(column.removeprefix("rating:"), "")
                score.note(column, value, found)
                score.given[column] += bool(found)


def _indexed(
    pieces: Sequence[Row], slots: Mapping[str, str]
) -> tuple[dict[str, Row], dict[tuple[str, str], Row], dict[str, Row]]:
    """Return the pieces of an import by slot, by name and picture, by the name that the module gives them."""
    by_id = {piece["id"]: piece for piece in pieces}
    by_slot = {slot: by_id[piece] for slot, piece in slots.items() if piece in by_id}
    by_face: dict[tuple[str, str], Row] = {}
    by_name: dict[str, Row] = {}
    for piece in pieces:
        values = json.loads(piece["properties"]) if piece["properties"].endswith("}") else {}
        name = values.get("name") or piece["name"]
        for image in (values.get("image", ""), PurePosixPath(piece["front"]).name):
            by_face.setdefault((name, image), piece)
        by_name.setdefault(name, piece)
    return by_slot, by_face, by_name


def _places(done: ImportedProject, rows: Iterable[Row], score: Score) -> None:
    """Count the pieces of setups that stand in the hex where the engine has them, as the counter they are."""
    names = {r["hex"]: r["module"] for r in read_table(done.files.get("hex-names.csv", b""))}
    pieces = {p["id"]: json.loads(p["properties"]).get("name", p["name"]) for p in
              read_table(done.files.get("pieces.csv", b"")) if p["properties"].endswith("}")}  # fmt: skip
    setups: dict[str, Counter[tuple[str, str]]] = {}
    for path, data in done.files.items():
        if path.startswith("scenarios/"):
            scenario = yaml.safe_load(data)
            found = setups.setdefault(scenario["title"], Counter())
            for placement in scenario["setup"]:
                piece = placement.get("unit") or placement.get("leader") or ""
                number = str(placement["hex"])
                found[pieces.get(piece, piece), names.get(number, number)] += 1
    for row in rows:
        left = setups.get(row["setup"], Counter())
        key = (row["name"], row["hex"])
        score.note("counter and hex", "right", "right" if left[key] > 0 else "other or none")
        left[key] -= 1


def _terrain(done: ImportedProject, rows: Iterable[Row], score: Score) -> None:
    """Count the hexes of setups with the terrain of the tile that the engine has on top there."""
    battle = load_embedded({n: d for n, d in done.files.items() if n.endswith((".yaml", ".csv"))})
    if battle is None or battle.map is None:
        return
    module_numbers = {r["hex"]: r["module"] for r in read_table(done.files.get("hex-names.csv", b""))}
    grid, clear = battle.map.grid, (None, "clear")
    base = {grid.id(i): "" if t in clear else str(t) for i, t in enumerate(battle.map.terrain)}
    asked: dict[str, dict[str, str]] = {}
    for row in rows:
        asked.setdefault(row["setup"], {})[row["hex"]] = row["terrain"]
    for path, data in done.files.items():
        scenario: dict[str, Any] = yaml.safe_load(data) if path.startswith("scenarios/") else {"title": ""}
        true = asked.get(scenario["title"])
        if true is not None:
            other = {
                str(h): "" if t in clear else t for h, t in scenario.get("map", {}).get("hexes", {}).items()
            }
            for number, terrain in {**base, **other}.items():
                here = true.get(module_numbers.get(number, number), "")
                score.note("terrain of a tile" if here else "hex without a tile", here, terrain)
