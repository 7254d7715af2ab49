"""Advances of Musket & Pike after close combat, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `unit` that has won and
`before`, the unit that it has beaten. Prints for each how it may advance: the hex of its left half and its facing
(-1 = none), with whether the way costs a formation hit.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_moves_mpbs import FIGHTERS, Package, Piece


def advances(package, content):
    pieces = [Piece(package, entry) for entry in content["setup"]]
    by_id = {piece.unit["id"]: piece for piece in pieces}
    unit, beaten = by_id[content["unit"]], by_id[content["before"]]
    held = {h for p in pieces if p is not unit and p is not beaten and p.arm in FIGHTERS for h in p.hexes}
    left = set(beaten.hexes)
    table = package.p["movement"]["steps"][unit.unit["class"]]
    facing = -1 if unit.facing is None else unit.facing

    def way(steps, after):
        """Return the formation hits of steps; None where they lead nowhere."""
        numbers = [6 * h + direction % 6 for h, direction in steps]
        barred = min(after) < 0 or held & set(after) or min(table["cost"][n] for n in numbers) < 0
        if barred or not left & (set(after) - set(unit.hexes)):
            return None
        hit = any(n in table[f"disorders_{part}"] for n in numbers for part in ("hex", "side"))
        return int(hit and unit.formation not in ("open_order", "column"))

    def neighbour(h, direction):
        return package.neighbours[6 * h + direction % 6]

    ends = {}
    for direction in range(6):
        after = [neighbour(h, direction) for h in unit.hexes]
        hit = way([(h, direction) for h in unit.hexes], after)
        turns = (0,) if unit.two or facing < 0 else (-1, 0, 1)
        if hit is not None:
            ends.update({f"{after[0]} {(facing + turn) % 6 if facing >= 0 else -1}": hit for turn in turns})
    if ends or not unit.two:
        return ends
    first, second = unit.hexes
    to_right, to_left = neighbour(first, facing + 1), neighbour(second, facing)
    for moved, after, turned in (
        ((first, facing + 1), (to_right, second), facing + 1),
        ((second, facing), (first, to_left), facing - 1),
    ):
        hit = way([moved], after)
        if hit is not None:
            ends[f"{after[0]} {turned % 6}"] = hit
    return ends


def main(file):
    package = Package(json.loads(pathlib.Path(file).read_text(encoding="utf-8")))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([advances(package, position) for position in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
