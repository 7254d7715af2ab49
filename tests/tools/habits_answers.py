"""What a designer answers after the import of `habits_module`, file by file, as docs/import.md tells it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

from jdgtools.importers.counter_prints import find_shapes
from jdgtools.importers.suggested_rules import Question
from tests.tools.habits_module import HabitUnit, counter

BACK = "defaults: {back: {strength: -1, cohesion: -1, movement: 0}}\n"
SCALE = "scale: regiment\n"
COMMANDERS = """\
leaders:
  - {id: morel, name: Morel, side: french, role: commander_in_chief, nationality: french,
     values: {drm: 1, capacity: 2, range: 4}}
  - {id: kinsky, name: Kinsky, side: austrians, role: commander_in_chief, nationality: austrians,
     values: {drm: 0, capacity: 2, range: 4}}
"""
VICTORY = """\
victory:
  awards:
    - {id: west, name: The ford, side: austrians, points: 5, when: {holds: {side: austrians, hexes: ["0404"]}}}
    - {id: east, name: The ford, side: french, points: 5, when: {holds: {side: french, hexes: ["1004"]}}}
"""


def name_shapes(folder: Path, units: Sequence[HabitUnit]) -> None:
    """Fill in `digits.csv` as a designer does who looks at the pictures of the shapes."""
    found = {unit.image: find_shapes(counter(unit)) for unit in units}
    shapes = {image: printed.shapes if printed else () for image, printed in found.items()}
    rows = list(csv.DictReader(io.StringIO((folder / "digits.csv").read_text(encoding="utf-8"))))
    for row in rows:
        row["digit"] = "-"
        masks = row["mask"].split()
        for unit in units:
            for shape in shapes[unit.image]:
                if shape.mask.hex() in masks and shape.top < 0.2:
                    row["digit"] = str(unit.morale)
                elif shape.mask.hex() in masks and shape.top > 0.6 and shape.left < 0.8:
                    row["digit"] = str(unit.strength if shape.left < 0.4 else unit.movement)
    _write(folder / "digits.csv", rows)


def answer(question: Question) -> str:
    """Say what the numbers of a source are: the red one in the corner is the cohesion."""
    return "cohesion" if question.text.startswith("digits:1,1 ") else question.proposal


def _write(path: Path, rows: Sequence[dict[str, str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _edit(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def answer_battle(project: Path) -> None:
    """Battle.yaml: one scenario, scale, commanders, the reverse, colours and activation markers."""

    def change(text: str) -> str:
        lines = [line for line in text.splitlines(True) if '"scenarios/game-' not in line]
        ratings = iter((6, 5, 6, 5, 4, 6))
        colours = iter(("#b5322b", "#2b5fb5", "#d0a020", "#3c8040", "#8040a0", "#40a0a0"))
        for n, line in enumerate(lines):
            if line.startswith("  - {id: ") and ", side: " in line:
                command = line.split("id: ")[1].split(",")[0]
                rating = next(ratings)
                markers = ", ".join(
                    f"{{id: {command}-{piece}, code: O, rating: {rating}}}" for piece in (1, 2)
                )
                lines[n] = line.replace("}", f', colour: "{next(colours)}", markers: [{markers}]}}')
        return "".join(lines) + SCALE + BACK + COMMANDERS

    _edit(project / "battle.yaml", change)


def answer_table(project: Path) -> None:
    """Oob.csv: the shock rating of infantry and cavalry, which the module does not have."""
    path = project / "oob.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    for row in rows:
        row["shock"] = "" if "artillery" in row["type"] else "3" if row["movement"] == "7" else "2"
    _write(path, rows)


def answer_map(project: Path) -> None:
    """Map.yaml: how wide a hex is, and that the field is flat."""

    def change(text: str) -> str:
        rows = text.split("playable: |\n")[1].split("legend:")[0].splitlines()
        levels = "".join(
            "  " + " ".join("-" if sign == "#" else "0" for sign in line.split()) + "\n"
            for line in rows
            if line.startswith("  ")
        )
        return text.replace("grid:\n", "grid:\n  hex_metres: 200\n", 1) + "levels: |\n" + levels

    _edit(project / "map.yaml", change)


def answer_scenario(project: Path) -> None:
    """The scenario: facings, commanders, rout edges, victory."""

    def change(text: str) -> str:
        leaders = '  - {leader: morel, hex: "0204"}\n  - {leader: kinsky, hex: "1204"}\n'
        text = text.replace("setup:\n", "setup:\n" + leaders)
        text = text.replace("{side: french}", "{side: french, rout_edge: NW, facing: E}")
        return text.replace("{side: austrians}", "{side: austrians, rout_edge: NE, facing: W}") + VICTORY

    _edit(project / "scenarios" / "at-start.yaml", change)


ANSWERS = (answer_battle, answer_table, answer_map, answer_scenario)
